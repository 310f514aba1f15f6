//! Published time-series results: one file per method and metric with a column per resample, in folders and as lists. The
//! layout is that of the files of time-series-machine-learning/tsml-eval (`ROCKET_accuracy.csv`); the numbers are made here.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Dir, SMALL, Said};

const METHODS: [&str; 3] = ["ROCKET", "1NN-DTW", "HC_2"];
const DATASETS: [&str; 6] = ["ACSF1", "Beef", "Car", "Crop", "Fish", "Ham"];

/// A score of a method on a dataset in a resample, by rule: different everywhere, and different orders of the methods.
fn score(method: usize, dataset: usize, resample: usize) -> f64 {
    let noise = (method * 7 + dataset * 5 + resample * 3 + method * dataset * resample) % 11;
    0.5 + 0.02 * method as f64 + 0.01 * noise as f64
}

/// A file of the datasets and resamples for which there is a score.
fn file(corner: &str, method: usize, datasets: &[usize], resamples: usize) -> String {
    let head: Vec<String> = (0..resamples).map(|r| r.to_string()).collect();
    let mut text = format!("{corner},{}\n", head.join(","));
    for &dataset in datasets {
        let row: Vec<String> =
            (0..resamples).map(|r| score(method, dataset, r).to_string()).collect();
        text += &format!("{},{}\n", DATASETS[dataset], row.join(","));
    }
    text
}

fn write_all(dir: &Dir, folder: &str) {
    for (m, method) in METHODS.iter().enumerate() {
        let text = file("Resamples:", m, &[0, 1, 2, 3, 4, 5], 4);
        dir.write(&format!("{folder}/{method}_accuracy.csv"), text);
    }
}

/// Mean ranks of the methods over datasets, larger means first; no two means are equal.
fn ranks(resamples: usize, sign: f64) -> BTreeMap<String, f64> {
    let mean = |m: usize, d: usize| {
        sign * (0..resamples).map(|r| score(m, d, r)).sum::<f64>() / resamples as f64
    };
    let mut sums = [0.0; 3];
    for d in 0..DATASETS.len() {
        for (m, sum) in sums.iter_mut().enumerate() {
            *sum += 1.0 + (0..3).filter(|&other| mean(other, d) > mean(m, d) + 1e-9).count() as f64;
            let tied =
                (0..3).filter(|&o| o != m && (mean(o, d) - mean(m, d)).abs() <= 1e-9).count();
            *sum += tied as f64 / 2.0;
        }
    }
    let named = METHODS.iter().zip(sums);
    named.map(|(name, sum)| ((*name).to_owned(), sum / DATASETS.len() as f64)).collect()
}

fn judged(dir: &Dir, arguments: &[&str]) -> Value {
    let mut all = vec!["analyze", "--json"];
    all.extend(arguments);
    serde_json::from_str(&dir.succeed(&all).out).expect("JSON")
}

fn ranks_of(verdict: &Value) -> BTreeMap<String, f64> {
    let ranks = verdict["average_ranks"].as_object().expect("ranks");
    ranks.iter().map(|(name, rank)| (name.clone(), rank.as_f64().expect("a number"))).collect()
}

fn same(found: &BTreeMap<String, f64>, expected: &BTreeMap<String, f64>) {
    assert!(found.keys().eq(expected.keys()), "{found:?} and {expected:?}");
    for (name, rank) in expected {
        assert!((found[name] - rank).abs() < 1e-12, "{name}: {found:?} and {expected:?}");
    }
}

fn refused(dir: &Dir, arguments: &[&str], words: &[&str]) -> Said {
    let mut all = vec!["analyze"];
    all.extend(arguments);
    let said = dir.run(&all);
    assert_eq!(said.code, 2, "{arguments:?}: {}\n{}", said.out, said.err);
    for word in words.iter().chain(&["help"]) {
        assert!(said.err.contains(word), "no `{word}` in: {}", said.err);
    }
    said
}

fn has_note(verdict: &Value, words: &str) {
    let notes = verdict["notes"].to_string();
    assert!(notes.contains(words), "no `{words}` in {notes}");
}

