//! The evidence against scikit-learn's: `tests/reference/sklearn_gp_evidence.json` has its version, the README beside it
//! what the numbers are.

use std::path::Path;

use serde_json::Value;

use super::covariance::{Covariance, squares};
use super::evidence::{best, gradient, mode_at};
use super::likelihood::Likelihood;
use crate::data::Rows;
use crate::data::catalog::Catalog;
use crate::data::load::load;
use crate::data::prep::{Nominal, Prepared, Recipe, Scale};
use crate::learn::{Classify, Labels, NeverStop, StopReason, Task, Truth};

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Squared distances and classes of the training rows of a case.
fn train(case: &Value) -> (Vec<f64>, Labels) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
    let catalog = Catalog::open(&folder).expect("the catalogue");
    let name = case["dataset"].as_str().expect("a name");
    let data = load(&catalog.source(catalog.find(name).expect("in the catalogue"))).expect("data");
    let fold = case["fold"].as_u64().expect("a fold") as usize;
    let rows: Vec<usize> = (0..data.rows).filter(|row| row % 5 != fold).collect();
    let recipe = Recipe { scale: Scale::MinMax, nominal: Nominal::OneHot };
    let x = Prepared::fit(&data, &rows, recipe).apply(&data, &rows);
    let y = Classify::truth(&data, &Classify::units(&data)).expect("classes").select(&rows);
    (squares(&Rows::of(&x).expect("finite").to_dense(), &NeverStop).expect("never stopped"), y)
}

#[test]
fn the_evidence_is_scikit_learns_and_its_maximum_no_lower() {
    let text = include_str!("../../../tests/reference/sklearn_gp_evidence.json");
    let file: Value = serde_json::from_str(text).expect("JSON");
    let mut problems = 0;
    for case in file["cases"].as_array().expect("cases") {
        let (squares, y) = train(case);
        let start = Covariance {
            log_length: number(&case["params"]["log_length_scale"]),
            log_variance: number(&case["params"]["log_signal_variance"]),
        };
        let stored = case["problems"].as_array().expect("problems");
        for (class, theirs) in stored.iter().enumerate() {
            let positive = if stored.len() == 1 { 1 } else { class as u32 };
            let sign = |id: &u32| if *id == positive { 1.0 } else { -1.0 };
            let signs: Vec<f64> = y.ids().iter().map(sign).collect();
            let (link, mut k) = (Likelihood::Logistic, Vec::new());
            let mut mode =
                |at| mode_at(&squares, at, &signs, link, &mut k, &NeverStop).expect("one");
            let place = format!("{} class {class}", case["dataset"]);

            let at_start = mode(start);
            let expected = number(&theirs["log_evidence"]);
            let off = (at_start.log_evidence - expected).abs();
            assert!(off < 1e-6, "{place}: {} for {expected}", at_start.log_evidence);
            let found = best(&squares, start, &signs, link, 100, &NeverStop).expect("a maximum");
            let top = mode(found.covariance).log_evidence;
            let expected = number(&theirs["best_log_evidence"]);
            assert!(top > expected - 1e-6, "{place}: {top} for {expected}");
            assert_eq!(found.stop, StopReason::Converged, "{place}");

            mode(start);
            let slopes = gradient(&at_start, &k, &squares, start);
            for (slope, expected) in slopes.iter().zip(theirs["gradient"].as_array().expect("two"))
            {
                let expected = number(expected);
                assert!((slope - expected).abs() < 1e-4, "{place}: {slope} for {expected}");
            }
            problems += 1;
        }
    }
    assert!(problems >= 13, "{problems}");
}
