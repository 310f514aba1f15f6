//! All metrics in one table: datasets in rows, a block of methods a metric, means only (as Melki 2018, table 5.3).

use super::scores::{caption, short_datasets, title};
use super::style::{Style, stress};
use super::{Cell, Column, Made, Row, Table, not_made};
use crate::analysis::Findings;
use crate::measure::{Direction, Unit};
use crate::report::settings::{Layout, ReportSettings};

/// The means of every metric.
pub fn table(findings: &Findings, settings: &ReportSettings) -> Made {
    let tables = &findings.summary.tables;
    let Some(first) = tables.first().filter(|_| tables.len() > 1) else {
        return not_made("side-by-side", "there is one metric only");
    };
    let plain = ReportSettings { spread: false, ..settings.clone() };
    let styles: Vec<Style> = tables.iter().map(|scores| Style::new(scores, &plain)).collect();
    let mut rows: Vec<Row> = Vec::new();
    for (position, dataset) in first.results.datasets.iter().enumerate() {
        let blocks = tables.iter().zip(&styles).flat_map(|(scores, style)| {
            let cells = scores.results.cells[position].iter().map(|c| style.score(c.as_ref()));
            let mut cells: Vec<Cell> = cells.collect();
            stress(&mut cells, scores.results.direction);
            cells
        });
        rows.push(Row { head: dataset.clone(), cells: blocks.collect() });
    }
    let averages = tables.iter().zip(&styles).flat_map(|(scores, style)| {
        let cells = scores.averages.iter().map(|v| Cell::number(*v, |v| style.average(v)));
        let mut cells: Vec<Cell> = cells.collect();
        stress(&mut cells, scores.results.direction);
        cells
    });
    let ranks = tables.iter().flat_map(|scores| {
        let cells = scores.average_ranks.iter().map(|v| Cell::number(*v, |v| format!("{v:.2}")));
        let mut cells: Vec<Cell> = cells.collect();
        stress(&mut cells, Direction::Lower);
        cells
    });
    let averaged = tables.iter().any(|scores| scores.results.unit != Unit::Target);
    let average = averaged.then(|| Row { head: "average".into(), cells: averages.collect() });
    let rank = Row { head: "average rank".into(), cells: ranks.collect() };
    let footer = match first.results.datasets.len() {
        0 | 1 => Vec::new(),
        _ => average.into_iter().chain([rank]).collect(),
    };
    let spans = tables
        .iter()
        .zip(&styles)
        .map(|(scores, style)| (title(scores, style), scores.results.methods.len()));
    let heads = tables.iter().flat_map(|scores| scores.results.methods.iter());
    let holes = tables.iter().filter_map(|scores| {
        let words = super::scores::holes(findings, scores)?;
        Some(format!("{}: {words}", scores.results.metric))
    });
    Ok(Table {
        layout: Layout::SideBySide,
        source: None,
        caveats: Vec::new(),
        metric: None,
        name: "side-by-side".into(),
        title: "All metrics side by side".into(),
        caption: caption(first, &plain),
        spans: spans.collect(),
        columns: std::iter::once(Column::names("dataset"))
            .chain(heads.map(Column::numbers))
            .collect(),
        rows,
        footer,
        notes: holes.chain(tables.iter().filter_map(short_datasets)).collect(),
    })
}
