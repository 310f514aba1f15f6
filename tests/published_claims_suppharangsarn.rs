//! What Suppharangsarn (2010) printed besides worked examples and medians: Friedman's test with
//! critical differences (Sections 3.2.3 and 5.2.2), decisions from summaries (Section 4.1), shares of
//! support vectors and of dropped training data (Tables 6.6 and 6.7), and cells that contradict each
//! other.

use std::f64::consts::{SQRT_2, TAU};

use crate::published::{Table, assert_printed, printed, rounds_to};
use crate::published_claims::Ledger;
use crate::published_claims_ranks::{add_hidden_digits, place};
use tribunal::num::math::{exp, ln, mean};
use tribunal::stats::distribution::{
    chi2_sf, f_quantile, normal_cdf, normal_sf, studentized_range_quantile,
};
use tribunal::stats::friedman::{Friedman, RankTable, friedman, iman_davenport};
use tribunal::stats::posthoc::RankComparison;
use tribunal::stats::quadrature::GaussLegendre;
use tribunal::stats::rank::Ties;

fn friedman_of(rows: &[Vec<f64>]) -> Friedman {
    friedman(&RankTable::new(rows, true, Ties::Decimal).expect("ranks"))
}

/// q is the point of level 0.10, called one-tailed 0.05.
fn check_cd(ledger: &mut Ledger, path: &str, methods: usize, blocks: usize) -> RankComparison {
    let comparison = RankComparison::new(methods, blocks).expect("a comparison");
    let q = studentized_range_quantile(0.90, methods, f64::INFINITY) / SQRT_2;
    ledger.check(&format!("{path}/q"), q);
    let cd = comparison.nemenyi_critical_difference(0.10).expect("a difference");
    ledger.check(&format!("{path}/CD"), cd);
    comparison
}

fn table_3_6(ledger: &mut Ledger) {
    let path = "suppharangsarn/3.6_friedman";
    let table = ledger.table(path);
    let ours = friedman_of(&table.rows());
    let ranks = Table::read("suppharangsarn_3.6_friedman_ranks.csv");
    assert_eq!(ranks.rows(), RankTable::new(&table.rows(), true, Ties::Decimal).unwrap().rows());
    for (method, rank) in table.methods.iter().zip(&ours.mean_ranks) {
        ledger.check(&format!("{path}/rank/{method}"), *rank);
    }
    let f = iman_davenport(ours.classic.statistic, 10, 3);
    ledger.check(&format!("{path}/chi2"), ours.classic.statistic);
    ledger.check(&format!("{path}/F"), f.statistic);
    ledger.check(&format!("{path}/df1"), f.df1);
    ledger.check(&format!("{path}/df2"), f.df2);
    // The critical value of (1, 18) degrees of freedom; 3.55 decides the same.
    let (right, cause) = (f_quantile(0.95, 2.0, 18.0), f_quantile(0.95, 1.0, 18.0));
    let mismatch = ("suppharangsarn 3.6_friedman", "F_crit");
    ledger.check_wrong(&format!("{path}/F_crit"), mismatch, right, cause);
    assert!(rounds_to(right, "3.55") && f.statistic > cause);

    let comparison = check_cd(ledger, path, 3, 10);
    for (name, other) in [("BA", 1), ("CA", 2)] {
        let z = comparison.z(ours.mean_ranks[other] - ours.mean_ranks[0]);
        ledger.check(&format!("{path}/z_{name}"), z);
        ledger.check(&format!("{path}/p_{name}"), normal_sf(z));
    }
    ledger.check(&format!("{path}/alpha_bonferroni"), 0.05 / 2.0);
}

/// Tables 5.5 and 5.6: floating-point noise broke ties of equal averages; nine tie-breaks give the
/// printed ranks and F. Honest ties give others.
fn tables_5_5_and_5_6(ledger: &mut Ledger) {
    let path = "suppharangsarn/5.6";
    let table = ledger.table(path);
    let honest = friedman_of(&table.rows());
    for (rank, text) in honest.mean_ranks.iter().zip(["1.352", "2.315", "3.722", "2.611"]) {
        assert_printed(*rank, text, "honest rank");
    }
    let f = |ours: &Friedman| iman_davenport(ours.classic.statistic, 27, 4);
    assert_printed(f(&honest).statistic, "34.71", "honest F");

    let mut rows = table.rows();
    add_hidden_digits(ledger, "suppharangsarn/5.5", &table, &mut rows);
    let ours = friedman_of(&rows);
    for (method, rank) in table.methods.iter().zip(&ours.mean_ranks) {
        ledger.check(&format!("{path}/rank/{method}"), *rank);
    }
    ledger.check(&format!("{path}/F"), f(&ours).statistic);
    ledger.check(&format!("{path}/df1"), f(&ours).df1);
    ledger.check(&format!("{path}/df2"), f(&ours).df2);
    let comparison = check_cd(ledger, path, 4, 27);
    let cd = comparison.nemenyi_critical_difference(0.10).expect("a difference");
    let names = ledger.names(&format!("{path}/rank_differences"));
    assert_eq!(names.len(), 6);
    for name in names {
        let (a, b) = name.split_once('-').expect("two methods");
        let rank = |method: &str| ours.mean_ranks[place(&table.methods, method)];
        let text = |method: &str| printed(ledger.context(&format!("{path}/rank/{method}"))).0;
        let (exact, rounded) = ((rank(a) - rank(b)).abs(), (text(a) - text(b)).abs());
        // Differences of printed ranks: 3.67 - 2.33 = 1.34 is really 1.3333.
        let entry = format!("{path}/rank_differences/{name}");
        match name.as_str() {
            "GP-FLDA1" => ledger.check_explained(&entry, exact, rounded),
            _ => ledger.check(&entry, exact),
        }
        ledger.check(&entry, rounded);
        assert_eq!(exact > cd, name != "GP-FLDA2", "{name}");
    }
    for pair in ledger.names("suppharangsarn/5.5/pairs") {
        let pair = format!("suppharangsarn/5.5/pairs/{pair}");
        let p = printed(ledger.context(&format!("{pair}/p"))).0;
        assert_eq!((ledger.take(&format!("{pair}/H0")).as_str(), p < 0.05), ("reject", true));
    }
}

