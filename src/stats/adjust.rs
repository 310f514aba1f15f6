//! Adjusted p-values for a family of m hypotheses: the smallest family-wise level at which each
//! would be rejected. With p(1) <= ... <= p(m): Bonferroni m p; Holm (1979) max over j <= i of
//! (m-j+1) p(j); Hochberg (1988) min over j >= i of (m-j+1) p(j); Hommel (1988) by closed testing
//! with Simes's test (Wright 1992); Finner (1993) max over j <= i of 1 - (1-p(j))^(m/j); Li (2008)
//! p / (p + 1 - p(m)). The last two as in Garcia et al. (2010). It must not know what the
//! hypotheses say.

use crate::num::math::ln_1p;

/// A way to adjust p-values that uses nothing but the p-values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Correction {
    /// m times the p-value.
    Bonferroni,
    /// Holm's step-down procedure.
    Holm,
    /// Hochberg's step-up procedure.
    Hochberg,
    /// Hommel's procedure.
    Hommel,
    /// Finner's step-down procedure.
    Finner,
    /// Li's two-step procedure.
    Li,
}

impl Correction {
    /// All of them.
    pub const ALL: [Correction; 6] = [
        Correction::Bonferroni,
        Correction::Holm,
        Correction::Hochberg,
        Correction::Hommel,
        Correction::Finner,
        Correction::Li,
    ];

    /// Its name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Correction::Bonferroni => "bonferroni",
            Correction::Holm => "holm",
            Correction::Hochberg => "hochberg",
            Correction::Hommel => "hommel",
            Correction::Finner => "finner",
            Correction::Li => "li",
        }
    }

    /// The adjusted p-values, in the order given; at most 1, never in another order than the
    /// p-values themselves, equal for equal ones. The p-values must lie in [0, 1].
    pub fn adjust(self, p_values: &[f64]) -> Vec<f64> {
        in_rising_order(p_values, |sorted| {
            let m = sorted.len() as f64;
            // With the place counted from 0: m - place hypotheses have no smaller p-value.
            let places = || (0..sorted.len()).map(|place| (place as f64, sorted[place]));
            match self {
                Correction::Bonferroni => sorted.iter().map(|p| m * p).collect(),
                Correction::Holm => running_max(places().map(|(i, p)| (m - i) * p)),
                Correction::Hochberg => {
                    let mut least = f64::INFINITY;
                    let mut adjusted: Vec<f64> = places().map(|(i, p)| (m - i) * p).collect();
                    for value in adjusted.iter_mut().rev() {
                        least = least.min(*value);
                        *value = least;
                    }
                    adjusted
                }
                Correction::Hommel => hommel(sorted),
                Correction::Finner => {
                    running_max(places().map(|(i, p)| -libm::expm1(m / (i + 1.0) * ln_1p(-p))))
                }
                Correction::Li => {
                    let slack = sorted.last().map_or(0.0, |largest| 1.0 - largest);
                    let li = |p: &f64| if *p > 0.0 { p / (p + slack) } else { 0.0 };
                    sorted.iter().map(li).collect()
                }
            }
        })
    }
}

/// Sorts, applies a procedure that expects rising p-values, caps at 1 and restores the order.
pub(super) fn in_rising_order(
    p_values: &[f64],
    procedure: impl Fn(&[f64]) -> Vec<f64>,
) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let sorted: Vec<f64> = order.iter().map(|&i| p_values[i]).collect();
    let mut adjusted = vec![0.0; p_values.len()];
    for (i, value) in order.into_iter().zip(procedure(&sorted)) {
        adjusted[i] = value.min(1.0);
    }
    adjusted
}

/// The largest value so far, at each place.
pub(super) fn running_max(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut largest = 0.0_f64;
    values
        .map(|value| {
            largest = largest.max(value);
            largest
        })
        .collect()
}

