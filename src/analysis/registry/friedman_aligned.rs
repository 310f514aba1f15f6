//! Friedman's test on aligned ranks: the mean of each dataset is taken out, then all scores are ranked together. JSON also
//! has its pairs: `p` by the permutation variance, and `p_published` by the formula of Garcia et al. (2010), which is too
//! small to keep the level.

use serde_json::{Value, json};

use super::{Finding, Input, Outcome, Overall, Run, TestInfo};
use crate::stats::friedman_aligned::{AlignedPair, friedman_aligned};

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "friedman-aligned",
    key: "friedman_aligned",
    title: "Friedman's test on aligned ranks",
    question: "the same on aligned ranks: sizes of differences count across datasets",
    needs: "one score per method and dataset, in one unit for all datasets",
    input: Input::Sizes,
    assumes: "datasets are independent; differences can be compared between datasets",
    sources: &[
        "@article{hodgeslehmann1962,\n  author = {Hodges, J. L. and Lehmann, E. L.},\n  title = {Rank methods for combination of independent experiments in analysis of variance},\n  journal = {The Annals of Mathematical Statistics}, volume = {33}, number = {2}, pages = {482--497}, year = {1962}}",
    ],
    run: Run::Overall(run),
};

fn run(input: &Overall<'_>) -> Outcome {
    let found =
        friedman_aligned(input.values("Friedman's test on aligned ranks")?, input.settings.ties)?;
    let methods = &input.complete.results.methods;
    let pair = |p: &AlignedPair| -> Value {
        json!({
            "a": methods[p.pair.0], "b": methods[p.pair.1], "difference": p.difference, "z": p.z, "p": p.p,
            "z_published": p.z_published, "p_published": p.p_published,
        })
    };
    let (plain, tied) = (found.classic, found.tie_corrected.unwrap_or(found.classic));
    Ok(Finding::of(tied.p)
        .with("chi2", plain.statistic)
        .with("df", plain.df)
        .with("p_classic", plain.p)
        .with("chi2_tie_corrected", tied.statistic)
        .with("mean_ranks", found.mean_ranks)
        .with("pairs", found.pairs.iter().map(pair).collect::<Vec<_>>())
        .chi_square_row("Friedman, aligned ranks", tied.statistic, tied.df, tied.p))
}
