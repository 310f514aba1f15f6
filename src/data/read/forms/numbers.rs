//! How the numbers of a sheet are written: with decimal commas, percent signs, bold type or marks of significance. What is
//! the same for the whole file becomes plain numbers, with a note; what can be read in two ways is refused.

mod decimals;
mod dressed;

use std::collections::BTreeSet;

use super::Decimal;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::signs::{Evidence, Signs, is_number};
use crate::data::read::text::shown;
pub use dressed::MARKS;
use dressed::{Dressed, dressed};

/// The words for "no result" that tables use.
pub fn is_no_result(cell: &str) -> bool {
    const WORDS: &[&str] = &["na", "nan", "n/a", "null", "none", "<na>", "#n/a", "n.a.", "missing"];
    // Nearly all cells of a long file are rejected by their first byte.
    match cell.as_bytes().first() {
        None => true,
        Some(b'?' | b'-' | 0xe2) => matches!(cell, "?" | "-" | "--" | "---" | "–" | "—"),
        Some(b'n' | b'N' | b'<' | b'#' | b'm' | b'M') => {
            cell.len() <= 7 && WORDS.iter().any(|word| cell.eq_ignore_ascii_case(word))
        }
        Some(_) => false,
    }
}

/// Whether a cell is a number in some way of writing, or says that there is none.
pub fn looks_like_number(cell: &str) -> bool {
    is_plain(cell) || is_no_result(cell) || dressed(cell).is_some()
}

/// Whether a cell needs no second look: digits with a point or an exponent.
fn is_plain(cell: &str) -> bool {
    let number = |byte: u8| matches!(byte, b'0'..=b'9' | b'.' | b'+' | b'-' | b'e' | b'E');
    let begins = cell.as_bytes().first().is_some_and(|byte| !matches!(byte, b'e' | b'E'));
    begins && cell.bytes().all(number) && cell.bytes().any(|byte| byte.is_ascii_digit())
}

/// Turns the numbers of a sheet into plain ones.
pub fn settle(sheet: &mut Sheet, decimal: Option<Decimal>) -> Result<(), DataError> {
    settle_texts(sheet, decimal, None)
}

/// The same where a file has a type for numbers (JSON, Parquet): only its `texts` can be written in several ways.
pub fn settle_texts(
    sheet: &mut Sheet,
    decimal: Option<Decimal>,
    texts: Option<&BTreeSet<String>>,
) -> Result<(), DataError> {
    let is_text = |cell: &str| texts.is_none_or(|texts| texts.contains(cell));
    drop_marks(sheet);
    let columns: Vec<usize> = (0..sheet.header.len()).filter(|&c| is_numeric(sheet, c)).collect();
    let mut evidence = Evidence::default();
    let mut seen = Seen::default();
    let mut dressed_columns = Vec::new();
    for &column in &columns {
        let mut percent = Percent::default();
        let mut is_dressed = false;
        for (at, row) in sheet.rows.iter().enumerate() {
            let cell = row.text(column);
            if is_plain(cell) {
                if is_text(cell) {
                    evidence.add(cell, (at, column));
                }
                percent.without.get_or_insert(at);
            } else if let Some(found) = dressed(cell) {
                is_dressed = true;
                evidence.add(&found.mean, (at, column));
                if let Some(sd) = &found.sd {
                    evidence.add(sd, (at, column));
                }
                let first = if found.percent { &mut percent.signs } else { &mut percent.without };
                first.get_or_insert(at);
                seen.add(&found, (at, column));
            }
        }
        if is_dressed {
            dressed_columns.push(column);
        }
        evidence.end_column();
        percent.check(sheet, column)?;
        seen.percents.push((column, percent));
    }
    seen.refuse(sheet)?;
    let signs = decimals::decide(sheet, &evidence, decimal)?;
    // Cells that look plain, such as `1.234`, may be written with points between thousands.
    let rewritten = if signs == Signs::PLAIN { dressed_columns } else { columns };
    for column in rewritten {
        rewrite(sheet, column, signs, &is_text)?;
    }
    sheet.notes.extend(decimals::note(signs).map(str::to_owned));
    if let Some(at) =
        evidence.mostly_decimal().filter(|_| signs == Signs::PLAIN && decimal.is_none())
    {
        let note = decimals::mostly_note(sheet, at);
        sheet.notes.push(note);
    }
    sheet.notes.extend(seen.notes());
    Ok(())
}

/// A place: a row and a column.
type At = (usize, usize);

/// Whether most of a column's cells are numbers, however written: names are left alone.
pub fn is_numeric(sheet: &Sheet, column: usize) -> bool {
    let (mut numbers, mut others) = (0_usize, 0_usize);
    for row in &sheet.rows {
        let cell = row.text(column);
        if is_plain(cell) || !is_no_result(cell) && dressed(cell).is_some() {
            numbers += 1;
        } else if !is_no_result(cell) {
            others += 1;
            if others > sheet.rows.len() / 2 {
                return false;
            }
        }
    }
    numbers > others
}

