//! Metrics of streams. They follow from counts of true and predicted classes, so that a window or a whole stream is
//! scored without keeping its predictions.

use std::collections::BTreeMap;

use super::Values;
use super::accuracy;
use super::confusion::Confusion;
use super::kappa;
use super::setting::Scored;
use crate::data::Rows;
use crate::learn::{ClassPredictions, Classify, Labels, Streamed, Task};
use crate::measure::MetricInfo;

/// A metric of a stream.
pub struct StreamMetric {
    /// What it is.
    pub info: MetricInfo,
    /// Its value on a window or on the whole; `None` where it is undefined.
    pub score: fn(&Confusion) -> Option<f64>,
}

/// Every metric of streams, in column order.
pub static STREAM: &[StreamMetric] = &[
    StreamMetric { info: accuracy::ACCURACY.info, score: accuracy::of_counts },
    StreamMetric { info: kappa::METRIC.info, score: kappa::of_counts },
];

/// A task that is judged on streams by counts of classes. Its examples are rows: a stream passes row by row.
pub trait Counted: Scored + Streamed + for<'a> Task<Examples<'a> = Rows<'a>> {
    /// Number of classes.
    fn classes(truth: &Self::Truth) -> usize;

    /// Counts the answers for some neighbouring examples, the first of which is the `position`th of the stream, from 1.
    fn count(
        scores: &mut StreamScores,
        position: u64,
        truth: &Self::Truth,
        answers: &Self::Answers,
    );
}

impl Counted for Classify {
    fn classes(truth: &Labels) -> usize {
        truth.classes()
    }

    fn count(scores: &mut StreamScores, position: u64, truth: &Labels, answers: &ClassPredictions) {
        let pairs = truth.ids().iter().zip(&answers.labels);
        for (position, (&truth, &label)) in (position..).zip(pairs) {
            scores.add(position, truth, label);
        }
    }
}

/// Work that is written once for every task of streams.
pub trait ForStream {
    /// What it gives.
    type Output;

    /// The work for one task.
    fn run<T: Counted>(self) -> Self::Output;
}

/// Does work for the task of streams: classes of rows.
pub fn with_stream_task<W: ForStream>(work: W) -> W::Output {
    work.run::<Classify>()
}

/// The scores of a stream while it passes: of everything that was tested, and window by window.
pub struct StreamScores {
    all: Confusion,
    window: Confusion,
    /// Tested examples per window.
    size: usize,
    in_window: usize,
    /// Examples of the stream up to the last one that was tested.
    seen: u64,
    curve: StreamCurve,
}

/// The value of every metric at the end of each window.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StreamCurve {
    /// Examples of the stream up to the end of each window, tested or not.
    pub at: Vec<u64>,
    /// By metric, one value per window; `None` where it is undefined.
    pub values: BTreeMap<String, Vec<Option<f64>>>,
}

impl StreamScores {
    /// Nothing was tested yet.
    pub fn new(classes: usize, window: usize) -> StreamScores {
        let nothing = || Confusion::empty(classes);
        StreamScores {
            all: nothing(),
            window: nothing(),
            size: window.max(1),
            in_window: 0,
            seen: 0,
            curve: StreamCurve::default(),
        }
    }

    /// Takes a tested example, which is the `position`th of the stream, from 1.
    pub fn add(&mut self, position: u64, truth: u32, predicted: u32) {
        self.all.add(truth, predicted);
        self.window.add(truth, predicted);
        self.in_window += 1;
        self.seen = position;
        if self.in_window == self.size {
            self.end_window();
        }
    }

    fn end_window(&mut self) {
        self.curve.at.push(self.seen);
        for metric in STREAM {
            let values = self.curve.values.entry(metric.info.name.to_owned()).or_default();
            values.push((metric.score)(&self.window));
        }
        self.window = Confusion::empty(self.window.classes());
        self.in_window = 0;
    }

    /// The scores over everything that was tested, and the curve; its last window may be shorter.
    pub fn finish(mut self) -> (Values, StreamCurve) {
        if self.in_window > 0 {
            self.end_window();
        }
        let score = |metric: &StreamMetric| (metric.info.name, (metric.score)(&self.all));
        (STREAM.iter().map(score).collect(), self.curve)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_scored_on_their_own_and_the_last_one_may_be_shorter() {
        let mut scores = StreamScores::new(2, 2);
        let answers = [(0, 0), (1, 1), (1, 0), (0, 0), (1, 1)];
        for (position, (truth, predicted)) in (11..).zip(answers) {
            scores.add(position, truth, predicted);
        }
        let (all, curve) = scores.finish();
        assert_eq!(all.get("accuracy"), Some(&Some(0.8)));
        assert_eq!(curve.at, [12, 14, 15]);
        assert_eq!(curve.values["accuracy"], [Some(1.0), Some(0.5), Some(1.0)]);
        assert_eq!(curve.values["kappa"], [Some(1.0), Some(0.0), None]);
    }
}
