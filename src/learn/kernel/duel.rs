//! From several classes to binary problems and back. One-vs-one: every pair of classes fights a duel and the class with
//! most victories wins, the first of several. One-vs-all: every class against the rest, and the largest output wins.

use std::ops::Range;

use super::platt::{SURE, Sigmoid, couple};
use crate::learn::{ClassPredictions, FitContext, FitError, Labels, ScoreMatrix, Scores, largest};

/// Training examples sorted by class, so that a class is a range and a pair of classes two.
pub struct Layout {
    /// Rows in sorted order.
    pub order: Vec<usize>,
    /// The classes that occur.
    pub present: Vec<u32>,
    /// Where each of them stands.
    pub ranges: Vec<Range<usize>>,
    /// Number of classes of the dataset.
    classes: usize,
    /// The binary problems.
    pub duels: Vec<Duel>,
}

/// A binary problem, by positions among the classes that occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duel {
    /// The first class (positive) against the second.
    Pair(usize, usize),
    /// A class (positive) against all others.
    Rest(usize),
}

/// Bytes of a solution beside its weights.
const PER_DUEL: usize = 256;
/// Bytes that nobody has to ask for.
const FREE: usize = 1 << 20;

impl Layout {
    /// Bytes of its lists.
    pub fn bytes(&self) -> usize {
        let lists = [
            size_of_val(&*self.order),
            size_of_val(&*self.present),
            size_of_val(&*self.ranges),
            size_of_val(&*self.duels),
        ];
        lists.iter().sum()
    }

    /// Sorts the examples. With two classes both ways of making duels are the same one duel.
    pub fn new(labels: &Labels, multiclass: &str) -> Layout {
        let present = labels.present();
        let mut order = Vec::with_capacity(labels.ids().len());
        let mut ranges = Vec::new();
        for &class in &present {
            let start = order.len();
            order.extend((0..labels.ids().len()).filter(|&row| labels.ids()[row] == class));
            ranges.push(start..order.len());
        }
        let k = present.len();
        let duels = if multiclass == "one-vs-all" && k > 2 {
            (0..k).map(Duel::Rest).collect()
        } else {
            (0..k).flat_map(|a| (a + 1..k).map(move |b| Duel::Pair(a, b))).collect()
        };
        Layout { order, present, ranges, classes: labels.classes(), duels }
    }

    /// Refuses more duels than there is room for, before any is listed: their number grows with the square of that of the
    /// classes. Each of some points keeps its solutions and its answers for so many test rows.
    pub fn check_room(
        labels: &Labels,
        multiclass: &str,
        points: usize,
        test_rows: usize,
        context: &FitContext<'_>,
    ) -> Result<(), FitError> {
        let k = labels.present().len();
        let (duels, duels_of_a_row) = if multiclass == "one-vs-all" && k > 2 {
            (k, k)
        } else {
            (k.saturating_mul(k.saturating_sub(1)) / 2, k.saturating_sub(1))
        };
        let solutions = labels.ids().len().saturating_mul(duels_of_a_row).saturating_mul(8);
        let each = test_rows.saturating_mul(8).saturating_add(size_of::<Duel>() + PER_DUEL);
        let bytes = solutions.saturating_add(duels.saturating_mul(each)).saturating_mul(points);
        if bytes <= FREE {
            return Ok(());
        }
        context.room_for(bytes, &format!("{duels} binary problems between {k} classes"))
    }

    /// The ranges of sorted examples that take part in a duel.
    pub fn parts(&self, duel: Duel) -> Vec<Range<usize>> {
        match duel {
            Duel::Pair(a, b) => vec![self.ranges[a].clone(), self.ranges[b].clone()],
            Duel::Rest(_) => std::iter::once(0..self.order.len()).collect(),
        }
    }

    /// The signs of those examples.
    pub fn signs(&self, duel: Duel) -> Vec<f64> {
        let signs = |a: usize| move |i: usize| if self.ranges[a].contains(&i) { 1.0 } else { -1.0 };
        let (Duel::Pair(a, _) | Duel::Rest(a)) = duel;
        self.parts(duel).into_iter().flatten().map(signs(a)).collect()
    }

