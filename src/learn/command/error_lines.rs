//! Which lines of a log have the form of an error: a word such as `Error` or `ValueError` before a colon, a level of a
//! logger, or the opening words of a language's own report. "training error: 0.02" has another form and is none.

/// How the reports of languages begin.
const OPENINGS: &[&str] = &[
    "Error in ",
    "Exception in thread",
    "Unhandled exception",
    "Unhandled Exception",
    "Uncaught ",
    "Caused by: ",
    "Fatal error",
    "terminate called",
    "Segmentation fault",
    "Assertion failed",
];

/// Words before a colon.
const HEADS: &[&str] = &["error", "fatal", "fatal error", "panic", "exception", "critical"];

/// Words that often belong to an error where nothing has its form.
const LIKELY: &[&str] = &[
    "not found",
    "no such file",
    "permission denied",
    "can't ",
    "cannot ",
    "could not ",
    "unable to ",
    "unknown option",
    "unrecognized",
    "unrecognised",
    "wrong input",
    "invalid",
    "illegal option",
    "out of memory",
    "failed",
    "aborted",
    "killed",
    "syntax error",
    "exception",
];

/// Whether a line has the form of an error.
pub fn is_error(line: &str) -> bool {
    let line = line.trim();
    if is_warning(line) {
        return false;
    }
    OPENINGS.iter().any(|opening| line.starts_with(opening))
        || line.contains("panicked at ")
        || line.ends_with("Error)")
        || has_level(line)
        || has_head(line)
}

/// Whether a line may say what went wrong.
pub fn may_be_error(line: &str) -> bool {
    let lower = line.to_lowercase();
    !is_warning(line) && LIKELY.iter().any(|words| lower.contains(words))
}

fn is_warning(line: &str) -> bool {
    let head = line.split_once("arning").map_or("", |(head, _)| head);
    (head.ends_with('W') || head.ends_with('w')) && !head.contains("rror")
}

/// `x.py: error: ...`, `ERROR: ...`, `java.lang.IllegalStateException: ...`; not `error: 0.25`, which is a number that is
/// reported.
fn has_head(line: &str) -> bool {
    let mut rest = line;
    while let Some((head, after)) = rest.split_once(':') {
        let head = head.trim();
        let value = after.trim().trim_end_matches('%');
        if (is_head(head) || is_exception(head)) && value.parse::<f64>().is_err() {
            return true;
        }
        rest = after;
    }
    is_exception(rest.trim()) && rest.len() == line.len()
}

fn is_head(word: &str) -> bool {
    HEADS.iter().any(|head| word.eq_ignore_ascii_case(head))
}

/// One word such as `ValueError` or `java.io.IOException`.
fn is_exception(word: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "_.$".contains(c);
    let name = word.rsplit(['.', '$']).next().unwrap_or("");
    let named = ["Error", "Exception"].iter().any(|end| name.ends_with(end));
    named && word.chars().all(plain) && name.starts_with(|c: char| c.is_uppercase())
}

/// `2026-01-31 12:00:00 ERROR ...`, `[error] ...`.
fn has_level(line: &str) -> bool {
    line.split_whitespace().take(5).any(|word| {
        let bare = word.trim_matches(|c: char| "[]<>|:,-".contains(c));
        let bracketed = word.starts_with('[') && bare.eq_ignore_ascii_case("error");
        bracketed || ["ERROR", "FATAL", "CRITICAL"].contains(&bare)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_known_by_their_form() {
        for line in [
            "Error in library(class) : there is no package called 'class'",
            "Error: object 'x' not found",
            "ERROR: LoadError: UndefVarError: `x` not defined",
            "Exception in thread \"main\" java.lang.IllegalStateException: no rows",
            "ValueError: Found array with 0 sample(s)",
            "sklearn.exceptions.NotFittedError: This SVC instance is not fitted yet",
            "AssertionError",
            "method.py: error: unrecognized arguments: -x",
            "main.c:3:5: error: expected ';'",
            "thread 'main' panicked at src/main.rs:2:5:",
            "panic: runtime error: index out of range [5] with length 3",
            "2026-01-31 12:00:00,123 ERROR trainer no convergence",
            "ERROR:root:no convergence",
            "[error] no convergence",
            "error: 'x' undefined",
            "m.rb:1:in 'f': bad (RuntimeError)",
        ] {
            assert!(is_error(line), "{line}");
        }
    }

    #[test]
    fn scores_that_are_called_errors_and_warnings_are_none() {
        for line in [
            "training error: 0.02",
            "Error: 0.25",
            "MeanSquaredError: 12%",
            "mean squared error 0.3",
            "x.py:3: FutureWarning: this will raise an Error: soon",
            "Warning message:",
            "errors so far: none of note",
            "epoch 3, loss 0.5",
            "Execution halted",
        ] {
            assert!(!is_error(line), "{line}");
        }
    }
}