/// Writes the numbers of a column plainly.
fn rewrite(
    sheet: &mut Sheet,
    column: usize,
    signs: Signs,
    is_text: impl Fn(&str) -> bool,
) -> Result<(), DataError> {
    // What is no number in any way of writing, such as a date, stays as it is.
    let plain = |number: &str| match signs.plain(number) {
        Some(plain) => Some(plain.into_owned()),
        None => (!is_number(number)).then(|| number.to_owned()),
    };
    let rewritten = |cell: &str| {
        if is_plain(cell) {
            return if is_text(cell) { plain(cell) } else { Some(cell.to_owned()) };
        }
        let Some(found) = dressed(cell) else { return Some(cell.to_owned()) };
        let mean = plain(&found.mean)?;
        Some(match found.sd {
            None => mean,
            Some(sd) if found.bracketed => format!("{mean} ({})", plain(&sd)?),
            Some(sd) => format!("{mean} ± {}", plain(&sd)?),
        })
    };
    for at in 0..sheet.rows.len() {
        match rewritten(cell(sheet, (at, column)).1) {
            Some(text) => {
                if let Some(cell) = sheet.rows[at].cells.get_mut(column) {
                    *cell = text;
                }
            }
            None => return Err(decimals::unlike(sheet, (at, column), signs)),
        }
    }
    Ok(())
}

/// Removes columns of nothing but marks of significance, which have no name (Weka writes them).
fn drop_marks(sheet: &mut Sheet) {
    let is_mark = |cell: &str| !cell.is_empty() && cell.chars().all(|c| MARKS.contains(&c));
    let only_marks = |column: &usize| {
        let cells = || sheet.rows.iter().map(|row| row.text(*column));
        sheet.header.get(*column).is_some_and(String::is_empty)
            && cells().all(|cell| cell.is_empty() || is_mark(cell))
            && cells().any(is_mark)
    };
    let dropped: Vec<usize> = (1..sheet.header.len()).filter(only_marks).collect();
    for &column in dropped.iter().rev() {
        sheet.header.remove(column);
        for row in &mut sheet.rows {
            row.cells.remove(column);
        }
    }
    if !dropped.is_empty() {
        sheet.notes.push(MARKS_NOTE.to_owned());
    }
}

const MARKS_NOTE: &str =
    "marks of significance next to the numbers are left out: they are not used";

/// The first cells of a column that are in percent, and that are not.
#[derive(Debug, Default)]
struct Percent {
    signs: Option<usize>,
    without: Option<usize>,
}

impl Percent {
    /// Refuses a column with and without signs.
    fn check(&self, sheet: &Sheet, column: usize) -> Result<(), DataError> {
        let (Some(signs), Some(without)) = (self.signs, self.without) else { return Ok(()) };
        let (percent, plain) = (cell(sheet, (signs, column)), cell(sheet, (without, column)));
        let problem = format!(
            "{} on line {} is in percent, and {} is not",
            shown(percent.1),
            percent.0,
            shown(plain.1)
        );
        let remedy = "write all numbers of the column with a percent sign, or none";
        Err(sheet.error(plain.0, column, problem, remedy))
    }

    /// Whether the numbers are shares of one, which must not be ranked with percentages.
    fn is_share(&self, sheet: &Sheet, column: usize) -> bool {
        let mut fractions = false;
        for row in &sheet.rows {
            let cell = row.text(column);
            let Some(value) = cell.replace(',', ".").parse::<f64>().ok() else { continue };
            if !(0.0..=1.0).contains(&value) {
                return false;
            }
            fractions |= value.fract() != 0.0;
        }
        self.signs.is_none() && fractions
    }
}

/// The line and the text of a cell.
fn cell<'a>(sheet: &'a Sheet, (row, column): At) -> (usize, &'a str) {
    sheet.rows.get(row).map_or((0, ""), |row| (row.line, row.text(column)))
}

/// What was met besides plain numbers.
#[derive(Default)]
struct Seen {
    marks: bool,
    /// A whole number in brackets behind a number with decimals, and whether brackets hold other numbers.
    whole: Option<At>,
    decimals_in_brackets: bool,
    percents: Vec<(usize, Percent)>,
}

impl Seen {
    fn add(&mut self, found: &Dressed, at: At) {
        self.marks |= found.marked;
        if let Some(sd) = found.sd.as_deref().filter(|_| found.bracketed) {
            let has_decimals = |text: &str| text.contains(['.', ',', 'e', 'E']);
            if has_decimals(sd) || !has_decimals(&found.mean) {
                self.decimals_in_brackets = true;
            } else {
                self.whole.get_or_insert(at);
            }
        }
    }

    /// Refuses what can be read in two ways.
    fn refuse(&self, sheet: &Sheet) -> Result<(), DataError> {
        if let Some(at) = self.whole.filter(|_| !self.decimals_in_brackets) {
            let (line, text) = cell(sheet, at);
            let problem = format!(
                "the number in brackets in {} may be a rank, a count, or the uncertainty of the last digit",
                shown(text)
            );
            let remedy = "remove the brackets, or write a standard deviation as `0.95 ± 0.01`";
            return Err(sheet.error(line, at.1, problem, remedy));
        }
        let signs = self.percents.iter().find(|(_, percent)| percent.signs.is_some());
        let Some((signs, _)) = signs else { return Ok(()) };
        let shares =
            self.percents.iter().find(|(column, percent)| percent.is_share(sheet, *column));
        let Some((column, share)) = shares else { return Ok(()) };
        let (line, text) = cell(sheet, (share.without.unwrap_or(0), *column));
        let problem = format!(
            "{} is a share of one, and the column {} is in percent",
            shown(text),
            shown(&sheet.column_name(*signs))
        );
        let remedy = "write all columns in percent, or none; remove a column that is not needed";
        Err(sheet.error(line, *column, problem, remedy))
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.percents.iter().any(|(_, percent)| percent.signs.is_some()) {
            notes.push(
                "numbers with a percent sign are read as percent (92.8 % is 92.8)".to_owned(),
            );
        }
        if self.marks {
            notes.push(MARKS_NOTE.to_owned());
        }
        notes
    }
}

#[cfg(test)]
mod tests;
