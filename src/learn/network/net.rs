//! A network of one hidden layer of sigmoid units and one sigmoid unit a class, and how it learns from one example:
//! backpropagation with momentum (D. E. Rumelhart, G. E. Hinton and R. J. Williams, Nature 323 (1986) 533-536). It knows
//! inputs and classes as numbers, no tables and no epochs.
//!
//! Every sum is added up in the order in which Weka adds it, so that with Weka's random numbers only the rounding of the
//! exponential function tells the two apart. The weights lie so that units are computed side by side: what is added to
//! a unit comes in order, what many units do at once is one loop over neighbours in memory.

use crate::learn::draws::Draws;
use crate::num::math;

/// Weights of one layer: how much each unit is moved by each unit before it.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// One a unit: what it gets when everything before it is silent.
    pub thresholds: Vec<f64>,
    /// All units' weights of the first input, then of the second, and so on.
    pub weights: Vec<f64>,
}

/// How fast a network learns.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// The share of the gradient that a weight moves by.
    pub rate: f64,
    /// The share of its last change that a weight repeats.
    pub momentum: f64,
}

impl Layer {
    /// Bytes of its lists.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.thresholds) + size_of_val(&*self.weights)
    }

    fn zeros(inputs: usize, units: usize) -> Layer {
        Layer { thresholds: vec![0.0; units], weights: vec![0.0; inputs * units] }
    }

    /// What the units answer to the values before them.
    #[inline(always)]
    fn answer(&self, values: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&self.thresholds);
        for (value, weights) in values.iter().zip(self.weights.chunks_exact(out.len())) {
            for (sum, weight) in out.iter_mut().zip(weights) {
                *sum += value * weight;
            }
        }
        out.iter_mut().for_each(|sum| *sum = sigmoid(*sum));
    }

    /// Moves the weights against the units' errors; `last` holds the last changes and gets the new ones.
    #[inline(always)]
    fn learn(&mut self, last: &mut Layer, values: &[f64], errors: &mut [f64], pace: Pace) {
        errors.iter_mut().for_each(|error| *error *= pace.rate);
        let momentum = pace.momentum;
        for ((t, last), e) in self.thresholds.iter_mut().zip(&mut last.thresholds).zip(&*errors) {
            *last = e + momentum * *last;
            *t += *last;
        }
        let units = errors.len();
        let weights =
            self.weights.chunks_exact_mut(units).zip(last.weights.chunks_exact_mut(units));
        for (value, (weights, last)) in values.iter().zip(weights) {
            for ((weight, last), error) in weights.iter_mut().zip(last).zip(&*errors) {
                *last = error * value + momentum * *last;
                *weight += *last;
            }
        }
    }
}

/// The logistic function, which beyond 45 is 0 or 1.
#[inline(always)]
fn sigmoid(x: f64) -> f64 {
    if x < -45.0 {
        0.0
    } else if x > 45.0 {
        1.0
    } else {
        1.0 / (1.0 + math::exp(-x))
    }
}

/// A network that can answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    pub hidden: Layer,
    pub output: Layer,
}

impl Net {
    /// A network with small random weights: thresholds of the classes, then of the hidden units, then weights input by
    /// input and hidden unit by hidden unit.
    pub fn new(inputs: usize, hidden: usize, classes: usize, draws: &mut impl Draws) -> Net {
        let mut net =
            Net { hidden: Layer::zeros(inputs, hidden), output: Layer::zeros(hidden, classes) };
        let in_order = [
            &mut net.output.thresholds,
            &mut net.hidden.thresholds,
            &mut net.hidden.weights,
            &mut net.output.weights,
        ];
        for weight in in_order.into_iter().flatten() {
            *weight = draws.unit() * 0.1 - 0.05;
        }
        net
    }

    /// Whether no weight grew beyond all bounds.
    pub fn is_finite(&self) -> bool {
        let of = |layer: &Layer| {
            layer.thresholds.iter().chain(&layer.weights).all(|weight| weight.is_finite())
        };
        of(&self.hidden) && of(&self.output)
    }

    /// What each class's unit answers to a row of inputs; `hidden` gets what the hidden units answer.
    #[inline(always)]
    pub fn answer(&self, inputs: &[f64], hidden: &mut [f64], out: &mut [f64]) {
        self.hidden.answer(inputs, hidden);
        self.output.answer(hidden, out);
    }

    /// Number of hidden units.
    pub fn hidden_units(&self) -> usize {
        self.hidden.thresholds.len()
    }
}

/// A network that learns, with what it needs to: nothing is allocated per example.
#[derive(Debug)]
pub struct Learner {
    pub net: Net,
    /// The last changes of all weights.
    last: Net,
    hidden: Vec<f64>,
    hidden_errors: Vec<f64>,
    outputs: Vec<f64>,
    output_errors: Vec<f64>,
}

impl Learner {
    /// A network that has learned nothing yet.
    pub fn new(net: Net) -> Learner {
        let zeros = |layer: &Layer| vec![0.0; layer.thresholds.len()];
        let mut last = net.clone();
        for layer in [&mut last.hidden, &mut last.output] {
            layer.thresholds.fill(0.0);
            layer.weights.fill(0.0);
        }
        Learner {
            last,
            hidden: zeros(&net.hidden),
            hidden_errors: zeros(&net.hidden),
            outputs: zeros(&net.output),
            output_errors: zeros(&net.output),
            net,
        }
    }

    /// Learns from one example; gives the sum of the squared errors made before.
    #[inline(always)]
    pub fn learn(&mut self, inputs: &[f64], class: usize, pace: Pace) -> f64 {
        self.net.answer(inputs, &mut self.hidden, &mut self.outputs);
        let mut squares = 0.0;
        for (unit, (error, output)) in self.output_errors.iter_mut().zip(&self.outputs).enumerate()
        {
            let off = if unit == class { 1.0 - output } else { 0.0 - output };
            squares += off * off;
            *error = off * (output * (1.0 - output));
        }
        let weights = self.net.output.weights.chunks_exact(self.outputs.len());
        for ((error, value), weights) in
            self.hidden_errors.iter_mut().zip(&self.hidden).zip(weights)
        {
            let mut sum = 0.0;
            for (error, weight) in self.output_errors.iter().zip(weights) {
                sum += error * weight;
            }
            *error = sum * (value * (1.0 - value));
        }
        let (net, last) = (&mut self.net, &mut self.last);
        net.output.learn(&mut last.output, &self.hidden, &mut self.output_errors, pace);
        net.hidden.learn(&mut last.hidden, inputs, &mut self.hidden_errors, pace);
        squares
    }
}
