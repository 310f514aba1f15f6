//! A published table next to ours: datasets in rows, and for every method the published number, ours with its spread, and
//! how far they are apart; below them how many agree, and ranks published and recomputed.

use super::scores::ends;
use super::{Cell, Column, Content, Heading, Made, Row, Table, counts_of, not_made};
use crate::analysis::{Agreement, Apart, Findings, Mark, Measured, Reference, ReferenceCell};
use crate::published::PrintedUnit;
use crate::report::reference_words::{confidence, signed, unread};
use crate::report::settings::Layout;
use crate::words::{difference, listed, range};

const WORD: &str = "reference";
/// More names than this are counted, not listed.
const NAMED: usize = 30;

/// A table a reference.
pub fn tables(findings: &Findings) -> Vec<Made> {
    if findings.references.is_empty() {
        let none = || "the spec names no published table".to_owned();
        return vec![not_made(WORD, unread(findings).next().unwrap_or_else(none))];
    }
    let made = findings.references.iter().enumerate().map(|(position, reference)| {
        let before = &findings.references[..position];
        let earlier = before.iter().filter(|other| other.metric == reference.metric).count();
        Ok(table(reference, earlier))
    });
    made.collect()
}

fn table(reference: &Reference, earlier: usize) -> Table {
    let metric = crate::files::name_for(&reference.metric);
    let number = if earlier == 0 { String::new() } else { format!("-{}", earlier + 1) };
    let apart = if is_time(reference) { "ratio" } else { "difference" };
    let heads = reference.methods.iter().flat_map(|_| ["published", "ours", apart]);
    let rows = reference.rows.iter().map(|row| Row {
        head: row.dataset.ours.clone(),
        cells: row.cells.iter().flat_map(|cell| cells(reference, cell)).collect(),
    });
    Table {
        layout: Layout::Reference,
        source: Some(reference.cite.clone()),
        caveats: Vec::new(),
        metric: Some(reference.metric.clone()),
        name: format!("{metric}-{WORD}{number}"),
        title: title(reference),
        caption: caption(reference),
        spans: reference.methods.iter().map(|method| (method.ours.as_str().into(), 3)).collect(),
        columns: std::iter::once(Column::names("dataset"))
            .chain(heads.map(Column::numbers))
            .collect(),
        rows: rows.collect(),
        footer: footer(reference),
        notes: notes(reference),
    }
}

fn is_time(reference: &Reference) -> bool {
    reference.unit == PrintedUnit::Seconds
}

/// The metric with its unit, and where the published numbers stand.
pub fn title(reference: &Reference) -> Heading {
    let unit = unit_suffix(reference);
    let words =
        |metric: &str| format!("{metric}{unit}, published ({}) beside measured", reference.cite);
    Heading { shown: words(&reference.title), stored: words(&reference.metric) }
}

/// What follows the metric's name.
pub fn unit_suffix(reference: &Reference) -> &'static str {
    match reference.unit {
        PrintedUnit::Percent => " in %",
        PrintedUnit::Seconds => " in s",
        PrintedUnit::Share | PrintedUnit::Count | PrintedUnit::Number => "",
    }
}

fn caption(reference: &Reference) -> String {
    let cells = reference.rows.iter().flat_map(|row| &row.cells);
    let folds = cells.filter_map(|cell| cell.ours.as_ref()).map(|ours| ours.folds);
    let ours = match ends(folds) {
        Some((least, most)) if most > 1 => {
            let folds = range(least, most, "outer test fold", "outer test folds");
            format!("ours: mean ± standard deviation over {folds}")
        }
        _ => "ours: one test part".to_owned(),
    };
    let apart = match reference.unit {
        PrintedUnit::Seconds => "ratio: ours over published, which was measured on another machine",
        _ => "difference: ours minus published",
    };
    format!("Published: {} ({}); {ours}; {apart}.", reference.cite, reference.name)
}

fn cells(reference: &Reference, cell: &ReferenceCell) -> [Cell; 3] {
    let published = cell.published.as_ref().map_or(Content::Absent, |printed| Content::Number {
        text: printed.text().to_owned(),
        spread: cell.published_sd.as_ref().map(|sd| sd.text().to_owned()),
        exact: printed.value(),
    });
    let ours = cell.ours.as_ref().map_or(Content::Absent, |ours| measured(reference, ours));
    let apart = match &cell.apart {
        None => Content::Absent,
        Some(Apart::Ratio(ratio)) => {
            Content::Number { text: difference(*ratio), spread: None, exact: *ratio }
        }
        Some(Apart::Difference(d)) => Content::Number {
            text: signed(d.value, reference.decimals),
            spread: None,
            exact: d.value,
        },
    };
    let mark = cell.far_better(reference.direction);
    let mark = mark.map(|better| if better { Mark::Better } else { Mark::Worse });
    [Cell::new(published), Cell::new(ours), Cell { mark, ..Cell::new(apart) }]
}

/// Ours, with the decimals that the table has; times of another size have digits of their own.
fn measured(reference: &Reference, ours: &Measured) -> Content {
    let decimals = reference.decimals;
    let show = |value: f64| match reference.unit {
        PrintedUnit::Seconds => difference(value),
        _ => format!("{value:.decimals$}"),
    };
    Content::Number { text: show(ours.mean), spread: ours.sd.map(show), exact: ours.mean }
}

