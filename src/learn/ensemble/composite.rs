//! A method over a base method: it has the parameters of both, those of the base named `base-...`, and is another method
//! for every base. The two may be of different tasks. How models are combined is a [`Combine`].

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::OnceLock;

use ndarray::Array2;

use super::versions::versions;
use crate::data::sparse::SparseMatrix;
use crate::data::{Features, Rows};
use crate::learn::{
    AnyMethod, Declared, Examples, FitContext, FitError, FitResult, Input, Method, MethodInfo,
    Model, Over, Samples, Setting, Task, Trained, Truth,
};
use crate::params::{ParamInfo, Params};

/// Put before the names of the base's parameters.
const PREFIX: &str = "base-";

/// A way to make one model of many, or of a model of another task.
pub trait Combine: Send + Sync + 'static {
    /// The task of the whole.
    type Task: Trained;
    /// The task of the base.
    type BaseTask: Trained;
    /// What it is, over no base in particular: its own parameters, facts and version.
    const OWN: &'static MethodInfo;
    /// The setting in which the base is looked up.
    const BASE_SETTING: Setting;
    /// Whether it gives the base other examples and nothing more: then it heeds weights if the base does, and its models
    /// have the facts of the base's.
    const HANDS_ON: bool = false;

    /// The base that is taken where none is named.
    fn default_base() -> &'static dyn Method<Self::BaseTask>;

    /// Why a base will not do, if it will not.
    fn refuse(base: &MethodInfo) -> Option<String>;

    /// Learns from examples with the help of a base. `params` are those of both.
    fn fit(
        base: &Base<Self::BaseTask>,
        train: &Samples<'_, Self::Task>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Self::Task>;
}

/// A base with its parameters.
pub struct Base<T: Task> {
    method: &'static dyn Method<T>,
    params: Params,
}

impl<T: Task> Base<T> {
    /// Fits one model.
    pub fn fit(&self, train: &Samples<'_, T>, context: &FitContext<'_>) -> FitResult<T> {
        self.method.fit(train, &self.params, context)
    }

    /// Fits one model on some examples, in the given order and as often as they are named, with weights of their own.
    pub fn fit_on(
        &self,
        train: &Samples<'_, T>,
        examples: &[usize],
        weights: Option<&[f64]>,
        context: &FitContext<'_>,
    ) -> FitResult<T> {
        let (all, bounds) = train.x().parts();
        let (rows, starts) = rows_of(bounds, examples);
        let (features, truth) = (copy(all, &rows), train.y().select(examples));
        let x = Rows::of(&features).map_err(|e| FitError::Unsuitable(e.to_string()))?;
        let samples = Samples::new(T::examples(x, &starts), &truth)?;
        match weights {
            Some(weights) => self.fit(&samples.weighted(weights)?, context),
            None => self.fit(&samples, context),
        }
    }

    /// Whether it heeds weights.
    pub fn heeds_weights(&self) -> bool {
        self.method.info().weights
    }
}

/// The rows of some examples, and where each example begins among them. `bounds` are as [`Task::examples`] takes them.
fn rows_of<'e>(bounds: &[usize], examples: &'e [usize]) -> (Cow<'e, [usize]>, Vec<usize>) {
    if bounds.is_empty() {
        return (Cow::Borrowed(examples), Vec::new());
    }
    let (mut rows, mut starts) = (Vec::new(), vec![0]);
    for &example in examples {
        rows.extend(bounds[example]..bounds[example + 1]);
        starts.push(rows.len());
    }
    (Cow::Owned(rows), starts)
}

/// The models of an ensemble so far. How large they become is not known beforehand, so each is counted as it comes.
#[derive(Default)]
pub struct Kept {
    models: usize,
    bytes: usize,
}

impl Kept {
    /// Counts a further model; refuses it if there is no room for all of them.
    pub fn count<T: Task>(
        &mut self,
        model: &dyn Model<T>,
        context: &FitContext<'_>,
    ) -> Result<(), FitError> {
        self.models += 1;
        self.bytes = self.bytes.saturating_add(size_of_val(model).saturating_add(model.bytes()));
        context.room_for(self.bytes, &format!("the first {} models", self.models))
    }
}

/// Rows that an ensemble of many models answers at once: fewer the more models there are, so that it can be stopped.
pub fn block_of(models: usize) -> usize {
    (100_000 / models.max(1)).clamp(1, 128)
}

