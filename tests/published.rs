//! Reading the published tables and what was published about them.

use std::path::PathBuf;

use tribunal::published::{FOLDER, Library, Printed};

/// A published table: methods by name, one value a dataset.
pub struct Table {
    pub methods: Vec<String>,
    pub datasets: Vec<String>,
    /// Cells as printed, by row.
    cells: Vec<Vec<String>>,
}

fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("datasets/published").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The papers that ship, with what they state.
pub fn library() -> Library {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("datasets").join(FOLDER);
    Library::open(&folder).unwrap_or_else(|e| panic!("{e}"))
}

/// The rows of reference.csv: table, quantity, a, b, value.
pub fn reference() -> Vec<(String, String, String, String, f64)> {
    let text = file("reference.csv");
    let rows = text.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.splitn(6, ',').collect();
        let value = fields[4].parse().expect("a number");
        let text = |i: usize| fields[i].to_owned();
        (text(0), text(1), text(2), text(3), value)
    });
    rows.collect()
}

impl Table {
    /// Reads tables/NAME, given without folder.
    pub fn read(name: &str) -> Table {
        let text = file(&format!("tables/{name}"));
        let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect());
        let head: Vec<String> = lines.next().expect("a head");
        let rows: Vec<Vec<String>> = lines.collect();
        Table {
            methods: head[1..].to_vec(),
            datasets: rows.iter().map(|row| row[0].clone()).collect(),
            cells: rows.into_iter().map(|row| row[1..].to_vec()).collect(),
        }
    }

    /// The column of a method, as printed.
    pub fn text(&self, method: &str) -> Vec<&str> {
        let column = self.methods.iter().position(|name| name == method);
        let column = column.unwrap_or_else(|| panic!("no column {method}"));
        self.cells.iter().map(|row| row[column].as_str()).collect()
    }

    /// The column of a method.
    pub fn column(&self, method: &str) -> Vec<f64> {
        self.text(method).iter().map(|cell| cell.parse().expect("a number")).collect()
    }

    /// The rows, as numbers.
    pub fn rows(&self) -> Vec<Vec<f64>> {
        let numbers =
            |row: &Vec<String>| row.iter().map(|c| c.parse().expect("a number")).collect();
        self.cells.iter().map(numbers).collect()
    }
}

/// Whether a value rounds to a printed number.
pub fn rounds_to(value: f64, text: &str) -> bool {
    Printed::new(text).unwrap_or_else(|| panic!("not a number: {text}")).rounds_to(value)
}

/// Demands that a value rounds to a printed number.
pub fn assert_printed(value: f64, text: &str, what: &str) {
    assert!(rounds_to(value, text), "{what}: {value} is not printed as {text}");
}

/// Demands agreement to nine digits.
pub fn assert_close(ours: f64, reference: f64, what: &str) {
    let error = (ours - reference).abs() / reference.abs().max(f64::MIN_POSITIVE);
    assert!(ours == reference || error <= 1e-9, "{what}: {ours} is not {reference} ({error:e})");
}
