//! The methods. One folder per family, one file per method, one list in [`registry`]. A method gets numbers or a
//! table and returns a model: it knows nothing of specs, files, folds or threads.
//!
//! To add one, see `docs/adding-a-method.md`: one file here, one line in [`registry`].

mod any;
mod baseline;
mod bayes;
pub mod command;
pub mod conformance;
mod discriminant;
mod draws;
mod ensemble;
mod failure;
mod fit;
mod gaussian_process;
mod imported;
mod incremental;
mod kernel;
mod linear;
mod method;
mod model;
mod multi_instance;
mod neighbours;
mod network;
pub mod registry;
mod rules;
mod samples;
mod shared;
mod stream;
mod task;
mod tolerance;
mod tree;
#[cfg(test)]
mod weka;

pub use any::{AnyMethod, Over, Streamed, Trained};
pub use ensemble::VERSIONS_OF_A_BASE;
pub use ensemble::composite::{Base, Combine, Composite};
pub use failure::{Fault, OutsideError};
pub use fit::{FitContext, FitError, NeverStop, Stop, go_on};
pub use imported::Imported;
pub use incremental::{Growing, Incremental, Shape};
pub use kernel::function::Kernel;
pub use method::{
    BaseVersion, Contestant, Declared, Input, Method, MethodInfo, TestAnswers, groups_by,
};
pub use model::{Curve, FitResult, Model, ModelFacts, StopReason, predict_in_blocks};
pub use registry::{Entry, Registry};
pub use samples::Samples;
pub use shared::{Shared, SharedKey};
pub use task::*;
