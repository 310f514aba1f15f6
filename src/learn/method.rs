//! What a method is: a stateless object that declares itself ([`MethodInfo`]) and fits models. A model is separate, so
//! that nothing can be asked of a method that was not fitted, and folds can be fitted side by side.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::command::{ProgramError, Workplace};
use super::shared::Shared;
use super::task::{Classify, Predictions, Task, Truth};
use crate::data::Rows;
use crate::measure::MetricInfo;
use crate::num::key::RngKey;
use crate::params::{ParamInfo, Params, Undeclared};

/// A method as data: help, documentation, the check of a spec and the conformance suite read this.
#[derive(Debug)]
pub struct MethodInfo {
    /// The word in specs: lower case, words joined by `-`.
    pub kind: &'static str,
    /// One line: what it does.
    pub summary: &'static str,
    /// Where it is described.
    pub reference: &'static str,
    /// Its parameters; grid points are tried in this order, the first varying slowest.
    pub params: &'static [ParamInfo],
    /// Raised whenever the same input may give other numbers, so that old results are never mistaken for new ones.
    pub version: u32,
    /// The numbers its models tell about themselves ([`ModelFacts::numbers`]).
    pub facts: &'static [MetricInfo],
    /// Whether it works on rows without zeros as they are; other methods make a copy with all zeros.
    pub sparse: bool,
    /// Whether it ignores the features on purpose: a yardstick, not a competitor.
    pub baseline: bool,
    /// What it learns from, unless its parameters say otherwise ([`Method::input`]).
    pub input: Input,
    /// Whether it heeds [`Samples::weights`].
    pub weights: bool,
    /// For a method that is meant to be unfair: in which way. It is fitted on the test part too, and every output says
    /// so.
    pub leaks: Option<&'static str>,
    /// Whether its last digits may depend on the kind of processor, because it uses loops that are chosen by it.
    pub by_processor: bool,
    /// For a method that gives probabilities only with a setting: the parameter and its value.
    pub probabilities: Option<(&'static str, &'static str)>,
}

impl MethodInfo {
    /// What most methods are; a declaration names the rest.
    pub const PLAIN: MethodInfo = MethodInfo {
        kind: "",
        summary: "",
        reference: "",
        params: &[],
        version: 1,
        facts: &[],
        sparse: false,
        baseline: false,
        input: Input::Numbers,
        weights: false,
        leaks: None,
        by_processor: false,
        probabilities: None,
    };
}

/// What a method learns from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Input {
    /// Finite numbers: missing values filled, nominal features encoded, all scaled as the protocol asks.
    Numbers,
    /// The table as it is: NaN for missing values, nominal features as codes ([`Rows::kind`]), nothing scaled.
    Table,
}

impl Input {
    /// The word in documentation and reports.
    pub fn name(self) -> &'static str {
        match self {
            Input::Numbers => "numbers",
            Input::Table => "table",
        }
    }
}

/// Examples to learn from: features and truth of equal length, at least one example.
#[derive(Debug, Clone, Copy)]
pub struct Samples<'a, T: Task = Classify> {
    x: Rows<'a>,
    y: &'a T::Truth,
    weights: Option<&'a [f64]>,
}

