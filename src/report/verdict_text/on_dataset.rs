//! A verdict on one dataset, for a terminal.

use super::aligned::{PairRow, aligned, heading, test_table, words};
use super::not_done;
use crate::analysis::registry::{Test, finding};
use crate::analysis::{DatasetPair, DatasetVerdict, POWER};
use crate::report::methods::dataset_paragraph;
use crate::report::verdict_words::{dataset_sentence, direction};
use crate::stats::quantile::median;
use crate::words::{count, difference, wrap};

/// More pairs than this are left to the JSON.
const MOST_PAIRS: usize = 45;

/// The whole verdict on one dataset.
pub fn dataset_text(verdict: &DatasetVerdict) -> String {
    let results = &verdict.results;
    let mut out = format!(
        "{}: {} on the dataset {}, {}\n",
        results.title,
        count(results.methods.len(), "method", "methods"),
        verdict.dataset(),
        direction(results)
    );
    for note in &verdict.notes {
        out.push_str(&format!("note: {note}\n"));
    }
    out.push_str(&format!("\n{}\n\n", wrap(&dataset_sentence(verdict)).join("\n")));
    out.push_str(&scores(verdict));
    for (test, found) in &verdict.overall {
        if let Ok(found) = found {
            let cells = found.cells.iter().map(|(name, text)| format!("  {name}: {text}\n"));
            let title = heading(test);
            out.push_str(&format!("\n{title}\n{}", cells.collect::<String>()));
        }
    }
    let pairs = verdict.pairs_by_p();
    let tests = verdict.pairs.first().map_or(&[][..], |pair| &pair.tests[..]);
    let undone = |test: Test| verdict.undone.iter().any(|one| one.test == test);
    if !tests.is_empty() {
        out.push_str("\nPairs of methods; positive differences favour the first-named method\n");
    }
    for compared in tests.iter().filter(|compared| !undone(compared.test)) {
        out.push_str(&of_test(verdict, compared.test, &pairs));
    }
    out.push_str(&detectable(verdict));
    out.push_str(&not_done(&verdict.undone));
    out.push_str(&format!("\nMethods\n{}\n", wrap(&dataset_paragraph(verdict)).join("\n")));
    out
}

/// What the folds of this dataset can show at all.
fn detectable(verdict: &DatasetVerdict) -> String {
    let found = verdict.pairs.iter().filter_map(|pair| pair.found(verdict.deciding));
    let found: Vec<f64> = found.filter_map(|found| found.number("smallest_detectable")).collect();
    let Ok(middle) = median(&found) else { return String::new() };
    let words = format!(
        "A single comparison with these folds finds a difference of {} with power {POWER} (median over pairs, level not adjusted).",
        difference(middle)
    );
    format!("\n{}\n", wrap(&words).join("\n"))
}

fn scores(verdict: &DatasetVerdict) -> String {
    let mut rows = vec![words(&["method", "mean", "sd", "folds"])];
    for &method in &verdict.by_mean {
        let Some(score) = verdict.score(method) else { continue };
        rows.push(vec![
            verdict.name(method).to_owned(),
            difference(score.mean),
            score.sd.map_or("-".into(), difference),
            score.folds.len().to_string(),
        ]);
    }
    format!("Scores, the best first\n{}", aligned(&rows))
}

fn of_test(verdict: &DatasetVerdict, test: Test, pairs: &[&DatasetPair]) -> String {
    let mut rows = Vec::new();
    for pair in pairs.iter().take(MOST_PAIRS) {
        let Some(compared) = finding::find(&pair.tests, test) else { continue };
        let name = format!("{} - {}", verdict.name(pair.a), verdict.name(pair.b));
        let holm = compared.holm.filter(|_| pairs.len() > 1);
        rows.push(PairRow { name, found: &compared.found, holm });
    }
    let more = match pairs.len().saturating_sub(MOST_PAIRS) {
        0 => String::new(),
        more => format!("  ... {more} more pairs with larger p: see --format json\n"),
    };
    let title = heading(test);
    let decides = if *test == *verdict.deciding { " (decides)" } else { "" };
    format!("\n{title}{decides}\n{}{more}", test_table(&rows))
}
