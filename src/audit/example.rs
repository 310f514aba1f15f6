//! Worked examples of a test: every step that a textbook shows, by name, recomputed from the data; where a step may have
//! been computed from rounded earlier ones, that as well.

use std::collections::BTreeMap;

use super::judge::{Answer, Claim, judge};
use super::ways::{Topic, Way};
use super::{Finding, Verdict};
use crate::published::{Example, ExampleTest, Printed, PublishedTable};
use crate::stats::anova::{Anova, one_way, repeated_measures};
use crate::stats::distribution::{studentized_range_quantile, t_quantile};
use crate::stats::dunnett;
use crate::stats::mann_whitney::{Method, mann_whitney};
use crate::stats::pairs_after_anova::{FollowUp, compare_pairs};
use crate::stats::rank::Ties;
use crate::stats::ttest::{Summary, Variances, independent, paired, pooled_sd};
use crate::stats::wilcoxon::{Options, signed_rank_test, signed_rank_test_of_differences};

const TEST: &str = "worked example";
/// Samples above this have no critical U or T here: printed tables of them end there too.
const MOST_IN_TABLES: usize = 20;

/// Steps by name: our value, and the value from rounded steps where that may differ.
type Steps = BTreeMap<String, (f64, Option<f64>)>;

/// Judges the steps of a table's worked example.
pub fn example(table: &PublishedTable) -> Vec<Finding> {
    let Some(claim) = &table.claims.example else { return Vec::new() };
    let steps = steps(table, claim);
    let missing = || {
        let gap = table.cells.gap();
        gap.unwrap_or_else(|| "the test is not defined for the columns of the table".to_owned())
    };
    let why_not = steps.is_none().then(missing);
    let steps = steps.unwrap_or_default();
    let judged = claim.values.iter().map(|(name, printed)| match steps.get(name) {
        Some(&(value, rounded)) => {
            let answer = move |ways: &[Way]| match ways {
                [] => Some(Answer::exactly(value)),
                [Way::RoundedSteps] => rounded.map(Answer::exactly),
                _ => None,
            };
            judge(&table.name, Topic::Step, Claim::new(name.as_str(), printed, answer))
        }
        None => {
            let known: Vec<&str> = steps.keys().map(String::as_str).collect();
            let known = crate::suggest::help(name, &known, &format!("it has {}", known.join(", ")));
            Finding::new(&table.name, name, Verdict::NotRecomputable)
                .printed(printed.text())
                .because(match &why_not {
                    Some(reason) => reason.clone(),
                    None => format!("no step of this test has that name; {known}"),
                })
        }
    });
    judged.collect()
}

fn steps(table: &PublishedTable, claim: &Example) -> Option<Steps> {
    let cells = &table.cells;
    let column = |name: &str| cells.column_values(cells.column(name)?);
    let alpha = claim.alpha.value();
    match claim.test {
        ExampleTest::IndependentT => independent_t(&column("A")?, &column("B")?, alpha),
        ExampleTest::PairedT => paired_t(&column("A")?, &column("B")?, alpha),
        ExampleTest::OneWayAnova => {
            let groups: Option<Vec<Vec<f64>>> =
                (0..cells.methods.len()).map(|place| cells.column_values(place)).collect();
            between_subjects(&groups?, alpha, &claim.values)
        }
        ExampleTest::RepeatedMeasuresAnova => within_subjects(&cells.rows()?, alpha, &claim.values),
        ExampleTest::MannWhitney => u_test(&column("A")?, &column("B")?, alpha),
        ExampleTest::SignedRank => signed_ranks(&column("A")?, &column("B")?, alpha),
    }
}

fn put(steps: &mut Steps, name: impl Into<String>, value: f64) {
    steps.insert(name.into(), (value, None));
}

fn summary(values: &[f64]) -> Option<Summary> {
    Summary::of(values, TEST).ok()
}

fn summaries(steps: &mut Steps, columns: [(&str, &[f64]); 2]) -> Option<()> {
    for (name, column) in columns {
        let summary = summary(column)?;
        put(steps, format!("mean_{name}"), summary.mean);
        put(steps, format!("sd_{name}"), summary.sd);
    }
    Some(())
}

fn independent_t(a: &[f64], b: &[f64], alpha: f64) -> Option<Steps> {
    let mut steps = Steps::new();
    summaries(&mut steps, [("A", a), ("B", b)])?;
    put(&mut steps, "Sp", pooled_sd(summary(a)?, summary(b)?));
    let test = independent(a, b, Variances::Pooled).ok()?;
    put(&mut steps, "t", test.t);
    put(&mut steps, "df", test.df);
    put(&mut steps, "t_crit", t_quantile(1.0 - alpha, test.df));
    Some(steps)
}

