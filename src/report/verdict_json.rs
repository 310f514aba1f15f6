//! A verdict as JSON, for programs. The keys are stable and documented in `docs/analysis.md`; numbers have all their
//! digits. What was not asked for, or does not exist, is absent or null, never NaN.

use serde_json::{Map, Value, json};

use super::methods::{bibtex, paragraph_on};
use super::verdict_words::sentence_on;
use crate::analysis::settings::{MISSING, STATISTIC, TIES, WILCOXON, ZEROS};
use crate::analysis::{Analysis, Effect, FoldTest, POWER, Pair, Panel, Sampled};
use crate::choices::word_of;
use crate::stats::StatsError;
use crate::stats::effect_interval::EffectInterval;
use crate::stats::friedman::FTest;
use crate::stats::ttest::TTest;
use crate::stats::uncertainty::{Comparison, LN_P_START, LN_P_WIDTH};
use crate::stats::wilcoxon::{self, SignedRankTest};

/// One verdict.
pub fn verdict_json(analysis: &Analysis) -> Value {
    let omnibus = &analysis.omnibus;
    let settings = &analysis.settings;
    let ranks: Map<String, Value> = analysis
        .results
        .methods
        .iter()
        .zip(&omnibus.mean_ranks)
        .map(|(method, rank)| (method.clone(), json!(rank)))
        .collect();
    let mut out = json!({
        "metric": analysis.results.metric,
        "direction": analysis.results.direction.name(),
        "direction_assumed": analysis.results.direction_assumed,
        "n_datasets": analysis.results.datasets.len(),
        "k": analysis.results.methods.len(),
        "datasets": analysis.results.datasets,
        "methods": analysis.results.methods,
        "alpha": settings.alpha,
        "settings": {
            "tests": settings.tests.iter().map(|t| t.name()).collect::<Vec<_>>(),
            "ties": word_of(TIES, &settings.ties),
            "zeros": word_of(ZEROS, &settings.zeros),
            "wilcoxon": word_of(WILCOXON, &settings.wilcoxon),
            "missing": word_of(MISSING, &settings.missing),
            "draws": settings.draws,
            "statistic": word_of(STATISTIC, &settings.draw_test.statistic),
            "folded": settings.draw_test.folded,
            "seed": settings.seed,
        },
        "notes": analysis.notes,
        "missing": {
            "datasets_left_out": analysis.handled.datasets,
            "methods_left_out": analysis.handled.methods,
            "filled": analysis.handled.filled.iter().map(|(d, m)| json!({ "dataset": d, "method": m })).collect::<Vec<_>>(),
            "filled_with": analysis.handled.constant,
        },
        "verdict": sentence_on(&analysis.results.metric, analysis),
        "average_ranks": ranks,
        "friedman": {
            "chi2": finite(omnibus.friedman.statistic), "df": omnibus.friedman.df, "p": omnibus.friedman.p,
            "chi2_tie_corrected": finite(omnibus.friedman_tie_corrected.statistic),
            "p_tie_corrected": omnibus.friedman_tie_corrected.p,
        },
        "iman_davenport": {
            "f": finite(omnibus.iman_davenport.statistic),
            "df1": omnibus.iman_davenport.df1, "df2": omnibus.iman_davenport.df2, "p": omnibus.iman_davenport.p,
            "f_tie_corrected": finite(omnibus.iman_davenport_tie_corrected.statistic),
            "p_tie_corrected": omnibus.iman_davenport_tie_corrected.p,
        },
        "gate": { "test": if omnibus.gate.exact { "friedman-exact" } else { "iman-davenport-tie-corrected" }, "p": omnibus.gate.p },
        "critical_difference": { "nemenyi": omnibus.nemenyi, "bonferroni_dunn": omnibus.bonferroni_dunn },
        "smallest_detectable_rank_difference": { "power": POWER, "difference": analysis.detectable },
        "control": analysis.name(analysis.control),
        "control_assumed": settings.control.is_none(),
        "versus_control": analysis.versus_control.iter().map(|p| pair(analysis, p, true)).collect::<Vec<_>>(),
        "pairwise": analysis.pairwise.iter().map(|p| pair(analysis, p, false)).collect::<Vec<_>>(),
        "methods_paragraph": paragraph_on(&analysis.results.metric, analysis),
        "bibtex": bibtex(analysis),
    });
    if let Value::Object(fields) = &mut out {
        if let Some(exact) = &omnibus.exact_p {
            fields.insert("friedman_exact".into(), outcome(exact, |p| json!({ "p": p })));
        }
        if let Some(quade) = &omnibus.quade {
            fields.insert("quade".into(), outcome(quade, f_test));
        }
        if let Some(anova) = &omnibus.anova {
            fields.insert("anova".into(), outcome(anova, |v| variance(analysis, v)));
        }
        if !analysis.sampled.is_empty() {
            fields.insert("uncertainty".into(), uncertainty(analysis));
            fields.insert("rank_uncertainty".into(), rank_uncertainty(analysis));
        }
        if !analysis.fold_tests.is_empty() {
            let tests = analysis.fold_tests.iter().map(|t| fold_test(analysis, t));
            fields.insert("per_dataset".into(), tests.collect());
        }
        if let Some(robustness) = &analysis.robustness {
            let panel = |p: &Panel| json!({ "analyses": p.analyses, "decisive": p.decisive });
            let both = json!({
                "without_one_dataset": panel(&robustness.datasets), "without_one_method": panel(&robustness.methods),
            });
            fields.insert("robustness".into(), both);
        }
    }
    out
}

