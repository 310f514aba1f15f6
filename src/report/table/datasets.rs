//! What is known of the datasets of a run.

use super::{Cell, Column, Made, Row, Table, not_made};
use crate::analysis::Findings;
use crate::plan::DatasetFacts;
use crate::report::settings::Layout;

/// The head of a column, and what it shows of a dataset.
type Shown = (&'static str, fn(&DatasetFacts) -> Option<usize>);

/// What is shown. Bags are the examples of an experiment that has them, and their rows are instances.
fn columns(bags: bool, classes: bool) -> Vec<Shown> {
    let mut columns: Vec<Shown> = match bags {
        true => vec![("bags", |facts| facts.bags), ("instances", |facts| facts.rows)],
        false => vec![("examples", |facts| facts.rows)],
    };
    columns.push(("features", |facts| facts.features));
    // Where numbers are predicted no dataset has classes.
    if classes {
        columns.push(("classes", |facts| facts.classes));
    }
    columns.push(("missing values", |facts| facts.missing));
    columns
}

/// A row a dataset.
pub fn table(findings: &Findings) -> Made {
    let Some(record) = &findings.record else {
        return not_made("datasets", "results from elsewhere do not describe their datasets");
    };
    let any = |has: fn(&DatasetFacts) -> bool| record.datasets.iter().any(has);
    let columns = columns(any(|facts| facts.bags.is_some()), any(|facts| facts.classes.is_some()));
    let whole =
        |value: Option<usize>| Cell::number(value.map(|count| count as f64), |v| format!("{v:.0}"));
    let rows = record.datasets.iter().map(|facts| Row {
        head: facts.name.clone(),
        cells: columns.iter().map(|(_, value)| whole(value(facts))).collect(),
    });
    Ok(Table {
        layout: Layout::Datasets,
        source: None,
        caveats: Vec::new(),
        metric: None,
        name: "datasets".into(),
        title: "Datasets".into(),
        caption: "Features as in the file, before nominal ones are encoded.".into(),
        spans: Vec::new(),
        columns: std::iter::once(Column::names("dataset"))
            .chain(columns.iter().map(|(head, _)| Column::numbers(*head)))
            .collect(),
        rows: rows.collect(),
        footer: Vec::new(),
        notes: Vec::new(),
    })
}
