//! Published tables that an experiment is held against: what `[reference]` means once every word of it is known to be good.
//! The tables are there with their names joined to those of the experiment. Nothing here changes a trial: it is the analysis
//! alone that reads it.

use crate::measure::{MetricInfo, Unit};

/// What a spec wants to be held against.
#[derive(Debug, Clone, Default)]
pub struct ReferenceSpec {
    /// The tables, in the order of the spec.
    pub tables: Vec<ReferenceTable>,
    /// Tables that a stored run names and that cannot be read any more, each with the reason.
    pub unread: Vec<(String, String)>,
}

/// A published table beside which our own numbers are put.
#[derive(Debug, Clone)]
pub struct ReferenceTable {
    /// Its name.
    pub name: String,
    /// Where it was published: author, year, table, page.
    pub cite: String,
    /// Which of our metrics it is held against.
    pub metric: &'static MetricInfo,
    /// What its numbers count.
    pub unit: PublishedUnit,
    /// Its rows.
    pub datasets: Vec<Joined>,
    /// Its columns.
    pub methods: Vec<Joined>,
    /// `cells[dataset][method]`; `None` where it has no number.
    pub cells: Vec<Vec<Option<Printed>>>,
    /// Standard deviations in the same places; empty where it has none.
    pub sds: Vec<Vec<Option<Printed>>>,
}

/// A name of a published table and the one that stands for it in the experiment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Joined {
    /// As it was published.
    pub published: String,
    /// As the experiment calls it; `None` if it has no such thing.
    pub ours: Option<String>,
}

/// A number as it was printed: it stands for all numbers that are rounded to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Printed {
    /// The very letters.
    pub text: String,
    /// Its value.
    pub value: f64,
    /// Half a unit of its last place.
    pub half: f64,
}

/// What the numbers of a published table count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublishedUnit {
    /// Of a hundred.
    Percent,
    /// Of one.
    Share,
    /// A plain number or a count.
    Number,
    /// Seconds of somebody's machine.
    Seconds,
    /// Thousandths of them.
    Milliseconds,
}

impl PublishedUnit {
    /// What our own numbers are multiplied with to count the same; `None` where they count something else.
    pub fn factor(self, metric: &MetricInfo) -> Option<f64> {
        // A model tells its shares in percent itself.
        let told_in_percent = metric.unit == Unit::Count && metric.name.ends_with("_share");
        match (self, metric.unit) {
            (PublishedUnit::Percent, Unit::Share | Unit::Number) => Some(100.0),
            (PublishedUnit::Percent, Unit::Count) => told_in_percent.then_some(1.0),
            (PublishedUnit::Share, Unit::Share | Unit::Number) => Some(1.0),
            (PublishedUnit::Share, Unit::Count) => told_in_percent.then_some(0.01),
            (PublishedUnit::Number, Unit::Number) => Some(1.0),
            (PublishedUnit::Number, Unit::Count) => (!told_in_percent).then_some(1.0),
            (PublishedUnit::Seconds, Unit::Seconds) => Some(1.0),
            (PublishedUnit::Milliseconds, Unit::Seconds) => Some(1000.0),
            _ => None,
        }
    }

    /// What follows the metric's name in a title.
    pub fn suffix(self) -> &'static str {
        match self {
            PublishedUnit::Percent => " in %",
            PublishedUnit::Share | PublishedUnit::Number => "",
            PublishedUnit::Seconds => " in s",
            PublishedUnit::Milliseconds => " in ms",
        }
    }

    /// Whether it is a time, which another machine would have taken another one for.
    pub fn is_time(self) -> bool {
        matches!(self, PublishedUnit::Seconds | PublishedUnit::Milliseconds)
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
        let factor = |metric: &str, unit: PublishedUnit| {
            unit.factor(all.iter().find(|info| info.name == metric).expect("a metric"))
        };
        use PublishedUnit::*;
        assert_eq!(factor("accuracy", Percent), Some(100.0));
        assert_eq!(factor("accuracy", Share), Some(1.0));
        assert_eq!(factor("accuracy", Seconds), None);
        assert_eq!(factor("accuracy", Number), None);
        assert_eq!(factor("kappa", Percent), Some(100.0));
        assert_eq!(factor("kappa", Number), Some(1.0));
        assert_eq!(factor("select_time", Seconds), Some(1.0));
        assert_eq!(factor("select_time", Milliseconds), Some(1000.0));
        assert_eq!(factor("select_time", Percent), None);
        assert_eq!(factor("support_vectors", Number), Some(1.0));
        assert_eq!(factor("support_vectors", Percent), None);
        assert_eq!(factor("support_vector_share", Percent), Some(1.0));
        assert_eq!(factor("support_vector_share", Share), Some(0.01));
        assert_eq!(factor("support_vector_share", Number), None);
    }
}
