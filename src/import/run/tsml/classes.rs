//! The classes of the probabilities in tsml files, which do not name them: they follow from the labels that occur, or the
//! probabilities are left out.

use std::collections::{BTreeMap, BTreeSet};

use super::super::part::{ClassScores, Content, Part};
use crate::data::read::text::shown;
use crate::data::table::label_order;

fn scores_of(part: &mut Part) -> Option<&mut ClassScores> {
    match &mut part.content {
        Content::Predictions(predictions) => predictions.scores.as_mut(),
        _ => None,
    }
}

/// The files do not say which class a probability is of. They are in the order of the classes, so that they can be named
/// where all classes occur, or where a numbering is certain; and the class that was predicted must be the most probable
/// one. Elsewhere they are left out.
pub fn name_classes(parts: &mut [Part]) -> Vec<String> {
    let mut labels: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for part in parts.iter() {
        if let Content::Predictions(p) = &part.content {
            let all = labels.entry(part.dataset.clone()).or_default();
            all.extend(p.truth.iter().chain(&p.labels).cloned());
        }
    }
    // Of every method on a dataset: rows, and those whose label is the most probable class.
    let mut agreeing: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    let mut unknown: BTreeSet<String> = BTreeSet::new();
    for part in parts.iter_mut() {
        let count = scores_of(part).map_or(0, |scores| scores.classes.len());
        let Content::Predictions(predictions) = &mut part.content else { continue };
        let Some(scores) = &mut predictions.scores else { continue };
        match labels.get(&part.dataset).and_then(|labels| classes_of(labels, count)) {
            Some(classes) => {
                scores.classes = classes;
                let found = scores.most_probable(&predictions.labels);
                let sum = agreeing.entry((part.dataset.clone(), part.method.clone())).or_default();
                *sum = (sum.0 + predictions.labels.len(), sum.1 + found);
            }
            None => {
                predictions.scores = None;
                unknown.insert(part.dataset.clone());
            }
        }
    }
    let mut notes: Vec<String> = unknown
        .into_iter()
        .map(|dataset| {
            let why = "because it is not known which class each is of";
            format!("{}: probabilities left out, {why}", shown(&dataset))
        })
        .collect();
    // Ties, rounding and methods that do not answer with the most probable class leave a few; another order leaves many.
    agreeing.retain(|_, (rows, found)| *found * 20 < *rows * 19);
    for part in parts.iter_mut() {
        if agreeing.contains_key(&(part.dataset.clone(), part.method.clone()))
            && let Content::Predictions(predictions) = &mut part.content
        {
            predictions.scores = None;
        }
    }
    notes.extend(agreeing.into_iter().map(|((dataset, method), (rows, found))| {
        let (who, other) = (format!("{} on {}", shown(&method), shown(&dataset)), rows - found);
        format!(
            "{who}: probabilities left out, because in {other} of {rows} rows another class is the most probable than the predicted one"
        )
    }));
    notes
}

/// The classes of `count` columns, if the labels that occur leave no doubt.
fn classes_of(labels: &BTreeSet<String>, count: usize) -> Option<Vec<String>> {
    if labels.len() == count {
        let mut classes: Vec<String> = labels.iter().cloned().collect();
        label_order(&mut classes);
        return Some(classes);
    }
    let numbers: Option<BTreeSet<usize>> = labels.iter().map(|label| label.parse().ok()).collect();
    let numbers = numbers?;
    // Without a class 0 numbers may begin at 1; only the largest one of all tells.
    let first = match (numbers.first()?, numbers.last()?) {
        (0, last) if *last < count => 0,
        (first, last) if *first > 0 && *last == count => 1,
        _ => return None,
    };
    Some((first..first + count).map(|number| number.to_string()).collect())
}
