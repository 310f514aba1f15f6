//! Yes or no for every row of a test part, written short: `30:3fffbfff` is thirty answers in hexadecimal digits, four
//! answers a digit, the first answer highest.

use serde::{Deserialize, Serialize};

/// Answers in row order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Bits(pub Vec<bool>);

impl From<Bits> for String {
    fn from(bits: Bits) -> String {
        let digit = |four: &[bool]| {
            let value = (0..4).fold(0, |sum, i| 2 * sum + u32::from(four.get(i) == Some(&true)));
            char::from_digit(value, 16).unwrap_or('0')
        };
        let digits: String = bits.0.chunks(4).map(digit).collect();
        format!("{}:{digits}", bits.0.len())
    }
}

impl TryFrom<String> for Bits {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Bits, &'static str> {
        const WRONG: &str = "not a list of answers such as `5:f8`";
        let (count, digits) = text.split_once(':').ok_or(WRONG)?;
        let count: usize = count.parse().map_err(|_| WRONG)?;
        if digits.len() != count.div_ceil(4) {
            return Err(WRONG);
        }
        let mut answers = Vec::with_capacity(4 * digits.len());
        for digit in digits.chars() {
            let value = digit.to_digit(16).ok_or(WRONG)?;
            answers.extend((0..4).map(|place| value & (8 >> place) != 0));
        }
        if answers[count..].contains(&true) {
            return Err(WRONG);
        }
        answers.truncate(count);
        Ok(Bits(answers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn by_hand() {
        let bits = Bits(vec![true, false, true, true, true]);
        assert_eq!(String::from(bits), "5:b8");
        for wrong in ["", "5", "5:b", "5:b80", "5:bg", "x:b8", "5:b9", "-1:", "5:é"] {
            assert!(Bits::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(answers in prop::collection::vec(any::<bool>(), 0..100)) {
            let text = String::from(Bits(answers.clone()));
            prop_assert_eq!(Bits::try_from(text), Ok(Bits(answers)));
        }
    }
}
