//! The AutoML Benchmark's `results.csv`: a line a framework, task and fold. Its `result` is made so that higher is
//! better, whatever the metric, and is empty where a framework failed. Beyond that it is a long file.

use std::collections::BTreeSet;

use super::folds::columns::FoldColumns;
use super::gather::gather;
use super::layouts::TableLayout;
use super::long::{self, Columns};
use super::meaning::looks_like_loss;
use super::{Grid, TableOptions};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, number, shown};
use crate::measure::Direction;

/// Files of the AutoML Benchmark.
pub const LAYOUT: TableLayout = TableLayout {
    name: "AMLB",
    about: "results of the AutoML Benchmark: one line per task, framework and fold",
    header: "id,task,framework,constraint,fold,type,result,metric,...",
    own_columns: true,
    takes_sd: false,
    recognised: |sheet, _| recognised(sheet),
    read: |sheet, options| Ok(vec![read(sheet, options)?]),
};

/// Whether the header is that of the AutoML Benchmark.
fn recognised(sheet: &Sheet) -> bool {
    columns(sheet).is_some()
}

fn columns(sheet: &Sheet) -> Option<Columns> {
    let one = |name: &str| sheet.columns_called(&[name]).first().copied();
    Some(Columns {
        dataset: Some(one("task")?),
        method: one("framework")?,
        value: one("result")?,
        metric: Some(one("metric")?),
        folds: FoldColumns { repeat: None, fold: Some(one("fold")?) },
    })
}

/// Reads the file. A metric that occurs in it chooses its tasks; another one names the results.
fn read(sheet: &Sheet, options: &TableOptions) -> Result<Grid, DataError> {
    let metric = options.metric.as_deref();
    let Some(columns) = columns(sheet) else {
        let remedy = "check the header";
        return Err(DataError::file(sheet.file, "not a file of the AutoML Benchmark", remedy));
    };
    let column = columns.metric.unwrap_or(columns.value);
    refuse_constraints(sheet)?;
    // A failed run may not even have got as far as its metric.
    let mut known = long::metrics(sheet, column);
    known.remove("");
    let chosen = metric.filter(|name| known.len() > 1 && known.contains(name));
    let rows: Vec<&Row> = sheet
        .rows
        .iter()
        .filter(|row| chosen.is_none_or(|name| row.text(column) == name))
        .collect();
    let read: BTreeSet<&str> = match chosen {
        Some(name) => [name].into(),
        None => known,
    };
    let plain_loss = rows.iter().find(|row| {
        looks_like_loss(row.text(column))
            && number(row.text(columns.value)).is_some_and(|value| value > 0.0)
    });
    if let Some(row) = plain_loss.filter(|_| read.len() > 1) {
        let name = row.text(column);
        let problem = format!(
            "{} is a loss and is not negated, beside metrics where higher is better",
            shown(name)
        );
        let remedy = format!(
            "keep the lines of one metric, or negate the result of the losses and call them neg_{name}; the metrics are {}",
            listed(read.iter().copied().collect::<Vec<_>>().into_iter())
        );
        return Err(sheet.error(row.line, columns.value, problem, remedy));
    }

    let records = rows.iter().map(|row| long::record(sheet, row, &columns));
    let records = records.collect::<Result<Vec<_>, DataError>>()?;
    let mut grid = gather(sheet, records)?;
    if rows.len() < sheet.rows.len() {
        let left = sheet.rows.len() - rows.len();
        grid.notes.push(format!("{left} lines of other metrics were left out"));
    }
    if read.len() > 1 {
        let names: Vec<&str> = read.iter().copied().collect();
        grid.notes.push(format!(
            "the metric is not the same for every task ({}), so only comparisons within a task have a meaning: ranks do, averages and differences over tasks do not",
            listed(names.into_iter())
        ));
    }
    // A loss keeps its name, because nothing else tells that lower is better.
    let renamed = metric.filter(|_| plain_loss.is_none());
    let only = read.first().copied().filter(|_| read.len() == 1);
    Ok(Grid {
        layout: "AMLB",
        metric: Some(renamed.or(only).unwrap_or("result").to_owned()),
        // Old files hold losses as they are; then the name of the metric has to tell.
        direction: plain_loss.is_none().then_some(Direction::Higher),
        ..grid
    })
}

