//! Tables of scores: a file of results becomes a [`ScoreFile`]. Layouts are known by their header: one row per dataset and
//! one column per method (`wide`), one line per score (`long`), the AutoML Benchmark's `results.csv` (`AMLB`), our own
//! `outcomes.csv`, and files of one method each that belong together (`bake-off`). What cannot be ranked honestly is refused here; no test of the analysis is known here.

mod amlb;
mod bakeoff;
mod cell;
mod folds;
mod gather;
mod long;
mod meaning;
mod names;
mod outcomes;
mod own_table;
mod place;
mod several;
mod wide;

pub use several::read_all;

use std::path::{Path, PathBuf};

use crate::analysis::{Results, Score, ScoreFile};
use crate::choices::Words;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::listed;
use crate::measure::{Direction, Pairs};

/// What a user can say about a file of results; whatever is not said is found from the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TableOptions {
    /// The metric: chooses among several in one file, and names one that has no name.
    pub metric: Option<String>,
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
    /// The column that numbers folds.
    pub fold_column: Option<String>,
    /// Repeats of cross-validation that the folds of a dataset come from, where no column numbers them.
    pub repeats: Option<usize>,
    /// The share of the rows that a test part holds.
    pub test_share: Option<f64>,
}

/// What the rows of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowsAre {
    /// A dataset each, or named after one each.
    Datasets,
    /// Folds of one dataset or of several.
    Folds,
}

/// The words for what rows are.
pub const ROWS: Words<RowsAre> = &[("datasets", RowsAre::Datasets), ("folds", RowsAre::Folds)];

/// Every pair of methods gets its own comparisons, so their number grows with the square of this.
const MOST_METHODS: usize = 200;

/// Reads a file of results: CSV with any usual delimiter, gzipped or not.
pub fn read(file: &Path, options: &TableOptions) -> Result<ScoreFile, DataError> {
    interpret(&Sheet::read(file)?, options)
}

/// Whether a text is a table of scores that can be judged.
pub fn is_table(file: &Path, text: &str) -> bool {
    let sheet = Sheet::parse(file, text);
    sheet.is_ok_and(|sheet| {
        bakeoff::recognised(&sheet) || interpret(&sheet, &TableOptions::default()).is_ok()
    })
}

/// Whether a text is a table of one method with a column per resample.
pub fn is_one_method(file: &Path, text: &str) -> bool {
    Sheet::parse(file, text).is_ok_and(|sheet| bakeoff::recognised(&sheet))
}

/// What a layout finds in a file, before it is known what the numbers mean.
#[derive(Debug)]
struct Grid {
    layout: &'static str,
    datasets: Vec<String>,
    /// The line where each dataset is met first.
    lines: Vec<usize>,
    methods: Vec<String>,
    cells: Vec<Vec<Option<Score>>>,
    /// The metric, where the file names one.
    metric: Option<String>,
    /// The direction, where the layout has a convention.
    direction: Option<Direction>,
    /// Whether the file numbers the repeats of cross-validation.
    repeats_known: bool,
    notes: Vec<String>,
    caveats: Vec<String>,
}

impl Grid {
    /// Every mean with its dataset and its method.
    fn means(&self) -> impl Iterator<Item = (f64, &str, &str)> {
        self.datasets.iter().zip(&self.cells).flat_map(|(dataset, row)| {
            let named = self.methods.iter().zip(row);
            named.filter_map(move |(method, cell)| {
                cell.as_ref().map(|score| (score.mean, dataset.as_str(), method.as_str()))
            })
        })
    }
}

fn interpret(sheet: &Sheet, options: &TableOptions) -> Result<ScoreFile, DataError> {
    let file = sheet.file;
    // Without that word, numbers in the first line may as well be data of a table without a header.
    if bakeoff::recognised(sheet) && bakeoff::says_resamples(sheet) {
        return Err(bakeoff::alone(sheet));
    }
    let is_amlb = amlb::recognised(sheet);
    let is_ours = outcomes::recognised(sheet);
    let is_wide = !is_amlb && !is_ours && !long::recognised(sheet, options);
    if let Some(sd) = options.sd.as_deref().filter(|_| !is_wide) {
        let problem =
            "a file of standard deviations goes with a wide table, and this is a long one";
        let remedy = format!("leave {} out: the spread is that of the folds", sd.display());
        return Err(DataError::file(file, problem, remedy));
    }
    folds::check_options(file, options, is_amlb || is_ours)?;
    let grid = if is_ours {
        outcomes::read(sheet, options.metric.as_deref())?
    } else if is_amlb {
        amlb::read(sheet, options.metric.as_deref())?
    } else if is_wide {
        wide::read(sheet, options)?
    } else {
        long::read(sheet, options)?
    };
    finish(file, grid, options)
}

/// Checks what was read and finds out what it means.
fn finish(file: &Path, mut grid: Grid, options: &TableOptions) -> Result<ScoreFile, DataError> {
    names::refuse_control(file, &grid)?;
    folds::refuse(file, &grid, options.rows)?;
    refuse_methods(file, &grid)?;
    if grid.means().next().is_none() {
        let remedy = "check that this is the right file";
        return Err(DataError::file(file, "every value is missing", remedy));
    }
    folds::declare(file, &mut grid, options)?;
    let meaning = meaning::find(file, &grid, options)?;
    let Grid { layout, datasets, methods, cells, mut notes, caveats, .. } = grid;
    notes.extend(meaning.notes);
    let results = Results {
        metric: meaning.metric,
        title: meaning.title,
        direction: meaning.direction,
        direction_assumed: meaning.assumed,
        unit: meaning.unit,
        range: meaning.range,
        // A file of scores knows no single examples.
        pairs: Pairs::Folds,
        holes: Default::default(),
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
