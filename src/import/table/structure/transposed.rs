//! Wide tables that are called nothing and seem to be turned: most rows are called after methods of this program, and no
//! column is. Only a caveat says so, because a dataset may have any name.

use super::super::names::words;
use super::super::{TableOptions, long};
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;
use crate::learn::Registry;

/// With fewer rows a name is easily one of both.
const LEAST: usize = 3;
/// What people write for methods of the registry and for other usual ones.
const SHORT: &[&str] = &[
    "rf", "nb", "dt", "lr", "mlp", "cnn", "lstm", "gbm", "xgb", "xgboost", "lightgbm", "lgbm",
    "catboost", "adaboost", "ann",
];

/// What is said of a table whose rows seem to be methods, unless the user says what they are.
pub fn caveat(sheet: &Sheet, options: &TableOptions) -> Option<String> {
    let said = options.rows.is_some()
        || options.dataset_column.is_some()
        || sheet.columns_called(long::DATASET).contains(&0);
    if said || sheet.rows.len() < LEAST {
        return None;
    }
    let kinds: Vec<String> = Registry::standard()
        .entries()
        .iter()
        .map(|entry| words(entry.method.info().kind).concat())
        .collect();
    // `Logistic Regression` is `logistic`, `k-NN` is `knn`.
    let is_method = |name: &str| {
        let plain = words(name).concat();
        let short = plain.trim_end_matches("regression");
        !short.is_empty() && (kinds.iter().any(|kind| kind == short) || SHORT.contains(&short))
    };
    let methods = sheet.rows.iter().filter(|row| is_method(row.text(0))).count();
    let in_columns = sheet.header.iter().skip(1).any(|name| is_method(name));
    let first = sheet.rows.iter().find(|row| is_method(row.text(0)))?;
    (methods >= LEAST && 2 * methods > sheet.rows.len() && !in_columns).then(|| {
        format!(
            "the rows count as datasets, and most are called like methods, such as {} (line {}): --rows methods turns the table, --rows datasets says that they are datasets",
            shown(first.text(0)),
            first.line
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{plain, with};
    use super::super::super::{RowsAre, TableOptions};

    #[test]
    fn rows_that_are_called_like_methods_have_a_caveat() {
        let text = ",iris,wine,glass\nSVM,0.91,0.82,0.73\nRandom Forest,0.95,0.84,0.61\nk-NN,0.85,0.79,0.66\nmine,0.88,0.81,0.62\n";
        let caveats = plain(text).caveats.concat();
        assert!(caveats.contains("--rows methods turns the table"), "{caveats}");
        for rows in [RowsAre::Datasets, RowsAre::Methods] {
            let options = TableOptions { rows: Some(rows), ..TableOptions::default() };
            assert!(with(text, &options).unwrap().caveats.is_empty(), "{rows:?}");
        }
        for other in [
            text.replace("iris", "svm"),
            text.replace("iris", "xgb"),
            text.replace(",iris", "dataset,iris"),
            text.replace("SVM", "sonar").replace("k-NN", "heart"),
        ] {
            assert!(plain(&other).caveats.is_empty(), "{other}");
        }
    }
}
