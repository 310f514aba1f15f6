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
const FAILED: &[&str] = &["failed", "crashed", "timedout", "isfailed", "haserror", "hasfailed"];
const WORKED: &[&str] = &["ok", "success", "succeeded", "successful", "completed", "finished"];

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
            if let Some(judge) = Judge::of(sheet, column) {
                ends.add(sheet, column, judge, &scores);
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
mod tests {
    use super::super::tests::{means, plain, with};
    use super::*;

    fn table(header: &str, ends: [&str; 6]) -> String {
        let names = ["x,a", "x,b", "y,a", "y,b", "z,a", "z,b"];
        let row = |(name, end): (&str, &str)| format!("{name},{end},0.5\n");
        format!(
            "dataset,method,{header},accuracy\n{}",
            names.into_iter().zip(ends).map(row).collect::<String>()
        )
    }

    #[test]
    fn scores_of_failed_runs_are_missing() {
        for (header, bad, good) in [
            ("status", "failed", "ok"),
            ("Status", "Timed out", "success"),
            ("status", "TIMEOUT", "done"),
            ("error", "MemoryError: ...", ""),
            ("exception", "ValueError", "None"),
            ("error", "ValueError: bad input", "no error"),
            ("failed", "True", "False"),
            ("success", "0", "1"),
            ("success", "0.0", "1.0"),
            ("exit_status", "1", "0"),
            ("exit code", "137", "0"),
            ("state", "crashed", "finished without errors"),
        ] {
            let file = plain(&table(header, [good, good, good, bad, good, good]));
            assert_eq!(means(&file.results)[1], [Some(0.5), None], "{header}");
            let note = file.notes.concat();
            assert!(note.contains("(line 5)") && note.contains(header), "{note}");
            let cause = file.results.holes.causes.get(&(1, 1)).copied();
            assert!(cause.is_some(), "{header}");
            let timed = bad.to_lowercase().starts_with("time");
            assert_eq!(cause == Some(Cause::TimedOut), timed, "{header} {cause:?}");
        }
    }

    #[test]
    fn what_is_read_of_failed_runs_is_missing_whatever_it_is() {
        for (metric, also) in [("quality", ""), ("fit_time", ""), ("accuracy", ",fit_time")] {
            let text = table("status", ["ok", "ok", "ok", "failed", "ok", "ok"]);
            let value = if also.is_empty() { "0.5" } else { "0.5,0.001" };
            let text = text.replace("accuracy", &format!("{metric}{also}"));
            let text = text.replace(",0.5\n", &format!(",{value}\n"));
            let options = TableOptions { metrics: vec![metric.into()], ..TableOptions::default() };
            for options in [TableOptions::default(), options] {
                let found = with(&text, &options).unwrap();
                assert_eq!(means(&found.results)[1], [Some(0.5), None], "{metric}{also}");
            }
            if !also.is_empty() {
                let options =
                    TableOptions { metrics: vec!["fit_time".into()], ..TableOptions::default() };
                let found = with(&text, &options).unwrap();
                assert_eq!(means(&found.results)[1], [Some(0.001), None]);
            }
        }
    }

    #[test]
    fn remarks_about_runs_that_ended_well_say_nothing() {
        for (header, remark) in [
            ("note", "missing values imputed"),
            ("note", "with skip connections"),
            ("comment", "no errors but lost two hours waiting"),
            ("state", "South Korea"),
            ("status", "finished without errors"),
            ("status", "ok and not cancelled"),
            ("error", "no error"),
            ("error", "none found with 0 errors"),
        ] {
            let file = plain(&table(header, [remark; 6]));
            assert!(means(&file.results).iter().flatten().all(Option::is_some), "{remark}");
            assert!(file.caveats.is_empty(), "{remark} {:?}", file.caveats);
        }
    }

    #[test]
    fn a_remark_that_begins_with_an_error_holds_where_the_score_is_no_result() {
        let killed = "NoResultError: killed";
        let text = table("info", ["", "", "", killed, "", ""]);
        let file = plain(&text);
        assert!(means(&file.results).iter().flatten().all(Option::is_some));
        assert!(file.caveats.concat().contains(killed), "{:?}", file.caveats);
        for code in ["0", "-1", "0.0"] {
            let file = plain(&text.replace(&format!("{killed},0.5"), &format!("{killed},{code}")));
            assert_eq!(means(&file.results)[1], [Some(0.5), None], "{code}");
        }
    }

    #[test]
    fn numbers_and_empty_flags_of_unknown_meaning_have_a_caveat() {
        for (header, cells, said) in [
            ("status", ["0", "0", "0", "1", "0", "0"], "0, 1"),
            ("ok", ["yes", "yes", "", "yes", "yes", "yes"], "says nothing"),
        ] {
            let file = plain(&table(header, cells));
            assert!(means(&file.results).iter().flatten().all(Option::is_some), "{header}");
            assert!(file.caveats.concat().contains(said), "{:?}", file.caveats);
        }
        let same = plain(&table("status", ["0"; 6]));
        assert!(same.caveats.is_empty(), "{:?}", same.caveats);
    }

    #[test]
    fn other_words_and_columns_say_nothing_or_are_pointed_out() {
        let file = plain(&table("status", ["new", "old", "new", "new", "new", "new"]));
        assert!(means(&file.results).iter().flatten().all(Option::is_some));
        assert!(file.caveats.concat().contains("new, old"), "{:?}", file.caveats);
        for (header, word) in [("info", "seed 3"), ("status", "Completed"), ("comment", "nice")] {
            let file = plain(&table(header, [word; 6]));
            assert!(means(&file.results).iter().flatten().all(Option::is_some), "{header}");
            assert!(file.caveats.is_empty(), "{header} {:?}", file.caveats);
        }
        // Errors are scores.
        let rates = "dataset,method,error\nx,a,0.1\nx,b,0.2\ny,a,0.3\ny,b,0.4\n";
        assert_eq!(means(&plain(rates).results), [[Some(0.1), Some(0.2)], [Some(0.3), Some(0.4)]]);
    }
}
