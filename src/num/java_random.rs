//! The random numbers of `java.util.Random`, written from its documentation: x <- x * 0x5DEECE66D + 0xB modulo 2^48, of
//! which the upper bits are given out. Generators and methods that repeat a Java program draw from it. Everything else
//! draws from keyed streams.

/// The generator.
#[derive(Debug, Clone)]
pub struct JavaRandom(u64);

impl JavaRandom {
    const MULTIPLIER: u64 = 0x5_DEEC_E66D;
    const MASK: u64 = (1 << 48) - 1;

    /// From a seed.
    pub fn new(seed: i64) -> JavaRandom {
        JavaRandom((seed as u64 ^ JavaRandom::MULTIPLIER) & JavaRandom::MASK)
    }

    /// The next bits, at most 32.
    pub fn bits(&mut self, count: u32) -> u64 {
        self.0 = (self.0.wrapping_mul(JavaRandom::MULTIPLIER).wrapping_add(0xB)) & JavaRandom::MASK;
        self.0 >> (48 - count)
    }

    /// A number in [0, 1).
    pub fn unit(&mut self) -> f64 {
        let high = self.bits(26) << 27;
        (high + self.bits(27)) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number below `bound`, which is neither zero nor above 2^31.
    pub fn below(&mut self, bound: usize) -> usize {
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

    /// OpenJDK 17.0.15: new Random(42): nextInt(10) five times, nextInt(16), nextDouble(); new Random(1): nextInt() twice,
    /// nextInt(10), nextInt(16), nextInt(1 << 30 | 1).
    #[test]
    fn the_numbers_are_those_of_java() {
        let mut java = JavaRandom::new(42);
        let below: Vec<usize> = (0..5).map(|_| java.below(10)).collect();
        assert_eq!((below, java.below(16)), (vec![0, 3, 8, 4, 0], 15));
        assert_eq!(java.unit(), 0.277_078_490_074_136_65);
        let mut java = JavaRandom::new(1);
        let words = [java.bits(32) as u32 as i32, java.bits(32) as u32 as i32];
        assert_eq!(words, [-1_155_869_325, 431_529_176]);
        let below = [java.below(10), java.below(16), java.below(1 << 30 | 1)];
        assert_eq!(below, [7, 6, 446_064_254]);
    }
}
