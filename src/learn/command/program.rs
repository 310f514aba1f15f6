//! The method that is a program: it prepares the exam, starts or finds the program, waits for its answer with all limits, and
//! leaves a log where it failed. What is said in between is [`super::by_files`] and [`super::worker`].

use std::path::{Path, PathBuf};

use rand_chacha::rand_core::Rng;

use super::by_files;
use super::exam::{Exam, PROTOCOL};
use super::fingerprint::{missing_interpreter, missing_script};
use super::log;
use super::process::Patience;
use super::said::end_of;
use super::spoken::Spoken;
use super::worker::Worker;
use super::workplace::{PrivateFolder, Workplace};
use crate::escape::visible;
use crate::learn::failure::failure;
use crate::learn::{
    Declared, Fault, FitContext, FitError, Input, MethodInfo, ModelFacts, StopReason, TestAnswers,
};
use crate::params::Params;

/// How a program is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exchange {
    /// It is started for every fit and finds files.
    Files,
    /// It stays and is asked in lines of JSON.
    Worker,
}

impl Exchange {
    /// The words of a spec.
    pub const NAMES: &'static [&'static str] = &["files", "worker"];

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            Exchange::Files => "files",
            Exchange::Worker => "worker",
        }
    }
}

/// A method that is a program.
pub struct Program {
    /// What it is made of.
    pub settings: ProgramSettings,
    info: &'static MethodInfo,
}

/// What a program is made of.
#[derive(Debug, Clone)]
pub struct ProgramSettings {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder it works in: that of the spec.
    pub folder: PathBuf,
    /// Variables of its own.
    pub environment: Vec<(String, String)>,
    /// How it is asked.
    pub exchange: Exchange,
    /// What it learns from.
    pub input: Input,
    /// Bytes of memory it may take, if the spec says.
    pub memory: Option<u64>,
    /// Wall-clock seconds that a fit may take.
    pub wall_limit: f64,
    /// Hash of what it is made of.
    pub fingerprint: String,
}

/// What is asked beside the examples.
pub struct Question<'a> {
    /// The parameters.
    pub params: &'a Params,
    /// For the program's own randomness.
    pub seed: u32,
    /// Bytes of memory the program may take.
    pub memory: u64,
}

/// Bytes of memory that a program may take unless the spec says otherwise: the same whatever else runs, and where.
const MEMORY: u64 = 4 << 30;

/// Points of a grid that one worker tries in a row on the same data.
const POINTS_A_WORKER: usize = 8;

/// Bytes of its messages that an outcome keeps.
const MOST_OUTPUT: usize = 4096;

/// The declaration of a program. Declarations live as long as this process, so this one is given away for good.
fn declare(settings: &ProgramSettings) -> &'static MethodInfo {
    let words = format!("program: {}", settings.command.join(" "));
    Box::leak(Box::new(MethodInfo {
        kind: Program::KIND,
        summary: "a program of any language",
        reference: Box::leak(words.into_boxed_str()),
        version: PROTOCOL,
        input: settings.input,
        outside: true,
        ..MethodInfo::PLAIN
    }))
}

impl Program {
    /// The word in specs.
    pub const KIND: &'static str = "command";

    /// Wall-clock seconds that a fit may take where the spec does not say.
    pub const WALL_LIMIT: f64 = 600.0;

    /// The method of a program.
    pub fn new(settings: ProgramSettings) -> Program {
        Program { info: declare(&settings), settings }
    }

    /// The points of a grid in batches.
    pub(super) fn chunks(&self, points: usize) -> Vec<Vec<usize>> {
        let together = match self.settings.exchange {
            Exchange::Files => 1,
            Exchange::Worker => POINTS_A_WORKER,
        };
        let points: Vec<usize> = (0..points).collect();
        points.chunks(together).map(<[usize]>::to_vec).collect()
    }

