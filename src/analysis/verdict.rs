//! The verdict: one [`Analysis`] value that holds everything that tables, figures and the gate say about the results of one
//! metric. Nothing is formatted here, and nothing is computed after it.

use super::comparisons::{Pair, pairwise, units_note, versus_control};
use super::complete::{Complete, Refused, complete, refuse};
use super::fold_tests::{FoldTest, fold_tests};
use super::groups::{AllGroups, groups};
use super::marks::{Marks, marks};
use super::missing::Handled;
use super::omnibus::{Omnibus, omnibus, refused};
use super::results::Results;
use super::robust::{Robustness, robustness};
use super::settings::{AnalysisSettings, LEVELS, Test};
use super::uncertain::{Sampled, sampled};
use crate::stats::effect::smallest_detectable_rank_difference;
use crate::suggest;

/// Power at which the smallest detectable difference is told.
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
    /// Tests over all methods.
    pub omnibus: Omnibus,
    /// The control against every other method.
    pub versus_control: Vec<Pair>,
    /// Every pair.
    pub pairwise: Vec<Pair>,
    /// Tests with uncertain scores, as far as asked for.
    pub sampled: Vec<Sampled>,
    /// Tests over the folds of each dataset, as far as asked for.
    pub fold_tests: Vec<FoldTest>,
    /// The same as marks, one set a test; the first one is shown in tables of scores.
    pub marks: Vec<Marks>,
    /// Methods that cannot be told apart.
    pub groups: AllGroups,
    /// Whether the verdict holds without each dataset and each method.
    pub robustness: Option<Robustness>,
    /// The smallest true difference of mean ranks that a single comparison at this level finds with probability
    /// [`POWER`].
    pub detectable: f64,
    /// What is concluded.
    pub headline: Headline,
}

/// The test that decides between the control and another method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deciding {
    /// The exact test over all methods, which are two.
    Exact,
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
    /// The method that the sentence is about: the control, or the best if nobody named a control.
    pub about: usize,
    /// Methods it is better than.
    pub better_than: Vec<usize>,
    /// Methods it is worse than.
    pub worse_than: Vec<usize>,
    /// Methods it cannot be told from.
    pub alike: Vec<usize>,
}

