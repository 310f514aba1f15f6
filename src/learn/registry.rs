//! The list of methods, one per kind and setting. What is listed here can be named in a spec, is shown by
//! `tribunal list methods` and in the documentation, and is put through the conformance suite.

use super::any::{AnyMethod, Over, Streamed, Trained};
use super::baseline::{majority::Majority, mean::Mean};
use super::bayes::naive_bayes::NaiveBayes;
use super::discriminant::{flda, lda::Lda, qda::Qda};
use super::ensemble::composite::{Combine, Composite};
use super::ensemble::forest::RandomForest;
use super::ensemble::{adaboost, bagging};
use super::gaussian_process::gp::GaussianProcess;
use super::incremental::Incremental;
use super::kernel::{mnsvm, nnisda, olla_l2, ollawv, svm, svr::Svr};
use super::linear::linear_svm::LinearSvm;
use super::linear::logistic::Logistic;
use super::linear::ridge::Ridge;
use super::method::Method;
use super::multi_instance::simple_mi;
use super::neighbours::{knn::Knn, knn_regression::KnnRegression};
use super::network::mlp::Mlp;
use super::rules::jrip::Jrip;
use super::stream::{majority::StreamMajority, naive_bayes::StreamNaiveBayes, no_change::NoChange};
use super::task::Setting;
use super::tree::j48::J48;

/// Every method that ships, in documentation order.
static METHODS: &[Entry] = &[
    method(AnyMethod::Classify(&Majority)),
    method(AnyMethod::Classify(&Knn)),
    method(AnyMethod::Classify(&NaiveBayes)),
    method(AnyMethod::Classify(&Lda)),
    method(AnyMethod::Classify(&Qda)),
    method(AnyMethod::Classify(&flda::FLDA)),
    method(AnyMethod::Classify(&flda::FLDA_ALL)),
    method(AnyMethod::Classify(&Logistic)),
    method(AnyMethod::Classify(&LinearSvm)),
    method(AnyMethod::Classify(&svm::METHOD)),
    method(AnyMethod::Classify(&ollawv::METHOD)),
    method(AnyMethod::Classify(&olla_l2::METHOD)),
    method(AnyMethod::Classify(&nnisda::METHOD)),
    method(AnyMethod::Classify(&mnsvm::METHOD)),
    method(AnyMethod::Classify(&GaussianProcess)),
    method(AnyMethod::Classify(&J48)),
    method(AnyMethod::Classify(&Jrip)),
    method(AnyMethod::Classify(&RandomForest)),
    wrapper(AnyMethod::Classify(&adaboost::METHOD), &adaboost::METHOD),
    wrapper(AnyMethod::Classify(&bagging::METHOD), &bagging::METHOD),
    method(AnyMethod::Classify(&Mlp)),
    method(AnyMethod::Regress(&Mean)),
    method(AnyMethod::Regress(&KnnRegression)),
    method(AnyMethod::Regress(&Ridge)),
    method(AnyMethod::Regress(&Svr)),
    wrapper(AnyMethod::Bags(&simple_mi::METHOD), &simple_mi::METHOD),
    needs_base(AnyMethod::Bags(&bagging::OF_BAGS), &bagging::OF_BAGS),
    method(AnyMethod::Stream(&StreamMajority)),
    method(AnyMethod::Stream(&NoChange)),
    method(AnyMethod::Stream(&StreamNaiveBayes)),
];

/// A method of the list, and how it is built over another one if it can be.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The method; a wrapper is over its default base.
    pub method: AnyMethod,
    /// How it is built over a base.
    pub over: Option<&'static dyn Over>,
    /// Whether a spec must name the base.
    pub needs_base: bool,
}

const fn method(method: AnyMethod) -> Entry {
    Entry { method, over: None, needs_base: false }
}

const fn wrapper(method: AnyMethod, over: &'static dyn Over) -> Entry {
    Entry { method, over: Some(over), needs_base: false }
}

const fn needs_base(method: AnyMethod, over: &'static dyn Over) -> Entry {
    Entry { method, over: Some(over), needs_base: true }
}

/// The methods an experiment may name.
#[derive(Clone)]
pub struct Registry {
    entries: Vec<Entry>,
}

impl Registry {
    /// The methods that ship.
    pub fn standard() -> Registry {
        Registry { entries: METHODS.to_vec() }
    }

    /// With one more method; it replaces one of the same kind and setting. It stays in memory until the process ends:
    /// experiments point to their methods, and there are few of them.
    pub fn with<T: Trained>(self, new: impl Method<T> + 'static) -> Registry {
        self.put(method(T::erase(Box::leak(Box::new(new)))))
    }

