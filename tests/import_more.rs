//! Results made elsewhere that are not as whole as one would like: resamples that only some methods have, folds that are
//! missing, regression and clustering among classification, class columns in another case, rows without an answer.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Dir, Said};

/// Dataset, method, repeat and fold of every outcome, with the outcome.
fn outcomes(dir: &Dir) -> BTreeMap<(String, String, u64, u64), Value> {
    let text = dir.read("results/r/journal.jsonl");
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let place = |body: &Value| {
        let text = |key: &str| body[key].as_str().expect("a text").to_owned();
        let number = |key: &str| body[key].as_u64().expect("a number");
        (text("dataset"), text("method"), number("repeat"), number("fold"))
    };
    lines.map(|line| (place(&line["body"]), line["body"].clone())).collect()
}

fn import(dir: &Dir, paths: &[&str]) -> Said {
    let mut all = vec!["import", "--name", "r", "--force"];
    all.extend(paths);
    dir.succeed(&all)
}

fn refused(dir: &Dir, paths: &[&str], words: &[&str]) {
    let mut all = vec!["import", "--name", "refused"];
    all.extend(paths);
    let said = dir.run(&all);
    assert_eq!(said.code, 2, "{paths:?}: {}\n{}", said.out, said.err);
    for word in words.iter().chain(&["help"]) {
        assert!(said.err.contains(word), "no `{word}` in: {}", said.err);
    }
}

/// A result file of tsml-eval. `third` is its third line without the score, `cases` are its lines of answers.
fn tsml(dir: &Dir, (method, problem, resample): (&str, &str, u32), third: &str, cases: &str) {
    let text =
        format!("{problem},{method},TEST,{resample},MILLISECONDS\nparameters\n{third}\n{cases}");
    let path = format!("in/{method}/Predictions/{problem}/testResample{resample}.csv");
    dir.write(&path, text);
}

const TRUTH: [u32; 6] = [0, 1, 0, 1, 1, 0];

/// Cases of classification of which the first `wrong` ones are answered wrongly, with the third line that belongs to them.
fn cases(wrong: usize) -> (String, String) {
    let mut text = String::new();
    for (row, class) in TRUTH.iter().enumerate() {
        let label = if row < wrong { 1 - class } else { *class };
        text += &format!("{class},{label},,{},{}\n", 1 - label, label);
    }
    (format!("{},1,1,-1,-1,2,,-1,-1", (6 - wrong) as f64 / 6.0), text)
}

#[test]
fn resamples_that_a_method_lacks_are_left_out_on_that_problem() {
    let dir = Dir::new();
    for (method, skill) in [("A", 0), ("B", 1), ("C", 2)] {
        for problem in ["Beef", "Car", "Fish", "Ham"] {
            for resample in 0..3 {
                // C stopped after the first resample of Car; Beef was resampled once; B has no resample 0 of Fish.
                let lacks = (method == "C" && problem == "Car" && resample > 0)
                    || (problem == "Beef" && resample > 0)
                    || (method == "B" && problem == "Fish" && resample == 0);
                if !lacks {
                    let (third, text) = cases(skill + usize::from(resample == 1));
                    tsml(&dir, (method, problem, resample), &third, &text);
                }
            }
        }
    }
    let said = import(&dir, &["in"]);
    for words in ["3 resamples", "Car (1 of 3)", "Fish (2 of 3)"] {
        assert!(said.err.contains(words), "no `{words}` in {}", said.err);
    }
    assert!(!said.err.contains("Beef ("), "{}", said.err);
    let found = outcomes(&dir);
    assert_eq!(found.len(), 3 * (1 + 1 + 2 + 3));
    let accuracy = |problem: &str, method: &str, repeat: u64| {
        let key = (problem.to_owned(), method.to_owned(), repeat, 0);
        found[&key]["metrics"]["accuracy"].as_f64().expect("a number")
    };
    // The resamples 1 and 2 of Fish are left, in their order.
    assert_eq!((accuracy("Fish", "B", 0), accuracy("Fish", "B", 1)), (4.0 / 6.0, 5.0 / 6.0));
    let verdict = dir.succeed(&["analyze", "results/r", "--json"]);
    let verdict: Value = serde_json::from_str(&verdict.out).expect("JSON");
    assert_eq!(verdict["n_datasets"], 4, "no problem is lost: {verdict}");
    dir.succeed(&["report", "results/r"]);
    dir.succeed(&["check", "results/r", "--save-baseline", "b.json"]);
    dir.succeed(&["check", "results/r", "--baseline", "b.json"]);
    // Nothing in common is no comparison.
    for method in ["A", "C"] {
        std::fs::remove_file(dir.path(&format!("in/{method}/Predictions/Ham/testResample0.csv")))
            .unwrap();
    }
    for resample in [1, 2] {
        let name = format!("in/B/Predictions/Ham/testResample{resample}.csv");
        std::fs::remove_file(dir.path(&name)).unwrap();
    }
    refused(&dir, &["in"], &["no resample of `Ham` in common"]);
}

