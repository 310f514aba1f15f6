//! Published tables: what papers printed, cell for cell, and what they state about their own tables. One TOML file a paper
//! names its tables, the CSV files with their cells, and the claims; a folder of such files is a [`Library`]. Nothing is
//! computed here, and nothing is known of verdicts: `audit` recomputes, `report` shows.

mod cells;
mod checks;
mod claims;
mod library;
mod printed;
mod read;

use std::path::PathBuf;

pub use cells::Cells;
pub use checks::{CellClaim, Check};
pub use claims::{
    Best, ByMethod, Claims, Confusion, CriticalDifference, Decision, Example, ExampleTest, Family,
    Marks, NotPrinted, Omnibus, PairClaim, Part, RankComparisonTest, RankDifference, RankZ,
    Rejected, Same, Sampling, SignedRankClaim, Summaries, Tails, Test, TextNote, WilcoxonBelow,
    Within,
};
pub use library::{FOLDER, Library, LibraryError, Place};
pub use printed::{Level, Printed};
pub use read::read;

use crate::measure::Direction;

/// What a table's numbers count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrintedUnit {
    /// Of a hundred.
    Percent,
    /// Of one.
    Share,
    /// Seconds.
    Seconds,
    /// How many of something.
    Count,
    /// Anything else.
    Number,
}

/// A tie in print that was none in the author's data: adding some 1e-7 to the larger cell breaks it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenDigit {
    /// The row.
    pub dataset: String,
    /// The column whose cell was the smaller one, where the two cells tie in print.
    #[serde(default)]
    pub smaller: Option<String>,
    /// The column whose cell was the larger one.
    pub larger: String,
    /// How many times 1e-7 it is larger by.
    #[serde(default = "one")]
    pub size: u32,
}

impl HiddenDigit {
    /// What is added to the larger cell.
    pub fn amount(&self) -> f64 {
        1e-7 * f64::from(self.size)
    }
}

fn one() -> u32 {
    1
}

/// A table of a paper.
#[derive(Debug, Clone)]
pub struct PublishedTable {
    /// The word that finds it: `melki-5.3-accuracy`.
    pub name: String,
    /// "Melki 2018, table 5.3, page 97".
    pub citation: String,
    /// The number it has in the paper.
    pub number: String,
    /// The page it is on, where that is known.
    pub page: Option<u32>,
    /// The section that discusses it.
    pub section: Option<String>,
    /// The figure drawn from it.
    pub figure: Option<String>,
    /// The table with tests about it.
    pub tests_table: Option<String>,
    /// Which way is better; `None` for a table that is not one of results.
    pub better: Option<Direction>,
    /// The metric of this program that it shows, if there is one.
    pub metric: Option<String>,
    /// What the numbers count; `None` where that differs by column.
    pub unit: Option<PrintedUnit>,
    /// The method that the others are compared with.
    pub control: Option<String>,
    /// The cells.
    pub cells: Cells,
    /// Their standard deviations, where they are printed.
    pub spreads: Option<Cells>,
    /// Digits that must have been there.
    pub hidden_digits: Vec<HiddenDigit>,
    /// What the paper states about it.
    pub claims: Claims,
    /// Marks of significance, where the claims name a table of them.
    pub marks: Option<Cells>,
}

impl PublishedTable {
    /// What else in the paper is about it: "section 5.3.2, figure 5.3, tests in table 5.4".
    pub fn context(&self) -> String {
        let part = |word: &str, name: &Option<String>| name.as_ref().map(|n| format!("{word} {n}"));
        let pairs = self.claims.pairs.iter().filter_map(|pair| pair.printed_in.as_ref());
        let mut tests: Vec<&str> =
            self.tests_table.iter().chain(pairs).map(String::as_str).collect();
        let mut seen = std::collections::BTreeSet::new();
        tests.retain(|name| seen.insert(*name));
        let numbered = |name: &&str| match name.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("table {name}"),
            false => (*name).to_owned(),
        };
        let words: Vec<String> = tests.iter().map(numbered).collect();
        let tests = (!tests.is_empty()).then(|| format!("tests in {}", words.join(", ")));
        let parts = [part("section", &self.section), part("figure", &self.figure), tests];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// A paper with its tables.
#[derive(Debug, Clone)]
pub struct Paper {
    /// The word that finds it: `melki`.
    pub key: String,
    /// The author's family name.
    pub author: String,
    /// The title.
    pub title: String,
    /// The year.
    pub year: u32,
    /// What it is: a dissertation, an article.
    pub kind: String,
    /// The file that describes it.
    pub file: PathBuf,
    /// Its tables, in the order of the file.
    pub tables: Vec<PublishedTable>,
    /// Quantities that are printed in two places.
    pub same: Vec<Same>,
    /// How cells of several tables depend on each other.
    pub checks: Vec<Check>,
    /// Remarks on the text that no computation can make.
    pub notes: Vec<TextNote>,
}

impl Paper {
    /// "Melki 2018".
    pub fn citation(&self) -> String {
        format!("{} {}", self.author, self.year)
    }

    /// The table of that name.
    pub fn table(&self, name: &str) -> Option<&PublishedTable> {
        self.tables.iter().find(|table| table.name == name)
    }
}
