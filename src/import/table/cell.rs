//! One cell of a published table: a number, a number with its standard deviation, or nothing. It knows no place in a
//! file, so it says what is wrong and leaves the place to its caller.

use crate::data::read::forms::numbers::is_no_result as is_missing;
use crate::data::read::text::{not_a_number, number, shown};

/// A score as it stands in a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    /// The score.
    pub mean: f64,
    /// The standard deviation next to it.
    pub sd: Option<f64>,
    /// Whether that stood in brackets, where some tables put ranks.
    pub bracketed: bool,
}

/// Understands a cell; `None` where it says that there is no result. The error is what is wrong, a fragment.
pub fn parse(cell: &str) -> Result<Option<Entry>, String> {
    let cell = cell.trim();
    if is_missing(cell) {
        return Ok(None);
    }
    if let Some(mean) = number(cell) {
        return Ok(Some(Entry { mean, sd: None, bracketed: false }));
    }
    if cell.starts_with(['<', '>', '≤', '≥', '~', '≈']) {
        return Err(format!("{} is a bound or an approximation, not a score", shown(cell)));
    }
    let Some((mean, sd, bracketed)) = halves(cell) else { return Err(not_a_number(cell)) };
    if is_missing(mean) && is_missing(sd) {
        return Ok(None);
    }
    let mean = number(mean).ok_or_else(|| not_a_number(cell))?;
    if is_missing(sd) {
        return Ok(Some(Entry { mean, sd: None, bracketed }));
    }
    let sd = number(sd).ok_or_else(|| not_a_number(cell))?;
    if sd < 0.0 {
        return Err(format!("the standard deviation in {} is negative", shown(cell)));
    }
    Ok(Some(Entry { mean, sd: Some(sd), bracketed }))
}

/// The two parts of `mean ± sd` or `mean (sd)`, and whether it is the latter.
fn halves(cell: &str) -> Option<(&str, &str, bool)> {
    let signed = ["±", "+/-", "+-"].iter().find_map(|sign| cell.split_once(sign));
    let (mean, sd, bracketed) = match signed {
        Some((mean, sd)) => (mean, sd, false),
        None => {
            let (mean, sd) = cell.strip_suffix(')')?.split_once('(')?;
            (mean, sd, true)
        }
    };
    Some((mean.trim(), sd.trim(), bracketed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(cell: &str) -> Option<(f64, Option<f64>)> {
        parse(cell).unwrap().map(|e| (e.mean, e.sd))
    }

    #[test]
    fn numbers_and_their_spreads_are_understood() {
        assert_eq!(both(" 0.95 "), Some((0.95, None)));
        assert_eq!(both("-1e-3"), Some((-0.001, None)));
        assert_eq!(both(".95"), Some((0.95, None)));
        assert_eq!(both("95e-2"), Some((0.95, None)));
        for cell in ["95.1 ± 0.2", "95.1±0.2", "95.1 +- 0.2", "95.1+/-0.2", "95.1 (0.2)"] {
            assert_eq!(both(cell), Some((95.1, Some(0.2))), "{cell}");
        }
        assert_eq!(both("95.1 (-)"), Some((95.1, None)));
        for cell in [
            "", "?", "-", "NA", "nan", "NaN", "- ± -", "NA (NA)", "--", "—", "n/a", "N/A", "null",
            "None", "#N/A",
        ] {
            assert_eq!(both(cell), None, "{cell}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for (cell, words) in [
            ("abc", "text `abc`"),
            ("inf", "not a finite number"),
            ("-inf", "not a finite number"),
            ("0x1A", "text"),
            ("1e999", "not a finite number"),
            ("95,1", "text"),
            ("95 ± x", "text"),
            ("NA ± 3", "text"),
            ("95 ± inf", "text"),
            ("95 ± -1", "negative"),
            ("(1)", "text"),
            ("<0.001", "bound"),
            ("≈0.9", "approximation"),
        ] {
            let problem = parse(cell).unwrap_err();
            assert!(problem.contains(words), "{cell}: {problem}");
        }
    }
}
