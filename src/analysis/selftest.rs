//! A short version of the conformance suite for users: the statistics of two published tables, computed here and now on
//! this machine, against what SciPy, statsmodels and scikit-posthocs give for them and against the published medians.

use super::complete::Refused;
use super::registry::{Test, corrections, drawn, friedman, nemenyi, wilcoxon as signed_rank};
use super::settings::AnalysisSettings;
use super::{Analysis, Results, Score};
use crate::measure::{Direction, Pairs, Unit};
use crate::stats::StatsError;
use crate::stats::wilcoxon;

/// Values by table, quantity and methods: `datasets/published/reference.csv` says how each was made.
const REFERENCE: &str = include_str!("../../datasets/published/reference.csv");
const MELKI: &str = include_str!("../../datasets/published/tables/melki_5.5_accuracy_pct_mean.csv");
const SUPPHARANGSARN: [&str; 2] = [
    include_str!("../../datasets/published/tables/suppharangsarn_5.4_accuracy_pct_mean.csv"),
    include_str!("../../datasets/published/tables/suppharangsarn_5.4_accuracy_pct_sd.csv"),
];

/// Published medians of Monte Carlo p (Suppharangsarn 2010, table 5.7), with half a unit of the last printed digit.
const MEDIANS: [(&str, &str, f64, f64); 6] = [
    ("SVM", "GP", 0.12, 0.005),
    ("SVM", "FLDA1", 4.08e-5, 0.005e-5),
    ("SVM", "FLDA2", 7.84e-4, 0.005e-4),
    ("GP", "FLDA1", 2.99e-4, 0.005e-4),
    ("GP", "FLDA2", 0.0054, 0.00005),
    ("FLDA1", "FLDA2", 0.033, 0.0005),
];
/// Three standard deviations of the median of 10,000 draws, as a share of it, at the smallest of these p.
const MEDIAN_NOISE: f64 = 0.12;
const CLOSE: f64 = 1e-9;
/// The reference computes Nemenyi's p to this absolute precision only.
const NEMENYI_REFERENCE: f64 = 1e-12;

/// A comparison with a reference.
#[derive(Debug, Clone)]
pub struct Check {
    /// What was compared.
    pub what: String,
    /// The reference.
    pub expected: f64,
    /// What this program gives.
    pub found: f64,
    /// Largest difference that rounding or simulation explains.
    pub allowed: f64,
}

impl Check {
    /// Whether they agree.
    pub fn good(&self) -> bool {
        (self.expected - self.found).abs() <= self.allowed
    }
}

/// All comparisons.
pub fn selftest() -> Result<Vec<Check>, Refused> {
    let mut checks = ranks()?;
    checks.extend(medians()?);
    checks.push(signed_ranks());
    Ok(checks)
}

fn table(mean: &str, sd: Option<&str>) -> Results {
    let rows = |text: &str| -> Vec<Vec<String>> {
        text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
    };
    let number = |row: &[String], column: usize| row.get(column).and_then(|c| c.parse().ok());
    let (means, sds) = (rows(mean), sd.map(rows));
    let methods: Vec<String> = means.first().map_or(Vec::new(), |head| head[1..].to_vec());
    let mut datasets = Vec::new();
    let mut cells = Vec::new();
    for (position, row) in means.iter().enumerate().skip(1) {
        datasets.push(row[0].clone());
        let cell = |column: usize| {
            let sd = sds.as_ref().and_then(|sds| number(&sds[position], column));
            Some(Score::new(number(row, column)?, sd))
        };
        cells.push((1..=methods.len()).map(cell).collect());
    }
    Results {
        metric: "accuracy".into(),
        title: "accuracy".into(),
        direction: Direction::Higher,
        direction_assumed: false,
        unit: Unit::Percent,
        range: (0.0, 100.0),
        pairs: Pairs::Folds,
        holes: Default::default(),
        datasets,
        methods,
        cells,
    }
}

fn ranks() -> Result<Vec<Check>, Refused> {
    let results = table(MELKI, None);
    let settings = |alpha: f64, method: wilcoxon::Method| AnalysisSettings {
        control: Some("OLLAWV".into()),
        alpha,
        wilcoxon: method,
        tests: vec![&friedman::TEST],
        ..AnalysisSettings::default()
    };
    let normal = Analysis::new(&results, &settings(0.05, wilcoxon::Method::Normal))?;
    let corrected = Analysis::new(&results, &settings(0.10, wilcoxon::Method::NormalCorrected))?;
    let mut checks = Vec::new();
    for line in REFERENCE.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        let [table, quantity, a, b, value, ..] = fields[..] else { continue };
        let (Some(found), Ok(expected)) =
            (found(&normal, &corrected, quantity, a, b), value.parse())
        else {
            continue;
        };
        if table != "melki 5.5" {
            continue;
        }
        let expected: f64 = expected;
        let extra = if quantity == "nemenyi_p" { NEMENYI_REFERENCE } else { 0.0 };
        checks.push(Check {
            what: [quantity, a, b].join(" ").trim_end().to_owned(),
            expected,
            found,
            allowed: CLOSE * expected.abs() + extra,
        });
    }
    Ok(checks)
}

