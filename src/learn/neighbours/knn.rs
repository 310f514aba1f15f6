//! k nearest neighbours: the classes of the k closest training examples vote (Euclidean distance).
//!
//! Ties are settled by rule, so that a prediction never depends on the order of work: of examples at the same distance
//! (as computed: squared differences summed in feature order) the earlier training row is nearer; of equally supported
//! classes the lower-numbered one wins. With `weights =
//! "distance"` a vote counts 1/distance, and examples at distance zero outvote all others.

use std::borrow::Cow;

use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, FitContext, FitResult, Labels, Method, MethodInfo, Model,
    ModelFacts, Samples,
};
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "knn",
    summary: "k nearest neighbours by Euclidean distance",
    reference: "T. Cover and P. Hart, IEEE Trans. Inf. Theory 13 (1967) 21-27",
    params: &[
        ParamInfo {
            name: "k",
            about: "how many neighbours vote (all of them if there are fewer)",
            domain: Domain::Int { min: 1, max: 1_000_000 },
            default: Value::Int(5),
        },
        ParamInfo {
            name: "weights",
            about: "what a vote counts: one, or one over the distance",
            domain: Domain::Choice(&["uniform", "distance"]),
            default: Value::Text(Cow::Borrowed("uniform")),
        },
    ],
    version: 1,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct Knn;

struct KnnModel {
    /// Feature after feature, so that the distances to many training rows are computed side by side.
    by_feature: Vec<f64>,
    labels: Labels,
    k: usize,
    by_distance: bool,
}

impl Method<Classify> for Knn {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let x = train.x().to_dense();
        let mut by_feature = vec![0.0; x.len() * x.width()];
        for (row, values) in x.iter().enumerate() {
            for (feature, value) in values.iter().enumerate() {
                by_feature[feature * x.len() + row] = *value;
            }
        }
        Ok(Box::new(KnnModel {
            by_feature,
            labels: train.y().clone(),
            k: usize::try_from(params.int("k")).unwrap_or(usize::MAX).min(x.len()),
            by_distance: params.text("weights") == "distance",
        }))
    }
}

/// Training rows whose distances are computed together: 512 sums stay in the first-level cache.
const BLOCK: usize = 512;

impl KnnModel {
    /// The k smallest squared distances with their rows, nearest first.
    fn nearest(&self, query: &[f64], sums: &mut [f64; BLOCK], nearest: &mut Vec<(f64, usize)>) {
        let rows = self.labels.ids().len();
        nearest.clear();
        for start in (0..rows).step_by(BLOCK) {
            let sums = &mut sums[..BLOCK.min(rows - start)];
            sums.fill(0.0);
            for (feature, value) in query.iter().enumerate() {
                let first = feature * rows + start;
                let column = &self.by_feature[first..first + sums.len()];
                for (sum, other) in sums.iter_mut().zip(column) {
                    let difference = value - other;
                    *sum += difference * difference;
                }
            }
            for (offset, &distance) in sums.iter().enumerate() {
                // Strictly nearer only: an equally distant later row comes behind the earlier one.
                if nearest.len() < self.k || distance < nearest[self.k - 1].0 {
                    nearest.truncate(self.k - 1);
                    let place = nearest.partition_point(|(d, _)| *d <= distance);
                    nearest.insert(place, (distance, start + offset));
                }
            }
        }
    }

    fn vote(&self, nearest: &[(f64, usize)], votes: &mut [f64]) {
        votes.fill(0.0);
        let touching = nearest.first().is_some_and(|(d, _)| *d == 0.0);
        for &(distance, row) in nearest {
            votes[self.labels.ids()[row] as usize] += match (self.by_distance, touching) {
                (false, _) => 1.0,
                (true, true) => f64::from(distance == 0.0),
                // Relative to the nearest, so that neither 1/distance nor the sum can overflow.
                (true, false) => relative_weight(nearest[0].0, distance),
            };
        }
        let total: f64 = votes.iter().sum();
        votes.iter_mut().for_each(|v| *v /= total);
    }
}

/// nearest / distance for squared distances; 1 where both overflowed to infinity.
fn relative_weight(nearest: f64, distance: f64) -> f64 {
    if distance == nearest { 1.0 } else { (nearest / distance).sqrt() }
}

impl Model<Classify> for KnnModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let classes = self.labels.classes();
        let mut probabilities = vec![0.0; x.len() * classes];
        let mut sums = [0.0; BLOCK];
        let mut nearest = Vec::with_capacity(self.k + 1);
        let x = x.to_dense();
        for (query, votes) in x.iter().zip(probabilities.chunks_exact_mut(classes)) {
            self.nearest(query, &mut sums, &mut nearest);
            self.vote(&nearest, votes);
        }
        ClassPredictions::from_probabilities(classes, probabilities)
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;
    use crate::learn::NeverStop;
    use crate::num::key::RngKey;

    fn predict(k: i64, weights: &'static str, query: f64) -> ClassPredictions {
        let x = array![[0.0], [1.0], [2.0], [4.0]];
        let y = Labels::new(vec![1, 0, 0, 1], 2);
        let train = Samples::new(Rows::new(&x).unwrap(), &y).unwrap();
        let params = ParamInfo::defaults(INFO.params)
            .with("k", Value::Int(k))
            .with("weights", Value::Text(weights.into()));
        let shared = crate::learn::Shared::nothing();
        let context =
            FitContext { key: RngKey::root(0), stop: &NeverStop, shared: &shared, memory: 1 << 20 };
        let model = Knn.fit(&train, &params, &context).unwrap();
        model.predict(Rows::new(&array![[query]]).unwrap())
    }

    #[test]
    fn equally_distant_rows_count_in_training_order_and_tied_votes_go_to_the_lower_class() {
        assert_eq!(predict(1, "uniform", 0.5).labels, [1]); // rows 0 and 1 at the same distance
        assert_eq!(predict(2, "uniform", 0.5).labels, [0]); // one vote each
        assert_eq!(predict(99, "uniform", 0.5).labels, [0]); // all four: two votes each
    }

    #[test]
    fn distance_weights_are_one_over_distance_and_zero_distance_wins() {
        let predictions = predict(2, "distance", 0.25);
        // distances 0.25 and 0.75: weights 4 and 4/3, shares 3/4 and 1/4.
        let scores = predictions.scores.matrix().unwrap();
        assert_eq!(scores.values, [0.25, 0.75]);
        assert_eq!(predict(4, "distance", 1.0).scores.matrix().unwrap().values, [1.0, 0.0]);
    }
}
