//! KEEL's `.dat` files: ARFF's declarations with ranges, and `@inputs` and `@outputs` that say which columns count.
//! What is the same in both formats is in the ARFF reader's modules.

use std::collections::BTreeSet;
use std::path::Path;

use super::arff::columns::Columns;
use super::arff::declare::{Head, keyword, misplaced};
use super::arff::scan::{Cursor, lines, read_cells};
use super::text::{self, did_you_mean, shown};
use super::{ReadOptions, ReadTable};
use crate::data::error::DataError;

/// Reads a KEEL file.
pub fn read(file: &Path, text: &str, options: &ReadOptions) -> Result<ReadTable, DataError> {
    let mut lines = lines(text);
    let Declarations { head, inputs, outputs } = read_head(file, &mut lines)?;
    let names = head.names();
    let declared: BTreeSet<&str> = names.iter().copied().collect();
    let mut named = BTreeSet::new();
    for role in inputs.iter().chain(&outputs) {
        if !declared.contains(role.name.as_str()) {
            return Err(role.unknown(file, &names));
        }
        if !named.insert(role.name.as_str()) {
            return Err(role.repeated(file));
        }
    }

    let mut default: Vec<String> = outputs.iter().map(|o| o.name.clone()).collect();
    if default.is_empty() {
        default.extend(names.last().map(ToString::to_string));
    }
    // Without `@inputs` every column but the outputs is one, so that all are kept.
    let is_kept =
        |name: &str| inputs.is_empty() || named.contains(name) || default.iter().any(|d| d == name);
    let kept: Vec<&str> = names.iter().copied().filter(|name| is_kept(name)).collect();
    let target = text::choose_target(file, &kept, options, default.clone())?;

    let mut columns = Columns::new(file, options, head.attributes.clone(), &target, is_kept);
    let mut cells = Vec::new();
    for (line, content) in lines {
        let mut cursor = Cursor::new(file, line, content);
        read_cells(&mut cursor, &mut cells)?;
        if !cursor.is_done() {
            let problem = format!("{} stands where a value should begin", shown(cursor.rest()));
            return Err(cursor.error(problem, "quote a value that begins with a brace"));
        }
        columns.push_row(line, cells.drain(..))?;
    }
    columns.finish(target)
}

/// What stands before the data.
#[derive(Default)]
struct Declarations {
    head: Head,
    inputs: Vec<Role>,
    outputs: Vec<Role>,
}

/// A name in an `@inputs` or `@outputs` line.
struct Role {
    name: String,
    keyword: String,
    line: usize,
}

fn read_head<'a>(
    file: &Path,
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
) -> Result<Declarations, DataError> {
    let mut declarations = Declarations::default();
    let mut data = None;
    for (line, content) in lines {
        let (word, rest) = keyword(content).unwrap_or_default();
        match word.as_str() {
            "attribute" => declarations.head.declare(file, line, rest)?,
            "relation" => {}
            "input" | "inputs" => read_roles(file, line, &word, rest, &mut declarations.inputs)?,
            "output" | "outputs" => read_roles(file, line, &word, rest, &mut declarations.outputs)?,
            "data" => {
                data = Some(line);
                break;
            }
            _ => {
                let known = "@relation, @attribute, @inputs, @outputs, @data and % comments";
                return Err(misplaced(file, line, content, known));
            }
        }
    }
    declarations.head.check(file, data)?;
    Ok(declarations)
}

fn read_roles(
    file: &Path,
    line: usize,
    keyword: &str,
    names: &str,
    roles: &mut Vec<Role>,
) -> Result<(), DataError> {
    let mut cursor = Cursor::new(file, line, names);
    loop {
        let name = cursor.value(|c| c == ',')?.text.into_owned();
        roles.push(Role { name, keyword: keyword.to_string(), line });
        // Some files end the list with a comma.
        let goes_on = cursor.take(',') && !cursor.is_done();
        if !goes_on {
            return if cursor.is_done() { Ok(()) } else { Err(no_comma(&cursor)) };
        }
    }
}

fn no_comma(cursor: &Cursor) -> DataError {
    let problem = format!("no comma before {}", shown(cursor.rest()));
    cursor.error(problem, "separate the names by commas")
}

impl Role {
    fn unknown(&self, file: &Path, names: &[&str]) -> DataError {
        let Role { name, keyword, line } = self;
        let problem = format!("@{keyword} names {}, which is no attribute", shown(name));
        DataError::line(file, *line, problem, did_you_mean(name, names))
    }

