//! What the text counts: datasets won, hypotheses that fall, p-values below a level, cells in a range, and marks.

use super::judge::{Answer, Claim, judge};
use super::pairs::{signed_ranks, why_not};
use super::ranks::p_against_control;
use super::scores::Scores;
use super::ways::{Topic, Way};
use super::{Finding, Verdict};
use crate::published::{
    Best, Family, Marks, Printed, PublishedTable, Rejected, WilcoxonBelow, Within,
};
use crate::stats::adjust::Correction;
use crate::stats::rank::Ties;
use crate::stats::ttest::cross_validated;
use crate::stats::wilcoxon::{Options, signed_rank_test_of_differences};

/// Judges every count of a table.
pub fn counts_in_text(table: &PublishedTable) -> Vec<Finding> {
    let claims = &table.claims;
    let mut findings = Vec::new();
    let scores = Scores::new(table);
    findings.extend(claims.best.iter().map(|claim| best(&scores, claim)));
    findings.extend(claims.rejected.iter().map(|claim| rejected(&scores, claim)));
    findings.extend(claims.wilcoxon_below.iter().map(|claim| below(&scores, claim)));
    findings.extend(claims.within.iter().map(|claim| within(table, claim)));
    findings.extend(claims.negative.iter().map(|method| negative(table, method)));
    findings.extend(claims.marks.iter().flat_map(|claim| marks(table, claim)));
    findings
}

/// Rows in which one of some columns is best, ties counted, in the cells as printed.
fn best_rows(scores: &Scores<'_>, columns: &[usize]) -> Option<usize> {
    let (rows, higher) = scores.under(&[])?;
    let sign = if higher { 1.0 } else { -1.0 };
    let is_best = |row: &&Vec<f64>| {
        let top = row.iter().map(|score| sign * score).fold(f64::NEG_INFINITY, f64::max);
        columns.iter().any(|column| Ties::Decimal.tied(sign * row[*column], top))
    };
    Some(rows.iter().filter(is_best).count())
}

fn best(scores: &Scores<'_>, claim: &Best) -> Finding {
    let table = scores.table;
    let columns: Vec<usize> = claim.methods.iter().filter_map(|m| table.cells.column(m)).collect();
    let printed = Printed::count(claim.datasets as usize);
    let answer = |ways: &[Way]| {
        let count = match ways {
            [] => best_rows(scores, &columns)?,
            [Way::TiesCountedTwice] => {
                columns.iter().map(|column| best_rows(scores, &[*column])).sum::<Option<usize>>()?
            }
            _ => return None,
        };
        Some(Answer::exactly(count as f64))
    };
    let quantity = format!("datasets on which {} is best", one_of(&claim.methods));
    let claim = Claim::new(quantity, &printed, answer).or_why(scores.why_not());
    judge(&table.name, Topic::Count, claim)
}

fn one_of(methods: &[String]) -> String {
    match methods {
        [one] => one.clone(),
        several => format!("one of {}", several.join(", ")),
    }
}

fn rejected(scores: &Scores<'_>, claim: &Rejected) -> Finding {
    let table = scores.table;
    let (correction, name) = match claim.by {
        Family::Bonferroni => (Correction::Bonferroni, "Bonferroni-Dunn"),
        Family::Holm => (Correction::Holm, "Holm"),
    };
    let printed = Printed::count(claim.count as usize);
    let alpha = claim.alpha.value();
    let answer = |ways: &[Way]| match ways {
        [Way::ThresholdsRead] if claim.by == Family::Holm && !table.claims.holm_p.is_empty() => {
            let below = |level: f64| {
                table.claims.holm_p.values().filter(|p| p.value() <= level).count() as f64
            };
            Some(Answer::one_of([below(0.01), below(alpha)]))
        }
        [] => {
            let p: Vec<f64> = p_against_control(scores, &[])?.into_iter().map(|(_, p)| p).collect();
            let count = correction.adjust(&p).iter().filter(|p| **p <= alpha).count();
            Some(Answer::exactly(count as f64))
        }
        _ => None,
    };
    let quantity = format!("hypotheses that {name} rejects at {}", claim.alpha);
    let claim = Claim::new(quantity, &printed, answer).or_why(scores.why_not());
    judge(&table.name, Topic::Count, claim)
}

