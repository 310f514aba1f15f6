//! Several metrics of one file share their datasets and methods, in one order: tables next to each other and ranks over
//! metrics need that. What a metric lacks is a missing result.

use std::collections::{BTreeMap, BTreeSet};

use super::{Grid, Score};

/// Gives all grids the same datasets and the same methods. A metric without any value is left out, with a note.
pub fn align(mut grids: Vec<Grid>) -> Vec<Grid> {
    if grids.len() < 2 {
        return grids;
    }
    let empty = |grid: &Grid| grid.means().next().is_none();
    if !grids.iter().all(empty) {
        let (left, kept): (Vec<Grid>, Vec<Grid>) = grids.into_iter().partition(empty);
        grids = kept;
        let names: Vec<String> = left.iter().filter_map(|grid| grid.metric.clone()).collect();
        let notes = left.into_iter().flat_map(|grid| grid.notes);
        if let Some(first) = grids.first_mut() {
            first.notes.extend(notes);
            if !names.is_empty() {
                first.notes.push(format!("metrics without any value: {}", names.join(", ")));
            }
        }
    }
    let datasets = together(grids.iter().map(|grid| &grid.datasets));
    let methods = together(grids.iter().map(|grid| &grid.methods));
    for grid in &mut grids {
        spread_out(grid, &datasets, &methods);
    }
    grids
}

/// The names of all lists, in the order in which they are met.
fn together<'a>(lists: impl Iterator<Item = &'a Vec<String>>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    lists.flatten().filter(|name| seen.insert(name.as_str())).cloned().collect()
}

fn spread_out(grid: &mut Grid, datasets: &[String], methods: &[String]) {
    if grid.datasets == datasets && grid.methods == methods {
        return;
    }
    let places =
        |names: &[String]| -> BTreeMap<String, usize> { names.iter().cloned().zip(0..).collect() };
    let (rows, columns) = (places(&grid.datasets), places(&grid.methods));
    let cell = |dataset: &String, method: &String| -> Option<Score> {
        let (row, column) = (*rows.get(dataset)?, *columns.get(method)?);
        grid.cells.get(row)?.get(column)?.clone()
    };
    let row = |dataset: &String| methods.iter().map(|method| cell(dataset, method)).collect();
    let cells = datasets.iter().map(row).collect();
    let line = |dataset: &String| rows.get(dataset).and_then(|&row| grid.lines.get(row).copied());
    let lines = datasets.iter().map(|dataset| line(dataset).unwrap_or(1)).collect();
    let position = |old: &[String], new: &[String]| -> Vec<usize> {
        let new: BTreeMap<&String, usize> = new.iter().zip(0..).collect();
        old.iter().map(|name| new.get(name).copied().unwrap_or(0)).collect()
    };
    let of_dataset = position(&grid.datasets, datasets);
    let of_method = position(&grid.methods, methods);
    for single in &mut grid.singles {
        single.dataset = of_dataset.get(single.dataset).copied().unwrap_or(0);
        single.method = of_method.get(single.method).copied().unwrap_or(0);
    }
    (grid.cells, grid.lines) = (cells, lines);
    (grid.datasets, grid.methods) = (datasets.to_vec(), methods.to_vec());
}