impl<'a, T: Task> Samples<'a, T> {
    /// Puts features and truth together.
    pub fn new(x: Rows<'a>, y: &'a T::Truth) -> Result<Samples<'a, T>, FitError> {
        if x.len() != y.len() {
            let reason = format!("{} rows of features for {} of truth", x.len(), y.len());
            return Err(FitError::Unsuitable(reason));
        }
        if x.is_empty() {
            return Err(FitError::Unsuitable("no examples to learn from".into()));
        }
        Ok(Samples { x, y, weights: None })
    }

    /// The same examples, each counting as often as its weight says: finite, not negative, not all zero.
    pub fn weighted(self, weights: &'a [f64]) -> Result<Samples<'a, T>, FitError> {
        let fair = |w: &f64| w.is_finite() && *w >= 0.0;
        if weights.len() != self.x.len() || !weights.iter().all(fair) {
            let reason = "weights must be one finite number a row, none below zero";
            return Err(FitError::Unsuitable(reason.into()));
        }
        if weights.iter().all(|w| *w == 0.0) {
            return Err(FitError::Unsuitable("all examples weigh nothing".into()));
        }
        Ok(Samples { weights: Some(weights), ..self })
    }

    /// How much each example counts; `None` if all count once.
    pub fn weights(&self) -> Option<&'a [f64]> {
        self.weights
    }

    /// How much an example counts; where there are weights, one that is not there counts nothing.
    pub fn weight(&self, row: usize) -> f64 {
        self.weights.map_or(1.0, |weights| weights.get(row).copied().unwrap_or(0.0))
    }

    /// The features.
    pub fn x(&self) -> Rows<'a> {
        self.x
    }

    /// What is known.
    pub fn y(&self) -> &'a T::Truth {
        self.y
    }
}

impl Samples<'_, Classify> {
    /// How much the examples of each class weigh together.
    pub fn class_weights(&self) -> Vec<f64> {
        let mut weights = vec![0.0; self.y.classes()];
        for (row, &class) in self.y.ids().iter().enumerate() {
            weights[class as usize] += self.weight(row);
        }
        weights
    }
}

/// Why a method gave no model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// The method cannot learn from these examples.
    #[error("{0}")]
    Unsuitable(String),
    /// The fit was asked to stop: interrupted, or out of time.
    #[error("stopped before the fit was finished")]
    Stopped,
    /// The method is a program that gave no usable answer.
    #[error(transparent)]
    Program(Box<ProgramError>),
}

impl From<Undeclared> for FitError {
    fn from(mistake: Undeclared) -> FitError {
        FitError::Unsuitable(mistake.to_string())
    }
}

/// Asks whether a fit should end early. Iterative methods look at it every few milliseconds.
pub trait Stop: Sync {
    /// Whether to give up now.
    fn requested(&self) -> bool;

    /// Counts CPU time that the fit spent outside its thread, in another process.
    fn charge(&self, _nanoseconds: u64) {}
}

/// A fit that nothing stops.
pub struct NeverStop;

impl Stop for NeverStop {
    fn requested(&self) -> bool {
        false
    }
}

/// What a fit may use beside its examples.
#[derive(Clone, Copy)]
pub struct FitContext<'a> {
    /// The address of its random numbers; the same for every point of a grid, so that points are compared under
    /// the same randomness and none depends on which others were tried.
    pub key: RngKey,
    /// Whether to give up.
    #[doc(hidden)]
    pub stop: &'a dyn Stop,
    /// What other fits have computed already.
    #[doc(hidden)]
    pub shared: &'a Shared,
    /// Bytes it may use for itself, beside its examples.
    pub memory: usize,
    /// Where programs work; methods that are none need no such place.
    #[doc(hidden)]
    pub workplace: Option<&'a Workplace>,
}

impl FitContext<'static> {
    /// What a fit gets outside of any run, for tests of a method: nothing stops it, and all memory is granted.
    pub fn alone(seed: u64) -> FitContext<'static> {
        static NOTHING: Shared = Shared::nothing();
        let (key, memory) = (RngKey::root(seed), usize::MAX);
        FitContext { key, stop: &NeverStop, shared: &NOTHING, memory, workplace: None }
    }
}

impl FitContext<'_> {
    /// Ends a fit that is asked to stop: interrupted, or out of time. Iterative methods ask every few milliseconds.
    pub fn go_on(&self) -> Result<(), FitError> {
        go_on(self.stop)
    }

    /// Refuses what needs more memory than is granted, before it is asked for. `what` needs it.
    pub fn room_for(&self, bytes: usize, what: &str) -> Result<(), FitError> {
        if bytes <= self.memory {
            return Ok(());
        }
        let (needed, granted) = (bytes >> 20, self.memory >> 20);
        Err(FitError::Unsuitable(format!(
            "{what} would take {needed} MiB, and a fit may use {granted}; grant more with --memory, or ask for less"
        )))
    }
}