#[test]
fn files_outside_of_the_usual_folders_are_left_alone_and_named() {
    let dir = Dir::new();
    let (third, text) = cases(1);
    tsml(&dir, ("A", "Beef", 0), &third, &text);
    tsml(&dir, ("B", "Beef", 0), &third, &text);
    dir.write("in/copy.csv", format!("Beef,A,TEST,0,SECONDS\nx\n{third}\n{text}"));
    let said = import(&dir, &["in"]);
    assert!(said.err.contains("in/copy.csv") && said.err.contains("2 methods"), "{}", said.err);
}

/// Cases of regression with an error of `step` in every row.
fn numbers(step: f64) -> (String, String) {
    let truth = [0.5, -1.25, 3.0, 2.0, 0.125];
    let line = |z: &f64| format!("{z},{}\n", z + step);
    (format!("{},1,1,-1,-1,,-1,-1", step * step), truth.iter().map(line).collect())
}

#[test]
fn folders_of_regression_become_runs_of_regression() {
    let dir = Dir::new();
    for problem in ["Covid", "Flood", "Gas"] {
        for resample in 0..2 {
            for (method, step) in [("A", 0.25), ("B", 0.5), ("C", -1.0)] {
                let (third, text) = numbers(step);
                tsml(&dir, (method, problem, resample), &third, &text);
            }
        }
    }
    let said = import(&dir, &["in"]);
    assert!(said.err.contains("18 with predictions"), "{}", said.err);
    let found = outcomes(&dir);
    for ((_, method, ..), outcome) in &found {
        assert_eq!(outcome["task"], "regression");
        let error = match method.as_str() {
            "A" => 0.25,
            "B" => 0.5,
            _ => 1.0,
        };
        for metric in ["rmse", "mae"] {
            let value = outcome["metrics"][metric].as_f64().expect("a number");
            assert!((value - error).abs() < 1e-12, "{method} {metric}: {value}");
        }
        assert!(outcome["metrics"]["r2"].as_f64().is_some());
    }
    let verdict = dir.succeed(&["analyze", "results/r", "--json"]);
    let verdict: Value = serde_json::from_str(&verdict.out).expect("JSON");
    assert_eq!((&verdict["metric"], &verdict["direction"]), (&"rmse".into(), &"lower".into()));
    assert_eq!(verdict["average_ranks"]["A"], 1.0);
    dir.succeed(&["analyze", "results/r", "--metric", "mae"]);
    dir.succeed(&["report", "results/r", "--format", "html,text,csv,json"]);
    dir.succeed(&["check", "results/r", "--save-baseline", "b.json"]);
    let same = dir.succeed(&["check", "results/r", "--baseline", "b.json"]);
    assert!(same.out.contains("identical"), "{}", same.out);

    // The first number of the third line is the mean squared error of the answers below.
    let (third, text) = numbers(0.25);
    tsml(&dir, ("A", "Gas", 0), &third.replacen("0.0625", "0.07", 1), &text);
    refused(&dir, &["in"], &["A/Predictions/Gas/testResample0.csv", "rmse is 0.25"]);
    // Another method must have had the same numbers to predict.
    tsml(&dir, ("A", "Gas", 0), &third, &text);
    let (third, text) = numbers(0.5);
    tsml(&dir, ("B", "Gas", 0), &third, &text.replacen("3,3.5", "3.5,4", 1));
    refused(&dir, &["in"], &["B/Predictions/Gas/testResample0.csv", "truth of row 3"]);
    let (third, text) = cases(1);
    tsml(&dir, ("B", "Gas", 0), &third, &text);
    refused(&dir, &["in"], &["a file of classification", "apart"]);
}

