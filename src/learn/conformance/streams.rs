//! The rules for methods that learn from streams. Handed all examples at once, they keep the rules of any classifier; the rules
//! here are about what only streams have: an empty model, chunks, and classes and levels that come late.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ndarray::Axis;

use super::toy::{Examined, Part, Toy};
use super::{
    MEMORY, Rule, broken_declaration, check_fits, context, declared, rules, tables, variations,
};
use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, FitResult, Growing, Incremental,
    Input, Labels, Method, MethodInfo, NeverStop, Samples, Shape, Shared, Task, Truth,
};
use crate::params::Params;

/// Examples per chunk where a stream is cut: some chunks, and a shorter one at the end.
const CHUNK: usize = 13;

/// Every rule that a method of streams breaks, in words; empty if it conforms. Otherwise as [`check`](super::check).
pub fn check_stream(method: &dyn Incremental<Classify>) -> Vec<String> {
    let mut broken = declared(|| broken_stream_declaration(method));
    if !broken.is_empty() {
        return broken;
    }
    let of_classifiers: [Rule<Classify>; 4] =
        [rules::check_learns, rules::check_stops, tables::check_tables, tables::check_weights];
    check_fits(&AtOnce(method), &of_classifiers, &mut broken);
    let of_streams: [(&str, StreamRule); 3] = [
        ("before its first example", check_untrained),
        ("when classes and levels come late", check_late),
        ("when a stream is cut into chunks", check_chunks),
    ];
    for params in variations(method.info().params) {
        for (when, rule) in of_streams {
            if catch_unwind(AssertUnwindSafe(|| rule(method, &params, &mut broken))).is_err() {
                broken.push(format!("panics {when} with `{params}`"));
            }
        }
    }
    broken
}

/// Every rule that the declaration of a method of streams breaks.
pub(crate) fn broken_stream_declaration(method: &dyn Declared) -> Vec<String> {
    let mut broken = broken_declaration(method);
    if method.info().input != Input::Table {
        broken.push("streams come as tables, so it must declare `input: Input::Table`".into());
    }
    broken
}

/// A rule of streams: it adds what a method breaks, in words.
type StreamRule = fn(&dyn Incremental<Classify>, &Params, &mut Vec<String>);

/// A method of streams as one that gets all its examples at once.
struct AtOnce<'m>(&'m dyn Incremental<Classify>);

impl Declared for AtOnce<'_> {
    fn info(&self) -> &'static MethodInfo {
        self.0.info()
    }

    fn input(&self, params: &Params) -> Input {
        self.0.input(params)
    }
}

impl Method<Classify> for AtOnce<'_> {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let mut model = begin(self.0, train.x(), train.y(), params, context)?;
        model.learn(train, context)?;
        Ok(model)
    }
}

/// A model that has seen none of these examples.
fn begin(
    method: &dyn Incremental<Classify>,
    x: Rows<'_>,
    truth: &Labels,
    params: &Params,
    context: &FitContext<'_>,
) -> Result<Box<dyn Growing<Classify>>, FitError> {
    let shape = Shape { features: x.kinds(), outputs: truth.classes() };
    method.begin(&shape, params, context)
}

/// The streams that are cut into chunks: clouds of points, and a table with missing values whose test part has a level that
/// training does not show.
fn streams() -> Vec<Toy<Classify>> {
    std::iter::once(Classify::lesson()).chain(Classify::table()).collect()
}

/// A model that has seen nothing answers for every example, and its facts are those it declares.
fn check_untrained(method: &dyn Incremental<Classify>, params: &Params, broken: &mut Vec<String>) {
    let nothing = Shared::nothing();
    let context = context(&NeverStop, &nothing);
    for toy in streams() {
        let Some(test) = toy.test.examples() else { continue };
        let place = format!("before the first example of {} with `{params}`", toy.name);
        match begin(method, test, &toy.test.truth, params, &context) {
            Err(error) => broken.push(format!("gives no model {place}: {error}")),
            Ok(model) => {
                check_answers(&toy.test.truth, &model.predict(test), &place, broken);
                rules::check_facts(method.info(), &model.facts(), &place, broken);
            }
        }
    }
}

