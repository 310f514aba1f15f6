//! Declared folds in a spec: a column or a file of a dataset, or one file for all datasets. What the column and the file hold
//! is checked when the data is read.

use std::ops::Range;

use super::environment::Environment;
use super::reader::{Reader, Report};
use crate::data::load::Source;
use crate::diagnostic::Diagnostic;

/// The key for a file of folds, in `[[dataset]]` and in `outer`.
const FOLDS_FILE: &str = "folds-file";

/// A file of folds as the spec names it.
#[derive(Debug, Clone)]
pub struct NamedFile {
    /// Relative to the spec.
    pub path: String,
    /// Where it is named.
    pub span: Range<usize>,
}

/// The file of folds that a table names.
pub fn read_folds_file(reader: &Reader<'_>) -> Option<NamedFile> {
    reader.text(FOLDS_FILE).map(|(path, span)| NamedFile { path: path.to_owned(), span })
}

/// The folds that a dataset declares.
#[derive(Debug, Clone, Default)]
pub struct OwnFolds {
    column: Option<String>,
    file: Option<NamedFile>,
}

impl OwnFolds {
    /// What `[[dataset]]` says.
    pub fn read(reader: &Reader<'_>, streams: bool, report: &Report) -> OwnFolds {
        let column = reader.text("fold");
        let file = read_folds_file(reader);
        if let (Some(_), Some(file)) = (&column, &file) {
            let message = "`fold` and `folds-file` both declare folds";
            report.add(Diagnostic::new(message, file.span.clone()).help("keep one of them"));
        }
        let spans = [column.as_ref().map(|c| c.1.clone()), file.as_ref().map(|f| f.span.clone())];
        if let Some(span) = spans.into_iter().flatten().next().filter(|_| streams) {
            let mistake = Diagnostic::new("a stream has no folds", span);
            report.add(mistake.help("remove the key, or use another `kind` of protocol"));
        }
        OwnFolds { column: column.map(|(column, _)| column.to_owned()), file }
    }

    /// Whether there are any.
    pub fn any(&self) -> bool {
        self.column.is_some() || self.file.is_some()
    }

    /// Adds them to a dataset.
    pub fn add_to(self, source: &mut Source, environment: &Environment<'_>, report: &Report) {
        if let Some(column) = self.column {
            // The catalogue counts features; a column that it leaves out is none of them.
            let before = source.roles.ignore.len();
            if source.inside.is_some() {
                source.roles.ignore.retain(|ignored| *ignored != column);
            }
            if source.roles.ignore.len() == before {
                source.claims.features =
                    source.claims.features.map(|count| count.saturating_sub(1));
            }
            source.roles.fold = Some(column);
        }
        if let Some(file) = self.file {
            let path = environment.folder.join(&file.path);
            if !path.is_file() && !environment.is_stored(&source.name) {
                report.add(no_file(&file, environment));
            }
            source.folds_file = Some(path);
        }
    }
}

/// Gives the file of the protocol to all datasets that declare no folds of their own.
pub fn share_folds_file(
    file: &NamedFile,
    datasets: &mut [Source],
    environment: &Environment<'_>,
    report: &Report,
) {
    let path = environment.folder.join(&file.path);
    let mut is_wanted = false;
    for source in datasets {
        if source.roles.fold.is_none() && source.folds_file.is_none() {
            is_wanted |= !environment.is_stored(&source.name);
            source.folds_file = Some(path.clone());
        }
    }
    if is_wanted && !path.is_file() {
        report.add(no_file(file, environment));
    }
}

fn no_file(file: &NamedFile, environment: &Environment<'_>) -> Diagnostic {
    let path = environment.folder.join(&file.path);
    let mistake = Diagnostic::new(format!("no file `{}`", path.display()), file.span.clone());
    mistake.help("paths are relative to the folder of the spec")
}

/// Refuses what is said of drawn folds where all folds are declared. `every_dataset`: each has folds of its own.
pub fn refuse_drawn_folds(outer: &Reader<'_>, every_dataset: bool, report: &Report) {
    let file = outer.item(FOLDS_FILE);
    let by = match (&file, every_dataset) {
        (Some(_), _) => "the file",
        (None, true) => "the datasets, which all declare folds",
        (None, false) => return,
    };
    for key in ["folds", "repeats", "stratified"] {
        if let Some(item) = outer.item(key) {
            let message = format!("`{key}` is given by {by}");
            report.add(Diagnostic::new(message, item.span()).help("remove it"));
        }
    }
    if let (Some(item), true) = (file, every_dataset) {
        let message = "every dataset declares folds of its own, so `folds-file` means nothing here";
        report.add(Diagnostic::new(message, item.span()).help("remove it"));
    }
}
