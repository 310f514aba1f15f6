//! The worked examples of Suppharangsarn (2010), Sections 3.1.1 to 3.2.3 (Tables 3.1 to 3.6), step
//! by step: our value against SciPy (to nine digits; the call is named) and against the printed one
//! (half a printed unit). Where the thesis goes on with rounded numbers, the step is repeated with
//! them.

use std::collections::BTreeMap;

use crate::published::{Table, assert_close, assert_printed, library};
use tribunal::published::Printed as Number;
use tribunal::stats::anova::{Anova, one_way, repeated_measures};
use tribunal::stats::distribution::{f_quantile, studentized_range_quantile, t_quantile};
use tribunal::stats::mann_whitney::{Method as UMethod, mann_whitney};
use tribunal::stats::pairs_after_anova::{FollowUp, PairOfGroups, compare_pairs};
use tribunal::stats::rank::Ties;
use tribunal::stats::ttest::{Summary, Variances};
use tribunal::stats::ttest::{independent, independent_from_summaries, paired, pooled_sd};
use tribunal::stats::wilcoxon::{
    Method, Options, signed_rank_test, signed_rank_test_of_differences,
};

/// What the thesis printed about one example.
struct Printed(BTreeMap<String, Number>);

impl Printed {
    fn of(example: &str) -> Printed {
        let library = library();
        let (_, table) = library.find(&format!("suppharangsarn-{example}")).expect("the table");
        Printed(table.claims.example.as_ref().expect("an example").values.clone())
    }

    /// Demands that our value rounds to the printed one.
    fn check(&self, name: &str, ours: f64) {
        assert_printed(ours, self.0[name].text(), name);
    }

    /// Demands that our value does not round to the printed one, which comes from rounded steps.
    fn check_differs(&self, name: &str, ours: f64) {
        assert!(!self.0[name].rounds_to(ours), "{name}: {ours}");
    }
}

fn columns(table: &Table) -> Vec<Vec<f64>> {
    table.methods.iter().map(|name| table.column(name)).collect()
}

fn summary(values: &[f64]) -> Summary {
    Summary::of(values, "worked example").expect("a summary")
}

fn sum(values: &[f64]) -> f64 {
    values.iter().sum()
}

#[test]
fn table_3_1_independent_t() {
    let printed = Printed::of("3.1");
    let table = Table::read("suppharangsarn_3.1_ttest.csv");
    let (a, b) = (table.column("A"), table.column("B"));
    let (of_a, of_b) = (summary(&a), summary(&b));
    printed.check("mean_A", of_a.mean);
    printed.check("mean_B", of_b.mean);
    printed.check("sd_A", of_a.sd);
    printed.check("sd_B", of_b.sd);
    printed.check("Sp", pooled_sd(of_a, of_b));
    // scipy.stats.ttest_ind(A, B), alternative="greater"; t.isf(0.05, 22)
    let test = independent(&a, &b, Variances::Pooled).expect("a result");
    assert_close(test.t, 1.4094442149308404, "t");
    assert_close(test.p_a_better, 0.08634183361324246, "one-sided p");
    assert_close(test.p_two_sided, 0.17268366722648493, "two-sided p");
    assert_close(t_quantile(0.95, test.df), 1.7171443743802428, "critical t");
    printed.check("t", test.t);
    printed.check("df", test.df);
    printed.check("t_crit", t_quantile(0.95, test.df));
    // From the printed means and deviations: the same to the printed digits.
    let rounded = |mean, sd| Summary { mean, sd, n: 12 };
    let (of_a, of_b) = (rounded(23.77, 2.26), rounded(22.08, 3.49));
    let test = independent_from_summaries(of_a, of_b, Variances::Pooled).expect("a result");
    printed.check("Sp", pooled_sd(of_a, of_b));
    printed.check("t", test.t);
}

#[test]
fn table_3_2_paired_t() {
    let printed = Printed::of("3.2");
    let table = Table::read("suppharangsarn_3.2_paired.csv");
    let (a, b) = (table.column("A"), table.column("B"));
    for (name, column) in [("A", &a), ("B", &b), ("D", &table.column("D"))] {
        printed.check(&format!("mean_{name}"), summary(column).mean);
        printed.check(&format!("sd_{name}"), summary(column).sd);
    }
    // scipy.stats.ttest_rel(A, B), alternative="greater"; t.isf(0.05, 9)
    let test = paired(&a, &b).expect("a result");
    assert_close(test.t, 1.8937271615893077, "t");
    assert_close(test.p_a_better, 0.04539696819640739, "one-sided p");
    assert_close(test.p_two_sided, 0.09079393639281479, "two-sided p");
    assert_close(t_quantile(0.95, test.df), 1.8331129326562376, "critical t");
    printed.check("t", test.t);
    printed.check("df", test.df);
    printed.check("t_crit", t_quantile(0.95, test.df));
}

