//! A verdict as JSON, for programs. The keys are stable and documented in `docs/analysis.md`; numbers have all their
//! digits. What was not asked for, or does not exist, is absent or null, never NaN.

mod drawn;
mod on_dataset;

use serde_json::{Map, Value, json};

use drawn::{rank_uncertainty, uncertainty};
use on_dataset::on_dataset;

use super::methods::{bibtex, paragraph_on};
use super::verdict_words::{dataset_sentence, sentence_on};
use crate::analysis::registry::Compared;
use crate::analysis::registry::finding::outcome_json;
use crate::analysis::settings::{
    ACROSS_METRICS, AnalysisSettings, MISSING, STATISTIC, TIES, WILCOXON, ZEROS,
};
use crate::analysis::{
    Analysis, Effect, EffectSize, FoldTest, Judged, POWER, Pair, Panel, Results, Undone,
};
use crate::choices::word_of;
use crate::stats::effect_interval::EffectInterval;

/// The verdict over datasets, or those on single datasets, or why there is none.
pub fn verdict_json(results: &Results, judged: &Judged) -> Value {
    let mut out = match &judged.over {
        Ok(analysis) => over_datasets(analysis),
        Err(over) if !judged.has_verdict() => {
            let refused = judged.refused().unwrap_or(over);
            return json!({
                "metric": results.metric, "refused": refused.problem, "remedy": refused.remedy,
            });
        }
        Err(refused) => {
            let each = judged.each.iter().map(|each| match each {
                Ok(verdict) => on_dataset(verdict),
                // The problem names the dataset.
                Err(refused) => json!({ "refused": refused.problem, "remedy": refused.remedy }),
            });
            json!({
                "metric": results.metric,
                "direction": results.direction.name(),
                "direction_assumed": results.direction_assumed,
                "n_datasets": results.datasets.len(),
                "k": results.methods.len(),
                "datasets": results.datasets,
                "methods": results.methods,
                "over_datasets": { "refused": refused.problem, "remedy": refused.remedy },
                "verdict": judged.on_datasets().map(dataset_sentence).collect::<Vec<_>>().join(" "),
                "each_dataset": each.collect::<Vec<_>>(),
            })
        }
    };
    out["bibtex"] = json!(bibtex(judged));
    out
}

fn settings_json(settings: &AnalysisSettings) -> Value {
    json!({
        "tests": settings.tests.iter().map(|t| t.name).collect::<Vec<_>>(),
        "ties": word_of(TIES, &settings.ties),
        "zeros": word_of(ZEROS, &settings.zeros),
        "wilcoxon": word_of(WILCOXON, &settings.wilcoxon),
        "missing": word_of(MISSING, &settings.missing),
        "draws": settings.draws,
        "statistic": word_of(STATISTIC, &settings.draw_test.statistic),
        "folded": settings.draw_test.folded,
        "rope": settings.rope,
        "trend": settings.trend,
        "across_metrics": word_of(ACROSS_METRICS, &settings.across_metrics),
        "seed": settings.seed,
    })
}

fn over_datasets(analysis: &Analysis) -> Value {
    let (omnibus, settings, results) = (&analysis.omnibus, &analysis.settings, &analysis.results);
    let ranks: Map<String, Value> = results
        .methods
        .iter()
        .zip(&omnibus.mean_ranks)
        .map(|(method, rank)| (method.clone(), json!(rank)))
        .collect();
    let mut out = json!({
        "metric": results.metric,
        "direction": results.direction.name(),
        "direction_assumed": results.direction_assumed,
        "n_datasets": results.datasets.len(),
        "k": results.methods.len(),
        "datasets": results.datasets,
        "methods": results.methods,
        "alpha": settings.alpha,
        "settings": settings_json(settings),
        "notes": analysis.notes,
        "missing": {
            "datasets_left_out": analysis.handled.datasets,
            "methods_left_out": analysis.handled.methods,
            "filled": analysis.handled.filled.iter().map(|(d, m)| json!({ "dataset": d, "method": m })).collect::<Vec<_>>(),
            "filled_with": analysis.handled.constant,
        },
        "verdict": sentence_on(&results.metric, analysis),
        "average_ranks": ranks,
        "friedman": {
            "chi2": omnibus.friedman.statistic, "df": omnibus.friedman.df, "p": omnibus.friedman.p,
            "chi2_tie_corrected": omnibus.friedman_tie_corrected.statistic,
            "p_tie_corrected": omnibus.friedman_tie_corrected.p,
        },
        "iman_davenport": {
            "f": omnibus.iman_davenport.statistic,
            "df1": omnibus.iman_davenport.df1, "df2": omnibus.iman_davenport.df2, "p": omnibus.iman_davenport.p,
            "f_tie_corrected": omnibus.iman_davenport_tie_corrected.statistic,
            "p_tie_corrected": omnibus.iman_davenport_tie_corrected.p,
        },
        "gate": { "test": omnibus.gate.test.key(), "p": omnibus.gate.p },
        "critical_difference": { "nemenyi": omnibus.nemenyi, "bonferroni_dunn": omnibus.bonferroni_dunn },
        "smallest_detectable_rank_difference": { "power": POWER, "difference": analysis.detectable },
        "smallest_detectable_effect": analysis.detectable_effect.map(|effect| json!({ "power": POWER, "standard_deviations": effect })),
        "control": analysis.name(analysis.control),
        "control_assumed": settings.control.is_none(),
        "versus_control": analysis.versus_control.iter().map(|p| pair(analysis, p, true)).collect::<Vec<_>>(),
        "pairwise": analysis.pairwise.iter().map(|p| pair(analysis, p, false)).collect::<Vec<_>>(),
        "not_done": not_done(&analysis.undone),
        "methods_paragraph": paragraph_on(&results.metric, analysis),
    });
    for (test, found) in &analysis.overall {
        out[test.key] = outcome_json(found);
    }
    if !analysis.sampled.is_empty() {
        out["uncertainty"] = uncertainty(analysis);
        out["rank_uncertainty"] = rank_uncertainty(analysis);
    }
    if !analysis.fold_tests.is_empty() {
        out["per_dataset"] = analysis.fold_tests.iter().map(|t| fold_test(analysis, t)).collect();
    }
    for (test, outcomes) in &analysis.on_datasets {
        let one =
            |(dataset, outcome)| json!({ "dataset": dataset, "found": outcome_json(outcome) });
        out[test.key] = results.datasets.iter().zip(outcomes).map(one).collect();
    }
    if let Some(robustness) = &analysis.robustness {
        let panel = |p: &Panel| json!({ "analyses": p.analyses, "decisive": p.decisive });
        out["robustness"] = json!({
            "without_one_dataset": panel(&robustness.datasets), "without_one_method": panel(&robustness.methods),
        });
    }
    out
}