/// JSON has no infinity: perfect agreement is null.
fn finite(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { Value::Null }
}

/// A test, or why it has no value.
fn outcome<T>(found: &Result<T, StatsError>, show: impl Fn(&T) -> Value) -> Value {
    match found {
        Ok(found) => show(found),
        Err(error) => json!({ "undefined": error.to_string() }),
    }
}

fn f_test(test: &FTest) -> Value {
    json!({ "f": finite(test.statistic), "df1": test.df1, "df2": test.df2, "p": test.p })
}

fn t_test(test: &TTest) -> Value {
    json!({
        "t": finite(test.t), "df": test.df, "p": test.p_two_sided, "difference": test.difference,
        "standard_error": test.standard_error,
    })
}

fn signed_rank(test: &SignedRankTest, holm: f64) -> Value {
    json!({
        "n": test.n, "zeros": test.zeros, "r_plus": test.r_plus, "r_minus": test.r_minus, "z": test.z,
        "p": test.p_two_sided, "p_one_sided": test.p_a_better, "p_holm": holm, "method": method_word(test.method),
    })
}

/// How the p of a signed-rank test was computed.
pub fn method_word(method: wilcoxon::Method) -> &'static str {
    word_of(WILCOXON, &method)
}

fn pair(analysis: &Analysis, pair: &Pair, control: bool) -> Value {
    let adjusted = &pair.adjusted;
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
    put("nemenyi_p", json!(pair.nemenyi_p));
    put("p_bonferroni", json!(adjusted.bonferroni));
    put("p_holm", json!(adjusted.holm));
    put("p_hochberg", json!(adjusted.hochberg));
    put("p_hommel", json!(adjusted.hommel));
    put("p_finner", json!(adjusted.finner));
    put("p_li", json!(adjusted.li));
    if let Some(p) = adjusted.shaffer {
        put("p_shaffer", json!(p));
    }
    if let Some(p) = adjusted.bergmann_hommel {
        put("p_bergmann_hommel", json!(p));
    }
    put("wilcoxon", outcome(&pair.wilcoxon, |w| signed_rank(w, pair.wilcoxon_holm)));
    if let Some(sign) = &pair.sign {
        put(
            "sign",
            outcome(sign, |s| {
                json!({
                    "wins": s.wins, "losses": s.losses, "ties": s.ties, "p": s.p_two_sided,
                })
            }),
        );
    }
    if let Some(t) = &pair.t {
        put("paired_t", outcome(t, t_test));
    }
    if let Some(bayes) = &pair.bayes {
        put(
            "bayes",
            outcome(bayes, |b| {
                json!({
                    "a_better": b.probabilities.a_better, "equivalent": b.probabilities.equivalent,
                    "b_better": b.probabilities.b_better, "draws": b.draws,
                })
            }),
        );
    }
    if let Some(found) = &pair.effect {
        put("effect", outcome(found, |e| effect(e, pair)));
    }
    Value::Object(fields)
}

fn effect(effect: &Effect, pair: &Pair) -> Value {
    let interval = |i: &EffectInterval| json!({ "estimate": i.estimate, "low": i.bca.0, "high": i.bca.1, "resamples": i.resamples });
    json!({
        "mean_difference": effect.mean.as_ref().map(interval), "median_difference": effect.median.as_ref().map(interval),
        "wins": pair.counts.wins, "ties": pair.counts.ties, "losses": pair.counts.losses,
        "a12": effect.a12, "cliffs_delta": effect.delta,
    })
}

