//! Metrics and parts of the data in the names of columns: `svm_acc`, `auc.svm`, `rf~Kappa`, `svm (AUC)`, `svm_train`. It takes
//! single names apart; what a table of such names is, is decided elsewhere.

use super::super::metric_names::kinds::{goes_with_cost, is_other_part, is_test_part};
use super::super::metric_names::{is_cost, is_known, is_not_test};
use super::super::name_marks::spans;

/// Most words of a metric: `mean absolute percentage error`.
const MOST_WORDS: usize = 4;
/// What stands between the parts of a name.
const BETWEEN: &[char] = &[' ', '_', '.', '-', '~', '/', ':', '|', '(', ')', '[', ']', ',', '@'];

/// What joins two parts of one method: `PPV+LSPV` is a set of features, and no precision.
const JOINING: &[char] = &['+', '&', '*', '='];

/// What the name of a column is made of.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Parts {
    /// The metric, with what says how it was measured.
    pub metric: Option<String>,
    /// The part of the data.
    pub part: Option<String>,
    /// What is left; nothing where a name is that of a metric or a part alone.
    pub method: String,
}

/// The part of the data that scores are of, as far as a name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Test,
    /// Training, validation and the like.
    Other,
    Unsaid,
}

impl Part {
    fn of(word: &str) -> Part {
        let word = word.to_lowercase();
        match (is_test_part(&word), is_not_test(&word)) {
            (true, _) => Part::Test,
            (_, true) => Part::Other,
            _ => Part::Unsaid,
        }
    }
}

impl Parts {
    /// The kind of its part. A time of training is no score of the training part.
    pub fn kind(&self) -> Part {
        if self.metric.as_deref().is_some_and(is_cost) {
            return Part::Unsaid;
        }
        self.part.as_deref().map_or(Part::Unsaid, Part::of)
    }

    /// Whether a metric or a part was found behind or in front of another name.
    pub fn is_joined(&self) -> bool {
        !self.method.is_empty() && (self.metric.is_some() || self.part.is_some())
    }
}

/// Takes metrics and parts of the data off the end of a name, or off its beginning.
pub fn parts(name: &str, at_end: bool) -> Parts {
    let mut found = Parts { method: name.trim().to_owned(), ..Parts::default() };
    loop {
        let before = found.clone();
        let spans = spans(&found.method);
        if found.metric.is_none() {
            let most = spans.len().min(MOST_WORDS);
            let longest = (1..=most).rev().find_map(|count| {
                let (metric, rest) = split(&found.method, &spans, count, at_end)?;
                (is_metric(&metric)).then_some((metric, rest))
            });
            if let Some((metric, rest)) = longest {
                (found.metric, found.method) = (Some(metric), rest);
                continue;
            }
        }
        if found.part.is_none()
            && let Some((part, rest)) = split(&found.method, &spans, 1, at_end)
            && Part::of(&part) != Part::Unsaid
        {
            (found.part, found.method) = (Some(part), rest);
        }
        if found == before {
            return found;
        }
    }
}

/// A metric or a time, without a word for a part of the data.
fn is_metric(name: &str) -> bool {
    let mut words =
        spans(name).into_iter().filter_map(|(from, to)| name.get(from..to)).map(str::to_lowercase);
    if is_cost(name) {
        return words.all(|word| goes_with_cost(&word) || is_test_part(&word));
    }
    is_known(name) && words.all(|word| !is_test_part(&word) && !is_other_part(&word))
}

/// The last or first words of a name, and the rest.
fn split(
    name: &str,
    spans: &[(usize, usize)],
    count: usize,
    at_end: bool,
) -> Option<(String, String)> {
    let (metric, rest) = if at_end {
        let from = spans.get(spans.len().checked_sub(count)?)?.0;
        if name.get(..from)?.ends_with(JOINING) {
            return None;
        }
        (
            name.get(from..)?.trim_end_matches([')', ']', '\'', ' ']),
            name.get(..from)?.trim_end_matches(opening),
        )
    } else {
        let to = spans.get(count.checked_sub(1)?)?.1;
        if name.get(to..)?.starts_with(JOINING) {
            return None;
        }
        (name.get(..to)?, name.get(to..)?.trim_start_matches(BETWEEN))
    };
    Some((metric.to_owned(), rest.trim().to_owned()))
}

/// Whether a sign stands between a method and what follows; a closing bracket belongs to the method.
fn opening(c: char) -> bool {
    BETWEEN.contains(&c) && !matches!(c, ')' | ']')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(name: &str, at_end: bool) -> (Option<String>, Option<String>, String) {
        let Parts { metric, part, method } = parts(name, at_end);
        (metric, part, method)
    }

    #[test]
    fn names_of_columns_are_taken_apart() {
        for (name, at_end, metric, part, method) in [
            ("svm_acc", true, "acc", "", "svm"),
            ("svm (AUC)", true, "AUC", "", "svm"),
            ("svm (rbf) log loss", true, "log loss", "", "svm (rbf)"),
            ("rf~Kappa", true, "Kappa", "", "rf"),
            ("rf_f1_macro", true, "f1_macro", "", "rf"),
            ("my_method.test.rmse", true, "rmse", "test", "my_method"),
            ("svm_fit_time", true, "fit_time", "", "svm"),
            ("time_test_seconds", true, "time_test_seconds", "", ""),
            ("acc_svm", false, "acc", "", "svm"),
            ("test_acc_svm", false, "acc", "test", "svm"),
            ("svm_train", true, "", "train", "svm"),
            ("train_acc", true, "acc", "train", ""),
            ("random forest", true, "", "", "random forest"),
            ("PPV+LSPV_base", false, "", "", "PPV+LSPV_base"),
            ("svm+auc", true, "", "", "svm+auc"),
            ("best-first", true, "", "", "best-first"),
        ] {
            let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            assert_eq!(
                apart(name, at_end),
                (text(metric), text(part), method.to_owned()),
                "{name}"
            );
        }
    }
}
