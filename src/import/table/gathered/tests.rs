//! Several files as one table: columns, metrics, units, summary rows, and the places that errors and notes name.

use super::*;

fn both(first: &str, second: &str) -> Result<Vec<ScoreFile>, DataError> {
    let parse = |name: &'static str, text| Sheet::parse(Path::new(name), text);
    read_sheets(vec![parse("a.csv", first)?, parse("b.csv", second)?], &TableOptions::default())
}

fn called(files: [(&'static str, &str); 2]) -> Result<Vec<ScoreFile>, DataError> {
    let parse = |(name, text): (&'static str, &str)| Sheet::parse(Path::new(name), text);
    let sheets: Result<Vec<Sheet>, DataError> = files.into_iter().map(parse).collect();
    read_sheets(sheets?, &TableOptions::default())
}

#[test]
fn files_of_different_metrics_are_a_table_each() {
    let (accuracy, rmse) = ("d,A,B\nx,0.9,0.8\ny,0.7,0.6\n", "d,B,A\nx,11.5,9\ny,3.25,4\n");
    let found = called([("accuracy_one.csv", accuracy), ("rmse_two.csv", rmse)]).unwrap();
    let metrics: Vec<&str> = found.iter().map(|f| f.results.metric.as_str()).collect();
    assert_eq!(metrics, ["accuracy", "rmse"]);
    assert_eq!(found[1].results.direction, Direction::Lower);
    let means = |at: usize| -> Vec<f64> {
        found[at].results.cells[0].iter().flatten().map(|score| score.mean).collect()
    };
    assert_eq!((means(0), means(1)), (vec![0.9, 0.8], vec![9.0, 11.5]));
    let corner = called([
        ("one.csv", &accuracy.replace("d,", "auc,")),
        ("two.csv", &accuracy.replace("d,", "f1,")),
    ]);
    assert_eq!(corner.unwrap().len(), 2);
    let error =
        called([("f1.csv", accuracy), ("rmse.csv", &rmse.replace("11.5", "bad"))]).unwrap_err();
    assert_eq!((error.file.as_path(), error.line), (Path::new("rmse.csv"), Some(2)), "{error}");
}

#[test]
fn files_in_percent_and_in_shares_are_not_put_together() {
    let share = "d,A,B\nx,0.9,0.8\ny,0.7,0.6\n";
    let percent = "d,A,B\nz,91.5,82\nw,73.25,64\n";
    let error = both(share, percent).unwrap_err();
    assert!(error.file == Path::new("b.csv") && error.problem.contains("a.csv"), "{error}");
    assert!(called([("rmse_a.csv", share), ("rmse_b.csv", percent)]).is_ok());
}

#[test]
fn rows_below_the_scores_of_each_file_are_left_out() {
    let file = |from: usize| {
        let value =
            |row: usize, column: usize| ((row * 7919 + column * 1047) % 397 + 500) as f64 / 1e3;
        let rows: Vec<usize> = (from..from + 8).collect();
        let line = |row: &usize| {
            format!("n{row}x,{:.3},{:.3},{:.3}\n", value(*row, 1), value(*row, 2), value(*row, 3))
        };
        let mean = |column: usize| rows.iter().map(|row| value(*row, column)).sum::<f64>() / 8.0;
        let lines: String = rows.iter().map(line).collect();
        format!("dataset,A,B,C\n{lines}Average,{:.4},{:.4},{:.4}\n", mean(1), mean(2), mean(3))
    };
    let found = both(&file(0), &file(8)).unwrap();
    assert_eq!(found[0].results.datasets.len(), 16);
    let notes = found[0].notes.join("\n");
    assert!(
        notes.contains("a.csv: not datasets") && notes.contains("b.csv: not datasets"),
        "{notes}"
    );
    assert!(notes.matches("(line 10)").count() == 2, "{notes}");
}

#[test]
fn notes_name_the_file_of_a_line() {
    let table =
        |name: &str| format!("dataset,method,status,value\n{name},A,ok,0.5\n{name},B,failed,0.5\n");
    let found = both(&table("x"), &table("y")).unwrap();
    let notes = found[0].notes.join("\n");
    assert!(notes.contains("line 3 of a.csv") && notes.contains("line 3 of b.csv"), "{notes}");
}

#[test]
fn files_are_put_one_below_the_other() {
    let found = both("dataset,A,B\nx,1,2\n", "dataset,B,A\ny,4,3\nz,6,5\n").unwrap();
    let found = &found[0];
    assert_eq!(found.results.datasets, ["x", "y", "z"]);
    let means: Vec<f64> = found.results.cells[1].iter().flatten().map(|s| s.mean).collect();
    assert_eq!(means, [3.0, 4.0]);
    assert!(found.notes[0].contains("2 files"), "{:?}", found.notes);
}

#[test]
fn errors_name_the_file_and_its_line() {
    let error = both("dataset,A,B\nx,1,2\n", "dataset,A,B\ny,3,bad\n").unwrap_err();
    assert_eq!((error.file.as_path(), error.line), (Path::new("b.csv"), Some(2)), "{error}");
    let error = both("dataset,A,B\nx,1,2\n", "dataset,A,B\ny,3,4\nx,5,6\n").unwrap_err();
    assert_eq!((error.file.as_path(), error.line), (Path::new("b.csv"), Some(3)), "{error}");
    assert!(error.problem.contains("line 2 of a.csv"), "{error}");
    let error = both("dataset,A,B\nx,1,2\n", "dataset,A,C\ny,3,4\n").unwrap_err();
    assert!(error.problem.contains("B, C") && error.file == Path::new("b.csv"), "{error}");
}

#[test]
fn files_of_one_metric_under_two_names_are_one_table() {
    let table = |rows: [&str; 2]| format!("d,A,B\n{},0.9,0.8\n{},0.7,0.6\n", rows[0], rows[1]);
    for names in [["mean_accuracy.csv", "accuracy_more.csv"], ["acc_1.csv", "accuracy_2.csv"]] {
        let (first, second) = (table(["x", "y"]), table(["z", "w"]));
        let found = called([(names[0], &first), (names[1], &second)]).unwrap();
        assert_eq!(found.len(), 1, "{names:?}");
        assert_eq!(found[0].results.datasets.len(), 4);
    }
}

#[test]
fn every_file_with_other_columns_is_named() {
    let parse = |name: &'static str, text| Sheet::parse(Path::new(name), text).unwrap();
    let (same, other) = ("d,A,B\nx,1,2\n", "d,A,C\ny,3,4\n");
    const LONG: &str = "a/folder/with/a/long/name/and/another/one/results_of_2024.csv";
    let sheets = vec![parse("a.csv", same), parse("b.csv", other), parse(LONG, other)];
    let error = read_sheets(sheets, &TableOptions::default()).unwrap_err();
    assert!(error.file == Path::new("b.csv") && error.line == Some(1), "{error}");
    assert!(error.problem.contains("a.csv in B, C") && error.problem.contains(LONG), "{error}");
}

#[test]
fn caveats_of_single_files_stay_caveats() {
    let last = "q,0.6645,0.652\n";
    let first = format!("d,A,B\nx,0.512,0.703\ny,0.817,0.601\n{last}");
    let alone = super::super::tests::plain(&first);
    assert!(!alone.caveats.is_empty(), "the last row may be the mean of the others");
    let found = both(&first, "d,A,B\nu,0.912,0.303\nv,0.717,0.801\nw,0.7,0.9\n").unwrap();
    let caveats = found[0].caveats.join("\n");
    assert!(caveats.contains("a.csv: ") && !caveats.contains("b.csv: "), "{caveats}");
}
