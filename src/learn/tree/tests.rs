//! Trees against those of Weka 3.6.14 (`tests/reference/weka_j48.json`): the text of the tree as Weka prints it,
//! leaves, size, predictions, probabilities.

use std::fmt::Write;

use ndarray::Array2;

use super::criterion::Pessimism;
use super::criterion::{incorrect, largest_class};
use super::j48::{J48, grown, pruned};
use super::model::TreeModel;
use super::nodes::{Test, TestKind, Tree};
use super::prune::prune;
use super::table::Table;
use crate::data::table::Values;
use crate::data::{Dataset, FeatureKind, Rows};
use crate::learn::weka::{Case, each_case, params};
use crate::learn::{
    Classify, Declared, FitContext, FitError, Labels, Method, Model, NeverStop, Samples, Shared,
    Stop,
};
use crate::num::key::RngKey;
use crate::num::sample;
use crate::params::{ParamInfo, Params, Value};

fn context<'a>(stop: &'a dyn Stop, shared: &'a Shared) -> FitContext<'a> {
    FitContext { key: RngKey::root(0), stop, shared, memory: 1 << 28, place: None }
}

/// A tree in the words of Weka.
struct Text<'a> {
    tree: &'a Tree,
    data: &'a Dataset,
}

impl Text<'_> {
    fn whole(&self) -> String {
        let mut text = "J48 pruned tree\n------------------\n".to_owned();
        let (mut leaves, mut nodes) = (0, 0);
        match self.tree.nodes[0].test {
            None => text += &format!(": {}", self.leaf(0, 0)),
            Some(_) => self.below(0, 0, &mut text),
        }
        let mut stack = vec![0];
        while let Some(node) = stack.pop() {
            nodes += 1;
            leaves += usize::from(self.tree.nodes[node].test.is_none());
            stack.extend(self.tree.sons(node));
        }
        write!(text, "\n\nNumber of Leaves  : \t{leaves}\n\nSize of the tree : \t{nodes}\n")
            .unwrap();
        text
    }

    fn below(&self, node: usize, depth: usize, text: &mut String) {
        let test = self.tree.nodes[node].test.unwrap();
        for (bag, son) in self.tree.sons(node).enumerate() {
            let column = &self.data.features[test.feature];
            *text += &format!("\n{}{}", "|   ".repeat(depth), column.name);
            match (test.kind, &column.values) {
                (TestKind::Threshold(threshold), _) => {
                    let sign = if bag == 0 { "<=" } else { ">" };
                    write!(text, " {sign} {}", six_digits(threshold)).unwrap();
                }
                (_, Values::Nominal { levels, .. }) => *text += &format!(" = {}", levels[bag]),
                _ => unreachable!(),
            }
            match self.tree.nodes[son].test {
                None => *text += &format!(": {}", self.leaf(son, node)),
                Some(_) => self.below(son, depth + 1, text),
            }
        }
    }

    fn leaf(&self, leaf: usize, parent: usize) -> String {
        let (per_class, total) = (self.tree.per_class(leaf), self.tree.nodes[leaf].total);
        let known = if total > 1e-6 { per_class } else { self.tree.per_class(parent) };
        let (classes, _) = self.data.classes().unwrap();
        let wrong = incorrect(per_class, total);
        let wrong = if wrong > 1e-6 { format!("/{}", two_digits(wrong)) } else { String::new() };
        format!("{} ({}{wrong})", classes[largest_class(known)], two_digits(total))
    }
}

/// As Java prints a number rounded to two digits.
fn two_digits(value: f64) -> String {
    format!("{:?}", (value * 100.0 + 0.5).floor() / 100.0)
}

