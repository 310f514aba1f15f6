//! SEA: three numbers between 0 and 10, of which the first two decide the class by their sum. The draws are those of MOA's
//! generator of the same name, in its order and with Java's random numbers, so that streams of published experiments come
//! out again. (Street and Kim 2001.)

use super::{Seed, drawn_dataset};
use crate::data::{DataError, Dataset};
use crate::num::java_random::JavaRandom;
use crate::num::key::RngKey;
use crate::num::sample;

/// The largest sum of the first class, by function.
const THRESHOLDS: [f64; SEA_FUNCTIONS] = [8.0, 9.0, 7.0, 9.5];

/// How many functions there are.
pub const SEA_FUNCTIONS: usize = 4;

/// A stream of SEA.
#[derive(Debug, Clone, PartialEq)]
pub struct Sea {
    /// Which sum separates the classes, from 1.
    pub function: usize,
    /// Whether classes alternate before noise.
    pub balanced: bool,
    /// Of 100 examples, how many have the other class on average.
    pub noise_percent: usize,
    /// What examples are drawn with.
    pub instance_seed: Seed,
    /// Examples to draw.
    pub limit: usize,
}

impl Sea {
    /// Draws the dataset in the order of the stream.
    pub fn draw(&self, name: &str) -> Result<Dataset, DataError> {
        let mut random = JavaRandom::new(self.java_seed(name));
        let mut columns = [(); 3].map(|()| Vec::with_capacity(self.limit));
        let mut codes = Vec::with_capacity(self.limit);
        // Classes alternate from the second one on.
        let mut wanted = 1;
        for _ in 0..self.limit {
            let (point, mut class) = loop {
                let point = [(); 3].map(|()| 10.0 * random.unit());
                let class = u32::from(point[0] + point[1] > self.threshold());
                if !self.balanced || class == wanted {
                    break (point, class);
                }
            };
            wanted = 1 - wanted;
            if random.below(100) < self.noise_percent {
                class = 1 - class;
            }
            for (column, value) in columns.iter_mut().zip(point) {
                column.push(value);
            }
            codes.push(class);
        }
        if codes.iter().all(|code| Some(code) == codes.first()) {
            let problem = format!("all of the {} drawn examples are of one class", self.limit);
            let remedy = "draw more examples with a larger `limit`";
            return Err(DataError::file(std::path::Path::new(name), problem, remedy));
        }
        let names = (1..=3).map(|feature| format!("attrib{feature}"));
        let levels = vec!["groupA".to_owned(), "groupB".to_owned()];
        drawn_dataset(name, names.zip(columns).collect(), levels, codes)
    }

    fn threshold(&self) -> f64 {
        THRESHOLDS[(self.function - 1).min(SEA_FUNCTIONS - 1)]
    }

    /// Its own seed is that of the Java program; a seed of the experiment is mixed with the name.
    fn java_seed(&self, name: &str) -> i64 {
        match self.instance_seed {
            Seed::Own(seed) => seed as i64,
            Seed::OfExperiment(seed) => {
                let key = RngKey::root(seed).child("sea", 0).child(name, 0);
                sample::below(&mut key.stream(), 1 << 48) as i64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::table::Values;

    fn sea(limit: usize) -> Sea {
        let instance_seed = Seed::Own(1);
        Sea { function: 1, balanced: false, noise_percent: 10, instance_seed, limit }
    }

    #[test]
    fn one_class_asks_for_more_examples() {
        let one_class = (1..50)
            .find_map(|seed| Sea { instance_seed: Seed::Own(seed), ..sea(2) }.draw("s").err());
        let error = one_class.unwrap();
        assert_eq!(error.problem, "all of the 2 drawn examples are of one class");
        assert!(error.remedy.contains("`limit`"), "{error}");
    }

    fn rows(data: &Dataset) -> Vec<(Vec<f64>, String)> {
        let (levels, codes) = data.classes().unwrap();
        let value = |feature: usize, row: usize| match &data.features[feature].values {
            Values::Numeric(numbers) => numbers.iter().nth(row).unwrap(),
            Values::Nominal { .. } => panic!("a number"),
        };
        let row = |(row, code): (usize, &u32)| {
            ((0..3).map(|f| value(f, row)).collect(), levels[*code as usize].clone())
        };
        codes.iter().enumerate().map(row).collect()
    }

    /// The first 200 examples of MOA 24.07, `generators.SEAGenerator`, at full precision.
    #[test]
    fn the_first_examples_are_those_of_moa() {
        let text = include_str!("../../../tests/reference/moa_sea.csv");
        let expected: Vec<(Vec<f64>, String)> = text
            .lines()
            .skip(1)
            .map(|line| {
                let (values, class) = line.rsplit_once(',').unwrap();
                (values.split(',').map(|v| v.parse().unwrap()).collect(), class.to_owned())
            })
            .collect();
        assert_eq!(expected.len(), 200);
        assert_eq!(rows(&sea(200).draw("any").unwrap()), expected);
    }

    #[test]
    fn functions_noise_and_balance_do_what_they_say() {
        let shifted = |function, noise_percent| {
            let sea = Sea { function, noise_percent, ..sea(2_000) };
            rows(&sea.draw("a").unwrap())
        };
        for (function, threshold) in (1..=4).zip([8.0, 9.0, 7.0, 9.5]) {
            let clean = shifted(function, 0);
            assert!(
                clean.iter().all(|(x, class)| (x[0] + x[1] <= threshold) == (class == "groupA"))
            );
        }
        let (clean, noisy) = (shifted(1, 0), shifted(1, 10));
        let changed = clean.iter().zip(&noisy).filter(|(a, b)| a.1 != b.1).count();
        assert!((150..250).contains(&changed), "{changed}");
        let balanced = Sea { balanced: true, noise_percent: 0, ..sea(100) };
        let balanced = rows(&balanced.draw("a").unwrap());
        assert!(balanced.iter().step_by(2).all(|row| row.1 == "groupB"));
        assert!(balanced.iter().skip(1).step_by(2).all(|row| row.1 == "groupA"));
    }

    #[test]
    fn a_seed_of_the_experiment_goes_with_the_name_and_an_own_one_does_not() {
        let hash =
            |seed, name: &str| Sea { instance_seed: seed, ..sea(50) }.draw(name).unwrap().hash;
        assert_eq!(hash(Seed::Own(1), "a"), hash(Seed::Own(1), "b"));
        assert_ne!(hash(Seed::OfExperiment(1), "a"), hash(Seed::OfExperiment(1), "b"));
        assert_ne!(hash(Seed::OfExperiment(1), "a"), hash(Seed::OfExperiment(2), "a"));
    }
}
