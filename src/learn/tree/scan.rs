//! The best threshold of a numeric feature among the rows of a node: they pass from the right of the threshold to its
//! left in ascending order of value, and the entropy on both sides follows. It knows one feature at a time.

use super::criterion::{Logs, gain};
use super::table::{Entry, Table};
use crate::learn::tolerance::{above, at_least, at_most};
use crate::num::math;

/// Values at most this far apart are never told apart.
const GAP: f64 = 1e-5;

/// What is known of a node before its features are looked at.
#[derive(Debug, Clone, Copy)]
pub struct Around<'a> {
    /// How many rows it has.
    pub rows: usize,
    /// Weight of all of them.
    pub total: f64,
    /// Weights of their classes.
    pub per_class: &'a [f64],
    /// The least a leaf must weigh.
    pub least: f64,
}

/// A threshold between two neighbouring values.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    pub gain: f64,
    /// Weight of the rows to the left and to the right.
    pub bags: [f64; 2],
    /// The values on both sides.
    pub low: f64,
    pub high: f64,
}

/// Class weights to the left and to the right of a moving threshold.
pub trait Sides {
    /// Everything to the right; returns what that weighs.
    fn begin(&mut self, rows: &[Entry], class: &[u32], around: Around<'_>) -> f64;

    /// Moves rows to the left.
    fn pass(&mut self, rows: &[Entry], class: &[u32], logs: &Logs);

    /// What is to the left and to the right.
    fn weights(&self) -> (f64, f64);

    /// Entropy times weight of both sides.
    fn entropy(&mut self, logs: &Logs) -> f64;
}

/// The threshold with the largest gain, lessened by the bits that it takes to name it; none if nothing is gained. A
/// later one must be clearly better.
pub fn best_cut(
    sides: &mut impl Sides,
    rows: &[Entry],
    (table, feature): (&Table<'_>, usize),
    around: Around<'_>,
    logs: &Logs,
) -> Option<Cut> {
    let (values, class) = (&table.order(feature).values[..], table.class);
    let known = sides.begin(rows, class, around);
    let share = 0.1 * known / table.classes as f64;
    let least = match share {
        _ if at_most(share, around.least) => around.least,
        _ if above(share, 25.0) => 25.0,
        _ => share,
    };
    if above(2.0 * least, rows.len() as f64) {
        return None;
    }
    let before = sides.entropy(logs);
    let mut best = Cut { gain: 0.0, bags: [0.0; 2], low: 0.0, high: 0.0 };
    let mut tried = 0_u32;
    let mut start = 0;
    while start < rows.len() {
        let mut rank = rows[start].rank;
        let rest = &rows[start + 1..];
        let end = rest.iter().position(|other| {
            if other.rank == rank {
                return false;
            }
            let apart = values[rank as usize] + GAP < values[other.rank as usize];
            if !apart {
                rank = other.rank;
            }
            apart
        });
        let Some(length) = end else { break };
        let end = start + 1 + length;
        sides.pass(&rows[start..end], class, logs);
        start = end;
        let (left, right) = sides.weights();
        if !at_least(right, least) {
            break;
        }
        if at_least(left, least) {
            let gain = gain(before, sides.entropy(logs), known, around.total);
            if above(gain, best.gain) {
                best = Cut {
                    gain,
                    bags: [left, right],
                    low: values[rank as usize],
                    high: values[rows[end].rank as usize],
                };
            }
            tried += 1;
        }
    }
    if tried == 0 {
        return None;
    }
    let naming = math::ln(f64::from(tried)) / std::f64::consts::LN_2;
    best.gain -= naming / around.total;
    (!at_most(best.gain, 0.0)).then_some(best)
}

/// Sides of rows that all weigh one.
pub struct Counted {
    left: Vec<u32>,
    right: Vec<u32>,
    passed: usize,
    all: usize,
    /// Sum of x log x over both sides, if it is up to date.
    sum: Option<f64>,
}

impl Counted {
    pub fn new(classes: usize) -> Counted {
        Counted { left: vec![0; classes], right: vec![0; classes], passed: 0, all: 0, sum: None }
    }
}

impl Sides for Counted {
    fn begin(&mut self, rows: &[Entry], class: &[u32], around: Around<'_>) -> f64 {
        self.left.fill(0);
        if rows.len() == around.rows {
            let counts = self.right.iter_mut().zip(around.per_class);
            counts.for_each(|(count, known)| *count = *known as u32);
        } else {
            self.right.fill(0);
            rows.iter().for_each(|entry| self.right[class[entry.row as usize] as usize] += 1);
        }
        (self.passed, self.all, self.sum) = (0, rows.len(), None);
        rows.len() as f64
    }

    fn pass(&mut self, rows: &[Entry], class: &[u32], logs: &Logs) {
        self.passed += rows.len();
        // To follow a row costs as much as to count two classes again.
        self.sum = self.sum.filter(|_| 2 * rows.len() < self.left.len()).map(|mut sum| {
            let f = logs.whole();
            for entry in rows {
                let class = class[entry.row as usize] as usize;
                let (l, r) = (self.left[class] as usize, self.right[class] as usize);
                sum += (f[l + 1] - f[l]) - (f[r] - f[r - 1]);
                self.left[class] += 1;
                self.right[class] -= 1;
            }
            sum
        });
        if self.sum.is_none() {
            for entry in rows {
                let class = class[entry.row as usize] as usize;
                self.left[class] += 1;
                self.right[class] -= 1;
            }
        }
    }

    fn weights(&self) -> (f64, f64) {
        (self.passed as f64, (self.all - self.passed) as f64)
    }

    fn entropy(&mut self, logs: &Logs) -> f64 {
        let f = logs.whole();
        let counts = self.left.iter().zip(&self.right);
        let again = || counts.map(|(&l, &r)| f[l as usize] + f[r as usize]).sum();
        f[self.passed] + f[self.all - self.passed] - *self.sum.get_or_insert_with(again)
    }
}

/// Sides of rows with weights of their own.
pub struct Weighed {
    /// Weights of the rows of the present node.
    pub weights: Vec<f64>,
    left: Vec<f64>,
    right: Vec<f64>,
    /// x log x of both sides, class by class.
    bits: Vec<f64>,
    passed: f64,
    all: f64,
    /// Sum of the bits, if they are up to date.
    sum: Option<f64>,
}

impl Weighed {
    pub fn new(rows: usize, classes: usize) -> Weighed {
        let zeros = || vec![0.0; classes];
        Weighed {
            weights: vec![0.0; rows],
            left: zeros(),
            right: zeros(),
            bits: zeros(),
            passed: 0.0,
            all: 0.0,
            sum: None,
        }
    }

    /// Moves a row to the left; its class.
    fn shift(&mut self, row: u32, class: &[u32]) -> usize {
        let (class, weight) = (class[row as usize] as usize, self.weights[row as usize]);
        self.left[class] += weight;
        self.right[class] -= weight;
        self.passed += weight;
        class
    }
}

impl Sides for Weighed {
    fn begin(&mut self, rows: &[Entry], class: &[u32], around: Around<'_>) -> f64 {
        self.left.fill(0.0);
        if rows.len() == around.rows {
            self.right.copy_from_slice(around.per_class);
            self.all = around.total;
        } else {
            self.right.fill(0.0);
            self.all = 0.0;
            for entry in rows {
                let weight = self.weights[entry.row as usize];
                self.right[class[entry.row as usize] as usize] += weight;
                self.all += weight;
            }
        }
        (self.passed, self.sum) = (0.0, None);
        self.all
    }

    fn pass(&mut self, rows: &[Entry], class: &[u32], logs: &Logs) {
        self.sum = self.sum.filter(|_| rows.len() < self.left.len()).map(|mut sum| {
            for entry in rows {
                let class = self.shift(entry.row, class);
                let bits = logs.of(self.left[class]) + logs.of(self.right[class]);
                sum += bits - self.bits[class];
                self.bits[class] = bits;
            }
            sum
        });
        if self.sum.is_none() {
            for entry in rows {
                self.shift(entry.row, class);
            }
        }
    }

    fn weights(&self) -> (f64, f64) {
        (self.passed, self.all - self.passed)
    }

    fn entropy(&mut self, logs: &Logs) -> f64 {
        if self.sum.is_none() {
            for ((bits, &l), &r) in self.bits.iter_mut().zip(&self.left).zip(&self.right) {
                *bits = logs.of(l) + logs.of(r);
            }
        }
        let sum = *self.sum.get_or_insert_with(|| self.bits.iter().sum());
        logs.of(self.passed) + logs.of(self.all - self.passed) - sum
    }
}
