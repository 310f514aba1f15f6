//! A task that the program does not have, whole in this file: its examples, truth, answers, metrics and a method. Nested
//! cross-validation, model selection and storing must work for it without a word of it anywhere else.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use tribunal::data::catalog::Catalog;
use tribunal::data::load::load;
use tribunal::data::table::Values;
use tribunal::data::{Dataset, Rows};
use tribunal::learn::{
    Answers, AnyMethod, Contestant, Declared, Examples, FitContext, FitResult, Method, MethodInfo,
    Model, ModelFacts, Registry, Samples, StoredAnswers, Task, Trained, Truth, Units, Unsuited,
};
use tribunal::measure::{Direction, MetricInfo};
use tribunal::metrics::{Metric, Scored};
use tribunal::params::Params;
use tribunal::plan::{Plan, Selection};
use tribunal::run::{CrossValidation, Event, Executor, Finished, Observer, Sink, Status, Threads};
use tribunal::spec::{Environment, parse};

use crate::support::project;

/// Prediction intervals: a number is known of every row, and a model answers with a range that should hold it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Intervals {}

#[derive(Debug, Clone)]
struct Known(Vec<f64>);

#[derive(Debug, Clone)]
struct Ranges(Vec<(f64, f64)>);

impl Truth for Known {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn select(&self, examples: &[usize]) -> Known {
        Known(examples.iter().map(|&example| self.0[example]).collect())
    }

    fn strata(&self) -> Option<Vec<usize>> {
        None
    }
}

impl Answers for Ranges {
    fn append(&mut self, more: Ranges) {
        self.0.extend(more.0);
    }
}

impl Task for Intervals {
    const NAME: &'static str = "intervals";
    type Examples<'a> = Rows<'a>;
    type Truth = Known;
    type Answers = Ranges;

    fn units(data: &Dataset) -> Units {
        Units::Rows(data.rows)
    }

    fn truth(data: &Dataset, _: &Units) -> Result<Known, Unsuited> {
        let numbers = match data.targets.first().map(|column| &column.values) {
            Some(Values::Numeric(numbers)) => numbers.iter().collect(),
            _ => return Err(Unsuited::new("has no number to predict", "name one with `target`")),
        };
        Ok(Known(numbers))
    }

    fn examples<'a>(rows: Rows<'a>, _: &'a [usize]) -> Rows<'a> {
        rows
    }

    fn bytes(truth: &Known) -> usize {
        truth.0.len() * 16
    }

    fn check(truth: &Known, answers: &Ranges) -> Result<(), String> {
        let upright = answers.0.iter().all(|(low, high)| low <= high);
        let all = answers.0.len() == truth.0.len();
        (upright && all).then_some(()).ok_or_else(|| "a range is missing or upside down".into())
    }

    fn store(_: &Dataset, truth: &Known, answers: Ranges) -> StoredAnswers {
        StoredAnswers::Numbers {
            targets: vec!["low".into(), "high".into()],
            truth: truth.0.iter().flat_map(|&known| [known, known]).collect(),
            values: answers.0.iter().flat_map(|&(low, high)| [low, high]).collect(),
        }
    }

    fn restore(stored: StoredAnswers) -> Option<(Known, Ranges)> {
        let StoredAnswers::Numbers { truth, values, .. } = stored else { return None };
        let ranges = values.chunks_exact(2).map(|range| (range[0], range[1])).collect();
        Some((Known(truth.into_iter().step_by(2).collect()), Ranges(ranges)))
    }
}

/// Gneiting and Raftery's interval score at 20 %: the width, and ten times the distance of a number outside.
fn interval_score(truth: &Known, ranges: &Ranges) -> Option<f64> {
    let one = |(known, (low, high)): (&f64, &(f64, f64))| {
        (high - low) + 10.0 * (low - known).max(0.0) + 10.0 * (known - high).max(0.0)
    };
    Some(truth.0.iter().zip(&ranges.0).map(one).sum::<f64>() / truth.0.len() as f64)
}

fn coverage(truth: &Known, ranges: &Ranges) -> Option<f64> {
    let held =
        truth.0.iter().zip(&ranges.0).filter(|(known, (low, high))| (low..=high).contains(known));
    Some(held.count() as f64 / truth.0.len() as f64)
}

static METRICS: &[Metric<Intervals>] = &[
    Metric {
        info: MetricInfo::number(
            "interval_score",
            "interval score",
            "width and misses",
            Direction::Lower,
        ),
        score: interval_score,
    },
    Metric {
        info: MetricInfo::share(
            "coverage",
            "coverage",
            "share of numbers inside",
            Direction::Higher,
        ),
        score: coverage,
    },
];

impl Scored for Intervals {
    fn metrics() -> &'static [Metric<Intervals>] {
        METRICS
    }
}

