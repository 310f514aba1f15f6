//! `tribunal completions SHELL`.

use clap::CommandFactory;

use super::arguments::{Arguments, CompletionOptions};
use super::exit::{Exit, Refusal, print};

pub fn completions(options: &CompletionOptions) -> Result<Exit, Refusal> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "tribunal", &mut script);
    print(&String::from_utf8_lossy(&script));
    Ok(Exit::Done)
}
