//! The methods. One folder a family, one file a method, one list in [`registry`]. A method gets numbers or a
//! table and returns a model: it knows nothing of specs, files, folds or threads.
//!
//! To add one, see `docs/adding-a-method.md`: one file here, one line in [`registry`].

mod baseline;
mod bayes;
pub mod command;
pub mod conformance;
mod discriminant;
mod draws;
mod ensemble;
mod gaussian_process;
mod imported;
mod kernel;
mod linear;
mod method;
mod neighbours;
mod network;
pub mod registry;
mod rules;
mod shared;
mod task;
mod tolerance;
mod tree;
#[cfg(test)]
mod weka;

pub use imported::Imported;
pub use kernel::function::Kernel;
pub use kernel::svr::{Svr, SvrModel, Tube};
pub use method::{
    AtOnce, Curve, FitContext, FitError, FitResult, Input, Method, MethodInfo, Model, ModelFacts,
    NeverStop, Samples, Stop, StopReason, TestedAtOnce, go_on, groups_by, predict_in_blocks,
};
pub use registry::Registry;
pub use shared::{Shared, SharedKey};
pub use task::{
    ClassPredictions, Classify, Labels, Predictions, ScoreMatrix, Scores, Task, Truth, largest,
};
