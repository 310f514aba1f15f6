//! The program's own `outcomes.csv`: one line per trial, one column per metric. Of its many metrics one is judged, unless
//! the user chooses others.

use std::collections::BTreeSet;

use super::folds::columns::FoldColumns;
use super::gather::gather;
use super::layouts::TableLayout;
use super::long::{Columns, record};
use super::{Grid, TableOptions};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, shown};
use crate::suggest;

/// The columns before the metrics.
const HEAD: [&str; 7] = ["trial", "dataset", "method", "repeat", "fold", "status", "chosen"];
/// The metric of a user who names none: the first of these that is there.
const USUAL: [&str; 2] = ["accuracy", "rmse"];
/// The column of warnings.
const CAVEAT: &str = "caveat";

/// Our own `outcomes.csv`.
pub const LAYOUT: TableLayout = TableLayout {
    name: "outcomes",
    about: "`outcomes.csv` of a run of this program: one line per trial, one column per metric",
    headers: &["trial,dataset,method,repeat,fold,status,chosen,accuracy,..."],
    own_columns: true,
    takes_sd: false,
    recognised: |sheet, _| recognised(sheet),
    read,
};

/// Whether the header is that of `outcomes.csv` or `outcomes.parquet`.
fn recognised(sheet: &Sheet) -> bool {
    sheet.header.len() > HEAD.len() && sheet.header.iter().zip(HEAD).all(|(name, own)| name == own)
}

/// Reads the metrics that are asked for, else one.
fn read(sheet: &Sheet, options: &TableOptions) -> Result<Vec<Grid>, DataError> {
    let metrics: Vec<&str> = sheet.header[HEAD.len()..]
        .iter()
        .map(String::as_str)
        .filter(|name| *name != CAVEAT)
        .collect();
    if !options.metrics.is_empty() {
        return options.metrics.iter().map(|wanted| read_one(sheet, &metrics, wanted)).collect();
    }
    let usual = USUAL.iter().find(|name| metrics.contains(name)).or(metrics.first());
    let wanted = usual.copied().unwrap_or(USUAL[0]);
    let mut grid = read_one(sheet, &metrics, wanted)?;
    let others: Vec<&str> = metrics.into_iter().filter(|name| *name != wanted).collect();
    if !others.is_empty() {
        let others = listed(others.into_iter());
        grid.notes.push(format!("other metrics that --metric can choose: {others}"));
    }
    Ok(vec![grid])
}

/// Reads one metric; trials that are not done have no score.
fn read_one(sheet: &Sheet, metrics: &[&str], wanted: &str) -> Result<Grid, DataError> {
    let Some(position) = sheet.header.iter().position(|name| name == wanted) else {
        let problem = format!("no column of the metric {}", shown(wanted));
        let listed = format!("the metrics are {}", metrics.join(", "));
        let remedy = suggest::help(wanted, metrics, &listed);
        return Err(DataError::line(sheet.file, sheet.header_line, problem, remedy));
    };
    let at = |name: &str| HEAD.iter().position(|own| *own == name).unwrap_or(0);
    let columns = Columns {
        dataset: Some(at("dataset")),
        method: at("method"),
        value: position,
        sd: None,
        folds: FoldColumns { repeat: Some(at("repeat")), fold: Some(at("fold")) },
    };
    let done = |row: &&Row| row.text(at("status")) == "done";
    let failed = sheet.rows.iter().filter(|row| !done(row)).count();
    let records: Result<Vec<_>, DataError> =
        sheet.rows.iter().filter(done).map(|row| record(sheet, row, &columns)).collect();
    let mut grid = gather(sheet, records?)?;
    if failed > 0 {
        let mut absent: Vec<&str> = sheet.rows.iter().map(|row| row.text(at("method"))).collect();
        absent.retain(|method| !grid.methods.iter().any(|known| known == method));
        absent.sort_unstable();
        absent.dedup();
        let absent = match absent.as_slice() {
            [] => String::new(),
            names => format!("; without any, and so left out: {}", names.join(", ")),
        };
        grid.notes.push(format!("trials that are not done have no score: {failed}{absent}"));
    }
    if let Some(column) = sheet.header.iter().position(|name| name == CAVEAT) {
        let told: BTreeSet<&str> = sheet.rows.iter().map(|row| row.text(column)).collect();
        grid.caveats.extend(told.into_iter().filter(|text| !text.is_empty()).map(str::to_owned));
    }
    Ok(Grid { layout: "outcomes", metric: Some(wanted.to_owned()), ..grid })
}
