//! Better advice for a column that mixes numbers and text. The reader can only say that such a column may be nominal; whether its
//! values are names that should be left out is seen when it is read again as one.

use std::path::Path;

use super::error::DataError;
use super::read::{self, Format, ReadOptions, text};
use super::suspect::is_almost_unique;
use super::table::{MISSING, Values};

/// Each column that is found costs another reading of the file.
const MOST_COLUMNS: usize = 10;

/// The smallest share of the values of a column of names that are no numbers. Titanic's tickets: a quarter.
const SHARE_OF_TEXTS: f64 = 0.1;

/// The same error. If the column to blame has a value of its own for almost every row, the remedy is to leave it out: tickets
/// and names as levels mislead every method.
pub(super) fn of_names(
    error: DataError,
    file: &Path,
    bytes: &[u8],
    format: &Format,
    options: &ReadOptions,
) -> DataError {
    match remedy(&error, file, bytes, format, options) {
        Some(remedy) => DataError { remedy, ..error },
        None => error,
    }
}

fn remedy(
    error: &DataError,
    file: &Path,
    bytes: &[u8],
    format: &Format,
    options: &ReadOptions,
) -> Option<String> {
    // Where the reader does not offer `nominal`, the column is no candidate for it.
    let name = error.column.as_ref().filter(|_| error.remedy.contains("`nominal`"))?;
    let mut nominal = options.nominal.clone();
    nominal.push(name.clone());
    // Other columns may be mixed, too: all that are found are read as text, until the file can be read.
    let mut read = None;
    while read.is_none() && nominal.len() <= options.nominal.len() + MOST_COLUMNS {
        let again = ReadOptions { nominal: nominal.clone(), ..options.clone() };
        match read::read(file, bytes, format, &again) {
            Ok(whole) => read = Some(whole),
            Err(next) => nominal.push(next.column.filter(|column| !nominal.contains(column))?),
        }
    }
    // The target cannot be left out.
    let read = read.filter(|read| !read.target.contains(name))?;
    let mut names = Vec::new();
    for column in read.table.columns.iter().filter(|column| nominal.contains(&column.name)) {
        let Values::Nominal { levels, codes } = &column.values else { continue };
        let known = codes.iter().filter(|&&code| code != MISSING).count();
        let is_own_wish = options.nominal.contains(&column.name);
        let texts = levels.iter().filter(|level| text::number(level).is_none()).count();
        // A typing mistake among measured numbers is no name.
        let are_names = texts as f64 >= SHARE_OF_TEXTS * levels.len() as f64;
        if !is_own_wish && are_names && is_almost_unique(levels.len(), known) {
            names.push((column.name.clone(), levels.len(), known));
        }
    }
    let (_, levels, known) = names.iter().find(|(column, ..)| column == name)?;
    let listed: Vec<String> = names.iter().map(|(column, ..)| column.clone()).collect();
    Some(format!(
        "leave it out with ignore = {}: it has {levels} different values in {known} rows, so they are names, not categories; \
         or correct the value",
        toml::Value::from(listed)
    ))
}
