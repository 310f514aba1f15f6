//! How often the gate errs, by simulation: made-up runs with a known true drop go through the same comparison as real ones.
//!
//! A row of a dataset is easy or hard; both runs answer it rightly with the same probability, mostly with the same answer, and
//! every repeat answers it alike: repeats see no new rows. The later run then loses as many right answers as the true drop demands. Every model of it is a little better or worse
//! than it should be; these errors are correlated over folds by 1/k, as Nadeau and Bengio assume for overlapping
//! training parts.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::bits::Bits;
use super::compare::compare;
use super::settings::{GateSettings, Guarded, Inconclusive, Level, Margin};
use super::snapshot::{
    Names, Pairing, Snapshot, SnapshotDataset, SnapshotMethod, SnapshotMetric, SnapshotTrial,
};
use super::verdict::{Finding, Overall};
use crate::measure::{Direction, MetricInfo};
use crate::num::key::RngKey;
use crate::num::sample;
use crate::stats::adjust::Correction;
use rand_chacha::ChaCha8Rng;

/// What is simulated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// Rows of a dataset.
    pub rows: usize,
    /// Outer folds.
    pub folds: usize,
    /// Repeats.
    pub repeats: usize,
    /// Datasets, each a comparison.
    pub datasets: usize,
    /// What must pass.
    pub level: Level,
    /// The true drop on every dataset.
    pub drop: f64,
}

/// How often the gate said what.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    /// Share of simulated checks that passed.
    pub pass: f64,
    /// That were called regressed.
    pub regressed: f64,
    /// That decided nothing.
    pub inconclusive: f64,
}

/// What is simulated: no metric of any task, only a score that is a share of right answers.
static SIMULATED: MetricInfo = MetricInfo::share(
    "right",
    "right answers",
    "share of examples that were answered rightly",
    Direction::Higher,
)
.paired_by_example();

/// The margin of all simulations.
pub const MARGIN: f64 = 0.01;

/// The level of all simulations.
pub const ALPHA: f64 = 0.05;

/// Share of rows that are hard, and how often hard and easy rows are answered rightly.
const HARD: f64 = 0.3;
const RIGHT_IF_HARD: f64 = 0.6;
const RIGHT_IF_EASY: f64 = 0.97;

/// How often the later run answers a row anew instead of as before.
const CHURN: f64 = 0.05;

/// Standard deviation of the error of a single model.
const MODEL_SD: f64 = 0.005;

/// What the documentation shows: sizes and true drops, and a family of comparisons at the worst true drop.
pub fn simulated() -> Vec<Setting> {
    const SIZES: [(usize, usize, usize); 8] = [
        (200, 5, 2),
        (200, 10, 10),
        (1000, 5, 1),
        (1000, 5, 2),
        (1000, 10, 10),
        (5000, 5, 1),
        (5000, 5, 2),
        (5000, 10, 10),
    ];
    const DROPS: [f64; 6] = [0.0, 0.005, 0.01, 0.02, 0.03, 0.05];
    let single = SIZES.iter().flat_map(|&(rows, folds, repeats)| {
        DROPS.iter().map(move |&drop| {
            let level = Level::Dataset;
            Setting { rows, folds, repeats, datasets: 1, level, drop }
        })
    });
    let families = [(200, Level::Method), (1000, Level::Method), (1000, Level::Dataset)];
    let family = families.iter().flat_map(|&(rows, level)| {
        DROPS.iter().map(move |&drop| {
            let (folds, repeats, datasets) = (5, 2, 20);
            Setting { rows, folds, repeats, datasets, level, drop }
        })
    });
    single.chain(family).collect()
}

/// Simulates a setting so many times.
pub fn rates(setting: Setting, times: usize, seed: u64) -> Rates {
    let key = RngKey::root(seed).child("gate simulation", 0);
    let key = key.child(&format!("{setting:?}"), 0);
    let found: Vec<Overall> =
        (0..times).into_par_iter().map(|i| check(setting, key.child("check", i as u64))).collect();
    let share = |finding: Finding| {
        found.iter().filter(|f| **f == Overall::Found(finding)).count() as f64 / times as f64
    };
    Rates {
        pass: share(Finding::Pass),
        regressed: share(Finding::Regressed),
        inconclusive: share(Finding::Inconclusive),
    }
}

