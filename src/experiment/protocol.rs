//! How methods are judged: on folds, on a stream, or elsewhere. Which trials follow from a protocol is the outline's
//! business.

use super::MethodSpec;
use crate::data::prep::Recipe;
use crate::measure::MetricInfo;

/// How methods are judged.
#[derive(Debug, Clone, PartialEq)]
pub enum Protocol {
    /// On the test parts of folds.
    CrossValidation(CrossValidation),
    /// On a stream: every example is predicted before it is learned from.
    Prequential(Prequential),
    /// The results were made elsewhere.
    Imported(ImportedParts),
}

/// A cross-validation with parameters chosen inside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrossValidation {
    /// Where parameters are chosen.
    pub kind: ProtocolKind,
    /// The folds whose scores are reported, unless a dataset declares its own.
    pub outer: Validation,
    /// How often the outer folds are drawn anew.
    pub repeats: usize,
    /// The folds that choose parameters.
    pub inner: Validation,
}

/// A stream of chunks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prequential {
    /// What is predicted before what is learned.
    pub evaluate: Evaluate,
    /// Examples per chunk.
    pub chunk: usize,
    /// Tested examples per point of the curve.
    pub window: usize,
    /// How often a stream is drawn anew.
    pub repeats: usize,
}

impl Prequential {
    /// Examples per chunk unless a spec says otherwise.
    pub const USUAL_CHUNK: usize = 1000;
}

/// What is predicted before what is learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluate {
    /// A whole chunk is predicted, then learned from; the first chunk is learned from only.
    Chunks,
    /// Every example is predicted, then learned from.
    TestThenTrain,
}

impl Evaluate {
    /// The words of a spec.
    pub const NAMES: &'static [&'static str] = &["chunks", "test-then-train"];

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            Evaluate::Chunks => "chunks",
            Evaluate::TestThenTrain => "test-then-train",
        }
    }
}

/// The parts of results that were made elsewhere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ImportedParts {
    /// How often there are test parts.
    pub repeats: usize,
    /// Test parts per repeat.
    pub folds: usize,
    /// The share of the rows that a test part holds, where it is not that of one fold among all.
    pub test_share: Option<f64>,
}

impl Protocol {
    /// The word in specs and run records.
    pub fn name(&self) -> &'static str {
        match self {
            Protocol::CrossValidation(folds) => folds.kind.name(),
            Protocol::Prequential(_) => Protocol::PREQUENTIAL,
            Protocol::Imported(_) => "imported",
        }
    }

    /// The word for streams.
    pub const PREQUENTIAL: &'static str = "prequential";

    /// Reserved for a protocol to come; a spec cannot use it yet.
    pub const LEARNING_CURVE: &'static str = "learning-curve";

    /// The words of a spec.
    pub const NAMES: &'static [&'static str] = &["nested", "flat", Protocol::PREQUENTIAL];

    /// The folds, if it has any that are run here.
    pub fn cross_validation(&self) -> Option<&CrossValidation> {
        match self {
            Protocol::CrossValidation(folds) => Some(folds),
            Protocol::Prequential(_) | Protocol::Imported(_) => None,
        }
    }

    /// How often test parts are drawn anew.
    pub fn repeats(&self) -> usize {
        match self {
            Protocol::CrossValidation(folds) => folds.repeats,
            Protocol::Prequential(stream) => stream.repeats,
            Protocol::Imported(parts) => parts.repeats,
        }
    }

    /// Test parts per repeat, where a dataset declares none of its own.
    pub fn folds(&self) -> usize {
        match self {
            Protocol::CrossValidation(folds) => folds.outer.folds,
            Protocol::Prequential(_) => 1,
            Protocol::Imported(parts) => parts.folds,
        }
    }

    /// Where a trial is, in words, counted from 1. A stream has no folds, and one that is run once has no repeats either.
    pub fn place(&self, repeat: usize, fold: usize) -> Option<String> {
        match self {
            Protocol::Prequential(stream) => {
                (stream.repeats > 1).then(|| format!("repeat {}", repeat + 1))
            }
            Protocol::CrossValidation(_) | Protocol::Imported(_) => {
                Some(format!("repeat {}, fold {}", repeat + 1, fold + 1))
            }
        }
    }

    /// Whether examples pass once, in their order, instead of being cut into folds.
    pub fn is_stream(&self) -> bool {
        matches!(self, Protocol::Prequential(_))
    }

    /// The share of the rows that a test part holds, where the number of folds does not say.
    pub fn test_share(&self) -> Option<f64> {
        match self {
            Protocol::Imported(parts) => parts.test_share,
            Protocol::CrossValidation(_) | Protocol::Prequential(_) => None,
        }
    }

    /// Whether parameters are chosen on the folds that are reported.
    pub fn is_flat(&self) -> bool {
        self.cross_validation().is_some_and(|folds| folds.kind == ProtocolKind::Flat)
    }
}

