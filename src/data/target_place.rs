//! Where the target may be if it is not the last column: nothing in a file says so, but the values and the names of the columns do.
//! Only notes and remedies come from here; the last column stays the target unless the user names another.

use std::collections::BTreeSet;

use super::dataset::Dataset;
use super::read::text;
use super::table::{Column, Values};

/// Names that people give to what is to be predicted.
const TARGET_NAMES: &[&str] = &["class", "classes", "target", "label", "labels", "outcome", "y"];

/// At most this many different values look like classes.
const MOST_CLASSES: usize = 20;

/// The first column, if it has few values, each of several rows, as classes have; otherwise the only column of names.
pub(super) fn other_target(dataset: &Dataset) -> Option<String> {
    let looks_so = |column: &&Column| {
        let different = different_values(column).unwrap_or(0);
        (2..=MOST_CLASSES).contains(&different) && different * 5 <= dataset.rows
    };
    let first = dataset.features.first().filter(looks_so);
    let mut nominal = dataset.features.iter().filter(is_nominal).filter(looks_so);
    let only = nominal.next().filter(|_| nominal.next().is_none());
    first.or(only).map(|column| column.name.clone())
}

fn is_nominal(column: &&Column) -> bool {
    matches!(column.values, Values::Nominal { .. })
}

/// A note where the first column alone holds names and the target whole numbers (`letter-recognition.data` and
/// `balance-scale.data` of UCI): the names may be the classes.
pub(super) fn first_names_note(dataset: &Dataset) -> Option<String> {
    let (first, others) = dataset.features.split_first()?;
    let Values::Nominal { levels, .. } = &first.values else { return None };
    let (classes, _) = dataset.classes()?;
    let alone = !others.iter().any(|column| is_nominal(&column));
    let few = (2..=50).contains(&levels.len()) && levels.len() * 5 <= dataset.rows;
    let numbers = classes.iter().all(|class| text::number(class).is_some());
    (alone && few && numbers && !others.is_empty()).then(|| {
        format!(
            "the first column `{0}` is the only one with names; `target = \"{0}\"` predicts them",
            first.name
        )
    })
}

/// How many different values there are, if all of them are names or whole numbers.
fn different_values(column: &Column) -> Option<usize> {
    match &column.values {
        Values::Nominal { levels, .. } => Some(levels.len()),
        Values::Numeric(values) => {
            let all: BTreeSet<u64> = values.iter().map(f64::to_bits).collect();
            let whole = values.iter().all(|value| value.fract() == 0.0);
            whole.then_some(all.len())
        }
    }
}

/// A note where another column has the name of a target and the target has none.
pub(super) fn named_target_note(dataset: &Dataset) -> Option<String> {
    let is_named = |column: &&Column| {
        TARGET_NAMES.iter().any(|name| column.name.trim().eq_ignore_ascii_case(name))
    };
    let [target] = dataset.targets.as_slice() else { return None };
    let other = dataset.features.iter().find(is_named).filter(|_| !is_named(&target))?;
    let (target, other) = (&target.name, &other.name);
    Some(format!(
        "the last column `{target}` is the target although another one is called `{other}`; \
         `target = \"{other}\"` predicts that one"
    ))
}
