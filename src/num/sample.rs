//! Sampling from a stream of random words. It is our own because results must not move when a random-number crate
//! changes how it draws a range or a normal (their policies allow that between minor versions).

use rand_chacha::rand_core::Rng;

use super::math;

/// A whole number below `bound`, uniformly (Lemire's multiplication with rejection); zero where there is none.
pub fn below(rng: &mut impl Rng, bound: u64) -> u64 {
    let threshold = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(bound);
        if product as u64 >= threshold {
            return (product >> 64) as u64;
        }
    }
}

/// A number in [0, 1) with 53 random bits.
pub fn unit(rng: &mut impl Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
}

/// A standard normal number (Marsaglia's polar method, one of the pair thrown away so that draws stay independent of
/// how many were drawn before).
pub fn normal(rng: &mut impl Rng) -> f64 {
    loop {
        let u = 2.0 * unit(rng) - 1.0;
        let v = 2.0 * unit(rng) - 1.0;
        let s = u * u + v * v;
        if s > 0.0 && s < 1.0 {
            return u * (-2.0 * math::ln(s) / s).sqrt();
        }
    }
}

/// Shuffles in place (Fisher and Yates, from the end).
pub fn shuffle<T>(rng: &mut impl Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::key::RngKey;

    #[test]
    fn below_is_uniform() {
        let mut rng = RngKey::root(1).stream();
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[below(&mut rng, 7) as usize] += 1;
        }
        // Chi-square with 6 degrees of freedom: 22.5 is its 99.9 % point.
        let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 1e4).powi(2) / 1e4).sum();
        assert!(chi2 < 22.5, "{chi2}");
    }

    #[test]
    fn nothing_is_below_zero() {
        assert_eq!(below(&mut RngKey::root(1).stream(), 0), 0);
    }

    #[test]
    fn normal_has_mean_zero_and_variance_one() {
        let mut rng = RngKey::root(2).stream();
        let draws: Vec<f64> = (0..100_000).map(|_| normal(&mut rng)).collect();
        let mean = draws.iter().sum::<f64>() / 1e5;
        let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 1e5;
        assert!(mean.abs() < 4.0 / 1e5_f64.sqrt(), "{mean}");
        assert!((variance - 1.0).abs() < 4.0 * (2.0 / 1e5_f64).sqrt(), "{variance}");
    }

    #[test]
    fn shuffle_permutes_and_is_frozen() {
        let mut items: Vec<u32> = (0..10).collect();
        shuffle(&mut RngKey::root(3).stream(), &mut items);
        assert_eq!(items, FROZEN_SHUFFLE);
    }

    const FROZEN_SHUFFLE: [u32; 10] = [1, 5, 8, 9, 7, 6, 2, 4, 0, 3];
}
