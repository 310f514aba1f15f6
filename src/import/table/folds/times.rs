//! Tables of one method that are often taken for tables of several: what scikit-learn's `cross_validate` returns has a row per
//! fold and columns of times and metrics. Its times are never methods.

use super::super::metric_names::kinds::is_time;
use super::super::{long, names};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;

/// What scikit-learn calls its times.
const TIMES: &[&str] =
    &["fittime", "scoretime", "meanfittime", "meanscoretime", "stdfittime", "stdscoretime"];

/// Refuses a table with times among its methods, and says how to make one that can be judged.
pub fn refuse(sheet: &Sheet) -> Result<(), DataError> {
    refuse_search(sheet)?;
    let Some(time) = time(sheet) else { return Ok(()) };
    let metric = sheet.header.iter().find(|name| name.starts_with("test_"));
    let error = |problem: String, remedy: String| {
        Err(sheet.error(sheet.header_line, time, problem, remedy))
    };
    let Some(metric) = metric else {
        let problem = format!("{} is a time, not a method", shown(&sheet.column_name(time)));
        return error(problem, "remove the column".to_owned());
    };
    if let Some(&method) = sheet.columns_called(long::METHOD).first() {
        let problem =
            "this looks like what scikit-learn's `cross_validate` returns for several methods"
                .to_owned();
        let remedy = format!(
            "keep {} and rename {} to `value`; number the folds of each method in a column `fold`",
            shown(&sheet.column_name(method)),
            shown(metric)
        );
        return error(problem, remedy);
    }
    let problem = "this looks like what scikit-learn's `cross_validate` returns: the folds of one method, with times and metrics as columns".to_owned();
    let remedy = format!(
        "put one metric of several methods side by side, with the same splits: pandas.DataFrame({{\"svm\": svm[\"{metric}\"], \"tree\": tree[\"{metric}\"]}}).to_csv(\"folds.csv\", index_label=\"fold\")"
    );
    error(problem, remedy)
}

/// A column of times next to others; where all columns are times, they are what was measured.
fn time(sheet: &Sheet) -> Option<usize> {
    if let Some(&known) = sheet.columns_called(TIMES).first() {
        return Some(known);
    }
    let is_time = |name: &String| is_time(&names::words(name));
    let methods = sheet.header.iter().skip(1);
    let others = methods.clone().filter(|name| !is_time(name)).count();
    let found = sheet.header.iter().skip(1).position(is_time)? + 1;
    // A method may be called so; two others are needed to be compared without it.
    (others >= 2).then_some(found)
}

/// Refuses what a search over parameters returns: a row per setting, its folds in columns.
fn refuse_search(sheet: &Sheet) -> Result<(), DataError> {
    let starts = |start: &str| sheet.header.iter().position(|name| name.starts_with(start));
    let Some(column) = starts("rank_test_").filter(|_| starts("split0_test_").is_some()) else {
        return Ok(());
    };
    let metric = sheet.header[column].trim_start_matches("rank_test_");
    let problem = "this looks like scikit-learn's `cv_results_`: a row per setting of one method, with folds in columns";
    let remedy = format!(
        "the best of many settings on the same folds looks too good; test each search on outer folds (nested cross-validation) and put the results side by side: pandas.DataFrame({{\"svm\": cross_val_score(svm_search, X, y, cv=splits), \"tree\": ...}}).to_csv(\"folds.csv\", index_label=\"fold\"); to compare settings, keep `params` and the columns `split*_test_{metric}`, and say --rows methods"
    );
    Err(sheet.error(sheet.header_line, column, problem, remedy))
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{plain, refused};

    #[test]
    fn what_cross_validate_returns_is_one_method() {
        let table = ",fit_time,score_time,test_accuracy,test_roc_auc\n0,0.1,0.2,0.9,0.8\n1,0.1,0.2,0.8,0.7\n";
        let words = ["cross_validate", "one method", "tree[\"test_accuracy\"]", "fold"];
        refused(table, Some(1), Some("fit_time"), &words);
        let several = "model,fit_time,score_time,test_score\nsvm,0.1,0.2,0.9\ntree,0.1,0.2,0.8\n";
        refused(several, Some(1), Some("fit_time"), &["several methods", "`model`", "`value`"]);
        let beside = "fold,svm,tree,fit_time\n0,0.9,0.8,0.1\n1,0.9,0.8,0.1\n";
        refused(beside, Some(1), Some("fit_time"), &["`fit_time` is a time", "remove"]);
        for name in ["elapsed", "Duration", "cpu_seconds", "Time (s)", "run time", "train_time_ms"]
        {
            let text = format!("d,svm,tree,{name}\na,0.9,0.8,1.5\nb,0.9,0.8,0.1\n");
            refused(&text, Some(1), Some(name), &["is a time"]);
        }
    }

    #[test]
    fn methods_may_have_time_in_their_names_and_tables_may_be_of_times() {
        for header in ["d,Time Series Forest,TimeNet,tree", "d,svm time,tree time,lda time"] {
            let table = format!("{header}\na,0.9,0.8,1.5\nb,0.9,0.8,0.1\n");
            assert_eq!(plain(&table).results.methods.len(), 3, "{header}");
        }
    }

    #[test]
    fn what_a_search_returns_is_no_table_of_methods() {
        let table = ",mean_fit_time,std_fit_time,param_C,params,split0_test_score,split1_test_score,mean_test_score,std_test_score,rank_test_score\n\
            0,0.1,0.2,1,{'C': 1},0.8,0.7,0.75,0.1,1\n1,0.1,0.2,2,{'C': 2},0.6,0.7,0.65,0.1,2\n";
        let words =
            ["cv_results_", "nested cross-validation", "split*_test_score", "--rows methods"];
        refused(table, Some(1), Some("rank_test_score"), &words);
    }
}
