//! Naive Bayes: within a class every feature is independent of the others.
//!
//! `density` says what is known of a feature within a class. With `gaussian` every feature is a number with a normal
//! density (`gaussian.rs`). `normal` and `kernel` read the table as it is (`table.rs`): missing values are left out,
//! nominal features are counted, numbers are rounded and have a normal density or one kernel a value.

use std::borrow::Cow;

use super::gaussian::GaussianModel;
use super::table::TableModel;
use crate::learn::{Classify, Declared, FitContext, FitResult, Input, Method, MethodInfo, Samples};
use crate::params::{Domain, ParamInfo, Params, Value};

pub(super) static INFO: MethodInfo = MethodInfo {
    kind: "naive-bayes",
    summary: "naive Bayes with a normal or kernel density for every feature and class",
    reference: "G. H. John and P. Langley, UAI (1995) 338-345",
    params: &[
        ParamInfo {
            name: "var-smoothing",
            about: "gaussian: share of the largest feature variance that is added to every variance",
            domain: Domain::RealAbove(0.0),
            default: Value::Real(1e-9),
        },
        ParamInfo {
            name: "density",
            about: "gaussian: of prepared numbers; normal or kernel: of the table's numbers as rounded, its levels counted (as in Weka; its rounding makes a feature of the two values -a and a constant)",
            domain: Domain::Choice(&["gaussian", "normal", "kernel"]),
            default: Value::Text(Cow::Borrowed("gaussian")),
        },
    ],
    version: 1,
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct NaiveBayes;

impl Declared for NaiveBayes {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn input(&self, params: &Params) -> Input {
        if params.text("density") == "gaussian" { Input::Numbers } else { Input::Table }
    }
}

impl Method<Classify> for NaiveBayes {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        Ok(match params.text("density") {
            "gaussian" => Box::new(GaussianModel::fit(train, params.real("var-smoothing"))?),
            density => Box::new(TableModel::fit(train, density == "kernel", context)?),
        })
    }
}
