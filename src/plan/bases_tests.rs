//! Methods on methods in identities: another base, or another version of a base at any depth, makes another trial. Tried with
//! methods of bags, whose bases are of another task.

use std::collections::BTreeSet;

use super::{DatasetFacts, Identity, TrialId};
use crate::learn::MethodInfo;
use crate::spec::fixture::with_kind;

const OWN: MethodInfo =
    MethodInfo { kind: "own", summary: "s", reference: "r", ..MethodInfo::PLAIN };
static FIRST: MethodInfo = MethodInfo { version: 1, ..OWN };
static SECOND: MethodInfo = MethodInfo { version: 2, ..OWN };

/// The identity of the first trial of a method on bags.
fn trial(own: &'static MethodInfo, method: &str) -> TrialId {
    let experiment =
        with_kind(own, "name = \"musk1\"", method).unwrap_or_else(|mistakes| panic!("{mistakes}"));
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
        remarks: Default::default(),
    };
    Identity::new(&experiment, 0, (&facts, 0), &experiment.methods[0]).trial(0, 0)
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
