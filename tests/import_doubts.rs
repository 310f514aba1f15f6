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
                // The second method is not equally far ahead everywhere.
                let score = score + 0.003 * f64::from(fold * fold) * m as f64;
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
    let empty = dir.write("in/empty.csv", "");
    refused(&dir, &["in"], &["in/empty.csv", "empty"]);
    std::fs::remove_file(empty).unwrap();
    dir.write("in/other.csv", "a,b\n1,2\n");
    dir.write("in/mistyped.csv", "dataset,method,fold,metrik,value\n");
    let said = dir.succeed(&["import", "--name", "r", "in"]);
    for words in ["2 other files", "other.csv", "mistyped.csv"] {
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
    assert!(said.err.contains("0.2500 of the examples in the baseline, 0.1000"), "{}", said.err);
    assert_ne!(said.code, 0);
    // The same share, told or not.
    dir.succeed(&["import", "--name", "r", "s.csv", "--force"]);
    dir.succeed(&["check", "results/r", "--baseline", "b.json"]);
}

/// The files of a run, and what the report's page says of it.
fn page(dir: &Dir, run: &str) -> String {
    dir.succeed(&["report", &format!("results/{run}")]);
    dir.read(&format!("reports/{run}/index.html"))
}

#[test]
fn times_that_nobody_told_are_no_zeros_and_zeros_that_were_told_are() {
    let dir = Dir::new();
    dir.write("s.csv", scores("accuracy", 0.0));
    dir.succeed(&["import", "--name", "none", "s.csv"]);
    let shown = page(&dir, "none");
    assert!(shown.contains("training in ms") && !shown.contains("<td data-value=\"0\">0.000</td>"));
    let mut weka = "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Percent_correct,UserCPU_Time_training,UserCPU_Time_testing\n".to_owned();
    for fold in 1..=3 {
        weka += &format!("d,1,{fold},weka.rules.ZeroR,50.0,0.0,?\n");
        weka += &format!("d,1,{fold},weka.trees.J48,7{fold}.0,0.5,0.0\n");
    }
    dir.write("w.csv", weka);
    dir.succeed(&["import", "--name", "weka", "w.csv"]);
    let timings = dir.read("results/weka/timings.csv");
    let zero = timings.lines().find(|line| line.contains("ZeroR")).unwrap();
    assert!(zero.contains("ZeroR,0,0,done,0.0,,"), "{timings}");
    assert!(page(&dir, "weka").contains("<td data-value=\"0\">0.000</td>"));
}

#[test]
fn the_gate_calls_scores_scores() {
    let dir = Dir::new();
    dir.write("s.csv", scores("accuracy", 0.0));
    dir.succeed(&["import", "--name", "r", "s.csv"]);
    dir.succeed(&["check", "results/r", "--save-baseline", "b.json"]);
    let said = dir.succeed(&["check", "results/r", "--baseline", "b.json", "-v"]);
    let files = ["junit.xml", "summary.md"].map(|name| dir.read(&format!("reports/r/gate/{name}")));
    for text in [&said.out, &files[0], &files[1]] {
        assert!(text.contains("identical scores"), "{text}");
        assert!(!text.contains("identical predictions"), "{text}");
    }
}

#[test]
fn a_run_keeps_where_it_comes_from_and_what_was_assumed() {
    let dir = Dir::new();
    let text = scores("accuracy", 0.0) + "x,m1,0,elegance,3\n";
    dir.write("s.csv", &text);
    dir.succeed(&["import", "--name", "r", "s.csv"]);
    let manifest: Value = serde_json::from_str(&dir.read("results/r/run.json")).unwrap();
    assert_eq!(manifest["protocol"], "imported");
    let hash = blake3::hash(text.as_bytes()).to_hex().to_string();
    assert_eq!(manifest["import"]["files"][0]["path"], "s.csv");
    assert_eq!(manifest["import"]["files"][0]["blake3"], hash);
    let shown = page(&dir, "r");
    for words in ["elegance", "taken for all folds of a cross-validation", &hash] {
        assert!(manifest["import"].to_string().contains(words), "{manifest}");
        assert!(shown.contains(words), "the page lacks {words}");
    }
}

