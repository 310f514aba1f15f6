//! Missing results: why a method has no score on a dataset, and which method may stand in for it, the constant predictor.
//! What an analysis does about them is `missing`'s concern.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::results::Results;
use crate::experiment::MethodSpec;
use crate::measure::{Detail, MetricInfo};
use crate::plan::{Outline, TrialId};
use crate::run::{Outcome, Promise, Status};

/// Why a method has no score on a dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A trial failed.
    Failed,
    /// A trial took too long.
    TimedOut,
    /// The method cannot learn from such data.
    Skipped,
    /// A trial has not been run.
    NotRun,
    /// The results were made elsewhere and have other metrics.
    NotImported,
    /// The metric needs probabilities, and the method gives none. The parameter and the value that make it give some, if
    /// it has such a parameter.
    NoProbabilities(Option<(&'static str, &'static str)>),
    /// The metric is undefined on the folds.
    Undefined,
}

impl Cause {
    /// In a few words, after the method and the dataset.
    pub fn words(self) -> &'static str {
        match self {
            Cause::Failed => "failed",
            Cause::TimedOut => "timed out",
            Cause::Skipped => "skipped",
            Cause::NotRun => "not run",
            Cause::NotImported => "not among the imported scores",
            Cause::NoProbabilities(_) => "gives no probabilities",
            Cause::Undefined => "undefined",
        }
    }
}

/// A missing result, by positions of dataset and method.
pub type Hole = (usize, usize);

/// What is known of the missing results of one metric.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Holes {
    /// Why they are missing; results from a table do not say.
    pub causes: BTreeMap<Hole, Cause>,
    /// The constant predictor by position, where the kinds of methods are known.
    pub constant: Option<usize>,
    /// Datasets of a table on which folds were left out for all methods, because a method lacks them.
    pub folds: Vec<String>,
}

/// Names that a constant predictor has in tables, in lower case without punctuation: those of the AutoML benchmark, of this
/// program, of Weka and of scikit-learn.
const CONSTANT: [&str; 4] = ["constantpredictor", "majority", "zeror", "dummy"];

impl Results {
    /// Every missing result.
    pub(super) fn hole_list(&self) -> Vec<Hole> {
        let mut found = Vec::new();
        for (dataset, row) in self.cells.iter().enumerate() {
            let missing = row.iter().enumerate().filter(|(_, cell)| cell.is_none());
            found.extend(missing.map(|(method, _)| (dataset, method)));
        }
        found
    }

    /// A missing result with its cause: `svm on wine (failed)`.
    pub(super) fn hole_words(&self, (dataset, method): Hole) -> String {
        let cause = self.holes.causes.get(&(dataset, method));
        let cause = cause.map_or(String::new(), |cause| format!(" ({})", cause.words()));
        format!("{} on {}{cause}", self.methods[method], self.datasets[dataset])
    }