/// Table 4.2: rows with one deviation by z = difference / (sd / sqrt n), with n = 10 (6 to 10 decide
/// the same); all p by Fisher's combination.
fn table_4_2(ledger: &mut Ledger) {
    let path = "suppharangsarn/4.2";
    let (means, sds) = (ledger.table(path), Table::read("suppharangsarn_4.2_error_sd.csv"));
    ledger.check(&format!("{path}/n_rows"), means.datasets.len() as f64);
    let mut p_values: Vec<f64> = ledger
        .names(&format!("{path}/t_p"))
        .iter()
        .map(|dataset| printed(ledger.context(&format!("{path}/t_p/{dataset}"))).0)
        .collect();
    assert_eq!(p_values.len(), 4);
    let mut tested = Vec::new();
    for (decision, significant) in [("z_significant", true), ("z_not_significant", false)] {
        for place_in_list in ledger.names(&format!("{path}/{decision}")) {
            let dataset = ledger.take(&format!("{path}/{decision}/{place_in_list}"));
            let row = place(&means.datasets, &dataset);
            let cell = |table: &Table, method: &str| table.text(method)[row].parse::<f64>().ok();
            let difference = cell(&means, "GP").unwrap() - cell(&means, "nonGP").unwrap();
            let sd = match (cell(&sds, "GP"), cell(&sds, "nonGP")) {
                (Some(sd), None) | (None, Some(sd)) => sd,
                both => panic!("{dataset}: {both:?}"),
            };
            let p = |n: f64| 2.0 * normal_sf(difference.abs() / (sd / n.sqrt()));
            for n in 6..=10 {
                assert_eq!(p(f64::from(n)) < 0.05, significant, "{dataset} {n}");
            }
            p_values.push(p(10.0));
            tested.push(dataset);
        }
    }
    // These are all rows with two means and one deviation.
    let both = |table: &Table, row: usize, count: usize| {
        ["GP", "nonGP"].iter().filter(|m| !table.text(m)[row].is_empty()).count() == count
    };
    let rows = (0..means.datasets.len()).filter(|&row| both(&means, row, 2) && both(&sds, row, 1));
    assert_eq!(rows.count(), tested.len());
    let fisher = -2.0 * p_values.iter().map(|&p| ln(p)).sum::<f64>();
    assert!(chi2_sf(fisher, 2.0 * p_values.len() as f64) < 0.05, "{fisher}");
    assert_eq!(ledger.take(&format!("{path}/fisher_decision")), "differ at 0.05");
}

/// Coverage of Dunnett's two-sided intervals for two groups against a control of the same size, 12
/// degrees of freedom: the integral over the control's mean and over the root mean square.
fn dunnett_coverage(critical: f64) -> f64 {
    let rule = GaussLegendre::new(40);
    let within = |width: f64| {
        rule.integrate(-9.0, 9.0, 4, |z| {
            let inside = normal_cdf(z + width) - normal_cdf(z - width);
            exp(-0.5 * z * z) / TAU.sqrt() * inside * inside
        })
    };
    // Density of sqrt(chi-square / 12): 2 6^6 / 5! s^11 exp(-6 s^2).
    rule.integrate(0.0, 4.0, 2, |s| {
        777.6 * s.powi(11) * exp(-6.0 * s * s) * within(SQRT_2 * critical * s)
    })
}

fn dunnett(ledger: &mut Ledger) {
    let (critical, half_unit) = printed(&ledger.take("suppharangsarn/3.3/dunnett_crit"));
    assert!((dunnett_coverage(40.0) - 1.0).abs() < 1e-9);
    let (low, high) =
        (dunnett_coverage(critical - half_unit), dunnett_coverage(critical + half_unit));
    assert!(low < 0.95 && 0.95 < high, "{low} {high}");
}

