//! Majority class of a stream: the most frequent class so far. It looks at no feature, so a method that does not beat it
//! has learned nothing.

use super::{OF_STREAMS, most_voted};
use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, Growing, Incremental, MethodInfo,
    Model, ModelFacts, Samples, Shape,
};
use crate::params::Params;

static INFO: MethodInfo = MethodInfo {
    kind: "majority",
    summary: "the most frequent class so far (the lowest-numbered of several)",
    reference: "A. Bifet et al., JMLR 11 (2010) 1601-1604 (MajorityClass in MOA)",
    baseline: true,
    constant: true,
    weights: true,
    ..OF_STREAMS
};

/// The method.
pub struct StreamMajority;

struct Counts(Vec<f64>);

impl Declared for StreamMajority {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Incremental<Classify> for StreamMajority {
    fn begin(
        &self,
        shape: &Shape,
        _: &Params,
        _: &FitContext<'_>,
    ) -> Result<Box<dyn Growing<Classify>>, FitError> {
        Ok(Box::new(Counts(vec![0.0; shape.outputs])))
    }
}

impl Growing<Classify> for Counts {
    fn learn(&mut self, more: &Samples<'_, Classify>, _: &FitContext<'_>) -> Result<(), FitError> {
        for (row, &class) in more.y().ids().iter().enumerate() {
            self.0[class as usize] += more.weight(row);
        }
        Ok(())
    }
}

impl Model<Classify> for Counts {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        ClassPredictions::from_labels(vec![most_voted(&self.0); x.len()])
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}
