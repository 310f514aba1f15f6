//! Results that look importable and are not what they seem: damaged files beside good ones, probabilities of unknown
//! classes, missing columns, contradictions, and folders that are not ours. What cannot be known is refused or said.

use serde_json::Value;

use crate::support::{Dir, Said};

fn refused(dir: &Dir, arguments: &[&str], words: &[&str]) -> Said {
    let mut all = vec!["import", "--name", "r"];
    all.extend(arguments);
    let said = dir.run(&all);
    assert_eq!(said.code, 2, "{arguments:?}: {}\n{}", said.out, said.err);
    for word in words.iter().chain(&["help"]) {
        assert!(said.err.contains(word), "no `{word}` in: {}", said.err);
    }
    said
}

/// The scores of a run's trials.
fn metrics(dir: &Dir, run: &str) -> Vec<Value> {
    let text = dir.read(&format!("results/{run}/journal.jsonl"));
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.map(|line| line["body"]["metrics"].clone()).collect()
}

/// Scores of two methods on three datasets with four folds.
fn scores(metric: &str, lost: f64) -> String {
    let mut text = "dataset,method,fold,metric,value\n".to_owned();
    for (d, dataset) in ["x", "y", "z"].iter().enumerate() {
        for (m, method) in ["m1", "m2"].iter().enumerate() {
            for fold in 0..4 {
                let score = 0.5 + 0.1 * d as f64 + 0.1 * m as f64 + 0.01 * f64::from(fold);
                let score = score - lost * (1.0 + 0.1 * f64::from(fold));
                text += &format!("{dataset},{method},{fold},{metric},{score}\n");
            }
        }
    }
    text
}

#[test]
fn no_file_of_a_folder_disappears() {
    let dir = Dir::new();
    dir.write("in/a.csv", scores("accuracy", 0.0));
    for (name, bytes) in [
        ("in/b.csv", &b"dataset,method,fold,metric,value\nx,m\xff,0,accuracy,1\n"[..]),
        ("in/b.csv.gz", &b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03damaged"[..]),
    ] {
        let file = dir.write(name, bytes);
        refused(&dir, &["in"], &[name, "remove it from the folder"]);
        std::fs::remove_file(file).unwrap();
    }
    dir.write("in/empty.csv", "");
    dir.write("in/mistyped.csv", "dataset,method,fold,metrik,value\n");
    let said = dir.succeed(&["import", "--name", "r", "in"]);
    for words in ["2 other files", "empty.csv", "mistyped.csv"] {
        assert!(said.err.contains(words), "{}", said.err);
    }
}

/// A result file of tsml: cases as truth, prediction and probabilities.
fn tsml(dir: &Dir, method: &str, cases: &[(u32, u32, [f64; 3])]) {
    let right = cases.iter().filter(|(t, p, _)| t == p).count() as f64 / cases.len() as f64;
    let mut text = format!("P,{method},TEST,0,MILLISECONDS,\n\n{right},-1,-1,-1,-1,3,,-1,-1\n");
    for (truth, label, [a, b, c]) in cases {
        text += &format!("{truth},{label},,{a},{b},{c}\n");
    }
    dir.write(&format!("out/{method}/Predictions/P/testResample0.csv"), text);
}

#[test]
fn probabilities_of_tsml_are_used_only_where_their_classes_are_certain() {
    let dir = Dir::new();
    // Classes 1 to 3, of which 3 does not occur: columns 0 to 2 would be the wrong ones.
    let (one, two) = ([0.7, 0.2, 0.1], [0.2, 0.7, 0.1]);
    tsml(&dir, "m", &[(1, 1, one), (2, 2, two), (2, 1, one), (1, 1, one)]);
    let said = dir.succeed(&["import", "--name", "r", "out"]);
    assert!(said.err.contains("probabilities left out"), "{}", said.err);
    assert!(metrics(&dir, "r").iter().all(|m| m["auc"].is_null()));
    // With class 3 somewhere they are known.
    tsml(&dir, "n", &[(1, 1, one), (2, 2, two), (2, 3, [0.1, 0.2, 0.7]), (1, 1, one)]);
    let said = dir.succeed(&["import", "--name", "s", "out"]);
    assert!(!said.err.contains("probabilities left out"), "{}", said.err);
    assert!(metrics(&dir, "s").iter().all(|m| m["log_loss"].is_number()));
    // A method whose labels are not its most probable classes has them in another order.
    tsml(&dir, "n", &[(1, 1, two), (2, 2, one), (2, 3, one), (1, 1, two)]);
    let said = dir.succeed(&["import", "--name", "t", "out"]);
    assert!(said.err.contains("`n` on `P`: probabilities left out"), "{}", said.err);
    assert!(said.err.contains("4 of 4 rows"), "{}", said.err);
}

/// Two folds of four rows with the columns that are asked.
fn predictions(columns: &str, values: &[&str]) -> String {
    let mut text = format!("dataset,method,fold,row,truth,prediction,{columns}\n");
    for row in 0..8 {
        let truth = ["a", "b", "a", "b"][row % 4];
        text += &format!("d,m,{},{row},{truth},{truth},{}\n", row / 4, values[row % values.len()]);
    }
    text
}

#[test]
fn a_class_without_a_score_is_refused_or_derived_of_two() {
    let dir = Dir::new();
    dir.write("p.csv", predictions("probability:b", &["0.1", "0.8", "0.3", "0.6"]));
    let said = dir.succeed(&["import", "--name", "one", "p.csv"]);
    assert!(said.err.contains("what is left to one"), "{}", said.err);
    let both = ["0.9,0.1", "0.2,0.8", "0.7,0.3", "0.4,0.6"];
    dir.write("p.csv", predictions("probability:a,probability:b", &both));
    dir.succeed(&["import", "--name", "both", "p.csv"]);
    assert_eq!(metrics(&dir, "one"), metrics(&dir, "both"));
    assert!(metrics(&dir, "one")[0]["log_loss"].is_number());
    // Of plain scores the other class has the negative one.
    dir.write("p.csv", predictions("score:a", &["3", "-1", "2", "-4"]));
    dir.succeed(&["import", "--name", "score", "p.csv"]);
    assert_eq!(metrics(&dir, "score")[0]["auc"], 1.0);
    let three =
        predictions("probability:a,probability:b", &both).replace("d,m,1,7,b,b", "d,m,1,7,c,b");
    dir.write("p.csv", three);
    refused(&dir, &["p.csv"], &["p.csv", "`m` on `d`", "none of the class `c`"]);
}

#[test]
fn shares_of_test_parts_are_possible_and_those_of_the_baseline() {
    let dir = Dir::new();
    dir.write("s.csv", scores("accuracy", 0.0));
    refused(&dir, &["s.csv", "--test-share", "0.3"], &["--test-share 0.3", "4 folds", "0.2500"]);
    assert!(!dir.path("results/r").exists());
    dir.succeed(&["import", "--name", "r", "s.csv", "--test-share", "0.25"]);
    dir.succeed(&["check", "results/r", "--save-baseline", "b.json"]);
    dir.succeed(&["check", "results/r", "--baseline", "b.json"]);
    dir.succeed(&["import", "--name", "r", "s.csv", "--test-share", "0.1", "--force"]);
    let said = dir.run(&["check", "results/r", "--baseline", "b.json"]);
    assert!(said.err.contains("0.2500 of the rows in the baseline, 0.1000"), "{}", said.err);
    assert_ne!(said.code, 0);
    // The same share, told or not.
    dir.succeed(&["import", "--name", "r", "s.csv", "--force"]);
    dir.succeed(&["check", "results/r", "--baseline", "b.json"]);
}
