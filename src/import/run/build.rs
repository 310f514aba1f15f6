//! From paired results to a run: class numbers, scores by this program's own metrics, identities, outcomes, and the spec
//! that the run keeps. What a source tells and what its predictions give must agree.

use std::collections::BTreeMap;
use std::path::Path;

use super::canonical::{content_of, fingerprint_of, folds_of};
use super::numbers;
use super::pair::{Paired, PairedDataset};
use super::part::{Content, Kind, Part, Predictions, UNCLASSIFIED};
use super::scores::{Meaning, meaning, other_answers, unsure};
use super::told::{agree, complete};
use crate::data::error::DataError;
use crate::experiment::Experiment;
use crate::learn::{ClassPredictions, Classify, Labels, ScoreMatrix, Scores, StoredAnswers, Task};
use crate::metrics::{self, CLASSIFICATION, Scored as _, Values};
use crate::plan::{DatasetFacts, Outline, Trial};
use crate::run::{Finished, Outcome, Status, StoredPredictions, Timing};

/// One result, scored.
#[derive(Debug)]
pub struct Scored {
    /// Scores, with predictions if there are any; or why there are none.
    pub status: Status,
    /// Values of metrics.
    pub metrics: Values,
    /// What was predicted.
    pub predicted: Option<Predicted>,
    /// CPU seconds of training and predicting, where they are known.
    pub times: (Option<f64>, Option<f64>),
}

/// The predictions of a test part as they go to disk.
#[derive(Debug)]
pub struct Predicted {
    /// The rows.
    pub rows: Vec<usize>,
    /// Truth and answers.
    pub answers: StoredAnswers,
}

/// Everything about an imported run but its spec.
#[derive(Debug)]
pub struct Built {
    /// The methods with their fingerprints.
    pub methods: Vec<(String, String)>,
    /// What is known of the datasets.
    pub facts: Vec<DatasetFacts>,
    /// Repeats and folds; some datasets may have fewer repeats.
    pub places: (usize, usize),
    /// By dataset, method, repeat and fold; `None` where a method was not tried.
    pub trials: Vec<Option<Scored>>,
    /// Test parts of each dataset.
    parts: Vec<usize>,
    kind: Kind,
    /// What a reader should know.
    pub notes: Vec<String>,
}

/// Scores everything.
pub fn build(paired: Paired) -> Result<Built, DataError> {
    let Paired { methods, kind, repeats, folds, datasets, mut notes } = paired;
    let (mut facts, mut trials, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for dataset in datasets {
        let content = content_of(&dataset, folds);
        let PairedDataset { name, parts, repeats: own_repeats, rows } = dataset;
        for own in parts {
            let Some(own) = own else {
                trials.extend((0..own_repeats * folds).map(|_| None));
                continue;
            };
            notes.extend(unsure(&own).into_iter().chain(other_answers(&own)));
            let meaning = meaning(&own);
            for part in own {
                trials.push(Some(match kind {
                    Kind::Classes => score(part, &rows.classes, meaning)?,
                    Kind::Numbers => numbers::score(part)?,
                }));
            }
        }
        let classes = rows.classes.iter().filter(|class| *class != UNCLASSIFIED).count();
        counts.push(own_repeats * folds);
        facts.push(DatasetFacts {
            name,
            content,
            rows: rows.count,
            features: None,
            classes: Some(classes).filter(|n| *n > 0),
            missing: None,
            targets: (kind == Kind::Numbers).then_some(1),
            bags: None,
            folds: (own_repeats != repeats).then(|| folds_of(own_repeats, folds)),
            remarks: Default::default(),
        });
    }
    let chunks = chunks(&trials, &counts, methods.len());
    let of_method = |m: usize| -> Vec<(&String, &[Option<Scored>])> {
        let own = chunks.iter().skip(m).step_by(methods.len());
        facts.iter().map(|own: &DatasetFacts| &own.name).zip(own.copied()).collect()
    };
    let fingerprints: Vec<String> = methods
        .iter()
        .enumerate()
        .map(|(m, name)| fingerprint_of(name, folds, &of_method(m)))
        .collect();
    let methods = methods.into_iter().zip(fingerprints).collect();
    let places = (repeats, folds);
    Ok(Built { methods, facts, places, trials, parts: counts, kind, notes })
}

/// The trials of every method on every dataset, by dataset and method; `parts` says how many each dataset has.
fn chunks<'t>(
    trials: &'t [Option<Scored>],
    parts: &[usize],
    methods: usize,
) -> Vec<&'t [Option<Scored>]> {
    let (mut rest, mut found) = (trials, Vec::new());
    for count in parts.iter().flat_map(|count| std::iter::repeat_n(*count, methods)) {
        let (own, after) = rest.split_at(count.min(rest.len()));
        found.push(own);
        rest = after;
    }
    found
}

