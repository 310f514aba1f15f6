//! The signed-rank test against full enumeration of the signs, and its properties. Comparisons with
//! SciPy and with published tables are integration tests.

use super::*;
use proptest::prelude::*;

const ALL_ZEROS: [Zeros; 4] = [Zeros::Drop, Zeros::Pratt, Zeros::Split, Zeros::Keel];
const ALL_METHODS: [Method; 5] =
    [Method::Auto, Method::Exact, Method::ExactUntied, Method::Normal, Method::NormalCorrected];

fn test(differences: &[f64], zeros: Zeros, method: Method) -> SignedRankTest {
    let options = Options { zeros, method, ..Options::default() };
    signed_rank_test_of_differences(differences, &options).unwrap()
}

/// Ranks, R+ and R- straight from the definition of each rule, by counting instead of sorting.
fn by_definition(differences: &[f64], zeros: Zeros) -> (f64, f64) {
    let mut kept = differences.to_vec();
    let zero_count = kept.iter().filter(|&&d| d == 0.0).count();
    let mut to_drop = match zeros {
        Zeros::Drop => zero_count,
        Zeros::Keel => zero_count % 2,
        Zeros::Pratt | Zeros::Split => 0,
    };
    kept.retain(|&d| {
        let dropped = d == 0.0 && to_drop > 0;
        to_drop -= usize::from(dropped);
        !dropped
    });
    let rank = |d: f64| {
        let smaller = kept.iter().filter(|e| e.abs() < d.abs()).count() as f64;
        let equal = kept.iter().filter(|e| e.abs() == d.abs()).count() as f64;
        smaller + (equal + 1.0) / 2.0
    };
    let (mut plus, mut minus) = (0.0, 0.0);
    for &d in &kept {
        if d > 0.0 {
            plus += rank(d);
        } else if d < 0.0 {
            minus += rank(d);
        } else if zeros != Zeros::Pratt {
            plus += rank(d) / 2.0;
            minus += rank(d) / 2.0;
        }
    }
    (plus, minus)
}

/// P(R+ >= observed) and P(R+ <= observed) over all 2^n signs.
fn by_enumeration(differences: &[f64], zeros: Zeros) -> (f64, f64) {
    let observed = by_definition(differences, zeros).0;
    let (mut above, mut below) = (0, 0);
    for signs in 0_u32..1 << differences.len() {
        let flip = |(i, d): (usize, &f64)| if signs >> i & 1 == 1 { d.abs() } else { -d.abs() };
        let flipped: Vec<f64> = differences.iter().enumerate().map(flip).collect();
        let plus = by_definition(&flipped, zeros).0;
        above += u32::from(plus >= observed);
        below += u32::from(plus <= observed);
    }
    let all = f64::from(1_u32 << differences.len());
    (f64::from(above) / all, f64::from(below) / all)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn exact_is_the_share_of_all_signs(whole in prop::collection::vec(-4_i32..5, 1..13)) {
        let differences: Vec<f64> = whole.into_iter().map(f64::from).collect();
        prop_assume!(differences.iter().any(|&d| d != 0.0));
        for zeros in ALL_ZEROS {
            let ours = test(&differences, zeros, Method::Exact);
            let (plus, minus) = by_definition(&differences, zeros);
            prop_assert_eq!((ours.r_plus, ours.r_minus), (plus, minus));
            let (above, below) = by_enumeration(&differences, zeros);
            prop_assert!((ours.p_a_better - above).abs() < 1e-14, "{} {}", ours.p_a_better, above);
            let two_sided = (2.0 * above.min(below)).min(1.0);
            prop_assert!((ours.p_two_sided - two_sided).abs() < 1e-14);
        }
    }

    #[test]
    fn swapping_the_samples_swaps_the_sides(whole in prop::collection::vec(-9_i32..10, 1..40)) {
        let differences: Vec<f64> = whole.into_iter().map(|d| f64::from(d) / 10.0).collect();
        prop_assume!(differences.iter().any(|&d| d != 0.0));
        let swapped: Vec<f64> = differences.iter().map(|d| -d).collect();
        for zeros in ALL_ZEROS {
            for method in ALL_METHODS {
                if zeros == Zeros::Pratt && method == Method::ExactUntied {
                    continue;
                }
                let there = test(&differences, zeros, method);
                let back = test(&swapped, zeros, method);
                prop_assert_eq!((there.r_plus, there.r_minus), (back.r_minus, back.r_plus));
                prop_assert_eq!(there.p_two_sided, back.p_two_sided);
                prop_assert_eq!(there.z.map(|z| -z), back.z);
                prop_assert!((0.0..=1.0).contains(&there.p_two_sided));
                // Both sides include the observed value.
                prop_assert!(there.p_a_better + back.p_a_better >= 1.0 - 1e-12);
            }
        }
    }
}

