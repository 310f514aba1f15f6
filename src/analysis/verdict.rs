//! The verdict: one [`Analysis`] value that holds everything that tables, figures and the gate say about the results of one
//! metric. Nothing is formatted here, and nothing is computed after it.

use super::budget;
use super::comparisons::{Pair, pairwise, units_note, versus_control};
use super::complete::{Complete, Refused, complete, refuse};
use super::fold_tests::{FoldTest, asked_on_datasets, fold_tests};
use super::groups::{AllGroups, groups};
use super::marks::{Marks, marks};
use super::missing::Handled;
use super::omnibus::{GateTest, Omnibus, omnibus, refused};
use super::registry::{
    ALL, Outcome, Overall, Run, Test, corrections, effect, robustness as robust, wilcoxon,
};
use super::results::{Results, Score};
use super::robust::{Robustness, robustness};
use super::settings::{AnalysisSettings, LEVELS};
use super::uncertain::{Sampled, sampled};
use super::undone::{Undone, undone};
use crate::stats::effect::smallest_detectable_rank_difference;
use crate::stats::power::smallest_signed_rank_effect;
use crate::suggest;

/// Power at which the smallest detectable difference is reported.
pub const POWER: f64 = 0.8;

/// Everything that is concluded from the results of one metric.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// What was analysed: the results after the policy for missing ones.
    pub results: Results,
    /// What was asked for.
    pub settings: AnalysisSettings,
    /// What a reader should know: what was left out or filled, what was guessed.
    pub notes: Vec<String>,
    /// Whether results were missing before the policy was applied.
    pub missing: bool,
    /// What was done about them.
    pub handled: Handled,
    /// The method the others are compared with, by position.
    pub control: usize,
    /// Mean ranks, and the test over all methods that decides.
    pub omnibus: Omnibus,
    /// Every test over all methods that was asked for.
    pub overall: Vec<(Test, Outcome)>,
    /// The control against every other method.
    pub versus_control: Vec<Pair>,
    /// Every pair.
    pub pairwise: Vec<Pair>,
    /// Tests with uncertain scores, as far as asked for.
    pub sampled: Vec<Sampled>,
    /// Tests over the folds of each dataset, as far as asked for.
    pub fold_tests: Vec<FoldTest>,
    /// Tests of all methods on each dataset, as far as asked for: one outcome per dataset.
    pub on_datasets: Vec<(Test, Vec<Outcome>)>,
    /// The same as marks, one set a test; the first one is shown in tables of scores.
    pub marks: Vec<Marks>,
    /// Tests that were asked for and could not be done, with the reason.
    pub undone: Vec<Undone>,
    /// Methods that are not significantly different.
    pub groups: AllGroups,
    /// Whether the verdict holds without each dataset and each method.
    pub robustness: Option<Robustness>,
    /// The smallest true difference of mean ranks that is found with probability [`POWER`] if the level is divided by the
    /// number of comparisons (Bonferroni), as `plan` and `power` do.
    pub detectable: f64,
    /// Of two methods: the smallest true mean difference, in standard deviations of the differences, that Wilcoxon's test
    /// finds with probability [`POWER`]; none where these datasets can show nothing, or sizes of effects were not asked for.
    pub detectable_effect: Option<f64>,
    /// What is concluded.
    pub headline: Headline,
}

/// The test that decides between the control and another method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deciding {
    /// The test of the only two methods ([`GateTest`]).
    OnlyPair(GateTest),
    /// Rank differences with Holm's correction.
    Holm,
    /// Rank differences with Shaffer's correction over all pairs.
    Shaffer,
}

/// The conclusion, as far as it can be put into one sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Headline {
    /// The method with the best mean rank, by position.
    pub best: usize,
    /// Whether the methods differ at all ([`Omnibus::gate`] at the level of the analysis).
    pub differ: bool,
    /// The method that the sentence is about: the control, or the best if no control was named.
    pub about: usize,
    /// Methods it is better than.
    pub better_than: Vec<usize>,
    /// Methods it is worse than.
    pub worse_than: Vec<usize>,
    /// Methods it is not significantly different from.
    pub alike: Vec<usize>,
    /// Methods for which the deciding test is undefined, so that nothing is claimed.
    pub untested: Vec<usize>,
    /// Whether any two methods are significantly different by the procedure of the verdict.
    pub any_pair: bool,
}

