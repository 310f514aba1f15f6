//! Columns by their names and numbers: metrics, parts of the data, comparisons and units. The numbers are made by rule.

use super::super::tests::{each, means, named, plain, refused, with};
use super::super::{Direction, RowsAre, TableOptions};
use super::tests::{rows, said, score};

/// Twelve rows under a header, by rule.
pub fn table(header: &str, cells: &dyn Fn(usize) -> String) -> String {
    let lines: String =
        (0..12).map(|row| format!("set {},{}\n", (b'a' + row as u8) as char, cells(row))).collect();
    format!("{header}\n{lines}")
}

pub fn four(row: usize) -> String {
    let cells: Vec<String> = (0..4).map(|column| format!("{:.3}", score(row, column))).collect();
    cells.join(",")
}

#[test]
fn methods_crossed_with_metrics_have_a_verdict_for_each_metric() {
    for header in [
        "d,svm_acc,svm_logloss,rf_acc,rf_logloss",
        "d,acc_svm,logloss_svm,acc_rf,logloss_rf",
        "d,svm.acc,svm.logloss,rf.acc,rf.logloss",
        "d,svm (acc),svm (logloss),rf (acc),rf (logloss)",
        "d,svm~acc,svm~logloss,rf~acc,rf~logloss",
        "d,\"('svm', 'acc')\",\"('svm', 'logloss')\",\"('rf', 'acc')\",\"('rf', 'logloss')\"",
    ] {
        let text = table(header, &four);
        let files = each(&text, &TableOptions::default()).unwrap();
        let found: Vec<(&str, Direction)> = files
            .iter()
            .map(|file| (file.results.metric.as_str(), file.results.direction))
            .collect();
        assert_eq!(found, [("acc", Direction::Higher), ("logloss", Direction::Lower)], "{header}");
        for (at, file) in files.iter().enumerate() {
            assert_eq!(file.results.methods, ["svm", "rf"], "{header}");
            assert_eq!(means(&file.results)[2], [Some(score(2, at)), Some(score(2, at + 2))]);
        }
        said(&files[0], &["`acc`, `logloss` are the metrics"]);
        assert_eq!(with(&text, &named("logloss")).unwrap().results.metric, "logloss");
        assert!(each(&text, &named("rmse")).unwrap_err().problem.contains("rmse"), "{header}");
        let options = rows(RowsAre::Datasets);
        if !header.contains('\'') {
            assert_eq!(with(&text, &options).unwrap().results.methods.len(), 4, "{header}");
        }
    }
    let caret = table("Resample,rf~Accuracy,rf~Kappa,svm~Accuracy,svm~Kappa", &four)
        .replace("set ", "Fold");
    assert_eq!(each(&caret, &TableOptions::default()).unwrap().len(), 2);
    let timed = table("d,svm_acc,svm_fit_time,rf_acc,rf_fit_time", &four);
    let file = plain(&timed);
    assert_eq!((file.results.metric.as_str(), file.results.methods.len()), ("acc", 2));
    said(&file, &["not judged", "fit_time"]);
    let lacking = table("d,svm_acc,svm_auc,rf_acc,knn_auc", &four);
    refused(&lacking, Some(1), None, &["several metrics", "acc, auc", "--rows datasets"]);
    let single = table("d,svm_acc,svm_auc,svm_f1,svm_kappa", &four);
    refused(&single, Some(1), None, &["metrics of one method"]);
}

#[test]
fn names_of_methods_are_no_metrics() {
    for header in [
        "d,svm_linear,svm_rbf,rf_small,rf_large",
        "d,best-first,random forest,svm,1-NN",
        "d,rf,rf_tuned,gbm,gbm_tuned",
        // Trained with one loss, judged by another metric.
        "accuracy,adam_mse,adam_mae,sgd_mse,sgd_mae",
        "d,svm_test,pre_train,knn,lda",
    ] {
        let file = plain(&table(header, &four));
        let names: Vec<&str> = header.split(',').skip(1).collect();
        assert_eq!(file.results.methods, names);
    }
    let losses = table("d,hinge_loss,squared_loss,huber_loss,l1_loss", &four);
    refused(&losses, Some(1), None, &["`loss`", "--lower-is-better", "--metric"]);
    assert_eq!(with(&losses, &named("accuracy")).unwrap().results.methods[0], "hinge_loss");
    let errors = plain(&table("d,svm_rmse,rf_rmse,knn_rmse,lda_rmse", &four));
    assert_eq!(
        (errors.results.direction, errors.results.methods[0].as_str()),
        (Direction::Lower, "svm")
    );
    said(&errors, &["`rmse` is the metric"]);
}

