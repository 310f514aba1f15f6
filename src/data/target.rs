//! What is said of targets: they have no holes, classes are declared ones and in declared order, and numbers are taken for
//! classes only where few whole numbers occur. It does not know which column is the target.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::dataset::TaskKind;
use super::error::DataError;
use super::read::text;
use super::table::{Column, MISSING, Values};

/// At most this many different whole numbers are taken for classes unless the spec says what they are.
const MOST_WHOLE_CLASSES: usize = 20;

/// Judges a target without a declared task that was read as classes. Text is classes; few whole numbers are, with a
/// note; of all other numbers the user must say what they are.
/// `other` is a column that looks more like classes, if there is one.
pub(super) fn assume_classes(
    file: &Path,
    column: &Column,
    other: Option<&str>,
) -> Result<Option<String>, DataError> {
    let Values::Nominal { levels, .. } = &column.values else { return Ok(None) };
    let numbers: Option<Vec<f64>> = levels.iter().map(|level| text::number(level)).collect();
    let Some(mut numbers) = numbers else { return Ok(None) };
    let are_whole = numbers.iter().all(|number| number.fract() == 0.0);
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    let (name, different) = (&column.name, numbers.len());
    if are_whole && different <= MOST_WHOLE_CLASSES {
        return Ok(Some(format!(
            "the {different} different whole numbers of the target `{name}` are taken for classes; \
             `task` says what they are"
        )));
    }
    let broken = if different <= MOST_WHOLE_CLASSES { ", not all of them whole" } else { "" };
    let s = if different == 1 { "" } else { "s" };
    let problem = format!("the target `{name}` has {different} different number{s}{broken}");
    let remedy = "say `task = \"regression\"` (`--task regression` on the command line), or list it under `nominal` if they are classes";
    Err(match other {
        Some(other) => DataError::file(
            file,
            problem,
            format!(
                "if the classes are in column `{other}`, set `target = \"{other}\"`; otherwise {remedy}"
            ),
        ),
        None => DataError::file(file, problem, remedy),
    })
}

/// Refuses targets with holes or undeclared classes, puts classes into declared order, and drops those that never
/// occur: a class without a row can be neither learned nor tested.
pub(super) fn check_target(
    file: &Path,
    column: &mut Column,
    task: TaskKind,
    lines: &[usize],
    declared: &[String],
) -> Result<(), DataError> {
    let line_of = |row: usize| lines.get(row).copied().unwrap_or(0);
    let blame = |row: usize, problem: String, remedy: &str| {
        Err(DataError::line(file, line_of(row), problem, remedy).in_column(&column.name))
    };
    match &mut column.values {
        Values::Numeric(values) => {
            if task.has_classes() {
                let problem = format!("the target of a {task} dataset must hold classes");
                return Err(DataError::file(file, problem, "set `task` to what the data is")
                    .in_column(&column.name));
            }
            if let Some(row) = values.iter().position(f64::is_nan) {
                let remedy = "remove the row: what is to be predicted must be known; `target` names another column";
                return blame(row, "the target is missing".into(), remedy);
            }
        }
        Values::Nominal { levels, codes } => {
            if !task.has_classes() {
                let problem = format!("the target of a {task} dataset must be numeric");
                return Err(DataError::file(file, problem, "set `task` to what the data is")
                    .in_column(&column.name));
            }
            if let Some(row) = codes.iter().position(|&c| c == MISSING) {
                let remedy = "remove the row: what is to be predicted must be known; `target` names another column";
                return blame(row, "the class is missing".into(), remedy);
            }
            if !declared.is_empty() {
                let known: BTreeSet<&String> = declared.iter().collect();
                let stranger = |code: &u32| !known.contains(&levels[*code as usize]);
                if let Some(row) = codes.iter().position(stranger) {
                    let problem = format!(
                        "unknown class `{}`; the declared classes are {}",
                        levels[codes[row] as usize],
                        declared.join(", ")
                    );
                    return blame(row, problem, "correct the value, or declare the class");
                }
            }
            let order: Vec<String> = match declared {
                [] => levels.clone(),
                declared => declared.to_vec(),
            };
            // By look-up: a column of a million identifiers may be taken for the target by mistake.
            let used: BTreeSet<u32> = codes.iter().copied().collect();
            let occurring: BTreeSet<&String> = used.iter().map(|&c| &levels[c as usize]).collect();
            let kept: Vec<String> = order.into_iter().filter(|l| occurring.contains(l)).collect();
            let new_code: BTreeMap<&String, u32> = kept.iter().zip(0..).collect();
            let renumbered: Vec<u32> =
                levels.iter().map(|l| new_code.get(l).copied().unwrap_or(MISSING)).collect();
            codes.iter_mut().for_each(|c| *c = renumbered[*c as usize]);
            *levels = kept;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(labels: &[&str]) -> Result<Option<String>, DataError> {
        let levels: Vec<String> = labels.iter().map(ToString::to_string).collect();
        let codes = (0..levels.len() as u32).collect();
        let values = Values::Nominal { levels, codes };
        assume_classes(Path::new("t.csv"), &Column { name: "price".into(), values }, None)
    }

    #[test]
    fn text_is_classes_and_few_whole_numbers_are_with_a_note() {
        assert_eq!(judged(&["a", "2.5"]), Ok(None));
        for whole in [&["0", "1"][..], &["-1", "+1"], &["1.0", "2.0", "3.0"]] {
            let note = judged(whole).unwrap().unwrap();
            assert!(note.contains("whole numbers of the target `price`"), "{note}");
        }
    }

    #[test]
    fn many_numbers_and_broken_ones_ask_for_the_task() {
        let many: Vec<String> = (0..21).map(|n| n.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(judged(&many[..20]).is_ok());
        let error = judged(&many).unwrap_err();
        assert_eq!(error.problem, "the target `price` has 21 different numbers");
        assert!(error.remedy.contains("task = \"regression\""), "{error}");
        let error = judged(&["1", "1.5"]).unwrap_err();
        assert!(error.problem.ends_with("2 different numbers, not all of them whole"), "{error}");
    }
}
