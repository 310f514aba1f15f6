//! What is printed under a table of results: averages, mean ranks, Friedman's test, critical differences, and p-values of
//! mean ranks.

use std::f64::consts::SQRT_2;

use super::judge::{Answer, Claim, judge, judge_family};
use super::scores::{Scores, average};
use super::ways::{Topic, Way};
use super::{Finding, Verdict};
use crate::published::{
    CriticalDifference, Level, Printed, PublishedTable, RankComparisonTest, Tails,
};
use crate::stats::adjust::Correction;
use crate::stats::distribution::{
    f_quantile, normal_quantile, normal_sf, studentized_range_quantile,
};
use crate::stats::friedman::{FTest, friedman, iman_davenport};

/// The level of tests for which a claim file states none.
const LEVEL: f64 = 0.05;

/// The level of what has no level of its own: Holm's thresholds, the level of each comparison, decisions.
pub fn level(table: &PublishedTable) -> f64 {
    table.claims.alpha.as_ref().map_or(LEVEL, Level::value)
}

/// p that are closer than this have ranks that tie.
const SAME_P: f64 = 1e-12;

/// Judges averages, ranks and everything made of ranks.
pub fn ranks(table: &PublishedTable) -> Vec<Finding> {
    let claims = &table.claims;
    let mut findings = averages_of_spreads(table);
    let scores = &Scores::new(table);
    let name = &table.name;
    let methods = || table.cells.methods.iter().enumerate();
    let averages = methods().filter_map(|(column, method)| {
        let printed = claims.average.get(method)?;
        let answer = |ways: &[Way]| scores.average(column, ways);
        let claim = Claim::new(format!("average {method}"), printed, answer);
        let claim = claim.or_why(table.cells.gap_in(column).unwrap_or_default());
        Some(judge(name, Topic::Average, claim))
    });
    findings.extend(averages);
    let established = scores.wrong_cell().map(|_| Way::WrongCell);
    let ranks = methods().filter_map(|(column, method)| {
        let printed = claims.rank.get(method)?;
        let answer = move |ways: &[Way]| scores.rank(column, ways);
        Some(Claim::new(format!("rank {method}"), printed, answer).or_why(scores.why_not()))
    });
    findings.extend(judge_family(name, Topic::Rank, ranks.collect(), established));
    if let Some(wrong) = scores.wrong_cell() {
        let (cells, likely) = (&table.cells, &wrong.likely);
        let cell = format!("{}, {}", cells.datasets[wrong.row], cells.methods[wrong.column]);
        let note = format!(
            "the cell {cell} is printed {}, likely {likely}",
            cells.text(wrong.row, wrong.column)
        );
        for finding in &mut findings {
            if finding.is_by(Way::WrongCell) {
                finding.note = note.clone();
            }
        }
    }
    findings.extend(omnibus(scores));
    findings
        .extend(claims.critical_difference.iter().flat_map(|cd| critical_difference(scores, cd)));
    findings.extend(differences(scores));
    findings.extend(p_of_ranks(scores));
    findings
}

fn averages_of_spreads(table: &PublishedTable) -> Vec<Finding> {
    let judged = table.claims.average_sd.iter().map(|(method, printed)| {
        let column = table.spreads.as_ref().and_then(|sds| Some((sds, sds.column(method)?)));
        let why_not = match column {
            None => Some("the table has no `sd`".to_owned()),
            Some((spreads, column)) => spreads.gap_in(column),
        };
        let answer = |ways: &[Way]| {
            let (spreads, column) = column?;
            Some(average(spreads, column, &spreads.column_values(column)?, ways))
        };
        let claim = Claim::new(format!("average sd {method}"), printed, answer);
        judge(&table.name, Topic::Average, claim.or_why(why_not.unwrap_or_default()))
    });
    judged.collect()
}

