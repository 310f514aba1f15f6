//! A run held against a baseline. First it is asked whether they can be compared at all: same data, same splits, same
//! metrics. Then every method on every dataset is paired fold by fold and, for shares of right answers, row by row.
//!
//! Two questions are asked of each pairing at the level alpha. Is a drop beyond the margin shown? These p-values are
//! corrected for their number (identical predictions aside, which cannot have dropped), single datasets and means together, so that a run in which nothing dropped too far is
//! called regressed with probability alpha at most. Is a drop beyond the margin excluded? No correction is needed there:
//! the gate opens only if every comparison that must pass does, which is rarer than any single false pass.

use std::collections::BTreeMap;

use super::snapshot::{Pairing, Snapshot, SnapshotTrial, counts_rows};
use super::verdict::{Comparison, Finding, Overall, POWER, Verdict};
use crate::num::math;
use crate::spec::gate::{GateSettings, Guarded, Level, Margin};
use crate::stats::non_inferiority::{ChangedRows, Drop, Evidence};

/// Holds a run against the baseline of that name. `whole`: whether all of the experiment was selected, so that what
/// the baseline has beyond it is gone and not just left out.
pub fn compare(
    name: &str,
    baseline: &Snapshot,
    now: &Snapshot,
    settings: &GateSettings,
    whole: bool,
) -> Verdict {
    let mut verdict = incomparable(name, problems(baseline, now, whole), now, settings);
    verdict.notes = notes(baseline, now);
    if !verdict.problems.is_empty() {
        return verdict;
    }
    let mut on_datasets: Vec<Judged> = Vec::new();
    for method in &now.methods {
        for metric in &settings.metrics {
            let pairings = now.pairings.iter().filter(|p| p.method == method.name);
            for pairing in pairings {
                if let Some(before) = find(baseline, pairing) {
                    on_datasets.push(compare_pairing(before, pairing, metric, now));
                }
            }
        }
    }
    // A method that is skipped now but was not is not among the run's pairings.
    on_datasets.extend(vanished(baseline, now, settings));
    let in_the_mean = means(&on_datasets, settings);
    let mut all: Vec<Judged> = on_datasets.into_iter().chain(in_the_mean).collect();
    demand(&mut all, settings.level);
    decide(&mut all, settings);
    verdict.comparisons = all.into_iter().map(|judged| judged.comparison).collect();
    let counts = |c: &&Comparison| c.demanded || c.finding > Finding::Inconclusive;
    match verdict.comparisons.iter().filter(counts).map(|c| c.finding).max() {
        Some(worst) => verdict.overall = Overall::Found(worst),
        None => verdict.problems.push("they have no method on a dataset in common".into()),
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
    }
}

fn find<'s>(baseline: &'s Snapshot, like: &Pairing) -> Option<&'s Pairing> {
    let same = |p: &&Pairing| p.dataset == like.dataset && p.method == like.method;
    baseline.pairings.iter().find(same)
}

/// Why two runs cannot be compared; nothing if they can. It needs no trials.
pub fn problems(baseline: &Snapshot, now: &Snapshot, whole: bool) -> Vec<String> {
    let mut problems = Vec::new();
    if baseline.folds != now.folds {
        problems.push(format!(
            "other splits: the baseline has {} folds, the run {}",
            baseline.folds, now.folds
        ));
    }
    for metric in &now.metrics {
        match baseline.metrics.iter().find(|m| m.name == metric.name) {
            None => problems.push(format!("the baseline has no metric `{}`", metric.name)),
            Some(before) if before.direction != metric.direction => {
                problems.push(format!("`{}` points the other way in the baseline", metric.name));
            }
            Some(_) => {}
        }
    }
    for dataset in &now.datasets {
        let Some(before) = baseline.datasets.iter().find(|d| d.name == dataset.name) else {
            continue;
        };
        let common = before.splits.len().min(dataset.splits.len());
        if before.content != dataset.content {
            problems.push(format!("other data: the content of `{}` changed", dataset.name));
        } else if baseline.folds == now.folds && before.splits[..common] != dataset.splits[..common]
        {
            let seeds = (baseline.seed != now.seed)
                .then(|| format!(" (seed {} became {})", baseline.seed, now.seed));
            let seeds = seeds.unwrap_or_default();
            problems.push(format!("other splits: the folds of `{}` changed{seeds}", dataset.name));
        }
    }
    if whole {
        let gone = |what: &str, name: &str| {
            format!("the baseline has the {what} `{name}`, the experiment has not")
        };
        let datasets = baseline.datasets.iter().map(|d| &d.name);
        let datasets = datasets.filter(|name| !now.datasets.iter().any(|d| d.name == **name));
        problems.extend(datasets.map(|name| gone("dataset", name)));
        let methods = baseline.methods.iter().map(|m| &m.name);
        let methods = methods.filter(|name| !now.methods.iter().any(|m| m.name == **name));
        problems.extend(methods.map(|name| gone("method", name)));
    }
    problems
}

