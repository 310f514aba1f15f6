//! Specs: TOML text in, a checked [`Experiment`] out, or every mistake of the file with its place and a remedy. An
//! `Experiment` is the only thing that can be planned and run, and it can only be made here.

pub mod analysis;
mod check;
mod environment;
mod experiment;
pub mod gate;
mod grid;
mod key_list;
mod keys;
mod name;
mod other_setting;
mod protocol;
mod read_analysis;
mod read_command;
mod read_datasets;
mod read_file_dataset;
mod read_folds;
mod read_gate;
mod read_import;
mod read_methods;
mod read_protocol;
mod read_reference;
mod read_report;
mod reader;
pub mod reference;
mod reference_names;
mod reference_source;
pub mod report;
mod template;

pub use check::parse;
pub use environment::{Environment, Stored};
pub use experiment::{Absent, AnalysisSpec, Experiment, ImportSpec, MethodSpec};
pub use key_list::KEYS;
pub use keys::{Key, Section, documentation};
pub use name::{NAME_RULE, is_name};
pub use protocol::{
    Conditions, CrossValidation, Evaluate, ImportedParts, Prequential, Protocol, ProtocolKind,
    Scope, Search, Validation, test_to_train,
};
pub use template::{PYTHON_METHOD, TEMPLATE_DATA, template, with_program};

#[cfg(test)]
mod tests;
#[cfg(test)]
mod words_and_lists_tests;
