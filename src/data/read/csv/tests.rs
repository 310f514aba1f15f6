//! Tests of the CSV reader, apart from it because they are longer than it is.

use std::fmt::Write;

use proptest::prelude::*;

use super::*;
use crate::data::read::decode;
use crate::data::table::MISSING;

fn parse(text: &str) -> ReadTable {
    parse_with(text, &ReadOptions::default()).unwrap()
}

fn parse_with(text: &str, options: &ReadOptions) -> Result<ReadTable, DataError> {
    read(Path::new("t.csv"), text, options)
}

fn fail(text: &str) -> DataError {
    fail_with(text, &ReadOptions::default())
}

fn fail_with(text: &str, options: &ReadOptions) -> DataError {
    let error = parse_with(text, options).unwrap_err();
    assert!(!error.remedy.is_empty(), "{error}");
    error
}

/// Line, column, and whether problem and remedy hold the phrases.
pub(super) fn check(
    error: &DataError,
    line: Option<usize>,
    column: Option<&str>,
    problem: &str,
    remedy: &str,
) {
    assert_eq!((error.line, error.column.as_deref()), (line, column), "{error}");
    assert!(error.problem.contains(problem), "{}", error.problem);
    assert!(error.remedy.contains(remedy), "{}", error.remedy);
}

pub(super) fn numbers(read: &ReadTable, column: usize) -> Vec<f64> {
    match &read.table.columns[column].values {
        Values::Numeric(values) => values.iter().collect(),
        Values::Nominal { .. } => panic!("column {column} is nominal"),
    }
}

pub(super) fn labels(read: &ReadTable, column: usize) -> Vec<&str> {
    match &read.table.columns[column].values {
        Values::Nominal { levels, codes } => {
            let label = |&code| if code == MISSING { "-" } else { levels[code as usize].as_str() };
            codes.iter().map(label).collect()
        }
        Values::Numeric(_) => panic!("column {column} is numeric"),
    }
}

pub(super) fn names(read: &ReadTable) -> Vec<&str> {
    read.table.columns.iter().map(|c| c.name.as_str()).collect()
}

pub(super) fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

#[test]
fn columns_are_typed_by_their_cells_and_the_last_is_the_target() {
    let read = parse("x, y ,class\n1,a,u\n -2.5e1 ,b, v\n");
    assert_eq!(names(&read), ["x", "y", "class"]);
    assert_eq!(numbers(&read, 0), [1.0, -25.0]);
    assert_eq!(labels(&read, 1), ["a", "b"]);
    assert_eq!(labels(&read, 2), ["u", "v"]);
    assert_eq!(read.target, ["class"]);
    assert_eq!(read.lines, [2, 3]);
    assert_eq!(read.table.rows, 2);
}

#[test]
fn windows_line_ends_and_blank_lines_do_not_matter() {
    let read = parse("\r\nx,c\r\n\r\n1,a\r\n  \r\n2,\r\n");
    assert_eq!(numbers(&read, 0), [1.0, 2.0]);
    assert_eq!(labels(&read, 1), ["a", "-"]);
    assert_eq!(read.lines, [4, 6]);
}

#[test]
fn the_last_line_needs_no_line_end() {
    assert_eq!(labels(&parse("x,c\n1,a\n2,b"), 1), ["a", "b"]);
    assert_eq!(labels(&parse("x,c\n1,a\n2,"), 1), ["a", "-"]);
}

#[test]
fn quoted_fields_hold_delimiters_quotes_line_ends_and_blanks() {
    let read = parse("\"a,b\",c\n\" x \"\"y\"\"\n\", \"u\" \n\"\"\"\",v\n\"z\",w\n");
    assert_eq!(names(&read), ["a,b", "c"]);
    assert_eq!(labels(&read, 0), [" x \"y\"\n", "\"", "z"]);
    assert_eq!(labels(&read, 1), ["u", "v", "w"]);
    assert_eq!(read.lines, [2, 4, 5]);
}

#[test]
fn line_numbers_stay_right_after_a_quoted_line_end() {
    let error = fail("x,t\n1,\"a\n\nb\"\n2,b\noops,c\n");
    check(&error, Some(6), Some("x"), "text `oops` in a numeric column", "nominal");
}

#[test]
fn missing_values_are_kept_missing_in_both_kinds() {
    let options = ReadOptions { missing: words(&["NA", "-999"]), ..ReadOptions::default() };
    let read = parse_with("x,c\n?,\n1,NA\n-999,b\n\"\",<null>\n", &options).unwrap();
    assert_eq!(read.table.columns[0].values.missing(), 3);
    assert_eq!(numbers(&read, 0)[1].to_bits(), 1f64.to_bits());
    assert_eq!(labels(&read, 1), ["-", "-", "b", "-"]);
}

