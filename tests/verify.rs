//! `tribunal verify`: what is stored can be had again, and what was changed by hand is found.

use serde_json::Value;

use crate::support::{Dir, SMALL};

const FILES: [&str; 4] = ["journal.jsonl", "predictions.jsonl", "outcomes.csv", "run.json"];

fn stored(dir: &Dir, name: &str) -> Vec<String> {
    FILES.iter().map(|file| dir.read(&format!("results/{name}/{file}"))).collect()
}

/// Changes the body of one line and gives it the checksum that it needs.
fn rewrite(dir: &Dir, file: &str, line: usize, change: impl Fn(&mut Value)) -> Value {
    let mut lines: Vec<String> = dir.read(file).lines().map(str::to_owned).collect();
    let mut whole: Value = serde_json::from_str(&lines[line]).expect("JSON");
    change(&mut whole["body"]);
    let body = whole["body"].to_string();
    let check = &blake3::hash(body.as_bytes()).to_hex()[..16];
    lines[line] = format!("{{\"check\":\"{check}\",\"body\":{body}}}");
    dir.write(file, format!("{}\n", lines.join("\n")));
    whole["body"].clone()
}

#[test]
fn what_was_run_can_be_had_again_and_nothing_is_written() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    let nothing = dir.run(&["verify", "small.toml"]);
    assert_eq!(nothing.code, 6, "{}", nothing.err);
    assert!(nothing.err.contains("holds no finished trial to verify"), "{}", nothing.err);
    dir.succeed(&["run", "small.toml", "-q"]);
    let before = stored(&dir, "small");
    let said = dir.succeed(&["verify", "small.toml", "--sample", "5", "-j", "2"]);
    let end = "5 of 18 stored trials, drawn with seed 7, run again: all equal\n";
    assert!(said.out.ends_with(end), "{}", said.out);
    assert_eq!(said.out, dir.succeed(&["verify", "small.toml", "--sample", "5", "-j", "1"]).out);
    let other = dir.succeed(&["verify", "small.toml", "--sample", "5", "--sample-seed", "8"]).out;
    assert_ne!(said.out, other.replace("seed 8", "seed 7"), "another seed draws other trials");
    let all: Value = serde_json::from_str(
        &dir.succeed(&["verify", "small.toml", "--all", "-m", "kNN", "--json"]).out,
    )
    .expect("JSON");
    assert_eq!((&all["compared"], &all["different"]), (&6.into(), &0.into()));
    assert_eq!(stored(&dir, "small"), before);
    // Names are no part of a result, nor is a limit of time.
    let renamed = SMALL.replace("\"kNN\"", "\"neighbours\"");
    dir.write("small.toml", renamed.replace("[protocol]", "[protocol]\ntime-limit = 0.000001"));
    dir.succeed(&["verify", "small.toml", "--all"]);
}

/// Standard error is no terminal here: one line for every method and dataset that is finished.
#[test]
fn progress_is_shown_while_trials_run_again() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml", "-q"]);
    let said = dir.succeed(&["verify", "small.toml", "--all", "-j", "1"]);
    let mut lines: Vec<&str> = said.err.lines().filter(|l| l.starts_with("finished ")).collect();
    lines.sort_unstable();
    let methods = ["kNN", "logistic", "majority"];
    let expected =
        methods.iter().flat_map(|m| ["iris", "wine"].map(|d| format!("finished {m} on {d}")));
    assert_eq!(lines, expected.collect::<Vec<String>>(), "{}", said.err);
    let json = dir.succeed(&["verify", "small.toml", "--all", "--json"]);
    assert!(!json.err.contains("finished"), "{}", json.err);
}

#[test]
fn the_folds_of_a_flat_job_are_verified_together() {
    let dir = Dir::new();
    let flat = SMALL.replace("inner = { folds = 2 }", "kind = \"flat\"");
    dir.write("small.toml", flat);
    dir.succeed(&["run", "small.toml", "-q"]);
    let said = dir.succeed(&["verify", "small.toml", "--sample", "1"]);
    assert!(said.out.contains("\n3 of 18 stored trials"), "{}", said.out);
}