fn check(setting: Setting, key: RngKey) -> Overall {
    let mut rng = key.stream();
    let (mut before, mut now) = (empty(setting), empty(setting));
    for dataset in 0..setting.datasets {
        let (old, new) = answers(setting, &mut rng);
        before.pairings.push(pairing(dataset, old, "before"));
        now.pairings.push(pairing(dataset, new, "now"));
    }
    let margin = Margin::Absolute(MARGIN);
    let settings = GateSettings {
        metrics: vec![Guarded { info: &SIMULATED, margin, on: BTreeMap::new() }],
        alpha: ALPHA,
        correction: Some(Correction::Holm),
        level: setting.level,
        inconclusive: Inconclusive::Fail,
    };
    compare("simulation", &before, &now, &settings).overall
}

fn empty(setting: Setting) -> Snapshot {
    let datasets = (0..setting.datasets).map(|d| SnapshotDataset {
        name: d.to_string(),
        content: String::new(),
        rows: setting.rows,
        splits: vec![String::new(); setting.repeats],
        folds: None,
    });
    Snapshot {
        tribunal: String::new(),
        engine: 0,
        experiment: "simulation".into(),
        seed: 0,
        folds: setting.folds,
        test_share: None,
        caveats: Vec::new(),
        metrics: vec![SnapshotMetric {
            name: SIMULATED.name.into(),
            direction: SIMULATED.direction.name().into(),
        }],
        datasets: datasets.collect(),
        methods: vec![SnapshotMethod {
            name: "method".into(),
            kind: String::new(),
            version: 0,
            parameters: String::new(),
        }],
        protocol: String::new(),
        pairings: Vec::new(),
        all: Names {
            datasets: (0..setting.datasets).map(|d| d.to_string()).collect(),
            methods: vec!["method".into()],
        },
    }
}

/// Answers by repeat and fold.
type Answers = Vec<Vec<Vec<bool>>>;

fn answers(setting: Setting, rng: &mut ChaCha8Rng) -> (Answers, Answers) {
    let Setting { rows, folds, repeats, drop, .. } = setting;
    let share = HARD * RIGHT_IF_HARD + (1.0 - HARD) * RIGHT_IF_EASY;
    let hard: Vec<bool> = (0..rows).map(|_| sample::unit(rng) < HARD).collect();
    let mut order: Vec<usize> = (0..rows).collect();
    // What both runs would answer, were all models equally good: the later one answers some rows anew.
    let rights: Vec<(bool, bool)> = hard
        .iter()
        .map(|hard| {
            let p = if *hard { RIGHT_IF_HARD } else { RIGHT_IF_EASY };
            let was = sample::unit(rng) < p;
            let anew = sample::unit(rng) < CHURN;
            (was, if anew { sample::unit(rng) < p } else { was })
        })
        .collect();
    let common = sample::normal(rng);
    let correlation = 1.0 / folds as f64;
    let (mut before, mut now) = (Vec::new(), Vec::new());
    for _ in 0..repeats {
        sample::shuffle(rng, &mut order);
        let (mut old_folds, mut new_folds) = (Vec::new(), Vec::new());
        for fold in 0..folds {
            let own = sample::normal(rng);
            let error = MODEL_SD * (correlation.sqrt() * common + (1.0 - correlation).sqrt() * own);
            let (mut old, mut new) = (Vec::new(), Vec::new());
            for row in order.iter().skip(fold).step_by(folds) {
                let (was, again) = rights[*row];
                // As many answers change as shift the share by the true drop and the model's error.
                let worse = drop + error;
                let flips = if worse > 0.0 {
                    again && sample::unit(rng) < worse / share
                } else {
                    !again && sample::unit(rng) < -worse / (1.0 - share)
                };
                old.push(was);
                new.push(again != flips);
            }
            old_folds.push(old);
            new_folds.push(new);
        }
        before.push(old_folds);
        now.push(new_folds);
    }
    (before, now)
}

/// Predictions are not simulated: no two runs count as identical.
fn pairing(dataset: usize, answers: Answers, labels: &str) -> Pairing {
    let mut trials = Vec::new();
    for (repeat, folds) in answers.into_iter().enumerate() {
        for (fold, right) in folds.into_iter().enumerate() {
            let share = right.iter().filter(|r| **r).count() as f64 / right.len() as f64;
            let scores = BTreeMap::from([(SIMULATED.name.to_owned(), Some(share))]);
            let labels = labels.to_owned();
            trials.push(SnapshotTrial { repeat, fold, scores, labels, right: Some(Bits(right)) });
        }
    }
    Pairing { dataset: dataset.to_string(), method: "method".into(), trials, failure: None }
}
