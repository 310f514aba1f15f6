//! Published tables that an experiment is held against: what `[reference]` means once every word of it is known to be good.
//! The tables are there with their names joined to those of the experiment. Nothing here changes a trial: it is the analysis
//! alone that reads it.

use crate::choices::Words;
use crate::measure::{MetricInfo, Unit};
use crate::published::{Printed, PrintedUnit};

/// What a spec wants to be held against.
#[derive(Debug, Clone, Default)]
pub struct ReferenceSpec {
    /// The tables, in the order of the spec.
    pub tables: Vec<ReferenceTable>,
    /// Tables that a stored run names and that cannot be read any more, each with the reason.
    pub unread: Vec<(String, String)>,
}

/// A published table next to which our own numbers are put.
#[derive(Debug, Clone)]
pub struct ReferenceTable {
    /// Its name.
    pub name: String,
    /// Where it was published: author, year, table, page.
    pub cite: String,
    /// Which of our metrics it is held against.
    pub metric: &'static MetricInfo,
    /// What its numbers count.
    pub unit: PrintedUnit,
    /// Its rows.
    pub datasets: Vec<Joined>,
    /// Its columns.
    pub methods: Vec<Joined>,
    /// `cells[dataset][method]`; `None` where it has no number.
    pub cells: Vec<Vec<Option<Printed>>>,
    /// Standard deviations in the same places; empty where it has none.
    pub sds: Vec<Vec<Option<Printed>>>,
    /// The mean rank that the paper prints for each of its columns, where it prints any.
    pub ranks: Vec<Option<Printed>>,
}

/// A name of a published table and the one that stands for it in the experiment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joined {
    /// As it was published.
    pub published: String,
    /// As the experiment calls it; `None` if it has no such thing.
    pub ours: Option<String>,
}

/// The words for what the numbers of a table count.
pub const UNITS: Words<PrintedUnit> = &[
    ("percent", PrintedUnit::Percent),
    ("share", PrintedUnit::Share),
    ("number", PrintedUnit::Number),
    ("count", PrintedUnit::Count),
    ("seconds", PrintedUnit::Seconds),
];

/// What our own numbers are multiplied with to count what a table counts; `None` where they count something else.
pub fn factor(unit: PrintedUnit, metric: &MetricInfo) -> Option<f64> {
    match (unit, metric.unit) {
        (PrintedUnit::Percent, Unit::Share | Unit::Number) => Some(100.0),
        (PrintedUnit::Percent, Unit::Percent) => Some(1.0),
        (PrintedUnit::Share, Unit::Share | Unit::Number) => Some(1.0),
        (PrintedUnit::Share, Unit::Percent) => Some(0.01),
        (PrintedUnit::Number, Unit::Number | Unit::Target) => Some(1.0),
        (PrintedUnit::Number | PrintedUnit::Count, Unit::Count) => Some(1.0),
        (PrintedUnit::Seconds, Unit::Seconds) => Some(1.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::Registry;
    use crate::metrics;

    #[test]
    fn every_number_is_turned_into_what_the_table_counts_or_refused() {
        let all = metrics::all(&Registry::standard());
        let factor = |metric: &str, unit: PrintedUnit| {
            super::factor(unit, all.iter().find(|info| info.name == metric).expect("a metric"))
        };
        use PrintedUnit::*;
        assert_eq!(factor("accuracy", Percent), Some(100.0));
        assert_eq!(factor("accuracy", Share), Some(1.0));
        assert_eq!(factor("accuracy", Seconds), None);
        assert_eq!(factor("accuracy", Number), None);
        assert_eq!(factor("kappa", Percent), Some(100.0));
        assert_eq!(factor("kappa", Number), Some(1.0));
        assert_eq!(factor("select_time", Seconds), Some(1.0));
        assert_eq!(factor("select_time", Percent), None);
        assert_eq!(factor("support_vectors", Number), Some(1.0));
        assert_eq!(factor("support_vectors", Percent), None);
        assert_eq!(factor("support_vector_share", Percent), Some(1.0));
        assert_eq!(factor("support_vector_share", Share), Some(0.01));
        assert_eq!(factor("support_vector_share", Number), None);
    }
}
