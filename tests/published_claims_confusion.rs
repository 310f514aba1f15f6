//! The quality tables of Melki (2018), chapter 4, against confusion matrices: accuracy, kappa, AUC,
//! precision and recall of a method on a dataset come from one matrix over its bags, so they can be
//! held against each other. Bagging is left out: its column belongs to other datasets.

use crate::published::{Table, printed, rounds_to};
use crate::published_claims::Ledger;
use crate::published_claims_ranks::place;

/// The cells of one method on one dataset, and its bags.
struct Cells {
    positive: usize,
    negative: usize,
    accuracy: String,
    kappa: String,
    auc: String,
    precision: String,
    recall: String,
}

impl Cells {
    /// The whole confusion matrices (true positives, true negatives) with the printed accuracy,
    /// kappa and AUC, the latter (1 + TPR - FPR) / 2.
    fn matrices(&self) -> Vec<(usize, usize)> {
        let (p, n) = (self.positive as f64, self.negative as f64);
        let mut found = Vec::new();
        for right in 0..=self.positive + self.negative {
            if !rounds_to(right as f64 / (p + n), &self.accuracy) {
                continue;
            }
            for tp in right.saturating_sub(self.negative)..=right.min(self.positive) {
                let (t, s) = (tp as f64, (right - tp) as f64);
                let said_positive = t + n - s;
                let chance = (said_positive * p + (p + n - said_positive) * n) / (p + n) / (p + n);
                let kappa = ((t + s) / (p + n) - chance) / (1.0 - chance);
                if rounds_to(kappa, &self.kappa) && rounds_to((t / p + s / n) / 2.0, &self.auc) {
                    found.push((tp, right - tp));
                }
            }
        }
        found
    }

    /// Whether recall and precision are those of the positive, and of the negative class.
    fn describes(&self, (tp, tn): (usize, usize)) -> (bool, bool) {
        let fits = |right: usize, of: usize, wrong: usize| {
            let precision =
                if right + wrong == 0 { 0.0 } else { right as f64 / (right + wrong) as f64 };
            rounds_to(right as f64 / of as f64, &self.recall)
                && rounds_to(precision, &self.precision)
        };
        let (fp, fn_) = (self.negative - tn, self.positive - tp);
        (fits(tp, self.positive, fp), fits(tn, self.negative, fn_))
    }
}

fn cells(ledger: &Ledger) -> Vec<(String, String, Cells)> {
    let bags = Table::read("melki_4.2_datasets.csv");
    let tables =
        ["4.3", "4.9", "4.11", "4.5", "4.7"].map(|id| ledger.table(&format!("melki/{id}")));
    let lower: Vec<String> = bags.datasets.iter().map(|name| name.to_lowercase()).collect();
    let mut all = Vec::new();
    for method in tables[0].methods.iter().filter(|method| *method != "Bagging") {
        for (row, dataset) in tables[0].datasets.iter().enumerate() {
            let bag = place(&lower, &dataset.to_lowercase());
            let count = |class: &str| bags.text(class)[bag].parse().expect("a number");
            let [accuracy, kappa, auc, precision, recall] =
                [0, 1, 2, 3, 4].map(|i| tables[i].text(method)[row].to_owned());
            let (positive, negative) = (count("positive_bags"), count("negative_bags"));
            let cells = Cells { positive, negative, accuracy, kappa, auc, precision, recall };
            all.push((method.clone(), dataset.clone(), cells));
        }
    }
    all
}

/// Precision and recall are of the positive class for two methods, of the negative one for Weka's.
fn mixed_classes(ledger: &mut Ledger) {
    let (mut only_positive, mut only_negative) = (Vec::new(), Vec::new());
    for (method, _, cells) in cells(ledger) {
        let fits: Vec<(bool, bool)> =
            cells.matrices().into_iter().map(|matrix| cells.describes(matrix)).collect();
        let (positive, negative) = (fits.iter().any(|fit| fit.0), fits.iter().any(|fit| fit.1));
        match (positive, negative) {
            (true, false) => only_positive.push(method),
            (false, true) => only_negative.push(method),
            _ => {}
        }
    }
    let count = |list: &[String], own: bool| {
        list.iter().filter(|name| ["MIRSVM", "miGraph"].contains(&name.as_str()) == own).count()
    };
    assert_eq!((count(&only_positive, false), count(&only_negative, true)), (0, 0));
    assert_eq!((count(&only_positive, true), count(&only_negative, false)), (10, 67));
    ledger.refute("melki 4.5/4.7", "class described by precision and recall");
}

/// The kappa that printed accuracy and AUC imply is further than `limit` from the printed one.
fn kappa_misses(cells: &Cells, limit: f64) -> bool {
    let (p, n) = (cells.positive as f64, cells.negative as f64);
    let [accuracy, kappa, auc] = [&cells.accuracy, &cells.kappa, &cells.auc].map(|c| printed(c).0);
    let implied = if p == n {
        2.0 * accuracy - 1.0
    } else {
        let tpr = (accuracy * (p + n) - 2.0 * n * auc) / (p - n);
        let said_positive = p * tpr + n * (1.0 - 2.0 * auc + tpr);
        let chance = (said_positive * p + (p + n - said_positive) * n) / (p + n) / (p + n);
        (accuracy - chance) / (1.0 - chance)
    };
    (implied - kappa).abs() > limit
}

fn inconsistent_cells(ledger: &mut Ledger) {
    let cells = cells(ledger);
    let of = |name: &'static str| cells.iter().filter(move |(method, _, _)| method == name);
    // miGraph has a whole matrix everywhere, MIRSVM on five of fifteen datasets; its kappa misses
    // what accuracy and AUC imply by more than 0.01 on seven others.
    assert!(of("miGraph").all(|(_, _, cells)| !cells.matrices().is_empty()));
    assert_eq!(of("MIRSVM").filter(|(_, _, cells)| cells.matrices().is_empty()).count(), 10);
    let misses = of("MIRSVM").filter(|(_, _, cells)| kappa_misses(cells, 0.01));
    assert_eq!(misses.count(), 7);
    // Suramin has 7 and 6 bags, but eight methods have the kappa of as many of both.
    let suramin = cells.iter().filter(|(_, dataset, _)| dataset == "suramin");
    let balanced = suramin
        .filter(|(_, _, cells)| rounds_to(2.0 * printed(&cells.accuracy).0 - 1.0, &cells.kappa));
    let methods: Vec<&str> = balanced.map(|(method, _, _)| method.as_str()).collect();
    assert_eq!(methods.len(), 8, "{methods:?}");
    ledger.refute("melki 4.3-4.11", "cells consistent with one confusion matrix");
}

pub fn check(ledger: &mut Ledger) {
    mixed_classes(ledger);
    inconsistent_cells(ledger);
}

#[test]
fn melki_classes_and_matrices() {
    check(&mut Ledger::new());
}
