//! From lines that name a fold each to a whole assignment. Every example must have exactly one fold per repeat, and folds are
//! numbered without gaps. Where the lines come from is not known here.

use std::path::Path;

use super::inner::inner_folds;
use super::{DeclaredFolds, FoldExamples, Read};
use crate::data::error::DataError;
use crate::data::read::text::{number, shown};
use crate::data::split::Folds;
use crate::words::count;

/// As many as a spec can ask for; a number in the wrong column should not fill the memory.
pub(super) const MOST: usize = 10_000;

const EVERY_ONE: &str = "list every row once per repeat";

/// Where an example is tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TestedIn {
    /// In this fold, as it is written.
    Fold(usize),
    /// Nowhere: the example is only learned from.
    Train,
    /// In the only test part.
    Test,
}

impl TestedIn {
    /// A fold number, or one of the words `train` and `test`.
    pub fn read(text: &str) -> Option<TestedIn> {
        match text {
            "train" => Some(TestedIn::Train),
            "test" => Some(TestedIn::Test),
            _ => whole(text).map(TestedIn::Fold),
        }
    }
}

/// A whole number from 0 on. Some programs write `3.0` where other cells of the column are empty.
pub(super) fn whole(text: &str) -> Option<usize> {
    let largest = (1_u64 << 53) as f64;
    let is_whole = |v: &f64| v.fract() == 0.0 && (0.0..largest).contains(v);
    number(text).filter(is_whole).map(|v| v as usize)
}

/// What one line says.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// The line.
    pub line: usize,
    /// The repeat, as it is written.
    pub repeat: usize,
    /// The example.
    pub example: usize,
    /// The row that the line names, where it is one of a bag.
    pub row_of_bag: Option<usize>,
    /// Its fold.
    pub fold: TestedIn,
    /// Its inner folds, one per declared column; `None` where the cell is empty.
    pub inner: Vec<Option<usize>>,
}

/// Lines about the examples of a dataset.
pub(super) struct Lines<'a> {
    /// The file to blame.
    pub file: &'a Path,
    /// The examples.
    pub examples: &'a FoldExamples<'a>,
    /// The outer folds that columns declare inner folds of, in the order of the cells.
    pub inner_of: Vec<usize>,
}

