//! The gate through the program: every verdict with its exit code, its files, and their agreement.

use serde_json::Value;

use crate::support::{Dir, SMALL, Said, project};

const BASE: &str = "base.json";

/// A folder with the spec, and a baseline of it.
fn saved(spec: &str) -> Dir {
    let dir = Dir::new();
    dir.write("small.toml", spec);
    let said = dir.succeed(&["check", "small.toml", "--save-baseline", BASE]);
    assert!(said.err.contains("saved in base.json"), "{}", said.err);
    dir
}

/// Checks, and demands that exit code, JSON and JUnit say the same.
fn check(dir: &Dir, more: &[&str], expected: (i32, &str)) -> (Said, Value) {
    let arguments = [&["check", "small.toml", "--baseline", BASE], more].concat();
    let said = dir.run(&arguments);
    assert_eq!(said.code, expected.0, "{}\n{}", said.out, said.err);
    let json: Value =
        serde_json::from_str(&dir.read("reports/small/gate/verdict.json")).expect("JSON");
    assert_eq!(json["exit_code"], expected.0);
    assert_eq!(json["verdict"], expected.1);
    let xml = dir.read("reports/small/gate/junit.xml");
    let xml = roxmltree::Document::parse(&xml).expect("XML");
    let tagged = |name: &str| xml.descendants().filter(|n| n.has_tag_name(name)).count();
    let suite = xml.descendants().find(|n| n.has_tag_name("testsuite")).expect("a suite");
    let counted = |name: &str| suite.attribute(name).and_then(|n| n.parse().ok());
    assert_eq!(counted("failures"), Some(tagged("failure")));
    assert_eq!(counted("errors"), Some(tagged("error")));
    assert_eq!(counted("tests"), Some(tagged("testcase")));
    assert_eq!(tagged("failure") > 0, expected.0 == 1);
    assert_eq!(tagged("failure") + tagged("error") > 0, expected.0 != 0);
    let summary = dir.read("reports/small/gate/summary.md");
    assert!(summary.contains(expected.1), "{summary}");
    (said, json)
}