/// Numbers of names.
fn numbers(classes: &[String]) -> BTreeMap<&str, u32> {
    classes.iter().map(String::as_str).zip(0..).collect()
}

fn score(part: Part, classes: &[String], meaning: Meaning) -> Result<Scored, DataError> {
    let Part { content, told, times, origin, .. } = part;
    let told: Vec<(&'static str, f64)> = told.into_iter().collect();
    let values = || told.iter().map(|(name, value)| (*name, Some(*value))).collect::<Values>();
    match content {
        Content::Failed(reason) => {
            let (status, metrics) = (Status::failed(reason), Values::default());
            Ok(Scored { status, metrics, predicted: None, times: (None, None) })
        }
        Content::Scores => {
            let metrics = complete(values(), &origin)?;
            Ok(Scored { status: Status::Done, metrics, predicted: None, times })
        }
        Content::Predictions(predictions) => {
            let (truth, predicted) = numbered(&predictions, classes, meaning);
            Classify::check(&truth, &predicted)
                .map_err(|problem| origin.error(problem, "check the predictions and scores"))?;
            let metrics = Classify::scores(&truth, &predicted);
            let small = |matrix: &ScoreMatrix| {
                matrix.rows().zip(truth.ids()).any(|(row, &class)| row[class as usize] < 1e-14)
            };
            let cut = predicted.scores.matrix().is_some_and(small);
            for (name, told) in &told {
                agree((name, *told), &metrics, cut, &origin)?;
            }
            let rows = predictions.rows.unwrap_or_default();
            let answers = StoredAnswers::Classes {
                classes: classes.to_vec(),
                truth: truth.ids().to_vec(),
                predictions: predicted,
            };
            let predicted = Some(Predicted { rows, answers });
            Ok(Scored { status: Status::Done, metrics, predicted, times })
        }
    }
}

/// Class numbers for class names.
fn numbered(
    predictions: &Predictions,
    classes: &[String],
    meaning: Meaning,
) -> (Labels, ClassPredictions) {
    let numbers = numbers(classes);
    let ids = |names: &[String]| -> Vec<u32> {
        names.iter().filter_map(|name| numbers.get(name.as_str()).copied()).collect()
    };
    let truth = Labels::new(ids(&predictions.truth), classes.len());
    let scores = match &predictions.scores {
        Some(scores) if meaning != Meaning::Nothing => {
            let columns: Vec<usize> = ids(&scores.classes).iter().map(|&id| id as usize).collect();
            let mut values = vec![0.0; predictions.truth.len() * classes.len()];
            let lines = scores.values.chunks(columns.len().max(1));
            for (row, line) in values.chunks_mut(classes.len().max(1)).zip(lines) {
                columns.iter().zip(line).for_each(|(&column, value)| row[column] = *value);
            }
            let matrix = ScoreMatrix { classes: classes.len(), values };
            if scores.probabilities && meaning == Meaning::AsTold {
                Scores::Probability(matrix)
            } else {
                Scores::Decision(matrix)
            }
        }
        _ => Scores::None,
    };
    (truth, ClassPredictions { labels: ids(&predictions.labels), scores })
}

/// Whether a metric is told by labels alone: two rows that are answered rightly have it.
fn labels_suffice(metric: &str) -> bool {
    let answers = ClassPredictions { labels: vec![0, 1], scores: Scores::None };
    let truth = Labels::new(vec![0, 1], 2);
    metrics::classification(metric).is_some_and(|m| (m.score)(&truth, &answers).is_some())
}

impl Built {
    /// The outcomes under the identities of an outline, with their predictions.
    pub fn finished(&mut self, experiment: &Experiment, outline: &Outline<'_>) -> Vec<Finished> {
        let trials = std::mem::take(&mut self.trials);
        let named = outline.trials.iter().zip(trials);
        named
            .filter_map(|(trial, scored)| Some(self.finish(experiment, outline, trial, scored?)))
            .collect()
    }

    fn finish(
        &self,
        experiment: &Experiment,
        outline: &Outline<'_>,
        trial: &Trial,
        scored: Scored,
    ) -> Finished {
        let Scored { status, metrics, predicted, times } = scored;
        let task = match self.kind {
            Kind::Classes => Classify::NAME,
            Kind::Numbers => numbers::TASK,
        };
        let caveats = experiment.caveats_of(&experiment.methods[trial.method]);
        let scores_only = status == Status::Done && predicted.is_none();
        let times_told =
            [("train_time", times.0), ("predict_time", times.1), ("select_time", None)];
        let untold = times_told.into_iter().filter(|(_, time)| time.is_none());
        let (dataset, method) = (outline.dataset_name(trial), outline.method_name(trial));
        let outcome = Outcome {
            metrics,
            caveats: caveats.clone(),
            scores_only,
            untold_times: untold.map(|(name, _)| name.to_owned()).collect(),
            timing: Timing {
                train: times.0.unwrap_or_default(),
                predict: times.1.unwrap_or_default(),
                select: 0.0,
            },
            ..Outcome::new(trial, task, dataset, method, status)
        };
        let predictions = predicted.map(|predicted| StoredPredictions {
            trial: trial.id.clone(),
            task: task.to_owned(),
            examples: predicted.rows,
            answers: predicted.answers,
            caveats,
        });
        Finished { outcome, predictions, curve: None }
    }

    /// Whether any result has a metric or time, or would if it were defined on these rows.
    pub fn knows(&self, metric: &str) -> bool {
        let predicted = self.trials.iter().flatten().any(|scored| scored.predicted.is_some());
        if predicted && self.kind == Kind::Classes && labels_suffice(metric) {
            return true;
        }
        self.trials.iter().flatten().any(|scored| match metric {
            "train_time" => scored.times.0.is_some(),
            "predict_time" => scored.times.1.is_some(),
            name => scored.metrics.get(name).copied().flatten().is_some(),
        })
    }

    /// Metrics that every method has somewhere on every dataset on which it was tried and did not fail.
    pub fn metrics(&self, file: &Path) -> Result<Vec<&'static str>, DataError> {
        let tried =
            |own: &&[Option<Scored>]| own.iter().flatten().any(|s| s.status == Status::Done);
        let has = |own: &[Option<Scored>], name: &str| {
            own.iter().flatten().any(|s| s.metrics.get(name).copied().flatten().is_some())
        };
        let chunks = chunks(&self.trials, &self.parts, self.methods.len());
        let everywhere =
            |name: &str| chunks.iter().copied().filter(tried).all(|own| has(own, name));
        let predicted = self.trials.iter().flatten().any(|s| s.predicted.is_some());
        let all: Vec<&'static str> = CLASSIFICATION.iter().map(|m| m.info.name).collect();
        let usual = ["accuracy", "balanced_accuracy", "kappa", "auc", "log_loss"];
        let candidates = match self.kind {
            Kind::Numbers => metrics::names_of_task(numbers::TASK),
            Kind::Classes if predicted => usual.to_vec(),
            Kind::Classes => all,
        };
        let mut found: Vec<&'static str> =
            candidates.into_iter().filter(|name| everywhere(name)).collect();
        for (first, second) in metrics::COMPLEMENTS {
            if found.contains(&first.name) {
                found.retain(|name| *name != second.name);
            }
        }
        if found.is_empty() {
            let problem = "no metric is known of every method on every dataset";
            let remedy = "import results that have one in common, such as accuracy";
            return Err(DataError::file(file, problem, remedy));
        }
        Ok(found)
    }
}