fn paired_t(a: &[f64], b: &[f64], alpha: f64) -> Option<Steps> {
    let mut steps = Steps::new();
    let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    summaries(&mut steps, [("A", a), ("B", b)])?;
    let of_differences = summary(&differences)?;
    put(&mut steps, "mean_D", of_differences.mean);
    put(&mut steps, "sd_D", of_differences.sd);
    let test = paired(a, b).ok()?;
    put(&mut steps, "t", test.t);
    put(&mut steps, "df", test.df);
    put(&mut steps, "t_crit", t_quantile(1.0 - alpha, test.df));
    Some(steps)
}

/// Sums that both analyses of variance begin with.
fn sums(steps: &mut Steps, groups: &[Vec<f64>]) {
    let all: Vec<f64> = groups.concat();
    for (i, group) in groups.iter().enumerate() {
        put(steps, format!("C{}", i + 1), group.iter().sum());
        put(steps, format!("mean_{}", i + 1), group.iter().sum::<f64>() / group.len() as f64);
    }
    let total: f64 = all.iter().sum();
    put(steps, "GT", total);
    put(steps, "sum_sq", all.iter().map(|value| value * value).sum());
    put(steps, "GT2_over_N", total * total / all.len() as f64);
}

fn table_of(steps: &mut Steps, anova: &Anova, alpha: f64) {
    put(steps, "SS_total", anova.ss_total);
    put(steps, "SS_between", anova.ss_between);
    put(steps, "df_between", anova.df_between);
    put(steps, "F", anova.f);
    put(steps, "F_crit", anova.critical_f(alpha));
}

fn between_subjects(
    groups: &[Vec<f64>],
    alpha: f64,
    printed: &BTreeMap<String, Printed>,
) -> Option<Steps> {
    let mut steps = Steps::new();
    sums(&mut steps, groups);
    let anova = one_way(groups).ok()?;
    table_of(&mut steps, &anova, alpha);
    put(&mut steps, "SS_within", anova.ss_error);
    put(&mut steps, "df_within", anova.df_error);
    let pairs = |follow_up| compare_pairs(&anova, follow_up, alpha).ok();
    let critical_t = t_quantile(1.0 - alpha / 2.0, anova.df_error);
    put(&mut steps, "t_crit_two_sided", critical_t);
    let fisher = pairs(FollowUp::FisherLsd)?;
    let lsd = fisher.first()?.critical_difference;
    let rounded = printed.get("t_crit_two_sided").map(|t| lsd / critical_t * t.value());
    steps.insert("LSD".into(), (lsd, rounded));
    for pair in fisher.iter().filter(|pair| pair.groups.0 == 0) {
        put(&mut steps, format!("dunnett_t_{}1", pair.groups.1 + 1), pair.statistic.abs());
    }
    let others = groups.len() - 1;
    put(&mut steps, "dunnett_crit", dunnett::critical_t(alpha, others, anova.df_error).ok()?);
    put(
        &mut steps,
        "q_crit",
        studentized_range_quantile(1.0 - alpha, groups.len(), anova.df_error),
    );
    put(&mut steps, "HSD", pairs(FollowUp::TukeyHsd)?.first()?.critical_difference);
    put(&mut steps, "scheffe", pairs(FollowUp::Scheffe)?.first()?.critical_difference);
    Some(steps)
}

fn within_subjects(
    rows: &[Vec<f64>],
    alpha: f64,
    printed: &BTreeMap<String, Printed>,
) -> Option<Steps> {
    let mut steps = Steps::new();
    let columns = rows.first()?.len();
    let groups: Vec<Vec<f64>> =
        (0..columns).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
    sums(&mut steps, &groups);
    for (i, row) in rows.iter().enumerate() {
        put(&mut steps, format!("P{}", i + 1), row.iter().sum());
    }
    let anova = repeated_measures(rows).ok()?;
    table_of(&mut steps, &anova, alpha);
    put(&mut steps, "df_error", anova.df_error);
    // The same from the steps before as they are printed.
    let said = |name: &str| printed.get(name).map(Printed::value);
    let squares =
        rows.iter().map(|row| row.iter().sum::<f64>().powi(2)).sum::<f64>() / columns as f64;
    let squares = (squares * 100.0).round() / 100.0;
    let subject = said("GT2_over_N").map(|correction| squares - correction);
    steps.insert("SS_subject".into(), (anova.ss_subject?, subject));
    let error = (|| Some(said("SS_total")? - said("SS_between")? - said("SS_subject")?))();
    steps.insert("SS_error".into(), (anova.ss_error, error));
    let f =
        (|| Some((said("SS_between")? / anova.df_between) / (said("SS_error")? / anova.df_error)))(
        );
    steps.insert("F".into(), (anova.f, f));
    let pairs = compare_pairs(&anova, FollowUp::Scheffe, alpha).ok()?;
    put(&mut steps, "scheffe", pairs.first()?.critical_difference);
    Some(steps)
}

