//! How cells of several tables depend on each other: the vocabulary of `[[check]]`, as data. Whether a check holds is not
//! known here. `docs/audit.md` explains every key.

use serde::Deserialize;

use super::claims::ByMethod;
use super::printed::{Level, Printed};

/// How cells depend on each other.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Check {
    /// Rows of a table are mean ranks of other tables.
    RanksOfTables {
        /// The table.
        table: String,
        /// The tables behind its rows.
        rows: Vec<String>,
    },
    /// Accuracy is sensitivity and specificity weighted by the cases.
    WeightedRate {
        /// In percent.
        accuracy: String,
        /// Rate of the positive class.
        sensitivity: String,
        /// Rate of the negative class.
        specificity: String,
        /// Cases of the positive class.
        positives: u32,
        /// Cases of the negative class.
        negatives: u32,
        /// Points that may be missed, say because rates were averaged over folds.
        allowed: Option<Printed>,
        /// Whether the rates are said to come from leaving one case out, so that each is a whole number of cases.
        #[serde(default)]
        leave_one_out: bool,
    },
    /// Accuracy, kappa, AUC, precision and recall come from one confusion matrix a cell.
    OneConfusionMatrix {
        /// Shares of right predictions.
        accuracy: String,
        /// Cohen's kappa.
        kappa: String,
        /// (1 + TPR - FPR) / 2.
        auc: String,
        /// Precision.
        precision: String,
        /// Recall.
        recall: String,
        /// Column with the cases of the positive class.
        positives: String,
        /// Column with the cases of the negative class.
        negatives: String,
    },
    /// A table of mean squared errors over several targets, beside mean roots of them.
    MeanOfSquares {
        /// Mean squared errors.
        squares: String,
        /// Mean root mean squared errors.
        roots: String,
        /// Column with the number of targets.
        targets: String,
    },
    /// Cells are percentages of two other tables' cells.
    Share {
        /// The table of percentages.
        table: String,
        /// Tables with the parts; the first that has a column is taken.
        parts: Vec<String>,
        /// Tables with the wholes.
        wholes: Vec<String>,
    },
    /// How much smaller columns are than the whole, in percent.
    Reduction {
        /// Tables with the sizes.
        tables: Vec<String>,
        /// The column with the whole.
        whole: String,
        /// Where it is printed.
        printed_in: String,
        /// Mean reduction by method.
        #[serde(default)]
        average: ByMethod,
        /// Reductions of single cells.
        #[serde(default)]
        cells: Vec<CellClaim>,
    },
    /// Wins, losses and ties of one column against another by the cross-validated t-test.
    Tally {
        /// One column.
        a: String,
        /// The other.
        b: String,
        /// The folds.
        folds: u32,
        /// The level.
        alpha: Level,
        /// Wins of the first.
        win: u32,
        /// Losses of the first.
        loss: u32,
        /// Ties.
        tie: u32,
        /// The table with the counts.
        counted_in: Option<String>,
    },
}

impl Check {
    /// The word for its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Check::RanksOfTables { .. } => "ranks-of-tables",
            Check::WeightedRate { .. } => "weighted-rate",
            Check::OneConfusionMatrix { .. } => "one-confusion-matrix",
            Check::MeanOfSquares { .. } => "mean-of-squares",
            Check::Share { .. } => "share",
            Check::Reduction { .. } => "reduction",
            Check::Tally { .. } => "tally",
        }
    }

    /// The places that it reads, the one with what is printed first.
    pub fn places(&self) -> Vec<&str> {
        match self {
            Check::RanksOfTables { table, rows } => {
                [table].into_iter().chain(rows).map(String::as_str).collect()
            }
            Check::WeightedRate { accuracy, sensitivity, specificity, .. } => {
                vec![accuracy, sensitivity, specificity]
            }
            Check::OneConfusionMatrix {
                accuracy,
                kappa,
                auc,
                precision,
                recall,
                positives,
                negatives,
            } => vec![accuracy, kappa, auc, precision, recall, positives, negatives],
            Check::MeanOfSquares { squares, roots, targets } => vec![squares, roots, targets],
            Check::Share { table, parts, wholes } => {
                [table].into_iter().chain(parts).chain(wholes).map(String::as_str).collect()
            }
            Check::Reduction { tables, .. } => tables.iter().map(String::as_str).collect(),
            Check::Tally { a, b, .. } => vec![a, b],
        }
    }
}

/// A claim about one cell.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellClaim {
    /// The row.
    pub dataset: String,
    /// The column.
    pub method: String,
    /// What is printed.
    pub value: Printed,
}
