//! The conformance suite: what every method must do, checked on any method that is handed in. Those that ship are checked
//! by our tests; a method of your own can be checked the same way, best in a test of its own:
//!
//! ```
//! use tribunal::{Court, conformance};
//!
//! let knn = Court::new().method("knn").ok_or("no such method")?;
//! assert_eq!(conformance::check(knn), Vec::<String>::new());
//! # Ok::<(), &str>(())
//! ```
//!
//! The rules: the declaration is whole, and every default lies in its domain. Fitting twice gives the same model. The order
//! of test rows does not matter. One row, one class, constant features, huge numbers and the like give a model or a typed
//! error, never a panic. Predictions are one a row, of classes that exist; scores are finite, probabilities sum to one; facts
//! are declared. Points of a grid that are fitted in a group predict what they predict alone, and sparse rows what dense
//! ones do. What is iterated asks whether to stop. Missing values, nominal features and weights are learned from where that
//! is declared. Clouds of points far apart are told from each other with the default parameters.

mod tables;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ndarray::Array2;

use super::command::Program;
use super::imported::Imported;
use super::shared::Shared;
use super::{
    ClassPredictions, Classify, Declared, FitContext, FitError, Labels, Method, Model, NeverStop,
    Samples, Scores, Stop, StopReason, Task,
};
use crate::data::Rows;
use crate::data::sparse::SparseMatrix;
use crate::num::key::RngKey;
use crate::num::sample;
use crate::params::{Domain, ParamInfo, Params, Value};

/// A training problem with test rows.
struct Toy {
    name: &'static str,
    train: Array2<f64>,
    labels: Labels,
    test: Array2<f64>,
}

/// Every rule the method breaks, in words; empty if it conforms. It takes from milliseconds to seconds, as the method does.
/// What panics is caught and told, though the usual message of a panic may appear on standard error.
pub fn check(method: &dyn Method<Classify>) -> Vec<String> {
    let declared = catch_unwind(AssertUnwindSafe(|| broken_declaration(method)));
    let mut broken = declared.unwrap_or_else(|_| vec!["panics when asked what it is".into()]);
    if broken.is_empty() {
        for params in variations(method.info().params) {
            for toy in toys() {
                check_toy(method, &params, &toy, &mut broken);
            }
        }
        let rest = [
            check_groups,
            check_learns,
            check_sparse,
            check_stops,
            tables::check_tables,
            tables::check_weights,
        ];
        for check in rest {
            if catch_unwind(AssertUnwindSafe(|| check(method, &mut broken))).is_err() {
                broken.push("panics on clouds of points or tables".into());
            }
        }
    }
    broken
}

