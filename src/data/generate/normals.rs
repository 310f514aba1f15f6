//! Normal clouds with one spherical covariance, drawn class after class.

use super::{Seed, drawn_dataset};
use crate::data::{DataError, Dataset};
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
        let names = (1..=self.features).map(|feature| format!("x{feature}"));
        let levels = (1..=self.classes).map(|class| class.to_string()).collect();
        drawn_dataset(name, names.zip(columns).collect(), levels, codes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::table::Values;

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
