//! Columns of p-values next to methods. Their names are known, but a method may be called `P` as well, so that their numbers
//! must be unlike scores: far from those of the other columns, or small where no score is.

use super::super::metric_names::kinds::is_p_value;
use super::super::names::words;
use super::next::Found;
use super::possible::{self, Numbers};

/// The usual level: p-values are below it now and then, and scores hardly ever are.
const SMALL: f64 = 0.05;

/// What a column of such a name and with numbers between 0 and 1 is.
pub fn find(name: &str, others: &[&str], column: &Numbers, numbers: &[&Numbers]) -> Option<Found> {
    let mut known = column.iter().flatten().peekable();
    known.peek()?;
    if !is_p_value(&words(name)) || !possible::are_within(&[column], (0.0, 1.0)) {
        return None;
    }
    let (least, most) = possible::range(numbers);
    let is_small = known.any(|printed| printed.value < SMALL) && least >= SMALL;
    let is_beyond = possible::is_mostly_outside(column, (least, most));
    let is_letter = words(name).concat() == "p";
    let is_one_of = is_letter && others.iter().any(|other| other.trim().chars().count() == 1);
    let is_apart = least > 1.0 || (is_small && !is_one_of) || (is_beyond && !is_letter);
    Some(if is_apart {
        Found::LeftOut("is taken for p-values, by its name and its numbers, and left out; rename it if it is a method".to_owned())
    } else if is_small || is_beyond && !is_one_of {
        Found::Unclear(
            "may hold p-values, by its name, or be a method",
            "remove the column if it holds p-values; rename it if it is a method",
        )
    } else if is_letter {
        Found::Noted("is taken for a method; remove it if it holds p-values".to_owned())
    } else {
        Found::Unclear(
            "is called p-values, but its numbers are like those of the other columns",
            "remove the column if it holds p-values; rename it if it is a method",
        )
    })
}
