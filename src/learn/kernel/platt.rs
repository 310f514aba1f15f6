//! Probabilities from decisions. A sigmoid 1 / (1 + exp(a f + b)) is fitted to decisions that were made by
//! cross-validation on the training examples (Platt, 1999; in the stable form of Lin, Lin and Weng, Machine Learning 68,
//! 2007, 267-276), and the pairwise probabilities of several classes are coupled by the second method of Wu, Lin and
//! Weng (JMLR 5, 2004, 975-1005). It knows nothing of how decisions are made.

use super::rows::{KernelRows, Subset};
use super::solver::{Solution, Solver};
use crate::learn::{FitContext, FitError};
use crate::num::math::{exp, ln, ln_1p};
use crate::num::sample;
use crate::params::Params;

/// Folds of the cross-validation that makes the decisions.
const FOLDS: usize = 5;
/// Probabilities of binary problems stay this far from 0 and 1, as LIBSVM's do.
pub const SURE: f64 = 1e-7;
/// Coupling stops when the optimality conditions hold this well, or after so many rounds.
const COUPLED: f64 = 1e-10;
const COUPLING_ROUNDS: usize = 1000;

/// A fitted sigmoid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sigmoid {
    /// Slope; negative where larger decisions mean the first class.
    pub a: f64,
    /// Offset.
    pub b: f64,
}

impl Sigmoid {
    /// Fits the sigmoid to decisions and whether each example is of the first class, by Newton's method with
    /// backtracking on the log loss against Platt's smoothed targets.
    pub fn fit(decisions: &[f64], first: &[bool]) -> Sigmoid {
        let positives = first.iter().filter(|p| **p).count() as f64;
        let negatives = first.len() as f64 - positives;
        let (high, low) = ((positives + 1.0) / (positives + 2.0), 1.0 / (negatives + 2.0));
        let targets: Vec<f64> = first.iter().map(|p| if *p { high } else { low }).collect();
        let loss = |s: Sigmoid| -> f64 {
            let of = |(f, t): (&f64, &f64)| {
                let z = s.a * f + s.b;
                // t z + ln(1 + e^-z), with the exponent of the sign that cannot overflow.
                if z >= 0.0 { t * z + ln_1p(exp(-z)) } else { (t - 1.0) * z + ln_1p(exp(z)) }
            };
            decisions.iter().zip(&targets).map(of).sum()
        };
        let mut at = Sigmoid { a: 0.0, b: ln((negatives + 1.0) / (positives + 1.0)) };
        let mut value = loss(at);
        for _ in 0..100 {
            // The ridge keeps the Hessian positive where all decisions are equal.
            let (mut haa, mut hbb, mut hab) = (1e-12, 1e-12, 0.0);
            let (mut ga, mut gb) = (0.0, 0.0);
            for (f, t) in decisions.iter().zip(&targets) {
                let p = at.probability(*f);
                let curvature = p * (1.0 - p);
                haa += f * f * curvature;
                hbb += curvature;
                hab += f * curvature;
                ga += f * (t - p);
                gb += t - p;
            }
            if ga.abs() < 1e-5 && gb.abs() < 1e-5 {
                break;
            }
            let det = haa * hbb - hab * hab;
            let (da, db) = (-(hbb * ga - hab * gb) / det, -(haa * gb - hab * ga) / det);
            let slope = ga * da + gb * db;
            let mut step = 1.0;
            let moved = loop {
                let next = Sigmoid { a: at.a + step * da, b: at.b + step * db };
                let there = loss(next);
                if there < value + 1e-4 * step * slope {
                    break Some((next, there));
                }
                step /= 2.0;
                if step < 1e-10 {
                    break None;
                }
            };
            match moved {
                Some((next, there)) => (at, value) = (next, there),
                None => break,
            }
        }
        at
    }

    /// Probability of the first class.
    pub fn probability(self, decision: f64) -> f64 {
        let z = self.a * decision + self.b;
        if z >= 0.0 { exp(-z) / (1.0 + exp(-z)) } else { 1.0 / (1.0 + exp(z)) }
    }
}

