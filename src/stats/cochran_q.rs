//! Cochran's Q for several classifiers on the same test examples (Cochran 1950, *Biometrika*
//! 37:256): do they get the same share right? With G_j examples right for classifier j and L_i
//! classifiers right on example i, Q = (k-1)(k sum G^2 - (sum G)^2) / (k sum L - sum L^2), referred
//! to chi-square with k - 1 degrees of freedom, or to its exact distribution when the L_i successes
//! of each example fall on any L_i classifiers. It must not know the examples themselves.

use std::collections::BTreeMap;

use super::distribution::chi2_sf;
use super::error::StatsError;
use super::sign::FairCoins;

const TEST: &str = "Cochran's Q test";
/// With more classifiers p is not exact.
const MOST_COLUMNS: usize = 10;
/// RightCounts must fit sixteen bits.
const MOST_ROWS: usize = 60_000;
/// Most pairs (state, placement) that are tried: about 40 ms of work.
const MOST_STEPS: usize = 1_000_000;

/// Numbers of examples right per classifier in rising order, unused places zero. Classifiers are
/// exchangeable, so the order does not matter.
type RightCounts = [u16; MOST_COLUMNS];

/// The outcome of the test.
#[derive(Debug, Clone, PartialEq)]
pub struct CochranQ {
    /// Examples right, per classifier.
    pub right: Vec<usize>,
    /// Examples on which the classifiers are neither all right nor all wrong: only these count.
    pub discordant: usize,
    /// The statistic.
    pub q: f64,
    /// Degrees of freedom.
    pub df: f64,
    /// Upper tail of chi-square.
    pub p: f64,
    /// Exact p; absent for large tables (see [`cochran_q`]).
    pub p_exact: Option<f64>,
}

/// The test on one list per classifier, true where it is right. For two classifiers the exact p is
/// McNemar's; for up to ten it is computed in a fixed number of steps, which allows about 200
/// discordant examples for three, 70 for four, 40 for five and 10 for ten classifiers. Undefined without any
/// discordant example.
pub fn cochran_q(right: &[Vec<bool>]) -> Result<CochranQ, StatsError> {
    let columns = right.len();
    if columns < 2 {
        let (what, needed) = ("classifiers", 2);
        return Err(StatsError::TooFew { test: TEST, what, needed, found: columns });
    }
    let rows = right[0].len();
    if right.iter().any(|answers| answers.len() != rows) {
        let reason = "the classifiers differ in the number of examples";
        return Err(StatsError::BadInput { test: TEST, reason });
    }
    let mut totals: Vec<usize> =
        (0..rows).map(|row| right.iter().filter(|answers| answers[row]).count()).collect();
    totals.retain(|&total| 0 < total && total < columns);
    if totals.is_empty() {
        let reason = "on every example all classifiers are right or all are wrong";
        return Err(StatsError::Undefined { test: TEST, reason });
    }
    let counts: Vec<usize> = right.iter().map(|a| a.iter().filter(|&&r| r).count()).collect();
    let (k, df) = (columns as f64, columns as f64 - 1.0);
    let mean = counts.iter().sum::<usize>() as f64 / k;
    let between: f64 = counts.iter().map(|&g| (g as f64 - mean) * (g as f64 - mean)).sum();
    let within: f64 = totals.iter().map(|&total| (total * (columns - total)) as f64).sum();
    let q = df * k * between / within;
    let p_exact = exact_p(&counts, &mut totals)?;
    Ok(CochranQ { right: counts, discordant: totals.len(), q, df, p: chi2_sf(q, df), p_exact })
}

