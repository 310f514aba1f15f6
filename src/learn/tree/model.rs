//! A finished tree: what is needed to answer, close together in memory. It knows nothing of how it was learned.

use super::nodes::{Test, Tree};
use super::routes::son_of;
use crate::data::Rows;
use crate::learn::tolerance::above;
use crate::learn::{ClassPredictions, Classify, Model, ModelFacts, ScoreMatrix, Scores};

/// A fitted tree.
pub struct TreeModel {
    classes: usize,
    nodes: Vec<Node>,
    /// The share of rows with a missing value that goes to each node.
    shares: Vec<f64>,
    /// Class probabilities, leaf after leaf.
    probabilities: Vec<f64>,
    /// The class that each leaf names.
    labels: Vec<u32>,
    /// Probabilities of the classes where nothing else is known.
    prior: Vec<f64>,
}

#[derive(Clone, Copy)]
struct Node {
    /// `None` in a leaf.
    test: Option<Test>,
    /// Where the sons begin; in a leaf, its number.
    first: usize,
}

/// Where the way of a row ends.
enum End {
    Leaf(usize),
    /// A node whose value is missing.
    Missing(Node, Test),
}

impl TreeModel {
    pub fn new(tree: &Tree) -> TreeModel {
        let mut model = TreeModel {
            classes: tree.classes,
            nodes: vec![Node { test: None, first: 0 }],
            shares: vec![1.0],
            probabilities: Vec::new(),
            labels: Vec::new(),
            prior: probabilities(tree, 0).unwrap_or(vec![1.0 / tree.classes as f64; tree.classes]),
        };
        // Nodes of the tree in the order of the model's, each with its parent.
        let mut order = vec![(0, 0)];
        for place in 0.. {
            let Some(&(node, parent)) = order.get(place) else { break };
            let Some(test) = tree.nodes[node].test else {
                let known = if tree.nodes[node].empty { parent } else { node };
                model.nodes[place].first = model.labels.len();
                let shares = probabilities(tree, known).unwrap_or_else(|| model.prior.clone());
                model.labels.push(choose(&shares));
                model.probabilities.extend(shares);
                continue;
            };
            model.nodes[place] = Node { test: Some(test), first: order.len() };
            for son in tree.sons(node) {
                order.push((son, node));
                let sent = tree.nodes[son].bag / tree.nodes[node].total;
                let share = if tree.nodes[son].empty || !sent.is_finite() { 0.0 } else { sent };
                model.shares.push(share);
                model.nodes.push(Node { test: None, first: 0 });
            }
        }
        model
    }

    /// How far a row gets from a node as a whole.
    fn follow(&self, mut place: usize, row: &[f64]) -> End {
        loop {
            let node = self.nodes[place];
            let Some(test) = node.test else { return End::Leaf(node.first) };
            let son = son_of(row[test.feature], test);
            if son == test.bags() {
                return End::Missing(node, test);
            }
            place = node.first + son;
        }
    }

    fn leaf(&self, leaf: usize) -> &[f64] {
        &self.probabilities[leaf * self.classes..][..self.classes]
    }

    /// Writes the probabilities of a row; the class it belongs to.
    fn answer(&self, row: &[f64], parts: &mut Vec<(usize, f64)>, out: &mut [f64]) -> u32 {
        let end = self.follow(0, row);
        if let End::Leaf(leaf) = end {
            out.copy_from_slice(self.leaf(leaf));
            return self.labels[leaf];
        }
        parts.push((0, 1.0));
        while let Some((place, weight)) = parts.pop() {
            match self.follow(place, row) {
                End::Leaf(leaf) => {
                    let shares = self.leaf(leaf);
                    out.iter_mut().zip(shares).for_each(|(sum, share)| *sum += weight * share);
                }
                End::Missing(node, test) => {
                    let sons = (node.first..node.first + test.bags()).rev();
                    let reached = sons.filter(|son| self.shares[*son] > 0.0);
                    parts.extend(reached.map(|son| (son, weight * self.shares[son])));
                }
            }
        }
        let label = choose(out);
        let sum: f64 = out.iter().sum();
        if sum > 0.0 {
            out.iter_mut().for_each(|share| *share /= sum);
        } else {
            out.copy_from_slice(&self.prior);
        }
        label
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
        let (mut parts, x) = (Vec::new(), x.to_dense());
        let rows = x.iter().zip(values.chunks_exact_mut(self.classes));
        let labels = rows.map(|(row, out)| self.answer(row, &mut parts, out)).collect();
        let scores = Scores::Probability(ScoreMatrix { classes: self.classes, values });
        ClassPredictions { labels, scores }
    }

    fn bytes(&self) -> usize {
        let lists = [&self.shares, &self.probabilities, &self.prior];
        let lists: usize = lists.iter().map(|list| size_of_val(&***list)).sum();
        lists + size_of_val(&*self.nodes) + size_of_val(&*self.labels)
    }

    fn facts(&self) -> ModelFacts {
        let mut facts = ModelFacts::closed_form();
        facts.numbers.insert("leaves".into(), self.labels.len() as f64);
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
