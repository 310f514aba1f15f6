//! The conformance suite: what every method must do, checked on any method that is handed in. Those that ship are checked
//! by our tests; a method of your own can be checked the same way, best in a test of its own:
//!
//! ```
//! use tribunal::{Classify, Court, conformance};
//!
//! let knn = Court::new().method::<Classify>("knn").ok_or("no such method")?;
//! assert_eq!(conformance::check(knn), Vec::<String>::new());
//! # Ok::<(), &str>(())
//! ```
//!
//! The rules: the declaration is whole, and every default lies in its domain. Fitting twice gives the same model. The order
//! of test examples does not matter. One example, one class or number, constant features, huge numbers and the like give a
//! model or a typed error, never a panic. There is one possible answer per example; numbers and scores are finite,
//! probabilities sum to one; facts are declared. Points of a grid that are fitted in a group predict what they predict
//! alone, and sparse rows what dense ones do. What is iterated asks whether to stop. Missing values, nominal features and
//! weights are learned from where that is declared. Clouds of points far apart, bags of them and planes are learned with
//! the default parameters.
//!
//! Methods that learn from streams are held to the same rules by [`check_stream`], and to some of their own: an empty model
//! answers, classes and levels may come late, questions change no model, and chunks do not matter unless the method says so.

mod bags;
mod classes;
mod numbers;
mod rules;
#[cfg(test)]
mod stream_tests;
mod streams;
mod tables;
#[cfg(test)]
mod tests;
mod toy;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub(crate) use self::streams::broken_stream_declaration;
pub use self::streams::check_stream;
pub use self::toy::{Examined, Part, Toy};

use super::command::Program;
use super::imported::Imported;
use super::shared::Shared;
use super::{Declared, FitContext, Method, Stop};
use crate::num::key::RngKey;
use crate::params::{Domain, ParamInfo, Params, Value};

/// Every rule the method breaks, in words; empty if it conforms. It takes from milliseconds to seconds, as the method does.
/// A panic is caught and reported, though its usual message may appear on standard error.
pub fn check<T: Examined>(method: &dyn Method<T>) -> Vec<String> {
    let mut broken = declared(|| broken_declaration(method));
    if broken.is_empty() {
        let rules: [Rule<T>; 6] = [
            rules::check_groups,
            rules::check_learns,
            rules::check_sparse,
            rules::check_stops,
            tables::check_tables,
            tables::check_weights,
        ];
        check_fits(method, &rules, &mut broken);
    }
    broken
}

/// A rule: it adds what a method breaks, in words.
type Rule<T> = fn(&dyn Method<T>, &mut Vec<String>);

/// What is wrong with a declaration; a method may panic when asked.
fn declared(ask: impl FnOnce() -> Vec<String>) -> Vec<String> {
    let asked = catch_unwind(AssertUnwindSafe(ask));
    asked.unwrap_or_else(|_| vec!["panics when asked what it is".into()])
}

/// Puts a method through every toy and some rules.
fn check_fits<T: Examined>(method: &dyn Method<T>, rules: &[Rule<T>], broken: &mut Vec<String>) {
    for params in variations(method.info().params) {
        for (place, toy) in T::toys().iter().enumerate() {
            rules::check_toy(method, &params, toy, place == 0, broken);
        }
    }
    for rule in rules {
        if catch_unwind(AssertUnwindSafe(|| rule(method, broken))).is_err() {
            broken.push("panics on a problem that can be learned".into());
        }
    }
}

/// Every rule that the declaration of a method breaks.
pub(crate) fn broken_declaration(method: &dyn Declared) -> Vec<String> {
    let mut broken = Vec::new();
    let info = method.info();
    let kebab = |name: &str| {
        !name.is_empty()
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    if !kebab(info.kind) {
        broken.push(format!("kind `{}` is not lower case with `-`", info.kind));
    }
    if [Program::KIND, Imported::KIND].contains(&info.kind) {
        broken.push(format!("kind `{}` means something else in specs", info.kind));
    }
    if info.summary.is_empty() || info.reference.is_empty() || info.version == 0 {
        broken.push("summary, reference or version is missing".into());
    }
    let mut names = BTreeSet::new();
    for param in info.params {
        if !kebab(param.name) || !names.insert(param.name) || param.about.is_empty() {
            broken.push(format!("parameter `{}` is misnamed, doubled or undocumented", param.name));
        }
        if param.domain.accept(param.default.clone()).as_ref() != Some(&param.default) {
            broken.push(format!("the default of `{}` lies outside its domain", param.name));
        }
        if !param.domain.is_sound() {
            broken.push(format!("the domain of `{}` combines what does not combine", param.name));
        }
    }
    broken
}

/// The defaults, and each parameter in turn at other values of its domain.
fn variations(declared: &[ParamInfo]) -> Vec<Params> {
    let defaults = ParamInfo::defaults(declared);
    let mut all = vec![defaults.clone()];
    for param in declared {
        let others: Vec<Value> = match (param.domain.usual(), &param.default) {
            (Domain::Int { min, .. }, _) => vec![Value::Int(min)],
            (Domain::Flag, _) => vec![Value::Flag(true), Value::Flag(false)],
            (_, Value::Real(v)) => vec![Value::Real(v * 0.1), Value::Real(v * 10.0)],
            // Where the default is a word; only real numbers accept these.
            _ => vec![Value::Real(0.1), Value::Real(10.0)],
        };
        let words = param.domain.words().iter().map(|word| Value::Text((*word).into()));
        let accepted = others.into_iter().chain(words).filter_map(|v| param.domain.accept(v));
        all.extend(accepted.map(|value| defaults.clone().with(param.name, value)));
    }
    all
}

/// Bytes that a fit of the suite may use.
const MEMORY: usize = 1 << 24;

fn context<'a>(stop: &'a dyn Stop, shared: &'a Shared) -> FitContext<'a> {
    FitContext { key: RngKey::root(1), stop, shared, memory: MEMORY, place: None }
}