/// Every rule that the declaration of a method breaks.
pub(crate) fn broken_declaration(method: &dyn Declared) -> Vec<String> {
    let mut broken = Vec::new();
    let info = method.info();
    let kebab = |name: &str| {
        !name.is_empty()
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    if !kebab(info.kind) {
        broken.push(format!("kind `{}` is not lower case with `-`", info.kind));
    }
    if [Program::KIND, Imported::KIND].contains(&info.kind) {
        broken.push(format!("kind `{}` means something else in specs", info.kind));
    }
    if info.summary.is_empty() || info.reference.is_empty() || info.version == 0 {
        broken.push("summary, reference or version is missing".into());
    }
    let mut names = BTreeSet::new();
    for param in info.params {
        if !kebab(param.name) || !names.insert(param.name) || param.about.is_empty() {
            broken.push(format!("parameter `{}` is misnamed, doubled or undocumented", param.name));
        }
        if param.domain.accept(param.default.clone()).as_ref() != Some(&param.default) {
            broken.push(format!("the default of `{}` lies outside its domain", param.name));
        }
        if !param.domain.is_sound() {
            broken.push(format!("the domain of `{}` combines what does not combine", param.name));
        }
    }
    broken
}

/// The defaults, and each parameter in turn at other values of its domain.
fn variations(declared: &[ParamInfo]) -> Vec<Params> {
    let defaults = ParamInfo::defaults(declared);
    let mut all = vec![defaults.clone()];
    for param in declared {
        let others: Vec<Value> = match (param.domain.usual(), &param.default) {
            (Domain::Int { min, .. }, _) => vec![Value::Int(min)],
            (Domain::Flag, _) => vec![Value::Flag(true), Value::Flag(false)],
            (_, Value::Real(v)) => vec![Value::Real(v * 0.1), Value::Real(v * 10.0)],
            // Where the default is a word; only real numbers accept these.
            _ => vec![Value::Real(0.1), Value::Real(10.0)],
        };
        let words = param.domain.words().iter().map(|word| Value::Text((*word).into()));
        let accepted = others.into_iter().chain(words).filter_map(|v| param.domain.accept(v));
        all.extend(accepted.map(|value| defaults.clone().with(param.name, value)));
    }
    all
}

fn matrix(rows: &[&[f64]]) -> Array2<f64> {
    let width = rows.first().map_or(0, |r| r.len());
    Array2::from_shape_fn((rows.len(), width), |(r, c)| rows[r][c])
}

fn toys() -> Vec<Toy> {
    let toy = |name, train: Array2<f64>, ids: &[u32], classes, test: Array2<f64>| Toy {
        name,
        train,
        labels: Labels::new(ids.to_vec(), classes),
        test,
    };
    let two = || matrix(&[&[0.0, 1.0], &[1.0, 0.0], &[0.2, 0.9], &[0.8, 0.3]]);
    let ids = [0, 1, 0, 1];
    let scaled = |factor: f64| two() * factor;
    vec![
        toy("ordinary data", two(), &ids, 2, two()),
        toy("one row", matrix(&[&[1.0, 2.0]]), &[1], 2, two()),
        toy("two rows", matrix(&[&[1.0, 2.0], &[3.0, 1.0]]), &[1, 0], 2, two()),
        toy("one class", two(), &[1, 1, 1, 1], 3, two()),
        toy("an absent class", two(), &[0, 2, 0, 2], 3, two()),
        toy("constant features", Array2::ones((4, 2)), &ids, 2, two()),
        toy("equal rows of two classes", Array2::ones((6, 2)), &[0, 1, 1, 0, 1, 1], 2, two()),
        toy(
            "more features than rows",
            Array2::from_shape_fn((3, 9), |(r, c)| (r * c % 5) as f64),
            &[0, 1, 2],
            3,
            Array2::zeros((2, 9)),
        ),
        toy("no features", Array2::zeros((4, 0)), &ids, 2, Array2::zeros((3, 0))),
        toy("huge numbers", scaled(1e300), &ids, 2, scaled(1e300)),
        toy("tiny numbers", scaled(1e-300), &ids, 2, scaled(1e-300)),
        toy("huge numbers in the test only", two(), &ids, 2, scaled(1e300)),
        toy("no test rows", two(), &ids, 2, Array2::zeros((0, 2))),
    ]
}

fn context<'a>(stop: &'a dyn Stop, shared: &'a Shared) -> FitContext<'a> {
    FitContext { key: RngKey::root(1), stop, shared, memory: 1 << 24, place: None }
}

fn fit(
    method: &dyn Method<Classify>,
    params: &Params,
    toy: &Toy,
) -> Result<Box<dyn Model<Classify>>, FitError> {
    let x = Rows::new(&toy.train).map_err(|e| FitError::Unsuitable(e.to_string()))?;
    let nothing = Shared::nothing();
    let context = context(&NeverStop, &nothing);
    method.fit(&Samples::new(x, &toy.labels)?, params, &context)
}

fn predict(model: &dyn Model<Classify>, test: &Array2<f64>) -> Option<ClassPredictions> {
    Rows::new(test).ok().map(|x| model.predict(x))
}

fn check_toy(method: &dyn Method<Classify>, params: &Params, toy: &Toy, broken: &mut Vec<String>) {
    let place = format!("on {} with `{params}`", toy.name);
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let model = fit(method, params, toy).ok()?;
        let predictions = predict(model.as_ref(), &toy.test)?;
        let again = fit(method, params, toy).ok().and_then(|m| predict(m.as_ref(), &toy.test));
        let backwards: Vec<usize> = (0..toy.test.nrows()).rev().collect();
        let reversed = toy.test.select(ndarray::Axis(0), &backwards);
        let reversed = predict(model.as_ref(), &reversed.as_standard_layout().into_owned())?;
        Some((predictions, again, reversed, model.facts()))
    }));
    let (predictions, again, reversed, facts) = match attempt {
        Err(_) => return broken.push(format!("panics {place}")),
        // A typed error is a fair answer to unsuitable data, but ordinary data must be learned.
        Ok(None) if toy.name == "ordinary data" => {
            return broken.push(format!("gives no model {place}"));
        }
        Ok(None) => return,
        Ok(Some(results)) => results,
    };
    let truth = Labels::new(vec![0; toy.test.nrows()], toy.labels.classes());
    if let Err(problem) = Classify::check(&truth, &predictions) {
        return broken.push(format!("{problem}, {place}"));
    }
    let declared: BTreeSet<&str> = method.info().facts.iter().map(|f| f.name).collect();
    for (name, value) in &facts.numbers {
        if !value.is_finite() || !declared.contains(name.as_str()) {
            broken.push(format!(
                "tells the fact `{name}` = {value}, not finite or not declared, {place}"
            ));
        }
    }
    if let Scores::Probability(matrix) = &predictions.scores {
        let fair = |row: &[f64]| {
            row.iter().all(|p| *p >= 0.0) && (row.iter().sum::<f64>() - 1.0).abs() < 1e-9
        };
        if !matrix.rows().all(fair) {
            broken.push(format!("gives probabilities that do not sum to one {place}"));
        }
    }
    let backwards = |p: &ClassPredictions| -> Vec<Vec<f64>> {
        let rows = p.scores.matrix().map(|m| m.rows().rev().map(<[f64]>::to_vec).collect());
        rows.unwrap_or_default()
    };
    let forwards: Vec<Vec<f64>> =
        predictions.scores.matrix().map_or(Vec::new(), |m| m.rows().map(<[f64]>::to_vec).collect());
    if predictions.labels.iter().rev().ne(&reversed.labels) || forwards != backwards(&reversed) {
        broken.push(format!("lets the order of test rows matter {place}"));
    }
    if Some(predictions) != again {
        broken.push(format!("gives another model when fitted again {place}"));
    }
}

