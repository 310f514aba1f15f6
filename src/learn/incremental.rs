//! Models that keep learning: streams and learning curves begin with an empty model and hand it examples as they arrive.

use super::fit::{FitContext, FitError};
use super::method::Declared;
use super::model::Model;
use super::samples::Samples;
use super::task::Task;
use crate::data::FeatureKind;
use crate::params::Params;

/// What is known of the examples before the first one arrives.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// Kinds of the features.
    pub features: Vec<FeatureKind>,
    /// Classes, or targets of a regression.
    pub outputs: usize,
}

/// A model that can also learn.
pub trait Growing<T: Task>: Model<T> {
    /// Learns from further examples.
    fn learn(&mut self, more: &Samples<'_, T>, context: &FitContext<'_>) -> Result<(), FitError>;
}

/// A method whose models keep learning.
pub trait Incremental<T: Task>: Declared {
    /// A model that has seen no example.
    fn begin(
        &self,
        shape: &Shape,
        params: &Params,
        context: &FitContext<'_>,
    ) -> Result<Box<dyn Growing<T>>, FitError>;
}
