//! What is known of the datasets of a run.

use super::{Cell, Column, Made, Row, Table, not_made};
use crate::analysis::Findings;
use crate::spec::report::Layout;

/// A row a dataset.
pub fn table(findings: &Findings) -> Made {
    let Some(record) = &findings.record else {
        return not_made("datasets", "results from elsewhere do not describe their datasets");
    };
    let whole =
        |value: Option<usize>| Cell::number(value.map(|count| count as f64), |v| format!("{v:.0}"));
    let mut heads = vec!["examples", "features", "classes", "missing values"];
    // Where numbers are predicted no dataset has classes.
    let classes = record.datasets.iter().any(|facts| facts.classes.is_some());
    heads.retain(|head| classes || *head != "classes");
    let rows = record.datasets.iter().map(|facts| {
        let mut cells = vec![whole(facts.rows), whole(facts.features)];
        cells.extend(classes.then(|| whole(facts.classes)));
        cells.push(whole(facts.missing));
        Row { head: facts.name.clone(), cells }
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
            .chain(heads.into_iter().map(Column::numbers))
            .collect(),
        rows: rows.collect(),
        footer: Vec::new(),
        notes: Vec::new(),
    })
}
