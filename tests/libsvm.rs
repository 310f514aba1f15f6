//! `svm` against LIBSVM (through scikit-learn's SVC) on the same rows: `reference/svc.json` says which version made the
//! values, `reference/README.md` how.

use serde_json::Value;
use tribunal::data::catalog::Catalog;
use tribunal::data::load::load;
use tribunal::data::prep::{Nominal, Prepared, Recipe, Scale};
use tribunal::data::{Dataset, Features, Rows};
use tribunal::learn::{
    Classify, FitContext, Labels, Model, NeverStop, Registry, Regress, Samples, Shared, Targets,
    Task, Truth,
};
use tribunal::num::key::RngKey;
use tribunal::params::{ParamInfo, Params, Value as Param};

use crate::support::project;

struct Case<'a> {
    json: &'a Value,
    data: Dataset,
    test: Vec<usize>,
    train: Vec<usize>,
}

impl<'a> Case<'a> {
    fn all(file: &'a Value) -> Vec<Case<'a>> {
        let catalog = Catalog::open(&project().join("datasets")).expect("the catalogue");
        let cases = file["cases"].as_array().expect("cases").iter();
        cases
            .map(|json| {
                let entry =
                    catalog.find(json["dataset"].as_str().expect("a name")).expect("catalogued");
                let data = load(&catalog.source(entry)).expect("a good file");
                let (test, train) = (0..data.rows).partition(|row| row % 5 == 0);
                Case { json, data, test, train }
            })
            .collect()
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.json[name].as_f64()
    }

    fn place(&self) -> String {
        let Value::Object(fields) = self.json else { panic!("a case is an object") };
        let shown = ["dataset", "kernel", "c", "gamma", "class_weights"];
        shown.iter().map(|name| format!("{name} {} ", fields[*name])).collect()
    }

    fn params(&self, tolerance: f64) -> Params {
        let registry = Registry::standard();
        let info = registry.method::<Classify>("svm").expect("registered").info();
        let text =
            |name: &str| Param::Text(self.json[name].as_str().expect("a word").to_owned().into());
        let mut params = ParamInfo::defaults(info.params)
            .with("tolerance", Param::Real(tolerance))
            .with("kernel", text("kernel"))
            .with("class-weights", text("class_weights"))
            .with("c", Param::Real(self.number("c").expect("c")));
        for name in ["gamma", "coef0"] {
            if let Some(value) = self.number(name) {
                params = params.with(name, Param::Real(value));
            }
        }
        match self.json["degree"].as_i64() {
            Some(degree) => params.with("degree", Param::Int(degree)),
            None => params,
        }
    }

    fn fit(&self, tolerance: f64, memory: usize) -> (Box<dyn Model<Classify>>, Features) {
        let recipe = Recipe { scale: Scale::MinMax, nominal: Nominal::OneHot };
        let prepared = Prepared::fit(&self.data, &self.train, recipe);
        let x = prepared.apply(&self.data, &self.train);
        let y: Labels = Classify::truth(&self.data, &Classify::units(&self.data))
            .expect("classes")
            .select(&self.train);
        let registry = Registry::standard();
        let method = registry.method::<Classify>("svm").expect("registered");
        let shared = Shared::nothing();
        let context = FitContext {
            key: RngKey::root(0),
            stop: &NeverStop,
            shared: &shared,
            memory,
            place: None,
        };
        let samples = Samples::new(Rows::of(&x).expect("finite"), &y).expect("samples");
        let model = method.fit(&samples, &self.params(tolerance), &context).expect("a model");
        (model, prepared.apply(&self.data, &self.test))
    }
}

fn file() -> Value {
    serde_json::from_str(include_str!("reference/svc.json")).expect("JSON")
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|v| v.as_f64().expect("a number")).collect()
}

#[test]
fn decisions_and_support_vectors_are_those_of_libsvm() {
    let file = file();
    let (mut compared, mut counted) = (0, 0);
    for case in Case::all(&file).iter().filter(|c| c.json["decision_exact"].is_array()) {
        let (model, test) = case.fit(1e-6, 1 << 28);
        let predictions = model.predict(Rows::of(&test).expect("finite"));
        let scores = predictions.scores.matrix().expect("decisions");
        let expected = numbers(&case.json["decision_exact"]);
        // Kernel values in single precision, as LIBSVM's: `off` is how far its own decisions are from the exact ones.
        let off = case.number("off").expect("off");
        let allowed =
            1e-5 + 4.0 * off + 1e-6 * expected.iter().fold(0.0_f64, |m, e| m.max(e.abs()));
        for (row, expected) in scores.rows().zip(&expected) {
            assert!(
                (row[0] - expected).abs() <= allowed,
                "{}: {} for {expected}",
                case.place(),
                row[0]
            );
            compared += 1;
        }
        if case.json["unique"].as_bool() == Some(true) {
            let found = model.facts().numbers["support_vectors"];
            let expected = case.number("support_vectors").expect("a count");
            assert!(
                (found - expected).abs() <= 1.0,
                "{}: {found} for {expected} support vectors",
                case.place()
            );
            counted += 1;
        }
    }
    assert!(compared > 1500 && counted > 20, "{compared} decisions and {counted} counts compared");
}

#[test]
fn several_classes_are_voted_on_as_in_libsvm() {
    let file = file();
    let mut compared = 0;
    for case in Case::all(&file).iter().filter(|c| c.json["ovo"].is_array()) {
        let (model, test) = case.fit(1e-6, 1 << 28);
        let labels = model.predict(Rows::of(&test).expect("finite")).labels;
        let expected = numbers(&case.json["predicted"]);
        assert!(labels.iter().zip(&expected).all(|(l, e)| f64::from(*l) == *e), "{}", case.place());
        compared += labels.len();
    }
    assert!(compared > 1000, "{compared} labels compared");
}

