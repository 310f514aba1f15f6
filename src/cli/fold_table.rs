//! What a user can say about a file of results, for `analyze`: its form, and `--rows`, `--fold-column` and the like for its
//! columns and rows.

use clap::Args;

use super::arguments::share;
use super::form::FormArguments;

/// What can be said about a file whose rows are folds.
#[derive(Args)]
pub struct FoldTableOptions {
    /// What the rows of a table are, if it leaves that open: datasets, folds or methods
    #[arg(long, value_name = "WHAT")]
    pub rows: Option<String>,
    /// The column that names datasets [default: by its name, or the first one]
    #[arg(long, value_name = "COLUMN")]
    pub dataset_column: Option<String>,
    /// The column that names methods, where each line holds the scores of one method [default: by its name]
    #[arg(long, value_name = "COLUMN")]
    pub method_column: Option<String>,
    /// The column that numbers the folds of a dataset [default: by its name]
    #[arg(long, value_name = "COLUMN")]
    pub fold_column: Option<String>,
    /// Repeats of cross-validation that the folds of a dataset come from [default: as numbered, else 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub repeats: Option<u16>,
    /// The share of the rows that a test part holds, such as 0.3 [default: one fold among all of its repeat]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub test_share: Option<f64>,
    #[command(flatten)]
    pub form: FormArguments,
}

impl FoldTableOptions {
    /// An option that is there.
    pub fn given(&self) -> Option<&'static str> {
        match self {
            FoldTableOptions { rows: Some(_), .. } => Some("--rows"),
            FoldTableOptions { dataset_column: Some(_), .. } => Some("--dataset-column"),
            FoldTableOptions { method_column: Some(_), .. } => Some("--method-column"),
            FoldTableOptions { fold_column: Some(_), .. } => Some("--fold-column"),
            FoldTableOptions { repeats: Some(_), .. } => Some("--repeats"),
            FoldTableOptions { test_share: Some(_), .. } => Some("--test-share"),
            FoldTableOptions { form, .. } => form.given(),
        }
    }
}