/// Our value of a quantity of the reference, if it is one of those compared here.
fn found(normal: &Analysis, corrected: &Analysis, quantity: &str, a: &str, b: &str) -> Option<f64> {
    let omnibus = &normal.omnibus;
    let pair = |analysis: &Analysis| {
        analysis.versus_control.iter().find(|p| analysis.name(p.b) == b).cloned()
    };
    let signed =
        |analysis: &Analysis, key: &str| pair(analysis)?.found(&signed_rank::TEST)?.number(key);
    let adjusted = |correction: Test| pair(normal)?.adjusted(correction);
    Some(match quantity {
        "average_rank" => {
            let position = normal.results.methods.iter().position(|m| m == a)?;
            omnibus.mean_ranks[position]
        }
        "friedman_chi2" => omnibus.friedman.statistic,
        "friedman_chi2_tie_corrected" => omnibus.friedman_tie_corrected.statistic,
        "friedman_p_tie_corrected" => omnibus.friedman_tie_corrected.p,
        "iman_davenport_F" => omnibus.iman_davenport.statistic,
        "iman_davenport_p" => omnibus.iman_davenport.p,
        "iman_davenport_F_tie_corrected" => omnibus.iman_davenport_tie_corrected.statistic,
        "cd_nemenyi_0.05" => omnibus.nemenyi,
        "cd_bonferroni_dunn_0.05" => omnibus.bonferroni_dunn,
        "cd_nemenyi_0.10" => corrected.omnibus.nemenyi,
        "cd_bonferroni_dunn_0.10" => corrected.omnibus.bonferroni_dunn,
        "rank_z_p_unadjusted" => pair(normal)?.p,
        "rank_z_p_bonferroni" => adjusted(&corrections::BONFERRONI_DUNN)?,
        "rank_z_p_holm" => adjusted(&corrections::HOLM)?,
        "rank_z_p_hommel" => adjusted(&corrections::HOMMEL)?,
        "rank_z_p_simes-hochberg" => adjusted(&corrections::HOCHBERG)?,
        "nemenyi_p" => adjusted(&nemenyi::TEST)?,
        "wilcoxon_n_nonzero" => signed(normal, "n")?,
        "wilcoxon_r_plus" => signed(normal, "r_plus")?,
        "wilcoxon_r_minus" => signed(normal, "r_minus")?,
        "wilcoxon_p_asymptotic" => signed(normal, "p")?,
        "wilcoxon_p_asymptotic_cc" => signed(corrected, "p")?,
        _ => return None,
    })
}

fn medians() -> Result<Vec<Check>, Refused> {
    let results = table(SUPPHARANGSARN[0], Some(SUPPHARANGSARN[1]));
    let settings =
        AnalysisSettings { tests: vec![&drawn::MONTE_CARLO], ..AnalysisSettings::default() };
    let analysis = Analysis::new(&results, &settings)?;
    let pairs = analysis.sampled.first().map_or(&[][..], |sampled| &sampled.pairs);
    let of = |a: &str, b: &str| {
        let named = |x: usize, y: usize| analysis.name(x) == a && analysis.name(y) == b;
        let pair = pairs.iter().find(|(x, y, _)| named(*x, *y) || named(*y, *x));
        pair.map_or(f64::NAN, |(.., found)| found.summary.median)
    };
    let check = |(a, b, expected, unit): (&str, &str, f64, f64)| Check {
        what: format!("published median p, {a} and {b}"),
        expected,
        found: of(a, b),
        allowed: unit + MEDIAN_NOISE * expected,
    };
    Ok(MEDIANS.into_iter().map(check).collect())
}

/// Ten differences with the rank sum 8 on one side: 50 of 1,024 sign patterns are as extreme.
fn signed_ranks() -> Check {
    let differences: Vec<f64> = (1..=10).map(|d| f64::from(if d == 8 { -d } else { d })).collect();
    let options = wilcoxon::Options::default();
    let found: Result<_, StatsError> =
        wilcoxon::signed_rank_test_of_differences(&differences, &options);
    Check {
        what: "exact signed-rank p, n = 10, T = 8".into(),
        expected: 50.0 / 1024.0,
        found: found.map_or(f64::NAN, |test| test.p_two_sided),
        allowed: CLOSE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_selftest_passes_and_compares_much() {
        let checks = selftest().unwrap();
        assert!(checks.len() > 60, "{}", checks.len());
        let bad: Vec<&Check> = checks.iter().filter(|check| !check.good()).collect();
        assert!(bad.is_empty(), "{bad:?}");
    }
}