#[test]
fn nominal_columns_and_class_targets_keep_their_text() {
    let options = ReadOptions {
        nominal: words(&["x"]),
        target: words(&["c"]),
        target_is_nominal: true,
        ..ReadOptions::default()
    };
    let read = parse_with("x,c,z\n1.0,10,5\n01,9,6\nb,10,7\n", &options).unwrap();
    assert_eq!(labels(&read, 0), ["1.0", "01", "b"]);
    assert_eq!(labels(&read, 1), ["10", "9", "10"]);
    assert_eq!(numbers(&read, 2), [5.0, 6.0, 7.0]);
    assert_eq!(read.target, ["c"]);
    let Values::Nominal { levels, .. } = &read.table.columns[1].values else { panic!() };
    assert_eq!(levels, &["9", "10"]);
}

#[test]
fn a_numeric_target_stays_numeric_unless_it_holds_classes() {
    assert_eq!(numbers(&parse("x,y\n1,2\n3,4\n"), 1), [2.0, 4.0]);
}

#[test]
fn without_a_header_columns_are_numbered() {
    let options =
        ReadOptions { header: Some(false), target: words(&["c1"]), ..ReadOptions::default() };
    let read = parse_with("1,2\n3,4\n", &options).unwrap();
    assert_eq!(names(&read), ["c1", "c2"]);
    assert_eq!(numbers(&read, 1), [2.0, 4.0]);
    assert_eq!(read.target, ["c1"]);
    assert_eq!(read.lines, [1, 2]);
}

#[test]
fn the_delimiter_is_the_option_or_a_tab_for_tsv() {
    let options = ReadOptions { delimiter: Some('·'), ..ReadOptions::default() };
    assert_eq!(numbers(&parse_with("x·y\n1·2\n", &options).unwrap(), 1), [2.0]);
    for name in ["t.tsv", "T.TSV.gz"] {
        let read = read(Path::new(name), "x\ty\n1\t\n3\t4\n", &ReadOptions::default()).unwrap();
        assert!(numbers(&read, 1)[0].is_nan());
    }
    let options = ReadOptions { delimiter: Some('"'), ..ReadOptions::default() };
    check(&fail_with("x\n1\n", &options), None, None, "cannot be the delimiter", "`delimiter`");
}

#[test]
fn a_line_of_tabs_is_a_row_of_missing_values_where_tabs_delimit() {
    let read = read(Path::new("t.tsv"), "x\ty\n1\t2\n\t\n", &ReadOptions::default()).unwrap();
    assert_eq!(read.table.rows, 2);
}

#[test]
fn a_header_that_was_not_split_asks_for_a_delimiter() {
    check(&fail("a;b;c\n1;2;3\n"), Some(1), None, "';'", "set `delimiter = \";\"`");
    check(&fail("\na\tb\n1\t2\n"), Some(2), None, "'\\t'", "set `delimiter = \"\\t\"`");
    assert_eq!(names(&parse("\"a;b\"\n1\n")), ["a;b"]);
}

#[test]
fn a_ragged_row_is_refused() {
    let error = fail("a,b,c,d,e\n1,2,3,4,5\n1,2,3,4\n");
    check(&error, Some(3), None, "row has 4 fields, expected 5", "same number");
    check(&fail("a,b\n1,2\n\n1,2,\n"), Some(4), None, "row has 3 fields, expected 2", "");
    check(&fail("a,b\n1\n"), Some(2), None, "row has 1 field, expected 2", "");
}

#[test]
fn damaged_quotes_are_refused_where_they_begin() {
    let error = fail("a,b\n1,x\n2,\"never\nclosed\n3,y\n");
    check(&error, Some(3), Some("b"), "`never` is never closed", "close it");
    let error = fail("a,b\n1,\"x\ny\" z\n");
    check(&error, Some(3), Some("b"), "text `z` after a closing quote", "double the quotes");
    let error = fail("a,b\n1,5\" pipe\n");
    check(&error, Some(2), Some("b"), "a quote inside the unquoted field `5\" pipe`", "quotes");
    check(&fail("a,\"b\n"), Some(1), None, "never closed", "");
}

#[test]
fn a_mixed_column_blames_the_first_cell_of_the_rarer_kind() {
    let error = fail("x,c\n1,a\n2,b\nabc,c\n3,d\nxyz,e\n");
    check(
        &error,
        Some(4),
        Some("x"),
        "text `abc` in a numeric column",
        "list the column under `nominal`",
    );
    let error = fail("x,c\nu,a\nv,b\n7,c\n");
    check(&error, Some(4), Some("x"), "number `7` in a text column", "add it to `missing`");
}

#[test]
fn numbers_must_be_finite() {
    for word in ["inf", "-inf", "NaN", "1e999"] {
        let error = fail(&format!("x,c\n1,a\n{word},b\n"));
        check(&error, Some(3), Some("x"), "is not a finite number", "`missing`");
        let error = fail(&format!("x,c\n,a\n{word},b\n"));
        check(&error, Some(3), Some("x"), "is not a finite number", "`missing`");
    }
}

