//! Tests with uncertain scores as JSON.

use serde_json::{Map, Value, json};

use crate::analysis::{Analysis, Sampled};
use crate::stats::uncertainty::{Comparison, LN_P_START, LN_P_WIDTH};

/// The pairs, each with every way of drawing.
pub fn uncertainty(analysis: &Analysis) -> Value {
    let Some(first) = analysis.sampled.first() else { return Value::Null };
    let mut pairs = Vec::new();
    for (position, (a, b, _)) in first.pairs.iter().enumerate() {
        let mut fields = Map::new();
        fields.insert("a".into(), json!(analysis.name(*a)));
        fields.insert("b".into(), json!(analysis.name(*b)));
        for sampled in &analysis.sampled {
            let value = comparison(&sampled.pairs[position].2, sampled);
            fields.insert(sampled.test.name.replace('-', "_"), value);
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

/// Mean ranks over the same draws.
pub fn rank_uncertainty(analysis: &Analysis) -> Value {
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
        json!({ "draws_from": sampled.test.name, "methods": methods, "probability_ahead": sampled.ranks.ahead })
    };
    analysis.sampled.iter().map(of).collect()
}
