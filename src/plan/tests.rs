//! What a plan decides: which trials there are, which run together, on which folds, and what they are known by.

mod fold_identities;

use std::collections::BTreeSet;
use std::path::Path;

use super::*;
use crate::data::dataset::Roles;
use crate::data::folds::DeclaredFolds;
use crate::data::read::{self, ReadOptions};
use crate::data::split::Folds;
use crate::data::{DataError, Dataset, TaskKind};
use crate::experiment::{Experiment, Validation};
use crate::learn::{Registry, Setting, Units};
use crate::spec::{Environment, parse};

/// An experiment on as many files as are named; the files are not read.
fn experiment(protocol: &str, datasets: &[&str], methods: &str) -> Experiment {
    let registry = Registry::standard();
    let none = DataError::file(Path::new("datasets"), "no catalogue", "");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
    let environment =
        Environment { registry: &registry, catalog: Err(&none), folder: &folder, stored: None };
    let mut text = format!("experiment = {{ name = \"t\", seed = 1 }}\n[protocol]\n{protocol}\n");
    for name in datasets {
        text.push_str(&format!("[[dataset]]\nname = \"{name}\"\npath = \"iris.csv\"\n"));
    }
    text.push_str(methods);
    match parse(Path::new("t.toml"), &text, &environment) {
        Ok(spec) => spec.experiment,
        Err(mistakes) => panic!("{}", mistakes.render(false)),
    }
}

/// Rows of two classes in turn; another name makes other content.
fn rows(name: &str, count: usize) -> Dataset {
    let row = |i: usize| {
        format!("{i}.5,{},{}\n", name.len(), if i.is_multiple_of(2) { "a" } else { "b" })
    };
    table(name, &format!("x,y,class\n{}", (0..count).map(row).collect::<String>()))
}

fn table(name: &str, text: &str) -> Dataset {
    let file = Path::new("t.csv");
    let options = ReadOptions { target_is_nominal: true, ..ReadOptions::default() };
    let format = read::format_of(file, None).unwrap();
    let table = read::read(file, text.as_bytes(), format, &options).unwrap();
    Dataset::new(name, TaskKind::Classification, file, table, &Roles::default()).unwrap()
}

fn with_folds(data: Dataset, fold_of: Vec<usize>, count: usize) -> Dataset {
    let outer = vec![Folds::declared(fold_of, count)];
    Dataset { folds: Some(DeclaredFolds { outer, ..DeclaredFolds::default() }), ..data }
}

fn plan<'e>(experiment: &'e Experiment, datasets: Vec<Dataset>) -> Plan<'e> {
    Plan::new(experiment, datasets).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

const TWO: &str = "[[method]]\nkind = \"knn\"\n[[method]]\nkind = \"lda\"\n";
const GRID: &str = "[[method]]\nname = \"m\"\nkind = \"knn\"\ngrid = { k = [1, 3] }\n";

fn ids(experiment: &Experiment, datasets: Vec<Dataset>) -> Vec<TrialId> {
    plan(experiment, datasets).trials.iter().map(|trial| trial.id.clone()).collect()
}

/// The identity of the first trial of the only method.
fn first_id(protocol: &str, method: &str) -> TrialId {
    ids(&experiment(protocol, &["one"], method), vec![rows("one", 20)]).remove(0)
}

#[test]
fn trials_come_by_dataset_method_repeat_and_fold() {
    let e = experiment("outer = { folds = 3, repeats = 2 }", &["one", "other"], TWO);
    let plan = plan(&e, vec![rows("one", 12), rows("other", 12)]);
    let places: Vec<[usize; 4]> =
        plan.trials.iter().map(|t| [t.dataset, t.method, t.repeat, t.fold]).collect();
    assert_eq!(places.len(), 24);
    assert!(places.is_sorted(), "{places:?}");
    assert_eq!((plan.repeats(0), plan.folds(0, 1), plan.parts(1).len()), (2, 3, 6));
    let unique: BTreeSet<&TrialId> = plan.trials.iter().map(|t| &t.id).collect();
    assert_eq!(unique.len(), 24);
}

