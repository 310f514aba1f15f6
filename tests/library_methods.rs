//! Methods of every kind from outside, with only what the front page of the documentation lists: one that learns from streams,
//! and one over another method. What each gives is known from methods that ship.

use std::collections::VecDeque;

use tribunal::{
    Base, ClassPredictions, Classify, Combine, Composite, Court, Declared, Domain, Error,
    FitContext, FitError, FitResult, Growing, Incremental, Input, Method, MethodInfo, Model,
    ModelFacts, Options, ParamInfo, Params, Rows, Run, Samples, Setting, Shape, Value, conformance,
};

use crate::support::project;

fn court() -> Court {
    Court::new().data_folder(project().join("datasets"))
}

fn run(court: &Court, spec: &str) -> Run {
    let case = court.read(spec).unwrap_or_else(|error| panic!("{error}"));
    let run = case.run(&Options::default()).unwrap_or_else(|error| panic!("{error}"));
    assert!(run.is_complete(), "{:?}", run.failures());
    run
}

fn accuracy(run: &Run, dataset: &str, method: &str) -> f64 {
    let metric = run.metric("accuracy").expect("a metric");
    metric.score(dataset, method).unwrap_or_else(|| panic!("no score of {method}")).mean
}

fn refused(court: &Court, spec: &str) -> String {
    court.read(spec).expect_err("a refusal").to_string()
}

/// The most frequent class of the last examples.
struct Recent(&'static MethodInfo);

const RECENT: MethodInfo = MethodInfo {
    kind: "recent",
    summary: "the most frequent class of the last examples",
    reference: "an example",
    params: &[ParamInfo {
        name: "size",
        about: "examples that count",
        domain: Domain::Int { min: 1, max: 1_000_000 },
        default: Value::Int(100),
    }],
    baseline: true,
    input: Input::Table,
    ..MethodInfo::PLAIN
};
static OF_TABLES: MethodInfo = RECENT;
static OF_NUMBERS: MethodInfo = MethodInfo { input: Input::Numbers, ..RECENT };
static MAJORITY: MethodInfo = MethodInfo { kind: "majority", params: &[], ..RECENT };

struct Last {
    size: usize,
    counts: Vec<usize>,
    classes: VecDeque<u32>,
}

impl Declared for Recent {
    fn info(&self) -> &'static MethodInfo {
        self.0
    }
}

impl Incremental<Classify> for Recent {
    fn begin(
        &self,
        shape: &Shape,
        params: &Params,
        _: &FitContext<'_>,
    ) -> Result<Box<dyn Growing<Classify>>, FitError> {
        let size = if self.0.params.is_empty() { 1 } else { params.try_int("size")? as usize };
        Ok(Box::new(Last { size, counts: vec![0; shape.outputs], classes: VecDeque::new() }))
    }
}

impl Growing<Classify> for Last {
    fn learn(&mut self, more: &Samples<'_, Classify>, _: &FitContext<'_>) -> Result<(), FitError> {
        for &class in more.y().ids() {
            self.classes.push_back(class);
            self.counts[class as usize] += 1;
            if self.classes.len() > self.size
                && let Some(oldest) = self.classes.pop_front()
            {
                self.counts[oldest as usize] -= 1;
            }
        }
        Ok(())
    }
}

impl Model<Classify> for Last {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        // The first of several equal ones.
        let best = (0..self.counts.len()).rev().max_by_key(|&class| self.counts[class]);
        ClassPredictions::from_labels(vec![best.unwrap_or(0) as u32; x.len()])
    }

    fn bytes(&self) -> usize {
        8 * self.counts.len() + 4 * self.classes.len()
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}

const STREAM: &str = r#"
    experiment = { name = "stream", seed = 3 }
    protocol = { kind = "prequential", evaluate = "test-then-train", window = 500 }
    dataset = [
        { name = "vehicle" },
        { name = "sea", limit = 2000, generate = { kind = "sea" } },
    ]
    method = [
        { kind = "majority" },
        { kind = "no-change" },
        { name = "one", kind = "recent", params = { size = 1 } },
        { name = "some", kind = "recent" },
        { name = "all", kind = "recent", params = { size = 1000000 } },
    ]
    analysis = { metrics = ["accuracy"] }
"#;

/// Only one of its points would be tried.
#[test]
fn a_grid_of_a_stream_method_is_refused() {
    let court = court().with_stream(Recent(&OF_TABLES));
    let grid = STREAM.replacen("params = { size = 1 }", "grid = { size = [1, 2] }", 1);
    let said = refused(&court, &grid);
    assert!(said.contains("streams choose no parameters, and `grid` has 2 points"), "{said}");
}

#[test]
fn a_stream_method_runs_next_to_those_that_ship() {
    assert_eq!(conformance::check_stream(&Recent(&OF_TABLES)), Vec::<String>::new());
    let run = run(&court().with_stream(Recent(&OF_TABLES)), STREAM);
    for dataset in ["vehicle", "sea"] {
        let of = |method: &str| accuracy(&run, dataset, method);
        assert_eq!(of("one"), of("no-change"), "{dataset}");
        assert_eq!(of("all"), of("majority"), "{dataset}");
        assert!(of("some") > 0.2 && of("some") != of("all"), "{dataset}");
    }
    assert!(refused(&court(), STREAM).contains("unknown method kind `recent`"));
}

