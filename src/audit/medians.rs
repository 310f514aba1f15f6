//! Medians of p-values over draws around printed means and deviations. All medians of a paper come from one procedure, so
//! one test must explain all of them: the one that the paper names, or the paired z with the sign ignored.

use rayon::prelude::*;

use super::judge::{Answer, Claim, judge_family};
use super::ways::{Topic, Way};
use super::{Finding, Verdict};
use crate::num::key::RngKey;
use crate::num::sample;
use crate::published::{Cells, PairClaim, Paper, Printed, PublishedTable, Sampling, Test};
use crate::stats::quantile::quantile;
use crate::stats::uncertainty::monte_carlo::draw_method;
use crate::stats::uncertainty::{ComparisonSettings, DrawTest, ScoreRange, Statistic, compare};

/// Draws of ours: four times those of the paper, so that most of the noise is the paper's.
const DRAWS: usize = 40_000;
/// Draws where only the size of a median matters.
const FEWER_DRAWS: usize = 10_000;
/// Tables that would be printed with the same cells.
const UNROUNDINGS: u64 = 60;
/// Standard deviations of a median that are noise.
const MOST_SDS: f64 = 3.0;
/// What folds that are not printed may change: relative to the median.
const FOLDS_CHANGE: f64 = 0.15;
/// A median that is so many times the largest possible one is impossible.
const IMPOSSIBLE: f64 = 1.25;

/// Datasets of one table: draws of more would not fit into memory.
const MOST_DATASETS: usize = 100;

/// Means and deviations of one method.
type Scores = [Vec<f64>; 2];

/// A pair with everything that is computed of it.
struct Pair<'a> {
    table: &'a PublishedTable,
    claim: &'a PairClaim,
    sampling: &'a Sampling,
    scores: Option<[Scores; 2]>,
}

/// The middle of some p-values, and the standard deviation of the difference to a median of the paper's draws.
#[derive(Clone, Copy)]
struct Middle {
    median: f64,
    sd: f64,
}

/// What was simulated for a pair.
struct Simulated {
    named: Option<Middle>,
    folded: Option<Middle>,
    unrounded: Option<(f64, f64)>,
    resampled: Option<f64>,
    largest: Option<f64>,
}

/// Judges the medians of a paper: all of them, because they have one cause, unless the `only` table asked for has none.
pub fn medians(paper: &Paper, only: Option<&str>) -> Vec<Finding> {
    let sampled = |table: &PublishedTable| table.claims.sampling.is_some();
    if only.is_some_and(|only| !paper.table(only).is_some_and(sampled)) {
        return Vec::new();
    }
    let pairs: Vec<Pair<'_>> = paper.tables.iter().flat_map(pairs_of).collect();
    let simulated: Vec<Simulated> = pairs.par_iter().map(simulate).collect();
    let both: Vec<(&Pair<'_>, &Simulated)> = pairs.iter().zip(&simulated).collect();
    let claims = both.iter().filter_map(|(pair, found)| {
        let printed = pair.claim.monte_carlo.as_ref()?;
        let answer = |ways: &[Way]| median_under(found, ways);
        let claim = Claim::new(quantity("Monte Carlo", pair), printed, answer);
        Some((*pair, claim.p().or_why(why_not(pair))))
    });
    let (of, claims): (Vec<&Pair<'_>>, Vec<Claim<'_>>) = claims.unzip();
    let mut findings = judge_family("", Topic::Median, claims, None);
    for (finding, pair) in findings.iter_mut().zip(of) {
        finding.table = pair.table.name.clone();
    }
    let is_z = findings.iter().any(|f| f.is_by(Way::FoldedZ));
    for (pair, found) in both {
        findings.extend(bootstrap(pair, found, is_z));
        findings.extend(density(pair, found));
    }
    findings
}

fn quantity(kind: &str, pair: &Pair<'_>) -> String {
    format!("{kind} median p, {} against {}", pair.claim.a, pair.claim.b)
}

fn pairs_of(table: &PublishedTable) -> Vec<Pair<'_>> {
    let Some(sampling) = &table.claims.sampling else { return Vec::new() };
    let sampled = |claim: &&PairClaim| {
        claim.monte_carlo.is_some() || claim.bootstrap.is_some() || claim.kernel_density.is_some()
    };
    let pairs = table.claims.pairs.iter().filter(sampled).map(|claim| {
        let of = |method: &str| -> Option<Scores> {
            let (cells, spreads) = (&table.cells, table.spreads.as_ref()?);
            let column = cells.column(method).filter(|_| cells.datasets.len() <= MOST_DATASETS)?;
            Some([cells.column_values(column)?, spreads.column_values(column)?])
        };
        let scores = of(&claim.a).zip(of(&claim.b)).map(|(a, b)| [a, b]);
        Pair { table, claim, sampling, scores }
    });
    pairs.collect()
}

