//! Names as programs, papers and people write them, with what they must say.

use super::*;

#[test]
fn names_of_programs_have_their_direction() {
    for name in [
        "acc",
        "Accuracy",
        "test_accuracy",
        "mean_test_f1_macro",
        "classif.acc",
        "roc_auc",
        "neg_log_loss",
        "neg_root_mean_squared_error",
        "r2",
        "MCC",
        "kap",
        "acc_norm",
        "exact_match",
        "acc,none",
        "Percent_correct",
        "balanced_accuracy",
        "regr.rsq",
        "-RMSE",
        "− log loss",
        "Accuracy ↑",
        "macro F1",
        "elegance (higher is better)",
        "1 - error",
        "Sens.",
        "R@5",
        "Acc@10",
        "nDCG@20",
    ] {
        assert_eq!(facts(name).map(|f| f.direction), Some(Direction::Higher), "{name}");
    }
    for name in [
        "rmse",
        "logLoss",
        "classif.ce",
        "brier_score",
        "ppl",
        "wer",
        "test_error",
        "loss",
        "nll",
        "metric_error",
        "mean_test_mae",
        "neg_accuracy",
        "RMSE $\\downarrow$",
        "elegance ↓",
        "1-AUROC",
        "100-acc",
        "misclassification rate",
        "error rate (%)",
        "misclass",
        "Classification error",
        "sMAPE[0.5]",
        "Fehlerrate",
    ] {
        assert_eq!(facts(name).map(|f| f.direction), Some(Direction::Lower), "{name}");
    }
    for name in ["score", "test_score", "quality", "svm", "fit_time", "", "mean", "ferret"] {
        assert_eq!(facts(name), None, "{name}");
    }
    assert_eq!(facts("neg_log_loss").unwrap().range, (f64::NEG_INFINITY, 0.0));
    assert_eq!(facts("roc_auc").unwrap().title.as_deref(), Some("AUC"));
    assert_eq!(facts("f1_macro").unwrap().title, None);
    assert_eq!(facts("1-AUROC").unwrap().range, (0.0, 1.0));
    assert_eq!(facts("-RMSE").unwrap().range, (f64::NEG_INFINITY, 0.0));
    let odd = facts("RMSE ↑").unwrap();
    assert!(odd.contradicted && odd.direction == Direction::Higher);
    assert!(!facts("RMSE ↓").unwrap().contradicted);
    assert!(is_cost("Time (s) ↓") && facts("Time (s) ↓").is_none());
}

#[test]
fn no_name_is_listed_twice() {
    let mut names: Vec<&str> = METRIC_NAMES.iter().flat_map(|e| e.names).copied().collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn costs_spreads_and_other_parts_are_known() {
    for name in ["fit_time", "time_train_s", "training_duration", "cpu_s", "Elapsed seconds"] {
        assert!(is_cost(name), "{name}");
    }
    for name in ["sentiment", "s", "logloss", "InceptionTime", "LITETime", "results_s", "Time-LLM"]
    {
        assert!(!is_cost(name), "{name}");
    }
    assert!(is_not_test("metric_error_val") && is_not_test("train_acc"));
    assert_eq!(spread_of("accuracy_std").as_deref(), Some("accuracy"));
    assert_eq!(spread_of("std_test_score"), Some(mean_name("mean_test_score")));
    assert_eq!(spread_of("accuracy"), None);
}

#[test]
fn metrics_are_found_in_names_of_files() {
    for (name, metric) in [
        ("results_accuracy", Some("accuracy")),
        ("TESTACC_MEANS", Some("testacc")),
        ("uci-roc_auc-2019", Some("roc_auc")),
        ("t", None),
        ("accuracy_and_rmse", None),
        ("total_loss_of_data", None),
        ("accuracy_loss", None),
        ("uci_log_loss", Some("log_loss")),
        ("melki_3.3_aCC", None),
    ] {
        assert_eq!(within(name).as_deref(), metric, "{name}");
    }
}

#[test]
fn names_of_one_metric_are_the_same() {
    for (one, other) in [
        ("acc", "accuracy"),
        ("test_accuracy", "acc_mean"),
        ("roc_auc", "AUC"),
        ("f1_macro", "macro F1"),
        ("neg_rmse", "negative root mean squared error"),
        ("train acc", "acc_train"),
    ] {
        assert!(same(one, other) && same(other, one), "{one} {other}");
    }
    for (one, other) in [
        ("f1_macro", "f1_micro"),
        ("rmse", "neg_rmse"),
        ("accuracy", "1 - accuracy"),
        ("accuracy", "train_accuracy"),
        ("spearman", "pearson"),
        ("svm", "svm"),
    ] {
        assert!(!same(one, other), "{one} {other}");
    }
}

#[test]
fn a_metric_of_another_part_has_the_same_facts() {
    let known = facts("val_rmse").unwrap();
    assert_eq!((known.direction, known.range.0, known.title), (Direction::Lower, 0.0, None));
    assert_eq!(facts("train"), None);
}