/// A hypothesis is rejected when Simes's test rejects every set that contains it. Of the sets of
/// one size, the hardest to reject holds the largest other p-values, so one set per size is enough.
fn hommel(sorted: &[f64]) -> Vec<f64> {
    let m = sorted.len();
    let mut adjusted = sorted.to_vec();
    for size in 2..=m {
        let s = size as f64;
        // Simes's p of the `size` largest without its smallest member.
        let largest = &sorted[m - size + 1..];
        let others = (2..=size).zip(largest).map(|(j, p)| s * p / j as f64);
        let others = others.fold(f64::INFINITY, f64::min);
        let member = others.min(s * sorted[m - size]);
        for (i, value) in adjusted.iter_mut().enumerate() {
            let of_this_size = if i <= m - size { others.min(s * sorted[i]) } else { member };
            *value = value.max(of_this_size);
        }
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const P: [f64; 9] = [0.01, 0.013, 0.014, 0.19, 0.35, 0.5, 0.63, 0.67, 0.75];
    const SHUFFLED: [f64; 5] = [0.04, 0.001, 0.04, 0.2, 0.009];

    fn close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (f, e) in found.iter().zip(expected) {
            assert!((f - e).abs() <= 1e-13, "{found:?} {expected:?}");
        }
    }

    /// statsmodels 0.15.0: multipletests(P, method=...)[1]; simes-hochberg is Hochberg's procedure.
    #[test]
    fn agrees_with_statsmodels() {
        close(
            &Correction::Bonferroni.adjust(&P),
            &[0.09, 0.11699999999999999, 0.126, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
        );
        close(&Correction::Holm.adjust(&P), &[0.09, 0.104, 0.104, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
        close(
            &Correction::Hochberg.adjust(&P),
            &[0.09, 0.098, 0.098, 0.75, 0.75, 0.75, 0.75, 0.75, 0.75],
        );
        close(
            &Correction::Hommel.adjust(&P),
            &[0.07, 0.091, 0.098, 0.75, 0.75, 0.75, 0.75, 0.75, 0.75],
        );
        close(&Correction::Holm.adjust(&SHUFFLED), &[0.12, 0.005, 0.12, 0.2, 0.036]);
        close(&Correction::Hochberg.adjust(&SHUFFLED), &[0.08, 0.005, 0.08, 0.2, 0.036]);
        close(&Correction::Hommel.adjust(&SHUFFLED), &[0.08, 0.005, 0.08, 0.2, 0.036]);
    }

    /// Finner's and Li's formulas in numpy, written from Garcia et al. (2010), 5.2.
    #[test]
    fn finner_and_li() {
        close(
            &Correction::Finner.adjust(&SHUFFLED),
            &[
                0.06577377347992575,
                0.004990009995000988,
                0.06577377347992575,
                0.19999999999999996,
                0.022348353069483684,
            ],
        );
        close(
            &Correction::Li.adjust(&SHUFFLED),
            &[
                0.047619047619047616,
                0.001248439450686642,
                0.047619047619047616,
                0.2,
                0.011124845488257108,
            ],
        );
        assert_eq!(Correction::Li.adjust(&[0.0, 1.0, 0.5]), [0.0, 1.0, 1.0]);
        assert_eq!(Correction::Finner.adjust(&[0.0, 1.0]), [0.0, 1.0]);
    }

    /// The closure principle: the largest p of any set of hypotheses that contains this one.
    fn closed(p: &[f64], local: impl Fn(&mut Vec<f64>) -> f64) -> Vec<f64> {
        let sets = 1..1_usize << p.len();
        let member = |set: usize, i: usize| set >> i & 1 == 1;
        let values: Vec<(usize, f64)> = sets
            .map(|set| {
                let mut inside = (0..p.len()).filter(|&i| member(set, i)).map(|i| p[i]).collect();
                (set, local(&mut inside))
            })
            .collect();
        let of = |i| values.iter().filter(|v| member(v.0, i)).map(|v| v.1).fold(0.0, f64::max);
        (0..p.len()).map(|i| f64::min(of(i), 1.0)).collect()
    }

    proptest! {
        #[test]
        fn holm_and_hommel_are_closed_tests(
            p in prop::collection::vec(prop::sample::select(vec![0.0, 0.001, 0.01, 0.011, 0.02,
                0.03, 0.05, 0.051, 0.2, 0.4, 0.7, 0.95, 1.0]), 1..8),
        ) {
            let least = |p: &[f64]| p.iter().copied().fold(1.0, f64::min);
            close(&Correction::Holm.adjust(&p), &closed(&p, |set| set.len() as f64 * least(set)));
            let simes = |set: &mut Vec<f64>| {
                set.sort_by(f64::total_cmp);
                let m = set.len() as f64;
                let terms = set.iter().enumerate().map(|(j, p)| m * p / (j as f64 + 1.0));
                terms.fold(1.0, f64::min)
            };
            close(&Correction::Hommel.adjust(&p), &closed(&p, simes));
        }

        #[test]
        fn monotone_capped_and_ordered_by_power(p in prop::collection::vec(0.0_f64..=1.0, 1..40)) {
            let all: Vec<Vec<f64>> = Correction::ALL.iter().map(|c| c.adjust(&p)).collect();
            for adjusted in &all {
                for i in 0..p.len() {
                    prop_assert!(adjusted[i] <= 1.0 && adjusted[i] >= p[i] * (1.0 - 1e-12));
                    for j in 0..p.len() {
                        prop_assert!(p[i] > p[j] || adjusted[i] <= adjusted[j]);
                    }
                }
            }
            // Hommel rejects whatever Hochberg does, Hochberg what Holm does, Holm what Bonferroni
            // does.
            for pair in all[..4].windows(2) {
                for (weaker, stronger) in pair[0].iter().zip(&pair[1]) {
                    prop_assert!(*stronger <= weaker * (1.0 + 1e-12));
                }
            }
        }
    }

    #[test]
    fn small_families() {
        for correction in Correction::ALL {
            assert!(correction.adjust(&[]).is_empty());
            assert!((correction.adjust(&[0.03])[0] - 0.03).abs() < 1e-15, "{correction:?}");
        }
    }
}
