//! The library as its users see it: only what the front page of the documentation lists is used here. The example is run
//! too, so that it cannot fall behind.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use tribunal::{
    ClassPredictions, Classify, Court, Declared, Domain, Error, FitContext, FitError, FitResult,
    Labels, Method, MethodInfo, Model, ModelFacts, Options, ParamInfo, Params, Rows, Samples,
    Value, conformance,
};

use crate::support::{Dir, project};

#[path = "../examples/own_method.rs"]
#[allow(dead_code, reason = "its main is that of a program")]
mod own_method;

#[test]
fn the_example_runs_and_its_method_conforms() {
    assert_eq!(conformance::check(&own_method::ShrunkenCentroids), Vec::<String>::new());
    let text = own_method::compare().expect("the example runs");
    for part in ["accuracy\n", "active_features\n", "  shrunken    iris 0.9", "best mean rank"] {
        assert!(text.contains(part), "`{part}` is missing:\n{text}");
    }
}

/// Four training rows of two classes; the third class is never seen, and the second feature never varies.
#[test]
fn a_method_can_be_tried_without_a_run() {
    let values = [0.0, 5.0, 0.2, 5.0, 2.0, 5.0, 2.2, 5.0];
    let x = Rows::dense(&values, 2).expect("finite");
    let labels = Labels::checked(vec![0, 0, 1, 1], 3).expect("classes");
    let samples = Samples::new(x, &labels).expect("examples");
    let params = ParamInfo::defaults(own_method::ShrunkenCentroids.info().params);
    let model = own_method::ShrunkenCentroids.fit(&samples, &params, &FitContext::alone(1));
    let model = model.expect("a model");
    assert_eq!(model.predict(x).labels, [0, 0, 1, 1]);
    assert_eq!(model.facts().numbers["active_features"], 1.0);
    let far = params.clone().with("threshold", Value::Real(100.0));
    let model = own_method::ShrunkenCentroids.fit(&samples, &far, &FitContext::alone(1));
    assert_eq!(model.expect("a model").facts().numbers["active_features"], 0.0);
    assert!(Labels::checked(vec![0, 3], 3).is_none());
    assert!(Labels::checked(Vec::new(), usize::MAX).is_none());
    let unknown = Court::new().method::<Classify>("shrunken-centroids");
    assert!(unknown.is_none() && Court::new().method::<Classify>("svm").is_some());
}

const SPEC: &str = r#"
    experiment = { name = "library", seed = 3 }
    protocol = { outer = { folds = 3 }, inner = { folds = 2 } }
    dataset = [{ name = "iris" }, { name = "wine" }, { name = "glass" }]
    method = [{ kind = "knn", grid = { k = [1, 5] } }, { kind = "naive-bayes" }, { kind = "majority" }]
    analysis = { metrics = ["accuracy", "kappa"], tests = ["friedman", "holm", "mcnemar"] }
"#;

fn court() -> Court {
    Court::new().data_folder(project().join("datasets"))
}

