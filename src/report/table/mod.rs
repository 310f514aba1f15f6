//! Tables before any file format: numbers already written as words, so that LaTeX, Markdown, HTML, CSV and a terminal show
//! the same ones. Each layout is one file that fills a [`Table`] from the findings; nothing is computed here.

mod control;
mod dataset_pairs;
mod datasets;
mod marks;
mod median_p;
mod meta_ranks;
mod pairs;
mod reference;
mod score_marks;
mod scores;
mod side_by_side;
pub mod style;

#[cfg(test)]
mod tests;

pub use median_p::side_note;
pub use reference::{title as reference_title, unit_suffix};
pub use score_marks::fold_test_words;
pub use scores::score_table;
pub use style::Style;

use crate::analysis::{Findings, Judged, Mark, Results, ScoreTable};
use crate::choices::word;
use crate::report::settings::{LAYOUTS, Layout, ReportSettings};

/// How a cell stands out in its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stress {
    /// Not at all.
    #[default]
    None,
    /// It is the best.
    Best,
    /// It is the second best.
    Second,
}

/// What a cell holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// Nothing, because there is no result.
    Absent,
    /// Nothing, because nothing belongs there.
    Blank,
    /// A word.
    Word(String),
    /// A number.
    Number {
        /// As it is printed.
        text: String,
        /// Its spread as it is printed.
        spread: Option<String>,
        /// With all digits.
        exact: f64,
    },
}

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// What it holds.
    pub content: Content,
    /// How it stands out.
    pub stress: Stress,
    /// What a test over folds says of it.
    pub mark: Option<Mark>,
}

/// Which side the words of a column stand on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Names.
    Left,
    /// Numbers.
    Right,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What stands above it.
    pub head: String,
    /// Which side its words stand on.
    pub side: Side,
}

/// A row: its name, then a cell for every column but the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its name.
    pub head: String,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// A heading that may name a metric: by its title where people read it, by its id in files that programs read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// For people.
    pub shown: String,
    /// For programs.
    pub stored: String,
}

impl Heading {
    /// The same words with the title and with the id of a metric.
    pub fn of_metric(results: &Results, words: impl Fn(&str) -> String) -> Heading {
        Heading { shown: words(&results.title), stored: words(&results.metric) }
    }
}

impl From<&str> for Heading {
    fn from(words: &str) -> Heading {
        Heading { shown: words.to_owned(), stored: words.to_owned() }
    }
}

/// A table as every format prints it.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Which layout it has.
    pub layout: Layout,
    /// The metric it is about; `None` for all of them.
    pub metric: Option<String>,
    /// The name of its files, without ending.
    pub name: String,
    /// What it is about, in a few words.
    pub title: Heading,
    /// What its cells show, in a sentence or two.
    pub caption: String,
    /// Titles over several columns, with their number, from the second column on; empty if there are none.
    pub spans: Vec<(Heading, usize)>,
    /// The columns; the first one holds the names of rows.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
    /// Rows below a rule: averages, ranks, tests.
    pub footer: Vec<Row>,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// Where numbers come from that are not ours.
    pub source: Option<String>,
    /// What a reader must be warned of: an unfair protocol.
    pub caveats: Vec<String>,
}

impl Table {
    /// Notes with the warnings last, as they are printed below a table.
    pub fn remarks(&self) -> Vec<String> {
        let caveats = self.caveats.iter().map(|caveat| format!("Caution: {caveat}."));
        self.notes.iter().cloned().chain(caveats).collect()
    }
}

impl Cell {
    /// A cell that does not stand out.
    pub fn new(content: Content) -> Cell {
        Cell { content, stress: Stress::None, mark: None }
    }

    /// A word.
    pub fn word(text: impl Into<String>) -> Cell {
        Cell::new(Content::Word(text.into()))
    }

    /// A number, if there is one.
    pub fn number(value: Option<f64>, show: impl Fn(f64) -> String) -> Cell {
        Cell::new(match value {
            Some(exact) => Content::Number { text: show(exact), spread: None, exact },
            None => Content::Absent,
        })
    }

    /// A cell that holds nothing.
    pub fn blank() -> Cell {
        Cell::new(Content::Blank)
    }

    /// Whether it shows a spread.
    pub fn has_spread(&self) -> bool {
        matches!(&self.content, Content::Number { spread: Some(_), .. })
    }

