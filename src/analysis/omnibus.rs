//! Do the methods differ at all? Mean ranks, Friedman's test in its usual forms, and the test that decides: Wilcoxon's
//! where there are two methods, else Friedman's by its exact distribution or in the F form of Iman and Davenport.

use super::complete::{Complete, Refused};
use super::registry::{TwoMethods, wilcoxon};
use super::settings::AnalysisSettings;
use crate::stats::StatsError;
use crate::stats::friedman::{ChiSquareTest, FTest, RankTable, friedman, iman_davenport};
use crate::stats::friedman_exact;
use crate::stats::posthoc::RankComparison;

/// What the tests over all methods say.
#[derive(Debug, Clone)]
pub struct Omnibus {
    /// Mean rank of every method; 1 is best.
    pub mean_ranks: Vec<f64>,
    /// Friedman's chi-square as published by most: without tie correction.
    pub friedman: ChiSquareTest,
    /// With tie correction.
    pub friedman_tie_corrected: ChiSquareTest,
    /// The F form of both.
    pub iman_davenport: FTest,
    /// Of the tie-corrected chi-square.
    pub iman_davenport_tie_corrected: FTest,
    /// The p that decides whether the methods differ at all.
    pub gate: Gate,
    /// The rank difference that matters, for all pairs.
    pub nemenyi: f64,
    /// The rank difference that matters, against a control.
    pub bonferroni_dunn: f64,
}

/// The rank differences that matter. They depend on the numbers of methods and datasets only.
#[derive(Debug, Clone, Copy)]
pub struct CriticalDifferences {
    nemenyi: f64,
    bonferroni_dunn: f64,
}

impl CriticalDifferences {
    /// Those of a table.
    pub fn of(
        complete: &Complete,
        settings: &AnalysisSettings,
    ) -> Result<CriticalDifferences, Refused> {
        let (ranks, alpha) = (comparison(complete)?, settings.alpha);
        Ok(CriticalDifferences {
            nemenyi: ranks.nemenyi_critical_difference(alpha).map_err(refused)?,
            bonferroni_dunn: ranks.bonferroni_dunn_critical_difference(alpha).map_err(refused)?,
        })
    }
}

impl Omnibus {
    /// Whether there are two methods: the test over all methods has compared them, and nothing else needs to be asked.
    pub fn answers_the_only_pair(&self) -> bool {
        self.mean_ranks.len() == 2
    }
}

/// What decides whether the methods differ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gate {
    /// Its p.
    pub p: f64,
    /// Which test it is.
    pub test: GateTest,
    /// Of two methods: positive where it favours the first, negative where the second; 0 for more methods.
    pub favours: f64,
}

/// The test over all methods that decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GateTest {
    /// Signed ranks of the only two methods: Friedman's test of two methods is the sign test, which is far weaker.
    Wilcoxon,
    /// Friedman's test by its exact distribution: for few datasets the approximations promise too much.
    FriedmanExact,
    /// The F form of Friedman's test, corrected for ties.
    ImanDavenport,
}

impl GateTest {
    /// Its name in sentences.
    pub fn title(self) -> &'static str {
        match self {
            GateTest::Wilcoxon => "Wilcoxon signed-rank test",
            GateTest::FriedmanExact => "exact Friedman test",
            GateTest::ImanDavenport => "Iman-Davenport test",
        }
    }

    /// Its name in JSON.
    pub fn key(self) -> &'static str {
        match self {
            GateTest::Wilcoxon => "wilcoxon",
            GateTest::FriedmanExact => "friedman-exact",
            GateTest::ImanDavenport => "iman-davenport-tie-corrected",
        }
    }
}

/// With this many datasets or more the F approximation is good enough for three methods or more.
const MANY_DATASETS: usize = 10;

/// The rank comparison of a table.
pub fn comparison(complete: &Complete) -> Result<RankComparison, Refused> {
    let (n, k) = (complete.results.datasets.len(), complete.results.methods.len());
    RankComparison::new(k, n).map_err(refused)
}

/// A statistic that cannot be computed refuses the analysis.
pub fn refused(error: StatsError) -> Refused {
    Refused { problem: error.to_string(), remedy: "look at the table that was given".into() }
}

/// The ranks of every dataset.
pub fn rank_table(
    complete: &Complete,
    settings: &AnalysisSettings,
) -> Result<RankTable, StatsError> {
    RankTable::new(&complete.ranked, true, settings.ties)
}

/// The tests over all methods that every verdict needs.
pub fn omnibus(complete: &Complete, settings: &AnalysisSettings) -> Result<Omnibus, Refused> {
    omnibus_with(complete, settings, CriticalDifferences::of(complete, settings)?)
}

/// The same with critical differences that were computed for another table of the same size.
pub fn omnibus_with(
    complete: &Complete,
    settings: &AnalysisSettings,
    critical: CriticalDifferences,
) -> Result<Omnibus, Refused> {
    let table = rank_table(complete, settings).map_err(refused)?;
    let (n, k) = (table.rows().len(), table.columns());
    let found = friedman(&table);
    let corrected = found.tie_corrected.unwrap_or(found.classic);
    let with_ties = iman_davenport(corrected.statistic, n, k);
    let gate = of_two(complete, settings).unwrap_or_else(|| {
        let few = k == 2 || n < MANY_DATASETS;
        let exact = few.then(|| friedman_exact::exact_p(&table).ok()).flatten();
        let favours = if k == 2 { found.mean_ranks[1] - found.mean_ranks[0] } else { 0.0 };
        match exact {
            Some(p) => Gate { p, test: GateTest::FriedmanExact, favours },
            None => Gate { p: with_ties.p, test: GateTest::ImanDavenport, favours },
        }
    });
    Ok(Omnibus {
        iman_davenport: iman_davenport(found.classic.statistic, n, k),
        mean_ranks: found.mean_ranks,
        friedman: found.classic,
        friedman_tie_corrected: corrected,
        gate,
        iman_davenport_tie_corrected: with_ties,
        nemenyi: critical.nemenyi,
        bonferroni_dunn: critical.bonferroni_dunn,
    })
}

/// Wilcoxon's test of the only two methods. Errors in units of the target cannot be compared in size over datasets, and
/// missing results have no size: there Friedman's test remains.
fn of_two(complete: &Complete, settings: &AnalysisSettings) -> Option<Gate> {
    let results = &complete.results;
    if results.methods.len() != 2 || results.mixes_units() || results.missing() > 0 {
        return None;
    }
    let column =
        |method: usize| complete.ranked.iter().map(|row| row[method]).collect::<Vec<f64>>();
    let (a, b) = (column(0), column(1));
    let found = wilcoxon::run(&TwoMethods { a: &a, b: &b, results, settings }).ok()?;
    Some(Gate { p: found.p?, test: GateTest::Wilcoxon, favours: found.favours })
}
