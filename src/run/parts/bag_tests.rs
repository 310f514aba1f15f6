//! What is prepared of bags: everything is fitted on the instances of the training bags alone.

use std::path::Path;

use super::*;
use crate::data::dataset::Roles;
use crate::data::prep::{Nominal, Scale};
use crate::data::read::{self, ReadOptions};
use crate::data::{Dataset, TaskKind};
use crate::experiment::Search;
use crate::learn::{ClassifyBags, Examples, Registry, Setting};
use crate::params::ParamInfo;

/// Five bags of one to three rows, one value missing; `wild` makes the rows of the last bag, which is tested, strange.
fn loaded(wild: bool) -> Loaded {
    let far = if wild { 1000 } else { 1 };
    let rows = [("a", 0, 1), ("b", 1, 4), ("a", 0, 2), ("c", 0, 3), ("d", 1, 5), ("b", 1, 9)];
    let tested = [("e", 1, 6), ("e", 1, -7)].map(|(bag, class, x)| (bag, class, far * x));
    let mut text = String::from("bag,x,y,class\n");
    for (row, (bag, class, x)) in rows.into_iter().chain(tested).enumerate() {
        let hole = if row == 2 { String::new() } else { (x * x).to_string() };
        text.push_str(&format!("{bag},{x},{hole},c{class}\n"));
    }
    let file = Path::new("t.csv");
    let unread = vec!["bag".to_owned()];
    let options = ReadOptions { target_is_nominal: true, unread, ..ReadOptions::default() };
    let format = read::format_of(file, None).unwrap();
    let table = read::read(file, text.as_bytes(), format, &options).unwrap();
    let roles = Roles { bag: Some("bag".into()), ..Roles::default() };
    let data = Dataset::new("t", TaskKind::MultiInstance, file, table, &roles).unwrap();
    Loaded::new(data, Setting::Bags).unwrap()
}

fn train_part(wild: bool, scale: Scope) -> Vec<f64> {
    let loaded = loaded(wild);
    let truth = ClassifyBags::truth(&loaded.data, &loaded.units).unwrap();
    let simple_mi = Registry::standard().find("simple-mi", Setting::Bags).unwrap().method;
    let method = MethodSpec {
        name: "m".into(),
        method: simple_mi,
        grid: vec![ParamInfo::defaults(simple_mi.info().params)],
        search: Search::Grid,
        prepare: Vec::new(),
        prepare_scope: Scope::Train,
    };
    let preparation = Preparation::<ClassifyBags> {
        loaded: &loaded,
        truth: &truth,
        recipe: Recipe { scale: Scale::MinMax, nominal: Nominal::OneHot },
        scope: scale,
        method: &method,
    };
    let split = Split { train: (0..4).collect(), test: vec![4] };
    let key = PrepKey::of(&method, &method.grid[0]);
    let parts = preparation.parts(&key, &method.grid[0], &split).ok().unwrap();
    let samples = parts.train.samples().ok().unwrap();
    assert_eq!(samples.x().len(), 4, "four bags are learned from");
    samples.x().rows().to_dense().iter().flatten().copied().collect()
}

#[test]
fn holes_and_scales_of_training_bags_do_not_depend_on_tested_bags() {
    let fair = train_part(false, Scope::Train);
    assert_eq!(fair.len(), 12, "six instances of two features");
    assert_eq!(fair, train_part(true, Scope::Train));
    let reach = |values: &[f64], wanted: f64| values.contains(&wanted);
    assert!(reach(&fair, 0.0) && reach(&fair, 1.0), "{fair:?}");
    assert_ne!(train_part(false, Scope::All), train_part(true, Scope::All), "the leak shows");
}
