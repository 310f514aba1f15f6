//! Columns that belong to others, or to one method: spreads, limits, runs, metrics, second blocks. The numbers are made by rule.

use super::super::RowsAre;
use super::super::tests::{plain, refused, with};
use super::tests::{rows, said, score};
use super::tests_columns::{four, table};

/// Two methods, each with companions.
fn pairs(header: &str, of: &dyn Fn(f64) -> String) -> String {
    table(header, &|row| format!("{},{}", of(score(row, 0)), of(score(row, 1))))
}

#[test]
fn columns_of_spreads_are_no_methods_whatever_they_are_called() {
    for header in [
        "d,svm,svm_std,rf,rf_std",
        "d,svm,±svm,rf,±rf",
        "d,svm,svm +/-,rf,rf +/-",
        "d,svm,σ svm,rf,σ rf",
        "d,svm,svm_err,rf,rf_err",
        "d,svm (mean),svm (standard deviation),rf (mean),rf (standard deviation)",
        "d,svm,svm xyz,rf,rf xyz",
    ] {
        let text = pairs(header, &|value| format!("{value:.3},{:.4}", value / 23.0));
        refused(&text, Some(1), None, &["spread of `svm", "--rows datasets"]);
        assert_eq!(with(&text, &rows(RowsAre::Datasets)).unwrap().results.methods.len(), 4);
    }
    for header in
        ["d,svm,svm_lo,svm_hi,rf,rf_lo,rf_hi", "d,svm,svm 2.5%,svm 97.5%,rf,rf 2.5%,rf 97.5%"]
    {
        let text = pairs(header, &|v| format!("{v:.3},{:.4},{:.4}", v - 0.02, v + 0.03));
        refused(&text, Some(1), None, &["limits of `svm`", "--rows datasets"]);
    }
    let tuned = plain(&table("d,rf,rf_tuned,gbm,gbm_tuned", &four));
    assert_eq!(tuned.results.methods.len(), 4);
}

#[test]
fn runs_and_measures_of_one_method_are_not_compared() {
    for header in
        ["d,run1,run2,run3,run4", "d,seed_1,seed_2,seed_3,mean", "d,Fold 1,Fold 2,Fold 3,x"]
    {
        refused(&table(header, &four), Some(1), None, &["of one method", "--rows"]);
    }
    let named = plain(&table("d,m1,m2,m3,m4", &four));
    assert_eq!(named.results.methods.len(), 4);
    for header in [
        "d,Recall,Precision,F,Rprecision",
        "d,AUC_ROC,AUC_PR,VUS_ROC,VUS_PR",
        "d,accuracy,time_training_transform,time_training,time_test",
    ] {
        refused(&table(header, &four), Some(1), None, &["of one method", "--rows datasets"]);
    }
    let blocks = table("d,ROCKET,BOSS,ROCKET.1,BOSS.1", &four);
    refused(&blocks, Some(1), None, &["names come twice", "--rows datasets"]);
    let twin = plain(&table("d,rf,svm,rf.1,lda", &four));
    assert!(twin.caveats.iter().any(|caveat| caveat.contains("rf.1")), "{:?}", twin.caveats);
}

#[test]
fn several_columns_of_another_size_are_named_together() {
    let wide = |one: &dyn Fn(usize) -> String| {
        table("d,svm,rf,knn,CPU,RAM", &|row| {
            let shares = four(row)[..17].to_owned();
            format!("{shares},{},{}", one(row), one(row + 3))
        })
    };
    let large = plain(&wide(&|row| format!("{}.25", 132 + 7 * row)));
    let said_so = |caveat: &&String| caveat.contains("`CPU`, `RAM`");
    assert_eq!(large.caveats.iter().filter(said_so).count(), 1, "{:?}", large.caveats);
    let whole = wide(&|row| (132 + 7 * row).to_string());
    refused(&whole, Some(1), Some("CPU"), &["`CPU`, `RAM` hold", "another size"]);
}

#[test]
fn empty_columns_and_means_with_spreads_are_read() {
    let empty = plain(&table("d,,svm,rf,knn", &|row| format!(",{}", &four(row)[..17])));
    assert_eq!(empty.results.methods, ["svm", "rf", "knn"]);
    let dressed = table("avg std,svm,rf", &|row| {
        format!("{:.3} (0.02),{:.3} (0.03)", score(row, 0), score(row, 1))
    });
    assert_eq!(plain(&dressed).results.methods, ["svm", "rf"]);
    let criterion = plain(&table("d,gain ratio,information gain,gini,difference boosting", &four));
    assert!(criterion.caveats.is_empty(), "{:?}", criterion.caveats);
    said(&criterion, &["`gain ratio` is taken for a method"]);
}
