use std::io::Write;

use super::*;

/// Every metric of `text`.
pub fn each(text: &str, options: &TableOptions) -> Result<Vec<ScoreFile>, DataError> {
    interpret(Sheet::parse(Path::new("folder/t.csv"), text)?, options)
}

/// The only metric of `text`.
pub fn with(text: &str, options: &TableOptions) -> Result<ScoreFile, DataError> {
    Ok(only(each(text, options)?))
}

pub fn only(mut files: Vec<ScoreFile>) -> ScoreFile {
    assert_eq!(files.len(), 1, "{files:?}");
    files.remove(0)
}

pub fn plain(text: &str) -> ScoreFile {
    with(text, &TableOptions::default()).unwrap()
}

pub fn named(metric: &str) -> TableOptions {
    TableOptions { metrics: vec![metric.into()], ..TableOptions::default() }
}

/// Imports `text`, which must be refused with all of these words in the message or the remedy.
pub fn refused(text: &str, line: Option<usize>, column: Option<&str>, words: &[&str]) {
    let error = with(text, &TableOptions::default()).unwrap_err();
    assert_eq!((error.line, error.column.as_deref()), (line, column), "{error}");
    for word in words {
        assert!(format!("{error} {}", error.remedy).contains(word), "{word}: {error}");
    }
    assert!(!error.remedy.is_empty(), "{error}");
}

pub fn means(results: &Results) -> Vec<Vec<Option<f64>>> {
    let row = |row: &Vec<Option<Score>>| row.iter().map(|c| c.as_ref().map(|s| s.mean)).collect();
    results.cells.iter().map(row).collect()
}

fn temporary(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    (folder, path)
}

#[test]
fn a_wide_table_is_read_as_it_stands() {
    let text = "Problem set;SVM;\"k-NN; k=1\"\niris;0.95 ± 0.02;0.9 (0.1)\nwine;NA;0.5\n";
    let ScoreFile { results, layout, notes, .. } = plain(text);
    assert_eq!((layout, notes.len()), ("wide", 0));
    assert_eq!(results.methods, ["SVM", "k-NN; k=1"]);
    assert_eq!(results.datasets, ["iris", "wine"]);
    assert_eq!(means(&results), [[Some(0.95), Some(0.9)], [None, Some(0.5)]]);
    let sds: Vec<_> = results.cells[0].iter().flatten().map(|s| s.sd).collect();
    assert_eq!(sds, [Some(0.02), Some(0.1)]);
    assert_eq!((results.metric.as_str(), results.range), ("t", (0.0, 1.0)));
    assert!(results.direction_assumed);
}

#[test]
fn a_wide_table_that_would_mislead_is_refused() {
    let first = Some(2);
    refused("d,a,b\niris,1,2\niris,3,4\n", Some(3), Some("d"), &["line 2", "--rows folds"]);
    for fold in ["iris_fold1,1,2\niris_fold2", "iris#1,1,2\nIRIS#2", "iris cv 1,1,2\niris cv 2"] {
        let text = format!("d,a,b\nwine,1,1\n{fold},3,4\n");
        refused(&text, Some(4), None, &["line 3", "not independent", "`fold` column"]);
    }
    for name in ["Average", "Avg. rank", "W/T/L", "mean"] {
        let text = format!("d,a,b\niris,1,2\n{name},3/2,4\n");
        refused(&text, Some(3), None, &["summary", name, "remove the row"]);
    }
    refused("d,a\niris,1\n", Some(1), None, &["1 method, and two"]);
    refused("d,a,a\niris,1,2\n", Some(1), Some("a"), &["two methods"]);
    refused("d,a,\niris,1,2\n", Some(1), None, &["column 3 has no name"]);
    refused("iris,1,2\nwine,3,4\n", Some(1), None, &["looks like data", "`dataset`"]);
    let numbered = plain("dataset,1,3,5\nx,0.9,0.8,0.7\ny,0.7,0.6,0.8\nz,0.8,0.7,0.6\n");
    assert_eq!(numbered.results.methods, ["1", "3", "5"]);
    refused("d,a,b\niris,1,good\n", first, Some("b"), &["text `good`"]);
    refused("d,a,b\niris,1,inf\n", first, Some("b"), &["not a finite number"]);
    refused("d,a,b\niris,1\n", first, None, &["2 fields, expected 3"]);
    refused("d,a,b\n,1,2\n", first, Some("d"), &["no name"]);
    refused("d,a,b\niris,NA,-\n", None, None, &["every value is missing"]);
    refused("x,dataset,a,b\n0,iris,1,2\n", first, Some("dataset"), &["first column"]);
    refused("d,a,b\nx,9 (1),8 (2)\ny,9 (1.5),9 (1.5)\n", first, None, &["ranks", "brackets"]);
    refused(" \n", None, None, &["empty"]);
}

