use super::style::stress;
use super::*;
use crate::analysis::settings::Missing;
use crate::analysis::{AnalysisSettings, Judged, Results, Score, ScoreTable};
use crate::measure::{Direction, Pairs, Unit};
use crate::report::fixture::MadeUp;
use crate::report::settings::LAYOUTS;

fn all() -> ReportSettings {
    ReportSettings { layouts: crate::choices::choices(LAYOUTS), ..ReportSettings::default() }
}

fn scores(rows: &[&[f64]], unit: Unit, direction: Direction) -> ScoreTable {
    let results = Results {
        metric: "score".into(),
        title: "score".into(),
        direction,
        direction_assumed: false,
        unit,
        range: (0.0, f64::INFINITY),
        pairs: Pairs::Folds,
        holes: Default::default(),
        datasets: (0..rows.len()).map(|d| format!("d{d}")).collect(),
        methods: (0..rows[0].len()).map(|m| format!("m{m}")).collect(),
        cells: rows
            .iter()
            .map(|row| row.iter().map(|v| Some(Score::new(*v, Some(v / 10.0)))).collect())
            .collect(),
    };
    ScoreTable::new(results, vec![10; rows.len()])
}

fn printed(table: &ScoreTable, settings: &ReportSettings) -> Vec<String> {
    let style = Style::new(table, settings);
    let cells = table.results.cells.iter().flatten();
    cells.map(|cell| style.score(cell.as_ref()).plain()).collect()
}

#[test]
fn every_layout_is_whole_for_any_shape() {
    for (methods, datasets, folds) in [(1, 1, 5), (2, 3, 0), (4, 6, 10), (30, 12, 2), (3, 1, 10)] {
        let metrics = vec!["accuracy", "kappa"];
        let made = MadeUp { folds, metrics, ..MadeUp::new(methods, datasets) };
        let (tables, missing) = tables(&made.findings(), &all());
        assert!(tables.iter().any(|t| t.layout == Layout::Scores));
        assert!(missing.iter().all(|m| !m.reason.is_empty()));
        for table in &tables {
            let columns = table.columns.len();
            let rows = table.rows.iter().chain(&table.footer);
            assert!(rows.clone().all(|row| row.cells.len() + 1 == columns), "{}", table.name);
            let spanned: usize = table.spans.iter().map(|(_, count)| count).sum();
            assert!(table.spans.is_empty() || spanned + 1 == columns, "{}", table.name);
            assert!(rows.flat_map(|row| &row.cells).all(|c| !c.plain().contains("NaN")));
        }
    }
}

/// One fold here and four there is what was planned; of the third dataset one fold of two has no score.
#[test]
fn datasets_with_different_numbers_of_folds_are_named_only_where_scores_are_missing() {
    let mut table = scores(&[&[0.5, 0.6][..]; 3], Unit::Share, Direction::Higher);
    for (row, folds) in table.results.cells.iter_mut().zip([1, 4, 1]) {
        row.iter_mut().flatten().for_each(|score| score.folds = vec![score.mean; folds]);
    }
    table.folds = vec![1, 4, 2];
    let said = scores::caption(&table, &ReportSettings::default());
    assert_eq!(said, "Mean ± standard deviation over 1 to 4 outer test folds.");
    let note = scores::short_datasets(&table).unwrap();
    assert_eq!(note, "Undefined on some folds, which do not count there: d2 (1 of 2).");
    table.folds = vec![1, 4, 1];
    assert_eq!(scores::short_datasets(&table), None);
}

/// Litres and metres have no mean, but one dataset has one unit.
#[test]
fn errors_in_units_of_the_target_have_a_mean_on_one_dataset_only() {
    let averages = |rows: &[&[f64]], unit| scores(rows, unit, Direction::Lower).averages;
    assert_eq!(averages(&[&[2.0, 3.0]], Unit::Target), [Some(2.0), Some(3.0)]);
    assert_eq!(averages(&[&[2.0, 3.0], &[4.0, 5.0]], Unit::Target), [None, None]);
    assert_eq!(averages(&[&[2.0, 3.0], &[4.0, 5.0]], Unit::Number), [Some(3.0), Some(4.0)]);
}

