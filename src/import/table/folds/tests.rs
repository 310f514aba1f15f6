use super::super::tests::{plain, refused, with};
use super::super::{Results, RowsAre, ScoreFile, TableOptions};

/// The folds of one method on one dataset.
fn folds(results: &Results, dataset: usize, method: usize) -> Vec<f64> {
    results.cells[dataset][method].clone().unwrap().folds
}

/// Repeats and the share of the test part, which are the same for all methods of a dataset.
fn splits(results: &Results, dataset: usize) -> (usize, Option<f64>) {
    let scores: Vec<_> = results.cells[dataset].iter().flatten().collect();
    let of = |at: usize| (scores[at].repeats, scores[at].test_share);
    assert!((0..scores.len()).all(|at| of(at) == of(0)), "{scores:?}");
    of(0)
}

fn said(file: &ScoreFile, words: &str) {
    assert!(file.notes.iter().any(|note| note.contains(words)), "{words}: {:?}", file.notes);
}

fn rows(rows: RowsAre) -> TableOptions {
    TableOptions { rows: Some(rows), ..TableOptions::default() }
}

#[test]
fn a_first_column_of_fold_numbers_is_one_dataset() {
    for (header, first) in [
        ("fold", ["0", "1", "2"]),
        ("Fold", ["1", "2", "3"]),
        ("split", ["0", "1", "2"]),
        ("split", ["split0", "split1", "split2"]),
        ("cv", ["1", "2", "3"]),
        ("iteration", ["1", "2", "3"]),
        ("fold_id", ["1.0", "2.0", "3.0"]),
        ("", ["Fold1", "Fold2", "Fold3"]),
    ] {
        let [a, b, c] = first;
        let file = plain(&format!("{header},x,y\n{a},1,4\n{b},2,5\n{c},3,6\n"));
        assert_eq!((file.results.datasets[0].as_str(), file.results.datasets.len()), ("t", 1));
        assert_eq!(file.results.methods, ["x", "y"]);
        assert_eq!(folds(&file.results, 0, 0), [1.0, 2.0, 3.0], "{header}");
        assert_eq!(folds(&file.results, 0, 1), [4.0, 5.0, 6.0], "{header}");
        assert_eq!(splits(&file.results, 0), (1, None), "{header}");
        said(&file, "--rows datasets");
        said(&file, "3 folds of one cross-validation");
    }
}

#[test]
fn a_first_column_of_repeats_has_one_score_each() {
    for (header, first) in [("repeat", ["0", "1"]), ("run", ["1", "2"]), ("seed", ["42", "7"])] {
        let [a, b] = first;
        let file = plain(&format!("{header},x,y\n{a},1,4\n{b},2,5\n"));
        assert_eq!(splits(&file.results, 0), (2, None), "{header}");
        assert_eq!(file.results.cells[0][0].clone().unwrap().test_to_train(), None);
        said(&file, "--test-share");
    }
    let options = TableOptions { test_share: Some(0.2), ..TableOptions::default() };
    let file = with("seed,x,y\n42,1,4\n7,2,5\n", &options).unwrap();
    assert_eq!(splits(&file.results, 0), (2, Some(0.2)));
    assert_eq!(folds(&file.results, 0, 0), [2.0, 1.0]);
}

#[test]
fn columns_with_other_cells_are_no_folds() {
    // A method of that name; the training and the test part; numbers with gaps.
    assert_eq!(plain("d,fold,x\na,0.5,1\nb,0.25,2\n").results.methods, ["fold", "x"]);
    assert_eq!(plain("d,cv,x\na,3,1\nb,17,2\n").results.methods, ["cv", "x"]);
    refused("d,split,x,y\na,train,1,2\na,test,1,2\n", Some(2), Some("split"), &["text `train`"]);
    refused("fold,x,y\n1,1,2\n2,1,2\nmean,1,2\n", Some(4), None, &["summary"]);
    refused("dataset,fold,x,y\na,1,1,2\na,,1,2\n", Some(3), Some("fold"), &["the cell is empty"]);
    refused("fold,x,y\n1,1±2,2\n2,1,2\n", Some(2), Some("x"), &["one fold"]);
    refused("fold,x,y\n1,1,2\n1,1,2\n", Some(3), Some("x"), &["same fold", "`repeat` column"]);
}

