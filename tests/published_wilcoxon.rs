//! The signed-rank test on published tables: against SciPy on all of them (reference.csv), and
//! against what Melki (2018, KEEL's variant) and Suppharangsarn (2010, normal approximation)
//! printed.

use std::path::PathBuf;

use crate::published::{Table, assert_close, assert_printed, expected, reference, rounds_to};
use tribunal::stats::distribution::normal_sf;
use tribunal::stats::rank::Ties;
use tribunal::stats::wilcoxon::{Method, Options, SignedRankTest, Zeros, signed_rank_test};

/// The file of a table that reference.csv calls "melki 3.3": of several the one with means, or
/// scores.
fn file_of(table: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("datasets/published/tables");
    let stem = table.replace(' ', "_");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("tables")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| {
            let rest = name.strip_prefix(&stem);
            rest.is_some_and(|rest| rest == ".csv" || rest.starts_with('_'))
        })
        .collect();
    if names.len() > 1 {
        names.retain(|name| name.ends_with("_mean.csv") || name.ends_with("_friedman.csv"));
    }
    assert_eq!(names.len(), 1, "{table}: {names:?}");
    names.remove(0)
}

/// A published pair, turned so that larger is better.
fn pair(table: &Table, a: &str, b: &str, lower_is_better: bool) -> (Vec<f64>, Vec<f64>) {
    let sign = if lower_is_better { -1.0 } else { 1.0 };
    let column = |name: &str| table.column(name).iter().map(|value| sign * value).collect();
    (column(a), column(b))
}

#[test]
fn every_reference_value() {
    let expected = expected();
    let mut compared = 0;
    for (name, quantity, a, b, value) in reference() {
        let Some(quantity) = quantity.strip_prefix("wilcoxon_") else { continue };
        let (author, id) = name.split_once(' ').expect("author and table");
        let better = expected[author].get(id).and_then(|entry| entry.get("better"));
        let lower_is_better = better.and_then(|better| better.as_str()) == Some("min");
        let (a_scores, b_scores) = pair(&Table::read(&file_of(&name)), &a, &b, lower_is_better);
        let (zeros, method) = match quantity {
            "p_exact" => (Zeros::Drop, Method::Exact),
            "p_asymptotic_cc" => (Zeros::Drop, Method::NormalCorrected),
            "p_pratt" => (Zeros::Pratt, Method::Normal),
            "p_zsplit" => (Zeros::Split, Method::Normal),
            _ => (Zeros::Drop, Method::Normal),
        };
        let options = Options { zeros, method, ..Options::default() };
        let ours = signed_rank_test(&a_scores, &b_scores, &options).expect("a result");
        let ours = match quantity {
            "n_nonzero" => ours.n as f64,
            "r_plus" => ours.r_plus,
            "r_minus" => ours.r_minus,
            _ => ours.p_two_sided,
        };
        assert_close(ours, value, &format!("{name} {quantity} {a} {b}"));
        compared += 1;
    }
    // 150 pairs: n, R+, R-, two normal p; 101 exact p, 30 with zeros by two more rules.
    assert_eq!(compared, 5 * 150 + 101 + 2 * 30);
}

/// Adds the digits that were not printed but must have been there (expected.toml, `hidden_digits`).
fn hidden_digits(entry: &toml::Value, table: &Table, method: &str, scores: &mut [f64]) {
    let hidden = entry.get("hidden_digits").and_then(|hidden| hidden.as_array());
    for digit in hidden.into_iter().flatten().filter(|d| d["larger"].as_str() == Some(method)) {
        let row =
            table.datasets.iter().position(|name| Some(name.as_str()) == digit["dataset"].as_str());
        let size = digit.get("size").map_or(1, |size| size.as_integer().expect("a size"));
        scores[row.expect("a dataset")] += 1e-7 * size as f64;
    }
}

/// KEEL as NOTES.md describes it.
fn keel(a: &[f64], b: &[f64], method: Method) -> SignedRankTest {
    let (ties, zeros) = (Ties::Raw, Zeros::Keel);
    let options = Options { ties, zeros, method, tie_correction: false };
    signed_rank_test(a, b, &options).expect("a result")
}

#[test]
fn melki_printed_keels_numbers() {
    let (mut rows, mut odd) = (0, Vec::new());
    for (id, entry) in expected()["melki"].as_table().expect("tables") {
        let Some(printed) = entry.get("wilcoxon").and_then(|entry| entry.as_table()) else {
            continue;
        };
        let text = |name: &str| entry[name].as_str().expect("text");
        let table = Table::read(text("csv").trim_start_matches("tables/"));
        let sign = if text("better") == "min" { -1.0 } else { 1.0 };
        let scores = |method: &str| {
            let mut scores = table.column(method);
            hidden_digits(entry, &table, method, &mut scores);
            scores.iter().map(|score| sign * score).collect::<Vec<f64>>()
        };
        for (method, row) in printed {
            let (control, other) = (scores(text("control")), scores(method));
            let test = keel(&control, &other, Method::ExactUntied);
            let cell = |name: &str| row[name].as_str().expect("text");
            let what = format!("melki {id} {method}");
            assert_printed(test.r_plus, cell("r_plus"), &what);
            assert_printed(test.r_minus, cell("r_minus"), &what);
            let printed = cell("p").to_owned();
            if !rounds_to(test.p_two_sided, &printed) {
                let normal = keel(&control, &other, Method::NormalCorrected);
                odd.push(OddRow { what, printed, test, normal });
            }
            rows += 1;
        }
    }
    assert_eq!(rows, 100);
    // Only nine p are not what rounding gives; NOTES.md knows each of them.
    odd.sort_by(|x, y| x.what.cmp(&y.what));
    let names: Vec<&str> = odd.iter().map(|row| row.what.as_str()).collect();
    assert_eq!(names, ODD_P.map(|(name, _)| name));
    for (row, (_, why)) in odd.iter().zip(ODD_P) {
        let p = row.test.p_two_sided;
        match why {
            Odd::Truncated => assert_printed((p * 1e4).floor() / 1e4, &row.printed, &row.what),
            Odd::RoundedTwice => {
                let three_digits: f64 = format!("{p:.2e}").parse().expect("a number");
                assert!(!rounds_to(p, &row.printed), "{}", row.what);
                assert_printed(three_digits, &row.printed, &row.what);
            }
            Odd::Normal => {
                assert_eq!(row.test.n, 14);
                assert_printed(row.normal.p_two_sided, &row.printed, &row.what);
            }
        }
    }
}