#[test]
fn a_column_without_values_is_refused() {
    check(&fail("x,y,c\n1,?,a\n2,,b\n"), None, Some("y"), "every value is missing", "remove");
}

#[test]
fn a_header_that_looks_like_data_is_refused() {
    check(&fail("1,2.5,3\n4,5,6\n"), Some(1), None, "looks like data", "`header = false`");
    let error = fail("5.1,3.5,setosa\n4.9,3.0,setosa\n7.0,3.2,virginica\n");
    check(&error, Some(1), Some("setosa"), "looks like data", "`header = false`");
    // Years as names, and a label that is its column's name, are no evidence on their own.
    assert_eq!(names(&parse("2001,2002,class\n1,2,a\n")), ["2001", "2002", "class"]);
    assert_eq!(labels(&parse("x,married\n1,married\n2,single\n"), 1), ["married", "single"]);
}

#[test]
fn header_names_are_unique_and_not_empty() {
    check(&fail("a,b, a\n1,2,3\n"), Some(1), Some("a"), "two columns have the name `a`", "rename");
    check(&fail(",a,b\n1,2,3\n"), Some(1), None, "column 1 has no name", "name it");
}

#[test]
fn options_that_name_unknown_columns_are_refused() {
    let options = ReadOptions { target: words(&["clas"]), ..ReadOptions::default() };
    let error = fail_with("x,class\n1,a\n", &options);
    check(&error, None, None, "no column `clas`", "did you mean `class`? the columns are x, class");
    let options = ReadOptions { nominal: words(&["colour"]), ..ReadOptions::default() };
    check(&fail_with("x,class\n1,a\n", &options), None, None, "`colour`", "the columns are");
}

#[test]
fn a_header_alone_is_a_table_without_rows() {
    let read = parse("x,class\n");
    assert_eq!((read.table.rows, read.table.columns.len()), (0, 2));
    check(&fail(" \n\n"), None, None, "empty", "");
}

/// Pieces that CSV gives a meaning to; strings of them reach more of the reader than arbitrary text does.
pub(super) fn csv_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\""),
        Just(","),
        Just("\n"),
        Just("\r\n"),
        Just("\r"),
        Just(" "),
        Just(";"),
        Just("\t"),
        Just("1"),
        Just("2.5"),
        Just("abc"),
        Just("é"),
        Just("?"),
        Just("\0"),
        Just("\u{feff}"),
        Just("nan"),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn any_options() -> impl Strategy<Value = ReadOptions> {
    (proptest::option::of(any::<char>()), any::<Option<bool>>(), any::<bool>()).prop_map(
        |(delimiter, header, target_is_nominal)| ReadOptions {
            delimiter,
            header,
            target_is_nominal,
            ..ReadOptions::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes: Vec<u8>, options in any_options()) {
        if let Ok((text, _)) = decode::text(Path::new("t.csv"), &bytes) {
            let _ = parse_with(&text, &options);
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>(), like in csv_like(), options in any_options()) {
        let _ = parse_with(&text, &options);
        let _ = parse_with(&like, &options);
        if let Ok(read) = parse_with(&like, &ReadOptions::default()) {
            prop_assert!(read.table.columns.iter().all(|c| c.values.len() == read.table.rows));
            prop_assert_eq!(read.lines.len(), read.table.rows);
        }
    }

    #[test]
    fn what_is_written_with_quotes_is_read_back(
        rows in proptest::collection::vec((any::<String>(), "[ a-c\",;\n\r?]{0,6}", -1e9..1e9f64), 1..20),
        ends in prop_oneof![Just("\n"), Just("\r\n"), Just("\n\n")],
    ) {
        let quote = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let mut text = format!("free,few,number{ends}");
        for (free, few, number) in &rows {
            write!(text, "{},{} , {number}{ends}", quote(free), quote(few)).unwrap();
        }
        let options = ReadOptions { nominal: words(&["free", "few"]), ..ReadOptions::default() };
        let read = parse_with(&text, &options).unwrap();
        let is_missing = |t: &str| matches!(t.trim(), "" | "?");
        let expected = |t: &str| if is_missing(t) { "-".to_string() } else { t.to_string() };
        let free: Vec<String> = rows.iter().map(|r| expected(&r.0)).collect();
        let few: Vec<String> = rows.iter().map(|r| expected(&r.1)).collect();
        prop_assert_eq!(labels(&read, 0), free);
        prop_assert_eq!(labels(&read, 1), few);
        let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        let written: Vec<f64> = rows.iter().map(|r| r.2).collect();
        prop_assert_eq!(bits(&numbers(&read, 2)), bits(&written));
    }
}
