//! Hashes of content, framed in one way: every hash of this program is BLAKE3 over parts that are put here. Texts carry
//! their length, so that no two different lists of texts and numbers give the same bytes. No other file names the crate.

/// A hash that takes one part after another.
#[derive(Debug, Clone)]
pub struct Canonical(blake3::Hasher);

impl Canonical {
    /// An empty hash for one purpose; hashes of other purposes never equal it.
    pub fn new(purpose: &str) -> Canonical {
        Canonical(blake3::Hasher::new_derive_key(purpose))
    }

    /// An empty hash without a purpose: of one [`raw`](Self::raw) part it is what `b3sum` prints.
    pub fn plain() -> Canonical {
        Canonical(blake3::Hasher::new())
    }

    /// An empty hash below a key.
    pub fn keyed(key: &[u8; 32]) -> Canonical {
        Canonical(blake3::Hasher::new_keyed(key))
    }

    /// Bytes with their length before them.
    pub fn part(&mut self, bytes: &[u8]) -> &mut Canonical {
        self.number(bytes.len() as u64).raw(bytes)
    }

    /// A text with its length before it.
    pub fn text(&mut self, text: &str) -> &mut Canonical {
        self.part(text.as_bytes())
    }

    /// A number, as eight bytes.
    pub fn number(&mut self, number: u64) -> &mut Canonical {
        self.raw(&number.to_le_bytes())
    }

    /// Bytes alone: for parts of fixed size, or whose number was put before.
    pub fn raw(&mut self, bytes: &[u8]) -> &mut Canonical {
        self.0.update(bytes);
        self
    }

    /// The whole hash.
    pub fn bytes(&self) -> [u8; 32] {
        *self.0.finalize().as_bytes()
    }

    /// Its first 128 bits.
    pub fn bits(&self) -> u128 {
        self.bytes().iter().take(16).fold(0, |all, &byte| all << 8 | u128::from(byte))
    }

    /// Its first hexadecimal digits, of which there are 64.
    pub fn digits(&self, count: usize) -> String {
        self.0.finalize().to_hex().chars().take(count).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes behind a hash, written out: stored identities rest on them.
    #[test]
    fn parts_are_framed_as_they_always_were() {
        let framed = b"\x02\0\0\0\0\0\0\0ab\x01\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0xyz";
        let fill = |hash: &mut Canonical| {
            hash.text("ab").number(513).part(b"").raw(b"xyz");
            hash.bytes()
        };
        let purpose = "tribunal 2026 trial v1";
        assert_eq!(fill(&mut Canonical::new(purpose)), blake3::derive_key(purpose, framed));
        assert_eq!(fill(&mut Canonical::plain()), *blake3::hash(framed).as_bytes());
        let key = [7; 32];
        let keyed = blake3::keyed_hash(&key, framed);
        assert_eq!(fill(&mut Canonical::keyed(&key)), *keyed.as_bytes());
    }

    /// The first is the test vector of BLAKE3 for no bytes at all.
    #[test]
    fn digits_bits_and_bytes_are_the_same_hash() {
        let empty = Canonical::plain();
        assert_eq!(empty.digits(32), "af1349b9f5f9a1a6a0404dea36dcc949");
        assert_eq!(format!("{:032x}", empty.bits()), empty.digits(32));
        assert_eq!(empty.digits(64).len(), 64);
        assert_eq!(empty.bytes()[..2], [0xaf, 0x13]);
    }

    #[test]
    fn lists_of_texts_that_read_alike_differ() {
        let of = |texts: &[&str]| {
            let mut hash = Canonical::new("test");
            texts.iter().for_each(|text| {
                hash.text(text);
            });
            hash.bytes()
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab"]), of(&["ab", ""]));
    }
}