#[test]
fn a_folder_and_a_list_of_files_are_judged_alike() {
    let dir = Dir::new();
    write_all(&dir, "in");
    let folder = judged(&dir, &["in"]);
    same(&ranks_of(&folder), &ranks(4, 1.0));
    assert_eq!(folder["metric"], "accuracy");
    assert_eq!((&folder["n_datasets"], &folder["k"]), (&Value::from(6), &Value::from(3)));
    assert_eq!(folder["direction_assumed"], false);
    has_note(&folder, "3 files are read as one method each");
    let list = judged(
        &dir,
        &["in/ROCKET_accuracy.csv", "in/1NN-DTW_accuracy.csv", "in/HC_2_accuracy.csv"],
    );
    same(&ranks_of(&list), &ranks(4, 1.0));
    dir.succeed(&["analyze", "in", "-o", "r"]);
    assert!(dir.read("r/index.html").contains("HC_2"));
}

#[test]
fn resamples_of_one_dataset_are_random_splits_of_unknown_share() {
    let dir = Dir::new();
    for (m, method) in METHODS.iter().enumerate() {
        dir.write(&format!("in/{method}_accuracy.csv"), file("folds:", m, &[0], 10));
    }
    let said = dir.run(&["analyze", "in"]);
    assert!(said.out.contains("--test-share") || said.err.contains("--test-share"), "{}", said.err);
    let verdict = judged(&dir, &["in", "--test-share", "0.5"]);
    assert!(verdict["each_dataset"].to_string().contains("corrected"), "{verdict}");
}

#[test]
fn what_some_methods_lack_is_left_out_with_a_note() {
    let dir = Dir::new();
    write_all(&dir, "in");
    dir.write("in/HC_2_accuracy.csv", file("Resamples:", 2, &[5, 4, 3, 2], 2));
    let verdict = judged(&dir, &["in"]);
    assert_eq!(verdict["datasets"], serde_json::json!(["Car", "Crop", "Fish", "Ham"]));
    has_note(&verdict, "(2 of 4)");
    has_note(&verdict, "HC_2 on ACSF1");
    // A cell that is empty is a resample that is missing.
    let text = file("Resamples:", 2, &[0, 1, 2, 3, 4, 5], 4);
    let cell = score(2, 0, 3).to_string();
    dir.write("in/HC_2_accuracy.csv", text.replacen(&format!("{cell}\nBeef"), "\nBeef", 1));
    has_note(&judged(&dir, &["in"]), "ACSF1 (1 of 4)");
}

#[test]
fn names_that_differ_in_punctuation_are_pointed_out() {
    let dir = Dir::new();
    write_all(&dir, "in");
    // As PPGDalia-eq in one file of a published folder, PPGDalia_eq in the others.
    let text = file("Resamples:", 2, &[0, 1, 2, 3, 4, 5], 4).replacen("ACSF1,", "acs-F1,", 1);
    dir.write("in/HC_2_accuracy.csv", text);
    let verdict = judged(&dir, &["in"]);
    has_note(&verdict, "`ACSF1` and `acs-F1`");
    assert_eq!(verdict["n_datasets"], 5);
}

#[test]
fn one_metric_of_several_is_chosen_and_has_its_direction() {
    let dir = Dir::new();
    write_all(&dir, "in");
    for (m, method) in METHODS.iter().enumerate() {
        let text = file("Resamples:", m, &[0, 1, 2, 3, 4, 5], 4);
        dir.write(&format!("in/{method}_logloss.csv"), text);
    }
    let both = judged(&dir, &["in"]);
    let metrics: Vec<&Value> =
        both.as_array().expect("a list").iter().map(|one| &one["metric"]).collect();
    assert_eq!(metrics, ["accuracy", "logloss"]);
    same(&ranks_of(&both[1]), &ranks(4, -1.0));
    refused(&dir, &["in", "--metric", "logos"], &["no file has the metric `logos`", "logloss"]);
    let loss = judged(&dir, &["in", "--metric", "LogLoss"]);
    same(&ranks_of(&loss), &ranks(4, -1.0));
    assert_eq!((&loss["direction"], &loss["direction_assumed"]), (&"lower".into(), &false.into()));
    has_note(&loss, "3 files of other metrics were left out");
    same(&ranks_of(&judged(&dir, &["in", "--metric", "accuracy"])), &ranks(4, 1.0));
}