#[test]
fn a_run_in_memory_and_one_in_a_folder_find_the_same() {
    let dir = Dir::new();
    let case = court().read(SPEC).expect("a spec");
    assert_eq!((case.name(), case.datasets().count(), case.methods().count()), ("library", 3, 3));
    let results = dir.path("results");
    let memory = case.run(&Options { threads: Some(1), ..Options::default() }).expect("a run");
    let options = Options { results: Some(&results), threads: Some(2), ..Options::default() };
    let stored = case.run(&options).expect("a run");
    assert_eq!((memory.finished(), memory.planned(), memory.is_complete()), (27, 27, true));
    assert!(memory.json().contains("mcnemar"), "the test that needs predictions was made");
    assert_eq!(memory.json(), stored.json());
    assert_eq!(memory.text(), stored.text());

    let accuracy = memory.metric("accuracy").expect("a metric");
    let score = accuracy.score("iris", "knn").expect("a score");
    assert_eq!(score.folds.len(), 3);
    assert!((score.folds.iter().sum::<f64>() / 3.0 - score.mean).abs() < 1e-15);
    assert!(accuracy.higher_is_better() && score.mean > 0.9);
    assert_eq!(accuracy.ranking().last().expect("ranks"), &("majority", 3.0));
    assert_eq!(accuracy.mean_rank("majority"), Some(3.0));
    let mean = ["iris", "wine", "glass"]
        .map(|dataset| accuracy.score(dataset, "majority").expect("a score").mean);
    let mean = mean.iter().sum::<f64>() / 3.0;
    assert!((accuracy.mean("majority").expect("a mean") - mean).abs() < 1e-15);
    assert!(accuracy.score("iris", "nobody").is_none() && accuracy.mean("nobody").is_none());
    assert!(memory.metric("auc").is_none(), "it was not asked for");
    let verdict = accuracy.verdict().expect("a verdict");
    assert_eq!(verdict.best, accuracy.ranking()[0].0);
    assert!(verdict.sentence.contains("accuracy"), "{}", verdict.sentence);

    let files = memory.write_report(dir.path("report")).expect("a report");
    assert!(files.iter().any(|file| file.ends_with("index.html")));
    assert!(dir.read("report/index.html").contains("library"));
    assert!(results.join("outcomes.csv").is_file());
}

#[test]
fn progress_is_told_and_what_is_stored_is_not_run_again() {
    let dir = Dir::new();
    let results = dir.path("results");
    let case = court().read(SPEC).expect("a spec");
    let part = case.clone().select(&["iris"], &["knn", "majority"]).expect("a selection");
    let told = Mutex::new(Vec::new());
    let progress = |p: &tribunal::Progress<'_>| {
        let names = (p.dataset.to_owned(), p.method.to_owned());
        told.lock().expect("a list").push((p.finished, p.trials, names, p.failure.is_some()));
    };
    let options =
        Options { results: Some(&results), progress: Some(&progress), ..Options::default() };
    let run = part.run(&options).expect("a run");
    assert_eq!((run.finished(), run.planned(), run.is_complete()), (6, 27, true));
    let first = std::mem::take(&mut *told.lock().expect("a list"));
    let counts: Vec<usize> = first.iter().map(|(finished, ..)| *finished).collect();
    assert_eq!(counts, [1, 2, 3, 4, 5, 6]);
    assert!(first.iter().all(|(_, trials, (dataset, _), failed)| {
        (*trials, dataset.as_str(), *failed) == (6, "iris", false)
    }));
    case.run(&options).expect("a run");
    let second = std::mem::take(&mut *told.lock().expect("a list"));
    assert_eq!(second.len(), 21, "six were stored");
    case.run(&options).expect("a run");
    assert!(told.lock().expect("a list").is_empty());
    case.run(&Options { force: true, ..options }).expect("a run");
    assert_eq!(told.lock().expect("a list").len(), 27);
}

#[test]
fn a_run_can_be_interrupted_and_goes_on() {
    let dir = Dir::new();
    let results = dir.path("results");
    // More trials than can wait to be stored: some are left when the first are told of.
    let many = SPEC.replace("folds = 3", "folds = 3, repeats = 20");
    let case = court().read(&many).expect("a spec");
    let stop = AtomicBool::new(false);
    let after_two = |p: &tribunal::Progress<'_>| stop.store(p.finished >= 2, Ordering::Relaxed);
    let options = Options {
        results: Some(&results),
        interrupted: Some(&stop),
        progress: Some(&after_two),
        threads: Some(1),
        ..Options::default()
    };
    let run = case.run(&options).expect("a run");
    assert!(run.was_interrupted() && !run.is_complete());
    assert!((2..540).contains(&run.finished()), "{}", run.finished());
    let again = Options { results: Some(&results), ..Options::default() };
    let run = case.run(&again).expect("a run");
    assert!(!run.was_interrupted() && run.is_complete());
    let whole = case.run(&Options::default()).expect("a run");
    assert_eq!(run.json(), whole.json());
}

