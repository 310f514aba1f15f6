//! Where the tables of `[reference]` come from: from the papers that ship, or from a file of the user. Whether they fit the
//! experiment is not asked here.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use super::environment::Environment;
use super::reader::{Reader, Report};
use super::reference_names::Word;
use crate::analysis::reference::UNITS;
use crate::choices::choice_of;
use crate::diagnostic::Diagnostic;
use crate::published::{Cells, FOLDER, Library, LibraryError, Printed, PrintedUnit};

/// A table that was read.
pub struct Found<'a> {
    pub name: String,
    pub cite: String,
    /// The metric that it says it shows.
    pub metric: Option<String>,
    pub unit: Option<PrintedUnit>,
    pub cells: Cells,
    pub spreads: Option<Cells>,
    /// Mean ranks that the paper prints, by method.
    pub ranks: BTreeMap<String, Printed>,
    /// Where the spec names it.
    pub word: Word<'a>,
    /// Whether it is a file of the user.
    pub own: bool,
}

/// The tables of a spec.
#[derive(Default)]
pub struct Sources<'a> {
    pub found: Vec<Found<'a>>,
    /// Tables of a stored run that are not there any more, each with the reason.
    pub unread: Vec<(String, String)>,
    /// Whether a table that is named was not found.
    pub lacking: bool,
}

impl<'a> Sources<'a> {
    /// Everything that the spec names.
    pub fn read(
        reader: &Reader<'a>,
        environment: &Environment<'_>,
        report: &Report,
    ) -> Sources<'a> {
        let mut sources = Sources::default();
        let names = table_names(reader, report);
        let named = ["table", "file"].iter().any(|key| reader.item(key).is_some());
        if !named && reader.is_absent_or_empty("tables") {
            let help = "write table = \"melki-5.3-accuracy\", or file = \"paper.csv\" for a table of your own";
            report
                .add(Diagnostic::new("[reference] names no table", reader.span.clone()).help(help));
        }
        if !names.is_empty() {
            sources.shipped(&names, environment, report);
        }
        sources.own_file(reader, environment, report);
        let known: Vec<&str> = sources.found.iter().map(|table| table.name.as_str()).collect();
        if let Some(again) = (1..known.len()).find(|&i| known[..i].contains(&known[i])) {
            let (name, span) = (known[again], sources.found[again].word.1.clone());
            let mistake = Diagnostic::new(format!("two tables are called `{name}`"), span);
            report.add(mistake.help("remove one of them, or give the file another name"));
        }
        sources
    }

    /// Finds tables among those that ship. Only a stored run may name one that is not there.
    fn shipped(&mut self, names: &[Word<'a>], environment: &Environment<'_>, report: &Report) {
        let library = environment.catalog.map_err(ToString::to_string).and_then(|catalog| {
            Library::open(&catalog.folder.join(FOLDER)).map_err(|error| error.to_string())
        });
        let library = match library {
            Ok(library) => library,
            Err(reason) if environment.stored.is_some() => {
                let unread = names.iter().map(|(name, _)| ((*name).to_owned(), reason.clone()));
                self.unread.extend(unread);
                return;
            }
            Err(reason) => {
                self.lacking = true;
                let message = format!("published tables cannot be read: {reason}");
                let help = "give the folder of datasets that has `published` in it with --data-dir";
                report.add(Diagnostic::new(message, names[0].1.clone()).help(help));
                return;
            }
        };
        let own_spec = environment.stored.is_some_and(|stored| stored.own_spec);
        for (name, span) in names {
            match library.find(name) {
                Ok((_, table)) => self.found.push(Found {
                    name: table.name.clone(),
                    cite: table.citation.clone(),
                    metric: table.metric.clone(),
                    unit: table.unit,
                    cells: table.cells.clone(),
                    spreads: table.spreads.clone(),
                    ranks: table.claims.rank.clone(),
                    word: (name, span.clone()),
                    own: false,
                }),
                // The spec of a stored run cannot be corrected.
                Err(error) if own_spec => self.unread.push(((*name).to_owned(), error.to_string())),
                Err(error) => {
                    self.lacking = true;
                    let (message, help) = match error {
                        LibraryError::Unknown { name, help } => {
                            (format!("there is no published table `{name}`"), help)
                        }
                        other => (other.to_string(), String::new()),
                    };
                    report.add(Diagnostic::new(message, span.clone()).help(help));
                }
            }
        }
    }

    /// Reads the table of the user.
    fn own_file(&mut self, reader: &Reader<'a>, environment: &Environment<'_>, report: &Report) {
        let sd = reader.text("sd");
        let words: Vec<&'static str> = UNITS.iter().map(|(word, _)| *word).collect();
        let unit = reader.choice("unit", &words).and_then(|word| choice_of(UNITS, word));
        let (cite, metric) = (reader.text("cite"), reader.text("metric"));
        let Some((file, span)) = reader.text("file") else {
            self.lacking |= reader.item("file").is_some();
            let about = ["sd", "metric", "unit", "cite"].map(|key| (key, reader.item(key)));
            for (key, item) in about.into_iter().filter(|_| reader.item("file").is_none()) {
                let Some(item) = item else { continue };
                let message = format!("`{key}` describes `file`, which is not there");
                let help = "name the file of the table, or remove the key";
                report.add(Diagnostic::new(message, item.span()).help(help));
            }
            return;
        };
        let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut read = |file: &str, span: &Range<usize>| {
            let reason = match Cells::read(&environment.folder.join(file)) {
                Ok(cells) => match not_a_number(&cells) {
                    None => return Some(cells),
                    Some(cell) => format!("{file} cannot be used: {cell}"),
                },
                Err(reason) => format!("{file} cannot be used: {reason}"),
            };
            if environment.stored.is_some() {
                self.unread.push((name.clone(), reason));
            } else {
                self.lacking = true;
                let help = "a table is a CSV file beside the spec with datasets in its first column and methods in its first line";
                report.add(Diagnostic::new(reason, span.clone()).help(help));
            }
            None
        };
        let Some(cells) = read(file, &span) else { return };
        let mut spreads = None;
        if let Some((sd, span)) = sd {
            let Some(read) = read(sd, &span) else { return };
            if read.datasets != cells.datasets || read.methods != cells.methods {
                let message = format!("{sd} has other rows or columns than {file}");
                let help = "a standard deviation stands where its number does";
                report.add(Diagnostic::new(message, span).help(help));
            }
            spreads = Some(read);
        }
        let cite = cite.map_or(file, |(cite, _)| cite).to_owned();
        let metric = metric.map(|(metric, _)| metric.to_owned());
        let word = (file, span);
        self.found.push(Found {
            name,
            cite,
            metric,
            unit,
            cells,
            spreads,
            ranks: BTreeMap::new(),
            word,
            own: true,
        });
    }
}