    /// One fit of an exam; one that fails leaves a log.
    pub(super) fn tested<T: Spoken>(
        &self,
        exam: &Exam<'_, T>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> Result<TestAnswers<T>, FitError> {
        let Some(workplace) = context.place.and_then(|place| place.downcast_ref::<Workplace>())
        else {
            return Err(FitError::Unsuitable("there is no place for programs here".into()));
        };
        if context.stop.requested() {
            return Err(FitError::Stopped);
        }
        let question = Question {
            params,
            // What every language takes for a seed.
            seed: context.key.child("program", 0).stream().next_u32() >> 1,
            memory: self.settings.memory.unwrap_or(MEMORY),
        };
        let patience = Patience::new(context.stop, self.settings.wall_limit);
        let mut said = String::new();
        let mut folder = None;
        let answered = match self.settings.exchange {
            Exchange::Files => PrivateFolder::new()
                .map_err(|error| {
                    failure(Fault::NotStarted, format!("cannot make a folder for it: {error}"))
                })
                .and_then(|made| {
                    let folder = folder.insert(made);
                    by_files::fit_and_predict(self, exam, &question, folder, &patience, &mut said)
                })
                .map(|answered| (answered, 0)),
            Exchange::Worker => self.ask_worker(exam, &question, &patience, workplace, &mut said),
        };
        let output = visible(end_of(&said, MOST_OUTPUT)).into_owned();
        match answered {
            Ok((answered, predicting)) => Ok(TestAnswers {
                answers: answered.predictions,
                facts: ModelFacts {
                    stop: StopReason::Unknown,
                    numbers: answered.facts,
                    curve: None,
                },
                predicting,
                output,
            }),
            Err(FitError::Outside(mut error)) => {
                error.output = output;
                let folder = folder.as_ref().map(PrivateFolder::path);
                let asked = (&exam.facts(), &question);
                error.log = log::keep(workplace, self, context, asked, &error, &said, folder);
                Err(FitError::Outside(error))
            }
            Err(other) => Err(other),
        }
    }

    fn ask_worker<T: Spoken>(
        &self,
        exam: &Exam<'_, T>,
        question: &Question<'_>,
        patience: &Patience<'_>,
        workplace: &Workplace,
        said: &mut String,
    ) -> Result<(by_files::Answered<T::Answers>, u64), FitError> {
        if let Some(worker) = workplace.take(&self.settings.fingerprint, exam.key) {
            match self.ask(worker, exam, question, patience, workplace, said) {
                // What a worker did before must not decide: a new one is asked, with all the time there is.
                Err(FitError::Outside(error)) if error.fault != Fault::Refused => {}
                answered => return answered,
            }
        }
        let patience = &patience.renewed();
        let worker = Worker::start(self, question.memory, patience, said)?;
        self.ask(worker, exam, question, patience, workplace, said)
    }

    /// Asks a worker, which waits for the next fit if it is in good order.
    fn ask<T: Spoken>(
        &self,
        mut worker: Worker,
        exam: &Exam<'_, T>,
        question: &Question<'_>,
        patience: &Patience<'_>,
        workplace: &Workplace,
        said: &mut String,
    ) -> Result<(by_files::Answered<T::Answers>, u64), FitError> {
        let start = worker.process.begin();
        let answered = worker.fit_and_predict(exam, question, patience);
        let good = match &answered {
            Ok(_) => true,
            Err(FitError::Outside(error)) => error.fault == Fault::Refused,
            Err(_) => false,
        };
        if !good {
            worker.process.kill();
        }
        *said = worker.process.said().since(start);
        if good {
            workplace.put_back(&self.settings.fingerprint, worker);
        }
        answered
    }
}

impl Declared for Program {
    fn info(&self) -> &'static MethodInfo {
        self.info
    }

    fn fingerprint(&self) -> Option<&str> {
        Some(&self.settings.fingerprint)
    }

    fn ready(&self) -> Result<(), String> {
        let (words, folder) = (&self.settings.command, &self.settings.folder);
        if let Some(script) = missing_script(words, folder) {
            return Err(format!("there is no `{script}` in {}", folder.display()));
        }
        let word = self.settings.command.first().map_or("", String::as_str);
        if let Some(program) = place_of(word, folder) {
            return match missing_interpreter(&program) {
                Some(name) => Err(format!(
                    "cannot start `{word}`: its first line asks for `{}`, which is not there",
                    visible(&name)
                )),
                None => Ok(()),
            };
        }
        let place = if word.contains('/') {
            format!(
                "there is no such program that may be executed (seen from {})",
                self.settings.folder.display()
            )
        } else {
            "there is no such program on the PATH".to_owned()
        };
        Err(format!("cannot start `{word}`: {place}"))
    }
}

/// The program that the first word of a command names.
fn place_of(word: &str, folder: &Path) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = match word.contains('/') {
        true => vec![folder.join(word)],
        false => std::env::split_paths(&path).map(|place| place.join(word)).collect(),
    };
    places.retain(|place| !word.is_empty() && is_program(place));
    places.into_iter().next()
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}
