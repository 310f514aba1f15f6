//! The Gaussian process against quadrature, against its own optimality conditions, and at the edges of its arithmetic.

use ndarray::Array2;

use super::gp::{Covariance, GaussianProcess};
use super::laplace::posterior;
use super::likelihood::Likelihood;
use crate::data::Rows;
use crate::learn::{
    Classify, FitContext, Labels, Method, NeverStop, Samples, Shared, StopReason, conformance,
};
use crate::num::key::RngKey;
use crate::num::{math, sample};
use crate::params::{ParamInfo, Value};

const BOTH: [Likelihood; 2] = [Likelihood::CumulativeGaussian, Likelihood::Logistic];

/// The integral of `value` under a normal density, by the trapezoid rule over ten standard deviations, which for smooth
/// functions is accurate to rounding.
fn under_normal(mean: f64, variance: f64, value: impl Fn(f64) -> f64) -> f64 {
    let (sd, steps) = (variance.sqrt(), 4000);
    let width = 20.0 / f64::from(steps);
    let at = |step: i32| {
        let z = -10.0 + width * f64::from(step);
        math::exp(-0.5 * z * z) * value(mean + sd * z)
    };
    (0..=steps).map(at).sum::<f64>() * width / (2.0 * std::f64::consts::PI).sqrt()
}

fn link(likelihood: Likelihood, f: f64) -> f64 {
    math::exp(likelihood.terms(1.0, f).log)
}

#[test]
fn predicted_probabilities_are_the_mean_of_the_link() {
    for likelihood in BOTH {
        for (mean, variance) in [(0.0, 1.0), (0.7, 0.2), (-2.0, 9.0), (3.5, 30.0), (-6.0, 0.01)] {
            let exact = under_normal(mean, variance, |f| link(likelihood, f));
            let found = likelihood.mean(mean, variance);
            // The closed form of the cumulative Gaussian is exact; the logistic one is an approximation.
            let tolerance = if likelihood == Likelihood::Logistic { 5e-4 } else { 1e-12 };
            assert!(
                (found - exact).abs() < tolerance,
                "{likelihood:?} {mean} {variance}: {found} for {exact}"
            );
        }
    }
}

#[test]
fn derivatives_are_those_of_the_log_likelihood() {
    for likelihood in BOTH {
        for sign in [-1.0, 1.0] {
            for f in [-40.0, -9.0, -5.001, -4.999, -1.0, 0.0, 0.3, 2.0, 6.0] {
                let at = |f: f64| likelihood.terms(sign, f);
                let (here, h) = (at(f), 1e-5);
                let slope = (at(f + h).log - at(f - h).log) / (2.0 * h);
                let bend = -(at(f + h).gradient - at(f - h).gradient) / (2.0 * h);
                assert!((here.gradient - slope).abs() < 1e-6, "{likelihood:?} {sign} {f}");
                assert!((here.curvature - bend).abs() < 1e-6, "{likelihood:?} {sign} {f}");
            }
        }
    }
    // Far beyond where Phi is zero in floating point; Mills' ratio there is 1/t - 1/t^3 + ...
    let far = Likelihood::CumulativeGaussian.terms(1.0, -1000.0);
    assert!((far.gradient - 1000.001).abs() < 1e-8 && (far.curvature - 1.0).abs() < 1e-5);
    assert!(far.log.is_finite() && far.log < -499_000.0);
}

fn problem(n: usize, variance: f64, length: f64) -> (Vec<f64>, Vec<f64>) {
    let mut rng = RngKey::root(8).stream();
    let x: Vec<[f64; 2]> =
        (0..n).map(|_| [sample::normal(&mut rng), sample::normal(&mut rng)]).collect();
    let covariance = Covariance { variance, factor: 0.5 / (length * length) };
    let k = (0..n * n).map(|at| covariance.of(&x[at / n], &x[at % n])).collect();
    let signs = x.iter().map(|x| if x[0] + 0.5 * x[1] > 0.1 { 1.0 } else { -1.0 }).collect();
    (k, signs)
}

