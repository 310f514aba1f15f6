//! Cuts a tree back where a leaf, or its heaviest branch in its place, is expected to make hardly more errors. Works
//! from the leaves up, with a stack of its own. It knows how rows are routed and nothing of how the tree was grown.

use super::criterion::Pessimism;
use super::nodes::Tree;
use super::routes::{Members, Routes};
use super::table::Table;
use crate::learn::tolerance::{at_least, at_most};
use crate::learn::{FitError, Stop};

/// Expected errors up to which more are no more.
const FORGIVEN: f64 = 0.1;

/// A node whose sons are being pruned.
struct Visit {
    node: usize,
    members: Members,
    /// The rows of its sons, until each is visited; empty before that.
    sons: Vec<Members>,
    next: usize,
}

/// Prunes a tree that was grown from `table`; `raising` says whether branches may take the place of their parents.
pub fn prune(
    tree: &mut Tree,
    table: &Table<'_>,
    pessimism: Pessimism,
    raising: bool,
    stop: &dyn Stop,
) -> Result<(), FitError> {
    let errors = vec![0.0; tree.nodes.len()];
    let routes = || Routes::new(table.rows());
    let mut pruner =
        Pruner { tree, table, pessimism, errors, routes: routes(), trial: routes(), raising };
    let visit = |node, members| Visit { node, members, sons: Vec::new(), next: 0 };
    let mut path = vec![visit(0, Members::all(table.rows()))];
    while let Some(here) = path.last_mut() {
        if stop.requested() {
            return Err(FitError::Stopped);
        }
        let node = here.node;
        if let Some(test) = pruner.tree.nodes[node].test {
            if here.next == 0 {
                here.sons = pruner.routes.divide(&here.members, test, table).sons;
            }
            if let Some(members) = here.sons.get_mut(here.next) {
                let son = pruner.tree.nodes[node].first + here.next;
                here.next += 1;
                let members = std::mem::take(members);
                path.push(visit(son, members));
                continue;
            }
            if pruner.raised(node, &here.members) {
                here.next = 0;
                continue;
            }
        }
        pruner.errors[node] = pruner.below(node);
        path.pop();
    }
    Ok(())
}

struct Pruner<'a> {
    tree: &'a mut Tree,
    table: &'a Table<'a>,
    pessimism: Pessimism,
    /// Expected errors of nodes that were pruned.
    errors: Vec<f64>,
    routes: Routes,
    /// Another list, to try what would be.
    trial: Routes,
    raising: bool,
}

impl Pruner<'_> {
    /// Expected errors of a node as a leaf.
    fn as_leaf(&self, node: usize) -> f64 {
        self.pessimism.errors(self.tree.per_class(node), self.tree.nodes[node].total)
    }

    /// Expected errors of the leaves below a node whose sons were pruned.
    fn below(&self, node: usize) -> f64 {
        match self.tree.nodes[node].test {
            None => self.as_leaf(node),
            Some(_) => self.errors[self.tree.sons(node)].iter().sum(),
        }
    }

    /// Makes a leaf of a node, or puts its heaviest branch in its place, or leaves it; whether a branch was raised, so
    /// that the node must be pruned again.
    fn raised(&mut self, node: usize, members: &Members) -> bool {
        let heaviest = self.heaviest(node);
        let (as_leaf, as_is) = (self.as_leaf(node), self.below(node));
        let leaf_will_do = at_most(as_leaf, as_is + FORGIVEN);
        // More errors than this, and the branch is out of the question.
        let most = if leaf_will_do { as_leaf } else { as_is + 2.0 * FORGIVEN };
        let as_branch =
            if self.raising { self.with_all(heaviest, node, members, most) } else { f64::MAX };
        if leaf_will_do && at_most(as_leaf, as_branch + FORGIVEN) {
            self.tree.nodes[node].test = None;
            return false;
        }
        if !at_most(as_branch, as_is + FORGIVEN) {
            return false;
        }
        let branch = self.tree.nodes[heaviest];
        (self.tree.nodes[node].test, self.tree.nodes[node].first) = (branch.test, branch.first);
        self.learn_again(node, members);
        true
    }

    /// The son that most rows went to; the last of several.
    fn heaviest(&self, node: usize) -> usize {
        let sons = self.tree.sons(node);
        let mut best = (sons.start, 0.0);
        for son in sons {
            if at_least(self.tree.nodes[son].bag, best.1) {
                best = (son, self.tree.nodes[son].bag);
            }
        }
        best.0
    }

    /// Expected errors of a branch if it got all rows of its parent; those of some of its leaves if they are more than
    /// `most` already.
    fn with_all(&mut self, branch: usize, parent: usize, members: &Members, most: f64) -> f64 {
        if self.tree.nodes[branch].test.is_none() {
            return self.as_leaf(parent);
        }
        self.trial.copy(&self.routes, members);
        let mut errors = 0.0;
        let mut per_class = vec![0.0; self.tree.classes];
        let mut stack = vec![(branch, members.clone())];
        while let Some((node, members)) = stack.pop() {
            if errors > most {
                break;
            }
            let Some(test) = self.tree.nodes[node].test else {
                per_class.fill(0.0);
                let mut total = 0.0;
                for (class, weight) in self.trial.classes(&members, self.table) {
                    per_class[class as usize] += weight;
                    total += weight;
                }
                errors += self.pessimism.errors(&per_class, total);
                continue;
            };
            let division = self.trial.divide(&members, test, self.table);
            let sons = self.tree.sons(node).zip(division.sons);
            stack.extend(sons.filter(|(_, members)| members.len() > 0));
        }
        errors
    }

    /// Tells a node and all below it what they see now.
    fn learn_again(&mut self, node: usize, members: &Members) {
        let mut stack = vec![(node, members.clone())];
        while let Some((node, members)) = stack.pop() {
            self.tree.saw(node, self.routes.classes(&members, self.table));
            let Some(test) = self.tree.nodes[node].test else {
                self.tree.nodes[node].empty &= self.tree.is_bare(node);
                continue;
            };
            let division = self.routes.divide(&members, test, self.table);
            let sons = self.tree.sons(node);
            for ((son, bag), members) in sons.zip(division.bags).zip(division.sons) {
                self.tree.nodes[son].bag = bag;
                stack.push((son, members));
            }
        }
    }
}
