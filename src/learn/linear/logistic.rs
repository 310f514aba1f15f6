//! Multinomial logistic regression with a ridge penalty.
//!
//! Minimises the sum over the training examples of -ln p(class | x), plus ridge/2 times the sum of squared weights;
//! intercepts are free. With K > 2 classes every class has a weight vector and p is their softmax; with two classes one
//! vector separates the second from the first. (For two classes the two forms differ: the softmax form would count the
//! penalty by half.) In scikit-learn's terms ridge = 1/C.
//!
//! The minimum is unique in its probabilities. It is found by Newton's method: the step solves H s = -g by conjugate
//! gradients preconditioned with the diagonal of H, using only products of H with a vector, and is halved until the
//! objective falls enough (Armijo).

use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, FitContext, FitError, FitResult, Method, MethodInfo, Model,
    ModelFacts, Samples, StopReason,
};
use crate::num::math::{self, add_scaled, dot};
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "logistic",
    summary: "multinomial logistic regression with a ridge penalty",
    reference: "S. le Cessie and J. C. van Houwelingen, Applied Statistics 41 (1992) 191-201",
    params: &[
        ParamInfo {
            name: "ridge",
            about: "weight of the penalty ridge/2 |w|^2 against the summed log loss (1/C)",
            domain: Domain::RealAbove(0.0),
            default: Value::Real(1.0),
        },
        ParamInfo {
            name: "tolerance",
            about: "stop when no gradient entry exceeds tolerance times the number of examples",
            domain: Domain::RealAbove(0.0),
            default: Value::Real(1e-10),
        },
        ParamInfo {
            name: "max-iterations",
            about: "largest number of Newton steps",
            domain: Domain::Int { min: 1, max: 1_000_000 },
            default: Value::Int(200),
        },
    ],
    version: 1,
    baseline: false,
};

/// The method.
pub struct Logistic;

struct LogisticModel {
    classes: usize,
    /// The class of each probability column; one class alone needs no weights.
    present: Vec<u32>,
    weights: Weights,
    iterations: usize,
    stop: StopReason,
}

/// One row of weights a head, the intercept last.
struct Weights {
    heads: usize,
    width: usize,
    values: Vec<f64>,
}

impl Weights {
    fn head(&self, head: usize) -> &[f64] {
        &self.values[head * (self.width + 1)..(head + 1) * (self.width + 1)]
    }
}

impl Method<Classify> for Logistic {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let (x, y) = (train.x(), train.y());
        let present = y.present();
        let heads = match present.len() {
            1 => 0,
            2 => 1,
            many => many,
        };
        let mut column_of = vec![0; y.classes()];
        for (column, &class) in present.iter().enumerate() {
            column_of[class as usize] = column;
        }
        let targets: Vec<usize> = y.ids().iter().map(|&class| column_of[class as usize]).collect();
        let mut problem = Problem::new(x, &targets, heads, params.real("ridge"));
        let limit = usize::try_from(params.int("max-iterations")).unwrap_or(usize::MAX);
        let tolerance = params.real("tolerance") * x.len() as f64;
        let (values, iterations, stop) = problem.minimise(tolerance, limit, context)?;
        let weights = Weights { heads, width: x.width(), values };
        Ok(Box::new(LogisticModel { classes: y.classes(), present, weights, iterations, stop }))
    }
}

/// Turns the logits of a row into probabilities in place and returns ln sum exp; one logit stands for two classes,
/// the first of which has logit 0.
fn softmax(logits: &mut [f64]) -> f64 {
    if let [z] = logits {
        let small = math::exp(-z.abs());
        let log_sum = z.max(0.0) + math::ln_1p(small);
        *z = if *z >= 0.0 { 1.0 / (1.0 + small) } else { small / (1.0 + small) };
        return log_sum;
    }
    let top = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    logits.iter_mut().for_each(|z| *z = math::exp(*z - top));
    let total: f64 = logits.iter().sum();
    logits.iter_mut().for_each(|p| *p /= total);
    top + math::ln(total)
}

struct Problem<'a> {
    x: Rows<'a>,
    targets: &'a [usize],
    heads: usize,
    ridge: f64,
    /// Probabilities at the current weights, one row an example.
    probabilities: Vec<f64>,
    products: Vec<f64>,
}

