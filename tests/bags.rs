//! Classes of bags, end to end: folds over bags, bases across tasks, and every command on a run of bags.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use crate::support::{Dir, Said};

const SPEC: &str = r#"
[experiment]
name = "bags"
seed = 4
[protocol]
outer = { folds = 4, repeats = 2 }
inner = { folds = 2 }
[[dataset]]
name = "musk1"
[[dataset]]
name = "musk2"
[[dataset]]
name = "elephant"
[[method]]
name = "trees"
kind = "simple-mi"
[[method]]
name = "neighbours"
kind = "simple-mi"
base = "knn"
grid = { transform = ["mean", "middle", "minimax"], base-k = [1, 3] }
[[method]]
name = "machine"
kind = "simple-mi"
base = "svm"
params = { base-kernel = "linear" }
grid = { base-c = [0.1, 1] }
[[method]]
name = "bagged"
kind = "bagging"
base = ["simple-mi", "j48"]
params = { rounds = 3, base-transform = "minimax", base-base-min-leaf = 3 }
[analysis]
metrics = ["accuracy", "auc", "kappa"]
tests = ["mcnemar"]
"#;

#[test]
fn a_run_of_bags_goes_through_every_command() {
    let dir = Dir::new();
    dir.write("bags.toml", SPEC);
    let plan = dir.succeed(&["plan", "bags.toml", "--no-pilot"]);
    assert!(plan.out.contains("96 trials"), "{}", plan.out);
    dir.succeed(&["run", "bags.toml"]);
    let outcomes = dir.read("results/bags/outcomes.csv");
    let done = outcomes.lines().skip(1).filter(|line| line.contains(",done,")).count();
    assert_eq!(done, 96, "{outcomes}");

    // Every bag is tested once per repeat, and counts once in the confusion matrix of each.
    let confusion = dir.read("results/bags/confusion.csv");
    let counted: usize = confusion
        .lines()
        .filter(|line| line.starts_with("musk1,trees,"))
        .map(|line| line.rsplit(',').next().expect("a count").parse::<usize>().expect("a number"))
        .sum();
    assert_eq!(counted, 2 * 92, "{confusion}");
    predictions_are_of_bags(&dir.read("results/bags/predictions.jsonl"));

    let why = dir.succeed(&["why", "bags.toml"]);
    assert!(why.out.contains("nothing would run"), "{}", why.out);
    let verify = dir.succeed(&["verify", "bags.toml", "--sample", "6"]);
    assert!(verify.out.contains("all equal"), "{}", verify.out);
    dir.succeed(&["check", "bags.toml", "--save-baseline", "baseline.json"]);
    let baseline: Json = serde_json::from_str(&dir.read("baseline.json")).expect("JSON");
    let rows: Vec<&Json> = baseline["run"]["datasets"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|d| &d["rows"])
        .collect();
    assert_eq!(rows, [92, 102, 200]);
    dir.succeed(&["check", "bags.toml", "--baseline", "baseline.json"]);
    dir.succeed(&["check", "results/bags", "--baseline", "baseline.json"]);
    dir.succeed(&["analyze", "results/bags"]);

    dir.succeed(&["report", "bags.toml"]);
    let table = dir.read("reports/bags/tables/datasets.csv");
    assert_eq!(
        table,
        "dataset,bags,instances,features,classes,missing values\n\
         musk1,92,476,166,2,0\nmusk2,102,6598,166,2,0\nelephant,200,1391,230,2,0\n"
    );
    mcnemar_counts_bags(&dir);
    let page = dir.read("reports/bags/index.html");
    assert!(page.contains("92 bags, 476 instances, 166 features, 2 classes"));
}

