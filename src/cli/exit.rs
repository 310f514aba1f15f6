//! Exit codes and refusals. A code means one thing, whatever the verb, so that a script can rely on it.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use super::run::AGAIN;
use crate::analysis::Refused;
use crate::court;
use crate::data::DataError;
use crate::data::read::parquet::columns::in_polars;
use crate::diagnostic::Mistakes;
use crate::escape::{visible, visible_but_styles};
use crate::plan::{PlanError, TooManyTrials, UnknownName};
use crate::run::{RunError, in_method};
use crate::store::{StoreError, TablesError};

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Everything asked for was done.
    Done = 0,
    /// The gate found a regression: this and nothing else.
    Regressed = 1,
    /// Usage, spec or data is wrong; nothing ran.
    Usage = 2,
    /// Finished, but with failed or missing trials; a strict audit that found more than matches.
    Incomplete = 3,
    /// No baseline, or one that cannot be compared.
    Incomparable = 4,
    /// The gate could not decide at the declared margin.
    Inconclusive = 5,
    /// Nothing was selected.
    Nothing = 6,
    /// A stored result could not be reproduced.
    NotReproduced = 7,
    /// Something that should not happen.
    Internal = 70,
    /// Stopped by the user.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// What to do about a disk that does not take results.
pub const WRITABLE: &str = "what was stored before is safe; free some space, allow writing there, or choose another \
                            place with --output, then run the same command to go on";

/// Why a verb was not carried out.
#[derive(Debug)]
pub struct Refusal {
    /// The code to leave with.
    pub exit: Exit,
    /// What the user reads.
    pub text: String,
}

impl Refusal {
    /// A mistake of the user's, with a way out.
    pub fn usage(message: impl std::fmt::Display) -> Refusal {
        Refusal { exit: Exit::Usage, text: format!("error: {message}") }
    }

    /// Something that should not happen, or a disk that cannot be written.
    pub fn internal(message: impl std::fmt::Display) -> Refusal {
        Refusal { exit: Exit::Internal, text: format!("error: {message}") }
    }
}

impl From<Mistakes> for Refusal {
    fn from(mistakes: Mistakes) -> Refusal {
        let count = mistakes.mistakes.len();
        let plural = if count == 1 { "mistake" } else { "mistakes" };
        let drawn = mistakes.render(colour_on_stderr());
        let text =
            format!("{drawn}\n\n{}: {count} {plural}, nothing was run", mistakes.file.display());
        Refusal { exit: Exit::Usage, text }
    }
}

impl From<DataError> for Refusal {
    fn from(error: DataError) -> Refusal {
        let text = error.render(colour_on_stderr());
        Refusal { exit: Exit::Usage, text }
    }
}

impl From<Vec<DataError>> for Refusal {
    fn from(errors: Vec<DataError>) -> Refusal {
        let texts: Vec<String> = errors.into_iter().map(|e| Refusal::from(e).text).collect();
        let text = format!("{}\n\nnothing was run", texts.join("\n\n"));
        Refusal { exit: Exit::Usage, text }
    }
}