/// What differs without making a comparison impossible.
fn notes(baseline: &Snapshot, now: &Snapshot) -> Vec<String> {
    let mut notes = Vec::new();
    for method in &now.methods {
        let name = &method.name;
        let Some(before) = baseline.methods.iter().find(|m| m.name == *name) else {
            notes.push(format!("`{name}` is not in the baseline and not judged"));
            continue;
        };
        if before.kind != method.kind {
            notes.push(format!(
                "`{name}` was of kind {} and is of kind {}",
                before.kind, method.kind
            ));
        } else if before.version != method.version {
            let (before, now) = (before.version, method.version);
            notes.push(format!("`{name}`: version {before} of its kind became {now}"));
        }
        if before.parameters != method.parameters {
            notes.push(format!("`{name}`: its parameters changed"));
        }
    }
    let new = now.datasets.iter().filter(|d| !baseline.datasets.iter().any(|b| b.name == d.name));
    notes.extend(new.map(|d| format!("`{}` is not in the baseline and not judged", d.name)));
    let repeats = |run: &Snapshot| run.datasets.iter().map(|d| d.splits.len()).max().unwrap_or(0);
    let (before, after) = (repeats(baseline), repeats(now));
    if before != after {
        notes.push(format!(
            "the baseline has {before} repeats, the run {after}: only those that both have count"
        ));
    }
    if baseline.engine != now.engine {
        let (before, now) = (baseline.engine, now.engine);
        notes.push(format!("the engine's version {before} became {now}"));
    }
    notes
}

/// A comparison and what it rests on.
struct Judged {
    comparison: Comparison,
    evidence: Option<Evidence>,
}

