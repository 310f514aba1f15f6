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

/// A model that can also learn. Each chunk of a stream is predicted before it is learned from.
pub trait Growing<T: Task>: Model<T> {
    /// Learns from further examples. The key of the context is the same for every chunk: a model that draws numbers takes
    /// its stream when it begins, and keeps it.
    fn learn(&mut self, more: &Samples<'_, T>, context: &FitContext<'_>) -> Result<(), FitError>;
}

/// A method whose models keep learning. Streams come as tables, so it declares
/// [`Input::Table`](crate::learn::Input::Table): values may be missing, and nominal features are codes.
pub trait Incremental<T: Task>: Declared {
    /// A model that has seen no example; it can be asked for answers all the same. `params` holds every declared parameter,
    /// each in its domain.
    fn begin(
        &self,
        shape: &Shape,
        params: &Params,
        context: &FitContext<'_>,
    ) -> Result<Box<dyn Growing<T>>, FitError>;

    /// Whether its models depend on how a stream is cut into chunks, such as an ensemble with one member per chunk. Other
    /// methods promise the same model for any chunks, and the conformance suite holds them to it.
    fn depends_on_chunks(&self) -> bool {
        false
    }
}
