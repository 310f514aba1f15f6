//! One quantity that is printed in two places must be printed alike.

use super::{Finding, Verdict};
use crate::published::{Library, Paper, Place, Same};

/// Compares everything that a paper prints twice.
pub fn same(library: &Library, paper: &Paper) -> Vec<Finding> {
    let compared = |same: &Same| {
        let mut findings = compare(library, same);
        // Told where this paper prints it, if the first place is another paper's.
        let table = |place: &str| place.split(':').next().unwrap_or_default().to_owned();
        let own = [table(&same.a), table(&same.b)].into_iter().find(|t| paper.table(t).is_some());
        if let Some(own) = own {
            findings.iter_mut().for_each(|finding| finding.table.clone_from(&own));
        }
        findings
    };
    paper.same.iter().flat_map(compared).collect()
}

fn compare(library: &Library, same: &Same) -> Vec<Finding> {
    let (a, b) = match (library.place(&same.a, same.part), library.place(&same.b, same.part)) {
        (Ok(a), Ok(b)) => (a, b),
        // The library was checked when it was read.
        (Err(problem), _) | (_, Err(problem)) => {
            return vec![
                Finding::new(&same.a, &same.what, Verdict::NotRecomputable).because(problem),
            ];
        }
    };
    let mut differing = Vec::new();
    let mut compared = 0;
    for (column_a, column_b) in columns(&a, &b) {
        for (row_a, row_b) in rows(&a, &b) {
            let (first, second) = (a.cells.text(row_a, column_a), b.cells.text(row_b, column_b));
            compared += 1;
            if first != second {
                let dataset = &a.cells.datasets[row_a];
                differing.push((dataset, &a.cells.methods[column_a], first, second));
            }
        }
    }
    let (here, there) = (&a.table.name, &b.table.name);
    let quantity = match here == there {
        true => same.what.clone(),
        false => format!("{}, here and in {there}", same.what),
    };
    if differing.is_empty() {
        return vec![
            Finding::new(here, &quantity, Verdict::Match)
                .printed(format!("{compared} cells"))
                .computed("the same"),
        ];
    }
    // A column that differs nearly everywhere is one fault, not many.
    let column = differing[0].1;
    let one_column = differing.iter().all(|(_, method, ..)| *method == column);
    if differing.len() > 4 && one_column {
        return vec![
            Finding::new(here, &quantity, Verdict::Contradiction)
                .printed(format!("{compared} cells"))
                .computed(format!("{} of the column {column} differ", differing.len()))
                .because(format!(
                    "the first: {} {} here, {} there",
                    differing[0].0, differing[0].2, differing[0].3
                )),
        ];
    }
    let finding = |(dataset, method, first, second): &(&String, &String, &str, &str)| {
        Finding::new(here, &format!("{quantity}: {dataset}, {method}"), Verdict::Contradiction)
            .printed(format!("{first} and {second}"))
            .computed("one value")
            .because(format!("{first} in {}, {second} in {}", a.table.citation, b.table.citation))
    };
    differing.iter().map(finding).collect()
}

/// Columns to compare: the two that are named, or those with the same name.
fn columns(a: &Place<'_>, b: &Place<'_>) -> Vec<(usize, usize)> {
    if let ([one], [other]) = (a.columns.as_slice(), b.columns.as_slice()) {
        return vec![(*one, *other)];
    }
    let shared =
        |column: &usize| b.cells.column(&a.cells.methods[*column]).map(|other| (*column, other));
    a.columns.iter().filter_map(shared).collect()
}

/// Rows to compare: the two that are named, or those with the same name. Whole tables of one length in which every row has
/// the same name or one that the other table does not have are compared row by row: a dataset may be spelt in two ways.
fn rows(a: &Place<'_>, b: &Place<'_>) -> Vec<(usize, usize)> {
    if let ([one], [other]) = (a.rows.as_slice(), b.rows.as_slice()) {
        return vec![(*one, *other)];
    }
    let there = |row: usize| b.cells.row(&a.cells.datasets[row]);
    let here = |row: usize| a.cells.row(&b.cells.datasets[row]);
    let pairs = || a.rows.iter().copied().zip(b.rows.iter().copied());
    let in_step = pairs().all(|(one, other)| match there(one) {
        Some(found) => found == other,
        None => here(other).is_none(),
    });
    if a.rows.len() == b.rows.len() && in_step {
        return pairs().collect();
    }
    a.rows.iter().filter_map(|row| Some((*row, there(*row)?))).collect()
}
