//! `tribunal power` and the line of `plan` about the smallest difference, as a user meets them.

use serde_json::Value;

use crate::support::{Dir, SMALL, project};

fn json(dir: &Dir, arguments: &[&str]) -> Value {
    let said = dir.succeed(&[&["power", "--json"], arguments].concat());
    serde_json::from_str(&said.out).expect("JSON")
}

fn close(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap_or(f64::NAN);
    assert!((found / expected - 1.0).abs() < 1e-8, "{found} {expected}");
}

/// (norm.ppf(1 - 0.05 / (2 m)) + norm.ppf(0.8)) sqrt(20 / (6 N)), SciPy 1.17.1, for all pairs (m = 6) and with a control
/// (m = 3).
#[test]
fn ranks_over_datasets_agree_with_scipy() {
    let dir = Dir::new();
    let found = json(&dir, &["--methods", "4", "--datasets", "12"]);
    close(&found["smallest_difference"], 1.8340570104905416);
    close(&found["table"][1]["smallest_difference"], 2.009108792792317);
    assert_eq!(found["comparisons"]["comparisons"], 6);
    assert_eq!(found["table"][0]["datasets"], 5);
    let found = json(&dir, &["--methods", "4", "--datasets", "12", "--control"]);
    close(&found["smallest_difference"], 1.705311477518571);
    let found = json(&dir, &["--methods", "4", "--difference", "1"]);
    assert_eq!(found["datasets_needed"], 41);
    let said = dir.succeed(&["power", "--methods", "4", "--datasets", "12"]);
    let start = "4 methods, all 6 pairs, level 0.05 with Bonferroni's correction, power 0.8.\n\
                 With 12 datasets, the smallest difference of mean ranks that one comparison detects is 1.83.\n\n\
                 datasets  smallest difference detected (mean ranks)\n       5  2.84\n";
    assert!(said.out.starts_with(start), "{}", said.out);
}

/// d = 0.574 for 27 datasets and 35 datasets for d = 0.5: the values of `stats::power`, which are checked by simulation there.
#[test]
fn two_methods_are_compared_by_wilcoxons_test() {
    let dir = Dir::new();
    let said = dir.succeed(&["power", "--datasets", "27"]);
    assert!(
        said.out.contains("Wilcoxon's signed-rank test detects is 0.57 standard"),
        "{}",
        said.out
    );
    assert!(said.out.contains("\n       5  none\n"), "{}", said.out);
    assert_eq!(json(&dir, &["--effect", "0.5"])["datasets_needed"], 35);
    assert_eq!(json(&dir, &["--datasets", "5"])["smallest_difference"], Value::Null);
}

/// Noncentral t of SciPy 1.17.1: the reference values of `stats::power`.
#[test]
fn folds_of_one_dataset() {
    let dir = Dir::new();
    let found = json(&dir, &["--folds", "10", "--repeats", "10", "--sd", "0.03"]);
    close(&found["smallest_difference"], 0.029536946014805315);
    close(&found["smallest_difference_unlimited_repeats"], 0.02801581787013579);
    let found = json(&dir, &["--folds", "10", "--sd", "0.03", "--difference", "0.03"]);
    assert_eq!(found["repeats_needed"], 8);
    let found = json(&dir, &["--folds", "10", "--sd", "0.03", "--difference", "0.02"]);
    assert_eq!(found["repeats_needed"], Value::Null);
    close(&found["power_with_unlimited_repeats"], 0.5160052739761747);
    let said = dir.succeed(&["power", "--folds", "10", "--sd", "0.03", "--difference", "0.02"]);
    assert!(said.out.contains("No number of repeats detects a difference of 0.02"), "{}", said.out);
    // One part split off again and again has no folds, but a share; per cent and shares agree.
    let parts = json(&dir, &["--folds", "1", "--repeats", "20", "--test-share", "0.3"]);
    let per_cent = ["--folds", "1", "--repeats", "20", "--test-share", "0.3", "--sd", "100"];
    let parts = parts["smallest_difference"].as_f64().expect("a number");
    close(&json(&dir, &per_cent)["smallest_difference"], 100.0 * parts);
}

#[test]
fn nonsense_gets_one_message_with_a_remedy() {
    let dir = Dir::new();
    for (arguments, problem) in [
        ("", "the question is missing"),
        ("--methods 1 --datasets 10", "--methods 1 is out of range"),
        ("--methods 4 --datasets 0", "--datasets 0 is out of range"),
        ("--methods 4 --difference 3.5", "mean ranks of 4 methods differ by at most 3, not by 3.5"),
        ("--methods 4 --difference -1", "--difference -1 is no size"),
        ("--methods 4 --difference 0.0001", "needs more than a million datasets"),
        ("--methods 4 --effect 0.5", "--effect is for two methods, and there are 4"),
        ("--difference 0.5", "two methods are compared by Wilcoxon's signed-rank test"),
        ("--effect NaN", "--effect NaN is no size"),
        ("--datasets 9 --power 0.05", "--power 0.05 must lie between the level 0.05 and 1"),
        ("--datasets 9 --power 1", "--power 1 must lie between"),
        ("--datasets 9 --alpha 0", "--alpha 0 is no level of a test"),
        ("--datasets 9 --folds 10", "--datasets asks about a comparison over datasets"),
        ("--sd 0.1", "the number of folds is missing"),
        ("--folds 1 --sd 0.1", "a test needs two test parts or more"),
        ("--folds 10 --sd 0", "--sd 0 is no size"),
        ("--folds 10 --effect 0.5", "--effect is for two methods over datasets"),
    ] {
        let words: Vec<&str> =
            std::iter::once("power").chain(arguments.split_whitespace()).collect();
        let said = dir.run(&words);
        assert_eq!(said.code, 2, "{arguments}: {}", said.out);
        let first = said.err.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("error: ") && first.contains(problem),
            "{arguments}: {}",
            said.err
        );
        assert_eq!(said.err.matches("help: ").count(), 1, "{arguments}: {}", said.err);
        assert_eq!(said.out, "", "{arguments}");
    }
}

