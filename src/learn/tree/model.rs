//! A finished tree: what is needed to answer, close together in memory. It knows nothing of how it was learned.

use super::criterion::above;
use super::routes::son_of;
use super::tree::{Test, Tree};
use crate::data::Rows;
use crate::learn::{ClassPredictions, Classify, Model, ModelFacts, ScoreMatrix, Scores};

/// A fitted tree.
pub struct TreeModel {
    classes: usize,
    nodes: Vec<Node>,
    /// Class probabilities, leaf after leaf.
    probabilities: Vec<f64>,
    /// Probabilities of the classes where nothing else is known.
    prior: Vec<f64>,
}

struct Node {
    /// `None` in a leaf.
    test: Option<Test>,
    /// Where the sons begin; in a leaf, its number.
    first: usize,
    /// The share of rows with a missing value that goes here.
    share: f64,
}

impl TreeModel {
    pub fn new(tree: &Tree) -> TreeModel {
        let mut model = TreeModel {
            classes: tree.classes,
            nodes: vec![Node { test: None, first: 0, share: 1.0 }],
            probabilities: Vec::new(),
            prior: probabilities(tree, 0).unwrap_or(vec![1.0 / tree.classes as f64; tree.classes]),
        };
        // Nodes of the tree in the order of the model's, each with its parent.
        let mut order = vec![(0, 0)];
        for place in 0.. {
            let Some(&(node, parent)) = order.get(place) else { break };
            let Some(test) = tree.nodes[node].test else {
                let known = if tree.nodes[node].empty { parent } else { node };
                model.nodes[place].first = model.probabilities.len() / tree.classes;
                let prior = || model.prior.clone();
                let shares = probabilities(tree, known).unwrap_or_else(prior);
                model.probabilities.extend(shares);
                continue;
            };
            (model.nodes[place].test, model.nodes[place].first) = (Some(test), order.len());
            let total = tree.nodes[node].total;
            for son in tree.sons(node) {
                order.push((son, node));
                let sent = if tree.nodes[son].empty { 0.0 } else { tree.nodes[son].bag / total };
                let share = if sent.is_finite() { sent } else { 0.0 };
                model.nodes.push(Node { test: None, first: 0, share });
            }
        }
        model
    }

    fn leaves(&self) -> usize {
        self.probabilities.len() / self.classes
    }

    /// Adds up what the leaves say that a row reaches from a node, whole or in parts.
    fn answer(&self, row: &[f64], parts: &mut Vec<(usize, f64)>, out: &mut [f64]) {
        parts.push((0, 1.0));
        while let Some((mut place, weight)) = parts.pop() {
            loop {
                let node = &self.nodes[place];
                let Some(test) = node.test else {
                    let leaf = &self.probabilities[node.first * self.classes..][..self.classes];
                    out.iter_mut().zip(leaf).for_each(|(sum, share)| *sum += weight * share);
                    break;
                };
                let son = son_of(row[test.feature], test);
                if son < test.bags() {
                    place = node.first + son;
                    continue;
                }
                let sons = node.first..node.first + test.bags();
                let reached = sons.rev().filter(|son| self.nodes[*son].share > 0.0);
                parts.extend(reached.map(|son| (son, weight * self.nodes[son].share)));
                break;
            }
        }
    }
}

/// Shares of the classes at a node, if it saw anything.
fn probabilities(tree: &Tree, node: usize) -> Option<Vec<f64>> {
    let total = tree.nodes[node].total;
    let shares = || tree.per_class(node).iter().map(|weight| weight / total).collect();
    (total > 0.0).then(shares)
}

impl Model<Classify> for TreeModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut values = vec![0.0; x.len() * self.classes];
        let mut parts = Vec::new();
        let x = x.to_dense();
        let mut labels = Vec::with_capacity(x.len());
        for (row, out) in x.iter().zip(values.chunks_exact_mut(self.classes)) {
            self.answer(row, &mut parts, out);
            labels.push(choose(out));
            let sum: f64 = out.iter().sum();
            if sum > 0.0 {
                out.iter_mut().for_each(|share| *share /= sum);
            } else {
                out.copy_from_slice(&self.prior);
            }
        }
        let scores = Scores::Probability(ScoreMatrix { classes: self.classes, values });
        ClassPredictions { labels, scores }
    }

    fn facts(&self) -> ModelFacts {
        let mut facts = ModelFacts::closed_form();
        facts.numbers.insert("leaves".into(), self.leaves() as f64);
        facts.numbers.insert("nodes".into(), self.nodes.len() as f64);
        facts
    }
}

/// The most probable class; a later one must be clearly more probable.
fn choose(probabilities: &[f64]) -> u32 {
    let mut best = (0, -1.0);
    for (class, &probability) in (0..).zip(probabilities) {
        if above(probability, best.1) {
            best = (class, probability);
        }
    }
    best.0
}
