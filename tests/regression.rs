//! Regression through the program: a run with its files, resumed, reported, verified and guarded by the gate.

use crate::support::{Dir, project};

const SPEC: &str = r#"
[experiment]
name = "numbers"
seed = 7
[protocol]
outer = { folds = 3 }
inner = { folds = 2 }
scale = "minmax"
select = "rmse"
[[dataset]]
name = "autompg"
[[dataset]]
name = "concrete"
[[dataset]]
name = "forestfires"
[[method]]
kind = "mean"
[[method]]
kind = "ridge"
grid = { ridge = [0.01, 1, 100] }
[[method]]
kind = "knn"
grid = { k = [1, 5], weights = ["uniform", "distance"] }
[[method]]
kind = "svr"
grid = { c = [1, 30], gamma = [0.1, 1] }
"#;

/// The cells of a CSV file without quoted ones.
fn cells(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(|line| line.split(',').collect()).collect()
}

/// A folder with the spec, and what its outcomes say.
fn run() -> (Dir, String) {
    let dir = Dir::new();
    dir.write("numbers.toml", SPEC);
    let said = dir.succeed(&["run", "numbers.toml"]);
    // Miles per gallon and hectares have no mean; ranks have one.
    assert!(
        said.out.contains("\naverage rank ") && !said.out.contains("\naverage  "),
        "{}",
        said.out
    );
    let outcomes = dir.read("results/numbers/outcomes.csv");
    (dir, outcomes)
}

#[test]
fn a_run_chooses_by_rmse_and_writes_the_metrics_of_regression() {
    let (dir, outcomes) = run();
    let table = cells(&outcomes);
    let place = |name: &str| {
        let found = table[0].iter().position(|cell| *cell == name);
        found.unwrap_or_else(|| panic!("no column {name}: {:?}", table[0]))
    };
    let (rmse, mae, r2) = (place("rmse"), place("mae"), place("r2"));
    assert!(!table[0].contains(&"accuracy"), "{:?}", table[0]);
    assert_eq!(table.len(), 1 + 3 * 4 * 3);
    let number = |row: &[&str], at: usize| row[at].parse::<f64>().expect("a number");
    for row in &table[1..] {
        assert!(number(row, rmse) >= number(row, mae) && number(row, r2) <= 1.0, "{row:?}");
    }
    let mean_of = |method: &str, at: usize| {
        let own = table[1..].iter().filter(|row| row.contains(&"autompg") && row.contains(&method));
        let values: Vec<f64> = own.map(|row| number(row, at)).collect();
        assert_eq!(values.len(), 3, "{method}");
        values.iter().sum::<f64>() / 3.0
    };
    // The mean explains nothing; the others most of it.
    assert!(mean_of("mean", r2) < 0.01);
    for method in ["ridge", "knn", "svr"] {
        assert!(mean_of(method, r2) > 0.75, "{method}");
        assert!(mean_of(method, rmse) < mean_of("mean", rmse));
    }
    let again = dir.succeed(&["run", "numbers.toml"]);
    let said = format!("{}{}", again.out, again.err);
    assert!(said.contains("nothing to run"), "{said}");
    assert_eq!(dir.read("results/numbers/outcomes.csv"), outcomes);
}

