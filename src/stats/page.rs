//! Page's test for a trend that was predicted before the data were seen (Page 1963, *JASA* 58:216):
//! columns stand in the predicted order, and L = sum of j R_j is large where the ranks within rows
//! follow it. p is exact, from the distribution of L when each row's ranks are permuted at random
//! (ties stay ties, so with ties it is conditional on them), and normal with the variance of the
//! ranks that were found. It must not know what rows and columns stand for.

use std::collections::BTreeMap;

use super::distribution::normal_sf;
use super::error::StatsError;
use super::friedman::RankTable;

const TEST: &str = "Page's test";
/// With more columns the distribution within one row takes too long.
const MOST_COLUMNS: usize = 12;
/// Most additions of the exact distribution: about 10 ms of work.
const MOST_STEPS: usize = 60_000_000;

/// The outcome of the test. All p are one-sided: small where the ranks follow the prediction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PageTrend {
    /// Sum over columns of place (1, 2, ...) times rank sum.
    pub l: f64,
    /// Its mean if all orders are equally likely.
    pub expected: f64,
    /// L in standard deviations from that mean; positive where the ranks follow the prediction.
    pub z: f64,
    /// Normal p of z, without a correction for continuity.
    pub p_normal: f64,
    /// Exact p; absent for large tables (see [`page`]).
    pub p_exact: Option<f64>,
}

impl PageTrend {
    /// The exact p, or the normal one where that is absent.
    pub fn p(&self) -> f64 {
        self.p_exact.unwrap_or(self.p_normal)
    }
}

/// The test on ranks within rows; columns in the predicted order, the best first. p is exact for up
/// to twelve columns and a fixed number of steps: without ties up to N = 130 for k = 8, 66 for
/// k = 10 and 37 for k = 12, with ties about half as many. Undefined when every row is one tie.
pub fn page(table: &RankTable) -> Result<PageTrend, StatsError> {
    let (n, k) = (table.rows().len() as f64, table.columns() as f64);
    let middle = (k + 1.0) / 2.0;
    let l: f64 = table.rows().iter().map(|row| weighted(row)).sum();
    let within: f64 = table.rows().iter().flatten().map(|r| (r - middle) * (r - middle)).sum();
    if within == 0.0 {
        return Err(StatsError::Undefined { test: TEST, reason: "all columns tie in every row" });
    }
    let expected = n * k * middle * middle;
    // Per row: sum of (j - middle)^2 times the variance of the ranks, which divides by k - 1.
    let places = k * (k * k - 1.0) / 12.0;
    let z = (l - expected) / (places * within / (k - 1.0)).sqrt();
    let p_exact = (table.columns() <= MOST_COLUMNS).then(|| exact_p(table, l)).flatten();
    Ok(PageTrend { l, expected, z, p_normal: normal_sf(z), p_exact })
}

/// Sum of place times value, places from one.
fn weighted(row: &[f64]) -> f64 {
    row.iter().zip(1_u16..).map(|(value, place)| f64::from(place) * value).sum()
}

/// Probabilities of consecutive whole numbers, of which the first is `least`.
struct LDistribution {
    least: usize,
    shares: Vec<f64>,
}

/// P(L >= l), or `None` when that takes too many steps. Everything is counted in halves where ties
/// give half ranks.
fn exact_p(table: &RankTable, l: f64) -> Option<f64> {
    let halves = table.rows().iter().flatten().any(|rank| rank.fract() != 0.0);
    let unit = if halves { 2.0 } else { 1.0 };
    // Rows with the same ties have the same distribution.
    let mut kinds: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    for row in table.rows() {
        let mut ranks: Vec<usize> = row.iter().map(|rank| (unit * rank) as usize).collect();
        ranks.sort_unstable();
        *kinds.entry(ranks).or_default() += 1;
    }
    let mut steps = 0;
    let mut so_far = LDistribution { least: 0, shares: vec![1.0] };
    for (ranks, rows) in kinds {
        let row = row_distribution(&ranks, &mut steps)?;
        let outcomes: Vec<(usize, f64)> =
            row.shares.iter().copied().enumerate().filter(|(_, share)| *share > 0.0).collect();
        for _ in 0..rows {
            steps += outcomes.len() * so_far.shares.len();
            if steps > MOST_STEPS {
                return None;
            }
            let mut next = vec![0.0; so_far.shares.len() + row.shares.len() - 1];
            for &(at, share) in &outcomes {
                add_shifted(&mut next, &so_far.shares, at, share);
            }
            so_far = LDistribution { least: so_far.least + row.least, shares: next };
        }
    }
    let first = ((unit * l) as usize).saturating_sub(so_far.least);
    // From the far end, where the terms are smallest.
    Some(so_far.shares.get(first..)?.iter().rev().sum::<f64>().min(1.0))
}

