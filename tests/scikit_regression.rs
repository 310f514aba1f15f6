//! Methods and metrics of regression against scikit-learn on the same rows, prepared in the same way.
//! `reference/sklearn_regression.json` says which version made the values; `reference/README.md` says how.

use std::collections::BTreeMap;

use serde_json::Value;
use tribunal::data::catalog::Catalog;
use tribunal::data::load::load;
use tribunal::data::prep::{Nominal, Prepared, Recipe, Scale};
use tribunal::data::{Features, Rows};
use tribunal::learn::{FitContext, Model, Registry, Regress, Samples, Targets, Task, Truth};
use tribunal::metrics::Scored;
use tribunal::params::{ParamInfo, Params, Value as Param};

use crate::support::project;

/// A dataset as every case needs it: rows 0, 5, 10, ... are the test part.
struct Prepared5 {
    train: Features,
    test: Features,
    y: Targets,
    truth: Targets,
}

fn file() -> Value {
    serde_json::from_str(include_str!("reference/sklearn_regression.json")).expect("JSON")
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().map(|v| v.as_f64().expect("a number")).collect()
}

fn prepare(name: &str) -> Prepared5 {
    let catalog = Catalog::open(&project().join("datasets")).expect("the catalogue");
    let data = load(&catalog.source(catalog.find(name).expect("catalogued"))).expect("a good file");
    let (test, train): (Vec<usize>, Vec<usize>) = (0..data.rows).partition(|row| row % 5 == 0);
    let recipe = Recipe { scale: Scale::MinMax, nominal: Nominal::OneHot };
    let prepared = Prepared::fit(&data, &train, recipe);
    let truth = Regress::truth(&data, &Regress::units(&data)).expect("numbers");
    Prepared5 {
        train: prepared.apply(&data, &train),
        test: prepared.apply(&data, &test),
        y: truth.select(&train),
        truth: truth.select(&test),
    }
}

fn params(declared: &'static [ParamInfo], case: &Value) -> Params {
    let mut params = ParamInfo::defaults(declared);
    for (name, value) in case["params"].as_object().expect("parameters") {
        let value = match value {
            Value::String(word) => Param::Text(word.clone().into()),
            Value::Number(n) if ["k", "degree"].contains(&&**name) => {
                Param::Int(n.as_i64().expect("whole"))
            }
            other => Param::Real(other.as_f64().expect("a number")),
        };
        params = params.with(name, value);
    }
    if declared.iter().any(|info| info.name == "tolerance") {
        params = params.with("tolerance", Param::Real(1e-7));
    }
    params
}

fn fit(case: &Value, data: &Prepared5) -> Box<dyn Model<Regress>> {
    let registry = Registry::standard();
    let method = registry.method::<Regress>(case["method"].as_str().expect("a kind"));
    let method = method.expect("registered");
    let weights = numbers(&case["weights"]);
    let x = Rows::of(&data.train).expect("finite");
    let mut samples = Samples::<Regress>::new(x, &data.y).expect("samples");
    if !weights.is_empty() {
        samples = samples.weighted(&weights).expect("weights");
    }
    let params = params(method.info().params, case);
    method.fit(&samples, &params, &FitContext::alone(0)).expect("a model")
}

/// Compares every prediction of a method, but on rows where several training rows are equally near. The tolerance is
/// relative to the unit of the target. Returns how many were compared.
fn compare(method: &str, tolerance: f64) -> usize {
    let file = file();
    let mut datasets: BTreeMap<String, Prepared5> = BTreeMap::new();
    let mut compared = 0;
    let cases = file["cases"].as_array().expect("cases").iter();
    for case in cases.filter(|case| case["method"].as_str() == Some(method)) {
        let name = case["dataset"].as_str().expect("a name");
        let data = datasets.entry(name.to_owned()).or_insert_with(|| prepare(name));
        let found = fit(case, data).predict(Rows::of(&data.test).expect("finite"));
        let tied = numbers(&case["tie_rows"]);
        let expected = numbers(&case["predicted"]);
        assert_eq!(found.len(), expected.len());
        for (row, (found, expected)) in found.values().iter().zip(&expected).enumerate() {
            if tied.contains(&(row as f64)) {
                continue;
            }
            let unit = case["unit"].as_f64().unwrap_or(expected.abs().max(1.0));
            assert!(
                (found - expected).abs() <= tolerance * unit,
                "{method} {} on {name}, row {row}: {found} for {expected}",
                case["params"]
            );
            compared += 1;
        }
    }
    compared
}

#[test]
fn the_training_mean_is_the_same() {
    assert!(compare("mean", 1e-12) > 380);
}

#[test]
fn ridge_predicts_the_same_with_weights_and_without() {
    assert!(compare("ridge", 1e-9) > 1500);
}

#[test]
fn nearest_neighbours_have_the_same_mean() {
    assert!(compare("knn", 1e-9) > 2000);
}

#[test]
fn support_vectors_predict_the_same() {
    assert!(compare("svr", 1e-4) > 2300);
}

#[test]
fn metrics_of_the_same_predictions_are_the_same() {
    let file = file();
    let mut datasets: BTreeMap<String, Prepared5> = BTreeMap::new();
    let mut compared = 0;
    for case in file["cases"].as_array().expect("cases") {
        let name = case["dataset"].as_str().expect("a name");
        let data = datasets.entry(name.to_owned()).or_insert_with(|| prepare(name));
        let answers = Targets::of_one(numbers(&case["predicted"]));
        let scores = Regress::scores(&data.truth, &answers);
        for metric in ["rmse", "mae", "r2"] {
            let expected = case["metrics"][metric].as_f64().expect("a number");
            let found = scores.get(metric).copied().flatten().expect("defined");
            let allowed = 1e-12 * expected.abs().max(1.0);
            assert!((found - expected).abs() <= allowed, "{name} {metric}: {found}, {expected}");
            compared += 1;
        }
    }
    assert!(compared > 140, "{compared} values compared");
}
