//! What an analysis is asked to do. Every choice that changes a number is here, with the word that specs and the command
//! line use for it, so that the same words reappear in the methods paragraph.

use super::reference::ReferenceSpec;
use crate::choices::Words;
use crate::measure::MetricInfo;
use crate::stats::Ties;
use crate::stats::uncertainty::{DrawTest, Statistic};
use crate::stats::wilcoxon::{self, Zeros};

/// A test that can be asked for by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Test {
    /// Friedman's chi-square, without and with tie correction.
    Friedman,
    /// Its exact distribution, for few datasets.
    FriedmanExact,
    /// The F form of Friedman's test.
    ImanDavenport,
    /// Quade's test.
    Quade,
    /// Repeated-measures analysis of variance.
    Anova,
    /// All pairs by the studentised range.
    Nemenyi,
    /// Against the control, by Bonferroni's critical difference.
    BonferroniDunn,
    /// Rank z with Holm's correction.
    Holm,
    /// Rank z with Hochberg's correction.
    Hochberg,
    /// Rank z with Hommel's correction.
    Hommel,
    /// Rank z with Finner's correction.
    Finner,
    /// Rank z with Li's correction.
    Li,
    /// Rank z with Shaffer's correction, all pairs.
    Shaffer,
    /// Rank z with the correction of Bergmann and Hommel, all pairs.
    BergmannHommel,
    /// Signed ranks of two methods.
    Wilcoxon,
    /// Signs of two methods.
    Sign,
    /// Paired t of two methods over datasets.
    PairedT,
    /// Per dataset: paired t over folds, corrected for overlapping training parts.
    CorrectedT,
    /// Per dataset: t over folds from means and standard deviations.
    CvT,
    /// Per dataset: Alpaydin's combined F of five repeats of two folds.
    FiveByTwo,
    /// Per dataset: which examples only one of two methods gets right.
    McNemar,
    /// Scores drawn from normal distributions.
    MonteCarlo,
    /// Scores drawn by a Markov chain from a density over the folds.
    McmcKde,
    /// Scores drawn from the folds.
    Bootstrap,
    /// Bayesian signed ranks with a region of practical equivalence.
    BayesSignedRank,
    /// Mean ranks with the uncertainty of the scores.
    RankUncertainty,
    /// Differences with intervals, wins, A12, Cliff's delta.
    Effect,
    /// The verdict without each dataset and each method.
    Robustness,
}

impl Test {
    /// Every test with its word and what it is, in documentation order.
    pub const ALL: [(Test, &'static str, &'static str); 28] = [
        (
            Test::Friedman,
            "friedman",
            "do the methods' ranks differ? (chi-square, also tie-corrected)",
        ),
        (
            Test::FriedmanExact,
            "friedman-exact",
            "the same from the exact distribution, for few datasets",
        ),
        (Test::ImanDavenport, "iman-davenport", "the same as F, less conservative"),
        (Test::Quade, "quade", "the same, datasets weighted by their spread"),
        (
            Test::Anova,
            "anova",
            "repeated-measures analysis of variance with Tukey and LSD follow-ups",
        ),
        (Test::Nemenyi, "nemenyi", "all pairs, one critical difference (studentised range)"),
        (Test::BonferroniDunn, "bonferroni-dunn", "against the control, one critical difference"),
        (Test::Holm, "holm", "rank z, Holm's step-down correction"),
        (Test::Hochberg, "hochberg", "rank z, Hochberg's step-up correction"),
        (Test::Hommel, "hommel", "rank z, Hommel's correction"),
        (Test::Finner, "finner", "rank z, Finner's correction"),
        (Test::Li, "li", "rank z, Li's correction"),
        (Test::Shaffer, "shaffer", "rank z, all pairs, Shaffer's static correction"),
        (Test::BergmannHommel, "bergmann-hommel", "rank z, all pairs, up to 12 methods"),
        (Test::Wilcoxon, "wilcoxon", "signed ranks of two methods, exact where feasible"),
        (Test::Sign, "sign", "signs of two methods"),
        (Test::PairedT, "paired-t", "paired t of two methods over datasets"),
        (
            Test::CorrectedT,
            "corrected-t",
            "per dataset, over folds: Nadeau and Bengio's corrected t",
        ),
        (Test::CvT, "cv-t", "per dataset, from means and standard deviations over folds"),
        (
            Test::FiveByTwo,
            "5x2cv",
            "per dataset, for five repeats of two folds: Alpaydin's combined F",
        ),
        (
            Test::McNemar,
            "mcnemar",
            "per dataset, on stored predictions: examples only one of two gets right",
        ),
        (
            Test::MonteCarlo,
            "monte-carlo",
            "scores drawn from normal distributions: p as a distribution",
        ),
        (Test::McmcKde, "mcmc-kde", "scores drawn by a Markov chain from a density over the folds"),
        (Test::Bootstrap, "bootstrap", "scores drawn from the folds"),
        (
            Test::BayesSignedRank,
            "bayes",
            "probabilities of better, equivalent, worse (signed ranks, ROPE)",
        ),
        (
            Test::RankUncertainty,
            "rank-uncertainty",
            "mean ranks with the uncertainty of the scores",
        ),
        (Test::Effect, "effect", "differences with intervals, win/tie/loss, A12, Cliff's delta"),
        (
            Test::Robustness,
            "robustness",
            "does the verdict hold without each dataset, without each method?",
        ),
    ];

