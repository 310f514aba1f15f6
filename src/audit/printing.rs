//! How a number may get onto paper other than by rounding it once: conventions of printing, as data, tried on every
//! computed value. They must not know what the number means.

use crate::num::math;
use crate::published::Printed;

/// A convention of printing.
#[derive(Debug)]
pub struct Printing {
    /// A few words, as in "match under a convention: ...".
    pub name: &'static str,
    /// The rule.
    pub about: &'static str,
    /// Where it is found.
    pub example: &'static str,
    /// Whether a value may have been printed like that.
    pub prints: fn(f64, &Printed) -> bool,
}

/// Every convention of printing.
pub const PRINTINGS: &[Printing] = &[
    Printing {
        name: "truncated instead of rounded",
        about: "the digits after the last printed one are cut off",
        example: "Melki 2018, table 4.6: 0.8039 for 0.80396",
        prints: |value, printed| {
            let unit = 2.0 * printed.half_unit();
            let cut = (value / unit * (1.0 + 1e-12)).trunc() * unit;
            (cut - printed.value()).abs() < 0.5 * unit
        },
    },
    Printing {
        name: "rounded twice",
        about: "rounded to one digit more (or to six decimals) first, then to the printed digits",
        example: "Melki 2018, table 3.4: 4.3e-2 for 0.04248",
        prints: |value, printed| {
            let finer = printed.half_unit() / 5.0;
            let once = (value / finer).round() * finer;
            let six_decimals = (value * 1e6).round() / 1e6;
            printed.rounds_to(once) || (six_decimals > 0.0 && printed.rounds_to(six_decimals))
        },
    },
    Printing {
        name: "rounded to one digit less, and a zero added",
        about: "the last printed digit is a zero that nobody computed",
        example: "Bollipo 2021, table 5.2: 96.40 for 96.41",
        prints: |value, printed| {
            let coarser = 20.0 * printed.half_unit();
            printed.text().ends_with('0')
                && printed.text().contains('.')
                && printed.rounds_to((value / coarser).round() * coarser)
        },
    },
];

/// Whether a printed zero stands for a p that is not near it: `0` for any p below a half says nothing.
pub fn is_empty_zero(value: f64, printed: &Printed) -> bool {
    printed.value() == 0.0 && value > 5e-4
}

/// Whether two numbers, written alike, differ by one slip: one digit of at least three, or the exponent of at least two
/// digits, by at most three.
pub fn is_slip(value: f64, printed: &Printed) -> bool {
    let ours = printed.like(value);
    let split = |text: &str| -> (String, String) {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, ""));
        (mantissa.to_owned(), exponent.to_owned())
    };
    let ((our_digits, our_power), (digits, power)) = (split(&ours), split(printed.text()));
    let differing = our_digits.chars().zip(digits.chars()).filter(|(a, b)| a != b).count();
    let same_length = our_digits.chars().count() == digits.chars().count();
    let places = |text: &str| {
        text.trim_start_matches(['0', '.', '-']).chars().filter(char::is_ascii_digit).count()
    };
    match (differing, our_power == power) {
        (0, false) => {
            let number = |power: &str| power.parse::<i32>().ok();
            let distance = number(&our_power).zip(number(&power)).map(|(a, b)| a.abs_diff(b));
            same_length && places(&digits) >= 2 && distance.is_some_and(|distance| distance <= 3)
        }
        (1, true) => same_length && places(&digits) >= 3,
        // An exponent in one notation only: 0.0018 for 0.00018.
        _ if power.is_empty() && value != 0.0 && printed.value() != 0.0 => {
            let ratio = math::ln(printed.value() / value) / std::f64::consts::LN_10;
            let whole = ratio.round();
            whole != 0.0
                && whole.abs() <= 3.0
                && places(&digits) >= 3
                && printed.rounds_to(value * 10_f64.powi(whole as i32))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prints(name: &str, value: f64, text: &str) -> bool {
        let printing = PRINTINGS.iter().find(|printing| printing.name.contains(name)).unwrap();
        (printing.prints)(value, &Printed::new(text).unwrap())
    }

    #[test]
    fn conventions_of_printing() {
        assert!(prints("truncated", 0.80396, "0.8039") && !prints("truncated", 0.80404, "0.8039"));
        assert!(prints("truncated", 97.037, "97.03") && prints("truncated", 5.4868, "5.48"));
        assert!(prints("twice", 0.04248, "4.3e-2") && !prints("twice", 0.04242, "4.3e-2"));
        assert!(prints("twice", 2.4e-6, "2.0e-6") && !prints("twice", 0.2, "0.3"));
        assert!(prints("zero added", 96.4103, "96.40") && !prints("zero added", 96.46, "96.40"));
    }

    #[test]
    fn one_slip_and_no_more() {
        let slip = |value, text| is_slip(value, &Printed::new(text).unwrap());
        assert!(slip(96.8333, "96.73") && slip(1.8e-4, "1.8e-5") && slip(0.00018, "0.00180"));
        assert!(!slip(96.8333, "95.73") && !slip(2.8e-5, "1.8e-5") && !slip(17.0, "16"));
        assert!(!slip(3.55, "4.41"));
        assert!(!slip(1e-4, "1e-5"), "one digit is too few");
        assert!(slip(1.8e-5, "1.8e-8") && !slip(1.8e-5, "1.8e-9"), "too far away");
    }
}