#[test]
fn folders_of_clustering_are_refused_as_such() {
    let dir = Dir::new();
    // The number of classes, then the number of clusters.
    tsml(&dir, ("KMeans", "Beef", 0), "0.7,1,1,-1,-1,2,3", "0,1,,0,1,0\n1,2,,0,0,1\n");
    refused(
        &dir,
        &["in"],
        &["KMeans/Predictions/Beef/testResample0.csv:3", "clustering", "analyze"],
    );
}

#[test]
fn class_columns_of_the_automl_benchmark_may_differ_in_case() {
    let dir = Dir::new();
    for fold in 0..2 {
        let rows = "0.5,0.5,Good,Good\n0.5,0.5,Good,bad\n";
        dir.write(
            &format!("in/const/{fold}/predictions.csv"),
            format!("good,BAD,predictions,truth\n{rows}"),
        );
        let rows = "0.9,0.1,Good,Good\n0.2,0.8,bad,bad\n";
        dir.write(
            &format!("in/tree/{fold}/predictions.csv"),
            format!("Good,bad,predictions,truth\n{rows}"),
        );
        for method in ["const", "tree"] {
            let told = format!("{{\"framework\": \"{method}\", \"name\": \"credit\"}}");
            dir.write(&format!("in/{method}/{fold}/metadata.json"), told);
        }
    }
    let said = import(&dir, &["in"]);
    for words in ["2 methods on 1 dataset", "`const` on `credit`", "but for their case"] {
        assert!(said.err.contains(words), "no `{words}` in {}", said.err);
    }
    let found = outcomes(&dir);
    let loss = &found[&("credit".to_owned(), "const".to_owned(), 0, 0)]["metrics"]["log_loss"];
    assert!((loss.as_f64().expect("a number") - std::f64::consts::LN_2).abs() < 1e-12);
    // Where two classes differ in case only, nothing says which is meant.
    let dir = Dir::new();
    let rows = "0.5,0.5,Good,Good\n0.5,0.5,good,good\n0.5,0.5,bad,bad\n";
    let file = "const/predictions/credit/0/predictions.csv";
    dir.write(&format!("in/{file}"), format!("GOOD,bad,predictions,truth\n{rows}"));
    refused(&dir, &["in"], &["none of the class `Good`"]);
}

