//! Which columns of a CSV file play which part, as far as their reader must know: from what the user says, and from Orange's header.

use std::path::Path;

use super::orange;
use super::text;
use crate::data::error::DataError;
use crate::data::read::ReadOptions;

/// What is known of the columns from their names and from what is said of them.
pub struct Plan {
    /// What the user says, and Orange's header.
    pub options: ReadOptions,
    /// The columns to predict.
    pub target: Vec<String>,
    /// Columns that Orange's header takes for no features, and the options do not mention.
    pub left_out: Vec<String>,
    /// Whether the header says that the target holds classes.
    pub declares_classes: bool,
}

impl Plan {
    /// From the names, before any row is read.
    pub fn new(
        file: &Path,
        options: &ReadOptions,
        names: &[String],
        orange: Option<&orange::Roles>,
    ) -> Result<Plan, DataError> {
        let said = |name: &String| {
            let lists = [&options.nominal, &options.target, &options.unread];
            lists.into_iter().any(|list| list.contains(name))
        };
        let left_out: Vec<String> = orange
            .iter()
            .flat_map(|roles| roles.left_out.iter().filter(|name| !said(name)).cloned())
            .collect();
        let known: Vec<&str> = names.iter().map(String::as_str).filter(|n| !n.is_empty()).collect();
        let last = known.iter().rev().find(|name| !left_out.iter().any(|left| left == *name));
        let default = match orange.filter(|roles| !roles.target.is_empty()) {
            Some(roles) => roles.target.clone(),
            None => last.map(ToString::to_string).into_iter().collect(),
        };
        let target = text::choose_target(file, &known, options, default)?;
        let nominal = orange.map(|roles| roles.nominal.as_slice()).unwrap_or_default();
        let declares_classes = target.iter().any(|name| nominal.contains(name));
        let mut options = options.clone();
        options.nominal.extend(nominal.iter().cloned());
        options.unread.extend(left_out.iter().cloned());
        Ok(Plan { options, target, left_out, declares_classes })
    }
}