/// The pairs (1, 2) and (1, 3) of the three groups.
fn first_pairs(anova: &Anova, follow_up: FollowUp) -> (PairOfGroups, PairOfGroups) {
    let pairs = compare_pairs(anova, follow_up, 0.05).expect("pairs");
    assert_eq!(pairs.len(), 3);
    (pairs[0], pairs[1])
}

#[test]
fn table_3_3_anova() {
    let printed = Printed::of("3.3");
    let groups = columns(&Table::read("suppharangsarn_3.3_anova.csv"));
    for (i, group) in groups.iter().enumerate() {
        printed.check(&format!("C{}", i + 1), sum(group));
    }
    let all = groups.concat();
    let correction = sum(&all) * sum(&all) / all.len() as f64;
    printed.check("GT", sum(&all));
    printed.check("sum_sq", all.iter().map(|value| value * value).sum());
    printed.check("GT2_over_N", correction);

    let anova = one_way(&groups).expect("a table");
    for (i, mean) in anova.means.iter().enumerate() {
        printed.check(&format!("mean_{}", i + 1), *mean);
    }
    printed.check("SS_total", anova.ss_total);
    printed.check("SS_between", anova.ss_between);
    printed.check("SS_within", anova.ss_error);
    printed.check("df_between", anova.df_between);
    printed.check("df_within", anova.df_error);
    // scipy.stats.f_oneway; f.isf(0.05, 2, 12)
    assert_close(anova.f, 13.62189054726368, "F");
    assert_close(anova.p, 0.0008174522794874202, "p");
    assert_close(anova.critical_f(0.05), 3.8852938346523924, "critical F");
    printed.check("F", anova.f);
    printed.check("F_crit", anova.critical_f(0.05));
}

#[test]
fn table_3_3_pairs() {
    let printed = Printed::of("3.3");
    let anova = one_way(&columns(&Table::read("suppharangsarn_3.3_anova.csv"))).expect("a table");
    assert_close(anova.ms_error, 26.8, "mean square within");

    // Fisher: 2 * t.sf(t, 12), t.isf(0.025, 12) * sqrt(2 MS / 5)
    let (one_two, one_three) = first_pairs(&anova, FollowUp::FisherLsd);
    assert_close(one_two.difference, 14.8, "difference");
    assert_close(one_two.statistic, 4.520269441183293, "t");
    assert_close(one_two.p, 0.0007014748288470978, "p");
    assert_close(one_two.critical_difference, 7.133740653883165, "LSD");
    assert!(one_three.difference.abs() < 1e-12 && one_three.p > 1.0 - 1e-9);
    let critical_t = t_quantile(0.975, anova.df_error);
    assert_close(critical_t, 2.1788128296672293, "critical t");
    printed.check("t_crit_two_sided", critical_t);
    // 7.14 is 2.18 times the standard error; unrounded it is 7.13.
    printed.check_differs("LSD", one_two.critical_difference);
    printed.check("LSD", one_two.critical_difference / critical_t * 2.18);
    // Dunnett's statistic is the same t, the control subtracted from the other group in print.
    printed.check("dunnett_t_21", one_two.statistic);
    printed.check("dunnett_t_31", one_three.statistic);

    // Tukey: scipy.stats.tukey_hsd, studentized_range.isf(0.05, 3, 12)
    let (one_two, _) = first_pairs(&anova, FollowUp::TukeyHsd);
    let critical_q = studentized_range_quantile(0.95, 3, anova.df_error);
    assert_close(one_two.statistic, 6.392626349302065, "q");
    assert_close(one_two.p, 0.00187287787415924, "p");
    assert_close(one_two.critical_difference, 8.734962070613678, "HSD");
    assert_close(critical_q, 3.772928965726967, "critical q");
    printed.check("q_crit", critical_q);
    printed.check("HSD", one_two.critical_difference);

    // Scheffe: f.sf(t^2 / 2, 2, 12), sqrt(2 f.isf(0.05, 2, 12) 2 MS / 5)
    let (one_two, _) = first_pairs(&anova, FollowUp::Scheffe);
    assert_close(one_two.statistic, 10.216417910447761, "F of the pair");
    assert_close(one_two.p, 0.0025655349452148785, "p");
    assert_close(one_two.critical_difference, 9.126921705314848, "Scheffe's difference");
    printed.check("scheffe", one_two.critical_difference);
}

