//! What passes in which order, and what becomes of methods that break.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::court::{Case, Court};
use crate::data::Rows;
use crate::learn::{
    AnyMethod, ClassPredictions, Classify, Declared, FitContext, FitError, Growing, Incremental,
    MethodInfo, Model, ModelFacts, Samples, Shape,
};
use crate::params::Params;
use crate::plan::Selection;
use crate::run::{Finished, Promise, Resources, Status, proceeding};

/// What a method of the tests does wrong.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    Panics,
    UnknownClass,
    TooFew,
    Refuses,
    FactLikeAMetric,
    EndlessFact,
}

struct Spy(Fault);

thread_local! {
    /// What was asked of the model on this thread, with the number of examples.
    static ASKED: RefCell<Vec<(&'static str, usize)>> = const { RefCell::new(Vec::new()) };
}

static INFO: MethodInfo = MethodInfo {
    kind: "spy",
    summary: "writes down what it is asked",
    reference: "none",
    ..MethodInfo::PLAIN
};

impl Declared for Spy {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Incremental<Classify> for Spy {
    fn begin(
        &self,
        shape: &Shape,
        _: &Params,
        _: &FitContext<'_>,
    ) -> Result<Box<dyn Growing<Classify>>, FitError> {
        assert_eq!((shape.features.len(), shape.outputs), (3, 2));
        ASKED.with_borrow_mut(Vec::clear);
        Ok(Box::new(Spy(self.0)))
    }
}

impl Growing<Classify> for Spy {
    fn learn(&mut self, more: &Samples<'_, Classify>, _: &FitContext<'_>) -> Result<(), FitError> {
        ASKED.with_borrow_mut(|asked| asked.push(("learn", more.x().len())));
        match self.0 {
            Fault::Panics => panic!("on purpose"),
            Fault::Refuses => Err(FitError::Unsuitable("not this one".into())),
            _ => Ok(()),
        }
    }
}

impl Model<Classify> for Spy {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        ASKED.with_borrow_mut(|asked| asked.push(("predict", x.len())));
        ClassPredictions::from_labels(match self.0 {
            Fault::UnknownClass => vec![2; x.len()],
            Fault::TooFew => Vec::new(),
            _ => vec![1; x.len()],
        })
    }

    fn bytes(&self) -> usize {
        0
    }

    fn facts(&self) -> ModelFacts {
        let (name, value) = match self.0 {
            Fault::FactLikeAMetric => ("kappa", 0.5),
            Fault::EndlessFact => ("nodes", f64::INFINITY),
            _ => ("nodes", 3.0),
        };
        let numbers = BTreeMap::from([(name.to_owned(), value)]);
        ModelFacts { numbers, ..ModelFacts::closed_form() }
    }
}

fn case(protocol: &str) -> Case {
    let spec = format!(
        "experiment = {{ name = \"s\", seed = 1 }}\n\
         protocol = {{ kind = \"prequential\", {protocol} }}\n\
         dataset = [{{ name = \"sea\", limit = 250, generate = {{ kind = \"sea\" }} }}]\n\
         method = [{{ kind = \"majority\" }}]\n"
    );
    Court::new().read(&spec).unwrap()
}

/// Runs the only trial of a case with a method of the tests.
fn run(mut case: Case, fault: Fault, interrupted: bool) -> Option<Finished> {
    case.spec.experiment.methods[0].method = AnyMethod::Stream(Box::leak(Box::new(Spy(fault))));
    let plan = case.plan().unwrap();
    let jobs = plan.jobs(&Selection::default());
    assert_eq!((jobs.len(), jobs[0].trials.len()), (1, 1));
    let flag = AtomicBool::new(false);
    flag.store(interrupted, Ordering::Relaxed);
    let finished = proceeding(&plan).run(&jobs[0], &flag, &Resources::new(1 << 20, 1));
    finished.map(|mut all| all.remove(0))
}

fn asked() -> Vec<(&'static str, usize)> {
    ASKED.with_borrow(Vec::clone)
}

#[test]
fn the_first_chunk_is_learned_from_and_later_ones_are_predicted_first() {
    let done = run(case("chunk = 100"), Fault::None, false).unwrap();
    let order = [("learn", 100), ("predict", 100), ("learn", 100), ("predict", 50), ("learn", 50)];
    assert_eq!(asked(), order);
    assert_eq!((done.outcome.task.as_str(), done.outcome.promises), ("stream", Promise::Curve));
    assert!(done.predictions.is_none());
    assert_eq!(done.outcome.facts.unwrap().numbers["nodes"], 3.0);
    let curve = done.curve.unwrap();
    assert_eq!((curve.step.as_str(), curve.at), ("examples", vec![200, 250]));
}

#[test]
fn one_by_one_every_example_is_predicted_before_it_is_learned_from() {
    let protocol = "evaluate = \"test-then-train\", chunk = 100, window = 300";
    let done = run(case(protocol), Fault::None, false).unwrap();
    let asked = asked();
    assert_eq!(asked.len(), 500);
    assert!(asked.chunks(2).all(|pair| pair == [("predict", 1), ("learn", 1)]));
    assert_eq!(done.curve.unwrap().at, [250], "the last window is shorter");
}

#[test]
fn a_method_that_breaks_costs_its_trial() {
    for protocol in ["chunk = 100", "evaluate = \"test-then-train\""] {
        for (fault, words) in [
            (Fault::Panics, "the method panicked: on purpose"),
            (Fault::UnknownClass, "a class that does not exist"),
            (Fault::TooFew, "0 predictions for"),
            (Fault::Refuses, "not this one"),
            (Fault::FactLikeAMetric, "`kappa`, which is the name of something else"),
            (Fault::EndlessFact, "`nodes` is not a finite number"),
        ] {
            let failed = run(case(protocol), fault, false).unwrap();
            let Status::Failed { reason, .. } = &failed.outcome.status else { panic!("{words}") };
            assert!(reason.contains(words), "{reason}");
            assert!(failed.curve.is_none());
        }
    }
}

#[test]
fn an_interrupted_trial_counts_as_not_run() {
    assert!(run(case("chunk = 100"), Fault::None, true).is_none());
}

#[test]
fn a_trial_over_its_limit_is_timed_out() {
    let protocol = "chunk = 100, time-limit = 1e-9";
    let late = run(case(protocol), Fault::None, false).unwrap();
    assert_eq!(late.outcome.status, Status::TimedOut { limit: 1e-9 });
}

#[test]
fn a_pilot_looks_at_the_first_chunks_and_speaks_of_all() {
    let mut case = case("chunk = 50");
    case.spec.experiment.methods[0].method =
        AnyMethod::Stream(Box::leak(Box::new(Spy(Fault::None))));
    let plan = case.plan().unwrap();
    let pilot = proceeding(&plan).pilot(0, 0, 1 << 20);
    assert!(!pilot.at_least && pilot.seconds > 0.0, "{pilot:?}");
    assert_eq!(asked().iter().filter(|(what, _)| *what == "learn").count(), 3);
}
