//! A verdict as JSON. The keys are stable and documented in `docs/ci.md`; numbers have all their digits; what does not
//! exist is null.

use serde_json::{Value, json};

use super::settings::{CORRECTION, INCONCLUSIVE, LEVEL};
use super::verdict::{Comparison, Finding, POWER, Verdict};
use crate::choices::word_of;

/// Raised when a key changes its meaning.
const FORMAT: u32 = 1;

/// The verdict with the exit code that goes with it.
pub fn verdict_json(verdict: &Verdict, exit_code: u8) -> Value {
    json!({
        "format": FORMAT,
        "tribunal": env!("CARGO_PKG_VERSION"),
        "experiment": verdict.experiment,
        "baseline": verdict.baseline,
        "verdict": verdict.overall.name(),
        "exit_code": exit_code,
        "counts": {
            "pass": verdict.count(Finding::Pass),
            "regressed": verdict.count(Finding::Regressed),
            "inconclusive": verdict.count(Finding::Inconclusive),
            "incomplete": verdict.count(Finding::Incomplete),
            "identical": verdict.comparisons.iter().filter(|c| c.identical).count(),
            "improved": verdict.comparisons.iter().filter(|c| c.improved).count(),
        },
        "settings": {
            "alpha": verdict.alpha,
            "correction": word_of(CORRECTION, &verdict.correction),
            "level": word_of(LEVEL, &verdict.level),
            "inconclusive": word_of(INCONCLUSIVE, &verdict.inconclusive),
            "power": POWER,
        },
        "by_method": worst_by(verdict, |c| Some(&c.method)),
        "by_dataset": worst_by(verdict, |c| c.dataset.as_deref()),
        "nothing_was_run": verdict.all_stored,
        "problems": verdict.problems,
        "notes": verdict.notes,
        "caveats": verdict.caveats,
        "comparisons": verdict.comparisons.iter().map(comparison).collect::<Vec<Value>>(),
    })
}

/// The worst finding on single datasets, by method or by dataset.
fn worst_by<'v>(verdict: &'v Verdict, key: impl Fn(&'v Comparison) -> Option<&'v str>) -> Value {
    let mut worst: Vec<(&str, Finding)> = Vec::new();
    for comparison in verdict.comparisons.iter().filter(|c| c.dataset.is_some()) {
        let Some(name) = key(comparison) else { continue };
        match worst.iter_mut().find(|(known, _)| *known == name) {
            Some((_, finding)) => *finding = comparison.finding.max(*finding),
            None => worst.push((name, comparison.finding)),
        }
    }
    let listed = worst.iter().map(|(name, f)| json!({ "name": name, "verdict": f.name() }));
    listed.collect()
}

fn comparison(c: &Comparison) -> Value {
    // JSON has no infinity and no NaN: serde writes null for both.
    json!({
        "method": c.method,
        "dataset": c.dataset,
        "metric": c.metric.name,
        "direction": c.metric.direction.name(),
        "must_pass": c.demanded,
        "verdict": c.finding.name(),
        "identical": c.identical,
        "improved": c.improved,
        "remark": c.remark,
        "baseline": c.before,
        "now": c.now,
        "drop": c.drop.map(|d| d.estimate),
        "standard_error": c.drop.map(|d| d.se),
        "df": c.drop.map(|d| d.df),
        "largest_drop_not_excluded": c.upper,
        "margin": c.margin,
        "margin_declared": c.declared.map(|m| m.to_string()),
        "pairs": c.pairs,
        "rows": c.changed.map(|r| json!({ "all": r.rows, "lost": r.lost, "won": r.won })),
        "p_beyond_margin": c.p_beyond,
        "p_beyond_margin_adjusted": c.p_adjusted,
        "p_within_margin": c.p_within,
        "smallest_detectable_drop": c.detectable,
        "repeats_to_decide": c.repeats_to_decide,
    })
}
