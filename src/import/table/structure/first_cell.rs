//! Tables whose first cell says that the numbers are p-values: they answer a question and are no scores.

use super::super::TableOptions;
use super::super::metric_names::kinds::is_p_value;
use super::super::names::words;
use super::numbers::printed;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;

/// Refuses p-values, unless the user says what the numbers are.
pub fn refuse_p_values(sheet: &Sheet, options: &TableOptions) -> Result<(), DataError> {
    let name = sheet.header.first().map_or("", String::as_str);
    let words = words(name);
    // A `p` alone may be a parameter.
    let is_called = is_p_value(&words) && words.len() + words.concat().len() > 2;
    let said = !options.metrics.is_empty() || options.direction.is_some();
    let mut cells = sheet.rows.iter().flat_map(|row| row.cells.iter().skip(1));
    let within =
        cells.all(|cell| printed(cell).is_none_or(|printed| (0.0..=1.0).contains(&printed.value)));
    if !is_called || said || !within {
        return Ok(());
    }
    let problem = format!("by the first cell, {}, these are p-values, not scores", shown(name));
    let remedy = "give the table of scores; `tribunal adjust` corrects p-values for many comparisons; say --metric with the name of the metric if these are scores";
    Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{named, plain, refused, with};

    #[test]
    fn p_values_are_no_scores() {
        let rows = "x,0.6824,0.0538\ny,0.1844,0.1759\nz,0.9233,0.2766\n";
        for cell in ["p-value", "p value", "pval", "Wilcoxon p-value", "p (Holm)", "adj. p"] {
            let text = format!("{cell},a,b\n{rows}");
            refused(&text, Some(1), None, &["p-values, not scores", "--metric"]);
            assert!(with(&text, &named("accuracy")).is_ok(), "{cell}");
            plain(&text.replace("0.6824", "68.24"));
        }
        plain(&format!("p,a,b\n{rows}"));
    }
}
