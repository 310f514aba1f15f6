//! Classification of bags: an example is a bag of rows, and a class is known of the bag, not of its rows.

use std::ops::Range;

use super::{ClassPredictions, Classify, Examples, Labels, StoredAnswers, Task, Units, Unsuited};
use crate::data::{Dataset, Rows};

/// Classification of bags of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClassifyBags {}

/// Bags of rows. A bag has at least one row.
#[derive(Debug, Clone, Copy)]
pub struct Bags<'a> {
    rows: Rows<'a>,
    /// The first row of each bag, and the end of the last one.
    starts: &'a [usize],
}

impl<'a> Bags<'a> {
    /// Rows in bags; `starts` holds the first row of each bag and the number of rows. `None` unless every bag has a row
    /// and the bags have all rows.
    pub fn new(rows: Rows<'a>, starts: &'a [usize]) -> Option<Bags<'a>> {
        let whole = starts.first() == Some(&0) && starts.last() == Some(&rows.len());
        let filled = starts.windows(2).all(|pair| pair[0] < pair[1]);
        (whole && filled).then_some(Bags { rows, starts })
    }

    /// The rows of a bag.
    pub fn bag(&self, index: usize) -> Rows<'a> {
        self.rows.range(self.starts[index]..self.starts[index + 1])
    }

    /// All bags in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Rows<'a>> + use<'a> {
        let bags = *self;
        (0..bags.len()).map(move |index| bags.bag(index))
    }
}

impl<'a> Examples<'a> for Bags<'a> {
    fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    fn range(&self, which: Range<usize>) -> Bags<'a> {
        Bags { rows: self.rows, starts: &self.starts[which.start..=which.end] }
    }

    fn rows(&self) -> Rows<'a> {
        match (self.starts.first(), self.starts.last()) {
            (Some(&first), Some(&end)) => self.rows.range(first..end),
            _ => self.rows.range(0..0),
        }
    }

    fn parts(&self) -> (Rows<'a>, &'a [usize]) {
        (self.rows, self.starts)
    }
}

impl Task for ClassifyBags {
    const NAME: &'static str = "multi-instance";
    type Examples<'a> = Bags<'a>;
    type Truth = Labels;
    type Answers = ClassPredictions;

    fn units(data: &Dataset) -> Units {
        data.bags.as_ref().map_or(Units::Rows(data.rows), Units::of_bags)
    }

    fn truth(data: &Dataset, units: &Units) -> Result<Labels, Unsuited> {
        let (Some((levels, codes)), Units::Bags { rows, starts }) = (data.classes(), units) else {
            let remedy = "name the column that groups rows into bags with `bag`";
            return Err(Unsuited::new("has no bags of rows with classes", remedy));
        };
        let mut ids = Vec::with_capacity(units.len());
        for bag in starts.windows(2) {
            let own = &rows[bag[0]..bag[1]];
            if own.iter().any(|&row| codes[row] != codes[own[0]]) {
                let problem = format!("has a bag with two classes (row {})", own[0] + 1);
                return Err(Unsuited::new(problem, "give every row of a bag the bag's class"));
            }
            ids.push(codes[own[0]]);
        }
        let truth = Labels::new(ids, levels.len());
        super::classify::enough_classes(&truth, "bags")?;
        Ok(truth)
    }

    fn examples<'a>(rows: Rows<'a>, starts: &'a [usize]) -> Bags<'a> {
        Bags { rows, starts }
    }

    fn bytes(truth: &Labels) -> usize {
        Classify::bytes(truth)
    }

    fn check(truth: &Labels, answers: &ClassPredictions) -> Result<(), String> {
        Classify::check(truth, answers)
    }

    fn store(data: &Dataset, truth: &Labels, answers: ClassPredictions) -> StoredAnswers {
        Classify::store(data, truth, answers)
    }

    fn restore(stored: StoredAnswers) -> Option<(Labels, ClassPredictions)> {
        Classify::restore(stored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_bags_has_their_rows() {
        let values: Vec<f64> = (0..10).map(f64::from).collect();
        let rows = Rows::dense(&values, 2).unwrap();
        let bags = Bags::new(rows, &[0, 1, 3, 5]).unwrap();
        let some = bags.range(1..3);
        assert_eq!((some.len(), some.rows().len(), some.bag(0).len()), (2, 4, 2));
        assert_eq!(some.rows().to_dense().row(0), [2.0, 3.0]);
        assert_eq!(bags.iter().map(|bag| bag.len()).collect::<Vec<_>>(), [1, 2, 2]);
        assert!(bags.range(1..1).is_empty());
    }

    #[test]
    fn bags_without_rows_or_rows_without_bags_are_refused() {
        let values = [0.0; 6];
        let rows = Rows::dense(&values, 2).unwrap();
        for starts in [&[0, 1, 1, 3][..], &[0, 2], &[1, 3], &[]] {
            assert!(Bags::new(rows, starts).is_none(), "{starts:?}");
        }
    }
}
