//! The mutator: one input becomes another. It knows no format but the dictionary it is handed, and draws everything from a
//! keyed stream, so that a run can be had again.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use tribunal::num::sample;

/// Longer inputs are cut: what breaks a reader is seldom long, and time is better spent on other inputs.
pub const LONGEST: usize = 64 * 1024;

/// Numbers that programs get wrong.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-0.0",
    "1",
    "-1",
    "NaN",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "-1e999",
    "1e308",
    "-1e308",
    "1.7976931348623157e308",
    "5e-324",
    "1e-400",
    "0.1",
    "1e15",
    "9007199254740993",
    "255",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "4000000000",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "1000000000000",
    "0x10",
    "1_000",
    "+1",
    ".5",
    "5.",
    "00000000000000000000000000000000000001",
    "1e",
    "--1",
    "\u{0663}",
];

/// Text that readers trip over, whatever the format.
const STRANGE: &[&[u8]] = &[
    b"\0",
    b"\xff",
    b"\xc3\x28",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xef\xbb\xbf",
    b"\r",
    b"\r\n",
    b"\n\r",
    b"\n\n\n",
    b"\t",
    b"\x0b",
    b"\x1b[31m",
    b"\x1b]0;x\x07",
    b"\x7f",
    "\u{9b}31m".as_bytes(),
    "\u{202e}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{feff}".as_bytes(),
    "\u{fffe}".as_bytes(),
    "e\u{301}".as_bytes(),
    "\u{1f9d1}\u{200d}\u{1f680}".as_bytes(),
    "\u{0130}".as_bytes(),
    "\u{df}".as_bytes(),
    b"'",
    b"\"",
    b"\\",
    b"\"\"",
    b"\\u001b",
    b"%",
    b"#",
    b"?",
    b"{",
    b"}",
    b"[",
    b"]",
    b"[[",
    b"=1+1",
    b"@SUM(1)",
    b"../../x",
    b"/dev/zero",
    b"<script>",
    b"$(rm)",
];

/// A whole number below a bound.
pub fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    sample::below(rng, bound as u64) as usize
}

/// Makes another input of one; `other` lends pieces.
pub fn mutate(rng: &mut ChaCha8Rng, input: &[u8], other: &[u8], dictionary: &[&str]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    // Mostly one change, seldom many: an input that is wrong everywhere is refused at its first line.
    let changes = 1 << below(rng, 4).min(below(rng, 5));
    for _ in 0..changes {
        change(rng, &mut bytes, other, dictionary);
        bytes.truncate(LONGEST);
    }
    bytes
}

fn change(rng: &mut ChaCha8Rng, bytes: &mut Vec<u8>, other: &[u8], dictionary: &[&str]) {
    let at = below(rng, bytes.len() + 1);
    match below(rng, 15) {
        0 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << below(rng, 8);
            }
        }
        1 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = rng.next_u32() as u8;
            }
        }
        2 => bytes.insert(at, rng.next_u32() as u8),
        3 => drop(bytes.drain(piece(rng, bytes.len()))),
        4 => {
            let copy = bytes[piece(rng, bytes.len())].to_vec();
            insert(bytes, at, &copy);
        }
        5 => {
            let taken = other[piece(rng, other.len())].to_vec();
            insert(bytes, at, &taken);
        }
        6 => {
            bytes.truncate(at);
            bytes.extend_from_slice(&other[below(rng, other.len() + 1)..]);
        }
        7 => insert(bytes, at, STRANGE[below(rng, STRANGE.len())]),
        8 | 9 if !dictionary.is_empty() => {
            insert(bytes, at, dictionary[below(rng, dictionary.len())].as_bytes());
        }
        10 => swap_lines(rng, bytes),
        11 => {
            // Long lines, many fields, deep nesting.
            let words: [&[u8]; 10] =
                [b"[", b"{", b"(", b"'", b"a", b",", b"{a=", b"1,", b"\n", b"[["];
            let word = words[below(rng, words.len())];
            insert(bytes, at, &word.repeat(1 << below(rng, 14)));
        }
        12 => {
            let ends = [("\n", "\r"), ("\n", "\r\n"), (",", ";"), (",", "\t"), (" ", "\u{a0}")];
            let (from, to) = ends[below(rng, ends.len())];
            *bytes = replaced(bytes, from.as_bytes(), to.as_bytes());
        }
        _ => replace_number(rng, bytes),
    }
}

/// A piece of something that long, mostly short.
fn piece(rng: &mut ChaCha8Rng, len: usize) -> std::ops::Range<usize> {
    let start = below(rng, len + 1);
    let most = (1 << below(rng, 12)).min(len - start);
    start..start + below(rng, most + 1)
}

fn insert(bytes: &mut Vec<u8>, at: usize, new: &[u8]) {
    bytes.splice(at..at, new.iter().copied());
}

fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::with_capacity(bytes.len()), bytes);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(from) {
            out.extend_from_slice(to);
            rest = after;
        } else {
            out.push(rest[0]);
            rest = &rest[1..];
        }
    }
    out
}

fn swap_lines(rng: &mut ChaCha8Rng, bytes: &mut Vec<u8>) {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&b| b == b'\n').collect();
    if lines.len() < 2 {
        return;
    }
    let (a, b) = (below(rng, lines.len()), below(rng, lines.len()));
    lines.swap(a, b);
    *bytes = lines.concat();
}

/// Puts an extreme number where one stands.
fn replace_number(rng: &mut ChaCha8Rng, bytes: &mut Vec<u8>) {
    let is_digit = |b: &u8| b.is_ascii_digit();
    let starts: Vec<usize> = (0..bytes.len())
        .filter(|&i| {
            is_digit(&bytes[i]) && (i == 0 || !(is_digit(&bytes[i - 1]) || bytes[i - 1] == b'.'))
        })
        .collect();
    if starts.is_empty() {
        return;
    }
    let start = starts[below(rng, starts.len())];
    let rest = bytes[start..].iter();
    let end = start + rest.take_while(|b| is_digit(b) || matches!(b, b'.' | b'e')).count();
    bytes.splice(start..end, NUMBERS[below(rng, NUMBERS.len())].bytes());
}
