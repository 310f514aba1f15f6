//! The statistic of one draw: differences of two methods' drawn scores over the datasets become a
//! p-value. [`Statistic::PairedZ`] is the one behind the published medians of Suppharangsarn 2010:
//! z = mean(d) / (s_d / sqrt M) with ddof 1, p = 1 - Phi(|z|). Many draws are done at once, and
//! first only an *evidence* that falls with p is computed, because medians need no more: for z and
//! t it is q = (sum d)^2 / (M sum d^2) with the sign of the sum, and z = sqrt((M - 1) q / (1 - q)).
//! It must not know how the scores were drawn.

use super::signed_rank_table::SignedRankTable;
use crate::stats::distribution::{normal_sf, t_sf};
use crate::stats::error::StatsError;

const NAME: &str = "test over draws";
/// Beyond this many datasets the exact table would be larger than is worth its while.
const LARGEST_TABLE: usize = 100;
/// Absolute differences are compared on this grid, so that decimal ties are ties.
const PER_UNIT: f64 = 1e9;

/// Which statistic is computed from the differences of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Statistic {
    /// Paired z with the normal tail.
    #[default]
    PairedZ,
    /// The same statistic with the tail of Student's t with M - 1 degrees of freedom.
    T,
    /// Wilcoxon's signed ranks, zeros dropped, normal tail without corrections.
    WilcoxonNormal,
    /// Wilcoxon's signed ranks, zeros dropped, exact tail of the distribution without ties.
    WilcoxonExact,
}

/// A statistic and its direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawTest {
    /// The statistic.
    pub statistic: Statistic,
    /// Whether the sign of the statistic is ignored: the one-sided p of the favoured side, as
    /// published. Otherwise p is one-sided for "a is better".
    pub folded: bool,
}

impl Default for DrawTest {
    fn default() -> DrawTest {
        DrawTest { statistic: Statistic::PairedZ, folded: true }
    }
}

/// A test made ready for a number of datasets.
#[derive(Debug, Clone)]
pub struct Evaluator {
    test: DrawTest,
    datasets: usize,
    table: SignedRankTable,
}

/// Memory that [`Evaluator::evidence`] uses again and again.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    squares: Vec<f64>,
    keys: Vec<u64>,
}

impl Evaluator {
    /// Makes a test ready; tables are computed here, once.
    pub fn new(test: DrawTest, datasets: usize) -> Result<Evaluator, StatsError> {
        if datasets < 2 {
            let (what, needed) = ("datasets", 2);
            return Err(StatsError::TooFew { test: NAME, what, needed, found: datasets });
        }
        let exact = test.statistic == Statistic::WilcoxonExact;
        if exact && datasets > LARGEST_TABLE {
            let reason = "exact signed ranks are limited to 100 datasets; use the normal tail";
            return Err(StatsError::BadInput { test: NAME, reason });
        }
        let table = SignedRankTable::new(if exact { datasets } else { 0 });
        Ok(Evaluator { test, datasets, table })
    }

    /// How many datasets the test was made for.
    pub fn datasets(&self) -> usize {
        self.datasets
    }

    /// Whether the evidence is that of a signed-rank sum.
    pub(super) fn ranks(&self) -> bool {
        matches!(self.test.statistic, Statistic::WilcoxonNormal | Statistic::WilcoxonExact)
    }

    /// Evidence of every draw. `rows` has a row per dataset, each with one difference a - b per
    /// draw; `out` has a place per draw.
    pub(super) fn evidence(&self, rows: &[&[f64]], scratch: &mut Scratch, out: &mut [f64]) {
        debug_assert_eq!(rows.len(), self.datasets);
        if !self.ranks() {
            return self.explained_share(rows, scratch, out);
        }
        for (draw, out) in out.iter_mut().enumerate() {
            let column = rows.iter().map(|row| row[draw]);
            let (n, twice_sum) = signed_rank_sum(column, &mut scratch.keys);
            *out = self.rank_evidence(n, twice_sum);
        }
    }