    /// As plain text, without stress and mark.
    pub fn plain(&self) -> String {
        match &self.content {
            Content::Absent => "-".to_owned(),
            Content::Blank => String::new(),
            Content::Word(word) => word.clone(),
            Content::Number { text, spread: Some(spread), .. } => format!("{text} ± {spread}"),
            Content::Number { text, spread: None, .. } => text.clone(),
        }
    }
}

impl Column {
    /// A column of names.
    pub fn names(head: impl Into<String>) -> Column {
        Column { head: head.into(), side: Side::Left }
    }

    /// A column of numbers.
    pub fn numbers(head: impl Into<String>) -> Column {
        Column { head: head.into(), side: Side::Right }
    }
}

/// Wins, ties and losses as every table writes them.
pub fn counts(wins: usize, ties: usize, losses: usize) -> String {
    format!("{wins}/{ties}/{losses}")
}

/// So many of so many.
pub fn counts_of(some: usize, all: usize) -> Cell {
    Cell::word(format!("{some}/{all}"))
}

/// The character of a mark, if it has one: open where the control is better, filled where the method is.
pub fn mark_sign(mark: Option<Mark>) -> Option<char> {
    match mark? {
        Mark::Worse => Some('○'),
        Mark::Better => Some('●'),
        Mark::Alike | Mark::Undefined => None,
    }
}

/// A table that was not made, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotMade {
    /// Its name.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// A table, or why there is none.
pub type Made = Result<Table, NotMade>;

/// A table that cannot be made.
fn not_made(name: impl Into<String>, reason: impl Into<String>) -> Made {
    Err(NotMade { name: name.into(), reason: reason.into() })
}

/// The pairs of a metric over datasets, or on each of one or two datasets.
fn pair_tables((scores, judged): (&ScoreTable, &Judged), settings: &ReportSettings) -> Vec<Made> {
    let name = format!("{}-pairs", crate::files::name_for(&scores.results.metric));
    match &judged.over {
        Ok(analysis) => vec![Ok(pairs::table(analysis))],
        Err(refused) if !judged.has_verdict() => {
            vec![not_made(name, format!("there is no verdict: {}", refused.problem))]
        }
        Err(_) => {
            let (style, several) = (Style::new(scores, settings), judged.each.len() > 1);
            let each = judged.on_datasets();
            each.map(|verdict| Ok(dataset_pairs::table(verdict, &style, several))).collect()
        }
    }
}

/// Every table that was asked for, and those that could not be made.
pub fn tables(findings: &Findings, settings: &ReportSettings) -> (Vec<Table>, Vec<NotMade>) {
    let (mut made, mut not_made) = (Vec::new(), Vec::new());
    for &layout in &settings.layouts {
        let tables: Vec<Made> = match layout {
            Layout::SideBySide => vec![side_by_side::table(findings, settings)],
            Layout::MetaRanks => vec![meta_ranks::table(findings)],
            Layout::Datasets => vec![datasets::table(findings)],
            Layout::Reference => reference::tables(findings),
            Layout::Scores => findings
                .metrics()
                .map(|(scores, judged)| Ok(score_table(findings, scores, judged, settings)))
                .collect(),
            Layout::Marks => findings
                .metrics()
                .map(|(scores, judged)| marks::table(scores, judged, settings))
                .collect(),
            Layout::Pairs => {
                findings.metrics().flat_map(|metric| pair_tables(metric, settings)).collect()
            }
            Layout::Control | Layout::ControlWide | Layout::MedianP => findings
                .metrics()
                .map(|(scores, judged)| {
                    let metric = crate::files::name_for(&scores.results.metric);
                    match (&judged.over, layout) {
                        (Err(refused), _) => {
                            let word = word(LAYOUTS, &layout);
                            let reason = format!("there is no verdict: {}", refused.problem);
                            self::not_made(format!("{metric}-{word}"), reason)
                        }
                        (Ok(analysis), Layout::Control) => {
                            Ok(control::table(analysis, &Style::new(scores, settings)))
                        }
                        (Ok(analysis), Layout::ControlWide) => {
                            Ok(control::wide(analysis, &Style::new(scores, settings)))
                        }
                        (Ok(analysis), _) => median_p::table(analysis),
                    }
                })
                .collect(),
        };
        for table in tables {
            match table {
                Ok(table) if !settings.wants(&table.name, word(LAYOUTS, &layout)) => {}
                Ok(table) => {
                    let caveats = findings.summary.caveats.clone();
                    made.push(Table { caveats, ..table });
                }
                Err(missing) if !settings.wants(&missing.name, word(LAYOUTS, &layout)) => {}
                Err(missing) => not_made.push(missing),
            }
        }
    }
    (made, not_made)
}
