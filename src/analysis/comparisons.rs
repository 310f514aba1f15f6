//! Two methods at a time: rank z with every correction, the tests of two methods that were asked for and the size of the
//! effect, for all pairs and for the control against the others. Positive always means that the first-named is better.

use super::budget::{MOST_DETAILED, resamples};
use super::complete::{Complete, Refused};
use super::omnibus::{Omnibus, comparison, refused};
use super::registry::finding::find;
use super::registry::{
    self, ALL, Compared, Family, Finding, Input, Outcome, Overall, Run, Test, TwoMethods,
};
use super::results::Results;
use super::settings::AnalysisSettings;
use super::threads;
use crate::num::key::RngKey;
use crate::stats::StatsError;
use crate::stats::adjust::Correction as Procedure;
use crate::stats::effect::{WinTieLoss, vargha_delaney, win_tie_loss};
use crate::stats::effect_delta::{Compared as DeltaOf, cliffs_delta_interval};
use crate::stats::effect_gamma::akinshin_gamma_interval;
use crate::stats::effect_interval::{Centre, EffectInterval, IntervalSettings, effect_interval};
use crate::stats::posthoc::all_pairs;
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
    /// The same p by every correction for the comparisons of the family, as far as they are defined.
    pub adjusted: Vec<(Test, f64)>,
    /// Tests of two methods.
    pub tests: Vec<Compared>,
    /// Datasets won, tied and lost by a.
    pub counts: WinTieLoss,
    /// How large the difference is.
    pub effect: Option<Result<Effect, StatsError>>,
}

impl Pair {
    /// The p of the rank difference by a correction.
    pub fn adjusted(&self, correction: Test) -> Option<f64> {
        self.adjusted.iter().find(|(test, _)| *test == correction).map(|(_, p)| *p)
    }

    /// What a test of two methods found.
    pub fn found(&self, test: Test) -> Option<&Finding> {
        find(&self.tests, test)?.found.as_ref().ok()
    }

    /// The p of a test of two methods, corrected by Holm's procedure for the family.
    pub fn holm(&self, test: Test) -> Option<f64> {
        find(&self.tests, test)?.holm
    }
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
    /// Cliff's delta with its interval: every score of a against every score of b. Its percentile interval is the one to
    /// show: a dataset that is drawn twice meets itself, which shifts the draws and misleads the bias correction of BCa.
    pub delta: Option<EffectInterval>,
    /// Akinshin's gamma with its interval, likewise: the difference of medians in pooled spreads; none where scores have
    /// no spread.
    pub gamma: Option<EffectInterval>,
}

/// The control against every other method.
pub fn versus_control(
    complete: &Complete,
    omnibus: &Omnibus,
    control: usize,
    settings: &AnalysisSettings,
) -> Result<Vec<Pair>, Refused> {
    let others = (0..complete.results.methods.len()).filter(|&m| m != control);
    let pairs: Vec<(usize, usize)> = others.map(|other| (control, other)).collect();
    family(&Overall { complete, omnibus, settings }, &pairs, false)
}

/// Every pair.
pub fn pairwise(
    complete: &Complete,
    omnibus: &Omnibus,
    settings: &AnalysisSettings,
) -> Result<Vec<Pair>, Refused> {
    let pairs = all_pairs(complete.results.methods.len());
    family(&Overall { complete, omnibus, settings }, &pairs, true)
}

fn family(
    input: &Overall<'_>,
    pairs: &[(usize, usize)],
    all_pairs: bool,
) -> Result<Vec<Pair>, Refused> {
    let (complete, settings) = (input.complete, input.settings);
    let ranks = comparison(complete)?;
    let mean_ranks = &input.omnibus.mean_ranks;
    let differences: Vec<f64> = pairs.iter().map(|&(a, b)| mean_ranks[b] - mean_ranks[a]).collect();
    let p: Vec<f64> = differences.iter().map(|d| ranks.p(*d)).collect();
    let methods = complete.results.methods.len();
    let of_ranks = |asked: bool| Family {
        p: &p,
        differences: &differences,
        ranks: &ranks,
        methods,
        all_pairs,
        asked,
    };
    // Without tests only ranks and what decides the verdict by them are wanted: see `robust`.
    let ranks_only = settings.tests.is_empty();
    let (scores, results) = match ranks_only {
        true => (Vec::new(), &complete.results),
        false => (by_name(&complete.results), &complete.results),
    };
    let resamples = resamples(results.datasets.len(), methods)
        .filter(|_| pairs.len() <= MOST_DETAILED && settings.asks(&registry::effect::TEST));
    let pair = |&position: &usize| -> Result<Pair, Refused> {
        let (a, b) = pairs[position];
        let (a_scores, b_scores) =
            if ranks_only { (Vec::new(), Vec::new()) } else { values(&scores, a, b) };
        let two = TwoMethods { a: &a_scores, b: &b_scores, results, settings };
        Ok(Pair {
            a,
            b,
            rank_difference: differences[position],
            z: ranks.z(differences[position]),
            p: p[position],
            adjusted: Vec::new(),
            tests: Vec::new(),
            counts: win_tie_loss(two.a, two.b, settings.ties).map_err(refused)?,
            effect: resamples.map(|resamples| effect(&two, resamples)),
        })
    };
    let positions: Vec<usize> = (0..pairs.len()).collect();
    let mut found =
        threads::each(&positions, pair).into_iter().collect::<Result<Vec<Pair>, Refused>>()?;
    let decides = |test: Test| {
        [&registry::corrections::HOLM, &registry::corrections::SHAFFER].contains(&test)
    };
    for &correction in ALL.iter().filter(|test| !ranks_only || decides(test)) {
        let Run::Correction(procedure) = &correction.run else { continue };
        let Some(adjusted) = (procedure.adjust)(&of_ranks(settings.asks(correction))) else {
            continue;
        };
        for (pair, p) in found.iter_mut().zip(adjusted) {
            pair.adjusted.push((correction, p));
        }
    }
    if !ranks_only {
        compare(input, pairs, &scores, &mut found);
    }
    Ok(found)
}

