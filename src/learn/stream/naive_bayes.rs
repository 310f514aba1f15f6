//! Naive Bayes that never forgets, as in MOA: normal densities that are updated example by example, counts with Laplace's
//! correction for nominal features, plain products. Missing values are left out of both learning and predicting.

use super::{OF_STREAMS, most_voted};
use crate::data::rows::Row;
use crate::data::{FeatureKind, Rows};
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, Growing, Incremental, MethodInfo,
    Model, ModelFacts, Samples, Shape,
};
use crate::num::math;
use crate::params::Params;

static INFO: MethodInfo = MethodInfo {
    kind: "naive-bayes",
    summary: "naive Bayes with normal densities and counts, updated with every example",
    reference: "A. Bifet et al., JMLR 11 (2010) 1601-1604 (NaiveBayes in MOA 24.07)",
    weights: true,
    ..OF_STREAMS
};

/// Examples that are learned from in some milliseconds.
const BETWEEN_STOPS: usize = 4096;

/// The method.
pub struct StreamNaiveBayes;

/// What is known so far.
struct Known {
    /// Weight of every class.
    classes: Vec<f64>,
    /// By class and feature.
    features: Vec<Vec<Observed>>,
}

/// What was seen of a feature in a class.
#[derive(Debug, Clone)]
enum Observed {
    Numeric(Normal),
    /// Weight by level, up to the highest level that was seen.
    Nominal(Vec<f64>),
}

/// A normal density that is updated value by value (Welford).
#[derive(Debug, Clone, Copy, Default)]
struct Normal {
    weight: f64,
    mean: f64,
    /// Weighted squared distances from the mean.
    squares: f64,
}

impl Normal {
    fn add(&mut self, value: f64, weight: f64) {
        if self.weight == 0.0 {
            *self = Normal { weight, mean: value, squares: 0.0 };
            return;
        }
        self.weight += weight;
        let before = self.mean;
        self.mean += weight * (value - before) / self.weight;
        self.squares += weight * (value - before) * (value - self.mean);
    }

    /// The density; a value that never varied has all of it.
    fn density(&self, value: f64) -> f64 {
        if self.weight == 0.0 {
            return 0.0;
        }
        let variance = if self.weight > 1.0 { self.squares / (self.weight - 1.0) } else { 0.0 };
        let deviation = variance.sqrt();
        let distance = value - self.mean;
        if deviation > 0.0 {
            let height = 1.0 / ((2.0 * std::f64::consts::PI).sqrt() * deviation);
            return height * math::exp(-(distance * distance / (2.0 * deviation * deviation)));
        }
        if distance == 0.0 { 1.0 } else { 0.0 }
    }
}

impl Observed {
    fn add(&mut self, value: f64, weight: f64) {
        match self {
            Observed::Numeric(normal) => normal.add(value, weight),
            Observed::Nominal(counts) => {
                let level = value as usize;
                counts.resize(counts.len().max(level + 1), 0.0);
                counts[level] += weight;
            }
        }
    }

    /// How probable a value is in the class; nothing is probable where no value was seen.
    fn probability(&self, value: f64) -> f64 {
        match self {
            Observed::Numeric(normal) => normal.density(value),
            Observed::Nominal(counts) if counts.is_empty() => 0.0,
            Observed::Nominal(counts) => {
                let count = counts.get(value as usize).copied().unwrap_or(0.0);
                (count + 1.0) / (counts.iter().sum::<f64>() + counts.len() as f64)
            }
        }
    }
}

impl Declared for StreamNaiveBayes {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Incremental<Classify> for StreamNaiveBayes {
    fn begin(
        &self,
        shape: &Shape,
        _: &Params,
        context: &FitContext<'_>,
    ) -> Result<Box<dyn Growing<Classify>>, FitError> {
        let cells = shape.outputs.saturating_mul(shape.features.len());
        context.room_for(cells.saturating_mul(size_of::<Observed>()), "the densities")?;
        let empty = |kind: &FeatureKind| match kind {
            FeatureKind::Numeric => Observed::Numeric(Normal::default()),
            FeatureKind::Nominal { .. } => Observed::Nominal(Vec::new()),
        };
        let features: Vec<Observed> = shape.features.iter().map(empty).collect();
        let classes = vec![0.0; shape.outputs];
        Ok(Box::new(Known { features: vec![features; classes.len()], classes }))
    }
}

impl Growing<Classify> for Known {
    fn learn(
        &mut self,
        more: &Samples<'_, Classify>,
        context: &FitContext<'_>,
    ) -> Result<(), FitError> {
        for (row, (&class, example)) in more.y().ids().iter().zip(more.x().iter()).enumerate() {
            if row % BETWEEN_STOPS == BETWEEN_STOPS - 1 {
                context.go_on()?;
            }
            let (class, weight) = (class as usize, more.weight(row));
            if weight == 0.0 {
                continue;
            }
            self.classes[class] += weight;
            for (feature, value) in example.entries().filter(|(_, value)| !value.is_nan()) {
                self.features[class][feature].add(value, weight);
            }
        }
        Ok(())
    }
}

impl Model<Classify> for Known {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let total: f64 = self.classes.iter().sum();
        // Classes above the highest one that was seen have no vote.
        let seen = self.classes.iter().rposition(|weight| *weight > 0.0).map_or(0, |c| c + 1);
        let mut votes = vec![0.0; seen];
        let label = |example: Row<'_>| {
            for (class, vote) in votes.iter_mut().enumerate() {
                *vote = self.classes[class] / total;
                for (feature, value) in example.entries().filter(|(_, value)| !value.is_nan()) {
                    *vote *= self.features[class][feature].probability(value);
                }
            }
            most_voted(&votes)
        };
        ClassPredictions::from_labels(x.iter().map(label).collect())
    }

    fn bytes(&self) -> usize {
        let cells: usize = self.features.iter().map(|own| size_of_val(&**own)).sum();
        let counts = self.features.iter().flatten().map(|observed| match observed {
            Observed::Numeric(_) => 0,
            Observed::Nominal(counts) => size_of_val(&**counts),
        });
        size_of_val(&*self.classes) + cells + counts.sum::<usize>()
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}
