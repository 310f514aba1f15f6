//! Friedman's test: do the mean ranks of the methods differ? As chi-square without and with the correction for ties.

use super::{Finding, Input, Outcome, Overall, Run, TestInfo, sources};

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "friedman",
    key: "friedman",
    title: "Friedman's test",
    question: "do the methods' ranks differ? (chi-square, also tie-corrected)",
    needs: "one score per method and dataset",
    input: Input::Ranks,
    assumes: "datasets are independent; enough of them for the chi-square approximation",
    sources: &[sources::FRIEDMAN],
    run: Run::Overall(run),
};

fn run(input: &Overall<'_>) -> Outcome {
    let (plain, tied) = (&input.omnibus.friedman, &input.omnibus.friedman_tie_corrected);
    Ok(Finding::of(plain.p)
        .with("chi2", plain.statistic)
        .with("df", plain.df)
        .with("chi2_tie_corrected", tied.statistic)
        .with("p_tie_corrected", tied.p)
        .chi_square_row("Friedman", plain.statistic, plain.df, plain.p)
        .chi_square_row("Friedman, tie-corrected", tied.statistic, tied.df, tied.p))
}
