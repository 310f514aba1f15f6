//! What every layout makes of a file: datasets, methods and their scores, with where they stand.

use std::collections::BTreeMap;

use super::located::{Single, Source};
use crate::analysis::{Cause, Score};
use crate::measure::Direction;

/// What a layout finds in a file, before it is known what the numbers mean.
#[derive(Debug, Default)]
pub struct Grid {
    pub layout: &'static str,
    pub datasets: Vec<String>,
    /// The line where each dataset is met first.
    pub lines: Vec<usize>,
    pub methods: Vec<String>,
    pub cells: Vec<Vec<Option<Score>>>,
    /// The metric, where the file names one.
    pub metric: Option<String>,
    /// The direction, where the layout has a convention.
    pub direction: Option<Direction>,
    /// Whether the file numbers the repeats of cross-validation.
    pub repeats_known: bool,
    pub notes: Vec<String>,
    /// Datasets on which folds were left out, because a method lacks them.
    pub lacking: Vec<String>,
    /// Why a method, the second name, has no score on a dataset, as far as the file says.
    pub causes: BTreeMap<(String, String), Cause>,
    /// Every single score with its place, where cells are means of several.
    pub singles: Vec<Single>,
    /// The files of the single scores.
    pub sources: Vec<Source>,
    pub caveats: Vec<String>,
}

impl Grid {
    /// Every mean with its dataset and its method.
    pub fn means(&self) -> impl Iterator<Item = (f64, &str, &str)> {
        self.datasets.iter().zip(&self.cells).flat_map(|(dataset, row)| {
            let named = self.methods.iter().zip(row);
            named.filter_map(move |(method, cell)| {
                cell.as_ref().map(|score| (score.mean, dataset.as_str(), method.as_str()))
            })
        })
    }

    /// The causes of missing results, by position.
    pub fn causes(&self) -> BTreeMap<(usize, usize), Cause> {
        let place = |names: &[String], name: &String| names.iter().position(|own| own == name);
        let known = self.causes.iter().filter_map(|((dataset, method), cause)| {
            let (row, column) = (place(&self.datasets, dataset)?, place(&self.methods, method)?);
            let cell = self.cells.get(row)?.get(column)?;
            cell.is_none().then_some(((row, column), *cause))
        });
        known.collect()
    }
}
