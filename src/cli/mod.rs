//! The command line: one file a verb. A verb reads its arguments, calls the library, prints, and chooses the exit code.
//! Results go to standard output, everything else to standard error.

mod adjust;
mod analyze;
mod arguments;
mod audit;
mod check;
mod column_table;
mod completions;
mod context;
mod data;
mod data_info;
mod exit;
mod file_options;
mod fold_table;
mod form;
mod import;
mod init;
mod list;
mod plan;
mod power;
mod progress;
mod report;
mod run;
mod selftest;
mod stored;
mod verify;
mod why;
mod work;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Verb};
use exit::{Exit, Refusal, say};

/// Runs the program.
pub fn main() -> ExitCode {
    exit::quiet_panics();
    let result = std::panic::catch_unwind(|| {
        let arguments = match Arguments::try_parse() {
            Ok(arguments) => arguments,
            Err(error) => {
                // Help and version are not mistakes.
                let exit = if error.use_stderr() { Exit::Usage } else { Exit::Done };
                let _ = error.print();
                return Ok(exit);
            }
        };
        obey(&arguments.verb)
    });
    match result {
        Ok(Ok(Exit::Done)) if exit::output_lost() => Exit::Internal.into(),
        Ok(Ok(exit)) => exit.into(),
        Ok(Err(Refusal { exit, text })) => {
            say(&text);
            exit.into()
        }
        Err(_) => {
            say("this is a bug in tribunal; stored results are safe");
            Exit::Internal.into()
        }
    }
}

fn obey(verb: &Verb) -> Result<Exit, Refusal> {
    match verb {
        Verb::Run(options) => run::run(options),
        Verb::Work(options) => work::work(options),
        Verb::Plan(options) => plan::plan(options),
        Verb::Power(options) => power::power(options),
        Verb::Why(options) => why::why(options),
        Verb::Check(options) => check::check(options),
        Verb::Verify(options) => verify::verify(options),
        Verb::Analyze(options) => analyze::analyze(options),
        Verb::Adjust(options) => adjust::adjust(options),
        Verb::Report(options) => report::report(options),
        Verb::Import(options) => import::import(options),
        Verb::Audit(options) => audit::audit(options),
        Verb::List(options) => list::list(options),
        Verb::Data(options) => data::data(options),
        Verb::Selftest(options) => selftest::selftest(options),
        Verb::Init(options) => init::init(options),
        Verb::Completions(options) => completions::completions(options),
    }
}
