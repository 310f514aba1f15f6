//! Tables of folds as users and programs write them, read by `tribunal::import::table`: folds of a dataset never become
//! datasets, every method of a dataset has the same folds in the same order, and repeats are counted as the file has them.

use tribunal::analysis::{Results, Score, ScoreFile};
use tribunal::import::table::{RowsAre, TableOptions, read};

use crate::support::Dir;

fn read_as(text: &str, options: &TableOptions) -> ScoreFile {
    let dir = Dir::new();
    let file = dir.write("folds.csv", text);
    read(&file, options).unwrap_or_else(|e| panic!("{e}: {}", e.remedy)).remove(0)
}

fn results(text: &str) -> Results {
    read_as(text, &TableOptions::default()).results
}

/// The score of the method at a place.
fn score(results: &Results, dataset: &str, method: &str) -> Score {
    let at = |names: &[String], name: &str| {
        names.iter().position(|n| n == name).unwrap_or_else(|| panic!("no {name} in {names:?}"))
    };
    let (row, column) = (at(&results.datasets, dataset), at(&results.methods, method));
    results.cells[row][column].clone().unwrap_or_else(|| panic!("no score of {method}"))
}

/// What three scripts write of the same ten folds: pandas with an index label, row names, and one line per score.
#[test]
fn layouts_of_one_dataset_are_read_alike() {
    let (mut wide, mut names, mut long) =
        ("fold,svm,tree\n".to_owned(), "row,svm,tree\n".to_owned(), String::new());
    long += "fold,model,score\n";
    for fold in (0..10).rev() {
        let (svm, tree) = (0.9 + f64::from(fold) / 1000.0, 0.8 - f64::from(fold) / 500.0);
        wide += &format!("{fold},{svm},{tree}\n");
        names += &format!("folds-fold-{fold},{svm},{tree}\n");
        long += &format!("{fold},svm,{svm}\n{fold},tree,{tree}\n");
    }
    let (wide, names, long) = (results(&wide), results(&names), results(&long));
    assert_eq!(wide, names);
    assert_eq!(wide, long);
    assert_eq!(wide.datasets, ["folds"]);
    let svm = score(&wide, "folds", "svm");
    assert_eq!((svm.folds.len(), svm.folds[0], svm.folds[9]), (10, 0.9, 0.909));
    assert_eq!((svm.repeats, svm.test_share), (1, None));
    assert_eq!(svm.test_to_train(), Some(1.0 / 9.0));
    assert!((svm.mean - 0.9045).abs() < 1e-12);
}

/// Five repeats of two folds on two datasets, in the order of R's `write.csv` and in another.
#[test]
fn repeats_of_two_datasets_are_counted() {
    let lines = |reversed: bool| {
        let mut lines = Vec::new();
        for (d, r, f) in (0..20).map(|i| (i / 10, i / 2 % 5, i % 2)) {
            lines.push(format!("{d},{r},{f},0.{d}{r}{f},0.{f}{r}{d}\n"));
        }
        if reversed {
            lines.reverse();
        }
        let rows = lines.iter().enumerate().map(|(i, line)| format!("{},{line}", 3 * i + 2));
        format!("\"\",\"DB\",\"Rep\",\"Fold\",\"A\",\"B\"\n{}", rows.collect::<String>())
    };
    let found = results(&lines(false));
    assert_eq!((found.datasets.join(" "), found.methods.join(" ")), ("0 1".into(), "A B".into()));
    let a = score(&found, "1", "A");
    assert_eq!((a.folds.len(), a.repeats), (10, 5));
    assert_eq!(a.folds[..3], [0.1, 0.101, 0.11]);
    assert_eq!(a.test_to_train(), Some(1.0));
    let other = results(&lines(true));
    assert_eq!(score(&other, "1", "A"), a);
}

#[test]
fn pairing_survives_holes() {
    let text = "dataset,run,fold,A,B\na,1,1,1,2\na,1,2,,3\na,2,1,4,5\na,2,2,6,7\n";
    let found = read_as(text, &TableOptions::default());
    let (a, b) = (score(&found.results, "a", "A"), score(&found.results, "a", "B"));
    assert_eq!((a.folds, b.folds.clone()), (vec![1.0, 4.0, 6.0], vec![2.0, 5.0, 7.0]));
    assert_eq!((b.repeats, b.test_share, b.mean), (2, Some(0.5), 14.0 / 3.0));
    assert!(found.notes.iter().any(|n| n.contains("a (1 of 4)")), "{:?}", found.notes);
}

#[test]
fn real_names_that_end_in_numbers_stay_datasets() {
    for rows in [
        "monks-1,1,2\nmonks-2,2,1\nmonks-3,1,1\n",
        "musk1,1,2\nmusk2,2,1\n",
        "led7,1,2\nled24,2,1\npuma8nh,1,1\natp1d,2,2\n",
    ] {
        let found = results(&format!("dataset,A,B\n{rows}"));
        assert_eq!(found.datasets.len(), rows.lines().count(), "{rows}");
        assert!(found.cells.iter().flatten().flatten().all(|score| score.folds.is_empty()));
    }
    let folds = TableOptions { rows: Some(RowsAre::Folds), ..TableOptions::default() };
    let found = read_as("dataset,A,B\nmine-1,1,2\nmine-2,2,1\n", &folds).results;
    assert_eq!(score(&found, "mine", "B").folds, [2.0, 1.0]);
}

/// Where there are three datasets or more, their folds are averaged as those of a long file are.
#[test]
fn folds_of_many_datasets_count_as_their_means() {
    let dir = Dir::new();
    let mut text = "dataset,fold,A,B\n".to_owned();
    for (d, f) in (0..12).map(|i| (i / 3, i % 3)) {
        text += &format!("d{d},{f},{},{}\n", 10 + d * 3 + f, 11 + d * 2 + f * f);
    }
    dir.write("t.csv", &text);
    let found = crate::analysis_published::json(&dir, &["t.csv", "--tests", "+corrected-t"]);
    assert_eq!(found["n_datasets"], 4);
    let tests = found["per_dataset"].as_array().expect("tests");
    assert!(tests.iter().all(|t| t["corrected_t"]["df"].as_f64() == Some(2.0)), "{tests:?}");
}
