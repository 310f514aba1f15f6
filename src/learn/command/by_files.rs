//! The plain form of the protocol: a program is started for every fit, with the name of a private folder as its last
//! argument. It finds the exam there in four files and leaves its answer in one or two.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::process::ExitStatus;

use super::answer::{self, PREDICTIONS, malformed};
use super::cause::{Folders, cause};
use super::exam::Exam;
use super::process::{Launch, Patience, Process};
use super::program::{Program, Question};
use super::spoken::{Expected, Spoken};
use super::variables;
use super::workplace::PrivateFolder;
use crate::files;
use crate::learn::FitError;
use crate::learn::failure::{Fault, OutsideError, failure};

/// The file of what the program tells about its model.
const FACTS: &str = "facts.json";

/// What a program left in its folder.
pub struct Answered<A> {
    /// What it predicted.
    pub predictions: A,
    /// What it told.
    pub facts: BTreeMap<String, f64>,
}

/// Writes the exam into a folder.
fn write_exam<T: Spoken>(
    folder: &Path,
    exam: &Exam<'_, T>,
    question: &Question<'_>,
) -> io::Result<()> {
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
pub fn fit_and_predict<T: Spoken>(
    program: &Program,
    exam: &Exam<'_, T>,
    question: &Question<'_>,
    folder: &PrivateFolder,
    patience: &Patience<'_>,
    said: &mut String,
) -> Result<Answered<T::Answers>, FitError> {
    let path = folder.path();
    write_exam(path, exam, question).map_err(|error| {
        failure(Fault::NotStarted, format!("cannot write its files to {}: {error}", path.display()))
    })?;
    let launch = Launch {
        words: &program.settings.command,
        argument: Some(path),
        folder: &program.settings.folder,
        scratch: path,
        variables: &variables::of_fit(&exam.facts(), question, path),
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
    check_status(ended?, said, process.folders()).map_err(OutsideError::ends_fit)?;
    let expected = exam.expected();
    let answered = || -> Result<Answered<T::Answers>, OutsideError> {
        let Some(predictions) = read_predictions(&path.join(PREDICTIONS), expected)? else {
            return Err(no_predictions(&cause(said, process.folders())));
        };
        Ok(Answered { predictions, facts: read_facts(&path.join(FACTS))? })
    };
    answered().map_err(OutsideError::ends_fit)
}

/// What the end of a program means.
pub fn check_status(status: ExitStatus, said: &str, folders: &Folders) -> Result<(), OutsideError> {
    if status.success() {
        return Ok(());
    }
    // The shell that becomes the program says so itself if it cannot.
    let unable = matches!(status.code(), Some(126 | 127)) && said.trim_start().starts_with("sh: ");
    let fault = if unable { Fault::NotStarted } else { Fault::Crashed };
    let how = match (status.code(), signal(status)) {
        (Some(code), _) => format!("it ended with exit code {code}"),
        (None, Some(signal)) => format!("it was killed by signal {signal}{}", meaning(signal)),
        (None, None) => "it ended, and the system does not say how".to_owned(),
    };
    let cause = cause(said, folders);
    let why = if cause.is_empty() { String::new() } else { format!(": {cause}") };
    Err(OutsideError::new(fault, format!("{how}{why}")))
}

/// A script that goes on after an error ends well, and leaves nothing.
fn no_predictions(cause: &str) -> OutsideError {
    let wrote = if cause.is_empty() { String::new() } else { format!("; it wrote: {cause}") };
    malformed(format!("it ended without an error, but left no {PREDICTIONS}{wrote}"))
}

/// What a signal mostly means.
fn meaning(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction: perhaps it was built for another processor)",
        6 => " (it ended itself)",
        8 => " (arithmetic error)",
        9 => " (perhaps the memory was used up)",
        11 => " (segmentation fault)",
        15 => " (it was asked to end)",
        _ => "",
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
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

fn read_predictions<E: Expected>(
    path: &Path,
    expected: E,
) -> Result<Option<E::Answers>, OutsideError> {
    read(path, expected.longest())?.map(|text| expected.read_csv(&text)).transpose()
}

fn read_facts(path: &Path) -> Result<BTreeMap<String, f64>, OutsideError> {
    let Some(text) = read(path, 1 << 20)? else { return Ok(BTreeMap::new()) };
    let wrong = |why: &str| malformed(format!("{FACTS} is not an object of numbers: {why}"));
    let value: serde_json::Value = match serde_json::from_str(&text) {
        Ok(value) => value,
        Err(e) if answer::is_out_of_range(&e) => {
            return Err(answer::out_of_range(text.as_bytes(), &e));
        }
        Err(e) => return Err(wrong(&e.to_string())),
    };
    let Some(object) = value.as_object() else { return Err(wrong("it is something else")) };
    answer::facts(object)
}
