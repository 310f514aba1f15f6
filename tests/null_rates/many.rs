//! Three methods or more on several datasets: a test over all methods opens the gate, then Shaffer's procedure compares
//! all pairs, or Holm's the others with a control that was named.

use rand_chacha::ChaCha8Rng;
use tribunal::analysis::settings::AnalysisSettings;
use tribunal::analysis::{Analysis, Results};
use tribunal::num::sample::normal;

use super::{ALPHA, assert_holds, mean_score, print_row, results, shares, tables};

/// Datasets, methods, and the tables that the test can afford: the exact Friedman test takes milliseconds.
const SIZES: [(usize, usize, u64); 7] = [
    (3, 3, 1000),
    (5, 3, 1000),
    (5, 5, 40),
    (8, 4, 60),
    (10, 4, 1000),
    (20, 5, 1000),
    (30, 10, 200),
];

/// Accuracies about 0.8: datasets differ much, methods by their `shift` and a little noise.
fn table(rng: &mut ChaCha8Rng, n: usize, shift: &[f64], rounded: bool) -> Results {
    let mut rows = Vec::new();
    for _ in 0..n {
        let dataset = 0.8 + 0.05 * normal(rng);
        let score = |shift: &f64| mean_score(dataset + 0.02 * (shift + normal(rng)), rounded);
        rows.push(shift.iter().map(score).collect());
    }
    results(rows)
}

/// Neither the gate nor the procedure after it depends on the tests that are asked for besides.
fn settings(control: Option<&str>) -> AnalysisSettings {
    let control = control.map(str::to_owned);
    AnalysisSettings { control, tests: Vec::new(), alpha: ALPHA, ..AnalysisSettings::default() }
}

/// The analysis without a control and, if the gate is open, the one with method m1 as control. Equal scores everywhere are
/// refused, which claims nothing.
fn analyses(results: &Results) -> Option<(Analysis, Analysis)> {
    let all = Analysis::new(results, &settings(None)).ok()?;
    // The gate is the same for both, so there is nothing to see behind a closed one.
    let control = all.headline.differ.then(|| Analysis::new(results, &settings(Some("m1"))).ok());
    Some((all, control??))
}

/// All methods equal: claims that they differ, that a pair does (Shaffer), that one differs from the control (Holm).
fn complete_null(rng: &mut ChaCha8Rng, n: usize, k: usize, rounded: bool) -> [bool; 3] {
    let Some((all, control)) = analyses(&table(rng, n, &vec![0.0; k], rounded)) else {
        return [false; 3];
    };
    [all.headline.differ, all.headline.any_pair, control.headline.any_pair]
}

/// The first `ahead` methods equal and far better than the others, which are equal, too: claims that two equal ones differ
/// (Shaffer), that the control differs from an equal one (Holm).
fn partial_null(results: &Results, ahead: usize) -> [bool; 2] {
    let Some((all, control)) = analyses(results) else { return [false; 2] };
    let k = all.results.methods.len();
    let equal = |a: usize, b: usize| (a < ahead) == (b < ahead);
    let any = (0..k).any(|a| (0..a).any(|b| equal(a, b) && all.pair_differs(a, b)));
    let headline = &control.headline;
    let wrong = |m: &usize| equal(1, *m);
    [any, headline.better_than.iter().chain(&headline.worse_than).any(wrong)]
}

/// What each method adds if the first `ahead` are 30 standard deviations of the noise better.
fn far_ahead(k: usize, ahead: usize) -> Vec<f64> {
    (0..k).map(|m| if m < ahead { 30.0 } else { 0.0 }).collect()
}

#[test]
fn equal_methods() {
    println!("| datasets x methods | differ | a pair (Shaffer) | from the control (Holm) |");
    for (n, k, affordable) in SIZES {
        for rounded in [false, true] {
            let case = format!("{n} x {k}{}", if rounded { ", rounded" } else { "" });
            let look = |rng: &mut ChaCha8Rng| complete_null(rng, n, k, rounded);
            let rates = shares(&format!("equal {case}"), tables(affordable), look);
            print_row(&case, &rates);
            assert_holds(&case, tables(affordable), &rates);
        }
    }
}

/// The gate is open, so that the procedure after it is on its own.
#[test]
fn equal_methods_behind_better_ones() {
    println!("| datasets x methods | one better: Shaffer | Holm | half better: Shaffer | Holm |");
    for (n, k, affordable) in SIZES {
        for rounded in [false, true] {
            let case = format!("{n} x {k}{}", if rounded { ", rounded" } else { "" });
            let look = |rng: &mut ChaCha8Rng| {
                let one = partial_null(&table(rng, n, &far_ahead(k, 1), rounded), 1);
                let half = partial_null(&table(rng, n, &far_ahead(k, k / 2), rounded), k / 2);
                [one[0], one[1], half[0], half[1]]
            };
            let rates = shares(&format!("behind {case}"), tables(affordable), look);
            print_row(&case, &rates);
            assert_holds(&case, tables(affordable), &rates);
        }
    }
}

/// Not a promise but a limit, documented: two methods that are good and bad on opposite datasets are equal to each other,
/// but all others are between them, and each rank difference is larger than the ranks of equal methods allow for.
#[test]
fn opposite_methods_with_all_others_between_them() {
    println!("| datasets x methods | the opposite pair (Shaffer) | (Holm) |");
    for (n, k) in [(10, 4), (20, 5), (30, 10)] {
        let look = |rng: &mut ChaCha8Rng| {
            let mut rows = Vec::new();
            for _ in 0..n {
                let side = if normal(rng) < 0.0 { -10.0 } else { 10.0 };
                let shift = |m: usize| [side, -side].get(m).copied().unwrap_or(0.0);
                let shifts: Vec<f64> = (0..k).map(shift).collect();
                rows.push(table(rng, 1, &shifts, false).cells.remove(0));
            }
            let Some((all, control)) = analyses(&results(rows)) else { return [false; 2] };
            let headline = &control.headline;
            let of_control = [&headline.better_than, &headline.worse_than];
            [all.pair_differs(0, 1), of_control.iter().any(|found| found.contains(&0))]
        };
        print_row(&format!("{n} x {k}"), &shares(&format!("opposite {n} {k}"), tables(500), look));
    }
}

/// How often a method that is better than all others by one or two standard deviations of the noise is found to be better
/// than at least one of them.
#[test]
fn a_better_method_is_found() {
    println!("| datasets x methods | ahead by 1 sd | by 2 sd |");
    for (n, k, affordable) in SIZES {
        let found = |rng: &mut ChaCha8Rng, ahead: f64| {
            let mut shift = vec![0.0; k];
            shift[0] = ahead;
            let results = table(rng, n, &shift, false);
            let all = Analysis::new(&results, &settings(None)).expect("an analysis");
            (1..k).any(|m| all.pair_differs(0, m) && all.headline.best == 0)
        };
        let look = |rng: &mut ChaCha8Rng| [found(rng, 1.0), found(rng, 2.0)];
        let rates = shares(&format!("power {n} {k}"), tables(affordable.min(1000)), look);
        print_row(&format!("{n} x {k}"), &rates);
        assert!(rates[1] >= rates[0], "{n} x {k}: {rates:?}");
    }
}
