//! Metrics of regression. Each is computed for every target and averaged over the targets; for one target it is the usual
//! number.

use super::Metric;
use crate::learn::{Regress, Targets};
use crate::measure::{Direction, MetricInfo, Unit};

/// Every metric of regression, in column order.
pub static REGRESSION: &[Metric<Regress>] = &[
    Metric {
        info: MetricInfo::number("rmse", "RMSE", "root mean squared error", Direction::Lower)
            .in_range(0.0, f64::INFINITY)
            .counted_in(Unit::Target),
        score: rmse,
    },
    Metric {
        info: MetricInfo::number("mae", "MAE", "mean absolute error", Direction::Lower)
            .in_range(0.0, f64::INFINITY)
            .counted_in(Unit::Target),
        score: mae,
    },
    Metric {
        info: MetricInfo::number(
            "r2",
            "R²",
            "share of the variance of the test part that is explained; 0 for its mean, below 0 for worse",
            Direction::Higher,
        )
        .in_range(f64::NEG_INFINITY, 1.0),
        score: r2,
    },
];

/// The mean over targets of a number of each; undefined where it is undefined for a target.
fn over_targets(
    truth: &Targets,
    answers: &Targets,
    of_one: impl Fn(&[f64], &[f64]) -> Option<f64>,
) -> Option<f64> {
    let width = truth.width();
    let one = |target: usize| {
        let column = |targets: &Targets| targets.column(target).collect::<Vec<f64>>();
        of_one(&column(truth), &column(answers))
    };
    let values: Option<Vec<f64>> = (0..width).map(one).collect();
    values.map(|values| values.iter().sum::<f64>() / width as f64)
}

/// Larger errors count as this one: a model that diverged gets a bad score, not one that is undefined and so left out.
const LARGEST_ERROR: f64 = 1e150;

/// What is left of a number after a prediction.
fn error_of(truth: f64, answer: f64) -> f64 {
    (truth - answer).clamp(-LARGEST_ERROR, LARGEST_ERROR)
}

fn mean_of(truth: &[f64], answers: &[f64], count: impl Fn(f64) -> f64) -> Option<f64> {
    let sum: f64 = truth.iter().zip(answers).map(|(z, f)| count(error_of(*z, *f))).sum();
    (!truth.is_empty()).then(|| sum / truth.len() as f64)
}

fn rmse(truth: &Targets, answers: &Targets) -> Option<f64> {
    over_targets(truth, answers, |z, f| Some(mean_of(z, f, |e| e * e)?.sqrt()))
}

fn mae(truth: &Targets, answers: &Targets) -> Option<f64> {
    over_targets(truth, answers, |z, f| mean_of(z, f, f64::abs))
}

/// Undefined where the test part has one value only, or a single example.
fn r2(truth: &Targets, answers: &Targets) -> Option<f64> {
    over_targets(truth, answers, |z, f| {
        if z.iter().all(|value| *value == z[0]) {
            return None;
        }
        let mean = z.iter().sum::<f64>() / z.len() as f64;
        let total: f64 = z.iter().map(|value| (value - mean) * (value - mean)).sum();
        let left: f64 = z.iter().zip(f).map(|(z, f)| error_of(*z, *f).powi(2)).sum();
        // The squares of tiny differences may be nothing.
        let share = if left == 0.0 { 1.0 } else { (1.0 - left / total).max(-LARGEST_ERROR) };
        total.is_finite().then_some(share)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn score(name: &str, truth: &[f64], answers: &[f64]) -> Option<f64> {
        let metric = REGRESSION.iter().find(|m| m.info.name == name).unwrap();
        (metric.score)(&Targets::of_one(truth.to_vec()), &Targets::of_one(answers.to_vec()))
    }

    #[test]
    fn values_by_hand() {
        let (z, f) = ([3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0]);
        assert!((score("mae", &z, &f).unwrap() - 0.5).abs() < 1e-15);
        assert!((score("rmse", &z, &f).unwrap() - 0.375_f64.sqrt()).abs() < 1e-15);
        assert!((score("r2", &z, &f).unwrap() - 0.948_608_137_044_967_9).abs() < 1e-12);
    }

    #[test]
    fn several_targets_are_averaged() {
        let truth = Targets::new(vec![0.0, 0.0, 2.0, 20.0], 2).unwrap();
        let answers = Targets::new(vec![1.0, 10.0, 1.0, 10.0], 2).unwrap();
        let metric = &REGRESSION[0];
        assert!(((metric.score)(&truth, &answers).unwrap() - 5.5).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn errors_have_their_order_and_do_not_move_with_the_targets(
            pairs in prop::collection::vec((-1e3..1e3_f64, -1e3..1e3_f64), 2..40),
            shift in -1e3..1e3_f64,
        ) {
            let (z, f): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
            let (rmse, mae) = (score("rmse", &z, &f).unwrap(), score("mae", &z, &f).unwrap());
            prop_assert!(mae >= 0.0 && rmse >= mae * (1.0 - 1e-12));
            let moved = |values: &[f64]| values.iter().map(|v| v + shift).collect::<Vec<f64>>();
            for name in ["rmse", "mae", "r2"] {
                let (before, after) = (score(name, &z, &f), score(name, &moved(&z), &moved(&f)));
                // Two numbers may be equal after a shift only.
                let (Some(before), Some(after)) = (before, after) else { continue };
                prop_assert!((before - after).abs() <= 1e-6 * before.abs().max(1.0), "{}", name);
            }
            let best = [("rmse", 0.0), ("mae", 0.0), ("r2", 1.0)];
            for (name, value) in best {
                let found = score(name, &z, &z);
                prop_assert!(found.is_none_or(|found| found == value));
                prop_assert!(found.is_some() || name == "r2");
            }
            // The mean of the test part explains nothing of it.
            let mean = z.iter().sum::<f64>() / z.len() as f64;
            if let Some(share) = score("r2", &z, &vec![mean; z.len()]) {
                prop_assert!(share.abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_constant_test_part_has_no_share_of_variance() {
        assert_eq!(score("r2", &[2.0, 2.0], &[1.0, 3.0]), None);
        assert_eq!(score("r2", &[2.0], &[2.0]), None);
        assert_eq!(score("r2", &[1e200, -1e200], &[1e200, -1e200]), None);
    }

    #[test]
    fn what_diverged_has_a_bad_score_and_not_none() {
        let z = [0.0, 1e-9, 2e-9];
        for wrong in [1e160, -1e300, f64::MAX] {
            let f = [wrong, 0.0, 0.0];
            let (rmse, mae, r2) =
                (score("rmse", &z, &f), score("mae", &z, &f), score("r2", &z, &f));
            assert!(rmse.is_some_and(|own| (1e149..1e151).contains(&own)), "{rmse:?}");
            assert!(mae.is_some_and(|own| (1e149..1e151).contains(&own)), "{mae:?}");
            assert_eq!(r2, Some(-1e150));
        }
        assert!(score("rmse", &[f64::MAX], &[f64::MIN]).is_some());
    }
}
