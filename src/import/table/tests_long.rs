//! Long files as programs write them. The headers are those of cd-diagram, critdd, scikit-learn, mlr3, TabArena and tidymodels;
//! the numbers are made up.

use super::tests::{each, means, named, plain, refused, with};
use super::*;

#[test]
fn a_value_column_may_be_named_after_its_metric() {
    for (text, metric, direction) in [
        (
            "classifier_name,dataset_name,accuracy\na,x,0.9\nb,x,0.8\n",
            "accuracy",
            Direction::Higher,
        ),
        ("dataset,method,loss\nx,a,0.9\nx,b,0.8\n", "loss", Direction::Lower),
        ("dataset,estimator,test_accuracy\nx,a,0.9\nx,b,0.8\n", "test_accuracy", Direction::Higher),
        (
            "nr,task_id,learner_id,resampling_id,iters,classif.ce\n1,x,a,cv,10,0.9\n2,x,b,cv,10,0.8\n",
            "classif.ce",
            Direction::Lower,
        ),
        (
            "wflow_id,dataset,.metric,.estimator,.estimate\na,x,roc_auc,binary,0.9\nb,x,roc_auc,binary,0.8\n",
            "roc_auc",
            Direction::Higher,
        ),
    ] {
        let ScoreFile { results, layout, .. } = plain(text);
        assert_eq!((layout, results.metric.as_str()), ("long", metric), "{text}");
        assert_eq!((results.direction, results.direction_assumed), (direction, false), "{text}");
        assert_eq!(means(&results), [[Some(0.9), Some(0.8)]], "{text}");
    }
}

#[test]
fn every_metric_of_a_file_is_read() {
    let text = "dataset,method,accuracy,accuracy_std,f1_macro,train_acc,fit_time,n\n\
        x,a,0.9,0.1,0.8,1,3.5,7\nx,b,0.8,0.2,,1,2.5,7\ny,b,0.7,,0.6,1,1.5,7\n";
    let files = each(text, &TableOptions::default()).unwrap();
    let metrics: Vec<&str> = files.iter().map(|file| file.results.metric.as_str()).collect();
    assert_eq!(metrics, ["accuracy", "f1_macro"]);
    let sds: Vec<_> =
        files[0].results.cells.iter().flatten().flatten().map(|score| score.sd).collect();
    assert_eq!(sds, [Some(0.1), Some(0.2), None]);
    assert_eq!(means(&files[1].results), [[Some(0.8), None], [None, Some(0.6)]]);
    let note = files[0].notes.concat();
    assert!(
        note.contains("train_acc") && note.contains("fit_time") && note.contains("n;"),
        "{note}"
    );
    let time = with(text, &named("fit_time")).unwrap().results;
    assert_eq!((time.direction, means(&time)[1][1]), (Direction::Lower, Some(1.5)));
    let both = TableOptions {
        metrics: vec!["f1_macro".into(), "accuracy".into()],
        ..TableOptions::default()
    };
    assert_eq!(each(text, &both).unwrap()[0].results.metric, "f1_macro");
    let unknown = with(text, &named("auc")).unwrap_err();
    assert!(unknown.remedy.contains("accuracy"), "{}", unknown.remedy);
    let lower = TableOptions { direction: Some(Direction::Lower), ..TableOptions::default() };
    let several = each(text, &lower).unwrap_err();
    assert!(several.problem.contains("--lower-is-better"), "{several}");
}

#[test]
fn metrics_of_a_file_have_the_same_datasets_and_methods() {
    let text = "dataset,method,metric,value\nx,a,auc,1\nx,b,auc,2\ny,b,acc,3\ny,c,acc,4\n";
    let files = each(text, &TableOptions::default()).unwrap();
    for file in &files {
        assert_eq!((file.results.datasets.len(), file.results.methods.len()), (2, 3));
    }
    let auc = &files.iter().find(|file| file.results.metric == "auc").unwrap().results;
    let x = auc.datasets.iter().position(|name| name == "x").unwrap();
    let b = auc.methods.iter().position(|name| name == "b").unwrap();
    assert_eq!(means(auc)[x][b], Some(2.0));
}