#[test]
fn numbers_at_the_end_of_names_are_not_folds() {
    assert_eq!(plain("d,a,b\nmusk1,1,2\nmusk2,1,2\n1,1,2\n2,1,2\n").results.datasets.len(), 4);
    assert_eq!(plain("d,a,b\niris_fold1,1,2\nwine_fold1,1,2\n").results.datasets.len(), 2);
}

#[test]
fn what_is_odd_but_possible_is_noted() {
    let notes = plain("d,accuracy,mean\nx,1,2\n").notes;
    assert!(notes.iter().any(|note| note.contains("`mean`")), "{notes:?}");
    assert!(notes.iter().any(|note| note.contains("hold metrics") && note.contains("accuracy")));
}

#[test]
fn a_table_of_standard_deviations_must_match() {
    let (_folder, main) = temporary("m.csv", b"d,a,b\nx,1,2\ny,3,\n");
    let spread = |text: &str| {
        let (_folder, sd) = temporary("sd.csv", text.as_bytes());
        read(&main, &TableOptions { sd: Some(sd), ..TableOptions::default() })
    };
    let results = only(spread("any,b,a\ny,,0.3\nx,0.2,?\n").unwrap()).results;
    let sds: Vec<_> = results.cells.iter().flatten().flatten().map(|s| s.sd).collect();
    assert_eq!(sds, [None, Some(0.2), Some(0.3)]);
    for (text, words) in [
        ("d,a,b\nx,1,2\n", "no dataset `y`"),
        ("d,a,b\nx,1,2\ny,1,\nz,1,1\n", "the dataset `z` is not in"),
        ("d,a,c\nx,1,2\ny,1,\n", "no method `b`"),
        ("d,a,b,c\nx,1,2,3\ny,1,,3\n", "the method `c` is not in"),
        ("d,a,b\nx,1,-2\ny,1,\n", "negative"),
        ("d,a,b\nx,1,2\ny,1,1\n", "has no mean"),
        ("d,a,b\nx,1 ± 2,2\ny,1,\n", "the latter"),
    ] {
        let error = spread(text).unwrap_err();
        assert!(error.problem.contains(words), "{error}");
        assert!(error.file.ends_with("sd.csv"), "{error}");
    }
    let options = TableOptions { sd: Some(main.clone()), ..TableOptions::default() };
    assert!(with("d,a,b\nx,1±1,2\ny,1,\n", &options).unwrap_err().problem.contains("too"));
    let long = with("dataset,method,value\nx,a,1\nx,b,1\n", &options).unwrap_err();
    assert!(long.problem.contains("wide"), "{long}");
}

#[test]
fn folds_of_a_long_file_are_ordered_averaged_and_paired() {
    let text = "fold,Repeat,DATA,Classifier,Score,note\n\
        10,1,iris,a,4,\n2,1,iris,a,2,\n1,2,iris,a,6,x\n\
        2,1,iris,b,1,\n10,1,iris,b,NA,\n1,2,iris,b,3,\n\
        1,1,wine,a,1,\n2,1,wine,a,3,\n2.0,1,wine,b,5,\n1,1,wine,b,7,\n1,1,wine,c,,\n";
    let ScoreFile { results, layout, notes, .. } = plain(text);
    assert_eq!((layout, results.datasets.join(" ")), ("long", "iris wine".to_owned()));
    assert_eq!(means(&results), [[Some(4.0), Some(2.0), None], [Some(2.0), Some(6.0), None]]);
    let score = |d: usize, m: usize| results.cells[d][m].clone().unwrap();
    // Fold 10 of the first repeat is left out, because b lacks it.
    assert_eq!((score(0, 0).folds, score(0, 1).folds), (vec![2.0, 6.0], vec![1.0, 3.0]));
    assert_eq!((score(1, 0).folds, score(1, 1).folds), (vec![1.0, 3.0], vec![7.0, 5.0]));
    assert_eq!(notes.len(), 1);
    assert!(notes[0].contains("left out") && notes[0].contains("iris (1 of 3)"), "{notes:?}");
    // The same folds for both on iris: kept, in the order people count.
    let same = plain(&text.replace("iris,b,NA", "iris,b,8"));
    assert_eq!(same.results.cells[0][0].clone().unwrap().folds, [2.0, 4.0, 6.0]);
    assert!(same.notes.is_empty());
}