/// Answers must be possible, with scores that are what they say.
fn check_answers(
    truth: &Labels,
    answers: &ClassPredictions,
    place: &str,
    broken: &mut Vec<String>,
) {
    if let Err(problem) = Classify::check(truth, answers) {
        broken.push(format!("{problem}, {place}"));
    } else if let Some(oddity) = Classify::oddity(answers) {
        broken.push(format!("{oddity} {place}"));
    }
}

/// Gets the classes of a chunk, and what the model said of it before.
type Asked<'a> = &'a mut dyn FnMut(&Labels, ClassPredictions);

/// Lets a stream pass in chunks of a size. Each chunk is predicted before it is learned from if `asked` wants its answers.
fn pass(
    method: &dyn Incremental<Classify>,
    params: &Params,
    stream: &Part<Classify>,
    chunk: usize,
    mut asked: Option<Asked<'_>>,
) -> Result<Box<dyn Growing<Classify>>, FitError> {
    let nothing = Shared::nothing();
    let context = context(&NeverStop, &nothing);
    let no_numbers = || FitError::Unsuitable("not numbers".into());
    let x = stream.examples().ok_or_else(no_numbers)?;
    let mut model = begin(method, x, &stream.truth, params, &context)?;
    for start in (0..x.len()).step_by(chunk) {
        let which = start..x.len().min(start + chunk);
        let truth = stream.truth.select(&which.clone().collect::<Vec<usize>>());
        let some = x.range(which);
        if let Some(asked) = &mut asked {
            asked(&truth, model.predict(some));
        }
        model.learn(&Samples::new(some, &truth)?, &context)?;
    }
    Ok(model)
}

/// Sorted by class, a stream shows one class only for a while, and then classes and levels that were never seen.
fn check_late(method: &dyn Incremental<Classify>, params: &Params, broken: &mut Vec<String>) {
    for toy in streams() {
        let place = format!("on {} sorted by class with `{params}`", toy.name);
        let mut found = Vec::new();
        let mut asked = |truth: &Labels, answers: ClassPredictions| {
            check_answers(truth, &answers, &place, &mut found);
        };
        let passed = pass(method, params, &by_class(&toy.train), CHUNK, Some(&mut asked));
        // Every chunk may show the same fault.
        found.dedup();
        broken.append(&mut found);
        match passed {
            Err(error) => broken.push(format!("gives up {place}: {error}")),
            Ok(model) => {
                rules::check_facts(method.info(), &model.facts(), &place, broken);
                if model.bytes() > MEMORY {
                    let bytes = model.bytes();
                    broken.push(format!("has {bytes} bytes, and {MEMORY} were granted, {place}"));
                }
            }
        }
    }
}

/// The examples class after class, in their order within each.
fn by_class(part: &Part<Classify>) -> Part<Classify> {
    let mut order: Vec<usize> = (0..part.truth.len()).collect();
    order.sort_by_key(|&example| part.truth.ids()[example]);
    let values = part.values.select(Axis(0), &order).as_standard_layout().into_owned();
    let truth = part.truth.select(&order);
    Part { values, kinds: part.kinds.clone(), starts: Vec::new(), truth }
}

/// Questions change no model, and chunks do not either where the method promises that.
fn check_chunks(method: &dyn Incremental<Classify>, params: &Params, broken: &mut Vec<String>) {
    for toy in streams() {
        let place = format!("on {} with `{params}`", toy.name);
        let answers = |chunk: usize, ask: bool| {
            let mut ignored = |_: &Labels, _: ClassPredictions| {};
            let asked: Option<Asked<'_>> = if ask { Some(&mut ignored) } else { None };
            let model = pass(method, params, &toy.train, chunk, asked).ok()?;
            Some(model.predict(toy.test.examples()?))
        };
        let cut = answers(CHUNK, false);
        if !rules::agree::<Classify>(cut.as_ref(), answers(CHUNK, true).as_ref()) {
            broken.push(format!("learns otherwise if it is asked in between, {place}"));
        }
        let other_chunks = [1, usize::MAX].map(|chunk| answers(chunk, false));
        let same = |other: &Option<_>| rules::agree::<Classify>(cut.as_ref(), other.as_ref());
        if !method.depends_on_chunks() && !other_chunks.iter().all(same) {
            broken.push(format!("learns otherwise in other chunks, {place}"));
        }
    }
}
