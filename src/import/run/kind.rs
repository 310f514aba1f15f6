//! What predictions are that only come as texts: classes, or numbers to predict. The user may say; else the values of all methods
//! on a dataset decide together, and a note says what was guessed. What could be either way with other results is refused.

use std::collections::{BTreeMap, BTreeSet};

use super::numbers::written;
use super::part::{Content, Kind, Origin, Part, Predictions};
use crate::choices::Words;
use crate::data::error::DataError;
use crate::data::read::text::{listed, number, shown};

/// The words for what methods answer with.
pub const TASKS: Words<Kind> = &[("classification", Kind::Classes), ("regression", Kind::Numbers)];

/// More different numbers are hardly names of classes.
const MOST_NUMBERED_CLASSES: usize = 30;

/// The word for a kind.
pub fn word(kind: Kind) -> &'static str {
    TASKS.iter().find(|(_, other)| *other == kind).map_or("", |(word, _)| word)
}

/// What is known of the answers on one dataset.
#[derive(Default)]
struct Answers<'p> {
    truth: BTreeSet<&'p str>,
    labels: BTreeSet<&'p str>,
    scored: bool,
    /// Whether a part has rows of equal truth.
    repeated: bool,
    first: Option<&'p Origin>,
}

/// Decides for all parts at once, and writes numbers the same way everywhere.
pub fn settle(
    parts: &mut [Part],
    asked: Option<Kind>,
    notes: &mut Vec<String>,
) -> Result<Kind, DataError> {
    let kind = match asked {
        Some(kind) => kind,
        None => guess(parts, notes)?,
    };
    if kind == Kind::Classes {
        return Ok(kind);
    }
    for part in parts {
        let Content::Predictions(predictions) = &mut part.content else { continue };
        if predictions.scores.is_some() {
            let problem = "there are scores of classes, and the task is regression";
            let remedy = "leave --task out; of regression, keep the truth and the prediction only";
            return Err(part.origin.error(problem, remedy));
        }
        write_numbers(predictions, &part.origin)?;
    }
    Ok(kind)
}

/// Numbers in one way of writing, so that the truth of two methods can be compared.
fn write_numbers(predictions: &mut Predictions, origin: &Origin) -> Result<(), DataError> {
    let Predictions { truth, labels, lines, .. } = predictions;
    for texts in [truth, labels] {
        for (at, text) in texts.iter_mut().enumerate() {
            let Some(plain) = written(text) else {
                let line = lines.get(at).copied();
                let problem = format!("{} is not a finite number", shown(text));
                let remedy = "write the number to predict and the predicted one; --task classification if these are classes";
                return Err(Origin { line, ..origin.clone() }.error(problem, remedy));
            };
            *text = plain;
        }
    }
    Ok(())
}

fn guess(parts: &[Part], notes: &mut Vec<String>) -> Result<Kind, DataError> {
    let mut datasets: BTreeMap<&str, Answers<'_>> = BTreeMap::new();
    for part in parts {
        let Content::Predictions(predictions) = &part.content else { continue };
        let own = datasets.entry(part.dataset.as_str()).or_default();
        own.truth.extend(predictions.truth.iter().map(String::as_str));
        own.labels.extend(predictions.labels.iter().map(String::as_str));
        own.scored |= predictions.scores.is_some();
        let distinct: BTreeSet<&String> = predictions.truth.iter().collect();
        own.repeated |= distinct.len() < predictions.truth.len();
        own.first = own.first.or(Some(&part.origin));
    }
    let (mut classes, mut numbers) = (Vec::new(), Vec::new());
    for (name, answers) in &datasets {
        match answers.kind(name, notes)? {
            Kind::Classes => classes.push((*name, answers)),
            Kind::Numbers => numbers.push((*name, answers)),
        }
    }
    if let (Some((class, _)), Some((number, answers))) = (classes.first(), numbers.first()) {
        let problem = format!(
            "the answers on {} are numbers to predict, those on {} are classes",
            shown(number),
            shown(class)
        );
        let remedy = "import classification and regression apart; --task says which it is if all are of one task";
        return Err(refused(answers.first, problem, remedy));
    }
    if numbers.is_empty() {
        return Ok(Kind::Classes);
    }
    notes.push(format!(
        "truth and predictions are numbers and no classes: read as regression; --task classification says otherwise ({})",
        listed(numbers.iter().map(|(name, _)| *name).collect::<Vec<_>>().into_iter())
    ));
    Ok(Kind::Numbers)
}

