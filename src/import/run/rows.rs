//! The rows of a dataset's test parts. They must be the same rows with the same truth for every method, in no two folds of
//! one repeat; where a source numbers them, by number, else by their order.

use std::collections::{BTreeMap, BTreeSet};

use super::part::{Content, Kind, Origin, Part, Predictions, UNCLASSIFIED};
use crate::data::error::DataError;
use crate::data::read::text::{number as parsed, shown};
use crate::data::table::label_order;

/// What is known of a dataset's rows.
#[derive(Debug, Default)]
pub struct Rows {
    /// How many there are, if the folds of every repeat hold all of them.
    pub count: Option<usize>,
    /// Whether the source numbers its rows.
    pub numbered: bool,
    /// The classes, in a stable order; empty where there are no predictions of classes.
    pub classes: Vec<String>,
}

/// Checks the test parts of a dataset, brings rows into order and numbers them where the source does not.
pub fn check(
    dataset: &str,
    folds: usize,
    kind: Kind,
    parts: &mut [Option<Vec<Part>>],
) -> Result<Rows, DataError> {
    for part in parts.iter_mut().flatten().flatten() {
        if let Content::Predictions(predictions) = &mut part.content {
            sort(predictions, &part.origin)?;
        }
    }
    let places = parts.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let mut first: Vec<Option<(&Predictions, &Origin)>> = Vec::new();
    for place in 0..places {
        let mut of_place = parts.iter().flatten().filter_map(|p| p.get(place));
        let reference = of_place.by_ref().find(|part| predictions(part).is_some());
        for other in of_place {
            if let Some(reference) = reference {
                same(dataset, reference, other)?;
            }
        }
        first.push(reference.and_then(|part| Some((predictions(part)?, &part.origin))));
    }
    let classes = match kind {
        Kind::Classes => classes(parts)?,
        Kind::Numbers => Vec::new(),
    };
    let count = overlaps(dataset, folds, &first)?;
    let sizes: Vec<usize> = first.iter().map(|f| f.map_or(0, |(p, _)| p.truth.len())).collect();
    let numbered = first.iter().flatten().any(|(predictions, _)| predictions.rows.is_some());
    number(folds, &sizes, parts);
    Ok(Rows { count, numbered, classes })
}

fn predictions(part: &Part) -> Option<&Predictions> {
    match &part.content {
        Content::Predictions(predictions) => Some(predictions),
        _ => None,
    }
}

/// Brings numbered rows into ascending order; no number may come twice.
fn sort(predictions: &mut Predictions, origin: &Origin) -> Result<(), DataError> {
    let Some(rows) = &predictions.rows else { return Ok(()) };
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&i| (rows[i], i));
    if let Some(twice) = order.windows(2).find(|pair| rows[pair[0]] == rows[pair[1]]) {
        let (a, b) = (predictions.lines[twice[0]], predictions.lines[twice[1]]);
        let problem = format!("row {} is on line {a} already", rows[twice[0]]);
        let at = Origin { line: Some(b), ..origin.clone() };
        return Err(at.error(problem, "predict every test row once; remove one of the two lines"));
    }
    let pick = |texts: &[String]| order.iter().map(|&i| texts[i].clone()).collect::<Vec<String>>();
    let width = predictions.scores.as_ref().map_or(0, |scores| scores.classes.len());
    if let Some(scores) = &mut predictions.scores {
        let values = order.iter().flat_map(|&i| &scores.values[i * width..(i + 1) * width]);
        scores.values = values.copied().collect();
    }
    (predictions.truth, predictions.labels) = (pick(&predictions.truth), pick(&predictions.labels));
    predictions.lines = order.iter().map(|&i| predictions.lines[i]).collect();
    predictions.rows = Some(order.iter().map(|&i| rows[i]).collect());
    Ok(())
}