#[test]
fn table_3_4_repeated_measures() {
    let printed = Printed::of("3.4");
    let table = Table::read("suppharangsarn_3.4_rmanova.csv");
    let rows = table.rows();
    for (i, group) in columns(&table).iter().enumerate() {
        printed.check(&format!("C{}", i + 1), sum(group));
    }
    for (i, row) in rows.iter().enumerate() {
        printed.check(&format!("P{}", i + 1), sum(row));
    }
    let all = rows.concat();
    printed.check("GT", sum(&all));
    printed.check("sum_sq", all.iter().map(|value| value * value).sum());
    printed.check("GT2_over_N", sum(&all) * sum(&all) / all.len() as f64);

    let anova = repeated_measures(&rows).expect("a table");
    printed.check("SS_total", anova.ss_total);
    printed.check("SS_between", anova.ss_between);
    printed.check("df_between", anova.df_between);
    printed.check("df_error", anova.df_error);
    // statsmodels AnovaRM; f.isf(0.05, 2, 8)
    assert_close(anova.f, 14.846153846153834, "F");
    assert_close(anova.p, 0.0020293129979681926, "p");
    assert_close(anova.critical_f(0.05), 4.458970107524511, "critical F");
    assert_close(anova.ss_error, 6.0 + 14.0 / 15.0, "SS of the error");
    printed.check("F_crit", anova.critical_f(0.05));
    // The thesis subtracts rounded sums: 701.33 - 666.67, then 67.33 - 25.73 - 34.66.
    let ss_subject = anova.ss_subject.expect("subjects");
    assert_close(ss_subject, 34.0 + 2.0 / 3.0, "SS of the subjects");
    printed.check_differs("SS_subject", ss_subject);
    printed.check_differs("SS_error", anova.ss_error);
    printed.check_differs("F", anova.f);
    printed.check("SS_subject", 701.33 - 666.67);
    printed.check("SS_error", 67.33 - 25.73 - 34.66);
    printed.check("F", (25.73 / 2.0) / (6.94 / 8.0));

    // Scheffe with the error of the table; the pair (2, 3) stays undecided, as printed.
    let pairs = compare_pairs(&anova, FollowUp::Scheffe, 0.05).expect("pairs");
    assert_close(pairs[0].critical_difference, 1.758281151546493, "Scheffe's difference");
    printed.check("scheffe", pairs[0].critical_difference);
    let significant: Vec<bool> =
        pairs.iter().map(|pair| pair.difference.abs() >= pair.critical_difference).collect();
    assert_eq!(significant, [true, true, false]);
    assert!(pairs.iter().zip(significant).all(|(pair, yes)| (pair.p <= 0.05) == yes));
}

#[test]
fn table_3_5_mann_whitney() {
    let printed = Printed::of("3.5");
    let table = Table::read("suppharangsarn_3.5_mannwhitney.csv");
    let (a, b) = (table.column("A"), table.column("B"));
    let test = |method| mann_whitney(&a, &b, Ties::Decimal, method).expect("a result");
    let exact = test(UMethod::Exact);
    assert_eq!(exact.rank_sum_a, sum(&table.column("rank_A")));
    printed.check("rank_sum_A", exact.rank_sum_a);
    printed.check("rank_sum_B", exact.rank_sum_b);
    printed.check("mean_rank_A", exact.rank_sum_a / 5.0);
    printed.check("mean_rank_B", exact.rank_sum_b / 5.0);
    // The thesis counts the pairs each group loses: its U of A is our U of B.
    printed.check("U_A", exact.u_b);
    printed.check("U_B", exact.u_a);
    // scipy.stats.mannwhitneyu(A, B): PermutationMethod; asymptotic; asymptotic with continuity.
    assert_close(exact.p_two_sided, 0.05555555555555555, "exact p");
    assert_close(exact.p_a_better, 0.9841269841269841, "exact one-sided p");
    assert_close(test(UMethod::Normal).p_two_sided, 0.04586616156942451, "normal p");
    let corrected = test(UMethod::NormalCorrected);
    assert_close(corrected.p_two_sided, 0.05855263015682658, "corrected p");
    assert_close(corrected.p_a_better, 0.982210583380203, "corrected one-sided p");

    // The critical U of five and five without ties: 4 is significant one-sided, 5 is not.
    let p_of_u = |b: [f64; 5]| {
        let a = [1.0, 2.0, 3.0, 4.0, 5.0];
        let test = mann_whitney(&b, &a, Ties::Decimal, UMethod::Exact).expect("a result");
        (test.u_b, test.p_a_better)
    };
    let (u, p) = p_of_u([1.5, 5.5, 6.0, 7.0, 8.0]);
    assert!(u == 4.0 && p <= 0.05, "{u} {p}");
    printed.check("U_crit_one_tailed", u);
    let (u, p) = p_of_u([1.5, 4.5, 6.0, 7.0, 8.0]);
    assert!(u == 5.0 && p > 0.05, "{u} {p}");
}