/// The smallest two-sided p that so many pairs can have.
fn smallest_p(pairs: usize) -> Option<(f64, f64)> {
    let all_won: Vec<f64> = (1..=pairs).map(|rank| rank as f64).collect();
    let test = signed_rank_test_of_differences(&all_won, &Options::default()).ok()?;
    Some((test.p_a_better, test.p_two_sided))
}

fn below(scores: &Scores<'_>, claim: &WilcoxonBelow) -> Finding {
    let table = scores.table;
    let quantity = format!("all signed-rank p below {}", claim.level);
    let finding = |verdict| {
        Finding::new(&table.name, &quantity, verdict).printed(format!("p < {}", claim.level))
    };
    let Some(a) = claim.a.as_ref().or(table.control.as_ref()) else {
        return finding(Verdict::NotRecomputable)
            .because("the claim does not say which method is meant");
    };
    let others: Vec<&String> = match claim.others.is_empty() {
        true => table.cells.methods.iter().filter(|method| *method != a).collect(),
        false => claim.others.iter().collect(),
    };
    let level = claim.level.value();
    let (pairs, possible) = (table.cells.datasets.len(), smallest_p(table.cells.datasets.len()));
    if let Some((one_sided, two_sided)) = possible.filter(|(one_sided, _)| *one_sided >= level) {
        return finding(Verdict::Contradiction)
            .computed(format!("p >= {two_sided} (one-sided {one_sided})"))
            .because(format!("impossible: {pairs} datasets cannot give a smaller p"));
    }
    let mut above = Vec::new();
    for method in others {
        match signed_ranks(scores, a, method, &[]) {
            Some(test) if test.p_two_sided < level => {}
            Some(test) => above.push(format!("{method} {:.3}", test.p_two_sided)),
            None => {
                return finding(Verdict::NotRecomputable).because(why_not(scores, a, method));
            }
        }
    }
    match above.as_slice() {
        [] => finding(Verdict::Match).computed("all are"),
        above => finding(Verdict::Contradiction).computed(format!("not {}", above.join(", "))),
    }
}

fn within(table: &PublishedTable, claim: &Within) -> Finding {
    let Within { method, above, most } = claim;
    let column = table.cells.column(method).unwrap_or(0);
    let outside = table.cells.datasets.iter().enumerate().filter_map(|(row, dataset)| {
        let value = table.cells.value(row, column)?;
        let inside = value > above.value() && value <= most.value();
        (!inside).then(|| format!("{dataset} {}", table.cells.text(row, column)))
    });
    let outside: Vec<String> = outside.collect();
    let finding = |verdict| {
        Finding::new(&table.name, &format!("range of {method}"), verdict)
            .printed(format!("all in ({above}, {most}]"))
    };
    match (outside.as_slice(), table.cells.gap_in(column)) {
        ([], None) => finding(Verdict::Match).computed("all are"),
        ([], Some(gap)) => finding(Verdict::NotRecomputable).because(gap),
        (outside, _) => {
            finding(Verdict::Contradiction).computed(format!("not {}", outside.join(", ")))
        }
    }
}

fn negative(table: &PublishedTable, method: &str) -> Finding {
    let column = table.cells.column(method).unwrap_or(0);
    let rows = 0..table.cells.datasets.len();
    let values: Vec<f64> = rows.filter_map(|row| table.cells.value(row, column)).collect();
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let finding = |verdict| {
        Finding::new(&table.name, &format!("{method} has negative cells"), verdict)
            .printed("some are negative")
    };
    match table.cells.gap_in(column).filter(|_| lowest >= 0.0) {
        Some(gap) => finding(Verdict::NotRecomputable).because(gap),
        None if lowest < 0.0 => finding(Verdict::Match).computed(format!("the lowest is {lowest}")),
        None => finding(Verdict::Contradiction).computed(format!("the lowest is {lowest}")),
    }
}