/// Iman and Davenport's test; corrected for ties unless a way says otherwise.
pub fn iman_davenport_of(scores: &Scores<'_>, ways: &[Way]) -> Option<(f64, FTest)> {
    let ranks = scores.ranks(ways)?;
    let (blocks, methods) = (ranks.rows().len(), ranks.columns());
    let found = friedman(&ranks);
    let chi2 = match found.tie_corrected {
        Some(corrected) if !ways.contains(&Way::NoTieCorrection) => corrected.statistic,
        _ => found.classic.statistic,
    };
    Some((chi2, iman_davenport(chi2, blocks, methods)))
}

/// A number of Friedman's chi-square and Iman and Davenport's F.
type PartOfTest = fn((f64, FTest)) -> f64;

fn omnibus(scores: &Scores<'_>) -> Vec<Finding> {
    let table = scores.table;
    let claims = &table.claims;
    let mut findings = Vec::new();
    let test = |ways: &[Way]| iman_davenport_of(scores, ways);
    let ours = test(&[]).map(|(_, f)| f);
    let stated = claims.omnibus.as_ref().and_then(|claim| claim.alpha.as_ref());
    let alpha = stated.map_or(level(table), Level::value);
    if let Some(claim) = &claims.omnibus {
        let quantities: [(&str, &Option<Printed>, PartOfTest); 5] = [
            ("Friedman chi2", &claim.chi2, |(chi2, _)| chi2),
            ("Iman-Davenport F", &claim.F, |(_, f)| f.statistic),
            ("Iman-Davenport df1", &claim.df1, |(_, f)| f.df1),
            ("Iman-Davenport df2", &claim.df2, |(_, f)| f.df2),
            ("Iman-Davenport p", &claim.p, |(_, f)| f.p),
        ];
        for (quantity, printed, part) in quantities {
            let Some(printed) = printed else { continue };
            let answer = |ways: &[Way]| test(ways).map(|found| Answer::exactly(part(found)));
            let claim = Claim::new(quantity, printed, answer).or_why(scores.why_not());
            let claim = if quantity.ends_with(" p") { claim.p() } else { claim };
            findings.push(judge(&table.name, Topic::Omnibus, claim));
        }
        if let Some(printed) = &claim.F_crit {
            let answer = |ways: &[Way]| {
                let fewer = f64::from(u8::from(ways.contains(&Way::OtherDegrees)));
                let (df1, df2) = ours.as_ref().map(|ours| (ours.df1 - fewer, ours.df2))?;
                (df1 > 0.0).then(|| Answer::exactly(f_quantile(1.0 - alpha, df1, df2)))
            };
            let claim = Claim::new(format!("critical F at {alpha}"), printed, answer);
            findings.push(judge(&table.name, Topic::CriticalF, claim.or_why(scores.why_not())));
        }
        if let Some(said) = claim.significant {
            let words = |yes: bool| if yes { "significant" } else { "not significant" };
            let finding = |verdict| {
                Finding::new(&table.name, "what the text says of the omnibus test", verdict)
                    .printed(words(said))
            };
            findings.push(match ours.as_ref().map(|ours| (ours.p <= alpha, ours.p)) {
                None => finding(Verdict::NotRecomputable).because(scores.why_not()),
                Some((found, p)) => {
                    let right = found == said;
                    finding(if right { Verdict::Match } else { Verdict::Contradiction })
                        .computed(format!("{}, p = {p:.4}", words(found)))
                }
            });
        }
    }
    let post_hoc = !claims.holm_p.is_empty() || !claims.nemenyi_p.is_empty();
    if let Some(ours) = ours.filter(|ours| post_hoc && ours.p > alpha) {
        findings.push(
            Finding::new(&table.name, "a post-hoc test was due", Verdict::Contradiction)
                .printed("p-values against the control")
                .computed(format!("Iman-Davenport p = {:.2}", ours.p))
                .because("the omnibus test finds no difference, so no pair may be tested"),
        );
    }
    findings
}

