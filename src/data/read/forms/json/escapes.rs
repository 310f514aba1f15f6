//! What a backslash in a JSON string stands for.

/// The character behind a backslash, and what follows.
pub fn escape(text: &str) -> Option<(char, &str)> {
    let c = text.chars().next()?;
    let after = text.get(c.len_utf8()..)?;
    let plain = match c {
        '"' | '\\' | '/' => c,
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'u' => return unicode(after),
        _ => return None,
    };
    Some((plain, after))
}

/// `\u1234`, or two of them for a character beyond 16 bits; half of such a pair becomes a replacement character.
fn unicode(text: &str) -> Option<(char, &str)> {
    let unit = |text: &str| text.get(..4).and_then(|hex| u16::from_str_radix(hex, 16).ok());
    let first = unit(text)?;
    let after = text.get(4..)?;
    let second =
        after.strip_prefix("\\u").and_then(unit).filter(|_| (0xd800..0xdc00).contains(&first));
    if let Some(second) = second
        && let Some(Ok(c)) = char::decode_utf16([first, second]).next()
    {
        return Some((c, after.get(6..)?));
    }
    Some((char::from_u32(u32::from(first)).unwrap_or('\u{fffd}'), after))
}
