//! Axes: from numbers to places, with ticks at round numbers. Linear and logarithmic ones; both give the same few ticks on
//! every machine.

use crate::num::math;

/// How numbers become lengths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Equal differences are equally long.
    Linear,
    /// Equal ratios are equally long; numbers are above zero.
    Log,
}

impl Kind {
    /// Logarithmic where all values are above zero and the largest is more than `ratio` times the smallest.
    pub fn of(values: &[f64], ratio: f64) -> Kind {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if low > 0.0 && high / low > ratio { Kind::Log } else { Kind::Linear }
    }
}

/// From this ratio on, linear axes would hide small scores.
pub const WIDE: f64 = 1000.0;

/// An axis from a number at one place to a number at another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    kind: Kind,
    from: f64,
    to: f64,
    start: f64,
    end: f64,
}

/// A mark on an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// The number.
    pub value: f64,
    /// Where it stands.
    pub at: f64,
    /// How it is written.
    pub label: String,
}

impl Axis {
    /// An axis that shows `from` at `start` and `to` at `end`; equal or unusable ends are moved apart.
    pub fn new(kind: Kind, (from, to): (f64, f64), (start, end): (f64, f64)) -> Axis {
        let (from, to) = match kind {
            Kind::Linear if (to - from).abs() > 1e-300 && (to - from).is_finite() => (from, to),
            Kind::Linear => (from - 0.5, from + 0.5),
            Kind::Log if from > 0.0 && to / from > 1.0 + 1e-9 => (from, to),
            Kind::Log if from > 0.0 => (from / 2.0, from * 2.0),
            Kind::Log => (0.1, 1.0),
        };
        Axis { kind, from, to, start, end }
    }

    /// An axis whose ends are round numbers at or beyond all values.
    pub fn around(kind: Kind, values: &[f64], (start, end): (f64, f64)) -> Axis {
        let usable = |v: &&f64| v.is_finite() && (kind == Kind::Linear || **v > 0.0);
        let low = values.iter().filter(usable).copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().filter(usable).copied().fold(f64::NEG_INFINITY, f64::max);
        if low > high {
            return Axis::new(kind, (0.1, 1.0), (start, end));
        }
        match kind {
            Kind::Linear => {
                let (low, high) = if high > low { (low, high) } else { (low - 0.5, high + 0.5) };
                let step = round_step((high - low) / 5.0);
                let ends = ((low / step).floor() * step, (high / step).ceil() * step);
                Axis::new(kind, ends, (start, end))
            }
            Kind::Log => {
                let margin = math::pow(high / low, 0.04).max(1.1);
                Axis::new(kind, (low / margin, high * margin), (start, end))
            }
        }
    }

    /// The same with ends that are closer to the values, at numbers that are less round.
    pub fn near(kind: Kind, values: &[f64], places: (f64, f64)) -> Axis {
        let around = Axis::around(kind, values, places);
        let finite = || values.iter().copied().filter(|v| v.is_finite());
        let low = finite().fold(f64::INFINITY, f64::min);
        let high = finite().fold(f64::NEG_INFINITY, f64::max);
        if kind == Kind::Log || low >= high {
            return around;
        }
        let step = round_step((high - low) / 10.0);
        Axis::new(kind, ((low / step).floor() * step, (high / step).ceil() * step), places)
    }

    /// The numbers at its ends.
    pub fn ends(&self) -> (f64, f64) {
        (self.from, self.to)
    }

    /// The same numbers between other places.
    pub fn moved(&self, (start, end): (f64, f64)) -> Axis {
        Axis { start, end, ..*self }
    }

    /// Where a number stands.
    pub fn at(&self, value: f64) -> f64 {
        let share = match self.kind {
            Kind::Linear => (value - self.from) / (self.to - self.from),
            Kind::Log => math::ln(value / self.from) / math::ln(self.to / self.from),
        };
        self.start + share * (self.end - self.start)
    }

    /// About `most` marks at round numbers inside the axis.
    pub fn ticks(&self, most: usize) -> Vec<Tick> {
        let values = match self.kind {
            Kind::Linear => self.round_values(most),
            Kind::Log => self.powers(most),
        };
        let written = |value: f64| match self.kind {
            Kind::Linear => label(value, &values),
            // Neighbours are far apart: each has the decimals it needs itself.
            Kind::Log => label(value, &[value]),
        };
        let tick = |value: f64| Tick { value, at: self.at(value), label: written(value) };
        values.iter().copied().map(tick).collect()
    }

    fn round_values(&self, most: usize) -> Vec<f64> {
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        let step = round_step((high - low) / most.max(1) as f64);
        let first = (low / step - 1e-6).ceil() as i64;
        let last = (high / step + 1e-6).floor() as i64;
        (first..=last).map(|n| n as f64 * step).collect()
    }

