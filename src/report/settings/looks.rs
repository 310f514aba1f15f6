//! How tables and diagrams look: what the bars of a diagram of ranks show, at which end the best rank is, and whether tables
//! may run over pages. Each choice has the word that specs and the command line use for it.

use crate::choices::Words;

/// The tests whose groups a critical-difference diagram shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GroupTest {
    /// What the verdict rests on.
    #[default]
    Verdict,
    /// One critical difference for all pairs, shown as a ruler.
    Nemenyi,
    /// Rank differences with Shaffer's correction.
    Shaffer,
    /// Signed ranks with Holm's correction.
    Wilcoxon,
}

/// The words for [`GroupTest`].
pub const GROUPS: Words<GroupTest> = &[
    ("verdict", GroupTest::Verdict),
    ("nemenyi", GroupTest::Nemenyi),
    ("shaffer", GroupTest::Shaffer),
    ("wilcoxon", GroupTest::Wilcoxon),
];

/// At which end of diagrams of ranks rank 1 is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BestRank {
    /// On the left.
    #[default]
    Left,
    /// On the right.
    Right,
}

/// The words for [`BestRank`].
pub const BEST_RANK: Words<BestRank> = &[("left", BestRank::Left), ("right", BestRank::Right)];

/// Whether tables may run over pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LongTable {
    /// Where a table has more than forty rows.
    #[default]
    Auto,
    /// All tables.
    Always,
    /// No table.
    Never,
}

/// The words for [`LongTable`].
pub const LONG_TABLE: Words<LongTable> =
    &[("auto", LongTable::Auto), ("always", LongTable::Always), ("never", LongTable::Never)];
