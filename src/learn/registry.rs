//! The list of methods, one per kind and setting. What is listed here can be named in a spec, is shown by
//! `tribunal list methods` and in the documentation, and is put through the conformance suite.

use super::any::{AnyMethod, Over, Trained};
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
use super::multi_instance::simple_mi;
use super::neighbours::knn::Knn;
use super::network::mlp::Mlp;
use super::rules::jrip::Jrip;
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
    wrapper(AnyMethod::Bags(&simple_mi::METHOD), &simple_mi::METHOD),
    needs_base(AnyMethod::Bags(&bagging::OF_BAGS), &bagging::OF_BAGS),
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
    pub fn with<T: Trained>(mut self, new: impl Method<T> + 'static) -> Registry {
        let erased = T::erase(Box::leak(Box::new(new)));
        let (kind, setting) = (erased.info().kind, erased.setting());
        self.entries.retain(|e| e.method.info().kind != kind || e.method.setting() != setting);
        self.entries.push(method(erased));
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
