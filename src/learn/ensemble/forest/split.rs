//! The search for the best question at a node, one feature at a time. Rows are brought into the order of their codes (by
//! counting where the codes lie close together, by sorting else) and shifted from right to left; between different
//! codes the two sides are scored.
//!
//! Missing values: both ways are tried, and so is asking for nothing but whether the value is missing. Where
//! training had none at a node, missing values go with the larger side. (This is how scikit-learn treats them.)

use super::columns::{Column, MISSING, Meaning};
use super::purity::Purity;

/// The best question found so far.
#[derive(Debug, Clone, Copy)]
pub struct Best {
    pub score: f64,
    pub feature: u32,
    /// The last code, or position in the order of levels, that goes left.
    last_left: u32,
    /// The first that goes right; [`MISSING`] if only missing values do.
    first_right: u32,
    pub missing_left: bool,
}

/// What the search works with, made once and used for every node.
pub struct Search {
    min_leaf: u32,
    pub best: Option<Best>,
    /// The levels that go left if the best question is about levels, a bit a level; those not seen go with the missing.
    pub left_levels: Vec<u64>,
    /// Code and row of every row whose value is known, in one number.
    keys: Vec<u64>,
    spare: Vec<u64>,
    places: Vec<u32>,
    missing: Vec<u32>,
    /// For nominal features: weight and mean lean of each level, and levels in the order of their lean.
    levels: Vec<(f64, f64)>,
    order: Vec<u32>,
}

fn key(code: u32, row: u32) -> u64 {
    u64::from(code) << 32 | u64::from(row)
}

fn code(key: u64) -> u32 {
    (key >> 32) as u32
}

impl Search {
    /// For trees from these columns.
    pub fn new(columns: &[Column], rows: usize, min_leaf: u32) -> Search {
        let nominal = columns.iter().filter(|c| matches!(c.meaning, Meaning::Levels(_)));
        let levels = nominal.map(Column::distinct).max().unwrap_or(0);
        let distinct = columns.iter().map(Column::distinct).max().unwrap_or(0);
        Search {
            min_leaf,
            best: None,
            left_levels: vec![0; levels.div_ceil(64)],
            keys: Vec::with_capacity(rows),
            spare: vec![0; rows],
            places: vec![0; distinct + 1],
            missing: Vec::with_capacity(rows),
            levels: vec![(0.0, 0.0); levels],
            order: Vec::with_capacity(levels),
        }
    }

    /// Looks for a better question about a feature; `false` if all rows of the node have the same value.
    pub fn try_feature(
        &mut self,
        feature: u32,
        column: &Column,
        rows: &[u32],
        purity: &mut impl Purity,
    ) -> bool {
        self.keys.clear();
        self.missing.clear();
        let (mut low, mut high) = (MISSING, 0);
        for &row in rows {
            let code = column.codes[row as usize];
            if code == MISSING {
                self.missing.push(row);
            } else {
                low = low.min(code);
                high = high.max(code);
                self.keys.push(key(code, row));
            }
        }
        if self.keys.is_empty() || (low == high && self.missing.is_empty()) {
            return false;
        }
        let nominal = matches!(column.meaning, Meaning::Levels(_));
        if nominal {
            (low, high) = self.order_levels(low, high, purity);
        }
        self.sort(low, high);
        let before = self.best.map(|best| best.score);
        self.scan(feature, false, purity);
        if !self.missing.is_empty() {
            self.scan(feature, true, purity);
        }
        if nominal && self.best.map(|best| best.score) != before {
            self.keep_levels();
        }
        true
    }