#[test]
fn twelve_pairs_with_ties_and_zeros() {
    let differences = [0.0, 1.0, 1.0, -1.0, 2.0, 0.0, 3.0, 3.0, -2.0, 0.0, 5.0, 4.0];
    for zeros in ALL_ZEROS {
        let ours = test(&differences, zeros, Method::Exact);
        let (above, _) = by_enumeration(&differences, zeros);
        assert!((ours.p_a_better - above).abs() < 1e-15, "{zeros:?}");
        assert_eq!(ours.zeros, 3);
    }
    let n = ALL_ZEROS.map(|zeros| test(&differences, zeros, Method::Exact).n);
    assert_eq!(n, [9, 12, 12, 11]);
}

#[test]
fn decimal_differences_tie_although_binary_ones_do_not() {
    // 0.3 - 0.2 is 0.09999999999999998.
    let ranks = |ties| {
        let options = Options { ties, ..Options::default() };
        let ours = signed_rank_test(&[0.3, 0.1], &[0.2, 0.2], &options).unwrap();
        (ours.r_plus, ours.r_minus)
    };
    assert_eq!(ranks(Ties::Decimal), (1.5, 1.5));
    assert_eq!(ranks(Ties::Raw), (1.0, 2.0));
    // 0.1 + 0.2 - 0.3 is not zero.
    let (a, b) = ([0.3, 0.2, 0.1 + 0.2], [0.2, 0.3, 0.3]);
    let zeros = |ties| {
        let options = Options { ties, ..Options::default() };
        let ours = signed_rank_test(&a, &b, &options).unwrap();
        (ours.zeros, ours.r_plus, ours.r_minus)
    };
    assert_eq!(zeros(Ties::Decimal), (1, 1.5, 1.5));
    assert_eq!(zeros(Ties::Raw), (0, 3.5, 2.5));
}

/// A half-integer T takes the mean of its neighbours' p (KEEL): 1.5 of four pairs lies between P(1)
/// = 2/16 and P(2) = 3/16, one-sided.
#[test]
fn keel_averages_the_neighbours() {
    let differences = [1.0, -1.0, 2.0, 3.0];
    let ours = test(&differences, Zeros::Keel, Method::ExactUntied);
    assert_eq!((ours.r_plus, ours.r_minus), (8.5, 1.5));
    assert_eq!(ours.p_two_sided, 2.5 / 8.0);
    assert_eq!(ours.p_a_better, 2.5 / 16.0);
    // The conditional distribution of the tied ranks has no sum 1 or 2: both 1.5, or nothing.
    assert_eq!(test(&differences, Zeros::Keel, Method::Exact).p_two_sided, 3.0 / 8.0);
    // Without ties and zeros both are the same.
    let untied = [1.0, -2.0, 3.0, 4.0, -5.0];
    let p = |method| test(&untied, Zeros::Keel, method).p_two_sided;
    assert_eq!(p(Method::Exact), p(Method::ExactUntied));
}

/// Variances by hand: n(n + 1)(2n + 1) / 24 without tie correction, less the same of Pratt's zeros; a
/// quarter of the sum of squared ranks with it.
#[test]
fn variance_with_and_without_tie_correction() {
    let variances = |differences: &[f64], zeros| {
        let ranks = SignedRanks::new(differences, Ties::Decimal, zeros).unwrap();
        (ranks.variance(false), ranks.variance(true))
    };
    assert_eq!(variances(&[1.0, -1.0, 2.0], Zeros::Drop), (3.5, 3.375));
    assert_eq!(variances(&[0.0, 1.0, -1.0, 2.0], Zeros::Drop), (3.5, 3.375));
    assert_eq!(variances(&[0.0, 0.0, 1.0, -2.0], Zeros::Pratt), (6.25, 6.25));
    assert_eq!(variances(&[0.0, 0.0, 1.0, -2.0], Zeros::Split), (7.5, 7.375));
    assert_eq!(variances(&[0.0, 0.0, 0.0, 1.0, -2.0], Zeros::Keel), (7.5, 7.375));
}

#[test]
fn zeros_by_keel() {
    let n_and_zeros = |differences: &[f64]| {
        let ours = test(differences, Zeros::Keel, Method::ExactUntied);
        (ours.n, ours.zeros, ours.r_plus, ours.r_minus)
    };
    assert_eq!(n_and_zeros(&[0.0, 1.0, -2.0]), (2, 1, 1.0, 2.0));
    assert_eq!(n_and_zeros(&[0.0, 0.0, 1.0, -2.0]), (4, 2, 4.5, 5.5));
    assert_eq!(n_and_zeros(&[0.0, 0.0, 0.0, 1.0, -2.0]), (4, 3, 4.5, 5.5));
}

