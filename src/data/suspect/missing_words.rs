//! Levels that are words for a missing value: `NA`, `nan`, `null`. A file that declares its levels, such as an ARFF file, may
//! declare them, too, and then they are read as any other level.

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
        let Some(place) = levels.iter().position(is_word) else { continue };
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
        let problem =
            format!("{name} has the level {level} in {rows}, which may mean a missing value");
        let remedy =
            format!("read it as missing with missing = [{}]", toml::Value::from(word.as_str()));
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