#[test]
fn datasets_may_have_different_numbers_of_folds() {
    let e = experiment("outer = { folds = 3 }", &["one", "other"], TWO);
    let declared = with_folds(rows("one", 8), vec![0, 1, 2, 3, 4, 0, 1, 2], 5);
    let plan = plan(&e, vec![declared, rows("other", 12)]);
    assert_eq!((plan.parts(0).len(), plan.parts(1).len()), (5, 3));
    assert_eq!((plan.trials_of(0, 1), plan.trials_of(1, 0)), (5..10, 10..13));
    let sizes: Vec<usize> = plan.pairings().map(<[Trial]>::len).collect();
    assert_eq!(sizes, [5, 5, 3, 3]);
    assert_eq!(plan.outer_folds(0, 0).split(1).test, [1, 6]);
}

#[test]
fn an_example_may_be_learned_from_only() {
    let e = experiment("inner = { folds = 2 }", &["one"], GRID);
    let data = with_folds(rows("one", 4), vec![Folds::NEVER, 0, Folds::NEVER, 0], 1);
    let plan = plan(&e, vec![data]);
    assert_eq!(plan.trials.len(), 1);
    let split = plan.outer_folds(0, 0).split(0);
    assert_eq!((split.train, split.test), (vec![0, 2], vec![1, 3]));
}

#[test]
fn declared_folds_leave_enough_to_draw_inner_folds_from() {
    let e = experiment("inner = { folds = 3 }", &["one"], GRID);
    let few = with_folds(rows("one", 6), vec![0, 0, 0, 0, 1, 1], 2);
    let [PlanError::Dataset { problem, .. }] = &Plan::new(&e, vec![few]).err().unwrap()[..] else {
        panic!("one mistake")
    };
    assert_eq!(problem, "leaves 2 training rows, too few for 3 inner folds");
    plan(&e, vec![with_folds(rows("one", 6), vec![0, 0, 0, 1, 1, 1], 2)]);
}

#[test]
fn nested_trials_run_alone_and_the_folds_of_a_flat_repeat_together() {
    let sizes = |protocol: &str| -> Vec<usize> {
        let e = experiment(protocol, &["one"], TWO);
        let plan = plan(&e, vec![rows("one", 12)]);
        plan.jobs(&Selection::default()).iter().map(|job| job.trials.len()).collect()
    };
    assert_eq!(sizes("outer = { folds = 2, repeats = 2 }"), [1; 8]);
    assert_eq!(sizes("kind = \"flat\"\nouter = { folds = 2, repeats = 2 }"), [2; 4]);
}

#[test]
fn a_selection_keeps_the_jobs_of_its_datasets_and_methods() {
    let e = experiment("outer = { folds = 2 }", &["one", "other"], TWO);
    let plan = plan(&e, vec![rows("one", 8), rows("other", 8)]);
    let of = |datasets: &[&str], methods: &[&str]| {
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        let selection = Selection { datasets: owned(datasets), methods: owned(methods) };
        assert!(selection.check(&e).is_ok());
        plan.jobs(&selection).len()
    };
    assert_eq!([of(&[], &[]), of(&["other"], &[]), of(&["one"], &["lda"])], [8, 4, 2]);
    let unknown = Selection { datasets: vec!["ohter".into()], ..Selection::default() };
    assert!(unknown.check(&e).unwrap_err().to_string().contains("other"));
}

#[test]
fn inner_folds_divide_the_training_part_and_are_the_same_for_every_method() {
    let e = experiment("outer = { folds = 3 }", &["one"], TWO);
    let plan = plan(&e, vec![rows("one", 30)]);
    let cut = Validation { folds: 4, stratified: true };
    let train = plan.outer_folds(0, 0).split(1).train;
    let splits = |method: usize| {
        let trial = &plan.trials[plan.trials_of(0, method)][1];
        plan.inner_splits(trial, cut, &train)
    };
    assert_eq!(splits(0), splits(1));
    let mut tested: Vec<usize> = splits(0).into_iter().flat_map(|split| split.test).collect();
    tested.sort_unstable();
    assert_eq!(tested, train);
}

