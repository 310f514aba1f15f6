//! Tests of the gate on made-up runs.

use std::collections::BTreeMap;

use super::settings::{GateSettings, Guarded, Inconclusive, Level, Margin, usual_margin};
use super::*;
use crate::measure::{Direction, MetricInfo, Unit};
use crate::metrics::classification;
use crate::stats::adjust::Correction;

/// Twenty rows a fold, five folds, two repeats; the first `wrong` rows of every fold are answered wrongly.
fn trials(wrong: usize) -> Vec<SnapshotTrial> {
    let trial = |repeat: usize, fold: usize| {
        let right: Vec<bool> = (0..20).map(|row| row >= wrong).collect();
        let share = (20 - wrong) as f64 / 20.0;
        SnapshotTrial {
            repeat,
            fold,
            scores: BTreeMap::from([("accuracy".to_owned(), Some(share))]),
            labels: format!("{wrong}"),
            right: Some(Bits(right)),
        }
    };
    (0..2).flat_map(|repeat| (0..5).map(move |fold| trial(repeat, fold))).collect()
}

fn run(pairings: &[(&str, &str, usize)]) -> Snapshot {
    let names = |of: fn(&(&str, &str, usize)) -> String| {
        let mut names: Vec<String> = pairings.iter().map(of).collect();
        names.dedup();
        names
    };
    let mut datasets = names(|p| p.1.to_owned());
    datasets.sort();
    datasets.dedup();
    Snapshot {
        tribunal: "0".into(),
        engine: 1,
        experiment: "demo".into(),
        seed: 1,
        folds: 5,
        test_share: None,
        caveats: Vec::new(),
        metrics: vec![SnapshotMetric {
            name: "accuracy".into(),
            direction: Direction::Higher.name().into(),
        }],
        datasets: datasets
            .into_iter()
            .map(|name| SnapshotDataset {
                content: format!("content of {name}"),
                name,
                rows: 100,
                splits: vec!["first".into(), "second".into()],
                folds: None,
            })
            .collect(),
        methods: names(|p| p.0.to_owned())
            .into_iter()
            .map(|name| SnapshotMethod {
                name,
                kind: "knn".into(),
                version: 1,
                parameters: "p".into(),
            })
            .collect(),
        protocol: "nested".into(),
        all: Names { datasets: names(|p| p.1.to_owned()), methods: names(|p| p.0.to_owned()) },
        pairings: pairings
            .iter()
            .map(|(method, dataset, wrong)| Pairing {
                dataset: (*dataset).into(),
                method: (*method).into(),
                trials: trials(*wrong),
                failure: None,
            })
            .collect(),
    }
}

fn settings(margin: Margin) -> GateSettings {
    let info = &classification("accuracy").unwrap().info;
    GateSettings {
        metrics: vec![Guarded { info, margin, on: BTreeMap::new() }],
        alpha: 0.05,
        correction: Some(Correction::Holm),
        level: Level::Method,
        inconclusive: Inconclusive::Fail,
    }
}

const POINT: Margin = Margin::Absolute(0.01);

fn found(before: &Snapshot, now: &Snapshot, settings: &GateSettings) -> Overall {
    compare("base", before, now, settings).overall
}

#[test]
fn identical_predictions_pass_at_any_margin() {
    let same = run(&[("a", "x", 2), ("a", "y", 3)]);
    let verdict = compare("base", &same, &same, &settings(Margin::Absolute(0.0)));
    assert_eq!(verdict.overall, Overall::Found(Finding::Pass));
    assert!(verdict.comparisons.iter().all(|c| c.identical && !c.improved));
    // Two datasets and their mean.
    assert_eq!(verdict.comparisons.len(), 3);
}

