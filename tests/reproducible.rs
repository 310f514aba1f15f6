//! The same spec gives the same bytes: whatever the threads, whatever the interruptions.

use std::time::Duration;

use crate::support::{Dir, SMALL, journal_ids};

const TABLES: [&str; 4] = [
    "results/small/outcomes.csv",
    "results/small/confusion.csv",
    "results/small/run.json",
    "reports/small/summary.csv",
];

fn tables(dir: &Dir) -> Vec<String> {
    TABLES.iter().map(|name| dir.read(name)).collect()
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let runs: Vec<Vec<String>> = ["1", "2", "5"]
        .iter()
        .map(|jobs| {
            let dir = Dir::new();
            dir.write("small.toml", SMALL);
            dir.succeed(&["run", "small.toml", "-j", jobs]);
            tables(&dir)
        })
        .collect();
    assert_eq!(runs[0], runs[1]);
    assert_eq!(runs[0], runs[2]);
    assert!(
        runs[0][0].starts_with("trial,dataset,method,repeat,fold,status,chosen,accuracy,error,")
    );
    assert_eq!(runs[0][0].lines().count(), 1 + 2 * 3 * 3);
}

#[test]
fn layout_order_and_names_of_a_spec_do_not_make_results_stale() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml"]);
    // The tables of the file in another order, too.
    let (head, methods) = SMALL.split_once("[[method]]").expect("methods");
    let reordered = format!("[[method]]{methods}{head}");
    let same = reordered
        .replace("seed = 7", "seed   =   0b111 # seven")
        .replace("name = \"kNN\"", "name = \"neighbours\"")
        .replace("[0.01, 1]", "[1e-2, 1.0]");
    dir.write("small.toml", same);
    let said = dir.succeed(&["why", "small.toml"]);
    assert_eq!(said.out, "nothing would run: all 18 trials are stored\n");
    dir.succeed(&["run", "small.toml"]);
    assert!(dir.read("results/small/outcomes.csv").contains(",neighbours,"));
    assert_eq!(journal_ids(&dir.read("results/small/journal.jsonl")).len(), 18);
}

#[test]
fn a_run_killed_at_any_moment_goes_on_where_it_was() {
    // Slow enough to be hit in the middle: repeated folds of a larger dataset.
    let spec = SMALL
        .replace("outer = { folds = 3 }", "outer = { folds = 3, repeats = 6 }")
        .replace("name = \"wine\"", "name = \"vehicle\"");
    let whole = Dir::new();
    whole.write("small.toml", &spec);
    whole.succeed(&["run", "small.toml"]);
    let expected = tables(&whole);

    let mut cut_short = 0;
    for attempt in 0..4_u64 {
        let dir = Dir::new();
        dir.write("small.toml", &spec);
        for kill in 0..6_u64 {
            let mut child = dir.command(&["run", "small.toml", "-q"]).spawn().expect("a start");
            std::thread::sleep(Duration::from_millis(15 + (attempt * 67 + kill * 41) % 160));
            cut_short += u32::from(child.try_wait().expect("a state").is_none());
            child.kill().expect("a kill");
            child.wait().expect("an end");
        }
        dir.succeed(&["run", "small.toml", "-q"]);
        assert_eq!(tables(&dir), expected, "attempt {attempt}");
        let mut ids = journal_ids(&dir.read("results/small/journal.jsonl"));
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!((ids.len(), count), (108, 108), "a finished trial was run twice");
    }
    assert!(cut_short > 0, "no run was cut short: nothing was tested");
}

#[test]
fn damaged_stores_cost_only_what_was_damaged() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml"]);
    let expected = tables(&dir);
    let journal = dir.read("results/small/journal.jsonl");

    // A torn tail, a flipped byte in the middle, predictions gone: the trials concerned run again.
    let torn = &journal[..journal.len() - 30];
    dir.write("results/small/journal.jsonl", torn);
    let said = dir.succeed(&["run", "small.toml"]);
    assert!(said.err.contains("18 trials, 17 stored, 1 to run"), "{}", said.err);
    assert_eq!(tables(&dir), expected);

    let line = journal.lines().nth(4).expect("a line");
    dir.write(
        "results/small/journal.jsonl",
        journal.replace(
            line,
            &line
                .replace("knn", "knm")
                .replace("logistic", "logistik")
                .replace("majority", "majoritz"),
        ),
    );
    let said = dir.succeed(&["run", "small.toml"]);
    assert!(said.err.contains("journal.jsonl:5 is damaged and left out"), "{}", said.err);
    assert_eq!(tables(&dir), expected);

    std::fs::remove_file(dir.path("results/small/predictions.jsonl")).expect("removed");
    let said = dir.succeed(&["why", "small.toml"]);
    assert!(said.out.contains("predictions are missing"), "{}", said.out);
    dir.succeed(&["run", "small.toml"]);
    assert_eq!(tables(&dir), expected);
}