#[test]
fn tiny_samples() {
    for zeros in ALL_ZEROS {
        let one = test(&[2.0], zeros, Method::Auto);
        assert_eq!((one.n, one.p_two_sided, one.p_a_better), (1, 1.0, 0.5));
        let two = test(&[2.0, 1.0], zeros, Method::Auto);
        assert_eq!((two.n, two.p_two_sided, two.p_a_better), (2, 0.5, 0.25));
    }
}

#[test]
fn auto_changes_over_to_the_normal_approximation() {
    let differences = |n: usize| -> Vec<f64> {
        (1..=n).map(|i| if i % 3 == 0 { -(i as f64) } else { i as f64 }).collect()
    };
    let limit = test(&differences(AUTO_EXACT_PAIRS), Zeros::Drop, Method::Auto);
    assert_eq!((limit.method, limit.z), (Method::Exact, None));
    let above = test(&differences(AUTO_EXACT_PAIRS + 1), Zeros::Drop, Method::Auto);
    assert_eq!(above.method, Method::Normal);
    assert!(above.z.is_some_and(|z| z > 0.0));
    // At the limit the two agree at the usual level, so that nothing jumps when one more dataset
    // comes in. SciPy: 2 * scipy.stats._wilcoxon.WilcoxonDistribution(200).cdf(8444).
    let mut negative_sum = 8444;
    let mut differences: Vec<f64> = (1..=AUTO_EXACT_PAIRS).map(|rank| rank as f64).collect();
    for rank in (1..=AUTO_EXACT_PAIRS).rev().filter(|rank| rank % 2 == 0 || *rank < 100) {
        if rank <= negative_sum {
            negative_sum -= rank;
            differences[rank - 1] = -differences[rank - 1];
        }
    }
    let exact = test(&differences, Zeros::Drop, Method::Exact);
    assert_eq!(exact.r_minus, 8444.0);
    assert!((exact.p_two_sided / 0.04996963129997477 - 1.0).abs() < 1e-12);
    let normal = test(&differences, Zeros::Drop, Method::Normal);
    assert!((normal.p_two_sided / exact.p_two_sided - 1.0).abs() < 0.002);
}

/// All signs equal: 2^-n, however far out, up to the largest n.
#[test]
fn the_far_tail_is_exact() {
    for n in [24, 60, 500, MAX_EXACT_PAIRS] {
        let differences: Vec<f64> = (1..=n).map(|i| i as f64).collect();
        let ours = test(&differences, Zeros::Drop, Method::Exact);
        assert_eq!(ours.p_a_better, 0.5_f64.powi(n as i32), "{n}");
    }
}

#[test]
fn degenerate_samples_are_refused() {
    let run = |differences: &[f64]| {
        signed_rank_test_of_differences(differences, &Options::default()).unwrap_err()
    };
    assert!(matches!(run(&[]), StatsError::TooFew { .. }));
    assert!(matches!(run(&[0.0, 1e-12]), StatsError::Undefined { .. }));
    assert!(matches!(run(&[1.0, f64::NAN]), StatsError::BadInput { .. }));
    assert!(matches!(run(&[f64::INFINITY]), StatsError::BadInput { .. }));
    let lengths = signed_rank_test(&[1.0], &[], &Options::default());
    assert!(matches!(lengths, Err(StatsError::BadInput { .. })));
    let overflow = signed_rank_test(&[f64::MAX], &[f64::MIN], &Options::default());
    assert!(matches!(overflow, Err(StatsError::BadInput { .. })));
    let pratt = Options { zeros: Zeros::Pratt, method: Method::ExactUntied, ..Options::default() };
    let untied = signed_rank_test_of_differences(&[1.0, 2.0], &pratt);
    assert!(matches!(untied, Err(StatsError::BadInput { .. })));
    let many = vec![1.0; MAX_EXACT_PAIRS + 1];
    let exact = Options { method: Method::Exact, ..Options::default() };
    let too_many = signed_rank_test_of_differences(&many, &exact);
    assert!(matches!(too_many, Err(StatsError::BadInput { .. })));
    for zeros in ALL_ZEROS {
        let options = Options { zeros, ..Options::default() };
        let all_zero = signed_rank_test_of_differences(&[0.0; 4], &options);
        assert!(matches!(all_zero, Err(StatsError::Undefined { .. })), "{zeros:?}");
    }
}
