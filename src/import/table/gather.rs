//! Scores line by line become a grid of means: folds are put in order, averaged, and kept where every method has the
//! same ones, because paired tests need pairs. It does not know what the columns were called or what was measured.

use std::collections::btree_map::Entry as Slot;
use std::collections::{BTreeMap, BTreeSet};

use super::cell::Entry;
use super::long::Columns;
use super::{Grid, Score};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, number, shown};
use crate::num::math;

/// More than any table of results; a few lines of a long file could ask for a cell each.
const MOST_CELLS: usize = 10_000_000;

/// One line of a long file.
#[derive(Debug)]
pub struct Record {
    /// The line it stands on.
    pub line: usize,
    /// The dataset.
    pub dataset: String,
    /// The method.
    pub method: String,
    /// The repeat and the fold.
    pub place: Place,
    /// The score; `None` where there is none.
    pub entry: Option<Entry>,
}

/// Which measurement of a dataset a score is, in the order people count: fold 10 comes after fold 9.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(Vec<Vec<Piece>>);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Number(u64),
    Text(String),
}

impl Place {
    /// The place that some labels name, the first one counting most.
    pub fn new<'a>(labels: impl Iterator<Item = &'a str>) -> Place {
        Place(labels.map(pieces).collect())
    }

    /// All labels but the last, which counts the folds of a repeat.
    fn repeat(&self) -> &[Vec<Piece>] {
        &self.0[..self.0.len().saturating_sub(1)]
    }
}

/// Cuts a label into numbers and what is between them.
fn pieces(label: &str) -> Vec<Piece> {
    // Some writers turn whole numbers into `1.0` as soon as one is missing.
    let whole = number(label).filter(|v| v.fract() == 0.0 && (0.0..1e15).contains(v));
    if let Some(whole) = whole {
        return vec![Piece::Number(whole as u64)];
    }
    let mut pieces = Vec::new();
    let mut rest = label;
    while let Some(first) = rest.chars().next() {
        let digits = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != digits).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        pieces.push(match piece.parse() {
            Ok(number) if digits => Piece::Number(number),
            _ => Piece::Text(piece.to_owned()),
        });
        rest = after;
    }
    pieces
}

/// The scores of one dataset and method, in order of place, each with its line.
type Folds = BTreeMap<Place, (usize, Option<Entry>)>;

/// Names in the order they are met.
#[derive(Default)]
struct Names {
    order: Vec<String>,
    index: BTreeMap<String, usize>,
}

impl Names {
    fn place(&mut self, name: &str) -> usize {
        if let Some(&known) = self.index.get(name) {
            return known;
        }
        self.index.insert(name.to_owned(), self.order.len());
        self.order.push(name.to_owned());
        self.order.len() - 1
    }
}

