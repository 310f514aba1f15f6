//! Methods on one dataset: the corrected resampled t over folds with Holm's procedure, or McNemar's exact test where only
//! predictions are known. Nothing is drawn from the tests' own assumptions: classifiers of equal expected accuracy are
//! cross-validated on simulated examples.

use rand_chacha::ChaCha8Rng;
use tribunal::analysis::settings::AnalysisSettings;
use tribunal::analysis::{DatasetVerdict, Judged, Score, registry};

use super::classifiers::{
    Draw, Examples, Learner, fixed, nearest_centroid, nearest_neighbour, stump,
};
use super::{ALPHA, assert_holds, print_row, results, shares, tables};

/// Learner, examples, correlation of the features of different methods. The first three are stable: their models change
/// little with the training data.
const DATA: [(&str, Learner, usize, f64); 7] = [
    ("nearest centroid", nearest_centroid, 100, 0.0),
    ("nearest centroid", nearest_centroid, 100, 0.8),
    ("nearest centroid", nearest_centroid, 300, 0.8),
    ("stump", stump, 100, 0.0),
    ("stump", stump, 300, 0.8),
    ("nearest neighbour", nearest_neighbour, 100, 0.0),
    ("nearest neighbour", nearest_neighbour, 100, 0.8),
];

/// Repeats and folds.
const PROTOCOLS: [(usize, usize); 4] = [(1, 5), (1, 10), (5, 2), (3, 10)];

/// Three equal methods, and one that is far better.
const APART: [f64; 4] = [1.0, 1.0, 1.0, 4.0];

/// The verdict of the product on some of the methods; `None` where it refuses one: no spread in the folds.
fn verdict(scores: &[Score], of: &[usize], control: Option<&str>) -> Option<DatasetVerdict> {
    let row = of.iter().map(|&m| Some(scores[m].clone())).collect();
    let settings = AnalysisSettings {
        control: control.map(str::to_owned),
        tests: vec![registry::test("cv-paired-t").expect("a test")],
        ..AnalysisSettings::default()
    };
    Judged::new(&results(vec![row]), &settings).each.remove(0).ok()
}

/// Whether any of the pairs of the first two methods is claimed, whatever the verdict says of others.
fn first_two(found: &DatasetVerdict) -> bool {
    let is = |a: usize, b: usize| (a, b) == (0, 1) || (a, b) == (1, 0);
    let pair = found.pairs.iter().find(|pair| is(pair.a, pair.b)).expect("the pair");
    found.deciding_p(pair).is_some_and(|p| p <= ALPHA)
}

fn any_pair(found: DatasetVerdict) -> bool {
    found.headline.any_pair
}

/// Claims by folds: of two equal methods; of three; with one as control; of two behind a far better one. Then the paired t
/// that is not corrected, on two.
///
/// Predictions are left out: they decide only if the difference is the same in all folds, almost always 0.
fn by_folds(scores: &mut [Score]) -> [bool; 5] {
    scores.iter_mut().for_each(|score| score.right.clear());
    let two = verdict(scores, &[0, 1], None);
    let uncorrected = two.as_ref().is_some_and(|found| {
        let test = registry::test("cv-paired-t").expect("a test");
        found.pairs[0].found(test).and_then(|found| found.p).is_some_and(|p| p <= ALPHA)
    });
    [
        two.is_some_and(any_pair),
        verdict(scores, &[0, 1, 2], None).is_some_and(any_pair),
        verdict(scores, &[0, 1, 2], Some("m0")).is_some_and(any_pair),
        verdict(scores, &[0, 1, 3], None).is_some_and(|found| first_two(&found)),
        uncorrected,
    ]
}

#[test]
fn equal_classifiers_by_their_folds() {
    println!(
        "| learner, examples, correlation, protocol | two | three | control | behind | uncorrected t |"
    );
    for (name, learner, examples, correlation) in DATA {
        for (repeats, folds) in PROTOCOLS {
            let case = format!("{name}, {examples}, {correlation}, {repeats} x {folds}");
            let draw = Draw { examples, correlation, apart: APART };
            let look = |rng: &mut ChaCha8Rng| {
                let drawn = Examples::draw(rng, &draw);
                by_folds(&mut drawn.cross_validate(rng, learner, repeats, folds))
            };
            let rates = shares(&case, tables(100), look);
            print_row(&case, &rates);
            // With ten folds the rate of unstable learners is too high (docs/error-rates.md): documented, not bounded.
            if name == "nearest centroid" || folds <= 5 {
                assert_holds(&case, tables(100), &rates[..4]);
            }
        }
    }
}

/// Whether McNemar's test claims a difference where only predictions are known.
fn by_predictions(scores: &[Score], of: &[usize]) -> bool {
    let known = |score: &Score| Score { folds: Vec::new(), ..score.clone() };
    let scores: Vec<Score> = scores.iter().map(known).collect();
    verdict(&scores, of, None).is_some_and(|found| {
        assert_eq!(found.deciding.name, "mcnemar");
        any_pair(found)
    })
}

/// McNemar's test speaks of the fitted models. Models of equally good methods differ by their training data, so that among
/// equal methods it claims more often than alpha, and the more so the larger the test part. These are documented, not
/// bounded. What it promises is bounded: models that are equal whatever the training data are rarely called different.
#[test]
fn equal_classifiers_by_their_predictions() {
    println!(
        "| learner, examples, correlation | 10 folds: two | three | a third held out: two | 1000 held out: two |"
    );
    let untrained = ("fixed", fixed as Learner, 100, 0.8);
    for (name, learner, examples, correlation) in DATA.into_iter().chain([untrained]) {
        let case = format!("{name}, {examples}, {correlation}");
        let draw = Draw { examples, correlation, apart: APART };
        let look = |rng: &mut ChaCha8Rng| {
            let drawn = Examples::draw(rng, &draw);
            let more = Examples::draw(rng, &Draw { examples: examples + 1000, ..draw });
            let pooled = drawn.cross_validate(rng, learner, 1, 10);
            let third = drawn.hold_out(learner, 2 * examples / 3);
            let many = more.hold_out(learner, examples);
            [
                by_predictions(&pooled, &[0, 1]),
                by_predictions(&pooled, &[0, 1, 2]),
                by_predictions(&third, &[0, 1]),
                by_predictions(&many, &[0, 1]),
            ]
        };
        let rates = shares(&format!("predictions {case}"), tables(100), look);
        print_row(&case, &rates);
        if name == "fixed" {
            assert_holds(&case, tables(100), &rates);
        }
    }
}