#[test]
fn the_mode_satisfies_its_equation() {
    for likelihood in BOTH {
        for (variance, length, tolerance) in [(1.0, 1.0, 1e-7), (50.0, 0.5, 1e-6), (5e8, 5e8, 1e-4)]
        {
            let (k, signs) = problem(40, variance, length);
            let found = posterior(&k, &signs, likelihood, &NeverStop).expect("a mode");
            assert_eq!(found.stop, StopReason::Converged, "{likelihood:?} {variance}");
            // At the mode f = K gradient(f), suppharangsarn eq. 2.37, so that the weights are the gradient.
            let f: Vec<f64> =
                k.chunks_exact(40).map(|row| math::dot(row, &found.weights)).collect();
            for ((f, sign), weight) in f.iter().zip(&signs).zip(&found.weights) {
                let gradient = likelihood.terms(*sign, *f).gradient;
                assert!(
                    (gradient - weight).abs() < tolerance,
                    "{likelihood:?} {variance}: {gradient} for {weight}"
                );
            }
        }
    }
}

#[test]
fn the_evidence_is_near_that_of_quadrature() {
    // One row: the exact evidence is 1/2 by symmetry, whatever the variance.
    for likelihood in BOTH {
        let found = posterior(&[2.0], &[1.0], likelihood, &NeverStop).expect("a mode");
        let exact = under_normal(0.0, 2.0, |f| link(likelihood, f));
        assert!((exact - 0.5).abs() < 1e-12);
        assert!((math::exp(found.log_evidence) - exact).abs() < 0.03, "{likelihood:?}");
    }
    // Two rows, correlated by one half, of the same class: integrate over both latent values, given the first of which the
    // second is normal with mean f/2 and variance 3/4. The exact evidence and the exact probability of a third row that
    // equals the first.
    let likelihood = Likelihood::CumulativeGaussian;
    let inner = |f: f64| under_normal(0.5 * f, 0.75, |g| link(likelihood, g));
    let exact = under_normal(0.0, 1.0, |f| link(likelihood, f) * inner(f));
    let exact_next =
        under_normal(0.0, 1.0, |f| link(likelihood, f) * link(likelihood, f) * inner(f)) / exact;
    let found =
        posterior(&[1.0, 0.5, 0.5, 1.0], &[1.0, 1.0], likelihood, &NeverStop).expect("a mode");
    assert!((math::exp(found.log_evidence) - exact).abs() < 0.01, "{exact}");
    let mean = math::dot(&[1.0, 0.5], &found.weights);
    let mut v = vec![found.roots[0], 0.5 * found.roots[1]];
    found.factor.solve(&mut v);
    let next = likelihood.mean(mean, 1.0 - math::dot(&v, &v));
    assert!((next - exact_next).abs() < 0.03, "{next} for {exact_next}");
}

#[test]
fn the_grid_of_the_thesis_gives_models() {
    let mut rng = RngKey::root(2).stream();
    let x = Array2::from_shape_fn((60, 3), |_| sample::normal(&mut rng).clamp(-1.0, 1.0));
    let y = Labels::new(x.rows().into_iter().map(|r| u32::from(r[0] > 0.0)).collect(), 2);
    let shared = Shared::nothing();
    let context =
        |memory| FitContext { key: RngKey::root(0), stop: &NeverStop, shared: &shared, memory };
    let rows = Rows::new(&x).expect("finite");
    let samples = Samples::<Classify>::new(rows, &y).expect("samples");
    for length in [0.0, 5.0, 10.0, 15.0, 20.0] {
        for variance in [0.0, 5.0, 10.0, 15.0, 20.0] {
            let params = ParamInfo::defaults(GaussianProcess.info().params)
                .with("log-length-scale", Value::Real(length))
                .with("log-signal-variance", Value::Real(variance));
            let model = GaussianProcess.fit(&samples, &params, &context(1 << 20)).expect("a model");
            let facts = model.facts();
            assert_eq!(facts.stop, StopReason::Converged, "{length} {variance}: {facts:?}");
            // Shorter than the data is wide, or long and steep: the function has the freedom to follow the classes.
            if length == 0.0 || (length == 5.0 && variance >= 15.0) {
                let labels = model.predict(rows).labels;
                let right = labels.iter().zip(y.ids()).filter(|(a, b)| a == b).count();
                assert!(right >= 55, "{length} {variance}: {right} of 60");
            }
        }
    }
    let defaults = ParamInfo::defaults(GaussianProcess.info().params);
    let error = GaussianProcess
        .fit(&samples, &defaults, &context(1 << 10))
        .map(|_| ())
        .expect_err("no room");
    assert!(error.to_string().contains("fewer rows"), "{error}");
    assert_eq!(conformance::check(&GaussianProcess), Vec::<String>::new());
}