#[test]
fn declared_inner_folds_replace_drawn_ones() {
    let e = experiment("", &["one"], GRID);
    let mut data = with_folds(rows("one", 6), vec![0, 0, 1, 1, 1, 1], 2);
    let inner = Folds::declared(vec![Folds::NEVER, Folds::NEVER, 0, 1, 0, 1], 2);
    if let Some(folds) = &mut data.folds {
        folds.inner.insert((0, 0), inner);
    }
    let plan = plan(&e, vec![data]);
    let train = plan.outer_folds(0, 0).split(0).train;
    let splits =
        plan.inner_splits(&plan.trials[0], Validation { folds: 9, stratified: true }, &train);
    assert_eq!(splits.len(), 2);
    assert_eq!((&splits[0].train[..], &splits[0].test[..]), (&[3, 5][..], &[2, 4][..]));
    assert_eq!(plan.fits(&plan.trials[0]), 2 * 2 + 1);
}

#[test]
fn names_order_and_time_limits_are_no_part_of_an_identity() {
    let named = |name: &str| GRID.replace("\"m\"", &format!("\"{name}\""));
    assert_eq!(first_id("", &named("a")), first_id("", &named("b")));
    assert_eq!(first_id("time-limit = 5", GRID), first_id("", GRID));
    let e = experiment("", &["one", "other"], TWO);
    let mut one = ids(&e, vec![rows("one", 20), rows("other", 20)]);
    let swapped = experiment("", &["other", "one"], TWO);
    let mut other = ids(&swapped, vec![rows("other", 20), rows("one", 20)]);
    one.sort();
    other.sort();
    assert_eq!(one, other);
}

#[test]
fn steps_bases_and_search_are_part_of_an_identity_where_they_matter() {
    let grid = "grid = { k = [1, 3] }";
    let method = |more: &str| format!("[[method]]\nkind = \"knn\"\n{more}\n");
    let plain = first_id("", &method(grid));
    assert_ne!(first_id("", &method(&format!("{grid}\nprepare = [\"fisher\"]"))), plain);
    let scope = |scope: &str| {
        let more = format!("{grid}\nprepare = [\"fisher\"]\nprepare-scope = \"{scope}\"");
        first_id("", &method(&more))
    };
    assert_ne!(scope("train"), scope("all"));
    let search = |more: &str| first_id("", &method(more));
    assert_ne!(search(&format!("{grid}\nsearch = \"pattern\"")), plain);
    assert_eq!(search("search = \"pattern\""), search(""), "nothing is searched");
    assert_eq!(search(&format!("{grid}\nsearch = \"pattern\"")), {
        first_id("search = \"pattern\"", &method(grid))
    });
    let over =
        |base: &str| first_id("", &format!("[[method]]\nkind = \"bagging\"\nbase = {base}\n"));
    assert_eq!(over("\"j48\""), over("[\"j48\"]"));
    let deep =
        [over("[\"adaboost\", \"naive-bayes\"]"), over("[\"bagging\", \"knn\"]"), over("\"knn\"")];
    assert_eq!(deep.iter().collect::<BTreeSet<_>>().len(), 3);
}

#[test]
fn fits_are_counted_by_points_and_inner_folds() {
    let fits = |protocol: &str, method: &str| {
        let e = experiment(protocol, &["one"], method);
        let plan = plan(&e, vec![rows("one", 20)]);
        plan.fits(&plan.trials[0])
    };
    assert_eq!(fits("inner = { folds = 4 }", GRID), 2 * 4 + 1);
    assert_eq!(fits("kind = \"flat\"", GRID), 2 + 1);
    assert_eq!(fits("", "[[method]]\nkind = \"lda\"\n"), 1);
}

