//! A checked experiment, or a part of it, that can be planned and run.

use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::error::Error;
use super::options::{Agenda, Options, Reporter};
use super::run::Run;
use super::shard::{Shard, write_tables_of_all};
use super::work::{Place, due, is_settled, run_jobs};
use crate::analysis::needs_predictions;
use crate::data::load::load;
use crate::plan::{Job, Plan, Selection};
use crate::run::{Kept, Tally};
use crate::spec::Spec;
use crate::store::{Holder, Store, Wait, write_tables};

/// An experiment that was checked, with the text it came from: it can be run.
#[derive(Clone)]
pub struct Case {
    /// All that its spec asks for.
    #[doc(hidden)]
    pub spec: Spec,
    /// The text of its spec.
    #[doc(hidden)]
    pub text: String,
    /// What is to be run of it.
    #[doc(hidden)]
    pub selection: Selection,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Case").field("name", &self.name()).finish_non_exhaustive()
    }
}

impl Case {
    pub(super) fn new(spec: Spec, text: String) -> Case {
        Case { spec, text, selection: Selection::default() }
    }

    /// The name of the experiment.
    pub fn name(&self) -> &str {
        &self.spec.experiment.name
    }

    /// The names of its datasets.
    pub fn datasets(&self) -> impl Iterator<Item = &str> {
        self.spec.experiment.datasets.iter().map(|dataset| dataset.name.as_str())
    }

    /// The names of its methods.
    pub fn methods(&self) -> impl Iterator<Item = &str> {
        self.spec.experiment.methods.iter().map(|method| method.name.as_str())
    }

    /// The same with another root of all randomness.
    pub fn with_seed(self, seed: u64) -> Case {
        Case { spec: self.spec.with_seed(seed), ..self }
    }

    /// The part with these datasets and methods; an empty list means all.
    pub fn select(self, datasets: &[&str], methods: &[&str]) -> Result<Case, Error> {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let selection = Selection { datasets: owned(datasets), methods: owned(methods) };
        self.with_selection(selection)
    }

    #[doc(hidden)]
    pub fn with_selection(self, selection: Selection) -> Result<Case, Error> {
        selection.check(&self.spec.experiment)?;
        Ok(Case { selection, ..self })
    }

    /// Loads the datasets and lists the trials. All bad datasets are reported at once.
    #[doc(hidden)]
    pub fn plan(&self) -> Result<Plan<'_>, Error> {
        let (mut datasets, mut refused) = (Vec::new(), Vec::new());
        for source in &self.spec.experiment.datasets {
            match load(source) {
                Ok(data) => datasets.push(data),
                Err(error) => refused.push(error),
            }
        }
        if !refused.is_empty() {
            return Err(Error::Data(refused));
        }
        Plan::new(&self.spec.experiment, datasets).map_err(Error::Unplannable)
    }

    /// Runs what is selected: all of it, or what the folder for results does not hold yet. Results do not depend on the
    /// number of threads. A method that fails or panics costs its trial, not the run ([`Run::failures`]).
    pub fn run(&self, options: &Options<'_>) -> Result<Run, Error> {
        let plan = self.plan()?;
        let threads = options.threads();
        let Some(folder) = options.results else {
            let wanted = needs_predictions(&plan.outline, &self.spec.analysis.settings);
            let kept = if wanted { Kept::default() } else { Kept::outcomes() };
            let jobs = plan.jobs(&self.selection);
            let tally =
                self.run_planned(&plan, &jobs, Place::Memory(&kept), options, &About::default())?;
            return Ok(Run::of_kept(self, &plan, kept, tally, threads));
        };
        let Session { store, tally, .. } = self.run_into(&plan, folder, options)?;
        write_tables(&store, &plan)?;
        Run::of_store(self, &plan, &store, tally, threads)
    }

    /// Runs what a folder does not hold yet, and hands over the open folder.
    #[doc(hidden)]
    pub fn run_into(
        &self,
        plan: &Plan<'_>,
        folder: &Path,
        options: &Options<'_>,
    ) -> Result<Session, Error> {
        let notice = |holder: &Holder| {
            if let Some(watch) = options.watch {
                watch.wait(folder, holder);
            }
        };
        let wait = Wait { notice: &notice, interrupted: options.interrupted, ..Wait::default() };
        let open = if options.force { Store::open_forced } else { Store::open_waiting };
        let store = open(folder, &wait)?;
        let jobs = due(plan, &self.selection, &store.history(), options.force);
        self.run_session(plan, &jobs, store, options, None)
    }

    /// Runs what a folder does not hold yet of one share of the trials, next to processes that run the other shares.
    #[doc(hidden)]
    pub fn run_share(
        &self,
        plan: &Plan<'_>,
        folder: &Path,
        shard: Shard,
        options: &Options<'_>,
    ) -> Result<Session, Error> {
        let store = Store::open_worker(folder)?;
        let mut jobs = shard.jobs(plan.jobs(&self.selection));
        jobs.retain(|job| !is_settled(&store.history(), job));
        let mut session = self.run_session(plan, &jobs, store, options, Some(shard))?;
        session.tables = write_tables_of_all(self, plan, &mut session.store, options.interrupted)?;
        Ok(session)
    }

    fn run_session(
        &self,
        plan: &Plan<'_>,
        jobs: &[Job],
        store: Store,
        options: &Options<'_>,
        shard: Option<Shard>,
    ) -> Result<Session, Error> {
        let damaged = store.history().damaged().to_vec();
        let about = About { damaged: &damaged, shard };
        let tally = self.run_planned(plan, jobs, Place::Folder(&store), options, &about)?;
        Ok(Session { store, tally, tables: Tables::ToWrite })
    }

    fn run_planned(
        &self,
        plan: &Plan<'_>,
        jobs: &[Job],
        place: Place<'_>,
        options: &Options<'_>,
        about: &About<'_>,
    ) -> Result<Tally, Error> {
        let never = AtomicBool::new(false);
        let effort = options.effort(&never);
        let reporter = Reporter::new(options.progress);
        let Some(watch) = options.watch else {
            return run_jobs(self, plan, jobs, place, &effort, &reporter);
        };
        let folder = match place {
            Place::Folder(store) => Some(store.folder()),
            Place::Memory(_) => None,
        };
        let (selection, threads) = (&self.selection, effort.threads);
        let About { damaged, shard } = *about;
        let metric = self.spec.first_metric();
        watch.begin(&Agenda { plan, selection, jobs, metric, threads, folder, damaged, shard });
        run_jobs(self, plan, jobs, place, &effort, watch)
    }
}

/// A folder after a run.
#[doc(hidden)]
pub struct Session {
    /// The folder, still open.
    pub store: Store,
    /// What came of the run.
    pub tally: Tally,
    /// What became of the tables.
    pub tables: Tables,
}

/// Whether the tables of a folder were written.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tables {
    /// The caller writes them.
    ToWrite,
    /// They hold everything that this process stored. What others added while it wrote, they write at their own end.
    Written,
    /// Another process writes them, with everything that this one stored.
    LeftToAnother,
    /// They may lack what this process stored: another process has the folder.
    Incomplete,
}

/// What a watcher is told of a run besides its jobs.
#[derive(Default)]
struct About<'a> {
    damaged: &'a [String],
    shard: Option<Shard>,
}
