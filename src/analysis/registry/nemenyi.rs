//! Nemenyi's test: all pairs of mean ranks with one critical difference.

use super::super::threads;
use super::{Correction, Families, Family, Input, Run, TestInfo, sources};

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "nemenyi",
    key: "nemenyi_p",
    title: "Nemenyi's test",
    question: "all pairs, one critical difference (studentised range)",
    needs: "one score per method and dataset",
    input: Input::Ranks,
    assumes: "datasets are independent; enough of them for a normal approximation of mean ranks",
    sources: &[sources::NEMENYI],
    run: Run::Correction(Correction { head: "Nemenyi", shown: Families::Pairs, adjust }),
};

fn adjust(family: &Family<'_>) -> Option<Vec<f64>> {
    // An integral each: 200 methods have 19,900 of them.
    Some(threads::each(family.differences, |d| family.ranks.nemenyi_p(*d)))
}
