//! Which rows are at which node. A row whose value is known goes to one son as a whole; one whose value is missing goes
//! to all of them, in parts as large as the shares of the known ones. Whole rows are only moved about inside one list,
//! so that a path of any length takes no more memory than the rows themselves; parts are copied.

use std::ops::Range;

use super::nodes::{Test, TestKind};
use super::table::Table;
use crate::learn::tolerance::{above, at_most, equal};

/// The rows at a node.
#[derive(Debug, Clone, Default)]
pub struct Members {
    /// Places in the list of rows; each weighs what it weighs in the table.
    whole: Range<usize>,
    parts: Vec<(u32, f64)>,
}

impl Members {
    pub fn all(rows: usize) -> Members {
        Members { whole: 0..rows, parts: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.whole.len() + self.parts.len()
    }

    pub fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }
}

/// A node's rows, divided among its sons.
pub struct Division {
    pub sons: Vec<Members>,
    /// What each of them weighs.
    pub bags: Vec<f64>,
}

/// The list of rows.
pub struct Routes {
    rows: Vec<u32>,
    moved: Vec<u32>,
    /// The son of each of the rows being divided.
    son: Vec<u32>,
}

impl Routes {
    pub fn new(rows: usize) -> Routes {
        Routes { rows: (0..rows as u32).collect(), moved: vec![0; rows], son: vec![0; rows] }
    }

    /// The rows of a node with their weights.
    pub fn of<'a>(
        &'a self,
        members: &'a Members,
        table: &'a Table<'_>,
    ) -> impl Iterator<Item = (u32, f64)> + use<'a> {
        let whole = self.rows[members.whole.clone()].iter().map(|&row| (row, table.weight(row)));
        whole.chain(members.parts.iter().copied())
    }

    /// The classes of the rows of a node with their weights.
    pub fn classes<'a>(
        &'a self,
        members: &'a Members,
        table: &'a Table<'_>,
    ) -> impl Iterator<Item = (u32, f64)> + use<'a> {
        self.of(members, table).map(|(row, weight)| (table.class[row as usize], weight))
    }

    /// Takes over the order of some rows from another list.
    pub fn copy(&mut self, other: &Routes, members: &Members) {
        let range = members.whole.clone();
        self.rows[range.clone()].copy_from_slice(&other.rows[range]);
    }

    /// Divides the rows of a node by a test.
    pub fn divide(&mut self, members: &Members, test: Test, table: &Table<'_>) -> Division {
        let places = match test.kind {
            TestKind::Threshold(threshold) if table.is_complete(test.feature) => {
                self.halve(members, table.column(test.feature), threshold)
            }
            _ => self.arrange(members, test, table),
        };
        let whole = |range: &[usize]| Members { whole: range[0]..range[1], parts: Vec::new() };
        let mut sons: Vec<Members> = places.windows(2).map(whole).collect();
        let missing = sons.split_off(test.bags()).pop().unwrap_or_default();
        let weigh = |son: &Members| match table.weighs_one() {
            true => son.len() as f64,
            false => self.of(son, table).map(|(_, weight)| weight).sum(),
        };
        let mut division = Division { bags: sons.iter().map(weigh).collect(), sons };
        if missing.len() > 0 || members.has_parts() {
            self.share_out(members, &missing, test, table, &mut division);
        }
        division
    }

    /// Brings the whole rows of a node into the order of its two sons; where each begins, and the last ends.
    fn halve(&mut self, members: &Members, column: &[f64], threshold: f64) -> Vec<usize> {
        let Range { start, end } = members.whole;
        let rows = &mut self.rows[start..end];
        let (mut lefts, mut rights) = (0, 0);
        // Every row is written twice and overwritten where it does not stay: faster than to guess.
        for place in 0..rows.len() {
            let row = rows[place];
            (rows[lefts], self.moved[rights]) = (row, row);
            let left = at_most(column[row as usize], threshold);
            lefts += usize::from(left);
            rights += usize::from(!left);
        }
        rows[lefts..].copy_from_slice(&self.moved[..rights]);
        vec![start, start + lefts, end]
    }

    /// Brings the whole rows of a node into the order of its sons, those without a value last; where each begins, and
    /// the last ends.
    fn arrange(&mut self, members: &Members, test: Test, table: &Table<'_>) -> Vec<usize> {
        let column = table.column(test.feature);
        let Range { start, end } = members.whole;
        let rows = &mut self.rows[start..end];
        let sons = &mut self.son[..rows.len()];
        // One place more than sons for rows without a value, one more for the end.
        let mut places = vec![0; test.bags() + 2];
        for (son, &row) in sons.iter_mut().zip(&*rows) {
            let to = son_of(column[row as usize], test);
            *son = to as u32;
            places[to + 1] += 1;
        }
        for son in 0..=test.bags() {
            places[son + 1] += places[son];
        }
        let mut next = places.clone();
        for (&son, &row) in sons.iter().zip(&*rows) {
            self.moved[next[son as usize]] = row;
            next[son as usize] += 1;
        }
        rows.copy_from_slice(&self.moved[..rows.len()]);
        places.iter_mut().for_each(|place| *place += start);
        places
    }

    /// Gives the parts of a node, and its whole rows without a value, to its sons.
    fn share_out(
        &self,
        members: &Members,
        missing: &Members,
        test: Test,
        table: &Table<'_>,
        division: &mut Division,
    ) {
        let Division { sons, bags } = division;
        let column = table.column(test.feature);
        for &(row, weight) in &members.parts {
            if let Some(bag) = bags.get_mut(son_of(column[row as usize], test)) {
                *bag += weight;
            }
        }
        let known: f64 = bags.iter().sum();
        let even = 1.0 / bags.len() as f64;
        let share = |bag: &f64| if equal(known, 0.0) { even } else { bag / known };
        let shares: Vec<f64> = bags.iter().map(share).collect();
        let whole = self.of(missing, table);
        for (row, weight) in members.parts.iter().copied().chain(whole) {
            let to = son_of(column[row as usize], test);
            if let Some(son) = sons.get_mut(to) {
                son.parts.push((row, weight));
                continue;
            }
            for ((son, bag), &share) in sons.iter_mut().zip(bags.iter_mut()).zip(&shares) {
                *bag += share * weight;
                if above(share, 0.0) {
                    son.parts.push((row, share * weight));
                }
            }
        }
    }
}

/// The son a value goes to; one more than there are if the value is missing.
pub fn son_of(value: f64, test: Test) -> usize {
    match test.kind {
        _ if value.is_nan() => test.bags(),
        TestKind::Threshold(threshold) => usize::from(!at_most(value, threshold)),
        TestKind::Levels(_) => value as usize,
    }
}