impl<'a> Problem<'a> {
    fn new(x: Rows<'a>, targets: &'a [usize], heads: usize, ridge: f64) -> Problem<'a> {
        let probabilities = vec![0.0; x.len() * heads];
        Problem { x, targets, heads, ridge, probabilities, products: vec![0.0; heads] }
    }

    fn size(&self) -> usize {
        self.heads * (self.x.width() + 1)
    }

    fn logit(row: &[f64], head: &[f64]) -> f64 {
        dot(row, &head[..row.len()]) + head[row.len()]
    }

    /// The objective; leaves the probabilities of these weights behind.
    fn objective(&mut self, weights: &[f64]) -> f64 {
        let (heads, stride) = (self.heads, self.x.width() + 1);
        let mut loss = 0.0;
        for (position, row) in self.x.iter().enumerate() {
            let logits = &mut self.probabilities[position * heads..(position + 1) * heads];
            for (logit, head) in logits.iter_mut().zip(weights.chunks_exact(stride)) {
                *logit = Problem::logit(row, head);
            }
            // With a single head, target 0 has the fixed logit 0.
            let target = self.targets[position];
            let own = if heads > 1 { logits[target] } else { target as f64 * logits[0] };
            loss += softmax(logits) - own;
        }
        let squares: f64 = weights
            .chunks_exact(stride)
            .map(|head| dot(&head[..stride - 1], &head[..stride - 1]))
            .sum();
        loss + 0.5 * self.ridge * squares
    }

    /// Gradient at the weights whose probabilities are held, and the diagonal of the Hessian.
    fn gradient(&self, weights: &[f64], gradient: &mut [f64], diagonal: &mut [f64]) {
        let (heads, width) = (self.heads, self.x.width());
        gradient.fill(0.0);
        diagonal.fill(0.0);
        for (position, row) in self.x.iter().enumerate() {
            for head in 0..heads {
                let p = self.probabilities[position * heads + head];
                let target = self.targets[position];
                let is_own = if heads > 1 { target == head } else { target == 1 };
                let residual = p - f64::from(is_own);
                let curvature = p * (1.0 - p);
                let start = head * (width + 1);
                add_scaled(&mut gradient[start..start + width], residual, row);
                gradient[start + width] += residual;
                for (d, value) in diagonal[start..start + width].iter_mut().zip(row) {
                    *d += curvature * value * value;
                }
                diagonal[start + width] += curvature;
            }
        }
        for head in 0..heads {
            let start = head * (width + 1);
            add_scaled(
                &mut gradient[start..start + width],
                self.ridge,
                &weights[start..start + width],
            );
            diagonal[start..start + width].iter_mut().for_each(|d| *d += self.ridge);
        }
        // A class whose probabilities are all 0 or 1 to rounding has no curvature in its intercept.
        diagonal.iter_mut().for_each(|d| *d = d.max(1e-12));
    }

    /// `out = H v` at the weights whose probabilities are held.
    fn hessian_times(&mut self, v: &[f64], out: &mut [f64]) {
        let (heads, width) = (self.heads, self.x.width());
        out.fill(0.0);
        for (position, row) in self.x.iter().enumerate() {
            let p = &self.probabilities[position * heads..(position + 1) * heads];
            for (product, head) in self.products.iter_mut().zip(v.chunks_exact(width + 1)) {
                *product = Problem::logit(row, head);
            }
            let mean = dot(p, &self.products);
            for head in 0..heads {
                let centre = if heads > 1 { mean } else { p[0] * self.products[0] };
                let factor = p[head] * (self.products[head] - centre);
                let start = head * (width + 1);
                add_scaled(&mut out[start..start + width], factor, row);
                out[start + width] += factor;
            }
        }
        for head in 0..heads {
            let start = head * (width + 1);
            add_scaled(&mut out[start..start + width], self.ridge, &v[start..start + width]);
        }
    }

    fn minimise(
        &mut self,
        tolerance: f64,
        limit: usize,
        context: &FitContext<'_>,
    ) -> Result<(Vec<f64>, usize, StopReason), FitError> {
        let size = self.size();
        let mut weights = vec![0.0; size];
        if size == 0 {
            return Ok((weights, 0, StopReason::ClosedForm));
        }
        let (mut gradient, mut diagonal) = (vec![0.0; size], vec![0.0; size]);
        let (mut step, mut trial) = (vec![0.0; size], vec![0.0; size]);
        let mut solver = ConjugateGradients::new(size);
        let mut value = self.objective(&weights);
        for iteration in 0..limit {
            self.gradient(&weights, &mut gradient, &mut diagonal);
            if gradient.iter().any(|g| !g.is_finite()) {
                let reason = "features are too large to compute with; scale them";
                return Err(FitError::Unsuitable(reason.into()));
            }
            if gradient.iter().all(|g| g.abs() <= tolerance) {
                return Ok((weights, iteration, StopReason::Converged));
            }
            solver.solve(self, &gradient, &diagonal, &mut step, context)?;
            let slope = dot(&gradient, &step);
            let mut length = 1.0;
            loop {
                for ((t, w), s) in trial.iter_mut().zip(&weights).zip(&step) {
                    *t = w + length * s;
                }
                let tried = self.objective(&trial);
                if tried <= value + 1e-4 * length * slope && tried < value {
                    value = tried;
                    std::mem::swap(&mut weights, &mut trial);
                    break;
                }
                length *= 0.5;
                if length < 1e-10 {
                    // No shorter step lowers the objective: its rounding error is larger than what is left to gain.
                    return Ok((weights, iteration, StopReason::Converged));
                }
            }
        }
        Ok((weights, limit, StopReason::IterationLimit))
    }
}

