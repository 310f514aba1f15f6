//! Each suspicion on a table that must raise it and on one that must not. The tables are made by rule.

use std::fmt::Write;
use std::path::Path;

use super::{CHECKS, Suspicion, Weight, suspicions, warning_of_stream, warnings};
use crate::data::dataset::{Dataset, Roles, TaskKind};
use crate::data::read::{self, ReadOptions};

/// A table with the header `a,b,...` that a rule fills, the class last.
fn rows(header: &str, rows: usize, row: impl Fn(usize) -> String) -> String {
    let mut text = format!("{header}\n");
    for i in 0..rows {
        let _ = writeln!(text, "{}", row(i));
    }
    text
}

fn dataset(text: &str, task: TaskKind, nominal: &[&str]) -> Dataset {
    let is_arff = text.starts_with('@');
    let file = Path::new(if is_arff { "t.arff" } else { "t.csv" });
    let options = ReadOptions {
        target_is_nominal: task.has_classes(),
        nominal: nominal.iter().map(ToString::to_string).collect(),
        ..ReadOptions::default()
    };
    let format = read::format_of(file, None).unwrap();
    let table = read::read(file, text.as_bytes(), format, &options).unwrap();
    Dataset::new("t", task, file, table, &Roles::default()).unwrap()
}

/// What is found in a table of classes, as kinds with their columns.
fn found(text: &str) -> Vec<(String, Option<String>)> {
    let all = suspicions(&dataset(text, TaskKind::Classification, &[]));
    all.into_iter().map(|own| (own.kind, own.column)).collect()
}

fn only(text: &str, nominal: &[&str]) -> Suspicion {
    let all = suspicions(&dataset(text, TaskKind::Classification, nominal));
    assert_eq!(all.len(), 1, "{all:?}");
    all.into_iter().next().unwrap()
}

/// A number without a pattern, below `end`.
fn any(i: usize, salt: usize, end: usize) -> usize {
    (i * 7919 + salt * 104_729 + i * i * 31) % 10_007 % end
}

/// A fine measure that never repeats.
fn fine(i: usize) -> f64 {
    (i * i * 37 % 10_007) as f64 / 7.0 + i as f64 / 1000.0
}

#[test]
fn a_table_without_faults_raises_nothing() {
    let text = rows("x,y,colour,class", 60, |i| {
        format!("{:.4},{},{},{}", fine(i), any(i, 1, 9), ["red", "blue"][any(i, 2, 2)], i % 3)
    });
    assert_eq!(found(&text), []);
}

/// A temperature below zero is no code, and does not hide one at the other end.
#[test]
fn a_code_is_found_at_either_end() {
    let text = rows("temp,u,class", 200, |i| {
        let temp = if i % 10 == 0 { 9999 } else { any(i, 3, 40) as i64 - 12 };
        format!("{temp},{:.4},{}", fine(i), i % 2)
    });
    let own = only(&text, &[]);
    assert!(own.problem.contains("`temp` is 9999 in 20 rows"), "{}", own.problem);
}

/// An index of heat is measured in whole numbers that seldom repeat; the number of a sample is spread much more widely.
#[test]
fn what_is_called_a_number_may_be_a_measure() {
    for (end, is_number) in [(700, false), (9_000_000, true)] {
        let text = rows("heat_index,u,class", 60, |i| {
            // One repeats.
            let i = i.max(1);
            format!("{},{:.4},{}", 3 + i * i * 7919 * 31 % 1_000_003 * 9 % end, fine(i), i % 2)
        });
        let kinds: Vec<String> = found(&text).into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(kinds.iter().any(|kind| kind == "identifier"), is_number, "{end} {kinds:?}");
    }
}

/// UCI glass has such a column, and its rows are sorted by class.
#[test]
fn a_column_that_counts_the_rows() {
    for (first, step, sorted) in [(1, 1, true), (0, 1, true), (1, 7, false), (0, 7, false)] {
        let text = rows("id,x,class", 60, |i| {
            format!("{},{:.4},{}", first + i * step % 60, fine(i), i / 20)
        });
        let own = only(&text, &[]);
        assert_eq!((own.kind.as_str(), own.weight), ("row-number", Weight::Warning));
        assert_eq!(own.remedy, "leave it out with ignore = [\"id\"]");
        assert_eq!(own.problem.contains("gives the class away"), sorted, "{}", own.problem);
        let range = format!("from {first} to {} once", first + 59);
        assert!(own.problem.contains(&range), "{}", own.problem);
    }
    // One value twice; a short table; a series, whose only feature is the time.
    let twice = rows("x,y,class", 60, |i| format!("{},{:.4},{}", 1 + i.min(58), fine(i), i % 2));
    let short = rows("x,y,class", 19, |i| format!("{},{:.4},{}", 1 + i, fine(i), i % 2));
    let series = rows("x,class", 60, |i| format!("{},{}", 1 + i, i % 2));
    for text in [twice, short, series] {
        assert_eq!(found(&text), []);
    }
}

