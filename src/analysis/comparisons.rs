//! Two methods at a time: rank z with every correction, signed ranks, signs, t, Bayesian probabilities and the size of the
//! effect, for all pairs and for the control against the others. Positive always means that the first-named is better.

use super::complete::{Complete, Refused};
use super::omnibus::{Omnibus, comparison, refused};
use super::results::Results;
use super::settings::{AnalysisSettings, Test};
use crate::num::key::RngKey;
use crate::stats::StatsError;
use crate::stats::adjust::Correction;
use crate::stats::bayes::{SignedRankPosterior, SignedRankSettings, bayesian_signed_rank};
use crate::stats::bergmann::bergmann_hommel;
use crate::stats::effect::{WinTieLoss, cliffs_delta, vargha_delaney, win_tie_loss};
use crate::stats::effect_interval::{Centre, EffectInterval, IntervalSettings, effect_interval};
use crate::stats::posthoc::all_pairs;
use crate::stats::shaffer::shaffer;
use crate::stats::sign::{SignTest, sign_test};
use crate::stats::ttest::{TTest, paired};
use crate::stats::wilcoxon::{Options, SignedRankTest, signed_rank_test};
use crate::words::listed;

/// Two methods.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The first-named, by position.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// Mean rank of b minus mean rank of a.
    pub rank_difference: f64,
    /// Rank difference in standard errors.
    pub z: f64,
    /// Its two-sided p, corrected for nothing.
    pub p: f64,
    /// Nemenyi's p (all pairs of the table).
    pub nemenyi_p: f64,
    /// Corrected for all comparisons of the family.
    pub adjusted: Adjusted,
    /// Wilcoxon's signed-rank test.
    pub wilcoxon: Result<SignedRankTest, StatsError>,
    /// Its p, corrected by Holm's procedure for the family; 1 where the test is undefined.
    pub wilcoxon_holm: f64,
    /// The sign test.
    pub sign: Option<Result<SignTest, StatsError>>,
    /// Paired t over datasets.
    pub t: Option<Result<TTest, StatsError>>,
    /// Probabilities of better, equivalent, worse.
    pub bayes: Option<Result<SignedRankPosterior, StatsError>>,
    /// Datasets won, tied and lost by a.
    pub counts: WinTieLoss,
    /// How large the difference is.
    pub effect: Option<Result<Effect, StatsError>>,
}

/// One p-value by every correction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adjusted {
    /// Bonferroni.
    pub bonferroni: f64,
    /// Holm.
    pub holm: f64,
    /// Hochberg.
    pub hochberg: f64,
    /// Hommel.
    pub hommel: f64,
    /// Finner.
    pub finner: f64,
    /// Li.
    pub li: f64,
    /// Shaffer, for all pairs.
    pub shaffer: Option<f64>,
    /// Bergmann and Hommel, for all pairs of up to 12 methods.
    pub bergmann_hommel: Option<f64>,
}

/// How large a difference is. Everything here pools scores over datasets, so that nothing is there where their units may
/// differ ([`Results::mixes_units`]); wins, ties and losses remain.
#[derive(Debug, Clone)]
pub struct Effect {
    /// Mean difference with its interval, in units of the metric, positive where a is better.
    pub mean: Option<EffectInterval>,
    /// Median difference with its interval.
    pub median: Option<EffectInterval>,
    /// Probability that a random score of a is better than one of b.
    pub a12: Option<f64>,
    /// Cliff's delta.
    pub delta: Option<f64>,
}

/// Families with more comparisons have no resampled numbers: they would take minutes, and nobody reads so many.
const MOST_DETAILED: usize = 100;

/// The control against every other method.
pub fn versus_control(
    complete: &Complete,
    omnibus: &Omnibus,
    control: usize,
    settings: &AnalysisSettings,
) -> Result<Vec<Pair>, Refused> {
    let others = (0..complete.results.methods.len()).filter(|&m| m != control);
    let pairs: Vec<(usize, usize)> = others.map(|other| (control, other)).collect();
    family(complete, omnibus, &pairs, settings)
}

/// Every pair.
pub fn pairwise(
    complete: &Complete,
    omnibus: &Omnibus,
    settings: &AnalysisSettings,
) -> Result<Vec<Pair>, Refused> {
    let k = complete.results.methods.len();
    let mut pairs = family(complete, omnibus, &all_pairs(k), settings)?;
    let p: Vec<f64> = pairs.iter().map(|pair| pair.p).collect();
    let by_shaffer = shaffer(&p, k).map_err(refused)?;
    // Beyond its limit this correction does not exist, and is left out.
    let by_bergmann =
        settings.asks(Test::BergmannHommel).then(|| bergmann_hommel(&p, k).ok()).flatten();
    for (position, pair) in pairs.iter_mut().enumerate() {
        pair.adjusted.shaffer = Some(by_shaffer[position]);
        pair.adjusted.bergmann_hommel = by_bergmann.as_ref().map(|p| p[position]);
    }
    Ok(pairs)
}

