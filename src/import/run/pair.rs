//! Pairing: every method must have been tried on the same test parts, or comparing them means nothing. Parts from
//! anywhere become a table of datasets, methods, repeats and folds; whatever does not fit is refused with its place.

use std::collections::{BTreeMap, BTreeSet};

use super::columns;
use super::lacking;
use super::part::{Collected, Content, Kind, Lacking, Part};
use super::rows::{self, Rows};
use crate::data::error::DataError;
use crate::data::read::text::{listed, shown};

/// Results that can be compared.
#[derive(Debug)]
pub struct Paired {
    /// The methods, by name.
    pub methods: Vec<String>,
    /// What they answer with.
    pub kind: Kind,
    /// How often the folds were drawn, on the dataset with the most of them.
    pub repeats: usize,
    /// Folds of a repeat; one for resamples.
    pub folds: usize,
    /// The datasets, by name.
    pub datasets: Vec<PairedDataset>,
    /// What a reader should know.
    pub notes: Vec<String>,
}

/// A dataset with the results of every method.
#[derive(Debug)]
pub struct PairedDataset {
    /// Its name.
    pub name: String,
    /// By method, then by repeat and fold; `None` where a method was not tried on this dataset at all.
    pub parts: Vec<Option<Vec<Part>>>,
    /// How often its folds were drawn.
    pub repeats: usize,
    /// What is known of its rows, where there are predictions.
    pub rows: Rows,
}

/// More would not fit into any table.
const MOST_PARTS: usize = 1_000_000;

/// Checks that parts can be compared, and orders them.
pub fn pair(collected: Collected) -> Result<Paired, DataError> {
    let Collected { kind, lacking, parts, mut notes, .. } = collected;
    let mut table = Table::new();
    let mut methods: BTreeSet<String> = BTreeSet::new();
    for part in parts {
        check_name("dataset", &part.dataset, &part)?;
        check_name("method", &part.method, &part)?;
        methods.insert(part.method.clone());
        let places = table.entry(part.dataset.clone()).or_default();
        let places = places.entry(part.method.clone()).or_default();
        if let Some(first) = places.get(&part.place) {
            let problem = format!(
                "{}, {} of {} on {} is there twice, first in {}",
                repeat_words(part.place.0),
                fold_words(part.place.1),
                shown(&part.method),
                shown(&part.dataset),
                first.origin.words()
            );
            return Err(part
                .origin
                .error(problem, "remove one of the two, or name their methods differently"));
        }
        places.insert(part.place, part);
    }
    let (repeats, folds) = match lacking {
        Lacking::LeftOut => {
            notes.extend(lacking::leave_out(&mut table)?);
            lacking::most(&table)
        }
        Lacking::Failed => {
            notes.extend(lacking::fail(&mut table));
            places(&table)?
        }
        Lacking::Refused => places(&table)?,
    };
    let count = table.len() * methods.len() * repeats * folds;
    if count > MOST_PARTS {
        return Err(too_many(&table, count));
    }
    let methods: Vec<String> = methods.into_iter().collect();
    let mut datasets = Vec::new();
    for (name, mut of_method) in table {
        let mut parts: Vec<Option<Vec<Part>>> = Vec::new();
        for method in &methods {
            let found = of_method.remove(method);
            if found.is_none() {
                notes.push(format!("{} has no results on {}", shown(method), shown(&name)));
            }
            parts.push(found.map(|places| places.into_values().collect()));
        }
        notes.extend(alone(&name, &parts));
        let own = parts.iter().flatten().map(Vec::len).max().unwrap_or(0) / folds.max(1);
        let rows = rows::check(&name, folds, kind, &mut parts)?;
        notes.extend(columns::complete(&name, &rows.classes, &mut parts)?);
        datasets.push(PairedDataset { name, parts, repeats: own, rows });
    }
    Ok(Paired { methods, kind, repeats, folds, datasets, notes })
}

fn too_many(table: &Table, count: usize) -> DataError {
    let problem = format!("{count} trials are more than {MOST_PARTS}");
    let first = table.values().flat_map(|m| m.values()).flat_map(|p| p.values()).next();
    let file = first.map_or(std::path::Path::new(""), |part| &*part.origin.file);
    DataError::file(file, problem, "import fewer datasets or methods at a time")
}