#[test]
fn a_large_drop_on_one_dataset_closes_the_gate() {
    let before = run(&[("a", "x", 2), ("a", "y", 2), ("b", "x", 2), ("b", "y", 2)]);
    let now = run(&[("a", "x", 2), ("a", "y", 12), ("b", "x", 2), ("b", "y", 2)]);
    let verdict = compare("base", &before, &now, &settings(POINT));
    assert_eq!(verdict.overall, Overall::Found(Finding::Regressed));
    let on_y = verdict.comparisons.iter().find(|c| c.dataset.as_deref() == Some("y")).unwrap();
    assert_eq!(on_y.finding, Finding::Regressed);
    assert!((on_y.drop.unwrap().estimate - 0.5).abs() < 1e-12);
    let changed = on_y.changed.unwrap();
    assert_eq!((changed.rows, changed.lost, changed.won), (100.0, 50.0, 0.0));
}

#[test]
fn a_rise_passes_and_is_told() {
    let (before, now) = (run(&[("a", "x", 12)]), run(&[("a", "x", 2)]));
    let verdict = compare("base", &before, &now, &settings(POINT));
    assert_eq!(verdict.overall, Overall::Found(Finding::Pass));
    assert!(verdict.comparisons[0].improved);
    assert!(markdown(&verdict).contains("improved"));
}

#[test]
fn a_small_change_of_few_rows_decides_nothing_and_says_what_would() {
    let (before, now) = (run(&[("a", "x", 2)]), run(&[("a", "x", 3)]));
    let verdict = compare("base", &before, &now, &settings(POINT));
    assert_eq!(verdict.overall, Overall::Found(Finding::Inconclusive));
    let only = &verdict.comparisons[0];
    assert!(only.demanded && only.detectable > only.margin);
    let words = text(&verdict, false, false);
    assert!(words.contains("smallest drop that this data could show"), "{words}");
    // A margin above the bound passes.
    let wide = Margin::Absolute(only.upper + 1e-6);
    assert_eq!(found(&before, &now, &settings(wide)), Overall::Found(Finding::Pass));
}

#[test]
fn where_more_repeats_would_decide_their_number_is_told() {
    let (before, now) = (run(&[("a", "x", 2)]), run(&[("a", "x", 4)]));
    let verdict = compare("base", &before, &now, &settings(Margin::Absolute(0.04)));
    assert_eq!(verdict.overall, Overall::Found(Finding::Inconclusive));
    let repeats = verdict.comparisons[0].repeats_to_decide.unwrap();
    assert!(repeats > 2);
    let words = text(&verdict, false, false);
    assert!(words.contains(&format!("{repeats} repeats in baseline and run")), "{words}");
}

/// A hundred rows that are answered as before, though with other labels, do not exclude a drop of a point.
#[test]
fn rows_can_be_too_few_for_any_number_of_repeats() {
    let (before, mut now) = (run(&[("a", "x", 2)]), run(&[("a", "x", 2)]));
    now.pairings[0].trials.iter_mut().for_each(|trial| trial.labels = "other".into());
    let verdict = compare("base", &before, &now, &settings(POINT));
    assert_eq!(verdict.overall, Overall::Found(Finding::Inconclusive));
    let words = text(&verdict, false, false);
    assert!(words.contains("no number of repeats would decide"), "{words}");
}

#[test]
fn margins_are_absolute_relative_or_of_a_dataset() {
    let (before, now) = (run(&[("a", "x", 4)]), run(&[("a", "x", 8)]));
    assert_eq!(found(&before, &now, &settings(POINT)), Overall::Found(Finding::Regressed));
    // 20 points of 80: half of the baseline's score may go.
    let half = settings(Margin::Relative(0.5));
    assert_eq!(found(&before, &now, &half), Overall::Found(Finding::Pass));
    let mut on_x = settings(POINT);
    on_x.metrics[0].on.insert("x".into(), Margin::Absolute(0.4));
    assert_eq!(found(&before, &now, &on_x), Overall::Found(Finding::Pass));
}