/// Some rows, stored as they were.
fn copy(x: Rows<'_>, rows: &[usize]) -> Features {
    if x.is_sparse() {
        Features::Sparse(SparseMatrix::new(rows.len(), x.width(), |put| {
            for (position, &row) in rows.iter().enumerate() {
                x.row(row).entries().for_each(|(feature, value)| put(position, feature, value));
            }
        }))
    } else {
        let dense = x.to_dense();
        let cell = |(position, feature): (usize, usize)| dense.row(rows[position])[feature];
        Features::Table(Array2::from_shape_fn((rows.len(), x.width()), cell), x.kinds())
    }
}

/// A way to combine over a base.
pub struct Composite<C: Combine> {
    base: Option<&'static dyn Method<C::BaseTask>>,
    info: OnceLock<&'static MethodInfo>,
    combine: PhantomData<C>,
}

impl<C: Combine> Composite<C> {
    /// Over the base that is taken where none is named.
    pub const fn over_default() -> Composite<C> {
        Composite { base: None, info: OnceLock::new(), combine: PhantomData }
    }

    fn base(&self) -> &'static dyn Method<C::BaseTask> {
        self.base.unwrap_or_else(C::default_base)
    }

    fn base_with(&self, params: &Params) -> Base<C::BaseTask> {
        let own = params.iter().filter_map(|(name, value)| {
            Some((Cow::Owned(name.strip_prefix(PREFIX)?.to_owned()), value.clone()))
        });
        Base { method: self.base(), params: Params::new(own.collect()) }
    }

    /// The declaration of the whole. Declarations live as long as the program, so this one is leaked on purpose.
    fn declare(&self) -> &'static MethodInfo {
        let forever = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
        let (own, base) = (C::OWN, self.base().info());
        let named = |param: &ParamInfo| ParamInfo {
            name: forever(format!("{PREFIX}{}", param.name)),
            about: forever(format!("of `{}`: {}", base.kind, param.about)),
            ..param.clone()
        };
        let params: Vec<ParamInfo> =
            own.params.iter().cloned().chain(base.params.iter().map(named)).collect();
        let is_default = base.kind == C::default_base().info().kind;
        let (kind, summary) = if is_default {
            (own.kind, own.summary)
        } else {
            let summary = forever(format!("{}, over `{}`", own.summary, base.kind));
            (forever(format!("{}-over-{}", own.kind, base.kind)), summary)
        };
        let counted =
            C::BASE_SETTING == Setting::Classification && C::Task::NAME == C::BaseTask::NAME;
        let (version, bases) = versions(own.version, base, counted);
        let crosses = C::Task::NAME != C::BaseTask::NAME;
        Box::leak(Box::new(MethodInfo {
            kind,
            summary,
            params: Box::leak(params.into_boxed_slice()),
            version,
            // A model that only hands examples on reports what the model of the base reports.
            facts: if C::HANDS_ON { base.facts } else { own.facts },
            weights: if C::HANDS_ON { base.weights } else { own.weights },
            constant: C::HANDS_ON && base.constant,
            sparse: if crosses { own.sparse } else { base.sparse },
            input: if crosses { own.input } else { base.input },
            by_processor: base.by_processor,
            built: !is_default || base.built,
            bases: Box::leak(bases.into_boxed_slice()),
            ..*own
        }))
    }
}

impl<C: Combine> Declared for Composite<C> {
    fn info(&self) -> &'static MethodInfo {
        self.info.get_or_init(|| self.declare())
    }

    fn input(&self, params: &Params) -> Input {
        if C::Task::NAME != C::BaseTask::NAME {
            return C::OWN.input;
        }
        let base = self.base_with(params);
        base.method.input(&base.params)
    }

    fn fingerprint(&self) -> Option<&str> {
        self.base().fingerprint()
    }

    fn ready(&self) -> Result<(), String> {
        self.base().ready()
    }
}

impl<C: Combine> Method<C::Task> for Composite<C> {
    fn fit(
        &self,
        train: &Samples<'_, C::Task>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<C::Task> {
        C::fit(&self.base_with(params), train, params, context)
    }
}

impl<C: Combine> Over for Composite<C> {
    fn base_setting(&self) -> Setting {
        C::BASE_SETTING
    }

    fn over(&self, base: AnyMethod) -> Result<AnyMethod, String> {
        let Some(method) = C::BaseTask::method(base) else {
            return Err(format!("its base {}", C::BASE_SETTING.methods_do()));
        };
        if method.info().leaks.is_some() {
            return Err("it is fitted on the test part too".to_owned());
        }
        if let Some(reason) = C::refuse(method.info()) {
            return Err(reason);
        }
        let whole: Composite<C> =
            Composite { base: Some(method), info: OnceLock::new(), combine: PhantomData };
        Ok(C::Task::erase(Box::leak(Box::new(whole))))
    }
}
