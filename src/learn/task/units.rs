//! Which rows of a dataset make up an example. Folds split examples; preprocessing is fitted on and applied to their rows.

use std::borrow::Cow;

use crate::data::bags::BagNames;
use crate::data::table::Column;

/// Which rows make up an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Units {
    /// Every row is an example; how many there are.
    Rows(usize),
    /// Every bag is an example.
    Bags {
        /// All rows, bag after bag, each bag's in the order of the dataset.
        rows: Vec<usize>,
        /// Where each bag begins among them, and how many there are.
        starts: Vec<usize>,
    },
}

impl Units {
    /// The bags of a dataset, in the order in which they first occur.
    pub fn of_bags(bags: &Column) -> Units {
        let bags = BagNames::of(bags);
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); bags.names.len()];
        for (row, &bag) in bags.of_row.iter().enumerate() {
            members[bag].push(row);
        }
        let mut starts = vec![0];
        let mut rows = Vec::new();
        for bag in members {
            rows.extend(bag);
            starts.push(rows.len());
        }
        Units::Bags { rows, starts }
    }

    /// Number of examples.
    pub fn len(&self) -> usize {
        match self {
            Units::Rows(rows) => *rows,
            Units::Bags { starts, .. } => starts.len() - 1,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The word for examples in messages.
    pub fn word(&self) -> &'static str {
        match self {
            Units::Rows(_) => "rows",
            Units::Bags { .. } => "bags",
        }
    }

    /// The rows of an example.
    pub fn rows_of_one(&self, example: usize) -> Vec<usize> {
        self.rows_of(&[example]).into_owned()
    }

    /// The rows of some examples, example after example.
    pub fn rows_of<'e>(&self, examples: &'e [usize]) -> Cow<'e, [usize]> {
        match self {
            Units::Rows(_) => Cow::Borrowed(examples),
            Units::Bags { rows, starts } => {
                let of = |&bag: &usize| &rows[starts[bag]..starts[bag + 1]];
                Cow::Owned(examples.iter().flat_map(of).copied().collect())
            }
        }
    }

    /// Where each of these examples begins among [`Units::rows_of`], and how many rows there are; empty where every row is
    /// an example.
    pub fn starts_of(&self, examples: &[usize]) -> Vec<usize> {
        let Units::Bags { starts, .. } = self else { return Vec::new() };
        let mut own = vec![0];
        let mut end = 0;
        for &bag in examples {
            end += starts[bag + 1] - starts[bag];
            own.push(end);
        }
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::table::Values;

    #[test]
    fn rows_of_a_bag_may_be_anywhere_and_bags_come_in_the_order_of_their_first_row() {
        let levels = ["b", "a"].map(str::to_owned).to_vec();
        let bags = Column {
            name: "bag".into(),
            values: Values::Nominal { levels, codes: vec![1, 0, 1, 1, 0] },
        };
        let units = Units::of_bags(&bags);
        assert_eq!(units.len(), 2);
        assert_eq!(units.rows_of(&[1, 0]).as_ref(), [1, 4, 0, 2, 3]);
        assert_eq!(units.starts_of(&[1, 0]), [0, 2, 5]);
        assert_eq!(units.rows_of_one(1), [1, 4]);
    }

    #[test]
    fn a_row_is_an_example_without_a_start() {
        let units = Units::Rows(5);
        assert_eq!(units.rows_of(&[4, 2]).as_ref(), [4, 2]);
        assert!(units.starts_of(&[4, 2]).is_empty() && units.len() == 5);
    }
}
