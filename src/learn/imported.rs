//! A method whose results were made elsewhere and imported. It has outcomes, but cannot be run.

use crate::learn::{Classify, FitContext, FitError, FitResult, Method, MethodInfo, Samples};
use crate::params::Params;

/// A method of which only results are known.
pub struct Imported {
    /// Hash of everything that was imported of it.
    pub fingerprint: String,
}

impl Imported {
    /// The word in specs of imported runs.
    pub const KIND: &'static str = "imported";
}

static INFO: MethodInfo = MethodInfo {
    kind: Imported::KIND,
    summary: "results that were made elsewhere",
    reference: "the files that were imported",
    ..MethodInfo::PLAIN
};

impl Method<Classify> for Imported {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn fingerprint(&self) -> Option<&str> {
        Some(&self.fingerprint)
    }

    fn fit(
        &self,
        _train: &Samples<'_, Classify>,
        _params: &Params,
        _context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        Err(FitError::Unsuitable("its results were imported; it cannot be run here".into()))
    }
}
