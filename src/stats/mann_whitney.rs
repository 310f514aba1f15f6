//! The Mann-Whitney U test (Wilcoxon rank-sum test) for two independent samples (Mann and Whitney
//! 1947, *Annals of Mathematical Statistics* 18:50): exact by counting all ways to divide the
//! ranks, ties included, or by the normal approximation with tie-corrected variance. U of `a`
//! counts the pairs in which `a` is better (larger), ties as one half. It must not know what the
//! numbers measure.

use crate::stats::error::StatsError;
use crate::stats::rank::{Ties, average_ranks};
use crate::stats::tails::Tails;

const TEST: &str = "Mann-Whitney U test";

/// [`Method::Auto`] is exact up to this many values in both samples together.
pub const AUTO_EXACT_VALUES: usize = 60;

/// More values than this have no exact p: the count takes time with their fourth power.
pub const MAX_EXACT_VALUES: usize = 200;

/// How the p-value is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// `Exact` up to [`AUTO_EXACT_VALUES`] values, `NormalCorrected` above.
    #[default]
    Auto,
    /// Distribution over all divisions of the ranks as they are, ties included.
    Exact,
    /// Normal approximation.
    Normal,
    /// Normal approximation with a continuity correction of one half.
    NormalCorrected,
}

/// The outcome of the test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MannWhitney {
    /// Rank sum of `a`, the smallest value of all having rank 1.
    pub rank_sum_a: f64,
    /// Rank sum of `b`.
    pub rank_sum_b: f64,
    /// Pairs in which `a` is better. Some textbooks (Sheskin 2004) call this one the U of `b`.
    pub u_a: f64,
    /// Pairs in which `b` is better.
    pub u_b: f64,
    /// The standardised U of `a`, with the continuity correction if there is one; only for the
    /// normal methods.
    pub z: Option<f64>,
    /// Two-sided p: twice the smaller tail, at most one.
    pub p_two_sided: f64,
    /// One-sided p of the alternative that `a` is better.
    pub p_a_better: f64,
    /// The method that was used: never `Auto`.
    pub method: Method,
}

/// The test on two samples.
pub fn mann_whitney(
    a: &[f64],
    b: &[f64],
    ties: Ties,
    method: Method,
) -> Result<MannWhitney, StatsError> {
    let smaller = a.len().min(b.len());
    if smaller == 0 {
        let what = "values in each sample";
        return Err(StatsError::TooFew { test: TEST, what, needed: 1, found: 0 });
    }
    let values = [a, b].concat();
    if values.iter().any(|value| !value.is_finite()) {
        let reason = "a value is not a finite number";
        return Err(StatsError::BadInput { test: TEST, reason });
    }
    // Doubled ranks are whole numbers, also where ties share a rank.
    let ranks: Vec<usize> =
        average_ranks(&values, false, ties).into_iter().map(|rank| (2.0 * rank) as usize).collect();
    if ranks.iter().all(|&rank| rank == ranks[0]) {
        return Err(StatsError::Undefined { test: TEST, reason: "all values are equal" });
    }
    let rank_sum_a = ranks[..a.len()].iter().sum::<usize>() as f64 / 2.0;
    let rank_sum_b = ranks[a.len()..].iter().sum::<usize>() as f64 / 2.0;
    let u_a = rank_sum_a - (a.len() * (a.len() + 1)) as f64 / 2.0;
    let u_b = rank_sum_b - (b.len() * (b.len() + 1)) as f64 / 2.0;

    let method = match method {
        Method::Auto if values.len() <= AUTO_EXACT_VALUES => Method::Exact,
        Method::Auto => Method::NormalCorrected,
        chosen => chosen,
    };
    let normal = |continuity: f64| {
        let (z, tails) =
            Tails::normal((u_a - u_b) / 2.0, variance(&ranks, smaller).sqrt(), continuity);
        (Some(z), tails)
    };
    let (z, tails) = match method {
        Method::Normal => normal(0.0),
        Method::NormalCorrected => normal(0.5),
        Method::Auto | Method::Exact if ranks.len() > MAX_EXACT_VALUES => {
            let reason = "too many values for the exact distribution, use the normal approximation";
            return Err(StatsError::BadInput { test: TEST, reason });
        }
        // Counting over the smaller sample is cheaper.
        Method::Auto | Method::Exact if a.len() == smaller => {
            (None, exact_tails(&ranks, smaller, (2.0 * rank_sum_a) as usize))
        }
        Method::Auto | Method::Exact => {
            (None, exact_tails(&ranks, smaller, (2.0 * rank_sum_b) as usize).swapped())
        }
    };
    Ok(MannWhitney {
        rank_sum_a,
        rank_sum_b,
        u_a,
        u_b,
        z,
        p_two_sided: tails.two_sided(),
        p_a_better: tails.above,
        method,
    })
}

/// Tails of the (doubled) rank sum when `size` of the ranks are drawn at random: ways to draw `j`
/// ranks with a given sum, one rank at a time. All terms are positive, so both tails keep their
/// relative accuracy; at [`MAX_EXACT_VALUES`] the counts stay below 1e59.
fn exact_tails(ranks: &[usize], size: usize, observed: usize) -> Tails {
    let mut descending = ranks.to_vec();
    descending.sort_unstable_by(|x, y| y.cmp(x));
    let highest: usize = descending[..size].iter().sum();
    let mut ways = vec![vec![0.0_f64; highest + 1]; size + 1];
    ways[0][0] = 1.0;
    // Small ranks first: the sums reached so far, and with them the work, stay small for long.
    let mut reached = 0;
    for (seen, &rank) in descending.iter().rev().enumerate() {
        reached = (reached + rank).min(highest);
        for drawn in (1..=size.min(seen + 1)).rev() {
            let (fewer, more) = ways.split_at_mut(drawn);
            let (from, to) = (&fewer[drawn - 1][..=reached - rank], &mut more[0][rank..=reached]);
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        }
    }
    let total: f64 = ways[size].iter().sum();
    let below: f64 = ways[size][..=observed].iter().sum();
    let above: f64 = ways[size][observed..].iter().sum();
    Tails { below: below / total, above: above / total }
}

