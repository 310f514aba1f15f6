//! A run that is looked at from its folder alone: its spec, its datasets' facts and its methods come from `run.json`, so
//! that neither data nor programs need to be there.

use std::path::{Path, PathBuf};

use super::arguments::DataDir;
use super::context::parse_spec;
use super::exit::Refusal;
use crate::experiment::Experiment;
use crate::plan::DatasetFacts;
use crate::spec::{Spec, Stored};
use crate::store::{Manifest, MethodVersion, read_manifest};

/// A run in a folder.
pub struct StoredRun {
    /// What its spec asks for, with the seed it was run with.
    pub spec: Spec,
    /// The text of its spec.
    pub text: String,
    /// What it knows of its datasets.
    pub datasets: Vec<DatasetFacts>,
    /// The folder.
    pub results: PathBuf,
}

/// The folder that a path means, if it is the folder of a run or its `run.json`.
pub fn folder_of(path: &Path) -> Option<&Path> {
    let parent = |path: &'_ Path| path.parent().map(Path::to_path_buf);
    let is_manifest = path.file_name().is_some_and(|name| name == "run.json");
    match () {
        () if path.is_dir() => Some(path),
        () if is_manifest && parent(path).is_some_and(|p| p.as_os_str().is_empty()) => {
            Some(Path::new("."))
        }
        () if is_manifest => path.parent(),
        () => None,
    }
}

impl StoredRun {
    /// Reads what a folder says of itself.
    pub fn read(folder: &Path, data: &DataDir) -> Result<StoredRun, Refusal> {
        let results = folder.to_path_buf();
        let Some(manifest) = read_manifest(&results)? else {
            return Err(Refusal::usage(format!(
                "{} has no run.json\nhelp: give the folder of a run, such as results/quickstart, or the spec",
                results.display()
            )));
        };
        let file = results.join("run.json");
        let spec = parse_spec(&file, &manifest.spec, data, Some(&stored(&manifest, true)))?;
        let spec = spec.with_seed(manifest.seed);
        let Some(datasets) = facts(&spec.experiment, &manifest) else {
            return Err(Refusal::usage(format!(
                "{} does not describe all datasets of its own spec\nhelp: run the experiment again, or give the spec",
                file.display()
            )));
        };
        Ok(StoredRun { spec, text: manifest.spec, datasets, results })
    }
}

/// What a run knows of itself.
pub fn stored(manifest: &Manifest, own_spec: bool) -> Stored {
    let fingerprint = |m: &MethodVersion| Some((m.name.clone(), m.fingerprint.clone()?));
    Stored {
        datasets: manifest
            .datasets
            .iter()
            .map(|facts| (facts.name.clone(), facts.task()))
            .collect(),
        absent: manifest.absent.clone(),
        fingerprints: manifest.methods.iter().filter_map(fingerprint).collect(),
        own_spec,
    }
}

/// What a run knows of the datasets of an experiment; `None` if it does not know one of them.
pub fn facts(experiment: &Experiment, manifest: &Manifest) -> Option<Vec<DatasetFacts>> {
    let find = |name: &str| manifest.datasets.iter().find(|facts| facts.name == name).cloned();
    experiment.datasets.iter().map(|source| find(&source.name)).collect()
}