/// Names must fit into every table, and into the spec that the run keeps.
fn check_name(what: &str, name: &str, part: &Part) -> Result<(), DataError> {
    let plain = !name.chars().any(char::is_control) && name.trim() == name;
    if plain && !name.is_empty() && name.chars().count() <= 100 {
        return Ok(());
    }
    let problem = format!("`{}` cannot be the name of a {what}", name.escape_debug());
    Err(part
        .origin
        .error(problem, "use up to 100 characters on one line, without spaces at the ends"))
}

fn repeat_words(repeat: u32) -> String {
    format!("repeat {repeat}")
}

fn fold_words(fold: u32) -> String {
    format!("fold {fold}")
}

/// Parts by repeat and fold.
pub type Places = BTreeMap<(u32, u32), Part>;
/// By dataset, then by method.
pub type Table = BTreeMap<String, BTreeMap<String, Places>>;

/// How many repeats and folds there are, which must be the same for every method on every dataset and leave no gap.
fn places(table: &Table) -> Result<(usize, usize), DataError> {
    let mut full: BTreeSet<(u32, u32)> = BTreeSet::new();
    let mut example: BTreeMap<(u32, u32), &Part> = BTreeMap::new();
    for part in table.values().flat_map(|m| m.values()).flat_map(|p| p.values()) {
        full.insert(part.place);
        example.entry(part.place).or_insert(part);
    }
    for part in table.values().flat_map(|m| m.values()).filter_map(|p| p.values().next()) {
        let own = &table[&part.dataset][&part.method];
        if let Some(missing) = full.iter().find(|place| !own.contains_key(*place)) {
            let has = &example[missing];
            let problem = format!(
                "{} on {} has no {}, {}, which {} on {} has ({})",
                shown(&part.method),
                shown(&part.dataset),
                repeat_words(missing.0),
                fold_words(missing.1),
                shown(&has.method),
                shown(&has.dataset),
                has.origin.words(),
            );
            let remedy = "methods are compared on the same folds: add what is missing, or leave the method or dataset out";
            return Err(part.origin.error(problem, remedy));
        }
    }
    let repeats: BTreeSet<u32> = full.iter().map(|place| place.0).collect();
    let folds: BTreeSet<u32> = full.iter().map(|place| place.1).collect();
    for (what, numbers) in [("repeat", &repeats), ("fold", &folds)] {
        let first = numbers.first().copied().unwrap_or(0);
        let gap = numbers.iter().zip(first..).find(|(found, due)| *found != due);
        let wrong = match gap {
            Some((_, due)) => Some(due),
            None => (first > 1).then_some(first - 1),
        };
        let last = full.iter().next_back().and_then(|place| example.get(place));
        if let (Some(due), Some(part)) = (wrong, last) {
            let problem = format!("there is no {what} {due}");
            let remedy =
                format!("number {what}s from 0 or from 1 without gaps, or add what is missing");
            return Err(part.origin.error(problem, remedy));
        }
    }
    // A repeat and a fold are there, but not together.
    if full.len() != repeats.len() * folds.len() {
        let missing = repeats
            .iter()
            .flat_map(|r| folds.iter().map(move |f| (*r, *f)))
            .find(|place| !full.contains(place));
        if let (Some((repeat, fold)), Some(part)) = (missing, example.values().next()) {
            let problem = format!("there is no {}, {}", repeat_words(repeat), fold_words(fold));
            let remedy =
                "every repeat needs the same folds; add what is missing, or leave the repeat out";
            return Err(part.origin.error(problem, remedy));
        }
    }
    Ok((repeats.len(), folds.len()))
}

/// Methods of which only scores are known beside others of which predictions are.
fn alone(dataset: &str, parts: &[Option<Vec<Part>>]) -> Option<String> {
    let all = || parts.iter().flatten().flatten();
    let predicted = all().any(|part| matches!(part.content, Content::Predictions(_)));
    let scores: BTreeSet<&str> = all()
        .filter(|part| matches!(part.content, Content::Scores))
        .map(|part| part.method.as_str())
        .collect();
    let names: Vec<&str> = scores.into_iter().collect();
    (predicted && !names.is_empty()).then(|| {
        format!(
            "{}: only scores are known of {}, so that their rows cannot be compared with the others'",
            shown(dataset),
            listed(names.into_iter())
        )
    })
}