/// The tests of two methods that are done: those asked for, signed ranks always, and signs where there are two methods only.
fn pair_tests(settings: &AnalysisSettings, methods: usize) -> impl Iterator<Item = Test> {
    let always = |test: Test| {
        test == &registry::wilcoxon::TEST || (methods == 2 && test == &registry::sign::TEST)
    };
    let wanted: Vec<Test> =
        ALL.iter().copied().filter(|test| always(test) || settings.asks(test)).collect();
    wanted
        .into_iter()
        .filter(|test| matches!(test.run, Run::Pair(_) | Run::ResampledPair(_) | Run::Pairs(_)))
}

/// Adds every test of two methods, with Holm's correction for the family.
fn compare(
    input: &Overall<'_>,
    pairs: &[(usize, usize)],
    scores: &[Vec<Option<f64>>],
    found: &mut [Pair],
) {
    let (results, settings) = (&input.complete.results, input.settings);
    for test in pair_tests(settings, results.methods.len()) {
        let one = |run: fn(&TwoMethods<'_>) -> Outcome, (a, b): (usize, usize)| {
            let (a, b) = values(scores, a, b);
            run(&TwoMethods { a: &a, b: &b, results, settings })
        };
        let outcomes: Vec<Outcome> = match test.run {
            Run::Pair(run) => threads::each(pairs, |&pair| one(run, pair)),
            Run::ResampledPair(run) if pairs.len() <= MOST_DETAILED => {
                threads::each(pairs, |&pair| one(run, pair))
            }
            Run::Pairs(run) => match run(input, pairs) {
                Ok(found) => found.into_iter().map(Ok).collect(),
                Err(error) => vec![Err(error); pairs.len()],
            },
            _ => {
                let reason = "more than 100 comparisons: it would take minutes";
                vec![Err(StatsError::Undefined { test: test.title, reason }); pairs.len()]
            }
        };
        let holm = holm(&outcomes);
        for ((pair, found), holm) in found.iter_mut().zip(outcomes).zip(holm) {
            pair.tests.push(Compared { test, found, holm });
        }
    }
}

/// The p-values of a family by Holm's procedure: an undefined test counts with p = 1 and has none itself; none at all where
/// the test has no p.
pub fn holm(outcomes: &[Outcome]) -> Vec<Option<f64>> {
    let has_p = |found: &Outcome| found.as_ref().map_or(true, |found| found.p.is_some());
    if !outcomes.iter().all(has_p) {
        return vec![None; outcomes.len()];
    }
    let p = |found: &Outcome| found.as_ref().ok().and_then(|found| found.p).unwrap_or(1.0);
    let raw: Vec<f64> = outcomes.iter().map(p).collect();
    let adjusted = Procedure::Holm.adjust(&raw);
    outcomes.iter().zip(adjusted).map(|(found, p)| found.is_ok().then_some(p)).collect()
}

/// What a reader should know of the tests that were done where datasets may have different units.
pub fn units_note(results: &Results, done: impl Fn(Test) -> bool) -> Option<String> {
    let names = ALL.iter().copied().filter(|test| test.input == Input::Sizes && done(test));
    let names: Vec<&str> = names.map(|test| test.name).collect();
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

/// Scores turned so that larger is better, by names of datasets: resampling must not depend on the order of rows.
fn by_name(results: &Results) -> Vec<Vec<Option<f64>>> {
    let oriented = results.oriented();
    results.dataset_order().iter().map(|&dataset| oriented[dataset].clone()).collect()
}

/// Scores of both methods on the datasets where both have one.
fn values(by_name: &[Vec<Option<f64>>], a: usize, b: usize) -> (Vec<f64>, Vec<f64>) {
    by_name.iter().filter_map(|row| row[a].zip(row[b])).unzip()
}

fn effect(two: &TwoMethods<'_>, resamples: usize) -> Result<Effect, StatsError> {
    if two.results.mixes_units() {
        return Ok(Effect { mean: None, median: None, a12: None, delta: None, gamma: None });
    }
    let settings = two.settings;
    let key = stream(settings, "effect");
    let differences = two.differences();
    let asked = IntervalSettings { level: 1.0 - settings.alpha, resamples };
    let interval = |centre: Centre, what: &str| {
        effect_interval(&differences, centre, asked, &key.child(what, 0))
    };
    Ok(Effect {
        mean: Some(interval(Centre::Mean, "mean")?),
        median: Some(interval(Centre::Median, "median")?),
        a12: Some(vargha_delaney(two.a, two.b, settings.ties)?),
        delta: Some(cliffs_delta_interval(
            two.a,
            two.b,
            DeltaOf::AllPairs,
            settings.ties,
            asked,
            &key.child("delta", 0),
        )?),
        // Undefined where scores have no spread.
        gamma: akinshin_gamma_interval(two.a, two.b, 0.5, asked, &key.child("gamma", 0)).ok(),
    })
}
