//! Does the verdict hang on one dataset, or on the choice of competitors? The analysis is repeated without each dataset
//! and without each method other than the one the verdict is about.

use std::sync::OnceLock;

use super::comparisons::{pairwise, versus_control};
use super::complete::Complete;
use super::omnibus::{CriticalDifferences, omnibus_with};
use super::settings::AnalysisSettings;
use super::threads;
use super::verdict::{Headline, headline};

/// How often the verdict holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Robustness {
    /// Analyses without one dataset, and those among them that change the verdict.
    pub datasets: Panel,
    /// Analyses without one method, and those among them that change the verdict.
    pub methods: Panel,
}

impl Robustness {
    /// Whether nothing could be left out.
    pub fn is_empty(&self) -> bool {
        self.datasets.analyses + self.methods.analyses == 0
    }
}

/// Analyses without one of something.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Panel {
    /// How many could be done.
    pub analyses: usize,
    /// What the verdict hangs on: without it, another follows.
    pub decisive: Vec<String>,
}

impl Panel {
    /// Counts analyses: each has the name of what is decisive, or none.
    fn of(found: Vec<Option<Option<&str>>>) -> Panel {
        let done = || found.iter().flatten();
        Panel {
            analyses: done().count(),
            decisive: done().flatten().map(|name| (*name).to_owned()).collect(),
        }
    }
}

/// Repeats the analysis; what cannot be analysed without a dataset or a method is not counted.
pub fn robustness(
    complete: &Complete,
    settings: &AnalysisSettings,
    control: usize,
    whole: &Headline,
) -> Robustness {
    // Only ranks and their corrections decide the verdict: without tests nothing else is computed.
    let cheap = AnalysisSettings { tests: Vec::new(), ..settings.clone() };
    let bare = &without_folds(complete);
    let results = &complete.results;
    let (n, k) = (results.datasets.len(), results.methods.len());
    let (datasets, methods) = (Again::new(&cheap, whole), Again::new(&cheap, whole));
    let without_dataset = |&left_out: &usize| {
        let mut less = bare.clone();
        less.results.datasets.remove(left_out);
        less.results.cells.remove(left_out);
        less.ranked.remove(left_out);
        datasets.verdict(&less, control, &results.datasets[left_out], Some)
    };
    let without_method = |&left_out: &usize| {
        let mut less = bare.clone();
        less.results.methods.remove(left_out);
        less.results.cells.iter_mut().for_each(|row| {
            row.remove(left_out);
        });
        less.ranked.iter_mut().for_each(|row| {
            row.remove(left_out);
        });
        let moved = |m: usize| match m.cmp(&left_out) {
            std::cmp::Ordering::Less => Some(m),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(m - 1),
        };
        methods.verdict(&less, moved(control)?, &results.methods[left_out], moved)
    };
    let each_dataset: Vec<usize> = (0..n).filter(|_| n > super::complete::LEAST_DATASETS).collect();
    let each_method: Vec<usize> =
        (0..k).filter(|&m| k > 2 && m != whole.about && m != control).collect();
    Robustness {
        datasets: Panel::of(threads::each(&each_dataset, without_dataset)),
        methods: Panel::of(threads::each(&each_method, without_method)),
    }
}

/// The table without folds, which ranks do not need: it is copied for every dataset and every method.
fn without_folds(complete: &Complete) -> Complete {
    let mut bare = complete.clone();
    for score in bare.results.cells.iter_mut().flatten().flatten() {
        score.folds = Vec::new();
    }
    bare
}

/// Analyses of tables of one size.
struct Again<'a> {
    settings: &'a AnalysisSettings,
    whole: &'a Headline,
    /// Found once, because all tables have the same size.
    critical: OnceLock<Option<CriticalDifferences>>,
}

impl<'a> Again<'a> {
    fn new(settings: &'a AnalysisSettings, whole: &'a Headline) -> Again<'a> {
        Again { settings, whole, critical: OnceLock::new() }
    }

    /// The name of what is left out if another verdict follows without it; the outer `None` if there is no verdict.
    fn verdict<'n>(
        &self,
        less: &Complete,
        control: usize,
        name: &'n str,
        moved: impl Fn(usize) -> Option<usize>,
    ) -> Option<Option<&'n str>> {
        let whole = self.whole;
        let critical =
            *self.critical.get_or_init(|| CriticalDifferences::of(less, self.settings).ok());
        let omnibus = omnibus_with(less, self.settings, critical?).ok()?;
        let versus = versus_control(less, &omnibus, control, self.settings).ok()?;
        // Against a control that was named, pairs of others decide nothing.
        let pairs = match self.settings.control {
            Some(_) => Vec::new(),
            None => pairwise(less, &omnibus, self.settings).ok()?,
        };
        let found = headline(&omnibus, self.settings, control, &versus, &pairs);
        let kept =
            |methods: &[usize]| methods.iter().filter_map(|&m| moved(m)).collect::<Vec<usize>>();
        // Where nothing differs nothing else is claimed; what is left out cannot stay the best.
        let same_claims = moved(whole.best).is_none_or(|best| found.best == best)
            && found.better_than == kept(&whole.better_than)
            && found.worse_than == kept(&whole.worse_than);
        let same = found.differ == whole.differ && (!whole.differ || same_claims);
        Some((!same).then_some(name))
    }
}
