//! Every trial on a dataset as a table: what each method scored there, with which parameters, or why it did not. A stream
//! has neither folds nor inner scores.

use crate::analysis::{Findings, Record, ScoreTable, TrialRecord};
use crate::escape::html as escape;
use crate::report::table::Style;
use crate::words::{difference, statistic};

/// The table of a dataset.
pub fn table(findings: &Findings, record: &Record, dataset: usize, styles: &[Style]) -> String {
    let metrics = &findings.summary.tables;
    let mut out = String::from("<table class=\"sortable\">\n<thead><tr>");
    let mut head = |text: &str, class: &str| {
        let text = escape(text);
        out.push_str(&format!(
            "<th scope=\"col\" class=\"{class}\"><button type=\"button\">{text}</button></th>"
        ));
    };
    head("method", "name");
    if record.trials_of(dataset, 0).iter().any(|trial| trial.repeat > 0) {
        head("repeat", "number");
    }
    if !record.streams {
        head("fold", "number");
    }
    for (scores, style) in metrics.iter().zip(styles) {
        head(&format!("{}{}", scores.results.title, style.unit), "number");
    }
    if !record.streams {
        head("inner score", "number");
    }
    head("training in ms", "number");
    // Nothing is chosen on a stream; the column is there for what failed.
    let of_methods = 0..record.methods.len();
    let trials = || of_methods.clone().flat_map(|method| record.trials_of(dataset, method));
    let with_words = !record.streams || trials().any(|trial| !words(trial).is_empty());
    if with_words {
        head(if record.streams { "remarks" } else { "chosen parameters" }, "name");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for (method, facts) in record.methods.iter().enumerate() {
        for trial in record.trials_of(dataset, method) {
            let mut row = row(&facts.name, trial, record, metrics, styles);
            if with_words {
                row.push_str(&format!("<td class=\"text\">{}</td>", escape(&words(trial))));
            }
            out.push_str(&format!("{row}</tr>\n"));
        }
    }
    out.push_str("</tbody></table>\n");
    out
}

/// A row without its last cell and its end.
fn row(
    method: &str,
    trial: &TrialRecord,
    record: &Record,
    metrics: &[ScoreTable],
    styles: &[Style],
) -> String {
    let mut out = format!("<tr><th scope=\"row\">{}</th>", escape(method));
    let mut number = |text: String, value: Option<f64>| {
        let value = value.map_or(String::new(), |v| format!(" data-value=\"{v}\""));
        out.push_str(&format!("<td{value}>{text}</td>"));
    };
    let whole = |position: usize| ((position + 1).to_string(), Some((position + 1) as f64));
    if record.trials_of(trial.dataset, 0).iter().any(|t| t.repeat > 0) {
        let (text, value) = whole(trial.repeat);
        number(text, value);
    }
    if !record.streams {
        let (text, value) = whole(trial.fold);
        number(text, value);
    }
    let outcome = trial.outcome.as_ref();
    let done = outcome.filter(|o| o.is_done());
    for (scores, style) in metrics.iter().zip(styles) {
        let value = done.and_then(|o| o.value(&scores.results.metric));
        number(value.map_or("–".to_owned(), |v| style.number(v)), value);
    }
    if !record.streams {
        let inner = done.and_then(|o| o.inner_score);
        number(inner.map_or(String::new(), difference), inner);
    }
    let time = done.and_then(|o| o.value("train_time")).map(|seconds| 1e3 * seconds);
    let unknown = if done.is_some() { "–" } else { "" };
    number(time.map_or(unknown.to_owned(), statistic), time);
    out
}

/// The parameters that were chosen, or why there is no score.
fn words(trial: &TrialRecord) -> String {
    match trial.outcome.as_ref() {
        None => "not run".to_owned(),
        Some(outcome) if outcome.is_done() => {
            outcome.chosen.as_ref().map_or(String::new(), ToString::to_string)
        }
        Some(outcome) => outcome.status.reason().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::MadeUp;
    use crate::report::settings::ReportSettings;

    /// No trial of the fixture was run, and the last column says so.
    #[test]
    fn why_a_stream_has_no_score_is_a_remark() {
        let findings = MadeUp { settings: Default::default(), ..MadeUp::new(2, 3) }.findings();
        let style = Style::new(&findings.summary.tables[0], &ReportSettings::default());
        let table_of = |streams: bool| {
            let record = Record { streams, ..findings.record.clone().expect("a record") };
            table(&findings, &record, 0, std::slice::from_ref(&style))
        };
        let (folds, stream) = (table_of(false), table_of(true));
        assert!(folds.contains("not run") && stream.contains("not run"), "{stream}");
        assert!(folds.contains(">chosen parameters<") && !folds.contains(">remarks<"));
        assert!(stream.contains(">remarks<") && !stream.contains(">chosen parameters<"));
    }
}