#[test]
fn lower_is_better_for_errors() {
    let swap = |mut run: Snapshot| {
        run.metrics[0] = SnapshotMetric { name: "error".into(), direction: "lower".into() };
        for trial in run.pairings.iter_mut().flat_map(|p| &mut p.trials) {
            let accuracy = trial.scores["accuracy"].unwrap();
            trial.scores = BTreeMap::from([("error".to_owned(), Some(1.0 - accuracy))]);
        }
        run
    };
    let (before, now) = (swap(run(&[("a", "x", 2)])), swap(run(&[("a", "x", 12)])));
    let mut settings = settings(POINT);
    settings.metrics[0].info = &classification("error").unwrap().info;
    assert_eq!(found(&before, &now, &settings), Overall::Found(Finding::Regressed));
    assert_eq!(found(&now, &before, &settings), Overall::Found(Finding::Pass));
}

#[test]
fn trials_without_scores_are_a_gap_and_not_a_pass() {
    let before = run(&[("a", "x", 2)]);
    let mut now = run(&[("a", "x", 2)]);
    now.pairings[0].trials.truncate(5);
    now.pairings[0].failure = Some("out of memory".into());
    let verdict = compare("base", &before, &now, &settings(POINT));
    assert_eq!(verdict.overall, Overall::Found(Finding::Incomplete));
    assert!(text(&verdict, false, false).contains("5 of 10 trials have no score: out of memory"));
    // A method that is skipped has no trials.
    now.pairings[0].trials.clear();
    now.pairings[0].failure = None;
    let verdict = compare("base", &before, &now, &settings(POINT));
    assert_eq!(verdict.overall, Overall::Found(Finding::Incomplete));
    assert!(text(&verdict, false, false).contains("skipped now"));
    // The other way round there is nothing to judge, and it is said.
    let verdict = compare("base", &now, &before, &settings(POINT));
    assert_eq!(verdict.overall, Overall::Incomparable);
}

#[test]
fn other_data_splits_or_metrics_are_not_compared() {
    let before = run(&[("a", "x", 2)]);
    let refused = |change: fn(&mut Snapshot), words: &str| {
        let mut now = before.clone();
        change(&mut now);
        let verdict = compare("base", &before, &now, &settings(POINT));
        assert_eq!(verdict.overall, Overall::Incomparable, "{words}");
        assert!(verdict.problems[0].contains(words), "{:?}", verdict.problems);
    };
    refused(|run| run.datasets[0].content = "new".into(), "other data");
    refused(|run| run.datasets[0].splits[1] = "new".into(), "other splits");
    refused(|run| run.folds = 10, "other splits");
    refused(|run| run.metrics[0].name = "auc".into(), "no metric `auc`");
    refused(|run| run.metrics[0].direction = "lower".into(), "other way");
    refused(|run| run.all.methods[0] = "b".into(), "the method `a`");
    refused(|run| run.all.datasets[0] = "z".into(), "the dataset `x`");
}

#[test]
fn more_repeats_than_the_baseline_has_are_left_out() {
    let mut before = run(&[("a", "x", 2)]);
    before.pairings[0].trials.truncate(5);
    before.datasets[0].splits.truncate(1);
    let now = run(&[("a", "x", 2)]);
    let verdict = compare("base", &before, &now, &settings(POINT));
    assert_eq!(verdict.overall, Overall::Found(Finding::Pass));
    assert!(verdict.notes[0].contains("1 repeats, the run 2"), "{:?}", verdict.notes);
    // And the other way round.
    assert_eq!(found(&now, &before, &settings(POINT)), Overall::Found(Finding::Pass));
}

/// The same run with the scores of some trials undefined.
fn undefined(run: &Snapshot, trials: std::ops::Range<usize>) -> Snapshot {
    let mut run = run.clone();
    for trial in &mut run.pairings[0].trials[trials] {
        trial.scores.insert("accuracy".into(), None);
    }
    run
}