    /// The p-value of an evidence. No difference at all gives z = 0, hence p = 0.5 (the exact
    /// signed-rank test: 1); equal differences that are not zero give p = 0 (or 1) for z and t.
    pub(super) fn p_value(&self, evidence: f64) -> f64 {
        let freedom = self.datasets as f64 - 1.0;
        let share = evidence.abs().min(1.0);
        let z = (freedom * share / (1.0 - share)).sqrt().copysign(evidence);
        match self.test.statistic {
            Statistic::PairedZ => normal_sf(z),
            Statistic::T if z.is_infinite() => f64::from(z < 0.0),
            Statistic::T => t_sf(z, freedom),
            Statistic::WilcoxonNormal => normal_sf(evidence),
            Statistic::WilcoxonExact => -evidence,
        }
    }

    /// The signed share q of the sum of squares that the mean explains.
    fn explained_share(&self, rows: &[&[f64]], scratch: &mut Scratch, out: &mut [f64]) {
        let squares = &mut scratch.squares;
        squares.clear();
        squares.resize(out.len(), 0.0);
        out.fill(0.0);
        // Three rows at a time: fewer trips to memory than one, and no dependence on the machine.
        let (triples, rest) = rows.as_chunks::<3>();
        for [x, y, z] in triples {
            let differences = x.iter().zip(*y).zip(*z);
            for ((sum, square), ((x, y), z)) in out.iter_mut().zip(&mut *squares).zip(differences) {
                *sum += x + y + z;
                *square += x * x + y * y + z * z;
            }
        }
        for row in rest {
            for ((sum, square), x) in out.iter_mut().zip(&mut *squares).zip(*row) {
                *sum += x;
                *square += x * x;
            }
        }
        let count = self.datasets as f64;
        for (sum, square) in out.iter_mut().zip(&*squares) {
            let signed = if self.test.folded { sum.abs() } else { *sum };
            let share = signed * sum.abs() / (count * square);
            *sum = if *square > 0.0 { share } else { 0.0 };
        }
    }

    /// Evidence of a signed-rank sum of `n` differences.
    pub(super) fn rank_evidence(&self, n: usize, twice_sum: usize) -> f64 {
        let twice_largest = n * (n + 1);
        let twice_sum = match self.test.folded {
            true => twice_sum.max(twice_largest - twice_sum),
            false => twice_sum,
        };
        if self.test.statistic == Statistic::WilcoxonExact {
            return -self.table.upper_tail(n, twice_sum);
        }
        if n == 0 {
            return 0.0;
        }
        let variance = (n * (n + 1) * (2 * n + 1)) as f64 / 24.0;
        (twice_sum as f64 / 2.0 - twice_largest as f64 / 4.0) / variance.sqrt()
    }
}

/// The size of a difference in grid units.
pub(super) fn size_on_grid(difference: f64) -> f64 {
    libm::rint(difference.abs() * PER_UNIT)
}