/// Sigmoids of one binary problem at several parameter points. The folds come from the context's key and the problem's
/// number; every fold holds its share of both classes.
pub fn calibrate(
    solver: &dyn Solver,
    rows: &mut dyn KernelRows,
    y: &[f64],
    points: &[&Params],
    number: usize,
    context: &FitContext<'_>,
) -> Result<Vec<Sigmoid>, FitError> {
    let mut fold_of = vec![0; y.len()];
    let mut rng = context.key.child("platt", number as u64).stream();
    let mut next = 0;
    for positive in [true, false] {
        let mut members: Vec<usize> = (0..y.len()).filter(|&t| (y[t] > 0.0) == positive).collect();
        sample::shuffle(&mut rng, &mut members);
        for t in members {
            fold_of[t] = next % FOLDS;
            next += 1;
        }
    }
    let mut decisions = vec![vec![0.0; y.len()]; points.len()];
    for fold in 0..FOLDS {
        let (left_out, kept): (Vec<usize>, Vec<usize>) =
            (0..y.len()).partition(|&t| fold_of[t] == fold);
        let signs: Vec<f64> = kept.iter().map(|&t| y[t]).collect();
        if left_out.is_empty() {
            continue;
        }
        // One class alone decides for itself, whatever the example.
        if signs.is_empty() || signs.iter().all(|s| *s == signs[0]) {
            let sign = signs.first().copied().unwrap_or(0.0);
            for of_point in &mut decisions {
                left_out.iter().for_each(|&t| of_point[t] = sign);
            }
            continue;
        }
        let mut solutions: Vec<(usize, Solution)> = Vec::new();
        let mut subset = Subset::new(rows, kept.clone());
        solver.solve(&mut subset, &signs, points, context, &mut |position, solution| {
            solutions.push((position, solution));
        })?;
        for (position, solution) in solutions {
            let out = &mut decisions[position];
            left_out.iter().for_each(|&t| out[t] = solution.bias);
            for (&example, coef) in kept.iter().zip(&solution.coef).filter(|(_, c)| **c != 0.0) {
                let row = rows.row(example);
                left_out.iter().for_each(|&t| out[t] += coef * f64::from(row[t]));
            }
        }
    }
    let first: Vec<bool> = y.iter().map(|y| *y > 0.0).collect();
    Ok(decisions.iter().map(|decisions| Sigmoid::fit(decisions, &first)).collect())
}

/// Class probabilities that agree best with pairwise ones: `pairwise[i][j]` is the probability of class i if it is i
/// or j. They minimise the sum over pairs of (r_ji p_i - r_ij p_j)^2.
pub fn couple(pairwise: &[Vec<f64>]) -> Vec<f64> {
    let k = pairwise.len();
    let r = |i: usize, j: usize| pairwise[i][j];
    let q = |i: usize, j: usize| match i == j {
        true => (0..k).filter(|&s| s != i).map(|s| r(s, i) * r(s, i)).sum(),
        false => -r(j, i) * r(i, j),
    };
    let q: Vec<Vec<f64>> = (0..k).map(|i| (0..k).map(|j| q(i, j)).collect()).collect();
    let mut p = vec![1.0 / k as f64; k];
    for _ in 0..COUPLING_ROUNDS {
        let mut qp: Vec<f64> =
            q.iter().map(|row| row.iter().zip(&p).map(|(q, p)| q * p).sum()).collect();
        let mut pqp: f64 = p.iter().zip(&qp).map(|(p, qp)| p * qp).sum();
        if qp.iter().all(|qp| (qp - pqp).abs() < COUPLED) {
            break;
        }
        for t in 0..k {
            let change = (pqp - qp[t]) / q[t][t];
            p[t] += change;
            let total = 1.0 + change;
            pqp = (pqp + change * (change * q[t][t] + 2.0 * qp[t])) / total / total;
            for j in 0..k {
                qp[j] = (qp[j] + change * q[t][j]) / total;
                p[j] /= total;
            }
        }
    }
    p
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference: `sklearn.calibration._sigmoid_calibration` of scikit-learn 1.9.1, which minimises the same loss.
    #[test]
    fn the_sigmoid_is_that_of_scikit_learn() {
        let decisions: Vec<f64> = (0..40).map(|i| f64::from(i * 37 % 41) / 10.0 - 1.7).collect();
        let first: Vec<bool> =
            (0..40).map(|i| decisions[i] + f64::from(i as u32 % 7) / 3.0 > 1.1).collect();
        let found = Sigmoid::fit(&decisions, &first);
        assert!((found.a + 1.963_605_77).abs() < 1e-5, "{found:?}");
        assert!((found.b - 0.683_131_20).abs() < 1e-5, "{found:?}");
    }

    #[test]
    fn equal_decisions_give_the_share_of_the_class() {
        let s = Sigmoid::fit(
            &[1.0; 10],
            &[true, true, true, true, true, true, true, false, false, false],
        );
        // Platt's targets: 7 x 8/9 and 3 x 1/5, of ten.
        assert!((s.probability(1.0) - (7.0 * 8.0 / 9.0 + 3.0 / 5.0) / 10.0).abs() < 1e-6);
    }

    /// Consistent pairwise probabilities p_i / (p_i + p_j) give p back.
    #[test]
    fn consistent_pairs_are_coupled_exactly() {
        let p = [0.5, 0.3, 0.15, 0.05];
        let pairwise: Vec<Vec<f64>> =
            p.iter().map(|a| p.iter().map(|b| a / (a + b)).collect()).collect();
        for (found, expected) in couple(&pairwise).iter().zip(p) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
        assert!((couple(&pairwise).iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