    /// The same for a method that learns from streams.
    pub fn with_stream<T: Streamed>(self, new: impl Incremental<T> + 'static) -> Registry {
        self.put(method(T::erase_stream(Box::leak(Box::new(new)))))
    }

    /// The same for a method over another one, so that a spec may name its base.
    pub fn with_wrapper<C: Combine>(self, new: Composite<C>) -> Registry {
        let whole: &'static Composite<C> = Box::leak(Box::new(new));
        self.put(wrapper(C::Task::erase(whole), whole))
    }

    fn put(mut self, new: Entry) -> Registry {
        let (kind, setting) = (new.method.info().kind, new.method.setting());
        self.entries.retain(|e| e.method.info().kind != kind || e.method.setting() != setting);
        self.entries.push(new);
        self
    }

    /// All methods, in documentation order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// All methods of a setting, in documentation order.
    pub fn of(&self, setting: Setting) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.method.setting() == Some(setting))
    }

    /// The method of a kind in a setting.
    pub fn find(&self, kind: &str, setting: Setting) -> Option<&Entry> {
        self.of(setting).find(|entry| entry.method.info().kind == kind)
    }

    /// The method of a kind for a task.
    pub fn method<T: Trained>(&self, kind: &str) -> Option<&'static dyn Method<T>> {
        let found = self.entries.iter().filter(|entry| entry.method.info().kind == kind);
        found.filter_map(|entry| T::method(entry.method)).next()
    }

    /// The settings that have a method of this kind.
    pub fn settings_of(&self, kind: &str) -> Vec<Setting> {
        Setting::ALL.into_iter().filter(|&setting| self.find(kind, setting).is_some()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::data::prep::STEPS;

    /// Names of parameters are flat: those of a base are `base-...`, those of a step begin with its name, and no other
    /// parameter may be called so.
    #[test]
    fn no_parameter_name_occurs_twice_over_any_bases_and_steps() {
        let registry = Registry::standard();
        let mut all: Vec<AnyMethod> = registry.entries().iter().map(|entry| entry.method).collect();
        // Two levels of bases by name: every wrapper over every method and over every wrapper over a method.
        for _ in 0..2 {
            let known = all.clone();
            for over in registry.entries().iter().filter_map(|entry| entry.over) {
                let fitting = known.iter().filter(|m| m.setting() == Some(over.base_setting()));
                all.extend(fitting.filter_map(|base| over.over(*base).ok()));
            }
        }
        assert!(all.len() > 100, "few bases: {}", all.len());
        for entry in registry.entries().iter().filter(|entry| entry.over.is_none()) {
            let info = entry.method.info();
            assert!(!info.params.iter().any(|p| p.name.starts_with("base-")), "{}", info.kind);
        }
        let steps: Vec<&str> =
            STEPS.iter().flat_map(|s| s.info().params).map(|param| param.name).collect();
        for info in all.iter().map(|method| method.info()) {
            let own = info.params.iter().map(|p| p.name);
            let names: BTreeSet<&str> = own.chain(steps.iter().copied()).collect();
            assert_eq!(names.len(), info.params.len() + steps.len(), "{}", info.kind);
        }
    }

    #[test]
    fn deeper_bases_are_listed_and_one_level_keeps_its_version() {
        let registry = Registry::standard();
        let find = |kind: &str| registry.find(kind, Setting::Classification).unwrap();
        let over = |kind: &str, base: AnyMethod| find(kind).over.unwrap().over(base).ok().unwrap();
        let knn = find("knn").method;
        let one = over("bagging", knn);
        assert_eq!((one.info().kind, one.info().version), ("bagging-over-knn", 1001));
        assert!(one.info().bases.is_empty());
        // A wrapper over a wrapper over its default base could always be named.
        let named = over("bagging", find("adaboost").method);
        assert!(named.info().bases.is_empty() && named.info().version > 1000);
        let deep = over("bagging", over("bagging", knn));
        let bases: Vec<(&str, u32)> =
            deep.info().bases.iter().map(|base| (base.kind, base.version)).collect();
        assert_eq!(deep.info().version, 1);
        assert_eq!(bases, [("bagging-over-knn", 1001)]);
        let other = over("bagging", over("bagging", find("lda").method));
        assert_ne!(other.info().bases, deep.info().bases);
        let mi = registry.find("simple-mi", Setting::Bags).unwrap();
        assert_eq!(mi.method.info().bases[0].kind, "j48");
    }
}
