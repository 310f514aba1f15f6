//! What several verbs need first: the data folder, the checked experiment and its places, and how words are written.

use std::ops::Deref;
use std::path::{Path, PathBuf};

use super::arguments::{DataDir, SpecOptions};
use super::exit::Refusal;
use super::import::refuse_folder;
use crate::court::{self, Case, Court};
use crate::data::DataError;
use crate::data::catalog::Catalog;
use crate::plan::Selection;
use crate::spec::{Spec, Stored};

/// The data folder that the user names.
fn named_folder(options: &DataDir) -> Option<PathBuf> {
    let named = std::env::var_os("TRIBUNAL_DATA").filter(|v| !v.is_empty()).map(PathBuf::from);
    options.data_dir.clone().or(named)
}

/// Finds the data folder: what the user says, else `datasets` here, else in a folder above the spec.
pub fn data_folder(options: &DataDir, spec: Option<&Path>) -> PathBuf {
    named_folder(options).unwrap_or_else(|| court::data_folder(spec))
}

/// Opens the catalogue: that of the folder the user names, or the one that is found.
pub fn catalog(options: &DataDir, spec: Option<&Path>) -> Result<Catalog, DataError> {
    court::open_catalog(named_folder(options).as_deref(), spec)
}

/// A checked experiment with the places that belong to it.
pub struct Checked {
    /// The experiment, the text it came from, and what was selected of it.
    pub case: Case,
    /// `results/<experiment>`
    pub results: PathBuf,
    /// `reports/<experiment>`
    pub reports: PathBuf,
}

/// The text of a spec.
pub fn read_spec(file: &Path) -> Result<String, Refusal> {
    Ok(court::read_spec(file)?)
}

/// The methods and the data that a spec may name.
fn court(data: &DataDir) -> Court {
    match named_folder(data) {
        Some(folder) => Court::new().data_folder(folder),
        None => Court::new(),
    }
}

/// Reads and checks a spec.
pub fn check(options: &SpecOptions) -> Result<Checked, Refusal> {
    let file = options.spec.as_path();
    refuse_folder(file)?;
    let case = court(&options.data).open(file)?;
    let seed = options.seed.unwrap_or(case.spec.experiment.seed);
    let selection =
        Selection { datasets: options.datasets.clone(), methods: options.methods.clone() };
    let case = case.with_seed(seed).with_selection(selection)?;
    let place = |kind: &str| within(&options.output, kind, case.name());
    let (results, reports) = (place("results"), place("reports"));
    Ok(Checked { case, results, reports })
}

impl Deref for Checked {
    type Target = Case;

    fn deref(&self) -> &Case {
        &self.case
    }
}

impl SpecOptions {
    /// How the results can be had again.
    pub fn run_command(&self) -> String {
        let mut words = vec!["tribunal run".to_owned(), shell_word(&self.spec.to_string_lossy())];
        words.extend(self.seed.map(|seed| format!("--seed {seed}")));
        if self.output != Path::new(".") {
            words.push(format!("--output {}", shell_word(&self.output.to_string_lossy())));
        }
        if let Some(folder) = &self.data.data_dir {
            words.push(format!("--data-dir {}", shell_word(&folder.to_string_lossy())));
        }
        words.join(" ")
    }
}

/// Checks the text of a spec that stands in a file; what is `stored` need not be there.
pub fn parse_spec(
    file: &Path,
    text: &str,
    data: &DataDir,
    stored: Option<&Stored>,
) -> Result<Spec, Refusal> {
    Ok(court(data).check(file, text, stored)?)
}

/// The folder of an experiment's results or reports.
pub fn within(output: &Path, kind: &str, experiment: &str) -> PathBuf {
    let folder = Path::new(kind).join(experiment);
    if output == Path::new(".") { folder } else { output.join(folder) }
}

/// A word that a shell takes as it is.
pub fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// One thread a processor, unless the user says otherwise.
pub fn threads(jobs: Option<u16>) -> usize {
    jobs.map_or_else(court::default_threads, usize::from)
}

/// Bytes that fits may use, unless the user says otherwise: half of what there is.
pub fn memory(megabytes: Option<u32>) -> usize {
    megabytes.map_or_else(court::default_memory, |mb| mb as usize * 1_000_000)
}

/// "1 trial", "2 trials".
pub fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
