//! The rules of Weka 3.6.14 and its random numbers, for the tests only: given the numbers that Weka drew, our rules must
//! be the same, to the letter. What Weka does with Java's generator was read from what its classes do.

use super::condition::Test;
use super::jrip::{INFO, Jrip, JripModel, settings};
use super::ripper::{Verdict, learn};
use super::table::Table;
use crate::data::table::{Column, MISSING, Values};
use crate::learn::draws::{Java, shuffle};
use crate::learn::weka::{Case, each_case, params};
use crate::learn::{Model, NeverStop};
use crate::params::Params;

const FILE: &str = include_str!("../../../tests/reference/weka_jrip.json");

/// Weka's order of an array: quicksort with the median of three, which leaves equal numbers in no order of theirs.
fn quick_sort(values: &[f64], index: &mut [usize]) {
    let order = |index: &mut [usize], a: usize, b: usize| {
        if values[index[a]] > values[index[b]] {
            index.swap(a, b);
        }
    };
    let last = match index.len() {
        0 | 1 => return,
        2 => return order(index, 0, 1),
        n => n - 1,
    };
    let centre = last / 2;
    order(index, 0, centre);
    order(index, 0, last);
    order(index, centre, last);
    if index.len() == 3 {
        return;
    }
    index.swap(centre, last - 1);
    let pivot = values[index[last - 1]];
    let (mut left, mut right) = (0, last - 1);
    loop {
        left += 1;
        while values[index[left]] < pivot {
            left += 1;
        }
        right -= 1;
        while values[index[right]] > pivot {
            right -= 1;
        }
        if left >= right {
            break;
        }
        index.swap(left, right);
    }
    index.swap(left, last - 1);
    let (before, behind) = index.split_at_mut(left);
    quick_sort(values, before);
    quick_sort(values, &mut behind[1..]);
}

/// Classes from the rarest on, as Weka's `ClassOrder` puts them with a seed.
fn weka_class_order(weights: &[f64], seed: i32) -> Vec<usize> {
    let mut shuffled: Vec<usize> = (0..weights.len()).collect();
    shuffle(&mut shuffled, &mut Java::new(seed.into()));
    let weights: Vec<f64> = shuffled.iter().map(|&class| weights[class]).collect();
    let mut index: Vec<usize> = (0..weights.len()).collect();
    quick_sort(&weights, &mut index);
    index.into_iter().map(|at| shuffled[at]).collect()
}

/// A number as Weka writes it: at most six digits behind the point.
fn weka_number(value: f64) -> String {
    let millionths = (value.abs() * 1e6 + 0.5) as i64;
    let digits = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
    let sign = if value < 0.0 && millionths > 0 { "-" } else { "" };
    format!("{sign}{}", digits.trim_end_matches('0').trim_end_matches('.'))
}

fn quoted(label: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.+<>=".contains(c);
    assert!(!label.contains(['\'', '"', '\\', '%', '\t', '\n']), "not needed so far: {label}");
    if label.chars().all(plain) { label.to_owned() } else { format!("'{label}'") }
}

/// A cell as Weka writes it.
fn weka_cell(column: &Column, row: usize) -> String {
    match &column.values {
        Values::Numeric(numbers) => {
            let value = numbers.iter().nth(row).expect("a row");
            if value.is_nan() { "?".into() } else { weka_number(value) }
        }
        Values::Nominal { codes, .. } if codes[row] == MISSING => "?".into(),
        Values::Nominal { codes, levels } => quoted(&levels[codes[row] as usize]),
    }
}

fn levels(column: &Column) -> &[String] {
    match &column.values {
        Values::Nominal { levels, .. } => levels,
        Values::Numeric(_) => panic!("{} is numeric", column.name),
    }
}

/// The generator that Weka uses for training rows: its seed is made of ours and of the text of a random row.
fn weka_random(case: &Case<'_>) -> Java {
    let data = &case.set.data;
    let seed = case.param("seed").as_i64().expect("a seed");
    let train: Vec<usize> = (0..data.rows).filter(|row| row % 3 != 0).collect();
    let row = train[Java::new(seed).below(train.len())];
    let cells = data.features.iter().chain(&data.targets).map(|column| weka_cell(column, row));
    let text = cells.collect::<Vec<_>>().join(",");
    let hash = text.encode_utf16().fold(0_i32, |h, c| h.wrapping_mul(31).wrapping_add(c.into()));
    Java::new(i64::from(hash) + seed)
}