#[test]
fn undefined_scores_do_not_pass_unseen() {
    let whole = run(&[("a", "x", 2)]);
    for lost in [0..1, 0..10] {
        let verdict = compare("base", &whole, &undefined(&whole, lost), &settings(POINT));
        assert_eq!(verdict.overall, Overall::Found(Finding::Incomplete));
        assert!(text(&verdict, false, false).contains("was defined in the baseline"));
        assert!(verdict_json(&verdict, 3)["comparisons"][0]["now"].is_null());
    }
    // What the baseline does not have is no loss; what neither has is no comparison.
    let verdict = compare("base", &undefined(&whole, 0..1), &whole, &settings(POINT));
    assert_eq!((verdict.overall, verdict.comparisons[0].pairs), (Overall::Found(Finding::Pass), 9));
    let none = undefined(&whole, 0..10);
    assert_eq!(found(&none, &none, &settings(POINT)), Overall::Incomparable);
}

/// A metric that only one dataset defines has no mean: the dataset itself must pass.
#[test]
fn every_metric_of_a_method_has_something_that_must_pass() {
    let both = |on_x: usize| {
        let mut run = run(&[("a", "x", on_x), ("a", "y", 2)]);
        run.metrics.push(SnapshotMetric { name: "kappa".into(), direction: "higher".into() });
        for (pairing, defined) in run.pairings.iter_mut().zip([true, false]) {
            for trial in &mut pairing.trials {
                // Folds vary a little, as kappas do.
                let kappa = trial.scores["accuracy"].map(|s| s - 0.001 * trial.fold as f64);
                trial.scores.insert("kappa".into(), kappa.filter(|_| defined));
            }
        }
        run
    };
    let mut settings = settings(POINT);
    let kappa = &classification("kappa").unwrap().info;
    settings.metrics.push(Guarded { info: kappa, margin: POINT, on: BTreeMap::new() });
    let verdict = compare("base", &both(2), &both(3), &settings);
    let of_kappa: Vec<&Comparison> =
        verdict.comparisons.iter().filter(|c| c.metric.name == "kappa").collect();
    assert_eq!(of_kappa.len(), 1);
    assert!(of_kappa[0].demanded);
    let note = "`a` on `y`: kappa is undefined in the baseline and not judged";
    assert!(verdict.notes.iter().any(|n| n == note), "{:?}", verdict.notes);
}

#[test]
fn a_warning_is_not_enough_for_a_drop_beyond_the_margin() {
    let (before, now) = (run(&[("a", "x", 2)]), run(&[("a", "x", 3)]));
    let mut warns = settings(POINT);
    warns.inconclusive = Inconclusive::Warn;
    let verdict = compare("base", &before, &now, &warns);
    assert_eq!(verdict.overall, Overall::Found(Finding::Inconclusive));
    assert!(!verdict.opens());
    assert!(junit(&verdict).contains("failures=\"0\" errors=\"1\""));
}

/// The gate asks the metric and not its name what can be paired.
#[test]
fn rows_are_paired_only_where_the_metric_says_so() {
    static BY_ROW: MetricInfo =
        MetricInfo::share("accuracy", "a", "", Direction::Higher).paired_by_example();
    static BY_FOLD: MetricInfo = MetricInfo::share("accuracy", "a", "", Direction::Higher);
    let (before, now) = (run(&[("a", "x", 2)]), run(&[("a", "x", 12)]));
    let changed = |info: &'static MetricInfo| {
        let mut settings = settings(POINT);
        settings.metrics[0].info = info;
        compare("base", &before, &now, &settings).comparisons[0].changed
    };
    assert_eq!(changed(&BY_ROW).map(|rows| (rows.lost, rows.won)), Some((50.0, 0.0)));
    assert!(changed(&BY_FOLD).is_none());
}

