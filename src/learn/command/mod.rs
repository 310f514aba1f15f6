//! Methods that are programs of any language. A program gets the training part, the test part without its labels, the
//! parameters and a seed, and answers with predictions; it runs in a process group of its own, with limits, and whatever it
//! does costs one fit. The protocol is described in `docs/command.md`.

mod fault;
mod imported;
mod workplace;

pub use fault::{Fault, ProgramError};
pub use imported::Imported;
pub use workplace::Workplace;
