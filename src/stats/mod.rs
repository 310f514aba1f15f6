//! Statistics: numbers in, numbers out. Nothing here knows a method, a dataset or a file.
//!
//! | theme | modules |
//! |---|---|
//! | ranks over datasets | [`rank`], [`friedman`], [`friedman_exact`], [`quade`], [`posthoc`] |
//! | | [`friedman_aligned`], [`quade_pairs`], [`conover_friedman`], [`miller`], [`page`], [`rank_bootstrap`] |
//! | corrections for many comparisons | [`adjust`], [`shaffer`], [`bergmann`] |
//! | two methods | [`wilcoxon`], [`sign`], [`ttest`], [`resampled_ttest`], [`mcnemar`], [`mann_whitney`], [`permutation`] |
//! | several classifiers on one dataset | [`cochran_q`] |
//! | several groups | [`anova`], [`pairs_after_anova`], [`dunnett`] |
//! | scores that are uncertain themselves | [`uncertainty`], [`rank_draws`], [`bayes`] |
//! | size of effects | [`effect`], [`effect_interval`], [`effect_delta`], [`effect_gamma`], [`quantile`] |
//! | power and sample size | [`power`] |
//! | distributions | [`distribution`], [`noncentral_t`], [`studentized_range`], [`special`], [`quadrature`], [`tails`] |

pub mod adjust;
pub mod anova;
pub mod bayes;
pub mod bergmann;
pub mod cliques;
pub mod cochran_q;
pub mod conover_friedman;
pub mod distribution;
pub mod dunnett;
pub mod effect;
pub mod effect_delta;
pub mod effect_gamma;
pub mod effect_interval;
pub mod error;
pub mod friedman;
pub mod friedman_aligned;
pub mod friedman_exact;
pub mod mann_whitney;
pub mod mcnemar;
pub mod miller;
pub mod non_inferiority;
pub mod noncentral_t;
pub mod page;
pub mod pairs_after_anova;
pub mod permutation;
pub mod posthoc;
pub mod power;
pub mod quade;
pub mod quade_pairs;
pub mod quadrature;
pub mod quantile;
pub mod rank;
pub mod rank_bootstrap;
pub mod rank_draws;
pub mod resampled_ttest;
pub mod shaffer;
pub mod sign;
pub mod special;
pub mod studentized_range;
pub mod tails;
pub mod ttest;
pub mod uncertainty;
pub mod wilcoxon;

#[cfg(test)]
mod reference_cases;

pub use error::StatsError;
pub use rank::{TIE, Ties, average_ranks};
