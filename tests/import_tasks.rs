//! Results that are imported in other ways of writing: standard input, decimal commas, and numbers to predict in long files and
//! in files of the AutoML Benchmark.

use std::collections::BTreeMap;
use std::process::Stdio;

use serde_json::Value;

use crate::support::{Dir, Said, said};

/// Dataset, method and fold of every outcome, with the outcome.
fn outcomes(dir: &Dir) -> BTreeMap<(String, String, u64), Value> {
    let text = dir.read("results/r/journal.jsonl");
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let place = |body: &Value| {
        let text = |key: &str| body[key].as_str().expect("a text").to_owned();
        (text("dataset"), text("method"), body["fold"].as_u64().expect("a fold"))
    };
    lines.map(|line| (place(&line["body"]), line["body"].clone())).collect()
}

fn import(dir: &Dir, arguments: &[&str]) -> Said {
    dir.succeed(&[&["import", "--name", "r", "--force"], arguments].concat())
}

fn refused(dir: &Dir, arguments: &[&str], words: &[&str]) {
    let said = dir.run(&[&["import", "--name", "refused"], arguments].concat());
    assert_eq!(said.code, 2, "{arguments:?}: {}\n{}", said.out, said.err);
    for word in words.iter().chain(&["help"]) {
        assert!(said.err.contains(word), "{arguments:?}: no `{word}` in: {}", said.err);
    }
}

fn from_input(dir: &Dir, arguments: &[&str], file: &str) -> Said {
    let input = std::fs::File::open(dir.path(file)).expect("a file");
    let mut command = dir.command(arguments);
    said(command.stdin(Stdio::from(input)).output().expect("the program starts"))
}

/// Scores or predictions of three methods on four datasets in two folds; `line` writes those of a method in a fold.
fn long(header: &str, line: impl Fn(&str, &str, u32, f64) -> String) -> String {
    let mut text = format!("{header}\n");
    for (d, dataset) in ["a", "b", "c", "d"].iter().enumerate() {
        for (m, method) in ["lm", "tree", "knn"].iter().enumerate() {
            for fold in 0..2 {
                let skill = 0.25 * m as f64 + 0.125 * d as f64 + 0.0625 * f64::from(fold);
                text += &line(dataset, method, fold, skill);
            }
        }
    }
    text
}

const SCORES: &str = "dataset,method,fold,metric,value";

#[test]
fn standard_input_is_imported_and_named() {
    let dir = Dir::new();
    let text = long(SCORES, |d, m, f, x| format!("{d},{m},{f},accuracy,{x}\n"));
    dir.write("s.csv", &text);
    let found = from_input(&dir, &["import", "--name", "r", "-"], "s.csv");
    assert_eq!(found.code, 0, "{}", found.err);
    assert_eq!(outcomes(&dir).len(), 24);
    assert!(dir.read("results/r/run.json").contains("\"standard input\""));
    dir.write("bad.csv", text.replacen("0.25", "x", 1));
    let found = from_input(&dir, &["import", "--name", "q", "-"], "bad.csv");
    assert!(found.code == 2 && found.err.contains("standard input:"), "{}", found.err);
    let found = dir.run(&["import", "--name", "q", "-"]);
    assert!(found.code == 2 && found.err.contains("empty"), "{}", found.err);
}

#[test]
fn decimal_commas_and_semicolons_are_the_same_import() {
    let dir = Dir::new();
    let line = |d: &str, m: &str, f: u32, x: f64| format!("{d},{m},{f},accuracy,{x}\n");
    dir.write("point.csv", long(SCORES, line));
    import(&dir, &["point.csv"]);
    let point: Vec<Value> = outcomes(&dir).into_values().map(|o| o["metrics"].clone()).collect();
    let comma = long(SCORES, line).replace(',', ";").replace('.', ",");
    dir.write("comma.csv", &comma);
    let said = import(&dir, &["comma.csv"]);
    assert!(said.err.contains("decimal comma"), "{}", said.err);
    assert!(dir.read("results/r/run.json").contains("decimal comma"));
    let found: Vec<Value> = outcomes(&dir).into_values().map(|o| o["metrics"].clone()).collect();
    assert_eq!(found, point);
    import(&dir, &["comma.csv", "--delimiter", "semicolon", "--decimal", "comma"]);
    refused(&dir, &["comma.csv", "--decimal", "point"], &["comma.csv", "--decimal"]);
    refused(&dir, &["comma.csv", "--decimal", "dot"], &["--decimal does not know"]);
}

