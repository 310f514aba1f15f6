//! The signed-rank test on published tables: against SciPy on all of them (reference.csv), and
//! against what Melki (2018, KEEL's variant) and Suppharangsarn (2010, normal approximation)
//! printed.

use crate::published::{Table, assert_close, assert_printed, library, reference, rounds_to};
use crate::published_ranks::TABLES;
use tribunal::published::{Printed, PublishedTable};
use tribunal::stats::distribution::normal_sf;
use tribunal::stats::rank::Ties;
use tribunal::stats::wilcoxon::{Method, Options, SignedRankTest, Zeros, signed_rank_test};

/// A published pair, turned so that larger is better.
fn pair(table: &Table, a: &str, b: &str, lower_is_better: bool) -> (Vec<f64>, Vec<f64>) {
    let sign = if lower_is_better { -1.0 } else { 1.0 };
    let column = |name: &str| table.column(name).iter().map(|value| sign * value).collect();
    (column(a), column(b))
}

#[test]
fn every_reference_value() {
    let mut compared = 0;
    for (name, quantity, a, b, value) in reference() {
        let Some(quantity) = quantity.strip_prefix("wilcoxon_") else { continue };
        let (_, file, higher) = TABLES.iter().find(|(table, ..)| *table == name).expect("a table");
        let (a_scores, b_scores) = pair(&Table::read(&format!("{file}.csv")), &a, &b, !higher);
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

/// The scores of a published method with the digits that were not printed but must have been there, larger being better.
fn scores(table: &PublishedTable, method: &str) -> Vec<f64> {
    let column = table.cells.column(method).expect("a column");
    let mut scores = table.cells.column_values(column).expect("numbers");
    for digit in table.hidden_digits.iter().filter(|digit| digit.larger == method) {
        scores[table.cells.row(&digit.dataset).expect("a row")] += 1e-7 * f64::from(digit.size);
    }
    let sign = table.better.expect("a direction").sign();
    scores.iter().map(|score| sign * score).collect()
}

/// KEEL's rules: binary ties, zeros split.
fn keel(a: &[f64], b: &[f64], method: Method) -> SignedRankTest {
    let (ties, zeros) = (Ties::Raw, Zeros::Keel);
    let options = Options { ties, zeros, method, tie_correction: false };
    signed_rank_test(a, b, &options).expect("a result")
}

#[test]
fn melki_printed_keels_numbers() {
    let (mut rows, mut odd) = (0, Vec::new());
    let library = library();
    for (_, table) in library.tables().filter(|(paper, _)| paper.key == "melki") {
        let control = table.control.as_deref().unwrap_or_default();
        for (method, row) in &table.claims.wilcoxon {
            let (control, other) = (scores(table, control), scores(table, method));
            let test = keel(&control, &other, Method::ExactUntied);
            let what = format!("melki {} {method}", table.number);
            let text = |cell: &Option<Printed>| cell.as_ref().expect("a number").text().to_owned();
            assert_printed(test.r_plus, &text(&row.r_plus), &what);
            assert_printed(test.r_minus, &text(&row.r_minus), &what);
            let printed = text(&row.p);
            if !rounds_to(test.p_two_sided, &printed) {
                let normal = keel(&control, &other, Method::NormalCorrected);
                odd.push(OddRow { what, printed, test, normal });
            }
            rows += 1;
        }
    }
    assert_eq!(rows, 100);
    // Only nine p are not what rounding gives; the cause of each is known.
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
    let p_of_rounded = |abs_z: &str| normal_sf(abs_z.parse().expect("a number"));
    let library = library();
    // What the printed cells give, without the broken ties.
    let honest =
        [None, Some("3.65"), Some("4.25"), Some("3.53"), Some("3.83"), Some("2.78"), Some("4.11")];
    let tables =
        ["suppharangsarn-5.1", "suppharangsarn-5.4"].map(|name| library.find(name).expect("it").1);
    let pairs =
        tables.iter().flat_map(|table| table.claims.pairs.iter().map(move |pair| (table, pair)));
    let pairs: Vec<_> = pairs.filter(|(_, pair)| pair.abs_z.is_some()).collect();
    assert_eq!(pairs.len(), honest.len());
    for ((table, pair), honest) in pairs.into_iter().zip(honest) {
        let text = |cell: &Option<Printed>| cell.as_ref().expect("a number").text().to_owned();
        let (abs_z, p) = (text(&pair.abs_z), text(&pair.p));
        let what = format!("{} {} {}", table.name, pair.a, pair.b);
        let ours = uncorrected_normal(&scores(table, &pair.a), &scores(table, &pair.b));
        assert_printed(ours.z.expect("z").abs(), &abs_z, &what);
        assert_printed(p_of_rounded(&abs_z), &p, &what);
        let column = |method: &str| {
            table.cells.column_values(table.cells.column(method).expect("it")).expect("numbers")
        };
        let ours = uncorrected_normal(&column(&pair.a), &column(&pair.b));
        assert_printed(ours.z.expect("z").abs(), honest.unwrap_or(&abs_z), &what);
    }
}
