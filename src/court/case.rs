//! A checked experiment, or a part of it, that can be planned and run.

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::error::Error;
use super::options::{Options, Teller};
use super::run::Run;
use super::work::{Place, carry_out, due};
use crate::analysis::Test;
use crate::data::load::load;
use crate::plan::{Plan, Selection};
use crate::run::Kept;
use crate::spec::Experiment;
use crate::store::{Store, write_tables};

/// An experiment that was checked, with the text it came from: it can be run.
#[derive(Clone)]
pub struct Case {
    /// The experiment.
    #[doc(hidden)]
    pub experiment: Experiment,
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
    pub(super) fn new(experiment: Experiment, text: String) -> Case {
        Case { experiment, text, selection: Selection::default() }
    }

    /// The name of the experiment.
    pub fn name(&self) -> &str {
        &self.experiment.name
    }

    /// The names of its datasets.
    pub fn datasets(&self) -> impl Iterator<Item = &str> {
        self.experiment.datasets.iter().map(|dataset| dataset.name.as_str())
    }

    /// The names of its methods.
    pub fn methods(&self) -> impl Iterator<Item = &str> {
        self.experiment.methods.iter().map(|method| method.name.as_str())
    }

    /// The same with another root of all randomness.
    pub fn with_seed(self, seed: u64) -> Case {
        Case { experiment: self.experiment.with_seed(seed), ..self }
    }

    /// The part with these datasets and methods; an empty list means all.
    pub fn select(self, datasets: &[&str], methods: &[&str]) -> Result<Case, Error> {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let selection = Selection { datasets: owned(datasets), methods: owned(methods) };
        self.with_selection(selection)
    }

    #[doc(hidden)]
    pub fn with_selection(self, selection: Selection) -> Result<Case, Error> {
        selection.check(&self.experiment)?;
        Ok(Case { selection, ..self })
    }

    /// Loads the datasets and lists the trials. All bad datasets are reported at once.
    #[doc(hidden)]
    pub fn plan(&self) -> Result<Plan<'_>, Error> {
        let (mut datasets, mut refused) = (Vec::new(), Vec::new());
        for source in &self.experiment.datasets {
            match load(source) {
                Ok(data) => datasets.push(data),
                Err(error) => refused.push(error),
            }
        }
        if !refused.is_empty() {
            return Err(Error::Data(refused));
        }
        Plan::new(&self.experiment, datasets).map_err(Error::Unplannable)
    }

    /// Runs what is selected: all of it, or what the folder for results does not hold yet. Results do not depend on the
    /// number of threads. A method that fails or panics costs its trial, not the run ([`Run::failures`]).
    pub fn run(&self, options: &Options<'_>) -> Result<Run, Error> {
        let plan = self.plan()?;
        let never = AtomicBool::new(false);
        let effort = options.effort(&never);
        let Some(folder) = options.results else {
            // Only this test looks at single predictions.
            let asked = self.experiment.analysis.settings.asks(Test::McNemar);
            let kept = if asked { Kept::default() } else { Kept::outcomes() };
            let jobs = plan.jobs(&self.selection);
            let teller = Teller::new(&jobs, options.progress);
            let tally = carry_out(self, &plan, &jobs, Place::Memory(&kept), &effort, &teller)?;
            return Ok(Run::of_kept(self, &plan, kept, tally, effort.threads));
        };
        let store = if options.force { Store::open_forced(folder) } else { Store::open(folder) }?;
        let jobs = due(&plan, &self.selection, &store.history(), options.force);
        let teller = Teller::new(&jobs, options.progress);
        let tally = carry_out(self, &plan, &jobs, Place::Folder(&store), &effort, &teller)?;
        write_tables(&store, &plan)?;
        Run::of_store(self, &plan, &store, tally, effort.threads)
    }
}