#[test]
fn a_score_that_was_changed_is_found_and_its_trial_named() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml", "-q"]);
    let untouched = stored(&dir, "small");
    let flip = |probability: &mut Value| {
        let value = probability.as_f64().expect("a number");
        *probability = f64::from_bits(value.to_bits() + 1).into();
    };
    // One bit of one score.
    let file = "results/small/predictions.jsonl";
    let body = rewrite(&dir, file, 3, |body| {
        flip(&mut body["predictions"]["scores"]["probability"]["values"][4]);
    });
    let trial = body["trial"].as_str().expect("a trial");
    let said = dir.run(&["verify", "small.toml", "--all"]);
    assert_eq!(said.code, 7, "{}{}", said.out, said.err);
    let line = said.out.lines().find(|l| l.starts_with("different: ")).expect("a difference");
    assert!(line.contains(trial), "{line}");
    assert!(line.contains("predictions.scores.probability.values[4]: stored "), "{line}");
    assert!(said.out.contains("18 of 18 stored trials, run again: 1 different"), "{}", said.out);
    let json = dir.run(&["verify", "small.toml", "--all", "--json"]);
    let json: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(json["different"], 1);
    // A metric, a choice, a label.
    type Change = (&'static str, fn(&mut Value));
    let changes: [Change; 3] = [
        ("journal", |body| body["metrics"]["accuracy"] = 0.123.into()),
        ("journal", |body| body["inner_score"] = 0.123.into()),
        ("predictions", |body| {
            let label = &mut body["predictions"]["labels"][0];
            *label = u64::from(*label == 0).into();
        }),
    ];
    for (kind, change) in changes {
        for (file, text) in FILES.iter().zip(&untouched) {
            dir.write(&format!("results/small/{file}"), text);
        }
        let body = rewrite(&dir, &format!("results/small/{kind}.jsonl"), 5, change);
        let said = dir.run(&["verify", "small.toml", "--all"]);
        assert_eq!(said.code, 7, "{}{}", said.out, said.err);
        assert!(said.out.contains(body["trial"].as_str().expect("a trial")), "{}", said.out);
    }
}

/// Only methods that say so may differ by processor, and only where the processor is another.
#[test]
fn last_digits_may_differ_only_where_the_processor_does() {
    let dir = Dir::new();
    dir.write(
        "g.toml",
        "experiment = { name = \"g\", seed = 1 }\nprotocol = { outer = { folds = 2 } }\n\
         dataset = [{ name = \"c\", generate = { rows = 10 } }]\n\
         method = [{ kind = \"gp\" }, { kind = \"naive-bayes\" }]\n",
    );
    dir.succeed(&["run", "g.toml", "-q", "-j", "1"]);
    let mut manifest: Value = serde_json::from_str(&dir.read("results/g/run.json")).expect("JSON");
    let vectors = manifest["machine"]["vectors"].as_array().expect("a list");
    assert_eq!(vectors.len(), 1, "{vectors:?}");
    let nudge = |body: &mut Value| {
        let score = &mut body["predictions"]["scores"]["probability"]["values"][0];
        *score = (score.as_f64().expect("a number") * (1.0 + 1e-9)).into();
    };
    let file = "results/g/predictions.jsonl";
    let gp = rewrite(&dir, file, 1, nudge);
    assert_eq!(dir.run(&["verify", "g.toml"]).code, 7, "the same processor gives the same bits");
    manifest["machine"]["vectors"] = vec!["another"].into();
    dir.write("results/g/run.json", manifest.to_string());
    let said = dir.succeed(&["verify", "g.toml"]);
    assert!(said.out.contains("note: gp compared to 1e-6"), "{}", said.out);
    assert!(said.out.contains("vectors of the run another"), "{}", said.out);
    let bayes = rewrite(&dir, file, 3, nudge);
    assert_ne!(gp["trial"], bayes["trial"]);
    let said = dir.run(&["verify", "g.toml"]);
    assert_eq!(said.code, 7, "{}", said.out);
    assert!(said.out.contains("different: c, naive-bayes"), "{}", said.out);
    // The next run adds its own processor to those that worked on the folder.
    dir.succeed(&["run", "g.toml", "-q"]);
    let manifest: Value = serde_json::from_str(&dir.read("results/g/run.json")).expect("JSON");
    assert_eq!(manifest["machine"]["vectors"].as_array().expect("a list").len(), 2);
}