/// The critical difference, and the point of the distribution it is made of.
fn critical(scores: &Scores<'_>, cd: &CriticalDifference, ways: &[Way]) -> Option<(f64, f64)> {
    let one_tailed = ways.contains(&Way::OneTailedQ);
    if one_tailed && cd.tails != Tails::One {
        return None;
    }
    let doubled = one_tailed || ways.contains(&Way::LevelTen);
    let alpha = cd.alpha.value() * if doubled { 2.0 } else { 1.0 };
    let comparison = scores.comparison(ways)?;
    let k = scores.methods();
    match cd.test {
        RankComparisonTest::BonferroniDunn => {
            let point = -normal_quantile(alpha / (2.0 * (k as f64 - 1.0)));
            Some((point, comparison.bonferroni_dunn_critical_difference(alpha).ok()?))
        }
        RankComparisonTest::Nemenyi => {
            let point = studentized_range_quantile(1.0 - alpha, k, f64::INFINITY) / SQRT_2;
            Some((point, comparison.nemenyi_critical_difference(alpha).ok()?))
        }
    }
}

fn critical_difference(scores: &Scores<'_>, cd: &CriticalDifference) -> Vec<Finding> {
    let table = scores.table;
    let control = table.control.as_ref().and_then(|control| table.cells.column(control));
    let mut findings = Vec::new();
    let mut add =
        |quantity: &str, printed: &Option<Printed>, answer: &dyn Fn(&[Way]) -> Option<f64>| {
            if let Some(printed) = printed {
                let claim = Claim::new(quantity, printed, |ways| answer(ways).map(Answer::exactly));
                let claim = claim.or_why(scores.why_not());
                findings.push(judge(&table.name, Topic::CriticalDifference, claim));
            }
        };
    add("critical value q", &cd.q, &|ways| {
        let sized = ways.contains(&Way::AverageRanked) || ways.contains(&Way::HiddenDigits);
        critical(scores, cd, ways).filter(|_| !sized).map(|(point, _)| point)
    });
    add("critical difference", &cd.value, &|ways| {
        critical(scores, cd, ways)
            .filter(|_| !ways.contains(&Way::HiddenDigits))
            .map(|(_, difference)| difference)
    });
    add("control rank + critical difference", &cd.control_rank_plus, &|ways| {
        let rank = *scores.mean_ranks(ways)?.get(control?)?;
        critical(scores, cd, ways).map(|(_, difference)| rank + difference)
    });
    if let Some(beyond) = cd.beyond {
        let count = |ways: &[Way]| {
            let ranks = scores.mean_ranks(ways)?;
            let best = *ranks.get(control?)?;
            let (_, difference) = critical(scores, cd, ways)?;
            Some(ranks.iter().filter(|rank| **rank - best > difference).count() as f64)
        };
        let printed = Printed::count(beyond as usize);
        let answer = |ways: &[Way]| count(ways).map(Answer::exactly);
        let claim = Claim::new("methods beyond the critical difference", &printed, answer);
        findings.push(judge(&table.name, Topic::Count, claim.or_why(scores.why_not())));
    }
    findings
}

