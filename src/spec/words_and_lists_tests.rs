//! Parameters that take a number or a word, and parameters that are lists of names, as specs write them. No shipped
//! method need have them, so one is made here.

use proptest::prelude::*;

use super::fixture::with_kind;
use crate::learn::MethodInfo;
use crate::params::{Domain, NameList, ParamInfo, Params, Value};

/// A method that is never fitted.
static CHAIN: MethodInfo = MethodInfo {
    kind: "test-chain",
    summary: "s",
    reference: "r",
    params: &[
        ParamInfo {
            name: "gamma",
            about: "width",
            domain: Domain::OrWord(&Domain::RealAbove(0.0), &["1/d"]),
            default: Value::Text(std::borrow::Cow::Borrowed("1/d")),
        },
        ParamInfo {
            name: "features",
            about: "features per node",
            domain: Domain::OrWord(&Domain::Int { min: 1, max: 100 }, &["sqrt", "log2"]),
            default: Value::Int(1),
        },
        ParamInfo {
            name: "order",
            about: "order of the targets",
            domain: Domain::OrWord(&Domain::Names, &["file", "random"]),
            default: Value::Text(std::borrow::Cow::Borrowed("file")),
        },
        ParamInfo {
            name: "only",
            about: "columns that count",
            domain: Domain::Names,
            default: Value::List(NameList::declared(&[])),
        },
    ],
    ..MethodInfo::PLAIN
};

/// The grid of a method, or everything that is wrong with it.
fn grid(kind: &str, keys: &str) -> Result<Vec<Params>, String> {
    let experiment = with_kind(&CHAIN, "path = \"iris.csv\"", &format!("{kind}\n{keys}"));
    experiment.map(|own| own.methods[0].grid.clone())
}

const KIND: &str = "kind = \"test-chain\"";
const PROGRAM: &str = "kind = \"command\"\ncommand = [\"sh\"]";

fn points(keys: &str) -> Vec<String> {
    let grid = grid(KIND, keys).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    grid.iter().map(ToString::to_string).collect()
}

#[test]
fn a_number_or_a_word() {
    assert_eq!(points(""), ["gamma=1/d features=1 order=file only=[]"]);
    assert_eq!(
        points("params = { gamma = 2, features = \"sqrt\" }"),
        ["gamma=2 features=sqrt order=file only=[]"]
    );
    let mixed = grid(KIND, "grid = { features = [2.0, \"log2\"], gamma = [1, \"1/d\"] }").unwrap();
    assert_eq!(mixed.len(), 4);
    assert_eq!(mixed[0].get("gamma"), Some(&Value::Real(1.0)));
    assert_eq!(mixed[0].get("features"), Some(&Value::Int(2)));
    assert_eq!(mixed[3].to_string(), "gamma=1/d features=log2 order=file only=[]");
}

#[test]
fn ranges_give_the_numbers_of_a_parameter_that_may_be_a_word() {
    let range = "grid = { features = { base = 2, from = 0, to = 2 } }";
    let found = grid(KIND, range).unwrap();
    let features: Vec<i64> = found.iter().map(|point| point.int("features")).collect();
    assert_eq!(features, [1, 2, 4]);
    let steps = "grid = { gamma = { from = 0.01, to = 1, steps = 3, scale = \"log\" } }";
    assert_eq!(grid(KIND, steps).unwrap().len(), 3);
    let outside = grid(KIND, "grid = { features = { from = 0, to = 2, steps = 3 } }").unwrap_err();
    assert!(outside.contains("must be a whole number from 1 to 100, or one of"), "{outside}");
}

#[test]
fn lists_of_names() {
    assert_eq!(
        points("params = { order = [\"Cd\", \"Co 2\"], only = [\"x\"] }"),
        ["gamma=1/d features=1 order=[Cd,\"Co 2\"] only=[x]"]
    );
    assert_eq!(
        points("grid = { order = [\"file\", [\"b\", \"a\"], [\"a\", \"b\"]] }"),
        [
            "gamma=1/d features=1 order=file only=[]",
            "gamma=1/d features=1 order=[b,a] only=[]",
            "gamma=1/d features=1 order=[a,b] only=[]",
        ]
    );
}

#[test]
fn programs_take_lists_of_names_too() {
    let found =
        grid(PROGRAM, "params = { order = [\"b\", \"a\"] }\ngrid = { w = [\"x\", [\"y\"]] }");
    let found: Vec<String> = found.unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(found, ["order=[b,a] w=x", "order=[b,a] w=[y]"]);
}

#[test]
fn mistakes_say_what_would_work() {
    for (keys, words) in [
        ("params = { gamma = \"1/n\" }", "`gamma` must be a number > 0, or \"1/d\""),
        ("params = { gamma = 0 }", "`gamma` must be a number > 0, or \"1/d\""),
        ("params = { gamma = [\"1/d\"] }", "must be a single value"),
        ("params = { features = [1, 2] }", "belong into `grid`"),
        ("params = { order = \"flie\" }", "a list of names, or one of \"file\", \"random\""),
        ("params = { order = [\"a\", \"a\"] }", "`order` must be a list of names"),
        ("params = { order = [\"a\", 1] }", "a single value or a list of names"),
        ("params = { only = \"a\" }", "`only` must be a list of names"),
        ("params = { only = [\"\"] }", "`only` must be a list of names"),
        ("params = { only = [\"a\\nb\"] }", "`only` must be a list of names"),
        ("grid = { only = [\"a\", \"b\"] }", "[[\"a\", \"b\"]] in `grid`"),
        ("grid = { order = [[\"a\"], [\"a\"]] }", "`order` tries [a] twice"),
        ("grid = { order = { from = 1, to = 2, steps = 2 } }", "this range holds 1"),
    ] {
        let mistakes = grid(KIND, keys).expect_err(keys);
        assert!(mistakes.contains(words), "{keys}: {mistakes}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn names_are_read_as_they_are_written(
        names in prop::collection::btree_set("[a-zé \",=\\]\\[\\\\']{0,5}x", 0..5)
    ) {
        let names: Vec<String> = names.into_iter().collect();
        let written = toml::Value::from(names.clone()).to_string();
        let read = Value::List(NameList::new(names));
        let fixed = grid(KIND, &format!("params = {{ order = {written} }}")).unwrap();
        prop_assert_eq!(fixed[0].get("order"), Some(&read));
        let tried = grid(KIND, &format!("grid = {{ order = [\"random\", {written}] }}")).unwrap();
        prop_assert_eq!(tried[1].get("order"), Some(&read));
        let json = serde_json::to_string(&tried[1]).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Params>(&json).unwrap().to_string(), &tried[1].to_string());
    }
}
