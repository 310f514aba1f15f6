use std::path::Path;

use super::*;

fn settled(text: &str, decimal: Option<Decimal>) -> Result<Sheet<'static>, DataError> {
    let mut sheet = Sheet::parse(Path::new("f"), text)?;
    settle(&mut sheet, decimal)?;
    Ok(sheet)
}

/// The cells of the first row, and all notes.
fn first(text: &str) -> (Vec<String>, String) {
    let sheet = settled(text, None).unwrap();
    (sheet.rows[0].cells.clone(), sheet.notes.join("; "))
}

fn refused(text: &str, line: usize, words: &[&str]) {
    let error = settled(text, None).unwrap_err();
    assert_eq!(error.line, Some(line), "{text}: {error}");
    for word in words {
        assert!(format!("{error} {}", error.remedy).contains(word), "{word}: {error}");
    }
}

#[test]
fn decimal_commas_are_read_for_the_whole_file() {
    let (cells, notes) = first("d;A;B;n\nx;0,95;0,9 ± 0,01;150\ny;1;,5;20\n");
    assert_eq!(cells, ["x", "0.95", "0.9 ± 0.01", "150"]);
    assert!(notes.contains("decimal comma"), "{notes}");
    // Names stay as they are.
    let (cells, _) = first("d\tm\tv\niris, v1\t1,5\t0,5\nx\tknn\t2\n");
    assert_eq!(cells, ["iris, v1", "1,5", "0.5"]);
    let (cells, notes) = first("d;A;B\nx;1.234,5;2,25\ny;1.500;3\n");
    assert_eq!(cells, ["x", "1234.5", "2.25"]);
    assert!(notes.contains("between thousands"), "{notes}");
    let (cells, notes) = first("d;A;B\nx;1,234;2.25\ny;1;3\n");
    assert_eq!((cells[1].as_str(), notes.contains("separators of thousands")), ("1234", true));
    let (cells, notes) = first("d,A,B\nx,0.95,0.93\n");
    assert_eq!((cells[1].as_str(), notes.as_str()), ("0.95", ""));
}

#[test]
fn doubtful_commas_are_refused_until_an_option_decides() {
    let text = "d;A;B\nx;95,123;94,456\ny;93,111;1\n";
    refused(text, 2, &["95,123", "--decimal comma"]);
    let with = |decimal| settled(text, Some(decimal)).unwrap().rows[0].cells[1].clone();
    assert_eq!((with(Decimal::Comma).as_str(), with(Decimal::Point).as_str()), ("95.123", "95123"));
    // A zero before the comma decides.
    assert_eq!(first("d;A;B\nx;95,123;0,456\n").0, ["x", "95.123", "0.456"]);
    refused("d;A;B\nx;0,95;0.93\n", 2, &["decimal comma", "0.93"]);
    refused("d;A;B\nx;1.5;2\ny;1;0,93\n", 3, &["decimal comma", "line 2"]);
}