impl Analysis {
    /// Analyses results.
    pub fn new(results: &Results, settings: &AnalysisSettings) -> Result<Analysis, Refused> {
        if !LEVELS.contains(&settings.alpha) {
            let problem = format!("alpha is {}", settings.alpha);
            return refuse(problem, "choose a level between 0.000001 and 0.5, such as 0.05");
        }
        let complete = complete(results, settings.missing, settings.ties)?;
        let omnibus = omnibus(&complete, settings)?;
        let control = control(results, &complete, &omnibus, settings)?;
        let (n, k) = (complete.results.datasets.len(), complete.results.methods.len());
        let versus_control = versus_control(&complete, &omnibus, control, settings)?;
        let pairwise = pairwise(&complete, &omnibus, settings)?;
        let headline = headline(&omnibus, settings, control, &versus_control, &pairwise);
        let robustness = settings
            .asks(Test::Robustness)
            .then(|| robustness(&complete, settings, control, &headline));
        let fold_tests = fold_tests(&complete, control, settings);
        let by_rank = by_rank(&omnibus);
        let sampled = sampled(&complete, settings)?;
        let done =
            |test: Test| settings.asks(test) || sampled.iter().any(|drawn| drawn.test == test);
        let units = units_note(&complete.results, done);
        Ok(Analysis {
            control,
            marks: marks(&complete, control, settings, &fold_tests),
            sampled,
            groups: groups(&omnibus, &by_rank, &pairwise, settings.alpha),
            versus_control,
            pairwise,
            fold_tests,
            robustness,
            detectable: smallest_detectable_rank_difference(n, k, settings.alpha, POWER)
                .map_err(refused)?,
            headline,
            omnibus,
            settings: settings.clone(),
            missing: results.missing() > 0,
            notes: complete.handled.notes.iter().cloned().chain(units).collect(),
            handled: complete.handled,
            results: complete.results,
        })
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
    /// Shaffer's over all pairs otherwise, and that of the exact test where there are only two methods; `None` for the
    /// control itself.
    pub fn deciding_p(&self, method: usize) -> Option<f64> {
        let pair = self.versus_control.iter().find(|pair| pair.b == method)?;
        match self.deciding_test() {
            Deciding::Exact => Some(self.omnibus.gate.p),
            Deciding::Holm => Some(pair.adjusted.holm),
            Deciding::Shaffer => self.pair(self.control, method)?.adjusted.shaffer,
        }
    }

    /// What [`Analysis::deciding_p`] comes from.
    pub fn deciding_test(&self) -> Deciding {
        if self.omnibus.answers_the_only_pair() {
            Deciding::Exact
        } else if self.settings.control.is_some() {
            Deciding::Holm
        } else {
            Deciding::Shaffer
        }
    }

    /// Whether a method's mean rank is further from the control's than the critical difference of the Bonferroni-Dunn
    /// test. Where the methods do not differ at all, none is; where there are only two, the exact test has answered it.
    pub fn beyond_critical_difference(&self, method: usize) -> bool {
        let ranks = &self.omnibus.mean_ranks;
        let difference = (ranks[method] - ranks[self.control]).abs();
        let far = difference >= self.omnibus.bonferroni_dunn;
        self.headline.differ && (far || self.omnibus.answers_the_only_pair())
    }

    /// The p of a pair: Shaffer's over all pairs, or that of the exact test where there is only one.
    pub fn pair_p(&self, pair: &Pair) -> Option<f64> {
        if self.omnibus.answers_the_only_pair() {
            return Some(self.omnibus.gate.p);
        }
        self.pair(pair.a, pair.b)?.adjusted.shaffer
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
        if named {
            Some(pair.wilcoxon_holm)
        } else {
            Some(self.pair(self.control, method)?.wilcoxon_holm)
        }
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

fn control(
    given: &Results,
    complete: &Complete,
    omnibus: &Omnibus,
    settings: &AnalysisSettings,
) -> Result<usize, Refused> {
    let Some(name) = &settings.control else { return Ok(best(omnibus)) };
    let methods = &complete.results.methods;
    match methods.iter().position(|method| method == name) {
        Some(position) => Ok(position),
        None => {
            let known: Vec<&str> = methods.iter().map(String::as_str).collect();
            let listed = format!("the methods are {}", known.join(", "));
            if given.methods.contains(name) {
                let problem =
                    format!("the control `{name}` was left out, because it has missing results");
                return refuse(
                    problem,
                    "choose another control, or another policy for missing results",
                );
            }
            refuse(
                format!("the control `{name}` is not among the methods"),
                suggest::help(name, &known, &listed),
            )
        }
    }
}

/// Holm's correction against a control that was named before; Shaffer's over all pairs against the best, which nobody
/// named before the results were seen.
pub fn headline(
    omnibus: &Omnibus,
    settings: &AnalysisSettings,
    control: usize,
    versus_control: &[Pair],
    pairwise: &[Pair],
) -> Headline {
    let best = best(omnibus);
    let named = settings.control.is_some();
    let about = if named { control } else { best };
    let mut headline = Headline {
        best,
        differ: omnibus.gate.p <= settings.alpha,
        about,
        better_than: Vec::new(),
        worse_than: Vec::new(),
        alike: Vec::new(),
    };
    let family = if named { versus_control } else { pairwise };
    for pair in family.iter().filter(|pair| pair.a == about || pair.b == about) {
        let (other, difference) = if pair.a == about {
            (pair.b, pair.rank_difference)
        } else {
            (pair.a, -pair.rank_difference)
        };
        let p = if named { pair.adjusted.holm } else { pair.adjusted.shaffer.unwrap_or(1.0) };
        let answered = omnibus.answers_the_only_pair();
        let significant = headline.differ && (answered || p <= settings.alpha);
        match (significant, difference > 0.0) {
            (true, true) => headline.better_than.push(other),
            (true, false) => headline.worse_than.push(other),
            (false, _) => headline.alike.push(other),
        }
    }
    headline
}

#[cfg(test)]
mod tests {
    use super::super::results::Score;
    use super::*;
    use crate::measure::{Direction, Pairs, Unit};

    fn results(rows: &[&[f64]]) -> Results {
        Results {
            metric: "score".into(),
            title: "score".into(),
            direction: Direction::Higher,
            direction_assumed: false,
            unit: Unit::Percent,
            range: (0.0, 100.0),
            pairs: Pairs::Folds,
            holes: Default::default(),
            datasets: (0..rows.len()).map(|d| format!("d{d}")).collect(),
            methods: (0..rows[0].len()).map(|m| format!("m{m}")).collect(),
            cells: rows
                .iter()
                .map(|row| row.iter().map(|v| Some(Score::new(*v, None))).collect())
                .collect(),
        }
    }

    /// Two methods, always the same one ahead: of N datasets in 2 of 2^N equally likely cases. Only from six on is that
    /// rare enough, although the F of Iman and Davenport is infinite from the first.
    #[test]
    fn few_datasets_cannot_show_a_difference() {
        for datasets in 3..9_usize {
            let rows = vec![&[1.0, 2.0][..]; datasets];
            let analysis = Analysis::new(&results(&rows), &AnalysisSettings::default()).unwrap();
            let exact = 2.0 / 2.0_f64.powi(datasets as i32);
            assert!(analysis.omnibus.gate.exact);
            assert!((analysis.omnibus.gate.p - exact).abs() < 1e-12, "{datasets}");
            assert_eq!(analysis.headline.differ, datasets >= 6, "{datasets}");
            assert_eq!(analysis.headline.better_than.is_empty(), datasets < 6, "{datasets}");
        }
    }

    /// Thirteen ties and seven wins: the exact test tells the two apart, approximations do not. Everything that follows
    /// must say what the headline says.
    #[test]
    fn two_methods_are_judged_by_one_test_alone() {
        let rows: Vec<[f64; 2]> = (0..20).map(|d| [1.0, if d < 7 { 0.5 } else { 1.0 }]).collect();
        let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
        for control in [None, Some("m0".to_owned())] {
            let settings = AnalysisSettings { control, ..AnalysisSettings::default() };
            let analysis = Analysis::new(&results(&rows), &settings).unwrap();
            assert!(analysis.pairwise[0].adjusted.shaffer.unwrap() > 0.05);
            assert_eq!(analysis.headline.better_than, [1]);
            assert_eq!(analysis.deciding_test(), Deciding::Exact);
            assert_eq!(analysis.deciding_p(1), Some(analysis.omnibus.gate.p));
            assert!(analysis.pair_differs(0, 1) && analysis.beyond_critical_difference(1));
            assert_eq!(analysis.groups.nemenyi, Some(Vec::new()));
        }
    }

    /// Litres and metres: who is ahead on a dataset is known, by how much over all datasets is not.
    #[test]
    fn differences_in_different_units_are_not_pooled() {
        let rows: Vec<[f64; 2]> = (1..9).map(|d| [f64::from(d), f64::from(d * d + 1)]).collect();
        let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
        let tests = vec![Test::Effect, Test::Sign, Test::BayesSignedRank, Test::Wilcoxon];
        let settings = AnalysisSettings { tests, ..AnalysisSettings::default() };
        let analyse = |unit: Unit, settings: &AnalysisSettings| {
            let results = Results { unit, ..results(&rows) };
            Analysis::new(&results, settings).unwrap()
        };
        let sizes = |analysis: &Analysis| {
            let effect = analysis.pairwise[0].effect.clone().unwrap().unwrap();
            let intervals = [effect.mean.is_some(), effect.median.is_some()];
            (intervals, [effect.a12.is_some(), effect.delta.is_some()])
        };
        let (percent, target) =
            (analyse(Unit::Percent, &settings), analyse(Unit::Target, &settings));
        assert_eq!(sizes(&percent), ([true; 2], [true; 2]));
        assert_eq!(sizes(&target), ([false; 2], [false; 2]));
        assert_eq!(target.pairwise[0].counts, percent.pairwise[0].counts);
        assert!(percent.notes.is_empty(), "{:?}", percent.notes);
        assert!(target.notes[0].contains("wilcoxon and bayes weighed"), "{:?}", target.notes);
        let signs = AnalysisSettings { tests: vec![Test::Sign, Test::Effect], ..settings };
        assert!(analyse(Unit::Target, &signs).notes.is_empty());
    }

    #[test]
    fn a_control_that_was_left_out_is_told_from_a_misspelt_one() {
        let mut table = results(&[&[1.0, 2.0, 3.0], &[2.0, 3.0, 1.0], &[2.0, 4.0, 5.0]]);
        table.cells[0][0] = None;
        let refused = |control: &str| {
            let settings = AnalysisSettings {
                control: Some(control.into()),
                missing: crate::analysis::settings::Missing::DropMethod,
                ..AnalysisSettings::default()
            };
            Analysis::new(&table, &settings).unwrap_err().problem
        };
        assert!(refused("m0").contains("left out"), "{}", refused("m0"));
        assert!(refused("m").contains("not among"), "{}", refused("m"));
    }
}
