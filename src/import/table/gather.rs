//! Scores line by line become a grid of means: folds are put in order, averaged, and kept where every method has the
//! same ones, because paired tests need pairs. It does not know what the columns were called or what was measured.

use std::collections::btree_map::Entry as Slot;
use std::collections::{BTreeMap, BTreeSet};

use super::cell::Entry;
use super::located::{Single, SinglePlace, Source};
use super::metric_names::is_known;
use super::place::Place;
use super::{Grid, Score};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, number, shown};
use crate::num::math;

/// More than any table of results; a few lines of a long file could ask for a cell each.
const MOST_CELLS: usize = 10_000_000;

/// One score of a file.
#[derive(Debug)]
pub struct Record {
    /// The line it is on.
    pub line: usize,
    /// The column it is in.
    pub column: usize,
    /// The file it is in, by its position among those that are read together.
    pub source: usize,
    /// The dataset.
    pub dataset: String,
    /// The method.
    pub method: String,
    /// The repeat and the fold.
    pub place: Place,
    /// The score; `None` where there is none.
    pub entry: Option<Entry>,
}

impl Record {
    /// The record, unless a fold has a spread of its own.
    pub fn checked(self, sheet: &Sheet) -> Result<Record, DataError> {
        if !self.place.is_known() || self.entry.is_none_or(|entry| entry.sd.is_none()) {
            return Ok(self);
        }
        let problem = "a standard deviation next to the score of one fold";
        let remedy = "leave the score only: the spread is computed from the folds";
        Err(sheet.error(self.line, self.column, problem, remedy))
    }
}

/// The scores of one dataset and method, in order of place.
type Folds = BTreeMap<Place, Cell>;

/// A score and where it is.
struct Cell {
    line: usize,
    column: usize,
    entry: Option<Entry>,
}

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

/// Groups scores by dataset and method.
pub fn gather(sheet: &Sheet, records: Vec<Record>) -> Result<Grid, DataError> {
    let repeats_known = records.iter().any(|record| record.place.repeat().is_some());
    let Groups { datasets, methods, lines, folds, singles } = Groups::of(sheet, records)?;
    let (rows, width) = (datasets.order.len(), methods.order.len());
    if rows.saturating_mul(width) > MOST_CELLS {
        let problem = format!("{rows} datasets and {width} methods are too many");
        return Err(DataError::file(sheet.file, problem, "check which columns name them"));
    }
    let mut cells: Vec<Vec<Option<Score>>> = vec![vec![None; width]; rows];
    let (mut incomplete, mut unpaired) = (Vec::new(), Vec::new());
    for (dataset, (row, name)) in cells.iter_mut().zip(&datasets.order).enumerate() {
        let of_dataset: Vec<(usize, &Folds)> =
            folds.range((dataset, 0)..(dataset + 1, 0)).map(|((_, m), f)| (*m, f)).collect();
        let pairing = Pairing::of(&of_dataset);
        for (method, folds) in of_dataset {
            let score = pairing.score(sheet, folds)?;
            if let Some(cell) = row.get_mut(method) {
                *cell = score;
            }
        }
        let left = pairing.all - pairing.common.len();
        match pairing.paired {
            false => unpaired.push(name.as_str()),
            true if left > 0 && !pairing.common.is_empty() => {
                incomplete.push(format!("{name} ({left} of {})", pairing.all))
            }
            true => {}
        }
    }
    Ok(Grid {
        layout: "long",
        datasets: datasets.order.clone(),
        lines,
        methods: methods.order,
        cells,
        repeats_known,
        singles,
        sources: vec![Source::of(sheet)],
        notes: left_out(&incomplete).into_iter().collect(),
        caveats: not_paired(&unpaired).into_iter().collect(),
        lacking: incomplete.into_iter().chain(unpaired.into_iter().map(str::to_owned)).collect(),
        ..Grid::default()
    })
}

/// Scores by dataset and method.
#[derive(Default)]
struct Groups {
    datasets: Names,
    methods: Names,
    /// The line where each dataset is met first.
    lines: Vec<usize>,
    folds: BTreeMap<(usize, usize), Folds>,
    singles: Vec<Single>,
}

impl Groups {
    fn of(sheet: &Sheet, records: Vec<Record>) -> Result<Groups, DataError> {
        let mut groups = Groups::default();
        for record in records {
            let dataset = groups.datasets.place(&record.dataset);
            let method = groups.methods.place(&record.method);
            if dataset == groups.lines.len() {
                groups.lines.push(record.line);
            }
            let Record { line, column, source, entry, .. } = record;
            let place = Some(SinglePlace { line, column, source });
            let single = |value: f64| Single { value, dataset, method, place };
            let single = entry.map(|entry| single(entry.mean));
            match groups.folds.entry((dataset, method)).or_default().entry(record.place.clone()) {
                Slot::Vacant(slot) => {
                    slot.insert(Cell { line, column, entry });
                    groups.singles.extend(single);
                }
                Slot::Occupied(slot) => return Err(second(sheet, &record, slot.get().line)),
            }
        }
        Ok(groups)
    }
}

