//! A verdict on one dataset, from its folds or its predictions: what is concluded holds for that dataset, not for others
//! like it. It is what one or two datasets allow; tests over datasets need at least three.

use super::comparisons::holm;
use super::complete::{Refused, refuse};
use super::registry::finding::find;
use super::registry::{
    ALL, Compared, Finding, ON_DATASET, OnDataset, Outcome, Run, Test, corrected_t, corrections,
    mcnemar,
};
use super::results::{Results, Score};
use super::settings::AnalysisSettings;
use super::undone::{Undone, of_outcomes};
use super::verdict::{Headline, check_level, unknown_control};
use crate::stats::posthoc::all_pairs;

/// What is concluded on one dataset.
#[derive(Debug, Clone)]
pub struct DatasetVerdict {
    /// The scores on this dataset of the methods that have one.
    pub results: Results,
    /// What was asked for.
    pub settings: AnalysisSettings,
    /// What a reader should know: methods without a score.
    pub notes: Vec<String>,
    /// The method the others are compared with: the one that was named, or the one with the best mean.
    pub control: usize,
    /// Methods from the best mean to the worst; equal ones in the order of the table.
    pub by_mean: Vec<usize>,
    /// Tests of all methods at once.
    pub overall: Vec<(Test, Outcome)>,
    /// The control against the others if one was named, else all pairs.
    pub pairs: Vec<DatasetPair>,
    /// The test that decides, corrected by Holm's procedure.
    pub deciding: Test,
    /// Tests that were asked for and not done.
    pub undone: Vec<Undone>,
    /// What is concluded.
    pub headline: Headline,
}

/// Two methods on one dataset. Positive means that the first-named is better.
#[derive(Debug, Clone)]
pub struct DatasetPair {
    /// The first-named, by position.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// The difference of their means.
    pub difference: f64,
    /// Every test.
    pub tests: Vec<Compared>,
}

impl DatasetPair {
    /// What a test found.
    pub fn found(&self, test: Test) -> Option<&Finding> {
        find(&self.tests, test)?.found.as_ref().ok()
    }

    /// The p of a test, corrected by Holm's procedure.
    pub fn holm(&self, test: Test) -> Option<f64> {
        find(&self.tests, test)?.holm
    }
}

impl DatasetVerdict {
    /// The name of the dataset.
    pub fn dataset(&self) -> &str {
        &self.results.datasets[0]
    }

    /// The name of a method.
    pub fn name(&self, method: usize) -> &str {
        &self.results.methods[method]
    }

    /// The score of a method.
    pub fn score(&self, method: usize) -> Option<&Score> {
        self.results.cells[0][method].as_ref()
    }

    /// The pairs, the smallest deciding p first; those without one last.
    pub fn pairs_by_p(&self) -> Vec<&DatasetPair> {
        let mut pairs: Vec<&DatasetPair> = self.pairs.iter().collect();
        let p = |pair: &DatasetPair| self.deciding_p(pair).unwrap_or(f64::INFINITY);
        pairs.sort_by(|a, b| p(a).total_cmp(&p(b)));
        pairs
    }

    /// The p that decides between two methods.
    pub fn deciding_p(&self, pair: &DatasetPair) -> Option<f64> {
        pair.holm(self.deciding)
    }
}

/// A verdict on every dataset.
pub fn each_dataset(
    results: &Results,
    settings: &AnalysisSettings,
) -> Vec<Result<DatasetVerdict, Refused>> {
    (0..results.datasets.len()).map(|dataset| on_dataset(results, dataset, settings)).collect()
}

fn on_dataset(
    results: &Results,
    dataset: usize,
    settings: &AnalysisSettings,
) -> Result<DatasetVerdict, Refused> {
    check_level(settings)?;
    let (own, mut notes) = only(results, dataset);
    let k = own.methods.len();
    if k < 2 {
        let problem =
            format!("nothing to compare on {}: methods with results: {k}", own.datasets[0]);
        return refuse(problem, "give the results of two methods or more");
    }
    let by_mean = by_mean(&own);
    let named = settings.control.as_ref();
    let control = match named {
        None => by_mean[0],
        Some(name) => match own.methods.iter().position(|method| method == name) {
            Some(position) => position,
            None => return Err(unknown_control(name, results, &own)),
        },
    };
    let family: Vec<(usize, usize)> = match named {
        Some(_) => (0..k).filter(|&m| m != control).map(|m| (control, m)).collect(),
        // The better mean first, as people say it.
        None => all_pairs(k).into_iter().map(|(a, b)| (by_mean[a], by_mean[b])).collect(),
    };
    let pairs = pairs(&own, &family, settings);
    let deciding = deciding(&pairs, &own)?;
    let overall = overall(&own, settings);
    notes.extend(optimistic(deciding, &own));
    let mut verdict = DatasetVerdict {
        headline: headline(&pairs, deciding, control, by_mean[0], settings.alpha),
        undone: undone(&pairs, &overall, settings),
        results: own,
        settings: settings.clone(),
        notes,
        control,
        by_mean,
        overall,
        pairs,
        deciding,
    };
    verdict.drop_what_was_not_asked();
    Ok(verdict)
}

