//! The cells of a published table: the first column names the rows, the head names the columns, and every cell is kept as
//! it was printed. It must not know what rows and columns mean.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::printed::Printed;
use crate::files;

/// The cells of a table, as printed.
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    /// The names of the rows.
    pub datasets: Vec<String>,
    /// The names of the columns.
    pub methods: Vec<String>,
    text: Vec<Vec<String>>,
    /// The places of rows by their names in small letters.
    places: BTreeMap<String, usize>,
}

/// Cells of one table. More are no printed table, and the audit of them would take minutes.
const MOST_CELLS: usize = 20_000;
/// Columns of one table: each is compared with each.
const MOST_COLUMNS: usize = 200;

impl Cells {
    /// Reads a CSV file; what is wrong with it in words otherwise.
    pub fn read(path: &Path) -> Result<Cells, String> {
        let text = files::read_text(path).map_err(|error| error.to_string())?;
        Cells::parse(&text)
    }

    /// Reads the text of a CSV file; a cell may stand in quotes, but not over several lines.
    pub fn parse(text: &str) -> Result<Cells, String> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let mut lines = lines.map(|(i, line)| (i + 1, fields(line)));
        let (_, head) = lines.next().ok_or("it is empty")?;
        let methods = head[1..].to_vec();
        if methods.is_empty() {
            return Err("its first line names no columns besides the first".into());
        }
        let (datasets, text, places) = (Vec::new(), Vec::new(), BTreeMap::new());
        let mut cells = Cells { datasets, methods, text, places };
        if cells.methods.len() > MOST_COLUMNS {
            let columns = cells.methods.len();
            return Err(format!("it has {columns} columns and may have {MOST_COLUMNS}"));
        }
        if let Some(name) = twice(&cells.methods) {
            return Err(format!("it has two columns named `{name}`"));
        }
        for (number, mut line) in lines {
            if line.len() != head.len() {
                let (found, wanted) = (line.len(), head.len());
                return Err(format!("line {number} has {found} cells and the first line {wanted}"));
            }
            let name = line.remove(0);
            let place = cells.datasets.len();
            cells.places.entry(name.to_lowercase()).or_insert(place);
            cells.datasets.push(name);
            cells.text.push(line);
            if cells.text.len() * cells.methods.len() > MOST_CELLS {
                let columns = cells.methods.len();
                return Err(format!(
                    "its {columns} columns have more than {} rows; a table may have {MOST_CELLS} cells",
                    place
                ));
            }
        }
        if let Some(name) = twice(&cells.datasets) {
            return Err(format!("it has two rows named `{name}`"));
        }
        if cells.datasets.is_empty() {
            return Err("it has no rows".into());
        }
        Ok(cells)
    }

    /// The place of a column.
    pub fn column(&self, method: &str) -> Option<usize> {
        self.methods.iter().position(|name| name == method)
    }

    /// The place of a row; small and capital letters are the same.
    pub fn row(&self, dataset: &str) -> Option<usize> {
        self.places.get(&dataset.to_lowercase()).copied()
    }

    /// A cell as printed; empty where nothing is, also outside the table.
    pub fn text(&self, row: usize, column: usize) -> &str {
        self.text.get(row).and_then(|cells| cells.get(column)).map_or("", String::as_str)
    }

    /// A cell as a number.
    pub fn printed(&self, row: usize, column: usize) -> Option<Printed> {
        Printed::new(self.text(row, column))
    }

    /// The value of a cell.
    pub fn value(&self, row: usize, column: usize) -> Option<f64> {
        self.printed(row, column).map(|printed| printed.value())
    }

    /// A column as printed.
    pub fn column_text(&self, column: usize) -> Vec<&str> {
        self.text.iter().map(|row| row[column].as_str()).collect()
    }

    /// The numbers of a column, if all of its cells are numbers.
    pub fn column_values(&self, column: usize) -> Option<Vec<f64>> {
        (0..self.datasets.len()).map(|row| self.value(row, column)).collect()
    }

    /// The first cell of a column that is no number, in words.
    pub fn gap_in(&self, column: usize) -> Option<String> {
        let row = (0..self.datasets.len()).find(|row| self.value(*row, column).is_none())?;
        let (dataset, method) = (self.datasets.get(row)?, self.methods.get(column)?);
        Some(format!("the cell {dataset}, {method} is no number"))
    }

    /// The first column with a cell that is no number, and that cell, in words.
    pub fn gap(&self) -> Option<String> {
        (0..self.methods.len()).find_map(|column| self.gap_in(column))
    }

    /// The numbers row by row, if all cells are numbers.
    pub fn rows(&self) -> Option<Vec<Vec<f64>>> {
        let columns = 0..self.methods.len();
        (0..self.datasets.len())
            .map(|row| columns.clone().map(|column| self.value(row, column)).collect())
            .collect()
    }
}

/// The cells of a line.
fn fields(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            c => {
                if let Some(cell) = cells.last_mut() {
                    cell.push(c);
                }
            }
        }
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

fn twice(names: &[String]) -> Option<&String> {
    let mut seen = BTreeSet::new();
    names.iter().find(|name| !seen.insert(name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_their_digits_and_may_be_missing() {
        let cells = Cells::parse("dataset,A,B\niris,97.30,\nWine,1e-3,x\n").unwrap();
        assert_eq!((cells.text(0, 0), cells.value(0, 0)), ("97.30", Some(97.3)));
        assert_eq!((cells.value(0, 1), cells.value(1, 1)), (None, None));
        assert_eq!(
            (cells.row("wine"), cells.column("B"), cells.column("b")),
            (Some(1), Some(1), None)
        );
        assert_eq!(cells.column_values(0), Some(vec![97.3, 0.001]));
        let quoted = Cells::parse("d,A,B\nx,\"1, 2\",3\n").unwrap();
        assert_eq!((quoted.text(0, 0), quoted.text(0, 1)), ("1, 2", "3"));
        assert_eq!((cells.column_values(1), cells.rows()), (None, None));
    }

    #[test]
    fn a_damaged_file_is_told() {
        for (text, words) in [
            ("", "empty"),
            ("dataset\n", "names no columns"),
            ("dataset,A\n", "no rows"),
            ("dataset,A,A\nx,1,2\n", "two columns named `A`"),
            ("dataset,A\nx,1\nx,2\n", "two rows named `x`"),
            ("dataset,A\n\nx,1,2\n", "line 3 has 3 cells and the first line 2"),
        ] {
            let error = Cells::parse(text).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