fn weka_text(case: &Case<'_>, verdicts: &[Verdict], order: &[usize]) -> String {
    let data = &case.set.data;
    let (target, features) = (&data.targets[0], &data.features);
    let mut text = String::from("JRIP rules:\n===========\n\n");
    for Verdict { rule, class, weights } in verdicts {
        let condition = |c: &super::condition::Condition| {
            let column = &features[c.feature];
            match c.test {
                Test::AtMost(value) => format!("({} <= {})", column.name, weka_number(value)),
                Test::AtLeast(value) => format!("({} >= {})", column.name, weka_number(value)),
                Test::Is(level) => {
                    format!("({} = {})", column.name, levels(column)[level as usize])
                }
            }
        };
        let conditions: Vec<String> = rule.conditions.iter().map(condition).collect();
        let label = &levels(target)[order[*class as usize]];
        let covered: f64 = weights.iter().sum();
        let wrong = covered - weights[*class as usize];
        let conditions = conditions.join(" and ");
        text += &format!("{conditions} => {}={label} ({covered:?}/{wrong:?})\n", target.name);
    }
    text + &format!("\nNumber of Rules : {}\n", verdicts.len())
}

fn our_params(case: &Case<'_>) -> Params {
    let names = [
        ("pruned", "prune"),
        ("folds", "folds"),
        ("min-weight", "min_weight"),
        ("optimisations", "optimisations"),
        ("check-error-rate", "check_error"),
    ];
    params(INFO.params, &names.map(|(ours, weka)| (ours, case.param(weka))))
}

#[test]
fn rules_and_predictions_are_those_of_weka() {
    let mut cases = 0;
    each_case(FILE, |case| {
        let settings = settings(&our_params(case));
        let samples = case.samples();
        let mut draws = weka_random(case);
        let order = weka_class_order(&samples.class_weights(), draws.bits(32) as u32 as i32);
        let table = Table::new(&samples, &order);
        let verdicts = learn(&table, order.len(), settings, &mut draws, &NeverStop).expect("rules");
        let text = weka_text(case, &verdicts, &order);
        let predictions = JripModel::new(verdicts, &order).predict(case.test());
        assert_eq!(text, case.json["text"], "{}", case.place());
        assert_eq!(predictions.labels, case.predicted(), "{}", case.place());
        let scores = predictions.scores.matrix().expect("probabilities");
        for (row, weka) in scores.rows().zip(case.probabilities()) {
            assert_eq!(row, weka, "{}", case.place());
        }
        cases += 1;
    });
    assert_eq!(cases, 140);
}

/// Without Weka's random numbers: the same answers where chance plays no part, and as many right ones where it does.
#[test]
fn with_our_own_random_numbers_the_method_does_as_well_as_weka() {
    let (mut same, mut ours, mut weka, mut rows) = (0, 0, 0, 0);
    each_case(FILE, |case| {
        let predictions = case.predict(&Jrip, &our_params(case));
        let mut weights = case.samples().class_weights();
        weights.sort_by(f64::total_cmp);
        let tie = weights.windows(2).any(|pair| pair[0] == pair[1]);
        if case.param("prune") == false && !tie {
            assert_eq!(predictions.labels, case.predicted(), "{}", case.place());
            same += 1;
        }
        let Values::Nominal { codes, .. } = &case.set.data.targets[0].values else { return };
        let truth = codes.iter().step_by(3);
        ours += predictions.labels.iter().zip(truth).filter(|(a, b)| a == b).count();
        weka += case.json["correct"].as_u64().expect("a count") as usize;
        rows += predictions.labels.len();
    });
    assert_eq!(same, 12);
    assert!(ours.abs_diff(weka) * 100 < rows, "{ours} and {weka} right of {rows}");
}
