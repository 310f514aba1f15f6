//! Streams through the program: run, resume, verify, report, the same bytes on any number of threads, and the curves of MOA.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Dir, journal_ids, project};

/// Two streams in chunks of 100, with windows that do not divide them.
const STREAMS: &str = r#"
[experiment]
name = "streams"
seed = 3
[protocol]
kind = "prequential"
chunk = 100
window = 150
[[dataset]]
name = "vehicle"
[[dataset]]
name = "sea"
limit = 1000
generate = { kind = "sea" }
[[method]]
kind = "majority"
[[method]]
kind = "no-change"
[[method]]
name = "NB"
kind = "naive-bayes"
[analysis]
metrics = ["accuracy", "kappa"]
"#;

const FOLDER: &str = "results/streams";

fn ran(spec: &str, threads: &str) -> Dir {
    let dir = Dir::new();
    dir.write("streams.toml", spec);
    dir.succeed(&["run", "streams.toml", "-q", "-j", threads]);
    dir
}

fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(|line| line.split(',').collect()).collect()
}

#[test]
fn a_stream_is_run_once_and_leaves_scores_and_curves() {
    let dir = ran(STREAMS, "2");
    let outcomes = dir.read(&format!("{FOLDER}/outcomes.csv"));
    let head = "trial,dataset,method,repeat,fold,status,chosen,accuracy,kappa";
    assert_eq!(outcomes.lines().next(), Some(head));
    assert_eq!(outcomes.lines().count(), 7);
    let curves = dir.read(&format!("{FOLDER}/curves.csv"));
    let curves = rows(&curves);
    assert_eq!(curves[0], ["dataset", "method", "repeat", "fold", "step", "accuracy", "kappa"]);
    let steps = |dataset: &str| -> Vec<&str> {
        curves.iter().filter(|row| row[..2] == [dataset, "NB"]).map(|row| row[4]).collect()
    };
    // 900 tested examples in windows of 150, and 746 of 846.
    assert_eq!(steps("sea"), ["250", "400", "550", "700", "850", "1000"]);
    assert_eq!(steps("vehicle"), ["250", "400", "550", "700", "846"]);
    // Six windows of equal size: their mean is the score of the whole.
    let own = curves.iter().filter(|row| row[..2] == ["sea", "NB"]);
    let mean = own.map(|row| row[5].parse::<f64>().expect("a number")).sum::<f64>() / 6.0;
    let whole = rows(&outcomes).into_iter().find(|row| row[1..3] == ["sea", "NB"]).expect("a row");
    assert!((mean - whole[7].parse::<f64>().expect("a number")).abs() < 1e-12);
    assert!(dir.path(&format!("{FOLDER}/curves.parquet")).is_file());
    assert_eq!(dir.read(&format!("{FOLDER}/predictions.jsonl")).lines().count(), 1, "none is kept");
    // Nothing is left to run.
    let before = dir.read(&format!("{FOLDER}/journal.jsonl"));
    dir.succeed(&["run", "streams.toml", "-q"]);
    assert_eq!(dir.read(&format!("{FOLDER}/journal.jsonl")), before);
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let (one, two) = (ran(STREAMS, "1"), ran(STREAMS, "2"));
    for file in ["outcomes.csv", "curves.csv", "run.json"] {
        let file = format!("{FOLDER}/{file}");
        assert_eq!(one.read(&file), two.read(&file), "{file}");
    }
}

