//! Does the verdict hang on one dataset, or on the choice of competitors? The analysis is repeated without each dataset
//! and without each method other than the one the verdict is about.

use super::comparisons::{pairwise, versus_control};
use super::complete::Complete;
use super::omnibus::omnibus;
use super::settings::AnalysisSettings;
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

/// Repeats the analysis; what cannot be analysed without a dataset or a method is not counted.
pub fn robustness(
    complete: &Complete,
    settings: &AnalysisSettings,
    control: usize,
    whole: &Headline,
) -> Robustness {
    // Only ranks and their corrections decide the verdict: without tests nothing else is computed.
    let cheap = AnalysisSettings { tests: Vec::new(), ..settings.clone() };
    let results = &complete.results;
    let (n, k) = (results.datasets.len(), results.methods.len());
    let mut datasets = Panel::default();
    for left_out in (0..n).filter(|_| n > super::complete::LEAST_DATASETS) {
        let mut less = complete.clone();
        less.results.datasets.remove(left_out);
        less.results.cells.remove(left_out);
        less.ranked.remove(left_out);
        let same = |name: usize| Some(name);
        note(&mut datasets, &less, &cheap, control, whole, &results.datasets[left_out], same);
    }
    let mut methods = Panel::default();
    for left_out in (0..k).filter(|&m| k > 2 && m != whole.about && m != control) {
        let mut less = complete.clone();
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
        let Some(control) = moved(control) else { continue };
        note(&mut methods, &less, &cheap, control, whole, &results.methods[left_out], moved);
    }
    Robustness { datasets, methods }
}

fn note(
    panel: &mut Panel,
    less: &Complete,
    settings: &AnalysisSettings,
    control: usize,
    whole: &Headline,
    name: &str,
    moved: impl Fn(usize) -> Option<usize>,
) {
    let again = || -> Result<Headline, super::complete::Refused> {
        let omnibus = omnibus(less, settings)?;
        let versus = versus_control(less, &omnibus, control, settings)?;
        let pairs = pairwise(less, &omnibus, settings)?;
        Ok(headline(&omnibus, settings, control, &versus, &pairs))
    };
    let Ok(found) = again() else { return };
    panel.analyses += 1;
    let kept = |methods: &[usize]| methods.iter().filter_map(|&m| moved(m)).collect::<Vec<usize>>();
    // Where nothing differs nothing else is claimed; what is left out cannot stay the best.
    let same_claims = moved(whole.best).is_none_or(|best| found.best == best)
        && found.better_than == kept(&whole.better_than)
        && found.worse_than == kept(&whole.worse_than);
    let same = found.differ == whole.differ && (!whole.differ || same_claims);
    if !same {
        panel.decisive.push(name.to_owned());
    }
}
