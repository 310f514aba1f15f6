//! What methods that read tables or heed weights must do with missing values, nominal features and weights.

use ndarray::Array2;

use super::{clouds, context, variations};
use crate::data::{FeatureKind, Rows};
use crate::learn::{
    ClassPredictions, Classify, Input, Labels, Method, NeverStop, Samples, Shared, Task,
};
use crate::num::key::RngKey;
use crate::num::sample;
use crate::params::{Domain, ParamInfo, Params, Value};

/// 150 rows, three classes: a nominal feature that tells them apart, a numeric one too, one that never varies, one
/// that is always missing; every seventh cell is missing. The last level of the first never occurs in training.
struct TableToy {
    x: Array2<f64>,
    kinds: Vec<FeatureKind>,
    labels: Labels,
    test: Array2<f64>,
    test_classes: Vec<u32>,
}

fn toy() -> TableToy {
    let mut rng = RngKey::root(7).child("tables", 0).stream();
    let kinds = vec![
        FeatureKind::Nominal { levels: 4 },
        FeatureKind::Numeric,
        FeatureKind::Nominal { levels: 1 },
        FeatureKind::Numeric,
    ];
    let mut rows = |count: usize, holes: bool| {
        let classes: Vec<u32> = (0..count).map(|row| (row % 3) as u32).collect();
        let x = Array2::from_shape_fn((count, 4), |(row, feature)| {
            let hole = holes && (row + 2 * feature) % 7 == 0;
            match (feature, row % 3) {
                _ if hole => f64::NAN,
                (0, class) => class as f64,
                (1, class) => class as f64 + 0.1 * sample::normal(&mut rng),
                (2, _) => 0.0,
                _ => f64::NAN,
            }
        });
        (x, classes)
    };
    let (x, ids) = rows(150, true);
    let (mut test, test_classes) = rows(30, false);
    // A level that training did not show, and a row of which nothing is known.
    test[(0, 0)] = 3.0;
    test.row_mut(1).fill(f64::NAN);
    TableToy { x, kinds, labels: Labels::new(ids, 3), test, test_classes }
}

fn fit_and_predict(
    method: &dyn Method<Classify>,
    params: &Params,
    toy: &TableToy,
) -> Result<ClassPredictions, String> {
    let x = Rows::table(&toy.x, &toy.kinds).map_err(|e| e.to_string())?;
    let test = Rows::table(&toy.test, &toy.kinds).map_err(|e| e.to_string())?;
    let samples = Samples::new(x, &toy.labels).map_err(|e| e.to_string())?;
    let nothing = Shared::nothing();
    let model = method.fit(&samples, params, &context(&NeverStop, &nothing));
    model.map(|m| m.predict(test)).map_err(|e| e.to_string())
}

/// Missing values and nominal features are learned from by every method that asks for tables.
pub fn check_tables(method: &dyn Method<Classify>, broken: &mut Vec<String>) {
    let toy = toy();
    let reads = |params: &&Params| method.input(params) == Input::Table;
    for params in variations(method.info().params).iter().filter(reads) {
        let place = format!("on a table with `{params}`");
        let predictions = match fit_and_predict(method, params, &toy) {
            Ok(predictions) => predictions,
            Err(reason) => {
                broken.push(format!("gives no model {place}: {reason}"));
                continue;
            }
        };
        let truth = Labels::new(toy.test_classes.clone(), 3);
        if let Err(problem) = Classify::check(&truth, &predictions) {
            broken.push(format!("{problem}, {place}"));
        }
        let right =
            predictions.labels.iter().zip(&toy.test_classes).filter(|(a, b)| a == b).count();
        if right < 20 && !method.info().baseline && !is_starved(method.info().params, params) {
            broken.push(format!("recognises only {right} of 30 rows {place}"));
        }
    }
}

/// Whether a whole number is smaller than can be expected to learn with, such as a single epoch.
fn is_starved(declared: &[ParamInfo], params: &Params) -> bool {
    let at_its_smallest = |info: &ParamInfo| match info.domain.usual() {
        Domain::Int { min, .. } => {
            let least = Value::Int(min);
            params.get(info.name) == Some(&least) && info.default != least
        }
        _ => false,
    };
    declared.iter().any(at_its_smallest)
}

/// Equal weights change nothing that can be seen, and rows without weight are as good as absent.
pub fn check_weights(method: &dyn Method<Classify>, broken: &mut Vec<String>) {
    if !method.info().weights {
        return;
    }
    let declared = method.info().params;
    let mut points = vec![ParamInfo::defaults(declared)];
    // Other words may mean other code.
    for info in declared {
        for &word in info.domain.words() {
            let other = points[0].clone().with(info.name, Value::Text(word.into()));
            points.push(other);
        }
    }
    points.iter().for_each(|params| check_weights_with(method, params, broken));
}

fn check_weights_with(method: &dyn Method<Classify>, params: &Params, broken: &mut Vec<String>) {
    let toy = clouds(3, 4);
    let (rows, nothing) = (toy.train.nrows(), Shared::nothing());
    let labels_with = |labels: &Labels, weights: Option<&[f64]>| {
        let mut samples = Samples::new(Rows::new(&toy.train).ok()?, labels).ok()?;
        if let Some(weights) = weights {
            samples = samples.weighted(weights).ok()?;
        }
        let model = method.fit(&samples, params, &context(&NeverStop, &nothing)).ok()?;
        Some(model.predict(Rows::new(&toy.test).ok()?).labels)
    };
    let plain = labels_with(&toy.labels, None);
    if plain.is_none() || plain != labels_with(&toy.labels, Some(&vec![1.0; rows])) {
        broken.push(format!("predicts otherwise when every row weighs one, with `{params}`"));
    }
    // Every fourth row's class is wrong, and weighs nothing.
    let lie = |(row, id): (usize, &u32)| if row % 4 == 0 { (id + 1) % 3 } else { *id };
    let lies = Labels::new(toy.labels.ids().iter().enumerate().map(lie).collect(), 3);
    let weights: Vec<f64> = (0..rows).map(|row| f64::from(row % 4 != 0)).collect();
    let right = labels_with(&lies, Some(&weights)).map_or(0, |labels| {
        labels.iter().enumerate().filter(|(row, label)| row % 3 == **label as usize).count()
    });
    if right * 10 < 30 * 9 && !method.info().baseline {
        broken.push(format!(
            "recognises only {right} of 30 rows when wrong ones weigh nothing, with `{params}`"
        ));
    }
}
