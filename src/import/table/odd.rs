//! Methods and spreads that can hardly be what they are taken for: the same number everywhere, columns that are only counted,
//! standard deviations larger than the means. Each may be honest, so that a caveat says what was seen.

use super::Grid;
use crate::analysis::Score;
use crate::data::read::text::{listed, shown};

/// With fewer datasets, equal scores are chance.
const LEAST_ROWS: usize = 4;
/// Fewer columns that are only counted may well be variants of a method.
const LEAST_COUNTED: usize = 10;

/// What is odd about a grid.
pub fn caveats(grid: &Grid) -> Vec<String> {
    [constant(grid), counted(grid), swapped(grid)].into_iter().flatten().collect()
}

/// The scores of a method, as far as it has any.
fn of_method(grid: &Grid, method: usize) -> impl Iterator<Item = &Score> {
    grid.cells.iter().filter_map(move |row| row.get(method)?.as_ref())
}

/// Methods that have the same number on every dataset, where others have not: a setting, or a classifier that learns nothing.
fn constant(grid: &Grid) -> Option<String> {
    let is_constant = |method: &usize| {
        let mut means = of_method(grid, *method).map(|score| score.mean);
        let count = of_method(grid, *method).count();
        means.next().is_some_and(|first| count >= LEAST_ROWS && means.all(|mean| mean == first))
    };
    let found: Vec<usize> = (0..grid.methods.len()).filter(is_constant).collect();
    if found.is_empty() || found.len() == grid.methods.len() {
        return None;
    }
    let names: Vec<&str> =
        found.iter().filter_map(|&method| grid.methods.get(method)).map(String::as_str).collect();
    Some(format!(
        "the same number on every dataset: {}; remove the column if it holds something else than scores",
        listed(names.into_iter())
    ))
}

/// Methods that are called by one word and their position, as R and others call columns without names.
fn counted(grid: &Grid) -> Option<String> {
    let parts: Option<Vec<(&str, usize)>> = grid
        .methods
        .iter()
        .map(|name| {
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            Some((stem, name.get(stem.len()..)?.parse().ok()?))
        })
        .collect();
    let parts = parts?;
    let (stem, first) = *parts.first()?;
    let in_order = parts.iter().zip(first..).all(|(part, at)| *part == (stem, at));
    (in_order && parts.len() >= LEAST_COUNTED).then(|| {
        format!(
            "the columns are only counted, {} to {}: they are taken for methods; if they are values of one series or runs of one method, no verdict holds",
            shown(grid.methods.first().map_or("", String::as_str)),
            shown(grid.methods.last().map_or("", String::as_str))
        )
    })
}

/// Standard deviations that are larger than the means nearly everywhere.
fn swapped(grid: &Grid) -> Option<String> {
    let spreads: Vec<bool> = grid
        .cells
        .iter()
        .flatten()
        .flatten()
        .filter_map(|score| Some(score.sd? > score.mean.abs()))
        .collect();
    let larger = spreads.iter().filter(|larger| **larger).count();
    (spreads.len() >= LEAST_ROWS && 10 * larger >= 9 * spreads.len()).then(|| {
        format!(
            "{larger} of {} standard deviations are larger than their means: check that the two are not swapped",
            spreads.len()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::plain;

    fn has(text: &str, words: &str) -> bool {
        plain(text).caveats.iter().any(|caveat| caveat.contains(words))
    }

    #[test]
    fn a_constant_next_to_scores_has_a_caveat() {
        let text = "d,CL,a,b\nw,0.5,0.9,0.8\nx,0.5,0.8,0.7\ny,0.5,0.7,0.9\nz,0.5,0.6,0.55\n";
        assert!(has(text, "the same number on every dataset: CL"), "{:?}", plain(text).caveats);
        assert!(!has(&text.replacen("0.5", "0.4", 1), "the same number"));
        let all = "d,a,b\nw,1,2\nx,1,2\ny,1,2\nz,1,2\n";
        assert!(!has(all, "the same number on every dataset"));
    }

    #[test]
    fn counted_columns_have_a_caveat() {
        let table = |stem: &str, count: usize| {
            let names: Vec<String> = (1..=count).map(|at| format!("{stem}{at}")).collect();
            let row = |name: &str, base: usize| {
                let cells: Vec<String> =
                    (0..count).map(|at| format!("{}.5", base + (at * 7919) % 83)).collect();
                format!("{name},{}\n", cells.join(","))
            };
            format!("d,{}\n{}{}{}", names.join(","), row("x", 1), row("y", 5), row("z", 9))
        };
        assert!(has(&table("V", 12), "only counted, `V1` to `V12`"));
        assert!(!has(&table("GA-", 4), "only counted"));
    }

    #[test]
    fn spreads_larger_than_means_have_a_caveat() {
        let swapped = "d,a,b\nx,0.02 ± 0.9,0.03 ± 0.8\ny,0.01 ± 0.7,0.02 ± 0.6\n";
        assert!(has(swapped, "4 of 4 standard deviations"), "{:?}", plain(swapped).caveats);
        let usual = "d,a,b\nx,0.9 ± 0.02,0.8 ± 0.03\ny,0.7 ± 0.01,0.6 ± 0.02\n";
        assert!(!has(usual, "standard deviations"));
    }
}
