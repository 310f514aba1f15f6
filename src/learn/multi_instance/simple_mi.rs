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
    sparse: true,
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

    /// How many numbers the row of a bag has.
    fn width(self, features: usize) -> usize {
        if self == Transform::MiniMax { 2 * features } else { features }
    }

    /// One row per bag. Rows without their zeros are read as they are.
    fn rows(self, bags: Bags<'_>) -> Array2<f64> {
        let features = bags.rows().width();
        let mut matrix = Array2::zeros((bags.len(), self.width(features)));
        let mut extremes = Extremes::new(if self == Transform::Mean { 0 } else { features });
        for (mut row, bag) in matrix.rows_mut().into_iter().zip(bags.iter()) {
            match self {
                Transform::Mean => {
                    mean(bag, row.as_slice_mut().unwrap_or_default());
                    continue;
                }
                _ => extremes.find(bag),
            }
            for (feature, &(least, most)) in extremes.found.iter().enumerate() {
                if self == Transform::Middle {
                    // Halved before adding: huge values must not overflow.
                    row[feature] = least / 2.0 + most / 2.0;
                } else {
                    (row[feature], row[features + feature]) = (least, most);
                }
            }
        }
        matrix
    }
}

/// The mean of the rows of a bag.
fn mean(bag: Rows<'_>, row: &mut [f64]) {
    let count = bag.len() as f64;
    bag.iter().for_each(|own| own.add_to(row, 1.0));
    // A sum before the division, so that means of whole numbers are as exact as can be; huge values are divided first.
    let overflows = row.iter().any(|sum| !sum.is_finite());
    if overflows {
        row.fill(0.0);
        bag.iter().for_each(|own| own.add_to(row, 1.0 / count));
        row.iter_mut().for_each(|mean| *mean = mean.clamp(f64::MIN, f64::MAX));
    } else {
        row.iter_mut().for_each(|sum| *sum /= count);
    }
}

/// The smallest and the largest value of each feature in a bag.
struct Extremes {
    found: Vec<(f64, f64)>,
    /// In how many rows each feature was met; it is zero in the others.
    met: Vec<usize>,
}

impl Extremes {
    fn new(features: usize) -> Extremes {
        Extremes { found: vec![(0.0, 0.0); features], met: vec![0; features] }
    }

    fn find(&mut self, bag: Rows<'_>) {
        self.found.fill((f64::INFINITY, f64::NEG_INFINITY));
        self.met.fill(0);
        for (feature, value) in bag.iter().flat_map(|own| own.entries()) {
            let (least, most) = &mut self.found[feature];
            (*least, *most) = (least.min(value), most.max(value));
            self.met[feature] += 1;
        }
        for ((least, most), met) in self.found.iter_mut().zip(&self.met) {
            if *met < bag.len() {
                (*least, *most) = (least.min(0.0), most.max(0.0));
            }
        }
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
    const HANDS_ON: bool = true;

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
        let bytes = bags.saturating_mul(transform.width(width)).saturating_mul(size_of::<f64>());
        context.room_for(bytes, "one row for every bag")?;
        let matrix = transform.rows(train.x());
        let rows = Rows::new(&matrix).map_err(|e| FitError::Unsuitable(e.to_string()))?;
        let mut samples = Samples::new(rows, train.y())?;
        if let Some(weights) = train.weights() {
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
    use crate::data::sparse::SparseMatrix;
    use crate::learn::discriminant::lda::Lda;
    use crate::learn::{Declared, Input, Over, Trained};

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

    const ALL: [Transform; 3] = [Transform::Mean, Transform::Middle, Transform::MiniMax];

    #[test]
    fn zeros_that_are_left_out_count() {
        let values = [0.0, -2.0, 0.0, 4.0, -1.0, 0.0, 0.0, 3.0, 0.0, 5.0, 0.0, 0.0];
        let sparse = SparseMatrix::new(4, 3, |put| {
            for (at, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                put(at / 3, at % 3, value);
            }
        });
        let (dense, starts) = (Rows::dense(&values, 3).unwrap(), [0, 3, 4]);
        let dense = Bags::new(dense, &starts).unwrap();
        let sparse = Bags::new(Rows::sparse(&sparse).unwrap(), &starts).unwrap();
        for transform in ALL {
            assert_eq!(transform.rows(sparse), transform.rows(dense), "{transform:?}");
        }
    }

    #[test]
    fn huge_values_give_finite_rows_and_no_bags_give_none() {
        let values = [f64::MAX; 30];
        let starts: Vec<usize> = vec![0, 29, 30];
        let bags = Bags::new(Rows::dense(&values, 1).unwrap(), &starts).unwrap();
        for transform in ALL {
            let rows = transform.rows(bags);
            assert!(rows.iter().all(|value| (value / f64::MAX - 1.0).abs() < 1e-12), "{rows}");
            assert_eq!(transform.rows(bags.range(1..1)).nrows(), 0);
        }
    }

    /// A base without weights must get a bag as often as it was drawn.
    #[test]
    fn it_heeds_weights_and_has_facts_if_its_base_does() {
        let over = |base: &'static dyn Method<Classify>| {
            METHOD.over(Classify::erase(base)).ok().map(|whole| whole.info()).unwrap()
        };
        let (lda, tree) = (over(&Lda), METHOD.info());
        assert!(!lda.weights && lda.facts.iter().map(|fact| fact.name).eq(["rank"]));
        assert!(tree.weights && tree.facts.iter().any(|fact| fact.name == "leaves"));
        assert!(tree.sparse && tree.input == Input::Numbers);
    }
}
