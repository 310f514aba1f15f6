//! What a CSV column of texts is: names, unless all of them are dates, or numbers with the other decimal mark. Which columns
//! are asked is decided elsewhere.

use std::borrow::Cow;
use std::path::Path;

use super::cells::Rules;
use crate::data::error::DataError;
use crate::data::read::dates::{self, DateForm};
use crate::data::read::signs::Signs;
use crate::data::read::text::{self, LevelPool, shown};
use crate::data::table::Values;

/// Dates are no classes, unless the user says so.
pub fn date_classes(
    labels: &LevelPool,
    file: &Path,
    name: &str,
    rules: &Rules,
) -> Option<DataError> {
    let said = rules.options.nominal.iter().any(|column| column == name);
    if said || !rules.options.sniff {
        return None;
    }
    dates::form_of(labels.distinct().iter().map(AsRef::as_ref))?;
    let remedy = "name the column to predict with `target`, or list this one under `nominal` if its dates are classes";
    Some(DataError::file(file, "the target holds dates", remedy).in_column(name))
}

/// A column of texts: names, unless all of them are dates, or numbers with the other decimal mark.
pub fn texts(
    labels: LevelPool,
    file: &Path,
    name: &str,
    rules: &Rules,
    first: &(usize, String),
) -> Result<(Option<Values>, Option<String>), DataError> {
    if !rules.options.sniff {
        return Ok((Some(labels.into_values()), None));
    }
    let other = match rules.signs.decimal {
        ',' => Signs::PLAIN,
        _ => Signs { decimal: ',', thousands: None },
    };
    let other =
        |label: &Cow<str>| other.plain(label).is_some_and(|label| text::number(&label).is_some());
    if labels.distinct().iter().all(other) {
        let problem = format!(
            "{} is no number where the decimal mark is {:?}",
            shown(&first.1),
            rules.signs.decimal
        );
        let remedy = "set `decimal` to the mark that the file uses, or list the column under `nominal` if it holds names";
        return Err(DataError::line(file, first.0, problem, remedy).in_column(name));
    }
    let Some(form) = dates::form_of(labels.distinct().iter().map(AsRef::as_ref)) else {
        return Ok((Some(labels.into_values()), None));
    };
    let keep = "list the column under `nominal` to keep its texts";
    let left_out = match form {
        DateForm::TimeOfDay => {
            Some(format!("column `{name}` holds times of day and is left out; {keep}"))
        }
        DateForm::Doubtful => Some(format!(
            "column `{name}` holds dates such as {}, of which day and month are not clear, and is left out; {keep}",
            shown(&first.1)
        )),
        _ => None,
    };
    if left_out.is_some() {
        return Ok((None, left_out));
    }
    let days = labels.numbers(|label| dates::read(label, form));
    let note = format!("the dates of column `{name}` are read as days since 1970-01-01; {keep}");
    Ok(match days {
        Some(days) => (Some(Values::Numeric(days.into())), Some(note)),
        None => (Some(labels.into_values()), None),
    })
}