impl Analysis {
    /// Analyses results.
    pub fn new(results: &Results, settings: &AnalysisSettings) -> Result<Analysis, Refused> {
        check_level(settings)?;
        let complete = complete(results, settings.missing, settings.ties)?;
        let omnibus = omnibus(&complete, settings)?;
        let control = control(results, &complete, &omnibus, settings)?;
        let (n, k) = (complete.results.datasets.len(), complete.results.methods.len());
        let versus_control = versus_control(&complete, &omnibus, control, settings)?;
        let pairwise = pairwise(&complete, &omnibus, settings)?;
        let headline = headline(&omnibus, settings, control, &versus_control, &pairwise);
        let leaves_out =
            budget::affords_leaving_out(n, k) || settings.asked_by_name().contains(&&robust::TEST);
        let robustness = (settings.asks(&robust::TEST) && leaves_out)
            .then(|| robustness(&complete, settings, control, &headline));
        let fold_tests = fold_tests(&complete, control, settings, &asked_on_datasets(settings));
        let by_rank = by_rank(&omnibus);
        let (sampled, not_sampled) = sampled(&complete, settings);
        let overall = overall(&Overall { complete: &complete, omnibus: &omnibus, settings });
        let mut analysis = Analysis {
            control,
            marks: marks(&complete, control, settings, &fold_tests),
            sampled,
            undone: not_sampled,
            on_datasets: on_datasets(&complete.results, settings),
            overall,
            groups: groups(&omnibus, &by_rank, &pairwise, &headline, settings),
            versus_control,
            pairwise,
            fold_tests,
            robustness,
            detectable: smallest_detectable_rank_difference(
                n,
                k,
                settings.alpha / comparisons(k, settings) as f64,
                POWER,
            )
            .map_err(refused)?,
            detectable_effect: (k == 2 && settings.asks(&effect::TEST))
                .then(|| smallest_signed_rank_effect(n, settings.alpha, POWER).ok())
                .flatten(),
            headline,
            omnibus,
            settings: settings.clone(),
            missing: results.missing() > 0,
            notes: complete.handled.notes.clone(),
            handled: complete.handled,
            results: complete.results,
        };
        analysis.undone.extend(undone(&analysis));
        let done = |test: Test| analysis.has_done(test);
        let units = units_note(&analysis.results, done);
        analysis.notes.extend(units);
        analysis.notes.extend(budget::note(settings, n, k));
        Ok(analysis)
    }

    /// Whether a test was done.
    pub fn has_done(&self, test: Test) -> bool {
        let drawn = self.sampled.iter().any(|sampled| sampled.test == test);
        if *test == robust::TEST && self.robustness.as_ref().is_some_and(Robustness::is_empty) {
            return false;
        }
        drawn || (self.settings.asks(test) && !self.undone.iter().any(|u| u.test == test))
    }

    /// A method's name.
    pub fn name(&self, method: usize) -> &str {
        &self.results.methods[method]
    }

    /// Methods from the best mean rank to the worst; equal ones in the order of the table.
    pub fn by_rank(&self) -> Vec<usize> {
        by_rank(&self.omnibus)
    }

