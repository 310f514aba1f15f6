//! Methods on methods in identities: another base, or another version of a base at any depth, makes another trial. Tried with
//! methods of bags, whose bases are of another task.

use std::collections::BTreeSet;
use std::path::Path;

use super::{DatasetFacts, Identity, TrialId};
use crate::data::catalog::Catalog;
use crate::learn::{
    Classify, Declared, FitContext, FitError, FitResult, Method, MethodInfo, Registry, Samples,
};
use crate::params::Params;
use crate::spec::{Environment, parse};

/// A kind that is only planned.
struct Planned(&'static MethodInfo);

const OWN: MethodInfo =
    MethodInfo { kind: "own", summary: "s", reference: "r", ..MethodInfo::PLAIN };
static FIRST: MethodInfo = MethodInfo { version: 1, ..OWN };
static SECOND: MethodInfo = MethodInfo { version: 2, ..OWN };

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

/// The identity of the first trial of a method on bags.
fn trial(own: &'static MethodInfo, method: &str) -> TrialId {
    let registry = Registry::standard().with(Planned(own));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
    let catalog = Catalog::open(&folder).unwrap();
    let environment =
        Environment { registry: &registry, catalog: Ok(&catalog), folder: &folder, stored: None };
    let text = format!(
        "[experiment]\nname = \"t\"\nseed = 1\n[[dataset]]\nname = \"musk1\"\n[[method]]\n{method}\n"
    );
    let experiment = match parse(Path::new("t.toml"), &text, &environment) {
        Ok(spec) => spec.experiment,
        Err(mistakes) => panic!("{}", mistakes.render(false)),
    };
    let facts = DatasetFacts {
        name: "musk1".into(),
        content: "content".into(),
        rows: Some(476),
        features: None,
        classes: None,
        missing: None,
        targets: None,
        bags: Some(92),
        folds: None,
    };
    Identity::new(&experiment, 0, &facts, &experiment.methods[0]).trial(0, 0)
}

#[test]
fn every_base_makes_another_trial() {
    let methods = [
        "kind = \"simple-mi\"",
        "kind = \"simple-mi\"\nbase = \"majority\"",
        "kind = \"simple-mi\"\nbase = \"own\"",
        "kind = \"simple-mi\"\nbase = [\"bagging\", \"own\"]",
        "kind = \"bagging\"\nbase = \"simple-mi\"",
        "kind = \"bagging\"\nbase = [\"simple-mi\", \"knn\"]",
        "kind = \"bagging\"\nbase = [\"simple-mi\", \"lda\"]",
        "kind = \"bagging\"\nbase = [\"bagging\", \"simple-mi\"]",
    ];
    let trials: BTreeSet<TrialId> = methods.iter().map(|m| trial(&FIRST, m)).collect();
    assert_eq!(trials.len(), methods.len());
}

#[test]
fn the_default_base_by_name_is_the_default_base() {
    let named = trial(&FIRST, "kind = \"simple-mi\"\nbase = \"j48\"");
    assert_eq!(named, trial(&FIRST, "kind = \"simple-mi\""));
    let named = trial(&FIRST, "kind = \"bagging\"\nbase = [\"simple-mi\", \"j48\"]");
    assert_eq!(named, trial(&FIRST, "kind = \"bagging\"\nbase = \"simple-mi\""));
}

#[test]
fn another_version_of_a_base_makes_another_trial_at_any_depth() {
    for bases in ["\"own\"", "[\"bagging\", \"own\"]", "[\"bagging\", \"bagging\", \"own\"]"] {
        let method = format!("kind = \"simple-mi\"\nbase = {bases}");
        assert_ne!(trial(&FIRST, &method), trial(&SECOND, &method), "{bases}");
    }
    let method = "kind = \"bagging\"\nbase = [\"simple-mi\", \"own\"]";
    assert_ne!(trial(&FIRST, method), trial(&SECOND, method));
    let other = "kind = \"bagging\"\nbase = [\"simple-mi\", \"knn\"]";
    assert_eq!(trial(&FIRST, other), trial(&SECOND, other));
}
