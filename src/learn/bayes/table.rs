//! Naive Bayes on a table: missing values are left out, levels of nominal features are counted, and numbers have an
//! estimator for every class (`estimator.rs`). Counts of classes and levels start at one, so that nothing is impossible.
//!
//! This is Weka's NaiveBayes, but for two things: a class without training rows is never predicted, and where a class has
//! no known value of a feature, all classes together stand in for it (Weka assumes zeros).

use super::estimator::{self, Estimator, Kernel, Normal};
use crate::data::rows::DenseRows;
use crate::data::{FeatureKind, Rows};
use crate::learn::{
    ClassPredictions, Classify, FitContext, FitError, Model, ModelFacts, Samples, go_on,
};

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
        context: &FitContext<'_>,
    ) -> Result<TableModel, FitError> {
        let (x, y) = (train.x(), train.y());
        let weights = train.class_weights();
        let present: Vec<u32> =
            (0..y.classes() as u32).filter(|&class| weights[class as usize] > 0.0).collect();
        let mut columns = Columns::new(train, &present);
        let mut features = Vec::with_capacity(x.width());
        let mut cells = 0_usize;
        for feature in 0..x.width() {
            go_on(context.stop)?;
            if let FeatureKind::Nominal { levels } = x.kind(feature) {
                cells = cells.saturating_add(levels.saturating_mul(present.len()));
                context.room_for(cells.saturating_mul(8), "a count for every level and class")?;
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
    values: DenseRows<'a>,
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
            let reason = "numbers are too large to compute with; scale them in the file";
            return Err(FitError::Unsuitable(reason.into()));
        }
        Ok(Feature::Numeric(estimators))
    }
}

impl Feature {
    /// How probable a known value is in each class.
    fn probabilities(&self, value: f64, probabilities: &mut [f64]) {
        match self {
            Feature::Unknown => probabilities.fill(1.0),
            Feature::Nominal { levels, shares } => {
                for (p, shares) in probabilities.iter_mut().zip(shares.chunks_exact(*levels)) {
                    *p = shares[value as usize].max(LEAST);
                }
            }
            Feature::Numeric(estimators) => {
                for (p, estimator) in probabilities.iter_mut().zip(estimators) {
                    *p = estimator.probability(value).max(LEAST);
                }
            }
        }
    }
}

/// Multiplies the probabilities of a row's classes. A common factor is free, and keeps the likeliest from vanishing.
fn multiply(joint: &mut [f64], factors: &[f64]) {
    joint.iter_mut().zip(factors).for_each(|(joint, factor)| *joint *= factor);
    if joint.iter().all(|joint| *joint < LEAST) {
        joint.iter_mut().for_each(|joint| *joint /= LEAST);
    }
}

impl Model<Classify> for TableModel {
    /// Feature by feature, rows with the same value together: estimators are slow, and values are often the same.
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let (x, present) = (x.to_dense(), self.present.len());
        let mut joint = self.counts.repeat(x.len());
        let mut factors = vec![0.0; present];
        let mut order: Vec<usize> = Vec::with_capacity(x.len());
        for (position, feature) in self.features.iter().enumerate() {
            let value = |row: usize| x.row(row)[position];
            order.clear();
            order.extend((0..x.len()).filter(|&row| !value(row).is_nan()));
            order.sort_unstable_by(|&a, &b| value(a).total_cmp(&value(b)));
            let mut last = None;
            for &row in &order {
                if last != Some(value(row)) {
                    feature.probabilities(value(row), &mut factors);
                    last = Some(value(row));
                }
                multiply(&mut joint[row * present..(row + 1) * present], &factors);
            }
        }
        let mut probabilities = vec![0.0; x.len() * self.classes];
        let rows = probabilities.chunks_exact_mut(self.classes).zip(joint.chunks_exact(present));
        for (out, joint) in rows {
            let total: f64 = joint.iter().sum();
            for (&class, joint) in self.present.iter().zip(joint) {
                out[class as usize] = joint / total;
            }
        }
        ClassPredictions::from_probabilities(self.classes, probabilities)
    }

    fn bytes(&self) -> usize {
        let of = |feature: &Feature| match feature {
            Feature::Unknown => 0,
            Feature::Nominal { shares, .. } => size_of_val(&**shares),
            Feature::Numeric(estimators) => {
                size_of_val(&**estimators) + estimators.iter().map(Estimator::bytes).sum::<usize>()
            }
        };
        let lists =
            [size_of_val(&*self.present), size_of_val(&*self.counts), size_of_val(&*self.features)];
        lists.iter().sum::<usize>() + self.features.iter().map(of).sum::<usize>()
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}
