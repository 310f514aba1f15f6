//! Where programs work during one run: private folders, the place of logs, and the workers that wait for the next fit. When
//! it is dropped, the workers are killed and the folders removed.

use std::path::{Path, PathBuf};

/// The place of the programs of one run.
#[derive(Debug, Default)]
pub struct Workplace {
    logs: Option<PathBuf>,
}

impl Workplace {
    /// A place that keeps the logs of failed fits in a folder, if there is one.
    pub fn new(logs: Option<&Path>) -> Workplace {
        Workplace { logs: logs.map(Path::to_path_buf) }
    }

    /// The folder of logs.
    pub fn logs(&self) -> Option<&Path> {
        self.logs.as_deref()
    }
}
