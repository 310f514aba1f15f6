//! What is different in the page's tables: with many methods columns are sorted by mean rank, so that the best are seen
//! without scrolling, and metrics have their display names. Files keep the order of the spec and the ids.

use std::borrow::Cow;

use crate::analysis::Findings;
use crate::report::settings::Layout;
use crate::report::table::{Row, Table};

/// Up to this many methods the order of the spec is easier to find one's way in.
const MANY: usize = 8;

/// A table as the page shows it.
pub fn in_page<'a>(findings: &Findings, table: &'a Table) -> Cow<'a, Table> {
    match table.layout {
        Layout::MetaRanks => Cow::Owned(with_titles(findings, table)),
        _ => by_rank(findings, table).map_or(Cow::Borrowed(table), Cow::Owned),
    }
}

/// The table with the display names of metrics at its rows.
fn with_titles(findings: &Findings, table: &Table) -> Table {
    let mut named = table.clone();
    for row in &mut named.rows {
        let mut metrics = findings.summary.tables.iter().map(|t| &t.results);
        if let Some(results) = metrics.find(|results| results.metric == row.head) {
            row.head.clone_from(&results.title);
        }
    }
    named
}

/// The table with its methods from the best mean rank to the worst; `None` where the order stays as it is.
fn by_rank(findings: &Findings, table: &Table) -> Option<Table> {
    let of_methods = matches!(table.layout, Layout::Scores | Layout::ControlWide);
    if !of_methods || table.columns.len() <= MANY + 1 || !table.spans.is_empty() {
        return None;
    }
    let metric = table.metric.as_ref()?;
    let mut metrics = findings.metrics();
    let (_, judged) = metrics.find(|(scores, _)| scores.results.metric == *metric)?;
    let analysis = judged.over.as_ref().ok()?;
    let ranked: Vec<&str> = analysis.by_rank().into_iter().map(|m| analysis.name(m)).collect();
    let mut order: Vec<usize> = (0..table.columns.len() - 1).collect();
    // Methods without a rank come last, in the order of the table.
    order.sort_by_key(|&column| {
        let head = &table.columns[column + 1].head;
        ranked.iter().position(|name| name == head).unwrap_or(ranked.len())
    });
    let turned = |row: &Row| Row {
        head: row.head.clone(),
        cells: order.iter().map(|&column| row.cells[column].clone()).collect(),
    };
    let mut ranked = table.clone();
    ranked.rows = table.rows.iter().map(turned).collect();
    ranked.footer = table.footer.iter().map(turned).collect();
    for (place, &column) in order.iter().enumerate() {
        ranked.columns[place + 1] = table.columns[column + 1].clone();
    }
    ranked.notes.push("Columns are in the order of mean ranks, the best first.".to_owned());
    Some(ranked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::MadeUp;
    use crate::report::settings::ReportSettings;
    use crate::report::table::tables;

    #[test]
    fn columns_follow_the_ranks_where_there_are_many_methods() {
        for methods in [MANY, MANY + 4] {
            let findings = MadeUp::new(methods, 12).findings();
            let scores = scores_of(&findings);
            let Some(ranked) = by_rank(&findings, &scores) else {
                assert_eq!(methods, MANY);
                continue;
            };
            assert!(methods > MANY);
            let ranks = ranked.footer.iter().find(|row| row.head == "average rank").expect("ranks");
            let ranks: Vec<f64> =
                ranks.cells.iter().map(|cell| cell.plain().parse().expect("a rank")).collect();
            assert!(ranks.windows(2).all(|pair| pair[0] <= pair[1]), "{ranks:?}");
            // Every number stays in the column of its method.
            for (place, column) in ranked.columns.iter().enumerate().skip(1) {
                let before = scores.columns.iter().position(|own| own == column).expect("a column");
                for (row, own) in ranked.rows.iter().zip(&scores.rows) {
                    assert_eq!(row.cells[place - 1], own.cells[before - 1]);
                }
            }
        }
    }

    #[test]
    fn metrics_have_their_display_names() {
        let mut findings = MadeUp::new(3, 6).findings();
        let mut ranks = Table { layout: Layout::MetaRanks, ..scores_of(&findings) };
        let results = &mut findings.summary.tables[0].results;
        results.title = "Cohen's kappa".to_owned();
        ranks.rows[0].head.clone_from(&results.metric);
        let heads: Vec<String> =
            in_page(&findings, &ranks).rows.iter().map(|row| row.head.clone()).collect();
        assert_eq!(heads[0], "Cohen's kappa");
        assert_eq!(heads[1], ranks.rows[1].head);
    }

    fn scores_of(findings: &Findings) -> Table {
        let (made, _) = tables(findings, &ReportSettings::default());
        made.into_iter().find(|table| table.layout == Layout::Scores).expect("scores")
    }
}