#[test]
fn a_long_file_without_folds_has_means_only() {
    let results = plain("task,learner,result\nx,a,1 ± 0.5\nx,b,2\ny,b,3\n").results;
    assert_eq!(means(&results), [[Some(1.0), Some(2.0)], [None, Some(3.0)]]);
    assert_eq!(results.cells[0][0], Some(Score::new(1.0, Some(0.5))));
    assert_eq!(results.metric, "t");
}

#[test]
fn one_metric_of_a_long_file_is_chosen() {
    let text = "dataset,method,metric,value\nx,a,error,0.1\nx,b,error,0.2\nx,a,t,odd\nx,b,t,9\n";
    let results = with(text, &named("Error")).unwrap().results;
    assert_eq!((results.metric.as_str(), results.direction), ("error", Direction::Lower));
    assert!(!results.direction_assumed);
    assert_eq!(means(&results), [[Some(0.1), Some(0.2)]]);
    refused(text, Some(4), Some("value"), &["text `odd`"]);
    let both = each(&text.replace("odd", "8"), &TableOptions::default()).unwrap();
    let metrics: Vec<&str> = both.iter().map(|file| file.results.metric.as_str()).collect();
    assert_eq!(metrics, ["error", "t"]);
    assert_eq!(means(&both[1].results), [[Some(8.0), Some(9.0)]]);
    assert_eq!(with(text, &named("eror")).unwrap_err().remedy, "did you mean `error`?");
    assert!(with(text, &named("auc")).unwrap_err().remedy.contains("error, t"));
}

#[test]
fn a_long_file_that_would_mislead_is_refused() {
    let head = "dataset,method,fold,value\n";
    let text = format!("{head}x,a,1,1\nx,b,1,1\nx,a,01,2\n");
    refused(&text, Some(4), Some("value"), &["line 2", "same fold"]);
    refused("data,model,score\nx,a,1\nx,a,2\n", Some(3), Some("score"), &["`fold`", "line 2"]);
    refused(&format!("{head}x,a,,1\n"), Some(2), Some("fold"), &["the cell is empty"]);
    refused(&format!("{head}x,,1,1\n"), Some(2), Some("method"), &["the cell is empty"]);
    refused(&format!("{head}x,a,1,bad\n"), Some(2), Some("value"), &["text `bad`"]);
    refused(&format!("{head}x,a,1,1±2\n"), Some(2), Some("value"), &["one fold"]);
    refused(&format!("{head}x,a,1,1\n"), None, None, &["1 method is not enough"]);
    refused(&format!("{head}Mean,a,1,1\n"), Some(2), None, &["summary"]);
    let huge = format!("{head}x,a,1,1e308\nx,a,2,1e308\nx,b,1,1\nx,b,2,1\n");
    refused(&huge, Some(2), Some("value"), &["too large"]);
    let both = "data,task,model,score\nx,a,a,1\nx,b,a,1\ny,a,a,1\n";
    refused(both, Some(1), None, &["`data` and `task`", "--dataset-column"]);
    let names =
        "dataset,method,fold,value\nx-run1,a,1,1\nx-run1,b,1,1\nx-run2,a,1,1\nx-run2,b,1,1\n";
    refused(names, Some(4), None, &["line 2", "not independent"]);
}

#[test]
fn direction_and_range_are_said_known_or_guessed() {
    let of = |value: &str, options: &TableOptions| {
        let found = with(&format!("d,a,b\nx,0.5,{value}\n"), options).unwrap();
        (
            found.results.direction,
            found.results.direction_assumed,
            found.results.range,
            found.notes.len(),
        )
    };
    use Direction::{Higher, Lower};
    let unbounded = (f64::NEG_INFINITY, f64::INFINITY);
    assert_eq!(of("0.7", &named("accuracy")), (Higher, false, (0.0, 1.0), 0));
    assert_eq!(of("70", &named("error")), (Lower, false, (0.0, 100.0), 0));
    assert_eq!(of("700", &named("recall")), (Higher, false, unbounded, 1));
    assert_eq!(of("0.7", &named("kappa")), (Higher, false, (-1.0, 1.0), 0));
    assert_eq!(of("0.7", &named("log_loss")), (Lower, false, (0.0, f64::INFINITY), 0));
    assert_eq!(of("70", &named("train_time")), (Lower, false, (0.0, f64::INFINITY), 0));
    assert_eq!(of("70", &named("quality")), (Higher, true, (0.0, 100.0), 0));
    assert_eq!(of("-1", &named("quality")), (Higher, true, unbounded, 0));
    assert_eq!(of("70", &named("cpu_s")), (Lower, false, (0.0, f64::INFINITY), 0));
    assert_eq!(of("70", &named("hinge_loss")), (Lower, true, unbounded, 1));
    let said =
        TableOptions { direction: Some(Lower), range: Some((0.0, 80.0)), ..named("accuracy") };
    assert_eq!(of("70", &said), (Lower, false, (0.0, 80.0), 0));
    let lower = TableOptions { direction: Some(Lower), ..named("hinge_loss") };
    assert_eq!(of("70", &lower), (Lower, false, unbounded, 0));
    for range in [(0.0, 0.6), (1.0, 0.0), (f64::NAN, 1.0)] {
        let options = TableOptions { range: Some(range), ..TableOptions::default() };
        assert!(with("d,a,b\nx,0.5,0.7\n", &options).is_err(), "{range:?}");
    }
}

