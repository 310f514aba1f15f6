//! The catalogue: a folder of data files with a `catalog.toml` that says what each of them is, where it comes from and
//! under which licence, with a checksum that is verified on every load. Data that may not be given away is declared there
//! too, without its file: whoever has it names the folder.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use super::dataset::{Roles, TaskKind};
use super::error::DataError;
use super::load::{Claims, Source};
use super::read::ReadOptions;
use crate::files;
use crate::files::io_reason;

/// Name of the file that describes a data folder.
pub const CATALOG_FILE: &str = "catalog.toml";

/// A described data folder.
#[derive(Debug, Clone)]
pub struct Catalog {
    /// The folder.
    pub folder: PathBuf,
    /// Its datasets, in file order.
    pub entries: Vec<Entry>,
    /// Another folder, where files are looked for that do not ship.
    pub elsewhere: Option<PathBuf>,
}

/// One dataset of a catalogue.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The name that specs use.
    pub name: String,
    /// File name, relative to the folder.
    pub file: String,
    /// What is to be learned; a [`TaskKind`] name.
    pub task: String,
    /// Target columns; none for the format's own choice.
    #[serde(default)]
    pub targets: Vec<String>,
    /// Bag column of multi-instance data.
    pub bag: Option<String>,
    /// Columns that are nominal whatever they look like.
    #[serde(default)]
    pub nominal: Vec<String>,
    /// Columns to leave out.
    #[serde(default)]
    pub ignore: Vec<String>,
    /// Format, where the ending does not tell.
    pub format: Option<String>,
    /// Whether what is not said here is found from the content; entries of earlier versions are read by the defaults.
    #[serde(default)]
    pub sniff: bool,
    /// CSV field separator.
    pub delimiter: Option<char>,
    /// Decimal mark of a CSV file.
    pub decimal: Option<char>,
    /// Whether a CSV file's first line names the columns.
    pub header: Option<bool>,
    /// Words that mean "missing".
    #[serde(default)]
    pub missing_words: Vec<String>,
    /// Whether the file is in the folder for everybody; if not, only for those who have it.
    #[serde(default = "yes")]
    pub ships: bool,
    /// Number of rows.
    pub rows: usize,
    /// Number of feature columns.
    pub features: usize,
    /// Number of classes, where there are any.
    pub classes: Option<usize>,
    /// Number of missing feature values.
    #[serde(default)]
    pub missing: usize,
    /// SHA-256 of the file as stored.
    pub sha256: String,
    /// Where the file comes from.
    pub source: String,
    /// What is known about its licence.
    pub licence: String,
    /// What was done to it.
    pub transform: Option<String>,
    /// What a user should know.
    pub notes: Option<String>,
    /// Published tables that use it.
    #[serde(default)]
    pub used_in: Vec<String>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: u32,
    #[serde(default)]
    dataset: Vec<Entry>,
}

impl Catalog {
    /// Reads the catalogue of a folder.
    pub fn open(folder: &Path) -> Result<Catalog, DataError> {
        let file = folder.join(CATALOG_FILE);
        let text = files::read_text(&file).map_err(|e| {
            let problem = format!("cannot read the catalogue: {}", io_reason(&e));
            DataError::file(&file, problem, "point --data-dir or TRIBUNAL_DATA at a data folder")
        })?;
        Catalog::parse(folder, &file, &text)
    }

    fn parse(folder: &Path, file: &Path, text: &str) -> Result<Catalog, DataError> {
        let parsed: File = toml::from_str(text).map_err(|e| {
            let line = e.span().map(|s| 1 + text[..s.start].matches('\n').count());
            DataError { line, ..DataError::file(file, e.message(), "correct the entry") }
        })?;
        if parsed.format != 1 {
            let problem = format!("catalogue format {} is not known here", parsed.format);
            return Err(DataError::file(file, problem, "use a newer version of tribunal"));
        }
        let mut names = BTreeSet::new();
        for entry in &parsed.dataset {
            if TaskKind::from_name(&entry.task).is_none() {
                let names: Vec<&str> = TaskKind::ALL.iter().map(|t| t.name()).collect();
                let problem =
                    format!("dataset `{}` has the unknown task `{}`", entry.name, entry.task);
                let remedy = format!("use one of {}", names.join(", "));
                return Err(DataError::file(file, problem, remedy));
            }
            if !is_inside(&entry.file) {
                let problem = format!(
                    "the file `{}` of dataset `{}` is not in the folder",
                    entry.file, entry.name
                );
                let remedy =
                    "name a file of the catalogue's own folder, without `..` and not from the root";
                return Err(DataError::file(file, problem, remedy));
            }
            if !names.insert(entry.name.as_str()) {
                let problem = format!("dataset `{}` is listed twice", entry.name);
                return Err(DataError::file(file, problem, "rename or remove one of them"));
            }
        }
        Ok(Catalog { folder: folder.to_path_buf(), entries: parsed.dataset, elsewhere: None })
    }

