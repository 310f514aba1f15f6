//! Tests with uncertain scores, for a terminal.

use super::aligned::{aligned, words};
use crate::analysis::registry::drawn::RANK_UNCERTAINTY;
use crate::analysis::{Analysis, Sampled};
use crate::report::verdict_words::percent;
use crate::words::small_p as p;

/// One way of drawing scores, with all pairs.
pub fn uncertainty(analysis: &Analysis, sampled: &Sampled) -> String {
    let settings = &analysis.settings;
    let mut rows = vec![words(&["pair", "median p", "quartiles", "below alpha", "calibrated p"])];
    for (a, b, found) in &sampled.pairs {
        let s = &found.summary;
        rows.push(vec![
            format!("{} - {}", analysis.name(*a), analysis.name(*b)),
            p(s.median),
            format!("{} to {}", p(s.lower_quartile), p(s.upper_quartile)),
            format!("{:.0} %", 100.0 * s.share_below_alpha),
            found.calibrated.as_ref().map_or("-".into(), |c| p(c.p)),
        ]);
    }
    let mut out = format!(
        "\nWith the uncertainty of every score ({}, {} draws)\n{}",
        sampled.test.name,
        settings.draws,
        aligned(&rows)
    );
    if settings.draw_test.folded {
        out.push_str(
            "  The median p is folded (the favoured side, whichever it is): two equal methods have a median of about\n  0.25, so do not read it as an ordinary p. The calibrated p can be read so: for equal methods it is at most\n  alpha in about a share alpha of all experiments (docs/analysis.md says when not).\n",
        );
    }
    if let Some(c) = &sampled.chains {
        out.push_str(&format!(
            "  {} chains of {} draws after {} thrown away; median acceptance {:.0} % (smallest {:.0} %), effective draws {:.0} (smallest {:.0}); {} without spread.\n",
            c.count, settings.draws, c.burn_in, 100.0 * c.acceptance.0, 100.0 * c.acceptance.1, c.effective.0, c.effective.1, c.still
        ));
    }
    if settings.asks(&RANK_UNCERTAINTY) {
        let level = percent(1.0 - settings.alpha);
        let mut rows = vec![vec![
            "method".into(),
            "mean rank".into(),
            format!("{level} interval"),
            "P best".into(),
        ]];
        for method in analysis.by_rank() {
            let r = &sampled.ranks.methods[method];
            rows.push(vec![
                analysis.name(method).to_owned(),
                format!("{:.2}", r.mean),
                format!("{:.2} to {:.2}", r.low, r.high),
                format!("{:.3}", r.best),
            ]);
        }
        out.push_str(&format!(
            "\nMean ranks over the same draws (each with the spread of a single fold, so closer together than above)\n{}",
            aligned(&rows)
        ));
    }
    out
}