/// Ends a fit that is asked to.
pub fn go_on(stop: &dyn Stop) -> Result<(), FitError> {
    if stop.requested() { Err(FitError::Stopped) } else { Ok(()) }
}

/// Why a fit ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// Nothing was iterated.
    ClosedForm,
    /// As many rounds as were asked for were done; there is nothing to converge to.
    AllRounds,
    /// The tolerance was reached.
    Converged,
    /// The largest number of iterations was reached first.
    IterationLimit,
    /// No further progress could be made, although the tolerance was not reached.
    Stalled,
    /// The method does not tell.
    Untold,
}

/// What is worth knowing about a fitted model, beside its predictions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelFacts {
    /// Why the fit ended.
    pub stop: StopReason,
    /// Named numbers, such as `support_vectors`, `nodes`, `iterations`.
    pub numbers: BTreeMap<String, f64>,
    /// How the fit came to its end, where it was iterated and the method tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curve: Option<Curve>,
}

/// How something changed while a model was fitted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// What is counted, such as `round`.
    pub step: String,
    /// What changed, such as `largest violation`.
    pub value: String,
    /// Steps with their values, in ascending order of steps.
    pub points: Vec<(f64, f64)>,
}

impl Curve {
    /// More points than a figure can show are not stored.
    pub const MOST_POINTS: usize = 64;

    /// The curve of a value after each step from 1 on. Long ones are thinned evenly; the first and the last step stay.
    pub fn new(step: &str, value: &str, values: &[f64]) -> Option<Curve> {
        let last = values.len().checked_sub(1)?;
        let kept = values.len().min(Curve::MOST_POINTS);
        let at = |position: usize| position * last / (kept - 1).max(1);
        let point = |position: usize| ((at(position) + 1) as f64, values[at(position)]);
        let points: Vec<(f64, f64)> = (0..kept).map(point).collect();
        let finite = points.iter().all(|(_, value)| value.is_finite());
        finite.then(|| Curve { step: step.to_owned(), value: value.to_owned(), points })
    }
}

impl ModelFacts {
    /// A model that was computed directly and has nothing to tell.
    pub fn closed_form() -> ModelFacts {
        ModelFacts { stop: StopReason::ClosedForm, numbers: BTreeMap::new(), curve: None }
    }
}

/// A fitted model.
pub trait Model<T: Task = Classify>: Send + Sync {
    /// What it says of each row; a row's prediction does not depend on the other rows.
    fn predict(&self, x: Rows<'_>) -> T::Predictions;

    /// Bytes it holds beside itself, counted by what is in its lists, so that the same model always has the same size:
    /// who keeps many models asks it how many there is room for.
    fn bytes(&self) -> usize;

    /// What is worth knowing about it.
    fn facts(&self) -> ModelFacts;

    /// How many rows it answers best at once, such that it takes a fraction of a second: between blocks it may be stopped.
    fn block(&self) -> usize {
        128
    }
}

/// What became of one fit.
pub type FitResult<T = Classify> = Result<Box<dyn Model<T>>, FitError>;

/// What a method that fits and predicts in one go gave.
pub struct TestedAtOnce<T: Task> {
    /// What it says of the test rows.
    pub predictions: T::Predictions,
    /// What it tells about its model.
    pub facts: ModelFacts,
    /// The nanoseconds of its time that went into predictions, where that is known; the rest went into the fit.
    pub predicting: u64,
    /// What it wrote for people; empty if nothing.
    pub output: String,
}

/// A method that has no model to ask: it gets the rows to predict together with its examples.
pub trait AtOnce<T: Task> {
    /// Learns from examples and predicts the test rows. Its time is that of its thread and what it charged
    /// ([`Stop::charge`]).
    fn fit_and_predict(
        &self,
        train: &Samples<'_, T>,
        test: Rows<'_>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> Result<TestedAtOnce<T>, FitError>;
}

/// A method: what it is, and how it learns from examples. It keeps nothing between fits.
pub trait Method<T: Task = Classify>: Send + Sync {
    /// What it is. This and [`Method::input`] are also asked outside of fits, where nothing catches a panic.
    fn info(&self) -> &'static MethodInfo;