#[test]
fn errors_of_a_metric_per_dataset_are_one_metric() {
    let head =
        "dataset,fold,method,metric_error,metric_error_val,metric,problem_type,time_train_s\n";
    let text = format!(
        "{head}x,0,a,0.1,0.2,log_loss,multiclass,5.5\nx,0,b,0.2,0.2,log_loss,multiclass,5.5\n\
         y,0,a,3.5,0.2,rmse,regression,5.5\ny,0,b,4.5,0.2,rmse,regression,5.5\n"
    );
    let ScoreFile { results, notes, .. } = plain(&text);
    assert_eq!((results.metric.as_str(), results.direction), ("metric_error", Direction::Lower));
    assert_eq!(means(&results), [[Some(0.1), Some(0.2)], [Some(3.5), Some(4.5)]]);
    assert!(notes.iter().any(|n| n.contains("not the same for every dataset")), "{notes:?}");
    assert!(notes.iter().any(|n| n.contains("metric_error_val")), "{notes:?}");
}

#[test]
fn columns_are_found_by_structure_or_asked_for() {
    let text = "dataset,entrant,accuracy\nx,a,0.9\nx,b,0.8\ny,a,0.7\ny,b,0.6\n";
    let ScoreFile { results, notes, .. } = plain(text);
    assert_eq!(results.methods, ["a", "b"]);
    assert!(notes[0].contains("`entrant`") && notes[0].contains("--method-column"), "{notes:?}");
    let open = text.replace("dataset,", "where,");
    refused(&open, Some(1), None, &["where, entrant", "--method-column"]);
    let options = TableOptions {
        method_column: Some("entrant".into()),
        dataset_column: Some("where".into()),
        ..TableOptions::default()
    };
    assert_eq!(with(&open, &options).unwrap().results.datasets, ["x", "y"]);
    let numbers = "dataset,method,alpha,beta\nx,a,0.5,0.25\nx,b,0.5,0.25\n";
    refused(numbers, Some(1), None, &["several hold numbers", "--metric", "alpha, beta"]);
}

#[test]
fn files_for_other_verbs_are_sent_there() {
    let predictions = "dataset,method,fold,row,truth,prediction\nx,a,0,0,1,1\nx,b,0,0,1,0\n";
    refused(predictions, None, None, &["predictions, not scores", "tribunal import"]);
    let weka = "Key_Dataset,Key_Run,Key_Scheme,Percent_correct\nx,1,a,90\nx,1,b,80\n";
    refused(weka, None, None, &["Weka", "tribunal import"]);
}

#[test]
fn the_metric_is_taken_from_the_corner_or_the_name_of_the_file() {
    let corner = plain("accuracy,a,b\nx,0.5,0.6\n");
    assert_eq!(corner.results.title, "accuracy");
    assert!(corner.notes[0].contains("the first cell"), "{:?}", corner.notes);
    let text = "d,a,b\nx,0.5,0.6\n";
    let sheet = Sheet::parse(Path::new("results_rmse.csv"), text).unwrap();
    let named = interpret(sheet, &TableOptions::default()).unwrap().remove(0);
    assert_eq!((named.results.title.as_str(), named.results.direction), ("RMSE", Direction::Lower));
    assert!(named.notes[0].contains("the name of the file"), "{:?}", named.notes);
}

#[test]
fn lines_that_differ_in_a_setting_name_it() {
    let text = "dataset,method,accuracy,f1,lr\nx,a,0.9,0.5,1\nx,b,0.8,0.5,1\nx,a,0.7,0.6,2\n";
    let options = TableOptions { metrics: vec!["accuracy".into()], ..TableOptions::default() };
    let error = with(text, &options).unwrap_err();
    assert!(error.remedy.contains("the lines differ in lr"), "{}", error.remedy);
}
