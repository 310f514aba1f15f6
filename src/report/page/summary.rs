//! The result in a few lines of plain text, to be copied into a message.

use crate::analysis::{Analysis, Findings, Judged, Results};
use crate::report::verdict_words::headline;
use crate::words::{count, sentence_case};

/// More methods than this are not listed with their ranks.
const MOST_RANKS: usize = 10;

/// The summary: what was compared, every verdict with its mean ranks, and what to be careful with.
pub fn summary(findings: &Findings) -> String {
    let mut lines = vec![title(findings)];
    for (scores, judged) in findings.metrics() {
        lines.push(format!("- {}", verdict(&scores.results, judged)));
        lines.extend(judged.over.as_ref().ok().map(|analysis| format!("  {}", ranks(analysis))));
    }
    lines.extend(findings.summary.caveats.iter().map(|caveat| format!("Caution: {caveat}.")));
    let made = findings.record.as_ref().map_or(String::new(), |r| format!(", seed {}", r.seed));
    lines.push(format!("Made by tribunal {}{made}.", env!("CARGO_PKG_VERSION")));
    lines.join("\n")
}

fn title(findings: &Findings) -> String {
    let summary = &findings.summary;
    match summary.tables.first().map(|table| &table.results) {
        Some(results) => format!(
            "{}: {} on {}",
            summary.title,
            count(results.methods.len(), "method", "methods"),
            count(results.datasets.len(), "dataset", "datasets")
        ),
        None => summary.title.clone(),
    }
}

fn verdict(results: &Results, judged: &Judged) -> String {
    format!("{}: {}", sentence_case(&results.title), headline(&results.title, judged))
}

fn ranks(analysis: &Analysis) -> String {
    let order = analysis.by_rank();
    let named = order.iter().take(MOST_RANKS);
    let named: Vec<String> = named
        .map(|&m| format!("{} {:.2}", analysis.name(m), analysis.omnibus.mean_ranks[m]))
        .collect();
    let more = match order.len().saturating_sub(MOST_RANKS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("Mean ranks: {}{more}.", named.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::MadeUp;

    #[test]
    fn the_summary_says_what_was_found_in_a_few_lines() {
        let mut findings = MadeUp::new(12, 20).findings();
        findings.summary.caveats = vec!["parameters were chosen on the test folds".to_owned()];
        let text = summary(&findings);
        assert!(text.contains("12 methods on 20 datasets"), "{text}");
        assert!(text.contains("- Accuracy: ") && text.contains("  Mean ranks: "), "{text}");
        assert!(text.contains(" and 2 more."), "{text}");
        assert!(text.contains("Caution: parameters were chosen on the test folds."), "{text}");
        assert!(text.lines().count() < 12 && !text.contains("</"), "{text}");
    }
}