#[test]
fn what_cannot_be_read_is_skipped_without_conversion() {
    let nominal = "x,c,class\n1,r,a\n2,g,b\n3,r,a\n4,g,b\n5,r,a\n6,g,b\n";
    let e = experiment(
        "convert = false\nouter = { folds = 2 }",
        &["one"],
        "[[method]]\nkind = \"lda\"\n[[method]]\nkind = \"j48\"\n\
         [[method]]\nname = \"s\"\nkind = \"j48\"\nprepare = [\"fisher\"]\n",
    );
    let plan = plan(&e, vec![table("one", nominal)]);
    let skips = |method: usize| plan.skips(&plan.trials[plan.trials_of(0, method).start]);
    assert!(skips(0).unwrap().contains("nominal features"));
    assert_eq!(skips(1), None);
    // Steps work on numbers, so there is something to convert for them.
    assert!(skips(2).unwrap().contains("the steps of s read no nominal features"));
    assert_eq!(plan.fits(&plan.trials[0]), 0);
    assert!(plan.warnings().iter().any(|w| w.contains("skipped")), "{:?}", plan.warnings());
}

#[test]
fn datasets_that_nothing_can_be_learned_from_are_all_reported() {
    let e = experiment("", &["a", "b", "c", "d"], GRID);
    let one_class = table("b", "x,class\n1,a\n2,a\n3,a\n4,a\n5,a\n");
    let datasets = vec![rows("a", 3), one_class, rows("c", 20), rows("c", 20)];
    let Err(wrong) = Plan::new(&e, datasets) else { panic!("they are refused") };
    let words: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    assert_eq!(words.len(), 3, "{words:?}");
    assert!(words[0].contains("too few for 5 outer folds"), "{words:?}");
    assert!(words[1].contains("one class only"), "{words:?}");
    assert!(words[2].contains("hold the same data"), "{words:?}");
}

/// The trials are counted and not listed: 200 million would take more memory than there is.
#[test]
fn too_many_trials_are_refused_with_drawn_and_with_declared_folds() {
    let declared = |e: &Experiment, counts: Vec<usize>| {
        let mut facts = plan(e, vec![rows("one", 20)]).outline.datasets;
        facts[0].folds =
            Some(FoldFacts { assignment: String::new(), counts, by_repeat: vec![], inner: false });
        facts
    };
    let e = experiment("", &["one"], TWO);
    let wrong = Outline::new(&e, declared(&e, vec![10_000; 10_000])).err().expect("refused");
    assert_eq!(
        wrong.to_string(),
        "the experiment has 200000000 trials, more than 1000000\n\
         help: use fewer folds, repeats, datasets or methods"
    );
    assert!(Outline::new(&e, declared(&e, vec![usize::MAX; 3])).is_err());
    assert_eq!(Outline::new(&e, declared(&e, vec![1, 9])).expect("few").trials.len(), 20);
    let drawn = experiment("outer = { folds = 20, repeats = 10000 }", &["a", "bb", "ccc"], TWO);
    let datasets = vec![rows("a", 20), rows("bb", 20), rows("ccc", 20)];
    let Err(wrong) = Plan::new(&drawn, datasets) else { panic!("it is refused") };
    assert!(wrong[0].to_string().contains("has 1200000 trials"), "{wrong:?}");
}

#[test]
fn rare_classes_are_warned_of() {
    let e = experiment("outer = { folds = 3 }", &["one"], GRID);
    let data = table("one", "x,class\n1,a\n2,a\n3,a\n4,b\n5,b\n6,b\n7,c\n8,a\n");
    let warnings = plan(&e, vec![data]).warnings();
    assert!(warnings.iter().any(|w| w.contains("1 of 3 classes have fewer rows")), "{warnings:?}");
}

#[test]
fn a_dataset_is_looked_at_by_its_setting() {
    let loaded = Loaded::new(rows("one", 4), Setting::Classification).unwrap();
    assert_eq!(loaded.units, Units::Rows(4));
    assert_eq!(loaded.classes.as_deref(), Some(&[0, 1, 0, 1][..]));
    let (_, unsuited) = Loaded::new(rows("one", 4), Setting::Regression).unwrap_err();
    assert!(unsuited.problem.contains("classes"), "{unsuited:?}");
    assert!(Loaded::new(rows("one", 4), Setting::Bags).is_err());
}
