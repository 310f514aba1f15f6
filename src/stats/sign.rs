//! The sign test for matched pairs: of the pairs that differ, the number in which `a` is better is
//! binomial with probability one half (Dixon and Mood 1946, *JASA* 41:557). Pairs that do not
//! differ are dropped. It must not know by how much the pairs differ, only in which direction.

use crate::num::math::pow;
use crate::stats::error::StatsError;
use crate::stats::rank::Ties;

const TEST: &str = "sign test";

/// Beyond this many cases the exact tail takes longer than a tenth of a second.
const MOST_COINS: u64 = 10_000_000;

/// The outcome of the test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignTest {
    /// Pairs in which `a` is better.
    pub wins: u64,
    /// Pairs in which `b` is better.
    pub losses: u64,
    /// Pairs that do not differ.
    pub ties: u64,
    /// Two-sided p, exact.
    pub p_two_sided: f64,
    /// One-sided p of the alternative that `a` is better, exact.
    pub p_a_better: f64,
}

/// The test on matched pairs.
pub fn sign_test(a: &[f64], b: &[f64], rule: Ties) -> Result<SignTest, StatsError> {
    if a.len() != b.len() {
        let reason = "the samples differ in length";
        return Err(StatsError::BadInput { test: TEST, reason });
    }
    let (mut wins, mut losses) = (0, 0);
    for (a, b) in a.iter().zip(b) {
        if !(a - b).is_finite() {
            let reason = "a difference is not a finite number";
            return Err(StatsError::BadInput { test: TEST, reason });
        }
        if !rule.tied(*a, *b) {
            wins += u64::from(a > b);
            losses += u64::from(a < b);
        }
    }
    sign_test_of_counts(wins, losses, a.len() as u64 - wins - losses)
}

/// The test on counted pairs.
pub fn sign_test_of_counts(wins: u64, losses: u64, ties: u64) -> Result<SignTest, StatsError> {
    let coins = FairCoins::new(wins, losses, TEST)?;
    Ok(SignTest {
        wins,
        losses,
        ties,
        p_two_sided: coins.two_sided(),
        p_a_better: coins.at_least_first(),
    })
}

/// Fair coins thrown `first + second` times: tails of the binomial distribution with probability
/// one half at the observed counts. The sign test and McNemar's test share it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FairCoins {
    first: u64,
    second: u64,
    /// P(X = smaller count).
    point: f64,
    /// P(X < smaller count).
    below: f64,
}

impl FairCoins {
    /// Takes time proportional to the counts; the relative error stays below the number of coins
    /// times 2^-52, far into the tail.
    pub fn new(first: u64, second: u64, test: &'static str) -> Result<FairCoins, StatsError> {
        let (smaller, n) = (first.min(second), first.saturating_add(second));
        if n == 0 {
            let what = "cases that differ";
            return Err(StatsError::TooFew { test, what, needed: 1, found: 0 });
        }
        if n > MOST_COINS {
            return Err(StatsError::BadInput { test, reason: "more than ten million cases" });
        }
        // C(n, smaller) / 2^n, factor by factor; halving in between keeps the product in range.
        let mut point = 1.0;
        let mut halvings = n;
        for i in 1..=smaller {
            point *= (n - smaller + i) as f64 / i as f64;
            while point > 1.0 && halvings > 0 {
                point *= 0.5;
                halvings -= 1;
            }
        }
        point *= pow(0.5, halvings as f64);
        let mut below = 0.0;
        let mut term = point;
        for i in (1..=smaller).rev() {
            term *= i as f64 / (n - i + 1) as f64;
            below += term;
        }
        Ok(FairCoins { first, second, point, below })
    }

    /// Twice the smaller tail, at most one.
    pub fn two_sided(&self) -> f64 {
        (2.0 * (self.below + self.point)).min(1.0)
    }

    /// P(X >= first).
    pub fn at_least_first(&self) -> f64 {
        if self.first > self.second { self.below + self.point } else { 1.0 - self.below }
    }

    /// Two-sided mid-p: P(|X - n/2| larger than observed) + half of P(equal to observed).
    pub fn two_sided_mid(&self) -> f64 {
        if self.first == self.second {
            1.0 - 0.5 * self.point
        } else {
            2.0 * self.below + self.point
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(ours: f64, reference: f64) {
        assert!((ours - reference).abs() <= 1e-12 * reference.abs(), "{ours} {reference}");
    }

    #[test]
    fn agrees_with_scipy() {
        // scipy.stats.binomtest(wins, n): two-sided; alternative="greater".
        let golden = [
            (8, 2, 0.109375, 0.0546875),
            (2, 8, 0.109375, 0.9892578125),
            (5, 5, 1.0, 0.623046875),
            (1, 0, 1.0, 0.5),
            (0, 1, 1.0, 1.0),
            (20, 0, 1.9073486328125e-06, 9.5367431640625e-07),
        ];
        for (wins, losses, two_sided, a_better) in golden {
            let test = sign_test_of_counts(wins, losses, 3).unwrap();
            close(test.p_two_sided, two_sided);
            close(test.p_a_better, a_better);
            assert_eq!(test.ties, 3);
        }
    }

    #[test]
    fn decimal_ties_are_ties() {
        let (a, b) = ([0.1 + 0.2, 0.5, 0.7], [0.3, 0.4, 0.8]);
        let decimal = sign_test(&a, &b, Ties::Decimal).unwrap();
        assert_eq!((decimal.wins, decimal.losses, decimal.ties), (1, 1, 1));
        let raw = sign_test(&a, &b, Ties::Raw).unwrap();
        assert_eq!((raw.wins, raw.losses, raw.ties), (2, 1, 0));
    }

    #[test]
    fn degenerate_samples_are_refused() {
        let test = |a: &[f64], b: &[f64]| sign_test(a, b, Ties::Decimal);
        assert!(matches!(test(&[], &[]), Err(StatsError::TooFew { .. })));
        assert!(matches!(test(&[1.0], &[1.0]), Err(StatsError::TooFew { .. })));
        assert!(matches!(test(&[1.0], &[]), Err(StatsError::BadInput { .. })));
        assert!(matches!(test(&[f64::NAN], &[1.0]), Err(StatsError::BadInput { .. })));
        assert!(matches!(test(&[f64::INFINITY], &[1.0]), Err(StatsError::BadInput { .. })));
        let endless = sign_test_of_counts(u64::MAX, u64::MAX, 0);
        assert!(matches!(endless, Err(StatsError::BadInput { .. })));
    }

    proptest! {
        #[test]
        fn both_sides_meet(wins in 0_u64..400, losses in 0_u64..400) {
            prop_assume!(wins + losses > 0);
            let there = sign_test_of_counts(wins, losses, 0).unwrap();
            let back = sign_test_of_counts(losses, wins, 0).unwrap();
            prop_assert_eq!(there.p_two_sided, back.p_two_sided);
            // P(X >= w) + P(X <= w) = 1 + P(X = w), which lies in (1, 2).
            let sum = there.p_a_better + back.p_a_better;
            prop_assert!((1.0 - 1e-12..=2.0).contains(&sum), "{}", sum);
            prop_assert!(there.p_a_better > 0.0 && there.p_a_better <= 1.0);
        }
    }
}
