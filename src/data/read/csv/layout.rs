//! How a CSV file is laid out: comments, separator, quotes, decimal mark, header. What the user says holds; the rest is found
//! from the first records and stated in notes. Files of a catalogue are not looked at: what it does not say is the default.

use std::path::Path;

use super::comments::{self, Lead};
use super::extra_lines::{refuse_second_header, refuse_title};
use super::header::{self, FirstRecord};
use super::orange::{self, Orange};
use super::sample::Sample;
use super::scan::{Dialect, Field, Scanner, Separator};
use super::{decimal, separator, text};
use crate::data::error::DataError;
use crate::data::read::cut;
use crate::data::read::signs::Signs;
use crate::data::read::{ReadOptions, ending};

/// How to read a file.
pub struct Layout<'a> {
    /// How records are split.
    pub dialect: Dialect,
    /// Where the records begin.
    pub body: &'a str,
    /// The line where they begin.
    pub line: usize,
    /// What points and commas in numbers mean.
    pub signs: Signs,
    /// The same with signs between thousands, which numbers below the first records may have.
    pub further: Option<Signs>,
    /// Where the names of the columns are.
    pub header: Header,
    /// Whether every line ends with a separator, so that the last column is none.
    pub ends_empty: bool,
    /// What Orange's header says of the columns.
    pub orange: Option<Orange>,
    /// What was found.
    pub notes: Vec<String>,
}

/// Where the names of the columns are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Header {
    /// In the first record, which is refused if it looks like data.
    Expected,
    /// In the first record.
    First,
    /// In the first record, which is shorter than the others: the first column holds names of rows.
    WithoutRowNames,
    /// In the first record, which is shorter than the others: they end with a separator.
    WithoutLast,
    /// In the first record, which alone ends with a separator.
    EndsEmpty,
    /// In a comment above the first record.
    Above(Vec<String>),
    /// Nowhere.
    Absent,
}

/// Finds the layout of a file, or takes what is said of it.
pub fn find<'a>(
    file: &'a Path,
    text: &'a str,
    options: &ReadOptions,
) -> Result<Layout<'a>, DataError> {
    let usual = if ending(file) == "tsv" { '\t' } else { ',' };
    if !options.sniff {
        return Ok(declared(text, usual, options));
    }
    let (hint, text) = comments::separator_hint(text);
    let said = options.delimiter.or(hint);
    let lead = comments::leading(text);
    let mut layout = Layout {
        dialect: Dialect { comment: lead.mark, ..Dialect::plain(usual) },
        body: lead.body,
        line: lead.line + usize::from(hint.is_some()),
        signs: said_signs(options),
        further: None,
        header: Header::Expected,
        ends_empty: false,
        orange: None,
        notes: Vec::new(),
    };
    let Some(mut sample) = split(file, &mut layout, usual, said) else {
        // Damage that no separator mends is reported by the reader itself.
        layout.dialect.separator = Separator::Char(said.unwrap_or(usual));
        return Ok(layout);
    };
    if comments::are_data(file, &lead, &sample) {
        layout.dialect.comment = None;
        (layout.body, layout.line) = (text, 1 + usize::from(hint.is_some()));
        sample = Sample::take(file, (text, layout.line), layout.dialect).unwrap_or(sample);
    }
    layout.note_separator(usual, said.is_some());
    let missing = |cell: &str| is_missing(cell, options);
    if options.header.is_none() && sample.is_counts() {
        layout.skip_counts(file, &sample);
        let body = (layout.body, layout.line);
        let Some(below) = Sample::take(file, body, layout.dialect) else { return Ok(layout) };
        sample = below;
    }
    if options.header != Some(false) {
        refuse_title(file, &sample, missing)?;
        layout.orange = orange::find(&sample);
        let types = layout.orange.as_ref().map_or(0, |orange| orange.lines);
        sample = sample.without(|at| at <= types).without_repeats();
    }
    (layout.signs, layout.further) = decimal::find(file, &sample, options.decimal, missing)?;
    let note = decimal::note(layout.signs, options.decimal.is_some());
    layout.notes.extend(note.map(str::to_owned));
    layout.find_header(file, &sample, &lead, options)?;
    if layout.names_columns() {
        let shift = usize::from(layout.header == Header::WithoutRowNames);
        refuse_second_header(file, &sample, missing, (&options.nominal, shift))?;
    } else {
        layout.orange = None;
    }
    if options.delimiter.is_none() && options.decimal.is_none() {
        layout.check_cut(file, &sample)?;
    }
    Ok(layout)
}

