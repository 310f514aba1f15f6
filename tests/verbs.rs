//! Every verb, as a user meets it.

use crate::support::{Dir, SMALL, project};

#[test]
fn init_writes_a_spec_that_ends_in_a_verdict_over_datasets() {
    let dir = Dir::new();
    dir.succeed(&["init", "first"]);
    let spec = dir.read("experiments/first.toml");
    for name in ["iris", "wine", "glass", "heart"] {
        assert!(spec.contains(&format!("\n[[dataset]]\nname = \"{name}\"\n")), "{spec}");
    }
    assert!(spec.contains("# path = \"data/mine.csv\"") && spec.contains("# target = "), "{spec}");
    let said = dir.succeed(&["run", "experiments/first.toml"]);
    assert!(said.out.contains("accuracy in %"), "{}", said.out);
    assert!(said.out.contains("over 4 datasets"), "{}", said.out);
    assert!(!said.out.contains("No verdict"), "{}", said.out);
    let again = dir.run(&["init", "first"]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("exists"), "{}", again.err);
}

#[test]
fn init_without_a_catalogue_writes_the_datasets_too() {
    let bare = Dir::new();
    let run = |arguments: &[&str]| {
        let output = bare.command(arguments).env_remove("TRIBUNAL_DATA").output().expect("a start");
        crate::support::said(output)
    };
    let succeed = |arguments: &[&str]| {
        let said = run(arguments);
        assert_eq!(said.code, 0, "{}", said.err);
        said
    };
    succeed(&["init", "first"]);
    assert!(bare.read("experiments/first.toml").contains("path = \"data/iris.csv\""));
    let said = succeed(&["run", "experiments/first.toml"]);
    assert!(!said.out.contains("No verdict"), "{}", said.out);
    assert!(!said.err.contains("taken for classes"), "{}", said.err);
    assert!(bare.path("reports/first/summary.md").exists());
    succeed(&["init", "second"]);
    bare.write("experiments/data/wine.csv", "mine");
    let said = run(&["init", "third"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("wine.csv exists and is not ours"), "{}", said.err);
}

#[test]
fn names_that_do_not_exist_get_a_suggestion_and_code_6() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    let said = dir.run(&["run", "small.toml", "-d", "irs"]);
    assert_eq!(said.code, 6);
    assert!(said.err.contains("no dataset is called `irs`; did you mean `iris`?"), "{}", said.err);
    let said = dir.run(&["run", "small.toml", "-m", "forest"]);
    assert_eq!(said.code, 6);
    assert!(said.err.contains("the experiment has kNN, logistic, majority"), "{}", said.err);
}

#[test]
fn a_selection_runs_a_part_and_the_rest_later() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    let said = dir.succeed(&["run", "small.toml", "-d", "wine", "-m", "kNN"]);
    assert!(said.err.contains("3 trials selected of 18, 3 to run"), "{}", said.err);
    let said = dir.succeed(&["run", "small.toml"]);
    assert!(said.err.contains("18 trials, 3 stored, 15 to run"), "{}", said.err);
    // A part of a finished experiment leaves the whole tables as they are.
    let whole = dir.read("results/small/outcomes.csv");
    let said = dir.succeed(&["run", "small.toml", "-d", "wine", "--force"]);
    assert!(said.err.contains("9 trials selected of 18, 9 to run"), "{}", said.err);
    assert_eq!(dir.read("results/small/outcomes.csv"), whole);
}

#[test]
fn plan_counts_without_running() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    let said = dir.succeed(&["plan", "small.toml"]);
    // kNN 2x3 trials of 3 points x 2 folds + 1, logistic of 2 x 2 + 1, majority of 1.
    assert!(said.out.contains("18 trials, 78 fits to do, about"), "{}", said.out);
    assert!(!dir.path("results").exists(), "a plan must leave nothing behind");
    let json: serde_json::Value =
        serde_json::from_str(&dir.succeed(&["plan", "small.toml", "--json", "--no-pilot"]).out)
            .expect("JSON");
    assert_eq!((json["trials"].as_u64(), json["fits"].as_u64()), (Some(18), Some(78)));
    assert!(json["cpu_seconds"].is_null() && json["memory_bytes"].as_u64() > Some(0));
}