impl From<court::Error> for Refusal {
    fn from(error: court::Error) -> Refusal {
        use court::Error;
        match error {
            Error::Spec(mistakes) => mistakes.into(),
            Error::Unknown(name) => name.into(),
            Error::Data(errors) => errors.into(),
            Error::Unplannable(errors) => errors.into(),
            Error::Store(error) => error.into(),
            Error::Run(error) => error.into(),
            Error::Tables(error) => error.into(),
            Error::Unreadable { .. } => Refusal::usage(format!(
                "{error}\nhelp: `tribunal init NAME` writes a spec to start from"
            )),
            Error::TooLarge { .. } => Refusal::usage(format!(
                "{error}\n\
                 help: use fewer threads (-j 1), or check for a nominal column with very many levels (`tribunal plan`)"
            )),
            Error::Unwritable { .. } => Refusal::internal(format!("{error}\nhelp: {WRITABLE}")),
            Error::Imported { .. } => Refusal::usage(format!(
                "{error}\nhelp: give the experiment another name, or remove the folder"
            )),
            Error::NotReady { .. } => Refusal::usage(format!(
                "{error}\nhelp: install it, or correct `command` in the spec; --method runs the others"
            )),
            Error::NotText { .. } | Error::Method { .. } => Refusal::usage(error),
        }
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Refusal {
        Refusal::usage(format!("{}\nhelp: {}", refused.problem, refused.remedy))
    }
}

impl From<UnknownName> for Refusal {
    fn from(error: UnknownName) -> Refusal {
        Refusal { exit: Exit::Nothing, text: format!("error: {error}") }
    }
}

impl From<Vec<PlanError>> for Refusal {
    fn from(errors: Vec<PlanError>) -> Refusal {
        let texts: Vec<String> = errors.iter().map(|error| format!("error: {error}")).collect();
        let text = format!("{}\n\nnothing was run", texts.join("\n\n"));
        Refusal { exit: Exit::Usage, text }
    }
}

impl From<TooManyTrials> for Refusal {
    fn from(error: TooManyTrials) -> Refusal {
        vec![PlanError::from(error)].into()
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        if matches!(error, StoreError::Interrupted { .. }) {
            return Refusal { exit: Exit::Interrupted, text: format!("{error}; {AGAIN} to go on") };
        }
        match error.is_disk() {
            false => Refusal::usage(error),
            true if error.is_misplaced() => Refusal::usage(format!("{error}\nhelp: {WRITABLE}")),
            true => Refusal::internal(format!("{error}\nhelp: {WRITABLE}")),
        }
    }
}

impl From<TablesError> for Refusal {
    fn from(error: TablesError) -> Refusal {
        match error {
            TablesError::Store(error) => error.into(),
            TablesError::Io(_) => Refusal::internal(format!("{error}\nhelp: {WRITABLE}")),
            TablesError::Polars(_) => Refusal::internal(error),
        }
    }
}

impl From<RunError> for Refusal {
    fn from(error: RunError) -> Refusal {
        let help = match error {
            RunError::Threads(_) => "use a smaller number of --jobs",
            RunError::Store(_) => WRITABLE,
        };
        Refusal::internal(format!("{error}\nhelp: {help}"))
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Refusal {
        Refusal::internal(error)
    }
}

fn colour(terminal: bool) -> bool {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    terminal && wanted && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
}

/// Whether standard output shows colours.
pub fn colour_on_stdout() -> bool {
    colour(std::io::stdout().is_terminal())
}

/// Whether standard error shows colours.
pub fn colour_on_stderr() -> bool {
    colour(std::io::stderr().is_terminal())
}

/// A panic inside a method is an outcome, one of polars on a damaged file is an error, and both are reported as such; elsewhere it
/// is a bug.
pub fn quiet_panics() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !in_method() && !in_polars() {
            usual(panic);
        }
    }));
}

static OUTPUT_LOST: AtomicBool = AtomicBool::new(false);

/// Prints to standard output. A reader that went away (`| head`) is no error; output that is lost otherwise is.
pub fn print(text: &str) {
    let mut out = std::io::stdout();
    let text = harmless(text, colour_on_stdout());
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        let gone = error.kind() == std::io::ErrorKind::BrokenPipe;
        if !gone && !OUTPUT_LOST.swap(true, Ordering::Relaxed) {
            say(&format!("error: cannot write to standard output: {error}"));
        }
    }
}

/// Whether something could not be printed.
pub fn output_lost() -> bool {
    OUTPUT_LOST.load(Ordering::Relaxed)
}

/// Prints a line to standard error; nor is it an error if nobody listens there.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", harmless(line, colour_on_stderr()));
}

/// Names and data come from files: nothing in them may command the terminal. Colours are our own where there are any.
fn harmless(text: &str, coloured: bool) -> std::borrow::Cow<'_, str> {
    if coloured { visible_but_styles(text) } else { visible(text) }
}
