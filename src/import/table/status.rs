//! Long files in which a column says how a run ended: scores of runs that failed are no scores, whatever number was written.
//! They count as missing, with the cause; a word that is not known is pointed out.

use std::collections::{BTreeMap, BTreeSet};

use super::measures::VALUE;
use super::place::whole;
use super::roles::{self, Roles};
use super::unlikely::CODES;
use super::{TableOptions, long, metric_names};
use crate::analysis::Cause;
use crate::data::read::forms::numbers::is_no_result;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, number, shown};
use words::{End, cause, error, info, status};

mod words;

/// Columns that say in a word how a run ended.
const STATUS: &[&str] =
    &["status", "state", "runstatus", "trialstatus", "jobstatus", "exitstatus", "fitstatus"];
/// Those of them that may hold anything else, such as states of a country.
const ANYTHING: &[&str] = &["state"];
/// Columns of numbers that are 0 where a run ended well.
const CODES_OF_ENDS: &[&str] = &["exitstatus", "exitcode", "returncode", "returnstatus"];
/// Columns that hold what went wrong, and nothing else.
const ERRORS: &[&str] =
    &["error", "errormessage", "errormsg", "exception", "failure", "failurereason", "traceback"];
/// Columns that may hold what went wrong, or anything.
const INFO: &[&str] = &["info", "message", "msg", "comment", "note", "notes", "reason"];
/// Columns that are true where a run failed, and where it did not.
const FAILED: &[&str] = &[
    "failed",
    "crashed",
    "killed",
    "timedout",
    "timeout",
    "oom",
    "isfailed",
    "haserror",
    "hasfailed",
    "invalid",
];
const WORKED: &[&str] =
    &["ok", "success", "succeeded", "successful", "completed", "finished", "valid", "isvalid"];

/// How the cells of a column are to be judged.
#[derive(Clone, Copy)]
enum Judge {
    Status,
    /// Numbers of which 0 is good.
    ExitCode,
    /// Numbers that mean something only the program knows.
    Numbers,
    Error,
    Info,
    /// True where a run failed.
    Failed,
    /// True where it did not.
    Worked,
}

/// What columns of states say of a file.
#[derive(Debug, Default)]
pub struct Ends {
    /// The rows of runs that failed, by position.
    pub failed: BTreeMap<usize, Cause>,
    /// Lines whose scores count as missing.
    pub notes: Vec<String>,
    /// Words that are not known.
    pub caveats: Vec<String>,
}

impl Ends {
    /// How the runs in the lines of a file ended.
    pub fn of(sheet: &Sheet, options: &TableOptions) -> Ends {
        let scores = scores(sheet, options);
        let mut ends = Ends::default();
        for column in 0..sheet.header.len() {
            match Judge::of(sheet, column) {
                Some(judge) => ends.add(sheet, column, judge, &scores),
                None if !scores.contains(&column) => {
                    ends.caveats.extend(odd_flag(sheet, column, &scores))
                }
                None => {}
            }
        }
        ends
    }

    /// What one column says.
    fn add(&mut self, sheet: &Sheet, column: usize, judge: Judge, scores: &[usize]) {
        let (mut lines, mut words, mut unknown) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        let several = differs(sheet, column);
        for (at, row) in sheet.rows.iter().enumerate() {
            let text = row.text(column);
            let score = Scores::of(row, scores);
            let said = if text.is_empty() { "nothing" } else { text };
            match judge.end(text, score, several) {
                End::Bad => {
                    self.failed.insert(at, cause(text));
                    if score != Scores::None {
                        lines.push(format!("line {}", row.line));
                        words.insert(said);
                    }
                }
                End::Unknown if score != Scores::None => drop(unknown.insert(said)),
                _ => {}
            }
        }
        let name = shown(&sheet.column_name(column));
        let of = |words: BTreeSet<&str>| listed(words.into_iter());
        if !lines.is_empty() {
            self.notes.push(format!(
                "scores count as missing ({}), because the column {name} says {}",
                listed(lines.iter().map(String::as_str)),
                of(words)
            ));
        }
        if !unknown.is_empty() {
            self.caveats.push(format!(
                "the column {name} says {}, which is not known to mean success or failure: these scores count; empty them if the runs failed",
                of(unknown)
            ));
        }
    }

    /// Why a method has no score on a dataset.
    pub fn causes(
        &self,
        sheet: &Sheet,
        options: &TableOptions,
    ) -> BTreeMap<(String, String), Cause> {
        let Ok(Roles { dataset: Some(dataset), method, .. }) = roles::find(sheet, options, &[])
        else {
            return BTreeMap::new();
        };
        let named = self.failed.iter().filter_map(|(&at, &cause)| {
            let row = sheet.rows.get(at)?;
            Some(((row.text(dataset).to_owned(), row.text(method).to_owned()), cause))
        });
        named.collect()
    }
}

/// Empties the scores of runs that failed.
pub fn empty_failed(sheet: &mut Sheet, options: &TableOptions) -> Ends {
    let (ends, scores) = (Ends::of(sheet, options), scores(sheet, options));
    for &at in ends.failed.keys() {
        for &column in &scores {
            if let Some(cell) = sheet.rows.get_mut(at).and_then(|row| row.cells.get_mut(column)) {
                cell.clear();
            }
        }
    }
    ends
}

