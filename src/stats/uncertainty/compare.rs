//! Two methods compared over their draws: the p-value of every draw, its summary, and on request
//! the calibrated p. It must not know how the draws were made.

use super::calibrate::{Calibrated, CalibrationSettings, calibrate};
use super::draws::{Draws, check_alike};
use super::statistic::{DrawTest, Evaluator, Scratch};
use super::summary::{PSummary, summarise};
use crate::num::key::RngKey;
use crate::stats::error::StatsError;

/// Draws handled together: their differences over some dozens of datasets fit into a cache.
const BLOCK: usize = 256;

/// How two methods are compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ComparisonSettings {
    /// The statistic of a draw.
    pub test: DrawTest,
    /// The level for [`PSummary::share_below_alpha`].
    pub alpha: f64,
    /// Null simulations; `None` for no calibrated p.
    pub calibration: Option<CalibrationSettings>,
}

impl Default for ComparisonSettings {
    fn default() -> ComparisonSettings {
        let (test, calibration) = (DrawTest::default(), Some(CalibrationSettings::default()));
        ComparisonSettings { test, alpha: 0.05, calibration }
    }
}

/// What the draws say about two methods.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The p-value of every draw, in the order of draws.
    pub p_values: Vec<f64>,
    /// Their distribution in a few numbers.
    pub summary: PSummary,
    /// The p-value with a known error rate.
    pub calibrated: Option<Calibrated>,
}

/// Compares method a with method b; `key` is for the sign flips of the calibrated p only. Draws of
/// a method may be shared by all its comparisons.
pub fn compare(
    a: &Draws,
    b: &Draws,
    settings: &ComparisonSettings,
    key: &RngKey,
) -> Result<Comparison, StatsError> {
    check_alike(a, b)?;
    let evaluator = Evaluator::new(settings.test, a.datasets())?;
    let p_values = p_values(a, b, &evaluator);
    let summary = summarise(&p_values, settings.alpha)?;
    let flips = key.child("sign flips", 0);
    let calibrated = settings
        .calibration
        .map(|calibration| calibrate(a, b, &evaluator, calibration, &flips))
        .transpose()?;
    Ok(Comparison { p_values, summary, calibrated })
}

fn p_values(a: &Draws, b: &Draws, evaluator: &Evaluator) -> Vec<f64> {
    let mut scratch = Scratch::default();
    let mut evidence = vec![0.0; a.draws()];
    let mut differences = vec![0.0; a.datasets() * BLOCK];
    for (block, out) in evidence.chunks_mut(BLOCK).enumerate() {
        for (dataset, row) in differences.chunks_exact_mut(BLOCK).enumerate() {
            for (i, difference) in row[..out.len()].iter_mut().enumerate() {
                let draw = block * BLOCK + i;
                *difference = a.score(dataset, draw) - b.score(dataset, draw);
            }
        }
        let rows: Vec<&[f64]> =
            differences.chunks_exact(BLOCK).map(|row| &row[..out.len()]).collect();
        evaluator.evidence(&rows, &mut scratch, out);
    }
    evidence.iter().map(|&evidence| evaluator.p_value(evidence)).collect()
}