    fn repeated(&self, file: &Path) -> DataError {
        let Role { name, keyword, line } = self;
        let problem = format!("@{keyword} names {} a second time", shown(name));
        let remedy = "name each attribute once, as an input or as an output";
        DataError::line(file, *line, problem, remedy).in_column(name)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::data::table::{MISSING, Values};

    const HEAD: &str = "@relation paint\n@attribute colour {yellow, white, black}\n\
        @attribute amount integer [1, 10]\n@attribute density real [0.1, 2.5]\n";

    fn parse(text: &str) -> ReadTable {
        parse_with(text, &ReadOptions::default()).unwrap()
    }

    fn parse_with(text: &str, options: &ReadOptions) -> Result<ReadTable, DataError> {
        read(Path::new("t.dat"), text, options)
    }

    fn names(read: &ReadTable) -> Vec<&str> {
        read.table.columns.iter().map(|c| c.name.as_str()).collect()
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

    #[test]
    fn a_file_is_read_with_its_outputs_as_target() {
        let read = parse(&format!(
            "{HEAD}@inputs colour, amount\r\n@outputs density\r\n@data\r\n\
             yellow,   4, 1.2\r\n\r\nblack ,1,2.1\r\n<null>, ?, 99.5\r\n"
        ));
        assert_eq!(names(&read), ["colour", "amount", "density"]);
        let levels = vec!["yellow", "white", "black"];
        assert_eq!(nominal(&read, 0), (levels, [0, 2, MISSING].as_slice()));
        assert_eq!(numbers(&read, 1)[..2], [4.0, 1.0]);
        assert!(numbers(&read, 1)[2].is_nan());
        // The last value is beyond its declared range, which is allowed.
        assert_eq!(numbers(&read, 2), [1.2, 2.1, 99.5]);
        assert_eq!(read.target, ["density"]);
        assert_eq!(read.lines, [8, 10, 11]);
    }

    #[test]
    fn only_inputs_and_outputs_are_kept_where_they_are_given() {
        let read = parse(&format!("{HEAD}@INPUT amount\n@Output colour\n@DATA\nwhite,3,oops\n"));
        assert_eq!(names(&read), ["colour", "amount"]);
        assert_eq!(read.target, ["colour"]);
        let read = parse(&format!("{HEAD}@inputs colour\n@data\nwhite,3,1\n"));
        assert_eq!(names(&read), ["colour", "density"]);
        assert_eq!(read.target, ["density"]);
        let read = parse(&format!("{HEAD}@outputs colour, amount\n@data\nwhite,3,1\n"));
        assert_eq!(names(&read), ["colour", "amount", "density"]);
        assert_eq!(read.target, ["colour", "amount"]);
        assert_eq!(parse(&format!("{HEAD}@data\nwhite,3,1\n")).target, ["density"]);
    }

    #[test]
    fn ways_of_writing_found_in_the_wild_are_read() {
        let read = parse(
            "@RELATION  vehicle\n@ATTRIBUTE COMPACTNESS INTEGER[73,119]\n@attribute x Real\n\
             @attribute class{van,saab}\n@inputs COMPACTNESS,x, \n@outputs class\n@data\n 73 ,1.0e0,  saab\n",
        );
        assert_eq!(numbers(&read, 0), [73.0]);
        assert_eq!(nominal(&read, 2), (vec!["van", "saab"], [1].as_slice()));
    }

    #[test]
    fn a_numeric_output_becomes_nominal_where_classes_are_wanted() {
        let options = ReadOptions { target_is_nominal: true, ..ReadOptions::default() };
        let text = format!("{HEAD}@outputs amount\n@data\nwhite,10,1\nwhite,9,1\n");
        let read = parse_with(&text, &options).unwrap();
        assert_eq!(nominal(&read, 1), (vec!["9", "10"], [1, 0].as_slice()));
    }

    #[test]
    fn damaged_inputs_and_outputs_are_refused() {
        let remedy = "did you mean `amount`? the columns are colour, amount, density";
        let text = format!("{HEAD}@inputs colour, amuont\n@data\n");
        check(&text, Some(5), None, "@inputs names `amuont`, which is no attribute", remedy);
        let text = format!("{HEAD}@inputs colour, colour\n@data\n");
        check(&text, Some(5), Some("colour"), "`colour` a second time", "once");
        let text = format!("{HEAD}@inputs colour\n@outputs colour\n@data\n");
        check(&text, Some(6), Some("colour"), "@outputs names `colour` a second time", "once");
        let text = format!("{HEAD}@inputs\n@data\n");
        check(&text, Some(5), None, "names ``", "the columns are");
        check(
            &format!("{HEAD}@inputs 'colour' amount\n@data\n"),
            Some(5),
            None,
            "no comma",
            "commas",
        );
    }

    #[test]
    fn damaged_rows_and_heads_are_refused() {
        let row = |row: &str| format!("{HEAD}@data\nwhite,3,1\n{row}\n");
        check(&row("white,3"), Some(7), None, "row has 2 fields, expected 3", "commas");
        let problem = "unknown value `grey`; the declared values are yellow, white, black";
        check(&row("grey,3,1"), Some(7), Some("colour"), problem, "correct the value");
        check(&row("white,3,x"), Some(7), Some("density"), "text `x` in a numeric column", "");
        check(&row("white,inf,1"), Some(7), Some("amount"), "`inf` is not a finite number", "");
        check(&row("{0 white}"), Some(7), None, "stands where a value should begin", "quote");
        check("5.1, 3.5, a\n", Some(1), None, "`5.1, 3.5, a` is no declaration", "format");
        check(HEAD, None, None, "no @data line", "complete");
    }

    #[test]
    fn the_target_must_be_one_of_the_kept_columns() {
        let text = format!("{HEAD}@inputs colour\n@data\nwhite,3,1\n");
        let options = ReadOptions { target: vec!["amount".into()], ..ReadOptions::default() };
        let error = parse_with(&text, &options).unwrap_err();
        assert_eq!(error.remedy, "the columns are colour, density");
    }

    fn like() -> impl Strategy<Value = String> {
        let pieces = [
            "@attribute x real [0, 1]\n",
            "@attribute y{a,b}\n",
            "@inputs x\n",
            "@output y\n",
            "@data\n",
            "[",
            "]",
            "{",
            "}",
            ",",
            "'",
            "%",
            " ",
            "\t",
            "\r\n",
            "\n",
            "1",
            "a",
            "x",
            "<null>",
            "é",
            "@inputs",
        ];
        proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..40)
            .prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

        #[test]
        fn nothing_makes_the_reader_panic(bytes: Vec<u8>, any in any::<String>(), like in like()) {
            let with_head = format!("{HEAD}@data\n{like}");
            for text in [String::from_utf8_lossy(&bytes).as_ref(), &any, &like, &with_head] {
                if let Ok(read) = parse_with(text, &ReadOptions::default()) {
                    prop_assert!(read.table.columns.iter().all(|c| c.values.len() == read.table.rows));
                }
            }
        }
    }
}
