//! Corrections for a family of m hypotheses that use nothing but their p-values: the adjusted
//! p-value is the smallest level at which the hypothesis would be rejected. Every correction
//! describes itself by one entry of a list (name, what it controls, what it assumes, source,
//! procedure); the procedures are in `steps` and `rom`. It must not know what the
//! hypotheses say.
//!
//! To add one: a variant of [`Correction`], and an entry at the same place of the list.

mod rom;
mod steps;
#[cfg(test)]
mod tests;

pub(super) use steps::running_max;

/// A way to adjust p-values that uses nothing but the p-values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Correction {
    /// m times the p-value.
    Bonferroni,
    /// Holm's step-down procedure.
    Holm,
    /// Hochberg's step-up procedure.
    Hochberg,
    /// Hommel's procedure.
    Hommel,
    /// Finner's step-down procedure.
    Finner,
    /// Li's two-step procedure.
    Li,
    /// Sidak's single-step procedure.
    Sidak,
    /// Holland and Copenhaver's step-down procedure.
    Holland,
    /// Rom's step-up procedure.
    Rom,
    /// Benjamini and Hochberg's step-up procedure for the false discovery rate.
    Fdr,
}

/// The error rate that a correction holds below the level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorRate {
    /// The probability of rejecting at least one true hypothesis.
    FamilyWise,
    /// The expected share of true hypotheses among the rejected ones. Weaker: with many real
    /// differences, wrong rejections are more likely than the level.
    FalseDiscovery,
}

impl ErrorRate {
    /// In words, as it follows "controls".
    pub fn words(self) -> &'static str {
        match self {
            ErrorRate::FamilyWise => "the family-wise error",
            ErrorRate::FalseDiscovery => "the false discovery rate, not the family-wise error",
        }
    }
}

/// What a correction says of itself.
struct Entry {
    correction: Correction,
    name: &'static str,
    title: &'static str,
    controls: ErrorRate,
    assumes: &'static str,
    source: &'static str,
    /// From rising p-values to adjusted ones, which may still exceed 1.
    procedure: fn(&[f64]) -> Vec<f64>,
}

const NOTHING: &str = "nothing about the dependence of the p-values";
const INDEPENDENT: &str = "independent p-values";
const INDEPENDENT_OR_POSITIVE: &str = "independent or positively dependent p-values";

/// In the order of the variants of [`Correction`].
static ENTRIES: [Entry; 10] = [
    Entry {
        correction: Correction::Bonferroni,
        name: "bonferroni",
        title: "Bonferroni's correction",
        controls: ErrorRate::FamilyWise,
        assumes: NOTHING,
        source: "Dunn 1961, JASA 56(293):52-64",
        procedure: steps::bonferroni,
    },
    Entry {
        correction: Correction::Holm,
        name: "holm",
        title: "Holm's procedure",
        controls: ErrorRate::FamilyWise,
        assumes: NOTHING,
        source: "Holm 1979, Scandinavian Journal of Statistics 6(2):65-70",
        procedure: steps::holm,
    },
    Entry {
        correction: Correction::Hochberg,
        name: "hochberg",
        title: "Hochberg's procedure",
        controls: ErrorRate::FamilyWise,
        assumes: INDEPENDENT_OR_POSITIVE,
        source: "Hochberg 1988, Biometrika 75(4):800-802",
        procedure: steps::hochberg,
    },
    Entry {
        correction: Correction::Hommel,
        name: "hommel",
        title: "Hommel's procedure",
        controls: ErrorRate::FamilyWise,
        assumes: INDEPENDENT_OR_POSITIVE,
        source: "Hommel 1988, Biometrika 75(2):383-386",
        procedure: steps::hommel,
    },
    Entry {
        correction: Correction::Finner,
        name: "finner",
        title: "Finner's procedure",
        controls: ErrorRate::FamilyWise,
        assumes: INDEPENDENT,
        source: "Finner 1993, JASA 88(423):920-923",
        procedure: steps::finner,
    },
    Entry {
        correction: Correction::Li,
        name: "li",
        title: "Li's procedure",
        controls: ErrorRate::FamilyWise,
        assumes: INDEPENDENT,
        source: "Li 2008, Journal of Statistical Planning and Inference 138:1521-1527",
        procedure: steps::li,
    },
    Entry {
        correction: Correction::Sidak,
        name: "sidak",
        title: "Sidak's correction",
        controls: ErrorRate::FamilyWise,
        assumes: INDEPENDENT_OR_POSITIVE,
        source: "Sidak 1967, JASA 62(318):626-633",
        procedure: steps::sidak,
    },
    Entry {
        correction: Correction::Holland,
        name: "holland",
        title: "Holland's procedure",
        controls: ErrorRate::FamilyWise,
        assumes: INDEPENDENT_OR_POSITIVE,
        source: "Holland and Copenhaver 1987, Biometrics 43(2):417-423",
        procedure: steps::holland,
    },
    Entry {
        correction: Correction::Rom,
        name: "rom",
        title: "Rom's procedure",
        controls: ErrorRate::FamilyWise,
        assumes: INDEPENDENT,
        source: "Rom 1990, Biometrika 77(3):663-665",
        procedure: rom::rom,
    },
    Entry {
        correction: Correction::Fdr,
        name: "fdr",
        title: "Benjamini and Hochberg's procedure",
        controls: ErrorRate::FalseDiscovery,
        assumes: INDEPENDENT_OR_POSITIVE,
        source: "Benjamini and Hochberg 1995, Journal of the Royal Statistical Society B 57(1):289-300",
        procedure: steps::fdr,
    },
];

impl Correction {
    /// All of them.
    pub const ALL: [Correction; 10] = [
        Correction::Bonferroni,
        Correction::Holm,
        Correction::Hochberg,
        Correction::Hommel,
        Correction::Finner,
        Correction::Li,
        Correction::Sidak,
        Correction::Holland,
        Correction::Rom,
        Correction::Fdr,
    ];

    fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }

    /// Its name in files and on the command line.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The correction with that name.
    pub fn named(name: &str) -> Option<Correction> {
        ENTRIES.iter().find(|entry| entry.name == name).map(|entry| entry.correction)
    }

    /// Its name in a sentence: "Holm's procedure".
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// The error rate that it controls.
    pub fn controls(self) -> ErrorRate {
        self.entry().controls
    }

    /// What must hold for the control, as it follows "assumes".
    pub fn assumes(self) -> &'static str {
        self.entry().assumes
    }

    /// Author, year, journal, volume and pages.
    pub fn source(self) -> &'static str {
        self.entry().source
    }

    /// The adjusted p-values, in the order given; at most 1, never in another order than the
    /// p-values themselves, equal for equal ones. The p-values must lie in [0, 1].
    pub fn adjust(self, p_values: &[f64]) -> Vec<f64> {
        in_rising_order(p_values, self.entry().procedure)
    }
}

/// Sorts, applies a procedure that expects rising p-values, caps at 1 and restores the order.
pub(super) fn in_rising_order(
    p_values: &[f64],
    procedure: impl Fn(&[f64]) -> Vec<f64>,
) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let sorted: Vec<f64> = order.iter().map(|&i| p_values[i]).collect();
    let mut adjusted = vec![0.0; p_values.len()];
    for (i, value) in order.into_iter().zip(procedure(&sorted)) {
        adjusted[i] = value.min(1.0);
    }
    adjusted
}
