//! What surrounds the numbers of a sheet, all cells together: percent signs, marks, brackets, a plus. What can be read in two ways is refused.

use super::dressed::Dressed;
use super::{At, cell};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;

pub const MARKS_NOTE: &str =
    "marks of significance next to the numbers are left out: they are not used";

/// The first cells of a column that are in percent, and that are not.
#[derive(Debug, Default)]
pub struct Percent {
    pub signs: Option<usize>,
    pub without: Option<usize>,
}

impl Percent {
    /// Refuses a column with and without signs.
    pub fn check(&self, sheet: &Sheet, column: usize) -> Result<(), DataError> {
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

/// What was met besides plain numbers.
#[derive(Default)]
pub struct Seen {
    marks: bool,
    /// A whole number in brackets behind a number with decimals, and whether brackets hold other numbers.
    whole: Option<At>,
    decimals_in_brackets: bool,
    /// The first numbers with nothing but a plus before a standard deviation, and without.
    plus: Option<At>,
    without_plus: Option<At>,
    pub percents: Vec<(usize, Percent)>,
}

impl Seen {
    pub fn add(&mut self, found: &Dressed, at: At) {
        self.marks |= found.marked;
        if found.sd.is_some() {
            let first = if found.plus { &mut self.plus } else { &mut self.without_plus };
            first.get_or_insert(at);
        }
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
    pub fn refuse(&self, sheet: &Sheet) -> Result<(), DataError> {
        if let Some(at) = self.whole.filter(|_| !self.decimals_in_brackets) {
            let (line, text) = cell(sheet, at);
            let problem = format!(
                "the number in brackets in {} may be a rank, a count, or the uncertainty of the last digit",
                shown(text)
            );
            let remedy = "remove the brackets, or write a standard deviation as `0.95 ± 0.01`";
            return Err(sheet.error(line, at.1, problem, remedy));
        }
        if let (Some(at), Some(other)) = (self.plus, self.without_plus) {
            let ((line, text), (_, other)) = (cell(sheet, at), cell(sheet, other));
            let problem =
                format!("{} may be a sum, because others are as {}", shown(text), shown(other));
            return Err(sheet.error(line, at.1, problem, "write all numbers as `0.95 ± 0.01`"));
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

    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.percents.iter().any(|(_, percent)| percent.signs.is_some()) {
            notes.push(
                "numbers with a percent sign are read as percent (92.8 % is 92.8)".to_owned(),
            );
        }
        if self.marks {
            notes.push(MARKS_NOTE.to_owned());
        }
        if self.plus.is_some() {
            let note = "numbers such as 0.95+0.01 are read as a mean and a standard deviation";
            notes.push(note.to_owned());
        }
        notes
    }
}
