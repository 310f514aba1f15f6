//! The rules that need nothing but a toy: the same model twice, answers that do not depend on their order, no panic, points
//! of a grid in groups and alone, sparse rows, learning, stopping. Each adds what is broken, in words.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::toy::{Examined, Toy};
use super::{context, variations};
use crate::data::Rows;
use crate::learn::{
    FitError, FitResult, Method, MethodInfo, ModelFacts, NeverStop, Samples, Shared, Stop,
    StopReason, Task,
};
use crate::params::{ParamInfo, Params};

/// What a method that learns from clear problems reaches at least.
pub(super) const CLEAR: f64 = 0.9;

/// Fits the training part of a toy.
fn fit<T: Task>(method: &dyn Method<T>, params: &Params, toy: &Toy<T>) -> FitResult<T> {
    let no_numbers = || FitError::Unsuitable("not numbers".into());
    let samples = Samples::new(toy.train.examples().ok_or_else(no_numbers)?, &toy.train.truth)?;
    let nothing = Shared::nothing();
    method.fit(&samples, params, &context(&NeverStop, &nothing))
}

/// Fits the training part of a toy and answers for its test part.
pub(super) fn answers<T: Task>(
    method: &dyn Method<T>,
    params: &Params,
    toy: &Toy<T>,
) -> Result<T::Answers, String> {
    let model = fit(method, params, toy).map_err(|error| error.to_string())?;
    let test = toy.test.examples().ok_or("the test part has no numbers")?;
    Ok(model.predict(test))
}

/// Puts a method through a toy. A typed error is a fair answer to unsuitable data, but ordinary data must be learned.
pub(super) fn check_toy<T: Examined>(
    method: &dyn Method<T>,
    params: &Params,
    toy: &Toy<T>,
    ordinary: bool,
    broken: &mut Vec<String>,
) {
    let place = format!("on {} with `{params}`", toy.name);
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let model = fit(method, params, toy).ok()?;
        let answers = model.predict(toy.test.examples()?);
        let twin = fit(method, params, toy).ok();
        let again = twin.map(|m| (m.bytes(), toy.test.examples().map(|test| m.predict(test))));
        let reversed = model.predict(toy.test.reversed().examples()?);
        Some((answers, again, reversed, model.bytes(), model.facts()))
    }));
    let (answers, again, reversed, bytes, facts) = match attempt {
        Err(_) => return broken.push(format!("panics {place}")),
        Ok(None) if ordinary => return broken.push(format!("gives no model {place}")),
        Ok(None) => return,
        Ok(Some(results)) => results,
    };
    if let Err(problem) = T::check(&toy.test.truth, &answers) {
        return broken.push(format!("{problem}, {place}"));
    }
    check_facts(method.info(), &facts, &place, broken);
    if let Some(oddity) = T::oddity(&answers) {
        broken.push(format!("{oddity} {place}"));
    }
    if T::reversed(&answers) != reversed {
        broken.push(format!("lets the order of test examples matter {place}"));
    }
    if again != Some((bytes, Some(answers))) {
        broken.push(format!("gives another model when fitted again {place}"));
    }
}

/// Facts are declared and finite.
pub(super) fn check_facts(
    info: &MethodInfo,
    facts: &ModelFacts,
    place: &str,
    broken: &mut Vec<String>,
) {
    for (name, value) in &facts.numbers {
        if !value.is_finite() || !info.facts.iter().any(|fact| fact.name == name) {
            broken.push(format!(
                "reports the fact `{name}` = {value}, not finite or not declared, {place}"
            ));
        }
    }
}

/// Clear problems are learned with the default parameters.
pub(super) fn check_learns<T: Examined>(method: &dyn Method<T>, broken: &mut Vec<String>) {
    let defaults = ParamInfo::defaults(method.info().params);
    for toy in T::lessons().iter().filter(|_| !method.info().baseline) {
        match answers(method, &defaults, toy) {
            Err(reason) => broken.push(format!("gives no model on {}: {reason}", toy.name)),
            Ok(answers) => {
                let (skill, complaint) = T::skill(&toy.test.truth, &answers);
                if skill < CLEAR {
                    broken.push(format!("{complaint} on {}", toy.name));
                }
            }
        }
    }
}

