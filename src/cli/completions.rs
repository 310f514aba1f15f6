//! `tribunal completions SHELL`.

use clap::{Args, CommandFactory};

use super::arguments::Arguments;
use super::exit::{Exit, Refusal, print};

/// Arguments of `completions`.
#[derive(Args)]
pub struct CompletionOptions {
    /// The shell
    pub shell: clap_complete::Shell,
}

pub fn completions(options: &CompletionOptions) -> Result<Exit, Refusal> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "tribunal", &mut script);
    print(&String::from_utf8_lossy(&script));
    Ok(Exit::Done)
}
