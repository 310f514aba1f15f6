//! Levels that are words for a missing value: `NA`, `nan`, `null`. A file that declares its levels, such as an ARFF file, may
//! declare them, too, and then they are read as any other level. A word such as `-` is missing among numbers and a level elsewhere.

use super::Found;
use crate::data::dataset::Dataset;
use crate::data::read::text::shown;
use crate::data::table::Values;

/// In any case; `none` is left out, because it often is an answer.
const WORDS: [&str; 7] = ["na", "n/a", "#n/a", "nan", "null", "nil", "<na>"];

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    let mut found = Vec::new();
    for column in &data.features {
        let Values::Nominal { levels, codes } = &column.values else { continue };
        let is_word = |level: &String| {
            WORDS.contains(&level.trim().to_lowercase().as_str()) || level.trim() == "None"
        };
        let elsewhere = |level: &String| data.facts.missing_words.contains(level);
        let Some(place) = levels.iter().position(|l| elsewhere(l) || is_word(l)) else { continue };
        let word = &levels[place];
        if is_one_of_codes(word, levels) {
            continue;
        }
        let times = codes.iter().filter(|&&code| code as usize == place).count();
        if times == 0 {
            continue;
        }
        let name = shown(&column.name);
        let (level, rows) = (shown(word), crate::words::count(times, "row", "rows"));
        let why = match elsewhere(word) {
            true => "is taken for a missing value in other columns",
            false => "may mean a missing value",
        };
        let problem = format!("{name} has the level {level} in {rows}, which {why}");
        // Words that are listed are the only ones that count.
        let mut words = data.facts.missing_words.clone();
        if !elsewhere(word) {
            words.push(word.clone());
        }
        let remedy = format!("read it as missing with missing = {}", toml::Value::from(words));
        found.push(Found { column: Some(column.name.clone()), problem, remedy });
    }
    found
}

/// Whether a word is one of many of the same kind: `NA` among codes of countries or chemical elements.
fn is_one_of_codes(word: &str, levels: &[String]) -> bool {
    let length = word.chars().count();
    let same = |level: &&String| {
        level.chars().count() == length && level.chars().all(|c| c.is_uppercase())
    };
    word.chars().all(|c| c.is_uppercase()) && levels.iter().filter(same).count() > 5
}