/// Under which conditions methods are judged, whatever the protocol.
#[derive(Debug, Clone)]
pub struct Conditions {
    /// Preprocessing, where a dataset says nothing else.
    pub recipe: Recipe,
    /// What preprocessing is fitted on.
    pub scale_scope: Scope,
    /// Whether missing values are filled and nominal features encoded for methods that cannot read them; if not, such
    /// methods are skipped where it would be needed.
    pub convert: bool,
    /// The metric that chooses among grid points.
    pub select: &'static MetricInfo,
    /// CPU seconds a trial may take.
    pub time_limit: Option<f64>,
}

/// Where parameters are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProtocolKind {
    /// On inner folds of each training part: the test part never touches tuning.
    Nested,
    /// On the very folds that are reported: optimistic.
    Flat,
}

impl ProtocolKind {
    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            ProtocolKind::Nested => "nested",
            ProtocolKind::Flat => "flat",
        }
    }
}

/// How a grid is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// Every point is tried.
    Grid,
    /// From the middle, in steps that are halved when no neighbour is better.
    Pattern,
}

impl Search {
    /// The words of a spec.
    pub const NAMES: &'static [&'static str] = &["grid", "pattern"];

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            Search::Grid => "grid",
            Search::Pattern => "pattern",
        }
    }
}

/// What something is fitted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The training part of each fit.
    Train,
    /// All examples, before splitting: leaks the test part.
    All,
}

impl Scope {
    /// The words of a spec.
    pub const NAMES: &'static [&'static str] = &["train", "all"];

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            Scope::Train => "train",
            Scope::All => "all",
        }
    }
}

/// Folds that are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Validation {
    /// Number of folds; at least two.
    pub folds: usize,
    /// Whether folds keep the class shares.
    pub stratified: bool,
}

/// What a reader of the results must be warned of.
pub(super) fn caveats(protocol: &Protocol, conditions: &Conditions) -> Vec<String> {
    let mut caveats = Vec::new();
    if protocol.is_flat() {
        let flat = "flat protocol: parameters were chosen on the test folds, scores are optimistic";
        caveats.push(flat.to_owned());
    }
    if conditions.scale_scope == Scope::All {
        let leak = "preprocessing was fitted on all rows before splitting, test parts included";
        caveats.push(leak.to_owned());
    }
    caveats
}

/// The same of one method.
pub(super) fn caveats_of_method(method: &MethodSpec) -> Vec<String> {
    let leaks = method.method.info().leaks;
    let leaks = leaks.map(|leaks| format!("{} leaks: {leaks}", method.name));
    let steps = (method.prepare_scope == Scope::All && !method.prepare.is_empty()).then(|| {
        let steps: Vec<&str> = method.prepare.iter().map(|step| step.info().name).collect();
        let steps = steps.join(", ");
        format!("{}: {steps} fitted on all rows before splitting, test parts included", method.name)
    });
    leaks.into_iter().chain(steps).collect()
}

/// Rows of a test part for each row of the training part: by the share of the test part if it is known, else by the number
/// of folds of a cross-validation. One part alone does not say.
pub fn test_to_train(folds: usize, test_share: Option<f64>) -> Option<f64> {
    match test_share {
        Some(share) => Some(share / (1.0 - share)),
        None => (folds >= 2).then(|| 1.0 / (folds as f64 - 1.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_has_no_folds_to_name() {
        let stream = |repeats: usize| {
            let evaluate = Evaluate::Chunks;
            Protocol::Prequential(Prequential { evaluate, chunk: 10, window: 10, repeats })
        };
        assert_eq!(stream(1).place(0, 0), None);
        assert_eq!(stream(3).place(1, 0).as_deref(), Some("repeat 2"));
        let parts = ImportedParts { repeats: 2, folds: 5, test_share: None };
        let words = Protocol::Imported(parts).place(1, 4);
        assert_eq!(words.as_deref(), Some("repeat 2, fold 5"));
    }
}
