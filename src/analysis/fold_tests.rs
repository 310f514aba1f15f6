//! One dataset at a time, over its folds: is the control better or worse there than expected from the spread of the folds?
//! What these tests say holds for that dataset only.

use super::complete::Complete;
use super::registry::{ALL, OnDataset, Outcome, Run, Test};
use super::settings::AnalysisSettings;

/// The control against a method on a dataset. Positive differences mean that the control is better.
#[derive(Debug, Clone)]
pub struct FoldTest {
    /// The dataset, by position.
    pub dataset: usize,
    /// The other method, by position.
    pub method: usize,
    /// The tests that were asked for.
    pub tests: Vec<(Test, Outcome)>,
}

impl FoldTest {
    /// What a test found, if it was done.
    pub fn outcome(&self, test: Test) -> Option<&Outcome> {
        self.tests.iter().find(|(own, _)| *own == test).map(|(_, outcome)| outcome)
    }
}

/// The tests of two methods on one dataset that are asked for.
pub fn asked_on_datasets(settings: &AnalysisSettings) -> Vec<Test> {
    let on_dataset = |test: &Test| matches!(test.run, Run::OnDataset(_)) && settings.asks(test);
    ALL.iter().copied().filter(on_dataset).collect()
}

/// Every dataset and method against the control; empty if no test is given.
pub fn fold_tests(
    complete: &Complete,
    control: usize,
    settings: &AnalysisSettings,
    tests: &[Test],
) -> Vec<FoldTest> {
    let mut found = Vec::new();
    let results = &complete.results;
    for (dataset, row) in results.cells.iter().enumerate().filter(|_| !tests.is_empty()) {
        let Some(a) = &row[control] else { continue };
        for (method, other) in row.iter().enumerate().filter(|(m, _)| *m != control) {
            let Some(b) = other else { continue };
            let input = OnDataset { a, b, results, settings };
            let outcome = |test: &Test| match test.run {
                Run::OnDataset(run) => Some((*test, run(&input))),
                _ => None,
            };
            found.push(FoldTest {
                dataset,
                method,
                tests: tests.iter().filter_map(outcome).collect(),
            });
        }
    }
    found
}
