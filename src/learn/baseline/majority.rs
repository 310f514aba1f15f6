//! Majority class: always the most frequent class of the training part, with the class shares as probabilities. It
//! looks at no feature, so a method that does not beat it has learned nothing.

use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitResult, Method, MethodInfo, Model,
    ModelFacts, Samples,
};
use crate::params::Params;

static INFO: MethodInfo = MethodInfo {
    kind: "majority",
    summary: "always the most frequent training class (the lowest-numbered of several)",
    reference: "R. C. Holte, Machine Learning 11 (1993) 63-91 (as ZeroR in Weka)",
    params: &[],
    version: 1,
    sparse: true,
    baseline: true,
    constant: true,
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct Majority;

struct MajorityModel {
    shares: Vec<f64>,
}

impl Declared for Majority {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Method<Classify> for Majority {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        _: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let mut shares = train.class_weights();
        let total: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= total);
        Ok(Box::new(MajorityModel { shares }))
    }
}

impl Model<Classify> for MajorityModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        ClassPredictions::from_probabilities(self.shares.len(), self.shares.repeat(x.len()))
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.shares)
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}