#[test]
fn datasets_have_folds_and_repeats_of_their_own() {
    let file = plain(
        "dataset,rep,fold,x,y\na,1,1,1,5\na,1,2,2,6\na,2,1,3,7\na,2,2,4,8\nb,1,1,0,1\nb,1,2,1,0\n",
    );
    assert_eq!(file.results.datasets, ["a", "b"]);
    assert_eq!(folds(&file.results, 0, 1), [5.0, 6.0, 7.0, 8.0]);
    assert_eq!((splits(&file.results, 0), splits(&file.results, 1)), ((2, None), (1, None)));
    said(&file, "`rep` and `fold`");
    // Seeds are repeats where the folds alone do not tell rows apart.
    let file = plain("fold,seed,Problem set,x,y\n1,5,a,1,5\n1,6,a,2,6\n2,5,a,3,7\n2,6,a,4,8\n");
    assert_eq!((file.results.methods.join(" "), file.results.datasets.len()), ("x y".into(), 1));
    assert_eq!(
        (folds(&file.results, 0, 0), splits(&file.results, 0)),
        (vec![1.0, 3.0, 2.0, 4.0], (2, None))
    );
}

#[test]
fn a_column_that_nothing_depends_on_is_left_out() {
    let file = plain("dataset,fold,seed,x,y\na,1,11,1,5\na,2,12,2,6\n");
    assert_eq!(file.results.methods, ["x", "y"]);
    assert_eq!(splits(&file.results, 0), (1, None));
    said(&file, "`seed` is no method");
    let file = plain(",dataset,x,y\n0,iris,1,2\n1,wine,2,1\n");
    assert_eq!(
        (file.results.datasets.join(" "), file.results.methods.len()),
        ("iris wine".into(), 2)
    );
    said(&file, "numbers the rows");
}

#[test]
fn a_table_of_r_has_row_numbers_before_its_columns() {
    let file = plain(
        "\"\",\"DB\",\"Rep\",\"Fold\",\"AlgA\",\"AlgB\"\n\"10\",1,1,1,0.9,0.8\n\"22\",1,1,2,0.8,0.7\n\"3\",2,1,1,0.5,0.6\n\"7\",2,1,2,0.4,0.7\n",
    );
    assert_eq!(file.results.datasets, ["1", "2"]);
    assert_eq!(file.results.methods, ["AlgA", "AlgB"]);
    assert_eq!(folds(&file.results, 1, 1), [0.6, 0.7]);
    said(&file, "left out");
}

#[test]
fn names_of_rows_number_folds() {
    let file = plain("d,x,y\niris_f1,2,5\niris_f0,1,4\nwine_f0,3,6\nwine_f1,4,7\n");
    assert_eq!(file.results.datasets, ["iris", "wine"]);
    assert_eq!(folds(&file.results, 0, 0), [1.0, 2.0]);
    said(&file, "`iris_f1` is one of `iris`");
    let long = plain("dataset,method,value\nx-fold1,a,1\nx-fold1,b,3\nx-fold2,a,2\nx-fold2,b,4\n");
    assert_eq!((long.results.datasets.len(), folds(&long.results, 0, 1)), (1, vec![3.0, 4.0]));
    said(&long, "by their names");
    let caret =
        plain("Resample,x,y\nFold1.Rep1,1,2\nFold1.Rep2,3,4\nFold2.Rep1,5,6\nFold2.Rep2,7,8\n");
    assert_eq!(folds(&caret.results, 0, 0), [1.0, 5.0, 3.0, 7.0]);
    assert_eq!(splits(&caret.results, 0), (2, None));
}

