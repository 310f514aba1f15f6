//! Findings: everything that was found about a run or about results from elsewhere, in one value. Every table, figure and page is
//! rendered from it, so that all of them show the same numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::across_metrics::judge_all;
use super::holes::{Details, holes, unexplained};
use super::judged::Judged;
use super::meta_ranks::{MetaRanks, meta_ranks};
use super::record::Record;
use super::reference::{Known, Reference};
use super::results::{Results, ScoreFile};
use super::score_table::ScoreTable;
use super::settings::{AnalysisSettings, AnalysisSpec};
use super::{Analysis, LEAST_DATASETS, Refused, Summary};
use crate::measure::{MetricInfo, Pairs};
use crate::plan::{Outline, Trial, TrialId};
use crate::run::{Finished, Outcome, StoredCurve};
use crate::store::{History, Manifest, StoreError, read_curves, read_manifest};

/// Everything that was found.
#[derive(Debug, Clone)]
pub struct Findings {
    /// Scores, and what is missing.
    pub summary: Summary,
    /// The judgement on every table of the summary.
    pub verdicts: Vec<Judged>,
    /// How methods stand over all metrics, where there are several.
    pub meta_ranks: Option<MetaRanks>,
    /// Published tables next to the scores.
    pub references: Vec<Reference>,
    /// Published tables that cannot be read any more, each with the reason.
    pub references_unread: Vec<(String, String)>,
    /// The run, where there is one.
    pub record: Option<Record>,
}

impl Findings {
    /// What a run gave, by what the analysis is asked: `folder` is where its store is, `history` what it holds.
    pub fn of_run(
        outline: &Outline<'_>,
        asked: &AnalysisSpec,
        history: &History,
        folder: &std::path::Path,
    ) -> Result<Findings, StoreError> {
        let outcomes: Vec<Option<Arc<Outcome>>> =
            outline.trials.iter().map(|trial| history.outcome(outline, trial)).collect();
        let right = if needs_predictions(outline, &asked.settings) {
            rights(outline, history, folder)?
        } else {
            Rights::new()
        };
        let mut details = Details::new();
        let wanted = unexplained(outline, &asked.metrics, &outcomes);
        if !wanted.is_empty() {
            history.read_predictions(
                folder,
                |trial| wanted.contains(trial),
                |stored| {
                    details.insert(stored.trial, stored.answers.detail());
                },
            )?;
        }
        let answers = Answers { right, details };
        let mut findings =
            Findings::of_outcomes(outline, asked, &outcomes, &answers, read_manifest(folder)?);
        let done: BTreeSet<&TrialId> =
            outcomes.iter().flatten().filter(|o| o.is_done()).map(|o| &o.trial).collect();
        let curves = read_curves(folder, |trial| done.contains(trial))?;
        findings.take_curves(outline, &asked.metrics, |trial| curves.get(trial).cloned());
        Ok(findings)
    }

    /// What trials gave that were kept in memory.
    pub fn of_trials(
        outline: &Outline<'_>,
        asked: &AnalysisSpec,
        kept: &BTreeMap<TrialId, Finished>,
    ) -> Findings {
        let outcome = |trial: &Trial| Some(Arc::new(kept.get(&trial.id)?.outcome.clone()));
        let outcomes: Vec<Option<Arc<Outcome>>> = outline.trials.iter().map(outcome).collect();
        let (mut right, mut details) = (Rights::new(), Details::new());
        for trial in outline.trials.iter().filter(|trial| trial.repeat == 0) {
            let predictions = kept.get(&trial.id).and_then(|trial| trial.predictions.as_ref());
            let Some(stored) = predictions else { continue };
            details.insert(trial.id.clone(), stored.answers.detail());
            let rows = right.entry((trial.dataset, trial.method)).or_default();
            rows.extend(stored.examples.iter().copied().zip(stored.answers.right()));
        }
        let answers = Answers { right, details };
        let mut findings = Findings::of_outcomes(outline, asked, &outcomes, &answers, None);
        let metrics = &asked.metrics;
        findings.take_curves(outline, metrics, |trial| kept.get(trial)?.curve.clone());
        findings
    }

