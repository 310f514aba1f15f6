//! Every pair of methods: the median p of each way of drawing scores (as Suppharangsarn 2010, table 5.7), with the
//! calibrated p where it was computed.

use super::{Cell, Column, Heading, Made, Row, Table, not_made};
use crate::analysis::Analysis;
use crate::report::settings::Layout;
use crate::words::small_p as p;

/// How the p of a draw is to be read.
pub fn side_note(analysis: &Analysis) -> &'static str {
    if analysis.settings.draw_test.folded {
        "The p of a draw is that of the favoured side, whichever it is: two equal methods have a median of about 0.25. A calibrated p can be read as an ordinary one."
    } else {
        "The p of a draw is one-sided: small where the first-named method is better, near 1 where it is worse."
    }
}

/// Medians over draws.
pub fn table(analysis: &Analysis) -> Made {
    let metric = &analysis.results.metric;
    let name = format!("{}-median-p", crate::files::name_for(metric));
    let Some(first) = analysis.sampled.first() else {
        return not_made(
            name,
            "no test with uncertainty was asked for (monte-carlo, mcmc-kde, bootstrap)",
        );
    };
    let mut columns = vec![Column::names("pair")];
    let mut spans = Vec::new();
    for sampled in &analysis.sampled {
        spans.push((sampled.test.name.into(), 2));
        columns.push(Column::numbers("median p"));
        columns.push(Column::numbers("calibrated p"));
    }
    let rows = first.pairs.iter().enumerate().map(|(position, (a, b, _))| {
        let cells = analysis.sampled.iter().flat_map(|sampled| {
            let found = &sampled.pairs[position].2;
            [
                Cell::number(Some(found.summary.median), p),
                Cell::number(found.calibrated.as_ref().map(|c| c.p), p),
            ]
        });
        Row {
            head: format!("{} – {}", analysis.name(*a), analysis.name(*b)),
            cells: cells.collect(),
        }
    });
    let notes = vec![side_note(analysis).to_owned()];
    Ok(Table {
        layout: Layout::MedianP,
        source: None,
        caveats: Vec::new(),
        metric: Some(metric.clone()),
        name,
        title: Heading::of_metric(&analysis.results, |metric| {
            format!("{metric}: p with the uncertainty of every score")
        }),
        caption: format!("Medians over {} draws of all scores.", analysis.settings.draws),
        spans,
        columns,
        rows: rows.collect(),
        footer: Vec::new(),
        notes,
    })
}
