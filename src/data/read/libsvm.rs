//! LIBSVM and SVMlight text: `label index:value index:value # comment`. What a line leaves out is
//! zero and costs nothing; the label becomes the last column. It knows neither ranking groups nor rows with several
//! labels, and says so.

use std::borrow::Cow;
use std::path::Path;

use super::text::{self, LevelPool, MOST_COLUMNS, shown};
use super::{Facts, ReadOptions, ReadTable};
use crate::data::error::DataError;
use crate::data::numbers::Numbers;
use crate::data::table::{Column, Table, Values};

/// A stored value: its row (from 0), its index as written, and the value itself.
type Entry = (u32, usize, f64);

/// Reads a LIBSVM file.
pub fn read(file: &Path, text: &str, options: &ReadOptions) -> Result<ReadTable, DataError> {
    let name = if options.target_is_nominal { "class" } else { "target" };
    if options.target.iter().any(|asked| asked != name) || options.target.len() > 1 {
        let problem =
            format!("`target` is {}, but only the label can be", shown(&options.target.join(", ")));
        let remedy = format!("leave `target` out; the label becomes the column `{name}`");
        return Err(DataError::file(file, problem, remedy));
    }

    let (mut lines, mut entries) = (Vec::new(), Vec::new());
    let mut labels = LabelColumn::new(options);
    for (line, content) in (1..).zip(text.lines()) {
        // Everything after `#` is a comment; `split` always yields a first piece.
        let mut tokens = content.split('#').next().unwrap_or("").split_whitespace();
        let Some(label) = tokens.next() else { continue };
        labels.push(file, line, name, label, options)?;
        read_entries(file, line, lines.len() as u32, tokens, options, &mut entries)?;
        lines.push(line);
    }

    let rows = lines.len();
    // Where an index is 0, that is the first one; otherwise 1 is.
    let first = usize::from(entries.iter().all(|&(_, index, _)| index > 0));
    let features =
        entries.iter().map(|&(_, index, _)| (index - first).saturating_add(1)).max().unwrap_or(0);
    if features > MOST_COLUMNS {
        let problem = format!("{features} features do not fit (at most {MOST_COLUMNS})");
        return Err(DataError::file(file, problem, "number the features without large gaps"));
    }
    let mut by_feature = vec![Vec::new(); features];
    for (row, index, value) in entries {
        by_feature[index - first].push((row, value));
    }
    let mut columns: Vec<Column> = (first..)
        .zip(by_feature)
        .map(|(i, entries)| {
            let values = Values::Numeric(Numbers::from_entries(rows, entries.into_iter()));
            Column { name: format!("f{i}"), values }
        })
        .collect();
    columns.push(Column { name: name.to_string(), values: labels.finish() });

    let names: Vec<&str> = columns.iter().map(|c| c.name.as_str()).collect();
    let target = text::choose_target(file, &names, options, vec![name.to_string()])?;
    let is_text = |name: &String| options.nominal.contains(name) || options.unread.contains(name);
    for column in columns.iter_mut().filter(|c| is_text(&c.name)) {
        make_nominal(&mut column.values);
    }
    let table = Table { columns, rows };
    let from_zero =
        || "the indices begin with 0, so the features are called from `f0` on".to_owned();
    let notes = (first == 0).then(from_zero).into_iter().collect();
    Ok(ReadTable { table, lines, target, declares_classes: false, notes, facts: Facts::default() })
}

/// The labels so far.
enum LabelColumn<'a> {
    Classes(LevelPool<'a>),
    Numbers(Vec<f64>),
}

