//! P-values in the forms that people have, and what is refused.

use std::path::Path;

use super::columns;
use super::input::read;

fn text(text: &str) -> Result<Vec<(String, f64)>, String> {
    with_column(text, None)
}

fn with_column(text: &str, column: Option<&str>) -> Result<Vec<(String, f64)>, String> {
    let read = columns::read(Path::new("p.csv"), text, column).map_err(|refusal| refusal.text)?;
    Ok(read.hypotheses.into_iter().map(|one| (one.name, one.p)).collect())
}

fn values(found: Result<Vec<(String, f64)>, String>) -> Vec<f64> {
    found.unwrap().into_iter().map(|(_, p)| p).collect()
}

fn refused(argument: &str, words: &str) {
    let refusal = read(argument, None).unwrap_err();
    assert!(refusal.text.contains(words), "{argument}: {}", refusal.text);
}

#[test]
fn arguments_are_numbers_names_and_lists() {
    let of = |argument: &str| -> Vec<(String, f64)> {
        let read = read(argument, None).unwrap();
        read.hypotheses.into_iter().map(|one| (one.name, one.p)).collect()
    };
    assert_eq!(of("0.01"), [(String::new(), 0.01)]);
    assert_eq!(of("1e-300"), [(String::new(), 1e-300)]);
    assert_eq!(of("-0"), [(String::new(), 0.0)]);
    assert_eq!(of("A=0.04"), [("A".to_owned(), 0.04)]);
    assert_eq!(of("a=b=.5"), [("a=b".to_owned(), 0.5)]);
    assert_eq!(of("0.01,0.04;0.03").len(), 3);
    assert_eq!(of("p=0.04"), [(String::new(), 0.04)]);
}

#[test]
fn what_is_no_p_value_is_refused_with_the_remedy() {
    refused("1.2", "lie between 0 and 1");
    refused("-0.1", "lie between 0 and 1");
    refused("nan", "not a number");
    refused("A=NA", "missing");
    refused("A=", "missing");
    refused("<0.001", "give the p-value itself");
    refused("p<0.001", "give the p-value itself");
    refused("svm < .05", "give the p-value itself");
    refused("5%", "write 5% as 0.05");
    refused("0,01", "a point for the decimals");
    refused("0,01,0,04", "not a number");
    refused("no-such-file.csv", "neither a p-value nor a file");
    refused("/", "is a folder");
}

#[test]
fn a_file_is_a_list_or_a_table() {
    let plain = [0.01, 0.04, 0.03];
    for list in [
        "0.01\n0.04\n0.03",
        "\n# family\n0.01\r\n0.04\r\n\r\n0.03\r\n",
        "p\n0.01\n0.04\n0.03\n",
        "\"x\"\n0.01\n0.04\n0.03\n",
        // pandas and R put a count of rows first.
        ",p\n0,0.01\n1,0.04\n2,0.03\n",
        "\"\",\"p.value\"\n\"1\",0.01\n\"2\",0.04\n\"3\",0.03\n",
        "A 0.01\nB   0.04\nC\t0.03\n",
    ] {
        assert_eq!(values(text(list)), plain, "{list:?}");
    }
    let named = text("method;p\nA;0.01\n\"B; 2\";0.04\n").unwrap();
    assert_eq!(named, [("A".to_owned(), 0.01), ("B; 2".to_owned(), 0.04)]);
    let pairs = text("group1,group2,statistic,p-value\nA,B,2.5,0.01\nA,C,1.5,0.04\n").unwrap();
    assert_eq!(pairs[1], ("A - C".to_owned(), 0.04));
    let headless = text("A,0.01\nB,0.04\n").unwrap();
    assert_eq!(headless[0], ("A".to_owned(), 0.01));
}

#[test]
fn several_columns_of_numbers_need_a_name() {
    let table = "name,before,after\nA,0.01,0.02\nB,0.03,0.04\n";
    let refusal = text(table).unwrap_err();
    assert!(refusal.contains("`before`, `after`") && refusal.contains("--column"), "{refusal}");
    assert_eq!(values(with_column(table, Some("after"))), [0.02, 0.04]);
    let unknown = with_column(table, Some("p")).unwrap_err();
    assert!(unknown.contains("no column `p`") && unknown.contains("`after`"), "{unknown}");
    let matrix = ",A,B\nA,1,0.02\nB,0.02,1\n";
    assert!(text(matrix).unwrap_err().contains("is a matrix"));
    let notes = columns::read(Path::new("p.csv"), "t,p\n2.5,0.01\n3.5,0.02\n", None).unwrap().notes;
    assert_eq!(notes, ["p.csv: the p-values are in `p`; `t` was not read"]);
}