/// Why nothing was drawn for a pair.
fn why_not(pair: &Pair<'_>) -> String {
    let Some(spreads) = &pair.table.spreads else { return "the table has no `sd`".to_owned() };
    if pair.table.cells.datasets.len() > MOST_DATASETS {
        return format!("draws are made of at most {MOST_DATASETS} datasets");
    }
    let columns = [&pair.claim.a, &pair.claim.b];
    let gap = |cells: &Cells| columns.iter().find_map(|name| cells.gap_in(cells.column(name)?));
    let deviation = || gap(spreads).map(|gap| format!("{gap} in the table of deviations"));
    let gap = gap(&pair.table.cells).or_else(deviation);
    gap.unwrap_or_else(|| format!("no draws are possible up to {}", pair.sampling.most))
}

/// p-values over draws of two methods.
fn p_values(scores: &[Scores; 2], top: f64, test: DrawTest, draws: usize) -> Option<Vec<f64>> {
    let range = ScoreRange::new(0.0, top).ok()?;
    let key = RngKey::root(2010);
    let draw = |side: usize| {
        let [means, sds] = &scores[side];
        draw_method(means, sds, range, draws, &key.child("method", side as u64)).ok()
    };
    let settings = ComparisonSettings { test, calibration: None, ..ComparisonSettings::default() };
    Some(compare(&draw(0)?, &draw(1)?, &settings, &key).ok()?.p_values)
}

fn middle(p: &[f64], theirs: u32) -> Option<Middle> {
    // Two binomial standard deviations, each sqrt(n) / 2 places, from the middle.
    let near = 1.0 / (p.len() as f64).sqrt();
    let at = |share: f64| quantile(p, share).ok();
    let ours = (at(0.5 + near)? - at(0.5 - near)?) / 4.0;
    let sd = ours * (1.0 + p.len() as f64 / f64::from(theirs)).sqrt();
    Some(Middle { median: at(0.5)?, sd })
}

const FOLDED_Z: DrawTest = DrawTest { statistic: Statistic::PairedZ, folded: true };

fn simulate(pair: &Pair<'_>) -> Simulated {
    let nothing =
        Simulated { named: None, folded: None, unrounded: None, resampled: None, largest: None };
    let Some(scores) = &pair.scores else { return nothing };
    let top = pair.sampling.most.value();
    let theirs = pair.sampling.draws.max(1);
    let of = |test: DrawTest, draws| p_values(scores, top, test, draws);
    let named = match pair.sampling.called {
        Test::SignedRank => DrawTest { statistic: Statistic::WilcoxonExact, folded: true },
        Test::PairedZ => FOLDED_Z,
    };
    let folded = of(FOLDED_Z, DRAWS).and_then(|p| middle(&p, theirs));
    let printed = pair.claim.monte_carlo.as_ref();
    let near = |printed: &Printed, m: Middle| {
        (m.median - printed.value()).abs() <= printed.half_unit() + MOST_SDS * m.sd
    };
    // Only where nothing simpler explains the median: it takes 60 simulations.
    let unexplained = printed.zip(folded).filter(|(printed, m)| !near(printed, *m));
    let shrunk = |scores: &Scores| {
        let sds = scores[1].iter().map(|sd| sd * 0.9_f64.sqrt()).collect();
        [scores[0].clone(), sds]
    };
    let resampled = pair.claim.bootstrap.as_ref().and_then(|_| {
        let both = [shrunk(&scores[0]), shrunk(&scores[1])];
        quantile(&p_values(&both, top, FOLDED_Z, FEWER_DRAWS)?, 0.5).ok()
    });
    let equal = |scores: &Scores| [vec![top / 2.0; scores[0].len()], scores[1].clone()];
    let largest = pair.claim.kernel_density.as_ref().and_then(|_| {
        let both = [equal(&scores[0]), equal(&scores[1])];
        quantile(&p_values(&both, top, FOLDED_Z, FEWER_DRAWS)?, 0.5).ok()
    });
    Simulated {
        named: of(named, FEWER_DRAWS).and_then(|p| middle(&p, theirs)),
        folded,
        unrounded: unexplained.and_then(|_| unrounded(pair, top)),
        resampled,
        largest,
    }
}

