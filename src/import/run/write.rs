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
    /// The policy for missing results, by its word; it replaces that of the settings.
    pub missing: Option<&'a str>,
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
    /// The spec that the run keeps; a complete one has the metrics of the results, unless settings choose, and the policy for
    /// missing results. Settings come first, so that mistakes in them are shown where they stand.
    fn spec(&self, spec: &Spec<'_>, complete: bool) -> Result<String, NotWritten> {
        let mut text = String::new();
        let mut settings = match spec.settings {
            Some((file, settings)) => Settings::read(file, settings)?,
            None => Settings::default(),
        };
        if complete && !settings.has("metrics") {
            let metrics: Vec<String> =
                self.built.metrics(self.file())?.into_iter().map(quoted).collect();
            settings.set("metrics", &format!("[{}]", metrics.join(", ")))?;
        }
        if let Some(policy) = spec.missing.filter(|_| complete) {
            settings.set("missing", &quoted(policy))?;
        }
        if !settings.text.trim().is_empty() {
            text.push_str(settings.text.trim());
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

/// Settings, and what their table `[analysis]` holds.
#[derive(Default)]
struct Settings {
    /// The file.
    file: PathBuf,
    /// Its text.
    text: String,
    /// The keys of `[analysis]`, if there is such a table.
    keys: Option<Vec<String>>,
    /// Whether `analysis` is no table, which is told as a mistake of the spec.
    wrong: bool,
}

impl Settings {
    /// Settings may hold nothing but tables of settings.
    fn read(file: &Path, text: &str) -> Result<Settings, NotWritten> {
        let wrong = |problem: String| {
            let remedy = "it may hold [analysis], [report] and [gate], as in a spec";
            DataError::file(file, problem, remedy)
        };
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            wrong(format!("not valid TOML: {}", error.message()))
        })?;
        let known = ["analysis", "report", "gate"];
        if let Some(key) = table.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(wrong(format!("`{key}` cannot be set for imported results")).into());
        }
        let analysis = table.get("analysis");
        let keys =
            analysis.and_then(toml::Value::as_table).map(|own| own.keys().cloned().collect());
        let wrong = analysis.is_some() && keys.is_none();
        Ok(Settings { file: file.to_owned(), text: text.to_owned(), keys, wrong })
    }

    fn has(&self, key: &str) -> bool {
        self.wrong || self.keys.iter().flatten().any(|own| own == key)
    }

    /// Writes a key of `[analysis]`, in place of what it was. The value takes one line, before and after.
    fn set(&mut self, key: &str, value: &str) -> Result<(), NotWritten> {
        let line = format!("{key} = {value}");
        let Some(keys) = &mut self.keys else {
            self.text = format!("{}\n\n[analysis]\n{line}\n", self.text.trim_end());
            self.keys = Some(vec![key.to_owned()]);
            return Ok(());
        };
        let plain = |line: &str| line.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let is_header = |line: &&str| {
            let line = plain(line);
            line == "[analysis]" || line.starts_with("[analysis]#")
        };
        let mut lines: Vec<&str> = self.text.lines().collect();
        let Some(header) = lines.iter().position(is_header) else {
            let problem =
                format!("`analysis` has no {key} and is not written as a table of its own");
            let remedy = "write a line [analysis], and its keys below it";
            return Err(DataError::file(&self.file, problem, remedy).into());
        };
        let is_key = |line: &&str| plain(line).starts_with(&format!("{key}="));
        let own = lines[header + 1..].iter().take_while(|line| !plain(line).starts_with('['));
        let known = keys.iter().any(|own| own == key);
        match own.clone().position(is_key).filter(|_| known) {
            Some(place) => lines[header + 1 + place] = &line,
            None => lines.insert(header + 1, &line),
        }
        if !known {
            keys.push(key.to_owned());
        }
        self.text = lines.join("\n");
        Ok(())
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