/// Refuses two methods that were not tested on the same rows.
fn same(dataset: &str, a: &Part, b: &Part) -> Result<(), DataError> {
    let (Some(first), Some(other)) = (predictions(a), predictions(b)) else { return Ok(()) };
    let at =
        |position: usize| Origin { line: other.lines.get(position).copied(), ..b.origin.clone() };
    let who = format!(
        "repeat {}, fold {} of {} on {}",
        b.place.0,
        b.place.1,
        shown(&b.method),
        shown(dataset)
    );
    let reference = format!("{} ({})", shown(&a.method), a.origin.words());
    let remedy = "methods are compared on the same rows: import results of the same splits";
    match (&first.rows, &other.rows) {
        (None, None) if first.truth.len() != other.truth.len() => {
            let (ours, theirs) = (other.truth.len(), first.truth.len());
            let problem = format!("{who} has {ours} rows, that of {reference} has {theirs}");
            return Err(b.origin.error(problem, remedy));
        }
        (None, None) => {}
        (Some(theirs), Some(ours)) => {
            let (x, y): (BTreeSet<_>, BTreeSet<_>) =
                (theirs.iter().collect(), ours.iter().collect());
            if x != y {
                let extra: Vec<String> = y.difference(&x).take(5).map(|r| r.to_string()).collect();
                let lacks: Vec<String> = x.difference(&y).take(5).map(|r| r.to_string()).collect();
                let mut words = Vec::new();
                if !extra.is_empty() {
                    words.push(format!("has rows that {reference} has not ({})", extra.join(", ")));
                }
                if !lacks.is_empty() {
                    words.push(format!("lacks rows of {reference} ({})", lacks.join(", ")));
                }
                let position = ours.iter().position(|row| !x.contains(row)).unwrap_or(0);
                return Err(at(position).error(format!("{who} {}", words.join(" and ")), remedy));
            }
        }
        _ => {
            let problem = format!("{who} and {reference} do not both number their rows");
            let remedy = "number the rows of all methods, or of none";
            return Err(b.origin.error(problem, remedy));
        }
    }
    let differs = |i: &usize| first.truth[*i] != other.truth[*i];
    if let Some(i) = (0..first.truth.len()).find(differs) {
        let row = other
            .rows
            .as_ref()
            .map_or_else(|| format!("row {} of it", i + 1), |r| format!("row {}", r[i]));
        let line = first.lines.get(i).map_or(String::new(), |line| format!(", line {line}"));
        let problem = format!(
            "{who}: the truth of {row} is {}, but {} for {reference}{line}",
            shown(&other.truth[i]),
            shown(&first.truth[i]),
        );
        return Err(at(i).error(problem, remedy));
    }
    Ok(())
}

/// More are no classes any more.
const MOST_CLASSES: usize = 1000;

/// All classes of a dataset: those of the truth and those that scores were given for. A prediction must be one of them.
fn classes(parts: &[Option<Vec<Part>>]) -> Result<Vec<String>, DataError> {
    let predicted =
        || parts.iter().flatten().flatten().filter_map(|part| Some((part, predictions(part)?)));
    let mut known: BTreeSet<&String> = BTreeSet::new();
    for (_, predictions) in predicted() {
        known.extend(&predictions.truth);
        known.extend(&predictions.declared);
        known.extend(predictions.scores.iter().flat_map(|scores| &scores.classes));
    }
    for (part, predictions) in predicted() {
        let is_known = |label: &String| label == UNCLASSIFIED || known.contains(label);
        let unknown = predictions.labels.iter().position(|label| !is_known(label));
        if let Some(position) = unknown {
            let at =
                Origin { line: predictions.lines.get(position).copied(), ..part.origin.clone() };
            let problem = format!(
                "{} was predicted, which is no class of the truth",
                shown(&predictions.labels[position])
            );
            let remedy = "write classes the same way everywhere (`1` is not `1.0`), or add a score column for the class";
            let more = or_regression(std::iter::once(&predictions.labels[position]));
            return Err(at.error(problem, format!("{remedy}{more}")));
        }
    }
    let mut classes: Vec<String> = known.into_iter().cloned().collect();
    if classes.len() > MOST_CLASSES
        && let Some((part, _)) = predicted().next()
    {
        let problem = format!("the truth has {} classes, more than {MOST_CLASSES}", classes.len());
        let more = or_regression(classes.iter());
        return Err(part.origin.error(problem, format!("check that it holds classes{more}")));
    }
    label_order(&mut classes);
    // The last one, so that of two classes the second one stays the positive one.
    let silent = |(_, own): (&Part, &Predictions)| own.labels.iter().any(|l| l == UNCLASSIFIED);
    if predicted().any(silent) && !classes.iter().any(|class| class == UNCLASSIFIED) {
        classes.push(UNCLASSIFIED.to_owned());
    }
    Ok(classes)
}

