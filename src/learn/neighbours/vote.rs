//! What the neighbours decide: which of them vote, what a vote counts, and which shares of the votes the classes get. It
//! knows nothing of how the neighbours were found.

use super::tree::Neighbour;
use crate::params::Params;

/// What a vote counts, beside the weight of its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    One,
    /// One over the distance.
    Distance,
    /// One over the distance, softened near zero.
    Inverse,
    /// One minus the distance.
    Similarity,
}

/// Who votes, and what a vote counts.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    pub k: usize,
    /// Whether all rows as near as the k-th vote.
    pub ties: bool,
    count: Count,
}

/// The rules of a vote on classes.
#[derive(Debug, Clone, Copy)]
pub struct Vote {
    pub rule: Rule,
    smooth: bool,
}

/// Who votes.
pub struct Voters<'a> {
    pub ids: &'a [u32],
    /// One if absent.
    pub weights: Option<&'a [f64]>,
    /// Number of features, by which distances are put in proportion.
    pub width: usize,
}

/// Keeps votes by inverse distance finite.
const SOFTENING: f64 = 0.001;

impl Rule {
    pub fn new(params: &Params) -> Rule {
        Rule {
            k: usize::try_from(params.int("k")).unwrap_or(usize::MAX),
            ties: params.text("ties") == "all",
            count: match params.text("weights") {
                "distance" => Count::Distance,
                "inverse" => Count::Inverse,
                "similarity" => Count::Similarity,
                _ => Count::One,
            },
        }
    }

    /// Hands over every row that votes, with what its vote counts for `width` features. `nearest` may hold more neighbours
    /// than vote, nearest first.
    pub fn each_vote(&self, nearest: &[Neighbour], width: usize, mut vote: impl FnMut(usize, f64)) {
        let nearest = &nearest[..self.electorate(nearest)];
        let first = nearest.first().map_or(0.0, |(d, _)| *d);
        let counts = |distance: f64| self.counts(distance, first, width);
        // Where the rule leaves no vote at all, every neighbour has one.
        let silent = nearest.iter().all(|(distance, _)| counts(*distance) == 0.0);
        for &(distance, row) in nearest {
            vote(row as usize, if silent { 1.0 } else { counts(distance) });
        }
    }

    /// How many of the neighbours vote.
    fn electorate(&self, nearest: &[Neighbour]) -> usize {
        match nearest.get(self.k.saturating_sub(1)) {
            None => nearest.len(),
            Some((last, _)) if self.ties => nearest.partition_point(|(d, _)| d <= last),
            Some(_) => self.k,
        }
    }

    fn counts(&self, distance: f64, nearest: f64, width: usize) -> f64 {
        let mean = || (distance / width.max(1) as f64).sqrt();
        match self.count {
            Count::One => 1.0,
            Count::Distance if nearest == 0.0 => f64::from(distance == 0.0),
            // Relative to the nearest, so that neither 1/distance nor the sum can overflow; both may be infinite.
            Count::Distance if distance == nearest => 1.0,
            Count::Distance => (nearest / distance).sqrt(),
            Count::Inverse => 1.0 / (mean() + SOFTENING),
            Count::Similarity => (1.0 - mean()).max(0.0),
        }
    }
}

impl Vote {
    pub fn new(params: &Params) -> Vote {
        Vote { rule: Rule::new(params), smooth: params.flag("smooth") }
    }

    /// The share of every class. `nearest` may hold more neighbours than vote, nearest first.
    pub fn shares(&self, nearest: &[Neighbour], voters: &Voters<'_>, shares: &mut [f64]) {
        let rows = voters.ids.len() as f64;
        shares.fill(if self.smooth { 1.0 / rows } else { 0.0 });
        self.rule.each_vote(nearest, voters.width, |row, count| {
            let weight = voters.weights.map_or(1.0, |weights| weights[row]);
            shares[voters.ids[row] as usize] += count * weight;
        });
        let total: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= total);
    }
}
