//! Every policy for missing results, and the tables at its edge: nothing is left, one method is empty, the constant predictor
//! is missing.

use super::super::complete::{Complete, complete};
use super::*;
use crate::measure::{Direction, Pairs, Unit};
use crate::stats::Ties;

/// Methods m0, m1, ... on datasets d0, d1, ...; NaN is a hole.
fn table(rows: &[&[f64]]) -> Results {
    let cell = |v: &f64| (!v.is_nan()).then(|| Score::new(*v, Some(v / 10.0)));
    Results {
        metric: "auc".into(),
        title: "AUC".into(),
        direction: Direction::Higher,
        direction_assumed: false,
        unit: Unit::Number,
        range: (0.0, 1.0),
        pairs: Pairs::Folds,
        datasets: (0..rows.len()).map(|d| format!("d{d}")).collect(),
        methods: (0..rows[0].len()).map(|m| format!("m{m}")).collect(),
        cells: rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
        holes: Holes::default(),
    }
}

const NONE: f64 = f64::NAN;

/// Two holes of two methods on five datasets.
fn two_holes() -> Results {
    let mut results = table(&[
        &[0.5, 0.7, 0.9],
        &[0.5, NONE, 0.8],
        &[0.5, 0.6, 0.7],
        &[0.5, 0.7, NONE],
        &[0.5, 0.8, 0.9],
    ]);
    results.holes.causes.insert((1, 1), Cause::Failed);
    results.holes.causes.insert((3, 2), Cause::TimedOut);
    results
}

fn with(results: &Results, policy: Missing) -> Result<Complete, Refused> {
    complete(results, policy, Ties::Decimal)
}

fn size(complete: &Complete) -> (usize, usize) {
    let (rows, columns) = (complete.ranked.len(), complete.ranked[0].len());
    assert_eq!(complete.results.cells.len(), rows);
    assert!(complete.results.cells.iter().all(|row| row.len() == columns));
    assert_eq!((complete.results.datasets.len(), complete.results.methods.len()), (rows, columns));
    (rows, columns)
}

#[test]
fn a_table_without_holes_needs_no_policy() {
    let results = table(&[&[0.1, 0.2], &[0.3, 0.1], &[0.2, 0.5]]);
    for (word, policy) in MISSING {
        let complete = with(&results, *policy).expect(word);
        assert_eq!((size(&complete), &complete.handled), ((3, 2), &Handled::default()), "{word}");
    }
}

#[test]
fn datasets_are_dropped_by_default_and_their_holes_named() {
    assert_eq!(Missing::default(), Missing::DropDataset);
    let complete = with(&two_holes(), Missing::DropDataset).unwrap();
    assert_eq!(size(&complete), (3, 3));
    assert_eq!(complete.results.datasets, ["d0", "d2", "d4"]);
    assert_eq!(complete.handled.datasets, ["d1", "d3"]);
    let note = "2 of 5 datasets left out because results are missing: m1 on d1 (failed) and m2 on d3 (timed out)";
    assert_eq!(complete.handled.notes, [note]);
}

#[test]
fn many_holes_are_counted_and_a_single_culprit_is_named() {
    let rows: Vec<[f64; 3]> =
        (0..12).map(|d| [0.1 + f64::from(d), 0.2, if d < 9 { NONE } else { 0.3 }]).collect();
    let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
    let complete = with(&table(&rows), Missing::DropDataset).unwrap();
    let notes = &complete.handled.notes;
    assert!(notes[0].starts_with("9 of 12 datasets left out"), "{notes:?}");
    assert!(notes[0].ends_with("m2 on d4 and 4 more"), "{notes:?}");
    assert!(notes[1].contains("results of m2") && notes[1].contains("drop-method"), "{notes:?}");
    assert!(notes[1].contains("other 2 methods"), "{notes:?}");
}

#[test]
fn a_method_without_any_result_costs_no_dataset() {
    let rows: [&[f64]; 4] =
        [&[0.1, NONE, 0.3], &[0.3, NONE, 0.2], &[0.2, NONE, NONE], &[0.4, NONE, 0.1]];
    let complete = with(&table(&rows), Missing::DropDataset).unwrap();
    assert_eq!(size(&complete), (3, 2));
    assert_eq!(
        (&complete.handled.methods[..], &complete.handled.datasets[..]),
        (&["m1".to_owned()][..], &["d2".to_owned()][..])
    );
    let notes = &complete.handled.notes;
    assert_eq!(notes[0], "m1 is left out: it has no result on any dataset");
    assert_eq!(notes[1], "1 of 4 datasets left out because results are missing: m2 on d2");
}

