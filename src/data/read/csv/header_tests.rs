//! Tests of lines around the names of columns: Orange's headers, titles, second and repeated headers, lines in quotes, and columns
//! without a name. Layouts are those of public files, named at their cases.

use super::layout_tests::{found, noted, read_as, refused, sniff};
use super::tests::{labels, names, numbers};
use super::*;

/// Rows of a colour, a size and a class by a rule.
fn coloured(rows: usize) -> String {
    let row = |i: usize| {
        format!(
            "{},{},{}\n",
            ["red", "blue"][i % 2],
            ["s", "m", "l"][i % 3],
            ["good", "bad"][i / 2 % 2]
        )
    };
    (0..rows).map(row).collect()
}

/// Orange's titanic.tab, iris.tab and heart_disease.tab.
#[test]
fn three_lines_of_orange_are_its_header() {
    let rows =
        "first\told man\t5.1\t1\tyes\nfirst\tchild\t4.9\t2\tno\ncrew\told man\t4.0\t1\tyes\n";
    let head =
        "status\tage\tx\tcode\tsurvived\nd\told\\ man child\tcontinuous\td\td\n\t\t\t\tclass\n";
    let read = found(&format!("{head}{rows}"));
    assert_eq!(names(&read), ["status", "age", "x", "code", "survived"]);
    assert_eq!((read.table.rows, read.lines[0]), (3, 4));
    assert_eq!(labels(&read, 0), ["first", "first", "crew"]);
    assert_eq!(labels(&read, 3), ["1", "2", "1"], "discrete numbers are names");
    assert_eq!(numbers(&read, 2), [5.1, 4.9, 4.0]);
    assert_eq!(read.target, ["survived"]);
    assert!(read.declares_classes);
    noted(&read, "the lines below the names are Orange's");
    // The class need not be last; meta attributes and texts are no features unless they are asked for.
    let text = "name\ty\tx\tid\nstring\td\tc\tc\nmeta\tclass\t\tmeta\nA\tu\t1.5\t7\nB\tv\t2.5\t8\n";
    let read = found(text);
    assert_eq!((names(&read), read.target.join(" ")), (vec!["y", "x"], "y".to_owned()));
    noted(&read, "name, id are no features by it and left out");
    let options = ReadOptions { target: vec!["id".into()], ..sniff() };
    assert_eq!(names(&read_as("t.tab", text, &options).unwrap()), ["y", "x", "id"]);
    // Letters that are data.
    let letters = "a,b,e\nc,d,d\ns,i,m\nc,d,d\ns,i,m\nc,d,m\n";
    assert!(found(letters).notes.iter().all(|note| !note.contains("Orange")));
}

#[test]
fn one_line_of_orange_has_types_before_the_names() {
    let read = found("mS#name,C#x,D#code,cD#y\nA,1.5,1,u\nB,2.5,2,v\n");
    assert_eq!(names(&read), ["x", "code", "y"]);
    assert_eq!((labels(&read, 1), read.target.join(" ")), (vec!["1", "2"], "y".to_owned()));
    noted(&read, "the first line is Orange's");
    assert_eq!(names(&found("#,x,y\n1,1.5,u\n2,2.5,v\n")), ["#", "x", "y"]);
}

#[test]
fn a_second_header_is_no_example() {
    let rows = coloured(24);
    let error = refused(&format!("colour,size,class\ntext,text,text\n{rows}"));
    assert_eq!(error.line, Some(2));
    assert_eq!(error.problem, "line 2 looks like a second header: text, text, text");
    assert!(error.remedy.starts_with("remove it"), "{error}");
    let text = format!("colour,size,class\ntext,text,text\n{rows}");
    let said = ["colour", "size", "class"].map(String::from).to_vec();
    let options = ReadOptions { nominal: said, ..sniff() };
    assert_eq!(read_as("t.csv", &text, &options).unwrap().table.rows, 25);
    // Units over numbers, with and without a line of types.
    for (lines, what) in [
        ("cm,kg,-\n", "line 2 looks like a second header"),
        ("float,float,str\ncm,kg,\n", "the lines 2 to 3 look like headers, too"),
    ] {
        let error = refused(&format!("a,b,class\n{lines}0.5,6,good\n0.7,7,bad\n0.1,7,good\n"));
        assert!(error.problem.starts_with(what), "{error}");
        assert!(!error.remedy.contains("nominal"), "{error}");
    }
    // A slip of the pen is in a row with a known class; the first of many names and a rare class are data.
    let error = refused("x,class\nabc,good\n0.7,bad\n0.1,good\n0.3,bad\n");
    assert!(error.problem.contains("text `abc` in a numeric column"), "{error}");
    let names = format!("colour,size,class\ngreen,xl,good\n{rows}");
    assert_eq!(found(&names).table.rows, 25);
    let rare = format!("colour,size,class\nred,xl,ugly\n{rows}");
    assert_eq!(found(&rare).table.rows, 25);
}