/// Whether a cell can be missing, in a column of any kind.
fn is_missing(cell: &str, options: &ReadOptions) -> bool {
    text::is_missing(cell, options) || (!options.missing_said && text::is_missing_number(cell))
}

/// The decimal mark that is said, or a point.
fn said_signs(options: &ReadOptions) -> Signs {
    Signs { decimal: options.decimal.unwrap_or('.'), thousands: None }
}

/// What is said, and the defaults.
fn declared<'a>(text: &'a str, usual: char, options: &ReadOptions) -> Layout<'a> {
    Layout {
        dialect: Dialect::plain(options.delimiter.unwrap_or(usual)),
        body: text,
        line: 1,
        signs: said_signs(options),
        further: None,
        header: match options.header {
            None | Some(true) => Header::Expected,
            Some(false) => Header::Absent,
        },
        ends_empty: false,
        orange: None,
        notes: Vec::new(),
    }
}

/// Splits the first records, with the separator and the quotes that fit.
fn split<'a>(
    file: &'a Path,
    layout: &mut Layout<'a>,
    usual: char,
    said: Option<char>,
) -> Option<Sample<'a>> {
    let body = (layout.body, layout.line);
    let try_with = |quote: char| {
        let like = Dialect { quote, ..layout.dialect };
        match said {
            // Tabs and blanks are mixed in files that are laid out in columns.
            Some(' ') => Sample::take(file, body, Dialect { separator: Separator::Blanks, ..like }),
            Some(c) => Sample::take(file, body, Dialect { separator: Separator::Char(c), ..like }),
            None => separator::choose(file, body, usual, like),
        }
    };
    let quoted = |sample: &Sample| sample.records.iter().flatten().any(|field| field.quoted);
    let double = try_with('"');
    let has_doubles = double.as_ref().is_some_and(quoted);
    let single = Some(())
        .filter(|()| !has_doubles && layout.body.contains('\''))
        .and_then(|()| try_with('\''));
    let single = single.filter(|sample| sample.is_even() && quoted(sample));
    if single.is_some() {
        layout.notes.push("single quotes around values are left out".into());
    }
    let sample = single.or(double)?;
    layout.dialect = sample.dialect;
    Some(sample)
}