/// The columns of scores: those that will be read, and those whose name says that they hold scores.
fn scores(sheet: &Sheet, options: &TableOptions) -> Vec<usize> {
    let read = long::score_columns(sheet, options);
    let is = |&column: &usize| read.contains(&column) || is_score(sheet, column);
    (0..sheet.header.len()).filter(is).collect()
}

/// Whether a column holds scores by its name.
fn is_score(sheet: &Sheet, column: usize) -> bool {
    let named = sheet.columns_called(VALUE).contains(&column)
        || metric_names::facts(&sheet.column_name(column)).is_some();
    named && sheet.rows.iter().any(|row| number(row.text(column)).is_some())
}

/// The scores of a line.
#[derive(Clone, Copy, PartialEq)]
enum Scores {
    /// There are none.
    None,
    /// They are 0 or codes, as programs write where there is no result.
    Codes,
    /// There is another one.
    Real,
}

impl Scores {
    fn of(row: &Row, columns: &[usize]) -> Scores {
        let texts = columns.iter().map(|&column| row.text(column));
        let code = |text: &str| number(text).is_some_and(|v| v == 0.0 || CODES.contains(&v));
        let there: Vec<&str> = texts.filter(|text| !is_no_result(text)).collect();
        match there.is_empty() {
            true => Scores::None,
            false if there.into_iter().all(code) => Scores::Codes,
            false => Scores::Real,
        }
    }
}

impl Judge {
    /// `None` where a column says nothing of how runs ended.
    fn of(sheet: &Sheet, column: usize) -> Option<Judge> {
        let called = |names: &[&str]| sheet.columns_called(names).contains(&column);
        let texts = || sheet.rows.iter().map(|row| row.text(column));
        let flags = || texts().all(|text| text.is_empty() || flag(text).is_some());
        let text = roles::is_text(sheet, column);
        if is_score(sheet, column) {
            return None;
        }
        if called(CODES_OF_ENDS) && texts().all(|text| is_no_result(text) || number(text).is_some())
        {
            return Some(Judge::ExitCode);
        }
        Some(match () {
            () if called(ANYTHING) && text => {
                let known = texts().filter(|text| status(text) != End::Unknown).count();
                return (2 * known > texts().len()).then_some(Judge::Status);
            }
            () if called(STATUS) && text => Judge::Status,
            () if called(STATUS) && texts().any(|text| number(text).is_some()) => Judge::Numbers,
            () if called(ERRORS) && text => Judge::Error,
            () if called(INFO) && text => Judge::Info,
            () if called(FAILED) && flags() => Judge::Failed,
            () if called(WORKED) && flags() => Judge::Worked,
            () => return None,
        })
    }

    /// How the run of a line ended. `several` says that the column does not hold the same everywhere.
    fn end(self, text: &str, score: Scores, several: bool) -> End {
        let known = |good: bool| if good { End::Good } else { End::Bad };
        match self {
            Judge::Status => status(text),
            Judge::Error => error(text),
            // Remarks are about anything, also about runs that ended well.
            Judge::Info => match info(text) {
                End::Bad if score == Scores::Real => End::Unknown,
                end => end,
            },
            Judge::ExitCode => match number(text) {
                Some(code) => known(code == 0.0),
                None => End::Unknown,
            },
            Judge::Numbers => {
                if several {
                    End::Unknown
                } else {
                    End::Good
                }
            }
            Judge::Failed => known(flag(text) != Some(true)),
            Judge::Worked => flag(text).map_or(End::Unknown, known),
        }
    }
}

/// What is said of a column of two words, whatever it is called, if one of them stands next to zeros and codes only and the other
/// never does: it may say which runs failed.
fn odd_flag(sheet: &Sheet, column: usize, scores: &[usize]) -> Option<String> {
    let mut codes: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for row in &sheet.rows {
        let (with, all) = codes.entry(row.text(column)).or_default();
        *with += usize::from(Scores::of(row, scores) == Scores::Codes);
        *all += 1;
        if codes.len() > 2 {
            return None;
        }
    }
    let clean = codes.values().any(|(with, _)| *with == 0);
    let (odd, (_, count)) = codes.iter().find(|(_, (with, all))| with == all)?;
    (clean && 4 * count <= sheet.rows.len()).then(|| {
        format!(
            "every score with {} in the column {} is 0 or a code such as -1, and no other is: these scores count; empty them if the runs failed",
            shown(odd),
            shown(&sheet.column_name(column))
        )
    })
}

/// Whether a column holds different things.
fn differs(sheet: &Sheet, column: usize) -> bool {
    let first = sheet.rows.first().map(|row| row.text(column));
    sheet.rows.iter().any(|row| Some(row.text(column)) != first)
}

/// What a flag says; some writers turn 0 and 1 into 0.0 and 1.0 as soon as one is missing.
fn flag(text: &str) -> Option<bool> {
    match (text.to_lowercase().as_str(), whole(text)) {
        ("true" | "yes" | "t" | "y", _) | (_, Some(1)) => Some(true),
        ("false" | "no" | "f" | "n", _) | (_, Some(0)) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
