//! A run held against a baseline. First it is asked whether they can be compared at all: same data, same splits, same
//! metrics. Then every method on every dataset is paired fold by fold and, for shares of right answers, example by example.
//!
//! Two questions are asked of each pairing at the level alpha. Is a drop beyond the margin shown? These p-values are
//! corrected for their number (identical predictions aside, which cannot have dropped), single datasets and means
//! together, so that a run in which nothing dropped too far is called regressed with probability alpha at most. Is a drop
//! beyond the margin excluded? No correction is needed there: the gate opens only if every comparison that must pass
//! does, which is rarer than any single false pass.

use std::collections::{BTreeMap, BTreeSet};

use super::comparable::{find, notes, problems};
use super::settings::{GateSettings, Guarded, Level, Margin};
use super::snapshot::{Pairing, SCORES, Snapshot, SnapshotTrial};
use super::verdict::{Comparison, Finding, Overall, POWER, Verdict};
use crate::experiment::test_to_train;
use crate::measure::{Pairs, Unit};
use crate::num::math;
use crate::stats::non_inferiority::{ChangedRows, Drop, Evidence, repeats_to_decide};

/// Holds a run, or the part of it that was selected, against the baseline of that name.
pub fn compare(
    name: &str,
    baseline: &Snapshot,
    now: &Snapshot,
    settings: &GateSettings,
) -> Verdict {
    let mut verdict = incomparable(name, problems(baseline, now), now, settings);
    verdict.notes = notes(baseline, now);
    if !verdict.problems.is_empty() {
        return verdict;
    }
    let mut on_datasets: Vec<Judged> = Vec::new();
    for method in &now.methods {
        for metric in &settings.metrics {
            let pairings = now.pairings.iter().filter(|p| p.method == method.name);
            for pairing in pairings {
                let Some(before) = find(baseline, pairing).filter(|b| !b.trials.is_empty()) else {
                    continue;
                };
                match compare_pairing(before, pairing, metric, now) {
                    Some(judged) => on_datasets.push(judged),
                    None => verdict.notes.push(format!(
                        "`{}` on `{}`: {} is undefined in the baseline and not judged",
                        pairing.method, pairing.dataset, metric.info.name
                    )),
                }
            }
        }
    }
    let in_the_mean = means(&on_datasets, settings);
    let mut all: Vec<Judged> = on_datasets.into_iter().chain(in_the_mean).collect();
    demand(&mut all, settings.level);
    decide(&mut all, settings);
    verdict.comparisons = all.into_iter().map(|judged| judged.comparison).collect();
    let counts = |c: &&Comparison| c.demanded || c.finding > Finding::Inconclusive;
    match verdict.comparisons.iter().filter(counts).map(|c| c.finding).max() {
        Some(worst) => verdict.overall = Overall::Found(worst),
        None => verdict.problems.push("no guarded metric is defined in both".into()),
    }
    verdict
}

/// The verdict where there is nothing to compare with.
pub fn incomparable(
    baseline: &str,
    problems: Vec<String>,
    now: &Snapshot,
    settings: &GateSettings,
) -> Verdict {
    Verdict {
        experiment: now.experiment.clone(),
        baseline: baseline.to_owned(),
        overall: Overall::Incomparable,
        comparisons: Vec::new(),
        problems,
        notes: Vec::new(),
        caveats: now.caveats.clone(),
        alpha: settings.alpha,
        correction: settings.correction,
        level: settings.level,
        inconclusive: settings.inconclusive,
        all_stored: None,
    }
}

/// A comparison and what it rests on: the evidence of every dataset, `None` where nothing changed.
struct Judged {
    comparison: Comparison,
    evidence: Vec<Option<Evidence>>,
}

/// Scores closer than this differ by rounding.
const SAME_SCORE: f64 = 1e-12;