/// McNemar's test pairs the bags of the first repeat, each counted once.
fn mcnemar_counts_bags(dir: &Dir) {
    let outcomes = dir.read("results/bags/outcomes.csv");
    let mut of_trial: BTreeMap<&str, &str> = BTreeMap::new();
    for line in outcomes.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        if (cells[1], cells[3]) == ("musk1", "0") {
            of_trial.insert(cells[0], cells[2]);
        }
    }
    let mut right: BTreeSet<(&str, u64)> = BTreeSet::new();
    let predictions = dir.read("results/bags/predictions.jsonl");
    for line in predictions.lines().skip(1) {
        let line: Json = serde_json::from_str(line).expect("JSON");
        let body = &line["body"];
        let trial = body["trial"].as_str().expect("a trial");
        let Some(&method) = of_trial.get(trial) else { continue };
        let labels = body["predictions"]["labels"].as_array().expect("a list");
        let truth = body["truth"].as_array().expect("a list");
        for (place, bag) in body["rows"].as_array().expect("a list").iter().enumerate() {
            if truth[place] == labels[place] {
                right.insert((method, bag.as_u64().expect("a bag")));
            }
        }
    }
    let verdict: Json = serde_json::from_str(&dir.read("reports/bags/verdict.json")).expect("JSON");
    let accuracy = &verdict[0];
    let control = accuracy["control"].as_str().expect("a method");
    let only = |a: &str, b: &str| {
        (0..92).filter(|bag| right.contains(&(a, *bag)) && !right.contains(&(b, *bag))).count()
    };
    let tests = accuracy["per_dataset"].as_array().expect("a list");
    let of_musk1: Vec<&Json> = tests.iter().filter(|test| test["dataset"] == "musk1").collect();
    assert_eq!(of_musk1.len(), 3);
    for test in of_musk1 {
        let method = test["method"].as_str().expect("a method");
        let counted = &test["mcnemar"];
        assert_eq!(counted["only_control_right"], only(control, method), "{method}");
        assert_eq!(counted["only_method_right"], only(method, control), "{method}");
    }
}

/// The positions in a fold are those of bags, each class has its share of every fold, and a repeat has every bag once.
fn predictions_are_of_bags(text: &str) {
    let mut folds: BTreeSet<Vec<u64>> = BTreeSet::new();
    for line in text.lines().skip(1) {
        let line: Json = serde_json::from_str(line).expect("JSON");
        let body = &line["body"];
        assert_eq!(body["task"], "multi-instance");
        let list = |key: &str| body[key].as_array().expect("a list").clone();
        let rows: Vec<u64> = list("rows").iter().map(|row| row.as_u64().expect("a bag")).collect();
        if rows.len() != 23 {
            continue;
        }
        // 47 of the 92 bags of musk1 are of class 1.
        let of_first = list("truth").iter().filter(|class| **class == 0).count();
        assert!((11..=12).contains(&of_first), "{rows:?}");
        folds.insert(rows);
    }
    assert_eq!(folds.len(), 8);
    let mut times = [0; 92];
    folds.iter().flatten().for_each(|&bag| times[usize::try_from(bag).expect("small")] += 1);
    assert_eq!(times, [2; 92]);
}

/// What is said of a method on a dataset.
fn mistake(dataset: &str, method: &str) -> String {
    let dir = Dir::new();
    let text = format!(
        "[experiment]\nname = \"t\"\nseed = 1\n[[dataset]]\nname = \"{dataset}\"\n[[method]]\n{method}\n"
    );
    dir.write("t.toml", text);
    let Said { code, err, .. } = dir.run(&["plan", "t.toml", "--no-pilot"]);
    assert_eq!(code, 2, "{method}: {err}");
    assert!(err.contains("1 mistake"), "{err}");
    err
}

