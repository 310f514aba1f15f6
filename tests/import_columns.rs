//! Long files as people write them: other names of columns, classes that some datasets lack, folds without a score, JSON in place of
//! CSV, and what other programs store under the name of a table.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{Dir, Said};

/// Dataset, method and fold of every outcome, with the outcome.
fn outcomes(dir: &Dir) -> BTreeMap<(String, String, u64), Value> {
    let text = dir.read("results/r/journal.jsonl");
    let lines = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let place = |body: &Value| {
        let text = |key: &str| body[key].as_str().expect("a text").to_owned();
        (text("dataset"), text("method"), body["fold"].as_u64().expect("a fold"))
    };
    lines.map(|line| (place(&line["body"]), line["body"].clone())).collect()
}

fn metrics(dir: &Dir) -> Vec<Value> {
    outcomes(dir).into_values().map(|outcome| outcome["metrics"].clone()).collect()
}

fn import(dir: &Dir, arguments: &[&str]) -> Said {
    dir.succeed(&[&["import", "--name", "r", "--force"], arguments].concat())
}

fn refused(dir: &Dir, arguments: &[&str], words: &[&str]) {
    let said = dir.run(&[&["import", "--name", "refused"], arguments].concat());
    assert_eq!(said.code, 2, "{arguments:?}: {}\n{}", said.out, said.err);
    for word in words.iter().chain(&["help"]) {
        assert!(said.err.contains(word), "{arguments:?}: no `{word}` in: {}", said.err);
    }
}

