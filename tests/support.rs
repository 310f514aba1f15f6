//! A scratch folder with the program in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The project's own folder.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder that goes away with the test.
pub struct Dir(tempfile::TempDir);

/// What a command said.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Dir {
    pub fn new() -> Dir {
        Dir(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(&path, text).expect("a written file");
        path
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// The program, in this folder, with the project's catalogue.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tribunal"));
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        command.env("TRIBUNAL_DATA", project().join("datasets")).env("NO_COLOR", "1");
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Said {
        said(self.command(arguments).output().expect("the program starts"))
    }

    /// Runs and demands success.
    pub fn succeed(&self, arguments: &[&str]) -> Said {
        let said = self.run(arguments);
        assert_eq!(said.code, 0, "{arguments:?} failed:\n{}\n{}", said.out, said.err);
        said
    }
}

pub fn said(output: Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A spec that runs in a blink.
pub const SMALL: &str = r#"
[experiment]
name = "small"
seed = 7
[protocol]
outer = { folds = 3 }
inner = { folds = 2 }
[[dataset]]
name = "iris"
[[dataset]]
name = "wine"
[[method]]
name = "kNN"
kind = "knn"
grid = { k = [1, 3, 5] }
[[method]]
name = "logistic"
kind = "logistic"
grid = { ridge = [0.01, 1] }
[[method]]
kind = "majority"
"#;

/// The ids of all journal lines.
pub fn journal_ids(text: &str) -> Vec<String> {
    text.lines()
        .skip(1)
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("a JSON line");
            line["body"]["trial"].as_str().expect("a trial").to_owned()
        })
        .collect()
}
