//! The paired permutation test of a mean difference (Fisher 1935, *The Design of Experiments*): if
//! the two methods are alike, every difference could as well have the other sign, and p is the
//! share of all sign patterns whose mean is at least as far from zero. All patterns are counted up
//! to 40 differences, beyond that patterns are drawn, and p = (hits + 1) / (drawn + 1). It must not
//! know what was measured.

use rand_chacha::rand_core::Rng;

use super::error::StatsError;
use super::rank::{TIE, Ties};
use crate::num::key::RngKey;
use crate::num::math;

const TEST: &str = "permutation test";
/// Most differences of which all sign patterns are counted: two lists of 2^20 sums.
const MOST_EXACT: usize = 40;

/// The outcome of the test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PermutationTest {
    /// Mean of the differences: positive where the first is better.
    pub mean_difference: f64,
    /// Two-sided p.
    pub p: f64,
    /// Whether all sign patterns were counted.
    pub exact: bool,
    /// Number of patterns counted or drawn. Signs of zero differences make no pattern.
    pub patterns: u64,
}

/// The test on matched pairs; a larger value is better. `draws` patterns come from the stream at
/// `key` where there are too many to count.
pub fn permutation_test(
    a: &[f64],
    b: &[f64],
    draws: u64,
    key: &RngKey,
) -> Result<PermutationTest, StatsError> {
    if a.len() != b.len() {
        let reason = "the samples differ in length";
        return Err(StatsError::BadInput { test: TEST, reason });
    }
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    permutation_test_of_differences(&differences, draws, key)
}

/// The test on paired differences. Those within 1e-9 of zero count as zero, and means that differ
/// by less than 1e-9 of the mean absolute difference count as equal.
pub fn permutation_test_of_differences(
    differences: &[f64],
    draws: u64,
    key: &RngKey,
) -> Result<PermutationTest, StatsError> {
    if differences.is_empty() {
        return Err(StatsError::TooFew { test: TEST, what: "pairs", needed: 1, found: 0 });
    }
    if !differences.iter().map(|d| d.abs()).sum::<f64>().is_finite() {
        let reason = "a difference is not a finite number, or the differences are too large";
        return Err(StatsError::BadInput { test: TEST, reason });
    }
    if draws == 0 {
        return Err(StatsError::BadInput { test: TEST, reason: "no patterns are to be drawn" });
    }
    // In the order of size, so that neither the order of the pairs nor the side matters.
    let mut sizes: Vec<f64> =
        differences.iter().map(|d| d.abs()).filter(|&d| !Ties::Decimal.tied(d, 0.0)).collect();
    sizes.sort_unstable_by(f64::total_cmp);
    let total: f64 = sizes.iter().sum();
    let sum: f64 = differences.iter().filter(|&&d| !Ties::Decimal.tied(d, 0.0)).sum();
    let reach = sum.abs() - TIE * total;
    let exact = sizes.len() <= MOST_EXACT;
    let (p, patterns) = if exact {
        let patterns = 1_u64 << sizes.len();
        (count_reaching(&sizes, reach, patterns) as f64 / patterns as f64, patterns)
    } else {
        let hits = draw_reaching(&sizes, reach, draws, key);
        ((hits + 1) as f64 / (draws as f64 + 1.0), draws)
    };
    Ok(PermutationTest { mean_difference: math::mean(differences), p, exact, patterns })
}

/// How many of all sign patterns have a sum of at least `reach` from zero. Each pattern is one of
/// the first half of the differences and one of the second, so two sorted lists of sums are walked
/// against each other (Horowitz and Sahni 1974, *Journal of the ACM* 21:277).
fn count_reaching(sizes: &[f64], reach: f64, patterns: u64) -> u64 {
    if reach <= 0.0 {
        return patterns;
    }
    let (first, second) = sizes.split_at(sizes.len() / 2);
    let (first, second) = (signed_sums(first), signed_sums(second));
    let mut above = 0;
    let mut from = second.len();
    for x in first {
        while from > 0 && x + second[from - 1] >= reach {
            from -= 1;
        }
        above += (second.len() - from) as u64;
    }
    // The opposite pattern reaches as far on the other side.
    2 * above
}

/// Sums of all sign patterns in rising order, by merging the two lists that one more value makes.
fn signed_sums(sizes: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0];
    for &size in sizes {
        let mut merged = Vec::with_capacity(2 * sums.len());
        let mut low = 0;
        for high in &sums {
            // Every sum minus the size that is below this sum plus the size comes first.
            while low < sums.len() && sums[low] - size <= high + size {
                merged.push(sums[low] - size);
                low += 1;
            }
            merged.push(high + size);
        }
        sums = merged;
    }
    sums
}

