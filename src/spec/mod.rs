//! Specs: TOML text in, a checked [`Spec`] out, or every mistake of the file with its place and a remedy. Its parts are types
//! of the modules that they set: the [`Experiment`](crate::experiment::Experiment), which can be planned and run, and the
//! settings of the analysis, of the report and of the gate.

mod check;
mod environment;
mod grid;
mod key_list;
mod key_list_results;
mod keys;
mod name;
mod other_setting;
mod read_analysis;
mod read_command;
mod read_datasets;
mod read_file_dataset;
mod read_folds;
mod read_gate;
mod read_generate;
mod read_import;
mod read_methods;
mod read_points;
mod read_protocol;
mod read_reference;
mod read_report;
mod read_shipped;
mod reader;
mod reference_names;
mod reference_source;
mod template;

pub use check::{Spec, parse};
pub use environment::{Environment, Stored};
pub use keys::{Key, Section, documentation};
pub use name::{NAME_RULE, is_name};
pub use template::{
    PYTHON_METHOD, SHELL_METHOD, TEMPLATE_DATA, TemplateSource, template, with_program,
};

#[cfg(test)]
pub mod fixture;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod words_and_lists_tests;
