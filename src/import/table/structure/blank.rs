//! Blank rows that separate others, without a name and without a number, and footnotes below the table. A row with a name and
//! nothing else stays where it can be a dataset without any result, which every output names.

use super::{Plain, scores};
use crate::data::read::sheet::Row;
use crate::data::read::text::shown;

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
    let empty = |row: &Row| columns.iter().all(|&column| row.text(column).is_empty());
    while plain.sheet.rows.len() > 1
        && let Some(row) = plain.sheet.rows.pop_if(|row| empty(row) && is_footnote(row.text(0)))
    {
        let text: String = row.text(0).chars().take(60).collect();
        plain.notes.push(format!(
            "line {} is a footnote, no dataset, and left out: {}",
            row.line,
            shown(&text)
        ));
    }
}

/// Whether a text is a sentence and no name: words behind a colon or a sign of footnotes, or with a full stop at the end.
fn is_footnote(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let marked = text.starts_with(['*', '†', '‡', '§']);
    words > 2 && (marked || text.contains(": ") || text.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::plain;

    #[test]
    fn blank_rows_are_no_datasets() {
        let file = plain("dataset,a,b\nx,0.9,0.8\n,,\ny,0.7,0.6\nz,,\nv,NA,NA\n");
        assert_eq!(file.results.datasets, ["x", "y", "z", "v"]);
    }

    #[test]
    fn footnotes_are_no_datasets() {
        let rows = "dataset,a,b\nx,0.9,0.8\ny,0.7,0.6\nz,0.5,0.6\n";
        for note in ["Note: all in %", "* mean of ten runs", "Best results are bold."] {
            let file = plain(&format!("{rows}{note},,\n"));
            assert_eq!(file.results.datasets, ["x", "y", "z"]);
            assert!(file.notes.concat().contains("line 5 is a footnote"), "{:?}", file.notes);
        }
        for name in ["breast cancer wisconsin", "iris: small", "St. Gallen"] {
            let file = plain(&format!("{rows}{name},,\n"));
            assert_eq!(file.results.datasets.len(), 4, "{name}");
        }
    }
}
