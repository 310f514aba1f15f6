//! Every fold of a dataset as a table: what each method scored there, with which parameters, or why it did not.

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
    head("fold", "number");
    for (scores, style) in metrics.iter().zip(styles) {
        head(&format!("{}{}", scores.results.title, style.unit), "number");
    }
    head("inner score", "number");
    head("training in ms", "number");
    head("chosen parameters", "name");
    out.push_str("</tr></thead>\n<tbody>\n");
    for (method, facts) in record.methods.iter().enumerate() {
        for trial in record.trials_of(dataset, method) {
            out.push_str(&row(&facts.name, trial, record, metrics, styles));
        }
    }
    out.push_str("</tbody></table>\n");
    out
}

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
    let (text, value) = whole(trial.fold);
    number(text, value);
    let outcome = trial.outcome.as_ref();
    let done = outcome.filter(|o| o.is_done());
    for (scores, style) in metrics.iter().zip(styles) {
        let value = done.and_then(|o| o.value(&scores.results.metric));
        number(value.map_or("–".to_owned(), |v| style.number(v)), value);
    }
    let inner = done.and_then(|o| o.inner_score);
    number(inner.map_or(String::new(), difference), inner);
    let time = done.and_then(|o| o.value("train_time")).map(|seconds| 1e3 * seconds);
    let unknown = if done.is_some() { "–" } else { "" };
    number(time.map_or(unknown.to_owned(), statistic), time);
    let words = match (outcome, done) {
        (None, _) => "not run".to_owned(),
        (Some(outcome), None) => outcome.status.reason().unwrap_or_default(),
        (_, Some(outcome)) => outcome.chosen.as_ref().map_or(String::new(), ToString::to_string),
    };
    out.push_str(&format!("<td class=\"text\">{}</td></tr>\n", escape(&words)));
    out
}
