//! Mean ranks of every metric, their mean, and the meta-rank (as Melki 2018, table 4.14).

use super::style::stress;
use super::{Cell, Column, Made, Row, Table, not_made};
use crate::analysis::Findings;
use crate::measure::Direction;
use crate::report::settings::Layout;

const DESCRIPTION: &str =
    "A description, not a test: metrics of the same predictions are not independent.";

/// Ranks over metrics.
pub fn table(findings: &Findings) -> Made {
    let Some(ranks) = &findings.meta_ranks else {
        return not_made("meta-ranks", "there are no ranks of two metrics or more");
    };
    let row = |head: &str, values: &[f64]| {
        let cells = values.iter().map(|v| Cell::number(Some(*v), |v| format!("{v:.2}")));
        let mut cells: Vec<Cell> = cells.collect();
        stress(&mut cells, Direction::Lower);
        Row { head: head.to_owned(), cells }
    };
    let heads = ranks.methods.iter().map(Column::numbers);
    Ok(Table {
        layout: Layout::MetaRanks,
        source: None,
        caveats: Vec::new(),
        metric: None,
        name: "meta-ranks".into(),
        title: "Mean ranks of every metric".into(),
        caption:
            "Rank 1 is best. The meta-rank is the mean, over metrics, of the rank of the mean rank."
                .into(),
        spans: Vec::new(),
        columns: std::iter::once(Column::names("metric")).chain(heads).collect(),
        rows: ranks.metrics.iter().map(|(metric, values)| row(metric, values)).collect(),
        footer: vec![row("average", &ranks.averages), row("meta-rank", &ranks.meta)],
        notes: std::iter::once(DESCRIPTION.to_owned())
            .chain(findings.summary.tables.iter().filter_map(|t| super::scores::holes(findings, t)))
            .collect(),
    })
}