/// Refuses a file where a framework ran under several constraints: those are not folds.
fn refuse_constraints(sheet: &Sheet) -> Result<(), DataError> {
    let Some(&column) = sheet.columns_called(&["constraint"]).first() else { return Ok(()) };
    let constraints: BTreeSet<&str> =
        sheet.rows.iter().map(|row| row.text(column)).filter(|c| !c.is_empty()).collect();
    if constraints.len() < 2 {
        return Ok(());
    }
    let problem = format!("the file has {} constraints", constraints.len());
    let names: Vec<&str> = constraints.into_iter().collect();
    let remedy = format!("keep the lines of one of them: {}", listed(names.into_iter()));
    Err(DataError::file(sheet.file, problem, remedy).in_column(sheet.column_name(column)))
}

#[cfg(test)]
mod tests {
    use super::super::ScoreFile;
    use super::super::tests::{means, named, plain, refused, with};
    use super::*;

    const HEADER: &str = "id,task,framework,constraint,fold,type,result,metric,mode,version,params,\
    app_version,utc,duration,training_duration,predict_duration,models_count,seed,info\n";

    fn amlb(rows: &[(&str, &str, &str, u32, &str, &str)]) -> String {
        let line = |(task, framework, constraint, fold, result, metric): &(_, _, _, _, _, _)| {
            let kind = if *metric == "auc" { "binary" } else { "multiclass" };
            let info = if result == &"" { "\"Timeout, after 1h\"" } else { "" };
            format!(
                "openml.org/t/1,{task},{framework},{constraint},{fold},{kind},{result},{metric},local,\
             1.0,{{}},dev,2024-01-01T00:00:00,10.1,9.0,0.1,3,42,{info}\n"
            )
        };
        rows.iter().map(line).fold(HEADER.to_owned(), |text, row| text + &row)
    }

    #[test]
    fn results_of_the_automl_benchmark_are_read() {
        let rows = [
            ("kc2", "RF", "1h", 0, "0.8", "auc"),
            ("kc2", "RF", "1h", 1, "0.9", "auc"),
            ("kc2", "flaml", "1h", 0, "0.7", "auc"),
            ("kc2", "flaml", "1h", 1, "0.6", "auc"),
            ("iris", "RF", "1h", 0, "-0.5", "neg_logloss"),
            ("iris", "RF", "1h", 1, "", "neg_logloss"),
            ("iris", "flaml", "1h", 0, "", ""),
            ("iris", "flaml", "1h", 1, "", "neg_logloss"),
        ];
        let ScoreFile { results, layout, notes, .. } = plain(&amlb(&rows));
        assert_eq!((layout, results.metric.as_str()), ("AMLB", "result"));
        assert_eq!((results.direction, results.direction_assumed), (Direction::Higher, false));
        assert_eq!(results.methods, ["RF", "flaml"]);
        assert_eq!(results.cells[0][1].clone().unwrap().folds, [0.7, 0.6]);
        assert_eq!(means(&results)[1], [Some(-0.5), None]);
        assert!(notes.iter().any(|n| n.contains("(auc, neg_logloss)")), "{notes:?}");

        let auc = plain(&amlb(&rows[..4])).results;
        assert_eq!((auc.metric.as_str(), auc.range), ("auc", (0.0, 1.0)));
        let auc = with(&amlb(&rows), &named("auc")).unwrap();
        assert_eq!((auc.results.datasets.len(), auc.results.metric.as_str()), (1, "auc"));
        assert!(auc.notes[0].contains("4 lines"), "{:?}", auc.notes);
        assert_eq!(with(&amlb(&rows), &named("score")).unwrap().results.metric, "score");
    }

    #[test]
    fn benchmark_files_that_mix_are_refused() {
        let mixed = [("a", "RF", "1h", 0, "1", "auc"), ("a", "RF", "4h", 0, "1", "auc")];
        refused(&amlb(&mixed), None, Some("constraint"), &["2 constraints", "1h, 4h"]);
        let old = [("a", "RF", "1h", 0, "1", "auc"), ("b", "RF", "1h", 0, "0.4", "logloss")];
        refused(&amlb(&old), Some(3), Some("result"), &["`logloss` is a loss", "neg_logloss"]);
        let rows =
            |metric| [("b", "RF", "1h", 0, "0.4", metric), ("b", "x", "1h", 0, "0.4", metric)];
        let unknown = plain(&amlb(&rows("hinge_loss")));
        assert!(unknown.results.direction_assumed);
        assert!(unknown.notes[0].contains("--lower-is-better"));
        let rmse = plain(&amlb(&rows("rmse"))).results;
        assert!(!rmse.direction_assumed && rmse.direction == Direction::Lower);
        let twice = [("a", "RF", "1h", 0, "1", "auc"), ("a", "RF", "1h", 0, "", "auc")];
        refused(&amlb(&twice), Some(3), Some("result"), &["line 2"]);
    }
}