#[test]
fn long_predictions_of_numbers_are_regression() {
    let dir = Dir::new();
    let truth = [1.5, 4.0, 2.25];
    let rows = |d: &str, m: &str, f: u32, x: f64| {
        let line =
            |(at, y): (usize, &f64)| format!("{d},{m},{f},{},{y},{}\n", 3 * f as usize + at, y + x);
        truth.iter().enumerate().map(line).collect::<String>()
    };
    let text = long("dataset,method,fold,row,truth,prediction", rows);
    dir.write("p.csv", &text);
    let said = import(&dir, &["p.csv"]);
    assert!(said.err.contains("read as regression; --task classification"), "{}", said.err);
    let found = outcomes(&dir);
    let one = &found[&("b".to_owned(), "tree".to_owned(), 1)];
    assert_eq!(one["task"], "regression");
    assert!((one["metrics"]["rmse"].as_f64().unwrap() - 0.4375).abs() < 1e-12, "{one}");
    let said = dir.succeed(&["analyze", "results/r"]);
    assert!(said.out.contains("lower is better"), "{}", said.out);
    dir.succeed(&["report", "results/r"]);
    refused(&dir, &["p.csv", "--task", "classification"], &["p.csv:", "no class of the truth"]);
    // Decimal commas of truth and prediction, too.
    dir.write("c.csv", text.replace(',', ";").replace('.', ","));
    import(&dir, &["c.csv"]);
    assert_eq!(outcomes(&dir)[&("b".to_owned(), "tree".to_owned(), 1)]["metrics"], one["metrics"]);
    // Whole numbers are classes unless the user says otherwise.
    let whole = |d: &str, m: &str, f: u32, _: f64| {
        (0..3).map(|r| format!("{d},{m},{f},{},{},{}\n", 3 * f + r, r, (r + 1) % 3)).collect()
    };
    dir.write("w.csv", long("dataset,method,fold,row,truth,prediction", whole));
    import(&dir, &["w.csv"]);
    assert!(outcomes(&dir).values().all(|one| one["task"] == "classification"));
    import(&dir, &["w.csv", "--task", "regression"]);
    assert!(outcomes(&dir).values().all(|one| one["task"] == "regression"));
}

#[test]
fn long_scores_of_regression_are_its_metrics() {
    let dir = Dir::new();
    let line = |d: &str, m: &str, f: u32, x: f64| {
        format!("{d},{m},{f},rmse,{x}\n{d},{m},{f},r2,-{x}\n{d},{m},{f},huber,1\n")
    };
    dir.write("s.csv", long(SCORES, line));
    let said = import(&dir, &["s.csv"]);
    assert!(
        said.err.contains("metrics of regression") && said.err.contains("huber"),
        "{}",
        said.err
    );
    let found = outcomes(&dir);
    let one = &found[&("b".to_owned(), "tree".to_owned(), 1)];
    assert_eq!((&one["task"], &one["metrics"]["r2"]), (&"regression".into(), &(-0.4375).into()));
    let both = |d: &str, m: &str, f: u32, x: f64| {
        format!("{d},{m},{f},rmse,{x}\n{d},{m},{f},accuracy,{x}\n")
    };
    dir.write("both.csv", long(SCORES, both));
    refused(&dir, &["both.csv"], &["both.csv:3", "--task"]);
    import(&dir, &["both.csv", "--task", "classification"]);
}

/// A run folder of the AutoML Benchmark: a task of regression and one of classification.
fn benchmark(dir: &Dir) {
    for (framework, step) in [("rf", 0.5), ("lm", 1.0)] {
        let mut results =
            "id,task,framework,constraint,fold,type,result,metric,info,acc,mae,mse,r2,rmse\n"
                .to_owned();
        for fold in 0..2 {
            let (mut text, mut square) = ("predictions,truth\n".to_owned(), 0.0);
            for (row, sign) in [(0, 1.0), (1, -1.0), (2, 1.0), (3, 1.0)] {
                let error = sign * step * f64::from(row + 1);
                text += &format!("{},{}\n", f64::from(row) * 2.5 + error, f64::from(row) * 2.5);
                square += error * error / 4.0;
            }
            let rmse: f64 = square.sqrt();
            let place = format!("{framework}.suite.1h8c.local.20240101T000000");
            dir.write(&format!("runs/{place}/predictions/boston/{fold}/predictions.csv"), text);
            let classes = "a,b,predictions,truth\n0.9,0.1,a,a\n0.2,0.8,b,b\n";
            dir.write(&format!("runs/{place}/predictions/kc2/{fold}/predictions.csv"), classes);
            results += &format!(
                "t/1,boston,{framework},1h8c,{fold},regression,-{rmse},neg_rmse,,,,,,{rmse}\n"
            );
            results += &format!("t/2,kc2,{framework},1h8c,{fold},binary,1,acc,,1,,,,\n");
        }
        dir.write(
            &format!("runs/{framework}.suite.1h8c.local.20240101T000000/scores/results.csv"),
            results,
        );
    }
}