/// A row with something under the differences of every method, and something under its numbers.
fn block(reference: &Reference, head: &str, cells: impl Fn(usize) -> [Cell; 3]) -> Row {
    Row { head: head.to_owned(), cells: (0..reference.methods.len()).flat_map(cells).collect() }
}

fn footer(reference: &Reference) -> Vec<Row> {
    let mut footer = Vec::new();
    let under = |head: &str, cell: &dyn Fn(&Agreement) -> Cell| {
        block(reference, head, |m| [Cell::blank(), Cell::blank(), cell(&reference.by_method[m])])
    };
    if is_time(reference) {
        footer.push(under("geometric mean", &|own| Cell::number(own.mean, difference)));
    } else {
        let decimals = reference.decimals;
        footer
            .push(under("mean difference", &|own| Cell::number(own.mean, |v| signed(v, decimals))));
        if reference.overall.judged > 0 {
            footer.push(under("within two sd", &|own| counts_of(own.two, own.judged)));
            footer.push(under("within one sd", &|own| counts_of(own.one, own.judged)));
        }
        if reference.overall.intervals > 0 {
            let head = format!("in the {} interval", confidence(reference));
            footer.push(under(&head, &|own| counts_of(own.inside, own.intervals)));
        }
    }
    if let Some(ranks) = &reference.ranks {
        let rank = |value: f64| Cell::number(Some(value), |v| format!("{v:.2}"));
        footer.push(block(reference, "mean rank", |m| {
            [rank(ranks.published[m]), rank(ranks.ours[m]), Cell::blank()]
        }));
        if ranks.all_rows > ranks.rows {
            let head = format!("mean rank, all {} published rows", ranks.all_rows);
            footer.push(block(reference, &head, |m| {
                [rank(ranks.published_all[m]), Cell::blank(), Cell::blank()]
            }));
        }
        if !ranks.printed.is_empty() {
            footer.push(block(reference, "mean rank as printed", |m| {
                let printed = ranks.printed[m].as_ref().map_or(Content::Absent, |printed| {
                    let text = printed.text().to_owned();
                    Content::Number { text, spread: None, exact: printed.value() }
                });
                [Cell::new(printed), Cell::blank(), Cell::blank()]
            }));
        }
    }
    footer
}

fn notes(reference: &Reference) -> Vec<String> {
    let mut notes = Vec::new();
    if reference.overall.judged > 0 {
        notes.push(
            "○ ours is worse than published by more than two standard deviations over our outer test folds plus half a \
             unit of the last printed place, ● better."
                .to_owned(),
        );
    }
    if reference.overall.intervals > 0 {
        let confidence = confidence(reference);
        let outside = outside(reference);
        let outside = match outside.is_empty() {
            true => "every published value is inside".to_owned(),
            false => format!("outside: {}", shortened(&outside)),
        };
        notes.push(format!(
            "Stricter, because folds may differ much: the {confidence} interval of our mean, its variance corrected for \
             the training data that folds share; {outside}."
        ));
    }
    let renamed = renamed(reference);
    if !renamed.is_empty() {
        notes.push(format!("Names: {}.", shortened(&renamed)));
    }
    if !reference.holes.is_empty() {
        let words = reference
            .holes
            .iter()
            .map(|(dataset, method, why)| format!("{method} on {dataset} ({why})"));
        notes.push(format!(
            "Published, without a score of ours: {}.",
            shortened(&words.collect::<Vec<_>>())
        ));
    }
    if !reference.not_run.is_empty() {
        notes.push(format!("Published, not run: {}.", not_run(reference)));
    }
    for (words, names) in [
        ("Published methods that were not run", &reference.methods_not_run),
        ("Datasets that the published table does not have", &reference.not_published),
        ("Methods that it does not have", &reference.methods_not_published),
    ] {
        if !names.is_empty() {
            notes.push(format!("{words}: {}.", shortened(names)));
        }
    }
    notes
}

/// Cells whose published value lies outside the interval of our mean.
fn outside(reference: &Reference) -> Vec<String> {
    let mut found = Vec::new();
    for row in &reference.rows {
        for (method, cell) in reference.methods.iter().zip(&row.cells) {
            if matches!(&cell.apart, Some(Apart::Difference(d)) if d.inside == Some(false)) {
                found.push(format!("{}/{}", row.dataset.ours, method.ours));
            }
        }
    }
    found
}

/// What is called otherwise in print.
fn renamed(reference: &Reference) -> Vec<String> {
    let pairs = reference.methods.iter().chain(reference.rows.iter().map(|row| &row.dataset));
    let differ = pairs.filter(|pair| pair.ours != pair.published);
    differ.map(|pair| format!("our {} is {} in print", pair.ours, pair.published)).collect()
}

/// Datasets that were not run, those of one reason together.
fn not_run(reference: &Reference) -> String {
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for (dataset, reason) in &reference.not_run {
        match groups.iter_mut().find(|(known, _)| known == reason) {
            Some((_, datasets)) => datasets.push(dataset.clone()),
            None => groups.push((reason, vec![dataset.clone()])),
        }
    }
    let words =
        groups.iter().map(|(reason, datasets)| format!("{} ({reason})", shortened(datasets)));
    words.collect::<Vec<_>>().join("; ")
}

/// The first names of a list, and how many there are more.
fn shortened(names: &[String]) -> String {
    let first: Vec<&str> = names.iter().take(NAMED).map(String::as_str).collect();
    match names.len().saturating_sub(NAMED) {
        0 => listed(&first),
        more => format!("{} and {more} more", first.join(", ")),
    }
}
