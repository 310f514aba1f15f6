//! SimpleMI: every bag becomes one row, and a classifier learns from these rows (Dong, A comparison of multi-instance
//! learning algorithms, University of Waikato, 2006). The row is the mean of the bag's rows, the middle between the smallest
//! and the largest value of each feature, or both of these extremes.

use ndarray::Array2;

use crate::data::Rows;
use crate::learn::ensemble::composite::{Base, Combine, Composite};
use crate::learn::tree::j48::J48;
use crate::learn::{
    Bags, ClassPredictions, Classify, ClassifyBags, Examples, FitContext, FitError, FitResult,
    Method, MethodInfo, Model, ModelFacts, Samples, Setting,
};
use crate::params::{Domain, ParamInfo, Params, Value};

static OWN: MethodInfo = MethodInfo {
    kind: "simple-mi",
    summary: "a classifier of bags, each summarised as one row",
    reference: "L. Dong, A comparison of multi-instance learning algorithms, University of Waikato, 2006",
    params: &[ParamInfo {
        name: "transform",
        about: "the row of a bag: the mean of its rows, the middle of each feature's range, or smallest and largest value of each feature",
        domain: Domain::Choice(&["mean", "middle", "minimax"]),
        default: Value::Text(std::borrow::Cow::Borrowed("mean")),
    }],
    version: 1,
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method over its default base.
pub static METHOD: Composite<SimpleMi> = Composite::over_default();

/// How bags become rows.
pub struct SimpleMi;

/// What becomes of a bag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transform {
    Mean,
    Middle,
    MiniMax,
}

impl Transform {
    fn of(params: &Params) -> Result<Transform, FitError> {
        Ok(match params.try_text("transform")? {
            "middle" => Transform::Middle,
            "minimax" => Transform::MiniMax,
            _ => Transform::Mean,
        })
    }

    /// One row per bag.
    fn rows(self, bags: Bags<'_>) -> Array2<f64> {
        let features = bags.rows().width();
        let width = if self == Transform::MiniMax { 2 * features } else { features };
        let mut matrix = Array2::zeros((bags.len(), width));
        for (mut row, bag) in matrix.rows_mut().into_iter().zip(bags.iter()) {
            let bag = bag.to_dense();
            for feature in 0..features {
                let values = || bag.iter().map(|own| own[feature]);
                let least = || values().fold(f64::INFINITY, f64::min);
                let most = || values().fold(f64::NEG_INFINITY, f64::max);
                match self {
                    // Divided before summing: huge values must not overflow.
                    Transform::Mean => {
                        let count = bag.len() as f64;
                        row[feature] = values().map(|value| value / count).sum();
                    }
                    Transform::Middle => row[feature] = least() / 2.0 + most() / 2.0,
                    Transform::MiniMax => {
                        row[feature] = least();
                        row[features + feature] = most();
                    }
                }
            }
        }
        matrix
    }
}

struct SimpleMiModel {
    transform: Transform,
    inner: Box<dyn Model<Classify>>,
}

impl Combine for SimpleMi {
    type Task = ClassifyBags;
    type BaseTask = Classify;
    const OWN: &'static MethodInfo = &OWN;
    const BASE_SETTING: Setting = Setting::Classification;

    fn default_base() -> &'static dyn Method<Classify> {
        &J48
    }

    fn refuse(_: &MethodInfo) -> Option<String> {
        None
    }

    fn fit(
        base: &Base<Classify>,
        train: &Samples<'_, ClassifyBags>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<ClassifyBags> {
        let transform = Transform::of(params)?;
        let (bags, width) = (train.x().len(), train.x().rows().width());
        context.room_for(bags.saturating_mul(width).saturating_mul(16), "one row for every bag")?;
        let matrix = transform.rows(train.x());
        let rows = Rows::new(&matrix).map_err(|e| FitError::Unsuitable(e.to_string()))?;
        let mut samples = Samples::new(rows, train.y())?;
        if let Some(weights) = train.weights().filter(|_| base.heeds_weights()) {
            samples = samples.weighted(weights)?;
        }
        let inner = base.fit(&samples, context)?;
        Ok(Box::new(SimpleMiModel { transform, inner }))
    }
}

impl Model<ClassifyBags> for SimpleMiModel {
    fn predict(&self, x: Bags<'_>) -> ClassPredictions {
        let matrix = self.transform.rows(x);
        match Rows::new(&matrix) {
            Ok(rows) => self.inner.predict(rows),
            // A mean or an extreme of finite numbers is finite, so there is always a row for every bag.
            Err(_) => ClassPredictions::from_labels(Vec::new()),
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(self.inner.as_ref()) + self.inner.bytes()
    }

    fn facts(&self) -> ModelFacts {
        self.inner.facts()
    }

    fn block(&self) -> usize {
        self.inner.block()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_transform_makes_one_row_of_a_bag() {
        let values = [1.0, 10.0, 5.0, 30.0, 3.0, 20.0, 7.0, 0.0];
        let bags = Bags::new(Rows::dense(&values, 2).unwrap(), &[0, 3, 4]).unwrap();
        let near = |found: Array2<f64>, wanted: &[f64]| {
            found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12)
        };
        assert!(near(Transform::Mean.rows(bags), &[3.0, 20.0, 7.0, 0.0]));
        assert!(near(Transform::Middle.rows(bags), &[3.0, 20.0, 7.0, 0.0]));
        assert!(near(Transform::MiniMax.rows(bags), &[1.0, 10.0, 5.0, 30.0, 7.0, 0.0, 7.0, 0.0]));
    }
}
