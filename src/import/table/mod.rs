//! Tables of scores: a file of results becomes a [`ScoreFile`] per metric. `layouts` lists the layouts, each of which knows
//! its files. What cannot be ranked honestly is refused here; no test of the analysis is known here.

mod amlb;
mod bakeoff;
mod called;
mod cell;
mod exports;
mod folds;
mod frame;
mod gather;
mod gathered;
mod grid;
mod known;
mod layouts;
mod located;
mod long;
mod meaning;
mod measures;
mod metric_list;
mod metric_names;
mod name_marks;
mod names;
mod odd;
mod outcomes;
mod own_table;
mod place;
mod roles;
mod several;
mod status;
mod structure;
mod units;
mod unlikely;
mod wide;

pub use long::{DATASET, METHOD};
pub use names::is_summary;
pub use several::read_all;
pub use status::Ends;

use std::path::{Path, PathBuf};

use crate::analysis::{Holes, Results, Score, ScoreFile};
use crate::choices::Words;
use crate::data::error::DataError;
use crate::data::read::forms::{self, FormOptions};
use crate::data::read::sheet::Sheet;
use crate::data::read::text::listed;
use crate::measure::{Direction, Pairs};

use grid::Grid;

pub use layouts::{LAYOUTS, TableLayout};
pub use metric_list::{METRIC_NAMES, MetricNames};

/// What a user can say about a file of results; whatever is not said is found from the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TableOptions {
    /// The metrics: they choose among several in one file, and one names scores that have no name.
    pub metrics: Vec<String>,
    /// Which way is better.
    pub direction: Option<Direction>,
    /// The smallest and the largest value the metric can have.
    pub range: Option<(f64, f64)>,
    /// A second wide table: the standard deviations of the first one's means.
    pub sd: Option<PathBuf>,
    /// What the rows are, where their names do not say.
    pub rows: Option<RowsAre>,
    /// The column of datasets.
    pub dataset_column: Option<String>,
    /// The column of methods, for a file with one line per score.
    pub method_column: Option<String>,
    /// The column that numbers folds.
    pub fold_column: Option<String>,
    /// Repeats of cross-validation that the folds of a dataset come from, where no column numbers them.
    pub repeats: Option<usize>,
    /// The share of the rows that a test part holds.
    pub test_share: Option<f64>,
    /// The form of the file: its format, delimiter and decimal sign.
    pub form: FormOptions,
}

/// What the rows of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowsAre {
    /// A dataset each, or named after one each.
    Datasets,
    /// Folds of one dataset or of several.
    Folds,
    /// A method each, with datasets or folds in the columns.
    Methods,
}

/// The words for what rows are.
pub const ROWS: Words<RowsAre> =
    &[("datasets", RowsAre::Datasets), ("folds", RowsAre::Folds), ("methods", RowsAre::Methods)];

/// Every pair of methods gets its own comparisons, so their number grows with the square of this.
const MOST_METHODS: usize = 200;

/// Reads a file of results in any form (`data/read/forms`), gzipped or not; `-` is standard input. Each metric that is judged
/// is an entry, at least one.
pub fn read(file: &Path, options: &TableOptions) -> Result<Vec<ScoreFile>, DataError> {
    interpret(bakeoff::without_index(forms::read(file, &options.form)?), options)
}

/// Whether a text is a table of scores that can be judged.
pub fn is_table(file: &Path, text: &str) -> bool {
    let sheet = forms::of_bytes(file, text.as_bytes().to_vec(), &FormOptions::default());
    sheet.is_ok_and(|sheet| {
        bakeoff::recognised(&sheet) || interpret(sheet, &TableOptions::default()).is_ok()
    })
}

/// Whether a text is a table of one method with a column per resample.
pub fn is_one_method(file: &Path, text: &str) -> bool {
    Sheet::parse(file, text).is_ok_and(|sheet| bakeoff::recognised(&sheet))
}

fn interpret(mut sheet: Sheet, options: &TableOptions) -> Result<Vec<ScoreFile>, DataError> {
    let grids = grids(&mut sheet, options)?;
    finish(&sheet, grids, options)
}

/// Finds the metrics of a table, once it is without lines that hold no scores.
fn grids(sheet: &mut Sheet, options: &TableOptions) -> Result<Vec<Grid>, DataError> {
    let file = sheet.file;
    let layout = TableLayout::of(sheet, options);
    if let Some(sd) = options.sd.as_deref().filter(|_| !layout.takes_sd) {
        let problem =
            "a file of standard deviations goes with a wide table, and this is a long one";
        let remedy = format!("leave {} out: the spread is that of the folds", sd.display());
        return Err(DataError::file(file, problem, remedy));
    }
    if options.rows == Some(RowsAre::Methods) && layout.name != wide::LAYOUT.name {
        let problem = format!(
            "--rows methods turns a wide table, and the layout of this file is {} (one line per score)",
            layout.name
        );
        return Err(DataError::file(file, problem, "leave it out"));
    }
    folds::check_options(file, options, layout.own_columns)?;
    refuse_predictions(sheet)?;
    exports::refuse_trials(sheet)?;
    let is = |known: &TableLayout| layout.name == known.name;
    let ends =
        if is(&long::LAYOUT) { status::empty_failed(sheet, options) } else { Ends::default() };
    let causes = ends.causes(sheet, options);
    let numbered = !is(&outcomes::LAYOUT) && options.rows != Some(RowsAre::Datasets);
    let left = if numbered { folds::summaries::leave_out(sheet, options)? } else { None };
    let mut grids = (layout.read)(sheet, options)?;
    for grid in &mut grids {
        grid.causes.clone_from(&causes);
        grid.caveats.extend(ends.caveats.iter().cloned());
    }
    if let Some(first) = grids.first_mut() {
        first.notes.splice(0..0, ends.notes.into_iter().chain(left));
    }
    Ok(grids)
}

