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
    let rows = |metric| [("b", "RF", "1h", 0, "0.4", metric), ("b", "x", "1h", 0, "0.4", metric)];
    let unknown = plain(&amlb(&rows("hinge_loss")));
    assert!(unknown.results.direction_assumed);
    assert!(unknown.notes[0].contains("--higher-is-better"), "{:?}", unknown.notes);
    let rmse = plain(&amlb(&rows("rmse"))).results;
    assert!(!rmse.direction_assumed && rmse.direction == Direction::Lower);
    let twice = [("a", "RF", "1h", 0, "1", "auc"), ("a", "RF", "1h", 0, "", "auc")];
    refused(&amlb(&twice), Some(3), Some("result"), &["line 2"]);
}
/// The columns of 2019 (reports/old/input of openml/automlbenchmark): AUC for two classes, log loss for more.
fn old(rows: &[(&str, &str, &str, &str, &str)]) -> String {
    let head =
        "id,task,framework,fold,result,mode,version,utc,duration,seed,info,acc,auc,logloss\n";
    let line = |(task, framework, result, auc, loss): &(_, _, _, _, _)| {
        format!("t/1,{task},{framework},0,{result},aws,0.1,2019-04-17,9.5,1,,0.7,{auc},{loss}\n")
    };
    rows.iter().map(line).fold(head.to_owned(), |text, row| text + &row)
}

#[test]
fn results_of_2019_are_what_they_equal() {
    let rows = [
        ("kc2", "RF", "0.8", "0.8", ""),
        ("kc2", "h2o", "0.9", "0.9", ""),
        ("iris", "RF", "0.5", "", "0.5"),
        ("iris", "h2o", "0.2", "", "0.2"),
    ];
    let ScoreFile { results, layout, notes, .. } = plain(&old(&rows));
    assert_eq!((layout, results.metric.as_str()), ("AMLB", "result"));
    assert_eq!((results.direction, results.direction_assumed), (Direction::Higher, false));
    assert_eq!(means(&results), [[Some(0.8), Some(0.9)], [Some(-0.5), Some(-0.2)]]);
    assert!(notes.iter().any(|n| n.contains("losses are negated")), "{notes:?}");
    assert!(notes.iter().any(|n| n.contains("found from the columns")), "{notes:?}");

    let losses = plain(&old(&rows[2..])).results;
    assert_eq!((losses.metric.as_str(), losses.direction), ("logloss", Direction::Lower));
    assert_eq!(means(&losses), [[Some(0.5), Some(0.2)]]);
    let acc = with(&old(&rows), &named("acc")).unwrap().results;
    assert_eq!((acc.title.as_str(), means(&acc)[1][0]), ("accuracy", Some(0.7)));
    let auc = with(&old(&rows), &named("auc")).unwrap().results;
    assert_eq!(auc.metric, "auc");

    let none = [("kc2", "RF", "0.8", "0.7", ""), ("kc2", "h2o", "0.9", "0.7", "")];
    let words = ["which metric the results of `kc2` are", "auc", "add a column `metric`"];
    refused(&old(&none), Some(2), Some("result"), &words);
    // A score in the wrong column, as one line of the published files of 2019 has it.
    let odd = [rows[2], rows[3], ("iris", "x", "0.3", "", "0.3"), ("iris", "y", "0.4", "0.4", "")];
    let words = ["equal `logloss` on 3 of 4 lines", "wrong column"];
    refused(&old(&odd), Some(5), Some("result"), &words);
}

#[test]
fn losses_next_to_other_metrics_are_turned_round() {
    let mixed = [
        ("a", "RF", "1h", 0, "1", "auc"),
        ("a", "x", "1h", 0, "0.5", "auc"),
        ("b", "RF", "1h", 0, "0.4", "logloss"),
        ("b", "x", "1h", 0, "0.6", "logloss"),
    ];
    let results = plain(&amlb(&mixed)).results;
    assert_eq!(means(&results), [[Some(1.0), Some(0.5)], [Some(-0.4), Some(-0.6)]]);
    assert_eq!(results.direction, Direction::Higher);
}
