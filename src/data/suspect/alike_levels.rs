//! Levels or classes that are the same word to a reader: `yes` and `Yes `, `1` and `1.0`. Each spelling is a category of its own.

use std::collections::BTreeMap;

use super::{Found, quoted};
use crate::data::dataset::Dataset;
use crate::data::read::text::{number, shown};
use crate::data::table::{Column, Values};

/// With at most this many classes, `a` and `A` are one.
const MOST_CLASSES: usize = 4;

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    let classes = data.targets.iter().filter_map(|column| one(column, "classes"));
    let features = data.features.iter().filter_map(|column| one(column, "levels"));
    classes.chain(features).collect()
}

fn one(column: &Column, what: &str) -> Option<Found> {
    let Values::Nominal { levels, codes } = &column.values else { return None };
    let mut used = vec![false; levels.len()];
    for &code in codes {
        if let Some(slot) = used.get_mut(code as usize) {
            *slot = true;
        }
    }
    let used: Vec<&String> =
        levels.iter().zip(used).filter_map(|(l, used)| used.then_some(l)).collect();
    let numbers = used.iter().all(|level| number(level).is_some());
    // Many classes of one letter are an alphabet, in which case counts; a few levels may be grades.
    let letters = what == "levels" || used.len() > MOST_CLASSES;
    let mut spelled: BTreeMap<String, Vec<&String>> = BTreeMap::new();
    for level in used {
        spelled.entry(plain(level, numbers, letters)).or_default().push(level);
    }
    let alike = spelled.values().find(|spellings| spellings.len() > 1)?;
    let problem = format!(
        "{} has {what} that differ only in how they are written: {}",
        shown(&column.name),
        quoted_exactly(alike)
    );
    let remedy = format!("write them alike in the file if they are the same {what}");
    Some(Found { column: Some(column.name.clone()), problem, remedy })
}

/// A level without what does not make it another word. The case of a single letter often does: grades `a` and `A`. Then
/// `letters` is set.
fn plain(level: &str, numbers: bool, letters: bool) -> String {
    // Adult's test part writes `<=50K.`; blanks without width are left by web pages.
    let level = level.replace(['\u{200b}', '\u{200c}', '\u{200d}', '\u{feff}'], "");
    let words: Vec<&str> = level.split_whitespace().collect();
    let joined = words.join(" ");
    let joined = joined.strip_suffix('.').filter(|_| !numbers).unwrap_or(&joined).to_owned();
    match number(&joined) {
        // Adding zero makes minus zero zero.
        Some(value) if numbers => (value + 0.0).to_string(),
        _ if letters && joined.chars().count() < 2 => joined,
        _ => joined.to_lowercase(),
    }
}

fn quoted_exactly(levels: &[&String]) -> String {
    quoted(levels.iter().take(3).copied())
}
