//! The exact p-value of Friedman's test: the share of all ways to permute the ranks within every
//! row that give rank sums at least as spread as those found. Ties stay where they are in the
//! multiset of a row's ranks, so with ties this is the conditional permutation test; without ties
//! it gives the tables of Friedman (1937). A dynamic programme over sorted vectors
//! of rank sums adds row after row: columns are exchangeable, so vectors that are permutations of
//! each other are one state. It must not know what rows and columns stand for.

use std::collections::BTreeMap;

use super::error::StatsError;
use super::friedman::RankTable;

const TEST: &str = "exact Friedman test";
const MOST_COLUMNS: usize = 8;
/// Doubled rank sums must fit sixteen bits.
const MOST_ROWS: usize = 4000;
/// Most pairs (state, permutation) that are tried: under a second of work.
const MOST_STEPS: usize = 4_000_000;

/// Doubled rank sums in rising order, unused places zero.
type Sums = [u16; MOST_COLUMNS];

/// P(S >= the S found), S being the spread of the rank sums, when within every row each order of
/// its ranks is equally likely. Refused for more than eight columns, or when it would take more
/// than a fixed number of steps; without ties that allows N up to 150 for k = 3, 32 for k = 4, 11
/// for k = 5, 5 for k = 6, 3 for k = 7 and 2 for k = 8.
pub fn exact_p(table: &RankTable) -> Result<f64, StatsError> {
    let too_large = StatsError::BadInput { test: TEST, reason: "the table is too large" };
    if table.columns() > MOST_COLUMNS || table.rows().len() > MOST_ROWS {
        return Err(too_large);
    }
    let doubled: Vec<Vec<u16>> = table
        .rows()
        .iter()
        .map(|row| row.iter().map(|rank| (2.0 * rank) as u16).collect())
        .collect();
    let mut found = Sums::default();
    doubled.iter().for_each(|row| add(&mut found, row));
    upper_tail(&doubled, spread(&found)).ok_or(too_large)
}

/// The sum of the sums is fixed, so the sum of their squares orders tables as Friedman's S does.
fn spread(sums: &Sums) -> u64 {
    sums.iter().map(|&sum| u64::from(sum) * u64::from(sum)).sum()
}

fn add(sums: &mut Sums, row: &[u16]) {
    sums.iter_mut().zip(row).for_each(|(sum, rank)| *sum += rank);
}

/// P(spread >= threshold), or `None` when that takes too many steps.
fn upper_tail(rows: &[Vec<u16>], threshold: u64) -> Option<f64> {
    let (first, others) = rows.split_first()?;
    let (last, middle) = others.split_last()?;
    // Any order of the first row is as good as any other.
    let mut start = Sums::default();
    add(&mut start, first);
    start[..first.len()].sort_unstable();
    let mut states = BTreeMap::from([(start, 1.0)]);
    let mut steps = 0;
    for row in middle {
        let orders = orders_of(row);
        steps += states.len() * orders.len();
        if steps > MOST_STEPS {
            return None;
        }
        let share = 1.0 / orders.len() as f64;
        let mut next = BTreeMap::new();
        for (sums, probability) in states {
            for order in &orders {
                let mut sums: Sums = sums;
                add(&mut sums, order);
                sums[..order.len()].sort_unstable();
                *next.entry(sums).or_insert(0.0) += probability * share;
            }
        }
        states = next;
    }
    let orders = orders_of(last);
    // The last row only has to be counted, which is much faster than building states.
    if steps + states.len() * orders.len() / 8 > MOST_STEPS {
        return None;
    }
    let mut tail = 0.0;
    for (sums, probability) in states {
        let reach = orders.iter().filter(|order| {
            let mut sums = sums;
            add(&mut sums, order);
            spread(&sums) >= threshold
        });
        tail += probability * reach.count() as f64 / orders.len() as f64;
    }
    Some(tail.min(1.0))
}

