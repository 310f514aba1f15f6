//! Regression: one or several numbers are known of every example. One target is the case of several with width 1.

use std::sync::Arc;

use super::{Answers, StoredAnswers, Task, Truth, Units, Unsuited};
use crate::data::table::Values;
use crate::data::{Dataset, Rows};
use crate::learn::{FitError, Samples};

/// Regression with one target or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Regress {}

/// Numbers of a set of examples: `width` of each, example after example.
#[derive(Debug, Clone, PartialEq)]
pub struct Targets {
    values: Vec<f64>,
    width: usize,
    /// Names of the targets, where they are known.
    names: Arc<[String]>,
}

impl Targets {
    /// `width` numbers per example, example after example; `None` if they do not come out even.
    pub fn new(values: Vec<f64>, width: usize) -> Option<Targets> {
        let even = width > 0 && values.len().is_multiple_of(width);
        even.then(|| Targets { values, width, names: Arc::from([]) })
    }

    /// The same for numbers that are known to come out even.
    pub(in crate::learn) fn of_rows(values: Vec<f64>, width: usize) -> Targets {
        debug_assert!(width > 0 && values.len().is_multiple_of(width));
        Targets { values, width: width.max(1), names: Arc::from([]) }
    }

    /// One number per example.
    pub fn of_one(values: Vec<f64>) -> Targets {
        Targets { values, width: 1, names: Arc::from([]) }
    }

    /// The same with names.
    fn named(self, names: &[String]) -> Targets {
        Targets { names: Arc::from(names), ..self }
    }

    /// Number of examples.
    pub fn len(&self) -> usize {
        self.values.len() / self.width
    }

    /// Whether there are no examples.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Number of targets.
    pub fn width(&self) -> usize {
        self.width
    }

    /// All numbers, example after example.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The numbers of an example.
    pub fn row(&self, example: usize) -> &[f64] {
        &self.values[example * self.width..(example + 1) * self.width]
    }

    /// The numbers of a target, example after example.
    pub fn column(&self, target: usize) -> impl Iterator<Item = f64> + '_ {
        self.values.iter().skip(target).step_by(self.width).copied()
    }

    /// Names of the targets; empty where they are not known.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

impl Truth for Targets {
    fn len(&self) -> usize {
        Targets::len(self)
    }

    fn select(&self, examples: &[usize]) -> Targets {
        let values = examples.iter().flat_map(|&example| self.row(example)).copied().collect();
        Targets { values, width: self.width, names: Arc::clone(&self.names) }
    }

    fn strata(&self) -> Option<Vec<usize>> {
        None
    }
}

impl Answers for Targets {
    fn append(&mut self, more: Targets) {
        self.values.extend(more.values);
    }
}

impl Task for Regress {
    const NAME: &'static str = "regression";
    type Examples<'a> = Rows<'a>;
    type Truth = Targets;
    type Answers = Targets;

    fn units(data: &Dataset) -> Units {
        Units::Rows(data.rows)
    }

    fn truth(data: &Dataset, _: &Units) -> Result<Targets, Unsuited> {
        let width = data.targets.len();
        let mut values = vec![0.0; data.rows * width];
        for (place, column) in data.targets.iter().enumerate() {
            let Values::Numeric(numbers) = &column.values else {
                let problem = format!("has classes in its target `{}`", column.name);
                return Err(Unsuited::new(problem, "choose a dataset with a numeric target"));
            };
            let own = values.iter_mut().skip(place).step_by(width.max(1));
            own.zip(numbers.iter()).for_each(|(cell, number)| *cell = number);
        }
        let names: Vec<String> = data.targets.iter().map(|column| column.name.clone()).collect();
        let targets = Targets::new(values, width).map(|targets| targets.named(&names));
        targets.ok_or_else(|| Unsuited::new("has no target", "name a column with `target`"))
    }

    fn examples<'a>(rows: Rows<'a>, _: &'a [usize]) -> Rows<'a> {
        rows
    }

    fn bytes(truth: &Targets) -> usize {
        truth.values.len().saturating_mul(size_of::<f64>())
    }

