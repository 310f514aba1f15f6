//! A folder of claim files: every paper of it, and how a table is found by its name. What one paper says of another's
//! tables is checked here.

use std::path::{Path, PathBuf};

use super::checks::Check;
use super::read::{place, read};
use super::{Cells, Paper, Part, PublishedTable};
use crate::diagnostic::{Diagnostic, Mistakes};
use crate::{files, suggest};

/// Where the papers that ship are, inside the data folder.
pub const FOLDER: &str = "published/papers";

/// Why papers cannot be read or found.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// A file or folder cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A claim file is wrong.
    #[error("{} is not a valid claim file: {} mistake(s)", .0.file.display(), .0.mistakes.len())]
    Mistaken(Mistakes),
    /// Nothing has that name.
    #[error("there is no published table `{name}`; {help}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant.
        help: String,
    },
}

impl From<Mistakes> for LibraryError {
    fn from(mistakes: Mistakes) -> LibraryError {
        LibraryError::Mistaken(mistakes)
    }
}

/// Some papers.
#[derive(Debug, Clone)]
pub struct Library {
    /// The papers, by file name.
    pub papers: Vec<Paper>,
}

impl Library {
    /// Reads every claim file of a folder, by name.
    pub fn open(folder: &Path) -> Result<Library, LibraryError> {
        let unreadable = |reason: std::io::Error| LibraryError::Unreadable {
            path: folder.to_path_buf(),
            reason: reason.to_string(),
        };
        let entries = std::fs::read_dir(folder).map_err(unreadable)?;
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().is_some_and(|ending| ending == "toml") {
                paths.push(path);
            }
        }
        paths.sort();
        Library::read(&paths)
    }

    /// Reads some claim files.
    pub fn read(paths: &[PathBuf]) -> Result<Library, LibraryError> {
        let mut library = Library { papers: Vec::new() };
        let mut texts = Vec::new();
        for path in paths {
            let text = files::read_text(path).map_err(|error| LibraryError::Unreadable {
                path: path.clone(),
                reason: error.to_string(),
            })?;
            library.papers.push(read(path, &text)?);
            texts.push(text);
        }
        for (paper, text) in library.papers.iter().zip(texts) {
            let mistakes = library.unknown_places(paper, &text);
            if !mistakes.is_empty() {
                let file = paper.file.clone();
                return Err(Mistakes { file, text, mistakes }.into());
            }
        }
        Ok(library)
    }

    /// The table of that name and its paper.
    pub fn find(&self, name: &str) -> Result<(&Paper, &PublishedTable), LibraryError> {
        let mut tables = self.tables();
        if let Some(found) = tables.find(|(_, table)| table.name == name) {
            return Ok(found);
        }
        let names: Vec<&str> = self.tables().map(|(_, table)| table.name.as_str()).collect();
        let help = suggest::help(name, &names, "`tribunal audit --list` names them all");
        Err(LibraryError::Unknown { name: name.to_owned(), help })
    }

    /// All tables with their papers.
    pub fn tables(&self) -> impl Iterator<Item = (&Paper, &PublishedTable)> {
        self.papers.iter().flat_map(|paper| paper.tables.iter().map(move |table| (paper, table)))
    }

    /// The cells that `table`, `table:column` or `table:column@row` names, and the columns and rows meant.
    pub fn place(&self, place: &str, part: Part) -> Result<Place<'_>, String> {
        let (table, rest) = place.split_once(':').unwrap_or((place, ""));
        let (_, table) = self.find(table).map_err(|error| error.to_string())?;
        let cells = match part {
            Part::Cells => &table.cells,
            Part::Sd => table.spreads.as_ref().ok_or(format!("`{}` has no `sd`", table.name))?,
        };
        let (column, row) = rest.split_once('@').unwrap_or((rest, ""));
        let known = |what: &str, name: &str, names: &[String]| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let help = suggest::help(name, &names, &format!("it has {}", names.join(", ")));
            format!("`{}` has no {what} `{name}`; {help}", table.name)
        };
        let columns = match column {
            "" => (0..cells.methods.len()).collect(),
            name => vec![cells.column(name).ok_or_else(|| known("column", name, &cells.methods))?],
        };
        let rows = match row {
            "" => (0..cells.datasets.len()).collect(),
            name => vec![cells.row(name).ok_or_else(|| known("row", name, &cells.datasets))?],
        };
        Ok(Place { table, cells, columns, rows })
    }

    /// What a paper says of places that are not there.
    fn unknown_places(&self, paper: &Paper, text: &str) -> Vec<Diagnostic> {
        let mut places: Vec<(&str, Part)> = paper
            .same
            .iter()
            .flat_map(|s| [(s.a.as_str(), s.part), (s.b.as_str(), s.part)])
            .collect();
        for check in &paper.checks {
            places.extend(check.places().into_iter().map(|place| (place, Part::Cells)));
        }
        let matrices = paper.tables.iter().filter_map(|table| table.claims.confusion.as_ref());
        places.extend(matrices.filter_map(|m| Some((m.f_score_in.as_deref()?, Part::Cells))));
        let mut mistakes = Vec::new();
        for (name, part) in places {
            if let Err(problem) = self.place(name, part) {
                let span = place(text, 0, &format!("\"{name}\""));
                let help = "name a place as table, table:column or table:column@row";
                mistakes.push(Diagnostic::new(problem, span).help(help));
            }
        }
        for check in &paper.checks {
            let Check::RanksOfTables { table, rows } = check else { continue };
            let there = self.place(table, Part::Cells).map_or(rows.len(), |found| found.rows.len());
            if there != rows.len() {
                let message =
                    format!("`rows` names {} tables and `{table}` has {there} rows", rows.len());
                let help = "name one table for each row, in the order of the rows";
                let span = place(text, 0, "\"ranks-of-tables\"");
                mistakes.push(Diagnostic::new(message, span).help(help));
            }
        }
        mistakes
    }
}

