//! Analysis of variance with one factor (Fisher 1925, *Statistical Methods for Research Workers*):
//! between subjects (every group its own cases) and repeated measures (every case in every group,
//! as methods on datasets). Total variation is divided into that between the groups, that between
//! the subjects and the error; F compares the first with the last. All intermediate values are
//! returned. Comparisons of single pairs are in `pairs_after_anova`. It must not know what the
//! groups are.

use crate::num::math::mean;
use crate::stats::distribution::{f_quantile, f_sf};
use crate::stats::error::StatsError;
use crate::stats::ttest::{finite, rounding_noise, some_spread};

/// The table of an analysis of variance.
#[derive(Debug, Clone, PartialEq)]
pub struct Anova {
    /// Mean of each group.
    pub means: Vec<f64>,
    /// Size of each group.
    pub sizes: Vec<usize>,
    /// Sum of squared deviations from the mean of all values.
    pub ss_total: f64,
    /// The part of the group means.
    pub ss_between: f64,
    /// The part of the subject means; only with repeated measures.
    pub ss_subject: Option<f64>,
    /// The rest: within the groups, or what neither group nor subject explains.
    pub ss_error: f64,
    /// Degrees of freedom of the groups.
    pub df_between: f64,
    /// Degrees of freedom of the error.
    pub df_error: f64,
    /// Mean square of the groups.
    pub ms_between: f64,
    /// Mean square of the error.
    pub ms_error: f64,
    /// Quotient of the mean squares.
    pub f: f64,
    /// Its p.
    pub p: f64,
}

impl Anova {
    /// The F that is exceeded with probability `alpha` if all groups are equal.
    pub fn critical_f(&self, alpha: f64) -> f64 {
        f_quantile(1.0 - alpha, self.df_between, self.df_error)
    }
}

/// Independent groups, of any sizes.
pub fn one_way(groups: &[Vec<f64>]) -> Result<Anova, StatsError> {
    const TEST: &str = "one-way ANOVA";
    at_least(2, groups.len(), "groups", TEST)?;
    let smallest = groups.iter().map(Vec::len).min().unwrap_or(0);
    at_least(1, smallest, "values in each group", TEST)?;
    let all: Vec<f64> = groups.concat();
    at_least(groups.len() + 1, all.len(), "values in all groups together", TEST)?;
    finite(&all, TEST)?;
    let grand_mean = mean(&all);
    let means: Vec<f64> = groups.iter().map(|group| mean(group)).collect();
    let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
    let within = groups
        .iter()
        .zip(&means)
        .flat_map(|(group, mean)| group.iter().map(move |value| value - mean));
    let ss_error = sum_of_squares(within);
    let between =
        means.iter().zip(&sizes).map(|(mean, &size)| (size as f64).sqrt() * (mean - grand_mean));
    let ss_between = sum_of_squares(between);
    let df_error = (all.len() - groups.len()) as f64;
    table(TEST, &all, Parts { means, sizes, ss_between, ss_subject: None, ss_error, df_error })
}

/// Repeated measures: `subjects[s][g]` is the value of subject `s` in group `g`.
pub fn repeated_measures(subjects: &[Vec<f64>]) -> Result<Anova, StatsError> {
    const TEST: &str = "repeated-measures ANOVA";
    at_least(2, subjects.len(), "subjects", TEST)?;
    let groups = subjects[0].len();
    at_least(2, groups, "groups", TEST)?;
    if subjects.iter().any(|row| row.len() != groups) {
        let reason = "a subject lacks a value in some group";
        return Err(StatsError::BadInput { test: TEST, reason });
    }
    let all: Vec<f64> = subjects.concat();
    finite(&all, TEST)?;
    let grand_mean = mean(&all);
    let column = |group: usize| subjects.iter().map(|row| row[group]).collect::<Vec<f64>>();
    let means: Vec<f64> = (0..groups).map(|group| mean(&column(group))).collect();
    let subject_means: Vec<f64> = subjects.iter().map(|row| mean(row)).collect();
    let ss_between =
        subjects.len() as f64 * sum_of_squares(means.iter().map(|mean| mean - grand_mean));
    let ss_subject = groups as f64 * sum_of_squares(subject_means.iter().map(|m| m - grand_mean));
    let rest = subjects.iter().zip(&subject_means).flat_map(|(row, subject)| {
        row.iter().zip(&means).map(move |(value, group)| value - subject - (group - grand_mean))
    });
    let ss_error = sum_of_squares(rest);
    let sizes = vec![subjects.len(); groups];
    let df_error = ((groups - 1) * (subjects.len() - 1)) as f64;
    let ss_subject = Some(ss_subject);
    table(TEST, &all, Parts { means, sizes, ss_between, ss_subject, ss_error, df_error })
}

struct Parts {
    means: Vec<f64>,
    sizes: Vec<usize>,
    ss_between: f64,
    ss_subject: Option<f64>,
    ss_error: f64,
    df_error: f64,
}

