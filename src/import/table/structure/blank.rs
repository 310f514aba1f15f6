//! Blank rows that separate others, without a name and without a number. A row with a name and nothing else stays: it may be
//! a dataset without any result, which every output names.

use super::{Plain, scores};
use crate::data::read::sheet::Row;

/// Leaves out rows without any cell. A table of such rows only is refused elsewhere.
pub fn leave_out(plain: &mut Plain, labels: &[usize]) {
    let columns = scores(&plain.sheet, labels);
    let blank = |row: &Row| {
        let mut all = columns.iter().chain(labels);
        all.all(|&column| row.text(column).is_empty())
    };
    if plain.sheet.rows.iter().any(|row| !blank(row)) {
        plain.sheet.rows.retain(|row| !blank(row));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::plain;

    #[test]
    fn blank_rows_are_no_datasets() {
        let file = plain("dataset,a,b\nx,0.9,0.8\n,,\ny,0.7,0.6\nz,,\nv,NA,NA\n");
        assert_eq!(file.results.datasets, ["x", "y", "z", "v"]);
    }
}
