//! The control against every method: signed ranks and the p-values of rank differences (as Melki 2018, table 3.4, a row a
//! method, and 4.4, a column a method).

use super::{Cell, Column, Row, Table};
use crate::analysis::{Analysis, Pair, Test};
use crate::report::number::{difference, p};
use crate::spec::report::Layout;
use crate::stats::wilcoxon::SignedRankTest;

/// How a number is read off a pair.
type Read = fn(&Analysis, &Pair) -> Cell;

/// What is shown of a pair, in blocks: the title of a block, and its numbers with their heads.
type Block = (&'static str, Vec<(&'static str, Read)>);

fn blocks(analysis: &Analysis) -> Vec<Block> {
    let asks = |test: Test| analysis.settings.asks(test);
    let named = analysis.settings.control.is_some();
    let mut ranks: Vec<(&'static str, Read)> = vec![
        ("difference", |_, pair| Cell::number(Some(pair.rank_difference), |v| format!("{v:+.3}"))),
        ("p", |_, pair| Cell::number(Some(pair.p), p)),
    ];
    if asks(Test::Nemenyi) {
        ranks.push(("Nemenyi", |_, pair| Cell::number(Some(pair.nemenyi_p), p)));
    }
    if asks(Test::BonferroniDunn) {
        ranks.push(("Bonferroni-Dunn", |_, pair| Cell::number(Some(pair.adjusted.bonferroni), p)));
    }
    if asks(Test::Holm) || named {
        ranks.push(("Holm", |_, pair| Cell::number(Some(pair.adjusted.holm), p)));
    }
    if !named {
        ranks.push(("Shaffer", |analysis, pair| Cell::number(analysis.deciding_p(pair.b), p)));
    }
    let mut blocks = vec![("mean ranks", ranks)];
    if asks(Test::Wilcoxon) {
        let signed: Vec<(&'static str, Read)> = vec![
            ("R+", |_, pair| Cell::number(signed_rank(pair).map(|w| w.r_plus), |v| v.to_string())),
            ("R−", |_, pair| {
                Cell::number(signed_rank(pair).map(|w| w.r_minus), |v| v.to_string())
            }),
            ("p", |_, pair| Cell::number(signed_rank(pair).map(|w| w.p_two_sided), p)),
            ("Holm", |analysis, pair| Cell::number(analysis.deciding_signed_rank_p(pair.b), p)),
        ];
        blocks.push(("Wilcoxon's signed ranks", signed));
    }
    let mut scores: Vec<(&'static str, Read)> = Vec::new();
    if asks(Test::Effect) {
        scores.push(("difference", |_, pair| {
            let effect = pair.effect.as_ref().and_then(|e| e.as_ref().ok());
            Cell::number(effect.map(|e| e.mean.estimate), difference)
        }));
    }
    scores.push(("win/tie/loss", |_, pair| {
        let c = pair.counts;
        Cell::word(format!("{}/{}/{}", c.wins, c.ties, c.losses))
    }));
    blocks.push(("scores", scores));
    blocks
}

fn signed_rank(pair: &Pair) -> Option<&SignedRankTest> {
    pair.wilcoxon.as_ref().ok()
}

/// A row a method.
pub fn table(analysis: &Analysis) -> Table {
    let blocks = blocks(analysis);
    let mut columns = vec![Column::names(format!("{} against", analysis.name(analysis.control)))];
    let shown: Vec<&(&str, Read)> = blocks.iter().flat_map(|(_, shown)| shown).collect();
    columns.extend(shown.iter().map(|(head, _)| Column::numbers(*head)));
    let rows = analysis.versus_control.iter().map(|pair| Row {
        head: analysis.name(pair.b).to_owned(),
        cells: shown.iter().map(|(_, read)| read(analysis, pair)).collect(),
    });
    let rows = rows.collect();
    let mut table = described(analysis, Layout::Control, "control", columns, rows);
    table.spans = blocks.iter().map(|(title, shown)| (title.to_string(), shown.len())).collect();
    table
}

/// A column a method.
pub fn wide(analysis: &Analysis) -> Table {
    let pairs = &analysis.versus_control;
    let mut columns = vec![Column::names(format!("{} against", analysis.name(analysis.control)))];
    columns.extend(pairs.iter().map(|pair| Column::numbers(analysis.name(pair.b))));
    let mut rows = Vec::new();
    for (title, shown) in blocks(analysis) {
        rows.extend(shown.into_iter().map(|(head, read)| Row {
            head: format!("{title}: {head}"),
            cells: pairs.iter().map(|pair| read(analysis, pair)).collect(),
        }));
    }
    described(analysis, Layout::ControlWide, "control-wide", columns, rows)
}

fn described(
    analysis: &Analysis,
    layout: Layout,
    word: &str,
    columns: Vec<Column>,
    rows: Vec<Row>,
) -> Table {
    let control = analysis.name(analysis.control);
    let metric = &analysis.results.metric;
    let mut notes = vec![format!(
        "Differences are positive where {control} is better; R+ is the rank sum of the datasets on which it is better."
    )];
    if analysis.settings.control.is_none() {
        notes.push(format!(
            "Nobody named a control: {control} has the best mean rank, so the p-values corrected for all pairs are the ones to trust."
        ));
    }
    if !analysis.headline.differ {
        notes.push(format!(
            "The test over all methods finds no difference (p = {}): pairs should not be interpreted.",
            p(analysis.omnibus.gate.p)
        ));
    }
    Table {
        layout,
        metric: Some(metric.clone()),
        name: format!("{}-{word}", crate::report::file_name(metric)),
        title: format!("{metric}: {control} against each method"),
        caption: format!(
            "Two-sided p-values over {} datasets: of mean ranks (normal approximation) unadjusted and by each correction, and of signed ranks.",
            analysis.results.datasets.len()
        ),
        spans: Vec::new(),
        columns,
        rows,
        footer: Vec::new(),
        notes,
    }
}