    /// The place of every method in the order of [`Analysis::by_rank`].
    pub fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.results.methods.len()];
        self.by_rank().iter().enumerate().for_each(|(place, &method)| places[method] = place);
        places
    }

    /// The pair of two methods among all pairs, in the order of the table.
    pub fn pair(&self, a: usize, b: usize) -> Option<&Pair> {
        let (first, second) = (a.min(b), a.max(b));
        self.pairwise.iter().find(|pair| (pair.a, pair.b) == (first, second))
    }

    /// The p that the verdict on the control and another method rests on: Holm's against a control that was named,
    /// Shaffer's over all pairs otherwise, and that of the test of the only two methods where there are two; `None` for
    /// the control itself.
    pub fn deciding_p(&self, method: usize) -> Option<f64> {
        let pair = self.versus_control.iter().find(|pair| pair.b == method)?;
        match self.deciding_test() {
            Deciding::OnlyPair(_) => Some(self.omnibus.gate.p),
            Deciding::Holm => pair.adjusted(&corrections::HOLM),
            Deciding::Shaffer => self.pair(self.control, method)?.adjusted(&corrections::SHAFFER),
        }
    }

    /// What [`Analysis::deciding_p`] comes from.
    pub fn deciding_test(&self) -> Deciding {
        if self.omnibus.answers_the_only_pair() {
            Deciding::OnlyPair(self.omnibus.gate.test)
        } else if self.settings.control.is_some() {
            Deciding::Holm
        } else {
            Deciding::Shaffer
        }
    }

    /// Whether a method's mean rank is further from the control's than the critical difference of the Bonferroni-Dunn
    /// test. Where the methods do not differ at all, none is; where there are only two, their own test has answered it.
    pub fn beyond_critical_difference(&self, method: usize) -> bool {
        let ranks = &self.omnibus.mean_ranks;
        let difference = (ranks[method] - ranks[self.control]).abs();
        let far = difference >= self.omnibus.bonferroni_dunn;
        self.headline.differ && (far || self.omnibus.answers_the_only_pair())
    }

    /// The p of a pair: Shaffer's over all pairs, or that of its own test where there is only one.
    pub fn pair_p(&self, pair: &Pair) -> Option<f64> {
        if self.omnibus.answers_the_only_pair() {
            return Some(self.omnibus.gate.p);
        }
        self.pair(pair.a, pair.b)?.adjusted(&corrections::SHAFFER)
    }

    /// Whether two methods differ by [`Analysis::pair_p`]. Where the methods do not differ at all, no pair does.
    pub fn pair_differs(&self, a: usize, b: usize) -> bool {
        let p = self.pair(a, b).and_then(|pair| self.pair_p(pair));
        a != b && self.headline.differ && p.is_some_and(|p| p <= self.settings.alpha)
    }

    /// Signed ranks of the control and another method: p corrected by Holm's procedure for the comparisons with a
    /// control that was named, else for all pairs; `None` for the control itself.
    pub fn deciding_signed_rank_p(&self, method: usize) -> Option<f64> {
        let named = self.settings.control.is_some();
        let pair = self.versus_control.iter().find(|pair| pair.b == method)?;
        let of = if named { pair } else { self.pair(self.control, method)? };
        of.holm(&wilcoxon::TEST)
    }
}

fn by_rank(omnibus: &Omnibus) -> Vec<usize> {
    let ranks = &omnibus.mean_ranks;
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by(|&a, &b| ranks[a].total_cmp(&ranks[b]));
    order
}

/// The method with the best mean rank; the first of several.
pub fn best(omnibus: &Omnibus) -> usize {
    let ranks = &omnibus.mean_ranks;
    (0..ranks.len()).fold(0, |best, m| if ranks[m] < ranks[best] { m } else { best })
}

/// Comparisons that p-values are adjusted for: with the control that was named, or all pairs.
pub fn comparisons(methods: usize, settings: &AnalysisSettings) -> usize {
    match settings.control {
        Some(_) => methods - 1,
        None => methods * (methods - 1) / 2,
    }
}

/// Refuses a level that means nothing.
pub fn check_level(settings: &AnalysisSettings) -> Result<(), Refused> {
    if LEVELS.contains(&settings.alpha) {
        return Ok(());
    }
    let problem = format!("alpha is {}", settings.alpha);
    refuse(problem, "choose a level between 0.000001 and 0.5, such as 0.05")
}