    /// What is done when nothing is asked for.
    pub const DEFAULT: [Test; 9] = [
        Test::Friedman,
        Test::ImanDavenport,
        Test::Nemenyi,
        Test::BonferroniDunn,
        Test::Holm,
        Test::Shaffer,
        Test::Wilcoxon,
        Test::Effect,
        Test::Robustness,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        Test::ALL.iter().find(|(test, ..)| *test == self).map_or("", |(_, name, _)| name)
    }

    /// The test of a word.
    pub fn from_name(name: &str) -> Option<Test> {
        Test::ALL.iter().find(|(_, word, _)| *word == name).map(|(test, ..)| *test)
    }

    /// Every word.
    pub fn names() -> Vec<&'static str> {
        Test::ALL.iter().map(|(_, name, _)| *name).collect()
    }
}

/// Levels that mean something.
pub const LEVELS: std::ops::RangeInclusive<f64> = 1e-6..=0.5;

/// What is done about missing results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Missing {
    /// Datasets on which a method has no result are left out; a method without any result is left out instead.
    #[default]
    DropDataset,
    /// Methods with a missing result are left out.
    DropMethod,
    /// A missing result is the worst of its dataset; tests of values leave the dataset out.
    WorstRank,
    /// A missing result takes the score of the constant predictor on its dataset.
    ConstantPredictor,
    /// The analysis is refused.
    Error,
}

/// The words for [`Missing`].
pub const MISSING: Words<Missing> = &[
    ("drop-dataset", Missing::DropDataset),
    ("drop-method", Missing::DropMethod),
    ("worst-rank", Missing::WorstRank),
    ("constant-predictor", Missing::ConstantPredictor),
    ("error", Missing::Error),
];

/// The words for [`Ties`].
pub const TIES: Words<Ties> = &[("decimal", Ties::Decimal), ("raw", Ties::Raw)];

/// The words for [`Zeros`].
pub const ZEROS: Words<Zeros> = &[
    ("drop", Zeros::Drop),
    ("pratt", Zeros::Pratt),
    ("split", Zeros::Split),
    ("keel", Zeros::Keel),
];

/// The words for the distribution of the signed-rank sum.
pub const WILCOXON: Words<wilcoxon::Method> = &[
    ("auto", wilcoxon::Method::Auto),
    ("exact", wilcoxon::Method::Exact),
    ("exact-untied", wilcoxon::Method::ExactUntied),
    ("normal", wilcoxon::Method::Normal),
    ("normal-corrected", wilcoxon::Method::NormalCorrected),
];

/// The words for the statistic of a draw.
pub const STATISTIC: Words<Statistic> = &[
    ("paired-z", Statistic::PairedZ),
    ("t", Statistic::T),
    ("wilcoxon", Statistic::WilcoxonNormal),
    ("wilcoxon-exact", Statistic::WilcoxonExact),
];

/// Everything an analysis is told.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisSettings {
    /// The method the others are compared with; the one with the best mean rank if nobody says.
    pub control: Option<String>,
    /// The level of all tests.
    pub alpha: f64,
    /// What is asked for.
    pub tests: Vec<Test>,
    /// Which scores are equal.
    pub ties: Ties,
    /// What the signed-rank test does with zero differences.
    pub zeros: Zeros,
    /// The distribution of the signed-rank sum.
    pub wilcoxon: wilcoxon::Method,
    /// Draws of the tests that draw.
    pub draws: usize,
    /// The statistic of each draw.
    pub draw_test: DrawTest,
    /// Half the width of practical equivalence, in units of the metric; by default one hundredth of its range.
    pub rope: Option<f64>,
    /// Folds behind each mean and standard deviation, where a file does not say.
    pub folds: Option<usize>,
    /// The seed of all draws.
    pub seed: u64,
    /// What happens to missing results.
    pub missing: Missing,
}

impl Default for AnalysisSettings {
    fn default() -> AnalysisSettings {
        AnalysisSettings {
            control: None,
            alpha: 0.05,
            tests: Test::DEFAULT.to_vec(),
            ties: Ties::default(),
            zeros: Zeros::Drop,
            wilcoxon: wilcoxon::Method::Auto,
            draws: 10_000,
            draw_test: DrawTest::default(),
            rope: None,
            folds: None,
            seed: 1,
            missing: Missing::default(),
        }
    }
}

impl AnalysisSettings {
    /// Whether a test is asked for.
    pub fn asks(&self, test: Test) -> bool {
        self.tests.contains(&test)
    }
}

/// What a spec asks of the analysis of a run.
#[derive(Debug, Clone)]
pub struct AnalysisSpec {
    /// One table and one verdict each.
    pub metrics: Vec<&'static MetricInfo>,
    /// How verdicts are found.
    pub settings: AnalysisSettings,
    /// Published tables that the scores are held against.
    pub reference: ReferenceSpec,
}
