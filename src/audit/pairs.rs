//! Signed-rank tests: rank sums, z and p of the control against each method and of any two methods.

use super::judge::{Answer, Claim, judge_family};
use super::ranks::level;
use super::scores::Scores;
use super::ways::{Topic, Way};
use super::{Finding, Verdict};
use crate::published::{Decision, PairClaim, PublishedTable, Tails};
use crate::stats::StatsError;
use crate::stats::distribution::normal_sf;
use crate::stats::rank::Ties;
use crate::stats::wilcoxon::{
    Method, Options, SignedRankTest, Zeros, signed_rank_test, signed_rank_test_of_differences,
};

/// The test of two columns under some ways; the first is the better one where R+ is large.
pub fn signed_ranks(scores: &Scores<'_>, a: &str, b: &str, ways: &[Way]) -> Option<SignedRankTest> {
    tested(scores, a, b, ways).and_then(Result::ok)
}

/// Why two columns cannot be tested.
pub fn why_not(scores: &Scores<'_>, a: &str, b: &str) -> String {
    match tested(scores, a, b, &[]) {
        Some(Err(error)) => error.to_string(),
        _ => scores.why_not(),
    }
}

fn tested(
    scores: &Scores<'_>,
    a: &str,
    b: &str,
    ways: &[Way],
) -> Option<Result<SignedRankTest, StatsError>> {
    let (rows, higher) = scores.under(ways)?;
    let cells = &scores.table.cells;
    let sign = if higher { 1.0 } else { -1.0 };
    let column = |name: &str| -> Option<Vec<f64>> {
        let column = cells.column(name)?;
        Some(rows.iter().map(|row| sign * row[column]).collect())
    };
    let mut options = Options::default();
    let mut methods = 0;
    for way in ways {
        match way {
            Way::Keel => (options.ties, options.zeros) = (Ties::Raw, Zeros::Keel),
            Way::NoTieCorrection => options.tie_correction = false,
            Way::ExactUntied => (options.method, methods) = (Method::ExactUntied, methods + 1),
            Way::NormalCorrected => {
                (options.method, methods) = (Method::NormalCorrected, methods + 1);
                options.tie_correction = false;
            }
            Way::Normal => {
                (options.method, methods) = (Method::Normal, methods + 1);
                options.tie_correction = false;
            }
            _ => {}
        }
    }
    // Two methods at once are none.
    let (a, b) = (column(a)?, column(b)?);
    (methods <= 1).then(|| signed_rank_test(&a, &b, &options))
}

/// Judges all signed-rank tests of a table. What is printed in one table was made by one program, so its numbers of a
/// kind are judged together.
pub fn pairs(table: &PublishedTable) -> Vec<Finding> {
    let scores = &Scores::new(table);
    let (mut sums, mut p_values) = (Vec::new(), Vec::new());
    let control = table.control.as_ref();
    for (method, claim) in &table.claims.wilcoxon {
        let part = move |part: fn(SignedRankTest) -> f64| {
            move |ways: &[Way]| {
                let test = signed_ranks(scores, control?, method, ways);
                test.filter(|_| !ways.contains(&Way::RoundedZ)).map(|t| Answer::exactly(part(t)))
            }
        };
        let reason = control.map_or_else(|| scores.why_not(), |own| why_not(scores, own, method));
        let named = |kind: &str, printed, of| {
            let claim = Claim::new(format!("Wilcoxon {kind} {method}"), printed, part(of));
            claim.or_why(reason.clone())
        };
        if let Some(printed) = &claim.r_plus {
            sums.push(named("R+", printed, |test| test.r_plus));
        }
        if let Some(printed) = &claim.r_minus {
            sums.push(named("R-", printed, |test| test.r_minus));
        }
        if let Some(printed) = &claim.p {
            p_values.push(named("p", printed, |test| test.p_two_sided).p());
        }
    }
    let mut deviates = Vec::new();
    let mut decisions = Vec::new();
    for pair in &table.claims.pairs {
        let what = format!("{} against {}", pair.a, pair.b);
        let reason = why_not(scores, &pair.a, &pair.b);
        if let Some(printed) = &pair.abs_z {
            let answer = move |ways: &[Way]| abs_z(scores, pair, ways).map(Answer::exactly);
            let claim = Claim::new(format!("Wilcoxon |z|, {what}"), printed, answer);
            deviates.push(claim.or_why(reason.clone()));
        }
        if let Some(printed) = &pair.p {
            let answer = move |ways: &[Way]| p_of_pair(scores, pair, ways).map(Answer::exactly);
            let claim = Claim::new(format!("Wilcoxon p, {what}"), printed, answer);
            p_values.push(claim.p().or_why(reason));
        }
        decisions.extend(decision(scores, pair, &what));
    }
    let families =
        [(Topic::RankSum, sums), (Topic::SignedRankZ, deviates), (Topic::SignedRankP, p_values)];
    let judged = families
        .into_iter()
        .flat_map(|(topic, claims)| judge_family(&table.name, topic, claims, None));
    judged.chain(decisions).collect()
}