impl Lines<'_> {
    /// The assignment, or the first thing that is wrong with it.
    pub fn assign(&self, entries: Vec<Entry>) -> Result<Read, DataError> {
        let first_repeat = lowest(entries.iter().map(|entry| entry.repeat));
        let repeats = self.repeats(entries, first_repeat)?;
        let mut notes = Vec::new();
        if first_repeat == 1 {
            notes.push("its repeats are numbered from 1 and were shifted to begin at 0".to_owned());
        }
        let first = lowest(repeats.iter().flatten().filter_map(|entry| match entry.fold {
            TestedIn::Fold(fold) => Some(fold),
            TestedIn::Train | TestedIn::Test => None,
        }));
        if first == 1 {
            notes.push("its folds are numbered from 1 and were shifted to begin at 0".to_owned());
        }
        let mut declared = DeclaredFolds::default();
        for (repeat, entries) in repeats.iter().enumerate() {
            let written = repeat + first_repeat;
            let of_repeat =
                if repeats.len() > 1 { format!(" of repeat {written}") } else { String::new() };
            let folds = self.outer(entries, first, &of_repeat)?;
            self.as_many(&folds, declared.outer.first(), (written, first_repeat))?;
            declared.outer.push(folds);
        }
        if !self.inner_of.is_empty() {
            notes.extend(inner_folds(self, &repeats, first, &mut declared)?);
        }
        Ok((declared, notes))
    }

    /// For each repeat one entry per example; `first` is the lowest number of repeats.
    fn repeats(&self, entries: Vec<Entry>, first: usize) -> Result<Vec<Vec<Entry>>, DataError> {
        let count = entries.iter().map(|entry| entry.repeat - first + 1).max().unwrap_or(1);
        if let Some(entry) = entries.iter().find(|entry| entry.repeat - first >= MOST) {
            return Err(self.blame(entry, "more repeats than can be run", "number them from 0"));
        }
        let mut of_repeat: Vec<Vec<Entry>> = vec![Vec::new(); count];
        entries.into_iter().for_each(|entry| of_repeat[entry.repeat - first].push(entry));
        let mut repeats = Vec::new();
        // One after the other: a repeat without lines is refused before room is made for many of them.
        for (repeat, entries) in of_repeat.into_iter().enumerate() {
            let lines_of_rows = self.rows_of_bags(&entries)?;
            let mut slots: Vec<Option<Entry>> = vec![None; self.examples.len()];
            for entry in entries {
                let example = entry.example;
                match &slots[example] {
                    None => slots[example] = Some(entry),
                    Some(first) => self.again(first, &entry)?,
                }
            }
            if let Some(example) = slots.iter().position(Option::is_none) {
                let named = self.examples.named(example);
                let written = repeat + first;
                let place = if count > 1 { format!(" in repeat {written}") } else { String::new() };
                let problem = format!("no fold for {named} of `{}`{place}", self.examples.dataset);
                return Err(DataError::file(self.file, problem, self.remedy()));
            }
            let entries: Vec<Entry> = slots.into_iter().flatten().collect();
            self.whole_bags(&entries, &lines_of_rows)?;
            repeats.push(entries);
        }
        Ok(repeats)
    }

    /// The line of every row, where the rows of bags are listed; each is listed once.
    fn rows_of_bags(&self, entries: &[Entry]) -> Result<Vec<Option<usize>>, DataError> {
        let mut lines = vec![None; self.examples.rows];
        for entry in entries {
            let Some(row) = entry.row_of_bag else { return Ok(Vec::new()) };
            if let Some(first) = lines[row].replace(entry.line) {
                let problem = format!("row {row} has a fold already, in line {first}");
                return Err(self.blame(entry, problem, EVERY_ONE));
            }
        }
        Ok(lines)
    }

    /// A bag of which some rows are listed has all of them listed: a missing row is a mistake in the file.
    fn whole_bags(&self, entries: &[Entry], lines: &[Option<usize>]) -> Result<(), DataError> {
        let Some(row) = lines.iter().position(Option::is_none) else { return Ok(()) };
        let bag = self.examples.of_row(row);
        let named = self.examples.named(bag);
        let problem = format!("{named} is listed without its row {row}");
        let remedy = "list every row of the bag, or the bags in a column `bag`";
        Err(match entries.get(bag) {
            Some(entry) => self.blame(entry, problem, remedy),
            None => DataError::file(self.file, problem, remedy),
        })
    }

    /// An example that was met before: only rows of one bag may be, and they must agree.
    fn again(&self, first: &Entry, entry: &Entry) -> Result<(), DataError> {
        if entry.row_of_bag.is_none() {
            return Err(self.twice(first, entry));
        }
        if first.fold == entry.fold && first.inner == entry.inner {
            return Ok(());
        }
        let named = self.examples.named(entry.example);
        let problem = format!("{named} is in two folds (lines {} and {})", first.line, entry.line);
        Err(self.blame(entry, problem, "give all rows of a bag one fold"))
    }

    fn remedy(&self) -> String {
        EVERY_ONE.replace("row", self.examples.word())
    }

    fn twice(&self, first: &Entry, entry: &Entry) -> DataError {
        let named = self.examples.named(entry.example);
        let place =
            if entry.repeat > 0 { format!(" of repeat {}", entry.repeat) } else { String::new() };
        let problem = format!("{named}{place} has a fold already, in line {}", first.line);
        self.blame(entry, problem, &self.remedy())
    }

    /// What is wrong with one line.
    pub fn blame(&self, entry: &Entry, problem: impl Into<String>, remedy: &str) -> DataError {
        DataError::line(self.file, entry.line, problem, remedy)
    }

    /// The outer folds of a repeat.
    fn outer(&self, entries: &[Entry], first: usize, of_repeat: &str) -> Result<Folds, DataError> {
        let is_number = |entry: &Entry| matches!(entry.fold, TestedIn::Fold(_));
        let by_number = entries.first().is_some_and(is_number);
        if let Some(entry) = entries.iter().find(|entry| is_number(entry) != by_number) {
            let problem = "fold numbers and the words `train` and `test` are mixed";
            return Err(self.blame(entry, problem, "use numbers, or the two words for one split"));
        }
        if !by_number {
            return self.one_split(entries, of_repeat);
        }
        let fold_of: Vec<(usize, &Entry)> = entries
            .iter()
            .map(|entry| match entry.fold {
                TestedIn::Fold(fold) => (fold.saturating_sub(first), entry),
                TestedIn::Train | TestedIn::Test => (0, entry),
            })
            .collect();
        let what = format!("fold{of_repeat}");
        let count = self.without_gaps(&fold_of, first, &what)?;
        Ok(Folds::declared(fold_of.into_iter().map(|(fold, _)| fold).collect(), count))
    }

    /// All repeats have the same number of folds.
    fn as_many(
        &self,
        own: &Folds,
        first: Option<&Folds>,
        (repeat, first_repeat): (usize, usize),
    ) -> Result<(), DataError> {
        let Some(first) = first.filter(|first| first.count() != own.count()) else { return Ok(()) };
        let (own, other) = (count(own.count(), "fold", "folds"), first.count());
        let problem = format!("repeat {repeat} has {own}, repeat {first_repeat} has {other}");
        Err(DataError::file(self.file, problem, "declare the same number of folds in every repeat"))
    }

    /// How many folds there are, if their numbers have no gaps.
    pub fn without_gaps(
        &self,
        fold_of: &[(usize, &Entry)],
        first: usize,
        what: &str,
    ) -> Result<usize, DataError> {
        let count = fold_of.iter().map(|(fold, _)| fold + 1).max().unwrap_or(0);
        if let Some((fold, entry)) = fold_of.iter().find(|(fold, _)| *fold >= MOST) {
            let problem = format!("{what} {} is out of range", fold + first);
            return Err(self.blame(entry, problem, "number folds from 0 on, without gaps"));
        }
        let mut occurs = vec![false; count];
        fold_of.iter().for_each(|(fold, _)| occurs[*fold] = true);
        if let Some(gap) = occurs.iter().position(|occurs| !occurs) {
            let problem = format!(
                "no {} of `{}` is in {what} {}, but some are in {}",
                self.examples.word(),
                self.examples.dataset,
                gap + first,
                count - 1 + first
            );
            return Err(DataError::file(
                self.file,
                problem,
                "number folds from 0 on, without gaps",
            ));
        }
        if count < 2 {
            let problem = format!("every {} is in the same {what}", self.examples.word());
            let remedy =
                "declare at least two folds, or one split with the words `train` and `test`";
            return Err(DataError::file(self.file, problem, remedy));
        }
        Ok(count)
    }

    /// One split by the words `train` and `test`.
    fn one_split(&self, entries: &[Entry], of_repeat: &str) -> Result<Folds, DataError> {
        for (wanted, word) in [(TestedIn::Train, "train"), (TestedIn::Test, "test")] {
            if !entries.iter().any(|entry| entry.fold == wanted) {
                let of = self.examples.word();
                let problem = format!("no {of} is marked `{word}`{}", of_repeat);
                let remedy = "a split needs both words, `train` and `test`";
                return Err(DataError::file(self.file, problem, remedy));
            }
        }
        let fold = |entry: &Entry| if entry.fold == TestedIn::Test { 0 } else { Folds::NEVER };
        Ok(Folds::declared(entries.iter().map(fold).collect(), 1))
    }
}

/// Where numbering begins: at 1 if no number is lower, else at 0.
pub(super) fn lowest(numbers: impl Iterator<Item = usize>) -> usize {
    usize::from(numbers.min() == Some(1))
}

/// What is wrong with a cell that should hold a fold.
pub(super) fn no_fold(text: &str) -> (String, &'static str) {
    let problem = match text {
        "" => "the fold is missing".to_owned(),
        text => format!("{} is no fold", shown(text)),
    };
    (problem, "write a whole number from 0 on, or the words `train` and `test`")
}
