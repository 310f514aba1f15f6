//! Why a statistic cannot be computed.

/// Why a statistic cannot be computed. The text says what is missing, in the words of the test.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum StatsError {
    /// Too little data.
    #[error("{test} needs at least {needed} {what}, there are {found}")]
    TooFew {
        /// Which test.
        test: &'static str,
        /// What there is too little of, in the plural.
        what: &'static str,
        /// How many it needs.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// Enough data, but the statistic does not exist for it (all differences zero, no spread, ...).
    #[error("{test}: {reason}")]
    Undefined {
        /// Which test.
        test: &'static str,
        /// Why it has no value.
        reason: &'static str,
    },
    /// A number that is not finite, or a setting outside its range.
    #[error("{test}: {reason}")]
    BadInput {
        /// Which test.
        test: &'static str,
        /// What is wrong.
        reason: &'static str,
    },
}