/// A metric without an upper limit has no usual margin, but for a share of an error in units of the target; a declared one
/// decides.
#[test]
fn a_metric_without_an_upper_limit_is_judged_by_its_declared_margin() {
    static RMSE: MetricInfo =
        MetricInfo::number("rmse", "RMSE", "", Direction::Lower).in_range(0.0, f64::INFINITY);
    assert_eq!(usual_margin(&RMSE), None);
    let in_units = RMSE.counted_in(Unit::Target);
    assert_eq!(usual_margin(&in_units), Some(Margin::Relative(0.01)));
    let rmse = |level: f64| {
        let mut run = run(&[("a", "x", 2)]);
        run.metrics[0] = SnapshotMetric { name: "rmse".into(), direction: "lower".into() };
        for trial in run.pairings.iter_mut().flat_map(|p| &mut p.trials) {
            // The larger the error, the more folds vary.
            let spread = 0.005 * (trial.fold + trial.repeat) as f64;
            let score = Some(level * (1.0 + spread));
            trial.scores = BTreeMap::from([("rmse".to_owned(), score)]);
            trial.labels = format!("{level}");
        }
        run
    };
    let mut settings = settings(Margin::Relative(0.05));
    settings.metrics[0].info = &RMSE;
    let overall = |level: f64| found(&rmse(100.0), &rmse(level), &settings);
    assert_eq!(overall(120.0), Overall::Found(Finding::Regressed));
    assert_eq!(overall(101.0), Overall::Found(Finding::Pass));
}

/// Scores of no rows that fell by the same in every fold tell nothing of chance.
#[test]
fn folds_that_do_not_vary_decide_nothing_without_rows() {
    let kappa = |wrong: usize| {
        let mut run = run(&[("a", "x", wrong)]);
        run.metrics[0].name = "kappa".into();
        for trial in run.pairings.iter_mut().flat_map(|p| &mut p.trials) {
            trial.scores = BTreeMap::from([("kappa".to_owned(), trial.scores["accuracy"])]);
        }
        run
    };
    let mut settings = settings(POINT);
    settings.metrics[0].info = &classification("kappa").unwrap().info;
    let verdict = compare("base", &kappa(2), &kappa(12), &settings);
    assert_eq!(verdict.overall, Overall::Found(Finding::Inconclusive));
    assert!(verdict.comparisons[0].remark.as_ref().unwrap().contains("nothing is known of chance"));
}

#[test]
fn a_baseline_is_read_as_it_was_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("deep/base.json");
    let stored = run(&[("a \"quoted\"", "x", 2), ("b", "x", 3)]);
    write_baseline(&file, &stored).unwrap();
    let read = read_baseline(&file).unwrap();
    assert_eq!(Snapshot { all: stored.all.clone(), ..read }, stored);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().filter(|line| line.contains("\"repeat\"")).count(), 20);
    let refused = |from: &str, to: &str, words: &str| {
        assert!(text.contains(from), "{from}");
        let error = parse_baseline("base.json", text.replacen(from, to, 1).as_bytes());
        let error = error.unwrap_err().to_string();
        assert!(error.contains("base.json") && error.contains(words), "{error}");
    };
    refused("\"baseline\": 1", "\"baseline\": 2", "newer tribunal");
    refused("\"baseline\": 1", "\"other\": 1", "baseline");
    refused("\"fold\":1", "\"fold\":0", "2 repeats of 5 folds");
    refused("\"repeat\":1,\"fold\":4", "\"repeat\":1,\"fold\":9", "2 repeats of 5 folds");
    refused("\"accuracy\":0.9", "\"accuracy\":1.9", "can have that value");
    refused("{\"accuracy\":0.9}", "{}", "`accuracy` is missing");
    refused(",\"right\":\"20:3ffff\"", "", "`right` is missing");
    refused("20:3ffff", "16:3fff", "of 196 examples");
    refused("\"rows\":100", "\"rows\":99", "of 200 examples");
    refused("\"baseline\": 1", "\"baseline\": 0", "no format 0");
    refused("\n\"run\"", "\n<<<<<<< ours\n\"run\"", "merge conflict");
    refused("20:3ffff", "20:3fff", "list of answers");
    refused("\"method\": \"b\"", "\"method\": \"c\"", "no such method");
    refused("\"dataset\": \"x\"", "\"dataset\": \"y\"", "no such dataset");
    refused("\"seed\": 1", "\"sead\": 1", "unknown field");
    for junk in ["", "{", "[]", "{\"baseline\":1}", "\u{feff}{}"] {
        assert!(parse_baseline("b", junk.as_bytes()).is_err());
    }
    // A pairing that a merge lost, whole.
    let start = text.find("    { \"dataset\": \"x\", \"method\": \"b\"").unwrap();
    let cut = format!("{}\n  ]\n}}\n}}\n", text[..start].trim_end().trim_end_matches(','));
    let error = parse_baseline("b", cut.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("1 of 2 pairings"), "{error}");
    // Only a baseline is replaced.
    let precious = folder.path().join("spec.toml");
    std::fs::write(&precious, "precious").unwrap();
    assert!(write_baseline(&precious, &stored).is_err());
    assert_eq!(std::fs::read_to_string(&precious).unwrap(), "precious");
    write_baseline(&file, &stored).unwrap();
    let absent = read_baseline(&folder.path().join("none.json")).unwrap_err().to_string();
    assert!(absent.contains("--save-baseline"), "{absent}");
    assert!(read_baseline(folder.path()).is_err());
}

