//! A method that panics, loops, lies or asks for too much costs its own trials and nothing else: all others are stored with
//! the same bytes as without it, and every report says which trials failed and why.

use std::panic::panic_any;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use ndarray::Array2;
use tribunal::analysis::Findings;
use tribunal::data::catalog::Catalog;
use tribunal::data::load::load;
use tribunal::data::{Features, Rows};
use tribunal::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, FitResult, Labels, Method,
    MethodInfo, Model, ModelFacts, NeverStop, Registry, Samples, Shared,
};
use tribunal::num::key::RngKey;
use tribunal::params::{Domain, ParamInfo, Params, Value};
use tribunal::plan::{Plan, Selection};
use tribunal::report::{Contents, Origin, write_report};
use tribunal::run::{Event, Executor, Observer, Tally, Threads, proceeding};
use tribunal::spec::{Environment, parse};
use tribunal::store::{Store, write_manifest, write_tables};

use crate::support::{Dir, project};

/// What the method can do wrong, and the reason that a reader is told.
const WRONGS: &[(&str, &str)] = &[
    ("fit", "the method panicked: in fit"),
    ("predict", "the method panicked: in predict"),
    ("facts", "the method panicked: in facts"),
    ("drop", "the method panicked: in drop"),
    ("payload", "the method panicked: no message"),
    ("loop", "took longer than 0.5 CPU seconds"),
    ("hoard", "all there is would take"),
    ("nan", "the model gave scores that are not finite"),
    ("short", "predictions for"),
    ("narrow", "the model&#39;s scores are not one per row and class"),
];

const CHOICES: &[&str] = &[
    "good", "fit", "predict", "facts", "drop", "payload", "loop", "hoard", "nan", "short",
    "narrow", "shared",
];

/// Does wrong as its parameter says.
struct Hostile;

static HOSTILE: MethodInfo = MethodInfo {
    kind: "hostile",
    summary: "does wrong on demand",
    reference: "none",
    params: &[
        ParamInfo {
            name: "wrong",
            about: "what to do wrong",
            domain: Domain::Choice(CHOICES),
            default: Value::Text(std::borrow::Cow::Borrowed("good")),
        },
        ParamInfo {
            name: "point",
            about: "something to choose",
            domain: Domain::Int { min: 0, max: 9 },
            default: Value::Int(0),
        },
    ],
    version: 1,
    sparse: true,
    ..MethodInfo::PLAIN
};

struct HostileModel {
    wrong: String,
    classes: usize,
}

impl Declared for Hostile {
    fn info(&self) -> &'static MethodInfo {
        &HOSTILE
    }
}

impl Method<Classify> for Hostile {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let wrong = params.text("wrong").to_owned();
        match wrong.as_str() {
            "fit" => panic!("in fit"),
            "payload" => panic_any(17_u8),
            "loop" => {
                while !context.stop.requested() {
                    std::hint::spin_loop();
                }
                return Err(FitError::Stopped);
            }
            "hoard" => context.room_for(usize::MAX, "all there is")?,
            // The same value that the good one asks for.
            "shared" => drop(context.shared.get([1; 32], 8, || -> u64 { panic!("in shared") })),
            _ => assert_eq!(*context.shared.get([1; 32], 8, || 5_u64), 5),
        }
        Ok(Box::new(HostileModel { wrong, classes: train.y().classes() }))
    }
}

impl Model<Classify> for HostileModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        assert!(self.wrong != "predict", "in predict");
        let rows = if self.wrong == "short" { x.len() - 1 } else { x.len() };
        let classes = if self.wrong == "narrow" { 1 } else { self.classes };
        let value = if self.wrong == "nan" { f64::NAN } else { 1.0 / classes as f64 };
        ClassPredictions::from_probabilities(classes, vec![value; rows * classes])
    }

    fn bytes(&self) -> usize {
        self.wrong.len()
    }

    fn facts(&self) -> ModelFacts {
        assert!(self.wrong != "facts", "in facts");
        ModelFacts::closed_form()
    }
}

impl Drop for HostileModel {
    fn drop(&mut self) {
        assert!(self.wrong != "drop" || std::thread::panicking(), "in drop");
    }
}

struct Silent;