fn second(sheet: &Sheet, record: &Record, first: usize) -> DataError {
    let problem = format!(
        "a second score of {} on {}{}; the first is on line {first}",
        shown(&record.method),
        shown(&record.dataset),
        if record.place.is_known() { " in the same fold" } else { "" },
    );
    let apart = apart(sheet, record, first);
    let remedy = format!(
        "{apart}remove one of them; if they are folds or repeats, number them in a `fold` or `repeat` column"
    );
    sheet.error(record.line, record.column, problem, remedy)
}

/// The columns that tell two lines apart, such as versions or settings: whole lines of one of them may be wanted.
fn apart(sheet: &Sheet, record: &Record, first: usize) -> String {
    let row = |line: usize| sheet.rows.iter().find(|row| row.line == line);
    let Some((one, two)) = row(first).zip(row(record.line)) else { return String::new() };
    let differs =
        |column: &usize| *column != record.column && one.text(*column) != two.text(*column);
    let named = |numbers: bool| -> Vec<&str> {
        let kind = |column: &usize| number(one.text(*column)).is_some() == numbers;
        let columns = (0..sheet.header.len()).filter(differs).filter(kind);
        columns.map(|c| sheet.header[c].as_str()).filter(|name| !name.is_empty()).collect()
    };
    let mut columns = named(false);
    if columns.is_empty() {
        // Numbers may be settings; other metrics differ as well.
        columns = named(true);
        columns.retain(|name| !is_known(name));
    }
    match columns.as_slice() {
        [] => String::new(),
        names => format!(
            "the lines differ in {}: keep the lines of one, or make it part of the name of the method; or ",
            listed(names.iter().copied())
        ),
    }
}

fn left_out(incomplete: &[String]) -> Option<String> {
    (!incomplete.is_empty()).then(|| {
        format!(
            "folds that a method lacks are left out for all methods, so that scores stay paired: {}",
            listed(incomplete.iter().map(String::as_str))
        )
    })
}

fn not_paired(unpaired: &[&str]) -> Option<String> {
    (!unpaired.is_empty()).then(|| {
        format!(
            "the methods have no fold in common on {}: each mean there is over the folds a method has, so that easy or hard folds may decide, and nothing is paired by fold",
            listed(unpaired.iter().copied())
        )
    })
}

/// What the methods of one dataset have in common.
struct Pairing<'a> {
    /// The places where every method has a score that has any.
    common: BTreeSet<&'a Place>,
    /// Whether scores are paired by place.
    paired: bool,
    /// Places in the file.
    all: usize,
    /// The most folds of a repeat in the file.
    folds: usize,
}

impl<'a> Pairing<'a> {
    fn of(methods: &[(usize, &'a Folds)]) -> Pairing<'a> {
        let all: BTreeSet<&Place> = methods.iter().flat_map(|(_, folds)| folds.keys()).collect();
        let present = |folds: &'a Folds| -> BTreeSet<&'a Place> {
            let scores = folds.iter().filter(|(_, cell)| cell.entry.is_some());
            scores.map(|(place, _)| place).collect()
        };
        let sets = methods.iter().map(|(_, folds)| present(folds)).filter(|set| !set.is_empty());
        let sets: Vec<BTreeSet<&Place>> = sets.collect();
        let everywhere = |place: &&Place| sets.iter().all(|set| set.contains(place));
        let common: BTreeSet<&Place> = match sets.first() {
            Some(first) => first.iter().copied().filter(|place| everywhere(place)).collect(),
            None => BTreeSet::new(),
        };
        // Means over other folds would make the method better that lacks the hardest of them.
        let paired = !common.is_empty() || sets.is_empty();
        let mut of_repeat: BTreeMap<_, usize> = BTreeMap::new();
        for place in &all {
            *of_repeat.entry(place.repeat()).or_default() += 1;
        }
        let folds = of_repeat.values().copied().max().unwrap_or(0);
        Pairing { common, paired, all: all.len(), folds }
    }

    fn score(&self, sheet: &Sheet, folds: &Folds) -> Result<Option<Score>, DataError> {
        let used = |place: &Place| !self.paired || self.common.contains(place);
        let used = folds.iter().filter(|(place, _)| used(place));
        let scores: Vec<(&Place, &Cell, Entry)> =
            used.filter_map(|(place, cell)| Some((place, cell, cell.entry?))).collect();
        let Some((place, cell, entry)) = scores.first() else { return Ok(None) };
        if !place.is_known() {
            return Ok(Some(Score::new(entry.mean, entry.sd)));
        }
        let values: Vec<f64> = scores.iter().map(|(_, _, entry)| entry.mean).collect();
        let (mean, sd) = (math::mean(&values), math::sample_sd(&values));
        if !mean.is_finite() || sd.is_some_and(|sd| !sd.is_finite()) {
            let problem = "the folds are too large to average";
            return Err(sheet.error(cell.line, cell.column, problem, "measure in another unit"));
        }
        let repeats: BTreeSet<_> = scores.iter().map(|(place, ..)| place.repeat()).collect();
        let repeats = repeats.len();
        // Where folds are left out, their number no longer says how many rows a test part has.
        let whole = self.folds < 2 || values.len() == repeats * self.folds;
        let test_share = (self.paired && !whole).then(|| 1.0 / self.folds as f64);
        let folds = if self.paired { values } else { Vec::new() };
        Ok(Some(Score { folds, repeats, test_share, ..Score::new(mean, sd) }))
    }
}