/// Variance of the rank sum of `size` ranks drawn without replacement: the tie-corrected formula.
fn variance(ranks: &[usize], size: usize) -> f64 {
    let n = ranks.len() as f64;
    let centred = ranks.iter().map(|&rank| (rank as f64 - (n + 1.0)) / 2.0);
    let squares: f64 = centred.map(|rank| rank * rank).sum();
    size as f64 * (n - size as f64) / (n * (n - 1.0)) * squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn test(a: &[f64], b: &[f64], method: Method) -> MannWhitney {
        mann_whitney(a, b, Ties::Decimal, method).unwrap()
    }

    /// U of `a` by counting pairs, ties as one half.
    fn u_by_definition(a: &[f64], b: &[f64]) -> f64 {
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
        pairs
            .map(|(a, b)| {
                if a > b {
                    1.0
                } else if a == b {
                    0.5
                } else {
                    0.0
                }
            })
            .sum()
    }

    /// P(U >= observed) and P(U <= observed) over all ways to divide the values.
    fn by_enumeration(a: &[f64], b: &[f64]) -> (f64, f64) {
        let values = [a, b].concat();
        let observed = u_by_definition(a, b);
        let (mut above, mut below, mut all) = (0.0, 0.0, 0.0);
        for choice in 0_u32..1 << values.len() {
            if choice.count_ones() as usize != a.len() {
                continue;
            }
            let part = |wanted: u32| -> Vec<f64> {
                let chosen = values.iter().enumerate().filter(|(i, _)| choice >> i & 1 == wanted);
                chosen.map(|(_, &value)| value).collect()
            };
            let u = u_by_definition(&part(1), &part(0));
            all += 1.0;
            above += f64::from(u >= observed);
            below += f64::from(u <= observed);
        }
        (above / all, below / all)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn exact_is_the_share_of_all_divisions(
            a in prop::collection::vec(0_i32..6, 1..7),
            b in prop::collection::vec(0_i32..6, 1..7),
        ) {
            let real = |values: Vec<i32>| values.into_iter().map(f64::from).collect::<Vec<f64>>();
            let (a, b) = (real(a), real(b));
            prop_assume!(a.iter().chain(&b).any(|&value| value != a[0]));
            let ours = test(&a, &b, Method::Exact);
            prop_assert_eq!(ours.u_a, u_by_definition(&a, &b));
            prop_assert_eq!(ours.u_a + ours.u_b, (a.len() * b.len()) as f64);
            let (above, below) = by_enumeration(&a, &b);
            prop_assert!((ours.p_a_better - above).abs() < 1e-13);
            let two_sided = (2.0 * above.min(below)).min(1.0);
            prop_assert!((ours.p_two_sided - two_sided).abs() < 1e-13);
            for method in [Method::Exact, Method::Normal, Method::NormalCorrected] {
                let (there, back) = (test(&a, &b, method), test(&b, &a, method));
                prop_assert!((there.p_two_sided - back.p_two_sided).abs() < 1e-13);
                prop_assert_eq!(there.z.map(|z| -z), back.z);
            }
        }
    }

    #[test]
    fn complete_separation() {
        // 1 / C(200, 100), from Python's math.comb.
        let low: Vec<f64> = (0..100).map(f64::from).collect();
        let high: Vec<f64> = (100..200).map(f64::from).collect();
        let ours = test(&high, &low, Method::Exact);
        assert!((ours.p_a_better / ONE_OF_C_200_100 - 1.0).abs() < 1e-12);
        assert_eq!((ours.u_a, ours.u_b), (10_000.0, 0.0));
    }

    const ONE_OF_C_200_100: f64 = 1.1043803465997514e-59;

    #[test]
    fn decimal_ties_are_ties() {
        let (a, b) = ([0.1 + 0.2, 0.5], [0.3, 0.2]);
        let u = |ties| mann_whitney(&a, &b, ties, Method::Auto).unwrap().u_a;
        assert_eq!((u(Ties::Decimal), u(Ties::Raw)), (3.5, 4.0));
    }

    #[test]
    fn degenerate_samples_are_refused() {
        let run = |a: &[f64], b: &[f64]| {
            mann_whitney(a, b, Ties::Decimal, Method::Auto).map(|test| test.method)
        };
        assert!(matches!(run(&[], &[1.0]), Err(StatsError::TooFew { .. })));
        assert!(matches!(run(&[1.0], &[]), Err(StatsError::TooFew { .. })));
        assert!(matches!(run(&[1.0], &[1.0]), Err(StatsError::Undefined { .. })));
        assert!(matches!(run(&[1.0], &[f64::NAN]), Err(StatsError::BadInput { .. })));
        assert!(matches!(run(&[1.0], &[f64::INFINITY]), Err(StatsError::BadInput { .. })));
        assert_eq!(run(&[1.0], &[2.0]), Ok(Method::Exact));
        let many: Vec<f64> = (0..AUTO_EXACT_VALUES).map(|i| i as f64).collect();
        assert_eq!(run(&many, &[0.5]), Ok(Method::NormalCorrected));
        let more: Vec<f64> = (0..MAX_EXACT_VALUES).map(|i| i as f64).collect();
        let exact = mann_whitney(&more, &[0.5], Ties::Decimal, Method::Exact);
        assert!(matches!(exact, Err(StatsError::BadInput { .. })));
    }
}
