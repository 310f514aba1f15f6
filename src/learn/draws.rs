//! Where methods that repeat another program get their random numbers. The product draws from the keyed stream of the fit;
//! the tests put Java's generator in its place, with which Weka's models come out again.

use rand_chacha::ChaCha8Rng;

use crate::num::sample;

/// A source of random numbers.
pub trait Draws {
    /// A number in [0, 1).
    fn unit(&mut self) -> f64;

    /// A whole number below `bound`, which is not zero.
    fn below(&mut self, bound: usize) -> usize;
}

impl Draws for ChaCha8Rng {
    fn unit(&mut self) -> f64 {
        sample::unit(self)
    }

    fn below(&mut self, bound: usize) -> usize {
        sample::below(self, bound as u64) as usize
    }
}

/// Shuffles in place (Fisher and Yates, from the end).
pub fn shuffle<T>(items: &mut [T], draws: &mut dyn Draws) {
    for last in (1..items.len()).rev() {
        items.swap(last, draws.below(last + 1));
    }
}

/// java.util.Random as its documentation defines it: x <- x * 0x5DEECE66D + 0xB modulo 2^48, of which the upper bits are
/// given out.
#[cfg(test)]
pub struct Java(u64);

#[cfg(test)]
impl Java {
    const MULTIPLIER: u64 = 0x5_DEEC_E66D;
    const MASK: u64 = (1 << 48) - 1;

    pub fn new(seed: i64) -> Java {
        Java((seed as u64 ^ Java::MULTIPLIER) & Java::MASK)
    }

    pub fn bits(&mut self, count: u32) -> u64 {
        self.0 = (self.0.wrapping_mul(Java::MULTIPLIER).wrapping_add(0xB)) & Java::MASK;
        self.0 >> (48 - count)
    }
}

#[cfg(test)]
impl Draws for Java {
    fn unit(&mut self) -> f64 {
        let high = self.bits(26) << 27;
        (high + self.bits(27)) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        if bound.is_power_of_two() {
            return ((bound * self.bits(31)) >> 31) as usize;
        }
        loop {
            let bits = self.bits(31);
            let value = bits % bound;
            // Java's test is that bits - value + bound - 1 does not overflow 31 bits.
            if bits - value + bound - 1 < 1 << 31 {
                return value as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::key::RngKey;

    #[test]
    fn a_shuffle_is_a_permutation() {
        let mut found: Vec<usize> = (0..100).collect();
        shuffle(&mut found, &mut RngKey::root(9).stream());
        assert!(!found.is_sorted());
        found.sort_unstable();
        assert_eq!(found, (0..100).collect::<Vec<_>>());
        shuffle::<usize>(&mut [], &mut RngKey::root(9).stream());
    }

    /// OpenJDK 17.0.15: new Random(42): nextInt(10) five times, nextInt(16), nextDouble(); new Random(1): nextInt() twice,
    /// nextInt(10), nextInt(16), nextInt(1 << 30 | 1).
    #[test]
    fn javas_generator_gives_javas_numbers() {
        let mut java = Java::new(42);
        let below: Vec<usize> = (0..5).map(|_| java.below(10)).collect();
        assert_eq!((below, java.below(16)), (vec![0, 3, 8, 4, 0], 15));
        assert_eq!(java.unit(), 0.277_078_490_074_136_65);
        let mut java = Java::new(1);
        let words = [java.bits(32) as u32 as i32, java.bits(32) as u32 as i32];
        assert_eq!(words, [-1_155_869_325, 431_529_176]);
        let below = [java.below(10), java.below(16), java.below(1 << 30 | 1)];
        assert_eq!(below, [7, 6, 446_064_254]);
    }
}
