//! Boosting and bagging: the rules by hand, on a base made for it; Weka's values over its base; every base in the
//! conformance suite.

use ndarray::{Array2, array};

use super::adaboost;
use super::bagging;
use super::urn::Urn;
use super::{DEFAULT_BASE, adaboost::heaviest};
use crate::data::Rows;
use crate::learn::multi_instance::simple_mi;
use crate::learn::weka::{self, each_case};
use crate::learn::{
    AnyMethod, ClassPredictions, Classify, Declared, FitContext, FitResult, Input, Labels, Method,
    MethodInfo, Model, ModelFacts, NeverStop, Over, Registry, Samples, Scores, Shared, Trained,
    conformance,
};
use crate::num::key::RngKey;
use crate::params::{ParamInfo, Params, Value};

/// The best threshold on the first feature, one class on each side: it heeds weights or says it does not.
struct Stump(&'static MethodInfo);

const STUMP: MethodInfo =
    MethodInfo { kind: "stump", summary: "s", reference: "r", ..MethodInfo::PLAIN };
static WEIGHTED: MethodInfo = MethodInfo { weights: true, version: 7, ..STUMP };
static PLAIN: MethodInfo = STUMP;
static LEAKING: MethodInfo = MethodInfo { weights: true, leaks: Some("on purpose"), ..STUMP };

static HEEDS_WEIGHTS: Stump = Stump(&WEIGHTED);
static HEEDS_NONE: Stump = Stump(&PLAIN);
static LEAKS: Stump = Stump(&LEAKING);

struct StumpModel {
    threshold: f64,
    below: u32,
    above: u32,
}

impl Declared for Stump {
    fn info(&self) -> &'static MethodInfo {
        self.0
    }
}

impl Method<Classify> for Stump {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        _: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let x = train.x().to_dense();
        let mut best = (f64::INFINITY, StumpModel { threshold: 0.0, below: 0, above: 0 });
        for threshold in x.iter().map(|row| row[0] + 0.5) {
            for (below, above) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let stump = StumpModel { threshold, below, above };
                let wrong = |row: &usize| stump.class(x.row(*row)[0]) != train.y().ids()[*row];
                let error: f64 = (0..x.len()).filter(wrong).map(|row| train.weight(row)).sum();
                if error < best.0 - 1e-12 {
                    best = (error, stump);
                }
            }
        }
        Ok(Box::new(best.1))
    }
}

impl StumpModel {
    fn class(&self, value: f64) -> u32 {
        if value < self.threshold { self.below } else { self.above }
    }
}

impl Model<Classify> for StumpModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let labels = x.to_dense().iter().map(|row| self.class(row[0])).collect();
        ClassPredictions { labels, scores: Scores::None }
    }

    fn bytes(&self) -> usize {
        0
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}

