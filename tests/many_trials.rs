//! Experiments with more trials than can be listed: they are refused before the list fills the memory, wherever the number of
//! folds comes from.

use crate::support::{Dir, SMALL};

const HELP: &str = "help: use fewer folds, repeats, datasets or methods";

fn assert_refused(dir: &Dir, arguments: &[&str], trials: &str) {
    let said = dir.run(arguments);
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    let problem = format!("error: the experiment has {trials} trials, more than 1000000");
    assert!(said.err.contains(&problem) && said.err.contains(HELP), "{}", said.err);
}

#[test]
fn declared_folds_are_counted_before_trials_are_listed() {
    let dir = Dir::new();
    let data: String = (0..1000).map(|i| format!("{i},{}\n", ["a", "b"][i % 2])).collect();
    dir.write("d.csv", format!("x,class\n{data}"));
    // Every row is a fold of its own, in a hundred repeats.
    let repeat = |r: usize| (0..1000).map(move |i| format!("{r},{i},{}\n", (i + r) % 1000));
    let lines: String = (0..100).flat_map(repeat).collect();
    dir.write("f.csv", format!("repeat,row,fold\n{lines}"));
    let methods: String = (1..=11)
        .map(|k| format!("[[method]]\nname = \"{k}\"\nkind = \"knn\"\nparams = {{ k = {k} }}\n"))
        .collect();
    let spec = format!(
        "experiment = {{ name = \"many\", seed = 1 }}\n\
         [[dataset]]\npath = \"d.csv\"\nfolds-file = \"f.csv\"\n{methods}"
    );
    dir.write("many.toml", spec);
    for verb in ["plan", "why", "run"] {
        assert_refused(&dir, &[verb, "many.toml"], "1100000");
    }
    assert!(!dir.path("results").exists(), "nothing ran");
}

#[test]
fn drawn_folds_are_counted_too() {
    let dir = Dir::new();
    let outer = "outer = { folds = 20, repeats = 10000 }";
    dir.write("small.toml", SMALL.replace("outer = { folds = 3 }", outer));
    assert_refused(&dir, &["plan", "small.toml"], "1200000");
}

/// A manifest that was changed by hand must not fill the memory of a report.
#[test]
fn folds_in_a_stored_run_are_counted_too() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml", "-q"]);
    let file = "results/small/run.json";
    let mut manifest: serde_json::Value = serde_json::from_str(&dir.read(file)).expect("JSON");
    let folds = serde_json::json!({ "assignment": "", "counts": [4_000_000_000_000_u64, 1] });
    manifest["datasets"][0]["folds"] = folds;
    dir.write(file, manifest.to_string());
    for verb in [&["report"][..], &["analyze"], &["check", "--save-baseline", "b.json"]] {
        let arguments: Vec<&str> = verb.iter().copied().chain(["results/small"]).collect();
        assert_refused(&dir, &arguments, "12000000000012");
    }
}