/// Why a printed p is not the exact p rounded to the printed digits.
#[derive(Clone, Copy)]
enum Odd {
    Truncated,
    RoundedTwice,
    Normal,
}

const ODD_P: [(&str, Odd); 9] = [
    ("melki 3.11 MORF", Odd::RoundedTwice),
    ("melki 3.3 ERCC", Odd::RoundedTwice),
    ("melki 4.11 TLC", Odd::Truncated),
    ("melki 4.5 MISVM", Odd::Truncated),
    ("melki 4.7 MIBoost", Odd::Truncated),
    ("melki 4.7 MIWrapper", Odd::Truncated),
    ("melki 4.7 SimpleMI", Odd::Normal),
    ("melki 4.7 Stacking", Odd::Normal),
    ("melki 4.9 Bagging", Odd::Truncated),
];

/// A row whose p needs an explanation.
struct OddRow {
    what: String,
    printed: String,
    test: SignedRankTest,
    normal: SignedRankTest,
}

/// Where KEEL's exact comparison of f64 differences broke ties that the printed decimals have.
#[test]
fn raw_ties_break_where_keels_did() {
    let rows = [
        ("melki_3.5_mse.csv", "SVRCC", "RC", true, (263.0, 37.0), (263.5, 36.5)),
        ("melki_3.7_armse.csv", "SVRCC", "SVRRC", true, (284.0, 16.0), (284.5, 15.5)),
        ("melki_3.9_arrmse.csv", "SVRCC", "SVRRC", true, (222.5, 77.5), (223.0, 77.0)),
        ("melki_4.7_recall.csv", "MIRSVM", "MIOptimalBall", false, (71.0, 49.0), (71.5, 48.5)),
    ];
    for (file, a, b, lower_is_better, raw, decimal) in rows {
        let (a, b) = pair(&Table::read(file), a, b, lower_is_better);
        for (ties, expected) in [(Ties::Raw, raw), (Ties::Decimal, decimal)] {
            let options = Options { ties, zeros: Zeros::Keel, ..Options::default() };
            let ours = signed_rank_test(&a, &b, &options).expect("a result");
            assert_eq!((ours.r_plus, ours.r_minus), expected, "{file} {ties:?}");
        }
    }
}

/// Four zeros share the lowest ranks and are counted: Table 3.12, SVRCC.
#[test]
fn keel_counts_shared_zeros() {
    let table = Table::read("melki_3.11_runtime_s.csv");
    let (a, b) = pair(&table, "SVR", "SVRCC", true);
    let ours = keel(&a, &b, Method::ExactUntied);
    assert_eq!((ours.n, ours.zeros, ours.r_plus, ours.r_minus), (24, 4, 295.0, 5.0));
}

fn uncorrected_normal(a: &[f64], b: &[f64]) -> SignedRankTest {
    let options = Options { method: Method::Normal, tie_correction: false, ..Options::default() };
    signed_rank_test(a, b, &options).expect("a result")
}

#[test]
fn suppharangsarn_printed_the_plain_normal_approximation() {
    let expected = expected();
    let theses = &expected["suppharangsarn"];
    let p_of_rounded = |abs_z: &str| normal_sf(abs_z.parse().expect("a number"));

    let table = Table::read("suppharangsarn_5.1_accuracy_pct_mean.csv");
    let ours = uncorrected_normal(&table.column("LDA"), &table.column("QDA"));
    let printed = &theses["5.1"]["wilcoxon"];
    let (abs_z, p) = (printed["abs_z"].as_str().expect("z"), printed["p"].as_str().expect("p"));
    assert_printed(ours.z.expect("z").abs(), abs_z, "5.1");
    assert_printed(p_of_rounded(abs_z), p, "5.1");

    let table = Table::read("suppharangsarn_5.4_accuracy_pct_mean.csv");
    // What the printed cells give, without the broken ties (NOTES.md).
    let honest = ["3.65", "4.25", "3.53", "3.83", "2.78", "4.11"];
    let entry = &theses["5.5"];
    let pairs = entry["pairs"].as_array().expect("pairs");
    assert_eq!(pairs.len(), honest.len());
    for (pair, honest) in pairs.iter().zip(honest) {
        let text = |name: &str| pair[name].as_str().expect("text");
        let what = format!("5.5 {} {}", text("a"), text("b"));
        let scores = |method: &str| {
            let mut scores = table.column(method);
            hidden_digits(entry, &table, method, &mut scores);
            scores
        };
        let ours = uncorrected_normal(&scores(text("a")), &scores(text("b")));
        assert_printed(ours.z.expect("z").abs(), text("abs_z"), &what);
        assert_printed(p_of_rounded(text("abs_z")), text("p"), &what);
        let ours = uncorrected_normal(&table.column(text("a")), &table.column(text("b")));
        assert_printed(ours.z.expect("z").abs(), honest, &what);
    }
}
