//! Scores that stand for something else: -1 or -999 for a run that failed, a number that the metric cannot have, 0 where all
//! else is high, a dataset that is there twice. The first two are refused, because a mean would hide them; the others may be
//! true, so they have a caveat.

use std::collections::{BTreeMap, BTreeSet};

use super::known::{Known, is_any_error};
use super::located::{Single, single_error, singles};
use super::meaning::is_within;
use super::names::words;
use super::structure::ranks;
use super::{Grid, TableOptions};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, number, shown};
use crate::measure::Direction;

/// What programs write where there is no result.
pub const CODES: &[f64] = &[-1.0, -9.0, -99.0, -999.0, -9999.0, 999.0, 9999.0];
/// Why a code is none of the scores.
const OTHERS: &str = "other scores are not below 0 or above 100";
/// A score that others on the dataset, or the other folds, exceed by so much of the range is no zero by bad luck.
const HIGH: f64 = 0.5;
/// So many different scores of a row are hardly those of another row by chance.
const TELLING: usize = 3;

/// Refuses numbers that are no scores of the metric. What most numbers are outside of is another metric, which is noted
/// elsewhere.
pub fn refuse(
    sheet: &Sheet,
    grid: &Grid,
    metric: &str,
    known: Option<&Known>,
    options: &TableOptions,
) -> Result<(), DataError> {
    if options.range.is_some() {
        return Ok(());
    }
    let singles = singles(grid);
    let known = known.map(|known| known.range);
    let found = code(&singles, known).or_else(|| outside(&singles, metric, known?));
    let Some((single, mut why)) = found else { return Ok(()) };
    if why != OTHERS && grid.metric.is_none() && options.metrics.is_empty() {
        why += "; that is the metric by the first cell or the name of the file, and --metric says another";
    }
    let remedy = "empty the cell if the run failed, so that the score counts as missing; correct it, or say --range if such values are possible";
    Err(single_error(sheet, grid, single, &format!("is no score: {why}"), remedy))
}

/// The smallest and the largest score that is no code.
fn ends(singles: &[Single]) -> (f64, f64) {
    let real = || singles.iter().map(|single| single.value).filter(|value| !CODES.contains(value));
    (real().fold(f64::INFINITY, f64::min), real().fold(f64::NEG_INFINITY, f64::max))
}

/// A code of a failed run among shares or percentages.
fn code(singles: &[Single], known: Option<(f64, f64)>) -> Option<(&Single, String)> {
    let (least, most) = ends(singles);
    let shares = least >= 0.0 && most <= 1.0 || least >= 0.0 && most <= 100.0 && most > 2.0;
    let code = |single: &&Single| CODES.contains(&single.value);
    let rare = 4 * singles.iter().filter(code).count() <= singles.len();
    // Correlations reach -1, errors of a target any size.
    let possible = |value: f64| known.is_some_and(|range| is_within(value, range));
    let found = singles.iter().find(|single| code(single) && !possible(single.value));
    let found = found.filter(|_| shares && rare)?;
    Some((found, OTHERS.to_owned()))
}

/// A number that the metric cannot have.
fn outside<'s>(
    singles: &'s [Single],
    metric: &str,
    (low, high): (f64, f64),
) -> Option<(&'s Single, String)> {
    let (_, most) = ends(singles);
    // Percentages are shares, too.
    let unit = if high == 1.0 && most > 2.0 { 100.0 } else { 1.0 };
    let range = (low * unit, high * unit);
    let any_size = is_any_error(metric) && most > 100.0;
    let outside = |single: &&Single| {
        let possible = any_size && single.value > 0.0;
        !possible && !is_within(single.value, range)
    };
    let few = 2 * singles.iter().filter(outside).count() < singles.len();
    let single = singles.iter().find(outside).filter(|_| few)?;
    let name = shown(metric);
    let why = match (range.0.is_finite(), range.1.is_finite()) {
        (true, false) => format!("{name} is never below {}", range.0),
        (false, true) => format!("{name} is never above {}", range.1),
        _ => format!("{name} is between {} and {}", range.0, range.1),
    };
    Some((single, why))
}