#[test]
fn a_small_memory_gives_the_same_predictions() {
    let file = file();
    for case in Case::all(&file).iter().step_by(9) {
        let (whole, test) = case.fit(1e-3, 1 << 28);
        // Room for a few rows only: kernel values are computed when they are needed.
        let (cached, _) = case.fit(1e-3, 20_000);
        let rows = Rows::of(&test).expect("finite");
        assert_eq!(whole.predict(rows), cached.predict(rows), "{}", case.place());
    }
}

#[test]
fn regression_gives_the_values_of_libsvm() {
    let file = file();
    let catalog = Catalog::open(&project().join("datasets")).expect("the catalogue");
    for case in file["regression"].as_array().expect("cases") {
        let place = format!("{} on {}", case["method"], case["dataset"]);
        let entry = catalog.find(case["dataset"].as_str().expect("a name")).expect("catalogued");
        let data = load(&catalog.source(entry)).expect("a good file");
        let (test, train): (Vec<usize>, Vec<usize>) = (0..data.rows).partition(|row| row % 5 == 0);
        let recipe = Recipe { scale: Scale::MinMax, nominal: Nominal::OneHot };
        let prepared = Prepared::fit(&data, &train, recipe);
        let (x, test_x) = (prepared.apply(&data, &train), prepared.apply(&data, &test));
        let divisor = case["target_divisor"].as_f64().expect("a divisor");
        let targets = Regress::truth(&data, &Regress::units(&data)).expect("numbers");
        let z = train.iter().map(|&row| targets.row(row)[0] / divisor).collect();
        let y = Targets::of_one(z);
        let samples = Samples::<Regress>::new(Rows::of(&x).expect("finite"), &y).expect("samples");
        let number = |name: &str| Param::Real(case[name].as_f64().expect("a number"));
        let form = if case["epsilon"].is_number() { "epsilon" } else { "nu" };
        let registry = Registry::standard();
        let svr = registry.method::<Regress>("svr").expect("registered");
        let params = ParamInfo::defaults(svr.info().params)
            .with("tolerance", Param::Real(1e-6))
            .with("form", Param::Text(form.into()))
            .with(form, number(form))
            .with("gamma", number("gamma"))
            .with("c", number("c"));
        let model = svr.fit(&samples, &params, &FitContext::alone(0)).expect("a model");
        let found = model.predict(Rows::of(&test_x).expect("finite"));
        let allowed = 1e-5 + 4.0 * case["off"].as_f64().expect("off");
        for (found, expected) in found.values().iter().zip(numbers(&case["predicted_exact"])) {
            assert!((found - expected).abs() <= allowed, "{place}: {found} for {expected}");
        }
        let facts = model.facts().numbers;
        let vectors = case["support_vectors"].as_u64().expect("a count") as f64;
        assert!((facts["support_vectors"] - vectors).abs() <= 1.0, "{place}");
        if let Some(tube) = case["tube_exact"].as_f64() {
            assert!((facts["tube"] - tube).abs() < 1e-5, "{place}: tube {}", facts["tube"]);
        }
    }
}

/// Two programs for one problem: the squared hinge with a constant feature is the L2 machine with a linear kernel, whose
/// penalty counts half.
#[test]
fn the_linear_machine_is_the_kernel_machine_with_a_linear_kernel() {
    let catalog = Catalog::open(&project().join("datasets")).expect("the catalogue");
    let registry = Registry::standard();
    let (linear, kernel) = (
        registry.method::<Classify>("linear-svm").expect("known"),
        registry.method::<Classify>("nnisda").expect("known"),
    );
    for (name, c) in [("heart", 0.5), ("sonar", 2.0), ("vote", 1.0)] {
        let data = load(&catalog.source(catalog.find(name).expect("known"))).expect("a good file");
        let (test, train): (Vec<usize>, Vec<usize>) = (0..data.rows).partition(|row| row % 5 == 0);
        let recipe = Recipe { scale: Scale::MinMax, nominal: Nominal::OneHot };
        let prepared = Prepared::fit(&data, &train, recipe);
        let (x, test_x) = (prepared.apply(&data, &train), prepared.apply(&data, &test));
        let y: Labels =
            Classify::truth(&data, &Classify::units(&data)).expect("classes").select(&train);
        let samples = Samples::new(Rows::of(&x).expect("finite"), &y).expect("samples");
        let shared = Shared::nothing();
        let context = FitContext {
            key: RngKey::root(0),
            stop: &NeverStop,
            shared: &shared,
            memory: 1 << 28,
            place: None,
        };
        let fit = |method: &dyn tribunal::learn::Method<Classify>, params: Params| {
            let model = method.fit(&samples, &params, &context).expect("a model");
            let predictions = model.predict(Rows::of(&test_x).expect("finite"));
            predictions.scores.matrix().expect("decisions").values.clone()
        };
        let tight = |p: Params| p.with("tolerance", Param::Real(1e-9));
        let one = fit(
            linear,
            tight(ParamInfo::defaults(linear.info().params))
                .with("c", Param::Real(c))
                .with("max-iterations", Param::Int(1_000_000)),
        );
        let other = fit(
            kernel,
            tight(ParamInfo::defaults(kernel.info().params))
                .with("c", Param::Real(2.0 * c))
                .with("kernel", Param::Text("linear".into()))
                .with("bias", Param::Flag(true)),
        );
        for (one, other) in one.iter().zip(&other) {
            assert!((one - other).abs() < 1e-4, "{name}: {one} and {other}");
        }
    }
}
