//! Repeated-measures analysis of variance with its pairs by Tukey and by Fisher's least significant difference.

use serde_json::{Value, json};

use super::{Finding, Input, Outcome, Overall, Run, TestInfo};
use crate::stats::anova::repeated_measures;
use crate::stats::pairs_after_anova::{FollowUp, PairOfGroups, compare_pairs};

/// The test.
pub static TEST: TestInfo = TestInfo {
    name: "anova",
    key: "anova",
    title: "repeated-measures analysis of variance with Tukey's and Fisher's comparisons",
    question: "repeated-measures analysis of variance with Tukey and LSD follow-ups",
    needs: "one score per method and dataset, in one unit for all datasets",
    input: Input::Sizes,
    assumes: "normal scores with equal variances of all differences (sphericity)",
    sources: &[],
    run: Run::Overall(run),
};

fn run(input: &Overall<'_>) -> Outcome {
    let a = repeated_measures(input.values("analysis of variance")?)?;
    let alpha = input.settings.alpha;
    let tukey = compare_pairs(&a, FollowUp::TukeyHsd, alpha)?;
    let lsd = compare_pairs(&a, FollowUp::FisherLsd, alpha)?;
    let methods = &input.complete.results.methods;
    let pairs =
        |pairs: &[PairOfGroups]| -> Vec<Value> { pairs.iter().map(|p| pair(methods, p)).collect() };
    Ok(Finding::of_f("repeated-measures ANOVA", a.f, (a.df_between, a.df_error), a.p)
        .with("ss_between", a.ss_between)
        .with("ss_subject", a.ss_subject)
        .with("ss_error", a.ss_error)
        .with("tukey", pairs(&tukey))
        .with("lsd", pairs(&lsd)))
}

fn pair(methods: &[String], p: &PairOfGroups) -> Value {
    json!({
        "a": methods[p.groups.0], "b": methods[p.groups.1], "difference": p.difference,
        "statistic": p.statistic, "p": p.p, "critical_difference": p.critical_difference,
    })
}