/// P(Q >= the Q found), or `None` when that takes too long.
fn exact_p(right: &[usize], totals: &mut [usize]) -> Result<Option<f64>, StatsError> {
    let columns = right.len();
    // What all get right moves all counts alike.
    let common = (right.iter().sum::<usize>() - totals.iter().sum::<usize>()) / columns;
    if let [first, second] = right {
        let coins = FairCoins::new((first - common) as u64, (second - common) as u64, TEST)?;
        return Ok(Some(coins.two_sided()));
    }
    if columns > MOST_COLUMNS || totals.len() > MOST_ROWS {
        return Ok(None);
    }
    // Rows of the same kind one after the other: their placements are listed once.
    totals.sort_unstable();
    let spread: u64 = right.iter().map(|&g| ((g - common) * (g - common)) as u64).sum();
    Ok(upper_tail(columns, totals, spread))
}

/// The sum of the counts is fixed, so the sum of their squares orders tables as Q does.
fn upper_tail(columns: usize, totals: &[usize], threshold: u64) -> Option<f64> {
    let mut states: BTreeMap<RightCounts, f64> = BTreeMap::from([(RightCounts::default(), 1.0)]);
    let mut steps = 0;
    for kind in totals.chunk_by(|a, b| a == b) {
        let placements: Vec<u32> =
            (0..1_u32 << columns).filter(|set| set.count_ones() as usize == kind[0]).collect();
        let share = 1.0 / placements.len() as f64;
        for _ in kind {
            steps += states.len() * placements.len();
            if steps > MOST_STEPS {
                return None;
            }
            let mut next = BTreeMap::new();
            for (counts, probability) in states {
                for &set in &placements {
                    *next.entry(placed(counts, set, columns)).or_insert(0.0) += probability * share;
                }
            }
            states = next;
        }
    }
    let spread =
        |counts: &RightCounts| counts.iter().map(|&g| u64::from(g) * u64::from(g)).sum::<u64>();
    let tail = states.iter().filter(|(counts, _)| spread(counts) >= threshold);
    Some(tail.map(|(_, probability)| probability).sum::<f64>().min(1.0))
}