impl Answers<'_> {
    fn kind(&self, name: &str, notes: &mut Vec<String>) -> Result<Kind, DataError> {
        let all = || self.truth.iter().chain(&self.labels);
        // `inf` and `nan` are numbers that went wrong, and are refused with their line where numbers are predicted.
        let is_number = |text: &&str| text.parse::<f64>().is_ok();
        if self.scored || !all().all(is_number) {
            return Ok(Kind::Classes);
        }
        let values = |texts: &BTreeSet<&str>| -> Vec<f64> {
            texts.iter().filter_map(|text| number(text)).collect()
        };
        let (truth, labels) = (values(&self.truth), values(&self.labels));
        let broken = truth.iter().chain(&labels).any(|value| value.fract() != 0.0);
        let known: BTreeSet<u64> = truth.iter().map(|value| value.to_bits()).collect();
        let known = labels.iter().all(|value| known.contains(&value.to_bits()));
        if broken && truth.len() <= 2 && truth.iter().all(|value| *value == 0.0 || *value == 1.0) {
            let problem = format!(
                "the truth on {} is 0 or 1, and predictions such as {} are neither: they may be probabilities",
                shown(name),
                self.labels.iter().find(|text| !self.truth.contains(**text)).unwrap_or(&"")
            );
            let remedy = "write the predicted class as `prediction` and its probability as `probability:1`; --task regression if 0 and 1 are numbers to predict";
            return Err(refused(self.first, problem, remedy));
        }
        // Two classes as numbers, and values of a decision function such as those of a support vector machine.
        let neither = |value: &f64| !truth.contains(value);
        let two = self.repeated && self.truth.len() == 2;
        if two && labels.len() > 2 && labels.iter().all(neither) {
            let problem = format!(
                "the truth on {} has two values, {}, and no prediction is one of them: they may be values of a decision function",
                shown(name),
                listed(self.truth.iter().copied().collect::<Vec<_>>().into_iter())
            );
            let remedy = "write the predicted class as `prediction` and the value as `score:CLASS`; --task regression if these are numbers to predict";
            return Err(refused(self.first, problem, remedy));
        }
        let many = truth.len() > MOST_NUMBERED_CLASSES;
        match (broken, known) {
            (true, false) => Ok(Kind::Numbers),
            (true, true) if many => Ok(Kind::Numbers),
            (false, _) | (true, true) => {
                if many || broken {
                    notes.push(format!(
                        "{}: the {} different numbers of the truth are taken for classes; --task regression says otherwise",
                        shown(name),
                        truth.len()
                    ));
                }
                Ok(Kind::Classes)
            }
        }
    }
}

fn refused(origin: Option<&Origin>, problem: String, remedy: &str) -> DataError {
    match origin {
        Some(origin) => origin.error(problem, remedy),
        None => DataError::file(std::path::Path::new(""), problem, remedy),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use std::sync::Arc;

    fn part(dataset: &str, truth: &[&str], labels: &[&str]) -> Part {
        let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect();
        let lines = (2..2 + truth.len()).collect();
        let (truth, labels) = (texts(truth), texts(labels));
        let found = Predictions { lines, truth, labels, ..Predictions::default() };
        Part {
            dataset: dataset.to_owned(),
            method: "m".to_owned(),
            place: (0, 0),
            origin: Origin { file: Arc::from(Path::new("f")), line: None },
            content: Content::Predictions(found),
            told: BTreeMap::new(),
            times: (None, None),
        }
    }

    fn kind(parts: &mut [Part], asked: Option<Kind>) -> Result<(Kind, Vec<String>), DataError> {
        let mut notes = Vec::new();
        Ok((settle(parts, asked, &mut notes)?, notes))
    }

    #[test]
    fn values_say_whether_they_are_classes() {
        for (truth, labels, expected, said) in [
            (&["a", "b"][..], &["b", "a"][..], Kind::Classes, 0),
            (&["1", "2.0"], &["2", "1"], Kind::Classes, 0),
            (&["1", "3"], &["2", "1"], Kind::Classes, 0),
            // Levels of a dose, and a classifier that predicts nothing else.
            (&["0.5", "1", "1.5"], &["1", "1", "0.5"], Kind::Classes, 1),
            (&["5", "6", "7"], &["5.2", "6", "6.9"], Kind::Numbers, 1),
            (&["0.1", "0.7"], &["0.2", "0.3"], Kind::Numbers, 1),
        ] {
            let (found, notes) = kind(&mut [part("d", truth, labels)], None).unwrap();
            assert_eq!((found, notes.len()), (expected, said), "{truth:?} {notes:?}");
        }
        let many: Vec<String> = (0..31).map(|i| format!("{i}.5")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(kind(&mut [part("d", &many, &many)], None).unwrap().0, Kind::Numbers);
        let whole: Vec<&str> = many.iter().map(|text| &text[..text.len() - 2]).collect();
        let (found, notes) = kind(&mut [part("d", &whole, &whole)], None).unwrap();
        assert!(found == Kind::Classes && notes[0].contains("--task regression"), "{notes:?}");
    }

    #[test]
    fn what_is_said_holds_and_what_is_open_is_refused() {
        let mut whole = [part("d", &["1", "2.0"], &["2.00", "1e0"])];
        assert_eq!(kind(&mut whole, Some(Kind::Numbers)).unwrap().0, Kind::Numbers);
        let Content::Predictions(found) = &whole[0].content else { panic!() };
        assert_eq!((found.truth[1].as_str(), found.labels[1].as_str()), ("2", "1"));
        let error = kind(&mut [part("d", &["0", "1"], &["0.2", "0.9"])], None).unwrap_err();
        assert!(error.problem.contains("probabilities"), "{error}");
        let decisions = &mut [part("d", &["-1", "1", "1"], &["-0.7", "2.1", "0.3"])];
        let error = kind(decisions, None).unwrap_err();
        assert!(error.problem.contains("decision function"), "{error}");
        let mut mixed = [part("d", &["a"], &["a"]), part("e", &["1.5"], &["1.25"])];
        assert!(kind(&mut mixed, None).unwrap_err().remedy.contains("apart"));
        let error = kind(&mut mixed, Some(Kind::Numbers)).unwrap_err();
        assert_eq!(error.line, Some(2), "{error}");
    }
}
