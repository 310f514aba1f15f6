//! Long CSV with a line per score. A line without a value says that a metric is undefined on a fold, which is a fact of its rows and so the
//! same for all methods; a fold without any score is a trial that failed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::Asked;
use super::cells::{header_error, known_metric, needed, real, score, text};
use super::kind::word;
use super::long::{Key, Place, empty_part};
use super::part::{Collected, Content, Kind, Origin, Part};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, shown};
use crate::import::table::{Ends, TableOptions};

/// Why a trial failed whose line says no more.
const UNFINISHED: &str = "the file says that it did not finish";
/// Why a trial failed that has lines, and no score on them.
const WITHOUT: &str = "the file has no score of it";

/// A line of a known metric without a value.
struct Hole<'s> {
    row: &'s Row,
    key: Key,
    metric: &'static str,
}

/// Reads the scores of a file, and says which task they are of.
pub fn read_scores(
    sheet: &Sheet<'_>,
    file: &Arc<Path>,
    asked: &Asked,
    collected: &mut Collected,
) -> Result<Kind, DataError> {
    let place = Place::of(sheet, asked)?;
    let (metric, value) = (needed(sheet, "metric")?, needed(sheet, "value")?);
    let mut parts: BTreeMap<Key, Part> = BTreeMap::new();
    let mut seen: BTreeMap<(Key, &str), usize> = BTreeMap::new();
    let mut unknown: BTreeSet<&str> = BTreeSet::new();
    let mut holes: Vec<Hole<'_>> = Vec::new();
    let kind = kind_of_scores(sheet, metric, asked)?;
    let ends = Ends::of(sheet, &TableOptions::default());
    collected.notes.extend(ends.notes.into_iter().chain(ends.caveats));
    for (at, row) in sheet.rows.iter().enumerate() {
        let key = place.key(sheet, row, asked)?;
        let name = text(sheet, row, metric)?;
        if let Some(line) = seen.insert((key.clone(), name), row.line) {
            let problem = format!("line {line} already has {} of this fold", shown(name));
            return Err(sheet.error(row.line, value, problem, "remove one of the two lines"));
        }
        let time = matches!(name, "train_time" | "predict_time");
        let known = known_metric(name).filter(|(_, own)| *own == kind).map(|(known, _)| known);
        let Some(found) = known.or(time.then_some("")) else {
            unknown.insert(name);
            continue;
        };
        let new = || empty_part(key.clone(), Origin::new(file, row.line));
        let part = parts.entry(key.clone()).or_insert_with(new);
        if ends.failed.contains_key(&at) {
            part.content = Content::Failed(UNFINISHED.to_owned());
            continue;
        }
        let Some(number) = real(sheet, row, value)? else {
            if !time {
                holes.push(Hole { row, key, metric: found });
            }
            continue;
        };
        let number = score(sheet, (row, value), name, number)?;
        match name {
            "train_time" => part.times.0 = Some(number),
            "predict_time" => part.times.1 = Some(number),
            _ => {
                part.told.insert(found, number);
            }
        }
    }
    let unknown: Vec<&str> = unknown.into_iter().collect();
    if parts.is_empty() {
        let problem =
            format!("no metric of this file is known: {}", listed(unknown.iter().copied()));
        let remedy = "use the names that `tribunal list metrics` shows, such as accuracy";
        return Err(header_error(sheet, problem, remedy));
    }
    if !unknown.is_empty() {
        collected.notes.push(format!(
            "left out, because they are not among the metrics of {} in `tribunal list metrics`: {}",
            word(kind),
            listed(unknown.into_iter())
        ));
    }
    refuse_holes(sheet, value, &holes, &parts)?;
    collected.notes.extend(fail_without(&mut parts));
    collected.parts.extend(parts.into_values());
    Ok(kind)
}

/// Refuses a metric that a method has on other folds of a dataset, and that other methods have on this fold: what is missing there would
/// leave the fold out for all of them.
fn refuse_holes(
    sheet: &Sheet<'_>,
    value: usize,
    holes: &[Hole<'_>],
    parts: &BTreeMap<Key, Part>,
) -> Result<(), DataError> {
    let mut of_method: BTreeSet<(&str, &str, &str)> = BTreeSet::new();
    let mut of_fold: BTreeMap<(&str, (u32, u32), &str), &Part> = BTreeMap::new();
    for ((dataset, method, place), part) in parts {
        for metric in part.told.keys() {
            of_method.insert((dataset, method, metric));
            of_fold.entry((dataset, *place, metric)).or_insert(part);
        }
    }
    for Hole { row, key, metric } in holes {
        let (dataset, method, place) = key;
        let silent = parts.get(key).is_none_or(|part| part.told.is_empty());
        let Some(other) = of_fold.get(&(dataset, *place, metric)) else { continue };
        if silent || !of_method.contains(&(dataset, method, metric)) {
            continue;
        }
        let problem = format!(
            "{metric} of {} on {} is missing, and {} has it on the same fold",
            shown(method),
            shown(dataset),
            shown(&other.method)
        );
        let remedy = format!("fill it in, or remove the lines of {metric}");
        return Err(sheet.error(row.line, value, problem, remedy));
    }
    Ok(())
}

/// Turns folds without any score into failed ones, where another method has one on the same fold. Says which.
fn fail_without(parts: &mut BTreeMap<Key, Part>) -> Option<String> {
    let scored = parts.iter().filter(|(_, part)| !part.told.is_empty());
    let scored: BTreeSet<(String, (u32, u32))> =
        scored.map(|((dataset, _, place), _)| (dataset.clone(), *place)).collect();
    let told = |part: &&mut Part| scored.contains(&(part.dataset.clone(), part.place));
    let mut failed: BTreeMap<(String, String), usize> = BTreeMap::new();
    let silent = |part: &&mut Part| matches!(part.content, Content::Scores) && part.told.is_empty();
    for part in parts.values_mut().filter(silent).filter(told) {
        part.content = Content::Failed(WITHOUT.to_owned());
        *failed.entry((part.method.clone(), part.dataset.clone())).or_default() += 1;
    }
    let names: Vec<String> = failed
        .into_iter()
        .map(|((method, dataset), count)| format!("{method} on {dataset} ({count})"))
        .collect();
    (!names.is_empty()).then(|| {
        format!(
            "folds without any score count as failed: {}",
            listed(names.iter().map(String::as_str))
        )
    })
}

/// Which task the metrics of a file belong to.
fn kind_of_scores(sheet: &Sheet<'_>, metric: usize, asked: &Asked) -> Result<Kind, DataError> {
    if let Some(kind) = asked.task {
        return Ok(kind);
    }
    let mut first: Option<(Kind, &str)> = None;
    for row in &sheet.rows {
        let Some((name, kind)) = known_metric(row.text(metric)) else { continue };
        let (known, other) = *first.get_or_insert((kind, name));
        if known != kind {
            let problem =
                format!("{name} is a metric of {}, and {other} one of {}", word(kind), word(known));
            let remedy = "say which to import with --task classification or --task regression";
            return Err(sheet.error(row.line, metric, problem, remedy));
        }
    }
    Ok(first.map_or(Kind::Classes, |(kind, _)| kind))
}