#[test]
fn finished_and_failed_folds_of_the_automl_benchmark_are_both_there() {
    let dir = Dir::new();
    let mut text = "task,framework,constraint,fold,type,result,metric,info,acc\n".to_owned();
    for task in ["a", "b", "c", "d"] {
        for (framework, share) in [("forest", 0.9), ("tree", 0.8)] {
            for fold in 0..3 {
                match (task, framework, fold) {
                    ("a", "tree", 1) => {
                        text += "a,tree,1h,1,multiclass,,acc,\"Timeout, after 1h\",\n"
                    }
                    // A line that is not there at all.
                    ("b", "tree", 2) => {}
                    _ => {
                        text += &format!(
                            "{task},{framework},1h,{fold},multiclass,{share},acc,,{share}\n"
                        )
                    }
                }
            }
        }
    }
    dir.write("results.csv", text);
    let said = import(&dir, &["results.csv"]);
    for words in ["22 with scores alone, 2 failed", "tree on b (1)"] {
        assert!(said.err.contains(words), "no `{words}` in {}", said.err);
    }
    let found = outcomes(&dir);
    let reason =
        |task: &str, fold| found[&(task.to_owned(), "tree".to_owned(), 0, fold)].to_string();
    assert!(reason("a", 1).contains("Timeout, after 1h"));
    assert!(reason("b", 2).contains("not among the files"));
}

/// A result file of KEEL: the head of the data, then true and predicted values.
fn keel(dir: &Dir, path: &str, output: &str, lines: &str) {
    let head = "@relation iris\n@attribute x real[0.0,1.0]\n";
    let text = format!("{head}@attribute y {output}\n@inputs x\n@outputs y\n@data\n{lines}");
    dir.write(&format!("in/results/{path}"), text);
}

#[test]
fn result_files_of_keel_are_folds_of_classifiers() {
    let dir = Dir::new();
    // The third class is declared and occurs in no truth, as the fourth one of glass.
    let output = "{Iris setosa, b, c}";
    for fold in 0..2 {
        let good = "Iris setosa Iris setosa\nb b\nb b\nIris setosa c\n";
        keel(&dir, &format!("Clean.C45.iris/result{fold}s0.tst"), output, good);
        keel(&dir, &format!("Clean.C45.iris/result{fold}s0.tra"), output, "b Iris setosa\n");
        let other = "Iris setosa ?\nb b\nb Iris setosa\nIris setosa Iris setosa\n";
        keel(&dir, &format!("Clean.Ripper.NC.iris/result{fold}.tst"), output, other);
    }
    let said = import(&dir, &["in"]);
    for words in [
        "KEEL: 2 methods on 1 dataset, 2 folds: 4 with predictions",
        "2 files of training parts",
        "`Clean.Ripper.NC`: 2 test rows are not classified",
    ] {
        assert!(said.err.contains(words), "no `{words}` in {}", said.err);
    }
    let found = outcomes(&dir);
    let accuracy = |method: &str| {
        let key = ("iris".to_owned(), method.to_owned(), 0, 1);
        found[&key]["metrics"]["accuracy"].as_f64().expect("a number")
    };
    assert_eq!((accuracy("Clean.C45"), accuracy("Clean.Ripper.NC")), (0.75, 0.5));
    let run: Value = serde_json::from_str(&dir.read("results/r/run.json")).expect("JSON");
    assert_eq!(run["datasets"][0]["classes"], 3, "no answer is no class of the data");
    dir.succeed(&["report", "results/r"]);
    // A fold that is not there failed; one that contradicts the others is refused.
    std::fs::remove_file(dir.path("in/results/Clean.Ripper.NC.iris/result1.tst")).unwrap();
    let said = import(&dir, &["in"]);
    assert!(said.err.contains("Clean.Ripper.NC on iris (1)"), "{}", said.err);
    keel(&dir, "Clean.Ripper.NC.iris/result1.tst", output, "b b\nb b\nb b\nb b\n");
    refused(&dir, &["in"], &["Clean.Ripper.NC.iris/result1.tst", "truth of row 1"]);
    keel(&dir, "Clean.Ripper.NC.iris/result1.tst", output, "b b\nb green\n");
    refused(&dir, &["in"], &["result1.tst:8", "`b green`", "Iris setosa, b, c"]);
    // Commas are those of data, and the name of the file says that these are results.
    keel(&dir, "Clean.Ripper.NC.iris/result1.tst", output, "b, b\nb, b\n");
    refused(&dir, &["in"], &["result1.tst:7", "`b, b`", "with a blank between"]);
    let training = "in/results/Clean.C45.iris/result0s0.tra";
    refused(&dir, &[training], &["result0s0.tra", "training parts (.tra) alone"]);
}

