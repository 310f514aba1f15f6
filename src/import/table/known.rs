//! What is known of a metric by its name: one of ours, one that other programs have, or a time. It looks at names only.

use super::metric_names::{self, MetricFacts};
use crate::learn::Registry;
use crate::measure::{Direction, MetricInfo, Unit};
use crate::metrics;

/// What is known of a metric.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// The name in sentences.
    pub title: Option<String>,
    /// Which way is better.
    pub direction: Direction,
    /// The smallest and the largest possible value.
    pub range: (f64, f64),
    /// What it counts.
    pub unit: Unit,
    /// Whether its name says the opposite of what is known of it.
    pub contradicted: bool,
}

/// What is known of a metric of that name, as a column or an option gives it.
pub fn known(metric: &str) -> Option<Known> {
    let plain = plain(metric);
    let ours = || metrics::all(&Registry::standard()).into_iter().find(|info| info.name == plain);
    score(metric)
        .or_else(|| ours().map(|info| of_ours(info, metric)))
        .or_else(|| metric_names::is_cost(metric).then(cost))
}

/// What is known of a score of that name. Times, and what models report of themselves (`rules`, `depth`), are none.
pub fn score(metric: &str) -> Option<Known> {
    if let Some(info) = metrics::info(&plain(metric)) {
        return Some(of_ours(info, metric));
    }
    let MetricFacts { title, direction, range, unit, contradicted } = metric_names::facts(metric)?;
    Some(Known { title, direction, range, unit, contradicted })
}

/// Whether a name only says that it is an error of some kind, which may be of any size: `error`, `test_error`.
pub fn is_any_error(metric: &str) -> bool {
    matches!(metric_names::bare(metric).concat().as_str(), "error" | "err")
}

/// What is known of times and memory.
fn cost() -> Known {
    Known {
        title: None,
        direction: Direction::Lower,
        range: (0.0, f64::INFINITY),
        unit: Unit::Number,
        contradicted: false,
    }
}

fn of_ours(info: &MetricInfo, metric: &str) -> Known {
    let title = (info.name == metric).then(|| info.title.to_owned());
    let MetricInfo { direction, range, unit, .. } = *info;
    Known { title, direction, range, unit, contradicted: false }
}

fn plain(metric: &str) -> String {
    metric.trim().to_lowercase().replace([' ', '-'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_of_our_own_are_known_however_they_are_written() {
        assert_eq!(known("Balanced Accuracy").map(|info| info.unit), Some(Unit::Share));
        assert_eq!(known("log-loss").map(|info| info.direction), Some(Direction::Lower));
        assert_eq!(known("f1_macro").and_then(|info| info.title).as_deref(), Some("macro F1"));
        assert_eq!(known("cpu_s").map(|info| info.direction), Some(Direction::Lower));
        assert!(known("quality").is_none());
    }

    #[test]
    fn times_and_what_models_report_are_no_scores() {
        for name in ["rules", "depth", "train_time", "cpu_s"] {
            assert!(known(name).is_some() && score(name).is_none(), "{name}");
        }
    }
}
