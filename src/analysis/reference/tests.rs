use super::*;
use crate::analysis::results::{Results, Score};
use crate::learn::Registry;
use crate::measure::{MetricInfo, Unit};
use crate::metrics;
use crate::published::Printed;

fn metric(name: &str) -> &'static MetricInfo {
    metrics::all(&Registry::standard()).into_iter().find(|m| m.name == name).expect("a metric")
}

fn grid(rows: &[&[&str]]) -> Vec<Vec<Option<Printed>>> {
    rows.iter().map(|row| row.iter().map(|text| Printed::new(text)).collect()).collect()
}

fn same(names: &[&str]) -> Vec<Joined> {
    let joined = |name: &&str| Joined { published: (*name).into(), ours: Some((*name).into()) };
    names.iter().map(joined).collect()
}

fn table(metric_name: &str, unit: PrintedUnit, rows: &[&str], cells: &[&[&str]]) -> ReferenceTable {
    let methods: Vec<String> = (0..cells[0].len()).map(|m| format!("m{m}")).collect();
    let methods: Vec<&str> = methods.iter().map(String::as_str).collect();
    ReferenceTable {
        name: "doe-2".into(),
        cite: "Doe 2020, table 2".into(),
        metric: metric(metric_name),
        unit,
        datasets: same(rows),
        methods: same(&methods),
        cells: grid(cells),
        sds: Vec::new(),
        ranks: Vec::new(),
    }
}

/// Folds of every dataset and method.
fn scores(metric_name: &str, rows: &[(&str, &[&[f64]])]) -> ScoreTable {
    let info = metric(metric_name);
    let score = |folds: &&[f64]| {
        let mean = math::mean(folds);
        let score = Score::new(mean, math::sample_sd(folds));
        (!folds.is_empty()).then(|| Score { folds: folds.to_vec(), ..score })
    };
    let results = Results {
        metric: info.name.into(),
        title: info.title.into(),
        direction: info.direction,
        direction_assumed: false,
        unit: info.unit,
        range: info.range,
        pairs: info.pairs,
        holes: Default::default(),
        datasets: rows.iter().map(|(name, _)| (*name).into()).collect(),
        methods: (0..rows[0].1.len()).map(|m| format!("m{m}")).collect(),
        cells: rows.iter().map(|(_, cells)| cells.iter().map(score).collect()).collect(),
    };
    ScoreTable::new(results, vec![4; rows.len()])
}

fn compare(table: &ReferenceTable, scores: &ScoreTable) -> Reference {
    let absent = [Absent { name: "far".into(), reason: "its file is not there".into() }];
    let known = Known { alpha: 0.05, reason: &|d, m| format!("reason {d} {m}"), absent: &absent };
    Reference::new(table, scores, &known)
}

fn difference(cell: &ReferenceCell) -> &Difference {
    match &cell.apart {
        Some(Apart::Difference(difference)) => difference,
        other => panic!("no difference: {other:?}"),
    }
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} {b}");
}

/// Folds 0.8, 0.9, 0.8, 0.9: mean 85 %, squares of deviations 4 x 25, so sd = sqrt(100 / 3) = 5.7735. Four folds of one
/// repeat: test/train = 1/3, error = 5.7735 sqrt(1/4 + 1/3) = 4.4096; t(0.975, 3) = 3.182446.
#[test]
fn a_cell_by_hand() {
    let ours = scores("accuracy", &[("a", &[&[0.8, 0.9, 0.8, 0.9]])]);
    let at = |text: &str| {
        let table = table("accuracy", PrintedUnit::Percent, &["a"], &[&[text]]);
        difference(&compare(&table, &ours).rows[0].cells[0]).clone()
    };
    let sd = (100.0_f64 / 3.0).sqrt();
    let d = at("88.0");
    close(d.value, -3.0);
    assert_eq!((d.one, d.two, d.inside), (Some(true), Some(true), Some(true)));
    let (low, high) = d.interval.expect("an interval");
    let reach = 3.182_446_305_284_263 * sd * (7.0_f64 / 12.0).sqrt();
    close(low, 85.0 - reach);
    close(high, 85.0 + reach);
    let d = at("95.0");
    assert_eq!((d.one, d.two, d.inside), (Some(false), Some(true), Some(true)));
    // 2 sd = 11.547: half a unit of the last place decides.
    assert_eq!(at("96.6").two, Some(false).filter(|_| 11.6 > 2.0 * sd + 0.05));
    assert_eq!(at("97").two, Some(true).filter(|_| 12.0 <= 2.0 * sd + 0.5));
    assert_eq!(at("97.0").two, Some(false));
    // The interval reaches 14.03 here, farther than two deviations: four folds say little about their mean.
    assert_eq!((at("98.5").two, at("98.5").inside), (Some(false), Some(true)));
    assert_eq!(at("99.9").inside, Some(false));
}

