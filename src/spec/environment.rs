//! What a spec is checked against: the methods and datasets it may name, and what a stored run knows of itself. Readers of
//! all tables share it, and so do the rules for names and seeds. Nothing is read here.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use super::reader::Report;
use crate::data::catalog::Catalog;
use crate::data::{DataError, TaskKind};
use crate::diagnostic::Diagnostic;
use crate::experiment::Absent;
use crate::learn::Registry;

/// Seeds are whole numbers of TOML.
pub const MOST_SEED: u64 = i64::MAX as u64;

/// What a spec is checked against.
pub struct Environment<'a> {
    /// The methods it may name.
    pub registry: &'a Registry,
    /// The datasets it may name, or why there are none.
    pub catalog: Result<&'a Catalog, &'a DataError>,
    /// The folder its paths are relative to.
    pub folder: &'a Path,
    /// What need not be there, because only stored results are looked at.
    pub stored: Option<&'a Stored>,
}

/// What a run knows of itself, so that its results can be looked at without data and programs.
#[derive(Debug, Clone, Default)]
pub struct Stored {
    /// What is learned from each of its datasets, by name.
    pub datasets: BTreeMap<String, TaskKind>,
    /// The datasets that it had to do without.
    pub absent: Vec<Absent>,
    /// The fingerprints of its methods that have one, by name.
    pub fingerprints: BTreeMap<String, String>,
    /// Whether the spec is the run's own, so that its programs are what they were; one that stands in a file may mean others.
    pub own_spec: bool,
}

impl Environment<'_> {
    pub(super) fn is_stored(&self, dataset: &str) -> bool {
        self.stored_task(dataset).is_some()
    }

    /// What was learned from a dataset of a stored run.
    pub(super) fn stored_task(&self, dataset: &str) -> Option<TaskKind> {
        self.stored.and_then(|stored| stored.datasets.get(dataset).copied())
    }

    /// Why a run, looked at by its own spec, had to do without a dataset.
    pub(super) fn was_absent(&self, dataset: &str) -> Option<Absent> {
        let stored = self.stored.filter(|stored| stored.own_spec)?;
        stored.absent.iter().find(|absent| absent.name == dataset).cloned()
    }
}

/// Names of one kind must differ: they label rows, columns and stored results.
pub struct Names<'a> {
    what: &'static str,
    seen: BTreeMap<String, Range<usize>>,
    report: &'a Report,
}

impl<'a> Names<'a> {
    /// No names yet; `what` they name.
    pub fn new(what: &'static str, report: &'a Report) -> Names<'a> {
        Names { what, seen: BTreeMap::new(), report }
    }

    /// Takes one more, or complains of it.
    pub fn take(&mut self, name: &str, span: Range<usize>) {
        let line_break = name.chars().any(char::is_control);
        if line_break || name.is_empty() || name.trim() != name || name.chars().count() > 100 {
            let message =
                format!("`{}` cannot be the name of a {}", name.escape_debug(), self.what);
            let help = "use up to 100 characters on one line, without spaces at the ends";
            self.report.add(Diagnostic::new(message, span).help(help));
        } else if self.seen.insert(name.to_owned(), span.clone()).is_some() {
            let message = format!("two {}s are called `{name}`", self.what);
            let help = "give one of them another `name`";
            self.report.add(Diagnostic::new(message, span).help(help));
        }
    }
}
