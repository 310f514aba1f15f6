//! Results made elsewhere become runs: every format by a good file whose scores are known, what cannot be compared is
//! refused with its place, and reports, verdicts and the gate work on what was imported.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::support::{Dir, SMALL, Said, project};

/// Dataset, method, repeat and fold.
type Place = (String, String, u64, u64);
/// The outcomes of a run.
type Scores = BTreeMap<Place, Value>;

/// Minus the logarithms of 0.75, 0.25, 0.8 and 0.1.
const LOSS_75: f64 = 0.287_682_072_451_780_9;
const LOSS_25: f64 = 1.386_294_361_119_890_6;
const LOSS_80: f64 = 0.223_143_551_314_209_7;
const LOSS_10: f64 = std::f64::consts::LN_10;

fn outcomes(dir: &Dir, run: &str) -> Scores {
    let text = dir.read(&format!("results/{run}/journal.jsonl"));
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .map(|line| {
            let body = &line["body"];
            let text = |key: &str| body[key].as_str().unwrap().to_owned();
            let number = |key: &str| body[key].as_u64().unwrap();
            let place = (text("dataset"), text("method"), number("repeat"), number("fold"));
            (place, body.clone())
        })
        .collect()
}

fn value(scores: &Scores, place: (&str, &str, u64, u64), metric: &str) -> f64 {
    let key = (place.0.to_owned(), place.1.to_owned(), place.2, place.3);
    scores[&key]["metrics"][metric].as_f64().unwrap_or_else(|| panic!("{place:?} has no {metric}"))
}

/// The report, the verdict and the gate on an imported run.
fn everything_works(dir: &Dir, run: &str) {
    let folder = format!("results/{run}");
    dir.succeed(&["report", &folder, "--format", "html,text,csv,latex,markdown,json"]);
    let page = dir.read(&format!("reports/{run}/index.html"));
    assert!(
        page.contains("Tribunal did not run them"),
        "the page does not say where results come from"
    );
    assert!(!page.contains("nested cross-validation"), "the page tells of folds that nobody drew");
    assert!(page.contains("elsewhere, on machines that are not known"));
    let verdict = dir.succeed(&["analyze", &folder, "--json"]);
    let verdict: Value = serde_json::from_str(&verdict.out).expect("JSON");
    assert!(verdict.is_object());
    dir.succeed(&["check", &folder, "--save-baseline", "b.json"]);
    let same = dir.succeed(&["check", &folder, "--baseline", "b.json"]);
    assert!(same.out.contains("PASS") && same.out.contains("identical"), "{}", same.out);
    for verb in ["run", "plan", "why", "verify"] {
        let said = dir.run(&[verb, &folder]);
        assert_eq!(said.code, 2, "{verb}");
        assert!(said.err.contains("imported, so there is nothing to run"), "{}", said.err);
    }
}

fn refused(dir: &Dir, arguments: &[&str], words: &[&str]) -> Said {
    let mut all = vec!["import", "--name", "r"];
    all.extend(arguments);
    let said = dir.run(&all);
    assert_eq!(said.code, 2, "{arguments:?}: {}\n{}", said.out, said.err);
    for word in words.iter().chain(&["help"]) {
        assert!(said.err.contains(word), "no `{word}` in: {}", said.err);
    }
    assert!(!dir.path("results/r").exists(), "something is left of a refused import");
    assert!(std::fs::read_dir(dir.path("results")).map_or(true, |mut d| d.next().is_none()));
    said
}

/// A small stream of numbers that is the same everywhere.
struct Stream(u64);