    /// The method whose scores may replace missing ones: by kind where kinds are known, else by name.
    pub fn constant_predictor(&self) -> Option<usize> {
        let plain = |name: &String| -> String {
            name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let named = |wanted: &&str| self.methods.iter().position(|name| plain(name) == **wanted);
        self.holes.constant.or_else(|| CONSTANT.iter().find_map(named))
    }

    /// Why a score that all trials are there for is missing, and what to do about it; `None` where nothing more is known.
    pub fn undefined_because(&self, dataset: usize, method: usize) -> Option<String> {
        match *self.holes.causes.get(&(dataset, method))? {
            Cause::NoProbabilities(setting) => {
                let name = &self.methods[method];
                let remedy = self.probabilities_remedy(method, setting);
                Some(format!(
                    "{name} gives no probabilities, so {} is undefined; {remedy}",
                    self.title
                ))
            }
            Cause::NotImported => Some(Cause::NotImported.words().to_owned()),
            _ => None,
        }
    }

    /// What to do about a method that gives no probabilities.
    pub fn probabilities_remedy(
        &self,
        method: usize,
        setting: Option<(&'static str, &'static str)>,
    ) -> String {
        let (name, metric) = (&self.methods[method], &self.title);
        match setting {
            Some((key, value)) => {
                format!(
                    "set {key} = \"{value}\" in the parameters of {name}, or leave {metric} out"
                )
            }
            None => format!("let {name} give probabilities, or leave {metric} out"),
        }
    }
}

/// How much the answers of trials say, as far as that was looked up.
pub type Details = BTreeMap<TrialId, Detail>;

/// Whether all trials of a method on a dataset have scores, and none of them has this one.
fn is_undefined(outcomes: &[Option<Arc<Outcome>>], metric: &MetricInfo) -> bool {
    let undefined = |o: &Arc<Outcome>| o.is_done() && o.value(metric.name).is_none();
    outcomes.iter().all(|outcome| outcome.as_ref().is_some_and(undefined))
}

/// A trial of each method on each dataset whose stored answers say why a metric is undefined: one with predictions.
pub fn unexplained(
    outline: &Outline<'_>,
    metrics: &[&'static MetricInfo],
    outcomes: &[Option<Arc<Outcome>>],
) -> BTreeSet<TrialId> {
    let mut wanted = BTreeSet::new();
    let demanding = metrics.iter().filter(|metric| metric.needs > Detail::Answers);
    for metric in demanding {
        for trials in outline.pairings() {
            let Some(first) = trials.first() else { continue };
            let own = &outcomes[outline.trials_of(first.dataset, first.method)];
            let predicts = |o: &Outcome| !o.scores_only && o.promises == Promise::Predictions;
            if is_undefined(own, metric) && own[0].as_ref().is_some_and(|o| predicts(o)) {
                wanted.insert(first.id.clone());
            }
        }
    }
    wanted
}

/// What is known of the missing results of a metric of a run.
pub fn holes(
    outline: &Outline<'_>,
    metric: &MetricInfo,
    results: &Results,
    outcomes: &[Option<Arc<Outcome>>],
    details: &Details,
) -> Holes {
    let methods = &outline.experiment.methods;
    let mut causes = BTreeMap::new();
    for (dataset, row) in results.cells.iter().enumerate() {
        for (method, _) in row.iter().enumerate().filter(|(_, cell)| cell.is_none()) {
            let place = outline.trials_of(dataset, method);
            let first = outline.trials[place.clone()].first();
            let own = &outcomes[place];
            let given = first.and_then(|trial| details.get(&trial.id));
            let lacking = is_undefined(own, metric) && given.is_some_and(|own| *own < metric.needs);
            let cause = match lacking {
                true => Cause::NoProbabilities(methods[method].method.info().probabilities),
                false => cause(own),
            };
            causes.insert((dataset, method), cause);
        }
    }
    let is_constant = |method: &MethodSpec| method.method.info().constant;
    let constant = methods.iter().position(is_constant);
    Holes { causes, constant, folds: Vec::new() }
}

/// Why a cell is missing, by how its trials ended.
fn cause(outcomes: &[Option<Arc<Outcome>>]) -> Cause {
    let ended = outcomes.iter().flatten().find_map(|outcome| match outcome.status {
        Status::Failed { .. } => Some(Cause::Failed),
        Status::TimedOut { .. } => Some(Cause::TimedOut),
        Status::Skipped { .. } => Some(Cause::Skipped),
        Status::Done => None,
    });
    ended.unwrap_or_else(|| {
        if outcomes.iter().any(Option::is_none) {
            Cause::NotRun
        } else if outcomes.iter().flatten().any(|outcome| outcome.scores_only) {
            Cause::NotImported
        } else {
            Cause::Undefined
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(methods: &[&str]) -> Results {
        Results {
            metric: "auc".into(),
            title: "AUC".into(),
            direction: crate::measure::Direction::Higher,
            direction_assumed: false,
            unit: crate::measure::Unit::Number,
            range: (0.0, 1.0),
            pairs: crate::measure::Pairs::Folds,
            datasets: vec!["iris".into()],
            methods: methods.iter().map(ToString::to_string).collect(),
            cells: vec![vec![None; methods.len()]],
            holes: Holes::default(),
        }
    }

    #[test]
    fn constant_predictors_are_known_by_kind_and_by_name() {
        for name in [
            "constantpredictor",
            "Constant-Predictor",
            "ConstantPredictor",
            "majority",
            "ZeroR",
            "zero_r",
            "dummy",
        ] {
            assert_eq!(named(&["svm", name]).constant_predictor(), Some(1), "{name}");
        }
        assert_eq!(named(&["svm", "majority vote", "dummy2"]).constant_predictor(), None);
        // The benchmark's own name before any other, and a kind before all names.
        let mut both = named(&["ZeroR", "constantpredictor", "prior"]);
        assert_eq!(both.constant_predictor(), Some(1));
        both.holes.constant = Some(2);
        assert_eq!(both.constant_predictor(), Some(2));
    }

    #[test]
    fn a_metric_without_probabilities_says_so() {
        let mut results = named(&["svm", "mine"]);
        results.holes.causes.insert((0, 0), Cause::Failed);
        results.holes.causes.insert((0, 1), Cause::NoProbabilities(None));
        assert_eq!(results.undefined_because(0, 0), None, "the record says more");
        let said = results.undefined_because(0, 1);
        assert_eq!(
            said.as_deref(),
            Some(
                "mine gives no probabilities, so AUC is undefined; let mine give probabilities, or leave AUC out"
            )
        );
    }
}
