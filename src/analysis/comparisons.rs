//! Two methods at a time: rank z with every correction, the tests of two methods that were asked for and the size of the
//! effect, for all pairs and for the control against the others. Positive always means that the first-named is better.

use super::budget::MOST_DETAILED;
use super::complete::{Complete, Refused};
use super::effects::{Effect, sizes};
use super::omnibus::{Omnibus, comparison};
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
use crate::stats::effect::WinTieLoss;
use crate::stats::effect_interval::EffectInterval;
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

    /// The bootstrap interval of the mean difference.
    pub fn interval(&self) -> Option<EffectInterval> {
        self.effect.as_ref()?.as_ref().ok()?.mean?.interval
    }

    /// The p of a test of two methods, corrected by Holm's procedure for the family.
    pub fn holm(&self, test: Test) -> Option<f64> {
        find(&self.tests, test)?.holm
    }
}

/// Whether differences of pairs have bootstrap intervals: large tables have none.
pub fn has_intervals<'a>(pairs: impl IntoIterator<Item = &'a Pair>) -> bool {
    pairs.into_iter().any(|pair| pair.interval().is_some())
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
    // Without tests only ranks and what decides the verdict by them are wanted: see `robust`.
    let ranks_only = settings.tests.is_empty();
    let scores = if ranks_only { Vec::new() } else { by_name(&complete.results) };
    let mut found = Vec::with_capacity(pairs.len());
    for (position, sizes) in sizes(input, pairs, &scores)?.into_iter().enumerate() {
        let (a, b) = pairs[position];
        found.push(Pair {
            a,
            b,
            rank_difference: differences[position],
            z: ranks.z(differences[position]),
            p: p[position],
            adjusted: Vec::new(),
            tests: Vec::new(),
            counts: sizes.counts,
            effect: sizes.effect,
        });
    }
    let of_ranks = Family {
        p: &p,
        differences: &differences,
        ranks: &ranks,
        methods: complete.results.methods.len(),
        all_pairs,
        asked: false,
    };
    adjust(&of_ranks, settings, &mut found);
    if !ranks_only {
        compare(input, pairs, &scores, &mut found);
    }
    Ok(found)
}

/// Adds the p-values of rank differences by every correction; by those that decide only where no test was asked for.
fn adjust(of_ranks: &Family<'_>, settings: &AnalysisSettings, found: &mut [Pair]) {
    let decides = |test: Test| {
        [&registry::corrections::HOLM, &registry::corrections::SHAFFER].contains(&test)
    };
    let all = !settings.tests.is_empty();
    for &correction in ALL.iter().filter(|test| all || decides(test)) {
        let Run::Correction(procedure) = &correction.run else { continue };
        let family = Family { asked: settings.asks(correction), ..*of_ranks };
        let Some(adjusted) = (procedure.adjust)(&family) else { continue };
        for (pair, p) in found.iter_mut().zip(adjusted) {
            pair.adjusted.push((correction, p));
        }
    }
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
                let reason = "it is done for up to 100 comparisons only";
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
pub fn values(by_name: &[Vec<Option<f64>>], a: usize, b: usize) -> (Vec<f64>, Vec<f64>) {
    by_name.iter().filter_map(|row| row[a].zip(row[b])).unzip()
}