#[test]
fn no_number_of_threads_or_bytes_is_a_panic() {
    let case = court().read(SPEC).expect("a spec").select(&["iris"], &["majority"]);
    let case = case.expect("a selection");
    // Without any memory there is no room for predictions, and the trials say so.
    for (threads, memory, finished) in [(0, 0, 0), (64, usize::MAX, 3)] {
        let options =
            Options { threads: Some(threads), memory: Some(memory), ..Options::default() };
        let run = case.run(&options).expect("a run");
        assert_eq!(run.finished(), finished, "{:?}", run.failures());
        assert_eq!(run.is_complete(), run.failures().is_empty());
    }
}

#[test]
fn errors_are_typed_and_say_what_the_command_line_says() {
    let dir = Dir::new();
    let wrong = SPEC.replace("\"knn\"", "\"knm\"");
    let file = dir.write("wrong.toml", &wrong);
    let error = court().open(&file).unwrap_err();
    assert!(matches!(&error, Error::Spec(mistakes) if mistakes.mistakes.len() == 1));
    let said = dir.run(&["run", &file.to_string_lossy()]);
    let text = error.to_string();
    assert!(text.contains("did you mean `knn`"), "{text}");
    assert!(said.err.contains(&text), "{text}\n---\n{}", said.err);
    assert!(matches!(court().read(&wrong), Err(Error::Spec(_))));

    let absent = court().open(dir.path("absent.toml")).unwrap_err();
    assert!(matches!(absent, Error::Unreadable { .. }), "{absent}");
    let binary = court().open(dir.write("binary.toml", [0xff, 0xfe])).unwrap_err();
    assert!(matches!(binary, Error::NotText { .. }), "{binary}");
    let unknown = court().read(SPEC).expect("a spec").select(&["irsi"], &[]).unwrap_err();
    assert!(unknown.to_string().contains("did you mean `iris`"), "{unknown}");

    dir.write("bad.csv", "x,class\n1,a\n");
    let bad = SPEC.replace("{ name = \"glass\" }", "{ path = \"bad.csv\", target = \"class\" }");
    dir.write("short.csv", "x,y,class\n1,2,a\n1,b\n");
    let file = dir.write("short.toml", bad.replace("bad.csv", "short.csv"));
    let error = court().open(&file).expect("a spec").run(&Options::default()).unwrap_err();
    assert!(matches!(&error, Error::Data(errors) if errors.len() == 1), "{error}");
    let text = error.to_string();
    assert!(text.contains("short.csv:3") && text.contains("help: "), "{text}");
    let said = dir.run(&["run", &file.to_string_lossy()]);
    assert!(said.err.contains(&text), "{text}\n---\n{}", said.err);
    let error = court().open(dir.write("bad.toml", bad)).expect("a spec");
    let error = error.run(&Options::default()).unwrap_err();
    assert!(matches!(error, Error::Unplannable(_)), "{error}");

    let taken = dir.write("taken", "no folder");
    let options = Options { results: Some(&taken), ..Options::default() };
    let error = court().read(SPEC).expect("a spec").run(&options).unwrap_err();
    assert!(matches!(error, Error::Store(_)), "{error}");
    let run = court().read(SPEC).expect("a spec").select(&["iris"], &[]).expect("a selection");
    let run = run.run(&Options::default()).expect("a run");
    assert!(matches!(run.write_report(&taken), Err(Error::Unwritable { .. })));
    let refused = run.metric("accuracy").expect("a metric").verdict().unwrap_err();
    assert!(refused.problem.contains("missing results"), "{refused}");
}