/// Up to six digits without trailing zeros.
fn six_digits(value: f64) -> String {
    let rounded = (value.abs() * 1e6 + 0.5).floor() / 1e6 * value.signum();
    let text = format!("{rounded:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn asked(case: &Case<'_>) -> Params {
    let confidence = if case.param("confidence").is_null() {
        0.25.into()
    } else {
        case.param("confidence").clone()
    };
    params(
        J48.info().params,
        &[
            ("pruned", case.param("prune")),
            ("confidence", &confidence),
            ("min-leaf", case.param("min_leaf")),
            ("subtree-raising", case.param("raise")),
        ],
    )
}

#[test]
fn trees_are_those_of_weka() {
    let shared = Shared::nothing();
    let context = context(&NeverStop, &shared);
    let (mut cases, mut wrong) = (0, Vec::new());
    each_case(include_str!("../../../tests/reference/weka_j48.json"), |case| {
        cases += 1;
        let place = case.place();
        let (samples, params) = (case.samples(), asked(case));
        let table = Table::new(&samples, &NeverStop).unwrap();
        let tree = grown(&table, &params, &context).unwrap();
        let tree = pruned(tree, &table, &params, &context).unwrap();
        let model = TreeModel::new(&tree);
        let facts = model.facts().numbers;
        let (leaves, size) = (&case.json["leaves"], &case.json["size"]);
        if (facts["leaves"], facts["nodes"]) != (leaves.as_f64().unwrap(), size.as_f64().unwrap()) {
            wrong.push(format!("{place}: {facts:?}, not {leaves} and {size}"));
        }
        let text = Text { tree: &tree, data: &case.set.data }.whole();
        if let Some(expected) = case.json["text"].as_str()
            && expected != text
        {
            let mut lines = expected.lines().zip(text.lines());
            let line = lines.find(|(a, b)| a != b);
            wrong.push(format!("{place}: {line:?}"));
        }
        let predictions = model.predict(case.test());
        if case.is_weighted() {
            assert_eq!(case.predict(&J48, &params), predictions, "{place}");
        }
        if predictions.labels != case.predicted() {
            wrong.push(format!("{place}: other predictions"));
        }
        let scores = predictions.scores.matrix().unwrap();
        let told = case.json["probabilities"].is_array();
        let theirs = if told { case.probabilities() } else { Vec::new() };
        for (row, (ours, theirs)) in scores.rows().zip(theirs).enumerate() {
            if ours.iter().zip(&theirs).any(|(a, b)| (a - b).abs() > 1e-9) {
                wrong.push(format!("{place}: row {row} {ours:?}, not {theirs:?}"));
            }
        }
    });
    assert_eq!(cases, 178);
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

/// Two numeric features and a nominal one, three classes that overlap, some values missing.
fn toy(rows: usize) -> (Array2<f64>, Vec<FeatureKind>, Labels) {
    let mut rng = RngKey::root(3).stream();
    let classes: Vec<u32> = (0..rows as u32).map(|row| row * 7 % 5 % 3).collect();
    let x = Array2::from_shape_fn((rows, 3), |(row, feature)| {
        let value = f64::from(classes[row]) + sample::normal(&mut rng);
        match (row + feature) % 9 {
            0 => f64::NAN,
            _ if feature == 2 => value.clamp(0.0, 3.0).floor(),
            _ => value,
        }
    });
    let kinds = [FeatureKind::Numeric, FeatureKind::Numeric, FeatureKind::Nominal { levels: 4 }];
    (x, kinds.to_vec(), Labels::new(classes, 3))
}

#[test]
fn points_of_a_grid_are_the_same_in_a_group_as_alone() {
    let (x, kinds, labels) = toy(300);
    let rows = Rows::table(&x, &kinds).unwrap();
    let weights: Vec<f64> = (0..300).map(|row| f64::from(row % 5) * 0.3).collect();
    let train = Samples::<Classify>::new(rows, &labels).unwrap().weighted(&weights).unwrap();
    let defaults = ParamInfo::defaults(J48.info().params);
    let mut grid = Vec::new();
    for (pruned, raising) in [(true, true), (true, false), (false, true)] {
        for confidence in [0.1, 0.25, 0.5, 0.7] {
            for least in [1, 4] {
                let point = defaults.clone().with("pruned", Value::Flag(pruned));
                let point = point.with("subtree-raising", Value::Flag(raising));
                let point = point.with("confidence", Value::Real(confidence));
                grid.push(point.with("min-leaf", Value::Int(least)));
            }
        }
    }
    let shared = Shared::nothing();
    let context = context(&NeverStop, &shared);
    let groups = J48.groups(&grid);
    assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [12, 12]);
    let mut sizes = std::collections::BTreeSet::new();
    for group in groups {
        let points: Vec<&Params> = group.iter().map(|&point| &grid[point]).collect();
        let mut told = 0;
        J48.try_group(&train, rows, &points, &context, &mut |position, predictions| {
            let alone = J48.fit(&train, points[position], &context).unwrap();
            sizes.insert(alone.facts().numbers["nodes"] as usize);
            assert_eq!(predictions.unwrap(), alone.predict(rows), "{}", points[position]);
            told += 1;
        });
        assert_eq!(told, points.len());
    }
    assert!(sizes.len() > 2, "{sizes:?}");
}

#[test]
fn a_row_of_weight_two_is_two_rows() {
    let (x, kinds, labels) = toy(200);
    let weights: Vec<f64> = (0..200).map(|row| f64::from(1 + row % 2)).collect();
    let twice: Vec<usize> = (0..200).flat_map(|row| vec![row; 1 + row % 2]).collect();
    let many = x.select(ndarray::Axis(0), &twice).as_standard_layout().into_owned();
    let ids = twice.iter().map(|&row| labels.ids()[row]).collect();
    let many_labels = Labels::new(ids, 3);
    let rows = Rows::table(&x, &kinds).unwrap();
    let weighted = Samples::<Classify>::new(rows, &labels).unwrap().weighted(&weights).unwrap();
    let repeated = Samples::new(Rows::table(&many, &kinds).unwrap(), &many_labels).unwrap();
    let shared = Shared::nothing();
    let context = context(&NeverStop, &shared);
    let defaults = ParamInfo::defaults(J48.info().params);
    let answers = [weighted, repeated].map(|train| {
        let model = J48.fit(&train, &defaults, &context).unwrap();
        (model.facts(), model.predict(rows).labels)
    });
    assert_eq!(answers[0], answers[1]);
    assert!(answers[0].0.numbers["leaves"] > 3.0);
}

/// A tree of which every node but the last has a leaf and a node as sons.
fn chain(depth: usize) -> Tree {
    let mut tree = Tree::new(2);
    tree.add_leaf(0.0);
    let mut node = 0;
    for step in 0..depth {
        let threshold = TestKind::Threshold((depth - step) as f64);
        let first = tree.nodes.len();
        tree.nodes[node].test = Some(Test { feature: 0, kind: threshold });
        tree.nodes[node].first = first;
        [10.0, 0.0].iter().for_each(|bag| tree.add_leaf(*bag));
        let rows = (0..10).map(|row| (u32::from(row % 2 == 0), 1.0));
        [node, first].iter().for_each(|&node| tree.saw(node, rows.clone()));
        node = first;
    }
    tree
}

#[test]
fn depth_is_bounded_by_memory_alone() {
    let x = Array2::from_shape_fn((10, 1), |(row, _)| -(row as f64));
    let labels = Labels::new((0..10).map(|row| u32::from(row % 2 == 0)).collect(), 2);
    let train = Samples::<Classify>::new(Rows::new(&x).unwrap(), &labels).unwrap();
    let table = Table::new(&train, &NeverStop).unwrap();
    for (depth, raising) in [(200_000, false), (300, true)] {
        let mut tree = chain(depth);
        let model = TreeModel::new(&tree);
        assert_eq!(model.facts().numbers["nodes"], (2 * depth + 1) as f64);
        assert_eq!(model.predict(Rows::new(&x).unwrap()).labels, [0; 10]);
        prune(&mut tree, &table, Pessimism::new(0.25), raising, &NeverStop).unwrap();
        assert_eq!(TreeModel::new(&tree).facts().numbers["nodes"], 1.0);
    }
}

#[test]
fn thresholds_are_values_and_huge_values_are_kept_apart() {
    let column = [-1.7e308, 1.0, 1.0 + 4e-7, 2.0, 5.0, f64::NAN, 1.6e308, 1.7e308];
    let x = Array2::from_shape_fn((8, 1), |(row, _)| column[row]);
    let labels = Labels::new(vec![0; 8], 1);
    let rows = Rows::table(&x, &[FeatureKind::Numeric]).unwrap();
    let train = Samples::<Classify>::new(rows, &labels).unwrap();
    let table = Table::new(&train, &NeverStop).unwrap();
    assert_eq!(table.threshold(0, 2.0, 5.0), 2.0);
    assert_eq!(table.threshold(0, 1.0, 5.0), 2.0);
    // Of values that are as good as equal Weka takes the first.
    assert_eq!(table.threshold(0, 1.0 + 4e-7, 2.0), 1.0);
    assert_eq!(table.threshold(0, 1.6e308, 1.7e308), 1.6e308);
    assert_eq!(table.threshold(0, -1.7e308, 1.7e308), -1.7e308);
}

struct Always;

impl Stop for Always {
    fn requested(&self) -> bool {
        true
    }
}

#[test]
fn a_fit_stops_when_it_is_asked_to() {
    let (x, kinds, labels) = toy(60);
    let train = Samples::new(Rows::table(&x, &kinds).unwrap(), &labels).unwrap();
    let shared = Shared::nothing();
    let defaults = ParamInfo::defaults(J48.info().params);
    let stopped = J48.fit(&train, &defaults, &context(&Always, &shared)).err();
    assert_eq!(stopped, Some(FitError::Stopped));
}

/// Weka 3.6.14, `weka.classifiers.trees.j48.Stats.addErrs`.
#[test]
fn expected_errors_are_those_of_weka() {
    let expected = [
        (0.25, 6.0, 0.0, 1.2377968440954012),
        (0.25, 9.0, 0.0, 1.284804154322345),
        (0.25, 1.0, 0.0, 0.75),
        (0.25, 2.5, 0.4, 1.0159196748160293),
        (0.25, 14.0, 5.0, 1.7611198072729675),
        (0.1, 100.0, 10.0, 5.086949748377521),
        (0.5, 33.0, 1.0, 0.5),
        (0.25, 1.2, 1.0, 0.19999999999999996),
        (0.25, 20.0, 1.5, 1.590249009031854),
        (0.001, 1000.0, 3.25, 12.768707944069359),
        (0.6, 14.0, 5.0, 0.0),
    ];
    for (confidence, total, seen, more) in expected {
        let ours = Pessimism::new(confidence).more(total, seen);
        assert!((ours - more).abs() < 1e-12, "{confidence} {total} {seen}: {ours}");
    }
}
