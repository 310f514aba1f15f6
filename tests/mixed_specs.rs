//! Specs that mix what does not go together: each message says what is wrong, on which line, and what would work.

use tribunal::learn::{Registry, Setting};

use crate::support::Dir;

/// A dataset of each setting.
const ROWS: &str = "[[dataset]]\nname = \"iris\"\n";
const NUMBERS: &str = "[[dataset]]\nname = \"concrete\"\n";
const BAGS: &str = "[[dataset]]\nname = \"musk1\"\n";

/// A method of each setting.
const KNN: &str = "[[method]]\nkind = \"knn\"\n";
const MEAN: &str = "[[method]]\nkind = \"mean\"\n";
const OF_BAGS: &str = "[[method]]\nkind = \"simple-mi\"\nbase = \"majority\"\n";
const MAJORITY: &str = "[[method]]\nkind = \"majority\"\n";

fn refused(tables: &[&str]) -> String {
    let dir = Dir::new();
    dir.write("houses.csv", "x,price\n1,1.5\n2,2.5\n3,3.5\n");
    let spec = format!("[experiment]\nname = \"e\"\nseed = 1\n{}", tables.concat());
    dir.write("e.toml", &spec);
    let said = dir.run(&["plan", "e.toml"]);
    assert_eq!(said.code, 2, "{spec}\n{}{}", said.out, said.err);
    assert!(said.err.contains("e.toml:") && said.err.contains("help: "), "{}", said.err);
    said.err
}

fn check(tables: &[&str], words: &[&str]) {
    let said = refused(tables);
    for word in words {
        assert!(said.contains(word), "no `{word}` in\n{said}");
    }
}

/// A word that is reserved is refused by itself, and no typo is sent to it.
#[test]
fn only_protocols_that_work_are_offered() {
    let protocol = |kind: &str| format!("[protocol]\nkind = \"{kind}\"\n");
    let typo = refused(&[&protocol("learning-curv"), ROWS, KNN]);
    assert!(typo.contains("nested, flat, prequential"), "{typo}");
    assert!(!typo.contains("learning-curve"), "{typo}");
    let reserved = refused(&[&protocol("learning-curve"), ROWS, KNN]);
    assert!(reserved.contains("learning curves are not available in this version"), "{reserved}");
    assert!(reserved.contains("use one of nested, flat, prequential"), "{reserved}");
}

/// Whether a kind of a setting ships.
fn ships(kind: &str, setting: Setting) -> bool {
    Registry::standard().find(kind, setting).is_some()
}

#[test]
fn datasets_of_one_experiment_have_one_task() {
    let houses = "[[dataset]]\npath = \"houses.csv\"\ntask = \"regression\"\n";
    let words =
        ["`houses` has numbers to predict, `iris` has classes", "two experiments, or set `task`"];
    check(&[ROWS, houses, KNN], &words);
    check(&[ROWS, NUMBERS, KNN], &["`concrete` has numbers to predict, `iris` has classes"]);
    let words = [
        "`musk1` has classes of bags, `iris` has classes of rows",
        "put them into two experiments",
    ];
    check(&[ROWS, BAGS, KNN], &words);
}

#[test]
fn metrics_measure_what_the_datasets_have() {
    let words = ["`rmse` measures regression, these datasets have classes", "use accuracy"];
    for place in [
        "[protocol]\nselect = \"rmse\"\n",
        "[analysis]\nmetrics = [\"accuracy\", \"rmse\"]\n",
        "[gate]\nmetrics = [\"rmse\"]\n",
    ] {
        check(&[place, ROWS, KNN], &words);
        let numbers = place.replace("\"rmse\"", "\"kappa\"").replace("\"accuracy\"", "\"rmse\"");
        let words =
            ["`kappa` measures classification, these datasets have numbers to predict", "use rmse"];
        check(&[&numbers, NUMBERS, MEAN], &words);
        check(
            &[place, BAGS, OF_BAGS],
            &["`rmse` measures regression, these datasets have classes"],
        );
    }
    let time = "[protocol]\nselect = \"train_time\"\n";
    check(&[time, ROWS, KNN], &["unknown `select` `train_time`", "use one of accuracy"]);
    let typo = "[protocol]\nselect = \"acuracy\"\n";
    check(&[typo, ROWS, KNN], &["unknown `select` `acuracy`", "did you mean `accuracy`?"]);
}

