//! `run.json`: what a run was made of, for whoever finds the folder in a year, and for reports that have no data. It holds
//! no times of day, so that it is the same for equal runs on one machine.

use std::collections::BTreeSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::writer::Writer;
use super::{FORMAT_VERSION, LinesError, Store, StoreError, lines};
use crate::escape::visible;
use crate::experiment::{Absent, PartVersion};
use crate::files;
use crate::num::simd;
use crate::plan::{DatasetFacts, ENGINE_VERSION, Outline};
use crate::run::CLOCK;

const FILE: &str = "run.json";

/// What a run was made of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Format of the store.
    pub format: u32,
    /// Version of the program.
    pub tribunal: String,
    /// Version of splitting, preprocessing, selection and scoring.
    pub engine: u32,
    /// Name of the experiment.
    pub experiment: String,
    /// Its seed, which may be another than the spec's.
    pub seed: u64,
    /// Where parameters were chosen.
    pub protocol: String,
    /// What a reader must be warned of.
    pub caveats: Vec<String>,
    /// Number of trials.
    pub trials: usize,
    /// The datasets.
    pub datasets: Vec<DatasetFacts>,
    /// Datasets of the spec that could not be had.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Absent>,
    /// The methods.
    pub methods: Vec<MethodVersion>,
    /// Where it ran last.
    pub machine: Machine,
    /// Where results come from that were made elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import: Option<Provenance>,
    /// The spec, word for word.
    pub spec: String,
}

/// What an import read, and what it left out or assumed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// What a reader should know.
    pub notes: Vec<String>,
    /// How many files were read.
    pub count: usize,
    /// BLAKE3 of the hashes of all files, in their order.
    pub blake3: String,
    /// The first files.
    pub files: Vec<SourceFile>,
}

/// A file that was imported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its path, as it was named.
    pub path: String,
    /// BLAKE3 of its bytes.
    pub blake3: String,
}

/// The part of every format that says which it is.
#[derive(Deserialize)]
struct Versioned {
    format: u32,
}

/// A method of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MethodVersion {
    /// Its name in tables.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// Version of the kind.
    pub version: u32,
    /// Grid points.
    pub points: usize,
    /// What is done to the columns before a fit, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<PartVersion>,
    /// The methods it builds on, the outer one first, where the version of the kind does not stand for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bases: Vec<PartVersion>,
    /// Hash of its files, if it is a program or was imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
}

/// A machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Operating system.
    pub system: String,
    /// Instruction set.
    pub architecture: String,
    /// How many processors it has.
    pub processors: usize,
    /// Which, where the system tells.
    pub processor: Option<String>,
    /// The clock that timings come from.
    pub clock: String,
    /// The vector instructions of all machines that worked on the run; `unknown` for those that did not say.
    #[serde(default)]
    pub vectors: BTreeSet<String>,
}

/// Whoever wrote a manifest before vectors were recorded.
const UNKNOWN: &str = "unknown";

impl Machine {
    /// The machine that this program runs on, with those that worked on the run in a folder before.
    fn this(folder: &Path) -> Result<Machine, StoreError> {
        Ok(Machine {
            system: std::env::consts::OS.to_owned(),
            architecture: std::env::consts::ARCH.to_owned(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            processor: processor(),
            clock: CLOCK.to_owned(),
            vectors: vectors(folder)?,
        })
    }

    /// Another machine, of which nothing is known.
    fn elsewhere() -> Machine {
        Machine {
            system: UNKNOWN.to_owned(),
            architecture: UNKNOWN.to_owned(),
            processors: 0,
            processor: None,
            clock: UNKNOWN.to_owned(),
            vectors: BTreeSet::new(),
        }
    }

    /// Machines that the run may come from and whose vector instructions are not this one's.
    pub fn other_vectors(&self) -> Vec<&str> {
        if self.vectors.is_empty() {
            return vec![UNKNOWN];
        }
        self.vectors.iter().map(String::as_str).filter(|v| *v != simd::level()).collect()
    }
}

/// Writes `run.json` beside the journal.
pub fn write_manifest(store: &Store, outline: &Outline<'_>, spec: &str) -> std::io::Result<()> {
    write(store, outline, spec, None)
}

/// The same for results that were made elsewhere.
pub fn write_imported_manifest(
    store: &Store,
    outline: &Outline<'_>,
    spec: &str,
    import: Provenance,
) -> std::io::Result<()> {
    write(store, outline, spec, Some(import))
}

fn write(
    store: &Store,
    outline: &Outline<'_>,
    spec: &str,
    import: Option<Provenance>,
) -> std::io::Result<()> {
    let experiment = outline.experiment;
    let methods = experiment.methods.iter().map(|m| {
        let info = m.method.info();
        MethodVersion {
            name: m.name.clone(),
            kind: info.kind.to_owned(),
            version: info.version,
            points: m.grid.len(),
            steps: m.steps(),
            bases: m.bases(),
            fingerprint: m.method.fingerprint().map(str::to_owned),
        }
    });
    let manifest = Manifest {
        format: FORMAT_VERSION,
        tribunal: env!("CARGO_PKG_VERSION").to_owned(),
        engine: ENGINE_VERSION,
        experiment: experiment.name.clone(),
        seed: experiment.seed,
        protocol: experiment.protocol.name().to_owned(),
        caveats: experiment.caveats(),
        trials: outline.trials.len(),
        datasets: outline.datasets.clone(),
        absent: experiment.absent.clone(),
        methods: methods.collect(),
        machine: match experiment.import {
            Some(_) => Machine::elsewhere(),
            None => Machine::this(store.folder()).map_err(std::io::Error::other)?,
        },
        import,
        spec: spec.to_owned(),
    };
    let mut text = serde_json::to_string_pretty(&manifest)?;
    text.push('\n');
    store.write(FILE, text.as_bytes())
}

/// The vector instructions of this machine, and of those that worked on the run before. Processes that work at the same time
/// may write the manifest over each other's: what their journals say cannot be lost.
fn vectors(folder: &Path) -> Result<BTreeSet<String>, StoreError> {
    // A manifest that cannot be read is about to be written again; nothing is known of the machines before.
    let before = read_manifest(folder).ok().flatten();
    let mut all = before.map_or_else(BTreeSet::new, |manifest| {
        if manifest.machine.vectors.is_empty() {
            BTreeSet::from([UNKNOWN.to_owned()])
        } else {
            manifest.machine.vectors
        }
    });
    all.insert(simd::level().to_owned());
    let failed = |error| StoreError::Folder { path: folder.to_path_buf(), error };
    for writer in Writer::all(folder).map_err(failed)? {
        all.extend(lines::vectors_of(&folder.join(writer.journal().0))?);
    }
    Ok(all)
}

/// Reads the `run.json` of a run's folder; `None` if there is none.
pub fn read_manifest(folder: &Path) -> Result<Option<Manifest>, StoreError> {
    let path = folder.join(FILE);
    let text = match files::read(&path, files::MOST_TEXT) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::Manifest { path, problem: error.to_string() }),
    };
    let unreadable = |error: serde_json::Error| StoreError::Manifest {
        path: path.clone(),
        problem: visible(&error.to_string()).into_owned(),
    };
    // The format first: what a newer one means by its other fields is not known here.
    let Versioned { format } = serde_json::from_slice(&text).map_err(unreadable)?;
    if format > FORMAT_VERSION {
        return Err(LinesError::Newer { path, found: format }.into());
    }
    serde_json::from_slice(&text).map(Some).map_err(unreadable)
}

/// The processor's name, where the system tells.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|l| l.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