/// Cells of a table.
#[derive(Debug, Clone)]
pub struct Place<'a> {
    /// The table.
    pub table: &'a PublishedTable,
    /// Its cells, or their standard deviations.
    pub cells: &'a Cells,
    /// The columns meant.
    pub columns: Vec<usize>,
    /// The rows meant.
    pub rows: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shipped() -> Library {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
        Library::open(&data.join(FOLDER)).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn the_shipped_papers_hold_every_published_table() {
        let library = shipped();
        let keys: Vec<&str> = library.papers.iter().map(|paper| paper.key.as_str()).collect();
        assert_eq!(keys, ["bollipo", "melki", "melki-chapter", "shen", "suppharangsarn"]);
        let (paper, table) = library.find("melki-5.3-accuracy").unwrap();
        assert_eq!(table.citation, "Melki 2018, table 5.3, page 97");
        assert_eq!((paper.citation().as_str(), table.cells.datasets.len()), ("Melki 2018", 23));
        assert_eq!(table.cells.text(0, 0), "97.33");
        let parts = |table: &PublishedTable| {
            1 + usize::from(table.spreads.is_some()) + usize::from(table.marks.is_some())
        };
        assert_eq!(library.tables().map(|(_, table)| parts(table)).sum::<usize>(), 114);
    }

    #[test]
    fn a_mistyped_name_is_corrected() {
        let error = shipped().find("melki-5.3-acuracy").unwrap_err().to_string();
        assert!(error.contains("did you mean `melki-5.3-accuracy`?"), "{error}");
    }

    /// The first mistake of a claim file with one table.
    fn mistake(line: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("t.csv"), "dataset,A,B\nx,1,2\ny,3,4\n").unwrap();
        let head = "format = 1\n[paper]\nkey = \"k\"\nauthor = \"K\"\ntitle = \"T\"\nyear = 2020\nkind = \"article\"\n";
        let table = "[[table]]\nname = \"k-1\"\nnumber = \"1\"\nbetter = \"higher\"\n";
        let path = folder.path().join("k.toml");
        std::fs::write(&path, format!("{head}{table}{line}")).unwrap();
        match Library::read(&[path]) {
            Err(LibraryError::Mistaken(mistakes)) => mistakes.render(false),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn mistakes_have_a_line_and_a_remedy() {
        for (line, words) in [
            ("cvs = \"t.csv\"", "did you mean `csv`?"),
            ("csv = \"no.csv\"", "no.csv cannot be used"),
            ("csv = \"t.csv\"\ncontrol = \"C\"", "t.csv has no column `C`"),
            ("csv = \"t.csv\"\n[table.claims]\nrang = { A = \"1.0\" }", "did you mean `rank`?"),
            ("csv = \"t.csv\"\n[table.claims]\nrank = { A = 1.5 }", "a number in quotes"),
            ("csv = \"t.csv\"\n[table.claims]\nrank = { A = \"one\" }", "a number in quotes"),
            ("csv = \"t.csv\"\n[[same]]\na = \"k-1:A\"\nb = \"k-2\"\nwhat = \"w\"", "k-2"),
            (
                "csv = \"t.csv\"\n[[check]]\nkind = \"wieghted-rate\"",
                "did you mean `weighted-rate`?",
            ),
        ] {
            let told = mistake(line);
            assert!(told.contains(words) && told.contains("k.toml:"), "{line}:\n{told}");
        }
    }
}
