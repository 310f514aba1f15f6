//! The Gaussian process against quadrature, against its own optimality conditions, and at the edges of its arithmetic.

use ndarray::Array2;

use super::covariance::{Covariance, square};
use super::evidence::{best, gradient, mode_at};
use super::gp::GaussianProcess;
use super::laplace::{Mode, mode};
use super::likelihood::Likelihood;
use crate::data::Rows;
use crate::learn::{
    Classify, Declared, FitContext, Labels, Method, NeverStop, Samples, Shared, StopReason,
    conformance,
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
                let third = -(at(f + h).curvature - at(f - h).curvature) / (2.0 * h);
                assert!((here.gradient - slope).abs() < 1e-6, "{likelihood:?} {sign} {f}");
                assert!((here.curvature - bend).abs() < 1e-6, "{likelihood:?} {sign} {f}");
                let skew = here.skew * here.curvature;
                assert!((skew - third).abs() < 1e-6, "{likelihood:?} {sign} {f}");
            }
        }
    }
    // Far beyond where Phi is zero in floating point; Mills' ratio there is 1/t - 1/t^3 + ...
    let far = Likelihood::CumulativeGaussian.terms(1.0, -1000.0);
    assert!((far.gradient - 1000.001).abs() < 1e-8 && (far.curvature - 1.0).abs() < 1e-5);
    assert!(far.log.is_finite() && far.log < -499_000.0);
}

/// Squared distances of all pairs of random rows in the plane, and signs of two overlapping classes.
fn problem(n: usize) -> (Vec<f64>, Vec<f64>) {
    let mut rng = RngKey::root(8).stream();
    let x: Vec<[f64; 2]> =
        (0..n).map(|_| [sample::normal(&mut rng), sample::normal(&mut rng)]).collect();
    let squares = (0..n * n).map(|at| square(&x[at / n], &x[at % n])).collect();
    let signs = x.iter().map(|x| if x[0] + 0.5 * x[1] > 0.1 { 1.0 } else { -1.0 }).collect();
    (squares, signs)
}

fn covariance(length: f64, variance: f64) -> Covariance {
    Covariance { log_length: math::ln(length), log_variance: math::ln(variance) }
}

/// The mode with its covariances.
fn solved(
    problem: &(Vec<f64>, Vec<f64>),
    at: Covariance,
    likelihood: Likelihood,
) -> (Mode, Vec<f64>) {
    let mut k = Vec::new();
    let mode = mode_at(&problem.0, at, &problem.1, likelihood, &mut k, &NeverStop);
    (mode.expect("a mode"), k)
}

