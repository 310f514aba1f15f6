//! What can be measured of a trial: names, a direction, a unit, a range and how two scores are paired. Metrics, timings
//! and model facts are all described this way, so that tables, tests and the gate treat them alike. Other code asks these
//! facts and never compares the name of a metric.

/// Which way is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Larger is better.
    Higher,
    /// Smaller is better.
    Lower,
}

impl Direction {
    /// The factor that makes larger better.
    pub fn sign(self) -> f64 {
        match self {
            Direction::Higher => 1.0,
            Direction::Lower => -1.0,
        }
    }

    /// The word for people and programs.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Higher => "higher",
            Direction::Lower => "lower",
        }
    }
}

/// What the number counts, for tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A share of one, printed in percent.
    Share,
    /// A share of a hundred: the number is in percent already.
    Percent,
    /// A plain number.
    Number,
    /// How many of something.
    Count,
    /// CPU seconds.
    Seconds,
    /// What the target of the dataset counts: numbers of different datasets cannot be averaged.
    Target,
}

/// What of two runs can be paired to compare their scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairs {
    /// The scores of the same fold.
    Folds,
    /// The answers to the same example too, because the score is the share of right or of wrong answers.
    Examples,
}

/// How much answers say: what a metric needs of them, and what those of a model hold. Each one includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Classes or numbers.
    Answers,
    /// Also a number per class that orders examples.
    Scores,
    /// Also the probability of each class.
    Probabilities,
}

/// What a reader needs to know about a metric, a timing or a model fact.
#[derive(Debug, Clone, Copy)]
pub struct MetricInfo {
    /// The word in specs and the column in tables.
    pub name: &'static str,
    /// The name in sentences, captions and headings.
    pub title: &'static str,
    /// One line: what it is.
    pub about: &'static str,
    /// Which way is better.
    pub direction: Direction,
    /// What it counts.
    pub unit: Unit,
    /// The smallest and the largest value it can have; infinite where there is no limit.
    pub range: (f64, f64),
    /// What can be paired to compare two scores.
    pub pairs: Pairs,
    /// What answers must hold; it is undefined for a method whose answers hold less.
    pub needs: Detail,
}

impl MetricInfo {
    /// A plain number without limits, unless [`MetricInfo::in_range`] sets some.
    pub const fn number(
        name: &'static str,
        title: &'static str,
        about: &'static str,
        direction: Direction,
    ) -> MetricInfo {
        let range = (f64::NEG_INFINITY, f64::INFINITY);
        let (unit, pairs, needs) = (Unit::Number, Pairs::Folds, Detail::Answers);
        MetricInfo { name, title, about, direction, unit, range, pairs, needs }
    }

    /// A share between zero and one.
    pub const fn share(
        name: &'static str,
        title: &'static str,
        about: &'static str,
        direction: Direction,
    ) -> MetricInfo {
        MetricInfo::number(name, title, about, direction).in_range(0.0, 1.0).counted_in(Unit::Share)
    }

    /// A CPU time.
    pub const fn timing(
        name: &'static str,
        title: &'static str,
        about: &'static str,
    ) -> MetricInfo {
        let timing = MetricInfo::number(name, title, about, Direction::Lower);
        timing.in_range(0.0, f64::INFINITY).counted_in(Unit::Seconds)
    }

    /// A count that a model reports about itself; less of it is better. Its title is its name, unless
    /// [`MetricInfo::titled`] gives it another.
    pub const fn fact(name: &'static str, about: &'static str) -> MetricInfo {
        let fact = MetricInfo::number(name, name, about, Direction::Lower);
        fact.in_range(0.0, f64::INFINITY).counted_in(Unit::Count)
    }

    /// With another title.
    pub const fn titled(self, title: &'static str) -> MetricInfo {
        MetricInfo { title, ..self }
    }

    /// With these limits.
    pub const fn in_range(self, low: f64, high: f64) -> MetricInfo {
        MetricInfo { range: (low, high), ..self }
    }

    /// In another unit.
    pub const fn counted_in(self, unit: Unit) -> MetricInfo {
        MetricInfo { unit, ..self }
    }

    /// A score that is the share of right or of wrong answers, so that single examples can be paired.
    pub const fn paired_by_example(self) -> MetricInfo {
        MetricInfo { pairs: Pairs::Examples, ..self }
    }

    /// A score that is undefined for answers that say less.
    pub const fn needing(self, needs: Detail) -> MetricInfo {
        MetricInfo { needs, ..self }
    }

    /// The range in words.
    pub fn range_words(&self) -> String {
        match self.range {
            (low, high) if low.is_finite() && high.is_finite() => format!("{low} to {high}"),
            (low, _) if low.is_finite() => format!("{low} or more"),
            (_, high) if high.is_finite() => format!("{high} or less"),
            _ => "any number".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metric_without_a_limit_says_so() {
        let words = |low, high| {
            MetricInfo::number("r2", "R²", "", Direction::Higher).in_range(low, high).range_words()
        };
        let infinity = f64::INFINITY;
        assert_eq!(words(0.0, 1.0), "0 to 1");
        assert_eq!(words(0.0, infinity), "0 or more");
        assert_eq!(words(-infinity, 1.0), "1 or less");
        assert_eq!(words(-infinity, infinity), "any number");
    }
}
