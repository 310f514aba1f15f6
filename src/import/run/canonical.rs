//! Hashes of what was imported: the same results give the same hash on every machine, others another one. They stand for
//! the content of data and methods that are not here.

use super::build::Scored;
use super::pair::PairedDataset;
use super::part::Content;
use crate::learn::{Scores, StoredAnswers};
use crate::metrics::{self, CLASSIFICATION};
use crate::num::hash::Canonical;
use crate::plan::FoldFacts;

/// Stands for the content of a dataset: its name and the truth of its rows, as far as they are known.
pub fn content_of(dataset: &PairedDataset, folds: usize) -> String {
    let mut hasher = Canonical::new("tribunal 2026 imported data v1");
    hasher.text(&dataset.name);
    let places = dataset.parts.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let mut rows: Vec<(usize, usize, &str)> = Vec::new();
    for place in 0..places {
        let of_place = dataset.parts.iter().flatten().filter_map(|own| own.get(place));
        let found = of_place.filter_map(|part| match &part.content {
            Content::Predictions(predictions) => Some(predictions),
            _ => None,
        });
        if let Some(predictions) = found.into_iter().next() {
            // Rows that the source numbers are the same in every repeat.
            let repeat = if dataset.rows.numbered { 0 } else { place / folds.max(1) };
            let ids = predictions.rows.iter().flatten();
            rows.extend(
                ids.zip(&predictions.truth).map(|(row, class)| (repeat, *row, class.as_str())),
            );
        }
    }
    rows.sort_unstable();
    rows.dedup();
    for (repeat, row, class) in rows {
        hasher.number(repeat as u64);
        hasher.number(row as u64);
        hasher.text(class);
    }
    hasher.digits(32)
}

/// The test parts of a dataset that has other ones than most, for its trials: a number of repeats and folds.
pub fn folds_of(repeats: usize, folds: usize) -> FoldFacts {
    let mut hasher = Canonical::new("tribunal 2026 imported folds v1");
    hasher.number(repeats as u64);
    hasher.number(folds as u64);
    let (counts, by_repeat) = (vec![folds; repeats], Vec::new());
    FoldFacts { assignment: hasher.digits(32), by_repeat, counts, inner: false }
}

/// Stands for a method: its name and everything that was imported of it.
pub fn fingerprint_of(
    name: &str,
    folds: usize,
    datasets: &[(&String, &[Option<Scored>])],
) -> String {
    let mut hasher = Canonical::new("tribunal 2026 imported method v1");
    hasher.text(name);
    hasher.number(folds as u64);
    for (dataset, trials) in datasets {
        hasher.text(dataset);
        for trial in *trials {
            let Some(trial) = trial else {
                hasher.text("not tried");
                continue;
            };
            hasher.text(trial.status.name());
            hasher.text(&trial.status.reason().unwrap_or_default());
            for metric in CLASSIFICATION {
                let value = trial.metrics.get(metric.info.name).copied().flatten();
                hasher.number(value.map_or(u64::MAX, f64::to_bits));
            }
            // Only results of regression have these, so that the others keep their hash.
            for name in metrics::names_of_task(super::numbers::TASK) {
                if let Some(value) = trial.metrics.get(name).copied().flatten() {
                    hasher.text(name);
                    hasher.number(value.to_bits());
                }
            }
            for time in [trial.times.0, trial.times.1] {
                hasher.number(time.map_or(u64::MAX, f64::to_bits));
            }
            let Some(predicted) = &trial.predicted else { continue };
            let rows = &predicted.rows;
            let (truth, predictions) = match &predicted.answers {
                StoredAnswers::Classes { truth, predictions, .. } => (truth, predictions),
                StoredAnswers::Numbers { truth, values, .. } => {
                    for ((row, truth), value) in rows.iter().zip(truth).zip(values) {
                        hasher.number(*row as u64);
                        hasher.number(truth.to_bits());
                        hasher.number(value.to_bits());
                    }
                    continue;
                }
            };
            for ((row, truth), label) in rows.iter().zip(truth).zip(&predictions.labels) {
                hasher.number(*row as u64);
                hasher.number(u64::from(*truth) << 32 | u64::from(*label));
            }
            hasher.text(match predictions.scores {
                Scores::None => "",
                Scores::Decision(_) => "decision",
                Scores::Probability(_) => "probability",
            });
            for value in predictions.scores.matrix().map_or(&[][..], |matrix| &matrix.values) {
                hasher.number(value.to_bits());
            }
        }
    }
    hasher.digits(32)
}
