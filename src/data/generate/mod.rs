//! Datasets that are drawn, not read: problems whose truth is known, for experiments on methods and tests themselves.
//! The same description gives the same rows on every machine. Nothing here knows what a method will do with them.

mod normals;
mod sea;

pub use normals::Normals;
pub use sea::{SEA_FUNCTIONS, Sea};

use super::dataset::{Dataset, Roles, TaskKind};
use super::error::DataError;
use super::numbers::Numbers;
use super::read::{Facts, ReadTable};
use super::table::{Column, Table, Values};

/// How a dataset is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Generator {
    /// Normal clouds, class after class.
    Normals(Normals),
    /// A stream of points whose class depends on a sum.
    Sea(Sea),
}

impl Generator {
    /// The words of a spec.
    pub const NAMES: &'static [&'static str] = &["normals", "sea"];

    /// Draws the dataset. Without a seed of its own, another name draws other rows.
    pub fn draw(&self, name: &str) -> Result<Dataset, DataError> {
        match self {
            Generator::Normals(normals) => normals.draw(name),
            Generator::Sea(sea) => sea.draw(name),
        }
    }

    /// Takes the seed of the experiment, where it has none of its own.
    pub fn take_seed(&mut self, experiment: u64) {
        let seed = match self {
            Generator::Normals(normals) => &mut normals.seed,
            Generator::Sea(sea) => &mut sea.instance_seed,
        };
        *seed = seed.under(experiment);
    }
}

/// The root of a dataset's randomness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seed {
    /// Its own.
    Own(u64),
    /// The experiment's: another seed there draws other rows here.
    OfExperiment(u64),
}

impl Seed {
    /// The same where it has its own; otherwise what the experiment's seed is now.
    pub fn under(self, experiment: u64) -> Seed {
        match self {
            Seed::Own(_) => self,
            Seed::OfExperiment(_) => Seed::OfExperiment(experiment),
        }
    }

    fn number(self) -> u64 {
        match self {
            Seed::Own(seed) | Seed::OfExperiment(seed) => seed,
        }
    }
}

/// A dataset of numeric features and classes.
fn drawn_dataset(
    name: &str,
    features: Vec<(String, Vec<f64>)>,
    levels: Vec<String>,
    codes: Vec<u32>,
) -> Result<Dataset, DataError> {
    let rows = codes.len();
    let numeric = features.into_iter().map(|(name, values)| Column {
        name,
        values: Values::Numeric(Numbers::from_entries(rows, (0..).zip(values))),
    });
    let class = Column { name: "class".into(), values: Values::Nominal { levels, codes } };
    let table = Table { columns: numeric.chain([class]).collect(), rows };
    let target = vec!["class".into()];
    let (lines, notes) = (Vec::new(), Vec::new());
    let read =
        ReadTable { table, lines, target, declares_classes: true, notes, facts: Facts::default() };
    let place = std::path::Path::new(name);
    Dataset::new(name, TaskKind::Classification, place, read, &Roles::default())
}
