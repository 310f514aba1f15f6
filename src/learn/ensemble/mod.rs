//! Methods that let many models decide. `adaboost` and `bagging` build on any method that is named as their base
//! ([`composite`] makes a method of the two); a random forest grows its own trees ([`forest`]).
//!
//! Whose is what: boosting is Freund and Schapire's AdaBoost.M1 in the form of Weka 3.6.14, which the reference values
//! come from; bagging and the random forest are Breiman's. How a base is named, how its parameters are told apart and how bags are
//! drawn is our own.

pub mod adaboost;
pub mod bagging;
pub mod composite;
#[cfg(test)]
mod composite_tests;
pub mod forest;
#[cfg(test)]
mod tests;
mod urn;
mod versions;

pub use versions::VERSIONS_OF_A_BASE;

use super::method::Method;
use super::task::Classify;
use super::tree::j48::J48;

/// What boosting and bagging of classifiers build on if a spec names no base. It is never changed: a wrapper over it has
/// the wrapper's plain kind in stored results.
static DEFAULT_BASE: &dyn Method<Classify> = &J48;
