//! The verdict without each dataset and each method; `robust` computes it.

use super::{Input, Run, TestInfo};

/// The part of the analysis.
pub static TEST: TestInfo = TestInfo {
    name: "robustness",
    key: "robustness",
    title: "the same analysis without single datasets and methods",
    question: "does the verdict hold without each dataset, without each method?",
    needs: "four datasets or more, or three methods or more",
    input: Input::Ranks,
    assumes: "nothing further",
    sources: &[],
    run: Run::Part,
};
