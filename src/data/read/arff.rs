//! Weka's attribute-relation file format, dense and sparse. Types and levels are declared, so nothing is guessed. It
//! supports neither relational attributes nor instance weights, and says so.

pub(super) mod columns;
pub(super) mod declare;
mod labels;
pub(super) mod scan;

use std::path::Path;

use self::columns::Columns;
use self::declare::{Attribute, Head, Kind, keyword, misplaced};
use self::scan::{Cell, Cursor, lines, read_cells, read_cells_at_blanks};
use super::text::{self, shown};
use super::{ReadOptions, ReadTable};
use crate::data::error::DataError;

/// Reads an ARFF file.
pub fn read(file: &Path, text: &str, options: &ReadOptions) -> Result<ReadTable, DataError> {
    let mut lines = lines(text);
    let head = read_head(file, &mut lines)?;
    let names = head.names();
    let labels = labels::declared(&head);
    let default = labels::default_target(file, &labels, &names, options)?;
    let target = text::choose_target(file, &names, options, default)?;
    let is_date = |attribute: &&Attribute| {
        matches!(attribute.kind, Kind::Date(_)) && target.contains(&attribute.name)
    };
    if let Some(date) = head.attributes.iter().find(is_date)
        && !options.nominal.contains(&date.name)
    {
        let remedy = "name the column to predict with `target`, or list this one under `nominal` if its dates are classes";
        return Err(DataError::file(file, "the target holds dates", remedy).in_column(&date.name));
    }

    let mut columns = Columns::new(file, options, head.attributes, &target, |_| true);
    let (mut cells, mut at_blanks) = (Vec::new(), 0);
    for (line, content) in lines {
        let mut cursor = Cursor::new(file, line, content);
        if cursor.take('{') {
            read_sparse(&mut cursor, &mut columns)?;
        } else {
            at_blanks += usize::from(read_dense(cursor, columns.width(), &mut cells)?);
            columns.push_row(line, cells.drain(..))?;
        }
    }
    let note = labels::note(&labels, &target, options);
    let mut read = columns.finish(target)?;
    if at_blanks > 0 {
        read.notes.push("blanks separate the values, as in Weka".to_owned());
    }
    read.notes.extend(note);
    Ok(read)
}

/// Reads the values of a dense row at commas and tabs or, where that does not give one for every attribute, at blanks, too,
/// which are separators to Weka. Says whether it was at blanks.
fn read_dense<'a>(
    start: Cursor<'a>,
    width: usize,
    cells: &mut Vec<Cell<'a>>,
) -> Result<bool, DataError> {
    let mut cursor = start;
    let at_commas = read_cells(&mut cursor, cells).and_then(|()| read_weight(&mut cursor));
    if at_commas.is_ok() && cells.len() == width {
        return Ok(false);
    }
    let (mut cursor, mut others) = (start, Vec::new());
    let at_blanks =
        read_cells_at_blanks(&mut cursor, &mut others).and_then(|()| read_weight(&mut cursor));
    if at_blanks.is_ok() && others.len() == width {
        *cells = others;
        return Ok(true);
    }
    at_commas.map(|()| false)
}

/// Names of attributes, and rows with their lines.
pub(crate) type Texts = (Vec<String>, Vec<(usize, Vec<String>)>);

/// The names of the attributes and the values of every row as they stand there, with their lines: for files that are no
/// datasets. A value that stands for a missing one is empty.
pub(crate) fn read_texts(file: &Path, text: &str) -> Result<Texts, DataError> {
    let mut lines = lines(text);
    let head = read_head(file, &mut lines)?;
    let names: Vec<String> = head.names().into_iter().map(str::to_owned).collect();
    let mut rows = Vec::new();
    for (line, content) in lines {
        let cells = read_row(file, line, content)?;
        if cells.len() != names.len() {
            let remedy = "write one value for each attribute";
            return Err(text::ragged(file, line, cells.len(), names.len(), remedy));
        }
        rows.push((line, cells));
    }
    Ok((names, rows))
}

/// The values of one row, quoted as in ARFF.
pub(crate) fn read_row(file: &Path, line: usize, content: &str) -> Result<Vec<String>, DataError> {
    let (mut cursor, mut cells) = (Cursor::new(file, line, content), Vec::new());
    read_cells(&mut cursor, &mut cells)?;
    read_weight(&mut cursor)?;
    let told = |cell: &scan::Cell<'_>| cell.quoted || cell.text != "?";
    Ok(cells.iter().map(|c| if told(c) { c.text.to_string() } else { String::new() }).collect())
}