fn over(method: &dyn Over, base: &'static dyn Method<Classify>) -> &'static dyn Method<Classify> {
    match method.over(AnyMethod::Classify(base)) {
        Ok(whole) => Classify::method(whole).expect("a classifier"),
        Err(reason) => panic!("{reason}"),
    }
}

fn fit(
    method: &dyn Method<Classify>,
    x: &Array2<f64>,
    ids: &[u32],
    change: impl Fn(Params) -> Params,
) -> Box<dyn Model<Classify>> {
    let labels = Labels::new(ids.to_vec(), 2);
    let samples = Samples::new(Rows::new(x).unwrap(), &labels).unwrap();
    let shared = Shared::nothing();
    let context = FitContext {
        key: RngKey::root(3),
        stop: &NeverStop,
        shared: &shared,
        memory: 1 << 20,
        place: None,
    };
    method.fit(&samples, &change(ParamInfo::defaults(method.info().params)), &context).unwrap()
}

fn line(rows: usize) -> Array2<f64> {
    Array2::from_shape_fn((rows, 1), |(row, _)| row as f64)
}

/// Ten points on a line: a worked example of many lectures (Li Hang, Statistical Learning Methods, 2012, example 8.1).
/// The errors are 0.3, 3/14 and 2/11, and three stumps are never wrong.
#[test]
fn the_worked_example_of_the_textbooks() {
    let (x, ids) = (line(10), [1, 1, 1, 0, 0, 0, 1, 1, 1, 0]);
    let method = over(&adaboost::METHOD, &HEEDS_WEIGHTS);
    let model = fit(method, &x, &ids, |params| params.with("rounds", Value::Int(3)));
    let facts = model.facts();
    assert_eq!(facts.numbers["rounds"], 3.0);
    let errors = facts.curve.expect("a curve").points;
    for ((_, error), expected) in errors.iter().zip([0.3, 3.0 / 14.0, 2.0 / 11.0]) {
        assert!((error - expected).abs() < 1e-12, "{error} for {expected}");
    }
    let predictions = model.predict(Rows::new(&x).unwrap());
    assert_eq!(predictions.labels, ids);
    // The first two stumps say 1 of row 0, the third says 0; e to a vote is (1 - error) / error.
    let (ones, zeros) = (7.0 / 3.0 * 11.0 / 3.0, 9.0 / 2.0);
    let share = predictions.scores.matrix().unwrap().values[1];
    assert!((share - ones / (ones + zeros)).abs() < 1e-12, "{share}");
}

#[test]
fn a_first_model_without_fault_or_without_use_stays_alone() {
    let method = over(&adaboost::METHOD, &HEEDS_WEIGHTS);
    let model = fit(method, &line(4), &[0, 0, 1, 1], |params| params);
    assert_eq!(model.facts().numbers["rounds"], 1.0);
    // It answers for itself, and it has no scores.
    assert_eq!(model.predict(Rows::new(&line(4)).unwrap()).scores, Scores::None);
    let same = Array2::zeros((4, 1));
    let useless = fit(method, &same, &[0, 1, 0, 1], |params| params);
    assert_eq!(useless.facts().numbers["rounds"], 1.0);
}

#[test]
fn the_heaviest_rows_make_up_the_share_and_equals_stay_together() {
    assert_eq!(heaviest(&[1.0, 4.0, 2.0, 3.0], 0.5), [1, 3]);
    assert_eq!(heaviest(&[1.0, 4.0, 2.0, 3.0], 0.3), [1]);
    // More than the share, not as much as it; and all that are as heavy as the last.
    assert_eq!(heaviest(&[1.0, 2.0, 2.0, 1.0], 1.0 / 3.0), [1, 2]);
    assert_eq!(heaviest(&[1.0, 1.0, 1.0], 0.1), [0, 1, 2]);
}

#[test]
fn a_method_over_a_base_declares_both() {
    let own = adaboost::METHOD.info();
    assert_eq!(own.kind, "adaboost");
    assert_eq!(own.version, 1000 + DEFAULT_BASE.info().version);
    let names: Vec<&str> = own.params.iter().map(|p| p.name).collect();
    let bases = DEFAULT_BASE.info().params.iter().map(|p| format!("base-{}", p.name));
    assert_eq!(names[..2], ["rounds", "weight-threshold"]);
    assert_eq!(names[2..], bases.collect::<Vec<_>>());
    let other = over(&bagging::METHOD, &HEEDS_WEIGHTS).info();
    assert_eq!((other.kind, other.version), ("bagging-over-stump", 1007));
    // Over the default base by name it is the same method.
    let named = over(&adaboost::METHOD, DEFAULT_BASE);
    assert_eq!(named.info().kind, "adaboost");
}

#[test]
fn a_base_reads_what_it_reads_alone() {
    let forest = Registry::standard().method::<Classify>("random-forest").unwrap();
    let boosted = over(&adaboost::METHOD, forest);
    let defaults = ParamInfo::defaults(boosted.info().params);
    assert_eq!((boosted.info().input, boosted.input(&defaults)), (Input::Table, Input::Table));
    assert!(boosted.info().kind == "adaboost-over-random-forest" && boosted.info().weights);
}

#[test]
fn unfit_bases_are_refused() {
    let refuse =
        |method: &dyn Over, base: &'static Stump| method.over(AnyMethod::Classify(base)).err();
    assert!(refuse(&adaboost::METHOD, &HEEDS_NONE).unwrap().contains("weights"));
    assert_eq!(refuse(&bagging::METHOD, &HEEDS_NONE), None);
    for method in [&adaboost::METHOD as &dyn Over, &bagging::METHOD] {
        assert!(refuse(method, &LEAKS).unwrap().contains("test part"));
    }
    let bags = AnyMethod::Bags(&simple_mi::METHOD);
    assert!(adaboost::METHOD.over(bags).err().unwrap().contains("predicts classes of rows"));
}

#[test]
fn bags_are_the_same_as_weights_and_as_copies() {
    let (x, ids) = (line(12), [1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0]);
    let predict = |base| {
        let method = over(&bagging::METHOD, base);
        let model = fit(method, &x, &ids, |params| params.with("rounds", Value::Int(25)));
        model.predict(Rows::new(&x).unwrap())
    };
    let weighted = predict(&HEEDS_WEIGHTS);
    assert_eq!(weighted, predict(&HEEDS_NONE));
    // A stump has no probabilities, so that its votes are counted.
    let Scores::Probability(matrix) = weighted.scores else { panic!("no probabilities") };
    assert!(matrix.values.iter().all(|share| (share * 25.0 - (share * 25.0).round()).abs() < 1e-9));
    assert!(matrix.values.iter().any(|share| *share > 0.0 && *share < 1.0));
}

#[test]
fn rows_are_drawn_as_often_as_they_are_heavy() {
    let (x, labels) = (line(4), Labels::new(vec![0; 4], 1));
    let samples = Samples::<Classify>::new(Rows::new(&x).unwrap(), &labels).unwrap();
    let draw = |weights: &[f64]| {
        let urn = Urn::new(&samples.clone().weighted(weights).unwrap());
        urn.draw(&mut RngKey::root(1).stream(), 10_000)
    };
    let counts = draw(&[1.0, 0.0, 3.0, 0.0]);
    assert_eq!((counts[1], counts[3], counts[0] + counts[2]), (0, 0, 10_000));
    // Four standard deviations of a count of 7500 in 10,000.
    assert!((f64::from(counts[2]) - 7500.0).abs() < 4.0 * 1875.0_f64.sqrt(), "{counts:?}");
    let plain = Urn::new(&samples).draw(&mut RngKey::root(1).stream(), 10_000);
    assert_eq!(draw(&[2.0; 4]), plain);
}

#[test]
fn ensembles_over_other_bases_conform() {
    let registry = Registry::standard();
    let all: [&dyn Over; 2] = [&adaboost::METHOD, &bagging::METHOD];
    for (method, base) in [(all[0], "linear-svm"), (all[1], "knn"), (all[1], "naive-bayes")] {
        let whole = over(method, registry.method(base).unwrap());
        assert_eq!(conformance::check(whole), Vec::<String>::new(), "{}", whole.info().kind);
    }
}

/// Weka's AdaBoostM1 over its J48.
#[test]
fn adaboost_over_j48_is_that_of_weka() {
    let method = &adaboost::METHOD;
    let text = include_str!("../../../tests/reference/weka_adaboost.json");
    each_case(text, |case| {
        let changes = [
            ("rounds", case.param("rounds")),
            ("weight-threshold", case.param("weight_threshold")),
        ];
        let params = weka::params(method.info().params, &changes);
        let place = case.place();
        let shared = Shared::nothing();
        let context = FitContext {
            key: RngKey::root(0),
            stop: &NeverStop,
            shared: &shared,
            memory: 1 << 28,
            place: None,
        };
        let model = method.fit(&case.samples(), &params, &context).expect("a model");
        let errors = model.facts().curve.expect("a curve").points;
        let betas = case.json["betas"].as_array().expect("votes");
        assert_eq!(errors.len(), betas.len(), "{place}");
        for ((round, error), beta) in errors.iter().zip(betas) {
            // What votes for nothing in Weka ended the rounds.
            let (ours, theirs) = (crate::num::math::ln((1.0 - error) / error), weka::number(beta));
            assert!((ours - theirs).abs() < 1e-9, "{place}, round {round}: {ours} for {theirs}");
        }
        let predictions = model.predict(case.test());
        assert_eq!(predictions.labels, case.predicted(), "{place}");
        let rows = predictions.scores.matrix().expect("probabilities").rows();
        for (ours, theirs) in rows.zip(case.probabilities()) {
            for (our, their) in ours.iter().zip(theirs) {
                assert!((our - their).abs() < 1e-9, "{place}: {our} for {their}");
            }
        }
    });
}

#[test]
fn one_class_and_one_row_give_a_model() {
    for method in [&adaboost::METHOD as &dyn Method<Classify>, &bagging::METHOD] {
        let x = array![[1.0, 2.0]];
        let model = fit(method, &x, &[1], |params| params);
        assert_eq!(model.predict(Rows::new(&x).unwrap()).labels, [1]);
    }
}
