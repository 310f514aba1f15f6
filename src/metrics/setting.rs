//! From settings to tasks and their metrics. Work that is written once for every task starts here.

use super::{CLASSIFICATION, Metric, STREAM, TIMINGS, Values, regression::REGRESSION};
use crate::learn::{Classify, ClassifyBags, Registry, Regress, Setting, StoredAnswers, Trained};
use crate::measure::MetricInfo;

/// A task with metrics.
pub trait Scored: Trained {
    /// Its metrics in column order; the first one chooses parameters and is reported unless a spec names others.
    fn metrics() -> &'static [Metric<Self>];

    /// The value of every metric; `None` where it is undefined.
    fn scores(truth: &Self::Truth, answers: &Self::Answers) -> Values {
        Self::metrics().iter().map(|m| (m.info.name, (m.score)(truth, answers))).collect()
    }
}

impl Scored for Classify {
    fn metrics() -> &'static [Metric<Classify>] {
        CLASSIFICATION
    }
}

impl Scored for Regress {
    fn metrics() -> &'static [Metric<Regress>] {
        REGRESSION
    }
}

/// The same metrics as for rows: both have classes.
static BAGS: [Metric<ClassifyBags>; CLASSIFICATION.len()] = {
    let mut all = [const { Metric { info: CLASSIFICATION[0].info, score: CLASSIFICATION[0].score } };
        CLASSIFICATION.len()];
    let mut place = 0;
    while place < all.len() {
        all[place] =
            Metric { info: CLASSIFICATION[place].info, score: CLASSIFICATION[place].score };
        place += 1;
    }
    all
};

impl Scored for ClassifyBags {
    fn metrics() -> &'static [Metric<ClassifyBags>] {
        &BAGS
    }
}

/// Work that is written once for every task.
pub trait ForTask {
    /// What it gives.
    type Output;

    /// The work for one task.
    fn run<T: Scored>(self) -> Self::Output;
}

/// Does work for the task of a setting: the only way from settings to tasks.
pub fn with_task<W: ForTask>(setting: Setting, work: W) -> W::Output {
    match setting {
        Setting::Classification | Setting::Stream => work.run::<Classify>(),
        Setting::Regression => work.run::<Regress>(),
        Setting::Bags => work.run::<ClassifyBags>(),
    }
}

/// The metrics of a setting, in column order.
pub fn of(setting: Setting) -> Vec<&'static MetricInfo> {
    struct Infos;
    impl ForTask for Infos {
        type Output = Vec<&'static MetricInfo>;

        fn run<T: Scored>(self) -> Self::Output {
            T::metrics().iter().map(|metric| &metric.info).collect()
        }
    }
    match setting {
        Setting::Stream => STREAM.iter().map(|metric| &metric.info).collect(),
        other => with_task(other, Infos),
    }
}

/// Everything a table of a setting can show, in documentation order: metrics, timings, and the facts that models report.
pub fn measurable(setting: Setting, registry: &Registry) -> Vec<&'static MetricInfo> {
    let mut all: Vec<&'static MetricInfo> = of(setting).into_iter().chain(TIMINGS).collect();
    for fact in registry.of(setting).flat_map(|entry| entry.method.info().facts) {
        if !all.iter().any(|known| known.name == fact.name) {
            all.push(fact);
        }
    }
    all
}

/// The same for all settings together; a name that several settings know is listed once.
pub fn all(registry: &Registry) -> Vec<&'static MetricInfo> {
    let mut all: Vec<&'static MetricInfo> = Vec::new();
    for setting in Setting::ALL {
        for info in measurable(setting, registry) {
            if !all.iter().any(|known| known.name == info.name) {
                all.push(info);
            }
        }
    }
    all
}

/// The facts of the metric of that name, of whatever setting. Journals ask it for every score, so it makes no lists.
pub fn info(name: &str) -> Option<&'static MetricInfo> {
    struct Find<'n>(&'n str);
    impl ForTask for Find<'_> {
        type Output = Option<&'static MetricInfo>;

        fn run<T: Scored>(self) -> Self::Output {
            T::metrics().iter().map(|metric| &metric.info).find(|info| info.name == self.0)
        }
    }
    let of_streams = STREAM.iter().map(|metric| &metric.info).find(|info| info.name == name);
    Setting::ALL.into_iter().find_map(|setting| with_task(setting, Find(name))).or(of_streams)
}

/// Every metric of the answers of a trial, by the word for its task; `None` if the answers are of another task.
pub fn score_stored(task: &str, stored: StoredAnswers) -> Option<Values> {
    struct Score<'a>(&'a str, StoredAnswers);
    impl ForTask for Score<'_> {
        type Output = Option<Values>;

        fn run<T: Scored>(self) -> Option<Values> {
            let (truth, answers) = T::restore(self.1).filter(|_| T::NAME == self.0)?;
            Some(T::scores(&truth, &answers))
        }
    }
    let setting = setting_of_task(task)?;
    with_task(setting, Score(task, stored))
}

/// The names of the metrics of a task, by its word in outcomes; empty for a word that is not one.
pub fn names_of_task(task: &str) -> Vec<&'static str> {
    setting_of_task(task).map_or_else(Vec::new, |s| of(s).iter().map(|m| m.name).collect())
}

/// The setting on folds of a task, by its word in outcomes.
fn setting_of_task(task: &str) -> Option<Setting> {
    struct Name;
    impl ForTask for Name {
        type Output = &'static str;

        fn run<T: Scored>(self) -> &'static str {
            T::NAME
        }
    }
    // A stream has the task of its rows on folds, which comes first.
    Setting::ALL.into_iter().find(|&setting| with_task(setting, Name) == task)
}
