//! `tribunal data info`: what a dataset is, every column of it, and what may mislead.

use std::fmt::Write;
use std::path::Path;

use serde_json::json;

use super::arguments::InfoOptions;
use super::column_table::{Line, WIDTH, lines, table};
use super::context::{catalog, count};
use super::data::{file_source, say_notes, unknown};
use super::exit::{Exit, Refusal, print};
use crate::data::Dataset;
use crate::data::catalog::Entry;
use crate::data::error::DataError;
use crate::data::load::{Source, load};
use crate::data::suspect::{Suspicion, suspicions};
use crate::data::table::{Column, Values};
use crate::learn::Units;
use crate::words::wrap_to;

pub fn info(options: &InfoOptions) -> Result<Exit, Refusal> {
    let name = options.dataset.as_str();
    let catalog = catalog(&options.data, None);
    let entry = catalog.as_ref().ok().and_then(|c| Some((c, c.find(name)?)));
    let source = match (&entry, &catalog) {
        (Some((catalog, entry)), _) => catalog.source(entry),
        (None, _) if Path::new(name).is_file() => {
            file_source(name, Path::new(name), &options.file)?
        }
        (None, Ok(catalog)) => return Err(unknown(catalog, name)),
        // What is written like a path was not meant as the name of a dataset.
        (None, Err(_)) if is_path(name) => {
            let problem = "cannot read the file: no such file";
            return Err(DataError::file(Path::new(name), problem, "check the path").into());
        }
        (None, Err(error)) => return Err(error.clone().into()),
    };
    let dataset = load(&source)?;
    let found = suspicions(&dataset);
    let lines = lines(&dataset, &found);
    if options.json {
        print(&format!(
            "{}\n",
            serde_json::to_string_pretty(&as_json(&dataset, &source, &lines, &found))?
        ));
        return Ok(Exit::Done);
    }
    say_notes(&dataset);
    let mut text = heading(&dataset, &source);
    if let Some((_, entry)) = entry {
        text.push_str(&origin(entry));
    }
    let _ = writeln!(text, "content {}\n", dataset.hash);
    text.push_str(&table(&lines, options.all));
    text.push_str(&in_words(&found, options.all));
    print(&text);
    Ok(Exit::Done)
}

fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || Path::new(name).extension().is_some()
}

fn as_json(
    dataset: &Dataset,
    source: &Source,
    lines: &[Line],
    found: &[Suspicion],
) -> serde_json::Value {
    let kind = |column: &Column| match column.values {
        Values::Numeric(_) => "numeric",
        Values::Nominal { .. } => "nominal",
    };
    let features: Vec<_> = dataset
        .features
        .iter()
        .map(|c| json!({ "name": c.name, "kind": kind(c), "missing": c.values.missing() }))
        .collect();
    json!({
        "name": dataset.name, "file": source.file, "task": dataset.task.name(), "rows": dataset.rows,
        "features": features, "targets": dataset.targets.iter().map(|c| &c.name).collect::<Vec<_>>(),
        "columns": lines.iter().map(Line::json).collect::<Vec<_>>(),
        "classes": class_counts(dataset), "content": dataset.hash,
        "notes": dataset.notes, "suspicions": found,
    })
}

/// What it is, in lines: rows, features, bags, target and classes.
fn heading(dataset: &Dataset, source: &Source) -> String {
    let mut text = format!("{} ({}), {}\n", dataset.name, dataset.task, source.file.display());
    let nominal = dataset.nominal();
    let _ = writeln!(
        text,
        "{}, {} ({} numeric, {nominal} nominal), {} missing",
        count(dataset.rows, "row"),
        count(dataset.features.len(), "feature"),
        dataset.features.len() - nominal,
        count(dataset.missing(), "value"),
    );
    if let Some(words) = dataset.bags.as_ref().and_then(bag_words) {
        let _ = writeln!(text, "{words}");
    }
    let targets: Vec<&str> = dataset.targets.iter().map(|c| c.name.as_str()).collect();
    let _ = writeln!(text, "target {}", targets.join(", "));
    for (class, members) in class_counts(dataset).iter().flatten() {
        let share = 100.0 * *members as f64 / dataset.rows as f64;
        let _ = writeln!(text, "  {class:20} {members:>7}  {share:5.1} %");
    }
    text
}

/// What a catalogue says of it.
fn origin(entry: &Entry) -> String {
    let mut text = String::new();
    for (what, words) in [
        ("source", Some(&entry.source)),
        ("licence", Some(&entry.licence)),
        ("made by", entry.transform.as_ref()),
        ("notes", entry.notes.as_ref()),
    ] {
        if let Some(words) = words {
            let _ = writeln!(text, "{what}: {words}");
        }
    }
    if !entry.used_in.is_empty() {
        let _ = writeln!(text, "used in: {}", entry.used_in.join("; "));
    }
    text
}

fn class_counts(dataset: &Dataset) -> Option<Vec<(String, usize)>> {
    let (levels, codes) = dataset.classes()?;
    let mut members = vec![0; levels.len()];
    for &code in codes {
        if let Some(count) = members.get_mut(code as usize) {
            *count += 1;
        }
    }
    Some(levels.iter().cloned().zip(members).collect())
}

/// How many bags there are, and of how many rows.
fn bag_words(bags: &Column) -> Option<String> {
    let units = Units::of_bags(bags);
    let mut sizes: Vec<usize> = (0..units.len()).map(|bag| units.rows_of_one(bag).len()).collect();
    sizes.sort_unstable();
    let (least, most) = (sizes.first()?, sizes.last()?);
    let median = sizes[(sizes.len() - 1) / 2];
    Some(format!("{} of {least} to {most} rows, median {median}", count(units.len(), "bag")))
}

/// Suspicions of one kind that are written out.
const MOST_OF_KIND: usize = 5;

/// What may mislead, the first few of each kind.
fn in_words(found: &[Suspicion], all: bool) -> String {
    let most = if all { usize::MAX } else { MOST_OF_KIND };
    let mut text = String::new();
    for same in found.chunk_by(|a, b| a.kind == b.kind) {
        for suspicion in same.iter().take(most) {
            let line = format!("{}: {}", suspicion.weight.name(), suspicion.words());
            // What follows the first line is set in, so that each of them can be found.
            let _ = writeln!(text, "{}", wrap_to(&line, WIDTH - 2).join("\n  "));
        }
        if let (Some(more @ 1..), Some(first)) = (same.len().checked_sub(most), same.first()) {
            let _ = writeln!(
                text,
                "{}: the same of {} (--all lists them)",
                first.weight.name(),
                count(more, "more column")
            );
        }
    }
    if text.is_empty() { text } else { format!("\n{text}") }
}
