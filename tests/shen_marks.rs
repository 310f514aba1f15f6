//! The significance marks of Shen (2013), Tables 5.2, 5.3, 5.6 and 5.7, by the cross-validated
//! t-test from the printed means and standard deviations: ten folds, nine degrees of freedom,
//! two-sided 0.05.

use crate::published::{Table, library};
use tribunal::published::Check;
use tribunal::stats::ttest::cross_validated;

fn mark(a: (f64, f64), b: (f64, f64)) -> &'static str {
    match cross_validated(a, b, 10) {
        Ok(test) if test.p_two_sided >= 0.05 => "tie",
        Ok(test) if test.difference > 0.0 => "win",
        Ok(_) => "loss",
        Err(error) => panic!("{a:?} {b:?}: {error}"),
    }
}

/// Mean and standard deviation of a method, by dataset.
fn scores(id: &str, method: &str) -> Vec<(f64, f64)> {
    let column =
        |part: &str| Table::read(&format!("shen_{id}_accuracy_pct_{part}.csv")).column(method);
    column("mean").into_iter().zip(column("sd")).collect()
}

fn first_method(id: &str) -> String {
    Table::read(&format!("shen_{id}_accuracy_pct_mean.csv")).methods[0].clone()
}

#[test]
fn all_marks_but_one() {
    let (mut marks, mut odd) = (0, Vec::new());
    for id in ["5.2", "5.3", "5.6", "5.7"] {
        let table = Table::read(&format!("shen_{id}_mark.csv"));
        let own = scores(id, &first_method(id));
        for method in &table.methods {
            let rows = own.iter().zip(scores(id, method)).zip(table.text(method));
            for (((own, other), printed), dataset) in rows.zip(&table.datasets) {
                let ours = mark(*own, other);
                marks += 1;
                if ours != printed {
                    odd.push(format!("{id} {dataset} {method}: {printed}, but {ours}"));
                }
            }
        }
    }
    assert_eq!(marks, 180);
    // 57.8 +- 28.6 against 17.1 +- 13.4 carries no mark although p = 0.003.
    assert_eq!(odd, ["5.7 spirals MLP: tie, but win"]);
    let test = cross_validated((57.8, 28.6), (17.1, 13.4), 10).expect("a result");
    // 2 * scipy.stats.t.sf(40.7 / sqrt((28.6**2 + 13.4**2) / 10), 9)
    crate::published::assert_close(test.p_two_sided, P_SPIRALS, "spirals");
}

const P_SPIRALS: f64 = 0.002778512179437025;

/// The two ensembles against each other: Table 5.4, right half.
#[test]
fn with_and_without_sampling() {
    let library = library();
    let shen = library.papers.iter().find(|paper| paper.key == "shen").expect("Shen");
    let mut tallies = 0;
    for check in &shen.checks {
        let Check::Tally { a, b, win, loss, tie, .. } = check else { panic!("{check:?}") };
        let id = |place: &str| {
            let (table, method) = place.split_once(':').expect("a column");
            let id = table.trim_start_matches("shen-").to_owned();
            assert_eq!(method, first_method(&id));
            id
        };
        let of = |place: &str| scores(&id(place), &first_method(&id(place)));
        let marks: Vec<&str> = of(a).into_iter().zip(of(b)).map(|(a, b)| mark(a, b)).collect();
        let ours = ["win", "loss", "tie"]
            .map(|kind| marks.iter().filter(|&&mark| mark == kind).count() as u32);
        assert_eq!(ours, [*win, *loss, *tie], "{a} {b}");
        tallies += 1;
    }
    assert_eq!(tallies, 2);
}
