//! The training mean: every prediction is the mean of each target over the training part. It looks at no feature, so a
//! method that does not beat it has learned nothing.

use crate::data::Rows;
use crate::learn::{
    Declared, FitContext, FitResult, Method, MethodInfo, Model, ModelFacts, Regress, Samples,
    Targets,
};
use crate::params::Params;

static INFO: MethodInfo = MethodInfo {
    kind: "mean",
    summary: "always the mean of the training targets",
    reference: "I. H. Witten and E. Frank, Data Mining, Morgan Kaufmann, 2000 (as ZeroR in Weka)",
    params: &[],
    version: 1,
    sparse: true,
    baseline: true,
    constant: true,
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct Mean;

struct MeanModel {
    means: Vec<f64>,
}

impl Declared for Mean {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Method<Regress> for Mean {
    fn fit(
        &self,
        train: &Samples<'_, Regress>,
        _: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Regress> {
        Ok(Box::new(MeanModel { means: train.means()? }))
    }
}

impl Model<Regress> for MeanModel {
    fn predict(&self, x: Rows<'_>) -> Targets {
        Targets::of_rows(self.means.repeat(x.len()), self.means.len())
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.means)
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}