#[test]
fn whole_numbers_that_are_all_different() {
    let ids =
        rows("x,n,class", 120, |i| format!("{:.4},{},{}", fine(i), 8_000_000 + i * i * 97, i % 2));
    let own = only(&ids, &[]);
    assert_eq!((own.kind.as_str(), own.column.as_deref()), ("identifier", Some("n")));
    assert!(own.problem.contains("120 different whole numbers in 120 rows"), "{}", own.problem);
    // Few rows, widely spread: the name decides.
    let few = |name: &str| {
        let head = format!("x,{name},class");
        rows(&head, 30, |i| format!("{:.4},{},{}", fine(i), 8_000 + i * i * 97, i % 2))
    };
    assert_eq!(found(&few("PassengerId")).len(), 1);
    assert_eq!(found(&few("income")), []);
    // Few rows, close together: whole numbers that never repeat are no accident.
    let close = rows("x,n,class", 60, |i| format!("{:.4},{},{}", fine(i), 100 + i * 7 % 61, i % 2));
    assert_eq!(found(&close).len(), 1);
    // A few customers come twice; the name says what the numbers are.
    let nearly = |name: &str| {
        let head = format!("x,{name},class");
        rows(&head, 60, |i| {
            format!("{:.4},{},{}", fine(i), 100_000 + i.max(3) * 37 * i.max(3), i % 2)
        })
    };
    assert!(
        only(&nearly("cust_id"), &[]).problem.contains("57 different whole numbers in 60 rows")
    );
    assert_eq!(found(&nearly("income")), []);
    let measured =
        rows("x,n,class", 200, |i| format!("{:.4},{},{}", fine(i), any(i, 3, 900), i % 2));
    assert_eq!(found(&measured), []);
}

/// UCI's breast-cancer-wisconsin.data without names: 645 different sample numbers in 699 rows. Counts that go with another column,
/// such as the mileage of used cars, are none, and neither are days or years.
#[test]
fn large_numbers_that_go_with_nothing_are_identifiers_although_some_repeat() {
    let table = |rule: fn(usize) -> String| {
        rows("c1,x,y,class", 120, move |i| {
            let number = rule(i.min(114));
            format!("{number},{:.4},{},{}", fine(i), any(i, 4, 60), i % 2)
        })
    };
    let own = only(&table(|i| (60_000 + any(i, 1, 9_973) * 1_301).to_string()), &[]);
    assert_eq!((own.kind.as_str(), own.column.as_deref()), ("identifier", Some("c1")));
    assert!(own.problem.contains("115 different whole numbers in 120 rows"), "{}", own.problem);
    for measured in [
        |i: usize| (6_000 + (fine(i) * 97.0) as usize).to_string(),
        |i: usize| (600 + any(i, 1, 9_000)).to_string(),
        |i: usize| (60_000.5 + any(i, 1, 9_973) as f64 * 1_301.0).to_string(),
    ] {
        assert_eq!(found(&table(measured)), []);
    }
    let years = rows("year,x,class", 60, |i| format!("{},{:.4},{}", 1900 + i, fine(i), i % 2));
    assert_eq!(found(&years), []);
    let heat = rows("x,heat_index,class", 60, |i| {
        format!("{:.4},{},{}", fine(i), 70 + (i * 7 % 59) * 8, i % 2)
    });
    assert_eq!(found(&heat), []);
    let days = rows("day,x,class", 40, |i| {
        format!("2020-{:02}-{:02},{:.4},{}", 1 + i / 28, 1 + i % 28, fine(i), i % 2)
    });
    let options = ReadOptions { sniff: true, target_is_nominal: true, ..ReadOptions::default() };
    let file = Path::new("t.csv");
    let format = read::format_of(file, None).unwrap();
    let table = read::read(file, days.as_bytes(), format, &options).unwrap();
    let data = Dataset::new("t", TaskKind::Classification, file, table, &Roles::default());
    assert_eq!(warnings(&data.unwrap()), []);
}

