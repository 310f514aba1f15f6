//! The ways in which a printed number can come about other than by the textbook, as data: one entry each, with the
//! quantities it is tried on, whether it is a convention or a fault, and words for the reader. A new way is an entry here
//! and an arm where its quantity is computed.

/// What kind of quantity is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Topic {
    /// A mean of a column.
    Average,
    /// A mean rank.
    Rank,
    /// Friedman's chi-square or Iman and Davenport's F or p.
    Omnibus,
    /// A critical value of F.
    CriticalF,
    /// A critical difference of mean ranks, or a point it is made of.
    CriticalDifference,
    /// A difference of two mean ranks.
    RankDifference,
    /// A p called Nemenyi's.
    NemenyiP,
    /// A p called Holm's.
    HolmP,
    /// A rank sum of the signed-rank test.
    RankSum,
    /// Its z.
    SignedRankZ,
    /// Its p.
    SignedRankP,
    /// A median p over draws.
    Median,
    /// A median p over resampled folds.
    Bootstrap,
    /// A median p over draws from a density.
    Density,
    /// A step of a worked example, or any number without conventions of its own.
    Step,
    /// A number of things.
    Count,
    /// A rate in a table that follows from other cells.
    Rate,
}

/// A way to come to a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Ties in print that the author's digits broke.
    HiddenDigits,
    /// Ties broken in some way.
    BrokenTies,
    /// Cells rounded before they were printed.
    RoundedCells,
    /// No correction for ties.
    NoTieCorrection,
    /// KEEL's zeros and ties.
    Keel,
    /// Exact p as if there were no ties.
    ExactUntied,
    /// Normal approximation with continuity correction.
    NormalCorrected,
    /// Normal approximation.
    Normal,
    /// p of the printed z.
    RoundedZ,
    /// A two-tailed 0.10 called one-tailed 0.05.
    OneTailedQ,
    /// Steps computed from rounded steps.
    RoundedSteps,
    /// The noise of simulation.
    Noise,
    /// What the rounding of means and deviations does to a median.
    RoundedSummaries,
    /// Within the difference that the claim file allows.
    Allowed,
    /// Rank 1 went to the worst.
    ReversedRanks,
    /// The row of averages was ranked.
    AverageRanked,
    /// One cell is wrong.
    WrongCell,
    /// 0.10 used for a stated 0.05.
    LevelTen,
    /// p that is not adjusted.
    UnadjustedP,
    /// Thresholds instead of p.
    Thresholds,
    /// Thresholds read as p.
    ThresholdsRead,
    /// Ties counted for each method.
    TiesCountedTwice,
    /// The critical value of other degrees of freedom.
    OtherDegrees,
    /// A paired z with the sign ignored.
    FoldedZ,
    /// Two tails where one is said.
    TwoTailed,
}

/// An entry of the registry.
#[derive(Debug)]
pub struct Explanation {
    /// Which way.
    pub way: Way,
    /// Whether the number is then not what it is called, or not right.
    pub fault: bool,
    /// What it is tried on.
    pub topics: &'static [Topic],
    /// A few words, as in "match under a convention: ...".
    pub name: &'static str,
    /// The rule.
    pub about: &'static str,
    /// Where it is found.
    pub example: &'static str,
}

use Topic as T;

