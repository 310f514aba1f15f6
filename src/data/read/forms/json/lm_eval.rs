//! Results of EleutherAI's LM Evaluation Harness: one file per model, with the metrics of every task under `results`. They become a
//! long table: task, model, metric, value. Means over groups of tasks are left out, because their tasks count already.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::super::FormOptions;
use super::parser::Parser;
use super::value::{Json, Member};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::listed;
use crate::measure::Direction;

/// Whether a text is such a file.
pub fn recognised(text: &str) -> bool {
    let has = |name: &str| text.contains(name);
    text.trim_start().starts_with('{')
        && has("\"results\"")
        && (has("\"config\"") || has("\"versions\"") || has("\"model_name\""))
}

/// Reads the results of one model.
pub fn read<'a>(file: &'a Path, text: &str, _: &FormOptions) -> Result<Sheet<'a>, DataError> {
    let mut parser = Parser::new(file, text);
    let whole = parser.next_value()?.map_or(Json::Null, |(_, value)| value);
    parser.end()?;
    let tasks = whole.get("results").map_or(&[][..], Json::members);
    if tasks.is_empty() || tasks.iter().any(|task| task.value.members().is_empty()) {
        let problem = "`results` does not hold one object of metrics per task";
        let remedy = "give the results_*.json of the LM Evaluation Harness, or write a list with one object per row";
        return Err(DataError::file(file, problem, remedy));
    }
    if tasks.len() > MOST_TASKS {
        let problem = format!("more than {MOST_TASKS} tasks");
        return Err(DataError::file(file, problem, "check that this is the right file"));
    }
    let (model, said) = model(file, &whole);
    let groups = groups(&whole, tasks);
    let mut sheet = Sheet::new(file, HEADER.map(str::to_owned).to_vec(), 1, Vec::new());
    let mut metrics: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut spreads = false;
    for task in tasks.iter().filter(|task| !groups.contains(task.name.as_ref())) {
        for score in task.value.members() {
            let Some(metric) = metric(&score.name) else {
                spreads |= score.name.contains("_stderr");
                continue;
            };
            let Json::Number(value) = score.value else { continue };
            metrics.entry(metric.clone()).or_default().insert(&task.name);
            let cells = [task.name.trim(), &model, &metric, value].map(str::to_owned).to_vec();
            sheet.rows.push(Row { line: score.line, cells });
            if let Some(direction) = direction(&whole, &task.name, &score.name) {
                sheet.directions.insert(metric, direction);
            }
        }
    }
    if sheet.rows.is_empty() {
        let remedy = "check that the harness finished";
        return Err(DataError::file(file, "no task has a metric with a number", remedy));
    }
    sheet.notes = notes(tasks.len() - groups.len(), &model, said, &groups, &metrics, spreads);
    Ok(sheet)
}

/// Tasks of one file; names are searched one by one.
const MOST_TASKS: usize = 10_000;

const HEADER: [&str; 4] = ["dataset", "method", "metric", "value"];

fn notes(
    tasks: usize,
    model: &str,
    said: &str,
    groups: &BTreeSet<&str>,
    metrics: &BTreeMap<String, BTreeSet<&str>>,
    spreads: bool,
) -> Vec<String> {
    let mut notes = vec![format!(
        "results of the LM Evaluation Harness: the method is the model {model} ({said})"
    )];
    if !groups.is_empty() {
        notes.push(format!(
            "means over groups of tasks are left out, their tasks count: {}",
            listed(groups.iter().copied().collect::<Vec<_>>().into_iter())
        ));
    }
    let partial: Vec<String> = metrics
        .iter()
        .filter(|(_, of)| of.len() < tasks)
        .map(|(metric, of)| format!("{metric} on {} of {tasks}", of.len()))
        .collect();
    if !partial.is_empty() {
        notes.push(format!(
            "not every task has every metric: {}",
            listed(partial.iter().map(String::as_str))
        ));
    }
    if spreads {
        notes.push(
            "standard errors over examples (`_stderr`) are not used: they are no spread over folds"
                .to_owned(),
        );
    }
    notes
}

/// The metric of a key such as `acc,none` or `exact_match,strict-match`; `None` for what is no metric.
fn metric(key: &str) -> Option<String> {
    let (name, filter) = key.split_once(',').unwrap_or((key, "none"));
    let is_metric =
        !name.ends_with("_stderr") && !matches!(name, "alias" | "sample_len" | "name" | "samples");
    is_metric.then(|| if filter == "none" { name.to_owned() } else { format!("{name},{filter}") })
}

/// Which way a metric is better, where the file says so.
fn direction(whole: &Json, task: &str, key: &str) -> Option<Direction> {
    let name = key.split(',').next().unwrap_or(key);
    match whole.get("higher_is_better")?.get(task)?.get(name)? {
        Json::Bool(true) => Some(Direction::Higher),
        Json::Bool(false) => Some(Direction::Lower),
        _ => None,
    }
}

/// The model, and what names it.
fn model(file: &Path, whole: &Json) -> (String, &'static str) {
    let config = whole.get("config");
    let named = whole.get("model_name").and_then(Json::text).map(str::to_owned);
    let arguments = config.and_then(|config| config.get("model_args"));
    let argument = |name: &str| match arguments {
        Some(Json::Text(text)) => text
            .split(',')
            .filter_map(|part| part.split_once('='))
            .find(|(key, _)| key.trim() == name)
            .map(|(_, value)| value.trim().to_owned()),
        Some(object) => object.get(name).and_then(Json::text).map(str::to_owned),
        None => None,
    };
    let named = named.or_else(|| argument("pretrained")).or_else(|| argument("model"));
    if let Some(name) = named.filter(|name| !name.trim().is_empty()) {
        return (name.trim().to_owned(), "by `model_name` or `model_args`");
    }
    let folder =
        file.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let stem = file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    // The harness writes a folder per model, with a file per time.
    match folder.filter(|folder| stem.starts_with("results") && !folder.is_empty()) {
        Some(folder) => (folder, "by the name of its folder"),
        None => (stem, "by the name of the file"),
    }
}

/// Names under `results` that are means of others: declared as groups, or without a configuration of their own.
fn groups<'t>(whole: &'t Json<'_>, tasks: &'t [Member<'_>]) -> BTreeSet<&'t str> {
    let configs = whole.get("configs").map(Json::members).filter(|configs| !configs.is_empty());
    let declared = whole.get("groups").map_or(&[][..], Json::members);
    let names: BTreeSet<&str> = tasks.iter().map(|task| task.name.as_ref()).collect();
    let has_parts =
        |name: &str| match whole.get("group_subtasks").and_then(|groups| groups.get(name)) {
            Some(Json::List(parts)) => {
                parts.iter().any(|part| part.value.text().is_some_and(|part| names.contains(part)))
            }
            _ => false,
        };
    let is_group = |name: &str| {
        has_parts(name)
            || declared.iter().any(|group| group.name == name)
            || configs.is_some_and(|configs| !configs.iter().any(|config| config.name == name))
    };
    let found: BTreeSet<&str> = names.iter().copied().filter(|name| is_group(name)).collect();
    // A file with nothing but means has them only.
    if found.len() == names.len() { BTreeSet::new() } else { found }
}
