//! What people write around the name of a metric to say which way it is better: arrows, `(lower is better)`, a minus before
//! it (`-RMSE`), `1 -` before it (`1 - AUROC`). It takes that off and says what it means; it knows no metrics.

use crate::measure::Direction;

/// Arrows that point to the better end, as signs and as LaTeX writes them.
const UP: &[&str] = &["↑", "⬆", "▲", "△", "⇑", "⇧", "🔼", "\\uparrow", "\\Uparrow"];
const DOWN: &[&str] = &["↓", "⬇", "▼", "▽", "⇓", "⇩", "🔽", "\\downarrow", "\\Downarrow"];
/// Words before `better` and `best`.
const MORE: &[&str] = &["higher", "larger", "bigger", "greater", "more", "high"];
const LESS: &[&str] = &["lower", "smaller", "less", "fewer", "low"];
/// Words between the two.
const BETWEEN: &[&str] = &["is", "are", "the", "means", "value", "values", "score", "scores"];
/// Signs for minus.
const MINUS: [char; 3] = ['-', '−', '–'];

/// What was done to a metric before it was written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turned {
    /// Nothing.
    No,
    /// Its sign was changed.
    Negated,
    /// It was taken from one or from a hundred.
    FromOne,
}

/// A name of a metric without its marks, and what they say.
#[derive(Debug, PartialEq)]
pub struct Marked {
    /// The name.
    pub rest: String,
    /// The better direction.
    pub better: Option<Direction>,
    /// What was done to the metric.
    pub turned: Turned,
}

/// Takes the marks off a name. Marks that contradict each other say nothing.
pub fn marked(name: &str) -> Marked {
    let mut text = name.trim().to_owned();
    let mut said = Vec::new();
    for (arrows, direction) in [(UP, Direction::Higher), (DOWN, Direction::Lower)] {
        for arrow in arrows.iter().filter(|arrow| name.contains(**arrow)) {
            text = text.replace(arrow, " ");
            said.push(direction);
        }
    }
    if !said.is_empty() {
        text = text.replace(['$', '{', '}'], " ").replace("()", " ").replace("[]", " ");
        text = text.replace("( )", " ").replace("[ ]", " ");
    }
    if let Some((rest, direction)) = words_of_better(&text) {
        text = rest;
        said.push(direction);
    }
    let better = said.first().copied().filter(|first| said.iter().all(|other| other == first));
    let text = text.trim();
    let (turned, rest) = match (after_minus(text), after_one(text)) {
        (Some(rest), _) => (Turned::Negated, rest),
        (_, Some(rest)) => (Turned::FromOne, rest),
        _ => (Turned::No, text),
    };
    Marked { rest: rest.trim().to_owned(), better, turned }
}

/// A text without `lower is better` and the like, and the direction that this says.
fn words_of_better(text: &str) -> Option<(String, Direction)> {
    let lower = text.to_lowercase();
    // Places in the lower text must be those of the text.
    if lower.len() != text.len() {
        return None;
    }
    let words = spans(&lower);
    let is = |at: usize, known: &[&str]| {
        words
            .get(at)
            .and_then(|&(from, to)| lower.get(from..to))
            .is_some_and(|w| known.contains(&w))
    };
    for at in 0..words.len() {
        let direction = match (is(at, MORE), is(at, LESS)) {
            (true, _) => Direction::Higher,
            (_, true) => Direction::Lower,
            _ => continue,
        };
        let end = (at + 1..words.len()).find(|&next| !is(next, BETWEEN))?;
        if !is(end, &["better", "best"]) {
            continue;
        }
        let begin = if at > 0 && is(at - 1, &["the"]) { at - 1 } else { at };
        let (from, to) = (words.get(begin)?.0, words.get(end)?.1);
        let before = text.get(..from)?.trim_end_matches(['(', '[', ',', ';', ':', ' ', '-', '_']);
        let after = text.get(to..)?.trim_start_matches([')', ']', ',', ';', ':', ' ']);
        return Some((format!("{before} {after}"), direction));
    }
    None
}

/// Where the words of a text are.
pub fn spans(text: &str) -> Vec<(usize, usize)> {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    let mut begun = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_alphanumeric(), begun) {
            (true, None) => begun = Some(at),
            (false, Some(from)) => {
                spans.push((from, at));
                begun = None;
            }
            _ => {}
        }
    }
    spans
}

/// What stands behind a minus, if it is a name.
fn after_minus(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(MINUS)?.trim_start();
    rest.starts_with(char::is_alphabetic).then_some(rest)
}

/// What stands behind `1 -`, `100 -` or `one minus`, if it is a name.
fn after_one(text: &str) -> Option<&str> {
    let rest = ["100", "1", "one", "One"].iter().find_map(|one| text.strip_prefix(one))?;
    let rest = rest.trim_start().trim_start_matches('%').trim_start();
    let rest = rest.strip_prefix(MINUS).or_else(|| rest.strip_prefix("minus "))?.trim_start();
    rest.starts_with(char::is_alphabetic).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_off_and_understood() {
        let (higher, lower) = (Some(Direction::Higher), Some(Direction::Lower));
        for (name, rest, better, turned) in [
            ("Accuracy ↑", "Accuracy", higher, Turned::No),
            ("RMSE (↓)", "RMSE", lower, Turned::No),
            ("RMSE $\\downarrow$", "RMSE", lower, Turned::No),
            ("FID (lower is better)", "FID", lower, Turned::No),
            ("elegance, the Higher the better", "elegance", higher, Turned::No),
            ("elegance lower better", "elegance", lower, Turned::No),
            ("-RMSE", "RMSE", None, Turned::Negated),
            ("− log loss", "log loss", None, Turned::Negated),
            ("1-AUROC", "AUROC", None, Turned::FromOne),
            ("100 - acc", "acc", None, Turned::FromOne),
            ("1 − accuracy ↓", "accuracy", lower, Turned::FromOne),
            ("one minus F1", "F1", None, Turned::FromOne),
        ] {
            let expected = Marked { rest: rest.to_owned(), better, turned };
            assert_eq!(marked(name), expected, "{name}");
        }
        for name in ["accuracy", "lower bound", "-1", "1-2", "best", "10-fold", "more data", "RMSE"]
        {
            let found = marked(name);
            assert_eq!((found.better, found.turned), (None, Turned::No), "{name}");
            assert_eq!(found.rest, name);
        }
        assert_eq!(marked("a ↑↓").better, None);
    }
}
