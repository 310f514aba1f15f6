//! What a method is: a stateless object that declares itself ([`MethodInfo`]) and fits models. A model is separate, so
//! that nothing can be asked of a method that was not fitted, and folds can be fitted side by side.

use super::fit::{FitContext, FitError};
use super::model::{FitResult, ModelFacts, predict_in_blocks};
use super::samples::Samples;
use super::task::Task;
use crate::measure::MetricInfo;
use crate::params::{ParamInfo, Params};

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
    /// Whether it is the constant predictor of its task: the same answer for every example of a test part. Its scores may
    /// replace missing ones.
    pub constant: bool,
    /// What it learns from, unless its parameters say otherwise ([`Declared::input`]).
    pub input: Input,
    /// Whether it uses [`Samples::weights`].
    pub weights: bool,
    /// For a method that is meant to be unfair: in which way. It is fitted on the test part too, and every output says
    /// so.
    pub leaks: Option<&'static str>,
    /// Whether its last digits may depend on the kind of processor, because it uses loops that are chosen by it.
    pub by_processor: bool,
    /// Whether its fits run in another process, where only a clock on the wall can stop them.
    pub outside: bool,
    /// Whether it was built over a base that a spec named and that is not its default.
    pub built: bool,
    /// The methods it builds on, from outside in, where its kind and version do not say which.
    pub bases: &'static [BaseVersion],
    /// For a method that gives probabilities only with a setting: the parameter and its value.
    pub probabilities: Option<(&'static str, &'static str)>,
}

/// A method that another one builds on, as it enters an identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BaseVersion {
    /// Its kind.
    pub kind: &'static str,
    /// Its version.
    pub version: u32,
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
        constant: false,
        input: Input::Numbers,
        weights: false,
        leaks: None,
        by_processor: false,
        outside: false,
        built: false,
        bases: &[],
        probabilities: None,
    };
}

/// What a method learns from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Input {
    /// Finite numbers: missing values filled, nominal features encoded, all scaled as the protocol asks.
    Numbers,
    /// The table as it is: NaN for missing values, nominal features as codes ([`Rows::kind`](crate::data::Rows::kind)), nothing scaled.
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

/// What a method declares about itself. Everything but a bench asks only this; it has no task in it.
pub trait Declared: Send + Sync {
    /// What it is. This and [`Declared::input`] are also asked outside of fits, where nothing catches a panic.
    fn info(&self) -> &'static MethodInfo;

    /// What it learns from with these parameters.
    fn input(&self, _params: &Params) -> Input {
        self.info().input
    }

    /// Hash of what it is made of besides its kind and version, such as the files of a program: stored results of another
    /// fingerprint are run again. `None` for methods that ship.
    fn fingerprint(&self) -> Option<&str> {
        None
    }

    /// Whether it can be run on this machine; if not, why. Asked once before a run.
    fn ready(&self) -> Result<(), String> {
        Ok(())
    }
}

/// A method: it learns from examples and gives a model. It keeps nothing between fits.
pub trait Method<T: Task>: Contestant<T> {
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

    /// Fits each point of a group on the same examples, predicts the same test examples, and hands answers over as they
    /// are ready. Override it to share kernels or warm starts; a point must predict what the model of [`Method::fit`]
    /// predicts, to the tolerance of the method.
    fn try_group(
        &self,
        train: &Samples<'_, T>,
        test: T::Examples<'_>,
        group: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Result<T::Answers, FitError>),
    ) {
        for (position, params) in group.iter().enumerate() {
            let model = self.fit(train, params, context);
            each(position, model.and_then(|m| predict_in_blocks(m.as_ref(), test, context.stop)));
        }
    }
}

/// The answers of a fitted point for a test part.
#[derive(Debug)]
pub struct TestAnswers<T: Task> {
    /// What the model says of the test examples.
    pub answers: T::Answers,
    /// What is worth knowing about the model.
    pub facts: ModelFacts,
    /// The nanoseconds of the whole that went into predictions, where that is known; the rest went into the fit.
    pub predicting: u64,
    /// What a program wrote for people; empty if nothing.
    pub output: String,
}

/// What takes part in a trial: it answers for test examples, learned from training examples. Every [`Method`] does, through
/// the model that it fits; a program does so too, and gives no model.
pub trait Contestant<T: Task>: Declared {
    /// Which points of a grid are tried together. Every point is in exactly one batch.
    fn batches(&self, grid: &[Params]) -> Vec<Vec<usize>>;

    /// Tries each point of a batch on the same examples and hands answers over as they are ready.
    fn try_batch(
        &self,
        train: &Samples<'_, T>,
        test: T::Examples<'_>,
        batch: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Result<T::Answers, FitError>),
    );

    /// Learns from examples with one point and answers for the test examples. `context.stop` is its clock.
    fn test(
        &self,
        train: &Samples<'_, T>,
        test: T::Examples<'_>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> Result<TestAnswers<T>, FitError>;
}

impl<T: Task, M: Method<T> + ?Sized> Contestant<T> for M {
    fn batches(&self, grid: &[Params]) -> Vec<Vec<usize>> {
        self.groups(grid)
    }

    fn try_batch(
        &self,
        train: &Samples<'_, T>,
        test: T::Examples<'_>,
        batch: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Result<T::Answers, FitError>),
    ) {
        self.try_group(train, test, batch, context, each);
    }

    fn test(
        &self,
        train: &Samples<'_, T>,
        test: T::Examples<'_>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> Result<TestAnswers<T>, FitError> {
        context.go_on()?;
        let model = self.fit(train, params, context)?;
        let fitted = context.stop.spent();
        let answers = predict_in_blocks(model.as_ref(), test, context.stop)?;
        let (facts, predicting) = (model.facts(), context.stop.spent() - fitted);
        Ok(TestAnswers { answers, facts, predicting, output: String::new() })
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