#[test]
fn dates_that_are_written_as_numbers() {
    let table = |write: fn(usize) -> usize| {
        rows("day,x,class", 40, move |i| format!("{},{:.4},{}", write(i), fine(i), i % 2))
    };
    let own = only(&table(|i| 20_190_101 + i / 28 * 100 + i % 28), &[]);
    assert_eq!((own.kind.as_str(), own.weight), ("date-number", Weight::Warning));
    assert!(own.problem.contains("such as 20190101"), "{}", own.problem);
    assert_eq!(found(&table(|i| 20_190_101 + i % 9)), [], "few of them could be codes");
    assert!(!found(&table(|i| 20_190_101 + i)).iter().any(|(kind, _)| kind == "date-number"));
}

/// Titanic has names, tickets (681 values in 891 rows) and cabins (147 in 204).
#[test]
fn a_level_for_almost_every_row() {
    let tickets = |levels: usize| {
        rows("ticket,x,class", 90, move |i| format!("t{},{:.4},{}", i % levels, fine(i), i % 2))
    };
    let own = only(&tickets(69), &[]);
    assert_eq!((own.kind.as_str(), own.weight), ("names", Weight::Warning));
    assert!(own.problem.contains("69 levels in 90 rows"), "{}", own.problem);
    assert_eq!(found(&tickets(30)), []);
    let cabins = rows("cabin,x,class", 90, |i| {
        let cabin = if i % 4 == 0 { format!("C{}", i / 5) } else { String::new() };
        format!("{cabin},{:.4},{}", fine(i), i % 2)
    });
    assert!(only(&cabins, &[]).problem.contains("in 23 rows"), "missing values count");
}

#[test]
fn a_feature_that_is_the_target() {
    let copy = |noise: usize| {
        rows("code,x,class", 60, move |i| {
            let code = if i == noise { "q" } else { ["p", "q", "r"][i % 3] };
            format!("{code},{:.4},{}", fine(i), ["a", "b", "c"][i % 3])
        })
    };
    let own = only(&copy(60), &[]);
    assert_eq!((own.kind.as_str(), own.column.as_deref()), ("target-copy", Some("code")));
    assert_eq!(found(&copy(0)), []);
    let numbers =
        rows("x,y,price", 40, |i| format!("{:.4},{:.4},{:.4}", fine(i), fine(2 * i), fine(i)));
    let data = dataset(&numbers, TaskKind::Regression, &[]);
    assert_eq!(warnings(&data)[0].kind, "target-copy");
    let other = numbers.replacen("0.0000,0.0000,0.0000", "0.1,0,0", 1);
    assert_eq!(warnings(&dataset(&other, TaskKind::Regression, &[])), []);
}

#[test]
fn numbers_in_another_notation() {
    let column = |write: fn(usize) -> String| {
        rows("x;n;class", 60, move |i| format!("{:.4};{};{}", fine(i), write(i % 9), i % 2))
            .replace(',', "\",\"")
            .replace(';', ",")
            .replace("\",\"", ",")
    };
    // A comma inside of a field needs quotes in CSV.
    let comma = column(|v| format!("\"{v},5\"")).replace("\"\"", "\"");
    for (text, what) in [
        (comma, "with decimal commas"),
        (column(|v| format!("0x{v:X}A")), "in hexadecimal"),
        (column(|v| format!("{v}0%")), "with percent signs"),
        (column(|v| format!("${v}5")), "with a currency"),
        (column(|v| format!("{v}.50 €")), "with a currency"),
        (column(|v| format!("1'{v}50")), "with signs between thousands"),
        (column(|v| format!("-1 {v}50.5")), "with signs between thousands"),
        (column(|v| format!("1_{v}50")), "with signs between thousands"),
    ] {
        let own = only(&text, &[]);
        assert_eq!(own.kind, "numbers-as-text");
        assert!(own.problem.contains(what), "{}", own.problem);
    }
    // A level for almost every row is first of all a number in another notation.
    let amounts = rows("x,n,class", 60, |i| format!("{:.4},{}00 €,{}", fine(i), i + 1, i % 2));
    assert_eq!(only(&amounts, &[]).kind, "numbers-as-text");
    for write in [
        |v: usize| format!("v{v}"),
        |v: usize| format!("\"a,{v}\""),
        |v| format!("0y{v}"),
        |v| format!("1 {v}"),
        |v| format!("0 {v}00"),
        |v| format!("${v}-"),
    ] {
        assert_eq!(found(&column(write)), []);
    }
}

