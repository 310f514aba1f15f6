//! Steps: what may be done to the columns of a fit after they became numbers, in the order a spec lists. A step declares its
//! parameters and a version, is fitted on the training rows of the fit at hand, and is then applied to any rows. Steps are
//! one file each and one line in [`STEPS`].

use super::fisher::Fisher;
use crate::data::{Features, Rows};
use crate::params::{ParamInfo, Params};

/// A step as data: help, documentation, the check of a spec and identities read this.
#[derive(Debug)]
pub struct StepInfo {
    /// The word in specs, and before the names of its parameters.
    pub name: &'static str,
    /// One line: what it does.
    pub summary: &'static str,
    /// Where it is described.
    pub reference: &'static str,
    /// Its parameters, each named after the step: `fisher-features`.
    pub params: &'static [ParamInfo],
    /// Raised whenever the same input may give other numbers.
    pub version: u32,
    /// Whether it needs a class for every row.
    pub needs_classes: bool,
}

/// A step that can be fitted.
pub trait Step: Send + Sync {
    /// What it is.
    fn info(&self) -> &'static StepInfo;

    /// Learns from training rows. `classes` has the class of each row, where there are classes. Refused with a reason.
    fn fit(
        &self,
        x: Rows<'_>,
        classes: Option<&[usize]>,
        params: &Params,
    ) -> Result<Box<dyn FittedStep>, String>;
}

/// A fitted step.
pub trait FittedStep: Send + Sync {
    /// The features of any rows after the step.
    fn apply(&self, features: Features) -> Features;
}

/// Every step that ships, in documentation order.
pub static STEPS: &[&dyn Step] = &[&Fisher];

/// The step of that name.
pub fn find_step(name: &str) -> Option<&'static dyn Step> {
    STEPS.iter().copied().find(|step| step.info().name == name)
}

/// The parameters of a step in a point of a grid.
pub fn params_of(step: &StepInfo, point: &Params) -> Params {
    let own = point.iter().filter_map(|(name, value)| {
        let declared = step.params.iter().find(|param| param.name == name)?;
        Some((declared.name.into(), value.clone()))
    });
    Params::new(own.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_named_after_their_step_and_defaults_lie_in_their_domain() {
        for info in STEPS.iter().map(|step| step.info()) {
            for param in info.params {
                assert!(param.name.starts_with(&format!("{}-", info.name)), "{}", param.name);
                assert_eq!(param.domain.accept(param.default.clone()), Some(param.default.clone()));
            }
            assert!(!info.summary.is_empty() && !info.reference.is_empty() && info.version > 0);
            assert!(find_step(info.name).is_some());
        }
    }
}
