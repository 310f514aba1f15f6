//! What a paper may state about its tables: the vocabulary of `[table.claims]`, `[[same]]` and `[[note]]`,
//! as data. Whether any of it is true is not known here. `docs/audit.md` explains every key.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::printed::{Level, Printed};

/// A printed number a method.
pub type ByMethod = BTreeMap<String, Printed>;

/// Everything stated about one table.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Claims {
    /// The level of what has no level of its own; 0.05 where it is absent.
    pub alpha: Option<Level>,
    /// Column means.
    pub average: ByMethod,
    /// Means of the columns of standard deviations.
    pub average_sd: ByMethod,
    /// Mean ranks.
    pub rank: ByMethod,
    /// Friedman's test.
    pub omnibus: Option<Omnibus>,
    /// The critical difference of mean ranks.
    pub critical_difference: Option<CriticalDifference>,
    /// Differences of mean ranks.
    pub rank_difference: Vec<RankDifference>,
    /// Differences of mean ranks in standard errors, and their p.
    pub rank_z: Vec<RankZ>,
    /// The level that is left for each of the comparisons with the control.
    pub bonferroni_level: Option<Printed>,
    /// p-values called Nemenyi's, of the control against each method.
    pub nemenyi_p: ByMethod,
    /// p-values called Holm's, of the control against each method.
    pub holm_p: ByMethod,
    /// Signed-rank tests of the control against each method.
    pub wilcoxon: BTreeMap<String, SignedRankClaim>,
    /// Tests of any two methods.
    pub pairs: Vec<PairClaim>,
    /// How medians over draws were made.
    pub sampling: Option<Sampling>,
    /// On how many datasets one of some methods is best.
    pub best: Vec<Best>,
    /// How many hypotheses fall.
    pub rejected: Vec<Rejected>,
    /// That all p of signed-rank tests are below a level.
    pub wilcoxon_below: Vec<WilcoxonBelow>,
    /// That all cells of a method lie in a range.
    pub within: Vec<Within>,
    /// Methods with cells below zero.
    pub negative: Vec<String>,
    /// Marks of significance in the cells.
    pub marks: Option<Marks>,
    /// A worked example of a test.
    pub example: Option<Example>,
    /// Tests from means and standard deviations of each dataset.
    pub summaries: Option<Summaries>,
    /// Rates of a confusion matrix.
    pub confusion: Option<Confusion>,
    /// Claims about numbers that were never printed.
    pub not_printed: Vec<NotPrinted>,
}

impl Claims {
    /// The first claim that means nothing unless one direction is better.
    pub fn need_better(&self) -> Option<&'static str> {
        let cd = self.critical_difference.as_ref();
        let claims = [
            ("rank", !self.rank.is_empty()),
            ("omnibus", self.omnibus.is_some()),
            (
                "critical_difference.control_rank_plus",
                cd.is_some_and(|cd| cd.control_rank_plus.is_some()),
            ),
            ("critical_difference.beyond", cd.is_some_and(|cd| cd.beyond.is_some())),
            ("rank_difference", !self.rank_difference.is_empty()),
            ("rank_z", !self.rank_z.is_empty()),
            ("nemenyi_p", !self.nemenyi_p.is_empty()),
            ("holm_p", !self.holm_p.is_empty()),
            ("wilcoxon", !self.wilcoxon.is_empty()),
            ("pairs", !self.pairs.is_empty()),
            ("best", !self.best.is_empty()),
            ("rejected", !self.rejected.is_empty()),
            ("wilcoxon_below", !self.wilcoxon_below.is_empty()),
            ("marks", self.marks.is_some()),
        ];
        claims.into_iter().find(|(_, there)| *there).map(|(name, _)| name)
    }

    /// The first claim that is about standard deviations.
    pub fn need_sd(&self) -> Option<&'static str> {
        let claims = [
            ("average_sd", !self.average_sd.is_empty()),
            ("marks", self.marks.is_some()),
            ("pairs", self.need_sampling()),
        ];
        claims.into_iter().find(|(_, there)| *there).map(|(name, _)| name)
    }

    /// Whether medians over draws are claimed.
    pub fn need_sampling(&self) -> bool {
        self.pairs.iter().any(|pair| {
            pair.monte_carlo.is_some() || pair.bootstrap.is_some() || pair.kernel_density.is_some()
        })
    }

    /// The first claim that compares with the control.
    pub fn need_control(&self) -> Option<&'static str> {
        let cd = self.critical_difference.as_ref();
        let claims = [
            (
                "critical_difference.control_rank_plus",
                cd.is_some_and(|cd| cd.control_rank_plus.is_some()),
            ),
            ("critical_difference.beyond", cd.is_some_and(|cd| cd.beyond.is_some())),
            ("nemenyi_p", !self.nemenyi_p.is_empty()),
            ("holm_p", !self.holm_p.is_empty()),
            ("wilcoxon", !self.wilcoxon.is_empty()),
            ("rejected", !self.rejected.is_empty()),
            ("wilcoxon_below", self.wilcoxon_below.iter().any(|claim| claim.a.is_none())),
            ("marks", self.marks.is_some()),
        ];
        claims.into_iter().find(|(_, there)| *there).map(|(name, _)| name)
    }
}