#[test]
fn two_runs_at_once_do_not_touch_each_other() {
    let dir = Dir::new();
    let long = SMALL.replace("name = \"wine\"", "name = \"satimage\"");
    dir.write("small.toml", long);
    let mut first = dir.command(&["run", "small.toml", "-q"]).spawn().expect("a start");
    let journal = dir.path("results/small/journal.jsonl");
    while !journal.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = dir.run(&["run", "small.toml"]);
    let holder = format!("another tribunal (process {}) is running", first.id());
    first.kill().expect("a kill");
    first.wait().expect("an end");
    assert_eq!(second.code, 2, "{}", second.err);
    assert!(second.err.contains(&holder), "{}", second.err);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_in_good_order() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL.replace("name = \"wine\"", "name = \"satimage\""));
    let child = dir
        .command(&["run", "small.toml"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("a start");
    let journal = dir.path("results/small/journal.jsonl");
    while std::fs::read_to_string(&journal).map_or(0, |t| t.lines().count()) < 3 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let killed =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let said = crate::support::said(child.wait_with_output().expect("an end"));
    assert_eq!(said.code, 130, "{}", said.err);
    assert!(said.err.contains("run the same command to go on"), "{}", said.err);
    assert!(dir.path("results/small/outcomes.csv").exists());
}

/// Kernels in memory or computed row by row, for all threads or one: the same choices, the same predictions.
#[test]
fn the_memory_changes_no_byte() {
    const SPEC: &str = r#"
        experiment = { name = "kernels", seed = 5 }
        protocol = { outer = { folds = 2 }, inner = { folds = 2 } }
        dataset = [{ name = "diabetes" }, { name = "vehicle" }]
        [[method]]
        name = "svm"
        kind = "svm"
        params = { probabilities = "platt" }
        grid = { c = [0.1, 1, 10], gamma = [0.5, 2] }
        [[method]]
        name = "ollawv"
        kind = "ollawv"
        grid = { gamma = [0.5, 2] }
    "#;
    let runs: Vec<(String, String)> =
        [["-j", "2", "--memory", "4000"], ["-j", "3", "--memory", "1"]]
            .iter()
            .map(|options| {
                let dir = Dir::new();
                dir.write("kernels.toml", SPEC);
                let mut arguments = vec!["run", "kernels.toml"];
                arguments.extend(options);
                dir.succeed(&arguments);
                (
                    dir.read("results/kernels/outcomes.csv"),
                    dir.read("results/kernels/confusion.csv"),
                )
            })
            .collect();
    assert_eq!(runs[0], runs[1]);
}

/// The verdict at the end of a run, and the same from its outcomes as a file of somebody else's.
#[test]
fn a_run_is_judged_like_any_other_results() {
    let dir = Dir::new();
    dir.write(
        "judged.toml",
        r#"
        experiment = { name = "judged", seed = 5 }
        protocol = { outer = { folds = 2, repeats = 5 } }
        dataset = [{ name = "glass" }, { name = "iris" }, { name = "sonar" }, { name = "wine" }]
        method = [{ name = "bayes", kind = "naive-bayes" }, { name = "kNN", kind = "knn" }, { name = "majority", kind = "majority" }]
        [analysis]
        control = "kNN"
        tests = ["friedman", "wilcoxon", "monte-carlo", "mcmc-kde", "bootstrap", "corrected-t", "5x2cv", "mcnemar"]
        "#,
    );
    let said = dir.succeed(&["run", "judged.toml"]);
    assert!(said.out.contains("The control kNN"), "{}", said.out);
    let verdicts: serde_json::Value =
        serde_json::from_str(&dir.read("reports/judged/verdict.json")).expect("JSON");
    let verdict = &verdicts[0];
    assert_eq!(verdict["n_datasets"], 4);
    let tests = verdict["per_dataset"].as_array().expect("a list");
    assert_eq!(tests.len(), 4 * 2);
    for test in tests {
        assert!(test["corrected_t"]["p"].is_number(), "{test}");
        assert!(test["five_by_two_f"]["p"].is_number(), "{test}");
        let only = |key: &str| test["mcnemar"][key].as_u64().expect("a count");
        assert!(only("only_control_right") + only("only_method_right") > 0);
    }
    // Two thirds of iris are lost by guessing one class, and kNN gets nearly all of them.
    let iris = tests.iter().find(|t| t["dataset"] == "iris" && t["method"] == "majority");
    let mcnemar = &iris.expect("a test")["mcnemar"];
    assert!(mcnemar["only_control_right"].as_u64().expect("a count") > 90, "{mcnemar}");
    assert!(mcnemar["p"].as_f64().expect("p") < 1e-20);
    let tests = "friedman,wilcoxon,monte-carlo,mcmc-kde,bootstrap,corrected-t,5x2cv";
    let options = [
        "analyze",
        "results/judged/outcomes.csv",
        "--control",
        "kNN",
        "--tests",
        tests,
        "--seed",
        "5",
        "--json",
    ];
    let again: serde_json::Value = serde_json::from_str(&dir.succeed(&options).out).expect("JSON");
    for key in ["average_ranks", "friedman", "versus_control", "pairwise", "uncertainty"] {
        assert_eq!(verdict[key], again[key], "{key}");
    }
}

/// A trial that was run again has two lines of predictions; the later one counts, also where the program that reads them
/// is not the one that wrote them.
#[test]
fn a_trial_that_is_run_again_counts_once() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml", "-q"]);
    let once = dir.read("results/small/confusion.csv");
    let lines = dir.read("results/small/predictions.jsonl").lines().count();
    dir.succeed(&["run", "small.toml", "-q", "--force", "-d", "wine"]);
    assert_eq!(dir.read("results/small/confusion.csv"), once);
    assert!(dir.read("results/small/predictions.jsonl").lines().count() > lines);
    dir.succeed(&["run", "small.toml", "-q"]);
    assert_eq!(dir.read("results/small/confusion.csv"), once);
}