#[test]
fn a_doubtful_table_is_decided_by_an_option() {
    for (text, words) in [
        (",x,y\n0,1,2\n1,3,4\n", "may be two datasets"),
        ("d,x,y\nmonks.1,1,2\nmonks.2,3,4\n", "may be two datasets"),
        ("d,x,y\niris_0,1,2\niris_1,3,4\n", "may be two datasets"),
    ] {
        refused(text, Some(3), None, &[words, "line 2", "--rows datasets", "--rows folds"]);
        let datasets = with(text, &rows(RowsAre::Datasets)).unwrap();
        assert_eq!(datasets.results.datasets.len(), 2);
        assert_eq!(folds(&datasets.results, 0, 0), [0.0; 0]);
        let file = with(text, &rows(RowsAre::Folds)).unwrap();
        assert_eq!((file.results.datasets.len(), folds(&file.results, 0, 0)), (1, vec![1.0, 3.0]));
    }
    let mixed = "d,x,y\nwine,1,2\niris_fold1,1,2\niris_fold2,3,4\n";
    refused(mixed, Some(4), None, &["line 3", "not independent", "--rows"]);
    assert_eq!(with(mixed, &rows(RowsAre::Datasets)).unwrap().results.datasets.len(), 3);
    let datasets = with("fold,x,y\n0,1,2\n1,3,4\n", &rows(RowsAre::Datasets)).unwrap();
    assert_eq!(datasets.results.datasets, ["0", "1"]);
    let twice = "d,x,y\niris,1,2\niris,3,4\n";
    refused(twice, Some(3), Some("d"), &["line 2", "--rows folds"]);
    assert_eq!(folds(&with(twice, &rows(RowsAre::Folds)).unwrap().results, 0, 1), [2.0, 4.0]);
}

#[test]
fn columns_can_be_named() {
    let options = |dataset: Option<&str>, fold: Option<&str>| TableOptions {
        dataset_column: dataset.map(str::to_owned),
        fold_column: fold.map(str::to_owned),
        ..TableOptions::default()
    };
    let text = "k,where,x,y\n1,here,1,2\n2,here,3,4\n1,there,5,6\n2,there,7,8\n";
    let file = with(text, &options(Some("where"), Some("K"))).unwrap();
    assert_eq!(file.results.datasets, ["here", "there"]);
    assert_eq!(
        (file.results.methods.join(" "), folds(&file.results, 1, 0)),
        ("x y".into(), vec![5.0, 7.0])
    );
    let long = "where,k,method,value\nhere,1,x,1\nhere,1,y,2\nhere,2,x,3\nhere,2,y,4\n";
    let file = with(long, &options(Some("where"), Some("k"))).unwrap();
    assert_eq!(
        (file.results.datasets.join(" "), folds(&file.results, 0, 1)),
        ("here".into(), vec![2.0, 4.0])
    );
    let file = with("k,x,y\na,1,2\nb,3,4\n", &options(None, Some("k"))).unwrap();
    assert_eq!(
        (file.results.datasets.join(" "), folds(&file.results, 0, 1)),
        ("t".into(), vec![2.0, 4.0])
    );
    let both = TableOptions { rows: Some(RowsAre::Datasets), ..options(None, Some("k")) };
    assert!(with(text, &both).unwrap_err().problem.contains("contradict"));
    let amlb = "task,framework,fold,result,metric\na,x,1,1,auc\na,y,1,1,auc\n";
    let error = with(amlb, &options(Some("task"), None)).unwrap_err();
    assert!(error.problem.contains("--dataset-column"), "{error}");
    let error = with(text, &options(Some("wher"), None)).unwrap_err();
    assert!(
        error.problem.contains("no column `wher`") && error.remedy.contains("`where`"),
        "{error}"
    );
}

#[test]
fn long_files_of_one_dataset_give_its_folds() {
    let lines =
        "1,1,a,0.1\n1,1,b,0.2\n1,2,a,0.3\n1,2,b,0.4\n2,1,a,0.5\n2,1,b,0.6\n2,2,a,0.7\n2,2,b,0.8\n";
    let file = plain(&format!("repeat,fold,method,score\n{lines}"));
    assert_eq!(file.results.datasets, ["t"]);
    assert_eq!(folds(&file.results, 0, 1), [0.2, 0.4, 0.6, 0.8]);
    assert_eq!(splits(&file.results, 0), (2, None));
    said(&file, "called `t` after the file");
    let file = plain(&format!("seed,split,model,score\n{lines}"));
    assert_eq!((folds(&file.results, 0, 1).len(), splits(&file.results, 0)), (4, (2, None)));
    let file = plain("dataset,method,repeat,value\nx,a,1,1\nx,b,1,2\nx,a,2,1\nx,b,2,2\n");
    assert_eq!(splits(&file.results, 0), (2, None));
}