/// Friedman's test with Iman and Davenport's F.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case, reason = "statisticians write F")]
pub struct Omnibus {
    /// Friedman's chi-square.
    pub chi2: Option<Printed>,
    /// Iman and Davenport's F.
    pub F: Option<Printed>,
    /// Degrees of freedom of the numerator.
    pub df1: Option<Printed>,
    /// Degrees of freedom of the denominator.
    pub df2: Option<Printed>,
    /// p of the F.
    pub p: Option<Printed>,
    /// The critical F.
    pub F_crit: Option<Printed>,
    /// The level of the critical F and of `significant`.
    pub alpha: Option<Level>,
    /// Whether the text calls the difference significant.
    pub significant: Option<bool>,
}

/// Which comparison of mean ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RankComparisonTest {
    /// All against the control.
    BonferroniDunn,
    /// All pairs.
    Nemenyi,
}

/// One side or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tails {
    /// One.
    One,
    /// Both.
    #[default]
    Two,
}

/// The critical difference of mean ranks.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CriticalDifference {
    /// Of which comparison.
    pub test: RankComparisonTest,
    /// The stated level.
    pub alpha: Level,
    /// How many tails the stated level has.
    #[serde(default)]
    pub tails: Tails,
    /// The point of the distribution.
    pub q: Option<Printed>,
    /// The difference.
    pub value: Option<Printed>,
    /// The control's mean rank and the difference together.
    pub control_rank_plus: Option<Printed>,
    /// How many methods lie beyond it.
    pub beyond: Option<u32>,
}

/// A difference of two mean ranks.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RankDifference {
    /// One method.
    pub a: String,
    /// The other.
    pub b: String,
    /// The absolute difference.
    pub value: Printed,
}

/// A difference of two mean ranks in standard errors.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RankZ {
    /// One method.
    pub a: String,
    /// The other.
    pub b: String,
    /// The absolute z.
    pub z: Option<Printed>,
    /// Its p.
    pub p: Option<Printed>,
    /// How many tails p has.
    #[serde(default)]
    pub tails: Tails,
}

/// A signed-rank test.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedRankClaim {
    /// Rank sum in favour of the control.
    pub r_plus: Option<Printed>,
    /// Rank sum in favour of the other.
    pub r_minus: Option<Printed>,
    /// The two-sided p.
    pub p: Option<Printed>,
}

/// Tests of two methods.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairClaim {
    /// One method.
    pub a: String,
    /// The other.
    pub b: String,
    /// The absolute z of the signed-rank test.
    pub abs_z: Option<Printed>,
    /// Its p.
    pub p: Option<Printed>,
    /// How many tails p has.
    #[serde(default)]
    pub tails: Tails,
    /// `reject` or `keep` at the level of the claims.
    pub decision: Option<Decision>,
    /// Median p over draws around the printed means.
    pub monte_carlo: Option<Printed>,
    /// Median p over resampled folds.
    pub bootstrap: Option<Printed>,
    /// Median p over draws from a density estimate.
    pub kernel_density: Option<Printed>,
    /// Where it is printed: a table's number, or words.
    pub printed_in: Option<String>,
}

/// What becomes of a hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// It falls.
    Reject,
    /// It stays.
    Keep,
}

/// A test that is named in a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// Wilcoxon's signed-rank test.
    SignedRank,
    /// A paired z-test with the sign ignored.
    PairedZ,
}

/// How medians of p over draws are said to be made.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampling {
    /// The test of each draw.
    pub called: Test,
    /// How many draws.
    pub draws: u32,
    /// The largest value a score can have.
    pub most: Printed,
}

