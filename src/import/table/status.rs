//! Long files in which a column says how a run ended: scores of runs that failed are no scores, whatever number was written.
//! They count as missing, with the cause; a word that is not known is pointed out.

use std::collections::{BTreeMap, BTreeSet};

use super::measures::VALUE;
use super::roles::{self, Roles};
use super::{TableOptions, metric_names, names};
use crate::analysis::Cause;
use crate::data::read::forms::numbers::is_no_result;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, number, shown};

/// Columns that say in a word how a run ended.
const STATUS: &[&str] =
    &["status", "state", "runstatus", "trialstatus", "jobstatus", "exitstatus", "fitstatus"];
/// Columns that hold what went wrong, and nothing else.
const ERRORS: &[&str] =
    &["error", "errormessage", "errormsg", "exception", "failure", "failurereason", "traceback"];
/// Columns that may hold what went wrong, or anything.
const INFO: &[&str] = &["info", "message", "msg", "comment", "note", "notes", "reason"];
/// Columns that are true where a run failed, and where it did not.
const FAILED: &[&str] = &["failed", "crashed", "timedout", "isfailed", "haserror", "hasfailed"];
const WORKED: &[&str] = &["ok", "success", "succeeded", "successful", "completed", "finished"];
/// Beginnings of words for runs without a result.
const BAD: &[&str] = &[
    "fail",
    "err",
    "timeout",
    "timed",
    "crash",
    "kill",
    "oom",
    "memout",
    "memoryerror",
    "outofmemory",
    "except",
    "abort",
    "cancel",
    "pending",
    "running",
    "queued",
    "invalid",
    "missing",
    "diverg",
    "unsolved",
    "incomplete",
    "skip",
    "lost",
    "terminated",
    "notrun",
    "prun",
    "preempt",
    "schedul",
    "wait",
    "nan",
    "ko",
];
/// Beginnings of words for runs with one.
const GOOD: &[&str] = &[
    "ok",
    "okay",
    "done",
    "succ",
    "complete",
    "finish",
    "pass",
    "valid",
    "fitted",
    "trained",
    "cached",
    "evaluated",
    "solved",
    "optimal",
    "true",
    "yes",
    "good",
    "normal",
    "ready",
    "converged",
];

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Good,
    Bad,
    Unknown,
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
    pub fn of(sheet: &Sheet) -> Ends {
        let scores = scores(sheet);
        let mut ends = Ends::default();
        for column in (0..sheet.header.len()).filter(|column| !scores.contains(column)) {
            if let Some(judge) = judge(sheet, column) {
                ends.add(sheet, column, judge, &scores);
            }
        }
        ends
    }

    /// What one column says.
    fn add(&mut self, sheet: &Sheet, column: usize, judge: fn(&str) -> End, scores: &[usize]) {
        let (mut lines, mut words, mut unknown) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        for (at, row) in sheet.rows.iter().enumerate() {
            let text = row.text(column);
            let has = scores.iter().any(|&score| !is_no_result(row.text(score)));
            match judge(text) {
                End::Bad => {
                    self.failed.insert(at, cause(text));
                    if has {
                        lines.push(format!("line {}", row.line));
                        words.insert(text);
                    }
                }
                End::Unknown if has => drop(unknown.insert(text)),
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
pub fn empty_failed(sheet: &mut Sheet) -> Ends {
    let (ends, scores) = (Ends::of(sheet), scores(sheet));
    for &at in ends.failed.keys() {
        for &column in &scores {
            if let Some(cell) = sheet.rows.get_mut(at).and_then(|row| row.cells.get_mut(column)) {
                cell.clear();
            }
        }
    }
    ends
}

/// The columns of scores.
fn scores(sheet: &Sheet) -> Vec<usize> {
    let values = sheet.columns_called(VALUE);
    let named = |column: &usize| {
        values.contains(column) || metric_names::facts(&sheet.column_name(*column)).is_some()
    };
    let numbers = |column: &usize| sheet.rows.iter().any(|r| number(r.text(*column)).is_some());
    (0..sheet.header.len()).filter(named).filter(numbers).collect()
}

/// How the cells of a column are to be judged; `None` where it says nothing of the kind.
fn judge(sheet: &Sheet, column: usize) -> Option<fn(&str) -> End> {
    let called = |names: &[&str]| sheet.columns_called(names).contains(&column);
    let flags = || sheet.rows.iter().all(|row| flag(row.text(column)).is_some());
    let text = roles::is_text(sheet, column);
    Some(match () {
        () if called(STATUS) && text => status,
        () if called(ERRORS) && text => error,
        () if called(INFO) && text => info,
        () if called(FAILED) && flags() => |text| ended(flag(text) != Some(true)),
        () if called(WORKED) && flags() => |text| ended(flag(text) != Some(false)),
        () => return None,
    })
}

fn ended(good: bool) -> End {
    if good { End::Good } else { End::Bad }
}

fn flag(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "true" | "yes" | "t" | "y" | "1" => Some(true),
        "false" | "no" | "f" | "n" | "0" | "" => Some(false),
        _ => None,
    }
}

fn status(text: &str) -> End {
    let all = names::words(text).concat();
    let starts = |known: &[&str]| {
        let begins = |word: &String| known.iter().any(|start| word.starts_with(start));
        names::words(text).iter().any(begins) || begins(&all)
    };
    if starts(BAD) {
        End::Bad
    } else if all.is_empty() || number(text).is_some() || starts(GOOD) {
        End::Good
    } else {
        End::Unknown
    }
}

fn error(text: &str) -> End {
    let nothing = is_no_result(text) || number(text).is_some() || flag(text) == Some(false);
    ended(nothing || status(text) == End::Good)
}

fn info(text: &str) -> End {
    ended(is_no_result(text) || status(text) != End::Bad)
}

fn cause(text: &str) -> Cause {
    let words = names::words(text);
    let time = words.iter().any(|word| word.starts_with("timeout") || word.starts_with("timed"));
    if time { Cause::TimedOut } else { Cause::Failed }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{means, plain};
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
            ("info", "NoResultError: killed", ""),
            ("failed", "True", "False"),
            ("success", "0", "1"),
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