#[test]
fn decimals_follow_the_rule() {
    let usual = ReportSettings { spread: false, ..ReportSettings::default() };
    let cases: [(&[f64], Unit, &[&str]); 7] = [
        (&[0.95333333, 0.5], Unit::Share, &["95.33", "50.00"]),
        (&[0.004, 0.25], Unit::Seconds, &["4.00", "250.00"]),
        (&[0.0012, 37.25, 4120.0], Unit::Seconds, &["0.00120", "37.2", "4120"]),
        (&[12.0, 7.5], Unit::Count, &["12.0", "7.5"]),
        (&[0.8, 0.75], Unit::Number, &["0.80", "0.75"]),
        (&[0.123456, 0.5], Unit::Number, &["0.1235", "0.5000"]),
        (&[91.25, 64.0], Unit::Number, &["91.25", "64.00"]),
    ];
    for (values, unit, expected) in cases {
        assert_eq!(printed(&scores(&[values], unit, Direction::Higher), &usual), expected);
    }
    let three = ReportSettings { decimals: Some(3), ..ReportSettings::default() };
    let table = scores(&[&[0.5, 0.25]], Unit::Share, Direction::Higher);
    assert_eq!(printed(&table, &three), ["50.000 ± 5.000", "25.000 ± 2.500"]);
}

#[test]
fn what_is_printed_alike_is_stressed_alike() {
    let stressed = |values: &[f64], direction: Direction| {
        let cell = |v: &f64| Cell::number(Some(*v), |v| format!("{v:.2}"));
        let mut cells: Vec<Cell> = values.iter().map(cell).collect();
        stress(&mut cells, direction);
        cells.into_iter().map(|c| c.stress).collect::<Vec<_>>()
    };
    use Stress::{Best, None, Second};
    // Equal to two decimals, though not behind them.
    assert_eq!(stressed(&[0.961, 0.9612, 0.9], Direction::Higher), [Best, Best, None]);
    assert_eq!(stressed(&[0.5, 0.7, 0.6, 0.6], Direction::Higher), [None, Best, Second, Second]);
    assert_eq!(stressed(&[0.5, 0.7, 0.6], Direction::Lower), [Best, None, Second]);
    assert_eq!(stressed(&[0.5, 0.7], Direction::Higher), [None, Best]);
    assert_eq!(stressed(&[0.5, 0.5, 0.5], Direction::Higher), [Best, Best, Best]);
}

fn notes_of_scores(findings: &Findings) -> String {
    let (tables, _) = tables(findings, &all());
    tables.iter().find(|t| t.layout == Layout::Scores).unwrap().notes.join(" ")
}

/// The constant predictor is far behind, so that what it fills would be marked.
#[test]
fn filled_scores_are_ranked_and_tested_but_not_shown() {
    let mut results = scores(
        &[&[90.0, 50.0, 80.0], &[80.0, 40.0, 70.0], &[95.0, 55.0, 90.0], &[91.0, 50.0, 85.0]],
        Unit::Percent,
        Direction::Higher,
    )
    .results;
    results.methods[1] = "ZeroR".into();
    for (place, cell) in results.cells.iter_mut().flatten().enumerate() {
        let score = cell.as_mut().unwrap();
        score.folds = (0..5).map(|f| score.mean + f64::from(f * (place as u32 % 2 + 1))).collect();
    }
    results.cells[2][2] = None;
    let missing = Missing::ConstantPredictor;
    let control = Some("m0".to_owned());
    let settings = AnalysisSettings { missing, control, ..AnalysisSettings::default() };
    let verdict = Judged::new(&results, &settings);
    let analysis = verdict.over.as_ref().unwrap();
    assert_eq!(analysis.omnibus.mean_ranks, [1.0, 2.875, 2.125]);
    assert!(analysis.notes[0].contains("score of ZeroR on their dataset: m2 on d2"));
    let paragraph = crate::report::methods::paragraph(analysis);
    assert!(paragraph.contains("1 missing result was replaced by the score of ZeroR"));
    assert!(crate::report::bibtex(&verdict).contains("gijsbers2024"));
    let table = ScoreTable::new(results, vec![5; 4]);
    let made = marks::table(&table, &verdict, &ReportSettings::default()).unwrap();
    let zero = made.columns.iter().position(|column| column.head == "ZeroR").unwrap() - 1;
    assert_eq!(made.rows[1].cells[zero].mark, Some(Mark::Worse));
    assert_eq!(
        (&made.rows[2].cells[2].content, made.rows[2].cells[2].mark),
        (&Content::Absent, None)
    );
}

