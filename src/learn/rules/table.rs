//! Training data as rule learners read it: feature after feature, with classes numbered from the rarest to the most
//! frequent. Rows that weigh nothing are not in it.

use crate::data::FeatureKind;
use crate::learn::{Classify, Samples};

/// Weighted rows of known class.
pub struct Table {
    /// Feature after feature.
    values: Vec<f64>,
    kinds: Vec<FeatureKind>,
    /// Positions in the order of classes.
    classes: Vec<u32>,
    weights: Vec<f64>,
}

impl Table {
    /// The training rows; `order` says which class comes at which position.
    pub fn new(train: &Samples<'_, Classify>, order: &[usize]) -> Table {
        let (x, y) = (train.x().to_dense(), train.y());
        let mut position = vec![0; order.len()];
        for (at, class) in (0..).zip(order) {
            position[*class] = at;
        }
        let kept: Vec<usize> = (0..x.len()).filter(|&row| train.weight(row) > 0.0).collect();
        let mut values = Vec::with_capacity(kept.len() * x.width());
        for feature in 0..x.width() {
            values.extend(kept.iter().map(|&row| x.row(row)[feature]));
        }
        Table {
            values,
            kinds: train.x().kinds(),
            classes: kept.iter().map(|&row| position[y.ids()[row] as usize]).collect(),
            weights: kept.iter().map(|&row| train.weight(row)).collect(),
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// What the features are.
    pub fn kinds(&self) -> &[FeatureKind] {
        &self.kinds
    }

    /// All values of a feature.
    pub fn column(&self, feature: usize) -> &[f64] {
        &self.values[feature * self.len()..(feature + 1) * self.len()]
    }

    /// One value.
    pub fn value(&self, feature: usize, row: u32) -> f64 {
        self.values[feature * self.len() + row as usize]
    }

    /// The position of a row's class in the order of classes.
    pub fn class(&self, row: u32) -> u32 {
        self.classes[row as usize]
    }

    /// How much a row counts.
    pub fn weight(&self, row: u32) -> f64 {
        self.weights[row as usize]
    }

    /// Rows in which a numeric feature is known, by value and then by number.
    pub fn sorted(&self, feature: usize) -> Vec<u32> {
        let column = self.column(feature);
        let known = (0..).zip(column).filter(|(_, value)| !value.is_nan());
        let mut rows: Vec<u32> = known.map(|(row, _)| row).collect();
        sort_rows(column, &mut rows);
        rows
    }
}

/// Sorts rows by their values, of which none is missing, and equal values by row.
pub fn sort_rows(column: &[f64], rows: &mut [u32]) {
    // Adding zero makes -0 and 0 the same number for the sort too.
    let key = |row: u32| column[row as usize] + 0.0;
    rows.sort_unstable_by(|&a, &b| key(a).total_cmp(&key(b)).then(a.cmp(&b)));
}
