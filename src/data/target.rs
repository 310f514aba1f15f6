//! What is said of targets: they have no holes, classes are declared ones and in declared order, equal numbers are one class,
//! and numbers are taken for classes only where they plainly are. It does not know which column is the target.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::dataset::TaskKind;
use super::error::DataError;
use super::read::text;
use super::table::{Column, MISSING, Values};

/// At most this many different whole numbers are taken for classes unless the spec says what they are.
const MOST_WHOLE_CLASSES: usize = 20;

/// So few different numbers may be classes however few rows there are.
const FEW: usize = 5;

/// Where the spec says that the target holds classes, the mean number of rows that whole numbers with gaps need for each.
const ROWS_OF_CLASS: usize = 3;

const REMEDY: &str = "say `task = \"regression\"` (`--task regression` on the command line), or list it under `nominal` if they are classes";

/// Judges a target that was read as classes without a declaration of which there are. Text is classes. Few whole numbers are,
/// with a note; where the spec says nothing (`assumed`), of all other numbers the user must say what they are. Where it says
/// that the target holds classes, numbers that plainly do not are refused all the same. `other` is a column that looks more
/// like classes, if there is one.
pub(super) fn judge_classes(
    file: &Path,
    column: &Column,
    assumed: bool,
    other: Option<&str>,
) -> Result<Option<String>, DataError> {
    let Values::Nominal { levels, codes } = &column.values else { return Ok(None) };
    // Classes are read as texts, so that decimal commas are still in them.
    let comma = |level: &str| text::with_point(level).and_then(|plain| text::number(&plain));
    let number = |level: &String| text::number(level).or_else(|| comma(level));
    let numbers: Option<Vec<f64>> = levels.iter().map(number).collect();
    let Some(mut numbers) = numbers else { return Ok(None) };
    let are_whole = numbers.iter().all(|number| number.fract() == 0.0);
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    let (name, different, rows) = (&column.name, numbers.len(), codes.len());
    let are_few = different <= MOST_WHOLE_CLASSES && (different <= FEW || 2 * different <= rows);
    let plainly = if assumed {
        are_whole && are_few
    } else {
        // Classes that someone numbered have numbers without gaps.
        let (first, last) = (numbers.first().copied(), numbers.last().copied());
        let span = first.zip(last).map_or(0.0, |(first, last)| last - first + 1.0);
        let needed = if span == different as f64 { 2 } else { ROWS_OF_CLASS };
        are_few || (are_whole && needed * different <= rows)
    };
    if plainly {
        return Ok(assumed.then(|| {
            format!(
                "the {different} different whole numbers of the target `{name}` are taken for classes; \
                 `task` says what they are"
            )
        }));
    }
    let broken = if are_few { ", not all of them whole" } else { "" };
    let of =
        if !are_few && 2 * different > rows { format!(" in {rows} rows") } else { String::new() };
    let problem = format!("the target `{name}` has {different} different numbers{of}{broken}");
    let remedy = match other {
        Some(other) => format!(
            "if the classes are in column `{other}`, set `target = \"{other}\"`; otherwise {REMEDY}"
        ),
        None => REMEDY.to_owned(),
    };
    Err(DataError::file(file, problem, remedy))
}

