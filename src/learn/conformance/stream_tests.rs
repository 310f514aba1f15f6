//! The suite for streams finds every fault of a method that is sound but for this one.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use super::check_stream;
use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, Growing, Incremental, Input,
    MethodInfo, Model, ModelFacts, Samples, Shape, StopReason,
};
use crate::params::Params;

/// What is wrong with a method.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    None,
    ReadsNumbers,
    Refuses,
    PanicsUntrained,
    SilentUntrained,
    PanicsOnOneClass,
    PanicsOnMissing,
    PanicsOnUnseenLevel,
    LearnsNothing,
    GivesUp,
    HeedsChunks,
    AdmitsChunks,
    CountsQuestions,
    IsRandom,
    IsHuge,
    HasUnknownFact,
    NeverStops,
    StopsForNoReason,
}

/// The class with the nearest mean, of the features that are known.
struct NearestMean(Fault);

const SOUND: MethodInfo = MethodInfo {
    kind: "nearest-mean",
    summary: "the class with the nearest mean so far",
    reference: "none",
    input: Input::Table,
    ..MethodInfo::PLAIN
};
static INFO: MethodInfo = SOUND;
static NUMBERS: MethodInfo = MethodInfo { input: Input::Numbers, ..SOUND };

/// Models that were begun, for one that is never the same.
static BEGUN: AtomicU32 = AtomicU32::new(0);

struct Means {
    fault: Fault,
    /// By class and feature: the sum and the number of values.
    sums: Vec<Vec<(f64, f64)>>,
    /// Added to every class.
    shift: u32,
    questions: AtomicU32,
}

impl Declared for NearestMean {
    fn info(&self) -> &'static MethodInfo {
        if self.0 == Fault::ReadsNumbers { &NUMBERS } else { &INFO }
    }
}

impl Incremental<Classify> for NearestMean {
    fn begin(
        &self,
        shape: &Shape,
        _: &Params,
        _: &FitContext<'_>,
    ) -> Result<Box<dyn Growing<Classify>>, FitError> {
        if self.0 == Fault::Refuses {
            return Err(FitError::Unsuitable("not today".into()));
        }
        let begun = BEGUN.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(Means {
            fault: self.0,
            sums: vec![vec![(0.0, 0.0); shape.features.len()]; shape.outputs],
            shift: if self.0 == Fault::IsRandom { begun } else { 0 },
            questions: AtomicU32::new(0),
        }))
    }

    fn depends_on_chunks(&self) -> bool {
        self.0 == Fault::AdmitsChunks
    }
}

impl Growing<Classify> for Means {
    fn learn(
        &mut self,
        more: &Samples<'_, Classify>,
        context: &FitContext<'_>,
    ) -> Result<(), FitError> {
        let ids = more.y().ids();
        match self.fault {
            Fault::PanicsOnOneClass => assert!(ids.len() == 1 || ids.iter().any(|c| *c != ids[0])),
            Fault::GivesUp if ids.iter().all(|class| *class == 2) => {
                return Err(FitError::Unsuitable("enough".into()));
            }
            Fault::HeedsChunks | Fault::AdmitsChunks => self.shift = ids.len() as u32,
            Fault::StopsForNoReason if context.go_on().is_err() => {
                return Err(FitError::Unsuitable("no reason".into()));
            }
            _ => {}
        }
        if self.fault != Fault::NeverStops {
            context.go_on()?;
        }
        for (row, &class) in more.x().iter().zip(ids) {
            for (feature, value) in row.entries() {
                assert!(self.fault != Fault::PanicsOnMissing || !value.is_nan());
                if !value.is_nan() {
                    let (sum, count) = &mut self.sums[class as usize][feature];
                    (*sum, *count) = (*sum + value, *count + 1.0);
                }
            }
        }
        Ok(())
    }
}

impl Means {
    fn is_untrained(&self) -> bool {
        self.sums.iter().flatten().all(|(_, count)| *count == 0.0)
    }