/// A comparison that nothing is known of yet.
fn blank(metric: &Guarded, method: &str, dataset: Option<&str>) -> Comparison {
    Comparison {
        metric: metric.info,
        method: method.to_owned(),
        dataset: dataset.map(str::to_owned),
        demanded: false,
        finding: Finding::Inconclusive,
        identical: false,
        scores_only: false,
        improved: false,
        remark: None,
        before: f64::NAN,
        now: f64::NAN,
        margin: f64::NAN,
        declared: None,
        drop: None,
        pairs: 0,
        changed: None,
        p_beyond: 1.0,
        p_adjusted: 1.0,
        p_within: 1.0,
        upper: f64::NAN,
        detectable: f64::NAN,
        repeats_to_decide: None,
    }
}

fn incomplete(metric: &Guarded, method: &str, dataset: &str, remark: String) -> Judged {
    let mut comparison = blank(metric, method, Some(dataset));
    comparison.finding = Finding::Incomplete;
    comparison.remark = Some(remark);
    Judged { comparison, evidence: Vec::new() }
}

/// One metric of a method on a dataset; `None` where the baseline has nothing to compare with.
fn compare_pairing(
    before: &Pairing,
    now: &Pairing,
    metric: &Guarded,
    run: &Snapshot,
) -> Option<Judged> {
    let name = metric.info.name;
    let dataset = run.datasets.iter().find(|d| d.name == now.dataset);
    let repeats = dataset.map_or(0, |d| d.splits.len());
    let by_place: BTreeMap<(usize, usize), &SnapshotTrial> =
        now.trials.iter().map(|t| ((t.repeat, t.fold), t)).collect();
    let wanted: Vec<&SnapshotTrial> = before.trials.iter().filter(|t| t.repeat < repeats).collect();
    let paired: Vec<(&SnapshotTrial, &SnapshotTrial)> =
        wanted.iter().filter_map(|b| by_place.get(&(b.repeat, b.fold)).map(|n| (*b, *n))).collect();
    let gap = |count: usize, reason: &str| {
        let remark = format!("{count} of {} trials have no score: {reason}", wanted.len());
        Some(incomplete(metric, &now.method, &now.dataset, remark))
    };
    if paired.len() < wanted.len() {
        let reason = now.failure.as_deref().unwrap_or("skipped now");
        return gap(wanted.len() - paired.len(), reason);
    }
    let score = |t: &SnapshotTrial| t.scores.get(name).copied().flatten();
    let lost = paired.iter().filter(|(b, n)| score(b).is_some() && score(n).is_none()).count();
    if lost > 0 {
        return gap(lost, &format!("{name} is undefined, and was defined in the baseline"));
    }
    let scores: Vec<(f64, f64)> =
        paired.iter().filter_map(|(b, n)| Some((score(b)?, score(n)?))).collect();
    if scores.is_empty() {
        return None;
    }
    let mut comparison = blank(metric, &now.method, Some(&now.dataset));
    let (old, new): (Vec<f64>, Vec<f64>) = scores.iter().copied().unzip();
    comparison.before = math::mean(&old);
    comparison.now = math::mean(&new);
    comparison.pairs = scores.len();
    let declared = metric.margin_on(&now.dataset);
    comparison.declared = Some(declared);
    comparison.margin = declared.of(comparison.before);
    comparison.changed = match metric.info.pairs {
        Pairs::Examples => changed_rows(&paired),
        Pairs::Folds => None,
    };
    let sign = metric.info.direction.sign();
    let drops: Vec<f64> = scores.iter().map(|(b, n)| sign * (b - n)).collect();
    let same_labels = paired.iter().all(|(b, n)| b.labels == n.labels);
    comparison.scores_only =
        paired.iter().any(|(b, n)| b.labels.starts_with(SCORES) || n.labels.starts_with(SCORES));
    comparison.identical = same_labels && drops.iter().all(|drop| drop.abs() < SAME_SCORE);
    if scores.len() < paired.len() {
        let gained = paired.len() - scores.len();
        comparison.remark = Some(format!("{gained} folds in which the baseline is undefined"));
    }
    let folds = dataset.map_or(run.folds, |dataset| run.folds_of(dataset));
    let overlap = test_to_train(folds, run.test_share);
    let evidence =
        overlap.and_then(|overlap| Evidence::new(&drops, folds, overlap, comparison.changed));
    comparison.drop = evidence.as_ref().map(Evidence::drop);
    if comparison.identical {
        comparison.drop = Some(Drop::NONE);
        return Some(Judged { comparison, evidence: vec![None] });
    }
    if evidence.is_none() {
        let remark = match overlap {
            None if dataset.is_some_and(|dataset| dataset.folds == Some(1)) => {
                "one split says nothing of chance: declare several folds"
            }
            None => {
                "it is not known which share of the examples a test part holds, and so nothing of chance: import with --test-share"
            }
            Some(_) => "folds do not vary, or are too few, so that nothing is known of chance",
        };
        comparison.remark = Some(remark.into());
    }
    Some(Judged { comparison, evidence: vec![evidence] })
}

