//! How scores came about on folds, in a sentence: which folds were drawn and which declared, what chose parameters, and how
//! data were prepared.

use crate::data::load::Source;
use crate::data::prep::Scale;
use crate::experiment::{CrossValidation, Experiment, MethodSpec, ProtocolKind};
use crate::learn::Input;
use crate::plan::{FoldFacts, Outline};
use crate::words::range;

/// The sentence of a cross-validation.
pub fn folds_sentence(plan: &Outline<'_>, folds: &CrossValidation) -> String {
    let (outer, inner) = (outer_folds(plan, folds), inner_folds(plan, folds));
    let conditions = &plan.experiment.conditions;
    let reads_numbers = |m: &MethodSpec| {
        m.grid.iter().any(|params| m.input(params) == Input::Numbers) && !m.method.info().baseline
    };
    let fills = conditions.convert && plan.experiment.methods.iter().any(reads_numbers);
    let imputed = match plan.datasets.iter().any(|d| d.missing.is_some_and(|missing| missing > 0)) {
        true if fills => "; missing values imputed",
        _ => "",
    };
    format!(
        "{} cross-validation, {outer}{inner}; scaling {}{imputed}; seed {}",
        folds.kind.name(),
        scaling(plan.experiment),
        plan.experiment.seed,
    )
}

/// Which datasets declare something of their folds.
enum Declaring {
    None,
    Some,
    All,
}

fn declaring(plan: &Outline<'_>, what: impl Fn(&FoldFacts) -> bool) -> Declaring {
    let declares = plan.datasets.iter().map(|facts| facts.folds.as_ref().is_some_and(&what));
    let (all, some) = declares.fold((true, false), |(all, some), own| (all && own, some || own));
    match (some, all) {
        (false, _) => Declaring::None,
        (true, false) => Declaring::Some,
        (true, true) => Declaring::All,
    }
}

fn outer_folds(plan: &Outline<'_>, folds: &CrossValidation) -> String {
    let repeats = |least: usize, most: usize| match most {
        1 => String::new(),
        _ => format!(", {}", range(least, most, "repeat", "repeats")),
    };
    let stratified = if folds.outer.stratified { "stratified " } else { "" };
    let drawn = format!("{} {stratified}outer folds", folds.outer.folds);
    let drawn = drawn + &repeats(folds.repeats, folds.repeats);
    match declaring(plan, |_| true) {
        Declaring::None => drawn,
        Declaring::Some => format!("{drawn} (declared folds where a dataset has them)"),
        Declaring::All => {
            let counts = || (0..plan.datasets.len()).map(|dataset| plan.repeats(dataset));
            let (least, most) = (counts().min().unwrap_or(1), counts().max().unwrap_or(1));
            format!("declared outer folds{}", repeats(least, most))
        }
    }
}

/// What chose parameters, if there was anything to choose.
fn inner_folds(plan: &Outline<'_>, folds: &CrossValidation) -> String {
    if plan.experiment.methods.iter().all(|m| m.grid.len() <= 1) {
        return String::new();
    }
    let drawn = format!("{} inner folds", folds.inner.folds);
    let on = match (folds.kind, declaring(plan, |folds| folds.inner)) {
        (ProtocolKind::Flat, _) => "the same folds".to_owned(),
        (ProtocolKind::Nested, Declaring::None) => drawn,
        (ProtocolKind::Nested, Declaring::Some) => {
            format!("{drawn} (declared inner folds where a dataset has them)")
        }
        (ProtocolKind::Nested, Declaring::All) => "declared inner folds".to_owned(),
    };
    format!("; parameters chosen by {} on {on}", plan.experiment.conditions.select.title)
}

/// How numbers are scaled: as the protocol says, and the datasets on which it is done otherwise.
fn scaling(experiment: &Experiment) -> String {
    let usual = experiment.conditions.recipe.scale;
    let mut words = usual.name().to_owned();
    for &name in Scale::NAMES.iter().filter(|name| **name != usual.name()) {
        let other = |source: &&Source| source.scale.is_some_and(|scale| scale.name() == name);
        let names = experiment.datasets.iter().filter(other).map(|source| source.name.as_str());
        let names: Vec<&str> = names.collect();
        if !names.is_empty() {
            words.push_str(&format!(" ({name} on {})", names.join(", ")));
        }
    }
    words
}
