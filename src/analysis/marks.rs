//! Marks: on which datasets is a method better or worse than the control, by a test over the folds of that dataset? They
//! are what tables of scores put beside a number; each speaks of its dataset only and is corrected for nothing.

use super::fold_tests::{FoldTest, fold_tests};
use super::settings::{AnalysisSettings, Test};
use super::{complete::Complete, results::Score};
use crate::stats::StatsError;
use crate::stats::ttest::TTest;

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

/// Tests over the folds of a dataset, the one that is preferred for marks first.
const TESTS: [Test; 4] = [Test::CorrectedT, Test::CvT, Test::FiveByTwo, Test::McNemar];

/// One set of marks for every test over folds that was asked for, those that are defined somewhere first. If none was
/// asked for, the corrected t where folds are known, else t from means and standard deviations where the number of
/// folds is.
pub fn marks(
    complete: &Complete,
    control: usize,
    settings: &AnalysisSettings,
    found: &[FoldTest],
) -> Vec<Marks> {
    let asked: Vec<Test> = TESTS.into_iter().filter(|test| settings.asks(*test)).collect();
    if !asked.is_empty() {
        let read = |test| read(complete, control, settings.alpha, found, test);
        let mut all: Vec<Marks> = asked.into_iter().map(read).collect();
        all.sort_by_key(Marks::is_undefined);
        return all;
    }
    let scores = || complete.results.cells.iter().flatten().flatten();
    let has = |enough: fn(&Score) -> bool| scores().next().is_some() && scores().all(enough);
    let test = if has(|score| score.folds.len() >= 2) {
        Test::CorrectedT
    } else if settings.folds.is_some() && has(|score| score.sd.is_some()) {
        Test::CvT
    } else {
        return Vec::new();
    };
    let only = AnalysisSettings { tests: vec![test], ..settings.clone() };
    let found = fold_tests(complete, control, &only);
    vec![read(complete, control, settings.alpha, &found, test)]
}

fn read(complete: &Complete, control: usize, alpha: f64, found: &[FoldTest], test: Test) -> Marks {
    let oriented = complete.results.oriented();
    let (rows, columns) = (oriented.len(), complete.results.methods.len());
    let mut cells = vec![vec![Mark::Undefined; columns]; rows];
    for one in found {
        let row = &oriented[one.dataset];
        let mean = row[control].zip(row[one.method]).map_or(0.0, |(a, b)| a - b);
        cells[one.dataset][one.method] = match judge(one, test, mean) {
            None => Mark::Undefined,
            Some((p, _)) if p > alpha => Mark::Alike,
            Some((_, difference)) if difference > 0.0 => Mark::Worse,
            Some((_, difference)) if difference < 0.0 => Mark::Better,
            Some(_) => Mark::Alike,
        };
    }
    Marks { test, cells }
}

/// p and difference of a test, positive where the control is better; `mean` is the difference of the means.
fn judge(found: &FoldTest, test: Test, mean: f64) -> Option<(f64, f64)> {
    let of_t = |t: &Option<Result<TTest, StatsError>>| {
        t.as_ref()?.as_ref().ok().map(|t| (t.p_two_sided, t.difference))
    };
    match test {
        Test::CorrectedT => of_t(&found.corrected_t),
        Test::CvT => of_t(&found.cv_t),
        Test::FiveByTwo => found.five_by_two.as_ref()?.as_ref().ok().map(|f| (f.p, mean)),
        Test::McNemar => {
            let found = found.mcnemar.as_ref()?.as_ref().ok()?;
            Some((found.p_exact, found.only_a as f64 - found.only_b as f64))
        }
        _ => None,
    }
}
