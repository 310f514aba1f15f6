//! Methods that are programs of any language. A program gets the training part, the test part without its labels, the
//! parameters and a seed, and answers with predictions; it runs in a process group of its own, with limits, and whatever it
//! does costs one fit. The protocol is described in `docs/command.md`.

mod answer;
mod by_files;
mod cause;
#[cfg(test)]
mod cause_tests;
mod classes;
mod cpu;
mod error_lines;
mod exam;
mod fingerprint;
mod log;
mod numbers;
mod part;
mod process;
mod program;
mod said;
mod scores;
mod spoken;
mod tasks;
mod trace;
mod variables;
mod worker;
mod workplace;

pub use fingerprint::{Unreadable, files_among, fingerprint, missing_script};
pub use program::{Exchange, Program, ProgramSettings};
pub use variables::{is_taken, variable_of};
pub use workplace::{Workplace, clean_up};