#[test]
fn a_trial_without_its_curve_runs_again() {
    let dir = ran(STREAMS, "2");
    let file = format!("{FOLDER}/curves.jsonl");
    let (curves, outcomes) = (dir.read(&file), dir.read(&format!("{FOLDER}/outcomes.csv")));
    assert_eq!(curves.lines().next(), Some(r#"{"tribunal":"curves","format":1}"#));
    // A torn last line, as a failure of the power leaves it.
    dir.write(&file, &curves[..curves.len() - 10]);
    let lost = journal_ids(&curves).pop().expect("a trial");
    let why = dir.succeed(&["why", "streams.toml"]);
    assert!(why.out.contains("its curve is missing"), "{}", why.out);
    dir.succeed(&["run", "streams.toml", "-q"]);
    let journal = journal_ids(&dir.read(&format!("{FOLDER}/journal.jsonl")));
    assert_eq!((journal.len(), journal.last()), (7, Some(&lost)));
    assert_eq!(dir.read(&format!("{FOLDER}/outcomes.csv")), outcomes);
    let mut lines: Vec<String> = curves.lines().map(str::to_owned).collect();
    let mut again: Vec<String> = dir.read(&file).lines().map(str::to_owned).collect();
    lines.sort();
    again.sort();
    assert_eq!(again, lines);
}

#[test]
fn stored_streams_are_verified_with_their_curves() {
    let dir = ran(STREAMS, "2");
    let said = dir.succeed(&["verify", "streams.toml", "--all"]);
    assert!(said.out.ends_with("6 of 6 stored trials, run again: all equal\n"), "{}", said.out);
    let file = format!("{FOLDER}/curves.jsonl");
    let mut lines: Vec<String> = dir.read(&file).lines().map(str::to_owned).collect();
    let mut line: Value = serde_json::from_str(&lines[2]).expect("JSON");
    line["body"]["values"]["accuracy"][0] = 0.123.into();
    let body = line["body"].to_string();
    let check = &blake3::hash(body.as_bytes()).to_hex()[..16];
    lines[2] = format!("{{\"check\":\"{check}\",\"body\":{body}}}");
    dir.write(&file, format!("{}\n", lines.join("\n")));
    let said = dir.run(&["verify", "streams.toml", "--all"]);
    assert_eq!(said.code, 7, "{}{}", said.out, said.err);
    assert!(said.out.contains("curve.values.accuracy[0]: stored 0.123"), "{}", said.out);
}

/// Streams have no folds, and no text may speak of them.
#[test]
fn no_word_is_said_of_folds() {
    let dir = Dir::new();
    let more = "[[dataset]]\nname = \"glass\"\n[[method]]";
    let spec = STREAMS.replacen("[[method]]", more, 1);
    dir.write("streams.toml", format!("{spec}tests = [\"corrected-t\", \"cv-t\"]\n"));
    let said = dir.succeed(&["run", "streams.toml", "-v", "-j", "1"]);
    assert!(said.err.contains("\nvehicle, NB: accuracy "), "{}", said.err);
    let page = dir.read("reports/streams/index.html");
    assert!(!page.contains("chosen parameters") && !page.contains("a final fit"));
    assert!(page.contains("<h2>Every stream</h2>") && page.contains(">Every stream</a>"));
    assert!(
        !page.contains("Every fold") && !page.contains("<button type=\"button\">fold</button>")
    );
    let words = "only one test part has a score, and one score has no spread";
    assert!(page.contains(words));
}

#[test]
fn a_report_is_made_and_a_baseline_is_refused() {
    let dir = ran(STREAMS, "2");
    dir.succeed(&["report", "streams.toml"]);
    assert!(dir.path("reports/streams/index.html").is_file());
    let summary = dir.read("reports/streams/summary.md");
    assert!(summary.contains("chunks of 100"), "{summary}");
    for run in ["streams.toml", FOLDER] {
        let said = dir.run(&["check", run, "--save-baseline", "base.json"]);
        assert_eq!(said.code, 2, "{}{}", said.out, said.err);
        assert!(said.err.contains("a stream gives one score per method"), "{}", said.err);
    }
    let said = dir.succeed(&["plan", "streams.toml"]);
    assert!(said.out.contains("vehicle"), "{}", said.out);
}

/// Accuracy and kappa of every window of 1,000, in percent, as MOA 24.07 prints them.
#[test]
fn every_window_has_the_scores_of_moa() {
    let reference = project().join("tests/reference/moa_streams");
    let windows = std::fs::read_to_string(reference.join("windows.csv")).expect("a file");
    let mut compared = 0;
    for evaluate in ["chunks", "test-then-train"] {
        let dir = Dir::new();
        let mut spec = format!(
            "experiment = {{ name = \"moa\", seed = 1 }}\n\
             protocol = {{ kind = \"prequential\", evaluate = \"{evaluate}\" }}\n"
        );
        for name in ["sea", "stagger", "led"] {
            let path = reference.join(format!("{name}.arff.gz"));
            let line = format!("[[dataset]]\npath = {path:?}\ntarget = \"class\"\n");
            spec.push_str(&line);
        }
        for kind in ["majority", "no-change", "naive-bayes"] {
            spec.push_str(&format!("[[method]]\nkind = \"{kind}\"\n"));
        }
        dir.write("moa.toml", spec);
        dir.succeed(&["run", "moa.toml", "-q"]);
        let curves = dir.read("results/moa/curves.csv");
        let curves: BTreeMap<[&str; 3], [&str; 2]> = rows(&curves)
            .into_iter()
            .map(|row| ([row[0], row[1], row[4]], [row[5], row[6]]))
            .collect();
        for row in rows(&windows).iter().filter(|row| row[2] == evaluate) {
            let found = curves[&[row[0], row[1], row[3]]];
            for (found, expected) in found.iter().zip(&row[4..]) {
                // MOA writes 0 where kappa is undefined.
                let found: f64 =
                    if found.is_empty() { 0.0 } else { found.parse().expect("a number") };
                let expected: f64 = expected.parse().expect("a number");
                assert!((100.0 * found - expected).abs() < 1e-6, "{row:?}: {found}");
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 127);
}

#[test]
fn what_a_stream_cannot_use_is_refused_with_its_remedy() {
    let dir = Dir::new();
    let refused = |from: &str, to: &str, words: &[&str]| {
        dir.write("streams.toml", STREAMS.replacen(from, to, 1));
        let said = dir.run(&["plan", "streams.toml", "--no-pilot"]);
        assert_eq!(said.code, 2, "{to}: {}", said.out);
        for word in words {
            assert!(said.err.contains(word), "{to}: {}", said.err);
        }
    };
    refused("limit = 1000\n", "", &["`limit` is missing", "never ends"]);
    refused("kind = \"sea\"", "kind = \"sea\", rows = 9", &["`sea` has no `rows`", "`limit`"]);
    refused("kind = \"sea\"", "kind = \"sea\", seed = 9", &["write `instance-seed`"]);
    refused("kind = \"sea\"", "kind = \"sea\", function = 5", &["from 1 to 4"]);
    let normals =
        &["draws class after class", "kind = \"sea\"", "`limit` belongs to a drawn stream"];
    refused("kind = \"sea\"", "kind = \"normals\"", normals);
    refused("\"vehicle\"", "\"vehicle\"\nlimit = 9", &["`limit` belongs to a drawn stream"]);
    refused("\"vehicle\"", "\"vehicle\"\nscale = \"minmax\"", &["streams are not scaled"]);
    refused("chunk = 100", "chunk = 900", &["`vehicle` has 846 rows", "test-then-train"]);
    refused("\"no-change\"", "\"lda\"", &["lda"]);
    refused("chunk = 100", "repeats = 2", &["every repeat would be the same"]);
}

/// A drawn stream is also an ordinary classification dataset.
#[test]
fn a_drawn_stream_can_be_cut_into_folds() {
    let dir = Dir::new();
    let folds = STREAMS
        .replace("kind = \"prequential\"\nchunk = 100\nwindow = 150\n", "")
        .replace("kind = \"no-change\"", "kind = \"lda\"")
        .replace("[[dataset]]\nname = \"vehicle\"\n", "");
    dir.write("streams.toml", folds);
    dir.succeed(&["run", "streams.toml", "-q"]);
    assert!(!dir.path(&format!("{FOLDER}/curves.csv")).exists());
    assert!(!dir.path(&format!("{FOLDER}/curves.jsonl")).exists());
}

#[test]
fn a_trial_over_the_limit_is_timed_out() {
    let dir = Dir::new();
    for evaluate in ["chunks", "test-then-train"] {
        let limited = format!("time-limit = 1e-9\nevaluate = \"{evaluate}\"\nchunk = 100");
        dir.write("streams.toml", STREAMS.replace("chunk = 100", &limited));
        let said = dir.run(&["run", "streams.toml", "-q"]);
        assert_eq!(said.code, 3, "{}", said.err);
        let outcomes = dir.read(&format!("{FOLDER}/outcomes.csv"));
        assert_eq!(outcomes.matches("timed-out").count(), 6, "{outcomes}");
    }
}