#[test]
fn lists_speak_text_and_json() {
    let dir = Dir::new();
    for what in ["methods", "datasets", "metrics"] {
        assert!(dir.succeed(&["list", what]).out.lines().count() > 5);
        let json: serde_json::Value =
            serde_json::from_str(&dir.succeed(&["list", what, "--json"]).out).expect("JSON");
        assert!(json.as_array().expect("a list").len() >= 4);
    }
    assert!(dir.succeed(&["list", "methods"]).out.contains("k = 5"));
    let steps = dir.succeed(&["list", "steps"]).out;
    assert!(steps.contains("fisher-features = 10") && steps.contains("or \"sqrt\""), "{steps}");
    let steps = dir.succeed(&["list", "steps", "--json"]).out;
    let steps: serde_json::Value = serde_json::from_str(&steps).expect("JSON");
    assert_eq!(steps[0]["name"], "fisher");
    assert_eq!(steps[0]["params"][0]["takes"], "a whole number >= 1, or \"sqrt\"");
    // The same kind in two settings must be distinguishable, and so must metrics of different settings.
    let listed = |what: &str| -> Vec<serde_json::Value> {
        serde_json::from_str(&dir.succeed(&["list", what, "--json"]).out).expect("a list")
    };
    let knn: Vec<_> = listed("methods").into_iter().filter(|m| m["kind"] == "knn").collect();
    let settings: Vec<_> = knn.iter().map(|m| m["setting"].as_str().unwrap_or("")).collect();
    assert_eq!(settings, ["classification", "regression"]);
    let rmse = listed("metrics").into_iter().find(|m| m["name"] == "rmse").expect("RMSE");
    assert_eq!(rmse["settings"], serde_json::json!(["regression"]));
    let text = dir.succeed(&["list", "methods"]).out;
    assert!(text.contains("\nsetting regression (numbers to predict):\n\nmean  "), "{text}");
    assert!(dir.succeed(&["list", "metrics"]).out.contains("root mean squared error [regression]"));
    assert!(dir.succeed(&["completions", "bash"]).out.contains("tribunal"));
    assert!(dir.succeed(&["--help"]).out.contains("Exit codes"));
    assert_eq!(dir.run(&["list", "learners"]).code, 2);
}

#[test]
fn json_tables_hold_what_the_csv_holds() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    let said = dir.succeed(&["run", "small.toml", "--json", "-q"]);
    let json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    let mean = json["tables"][0]["cells"][0]["mean"].as_f64().expect("a mean");
    assert!(
        dir.read("reports/small/summary.csv").contains(&format!("accuracy,cell,iris,kNN,{mean},"))
    );
    assert_eq!(said.err, "");
}

#[test]
fn every_shipped_dataset_is_what_the_catalogue_says() {
    let said = Dir::new().succeed(&["data", "verify"]);
    assert!(said.out.contains("45 good, 0 bad\n"), "{}", said.out);
}

#[test]
fn verify_finds_a_damaged_file() {
    let dir = Dir::new();
    for file in ["catalog.toml", "iris.csv", "wine.csv"] {
        let bytes = std::fs::read(project().join("datasets").join(file)).expect("a file");
        dir.write(&format!("d/{file}"), bytes);
    }
    dir.write("d/wine.csv", dir.read("d/wine.csv").replacen('1', "2", 1));
    let said = dir.run(&["data", "verify", "iris", "wine", "--data-dir", "d"]);
    assert_eq!(said.code, 3);
    assert!(said.out.contains("1 good, 1 bad"), "{}", said.out);
    assert!(said.err.contains("wine.csv: sha256 is"), "{}", said.err);
    assert!(
        dir.run(&["data", "verify", "whine", "--data-dir", "d"])
            .err
            .contains("did you mean `wine`?")
    );
}