impl Observer for Silent {
    fn notice(&self, _: &Event<'_>) {}
}

const GOOD: &str = "[[method]]\nkind = \"knn\"\ngrid = { k = [1, 5] }\n[[method]]\nkind = \"majority\"\n\
    [[method]]\nname = \"polite\"\nkind = \"hostile\"\ngrid = { point = [1, 2] }\n";

/// Runs methods into a folder, tables and report included.
fn run_into(dir: &Dir, methods: &str) -> Tally {
    let catalog = Catalog::open(&project().join("datasets")).expect("the catalogue");
    let registry = Registry::standard().with(Hostile);
    let folder = Path::new("");
    let environment =
        Environment { registry: &registry, catalog: Ok(&catalog), folder, stored: None };
    let text = format!(
        "[experiment]\nname = \"t\"\nseed = 5\n[protocol]\nouter = {{ folds = 2 }}\ninner = {{ folds = 2 }}\n\
         time-limit = 0.5\n[[dataset]]\nname = \"iris\"\n{methods}"
    );
    let spec = parse(Path::new("t.toml"), &text, &environment)
        .unwrap_or_else(|problems| panic!("{}", problems.render(false)));
    let datasets = spec.experiment.datasets.iter().map(|d| load(d).expect("a good file")).collect();
    let plan = Plan::new(&spec.experiment, datasets).expect("a plan");
    let store = Store::open(&dir.path("results")).expect("a store");
    write_manifest(&store, &plan, &text).expect("a manifest");
    let never = AtomicBool::new(false);
    let executor = Threads { threads: 2, memory: 1 << 28, interrupted: &never, logs: None };
    let jobs = plan.jobs(&Selection::default());
    let tally = executor.run(&jobs, proceeding(&plan).as_ref(), &store, &Silent).expect("a run");
    write_tables(&store, &plan).expect("tables");
    let findings = Findings::of_run(&plan, &spec.analysis, &store.history(), store.folder())
        .expect("findings");
    let report = &spec.report;
    let contents = Contents::new(&findings, report);
    let origin = Origin { commands: Vec::new(), spec: None };
    write_report(&findings, report, &contents, &origin, &dir.path("report")).expect("a report");
    tally
}

/// The lines of the good methods, which hold no times.
fn good_lines(dir: &Dir) -> (Vec<String>, Vec<String>) {
    let outcomes = dir.read("results/outcomes.csv");
    let good =
        |line: &&str| [",knn,", ",majority,", ",polite,"].iter().any(|name| line.contains(name));
    let outcomes: Vec<String> = outcomes.lines().filter(good).map(str::to_owned).collect();
    let ids: Vec<&str> = outcomes.iter().filter_map(|line| line.split(',').next()).collect();
    let predictions = dir.read("results/predictions.jsonl");
    let own = |line: &&str| ids.iter().any(|id| line.contains(id));
    let mut lines: Vec<String> = predictions.lines().filter(own).map(str::to_owned).collect();
    // Threads store in the order in which they finish.
    lines.sort();
    (outcomes, lines)
}

#[test]
fn whatever_a_method_does_wrong_costs_its_own_trials_alone() {
    let (alone, together) = (Dir::new(), Dir::new());
    assert_eq!(run_into(&alone, GOOD).failed, 0);
    let mut methods: String = WRONGS
        .iter()
        .map(|(wrong, _)| {
            format!("[[method]]\nname = \"{wrong}\"\nkind = \"hostile\"\nparams = {{ wrong = \"{wrong}\" }}\n")
        })
        .collect();
    // Model selection shares values between methods: a panic there must not spoil them.
    methods.push_str("[[method]]\nname = \"shared\"\nkind = \"hostile\"\nparams = { wrong = \"shared\" }\ngrid = { point = [1, 2] }\n");
    let tally = run_into(&together, &format!("{methods}{GOOD}"));
    assert_eq!((tally.done, tally.failed), (6, 2 * (WRONGS.len() + 1)));
    let (expected, found) = (good_lines(&alone), good_lines(&together));
    assert_eq!(expected.0.len(), 6);
    assert_eq!(expected, found);
    let (page, markdown) = (together.read("report/index.html"), together.read("report/summary.md"));
    for (wrong, reason) in WRONGS {
        let line = page.lines().find(|line| line.contains(&format!("{wrong} on iris: ")));
        let line = line.unwrap_or_else(|| panic!("the page does not name {wrong}"));
        assert!(line.contains(reason) && line.contains("(2 trials"), "{wrong}: {line}");
        assert!(markdown.contains(&format!("- {wrong} on iris: ")), "{wrong}: {markdown}");
    }
    let reason =
        "no grid point could be scored; wrong=shared point=1: the method panicked: in shared";
    assert!(page.contains(reason));
}

const OUT_OF_ROOM: &str = "[experiment]\nname = \"t\"\nseed = 5\n[protocol]\nouter = { folds = 3 }\n\
    [[dataset]]\nname = \"iris\"\n[[method]]\nkind = \"majority\"\n";

#[test]
fn an_ensemble_that_grows_without_end_fails_with_a_reason_and_the_same_one_every_time() {
    let ensembles = "[[method]]\nkind = \"bagging\"\nparams = { rounds = 1000000 }\n\
        [[method]]\nkind = \"random-forest\"\nparams = { trees = 1000000 }\n";
    let dir = Dir::new();
    dir.write("t.toml", format!("{OUT_OF_ROOM}{ensembles}"));
    let run =
        |output: &str| dir.run(&["run", "t.toml", "-j", "1", "--memory", "2", "--output", output]);
    let (first, second) = (run("a"), run("b"));
    assert_eq!(first.code, 3, "{}", first.err);
    let failed = |text: &str| -> Vec<String> {
        text.lines().filter(|l| l.starts_with("failed: ")).map(str::to_owned).collect()
    };
    let reasons = failed(&first.err);
    assert_eq!(reasons, failed(&second.err));
    for (kind, what) in [("bagging", "models"), ("random-forest", "trees")] {
        let own: Vec<&String> = reasons
            .iter()
            .filter(|line| line.contains(&format!("{kind} on iris: the first ")))
            .collect();
        assert!(!own.is_empty(), "{reasons:?}");
        assert!(own.iter().all(|line| line.contains(what) && line.contains("--memory")), "{own:?}");
        assert!(
            dir.read("a/reports/t/summary.md").contains(&format!("{kind} on iris: the first "))
        );
    }
    // The others are as they would be without.
    let alone = Dir::new();
    alone.write("t.toml", OUT_OF_ROOM);
    alone.succeed(&["run", "t.toml", "-j", "1", "--memory", "2"]);
    let majority = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|l| l.contains(",majority,"))
            .map(|l| l.trim_end_matches(',').to_owned())
            .collect()
    };
    let expected = majority(&alone.read("results/t/outcomes.csv"));
    assert_eq!((expected.len(), &expected), (3, &majority(&dir.read("a/results/t/outcomes.csv"))));
}