/// Folds that do not differ leave half a unit of the last place, and not more: 50.5 is printed as 51 or 50 without decimals.
#[test]
fn half_a_printed_unit_is_allowed_for() {
    let within = |text: &str| {
        let ours = scores("accuracy", &[("a", &[&[0.505, 0.505, 0.505]])]);
        let table = table("accuracy", PrintedUnit::Percent, &["a"], &[&[text]]);
        let found = compare(&table, &ours);
        let d = difference(&found.rows[0].cells[0]);
        assert_eq!((d.one, d.inside), (d.two, d.two));
        d.two
    };
    for (text, expected) in [
        ("50", true),
        ("51", true),
        ("52", false),
        ("50.5", true),
        ("50.4", false),
        ("50.50", true),
    ] {
        assert_eq!(within(text), Some(expected), "{text}");
    }
}

#[test]
fn one_fold_has_a_difference_and_no_judgement() {
    let ours = scores("accuracy", &[("a", &[&[0.5]])]);
    let found = compare(&table("accuracy", PrintedUnit::Share, &["a"], &[&["0.75"]]), &ours);
    let d = difference(&found.rows[0].cells[0]);
    close(d.value, -0.25);
    assert_eq!((d.one, d.two, d.interval, d.inside), (None, None, None, None));
    assert_eq!((found.overall.cells, found.overall.judged, found.overall.two), (1, 0, 0));
    assert_eq!(found.rows[0].cells[0].far_better(Direction::Higher), None);
}

#[test]
fn shares_percent_and_a_share_that_is_told_in_percent() {
    let ours = scores("accuracy", &[("a", &[&[0.5, 0.7]])]);
    let of = |unit, text| {
        let found = compare(&table("accuracy", unit, &["a"], &[&[text]]), &ours);
        let measured = found.rows[0].cells[0].ours.clone().expect("a score");
        (measured.mean, measured.sd.expect("folds"), difference(&found.rows[0].cells[0]).value)
    };
    let (mean, sd, apart) = of(PrintedUnit::Percent, "61.00");
    close(mean, 60.0);
    close(sd, 100.0 * 0.02_f64.sqrt());
    close(apart, -1.0);
    let (mean, _, apart) = of(PrintedUnit::Share, "0.61");
    close(mean, 0.6);
    close(apart, -0.01);
    let ours = scores("support_vector_share", &[("a", &[&[40.0, 44.0]])]);
    assert_eq!(ours.results.unit, Unit::Percent);
    let table = table("support_vector_share", PrintedUnit::Percent, &["a"], &[&["40.2"]]);
    close(difference(&compare(&table, &ours).rows[0].cells[0]).value, 1.8);
}

#[test]
fn times_have_a_ratio_and_no_within() {
    let ours =
        scores("select_time", &[("a", &[&[0.01, 0.03], &[0.4, 0.4]]), ("b", &[&[0.1], &[0.1]])]);
    let rows: &[&[&str]] = &[&["0.5", "0.1"], &["0.00", "0.4"]];
    let found = compare(&table("select_time", PrintedUnit::Seconds, &["a", "b"], rows), &ours);
    let ratio = |d: usize, m: usize| found.rows[d].cells[m].apart.clone();
    let Some(Apart::Ratio(first)) = ratio(0, 0) else { panic!("{:?}", ratio(0, 0)) };
    close(first, 0.04);
    // A time that was printed as zero has no ratio.
    assert_eq!(ratio(1, 0), None);
    assert_eq!((found.overall.cells, found.overall.judged, found.overall.intervals), (3, 0, 0));
    // 0.04, 4 and 0.25: the geometric mean is the cube root of 0.04.
    let mean = found.overall.mean.expect("ratios");
    close(mean * mean * mean, 0.04);
    let farthest = found.overall.farthest.expect("ratios");
    assert_eq!((farthest.0, farthest.1), (0, 0));
    assert_eq!(found.rows[0].cells[0].far_better(Direction::Lower), None);
    // Ranks are compared all the same: less is better.
    let ranks = found.ranks.expect("two methods");
    assert_eq!(ranks.rows, 2);
    assert_eq!((ranks.published, ranks.ours), (vec![1.5, 1.5], vec![1.25, 1.75]));
    assert!(!ranks.same_order);
}

