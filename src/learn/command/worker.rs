//! The fast form of the protocol: a program that stays and is asked many times, in lines of JSON. It greets first, gets data
//! once for all fits on them, and answers a fit and then the predictions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value as Json, json};

use super::answer;
use super::by_files::{Answered, check_status};
use super::exam::{Exam, PROTOCOL, line};
use super::part::Encoding;
use super::process::{Heard, Launch, Patience, Process};
use super::program::{Program, Question};
use super::spoken::{Expected, Spoken, SpokenTruth};
use super::workplace::PrivateFolder;
use crate::data::read::text::shown;
use crate::escape::visible_line;
use crate::learn::failure::{Fault, OutsideError, failure};
use crate::learn::{FitError, Stop};

/// Bytes of an answer that is not predictions.
const SHORT: usize = 1 << 20;

/// A program that waits for its next fit.
pub struct Worker {
    /// The program; it is killed before its folder is removed.
    pub process: Process,
    encoding: Encoding,
    /// The data it has.
    data: Option<[u8; 32]>,
    _scratch: PrivateFolder,
}

/// Asks the same, and charges nothing: starting is not fitting.
struct Free<'a>(&'a dyn Stop);

impl Stop for Free<'_> {
    fn requested(&self) -> bool {
        self.0.requested()
    }
}

/// Passes on what is charged, and counts it.
struct Meter<'a> {
    stop: &'a dyn Stop,
    charged: AtomicU64,
}

impl Stop for Meter<'_> {
    fn requested(&self) -> bool {
        self.stop.requested()
    }

    fn charge(&self, nanoseconds: u64) {
        self.charged.fetch_add(nanoseconds, Ordering::Relaxed);
        self.stop.charge(nanoseconds);
    }
}

impl Worker {
    /// Starts a worker and waits for its greeting.
    pub fn start(
        program: &Program,
        memory: u64,
        patience: &Patience<'_>,
        said: &mut String,
    ) -> Result<Worker, FitError> {
        let scratch = PrivateFolder::new().map_err(|error| {
            failure(Fault::NotStarted, format!("cannot make a folder for it: {error}"))
        })?;
        let launch = Launch {
            words: &program.settings.command,
            argument: None,
            folder: &program.settings.folder,
            scratch: scratch.path(),
            variables: &[],
            environment: &program.settings.environment,
            memory,
            speaks: true,
        };
        let mut process = Process::start(&launch).map_err(OutsideError::ends_fit)?;
        let free = Free(patience.stop);
        let greeting = hear(&mut process, SHORT, &Patience { stop: &free, ..*patience });
        let encoding =
            greeting.and_then(|greeting| greeted(&greeting).map_err(OutsideError::ends_fit));
        match encoding {
            Ok(encoding) => Ok(Worker { process, encoding, data: None, _scratch: scratch }),
            Err(error) => {
                process.kill();
                *said = process.said().since(0);
                Err(error)
            }
        }
    }

    /// Whether it has these data.
    pub fn has(&self, data: [u8; 32]) -> bool {
        self.data == Some(data)
    }

    /// One fit; also the nanoseconds that went into predictions.
    pub fn fit_and_predict<T: Spoken>(
        &mut self,
        exam: &Exam<'_, T>,
        question: &Question<'_>,
        patience: &Patience<'_>,
    ) -> Result<(Answered<T::Answers>, u64), FitError> {
        if let Some(Heard::Line(line)) = self.process.unasked() {
            let reason = format!("it wrote {} without being asked", quoted(&line));
            return Err(failure(Fault::Malformed, reason));
        }
        if !self.has(exam.key) {
            self.process.send(exam.data_line(self.encoding));
            self.data = Some(exam.key);
        }
        let fit = json!({ "do": "fit", "params": question.params, "seed": question.seed });
        let fitted = self.ask(&fit, SHORT, patience)?;
        if fitted.contains_key(<T::Truth as SpokenTruth>::Expected::KEY) {
            let reason = "it answered a fit with predictions; a line too many was written before";
            return Err(failure(Fault::Malformed, reason));
        }
        let facts = match fitted.get("facts") {
            None => BTreeMap::new(),
            Some(Json::Object(facts)) => answer::facts(facts).map_err(OutsideError::ends_fit)?,
            Some(_) => return Err(failure(Fault::Malformed, "`facts` is not an object")),
        };
        let meter = Meter { stop: patience.stop, charged: AtomicU64::new(0) };
        let metered = Patience { stop: &meter, ..*patience };
        let expected = exam.expected();
        let said = self.ask(&json!({ "do": "predict" }), expected.longest(), &metered)?;
        let predictions = expected.read_json(&said).map_err(OutsideError::ends_fit)?;
        Ok((Answered { predictions, facts }, meter.charged.into_inner()))
    }