/// Solves H s = -g to a precision that grows as the gradient falls.
struct ConjugateGradients {
    residual: Vec<f64>,
    preconditioned: Vec<f64>,
    direction: Vec<f64>,
    product: Vec<f64>,
}

impl ConjugateGradients {
    fn new(size: usize) -> ConjugateGradients {
        let zeros = || vec![0.0; size];
        ConjugateGradients {
            residual: zeros(),
            preconditioned: zeros(),
            direction: zeros(),
            product: zeros(),
        }
    }

    fn solve(
        &mut self,
        problem: &mut Problem<'_>,
        gradient: &[f64],
        diagonal: &[f64],
        step: &mut [f64],
        context: &FitContext<'_>,
    ) -> Result<(), FitError> {
        step.fill(0.0);
        for (r, g) in self.residual.iter_mut().zip(gradient) {
            *r = -g;
        }
        self.precondition(diagonal);
        self.direction.copy_from_slice(&self.preconditioned);
        let mut energy = dot(&self.residual, &self.preconditioned);
        // Quadratic convergence near the minimum, cheap steps far from it.
        let start = energy.sqrt();
        let target = energy * (0.25_f64).min(start / problem.x.len() as f64).max(1e-10).powi(2);
        for _ in 0..gradient.len().max(20) {
            if context.stop.requested() {
                return Err(FitError::Stopped);
            }
            problem.hessian_times(&self.direction, &mut self.product);
            let curvature = dot(&self.direction, &self.product);
            if curvature <= 0.0 || !curvature.is_finite() {
                break;
            }
            let length = energy / curvature;
            add_scaled(step, length, &self.direction);
            add_scaled(&mut self.residual, -length, &self.product);
            self.precondition(diagonal);
            let next = dot(&self.residual, &self.preconditioned);
            if next <= target {
                break;
            }
            let ratio = next / energy;
            for (d, z) in self.direction.iter_mut().zip(&self.preconditioned) {
                *d = z + ratio * *d;
            }
            energy = next;
        }
        Ok(())
    }

    fn precondition(&mut self, diagonal: &[f64]) {
        for ((z, r), d) in self.preconditioned.iter_mut().zip(&self.residual).zip(diagonal) {
            *z = r / d;
        }
    }
}

impl Model<Classify> for LogisticModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut probabilities = vec![0.0; x.len() * self.classes];
        let heads = self.weights.heads;
        let mut logits = vec![0.0; heads];
        for (row, out) in x.iter().zip(probabilities.chunks_exact_mut(self.classes)) {
            for (head, logit) in logits.iter_mut().enumerate() {
                *logit = Problem::logit(row, self.weights.head(head));
            }
            match logits.as_mut_slice() {
                [] => out[self.present[0] as usize] = 1.0,
                [_] => {
                    softmax(&mut logits);
                    out[self.present[0] as usize] = 1.0 - logits[0];
                    out[self.present[1] as usize] = logits[0];
                }
                many => {
                    softmax(many);
                    for (class, p) in self.present.iter().zip(many) {
                        out[*class as usize] = *p;
                    }
                }
            }
        }
        ClassPredictions::from_probabilities(self.classes, probabilities)
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts {
            stop: self.stop,
            numbers: [("iterations".into(), self.iterations as f64)].into(),
        }
    }
}
