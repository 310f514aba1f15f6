//! What a user can say about the form of a file of results: `--input-format`, `--delimiter` and `--decimal`, for `analyze`.

use clap::Args;

use super::analyze::choice;
use super::exit::Refusal;
use crate::data::read::forms::{DECIMALS, DELIMITERS, FormOptions};

/// What can be said about the form of a file.
#[derive(Args)]
pub struct FormArguments {
    /// The form of the file: csv, printed, markdown, latex, json, json-lines, json-columns, json-index, lm-eval or parquet
    /// [default: by content]
    #[arg(long, value_name = "NAME")]
    pub input_format: Option<String>,
    /// What separates fields: comma, semicolon, tab, pipe or blanks [default: what splits the lines most consistently]
    #[arg(long, value_name = "WORD")]
    pub delimiter: Option<String>,
    /// What precedes decimals: point or comma [default: by all numbers of the file]
    #[arg(long, value_name = "WORD")]
    pub decimal: Option<String>,
}

impl FormArguments {
    /// The options they mean.
    pub fn options(&self) -> Result<FormOptions, Refusal> {
        let delimiter = self.delimiter.as_deref();
        let decimal = self.decimal.as_deref();
        Ok(FormOptions {
            form: self.input_format.clone(),
            delimiter: delimiter.map(|word| choice("--delimiter", DELIMITERS, word)).transpose()?,
            decimal: decimal.map(|word| choice("--decimal", DECIMALS, word)).transpose()?,
        })
    }

    /// An option that is there.
    pub fn given(&self) -> Option<&'static str> {
        match self {
            FormArguments { input_format: Some(_), .. } => Some("--input-format"),
            FormArguments { delimiter: Some(_), .. } => Some("--delimiter"),
            FormArguments { decimal: Some(_), .. } => Some("--decimal"),
            _ => None,
        }
    }
}