/// Every way, conventions first; of several that explain a number equally well the first is taken.
pub const EXPLANATIONS: &[Explanation] = &[
    Explanation {
        way: Way::NoTieCorrection,
        fault: false,
        topics: &[T::Omnibus, T::SignedRankZ],
        name: "no correction for ties",
        about: "chi2 = 12 S / (N k (k + 1)) although ranks are tied; for signed ranks the variance n(n+1)(2n+1)/24",
        example: "Melki 2018, table 3.3: F = 6.72; corrected it is 6.73",
    },
    Explanation {
        way: Way::HiddenDigits,
        fault: false,
        topics: &[
            T::Rank,
            T::Omnibus,
            T::RankDifference,
            T::NemenyiP,
            T::HolmP,
            T::RankSum,
            T::SignedRankZ,
            T::SignedRankP,
            T::CriticalDifference,
        ],
        name: "ties broken by hidden digits",
        about: "cells that tie in print did not tie in the author's data; the claim file says which is larger, and 1e-7 is added to it",
        example: "Melki 2018, table 4.3: MIRSVM and Stacking on trx",
    },
    Explanation {
        way: Way::RoundedCells,
        fault: false,
        topics: &[T::Average],
        name: "cells rounded before averaging",
        about: "the mean of the printed cells is off by no more than the mean of half their last places",
        example: "Melki 2018, table 6.6: the average of NB",
    },
    Explanation {
        way: Way::Keel,
        fault: false,
        topics: &[T::RankSum, T::SignedRankP],
        name: "KEEL's rules for zeros and ties",
        about: "differences tie only if the binary numbers are equal; of an odd number of zeros one is dropped, the others share the lowest ranks and are counted",
        example: "Melki 2018, table 3.12: SVRCC has four zeros, R+ = 295, R- = 5, n = 24",
    },
    Explanation {
        way: Way::ExactUntied,
        fault: false,
        topics: &[T::SignedRankP],
        name: "exact p of ranks without ties",
        about: "the distribution of 1 to n without ties; for a sum that ends in a half, the mean of its neighbours' p",
        example: "Melki 2018, table 3.4: SVRRC, T = 33.5, p = 4.0e-4",
    },
    Explanation {
        way: Way::NormalCorrected,
        fault: false,
        topics: &[T::SignedRankP],
        name: "normal approximation with continuity correction",
        about: "z = (|R+ - n(n+1)/4| - 1/2) / sqrt(n(n+1)(2n+1)/24)",
        example: "Melki 2018, table 4.8: SimpleMI, p = 0.6603",
    },
    Explanation {
        way: Way::Normal,
        fault: false,
        topics: &[T::SignedRankP],
        name: "normal approximation",
        about: "z = (R+ - n(n+1)/4) / sqrt(n(n+1)(2n+1)/24), without correction for ties or continuity",
        example: "Suppharangsarn 2010, table 5.5",
    },
    Explanation {
        way: Way::RoundedZ,
        fault: false,
        topics: &[T::SignedRankP],
        name: "p of the rounded z",
        about: "p is looked up for z as printed, not as computed",
        example: "Suppharangsarn 2010, table 5.5: |z| = 3.75, p = 8.84e-5",
    },
    Explanation {
        way: Way::OneTailedQ,
        fault: false,
        topics: &[T::CriticalDifference],
        name: "two-tailed 0.10 called one-tailed 0.05",
        about: "q is the point of the studentized range at 2 alpha, divided by sqrt 2",
        example: "Suppharangsarn 2010, section 3.2.3: q = 2.052 for three methods",
    },
    Explanation {
        way: Way::RoundedSteps,
        fault: false,
        topics: &[T::Step, T::RankDifference],
        name: "intermediate steps rounded",
        about: "the step is computed from earlier steps as they are printed",
        example: "Suppharangsarn 2010, table 3.4: F = 14.83; unrounded it is 14.85",
    },
    Explanation {
        way: Way::BrokenTies,
        fault: false,
        topics: &[T::Rank],
        name: "within the range that breaking ties allows",
        about: "the mean rank lies between those that result if every tie goes for the method, and against it",
        example: "Melki 2018, tables 6.5 to 6.8: 23 mean ranks",
    },
    Explanation {
        way: Way::Noise,
        fault: false,
        topics: &[T::Median],
        name: "noise of the simulation",
        about: "a median of 10,000 draws has a standard deviation of 1 to 4 percent; three of them are allowed",
        example: "Suppharangsarn 2010, table 6.12: 1.31e-4",
    },
    Explanation {
        way: Way::RoundedSummaries,
        fault: false,
        topics: &[T::Median],
        name: "means and deviations rounded before they were printed",
        about: "the median lies within those of 60 tables that would be printed with the same cells",
        example: "Suppharangsarn 2010, table 6.20, from cells of two decimals",
    },
    Explanation {
        way: Way::Allowed,
        fault: false,
        topics: &[T::Rate],
        name: "within the difference that the claim file allows",
        about: "rates that were averaged over folds need not fit each other to the last digit; the claim file says how much is allowed",
        example: "Bollipo 2021, table 3.3: seven of ten accuracies",
    },
    Explanation {
        way: Way::ReversedRanks,
        fault: true,
        topics: &[T::Rank],
        name: "ranks in the wrong direction",
        about: "rank 1 went to the worst score",
        example: "Melki 2018, table 5.3: accuracy",
    },
    Explanation {
        way: Way::AverageRanked,
        fault: true,
        topics: &[T::Rank, T::CriticalDifference],
        name: "the Average row ranked as one more dataset",
        about: "the row of averages entered the ranks, and N is one too large",
        example: "Melki 2018, table 5.5",
    },
    Explanation {
        way: Way::WrongCell,
        fault: true,
        topics: &[T::Average, T::Rank],
        name: "a wrong cell",
        about: "changing one digit of one cell gives the printed average and the printed ranks",
        example: "Melki 2018, table 6.7: 0.0268 for 0.0208",
    },
    Explanation {
        way: Way::LevelTen,
        fault: true,
        topics: &[T::CriticalDifference],
        name: "level 0.10 used where 0.05 is stated",
        about: "the critical difference is that of twice the stated level",
        example: "Melki 2018, table 4.3: 5.63 = 2.20 + 3.434",
    },
    Explanation {
        way: Way::UnadjustedP,
        fault: true,
        topics: &[T::NemenyiP],
        name: "an unadjusted p called Nemenyi's",
        about: "2(1 - Phi(|Ri - Rc| / SE)), the p of a single comparison; Nemenyi's is that of the studentized range",
        example: "Melki 2018, tables 3.4 to 3.12",
    },
    Explanation {
        way: Way::Thresholds,
        fault: true,
        topics: &[T::HolmP],
        name: "a threshold printed as Holm's p",
        about: "alpha / i, with which the i-th largest p is compared; it does not depend on the data",
        example: "Melki 2018, tables 3.4 to 4.12",
    },
    Explanation {
        way: Way::ThresholdsRead,
        fault: true,
        topics: &[T::Count],
        name: "thresholds read as p-values",
        about: "the count is that of the thresholds below 0.01 (or 0.05), whatever the data say",
        example: "Melki 2018, section 4.4.1: all but four",
    },
    Explanation {
        way: Way::TiesCountedTwice,
        fault: true,
        topics: &[T::Count],
        name: "datasets counted once for each of the tied methods",
        about: "the counts of the single methods are added although they share datasets",
        example: "Melki 2018, section 3.4.5: 12 + 4 = 16, but the four are among the twelve",
    },
    Explanation {
        way: Way::OtherDegrees,
        fault: true,
        topics: &[T::CriticalF],
        name: "the critical value of other degrees of freedom",
        about: "the point of F with one degree of freedom fewer in the numerator",
        example: "Suppharangsarn 2010, section 3.2.3: 4.41 is F(1, 18)",
    },
    Explanation {
        way: Way::FoldedZ,
        fault: true,
        topics: &[T::Median, T::Bootstrap],
        name: "a z-test with the sign ignored, not the signed-rank test",
        about: "z = mean(d) / (s_d / sqrt M), p = 1 - Phi(|z|), with draws clipped at the largest possible score",
        example: "Suppharangsarn 2010, tables 5.2 to 6.20",
    },
    Explanation {
        way: Way::TwoTailed,
        fault: true,
        topics: &[T::Density],
        name: "above the largest possible median, as a two-tailed p would be",
        about: "the median of 1 - Phi(|z|) is at most about 0.25, for equal methods; half the printed value is possible",
        example: "Suppharangsarn 2010, table 6.8: 0.46",
    },
];

/// The entry of a way.
pub fn explanation(way: Way) -> Option<&'static Explanation> {
    EXPLANATIONS.iter().find(|explanation| explanation.way == way)
}

/// Whether a way is a fault.
pub fn is_fault(way: Way) -> bool {
    explanation(way).is_some_and(|explanation| explanation.fault)
}