#[test]
fn the_mode_satisfies_its_equation() {
    for likelihood in BOTH {
        for (variance, length, tolerance) in [(1.0, 1.0, 1e-7), (50.0, 0.5, 1e-6), (5e8, 5e8, 1e-4)]
        {
            let problem = problem(40);
            let (found, k) = solved(&problem, covariance(length, variance), likelihood);
            assert_eq!(found.stop, StopReason::Converged, "{likelihood:?} {variance}");
            // At the mode f = K gradient(f), suppharangsarn eq. 2.37, so that the weights are the gradient.
            let f: Vec<f64> = k.chunks_exact(40).map(|row| math::dot(row, &found.a)).collect();
            for ((f, sign), weight) in f.iter().zip(&problem.1).zip(&found.a) {
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
        let found = mode(&[2.0], &[1.0], likelihood, &NeverStop).expect("a mode");
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
    let found = mode(&[1.0, 0.5, 0.5, 1.0], &[1.0, 1.0], likelihood, &NeverStop).expect("a mode");
    assert!((math::exp(found.log_evidence) - exact).abs() < 0.01, "{exact}");
    let found = found.posterior();
    let mean = math::dot(&[1.0, 0.5], &found.weights);
    let mut v = vec![found.roots[0], 0.5 * found.roots[1]];
    found.factor.solve(&mut v);
    let next = likelihood.mean(mean, 1.0 - math::dot(&v, &v));
    assert!((next - exact_next).abs() < 0.03, "{next} for {exact_next}");
}

#[test]
fn the_gradient_is_that_of_the_evidence() {
    let problem = problem(40);
    for likelihood in BOTH {
        for (length, variance) in [(1.0, 1.0), (0.3, 5.0), (2.0, 100.0), (0.05, 0.1), (20.0, 3e4)] {
            let at = covariance(length, variance);
            let (mode, k) = solved(&problem, at, likelihood);
            let found = gradient(&mode, &k, &problem.0, at);
            let evidence = |log_length: f64, log_variance: f64| {
                let moved = Covariance {
                    log_length: at.log_length + log_length,
                    log_variance: at.log_variance + log_variance,
                };
                solved(&problem, moved, likelihood).0.log_evidence
            };
            let h = 1e-4;
            let slopes = [
                (evidence(h, 0.0) - evidence(-h, 0.0)) / (2.0 * h),
                (evidence(0.0, h) - evidence(0.0, -h)) / (2.0 * h),
            ];
            for (found, slope) in found.iter().zip(slopes) {
                let off = (found - slope).abs();
                assert!(off < 1e-6 * (1.0 + slope.abs()), "{likelihood:?} {at:?}: {found} {slope}");
            }
        }
    }
}

#[test]
fn the_best_covariance_is_better_than_its_neighbours() {
    let problem = problem(60);
    for likelihood in BOTH {
        let start = covariance(0.3, 1.0);
        let found = best(&problem.0, start, &problem.1, likelihood, 100, &NeverStop).expect("one");
        assert_eq!(found.stop, StopReason::Converged);
        let evidence = |at: Covariance| solved(&problem, at, likelihood).0.log_evidence;
        let top = evidence(found.covariance);
        assert!(top > evidence(start) + 1.0);
        for (length, variance) in [(0.05, 0.0), (-0.05, 0.0), (0.0, 0.05), (0.0, -0.05)] {
            let near = Covariance {
                log_length: found.covariance.log_length + length,
                log_variance: found.covariance.log_variance + variance,
            };
            // On a bound the evidence still rises beyond it.
            let inside = near.log_length.abs() < 11.5 && near.log_variance.abs() < 11.5;
            assert!(!inside || evidence(near) < top + 1e-9, "{likelihood:?} {near:?}");
        }
    }
}

#[test]
fn points_of_a_group_predict_the_same_bits_as_alone() {
    let mut rng = RngKey::root(3).stream();
    let x = Array2::from_shape_fn((45, 3), |_| sample::normal(&mut rng));
    let class =
        |row: ndarray::ArrayView1<'_, f64>| u32::from(row[0] > 0.3) + u32::from(row[1] > 0.0);
    let y = Labels::new(x.rows().into_iter().map(class).collect(), 3);
    let rows = Rows::new(&x).expect("finite");
    let samples = Samples::<Classify>::new(rows, &y).expect("samples");
    let defaults = ParamInfo::defaults(GaussianProcess.info().params);
    let mut grid = Vec::new();
    for (length, variance, optimise) in [
        (0.0, 1.0, false),
        (0.0, 4.0, false),
        (1.0, 1.0, false),
        (0.0, 2.0, true),
        (0.0, 6.0, false),
    ] {
        let point = defaults
            .clone()
            .with("log-length-scale", Value::Real(length))
            .with("log-signal-variance", Value::Real(variance))
            .with("optimise", Value::Flag(optimise));
        grid.push(point);
    }
    let groups = GaussianProcess.groups(&grid);
    assert_eq!(groups, [vec![0, 1, 4], vec![2], vec![3]]);
    let shared = Shared::new(1 << 20);
    // Room for everything, and for a fit only.
    for memory in [1 << 20, 8 * 45 * 45 * 7] {
        let context = FitContext {
            key: RngKey::root(0),
            stop: &NeverStop,
            shared: &shared,
            memory,
            place: None,
        };
        for group in &groups {
            let points: Vec<_> = group.iter().map(|&point| &grid[point]).collect();
            GaussianProcess.try_group(&samples, rows, &points, &context, &mut |position, found| {
                let alone = GaussianProcess.fit(&samples, points[position], &context);
                assert_eq!(found.expect("predictions"), alone.expect("a model").predict(rows));
            });
        }
    }
}

#[test]
fn the_grid_of_the_thesis_gives_models() {
    let mut rng = RngKey::root(2).stream();
    let x = Array2::from_shape_fn((60, 3), |_| sample::normal(&mut rng).clamp(-1.0, 1.0));
    let y = Labels::new(x.rows().into_iter().map(|r| u32::from(r[0] > 0.0)).collect(), 2);
    let shared = Shared::nothing();
    let context = |memory| FitContext {
        key: RngKey::root(0),
        stop: &NeverStop,
        shared: &shared,
        memory,
        place: None,
    };
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
