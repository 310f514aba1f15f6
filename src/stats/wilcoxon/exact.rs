//! The exact null distribution of a signed-rank sum: every difference has either sign with
//! probability one half, independently. A dynamic programme over (doubled) rank sums, one
//! difference at a time (McCornack 1965, *JASA* 60:864, eq. 3.29 of Suppharangsarn 2010 for ranks
//! without ties). All terms are positive, so that even the far tail is accurate to about n rounding
//! errors.

use crate::stats::tails::Tails;

/// Tails of the sum of those `ranks` whose sign comes up positive.
pub fn tails(ranks: &[usize], observed: usize) -> Tails {
    let total: usize = ranks.iter().sum();
    // The distribution is symmetric about total / 2: only the smaller side is ever computed.
    if 2 * observed > total {
        return tails(ranks, total - observed).swapped();
    }
    let mut probability = vec![0.0; observed + 1];
    probability[0] = 1.0;
    let mut reached = 0;
    for &rank in ranks {
        let highest = (reached + rank).min(observed);
        for sum in (rank..=highest).rev() {
            probability[sum] = 0.5 * (probability[sum] + probability[sum - rank]);
        }
        probability[..rank.min(highest + 1)].iter_mut().for_each(|p| *p *= 0.5);
        reached = highest;
    }
    let less: f64 = probability[..observed].iter().sum();
    Tails { below: less + probability[observed], above: 1.0 - less }
}

/// Tails for ranks 1 to n, at a doubled sum: for a sum with a half the mean of both neighbours.
pub fn untied_tails(n: usize, doubled_observed: usize) -> Tails {
    let ranks: Vec<usize> = (1..=n).collect();
    let low = tails(&ranks, doubled_observed / 2);
    let high = tails(&ranks, doubled_observed.div_ceil(2));
    Tails { below: (low.below + high.below) / 2.0, above: (low.above + high.above) / 2.0 }
}