/// The range of the training numbers without `k` percent on each side.
struct Quantiles;

static INFO: MethodInfo = MethodInfo { kind: "quantiles", ..MethodInfo::PLAIN };

impl Declared for Quantiles {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

struct Range(f64, f64);

impl Model<Intervals> for Range {
    fn predict(&self, x: Rows<'_>) -> Ranges {
        Ranges(vec![(self.0, self.1); Examples::len(&x)])
    }

    fn bytes(&self) -> usize {
        0
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}

impl Method<Intervals> for Quantiles {
    fn fit(
        &self,
        train: &Samples<'_, Intervals>,
        params: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Intervals> {
        let mut known = train.y().0.clone();
        known.sort_by(f64::total_cmp);
        let last = known.len() - 1;
        let left_out = params.try_int("k")? as usize * last / 100;
        Ok(Box::new(Range(known[left_out], known[last - left_out])))
    }
}

/// The experiment names `knn`, whose whole number `k` serves here as a percentage.
impl Trained for Intervals {
    fn erase(_: &'static dyn Method<Intervals>) -> AnyMethod {
        unreachable!("no registry holds methods of this task")
    }

    fn method(_: AnyMethod) -> Option<&'static dyn Method<Intervals>> {
        None
    }

    fn contestant(any: AnyMethod) -> Option<&'static dyn Contestant<Intervals>> {
        (any.info().kind == "knn").then_some(&Quantiles)
    }
}

struct Silent;

impl Observer for Silent {
    fn notice(&self, _: &Event<'_>) {}
}

#[derive(Default)]
struct Kept(Mutex<Vec<Finished>>);

impl Sink for Kept {
    fn put(&self, finished: &[Finished]) -> std::io::Result<()> {
        self.0.lock().expect("no panic").extend_from_slice(finished);
        Ok(())
    }
}

const SPEC: &str = r#"
experiment = { name = "intervals", seed = 7 }
protocol = { outer = { folds = 4, repeats = 1 }, inner = { folds = 3 } }
dataset = [{ name = "autompg" }, { name = "concrete" }]
method = [{ kind = "knn", grid = { k = [1, 10, 40] } }]
"#;

/// Runs an experiment as one of intervals.
fn run(text: &str) -> Vec<Finished> {
    let catalog = Catalog::open(&project().join("datasets")).expect("the catalogue");
    let registry = Registry::standard();
    let environment = Environment {
        registry: &registry,
        catalog: Ok(&catalog),
        folder: Path::new(""),
        stored: None,
    };
    let spec = parse(Path::new("t.toml"), text, &environment)
        .unwrap_or_else(|problems| panic!("{}", problems.render(false)));
    let datasets = spec.experiment.datasets.iter().map(|d| load(d).expect("a good file")).collect();
    let plan = Plan::new(&spec.experiment, datasets).expect("a plan");
    let never = AtomicBool::new(false);
    let executor = Threads { threads: 2, memory: 1 << 28, interrupted: &never, logs: None };
    let (kept, jobs) = (Kept::default(), plan.jobs(&Selection::default()));
    let proceeding = CrossValidation::<Intervals>::new(&plan);
    executor.run(&jobs, &proceeding, &kept, &Silent).expect("a run");
    kept.0.into_inner().expect("no panic")
}

#[test]
fn a_task_from_outside_goes_through_nested_cross_validation() {
    let all = run(SPEC);
    assert_eq!(all.len(), 8);
    for Finished { outcome, predictions, .. } in all {
        assert_eq!((&outcome.status, outcome.task.as_str()), (&Status::Done, "intervals"));
        // Of the three, the range without a tenth on each side has the best interval score at 20 %.
        let chosen = outcome.chosen.expect("a point");
        assert_eq!(chosen.try_int("k").ok(), Some(10), "{}", outcome.dataset);
        let share = outcome.metrics.get("coverage").copied().flatten().expect("a share");
        assert!((0.68..=0.92).contains(&share), "{}: {share}", outcome.dataset);
        let stored = predictions.expect("stored answers").answers;
        let (truth, answers) = Intervals::restore(stored).expect("of this task");
        assert_eq!(Intervals::scores(&truth, &answers), outcome.metrics);
    }
}

#[test]
fn data_that_it_cannot_learn_from_is_skipped_with_the_reason() {
    let classes = SPEC.replace("autompg", "iris").replace("concrete", "wine");
    let all = run(&classes);
    assert_eq!(all.len(), 8);
    for Finished { outcome, .. } in all {
        let Status::Skipped { reason } = outcome.status else { panic!("{:?}", outcome.status) };
        assert!(reason.contains("has no number to predict; name one with `target`"), "{reason}");
    }
}
