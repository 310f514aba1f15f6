//! Every pair of methods on one dataset, the smallest p first: what the verdict on that dataset rests on.

use super::style::Style;
use super::{Cell, Column, Heading, Row, Side, Table};
use crate::analysis::DatasetVerdict;
use crate::analysis::registry::Test;
use crate::analysis::registry::finding::find;
use crate::report::settings::Layout;
use crate::report::verdict_words::percent;
use crate::words::{difference, interval, p};

/// The pairs of one dataset; `several` datasets have their names in the names of files.
pub fn table(verdict: &DatasetVerdict, style: &Style, several: bool) -> Table {
    let (results, deciding) = (&verdict.results, verdict.deciding);
    let pairs = verdict.pairs_by_p();
    let level = percent(1.0 - verdict.settings.alpha);
    let mut columns = vec![
        Column::names("method"),
        Column { head: "against".into(), side: Side::Left },
        Column::numbers(format!("difference{}", style.unit)),
        Column::numbers(format!("{level} interval")),
        Column::numbers("p"),
    ];
    if pairs.len() > 1 {
        columns.push(Column::numbers("p, Holm"));
    }
    let further = further(verdict);
    columns.extend(further.iter().map(|(head, ..)| Column::numbers(*head)));
    let rows = pairs.iter().map(|pair| {
        let found = pair.found(deciding);
        let number = |key: &str| found.and_then(|found| found.number(key));
        let scaled = |v: f64| difference(style.scaled(v));
        let ends = number("low").zip(number("high"));
        let mut cells = vec![
            Cell::word(verdict.name(pair.b)),
            Cell::number(Some(pair.difference), scaled),
            match ends {
                Some((low, high)) => Cell::word(interval(style.scaled(low), style.scaled(high))),
                None => Cell::number(None, p),
            },
            Cell::number(found.and_then(|found| found.p), p),
        ];
        if pairs.len() > 1 {
            cells.push(Cell::number(verdict.deciding_p(pair), p));
        }
        for (_, test, key) in &further {
            let value = pair.found(test).and_then(|found| found.number(key));
            cells.push(Cell::number(value, |v| if *key == "p" { p(v) } else { format!("{v:.3}") }));
        }
        Row { head: verdict.name(pair.a).to_owned(), cells }
    });
    let metric = crate::files::name_for(&results.metric);
    let own = match several {
        true => format!("-{}", crate::files::name_for(verdict.dataset())),
        false => String::new(),
    };
    Table {
        layout: Layout::Pairs,
        source: None,
        caveats: Vec::new(),
        metric: Some(results.metric.clone()),
        name: format!("{metric}-pairs{own}"),
        title: Heading::of_metric(results, |metric| {
            format!("{metric}: pairs of methods on {}", verdict.dataset())
        }),
        caption: format!(
            "Differences of mean scores on {}, with two-sided p-values of {}. Positive differences favour the first-named method.",
            verdict.dataset(),
            deciding.title,
        ),
        spans: Vec::new(),
        columns,
        rows: rows.collect(),
        footer: Vec::new(),
        notes: vec!["These numbers hold for this dataset only.".to_owned()],
    }
}

/// What is shown of the other tests: the head of a column, the test and the key of its number.
fn further(verdict: &DatasetVerdict) -> Vec<(&'static str, Test, &'static str)> {
    let shown = [
        ("McNemar p", "mcnemar", "p"),
        ("P better", "bayes-correlated-t", "a_better"),
        ("P equivalent", "bayes-correlated-t", "equivalent"),
        ("P worse", "bayes-correlated-t", "b_better"),
    ];
    let tests = verdict.pairs.first().map_or(&[][..], |pair| &pair.tests[..]);
    let done = shown.into_iter().filter_map(|(head, name, key)| {
        let test = crate::analysis::registry::test(name)?;
        let done = find(tests, test).is_some() && *test != *verdict.deciding;
        done.then_some((head, test, key))
    });
    done.collect()
}