/// How many of `draws` random sign patterns have a sum of at least `reach` from zero.
fn draw_reaching(sizes: &[f64], reach: f64, draws: u64, key: &RngKey) -> u64 {
    let mut stream = key.stream();
    let mut hits = 0;
    for _ in 0..draws {
        let mut sum = 0.0;
        for chunk in sizes.chunks(64) {
            let mut signs = stream.next_u64();
            for size in chunk {
                sum += if signs & 1 == 1 { *size } else { -size };
                signs >>= 1;
            }
        }
        hits += u64::from(sum.abs() >= reach);
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::reference_cases::{cases, close, number, numbers};
    use proptest::prelude::*;

    fn test(differences: &[f64]) -> PermutationTest {
        permutation_test_of_differences(differences, 20_000, &RngKey::root(35)).unwrap()
    }

    /// permutation_test of SciPy 1.17.1 with all sign patterns up to twelve differences; up to
    /// sixty whole numbers by counting sums in Python. Drawn p: four standard errors.
    #[test]
    fn agrees_with_scipy_and_counting() {
        let (mut exact, mut drawn) = (0, 0);
        for case in cases("sign_flips") {
            let (d, p) = (numbers(&case["d"]), number(&case["p"]));
            let found = test(&d);
            if found.exact {
                close(found.p, p, &case.to_string());
                exact += 1;
            } else {
                let allowed = 4.0 * (p * (1.0 - p) / 2e4).sqrt() + 1e-4;
                assert!((found.p - p).abs() < allowed, "{found:?} {p}");
                drawn += 1;
            }
        }
        assert!(exact >= 20 && drawn >= 1, "{exact} {drawn}");
    }

    /// 0.1 + 0.2 - 0.3 is not zero in floating point, but the sums 0.1 + 0.2 and 0.3 are equal.
    #[test]
    fn equal_decimal_means_are_equal() {
        let whole = test(&[1.0, 2.0, -3.0, 4.0]);
        let tenths = test(&[0.1, 0.2, -0.3, 0.4]);
        assert_eq!((whole.p, whole.patterns), (tenths.p, tenths.patterns));
        let tiny = test(&[1e-6, 2e-6, -3e-6, 4e-6]);
        assert_eq!(tiny.p, whole.p);
        assert_eq!(test(&[0.1, 0.2, -0.3]).p, 1.0);
    }

    #[test]
    fn degenerate_samples() {
        let equal = test(&[0.0, 1e-12, 0.0]);
        assert_eq!((equal.p, equal.exact, equal.patterns), (1.0, true, 1));
        assert_eq!(test(&[5.0]).p, 1.0);
        assert_eq!(test(&[5.0, 0.0, 5.0]).patterns, 4);
        let refuse = |d: &[f64]| permutation_test_of_differences(d, 10, &RngKey::root(1));
        assert!(matches!(refuse(&[]), Err(StatsError::TooFew { .. })));
        assert!(matches!(refuse(&[1.0, f64::NAN]), Err(StatsError::BadInput { .. })));
        assert!(matches!(refuse(&[f64::MAX, f64::MAX]), Err(StatsError::BadInput { .. })));
        let none = permutation_test_of_differences(&[1.0], 0, &RngKey::root(1));
        assert!(matches!(none, Err(StatsError::BadInput { .. })));
        let uneven = permutation_test(&[1.0], &[], 10, &RngKey::root(1));
        assert!(matches!(uneven, Err(StatsError::BadInput { .. })));
    }

    /// All of 41 differences positive: none of the drawn patterns reaches that, and p is not zero.
    #[test]
    fn a_drawn_p_is_never_zero() {
        let found = test(&[1.0; 41]);
        assert_eq!((found.exact, found.patterns), (false, 20_000));
        assert_eq!(found.p, 1.0 / 20_001.0);
        assert_eq!(test(&[1.0; 40]).p, 2.0_f64.powi(-39));
    }

    proptest! {
        /// Every pattern one by one, in whole numbers.
        #[test]
        fn counting_is_enumeration(d in prop::collection::vec(-9_i32..10, 1..11)) {
            let sum = |signs: u32| -> i32 {
                let one = |(i, &d): (usize, &i32)| if signs >> i & 1 == 1 { -d } else { d };
                d.iter().enumerate().map(one).sum()
            };
            let patterns = 1_u32 << d.len();
            let hits = (0..patterns).filter(|&signs| sum(signs).abs() >= sum(0).abs()).count();
            let expected = hits as f64 / f64::from(patterns);
            let real: Vec<f64> = d.iter().map(|&d| f64::from(d) / 10.0).collect();
            let found = test(&real);
            prop_assert!((found.p - expected).abs() < 1e-15, "{} {}", found.p, expected);
        }

        /// Order and side do not matter, drawn patterns included.
        #[test]
        fn order_and_side_do_not_matter(d in prop::collection::vec(-1e3_f64..1e3, 38..46)) {
            let there = permutation_test_of_differences(&d, 200, &RngKey::root(3)).unwrap();
            let other: Vec<f64> = d.iter().rev().map(|d| -d).collect();
            let back = permutation_test_of_differences(&other, 200, &RngKey::root(3)).unwrap();
            prop_assert_eq!((there.p, there.exact), (back.p, back.exact));
            prop_assert!(there.p > 0.0 && there.p <= 1.0);
        }
    }
}
