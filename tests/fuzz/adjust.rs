//! The target that reads p-values. The reader belongs to the command line, so the program itself is run on each input.

use std::path::Path;
use std::process::Command;

pub const WORDS: &[&str] = &[
    "p\n", "name,p\n", "p-value", "Pr(>|t|)", "A vs B,", "0.01\n", "1e-300", "0\n", ",0\n",
    "<0.001", "0,04", "NA", ";", "\t", "\"", "-0.5", "2",
];

/// Reads the input as a file of p-values and corrects them: either with a result, or with one message and a way out.
pub fn judge(bytes: &[u8], file: &Path) -> Result<String, String> {
    let path = file.with_file_name("p_values.csv");
    std::fs::write(&path, bytes).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
    let said = command.arg("adjust").arg(&path).arg("--json").output().expect("the program runs");
    let (out, error) = (said.stdout, String::from_utf8_lossy(&said.stderr).into_owned());
    assert!(!error.contains("panicked"), "{error}");
    match said.status.code() {
        Some(0) => {
            let found: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
            assert!(found.is_object(), "{found}");
            Ok(found.to_string().chars().take(60).collect())
        }
        Some(2) => {
            // Notes on how the file was read come first.
            let errors = error.lines().filter(|line| line.starts_with("error: ")).count();
            assert!(errors == 1 && error.contains("help: "), "{error}");
            Err(error.replace(&*path.to_string_lossy(), "FILE"))
        }
        code => panic!("it ended with {code:?}: {error}"),
    }
}
