//! What a program writes for people: the end of it is kept, the length counted, and whoever waits knows when it is over.

use std::io::Read;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes that are kept.
const KEPT: usize = 1 << 20;

/// More than this is no message any more.
const MOST: u64 = 64 << 20;

/// The output of a program so far.
#[derive(Default)]
pub struct Said(Mutex<Tail>);

#[derive(Default)]
struct Tail {
    bytes: Vec<u8>,
    total: u64,
    /// Streams that are still read.
    open: usize,
}

impl Said {
    fn tail(&self) -> MutexGuard<'_, Tail> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a stream that will be listened to.
    pub fn expect(&self) {
        self.tail().open += 1;
    }

    /// Takes everything from a stream until it ends.
    pub fn listen(&self, mut from: impl Read) {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match from.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => {
                    let mut tail = self.tail();
                    tail.total += length as u64;
                    tail.bytes.extend_from_slice(&buffer[..length]);
                    if tail.bytes.len() > 2 * KEPT {
                        let surplus = tail.bytes.len() - KEPT;
                        tail.bytes.drain(..surplus);
                    }
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.tail().open -= 1;
    }

    /// Whether all streams have ended.
    pub fn is_over(&self) -> bool {
        self.tail().open == 0
    }

    /// Whether what was written after the first `start` bytes is more than any message needs.
    pub fn is_too_much(&self, start: u64) -> bool {
        self.tail().total.saturating_sub(start) > MOST
    }

    /// Bytes written so far.
    pub fn length(&self) -> u64 {
        self.tail().total
    }

    /// What was written after the first `start` bytes, as far as it is kept.
    pub fn since(&self, start: u64) -> String {
        let tail = self.tail();
        let wanted = usize::try_from(tail.total.saturating_sub(start)).unwrap_or(usize::MAX);
        let first = tail.bytes.len().saturating_sub(wanted);
        String::from_utf8_lossy(&tail.bytes[first..]).into_owned()
    }
}

/// The end of a text, from the start of a line if there is one, of at most so many bytes.
pub fn end_of(text: &str, most: usize) -> &str {
    let text = text.trim_end();
    let mut first = text.len().saturating_sub(most);
    if first == 0 {
        return text;
    }
    while !text.is_char_boundary(first) {
        first += 1;
    }
    let end = &text[first..];
    end.split_once('\n').map_or(end, |(_, lines)| lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_kept_and_the_length_counted() {
        let said = Said::default();
        said.expect();
        assert!(!said.is_over());
        let long = std::iter::repeat_n(b'a', 5 * KEPT).chain(*b"end").collect::<Vec<u8>>();
        said.listen(long.as_slice());
        assert!(said.is_over() && !said.is_too_much(0));
        assert_eq!(said.length(), 5 * KEPT as u64 + 3);
        assert_eq!(said.since(5 * KEPT as u64), "end");
        assert!(said.since(0).len() >= KEPT && said.since(0).ends_with("aend"));
        assert_eq!(said.since(u64::MAX), "");
    }

    #[test]
    fn an_end_is_whole_lines_and_whole_characters() {
        assert_eq!(end_of("one\ntwo\n", 100), "one\ntwo");
        assert_eq!(end_of("one\ntwo\nthree", 9), "three");
        assert_eq!(end_of("ééééé", 3), "é");
        assert_eq!(end_of("", 3), "");
    }
}
