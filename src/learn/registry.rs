//! The list of methods. What stands here can be named in a spec, is listed by `tribunal list methods`, appears in the
//! documentation and is put through the conformance suite.

use super::baseline::majority::Majority;
use super::bayes::naive_bayes::NaiveBayes;
use super::discriminant::{flda, lda::Lda, qda::Qda};
use super::ensemble::forest::RandomForest;
use super::ensemble::{adaboost, bagging};
use super::gaussian_process::gp::GaussianProcess;
use super::kernel::{mnsvm, nnisda, olla_l2, ollawv, svm};
use super::linear::linear_svm::LinearSvm;
use super::linear::logistic::Logistic;
use super::method::Method;
use super::neighbours::knn::Knn;
use super::network::mlp::Mlp;
use super::rules::jrip::Jrip;
use super::task::Classify;
use super::tree::j48::J48;

/// Every classifier that ships.
static CLASSIFIERS: &[&dyn Method<Classify>] = &[
    &Majority,
    &Knn,
    &NaiveBayes,
    &Lda,
    &Qda,
    &flda::FLDA,
    &flda::FLDA_ALL,
    &Logistic,
    &LinearSvm,
    &svm::METHOD,
    &ollawv::METHOD,
    &olla_l2::METHOD,
    &nnisda::METHOD,
    &mnsvm::METHOD,
    &GaussianProcess,
    &J48,
    &Jrip,
    &RandomForest,
    &adaboost::METHOD,
    &bagging::METHOD,
    &Mlp,
];

/// The methods an experiment may name.
#[derive(Clone)]
pub struct Registry {
    classifiers: Vec<&'static dyn Method<Classify>>,
}

impl Registry {
    /// The methods that ship.
    pub fn standard() -> Registry {
        Registry { classifiers: CLASSIFIERS.to_vec() }
    }

    /// With one more classifier; it takes the place of one of the same kind. It stays in memory until the process ends:
    /// experiments point to their methods, and there are few of them.
    pub fn with(mut self, classifier: impl Method<Classify> + 'static) -> Registry {
        let classifier: &'static dyn Method<Classify> = Box::leak(Box::new(classifier));
        self.classifiers.retain(|c| c.info().kind != classifier.info().kind);
        self.classifiers.push(classifier);
        self
    }

    /// All classifiers, in documentation order.
    pub fn classifiers(&self) -> &[&'static dyn Method<Classify>] {
        &self.classifiers
    }

    /// The classifier of that kind.
    pub fn classifier(&self, kind: &str) -> Option<&'static dyn Method<Classify>> {
        self.classifiers.iter().copied().find(|c| c.info().kind == kind)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Names of parameters are flat: those of a base are `base-...`, and no other parameter may be called so.
    #[test]
    fn no_parameter_name_occurs_twice_over_any_base() {
        let registry = Registry::standard();
        let mut all = registry.classifiers().to_vec();
        for method in registry.classifiers() {
            let wholes = registry.classifiers().iter().filter_map(|&base| method.over(base));
            let before = all.len();
            all.extend(wholes.filter_map(Result::ok));
            let builds_on_none = all.len() == before;
            let of_a_base = method.info().params.iter().any(|p| p.name.starts_with("base-"));
            assert!(!(builds_on_none && of_a_base), "{}", method.info().kind);
        }
        assert!(all.len() > 2 * registry.classifiers().len(), "few bases: {}", all.len());
        for info in all.iter().map(|method| method.info()) {
            let names: BTreeSet<&str> = info.params.iter().map(|p| p.name).collect();
            assert_eq!(names.len(), info.params.len(), "{}", info.kind);
        }
    }
}