fn u_test(a: &[f64], b: &[f64], alpha: f64) -> Option<Steps> {
    let mut steps = Steps::new();
    let test = mann_whitney(a, b, Ties::Decimal, Method::Exact).ok()?;
    put(&mut steps, "rank_sum_A", test.rank_sum_a);
    put(&mut steps, "rank_sum_B", test.rank_sum_b);
    put(&mut steps, "mean_rank_A", test.rank_sum_a / a.len() as f64);
    put(&mut steps, "mean_rank_B", test.rank_sum_b / b.len() as f64);
    // Textbooks with steps count the pairs that a group loses.
    put(&mut steps, "U_A", test.u_b);
    put(&mut steps, "U_B", test.u_a);
    if let Some(critical) = critical_u(a.len(), b.len(), alpha) {
        put(&mut steps, "U_crit_one_tailed", critical as f64);
    }
    Some(steps)
}

/// How many arrangements of two samples without ties have each U.
fn arrangements(a: usize, b: usize) -> Vec<f64> {
    let mut counts = vec![vec![vec![0.0; a * b + 1]; b + 1]; a + 1];
    for i in 0..=a {
        for j in 0..=b {
            if i == 0 || j == 0 {
                counts[i][j][0] = 1.0;
                continue;
            }
            for u in 0..=i * j {
                // The largest value is of the first sample and beats j others, or of the second.
                let first = if u >= j { counts[i - 1][j][u - j] } else { 0.0 };
                counts[i][j][u] = first + counts[i][j - 1][u];
            }
        }
    }
    counts.swap_remove(a).swap_remove(b)
}

/// The largest U that is significant, one-sided.
fn critical_u(a: usize, b: usize, alpha: f64) -> Option<usize> {
    if a.max(b) > MOST_IN_TABLES {
        return None;
    }
    let counts = arrangements(a, b);
    let all: f64 = counts.iter().sum();
    let mut below = 0.0;
    let significant = counts.iter().take_while(|count| {
        below += **count;
        below / all <= alpha
    });
    significant.count().checked_sub(1)
}

fn signed_ranks(a: &[f64], b: &[f64], alpha: f64) -> Option<Steps> {
    let mut steps = Steps::new();
    let test = signed_rank_test(a, b, &Options::default()).ok()?;
    put(&mut steps, "R_plus", test.r_plus);
    put(&mut steps, "R_minus", test.r_minus);
    put(&mut steps, "T", test.r_plus.min(test.r_minus));
    if let Some(critical) = critical_t(test.n, alpha) {
        put(&mut steps, "T_crit_one_tailed", critical as f64);
    }
    Some(steps)
}

/// The largest rank sum of the losing side that is significant, one-sided.
fn critical_t(pairs: usize, alpha: f64) -> Option<usize> {
    let significant = |sum: &usize| {
        let (mut left, mut differences) = (*sum, Vec::new());
        for rank in (1..=pairs).rev() {
            let lost = rank <= left;
            left -= if lost { rank } else { 0 };
            differences.push(if lost { -(rank as f64) } else { rank as f64 });
        }
        let test = signed_rank_test_of_differences(&differences, &Options::default());
        test.is_ok_and(|test| test.p_a_better <= alpha)
    };
    if pairs > MOST_IN_TABLES {
        return None;
    }
    let most = pairs * (pairs + 1) / 2;
    (0..=most).take_while(significant).count().checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn critical_values_are_those_of_printed_tables() {
        // Sheskin (2004), Tables A11 and A5, one-tailed 0.05.
        assert_eq!(critical_u(5, 5, 0.05), Some(4));
        assert_eq!(critical_u(3, 3, 0.05), Some(0));
        assert_eq!(
            (critical_t(9, 0.05), critical_t(5, 0.05), critical_t(4, 0.05)),
            (Some(8), Some(0), None)
        );
    }
}
