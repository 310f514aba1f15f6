//! Groups of methods that are not significantly different, by each way of comparing pairs: what the bars of a
//! critical-difference diagram join. Members are positions of methods, from the best mean rank to the worst.

use super::comparisons::Pair;
use super::omnibus::Omnibus;
use super::registry::{corrections, wilcoxon};
use super::settings::AnalysisSettings;
use super::verdict::Headline;
use crate::stats::cliques::maximal_cliques;

/// The groups of one way of comparing pairs; `None` where there are too many to draw.
pub type Groups = Option<Vec<Vec<usize>>>;

/// The groups of every way of comparing pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllGroups {
    /// What the verdict rests on: all pairs by Shaffer's procedure, or the control and the methods that Holm's procedure
    /// does not separate from it, or the test of the only two methods.
    pub verdict: Groups,
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
pub fn groups(
    omnibus: &Omnibus,
    by_rank: &[usize],
    pairs: &[Pair],
    headline: &Headline,
    settings: &AnalysisSettings,
) -> AllGroups {
    let (k, alpha) = (by_rank.len(), settings.alpha);
    let all = |same: Groups| AllGroups {
        verdict: same.clone(),
        nemenyi: same.clone(),
        shaffer: same.clone(),
        wilcoxon: same,
    };
    if !headline.differ {
        return all(Some(vec![by_rank.to_vec()]));
    }
    if omnibus.answers_the_only_pair() {
        return all(Some(Vec::new()));
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
    let significant = |p: Option<f64>| p.is_some_and(|p| p <= alpha);
    let shaffer = by(&|pair| significant(pair.adjusted(&corrections::SHAFFER)));
    AllGroups {
        verdict: if settings.control.is_some() {
            Some(with_control(by_rank, headline))
        } else {
            shaffer.clone()
        },
        nemenyi: by(&|pair| pair.rank_difference.abs() >= omnibus.nemenyi),
        shaffer,
        wilcoxon: by(&|pair| significant(pair.holm(&wilcoxon::TEST))),
    }
}

/// The control with the methods that are not significantly different from it; no group if there are none.
fn with_control(by_rank: &[usize], headline: &Headline) -> Vec<Vec<usize>> {
    let joined = |m: &usize| *m == headline.about || headline.alike.contains(m);
    let group: Vec<usize> = by_rank.iter().copied().filter(joined).collect();
    if group.len() > 1 { vec![group] } else { Vec::new() }
}
