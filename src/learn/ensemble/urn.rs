//! Drawing rows with replacement, each as likely as it is heavy: the bags of bagging and of forests.

use rand_chacha::rand_core::Rng;

use crate::learn::{Examples, Samples, Task};
use crate::num::sample;

/// Rows to draw from.
pub enum Urn {
    /// This many, all as heavy.
    Even(usize),
    /// For each row its weight and that of all before it.
    Uneven(Vec<f64>),
}

impl Urn {
    /// All examples.
    pub fn new<T: Task>(train: &Samples<'_, T>) -> Urn {
        let rows = train.x().len();
        if (0..rows).all(|row| train.weight(row) == train.weight(0)) {
            return Urn::Even(rows);
        }
        let mut sum = 0.0;
        let up_to = |row| {
            sum += train.weight(row);
            sum
        };
        Urn::Uneven((0..rows).map(up_to).collect())
    }

    /// How often each row comes out when one is drawn and put back `draws` times.
    pub fn draw(&self, rng: &mut impl Rng, draws: usize) -> Vec<u32> {
        match self {
            Urn::Even(rows) => {
                let mut counts = vec![0; *rows];
                for _ in 0..draws {
                    counts[sample::below(rng, *rows as u64) as usize] += 1;
                }
                counts
            }
            Urn::Uneven(up_to) => {
                let mut counts = vec![0; up_to.len()];
                let total = up_to.last().copied().unwrap_or(0.0);
                // The last row that weighs anything, should rounding lead beyond it.
                let last = up_to.partition_point(|sum| *sum < total);
                for _ in 0..draws {
                    let point = sample::unit(rng) * total;
                    counts[up_to.partition_point(|sum| *sum <= point).min(last)] += 1;
                }
                counts
            }
        }
    }
}
