//! The work itself: what is still to be run, whether the machine can hold it, and the run with its manifest.

use std::collections::BTreeSet;

use super::case::Case;
use super::error::Error;
use super::machine::free_memory;
use super::options::Effort;
use crate::learn::Imported;
use crate::plan::{Job, Plan, Selection};
use crate::run::{Executor, Kept, Observer, Sink, Tally, Threads, proceeding};
use crate::store::{History, Store, read_manifest, write_manifest};

/// Where finished trials go.
#[derive(Clone, Copy)]
pub enum Place<'a> {
    /// Into a folder that survives.
    Folder(&'a Store),
    /// Into memory.
    Memory(&'a Kept),
}

/// Selected jobs with a trial that is not done.
pub fn due(plan: &Plan<'_>, selection: &Selection, history: &History, force: bool) -> Vec<Job> {
    let is_due = |job: &Job| force || !is_settled(history, job);
    plan.jobs(selection).into_iter().filter(is_due).collect()
}

/// Whether a job needs no run.
pub fn is_settled(history: &History, job: &Job) -> bool {
    job.trials.iter().all(|trial| history.is_settled(trial))
}

/// Runs some jobs of a plan on threads of this process.
pub fn run_jobs(
    case: &Case,
    plan: &Plan<'_>,
    jobs: &[Job],
    place: Place<'_>,
    effort: &Effort<'_>,
    observer: &dyn Observer,
) -> Result<Tally, Error> {
    all_ready(plan, jobs)?;
    fits_into_memory(plan, effort.threads)?;
    let (sink, logs): (&dyn Sink, _) = match place {
        Place::Memory(kept) => (kept, None),
        Place::Folder(store) => {
            // Processes that start together must not write over each other's: one that has no lock writes at its end.
            let is_absent = !holds_manifest(store)?;
            if store.has_lock() || is_absent {
                write_run_json(case, plan, store)?;
            }
            (store, Some(store.folder().join("logs")))
        }
    };
    let threads = Threads {
        threads: effort.threads,
        memory: effort.memory,
        interrupted: effort.interrupted,
        logs: logs.as_deref(),
    };
    let tally = threads.run(jobs, proceeding(plan).as_ref(), sink, observer)?;
    if let Place::Folder(store) = place
        && store.refresh()?
    {
        // A process that began at the same time may have written another one.
        write_run_json(case, plan, store)?;
    }
    Ok(tally)
}

/// Writes what the run is made of.
pub fn write_run_json(case: &Case, plan: &Plan<'_>, store: &Store) -> Result<(), Error> {
    write_manifest(store, plan, &case.text)
        .map_err(|error| Error::Unwritable { folder: store.folder().to_path_buf(), error })
}

/// Whether a folder has a manifest. A folder of imported results is refused: what is known of them would be lost.
fn holds_manifest(store: &Store) -> Result<bool, Error> {
    // A manifest that cannot be read is about to be written again.
    let manifest = read_manifest(store.folder()).ok().flatten();
    match manifest {
        Some(manifest) if manifest.methods.iter().any(|m| m.kind == Imported::KIND) => {
            Err(Error::Imported { folder: store.folder().to_path_buf() })
        }
        manifest => Ok(manifest.is_some()),
    }
}

/// Refuses a run whose programs are not there, before every one of its trials fails.
fn all_ready(plan: &Plan<'_>, jobs: &[Job]) -> Result<(), Error> {
    let due: BTreeSet<usize> =
        jobs.iter().flat_map(|job| &job.trials).map(|trial| trial.method).collect();
    for method in due.into_iter().map(|method| &plan.experiment.methods[method]) {
        let not_ready = |problem| Error::NotReady { method: method.name.clone(), problem };
        method.method.ready().map_err(not_ready)?;
    }
    Ok(())
}

/// Refuses a run that the machine cannot hold, before it takes the machine down.
fn fits_into_memory(plan: &Plan<'_>, threads: usize) -> Result<(), Error> {
    let needed = plan.memory(threads);
    match free_memory() {
        Some(free) if needed > free => Err(Error::TooLarge { needed, free }),
        _ => Ok(()),
    }
}