impl Stream {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// Predictions of three methods on three datasets, two repeats of two folds, with the accuracy of each part.
fn long_predictions() -> (String, BTreeMap<Place, f64>) {
    let mut stream = Stream(7);
    let mut text =
        "dataset,method,repeat,fold,row,truth,prediction,probability:a,probability:b\n".to_owned();
    let mut accuracy: BTreeMap<Place, (f64, f64)> = BTreeMap::new();
    for dataset in ["one", "two", "three"] {
        let truth: Vec<u64> = (0..20).map(|_| stream.below(2)).collect();
        for repeat in 0..2 {
            let folds: Vec<u64> = (0..20).map(|row| (row + row / 2 * repeat) % 2).collect();
            for (method, skill) in [("good", 9), ("=fair", 7), ("bad", 5)] {
                for (row, &class) in truth.iter().enumerate() {
                    let label = if stream.below(10) < skill { class } else { 1 - class };
                    let (name, p) = (["a", "b"], [0.75, 0.25]);
                    let (own, other) = (p[label as usize], p[1 - label as usize]);
                    text += &format!(
                        "{dataset},{method},{repeat},{},{row},{},{},{own},{other}\n",
                        folds[row], name[class as usize], name[label as usize]
                    );
                    let key = (dataset.to_owned(), method.to_owned(), repeat, folds[row]);
                    let count = accuracy.entry(key).or_default();
                    count.0 += f64::from(u8::from(label == class));
                    count.1 += 1.0;
                }
            }
        }
    }
    (text, accuracy.into_iter().map(|(key, (right, all))| (key, right / all)).collect())
}

#[test]
fn long_predictions_become_a_run_with_every_metric() {
    let dir = Dir::new();
    let (text, accuracy) = long_predictions();
    dir.write("p.csv", &text);
    let said = dir.succeed(&["import", "--name", "r", "p.csv"]);
    for word in [
        "3 methods on 3 datasets",
        "2 repeats of 2 folds",
        "36 with predictions",
        "tribunal report results/r",
    ] {
        assert!(said.err.contains(word), "{}", said.err);
    }
    let scores = outcomes(&dir, "r");
    assert_eq!(scores.len(), 36);
    for ((dataset, method, repeat, fold), expected) in &accuracy {
        let found = value(&scores, (dataset, method, *repeat, *fold), "accuracy");
        assert!((found - expected).abs() < 1e-12, "{dataset} {method}: {found} and {expected}");
        // Every answer has probability 0.75, so that the log loss is a sum of two logarithms.
        let loss = value(&scores, (dataset, method, *repeat, *fold), "log_loss");
        let by_hand = expected * LOSS_75 + (1.0 - expected) * LOSS_25;
        assert!((loss - by_hand).abs() < 1e-12, "{loss} and {by_hand}");
    }
    let table = dir.read("results/r/outcomes.csv");
    assert!(table.contains(",'=fair,"), "a method's name is a formula in {table}");
    everything_works(&dir, "r");
    // A method that got worse is found out, row by row.
    let worse = text.lines().map(|line| {
        let wrong = |l: &str| {
            l.replace(",a,a,0.75,0.25", ",a,b,0.25,0.75")
                .replace(",b,b,0.25,0.75", ",b,a,0.75,0.25")
        };
        if line.contains(",good,") { wrong(line) } else { line.to_owned() }
    });
    let worse: Vec<String> = worse.collect();
    dir.write("p.csv", worse.join("\n"));
    dir.succeed(&["import", "--name", "r", "--force", "p.csv"]);
    let said = dir.run(&["check", "results/r", "--baseline", "b.json"]);
    assert_eq!(said.code, 1, "{}\n{}", said.out, said.err);
    // And McNemar's test has its rows.
    let said = dir.succeed(&[
        "analyze",
        "results/r",
        "--tests",
        "+mcnemar,+corrected-t",
        "--metric",
        "accuracy",
    ]);
    assert!(said.out.contains("McNemar"), "{}", said.out);
}

#[test]
fn the_same_results_are_the_same_run_whatever_the_order_of_lines() {
    let (text, _) = long_predictions();
    let (head, body) = text.split_once('\n').unwrap();
    let mut lines: Vec<&str> = body.lines().collect();
    let files = [
        "journal.jsonl",
        "predictions.jsonl",
        "run.json",
        "outcomes.csv",
        "confusion.csv",
        "timings.csv",
    ];
    let mut seen: Vec<Vec<String>> = Vec::new();
    for turn in 0..2 {
        let dir = Dir::new();
        if turn == 1 {
            lines.reverse();
        }
        dir.write("p.csv", format!("{head}\n{}\n", lines.join("\n")));
        dir.succeed(&["import", "--name", "r", "p.csv"]);
        seen.push(files.iter().map(|file| dir.read(&format!("results/r/{file}"))).collect());
        // Only the hash of the file tells its lines' order.
        let mut manifest: Value = serde_json::from_str(&seen[turn][2]).unwrap();
        manifest["import"]["files"][0]["blake3"].take().as_str().expect("a hash");
        manifest["import"]["blake3"].take();
        seen[turn][2] = manifest.to_string();
    }
    assert_eq!(seen[0], seen[1]);
    let dir = Dir::new();
    dir.write("p.csv", text.replacen(",a,a,0.75,0.25", ",a,b,0.75,0.25", 1));
    dir.succeed(&["import", "--name", "r", "p.csv"]);
    assert_ne!(
        dir.read("results/r/journal.jsonl"),
        seen[0][0],
        "other results have the same identities"
    );
}

/// Scores of two methods on three datasets, four folds; the second has lost about as much as said.
fn long_scores(lost: f64) -> String {
    let mut text = "dataset,method,fold,metric,value\n".to_owned();
    for (d, dataset) in ["x", "y", "z"].iter().enumerate() {
        for (m, method) in ["m1", "m2"].iter().enumerate() {
            for fold in 1..=4 {
                let drop = if m == 1 { lost * (1.0 + 0.01 * f64::from(fold)) } else { 0.0 };
                let score = 0.5 + 0.1 * d as f64 + 0.2 * m as f64 + 0.01 * f64::from(fold) - drop;
                text += &format!("{dataset},{method},{fold},accuracy,{score}\n");
                text += &format!("{dataset},{method},{fold},train_time,{}\n", m + 1);
                text += &format!("{dataset},{method},{fold},elegance,3\n");
            }
        }
    }
    text
}

#[test]
fn long_scores_become_a_run_without_predictions() {
    let dir = Dir::new();
    let text = long_scores(0.0);
    dir.write("s.csv", &text);
    let said = dir.succeed(&["import", "--name", "r", "s.csv"]);
    assert!(said.err.contains("24 with scores alone"), "{}", said.err);
    assert!(said.err.contains("elegance"), "{}", said.err);
    let scores = outcomes(&dir, "r");
    assert!((value(&scores, ("y", "m2", 0, 3), "accuracy") - 0.84).abs() < 1e-12);
    assert!((value(&scores, ("y", "m2", 0, 3), "error") - 0.16).abs() < 1e-12);
    everything_works(&dir, "r");
    let times = dir.succeed(&["analyze", "results/r", "--metric", "train_time"]);
    assert!(times.out.contains("training time"), "{}", times.out);
    // Scores that dropped are a regression.
    dir.write("s.csv", long_scores(0.1));
    dir.succeed(&["import", "--name", "r", "--force", "s.csv"]);
    let said = dir.run(&["check", "results/r", "--baseline", "b.json"]);
    assert_eq!(said.code, 1, "{}\n{}", said.out, said.err);
}

#[test]
fn what_cannot_be_compared_is_refused_with_its_place() {
    let head = "dataset,method,fold,row,truth,prediction\n";
    let good = "d,m,0,0,a,a\nd,m,1,1,b,a\nd,n,0,0,a,a\nd,n,1,1,b,b\n";
    let cases: &[(&str, &str, &[&str])] = &[
        ("d,n,1,1,b,b", "d,n,1,2,b,b", &["p.csv:5", "`n`", "(2)", "(1)", "same rows"]),
        ("d,n,1,1,b,b", "d,n,1,1,a,b", &["p.csv:5", "truth of row 1", "`a`", "`b`"]),
        ("d,n,1,1,b,b\n", "", &["p.csv:4", "has no repeat 0, fold 1", "`m`"]),
        ("d,n,1,1,b,b", "d,n,1,1,b,b\nd,n,1,1,b,b", &["p.csv:6", "row 1 is on line 5"]),
        ("d,m,1,1,b,a\n", "d,m,1,0,a,a\n", &["row"]),
        ("d,n,1,1,b,b", "d,n,1,1,b,c", &["p.csv:5", "`c` was predicted", "no class of the truth"]),
        ("d,n,1,1,b,b", "d,n,1,1,b,", &["p.csv:5", "prediction", "the cell is empty"]),
        ("d,n,1,1,b,b", "d,n,1,x,b,b", &["p.csv:5", "row", "`x` is no whole number"]),
        ("d,n,1,1,b,b", "d,n,1,1,b", &["p.csv:5", "5 fields, expected 6"]),
        ("fold,row", "fold,line", &["p.csv"]),
        ("d,n,1,1,b,b", "d,n\u{7},1,1,b,b", &["p.csv", "cannot be the name of a method"]),
        (",1,", ",3,", &["there is no fold"]),
    ];
    for (from, to, words) in cases {
        let dir = Dir::new();
        let text = format!("{head}{good}");
        assert!(text.contains(from), "{from}");
        let changed =
            if *from == ",1," { text.replace(from, to) } else { text.replacen(from, to, 1) };
        if *from == "fold,row" {
            // Without numbers the rows are compared in their order.
            dir.write("p.csv", changed);
            dir.succeed(&["import", "--name", "r", "p.csv"]);
            continue;
        }
        dir.write("p.csv", changed);
        refused(&dir, &["p.csv"], words);
    }
    let dir = Dir::new();
    dir.write(
        "p.csv",
        "dataset,method,repeat,fold,row,truth,prediction\nd,m,0,0,0,a,a\nd,m,0,1,0,a,a\n",
    );
    refused(&dir, &["p.csv"], &["p.csv:3", "two folds of one repeat", "p.csv:2"]);
    dir.write(
        "p.csv",
        "dataset,method,repeat,fold,row,truth,prediction\nd,m,0,0,0,a,a\nd,m,1,0,0,b,a\n",
    );
    refused(&dir, &["p.csv"], &["p.csv:3", "the truth of row 0", "p.csv:2"]);
    let twice = dir.write(
        "q.csv",
        "dataset,method,fold,metric,value\nd,m,0,accuracy,0.5\nd,m,0,accuracy,0.5\n",
    );
    refused(&dir, &[&twice.to_string_lossy()], &["q.csv:3", "line 2"]);
    dir.write("q.csv", "dataset,method,fold,metric,value\nd,m,0,accuracy,95\n");
    refused(&dir, &["q.csv"], &["q.csv:2", "no accuracy can be 95", "percentages"]);
    dir.write("q.csv", "dataset,method,fold,metric,value\nd,m,0,accuracy,NaN\n");
    refused(&dir, &["q.csv"], &["q.csv:2", "not a finite number"]);
    dir.write("q.csv", "dataset,method,fold,metric,value\nd,m,0,beauty,1\n");
    refused(&dir, &["q.csv"], &["no metric of this file is known", "tribunal list metrics"]);
    dir.write("q.csv", "");
    refused(&dir, &["q.csv"], &["q.csv", "empty"]);
    dir.write("q.csv", "x,y\n1,2\n");
    refused(&dir, &["q.csv"], &["q.csv", "format of these results is not known"]);
    refused(&dir, &["nowhere.csv"], &["nowhere.csv", "no such file"]);
    refused(&dir, &["--format", "wekka", "q.csv"], &["did you mean `weka`"]);
    std::fs::create_dir(dir.path("empty")).unwrap();
    refused(&dir, &["empty"], &["no file with results"]);
}

#[test]
fn names_of_runs_stay_in_their_folder_and_nothing_else_is_replaced() {
    let dir = Dir::new();
    let (text, _) = long_predictions();
    dir.write("p.csv", text);
    for name in ["../x", "/tmp/x", "a/b", ".hidden", "con", "", "x\u{1b}[2J"] {
        let said = dir.run(&["import", "--name", name, "p.csv"]);
        assert_eq!(said.code, 2, "{name}");
        assert!(!said.err.contains('\u{1b}'), "{name}");
    }
    dir.succeed(&["import", "--name", "r", "p.csv"]);
    let before = dir.read("results/r/journal.jsonl");
    let said = dir.run(&["import", "--name", "r", "p.csv"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("--force"), "{}", said.err);
    dir.succeed(&["import", "--name", "r", "--force", "p.csv"]);
    assert_eq!(dir.read("results/r/journal.jsonl"), before);
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml", "-q", "-d", "iris", "-m", "majority"]);
    for name in ["small", "r"] {
        let said = dir.run(&["import", "--name", name, "--force", "p.csv"]);
        assert_eq!(said.code, if name == "r" { 0 } else { 2 }, "{}", said.err);
    }
    std::fs::create_dir(dir.path("results/mine")).unwrap();
    dir.write("results/mine/notes.txt", "precious");
    let said = dir.run(&["import", "--name", "mine", "--force", "p.csv"]);
    assert_eq!(said.code, 2, "{}", said.err);
    assert_eq!(dir.read("results/mine/notes.txt"), "precious");
}

#[test]
fn one_class_one_method_one_fold_and_settings() {
    let dir = Dir::new();
    dir.write("p.csv", "fold,truth,prediction\n0,a,a\n0,a,a\n");
    refused(&dir, &["p.csv"], &["no column `dataset`", "--dataset"]);
    let named = ["import", "--name", "r", "--dataset", "d", "--method", "m", "p.csv"];
    dir.succeed(&named);
    let scores = outcomes(&dir, "r");
    assert_eq!(value(&scores, ("d", "m", 0, 0), "accuracy"), 1.0);
    dir.succeed(&["report", "results/r", "--format", "html,text"]);
    let said = dir.run(&["analyze", "results/r"]);
    assert_eq!(said.code, 2);
    dir.succeed(&["check", "results/r", "--save-baseline", "b.json"]);
    dir.succeed(&["check", "results/r", "--baseline", "b.json"]);
    dir.write("s.toml", "[analysis]\nmetrics = [\"kappa\", \"accuracy\"]\nalpha = 0.1\n[gate]\nmetrics = [\"accuracy\"]\nmargin = 0.05\n");
    let mut with = named.to_vec();
    with.extend(["--force", "--settings", "s.toml"]);
    dir.succeed(&with);
    assert!(dir.read("results/r/run.json").contains("margin = 0.05"));
    dir.succeed(&["check", "results/r", "--save-baseline", "b.json"]);
    dir.write("s.toml", "[gate]\nmetrics = [\"accurracy\"]\n");
    let said = dir.run(&with);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("s.toml:2") && said.err.contains("accuracy"), "{}", said.err);
    dir.write("s.toml", "[experiment]\nname = \"x\"\n");
    let said = dir.run(&with);
    assert!(said.code == 2 && said.err.contains("`experiment` cannot be set"), "{}", said.err);
}

#[test]
fn results_of_wekas_experimenter_are_read_as_csv_and_arff() {
    let folder = project().join("tests/import");
    let dir = Dir::new();
    for name in ["weka_folds.csv", "weka_folds.arff", "weka_splits.csv"] {
        std::fs::copy(folder.join(name), dir.path(name)).unwrap();
    }
    let said = dir.succeed(&["import", "--name", "csv", "weka_folds.csv"]);
    assert!(
        said.err.contains("3 methods on 3 datasets") && said.err.contains("2 repeats of 3 folds"),
        "{}",
        said.err
    );
    dir.succeed(&["import", "--name", "arff", "weka_folds.arff"]);
    let (csv, arff) = (outcomes(&dir, "csv"), outcomes(&dir, "arff"));
    assert_eq!(csv.keys().collect::<Vec<_>>(), arff.keys().collect::<Vec<_>>());
    // The first line below the header: iris or glass, run 1, fold 1, by its own numbers.
    let text = dir.read("weka_folds.csv");
    let (header, line) = (text.lines().next().unwrap(), text.lines().nth(1).unwrap());
    let at = |name: &str| header.split(',').position(|own| own == name).unwrap();
    let cells: Vec<&str> = line.split(',').collect();
    let number = |name: &str| cells[at(name)].parse::<f64>().unwrap();
    let place = (cells[0], "IBk -K 1", 0, 0);
    let share = number("Number_correct") / number("Number_of_testing_instances");
    assert_eq!(value(&csv, place, "accuracy"), share);
    assert_eq!(value(&csv, place, "kappa"), number("Kappa_statistic"));
    for (dataset, method, repeat, fold) in csv.keys() {
        let place = (dataset.as_str(), method.as_str(), *repeat, *fold);
        assert_eq!(value(&csv, place, "accuracy"), value(&arff, place, "accuracy"));
        assert!((value(&csv, place, "kappa") - value(&arff, place, "kappa")).abs() < 1e-6);
        assert!(
            csv[&(dataset.clone(), method.clone(), *repeat, *fold)]["metrics"]["auc"].is_null()
        );
    }
    everything_works(&dir, "csv");
    // Random splits are no folds, and their sizes tell the share of a test part.
    let said = dir.succeed(&["import", "--name", "splits", "weka_splits.csv"]);
    assert!(said.err.contains("2 resamples"), "{}", said.err);
    let spec = dir.read("results/splits/run.json");
    assert!(spec.contains("test-share = 0.3") || spec.contains("test-share = 0.29"), "{spec}");
    everything_works(&dir, "splits");
    let page = dir.read("reports/splits/index.html");
    assert!(page.contains("2 resamples") && !page.contains("outer test folds"));
    let cut: Vec<&str> = text.lines().take(3).collect();
    let torn = dir.write("torn.csv", &cut.join("\n")[..cut.join("\n").len() - 40]);
    refused(&Dir::new(), &[&torn.to_string_lossy()], &["torn.csv:3"]);
    assert!(text.contains(",100.0,50.0,"));
    let other = dir.write("other.csv", text.replacen(",100.0,50.0,", ",99.0,51.0,", 1));
    let words = ["other.csv:", "parts of other sizes"];
    refused(&Dir::new(), &[&other.to_string_lossy()], &words);
}

/// Files as tsml-eval writes them, by the definition of the format: three resamples of three problems by two estimators.
fn tsml(dir: &Dir) -> BTreeMap<(String, String, u64), f64> {
    let (mut stream, mut accuracy) = (Stream(3), BTreeMap::new());
    for problem in ["Chinatown", "GunPoint", "Wafer"] {
        for resample in 0..3 {
            let truth: Vec<u64> = (0..15).map(|_| stream.below(3)).collect();
            for (estimator, skill) in [("ROCKET", 9), ("1NN-DTW", 6)] {
                let mut cases = String::new();
                let mut right = 0;
                for &class in &truth {
                    let label = if stream.below(10) < skill { class } else { (class + 1) % 3 };
                    right += u64::from(label == class);
                    let p = |c: u64| if c == label { 0.8 } else { 0.1 };
                    cases += &format!("{class},{label},,{},{},{}\n", p(0), p(1), p(2));
                }
                let share = right as f64 / 15.0;
                let text = format!(
                    "{problem},{estimator},TEST,{resample},MILLISECONDS,made by hand\n{{'a': [1, 2]}}\n{share},12,3,-1,-1,3,,-1,-1\n{cases}"
                );
                dir.write(
                    &format!("out/{estimator}/Predictions/{problem}/testResample{resample}.csv"),
                    &text,
                );
                let train = text.replacen(",TEST,", ",TRAIN,", 1);
                dir.write(
                    &format!("out/{estimator}/Predictions/{problem}/trainResample{resample}.csv"),
                    train,
                );
                accuracy.insert((problem.to_owned(), estimator.to_owned(), resample), share);
            }
        }
    }
    accuracy
}

#[test]
fn result_files_of_tsml_are_resamples_and_not_folds() {
    let dir = Dir::new();
    let accuracy = tsml(&dir);
    let said = dir.succeed(&["import", "--name", "r", "out"]);
    for words in [
        "format tsml",
        "3 resamples",
        "18 with predictions",
        "18 files of training splits",
        "--test-share",
    ] {
        assert!(said.err.contains(words), "no {words} in {}", said.err);
    }
    let scores = outcomes(&dir, "r");
    for ((problem, estimator, resample), share) in &accuracy {
        let place = (problem.as_str(), estimator.as_str(), *resample, 0);
        assert!((value(&scores, place, "accuracy") - share).abs() < 1e-12);
        let loss = share * LOSS_80 + (1.0 - share) * LOSS_10;
        assert!((value(&scores, place, "log_loss") - loss).abs() < 1e-12);
    }
    everything_works(&dir, "r");
    // Without the share of the test part nothing is said of chance over resamples; with it, it is.
    let tests = |run: &str| {
        dir.succeed(&["analyze", &format!("results/{run}"), "--tests", "+corrected-t", "--json"])
            .out
    };
    assert!(tests("r").contains("not known which share"), "{}", tests("r"));
    dir.succeed(&["import", "--name", "share", "--test-share", "0.5", "out"]);
    assert!(!tests("share").contains("not known which share"));
    let worse = "out/ROCKET/Predictions/Wafer/testResample2.csv";
    let text = dir.read(worse);
    dir.write(worse, text.replacen("\n0.", "\n0.0", 1));
    refused(
        &Dir::new(),
        &[&dir.path("out").to_string_lossy()],
        &["testResample2.csv", "accuracy is"],
    );
    dir.write(worse, text.replacen(",TEST,2,", ",TEST,1,", 1));
    refused(
        &Dir::new(),
        &[&dir.path("out").to_string_lossy()],
        &["testResample2.csv:1", "resample 2", "1"],
    );
    std::fs::remove_file(dir.path(worse)).unwrap();
    let said = dir.succeed(&["import", "--name", "fewer", "out"]);
    assert!(said.err.contains("Wafer (2 of 3)"), "{}", said.err);
}

/// An OpenML run by the definition of the format: 10 rows, 2 folds; every third answer is wrong.
fn openml(task: u32, wrong: usize, confidence: (f64, f64)) -> String {
    let mut text = format!(
        "@RELATION openml_task_{task}_predictions\n\n@ATTRIBUTE repeat NUMERIC\n@ATTRIBUTE fold NUMERIC\n@ATTRIBUTE sample NUMERIC\n\
         @ATTRIBUTE row_id NUMERIC\n@ATTRIBUTE prediction {{'a b',c}}\n@ATTRIBUTE correct {{'a b',c}}\n\
         @ATTRIBUTE 'confidence.a b' NUMERIC\n@ATTRIBUTE confidence.c NUMERIC\n\n@DATA\n"
    );
    let (sure, unsure) = confidence;
    for row in 0..10 {
        let (name, truth) = (["'a b'", "c"], row / 2 % 2);
        let label = if row % wrong == 0 { 1 - truth } else { truth };
        let p = if label == 0 { (sure, unsure) } else { (unsure, sure) };
        text += &format!("0,{},0,{row},{},{},{},{}\n", row % 2, name[label], name[truth], p.0, p.1);
    }
    text
}

#[test]
fn predictions_of_openml_runs_are_read() {
    let dir = Dir::new();
    for task in [3, 11, 59] {
        dir.write(&format!("runs/{task}/J48.arff"), openml(task, 3, (0.75, 0.25)));
        dir.write(&format!("runs/{task}/ZeroR/predictions.arff"), openml(task, 2, (1.0, 0.0)));
    }
    let said = dir.succeed(&["import", "--name", "r", "runs"]);
    assert!(
        said.err.contains("2 methods on 3 datasets, 2 folds: 12 with predictions"),
        "{}",
        said.err
    );
    assert!(said.err.contains("all 0 or 1"), "{}", said.err);
    let scores = outcomes(&dir, "r");
    // Rows 0, 2, 4, 6, 8 are of fold 0, of which 0 and 6 are wrong; 3 and 9 of fold 1.
    for fold in [0, 1] {
        assert!((value(&scores, ("task-59", "J48", 0, fold), "accuracy") - 0.6).abs() < 1e-12);
    }
    let zero = &scores[&("task-3".into(), "ZeroR".into(), 0, 0)];
    assert!(zero["metrics"]["log_loss"].is_null(), "zeros and ones are no probabilities");
    everything_works(&dir, "r");
    dir.write("one.arff", openml(7, 3, (0.75, 0.25)).replace("correct", "guess"));
    refused(
        &Dir::new(),
        &[&dir.path("one.arff").to_string_lossy()],
        &["neither an attribute `correct` nor `truth`"],
    );
    dir.write("one.arff", openml(7, 3, (0.75, 0.25)).replace("0,1,0,9,", "0,1,0,9"));
    refused(&Dir::new(), &[&dir.path("one.arff").to_string_lossy()], &["one.arff:", "fields"]);
}

/// A run of the AutoML Benchmark by the definition of its files: two frameworks, four tasks, two folds, one failure.
fn amlb(dir: &Dir) -> BTreeMap<(String, String, u64), f64> {
    let mut stream = Stream(11);
    let mut accuracy = BTreeMap::new();
    let header = "id,task,framework,constraint,fold,type,result,metric,mode,version,params,app_version,utc,duration,\
                  training_duration,predict_duration,models_count,seed,info,acc,balacc,logloss\n";
    let mut lines: BTreeMap<&str, String> = BTreeMap::new();
    for (t, task) in ["kc2", "iris", "vehicle", "car"].iter().enumerate() {
        for fold in 0..2 {
            let truth: Vec<usize> = (0..12).map(|row| (row + fold) % 3).collect();
            for (framework, skill) in [("RandomForest", 9), ("flaml", 7)] {
                let line = lines.entry(framework).or_insert_with(|| header.to_owned());
                let start = format!("openml.org/t/{t},{task},{framework},1h8c,{fold},multiclass");
                let rest = "local,1.0,,dev [x],2024-01-01T00:00:00,12.5,11.0,0.2,3,42";
                if (*task, framework, fold) == ("vehicle", "flaml", 1) {
                    *line += &format!(
                        "{start},,neg_logloss,{rest},\"TimeoutError: after 1h, killed\",,,\n"
                    );
                    continue;
                }
                let mut text = "a,b,c,predictions,truth\n".to_owned();
                let (mut right, mut recall) = (0, [0.0; 3]);
                for &class in &truth {
                    let label = if stream.below(10) < skill { class } else { (class + 1) % 3 };
                    right += usize::from(label == class);
                    recall[class] += f64::from(u8::from(label == class)) / 4.0;
                    let name = ["a", "b", "c"];
                    let p = |c: usize| if c == label { 0.8 } else { 0.1 };
                    text +=
                        &format!("{},{},{},{},{}\n", p(0), p(1), p(2), name[label], name[class]);
                }
                let share = right as f64 / 12.0;
                let loss = share * LOSS_80 + (1.0 - share) * LOSS_10;
                let balanced = recall.iter().sum::<f64>() / 3.0;
                let run =
                    format!("runs/{}.test.1h8c.local.20240101T000000", framework.to_lowercase());
                dir.write(&format!("{run}/predictions/{task}/{fold}/predictions.csv"), text);
                *line += &format!(
                    "{start},{:.6},neg_logloss,{rest},,{share:.6},{balanced:.6},{loss:.6}\n",
                    -loss
                );
                accuracy.insert(((*task).to_owned(), framework.to_owned(), fold as u64), share);
            }
        }
    }
    for (framework, text) in lines {
        let run = format!("runs/{}.test.1h8c.local.20240101T000000", framework.to_lowercase());
        dir.write(&format!("{run}/scores/results.csv"), &text);
        dir.write(&format!("{run}/scores/{framework}.benchmark_test.csv"), &text);
    }
    accuracy
}

#[test]
fn results_and_predictions_of_the_automl_benchmark_belong_together() {
    let dir = Dir::new();
    let accuracy = amlb(&dir);
    let said = dir.succeed(&["import", "--name", "r", "runs"]);
    assert!(
        said.err.contains("2 methods on 4 datasets, 2 folds: 15 with predictions, 1 failed"),
        "{}",
        said.err
    );
    let scores = outcomes(&dir, "r");
    for ((task, framework, fold), share) in &accuracy {
        let found = value(&scores, (task, framework, 0, *fold), "accuracy");
        assert!((found - share).abs() < 1e-12);
    }
    let failed = &scores[&("vehicle".into(), "flaml".into(), 0, 1)];
    assert_eq!(failed["status"]["reason"], "TimeoutError: after 1h, killed");
    dir.succeed(&["report", "results/r", "--format", "html,text"]);
    assert!(dir.read("reports/r/index.html").contains("TimeoutError"));
    let said = dir.run(&["check", "results/r", "--save-baseline", "b.json"]);
    assert_eq!(said.code, 3, "a baseline with a hole: {}", said.err);
    dir.succeed(&["check", "results/r", "-m", "RandomForest", "--save-baseline", "b.json"]);
    dir.succeed(&["check", "results/r", "-m", "RandomForest", "--baseline", "b.json"]);
    let said = dir.succeed(&["analyze", "results/r", "--missing", "drop-dataset"]);
    assert!(said.out.contains("2 methods on 3 datasets"), "{}", said.out);
}

#[test]
fn results_of_the_automl_benchmark_alone_have_scores_alone() {
    let dir = Dir::new();
    let accuracy = amlb(&dir);
    let results = "runs/randomforest.test.1h8c.local.20240101T000000/scores/results.csv";
    dir.succeed(&["import", "--name", "r", results]);
    let scores = outcomes(&dir, "r");
    for ((task, framework, fold), share) in
        accuracy.iter().filter(|((_, f, _), _)| f == "RandomForest")
    {
        let place = (task.as_str(), framework.as_str(), 0, *fold);
        assert!((value(&scores, place, "accuracy") - share).abs() < 1e-6);
        let loss = share * LOSS_80 + (1.0 - share) * LOSS_10;
        assert!((value(&scores, place, "log_loss") - loss).abs() < 1e-6);
    }
    assert!(scores.values().all(|o| o["scores_only"] == true));
    let text = dir.read(results);
    dir.write(results, text.replacen(",0,multiclass,", ",1,multiclass,", 1));
    refused(
        &Dir::new(),
        &[&dir.path(results).to_string_lossy()],
        &["results.csv:3", "twice", "results.csv:2"],
    );
    dir.write(results, text.replacen(",1h8c,", ",4h8c,", 1));
    refused(
        &Dir::new(),
        &[&dir.path(results).to_string_lossy()],
        &["results.csv:3", "second constraint"],
    );
    // A score that its own predictions contradict.
    let line = text.lines().nth(1).unwrap();
    let mut cells: Vec<&str> = line.split(',').collect();
    let at = cells.len() - 3;
    cells[at] = "0.123";
    dir.write(results, text.replacen(line, &cells.join(","), 1));
    refused(
        &Dir::new(),
        &[&dir.path("runs").to_string_lossy()],
        &["predictions.csv", "accuracy is", "0.123"],
    );
}

#[test]
fn the_folder_of_any_run_can_be_judged_and_checked() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml", "-q"]);
    // The gate sees the same run from its folder as from its spec.
    dir.succeed(&["check", "small.toml", "-q", "--save-baseline", "spec.json"]);
    dir.succeed(&["check", "results/small", "--save-baseline", "folder.json"]);
    assert_eq!(dir.read("spec.json"), dir.read("folder.json"));
    dir.succeed(&["check", "results/small", "--baseline", "spec.json"]);
    // Two datasets: a verdict on each, from its folds and its predictions.
    let said = dir.succeed(&["analyze", "results/small"]).out;
    assert_eq!(said.matches("On this dataset (").count(), 2, "{said}");
    assert!(said.contains("McNemar's exact test"), "{said}");
    let said = dir.run(&["run", "results/small"]);
    assert!(said.code == 2 && said.err.contains("is a folder"), "{}", said.err);
    assert!(Path::new(&dir.path("results/small/run.json")).exists());
    let said = dir.run(&["analyze", "results/small", "--range", "0,1"]);
    assert!(said.code == 2 && said.err.contains("--range"), "{}", said.err);
}