/// What else answers may be that are all numbers.
fn or_regression<'t>(mut answers: impl Iterator<Item = &'t String>) -> &'static str {
    match answers.all(|answer| parsed(answer).is_some()) {
        true => "; --task regression if they are numbers to predict",
        false => "",
    }
}

/// Refuses a row in two folds of a repeat, a truth that changes, and repeats of other rows. Returns how many rows there
/// are, if the folds of a repeat hold all of them.
fn overlaps(
    dataset: &str,
    folds: usize,
    parts: &[Option<(&Predictions, &Origin)>],
) -> Result<Option<usize>, DataError> {
    let mut truth: BTreeMap<usize, (&str, String)> = BTreeMap::new();
    let mut counts: BTreeSet<usize> = BTreeSet::new();
    let mut covered: Option<BTreeSet<usize>> = None;
    for repeat in parts.chunks(folds.max(1)) {
        let mut seen: BTreeMap<usize, String> = BTreeMap::new();
        let whole = repeat.iter().all(Option::is_some);
        for (predictions, origin) in repeat.iter().flatten() {
            for (i, &row) in predictions.rows.iter().flatten().enumerate() {
                let at = Origin { line: predictions.lines.get(i).copied(), ..(*origin).clone() };
                if let Some(first) = seen.insert(row, at.words()) {
                    let problem = format!(
                        "row {row} of {} is in two folds of one repeat, first in {first}",
                        shown(dataset)
                    );
                    let remedy = "the folds of a repeat share no row; if they are resamples, number them in a `repeat` column and give all the fold 0";
                    return Err(at.error(problem, remedy));
                }
                let class = predictions.truth[i].as_str();
                let (known, first) = truth.entry(row).or_insert_with(|| (class, at.words()));
                if *known != class {
                    let problem = format!(
                        "the truth of row {row} of {} is {}, but {} in {first}",
                        shown(dataset),
                        shown(class),
                        shown(known)
                    );
                    return Err(at.error(problem, "a row has one class, whatever the repeat"));
                }
            }
        }
        if !whole {
            continue;
        }
        counts.insert(repeat.iter().flatten().map(|(p, _)| p.truth.len()).sum());
        let rows: BTreeSet<usize> = seen.into_keys().collect();
        let place = repeat.iter().flatten().next();
        match (&covered, place) {
            (Some(first), Some((_, origin))) if folds > 1 && *first != rows => {
                let other = first.symmetric_difference(&rows).next().copied().unwrap_or(0);
                let problem = format!(
                    "the folds of one repeat of {} hold row {other}, those of another do not",
                    shown(dataset)
                );
                let remedy = "repeats of a cross-validation hold the same rows; if they are resamples, give all the fold 0";
                return Err(origin.error(problem, remedy));
            }
            _ => covered = Some(rows),
        }
    }
    let only = counts.first().copied().filter(|_| counts.len() == 1 && folds > 1);
    Ok(only)
}

/// Numbers the rows of a source that does not: within a repeat one fold after the other. A fold takes as many numbers for
/// a method that failed there as for the others.
fn number(folds: usize, sizes: &[usize], parts: &mut [Option<Vec<Part>>]) {
    for method in parts.iter_mut().flatten() {
        let mut next = 0;
        for (place, (part, size)) in method.iter_mut().zip(sizes).enumerate() {
            if place % folds.max(1) == 0 {
                next = 0;
            }
            if let Content::Predictions(predictions) = &mut part.content {
                predictions.rows.get_or_insert_with(|| (next..next + size).collect());
            }
            next += size;
        }
    }
}
