//! A number as it stands on paper: the text, its value and what its last digit is worth. It must not know what the number
//! means.

use std::fmt;

/// Nobody prints more letters in one number.
const MOST_LETTERS: usize = 40;

/// A printed number such as `1.8e-5`.
#[derive(Debug, Clone, PartialEq)]
pub struct Printed {
    text: String,
    value: f64,
    half_unit: f64,
}

impl Printed {
    /// Reads a number; `None` if the text is none.
    pub fn new(text: &str) -> Option<Printed> {
        let text = Some(text.trim()).filter(|text| text.len() <= MOST_LETTERS)?;
        let value: f64 = text.parse().ok().filter(|value: &f64| value.is_finite())?;
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse().ok()?),
            None => (text, 0),
        };
        let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let last_place = i32::checked_sub(exponent, i32::try_from(decimals).ok()?)?;
        let half_unit = 0.5 * 10_f64.powi(last_place);
        Some(Printed { text: text.to_owned(), value, half_unit })
    }

    /// A count, which is printed as it is.
    pub fn count(count: usize) -> Printed {
        Printed { text: count.to_string(), value: count as f64, half_unit: 0.5 }
    }

    /// As printed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Half a unit of the last printed place.
    pub fn half_unit(&self) -> f64 {
        self.half_unit
    }

    /// Whether a value rounds to it. The slack is for values on the border, which binary fractions cannot hold exactly.
    pub fn rounds_to(&self, value: f64) -> bool {
        self.meets(value, value)
    }

    /// Whether a value between two others may round to it.
    pub fn meets(&self, low: f64, high: f64) -> bool {
        let slack = self.half_unit * (1.0 + 1e-9);
        low - slack <= self.value && self.value <= high + slack
    }

    /// Another value, written as this one is.
    pub fn like(&self, value: f64) -> String {
        match self.text.split_once(['e', 'E']) {
            Some((mantissa, _)) => {
                let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len());
                format!("{value:.decimals$e}")
            }
            None => {
                let decimals = self.text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
                format!("{value:.decimals$}")
            }
        }
    }
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Numbers stand in claim files as text, so that their digits are kept; a whole number may stand for itself.
impl<'de> serde::Deserialize<'de> for Printed {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Printed, D::Error> {
        struct Words;
        impl serde::de::Visitor<'_> for Words {
            type Value = Printed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number in quotes, with the digits that are printed")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Printed, E> {
                Printed::new(text)
                    .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }

            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Printed, E> {
                self.visit_str(&number.to_string())
            }
        }
        deserializer.deserialize_any(Words)
    }
}

/// A printed level of a test: larger than 0 and smaller than 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Level(Printed);

impl Level {
    /// The number.
    pub fn value(&self) -> f64 {
        self.0.value()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> serde::Deserialize<'de> for Level {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        let printed = Printed::deserialize(deserializer)?;
        if printed.value() > 0.0 && printed.value() < 1.0 {
            return Ok(Level(printed));
        }
        let told = format!(
            "`{printed}` is no level of a test: it must lie between 0 and 1, as \"0.05\" does"
        );
        Err(serde::de::Error::custom(told))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> Printed {
        Printed::new(text).unwrap()
    }

    #[test]
    fn the_last_place_counts() {
        assert_eq!(printed("1.8e-5").half_unit(), 0.5e-6);
        assert_eq!(printed("16").half_unit(), 0.5);
        assert!(printed("0.25").rounds_to(0.2549) && !printed("0.25").rounds_to(0.2551));
        assert!(printed("6.7206").rounds_to(6.72055), "the border belongs to both");
        assert!(printed("2.0").meets(1.5, 1.96) && !printed("2.0").meets(1.5, 1.94));
    }

    #[test]
    fn other_values_are_written_alike() {
        assert_eq!(printed("1.8e-5").like(1.84e-4), "1.8e-4");
        assert_eq!(printed("96.73").like(96.8333), "96.83");
        assert_eq!(printed("7").like(6.2), "6");
    }

    #[test]
    fn words_and_endless_numbers_are_none() {
        let endless = "0".repeat(70_000);
        for text in ["", "abc", "inf", "NaN", "1e999999999999", "--1", "1e400", &endless] {
            assert!(Printed::new(text).is_none(), "{text}");
        }
    }
}