impl DatasetVerdict {
    /// What is done unasked and is undefined everywhere needs no words.
    fn drop_what_was_not_asked(&mut self) {
        let settings = self.settings.clone();
        let undefined = |pairs: &[DatasetPair], test: Test| {
            pairs.iter().all(|pair| pair.found(test).is_none()) && !settings.asks(test)
        };
        let gone: Vec<Test> = ON_DATASET
            .iter()
            .copied()
            .filter(|test| *test != self.deciding && undefined(&self.pairs, test))
            .collect();
        for pair in &mut self.pairs {
            pair.tests.retain(|compared| !gone.contains(&compared.test));
        }
        self.overall.retain(|(test, outcome)| outcome.is_ok() || settings.asks(test));
    }
}

/// One row of the results, without the methods that have no score there.
fn only(results: &Results, dataset: usize) -> (Results, Vec<String>) {
    let row = &results.cells[dataset];
    let kept: Vec<usize> = (0..row.len()).filter(|&m| row[m].is_some()).collect();
    let mut notes = Vec::new();
    let without: Vec<&str> =
        (0..row.len()).filter(|&m| row[m].is_none()).map(|m| results.methods[m].as_str()).collect();
    if !without.is_empty() {
        notes.push(format!("methods without a result left out: {}", without.join(", ")));
    }
    let own = Results {
        datasets: vec![results.datasets[dataset].clone()],
        methods: kept.iter().map(|&m| results.methods[m].clone()).collect(),
        cells: vec![kept.iter().map(|&m| row[m].clone()).collect()],
        ..results.clone()
    };
    (own, notes)
}

fn by_mean(results: &Results) -> Vec<usize> {
    let scores: Vec<f64> = results.oriented()[0].iter().map(|v| v.unwrap_or(f64::NAN)).collect();
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    order
}

/// The tests of two methods that are done here: the usual ones, and what was asked for.
fn pair_tests(settings: &AnalysisSettings) -> impl Iterator<Item = Test> {
    let wanted = |test: &Test| ON_DATASET.contains(test) || settings.asks(test);
    ALL.iter().copied().filter(wanted).collect::<Vec<Test>>().into_iter()
}

fn pairs(
    results: &Results,
    family: &[(usize, usize)],
    settings: &AnalysisSettings,
) -> Vec<DatasetPair> {
    let row = &results.cells[0];
    let sign = results.direction.sign();
    let two = |(a, b): (usize, usize)| row[a].as_ref().zip(row[b].as_ref());
    let mut found: Vec<DatasetPair> = Vec::new();
    for &(a, b) in family {
        let difference = two((a, b)).map_or(0.0, |(a, b)| sign * (a.mean - b.mean));
        found.push(DatasetPair { a, b, difference, tests: Vec::new() });
    }
    for test in pair_tests(settings) {
        let Run::OnDataset(run) = test.run else { continue };
        let outcomes: Vec<Outcome> = family
            .iter()
            .filter_map(|&pair| two(pair))
            .map(|(a, b)| run(&OnDataset { a, b, results, settings }))
            .collect();
        let holm = holm(&outcomes);
        for ((pair, found), holm) in found.iter_mut().zip(outcomes).zip(holm) {
            pair.tests.push(Compared { test, found, holm });
        }
    }
    found
}

/// Tests of all methods on the dataset: they need no asking where they can be done and there are three methods or more.
fn overall(results: &Results, settings: &AnalysisSettings) -> Vec<(Test, Outcome)> {
    let scores: Vec<&Score> = results.cells[0].iter().flatten().collect();
    let mut found = Vec::new();
    for &test in ALL {
        let Run::AllOnDataset(run) = test.run else { continue };
        if settings.asks(test) || scores.len() > 2 {
            found.push((test, run(&scores)));
        }
    }
    found
}

