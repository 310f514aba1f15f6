//! Marks: on which datasets is a method better or worse than the control, by a test over the folds of that dataset? They
//! are what tables of scores put next to a number; each speaks of its dataset only and is corrected for nothing.

use super::fold_tests::{FoldTest, asked_on_datasets, fold_tests};
use super::registry::{Test, corrected_t, cv_t};
use super::settings::AnalysisSettings;
use super::{complete::Complete, results::Score};

/// What a test over folds says of a method on a dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The control is better.
    Worse,
    /// No difference was found.
    Alike,
    /// The method is better than the control.
    Better,
    /// The test is undefined there.
    Undefined,
}

/// The marks of one test.
#[derive(Debug, Clone, PartialEq)]
pub struct Marks {
    /// The test.
    pub test: Test,
    /// `cells[dataset][method]`, by positions in the analysed results; the control's own are undefined.
    pub cells: Vec<Vec<Mark>>,
}

/// Datasets on which the control is better, alike, worse, and on which the test is undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MarkCounts {
    /// The control is better.
    pub wins: usize,
    /// No difference.
    pub ties: usize,
    /// The control is worse.
    pub losses: usize,
    /// Undefined.
    pub undefined: usize,
}

impl Marks {
    /// Whether the test says nothing of any method on any dataset.
    pub fn is_undefined(&self) -> bool {
        self.cells.iter().flatten().all(|mark| *mark == Mark::Undefined)
    }

    /// What the marks of a method add up to, seen from the control.
    pub fn counts(&self, method: usize) -> MarkCounts {
        let mut counts = MarkCounts::default();
        for row in &self.cells {
            match row[method] {
                Mark::Worse => counts.wins += 1,
                Mark::Alike => counts.ties += 1,
                Mark::Better => counts.losses += 1,
                Mark::Undefined => counts.undefined += 1,
            }
        }
        counts
    }
}

/// One set of marks for every test over folds that was asked for, those that are defined somewhere first. If none was
/// asked for, the corrected t where folds are known, else t from means and standard deviations where the number of
/// folds is.
pub fn marks(
    complete: &Complete,
    control: usize,
    settings: &AnalysisSettings,
    found: &[FoldTest],
) -> Vec<Marks> {
    let asked = asked_on_datasets(settings);
    if !asked.is_empty() {
        let read = |test| read(complete, settings.alpha, found, test);
        let mut all: Vec<Marks> = asked.into_iter().map(read).collect();
        all.sort_by_key(Marks::is_undefined);
        return all;
    }
    let scores = || complete.results.cells.iter().flatten().flatten();
    let has = |enough: fn(&Score) -> bool| scores().next().is_some() && scores().all(enough);
    let test: Test = if has(|score| score.folds.len() >= 2) {
        &corrected_t::TEST
    } else if settings.folds.is_some() && has(|score| score.sd.is_some()) {
        &cv_t::TEST
    } else {
        return Vec::new();
    };
    let found = fold_tests(complete, control, settings, &[test]);
    vec![read(complete, settings.alpha, &found, test)]
}

fn read(complete: &Complete, alpha: f64, found: &[FoldTest], test: Test) -> Marks {
    let (rows, columns) = (complete.results.datasets.len(), complete.results.methods.len());
    let mut cells = vec![vec![Mark::Undefined; columns]; rows];
    for one in found {
        let finding = one.outcome(test).and_then(|outcome| outcome.as_ref().ok());
        cells[one.dataset][one.method] = match finding.and_then(|f| Some((f.p?, f.favours))) {
            // What has no p, such as a probability, marks nothing.
            None => Mark::Undefined,
            Some((p, _)) if p > alpha => Mark::Alike,
            Some((_, difference)) if difference > 0.0 => Mark::Worse,
            Some((_, difference)) if difference < 0.0 => Mark::Better,
            Some(_) => Mark::Alike,
        };
    }
    Marks { test, cells }
}