/// Examples that changed sides, in the mean over repeats; `None` where single answers are not known.
fn changed_rows(paired: &[(&SnapshotTrial, &SnapshotTrial)]) -> Option<ChangedRows> {
    let (mut rows, mut lost, mut won) = (0_usize, 0_usize, 0_usize);
    for (before, now) in paired {
        let (before, now) = (&before.right.as_ref()?.0, &now.right.as_ref()?.0);
        if before.len() != now.len() {
            return None;
        }
        rows += before.len();
        lost += before.iter().zip(now).filter(|(b, n)| **b && !**n).count();
        won += before.iter().zip(now).filter(|(b, n)| !**b && **n).count();
    }
    let mut repeats: Vec<usize> = paired.iter().map(|(b, _)| b.repeat).collect();
    repeats.dedup();
    let mean = |count: usize| count as f64 / repeats.len() as f64;
    Some(ChangedRows { rows: mean(rows), lost: mean(lost), won: mean(won) })
}

/// Every method and metric in the mean over its datasets, where it has several. Errors in units of the target have no mean:
/// litres and metres cannot be added, so each dataset decides for itself.
fn means(on_datasets: &[Judged], settings: &GateSettings) -> Vec<Judged> {
    let mut methods: Vec<&str> = Vec::new();
    for judged in on_datasets {
        if !methods.contains(&judged.comparison.method.as_str()) {
            methods.push(&judged.comparison.method);
        }
    }
    let mut means = Vec::new();
    for method in methods {
        for metric in settings.metrics.iter().filter(|m| m.info.unit != Unit::Target) {
            let of = |c: &Comparison| c.method == method && c.metric.name == metric.info.name;
            let of: Vec<&Judged> = on_datasets.iter().filter(|j| of(&j.comparison)).collect();
            if of.len() > 1 {
                let evidence = of.iter().flat_map(|judged| judged.evidence.clone()).collect();
                let of: Vec<&Comparison> = of.iter().map(|judged| &judged.comparison).collect();
                means.push(Judged { comparison: mean(method, metric, &of), evidence });
            }
        }
    }
    means
}

fn mean(method: &str, metric: &Guarded, of: &[&Comparison]) -> Comparison {
    let mut comparison = blank(metric, method, None);
    if let Some(broken) = of.iter().find(|c| c.finding == Finding::Incomplete) {
        comparison.finding = Finding::Incomplete;
        let dataset = broken.dataset.as_deref().unwrap_or_default();
        let remark = broken.remark.as_deref().unwrap_or("no scores");
        comparison.remark = Some(format!("{dataset}: {remark}"));
        return comparison;
    }
    let of_all = |value: fn(&Comparison) -> f64| {
        math::mean(&of.iter().map(|c| value(c)).collect::<Vec<f64>>())
    };
    comparison.before = of_all(|c| c.before);
    comparison.now = of_all(|c| c.now);
    comparison.margin = of_all(|c| c.margin);
    comparison.identical = of.iter().all(|c| c.identical);
    comparison.scores_only = of.iter().any(|c| c.scores_only);
    comparison.pairs = of.iter().map(|c| c.pairs).sum();
    let first: Option<Margin> = of.first().and_then(|c| c.declared);
    comparison.declared = first.filter(|first| of.iter().all(|c| c.declared == Some(*first)));
    let drops: Option<Vec<Drop>> = of.iter().map(|c| c.drop).collect();
    comparison.drop = drops.and_then(|drops| Drop::mean_of(&drops));
    if comparison.drop.is_none() {
        let unknown = of.iter().find(|c| c.drop.is_none());
        let told =
            unknown.and_then(|c| Some(format!("{}: {}", c.dataset.as_ref()?, c.remark.as_ref()?)));
        comparison.remark =
            Some(told.unwrap_or_else(|| "nothing is known of chance on some dataset".into()));
    }
    comparison
}