#[test]
fn names_cannot_break_out_of_a_format() {
    let nasty = "<b>\"&'|`x\u{1}\u{1b}[31m";
    let before = run(&[(nasty, "x", 2)]);
    let now = run(&[(nasty, "x", 12)]);
    let verdict = compare("base", &before, &now, &settings(POINT));
    let xml = junit(&verdict);
    assert!(xml.contains("&lt;b&gt;&quot;&amp;&#39;|`x"), "{xml}");
    assert!(!xml.chars().any(|c| c.is_control() && c != '\n'));
    assert!(markdown(&verdict).contains("\\<b>"));
}

#[test]
fn every_verdict_reads_the_same_in_json_and_junit() {
    let cases = [
        (run(&[("a", "x", 2)]), run(&[("a", "x", 2)]), 0, 0),
        (run(&[("a", "x", 2)]), run(&[("a", "x", 12)]), 1, 0),
        (run(&[("a", "x", 2)]), run(&[("a", "x", 3)]), 0, 1),
    ];
    for (before, now, failures, errors) in cases {
        let verdict = compare("base", &before, &now, &settings(POINT));
        let xml = junit(&verdict);
        assert!(xml.contains(&format!("failures=\"{failures}\" errors=\"{errors}\"")), "{xml}");
        assert_eq!(verdict.opens(), failures + errors == 0);
        let json = verdict_json(&verdict, 9);
        assert_eq!(json["verdict"], verdict.overall.name());
        assert_eq!(json["counts"]["regressed"], failures);
    }
    let (before, mut now) = (run(&[("a", "x", 2)]), run(&[("a", "x", 2)]));
    now.pairings[0].trials.iter_mut().for_each(|trial| trial.labels = "other".into());
    let mut warns = settings(POINT);
    warns.inconclusive = Inconclusive::Warn;
    let verdict = compare("base", &before, &now, &warns);
    assert!(verdict.opens());
    assert!(junit(&verdict).contains("failures=\"0\" errors=\"0\" skipped=\"1\""));
}

/// The full table is in the documentation; here only the worst places, with room for three standard errors.
#[test]
fn errors_are_rarer_than_alpha() {
    let times = 400;
    let limit = ALPHA + 3.0 * (ALPHA * (1.0 - ALPHA) / times as f64).sqrt();
    for (rows, datasets, level) in [(1000, 1, Level::Dataset), (200, 5, Level::Method)] {
        let setting = Setting { rows, folds: 5, repeats: 1, datasets, level, drop: MARGIN };
        let at_margin = rates(setting, times, 3);
        assert!(at_margin.regressed <= limit && at_margin.pass <= limit, "{at_margin:?}");
        let beyond = rates(Setting { drop: 0.08, ..setting }, times, 3);
        assert!(beyond.regressed > 0.5, "{beyond:?}");
    }
}
