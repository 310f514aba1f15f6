//! A fitted kernel machine: the support vectors of all duels, once each, and for every duel its weights.

use std::ops::Range;

use super::columns::Columns;
use super::duel::Layout;
use super::function::Kernel;
use super::gram::Matrix;
use super::platt::Sigmoid;
use super::solver::Solution;
use crate::data::Rows;
use crate::learn::{ClassPredictions, Classify, Model, ModelFacts, StopReason};
use crate::num::simd::{dot_mixed, wide};

/// A fitted kernel machine.
pub struct KernelModel {
    layout: Layout,
    kernel: Kernel,
    /// The support vectors, sorted by class as the examples were.
    vectors: Columns,
    duels: Vec<Weights>,
    /// One a duel where probabilities were asked for.
    sigmoids: Option<Vec<Sigmoid>>,
    facts: ModelFacts,
}

/// The weights of a duel: for each of its parts a range of support vectors.
struct Weights {
    parts: Vec<(Range<usize>, Vec<f64>)>,
    bias: f64,
}

impl KernelModel {
    /// From the solutions of all duels.
    pub fn new(
        x: Rows<'_>,
        layout: Layout,
        kernel: Kernel,
        solutions: &[Solution],
        sigmoids: Option<Vec<Sigmoid>>,
        evaluations: usize,
    ) -> KernelModel {
        let n = layout.order.len();
        let mut used = vec![false; n];
        for (&duel, solution) in layout.duels.iter().zip(solutions) {
            let rows = layout.parts(duel).into_iter().flatten();
            rows.zip(&solution.coef).for_each(|(row, coef)| used[row] |= *coef != 0.0);
        }
        // For each sorted example the number of support vectors before it.
        let mut before = vec![0; n + 1];
        for row in 0..n {
            before[row + 1] = before[row] + usize::from(used[row]);
        }
        let rows: Vec<usize> = (0..n).filter(|&r| used[r]).map(|r| layout.order[r]).collect();
        let duels = layout.duels.iter().zip(solutions).map(|(&duel, solution)| {
            let mut coefs = solution.coef.iter();
            let parts = layout.parts(duel).into_iter().map(|part| {
                let kept: Vec<f64> = part
                    .clone()
                    .filter_map(|row| coefs.next().filter(|_| used[row]).copied())
                    .collect();
                (before[part.start]..before[part.end], kept)
            });
            Weights { parts: parts.collect(), bias: solution.bias }
        });
        let duels = duels.collect();
        let iterations: usize = solutions.iter().map(|s| s.iterations).sum();
        let numbers = [
            ("support_vectors", rows.len() as f64),
            ("support_vector_share", 100.0 * rows.len() as f64 / n as f64),
            ("iterations", iterations as f64),
            ("kernel_evaluations", evaluations as f64),
        ];
        let objectives: Option<Vec<f64>> = solutions.iter().map(|s| s.objective).collect();
        let objective = objectives.filter(|o| !o.is_empty()).map(|o| o.iter().sum());
        let facts = ModelFacts {
            stop: worst_stop(solutions),
            numbers: numbers
                .into_iter()
                .chain(objective.map(|o| ("dual_objective", o)))
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            curve: None,
        };
        KernelModel { vectors: Columns::new(x, &rows), layout, kernel, duels, sigmoids, facts }
    }
}

/// The stop reason that says most: one duel that did not converge is enough.
pub(super) fn worst_stop(solutions: &[Solution]) -> StopReason {
    let has = |stop: StopReason| solutions.iter().any(|s| s.stop == stop);
    match () {
        () if solutions.is_empty() => StopReason::ClosedForm,
        () if has(StopReason::Stalled) => StopReason::Stalled,
        () if has(StopReason::IterationLimit) => StopReason::IterationLimit,
        () => StopReason::Converged,
    }
}

impl Model<Classify> for KernelModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let (base, norms) = Matrix::cross(self.kernel.base(), x, &self.vectors);
        let kernel = base.kernel(self.kernel, &norms, &self.vectors.norms);
        let outputs: Vec<Vec<f64>> = wide(
            #[inline(always)]
            || {
                let of_duel = |weights: &Weights| -> Vec<f64> {
                    (0..x.len())
                        .map(|row| {
                            let row = kernel.row(row);
                            let parts = weights.parts.iter();
                            let sums =
                                parts.map(|(part, coef)| dot_mixed(coef, &row[part.clone()]));
                            sums.fold(weights.bias, |total, sum| total + sum)
                        })
                        .collect()
                };
                self.duels.iter().map(of_duel).collect()
            },
        );
        match &self.sigmoids {
            Some(sigmoids) => self.layout.estimate(&outputs, sigmoids, x.len()),
            None => self.layout.decide(&outputs, x.len()),
        }
    }

    fn bytes(&self) -> usize {
        let part = |(_, weights): &(Range<usize>, Vec<f64>)| size_of_val(&**weights);
        let parts =
            |duel: &Weights| size_of_val(&*duel.parts) + duel.parts.iter().map(part).sum::<usize>();
        let duels = size_of_val(&*self.duels) + self.duels.iter().map(parts).sum::<usize>();
        let sigmoids = self.sigmoids.as_ref().map_or(0, |sigmoids| size_of_val(&**sigmoids));
        self.layout.bytes() + self.vectors.held() + duels + sigmoids
    }

    fn facts(&self) -> ModelFacts {
        self.facts.clone()
    }
}