    /// Brings the levels of the node into the order of their mean lean, and makes positions in it of the codes.
    fn order_levels(&mut self, low: u32, high: u32, purity: &impl Purity) -> (u32, u32) {
        self.levels[low as usize..=high as usize].fill((0.0, 0.0));
        for &key in &self.keys {
            let (weight, lean) = purity.lean(key as u32);
            let level = &mut self.levels[code(key) as usize];
            level.0 += weight;
            level.1 += weight * lean;
        }
        let levels = &mut self.levels;
        self.order.clear();
        self.order.extend((low..=high).filter(|&level| levels[level as usize].0 > 0.0));
        self.order.sort_unstable_by(|&a, &b| {
            let mean = |level: u32| levels[level as usize].1 / levels[level as usize].0;
            mean(a).total_cmp(&mean(b)).then(a.cmp(&b))
        });
        for (position, &level) in (0..).zip(&self.order) {
            self.places[level as usize] = position;
        }
        for entry in &mut self.keys {
            *entry = key(self.places[code(*entry) as usize], *entry as u32);
        }
        (0, self.order.len() as u32 - 1)
    }

    /// Sorts the keys, whose codes lie between these two.
    fn sort(&mut self, low: u32, high: u32) {
        let (count, range) = (self.keys.len(), (high - low) as usize + 1);
        if range > 4 * count {
            return self.keys.sort_unstable();
        }
        let places = &mut self.places[..range];
        places.fill(0);
        for &key in &self.keys {
            places[(code(key) - low) as usize] += 1;
        }
        let mut next = 0;
        for place in places.iter_mut() {
            next += std::mem::replace(place, next);
        }
        let sorted = &mut self.spare[..count];
        for &key in &self.keys {
            let place = &mut places[(code(key) - low) as usize];
            sorted[*place as usize] = key;
            *place += 1;
        }
        self.keys.copy_from_slice(sorted);
    }

    /// Scores every question about the sorted keys, missing values being on one side.
    fn scan(&mut self, feature: u32, missing_left: bool, purity: &mut impl Purity) {
        purity.rewind();
        if missing_left {
            self.missing.iter().for_each(|&row| purity.shift(row));
        }
        // With missing values on the right, the last question is whether there is a value at all.
        let after_last = !missing_left && !self.missing.is_empty();
        let mut best_score = self.best.map_or(f64::NEG_INFINITY, |best| best.score);
        for (position, &key) in self.keys.iter().enumerate() {
            purity.shift(key as u32);
            let next = self.keys.get(position + 1).map(|&next| code(next));
            let first_right = match next {
                Some(next) if next == code(key) => continue,
                Some(next) => next,
                None if after_last => MISSING,
                None => break,
            };
            let (left, right) = purity.sizes();
            if left < self.min_leaf || right < self.min_leaf {
                continue;
            }
            let score = purity.score();
            if score > best_score {
                best_score = score;
                let missing_left =
                    if self.missing.is_empty() { left > right } else { missing_left };
                let last_left = code(key);
                self.best = Some(Best { score, feature, last_left, first_right, missing_left });
            }
        }
    }

    /// Remembers which levels the best question sends left, as the order of levels is soon another one.
    fn keep_levels(&mut self) {
        let Some(best) = self.best else { return };
        self.left_levels.fill(if best.missing_left { u64::MAX } else { 0 });
        for (position, &level) in (0..).zip(&self.order) {
            let (word, bit) = (&mut self.left_levels[level as usize / 64], 1 << (level % 64));
            *word = if position <= best.last_left { *word | bit } else { *word & !bit };
        }
    }

    /// Whether a row goes left.
    pub fn sends_left(&self, best: &Best, column: &Column, row: u32) -> bool {
        match (column.codes[row as usize], &column.meaning) {
            (MISSING, _) => best.missing_left,
            (code, Meaning::Numbers(_)) => code <= best.last_left,
            (level, Meaning::Levels(_)) => {
                self.left_levels[level as usize / 64] >> (level % 64) & 1 == 1
            }
        }
    }
}

impl Best {
    /// The number half-way between the largest value that goes left and the smallest that goes right.
    pub fn threshold(&self, values: &[f64]) -> f64 {
        let last = values[self.last_left as usize];
        match values.get(self.first_right as usize) {
            // Halves first, since the sum of huge numbers overflows; tiny ones may round up to the larger value.
            Some(first) => {
                Some(last / 2.0 + first / 2.0).filter(|m| last <= *m && m < first).unwrap_or(last)
            }
            None => f64::INFINITY,
        }
    }
}