    /// The same, with another folder where files are looked for that do not ship.
    pub fn with_elsewhere(self, folder: &Path) -> Catalog {
        Catalog { elsewhere: Some(folder.to_path_buf()), ..self }
    }

    /// The entry of that name.
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|e| e.name == name)
    }

    /// The folder that holds the file of an entry: the other one only for what does not ship and is not here.
    fn folder_of(&self, entry: &Entry) -> &Path {
        let there = self.elsewhere.iter().filter(|_| !entry.ships);
        let mut folders = std::iter::once(&self.folder).chain(there);
        folders.find(|folder| is_there(&folder.join(&entry.file))).unwrap_or(&self.folder)
    }

    /// Why a dataset cannot be had, if its file does not ship and is in none of the folders.
    pub fn absence(&self, entry: &Entry) -> Option<String> {
        let folder = self.folder_of(entry);
        if entry.ships || is_there(&folder.join(&entry.file)) {
            return None;
        }
        let folders = std::iter::once(&self.folder).chain(&self.elsewhere);
        let folders: Vec<String> = folders.map(|folder| folder.display().to_string()).collect();
        Some(format!(
            "its file {} does not ship and is not in {}; name the folder that has it with --data-dir or TRIBUNAL_DATA",
            entry.file,
            folders.join(" or ")
        ))
    }

    /// All that is needed to load an entry.
    pub fn source(&self, entry: &Entry) -> Source {
        let folder = self.folder_of(entry);
        Source {
            name: entry.name.clone(),
            file: folder.join(&entry.file),
            task: entry.task(),
            format: entry.format.clone(),
            options: ReadOptions {
                sniff: entry.sniff,
                delimiter: entry.delimiter,
                decimal: entry.decimal,
                header: entry.header,
                missing: entry.missing_words.clone(),
                missing_said: !entry.missing_words.is_empty(),
                nominal: entry.nominal.clone(),
                target: entry.targets.clone(),
                ..ReadOptions::default()
            },
            roles: Roles {
                ignore: entry.ignore.clone(),
                bag: entry.bag.clone(),
                ..Roles::default()
            },
            claims: Claims {
                sha256: Some(entry.sha256.clone()),
                rows: Some(entry.rows),
                features: Some(entry.features),
                classes: entry.classes,
            },
            inside: Some(folder.to_path_buf()),
            ..Source::default()
        }
    }
}

/// Whether anything has that name. What it is, and whether it can be read, is told when it is read.
fn is_there(file: &Path) -> bool {
    file.symlink_metadata().is_ok()
}

/// Whether a file name stays in the folder it is relative to.
fn is_inside(file: &str) -> bool {
    let path = Path::new(file);
    !file.contains('\\')
        && path.components().next().is_some()
        && path.components().all(|part| matches!(part, Component::Normal(_)))
}

impl Entry {
    /// The task; the catalogue was refused if the word is not one.
    pub fn task(&self) -> TaskKind {
        TaskKind::from_name(&self.task).unwrap_or(TaskKind::Classification)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Catalog, DataError> {
        Catalog::parse(Path::new("d"), Path::new("d/catalog.toml"), text)
    }

    const ENTRY: &str = "format = 1\n[[dataset]]\nname = \"a\"\nfile = \"a.csv\"\ntask = \"regression\"\n\
        rows = 1\nfeatures = 1\nsha256 = \"\"\nsource = \"\"\nlicence = \"\"\n";

    #[test]
    fn mistakes_name_the_line_or_the_entry() {
        assert_eq!(parse(ENTRY).unwrap().find("a").unwrap().task(), TaskKind::Regression);
        let unknown_key = parse(&ENTRY.replace("rows", "rowz")).unwrap_err();
        assert_eq!(unknown_key.line, Some(6), "{unknown_key}");
        assert!(
            parse(&ENTRY.replace("regression", "regresion")).unwrap_err().problem.contains("task")
        );
        for file in
            ["../a.csv", "/etc/passwd", "x/../../a.csv", "", ".", "..\\\\a.csv", "C:\\\\a.csv"]
        {
            let error = parse(&ENTRY.replace("a.csv", file)).unwrap_err();
            assert!(error.problem.contains("not in the folder"), "{file}: {error}");
        }
        assert!(parse(&ENTRY.replace("a.csv", "sub/a.csv")).is_ok());
        let twice = format!("{ENTRY}{}", ENTRY.replace("format = 1\n", ""));
        assert!(parse(&twice).unwrap_err().problem.contains("twice"));
        assert!(
            parse(&ENTRY.replace("format = 1", "format = 9")).unwrap_err().problem.contains("9")
        );
    }
}