/// On how many datasets one of some methods is best, ties counted.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// The methods.
    pub methods: Vec<String>,
    /// How many datasets.
    pub datasets: u32,
}

/// A correction for many comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// p times the number of comparisons.
    Bonferroni,
    /// Holm's step-down.
    Holm,
}

/// How many hypotheses against the control fall.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rejected {
    /// By which correction of the p of mean ranks.
    pub by: Family,
    /// The level.
    pub alpha: Level,
    /// How many fall.
    pub count: u32,
}

/// That all p of signed-rank tests are below a level.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WilcoxonBelow {
    /// The level.
    pub level: Level,
    /// The method that is compared; the control where it is absent.
    pub a: Option<String>,
    /// With which; all others where they are absent.
    #[serde(default)]
    pub others: Vec<String>,
}

/// That all cells of a method lie above one number and not above another.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Within {
    /// The method.
    pub method: String,
    /// They are larger than this.
    pub above: Printed,
    /// They are at most this.
    pub most: Printed,
}

/// Marks of significance, and how many there are.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// A table of `win`, `loss` and `tie` (of the control), beside the claim file.
    pub csv: String,
    /// The folds of the cross-validated t-test.
    pub folds: u32,
    /// Its level.
    pub alpha: Level,
    /// Wins of the control.
    pub win: Option<u32>,
    /// Losses of the control.
    pub loss: Option<u32>,
    /// Ties.
    pub tie: Option<u32>,
    /// The table with the counts.
    pub counted_in: Option<String>,
}

/// Which test a worked example is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExampleTest {
    /// Two samples, pooled variance.
    IndependentT,
    /// Matched pairs.
    PairedT,
    /// Groups in columns.
    OneWayAnova,
    /// Subjects in rows.
    RepeatedMeasuresAnova,
    /// Two samples by ranks.
    MannWhitney,
    /// Matched pairs by ranks.
    SignedRank,
}

/// A worked example: the steps of a test by name.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The test.
    pub test: ExampleTest,
    /// Its level.
    pub alpha: Level,
    /// What is printed at each step.
    pub values: BTreeMap<String, Printed>,
}

/// Tests of two methods on each dataset, from means and standard deviations.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summaries {
    /// One method.
    pub a: String,
    /// The other.
    pub b: String,
    /// The level of all decisions.
    pub alpha: Level,
    /// How many rows the table has.
    pub rows: Option<u32>,
    /// p of a pooled t-test, by dataset.
    #[serde(default)]
    pub t_p: ByMethod,
    /// How many scores each mean is of, by dataset.
    #[serde(default)]
    pub t_n: BTreeMap<String, u32>,
    /// How many scores the means in z-tests are of.
    pub z_n: Option<u32>,
    /// Datasets on which a z-test finds a difference.
    #[serde(default)]
    pub z_significant: Vec<String>,
    /// Datasets on which it does not.
    #[serde(default)]
    pub z_not_significant: Vec<String>,
    /// Whether Fisher's combination of all these p finds a difference.
    pub fisher_significant: Option<bool>,
}

/// Rates of a confusion matrix, whose rows are the true classes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confusion {
    /// The row of the positive class.
    pub positive: String,
    /// The column of right predictions, by row.
    pub right: BTreeMap<String, String>,
    /// The percentage that was recognised, by row.
    #[serde(default)]
    pub rate: ByMethod,
    /// The percentage that was right.
    pub overall: Option<Printed>,
    /// The F-score, in percent.
    pub f_score: Option<Printed>,
    /// The cell in which the F-score is printed.
    pub f_score_in: Option<String>,
}

/// A claim about numbers that were never printed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotPrinted {
    /// What is claimed.
    pub claim: String,
    /// What it would take to check it.
    pub needs: String,
}

/// Which part of a table is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The cells.
    #[default]
    Cells,
    /// Their standard deviations.
    Sd,
}

/// One quantity that is printed in two places: `table`, `table:column` or `table:column@row`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Same {
    /// One place.
    pub a: String,
    /// The other.
    pub b: String,
    /// Cells or standard deviations.
    #[serde(default)]
    pub part: Part,
    /// What it is.
    pub what: String,
}

/// A remark on the text.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextNote {
    /// What it is about: a table, a section.
    pub about: String,
    /// The remark.
    pub text: String,
}