#[test]
fn table_3_6_wilcoxon() {
    let printed = Printed::of("3.6-wilcoxon");
    let table = Table::read("suppharangsarn_3.6_wilcoxon.csv");
    let (a, b) = (table.column("A"), table.column("B"));
    let test = |method| {
        signed_rank_test(&a, &b, &Options { method, ..Options::default() }).expect("a result")
    };
    let exact = test(Method::Exact);
    assert_eq!((exact.n, exact.zeros), (9, 1));
    printed.check("R_plus", exact.r_plus);
    printed.check("R_minus", exact.r_minus);
    printed.check("T", exact.r_plus.min(exact.r_minus));
    // scipy.stats.wilcoxon on the nine differences: exact; approx without correction.
    assert_close(exact.p_two_sided, 0.02734375, "exact p");
    assert_close(exact.p_a_better, 0.013671875, "exact one-sided p");
    let normal = test(Method::Normal);
    assert_close(normal.z.expect("z"), 2.1916908477086414, "z");
    assert_close(normal.p_two_sided, 0.028401837044201694, "normal p");
    assert_close(normal.p_a_better, 0.014200918522100847, "normal one-sided p");

    // The critical T of nine pairs: R- = 8 is significant one-sided, 9 is not.
    let p_of_t = |negative: &[usize]| {
        let sign = |rank: usize| if negative.contains(&rank) { -1.0 } else { 1.0 };
        let d: Vec<f64> = (1..=9).map(|rank| sign(rank) * rank as f64).collect();
        let test = signed_rank_test_of_differences(&d, &Options::default()).expect("a result");
        (test.r_minus, test.p_a_better)
    };
    assert_eq!(p_of_t(&[1, 7]), (8.0, 0.048828125));
    assert_eq!(p_of_t(&[9]), (9.0, 0.064453125));
    printed.check("T_crit_one_tailed", p_of_t(&[8]).0);
}

/// The critical F of the Friedman example is a misprint: 4.41 belongs to (1, 18) degrees of
/// freedom.
#[test]
fn table_3_6_critical_f() {
    let library = library();
    let (_, table) = library.find("suppharangsarn-3.6-friedman").expect("the table");
    let omnibus = table.claims.omnibus.as_ref().expect("a test");
    let critical = omnibus.F_crit.as_ref().expect("a critical value");
    // f.isf(0.05, 1, 18), f.isf(0.05, 2, 18)
    assert_close(f_quantile(0.95, 1.0, 18.0), 4.413873419170566, "F(1, 18)");
    assert_close(f_quantile(0.95, 2.0, 18.0), 3.554557145661787, "F(2, 18)");
    assert!(critical.rounds_to(f_quantile(0.95, 1.0, 18.0)));
    assert!(!critical.rounds_to(f_quantile(0.95, 2.0, 18.0)));
}

/// Table 4.2: pooled t-tests from printed means and deviations give the four printed p.
#[test]
fn table_4_2_t_from_summaries() {
    let library = library();
    let (_, table) = library.find("suppharangsarn-4.2").expect("the table");
    let printed = table.claims.summaries.as_ref().expect("summaries");
    let part = |part: &str| Table::read(&format!("suppharangsarn_4.2_error_{part}.csv"));
    let (means, sds) = (part("mean"), part("sd"));
    let rows = &printed.t_n;
    assert_eq!(rows.len(), 4);
    for (dataset, n) in rows {
        let row = means.datasets.iter().position(|name| name == dataset).expect("a dataset");
        // Other rows have no deviation, so only the cells of this one are read as numbers.
        let cell = |table: &Table, method: &str| -> f64 {
            table.text(method)[row].parse().expect("a number")
        };
        let of = |method: &str| Summary {
            mean: cell(&means, method),
            sd: cell(&sds, method),
            n: *n as usize,
        };
        let test = independent_from_summaries(of("GP"), of("nonGP"), Variances::Pooled);
        assert_printed(test.expect("a result").p_two_sided, printed.t_p[dataset].text(), dataset);
    }
}
