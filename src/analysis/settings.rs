//! What an analysis is asked to do. Every choice that changes a number is here, with the word that specs and the command
//! line use for it, so that the same words reappear in the methods paragraph.

use super::reference::ReferenceSpec;
use super::registry::{DEFAULT, Input, Test};
use crate::choices::Words;
use crate::measure::MetricInfo;
use crate::stats::Ties;
use crate::stats::uncertainty::{DrawTest, Statistic};
use crate::stats::wilcoxon::{self, Zeros};

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

/// What holds for several metrics together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AcrossMetrics {
    /// Each metric has its own level.
    #[default]
    None,
    /// Each metric is tested at alpha divided by the number of metrics.
    Bonferroni,
    /// The tests over all methods are adjusted by Holm's procedure, and the pairs of a metric have the level of its test.
    Holm,
}

/// The words for [`AcrossMetrics`].
pub const ACROSS_METRICS: Words<AcrossMetrics> = &[
    ("none", AcrossMetrics::None),
    ("bonferroni", AcrossMetrics::Bonferroni),
    ("holm", AcrossMetrics::Holm),
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

/// Everything that is decided about an analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysisSettings {
    /// The method the others are compared with; the one with the best mean rank if none is named.
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
    /// Whether and how the level is lowered for several metrics.
    pub across_metrics: AcrossMetrics,
    /// All methods in the order that was predicted, the best first; empty if none was.
    pub trend: Vec<String>,
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
            tests: DEFAULT.to_vec(),
            ties: Ties::default(),
            zeros: Zeros::Drop,
            wilcoxon: wilcoxon::Method::Auto,
            draws: 10_000,
            draw_test: DrawTest::default(),
            rope: None,
            across_metrics: AcrossMetrics::default(),
            trend: Vec::new(),
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

    /// Whether a test that is asked for looks at the predictions of single examples.
    pub fn asks_for_predictions(&self) -> bool {
        self.tests.iter().any(|test| test.input == Input::Predictions)
    }

    /// The tests that were asked for by name: all, or those beyond the usual ones where these are among them.
    pub fn asked_by_name(&self) -> Vec<Test> {
        let usual = DEFAULT.iter().all(|test| self.asks(test));
        self.tests.iter().copied().filter(|test| !usual || !DEFAULT.contains(test)).collect()
    }

    /// Whether no tests were chosen: what is done then follows from the results.
    pub fn usual_tests(&self) -> bool {
        self.tests == DEFAULT
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
