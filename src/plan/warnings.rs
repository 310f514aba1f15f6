//! What a user should know before a plan is run: caveats, datasets that are absent, pairs that are skipped, folds that lack
//! classes.

use super::expand::{Loaded, Plan};
use super::outline::Trial;
use crate::experiment::{Absent, Protocol, ProtocolKind};
use crate::learn::Input;

/// Suspicions that are shown of a dataset: more would push everything else off the screen.
const MOST_SHOWN: usize = 3;

impl Plan<'_> {
    /// Why a trial is not tried, if it is not: the method cannot read such data, and the protocol converts nothing.
    pub fn skips(&self, trial: &Trial) -> Option<String> {
        if self.experiment.conditions.convert {
            return None;
        }
        let method = &self.experiment.methods[trial.method];
        // What is prepared decides: with steps, a method that could read the table gets numbers, too.
        let reads = |params| method.input(params) == Input::Table;
        // What ignores the features can read any.
        if method.method.info().baseline || method.grid.iter().all(reads) {
            return None;
        }
        let data = &self.loaded[trial.dataset].data;
        let wants = match (data.missing(), data.nominal()) {
            (0, 0) => return None,
            (_, 0) => "missing values",
            (0, _) => "nominal features",
            (_, _) => "missing values and nominal features",
        };
        let who = match method.prepare.is_empty() {
            true => format!("{} reads", method.name),
            false => format!("the steps of {} read", method.name),
        };
        Some(format!("{who} no {wants}, and the protocol has convert = false"))
    }

    /// What may go otherwise than the user thinks.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = self.experiment.caveats();
        warnings.extend(self.experiment.absent.iter().map(Absent::words));
        for trial in self.pairings().filter_map(<[Trial]>::first) {
            if let Some(reason) = self.skips(trial) {
                warnings.push(format!("{}: skipped, {reason}", self.dataset_name(trial)));
            }
        }
        for loaded in &self.loaded {
            let notes = loaded.data.notes.iter().cloned().chain(self.note_on_inner_folds(loaded));
            warnings.extend(notes.map(|note| format!("{}: {note}", loaded.data.name)));
        }
        if let Protocol::CrossValidation(_) = self.experiment.protocol {
            let datasets = self.loaded.iter().enumerate();
            warnings.extend(datasets.filter_map(|(d, own)| rare_classes(own, self.folds(d, 0))));
        }
        warnings
    }

    /// What may be wrong with the data, in lines: a few of each dataset, with the command that shows all.
    pub fn suspicions(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (facts, source) in self.outline.datasets.iter().zip(&self.experiment.datasets) {
            let all = &facts.remarks.suspicions;
            let shown = all.iter().take(MOST_SHOWN);
            lines.extend(shown.map(|suspicion| format!("{}: {}", facts.name, suspicion.words())));
            if let Some(more @ 1..) = all.len().checked_sub(MOST_SHOWN) {
                let file = if source.inside.is_some() {
                    source.name.clone()
                } else {
                    source.file.display().to_string()
                };
                let what = format!("and {more} more: `tribunal data info {file}` lists them");
                lines.push(format!("{}: {what}", facts.name));
            }
        }
        lines
    }

    /// What becomes of declared inner folds.
    fn note_on_inner_folds(&self, loaded: &Loaded) -> Option<String> {
        let folds = self.experiment.protocol.cross_validation()?;
        loaded.data.folds.as_ref().filter(|declared| !declared.inner.is_empty())?;
        Some(match folds.kind {
            ProtocolKind::Nested => {
                "its inner folds are declared, too; `inner` does not apply".into()
            }
            ProtocolKind::Flat => {
                "its declared inner folds are not used: the protocol is flat".into()
            }
        })
    }
}

/// Classes that some folds must lack.
fn rare_classes(loaded: &Loaded, folds: usize) -> Option<String> {
    let mut counts: Vec<usize> = Vec::new();
    for &class in loaded.classes.as_ref()? {
        counts.resize(counts.len().max(class + 1), 0);
        counts[class] += 1;
    }
    let rare = counts.iter().filter(|&&count| count < folds).count();
    let smallest = counts.iter().min().copied().unwrap_or(0);
    (rare > 0).then(|| {
        format!(
            "{}: {rare} of {} classes have fewer {} than there are outer folds ({folds}), the smallest {smallest}; \
             some folds lack them",
            loaded.data.name,
            counts.len(),
            loaded.units.word(),
        )
    })
}
