//! How the numbers of a sheet are written: with decimal commas, percent signs, bold type or marks of significance. What is
//! the same for the whole file becomes plain numbers, with a note; what can be read in two ways is refused.

mod decimals;
mod dressed;
mod seen;

use std::collections::BTreeSet;

use super::Decimal;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::signs::{Evidence, Signs, is_number};
pub use dressed::MARKS;
use dressed::dressed;
use seen::{MARKS_NOTE, Percent, Seen};

/// The words for "no result" that tables use.
pub fn is_no_result(cell: &str) -> bool {
    const WORDS: &[&str] =
        &["na", "nan", "n/a", "null", "none", "<na>", "#n/a", "n.a.", "missing", "nan+nan"];
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
    // `0.95+0.01` is two numbers.
    let is_one = cell.match_indices('+').all(|(at, _)| at == 0 || cell[..at].ends_with(['e', 'E']));
    begins && is_one && cell.bytes().all(number) && cell.bytes().any(|byte| byte.is_ascii_digit())
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
        rewrite(sheet, column, signs, is_text)?;
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

/// The line and the text of a cell.
fn cell<'a>(sheet: &'a Sheet, (row, column): At) -> (usize, &'a str) {
    sheet.rows.get(row).map_or((0, ""), |row| (row.line, row.text(column)))
}

#[cfg(test)]
mod tests;