#[test]
fn the_test_part_is_judged() {
    for header in ["d,svm_train,svm_test,rf_train,rf_test", "d,train svm,test svm,train rf,test rf"]
    {
        let file = plain(&table(header, &four));
        assert_eq!(file.results.methods, ["svm", "rf"], "{header}");
        assert_eq!(means(&file.results)[1], [Some(score(1, 1)), Some(score(1, 3))]);
        said(&file, &["test part is judged", "--rows datasets"]);
        said(&file, &["left out", "train"]);
    }
    let both = plain(&table("d,svm_train_rmse,svm_test_rmse,rf_train_rmse,rf_test_rmse", &four));
    assert_eq!((both.results.direction, both.results.methods.len()), (Direction::Lower, 2));
    let flatter = table("d,svm_train,svm_val,rf_train,rf_val", &four);
    refused(&flatter, Some(1), None, &["none is of the test part", "--rows datasets"]);
    for header in [
        "d,train,val,test,holdout",
        "d,train_acc,val_acc,test_acc,acc",
        "d,accuracy,time_training_seconds,time_test_seconds,predict_seconds",
    ] {
        refused(&table(header, &four), Some(1), None, &["not methods", "--rows datasets"]);
    }
}

#[test]
fn columns_that_compare_others_are_left_out() {
    let compared = |name: &str, of: &dyn Fn(f64, f64) -> String| {
        table(&format!("d,a,b,{name}"), &|row| {
            let (a, b) = (score(row, 0), score(row, 1));
            format!("{a:.3},{b:.3},{}", of(a, b))
        })
    };
    for name in ["difference", "x"] {
        let file = plain(&compared(name, &|a, b| format!("{:.3}", a - b)));
        assert_eq!(file.results.methods, ["a", "b"], "{name}");
        said(&file, &["difference of `a` and `b`", "left out"]);
    }
    let gain = plain(&compared("gain (%)", &|a, b| format!("{:.1}", 100.0 * (b - a) / a)));
    assert_eq!(gain.results.methods, ["a", "b"]);
    let unclear = plain(&compared("x", &|a, b| format!("{:.3}", (a - b).abs())));
    assert_eq!(unclear.results.methods.len(), 3);
    let sum = plain(&compared("x", &|a, b| format!("{:.3}", a + b)));
    assert!(sum.caveats.iter().any(|c| c.contains("of the three")), "{:?}", sum.caveats);
    let p = plain(&compared("p (Wilcoxon)", &|a, _| format!("{:.4}", a * a * a)));
    assert_eq!(p.results.methods, ["a", "b"]);
    let p = plain(&compared("p-value", &|a, _| format!("{:.4}", a * a * a)));
    assert_eq!(p.results.methods, ["a", "b"]);
    said(&p, &["p-values", "rename it"]);
    let winner = plain(&compared("winner", &|a, b| if a > b { "a" } else { "b" }.to_owned()));
    assert_eq!(winner.results.methods, ["a", "b"]);
    said(&winner, &["names of the other columns"]);
    // Methods may be called so, and scores may be negative.
    let method = plain(&compared("gap statistic", &|a, _| format!("{:.3}", a / 2.0)));
    assert_eq!(
        (method.results.methods.len(), method.caveats.len()),
        (3, 0),
        "{:?}",
        method.caveats
    );
    said(&method, &["`gap statistic` is taken for a method"]);
    let gain = plain(&compared("gain over a (%)", &|a, _| format!("{:.3}", a / 2.0)));
    assert_eq!((gain.results.methods.len(), gain.caveats.len()), (3, 1), "{:?}", gain.caveats);
    let negative = plain(&compared("x", &|a, _| format!("{:.3}", a - 0.9)));
    assert_eq!(negative.results.methods.len(), 3);
    assert!(negative.caveats[0].contains("negative numbers"), "{:?}", negative.caveats);
    let r2 = plain(&table("d,a,b,c", &|row| {
        format!("{:.3},{:.3},{:.3}", score(row, 0) - 0.7, score(row, 1) - 0.6, score(row, 2) - 0.7)
    }));
    assert_eq!((r2.results.methods.len(), r2.caveats.len()), (3, 0));
}