#[test]
fn levels_that_are_spelled_alike() {
    let arff = |levels: &str, values: [&str; 3]| {
        let head = format!(
            "@attribute x real\n@attribute c {{{levels}}}\n@attribute class {{a,b}}\n@data"
        );
        rows(&head, 30, |i| {
            format!("{:.4},{},{}", fine(i), values[any(i, 5, 3)], ["a", "b"][i % 2])
        })
    };
    let own = only(&arff("yes,Yes,no", ["yes", "Yes", "no"]), &[]);
    assert_eq!((own.kind.as_str(), own.column.as_deref()), ("alike-levels", Some("c")));
    assert!(
        own.problem.contains("`yes`, `Yes`") || own.problem.contains("`Yes`, `yes`"),
        "{own:?}"
    );
    assert_eq!(found(&arff("'a b','a  b',no", ["'a b'", "'a  b'", "no"])).len(), 1);
    assert_eq!(found(&arff("1,1.0,2", ["1", "1.0", "2"])).len(), 1);
    // Grades; a spelling that is declared and never used; words.
    assert_eq!(found(&arff("a,A,no", ["a", "A", "no"])), []);
    assert_eq!(found(&arff("yes,Yes,no", ["yes", "no", "no"])), []);
    assert_eq!(found(&arff("1,1.0,x", ["1", "1.0", "x"])), []);
    let classes =
        rows("x,class", 40, |i| format!("{:.4},{}", fine(i), ["spam", "Spam", "ham"][i % 3]));
    assert_eq!(only(&classes, &[]).column.as_deref(), Some("class"));
    for (text, other) in [("yes", "yes."), ("yes", "y\u{200b}es")] {
        let classes =
            rows("x,class", 60, |i| format!("{:.4},{}", fine(i), [text, other, "no"][i % 3]));
        assert_eq!(only(&classes, &[]).kind, "alike-levels", "{other}");
    }
    let letters = |all: &'static str| {
        rows("x,class", 60, move |i| {
            format!("{:.4},{}", fine(i), all.chars().nth(i % all.len()).unwrap_or('a'))
        })
    };
    assert_eq!(only(&letters("aAb"), &[]).kind, "alike-levels");
    assert_eq!(found(&letters("aAbBcC")), [], "an alphabet");
}

#[test]
fn a_level_that_is_a_word_for_missing() {
    let arff = |levels: &str, values: [&str; 3]| {
        let head = format!(
            "@attribute x real\n@attribute c {{{levels}}}\n@attribute class {{a,b}}\n@data"
        );
        rows(&head, 30, |i| format!("{:.4},{},{}", fine(i), values[i % 3], ["a", "b"][i % 2]))
    };
    let own = only(&arff("red,NA,blue", ["red", "NA", "blue"]), &[]);
    assert_eq!(own.kind, "missing-word");
    assert!(own.problem.contains("the level `NA` in 10 rows"), "{}", own.problem);
    assert_eq!(own.remedy, "read it as missing with missing = [\"NA\"]");
    assert_eq!(found(&arff("red,NA,blue", ["red", "blue", "blue"])), [], "declared, never used");
    assert_eq!(found(&arff("low,none,high", ["low", "none", "high"])), []);
    let countries = "AT,BE,CH,DE,ES,NA,ZA";
    assert_eq!(found(&arff(countries, ["NA", "DE", "AT"])), [], "one code of many");
}

/// A word that is missing among numbers and a level of the next column.
#[test]
fn a_word_that_is_missing_elsewhere() {
    let text = rows("a,sex,class", 40, |i| {
        let (number, sex) = ((i % 7).to_string(), ["f", "m", "-"][any(i, 2, 3)]);
        format!("{},{sex},{}", if i % 9 == 0 { "-" } else { &number }, ["x", "y"][i % 2])
    });
    let options = ReadOptions { sniff: true, target_is_nominal: true, ..ReadOptions::default() };
    let file = Path::new("t.csv");
    let format = read::format_of(file, None).unwrap();
    let table = read::read(file, text.as_bytes(), format, &options).unwrap();
    let data = Dataset::new("t", TaskKind::Classification, file, table, &Roles::default()).unwrap();
    let own = &warnings(&data)[0];
    assert_eq!((own.kind.as_str(), own.column.as_deref()), ("missing-word", Some("sex")));
    assert!(own.problem.contains("taken for a missing value in other columns"), "{own:?}");
    assert_eq!(own.remedy, "read it as missing with missing = [\"-\"]");
}