/// A comparison that nothing is known of yet.
fn blank(metric: &Guarded, method: &str, dataset: Option<&str>) -> Comparison {
    Comparison {
        metric: metric.info,
        method: method.to_owned(),
        dataset: dataset.map(str::to_owned),
        demanded: false,
        finding: Finding::Inconclusive,
        identical: false,
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
    Judged { comparison, evidence: None }
}

fn vanished(baseline: &Snapshot, now: &Snapshot, settings: &GateSettings) -> Vec<Judged> {
    let is_kept = |p: &&Pairing| {
        now.methods.iter().any(|m| m.name == p.method)
            && now.datasets.iter().any(|d| d.name == p.dataset)
            && find(now, p).is_none()
    };
    let gone = baseline.pairings.iter().filter(is_kept);
    let remark = || "skipped now, the baseline has scores".to_owned();
    gone.flat_map(|p| {
        settings.metrics.iter().map(move |m| incomplete(m, &p.method, &p.dataset, remark()))
    })
    .collect()
}

/// One metric of a method on a dataset.
fn compare_pairing(before: &Pairing, now: &Pairing, metric: &Guarded, run: &Snapshot) -> Judged {
    let name = metric.info.name;
    let dataset = run.datasets.iter().find(|d| d.name == now.dataset);
    let repeats = dataset.map_or(0, |d| d.splits.len());
    let by_place: BTreeMap<(usize, usize), &SnapshotTrial> =
        now.trials.iter().map(|t| ((t.repeat, t.fold), t)).collect();
    let wanted: Vec<&SnapshotTrial> = before.trials.iter().filter(|t| t.repeat < repeats).collect();
    let paired: Vec<(&SnapshotTrial, &SnapshotTrial)> =
        wanted.iter().filter_map(|b| by_place.get(&(b.repeat, b.fold)).map(|n| (*b, *n))).collect();
    if paired.len() < wanted.len() || wanted.is_empty() {
        let reason = now.failure.as_deref().unwrap_or("not in both runs");
        let missing = wanted.len() - paired.len();
        let remark = format!("{missing} of {} trials have no scores: {reason}", wanted.len());
        return incomplete(metric, &now.method, &now.dataset, remark);
    }
    let score = |t: &SnapshotTrial| t.scores.get(name).copied().flatten();
    let scores: Vec<(f64, f64)> =
        paired.iter().filter_map(|(b, n)| Some((score(b)?, score(n)?))).collect();
    let unpaired = paired.iter().filter(|(b, n)| score(b).is_some() != score(n).is_some()).count();
    let mut comparison = blank(metric, &now.method, Some(&now.dataset));
    let (old, new): (Vec<f64>, Vec<f64>) = scores.iter().copied().unzip();
    comparison.before = math::mean(&old);
    comparison.now = math::mean(&new);
    comparison.pairs = scores.len();
    let declared = metric.margin_on(&now.dataset);
    comparison.declared = Some(declared);
    comparison.margin = declared.of(comparison.before);
    comparison.changed = counts_rows(name).then(|| changed_rows(&paired)).flatten();
    let sign = metric.info.direction.sign();
    let drops: Vec<f64> = scores.iter().map(|(b, n)| sign * (b - n)).collect();
    comparison.identical =
        unpaired == 0 && paired.iter().all(|(b, n)| b.labels == n.labels && score(b) == score(n));
    if unpaired > 0 {
        comparison.remark = Some(format!("undefined on one side in {unpaired} folds"));
    } else if scores.len() < 2 {
        comparison.remark = Some("defined in fewer than two folds".into());
    }
    let evidence = Evidence::new(&drops, run.folds, comparison.changed);
    comparison.drop = evidence.as_ref().map(Evidence::drop);
    if comparison.identical {
        comparison.drop = Some(Drop { estimate: 0.0, se: 0.0, df: 1.0 });
    }
    Judged { comparison, evidence }
}

/// Rows that changed sides, in the mean over repeats; `None` if they cannot be told.
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

/// Every method and metric in the mean over its datasets, where it has several.
fn means(on_datasets: &[Judged], settings: &GateSettings) -> Vec<Judged> {
    let mut methods: Vec<&str> = Vec::new();
    for judged in on_datasets {
        if !methods.contains(&judged.comparison.method.as_str()) {
            methods.push(&judged.comparison.method);
        }
    }
    let mut means = Vec::new();
    for method in methods {
        for metric in &settings.metrics {
            let of: Vec<&Comparison> = on_datasets
                .iter()
                .map(|judged| &judged.comparison)
                .filter(|c| c.method == method && c.metric.name == metric.info.name)
                .collect();
            if of.len() > 1 {
                means.push(Judged { comparison: mean(method, metric, &of), evidence: None });
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
    comparison.pairs = of.iter().map(|c| c.pairs).sum();
    let first: Option<Margin> = of.first().and_then(|c| c.declared);
    comparison.declared = first.filter(|first| of.iter().all(|c| c.declared == Some(*first)));
    let drops: Option<Vec<Drop>> = of.iter().map(|c| c.drop).collect();
    comparison.drop = drops.and_then(|drops| Drop::mean_of(&drops));
    if comparison.drop.is_none() {
        comparison.remark = Some("undefined on some dataset".into());
    }
    comparison
}

/// Marks the comparisons that must pass: those of the level, or the only one of a method.
fn demand(all: &mut [Judged], level: Level) {
    let has_mean = |method: &str, all: &[Judged]| {
        all.iter().any(|j| j.comparison.dataset.is_none() && j.comparison.method == method)
    };
    for position in 0..all.len() {
        let comparison = &all[position].comparison;
        let demanded = match (level, &comparison.dataset) {
            (Level::Dataset, dataset) => dataset.is_some(),
            (Level::Method, None) => true,
            (Level::Method, Some(_)) => !has_mean(&comparison.method, all),
        };
        all[position].comparison.demanded = demanded;
    }
}

/// Tests all comparisons as one family.
fn decide(family: &mut [Judged], settings: &GateSettings) {
    let alpha = settings.alpha;
    // What is identical cannot have dropped, so it is no hypothesis and does not weaken the others.
    let tested: Vec<usize> =
        (0..family.len()).filter(|&i| !family[i].comparison.identical).collect();
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
        comparison.p_beyond = drop.p_beyond(margin);
        comparison.p_within = if comparison.identical { 0.0 } else { drop.p_within(margin) };
        comparison.upper = drop.upper(alpha);
        comparison.detectable = drop.detectable(margin, strict, POWER);
        comparison.repeats_to_decide =
            evidence.as_ref().and_then(|e| e.repeats_to_decide(margin, alpha));
    }
    let beyond: Vec<f64> = family.iter().map(|j| j.comparison.p_beyond).collect();
    // A rise is a drop below zero: shown where "a drop of zero or more" is refused.
    let rises: Vec<f64> = family
        .iter()
        .map(|j| j.comparison.drop.filter(|_| !j.comparison.identical))
        .map(|drop| drop.map_or(1.0, |drop| drop.p_within(0.0)))
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