#[test]
fn info_describes_catalogue_and_files() {
    let dir = Dir::new();
    let said = dir.succeed(&["data", "info", "iris"]);
    assert!(
        said.out.contains("150 rows, 4 features (4 numeric, 0 nominal), 0 values missing"),
        "{}",
        said.out
    );
    dir.write("own.csv", "colour,x,kind\nred,1,a\nblue,,b\nred,3,a\n");
    let said = dir.succeed(&["data", "info", "own.csv"]);
    assert!(said.out.contains("colour  nominal        -         2  blue, red"), "{}", said.out);
    assert!(said.out.contains("x       numeric   33.3 %         2  1 to 3"), "{}", said.out);
    let json = dir.succeed(&["data", "info", "own.csv", "--target", "colour", "--json"]);
    assert!(json.out.contains("\"targets\": [\n    \"colour\"\n  ]"), "{}", json.out);
}

#[test]
fn an_imported_file_can_be_used_by_name() {
    let dir = Dir::new();
    let rows: String =
        (0..30).map(|i| format!("{i};{};{}\n", i % 7, if i < 15 { "no" } else { "yes" })).collect();
    dir.write("raw/mine.data", format!("a;b;outcome\n{rows}"));
    let import = [
        "data",
        "import",
        "raw/mine.data",
        "--delimiter",
        ";",
        "--licence",
        "CC0",
        "--data-dir",
        "d",
    ];
    dir.succeed(&import);
    let twice = dir.run(&import);
    assert_eq!(twice.code, 2);
    assert!(twice.err.contains("--name"), "{}", twice.err);
    assert!(dir.succeed(&["data", "verify", "--data-dir", "d"]).out.contains("1 good"));
    let spec = "[experiment]\nname = \"e\"\nseed = 1\n[[dataset]]\nname = \"mine\"\n[[method]]\nkind = \"knn\"\n";
    dir.write("e.toml", spec);
    dir.succeed(&["run", "e.toml", "--data-dir", "d"]);
}

#[test]
fn results_go_where_the_user_says() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml", "-o", "elsewhere", "-d", "iris"]);
    assert!(dir.path("elsewhere/results/small/outcomes.parquet").exists());
    assert!(dir.path("elsewhere/reports/small/summary.md").exists());
    dir.write("file", "");
    let said = dir.run(&["run", "small.toml", "-o", "file"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("--output"), "{}", said.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_cannot_be_written_costs_nothing_but_words() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    // Nobody hears the progress, and the run is done all the same.
    let output =
        dir.command(&["run", "small.toml", "-v"]).stderr(full()).output().expect("a start");
    assert_eq!(output.status.code(), Some(0));
    assert!(dir.path("reports/small/summary.md").exists());
    let output = dir.command(&["run", "absent.toml"]).stderr(full()).output().expect("a start");
    assert_eq!(output.status.code(), Some(2));
    // But results that were asked for and lost are an error.
    let output =
        dir.command(&["run", "small.toml", "--json"]).stdout(full()).output().expect("a start");
    assert_eq!(output.status.code(), Some(70));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"));
}

#[test]
fn an_ignored_column_may_hold_anything() {
    let dir = Dir::new();
    let rows: String =
        (0..20).map(|i| format!("{i},{},{}\n", if i == 3 { "x" } else { "1" }, i / 10)).collect();
    dir.write("d.csv", format!("a,mess,class\n{rows}"));
    let spec = |keys: &str| {
        format!(
            "[experiment]\nname = \"e\"\nseed = 1\n[[dataset]]\npath = \"d.csv\"\n{keys}\n[[method]]\nkind = \"knn\"\n"
        )
    };
    dir.write("e.toml", spec("ignore = [\"mess\"]"));
    dir.succeed(&["run", "e.toml"]);
    for (ignored, words) in
        [("mes", "did you mean `mess`?"), ("class", "is the target and cannot be ignored")]
    {
        dir.write("e.toml", spec(&format!("ignore = [\"mess\", \"{ignored}\"]")));
        let said = dir.run(&["run", "e.toml"]);
        assert_eq!(said.code, 2);
        assert!(said.err.contains(words), "{}", said.err);
    }
}
