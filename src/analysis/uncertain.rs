//! Tests that take the spread of every score into account (Suppharangsarn 2010, ch. 5): scores are drawn again and again,
//! and every draw is tested, so that p itself has a distribution. Pairs and methods are drawn side by side; every stream
//! is known by the names of method and dataset, so that neither threads nor the order of columns change a number.

use rayon::prelude::*;

use super::comparisons::stream;
use super::complete::{Complete, Refused};
use super::omnibus::refused;
use super::registry::drawn::{BOOTSTRAP, MCMC_KDE, MONTE_CARLO, RANK_UNCERTAINTY};
use super::registry::{ALL, Run, Test};
use super::results::Score;
use super::settings::AnalysisSettings;
use super::undone::Undone;
use crate::num::key::RngKey;
use crate::stats::StatsError;
use crate::stats::posthoc::all_pairs;
use crate::stats::quantile::median;
use crate::stats::rank_draws::{RankDraws, rank_draws};
use crate::stats::uncertainty::bootstrap::{self, Resample};
use crate::stats::uncertainty::mcmc_kde::{self, ChainReport, ChainSettings};
use crate::stats::uncertainty::{
    Comparison, ComparisonSettings, DatasetDraws, Draws, ScoreRange, compare, monte_carlo,
};

/// Lets the draws use so many threads; results do not depend on it. Only the first call counts.
pub fn use_threads(threads: usize) {
    // A pool that exists already serves as well.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
}

/// Does something that may use so many threads, and no more; results do not depend on it.
pub fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        // Where no further thread can be started, those that exist already serve.
        Err(_) => work(),
    }
}

/// One way of drawing, with all pairs of methods.
#[derive(Debug, Clone)]
pub struct Sampled {
    /// How they are drawn.
    pub test: Test,
    /// All pairs, in the order of [`all_pairs`].
    pub pairs: Vec<(usize, usize, Comparison)>,
    /// How the Markov chains went, where there were any.
    pub chains: Option<Chains>,
    /// Mean ranks with the uncertainty of the scores.
    pub ranks: RankDraws,
}

/// How the Markov chains of all methods and datasets went.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chains {
    /// Number of chains.
    pub count: usize,
    /// Methods on datasets with equal folds, which need no chain.
    pub still: usize,
    /// Steps thrown away.
    pub burn_in: usize,
    /// Median and smallest share of accepted steps.
    pub acceptance: (f64, f64),
    /// Median and smallest number of independent draws.
    pub effective: (f64, f64),
}

/// All ways of drawing that are asked for, and those that cannot be done with the reason.
pub fn sampled(complete: &Complete, settings: &AnalysisSettings) -> (Vec<Sampled>, Vec<Undone>) {
    let drawn = |test: &Test| matches!(test.run, Run::Draws) && settings.asks(test);
    let mut ways: Vec<Test> = ALL.iter().copied().filter(drawn).collect();
    let ranks: Test = &RANK_UNCERTAINTY;
    if ways.is_empty() && settings.asks(ranks) {
        ways.push(&MONTE_CARLO);
    }
    let (mut found, mut undone) = (Vec::new(), Vec::new());
    for test in ways {
        match one_way(complete, settings, test) {
            Ok(sampled) => found.push(sampled),
            Err(Refused { problem, remedy }) => {
                let test = if settings.asks(test) { test } else { ranks };
                undone.push(Undone { test, reason: format!("{problem}; {remedy}") });
            }
        }
    }
    if found.is_empty() && settings.asks(ranks) && undone.iter().all(|u| u.test != ranks) {
        let reason = "no scores could be drawn".to_owned();
        undone.push(Undone { test: ranks, reason });
    }
    (found, undone)
}

/// Scores of a method on a dataset, and how the chain went if there was one.
type Drawn = (DatasetDraws, Option<ChainReport>);

