//! Where a network gets its random numbers. The method draws from the keyed stream of its fit; the tests put Java's
//! generator here, with which Weka's networks come out again.

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

/// The numbers below `n` in random order.
pub fn order(n: usize, draws: &mut impl Draws) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for last in (1..n).rev() {
        order.swap(last, draws.below(last + 1));
    }
    order
}
