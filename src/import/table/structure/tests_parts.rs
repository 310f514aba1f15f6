//! Names of columns that hold parts of the data and metrics: which part is judged, and what is refused. The numbers are made
//! by rule.

use std::path::Path;

use super::super::tests::{each, means, named, plain, refused, with};
use super::super::{Direction, RowsAre, ScoreFile, TableOptions, interpret};
use super::tests::{rows, said, score};
use super::tests_columns::{four, table};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;

fn caveats(file: &ScoreFile, word: &str) -> usize {
    file.caveats.iter().filter(|caveat| caveat.contains(word)).count()
}

/// A table under a name of its own, with default options.
fn called(name: &str, text: &str) -> Result<Vec<ScoreFile>, DataError> {
    interpret(Sheet::parse(Path::new(name), text)?, &TableOptions::default())
}

#[test]
fn scores_of_different_parts_are_never_compared() {
    for (header, column) in [
        ("d,svm_train_acc,rf_test_acc,knn_test_acc,lda_test_acc", "svm_train_acc"),
        ("d,svm_train_acc,rf_acc,knn_acc,lda_acc", "svm_train_acc"),
        ("d,svm_val_acc,svm_val_auc,rf_test_acc,rf_test_auc", "svm_val_acc"),
        ("d,svm_train,rf_test,knn_test,lda_test", "svm_train"),
        ("d,svm,svm_train,rf,lda", "svm_train"),
        ("d,svm_train_acc,rf,knn,lda", "svm_train_acc"),
    ] {
        let text = table(header, &four);
        refused(&text, Some(1), Some(column), &["different parts", "--rows datasets"]);
        let all = with(&text, &rows(RowsAre::Datasets)).unwrap();
        assert_eq!(all.results.methods.len(), 4, "{header}");
    }
    for header in ["d,svm_train,svm_val,svm_dev,svm_test", "d,svm,svm_train,svm_val,svm_oob"] {
        refused(&table(header, &four), Some(1), None, &["parts of the data of one method"]);
    }
    let lacks = table("d,svm_train,svm_test,rf_train,rf_test,knn_train", &|row| {
        format!("{},0.5{row:02}", four(row))
    });
    refused(&lacks, Some(1), Some("knn_train"), &["`knn`", "no column of the test part"]);
}

#[test]
fn a_column_without_a_part_is_of_the_test_part_next_to_one_with() {
    for header in
        ["d,svm_acc,svm_val_acc,rf_acc,rf_val_acc", "d,svm_acc,svm_train_loss,rf_acc,rf_train_loss"]
    {
        let file = plain(&table(header, &four));
        assert_eq!(file.results.methods, ["svm", "rf"], "{header}");
        assert_eq!(file.results.metric, "acc", "{header}");
        assert_eq!(means(&file.results)[1], [Some(score(1, 0)), Some(score(1, 2))]);
        said(&file, &["test part is judged"]);
        said(&file, &["left out", "svm_", "rf_"]);
    }
    let bare = plain(&table("d,svm,svm_train,rf,rf_train", &four));
    assert_eq!(bare.results.methods, ["svm", "rf"]);
    let explicit = plain(&table("d,svm_acc,svm_test_acc,rf_acc,rf_test_acc", &four));
    assert_eq!(means(&explicit.results)[1], [Some(score(1, 1)), Some(score(1, 3))]);
    // A baseline is a method, too.
    let five = |row: usize| format!("{},0.5{row:02}", four(row));
    let baseline = plain(&table("d,svm_train,svm_test,rf_train,rf_test,majority", &five));
    assert_eq!(baseline.results.methods, ["svm", "rf", "majority"]);
    let crossed = table("d,svm_acc,svm_auc,svm_train_acc,rf_acc,rf_auc,rf_train_acc", &|row| {
        format!("{},0.5{row:02},0.6{row:02}", four(row))
    });
    let files = each(&crossed, &TableOptions::default()).unwrap();
    let metrics: Vec<&str> = files.iter().map(|file| file.results.metric.as_str()).collect();
    assert_eq!(metrics, ["acc", "auc"]);
    assert_eq!(means(&files[0].results)[1], [Some(score(1, 0)), Some(score(1, 3))]);
    said(&files[0], &["left out: svm_train_acc, rf_train_acc"]);
}

