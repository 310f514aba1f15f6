//! Signed-rank tests: rank sums, z and p of the control against each method and of any two methods.

use super::judge::{Answer, Claim, judge};
use super::scores::Scores;
use super::ways::{Topic, Way};
use super::{Finding, Verdict};
use crate::published::{Decision, PairClaim, Printed, PublishedTable, Tails};
use crate::stats::distribution::normal_sf;
use crate::stats::rank::Ties;
use crate::stats::wilcoxon::{Method, Options, SignedRankTest, Zeros, signed_rank_test};

/// The level of decisions.
const LEVEL: f64 = 0.05;

/// The test of two columns under some ways; the first is the better one where R+ is large.
pub fn signed_ranks(scores: &Scores<'_>, a: &str, b: &str, ways: &[Way]) -> Option<SignedRankTest> {
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
    (methods <= 1).then(|| signed_rank_test(&column(a)?, &column(b)?, &options).ok())?
}

/// Judges all signed-rank tests of a table.
pub fn pairs(table: &PublishedTable) -> Vec<Finding> {
    let Some(scores) = Scores::new(table) else { return Vec::new() };
    let mut findings = Vec::new();
    if let Some(control) = &table.control {
        for (method, claim) in &table.claims.wilcoxon {
            let test = |ways: &[Way]| signed_ranks(&scores, control, method, ways);
            let mut add = |topic,
                           quantity: &str,
                           printed: &Option<Printed>,
                           part: fn(SignedRankTest) -> f64| {
                if let Some(printed) = printed {
                    let answer = |ways: &[Way]| {
                        let lone = ways.contains(&Way::RoundedZ);
                        test(ways).filter(|_| !lone).map(|test| Answer::exactly(part(test)))
                    };
                    let claim = Claim::new(format!("{quantity} {method}"), printed, answer);
                    findings.push(judge(&table.name, topic, claim));
                }
            };
            add(Topic::RankSum, "Wilcoxon R+", &claim.r_plus, |test| test.r_plus);
            add(Topic::RankSum, "Wilcoxon R-", &claim.r_minus, |test| test.r_minus);
            add(Topic::SignedRankP, "Wilcoxon p", &claim.p, |test| test.p_two_sided);
        }
    }
    findings.extend(table.claims.pairs.iter().flat_map(|pair| of_pair(&scores, pair)));
    findings
}

fn of_pair(scores: &Scores<'_>, pair: &PairClaim) -> Vec<Finding> {
    let table = scores.table;
    let what = format!("{} against {}", pair.a, pair.b);
    let mut findings = Vec::new();
    if let Some(printed) = &pair.abs_z {
        // z belongs to the normal approximation; only its correction for ties can differ.
        let answer = |ways: &[Way]| {
            let mut test = ways.to_vec();
            test.retain(|way| *way != Way::NoTieCorrection);
            let (rows, higher) = scores.under(&test)?;
            let sign = if higher { 1.0 } else { -1.0 };
            let column = |name: &str| -> Option<Vec<f64>> {
                let column = table.cells.column(name)?;
                Some(rows.iter().map(|row| sign * row[column]).collect())
            };
            let tie_correction = !ways.contains(&Way::NoTieCorrection);
            let options = Options { method: Method::Normal, tie_correction, ..Options::default() };
            let found = signed_rank_test(&column(&pair.a)?, &column(&pair.b)?, &options).ok()?;
            Some(Answer::exactly(found.z?.abs()))
        };
        let claim = Claim::new(format!("Wilcoxon |z|, {what}"), printed, answer);
        findings.push(judge(&table.name, Topic::SignedRankZ, claim));
    }
    let p = |ways: &[Way]| {
        let tails = if pair.tails == Tails::One { 1.0 } else { 2.0 };
        if ways.contains(&Way::RoundedZ) {
            let z = pair.abs_z.as_ref().filter(|_| ways.len() == 1)?;
            return Some(tails * normal_sf(z.value().abs()));
        }
        let test = signed_ranks(scores, &pair.a, &pair.b, ways)?;
        Some(match pair.tails {
            Tails::One => test.p_a_better.min(1.0 - test.p_a_better).min(test.p_two_sided),
            Tails::Two => test.p_two_sided,
        })
    };
    if let Some(printed) = &pair.p {
        let answer = |ways: &[Way]| p(ways).map(Answer::exactly);
        let claim = Claim::new(format!("Wilcoxon p, {what}"), printed, answer);
        findings.push(judge(&table.name, Topic::SignedRankP, claim));
    }
    if let (Some(decision), Some(p)) = (pair.decision, p(&[])) {
        let words = |reject: bool| if reject { "reject" } else { "keep" };
        let (said, found) = (decision == Decision::Reject, p < LEVEL);
        let verdict = if said == found { Verdict::Match } else { Verdict::Contradiction };
        findings.push(
            Finding::new(&table.name, &format!("decision, {what}"), verdict)
                .printed(words(said))
                .computed(format!("{}, p = {p:.1e}", words(found))),
        );
    }
    findings
}