/// A cell of predictions by column; the first three are dataset, method and fold.
type Line = Vec<(&'static str, String)>;

/// Predictions of three methods on four datasets; the last dataset has a class more.
fn lines() -> Vec<Line> {
    let mut lines = Vec::new();
    for (d, dataset) in ["a", "b", "c", "d"].iter().enumerate() {
        let classes: &[&str] = if d < 3 { &["no", "yes"] } else { &["maybe", "no", "yes"] };
        for (m, method) in ["A", "B", "C"].iter().enumerate() {
            for row in 0..24 {
                let truth = row % classes.len();
                let label = if row % (m + 3) == 0 { (truth + 1) % classes.len() } else { truth };
                let mut line = vec![
                    ("dataset", (*dataset).to_owned()),
                    ("method", (*method).to_owned()),
                    ("fold", (row / 12).to_string()),
                    ("truth", classes[truth].to_owned()),
                    ("prediction", classes[label].to_owned()),
                ];
                for (name, class) in [("p_maybe", "maybe"), ("p_no", "no"), ("p_yes", "yes")] {
                    let place = classes.iter().position(|own| *own == class);
                    let rest = 0.25 / (classes.len() - 1) as f64;
                    let chance = |at: usize| if at == label { 0.75 } else { rest };
                    line.push((name, place.map_or(String::new(), |at| chance(at).to_string())));
                }
                lines.push(line);
            }
        }
    }
    lines
}

/// The lines as CSV, with other names of columns.
fn csv(lines: &[Line], called: impl Fn(&str) -> String) -> String {
    let mut text = lines[0].iter().map(|(name, _)| called(name)).collect::<Vec<_>>().join(",");
    for line in lines {
        let cells: Vec<&str> = line.iter().map(|(_, cell)| cell.as_str()).collect();
        text += &format!("\n{}", cells.join(","));
    }
    text + "\n"
}

#[test]
fn probabilities_are_found_whatever_their_columns_are_called() {
    let dir = Dir::new();
    dir.write("p.csv", csv(&lines(), |name| name.replace("p_", "probability:")));
    let said = import(&dir, &["p.csv"]);
    assert!(!said.err.contains("not read"), "{}", said.err);
    let expected = metrics(&dir);
    assert!(expected.iter().all(|own| own["auc"].is_f64() && own["log_loss"].is_f64()));
    for start in ["p_", "proba_", "probability.", "p:"] {
        dir.write("p.csv", csv(&lines(), |name| name.replace("p_", start)));
        let said = import(&dir, &["p.csv"]);
        assert_eq!(metrics(&dir), expected, "{start}");
        assert!(said.err.contains(&format!("{start}no")), "{}", said.err);
    }
    // Columns that are no shares are not read, and named.
    let mut other = lines();
    other[5][6].1 = "7".to_owned();
    dir.write("p.csv", csv(&other, str::to_owned));
    let said = import(&dir, &["p.csv"]);
    assert!(said.err.contains("not read: p_maybe, p_no, p_yes"), "{}", said.err);
    assert!(metrics(&dir)[0]["log_loss"].is_null());
    // One empty cell of a column with others is a score that is missing.
    other[5][6].1 = String::new();
    dir.write("p.csv", csv(&other, |name| name.replace("p_", "probability:")));
    refused(&dir, &["p.csv"], &["p.csv:7, column `probability:no`", "a score is missing"]);
}

#[test]
fn columns_may_have_the_names_of_other_programs() {
    let dir = Dir::new();
    dir.write("p.csv", csv(&lines(), str::to_owned));
    import(&dir, &["p.csv"]);
    let expected = metrics(&dir);
    for (truth, prediction, fold) in [
        ("y_true", "y_pred", "fold"),
        ("label", "prediction", "split"),
        ("Actual", "Predicted", "fold"),
    ] {
        let called = |name: &str| match name {
            "truth" => truth.to_owned(),
            "prediction" => prediction.to_owned(),
            "fold" => fold.to_owned(),
            "method" => "model".to_owned(),
            name => name.to_owned(),
        };
        dir.write("p.csv", csv(&lines(), called));
        let said = import(&dir, &["p.csv"]);
        assert_eq!(metrics(&dir), expected, "{truth}");
        assert!(said.err.contains("`model` names the methods"), "{}", said.err);
    }
    let called = |name: &str| name.replace("fold", "part");
    dir.write("p.csv", csv(&lines(), called));
    refused(&dir, &["p.csv"], &["p.csv:1", "none `fold`"]);
    let called = |name: &str| name.replace("truth", "label").replace("p_no", "target");
    dir.write("p.csv", csv(&lines(), called));
    refused(&dir, &["p.csv"], &["`label` and `target`", "call the right one `truth`"]);
}

#[test]
fn json_is_imported_like_csv() {
    let dir = Dir::new();
    dir.write("p.csv", csv(&lines(), str::to_owned));
    import(&dir, &["p.csv"]);
    let expected = metrics(&dir);
    let object = |line: &Line| -> Value {
        let cell = |name: &str, text: &str| match text.parse::<f64>() {
            Ok(number) if name == "fold" => json!(number as u64),
            Ok(number) => json!(number),
            Err(_) if text.is_empty() => Value::Null,
            Err(_) => json!(text),
        };
        line.iter().map(|(name, text)| ((*name).to_owned(), cell(name, text))).collect()
    };
    let objects: Vec<Value> = lines().iter().map(object).collect();
    dir.write("in/p.json", json!(objects).to_string());
    let jsonl: Vec<String> = objects.iter().map(Value::to_string).collect();
    dir.write("p.jsonl", jsonl.join("\n"));
    dir.write("in/settings.json", "{\"folds\": 2}");
    for path in ["in/p.json", "p.jsonl", "in"] {
        let said = import(&dir, &[path]);
        assert_eq!(metrics(&dir), expected, "{path}");
        assert!(said.err.contains("from JSON or Parquet files"), "{}", said.err);
    }
    // What analyze says leads to a run.
    let said = dir.run(&["analyze", "in/p.json"]);
    assert!(said.code == 2 && said.err.contains("tribunal import"), "{}", said.err);
}

/// Accuracy of three methods on five datasets in three folds; `lost` gives another text in place of a score.
fn scores(lost: impl Fn(&str, &str, u32) -> Option<&'static str>) -> String {
    let mut text = "dataset,method,fold,metric,value\n".to_owned();
    for (d, dataset) in ["a", "b", "c", "d", "e"].iter().enumerate() {
        for (m, method) in ["A", "B", "C"].iter().enumerate() {
            for fold in 0..3 {
                let value =
                    0.5 + 0.0625 * m as f64 + 0.03125 * d as f64 - 0.125 * f64::from(fold % 2);
                let value = lost(dataset, method, fold).map_or(value.to_string(), str::to_owned);
                text += &format!("{dataset},{method},{fold},accuracy,{value}\n");
            }
        }
    }
    text
}

#[test]
fn a_fold_without_a_score_is_a_failed_trial() {
    let dir = Dir::new();
    let hard = |dataset: &str, method: &str, fold| {
        (method == "A" && fold == 1 && dataset < "c").then_some("")
    };
    dir.write("s.csv", scores(hard));
    let said = import(&dir, &["s.csv"]);
    for words in ["2 failed", "A on a (1), A on b (1)", "2 results are missing"] {
        assert!(said.err.contains(words), "no `{words}` in {}", said.err);
    }
    let found = outcomes(&dir);
    let failed = &found[&("a".to_owned(), "A".to_owned(), 1)];
    assert!(failed.to_string().contains("the file has no score of it"), "{failed}");
    let verdict = dir.succeed(&["analyze", "results/r"]);
    assert!(verdict.out.contains("datasets: c, d, e"), "{}", verdict.out);
    // A second metric that only this fold of this method lacks.
    let kappa = scores(|_, _, _| None).replace("accuracy", "kappa");
    let kappa = kappa.split_once('\n').expect("lines").1;
    dir.write("s.csv", scores(hard) + kappa);
    refused(&dir, &["s.csv"], &["s.csv:3, column `value`", "accuracy of `A` on `a`", "`B`"]);
    // It may be undefined there for all methods.
    dir.write("s.csv", scores(|_, _, fold| (fold == 1).then_some("")) + kappa);
    assert!(!import(&dir, &["s.csv"]).err.contains("failed"));
}

#[test]
fn what_is_no_text_and_what_is_no_metric_is_named() {
    let dir = Dir::new();
    for (name, bytes, words) in [
        ("x.xlsx", &b"PK\x03\x04 xl/workbook.xml"[..], "an Excel file"),
        (
            "x.csv",
            b"PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
            "OpenDocument",
        ),
        ("x.pkl", b"\x80\x04\x95x", "a Python pickle"),
        ("x.xz", b"\xfd7zXZ\0", "packed with xz"),
        ("x.html", b"<!DOCTYPE html><html><table></table>", "a web page"),
    ] {
        dir.write(name, bytes);
        refused(&dir, &[name], &[words]);
        let said = dir.run(&["adjust", name]);
        assert!(said.code == 2 && said.err.contains(words), "{name}: {}", said.err);
    }
    dir.write("s.csv", scores(|_, _, _| None).replace("accuracy", "hinge"));
    refused(&dir, &["s.csv"], &["no metric of this file is known: hinge"]);
}

#[test]
fn numbers_that_went_wrong_are_refused_with_their_line() {
    let dir = Dir::new();
    let line = |row: u32| format!("d,m,{},{row}.5,{row}.25\n", row % 2);
    let text: String = (1..=8).map(line).collect();
    let text = format!("dataset,method,fold,truth,prediction\n{text}");
    dir.write("p.csv", text.replacen("3.25", "inf", 1));
    refused(&dir, &["p.csv"], &["p.csv:4", "`inf` is not a finite number"]);
    let classes = "dataset,method,fold,truth,prediction\nd,m,0,c0,C0\nd,m,0,c1,c1\n";
    dir.write("p.csv", classes);
    let said = dir.run(&["import", "--name", "refused", "p.csv"]);
    assert!(
        said.err.contains("`C0` was predicted") && !said.err.contains("--task"),
        "{}",
        said.err
    );
}

#[test]
fn results_of_regression_of_wekas_experimenter_are_read() {
    let dir = Dir::new();
    let mut text = "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Key_Scheme_options,Key_Scheme_version_ID,Correlation_coefficient,Mean_absolute_error,Root_mean_squared_error\n".to_owned();
    for dataset in ["a", "b", "c"] {
        for (scheme, error) in [("M5P", 0.5), ("IBk", 1.5)] {
            for fold in 1..=2 {
                text +=
                    &format!("{dataset},1,{fold},weka.{scheme},'',1,0.9,{error},{}\n", 2.0 * error);
            }
        }
    }
    dir.write("w.csv", &text);
    let said = import(&dir, &["w.csv"]);
    assert!(said.err.contains("RMSE, MAE"), "{}", said.err);
    let found = &outcomes(&dir)[&("a".to_owned(), "IBk".to_owned(), 1)];
    assert_eq!((&found["metrics"]["rmse"], &found["metrics"]["mae"]), (&json!(3.0), &json!(1.5)));
    dir.succeed(&["analyze", "results/r", "--metric", "mae"]);
    dir.write("w.csv", text.replacen(",0.5,1\n", ",,1\n", 1));
    refused(&dir, &["w.csv"], &["w.csv:2, column `Mean_absolute_error`"]);
}
