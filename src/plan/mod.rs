//! Plans: a checked experiment and its loaded datasets become a list of trials with identities. A plan is pure data: it
//! says what there is to do, not what was done (the store knows that) nor how (the scheduler does).

mod expand;
mod identity;

pub use expand::{Job, Loaded, Plan, PlanError, Selection, Trial};
pub use identity::{ENGINE_VERSION, Identity, TrialId};
