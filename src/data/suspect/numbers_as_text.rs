//! Numbers in a notation that was not read as such: decimal commas, hexadecimal digits, percent signs, currencies, signs between
//! thousands. Every number becomes a level of its own, and their order is lost.

use super::{Found, quoted};
use crate::data::dataset::Dataset;
use crate::data::read::signs::{self, is_number};
use crate::data::read::text::{number, shown, with_point};
use crate::data::table::Values;

/// Fewer levels may well be words that look like numbers.
const FEWEST_LEVELS: usize = 3;

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    let mut found = Vec::new();
    for column in &data.features {
        let Values::Nominal { levels, .. } = &column.values else { continue };
        let Some((what, remedy)) = notation(levels) else { continue };
        let (name, count) = (shown(&column.name), levels.len());
        let examples = quoted(levels.iter().take(3));
        let problem =
            format!("{name} holds numbers {what}, which are {count} levels now: {examples}");
        found.push(Found { column: Some(column.name.clone()), problem, remedy: remedy.to_owned() });
    }
    found
}

/// The notation that all levels have, and what to do about it.
fn notation(levels: &[String]) -> Option<(&'static str, &'static str)> {
    if levels.len() < FEWEST_LEVELS {
        return None;
    }
    let have = |is: fn(&str) -> bool| levels.iter().filter(|level| is(level.trim())).count();
    let plain = have(|level| number(level).is_some());
    let all = |is: fn(&str) -> bool| {
        let some = have(is);
        some >= 2 && some + plain == levels.len()
    };
    match () {
        () if all(has_decimal_comma) => {
            Some(("with decimal commas", "write them with decimal points"))
        }
        () if all(is_hexadecimal) => Some((
            "in hexadecimal",
            "write them in decimal, or leave the column out with `ignore` if they are addresses",
        )),
        () if all(is_percentage) => Some(("with percent signs", "write them without the sign")),
        () if all(is_amount) => Some(("with a currency", "write them without the currency")),
        () if all(has_thousands) => {
            Some(("with signs between thousands", "write them without these signs"))
        }
        () => None,
    }
}

fn has_decimal_comma(text: &str) -> bool {
    with_point(text).is_some()
}

fn is_hexadecimal(text: &str) -> bool {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_hexdigit()))
}

fn is_percentage(text: &str) -> bool {
    text.strip_suffix('%').is_some_and(|value| is_number(value.trim_end()))
}

const CURRENCIES: [&str; 10] = ["$", "€", "£", "¥", "₹", "EUR", "USD", "GBP", "CHF", "JPY"];

fn is_amount(text: &str) -> bool {
    let (sign, rest) = text.split_at(text.len() - signs::unsigned(text).len());
    CURRENCIES.iter().any(|currency| {
        let value = rest.strip_prefix(currency).or_else(|| rest.strip_suffix(currency));
        value.is_some_and(|value| {
            let value = value.trim();
            is_number(value) || has_thousands(&format!("{sign}{value}"))
        })
    })
}

/// `1 250`, `1'250.50`, `1_250`, `1,250`.
fn has_thousands(text: &str) -> bool {
    let unsigned = signs::unsigned(text);
    [' ', '\u{a0}', '\u{202f}', '\'', '’', '_', ',', '.'].into_iter().any(|sign| {
        let decimal = if sign == '.' { ',' } else { '.' };
        let (whole, decimals) = unsigned.split_once(decimal).unwrap_or((unsigned, ""));
        signs::grouped(whole, sign) && decimals.bytes().all(|byte| byte.is_ascii_digit())
    })
}
