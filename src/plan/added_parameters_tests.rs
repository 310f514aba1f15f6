//! A parameter that is added to a kind later must not orphan stored trials: where it has its default, every trial keeps the
//! identity it had without it. Tried with a kind as it was before and as it is after, alone and as a base.

use super::{DatasetFacts, Identity, TrialId};
use crate::learn::MethodInfo;
use crate::params::{Domain, ParamInfo, Value};
use crate::spec::fixture::with_kind;

const K: ParamInfo = ParamInfo {
    name: "k",
    about: "there from the beginning",
    domain: Domain::Int { min: 1, max: 9 },
    default: Value::Int(1),
};
const GAMMA: ParamInfo = ParamInfo {
    name: "gamma",
    about: "added later",
    domain: Domain::AddedLater(&Domain::OrWord(&Domain::RealAbove(0.0), &["1/d"])),
    default: Value::Real(0.5),
};
const GROWN: MethodInfo =
    MethodInfo { kind: "grown", summary: "s", reference: "r", ..MethodInfo::PLAIN };

static BEFORE: MethodInfo = MethodInfo { params: &[K], ..GROWN };
static AFTER: MethodInfo = MethodInfo { params: &[GAMMA, K], ..GROWN };

/// The identity of the first trial of a method, with the kind as it is declared.
fn trial(declared: &'static MethodInfo, method: &str) -> TrialId {
    let experiment = with_kind(declared, "path = \"iris.csv\"", method)
        .unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let facts = DatasetFacts {
        name: "iris".into(),
        content: "content".into(),
        rows: None,
        features: None,
        classes: None,
        missing: None,
        targets: None,
        bags: None,
        folds: None,
        remarks: Default::default(),
    };
    Identity::new(&experiment, 0, (&facts, 0), &experiment.methods[0]).trial(0, 0)
}

/// A kind and what comes before the names of its parameters.
const ALONE: (&str, &str) = ("kind = \"grown\"", "");
const AS_BASE: (&str, &str) = ("kind = \"bagging\"\nbase = \"grown\"", "base-");

#[test]
fn at_its_default_an_added_parameter_changes_no_identity() {
    for (kind, prefix) in [ALONE, AS_BASE] {
        let stored = trial(&BEFORE, kind);
        assert_eq!(trial(&AFTER, kind), stored, "{kind}");
        let written = format!("{kind}\nparams = {{ {prefix}gamma = 0.5 }}");
        assert_eq!(trial(&AFTER, &written), stored, "{kind}");
        let grid = format!("{kind}\ngrid = {{ {prefix}k = [1, 2, 3] }}");
        assert_eq!(trial(&AFTER, &grid), trial(&BEFORE, &grid), "{kind}");
        assert_ne!(trial(&AFTER, &grid), stored, "{kind}");
    }
}

#[test]
fn at_another_value_an_added_parameter_makes_another_trial() {
    for (kind, prefix) in [ALONE, AS_BASE] {
        let of = |keys: &str| trial(&AFTER, &format!("{kind}\n{}", keys.replace("P-", prefix)));
        let different = [
            of(""),
            of("params = { P-gamma = 0.25 }"),
            of("params = { P-gamma = \"1/d\" }"),
            of("grid = { P-gamma = [0.25, 0.125] }"),
            of("grid = { P-gamma = [0.5, 0.25] }"),
            of("grid = { P-gamma = [0.25, 0.5] }"),
        ];
        let mut sorted = different.to_vec();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), different.len(), "{kind}: {different:?}");
    }
}
