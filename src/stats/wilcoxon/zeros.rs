//! From differences to signed ranks, under each rule for differences of zero. Ranks are kept
//! doubled, as whole numbers, so that shared ranks (multiples of one half) and their sums are
//! exact.

use super::{TEST, Zeros};
use crate::stats::error::StatsError;
use crate::stats::rank::{Ties, average_ranks};

/// Differences after ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct SignedRanks {
    /// Pairs that were ranked.
    pub n: usize,
    /// Pairs without a difference, ranked or not.
    pub zeros: usize,
    /// Doubled ranks of the differences that have a sign: the part chance decides about.
    pub random: Vec<usize>,
    /// Sum of the doubled ranks with a positive sign.
    pub doubled_plus: usize,
    /// How many zeros have ranks that are divided between the sides.
    shared_zeros: usize,
    /// How many zeros have ranks that count for neither side.
    ignored_zeros: usize,
}

impl SignedRanks {
    /// Ranks the absolute differences, the smallest first.
    pub fn new(differences: &[f64], ties: Ties, rule: Zeros) -> Result<SignedRanks, StatsError> {
        if differences.is_empty() {
            let what = "pairs";
            return Err(StatsError::TooFew { test: TEST, what, needed: 1, found: 0 });
        }
        if differences.iter().any(|d| !d.is_finite()) {
            let reason = "a difference is not a finite number";
            return Err(StatsError::BadInput { test: TEST, reason });
        }
        let signed: Vec<f64> =
            differences.iter().copied().filter(|&difference| !ties.tied(difference, 0.0)).collect();
        if signed.is_empty() {
            return Err(StatsError::Undefined { test: TEST, reason: "all differences are zero" });
        }
        let zeros = differences.len() - signed.len();
        let (shared_zeros, ignored_zeros) = match rule {
            Zeros::Drop => (0, 0),
            Zeros::Pratt => (0, zeros),
            Zeros::Split => (zeros, 0),
            Zeros::Keel => (zeros - zeros % 2, 0),
        };
        // Zeros are the smallest absolute differences: ranked or not, they only shift the others.
        let shift = shared_zeros + ignored_zeros;
        let sizes: Vec<f64> = signed.iter().map(|difference| difference.abs()).collect();
        let random: Vec<usize> = average_ranks(&sizes, false, ties)
            .into_iter()
            .map(|rank| (2.0 * rank) as usize + 2 * shift)
            .collect();
        let positive = random.iter().zip(&signed).filter(|&(_, &difference)| difference > 0.0);
        let doubled_plus = positive.map(|(rank, _)| rank).sum();
        let n = signed.len() + shift;
        Ok(SignedRanks { n, zeros, random, doubled_plus, shared_zeros, ignored_zeros })
    }

    /// Half the rank sum of the divided zeros, doubled: what each side gets of them.
    fn doubled_zero_share(&self) -> usize {
        self.shared_zeros * (self.shared_zeros + 1) / 2
    }

    /// Twice R+.
    pub fn doubled_r_plus(&self) -> usize {
        self.doubled_plus + self.doubled_zero_share()
    }

    /// R+, with its share of the zeros.
    pub fn r_plus(&self) -> f64 {
        self.doubled_r_plus() as f64 / 2.0
    }

    /// R-, with its share of the zeros.
    pub fn r_minus(&self) -> f64 {
        let doubled_minus = self.random.iter().sum::<usize>() - self.doubled_plus;
        (doubled_minus + self.doubled_zero_share()) as f64 / 2.0
    }

    /// Variance of R+: a quarter of the sum of squared ranks. Without tie correction the ranks are
    /// taken as if they were not shared. Divided zeros count as one tied group, as in SciPy,
    /// although their share is fixed; ignored ones do not count (Cureton 1967, *JASA* 62:1068).
    pub fn variance(&self, tie_correction: bool) -> f64 {
        let squares_to = |n: f64| n * (n + 1.0) * (2.0 * n + 1.0) / 6.0;
        if !tie_correction {
            return (squares_to(self.n as f64) - squares_to(self.ignored_zeros as f64)) / 4.0;
        }
        let signed: f64 = self.random.iter().map(|&rank| (rank * rank) as f64 / 4.0).sum();
        let zero_rank = (self.shared_zeros + 1) as f64 / 2.0;
        (signed + self.shared_zeros as f64 * zero_rank * zero_rank) / 4.0
    }
}
