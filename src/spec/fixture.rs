//! For tests: a kind that is declared and never fitted, and a spec with one dataset and one method.

use std::path::Path;

use super::{Environment, parse};
use crate::data::DataError;
use crate::data::catalog::Catalog;
use crate::experiment::Experiment;
use crate::learn::{
    Classify, Declared, FitContext, FitError, FitResult, Method, MethodInfo, Registry, Samples,
};
use crate::params::Params;

/// A kind that is only planned.
pub struct Planned(pub &'static MethodInfo);

impl Declared for Planned {
    fn info(&self) -> &'static MethodInfo {
        self.0
    }
}

impl Method<Classify> for Planned {
    fn fit(
        &self,
        _: &Samples<'_, Classify>,
        _: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Classify> {
        Err(FitError::Stopped)
    }
}

/// An experiment that names a kind; the keys are those of its dataset and its method. The mistakes are as users see them.
pub fn with_kind(
    kind: &'static MethodInfo,
    dataset: &str,
    method: &str,
) -> Result<Experiment, String> {
    let registry = Registry::standard().with(Planned(kind));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
    let catalog: Result<Catalog, DataError> = Catalog::open(&folder);
    let environment = Environment {
        registry: &registry,
        catalog: catalog.as_ref(),
        folder: &folder,
        stored: None,
    };
    let text = format!(
        "[experiment]\nname = \"t\"\nseed = 1\n[[dataset]]\n{dataset}\n[[method]]\n{method}\n"
    );
    let spec = parse(Path::new("t.toml"), &text, &environment);
    spec.map(|spec| spec.experiment).map_err(|mistakes| mistakes.render(false))
}