/// `cat a.csv b.csv`
#[test]
fn a_header_that_comes_again_is_left_out() {
    let half = format!("colour,size,class\n{}", coloured(24));
    let read = found(&format!("{half}{half}{half}"));
    assert_eq!(read.table.rows, 72);
    assert!(!labels(&read, 2).contains(&"class"));
    noted(&read, "2 lines that repeat the header are left out");
    let read = found("x;class\n1,5;a\n2,5;b\n3,5;b\n4,5;b\nx;class\n5,5;a\n");
    assert_eq!(numbers(&read, 0), [1.5, 2.5, 3.5, 4.5, 5.5]);
    // Without a header, equal rows are examples.
    let rows = "u,v\nw,z\n".repeat(10);
    assert_eq!(found(&rows).table.rows, 20);
    let plain = ReadOptions::default();
    let kept = read_as("t.csv", "x,class\na,b\nx,class\n", &plain).unwrap();
    assert_eq!(kept.table.rows, 2, "files of a catalogue are read as it says");
}

#[test]
fn a_title_is_named_as_such() {
    let table = "a,b,class\n0.8,5,good\n0.4,2,bad\n0.9,5,good\n";
    for (title, line, remedy) in [
        ("Results of the measurements\n", 1, "remove line 1"),
        ("Results of the measurements,,\n,,\n", 1, "remove the lines 1 to 2"),
        ("\nResults\n\n2019\n\n", 2, "remove the lines 2 to 5"),
    ] {
        let error = refused(&format!("{title}{table}"));
        assert_eq!(error.line, Some(line), "{error}");
        assert!(error.problem.contains("looks like a title: `Results"), "{error}");
        assert!(error.remedy.starts_with(remedy), "{error}");
    }
}

/// `to_csv()` after `train_test_split` or `dropna`, R's `write.csv` of a part, and `concat`.
#[test]
fn an_index_without_a_name_is_left_out_whatever_it_counts() {
    for (index, what) in [
        ([92, 667, 588, 658], "has another whole number in every row"),
        ([0, 1, 4, 9], "has another whole number in every row"),
        ([0, 1, 0, 1], "counts the rows of several tables"),
    ] {
        let rows: String = index.iter().map(|i| format!("{i},{i}.5,u\n")).collect();
        let read = found(&format!(",x,class\n{rows}"));
        assert_eq!(names(&read), ["x", "class"]);
        noted(&read, &format!("column 1 has no name and {what}"));
    }
    for first in ["3,3,2,2", "1.5,2.5,3.5,4.5"] {
        let rows: String = first.split(',').map(|v| format!("{v},7,u\n")).collect();
        let error = refused(&format!(",x,class\n{rows}"));
        assert_eq!(error.problem, "column 1 has no name in the header");
        assert!(!error.remedy.contains("header = false"), "{error}");
    }
    let error = refused("a,a,y\n0.5,3,b\n0.8,6,c\n0.9,6,c\n");
    assert_eq!(error.remedy, "rename one of them");
}

/// The `bank-full.csv` of a well-known copy.
#[test]
fn lines_in_quotes_are_read() {
    let read = found("\"age;\"\"job\"\";y\"\n\"58;\"\"clerk\"\";no\"\n\"44;\"\"maid\"\";yes\"\n");
    assert_eq!(names(&read), ["age", "job", "y"]);
    assert_eq!((numbers(&read, 0), labels(&read, 1)), (vec![58.0, 44.0], vec!["clerk", "maid"]));
    noted(&read, "the quotes around whole lines are left out");
}

#[test]
fn a_class_that_is_a_missing_word_has_no_remedy_that_spoils_the_rest() {
    let options = ReadOptions { target_is_nominal: true, ..sniff() };
    let error = read_as("t.csv", "x,class\n1,a\nNA,NA\n3,b\n", &options).unwrap_err();
    assert!(error.remedy.contains("`target` names another column"), "{error}");
}