/// Warns of zeros next to high scores, where high is good.
pub fn caveats(grid: &Grid, direction: Direction, range: (f64, f64)) -> Vec<String> {
    let (low, high) = range;
    if direction != Direction::Higher || low != 0.0 || !high.is_finite() {
        return Vec::new();
    }
    let is_high = |value: &f64| *value >= HIGH * high;
    let mut found = Vec::new();
    for (dataset, row) in grid.datasets.iter().zip(&grid.cells) {
        for (at, (method, score)) in grid.methods.iter().zip(row).enumerate() {
            let Some(score) = score else { continue };
            let others = || row.iter().enumerate().filter(|(other, _)| *other != at);
            let mut others =
                others().filter_map(|(_, other)| other.as_ref().map(|s| s.mean)).peekable();
            let zeros = score.folds.iter().filter(|fold| **fold == 0.0).count();
            let folds_high = score.folds.iter().filter(|fold| **fold != 0.0).all(is_high);
            if zeros > 0 && zeros < score.folds.len() && folds_high {
                found.push(format!(
                    "{method} on {dataset} (in {zeros} of {} folds)",
                    score.folds.len()
                ));
            } else if score.mean == 0.0
                && others.peek().is_some()
                && others.all(|other| is_high(&other))
            {
                found.push(format!("{method} on {dataset}"));
            }
        }
    }
    if found.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "a score of exactly 0 next to high ones counts as it is: {}; empty the cell if the run failed",
        listed(found.iter().map(String::as_str))
    )]
}

/// A name without its punctuation and case; `None` where its signs are more than separators: C++ and C# are two languages.
fn plain_name(name: &str) -> Option<String> {
    let separates = |c: char| c.is_alphanumeric() || c.is_whitespace() || "_-./,:;()[]".contains(c);
    // A point between digits is part of a number.
    let chars: Vec<char> = name.chars().collect();
    let decimal = chars
        .windows(3)
        .any(|three| three[1] == '.' && three[0].is_ascii_digit() && three[2].is_ascii_digit());
    let plain = words(name).join(" ");
    let decimal = decimal || number(name).is_some();
    (name.chars().all(separates) && !decimal && !plain.is_empty()).then(|| squeezed(&plain))
}

/// Words without the blanks between them, except between two digits: `sine 1 10` and `sine 11 0` are two names.
fn squeezed(words: &str) -> String {
    let mut plain = String::new();
    for word in words.split(' ') {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if digit(plain.chars().last()) && digit(word.chars().next()) {
            plain.push(' ');
        }
        plain.push_str(word);
    }
    plain
}