#[test]
fn methods_are_dropped_but_not_for_a_dataset_that_nobody_has() {
    let mut results = two_holes();
    results.datasets.push("d5".into());
    results.cells.push(vec![None; 3]);
    let refused = with(&results, Missing::DropMethod).unwrap_err();
    assert!(refused.problem.starts_with("nothing to compare: methods with results: 1"));
    assert!(refused.problem.contains("m1 on d1 (failed)"), "{refused}");
    let remedy = &refused.remedy;
    assert!(remedy.contains("drop-dataset leaves 3 methods on 3 datasets"), "{remedy}");
    assert!(remedy.contains("worst-rank leaves 3 methods on 5 datasets"), "{remedy}");
    assert!(!remedy.contains("constant-predictor"), "there is none: {remedy}");
    results.cells[1][1] = Some(Score::new(0.6, None));
    let complete = with(&results, Missing::DropMethod).unwrap();
    assert_eq!(size(&complete), (5, 2));
    assert_eq!(complete.handled.methods, ["m2"]);
    assert_eq!(complete.handled.datasets, ["d5"]);
    assert!(complete.handled.notes[1].ends_with("no method has a result there: d5"));
}

#[test]
fn missing_results_can_be_the_worst() {
    let complete = with(&two_holes(), Missing::WorstRank).unwrap();
    assert_eq!(size(&complete), (5, 3));
    assert!(complete.ranked[1][1] < complete.ranked[1][0]);
    assert!(complete.results.cells[1][1].is_none(), "a rank is no value");
    assert!(complete.handled.is_filled("d1", "m1") && !complete.handled.is_filled("d1", "m2"));
    assert!(complete.handled.notes[0].contains("worst of their dataset: m1 on d1 (failed)"));
}

#[test]
fn missing_results_take_the_whole_score_of_the_constant_predictor() {
    let mut results = two_holes();
    results.methods[0] = "Constant-Predictor".into();
    results.cells[1][0].as_mut().unwrap().folds = vec![0.4, 0.6];
    let complete = with(&results, Missing::ConstantPredictor).unwrap();
    assert_eq!(size(&complete), (5, 3));
    assert_eq!(complete.results.cells[1][1], complete.results.cells[1][0]);
    assert_eq!(complete.results.cells[1][1].as_ref().unwrap().folds, [0.4, 0.6]);
    assert_eq!(complete.results.cells[0], results.cells[0], "what is there stays");
    assert_eq!(complete.handled.constant.as_deref(), Some("Constant-Predictor"));
    assert_eq!(complete.handled.filled.len(), 2);
    let note = &complete.handled.notes[0];
    assert!(
        note.contains("score of Constant-Predictor on their dataset: m1 on d1 (failed)"),
        "{note}"
    );
    // By its kind, whatever it is called.
    results.methods[0] = "prior".into();
    results.holes.constant = Some(0);
    assert!(with(&results, Missing::ConstantPredictor).is_ok());
}

#[test]
fn without_a_constant_predictor_nothing_is_filled() {
    let refused = with(&two_holes(), Missing::ConstantPredictor).unwrap_err();
    assert!(refused.problem.contains("no method is a constant predictor"), "{refused}");
    assert!(refused.remedy.contains("add [[method]] kind = \"majority\""), "{}", refused.remedy);
    let mut results = two_holes();
    results.holes.constant = Some(2);
    let refused = with(&results, Missing::ConstantPredictor).unwrap_err();
    assert!(refused.problem.ends_with("itself has none, m2 on d3 (timed out)"), "{refused}");
    assert!(refused.remedy.contains("kind = \"majority\""), "{}", refused.remedy);
    // A dataset on which no method has a result is left out before the constant predictor fills anything.
    results.cells[3] = vec![None; 3];
    let complete = with(&results, Missing::ConstantPredictor).unwrap();
    assert_eq!((size(&complete), &complete.handled.datasets[..]), ((4, 3), &["d3".to_owned()][..]));
}

