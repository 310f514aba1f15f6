//! The control against every method: signed ranks and the p-values of rank differences (as Melki 2018, table 3.4, a row a
//! method, and 4.4, one column per method).

use super::style::Style;
use super::{Cell, Column, Heading, Row, Table};
use crate::analysis::registry::{corrections, effect, nemenyi, wilcoxon};
use crate::analysis::settings::Missing;
use crate::analysis::{Analysis, Deciding, Pair, Test};
use crate::report::settings::Layout;
use crate::words::{difference, p, p_is};

/// How a number is read off a pair.
type Read = fn(&Analysis, &Pair, &Style) -> Cell;

/// The title of the block that is measured in the metric's unit.
const SCORES: &str = "scores";

/// What is shown of a pair, in blocks: the title of a block, and its numbers with their heads.
type Block = (&'static str, Vec<(&'static str, Read)>);

fn blocks(analysis: &Analysis) -> Vec<Block> {
    let asks = |test: Test| analysis.settings.asks(test);
    let named = analysis.settings.control.is_some();
    let mut ranks: Vec<(&'static str, Read)> = vec![("difference", |_, pair, _| {
        Cell::number(Some(pair.rank_difference), |v| format!("{v:+.3}"))
    })];
    // Two methods have a test of their own, which no other p may contradict.
    let several = !analysis.omnibus.answers_the_only_pair();
    if several {
        ranks.push(("p", |_, pair, _| Cell::number(Some(pair.p), p)));
    }
    if asks(&nemenyi::TEST) && several {
        ranks.push(("Nemenyi", |_, pair, _| Cell::number(pair.adjusted(&nemenyi::TEST), p)));
    }
    // Corrections for comparisons with a control hold only where it was named before.
    if asks(&corrections::BONFERRONI_DUNN) && named && several {
        ranks.push(("Bonferroni-Dunn", |_, pair, _| {
            Cell::number(pair.adjusted(&corrections::BONFERRONI_DUNN), p)
        }));
    }
    if named && several {
        ranks.push(("Holm", |_, pair, _| Cell::number(pair.adjusted(&corrections::HOLM), p)));
    }
    if !named && several {
        ranks.push(("Shaffer", |analysis, pair, _| Cell::number(analysis.deciding_p(pair.b), p)));
    }
    let mut blocks = vec![("mean ranks", ranks)];
    if asks(&wilcoxon::TEST) {
        let mut signed: Vec<(&'static str, Read)> = vec![
            ("R+", |_, pair, _| Cell::number(signed_rank(pair, "r_plus"), |v| v.to_string())),
            ("R−", |_, pair, _| Cell::number(signed_rank(pair, "r_minus"), |v| v.to_string())),
            ("p", |_, pair, _| Cell::number(signed_rank(pair, "p"), p)),
        ];
        if several {
            let head = if named { "Holm" } else { "Holm, all pairs" };
            signed.push((head, |analysis, pair, _| {
                Cell::number(analysis.deciding_signed_rank_p(pair.b), p)
            }));
        }
        blocks.push(("Wilcoxon's signed ranks", signed));
    }
    let mut scores: Vec<(&'static str, Read)> = Vec::new();
    // Errors in units of the target have no mean over datasets, and neither have their differences.
    if asks(&effect::TEST) && !analysis.results.mixes_units() {
        scores.push(("difference", |_, pair, style| {
            let effect = pair.effect.as_ref().and_then(|e| e.as_ref().ok());
            let mean = effect.and_then(|e| e.mean.as_ref());
            Cell::number(mean.map(|m| m.estimate), |v| signed(difference(style.scaled(v))))
        }));
    }
    scores.push(("wins/ties/losses", |_, pair, _| {
        Cell::word(super::counts(pair.counts.wins, pair.counts.ties, pair.counts.losses))
    }));
    blocks.push((SCORES, scores));
    blocks
}

/// A difference with its sign, as that of mean ranks has one.
fn signed(text: String) -> String {
    if text.starts_with('-') || text == "0" { text } else { format!("+{text}") }
}

