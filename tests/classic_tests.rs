//! The classic tests against SciPy and statsmodels on random samples (reference/classic_tests.json,
//! made by reference/make_classic_tests.py), to nine digits.

use serde_json::Value;

use crate::published::assert_close as close;
use tribunal::stats::anova::{one_way, repeated_measures};
use tribunal::stats::mann_whitney::{Method as UMethod, mann_whitney};
use tribunal::stats::mcnemar::mcnemar;
use tribunal::stats::pairs_after_anova::{FollowUp, compare_pairs};
use tribunal::stats::rank::Ties;
use tribunal::stats::resampled_ttest::{corrected_resampled, five_by_two_f, five_by_two_t};
use tribunal::stats::sign::sign_test_of_counts;
use tribunal::stats::ttest::{Summary, TTest, Variances};
use tribunal::stats::ttest::{independent, independent_from_summaries, paired};
use tribunal::stats::wilcoxon::{Method, Options, Zeros, signed_rank_test_of_differences};

fn cases(test: &str) -> Vec<Value> {
    let text = include_str!("reference/classic_tests.json");
    let all: Value = serde_json::from_str(text).expect("JSON");
    let cases = all[test].as_array().expect("cases").clone();
    assert!(cases.len() >= 8, "{test} has too few cases");
    cases
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("not a number: {value}"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

fn table(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().expect("a list").iter().map(numbers).collect()
}

#[test]
fn wilcoxon() {
    let (mut compared, mut exact_with_ties) = (0, 0);
    for case in cases("wilcoxon") {
        let d = numbers(&case["d"]);
        for result in case["results"].as_array().expect("results") {
            let zeros = match result["zeros"].as_str() {
                Some("wilcox") => Zeros::Drop,
                Some("pratt") => Zeros::Pratt,
                _ => Zeros::Split,
            };
            let method = match result["method"].as_str() {
                Some("exact") => Method::Exact,
                Some("corrected") => Method::NormalCorrected,
                _ => Method::Normal,
            };
            let options = Options { zeros, method, ..Options::default() };
            let ours = signed_rank_test_of_differences(&d, &options).expect("a result");
            let what = format!("{result} {d:?}");
            close(ours.r_plus, number(&result["r_plus"]), &what);
            close(ours.p_two_sided, number(&result["p"][0]), &what);
            close(ours.p_a_better, number(&result["p"][1]), &what);
            if let Some(z) = ours.z {
                close(z.abs(), number(&result["abs_z"]), &what);
            }
            compared += 1;
            exact_with_ties += u32::from(method == Method::Exact && d[0].fract() == 0.0);
        }
    }
    assert!(compared > 200 && exact_with_ties >= 12, "{compared} {exact_with_ties}");
}

#[test]
fn sign() {
    for case in cases("sign") {
        let count = |name: &str| case[name].as_u64().expect("a count");
        let ours = sign_test_of_counts(count("wins"), count("losses"), 0).expect("a result");
        close(ours.p_two_sided, number(&case["p"][0]), &case.to_string());
        close(ours.p_a_better, number(&case["p"][1]), &case.to_string());
    }
}

#[test]
fn t() {
    let compare = |ours: TTest, case: &Value, name: &str| {
        let what = format!("{name} {case}");
        close(ours.t, number(&case[name]["t"]), &what);
        close(ours.p_two_sided, number(&case[name]["p"][0]), &what);
        close(ours.p_a_better, number(&case[name]["p"][1]), &what);
    };
    for case in cases("ttest") {
        let (a, b, c) = (numbers(&case["a"]), numbers(&case["b"]), numbers(&case["c"]));
        compare(paired(&a, &b).expect("a result"), &case, "paired");
        compare(independent(&a, &c, Variances::Pooled).expect("a result"), &case, "pooled");
        let welch = independent(&a, &c, Variances::Welch).expect("a result");
        compare(welch, &case, "welch");
        close(welch.df, number(&case["welch_df"]), "degrees of freedom");
        compare(corrected_resampled(&a, &b, 1.0 / 9.0).expect("a result"), &case, "corrected");
        let summary = |values: &[f64]| Summary::of(values, "test").expect("a summary");
        let (a, c) = (summary(&a), summary(&c));
        for (variances, name) in [(Variances::Pooled, "pooled"), (Variances::Welch, "welch")] {
            let ours = independent_from_summaries(a, c, variances).expect("a result");
            compare(ours, &case, name);
        }
    }
}

#[test]
fn five_by_two() {
    for case in cases("five_by_two") {
        let rows = table(&case["d"]);
        let d: [[f64; 2]; 5] = std::array::from_fn(|i| [rows[i][0], rows[i][1]]);
        let t = five_by_two_t(&d).expect("a result");
        close(t.t, number(&case["t"]), "t");
        close(t.p_two_sided, number(&case["p_t"][0]), "p of t");
        close(t.p_a_better, number(&case["p_t"][1]), "one-sided p of t");
        let f = five_by_two_f(&d).expect("a result");
        close(f.f, number(&case["f"]), "F");
        close(f.p, number(&case["p_f"]), "p of F");
    }
}

#[test]
fn mcnemars() {
    for case in cases("mcnemar") {
        let count = |name: &str| case[name].as_u64().expect("a count");
        let ours = mcnemar(count("a"), count("b")).expect("a result");
        let pairs = [
            (ours.p_exact, "exact"),
            (ours.p_mid, "mid"),
            (ours.chi2, "chi2"),
            (ours.p_chi2, "p_chi2"),
            (ours.chi2_corrected, "chi2_corrected"),
            (ours.p_chi2_corrected, "p_chi2_corrected"),
        ];
        pairs.iter().for_each(|&(ours, name)| close(ours, number(&case[name]), name));
    }
}

#[test]
fn mann_whitney_u() {
    let mut compared = 0;
    for case in cases("mann_whitney") {
        let (a, b) = (numbers(&case["a"]), numbers(&case["b"]));
        for result in case["results"].as_array().expect("results") {
            let method = match result["method"].as_str() {
                Some("exact") => UMethod::Exact,
                Some("corrected") => UMethod::NormalCorrected,
                _ => UMethod::Normal,
            };
            let ours = mann_whitney(&a, &b, Ties::Decimal, method).expect("a result");
            let what = format!("{result} {a:?} {b:?}");
            close(ours.u_a, number(&result["u_a"]), &what);
            close(ours.u_b, (a.len() * b.len()) as f64 - ours.u_a, &what);
            close(ours.p_two_sided, number(&result["p"][0]), &what);
            close(ours.p_a_better, number(&result["p"][1]), &what);
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn anova() {
    for case in cases("anova") {
        let ours = one_way(&table(&case["groups"])).expect("a result");
        close(ours.f, number(&case["f"]), "F");
        close(ours.p, number(&case["p"]), "p");
        close(ours.critical_f(0.05), number(&case["critical_f"]), "critical F");
        let repeated = repeated_measures(&table(&case["rows"])).expect("a result");
        close(repeated.f, number(&case["rm_f"]), "F of repeated measures");
        close(repeated.p, number(&case["rm_p"]), "p of repeated measures");
        let follow_ups = [
            (FollowUp::FisherLsd, "lsd", "p_lsd"),
            (FollowUp::TukeyHsd, "hsd", "p_hsd"),
            (FollowUp::Scheffe, "scheffe", "p_scheffe"),
        ];
        for (follow_up, critical, p) in follow_ups {
            let pairs = compare_pairs(&ours, follow_up, 0.05).expect("pairs");
            let expected = case["pairs"].as_array().expect("pairs");
            assert_eq!(pairs.len(), expected.len());
            for (pair, expected) in pairs.iter().zip(expected) {
                let what = format!("{critical} {:?}", pair.groups);
                close(pair.critical_difference, number(&expected[critical]), &what);
                close(pair.p, number(&expected[p]), &what);
            }
        }
    }
}
