//! A published table next to ours in one sentence, made from the numbers it speaks of, and how its numbers are written.

use super::verdict_words::percent;
use crate::analysis::{Findings, Reference};
use crate::published::PrintedUnit;
use crate::words::{count, difference};

/// How far a published table and ours agree, in one line.
pub fn agreement(reference: &Reference) -> String {
    let all = &reference.overall;
    let mut parts: Vec<String> = Vec::new();
    match (all.cells, reference.unit) {
        (0, _) => parts.push("no cell has a published and a measured number".to_owned()),
        (cells, PrintedUnit::Seconds) => {
            parts.push(format!(
                "{} of two machines",
                count(cells, "pair of times", "pairs of times")
            ));
            parts.extend(all.mean.map(|mean| {
                format!("ours over published is {} in the geometric mean", difference(mean))
            }));
            parts.extend(farthest(reference).map(|words| format!("farthest from one {words}")));
        }
        (cells, _) => {
            parts.push(within(reference));
            if all.judged < cells {
                let more = count(cells - all.judged, "cell has", "cells have");
                parts.push(format!("{more} no standard deviation over folds"));
            }
            parts.extend(all.mean.map(|mean| {
                format!("mean difference {}", signed(mean, reference.decimals.max(1)))
            }));
            parts.extend(farthest(reference).map(|words| format!("largest difference {words}")));
        }
    }
    parts.extend(order(reference));
    format!("{} ({}): {}.", reference.name, reference.cite, parts.join("; "))
}

/// The counts of both criteria, each with its name.
fn within(reference: &Reference) -> String {
    let all = &reference.overall;
    if all.judged == 0 {
        return format!("{} compared", count(all.cells, "cell", "cells"));
    }
    let inside = match all.intervals {
        0 => String::new(),
        some if some == all.judged => {
            format!(", {} inside the {} interval of our mean", all.inside, confidence(reference))
        }
        some => format!(
            ", {} of {some} inside the {} interval of our mean",
            all.inside,
            confidence(reference)
        ),
    };
    format!(
        "{} of {} within two standard deviations of our folds, {} within one{inside}",
        all.two,
        count(all.judged, "cell", "cells"),
        all.one
    )
}

/// The level of intervals: `95 %`.
pub fn confidence(reference: &Reference) -> String {
    percent(reference.confidence)
}

fn farthest(reference: &Reference) -> Option<String> {
    let (row, method, value) = reference.overall.farthest?;
    let place = format!("{}/{}", reference.rows[row].dataset.ours, reference.methods[method].ours);
    Some(match reference.unit {
        PrintedUnit::Seconds => format!("{place} {}", difference(value)),
        _ => format!("{place} {}", signed(value, reference.decimals)),
    })
}

fn order(reference: &Reference) -> Vec<String> {
    let Some(ranks) = &reference.ranks else { return Vec::new() };
    let ordered = |ranks: &[f64]| {
        let mut order: Vec<usize> = (0..ranks.len()).collect();
        order.sort_by(|&a, &b| ranks[a].total_cmp(&ranks[b]));
        let named = order.iter().map(|&m| format!("{} {:.2}", reference.methods[m].ours, ranks[m]));
        named.collect::<Vec<_>>().join(", ")
    };
    let order = match ranks.same_order {
        true => format!("same order of mean ranks: yes ({})", ordered(&ranks.ours)),
        false => format!(
            "same order of mean ranks: no (published {}; ours {})",
            ordered(&ranks.published),
            ordered(&ranks.ours)
        ),
    };
    let rows = count(ranks.rows, "dataset", "datasets");
    vec![order, format!("the same method is best on {} of {rows}", ranks.same_best)]
}

/// A difference with its sign; nothing has none.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:+.decimals$}");
    match text.chars().all(|c| matches!(c, '+' | '-' | '0' | '.')) {
        true => text[1..].to_owned(),
        false => text,
    }
}

/// Published tables that cannot be read any more, a line each.
pub fn unread(findings: &Findings) -> impl Iterator<Item = String> {
    let unread = findings.references_unread.iter();
    unread.map(|(name, reason)| format!("the published table {name} cannot be shown: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_a_sign_unless_they_are_nothing() {
        let shown: Vec<String> =
            [1.25, -1.25, 0.0, -0.001, 0.006].iter().map(|v| signed(*v, 2)).collect();
        assert_eq!(shown, ["+1.25", "-1.25", "0.00", "0.00", "+0.01"]);
        assert_eq!(signed(-3.4, 0), "-3");
    }
}
