//! Layouts are those of the named programs and papers; the numbers are made by rule.

use super::super::tests::{each, means, named, plain, refused, with};
use super::super::{Direction, RowsAre, ScoreFile, TableOptions};

pub fn said(file: &ScoreFile, words: &[&str]) {
    let all = |note: &&String| words.iter().all(|word| note.contains(word));
    assert!(file.notes.iter().find(all).is_some(), "{words:?}: {:?}", file.notes);
}

pub fn rows(rows: RowsAre) -> TableOptions {
    TableOptions { rows: Some(rows), ..TableOptions::default() }
}

fn dataset_column(name: &str) -> TableOptions {
    TableOptions { dataset_column: Some(name.to_owned()), ..TableOptions::default() }
}

/// Scores of no special meaning with three decimals: every row and column differs.
pub fn score(row: usize, column: usize) -> f64 {
    let spread = (row * 7919 + column * 104_729 + row * column * 31) % 397;
    (500.0 + spread as f64) / 1000.0
}

/// Rows `d0`, `d1`, ... of a number of methods, without a header.
fn body(count: usize, methods: usize) -> Vec<Vec<f64>> {
    (0..count).map(|row| (0..methods).map(|column| score(row, column)).collect()).collect()
}

fn lines(rows: &[Vec<f64>]) -> String {
    let line = |(number, row): (usize, &Vec<f64>)| {
        let cells: Vec<String> = row.iter().map(|value| format!("{value:.3}")).collect();
        format!("d{number},{}\n", cells.join(","))
    };
    rows.iter().enumerate().map(line).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

/// The example of the multi-comparison matrix: columns `clf1` to `clf4`, all of them scores.
#[test]
fn a_table_without_a_column_of_datasets_has_numbered_rows() {
    let table = |header: &str, count: usize| {
        let cells = |row: &Vec<f64>| row.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = body(count, 4).iter().map(cells).collect();
        format!("{header}\n{}\n", rows.join("\n"))
    };
    for header in ["clf1,clf2,clf3,clf4", "svm,knn,tree,lda"] {
        let file = plain(&table(header, 128));
        assert_eq!((file.results.methods.len(), file.results.datasets.len()), (4, 128));
        assert_eq!(file.results.methods.join(","), header);
        assert_eq!(file.results.datasets[1], "row 2");
        assert_eq!(means(&file.results)[3][0], Some(score(3, 0)));
        said(&file, &["no column names datasets", "128 rows", "row 1", "--dataset-column"]);
        // Ten rows are as likely folds.
        let ten = table(header, 10);
        refused(&ten, Some(1), None, &["10 rows", "--rows datasets", "--rows folds"]);
        let datasets = with(&ten, &rows(RowsAre::Datasets)).unwrap();
        assert_eq!((datasets.results.methods.len(), datasets.results.datasets.len()), (4, 10));
        let folds = with(&ten, &rows(RowsAre::Folds)).unwrap();
        assert_eq!(
            (folds.results.methods.len(), folds.results.datasets.join(" ")),
            (4, "t".into())
        );
        assert_eq!(folds.results.cells[0][0].clone().unwrap().folds.len(), 10);
        let first = header.split(',').next().unwrap();
        let named = with(&table(header, 12), &dataset_column(first)).unwrap();
        assert_eq!((named.results.methods.len(), named.results.datasets.len()), (3, 12));
    }
}

#[test]
fn scores_in_the_first_column_may_still_have_folds_or_names_elsewhere() {
    let file = plain("svm,knn,fold\n0.91,0.82,1\n0.72,0.93,2\n0.81,0.85,3\n");
    assert_eq!((file.results.datasets.join(" "), file.results.methods.len()), ("t".into(), 2));
    assert_eq!(file.results.cells[0][0].clone().unwrap().folds, [0.91, 0.72, 0.81]);
    let last = "svm,knn,dataset\n0.91,0.82,iris\n0.72,0.93,wine\n";
    refused(last, Some(2), Some("dataset"), &["first column"]);
    let file = with(last, &dataset_column("dataset")).unwrap();
    assert_eq!(
        (file.results.datasets.join(" "), file.results.methods.len()),
        ("iris wine".into(), 2)
    );
}

#[test]
fn numbers_that_name_datasets_stay_names() {
    // Tasks of OpenML, the noise of a series of experiments, ids below the scores in percent.
    for first in [["31", "1461", "37", "3", "54"], ["0.1", "0.2", "0.3", "0.4", "0.5"]] {
        for header in ["openml,svm,knn", "task_id,svm,knn", "noise,svm,knn"] {
            let lines: String = (0..5)
                .map(|row| format!("{},{},{}\n", first[row], score(row, 0), score(row, 1)))
                .collect();
            let file = plain(&format!("{header}\n{lines}"));
            assert_eq!(file.results.methods, ["svm", "knn"], "{header}");
            assert_eq!(file.results.datasets, first, "{header}");
            let doubtful = first[0] == "0.1" && !header.starts_with("task_id");
            assert_eq!(file.caveats.concat().contains("points of a curve"), doubtful, "{header}");
        }
    }
    let doubtful = "svm,knn,tree\n85,90,80\n91,88,95\n79,99,83\n";
    refused(doubtful, Some(1), None, &["may be a method", "--dataset-column svm"]);
    assert_eq!(with(doubtful, &dataset_column("svm")).unwrap().results.methods, ["knn", "tree"]);
    // Rows that are only counted may be folds, whatever the column is called.
    let counted = "k,svm,knn\n1,0.5,0.25\n2,0.25,0.5\n3,0.5,0.75\n";
    refused(counted, Some(3), None, &["two folds", "--rows"]);
    assert_eq!(plain(&counted.replace("k,", "dataset,")).results.datasets.len(), 3);
    assert_eq!(with(counted, &dataset_column("k")).unwrap().results.datasets.len(), 3);
}

#[test]
fn rows_that_were_computed_are_left_out_whatever_they_are_called() {
    let scores = body(9, 5);
    let column = |at: usize| scores.iter().map(move |row| row[at]).collect::<Vec<f64>>();
    let median = |at: usize| {
        let mut values = column(at);
        values.sort_by(f64::total_cmp);
        values[4]
    };
    let geometric = |at: usize| {
        let logarithms = column(at).into_iter().map(crate::num::math::ln);
        crate::num::math::exp(mean(logarithms))
    };
    let sd = |at: usize| {
        let centre = mean(column(at).into_iter());
        (column(at).iter().map(|v| (v - centre) * (v - centre)).sum::<f64>() / 8.0).sqrt()
    };
    let rank = |at: usize| {
        mean(scores.iter().map(|row| 1.0 + row.iter().filter(|v| **v > row[at]).count() as f64))
    };
    let row = |name: &str, of: &dyn Fn(usize) -> f64| {
        let cells: Vec<String> = (0..5).map(|at| format!("{:.3}", of(at))).collect();
        format!("{name},{}\n", cells.join(","))
    };
    let average = |at: usize| mean(column(at).into_iter());
    let sum = |at: usize| column(at).iter().sum::<f64>();
    let header = "dataset,a,b,c,d,e\n";
    for name in
        ["Average", "macro avg", "Mittelwert", "geometric mean", "Moyenne", "Ø", "AVG.", "#", "xyz"]
    {
        for (statistic, of) in [
            ("mean", &average as &dyn Fn(usize) -> f64),
            ("median", &median),
            ("geometric mean", &geometric),
            ("sum", &sum),
            ("standard deviation", &sd),
            ("mean rank", &rank),
        ] {
            let file = plain(&format!("{header}{}{}", lines(&scores), row(name, of)));
            assert_eq!(file.results.datasets.len(), 9, "{name} {statistic}");
            said(&file, &["left out", "line 11", &format!("is the {statistic} of the rows")]);
            let first = plain(&format!("{header}{}{}", row(name, of), lines(&scores)));
            assert_eq!(first.results.datasets.len(), 9, "{name} {statistic} first");
        }
        let all = format!(
            "{header}{}{}{}W/T/L,1/2/3,,,,\n",
            lines(&scores),
            row(name, &average),
            row("Avg. rank", &rank)
        );
        let file = plain(&all);
        assert_eq!(file.results.datasets.len(), 9, "{name}");
        said(&file, &["line 11", "`Avg. rank` (line 12)", "`W/T/L` (line 13)"]);
    }
    // What only looks like it: a name without the numbers, and numbers under a name that the user vouches for.
    let named = format!("{header}{}Mittelwert,0.5,0.5,0.5,0.5,0.5\n", lines(&scores));
    refused(&named, Some(11), None, &["summary", "remove the row"]);
    let unnamed = format!("{header}{}{}", lines(&scores), row("xyz", &average));
    assert_eq!(with(&unnamed, &rows(RowsAre::Datasets)).unwrap().results.datasets.len(), 10);
    let below = format!("{unnamed}d9,0.5,0.6,0.7,0.8,0.9\n");
    refused(&below, Some(12), None, &["`d9` stands below `xyz` (line 11)", "--rows datasets"]);
}

#[test]
fn small_tables_keep_rows_that_agree_by_chance() {
    for text in [
        "d,a,b\nx,1,2\ny,3,4\nz,2,3\n",
        "d,a,b,c\nx,0.5,0.6,0.7\ny,0.7,0.8,0.9\nz,0.6,0.7,0.8\n",
        "d,a,b,c\nx,1.0,1.0,1.0\ny,0.9,0.8,0.7\nz,0.8,0.7,0.7\nw,1.0,1.0,1.0\n",
        "d,a,b\nx,1.0,1.0\ny,1.0,1.0\nz,1.0,1.0\n",
    ] {
        let count = text.lines().count() - 1;
        assert_eq!(plain(text).results.datasets.len(), count, "{text}");
    }
}

#[test]
fn columns_that_were_computed_are_left_out() {
    let scores = body(8, 4);
    let table = |name: &str, of: &dyn Fn(&[f64]) -> f64| {
        let line = |(number, row): (usize, &Vec<f64>)| {
            let cells: Vec<String> = row.iter().map(|value| format!("{value:.3}")).collect();
            format!("d{number},{},{:.3}\n", cells.join(","), of(row))
        };
        let lines: String = scores.iter().enumerate().map(line).collect();
        format!("dataset,a,b,c,d,{name}\n{lines}")
    };
    let average = |row: &[f64]| mean(row.iter().copied());
    let best = |row: &[f64]| row.iter().copied().fold(0.0, f64::max);
    let worst = |row: &[f64]| row.iter().copied().fold(9.0, f64::min);
    for name in ["mean", "best", "VBS", "x"] {
        for (title, of) in
            [("mean", &average as &dyn Fn(&[f64]) -> f64), ("largest", &best), ("smallest", &worst)]
        {
            let file = plain(&table(name, of));
            assert_eq!(file.results.methods, ["a", "b", "c", "d"], "{name} {title}");
            said(&file, &[&format!("`{name}` is the {title} of the other columns"), "left out"]);
        }
    }
    // A second column of the best method is a method.
    let twice = "d,a,b,c\nx,0.951,0.811,0.951\ny,0.915,0.877,0.915\nz,0.834,0.755,0.834\n";
    assert_eq!(plain(twice).results.methods, ["a", "b", "c"]);
    // Under the name of a summary it is the best of the others, whichever that is.
    let best = plain(&twice.replace("a,b,c", "a,b,best"));
    assert_eq!(best.results.methods, ["a", "b"]);
    // A constant column of few digits makes no other column a median.
    let baseline = plain(&table("chance", &|_| 0.0).replace("0.000", "0.0"));
    assert_eq!(baseline.results.methods, ["a", "b", "c", "d", "chance"]);
    let other = table("mean", &|row| row[0] / 2.0);
    said(&plain(&other), &["`mean` is taken for a method"]);
}

#[test]
fn facts_about_datasets_are_no_methods() {
    let table = |name: &str, of: &dyn Fn(usize) -> String| {
        let lines: String = (0..6)
            .map(|row| format!("d{row},{},{:.3},{:.3}\n", of(row), score(row, 0), score(row, 1)))
            .collect();
        format!("dataset,{name},svm,knn\n{lines}")
    };
    for name in ["n", "#", "instances", "#classes", "Number of features", "n_samples", "Length"] {
        let file = plain(&table(name, &|row| (100 + 37 * row).to_string()));
        assert_eq!(file.results.methods, ["svm", "knn"], "{name}");
        said(&file, &[&format!("`{name}` holds facts about the datasets"), "left out"]);
    }
    let unknown = table("xyz", &|row| (100 + 37 * row).to_string());
    refused(&unknown, Some(1), Some("xyz"), &["whole numbers", "remove the column", "3600.0"]);
    let slow = plain(&table("xyz", &|row| format!("{}.0", 100 + 37 * row)));
    assert_eq!(slow.results.methods.len(), 3);
    let times = plain(&table("xyz", &|row| format!("{}.5", 2 + row)));
    assert_eq!(times.results.methods.len(), 3);
    assert!(times.caveats[0].contains("most numbers of `xyz` are above 1"), "{:?}", times.caveats);
    let ratio = plain(&table("imbalance", &|row| format!("{}.25", 1 + row)));
    assert_eq!(ratio.results.methods, ["svm", "knn"]);
    // Percentages without decimals next to others are scores.
    let whole = "d,a,b,c\nx,85,84.5,90.25\ny,91,92.5,80.5\nz,77,70.5,79.0\n";
    assert_eq!(plain(whole).results.methods.len(), 3);
}

#[test]
fn a_table_of_methods_in_rows_is_turned_on_demand() {
    let table = "method,iris,wine,glass\nsvm,0.9,0.8,0.7\nknn,0.85,0.75,0.65\n";
    refused(table, Some(1), Some("method"), &["rows seem to be methods", "--rows methods"]);
    let file = with(table, &rows(RowsAre::Methods)).unwrap();
    assert_eq!(file.results.methods, ["svm", "knn"]);
    assert_eq!(file.results.datasets, ["iris", "wine", "glass"]);
    assert_eq!(means(&file.results)[2], [Some(0.7), Some(0.65)]);
    let datasets = with(table, &rows(RowsAre::Datasets)).unwrap();
    assert_eq!(datasets.results.methods, ["iris", "wine", "glass"]);
    let folds = "model,fold1,fold2,fold3\nsvm,0.9,0.8,0.7\nknn,0.85,0.75,0.65\n";
    let file = with(folds, &rows(RowsAre::Methods)).unwrap();
    assert_eq!(file.results.cells[0][1].clone().unwrap().folds, [0.85, 0.75, 0.65]);
    let search = "params,split0_test_score,split1_test_score\nC=1,0.9,0.8\nC=2,0.85,0.75\n";
    let file = with(search, &rows(RowsAre::Methods)).unwrap();
    assert_eq!(
        (file.results.datasets.len(), file.results.methods.join(" ")),
        (1, "C=1 C=2".into())
    );
    let long = "dataset,method,value\nx,a,1\nx,b,2\n";
    assert!(with(long, &rows(RowsAre::Methods)).unwrap_err().problem.contains("long"));
}

/// `pandas.pivot_table(values=["accuracy"], index="dataset", columns="method").to_csv()`.
#[test]
fn a_header_of_two_lines_is_joined() {
    let one = ",accuracy,accuracy\nmethod,knn,svm\ndataset,,\niris,0.9,0.95\nwine,0.8,0.85\n";
    let file = plain(one);
    assert_eq!(file.results.methods, ["knn", "svm"]);
    assert_eq!(file.results.metric, "accuracy");
    assert_eq!(means(&file.results), [[Some(0.9), Some(0.95)], [Some(0.8), Some(0.85)]]);
    said(&file, &["two lines", "`accuracy`"]);
    let two =
        ",accuracy,accuracy,f1,f1\nmethod,knn,svm,knn,svm\ndataset,,,,\niris,0.9,0.95,0.7,0.75\n";
    let both = each(two, &TableOptions::default()).unwrap();
    let metrics: Vec<&str> = both.iter().map(|file| file.results.metric.as_str()).collect();
    assert_eq!(metrics, ["accuracy", "f1"]);
    assert_eq!(means(&both[1].results)[0], [Some(0.7), Some(0.75)]);
    said(&both[0], &["two lines", "`accuracy`, `f1` are the metrics"]);
    let unclear = two.replace("accuracy", "a").replace("f1", "b");
    refused(&unclear, Some(1), None, &["two lines", "--metric", "a, b", "knn, svm"]);
    // Another metric than those of the file is not ignored.
    for table in [one, two] {
        let error = each(table, &named("rmse")).unwrap_err();
        assert!(error.problem.contains("rmse") && error.remedy.contains("accuracy"), "{error}");
    }
    let f1 = TableOptions { metrics: vec!["f1".into()], ..TableOptions::default() };
    let file = with(two, &f1).unwrap();
    assert_eq!((file.results.metric.as_str(), means(&file.results)[0][1]), ("f1", Some(0.75)));
    // Merged cells of a spreadsheet, methods above.
    let merged = "dataset,knn,,svm,\n,acc,f1,acc,f1\niris,0.9,0.7,0.95,0.75\n";
    let file = with(merged, &f1).unwrap();
    assert_eq!(
        (file.results.methods.join(" "), means(&file.results)[0][1]),
        ("knn svm".into(), Some(0.75))
    );
    // `groupby("dataset").agg(["mean", "std"])`.
    let spread = ",knn,knn,svm,svm\n,mean,std,mean,std\ndataset,,,,\niris,0.9,0.1,0.95,0.05\n";
    let file = plain(spread);
    let score = file.results.cells[0][1].clone().unwrap();
    assert_eq!((score.mean, score.sd), (0.95, Some(0.05)));
}

#[test]
fn a_table_of_ranks_prefers_the_smallest() {
    let ranks = "d,a,b,c\nx,1,2,3\ny,2,1,3\nz,1.5,1.5,3\n";
    let file = plain(ranks);
    assert_eq!((file.results.direction, file.results.direction_assumed), (Direction::Lower, false));
    said(&file, &["ranks 1 to 3", "--higher-is-better"]);
    let higher = TableOptions { direction: Some(Direction::Higher), ..TableOptions::default() };
    assert_eq!(with(ranks, &higher).unwrap().results.direction, Direction::Higher);
    // Mean ranks, of which one method has none on a dataset.
    let means = "d,a,b,c,e\nx,1.43,2.21,2.86,3.5\ny,2.13,1.25,3.12,3.5\nz,1.5,1.75,3.25,3.5\nw,1.5,1.75,,2.75\n";
    assert_eq!(plain(means).results.direction, Direction::Lower);
    let scores = plain("d,a,b,c\nx,1,2,3\ny,2,1,4\nz,1.5,1.5,3\n");
    assert_eq!(scores.results.direction, Direction::Higher);
}

#[test]
fn columns_with_the_same_numbers_are_pointed_out() {
    let table = "dataset,knn,svm,other\na,0.8,0.9,0.9\nb,0.7,0.8,0.8\nc,0.6,0.75,0.75\n";
    let file = plain(table);
    assert_eq!(file.results.methods, ["knn", "svm", "other"]);
    said(&file, &["`svm`", "`other`", "same numbers"]);
    let other = plain(&table.replace("c,0.6,0.75,0.75", "c,0.6,0.75,0.7"));
    assert!(other.notes.iter().all(|note| !note.contains("same numbers")), "{:?}", other.notes);
}

#[test]
fn a_table_of_spreads_is_no_table_of_scores() {
    let deviations = "std,a,b,c\nx,0.02,0.03,0.01\ny,0.05,0.01,0.02\nz,0.01,0.02,0.04\n";
    refused(deviations, Some(1), None, &["standard deviations", "--sd", "--metric"]);
    assert!(with(deviations, &named("stability")).is_ok());
}

#[test]
fn facts_alone_are_not_judged() {
    let table = "dataset,examples,features,classes\na,150,4,3\nb,178,13,3\nc,214,9,6\n";
    refused(table, Some(1), None, &["facts", "examples, features, classes"]);
}

#[test]
fn metrics_side_by_side_are_not_ranked_together() {
    let table = "dataset,acc: knn,acc: svm,kappa: knn,kappa: svm\na,90.5,91.5,0.8,0.9\nb,80.5,81.5,0.7,0.75\n";
    let both = each(table, &TableOptions::default()).unwrap();
    assert_eq!(
        (both[0].results.metric.as_str(), both[1].results.metric.as_str()),
        ("acc", "kappa")
    );
    let unclear = table.replace("acc", "red").replace("kappa", "blue");
    refused(&unclear, Some(1), None, &["two parts", "--metric", "red, blue", "--rows datasets"]);
    let kappa = TableOptions { metrics: vec!["kappa".into()], ..TableOptions::default() };
    let file = with(table, &kappa).unwrap();
    assert_eq!(
        (file.results.metric.as_str(), file.results.methods.join(" ")),
        ("kappa", "knn svm".into())
    );
    assert_eq!(means(&file.results)[0], [Some(0.8), Some(0.9)]);
}