fn one_way(
    complete: &Complete,
    settings: &AnalysisSettings,
    way: Test,
) -> Result<Sampled, Refused> {
    check_spread(complete, way)?;
    let results = &complete.results;
    let sign = results.direction.sign();
    let (a, b) = (sign * results.range.0, sign * results.range.1);
    let (low, high) = (a.min(b), a.max(b));
    let range = ScoreRange::new(low, high).map_err(refused)?;
    let root = RngKey::root(settings.seed).child("analysis", 0).child(way.name, 0);
    let methods: Vec<usize> = (0..results.methods.len()).collect();
    let drawn: Vec<Result<Vec<Drawn>, StatsError>> = methods
        .par_iter()
        .map(|&method| {
            let key = root.child(&results.methods[method], 0);
            // By names, so that the order of rows changes nothing.
            let order = results.dataset_order();
            let rows = order.iter().map(|&d| (&results.datasets[d], &results.cells[d]));
            rows.map(|(dataset, row)| {
                let score = row[method].as_ref().ok_or(StatsError::Undefined {
                    test: "drawing scores",
                    reason: "a result is missing",
                })?;
                let chain = chain_settings(results.range, score);
                draw(score, sign, way, settings.draws, chain, &key.child(dataset, 0))
            })
            .collect()
        })
        .collect();
    let (mut draws, mut reports) = (Vec::new(), Vec::new());
    for of_method in drawn {
        let (columns, chains): (Vec<DatasetDraws>, Vec<Option<ChainReport>>) =
            of_method.map_err(refused)?.into_iter().unzip();
        draws.push(Draws::new(range, columns).map_err(refused)?);
        reports.extend(chains);
    }
    let asked = ComparisonSettings {
        test: settings.draw_test,
        alpha: settings.alpha,
        ..ComparisonSettings::default()
    };
    let compared: Vec<Result<Comparison, StatsError>> = all_pairs(methods.len())
        .par_iter()
        .map(|&(a, b)| {
            {
                // A folded test has no direction; taken by names it does not depend on the order of columns either.
                let turned = asked.test.folded && results.methods[b] < results.methods[a];
                let (first, second) = if turned { (b, a) } else { (a, b) };
                compare(&draws[first], &draws[second], &asked, &stream(settings, "sign flips"))
            }
        })
        .collect();
    let mut pairs = Vec::new();
    for ((a, b), comparison) in all_pairs(methods.len()).into_iter().zip(compared) {
        pairs.push((a, b, comparison.map_err(refused)?));
    }
    let ranks = rank_draws(&draws, 1.0 - settings.alpha).map_err(refused)?;
    let chains = (*way == MCMC_KDE).then(|| chains(&reports)).flatten();
    Ok(Sampled { test: way, pairs, chains, ranks })
}

fn draw(
    score: &Score,
    sign: f64,
    way: Test,
    draws: usize,
    chain: ChainSettings,
    key: &RngKey,
) -> Result<Drawn, StatsError> {
    let folds: Vec<f64> = score.folds.iter().map(|v| sign * v).collect();
    if *way == MCMC_KDE {
        return mcmc_kde::draw_dataset(&folds, chain, draws, key);
    }
    let drawn = if *way == BOOTSTRAP {
        bootstrap::draw_dataset(&folds, Resample::OneFold, draws, key)?
    } else {
        monte_carlo::draw_dataset(sign * score.mean, score.sd.unwrap_or(0.0), draws, key)?
    };
    Ok((drawn, None))
}

/// The published step, a tenth of the range; without a range, twice the spread of the score.
fn chain_settings(range: (f64, f64), score: &Score) -> ChainSettings {
    let width = range.1 - range.0;
    let spread = score.sd.filter(|sd| *sd > 0.0).unwrap_or(1.0);
    let proposal_sd = if width.is_finite() { width / 10.0 } else { 2.0 * spread };
    ChainSettings { proposal_sd, ..ChainSettings::default() }
}

/// Refuses what cannot be drawn from, naming the first cell that stands in the way.
fn check_spread(complete: &Complete, way: Test) -> Result<(), Refused> {
    let results = &complete.results;
    for (dataset, row) in results.datasets.iter().zip(&results.cells) {
        for (method, cell) in results.methods.iter().zip(row) {
            let place = format!("{method} on {dataset}");
            let Some(score) = cell else {
                return super::complete::refuse(
                    format!("{} needs every result; {place} is missing", way.name),
                    "choose `missing` = drop-dataset or drop-method",
                );
            };
            if *way == MONTE_CARLO && score.sd.is_none() {
                return super::complete::refuse(
                    format!("{} needs standard deviations; {place} has none", way.name),
                    "give them with --sd, or results fold by fold in the long layout",
                );
            }
            if *way != MONTE_CARLO && score.folds.len() < 2 {
                return super::complete::refuse(
                    format!(
                        "{} needs the scores of two folds or more; {place} has {}",
                        way.name,
                        score.folds.len()
                    ),
                    "give results fold by fold in the long layout, or use monte-carlo, which needs standard deviations only",
                );
            }
        }
    }
    Ok(())
}

fn chains(reports: &[Option<ChainReport>]) -> Option<Chains> {
    let ran: Vec<&ChainReport> = reports.iter().flatten().collect();
    let of = |value: fn(&ChainReport) -> f64| -> Option<(f64, f64)> {
        let values: Vec<f64> = ran.iter().map(|r| value(r)).collect();
        Some((median(&values).ok()?, values.iter().copied().fold(f64::INFINITY, f64::min)))
    };
    Some(Chains {
        count: ran.len(),
        still: reports.len() - ran.len(),
        burn_in: ChainSettings::default().burn_in,
        acceptance: of(|r| r.acceptance)?,
        effective: of(|r| r.effective_draws)?,
    })
}