/// Reads the declarations up to the `@data` line.
fn read_head<'a>(
    file: &Path,
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<Head, DataError> {
    let mut head = Head::default();
    let mut data = None;
    for (line, content) in lines {
        match keyword(content) {
            Some((word, rest)) if word == "attribute" => head.declare(file, line, rest)?,
            Some((word, rest)) if word == "relation" => head.relation = rest.trim().to_owned(),
            Some((word, _)) if word == "data" => {
                data = Some(line);
                break;
            }
            _ => {
                let known = "@relation, @attribute, @data and % comments";
                return Err(misplaced(file, line, content, known));
            }
        }
    }
    head.check(file, data)?;
    Ok(head)
}

/// Reads what follows the opening brace of a row like `{1 5, 3 'a b'}`.
fn read_sparse<'a>(cursor: &mut Cursor<'a>, columns: &mut Columns<'a>) -> Result<(), DataError> {
    // A few bytes of sparse text can stand for thousands of cells.
    columns.check_room()?;
    let line = cursor.line();
    let mut next = 0;
    while !cursor.take('}') {
        let index = cursor.value(|c| c.is_whitespace() || matches!(c, ',' | '}'))?.text;
        let Ok(position) = index.parse::<usize>() else {
            let problem = format!("{} is no attribute index", shown(&index));
            return Err(cursor.error(problem, "write a sparse row as {index value, index value}"));
        };
        if position >= columns.width() {
            let problem = format!("there is no attribute {position}");
            let remedy = format!("the attributes are numbered from 0 to {}", columns.width() - 1);
            return Err(cursor.error(problem, remedy));
        }
        if position < next {
            let problem = format!("index {position} stands twice or after a greater one");
            return Err(
                cursor.error(problem, "sort the values of the row by index, each index once")
            );
        }
        let cell = cursor.value(|c| matches!(c, ',' | '}'))?;
        if cell.text.is_empty() && !cell.quoted {
            let problem = format!("no value after the index {position}");
            return Err(cursor.error(problem, "write `?` for a missing value"));
        }
        for omitted in next..position {
            columns.push(omitted, line, None)?;
        }
        columns.push(position, line, Some(cell))?;
        next = position + 1;
        if !cursor.take(',') && !cursor.next_is('}') {
            let remedy = "write a sparse row as {index value, index value}, on one line";
            return Err(cursor.error("the sparse row has no closing `}`", remedy));
        }
    }
    for omitted in next..columns.width() {
        columns.push(omitted, line, None)?;
    }
    cursor.take(',');
    read_weight(cursor)?;
    columns.end_row(line);
    Ok(())
}

