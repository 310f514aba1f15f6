//! Uncertainty of mean ranks: every draw of all methods' scores is ranked on every dataset (rank 1
//! is the highest score, ties share), and the mean ranks of the draws show how sure an order of
//! methods is. The draws are those of [`super::uncertainty`], so the intervals speak of the noise
//! of the scores on these datasets, not of other datasets. It must not know how the scores were
//! drawn.

use super::error::StatsError;
use super::quantile::quantile_sorted;
use super::rank::{Ties, average_ranks};
use super::uncertainty::Draws;
use crate::num::math;

const NAME: &str = "ranks of draws";

/// What the draws say about one method's mean rank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankInterval {
    /// Mean over draws of the mean rank.
    pub mean: f64,
    /// Median over draws.
    pub median: f64,
    /// Lower end of the central interval.
    pub low: f64,
    /// Upper end of the central interval.
    pub high: f64,
    /// Share of draws in which the method has the smallest mean rank; equal ones share a draw.
    pub best: f64,
}

/// Rank distributions of all methods.
#[derive(Debug, Clone, PartialEq)]
pub struct RankDraws {
    /// One per method.
    pub methods: Vec<RankInterval>,
    /// `ahead[i][j]`: share of draws in which i has a smaller mean rank than j, equal ones counted
    /// half; 0.5 for i = j.
    pub ahead: Vec<Vec<f64>>,
    /// Number of draws.
    pub draws: usize,
}

/// Ranks the draws of at least two methods; `level` is the probability of the central intervals
/// (0.95 for example, ends by type-7 quantiles).
pub fn rank_draws(methods: &[Draws], level: f64) -> Result<RankDraws, StatsError> {
    let [first, others @ ..] = methods else {
        return Err(StatsError::TooFew { test: NAME, what: "methods", needed: 2, found: 0 });
    };
    if others.is_empty() {
        return Err(StatsError::TooFew { test: NAME, what: "methods", needed: 2, found: 1 });
    }
    if others.iter().any(|m| m.datasets() != first.datasets() || m.draws() != first.draws()) {
        let reason = "the methods have different numbers of datasets or draws";
        return Err(StatsError::BadInput { test: NAME, reason });
    }
    if !(level > 0.0 && level < 1.0) {
        let reason = "the level must lie between 0 and 1";
        return Err(StatsError::BadInput { test: NAME, reason });
    }
    let mean_ranks: Vec<Vec<f64>> =
        (0..first.draws()).map(|draw| mean_ranks(methods, draw)).collect();
    let share = 1.0 / mean_ranks.len() as f64;
    let mut best = vec![0.0; methods.len()];
    let mut ahead = vec![vec![0.0; methods.len()]; methods.len()];
    for ranks in &mean_ranks {
        let smallest = ranks.iter().copied().fold(f64::INFINITY, f64::min);
        let leaders = ranks.iter().filter(|&&r| Ties::Decimal.tied(r, smallest)).count() as f64;
        for (i, &rank) in ranks.iter().enumerate() {
            if Ties::Decimal.tied(rank, smallest) {
                best[i] += share / leaders;
            }
            for (j, &other) in ranks.iter().enumerate() {
                let tied = Ties::Decimal.tied(rank, other);
                ahead[i][j] += share * if tied { 0.5 } else { f64::from(rank < other) };
            }
        }
    }
    let interval = |method: usize| {
        let mut ranks: Vec<f64> = mean_ranks.iter().map(|ranks| ranks[method]).collect();
        ranks.sort_unstable_by(f64::total_cmp);
        RankInterval {
            mean: math::mean(&ranks),
            median: quantile_sorted(&ranks, 0.5),
            low: quantile_sorted(&ranks, (1.0 - level) / 2.0),
            high: quantile_sorted(&ranks, (1.0 + level) / 2.0),
            best: best[method],
        }
    };
    let intervals = (0..methods.len()).map(interval).collect();
    Ok(RankDraws { methods: intervals, ahead, draws: mean_ranks.len() })
}

