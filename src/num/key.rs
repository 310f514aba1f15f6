//! Random streams with addresses. A [`RngKey`] is a BLAKE3 hash of everything that names the place where random
//! numbers are needed (seed, purpose, dataset, repeat, fold, ...); the stream is ChaCha8 on that key. No generator is
//! ever shared, so no result can depend on the order of work or on the number of threads.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::hash::Canonical;

/// The address of a random stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RngKey([u8; 32]);

impl RngKey {
    /// The root of all streams of an experiment.
    pub fn root(seed: u64) -> RngKey {
        RngKey(Canonical::new("tribunal 2026 random streams v1").number(seed).bytes())
    }

    /// The key one step below: a label and a number, both part of the address.
    pub fn child(&self, label: &str, number: u64) -> RngKey {
        RngKey(Canonical::keyed(&self.0).text(label).number(number).bytes())
    }

    /// The stream at this address.
    pub fn stream(&self) -> ChaCha8Rng {
        ChaCha8Rng::from_seed(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::rand_core::Rng;

    #[test]
    fn keys_are_addresses() {
        let root = RngKey::root(7);
        assert_eq!(root.child("fold", 1), root.child("fold", 1));
        assert_ne!(root.child("fold", 1), root.child("fold", 2));
        assert_ne!(root.child("fold", 1), root.child("folds", 1));
        assert_ne!(root, RngKey::root(8));
    }

    /// Frozen words: if this fails, every stored result of every user stops being reproducible.
    #[test]
    fn a_stream_gives_the_same_words_for_ever() {
        let mut stream = RngKey::root(2018).child("split", 3).stream();
        let words: Vec<u64> = (0..3).map(|_| stream.next_u64()).collect();
        assert_eq!(words, FROZEN_WORDS);
    }

    const FROZEN_WORDS: [u64; 3] =
        [5_166_643_482_493_117_032, 12_154_106_261_278_239_883, 12_993_534_008_851_613_038];
}
