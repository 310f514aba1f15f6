//! What texts say of how a run ended: `failed`, `timed out`, `MemoryError: ...`, `finished without errors`. It knows words, not
//! the columns that hold them.

use super::super::names;
use super::super::place::whole;
use super::flag;
use crate::analysis::Cause;
use crate::data::read::forms::numbers::is_no_result;
use crate::data::read::text::number;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Good,
    Bad,
    Unknown,
}

/// Words for runs without a result. Beginnings count where they are long enough to be of no other word.
const BAD: &[&str] = &[
    "ko",
    "err",
    "errs",
    "oom",
    "memout",
    "nan",
    "fail",
    "fails",
    "kill",
    "crash",
    "abort",
    "skip",
    "lost",
    "wait",
    "timed",
    "preempted",
    "pruned",
];
const BAD_BEGINNINGS: &[&str] = &[
    "failed",
    "failure",
    "failing",
    "error",
    "timeout",
    "crashed",
    "killed",
    "memoryerror",
    "outofmemory",
    "exception",
    "aborted",
    "cancel",
    "pending",
    "running",
    "queued",
    "invalid",
    "missing",
    "diverg",
    "unsolved",
    "incomplete",
    "skipped",
    "terminated",
    "notrun",
    "schedul",
    "waiting",
];
/// What Python and Java call errors: `ValueError`, `TimeoutException`.
const BAD_ENDINGS: &[&str] = &["error", "exception", "interrupt"];
/// Words for runs with one.
const GOOD: &[&str] =
    &["ok", "okay", "done", "pass", "valid", "true", "yes", "good", "normal", "ready", "optimal"];
const GOOD_BEGINNINGS: &[&str] = &[
    "succe",
    "complete",
    "finish",
    "passed",
    "fitted",
    "trained",
    "cached",
    "evaluated",
    "solved",
    "converg",
];
/// Words that turn the next one round.
const NO: &[&str] = &["no", "not", "without", "never", "zero", "didn", "un"];

/// What one word says.
fn word(word: &str) -> End {
    let starts = |known: &[&str]| known.iter().any(|start| word.starts_with(start));
    let ends = |known: &[&str]| known.iter().any(|end| word.ends_with(end));
    if BAD.contains(&word) || starts(BAD_BEGINNINGS) || ends(BAD_ENDINGS) {
        End::Bad
    } else if GOOD.contains(&word) || starts(GOOD_BEGINNINGS) {
        End::Good
    } else {
        End::Unknown
    }
}

/// What the words of a text say, each turned round where a negation precedes it.
fn ends(text: &str) -> Vec<End> {
    let mut negated = false;
    let mut found = Vec::new();
    for own in names::words(text) {
        let is_no = NO.contains(&own.as_str()) || whole(&own) == Some(0);
        let end = match (word(&own), negated) {
            (End::Bad, true) => End::Good,
            (End::Good, true) => End::Bad,
            (end, _) => end,
        };
        // `did not yet converge`: a negation holds until the next word that says something.
        negated = is_no || negated && end == End::Unknown;
        found.push(end);
    }
    found
}

/// What a cell of a column of states says.
pub fn status(text: &str) -> End {
    let ends = ends(text);
    let all = names::words(text).concat();
    if ends.contains(&End::Bad) || BAD_BEGINNINGS.iter().any(|start| all.starts_with(start)) {
        End::Bad
    } else if all.is_empty() || number(text).is_some() || ends.contains(&End::Good) {
        End::Good
    } else {
        End::Unknown
    }
}

/// What a cell of a column of errors says: anything but nothing is one.
pub fn error(text: &str) -> End {
    let nothing = is_no_result(text) || number(text).is_some() || flag(text) == Some(false);
    if nothing || status(text) == End::Good { End::Good } else { End::Bad }
}

/// What a remark says: only one that begins with an error or an end is about the end of the run.
pub fn info(text: &str) -> End {
    let ends = ends(text);
    let all = names::words(text).concat();
    let bad = ends.first() == Some(&End::Bad)
        || BAD_BEGINNINGS.iter().any(|start| all.starts_with(start));
    let good = ends.contains(&End::Good) || is_no_result(text) || is_about_methods(text);
    if bad && !good { End::Bad } else { End::Good }
}

/// Whether a remark begins with a word that says what was done as well: `missing values imputed`, `skip connections`, `error bars
/// over 5 seeds`. Alone or before a colon the word says how the run ended.
fn is_about_methods(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "missing",
        "skip",
        "wait",
        "lost",
        "running",
        "invalid",
        "error",
        "err",
        "exception",
        "terminated",
        "pruned",
        "crash",
    ];
    let words = names::words(text);
    let alone = words.len() < 2 || text.split_whitespace().next().is_some_and(|w| w.ends_with(':'));
    !alone && words.first().is_some_and(|first| WORDS.contains(&first.as_str()))
}

/// Why a run failed.
pub fn cause(text: &str) -> Cause {
    let words = names::words(text);
    let time = words.iter().any(|word| word.starts_with("timeout") || word.starts_with("timed"));
    if time { Cause::TimedOut } else { Cause::Failed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_understood_word_by_word() {
        for text in [
            "failed",
            "FAILED",
            "Timed out",
            "TIMEOUT",
            "out of memory",
            "ValueError: x",
            "not run",
            "did not converge",
            "not finished",
            "finished with errors",
            "KO",
            "OOM",
            "cancelled by user",
            "KeyboardInterrupt",
        ] {
            assert_eq!(status(text), End::Bad, "{text}");
        }
        for text in [
            "ok",
            "done",
            "Completed",
            "finished without errors",
            "no error",
            "0 errors",
            "",
            "3",
            "not cancelled",
        ] {
            assert_eq!(status(text), End::Good, "{text}");
        }
        for text in ["South Korea", "Kosovo", "Oklahoma", "new", "old"] {
            assert_eq!(status(text), End::Unknown, "{text}");
        }
    }

    #[test]
    fn only_remarks_that_begin_with_an_error_are_about_one() {
        for text in ["MemoryError: no memory", "timeout", "killed by the system", "NoResultError"] {
            assert_eq!(info(text), End::Bad, "{text}");
        }
        for text in
            ["missing values imputed", "with skip connections", "ran well, no error", "NA", ""]
        {
            assert_eq!(info(text), End::Good, "{text}");
        }
    }
}
