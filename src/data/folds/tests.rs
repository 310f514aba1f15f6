//! Declared folds, read from files and columns, and everything that can be wrong with them.

use std::path::Path;

use super::*;
use crate::data::error::DataError;
use crate::data::table::{Column, Values};

fn rows(count: usize) -> FoldExamples<'static> {
    FoldExamples { dataset: "glass", rows: count, bags: None }
}

/// Four rows in the bags b, a, b, c.
fn bags() -> FoldExamples<'static> {
    let names = ["b", "a", "c"].map(String::from).to_vec();
    FoldExamples {
        dataset: "musk",
        rows: 4,
        bags: Some(BagNames { of_row: vec![0, 1, 0, 2], names }),
    }
}

fn read(text: &str, examples: &FoldExamples<'_>) -> Result<Read, DataError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("folds.csv");
    std::fs::write(&file, text).unwrap();
    of_file(&file, examples)
}

/// The test part of every fold of a repeat.
fn parts(folds: &Folds) -> Vec<Vec<usize>> {
    folds.splits().into_iter().map(|split| split.test).collect()
}

#[test]
fn a_file_assigns_rows_to_folds_in_any_order() {
    let text = "outer,position,row\n1,9,3\n0,8,0\n1,7,1\n0,6,2\n";
    let (declared, notes) = read(text, &rows(4)).unwrap();
    assert_eq!(parts(&declared.outer[0]), [vec![0, 2], vec![1, 3]]);
    assert!(declared.inner.is_empty());
    assert_eq!(notes, ["columns of folds.csv that are no folds are ignored: position"]);
    let same = read("row,fold\n0,0\n1,1\n2,0\n3,1\n", &rows(4)).unwrap();
    assert_eq!((same.0.hash(), same.1.len()), (declared.hash(), 0));
    let other = read("row,fold\n0,0\n1,1\n2,1\n3,0\n", &rows(4)).unwrap();
    assert_ne!(other.0.hash(), declared.hash());
}

#[test]
fn folds_that_begin_at_one_are_shifted_with_a_note() {
    let (declared, notes) = read("row,fold\n0,1\n1,2\n2,3\n", &rows(3)).unwrap();
    assert_eq!(parts(&declared.outer[0]), [[0], [1], [2]]);
    assert!(notes[0].contains("numbered from 1"), "{notes:?}");
    let (same, _) = read("row,fold\n0,0\n1,1\n2,2\n", &rows(3)).unwrap();
    assert_eq!(same, declared);
}

#[test]
fn repeats_and_inner_folds_are_read() {
    let text = "row,repeat,fold,inner_of_outer0,inner_of_outer1\n\
        0,0,0,,0\n1,0,0,,1\n2,0,1,0.0,\n3,0,1,1.0,\n\
        0,1,0,,1\n1,1,1,0,\n2,1,0,,0\n3,1,1,1,\n";
    let (declared, _) = read(text, &rows(4)).unwrap();
    assert_eq!(declared.outer.len(), 2);
    assert_eq!(parts(&declared.outer[1]), [[0, 2], [1, 3]]);
    assert_eq!(declared.inner.len(), 4);
    assert_eq!(parts(&declared.inner[&(0, 0)]), [[2], [3]]);
    assert_eq!(parts(&declared.inner[&(1, 1)]), [[2], [0]]);
}

#[test]
fn a_file_of_several_datasets_gives_each_its_own() {
    let text = "dataset,row,fold\niris,0,5\nglass,0,0\nglass,1,1\niris,1,5\n";
    let (declared, _) = read(text, &rows(2)).unwrap();
    assert_eq!(parts(&declared.outer[0]), [[0], [1]]);
    let stranger = FoldExamples { dataset: "wine", ..rows(2) };
    let error = read(text, &stranger).unwrap_err();
    assert!(error.problem.contains("no line is about `wine`; its datasets are glass, iris"));
}