#[test]
fn a_spec_is_a_design_and_its_results_say_how_much_differences_vary() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    let said = dir.succeed(&["power", "small.toml"]);
    assert!(said.out.starts_with("small: 3 methods, all 3 pairs, level 0.05"), "{}", said.out);
    assert!(said.out.contains("standard deviations of the fold differences"), "{}", said.out);
    let before = json(&dir, &["small.toml"]);
    assert_eq!(before["on_datasets"][0]["sd"], Value::Null);
    dir.succeed(&["run", "small.toml"]);
    let after = json(&dir, &["small.toml"]);
    let folder = json(&dir, &["results/small"]);
    assert_eq!(after, folder);
    for (on, of) in [(0, "iris"), (1, "wine")] {
        let (before, after) = (&before["on_datasets"][on], &after["on_datasets"][on]);
        assert_eq!(after["dataset"], of);
        let sd = after["sd"].as_f64().expect("a spread");
        let in_sds = before["smallest_difference"].as_f64().expect("a number");
        close(&after["smallest_difference"], sd * in_sds);
    }
    let said = dir.succeed(&["power", "small.toml", "--difference", "0.3"]);
    assert!(said.out.contains("the stored fold differences in accuracy"), "{}", said.out);
    assert!(said.out.contains("a difference of 0.3"), "{}", said.out);
    let said = dir.run(&["power", "small.toml", "--methods", "3"]);
    assert_eq!(said.code, 2, "{}", said.out);
}

#[test]
fn results_over_datasets_give_differences_in_scores() {
    let dir = Dir::new();
    let third = SMALL.replace(
        "[[dataset]]\nname = \"iris\"",
        "[[dataset]]\nname = \"glass\"\n[[dataset]]\nname = \"iris\"",
    );
    let (third, _) = third.split_once("[[method]]\nkind = \"majority\"").expect("a third method");
    dir.write("pair.toml", third);
    let said = dir.succeed(&["power", "pair.toml"]);
    assert!(
        said.out.contains("With 3 datasets, Wilcoxon's signed-rank test detects no difference"),
        "{}",
        said.out
    );
    dir.succeed(&["run", "pair.toml"]);
    let found = json(&dir, &["pair.toml", "--alpha", "0.5"]);
    let sd = found["stored"]["sd_over_datasets"].as_f64().expect("a spread");
    let effect = found["smallest_difference"].as_f64().expect("an effect");
    close(&found["stored"]["smallest_mean_difference"], sd * effect);
    assert!(found["on_one_dataset"]["sd"].as_f64().is_some_and(|sd| sd > 0.0), "{found}");
    let said = dir.succeed(&["power", "results/small"]);
    assert!(said.out.contains("differences in accuracy have a standard deviation"), "{}", said.out);
}

#[test]
fn plan_says_the_smallest_difference() {
    let dir = Dir::new();
    let plan = |file: &str, text: &str| {
        dir.write(file, text);
        dir.succeed(&["plan", file, "--no-pilot"]).out
    };
    let out = plan("small.toml", SMALL);
    let line = "With 3 folds x 1 repeat, the smallest difference of mean scores that the corrected resampled t-test detects";
    assert_eq!(out.matches(line).count(), 1, "{out}");
    let one = SMALL.split("[[method]]\nname = \"logistic\"").next().expect("a head");
    assert!(plan("one.toml", one).contains("there is one method: nothing is compared"));
    let spec = project().join("experiments/quickstart.toml");
    let said = dir.succeed(&["plan", &spec.to_string_lossy(), "--no-pilot", "--json"]);
    let found: Value = serde_json::from_str(&said.out).expect("JSON");
    let found = &found["smallest_detectable_difference"];
    assert_eq!((&found["test"], &found["datasets"]), (&"mean-ranks".into(), &6.into()));
    close(&found["smallest_difference"], 2.5937482984011773);
    let streams = project().join("experiments/streams-small.toml");
    dir.succeed(&["plan", &streams.to_string_lossy(), "--no-pilot"]);
    dir.succeed(&["power", &streams.to_string_lossy()]);
}

/// Every command on the page runs as pasted, and prints what the page shows.
#[test]
fn the_page_shows_what_the_commands_print() {
    let page = std::fs::read_to_string(project().join("docs/power.md")).expect("the page");
    let quickstart = std::fs::read(project().join("experiments/quickstart.toml")).expect("a spec");
    let mut shown = 0;
    for block in page.split("```text\n$ ").skip(1) {
        let (block, _) = block.split_once("```").expect("an end");
        let (command, expected) = block.split_once('\n').expect("a command");
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        // In a folder of its own: results that are stored would change the answer.
        let dir = Dir::new();
        dir.write("experiments/quickstart.toml", &quickstart);
        assert_eq!(dir.succeed(&words).out, expected, "{command}");
        shown += 1;
    }
    assert!(shown >= 4, "only {shown} commands found");
}
