//! The integration tests: one binary, one module a theme. They drive the program as a user does, or check it against
//! values computed by other programs.

mod architecture;
mod damaged_data;
mod damaged_specs;
mod documentation;
mod failures;
mod frozen;
mod libsvm;
mod protocols;
mod reproducible;
mod scikit_learn;
mod support;
mod verbs;
