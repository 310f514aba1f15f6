//! Columns whose names say that they are no methods: they are left out only if their numbers agree, and else are methods with
//! a note, or refused with a remedy. The numbers are made by rule.

use super::super::tests::{plain, refused};
use super::tests::{said, score};
use super::tests_columns::table;

/// A table of `a` and `b` and a column between them.
fn between(header: &str, of: &dyn Fn(f64, f64, usize) -> String) -> String {
    table(header, &|row| {
        let (a, b) = (score(row, 0), score(row, 1));
        format!("{a:.3},{},{b:.3}", of(a, b, row))
    })
}

fn percent(header: &str, of: &dyn Fn(usize) -> String) -> String {
    table(header, &|row| {
        format!(
            "{:.1},{},{:.1}",
            100.0 * score(row, 0) + 0.05,
            of(row),
            100.0 * score(row, 1) + 0.05
        )
    })
}

#[test]
fn a_negative_number_makes_no_comparison_of_a_method() {
    for name in ["info gain", "gain-boost", "large margin"] {
        let text = between(&format!("kappa,svm,{name},rf"), &|a, _, row| {
            if row == 3 { "-0.02".to_owned() } else { format!("{:.3}", 1.2 - a) }
        });
        let file = plain(&text);
        assert_eq!(file.results.methods, ["svm", name, "rf"]);
        said(&file, &[&format!("`{name}` is taken for a method")]);
    }
    // Differences from a method that is not in the table.
    let differences = |metric: &str| {
        between(&format!("{metric},svm,gain,rf"), &|a, _, row| {
            format!("{:.3}", (a - 0.7) * if row % 2 == 0 { 0.1 } else { -0.13 })
        })
    };
    let words = ["compare the others", "rename it"];
    refused(&differences("kappa"), Some(1), Some("gain"), &words);
    let file = plain(&differences("accuracy"));
    assert_eq!(file.results.methods, ["svm", "rf"]);
    said(&file, &["`gain`", "cannot have", "left out"]);
}

#[test]
fn the_best_and_the_worst_method_are_methods() {
    // `entropy` is a criterion of trees, `IR` a method of imputation.
    let best = plain(&between("d,gini,entropy,mdl", &|_, _, row| format!("0.9{:02}", 60 + row)));
    assert_eq!(best.results.methods, ["gini", "entropy", "mdl"]);
    assert!(best.caveats.is_empty(), "{:?}", best.caveats);
    said(&best, &["`entropy` is taken for a method", "facts"]);
    let worst = plain(&between("rmse,svm,IR,rf", &|a, b, _| format!("{:.3}", a.max(b) + 0.5)));
    assert_eq!(worst.results.methods, ["svm", "IR", "rf"]);
    // The numbers of these cannot be scores.
    for metric in ["d", "accuracy"] {
        let ratio =
            between(&format!("{metric},svm,IR,rf"), &|_, _, row| format!("{}.25", 1 + row % 7));
        let file = plain(&ratio);
        assert_eq!(file.results.methods, ["svm", "rf"], "{metric}");
        said(&file, &["`IR` holds facts", "left out"]);
    }
    let ratio = plain(&percent("d,svm,imbalance ratio,rf", &|row| format!("{}.25", 1 + row % 7)));
    assert_eq!(ratio.results.methods.len(), 3);
    assert!(ratio.caveats[0].contains("`imbalance ratio`"), "{:?}", ratio.caveats);
}

#[test]
fn whole_numbers_are_facts_if_they_are_of_another_size() {
    let whole = |row: usize| (60 + 7 * (row % 5)).to_string();
    assert_eq!(plain(&percent("d,svm,NN,rf", &whole)).results.methods, ["svm", "NN", "rf"]);
    for name in ["test", "n", "#features"] {
        let text = percent(&format!("d,svm,{name},rf"), &whole);
        refused(&text, Some(1), Some(name), &["it may be a method", "decimal point"]);
        let decimal = percent(&format!("d,svm,{name},rf"), &|row| format!("{}.0", whole(row)));
        assert_eq!(plain(&decimal).results.methods.len(), 3, "{name}");
    }
    // The best of the methods, printed without decimals.
    let best = percent("d,svm,test,rf", &|row| (94 + row % 5).to_string());
    refused(&best, Some(1), Some("test"), &["it may be a method"]);
    for of in [|row: usize| 150 + 20 * row, |row: usize| 2 + row % 4] {
        let file = plain(&percent("d,svm,instances,rf", &|row| of(row).to_string()));
        assert_eq!(file.results.methods, ["svm", "rf"]);
        said(&file, &["`instances` holds facts", "left out"]);
    }
}

#[test]
fn p_values_have_numbers_of_their_own() {
    let letter = plain(&between("accuracy,P,Q,R", &|a, b, _| format!("{:.3}", (a + b) / 2.01)));
    assert_eq!(letter.results.methods, ["P", "Q", "R"]);
    let method = plain(&between("accuracy,svm,P,rf", &|_, _, row| format!("0.7{row:02}")));
    assert_eq!(method.results.methods, ["svm", "P", "rf"]);
    said(&method, &["`P` is taken for a method", "p-values"]);
    let named = between("accuracy,svm,p-value,rf", &|_, _, row| format!("0.7{row:02}"));
    refused(&named, Some(1), Some("p-value"), &["like those of the other columns", "rename it"]);
    for name in ["p", "p-value"] {
        let small = between(&format!("accuracy,svm,{name},rf"), &|_, _, row| {
            format!("0.{:03}", 8 * row * row)
        });
        let file = plain(&small);
        assert_eq!(file.results.methods, ["svm", "rf"], "{name}");
        said(&file, &["p-values", "left out"]);
        let far = plain(&percent(&format!("d,A,{name},B"), &|row| format!("0.{}", 9 - row % 8)));
        assert_eq!(far.results.methods, ["A", "B"], "{name}");
    }
}

#[test]
fn spreads_are_small() {
    let method = plain(&between("accuracy,svm,std-svm,rf", &|_, b, _| format!("{:.3}", 1.3 - b)));
    assert_eq!(method.results.methods, ["svm", "std-svm", "rf"]);
    said(&method, &["`std-svm` is taken for a method", "too large"]);
    let spread = between("accuracy,svm,svm_std,rf", &|a, _, _| format!("{:.3}", a / 20.0));
    refused(&spread, Some(1), None, &["the spread of `svm`", "--rows datasets"]);
}

#[test]
fn explained_variance_is_a_metric() {
    let file = plain(&between("explained variance,svm,rf,knn", &|a, b, _| {
        format!("{:.3}", (a + b) / 2.01)
    }));
    assert_eq!(file.results.metric, "explained variance");
}