/// A cell that was not published, one that we do not have, rows and columns that only one side has.
#[test]
fn what_only_one_side_has_is_named_with_its_reason() {
    let mut table = table(
        "accuracy",
        PrintedUnit::Percent,
        &["a", "b", "far", "old"],
        &[&["90", "-"], &["80", "70"], &["60", "50"], &["60", "50"]],
    );
    table.datasets[3].ours = None;
    table.methods[1].ours = Some("m2".into());
    let ours = scores(
        "accuracy",
        &[
            ("b", &[&[0.8, 0.9], &[0.1, 0.1], &[]]),
            ("own", &[&[0.8, 0.9], &[0.1, 0.1], &[0.1, 0.1]]),
            ("a", &[&[0.9, 0.9], &[0.1, 0.1], &[0.5, 0.5]]),
        ],
    );
    let found = compare(&table, &ours);
    let names = |row: &ReferenceRow| row.dataset.ours.clone();
    assert_eq!(found.rows.iter().map(names).collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(found.methods[1], Pair { ours: "m2".into(), published: "m1".into() });
    let expected = [("far", "its file is not there"), ("old", "not in the spec")];
    assert_eq!(found.not_run, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    assert_eq!(found.not_published, ["own"]);
    assert_eq!(found.methods_not_published, ["m1"]);
    assert!(found.methods_not_run.is_empty());
    assert_eq!(found.holes, [("b".to_owned(), "m2".to_owned(), "reason 0 2".to_owned())]);
    assert_eq!(found.overall.cells, 2);
    // No row is complete on both sides.
    assert_eq!(found.ranks, None);
}

/// Three methods on three datasets. Published ranks: 1 2 3, 1 2 3, 2 1 3; ours: 1 2 3, 2 1 3, 2 1 3.
#[test]
fn ranks_are_over_the_same_rows_and_over_all_of_the_table() {
    let mut table = table(
        "accuracy",
        PrintedUnit::Percent,
        &["a", "b", "c", "d"],
        &[&["90", "80", "70"], &["90", "80", "70"], &["80", "90", "70"], &["70", "80", "90"]],
    );
    table.datasets[3].ours = None;
    let ours = scores(
        "accuracy",
        &[
            ("a", &[&[0.9, 0.9], &[0.8, 0.8], &[0.7, 0.7]]),
            ("b", &[&[0.8, 0.8], &[0.9, 0.9], &[0.7, 0.7]]),
            ("c", &[&[0.8, 0.8], &[0.9, 0.9], &[0.7, 0.7]]),
        ],
    );
    let found = compare(&table, &ours);
    let ranks = found.ranks.expect("complete rows");
    assert_eq!((ranks.rows, ranks.all_rows, ranks.same_best), (3, 4, 2));
    let thirds = |ranks: &[f64]| ranks.iter().map(|r| (r * 3.0).round()).collect::<Vec<_>>();
    assert_eq!(thirds(&ranks.published), [4.0, 5.0, 9.0]);
    assert_eq!(thirds(&ranks.ours), [5.0, 4.0, 9.0]);
    assert_eq!(ranks.published_all, [7.0 / 4.0, 7.0 / 4.0, 10.0 / 4.0]);
    assert!(!ranks.same_order);
    // Two of nine cells are off by ten, with folds that do not differ.
    assert_eq!((found.overall.cells, found.overall.two), (9, 7));
    close(found.overall.mean.expect("cells"), 0.0);
    assert_eq!(found.overall.farthest.map(|f| (f.0, f.1)), Some((1, 0)));
    assert_eq!(found.rows[1].cells[0].far_better(Direction::Higher), Some(false));
    assert_eq!(found.rows[1].cells[1].far_better(Direction::Higher), Some(true));
    assert_eq!(found.rows[1].cells[1].far_better(Direction::Lower), Some(false));
    assert_eq!(found.by_method.iter().map(|m| m.two).collect::<Vec<_>>(), [2, 2, 3]);
    // As many as the most exact number has, at least one of a percentage and not more than six.
    assert_eq!(found.decimals, 1);
    table.cells = grid(&[&["90.1", "80.25", "70.3"], &["1", "2.2", "3.25"]]);
    assert_eq!(decimals(&table), 2);
    table.cells = grid(&[&["0.123456789", "2", "3"]]);
    assert_eq!(decimals(&table), 6);
}