#[test]
fn gzip_is_read_and_absence_is_said() {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(b"d,a,b\nx,1,2\n").unwrap();
    let (folder, file) = temporary("accuracy.csv.gz", &packer.finish().unwrap());
    assert_eq!(only(read(&file, &TableOptions::default()).unwrap()).results.metric, "accuracy");
    let absent = read(&folder.path().join("no.csv"), &TableOptions::default()).unwrap_err();
    assert!(absent.problem.contains("no such file"), "{absent}");
}

#[test]
fn names_and_values_that_contradict_each_other_are_not_judged_in_silence() {
    let long = |metric: &str, values: [f64; 4]| {
        let [a, b, c, d] = values;
        format!("dataset,method,{metric}\nx,A,{a}\nx,B,{b}\ny,A,{c}\ny,B,{d}\n")
    };
    // The last word says what a name is.
    let series = plain(&long("time_series_accuracy", [0.5, 0.6, 0.7, 0.8]));
    assert_eq!(series.results.direction, Direction::Higher);
    let file = plain(&long("train_time_s", [0.5, 0.6, 0.7, 0.8]));
    assert_eq!(file.results.direction, Direction::Lower);
    for (metric, values) in
        [("log_loss", [-0.5, -0.6, -0.7, -0.8]), ("neg_log_loss", [0.5, 0.6, 0.7, 0.8])]
    {
        let error = with(&long(metric, values), &TableOptions::default()).unwrap_err();
        assert!(error.problem.contains("sign seems to be turned"), "{error}");
        let higher = TableOptions { direction: Some(Direction::Higher), ..TableOptions::default() };
        assert!(with(&long(metric, values), &higher).is_ok());
    }
    let error = with(&long("accuracy", [0.5, 60.0, 0.7, 80.0]), &TableOptions::default());
    let error = error.unwrap_err();
    assert!(error.problem.contains("`B` are in percent and those of `A`"), "{error}");
    let two = "dataset,method,balanced_accuracy,test_accuracy\nx,A,0.5,0.6\nx,B,0.4,0.7\n";
    assert_eq!(with(two, &named("accuracy")).unwrap().results.metric, "test_accuracy");
    let hole = "dataset,method,metric,value\nx,A,accuracy,1\nx,B,,1\n";
    assert_eq!(with(hole, &TableOptions::default()).unwrap_err().line, Some(3));
}

#[test]
fn tables_without_methods_are_refused() {
    let metrics = "dataset,accuracy,f1,auc\nx,0.5,0.6,0.7\ny,0.5,0.6,0.8\n";
    let error = with(metrics, &TableOptions::default()).unwrap_err();
    assert!(error.problem.contains("metrics, not methods: accuracy, f1, auc"), "{error}");
    let square = "p,A,B,C\nA,1,0.04,0.2\nB,0.04,1,0.6\nC,0.2,0.6,1\n";
    let error = with(square, &TableOptions::default()).unwrap_err();
    assert!(error.problem.contains("numbers of pairs"), "{error}");
    for header in ["svm,svm_std,rf,rf_std", "svm mean,svm sd,rf,x", "mean_svm,std_svm,rf,x"] {
        let table = format!("dataset,{header}\na,0.5,0.1,0.6,0.2\nb,0.7,0.1,0.8,0.2\n");
        let error = with(&table, &TableOptions::default()).unwrap_err();
        assert!(error.problem.contains("seems to hold the spread"), "{error}");
    }
    let turned = "Models,iris,wine\nsvm,0.5,0.6\nknn,0.6,0.7\n";
    let error = with(turned, &TableOptions::default()).unwrap_err();
    assert!(error.remedy.contains("--rows methods"), "{error}");
    let folds = "dataset,method,fold,accuracy\nx,A,1,0.5\nx,B,1,0.6\nx,A,mean,0.5\nx,B,mean,0.6\n";
    let error = with(folds, &TableOptions::default()).unwrap_err();
    assert!(error.line == Some(4) && error.problem.contains("summary"), "{error}");
}