fn not_done(undone: &[Undone]) -> Vec<Value> {
    undone.iter().map(|one| json!({ "test": one.test.name, "reason": one.reason })).collect()
}

/// Every test of two methods under its key, with its p by Holm's procedure.
fn compared(tests: &[Compared], fields: &mut Map<String, Value>) {
    for one in tests {
        let mut value = outcome_json(&one.found);
        if let (Ok(_), Some(holm)) = (&one.found, one.holm) {
            value["p_holm"] = json!(holm);
        }
        fields.insert(one.test.key.to_owned(), value);
    }
}

fn pair(analysis: &Analysis, pair: &Pair, control: bool) -> Value {
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| drop(fields.insert(name.into(), value));
    if control {
        put("method", json!(analysis.name(pair.b)));
    } else {
        put("a", json!(analysis.name(pair.a)));
        put("b", json!(analysis.name(pair.b)));
    }
    put("rank_difference", json!(pair.rank_difference));
    put("z", json!(pair.z));
    put("p_unadjusted", json!(pair.p));
    for (correction, p) in &pair.adjusted {
        put(correction.key, json!(p));
    }
    if let Some(found) = &pair.effect {
        put(
            "effect",
            match found {
                Ok(found) => effect(found, pair),
                Err(error) => json!({ "undefined": error.to_string() }),
            },
        );
    }
    compared(&pair.tests, &mut fields);
    // A control that was chosen after the results were seen needs the correction for all pairs.
    let all =
        analysis.pair(pair.a, pair.b).filter(|_| control && analysis.settings.control.is_none());
    for one in all.iter().flat_map(|all| &all.tests) {
        if let (Some(holm), Some(Value::Object(own))) = (one.holm, fields.get_mut(one.test.key)) {
            own.insert("p_holm".into(), json!(holm));
        }
    }
    Value::Object(fields)
}

fn effect(effect: &Effect, pair: &Pair) -> Value {
    let of = |size: &EffectSize, ends: fn(EffectInterval) -> (f64, f64)| {
        let (low, high) = size.interval.map(ends).unzip();
        let resamples = size.interval.map(|found| found.resamples);
        json!({ "estimate": size.estimate, "low": low, "high": high, "resamples": resamples })
    };
    let interval = |size: &EffectSize| of(size, |found| found.bca);
    let percentile = |size: &EffectSize| of(size, |found| found.percentile);
    json!({
        "mean_difference": effect.mean.as_ref().map(interval), "median_difference": effect.median.as_ref().map(interval),
        "wins": pair.counts.wins, "ties": pair.counts.ties, "losses": pair.counts.losses,
        "a12": effect.a12,
        "cliffs_delta": effect.delta.as_ref().map(|delta| delta.estimate),
        "cliffs_delta_interval": effect.delta.as_ref().map(percentile),
        "akinshin_gamma": effect.gamma.as_ref().map(percentile),
    })
}

fn fold_test(analysis: &Analysis, test: &FoldTest) -> Value {
    let mut fields = Map::new();
    fields.insert("dataset".into(), json!(analysis.results.datasets[test.dataset]));
    fields.insert("method".into(), json!(analysis.name(test.method)));
    for (own, found) in &test.tests {
        fields.insert(own.key.to_owned(), outcome_json(found));
    }
    Value::Object(fields)
}
