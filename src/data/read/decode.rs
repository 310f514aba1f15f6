//! Bytes as text: UTF-8, the UTF-16 of Excel's "Unicode text", and the one-byte encoding of Western Windows. Anything else is
//! refused with the way to save the file again. Line ends of old Macs become those of everybody else.

use std::borrow::Cow;
use std::path::Path;

use crate::data::error::DataError;

/// The characters of Windows-1252 between 0x80 and 0x9F; the others are those of Latin-1. Five places are not used.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The mark of the order of bytes, which some programs put in front.
const MARK: char = '\u{feff}';

/// Bytes at the beginning that say whether every other one is zero.
const LOOKED_AT: usize = 2_000;

/// The text of a file, and a note where it was not UTF-8.
pub fn text<'b>(file: &Path, bytes: &'b [u8]) -> Result<(Cow<'b, str>, Option<String>), DataError> {
    let (text, note) = match wide(bytes) {
        Some(order) => {
            (Cow::Owned(utf16(file, bytes, order)?), Some("the file was read as UTF-16".to_owned()))
        }
        None => match std::str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), None),
            Err(_) => (Cow::Owned(windows(file, bytes)?), Some(
                "the file is not UTF-8 and was read as Windows-1252 (Latin-1): check names with accents".to_owned(),
            )),
        },
    };
    if let Some(at) = text.find('\0') {
        return Err(binary(file, line_of(text.as_bytes(), at)));
    }
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.strip_prefix(MARK).unwrap_or(text)),
        Cow::Owned(text) => Cow::Owned(match text.strip_prefix(MARK) {
            Some(rest) => rest.to_owned(),
            None => text,
        }),
    };
    if text.trim().is_empty() {
        let remedy = "check that it was written completely";
        return Err(DataError::file(file, "the file is empty", remedy));
    }
    // The last line end may be one that another program added.
    if text.contains('\r') && !text.trim_end().contains('\n') {
        return Ok((Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")), note));
    }
    Ok((text, note))
}

/// The text of a file where a guess would not be shown, so that it must be UTF-8.
pub fn utf8(file: &Path, bytes: &[u8]) -> Result<String, DataError> {
    let (text, note) = text(file, bytes)?;
    if note.is_none() {
        return Ok(text.into_owned());
    }
    let valid = std::str::from_utf8(bytes).err().map_or(0, |error| error.valid_up_to());
    Err(DataError::line(file, line_of(bytes, valid), "not UTF-8 text", "save the file as UTF-8"))
}

/// How two bytes make a number.
type Order = fn([u8; 2]) -> u16;

/// The order of the bytes of UTF-16: by its mark, or because every other byte is zero.
fn wide(bytes: &[u8]) -> Option<Order> {
    match bytes {
        [0xff, 0xfe, ..] => return Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return Some(u16::from_be_bytes),
        _ => {}
    }
    let pairs = bytes.get(..bytes.len().min(LOOKED_AT))?.chunks_exact(2);
    let all = pairs.len();
    let mut zeros = [0, 0];
    for pair in pairs {
        zeros[0] += usize::from(pair[0] == 0);
        zeros[1] += usize::from(pair[1] == 0);
    }
    match zeros {
        [0, second] if all > 1 && second * 10 > all * 8 => Some(u16::from_le_bytes),
        [first, 0] if all > 1 && first * 10 > all * 8 => Some(u16::from_be_bytes),
        _ => None,
    }
}

fn utf16(file: &Path, bytes: &[u8], order: Order) -> Result<String, DataError> {
    if !bytes.len().is_multiple_of(2) {
        let problem = "the file is UTF-16 and ends in the middle of a character";
        let remedy = "check that it was written completely";
        return Err(DataError::file(file, problem, remedy));
    }
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| order([pair[0], pair[1]])).collect();
    String::from_utf16(&units).map_err(|_| {
        DataError::file(file, "the file begins as UTF-16 and is damaged", "save it as UTF-8")
    })
}

fn windows(file: &Path, bytes: &[u8]) -> Result<String, DataError> {
    let is_text = |byte: u8| byte >= 0x20 || matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c);
    if let Some(at) = bytes.iter().position(|&byte| !is_text(byte)) {
        return Err(binary(file, line_of(bytes, at)));
    }
    let decoded = |&byte: &u8| match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        other => char::from(other),
    };
    Ok(bytes.iter().map(decoded).collect())
}

fn line_of(bytes: &[u8], at: usize) -> usize {
    1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count()
}

fn binary(file: &Path, line: usize) -> DataError {
    let problem = "not a text file: it holds bytes that no text has";
    DataError::line(file, line, problem, "save the table as CSV in UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<(String, Option<String>), DataError> {
        let (text, note) = text(Path::new("f"), bytes)?;
        Ok((text.into_owned(), note))
    }

    #[test]
    fn usual_encodings_are_read_and_unusual_ones_stated() {
        assert_eq!(read("\u{feff}größe".as_bytes()).unwrap(), ("größe".to_owned(), None));
        for (mark, order) in [
            (true, u16::to_le_bytes as fn(u16) -> [u8; 2]),
            (true, u16::to_be_bytes),
            (false, u16::to_le_bytes),
            (false, u16::to_be_bytes),
        ] {
            let units = mark.then_some(0xfeff).into_iter().chain("d\tA\nx\t1 ä".encode_utf16());
            let bytes: Vec<u8> = units.flat_map(order).collect();
            let (found, note) = read(&bytes).unwrap();
            assert_eq!(found, "d\tA\nx\t1 ä");
            assert!(note.unwrap().contains("UTF-16"));
        }
        let (found, note) = read(b"d,A\ngr\xf6\xdfe,1 \xb1 2 \x80").unwrap();
        assert_eq!(found, "d,A\ngröße,1 ± 2 €");
        assert!(note.unwrap().contains("Windows-1252"));
        for old in [&b"d,A\rx,1\r"[..], b"d,A\rx,1\r\n", b"d,A\rx,1\n"] {
            assert_eq!(read(old).unwrap().0, "d,A\nx,1\n");
        }
        assert_eq!(utf8(Path::new("f"), b"d\nx\n").unwrap(), "d\nx\n");
        assert_eq!(utf8(Path::new("f"), b"d\ngr\xf6\n").unwrap_err().line, Some(2));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for bytes in [
            &b"a,b\nx\0y,1"[..],
            b"a\xff\x01",
            b"\xff\xfe\x00\xd8\x00\xd8",
            b"\xff\xfea\0,\0b",
            b"a\0,\0b\0,\0c\0\n",
            b" \n",
            b"\xef\xbb\xbf",
        ] {
            let error = read(bytes).unwrap_err();
            assert!(!error.remedy.is_empty(), "{error}");
        }
    }
}