/// Two or three clouds of points, far apart.
fn clouds(classes: usize, width: usize) -> Toy {
    let mut rng = RngKey::root(5).child("clouds", classes as u64).stream();
    let mut cloud = |rows: usize| {
        let ids: Vec<u32> = (0..rows).map(|r| (r % classes) as u32).collect();
        let x = Array2::from_shape_fn((rows, width), |(r, c)| {
            let centre = if c % classes == r % classes { 1.0 } else { 0.0 };
            centre + 0.1 * sample::normal(&mut rng)
        });
        (x, ids)
    };
    let (train, ids) = cloud(60);
    let (test, _) = cloud(30);
    Toy { name: "clouds", train, labels: Labels::new(ids, classes), test }
}

fn check_learns(method: &dyn Method<Classify>, broken: &mut Vec<String>) {
    let defaults = ParamInfo::defaults(method.info().params);
    for (classes, width) in [(2, 2), (3, 3), (3, 7)] {
        let toy = clouds(classes, width);
        let labels = fit(method, &defaults, &toy).ok().and_then(|m| predict(m.as_ref(), &toy.test));
        let right = labels.map_or(0, |p| {
            p.labels
                .iter()
                .enumerate()
                .filter(|(row, label)| row % classes == **label as usize)
                .count()
        });
        if right * 10 < 30 * 9 && !method.info().baseline {
            broken
                .push(format!("recognises only {right} of 30 rows in {classes} clouds far apart"));
        }
    }
}

fn check_groups(method: &dyn Method<Classify>, broken: &mut Vec<String>) {
    let grid = variations(method.info().params);
    let groups = method.groups(&grid);
    let mut members: Vec<usize> = groups.iter().flatten().copied().collect();
    members.sort_unstable();
    if members != (0..grid.len()).collect::<Vec<_>>() {
        return broken.push("puts a grid point into no group, or into several".into());
    }
    let toy = clouds(3, 4);
    let Ok(x) = Rows::new(&toy.train) else { return };
    let Ok(train) = Samples::new(x, &toy.labels) else { return };
    let room = Shared::new(1 << 24);
    let context = context(&NeverStop, &room);
    for group in groups {
        let points: Vec<&Params> = group.iter().map(|&p| &grid[p]).collect();
        let mut together: Vec<Option<ClassPredictions>> = vec![None; points.len()];
        let Ok(test) = Rows::new(&toy.test) else { return };
        method.try_group(&train, test, &points, &context, &mut |position, predictions| {
            if let Some(place) = together.get_mut(position) {
                *place = predictions.ok();
            }
        });
        for (params, grouped) in points.iter().zip(together) {
            let alone = fit(method, params, &toy).ok().and_then(|m| predict(m.as_ref(), &toy.test));
            let labels = |p: Option<ClassPredictions>| p.map(|p| p.labels);
            if labels(alone) != labels(grouped) {
                broken.push(format!("predicts otherwise in a group than alone with `{params}`"));
            }
        }
    }
}