    /// The mean squared distance, over the features that are known of both.
    fn distance(&self, row: &[(usize, f64)], class: usize) -> f64 {
        let mut all = (0.0, 0.0);
        for &(feature, value) in row {
            let (sum, count) = self.sums[class][feature];
            if count > 0.0 && !value.is_nan() {
                all = (all.0 + (value - sum / count).powi(2), all.1 + 1.0);
            }
        }
        if all.1 > 0.0 { all.0 / all.1 } else { f64::INFINITY }
    }
}

impl Model<Classify> for Means {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        assert!(self.fault != Fault::PanicsUntrained || !self.is_untrained());
        if self.fault == Fault::SilentUntrained && self.is_untrained() {
            return ClassPredictions::from_labels(Vec::new());
        }
        let before = self.questions.fetch_add(1, Ordering::Relaxed);
        let questions = if self.fault == Fault::CountsQuestions { before } else { 0 };
        let classes = self.sums.len() as u32;
        let label = |row: Vec<(usize, f64)>| {
            let unseen = row.first().is_some_and(|(_, level)| *level == 3.0);
            assert!(self.fault != Fault::PanicsOnUnseenLevel || !unseen);
            let near = |a: &u32, b: &u32| {
                let distance = |class: &u32| self.distance(&row, *class as usize);
                distance(a).total_cmp(&distance(b))
            };
            let nearest = match self.fault {
                Fault::LearnsNothing => 0,
                _ => (0..classes).min_by(near).unwrap_or(0),
            };
            (nearest + self.shift + questions) % classes
        };
        let labels = x.iter().map(|row| label(row.entries().collect()));
        ClassPredictions::from_labels(labels.collect())
    }

    fn bytes(&self) -> usize {
        let cells = self.sums.iter().map(|own| size_of_val(&**own)).sum();
        if self.fault == Fault::IsHuge { usize::MAX } else { cells }
    }

    fn facts(&self) -> ModelFacts {
        let mut facts = ModelFacts::closed_form();
        match self.fault {
            Fault::NeverStops => facts.stop = StopReason::AllRounds,
            Fault::HasUnknownFact => facts.numbers = BTreeMap::from([("nodes".to_owned(), 1.0)]),
            _ => {}
        }
        facts
    }
}

#[test]
fn a_sound_method_breaks_no_rule() {
    assert_eq!(check_stream(&NearestMean(Fault::None)), Vec::<String>::new());
    // What is declared is no fault, though the models differ.
    let admitted = check_stream(&NearestMean(Fault::AdmitsChunks)).join("\n");
    assert!(!admitted.contains("in other chunks"), "{admitted}");
}

#[test]
fn every_fault_of_a_stream_is_found() {
    for (fault, words) in [
        (Fault::ReadsNumbers, "must declare `input: Input::Table`"),
        (Fault::Refuses, "gives no model before the first example of clouds"),
        (Fault::PanicsUntrained, "panics before its first example"),
        (Fault::SilentUntrained, "gave 0 predictions for 30 rows, before the first example"),
        (Fault::PanicsOnOneClass, "panics on one class"),
        (Fault::PanicsOnOneClass, "panics when classes and levels come late"),
        (Fault::PanicsOnMissing, "panics when classes and levels come late"),
        (Fault::PanicsOnUnseenLevel, "panics before its first example"),
        (Fault::PanicsOnUnseenLevel, "panics on a problem that can be learned"),
        (Fault::LearnsNothing, "recognises only"),
        (Fault::GivesUp, "gives up on clouds sorted by class with ``: enough"),
        (Fault::HeedsChunks, "learns otherwise in other chunks"),
        (Fault::CountsQuestions, "learns otherwise if it is asked in between"),
        (Fault::IsRandom, "gives another model when fitted again"),
        (Fault::IsHuge, "bytes, and 16777216 were granted"),
        (Fault::HasUnknownFact, "not declared, before the first example"),
        (Fault::NeverStops, "iterates without asking whether to stop"),
        (Fault::StopsForNoReason, "when it is asked to stop"),
    ] {
        let broken = check_stream(&NearestMean(fault)).join("\n");
        assert!(broken.contains(words), "{fault:?}: `{words}` went unnoticed:\n{broken}");
    }
}