/// Warns of datasets that may be one: equal scores everywhere, or names that differ in punctuation and case only.
pub fn twins(grid: &Grid) -> Vec<String> {
    let mut rows: BTreeMap<Vec<u64>, &str> = BTreeMap::new();
    let mut names: BTreeMap<String, &str> = BTreeMap::new();
    let (mut equal, mut alike) = (Vec::new(), Vec::new());
    // Many datasets have the same ranks.
    let ranks = ranks::are_held(grid);
    for (dataset, row) in grid.datasets.iter().zip(&grid.cells) {
        if let Some(plain) = plain_name(dataset)
            && let Some(first) = names.insert(plain, dataset)
        {
            alike.push(format!("{first} and {dataset}"));
        }
        let values: Option<Vec<u64>> =
            row.iter().map(|cell| cell.as_ref().map(|score| score.mean.to_bits())).collect();
        // A few round scores are easily equal.
        let telling = |values: &Vec<u64>| values.iter().collect::<BTreeSet<_>>().len() >= TELLING;
        let Some(values) = values.filter(|values| !ranks && telling(values)) else { continue };
        if let Some(first) = rows.insert(values, dataset) {
            equal.push(format!("{first} and {dataset}"));
        }
    }
    let caveat = |pairs: Vec<String>, what: &str| {
        let found = listed(pairs.iter().map(String::as_str));
        (!pairs.is_empty()).then(|| {
            format!("{what} count as different datasets: {found}; remove one if they are the same")
        })
    };
    let equal = caveat(equal, "rows with the same score of every method");
    let alike = caveat(alike, "names that differ in punctuation and case only");
    equal.into_iter().chain(alike).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{plain, refused, with};
    use super::*;

    const FOLDS: &str =
        "dataset,method,fold,accuracy\nx,a,1,0.9\nx,a,2,0.8\nx,b,1,0.7\nx,b,2,0.85\n";

    #[test]
    fn numbers_that_are_no_scores_are_refused_with_their_line() {
        for (value, metric) in
            [("-1", "accuracy"), ("-999", "quality"), ("-0.2", "auc"), ("1.5", "f1")]
        {
            let text = FOLDS.replace("0.8\n", &format!("{value}\n")).replace("accuracy", metric);
            let text = if metric == "quality" { text.replace(metric, "value") } else { text };
            let column = if metric == "quality" { "value" } else { metric };
            refused(&text, Some(3), Some(column), &["no score", "empty the cell", "--range"]);
            let options = TableOptions { range: Some((-1000.0, 2.0)), ..TableOptions::default() };
            assert!(with(&text, &options).is_ok(), "{value}");
        }
        refused(
            "d,a,b\nx,0.9,0.8\ny,-1,0.7\nz,0.9,0.6\n",
            Some(3),
            Some("a"),
            &["-1 on `y` is no score"],
        );
        refused(
            "train_time,a,b\nx,1.5,0.8\ny,-1,0.7\nz,170,60\n",
            Some(3),
            Some("a"),
            &["no score"],
        );
        let folds = "dataset,fold,a,b\nx,1,0.9,0.8\nx,2,0.8,0.7\ny,1,0.9,0.6\ny,2,-1,0.7\n";
        refused(folds, Some(5), Some("a"), &["-1 on `y` is no score"]);
        refused(
            &FOLDS.replace("0.8\n", "-1\n"),
            Some(3),
            Some("accuracy"),
            &["-1 of `a` on `x` is no score"],
        );
    }

    #[test]
    fn possible_numbers_are_scores() {
        for metric in ["kappa", "mcc", "r2", "reward"] {
            plain(&FOLDS.replace("0.8\n", "-1\n").replace("accuracy", metric));
        }
        plain(&FOLDS.replace("0.8\n", "80\n").replace("0.9\n", "99\n").replace("accuracy", "rmse"));
        plain("d,a,b\nx,1,3\ny,-1,2\nz,-2,5\n");
        plain("accuracy,a,b\nx,95.5,83\ny,0.4,72\nz,91,65\n");
    }

    #[test]
    fn zeros_next_to_high_scores_have_a_caveat() {
        let file = plain(&FOLDS.replace("0.8\n", "0\n"));
        assert!(file.caveats.concat().contains("a on x (in 1 of 2 folds)"), "{:?}", file.caveats);
        let file = plain("d,a,b\nx,0.9,0.8\ny,0,0.7\nz,0.9,0.6\n");
        assert!(file.caveats.concat().contains("a on y;"), "{:?}", file.caveats);
        for text in
            ["d,a,b\nx,0.9,0.8\ny,0,0.1\nz,0.9,0.6\n", "error,a,b\nx,0.9,0.8\ny,0,0.7\nz,0.9,0.6\n"]
        {
            assert!(plain(text).caveats.is_empty(), "{text}");
        }
    }

    #[test]
    fn a_dataset_that_is_there_twice_has_a_caveat() {
        let text =
            "d,a,b,c\nsonar,0.91,0.82,0.73\ny,0.8,0.7,0.6\nsonar2,0.91,0.82,0.73\nY,0.5,0.6,0.9\n";
        let caveats = plain(text).caveats.concat();
        assert!(caveats.contains("sonar and sonar2") && caveats.contains("y and Y"), "{caveats}");
        let other = "d,a,b,c\nx,1,1,0.9\ny,1,1,0.9\nmusk1,0.8,0.7,0.6\nmusk2,0.8,0.7,0.61\n";
        assert!(plain(other).caveats.is_empty(), "{:?}", plain(other).caveats);
        let names =
            [("sine_1_10", "sine_11_0"), ("C++", "C#"), ("noise 1.5", "noise 15"), ("-2", "2")];
        for (first, second) in names {
            let text = format!("d,a,b\n{first},0.9,0.8\n{second},0.7,0.6\niris,0.8,0.9\n");
            assert!(plain(&text).caveats.is_empty(), "{first} {:?}", plain(&text).caveats);
        }
        let ranks = "d,a,b,c\nx,1,2,3\ny,1,2,3\nz,2,1,3\n";
        assert!(plain(ranks).caveats.is_empty(), "{:?}", plain(ranks).caveats);
    }
}