#[test]
fn mistakes_in_a_file_have_their_line() {
    let wrong = [
        ("0.01\n1.5\n", "line 2: the p-value in column 1 is `1.5`, and p-values lie between"),
        ("name,p\nA,0.01\nB,NA\n", "line 3: the p-value in `p` is `NA`, which is missing"),
        ("name,p\nA,0.01\nB\n", "p.csv:3: row has 1 field, expected 2"),
        ("name,p\nA,< 0.001\nB,0.02\n", "line 2: the p-value in `p` is `< 0.001`"),
        ("name;p\nA;0,01\nB;0,02\n", "a point for the decimals"),
        ("NA\n0.01\n0.02\n", "line 1: the p-value in column 1 is `NA`"),
        ("A,<0.001\nB,0.02\n", "no column of p-values"),
        ("", "holds no p-values"),
        ("# nothing\n", "holds no p-values"),
        ("a,b\nx,y\n", "no column of p-values"),
    ];
    for (file, words) in wrong {
        let refusal = text(file).unwrap_err();
        assert!(refusal.contains(words), "{file:?}: {refusal}");
    }
}

#[test]
fn a_number_may_be_the_name_of_a_column() {
    let named = |name: &str, p| (name.to_owned(), p);
    // pandas calls the values of a series 0.
    for series in [",0\nA vs B,0.01\nA vs C,0.2\n", ",0\n0,0.01\n1,0.2\n", "x,0\n0,0.01\n1,0.2\n"] {
        let found = values(text(series));
        assert_eq!(found, [0.01, 0.2], "{series:?}");
        let read = columns::read(Path::new("p.csv"), series, None).unwrap();
        assert!(read.notes[0].contains("`0` holds the p-values"), "{:?}", read.notes);
    }
    for open in ["0\n0.01\n0.2\n", "x,0\nA,0.01\nB,0.2\n"] {
        let refusal = text(open).unwrap_err();
        assert!(refusal.contains("write 0.0") && refusal.contains("line 1"), "{refusal}");
    }
    assert_eq!(values(text("0\n0.01\n1\n")), [0.0, 0.01, 1.0]);
    assert_eq!(values(text("0.0\n0.01\n")), [0.0, 0.01]);
    assert_eq!(text("A,0\nB,0\n").unwrap(), [named("A", 0.0), named("B", 0.0)]);
    assert_eq!(values(text("A,1\nB,0.5\n")), [1.0, 0.5]);
    let matrix = "\"\",\"5\",\"6\"\n\"6\",0.5,NA\n\"7\",0.003,0.08\n";
    assert!(text(matrix).unwrap_err().contains("is a matrix"));
}

#[test]
fn tables_of_pandas_and_r_are_read() {
    let rows = [("A-B", "1.5", "0.01"), ("A C", "-2.5", "0.2")];
    let lines = |line: fn(usize, &(&str, &str, &str)) -> String| -> String {
        rows.iter().enumerate().map(|(place, row)| line(place, row)).collect()
    };
    let tabs = lines(|_, (name, t, p)| format!("{name}\t{t}\t{p}\n"));
    let quoted = lines(|_, (name, t, p)| format!("\"{name}\" {t} {p}\n"));
    let frame = "  pair    p\n1  A-B 0.01\n2  A-C 0.20\n";
    let printed = "     t value Pr(>|t|)\nA-B      1.5     0.01\nA C     -2.5     0.20\n";
    for table in [
        format!("\tt\tp\n{tabs}"),
        format!("\tt value\tPr(>|t|)\n{tabs}"),
        format!("\"t value\" \"Pr(>|t|)\"\n{quoted}"),
        format!("# by me\n\tt\tp\n{tabs}"),
        printed.to_owned(),
        frame.to_owned(),
    ] {
        let found = text(&table).unwrap();
        assert_eq!((found[0].0.as_str(), found[0].1), ("A-B", 0.01), "{table}");
        assert_eq!(found[1].1, 0.2, "{table}");
    }
}

#[test]
fn files_of_another_kind_are_named() {
    for (file, words) in [
        ("{\"a\": 0.01}", "JSON"),
        (",A,B,C\nA,1,0.01,0.03\nB,0.01,1,0.2\nC,0.03,0.2,1\n", "a matrix"),
        (",A,B\nB,0.01,NA\nC,0.03,0.2\n", "a matrix"),
    ] {
        let error = text(file).unwrap_err();
        assert!(error.contains(words) && error.contains("help"), "{error}");
    }
    assert_eq!(values(text("name,p\na,0.01\np,0.02\n")), [0.01, 0.02]);
}