/// The first cell that is neither empty nor a number: left out, it would be missed in silence.
fn not_a_number(cells: &Cells) -> Option<String> {
    let places = (0..cells.datasets.len())
        .flat_map(|row| (0..cells.methods.len()).map(move |column| (row, column)));
    let wrong = |&(row, column): &(usize, usize)| {
        !cells.text(row, column).trim().is_empty() && cells.printed(row, column).is_none()
    };
    let (row, column) = places.into_iter().find(wrong)?;
    let (text, dataset) = (cells.text(row, column), &cells.datasets[row]);
    let method = &cells.methods[column];
    Some(format!(
        "`{text}` ({dataset}, {method}) is no number such as 97.3; what is not known stays empty"
    ))
}

/// The tables that are named, by either key.
fn table_names<'a>(reader: &Reader<'a>, report: &Report) -> Vec<Word<'a>> {
    let (one, several) = (reader.text("table"), reader.words("tables"));
    if let (Some((_, span)), Some(_)) = (&one, &several) {
        let mistake = Diagnostic::new("`table` and `tables` are both there", span.clone());
        report.add(mistake.help("name all of them in `tables`"));
    }
    let mut names: Vec<Word<'a>> = Vec::new();
    for (name, span) in one.into_iter().chain(several.into_iter().flatten()) {
        if names.iter().any(|(known, _)| *known == name) {
            let mistake = Diagnostic::new(format!("`{name}` is listed twice"), span);
            report.add(mistake.help("remove one of them"));
        } else {
            names.push((name, span));
        }
    }
    names
}
