//! A method over a base method: it has the parameters of both, those of the base named `base-...`, reads what the base
//! reads, and is another method for every base. It knows nothing of how models are combined: that is a [`Combine`].

use std::borrow::Cow;
use std::marker::PhantomData;
use std::sync::OnceLock;

use ndarray::Array2;

use super::DEFAULT_BASE;
use crate::data::sparse::SparseMatrix;
use crate::data::{Features, Rows};
use crate::learn::{
    Classify, FitContext, FitError, FitResult, Input, Method, MethodInfo, Model, Samples, Truth,
};
use crate::params::{ParamInfo, Params};

/// Put before the names of the base's parameters.
const PREFIX: &str = "base-";

/// Versions of a base up to this one are told apart in the version of the whole.
const VERSIONS_OF_A_BASE: u32 = 1000;

/// A way to make one model of many.
pub trait Combine: Send + Sync + 'static {
    /// What it is, over no base in particular: its own parameters, facts and version.
    const OWN: &'static MethodInfo;

    /// Why a base will not do, if it will not.
    fn refuse(base: &MethodInfo) -> Option<String>;

    /// Learns from examples with the help of a base. `params` are those of both.
    fn fit(
        base: &Base,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify>;
}

/// A base with its parameters.
pub struct Base {
    method: &'static dyn Method<Classify>,
    params: Params,
}

impl Base {
    /// Fits one model of the ensemble.
    pub fn fit(
        &self,
        train: &Samples<'_, Classify>,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        self.method.fit(train, &self.params, context)
    }

    /// Fits one model on some rows, in the given order and as often as they are named, with weights of their own.
    pub fn fit_on(
        &self,
        train: &Samples<'_, Classify>,
        rows: &[usize],
        weights: Option<&[f64]>,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let (features, labels) = (copy(train.x(), rows), train.y().select(rows));
        let x = Rows::of(&features).map_err(|e| FitError::Unsuitable(e.to_string()))?;
        let samples = Samples::new(x, &labels)?;
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

/// The models of an ensemble so far. Nobody knows beforehand how large they become, so each is counted as it comes.
#[derive(Default)]
pub struct Kept {
    models: usize,
    bytes: usize,
}

impl Kept {
    /// Counts a further model; refuses it if there is no room for all of them.
    pub fn count(
        &mut self,
        model: &dyn Model<Classify>,
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
pub struct Composite<C> {
    base: Option<&'static dyn Method<Classify>>,
    info: OnceLock<&'static MethodInfo>,
    combine: PhantomData<C>,
}

impl<C: Combine> Composite<C> {
    /// Over the base that is taken where none is named.
    pub const fn over_default() -> Composite<C> {
        Composite { base: None, info: OnceLock::new(), combine: PhantomData }
    }

    fn base(&self) -> &'static dyn Method<Classify> {
        self.base.unwrap_or(DEFAULT_BASE)
    }

    fn base_with(&self, params: &Params) -> Base {
        let own = params.iter().filter_map(|(name, value)| {
            Some((Cow::Owned(name.strip_prefix(PREFIX)?.to_owned()), value.clone()))
        });
        Base { method: self.base(), params: Params::new(own.collect()) }
    }
}

/// The declaration of the whole. Declarations live as long as the program, so this one is given away for good.
fn declare(own: &'static MethodInfo, base: &'static MethodInfo) -> &'static MethodInfo {
    let forever = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let named = |param: &ParamInfo| ParamInfo {
        name: forever(format!("{PREFIX}{}", param.name)),
        about: forever(format!("of `{}`: {}", base.kind, param.about)),
        ..param.clone()
    };
    let params: Vec<ParamInfo> =
        own.params.iter().cloned().chain(base.params.iter().map(named)).collect();
    let (kind, summary) = if base.kind == DEFAULT_BASE.info().kind {
        (own.kind, own.summary)
    } else {
        let summary = forever(format!("{}, over `{}`", own.summary, base.kind));
        (forever(format!("{}-over-{}", own.kind, base.kind)), summary)
    };
    Box::leak(Box::new(MethodInfo {
        kind,
        summary,
        params: Box::leak(params.into_boxed_slice()),
        version: own.version * VERSIONS_OF_A_BASE + base.version,
        sparse: base.sparse,
        input: base.input,
        by_processor: base.by_processor,
        ..*own
    }))
}

impl<C: Combine> Method<Classify> for Composite<C> {
    fn info(&self) -> &'static MethodInfo {
        self.info.get_or_init(|| declare(C::OWN, self.base().info()))
    }

    fn input(&self, params: &Params) -> Input {
        let base = self.base_with(params);
        base.method.input(&base.params)
    }

    fn over(
        &self,
        base: &'static dyn Method<Classify>,
    ) -> Option<Result<&'static dyn Method<Classify>, String>> {
        let refused = match base.info().leaks {
            Some(_) => Some("it is fitted on the test part too".to_owned()),
            None => C::refuse(base.info()),
        };
        Some(match refused {
            Some(reason) => Err(reason),
            None => {
                let whole: Composite<C> =
                    Composite { base: Some(base), info: OnceLock::new(), combine: PhantomData };
                Ok(Box::leak(Box::new(whole)))
            }
        })
    }

    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        C::fit(&self.base_with(params), train, params, context)
    }
}
