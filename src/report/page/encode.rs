//! Files inside the page: base64, and addresses that hold their own content.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes as base64 (RFC 4648).
pub fn base64(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let at = |position: usize| u32::from(part.get(position).copied().unwrap_or(0));
        let word = at(0) << 16 | at(1) << 8 | at(2);
        for position in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * position) & 63) as usize] as char;
            out.push(if position <= part.len() { letter } else { '=' });
        }
    }
    out
}

/// An address that is a text.
pub fn address(kind: &str, text: &str) -> String {
    format!("data:{kind};charset=utf-8;base64,{}", base64(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn base64_is_the_standard_one() {
        let found = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|t| base64(t.as_bytes()));
        assert_eq!(found, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }
}
