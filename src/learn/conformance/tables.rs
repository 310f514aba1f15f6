//! What methods that read tables or heed weights must do with missing values, nominal features and weights.

use ndarray::Array2;

use super::rules::{CLEAR, agree, answers};
use super::toy::{Examined, Toy};
use super::{context, variations};
use crate::data::FeatureKind;
use crate::learn::{Examples, Input, Method, NeverStop, Samples, Shared};
use crate::num::key::RngKey;
use crate::num::sample;
use crate::params::{Domain, ParamInfo, Params, Value};

/// Cells and kinds of a table, and the group that each row belongs to.
pub(super) type TableRows = (Array2<f64>, Vec<FeatureKind>, Vec<u32>);

/// 150 rows to learn from and 30 to test, in three groups: a nominal feature that shows the group, a numeric one too, one
/// that never varies, one that is always missing; in training every seventh cell is missing. The last level of the first
/// never occurs in training.
pub(super) fn table_rows() -> (TableRows, TableRows) {
    let mut rng = RngKey::root(7).child("tables", 0).stream();
    let kinds = vec![
        FeatureKind::Nominal { levels: 4 },
        FeatureKind::Numeric,
        FeatureKind::Nominal { levels: 1 },
        FeatureKind::Numeric,
    ];
    let mut rows = |count: usize, holes: bool| {
        let groups: Vec<u32> = (0..count).map(|row| (row % 3) as u32).collect();
        let x = Array2::from_shape_fn((count, 4), |(row, feature)| {
            let hole = holes && (row + 2 * feature) % 7 == 0;
            match (feature, row % 3) {
                _ if hole => f64::NAN,
                (0, group) => group as f64,
                (1, group) => group as f64 + 0.1 * sample::normal(&mut rng),
                (2, _) => 0.0,
                _ => f64::NAN,
            }
        });
        (x, kinds.clone(), groups)
    };
    let train = rows(150, true);
    let mut test = rows(30, false);
    // A level that training did not show, and a row of which nothing is known.
    test.0[(0, 0)] = 3.0;
    test.0.row_mut(1).fill(f64::NAN);
    (train, test)
}

/// What is reached at least from a table.
const FROM_TABLE: f64 = 2.0 / 3.0;

/// Missing values and nominal features are learned from by every method that asks for tables.
pub(super) fn check_tables<T: Examined>(method: &dyn Method<T>, broken: &mut Vec<String>) {
    let Some(toy) = T::table() else { return };
    let reads = |params: &&Params| method.input(params) == Input::Table;
    for params in variations(method.info().params).iter().filter(reads) {
        let place = format!("on {} with `{params}`", toy.name);
        let answers = match answers(method, params, &toy) {
            Ok(answers) => answers,
            Err(reason) => {
                broken.push(format!("gives no model {place}: {reason}"));
                continue;
            }
        };
        if let Err(problem) = T::check(&toy.test.truth, &answers) {
            broken.push(format!("{problem}, {place}"));
            continue;
        }
        let (skill, complaint) = T::skill(&toy.test.truth, &answers);
        let excused = method.info().baseline || is_starved(method.info().params, params);
        if skill < FROM_TABLE && !excused {
            broken.push(format!("{complaint} {place}"));
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

/// Equal weights change nothing that can be seen, and examples without weight are as good as absent.
pub(super) fn check_weights<T: Examined>(method: &dyn Method<T>, broken: &mut Vec<String>) {
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

/// The answers of a model for the test part of a toy, fitted with other truth or with weights.
fn weighted<T: Examined>(
    method: &dyn Method<T>,
    params: &Params,
    toy: &Toy<T>,
    truth: &T::Truth,
    weights: &[f64],
) -> Option<T::Answers> {
    let samples = Samples::new(toy.train.examples()?, truth).ok()?.weighted(weights).ok()?;
    let nothing = Shared::nothing();
    let model = method.fit(&samples, params, &context(&NeverStop, &nothing)).ok()?;
    Some(model.predict(toy.test.examples()?))
}

fn check_weights_with<T: Examined>(
    method: &dyn Method<T>,
    params: &Params,
    broken: &mut Vec<String>,
) {
    let toy = T::lesson();
    let examples = toy.train.examples().map_or(0, |x| x.len());
    let plain = answers(method, params, &toy).ok();
    let ones = weighted(method, params, &toy, &toy.train.truth, &vec![1.0; examples]);
    if plain.is_none() || !agree::<T>(plain.as_ref(), ones.as_ref()) {
        broken.push(format!("predicts otherwise when every example weighs one, with `{params}`"));
    }
    // What is wrong weighs nothing.
    let lies = T::misled(&toy.train.truth);
    let weights: Vec<f64> = (0..examples).map(|row| f64::from(row % 4 != 0)).collect();
    let judged = weighted(method, params, &toy, &lies, &weights)
        .map(|answers| T::skill(&toy.test.truth, &answers));
    let (skill, complaint) = judged.unwrap_or((0.0, "gives no model".into()));
    if skill < CLEAR && !method.info().baseline {
        broken.push(format!("{complaint} when wrong examples weigh nothing, with `{params}`"));
    }
}