    /// Powers of ten, with 2 and 5 between them where there is room.
    fn powers(&self, most: usize) -> Vec<f64> {
        let inside = |v: &f64| *v >= self.from * (1.0 - 1e-9) && *v <= self.to * (1.0 + 1e-9);
        let of = |factors: &[f64], step: i32| -> Vec<f64> {
            (-30..=30)
                .filter(|exponent: &i32| exponent.rem_euclid(step) == 0)
                .flat_map(|exponent| factors.iter().map(move |f| f * decimal(exponent)))
                .filter(inside)
                .collect()
        };
        let fine = of(&[1.0, 2.0, 5.0], 1);
        if fine.len() <= most {
            return if fine.len() >= 2 { fine } else { self.round_values(most) };
        }
        (1..=12).map(|step| of(&[1.0], step)).find(|v| v.len() <= most).unwrap_or_default()
    }
}

/// A power of ten, exactly as it is written.
fn decimal(exponent: i32) -> f64 {
    format!("1e{exponent}").parse().unwrap_or(1.0)
}

/// The next 1, 2, 2.5 or 5 times a power of ten.
fn round_step(least: f64) -> f64 {
    if !(least > 0.0 && least.is_finite()) {
        return 1.0;
    }
    let exponents = -30..=30_i32;
    let steps = exponents.flat_map(|e| [1.0, 2.0, 2.5, 5.0].map(|f| f * decimal(e)));
    steps.into_iter().find(|step| *step >= least * (1.0 - 1e-9)).unwrap_or(least)
}

/// A number with as many decimals as its neighbours need to differ.
fn label(value: f64, all: &[f64]) -> String {
    if value.abs() >= 1e6 || (value != 0.0 && value.abs() < 1e-4) {
        return format!("{value:e}");
    }
    let whole = |v: f64, decimals: usize| {
        let shown: f64 = format!("{v:.decimals$}").parse().unwrap_or(v);
        (shown - v).abs() <= 1e-9 * v.abs().max(1e-6)
    };
    let decimals = (0..9).find(|d| all.iter().all(|v| whole(*v, *d))).unwrap_or(9);
    let text = format!("{value:.decimals$}");
    if text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.')) {
        text.trim_start_matches('-').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis, most: usize) -> Vec<String> {
        axis.ticks(most).into_iter().map(|t| t.label).collect()
    }

    #[test]
    fn ticks_are_round() {
        let axis = Axis::new(Kind::Linear, (0.0, 1.0), (0.0, 100.0));
        assert_eq!(labels(&axis, 5), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        let axis = Axis::around(Kind::Linear, &[83.2, 97.9], (0.0, 100.0));
        assert_eq!(labels(&axis, 5), ["80", "85", "90", "95", "100"]);
        let axis = Axis::around(Kind::Log, &[0.02, 900.0], (0.0, 100.0));
        assert_eq!(labels(&axis, 6), ["0.1", "1", "10", "100", "1000"]);
        let axis = Axis::near(Kind::Linear, &[58.8, 92.7], (0.0, 100.0));
        assert_eq!(axis.ends(), (55.0, 95.0));
        let axis = Axis::around(Kind::Linear, &[-0.25, 0.3], (0.0, 100.0));
        assert!(labels(&axis, 6).contains(&"0.0".to_owned()), "{:?}", labels(&axis, 6));
    }

    #[test]
    fn only_wide_positive_values_are_logarithmic() {
        assert_eq!(Kind::of(&[0.01, 20.0], WIDE), Kind::Log);
        assert_eq!(Kind::of(&[0.1, 20.0], WIDE), Kind::Linear);
        assert_eq!(Kind::of(&[0.0, 20.0], WIDE), Kind::Linear);
        assert_eq!(Kind::of(&[], WIDE), Kind::Linear);
    }

    #[test]
    fn ends_stand_where_they_should_and_nothing_is_undefined() {
        let axis = Axis::new(Kind::Log, (1.0, 100.0), (10.0, 30.0));
        assert!((axis.at(10.0) - 20.0).abs() < 1e-9);
        for values in [&[][..], &[5.0], &[0.0, 0.0], &[-3.0], &[f64::NAN, 2.0], &[1e-280, 1e280]] {
            for kind in [Kind::Linear, Kind::Log] {
                let axis = Axis::around(kind, values, (0.0, 50.0));
                assert!(axis.ticks(5).iter().all(|t| t.at.is_finite()), "{kind:?} {values:?}");
                assert!(axis.at(1.0).is_finite());
            }
        }
    }
}
