//! The integration tests: one binary, one module a theme. They drive the program as a user does, or check it against
//! values computed by other programs.

mod absent_data;
mod analysis;
mod analysis_null;
mod analysis_published;
mod analysis_refusals;
mod architecture;
mod audit;
mod audit_claims;
mod audit_command;
mod audit_wrong;
mod bags;
mod browser;
mod classic_tests;
mod command;
mod command_tasks;
#[cfg(unix)]
mod crash;
#[cfg(unix)]
mod crash_damage;
#[cfg(unix)]
mod crash_disk;
#[cfg(unix)]
mod crash_kills;
mod damaged_data;
mod damaged_specs;
mod declared_folds;
mod determinism;
mod documentation;
mod failures;
mod file_tasks;
mod fold_tables;
mod frozen;
mod frozen_tasks;
mod fuzz;
mod gate;
mod hostile_files;
mod hostile_names;
mod import;
mod import_doubts;
mod inputs;
mod isolation;
mod library;
mod library_methods;
mod libsvm;
mod many_trials;
mod missing_results;
mod mixed_specs;
mod null_rates;
mod old_store;
mod own_task;
mod power;
mod protocols;
mod published;
mod published_ranks;
mod published_wilcoxon;
mod reference_tables;
mod regression;
mod report;
mod report_latex;
mod report_page;
mod reproducible;
mod rust_code;
mod scikit_learn;
mod scikit_regression;
mod shards;
mod shards_folder;
mod shen_marks;
mod simple_mi;
mod steps;
mod streams;
mod support;
mod theses;
mod verbs;
mod verify;
mod worked_examples;
