//! What is shown of a program that failed: the lines that say why, wherever they are in what it wrote, and the command that
//! does the same again. The forms of many languages are tested next to the code, in `learn/command/cause_tests.rs`.

use crate::command::Trial;

#[test]
fn the_cause_is_shown_and_not_the_last_line() {
    let r = "echo \"Error in library(class) : there is no package called 'class'\" >&2\necho 'Execution halted' >&2\nexit 1";
    Trial::fails(
        r,
        "",
        "crashed",
        "it ended with exit code 1: Error in library(class) : there is no package called 'class'",
    );
    // A script without `set -e` goes on, and ends well.
    let careless = "svm-train-that-is-not-there \"$1/train.csv\"\necho trained";
    Trial::fails(careless, "", "malformed", "left no predictions.csv; it wrote: method.sh:");
    // The folder of a fit has another name every time; the reason has not.
    let open = "cat \"$1/no-such-file\"";
    Trial::fails(open, "", "crashed", "FOLDER/no-such-file: No such file or directory");
}

#[test]
fn the_place_in_a_python_file_is_shown() {
    let python = std::process::Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no python3");
        return;
    }
    let script = "import json\n\ndef fit(params):\n    return params['shrink']\n\njson.loads('{}', object_hook=fit)\n";
    for protocol in ["files", "worker"] {
        let trial = Trial::new("", &format!("protocol = \"{protocol}\""));
        trial.dir.write("own.py", script);
        let spec =
            trial.dir.read("x.toml").replace("\"sh\", \"method.sh\"", "\"python3\", \"own.py\"");
        trial.dir.write("x.toml", spec);
        let said = trial.run();
        assert_eq!(said.code, 3, "{}", said.err);
        let expected = "exit code 1: KeyError: 'shrink' (own.py line 4, in fit)";
        assert!(said.err.contains(expected), "{}", said.err);
        assert!(said.err.contains("log in results/x/logs/"), "{}", said.err);
    }
}

#[test]
fn the_log_has_a_command_that_does_the_same_again() {
    let script = "test \"$TRIBUNAL_PARAM_WORD\" = \"it's\" && test -e \"$1/train.csv\" && test -n \"$TRIBUNAL_SEED\" && exit 5\nexit 6";
    let trial = Trial::fails(script, "params = { word = \"it's\" }", "crashed", "exit code 5");
    let logs: Vec<String> = trial
        .outcomes()
        .iter()
        .filter_map(|outcome| Some(trial.dir.read(outcome["status"]["log"].as_str()?)))
        .collect();
    let again =
        logs.iter().flat_map(|log| log.lines()).find_map(|line| line.strip_prefix("try again:"));
    let again = again.unwrap_or_else(|| panic!("no command: {logs:?}"));
    let status = std::process::Command::new("sh").args(["-c", again]).status().expect("a shell");
    assert_eq!(status.code(), Some(5), "{again}");
}
