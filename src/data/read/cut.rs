//! Numbers with decimal commas in a file whose fields are separated by commas, without quotes: `2,86,4,05` means 2.86 and 4.05, and
//! is read as four whole numbers. Such files are recognised by the second halves of the numbers, which are padded with zeros.

use std::path::Path;

use super::text::shown;
use crate::data::error::DataError;

/// The parts of an hour and the days of a month are padded, too, and stay below this share of a hundred.
const HIGHEST_PADDED: f64 = 0.6;

/// What the cells of one column of whole numbers show.
struct Digits {
    /// Whether no number has a sign.
    unsigned: bool,
    /// Whether there are numbers such as `05`.
    padded: bool,
    all_zero: bool,
    /// The largest, as decimals: 0.86 for `86`.
    largest: f64,
}

impl Digits {
    fn of(cells: &[&str]) -> Option<Digits> {
        let mut seen = Digits { unsigned: true, padded: false, all_zero: true, largest: 0.0 };
        for cell in cells {
            let digits = cell.strip_prefix(['+', '-']).unwrap_or(cell);
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            seen.unsigned &= digits.len() == cell.len();
            seen.padded |= digits.len() > 1 && digits.starts_with('0');
            seen.all_zero &= digits == "0";
            seen.largest = seen.largest.max(format!("0.{digits}").parse().unwrap_or(0.0));
        }
        (!cells.is_empty()).then_some(seen)
    }
}

/// The columns of the first number that was cut at its comma, if all whole numbers are such halves. `zeros` pairs that begin with
/// nothing but zeros show it, too.
pub fn cut_numbers(columns: &[Vec<&str>], zeros: usize) -> Option<usize> {
    let digits: Vec<Option<Digits>> = columns.iter().map(|cells| Digits::of(cells)).collect();
    let has_point = |cell: &&str| cell.contains('.') && cell.parse::<f64>().is_ok();
    if columns.iter().flatten().any(has_point) {
        return None;
    }
    let (mut found, mut padded, mut from_zero, mut at) = (None, 0, 0, 0);
    while at < digits.len() {
        let Some(Some(whole)) = digits.get(at) else {
            at += 1;
            continue;
        };
        let Some(Some(part)) = digits.get(at + 1) else { return None };
        if whole.padded || !part.unsigned || part.largest < HIGHEST_PADDED {
            return None;
        }
        padded += usize::from(part.padded);
        from_zero += usize::from(whole.all_zero);
        found = found.or(Some(at));
        at += 2;
    }
    found.filter(|_| padded > 0 || from_zero >= zeros)
}

/// The error for such numbers.
pub fn refused(file: &Path, line: usize, whole: &str, part: &str, or: &str) -> DataError {
    let number = format!("{whole},{part}");
    let problem = format!(
        "{} seems to be one number with a decimal comma, which the delimiter cuts in two",
        shown(&number)
    );
    let remedy = format!(
        "write decimal points, quote such numbers, or separate the fields by semicolons{or}"
    );
    DataError::line(file, line, problem, remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(rows: &[&str], zeros: usize) -> Option<usize> {
        let rows: Vec<Vec<&str>> = rows.iter().map(|row| row.split(',').collect()).collect();
        let columns: Vec<Vec<&str>> =
            (0..rows[0].len()).map(|at| rows.iter().map(|row| row[at]).collect()).collect();
        cut_numbers(&columns, zeros)
    }

    #[test]
    fn halves_of_numbers_are_recognised() {
        assert_eq!(cut(&["2,86,4,05,a", "-1,5,3,98,b"], 2), Some(0));
        assert_eq!(cut(&["x,0,95,0,93", "y,0,9,0,87"], 2), Some(1));
        assert_eq!(cut(&["x,0,95", "y,0,9"], 1), Some(1));
    }

    #[test]
    fn whole_numbers_dates_and_times_are_none() {
        for rows in [
            ["5,1,3,5,a", "4,9,3,0,b"],
            ["2020,05,a", "2021,12,b"],
            ["12,05,a", "13,59,b"],
            ["2,86,4,05,a", "1,5,3.5,98,b"],
            ["2,86,4,a", "1,05,3,b"],
            ["02,86,a", "1,05,b"],
            ["0,95,a", "0,9,b"],
        ] {
            assert_eq!(cut(&rows, 2), None, "{rows:?}");
        }
    }
}
