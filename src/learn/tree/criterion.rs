//! The formulas of C4.5 as Weka 3.6.14 computes them: entropy, gain, gain ratio and the pessimistic
//! error of a leaf. It knows class weights and nothing of rows or trees.

use crate::learn::tolerance::{SMALL, above, equal};
use crate::num::math;
use crate::stats::distribution::normal_quantile_by_root;

/// The class with the largest weight; the first of several that are as good as equal.
pub fn largest_class(per_class: &[f64]) -> usize {
    let mut best = (0, 0.0);
    for (class, &weight) in per_class.iter().enumerate() {
        if above(weight, best.1) {
            best = (class, weight);
        }
    }
    best.0
}

/// The weight of all other classes.
pub fn incorrect(per_class: &[f64], total: f64) -> f64 {
    total - per_class[largest_class(per_class)]
}

/// x log2 x, kept for whole numbers.
pub struct Logs {
    whole: Vec<f64>,
}

impl Logs {
    /// Remembers the whole numbers up to `largest`.
    pub fn new(largest: usize) -> Logs {
        Logs { whole: (0..=largest).map(|x| x_log_x(x as f64)).collect() }
    }

    /// x log2 x of the whole numbers.
    pub fn whole(&self) -> &[f64] {
        &self.whole
    }

    /// x log2 x; zero for what is as good as nothing.
    pub fn of(&self, x: f64) -> f64 {
        let whole = x as usize;
        match self.whole.get(whole) {
            Some(known) if whole as f64 == x => *known,
            _ => x_log_x(x),
        }
    }

    /// What is left of `total` log2 `total` when the parts are known: `total` times the entropy of the parts.
    pub fn entropy(&self, parts: &[f64], total: f64) -> f64 {
        self.of(total) - parts.iter().map(|&part| self.of(part)).sum::<f64>()
    }
}

fn x_log_x(x: f64) -> f64 {
    if x < SMALL { 0.0 } else { x * math::ln(x) / std::f64::consts::LN_2 }
}

/// Bits gained a unit of weight, counting examples whose value is missing as not gained from.
/// `before` and `after` are entropies times `known`, the weight of examples whose value is known.
pub fn gain(before: f64, after: f64, known: f64, all: f64) -> f64 {
    let missing_share = (all - known) / all;
    let bits = (1.0 - missing_share) * (before - after);
    if equal(bits, 0.0) { 0.0 } else { bits / known }
}

/// Gain by bits that it takes to tell the bags; examples whose value is missing are a bag of their own.
pub fn gain_ratio(gain: f64, bags: &[f64], known: f64, all: f64, logs: &Logs) -> f64 {
    let bits = logs.entropy(bags, all) - logs.of(all - known);
    if !above(known, 0.0) || equal(bits, 0.0) { 0.0 } else { gain / (bits / all) }
}

/// How many errors a leaf is expected to make, given how many it made.
#[derive(Clone, Copy)]
pub struct Pessimism {
    confidence: f64,
    /// How many standard deviations above what was seen.
    deviations: f64,
}

impl Pessimism {
    /// Errors are expected to be at most so many with a probability of one minus `confidence`. Computed in single
    /// precision up to the quantile, as Weka does.
    pub fn new(confidence: f64) -> Pessimism {
        let confidence = confidence as f32;
        // Not `normal_quantile`: it has other last bits for 69 % of the confidences between 0.25 and 0.5, and the
        // trees of stored outcomes were pruned with these.
        let deviations = normal_quantile_by_root(f64::from(1.0 - confidence));
        Pessimism { confidence: f64::from(confidence), deviations }
    }

    /// Errors to expect of a leaf.
    pub fn errors(self, per_class: &[f64], total: f64) -> f64 {
        if equal(total, 0.0) {
            return 0.0;
        }
        let seen = incorrect(per_class, total);
        seen + self.more(total, seen)
    }

    /// What to add to `seen` errors among `total` examples.
    pub fn more(self, total: f64, seen: f64) -> f64 {
        if self.confidence > 0.5 {
            return 0.0;
        }
        if seen >= 1.0 {
            return self.more_than_one(total, seen);
        }
        let none = total * (1.0 - math::pow(self.confidence, 1.0 / total));
        if seen == 0.0 { none } else { none + seen * (self.more_than_one(total, 1.0) - none) }
    }

    /// The normal approximation with a correction for continuity, from one error on.
    fn more_than_one(self, total: f64, seen: f64) -> f64 {
        if seen + 0.5 >= total {
            return (total - seen).max(0.0);
        }
        let z = self.deviations;
        let share = (seen + 0.5) / total;
        let spread = share / total - share * share / total + z * z / (4.0 * total * total);
        let upper = (share + z * z / (2.0 * total) + z * spread.sqrt()) / (1.0 + z * z / total);
        upper * total - seen
    }
}