#[test]
fn a_number_that_stands_for_missing() {
    let with = |code: i64, every: usize| {
        rows("x,y,class", 200, move |i| {
            let value = if i % every == 0 { code } else { any(i, 7, 60) as i64 };
            format!("{value},{:.4},{}", fine(i), i % 2)
        })
    };
    for code in [-999, 9999, 99999] {
        let own = only(&with(code, 10), &[]);
        assert_eq!(own.kind, "outlier-code");
        assert!(own.problem.contains(&format!("is {code} in 20 rows")), "{}", own.problem);
        assert_eq!(own.remedy, format!("read it as missing with missing = [\"{code}\"]"));
    }
    // Once; near the others; no code; a scale of a few steps.
    for text in [with(9999, 200), with(99, 10), with(5000, 10)] {
        assert_eq!(found(&text), []);
    }
    // The only negative number, of few; the commonest number.
    let answers = |code: i64| {
        rows("x,y,class", 60, move |i| {
            let answer = if i % 6 == 0 { code } else { 1 + any(i, 3, 5) as i64 };
            format!("{answer},{:.4},{}", fine(i), i % 2)
        })
    };
    assert!(only(&answers(-9), &[]).problem.contains("the only negative value"));
    assert_eq!(found(&answers(9)), []);
    // A code of its own in several columns, the target among them, and a class (UCI air quality, heart disease).
    let quality = |code: i64| {
        rows("co,no,price", 60, move |i| {
            let one = |salt: usize| {
                if (i + salt).is_multiple_of(6) {
                    code.to_string()
                } else {
                    any(i, salt, 300).to_string()
                }
            };
            format!("{},{},{}", one(1), one(2), one(3))
        })
    };
    let codes = warnings(&dataset(&quality(-200), TaskKind::Regression, &[]));
    assert_eq!(codes.len(), 1, "{codes:?}");
    assert!(codes[0].problem.contains("3 columns are -200"), "{}", codes[0].problem);
    assert!(codes[0].remedy.contains("[\"-200\"], and remove the rows"), "{}", codes[0].remedy);
    assert_eq!(warnings(&dataset(&quality(-1), TaskKind::Regression, &[])), []);
    let class =
        rows("x,class", 60, |i| format!("{:.4},{}", fine(i), ["0", "1", "-9"][any(i, 2, 3)]));
    assert!(only(&class, &[]).problem.contains("the class `-9`"));
    assert_eq!(found(&class.replace(",-9", ",-1")), []);
    let days = |code: usize| {
        rows("x,y,class", 60, move |i| {
            let day = if i % 6 == 0 { code } else { 13 * i };
            format!("{day},{:.4},{}", fine(i), i % 2)
        })
    };
    assert!(only(&days(999), &[]).problem.contains("the commonest value"));
    assert_eq!(found(&days(899)), []);
    let scale =
        rows("x,y,class", 60, |i| format!("{},{:.4},{}", [0, 1, 99][any(i, 3, 3)], fine(i), i % 2));
    assert_eq!(found(&scale), []);
}

/// The body mass index of Pima's diabetes data. Zeros of counts and amounts are near the other values.
#[test]
fn a_zero_where_everything_else_is_much_more() {
    let with = |least: usize, range: usize| {
        rows("x,y,class", 120, move |i| {
            let value = if i % 6 == 0 { 0 } else { least + any(i, 3, range) };
            format!("{value},{:.4},{}", fine(i), i % 2)
        })
    };
    let own = only(&with(18, 25), &[]);
    assert_eq!((own.kind.as_str(), own.weight), ("zero-code", Weight::Note));
    assert!(own.problem.contains("`x` is 0 in 20 rows, far below all other values"), "{own:?}");
    assert!(own.remedy.contains("leave these fields empty"), "{}", own.remedy);
    for (least, range) in [(1, 40), (18, 60), (50, 4)] {
        assert_eq!(found(&with(least, range)), [], "{least} {range}");
    }
}