/// Leaving zeros out changes how the data is stored, not what is learned from it.
fn check_sparse(method: &dyn Method<Classify>, broken: &mut Vec<String>) {
    let mut toy = clouds(3, 9);
    for matrix in [&mut toy.train, &mut toy.test] {
        matrix.mapv_inplace(|v| if v < 0.3 { 0.0 } else { v });
    }
    let sparse = |matrix: &Array2<f64>| {
        SparseMatrix::new(matrix.nrows(), matrix.ncols(), |put| {
            matrix.indexed_iter().for_each(|((row, feature), v)| put(row, feature, *v));
        })
    };
    let (train, test) = (sparse(&toy.train), sparse(&toy.test));
    let defaults = ParamInfo::defaults(method.info().params);
    let nothing = Shared::nothing();
    let context = context(&NeverStop, &nothing);
    let (Ok(x), Ok(test)) = (Rows::sparse(&train), Rows::sparse(&test)) else { return };
    let Ok(samples) = Samples::new(x, &toy.labels) else { return };
    let labels = |p: ClassPredictions| p.labels;
    let from_sparse = method.fit(&samples, &defaults, &context).ok().map(|m| m.predict(test));
    let from_dense = fit(method, &defaults, &toy).ok().and_then(|m| predict(m.as_ref(), &toy.test));
    if from_sparse.map(labels) != from_dense.map(labels) {
        broken.push("predicts otherwise from sparse rows than from dense ones".into());
    }
}

struct AlwaysStop;

impl Stop for AlwaysStop {
    fn requested(&self) -> bool {
        true
    }
}

/// A method that is told to stop must not give a wrong reason, and may only finish if nothing is iterated.
fn check_stops(method: &dyn Method<Classify>, broken: &mut Vec<String>) {
    let toy = clouds(3, 4);
    let Ok(x) = Rows::new(&toy.train) else { return };
    let Ok(train) = Samples::new(x, &toy.labels) else { return };
    let nothing = Shared::nothing();
    let context = context(&AlwaysStop, &nothing);
    let defaults = ParamInfo::defaults(method.info().params);
    match method.fit(&train, &defaults, &context) {
        Ok(model) if model.facts().stop != StopReason::ClosedForm => {
            broken.push("iterates without asking whether to stop".into());
        }
        Ok(_) | Err(FitError::Stopped) => {}
        Err(other) => broken.push(format!("says `{other}` when it is told to stop")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{FitResult, MethodInfo, Registry, Setting};

    #[test]
    fn every_registered_method_conforms() {
        let registry = Registry::standard();
        for kind in registry.of(Setting::Classification).map(|entry| entry.method.info().kind) {
            let method = registry.method(kind).unwrap();
            assert_eq!(check(method), Vec::<String>::new(), "{kind}");
        }
    }

    /// A method with every fault: proves that the suite would notice.
    struct Faulty;

    static FAULTY: MethodInfo = MethodInfo {
        kind: "faulty",
        summary: "breaks rules",
        reference: "none",
        params: &[],
        version: 1,
        ..MethodInfo::PLAIN
    };

    struct FaultyModel;

    impl Declared for Faulty {
        fn info(&self) -> &'static MethodInfo {
            &FAULTY
        }
    }

    impl Method<Classify> for Faulty {
        fn fit(
            &self,
            train: &Samples<'_, Classify>,
            _: &Params,
            _: &FitContext<'_>,
        ) -> FitResult<Classify> {
            assert!(train.x().len() > 1, "cannot cope with one row");
            Ok(Box::new(FaultyModel))
        }
    }

    impl Model<Classify> for FaultyModel {
        fn predict(&self, x: Rows<'_>) -> ClassPredictions {
            // Whichever row comes first gets class 1; in a large test part, one that does not exist.
            let first = if x.len() == 2 { 7 } else { 1 };
            let width = if matches!(x.len(), 3 | 4) { 2 } else { 3 };
            let values = vec![if x.len() == 3 { f64::NAN } else { 0.7 }; x.len() * width];
            let mut predictions = ClassPredictions::from_probabilities(width, values);
            predictions.labels = (0..x.len()).map(|i| if i == 0 { first } else { 0 }).collect();
            predictions
        }

        fn bytes(&self) -> usize {
            0
        }

        fn facts(&self) -> crate::learn::ModelFacts {
            crate::learn::ModelFacts::closed_form()
        }
    }

    struct Silent;

    impl Declared for Silent {
        fn info(&self) -> &'static MethodInfo {
            panic!("does not tell what it is")
        }
    }

    impl Method<Classify> for Silent {
        fn fit(
            &self,
            _: &Samples<'_, Classify>,
            _: &Params,
            _: &FitContext<'_>,
        ) -> FitResult<Classify> {
            Err(FitError::Stopped)
        }
    }

    #[test]
    fn a_method_that_panics_when_asked_what_it_is_is_told_too() {
        assert_eq!(check(&Silent), ["panics when asked what it is"]);
    }

    #[test]
    fn faults_are_found() {
        let broken = check(&Faulty).join("\n");
        for fault in [
            "panics on one row",
            "does not exist",
            "not finite",
            "do not sum",
            "order of test rows",
            "recognises only",
        ] {
            assert!(broken.contains(fault), "`{fault}` went unnoticed:\n{broken}");
        }
    }
}