#[test]
fn an_option_is_refused_where_a_number_contradicts_it() {
    for (text, decimal, words) in [
        ("d;A\nx;0,95\n", Decimal::Point, "`0,95` contradicts --decimal point"),
        ("d;A\nx;0.95\n", Decimal::Comma, "`0.95` contradicts --decimal comma"),
    ] {
        let error = settled(text, Some(decimal)).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn points_that_seem_to_separate_thousands_are_refused() {
    let text = "d;A;B\nx;1.250;1\ny;980;2\n";
    refused(text, 2, &["1.250", "thousands", "--decimal point"]);
    let with = |decimal| settled(text, Some(decimal)).unwrap().rows[0].cells[1].clone();
    assert_eq!((with(Decimal::Comma).as_str(), with(Decimal::Point).as_str()), ("1250", "1.250"));
    let (cells, notes) = first("d;A;B\nx;1.250;0,5\ny;980;0,25\n");
    assert_eq!(cells, ["x", "1250", "0.5"]);
    assert!(notes.contains("between thousands"), "{notes}");
    assert_eq!(first("d,A\nx,95.120\ny,100\n").0[1], "95.120");
}

#[test]
fn thousands_are_never_read_as_decimals_in_silence() {
    for rows in ["x;1500;0,5\ny;1.250;0,7\n", "y;1.250;0,7\nx;1500;0,5\n"] {
        let text = format!("d;A;B\n{rows}");
        let error = settled(&text, None).unwrap_err();
        assert!(error.problem.contains("`1.250` on line"), "{error}");
        let read = settled(&text, Some(Decimal::Comma)).unwrap();
        let mut cells: Vec<&str> = read.rows.iter().map(|row| row.text(1)).collect();
        cells.sort_unstable();
        assert_eq!(cells, ["1250", "1500"]);
    }
    let text = "d;A;B\nx;1500 ± 0,5;1\ny;1.300 ± 0,5;2\n";
    assert!(settled(text, None).is_err());
    refused("d;A;B\nx;1500;3\ny;1.250;2\n", 3, &["1.250", "thousands"]);
}

#[test]
fn numbers_that_have_a_type_are_as_they_are() {
    let mut sheet = Sheet::parse(Path::new("f"), "d;A;B\nx;1.250;1,5\ny;980;0,5\n").unwrap();
    let texts = ["1,5", "0,5"].map(str::to_owned).into_iter().collect();
    settle_texts(&mut sheet, None, Some(&texts)).unwrap();
    assert_eq!(sheet.rows[0].cells, ["x", "1.250", "1.5"]);
    assert_eq!(sheet.rows[1].cells, ["y", "980", "0.5"]);
}

#[test]
fn percent_signs_hold_for_a_column_and_agree_with_the_others() {
    let (cells, notes) = first("d,A,B\nx,92.8%,91 %\n");
    assert_eq!(cells, ["x", "92.8", "91"]);
    assert!(notes.contains("percent"), "{notes}");
    let (cells, _) = first("d;A;B\nx;92,8 %;(91,5 ± 0,5) %\n");
    assert_eq!(cells, ["x", "92.8", "91.5 ± 0.5"]);
    assert_eq!(first("d,fold,A\nx,1,92.8%\nx,2,91.2%\n").0, ["x", "1", "92.8"]);
    refused("d,A,B\nx,92.8%,91%\ny,0.9,92%\n", 3, &["percent", "line 2"]);
    refused("d,A,B\nx,92.8%,0.91\ny,90%,0.5\n", 2, &["share of one", "`A`"]);
}

#[test]
fn type_faces_and_marks_are_taken_off() {
    for (cell, plain) in [
        ("0.95*", "0.95"),
        ("**0.95**", "0.95"),
        ("0.95 v", "0.95"),
        ("95.53(4.80) *", "95.53 (4.80)"),
        ("\\textbf{0.95}", "0.95"),
        ("$0.95 \\pm 0.01$", "0.95 ± 0.01"),
        ("$\\mathbf{0.95}^{*}$", "0.95"),
        ("0.95±0.01†", "0.95 ± 0.01"),
        ("−0.5 %", "-0.5"),
        (".95**", ".95"),
        ("95e-2*", "95e-2"),
        ("0.95 (n/a)*", "0.95"),
    ] {
        let (cells, notes) = first(&format!("d;A\nx;{cell}\n"));
        assert_eq!(cells[1], plain, "{cell}");
        let marked =
            cell.ends_with(['*', 'v', '†']) && !cell.starts_with('*') || cell.contains('^');
        assert_eq!(notes.contains("marks of significance"), marked, "{cell}: {notes}");
    }
    let (cells, notes) = first("d,A,B,,C,\nx,1,2,v,3,\ny,1,2,,3,*\n");
    assert_eq!(cells, ["x", "1", "2", "3"]);
    assert!(notes.contains("marks"), "{notes}");
    // A mark alone, text with digits and hexadecimal numbers are no numbers.
    for cell in ["*", "v", "0x1A", "1 2", "1e", "iris*", "5-fold", "1.2.3", "1,2,3"] {
        assert_eq!(dressed(cell), None, "{cell}");
    }
}

/// LAMDA's TALENT writes its tables so.
#[test]
fn a_plus_between_decimals_is_before_a_standard_deviation() {
    let (cells, notes) = first("d,A,B\nx,0.5564+0.0000,nan+nan\ny,0.61+0.01,0.5+0.02\n");
    assert_eq!(cells, ["x", "0.5564 ± 0.0000", "nan+nan"]);
    assert!(notes.contains("0.95+0.01 are read as a mean"), "{notes}");
    refused("d,A,B\nx,0.55+0.01,0.5 ± 0.01\n", 2, &["0.55+0.01", "sum"]);
    for cell in ["3+2", "1.5+", "+0.5+x", "0.5+0.1+0.2"] {
        assert_eq!(dressed(cell), None, "{cell}");
    }
    assert_eq!(first("d,A\nx,1.5e+5\n").0[1], "1.5e+5");
}

#[test]
fn whole_numbers_in_brackets_are_doubtful() {
    refused("d,A,B\nx,0.95(1),0.93(2)\n", 2, &["rank", "0.95(1)"]);
    assert_eq!(first("d,A,B\nx,0.95 (1),0.93 (1.5)\n").0[1], "0.95 (1)");
    assert_eq!(first("d,A,B\nx,95 (1),93 (2)\n").0[1], "95 (1)");
}