/// Mean rank of every method in one draw.
fn mean_ranks(methods: &[Draws], draw: usize) -> Vec<f64> {
    let datasets = methods[0].datasets();
    let mut sums = vec![0.0; methods.len()];
    let mut scores = vec![0.0; methods.len()];
    for dataset in 0..datasets {
        for (score, method) in scores.iter_mut().zip(methods) {
            *score = method.score(dataset, draw);
        }
        let ranks = average_ranks(&scores, true, Ties::Decimal);
        math::add_scaled(&mut sums, 1.0 / datasets as f64, &ranks);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::key::RngKey;
    use crate::stats::distribution::normal_cdf;
    use crate::stats::uncertainty::{DatasetDraws, ScoreRange, monte_carlo};

    fn fixed(scores: [[f64; 2]; 3]) -> Draws {
        let columns =
            scores.into_iter().map(|noise| DatasetDraws { centre: 0.0, noise: noise.to_vec() });
        Draws::new(ScoreRange::UNBOUNDED, columns.collect()).unwrap()
    }

    /// Two draws over three datasets, ranked by hand: draw 0 has mean ranks 4/3, 5/3 and 3, in draw
    /// 1 all methods tie everywhere.
    #[test]
    fn ranks_by_hand() {
        let a = fixed([[3.0, 1.0], [3.0, 1.0], [2.0, 1.0]]);
        let b = fixed([[2.0, 1.0], [2.0, 1.0], [3.0, 1.0]]);
        let c = fixed([[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]);
        let found = rank_draws(&[a, b, c], 0.5).unwrap();
        let best: Vec<f64> = found.methods.iter().map(|m| m.best).collect();
        for (got, expected) in best.iter().zip([2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0]) {
            assert!((got - expected).abs() < 1e-12);
        }
        assert_eq!(found.ahead, [[0.5, 0.75, 0.75], [0.25, 0.5, 0.75], [0.25, 0.25, 0.5]]);
        let first = found.methods[0];
        assert!((first.mean - 5.0 / 3.0).abs() < 1e-12 && (first.median - 5.0 / 3.0).abs() < 1e-12);
        assert!((first.low - 1.5).abs() < 1e-12 && (first.high - 11.0 / 6.0).abs() < 1e-12);
        assert_eq!(found.draws, 2);
    }

    /// One dataset, two methods: the probability of being ahead is Phi of the difference over the
    /// root of both variances. Four standard errors.
    #[test]
    fn two_normals_on_one_dataset() {
        let key = RngKey::root(21);
        let draw = |mean: f64, sd: f64, label: u64| {
            let key = key.child("method", label);
            monte_carlo::draw_method(&[mean], &[sd], ScoreRange::UNBOUNDED, 20_000, &key).unwrap()
        };
        let found = rank_draws(&[draw(81.0, 1.5, 0), draw(80.0, 2.0, 1)], 0.95).unwrap();
        let expected = normal_cdf(1.0 / 2.5);
        let allowed = 4.0 * (expected * (1.0 - expected) / 2e4).sqrt();
        assert!((found.methods[0].best - expected).abs() < allowed);
        assert!((found.ahead[0][1] + found.ahead[1][0] - 1.0).abs() < 1e-9);
        assert!((found.methods[0].mean - (2.0 - expected)).abs() < allowed);
        assert_eq!((found.methods[0].low, found.methods[0].high), (1.0, 2.0));
    }

    #[test]
    fn refuses_what_cannot_be_ranked() {
        let a = fixed([[1.0; 2]; 3]);
        assert!(rank_draws(&[], 0.95).is_err());
        assert!(rank_draws(std::slice::from_ref(&a), 0.95).is_err());
        assert!(rank_draws(&[a.clone(), a.clone()], 1.0).is_err());
        let column = DatasetDraws { centre: 0.0, noise: vec![0.0; 2] };
        let short = Draws::new(ScoreRange::UNBOUNDED, vec![column]).unwrap();
        assert!(rank_draws(&[a, short], 0.95).is_err());
    }
}
