//! What a run says about one metric: scores by the names of datasets and methods, and the verdict as data.

use crate::analysis::{DatasetVerdict, Judged, Refused, Score, ScoreTable};
use crate::measure::Direction;
use crate::report;

/// The scores of one metric, and the verdict on them.
#[derive(Debug, Clone, Copy)]
pub struct MetricScores<'r> {
    table: &'r ScoreTable,
    judged: &'r Judged,
}

/// What is concluded from the scores of one metric.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Verdict {
    /// All of it in words.
    pub sentence: String,
    /// Whether the methods differ at all, at the level of the spec (`analysis.alpha`).
    pub differ: bool,
    /// The p of the test whether they do.
    pub p: f64,
    /// The method with the best mean rank.
    pub best: String,
    /// The method that the rest is about: the control, or the best if the spec names none (of two methods, the one that
    /// their test favours).
    pub about: String,
    /// Methods it is better than.
    pub better_than: Vec<String>,
    /// Methods it is worse than.
    pub worse_than: Vec<String>,
    /// Methods it is not significantly different from.
    pub alike: Vec<String>,
}

/// What is concluded from the folds or predictions of one dataset; it holds for that dataset only.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct OnDatasetVerdict {
    /// The dataset.
    pub dataset: String,
    /// All of it in words.
    pub sentence: String,
    /// The test that decides: `corrected-t` or `mcnemar`.
    pub decided_by: &'static str,
    /// The method that the rest is about: the control, or the one with the best mean.
    pub about: String,
    /// Methods it is better than.
    pub better_than: Vec<String>,
    /// Methods it is worse than.
    pub worse_than: Vec<String>,
    /// Methods it is not significantly different from.
    pub alike: Vec<String>,
}

impl OnDatasetVerdict {
    fn new(verdict: &DatasetVerdict) -> OnDatasetVerdict {
        let name = |&method: &usize| verdict.name(method).to_owned();
        let names = |methods: &[usize]| methods.iter().map(name).collect();
        OnDatasetVerdict {
            dataset: verdict.dataset().to_owned(),
            sentence: report::dataset_sentence(verdict),
            decided_by: verdict.deciding.name,
            about: name(&verdict.headline.about),
            better_than: names(&verdict.headline.better_than),
            worse_than: names(&verdict.headline.worse_than),
            alike: names(&verdict.headline.alike),
        }
    }
}

impl<'r> MetricScores<'r> {
    pub(super) fn new(table: &'r ScoreTable, judged: &'r Judged) -> Self {
        MetricScores { table, judged }
    }

    /// The metric.
    pub fn name(&self) -> &'r str {
        &self.table.results.metric
    }

    /// Which way is better.
    pub fn higher_is_better(&self) -> bool {
        self.table.results.direction == Direction::Higher
    }

    /// The datasets, in the order of the spec.
    pub fn datasets(&self) -> impl Iterator<Item = &'r str> + use<'r> {
        self.table.results.datasets.iter().map(String::as_str)
    }

    /// The methods, in the order of the spec.
    pub fn methods(&self) -> impl Iterator<Item = &'r str> + use<'r> {
        self.table.results.methods.iter().map(String::as_str)
    }

    /// A method on a dataset; `None` where there is no score, or no such method or dataset.
    pub fn score(&self, dataset: &str, method: &str) -> Option<&'r Score> {
        let results = &self.table.results;
        let row = results.datasets.iter().position(|name| name == dataset)?;
        results.cells.get(row)?.get(self.place(method)?)?.as_ref()
    }

    /// The mean of a method over the datasets on which every method has a score; with one dataset it is the score there.
    /// `None` where there is no such dataset, and for errors in units of the target (`rmse`, `mae`) on several datasets:
    /// litres and metres cannot be averaged.
    pub fn mean(&self, method: &str) -> Option<f64> {
        self.table.averages.get(self.place(method)?).copied().flatten()
    }

    /// The mean rank of a method: 1 if it is the best everywhere.
    pub fn mean_rank(&self, method: &str) -> Option<f64> {
        self.table.average_ranks.get(self.place(method)?).copied().flatten()
    }

    /// Methods with their mean ranks, the best first; those without a rank are left out.
    pub fn ranking(&self) -> Vec<(&'r str, f64)> {
        let ranked = self.methods().zip(&self.table.average_ranks);
        let mut ranking: Vec<(&str, f64)> =
            ranked.filter_map(|(method, rank)| Some((method, (*rank)?))).collect();
        ranking.sort_by(|a, b| a.1.total_cmp(&b.1));
        ranking
    }

    /// What the tests over datasets conclude, or why they cannot: with fewer than three datasets there is no such verdict,
    /// but [`MetricScores::on_datasets`] has one for each.
    pub fn verdict(&self) -> Result<Verdict, Refused> {
        let analysis = self.judged.over.as_ref().map_err(Clone::clone)?;
        let headline = &analysis.headline;
        let name = |&method: &usize| analysis.name(method).to_owned();
        let names = |methods: &[usize]| methods.iter().map(name).collect();
        Ok(Verdict {
            sentence: report::sentence(analysis),
            differ: headline.differ,
            p: analysis.omnibus.gate.p,
            best: name(&headline.best),
            about: name(&headline.about),
            better_than: names(&headline.better_than),
            worse_than: names(&headline.worse_than),
            alike: names(&headline.alike),
        })
    }

    /// What is concluded on each dataset, where there are one or two; what could not be judged is left out.
    pub fn on_datasets(&self) -> Vec<OnDatasetVerdict> {
        self.judged.on_datasets().map(OnDatasetVerdict::new).collect()
    }

    fn place(&self, method: &str) -> Option<usize> {
        self.table.results.methods.iter().position(|name| name == method)
    }
}