#[test]
fn scores_of_one_other_part_flatter() {
    let file = plain(&table("d,svm_train_rmse,rf_train_rmse,knn_train_rmse,lda_train_rmse", &four));
    assert_eq!(file.results.methods, ["svm", "rf", "knn", "lda"]);
    assert_eq!(
        (file.results.metric.as_str(), file.results.direction),
        ("train rmse", Direction::Lower)
    );
    assert_eq!(caveats(&file, "too good"), 1, "{:?}", file.caveats);
    let two = table("d,svm_val_acc,svm_val_auc,rf_val_acc,rf_val_auc", &four);
    let two = each(&two, &TableOptions::default()).unwrap();
    assert_eq!((two.len(), caveats(&two[1], "`val auc`")), (2, 1), "{:?}", two[1].caveats);
    let bare = plain(&table("d,svm_train,rf_train,knn_train,lda_train", &four));
    assert_eq!((bare.results.methods.len(), caveats(&bare, "too good")), (4, 1));
    let corner = plain(&table("train_acc,svm,rf,knn,lda", &four));
    assert_eq!(caveats(&corner, "too good"), 1, "{:?}", corner.caveats);
    let lines = |lower: &str| {
        let cells: String = (0..6).map(|row| format!("s{row},{}\n", four(row))).collect();
        format!(",svm,svm,rf,rf\n,{lower}\ndataset,,,,\n{cells}")
    };
    refused(
        &lines("train,val,train,val"),
        Some(1),
        None,
        &["none is of the test part", "--metric"],
    );
    let asked = with(&lines("train,val,train,val"), &named("val")).unwrap();
    assert_eq!(caveats(&asked, "too good"), 1, "{:?}", asked.caveats);
    let test = plain(&lines("train,test,train,test"));
    assert_eq!((test.results.methods.join(" "), caveats(&test, "too good")), ("svm rf".into(), 0));
    assert_eq!(means(&test.results)[1], [Some(score(1, 1)), Some(score(1, 3))]);
}

#[test]
fn files_and_first_cells_called_after_one_of_the_metrics_change_nothing() {
    for (name, header) in [
        ("accuracy.csv", "d,svm_acc,svm_logloss,rf_acc,rf_logloss"),
        ("t.csv", "accuracy,svm_acc,svm_logloss,rf_acc,rf_logloss"),
        ("auc_table.csv", "d,svm_roc_auc,svm_logloss,rf_roc_auc,rf_logloss"),
    ] {
        let files = called(name, &table(header, &four)).unwrap();
        assert_eq!(files.len(), 2, "{name} {header}");
        assert_eq!(files[1].results.direction, Direction::Lower);
        assert_eq!(files[1].results.methods, ["svm", "rf"]);
    }
    let one = called("accuracy.csv", &table("d,svm_acc,rf_acc,knn_acc,lda_acc", &four)).unwrap();
    assert_eq!(one[0].results.methods, ["svm", "rf", "knn", "lda"]);
    // Other metrics say how methods were trained.
    let other = called("accuracy.csv", &table("d,a_mse,a_mae,b_mse,b_mae", &four)).unwrap();
    assert_eq!(other[0].results.methods.len(), 4);
    let asked = table("d,svm_acc,svm_auc,rf_acc,rf_auc", &four);
    assert_eq!(with(&asked, &named("accuracy")).unwrap().results.methods, ["svm", "rf"]);
    let mixed = plain(&table("d,svm_acc,rf_accuracy,knn_acc,lda_acc", &four));
    assert_eq!(mixed.results.methods, ["svm", "rf", "knn", "lda"]);
}