#[test]
fn holes_are_refused_on_request() {
    let refused = with(&two_holes(), Missing::Error).unwrap_err();
    let named = "missing results: m1 on d1 (failed) and m2 on d3 (timed out)";
    assert_eq!(refused.problem, named);
    for word in ["drop-dataset", "drop-method", "worst-rank", "constant-predictor", "--missing"] {
        assert!(refused.remedy.contains(word), "{}", refused.remedy);
    }
    assert!(!refused.remedy.contains("error"), "{}", refused.remedy);
}

#[test]
fn where_every_dataset_has_a_hole_the_way_out_is_named() {
    let rows: [&[f64]; 4] =
        [&[NONE, 0.2, 0.3], &[0.3, NONE, 0.2], &[0.2, 0.1, NONE], &[NONE, 0.2, 0.1]];
    let refused = with(&table(&rows), Missing::DropDataset).unwrap_err();
    assert!(refused.problem.starts_with("0 datasets; tests over datasets need at least 3"));
    assert!(refused.problem.contains("policy drop-dataset for missing results: m0 on d0"));
    assert!(
        refused.remedy.contains("worst-rank leaves 3 methods on 4 datasets"),
        "{}",
        refused.remedy
    );
    assert!(!refused.remedy.contains("drop-method"), "it leaves nothing: {}", refused.remedy);
    // One method has all holes but one dataset is left: without it, all are.
    let rows: [&[f64]; 4] =
        [&[NONE, 0.2, 0.3], &[NONE, 0.4, 0.2], &[0.2, 0.1, 0.4], &[NONE, 0.2, 0.1]];
    let refused = with(&table(&rows), Missing::DropDataset).unwrap_err();
    assert!(refused.problem.starts_with("1 dataset; "), "{refused}");
    assert!(
        refused.remedy.contains("drop-method leaves 2 methods on 4 datasets"),
        "{}",
        refused.remedy
    );
    // What was not run can be.
    let mut results = table(&rows);
    results.holes.causes.insert((0, 0), Cause::NotRun);
    for policy in [Missing::Error, Missing::DropDataset] {
        let remedy = with(&results, policy).unwrap_err().remedy;
        assert!(remedy.starts_with("run the trials that have not been run"), "{remedy}");
        assert!(remedy.contains("; or choose"), "{remedy}");
    }
    // Nothing was missing: more datasets are the only way.
    let refused = with(&table(&[&[0.1, 0.2], &[0.2, 0.1]]), Missing::DropDataset).unwrap_err();
    assert!(refused.remedy.starts_with("add datasets"), "{}", refused.remedy);
    // Nothing is there at all.
    let nothing = table(&[&[NONE, NONE], &[NONE, NONE], &[NONE, NONE]]);
    for (word, policy) in MISSING {
        let refused = with(&nothing, *policy).unwrap_err();
        assert!(!refused.problem.is_empty() && !refused.remedy.is_empty(), "{word}");
    }
}

#[test]
fn a_method_without_probabilities_is_told_how_to_give_some() {
    let rows: [&[f64]; 3] = [&[0.1, NONE, 0.3], &[0.3, NONE, 0.2], &[0.2, NONE, 0.1]];
    let mut results = table(&rows);
    let mut with_setting = |setting| {
        for dataset in 0..3 {
            results.holes.causes.insert((dataset, 1), Cause::NoProbabilities(setting));
        }
        let complete = with(&results, Missing::DropDataset).unwrap();
        assert_eq!(size(&complete), (3, 2));
        complete.handled.notes
    };
    let notes = with_setting(None);
    assert_eq!(notes[0], "m1 is left out: it has no result on any dataset");
    assert_eq!(
        notes[1],
        "m1 gives no probabilities, so AUC is undefined; let m1 give probabilities, or leave AUC out"
    );
    assert_eq!(notes.len(), 2);
    let notes = with_setting(Some(("probabilities", "platt")));
    assert!(
        notes[1].contains("set probabilities = \"platt\" in the parameters of m1"),
        "{notes:?}"
    );
    let refused = with(&results, Missing::Error).unwrap_err();
    assert!(refused.problem.contains("m1 on d0 (gives no probabilities)"), "{refused}");
    assert!(refused.remedy.contains("platt"), "{}", refused.remedy);
}
