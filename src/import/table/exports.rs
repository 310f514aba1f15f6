//! What other programs write into long tables and lists of names do not cover: tidymodels' means and names of resamples, and the
//! trials of a search, which are refused.

use super::folds::columns::FoldColumns;
use super::measures::{Measure, Measures};
use super::roles::{DATASET, METHOD};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;

/// The means of tidymodels' `collect_metrics()`, which has a metric in every line.
pub fn mean(sheet: &Sheet) -> Option<Measures> {
    let only = |name: &str| match sheet.columns_called(&[name])[..] {
        [column] => Some(column),
        _ => None,
    };
    only(".metric")?;
    let column = only("mean")?;
    let error = only("stderr").map(|_| {
        "standard errors (`std_err`) are not used: they are no standard deviations".to_owned()
    });
    let chosen = vec![Measure { metric: None, column, sd: None }];
    Some(Measures { chosen, notes: error.into_iter().collect() })
}

/// Refuses the trials of an Optuna study: a line per setting of one search, which are no datasets.
pub fn refuse_trials(sheet: &Sheet) -> Result<(), DataError> {
    let has = |names: &[&str]| !sheet.columns_called(names).is_empty();
    let is_study = has(&["number"])
        && has(&["value", "values0"])
        && has(&["state"])
        && sheet.header.iter().any(|name| name.starts_with("params_"));
    if !is_study || has(METHOD) || has(DATASET) {
        return Ok(());
    }
    let problem = "these are the trials of an Optuna study: a line per setting of one search";
    let remedy = "the best of many settings on the same data looks too good: test each study's best setting on test parts of its own, and give a line per dataset and method";
    Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
}

/// What rsample calls a resample.
const RESAMPLE: &[&str] = &["fold", "repeat", "bootstrap", "resample", "split", "slice"];

/// Columns `id` and `id2` of resamples: `Fold01`, or `Repeat1` and `Fold01`.
pub fn resamples(sheet: &Sheet) -> FoldColumns {
    let is_name = |cell: &str| {
        let name = cell.trim_end_matches(|c: char| c.is_ascii_digit());
        name.len() < cell.len() && RESAMPLE.contains(&name.to_lowercase().as_str())
    };
    let column = |name: &str| {
        let found = sheet.header.iter().position(|own| own == name)?;
        sheet.rows.iter().all(|row| is_name(row.text(found))).then_some(found)
    };
    match (column("id"), column("id2")) {
        (Some(repeat), Some(fold)) => FoldColumns { repeat: Some(repeat), fold: Some(fold) },
        (fold, _) => FoldColumns { repeat: None, fold },
    }
}

#[cfg(test)]
mod tests {
    use super::super::{TableOptions, interpret};
    use super::*;
    use crate::analysis::ScoreFile;
    use std::path::Path;

    fn read(text: &str) -> Result<Vec<ScoreFile>, DataError> {
        interpret(Sheet::parse(Path::new("f"), text)?, &TableOptions::default())
    }

    #[test]
    fn metrics_of_tidymodels_are_read() {
        let mut summary = "dataset,wflow_id,.config,.metric,.estimator,mean,n,std_err\n".to_owned();
        let mut single = "dataset,wflow_id,id,.metric,.estimator,.estimate,.config\n".to_owned();
        let mut twice = "dataset,wflow_id,id,id2,.metric,.estimate\n".to_owned();
        for dataset in ["a", "b", "c"] {
            for (m, method) in ["svm", "rf"].iter().enumerate() {
                for metric in ["accuracy", "roc_auc"] {
                    summary +=
                        &format!("{dataset},{method},P1,{metric},multiclass,0.{m}5,10,0.01\n");
                    for fold in 1..3 {
                        single += &format!(
                            "{dataset},{method},Fold{fold:02},{metric},m,0.{m}{fold},P1\n"
                        );
                        twice += &format!(
                            "{dataset},{method},Repeat1,Fold{fold},{metric},0.{m}{fold}\n"
                        );
                    }
                }
            }
        }
        let found = read(&summary).unwrap();
        let names: Vec<&str> = found.iter().map(|file| file.results.metric.as_str()).collect();
        assert_eq!(names, ["accuracy", "roc_auc"]);
        assert_eq!(found[0].results.cells[0][1].as_ref().map(|s| s.mean), Some(0.15));
        assert!(found[0].notes.iter().any(|note| note.contains("std_err")), "{:?}", found[0].notes);
        for text in [single, twice] {
            let found = read(&text).unwrap();
            let score = found[1].results.cells[2][0].clone().unwrap();
            assert_eq!(score.folds, [0.01, 0.02], "{text}");
        }
    }

    #[test]
    fn runs_of_a_tracker_are_read_and_unfinished_ones_are_missing() {
        let mut text =
            "run_id,status,start_time,metrics.accuracy,params.model,params.dataset,params.C\n"
                .to_owned();
        for (d, dataset) in ["a", "b", "c", "d"].iter().enumerate() {
            for (m, method) in ["svm", "rf"].iter().enumerate() {
                let state = if (d, m) == (1, 1) { "FAILED" } else { "FINISHED" };
                text +=
                    &format!("x{d}{m},{state},2024-01-01 00:00,0.{m}{d},{method},{dataset},0.5\n");
            }
        }
        let found = &read(&text).unwrap()[0];
        assert_eq!(found.results.methods, ["svm", "rf"]);
        assert_eq!(found.results.datasets.len(), 4);
        assert!(found.results.cells[1][1].is_none() && found.results.cells[2][1].is_some());
        assert!(
            found.notes.iter().any(|note| note.contains("(line 5)") && note.contains("FAILED"))
        );
        // States of patients are no states of runs.
        let other = text.replace("FAILED", "sick").replace("FINISHED", "well");
        assert!(read(&other).unwrap()[0].results.cells[1][1].is_some());
    }

    #[test]
    fn trials_of_a_search_are_refused() {
        let text =
            "number,value,duration,params_C,state\n0,0.5,1,0.1,COMPLETE\n1,0.6,1,0.2,PRUNED\n";
        let error = read(text).unwrap_err();
        assert!(error.problem.contains("Optuna"), "{error}");
    }

    #[test]
    fn methods_may_be_numbers() {
        let mut text = "dataset,method,accuracy\n".to_owned();
        for dataset in ["a", "b", "c"] {
            for method in 1..4 {
                text += &format!("{dataset},{method},0.{method}5\n");
            }
        }
        let found = &read(&text).unwrap()[0];
        assert_eq!(found.results.methods, ["1", "2", "3"]);
        assert_eq!(found.results.metric, "accuracy");
        // A wide table may have a method of that name.
        let wide = "dataset,model,framework\na,0.5,0.25\nb,0.75,0.5\nc,0.5,0.625\n";
        assert_eq!(read(wide).unwrap()[0].results.methods, ["model", "framework"]);
        let whole = "dataset,model,other\na,90,25\nb,75,50\nc,90,62\nd,75,61\n";
        assert_eq!(read(whole).unwrap()[0].results.methods, ["model", "other"]);
    }
}
