//! Tables of one method that are often taken for tables of several: what scikit-learn's `cross_validate` returns has a row per
//! fold and columns of times and metrics. Its times are never methods.

use super::super::long;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;

/// What scikit-learn calls its times.
const TIMES: &[&str] =
    &["fittime", "scoretime", "meanfittime", "meanscoretime", "stdfittime", "stdscoretime"];

/// Refuses a table with times among its methods, and says how to make one that can be judged.
pub fn refuse(sheet: &Sheet) -> Result<(), DataError> {
    let Some(&time) = sheet.columns_called(TIMES).first() else { return Ok(()) };
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

#[cfg(test)]
mod tests {
    use super::super::super::tests::refused;

    #[test]
    fn what_cross_validate_returns_is_one_method() {
        let table = ",fit_time,score_time,test_accuracy,test_roc_auc\n0,0.1,0.2,0.9,0.8\n1,0.1,0.2,0.8,0.7\n";
        let words = ["cross_validate", "one method", "tree[\"test_accuracy\"]", "fold"];
        refused(table, Some(1), Some("fit_time"), &words);
        let several = "model,fit_time,score_time,test_score\nsvm,0.1,0.2,0.9\ntree,0.1,0.2,0.8\n";
        refused(several, Some(1), Some("fit_time"), &["several methods", "`model`", "`value`"]);
        let beside = "fold,svm,tree,fit_time\n0,0.9,0.8,0.1\n1,0.9,0.8,0.1\n";
        refused(beside, Some(1), Some("fit_time"), &["`fit_time` is a time", "remove"]);
    }
}
