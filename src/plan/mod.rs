//! Plans: a checked experiment and its loaded datasets become a list of trials with identities. A plan is pure data: it
//! says what there is to do, not what was done (the store knows that) nor how (the scheduler does).

mod expand;
mod folds;
mod identity;
mod outline;
mod selection;
mod warnings;

pub use expand::{Job, Loaded, Plan, PlanError};
pub use identity::{ENGINE_VERSION, Identity, TrialId};
pub use outline::{DatasetFacts, FoldFacts, Outline, Part, Remarks, TooManyTrials, Trial};
pub use selection::{Selection, UnknownName};

#[cfg(test)]
mod added_parameters_tests;
#[cfg(test)]
mod bases_tests;
#[cfg(test)]
mod tests;
