//! The linear support vector machine by dual coordinate descent: min 1/2 |w|^2 + C sum of losses, where the loss is the
//! hinge or its square, one example at a time.
//!
//! In the dual every example has one multiplier a_i in [0, C] (hinge), or in [0, infinity) with D = 1/(2C) added to its
//! curvature (squared hinge). The gradient of a_i is y_i <w, x_i> - 1 + a_i D, and w is kept up to date, so a step costs
//! one row and no kernel matrix is ever needed. Examples are visited in a new random order every round, which is drawn
//! from the fit's own stream. The bias is the weight of a constant feature, as in LIBLINEAR. Several classes: each
//! against the rest. Weights: the C of an example is C times its weight; an example without weight is left out.

use std::borrow::Cow;

use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, Curve, Declared, FitContext, FitError, FitResult, Method,
    MethodInfo, Model, ModelFacts, Samples, ScoreMatrix, Scores, StopReason, Truth, largest,
};
use crate::measure::MetricInfo;
use crate::num::sample;
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "linear-svm",
    summary: "linear support vector machine by dual coordinate descent, each class against the rest",
    reference: "C.-J. Hsieh et al., A dual coordinate descent method for large-scale linear SVM, ICML (2008) 408-415",
    params: &[
        ParamInfo {
            name: "c",
            about: "penalty of margin violations",
            domain: Domain::RealAbove(0.0),
            default: Value::Real(1.0),
        },
        ParamInfo {
            name: "loss",
            about: "what a violation costs: itself, or its square",
            domain: Domain::Choice(&["squared-hinge", "hinge"]),
            default: Value::Text(Cow::Borrowed("squared-hinge")),
        },
        ParamInfo {
            name: "tolerance",
            about: "stop when no projected gradient exceeds it in a round",
            domain: Domain::RealAbove(0.0),
            default: Value::Real(1e-3),
        },
        ParamInfo {
            name: "max-iterations",
            about: "largest number of rounds",
            domain: Domain::Int { min: 1, max: 1_000_000 },
            default: Value::Int(1000),
        },
    ],
    version: 1,
    facts: &[MetricInfo::fact("iterations", "rounds through the examples, over all classes")],
    sparse: true,
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct LinearSvm;

struct LinearSvmModel {
    classes: usize,
    present: Vec<u32>,
    /// One row a class (one in all for two classes): weights, then the bias.
    machines: Vec<Vec<f64>>,
    facts: ModelFacts,
}

impl Declared for LinearSvm {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Method<Classify> for LinearSvm {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let c = params.real("c");
        let rows: Vec<usize> =
            (0..train.x().len()).filter(|&row| counts(c * train.weight(row))).collect();
        if rows.is_empty() {
            let reason = "`c` times the weight of every example is too small to compute with";
            return Err(FitError::Unsuitable(reason.into()));
        }
        let present = train.y().select(&rows).present();
        let positives: &[u32] = match present.len() {
            1 => &[],
            2 => &present[..1],
            _ => &present,
        };
        let mut machines = Vec::new();
        let (mut rounds, mut stop) = (0, StopReason::Converged);
        // Of several machines, the largest violation that was left in each round.
        let mut violations: Vec<f64> = Vec::new();
        for &class in positives {
            let machine = solve(train, &rows, class, params, context)?;
            rounds += machine.violations.len();
            violations.resize(violations.len().max(machine.violations.len()), 0.0);
            for (worst, own) in violations.iter_mut().zip(&machine.violations) {
                *worst = worst.max(*own);
            }
            stop = if machine.converged { stop } else { StopReason::IterationLimit };
            machines.push(machine.weights);
        }
        let stop = if machines.is_empty() { StopReason::ClosedForm } else { stop };
        let facts = ModelFacts {
            stop,
            numbers: [("iterations".into(), rounds as f64)].into(),
            curve: Curve::new("round", "largest violation", &violations),
        };
        Ok(Box::new(LinearSvmModel { classes: train.y().classes(), present, machines, facts }))
    }
}

struct Machine {
    weights: Vec<f64>,
    /// The largest violation met in each round.
    violations: Vec<f64>,
    converged: bool,
}

/// Whether an example with this penalty can move the machine at all.
fn counts(penalty: f64) -> bool {
    (0.5 / penalty).is_finite()
}

