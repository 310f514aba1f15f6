//! A run that ended: its scores, the verdict on them, what failed, and the report.

use std::path::{Path, PathBuf};

use super::case::Case;
use super::error::Error;
use super::verdict::MetricScores;
use super::work::due;
use crate::analysis::{Findings, on_threads};
use crate::plan::Plan;
use crate::report::settings::ReportSettings;
use crate::report::{self, Contents, Origin};
use crate::run::{Kept, Tally};
use crate::store::Store;

/// A run that ended, with what was found.
#[derive(Debug, Clone)]
pub struct Run {
    findings: Findings,
    tally: Tally,
    complete: bool,
    settings: ReportSettings,
    text: String,
    threads: usize,
}

impl Run {
    /// What a folder holds after a run.
    #[doc(hidden)]
    pub fn of_store(
        case: &Case,
        plan: &Plan<'_>,
        store: &Store,
        tally: Tally,
        threads: usize,
    ) -> Result<Run, Error> {
        let history = store.history();
        let found = on_threads(threads, || {
            Findings::of_run(plan, &case.spec.analysis, &history, store.folder())
        })?;
        let complete = due(plan, &case.selection, &history, false).is_empty();
        Ok(Run::new(case, found, tally, complete, threads))
    }

    pub(super) fn of_kept(
        case: &Case,
        plan: &Plan<'_>,
        kept: Kept,
        tally: Tally,
        threads: usize,
    ) -> Run {
        let trials = kept.into_trials();
        let found = on_threads(threads, || Findings::of_trials(plan, &case.spec.analysis, &trials));
        let complete = tally.failed == 0 && !tally.interrupted;
        Run::new(case, found, tally, complete, threads)
    }

    fn new(case: &Case, findings: Findings, tally: Tally, complete: bool, threads: usize) -> Run {
        let (settings, text) = (case.spec.report.clone(), case.text.clone());
        Run { findings, tally, complete, settings, text, threads }
    }

    /// Everything that was found.
    #[doc(hidden)]
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Trials of the experiment that have scores, stored ones included.
    pub fn finished(&self) -> usize {
        self.findings.summary.done
    }

    /// Trials of the whole experiment.
    pub fn planned(&self) -> usize {
        self.findings.summary.planned
    }

    /// Whether every selected trial was tried and none failed.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Whether it was interrupted ([`Options::interrupted`](super::Options::interrupted)).
    pub fn was_interrupted(&self) -> bool {
        self.tally.interrupted
    }

    /// What failed, and why, in words.
    pub fn failures(&self) -> Vec<String> {
        self.findings.summary.failed.iter().map(|failed| failed.words()).collect()
    }

    /// What a reader must be warned of: an unfair protocol, a method that leaks.
    pub fn caveats(&self) -> &[String] {
        &self.findings.summary.caveats
    }

    /// Every metric of the spec, with its scores and the verdict on them.
    pub fn metrics(&self) -> impl Iterator<Item = MetricScores<'_>> {
        self.findings.metrics().map(|(table, verdict)| MetricScores::new(table, verdict))
    }

    /// One metric, if the spec asks for it (`analysis.metrics`).
    pub fn metric(&self, name: &str) -> Option<MetricScores<'_>> {
        self.metrics().find(|metric| metric.name() == name)
    }

    /// The tables and verdicts as text, as the command line prints them.
    pub fn text(&self) -> String {
        report::text(&self.findings, &self.settings, false)
    }

    /// All scores and everything that the verdicts rest on, as JSON (`docs/analysis.md` explains the keys).
    pub fn json(&self) -> String {
        let mut json = report::summary_json(&self.findings.summary);
        json["data"] = report::data_json(&self.findings);
        json["verdicts"] = report::verdicts_json(&self.findings);
        if let Some(references) = report::references_json(&self.findings) {
            json["references"] = references;
        }
        format!("{json:#}")
    }

    /// Writes the report that the spec asks for (a page, tables, figures) into a folder, and tells its files, relative to
    /// the folder.
    pub fn write_report(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, Error> {
        self.write_report_of(Vec::new(), folder.as_ref())
    }

    /// The same with the commands that make it again.
    #[doc(hidden)]
    pub fn write_report_of(
        &self,
        commands: Vec<String>,
        folder: &Path,
    ) -> Result<Vec<PathBuf>, Error> {
        let origin = Origin { commands, spec: Some(self.text.clone()) };
        let (findings, settings) = (&self.findings, &self.settings);
        let written = on_threads(self.threads, || {
            let contents = Contents::new(findings, settings);
            report::write_report(findings, settings, &contents, &origin, folder)
        });
        written.map_err(|error| Error::Unwritable { folder: folder.to_path_buf(), error })
    }
}