#[test]
fn kinds_are_written_for_what_the_datasets_have() {
    let has_numbers = ships("mean", Setting::Regression);
    if has_numbers {
        let words = ["`mean` predicts numbers, these datasets have classes", "for classes", "svm"];
        check(&[ROWS, MEAN], &words);
    }
    let svm = "[[method]]\nkind = \"svm\"\n";
    let words = ["`svm` predicts classes of rows, these datasets have numbers to predict"];
    check(&[NUMBERS, svm], &words);
    let words = [
        "`svm` predicts classes of rows, these datasets have classes of bags",
        "use kind = \"simple-mi\", base = \"svm\"",
    ];
    check(&[BAGS, svm], &words);
    let words = ["`simple-mi` learns from bags, these datasets have classes of rows", "with `bag`"];
    check(&[ROWS, OF_BAGS], &words);
    let base = "[[method]]\nkind = \"simple-mi\"\nbase = \"simple-mi\"\n";
    check(&[BAGS, base], &["`simple-mi` cannot build on `simple-mi`: it learns from bags", "svm"]);
    let base = "[[method]]\nkind = \"simple-mi\"\nbase = \"svmm\"\n";
    check(&[BAGS, base], &["unknown method kind `svmm`", "did you mean `svm`?"]);
}

#[test]
fn folds_and_streams_do_not_mix() {
    let stream = "[protocol]\nkind = \"prequential\"\n";
    let svm = "[[method]]\nkind = \"svm\"\n";
    check(&[stream, ROWS, svm], &["`svm` learns from a whole training part, not from a stream"]);
    let words = ["`no-change` learns from a stream", "kind = \"prequential\""];
    check(&[ROWS, "[[method]]\nkind = \"no-change\"\n"], &words);
    let outer = "[protocol]\nkind = \"prequential\"\nouter = { folds = 5 }\n";
    check(&[outer, ROWS, MAJORITY], &["a stream has no folds", "`repeats` of a stream"]);
    let chunk = "[protocol]\nchunk = 100\n";
    check(&[chunk, ROWS, MAJORITY], &["folds are no stream", "kind = \"prequential\""]);
    check(
        &[stream, NUMBERS, MAJORITY],
        &["`concrete` has numbers to predict, and streams have classes"],
    );
    check(&[stream, BAGS, MAJORITY], &["`musk1` has classes of bags, and streams have classes"]);
    let search = "[[method]]\nkind = \"majority\"\nsearch = \"pattern\"\n";
    check(&[stream, ROWS, search], &["streams choose no parameters, so `search` means nothing"]);
}

#[test]
fn a_scope_of_no_steps_is_refused() {
    let scope = "[[method]]\nkind = \"knn\"\nprepare-scope = \"all\"\n";
    check(&[ROWS, scope], &["`prepare-scope` says where the steps", "or add `prepare`"]);
    let empty = scope.replace("prepare-scope", "prepare = []\nprepare-scope");
    check(&[ROWS, &empty], &["`prepare-scope` says where the steps"]);
}

#[test]
fn steps_that_use_classes_need_a_class_per_row() {
    let step = |method: &str| format!("{method}prepare = [\"fisher\"]\n");
    check(
        &[BAGS, &step(OF_BAGS)],
        &["`fisher` needs a class for every row", "rows belong to bags"],
    );
    check(
        &[NUMBERS, &step(MEAN)],
        &["`fisher` needs a class for every row", "remove it from `prepare`"],
    );
}
