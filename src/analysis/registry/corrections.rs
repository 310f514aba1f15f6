//! Corrections of the p-values of rank differences for many comparisons: a list, each entry with its procedure.

use super::{Correction, Families, Family, Input, Run, TestInfo, sources};
use crate::stats::adjust::Correction as Procedure;
use crate::stats::bergmann::bergmann_hommel;
use crate::stats::shaffer::shaffer;

/// What all corrections have in common.
const CORRECTION: TestInfo = TestInfo {
    name: "",
    key: "",
    title: "",
    question: "",
    needs: "one score per method and dataset",
    input: Input::Ranks,
    assumes: "datasets are independent; enough of them for a normal approximation of mean ranks",
    sources: &[],
    run: Run::Part,
};

/// The correction `bonferroni-dunn`.
pub static BONFERRONI_DUNN: TestInfo = TestInfo {
    name: "bonferroni-dunn",
    key: "p_bonferroni",
    title: "the Bonferroni-Dunn test",
    question: "against the control, one critical difference",
    sources: &[sources::DUNN],
    run: Run::Correction(Correction {
        head: "Bonferroni",
        shown: Families::Control,
        adjust: |family| Some(Procedure::Bonferroni.adjust(family.p)),
    }),
    ..CORRECTION
};

/// The correction `holm`.
pub static HOLM: TestInfo = TestInfo {
    name: "holm",
    key: "p_holm",
    title: "Holm's procedure",
    question: "rank z, Holm's step-down correction",
    sources: &[sources::HOLM],
    run: Run::Correction(Correction {
        head: "Holm",
        shown: Families::Both,
        adjust: |family| Some(Procedure::Holm.adjust(family.p)),
    }),
    ..CORRECTION
};

/// The correction `hochberg`.
pub static HOCHBERG: TestInfo = TestInfo {
    name: "hochberg",
    key: "p_hochberg",
    title: "Hochberg's procedure",
    question: "rank z, Hochberg's step-up correction",
    sources: &[sources::HOCHBERG],
    run: Run::Correction(Correction {
        head: "Hochberg",
        shown: Families::Both,
        adjust: |family| Some(Procedure::Hochberg.adjust(family.p)),
    }),
    ..CORRECTION
};

/// The correction `hommel`.
pub static HOMMEL: TestInfo = TestInfo {
    name: "hommel",
    key: "p_hommel",
    title: "Hommel's procedure",
    question: "rank z, Hommel's correction",
    sources: &[sources::HOMMEL],
    run: Run::Correction(Correction {
        head: "Hommel",
        shown: Families::Both,
        adjust: |family| Some(Procedure::Hommel.adjust(family.p)),
    }),
    ..CORRECTION
};

/// The correction `finner`.
pub static FINNER: TestInfo = TestInfo {
    name: "finner",
    key: "p_finner",
    title: "Finner's procedure",
    question: "rank z, Finner's correction",
    sources: &[sources::FINNER],
    run: Run::Correction(Correction {
        head: "Finner",
        shown: Families::Both,
        adjust: |family| Some(Procedure::Finner.adjust(family.p)),
    }),
    ..CORRECTION
};

/// The correction `li`.
/// Li's correction needs the largest p to be small, which that of all pairs never is.
pub static LI: TestInfo = TestInfo {
    name: "li",
    key: "p_li",
    title: "Li's procedure",
    question: "rank z, Li's correction",
    sources: &[sources::LI],
    run: Run::Correction(Correction {
        head: "Li",
        shown: Families::Control,
        adjust: |family| Some(Procedure::Li.adjust(family.p)),
    }),
    ..CORRECTION
};

/// The correction `sidak`.
pub static SIDAK: TestInfo = TestInfo {
    name: "sidak",
    key: "p_sidak",
    title: "Sidak's procedure",
    question: "rank z, Sidak's single-step correction",
    sources: &[
        "@article{sidak1967,\n  author = {{\\v S}id{\\'a}k, Zbyn{\\v e}k},\n  title = {Rectangular confidence regions for the means of multivariate normal distributions},\n  journal = {Journal of the American Statistical Association}, volume = {62}, pages = {626--633}, year = {1967}}",
    ],
    run: Run::Correction(Correction {
        head: "Sidak",
        shown: Families::Both,
        adjust: |family| Some(Procedure::Sidak.adjust(family.p)),
    }),
    ..CORRECTION
};

