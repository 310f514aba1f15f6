//! Regression: one or several numbers are known of every example. One target is the case of several with width 1.

use std::sync::Arc;

use super::{Answers, StoredAnswers, Task, Truth, Units, Unsuited};
use crate::data::table::Values;
use crate::data::{Dataset, Rows};

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
