//! Labels of multi-label files. MEKA writes how many there are into the relation, `@relation 'name: -C 3'`; where the number is
//! negative, they are the last attributes. Which of them is predicted, the user must say.

use std::path::Path;

use super::super::ReadOptions;
use super::super::text::listed;
use super::declare::Head;
use crate::data::error::DataError;

/// The names of the labels that the relation declares; none if it declares none.
pub fn declared(head: &Head) -> Vec<String> {
    let quotes = |c: char| matches!(c, '\'' | '"');
    let count = head.relation.split_once(':').and_then(|(_, options)| {
        let mut words = options.split_whitespace();
        words.find(|word| word.eq_ignore_ascii_case("-c"))?;
        words.next()?.trim_matches(quotes).parse::<i32>().ok()
    });
    let (names, count) = (head.names(), count.unwrap_or(0));
    let number = count.unsigned_abs() as usize;
    // A file has at least one attribute that is no label.
    if number >= names.len() {
        return Vec::new();
    }
    let first = if count < 0 { names.len() - number } else { 0 };
    names.iter().skip(first).take(number).map(ToString::to_string).collect()
}

/// The target where none is named: the only label, or the last attribute. Of several labels one must be chosen.
pub fn default_target(
    file: &Path,
    labels: &[String],
    names: &[&str],
    options: &ReadOptions,
) -> Result<Vec<String>, DataError> {
    if !options.sniff || !options.target.is_empty() {
        return Ok(names.last().map(ToString::to_string).into_iter().collect());
    }
    match labels {
        [] => Ok(names.last().map(ToString::to_string).into_iter().collect()),
        [only] => Ok(vec![only.clone()]),
        [first, others @ ..] => {
            let all = listed(labels.iter().map(String::as_str));
            let problem = format!("the file has {} labels for every row: {all}", labels.len());
            let remedy = format!(
                "predict one at a time: target = {} with ignore = {}",
                toml::Value::from(first.as_str()),
                toml::Value::from(others.to_vec())
            );
            Err(DataError::file(file, problem, remedy))
        }
    }
}

/// What is said of labels that are neither predicted nor left out.
pub fn note(labels: &[String], target: &[String], options: &ReadOptions) -> Option<String> {
    let is_predicted = labels.iter().any(|label| target.contains(label));
    let others = labels.iter().filter(|l| !target.contains(l) && !options.unread.contains(l));
    let others: Vec<String> = others.cloned().collect();
    let is_said = options.sniff && is_predicted && !others.is_empty();
    is_said.then(|| {
        let list = toml::Value::from(others);
        format!("the other labels of the file are features; `ignore = {list}` leaves them out")
    })
}
