//! The program: read the arguments, do what they say, leave with a code that means something.

use std::process::ExitCode;

fn main() -> ExitCode {
    tribunal::cli::main()
}
