//! Whether two runs can be compared at all, and what a reader of the comparison should know. It looks at names, data,
//! splits and metrics, never at scores.

use super::snapshot::{Pairing, Snapshot};

/// The same method on the same dataset.
pub fn find<'s>(baseline: &'s Snapshot, like: &Pairing) -> Option<&'s Pairing> {
    let same = |p: &&Pairing| p.dataset == like.dataset && p.method == like.method;
    baseline.pairings.iter().find(same)
}

/// Shares are told with three digits or more.
const SAME_SHARE: f64 = 1e-3;

/// Why two runs cannot be compared; nothing if they can. It needs no trials. What the baseline has and the experiment
/// has not is a problem whatever was selected: leaving something out must not look like passing.
pub fn problems(baseline: &Snapshot, now: &Snapshot) -> Vec<String> {
    let mut problems = Vec::new();
    if baseline.folds != now.folds {
        problems.push(format!(
            "other splits: the baseline has {} folds, the run {}",
            baseline.folds, now.folds
        ));
    }
    // A share that nobody told contradicts none.
    let share = |run: &Snapshot| run.test_share.or((run.folds > 1).then(|| 1.0 / run.folds as f64));
    if baseline.folds == now.folds
        && let (Some(before), Some(after)) = (share(baseline), share(now))
        && (before - after).abs() > SAME_SHARE
    {
        problems.push(format!(
            "other splits: a test part holds {before:.4} of the examples in the baseline, {after:.4} in the run"
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
        } else if baseline.folds == now.folds && before.folds != dataset.folds {
            problems.push(format!(
                "other splits: `{}` has {} folds in the baseline, {} in the run",
                dataset.name,
                baseline.folds_of(before),
                now.folds_of(dataset)
            ));
        } else if baseline.folds == now.folds && before.splits[..common] != dataset.splits[..common]
        {
            let seeds = (baseline.seed != now.seed)
                .then(|| format!(" (seed {} became {})", baseline.seed, now.seed));
            let seeds = seeds.unwrap_or_default();
            problems.push(format!("other splits: the folds of `{}` changed{seeds}", dataset.name));
        }
    }
    let gone = |what: &str, name: &str| {
        format!("the baseline has the {what} `{name}`, the experiment has not")
    };
    let datasets = baseline.datasets.iter().map(|d| &d.name);
    let datasets = datasets.filter(|name| !now.all.datasets.contains(name));
    problems.extend(datasets.map(|name| gone("dataset", name)));
    let methods = baseline.methods.iter().map(|m| &m.name);
    let methods = methods.filter(|name| !now.all.methods.contains(name));
    problems.extend(methods.map(|name| gone("method", name)));
    let shared = |p: &Pairing| {
        let names = |d: &str, m: &str| {
            now.datasets.iter().any(|x| x.name == d) && now.methods.iter().any(|x| x.name == m)
        };
        names(&p.dataset, &p.method) && !p.trials.is_empty()
    };
    if problems.is_empty() && !baseline.pairings.iter().any(shared) {
        problems.push("they have no method on a dataset in common".into());
    }
    problems
}

/// What differs without making a comparison impossible.
pub fn notes(baseline: &Snapshot, now: &Snapshot) -> Vec<String> {
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
    for pairing in baseline.pairings.iter().filter(|pairing| pairing.trials.is_empty()) {
        let Pairing { method, dataset, .. } = pairing;
        if find(now, pairing).is_some_and(|now| !now.trials.is_empty()) {
            notes
                .push(format!("`{method}` on `{dataset}` was skipped in the baseline: not judged"));
        }
    }
    let repeats = |run: &Snapshot| run.datasets.iter().map(|d| d.splits.len()).max().unwrap_or(0);
    let (before, after) = (repeats(baseline), repeats(now));
    if before != after {
        notes.push(format!(
            "the baseline has {before} repeats, the run {after}: only those that both have count"
        ));
    }
    if baseline.protocol != now.protocol {
        notes.push("the protocol changed: scaling, encoding, model selection or its kind".into());
    }
    let gone = baseline.caveats.iter().filter(|caveat| !now.caveats.contains(caveat));
    notes.extend(gone.map(|caveat| format!("of the baseline alone: {caveat}")));
    if baseline.experiment != now.experiment {
        notes.push(format!("the baseline is of the experiment `{}`", baseline.experiment));
    }
    if baseline.engine != now.engine {
        let (before, now) = (baseline.engine, now.engine);
        notes.push(format!("the engine's version {before} became {now}"));
    }
    notes
}
