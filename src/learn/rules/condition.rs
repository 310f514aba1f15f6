//! A rule is a list of conditions, each on one feature; it covers what meets them all, and so everything if there are
//! none. A missing value meets no condition. What a rule predicts is not its business.

use super::table::Table;

/// What is asked of a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Test {
    /// A number at most this.
    AtMost(f64),
    /// A number at least this.
    AtLeast(f64),
    /// This level, by its code.
    Is(f64),
}

/// A test of one feature.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Condition {
    /// Its number.
    pub feature: usize,
    /// What is asked of it.
    pub test: Test,
}

impl Condition {
    /// Whether a value of the feature passes. NaN never does, because it compares with nothing.
    pub fn admits(&self, value: f64) -> bool {
        match self.test {
            Test::AtMost(bound) => value <= bound,
            Test::AtLeast(bound) => value >= bound,
            Test::Is(level) => value == level,
        }
    }
}

/// Conditions that must all hold.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rule {
    /// In the order in which they were found.
    pub conditions: Vec<Condition>,
}

impl Rule {
    /// Whether a row of training data meets all conditions.
    pub fn covers(&self, table: &Table, row: u32) -> bool {
        self.conditions.iter().all(|c| c.admits(table.value(c.feature, row)))
    }

    /// Whether the values of an example meet all conditions.
    pub fn covers_values(&self, values: &[f64]) -> bool {
        self.conditions.iter().all(|c| c.admits(values[c.feature]))
    }

    /// Cuts off the last conditions where that does better on rows the rule was not grown from; of equally good rules
    /// the shortest stays.
    pub fn prune(&mut self, table: &Table, class: u32, rows: &[u32], worth: Worth) {
        let (mut total, mut positive) = (0.0, 0.0);
        for &row in rows {
            total += table.weight(row);
            positive += if table.class(row) == class { table.weight(row) } else { 0.0 };
        }
        if !crate::learn::tolerance::above(total, 0.0) {
            return;
        }
        let mut best = (positive + 1.0) / (total + 2.0);
        let mut kept = 0;
        let mut rows = rows.to_vec();
        let mut negatives_left_out = 0.0;
        for (position, condition) in self.conditions.iter().enumerate() {
            let (mut covered, mut right) = (0.0, 0.0);
            rows.retain(|&row| {
                let inside = condition.admits(table.value(condition.feature, row));
                match (inside, table.class(row) == class) {
                    (true, true) => right += table.weight(row),
                    (false, false) => negatives_left_out += table.weight(row),
                    _ => {}
                }
                covered += if inside { table.weight(row) } else { 0.0 };
                inside
            });
            let value = match worth {
                Worth::Precision => (right + 1.0) / (covered + 2.0),
                Worth::Accuracy => (right + negatives_left_out) / total,
            };
            if value > best {
                best = value;
                kept = position + 1;
            }
        }
        self.conditions.truncate(kept);
    }
}

/// By what a shortened rule is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// The share of its class among the rows it covers, drawn towards one half.
    Precision,
    /// The share of all rows that it puts on the right side.
    Accuracy,
}