/// The correction `holland`.
pub static HOLLAND: TestInfo = TestInfo {
    name: "holland",
    key: "p_holland",
    title: "Holland's procedure",
    question: "rank z, Holland's step-down correction",
    sources: &[
        "@article{hollandcopenhaver1987,\n  author = {Holland, Burt S. and Copenhaver, Margaret DiPonzio},\n  title = {An improved sequentially rejective {Bonferroni} test procedure},\n  journal = {Biometrics}, volume = {43}, pages = {417--423}, year = {1987}}",
    ],
    run: Run::Correction(Correction {
        head: "Holland",
        shown: Families::Both,
        adjust: |family| Some(Procedure::Holland.adjust(family.p)),
    }),
    ..CORRECTION
};

/// The correction `rom`.
pub static ROM: TestInfo = TestInfo {
    name: "rom",
    key: "p_rom",
    title: "Rom's procedure",
    question: "rank z, Rom's step-up correction",
    sources: &[
        "@article{rom1990,\n  author = {Rom, Dror M.},\n  title = {A sequentially rejective test procedure based on a modified {Bonferroni} inequality},\n  journal = {Biometrika}, volume = {77}, pages = {663--665}, year = {1990}}",
    ],
    run: Run::Correction(Correction { head: "Rom", shown: Families::Both, adjust: by_rom }),
    ..CORRECTION
};

/// The correction `fdr`.
pub static FDR: TestInfo = TestInfo {
    name: "fdr",
    key: "p_fdr",
    title: "Benjamini and Hochberg's procedure",
    question: "rank z, false discovery rate (not the family-wise error)",
    assumes: "datasets are independent; independent or positively dependent p-values; it controls the share of wrong among significant results",
    sources: &[
        "@article{benjaminihochberg1995,\n  author = {Benjamini, Yoav and Hochberg, Yosef},\n  title = {Controlling the false discovery rate: a practical and powerful approach to multiple testing},\n  journal = {Journal of the Royal Statistical Society: Series B}, volume = {57}, pages = {289--300}, year = {1995}}",
    ],
    run: Run::Correction(Correction {
        head: "FDR",
        shown: Families::Both,
        adjust: |family| Some(Procedure::Fdr.adjust(family.p)),
    }),
    ..CORRECTION
};

/// The correction `shaffer`.
pub static SHAFFER: TestInfo = TestInfo {
    name: "shaffer",
    key: "p_shaffer",
    title: "Shaffer's static procedure",
    question: "rank z, all pairs, Shaffer's static correction",
    sources: &[sources::SHAFFER],
    run: Run::Correction(Correction {
        head: "Shaffer",
        shown: Families::Pairs,
        adjust: by_shaffer,
    }),
    ..CORRECTION
};

/// The correction `bergmann-hommel`.
pub static BERGMANN_HOMMEL: TestInfo = TestInfo {
    name: "bergmann-hommel",
    key: "p_bergmann_hommel",
    title: "the procedure of Bergmann and Hommel",
    question: "rank z, all pairs, up to 12 methods",
    needs: "one score per method and dataset, up to 12 methods",
    sources: &[sources::BERGMANN_HOMMEL],
    run: Run::Correction(Correction {
        head: "Bergmann",
        shown: Families::Pairs,
        adjust: by_bergmann,
    }),
    ..CORRECTION
};

/// More comparisons than this take seconds: its time grows with the square of their number, or faster.
const MOST_BY_ROM: usize = 5_000;

/// Beyond [`MOST_BY_ROM`] it is computed only where it was asked for.
fn by_rom(family: &Family<'_>) -> Option<Vec<f64>> {
    let wanted = family.asked || family.p.len() <= MOST_BY_ROM;
    wanted.then(|| Procedure::Rom.adjust(family.p))
}

fn by_shaffer(family: &Family<'_>) -> Option<Vec<f64>> {
    family.all_pairs.then(|| shaffer(family.p, family.methods).ok()).flatten()
}

/// Costs much for many methods, so it is computed only where it was asked for; beyond its limit it does not exist.
fn by_bergmann(family: &Family<'_>) -> Option<Vec<f64>> {
    let wanted = family.all_pairs && family.asked;
    wanted.then(|| bergmann_hommel(family.p, family.methods).ok()).flatten()
}
