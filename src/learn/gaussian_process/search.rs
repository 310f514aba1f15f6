//! The maximum of a smooth function of two numbers between bounds, by its gradient: Broyden, Fletcher, Goldfarb and
//! Shanno's method with backtracking. It knows nothing of what the function is; the same function gives the same steps.

use crate::learn::{FitError, StopReason};

/// Two numbers.
type Point = [f64; 2];

/// A gradient as small as this is taken for zero.
const FLAT: f64 = 1e-6;
/// A step that gains less, relative to the value, is the last.
const GAIN: f64 = 1e-11;
/// The farthest that one step goes in either number.
const STRIDE: f64 = 2.0;

/// What to search.
pub struct Search {
    /// Where to begin; between the bounds.
    pub start: Point,
    /// Smallest and largest value of either number.
    pub bounds: [(f64, f64); 2],
    /// The largest number of steps.
    pub most: usize,
}

/// The highest place that was found.
#[derive(Debug, Clone, Copy)]
pub struct Top {
    /// Where it is.
    pub at: Point,
    /// Why the search ended.
    pub stop: StopReason,
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Climbs from the start. A place where the function says that it is unsuitable counts as low, but for the start.
pub fn maximise(
    search: Search,
    mut function: impl FnMut(Point) -> Result<(f64, Point), FitError>,
) -> Result<Top, FitError> {
    let Search { start: mut at, bounds, most } = search;
    let (mut value, mut gradient) = function(at)?;
    let mut inverse: Option<[Point; 2]> = None;
    for _ in 0..most {
        // A number at its bound that wants to go beyond stays.
        let free = [0, 1].map(|i| {
            let (low, high) = bounds[i];
            !(at[i] <= low && gradient[i] < 0.0 || at[i] >= high && gradient[i] > 0.0)
        });
        let slope = [0, 1].map(|i| if free[i] { gradient[i] } else { 0.0 });
        if !slope.iter().all(|s| s.is_finite()) {
            return Ok(Top { at, stop: StopReason::Stalled });
        }
        if slope.iter().all(|s| s.abs() <= FLAT) {
            return Ok(Top { at, stop: StopReason::Converged });
        }
        let direction = direction(inverse, slope, free);
        let mut share = 1.0;
        let (next, found) = loop {
            let next =
                [0, 1].map(|i| (at[i] + share * direction[i]).clamp(bounds[i].0, bounds[i].1));
            let step = [next[0] - at[0], next[1] - at[1]];
            let found = match function(next) {
                Err(FitError::Unsuitable(_)) => None,
                Err(other) => return Err(other),
                Ok(found) => Some(found),
            };
            match found {
                Some(found) if found.0 >= value + 1e-4 * dot(gradient, step) => {
                    break (next, found);
                }
                _ => share *= 0.5,
            }
            // Also where a number is no number any more.
            if share < 1e-12 || !step[0].is_finite() || !step[1].is_finite() {
                return Ok(Top { at, stop: StopReason::Stalled });
            }
            // The value is not known well enough to tell shorter steps apart.
            if dot(gradient, step).abs() <= GAIN * (1.0 + value.abs()) {
                return Ok(Top { at, stop: StopReason::Converged });
            }
        };
        let step = [next[0] - at[0], next[1] - at[1]];
        let bend = [gradient[0] - found.1[0], gradient[1] - found.1[1]];
        let gain = found.0 - value;
        inverse = updated(inverse, step, bend);
        (at, (value, gradient)) = (next, found);
        if gain <= GAIN * (1.0 + value.abs()) {
            return Ok(Top { at, stop: StopReason::Converged });
        }
    }
    Ok(Top { at, stop: StopReason::IterationLimit })
}

/// Where to go: along the gradient as the curvature seen so far bends it, no farther than a stride.
fn direction(inverse: Option<[Point; 2]>, slope: Point, free: [bool; 2]) -> Point {
    let bent = |h: [Point; 2]| {
        let all = [dot(h[0], slope), dot(h[1], slope)];
        [0, 1].map(|i| if free[i] { all[i] } else { 0.0 })
    };
    let mut direction = inverse.map_or(slope, bent);
    if dot(direction, slope) <= 0.0 {
        direction = slope;
    }
    // Nothing is known about the length of the first step.
    let farthest = if inverse.is_some() { STRIDE } else { 0.5 * STRIDE };
    let longest = direction[0].abs().max(direction[1].abs());
    let share = (farthest / longest).min(1.0);
    direction.map(|d| d * share)
}

/// The inverse of minus the second derivatives as it looks after a step over which the gradient fell by `bend`.
fn updated(inverse: Option<[Point; 2]>, step: Point, bend: Point) -> Option<[Point; 2]> {
    let along = dot(step, bend);
    // Not curved downwards there: the step tells nothing that keeps the matrix positive definite.
    if along <= 1e-10 * (dot(step, step) * dot(bend, bend)).sqrt() {
        return inverse;
    }
    let first = along / dot(bend, bend);
    let h = inverse.unwrap_or([[first, 0.0], [0.0, first]]);
    let h_bend = [dot(h[0], bend), dot(h[1], bend)];
    let factor = (1.0 + dot(bend, h_bend) / along) / along;
    let entry = |i: usize, j: usize| {
        h[i][j] + factor * step[i] * step[j] - (h_bend[i] * step[j] + step[i] * h_bend[j]) / along
    };
    Some([[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]])
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: [(f64, f64); 2] = [(-10.0, 10.0); 2];

    fn climb(bounds: [(f64, f64); 2], function: impl Fn(Point) -> (f64, Point)) -> (Top, usize) {
        let mut calls = 0;
        let search = Search { start: [-1.2, 1.0], bounds, most: 200 };
        let top = maximise(search, |at| {
            calls += 1;
            // Beyond 9 nothing can be computed.
            if at[0] > 9.0 { Err(FitError::Unsuitable("far".into())) } else { Ok(function(at)) }
        });
        (top.expect("a top"), calls)
    }

    /// Minus Rosenbrock's valley, whose top is at (1, 1).
    fn valley([x, y]: Point) -> (f64, Point) {
        let (a, b) = (1.0 - x, y - x * x);
        (-(a * a + 100.0 * b * b), [2.0 * a + 400.0 * x * b, -200.0 * b])
    }

    #[test]
    fn finds_the_top_of_a_bent_ridge() {
        let (top, calls) = climb(WIDE, valley);
        assert!((top.at[0] - 1.0).abs() < 1e-4 && (top.at[1] - 1.0).abs() < 1e-4, "{top:?}");
        assert_eq!(top.stop, StopReason::Converged);
        assert!(calls < 100, "{calls}");
    }

    #[test]
    fn stays_between_bounds_and_where_the_function_can_be_computed() {
        // Rosenbrock's valley with x <= 0.5 is highest at (0.5, 0.25).
        let (top, _) = climb([(-10.0, 0.5), (-10.0, 10.0)], valley);
        assert!(top.at[0] == 0.5 && (top.at[1] - 0.25).abs() < 1e-6, "{top:?}");
        // Rising for ever towards where it cannot be computed, and towards a bound.
        let (top, _) = climb(WIDE, |at| (at[0] + at[1], [1.0, 1.0]));
        assert!(top.at[0] <= 9.0 && top.at[0] > 8.9, "{top:?}");
        let (top, _) = climb([(-10.0, 5.0), (-10.0, 7.0)], |at| (at[0] + at[1], [1.0, 1.0]));
        assert_eq!((top.at, top.stop), ([5.0, 7.0], StopReason::Converged));
        let (top, _) = climb(WIDE, |_| (0.0, [f64::NAN, 0.0]));
        assert_eq!((top.at, top.stop), ([-1.2, 1.0], StopReason::Stalled));
    }
}
