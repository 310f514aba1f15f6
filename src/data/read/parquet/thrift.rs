//! Walks over the headers inside a Parquet file, which are in Thrift's compact form, without building anything from them. What
//! builds them takes memory for as many elements as a list declares; here no list may declare more elements than bytes follow.

/// Structures and lists inside each other.
const DEEPEST: usize = 16;

/// Walks over one structure at the beginning of `bytes`: how many bytes it takes, `None` if it is damaged. `number` is given every
/// whole number outside of lists, with the fields that lead to it.
pub fn walk(bytes: &[u8], number: &mut dyn FnMut(&[i64], i64)) -> Option<usize> {
    let mut walker = Walker { rest: bytes, path: Vec::new(), number };
    walker.fields(true)?;
    Some(bytes.len() - walker.rest.len())
}

struct Walker<'b, 'n> {
    rest: &'b [u8],
    path: Vec<i64>,
    number: &'n mut dyn FnMut(&[i64], i64),
}

impl Walker<'_, '_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn skip(&mut self, count: u64) -> Option<()> {
        self.rest = self.rest.get(usize::try_from(count).ok()?..)?;
        Some(())
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    fn zigzag(&mut self) -> Option<i64> {
        let value = self.varint()?;
        Some((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    fn fields(&mut self, report: bool) -> Option<()> {
        if self.path.len() > DEEPEST {
            return None;
        }
        let mut field: i64 = 0;
        loop {
            let head = self.byte()?;
            if head & 0x0f == 0 {
                return Some(());
            }
            field = match head >> 4 {
                0 => self.zigzag()?,
                step => field.checked_add(i64::from(step))?,
            };
            self.path.push(field);
            // The type of a truth value is the value.
            if !matches!(head & 0x0f, 1 | 2) {
                self.value(head & 0x0f, report)?;
            }
            self.path.pop();
        }
    }

    fn value(&mut self, kind: u8, report: bool) -> Option<()> {
        match kind {
            1..=3 => self.skip(1),
            4..=6 => {
                let value = self.zigzag()?;
                if report {
                    (self.number)(&self.path, value);
                }
                Some(())
            }
            7 => self.skip(8),
            8 => {
                let length = self.varint()?;
                self.skip(length)
            }
            9 | 10 => {
                let head = self.byte()?;
                let count = match u64::from(head >> 4) {
                    15 => self.varint()?,
                    few => few,
                };
                self.elements(count, &[head & 0x0f])
            }
            11 => match self.varint()? {
                0 => Some(()),
                count => {
                    let kinds = self.byte()?;
                    self.elements(count, &[kinds >> 4, kinds & 0x0f])
                }
            },
            12 => self.fields(report),
            _ => None,
        }
    }

    fn elements(&mut self, count: u64, kinds: &[u8]) -> Option<()> {
        // A list of lists takes as little as one byte for each, and would end the program for want of stack.
        if count > self.rest.len() as u64 || self.path.len() > DEEPEST {
            return None;
        }
        self.path.push(-1);
        for _ in 0..count {
            for kind in kinds {
                self.value(*kind, false)?;
            }
        }
        self.path.pop();
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(bytes: &[u8]) -> (Option<usize>, Vec<(Vec<i64>, i64)>) {
        let mut found = Vec::new();
        let length = walk(bytes, &mut |path, value| found.push((path.to_vec(), value)));
        (length, found)
    }

    #[test]
    fn structures_are_walked_to_their_end() {
        // Field 1: -3; field 5: a structure whose field 2 is 300; field 6: "ab"; field 7: two truth values.
        let bytes = [0x15, 5, 0x4c, 0x25, 0xd8, 4, 0, 0x18, 2, b'a', b'b', 0x19, 0x21, 1, 2, 0, 9];
        let (length, found) = numbers(&bytes);
        assert_eq!(length, Some(bytes.len() - 1));
        assert_eq!(found, [(vec![1], -3), (vec![5, 2], 300)]);
        for cut in 0..bytes.len() - 1 {
            assert_eq!(numbers(&bytes[..cut]).0, None, "{cut}");
        }
    }

    #[test]
    fn lists_that_declare_more_than_follows_and_depth_without_end_are_damage() {
        // A list of 2^31 structures.
        assert_eq!(numbers(&[0x19, 0xfc, 0x80, 0x80, 0x80, 0x80, 8, 0, 0]).0, None);
        assert_eq!(numbers(&[0x1c; 10_000]).0, None);
        // Structures, lists and maps inside each other, a million times.
        for byte in [0x1c, 0x19, 0x1b] {
            assert_eq!(numbers(&vec![byte; 1_000_000]).0, None);
        }
        assert_eq!(numbers(&[0x19, 0x19, 0x19, 0x19, 0]).0, None);
        assert_eq!(
            numbers(&[0x15, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]).0,
            None
        );
    }
}
