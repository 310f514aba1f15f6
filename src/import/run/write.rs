//! An import on the disk: the spec that its run keeps, and the files of a folder like that of any run. Where the folder is
//! and what may be replaced there is `place`'s concern.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::Import;
use super::place::Place;
use crate::data::catalog::Catalog;
use crate::data::error::DataError;
use crate::diagnostic::Mistakes;
use crate::learn::Imported;
use crate::learn::Registry;
use crate::plan::{Outline, TooManyTrials};
use crate::run::Sink;
use crate::spec::{self, Environment, Stored, parse};
use crate::store::{
    Provenance, Store, StoreError, TablesError, write_imported_manifest, write_tables,
};

/// What the run's spec says beside what was imported.
#[derive(Debug, Clone, Copy)]
pub struct Spec<'a> {
    /// The name of the run.
    pub name: &'a str,
    /// A file with tables `[analysis]`, `[report]` and `[gate]`, and its text.
    pub settings: Option<(&'a Path, &'a str)>,
}

/// Why an import was not written.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// The settings are wrong.
    #[error("the settings have mistakes")]
    Settings(Mistakes),
    /// The results cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Something else is there.
    #[error("{0}")]
    Taken(String),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The derived tables cannot be made.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// The disk says no.
    #[error("cannot write to {path}: {error}", path = path.display())]
    Disk {
        /// Where.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

impl Import {
    /// The spec that the run keeps, with the metrics that the results have unless settings choose. Settings come first, so
    /// that mistakes in them are shown where they stand.
    fn spec(&self, spec: &Spec<'_>, with_metrics: bool) -> Result<String, NotWritten> {
        let mut text = String::new();
        let mut settings = match spec.settings {
            Some((file, settings)) => check_settings(file, settings)?,
            None => Settings::Apart(String::new()),
        };
        if with_metrics && !matches!(settings, Settings::Chosen(_)) {
            let metrics: Vec<String> =
                self.built.metrics(self.file())?.into_iter().map(quoted).collect();
            settings = settings.with(&format!("metrics = [{}]", metrics.join(", ")));
        }
        let (Settings::Chosen(settings)
        | Settings::Apart(settings)
        | Settings::Inside(settings, _)) = settings;
        if !settings.trim().is_empty() {
            text.push_str(settings.trim_end());
            text.push_str("\n\n");
        }
        let (repeats, folds) = self.built.places;
        text.push_str("# Results that were made elsewhere, written by `tribunal import`. They cannot be run.\n");
        text.push_str(&format!("[experiment]\nname = {}\nseed = 1\n\n", quoted(spec.name)));
        text.push_str(&format!(
            "[import]\nfrom = {}\nrepeats = {repeats}\nfolds = {folds}\n",
            quoted(self.from)
        ));
        if let Some(share) = self.test_share {
            text.push_str(&format!("test-share = {share:?}\n"));
        }
        for facts in &self.built.facts {
            text.push_str(&format!("\n[[dataset]]\nname = {}\n", quoted(&facts.name)));
        }
        for (method, _) in &self.built.methods {
            let kind = quoted(Imported::KIND);
            text.push_str(&format!("\n[[method]]\nname = {}\nkind = {kind}\n", quoted(method)));
        }
        Ok(text)
    }

    fn parsed(&self, file: &Path, text: &str) -> Result<spec::Spec, NotWritten> {
        let stored = Stored {
            datasets: self.built.facts.iter().map(|own| (own.name.clone(), own.task())).collect(),
            absent: Vec::new(),
            fingerprints: self.built.methods.iter().cloned().collect::<BTreeMap<_, _>>(),
            own_spec: true,
        };
        let none = DataError::file(Path::new(""), "no catalogue is needed", "");
        let catalog: Result<&Catalog, &DataError> = Err(&none);
        let registry = Registry::standard();
        let environment = Environment {
            registry: &registry,
            catalog,
            folder: Path::new(""),
            stored: Some(&stored),
        };
        parse(file, text, &environment).map_err(NotWritten::Settings)
    }
}

/// The text of settings, by what they say of metrics.
enum Settings {
    /// They choose them.
    Chosen(String),
    /// They have no table `[analysis]`.
    Apart(String),
    /// They have one without metrics; the line of its header, counted from 0.
    Inside(String, usize),
}

impl Settings {
    /// The same with a line for `[analysis]`.
    fn with(self, line: &str) -> Settings {
        match self {
            Settings::Chosen(text) => Settings::Chosen(text),
            Settings::Apart(text) => Settings::Chosen(
                format!("{}\n\n[analysis]\n{line}\n", text.trim_end()).trim_start().to_owned(),
            ),
            Settings::Inside(text, header) => {
                let mut lines: Vec<&str> = text.lines().collect();
                lines.insert(header + 1, line);
                Settings::Chosen(lines.join("\n"))
            }
        }
    }
}

/// Settings may hold nothing but tables of settings.
fn check_settings(file: &Path, text: &str) -> Result<Settings, NotWritten> {
    let wrong = |problem: String| {
        DataError::file(file, problem, "it may hold [analysis], [report] and [gate], as in a spec")
    };
    let table: toml::Table = text
        .parse()
        .map_err(|error: toml::de::Error| wrong(format!("not valid TOML: {}", error.message())))?;
    if let Some(key) =
        table.keys().find(|key| !matches!(key.as_str(), "analysis" | "report" | "gate"))
    {
        return Err(wrong(format!("`{key}` cannot be set for imported results")).into());
    }
    let Some(analysis) = table.get("analysis") else {
        return Ok(Settings::Apart(text.to_owned()));
    };
    // What is no table is told as a mistake of the spec.
    if analysis.as_table().is_none_or(|own| own.contains_key("metrics")) {
        return Ok(Settings::Chosen(text.to_owned()));
    }
    let is_header = |line: &str| {
        let line: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        line == "[analysis]" || line.starts_with("[analysis]#")
    };
    match text.lines().position(is_header) {
        Some(header) => Ok(Settings::Inside(text.to_owned(), header)),
        None => Err(DataError::file(
            file,
            "`analysis` has no metrics and is not written as a table of its own",
            "write a line [analysis], and its keys below it",
        )
        .into()),
    }
}

/// Writes an import to `folder`, which takes the place of an older import if `force` says so. Returns the number of trials.
pub fn write(
    mut import: Import,
    spec: &Spec<'_>,
    folder: &Path,
    force: bool,
) -> Result<usize, NotWritten> {
    let place = Place::new(folder, force)?;
    let file = spec.settings.map_or(Path::new("run.json"), |(file, _)| file);
    // Mistakes of the settings as they were written, before anything stands between their lines.
    import.parsed(file, &import.spec(spec, false)?)?;
    let text = import.spec(spec, true)?;
    let parsed = import.parsed(file, &text)?;
    known(&import, &parsed, file)?;
    let outline = Outline::new(&parsed.experiment, import.built.facts.clone())
        .map_err(|error| DataError::file(import.file(), error.problem(), TooManyTrials::HELP))?;
    let finished = import.built.finished(&parsed.experiment, &outline);
    place.fill(|new| make(new, &outline, &text, &finished, import.provenance))?;
    Ok(finished.len())
}

/// Refuses metrics that were asked for and that no result has.
fn known(import: &Import, parsed: &spec::Spec, file: &Path) -> Result<(), NotWritten> {
    let guarded = parsed.gate.metrics.iter().map(|guarded| guarded.info);
    let mut asked = parsed.analysis.metrics.iter().copied().chain(guarded);
    let Some(info) = asked.find(|info| !import.built.knows(info.name)) else { return Ok(()) };
    let problem = format!("the metric `{}` is asked for, but no result has it", info.name);
    let known = import.built.metrics(import.file())?.join(", ");
    Err(DataError::file(file, problem, format!("the results have {known}")).into())
}

/// Makes the folder of a run; the manifest comes last.
fn make(
    folder: &Path,
    outline: &Outline<'_>,
    spec: &str,
    finished: &[crate::run::Finished],
    provenance: Provenance,
) -> Result<(), NotWritten> {
    let failed = |error: io::Error| NotWritten::Disk { path: folder.to_path_buf(), error };
    let store = Store::open(folder)?;
    store.put(finished).map_err(failed)?;
    write_tables(&store, outline)?;
    write_imported_manifest(&store, outline, spec, provenance).map_err(failed)
}
