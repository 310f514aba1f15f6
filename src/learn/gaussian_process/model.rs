//! A fitted Gaussian process classifier: what each two-class problem learned, and how predictions and facts are made of
//! it.

use super::covariance::{Covariance, square};
use super::laplace::Posterior;
use super::likelihood::Likelihood;
use crate::data::Rows;
use crate::learn::{ClassPredictions, Classify, Model, ModelFacts, StopReason};
use crate::num::math;

/// What was learned of one two-class problem.
pub struct Head {
    pub covariance: Covariance,
    pub posterior: Posterior,
    pub log_evidence: f64,
    /// Newton steps, those of a search for the covariance included.
    pub steps: usize,
    pub stop: StopReason,
}

/// The model.
pub struct GpModel {
    pub classes: usize,
    /// Classes seen in training.
    pub present: Vec<u32>,
    pub likelihood: Likelihood,
    /// The training rows, one after the other.
    pub train: Vec<f64>,
    /// One problem a class; for two classes the second against the first; none for a single class.
    pub heads: Vec<Head>,
}

/// Room for one row: squared distances to the training rows, covariances with them, and a solution.
struct Room {
    squares: Vec<f64>,
    k: Vec<f64>,
    solved: Vec<f64>,
}

impl GpModel {
    /// The probability of each problem's positive class at a row whose squared distances are known.
    fn shares(&self, room: &mut Room, out: &mut [f64]) {
        let mut known = None;
        for (p, head) in out.iter_mut().zip(&self.heads) {
            if known != Some(head.covariance) {
                head.covariance.of(&room.squares, &mut room.k);
                known = Some(head.covariance);
            }
            let posterior = &head.posterior;
            let mean = math::dot(&room.k, &posterior.weights);
            for ((v, k), root) in room.solved.iter_mut().zip(&room.k).zip(&posterior.roots) {
                *v = k * root;
            }
            posterior.factor.solve(&mut room.solved);
            let known = math::dot(&room.solved, &room.solved);
            *p = self.likelihood.mean(mean, head.covariance.variance() - known);
        }
    }
}

impl Model<Classify> for GpModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut probabilities = vec![0.0; x.len() * self.classes];
        let width = x.width();
        let rows = self.heads.first().map_or(0, |head| head.posterior.roots.len());
        let zeros = || vec![0.0; rows];
        let mut room = Room { squares: zeros(), k: zeros(), solved: zeros() };
        let mut shares = vec![0.0; self.heads.len()];
        for (row, out) in x.to_dense().iter().zip(probabilities.chunks_exact_mut(self.classes)) {
            for (at, d) in room.squares.iter_mut().enumerate() {
                *d = square(row, &self.train[at * width..(at + 1) * width]);
            }
            self.shares(&mut room, &mut shares);
            match shares.as_slice() {
                [] => out[self.present[0] as usize] = 1.0,
                [second] => {
                    out[self.present[0] as usize] = 1.0 - second;
                    out[self.present[1] as usize] = *second;
                }
                all => {
                    let total: f64 = all.iter().sum();
                    for (class, share) in self.present.iter().zip(all) {
                        // Ruled out by every problem: then all classes are alike.
                        let even = 1.0 / all.len() as f64;
                        out[*class as usize] = if total > 0.0 { share / total } else { even };
                    }
                }
            }
        }
        ClassPredictions::from_probabilities(self.classes, probabilities)
    }

    fn bytes(&self) -> usize {
        let of = |head: &Head| {
            let posterior = &head.posterior;
            let lists = size_of_val(&*posterior.weights) + size_of_val(&*posterior.roots);
            lists + posterior.factor.bytes()
        };
        let heads: usize = self.heads.iter().map(of).sum();
        size_of_val(&*self.present) + size_of_val(&*self.train) + size_of_val(&*self.heads) + heads
    }

    fn facts(&self) -> ModelFacts {
        let sum = |of: fn(&Head) -> f64| self.heads.iter().map(of).sum::<f64>();
        let mut numbers = vec![
            ("iterations", sum(|head| head.steps as f64)),
            ("negative_log_evidence", -sum(|head| head.log_evidence)),
        ];
        let stops = self.heads.iter().map(|head| head.stop);
        let stop = match self.heads.len() {
            0 => StopReason::ClosedForm,
            problems => {
                let problems = problems as f64;
                numbers.extend([
                    ("log_length_scale", sum(|head| head.covariance.log_length) / problems),
                    ("log_signal_variance", sum(|head| head.covariance.log_variance) / problems),
                ]);
                let bad = stops.clone().find(|stop| *stop != StopReason::Converged);
                bad.unwrap_or(StopReason::Converged)
            }
        };
        let numbers = numbers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        ModelFacts { stop, numbers, curve: None }
    }
}