/// Points of a grid that are tried in a group predict what they predict alone.
pub(super) fn check_groups<T: Examined>(method: &dyn Method<T>, broken: &mut Vec<String>) {
    let grid = variations(method.info().params);
    let groups = method.groups(&grid);
    let mut members: Vec<usize> = groups.iter().flatten().copied().collect();
    members.sort_unstable();
    if members != (0..grid.len()).collect::<Vec<_>>() {
        return broken.push("puts a grid point into no group, or into several".into());
    }
    let toy = T::lesson();
    let (Some(x), Some(test)) = (toy.train.examples(), toy.test.examples()) else { return };
    let Ok(train) = Samples::new(x, &toy.train.truth) else { return };
    let room = Shared::new(1 << 24);
    let context = context(&NeverStop, &room);
    for group in groups {
        let points: Vec<&Params> = group.iter().map(|&p| &grid[p]).collect();
        let mut together: Vec<Option<T::Answers>> = vec![None; points.len()];
        method.try_group(&train, test, &points, &context, &mut |position, answers| {
            if let Some(place) = together.get_mut(position) {
                *place = answers.ok();
            }
        });
        for (params, grouped) in points.iter().zip(&together) {
            let alone = answers(method, params, &toy).ok();
            if !agree::<T>(alone.as_ref(), grouped.as_ref()) {
                broken.push(format!("predicts otherwise in a group than alone with `{params}`"));
            }
        }
    }
}

/// Whether two attempts say the same; two that failed do.
pub(super) fn agree<T: Examined>(one: Option<&T::Answers>, other: Option<&T::Answers>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => T::agree(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// Leaving zeros out changes how the data is stored, not what is learned from it.
pub(super) fn check_sparse<T: Examined>(method: &dyn Method<T>, broken: &mut Vec<String>) {
    let toy = T::with_zeros();
    let (train, test) = (toy.train.without_zeros(), toy.test.without_zeros());
    let defaults = ParamInfo::defaults(method.info().params);
    let nothing = Shared::nothing();
    let context = context(&NeverStop, &nothing);
    let (Ok(x), Ok(test)) = (Rows::sparse(&train), Rows::sparse(&test)) else { return };
    let x = T::examples(x, &toy.train.starts);
    let test = T::examples(test, &toy.test.starts);
    let Ok(samples) = Samples::new(x, &toy.train.truth) else { return };
    let from_sparse = method.fit(&samples, &defaults, &context).ok().map(|m| m.predict(test));
    let from_dense = answers(method, &defaults, &toy).ok();
    if !agree::<T>(from_sparse.as_ref(), from_dense.as_ref()) {
        broken.push("predicts otherwise from sparse rows than from dense ones".into());
    }
}

struct AlwaysStop;

impl Stop for AlwaysStop {
    fn requested(&self) -> bool {
        true
    }
}

/// A method that is asked to stop must not give a wrong reason, and may only finish if nothing is iterated.
pub(super) fn check_stops<T: Examined>(method: &dyn Method<T>, broken: &mut Vec<String>) {
    let toy = T::lesson();
    let Some(x) = toy.train.examples() else { return };
    let Ok(train) = Samples::new(x, &toy.train.truth) else { return };
    let nothing = Shared::nothing();
    let context = context(&AlwaysStop, &nothing);
    let defaults = ParamInfo::defaults(method.info().params);
    match method.fit(&train, &defaults, &context) {
        Ok(model) if model.facts().stop != StopReason::ClosedForm => {
            broken.push("iterates without asking whether to stop".into());
        }
        Ok(_) | Err(FitError::Stopped) => {}
        Err(other) => broken.push(format!("says `{other}` when it is asked to stop")),
    }
}
