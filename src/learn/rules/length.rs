//! Description lengths in bits: what it costs to tell a list of rules, and then which rows it gets wrong (J. R. Quinlan,
//! MDL and categorical theories (continued), ICML 1995). Rules appear here only as numbers of conditions and weights of
//! rows. Formulas and tolerances are those of Weka 3.6.14's `RuleStats`.

use std::f64::consts::LN_2;

use crate::learn::tolerance::{above, at_least};
use crate::num::math;

/// Half, because conditions of a rule may come in any order and many say the same.
const REDUNDANCY: f64 = 0.5;

/// Logarithm to base two.
pub fn log2(x: f64) -> f64 {
    math::ln(x) / LN_2
}

/// What a rule, or a list of rules, does to weighted rows.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Counts {
    /// Weight of the rows it covers.
    pub covered: f64,
    /// Weight of those it does not cover.
    pub uncovered: f64,
    /// Covered and of the class.
    pub right: f64,
    /// Covered, but of another class.
    pub wrong: f64,
    /// Of the class, but not covered.
    pub missed: f64,
}

impl Counts {
    /// Of rules that are asked one after the other: each gets the rows that those before it left.
    pub fn of_list<'a>(rules: impl IntoIterator<Item = &'a Counts>) -> Counts {
        rules.into_iter().fold(Counts::default(), |all, rule| Counts {
            covered: all.covered + rule.covered,
            right: all.right + rule.right,
            wrong: all.wrong + rule.wrong,
            ..*rule
        })
    }

    /// With the only rule taken away.
    fn without_any(&self) -> Counts {
        Counts {
            uncovered: self.covered + self.uncovered,
            missed: self.right + self.missed,
            ..Counts::default()
        }
    }
}

/// Bits to tell which `chosen` of `all` elements belong to a subset, if each is expected to with probability `p`.
pub fn subset(all: f64, chosen: f64, p: f64) -> f64 {
    let inside = if above(p, 0.0) { -chosen * log2(p) } else { 0.0 };
    // A rule list can be so wrong that more errors are expected than rows there are. Weka fails there; here what was
    // thought impossible costs a thousand bits.
    inside - (all - chosen) * log2((1.0 - p).max(f64::MIN_POSITIVE))
}

/// What lengths depend on while rules for one class are learned.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    /// How many conditions there are to choose from.
    pub conditions: f64,
    /// The share of wrongly covered rows that is expected among all errors.
    pub expected_wrong: f64,
    /// Whether a rule that is wrong on half of what it covers is deleted however short it is.
    pub check_error: bool,
}

/// A rule of a list, as far as lengths go.
#[derive(Debug, Clone, Copy)]
pub struct Listed {
    /// Number of its conditions.
    pub conditions: usize,
    /// What it does to the rows that rules before it left.
    pub counts: Counts,
}

impl Measure {
    /// Bits to tell a rule of so many conditions.
    pub fn theory(&self, conditions: usize) -> f64 {
        if conditions == 0 {
            return 0.0;
        }
        let k = conditions as f64;
        let mut bits = log2(k);
        if conditions > 1 {
            bits += 2.0 * log2(bits);
        }
        REDUNDANCY * (bits + subset(self.conditions, k, k / self.conditions))
    }

    /// Bits to tell which rows a list of rules gets wrong.
    pub fn errors(&self, list: &Counts) -> f64 {
        let Counts { covered, uncovered, wrong, missed, .. } = *list;
        let some = |weight: f64, errors: f64| {
            if above(weight, 0.0) { subset(weight, errors, errors / weight) } else { 0.0 }
        };
        let total = log2(covered + uncovered + 1.0);
        // The larger side is told with the expected number of errors, the smaller with its own.
        if above(covered, uncovered) {
            let expected = self.expected_wrong * (wrong + missed);
            total + subset(covered, wrong, expected / covered) + some(uncovered, missed)
        } else {
            let expected = (1.0 - self.expected_wrong) * (wrong + missed);
            total + some(covered, wrong) + subset(uncovered, missed, expected / uncovered)
        }
    }

    /// How many bits are saved by deleting a rule, as if those after it covered nothing, or `None` if it should stay. If
    /// not, the counts of the list are brought up to date.
    pub fn saving(&self, list: &mut Counts, rule: &Listed) -> Option<f64> {
        let without = Counts {
            covered: list.covered - rule.counts.covered,
            uncovered: list.uncovered + rule.counts.covered,
            right: list.right - rule.counts.right,
            wrong: list.wrong - rule.counts.wrong,
            missed: list.missed + rule.counts.right,
        };
        let saved = self.errors(list) + self.theory(rule.conditions) - self.errors(&without);
        let bad = at_least(rule.counts.wrong / rule.counts.covered, 0.5);
        let deleted = at_least(saved, 0.0) || (self.check_error && bad);
        deleted.then(|| {
            *list = without;
            saved
        })
    }

    /// The length of a list after the deletion of those of its last rules that do not pay, without what it takes to tell
    /// the rules.
    fn shortest(&self, mut list: Counts, last: &[Listed]) -> f64 {
        let saved: f64 = last.iter().filter_map(|rule| self.saving(&mut list, rule)).sum();
        self.errors(&list) - saved
    }

    /// By how much a rule makes a list longer. `before` are the rules in front of it; `after` those behind it, and
    /// `otherwise` the same ones if it is not there.
    pub fn relative(
        &self,
        before: &[Counts],
        rule: &Listed,
        after: &[Listed],
        otherwise: &[Listed],
    ) -> f64 {
        let counts = |rules: &'_ [Listed]| rules.iter().map(|r| r.counts).collect::<Vec<_>>();
        let (with, without) = (counts(after), counts(otherwise));
        let with = Counts::of_list(before.iter().chain([&rule.counts]).chain(&with));
        let without = match (before, &without[..]) {
            ([], []) => rule.counts.without_any(),
            _ => Counts::of_list(before.iter().chain(&without)),
        };
        self.shortest(with, after) + self.theory(rule.conditions)
            - self.shortest(without, otherwise)
    }
}
