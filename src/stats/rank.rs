//! Ranks with ties averaged, and what counts as a tie. It must not know what is ranked.

/// Values closer than this are tied: scores are printed and compared as decimals, and sums of the
/// same fold scores in another order differ by less.
pub const TIE: f64 = 1e-9;

/// What counts as equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ties {
    /// Values closer than [`TIE`], so that 0.1 + 0.2 ties with 0.3.
    #[default]
    Decimal,
    /// Only identical floating-point values, as programs that compare with `==` do.
    Raw,
}

impl Ties {
    /// Whether two values tie.
    pub fn tied(self, a: f64, b: f64) -> bool {
        // The first comparison also covers infinities, whose difference is not a number.
        a == b || (self == Ties::Decimal && (a - b).abs() <= TIE)
    }
}

/// Ranks of some values, 1 for the best; tied values share the mean of their ranks.
/// `higher_is_better` says what best means. Values must not be NaN. A run of values each tied with
/// the next is one tie, so the other direction of ranking gives the mirror image.
pub fn average_ranks(values: &[f64], higher_is_better: bool, ties: Ties) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| {
        let ascending = values[a].total_cmp(&values[b]);
        if higher_is_better { ascending.reverse() } else { ascending }
    });
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    for group in order.chunk_by(|&a, &b| ties.tied(values[a], values[b])) {
        // Ranks start + 1 ..= start + group.len(), averaged.
        let shared = start as f64 + (group.len() as f64 + 1.0) / 2.0;
        group.iter().for_each(|&i| ranks[i] = shared);
        start += group.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ties_share_the_mean_rank() {
        let ranks = |values: &[f64], higher| average_ranks(values, higher, Ties::Decimal);
        assert_eq!(ranks(&[0.9, 0.8, 0.9, 0.7], true), [1.5, 3.0, 1.5, 4.0]);
        assert_eq!(ranks(&[0.9, 0.8, 0.9, 0.7], false), [3.5, 2.0, 3.5, 1.0]);
        assert_eq!(ranks(&[f64::INFINITY, 1.0, f64::INFINITY], false), [2.5, 1.0, 2.5]);
        assert_eq!(ranks(&[0.0, -0.0], true), [1.5, 1.5]);
        assert!(ranks(&[], true).is_empty());
    }

    #[test]
    fn decimal_ties_can_be_switched_off() {
        assert_eq!(average_ranks(&[0.1 + 0.2, 0.3], true, Ties::Decimal), [1.5, 1.5]);
        assert_eq!(average_ranks(&[0.1 + 0.2, 0.3], true, Ties::Raw), [1.0, 2.0]);
        assert_eq!(average_ranks(&[0.3, 0.3], true, Ties::Raw), [1.5, 1.5]);
        assert_eq!(average_ranks(&[0.3, 0.3 + 2e-9], true, Ties::Decimal), [2.0, 1.0]);
    }

    proptest! {
        #[test]
        fn ranks_sum_to_the_sum_of_places_and_reverse(
            values in prop::collection::vec(0_i32..9, 1..20),
            unit in prop::sample::select(vec![1.0, 0.6e-9]),
        ) {
            let values: Vec<f64> = values.into_iter().map(|v| unit * f64::from(v)).collect();
            let n = values.len() as f64;
            let up = average_ranks(&values, true, Ties::Decimal);
            let down = average_ranks(&values, false, Ties::Decimal);
            prop_assert_eq!(up.iter().sum::<f64>(), n * (n + 1.0) / 2.0);
            for (u, d) in up.iter().zip(&down) {
                prop_assert_eq!(u + d, n + 1.0);
            }
        }
    }
}
