//! The plain form of the protocol: a program is started for every fit, with the name of a private folder as its last
//! argument. It finds the exam there in four files and leaves its answer in one or two.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::process::ExitStatus;

use super::answer::{self, Expected, Meaning};
use super::exam::Exam;
use super::process::{Launch, Patience, Process};
use super::program::{Program, Question};
use super::said::end_of;
use super::workplace::PrivateFolder;
use crate::data::read::text::shown;
use crate::escape::visible_line;
use crate::files;
use crate::learn::failure::{Fault, OutsideError, failure};
use crate::learn::{ClassPredictions, FitError};

/// The file of the answer.
const PREDICTIONS: &str = "predictions.csv";
/// The file of what the program tells about its model.
const FACTS: &str = "facts.json";

/// What a program left in its folder.
pub struct Answered {
    /// What it predicted.
    pub predictions: ClassPredictions,
    /// What it told.
    pub facts: BTreeMap<String, f64>,
}

/// Writes the exam into a folder.
pub fn write_exam(folder: &Path, exam: &Exam<'_>, question: &Question<'_>) -> io::Result<()> {
    let json = |value: &serde_json::Value| format!("{value:#}\n").into_bytes();
    let parameters = serde_json::to_value(question.params)?;
    for (name, bytes) in [
        ("train.csv", exam.train_csv()),
        ("test.csv", exam.test_csv()),
        ("params.json", json(&parameters)),
        ("task.json", json(&exam.task(question.seed))),
    ] {
        std::fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}

/// One fit. What the program wrote for people is handed over whatever becomes of it.
pub fn fit_and_predict(
    program: &Program,
    exam: &Exam<'_>,
    question: &Question<'_>,
    folder: &PrivateFolder,
    patience: &Patience<'_>,
    said: &mut String,
) -> Result<Answered, FitError> {
    let path = folder.path();
    write_exam(path, exam, question).map_err(|error| {
        failure(Fault::NotStarted, format!("cannot write its files to {}: {error}", path.display()))
    })?;
    let launch = Launch {
        words: &program.settings.command,
        argument: Some(path),
        folder: &program.settings.folder,
        scratch: path,
        environment: &program.settings.environment,
        memory: question.memory,
        speaks: false,
    };
    let mut process = Process::start(&launch).map_err(OutsideError::ends_fit)?;
    let ended = process.end(patience);
    if ended.is_err() {
        process.kill();
    }
    *said = process.said().since(0);
    check_status(ended?, said).map_err(OutsideError::ends_fit)?;
    let expected = exam.expected();
    let answered = || -> Result<Answered, OutsideError> {
        let predictions = read_predictions(&path.join(PREDICTIONS), expected)?;
        Ok(Answered { predictions, facts: read_facts(&path.join(FACTS))? })
    };
    answered().map_err(OutsideError::ends_fit)
}

/// What the end of a program means.
pub fn check_status(status: ExitStatus, said: &str) -> Result<(), OutsideError> {
    if status.success() {
        return Ok(());
    }
    let last = end_of(said, 4096).lines().last().unwrap_or("").trim();
    let last: String = visible_line(last).chars().take(200).collect();
    // The shell that becomes the program says so itself if it cannot.
    let unable = matches!(status.code(), Some(126 | 127)) && said.trim_start().starts_with("sh: ");
    let fault = if unable { Fault::NotStarted } else { Fault::Crashed };
    let how = match (status.code(), signal(status)) {
        (Some(code), _) => format!("it ended with exit code {code}"),
        (None, Some(signal)) => format!("it was killed by signal {signal}"),
        (None, None) => "it ended, and the system does not say how".to_owned(),
    };
    let why = if last.is_empty() { String::new() } else { format!(": {last}") };
    Err(OutsideError::new(fault, format!("{how}{why}")))
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

fn malformed(reason: String) -> OutsideError {
    OutsideError::new(Fault::Malformed, reason)
}

fn read(path: &Path, longest: usize) -> Result<Option<String>, OutsideError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match files::read(path, longest as u64) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(malformed(format!("{name} is not UTF-8 text"))),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            let reason = format!("{name} is longer than any answer, which takes {longest} bytes");
            Err(OutsideError::new(Fault::TooMuchOutput, reason))
        }
        Err(error) => Err(malformed(format!("{name} cannot be read: {error}"))),
    }
}

fn read_predictions(path: &Path, expected: Expected) -> Result<ClassPredictions, OutsideError> {
    let Some(text) = read(path, expected.longest())? else {
        return Err(malformed(format!("it ended without an error, but left no {PREDICTIONS}")));
    };
    parse_predictions(&text, expected)
}

/// Fields as most languages write them: some put texts between quotes.
fn fields(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(|field| {
        let field = field.trim();
        field.strip_prefix('"').and_then(|f| f.strip_suffix('"')).unwrap_or(field)
    })
}