    /// What it learns from with these parameters.
    fn input(&self, _params: &Params) -> Input {
        self.info().input
    }

    /// Hash of what it is made of beside its kind and version, such as the files of a program: stored results of another
    /// fingerprint are run again. `None` for methods that ship.
    fn fingerprint(&self) -> Option<&str> {
        None
    }

    /// Whether it can be run on this machine; if not, why. Asked once before a run.
    fn ready(&self) -> Result<(), String> {
        Ok(())
    }

    /// For a method that fits and predicts in one go: how. The scheduler then asks for no model.
    #[doc(hidden)]
    fn at_once(&self) -> Option<&dyn AtOnce<T>> {
        None
    }

    /// For a method that builds on another one: itself over that base, or why the base will not do. `None` if it builds
    /// on nothing. Its parameters are its own and those of the base, named `base-...`.
    #[doc(hidden)]
    fn over(
        &self,
        _base: &'static dyn Method<T>,
    ) -> Option<Result<&'static dyn Method<T>, String>> {
        None
    }

    /// Learns from examples. `params` holds every declared parameter, each in its domain. A panic costs the fit, not the
    /// run: it becomes the reason why the trial failed.
    fn fit(
        &self,
        train: &Samples<'_, T>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<T>;

    /// Which points of a grid want to be tried together because they share work; the scheduler runs different groups
    /// side by side. Every point is in exactly one group.
    fn groups(&self, grid: &[Params]) -> Vec<Vec<usize>> {
        (0..grid.len()).map(|point| vec![point]).collect()
    }

    /// Fits each point of a group on the same examples, predicts the same test rows, and hands predictions over as they
    /// are ready. Override it to share kernels or warm starts; a point must predict what the model of [`Method::fit`]
    /// predicts, to the tolerance of the method.
    fn try_group(
        &self,
        train: &Samples<'_, T>,
        test: Rows<'_>,
        group: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Result<T::Predictions, FitError>),
    ) {
        for (position, params) in group.iter().enumerate() {
            if let Some(method) = self.at_once() {
                let tested = method.fit_and_predict(train, test, params, context);
                each(position, tested.map(|tested| tested.predictions));
                continue;
            }
            let model = self.fit(train, params, context);
            each(position, model.and_then(|m| predict_in_blocks(m.as_ref(), test, context.stop)));
        }
    }
}

/// Groups of grid points with the same key, in the order in which keys are met.
pub fn groups_by<K: PartialEq>(grid: &[Params], key: impl Fn(&Params) -> K) -> Vec<Vec<usize>> {
    let mut groups: Vec<(K, Vec<usize>)> = Vec::new();
    for (point, params) in grid.iter().enumerate() {
        let own = key(params);
        match groups.iter_mut().find(|(other, _)| *other == own) {
            Some((_, members)) => members.push(point),
            None => groups.push((own, vec![point])),
        }
    }
    groups.into_iter().map(|(_, members)| members).collect()
}

/// Predicts block by block, so that a stop need not wait for the last row.
pub fn predict_in_blocks<T: Task>(
    model: &dyn Model<T>,
    x: Rows<'_>,
    stop: &dyn Stop,
) -> Result<T::Predictions, FitError> {
    let block = model.block().max(1);
    let mut all = model.predict(x.range(0..x.len().min(block)));
    for start in (block..x.len()).step_by(block) {
        if stop.requested() {
            return Err(FitError::Stopped);
        }
        all.append(model.predict(x.range(start..x.len().min(start + block))));
    }
    Ok(all)
}