/// Support vectors and training cases of a method, by dataset of Tables 6.2 to 6.4.
fn counts(kind: &str, method: &str) -> (Vec<String>, Vec<f64>) {
    let tables =
        ["6.2", "6.3", "6.4"].map(|id| Table::read(&format!("suppharangsarn_{id}_{kind}.csv")));
    let mut with = tables.iter().filter(|table| table.methods.iter().any(|name| name == method));
    let first = with.next().unwrap_or_else(|| panic!("no {method}"));
    assert!(with.all(|table| table.text(method) == first.text(method)), "{method}");
    (first.datasets.clone(), first.column(method))
}

/// Table 6.7 as far as it survives, and what the prose quotes of the lost Table 6.6.
fn tables_6_6_and_6_7(ledger: &mut Ledger) {
    let ratios = ledger.table("suppharangsarn/6.7");
    let mut cells = 0;
    for method in &ratios.methods {
        let ((datasets, vectors), (_, cases)) = (counts("nsv", method), counts("ntrain", method));
        for (dataset, text) in ratios.datasets.iter().zip(ratios.text(method)) {
            let row = place(&datasets, dataset);
            assert_printed(100.0 * vectors[row] / cases[row], text, &format!("{dataset} {method}"));
            cells += 1;
        }
    }
    assert_eq!(cells, 56);
    let (datasets, all) = counts("ntrain", "SVM");
    let reductions = |method: &str| -> Vec<f64> {
        let (_, left) = counts("ntrain", method);
        left.iter().zip(&all).map(|(left, all)| 100.0 * (1.0 - left / all)).collect()
    };
    let methods = ledger.names("suppharangsarn/6.6/avg_reduction_pct");
    assert_eq!((datasets.len(), methods.len()), (27, 5));
    for method in methods {
        let entry = format!("suppharangsarn/6.6/avg_reduction_pct/{method}");
        ledger.check(&entry, mean(&reductions(&method)));
    }
    let banana = reductions("LDR1SNED")[place(&datasets, "banana")];
    ledger.check("suppharangsarn/6.6/banana_LDR1SNED", banana);
}

/// Cells that should be the same and are not.
fn contradictions(ledger: &mut Ledger) {
    let cell = |file: &str, dataset: &str, method: &str| {
        let table = Table::read(&format!("suppharangsarn_{file}.csv"));
        table.text(method)[place(&table.datasets, dataset)].to_owned()
    };
    let lung = |id: &str| {
        ["mean", "sd"].map(|part| cell(&format!("{id}_accuracy_pct_{part}"), "lung cancer", "SVM"))
    };
    assert_eq!(lung("5.4"), ["90.91", "7.42"]);
    ["6.2", "6.3", "6.4"].iter().for_each(|id| assert_eq!(lung(id), ["99.09", "2.87"], "{id}"));
    ledger.refute("suppharangsarn 5.4/6.2", "same run SVM on lung cancer");

    let tables = [("6.2", "ThresGaus"), ("6.9", "TG")].map(|(id, method)| {
        let table = Table::read(&format!("suppharangsarn_{id}_accuracy_pct_mean.csv"));
        let column: Vec<String> = table.text(method).into_iter().map(str::to_owned).collect();
        (table.datasets, column)
    });
    assert_eq!(tables[0].0, tables[1].0);
    let rows = tables[0].1.iter().zip(&tables[1].1).zip(&tables[0].0);
    let differ: Vec<_> = rows.filter(|((a, b), _)| a != b).collect();
    assert_eq!(format!("{differ:?}"), r#"[(("56.45", "56.44"), "SCOP-CSH")]"#);
    ledger.refute("suppharangsarn 6.2/6.9", "same run ThresGaus on SCOP-CSH");

    for part in ["accuracy_pct_mean", "accuracy_pct_sd", "ntrain", "nsv"] {
        let pair = ["LDR", "LDR1S"].map(|method| cell(&format!("6.3_{part}"), "ringnorm", method));
        match part {
            "nsv" => assert_eq!(pair, ["425", "401"]),
            _ => assert_eq!(pair[0], pair[1], "{part}"),
        }
    }
    ledger.refute("suppharangsarn 6.3", "LDR = LDR1S on two-class ringnorm (#SVs)");
}

pub fn check(ledger: &mut Ledger) {
    [table_3_6, tables_5_5_and_5_6, table_4_2].into_iter().for_each(|check| check(ledger));
    [dunnett, tables_6_6_and_6_7, contradictions].into_iter().for_each(|check| check(ledger));
}

#[test]
fn suppharangsarn_ranks_and_decisions() {
    let mut ledger = Ledger::new();
    let checks = [table_3_6, tables_5_5_and_5_6, table_4_2, dunnett];
    checks.into_iter().for_each(|check| check(&mut ledger));
}

#[test]
fn suppharangsarn_reductions_and_contradictions() {
    let mut ledger = Ledger::new();
    [tables_6_6_and_6_7, contradictions].into_iter().for_each(|check| check(&mut ledger));
}
