//! Error rates of the verdict when there is nothing to find: thousands of tables of equal methods, of which no more
//! than alpha may be called different. Every table is simulated from a seed, so a failure is one for ever.

use rand_chacha::rand_core::Rng;
use tribunal::analysis::settings::AnalysisSettings;
use tribunal::analysis::{Analysis, Results, Score, registry};
use tribunal::measure::{Direction, Pairs, Unit};
use tribunal::num::key::RngKey;
use tribunal::num::sample::normal;
use tribunal::stats::wilcoxon::Method;

const ALPHA: f64 = 0.05;

/// A table of `n` datasets of different difficulty; `shift` is what each method adds.
fn table(rng: &mut impl Rng, n: usize, shift: &[f64], sd: Option<f64>) -> Results {
    let row = |rng: &mut dyn FnMut() -> f64| -> Vec<Option<Score>> {
        let difficulty = 3.0 * rng();
        let score = |shift: &f64| Some(Score::new(difficulty + shift + rng(), sd));
        shift.iter().map(score).collect()
    };
    let mut draw = || normal(rng);
    Results {
        metric: "score".into(),
        title: "score".into(),
        direction: Direction::Higher,
        direction_assumed: false,
        unit: Unit::Number,
        range: (f64::NEG_INFINITY, f64::INFINITY),
        pairs: Pairs::Folds,
        holes: Default::default(),
        datasets: (0..n).map(|i| format!("d{i}")).collect(),
        methods: (0..shift.len()).map(|i| format!("m{i}")).collect(),
        cells: (0..n).map(|_| row(&mut draw)).collect(),
    }
}

/// The analyses of `count` such tables.
fn simulate<T>(
    what: &str,
    count: u64,
    make: impl Fn(&mut rand_chacha::ChaCha8Rng) -> Results,
    settings: &AnalysisSettings,
    look: impl Fn(&Analysis) -> T,
) -> Vec<T> {
    let key = RngKey::root(2026).child(what, 0);
    let one = |i: u64| {
        let results = make(&mut key.child("table", i).stream());
        look(&Analysis::new(&results, settings).expect("an analysis"))
    };
    (0..count).map(one).collect()
}

fn cheap() -> AnalysisSettings {
    AnalysisSettings { tests: vec![&registry::friedman::TEST], ..AnalysisSettings::default() }
}

/// The share of rejections, and three of its standard deviations around alpha.
fn rate(rejected: &[bool]) -> (f64, f64) {
    let n = rejected.len() as f64;
    let share = rejected.iter().filter(|r| **r).count() as f64 / n;
    (share, 3.0 * (ALPHA * (1.0 - ALPHA) / n).sqrt())
}

fn assert_about_alpha(what: &str, rejected: &[bool]) {
    let (share, slack) = rate(rejected);
    assert!((share - ALPHA).abs() <= slack, "{what}: {share}");
}

fn assert_at_most_alpha(what: &str, rejected: &[bool]) {
    let (share, slack) = rate(rejected);
    assert!(share <= ALPHA + slack, "{what}: {share}");
    // A test that never rejects would pass, too.
    assert!(share > 0.0, "{what}: {share}");
}

/// Kolmogorov-Smirnov distance from the uniform distribution.
fn distance(mut p: Vec<f64>) -> f64 {
    p.sort_by(f64::total_cmp);
    let n = p.len() as f64;
    let off = |(i, p): (usize, &f64)| (p - i as f64 / n).max((i + 1) as f64 / n - p);
    p.iter().enumerate().map(off).fold(0.0, f64::max)
}

