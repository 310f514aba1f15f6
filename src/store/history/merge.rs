//! How the files of one more process are read into a history: which of its outcomes count, and where their predictions
//! are. The rule is at the head of the module above.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;

use super::History;
use crate::params::Params;
use crate::plan::{Identity, TrialId};
use crate::run::{Outcome, Promise};
use crate::store::StoreError;
use crate::store::curves::each_curve;
use crate::store::lines;
use crate::store::writer::Writer;

/// A writer whose files were read.
#[derive(Debug)]
pub struct Source {
    pub writer: Writer,
    /// The last line of its predictions that was read; the file may have grown since.
    pub last_read: usize,
}

/// Where predictions are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Position {
    /// In a line that was read.
    Line { source: usize, line: usize },
    /// In the own file, behind what was read of it.
    Added,
}

/// The part of a predictions line that says whose they are.
#[derive(Deserialize)]
struct Predicted {
    trial: TrialId,
}

/// Whose predictions a body holds. We write the trial first: most of the body need not be looked at.
pub fn predicted_trial(body: &str) -> Option<TrialId> {
    let first = body.strip_prefix(r#"{"trial":""#).and_then(|rest| TrialId::read(rest.get(..32)?));
    first.or_else(|| serde_json::from_str::<Predicted>(body).ok().map(|p| p.trial))
}

/// What outcomes have in common: identities, and under each the parameters that were chosen.
#[derive(Default)]
pub struct Common(BTreeMap<Arc<Identity>, Vec<Params>>);

impl Common {
    /// Replaces what another outcome has already.
    fn share(&mut self, outcome: &mut Outcome) {
        match self.0.get_key_value(&outcome.identity) {
            Some((known, _)) => outcome.identity = Arc::clone(known),
            None => {
                self.0.insert(Arc::clone(&outcome.identity), Vec::new());
            }
        }
        let (Some(chosen), Some(choices)) =
            (&mut outcome.chosen, self.0.get_mut(&outcome.identity))
        else {
            return;
        };
        match choices.iter().find(|known| *known == chosen) {
            Some(known) => *chosen = known.clone(),
            None => choices.push(chosen.clone()),
        }
    }
}

impl History {
    /// Reads the files of one more writer.
    pub(super) fn merge(
        &mut self,
        folder: &Path,
        writer: Writer,
        common: &mut Common,
    ) -> Result<(), StoreError> {
        // The journal first: a process that is at work writes predictions before outcomes.
        let (name, kind) = writer.journal();
        let mut all: Vec<Arc<Outcome>> = Vec::new();
        let lines = lines::read(&folder.join(&name), kind, |mut outcome: Outcome| {
            common.share(&mut outcome);
            all.push(Arc::new(outcome));
        })?;
        self.note_damage(&name, &lines);
        let (name, kind) = writer.predictions();
        let (mut predicted, mut last_read) = (BTreeMap::new(), 0);
        let lines = lines::read_bodies(&folder.join(&name), kind, |line, body| {
            last_read = line;
            predicted_trial(body).map(|trial| predicted.insert(trial, line)).is_some()
        })?;
        self.note_damage(&name, &lines);
        let mut curved = BTreeSet::new();
        let lines = each_curve(folder, &writer, |curve| {
            curved.insert(curve.trial);
        })?;
        self.note_damage(&writer.curves().0, &lines);
        self.known += all.len();
        let mut latest = BTreeMap::new();
        for outcome in all {
            self.name(&outcome);
            let promised = match outcome.promises {
                Promise::Predictions => {
                    outcome.scores_only || predicted.contains_key(&outcome.trial)
                }
                Promise::Curve => curved.contains(&outcome.trial),
            };
            if promised || !outcome.is_done() {
                latest.insert(outcome.trial.clone(), outcome);
            }
        }
        let forced = writer.is_forced();
        self.sources.push(Source { writer, last_read });
        self.take(latest, predicted, forced);
        Ok(())
    }

    fn note_damage(&mut self, file: &str, lines: &[usize]) {
        self.damaged.extend(lines.iter().map(|line| format!("{file}:{line}")));
    }

    /// Takes the outcomes of the last source that count, and the lines of its predictions.
    fn take(
        &mut self,
        mut latest: BTreeMap<TrialId, Arc<Outcome>>,
        predicted: BTreeMap<TrialId, usize>,
        forced: bool,
    ) {
        latest.retain(|trial, outcome| {
            let known = self.finished.get(trial);
            forced || outcome.is_settled() || !known.is_some_and(|earlier| earlier.is_settled())
        });
        let source = self.sources.len() - 1;
        for (trial, line) in predicted {
            // A done trial of another source has its predictions there.
            let elsewhere = !latest.contains_key(&trial)
                && self.finished.get(&trial).is_some_and(|outcome| outcome.is_done());
            if !elsewhere {
                self.predictions.insert(trial, Position::Line { source, line });
            }
        }
        self.finished.append(&mut latest);
    }
}
