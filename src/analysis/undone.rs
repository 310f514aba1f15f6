//! Tests that were asked for and could not be done, each with the reason: none is dropped in silence.

use super::budget;
use super::registry::{Outcome, Run, Test, robustness};
use super::verdict::Analysis;
use crate::stats::StatsError;

/// A test that was asked for and not done.
#[derive(Debug, Clone, PartialEq)]
pub struct Undone {
    /// The test.
    pub test: Test,
    /// Why.
    pub reason: String,
}

impl Undone {
    /// In words.
    pub fn words(&self) -> String {
        format!("{} ({}) was not done: {}", self.test.title, self.test.name, self.reason)
    }
}

/// Tests with the same reason together: their titles or names, and the reason.
pub fn by_reason(undone: &[Undone]) -> Vec<(Vec<Test>, &str)> {
    let mut groups: Vec<(Vec<Test>, &str)> = Vec::new();
    for one in undone {
        match groups.iter_mut().find(|(_, reason)| *reason == one.reason) {
            Some((tests, _)) => tests.push(one.test),
            None => groups.push((vec![one.test], &one.reason)),
        }
    }
    groups
}

/// What was asked for of an analysis and is defined nowhere in it.
pub fn undone(analysis: &Analysis) -> Vec<Undone> {
    let mut found = Vec::new();
    for &test in &analysis.settings.tests {
        let reason = match test.run {
            Run::Overall(_) => {
                of_outcomes(analysis.overall.iter().filter(|(t, _)| *t == test).map(|(_, o)| o))
            }
            Run::Pair(_) | Run::ResampledPair(_) | Run::Pairs(_) => {
                let tests = analysis.pairwise.iter().flat_map(|pair| &pair.tests);
                let own = tests.filter(|compared| compared.test == test);
                of_outcomes(own.map(|compared| &compared.found))
            }
            Run::OnDataset(_) => {
                of_outcomes(analysis.fold_tests.iter().filter_map(|fold| fold.outcome(test)))
            }
            Run::AllOnDataset(_) => {
                let own = analysis.on_datasets.iter().filter(|(t, _)| *t == test);
                of_outcomes(own.flat_map(|(_, outcomes)| outcomes))
            }
            Run::Correction(_) if analysis.omnibus.answers_the_only_pair() => {
                analysis.settings.asked_by_name().contains(&test).then(|| {
                    "two methods are one comparison, which their own test decides".to_owned()
                })
            }
            Run::Correction(_) => analysis
                .pairwise
                .first()
                .is_some_and(|pair| pair.adjusted(test).is_none())
                .then(|| format!("it needs {}", test.needs)),
            Run::Part if *test == robustness::TEST => match &analysis.robustness {
                None => Some(budget::not_left_out(analysis.results.datasets.len())),
                Some(found) => (found.is_empty()
                    && analysis.settings.asked_by_name().contains(&test))
                .then(|| format!("it needs {}", test.needs)),
            },
            // Draws say themselves what they lack.
            Run::Draws | Run::Part => None,
        };
        found.extend(reason.map(|reason| Undone { test, reason }));
    }
    found
}

/// The reason, if a test is defined nowhere.
pub fn of_outcomes<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> Option<String> {
    let mut reason = None;
    for outcome in outcomes {
        match outcome {
            Ok(_) => return None,
            Err(StatsError::Undefined { reason: why, .. }) => reason = Some((*why).to_owned()),
            Err(error) => reason = Some(error.to_string()),
        }
    }
    reason
}