fn family(
    complete: &Complete,
    omnibus: &Omnibus,
    pairs: &[(usize, usize)],
    settings: &AnalysisSettings,
) -> Result<Vec<Pair>, Refused> {
    let ranks = comparison(complete)?;
    let differences: Vec<f64> =
        pairs.iter().map(|&(a, b)| omnibus.mean_ranks[b] - omnibus.mean_ranks[a]).collect();
    let p: Vec<f64> = differences.iter().map(|d| ranks.p(*d)).collect();
    let adjusted: Vec<(Correction, Vec<f64>)> =
        Correction::ALL.into_iter().map(|correction| (correction, correction.adjust(&p))).collect();
    let by = |correction: Correction, position: usize| {
        adjusted.iter().find(|(c, _)| *c == correction).map_or(1.0, |(_, p)| p[position])
    };
    let detail = pairs.len() <= MOST_DETAILED;
    let oriented = complete.results.oriented();
    let order = complete.results.dataset_order();
    let by_name: Vec<_> = order.iter().map(|&dataset| oriented[dataset].clone()).collect();
    let mut found: Vec<Pair> = Vec::with_capacity(pairs.len());
    for (position, &(a, b)) in pairs.iter().enumerate() {
        let ranks_only = settings.tests.is_empty();
        let (of_a, of_b) =
            if ranks_only { (Vec::new(), Vec::new()) } else { values(&by_name, a, b) };
        let options = Options {
            ties: settings.ties,
            zeros: settings.zeros,
            method: settings.wilcoxon,
            ..Options::default()
        };
        let wilcoxon = if ranks_only {
            Err(StatsError::Undefined { test: "signed-rank test", reason: "it was not asked for" })
        } else {
            signed_rank_test(&of_a, &of_b, &options)
        };
        found.push(Pair {
            a,
            b,
            rank_difference: differences[position],
            z: ranks.z(differences[position]),
            p: p[position],
            nemenyi_p: ranks.nemenyi_p(differences[position]),
            adjusted: Adjusted {
                bonferroni: by(Correction::Bonferroni, position),
                holm: by(Correction::Holm, position),
                hochberg: by(Correction::Hochberg, position),
                hommel: by(Correction::Hommel, position),
                finner: by(Correction::Finner, position),
                li: by(Correction::Li, position),
                shaffer: None,
                bergmann_hommel: None,
            },
            wilcoxon,
            wilcoxon_holm: 1.0,
            sign: settings.asks(Test::Sign).then(|| sign_test(&of_a, &of_b, settings.ties)),
            t: settings.asks(Test::PairedT).then(|| paired(&of_a, &of_b)),
            bayes: (detail && settings.asks(Test::BayesSignedRank)).then(|| {
                let rope = rope(&complete.results, settings);
                let key = stream(settings, "bayes");
                let differences: Vec<f64> = of_a.iter().zip(&of_b).map(|(a, b)| a - b).collect();
                let asked = SignedRankSettings { rope, ..SignedRankSettings::default() };
                bayesian_signed_rank(&differences, asked, &key)
            }),
            counts: win_tie_loss(&of_a, &of_b, settings.ties).map_err(refused)?,
            effect: (detail && settings.asks(Test::Effect)).then(|| {
                if complete.results.mixes_units() {
                    return Ok(Effect { mean: None, median: None, a12: None, delta: None });
                }
                effect(&of_a, &of_b, settings, &stream(settings, "effect"))
            }),
        });
    }
    let signed: Vec<f64> =
        found.iter().map(|pair| pair.wilcoxon.as_ref().map_or(1.0, |w| w.p_two_sided)).collect();
    for (pair, p) in found.iter_mut().zip(Correction::Holm.adjust(&signed)) {
        pair.wilcoxon_holm = p;
    }
    Ok(found)
}

/// The tests that compare the sizes of differences on different datasets, not only their signs or ranks within a dataset.
const OF_SIZES: [Test; 8] = [
    Test::Quade,
    Test::Anova,
    Test::Wilcoxon,
    Test::PairedT,
    Test::MonteCarlo,
    Test::McmcKde,
    Test::Bootstrap,
    Test::BayesSignedRank,
];

/// What a reader should know of the tests that were done where datasets may have different units.
pub fn units_note(results: &Results, done: impl Fn(Test) -> bool) -> Option<String> {
    let names = OF_SIZES.into_iter().filter(|test| done(*test)).map(Test::name);
    let names: Vec<&str> = names.collect();
    (results.mixes_units() && !names.is_empty()).then(|| {
        format!(
            "{} is in units of the target: {} weighed differences by their sizes, which means little where datasets have different units; mean ranks, wins and signs do not depend on units",
            results.title,
            listed(&names)
        )
    })
}

/// Half the width of practical equivalence.
pub fn rope(results: &Results, settings: &AnalysisSettings) -> f64 {
    let (low, high) = results.range;
    let hundredth = if (high - low).is_finite() { (high - low) / 100.0 } else { 0.0 };
    settings.rope.unwrap_or(hundredth)
}

/// The stream of a purpose. All pairs share it: neither the order of columns nor their names change a number, and equal
/// columns get equal answers.
pub fn stream(settings: &AnalysisSettings, what: &str) -> RngKey {
    RngKey::root(settings.seed).child("analysis", 0).child(what, 0)
}

/// Scores of both methods on the datasets where both have one, larger is better, by names of datasets: resampling must not
/// depend on the order of rows.
fn values(by_name: &[Vec<Option<f64>>], a: usize, b: usize) -> (Vec<f64>, Vec<f64>) {
    by_name.iter().filter_map(|row| row[a].zip(row[b])).unzip()
}

fn effect(
    a: &[f64],
    b: &[f64],
    settings: &AnalysisSettings,
    key: &RngKey,
) -> Result<Effect, StatsError> {
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    let asked = IntervalSettings { level: 1.0 - settings.alpha, ..IntervalSettings::default() };
    Ok(Effect {
        mean: Some(effect_interval(&differences, Centre::Mean, asked, &key.child("mean", 0))?),
        median: Some(effect_interval(
            &differences,
            Centre::Median,
            asked,
            &key.child("median", 0),
        )?),
        a12: Some(vargha_delaney(a, b, settings.ties)?),
        delta: Some(cliffs_delta(a, b, settings.ties)?),
    })
}