impl<'a> LabelColumn<'a> {
    fn new(options: &ReadOptions) -> LabelColumn<'a> {
        if options.target_is_nominal {
            LabelColumn::Classes(LevelPool::default())
        } else {
            LabelColumn::Numbers(Vec::new())
        }
    }

    fn push(
        &mut self,
        file: &Path,
        line: usize,
        name: &str,
        label: &'a str,
        options: &ReadOptions,
    ) -> Result<(), DataError> {
        let error = |problem: String, remedy: &str| {
            Err(DataError::line(file, line, problem, remedy).in_column(name))
        };
        if label.contains(':') {
            let problem = format!("the line has no label before {}", shown(label));
            return error(problem, "begin the line with its label");
        }
        if label.contains(',') {
            let problem = format!("the label {} is more than one label", shown(label));
            return error(
                problem,
                "rows with several labels are not supported: keep one label a row",
            );
        }
        let missing = text::is_missing(label, options);
        match self {
            LabelColumn::Classes(labels) => {
                // Files write the positive class as `+1` or as `1`, some as both.
                let plain = label.strip_prefix('+').filter(|rest| text::number(rest).is_some());
                labels.push((!missing).then(|| Cow::Borrowed(plain.unwrap_or(label))));
            }
            LabelColumn::Numbers(values) => match text::number(label) {
                _ if missing => values.push(f64::NAN),
                Some(value) => values.push(value),
                None => {
                    return error(
                        text::not_a_number(label),
                        "correct the label, or add it to `missing`",
                    );
                }
            },
        }
        Ok(())
    }

    fn finish(self) -> Values {
        match self {
            LabelColumn::Classes(labels) => labels.into_values(),
            LabelColumn::Numbers(values) => Values::Numeric(values.into()),
        }
    }
}

/// Reads the `index:value` tokens of one line.
fn read_entries<'a>(
    file: &Path,
    line: usize,
    row: u32,
    tokens: impl Iterator<Item = &'a str>,
    options: &ReadOptions,
    entries: &mut Vec<Entry>,
) -> Result<(), DataError> {
    let error = |problem: String, remedy: &str| Err(DataError::line(file, line, problem, remedy));
    let mut last = None;
    for token in tokens {
        let Some((index, value)) = token.split_once(':') else {
            let problem = format!("{} is not of the form index:value", shown(token));
            return error(
                problem,
                "write each value as index:value, without blanks around the colon",
            );
        };
        if index.eq_ignore_ascii_case("qid") {
            let problem = format!("the ranking group {} is not supported", shown(token));
            return error(problem, "remove the qid: tokens");
        }
        // Rust's grammar for integers would take `+3`.
        let digits = index.bytes().all(|b| b.is_ascii_digit());
        let Some(index) = index.parse::<usize>().ok().filter(|_| digits) else {
            let problem = format!("{} is not a feature index, in {}", shown(index), shown(token));
            return error(problem, "number the features 1, 2, 3, …");
        };
        if let Some(last) = last.filter(|&last| index <= last) {
            let problem = if index == last {
                format!("index {index} stands twice in the row")
            } else {
                format!("index {index} comes after index {last}")
            };
            return error(problem, "sort the values of the row by index, each index once");
        }
        last = Some(index);
        let value = match text::number(value) {
            // A missing word may be a number, such as -999. The empty value is no missing one: the line was cut.
            _ if !value.is_empty() && text::is_missing(value, options) => f64::NAN,
            Some(value) => value,
            None => {
                let problem = if value.is_empty() {
                    format!("no value after {}", shown(token))
                } else {
                    text::not_a_number(value)
                };
                let remedy = "correct the value, or add it to `missing`";
                let column = format!("f{index}");
                return Err(DataError::line(file, line, problem, remedy).in_column(column));
            }
        };
        entries.push((row, index, value));
    }
    Ok(())
}