/// All distinct orders of some ranks, in lexicographic order.
fn orders_of(ranks: &[u16]) -> Vec<Vec<u16>> {
    let mut order = ranks.to_vec();
    order.sort_unstable();
    let mut orders = vec![order.clone()];
    // The next order: raise the last rank that can be raised by as little as possible.
    while let Some(at) = order.windows(2).rposition(|pair| pair[0] < pair[1]) {
        let from = order.iter().rposition(|&rank| rank > order[at]).unwrap_or(at + 1);
        order.swap(at, from);
        order[at + 1..].reverse();
        orders.push(order.clone());
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::rank::Ties;
    use proptest::prelude::*;

    /// Siegel (1956), Table N, after Friedman (1937): k, N, chi-square, p in three or four
    /// decimals.
    #[test]
    fn published_tables() {
        for (k, n, chi2, p, decimals) in [
            (3, 2, 4.0, 0.167, 3),
            (3, 3, 6.0, 0.028, 3),
            (3, 3, 4.667, 0.194, 3),
            (3, 4, 8.0, 0.0046, 4),
            (3, 4, 6.5, 0.042, 3),
            (3, 4, 6.0, 0.069, 3),
            (3, 4, 4.5, 0.125, 3),
            (3, 4, 3.5, 0.273, 3),
            (3, 4, 0.5, 0.931, 3),
            (4, 2, 6.0, 0.042, 3),
            (4, 2, 5.4, 0.167, 3),
            (4, 3, 9.0, 0.0017, 4),
            (4, 3, 8.2, 0.017, 3),
            (4, 3, 7.4, 0.033, 3),
            (4, 3, 7.0, 0.054, 3),
        ] {
            let (kf, nf) = (f64::from(k), f64::from(n));
            // The doubled sums' squares at this chi-square; a little less, for the printed
            // rounding.
            let squares = chi2 * nf * kf * (kf + 1.0) / 12.0 + kf * (nf * (kf + 1.0) / 2.0).powi(2);
            let row: Vec<u16> = (1..=k).map(|rank| 2 * rank).collect();
            let found = upper_tail(&vec![row; n as usize], (4.0 * squares - 0.5) as u64).unwrap();
            assert!((found - p).abs() <= 0.5001 * 0.1_f64.powi(decimals), "{k} {n} {chi2} {found}");
        }
    }

    #[test]
    fn orders_are_all_and_distinct() {
        assert_eq!(orders_of(&[2, 4, 6]).len(), 6);
        assert_eq!(orders_of(&[5, 2, 5, 8]).len(), 12);
        assert_eq!(orders_of(&[3, 3]), [[3, 3]]);
    }

    fn table(scores: &[Vec<u8>]) -> RankTable {
        let rows: Vec<Vec<f64>> =
            scores.iter().map(|row| row.iter().map(|&v| f64::from(v)).collect()).collect();
        RankTable::new(&rows, true, Ties::Decimal).unwrap()
    }

    /// Every choice of orders of all rows, each with k! permutations by recursion, counted.
    fn enumerated(table: &RankTable) -> f64 {
        fn permutations(items: &[f64]) -> Vec<Vec<f64>> {
            if items.is_empty() {
                return vec![vec![]];
            }
            let mut all = Vec::new();
            for i in 0..items.len() {
                let mut rest = items.to_vec();
                let chosen = rest.remove(i);
                for mut tail in permutations(&rest) {
                    tail.push(chosen);
                    all.push(tail);
                }
            }
            all
        }
        fn squares(sums: &[f64]) -> f64 {
            sums.iter().map(|sum| sum * sum).sum()
        }
        let mut sums = vec![vec![0.0; table.columns()]];
        let mut found = vec![0.0; table.columns()];
        for row in table.rows() {
            found.iter_mut().zip(row).for_each(|(sum, rank)| *sum += rank);
            let orders = permutations(row);
            sums = sums
                .iter()
                .flat_map(|sum| {
                    orders.iter().map(|o| sum.iter().zip(o).map(|(s, r)| s + r).collect())
                })
                .collect();
        }
        let reach = sums.iter().filter(|sum| squares(sum) >= squares(&found)).count();
        reach as f64 / sums.len() as f64
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn equals_enumeration(scores in (2_usize..5).prop_flat_map(|k| {
            prop::collection::vec(prop::collection::vec(0_u8..5, k), 2..4)
        })) {
            let table = table(&scores);
            prop_assert!((exact_p(&table).unwrap() - enumerated(&table)).abs() < 1e-13);
        }
    }

    #[test]
    fn complete_ties_give_one() {
        assert_eq!(exact_p(&table(&[vec![1, 1, 1], vec![2, 2, 2]])), Ok(1.0));
    }

    #[test]
    fn documented_sizes_are_allowed_and_large_ones_refused() {
        let same = |k: u8, n: usize| exact_p(&table(&vec![(0..k).collect::<Vec<u8>>(); n]));
        for (k, n) in [(3, 150), (4, 32), (5, 11), (6, 5), (7, 3), (8, 2)] {
            let p = same(k, n);
            let orders: f64 = (1..=k).map(f64::from).product();
            // Perfect agreement: only the columns' names are free.
            let expected = orders.powi(1 - n as i32);
            assert!((p.clone().unwrap() / expected - 1.0).abs() < 1e-12, "{k} {n} {p:?}");
        }
        assert!(same(9, 2).is_err() && same(8, 5).is_err() && same(5, 60).is_err());
    }
}