fn table(test: &'static str, all: &[f64], parts: Parts) -> Result<Anova, StatsError> {
    let Parts { means, sizes, ss_between, ss_subject, ss_error, df_error } = parts;
    let df_between = (means.len() - 1) as f64;
    let (ms_between, ms_error) = (ss_between / df_between, ss_error / df_error);
    // An error term made of rounding errors alone would make every difference significant.
    let noise = rounding_noise(all);
    some_spread(if ms_error.sqrt() <= noise { 0.0 } else { ms_error }, test)?;
    let f = ms_between / ms_error;
    Ok(Anova {
        means,
        sizes,
        ss_total: ss_between + ss_subject.unwrap_or(0.0) + ss_error,
        ss_between,
        ss_subject,
        ss_error,
        df_between,
        df_error,
        ms_between,
        ms_error,
        f,
        p: f_sf(f, df_between, df_error),
    })
}

fn at_least(
    needed: usize,
    found: usize,
    what: &'static str,
    test: &'static str,
) -> Result<(), StatsError> {
    if found < needed {
        return Err(StatsError::TooFew { test, what, needed, found });
    }
    Ok(())
}

fn sum_of_squares(values: impl Iterator<Item = f64>) -> f64 {
    values.map(|value| value * value).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(ours: f64, reference: f64) {
        assert!((ours - reference).abs() <= 1e-12 * reference.abs(), "{ours} {reference}");
    }

    #[test]
    fn unequal_groups() {
        // scipy.stats.f_oneway([1,2,3], [2,4], [7,8,9,10]).
        let groups = [vec![1.0, 2.0, 3.0], vec![2.0, 4.0], vec![7.0, 8.0, 9.0, 10.0]];
        let table = one_way(&groups).unwrap();
        close(table.f, F_UNEQUAL);
        close(table.p, P_UNEQUAL);
        assert_eq!((table.df_between, table.df_error), (2.0, 6.0));
        assert_eq!(table.ss_subject, None);
    }

    const F_UNEQUAL: f64 = 27.962962962962962;
    const P_UNEQUAL: f64 = 0.0009095702022569239;

    #[test]
    fn degenerate_samples_are_refused() {
        let one = |groups: &[&[f64]]| {
            one_way(&groups.iter().map(|group| group.to_vec()).collect::<Vec<_>>())
        };
        assert!(matches!(one(&[]), Err(StatsError::TooFew { .. })));
        assert!(matches!(one(&[&[1.0, 2.0]]), Err(StatsError::TooFew { .. })));
        assert!(matches!(one(&[&[1.0, 2.0], &[]]), Err(StatsError::TooFew { .. })));
        assert!(matches!(one(&[&[1.0], &[2.0]]), Err(StatsError::TooFew { .. })));
        assert!(matches!(one(&[&[1.0, f64::NAN], &[2.0]]), Err(StatsError::BadInput { .. })));
        // 0.1 three times has a mean that is not 0.1: the spread is rounding error only.
        let constant = one(&[&[0.1, 0.1, 0.1], &[0.7, 0.7, 0.7]]);
        assert!(matches!(constant, Err(StatsError::Undefined { .. })));

        let rows = |rows: &[&[f64]]| {
            repeated_measures(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>())
        };
        assert!(matches!(rows(&[]), Err(StatsError::TooFew { .. })));
        assert!(matches!(rows(&[&[1.0, 2.0]]), Err(StatsError::TooFew { .. })));
        assert!(matches!(rows(&[&[1.0], &[2.0]]), Err(StatsError::TooFew { .. })));
        assert!(matches!(rows(&[&[1.0, 2.0], &[2.0]]), Err(StatsError::BadInput { .. })));
        assert!(matches!(
            rows(&[&[1.0, 2.0], &[2.0, f64::INFINITY]]),
            Err(StatsError::BadInput { .. })
        ));
        // Subject and group explain everything.
        let additive = rows(&[&[0.1, 0.3], &[0.2, 0.4], &[0.7, 0.9]]);
        assert!(matches!(additive, Err(StatsError::Undefined { .. })));
    }

    proptest! {
        #[test]
        fn the_parts_make_the_whole(values in prop::collection::vec(-9.0_f64..9.0, 12)) {
            let whole_mean = mean(&values);
            let total = sum_of_squares(values.iter().map(|v| v - whole_mean));
            let rows: Vec<Vec<f64>> = values.chunks(3).map(<[f64]>::to_vec).collect();
            let repeated = repeated_measures(&rows).unwrap();
            prop_assert!((repeated.ss_total - total).abs() < 1e-10 * total);
            let columns: Vec<Vec<f64>> =
                (0..3).map(|g| rows.iter().map(|row| row[g]).collect()).collect();
            let independent = one_way(&columns).unwrap();
            prop_assert!((independent.ss_total - total).abs() < 1e-10 * total);
            prop_assert!((independent.ss_between - repeated.ss_between).abs() < 1e-10 * total);
        }
    }
}