/// The absolute z of the normal approximation; only its correction for ties can differ.
fn abs_z(scores: &Scores<'_>, pair: &PairClaim, ways: &[Way]) -> Option<f64> {
    // With the correction the method's own way would take it off again, so it is asked for by name.
    let mut test = ways.to_vec();
    test.retain(|way| *way != Way::NoTieCorrection);
    let normal = [test.as_slice(), &[Way::Normal]].concat();
    let plain = signed_ranks(scores, &pair.a, &pair.b, &normal)?;
    if ways.contains(&Way::NoTieCorrection) {
        return Some(plain.z?.abs());
    }
    let (rows, higher) = scores.under(&test)?;
    let sign = if higher { 1.0 } else { -1.0 };
    let (a, b) = (scores.table.cells.column(&pair.a)?, scores.table.cells.column(&pair.b)?);
    let differences: Vec<f64> = rows.iter().map(|row| sign * (row[a] - row[b])).collect();
    let options = Options { method: Method::Normal, ..Options::default() };
    Some(signed_rank_test_of_differences(&differences, &options).ok()?.z?.abs())
}

/// The p of a pair, on the side that is better where one tail is asked for.
fn p_of_pair(scores: &Scores<'_>, pair: &PairClaim, ways: &[Way]) -> Option<f64> {
    let tails = if pair.tails == Tails::One { 1.0 } else { 2.0 };
    if ways.contains(&Way::RoundedZ) {
        let z = pair.abs_z.as_ref().filter(|_| ways.len() == 1)?;
        return Some(tails * normal_sf(z.value().abs()));
    }
    let test = signed_ranks(scores, &pair.a, &pair.b, ways)?;
    Some(match pair.tails {
        Tails::Two => test.p_two_sided,
        Tails::One if test.r_plus >= test.r_minus => test.p_a_better,
        Tails::One => signed_ranks(scores, &pair.b, &pair.a, ways)?.p_a_better,
    })
}

fn decision(scores: &Scores<'_>, pair: &PairClaim, what: &str) -> Option<Finding> {
    let words = |reject: bool| if reject { "reject" } else { "keep" };
    let said = pair.decision? == Decision::Reject;
    let finding = |verdict| {
        Finding::new(&scores.table.name, &format!("decision, {what}"), verdict).printed(words(said))
    };
    let Some(p) = p_of_pair(scores, pair, &[]) else {
        let reason = why_not(scores, &pair.a, &pair.b);
        return Some(finding(Verdict::NotRecomputable).because(reason));
    };
    let found = p < level(scores.table);
    let verdict = if said == found { Verdict::Match } else { Verdict::Contradiction };
    Some(finding(verdict).computed(format!("{}, p = {p:.1e}", words(found))))
}
