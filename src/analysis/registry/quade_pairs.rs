//! Pairs of methods after Quade's test: Conover's t on the weighted ranks. JSON also has z by the permutation variance and
//! the published z of Garcia et al. (2010), whose variance is right for three methods only.

use super::{Finding, Input, Overall, Run, TestInfo, sources};
use crate::stats::StatsError;
use crate::stats::quade_pairs::quade_pairs;
use crate::words::{p, statistic};

const NAME: &str = "Quade's test of pairs";

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "quade-pairs",
    key: "quade_pairs",
    title: NAME,
    question: "pairs after Quade's test: t of weighted ranks",
    needs: "one score per method and dataset, in one unit for all datasets",
    input: Input::Sizes,
    assumes: "datasets are independent; spreads can be compared between datasets",
    sources: &[sources::QUADE, sources::CONOVER],
    run: Run::Pairs(run),
};

fn run(input: &Overall<'_>, pairs: &[(usize, usize)]) -> Result<Vec<Finding>, StatsError> {
    let found = quade_pairs(input.values(NAME)?, input.settings.ties)?;
    let methods = input.complete.results.methods.len();
    Ok(in_order(pairs, methods, |position, sign| {
        let pair = &found[position];
        let t = sign * pair.conover.t;
        Finding::of(pair.conover.p)
            .favouring(t)
            .with("t", t)
            .with("df", pair.conover.df)
            .with("z", sign * pair.z)
            .with("p_z", pair.p)
            .with("z_published", sign * pair.z_published)
            .with("p_published", pair.p_published)
            .cell("t", statistic(t))
            .cell("p", p(pair.conover.p))
    }))
}

/// Findings of all pairs (a < b, in the order of `stats::posthoc::all_pairs`) in the order and with the signs of the
/// pairs that are wanted.
pub fn in_order(
    wanted: &[(usize, usize)],
    methods: usize,
    finding: impl Fn(usize, f64) -> Finding,
) -> Vec<Finding> {
    let mut found = Vec::with_capacity(wanted.len());
    for &(a, b) in wanted {
        let (low, high) = (a.min(b), a.max(b));
        // All pairs of the methods before `low`, then those of `low` itself.
        let position = low * (2 * methods - low - 1) / 2 + high - low - 1;
        found.push(finding(position, if a < b { 1.0 } else { -1.0 }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::posthoc::all_pairs;

    #[test]
    fn pairs_are_found_in_any_order_and_direction() {
        for methods in 2..9 {
            let known = all_pairs(methods);
            let turned: Vec<(usize, usize)> = known.iter().rev().map(|&(a, b)| (b, a)).collect();
            let place =
                |position: usize, sign: f64| Finding::default().favouring(sign * position as f64);
            let found = in_order(&turned, methods, place);
            let places: Vec<f64> = found.iter().rev().map(|one| -one.favours).collect();
            assert_eq!(places, (0..known.len()).map(|p| p as f64).collect::<Vec<_>>());
        }
    }
}
