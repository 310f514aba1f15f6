//! What is prepared for a split, and what is kept of it.

use std::path::Path;

use super::*;
use crate::data::dataset::Roles;
use crate::data::prep::{Nominal, Scale, find_step};
use crate::data::read::{self, ReadOptions};
use crate::data::{Dataset, TaskKind};
use crate::experiment::Search;
use crate::learn::{Classify, Registry, Setting};
use crate::params::{ParamInfo, Value};

/// Eight rows, and `z` is their class; `wild` makes the last two, which are tested, strange.
fn loaded(wild: bool) -> Loaded {
    let mut text = String::from("x,y,z,class\n");
    for row in 0..8_i32 {
        let (class, noise) = (row % 2, row * 7 % 5);
        let far = if wild && row >= 6 { 1000 } else { 1 };
        let z = if far > 1 { far } else { class };
        text.push_str(&format!("{},{},{z},{class}\n", far * (class * 3 + noise), far * noise));
    }
    let file = Path::new("t.csv");
    let options = ReadOptions { target_is_nominal: true, ..ReadOptions::default() };
    let format = read::format_of(file, None).unwrap();
    let table = read::read(file, text.as_bytes(), format, &options).unwrap();
    let kind = TaskKind::Classification;
    let data = Dataset::new("t", kind, file, table, &Roles::default()).unwrap();
    Loaded::new(data, Setting::Classification).unwrap()
}

fn method(steps: bool, scope: Scope) -> MethodSpec {
    let knn = Registry::standard().find("knn", Setting::Classification).unwrap().method;
    let prepare: Vec<_> = find_step("fisher").filter(|_| steps).into_iter().collect();
    let spec = MethodSpec {
        name: "m".into(),
        method: knn,
        grid: Vec::new(),
        search: Search::Grid,
        prepare,
        prepare_scope: scope,
    };
    let point = ParamInfo::defaults(&spec.declared());
    let one = point.clone().with("fisher-features", Value::Int(1));
    MethodSpec { grid: vec![point, one], ..spec }
}

fn train_part(wild: bool, scale: Scope, steps: Scope, point: usize) -> (Vec<f64>, usize) {
    let (loaded, method) = (loaded(wild), method(true, steps));
    let truth = Classify::truth(&loaded.data, &loaded.units).unwrap();
    let recipe = Recipe { scale: Scale::MinMax, nominal: Nominal::OneHot };
    let preparation = Preparation::<Classify> {
        loaded: &loaded,
        truth: &truth,
        recipe,
        scope: scale,
        method: &method,
    };
    let split = Split { train: (0..6).collect(), test: vec![6, 7] };
    let key = PrepKey::of(&method, &method.grid[point]);
    let parts = preparation.parts(&key, &method.grid[point], &split).ok().unwrap();
    let rows = parts.train.samples().ok().unwrap().x().to_dense();
    assert_eq!(parts.test.examples().ok().unwrap().width(), rows.width());
    (rows.iter().flatten().copied().collect(), rows.width())
}

#[test]
fn the_training_part_does_not_depend_on_test_rows() {
    for point in [0, 1] {
        let fair = |wild| train_part(wild, Scope::Train, Scope::Train, point);
        assert_eq!(fair(false), fair(true));
    }
    let scaled = |wild| train_part(wild, Scope::All, Scope::Train, 0);
    assert_ne!(scaled(false), scaled(true), "the leaking scope notices");
}

#[test]
fn a_step_keeps_as_many_columns_as_its_point_says() {
    assert_eq!(train_part(false, Scope::Train, Scope::Train, 0).1, 3);
    assert_eq!(train_part(false, Scope::Train, Scope::Train, 1).1, 1);
}

#[test]
fn a_leaking_step_is_fitted_on_test_rows_too() {
    let chosen = |wild, scope| train_part(wild, Scope::Train, scope, 1).0;
    let (x, z) = ([0.0, 1.0, 0.8, 0.8, 0.6, 0.6], [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]);
    assert_eq!((chosen(true, Scope::Train), chosen(false, Scope::All)), (z.to_vec(), z.to_vec()));
    // Among all rows `z` says little, because both strange ones have the same.
    assert_eq!(chosen(true, Scope::All), x);
}

#[test]
fn points_are_prepared_alike_if_their_input_and_steps_are() {
    let plain = method(false, Scope::Train);
    let grid: Vec<PrepKey> = plain.grid.iter().map(|p| PrepKey::of(&plain, p)).collect();
    assert_eq!(grid[0], grid[1]);
    let mixed = plain.grid[0].clone().with("distance", Value::Text("mixed".into()));
    assert_ne!(PrepKey::of(&plain, &mixed), grid[0]);
    let stepped = method(true, Scope::Train);
    let keys: Vec<PrepKey> = stepped.grid.iter().map(|p| PrepKey::of(&stepped, p)).collect();
    assert_ne!(keys[0], keys[1]);
    // Steps make numbers of a table, so a method that could read the table gets numbers.
    let both = stepped.grid[0].clone().with("distance", Value::Text("mixed".into()));
    assert_eq!(PrepKey::of(&stepped, &both), keys[0]);
}

#[test]
fn a_method_gets_its_own_parameters_only() {
    let stepped = method(true, Scope::Train);
    let own = own_params(&stepped, &stepped.grid[1]);
    assert!(own.get("fisher-features").is_none() && own.get("k").is_some());
    // A program declares nothing and gets everything but the parameters of steps.
    let free = Params::new(vec![
        ("C".into(), Value::Int(1)),
        ("fisher-features".into(), Value::Int(5)),
        ("fisher-own".into(), Value::Flag(true)),
    ]);
    assert_eq!(own_params(&stepped, &free).to_string(), "C=1 fisher-own=true");
    let plain = method(false, Scope::Train);
    assert!(matches!(own_params(&plain, &plain.grid[0]), Cow::Borrowed(_)));
}

#[test]
fn parts_are_prepared_once_as_long_as_there_is_room() {
    let (loaded, method) = (loaded(false), method(true, Scope::Train));
    let truth = Classify::truth(&loaded.data, &loaded.units).unwrap();
    let recipe = Recipe { scale: Scale::MinMax, nominal: Nominal::OneHot };
    let scope = Scope::Train;
    let preparation =
        Preparation::<Classify> { loaded: &loaded, truth: &truth, recipe, scope, method: &method };
    let split = Split { train: (0..6).collect(), test: vec![6, 7] };
    let count = |budget: usize| {
        let kept = KeptParts::up_to(budget);
        let prepared = std::cell::Cell::new(0);
        for round in 0..3 {
            for (place, point) in method.grid.iter().enumerate() {
                let key = PrepKey::of(&method, point);
                let parts = kept.get(round % 2, &key, || {
                    prepared.set(prepared.get() + 1);
                    preparation.parts(&key, point, &split)
                });
                let width = parts.ok().unwrap().train.samples().ok().unwrap().x().width();
                assert_eq!(width, [3, 1][place]);
            }
        }
        prepared.get()
    };
    assert_eq!((count(1 << 20), count(0)), (4, 6));
}
