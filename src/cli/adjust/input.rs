//! P-values as people have them: numbers on the command line, `NAME=P`, or a file, whose lines are read in `columns`.

use std::path::Path;

use super::super::exit::Refusal;
use super::{columns, named};
use crate::data::load;
use crate::data::read::forms;
use crate::data::read::text::shown;
use crate::files;

/// A p-value and what it belongs to.
#[derive(Debug, Clone, PartialEq)]
pub struct Hypothesis {
    /// Its name; empty if it has none.
    pub name: String,
    /// In [0, 1].
    pub p: f64,
}

/// What one argument holds.
#[derive(Debug, Default)]
pub struct Read {
    /// The p-values in their order.
    pub hypotheses: Vec<Hypothesis>,
    /// What was guessed.
    pub notes: Vec<String>,
}

/// Reads an argument of the command line.
pub fn read(argument: &str, column: Option<&str>) -> Result<Read, Refusal> {
    let path = Path::new(argument);
    // A link that leads nowhere is a file that cannot be read, too.
    if argument == "-" || (path.symlink_metadata().is_ok() && !path.is_dir()) {
        let (text, note) = text_of(path)?;
        let mut read = columns::read(path, &text, column)?;
        read.notes.splice(0..0, note.map(|note| format!("{}: {note}", named(path))));
        return Ok(read);
    }
    if let Some((name, value)) = argument.rsplit_once('=').filter(|(name, _)| !name.is_empty()) {
        let p = p_value(value, &format!("the p-value of {}", shown(name)))?;
        // `p=0.01` names nothing.
        let name = if columns::is_p(name.trim()) { "" } else { name.trim() };
        return Ok(Read::one(name, p));
    }
    if let Some(list) = list_of(argument) {
        let place = |part: &str| p_value(part, "the p-value").map(|p| (String::new(), p));
        let values: Result<Vec<_>, Refusal> = list.into_iter().map(place).collect();
        return Ok(Read::of(values?));
    }
    if looks_like_a_value(argument) {
        return p_value(argument, "the p-value").map(|p| Read::one("", p));
    }
    if let Some((name, _)) = argument.split_once(['<', '>']) {
        return Err(Refusal::usage(format!(
            "the p-value of {} is no single number in {}\nhelp: give the p-value itself, with all digits: NAME=0.0004",
            shown(name.trim()),
            shown(argument)
        )));
    }
    let what = if path.is_dir() { "is a folder" } else { "is neither a p-value nor a file" };
    Err(Refusal::usage(format!(
        "{} {what}\nhelp: write p-values as 0.01 or NAME=0.01, or name a file that holds them",
        shown(argument)
    )))
}

impl Read {
    fn one(name: &str, p: f64) -> Read {
        Read::of(vec![(name.to_owned(), p)])
    }

    pub(super) fn of(values: Vec<(String, f64)>) -> Read {
        let hypotheses = values.into_iter().map(|(name, p)| Hypothesis { name, p }).collect();
        Read { hypotheses, notes: Vec::new() }
    }
}

/// Whether a text was meant as a number, and not as the name of a file.
pub(super) fn looks_like_a_value(text: &str) -> bool {
    let text = text.trim();
    let special = ["nan", "na", "inf", "-inf", "infinity"].contains(&text.to_lowercase().as_str());
    special
        || text.is_empty()
        || text.starts_with(|c: char| c.is_ascii_digit() || "+-.<>".contains(c))
}

/// `0.01,0.04` is a list; `0,01` may be one number with a decimal comma and is refused as a number.
fn list_of(argument: &str) -> Option<Vec<&str>> {
    let parts: Vec<&str> =
        argument.split([',', ';', ' ']).filter(|part| !part.is_empty()).collect();
    let is_decimal = |part: &&str| part.contains(['.', 'e', 'E']) && part.parse::<f64>().is_ok();
    (parts.len() > 1 && parts.iter().all(is_decimal)).then_some(parts)
}

/// A p-value, or what is wrong with it.
pub(super) fn p_value(text: &str, what: &str) -> Result<f64, Refusal> {
    let text = text.trim();
    let refused = |problem: &str, remedy: &str| {
        Refusal::usage(format!("{what} is {}, {problem}\nhelp: {remedy}", shown(text)))
    };
    let number = text.parse::<f64>().ok();
    match number {
        Some(p) if p.is_nan() => Err(refused("not a number", MISSING)),
        Some(p) if (0.0..=1.0).contains(&p) => Ok(p.abs()),
        Some(_) => {
            Err(refused("and p-values lie between 0 and 1", "check the number or the column"))
        }
        None if text.is_empty() || text.eq_ignore_ascii_case("na") => {
            Err(refused("which is missing", MISSING))
        }
        None if text.starts_with(['<', '>']) => {
            Err(refused("which is no single number", "give the p-value itself, with all digits"))
        }
        None if text.ends_with('%') => Err(refused("not a number", "write 5% as 0.05")),
        None if text.replacen(',', ".", 1).parse::<f64>().is_ok() => {
            Err(refused("not a number", "write a point for the decimals: 0.01"))
        }
        None => Err(refused("not a number", "write p-values as 0.01 or 1e-5")),
    }
}

const MISSING: &str =
    "a family needs the p-value of every comparison; leave out only what was never tested";

/// Bytes of a file of p-values.
const MOST: u64 = 50_000_000;

/// The text of a file, gzipped or not, and a note where it is not UTF-8.
fn text_of(path: &Path) -> Result<(String, Option<String>), Refusal> {
    let file = files::shown_name(path);
    let bytes =
        files::read_any(path, MOST).map_err(|e| load::unreadable(file, &e, "check the path"))?;
    let bytes = load::decompress(file, bytes, MOST)?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Ok((String::new(), None));
    }
    let (text, note) = forms::text_of(file, &bytes)?;
    Ok((text.into_owned(), note))
}