/// The smallest and the largest median of tables that would be printed with the same cells. The draws stay the same, so
/// only the cells make the medians differ.
fn unrounded(pair: &Pair<'_>, top: f64) -> Option<(f64, f64)> {
    let spreads = pair.table.spreads.as_ref()?;
    let mut range = (f64::INFINITY, 0.0_f64);
    for number in 0..UNROUNDINGS {
        let key = RngKey::root(620).child("cells", number);
        let scores = |method: &str, side: u64| -> Option<Scores> {
            let mut stream = key.child("method", side).stream();
            let mut column = |cells: &Cells| -> Option<Vec<f64>> {
                let column = cells.column(method)?;
                let before = |row: usize| {
                    let cell = cells.printed(row, column)?;
                    let shift = cell.half_unit() * (2.0 * sample::unit(&mut stream) - 1.0);
                    Some((cell.value() + shift).clamp(0.0, top))
                };
                (0..cells.datasets.len()).map(before).collect()
            };
            Some([column(&pair.table.cells)?, column(spreads)?])
        };
        let both = [scores(&pair.claim.a, 0)?, scores(&pair.claim.b, 1)?];
        let median = quantile(&p_values(&both, top, FOLDED_Z, FEWER_DRAWS)?, 0.5).ok()?;
        range = (range.0.min(median), range.1.max(median));
    }
    Some(range)
}

fn median_under(found: &Simulated, ways: &[Way]) -> Option<Answer> {
    let folded = ways.contains(&Way::FoldedZ);
    let middle = if folded { found.folded? } else { found.named? };
    let others: Vec<Way> = ways.iter().copied().filter(|way| *way != Way::FoldedZ).collect();
    match others.as_slice() {
        [] => Some(Answer::exactly(middle.median)),
        [Way::Noise] => {
            let width = MOST_SDS * middle.sd;
            Some(Answer::between(middle.median - width, middle.median + width))
        }
        [Way::RoundedSummaries] if folded => {
            found.unrounded.map(|(low, high)| Answer::between(low, high))
        }
        _ => None,
    }
}

/// Folds are not printed; one of ten drawn folds has sqrt(0.9) of the printed deviation, which is near enough to tell the
/// test.
fn bootstrap(pair: &Pair<'_>, found: &Simulated, is_z: bool) -> Option<Finding> {
    let printed = pair.claim.bootstrap.as_ref()?;
    let finding = |verdict| {
        Finding::new(&pair.table.name, &quantity("bootstrap", pair), verdict)
            .printed(printed.text())
    };
    let near = found.resampled.filter(|median| {
        let allowed = printed.half_unit() + FOLDS_CHANGE * printed.value();
        (median - printed.value()).abs() <= allowed
    });
    let Some(resampled) = found.resampled else {
        return Some(
            finding(Verdict::NotRecomputable).because("the scores of the folds are not printed"),
        );
    };
    let about = format!("about {resampled:.1e}");
    Some(match near {
        Some(_) if is_z => finding(Verdict::Contradiction)
            .by(&[Way::FoldedZ], None)
            .computed(about)
            .because("from the printed means and deviations, as the folds are not printed"),
        Some(_) => finding(Verdict::NotRecomputable)
            .computed(about)
            .because("the scores of the folds are not printed; normal draws of their size give nearly that median"),
        None => finding(Verdict::NotRecomputable)
            .computed(about)
            .because("the scores of the folds are not printed; normal draws of their size give another median"),
    })
}

fn density(pair: &Pair<'_>, found: &Simulated) -> Option<Finding> {
    let printed = pair.claim.kernel_density.as_ref()?;
    let finding = |verdict| {
        let quantity = quantity("MCMC+KDE", pair);
        Finding::new(&pair.table.name, &quantity, verdict).printed(printed.text())
    };
    let impossible = found
        .largest
        .filter(|largest| printed.value() - printed.half_unit() > IMPOSSIBLE * largest);
    let median = pair.claim.monte_carlo.as_ref().map(Printed::value);
    let ratio = median
        .map(|median| format!("{:.1} times the Monte Carlo median", printed.value() / median));
    Some(match impossible {
        Some(largest) => finding(Verdict::Contradiction)
            .by(&[Way::TwoTailed], None)
            .computed(format!("at most {largest:.2}")),
        None => finding(Verdict::NotRecomputable)
            .computed(ratio.unwrap_or_default())
            .because("needs the scores of the folds and a bandwidth, neither of them printed"),
    })
}
