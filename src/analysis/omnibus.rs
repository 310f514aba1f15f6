//! Do the methods differ at all? The tests over all methods at once, from one table of ranks.

use super::complete::{Complete, Refused};
use super::settings::{AnalysisSettings, Test};
use crate::stats::StatsError;
use crate::stats::anova::{Anova, repeated_measures};
use crate::stats::friedman::{ChiSquareTest, FTest, RankTable, friedman, iman_davenport};
use crate::stats::friedman_exact;
use crate::stats::pairs_after_anova::{FollowUp, PairOfGroups, compare_pairs};
use crate::stats::posthoc::RankComparison;
use crate::stats::quade::quade;

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
    /// Exact p of Friedman's statistic, where it was asked for.
    pub exact_p: Option<Result<f64, StatsError>>,
    /// The p that decides whether the methods differ at all.
    pub gate: Gate,
    /// Quade's test.
    pub quade: Option<Result<FTest, StatsError>>,
    /// Analysis of variance with its pairs by Tukey and by Fisher's LSD.
    pub anova: Option<Result<Variance, StatsError>>,
    /// The rank difference that matters, for all pairs.
    pub nemenyi: f64,
    /// The rank difference that matters, against a control.
    pub bonferroni_dunn: f64,
}

impl Omnibus {
    /// Whether there are two methods and the exact test has compared them: nothing else needs to be asked.
    pub fn answers_the_only_pair(&self) -> bool {
        self.mean_ranks.len() == 2 && self.gate.exact
    }
}

/// What decides whether the methods differ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gate {
    /// Its p.
    pub p: f64,
    /// Whether it is exact, else it is that of Iman and Davenport corrected for ties: for two methods and for few datasets the approximations promise too much.
    pub exact: bool,
}

/// From so many datasets on the F approximation is good enough for three methods or more.
const MANY_DATASETS: usize = 10;

/// An analysis of variance and what follows it.
#[derive(Debug, Clone)]
pub struct Variance {
    /// The table of variances.
    pub anova: Anova,
    /// All pairs by Tukey's studentised range.
    pub tukey: Vec<PairOfGroups>,
    /// All pairs by Fisher's least significant difference.
    pub lsd: Vec<PairOfGroups>,
}

/// The rank comparison of a table.
pub fn comparison(complete: &Complete) -> Result<RankComparison, Refused> {
    let (n, k) = (complete.results.datasets.len(), complete.results.methods.len());
    RankComparison::new(k, n).map_err(refused)
}

/// A statistic that cannot be computed refuses the analysis.
pub fn refused(error: StatsError) -> Refused {
    Refused { problem: error.to_string(), remedy: "look at the table that was given".into() }
}

/// All tests over all methods.
pub fn omnibus(complete: &Complete, settings: &AnalysisSettings) -> Result<Omnibus, Refused> {
    let table = RankTable::new(&complete.ranked, true, settings.ties).map_err(refused)?;
    let (n, k) = (table.rows().len(), table.columns());
    let found = friedman(&table);
    let corrected = found.tie_corrected.unwrap_or(found.classic);
    let ranks = comparison(complete)?;
    let approximate = iman_davenport(found.classic.statistic, n, k);
    let (few, asked) = (k == 2 || n < MANY_DATASETS, settings.asks(Test::FriedmanExact));
    let exact_p = (few || asked).then(|| friedman_exact::exact_p(&table));
    let exact = exact_p.clone().filter(|_| few).and_then(Result::ok);
    let with_ties = iman_davenport(corrected.statistic, n, k);
    let gate = Gate { p: exact.unwrap_or(with_ties.p), exact: exact.is_some() };
    let whole = complete.results.missing() == 0;
    let anova = || {
        if !whole {
            let reason = "missing results have ranks but no values";
            return Err(StatsError::Undefined { test: "analysis of variance", reason });
        }
        let anova = repeated_measures(&complete.ranked)?;
        let tukey = compare_pairs(&anova, FollowUp::TukeyHsd, settings.alpha)?;
        let lsd = compare_pairs(&anova, FollowUp::FisherLsd, settings.alpha)?;
        Ok(Variance { anova, tukey, lsd })
    };
    Ok(Omnibus {
        mean_ranks: found.mean_ranks,
        friedman: found.classic,
        friedman_tie_corrected: corrected,
        iman_davenport: approximate,
        gate,
        iman_davenport_tie_corrected: with_ties,
        exact_p: exact_p.filter(|_| asked),
        quade: settings.asks(Test::Quade).then(|| match whole {
            true => quade(&complete.ranked, settings.ties),
            false => Err(StatsError::Undefined {
                test: "Quade's test",
                reason: "missing results have ranks but no values",
            }),
        }),
        anova: settings.asks(Test::Anova).then(anova),
        nemenyi: ranks.nemenyi_critical_difference(settings.alpha).map_err(refused)?,
        bonferroni_dunn: ranks
            .bonferroni_dunn_critical_difference(settings.alpha)
            .map_err(refused)?,
    })
}
