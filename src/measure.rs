//! What can be measured of a trial: a name, a direction and a unit. Metrics, timings and model facts are all described
//! this way, so that tables treat them alike.

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
    /// A plain number.
    Number,
    /// How many of something.
    Count,
    /// CPU seconds.
    Seconds,
}

/// What a reader needs to know about a metric, a timing or a model fact.
#[derive(Debug, Clone, Copy)]
pub struct MetricInfo {
    /// The word in specs and the column in tables.
    pub name: &'static str,
    /// One line: what it is.
    pub about: &'static str,
    /// Which way is better.
    pub direction: Direction,
    /// What it counts.
    pub unit: Unit,
}

impl MetricInfo {
    /// A number that a model tells about itself; less of it is better.
    pub const fn fact(name: &'static str, about: &'static str) -> MetricInfo {
        MetricInfo { name, about, direction: Direction::Lower, unit: Unit::Count }
    }

    /// The smallest and the largest value it can have; infinite where there is no limit.
    pub fn range(&self) -> (f64, f64) {
        match (self.unit, self.name) {
            (Unit::Share, _) | (_, "auc") => (0.0, 1.0),
            (_, "kappa") => (-1.0, 1.0),
            (Unit::Count | Unit::Seconds, _) | (_, "log_loss") => (0.0, f64::INFINITY),
            (Unit::Number, _) => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// A CPU time.
    pub const fn timing(name: &'static str, about: &'static str) -> MetricInfo {
        MetricInfo { name, about, direction: Direction::Lower, unit: Unit::Seconds }
    }
}
