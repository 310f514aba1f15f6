//! What a tree is grown from: a copy of the examples column by column, with every numeric column sorted once. It knows
//! values, classes and weights, and nothing of trees.

use crate::data::{FeatureKind, Rows};
use crate::learn::tolerance::{above, at_most};
use crate::learn::{Classify, FitError, Samples, Stop, go_on};

/// Examples, column by column.
pub struct Table<'a> {
    pub kinds: Vec<FeatureKind>,
    pub class: &'a [u32],
    pub classes: usize,
    /// `None` if all rows weigh one.
    weights: Option<&'a [f64]>,
    columns: Vec<f64>,
    /// The rows of each numeric feature; nothing for a nominal one.
    orders: Vec<Order>,
}

/// The rows of a numeric feature whose value is known.
#[derive(Default)]
pub struct Order {
    /// By ascending value.
    pub entries: Vec<Entry>,
    /// The distinct values, ascending.
    pub values: Vec<f64>,
}

/// A row in ascending order of a feature.
#[derive(Debug, Clone, Copy, Default)]
pub struct Entry {
    pub row: u32,
    /// Place of its value among the distinct ones.
    pub rank: u32,
}

impl<'a> Table<'a> {
    pub fn new(train: &Samples<'a, Classify>, stop: &dyn Stop) -> Result<Table<'a>, FitError> {
        let x = train.x();
        if u32::try_from(x.len()).is_err() {
            return Err(FitError::Unsuitable("a tree takes at most 4,294,967,295 rows".into()));
        }
        let columns = columns(x);
        let kinds = x.kinds();
        let order = |(feature, kind): (usize, &FeatureKind)| {
            go_on(stop)?;
            Ok(match kind {
                FeatureKind::Numeric => ascending(&columns[feature * x.len()..][..x.len()]),
                FeatureKind::Nominal { .. } => Order::default(),
            })
        };
        Ok(Table {
            orders: kinds.iter().enumerate().map(order).collect::<Result<_, FitError>>()?,
            kinds,
            class: train.y().ids(),
            classes: train.y().classes(),
            weights: train.weights().filter(|weights| weights.iter().any(|w| *w != 1.0)),
            columns,
        })
    }

    pub fn rows(&self) -> usize {
        self.class.len()
    }

    pub fn column(&self, feature: usize) -> &[f64] {
        &self.columns[feature * self.rows()..][..self.rows()]
    }

    pub fn order(&self, feature: usize) -> &Order {
        &self.orders[feature]
    }

    /// Whether every row has a value of a numeric feature.
    pub fn is_complete(&self, feature: usize) -> bool {
        self.order(feature).entries.len() == self.rows()
    }

    pub fn weighs_one(&self) -> bool {
        self.weights.is_none()
    }

    pub fn weight(&self, row: u32) -> f64 {
        self.weights.map_or(1.0, |weights| weights[row as usize])
    }

    /// The threshold of a cut between two neighbouring values of a node: the largest value of the whole column up to
    /// the middle between them.
    pub fn threshold(&self, feature: usize, low: f64, high: f64) -> f64 {
        let values = &self.order(feature).values;
        let sum = low + high;
        let middle = if sum.is_finite() { sum / 2.0 } else { low / 2.0 + high / 2.0 };
        let middle = if middle == high { low } else { middle };
        let below = values.partition_point(|&value| at_most(value, middle));
        let Some(last) = below.checked_sub(1) else { return low };
        let largest = values[last];
        if values.partition_point(|&value| above(largest, value)) == last {
            return largest;
        }
        // Several values are as good as the largest. Weka takes the first that none after it clearly exceeds.
        let climb = |best: f64, value: f64| {
            if above(value, best) && at_most(value, middle) { value } else { best }
        };
        let found = self.column(feature).iter().copied().fold(f64::MIN, climb);
        // A cut must keep the two values apart, whatever rounding did.
        if at_most(low, found) { found } else { low }
    }
}

fn columns(x: Rows<'_>) -> Vec<f64> {
    let (rows, x) = (x.len(), x.to_dense());
    let mut columns = vec![0.0; rows * x.width()];
    for (row, values) in x.iter().enumerate() {
        for (feature, value) in values.iter().enumerate() {
            columns[feature * rows + row] = *value;
        }
    }
    columns
}

fn ascending(column: &[f64]) -> Order {
    let known = (0..).zip(column).filter(|(_, value)| !value.is_nan());
    let mut known: Vec<(f64, u32)> = known.map(|(row, value)| (*value, row)).collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut order = Order { entries: Vec::with_capacity(known.len()), values: Vec::new() };
    for (value, row) in known {
        if order.values.last() != Some(&value) {
            order.values.push(value);
        }
        order.entries.push(Entry { row, rank: order.values.len() as u32 - 1 });
    }
    order
}
