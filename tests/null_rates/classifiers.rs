//! Simple classifiers on simulated data, cross-validated for real: folds share training data, and the errors of the methods
//! are correlated as the noise of their features is.

use rand_chacha::ChaCha8Rng;
use tribunal::analysis::Score;
use tribunal::num::math::{mean, sample_sd};
use tribunal::num::sample::{normal, shuffle, unit};

/// Features per method.
const FEATURES: usize = 3;
type Point = [f64; FEATURES];

/// Two classes, and what each method sees of every example.
pub struct Examples {
    class: Vec<bool>,
    seen: Vec<Seen>,
}

/// What a method sees.
#[derive(Default)]
pub struct Seen {
    points: Vec<Point>,
    /// All examples in the order of each feature: sorting for every fold would take most of the time.
    by_feature: [Vec<usize>; FEATURES],
}

/// Which examples to draw.
#[derive(Clone, Copy)]
pub struct Draw {
    pub examples: usize,
    /// Correlation of the features of different methods within a class.
    pub correlation: f64,
    /// How far the classes are apart for each method, in standard deviations of a feature: equal numbers, equal methods.
    pub apart: [f64; 4],
}

impl Examples {
    /// Each method has features of its own: a part of the noise that all share, and a part that is its own. Methods with
    /// equally separated classes are exchangeable, so that their expected accuracies are equal.
    pub fn draw(rng: &mut ChaCha8Rng, wanted: &Draw) -> Examples {
        let (common, own) = (wanted.correlation.sqrt(), (1.0 - wanted.correlation).sqrt());
        let seen = wanted.apart.iter().map(|_| Seen::default()).collect();
        let mut drawn = Examples { class: Vec::new(), seen };
        for _ in 0..wanted.examples {
            let class = unit(rng) < 0.5;
            let shared: Point = std::array::from_fn(|_| common * normal(rng));
            drawn.class.push(class);
            for (seen, apart) in drawn.seen.iter_mut().zip(wanted.apart) {
                let centre = if class { apart / 2.0 } else { -apart / 2.0 };
                seen.points.push(shared.map(|noise| centre + noise + own * normal(rng)));
            }
        }
        for seen in &mut drawn.seen {
            let points = &seen.points;
            seen.by_feature = std::array::from_fn(|f| {
                let mut order: Vec<usize> = (0..points.len()).collect();
                order.sort_unstable_by(|&a, &b| points[a][f].total_cmp(&points[b][f]));
                order
            });
        }
        drawn
    }

    /// Scores of all methods on the same folds, stratified, and whether each example was predicted right in the first repeat.
    pub fn cross_validate(
        &self,
        rng: &mut ChaCha8Rng,
        learner: Learner,
        repeats: usize,
        folds: usize,
    ) -> Vec<Score> {
        let mut scores: Vec<Score> = self.seen.iter().map(|_| Score::new(0.0, None)).collect();
        for repeat in 0..repeats {
            let fold_of = self.stratified(rng, folds);
            for (score, seen) in scores.iter_mut().zip(&self.seen) {
                let mut right = vec![false; self.class.len()];
                for fold in 0..folds {
                    let in_fold = |i: &usize| fold_of[*i] == fold;
                    let (test, train) = (0..self.class.len()).partition::<Vec<usize>, _>(in_fold);
                    score.folds.push(learner(seen, &self.class, &train, &test, &mut right));
                }
                if repeat == 0 {
                    score.right = right;
                }
            }
        }
        for score in &mut scores {
            score.repeats = repeats;
            (score.mean, score.sd) = (mean(&score.folds), sample_sd(&score.folds));
        }
        scores
    }

    /// Scores of all methods trained on the first examples and tested on the others.
    pub fn hold_out(&self, learner: Learner, train: usize) -> Vec<Score> {
        let n = self.class.len();
        let (train, test): (Vec<usize>, Vec<usize>) = (0..n).partition(|i| *i < train);
        let score = |seen: &Seen| {
            let mut right = vec![false; n];
            let accuracy = learner(seen, &self.class, &train, &test, &mut right);
            let right = right.split_off(train.len());
            Score { right, folds: vec![accuracy], ..Score::new(accuracy, None) }
        };
        self.seen.iter().map(score).collect()
    }

