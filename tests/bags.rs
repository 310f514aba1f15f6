//! Classes of bags, end to end: folds over bags, bases across tasks, every command on a run of bags, and SimpleMI against
//! Weka's on the same folds.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;
use tribunal::data::catalog::Catalog;
use tribunal::data::load::load;
use tribunal::data::table::Values;
use tribunal::data::{Dataset, Rows};
use tribunal::learn::{Registry, Setting, Task, Trained, Truth, Units};
use tribunal::{
    Bags, ClassifyBags, Examples, FitContext, Labels, Method, ParamInfo, Samples, Scores, Value,
};

use crate::support::{Dir, Said, project};

fn shipped(name: &str) -> Dataset {
    let catalog = Catalog::open(&project().join("datasets")).expect("the catalogue");
    load(&catalog.source(catalog.find(name).expect("known"))).expect("a good file")
}

/// Unscaled numbers of some rows, row after row.
fn numbers(data: &Dataset, rows: &[usize]) -> Vec<f64> {
    let columns = data.features.iter().map(|column| match &column.values {
        Values::Numeric(values) => values.iter().collect::<Vec<f64>>(),
        Values::Nominal { .. } => panic!("{} is nominal", column.name),
    });
    let columns: Vec<Vec<f64>> = columns.collect();
    rows.iter().flat_map(|&row| columns.iter().map(move |column| column[row])).collect()
}

/// `simple-mi` over a base.
fn simple_mi(base: &str) -> &'static dyn Method<ClassifyBags> {
    let registry = Registry::standard();
    let base = registry.find(base, Setting::Classification).expect("a classifier").method;
    let over = registry.find("simple-mi", Setting::Bags).and_then(|entry| entry.over);
    let whole = over.expect("a wrapper").over(base).ok().expect("a base");
    ClassifyBags::method(whole).expect("a method of bags")
}

/// A bag as Weka answered for it.
struct Answered {
    fold: usize,
    bag: usize,
    class: u32,
    share: f64,
}

/// Weka's answers by base and transform.
fn answers_of_weka() -> BTreeMap<(String, String), Vec<Answered>> {
    let file = project().join("tests/reference/weka_simple_mi.csv");
    let text = std::fs::read_to_string(file).expect("reference values");
    let mut all: BTreeMap<(String, String), Vec<Answered>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let whole = |at: usize| cells[at].parse::<usize>().expect("a number");
        all.entry((cells[0].into(), cells[1].into())).or_default().push(Answered {
            fold: whole(2),
            bag: whole(3),
            class: u32::try_from(whole(5)).expect("a class"),
            share: cells[6].parse().expect("a share"),
        });
    }
    all
}

#[test]
fn simple_mi_answers_as_weka_on_the_same_folds() {
    let data = shipped("musk1");
    let units = ClassifyBags::units(&data);
    let truth = ClassifyBags::truth(&data, &units).expect("classes of bags");
    assert_eq!((units.len(), data.rows), (92, 476));
    let names = data.bags.as_ref().expect("bags");
    let position: BTreeMap<usize, usize> = (0..units.len())
        .map(|bag| {
            let name = names.values.text(units.rows_of_one(bag)[0]).expect("a name");
            (name.parse().expect("a number"), bag)
        })
        .collect();
    let cases = answers_of_weka();
    assert_eq!(cases.len(), 4);
    for ((base, transform), answered) in cases {
        let method = simple_mi(&base);
        let params = ParamInfo::defaults(method.info().params)
            .with("transform", Value::Text(transform.clone().into()));
        assert_eq!(answered.len(), units.len());
        for fold in 0..10 {
            let of_fold: Vec<&Answered> = answered.iter().filter(|a| a.fold == fold).collect();
            let test: Vec<usize> = of_fold.iter().map(|a| position[&a.bag]).collect();
            let train: Vec<usize> = (0..units.len()).filter(|bag| !test.contains(bag)).collect();
            let (values, starts) = part(&data, &units, &train);
            let y: Labels = truth.select(&train);
            let x = bags(&values, &starts, &data);
            let samples = Samples::new(x, &y).expect("examples");
            let model = method.fit(&samples, &params, &FitContext::alone(1)).expect("a model");
            let (values, starts) = part(&data, &units, &test);
            let predicted = model.predict(bags(&values, &starts, &data));
            let Scores::Probability(shares) = predicted.scores else { panic!("no shares") };
            for (at, weka) in of_fold.iter().enumerate() {
                let case = format!("{base}, {transform}, fold {fold}, bag {}", weka.bag);
                assert_eq!(predicted.labels[at], weka.class, "{case}");
                // ZeroR adds one to every count, `majority` does not.
                if base == "majority" {
                    continue;
                }
                let share = shares.values[2 * at + 1];
                assert!((share - weka.share).abs() < 1e-6, "{case}: {share}, {}", weka.share);
            }
        }
    }
}

fn part(data: &Dataset, units: &Units, examples: &[usize]) -> (Vec<f64>, Vec<usize>) {
    (numbers(data, &units.rows_of(examples)), units.starts_of(examples))
}

fn bags<'a>(values: &'a [f64], starts: &'a [usize], data: &Dataset) -> Bags<'a> {
    Bags::new(Rows::dense(values, data.features.len()).expect("finite"), starts).expect("bags")
}

#[test]
fn rows_without_their_zeros_become_rows_of_bags_in_bounded_memory() {
    let data = shipped("webmining_75");
    let units = ClassifyBags::units(&data);
    let truth = ClassifyBags::truth(&data, &units).expect("classes of bags");
    let all: Vec<usize> = (0..units.len()).collect();
    let (values, starts) = part(&data, &units, &all);
    let x = bags(&values, &starts, &data);
    let samples = Samples::new(x, &truth).expect("examples");
    let method = simple_mi("majority");
    let params = ParamInfo::defaults(method.info().params);
    let one_row_each = 75 * 5863 * size_of::<f64>();
    let context = |memory: usize| FitContext { memory, ..FitContext::alone(1) };
    assert!(method.fit(&samples, &params, &context(one_row_each)).is_ok());
    let refused = method.fit(&samples, &params, &context(one_row_each - 1));
    assert!(refused.err().expect("no room").to_string().contains("one row for every bag"));
    let model = method.fit(&samples, &params, &context(usize::MAX)).expect("a model");
    assert!(model.predict(x.range(7..7)).labels.is_empty());
}

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
    let page = dir.read("reports/bags/index.html");
    assert!(page.contains("92 bags, 476 instances, 166 features, 2 classes"));
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