/// The distribution of one row's L over all orders of its ranks. Places are filled one after the
/// other; what matters of the places before is only how many of each tied group of ranks were used,
/// and that is the state.
fn row_distribution(ranks: &[usize], steps: &mut usize) -> Option<LDistribution> {
    let groups: Vec<(usize, usize)> =
        ranks.chunk_by(|a, b| a == b).map(|group| (group[0], group.len())).collect();
    // State numbers count the used ranks of each group, like digits.
    let mut digits = Vec::with_capacity(groups.len());
    let mut states = 1;
    for (_, size) in &groups {
        digits.push(states);
        states *= size + 1;
    }
    let mut partial: Vec<Vec<f64>> = vec![Vec::new(); states];
    partial[0] = vec![1.0];
    for state in 0..states - 1 {
        let so_far = std::mem::take(&mut partial[state]);
        let used = |group: usize| state / digits[group] % (groups[group].1 + 1);
        let place = 1 + (0..groups.len()).map(used).sum::<usize>();
        for (group, &(rank, size)) in groups.iter().enumerate() {
            let left = size - used(group);
            if left == 0 {
                continue;
            }
            *steps += so_far.len();
            if *steps > MOST_STEPS {
                return None;
            }
            let next = &mut partial[state + digits[group]];
            if next.len() < so_far.len() + place * rank {
                next.resize(so_far.len() + place * rank, 0.0);
            }
            let share = left as f64 / (ranks.len() + 1 - place) as f64;
            add_shifted(next, &so_far, place * rank, share);
        }
    }
    let shares = partial.pop()?;
    let least = shares.iter().position(|&share| share > 0.0)?;
    Some(LDistribution { least, shares: shares[least..].to_vec() })
}