#[test]
fn a_stream_method_takes_the_place_of_that_kind_for_streams_only() {
    let court = court().with_stream(Recent(&MAJORITY)).with_stream(Recent(&OF_TABLES));
    let stream = run(&court, STREAM);
    assert_eq!(accuracy(&stream, "sea", "majority"), accuracy(&stream, "sea", "no-change"));
    let folds = "experiment = { name = \"folds\", seed = 3 }\n\
                 dataset = [{ name = \"iris\" }]\nmethod = [{ kind = \"majority\" }]\n";
    let folds = run(&court, folds);
    assert!((accuracy(&folds, "iris", "majority") - 1.0 / 3.0).abs() < 1e-9);
}

#[test]
fn a_stream_method_that_declares_numbers_is_refused() {
    let error = court().with_stream(Recent(&OF_NUMBERS)).read(STREAM).expect_err("a refusal");
    assert!(matches!(error, Error::Method { .. }));
    assert!(error.to_string().contains("must declare `input: Input::Table`"), "{error}");
}

/// Hands all examples to its base.
struct HandedOn;

static OWN: MethodInfo = MethodInfo {
    kind: "handed-on",
    summary: "what its base says",
    reference: "an example",
    params: &[ParamInfo {
        name: "every",
        about: "one of this many examples is learned from",
        domain: Domain::Int { min: 1, max: 9 },
        default: Value::Int(1),
    }],
    ..MethodInfo::PLAIN
};

impl Combine for HandedOn {
    type Task = Classify;
    type BaseTask = Classify;
    const OWN: &'static MethodInfo = &OWN;
    const BASE_SETTING: Setting = Setting::Classification;
    const HANDS_ON: bool = true;

    fn default_base() -> &'static dyn Method<Classify> {
        Court::new().method("lda").expect("it ships")
    }

    fn refuse(base: &MethodInfo) -> Option<String> {
        base.baseline.then(|| "it learns nothing".to_owned())
    }

    fn fit(
        base: &Base<Classify>,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let every = params.try_int("every")? as usize;
        let some: Vec<usize> = (0..train.x().len()).step_by(every).collect();
        let weights: Option<Vec<f64>> =
            train.weights().map(|_| some.iter().map(|&row| train.weight(row)).collect());
        base.fit_on(train, &some, weights.as_deref(), context)
    }
}

/// A spec with two methods of one's choice.
fn folds(method: &str) -> String {
    format!(
        "experiment = {{ name = \"folds\", seed = 3 }}\n\
         protocol = {{ outer = {{ folds = 3 }}, inner = {{ folds = 2 }} }}\n\
         dataset = [{{ name = \"glass\" }}]\n\
         analysis = {{ metrics = [\"accuracy\"] }}\n\
         [[method]]\nkind = \"knn\"\ngrid = {{ k = [1, 5] }}\n\
         [[method]]\nname = \"lda\"\nkind = \"lda\"\n\
         [[method]]\nname = \"own\"\nkind = \"handed-on\"\n{method}\n"
    )
}

#[test]
fn a_wrapper_takes_the_base_that_a_spec_names() {
    assert_eq!(conformance::check(&Composite::<HandedOn>::over_default()), Vec::<String>::new());
    let court = court().with_wrapper(Composite::<HandedOn>::over_default());
    let own = |method: &str, other: &str| {
        let run = run(&court, &folds(method));
        (accuracy(&run, "glass", "own"), accuracy(&run, "glass", other))
    };
    let (handed_on, alone) = own("base = \"knn\"\ngrid = { base-k = [1, 5] }", "knn");
    assert_eq!(handed_on, alone);
    let (fewer, alone) = own("base = \"knn\"\nparams = { every = 4 }", "knn");
    assert!(fewer < alone, "{fewer} from a quarter of the examples, {alone} from all");
    let (default, alone) = own("", "lda");
    assert_eq!(default, alone);
    // Wrappers that ship take it as their base, and it takes them.
    let nested = folds("base = [\"bagging\", \"knn\"]");
    assert!(accuracy(&run(&court, &nested), "glass", "own") > 0.5);
    let inside =
        nested.replace("\"handed-on\"", "\"bagging\"").replace("[\"bagging\"", "[\"handed-on\"");
    assert!(accuracy(&run(&court, &inside), "glass", "own") > 0.5);
}

#[test]
fn a_wrapper_refuses_bases_in_plain_words() {
    let court = court().with_wrapper(Composite::<HandedOn>::over_default());
    let said = refused(&court, &folds("base = \"majority\""));
    assert!(said.contains("`handed-on` cannot build on `majority`: it learns nothing"), "{said}");
    let said = refused(&court, &folds("base = \"ridge\""));
    assert!(said.contains("ridge"), "{said}");
    let said = refused(&court, &folds("base = \"knn\"\nparams = { k = 3 }"));
    assert!(said.contains("base-k"), "{said}");
}