#[test]
fn metrics_of_some_methods_are_refused_or_noted() {
    for header in [
        "d,svm_acc,svm_logloss,rf_acc,majority",
        "d,svm_acc,svm_auc,rf,knn",
        "d,svm_acc,rf_auc,knn_f1,lda_kappa",
    ] {
        let words = ["several metrics", "--rows datasets"];
        refused(&table(header, &four), Some(1), None, &words);
    }
    let most = plain(&table("d,svm_rmse,rf_rmse,knn_rmse,mean regressor", &four));
    assert_eq!(most.results.methods, ["svm", "rf", "knn", "mean regressor"]);
    assert_eq!(most.results.direction, Direction::Lower);
    said(&most, &["most names", "`rmse` is the metric"]);
    let few = plain(&table("d,svm_acc,rf,pre_train,lda", &four));
    assert_eq!(few.results.methods.len(), 4);
    said(&few, &["taken for methods", "svm_acc, pre_train"]);
}

#[test]
fn methods_that_end_as_times_do_are_methods() {
    let cells: String = (0..6).map(|row| format!("s{row},{}\n", four(row))).collect();
    let text = format!(
        ",InceptionTime,InceptionTime,LITETime,LITETime\n,acc,f1,acc,f1\ndataset,,,,\n{cells}"
    );
    let files = each(&text, &TableOptions::default()).unwrap();
    let metrics: Vec<&str> = files.iter().map(|file| file.results.metric.as_str()).collect();
    assert_eq!(metrics, ["acc", "f1"]);
    assert_eq!(files[0].results.methods, ["InceptionTime", "LITETime"]);
    assert_eq!(files[0].results.direction, Direction::Higher);
    // Both levels could be metrics: that of scores is.
    let costs = text.replace("InceptionTime", "memory").replace("LITETime", "latency");
    assert_eq!(each(&costs, &TableOptions::default()).unwrap()[0].results.metric, "acc");
    let file = called("InceptionTime.csv", &table("d,a,b,c,e", &four)).unwrap().remove(0);
    assert!(file.results.direction == Direction::Higher && file.results.direction_assumed);
}

#[test]
fn a_table_of_deviations_has_the_names_of_the_means() {
    let folder = tempfile::tempdir().unwrap();
    let read = |means: &str, spreads: &str| {
        let sd = folder.path().join("sd.csv");
        std::fs::write(&sd, spreads).unwrap();
        with(means, &TableOptions { sd: Some(sd), ..TableOptions::default() })
    };
    let body = |unit: f64| -> String {
        let row = |row: usize| {
            format!("s{row},{:.3},{:.3}\n", unit * score(row, 0), unit * score(row, 1))
        };
        (0..6).map(row).collect()
    };
    let (means, spreads) = (body(1.0), body(0.01));
    for (first, second) in [
        ("d,svm_acc,rf_acc", "d,svm_acc,rf_acc"),
        ("d,svm_acc,rf_acc", "d,svm,rf"),
        ("d,\"('svm', 'acc')\",\"('rf', 'acc')\"", "d,\"('svm', 'acc')\",\"('rf', 'acc')\""),
        // Names that are taken for those of methods are so in both.
        ("accuracy,adam_mse,adam_mae", "d,adam_mse,adam_mae"),
    ] {
        let file = read(&format!("{first}\n{means}"), &format!("{second}\n{spreads}")).unwrap();
        let sd = file.results.cells[2][0].clone().and_then(|score| score.sd);
        assert!(sd.is_some(), "{first}");
    }
    let error =
        read(&format!("d,svm_acc,rf_acc\n{means}"), &format!("d,svm_acc,knn_acc\n{spreads}"));
    assert!(error.unwrap_err().problem.contains("no method `rf`"));
}