/// Groups the lines of a long file.
pub fn gather(sheet: &Sheet, columns: &Columns, records: Vec<Record>) -> Result<Grid, DataError> {
    let (mut datasets, mut methods) = (Names::default(), Names::default());
    let mut lines = Vec::new();
    let mut groups: BTreeMap<(usize, usize), Folds> = BTreeMap::new();
    for record in records {
        let dataset = datasets.place(&record.dataset);
        if dataset == lines.len() {
            lines.push(record.line);
        }
        let group = groups.entry((dataset, methods.place(&record.method))).or_default();
        match group.entry(record.place) {
            Slot::Vacant(slot) => {
                slot.insert((record.line, record.entry));
            }
            Slot::Occupied(slot) => {
                let problem = format!(
                    "a second score of {} on {}{}; the first is on line {}",
                    shown(&record.method),
                    shown(&record.dataset),
                    if columns.place.is_empty() { "" } else { " in the same fold" },
                    slot.get().0
                );
                let remedy = "remove one of them; if they are folds or repeats, number them in a `fold` or `repeat` column";
                return Err(sheet.error(record.line, columns.value, problem, remedy));
            }
        }
    }
    let (rows, width) = (datasets.order.len(), methods.order.len());
    if rows.saturating_mul(width) > MOST_CELLS {
        let problem = format!("{rows} datasets and {width} methods are too many");
        return Err(DataError::file(sheet.file, problem, "check which columns name them"));
    }

    let mut cells: Vec<Vec<Option<Score>>> = vec![vec![None; width]; rows];
    let mut unpaired = Vec::new();
    for (dataset, (row, name)) in cells.iter_mut().zip(&datasets.order).enumerate() {
        let of_dataset: Vec<(usize, &Folds)> =
            groups.range((dataset, 0)..(dataset + 1, 0)).map(|((_, m), f)| (*m, f)).collect();
        let paired = same_places(&of_dataset);
        for (method, folds) in of_dataset {
            let score = score(sheet, columns, folds, paired)?;
            if let Some(cell) = row.get_mut(method) {
                *cell = score;
            }
        }
        if !paired {
            unpaired.push(name.as_str());
        }
    }
    let mut notes = Vec::new();
    if !unpaired.is_empty() {
        notes.push(format!(
            "the methods do not have the same folds on {}: each mean there is over the folds a method has, and nothing is paired by fold",
            listed(unpaired.into_iter())
        ));
    }
    Ok(Grid {
        layout: "long",
        datasets: datasets.order,
        lines,
        methods: methods.order,
        cells,
        metric: None,
        direction: None,
        notes,
        caveats: Vec::new(),
    })
}

/// Whether the methods that have any score of a dataset have it at the same places.
fn same_places(methods: &[(usize, &Folds)]) -> bool {
    let places = |folds: &Folds| -> Vec<Place> {
        let present = folds.iter().filter(|(_, (_, entry))| entry.is_some());
        present.map(|(place, _)| place.clone()).collect()
    };
    let mut sets = methods.iter().map(|(_, folds)| places(folds)).filter(|set| !set.is_empty());
    let first = sets.next();
    sets.all(|set| Some(&set) == first.as_ref())
}

fn score(
    sheet: &Sheet,
    columns: &Columns,
    folds: &Folds,
    paired: bool,
) -> Result<Option<Score>, DataError> {
    let entries: Vec<Entry> = folds.values().filter_map(|(_, entry)| *entry).collect();
    let Some(first) = entries.first() else { return Ok(None) };
    if columns.place.is_empty() {
        return Ok(Some(Score::new(first.mean, first.sd)));
    }
    let values: Vec<f64> = entries.iter().map(|entry| entry.mean).collect();
    let (mean, sd) = (math::mean(&values), math::sample_sd(&values));
    if !mean.is_finite() || sd.is_some_and(|sd| !sd.is_finite()) {
        let line = folds.values().next().map_or(sheet.header_line, |(line, _)| *line);
        let remedy = "measure in another unit";
        return Err(sheet.error(line, columns.value, "the folds are too large to average", remedy));
    }
    let present = folds.iter().filter(|(_, (_, entry))| entry.is_some());
    let repeats: BTreeSet<_> = present.map(|(place, _)| place.repeat()).collect();
    let folds = if paired { values } else { Vec::new() };
    Ok(Some(Score { folds, repeats: repeats.len(), ..Score::new(mean, sd) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_the_order_people_count() {
        let place = |a: &str, b: &str| Place::new([a, b].into_iter());
        assert!(place("1", "9") < place("1", "10"));
        assert!(place("1", "10") < place("2", "1"));
        assert!(place("r2", "fold9") < place("r2", "fold10"));
        assert!(place("r9", "b") < place("r10", "a"));
        assert_eq!(place("1", "02"), place("1.0", "2"));
        assert_ne!(place("1", "-2"), place("1", "2"));
        assert_ne!(place("1", "2.5"), place("1", "2"));
        let long = "9".repeat(50);
        assert_eq!(place(&long, ""), place(&long, ""));
    }
}
