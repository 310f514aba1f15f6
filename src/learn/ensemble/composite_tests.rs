//! What a method over a base takes from its base.

use super::bagging;
use crate::learn::{
    AnyMethod, Classify, Declared, FitContext, FitError, FitResult, Method, MethodInfo, Over,
    Samples,
};
use crate::params::Params;

static INFO: MethodInfo =
    MethodInfo { kind: "marked", summary: "s", reference: "r", ..MethodInfo::PLAIN };

/// Made of more than its kind and version, and not to be run here.
struct Marked;

impl Declared for Marked {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn fingerprint(&self) -> Option<&str> {
        Some("mark")
    }

    fn ready(&self) -> Result<(), String> {
        Err("not here".into())
    }
}

impl Method<Classify> for Marked {
    fn fit(
        &self,
        _: &Samples<'_, Classify>,
        _: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Classify> {
        Err(FitError::Stopped)
    }
}

/// Otherwise stored results over one base would be taken for those over another of the same kind and version.
#[test]
fn what_a_base_is_made_of_makes_up_the_whole() {
    let whole = bagging::METHOD.over(AnyMethod::Classify(&Marked)).ok().unwrap();
    assert_eq!((whole.fingerprint(), whole.ready()), (Some("mark"), Err("not here".into())));
    assert_eq!((bagging::METHOD.fingerprint(), bagging::METHOD.ready()), (None, Ok(())));
}