#[test]
fn percent_among_shares_is_refused_where_the_metric_is_known() {
    let odd = |metric: &str, at: usize, line: &str| {
        table(&format!("{metric},a,b,c"), &|row| {
            let cells = || (0..3).map(|column| format!("{:.3}", score(row, column)));
            if row == at { line.to_owned() } else { cells().collect::<Vec<_>>().join(",") }
        })
    };
    refused(
        &odd("accuracy", 4, "0.9,92.3,0.8"),
        Some(6),
        Some("b"),
        &["92.3", "`set e`", "--range"],
    );
    refused(&odd("f1", 4, "91.1,92.3,80.5"), Some(6), Some("a"), &["91.1", "between 0 and 1"]);
    let percent = |line: &str| {
        table("accuracy,a,b,c", &|row| {
            let cells = || (0..3).map(|column| format!("{:.1}", 100.0 * score(row, column)));
            if row == 4 { line.to_owned() } else { cells().collect::<Vec<_>>().join(",") }
        })
    };
    refused(&percent("0.923,91.1,88.0"), Some(6), Some("a"), &["0.923", "share"]);
    refused(&percent("0.923,0.911,0.88"), Some(6), Some("a"), &["0.923", "share"]);
    // A failing method, a wholly percent table, a statement by the user.
    assert_eq!(plain(&percent("0.4,91.1,88.0")).caveats.len(), 1);
    assert!(plain(&percent("0.0,91.1,88.0")).caveats.concat().contains("exactly 0"));
    assert!(plain(&percent("90.0,91.1,88.0")).caveats.is_empty());
    let said_so = TableOptions { range: Some((0.0, 100.0)), ..TableOptions::default() };
    assert!(with(&percent("0.923,91.1,88.0"), &said_so).is_ok());
    // Errors below and above one percent are usual; a value that only fits in another unit is not.
    let errors = |line: &str| {
        table("error,a,b,c", &|row| {
            if row == 4 {
                line.to_owned()
            } else {
                format!("{}.5,{}.7,{}.1", row % 3, row % 4, row % 5)
            }
        })
    };
    assert!(with(&errors("0.23,0.31,0.3"), &TableOptions::default()).is_ok());
    refused(&errors("0.05,5.3,5.1"), Some(6), Some("a"), &["another unit"]);
    // Nothing is known of the metric: a caveat.
    for line in ["0.9,92.3,0.8", "91.1,92.3,80.5"] {
        let file = plain(&odd("d", 4, line));
        assert_eq!(file.caveats.len(), 1, "{:?}", file.caveats);
        assert!(file.caveats[0].contains("`set e`"), "{:?}", file.caveats);
    }
    assert!(plain(&odd("d", 4, "0.9,0.95,0.8")).caveats.is_empty());
    let times = table("time,a,b,c", &|row| {
        if row == 4 { "50,92,80".to_owned() } else { four(row)[..17].to_owned() }
    });
    assert!(plain(&times).caveats.is_empty());
}

#[test]
fn the_name_of_a_metric_says_its_direction() {
    for (name, direction, caveats) in [
        ("RMSE ↓", Direction::Lower, 0),
        ("1-AUROC", Direction::Lower, 0),
        ("elegance (lower is better)", Direction::Lower, 0),
        ("elegance ↑", Direction::Higher, 0),
        ("misclassification rate", Direction::Lower, 0),
        ("RMSE ↑", Direction::Higher, 1),
    ] {
        let file = plain(&table(&format!("{name},a,b,c,e"), &four));
        assert_eq!(
            (file.results.direction, file.results.direction_assumed),
            (direction, false),
            "{name}"
        );
        assert_eq!(file.caveats.len(), caveats, "{name}: {:?}", file.caveats);
    }
    let negated = table("-RMSE,a,b", &|row| format!("{:.3},{:.3}", -score(row, 0), -score(row, 1)));
    assert_eq!(plain(&negated).results.direction, Direction::Higher);
}

#[test]
fn options_that_would_be_ignored_are_refused() {
    let wide = table("d,a,b,c,e", &four);
    let two = TableOptions { metrics: vec!["x".into(), "y".into()], ..TableOptions::default() };
    assert!(each(&wide, &two).unwrap_err().problem.contains("x, y"));
    let long = "dataset,method,fold,value\nx,a,1,1\nx,a,2,2\nx,b,1,2\nx,b,2,4\n";
    for what in [RowsAre::Methods, RowsAre::Datasets] {
        let error = with(long, &rows(what)).unwrap_err();
        assert!(error.problem.contains("--rows"), "{error}");
    }
    assert!(with(long, &rows(RowsAre::Folds)).is_ok());
}

#[test]
fn codes_of_failed_runs_are_no_scores() {
    let coded = |metric: &str, code: &str| {
        table(&format!("{metric},a,b,c"), &|row| match row {
            4 => format!("0.9,{code},0.8"),
            _ => four(row)[..17].to_owned(),
        })
    };
    for code in ["-1", "999", "-999"] {
        for metric in ["accuracy", "d"] {
            let words = ["is no score", "empty the cell"];
            refused(&coded(metric, code), Some(6), Some("b"), &words);
        }
    }
    // Correlations reach -1, errors of a target any size.
    assert!(plain(&coded("mcc", "-1")).caveats.is_empty());
    assert!(plain(&coded("rmse", "999")).caveats.is_empty());
    refused(&coded("rmse", "-1"), Some(6), Some("b"), &["is no score"]);
}
