//! Which part of an experiment to run.

use crate::experiment::Experiment;
use crate::suggest;

/// Which datasets and methods to keep; empty means all.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Dataset names.
    pub datasets: Vec<String>,
    /// Method names.
    pub methods: Vec<String>,
}

/// A name that selects nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no {what} is called `{name}`; {help}")]
pub struct UnknownName {
    /// Dataset or method.
    pub what: &'static str,
    /// The name.
    pub name: String,
    /// What it may have been.
    pub help: String,
}

impl Selection {
    /// Whether a dataset is kept.
    pub fn keeps_dataset(&self, name: &str) -> bool {
        self.datasets.is_empty() || self.datasets.iter().any(|d| d == name)
    }

    /// Whether a method is kept.
    pub fn keeps_method(&self, name: &str) -> bool {
        self.methods.is_empty() || self.methods.iter().any(|m| m == name)
    }

    /// Refuses names that the experiment does not have.
    pub fn check(&self, experiment: &Experiment) -> Result<(), UnknownName> {
        let datasets: Vec<&str> = experiment.datasets.iter().map(|d| d.name.as_str()).collect();
        let methods: Vec<&str> = experiment.methods.iter().map(|m| m.name.as_str()).collect();
        let asked = [("dataset", &self.datasets, datasets), ("method", &self.methods, methods)];
        for (what, names, known) in asked {
            if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
                if let Some(absent) = experiment.absent.iter().find(|absent| absent.name == *name) {
                    let help = format!("it was left out, {}", absent.reason);
                    return Err(UnknownName { what, name: name.clone(), help });
                }
                let all = format!("the experiment has {}", known.join(", "));
                let help = suggest::help(name, &known, &all);
                return Err(UnknownName { what, name: name.clone(), help });
            }
        }
        Ok(())
    }
}