/// What the loss of an example makes of its multiplier.
struct Bounds {
    upper: f64,
    /// Added to the curvature.
    own: f64,
}

/// The machine of a class against the rest, learned from some rows.
fn solve(
    train: &Samples<'_, Classify>,
    rows: &[usize],
    class: u32,
    params: &Params,
    context: &FitContext<'_>,
) -> Result<Machine, FitError> {
    let (x, labels) = (train.x(), train.y());
    let c = params.real("c");
    let hinge = params.text("loss") == "hinge";
    let bounds: Vec<Bounds> = (0..x.len())
        .map(|row| match c * train.weight(row) {
            penalty if hinge => Bounds { upper: penalty, own: 0.0 },
            penalty => Bounds { upper: f64::INFINITY, own: 0.5 / penalty },
        })
        .collect();
    let y: Vec<f64> = labels.ids().iter().map(|&id| if id == class { 1.0 } else { -1.0 }).collect();
    let curvature: Vec<f64> =
        x.iter().zip(&bounds).map(|(row, bounds)| row.squared_norm() + 1.0 + bounds.own).collect();
    if rows.iter().any(|&row| !curvature[row].is_finite()) {
        let reason = "features are too large to compute with; scale them";
        return Err(FitError::Unsuitable(reason.into()));
    }
    let width = x.width();
    let mut weights = vec![0.0; width + 1];
    let mut alpha = vec![0.0_f64; x.len()];
    let mut order = rows.to_vec();
    let mut rng = context.key.child("order", u64::from(class)).stream();
    let limit = u32::try_from(params.int("max-iterations")).unwrap_or(u32::MAX);
    let mut violations = Vec::new();
    for _ in 0..limit {
        sample::shuffle(&mut rng, &mut order);
        let mut worst = 0.0_f64;
        for (position, &i) in order.iter().enumerate() {
            if position % 4096 == 0 && context.stop.requested() {
                return Err(FitError::Stopped);
            }
            let row = x.row(i);
            let Bounds { upper, own } = bounds[i];
            let gradient =
                y[i] * (row.dot(&weights[..width]) + weights[width]) - 1.0 + alpha[i] * own;
            // At a bound only the way inside counts.
            let projected = if alpha[i] == 0.0 {
                gradient.min(0.0)
            } else if alpha[i] == upper {
                gradient.max(0.0)
            } else {
                gradient
            };
            worst = worst.max(projected.abs());
            if projected != 0.0 {
                let next = (alpha[i] - gradient / curvature[i]).max(0.0).min(upper);
                let change = (next - alpha[i]) * y[i];
                alpha[i] = next;
                row.add_to(&mut weights[..width], change);
                weights[width] += change;
            }
        }
        violations.push(worst);
        if worst <= params.real("tolerance") {
            return Ok(Machine { weights, violations, converged: true });
        }
    }
    Ok(Machine { weights, violations, converged: false })
}

impl Model<Classify> for LinearSvmModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut values = vec![0.0; x.len() * self.classes];
        let mut labels = Vec::with_capacity(x.len());
        let width = x.width();
        for (row, out) in x.iter().zip(values.chunks_exact_mut(self.classes)) {
            let output = |machine: &Vec<f64>| {
                let sum = row.dot(&machine[..width]) + machine[width];
                // A row far out may overflow; it still lies on one side.
                if sum.is_nan() { 0.0 } else { sum.clamp(-1e300, 1e300) }
            };
            let outputs: Vec<f64> = match self.machines.as_slice() {
                [] => vec![0.0],
                [one] => vec![output(one), -output(one)],
                many => many.iter().map(output).collect(),
            };
            labels.push(self.present[largest(&outputs) as usize]);
            let lowest = outputs.iter().copied().fold(f64::INFINITY, f64::min);
            out.fill(lowest - 1.0);
            for (class, output) in self.present.iter().zip(&outputs) {
                out[*class as usize] = *output;
            }
        }
        let matrix = ScoreMatrix { classes: self.classes, values };
        ClassPredictions { labels, scores: Scores::Decision(matrix) }
    }

    fn bytes(&self) -> usize {
        let weights = self.machines.iter().map(|machine| size_of_val(&**machine));
        size_of_val(&*self.present) + size_of_val(&*self.machines) + weights.sum::<usize>()
    }

    fn facts(&self) -> ModelFacts {
        self.facts.clone()
    }
}