fn differences(scores: &Scores<'_>) -> Vec<Finding> {
    let table = scores.table;
    let claims = &table.claims;
    let mut findings = Vec::new();
    let rank = |method: &str, ways: &[Way]| {
        let column = table.cells.column(method)?;
        scores.mean_ranks(ways)?.get(column).copied()
    };
    for claim in &claims.rank_difference {
        let answer = |ways: &[Way]| {
            let of = |method: &str| match ways.contains(&Way::RoundedSteps) {
                true => claims.rank.get(method).map(Printed::value),
                false => rank(method, ways),
            };
            Some(Answer::exactly((of(&claim.a)? - of(&claim.b)?).abs()))
        };
        let quantity = format!("rank difference {} and {}", claim.a, claim.b);
        findings.push(judge(
            &table.name,
            Topic::RankDifference,
            Claim::new(quantity, &claim.value, answer).or_why(scores.why_not()),
        ));
    }
    for claim in &claims.rank_z {
        let z = |ways: &[Way]| {
            let difference = rank(&claim.a, ways)? - rank(&claim.b, ways)?;
            Some(scores.comparison(ways)?.z(difference).abs())
        };
        let tails = if claim.tails == Tails::One { 1.0 } else { 2.0 };
        let what = format!("{} against {}", claim.a, claim.b);
        if let Some(printed) = &claim.z {
            let answer = |ways: &[Way]| z(ways).map(Answer::exactly);
            let claim = Claim::new(format!("z of ranks, {what}"), printed, answer);
            let claim = claim.or_why(scores.why_not());
            findings.push(judge(&table.name, Topic::RankDifference, claim));
        }
        if let Some(printed) = &claim.p {
            let answer = |ways: &[Way]| z(ways).map(|z| Answer::exactly(tails * normal_sf(z)));
            let claim = Claim::new(format!("p of ranks, {what}"), printed, answer);
            let claim = claim.p().or_why(scores.why_not());
            findings.push(judge(&table.name, Topic::RankDifference, claim));
        }
    }
    if let Some(printed) = &claims.bonferroni_level {
        let level = level(table) / (scores.methods() as f64 - 1.0);
        findings.push(judge(
            &table.name,
            Topic::Step,
            Claim::plain("level of each comparison", printed, level),
        ));
    }
    findings
}

/// Unadjusted p of the control against every other method, with their columns.
pub fn p_against_control(scores: &Scores<'_>, ways: &[Way]) -> Option<Vec<(usize, f64)>> {
    let control = scores.table.cells.column(scores.table.control.as_ref()?)?;
    let (ranks, comparison) = (scores.mean_ranks(ways)?, scores.comparison(ways)?);
    let others = (0..ranks.len()).filter(|column| *column != control);
    Some(others.map(|column| (column, comparison.p(ranks[column] - ranks[control]))).collect())
}

fn p_of_ranks(scores: &Scores<'_>) -> Vec<Finding> {
    let table = scores.table;
    let claims = &table.claims;
    let column = |method: &str| table.cells.column(method);
    let control = table.control.as_ref().and_then(|control| column(control));
    let nemenyi = claims.nemenyi_p.iter().map(|(method, printed)| {
        let answer = move |ways: &[Way]| {
            let ranks = scores.mean_ranks(ways)?;
            let difference = ranks.get(column(method)?)? - ranks.get(control?)?;
            let comparison = scores.comparison(ways)?;
            Some(Answer::exactly(match ways.contains(&Way::UnadjustedP) {
                true => comparison.p(difference),
                false => comparison.nemenyi_p(difference),
            }))
        };
        Claim::new(format!("Nemenyi p {method}"), printed, answer).p().or_why(scores.why_not())
    });
    let mut findings = judge_family(&table.name, Topic::NemenyiP, nemenyi.collect(), None);
    let holm = claims.holm_p.iter().map(|(method, printed)| {
        let answer = move |ways: &[Way]| {
            let family = p_against_control(scores, ways)?;
            let own = family.iter().position(|(other, _)| Some(*other) == column(method))?;
            let p: Vec<f64> = family.iter().map(|(_, p)| *p).collect();
            if !ways.contains(&Way::Thresholds) {
                return Some(Answer::exactly(Correction::Holm.adjust(&p)[own]));
            }
            // Tied p have their thresholds in any order.
            let smaller = p.iter().filter(|other| **other < p[own] - SAME_P).count();
            let tied = p.iter().filter(|other| (**other - p[own]).abs() <= SAME_P).count();
            let thresholds =
                (smaller..smaller + tied).map(|place| level(table) / (p.len() - place) as f64);
            Some(Answer::one_of(thresholds))
        };
        Claim::new(format!("Holm p {method}"), printed, answer).p().or_why(scores.why_not())
    });
    findings.extend(judge_family(&table.name, Topic::HolmP, holm.collect(), None));
    findings
}