impl Layout<'_> {
    /// Whether the first record names the columns.
    pub fn names_columns(&self) -> bool {
        !matches!(self.header, Header::Above(_) | Header::Absent)
    }

    fn note_separator(&mut self, usual: char, said: bool) {
        let separator = self.dialect.separator;
        if !said && separator != Separator::Char(usual) {
            let words = separator.words();
            let key = separator.key();
            let note = format!("{words} separate the fields (`delimiter = \"{key}\"`)");
            self.notes.push(note);
        }
    }

    /// Goes on below a line of counts.
    fn skip_counts(&mut self, file: &Path, sample: &Sample) {
        let mut scanner = Scanner::with(file, self.body, self.dialect).starting_at(self.line);
        if !scanner.record(&mut Vec::new()).unwrap_or(false) {
            return;
        }
        let line = scanner.position().1.saturating_sub(1);
        let at = self.body.len() - scanner.position().0.len();
        self.body = self.body.get(at..).unwrap_or_default();
        self.line = line + 1;
        let first = sample.records.first().map(Vec::as_slice).unwrap_or_default();
        let names: Vec<&str> =
            first.iter().skip(2).map(|f| f.text.trim()).filter(|name| !name.is_empty()).collect();
        let named: Vec<String> =
            names.iter().enumerate().map(|(code, name)| format!("{code} is {name}")).collect();
        let classes = if named.is_empty() {
            String::new()
        } else {
            format!(" and names the classes ({})", named.join(", "))
        };
        self.notes.push(format!(
            "line {line} counts the rows and features{classes}, so it is neither header nor data; `header` says otherwise"
        ));
    }

    /// Refuses numbers that are cut at their decimal commas where no header has another number of fields.
    fn check_cut(&self, file: &Path, sample: &Sample) -> Result<(), DataError> {
        let zeros = match self.header {
            Header::Absent => 2,
            Header::WithoutRowNames => 1,
            _ => return Ok(()),
        };
        let quoted = |record: &Vec<Field>| record.iter().any(|field| field.quoted);
        if self.dialect.separator != Separator::Char(',') || sample.rest().iter().any(quoted) {
            return Ok(());
        }
        let columns: Vec<Vec<&str>> = (0..sample.width)
            .map(|column| sample.column(column).map(|field| field.text.trim()).collect())
            .collect();
        let Some(at) = cut::cut_numbers(&columns, zeros) else { return Ok(()) };
        let text = |at: usize| columns.get(at).and_then(|cells| cells.first()).copied();
        let line = sample.rest().first().and_then(|record| record.first()).map_or(1, |f| f.line);
        let or = "; `delimiter = \",\"` reads them as they are";
        Err(cut::refused(file, line, text(at).unwrap_or(""), text(at + 1).unwrap_or(""), or))
    }

    fn find_header(
        &mut self,
        file: &Path,
        sample: &Sample,
        lead: &Lead,
        options: &ReadOptions,
    ) -> Result<(), DataError> {
        let first = sample.records.first().map_or(0, Vec::len);
        // One row says nothing of a column; such a row is too long.
        let short = first + 1 == sample.width && sample.rest().len() > 1;
        let is_empty = |field: &Field| field.text.is_empty() && !field.quoted;
        let ends_empty = sample.width > 2 && sample.column(sample.width - 1).all(is_empty);
        let short_header =
            || if ends_empty { Header::WithoutLast } else { Header::WithoutRowNames };
        let last = sample.records.first().and_then(|record| record.get(sample.width - 1));
        self.ends_empty = ends_empty && last.is_none_or(is_empty);
        self.header = match options.header {
            Some(false) => Header::Absent,
            Some(true) if short => short_header(),
            None | Some(true) if sample.header_ends_empty() => {
                self.notes.push("the header ends with a separator, which the rows do not".into());
                Header::EndsEmpty
            }
            Some(true) => Header::First,
            None => {
                let signs = self.signs;
                let is_number = |cell: &str| {
                    signs.plain(cell.trim()).is_some_and(|cell| text::number(&cell).is_some())
                };
                let judged = header::judge(sample, |cell| is_missing(cell, options), is_number);
                match judged {
                    FirstRecord::Names if short => short_header(),
                    FirstRecord::Names => Header::First,
                    FirstRecord::NumbersAsNames => {
                        let note = "the numbers in the first line are names of columns; `header = false` reads them as data";
                        self.notes.push(note.into());
                        Header::First
                    }
                    FirstRecord::Data => match lead.names(sample) {
                        Some(names) => {
                            self.notes.push("the last comment names the columns".into());
                            Header::Above(names)
                        }
                        None => Header::Absent,
                    },
                    FirstRecord::Doubtful => return Err(doubtful(file, self.line, sample)),
                }
            }
        };
        Ok(())
    }
}

fn doubtful(file: &Path, line: usize, sample: &Sample) -> DataError {
    let first = sample.records.first().map(Vec::as_slice).unwrap_or_default();
    let line = first.first().map_or(line, |field| field.line);
    let words = text::listed(first.iter().map(|field| field.text.as_ref()));
    let problem = format!("the first line may name the columns or be data: {words}");
    let remedy = "set `header = true` if it names the columns, `header = false` if it is data";
    DataError::line(file, line, problem, remedy)
}
