//! A verdict as Markdown, for the page of a CI job or a comment on a pull request.

use super::settings::CORRECTION;
use super::text::{HEADS, cells, explain, needs_words, place, sentence};
use super::verdict::{Finding, Overall, Verdict};
use crate::choices::word_of;
use crate::escape::markdown as escape;
use crate::words::sentence_case;

/// The summary: verdict, table of everything that is not identical, and how it was judged.
pub fn markdown(verdict: &Verdict) -> String {
    let sign = match (verdict.opens(), verdict.overall) {
        (true, Overall::Found(Finding::Pass)) => "✅",
        (true, _) => "⚠️",
        (false, _) => "❌",
    };
    let stale = verdict.stale_words();
    let stale = stale.map(|words| format!("⚠️ **{}.**\n\n", escape(&sentence_case(words))));
    let mut out = stale.unwrap_or_default();
    out.push_str(&format!(
        "## {sign} {}: {}\n\n{}.\n\n",
        escape(&verdict.experiment),
        verdict.overall.name(),
        sentence_case(&escape(&sentence(verdict)))
    ));
    for problem in &verdict.problems {
        out.push_str(&format!("- {}\n", escape(problem)));
    }
    let changed: Vec<_> = verdict.comparisons.iter().filter(|c| !c.identical).collect();
    if !changed.is_empty() {
        out.push_str(&format!("| {} |\n", HEADS.join(" | ")));
        out.push_str("|---|---|---|---:|---:|---:|---:|---|\n");
        for comparison in &changed {
            let mut words = cells(comparison).map(|cell| escape(&cell));
            if comparison.finding == Finding::Regressed {
                words[7] = format!("**{}**", words[7]);
            }
            out.push_str(&format!("| {} |\n", words.join(" | ")));
        }
        out.push('\n');
    }
    for comparison in changed.iter().filter(|c| needs_words(c)) {
        let (place, words) = (place(comparison), explain(comparison));
        out.push_str(&format!("- {}: {}\n", escape(&place), escape(&words)));
    }
    let notes = verdict.notes.iter().map(|note| format!("Note: {note}."));
    let caveats = verdict.caveats.iter().map(|caveat| format!("Caution: {caveat}."));
    for remark in notes.chain(caveats) {
        out.push_str(&format!("\n{}\n", escape(&remark)));
    }
    if verdict.overall != Overall::Incomparable {
        let correction = match word_of(CORRECTION, &verdict.correction) {
            "none" => "no correction".to_owned(),
            name => format!("{}'s correction", sentence_case(name)),
        };
        out.push_str(&format!(
            "\n<sub>Paired by fold (accuracy and error by row, too) against {}; non-inferiority at alpha = {} with {correction} of \
             regressions; \"drop\" shows the estimate and, in parentheses, the smallest margin that would pass.</sub>\n",
            escape(&verdict.baseline),
            verdict.alpha,
        ));
    }
    out
}
