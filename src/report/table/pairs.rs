//! Every pair of methods, the better one first, smallest p first.

use super::{Cell, Column, Heading, Row, Table};
use crate::analysis::registry::{corrections, nemenyi, wilcoxon};
use crate::analysis::{Analysis, Pair, Test};
use crate::report::settings::Layout;
use crate::words::p;

/// All pairs.
pub fn table(analysis: &Analysis) -> Table {
    let asks = |test: Test| analysis.settings.asks(test);
    let metric = &analysis.results.metric;
    let mut columns = vec![
        Column::names("better"),
        Column { head: "worse".into(), side: super::Side::Left },
        Column::numbers("rank difference"),
        Column::numbers("p"),
    ];
    // Two methods have a test of their own, which no other p may contradict.
    let two = analysis.omnibus.answers_the_only_pair();
    let nemenyi = asks(&nemenyi::TEST) && !two;
    if two {
        columns.pop();
    }
    if nemenyi {
        columns.push(Column::numbers("Nemenyi p"));
    }
    if !two {
        columns.push(Column::numbers("Shaffer p"));
    }
    let signed = asks(&wilcoxon::TEST) || two;
    if signed {
        columns.push(Column::numbers("Wilcoxon p"));
    }
    if signed && !two {
        columns.push(Column::numbers("Wilcoxon p, Holm"));
    }
    columns.push(Column::numbers("wins/ties/losses"));
    let mut pairs: Vec<&Pair> = analysis.pairwise.iter().collect();
    pairs.sort_by(|a, b| a.p.total_cmp(&b.p));
    let rows = pairs.into_iter().map(|pair| {
        // The better one first, as people say it.
        let favours = if two { analysis.omnibus.gate.favours } else { pair.rank_difference };
        let turned = favours < 0.0;
        let (a, b) = if turned { (pair.b, pair.a) } else { (pair.a, pair.b) };
        let mut cells = vec![
            Cell::word(analysis.name(b)),
            Cell::number(Some(if turned { -1.0 } else { 1.0 } * pair.rank_difference), |v| {
                format!("{v:.3}")
            }),
        ];
        if !two {
            cells.push(Cell::number(Some(pair.p), p));
        }
        if nemenyi {
            cells.push(Cell::number(pair.adjusted(&nemenyi::TEST), p));
        }
        if !two {
            cells.push(Cell::number(pair.adjusted(&corrections::SHAFFER), p));
        }
        if signed {
            let found = pair.found(&wilcoxon::TEST);
            cells.push(Cell::number(found.and_then(|found| found.p), p));
        }
        if signed && !two {
            cells.push(Cell::number(pair.holm(&wilcoxon::TEST), p));
        }
        let c = pair.counts;
        let (wins, losses) = if turned { (c.losses, c.wins) } else { (c.wins, c.losses) };
        cells.push(Cell::word(super::counts(wins, c.ties, losses)));
        Row { head: analysis.name(a).to_owned(), cells }
    });
    Table {
        layout: Layout::Pairs,
        source: None,
        caveats: Vec::new(),
        metric: Some(metric.clone()),
        name: format!("{}-pairs", crate::files::name_for(metric)),
        title: Heading::of_metric(&analysis.results, |metric| {
            format!("{metric}: all pairs of methods")
        }),
        caption: format!(
            "Two-sided p-values over {} datasets, smallest first{}. Wins are those of the better one.",
            analysis.results.datasets.len(),
            match (two, signed) {
                (true, _) => "",
                (_, true) => "; Shaffer's and Holm's are adjusted for all pairs",
                (_, false) => "; Shaffer's is adjusted for all pairs",
            },
        ),
        spans: Vec::new(),
        columns,
        rows: rows.collect(),
        footer: Vec::new(),
        notes: super::control::nothing_differs(analysis).into_iter().collect(),
    }
}