fn variance(analysis: &Analysis, found: &crate::analysis::Variance) -> Value {
    let a = &found.anova;
    let pairs = |pairs: &[crate::stats::pairs_after_anova::PairOfGroups]| -> Vec<Value> {
        let show = |p: &crate::stats::pairs_after_anova::PairOfGroups| {
            json!({
                "a": analysis.name(p.groups.0), "b": analysis.name(p.groups.1), "difference": p.difference,
                "statistic": p.statistic, "p": p.p, "critical_difference": p.critical_difference,
            })
        };
        pairs.iter().map(show).collect()
    };
    json!({
        "ss_between": a.ss_between, "ss_subject": a.ss_subject, "ss_error": a.ss_error,
        "f": finite(a.f), "df1": a.df_between, "df2": a.df_error, "p": a.p,
        "tukey": pairs(&found.tukey), "lsd": pairs(&found.lsd),
    })
}

/// The pairs, each with every way of drawing.
fn uncertainty(analysis: &Analysis) -> Value {
    let Some(first) = analysis.sampled.first() else { return Value::Null };
    let mut pairs = Vec::new();
    for (position, (a, b, _)) in first.pairs.iter().enumerate() {
        let mut fields = Map::new();
        fields.insert("a".into(), json!(analysis.name(*a)));
        fields.insert("b".into(), json!(analysis.name(*b)));
        for sampled in &analysis.sampled {
            let value = comparison(&sampled.pairs[position].2, sampled);
            fields.insert(sampled.test.name().replace('-', "_"), value);
        }
        pairs.push(Value::Object(fields));
    }
    json!(pairs)
}

fn comparison(found: &Comparison, sampled: &Sampled) -> Value {
    let s = &found.summary;
    let mut out = json!({
        "median_p": s.median, "lower_quartile": s.lower_quartile, "upper_quartile": s.upper_quartile,
        "mean_p": s.mean, "share_below_alpha": s.share_below_alpha, "draws": s.draws,
        "ln_p_histogram": {
            "start": LN_P_START, "width": LN_P_WIDTH, "below": s.histogram.below, "bins": s.histogram.bins,
        },
    });
    if let Value::Object(fields) = &mut out {
        if let Some(calibrated) = &found.calibrated {
            fields.insert("calibrated_p".into(), json!(calibrated.p));
            fields.insert("null_simulations".into(), json!(calibrated.null_simulations));
        }
        if let Some(chains) = &sampled.chains {
            let value = json!({
                "chains": chains.count, "point_masses": chains.still,
                "burn_in": chains.burn_in, "median_acceptance": chains.acceptance.0,
                "smallest_acceptance": chains.acceptance.1, "median_effective_draws": chains.effective.0,
                "smallest_effective_draws": chains.effective.1,
            });
            fields.insert("chains".into(), value);
        }
    }
    out
}

fn rank_uncertainty(analysis: &Analysis) -> Value {
    let of = |sampled: &Sampled| {
        let methods: Vec<Value> = sampled
            .ranks
            .methods
            .iter()
            .zip(&analysis.results.methods)
            .map(|(m, name)| {
                json!({
                    "method": name, "mean_rank": m.mean, "median_rank": m.median, "low": m.low, "high": m.high,
                    "probability_best": m.best,
                })
            })
            .collect();
        json!({ "draws_from": sampled.test.name(), "methods": methods, "probability_ahead": sampled.ranks.ahead })
    };
    analysis.sampled.iter().map(of).collect()
}

fn fold_test(analysis: &Analysis, test: &FoldTest) -> Value {
    let mut fields = Map::new();
    fields.insert("dataset".into(), json!(analysis.results.datasets[test.dataset]));
    fields.insert("method".into(), json!(analysis.name(test.method)));
    for (name, found) in [("corrected_t", &test.corrected_t), ("cv_t", &test.cv_t)] {
        if let Some(found) = found {
            fields.insert(name.into(), outcome(found, t_test));
        }
    }
    if let Some(found) = &test.five_by_two {
        let show = |f: &crate::stats::resampled_ttest::FTest| json!({ "f": finite(f.f), "df1": f.df1, "df2": f.df2, "p": f.p });
        fields.insert("five_by_two_f".into(), outcome(found, show));
    }
    if let Some(found) = &test.mcnemar {
        let show = |m: &crate::stats::mcnemar::McNemar| {
            json!({
                "only_control_right": m.only_a, "only_method_right": m.only_b, "p": m.p_exact,
                "p_mid": m.p_mid, "chi2": m.chi2, "p_chi2": m.p_chi2,
                "chi2_corrected": m.chi2_corrected, "p_chi2_corrected": m.p_chi2_corrected,
            })
        };
        fields.insert("mcnemar".into(), outcome(found, show));
    }
    Value::Object(fields)
}
