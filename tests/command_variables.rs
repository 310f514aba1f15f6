//! What programs get besides rows: the file of parameters as it is documented, variables for languages without a reader of
//! JSON, and the templates that use them.

use serde_json::Value;

use crate::command::{MAJORITY, Trial};
use crate::support::{Dir, project};

/// Keeps what the program got next to the spec.
fn keeping() -> String {
    format!("{MAJORITY}\ncp params.json task.json \"$OLDPWD\"\nenv > \"$OLDPWD/environment.txt\"")
}

#[test]
fn the_file_of_parameters_is_what_the_documentation_shows() {
    let trial = Trial::new(&keeping(), "params = { kernel = \"rbf\", C = 10 }");
    assert_eq!(trial.dir.run(&["run", "x.toml", "-j", "1"]).code, 0);
    let written = trial.dir.read("params.json");
    assert_eq!(written, "{\n  \"C\": 10,\n  \"kernel\": \"rbf\"\n}\n");
    let page = std::fs::read_to_string(project().join("docs/command.md")).expect("a page");
    assert!(
        page.contains(&format!("```json\n{written}```\n")),
        "docs/command.md shows another file"
    );
}

#[test]
fn parameters_are_variables_too() {
    let keys = "params = { kernel = \"it's rbf\", max-depth = 3, tiny = 1e-9, deep = true, order = [\"b\", \"a c\"] }\n\
                env = { OWN = \"yes\" }";
    let trial = Trial::new(&keeping(), keys);
    let mut run = trial.dir.command(&["run", "x.toml", "-j", "1"]);
    // Left over from another fit, in which this one runs.
    run.env("TRIBUNAL_PARAM_OLD", "1").env("TRIBUNAL_SEED", "wrong");
    assert!(run.output().expect("the program starts").status.success());
    let environment = trial.dir.read("environment.txt");
    let task: Value = serde_json::from_str(&trial.dir.read("task.json")).expect("JSON");
    let seed = format!("TRIBUNAL_SEED={}", task["seed"]);
    for line in [
        "TRIBUNAL_PARAM_KERNEL=it's rbf",
        "TRIBUNAL_PARAM_MAX_DEPTH=3",
        "TRIBUNAL_PARAM_TINY=1e-9",
        "TRIBUNAL_PARAM_DEEP=true",
        "TRIBUNAL_PARAM_ORDER=b",
        "TRIBUNAL_TASK=classification",
        "TRIBUNAL_CLASSES=3",
        &seed,
        "OWN=yes",
    ] {
        assert!(environment.lines().any(|own| own == line), "{line}: {environment}");
    }
    assert!(environment.contains("TRIBUNAL_FOLDER=/"), "{environment}");
    assert!(!environment.contains("TRIBUNAL_PARAM_OLD"), "{environment}");
}

#[test]
fn parameters_that_would_share_a_variable_are_refused() {
    for (keys, words) in [
        ("params = { c = 1, C = 2 }", "would both be the variable TRIBUNAL_PARAM_C"),
        (
            "params = { \"a-b\" = 1 }\ngrid = { a_b = [1, 2] }",
            "would both be the variable TRIBUNAL_PARAM_A_B",
        ),
        ("env = { TRIBUNAL_PARAM_C = \"1\" }", "is set by Tribunal for every fit"),
        ("env = { TRIBUNAL_SEED = \"1\" }", "is set by Tribunal for every fit"),
    ] {
        let said = Trial::new(MAJORITY, keys).run();
        assert_eq!(said.code, 2, "{keys}: {}", said.err);
        assert!(said.err.contains(words), "{keys}: {}", said.err);
    }
    // Two tables of a grid are two fits, and a worker has no variables.
    assert_eq!(Trial::new(MAJORITY, "grid = [{ c = [1] }, { C = [2] }]").run().code, 0);
    let plan = Trial::new(MAJORITY, "protocol = \"worker\"\nparams = { c = 1, C = 2 }");
    plan.dir.succeed(&["plan", "x.toml"]);
}

#[test]
fn a_method_in_shell_to_start_from_runs() {
    let dir = Dir::new();
    dir.succeed(&["init", "own", "--command", "sh"]);
    let said = dir.succeed(&["run", "experiments/own.toml"]);
    assert!(said.out.contains("mine") && !said.out.contains("No verdict"), "{}", said.out);
    // The same method as that in Python.
    let python = std::process::Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no python3");
        return;
    }
    dir.succeed(&["init", "other", "--command", "python"]);
    dir.succeed(&["run", "experiments/other.toml"]);
    let scores = |name: &str| -> Vec<String> {
        let table = dir.read(&format!("results/{name}/outcomes.csv"));
        let column =
            table.lines().next().and_then(|header| header.split(',').position(|n| n == "accuracy"));
        let column = column.expect("accuracies");
        let own = table.lines().filter(|line| line.contains(",mine,"));
        own.map(|line| line.split(',').nth(column).unwrap_or("").to_owned()).collect()
    };
    assert_eq!(scores("own").len(), 20);
    assert_eq!(scores("own"), scores("other"));
}