#[test]
fn wrappers_of_the_wrong_task_are_refused() {
    let cases = [
        (
            "musk1",
            "kind = \"simple-mi\"\nbase = \"simple-mi\"",
            "`simple-mi` cannot build on `simple-mi`: it learns from bags",
            "choose one of majority, knn",
        ),
        (
            "musk1",
            "kind = \"adaboost\"\nbase = \"simple-mi\"",
            "`adaboost` predicts classes of rows, these datasets have classes of bags",
            "choose one of simple-mi, bagging",
        ),
        (
            "iris",
            "kind = \"adaboost\"\nbase = \"simple-mi\"",
            "`adaboost` cannot build on `simple-mi`: it learns from bags",
            "choose one of majority, knn",
        ),
        (
            "musk1",
            "kind = \"bagging\"",
            "`bagging` needs a `base` here",
            "base = [\"simple-mi\", \"j48\"]",
        ),
        ("musk1", "kind = \"bagging\"\nbase = []", "`base` names no method", "remove the key"),
        (
            "musk1",
            "kind = \"bagging\"\nbase = \"knn\"",
            "`bagging` cannot build on `knn`: it predicts classes of rows",
            "choose one of simple-mi, bagging",
        ),
        (
            "musk1",
            "kind = \"bagging\"\nbase = [\"simple-mi\", \"knn\", \"lda\"]",
            "`knn` builds on no other method",
            "end the list with `knn`",
        ),
        ("musk1", "kind = \"knn\"", "`knn` predicts classes of rows", "choose one of simple-mi"),
        ("iris", "kind = \"simple-mi\"", "`simple-mi` learns from bags", "choose one of majority"),
        (
            "musk1",
            "kind = \"simple-mi\"\nbase = \"flda-all\"",
            "`simple-mi` cannot build on `flda-all`: it is fitted on the test part too",
            "choose another `base`",
        ),
        (
            "musk1",
            "kind = \"simple-mi\"\nbase = \"command\"",
            "`simple-mi` cannot build on `command`: it is a program",
            "choose one of majority",
        ),
        (
            "musk1",
            "kind = \"simple-mi\"\nbase = \"knm\"",
            "unknown method kind `knm`",
            "did you mean `knn`?",
        ),
    ];
    for (dataset, method, problem, help) in cases {
        let said = mistake(dataset, method);
        assert!(said.contains(problem) && said.contains(help), "{method}:\n{said}");
    }
}

/// Imports a file of bags into a data folder of its own.
fn import(dir: &Dir, text: &str) -> Said {
    dir.write("own.csv", text);
    dir.write("data/catalog.toml", "format = 1\n");
    dir.run(&[
        "data",
        "import",
        "own.csv",
        "--data-dir",
        "data",
        "--task",
        "multi-instance",
        "--target",
        "class",
        "--bag",
        "bag",
        "--source",
        "here",
        "--licence",
        "none",
    ])
}

#[test]
fn bags_of_one_row_holes_and_names_run() {
    let dir = Dir::new();
    let mut text = String::from("bag,x,colour,class\n");
    for bag in 0..24 {
        let class = if bag % 2 == 0 { "yes" } else { "no" };
        for row in 0..=(bag % 3) {
            let x = if row == 1 { String::new() } else { format!("{}", bag % 2 * 4 + row) };
            let colour = ["red", "green", "", "blue"][(bag + row) % 4];
            text.push_str(&format!("b{bag},{x},{colour},{class}\n"));
        }
    }
    let said = import(&dir, &text);
    assert_eq!(said.code, 0, "{}", said.err);
    let spec = "[experiment]\nname = \"own\"\nseed = 1\n[protocol]\nouter = { folds = 3 }\n[[dataset]]\nname = \"own\"\n\
                [[method]]\nkind = \"simple-mi\"\n[[method]]\nname = \"k\"\nkind = \"simple-mi\"\nbase = \"knn\"\n";
    dir.write("own.toml", spec);
    dir.succeed(&["run", "own.toml", "--data-dir", "data"]);
    let outcomes = dir.read("results/own/outcomes.csv");
    assert_eq!(outcomes.matches(",done,").count(), 6, "{outcomes}");
    let info = dir.succeed(&["data", "info", "own", "--data-dir", "data"]);
    assert!(info.out.contains("24 bags of 1 to 3 rows, median 2"), "{}", info.out);
    let few = spec.replace("folds = 3", "folds = 30");
    dir.write("few.toml", few);
    let said = dir.run(&["plan", "few.toml", "--data-dir", "data", "--no-pilot"]);
    assert!(said.code == 2 && said.err.contains("24 bags, too few for 30"), "{}", said.err);
    assert!(said.err.contains("use fewer folds or more bags"), "{}", said.err);
}

#[test]
fn a_bag_with_two_classes_is_refused_with_both_lines() {
    let dir = Dir::new();
    let said = import(&dir, "bag,x,class\na,1,yes\nb,2,no\na,3,no\n");
    assert_eq!(said.code, 2, "{}", said.err);
    let problem = "bag `a` has two classes: `yes` in line 2, `no` in line 4";
    assert!(said.err.contains(problem), "{}", said.err);
}
