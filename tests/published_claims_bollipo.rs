//! What Bollipo (2021) printed about confusion matrices, accuracies and significance. Early PD (405
//! cases) is the positive class, healthy (195) the negative one.

use crate::published::Table;
use crate::published_claims::Ledger;
use tribunal::stats::wilcoxon::{Options, signed_rank_test};

/// Rows of a confusion matrix: healthy, early PD; columns: said healthy, said PD.
fn confusion(ledger: &Ledger, path: &str) -> [[f64; 2]; 2] {
    let table = ledger.table(path);
    assert_eq!(table.datasets, ["Healthy", "Early PD"]);
    let columns = [table.column("predicted_healthy"), table.column("predicted_pd")];
    [0, 1].map(|row| [columns[0][row], columns[1][row]])
}

fn confusion_matrices(ledger: &mut Ledger) {
    let [[tn, fp], [fn_, tp]] = confusion(ledger, "bollipo/3.5");
    assert_eq!((tn + fp, fn_ + tp), (195.0, 405.0));
    ledger.check("bollipo/3.5/healthy_pct", 100.0 * tn / (tn + fp));
    ledger.check("bollipo/3.5/pd_pct", 100.0 * tp / (tp + fn_));
    ledger.check("bollipo/3.5/overall_pct", 100.0 * (tn + tp) / 600.0);

    let [[tn, fp], [fn_, tp]] = confusion(ledger, "bollipo/5.2");
    assert_eq!((tn + fp, fn_ + tp), (195.0, 405.0));
    // 96.410 is printed with one digit and a zero, 97.037 is cut.
    let (healthy, pd) = (100.0 * tn / (tn + fp), 100.0 * tp / (tp + fn_));
    ledger.check_explained("bollipo/5.2/healthy_pct", healthy, (healthy * 10.0).round() / 10.0);
    ledger.check_explained("bollipo/5.2/pd_pct", pd, (pd * 100.0).floor() / 100.0);
    // Both of these are one tenth off, by a misprinted digit.
    let overall = 100.0 * (tn + tp) / 600.0;
    let mismatch = ("bollipo 5.2", "% overall");
    ledger.check_wrong("bollipo/5.2/overall_pct", mismatch, overall, overall - 0.1);
    let f_score = 100.0 * 2.0 * tp / (2.0 * tp + fp + fn_);
    let mismatch = ("bollipo 5.1", "F-score RBF nu-PSVR from the confusion matrix");
    let entry = "bollipo/5.2/fscore_pct_table_5_1";
    ledger.check_wrong(entry, mismatch, f_score, f_score + 0.1);
    let table = Table::read("bollipo_5.1_fscore_pct.csv");
    let row = table.datasets.iter().position(|kernel| kernel == "RBF").expect("RBF");
    assert_eq!(table.text("nu-PSVR")[row], ledger.context(entry));
}

/// Accuracy must be sensitivity and specificity weighted by the cases. No row of either table has
/// that to the printed digits; eight rows miss it by more than a tenth.
fn weighted_accuracies(ledger: &mut Ledger) {
    let mut rows = Vec::new();
    let part = |part: &str| Table::read(&format!("bollipo_3.3_{part}_pct.csv"));
    let (accuracy, sensitivity, specificity) =
        (part("accuracy"), part("sensitivity"), part("specificity"));
    for method in &accuracy.methods {
        for (row, kernel) in accuracy.datasets.iter().enumerate() {
            let cell = |table: &Table| table.column(method)[row];
            let cells = [cell(&accuracy), cell(&sensitivity), cell(&specificity)];
            rows.push(("bollipo 3.3", format!("{kernel} {method}"), cells));
        }
    }
    let methods = Table::read("bollipo_3.4_methods.csv");
    for (row, method) in methods.datasets.iter().enumerate() {
        let cell = |name: &str| methods.column(name)[row];
        let cells = [cell("accuracy_pct"), cell("sensitivity_pct"), cell("specificity_pct")];
        rows.push(("bollipo 3.4", method.clone(), cells));
    }
    let (mut wrong, mut near) = (0, 0);
    for (table, name, [accuracy, sensitivity, specificity]) in rows {
        let off = (accuracy - (405.0 * sensitivity + 195.0 * specificity) / 600.0).abs();
        if off > 0.1 {
            assert!((0.14..0.9).contains(&off), "{table} {name}: {off}");
            ledger.refute(table, &format!("accuracy {name} = weighted sens/spec"));
            wrong += 1;
        } else {
            // All three cells are printed with two digits: rounding explains 0.01.
            assert!((0.01..0.06).contains(&off), "{table} {name}: {off}");
            near += 1;
        }
    }
    assert_eq!((wrong, near), (8, 7));

    // The classical RBF machine, in both tables.
    let of_34 = |name: &str| methods.text(name)[3];
    let of_33 =
        |name: &str| Table::read(&format!("bollipo_3.3_{name}.csv")).text("SVM")[3].to_owned();
    assert_eq!((methods.datasets[3].as_str(), accuracy.datasets[3].as_str()), ("SVM", "RBF"));
    for name in ["accuracy_pct", "sensitivity_pct", "specificity_pct", "cpu_s"] {
        assert_ne!(of_34(name), of_33(name), "{name}");
    }
    ledger.refute("bollipo 3.3/3.4", "classical SVM (RBF) row");
}

/// "p < 0.05" over four datasets: even four equal signs give 0.0625 one-sided.
fn impossible_p(ledger: &mut Ledger) {
    let claim = ledger.take("bollipo/wilcoxon_claims/4.2");
    assert!(claim.starts_with("p < 0.05 for MSE, R2 and CPU time on four datasets"));
    for (file, sign) in [("4.2_mse", -1.0), ("4.3_r2", 1.0), ("4.4_cpu_s", -1.0)] {
        let table = Table::read(&format!("bollipo_{file}.csv"));
        let scores = |method: &str| -> Vec<f64> {
            table.column(method).iter().map(|score| sign * score).collect()
        };
        for other in ["SVR_linear", "SVR_rbf", "LinReg", "LogReg"] {
            let (own, other) = (scores("MDSVR_rbf"), scores(other));
            let test = signed_rank_test(&own, &other, &Options::default()).expect("a result");
            assert_eq!((test.n, test.p_a_better, test.p_two_sided), (4, 0.0625, 0.125), "{file}");
        }
    }
    ledger.refute("bollipo 4.2", "Wilcoxon p < 0.05 over four datasets");
}

pub fn check(ledger: &mut Ledger) {
    confusion_matrices(ledger);
    weighted_accuracies(ledger);
    impossible_p(ledger);
}

#[test]
fn bollipo_matrices_accuracies_and_p() {
    check(&mut Ledger::new());
}
