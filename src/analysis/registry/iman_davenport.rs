//! Iman and Davenport's F form of Friedman's test, less conservative than chi-square.

use super::{Finding, Input, Outcome, Overall, Run, TestInfo, sources};

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "iman-davenport",
    key: "iman_davenport",
    title: "the F-test of Iman and Davenport",
    question: "the same as F, less conservative",
    needs: "one score per method and dataset",
    input: Input::Ranks,
    assumes: "datasets are independent",
    sources: &[sources::IMAN_DAVENPORT],
    run: Run::Overall(run),
};

fn run(input: &Overall<'_>) -> Outcome {
    let plain = &input.omnibus.iman_davenport;
    let tied = &input.omnibus.iman_davenport_tie_corrected;
    let freedom = (tied.df1, tied.df2);
    Ok(Finding::of_f("Iman-Davenport", plain.statistic, (plain.df1, plain.df2), plain.p)
        .with("f_tie_corrected", tied.statistic)
        .with("p_tie_corrected", tied.p)
        .f_row("Iman-Davenport, tie-corrected", tied.statistic, freedom, tied.p))
}