#[test]
fn equal_methods_are_rarely_called_different() {
    let settings = AnalysisSettings { control: Some("m2".into()), ..cheap() };
    let make = |rng: &mut rand_chacha::ChaCha8Rng| table(rng, 15, &[0.0; 5], None);
    let found = simulate("omnibus", 3000, make, &settings, |analysis| {
        [
            analysis.omnibus.iman_davenport.p <= ALPHA,
            analysis
                .pairwise
                .iter()
                .any(|pair| pair.adjusted(&registry::nemenyi::TEST).is_some_and(|p| p <= ALPHA)),
            analysis.versus_control.iter().any(|pair| {
                pair.adjusted(&registry::corrections::HOLM).is_some_and(|p| p <= ALPHA)
            }),
            analysis.headline.better_than.len() + analysis.headline.worse_than.len() > 0,
            analysis.omnibus.friedman.p <= ALPHA,
            analysis
                .pairwise
                .iter()
                .any(|pair| pair.holm(&registry::wilcoxon::TEST).is_some_and(|p| p <= ALPHA)),
        ]
    });
    let column = |i: usize| found.iter().map(|row| row[i]).collect::<Vec<bool>>();
    assert_about_alpha("Iman-Davenport", &column(0));
    assert_at_most_alpha("Nemenyi", &column(1));
    assert_at_most_alpha("Holm against a control", &column(2));
    assert_at_most_alpha("the sentence about a control", &column(3));
    assert_at_most_alpha("Friedman", &column(4));
    assert_at_most_alpha("Wilcoxon with Holm", &column(5));
}

/// One bad method opens the gate of the omnibus test. The best of the equal ones, which nobody named before, must still
/// not be called better than another of them too often: it is one of six pairs, not of three.
#[test]
fn the_best_of_equals_is_rarely_called_better() {
    let make =
        |rng: &mut rand_chacha::ChaCha8Rng| table(rng, 20, &[0.0, 0.0, 0.0, 0.0, -6.0], None);
    let found = simulate("best", 2000, make, &cheap(), |analysis| {
        assert!(analysis.headline.differ && analysis.headline.better_than.contains(&4));
        analysis.headline.better_than.len() > 1 || !analysis.headline.worse_than.is_empty()
    });
    assert_at_most_alpha("the sentence about the best", &found);
}

#[test]
fn two_equal_methods_have_a_uniform_p() {
    let settings = AnalysisSettings {
        tests: vec![registry::test("paired-t").expect("a test")],
        wilcoxon: Method::Exact,
        ..AnalysisSettings::default()
    };
    for n in [8, 60] {
        let make = |rng: &mut rand_chacha::ChaCha8Rng| table(rng, n, &[0.0; 2], None);
        let found = simulate(&format!("two on {n}"), 3000, make, &settings, |analysis| {
            let pair = &analysis.pairwise[0];
            let p = |name: &str| {
                let test = registry::test(name).expect("a test");
                pair.found(test).and_then(|found| found.p).expect("a p")
            };
            (p("wilcoxon"), p("paired-t"))
        });
        let signed: Vec<f64> = found.iter().map(|p| p.0).collect();
        let t: Vec<f64> = found.iter().map(|p| p.1).collect();
        let rejects = |p: &[f64]| p.iter().map(|p| *p <= ALPHA).collect::<Vec<bool>>();
        assert_at_most_alpha("Wilcoxon, exact", &rejects(&signed));
        assert_about_alpha("paired t", &rejects(&t));
        // 1.63 / sqrt(n) is the 1 % point.
        let critical = 1.63 / (found.len() as f64).sqrt();
        assert!(distance(t.clone()) < critical, "t on {n}: {}", distance(t));
        if n == 60 {
            // With 60 datasets a step of the exact p is at most 0.006.
            let off = distance(signed);
            assert!(off < critical + 0.006, "Wilcoxon on {n}: {off}");
        }
    }
}

/// The folded median is about 0.25 for equal methods and would almost never reject; the calibrated p does so as often as
/// it should.
#[test]
fn the_calibrated_p_holds_its_level() {
    let settings = AnalysisSettings {
        tests: vec![&registry::drawn::MONTE_CARLO],
        draws: 101,
        ..AnalysisSettings::default()
    };
    let make = |rng: &mut rand_chacha::ChaCha8Rng| table(rng, 8, &[0.0; 2], Some(0.7));
    let found = simulate("calibrated", 1000, make, &settings, |analysis| {
        let comparison = &analysis.sampled[0].pairs[0].2;
        let calibrated = comparison.calibrated.as_ref().expect("calibration");
        (comparison.summary.median, calibrated.p)
    });
    let rejected: Vec<bool> = found.iter().map(|(_, p)| *p <= ALPHA).collect();
    assert_about_alpha("calibrated Monte-Carlo p", &rejected);
    let mut medians: Vec<f64> = found.iter().map(|(median, _)| *median).collect();
    medians.sort_by(f64::total_cmp);
    let middle = medians[medians.len() / 2];
    assert!((0.1..0.35).contains(&middle), "{middle}");
}