/// Number of differences that are not zero, and twice the rank sum of the positive ones.
pub(super) fn signed_rank_sum(
    differences: impl Iterator<Item = f64>,
    keys: &mut Vec<u64>,
) -> (usize, usize) {
    keys.clear();
    for difference in differences {
        let size = size_on_grid(difference);
        if size > 0.0 {
            // Bits of positive floats sort like the floats; the sign goes below them.
            keys.push(size.to_bits() << 1 | u64::from(difference > 0.0));
        }
    }
    keys.sort_unstable();
    let (mut start, mut twice_sum) = (0, 0);
    for tied in keys.chunk_by(|x, y| x >> 1 == y >> 1) {
        let positive = tied.iter().filter(|&key| key & 1 == 1).count();
        twice_sum += positive * (2 * start + tied.len() + 1);
        start += tied.len();
    }
    (keys.len(), twice_sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DIFFERENCES: [f64; 10] = [1.2, -0.4, 0.9, 2.2, 0.3, -0.1, 1.7, 0.8, -1.1, 0.6];
    const ALL: [Statistic; 4] =
        [Statistic::PairedZ, Statistic::T, Statistic::WilcoxonNormal, Statistic::WilcoxonExact];

    fn p(statistic: Statistic, folded: bool, differences: &[f64]) -> f64 {
        let test = DrawTest { statistic, folded };
        let evaluator = Evaluator::new(test, differences.len()).unwrap();
        let rows: Vec<&[f64]> = differences.iter().map(std::slice::from_ref).collect();
        let mut out = [0.0];
        evaluator.evidence(&rows, &mut Scratch::default(), &mut out);
        evaluator.p_value(out[0])
    }

    /// SciPy 1.17.1: norm.sf(z) with z from numpy; ttest_1samp(d, 0, alternative="greater");
    /// wilcoxon(d, alternative="greater", method="approx", correction=False) and method="exact".
    #[test]
    fn agrees_with_scipy() {
        for (statistic, expected) in ALL.into_iter().zip(GOLDEN) {
            let got = p(statistic, false, &DIFFERENCES);
            assert!((got / expected - 1.0).abs() < 1e-12, "{statistic:?}: {got:e}");
            assert!((p(statistic, true, &DIFFERENCES) / expected - 1.0).abs() < 1e-12);
        }
    }

    const GOLDEN: [f64; 4] =
        [0.025073722211610354, 0.04090731117652996, 0.04630034891033788, 0.052734375];

    #[test]
    fn differences_without_spread() {
        for statistic in ALL {
            let none = if statistic == Statistic::WilcoxonExact { 1.0 } else { 0.5 };
            assert_eq!(p(statistic, true, &[0.0; 6]), none, "{statistic:?}");
        }
        assert!(p(Statistic::PairedZ, false, &[0.1; 6]) < 1e-200);
        assert!(p(Statistic::PairedZ, false, &[-0.1; 6]) > 1.0 - 1e-15);
        assert_eq!(p(Statistic::T, false, &[-2.0; 4]), 1.0);
        assert_eq!(p(Statistic::T, false, &[2.0; 4]), 0.0);
    }

    /// 0.3 - 0.2 and 0.2 - 0.1 differ as floats and tie as decimals.
    #[test]
    fn decimal_ties_share_ranks_and_zeros_are_dropped() {
        let differences = [0.3 - 0.2, -(0.2 - 0.1), 0.4, 0.1 + 0.2 - 0.3];
        let found = signed_rank_sum(differences.into_iter(), &mut Vec::new());
        assert_eq!(found, (3, 9));
    }

    #[test]
    fn refuses_too_few_and_too_many_datasets() {
        assert!(Evaluator::new(DrawTest::default(), 1).is_err());
        let exact = DrawTest { statistic: Statistic::WilcoxonExact, folded: true };
        assert!(Evaluator::new(exact, 101).is_err());
    }

    proptest! {
        #[test]
        fn p_is_a_probability_and_symmetric(
            differences in prop::collection::vec(-5_i32..6, 2..20), which in 0_usize..4,
        ) {
            let differences: Vec<f64> =
                differences.into_iter().map(|d| f64::from(d) / 10.0).collect();
            let mirrored: Vec<f64> = differences.iter().map(|d| -d).collect();
            let folded = p(ALL[which], true, &differences);
            prop_assert!((0.0..=1.0).contains(&folded));
            prop_assert!((folded - p(ALL[which], true, &mirrored)).abs() < 1e-14);
            let (up, down) = (p(ALL[which], false, &differences), p(ALL[which], false, &mirrored));
            prop_assert!((0.0..=1.0).contains(&up));
            prop_assert!((up.min(down) - folded).abs() < 1e-14);
            if ALL[which] != Statistic::WilcoxonExact {
                prop_assert!((up + down - 1.0).abs() < 1e-13);
            }
        }
    }
}