#[test]
fn reports_plans_and_verification_speak_of_numbers() {
    let (dir, _) = run();
    dir.succeed(&["report", "numbers.toml"]);
    let page = dir.read("reports/numbers/index.html");
    assert!(page.contains("RMSE"));
    for word in ["accuracy", "confusion", ">classes<"] {
        assert!(!page.contains(word), "the report speaks of `{word}`");
    }
    assert!(!dir.path("results/numbers/confusion.csv").exists());
    // Answers are neither right nor wrong, so a test that counts them was not done.
    let asked = format!("{SPEC}[analysis]\ntests = [\"friedman\", \"mcnemar\"]\n");
    dir.write("numbers.toml", asked);
    dir.succeed(&["report", "numbers.toml"]);
    // The run itself says so, too.
    let said = dir.succeed(&["run", "numbers.toml"]).out;
    assert!(said.contains("Not done: mcnemar: the predictions of single examples"), "{said}");
    let verdict = dir.read("reports/numbers/verdict.json");
    assert!(verdict.contains("but not done: McNemar's exact test (the predictions"));
    assert!(!verdict.contains("Also done: McNemar"), "{verdict}");
    dir.write("numbers.toml", SPEC);
    dir.succeed(&["plan", "numbers.toml"]);
    dir.succeed(&["verify", "numbers.toml", "--all"]);
    let said = dir.succeed(&["analyze", "results/numbers"]);
    assert!(said.out.contains("RMSE"), "{}", said.out);
    // Neither text nor JSON pools miles per gallon and hectares.
    for words in ["mean difference  ", "A12\n", "bootstrap intervals"] {
        assert!(!said.out.contains(words), "{}", said.out);
    }
    let verdict = dir.succeed(&["analyze", "results/numbers", "--format", "json"]).out;
    let verdict: serde_json::Value = serde_json::from_str(&verdict).expect("JSON");
    assert!(verdict["notes"].to_string().contains("RMSE is in units of the target"), "{verdict}");
    let effect = verdict["pairwise"][0]["effect"].as_object().expect("an effect");
    for name in ["mean_difference", "median_difference", "a12", "cliffs_delta"] {
        assert!(effect[name].is_null(), "{effect:?}");
    }
    assert!(effect["wins"].is_u64() && effect["losses"].is_u64(), "{effect:?}");
    // The stored run knows what it predicted, whatever became of the catalogue.
    dir.write("empty/catalog.toml", "format = 1\n");
    let mut alone = dir.command(&["analyze", "results/numbers"]);
    let alone = alone.env("TRIBUNAL_DATA", dir.path("empty")).output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&alone.stdout), said.out);
}

#[test]
fn the_gate_passes_what_did_not_change_and_finds_what_got_worse() {
    let dir = Dir::new();
    dir.write("numbers.toml", SPEC);
    dir.succeed(&["check", "numbers.toml", "--save-baseline", "base.json"]);
    dir.succeed(&["check", "numbers.toml", "--baseline", "base.json"]);
    dir.write("numbers.toml", SPEC.replace("k = [1, 5]", "k = [150, 200]"));
    let said = dir.run(&["check", "numbers.toml", "--baseline", "base.json"]);
    assert_eq!(said.code, 1, "{}\n{}", said.out, said.err);
    assert!(said.out.contains("knn on concrete, RMSE: worse by"), "{}", said.out);
    // Miles per gallon and hectares have no mean here either.
    assert!(!said.out.contains("(mean)") && !said.out.contains("in the mean"), "{}", said.out);
}

#[test]
fn classifiers_and_metrics_of_classes_are_refused() {
    let dir = Dir::new();
    dir.write("numbers.toml", SPEC.replace("kind = \"mean\"", "kind = \"svm\""));
    let said = dir.run(&["plan", "numbers.toml"]);
    assert_eq!(said.code, 2, "{}\n{}", said.out, said.err);
    assert!(said.err.contains("predicts classes of rows"), "{}", said.err);
    dir.write("numbers.toml", SPEC.replace("select = \"rmse\"", "select = \"accuracy\""));
    assert_eq!(dir.run(&["plan", "numbers.toml"]).code, 2);
}

#[test]
fn a_name_that_changes_its_task_keeps_no_table_of_classes() {
    let dir = Dir::new();
    let spec = |dataset: &str| {
        format!(
            "experiment = {{ name = \"x\", seed = 1 }}\nprotocol = {{ outer = {{ folds = 2 }} }}\n\
             dataset = [{{ name = \"{dataset}\" }}]\nmethod = [{{ kind = \"knn\" }}]\n"
        )
    };
    dir.write("x.toml", spec("iris"));
    dir.succeed(&["run", "x.toml"]);
    assert!(dir.path("results/x/confusion.csv").exists());
    dir.write("x.toml", spec("autompg"));
    dir.succeed(&["run", "x.toml"]);
    assert!(!dir.path("results/x/confusion.csv").exists());
}

#[test]
fn the_experiment_that_ships_can_be_planned() {
    let spec = project().join("experiments/regression-small.toml").to_string_lossy().into_owned();
    let said = Dir::new().succeed(&["plan", &spec]);
    for name in ["autompg", "concrete", "forestfires", "SVR"] {
        assert!(said.out.contains(name), "{}", said.out);
    }
}