#[test]
fn a_method_may_have_several_files_that_do_not_contradict_each_other() {
    let dir = Dir::new();
    for (m, method) in METHODS.iter().enumerate() {
        let (name, first) = (format!("{method}_accuracy.csv"), file("folds:", m, &[0, 1, 2], 4));
        dir.write(&format!("in/a/{name}"), first);
        dir.write(&format!("in/b/{name}"), file("folds:", m, &[2, 3, 4, 5], 4));
    }
    let verdict = judged(&dir, &["in"]);
    same(&ranks_of(&verdict), &ranks(4, 1.0));
    has_note(&verdict, "12 scores are in two files with the same value");
    same(&ranks_of(&judged(&dir, &["in/a", "in/b"])), &ranks(4, 1.0));
    let other = file("folds:", 0, &[2, 3], 4).replacen("Car,", "Car,0.1234,", 1);
    let other: Vec<&str> =
        other.lines().map(|l| l.rsplit_once(',').map_or(l, |(a, _)| a)).collect();
    let other = format!("folds:,0,1,2,3\n{}\n", other[1]);
    dir.write("in/b/ROCKET_accuracy.csv", other);
    refused(&dir, &["in"], &["b/ROCKET_accuracy.csv:2", "another score of `ROCKET` on `Car`"]);
}

#[test]
fn names_may_be_in_the_first_cell_and_metrics_nowhere() {
    let dir = Dir::new();
    for (m, method) in METHODS.iter().enumerate() {
        let text = file("folds:", m, &[0, 1, 2, 3, 4, 5], 4);
        dir.write(&format!("sums/{method}_TESTFOLDS.csv"), text);
        // Some writers end every line with a comma.
        let text = file(method, m, &[0, 1, 2, 3, 4, 5], 4).replace('\n', ",\n");
        dir.write(&format!("cells/part{m}.csv"), text);
    }
    let verdict = judged(&dir, &["sums"]);
    same(&ranks_of(&verdict), &ranks(4, 1.0));
    assert_eq!(verdict["direction_assumed"], true);
    assert_eq!(judged(&dir, &["sums", "--metric", "accuracy"])["metric"], "accuracy");
    same(&ranks_of(&judged(&dir, &["cells"])), &ranks(4, 1.0));
}

#[test]
fn what_is_not_such_a_folder_is_refused_with_the_way_on() {
    let dir = Dir::new();
    write_all(&dir, "in");
    refused(&dir, &["in/ROCKET_accuracy.csv"], &["one method, `ROCKET`", "the folder"]);
    let wide = "dataset,a,b\nx,1,2\ny,2,3\nz,3,4\n";
    dir.write("tables/one.csv", wide);
    judged(&dir, &["tables"]);
    dir.write("tables/two.csv", wide);
    refused(&dir, &["tables"], &["2 CSV files", "no run.json", "tables/one.csv"]);
    refused(
        &dir,
        &["tables/one.csv", "tables/two.csv"],
        &["`x` is on line 2 of tables/one.csv already"],
    );
    refused(&dir, &["in", "tables/two.csv"], &["tables/two.csv"]);
    dir.write("in/means.csv", wide);
    has_note(&judged(&dir, &["in"]), "in/means.csv");
    refused(&dir, &["in", "--sd", "tables/one.csv"], &["standard deviations"]);
    refused(&dir, &["in", "--fold-column", "0"], &["--fold-column"]);
    std::fs::create_dir(dir.path("empty")).unwrap();
    refused(&dir, &["empty"], &["neither run.json nor a CSV file"]);
    let scores = "dataset,method,fold,metric,value\nx,m,0,accuracy,1\nx,n,0,accuracy,1\n";
    dir.write("folds/a.csv", scores);
    dir.write("folds/b.csv", scores);
    refused(&dir, &["folds"], &["format long", "tribunal import --name NAME folds"]);
    dir.write("s.toml", SMALL);
    dir.succeed(&["run", "s.toml"]);
    dir.succeed(&["analyze", "results/small"]);
    refused(&dir, &["results/small", "in"], &["a run is judged by itself"]);
    for path in ["in/ROCKET_accuracy.csv", "tables/one.csv"] {
        let said = dir.run(&["import", "--name", "r", path]);
        assert!(said.code == 2 && said.err.contains("tribunal analyze"), "{}", said.err);
    }
    std::fs::remove_file(dir.path("in/means.csv")).unwrap();
    let said = dir.run(&["import", "--name", "r", "in"]);
    assert!(said.code == 2 && said.err.contains("`tribunal analyze in`"), "{}", said.err);
}