/// Makes one class of labels that are the same number (`1` and `1.0`, `2` and `02`), if all labels are numbers: written by two
/// programs or by hand, they mean one class. The class has the shortest of its labels. Says which were joined.
pub(super) fn join_equal_numbers(column: &mut Column) -> Option<String> {
    let Values::Nominal { levels, codes } = &mut column.values else { return None };
    // Long identifiers are different classes, although no number keeps all their digits.
    let exact = |value: &f64| value.abs() <= text::LONGEST_EXACT;
    let numbers: Option<Vec<f64>> =
        levels.iter().map(|level| text::number(level).filter(exact)).collect();
    // Adding zero makes minus zero zero.
    let bits: Vec<u64> = numbers?.iter().map(|number| (number + 0.0).to_bits()).collect();
    let mut labels: BTreeMap<u64, Vec<&String>> = BTreeMap::new();
    for (level, number) in levels.iter().zip(&bits) {
        labels.entry(*number).or_default().push(level);
    }
    for equal in labels.values_mut() {
        equal.sort_by_key(|label| (label.len(), label.as_str()));
    }
    let joined: Vec<String> = labels
        .values()
        .filter(|equal| equal.len() > 1)
        .map(|equal| equal.iter().map(|l| text::shown(l)).collect::<Vec<_>>().join(" and "))
        .collect();
    if joined.is_empty() {
        return None;
    }
    // The order of the labels stays as it was: by the first of each.
    let mut kept: Vec<String> = Vec::new();
    let mut code_of: BTreeMap<u64, u32> = BTreeMap::new();
    for number in &bits {
        code_of.entry(*number).or_insert_with(|| {
            kept.push(labels.get(number).map_or_else(String::new, |equal| equal[0].clone()));
            (kept.len() - 1) as u32
        });
    }
    for code in codes.iter_mut() {
        let number = bits.get(*code as usize);
        *code = number.and_then(|number| code_of.get(number)).copied().unwrap_or(MISSING);
    }
    *levels = kept;
    let (name, joined) = (text::shown(&column.name), joined.join(", "));
    Some(format!(
        "classes of {name} that are the same number are one class: {joined}; list it under `nominal` if they are not"
    ))
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
    use crate::data::table::label_order;

    fn column(labels: &[&str], times: usize) -> Column {
        let mut levels: Vec<String> = labels.iter().map(ToString::to_string).collect();
        label_order(&mut levels);
        let codes = (0..levels.len() as u32).cycle().take(times * levels.len()).collect();
        Column { name: "price".into(), values: Values::Nominal { levels, codes } }
    }

    fn judged(labels: &[&str], times: usize, assumed: bool) -> Result<Option<String>, DataError> {
        judge_classes(Path::new("t.csv"), &column(labels, times), assumed, None)
    }

    #[test]
    fn text_is_classes_and_few_whole_numbers_are_with_a_note() {
        assert_eq!(judged(&["a", "2.5"], 1, true), Ok(None));
        for whole in [&["0", "1"][..], &["-1", "+1"], &["1.0", "2.0", "3.0"]] {
            let note = judged(whole, 1, true).unwrap().unwrap();
            assert!(note.contains("whole numbers of the target `price`"), "{note}");
            assert_eq!(judged(whole, 1, false), Ok(None), "what is said needs no note");
        }
    }

    #[test]
    fn many_numbers_and_broken_ones_ask_for_the_task() {
        let many: Vec<String> = (0..21).map(|n| n.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(judged(&many[..20], 2, true).is_ok());
        let error = judged(&many, 2, true).unwrap_err();
        assert_eq!(error.problem, "the target `price` has 21 different numbers");
        assert!(error.remedy.contains("task = \"regression\""), "{error}");
        let error = judged(&["1", "1.5"], 1, true).unwrap_err();
        assert!(error.problem.ends_with("2 different numbers, not all of them whole"), "{error}");
    }

    /// Weka's `cpu.with.vendor.arff` has 104 different numbers in 209 rows.
    #[test]
    fn numbers_that_are_plainly_no_classes_are_refused_whatever_the_task_says() {
        let many: Vec<String> = (0..104).map(|n| (10 + 3 * n).to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let error = judged(&many, 1, false).unwrap_err();
        assert_eq!(error.problem, "the target `price` has 104 different numbers in 104 rows");
        assert!(error.remedy.contains("`nominal`"), "{error}");
        assert!(judged(&many, 2, false).is_err());
        assert!(judged(&many, 3, false).is_ok());
        let numbered: Vec<String> = (1..=26).map(|n| n.to_string()).collect();
        let numbered: Vec<&str> = numbered.iter().map(String::as_str).collect();
        assert!(judged(&numbered, 2, false).is_ok(), "26 letters may well be numbered");
        assert!(judged(&numbered, 1, false).is_err());
        assert!(judged(&many, 3, true).is_err());
        assert!(judged(&many[..6], 1, true).is_err(), "a class for every row");
        assert!(judged(&["0.5", "1.5"], 3, false).is_ok());
    }

    #[test]
    fn equal_numbers_are_one_class_and_words_are_not() {
        let mut one = column(&["1", "1.0", "2", "02"], 1);
        let note = join_equal_numbers(&mut one).unwrap();
        assert!(note.contains("`1` and `1.0`, `2` and `02`"), "{note}");
        let Values::Nominal { levels, codes } = &one.values else { panic!() };
        assert_eq!((levels.join(" ").as_str(), codes.as_slice()), ("1 2", &[0, 0, 1, 1][..]));
        for labels in [&["1.0", "2.0"][..], &["1", "1.0", "a"], &["b", "B"]] {
            let mut other = column(labels, 1);
            assert_eq!(join_equal_numbers(&mut other), None);
            let Values::Nominal { levels, .. } = other.values else { panic!() };
            assert_eq!(levels.len(), labels.len(), "{labels:?}");
        }
    }
}
