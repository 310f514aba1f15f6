//! The control first, then the other methods with an open circle where the control is better on that dataset and a filled
//! one where it is worse (as Shen 2013, table 5.2), and what the circles add up to.

use super::score_marks::{mark, mark_note};
use super::scores::{caption, short_datasets, title};
use super::style::{Style, stress};
use super::{Cell, Column, Heading, Made, Row, Table, not_made};
use crate::analysis::{Judged, ScoreTable};
use crate::report::settings::{Layout, ReportSettings};

/// The scores of one metric with marks.
pub fn table(scores: &ScoreTable, judged: &Judged, settings: &ReportSettings) -> Made {
    let name = format!("{}-marks", crate::files::name_for(&scores.results.metric));
    let analysis = match &judged.over {
        Ok(analysis) => analysis,
        Err(refused) => return not_made(name, format!("there is no verdict: {}", refused.problem)),
    };
    let (Some(marks), Some(note)) = (analysis.marks.first(), mark_note(analysis)) else {
        let reason = "nothing can be tested dataset by dataset: folds are not known, or no such test is defined for this metric";
        return not_made(name, reason);
    };
    let style = Style::new(scores, settings);
    let results = &analysis.results;
    let control = analysis.control;
    let order: Vec<usize> = std::iter::once(control)
        .chain((0..results.methods.len()).filter(|m| *m != control))
        .collect();
    let mut rows = Vec::new();
    for (dataset, cells) in results.datasets.iter().zip(&results.cells) {
        let filled = |m: usize| analysis.handled.is_filled(dataset, analysis.name(m));
        let own = |&m: &usize| style.score(cells[m].as_ref().filter(|_| !filled(m)));
        let mut cells: Vec<Cell> = order.iter().map(own).collect();
        stress(&mut cells, results.direction);
        for (cell, &method) in cells.iter_mut().zip(&order) {
            cell.mark = mark(analysis, dataset, analysis.name(method));
        }
        rows.push(Row { head: dataset.clone(), cells });
    }
    let sum = order.iter().map(|&method| {
        if method == control {
            return Cell::blank();
        }
        let counts = marks.counts(method);
        let undefined = match counts.undefined {
            0 => String::new(),
            some => format!(" ({some} undefined)"),
        };
        let words = super::counts(counts.wins, counts.ties, counts.losses);
        Cell::word(format!("{words}{undefined}"))
    });
    let footer = vec![Row {
        head: format!("{} better/alike/worse", analysis.name(control)),
        cells: sum.collect(),
    }];
    let Heading { shown, stored } = title(scores, &style);
    let against = |scores: String| {
        format!("{scores}: {} against each method, dataset by dataset", analysis.name(control))
    };
    let heads = order.iter().map(|&method| Column::numbers(analysis.name(method)));
    Ok(Table {
        layout: Layout::Marks,
        source: None,
        caveats: Vec::new(),
        metric: Some(scores.results.metric.clone()),
        name,
        title: Heading { shown: against(shown), stored: against(stored) },
        caption: caption(scores, settings),
        spans: Vec::new(),
        columns: std::iter::once(Column::names("dataset")).chain(heads).collect(),
        rows,
        footer,
        notes: std::iter::once(note).chain(short_datasets(scores)).collect(),
    })
}
