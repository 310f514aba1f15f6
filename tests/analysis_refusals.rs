//! What `tribunal analyze` refuses, with the way out it names; the policies for missing results; and tables at the edge
//! of what can be analysed: perfect agreement, two methods, thirty, and names that need quoting.

use crate::analysis_published::{json, long};
use crate::support::Dir;

/// Three methods on four datasets.
const TABLE: &str =
    "dataset,svm,knn,tree\na,0.9,0.8,0.7\nb,0.8,0.85,0.7\nc,0.7,0.6,0.65\nd,0.6,0.5,0.4\n";

/// Runs and demands code 2 and some words.
fn refused(dir: &Dir, arguments: &[&str], words: &[&str]) {
    let said = dir.run(&[&["analyze"], arguments].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{arguments:?}: {}", said.err);
    for word in words {
        assert!(said.err.contains(word), "no {word:?} for {arguments:?}: {}", said.err);
    }
}

#[test]
fn every_refusal_names_the_way_out() {
    let dir = Dir::new();
    dir.write("t.csv", TABLE);
    let files = [
        ("folds.csv", "dataset,a,b\nwine,1,2\niris_fold1,1,2\niris_fold2,2,1\niris_fold3,1,3\n"),
        ("rows.csv", ",a,b\n0,1,2\n1,2,1\n2,1,3\n"),
        ("cv.csv", ",fit_time,score_time,test_score\n0,0.1,0.1,0.9\n1,0.1,0.1,0.8\n"),
        ("twice.csv", "dataset,a,b\niris,1,2\niris,2,1\nwine,1,3\n"),
        ("one.csv", "dataset,a\nx,1\ny,2\nz,3\n"),
        ("two.csv", "dataset,a,b\nx,1,2\ny,2,1\n"),
        ("equal.csv", "dataset,a,b\nx,1,1\ny,2,2\nz,3,3\n"),
        ("hole.csv", "dataset,a,b\nx,1,\ny,2,1\nz,3,1\nw,2,3\n"),
        ("summary.csv", "dataset,a,b\nx,1,2\ny,2,1\nz,3,1\nAverage,2,1.3\n"),
        ("empty.csv", ""),
    ];
    files.iter().for_each(|(name, text)| drop(dir.write(name, text)));
    refused(&dir, &["folds.csv"], &["folds of one dataset", "`fold` column", "--rows folds"]);
    refused(&dir, &["rows.csv"], &["two datasets, or two folds", "--rows datasets"]);
    refused(&dir, &["cv.csv"], &["cross_validate", "one method", "index_label=\"fold\""]);
    refused(&dir, &["twice.csv"], &["iris", "line 2", "--rows folds"]);
    refused(&dir, &["t.csv", "--rows", "fold"], &["--rows", "did you mean `folds`?"]);
    refused(&dir, &["t.csv", "--fold-column", "k"], &["no column `k`", "dataset, svm, knn, tree"]);
    refused(&dir, &["t.csv", "--repeats", "2"], &["--repeats", "the file has none"]);
    refused(&dir, &["one.csv"], &["1 method", "two"]);
    refused(&dir, &["two.csv"], &["one score per method", "three or more", "add datasets"]);
    refused(&dir, &["equal.csv"], &["all 2 methods have the same", "nothing to compare"]);
    refused(
        &dir,
        &["hole.csv", "--missing", "error"],
        &["b on x", "drop-dataset", "drop-method", "worst-rank", "constant-predictor"],
    );
    refused(&dir, &["summary.csv"], &["Average", "remove the row"]);
    refused(&dir, &["empty.csv"], &["empty"]);
    refused(&dir, &["absent.csv"], &["absent.csv"]);
    refused(&dir, &["t.csv", "--control", "swm"], &["`swm`", "did you mean `svm`?"]);
    refused(&dir, &["t.csv", "--control", "zzzzzz"], &["the methods are svm, knn, tree"]);
    refused(&dir, &["t.csv", "--tests", "nemeny"], &["`nemeny`", "did you mean `nemenyi`?"]);
    refused(&dir, &["t.csv", "--tests", "qqqqqqq"], &["tribunal list tests"]);
    refused(&dir, &["t.csv", "--zeros", "prat"], &["--zeros", "did you mean `pratt`?"]);
    for alpha in ["0", "1", "1.5", "nan", "inf"] {
        refused(&dir, &["t.csv", "--alpha", alpha], &["alpha", "between 0.000001 and 0.5"]);
    }
    for option in ["--alpha=-0.1", "--draws=0", "--rope=-1", "--rope=nan", "--folds=0", "-j=x"] {
        refused(&dir, &["t.csv", option], &["error"]);
    }
    refused(&dir, &["t.csv", "--range", "0.5,1"], &["outside the range", "0.4"]);
}

/// A test that cannot be done costs itself and no other: the verdict stands, and the reason is given with a remedy.
#[test]
fn tests_that_cannot_be_done_are_named() {
    let dir = Dir::new();
    dir.write("t.csv", TABLE);
    for (test, words) in [
        ("monte-carlo", &["standard deviations", "svm on a", "--sd"][..]),
        ("mcmc-kde", &["folds", "long layout", "monte-carlo"]),
        ("bootstrap", &["folds", "long layout"]),
        ("mcnemar", &["predictions of single examples"]),
        ("page", &["--trend"]),
    ] {
        let found = json(&dir, &["t.csv", "--tests", test]);
        let undone = &found["not_done"][0];
        assert_eq!(undone["test"], test, "{found}");
        let reason = undone["reason"].as_str().expect("a reason");
        words.iter().for_each(|word| assert!(reason.contains(word), "{reason}"));
        assert!(found["verdict"].as_str().expect("words").len() > 20);
        let text = dir.succeed(&["analyze", "t.csv", "--tests", test]).out;
        assert!(text.contains("Asked for, but not done"), "{text}");
    }
    let found = json(&dir, &["t.csv", "--tests", "page", "--trend", "svm,knn,tree"]);
    assert!(found["page"]["p"].as_f64().is_some(), "{found}");
    assert_eq!(found["not_done"], serde_json::json!([]));
}

#[test]
fn missing_policies_do_what_they_say() {
    let dir = Dir::new();
    dir.write("h.csv", TABLE.replace("b,0.8,0.85,0.7", "b,0.8,?,0.7") + "e,0.9,0.95,0.1\n");
    let with = |policy: &str| json(&dir, &["h.csv", "--missing", policy]);
    let found = with("drop-dataset");
    assert_eq!((&found["n_datasets"], &found["k"]), (&4.into(), &3.into()));
    assert!(found["notes"][0].as_str().expect("a note").ends_with("missing: knn on b"));
    let found = with("drop-method");
    assert_eq!((&found["n_datasets"], &found["k"]), (&5.into(), &2.into()));
    assert!(found["average_ranks"].get("knn").is_none());
    let found = with("worst-rank");
    assert_eq!((&found["n_datasets"], &found["k"]), (&5.into(), &3.into()));
    // knn is second, last, third, second and first; its values are compared on four datasets.
    assert_eq!(found["average_ranks"]["knn"].as_f64(), Some((2.0 + 3.0 + 3.0 + 2.0 + 1.0) / 5.0));
    let pair = &found["versus_control"][0];
    assert_eq!((&pair["method"], &pair["wilcoxon"]["n"]), (&"knn".into(), &4.into()));
    refused(
        &dir,
        &["h.csv", "--missing", "drop-method", "--control", "knn"],
        &["`knn`", "was left out, because it has missing results"],
    );
    // A method without any value has a rank but no mean score.
    dir.write("gone.csv", "dataset,a,b,c\nx,1,2,\ny,2,1,\nz,1,3,\n");
    let found = json(&dir, &["gone.csv"]);
    assert_eq!((&found["n_datasets"], &found["k"]), (&3.into(), &2.into()), "it costs no dataset");
    let said = dir.succeed(&["analyze", "gone.csv", "--missing", "worst-rank"]);
    assert!(
        !said.out.contains("NaN") && said.out.contains("  c           3.000           -\n"),
        "{}",
        said.out
    );
    // A table without holes needs no policy and does not mention one.
    dir.write("t.csv", TABLE);
    let found = json(&dir, &["t.csv", "--missing", "worst-rank"]);
    let paragraph = found["methods_paragraph"].as_str().expect("a paragraph");
    assert!(paragraph.contains("No result was missing"), "{paragraph}");
}

#[test]
fn perfect_agreement_is_no_number_of_infinity() {
    let dir = Dir::new();
    let rows: Vec<String> = (1..=6).map(|i| format!("d{i},{},{},{}", i, 2 * i, 3 * i)).collect();
    dir.write("p.csv", format!("dataset,a,b,c\n{}\n", rows.join("\n")));
    let found = json(&dir, &["p.csv", "--tests", "all"]);
    assert!(found["iman_davenport"]["f"].is_null());
    assert_eq!(found["iman_davenport"]["p"].as_f64(), Some(0.0));
    assert_eq!(found["friedman"]["chi2"].as_f64(), Some(12.0));
    let said = dir.succeed(&["analyze", "p.csv", "--tests", "all"]);
    assert!(
        said.out.contains("= infinite, all datasets agree") && !said.out.contains("NaN"),
        "{}",
        said.out
    );
}

#[test]
fn two_methods_and_thirty() {
    let dir = Dir::new();
    dir.write("two.csv", "d,a,b\nw,1,2\nx,2,3\ny,3,4.5\nz,5,4\nv,1,3\nu,1,9\n");
    let found = json(&dir, &["two.csv"]);
    assert_eq!(found["average_ranks"], serde_json::json!({"a": 11.0 / 6.0, "b": 7.0 / 6.0}));
    // With two methods every correction leaves the only p as it is.
    let only = &found["pairwise"][0];
    for p in ["p_holm", "p_shaffer", "p_hommel", "p_bonferroni", "p_finner"] {
        assert_eq!(only[p], only["p_unadjusted"], "{p}");
    }
    assert!(dir.succeed(&["analyze", "two.csv"]).out.contains("2 methods on 6 datasets"));

    let names: Vec<String> = (0..30).map(|m| format!("method{m:02}")).collect();
    let row = |d: usize| {
        let cells: Vec<String> = (0..30).map(|m| ((m * 13 + d * 7) % 97).to_string()).collect();
        format!("d{d},{}\n", cells.join(","))
    };
    let rows: String = (0..12).map(row).collect();
    dir.write("thirty.csv", format!("dataset,{}\n{rows}", names.join(",")));
    let found = json(&dir, &["thirty.csv", "--tests", "holm,bergmann-hommel"]);
    assert_eq!((&found["k"], found["pairwise"].as_array().map(Vec::len)), (&30.into(), Some(435)));
    assert!(found["pairwise"][0].get("p_bergmann_hommel").is_none(), "only up to 12 methods");
    let said = dir.succeed(&["analyze", "thirty.csv", "--tests", "nemenyi,shaffer,wilcoxon"]);
    assert!(said.out.contains("more pairs with larger p: see --format json"), "{}", said.out);
    assert!(said.out.lines().count() < 200, "{}", said.out.lines().count());
}

#[test]
fn names_may_hold_commas_quotes_and_any_letters() {
    let dir = Dir::new();
    let head = "dataset,\"SVM, rbf\",\"the \"\"best\"\"\",k-NN (k = 5) ü漢\n";
    dir.write("n.csv", head.to_owned() + "é,1,2,3\n\"x, y\",2,1,4\n'z',2,3,5\n");
    let found = json(&dir, &["n.csv", "--control", "SVM, rbf"]);
    assert_eq!(found["control"], "SVM, rbf");
    assert_eq!(found["versus_control"][0]["method"], "the \"best\"");
    assert_eq!(found["datasets"], serde_json::json!(["é", "x, y", "'z'"]));
    assert_eq!(found["average_ranks"]["k-NN (k = 5) ü漢"].as_f64(), Some(1.0));
    assert!(dir.succeed(&["analyze", "n.csv"]).out.contains("k-NN (k = 5) ü漢"));
}

#[test]
fn a_long_file_is_its_table_of_means() {
    let dir = Dir::new();
    dir.write("folds.csv", long(5, 3, 4));
    let found = json(&dir, &["folds.csv", "--tests", "+corrected-t,+cv-t"]);
    assert_eq!((&found["n_datasets"], &found["k"]), (&5.into(), &3.into()));
    let tests = found["per_dataset"].as_array().expect("tests");
    assert_eq!(tests.len(), 5 * 2);
    assert!(tests.iter().all(|t| t["corrected_t"]["df"].as_f64() == Some(3.0)), "{tests:?}");
}