/// Fails in a way of one's choice.
struct Faulty(&'static MethodInfo, fn(&Params) -> Result<(), FitError>);

static PANICS: MethodInfo = MethodInfo {
    kind: "panics",
    summary: "panics",
    reference: "none",
    params: &[ParamInfo {
        name: "k",
        about: "nothing",
        domain: Domain::Int { min: 1, max: 9 },
        default: Value::Int(1),
    }],
    ..MethodInfo::PLAIN
};

static MISDECLARED: MethodInfo = MethodInfo {
    kind: "misdeclared",
    summary: "its default is none of its values",
    reference: "none",
    params: &[ParamInfo {
        name: "k",
        about: "nothing",
        domain: Domain::Int { min: 1, max: 9 },
        default: Value::Real(0.5),
    }],
    ..MethodInfo::PLAIN
};

struct First;

impl Declared for Faulty {
    fn info(&self) -> &'static MethodInfo {
        self.0
    }
}

impl Method<Classify> for Faulty {
    fn fit(
        &self,
        _: &Samples<'_, Classify>,
        params: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Classify> {
        self.1(params)?;
        Ok(Box::new(First))
    }
}

impl Model<Classify> for First {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        ClassPredictions::from_labels(vec![0; x.len()])
    }

    fn bytes(&self) -> usize {
        0
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}

#[test]
fn faults_of_a_method_are_outcomes_not_panics() {
    let spec = SPEC.replace("{ kind = \"naive-bayes\" }", "{ kind = \"panics\" }");
    let reasons = |fault: fn(&Params) -> Result<(), FitError>| {
        let case = court().with(Faulty(&PANICS, fault)).read(&spec).expect("a spec");
        let run = case.run(&Options::default()).expect("a run");
        assert!(!run.is_complete() && run.finished() == 18);
        assert!(run.metric("accuracy").expect("a metric").score("iris", "knn").is_some());
        run.failures().join("\n")
    };
    assert!(reasons(|_| panic!("on purpose")).contains("the method panicked: on purpose"));
    let wrong = reasons(|params| Ok(params.try_real("k").map(|_| ())?));
    assert!(wrong.contains("parameter `k` is not declared as a real number"), "{wrong}");
}

#[test]
fn a_method_that_is_declared_wrongly_is_refused_by_name() {
    let court = court().with(Faulty(&MISDECLARED, |_| Ok(())));
    let error = court.read(SPEC).unwrap_err();
    assert!(matches!(error, Error::Method { .. }));
    let text =
        "the method `misdeclared` cannot be used: the default of `k` lies outside its domain";
    assert_eq!(error.to_string(), text);
}

/// A method takes the place of one of the same kind, and later ones do not change cases that are open.
#[test]
fn a_method_may_take_the_place_of_one_that_ships() {
    static MAJORITY: MethodInfo = MethodInfo { kind: "majority", version: 2, ..PANICS_LIKE };
    const PANICS_LIKE: MethodInfo =
        MethodInfo { summary: "the first class", reference: "none", ..MethodInfo::PLAIN };
    let case = court().with(Faulty(&MAJORITY, |_| Ok(()))).read(SPEC).expect("a spec");
    let run = case.select(&["glass"], &["majority"]).expect("a selection");
    let run = run.run(&Options::default()).expect("a run");
    let standard = court().read(SPEC).expect("a spec").select(&["glass"], &["majority"]);
    let standard = standard.expect("a selection").run(&Options::default()).expect("a run");
    let mean = |run: &tribunal::Run| {
        run.metric("accuracy").and_then(|m| m.score("glass", "majority").map(|s| s.mean))
    };
    // The first class of glass is not the largest one.
    assert!(mean(&run) < mean(&standard) && mean(&run).is_some());
}

/// A page that lists everything explains nothing: add a name only if users need it.
#[test]
fn the_interface_is_small_and_names_nothing_twice() {
    let text = std::fs::read_to_string(project().join("src/lib.rs")).expect("the front page");
    let exported = text.split("// To run experiments.").nth(1).expect("the interface");
    let lines = exported.lines().filter(|line| !line.trim_start().starts_with("//"));
    let names: Vec<&str> = lines
        .flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_')))
        .filter(|word| word.starts_with(char::is_uppercase))
        .collect();
    let distinct: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(distinct.len(), names.len());
    assert!((40..75).contains(&names.len()), "{} names", names.len());
}
