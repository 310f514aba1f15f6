//! Table 5.4 of Shen (2013), left half: how often PSVM, with and without sampling, wins, loses and
//! ties against the six other methods. Counted from the printed marks, and from the t-test behind
//! them.

use crate::published::Table;
use crate::published_claims::Ledger;
use tribunal::stats::ttest::cross_validated;

const KINDS: [&str; 3] = ["win", "loss", "tie"];

fn column(id: &str, part: &str, method: &str) -> Vec<f64> {
    Table::read(&format!("shen_{id}_accuracy_pct_{part}.csv")).column(method)
}

/// Counts of wins, losses and ties by the printed marks.
fn printed_counts(id: &str) -> [usize; 3] {
    let marks = Table::read(&format!("shen_{id}_mark.csv"));
    KINDS.map(|kind| {
        let of = |method: &String| marks.text(method).iter().filter(|&&mark| mark == kind).count();
        marks.methods.iter().map(of).sum()
    })
}

/// The same by the cross-validated t-test: ten folds, nine degrees of freedom, two-sided 0.05.
fn tested_counts(id: &str) -> [usize; 3] {
    let methods = Table::read(&format!("shen_{id}_accuracy_pct_mean.csv")).methods;
    let mut counts = [0; 3];
    for method in &methods[1..] {
        let scores =
            |method: &str| column(id, "mean", method).into_iter().zip(column(id, "sd", method));
        for (own, other) in scores(&methods[0]).zip(scores(method)) {
            let test = cross_validated(own, other, 10).expect("a result");
            let kind = match test.p_two_sided < 0.05 {
                true if test.difference > 0.0 => 0,
                true => 1,
                false => 2,
            };
            counts[kind] += 1;
        }
    }
    counts
}

pub fn check(ledger: &mut Ledger) {
    for name in ["PSVM_noiseless", "PSVM_noisy", "PSVM_sampling_noiseless", "PSVM_sampling_noisy"] {
        let path = format!("shen/5.4/{name}");
        let id = ledger.context(&format!("{path}/table")).to_owned();
        let published: [usize; 3] =
            KINDS.map(|kind| ledger.take(&format!("{path}/{kind}")).parse().unwrap());
        let marks = Table::read(&format!("shen_{id}_mark.csv"));
        let total = marks.methods.len() * marks.datasets.len();
        assert_eq!((marks.methods.len(), published.iter().sum::<usize>()), (6, total), "{name}");
        assert_eq!(printed_counts(&id), published, "{name}");
        let [win, loss, tie] = published;
        if id == "5.7" {
            // Spirals against the perceptron is a win that carries no mark: 57.8 +- 28.6, 17.1 +- 13.4.
            assert_eq!(tested_counts(&id), [win + 1, loss, tie - 1], "{name}");
            let test = cross_validated((57.8, 28.6), (17.1, 13.4), 10).expect("a result");
            assert!(test.difference > 0.0 && (0.0025..0.0035).contains(&test.p_two_sided));
            ledger.refute("shen 5.7", "mark spirals vs MLP");
        } else {
            assert_eq!(tested_counts(&id), published, "{name}");
        }
    }
}

#[test]
fn shen_wins_losses_and_ties() {
    check(&mut Ledger::new());
}
