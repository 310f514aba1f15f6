//! Methods, or files, of which one is in percent everywhere and another between 0 and 1. Where either may be right there is a
//! caveat.

use super::super::Score;
use super::{LEAST_ROWS, Limit, Units, is_share};
use crate::data::error::DataError;
use crate::data::read::text::shown;
use crate::measure::Direction;

/// Nothing is right in less than two percent of all cases everywhere.
const LEAST_PERCENT: f64 = 2.0;
/// How far scores times a hundred may be from those in percent to be taken for the same in another unit.
const ALIKE: f64 = 3.0;

/// What is in percent everywhere and what is between 0 and 1 everywhere; zeros are both.
pub fn mixed<T: Copy>(groups: impl Iterator<Item = (T, Vec<f64>)>) -> Option<(T, T)> {
    let (mut percent, mut share) = (None, None);
    for (name, mut values) in groups {
        values.retain(|value| *value != 0.0);
        if values.is_empty() {
            continue;
        }
        if values.iter().all(|value| is_share(*value)) {
            share = share.or(Some(name));
        } else if values.iter().all(|value| *value > LEAST_PERCENT && *value <= 100.0) {
            percent = percent.or(Some(name));
        }
    }
    percent.zip(share)
}

impl Units<'_> {
    /// The scores of a method.
    fn of_method(&self, method: usize) -> Vec<f64> {
        let score = |row: &Vec<Option<Score>>| row.get(method)?.as_ref().map(|score| score.mean);
        self.grid.cells.iter().filter_map(score).collect()
    }

    /// Methods of which some are in percent everywhere and others between 0 and 1.
    pub fn methods(&self) -> Result<Vec<String>, DataError> {
        let Limit::One(direction) = self.limit else { return Ok(Vec::new()) };
        if self.says_percent() {
            return Ok(Vec::new());
        }
        let groups = (0..self.grid.methods.len()).map(|method| (method, self.of_method(method)));
        let Some((percent, share)) = mixed(groups.filter(|(_, values)| values.len() > 1)) else {
            return Ok(Vec::new());
        };
        let name = |method: usize| shown(self.grid.methods.get(method).map_or("", String::as_str));
        let problem = format!(
            "the scores of {} are in percent and those of {} between 0 and 1",
            name(percent),
            name(share)
        );
        let certain = match direction {
            Direction::Higher => !self.is_coarse(share),
            // A good method may have errors below one percent everywhere.
            Direction::Lower => self.alike_in_percent(share, percent),
        };
        if !certain {
            return Ok(vec![format!(
                "{problem}: all are taken for percent; write all in the same unit if they are not"
            )]);
        }
        let remedy = "write all in the same unit; --range 0,100 says that they are";
        Err(DataError::file(self.sheet.file, problem, remedy)
            .in_column(self.grid.methods.get(share).cloned().unwrap_or_default()))
    }

    /// Whether scores have one decimal, as percentages do and shares of one hardly ever.
    fn is_coarse(&self, method: usize) -> bool {
        let tenths = |value: &f64| (value * 10.0 - (value * 10.0).round()).abs() < 1e-9;
        let values = self.of_method(method);
        values.len() >= LEAST_ROWS && values.iter().all(tenths)
    }

    /// Whether the scores of one method times a hundred are about as large as those of another.
    fn alike_in_percent(&self, share: usize, percent: usize) -> bool {
        let rows = self.grid.cells.iter().filter_map(|row| {
            let mean = |method: usize| row.get(method)?.as_ref().map(|score| score.mean);
            Some(100.0 * mean(share)? / mean(percent)?)
        });
        let ratios: Vec<f64> = rows.collect();
        let near = ratios.iter().filter(|ratio| (1.0 / ALIKE..=ALIKE).contains(*ratio)).count();
        2 * near > ratios.len()
    }
}
