//! Methods of streams against MOA 24.07, prediction by prediction, and against numbers worked out by hand.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::majority::StreamMajority;
use super::most_voted;
use super::naive_bayes::StreamNaiveBayes;
use super::no_change::NoChange;
use crate::data::load::{Source, decompress, load};
use crate::data::read::ReadOptions;
use crate::data::{Dataset, FeatureKind, Features, Rows, prep};
use crate::learn::{
    Classify, FitContext, Growing, Incremental, Labels, Registry, Samples, Setting, Shape,
    Streamed, Truth, conformance,
};
use crate::params::Params;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/reference/moa_streams")
}

fn stream(name: &str) -> Dataset {
    let source = Source {
        name: name.to_owned(),
        file: folder().join(format!("{name}.arff.gz")),
        options: ReadOptions { target: vec!["class".into()], ..ReadOptions::default() },
        ..Source::default()
    };
    load(&source).unwrap()
}

fn method(kind: &str) -> &'static dyn Incremental<Classify> {
    let found = Registry::standard().find(kind, Setting::Stream).unwrap().method;
    Classify::incremental(found).unwrap()
}

/// A method at work, with examples that it can be handed.
struct Course<'a> {
    rows: Rows<'a>,
    truth: Labels,
    model: Box<dyn Growing<Classify>>,
}

impl<'a> Course<'a> {
    fn new(kind: &str, features: &'a Features, truth: Labels) -> Course<'a> {
        let rows = Rows::of(features).unwrap();
        let shape = Shape { features: rows.kinds(), outputs: truth.classes() };
        let params = Params::new(Vec::new());
        let model = method(kind).begin(&shape, &params, &FitContext::alone(1)).unwrap();
        Course { rows, truth, model }
    }

    fn predict(&self, from: usize, to: usize) -> Vec<u32> {
        self.model.predict(self.rows.range(from..to)).labels
    }

    fn learn(&mut self, from: usize, to: usize) {
        let some: Vec<usize> = (from..to).collect();
        let truth = self.truth.select(&some);
        let samples = Samples::new(self.rows.range(from..to), &truth).unwrap();
        self.model.learn(&samples, &FitContext::alone(1)).unwrap();
    }
}

fn table(data: &Dataset) -> Features {
    prep::table(data, &(0..data.rows).collect::<Vec<usize>>())
}

fn course<'a>(kind: &str, data: &Dataset, features: &'a Features) -> Course<'a> {
    let (levels, codes) = data.classes().unwrap();
    Course::new(kind, features, Labels::new(codes.to_vec(), levels.len()))
}

#[test]
fn every_prediction_is_that_of_moa() {
    let path = folder().join("predictions.tsv.gz");
    let text = decompress(&path, std::fs::read(&path).unwrap(), 1 << 24).unwrap();
    let streams: BTreeMap<&str, Dataset> =
        ["sea", "stagger", "led"].into_iter().map(|name| (name, stream(name))).collect();
    let mut compared = 0;
    for line in String::from_utf8(text).unwrap().lines() {
        let [name, kind, evaluate, digits] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let data = &streams[name];
        let features = table(data);
        let mut course = course(kind, data, &features);
        let (size, first) = if evaluate == "chunks" { (1000, 1000) } else { (1, 0) };
        let mut found = String::new();
        for start in (0..data.rows).step_by(size) {
            let end = data.rows.min(start + size);
            if start >= first {
                found.extend(course.predict(start, end).iter().map(ToString::to_string));
            }
            course.learn(start, end);
        }
        assert!(found == digits, "{name}, {kind}, {evaluate}");
        compared += found.len();
    }
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn the_size_of_chunks_does_not_change_a_model() {
    for kind in ["majority", "no-change", "naive-bayes"] {
        for name in ["sea", "stagger"] {
            let data = stream(name);
            let features = table(&data);
            let mut at_once = course(kind, &data, &features);
            let mut one_by_one = course(kind, &data, &features);
            at_once.learn(0, 500);
            (0..500).for_each(|row| one_by_one.learn(row, row + 1));
            assert_eq!(at_once.predict(500, 2000), one_by_one.predict(500, 2000), "{kind}");
            assert_eq!(at_once.model.bytes(), one_by_one.model.bytes(), "{kind}");
        }
    }
}

/// One numeric and one nominal feature with three levels, two of three classes.
fn small() -> (Features, Labels) {
    let kinds = vec![FeatureKind::Numeric, FeatureKind::Nominal { levels: 3 }];
    let nan = f64::NAN;
    let rows = ndarray::array![
        [1.0, 0.0],
        [3.0, 0.0],
        [nan, 1.0],
        [2.0, nan],
        [7.0, 0.0],
        [7.0, 2.0],
        // To be predicted:
        [2.0, 1.0],
        [7.0, 0.0],
        [7.5, 0.0],
        [nan, nan],
    ];
    let truth = Labels::new(vec![0, 0, 0, 0, 1, 1, 0, 0, 0, 0], 3);
    (Features::Table(rows, kinds), truth)
}

/// Class 0: 4 of 6; mean 2, variance 1; levels 0 twice, 1 once. Class 1: 2 of 6; always 7; levels 0 and 2 once each, so
/// that three levels are known and level 1 was seen in between.
#[test]
fn naive_bayes_is_what_a_pencil_gives() {
    let (features, truth) = small();
    let mut course = Course::new("naive-bayes", &features, truth);
    assert_eq!(course.predict(6, 10), [0; 4], "nothing was learned yet");
    course.learn(0, 6);
    // Density 0.4 times (1 + 1) / (3 + 2) for class 0; zero for class 1, whose values never varied.
    // At 7 class 1 has 2/6 x 1 x 2/5; class 0 has 4/6 x 1.5e-6 x 3/5.
    // At 7.5 class 1 has nothing. Without any value the larger class wins.
    assert_eq!(course.predict(6, 10), [0, 1, 0, 0]);
}

#[test]
fn yardsticks_count_and_remember() {
    let (features, truth) = small();
    let mut majority = Course::new("majority", &features, truth.clone());
    let mut no_change = Course::new("no-change", &features, truth);
    assert_eq!((majority.predict(0, 2), no_change.predict(0, 1)), (vec![0, 0], vec![0]));
    majority.learn(4, 6);
    no_change.learn(0, 5);
    assert_eq!((majority.predict(0, 2), no_change.predict(0, 2)), (vec![1, 1], vec![1, 1]));
    majority.learn(0, 2);
    assert_eq!(majority.predict(0, 1), [0], "two of each: the first class");
}

#[test]
fn votes_that_are_no_numbers_are_passed_over() {
    assert_eq!(most_voted(&[]), 0);
    assert_eq!(most_voted(&[0.2, 0.2, 0.1]), 0);
    assert_eq!(most_voted(&[f64::NAN, 0.9]), 0);
    assert_eq!(most_voted(&[0.1, f64::NAN, 0.3]), 2);
}

#[test]
fn declarations_are_whole() {
    for method in [&StreamMajority as &dyn Incremental<Classify>, &NoChange, &StreamNaiveBayes] {
        assert_eq!(conformance::broken_declaration(method), Vec::<String>::new());
    }
}