    fn check(truth: &Targets, answers: &Targets) -> Result<(), String> {
        if (answers.len(), answers.width) != (truth.len(), truth.width) {
            let (asked, width) = (truth.len(), truth.width);
            let (got, own) = (answers.len(), answers.width);
            return Err(format!(
                "the model gave {got} x {own} numbers for {asked} rows of {width} targets"
            ));
        }
        if answers.values.iter().any(|value| !value.is_finite()) {
            return Err("the model predicted a number that is not finite".into());
        }
        Ok(())
    }

    fn store(_: &Dataset, truth: &Targets, answers: Targets) -> StoredAnswers {
        StoredAnswers::Numbers {
            targets: truth.names.to_vec(),
            truth: truth.values.clone(),
            values: answers.values,
        }
    }

    fn restore(stored: StoredAnswers) -> Option<(Targets, Targets)> {
        let StoredAnswers::Numbers { targets, truth, values } = stored else { return None };
        let width = targets.len();
        let truth = Targets::new(truth, width)?.named(&targets);
        let values = Targets::new(values, width)?.named(&targets);
        (truth.len() == values.len()).then_some((truth, values))
    }
}

/// Sums of larger numbers, or of their squares, might not be numbers.
const LARGEST: f64 = 1e150;

impl Samples<'_, Regress> {
    /// The mean of each target, heavier examples counting more. Targets that are too large to compute with are refused.
    pub fn means(&self) -> Result<Vec<f64>, FitError> {
        let y = self.y();
        if y.values.iter().any(|value| value.is_nan() || value.abs() > LARGEST) {
            let reason = "a target is too large to compute with, or no number; scale it";
            return Err(FitError::Unsuitable(reason.into()));
        }
        // Only the proportion of weights matters, and their sum might not be a number.
        let largest = (0..y.len()).map(|row| self.weight(row)).fold(0.0, f64::max);
        let share = |row: usize| self.weight(row) / largest;
        let total: f64 = (0..y.len()).map(share).sum();
        let mean = |target: usize| {
            // Differences from the first, so that the mean of equal numbers is that number.
            let first = y.values[target];
            let sum: f64 =
                y.column(target).enumerate().map(|(row, z)| share(row) * (z - first)).sum();
            first + sum / total
        };
        Ok((0..y.width).map(mean).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_targets_are_kept_example_after_example() {
        let targets = Targets::new(vec![1.0, 10.0, 2.0, 20.0, 3.0, 30.0], 2).unwrap();
        assert_eq!((targets.len(), targets.row(1)), (3, &[2.0, 20.0][..]));
        assert_eq!(targets.column(1).collect::<Vec<_>>(), [10.0, 20.0, 30.0]);
        assert_eq!(targets.select(&[2, 0]).values(), [3.0, 30.0, 1.0, 10.0]);
        assert!(Targets::new(vec![1.0; 3], 2).is_none() && Targets::new(vec![], 0).is_none());
    }

    #[test]
    fn means_heed_weights_and_refuse_what_cannot_be_summed() {
        let values = [0.0; 3];
        let rows = Rows::dense(&values, 1).unwrap();
        let y = Targets::new(vec![1.0, 0.1, 2.0, 0.1, 9.0, 0.1], 2).unwrap();
        let samples = Samples::<Regress>::new(rows, &y).unwrap();
        assert_eq!(samples.means().unwrap(), [4.0, 0.1]);
        let heavy = samples.weighted(&[f64::MAX, f64::MAX, 0.0]).unwrap();
        assert_eq!(heavy.means().unwrap(), [1.5, 0.1]);
        for wrong in [1e200, f64::NAN, f64::INFINITY] {
            let y = Targets::of_one(vec![1.0, wrong, 2.0]);
            let samples = Samples::<Regress>::new(rows, &y).unwrap();
            assert!(samples.means().unwrap_err().to_string().contains("scale it"));
        }
    }

    #[test]
    fn answers_of_another_shape_or_without_a_number_are_refused() {
        let truth = Targets::of_one(vec![1.0, 2.0]);
        assert!(Regress::check(&truth, &Targets::of_one(vec![0.0, 5.0])).is_ok());
        for wrong in [vec![1.0], vec![1.0, f64::NAN], vec![f64::INFINITY, 0.0]] {
            assert!(Regress::check(&truth, &Targets::of_one(wrong)).is_err());
        }
        let wide = Targets::new(vec![1.0; 4], 2).unwrap();
        assert!(Regress::check(&truth, &wide).unwrap_err().contains("2 x 2 numbers"));
    }
}
