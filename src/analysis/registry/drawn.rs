//! Tests that draw every score with its uncertainty, again and again (Suppharangsarn 2010, ch. 5); `uncertain` computes them.

use super::{Input, Run, TestInfo, sources};

/// What all ways of drawing have in common.
const DRAWN: TestInfo = TestInfo {
    name: "",
    key: "",
    title: "",
    question: "",
    needs: "two folds or more of every score",
    input: Input::Sizes,
    assumes: "datasets are independent; the spread over folds is the uncertainty of a score",
    sources: &[sources::SUPPHARANGSARN],
    run: Run::Draws,
};

/// Scores drawn from normal distributions.
pub static MONTE_CARLO: TestInfo = TestInfo {
    name: "monte-carlo",
    key: "monte_carlo",
    title: "the Monte Carlo test",
    question: "scores drawn from normal distributions: p as a distribution",
    needs: "mean and standard deviation of every score",
    ..DRAWN
};

/// Scores drawn by a Markov chain from a density over the folds.
pub static MCMC_KDE: TestInfo = TestInfo {
    name: "mcmc-kde",
    key: "mcmc_kde",
    title: "the MCMC-KDE test",
    question: "scores drawn by a Markov chain from a density over the folds",
    ..DRAWN
};

/// Scores drawn from the folds.
pub static BOOTSTRAP: TestInfo = TestInfo {
    name: "bootstrap",
    key: "bootstrap",
    title: "the bootstrap test",
    question: "scores drawn from the folds",
    ..DRAWN
};

/// Mean ranks over the same draws.
pub static RANK_UNCERTAINTY: TestInfo = TestInfo {
    name: "rank-uncertainty",
    key: "rank_uncertainty",
    title: "mean ranks over draws of all scores",
    question: "mean ranks with the uncertainty of the scores",
    needs: "mean and standard deviation of every score",
    input: Input::Ranks,
    run: Run::Part,
    ..DRAWN
};