    /// The fold of every example: each class is dealt out in random order.
    fn stratified(&self, rng: &mut ChaCha8Rng, folds: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.class.len()).collect();
        shuffle(rng, &mut order);
        order.sort_by_key(|&i| self.class[i]);
        let mut fold_of = vec![0; order.len()];
        for (place, example) in order.into_iter().enumerate() {
            fold_of[example] = place % folds;
        }
        fold_of
    }
}

/// Trains on some examples, marks which of the others it predicts right, and returns its accuracy on them.
pub type Learner = fn(&Seen, &[bool], &[usize], &[usize], &mut [bool]) -> f64;

fn test_with(
    predict: impl Fn(&Point) -> bool,
    seen: &Seen,
    class: &[bool],
    test: &[usize],
    right: &mut [bool],
) -> f64 {
    for &i in test {
        right[i] = predict(&seen.points[i]) == class[i];
    }
    test.iter().filter(|&&i| right[i]).count() as f64 / test.len() as f64
}

fn distance(a: &Point, b: &Point) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// A method that learns nothing: the best rule for these data, known beforehand.
pub fn fixed(
    seen: &Seen,
    class: &[bool],
    _train: &[usize],
    test: &[usize],
    right: &mut [bool],
) -> f64 {
    test_with(|x| x.iter().sum::<f64>() > 0.0, seen, class, test, right)
}

/// The class with the nearer mean: a stable method.
pub fn nearest_centroid(
    seen: &Seen,
    class: &[bool],
    train: &[usize],
    test: &[usize],
    right: &mut [bool],
) -> f64 {
    let centroid = |of: bool| -> Point {
        let members: Vec<usize> = train.iter().copied().filter(|&i| class[i] == of).collect();
        let sum = |f: usize| members.iter().map(|&i| seen.points[i][f]).sum::<f64>();
        std::array::from_fn(|f| sum(f) / members.len() as f64)
    };
    let (yes, no) = (centroid(true), centroid(false));
    test_with(|x| distance(x, &yes) < distance(x, &no), seen, class, test, right)
}

/// The class of the nearest example: it keeps all training data.
pub fn nearest_neighbour(
    seen: &Seen,
    class: &[bool],
    train: &[usize],
    test: &[usize],
    right: &mut [bool],
) -> f64 {
    let predict = |x: &Point| {
        let mut nearest = (f64::INFINITY, false);
        for &i in train {
            let far = distance(x, &seen.points[i]);
            if far < nearest.0 {
                nearest = (far, class[i]);
            }
        }
        nearest.1
    };
    test_with(predict, seen, class, test, right)
}

/// The best threshold on the best feature: an unstable method, because a few examples can change the feature.
pub fn stump(
    seen: &Seen,
    class: &[bool],
    train: &[usize],
    test: &[usize],
    right: &mut [bool],
) -> f64 {
    let negatives = train.iter().filter(|&&i| !class[i]).count() as i64;
    let mut best = (i64::MIN, 0, 0.0);
    let mut trained = vec![false; class.len()];
    train.iter().for_each(|&i| trained[i] = true);
    for (feature, order) in seen.by_feature.iter().enumerate() {
        let order: Vec<usize> = order.iter().copied().filter(|&i| trained[i]).collect();
        // Right if all above the threshold are positive: all positives of the training data, minus those passed, plus the
        // negatives passed.
        let mut correct = train.len() as i64 - negatives;
        for pair in order.windows(2) {
            correct += if class[pair[0]] { -1 } else { 1 };
            if correct > best.0 {
                let value = |i: usize| seen.points[i][feature];
                best = (correct, feature, (value(pair[0]) + value(pair[1])) / 2.0);
            }
        }
    }
    test_with(|x| x[best.1] > best.2, seen, class, test, right)
}