    fn ask(
        &mut self,
        question: &Json,
        longest: usize,
        patience: &Patience<'_>,
    ) -> Result<serde_json::Map<String, Json>, FitError> {
        self.process.send(line(question));
        let heard = hear(&mut self.process, longest, patience)?;
        let object = object(&heard).map_err(OutsideError::ends_fit)?;
        match object.get("error") {
            None => Ok(object),
            Some(reason) => {
                let reason = reason.as_str().map_or_else(|| reason.to_string(), str::to_owned);
                let reason: String = visible_line(&reason).chars().take(500).collect();
                Err(failure(Fault::Refused, reason))
            }
        }
    }
}

/// The next line of a program, or why there is none.
fn hear(
    process: &mut Process,
    longest: usize,
    patience: &Patience<'_>,
) -> Result<Vec<u8>, FitError> {
    match process.line(longest, patience)? {
        Heard::Line(line) => Ok(line),
        Heard::TooLong => {
            let reason = format!("it wrote a line that is longer than any answer, {longest} bytes");
            Err(failure(Fault::TooMuchOutput, reason))
        }
        Heard::Ended if !process.ends_soon() => {
            Err(failure(Fault::Crashed, "it closed its output, and answers no more"))
        }
        Heard::Ended => {
            let start = process.said().length().saturating_sub(1 << 16);
            let Some(status) = process.kill() else {
                return Err(failure(Fault::Crashed, "it ended before it answered"));
            };
            let said = process.said().since(start);
            check_status(status, &said, process.folders()).map_err(OutsideError::ends_fit)?;
            Err(failure(Fault::Crashed, "it ended before it answered"))
        }
    }
}

fn quoted(line: &[u8]) -> String {
    shown(String::from_utf8_lossy(line).trim())
}

fn object(line: &[u8]) -> Result<serde_json::Map<String, Json>, OutsideError> {
    match serde_json::from_slice(line) {
        Ok(Json::Object(object)) => Ok(object),
        Err(error) if answer::is_out_of_range(&error) => Err(answer::out_of_range(line, &error)),
        Ok(_) | Err(_) => {
            // What Python and JavaScript write for numbers that JSON does not have.
            let text = String::from_utf8_lossy(line);
            let json = text.trim_start().starts_with('{');
            if json && ["NaN", "Infinity"].iter().any(|word| text.contains(word)) {
                let reason = "its answer holds NaN or Infinity, which are no numbers of JSON";
                return Err(OutsideError::new(Fault::NotANumber, reason));
            }
            let reason = format!(
                "it answered {}, which is not a JSON object on one line; messages for people belong to standard error",
                quoted(line)
            );
            Err(OutsideError::new(Fault::Malformed, reason))
        }
    }
}

fn greeted(line: &[u8]) -> Result<Encoding, OutsideError> {
    let greeting = object(line)?;
    let malformed = |reason: String| Err(OutsideError::new(Fault::Malformed, reason));
    if greeting.get("tribunal").and_then(Json::as_u64) != Some(u64::from(PROTOCOL)) {
        return malformed(format!(
            "it greeted with {}; a worker's first line is {{\"tribunal\": {PROTOCOL}}}",
            quoted(line)
        ));
    }
    match greeting.get("numbers").map(Json::as_str) {
        None | Some(Some("json")) => Ok(Encoding::Json),
        Some(Some("base64")) => Ok(Encoding::Base64),
        Some(_) => malformed("`numbers` of its greeting is neither \"json\" nor \"base64\"".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_names_the_version_and_how_numbers_come() {
        let of = |text: &str| greeted(text.as_bytes()).map_err(|e| e.fault);
        assert_eq!(of("{\"tribunal\": 1}\n"), Ok(Encoding::Json));
        assert_eq!(of(r#"{"tribunal": 1, "numbers": "base64", "more": 1}"#), Ok(Encoding::Base64));
        for wrong in [
            "hello",
            "[]",
            "{}",
            r#"{"tribunal": 2}"#,
            r#"{"tribunal": "1"}"#,
            r#"{"tribunal": 1, "numbers": 3}"#,
        ] {
            assert_eq!(of(wrong), Err(Fault::Malformed), "{wrong}");
        }
    }

    #[test]
    fn numbers_that_json_does_not_have_are_named() {
        let of = |text: &str| object(text.as_bytes()).map_err(|e| e.fault);
        assert_eq!(of(r#"{"predictions": [1, NaN]}"#), Err(Fault::NotANumber));
        assert_eq!(of(r#"{"scores": [[-Infinity, 1]]}"#), Err(Fault::NotANumber));
        assert_eq!(of("NaN"), Err(Fault::Malformed));
        let huge = object(br#"{"predictions": [1.5, -1e999, 2]}"#).unwrap_err();
        assert_eq!(huge.fault, Fault::NotANumber);
        assert!(huge.reason.contains("the number `-1e999`"), "{}", huge.reason);
        assert!(huge.reason.contains("beyond the range"), "{}", huge.reason);
    }
}