fn control(
    given: &Results,
    complete: &Complete,
    omnibus: &Omnibus,
    settings: &AnalysisSettings,
) -> Result<usize, Refused> {
    let Some(name) = &settings.control else {
        // The test of two methods may favour the one with the worse mean rank: it wins less often, but by more.
        let (gate, two) = (&omnibus.gate, omnibus.answers_the_only_pair());
        let decided = two && gate.p <= settings.alpha;
        return Ok(if decided { usize::from(gate.favours < 0.0) } else { best(omnibus) });
    };
    let methods = &complete.results.methods;
    let position = methods.iter().position(|method| method == name);
    position.ok_or_else(|| unknown_control(name, given, &complete.results))
}

/// Why a control is not among the methods that are left.
pub fn unknown_control(name: &String, given: &Results, left: &Results) -> Refused {
    let known: Vec<&str> = left.methods.iter().map(String::as_str).collect();
    if given.methods.contains(name) {
        return Refused {
            problem: format!("the control `{name}` was left out, because it has missing results"),
            remedy: "choose another control, or another policy for missing results".into(),
        };
    }
    let listed = format!("the methods are {}", known.join(", "));
    Refused {
        problem: format!("the control `{name}` is not among the methods"),
        remedy: suggest::help(name, &known, &listed),
    }
}

/// Every test over all methods that was asked for.
fn overall(input: &Overall<'_>) -> Vec<(Test, Outcome)> {
    let mut found = Vec::new();
    for &test in ALL.iter().filter(|test| input.settings.asks(test)) {
        if let Run::Overall(run) = test.run {
            found.push((test, run(input)));
        }
    }
    found
}

/// Every test of all methods on one dataset that was asked for, on each dataset.
fn on_datasets(results: &Results, settings: &AnalysisSettings) -> Vec<(Test, Vec<Outcome>)> {
    let mut found = Vec::new();
    for &test in ALL.iter().filter(|test| settings.asks(test)) {
        let Run::AllOnDataset(run) = test.run else { continue };
        let one = |row: &Vec<Option<Score>>| run(&row.iter().flatten().collect::<Vec<_>>());
        found.push((test, results.cells.iter().map(one).collect()));
    }
    found
}

/// Holm's correction against a control that was named before; Shaffer's over all pairs against the best, which was chosen
/// after the results were seen; the test of the only two methods where there are two.
pub fn headline(
    omnibus: &Omnibus,
    settings: &AnalysisSettings,
    control: usize,
    versus_control: &[Pair],
    pairwise: &[Pair],
) -> Headline {
    let best = best(omnibus);
    let named = settings.control.is_some();
    let gate = &omnibus.gate;
    let mut headline = Headline {
        best,
        differ: gate.p <= settings.alpha,
        about: if named || omnibus.answers_the_only_pair() { control } else { best },
        better_than: Vec::new(),
        worse_than: Vec::new(),
        alike: Vec::new(),
        untested: Vec::new(),
        any_pair: false,
    };
    if omnibus.answers_the_only_pair() {
        let (about, other) = (headline.about, 1 - headline.about);
        let ahead = (gate.favours > 0.0) == (about == 0);
        headline.any_pair = headline.differ;
        match (headline.differ, ahead) {
            (true, true) => headline.better_than.push(other),
            (true, false) => headline.worse_than.push(other),
            (false, _) => headline.alike.push(other),
        }
        return headline;
    }
    let (family, correction): (&[Pair], Test) = if named {
        (versus_control, &corrections::HOLM)
    } else {
        (pairwise, &corrections::SHAFFER)
    };
    let significant = |pair: &Pair| {
        headline.differ && pair.adjusted(correction).is_some_and(|p| p <= settings.alpha)
    };
    headline.any_pair = family.iter().any(significant);
    for pair in family.iter().filter(|pair| pair.a == headline.about || pair.b == headline.about) {
        let (other, difference) = if pair.a == headline.about {
            (pair.b, pair.rank_difference)
        } else {
            (pair.a, -pair.rank_difference)
        };
        match (significant(pair), difference > 0.0) {
            (true, true) => headline.better_than.push(other),
            (true, false) => headline.worse_than.push(other),
            (false, _) => headline.alike.push(other),
        }
    }
    headline
}

#[cfg(test)]
#[path = "verdict_tests.rs"]
mod tests;