/// Adds `share` times a distribution, moved up by `shift`.
fn add_shifted(sums: &mut [f64], so_far: &[f64], shift: usize, share: f64) {
    for (sum, probability) in sums[shift..].iter_mut().zip(so_far) {
        *sum += share * probability;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::key::RngKey;
    use crate::num::sample;
    use crate::stats::rank::Ties;
    use crate::stats::reference_cases::{cases, close, number, table};
    use proptest::prelude::*;

    fn ranks(rows: &[Vec<f64>]) -> RankTable {
        RankTable::new(rows, true, Ties::Decimal).unwrap()
    }

    /// page_trend_test of SciPy 1.17.1, exact and asymptotic, without ties; with ties L from SciPy
    /// and p by enumeration with fractions.
    #[test]
    fn agrees_with_scipy_and_enumeration() {
        let (mut untied, mut tied) = (0, 0);
        for case in cases("page") {
            let found = page(&ranks(&table(&case["table"]))).unwrap();
            let what = case.to_string();
            close(found.l, number(&case["l"]), &what);
            if case["tied"] == false {
                close(found.p_normal, number(&case["p_normal"]), &what);
                untied += 1;
            }
            if let Some(p) = case["p_exact"].as_f64() {
                close(found.p_exact.unwrap(), p, &what);
                tied += u32::from(case["tied"] == true);
            }
        }
        assert!(untied >= 5 && tied >= 5, "{untied} {tied}");
    }

    /// `page.test` of R's cultevo, as quoted in SciPy's own tests. There the best column is last.
    #[test]
    fn agrees_with_r() {
        let mirrored = |rows: &[&[f64]]| -> Vec<Vec<f64>> {
            rows.iter().map(|row| row.iter().map(|v| -v).collect()).collect()
        };
        let found = page(&ranks(&mirrored(&[
            &[1.5, 4.0, 8.3, 5.0, 19.0, 11.0],
            &[5.0, 4.0, 3.5, 10.0, 20.0, 21.0],
            &[8.4, 3.2, 10.0, 12.0, 14.0, 15.0],
        ])));
        let found = found.unwrap();
        assert_eq!(found.l, 266.0);
        close(found.p(), 4.121656378600823e-05, "six columns");
        let found = page(&ranks(&mirrored(&[
            &[10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0],
            &[1.0, 8.0, 4.0, 7.0, 6.0, 5.0, 9.0, 3.0, 2.0, 10.0],
        ])));
        let found = found.unwrap();
        assert_eq!(found.l, 542.0);
        close(found.p(), 0.9481266260876332, "ten columns");
    }

    #[test]
    fn a_perfect_trend_has_one_order_of_all() {
        let found = page(&ranks(&vec![vec![4.0, 3.0, 2.0, 1.0]; 3])).unwrap();
        assert_eq!((found.l, found.expected), (90.0, 75.0));
        assert!((found.p_exact.unwrap() * 24.0_f64.powi(3) - 1.0).abs() < 1e-12);
        let worst = page(&ranks(&vec![vec![1.0, 2.0, 3.0, 4.0]; 3])).unwrap();
        assert!((worst.p() - 1.0).abs() < 1e-14 && worst.z == -found.z);
    }

    #[test]
    fn large_and_degenerate_tables() {
        let row = |k: usize| (0..k).map(|j| ((j * 7) % k) as f64).collect::<Vec<f64>>();
        for (k, n) in [(8, 130), (10, 66), (12, 37)] {
            assert!(page(&ranks(&vec![row(k); n])).unwrap().p_exact.is_some(), "{k} {n}");
            assert!(page(&ranks(&vec![row(k); n + 1])).unwrap().p_exact.is_none(), "{k} {n}");
        }
        let wide = page(&ranks(&vec![row(13); 2])).unwrap();
        assert_eq!((wide.p_exact, wide.p()), (None, wide.p_normal));
        let tied = page(&ranks(&vec![vec![1.0; 3]; 2]));
        assert!(matches!(tied, Err(StatsError::Undefined { .. })));
    }

    /// 30 rows of 5 columns: exact and normal p agree to 0.01.
    #[test]
    fn the_approximation_is_close_for_many_rows() {
        let mut stream = RngKey::root(63).stream();
        for most in [3, 1000] {
            for _ in 0..50 {
                let row = |_| (0..5).map(|_| sample::below(&mut stream, most) as f64).collect();
                let scores: Vec<Vec<f64>> = (0..30).map(row).collect();
                let found = page(&ranks(&scores)).unwrap();
                let apart = found.p_exact.unwrap() - found.p_normal;
                assert!(apart.abs() < 0.01, "{found:?}");
            }
        }
    }

    proptest! {
        /// Reversed columns: L and its mirror image are equally far from the mean, and both tails
        /// share the observed value.
        #[test]
        fn the_reverse_prediction_has_the_other_tail(
            scores in prop::collection::vec(prop::collection::vec(0_u8..6, 4), 2..8),
        ) {
            let rows: Vec<Vec<f64>> =
                scores.iter().map(|r| r.iter().map(|&v| f64::from(v)).collect()).collect();
            let reversed: Vec<Vec<f64>> =
                rows.iter().map(|r| r.iter().rev().copied().collect()).collect();
            if let Ok(there) = page(&ranks(&rows)) {
                let back = page(&ranks(&reversed)).unwrap();
                prop_assert!((there.z + back.z).abs() < 1e-12);
                let (p, q) = (there.p_exact.unwrap(), back.p_exact.unwrap());
                prop_assert!((0.0..=1.0).contains(&p) && p + q >= 1.0 - 1e-12);
            }
        }
    }
}
