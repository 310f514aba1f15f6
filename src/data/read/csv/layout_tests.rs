//! Tests of what is found in CSV files: every layout is that of a program or a public file, named at its case, in a few lines.

use proptest::prelude::*;

use super::tests::{check, labels, names, numbers, words};
use super::*;

pub(super) fn sniff() -> ReadOptions {
    ReadOptions { sniff: true, ..ReadOptions::default() }
}

pub(super) fn read_as(
    name: &str,
    text: &str,
    options: &ReadOptions,
) -> Result<ReadTable, DataError> {
    read(Path::new(name), text, options)
}

pub(super) fn found(text: &str) -> ReadTable {
    read_as("t.data", text, &sniff()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

pub(super) fn refused(text: &str) -> DataError {
    let error = read_as("t.data", text, &sniff()).map(|_| ()).unwrap_err();
    assert!(!error.remedy.is_empty(), "{error}");
    error
}

pub(super) fn noted(read: &ReadTable, words: &str) {
    assert!(read.notes.iter().any(|note| note.contains(words)), "{words}: {:?}", read.notes);
}

#[test]
fn a_plain_file_has_no_notes() {
    let read = found("x,y,class\n1,2.5,a\n2,3.5,b\n,1,a\n");
    assert_eq!(names(&read), ["x", "y", "class"]);
    assert!(read.notes.is_empty(), "{:?}", read.notes);
}

/// UCI ecoli.data, housing.data and auto-mpg.data: runs of blanks, blanks at the start of lines, tabs before quoted names.
#[test]
fn blanks_separate_fields() {
    let read = found(
        "AAT_ECOLI   0.49  0.29   cp\nACEA_ECOLI  0.07  0.40   cp\nACKA_ECOLI  0.59  0.49   im\n",
    );
    assert_eq!(names(&read), ["c1", "c2", "c3", "c4"]);
    assert_eq!(numbers(&read, 1), [0.49, 0.07, 0.59]);
    noted(&read, "blanks separate the fields (`delimiter = \" \"`)");
    noted(&read, "the first line is data");
    let read = found(" 0.00632  18.00   2.310\n 0.02731   0.00   7.070  \n 1.5 2 3\n");
    assert_eq!(numbers(&read, 0), [0.00632, 0.02731, 1.5]);
    let read = found("18.0 8 307.0\t\"chevrolet chevelle\"\n15.0 8 350.0\t\"buick skylark\"\n");
    assert_eq!(labels(&read, 3), ["chevrolet chevelle", "buick skylark"]);
    let options = ReadOptions { delimiter: Some(' '), ..sniff() };
    let read = read_as("t.txt", "a  b\n1   2\n3 4\n", &options).unwrap();
    assert_eq!((names(&read), numbers(&read, 1)), (vec!["a", "b"], vec![2.0, 4.0]));
}

/// UCI winequality: semicolons and a quoted header; European exports have decimal commas as well.
#[test]
fn semicolons_tabs_and_pipes_separate_fields() {
    let read = found("\"fixed acidity\";\"pH\";\"quality\"\n7.4;3.51;5\n7.8;3.2;6\n");
    assert_eq!(names(&read), ["fixed acidity", "pH", "quality"]);
    noted(&read, "semicolons separate the fields");
    for (separator, key) in [(";", ";"), ("\t", "\\t"), ("|", "|"), ("   ", " ")] {
        let rows: Vec<String> = ["x#y#class", "1,5#7#a", "2,25#8#b", "-3,0e1#9#a"]
            .iter()
            .map(|row| row.replace('#', separator))
            .collect();
        let read = found(&rows.join("\n"));
        assert_eq!(numbers(&read, 0), [1.5, 2.25, -30.0], "{key}");
        noted(&read, &format!("`delimiter = \"{key}\"`"));
        noted(&read, "decimal comma");
    }
}

#[test]
fn commas_stay_the_separator_where_they_split_evenly() {
    // Two genres in one field, and a tab next to a comma.
    let read = found("film,genre\na,x;y\nb,x;z\n");
    assert_eq!(names(&read), ["film", "genre"]);
    assert_eq!(labels(&read, 1), ["x;y", "x;z"]);
    let read = found("x,\ty\n1,\t2\n3,\t4\n");
    assert_eq!(numbers(&read, 1), [2.0, 4.0]);
    // A damaged row does not change the separator.
    let text = format!("a,b c,d\n{}1,x y\n", "1,x y,3\n".repeat(12));
    check(&refused(&text), Some(14), None, "row has 2 fields, expected 3", "");
}

#[test]
fn signs_between_thousands_are_read_where_the_file_decides() {
    let german = found("income;x;class\n1.250;0,5;a\n980;1,25;b\n12.400;2;a\n");
    assert_eq!(numbers(&german, 0), [1250.0, 980.0, 12400.0]);
    noted(&german, "points between thousands");
    let english = found("income;x;class\n1,250;0.5;a\n980;1.25;b\n12,400;2;a\n");
    assert_eq!(numbers(&english, 0), [1250.0, 980.0, 12400.0]);
    noted(&english, "commas between thousands");
    // Nothing else decides, and decimals would be written otherwise. The row that shows it may come late.
    for late in [1, 2_000] {
        let text = format!("income;n;class\n{}1.250;7;b\n12.400;8;a\n", "980;5;a\n".repeat(late));
        let error = refused(&text);
        check(&error, Some(2 + late), Some("income"), "`1.250` seems to separate", "`decimal = ");
        for (decimal, value) in [('.', 1.25), (',', 1250.0)] {
            let options = ReadOptions { decimal: Some(decimal), ..sniff() };
            let read = read_as("t.csv", &text, &options).unwrap();
            assert_eq!(numbers(&read, 0)[late], value);
        }
    }
    for decimals in ["x;n;class\n1.250;7;b\n980.000;8;a\n", "x;n;class\n1.25;7;b\n980;8;a\n"] {
        assert_eq!(numbers(&found(decimals), 0)[0], 1.25);
    }
}

/// The decimal sign is known from the first records; the thousands that come below them are read, with a note.
#[test]
fn thousands_may_come_after_the_first_records() {
    let german = "980,5;0,25;a\n981;1,25;b\n".repeat(700);
    let english = german.replace(',', ".");
    for (decimal, row, value) in [
        (',', "1.250,5;1;a\n", 1250.5),
        ('.', "1,250.5;1;a\n", 1250.5),
        ('.', "1,250;1;a\n", 1250.0),
    ] {
        let text = format!("x;u;class\n{}{row}", if decimal == ',' { &german } else { &english });
        let read = found(&text);
        assert_eq!(numbers(&read, 0)[1_400], value, "{row}");
        noted(&read, "between thousands from line 1402 on");
        let options = ReadOptions { decimal: Some(decimal), ..sniff() };
        assert_eq!(numbers(&read_as("t.csv", &text, &options).unwrap(), 0)[1_400], value);
    }
    // Among decimal commas, a point alone is one between thousands if its column says so, or the user.
    let whole = format!("x;u;class\n{}", "980;0,25;a\n".repeat(1_100));
    let read = found(&format!("{whole}1.250;1;a\n"));
    assert_eq!(numbers(&read, 0)[1_100], 1250.0);
    let doubtful = format!("x;u;class\n{german}1.253;1;a\n");
    check(&refused(&doubtful), Some(1402), Some("x"), "the point of `1.253`", "`decimal = ");
    let options = ReadOptions { decimal: Some(','), ..sniff() };
    assert_eq!(numbers(&read_as("t.csv", &doubtful, &options).unwrap(), 0)[1_400], 1253.0);
    // Texts stay texts, and decimal commas that come late are named.
    let error = refused(&format!("x;class\n{}58,5;a\n", "58;a\n".repeat(1_100)));
    check(&error, Some(1102), Some("x"), "`58,5` is no number", "`decimal = ");
}

/// Thousands without a sign next to thousands with one: the other column says what the points are, and nothing is read as 1.25.
#[test]
fn thousands_with_and_without_a_sign_are_refused_until_the_user_decides() {
    for rows in ["1500;0,5;a\n1.250;0,7;b\n", "1.250;0,7;b\n1500;0,5;a\n"] {
        let text = format!("x;u;class\n{rows}");
        let error = refused(&text);
        assert!(error.problem.contains("`1.250`") && error.remedy.contains("`decimal`"), "{error}");
        let options = ReadOptions { decimal: Some(','), ..sniff() };
        let mut read = numbers(&read_as("t.csv", &text, &options).unwrap(), 0);
        read.sort_by(f64::total_cmp);
        assert_eq!(read, [1250.0, 1500.0]);
    }
    check(&refused("x;class\n1500;a\n1.250;b\n"), Some(3), Some("x"), "`1.250` seems", "`missing`");
}

/// Numbers with three decimals throughout, a code and a number that was written by hand: three decimals are no thousands.
#[test]
fn three_decimals_are_no_thousands_because_of_a_code() {
    let rows: String = (0..60).map(|i| format!("{}.{:03},a\n", 4 + i, 7 * i % 1000)).collect();
    for more in ["-999,b\n-999,b\n", "120,b\n150,b\n"] {
        let read = found(&format!("x,class\n{rows}{more}"));
        assert_eq!(numbers(&read, 0)[1], 5.007);
        noted(&read, "although a few of its numbers have none");
    }
    let missing = ReadOptions { missing: vec!["-999".into()], missing_said: true, ..sniff() };
    let read = read_as("t.csv", &format!("x,class\n{rows}-999,b\n"), &missing).unwrap();
    assert!(read.notes.is_empty(), "{:?}", read.notes);
}

/// Kaggle's wdbc, whose header ends with a comma.
#[test]
fn a_header_that_ends_with_a_separator_is_read() {
    let read = found("id,x,class,\n1,2.5,a\n2,3.5,b\n");
    assert_eq!(names(&read), ["id", "x", "class"]);
    noted(&read, "the header ends with a separator");
    check(&refused("id,x,class,z\n1,2.5,a\n2,3.5,b\n"), Some(2), None, "row has 3 fields", "");
}

#[test]
fn numbers_cut_at_their_decimal_commas_are_refused() {
    let text = "2,86,4,05,a\n1,9,3,98,b\n3,25,7,01,a\n";
    check(&refused(text), Some(2), None, "`1,9` seems to be one number", "delimiter = \",\"");
    let options = ReadOptions { delimiter: Some(','), ..sniff() };
    assert_eq!(names(&read_as("t.csv", text, &options).unwrap()).len(), 5);
    assert_eq!(names(&found("5,1,3,5,a\n4,9,3,0,b\n4,7,3,2,a\n")).len(), 5);
}

#[test]
fn whole_numbers_that_are_too_long_are_stated() {
    let read = found("id,x,class\n9007199254740993,1,a\n9007199254740995,2,b\n");
    noted(&read, "of which only 15 digits are kept");
    let exact = found("id,x,class\n9007199254740992,1,a\n123456789012,2e30,b\n");
    assert!(exact.notes.is_empty(), "{:?}", exact.notes);
}

#[test]
fn missing_numbers_are_compared_by_value() {
    let options = ReadOptions { missing: vec!["-999".into()], missing_said: true, ..sniff() };
    let point = read_as("t.csv", "x,class\n-999.0,a\n1.5,b\n", &options).unwrap();
    assert!(numbers(&point, 0)[0].is_nan());
    let comma = read_as("t.csv", "x;class\n-999,0;a\n1,5;b\n", &options).unwrap();
    assert!(numbers(&comma, 0)[0].is_nan());
}

#[test]
fn doubtful_commas_are_refused() {
    let thousands = refused("x;class\n1,234;a\n22,345;b\n");
    check(
        &thousands,
        Some(2),
        None,
        "can be a decimal mark or separate thousands",
        "decimal = \",\"",
    );
    let mixed = refused("x;y;class\n1,5;2.5;a\n2,5;3.5;b\n");
    check(&mixed, Some(2), None, "column 2 has numbers with a point", "`decimal`");
    let options = ReadOptions { decimal: Some(','), ..sniff() };
    let read = read_as("t.csv", "x;class\n1,234;a\n22,345;b\n", &options).unwrap();
    assert_eq!(numbers(&read, 0), [1.234, 22.345]);
    // What was said wrongly never makes a level of every number.
    let error = read_as("t.csv", "x;class\n1.5;a\n2.5;b\n", &options).map(|_| ()).unwrap_err();
    check(&error, Some(2), Some("x"), "`1.5` is no number", "`decimal`");
    let options = ReadOptions { decimal: Some('.'), ..sniff() };
    let error = read_as("t.csv", "x;class\n1,5;a\n2,5;b\n", &options).map(|_| ()).unwrap_err();
    check(&error, Some(2), Some("x"), "`1,5` is no number", "`nominal`");
}

#[test]
fn a_first_line_like_the_others_is_data() {
    for (text, first) in [
        // UCI iris.data, haberman.data, glass.data: numbers over numbers.
        ("5.1,3.5,setosa\n4.9,3.0,setosa\n7.0,3.2,virginica\n", "5.1"),
        ("30,64,1,1\n30,62,3,1\n31,59,2,2\n", "30"),
        // A class that occurs once.
        ("5.1,3.5,setosa\n4.9,3.0,x\n7.0,3.2,x\n7.0,3.2,x\n", "5.1"),
        // UCI breast-cancer and house-votes-84: values that occur again, some twice in the line, some missing.
        ("no,30-39,left\nno,40-49,right\nyes,30-39,left\nno,40-49,left\n", "no"),
        ("rep,n,y,?\ndem,y,y,n\nrep,n,n,y\ndem,n,y,n\n", "rep"),
        // UCI abalone: a letter and numbers.
        ("M,0.455,15\nF,0.53,9\nM,0.35,7\nF,0.44,10\n", "M"),
    ] {
        let read = found(text);
        assert_eq!(read.table.rows, text.lines().count(), "{text}");
        assert_eq!(read.table.columns[0].values.text(0).as_deref(), Some(first));
        noted(&read, "the first line is data (`header = true` takes it for names)");
    }
}

#[test]
fn a_first_line_of_names_is_a_header() {
    for text in [
        "x,y\n1,2\n3,4\n",
        "age,class\n?,a\n1,b\n",
        "colour,married\nred,married\nred,single\nblue,married\n",
        "name,note\nann,tall\nbob,short\n",
        "2001,2002,class\n1,2,a\n2,3,b\n1,2,a\n2,3,b\n",
        // pandas without names; scikit-learn's digits as a frame.
        "0,1,2,3\n5,6,7,8\n6,6,6,6\n",
        "target,0,1\na,5,6\nb,7,8\n",
    ] {
        let read = found(text);
        assert_eq!(read.table.rows, text.lines().count() - 1, "{text}");
        assert!(!names(&read).contains(&"c1"), "{text}");
    }
}

#[test]
fn a_doubtful_first_line_is_refused_and_the_key_decides() {
    let text = "7,3,low\n5,1,high\n6,2,high\n4,9,mid\n5,9,mid\n";
    check(
        &refused(text),
        Some(1),
        None,
        "may name the columns or be data: 7, 3, low",
        "header = true",
    );
    for (header, rows) in [(true, 4), (false, 5)] {
        let options = ReadOptions { header: Some(header), ..sniff() };
        assert_eq!(read_as("t.csv", text, &options).unwrap().table.rows, rows);
    }
}

/// R's write.table (header one field short) and write.csv, pandas' to_csv, and lines that end with a separator.
#[test]
fn columns_without_a_name_are_left_out_if_they_count_or_name_rows() {
    for (text, words) in [
        ("\"x\" \"class\"\n\"1\" 5.1 \"a\"\n\"2\" 4.9 \"b\"\n", "counts the rows"),
        ("\"x\" \"class\"\n\"mazda rx4\" 5.1 \"a\"\n\"fiat 128\" 4.9 \"b\"\n", "names the rows"),
        (",x,class\n0,5.1,a\n1,4.9,b\n", "counts the rows"),
        ("\"\",\"x\",\"class\"\n\"1\",5.1,\"a\"\n\"2\",4.9,\"b\"\n", "counts the rows"),
        ("x,class,\n5.1,a,\n4.9,b,\n", "neither a name nor values"),
        ("x;class\n5.1;a;\n4.9;b;\n", "neither a name nor values"),
        ("x;class;\n5.1;a;\n4.9;b;\n", "neither a name nor values"),
    ] {
        let read = found(text);
        assert_eq!(names(&read), ["x", "class"], "{text}");
        assert_eq!(read.target, ["class"]);
        noted(&read, words);
    }
    let read = found("5.1,2.5,a,\n4.9,2.5,a,\n4.8,2,b,\n");
    assert_eq!(
        (names(&read), read.target.as_slice()),
        (vec!["c1", "c2", "c3"], &["c3".to_owned()][..])
    );
    check(&refused(",x,class\n3,5.1,a\n3,4.9,b\n"), None, None, "column 1 has no name", "name it");
    check(&refused("x,y,class\n1,1,5.1,a\n1,1,4.9,b\n"), None, None, "column 1 has no name", "");
}

/// scikit-learn's iris.csv and breast_cancer.csv: rows, features and names of classes in the first line.
#[test]
fn a_line_of_counts_is_neither_header_nor_data() {
    for text in [
        "4,2,setosa,virginica\n5.1,3.5,0\n4.9,3.0,0\n7.0,3.2,1\n6.4,3.2,1\n",
        "4,2,setosa\n5.1,3.5,0\n4.9,3.0,0\n7.0,3.2,1\n6.4,3.2,1\n",
    ] {
        let read = found(text);
        assert_eq!((read.table.rows, names(&read)), (4, vec!["c1", "c2", "c3"]));
        assert_eq!(read.lines, [2, 3, 4, 5]);
        noted(&read, "line 1 counts the rows and features and names the classes (0 is setosa");
    }
    // Older ones have names below the counts.
    let read = found("3,2,,\n\"CRIM\",\"AGE\",\"MEDV\"\n1,2,3\n4,5,6\n7,8,8\n");
    assert_eq!((read.table.rows, names(&read)), (3, vec!["CRIM", "AGE", "MEDV"]));
}

#[test]
fn comments_are_left_out_where_they_cannot_be_data() {
    let read = found("# made by hand\n# in two lines\n\nx,class\n1,a\n# between, two, rows\n2,b\n");
    assert_eq!((numbers(&read, 0), names(&read)), (vec![1.0, 2.0], vec!["x", "class"]));
    assert_eq!(read.lines, [5, 7]);
    noted(&read, "with `#` between the rows");
    for mark in ["%", "//"] {
        assert_eq!(found(&format!("{mark} a comment\nx,class\n1,a\n2,b\n")).table.rows, 2);
    }
    // numpy.savetxt with a header.
    let read = found("# x,y,z\n1.5,2,3\n4.5,5,6\n");
    assert_eq!((read.table.rows, names(&read)), (2, vec!["x", "y", "z"]));
    // A name, and values, that begin with a mark.
    assert_eq!(names(&found("#id,x,class\n1,5,a\n2,7,b\n")), ["#id", "x", "class"]);
    let read = found("tag,class\nx,a\n#y,b\nz,a\nx,b\nz,a\n");
    assert_eq!(labels(&read, 0), ["x", "#y", "z", "x", "z"]);
    assert_eq!(found("sep=;\nx;y\n1;2\n3;4\n").lines, [3, 4]);
}

#[test]
fn words_for_missing_are_counted_and_can_be_kept() {
    let text = "x,y,class\n1,NA,a\nNA,u,b\n-,NA,a\nnan,v,b\nnone,None,a\n3,v,b\n";
    let read = found(text);
    assert_eq!(read.table.columns[0].values.missing(), 4);
    assert_eq!(labels(&read, 1), ["-", "u", "-", "v", "-", "v"]);
    noted(&read, "`NA` is taken for a missing value (3 times, in x, y)");
    noted(&read, "`-` is taken for a missing value (once, in x)");
    // Among names only what programs write is missing.
    let read = found("x,y\nnone,1\n-,2\nsome,3\n");
    assert_eq!(labels(&read, 0), ["none", "-", "some"]);
    let exact = ReadOptions { missing_said: true, ..sniff() };
    let read = read_as("t.csv", "x,y\nNA,1\nu,2\n", &exact).unwrap();
    assert_eq!(labels(&read, 0), ["NA", "u"]);
    assert!(read.notes.is_empty());
    let classes = ReadOptions { target_is_nominal: true, ..sniff() };
    let error = read_as("t.csv", "x,y\n1,a\n2,None\n", &classes).map(|_| ()).unwrap_err();
    check(&error, Some(3), Some("y"), "the class is `None`", "missing = []");
}

/// Weka's breast-cancer as CSV.
#[test]
fn single_quotes_are_left_out() {
    let read = found(
        "'40-49','a, b','no'\n'50-59','a, b','yes'\n'40-49','it''s','no'\n'50-59','it''s','no'\n",
    );
    assert_eq!(labels(&read, 0), ["40-49", "50-59", "40-49", "50-59"]);
    assert_eq!(labels(&read, 1)[2], "it's");
    noted(&read, "single quotes around values are left out");
    // A name with an apostrophe is no quote.
    let read = found("town,x\n's-Hertogenbosch,1\nO'Brien,2\n");
    assert_eq!(labels(&read, 0), ["'s-Hertogenbosch", "O'Brien"]);
}

#[test]
fn dates_are_days_and_times_are_left_out() {
    let read = found("day,at,x,class\n1970-01-02,12:30,1,a\n1970-01-11,13:45,2,b\n");
    assert_eq!(names(&read), ["day", "x", "class"]);
    assert_eq!(numbers(&read, 0), [1.0, 10.0]);
    noted(&read, "the dates of column `day` are read as days since 1970-01-01");
    noted(&read, "column `at` holds times of day and is left out");
    let classes = ReadOptions { target_is_nominal: true, ..sniff() };
    let error = read_as("t.csv", "x,day\n1,1970-01-02\n2,1970-01-03\n", &classes).map(|_| ());
    check(&error.unwrap_err(), None, Some("day"), "the target holds dates", "`target`");
    let read = found("x,none,class\n1,,a\n2,?,b\n");
    assert_eq!(names(&read), ["x", "class"]);
    noted(&read, "column `none` has no values and is left out");
    let read = found("day,x\n1/2/2020,1\n3/4/2020,2\n");
    noted(&read, "day and month are not clear");
    let options = ReadOptions { nominal: words(&["day"]), ..sniff() };
    let read = read_as("t.csv", "day,x\n1970-01-02,1\n1970-01-03,2\n", &options).unwrap();
    assert_eq!(labels(&read, 0), ["1970-01-02", "1970-01-03"]);
}

/// UCI car.data and nursery.data: the last of the numbers is a text.
#[test]
fn few_numbers_and_texts_are_names() {
    let text = "doors,class\n".to_owned() + &"2,a\n3,b\n4,a\n5more,b\n".repeat(5);
    let read = found(&text);
    assert_eq!(&labels(&read, 0)[..4], ["2", "3", "4", "5more"]);
    noted(&read, "column `doors` holds numbers and texts (2, 3, 4, 5more) and is read as names");
    let stray = text + "x,a\n";
    check(
        &refused(&stray),
        Some(5),
        Some("doors"),
        "text `5more` in a numeric column",
        "`nominal`",
    );
}

/// UCI AirQualityUCI.csv: lines end with two separators, and rows of separators follow. UCI adult.test: a line before the rows.
#[test]
fn empty_ends_of_rows_and_empty_rows_are_left_out() {
    let read = found("x;y;class;;\n1,5;2;a;;\n2,5;3;b;;\n;;;;\n;;;;\n");
    assert_eq!((names(&read), read.table.rows), (vec!["x", "y", "class"], 2));
    noted(&read, "2 rows are left out because every field is empty");
    let read = found(
        "|1x3 Cross validator\n25, Private, no.\n38, Private, no.\n28, State, yes.\n30, State, yes.\n",
    );
    assert_eq!((read.table.rows, read.lines[0]), (4, 2));
}

/// Blanks would split it into a header without a name for its rows and one row.
#[test]
fn tabs_win_over_blanks_inside_of_fields() {
    let options = ReadOptions { header: Some(false), ..sniff() };
    let read = read_as("t.txt", "0.5\t0\ta\n0.5\t0\ta a\n", &options).unwrap();
    assert_eq!((read.table.rows, labels(&read, 2)), (2, vec!["a", "a a"]));
    let read = read_as("t.txt", "0.5\t0\ta a\n0.5\t0\ta a\n", &options).unwrap();
    assert_eq!(labels(&read, 2), ["a a", "a a"]);
}

#[test]
fn a_catalogue_is_read_as_it_declares() {
    let strict = ReadOptions::default();
    let read = read_as("t.csv", "x,y\nNA,1970-01-01\n'u',1970-01-02\n", &strict).unwrap();
    assert_eq!((labels(&read, 0), labels(&read, 1).len()), (vec!["NA", "'u'"], 2));
    assert!(read.notes.is_empty());
    assert!(read_as("t.csv", "x;y\n1;2\n", &strict).is_err());
}

/// A cell that is written with quotes if it must be.
fn written(text: &str, delimiter: char, always: bool) -> String {
    if always || text.contains([delimiter, '"', '\'', '\n']) || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(128) })]

    /// What is written with any separator, decimal mark and quotes is found and read back.
    #[test]
    fn any_dialect_is_read_back(
        rows in proptest::collection::vec((-1000i32..1000, 1u8..99, "[a-c]{1,3}( [a-c]{1,3})?"), 2..20),
        delimiter in proptest::sample::select(vec![',', ';', '\t', '|', ' ']),
        comma: bool,
        quotes: bool,
        header: bool,
    ) {
        // Blanks and commas need quotes around what contains them; unquoted decimal commas need another separator.
        let mark = if comma && delimiter != ',' { ',' } else { '.' };
        let line = |cells: [String; 3]| {
            cells.map(|cell| written(&cell, delimiter, quotes)).join(&delimiter.to_string())
        };
        let mut text = String::new();
        if header {
            text = line(["one".into(), "two".into(), "three".into()]) + "\n";
        }
        for (whole, part, label) in &rows {
            // Four digits are no group of thousands.
            let broken = format!("{whole}{mark}{part:02}07");
            text += &(line([broken, whole.to_string(), label.clone()]) + "\n");
        }
        let options = ReadOptions { header: Some(header), ..sniff() };
        let read = read_as("t.txt", &text, &options).unwrap();
        prop_assert_eq!(read.table.rows, rows.len());
        let first: Vec<f64> =
            rows.iter().map(|(w, p, _)| format!("{w}.{p:02}07").parse().unwrap()).collect();
        let second: Vec<f64> = rows.iter().map(|(w, _, _)| f64::from(*w)).collect();
        prop_assert_eq!(numbers(&read, 0), first);
        prop_assert_eq!(numbers(&read, 1), second);
        let third: Vec<&str> = rows.iter().map(|row| row.2.as_str()).collect();
        prop_assert_eq!(labels(&read, 2), third);
    }

    #[test]
    fn nothing_makes_the_search_panic(text in any::<String>(), like in super::tests::csv_like(), delimiter: Option<char>) {
        let options = ReadOptions { delimiter, ..sniff() };
        for text in [text, like.clone(), format!("# {like}\n{like}"), format!("'{like}'")] {
            if let Ok(read) = read_as("t", &text, &options) {
                prop_assert!(read.table.columns.iter().all(|c| c.values.len() == read.table.rows));
            }
        }
    }
}