/// Blocks of rows whose classes alternate along one feature: the best split takes one block off an end, so that a tree
/// becomes as deep as there are blocks. Fitted, asked and dropped on a small stack, which a recursion of that depth would overflow:
/// that would kill the process.
#[test]
fn very_deep_trees_need_no_stack() {
    // Large blocks: a bag of the rows must not make a split elsewhere worth while.
    const BLOCK: usize = 40;
    const ROWS: usize = 600 * BLOCK;
    let work = || {
        let x = Features::Dense(Array2::from_shape_fn((ROWS, 1), |(row, _)| (row / BLOCK) as f64));
        let labels = Labels::new((0..ROWS).map(|row| (row / BLOCK % 2) as u32).collect(), 2);
        let rows = Rows::of(&x).expect("finite numbers");
        let train = Samples::new(rows, &labels).expect("samples");
        let shared = Shared::nothing();
        let context = FitContext {
            key: RngKey::root(1),
            stop: &NeverStop,
            shared: &shared,
            memory: 1 << 28,
            place: None,
        };
        let registry = Registry::standard();
        let mut deepest = 0.0_f64;
        for (kind, settings) in [
            ("random-forest", vec![("trees", Value::Int(1))]),
            ("j48", vec![("min-leaf", Value::Int(1)), ("pruned", Value::Flag(false))]),
            ("j48", vec![("min-leaf", Value::Int(1)), ("confidence", Value::Real(0.5))]),
            ("knn", vec![]),
        ] {
            let method = registry.method::<Classify>(kind).expect("a registered method");
            let params = settings
                .into_iter()
                .fold(ParamInfo::defaults(method.info().params), |params, (name, value)| {
                    params.with(name, value)
                });
            let model = method.fit(&train, &params, &context).expect(kind);
            assert_eq!(model.predict(rows).labels.len(), ROWS);
            deepest = deepest.max(model.facts().numbers.get("depth").copied().unwrap_or(0.0));
        }
        deepest
    };
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(work);
    let deepest = thread.expect("a thread").join().expect("no panic");
    assert!(deepest > 500.0, "the data are not as bad as they should be: {deepest}");
}