/// Scores of resamples: every repeat has the one fold 0.
fn resamples(lost: f64) -> String {
    let text = scores("accuracy", lost).replace(",fold,", ",fold,repeat,");
    let lines = text.lines().map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        match cells[2] {
            "fold" => line.to_owned(),
            repeat => format!("{},{},0,{repeat},{},{}", cells[0], cells[1], cells[3], cells[4]),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn tests_over_resamples_without_a_share_are_not_claimed() {
    let dir = Dir::new();
    dir.write("s.csv", resamples(0.0));
    dir.succeed(&["import", "--name", "r", "s.csv"]);
    let asked = |run: &str| {
        let said = dir.succeed(&["analyze", &format!("results/{run}"), "--tests", "+corrected-t"]);
        said.out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let said = asked("r");
    assert!(said.contains("but not done: the corrected resampled t-test (each"), "{said}");
    assert!(said.contains("not known which share"), "{said}");
    assert!(!said.contains("t-test on each dataset"), "{said}");
    dir.succeed(&["check", "results/r", "--save-baseline", "b.json"]);
    dir.write("s.csv", resamples(0.01));
    dir.succeed(&["import", "--name", "r", "s.csv", "--force"]);
    let gate = dir.run(&["check", "results/r", "--baseline", "b.json"]);
    assert!(gate.out.contains("not known which share"), "{}", gate.out);
    assert!(gate.out.contains("--test-share"), "{}", gate.out);
    dir.succeed(&["import", "--name", "share", "s.csv", "--test-share", "0.3"]);
    assert!(asked("share").contains("the corrected resampled t-test on each dataset"));
}

#[test]
fn check_of_a_folder_runs_nothing_by_force() {
    let dir = Dir::new();
    dir.write("s.csv", scores("accuracy", 0.0));
    dir.succeed(&["import", "--name", "r", "s.csv"]);
    let said = dir.run(&["check", "results/r", "--save-baseline", "b.json", "--force"]);
    assert_eq!(said.code, 2, "{}", said.err);
    assert!(said.err.contains("--force") && said.err.contains("help:"), "{}", said.err);
    assert!(!dir.path("b.json").exists());
    assert!(dir.succeed(&["check", "--help"]).out.contains("folder of a run"));
}

#[test]
fn force_removes_no_file_that_is_not_ours() {
    let dir = Dir::new();
    dir.write("s.csv", scores("accuracy", 0.0));
    dir.succeed(&["import", "--name", "r", "s.csv"]);
    dir.write("results/r/notes.txt", "mine");
    refused(&dir, &["s.csv", "--force"], &["notes.txt", "--name"]);
    assert_eq!(dir.read("results/r/notes.txt"), "mine");
    std::fs::remove_file(dir.path("results/r/notes.txt")).unwrap();
    dir.succeed(&["import", "--name", "r", "s.csv", "--force"]);
}

#[test]
fn settings_without_metrics_leave_them_to_the_results() {
    let dir = Dir::new();
    dir.write("s.csv", scores("auc", 0.0));
    dir.write("set.toml", "[analysis]\nalpha = 0.1\n\n[report]\ndecimals = 3\n");
    dir.succeed(&["import", "--name", "r", "s.csv", "--settings", "set.toml"]);
    let manifest: Value = serde_json::from_str(&dir.read("results/r/run.json")).unwrap();
    assert!(manifest["spec"].as_str().unwrap().contains("metrics = [\"auc\"]"), "{manifest}");
    assert!(dir.succeed(&["analyze", "results/r"]).out.contains("AUC"));
    let dir = Dir::new();
    dir.write("s.csv", scores("auc", 0.0));
    dir.write("set.toml", "[analysis]\nmetrics = [\"accuracy\"]\n");
    refused(&dir, &["s.csv", "--settings", "set.toml"], &["`accuracy`", "no result", "auc"]);
    assert!(!dir.path("results/r").exists());
    dir.write("set.toml", "[gate]\nmetrics = [\"accuracy\"]\n");
    refused(&dir, &["s.csv", "--settings", "set.toml"], &["`accuracy`", "no result"]);
    // Mistakes are shown where they stand.
    dir.write("set.toml", "[analysis]\n\nalpah = 0.1\n");
    refused(&dir, &["s.csv", "--settings", "set.toml"], &["set.toml:3"]);
}

#[test]
fn contradictions_and_missing_truths_are_refused() {
    let dir = Dir::new();
    let head = "dataset,method,fold,metric,value\n";
    let lines =
        |error: f64| format!("{head}d,m,0,accuracy,0.8\nd,m,0,error,{error}\nd,m,1,accuracy,0.7\n");
    dir.write("s.csv", lines(0.3));
    refused(&dir, &["s.csv"], &["s.csv:2", "accuracy 0.8", "error 0.3"]);
    dir.write("s.csv", lines(0.2));
    dir.succeed(&["import", "--name", "r", "s.csv"]);
    for truth in ["nan", "NaN"] {
        dir.write(
            "p.csv",
            format!("dataset,method,fold,row,truth,prediction\nd,m,0,0,{truth},a\nd,m,1,1,a,a\n"),
        );
        refused(&dir, &["p.csv", "--force"], &["p.csv:2", "truth"]);
        dir.write("p.arff", format!("@relation openml_task_1_predictions\n@attribute fold numeric\n@attribute row_id numeric\n@attribute prediction string\n@attribute correct string\n@data\n0,0,a,{truth}\n"));
        refused(&dir, &["p.arff", "--force"], &["p.arff:7", "correct"]);
        dir.write(
            "predictions/t/0/predictions.csv",
            format!("a,b,predictions,truth\n0.5,0.5,a,{truth}\n"),
        );
        refused(
            &dir,
            &["predictions", "--force", "--method", "m"],
            &["predictions.csv:2", "truth"],
        );
    }
}

#[test]
fn leftovers_of_killed_imports_go_and_two_at_once_are_told() {
    let dir = Dir::new();
    dir.write("s.csv", scores("accuracy", 0.0));
    // No process has this number.
    dir.write("results/.r.import-4194999/journal.jsonl", "");
    dir.write("results/.r.import-mine/kept", "");
    dir.write("results/.other.import-4194999/kept", "");
    dir.succeed(&["import", "--name", "r", "s.csv"]);
    assert!(!dir.path("results/.r.import-4194999").exists());
    assert!(
        dir.path("results/.r.import-mine").exists()
            && dir.path("results/.other.import-4194999").exists()
    );
    // Killed between its two moves: what it was to replace is still there.
    std::fs::rename(dir.path("results/r"), dir.path("results/.r.replaced-4194999")).unwrap();
    refused(&dir, &["s.csv"], &["holds an import already"]);
    dir.succeed(&["report", "results/r"]);
    for force in [false, true] {
        for _ in 0..5 {
            if !force {
                std::fs::remove_dir_all(dir.path("results/r")).unwrap();
            }
            let mut arguments = vec!["import", "--name", "r", "s.csv"];
            arguments.extend(force.then_some("--force"));
            let begun: Vec<_> = (0..4)
                .map(|_| {
                    dir.command(&arguments).stderr(std::process::Stdio::piped()).spawn().unwrap()
                })
                .collect();
            for child in begun {
                let said = child.wait_with_output().unwrap();
                let words = String::from_utf8_lossy(&said.stderr).into_owned();
                assert!(matches!(said.status.code(), Some(0 | 2)), "{words}");
            }
            assert!(dir.path("results/r/run.json").exists());
        }
    }
    let left = std::fs::read_dir(dir.path("results")).unwrap().count();
    assert_eq!(left, 3, "an import left something behind");
}

#[test]
fn what_scores_mean_is_decided_once_for_all_folds_of_a_method() {
    let dir = Dir::new();
    let mut text =
        "dataset,method,fold,row,truth,prediction,probability:a,probability:b\n".to_owned();
    for method in ["good", "odd"] {
        for row in 0..12 {
            let (truth, p) = if row % 2 == 0 { ("a", 0.8) } else { ("b", 0.3) };
            // One row of one fold does not sum to one.
            let q = if method == "odd" && row == 0 { 0.9 } else { 1.0 - p };
            text += &format!("x,{method},{},{row},{truth},{truth},{p},{q}\n", row / 4);
        }
    }
    dir.write("p.csv", text);
    let said = dir.succeed(&["import", "--name", "r", "p.csv"]);
    assert!(said.err.contains("do not sum to one"), "{}", said.err);
    let found = metrics(&dir, "r");
    let known = |scores: &[Value]| scores.iter().filter(|m| m["log_loss"].is_number()).count();
    assert_eq!((found.len(), known(&found)), (6, 3), "of the good method only");
}

#[test]
fn a_run_does_not_replace_imported_results() {
    let dir = Dir::new();
    dir.write("s.csv", scores("accuracy", 0.0));
    dir.succeed(&["import", "--name", "small", "s.csv"]);
    let before = dir.read("results/small/run.json");
    dir.write("small.toml", crate::support::SMALL);
    let said = dir.run(&["run", "small.toml"]);
    assert_eq!(said.code, 2, "{}", said.err);
    assert!(said.err.contains("holds imported results"), "{}", said.err);
    assert_eq!(dir.read("results/small/run.json"), before);
}

#[test]
fn a_column_of_numbers_to_predict_is_no_column_of_classes() {
    let dir = Dir::new();
    let mut text = "dataset,method,fold,row,truth,prediction\n".to_owned();
    for row in 0..1200 {
        text += &format!("x,m,{},{row},{row},{row}\n", row % 2);
    }
    dir.write("p.csv", text);
    refused(&dir, &["p.csv"], &["1200 classes", "--task regression"]);
}