/// Accepts the end of a row, or a weight like `{1}` that changes nothing.
fn read_weight(cursor: &mut Cursor) -> Result<(), DataError> {
    if cursor.is_done() {
        return Ok(());
    }
    let content = cursor.rest();
    if cursor.take('{') {
        let weight = cursor.value(|c| c == '}')?.text;
        if cursor.take('}') && cursor.is_done() {
            if text::number(&weight) == Some(1.0) {
                return Ok(());
            }
            let problem = format!("the instance weight {} is not supported", shown(content));
            return Err(cursor.error(problem, "remove the weights, or repeat the rows instead"));
        }
    }
    let problem = format!("text {} after the end of the row", shown(content));
    Err(cursor.error(problem, "remove it, or quote a value that begins with a brace"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::data::table::{MISSING, Values};

    const HEAD: &str = "@relation t\n@attribute x numeric\n@attribute c {a, 'b c', d}\n@data\n";

    fn parse(text: &str) -> ReadTable {
        parse_with(text, &ReadOptions::default()).unwrap()
    }

    fn parse_with(text: &str, options: &ReadOptions) -> Result<ReadTable, DataError> {
        read(Path::new("t.arff"), text, options)
    }

    fn numbers(read: &ReadTable, column: usize) -> Vec<f64> {
        let Values::Numeric(values) = &read.table.columns[column].values else { panic!() };
        values.iter().collect()
    }

    fn nominal(read: &ReadTable, column: usize) -> (Vec<&str>, &[u32]) {
        let Values::Nominal { levels, codes } = &read.table.columns[column].values else {
            panic!()
        };
        (levels.iter().map(String::as_str).collect(), codes)
    }

    fn check(text: &str, line: Option<usize>, column: Option<&str>, problem: &str, remedy: &str) {
        let error = parse_with(text, &ReadOptions::default()).unwrap_err();
        assert_eq!((error.line, error.column.as_deref()), (line, column), "{error}");
        assert!(error.problem.contains(problem), "{}", error.problem);
        assert!(error.remedy.contains(remedy), "{}", error.remedy);
    }

    /// A row after [`HEAD`] that is refused.
    fn check_row(row: &str, column: Option<&str>, problem: &str, remedy: &str) {
        check(&format!("{HEAD}1,a\n{row}\n"), Some(6), column, problem, remedy);
    }

    #[test]
    fn a_dense_file_is_read_with_levels_in_declared_order() {
        let text = "% made by hand\r\n@RELATION 'a b'\r\n\r\n@Attribute 'the x' REAL % c\r\n\
            @attribute kind {z, 'b c', a}\r\n@attribute note string\r\n@DATA\r\n\
            1.5, 'b c', hello\r\n% no row\r\n\r\n?,z,'it\\'s, 5%'\r\n-2e1,?,\"x\"\r\n";
        let read = parse(text);
        let names: Vec<&str> = read.table.columns.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["the x", "kind", "note"]);
        assert!(numbers(&read, 0)[1].is_nan());
        assert_eq!([numbers(&read, 0)[0], numbers(&read, 0)[2]], [1.5, -20.0]);
        assert_eq!(nominal(&read, 1), (vec!["z", "b c", "a"], [1, 0, MISSING].as_slice()));
        assert_eq!(nominal(&read, 2), (vec!["hello", "it's, 5%", "x"], [0, 1, 2].as_slice()));
        assert_eq!(read.lines, [8, 11, 12]);
        assert_eq!(read.target, ["note"]);
    }

    #[test]
    fn the_target_is_the_last_attribute_whatever_others_are_called() {
        let read = parse("@attribute Class {a}\n@attribute x {b}\n@data\na,b\n");
        assert_eq!(read.target, ["x"]);
        assert_eq!(parse(&format!("{HEAD}1,a\n")).target, ["c"]);
        let options = ReadOptions { target: vec!["x".into()], ..ReadOptions::default() };
        assert_eq!(parse_with(&format!("{HEAD}1,a\n"), &options).unwrap().target, ["x"]);
    }

    /// OpenML's delta_ailerons.arff has blanks between its values.
    #[test]
    fn blanks_separate_values_where_commas_do_not() {
        let read = parse(&format!("{HEAD}1 a\n2,'b c'\n3  'b c' {{1}}\n 4 , d \n"));
        assert_eq!(numbers(&read, 0), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(nominal(&read, 1).1, [0, 1, 1, 2]);
        assert_eq!(read.notes, ["blanks separate the values, as in Weka"]);
        check_row("1 a d", None, "row has 1 field, expected 2", "one value for each attribute");
        check_row("1 'a", None, "row has 1 field", "");
    }

    /// MEKA's files of several labels.
    #[test]
    fn one_of_several_labels_must_be_chosen() {
        let text = |c: &str| {
            format!(
                "@relation 'x: {c} -t 3'\n@attribute a {{0,1}}\n@attribute b {{0,1}}\n@attribute x real\n@data\n0,1,2\n"
            )
        };
        let sniffed = ReadOptions { sniff: true, ..ReadOptions::default() };
        let error = parse_with(&text("-C 2"), &sniffed).unwrap_err();
        assert!(error.problem.contains("2 labels for every row: a, b"), "{error}");
        assert_eq!(error.remedy, "predict one at a time: target = \"a\" with ignore = [\"b\"]");
        let error = parse_with(&text("-C -2"), &sniffed).unwrap_err();
        assert!(error.remedy.contains("target = \"b\" with ignore = [\"x\"]"), "{error}");
        assert_eq!(parse_with(&text("-C 1"), &sniffed).unwrap().target, ["a"]);
        assert_eq!(parse_with(&text("-D 2"), &sniffed).unwrap().target, ["x"]);
        let chosen = ReadOptions { target: vec!["b".into()], ..sniffed };
        let read = parse_with(&text("-C 2"), &chosen).unwrap();
        assert!(read.notes[0].contains("`ignore = [\"a\"]`"), "{:?}", read.notes);
        let alone = ReadOptions { unread: vec!["a".into()], ..chosen };
        assert!(parse_with(&text("-C 2"), &alone).unwrap().notes.is_empty());
    }

    #[test]
    fn numeric_attributes_become_nominal_by_their_text_where_asked() {
        let text = "@attribute x real\n@attribute y real\n@attribute class integer\n@data\n\
            1.0,1,10\n1,2,9\n?,3,10\n{1 5}\n";
        let options = ReadOptions {
            nominal: vec!["x".into()],
            target_is_nominal: true,
            ..ReadOptions::default()
        };
        let read = parse_with(text, &options).unwrap();
        assert_eq!(nominal(&read, 0), (vec!["0", "1", "1.0"], [2, 1, MISSING, 0].as_slice()));
        assert_eq!(numbers(&read, 1), [1.0, 2.0, 3.0, 5.0]);
        assert_eq!(nominal(&read, 2), (vec!["0", "9", "10"], [2, 1, 2, 0].as_slice()));
        let error = parse_with(&format!("{text}1,2,ten\n"), &options).unwrap_err();
        assert_eq!((error.line, error.column.as_deref()), (Some(9), Some("class")));
    }

    #[test]
    fn sparse_rows_leave_out_zeros_and_first_levels() {
        let read = parse(&format!("{HEAD}{{0 5, 1 'b c'}}\n{{}}\n{{ 1 d }}\n{{0 ?}},{{1}}\n3,d\n"));
        assert_eq!(&numbers(&read, 0)[..3], [5.0, 0.0, 0.0]);
        assert!(numbers(&read, 0)[3].is_nan());
        assert_eq!(nominal(&read, 1).1, [1, 0, 2, 0, 2]);
        assert_eq!(read.lines, [5, 6, 7, 8, 9]);
    }

    #[test]
    fn damaged_sparse_rows_are_refused() {
        check_row("{5 1}", None, "there is no attribute 5", "from 0 to 1");
        check_row("{1 a, 0 1}", None, "index 0 stands twice or after", "sort");
        check_row("{0 1, 0 1}", None, "index 0 stands twice or after", "once");
        check_row("{x 1}", None, "`x` is no attribute index", "{index value");
        check_row("{0 1", None, "no closing `}`", "on one line");
        check_row("{0 1, ", None, "no attribute index", "");
        check_row("{0}", None, "no value after the index 0", "`?`");
        check_row("{0 abc}", Some("x"), "text `abc` in a numeric column", "correct");
        check_row("{0 1} x", None, "text `x` after the end of the row", "remove");
        let text = "@attribute s string\n@attribute x real\n@data\n{0 a}\n{1 2}\n";
        check(text, Some(5), Some("s"), "leaves out a string", "write the string");
    }

    #[test]
    fn a_weight_of_one_changes_nothing_and_others_are_refused() {
        assert_eq!(parse(&format!("{HEAD}1,a,{{1}}\n2,d, {{1.0}}\n")).table.rows, 2);
        check_row("1,a,{5}", None, "instance weight `{5}` is not supported", "repeat the rows");
        check_row("{0 1},{5}", None, "instance weight", "");
        check_row("1,{1},a", None, "after the end of the row", "quote a value");
    }

    #[test]
    fn damaged_values_are_refused() {
        check_row("1", None, "row has 1 field, expected 2", "one value for each attribute");
        check_row("x,1,a", None, "row has 3 fields, expected 2", "");
        check_row("abc,a", Some("x"), "text `abc` in a numeric column", "correct the value");
        check_row("1e999,a", Some("x"), "`1e999` is not a finite number", "");
        check_row("nan,a", Some("x"), "`nan` is not a finite number", "");
        let problem = "unknown value `D`; the declared values are a, b c, d";
        check_row("1,D", Some("c"), problem, "did you mean `d`?");
        check_row("1,'?'", Some("c"), "unknown value `?`", "declare it");
        check_row("1,'d", None, "never closed", "close it");
        check_row("1,'d'd", None, "text `d` after a closing quote", "");
    }

    /// Weka's airline.arff and appleStocks2011.arff.
    #[test]
    fn dates_are_days_and_no_target() {
        let text =
            "@attribute day date 'yyyy-MM-dd'\n@attribute x real\n@data\n1970-01-02,1\n?,NA\n";
        let options = ReadOptions { sniff: true, ..ReadOptions::default() };
        let read = parse_with(text, &options).unwrap();
        assert_eq!(numbers(&read, 0)[0], 1.0);
        assert!(numbers(&read, 0)[1].is_nan() && numbers(&read, 1)[1].is_nan());
        assert!(read.notes[0].contains("`NA` is taken for a missing value"), "{:?}", read.notes);
        assert!(read.notes[1].contains("days since 1970-01-01"), "{:?}", read.notes);
        check(
            &text.replace("NA", "?").replace("?,?", "1970-1-x,1"),
            Some(5),
            Some("day"),
            "is no date of the form",
            "",
        );
        let last = "@attribute x real\n@attribute day date\n@data\n";
        check(last, None, Some("day"), "the target holds dates", "`target`");
    }

    #[test]
    fn missing_words_hold_in_quotes_too() {
        let options = ReadOptions { missing: vec!["n/a".into()], ..ReadOptions::default() };
        let read = parse_with(&format!("{HEAD}n/a,'n/a'\n,<null>\n"), &options).unwrap();
        assert!(read.table.columns.iter().all(|c| c.values.missing() == 2));
    }

    #[test]
    fn damaged_heads_are_refused() {
        check("@attribute x real\n1\n", Some(2), None, "`1` is no declaration", "@attribute");
        check("@foo\n", Some(1), None, "`@foo` is no declaration", "@relation");
        check("@attribute x real\n", None, None, "no @data line", "complete");
        check("@relation r\n@data\n1\n", Some(2), None, "no @attribute line", "declare");
        let text = "@attribute x real\n@attribute 'x' {a}\n@data\n";
        check(text, Some(2), Some("x"), "two attributes have the name `x`", "rename");
        let text = "@attribute b relational\n@attribute x real\n@end b\n@data\n";
        check(text, Some(1), Some("b"), "relational", "bag column");
    }

    #[test]
    fn options_that_name_unknown_columns_are_refused() {
        let options = ReadOptions { nominal: vec!["X".into()], ..ReadOptions::default() };
        let error = parse_with(&format!("{HEAD}1,a\n"), &options).unwrap_err();
        assert_eq!(error.remedy, "did you mean `x`? the columns are x, c");
    }

    #[test]
    fn a_sparse_table_that_does_not_fit_is_refused() {
        use std::fmt::Write;
        let mut text = String::new();
        for i in 0..40_000 {
            writeln!(text, "@attribute x{i} {{a}}").unwrap();
        }
        text.push_str("@data\n");
        let file = Path::new("t.arff");
        let mut lines = lines(&text);
        let head = read_head(file, &mut lines).unwrap();
        let options = ReadOptions::default();
        let mut columns = Columns::new(file, &options, head.attributes, &[], |_| true);
        // The rows themselves would take a gigabyte; their number is what is checked.
        for line in 0..10_000 {
            columns.end_row(line);
        }
        assert!(columns.check_room().unwrap_err().problem.contains("400040000 cells"));
    }

    fn like() -> impl Strategy<Value = String> {
        let pieces = [
            "@attribute x real\n",
            "@attribute 'y z' {a, 'b'}\n",
            "@attribute s string\n",
            "@data\n",
            "@relation r\n",
            "{",
            "}",
            ",",
            "'",
            "\"",
            "\\",
            "%",
            " ",
            "\t",
            "\r\n",
            "\n",
            "0",
            "1",
            "a",
            "b",
            "?",
            "é",
            "@",
            "numeric",
            "[",
            "]",
        ];
        let tail = proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..40);
        (any::<bool>(), tail).prop_map(|(with_head, tail)| {
            let head = if with_head { HEAD } else { "" };
            format!("{head}{}", tail.concat())
        })
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
        fn what_is_written_with_quotes_is_read_back(
            rows in proptest::collection::vec((any::<String>(), -1e9..1e9f64), 1..20),
        ) {
            let mut text = String::from("@attribute s string\n@attribute x real\n@data\n");
            for (label, value) in &rows {
                let escaped = label.replace('\\', "\\\\").replace('\'', "\\'");
                let escaped = escaped.replace('\n', "\\n").replace('\r', "\\r");
                text.push_str(&format!("'{escaped}', {value}\n"));
            }
            let read = parse(&text);
            let (levels, codes) = nominal(&read, 0);
            for (i, (label, value)) in rows.iter().enumerate() {
                prop_assert_eq!(levels[codes[i] as usize], label);
                prop_assert_eq!(numbers(&read, 1)[i].to_bits(), value.to_bits());
            }
        }
    }
}
