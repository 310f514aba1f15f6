//! No change: the class of the example before. Where classes come in runs it is hard to beat, so it shows how much of a
//! score is only the order of the stream.

use super::OF_STREAMS;
use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, Growing, Incremental, MethodInfo,
    Model, ModelFacts, Samples, Shape,
};
use crate::params::Params;

static INFO: MethodInfo = MethodInfo {
    kind: "no-change",
    summary: "the class of the last example that was learned from",
    reference: "I. Zliobaite et al., Machine Learning 98 (2015) 455-482 (NoChange in MOA)",
    baseline: true,
    ..OF_STREAMS
};

/// The method.
pub struct NoChange;

struct LastClass(u32);

impl Declared for NoChange {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Incremental<Classify> for NoChange {
    fn begin(
        &self,
        _: &Shape,
        _: &Params,
        _: &FitContext<'_>,
    ) -> Result<Box<dyn Growing<Classify>>, FitError> {
        Ok(Box::new(LastClass(0)))
    }
}

impl Growing<Classify> for LastClass {
    fn learn(&mut self, more: &Samples<'_, Classify>, _: &FitContext<'_>) -> Result<(), FitError> {
        if let Some(&last) = more.y().ids().last() {
            self.0 = last;
        }
        Ok(())
    }
}

impl Model<Classify> for LastClass {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        ClassPredictions::from_labels(vec![self.0; x.len()])
    }

    fn bytes(&self) -> usize {
        0
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}