/// The corrected t where folds are known, else McNemar's test where predictions are.
fn deciding(pairs: &[DatasetPair], results: &Results) -> Result<Test, Refused> {
    let candidates: [Test; 2] = [&corrected_t::TEST, &mcnemar::TEST];
    let defined = |test: &Test| pairs.iter().any(|pair| pair.found(test).is_some());
    if let Some(test) = candidates.into_iter().find(defined) {
        return Ok(test);
    }
    let scores = results.cells[0].iter().flatten();
    let folds = scores.map(|score| score.folds.len()).min().unwrap_or(0);
    let dataset = &results.datasets[0];
    let spread = results.cells[0].iter().flatten().any(|score| score.test_to_train().is_some());
    let problem = match folds {
        0 => format!("one score per method on {dataset}: its spread is not known"),
        1 => format!("one test part on {dataset}: one score has no spread"),
        _ if !spread => {
            format!("on {dataset} it is not known which share of the examples a test part holds")
        }
        _ => format!("on {dataset} every difference is the same in all folds: there is no spread"),
    };
    let remedy = match folds {
        0 | 1 => {
            "add datasets (three or more), or give the scores of folds: columns dataset, method, fold, value"
        }
        _ if !spread => "say which share of the examples a test part holds (--test-share)",
        _ => "are these the right columns? more folds or repeats may differ",
    };
    refuse(problem, remedy)
}

/// Simulated error rates of the corrected t (`docs/error-rates.md`): at most 6 % for stable learners, but 8 % with ten folds
/// and 17 % with repeats of ten for learners that change much with their training data.
fn optimistic(deciding: Test, results: &Results) -> Option<String> {
    let scores = || results.cells[0].iter().flatten();
    let repeated = scores().any(|score| score.repeats > 1 && score.folds.len() > 2 * score.repeats);
    let many = scores().any(|score| score.folds.len() >= 10 * score.repeats.max(1));
    (*deciding == corrected_t::TEST && (repeated || many)).then(|| {
        "with ten folds or with repeats, this test finds differences too easily between unstable learners (stumps, small trees) on small data; five repeats of two folds are safer".to_owned()
    })
}

fn headline(
    pairs: &[DatasetPair],
    deciding: Test,
    control: usize,
    best: usize,
    alpha: f64,
) -> Headline {
    let favours = |pair: &DatasetPair| pair.found(deciding).map_or(0.0, |found| found.favours);
    let significant = |pair: &DatasetPair| {
        pair.holm(deciding).is_some_and(|p| p <= alpha) && favours(pair) != 0.0
    };
    let any_pair = pairs.iter().any(significant);
    let (mut better_than, mut worse_than, mut alike) = (Vec::new(), Vec::new(), Vec::new());
    let mut untested = Vec::new();
    for pair in pairs.iter().filter(|pair| pair.a == control || pair.b == control) {
        let (other, ahead) =
            if pair.a == control { (pair.b, favours(pair)) } else { (pair.a, -favours(pair)) };
        match (significant(pair), ahead > 0.0) {
            _ if pair.found(deciding).is_none() => untested.push(other),
            (true, true) => better_than.push(other),
            (true, false) => worse_than.push(other),
            (false, _) => alike.push(other),
        }
    }
    let (differ, about) = (any_pair, control);
    Headline { best, differ, about, better_than, worse_than, alike, untested, any_pair }
}

/// What was asked for and could not be done; tests over datasets among them.
fn undone(
    pairs: &[DatasetPair],
    overall: &[(Test, Outcome)],
    settings: &AnalysisSettings,
) -> Vec<Undone> {
    let mut found = Vec::new();
    for test in settings.asked_by_name() {
        let reason = match test.run {
            Run::OnDataset(_) => {
                let compared = pairs.iter().filter_map(|pair| find(&pair.tests, test));
                of_outcomes(compared.map(|compared| &compared.found))
            }
            Run::AllOnDataset(_) => {
                of_outcomes(overall.iter().filter(|(t, _)| *t == test).map(|(_, o)| o))
            }
            // Every p of a pair is adjusted by it.
            _ if *test == corrections::HOLM => None,
            _ => Some("tests over datasets need at least 3 datasets".to_owned()),
        };
        found.extend(reason.map(|reason| Undone { test, reason }));
    }
    found
}

#[cfg(test)]
#[path = "each_dataset_tests.rs"]
mod tests;