fn signed_rank(pair: &Pair, key: &str) -> Option<f64> {
    pair.found(&wilcoxon::TEST)?.number(key)
}

/// One row per method.
pub fn table(analysis: &Analysis, style: &Style) -> Table {
    let blocks = blocks(analysis);
    let mut columns = vec![Column::names(format!("{} against", analysis.name(analysis.control)))];
    let shown: Vec<&(&str, Read)> = blocks.iter().flat_map(|(_, shown)| shown).collect();
    columns.extend(shown.iter().map(|(head, _)| Column::numbers(*head)));
    let rows = analysis.versus_control.iter().map(|pair| Row {
        head: analysis.name(pair.b).to_owned(),
        cells: shown.iter().map(|(_, read)| read(analysis, pair, style)).collect(),
    });
    let rows = rows.collect();
    let mut table = described(analysis, Layout::Control, "control", columns, rows);
    table.spans = blocks
        .iter()
        .map(|(title, shown)| (with_unit(title, style).as_str().into(), shown.len()))
        .collect();
    table
}

/// One column per method.
pub fn wide(analysis: &Analysis, style: &Style) -> Table {
    let pairs = &analysis.versus_control;
    let mut columns = vec![Column::names(format!("{} against", analysis.name(analysis.control)))];
    columns.extend(pairs.iter().map(|pair| Column::numbers(analysis.name(pair.b))));
    let mut rows = Vec::new();
    for (title, shown) in blocks(analysis) {
        rows.extend(shown.into_iter().map(|(head, read)| Row {
            head: format!("{}: {head}", with_unit(title, style)),
            cells: pairs.iter().map(|pair| read(analysis, pair, style)).collect(),
        }));
    }
    described(analysis, Layout::ControlWide, "control-wide", columns, rows)
}

/// The block of scores says what differences are measured in.
fn with_unit(title: &str, style: &Style) -> String {
    if title == SCORES { format!("{title}{}", style.unit) } else { title.to_owned() }
}

/// A warning where the test over all methods finds nothing.
pub fn nothing_differs(analysis: &Analysis) -> Option<String> {
    let several = !analysis.omnibus.answers_the_only_pair();
    (several && !analysis.headline.differ).then(|| {
        format!(
            "The test over all methods finds no significant difference ({}): pairs should not be interpreted.",
            p_is(analysis.omnibus.gate.p)
        )
    })
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
    let signed = analysis.settings.asks(&wilcoxon::TEST);
    let sums =
        if signed { "; R+ is the rank sum of the datasets on which it is better" } else { "" };
    let mut notes = vec![format!(
        "Differences are positive where {control} is better, and wins are its own{sums}."
    )];
    match analysis.deciding_test() {
        Deciding::OnlyPair(test) => notes.push(format!(
            "With two methods the {} decides: {}.",
            test.title(),
            p_is(analysis.omnibus.gate.p)
        )),
        Deciding::Shaffer => notes.push(format!(
            "No control was named: {control} has the best mean rank, so rely on the p-values that are adjusted for all pairs."
        )),
        Deciding::Holm => {}
    }
    if analysis.missing && analysis.settings.missing == Missing::WorstRank {
        notes.push(
            "Signed ranks, differences and wins use only datasets on which both have a score."
                .into(),
        );
    }
    notes.extend(nothing_differs(analysis));
    Table {
        layout,
        source: None,
        caveats: Vec::new(),
        metric: Some(metric.clone()),
        name: format!("{}-{word}", crate::files::name_for(metric)),
        title: Heading::of_metric(&analysis.results, |metric| {
            format!("{metric}: {control} against each method")
        }),
        caption: format!(
            "Two-sided p-values over {} datasets: of mean ranks (normal approximation), unadjusted and by each correction{}.",
            analysis.results.datasets.len(),
            if signed { ", and of signed ranks" } else { "" },
        ),
        spans: Vec::new(),
        columns,
        rows,
        footer: Vec::new(),
        notes,
    }
}