#[test]
fn bags_are_named_or_their_rows_agree() {
    let by_name = read("bag,fold,label\na,0,x\nb,1,x\nc,1,y\n", &bags()).unwrap();
    assert_eq!(parts(&by_name.0.outer[0]), [vec![1], vec![0, 2]]);
    let by_row = read("row,fold\n0,1\n1,0\n2,1\n3,1\n", &bags()).unwrap();
    assert_eq!(by_row.0, by_name.0);
    let split = read("row,fold\n0,1\n1,0\n2,0\n3,1\n", &bags()).unwrap_err();
    assert_eq!(
        (split.line, split.problem.as_str()),
        (Some(4), "bag `b` is in two folds (lines 2 and 4)")
    );
    let unknown = read("bag,fold\na,0\nd,1\n", &bags()).unwrap_err();
    assert_eq!((unknown.line, unknown.problem.as_str()), (Some(3), "`d` is no bag of `musk`"));
    let missing = read("bag,fold\na,0\nb,1\n", &bags()).unwrap_err();
    assert_eq!(missing.problem, "no fold for bag `c` of `musk`");
    let of_rows = read("bag,fold\na,0\nb,1\n", &rows(2)).unwrap_err();
    assert!(of_rows.problem.contains("names bags, but `glass` has rows"), "{of_rows}");
}

/// A line too many or too few is a mistake in the file, even where the folds of a bag agree.
#[test]
fn every_row_of_a_bag_is_listed_once() {
    let twice = read("row,fold\n0,1\n1,0\n2,1\n0,1\n3,1\n", &bags()).unwrap_err();
    let words = (twice.line, twice.problem.as_str(), twice.remedy.as_str());
    assert_eq!(
        words,
        (Some(5), "row 0 has a fold already, in line 2", "list every row once per repeat")
    );
    let short = read("row,fold\n0,1\n1,0\n3,1\n", &bags()).unwrap_err();
    assert_eq!(
        (short.line, short.problem.as_str()),
        (Some(2), "bag `b` is listed without its row 2")
    );
    assert!(short.remedy.contains("every row of the bag"), "{short}");
    // Each repeat by itself.
    let text = "row,repeat,fold\n0,0,1\n1,0,0\n2,0,1\n3,0,1\n0,1,1\n1,1,0\n2,1,1\n3,1,0\n";
    assert_eq!(read(text, &bags()).unwrap().0.outer.len(), 2);
}

#[test]
fn repeats_that_begin_at_one_are_shifted_with_a_note() {
    let text = "row,repeat,fold\n0,1,0\n1,1,1\n0,2,1\n1,2,0\n";
    let (declared, notes) = read(text, &rows(2)).unwrap();
    assert_eq!(declared.outer.iter().map(parts).collect::<Vec<_>>(), [[[0], [1]], [[1], [0]]]);
    assert_eq!(notes, ["its repeats are numbered from 1 and were shifted to begin at 0"]);
    let (same, none) = read(&text.replace(",1,", ",0,").replace(",2,", ",1,"), &rows(2)).unwrap();
    assert_eq!((same, none.len()), (declared, 0));
    // Messages count as the file does.
    let gap = read("row,repeat,fold\n0,1,0\n1,1,1\n0,3,1\n1,3,0\n", &rows(2)).unwrap_err();
    assert_eq!(gap.problem, "no fold for row 0 of `glass` in repeat 2");
    let fewer = read("row,repeat,fold\n0,1,0\n1,1,1\n0,2,train\n1,2,test\n", &rows(2));
    assert_eq!(fewer.unwrap_err().problem, "repeat 2 has 1 fold, repeat 1 has 2");
}

#[test]
fn the_words_train_and_test_make_one_split() {
    let (declared, _) = read("row,fold\n0,train\n1,test\n2,train\n", &rows(3)).unwrap();
    let split = declared.outer[0].split(0);
    assert_eq!((declared.outer[0].count(), split.train, split.test), (1, vec![0, 2], vec![1]));
    let inner = "row,fold,inner_of_outer0\n0,train,0\n1,test,\n2,train,1\n";
    let (declared, _) = read(inner, &rows(3)).unwrap();
    assert_eq!(parts(&declared.inner[&(0, 0)]), [[0], [2]]);
}