    /// Class probabilities from the sigmoids of all duels, and the most probable class of every row.
    pub fn estimate(
        &self,
        outputs: &[Vec<f64>],
        sigmoids: &[Sigmoid],
        rows: usize,
    ) -> ClassPredictions {
        let k = self.present.len();
        let mut values = vec![0.0; rows * self.classes];
        let mut pairwise = vec![vec![0.0; k]; k];
        let mut single = vec![1.0; k];
        for (row, out) in values.chunks_exact_mut(self.classes).enumerate() {
            for ((duel, outputs), sigmoid) in self.duels.iter().zip(outputs).zip(sigmoids) {
                let p = sigmoid.probability(outputs[row]).clamp(SURE, 1.0 - SURE);
                match *duel {
                    Duel::Pair(a, b) => (pairwise[a][b], pairwise[b][a]) = (p, 1.0 - p),
                    Duel::Rest(a) => single[a] = p,
                }
            }
            let probabilities = match self.duels.first() {
                Some(Duel::Pair(..)) if k == 2 => vec![pairwise[0][1], pairwise[1][0]],
                Some(Duel::Pair(..)) => couple(&pairwise),
                _ => {
                    let total: f64 = single.iter().sum();
                    single.iter().map(|p| p / total).collect()
                }
            };
            for (&class, p) in self.present.iter().zip(probabilities) {
                out[class as usize] = p;
            }
        }
        ClassPredictions::from_probabilities(self.classes, values)
    }

    /// The verdict of all duels on some rows; `outputs[duel][row]` is positive for the first class of a duel.
    pub fn decide(&self, outputs: &[Vec<f64>], rows: usize) -> ClassPredictions {
        let mut labels = Vec::with_capacity(rows);
        let mut values = vec![0.0; rows * self.classes];
        let k = self.present.len();
        let (mut votes, mut strength) = (vec![0.0; k], vec![0.0; k]);
        for (row, out) in values.chunks_exact_mut(self.classes).enumerate() {
            votes.fill(0.0);
            strength.fill(0.0);
            for (duel, outputs) in self.duels.iter().zip(outputs) {
                let output = outputs[row];
                match *duel {
                    Duel::Pair(a, b) => {
                        votes[if output > 0.0 { a } else { b }] += 1.0;
                        strength[a] += output;
                        strength[b] -= output;
                    }
                    Duel::Rest(a) => {
                        votes[a] = output;
                        strength[a] = output;
                    }
                }
            }
            labels.push(self.present[largest(&votes) as usize]);
            let pairs = matches!(self.duels.first(), Some(Duel::Pair(..)));
            let score = |class: usize| match k {
                1 | 2 => strength[class],
                // Victories first; how clear they were decides among equals and never outweighs a victory.
                _ if pairs => {
                    votes[class] + strength[class] / (3.0 * (strength[class].abs() + 1.0))
                }
                _ => strength[class],
            };
            let lowest = (0..k).map(score).fold(f64::INFINITY, f64::min);
            out.fill(lowest - 1.0);
            for (position, &class) in self.present.iter().enumerate() {
                out[class as usize] = score(position);
            }
        }
        let matrix = ScoreMatrix { classes: self.classes, values };
        ClassPredictions { labels, scores: Scores::Decision(matrix) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_sorted_and_duels_have_their_signs() {
        let labels = Labels::new(vec![2, 0, 3, 0, 2], 4);
        let layout = Layout::new(&labels, "one-vs-one");
        assert_eq!(layout.order, [1, 3, 0, 4, 2]);
        assert_eq!(layout.present, [0, 2, 3]);
        assert_eq!(layout.duels, [Duel::Pair(0, 1), Duel::Pair(0, 2), Duel::Pair(1, 2)]);
        assert_eq!(layout.signs(Duel::Pair(1, 2)), [1.0, 1.0, -1.0]);
        let rest = Layout::new(&labels, "one-vs-all");
        assert_eq!(rest.signs(Duel::Rest(1)), [-1.0, -1.0, 1.0, 1.0, -1.0]);
    }

    #[test]
    fn tied_votes_go_to_the_first_class_and_scores_agree_with_them() {
        let labels = Labels::new(vec![0, 1, 2], 3);
        let layout = Layout::new(&labels, "one-vs-one");
        // Row 0: every class wins once. Row 1: class 2 wins both of its duels.
        let predictions = layout.decide(&[vec![1.0, 1.0], vec![-2.0, -0.1], vec![3.0, -0.2]], 2);
        assert_eq!(predictions.labels, [0, 2]);
        let last: Vec<f64> = predictions.scores.matrix().unwrap().rows().nth(1).unwrap().to_vec();
        assert_eq!(largest(&last), 2);
    }
}