#[test]
fn holes_are_named_and_averages_say_what_they_are_over() {
    let mut made = MadeUp { holes: vec![(1, 2)], ..MadeUp::new(4, 6) };
    let left_out = notes_of_scores(&made.findings());
    assert!(left_out.contains("policy drop-dataset"), "{left_out}");
    assert!(left_out.contains("1 of 6 datasets was left out because results were missing: d1"));
    assert!(left_out.contains("Missing: M2"), "{left_out}");
    made.settings.missing = Missing::Error;
    let findings = made.findings();
    let (tables, missing) = tables(&findings, &all());
    let table = tables.iter().find(|t| t.layout == Layout::Scores).unwrap();
    let notes = table.notes.join(" ");
    assert!(notes.contains("No verdict: missing results"), "{notes}");
    assert!(notes.contains("Missing: M2abcdef on d1") || notes.contains("Missing: M2"), "{notes}");
    assert!(notes.contains("5 of 6 datasets"), "{notes}");
    assert_eq!(table.rows[1].cells[2].content, Content::Absent);
    assert!(
        missing.iter().any(|m| m.name == "accuracy-control" && m.reason.contains("no verdict"))
    );
}

/// Melki 2018, table 4.14: the ranks of the six metrics, their mean and the meta-rank, as printed there.
#[test]
fn meta_ranks_are_those_of_the_published_table() {
    let text = include_str!("../../../datasets/published/tables/melki_4.14_ranks.csv");
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let methods: Vec<String> = lines.next().unwrap()[1..].iter().map(ToString::to_string).collect();
    // A table whose mean ranks are the published ones: two datasets would do, but ranks are what is given.
    let tables: Vec<ScoreTable> = lines
        .map(|line| {
            let ranks: Vec<f64> = line[1..].iter().map(|v| v.parse().unwrap()).collect();
            let mut table = scores(&[&ranks], Unit::Number, Direction::Lower);
            table.results.metric = line[0].to_owned();
            table.results.methods = methods.clone();
            table.average_ranks = ranks.into_iter().map(Some).collect();
            table
        })
        .collect();
    let found = crate::analysis::meta_ranks(&tables).unwrap();
    let of =
        |values: &[f64], method: &str| values[methods.iter().position(|m| m == method).unwrap()];
    for (method, average, meta) in [
        ("MIRSVM", 3.3444, 1.3333),
        ("miGraph", 5.2056, 3.6667),
        ("MIBoost", 7.8333, 8.9167),
        ("SimpleMI", 7.2889, 7.3333),
        ("Stacking", 6.3556, 6.5000),
    ] {
        // The ranks that go in are printed with four decimals themselves.
        assert!((of(&found.averages, method) - average).abs() < 1.1e-4, "{method}");
        assert!((of(&found.meta, method) - meta).abs() < 5.1e-5, "{method}");
    }
}

/// Shen 2013, table 5.2: the marks of the published table (win: open circle, loss: filled circle).
#[test]
fn circles_are_those_of_the_published_table() {
    let read = |text: &str| -> Vec<Vec<String>> {
        text.lines().skip(1).map(|l| l.split(',').skip(1).map(str::to_owned).collect()).collect()
    };
    let mean =
        read(include_str!("../../../datasets/published/tables/shen_5.2_accuracy_pct_mean.csv"));
    let sd = read(include_str!("../../../datasets/published/tables/shen_5.2_accuracy_pct_sd.csv"));
    let marks = read(include_str!("../../../datasets/published/tables/shen_5.2_mark.csv"));
    let cells = mean.iter().zip(&sd).map(|(means, sds)| {
        let pairs = means.iter().zip(sds);
        pairs.map(|(m, s)| Some(Score::new(m.parse().unwrap(), s.parse().ok()))).collect()
    });
    let results = Results {
        cells: cells.collect(),
        methods: (0..mean[0].len()).map(|m| format!("m{m}")).collect(),
        datasets: (0..mean.len()).map(|d| format!("d{d}")).collect(),
        ..scores(&[&[1.0]], Unit::Number, Direction::Higher).results
    };
    let settings = AnalysisSettings {
        control: Some("m0".into()),
        folds: Some(10),
        ..AnalysisSettings::default()
    };
    let verdict = Judged::new(&results, &settings);
    let table = ScoreTable::new(results, Vec::new());
    let made = marks::table(&table, &verdict, &ReportSettings::default()).unwrap();
    for (row, published) in made.rows.iter().zip(&marks) {
        for (cell, published) in row.cells[1..].iter().zip(published) {
            let expected = match published.as_str() {
                "win" => Some('○'),
                "loss" => Some('●'),
                _ => None,
            };
            assert_eq!(mark_sign(cell.mark), expected, "{}", row.head);
        }
    }
    // What table 5.4 of the thesis counts for these tables.
    let total = |of: fn(&str) -> bool| marks.iter().flatten().filter(|m| of(m)).count();
    assert_eq!((total(|m| m == "win"), total(|m| m == "loss")), (16, 13));
}
