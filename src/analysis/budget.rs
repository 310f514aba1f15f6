//! What large tables are spared: resampling and repeated analyses whose cost grows with the number of datasets. It decides
//! by the size of a table alone, so that the same table always gets the same numbers. What is left out is reported by
//! `undone` and in notes, with the size as the reason and no time: that depends on the machine. Small tables lose nothing.

use super::registry::{effect, robustness};
use super::settings::AnalysisSettings;
use crate::stats::effect_interval::IntervalSettings;
use crate::words::count;

/// Families with more comparisons have no resampled numbers.
pub const MOST_DETAILED: usize = 100;

/// Scores that may be drawn for the intervals of all pairs together, for one kind of effect. 66 pairs on 300 datasets, the
/// most that get all resamples, take 6 seconds on one core.
const MOST_DRAWN: usize = 200_000_000;

/// Fewer resamples leave too few beyond the ends of a 95 % interval: 25 on each side.
const LEAST_RESAMPLES: usize = 1_000;

/// Datasets squared times methods: leaving out each dataset costs one analysis of all others. 2 seconds on one core.
const MOST_LEFT_OUT: usize = 25_000_000;

/// Bootstrap resamples for the effect sizes of a table; `None` where [`MOST_DRAWN`] allows for fewer than are useful.
pub fn resamples(datasets: usize, methods: usize) -> Option<usize> {
    let usual = IntervalSettings::default().resamples;
    let pairs = methods * methods.saturating_sub(1) / 2;
    // Larger families have intervals against the control only.
    let pairs = if pairs > MOST_DETAILED { methods - 1 } else { pairs };
    let affordable = MOST_DRAWN / (pairs * datasets).max(1) / LEAST_RESAMPLES * LEAST_RESAMPLES;
    // The jackknife leaves out each dataset once.
    let jackknife = pairs.saturating_mul(datasets).saturating_mul(datasets);
    (pairs <= MOST_DETAILED && affordable > 0 && jackknife <= MOST_DRAWN)
        .then_some(affordable.min(usual))
}

/// Whether the analysis can be repeated without each dataset within seconds.
pub fn affords_leaving_out(datasets: usize, methods: usize) -> bool {
    datasets.saturating_mul(datasets).saturating_mul(methods) <= MOST_LEFT_OUT
}

/// Why the analysis was not repeated without each dataset.
pub fn not_left_out(datasets: usize) -> String {
    format!(
        "{} are more than it is usually done for; `--tests {}` does it",
        count(datasets, "dataset", "datasets"),
        robustness::TEST.name
    )
}

/// What a reader should know of intervals that come from fewer resamples than usual, or are left out.
pub fn note(settings: &AnalysisSettings, datasets: usize, methods: usize) -> Option<String> {
    if !settings.asks(&effect::TEST) {
        return None;
    }
    let usual = IntervalSettings::default().resamples;
    match resamples(datasets, methods) {
        Some(found) if found == usual => None,
        Some(found) => Some(format!(
            "intervals of effect sizes come from {found} bootstrap resamples instead of {usual}, because there are {}",
            count(datasets, "dataset", "datasets"),
        )),
        None => Some(format!(
            "effect sizes have no intervals, because there are {} and {}",
            count(methods, "method", "methods"),
            count(datasets, "dataset", "datasets"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_tables_lose_nothing() {
        for (datasets, methods) in [(3, 2), (30, 14), (300, 12), (112, 40), (100, 100)] {
            assert_eq!(resamples(datasets, methods), Some(10_000), "{datasets} x {methods}");
            assert!(affords_leaving_out(datasets, methods));
        }
    }

    #[test]
    fn large_tables_get_fewer_resamples_and_then_none() {
        assert_eq!(resamples(1_000, 12), Some(3_000));
        assert_eq!(resamples(1_500, 12), Some(2_000));
        // 3,000 leaves out each of 3,000 datasets for each of 66 pairs.
        assert_eq!(resamples(3_000, 12), None);
        assert_eq!(resamples(14_000, 2), Some(10_000));
        assert_eq!(resamples(20_000, 2), None);
        assert_eq!(resamples(4_000, 12), None);
        assert_eq!(resamples(1_000_000, 2), None);
        assert_eq!(resamples(100, 200), None);
        assert!(!affords_leaving_out(5_000, 12));
        assert!(!affords_leaving_out(usize::MAX, 2));
    }

    #[test]
    fn what_is_left_out_is_noted() {
        let settings = AnalysisSettings::default();
        assert_eq!(note(&settings, 300, 12), None);
        assert!(note(&settings, 1_000, 12).is_some_and(|note| note.contains("3000 bootstrap")));
        assert!(note(&settings, 50_000, 12).is_some_and(|note| note.contains("no intervals")));
        // How long it takes depends on the machine.
        let words = [note(&settings, 50_000, 12).unwrap_or_default(), not_left_out(1_500)];
        assert!(words.iter().all(|words| words.contains("datasets") && !words.contains("minutes")));
    }
}
