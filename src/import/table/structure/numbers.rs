//! Numbers with the digits they were printed with. A mean of printed numbers agrees with a printed mean only as far as both
//! were rounded, so that every comparison here asks how far that is.

use super::super::cell;
use crate::data::read::sheet::Sheet;

/// Numbers of many digits agree this far, relative to their size: programs sum in different orders.
const AGREEMENT: f64 = 1e-10;

/// A number is compared with a range of at most this many times its size: scores of 1e-8 and of 1e5 are in one table.
const NEAR: f64 = 10.0;

/// A number as it was printed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Printed {
    /// The number.
    pub value: f64,
    /// How far rounding may have moved it: half a unit of its last digit.
    pub rounding: f64,
}

/// The number in a cell; the mean where a spread is next to it. `None` for a missing result and for text.
pub fn printed(text: &str) -> Option<Printed> {
    let value = cell::parse(text).ok()??.mean;
    let rounding = last_digit(text, value) / 2.0;
    Some(Printed { value, rounding: rounding.max(AGREEMENT * value.abs()) })
}

/// A unit of the last printed digit.
fn last_digit(text: &str, value: f64) -> f64 {
    let mut unit = 1.0_f64;
    let (mut behind_point, mut written, mut scale) = (false, 0.0_f64, 1.0_f64);
    for c in text.trim().trim_start_matches(['+', '-']).chars() {
        match c {
            '0'..='9' => {
                written = written * 10.0 + f64::from(u32::from(c) - u32::from('0'));
                if behind_point {
                    unit /= 10.0;
                    scale *= 10.0;
                }
            }
            '.' | ',' if !behind_point => behind_point = true,
            _ => break,
        }
    }
    let written = written / scale;
    // An exponent or a percent sign makes the value a multiple of what its digits say.
    let factor = if written > 0.0 && value != 0.0 { (value / written).abs() } else { 1.0 };
    unit * factor
}

/// Whether a cell is a whole number, written without a decimal point.
pub fn is_whole(text: &str) -> bool {
    let digits = text.trim().trim_start_matches(['+', '-']);
    !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
}

/// The numbers of some columns: `[column][row]`.
pub fn by_column(sheet: &Sheet, columns: &[usize]) -> Vec<Vec<Option<Printed>>> {
    let one = |&column: &usize| {
        sheet.rows.iter().map(|row| printed(row.text(column))).collect::<Vec<_>>()
    };
    columns.iter().map(one).collect()
}

/// Gives numbers that were printed alike the rounding of the finest of them: programs leave out zeros at the end, so that
/// 0.5 among 0.512 and 0.498 is 0.500.
pub fn alike(numbers: Vec<Option<Printed>>) -> Vec<Option<Printed>> {
    let finest = numbers.iter().flatten().map(|p| p.rounding).fold(f64::INFINITY, f64::min);
    let one = |printed: Printed| {
        let rounding = finest.max(AGREEMENT * printed.value.abs());
        Printed { rounding: rounding.min(printed.rounding), ..printed }
    };
    numbers.into_iter().map(|printed| printed.map(one)).collect()
}

/// The chance that a number of no special meaning agrees with a statistic: the width of what agrees in the range of the
/// numbers around it. `None` where it does not agree.
pub fn chance(found: Printed, statistic: f64, rounding: f64, range: (f64, f64)) -> Option<f64> {
    let width = found.rounding * (1.0 + 1e-6) + rounding;
    if !statistic.is_finite() || (found.value - statistic).abs() > width {
        return None;
    }
    let range = range.1.max(found.value) - range.0.min(found.value);
    // Among numbers of very different sizes, those of the size found are close together.
    let range = range.min(NEAR * found.value.abs());
    Some(if range > 0.0 { (2.0 * width / range).min(1.0) } else { 1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_say_how_far_a_number_was_rounded() {
        for (text, value, rounding) in [
            ("0.95", 0.95, 0.005),
            ("95", 95.0, 0.5),
            ("-1.250", -1.25, 0.0005),
            ("1.5e-3", 0.0015, 0.00005),
            ("95.1 ± 0.25", 95.1, 0.05),
        ] {
            let found = printed(text).unwrap();
            assert!((found.value - value).abs() < 1e-15, "{text}");
            assert!((found.rounding / rounding - 1.0).abs() < 1e-9, "{text} {}", found.rounding);
        }
        assert_eq!(printed("NA"), None);
        assert_eq!(printed("iris"), None);
        assert!(is_whole("150") && is_whole("-3") && !is_whole("1.0") && !is_whole(""));
    }

    #[test]
    fn agreement_is_the_less_likely_the_more_digits_agree() {
        let range = (0.0, 1.0);
        let chance = |text: &str| chance(printed(text).unwrap(), 0.123_456, 0.0, range);
        assert!(chance("0.1").unwrap() > 0.05);
        assert!(chance("0.123456").unwrap() < 1e-5);
        assert_eq!(chance("0.124"), None);
        // A small number says nothing next to large ones, and a zero never does.
        let wide = |found: &str, rounding: f64| {
            let found = printed(found).unwrap();
            super::chance(found, found.value, rounding, (1e-8, 1e5)).unwrap()
        };
        assert_eq!(wide("5.73E-07", 1e-5), 1.0);
        assert_eq!(wide("0.00", 1e-5), 1.0);
        assert!(wide("5.73E-07", 0.0) > 1e-4 && wide("51234.5", 0.0) < 1e-4);
    }
}
