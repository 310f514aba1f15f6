//! Marks next to scores: over several datasets each by a test over its folds, on one or two datasets the verdict's own.

use crate::analysis::{Analysis, Judged, Mark, Test};
use crate::report::verdict_words::percent;

/// What a test over folds says of a method on a dataset; `None` for the control and where nothing was tested.
pub fn mark(analysis: &Analysis, dataset: &str, method: &str) -> Option<Mark> {
    let marks = analysis.marks.first()?;
    // What was filled is tested, but it is not the method's own score that would be marked.
    if analysis.handled.is_filled(dataset, method) {
        return None;
    }
    let dataset = analysis.results.datasets.iter().position(|d| d == dataset)?;
    let method = analysis.results.methods.iter().position(|m| m == method)?;
    (method != analysis.control).then(|| marks.cells[dataset][method])
}

/// What the verdict on a dataset says of a method; `None` for the method it is about.
pub fn verdict_mark(judged: &Judged, dataset: &str, method: &str) -> Option<Mark> {
    let verdict = judged.on_datasets().find(|verdict| verdict.dataset() == dataset)?;
    let method = verdict.results.methods.iter().position(|m| m == method)?;
    let headline = &verdict.headline;
    Some(match method {
        m if m == headline.about => return None,
        m if headline.better_than.contains(&m) => Mark::Worse,
        m if headline.worse_than.contains(&m) => Mark::Better,
        m if headline.untested.contains(&m) => Mark::Undefined,
        _ => Mark::Alike,
    })
}

/// How to read the circles of a table of one or two datasets.
pub fn verdict_mark_note(judged: &Judged) -> Option<String> {
    let verdict = judged.on_datasets().next()?;
    let about = match &verdict.settings.control {
        Some(control) => format!("the control {control}"),
        None => "the best mean of the dataset".to_owned(),
    };
    Some(format!(
        "○ significantly worse than {about}, ● significantly better ({}, adjusted by Holm's procedure, {} level).",
        fold_test_words(verdict.deciding),
        percent(verdict.settings.alpha),
    ))
}

/// The words for a test over folds.
pub fn fold_test_words(test: Test) -> &'static str {
    test.title.trim_start_matches("the ")
}

/// How to read the circles of a table.
pub fn mark_note(analysis: &Analysis) -> Option<String> {
    let marks = analysis.marks.first().filter(|marks| !marks.is_undefined())?;
    let control = analysis.name(analysis.control);
    Some(format!(
        "○ worse than {control} on that dataset, ● better ({}, {} level, each dataset by itself).",
        fold_test_words(marks.test),
        percent(analysis.settings.alpha),
    ))
}
