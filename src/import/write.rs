//! An import on the disk: a folder like that of any run. It is made beside its place and moved there when it is whole, so
//! that no half of it is ever taken for a run.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::Import;
use crate::data::catalog::Catalog;
use crate::data::error::DataError;
use crate::diagnostic::Mistakes;
use crate::learn::Registry;
use crate::learn::command::Imported;
use crate::plan::Outline;
use crate::run::Sink;
use crate::spec::{Environment, Experiment, Stored, parse};
use crate::store::{
    Provenance, Store, StoreError, TablesError, read_manifest, write_imported_manifest,
    write_tables,
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
pub enum Refused {
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
    /// The spec that the run keeps. Settings come first, so that mistakes in them are shown where they stand.
    fn spec(&self, spec: &Spec<'_>) -> Result<String, Refused> {
        let mut text = String::new();
        let mut chosen = false;
        if let Some((file, settings)) = spec.settings {
            chosen = check_settings(file, settings)?;
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
        if !chosen {
            let metrics: Vec<String> =
                self.built.metrics(self.file())?.into_iter().map(quoted).collect();
            text.push_str(&format!("\n[analysis]\nmetrics = [{}]\n", metrics.join(", ")));
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

    fn experiment(&self, file: &Path, text: &str) -> Result<Experiment, Refused> {
        let stored = Stored {
            datasets: self.built.facts.iter().map(|facts| facts.name.clone()).collect(),
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
        parse(file, text, &environment).map_err(Refused::Settings)
    }
}

/// Whether settings say what to analyse. They may hold nothing but tables of settings.
fn check_settings(file: &Path, text: &str) -> Result<bool, Refused> {
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
    Ok(table.contains_key("analysis"))
}

/// Writes an import to `folder`, which takes the place of an older import if `force` says so. Returns the number of trials.
pub fn write(
    mut import: Import,
    spec: &Spec<'_>,
    folder: &Path,
    force: bool,
) -> Result<usize, Refused> {
    let replaces = may_replace(folder, force)?;
    let text = import.spec(spec)?;
    let file = spec.settings.map_or(Path::new("run.json"), |(file, _)| file);
    let experiment = import.experiment(file, &text)?;
    let outline = Outline::new(&experiment, import.built.facts.clone());
    let finished = import.built.finished(&experiment, &outline);
    let parent = folder.parent().unwrap_or(Path::new("."));
    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |error: io::Error| Refused::Disk { path, error }
    };
    std::fs::create_dir_all(parent).map_err(failed(parent))?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let beside = |what: &str| parent.join(format!(".{name}.{what}-{}", std::process::id()));
    let (new, old) = (beside("import"), beside("replaced"));
    let made = make(&new, &outline, &text, &finished, import.provenance);
    let moved = made.and_then(|()| {
        if replaces {
            std::fs::rename(folder, &old).map_err(failed(folder))?;
        }
        std::fs::rename(&new, folder).map_err(|error| {
            if replaces {
                // What was there is worth more than what could not be put in its place.
                let _ = std::fs::rename(&old, folder);
            }
            failed(folder)(error)
        })
    });
    if moved.is_err() {
        let _ = std::fs::remove_dir_all(&new);
    }
    moved?;
    if replaces {
        std::fs::remove_dir_all(&old).map_err(failed(&old))?;
    }
    Ok(finished.len())
}

/// Whether a folder holds an import that may be replaced. Nothing else is ever removed.
fn may_replace(folder: &Path, force: bool) -> Result<bool, Refused> {
    if folder.symlink_metadata().is_err() {
        return Ok(false);
    }
    let shown = folder.display();
    let is_link = folder.symlink_metadata().is_ok_and(|found| found.is_symlink());
    let manifest = if is_link { None } else { read_manifest(folder)? };
    let Some(manifest) = manifest else {
        return Err(Refused::Taken(format!(
            "{shown} exists and is no run that was imported\nhelp: choose another --name"
        )));
    };
    if manifest.methods.iter().any(|method| method.kind != Imported::KIND) {
        return Err(Refused::Taken(format!(
            "{shown} holds a run of its own, which no import replaces\nhelp: choose another --name"
        )));
    }
    if !force {
        return Err(Refused::Taken(format!(
            "{shown} holds an import already\nhelp: --force replaces it, or choose another --name"
        )));
    }
    Ok(true)
}

/// Makes the folder of a run; the manifest comes last.
fn make(
    folder: &Path,
    outline: &Outline<'_>,
    spec: &str,
    finished: &[crate::run::Finished],
    provenance: Provenance,
) -> Result<(), Refused> {
    let failed = |error: io::Error| Refused::Disk { path: folder.to_path_buf(), error };
    // What a killed import of the same process number left.
    if folder.symlink_metadata().is_ok() {
        std::fs::remove_dir_all(folder).map_err(failed)?;
    }
    let store = Store::open(folder)?;
    store.put(finished).map_err(failed)?;
    write_tables(&store, outline)?;
    write_imported_manifest(&store, outline, spec, provenance).map_err(failed)
}