/// Turns numbers into labels. Absent values have no text, so all labels are the numbers as Rust writes them.
fn make_nominal(values: &mut Values) {
    let Values::Numeric(numbers) = values else { return };
    let mut labels = LevelPool::default();
    for number in numbers.iter() {
        labels.push((!number.is_nan()).then(|| Cow::Owned(number.to_string())));
    }
    *values = labels.into_values();
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::data::table::MISSING;

    fn classes() -> ReadOptions {
        ReadOptions { target_is_nominal: true, ..ReadOptions::default() }
    }

    fn parse_with(text: &str, options: &ReadOptions) -> Result<ReadTable, DataError> {
        read(Path::new("t.svm"), text, options)
    }

    fn numbers(read: &ReadTable, column: usize) -> Vec<f64> {
        let Values::Numeric(values) = &read.table.columns[column].values else { panic!() };
        values.iter().collect()
    }

    fn nominal(read: &ReadTable, column: usize) -> (&[String], &[u32]) {
        let Values::Nominal { levels, codes } = &read.table.columns[column].values else {
            panic!()
        };
        (levels, codes)
    }

    fn fail(text: &str, line: Option<usize>, column: Option<&str>, problem: &str, remedy: &str) {
        let error = parse_with(text, &classes()).unwrap_err();
        assert_eq!((error.line, error.column.as_deref()), (line, column), "{error}");
        assert!(error.problem.contains(problem), "{}", error.problem);
        assert!(error.remedy.contains(remedy), "{}", error.remedy);
    }

    #[test]
    fn absent_values_are_zero_and_the_class_comes_last() {
        let text = "# a comment\n+1 1:0.5 3:-2 # another\r\n\r\n-1\t2:1e3\n1 1:1\n-1\n";
        let read = parse_with(text, &classes()).unwrap();
        let names: Vec<&str> = read.table.columns.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["f1", "f2", "f3", "class"]);
        assert_eq!(numbers(&read, 0), [0.5, 0.0, 1.0, 0.0]);
        assert_eq!(numbers(&read, 1), [0.0, 1000.0, 0.0, 0.0]);
        assert_eq!(numbers(&read, 2), [-2.0, 0.0, 0.0, 0.0]);
        assert_eq!(
            nominal(&read, 3),
            (["-1", "1"].map(String::from).as_slice(), [1, 0, 1, 0].as_slice())
        );
        assert_eq!(read.target, ["class"]);
        assert_eq!(read.lines, [2, 4, 5, 6]);
    }

    /// scikit-learn's `dump_svmlight_file` counts from 0 unless it is told otherwise. The first rows may have no such index.
    #[test]
    fn an_index_of_zero_anywhere_makes_it_the_first() {
        let read = parse_with("a 1:5\nb 0:2 2:3\n", &classes()).unwrap();
        let names: Vec<&str> = read.table.columns.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["f0", "f1", "f2", "class"]);
        assert_eq!((numbers(&read, 0), numbers(&read, 1)), (vec![0.0, 2.0], vec![5.0, 0.0]));
        assert!(read.notes[0].contains("begin with 0"), "{:?}", read.notes);
        assert!(parse_with("a 1:5\n", &classes()).unwrap().notes.is_empty());
    }

    #[test]
    fn without_classes_the_label_is_a_numeric_target() {
        let read = parse_with("+1.5 1:1\n-2 1:3\n", &ReadOptions::default()).unwrap();
        assert_eq!(numbers(&read, 1), [1.5, -2.0]);
        assert_eq!(read.target, ["target"]);
        let error = parse_with("1 1:1\nspam 1:3\n", &ReadOptions::default()).unwrap_err();
        assert_eq!((error.line, error.column.as_deref()), (Some(2), Some("target")));
        assert!(error.problem.contains("text `spam` in a numeric column"), "{error}");
    }

    #[test]
    fn missing_words_are_missing_values_and_labels() {
        let options = ReadOptions { missing: vec!["-999".into()], ..classes() };
        let read = parse_with("a 1:? 2:-999\n? 1:1 2:2\n", &options).unwrap();
        assert!(numbers(&read, 0)[0].is_nan() && numbers(&read, 1)[0].is_nan());
        assert_eq!(nominal(&read, 2).1, [0, MISSING]);
    }

    #[test]
    fn a_feature_can_be_nominal() {
        let options = ReadOptions { nominal: vec!["f1".into()], ..classes() };
        let read = parse_with("a 1:1.0\nb 2:1\na 1:10\n", &options).unwrap();
        assert_eq!(
            nominal(&read, 0),
            (["0", "1", "10"].map(String::from).as_slice(), [1, 0, 2].as_slice())
        );
    }

    #[test]
    fn damaged_entries_are_refused() {
        fail("1 1:1\n1 2\n", Some(2), None, "`2` is not of the form index:value", "index:value");
        fail("1 0:1 0:2\n", Some(1), None, "index 0 stands twice", "once");
        fail("1 3:1 2:1\n", Some(1), None, "index 2 comes after index 3", "sort");
        fail("1 3:1 3:1\n", Some(1), None, "index 3 stands twice", "once");
        fail("1 -3:1\n", Some(1), None, "`-3` is not a feature index", "1, 2, 3");
        fail("1 99999999999999999999:1\n", Some(1), None, "not a feature index", "");
        fail("1 :1\n", Some(1), None, "not a feature index", "");
        fail(
            "1 1:1\n\n1 7:abc\n",
            Some(3),
            Some("f7"),
            "text `abc` in a numeric column",
            "correct",
        );
        fail("1 7:1e999\n", Some(1), Some("f7"), "`1e999` is not a finite number", "correct");
        fail("1 7:\n", Some(1), Some("f7"), "no value after `7:`", "correct");
        fail("1 qid:3 1:1\n", Some(1), None, "ranking group `qid:3`", "remove the qid");
    }

    #[test]
    fn damaged_labels_are_refused() {
        fail(
            "1 1:1\n1,3 1:1\n",
            Some(2),
            Some("class"),
            "`1,3` is more than one label",
            "one label",
        );
        fail("1:1 2:1\n", Some(1), Some("class"), "no label before `1:1`", "begin the line");
    }

    #[test]
    fn only_what_is_written_takes_memory() {
        let text = "1 1:1\n".repeat(500) + "1 900000:1\n";
        let Table { columns, .. } = parse_with(&text, &classes()).ok().unwrap().table;
        let bytes = columns.iter().map(|column| match &column.values {
            Values::Numeric(numbers) => numbers.bytes(),
            Values::Nominal { .. } => 0,
        });
        assert_eq!(bytes.sum::<usize>(), 501 * 8 + 12);
    }

    #[test]
    fn a_table_that_does_not_fit_is_refused() {
        fail("1 4000000000:1\n", None, None, "4000000000 features do not fit", "gaps");
        fail(&format!("1 {}:1\n", usize::MAX), None, None, "do not fit", "gaps");
    }

    #[test]
    fn only_the_label_can_be_the_target() {
        let with = |target: &str| ReadOptions { target: vec![target.into()], ..classes() };
        assert!(parse_with("1 1:1\n", &with("class")).is_ok());
        let error = parse_with("1 1:1\n", &with("f1")).unwrap_err();
        assert!(error.problem.contains("`f1`") && error.remedy.contains("`class`"), "{error}");
        let options = ReadOptions { nominal: vec!["f2".into()], ..classes() };
        let error = parse_with("1 1:1\n", &options).unwrap_err();
        assert_eq!(error.remedy, "did you mean `f1`? the columns are f1, class");
    }

    fn like() -> impl Strategy<Value = String> {
        let pieces = [
            "1", ":", " ", "\n", "\r\n", "#", "+1", "-", "0", "qid", "9999", ",", "?", "é",
            "1e400", "\t",
        ];
        proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..60)
            .prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

        #[test]
        fn nothing_makes_the_reader_panic(bytes: Vec<u8>, any in any::<String>(), like in like(), class: bool) {
            let options = ReadOptions { target_is_nominal: class, ..ReadOptions::default() };
            for text in [String::from_utf8_lossy(&bytes).as_ref(), &any, &like] {
                if let Ok(read) = parse_with(text, &options) {
                    prop_assert!(read.table.columns.iter().all(|c| c.values.len() == read.table.rows));
                }
            }
        }

        #[test]
        fn what_is_written_sparsely_is_read_back(
            rows in proptest::collection::vec(proptest::collection::vec(-1e6..1e6f64, 5), 1..20),
            zero_at in 0usize..5,
        ) {
            let mut text = String::new();
            for row in &rows {
                text.push_str("1.5");
                for (i, value) in row.iter().enumerate().filter(|&(i, _)| i != zero_at || i == 4) {
                    text.push_str(&format!(" {}:{value}", i + 1));
                }
                text.push('\n');
            }
            let read = parse_with(&text, &ReadOptions::default()).unwrap();
            for (i, row) in rows.iter().enumerate() {
                for (j, &value) in row.iter().enumerate() {
                    let expected = if j == zero_at && j != 4 { 0.0 } else { value };
                    prop_assert_eq!(numbers(&read, j)[i].to_bits(), expected.to_bits());
                }
            }
        }
    }
}