#[test]
fn columns_that_are_sizes_are_no_resamples() {
    let dir = Dir::new();
    // A table of times by length, as tsml-eval publishes one: the numbers in the header count nothing.
    dir.write("t/a.csv", ",1000,1500,2000\naeon,0.1,0.2,0.3\nother,0.3,0.4,0.5\n");
    dir.write("t/b.csv", ",1000,1500,2000\naeon,0.1,0.2,0.3\nother,0.3,0.4,0.5\n");
    refused(&dir, &["t"], &["none of them the resamples of one method"]);
    refused(&dir, &["t/a.csv"], &["every method in the first line is a number"]);
}

#[test]
fn damage_is_refused_with_file_and_line() {
    let dir = Dir::new();
    write_all(&dir, "in");
    let good = file("Resamples:", 0, &[0, 1, 2], 4);
    for (from, to, words) in [
        ("Beef,", "ACSF1,", &["ROCKET_accuracy.csv:3", "on line 2 already"][..]),
        ("Beef,", ",", &["ROCKET_accuracy.csv:3", "no name"]),
        ("Beef,", "Average,", &["ROCKET_accuracy.csv:3", "is a summary"]),
        ("Car,0.", "Car,x0.", &["ROCKET_accuracy.csv:4", "column `0`"]),
        ("Car,0.", "Car,1e999", &["ROCKET_accuracy.csv:4"]),
    ] {
        assert!(good.contains(from));
        dir.write("in/ROCKET_accuracy.csv", good.replacen(from, to, 1));
        refused(&dir, &["in"], words);
    }
}

#[test]
fn a_column_of_row_numbers_is_left_out() {
    let dir = Dir::new();
    for (m, method) in METHODS.iter().enumerate() {
        let text = file("folds:", m, &[0, 1, 2, 3, 4, 5], 4);
        let numbered = |(at, line): (usize, &str)| match at {
            0 => format!(",{line}\n"),
            _ => format!("{},{line}\n", at - 1),
        };
        let text: String = text.lines().enumerate().map(numbered).collect();
        dir.write(&format!("in/{method}_TESTFOLDS.csv"), text);
    }
    let verdict = judged(&dir, &["in", "--metric", "accuracy"]);
    same(&ranks_of(&verdict), &ranks(4, 1.0));
}

#[test]
fn a_score_that_cannot_be_is_blamed_with_its_file_line_and_column() {
    let dir = Dir::new();
    write_all(&dir, "in");
    let text = file("Resamples:", 2, &[0, 1, 2, 3, 4, 5], 4);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[3] = "Car,0.5,0.6,-1,0.7".to_owned();
    dir.write("in/HC_2_accuracy.csv", format!("{}\n", lines.join("\n")));
    refused(&dir, &["in"], &["HC_2_accuracy.csv:4, column `2`", "-1 of `HC_2` on `Car`"]);
    // What was lost in computing is no such score.
    lines[3] = "Car,0.5,0.6,1.0000000000000002,-1.1e-16".to_owned();
    dir.write("in/HC_2_accuracy.csv", format!("{}\n", lines.join("\n")));
    let verdict = judged(&dir, &["in"]);
    assert_eq!(verdict["n_datasets"], 6);
}

#[test]
fn methods_of_different_studies_have_a_caveat() {
    let dir = Dir::new();
    write_all(&dir, "in");
    dir.write("in/HC_2_accuracy.csv", file("Resamples:", 2, &[3, 4, 5], 4));
    dir.write("in/ROCKET_accuracy.csv", file("Resamples:", 0, &[0, 1, 2], 4));
    let said = dir.run(&["analyze", "in", "--missing", "worst-rank"]);
    let all = format!("{}{}", said.out, said.err);
    assert!(all.contains("no dataset in common") && all.contains("one folder at a time"), "{all}");
}