#[test]
fn tasks_of_regression_of_the_automl_benchmark_are_imported_apart() {
    let dir = Dir::new();
    benchmark(&dir);
    let said = import(&dir, &["runs"]);
    assert!(
        said.err.contains("tasks of regression left out; --task regression imports them: boston"),
        "{}",
        said.err
    );
    assert!(outcomes(&dir).values().all(|one| one["dataset"] == "kc2"));
    let said = import(&dir, &["runs", "--task", "regression"]);
    assert!(said.err.contains("4 with predictions") && said.err.contains("kc2"), "{}", said.err);
    let found = outcomes(&dir);
    let one = &found[&("boston".to_owned(), "lm".to_owned(), 0)];
    assert_eq!(one["task"], "regression");
    assert!((one["metrics"]["rmse"].as_f64().unwrap() - 7.5_f64.sqrt()).abs() < 1e-12, "{one}");
    // Without predictions the scores are those of the table.
    let results = "runs/lm.suite.1h8c.local.20240101T000000/scores/results.csv";
    import(&dir, &[results, "--task", "regression"]);
    assert!(outcomes(&dir).values().all(|one| one["scores_only"] == true));
    // Of regression alone, nothing needs to be said.
    let alone: String = dir
        .read(results)
        .lines()
        .filter(|l| !l.contains("kc2"))
        .map(|l| format!("{l}\n"))
        .collect();
    dir.write("alone.csv", alone);
    import(&dir, &["alone.csv"]);
    // Scores that their predictions contradict.
    let text = dir.read(results).replace(&format!("{}\n", 7.5_f64.sqrt()), "1.5\n");
    dir.write(results, text);
    refused(&dir, &["runs", "--task", "regression"], &["rmse is", "1.5"]);
}

#[test]
fn options_of_files_that_need_none_are_refused() {
    let dir = Dir::new();
    dir.write("r.csv", "Key_Dataset,Key_Run,Key_Scheme\na,1,b\n");
    refused(&dir, &["r.csv", "--delimiter", "comma"], &["--delimiter", "leave"]);
    refused(&dir, &["r.csv", "--task", "regression"], &["--task", "format weka"]);
}

#[test]
fn lines_that_are_no_results_do_not_count() {
    let dir = Dir::new();
    let header = "dataset,method,fold,metric,value,status";
    let line = |d: &str, m: &str, f: u32, x: f64| {
        let failed = (d, m, f) == ("b", "knn", 1);
        let (x, word) = if failed { (0.0, "failed") } else { (x, "ok") };
        format!("{d},{m},{f},accuracy,{x},{word}\n")
    };
    dir.write("s.csv", long(header, line));
    let said = import(&dir, &["s.csv"]);
    let words = ["scores count as missing (line ", "says failed"];
    assert!(words.iter().all(|word| said.err.contains(word)), "{}", said.err);
    let summary = |d: &str, m: &str, f: u32, x: f64| {
        let d = if d == "d" { "average" } else { d };
        format!("{d},{m},{f},accuracy,{x}\n")
    };
    dir.write("m.csv", long(SCORES, summary));
    refused(&dir, &["m.csv"], &["m.csv:20", "`average` is a summary"]);
}

#[test]
fn probabilities_in_another_order_are_noted() {
    let dir = Dir::new();
    let rows = |no: f64| {
        move |d: &str, m: &str, f: u32, _: f64| {
            format!(
                "{d},{m},{f},{f},no,no,{no},{}\n{d},{m},{f},{},yes,yes,{},{no}\n",
                1.0 - no,
                f + 2,
                1.0 - no
            )
        }
    };
    let header = "dataset,method,fold,row,truth,prediction,probability:no,probability:yes";
    dir.write("good.csv", long(header, rows(0.75)));
    assert!(!import(&dir, &["good.csv"]).err.contains("more probable"));
    dir.write("bad.csv", long(header, rows(0.25)));
    let said = import(&dir, &["bad.csv"]);
    assert!(said.err.contains("in 4 of 4 rows another class is more probable"), "{}", said.err);
}