    fn take_curves(
        &mut self,
        outline: &Outline<'_>,
        metrics: &[&'static MetricInfo],
        curve_of: impl Fn(&TrialId) -> Option<StoredCurve>,
    ) {
        if let Some(record) = &mut self.record {
            record.take_curves(outline, metrics, curve_of);
        }
    }

    fn of_outcomes(
        outline: &Outline<'_>,
        asked: &AnalysisSpec,
        outcomes: &[Option<Arc<Outcome>>],
        answers: &Answers,
        manifest: Option<Manifest>,
    ) -> Findings {
        let mut summary = Summary::new(outline, &asked.metrics, outcomes);
        for (table, metric) in summary.tables.iter_mut().zip(&asked.metrics) {
            let results = &mut table.results;
            results.holes = holes(outline, metric, results, outcomes, &answers.details);
        }
        let all = summary.tables.iter().map(|table| with_predictions(table, &answers.right));
        let verdicts = judge_all(&all.collect::<Vec<_>>(), &asked.settings);
        for (table, judged) in summary.tables.iter_mut().zip(&verdicts) {
            judged.over.iter().for_each(|analysis| table.take_ranks(analysis));
        }
        let record = Record::new(outline, outcomes, manifest);
        let meta_ranks = meta_ranks(&summary.tables);
        let references = references(outline, asked, &summary, &record);
        let references_unread = asked.reference.unread.clone();
        let record = Some(record);
        Findings { summary, verdicts, meta_ranks, references, references_unread, record }
    }

    /// What the scores of a file give, one entry per metric. It is refused if no metric can be judged.
    pub fn of_results(
        title: &str,
        files: Vec<ScoreFile>,
        settings: &AnalysisSettings,
    ) -> Result<Findings, Refused> {
        let all: Vec<Results> = files.iter().map(|file| file.results.clone()).collect();
        let mut verdicts = judge_all(&all, settings);
        let refused = verdicts.iter().find_map(Judged::refused).cloned();
        if let Some(refused) = refused.filter(|_| !verdicts.iter().any(Judged::has_verdict)) {
            return Err(refused);
        }
        let (mut tables, mut caveats) = (Vec::new(), Vec::new());
        let several = files.len() > 1;
        for (file, judged) in files.into_iter().zip(&mut verdicts) {
            caveats.extend(file.caveats);
            caveats.extend(assumed(&file.results, several));
            let mut table = ScoreTable::new(file.results, Vec::new());
            if let Ok(analysis) = &mut judged.over {
                analysis.notes.extend(file.notes);
                table.take_ranks(analysis);
            } else if let Some(Ok(first)) = judged.each.first_mut() {
                first.notes.extend(file.notes);
            }
            tables.push(table);
        }
        let mut seen = BTreeSet::new();
        caveats.retain(|caveat| seen.insert(caveat.clone()));
        let meta_ranks = meta_ranks(&tables);
        let summary = Summary { caveats, ..Summary::of_results(title, tables) };
        let (references, references_unread, record) = (Vec::new(), Vec::new(), None);
        Ok(Findings { summary, verdicts, meta_ranks, references, references_unread, record })
    }

    /// The verdicts over datasets, as far as there are any.
    pub fn analyses(&self) -> impl Iterator<Item = &Analysis> {
        self.verdicts.iter().filter_map(|judged| judged.over.as_ref().ok())
    }

    /// Every metric's scores with the judgement on them.
    pub fn metrics(&self) -> impl Iterator<Item = (&ScoreTable, &Judged)> {
        self.summary.tables.iter().zip(&self.verdicts)
    }
}

/// Every published table of the spec next to the scores of its metric.
fn references(
    outline: &Outline<'_>,
    asked: &AnalysisSpec,
    summary: &Summary,
    record: &Record,
) -> Vec<Reference> {
    let tables = asked.reference.tables.iter();
    tables
        .filter_map(|table| {
            let own = |scores: &&ScoreTable| scores.results.metric == table.metric.name;
            let scores = summary.tables.iter().find(own)?;
            let known = Known {
                alpha: asked.settings.alpha,
                reason: &|dataset, method| record.reason(&scores.results, dataset, method),
                absent: &outline.experiment.absent,
            };
            Some(Reference::new(table, scores, &known))
        })
        .collect()
}

/// A guess that could turn every ranking round must be next to every number.
fn assumed(results: &Results, several: bool) -> Option<String> {
    let way = results.direction.name();
    let of = if several { format!(" for {}", results.title) } else { String::new() };
    let caveat = format!("which way is better was not specified{of}: {way} is assumed");
    results.direction_assumed.then_some(caveat)
}

/// Whether a test looks at single predictions: one was asked for, or there are too few datasets for others.
pub fn needs_predictions(outline: &Outline<'_>, settings: &AnalysisSettings) -> bool {
    outline.datasets.len() < LEAST_DATASETS || settings.asks_for_predictions()
}

/// What is known of single answers.
struct Answers {
    right: Rights,
    details: Details,
}

/// For each dataset and method, by row of the dataset, whether it was predicted right in the first repeat.
type Rights = BTreeMap<(usize, usize), BTreeMap<usize, bool>>;

fn rights(
    outline: &Outline<'_>,
    history: &History,
    folder: &std::path::Path,
) -> Result<Rights, StoreError> {
    let first = outline.trials.iter().filter(|trial| trial.repeat == 0);
    let wanted: BTreeMap<_, _> = first.map(|trial| (&trial.id, trial)).collect();
    let mut found = Rights::new();
    history.read_labels(
        folder,
        |trial| wanted.contains_key(trial),
        |stored| {
            let Some(trial) = wanted.get(&stored.trial) else { return };
            let rows = found.entry((trial.dataset, trial.method)).or_default();
            let right = stored.pairs().map(|(truth, label)| label == truth);
            rows.extend(stored.rows.iter().copied().zip(right));
        },
    )?;
    Ok(found)
}

/// The results of a metric, with which examples were predicted right where that says something of the metric.
fn with_predictions(table: &ScoreTable, rights: &Rights) -> Results {
    let mut results = table.results.clone();
    // Right and wrong answers say something only about a share of them.
    if results.pairs == Pairs::Examples {
        for (dataset, row) in results.cells.iter_mut().enumerate() {
            for (method, cell) in row.iter_mut().enumerate() {
                if let (Some(score), Some(known)) = (cell, rights.get(&(dataset, method))) {
                    score.right = known.values().copied().collect();
                }
            }
        }
    }
    results
}
