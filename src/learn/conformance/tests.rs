//! Every method that ships conforms, and the suite notices what does not.

use super::*;
use crate::data::Rows;
use crate::learn::{
    AnyMethod, ClassPredictions, Classify, FitError, FitResult, MethodInfo, Model, ModelFacts,
    Registry, Regress, Samples, Targets,
};

#[test]
fn every_registered_method_conforms() {
    for entry in Registry::standard().entries() {
        let broken = match entry.method {
            AnyMethod::Classify(method) => check(method),
            AnyMethod::Regress(method) => check(method),
            AnyMethod::Bags(method) => check(method),
            AnyMethod::Stream(method) => check_stream(method),
            AnyMethod::Program(_) | AnyMethod::Imported(_) => panic!("no registry lists these"),
        };
        assert_eq!(broken, Vec::<String>::new(), "{}", entry.method.info().kind);
    }
}

/// A method with every fault: proves that the suite would notice.
struct Faulty;

static FAULTY: MethodInfo = MethodInfo {
    kind: "faulty",
    summary: "breaks rules",
    reference: "none",
    params: &[],
    version: 1,
    ..MethodInfo::PLAIN
};

struct FaultyModel;

impl Declared for Faulty {
    fn info(&self) -> &'static MethodInfo {
        &FAULTY
    }
}

impl Method<Classify> for Faulty {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        _: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Classify> {
        assert!(train.x().len() > 1, "cannot cope with one row");
        Ok(Box::new(FaultyModel))
    }
}

impl Model<Classify> for FaultyModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        // Whichever row comes first gets class 1; in a large test part, one that does not exist.
        let first = if x.len() == 2 { 7 } else { 1 };
        let width = if matches!(x.len(), 3 | 4) { 2 } else { 3 };
        let values = vec![if x.len() == 3 { f64::NAN } else { 0.7 }; x.len() * width];
        let mut predictions = ClassPredictions::from_probabilities(width, values);
        predictions.labels = (0..x.len()).map(|i| if i == 0 { first } else { 0 }).collect();
        predictions
    }

    fn bytes(&self) -> usize {
        0
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}

struct Silent;

impl Declared for Silent {
    fn info(&self) -> &'static MethodInfo {
        panic!("does not tell what it is")
    }
}

impl Method<Classify> for Silent {
    fn fit(
        &self,
        _: &Samples<'_, Classify>,
        _: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Classify> {
        Err(FitError::Stopped)
    }
}

#[test]
fn a_method_that_panics_when_asked_what_it_is_is_told_too() {
    assert_eq!(check::<Classify>(&Silent), ["panics when asked what it is"]);
}

#[test]
fn faults_are_found() {
    let broken = check::<Classify>(&Faulty).join("\n");
    for fault in [
        "panics on one row",
        "does not exist",
        "not finite",
        "do not sum",
        "order of test examples",
        "recognises only",
    ] {
        assert!(broken.contains(fault), "`{fault}` went unnoticed:\n{broken}");
    }
}

/// Predicts how many rows it is asked about: another number for each part of a test.
struct Counting;

static COUNTING: MethodInfo = MethodInfo {
    kind: "counting",
    summary: "predicts the number of test rows",
    reference: "none",
    weights: true,
    ..MethodInfo::PLAIN
};

impl Declared for Counting {
    fn info(&self) -> &'static MethodInfo {
        &COUNTING
    }
}

impl Method<Regress> for Counting {
    fn fit(
        &self,
        train: &Samples<'_, Regress>,
        _: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Regress> {
        assert!(train.y().width() == 1, "cannot cope with two targets");
        Ok(Box::new(Counting))
    }
}

impl Model<Regress> for Counting {
    fn predict(&self, x: Rows<'_>) -> Targets {
        let number = |row: usize| if x.len() == 2 { f64::NAN } else { row as f64 };
        Targets::of_one((0..x.len()).map(number).collect())
    }

    fn bytes(&self) -> usize {
        0
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}

#[test]
fn faults_of_regression_are_found() {
    let broken = check::<Regress>(&Counting).join("\n");
    for fault in [
        "panics on two targets",
        "not finite",
        "order of test examples",
        "of the variance on a plane over 2 features",
        "when wrong examples weigh nothing",
    ] {
        assert!(broken.contains(fault), "`{fault}` went unnoticed:\n{broken}");
    }
}