#[test]
fn a_fold_that_a_method_lacks_is_left_out_for_all() {
    let text = "dataset,fold,x,y,z\na,1,1,5,\na,2,2,,\na,3,3,7,\na,4,4,8,\nb,1,1,2,3\nb,2,1,2,3\n";
    let file = plain(text);
    assert_eq!(folds(&file.results, 0, 0), [1.0, 3.0, 4.0]);
    assert_eq!(folds(&file.results, 0, 1), [5.0, 7.0, 8.0]);
    assert!(file.results.cells[0][2].is_none());
    // A test part is still a quarter of the rows.
    assert_eq!((splits(&file.results, 0), splits(&file.results, 1)), ((1, Some(0.25)), (1, None)));
    said(&file, "a (1 of 4)");
    let text = "dataset,fold,x,y\na,1,1,\na,2,2,\na,3,,6\n";
    let file = plain(text);
    assert!(folds(&file.results, 0, 0).is_empty());
    assert_eq!(file.results.cells[0][0].clone().unwrap().mean, 1.5);
    assert!(file.caveats[0].contains("no fold in common on a"), "{:?}", file.caveats);
    // The only fold that both have decides, however good x is on the fold that y lacks.
    let text = "dataset,fold,x,y\na,1,5,6\na,2,9,\nb,1,5,6\nb,2,9,\n";
    let file = plain(text);
    assert_eq!((folds(&file.results, 0, 0), folds(&file.results, 0, 1)), (vec![5.0], vec![6.0]));
    said(&file, "left out for all methods");
}

#[test]
fn repeats_and_shares_can_be_declared() {
    let options =
        |repeats, test_share| TableOptions { repeats, test_share, ..TableOptions::default() };
    let text = "fold,x,y\n1,1,2\n2,1,2\n3,1,2\n4,1,2\n";
    let file = with(text, &options(Some(2), None)).unwrap();
    assert_eq!(splits(&file.results, 0), (2, None));
    assert!(!file.notes.iter().any(|note| note.contains("assumed")), "{:?}", file.notes);
    assert_eq!(splits(&with(text, &options(None, Some(0.3))).unwrap().results, 0), (1, Some(0.3)));
    let hole = text.replace("4,1,2", "4,,2");
    assert_eq!(splits(&with(&hole, &options(Some(2), None)).unwrap().results, 0), (2, Some(0.5)));
    assert_eq!(splits(&with(&hole, &options(Some(4), None)).unwrap().results, 0), (4, None));
    for (text, words) in [
        (text, "4 folds on `t` are not 3 repeats"),
        ("rep,fold,x,y\n1,1,1,2\n1,2,1,2\n", "the file has 1 repeat on `t`, not 3"),
        ("d,x,y\na,1,2\nb,1,2\n", "the file has none"),
    ] {
        let error = with(text, &options(Some(3), None)).unwrap_err();
        assert!(error.problem.contains(words), "{error}");
    }
}

#[test]
fn rows_that_are_metrics_are_no_datasets() {
    let text = "metric,svm,knn\naccuracy,0.9,0.8\nf1_macro,0.7,0.6\nlog_loss,0.3,0.2\n";
    refused(text, Some(2), None, &["rows are metrics", "`accuracy`", "row per dataset"]);
    let same = plain(&text.replace("log_loss", "kappa"));
    assert!(same.caveats.concat().contains("not independent"), "{:?}", same.caveats);
    let ranks = "metric,svm,knn,lda\naccuracy,1.2,2.8,2\nf1,1.5,2,2.5\ntime,3,1,2\n";
    assert_eq!(plain(ranks).caveats.len(), 1);
    let one = text.replace("log_loss", "iris");
    assert_eq!(plain(&one).results.datasets.len(), 3);
    assert_eq!(with(text, &rows(RowsAre::Datasets)).unwrap().results.datasets.len(), 3);
}