/// Checks what was read and finds out what it means, metric by metric.
fn finish(
    sheet: &Sheet,
    grids: Vec<Grid>,
    options: &TableOptions,
) -> Result<Vec<ScoreFile>, DataError> {
    refuse_ignored(sheet.file, &grids, options)?;
    let grids = frame::align(grids);
    let one = grids.len() == 1;
    if let Some(option) = said_of_one(options).filter(|_| !one) {
        let names: Vec<&str> = grids.iter().filter_map(|grid| grid.metric.as_deref()).collect();
        let problem = format!("{option} is said of one metric, and several would be judged");
        let remedy = format!("choose one with --metric: {}", listed(names.into_iter()));
        return Err(DataError::file(sheet.file, problem, remedy));
    }
    grids.into_iter().map(|grid| scores(sheet, grid, options)).collect()
}

/// Refuses options that would have no effect on what was read.
fn refuse_ignored(file: &Path, grids: &[Grid], options: &TableOptions) -> Result<(), DataError> {
    let unnamed = grids.iter().any(|grid| grid.metric.is_none());
    if unnamed && options.metrics.len() > 1 {
        let names = listed(options.metrics.iter().map(String::as_str));
        let problem =
            format!("the file has one metric without a name, and --metric gives several: {names}");
        return Err(DataError::file(
            file,
            problem,
            "say --metric once, with the name of the metric",
        ));
    }
    let mut scores = grids.iter().flat_map(|grid| grid.cells.iter().flatten().flatten());
    if options.rows == Some(RowsAre::Datasets) && scores.any(|score| !score.folds.is_empty()) {
        let problem = "--rows datasets says that there are no folds, and the file numbers folds";
        return Err(DataError::file(file, problem, "leave it out"));
    }
    Ok(())
}

/// An option that can hold for one metric only.
fn said_of_one(options: &TableOptions) -> Option<&'static str> {
    match options {
        TableOptions { range: Some(_), .. } => Some("--range"),
        TableOptions { direction: Some(Direction::Higher), .. } => Some("--higher-is-better"),
        TableOptions { direction: Some(Direction::Lower), .. } => Some("--lower-is-better"),
        _ => None,
    }
}

/// Refuses predictions and other files that another verb reads: their numbers are not scores.
fn refuse_predictions(sheet: &Sheet) -> Result<(), DataError> {
    let has = |names: &[&str]| !sheet.columns_called(names).is_empty();
    let weka = has(&["keydataset"]) && has(&["keyscheme"]);
    let predictions = has(&["truth"]) && has(&["prediction", "predictions"]);
    let what = match (weka, predictions) {
        (true, _) => "results of Weka's Experimenter",
        (_, true) => "predictions, not scores",
        _ => return Ok(()),
    };
    let remedy = "`tribunal import --name NAME FILE` makes a run of them, which `tribunal analyze results/NAME` judges";
    Err(DataError::file(sheet.file, format!("these are {what}"), remedy))
}

/// The scores of one metric, once they can be ranked honestly.
fn scores(sheet: &Sheet, mut grid: Grid, options: &TableOptions) -> Result<ScoreFile, DataError> {
    let file = sheet.file;
    grid.notes.splice(0..0, sheet.notes.iter().cloned());
    let said = grid.metric.as_ref().and_then(|metric| sheet.directions.get(metric));
    grid.direction = grid.direction.or(said.copied());
    names::refuse_control(file, &grid)?;
    folds::check(file, &mut grid, options.rows)?;
    refuse_methods(file, &grid)?;
    if grid.means().next().is_none() {
        let remedy = "check that this is the right file";
        return Err(DataError::file(file, "every value is missing", remedy));
    }
    folds::declare(file, &mut grid, options)?;
    let meaning = meaning::find(sheet, &grid, options)?;
    grid.caveats.extend(unlikely::caveats(&grid, meaning.direction, meaning.range));
    grid.caveats.extend(unlikely::twins(&grid));
    grid.caveats.extend(odd::caveats(&grid));
    let causes = grid.causes();
    let Grid { layout, datasets, methods, cells, mut notes, lacking, mut caveats, .. } = grid;
    notes.extend(meaning.notes);
    caveats.extend(meaning.caveats);
    let results = Results {
        metric: meaning.metric,
        title: meaning.title,
        direction: meaning.direction,
        direction_assumed: meaning.assumed,
        unit: meaning.unit,
        range: meaning.range,
        // A file of scores knows no single examples.
        pairs: Pairs::Folds,
        holes: Holes { folds: lacking, causes, ..Holes::default() },
        datasets,
        methods,
        cells,
    };
    Ok(ScoreFile { results, layout, notes, caveats })
}

/// Refuses fewer methods than can be compared, and more.
fn refuse_methods(file: &Path, grid: &Grid) -> Result<(), DataError> {
    let count = grid.methods.len();
    if count > MOST_METHODS {
        let problem = format!("{count} methods, more than {MOST_METHODS}");
        let remedy =
            "every pair is compared; check that the methods are the columns, or compare fewer";
        return Err(DataError::file(file, problem, remedy));
    }
    if count < 2 {
        let problem = format!("{count} method is not enough");
        let found = listed(grid.methods.iter().map(String::as_str));
        let remedy = format!("a comparison needs two or more; the file has {found}");
        return Err(DataError::file(file, problem, remedy));
    }
    Ok(())
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod tests_long;

#[cfg(test)]
mod tests_published;