#[test]
fn result_files_of_keel_are_folds_of_regression_too() {
    let dir = Dir::new();
    for fold in 0..2 {
        for (method, step) in [("A", 0.5), ("B", 1.0)] {
            let lines: String =
                [1.0, 2.5, 4.0].iter().map(|z| format!("{z:?} {}\n", z + step)).collect();
            keel(&dir, &format!("{method}.iris/result{fold}.tst"), "real[0,9]", &lines);
        }
    }
    import(&dir, &["in"]);
    let found = outcomes(&dir);
    assert_eq!(found[&("iris".to_owned(), "B".to_owned(), 0, 0)]["metrics"]["rmse"], 1.0);
    keel(&dir, "B.iris/result1.tst", "{a,b}", "a b\n");
    refused(&dir, &["in"], &["B.iris/result1.tst", "apart"]);
    keel(&dir, "result1.tst", "real[0,9]", "1 2\n");
    refused(&dir, &["in/results/result1.tst"], &["does not tell the method", "--method"]);
    let two =
        "@relation r\n@attribute a real[0,1]\n@attribute b real[0,1]\n@outputs a,b\n@data\n1 2\n";
    dir.write("m.r/result0.tst", two);
    refused(&dir, &["m.r"], &["2 outputs"]);
}

#[test]
fn files_of_training_splits_alone_are_refused_as_such() {
    let dir = Dir::new();
    for method in ["A", "B"] {
        for problem in ["Beef", "Car"] {
            let (third, text) = cases(1);
            tsml(&dir, (method, problem, 0), &third, &text);
            let path = format!("in/{method}/Predictions/{problem}/testResample0.csv");
            let train = dir.read(&path).replace(",TEST,", ",TRAIN,");
            dir.write(&path, train);
        }
    }
    refused(&dir, &["in"], &["all 4 files are of training splits", "testResample0.csv"]);
    let said = dir.run(&["analyze", "in"]);
    assert!(
        said.err.contains("training split") && !said.err.contains("tribunal import"),
        "{}",
        said.err
    );
}

#[test]
fn files_of_two_tasks_are_both_named() {
    let dir = Dir::new();
    dir.write("a.csv", "dataset,method,fold,metric,value\nx,A,0,rmse,1.5\nx,B,0,rmse,2.5\n");
    dir.write("b.csv", "dataset,method,fold,row,truth,prediction\nx,A,0,0,u,v\nx,B,0,0,u,u\n");
    refused(&dir, &["a.csv", "b.csv"], &["a.csv", "b.csv is one of classification"]);
}

#[test]
fn what_a_long_file_says_of_failed_runs_is_obeyed_and_remarks_are_not() {
    let dir = Dir::new();
    let mut text = "dataset,method,fold,metric,value,note,ok\n".to_owned();
    for dataset in ["x", "y", "z"] {
        for (method, value) in [("A", 0.7), ("B", 0.8)] {
            for fold in 0..2 {
                let failed = (dataset, method, fold) == ("y", "B", 1);
                let (value, ok) = if failed { (0.0, "0.0") } else { (value, "1.0") };
                text += &format!(
                    "{dataset},{method},{fold},accuracy,{value},missing values imputed,{ok}\n"
                );
            }
        }
    }
    dir.write("scores.csv", &text);
    let said = import(&dir, &["scores.csv"]);
    let all = format!("{}{}", said.out, said.err);
    assert!(all.contains("line 9") && all.contains("`ok`"), "{all}");
    let failed: Vec<_> =
        outcomes(&dir).into_iter().filter(|(_, body)| body["status"]["is"] != "done").collect();
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert_eq!(failed[0].0, ("y".to_owned(), "B".to_owned(), 0, 1));
}
