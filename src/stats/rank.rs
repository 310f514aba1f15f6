//! Ranks with ties averaged.

/// Values closer than this are tied: scores are printed and compared as decimals, and sums of the same fold scores in
/// another order differ by less.
pub const TIE: f64 = 1e-9;

/// Ranks of some values, 1 for the best; tied values share the mean of their ranks. `higher_is_better` says what best
/// means. Values must not be NaN.
pub fn average_ranks(values: &[f64], higher_is_better: bool) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| {
        let ascending = values[a].total_cmp(&values[b]);
        if higher_is_better { ascending.reverse() } else { ascending }
    });
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        let first = values[order[start]];
        let tied = order[start..].iter().take_while(|&&i| (values[i] - first).abs() <= TIE).count();
        // Ranks start+1 ..= start+tied, averaged.
        let shared = start as f64 + (tied as f64 + 1.0) / 2.0;
        order[start..start + tied].iter().for_each(|&i| ranks[i] = shared);
        start += tied;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ties_share_the_mean_rank() {
        assert_eq!(average_ranks(&[0.9, 0.8, 0.9, 0.7], true), [1.5, 3.0, 1.5, 4.0]);
        assert_eq!(average_ranks(&[0.9, 0.8, 0.9, 0.7], false), [3.5, 2.0, 3.5, 1.0]);
        assert_eq!(average_ranks(&[0.1 + 0.2, 0.3], true), [1.5, 1.5]);
    }

    proptest! {
        #[test]
        fn ranks_sum_to_the_sum_of_places_and_reverse(values in prop::collection::vec(0_i32..9, 1..20)) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let n = values.len() as f64;
            let up = average_ranks(&values, true);
            let down = average_ranks(&values, false);
            prop_assert!((up.iter().sum::<f64>() - n * (n + 1.0) / 2.0).abs() < 1e-9);
            for (u, d) in up.iter().zip(&down) {
                prop_assert!((u + d - n - 1.0).abs() < 1e-9);
            }
        }
    }
}
