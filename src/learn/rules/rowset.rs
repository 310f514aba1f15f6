//! Sets of rows, one bit each. The rules behind one that is being optimised are asked again and again about nearly the
//! same rows; which rows each of them covers is found once, and asking is then a matter of a few words of bits.

use super::condition::Rule;
use super::length::{Counts, Listed};
use super::table::Table;

/// A set of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowSet(Vec<u64>);

impl RowSet {
    /// These rows of a table.
    pub fn new(table: &Table, rows: impl IntoIterator<Item = u32>) -> RowSet {
        let mut words = vec![0; table.len().div_ceil(64)];
        for row in rows {
            words[row as usize / 64] |= 1 << (row % 64);
        }
        RowSet(words)
    }

    /// Whether a row is in it.
    pub fn contains(&self, row: u32) -> bool {
        self.0[row as usize / 64] >> (row % 64) & 1 == 1
    }

    /// Takes away the rows of another set and calls with those that were in both, ascending.
    fn take(&mut self, other: &RowSet, mut each: impl FnMut(u32)) {
        for (at, (mine, theirs)) in (0..).zip(self.0.iter_mut().zip(&other.0)) {
            bits(at, *mine & theirs, &mut each);
            *mine &= !theirs;
        }
    }

    /// Calls with all rows, ascending.
    fn each(&self, mut call: impl FnMut(u32)) {
        (0..).zip(&self.0).for_each(|(at, word)| bits(at, *word, &mut call));
    }
}

/// Calls with the row of every bit of a word.
fn bits(at: u32, mut word: u64, each: &mut impl FnMut(u32)) {
    while word != 0 {
        each(at * 64 + word.trailing_zeros());
        word &= word - 1;
    }
}

/// A rule as far as those in front of it are concerned.
pub struct Follower {
    conditions: usize,
    /// All rows it covers.
    pub cover: RowSet,
}

impl Follower {
    /// A rule that is asked about some of these rows.
    pub fn new(table: &Table, rule: &Rule, rows: &[u32]) -> Follower {
        let covered = rows.iter().copied().filter(|&row| rule.covers(table, row));
        Follower { conditions: rule.conditions.len(), cover: RowSet::new(table, covered) }
    }
}

/// What rules do to rows one after the other. What remains is counted for the last only, because a list of rules leaves
/// what its last rule leaves.
pub fn follow(table: &Table, class: u32, rules: &[Follower], mut rows: RowSet) -> Vec<Listed> {
    let mut each = |rule: &Follower| {
        let mut counts = Counts::default();
        rows.take(&rule.cover, |row| {
            let weight = table.weight(row);
            counts.covered += weight;
            *(if table.class(row) == class { &mut counts.right } else { &mut counts.wrong }) +=
                weight;
        });
        Listed { conditions: rule.conditions, counts }
    };
    let mut list: Vec<Listed> = rules.iter().map(&mut each).collect();
    if let Some(Listed { counts, .. }) = list.last_mut() {
        rows.each(|row| {
            counts.uncovered += table.weight(row);
            counts.missed += if table.class(row) == class { table.weight(row) } else { 0.0 };
        });
    }
    list
}
