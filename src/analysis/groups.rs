//! Groups of methods that cannot be told apart, by each way of comparing pairs: what the bars of a critical-difference
//! diagram join. Members are positions of methods, from the best mean rank to the worst.

use super::comparisons::Pair;
use super::omnibus::Omnibus;
use crate::stats::cliques::maximal_cliques;

/// The groups of one way of comparing pairs; `None` where there are too many to draw.
pub type Groups = Option<Vec<Vec<usize>>>;

/// The groups of every way of comparing pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllGroups {
    /// Mean ranks closer than Nemenyi's critical difference.
    pub nemenyi: Groups,
    /// Rank differences corrected by Shaffer's procedure.
    pub shaffer: Groups,
    /// Signed ranks corrected by Holm's procedure over all pairs.
    pub wilcoxon: Groups,
}

/// More bars than this would be no figure.
const MOST_PER_METHOD: usize = 2;

/// Joins the pairs without a significant difference. Where the test over all methods finds none, pairs are not looked at:
/// all methods are one group.
pub fn groups(omnibus: &Omnibus, by_rank: &[usize], pairs: &[Pair], alpha: f64) -> AllGroups {
    let k = by_rank.len();
    if omnibus.gate.p > alpha {
        let one = Some(vec![by_rank.to_vec()]);
        return AllGroups { nemenyi: one.clone(), shaffer: one.clone(), wilcoxon: one };
    }
    if omnibus.answers_the_only_pair() {
        let none = Some(Vec::new());
        return AllGroups { nemenyi: none.clone(), shaffer: none.clone(), wilcoxon: none };
    }
    let mut place = vec![0; k];
    by_rank.iter().enumerate().for_each(|(position, &method)| place[method] = position);
    let by = |differs: &dyn Fn(&Pair) -> bool| -> Groups {
        let mut alike = vec![vec![false; k]; k];
        for pair in pairs {
            let joined = !differs(pair);
            alike[place[pair.a]][place[pair.b]] = joined;
            alike[place[pair.b]][place[pair.a]] = joined;
        }
        let cliques = maximal_cliques(&alike, MOST_PER_METHOD * k)?;
        let members = |clique: Vec<usize>| clique.into_iter().map(|p| by_rank[p]).collect();
        Some(cliques.into_iter().map(members).collect())
    };
    AllGroups {
        nemenyi: by(&|pair| pair.rank_difference.abs() >= omnibus.nemenyi),
        shaffer: by(&|pair| pair.adjusted.shaffer.is_some_and(|p| p <= alpha)),
        wilcoxon: by(&|pair| pair.wilcoxon_holm <= alpha),
    }
}
