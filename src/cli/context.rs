//! What several verbs need first: the catalogue, the checked experiment, its datasets and its plan.

use std::path::{Path, PathBuf};

use super::arguments::{DataDir, SpecOptions};
use super::exit::{Exit, Refusal};
use super::import::refuse_folder;
use super::machine::total_memory;
use crate::data::catalog::{CATALOG_FILE, Catalog};
use crate::data::load::{self, io_reason};
use crate::data::{DataError, Dataset};
use crate::files;
use crate::learn::Registry;
use crate::plan::{Plan, Selection};
use crate::spec::{Environment, Experiment, Stored, parse};

/// Finds the data folder: what the user says, else `datasets` here, else in a folder above the spec.
pub fn data_folder(options: &DataDir, spec: Option<&Path>) -> PathBuf {
    let named = std::env::var_os("TRIBUNAL_DATA").filter(|v| !v.is_empty()).map(PathBuf::from);
    if let Some(folder) = options.data_dir.clone().or(named) {
        return folder;
    }
    let here = PathBuf::from("datasets");
    let above = spec.and_then(|s| s.canonicalize().ok()).unwrap_or_default();
    let above = above.ancestors().skip(1).map(|folder| folder.join("datasets"));
    let mut places = std::iter::once(here.clone()).chain(above);
    places.find(|folder| folder.join(CATALOG_FILE).is_file()).unwrap_or(here)
}

/// A checked experiment with the text it came from.
pub struct Checked {
    /// The experiment.
    pub experiment: Experiment,
    /// The spec's text.
    pub text: String,
    /// What was selected of it.
    pub selection: Selection,
    /// `results/<experiment>`
    pub results: PathBuf,
    /// `reports/<experiment>`
    pub reports: PathBuf,
}

/// The text of a spec.
pub fn read_spec(file: &Path) -> Result<String, Refusal> {
    let text = files::read_any(file, files::MOST_TEXT).map_err(|e| {
        Refusal::usage(format!(
            "cannot read {}: {}\nhelp: `tribunal init NAME` writes a spec to start from",
            file.display(),
            io_reason(&e)
        ))
    })?;
    String::from_utf8(text).map_err(|_| {
        Refusal::usage(format!("{} is not UTF-8 text; save it as such", file.display()))
    })
}

/// Reads and checks a spec.
pub fn check(options: &SpecOptions) -> Result<Checked, Refusal> {
    let file = options.spec.as_path();
    refuse_folder(file)?;
    let text = read_spec(file)?;
    let experiment = parse_spec(file, &text, &options.data, None)?;
    let seed = options.seed.unwrap_or(experiment.seed);
    let experiment = experiment.with_seed(seed);
    let selection =
        Selection { datasets: options.datasets.clone(), methods: options.methods.clone() };
    selection.check(&experiment)?;
    let place = |kind: &str| within(&options.output, kind, &experiment.name);
    let (results, reports) = (place("results"), place("reports"));
    Ok(Checked { experiment, text, selection, results, reports })
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
) -> Result<Experiment, Refusal> {
    let catalog = Catalog::open(&data_folder(data, Some(file)));
    let registry = Registry::standard();
    let folder = file.parent().unwrap_or(Path::new(""));
    let environment =
        Environment { registry: &registry, catalog: catalog.as_ref(), folder, stored };
    Ok(parse(file, text, &environment)?)
}

impl Checked {
    /// Loads the datasets and lists the trials. All bad datasets are reported at once.
    pub fn plan(&self) -> Result<Plan<'_>, Refusal> {
        let (mut datasets, mut refusals): (Vec<Dataset>, Vec<DataError>) = (Vec::new(), Vec::new());
        for source in &self.experiment.datasets {
            match load::load(source) {
                Ok(data) => datasets.push(data),
                Err(error) => refusals.push(error),
            }
        }
        if !refusals.is_empty() {
            let texts: Vec<String> =
                refusals.into_iter().map(|error| Refusal::from(error).text).collect();
            let text = format!("{}\n\nnothing was run", texts.join("\n\n"));
            return Err(Refusal { exit: Exit::Usage, text });
        }
        Ok(Plan::new(&self.experiment, datasets)?)
    }
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
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    jobs.map_or(processors, usize::from)
}

/// Bytes that fits may use: what the user says, else half of what the machine or its container has, else two
/// gigabytes.
pub fn memory(megabytes: Option<u32>) -> usize {
    let half = || total_memory().map_or(2 << 30, |bytes| bytes / 2);
    megabytes.map_or_else(half, |mb| mb as usize * 1_000_000)
}

/// "1 trial", "2 trials".
pub fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
