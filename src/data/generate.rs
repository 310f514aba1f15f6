//! Datasets that are drawn, not read: problems whose truth is known, for experiments on methods and tests themselves.
//! The same description gives the same rows on every machine; nothing here knows what a method will do with them.

use super::dataset::{Dataset, Roles, TaskKind};
use super::error::DataError;
use super::numbers::Numbers;
use super::read::ReadTable;
use super::table::{Column, Table, Values};
use crate::num::key::RngKey;
use crate::num::sample;

/// Normal clouds with one spherical covariance: the optimal border between two classes is linear, and a quadratic
/// discriminant that knew the covariances would be the linear one. (Suppharangsarn 2010, section 5.1.)
#[derive(Debug, Clone, PartialEq)]
pub struct Normals {
    /// Number of classes.
    pub classes: usize,
    /// Number of features.
    pub features: usize,
    /// Rows of each class.
    pub rows: usize,
    /// Variance of every feature within a class.
    pub variance: f64,
    /// Standard deviation of the normal that every coordinate of a class mean is drawn from.
    pub spread: f64,
    /// What the rows are drawn with.
    pub seed: Seed,
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

impl Normals {
    /// Draws the dataset. Datasets of other names are independent of it.
    pub fn draw(&self, name: &str) -> Result<Dataset, DataError> {
        let root = RngKey::root(self.seed.number()).child("normals", 0).child(name, 0);
        let deviation = self.variance.sqrt();
        let rows = self.classes * self.rows;
        let mut columns: Vec<Vec<f64>> = vec![Vec::with_capacity(rows); self.features];
        let mut codes = Vec::with_capacity(rows);
        for class in 0..self.classes {
            let key = root.child("class", class as u64);
            let mut means = key.child("mean", 0).stream();
            let means: Vec<f64> =
                (0..self.features).map(|_| self.spread * sample::normal(&mut means)).collect();
            let mut noise = key.child("rows", 0).stream();
            for _ in 0..self.rows {
                for (column, mean) in columns.iter_mut().zip(&means) {
                    column.push(mean + deviation * sample::normal(&mut noise));
                }
                codes.push(class as u32);
            }
        }
        let numeric = columns.into_iter().enumerate().map(|(feature, values)| Column {
            name: format!("x{}", feature + 1),
            values: Values::Numeric(Numbers::from_entries(rows, (0..).zip(values))),
        });
        let levels = (1..=self.classes).map(|class| class.to_string()).collect();
        let class = Column { name: "class".into(), values: Values::Nominal { levels, codes } };
        let table = Table { columns: numeric.chain([class]).collect(), rows };
        let target = vec!["class".into()];
        let read = ReadTable { table, lines: Vec::new(), target, declares_classes: true };
        let place = std::path::Path::new(name);
        Dataset::new(name, TaskKind::Classification, place, read, &Roles::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normals(seed: u64) -> Normals {
        let seed = Seed::OfExperiment(seed);
        Normals { classes: 2, features: 3, rows: 4_000, variance: 2.0, spread: 1.3, seed }
    }

    fn values(data: &Dataset, feature: usize) -> Vec<f64> {
        match &data.features[feature].values {
            Values::Numeric(numbers) => numbers.iter().collect(),
            Values::Nominal { .. } => panic!("a number"),
        }
    }

    #[test]
    fn every_class_is_spherical_with_the_variance_asked_for() {
        let data = normals(1).draw("a").unwrap();
        assert_eq!((data.rows, data.features.len()), (8_000, 3));
        let n = 4_000.0;
        for class in 0..2 {
            let part = |feature| values(&data, feature)[class * 4_000..][..4_000].to_vec();
            let centred: Vec<Vec<f64>> = (0..3)
                .map(|feature| {
                    let own = part(feature);
                    let mean = own.iter().sum::<f64>() / n;
                    own.iter().map(|v| v - mean).collect()
                })
                .collect();
            for a in 0..3 {
                for b in 0..=a {
                    let product = centred[a].iter().zip(&centred[b]).map(|(x, y)| x * y);
                    let covariance = product.sum::<f64>() / n;
                    // Standard errors of a variance and of a covariance of independent normals.
                    let (truth, error) =
                        if a == b { (2.0, 2.0 * (2.0 / n).sqrt()) } else { (0.0, 2.0 / n.sqrt()) };
                    assert!((covariance - truth).abs() < 4.5 * error, "{a} {b} {covariance}");
                }
            }
        }
    }

    #[test]
    fn name_and_seed_make_the_rows_and_an_own_seed_stays() {
        let hash = |data: Normals, name: &str| data.draw(name).unwrap().hash;
        assert_eq!(hash(normals(1), "a"), hash(normals(1), "a"));
        assert_ne!(hash(normals(1), "a"), hash(normals(1), "b"));
        assert_ne!(hash(normals(1), "a"), hash(normals(2), "a"));
        assert_eq!(Seed::Own(5).under(9), Seed::Own(5));
        assert_eq!(Seed::OfExperiment(5).under(9), Seed::OfExperiment(9));
    }
}