#[test]
fn an_unchanged_method_passes_at_once() {
    let dir = saved(SMALL);
    let (said, json) = check(&dir, &[], (0, "pass"));
    assert!(said.out.contains("all with identical predictions"), "{}", said.out);
    assert_eq!(json["counts"]["identical"], 9);
    // Nothing that is stored is needed: a fresh machine has the baseline only.
    std::fs::remove_dir_all(dir.path("results")).expect("removed");
    check(&dir, &["-j", "1", "--quiet"], (0, "pass"));
    // A part of the experiment can be checked alone.
    let (_, json) = check(&dir, &["-m", "kNN", "-d", "iris"], (0, "pass"));
    assert_eq!(json["comparisons"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_worse_method_is_a_regression_and_nothing_else_is() {
    let five = SMALL.replace("folds = 3", "folds = 5");
    let dir = saved(&five);
    dir.write("small.toml", five.replace("k = [1, 3, 5]", "k = [95, 99]"));
    let (said, json) = check(&dir, &[], (1, "regressed"));
    assert!(said.out.contains("kNN on wine, accuracy: worse by"), "{}", said.out);
    assert!(said.out.contains("`kNN`: its parameters changed"), "{}", said.out);
    let worst = json["by_method"].as_array().expect("a list");
    assert_eq!(worst[0]["verdict"], "regressed");
    assert_eq!(worst[1]["verdict"], "pass");
    // Other methods are not to blame.
    check(&dir, &["-m", "logistic"], (0, "pass"));
}

#[test]
fn what_decides_nothing_can_warn_only() {
    let dir = saved(SMALL);
    let changed = SMALL.replace("k = [1, 3, 5]", "k = [7]");
    dir.write("small.toml", format!("{changed}\n[gate]\nmargin = 0.001"));
    let (said, json) = check(&dir, &[], (5, "inconclusive"));
    assert!(said.out.contains("smallest drop that this data could show"), "{}", said.out);
    let mut comparisons = json["comparisons"].as_array().expect("a list").iter();
    let is_mean = |c: &&Value| c["dataset"].is_null() && c["method"] == "kNN";
    let mean = comparisons.find(is_mean).expect("a mean");
    assert_eq!(mean["must_pass"], true);
    assert!(mean["smallest_detectable_drop"].as_f64() > mean["margin"].as_f64());
    // Where no drop beyond the margin was seen, a warning may be enough.
    let drop = mean["drop"].as_f64().expect("a number").max(0.0) + 1e-6;
    let warn = format!("{changed}\n[gate]\nmargin = {drop}\ninconclusive = \"warn\"");
    dir.write("small.toml", warn);
    check(&dir, &[], (0, "inconclusive"));
}

#[test]
fn without_a_comparable_baseline_nothing_runs() {
    let dir = saved(SMALL);
    let journal = dir.read("results/small/journal.jsonl");
    let refused = |spec: &str, words: &str| {
        dir.write("small.toml", spec);
        let (said, _) = check(&dir, &[], (4, "incomparable"));
        assert!(said.err.contains(words), "{}", said.err);
        assert_eq!(dir.read("results/small/journal.jsonl"), journal, "something ran");
    };
    refused(&SMALL.replace("seed = 7", "seed = 8"), "seed 7 became 8");
    refused(&SMALL.replace("folds = 3", "folds = 4"), "other splits");
    refused(&SMALL.replace("name = \"kNN\"", "name = \"neighbours\""), "the method `kNN`");
    refused(&format!("{SMALL}[gate]\nmetrics = [\"kappa\"]"), "no metric `kappa`");
    dir.write(BASE, "{ \"baseline\": 7 }");
    refused(SMALL, "newer tribunal");
    dir.write(BASE, "not JSON");
    refused(SMALL, "is not a baseline");
    std::fs::remove_file(dir.path(BASE)).expect("removed");
    refused(SMALL, "--save-baseline");
}

#[test]
fn failed_trials_are_neither_saved_nor_passed() {
    let dir = saved(SMALL);
    let hurried = SMALL.replace("[protocol]", "[protocol]\ntime-limit = 0.000001");
    let hurried = hurried.replace("k = [1, 3, 5]", "k = [1, 3, 5, 7]");
    dir.write("small.toml", &hurried);
    let (said, _) = check(&dir, &[], (3, "incomplete"));
    assert!(said.out.contains("took longer than"), "{}", said.out);
    let said = dir.run(&["check", "small.toml", "--save-baseline", "new.json"]);
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(!dir.path("new.json").exists());
}

#[test]
fn a_mistake_leaves_no_old_verdict_behind() {
    let dir = saved(SMALL);
    check(&dir, &[], (0, "pass"));
    let said = dir.run(&["check", "small.toml", "--baseline", BASE, "-m", "nobody"]);
    assert_eq!(said.code, 6, "{}", said.err);
    let left =
        |dir: &Dir| std::fs::read_dir(dir.path("reports/small/gate")).expect("a folder").count();
    assert_eq!(left(&dir), 0);
    dir.write("small.toml", SMALL);
    check(&dir, &[], (0, "pass"));
    dir.write("small.toml", SMALL.replace("name = \"wine\"", "name = \"iris\"\npath = \"no.csv\""));
    assert_eq!(dir.run(&["check", "small.toml", "--baseline", BASE]).code, 2);
    assert_eq!(left(&dir), 0);
    assert_eq!(dir.run(&["check", "small.toml"]).code, 2, "one of both options is needed");
    assert_eq!(
        dir.run(&["check", "small.toml", "--baseline", BASE, "--save-baseline", BASE]).code,
        2
    );
}

#[test]
fn saving_a_baseline_replaces_nothing_else() {
    let dir = saved(SMALL);
    for precious in ["small.toml", "results/small/journal.jsonl"] {
        let before = dir.read(precious);
        let said = dir.run(&["check", "small.toml", "--save-baseline", precious]);
        assert_eq!(said.code, 2, "{}", said.err);
        assert!(said.err.contains("is not a baseline"), "{}", said.err);
        assert_eq!(dir.read(precious), before);
    }
    dir.succeed(&["check", "small.toml", "--save-baseline", BASE]);
}

#[cfg(unix)]
#[test]
fn no_verdict_is_written_through_a_link() {
    let dir = saved(SMALL);
    std::fs::create_dir_all(dir.path("reports/small")).expect("a folder");
    std::fs::create_dir(dir.path("elsewhere")).expect("a folder");
    dir.write("elsewhere/verdict.json", "precious");
    std::os::unix::fs::symlink(dir.path("elsewhere"), dir.path("reports/small/gate"))
        .expect("a link");
    let said = dir.run(&["check", "small.toml", "--baseline", BASE]);
    assert!(said.code != 0 && said.err.contains("symbolic link"), "{}", said.err);
    assert_eq!(dir.read("elsewhere/verdict.json"), "precious");
    assert_eq!(std::fs::read_dir(dir.path("elsewhere")).expect("a folder").count(), 1);
}

#[test]
fn what_is_gone_from_the_spec_is_missed_whatever_is_selected() {
    let dir = saved(SMALL);
    dir.write("small.toml", SMALL.replace("[[dataset]]\nname = \"wine\"\n", ""));
    let (said, _) = check(&dir, &["-m", "kNN"], (4, "incomparable"));
    assert!(said.err.contains("the dataset `wine`"), "{}", said.err);
    assert!(dir.read("reports/small/gate/summary.md").contains("wine"));
}

#[test]
fn baselines_are_the_same_bytes_whoever_saves_them() {
    let dir = saved(SMALL);
    let first = dir.read(BASE);
    std::fs::remove_dir_all(dir.path("results")).expect("removed");
    dir.succeed(&["check", "small.toml", "--save-baseline", BASE, "-j", "1", "--quiet"]);
    assert_eq!(dir.read(BASE), first);
    assert!(first.len() < 10_000, "{} bytes for 18 trials", first.len());
}

#[test]
fn json_goes_to_standard_output_alone() {
    let dir = saved(SMALL);
    let (said, json) = check(&dir, &["--json", "--quiet"], (0, "pass"));
    assert_eq!(serde_json::from_str::<Value>(&said.out).expect("JSON"), json);
}

#[test]
fn mistakes_in_a_gate_are_all_told() {
    let dir = Dir::new();
    let refused = |gate: &str, words: &str| {
        dir.write("small.toml", format!("{SMALL}\n[gate]\n{gate}"));
        let said = dir.run(&["check", "small.toml", "--baseline", BASE]);
        assert_eq!(said.code, 2, "{gate}: {}", said.err);
        assert!(said.err.contains(words), "{gate}: {}", said.err);
        assert!(said.err.contains("small.toml:2"), "{gate} has no line: {}", said.err);
    };
    refused("margin = -0.1", "zero or above");
    refused("margin = \"2\"", "zero or above");
    refused("margin = \"x%\"", "zero or above");
    refused("margin = { accurracy = 0.1 }", "did you mean `accuracy`");
    refused("metrics = [\"accuracyy\"]", "did you mean `accuracy`");
    refused("metrics = []", "empty");
    refused("metrics = [\"log_loss\"]", "no usual margin");
    refused("metrics = [\"train_time\"]\nmargin = 0.5", "too narrow");
    refused("metrics = [\"train_time\"]\nmargin = \"20%\"", "too narrow");
    refused("margin = 2", "can drop by so much");
    refused("datasets = { iris = \"100%\" }", "can drop by so much");
    refused("alpha = 0.9", "alpha");
    refused("correction = \"holms\"", "did you mean `holm`");
    refused("level = \"fold\"", "unknown `level`");
    refused("inconclusive = \"ignore\"", "unknown `inconclusive`");
    refused("margins = 0.1", "did you mean `margin`");
    refused("datasets = { irisx = 0.1 }", "did you mean `iris`");
    dir.write(
        "small.toml",
        format!(
            "{SMALL}\n[gate]\nmetrics = [\"accuracy\", \"log_loss\", \"train_time\"]\n\
             margin = {{ log_loss = \"10%\", train_time = \"500%\" }}\ndatasets = {{ iris = {{ accuracy = 0.05 }} }}"
        ),
    );
    dir.succeed(&["check", "small.toml", "--save-baseline", BASE]);
    dir.succeed(&["check", "small.toml", "--baseline", BASE]);
}

/// What CI holds every change against must fit the specs as they are.
#[test]
fn the_committed_baselines_can_be_read() {
    for name in ["quickstart", "svm-small"] {
        let file = project().join(format!("experiments/baselines/{name}.json"));
        let run = tribunal::gate::read_baseline(&file).expect("a baseline");
        assert_eq!(run.experiment, name);
        assert!(run.is_complete() && run.pairings.len() >= 24);
    }
}