/// Marks the comparisons that must pass: those of the level, or the only one of a method and metric.
fn demand(all: &mut [Judged], level: Level) {
    let key = |c: &Comparison| (c.method.clone(), c.metric.name);
    let means: BTreeSet<(String, &str)> = all
        .iter()
        .filter(|judged| judged.comparison.dataset.is_none())
        .map(|judged| key(&judged.comparison))
        .collect();
    for Judged { comparison, .. } in all {
        comparison.demanded = match (level, &comparison.dataset) {
            (Level::Dataset, dataset) => dataset.is_some(),
            (Level::Method, None) => true,
            (Level::Method, Some(_)) => !means.contains(&key(comparison)),
        };
    }
}

/// Tests all comparisons as one family.
fn decide(family: &mut [Judged], settings: &GateSettings) {
    let alpha = settings.alpha;
    // What is identical cannot have dropped, so it is no hypothesis and does not weaken the others.
    let is_tested = |c: &Comparison| !c.identical && c.drop.is_some();
    let tested: Vec<usize> =
        (0..family.len()).filter(|&i| is_tested(&family[i].comparison)).collect();
    let adjust = |p: &[f64]| {
        let some: Vec<f64> = tested.iter().map(|&i| p[i]).collect();
        let adjusted = settings.correction.map_or_else(|| some.clone(), |c| c.adjust(&some));
        let mut all = vec![1.0; p.len()];
        tested.iter().zip(adjusted).for_each(|(&i, p)| all[i] = p);
        all
    };
    // Bonferroni's share is what the first of the corrected steps demands.
    let strict = match settings.correction {
        Some(_) => alpha / tested.len().max(1) as f64,
        None => alpha,
    };
    for Judged { comparison, evidence } in family.iter_mut() {
        let Some(drop) = comparison.drop else { continue };
        let margin = comparison.margin;
        // What is no number shows nothing.
        let known = |p: f64| if p.is_finite() { p } else { 1.0 };
        comparison.p_beyond = known(drop.p_beyond(margin));
        comparison.p_within = if comparison.identical { 0.0 } else { known(drop.p_within(margin)) };
        comparison.upper = drop.upper(alpha);
        comparison.detectable = drop.detectable(margin, strict, POWER);
        comparison.repeats_to_decide = repeats_to_decide(evidence, margin, strict, alpha);
    }
    let beyond: Vec<f64> = family.iter().map(|j| j.comparison.p_beyond).collect();
    // A rise is a drop below zero: shown where "a drop of zero or more" is refused.
    let rises: Vec<f64> = family
        .iter()
        .map(|j| j.comparison.drop.filter(|_| !j.comparison.identical))
        .map(|drop| drop.map_or(1.0, |drop| drop.p_within(0.0)))
        .map(|p| if p.is_finite() { p } else { 1.0 })
        .collect();
    let adjusted = adjust(&beyond).into_iter().zip(adjust(&rises));
    for (Judged { comparison, .. }, (p, p_rise)) in family.iter_mut().zip(adjusted) {
        comparison.p_adjusted = p;
        comparison.improved = p_rise < alpha;
        if comparison.finding == Finding::Incomplete || comparison.drop.is_none() {
            continue;
        }
        comparison.finding = if p < alpha {
            Finding::Regressed
        } else if comparison.p_within < alpha {
            Finding::Pass
        } else {
            Finding::Inconclusive
        };
        if comparison.finding != Finding::Inconclusive {
            comparison.repeats_to_decide = None;
        }
    }
}
