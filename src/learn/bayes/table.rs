//! Naive Bayes on a table: missing values are left out, levels of nominal features are counted, and numbers have an
//! estimator for every class (`estimator.rs`). Counts of classes and levels start at one, so that nothing is impossible.
//!
//! This is Weka's NaiveBayes, but for two things: a class without training rows is never predicted, and where a class has
//! no known value of a feature, all classes together stand in for it (Weka assumes zeros).

use super::estimator::{self, Estimator, Kernel, Normal};
use crate::data::{FeatureKind, Rows};
use crate::learn::{ClassPredictions, Classify, FitError, Model, ModelFacts, Samples, Stop};

/// No value is less probable than this.
const LEAST: f64 = 1e-75;

/// What is known of classes and features.
pub struct TableModel {
    classes: usize,
    /// Classes seen in training; everything below has one entry for each.
    present: Vec<u32>,
    /// Weight of each class plus one.
    counts: Vec<f64>,
    features: Vec<Feature>,
}

enum Feature {
    /// Never known in training.
    Unknown,
    /// The share of each level, class after class.
    Nominal {
        levels: usize,
        shares: Vec<f64>,
    },
    Numeric(Vec<Estimator>),
}

impl TableModel {
    /// Learns from the rows that have a weight.
    pub fn fit(
        train: &Samples<'_, Classify>,
        kernel: bool,
        stop: &dyn Stop,
    ) -> Result<TableModel, FitError> {
        let (x, y) = (train.x(), train.y());
        let mut weights = vec![0.0; y.classes()];
        for (row, &class) in y.ids().iter().enumerate() {
            weights[class as usize] += train.weight(row);
        }
        let present: Vec<u32> =
            (0..y.classes() as u32).filter(|&class| weights[class as usize] > 0.0).collect();
        let mut columns = Columns::new(train, &present);
        let mut features = Vec::with_capacity(x.width());
        for feature in 0..x.width() {
            if stop.requested() {
                return Err(FitError::Stopped);
            }
            columns.read(feature);
            features.push(match x.kind(feature) {
                FeatureKind::Nominal { levels } => columns.count(levels),
                FeatureKind::Numeric => columns.estimate(kernel)?,
            });
        }
        let counts = present.iter().map(|&class| weights[class as usize] + 1.0).collect();
        Ok(TableModel { classes: y.classes(), present, counts, features })
    }
}

/// The known values of one feature at a time, with their weights, class by class.
struct Columns<'a> {
    train: &'a Samples<'a, Classify>,
    values: crate::data::rows::DenseRows<'a>,
    /// The place of each class among those that are present.
    place_of: Vec<usize>,
    known: Vec<Vec<(f64, f64)>>,
}

impl<'a> Columns<'a> {
    fn new(train: &'a Samples<'a, Classify>, present: &[u32]) -> Columns<'a> {
        let mut place_of = vec![0; train.y().classes()];
        for (place, &class) in present.iter().enumerate() {
            place_of[class as usize] = place;
        }
        let known = vec![Vec::new(); present.len()];
        Columns { train, values: train.x().to_dense(), place_of, known }
    }

    fn read(&mut self, feature: usize) {
        self.known.iter_mut().for_each(Vec::clear);
        for (row, &class) in self.train.y().ids().iter().enumerate() {
            let (value, weight) = (self.values.row(row)[feature], self.train.weight(row));
            if weight > 0.0 && !value.is_nan() {
                self.known[self.place_of[class as usize]].push((value, weight));
            }
        }
    }

    fn count(&self, levels: usize) -> Feature {
        let mut shares = Vec::with_capacity(self.known.len() * levels);
        for known in &self.known {
            let first = shares.len();
            shares.resize(first + levels, 1.0);
            let own = &mut shares[first..];
            known.iter().for_each(|(level, weight)| own[*level as usize] += weight);
            let total: f64 = own.iter().sum();
            own.iter_mut().for_each(|share| *share /= total);
        }
        Feature::Nominal { levels, shares }
    }

    fn estimate(&self, kernel: bool) -> Result<Feature, FitError> {
        let all: Vec<(f64, f64)> = self.known.iter().flatten().copied().collect();
        if all.is_empty() {
            return Ok(Feature::Unknown);
        }
        let mut ascending: Vec<f64> = all.iter().map(|(value, _)| *value).collect();
        ascending.sort_by(f64::total_cmp);
        let precision = estimator::precision(&ascending);
        let estimator = |known: &Vec<(f64, f64)>| {
            let known = if known.is_empty() { &all } else { known };
            if kernel {
                Estimator::Kernel(Kernel::new(precision, known))
            } else {
                Estimator::Normal(Normal::new(precision, known))
            }
        };
        let estimators: Vec<Estimator> = self.known.iter().map(estimator).collect();
        if !estimators.iter().all(Estimator::is_finite) {
            let reason = "numbers are too large to compute with; scale the features";
            return Err(FitError::Unsuitable(reason.into()));
        }
        Ok(Feature::Numeric(estimators))
    }
}

impl TableModel {
    /// The probabilities of a row's classes, up to a factor.
    fn joint(&self, row: &[f64], joint: &mut [f64]) {
        joint.copy_from_slice(&self.counts);
        for (feature, &value) in self.features.iter().zip(row) {
            if value.is_nan() {
                continue;
            }
            match feature {
                Feature::Unknown => continue,
                Feature::Nominal { levels, shares } => {
                    for (joint, shares) in joint.iter_mut().zip(shares.chunks_exact(*levels)) {
                        *joint *= shares[value as usize].max(LEAST);
                    }
                }
                Feature::Numeric(estimators) => {
                    for (joint, estimator) in joint.iter_mut().zip(estimators) {
                        *joint *= estimator.probability(value).max(LEAST);
                    }
                }
            }
            // The factor is free, and keeps the likeliest class from vanishing.
            let top = joint.iter().copied().fold(0.0, f64::max);
            if top < LEAST {
                joint.iter_mut().for_each(|joint| *joint /= LEAST);
            }
        }
    }
}

impl Model<Classify> for TableModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut probabilities = vec![0.0; x.len() * self.classes];
        let mut joint = vec![0.0; self.present.len()];
        for (row, out) in x.to_dense().iter().zip(probabilities.chunks_exact_mut(self.classes)) {
            self.joint(row, &mut joint);
            let total: f64 = joint.iter().sum();
            for (&class, joint) in self.present.iter().zip(&joint) {
                out[class as usize] = joint / total;
            }
        }
        ClassPredictions::from_probabilities(self.classes, probabilities)
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}
