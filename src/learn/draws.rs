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

#[cfg(test)]
pub use crate::num::java_random::JavaRandom as Java;

#[cfg(test)]
impl Draws for Java {
    fn unit(&mut self) -> f64 {
        Java::unit(self)
    }

    fn below(&mut self, bound: usize) -> usize {
        Java::below(self, bound)
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
}