/// Reads `predictions.csv`.
fn parse_predictions(text: &str, expected: Expected) -> Result<ClassPredictions, OutsideError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines();
    let header: Vec<&str> = fields(lines.next().unwrap_or("")).collect();
    let of = |letter: char| -> Vec<String> {
        (0..expected.classes).map(|class| format!("{letter}{class}")).collect()
    };
    let meaning = match header.split_first() {
        Some((&"label", [])) => None,
        Some((&"label", rest)) if rest == of('p') => Some(Meaning::Probability),
        Some((&"label", rest)) if rest == of('s') => Some(Meaning::Decision),
        _ => {
            let last = expected.classes.saturating_sub(1);
            return Err(malformed(format!(
                "{PREDICTIONS} begins with {}; its first line must be `label`, `label,p0,...,p{last}` or `label,s0,...,s{last}`",
                shown(&header.join(","))
            )));
        }
    };
    let (mut labels, mut scores) = (Vec::new(), Vec::new());
    for (row, line) in lines.enumerate() {
        if line.trim().is_empty() && labels.len() == expected.rows {
            continue;
        }
        let cells: Vec<&str> = fields(line).collect();
        if cells.len() != header.len() {
            return Err(malformed(format!(
                "{PREDICTIONS} line {}: {} fields, and the first line has {}",
                row + 2,
                cells.len(),
                header.len()
            )));
        }
        if labels.len() >= expected.rows {
            // Counted to the end, for the message.
            labels.push(0);
            continue;
        }
        labels.push(expected.label(row, cells[0])?);
        for (class, cell) in cells[1..].iter().enumerate() {
            let Ok(score) = cell.parse::<f64>() else {
                let reason = format!(
                    "row {}: the score of class {class} is {}, not a number",
                    row + 1,
                    shown(cell)
                );
                return Err(OutsideError::new(Fault::NotANumber, reason));
            };
            scores.push(score);
        }
    }
    expected.predictions(labels, meaning.map(|meaning| (meaning, scores)))
}

fn read_facts(path: &Path) -> Result<BTreeMap<String, f64>, OutsideError> {
    let Some(text) = read(path, 1 << 20)? else { return Ok(BTreeMap::new()) };
    let wrong = |why: &str| malformed(format!("{FACTS} is not an object of numbers: {why}"));
    let value: serde_json::Value =
        serde_json::from_str(&text).map_err(|e| wrong(&e.to_string()))?;
    let Some(object) = value.as_object() else { return Err(wrong("it is something else")) };
    answer::facts(object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::Scores;

    const TWO: Expected = Expected { rows: 2, classes: 2 };

    #[test]
    fn answers_of_several_languages_are_read() {
        for good in [
            "label\n0\n1\n",
            "label\r\n0\r\n1\r\n",
            "\u{feff}label\n0\n1",
            "\"label\"\n\"0\"\n\"1\"\n",
            "label\n 0\n1 \n\n",
        ] {
            let found = parse_predictions(good, TWO).unwrap();
            assert_eq!((found.labels, found.scores), (vec![0, 1], Scores::None), "{good:?}");
        }
        let found = parse_predictions("label,p0,p1\n0,1e0,0\n1,0.25,0.75\n", TWO).unwrap();
        let Scores::Probability(matrix) = found.scores else { panic!("{:?}", found.scores) };
        assert_eq!(matrix.values, [1.0, 0.0, 0.25, 0.75]);
        let found = parse_predictions("label,s0,s1\n0,-1,3\n1,2,2\n", TWO).unwrap();
        assert!(matches!(found.scores, Scores::Decision(_)));
    }

    #[test]
    fn bad_answers_are_refused_with_their_kind() {
        for (bad, fault, words) in [
            ("", Fault::Malformed, "begins with"),
            ("0\n1\n", Fault::Malformed, "first line must be `label`"),
            ("label,p1,p0\n0,1,0\n1,0,1\n", Fault::Malformed, "begins with"),
            ("label\n0\n", Fault::WrongLength, "1 predictions for 2 rows"),
            ("label\n0\n1\n1\n0\n", Fault::WrongLength, "4 predictions for 2 rows"),
            ("label\n0\n2\n", Fault::UnknownLabel, "row 2: there is no class `2`"),
            ("label\n0\n1,1\n", Fault::Malformed, "line 3: 2 fields"),
            ("label,s0,s1\n0,1,nan\n1,0,0\n", Fault::NotANumber, "row 1: the score of class 1"),
            ("label,s0,s1\n0,1,NA\n1,0,0\n", Fault::NotANumber, "`NA`, not a number"),
            ("label,p0,p1\n0,1,1\n1,0,1\n", Fault::Malformed, "sum to 2"),
        ] {
            let error = parse_predictions(bad, TWO).unwrap_err();
            assert_eq!(error.fault, fault, "{bad:?}");
            assert!(error.reason.contains(words), "{bad:?}: {}", error.reason);
        }
    }
}