/// RightCounts after one more example that the classifiers in `set` get right.
fn placed(mut counts: RightCounts, set: u32, columns: usize) -> RightCounts {
    for (place, count) in counts[..columns].iter_mut().enumerate() {
        *count += (set >> place & 1) as u16;
    }
    counts[..columns].sort_unstable();
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::key::RngKey;
    use crate::num::sample;
    use crate::stats::mcnemar::mcnemar;
    use crate::stats::reference_cases::{cases, close, number, table};
    use proptest::prelude::*;

    fn random(columns: usize, rows: usize, seed: u64) -> Vec<Vec<bool>> {
        let mut stream = RngKey::root(seed).stream();
        (0..columns)
            .map(|_| (0..rows).map(|_| sample::below(&mut stream, 2) == 1).collect())
            .collect()
    }

    /// cochrans_q of statsmodels 0.15.0 and mlxtend 0.25.0; exact p by enumeration with fractions.
    #[test]
    fn agrees_with_statsmodels_mlxtend_and_enumeration() {
        let mut exact = 0;
        for case in cases("cochran") {
            let right: Vec<Vec<bool>> = table(&case["right"])
                .into_iter()
                .map(|answers| answers.into_iter().map(|answer| answer == 1.0).collect())
                .collect();
            let found = cochran_q(&right).unwrap();
            close(found.q, number(&case["q"]), "Q");
            close(found.p, number(&case["p"]), "p");
            if let Some(p) = case["p_exact"].as_f64() {
                close(found.p_exact.unwrap(), p, "exact p");
                exact += 1;
            }
        }
        assert!(exact >= 5, "{exact}");
    }

    #[test]
    fn degenerate_tables() {
        let refuse = |right: &[Vec<bool>]| cochran_q(right).unwrap_err();
        assert!(matches!(refuse(&[]), StatsError::TooFew { found: 0, .. }));
        assert!(matches!(refuse(&[vec![true]]), StatsError::TooFew { found: 1, .. }));
        assert!(matches!(refuse(&vec![vec![]; 3]), StatsError::Undefined { .. }));
        let same = vec![vec![true, false, true]; 3];
        assert!(matches!(refuse(&same), StatsError::Undefined { .. }));
        assert!(matches!(refuse(&[vec![true], vec![]]), StatsError::BadInput { .. }));
        // One example that one of three gets right: every placement gives the same Q.
        let one = cochran_q(&[vec![true], vec![false], vec![false]]).unwrap();
        assert_eq!((one.discordant, one.q), (1, 2.0));
        assert!((one.p_exact.unwrap() - 1.0).abs() < 1e-14);
    }

    /// Two classifiers: Q is McNemar's chi-square without correction.
    #[test]
    fn two_classifiers_are_mcnemars_test() {
        let right = random(2, 40, 5);
        let only = |a: usize, b: usize| (0..40).filter(|&i| right[a][i] && !right[b][i]).count();
        let expected = mcnemar(only(0, 1) as u64, only(1, 0) as u64).unwrap();
        let found = cochran_q(&right).unwrap();
        assert!((found.q - expected.chi2).abs() < 1e-12);
        assert!((found.p - expected.p_chi2).abs() < 1e-12);
        assert_eq!(found.p_exact, Some(expected.p_exact));
    }

    #[test]
    fn limits_of_the_exact_p() {
        let at = |columns, rows| cochran_q(&random(columns, rows, 7)).unwrap();
        for (columns, fits, too_many) in [(3, 240, 320), (4, 70, 110), (5, 40, 60)] {
            assert!(at(columns, fits).p_exact.is_some(), "{columns}");
            assert!(at(columns, too_many).p_exact.is_none(), "{columns}");
        }
        assert_eq!(at(11, 5).p_exact, None);
    }

    /// 240 examples, three classifiers: the chi-square p lies between the exact p and the exact
    /// probability of a larger Q, up to 0.005.
    #[test]
    fn the_approximation_is_close_for_many_examples() {
        for seed in 0..20 {
            let right = random(3, 240, seed);
            let found = cochran_q(&right).unwrap();
            let total = |row: usize| right.iter().filter(|answers| answers[row]).count();
            let mut totals: Vec<usize> =
                (0..240).map(total).filter(|t| (1..3).contains(t)).collect();
            totals.sort_unstable();
            let common = (0..240).filter(|&row| total(row) == 3).count();
            let spread =
                found.right.iter().map(|g| ((g - common) * (g - common)) as u64).sum::<u64>();
            let at_least = found.p_exact.unwrap();
            let above = upper_tail(3, &totals, spread + 1).unwrap();
            assert!(above - 0.005 < found.p && found.p < at_least + 0.005, "{found:?} {above}");
        }
    }

    proptest! {
        /// Order of classifiers, of examples and of right and wrong does not matter.
        #[test]
        fn order_does_not_matter(
            rows in prop::collection::vec(prop::collection::vec(any::<bool>(), 4), 1..14),
        ) {
            let columns = |order: [usize; 4], flip: bool| -> Vec<Vec<bool>> {
                order.iter().map(|&j| rows.iter().map(|row| row[j] != flip).collect()).collect()
            };
            if let Ok(found) = cochran_q(&columns([0, 1, 2, 3], false)) {
                let p = found.p_exact.unwrap();
                prop_assert!((0.0..=1.0).contains(&found.p) && p > 0.0 && p <= 1.0);
                let swapped = cochran_q(&columns([2, 0, 3, 1], false)).unwrap();
                prop_assert!((swapped.q - found.q).abs() < 1e-12);
                prop_assert_eq!(swapped.p_exact, found.p_exact);
                let mut backwards = columns([0, 1, 2, 3], true);
                backwards.iter_mut().for_each(|answers| answers.reverse());
                let flipped = cochran_q(&backwards).unwrap();
                prop_assert!((flipped.q - found.q).abs() < 1e-9);
                prop_assert!((flipped.p_exact.unwrap() - p).abs() < 1e-12);
            }
        }
    }
}