/// A code at the upper end is seen although there are negative numbers.
#[test]
fn nines_next_to_negative_numbers() {
    let text = rows("x,y,class", 200, |i| {
        let value = if i % 10 == 0 { 9999 } else { any(i, 7, 60) as i64 - 30 };
        format!("{value},{:.4},{}", fine(i), i % 2)
    });
    assert!(only(&text, &[]).problem.contains("is 9999 in 20 rows"));
}

#[test]
fn classes_with_too_few_members() {
    let many = rows("x,class", 40, |i| format!("{:.4},c{}", fine(i), i % 30));
    let own = only(&many.replace("c0\n", "c1\n"), &[]);
    assert_eq!(own.kind, "many-classes");
    assert!(own.remedy.contains("regression"), "{}", own.remedy);
    let single =
        rows("x,class", 40, |i| format!("{:.4},{}", fine(i), if i == 0 { "z" } else { "a" }));
    let own = only(&single, &[]);
    assert_eq!((own.kind.as_str(), own.weight), ("single-class", Weight::Note));
    assert!(own.problem.contains("1 class has one member: `z`"), "{}", own.problem);
}

#[test]
fn constants_and_copies_of_features_are_notes() {
    let text = rows("one,x,y,class", 40, |i| format!("5,{:.4},{:.4},{}", fine(i), fine(i), i % 2));
    let all = suspicions(&dataset(&text, TaskKind::Classification, &[]));
    let kinds: Vec<(&str, Option<&str>)> =
        all.iter().map(|own| (own.kind.as_str(), own.column.as_deref())).collect();
    assert_eq!(kinds, [("constant", Some("one")), ("feature-copy", Some("y"))]);
    assert!(all.iter().all(|own| own.weight == Weight::Note));
    assert_eq!(warnings(&dataset(&text, TaskKind::Classification, &[])), []);
}

#[test]
fn rows_that_repeat_an_earlier_one() {
    let fine_twice = rows("x,y,class", 80, |i| {
        format!("{:.4},{:.4},{}", fine(i % 40), fine(3 * (i % 40)), i % 2)
    });
    let own = only(&fine_twice, &[]);
    assert_eq!((own.kind.as_str(), own.weight), ("repeated-rows", Weight::Warning));
    assert!(own.problem.contains("40 of 80 rows (50.0 %)"), "{}", own.problem);
    // Categories repeat; so do few of many rows.
    let coarse = rows("x,y,class", 80, |i| format!("{},{},{}", any(i, 1, 3), any(i, 2, 3), i % 2));
    assert_eq!(only(&coarse, &[]).kind, "equal-rows");
    assert_eq!(only(&coarse, &[]).weight, Weight::Note);
    let few = rows("x,y,class", 80, |i| {
        format!("{:.4},{:.4},{}", fine(i.min(78)), fine(3 * i.min(78)), i / 79)
    });
    assert_eq!(found(&few.replace(",1\n", ",0\n").replacen(",0\n", ",1\n", 2)).len(), 1);
}

#[test]
fn rows_sorted_by_class_matter_to_streams_alone() {
    let sorted = rows("x,class", 40, |i| format!("{:.4},{}", fine(i), i / 20));
    let data = dataset(&sorted, TaskKind::Classification, &[]);
    assert_eq!(suspicions(&data), [], "drawn folds are shuffled");
    assert_eq!(warning_of_stream(&data).unwrap().kind, "sorted-rows");
    let mixed = rows("x,class", 40, |i| format!("{:.4},{}", fine(i), i % 2));
    assert_eq!(warning_of_stream(&dataset(&mixed, TaskKind::Classification, &[])), None);
}

/// A name that would break a line or a spec is written so that it does not.
#[test]
fn the_remedy_can_be_pasted() {
    let text = rows("\"a\"\"b\",x,class", 40, |i| format!("{},{:.4},{}", i, fine(i), i % 2));
    assert_eq!(only(&text, &[]).remedy, "leave it out with ignore = ['a\"b']");
}

#[test]
fn kinds_are_words_and_none_is_there_twice() {
    let mut kinds: Vec<&str> = CHECKS.iter().map(|check| check.kind).collect();
    kinds.sort_unstable();
    let all = kinds.len();
    kinds.dedup();
    assert_eq!(kinds.len(), all);
    assert!(CHECKS.iter().all(|check| !check.about.is_empty()));
}
