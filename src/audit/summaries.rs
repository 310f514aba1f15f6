//! Tests on each dataset from printed means and standard deviations: pooled t, z, and Fisher's combination of all.

use super::judge::{Claim, judge};
use super::ways::Topic;
use super::{Finding, Verdict};
use crate::num::math::ln;
use crate::published::{Printed, PublishedTable, Summaries};
use crate::stats::distribution::{chi2_sf, normal_sf};
use crate::stats::ttest::{Summary, Variances, independent_from_summaries};

/// Judges the tests of a table's means and deviations.
pub fn summaries(table: &PublishedTable) -> Vec<Finding> {
    let Some(claim) = &table.claims.summaries else { return Vec::new() };
    let name = &table.name;
    let mut findings = Vec::new();
    if let Some(rows) = claim.rows {
        let printed = Printed::count(rows as usize);
        let ours = table.cells.datasets.len() as f64;
        findings.push(judge(name, Topic::Count, Claim::plain("number of rows", &printed, ours)));
    }
    let mut combined = Vec::new();
    for (dataset, printed) in &claim.t_p {
        let quantity = format!("p of the t-test, {dataset}");
        match pooled_t(table, claim, dataset) {
            Some(p) => {
                combined.push(p);
                findings.push(judge(name, Topic::Step, Claim::plain(quantity, printed, p).p()));
            }
            None => findings.push(
                Finding::new(name, &quantity, Verdict::NotRecomputable)
                    .printed(printed.text())
                    .because("a mean, a standard deviation or the number of scores is missing"),
            ),
        }
    }
    let lists = [(&claim.z_significant, true), (&claim.z_not_significant, false)];
    for (datasets, said) in lists {
        for dataset in datasets {
            let quantity = format!("z-test, {dataset}");
            let words = |yes: bool| if yes { "significant" } else { "not significant" };
            let Some(p) = z_test(table, claim, dataset) else {
                findings.push(
                    Finding::new(name, &quantity, Verdict::NotRecomputable)
                        .printed(words(said))
                        .because("needs two means, one standard deviation and `z_n`"),
                );
                continue;
            };
            combined.push(p);
            let found = p < claim.alpha.value();
            let verdict = if found == said { Verdict::Match } else { Verdict::Contradiction };
            findings.push(
                Finding::new(name, &quantity, verdict)
                    .printed(words(said))
                    .computed(format!("{}, p = {p:.3}", words(found))),
            );
        }
    }
    if let Some(said) = claim.fisher_significant {
        let finding = |verdict| {
            Finding::new(name, "Fisher's combination finds a difference", verdict).printed(said)
        };
        let wanted = claim.t_p.len() + claim.z_significant.len() + claim.z_not_significant.len();
        findings.push(if wanted == 0 || combined.len() < wanted {
            let reason = match wanted {
                0 => "no p is printed that it could combine".to_owned(),
                _ => format!("only {} of {wanted} p can be computed", combined.len()),
            };
            finding(Verdict::NotRecomputable).because(reason)
        } else {
            let statistic = -2.0 * combined.iter().map(|&p| ln(p)).sum::<f64>();
            let p = chi2_sf(statistic, 2.0 * combined.len() as f64);
            let found = p < claim.alpha.value();
            finding(if found == said { Verdict::Match } else { Verdict::Contradiction })
                .computed(format!("{found}, p = {p:.1e}"))
        });
    }
    findings
}

/// Mean and deviation of a method on a dataset, as far as they are printed.
fn cell(table: &PublishedTable, method: &str, dataset: &str) -> Option<(f64, Option<f64>)> {
    let (row, column) = (table.cells.row(dataset)?, table.cells.column(method)?);
    let sd = table.spreads.as_ref().and_then(|spreads| spreads.value(row, column));
    Some((table.cells.value(row, column)?, sd))
}

fn pooled_t(table: &PublishedTable, claim: &Summaries, dataset: &str) -> Option<f64> {
    let n = *claim.t_n.get(dataset)? as usize;
    let of = |method: &str| {
        let (mean, sd) = cell(table, method, dataset)?;
        Some(Summary { mean, sd: sd?, n })
    };
    let test = independent_from_summaries(of(&claim.a)?, of(&claim.b)?, Variances::Pooled);
    Some(test.ok()?.p_two_sided)
}

/// Difference over the standard error of the one mean whose deviation is known.
fn z_test(table: &PublishedTable, claim: &Summaries, dataset: &str) -> Option<f64> {
    let (a, b) = (cell(table, &claim.a, dataset)?, cell(table, &claim.b, dataset)?);
    let sd = match (a.1, b.1) {
        (Some(sd), None) | (None, Some(sd)) => sd,
        _ => return None,
    };
    let standard_error = sd / f64::from(claim.z_n?).sqrt();
    Some(2.0 * normal_sf((a.0 - b.0).abs() / standard_error))
}
