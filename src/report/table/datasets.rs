//! What is known of the datasets of a run.

use super::{Cell, Column, Made, Row, Table, not_made};
use crate::analysis::Findings;
use crate::report::settings::Layout;

/// A row a dataset.
pub fn table(findings: &Findings) -> Made {
    let Some(record) = &findings.record else {
        return not_made("datasets", "results from elsewhere do not describe their datasets");
    };
    let whole =
        |value: Option<usize>| Cell::number(value.map(|count| count as f64), |v| format!("{v:.0}"));
    let rows = record.datasets.iter().map(|facts| Row {
        head: facts.name.clone(),
        cells: [facts.rows, facts.features, facts.classes, facts.missing].map(whole).to_vec(),
    });
    let heads = ["examples", "features", "classes", "missing values"];
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
            .chain(heads.map(Column::numbers))
            .collect(),
        rows: rows.collect(),
        footer: Vec::new(),
        notes: Vec::new(),
    })
}