/// A win, a loss or a tie of one mean and deviation against another.
pub fn mark(own: (f64, f64), other: (f64, f64), folds: u32, alpha: f64) -> Option<&'static str> {
    if own.1 == 0.0 && other.1 == 0.0 {
        // No spread at all: equal or certainly different.
        return Some(match own.0.total_cmp(&other.0) {
            std::cmp::Ordering::Equal => "tie",
            std::cmp::Ordering::Greater => "win",
            std::cmp::Ordering::Less => "loss",
        });
    }
    let test = cross_validated(own, other, folds as usize).ok()?;
    Some(match test.p_two_sided < alpha {
        false => "tie",
        true if test.difference > 0.0 => "win",
        true => "loss",
    })
}

fn marks(table: &PublishedTable, claim: &Marks) -> Vec<Finding> {
    let control = table.control.as_ref().and_then(|control| table.cells.column(control));
    let (Some(spreads), Some(printed), Some(control)) = (&table.spreads, &table.marks, control)
    else {
        return vec![
            Finding::new(&table.name, "marks of significance", Verdict::NotRecomputable)
                .because("needs `sd` and `control`"),
        ];
    };
    let scores = |row: usize, column: usize| {
        Some((table.cells.value(row, column)?, spreads.value(row, column)?))
    };
    let sign = table.better.map_or(1.0, |better| better.sign());
    let mut findings = Vec::new();
    let mut counted = std::collections::BTreeMap::new();
    for (column, method) in printed.methods.iter().enumerate() {
        for (row, dataset) in printed.datasets.iter().enumerate() {
            let said = printed.text(row, column);
            *counted.entry(said.to_owned()).or_insert(0_usize) += 1;
            let ours = (|| {
                let (place, row) = (table.cells.column(method)?, table.cells.row(dataset)?);
                let (own, other) = (scores(row, control)?, scores(row, place)?);
                let turned = |(mean, sd): (f64, f64)| (sign * mean, sd);
                mark(turned(own), turned(other), claim.folds, claim.alpha.value())
                    .map(|mark| (mark, own, other))
            })();
            let quantity = format!("mark {dataset} against {method}");
            findings.push(match ours {
                Some((mark, ..)) if mark == said => {
                    Finding::new(&table.name, &quantity, Verdict::Match)
                        .printed(said)
                        .computed(mark)
                }
                Some((mark, own, other)) => {
                    let p = cross_validated(own, other, claim.folds as usize)
                        .map_or(f64::NAN, |t| t.p_two_sided);
                    let note = format!(
                        "{} ± {} against {} ± {}, p = {p:.4}",
                        own.0, own.1, other.0, other.1
                    );
                    Finding::new(&table.name, &quantity, Verdict::Contradiction)
                        .printed(said)
                        .computed(mark)
                        .because(note)
                }
                None => Finding::new(&table.name, &quantity, Verdict::NotRecomputable)
                    .printed(said)
                    .because("a mean or a standard deviation is missing"),
            });
        }
    }
    for (kind, count) in [("win", claim.win), ("loss", claim.loss), ("tie", claim.tie)] {
        let Some(count) = count else { continue };
        let ours = counted.get(kind).copied().unwrap_or(0);
        let place =
            claim.counted_in.as_ref().map_or_else(String::new, |t| format!(" in table {t}"));
        let printed = Printed::count(count as usize);
        let claim = Claim::plain(format!("number of marks `{kind}`{place}"), &printed, ours as f64);
        findings.push(judge(&table.name, Topic::Count, claim));
    }
    findings
}