/// Text of a file for two rows, the line to blame and words of the message.
const WRONG: &[(&str, Option<usize>, &str)] = &[
    ("row,fold\n0,0\n", None, "no fold for row 1 of `glass`"),
    ("row,fold\n0,0\n0,1\n1,1\n", Some(3), "row 0 has a fold already, in line 2"),
    ("row,fold\n1,0\n2,1\n", Some(3), "row 2 is not in `glass`, whose rows are 0 to 1"),
    ("row,fold\n0,0\n1,\n", Some(3), "the fold is missing"),
    ("row,fold\n0,0\n1,left\n", Some(3), "`left` is no fold"),
    ("row,fold\n0,0\n1,-1\n", Some(3), "`-1` is no fold"),
    ("row,fold\n0,0\n1,0.5\n", Some(3), "`0.5` is no fold"),
    ("row,fold\nx,0\n1,1\n", Some(2), "`x` is no row"),
    ("row,fold\n0,0\n1,2\n", None, "no row of `glass` is in fold 1, but some are in 2"),
    ("row,fold\n0,2\n1,3\n", None, "no row of `glass` is in fold 0"),
    ("row,fold\n0,0\n1,99999999999\n", Some(3), "out of range"),
    ("row,fold\n0,0\n1,0\n", None, "every row is in the same fold"),
    ("row,fold\n0,train\n1,train\n", None, "no row is marked `test`"),
    ("row,fold\n0,test\n1,test\n", None, "no row is marked `train`"),
    ("row,fold\n0,0\n1,test\n", Some(3), "are mixed"),
    ("row,fold,outer\n0,0,0\n1,1,1\n", Some(1), "both name folds"),
    ("row,label\n0,0\n1,1\n", Some(1), "no column `fold` or `outer`"),
    ("index,fold\n0,0\n1,1\n", Some(1), "no column `row`"),
    ("row,fold,fold\n0,0,0\n1,1,1\n", Some(1), "two columns have the name"),
    (
        "row,repeat,fold\n0,0,0\n1,0,1\n0,2,0\n1,2,1\n",
        None,
        "no fold for row 0 of `glass` in repeat 1",
    ),
    (
        "row,repeat,fold\n0,0,0\n1,0,1\n0,1,train\n1,1,test\n",
        None,
        "repeat 1 has 1 fold, repeat 0 has 2",
    ),
    ("row,repeat,fold\n0,99999999,0\n1,0,1\n", Some(2), "more repeats than can be run"),
    ("row,repeat,fold\n0,,0\n1,0,1\n", Some(2), "is no repeat"),
    ("row,fold,inner_of_outer0\n0,0,\n1,1,0\n", None, "no column `inner_of_outer1`"),
    ("row,fold,inner_of_outer2\n0,0,\n1,1,0\n", None, "there are 2 outer folds"),
    (
        "row,fold,inner_of_outer0,inner_of_outer1\n0,0,1,0\n1,1,0,\n",
        Some(2),
        "row 0 has an inner fold",
    ),
    (
        "row,fold,inner_of_outer0,inner_of_outer1\n0,0,,0\n1,1,,\n",
        Some(3),
        "row 1 has no inner fold",
    ),
    ("row,fold,inner_of_outer0,inner_of_outer1\n0,0,,0\n1,1,0,\n", None, "in the same inner fold"),
];

#[test]
fn every_mistake_names_its_line_and_a_remedy() {
    for (text, line, words) in WRONG {
        let error = read(text, &rows(2)).expect_err(text);
        assert_eq!(error.line, *line, "{text}{error}");
        assert!(error.problem.contains(words), "{text}{error}");
        assert!(!error.remedy.is_empty(), "{text}");
    }
}

#[test]
fn a_column_of_the_data_declares_folds() {
    let column = |labels: [&str; 4]| {
        let mut levels: Vec<String> = labels.iter().map(ToString::to_string).collect();
        levels.sort();
        levels.dedup();
        let code = |l: &&str| levels.iter().position(|level| level == l).unwrap() as u32;
        let codes = labels.iter().map(code).collect();
        Column { name: "part".into(), values: Values::Nominal { levels, codes } }
    };
    let lines = [2, 3, 4, 5];
    let of = |labels, examples: &FoldExamples<'_>| {
        of_column(Path::new("d.csv"), &column(labels), &lines, examples)
    };
    let (declared, _) = of(["1", "2", "1", "2"], &rows(4)).unwrap();
    assert_eq!(parts(&declared.outer[0]), [[0, 2], [1, 3]]);
    let (declared, _) = of(["train", "test", "train", "test"], &bags()).unwrap();
    assert_eq!(declared.outer[0].split(0).test, [1, 2]);
    let error = of(["0", "1", "1", "1"], &bags()).unwrap_err();
    assert_eq!((error.line, error.column.as_deref()), (Some(4), Some("part")));
    assert!(error.problem.contains("bag `b` is in two folds (lines 2 and 4)"), "{error}");
    let error = of(["0", "1", "", "1"], &rows(4)).unwrap_err();
    assert_eq!((error.line, error.problem.as_str()), (Some(4), "the fold is missing"));
}
