//! Rom's step-up procedure (1990, *Biometrika* 77:663). Like Hochberg's it compares the i-th
//! largest p-value with a critical value c(i), but instead of alpha / i takes the largest values
//! for which independent p-values of true hypotheses are rejected with probability alpha exactly:
//! c(1) = alpha, c(2) = alpha / 2 and
//! i c(i) = sum of alpha^j over 0 < j < i - sum of C(i, j) c(j+1)^(i-j) over 0 < j < i - 1.
//! The values depend on alpha only, not on m: 0.05, 0.025, 0.016875, 0.0127135, ... at 0.05.
//!
//! The adjusted p-value is the smallest alpha with p(j) <= c(m-j+1) for some j >= i, found by
//! solving c(m-j+1)(alpha) = p(j), so that it decides rightly at every level. Garcia et al. (2010,
//! *Information Sciences* 180:2044) and programs after them (scmamp 0.2.55 `adjustRom`) multiply by
//! the ratios alpha / c(i) of alpha = 0.05 instead: the decisions at 0.05 are the same, the
//! adjusted p-values below that are up to 2.5 % smaller (p = 0.0001 as the smallest of three:
//! 0.000299978 here, 0.000296296 there), and decisions at other levels may differ.

/// A term below this share of its sum no longer changes it.
const NEGLIGIBLE: f64 = 1e-20;

/// Adjusted p-values of rising p-values.
pub fn rom(sorted: &[f64]) -> Vec<f64> {
    let m = sorted.len();
    let mut least = f64::INFINITY;
    let mut adjusted = vec![0.0; m];
    for (place, &p) in sorted.iter().enumerate().rev() {
        let rank = m - place;
        if !stays_above(p, rank, least) {
            least = least.min(level_of(p, rank));
        }
        adjusted[place] = least;
    }
    adjusted
}

/// Whether the level of a p-value is surely not below `least`, so that it need not be found. One critical value decides it,
/// because they rise with alpha; the margin is far above what rounding changes.
fn stays_above(p: f64, rank: usize, least: f64) -> bool {
    const MARGIN: f64 = 1e-9;
    let bound = (least * (1.0 + MARGIN)).min(1.0);
    rank > 2 && least.is_finite() && critical_value(rank, bound) < p
}

/// The alpha at which the critical value of the `rank`-th largest is `p`; 1 where there is none.
fn level_of(p: f64, rank: usize) -> f64 {
    // Critical values lie between alpha / rank and alpha and rise with alpha (checked with mpmath
    // up to rank 120).
    let bonferroni = p * rank as f64;
    if rank <= 2 || p == 0.0 {
        return bonferroni;
    }
    let (mut low, mut high) = (p, bonferroni.min(1.0));
    let excess = |alpha: f64| critical_value(rank, alpha) - p;
    let (mut at_low, mut at_high) = (excess(low), excess(high));
    if at_high < 0.0 {
        return 1.0;
    }
    // False position; an end that stays twice in a row loses half its weight (Illinois).
    let mut low_moved = None;
    for _ in 0..100 {
        if at_high == 0.0 || high - low <= 2.0 * f64::EPSILON * high {
            break;
        }
        let straight = high - (high - low) * (at_high / (at_high - at_low));
        let inside = straight > low && straight < high;
        let middle = if inside { straight } else { low + 0.5 * (high - low) };
        let at_middle = excess(middle);
        if at_middle < 0.0 {
            (low, at_low) = (middle, at_middle);
            at_high *= if low_moved == Some(true) { 0.5 } else { 1.0 };
            low_moved = Some(true);
        } else {
            (high, at_high) = (middle, at_middle);
            at_low *= if low_moved == Some(false) { 0.5 } else { 1.0 };
            low_moved = Some(false);
        }
    }
    high
}

/// c(rank) at a level, by the recursion.
fn critical_value(rank: usize, alpha: f64) -> f64 {
    let mut values = vec![alpha];
    // C(i, j) c(j+1)^(i-j) for j = first, first + 1, ...; early ones vanish as i grows.
    let (mut first, mut terms) = (1, Vec::<f64>::new());
    let (mut power, mut powers) = (1.0, 0.0);
    for i in 2..=rank {
        let size = i as f64;
        power *= alpha;
        powers += power;
        for (j, term) in (first..).zip(&mut terms) {
            *term *= values[j] * size / (i - j) as f64;
        }
        if i >= 3 {
            let newest = values[i - 2];
            terms.push(size * (size - 1.0) / 2.0 * newest * newest);
        }
        let vanished = terms.iter().take_while(|&&term| term < NEGLIGIBLE * powers).count();
        terms.drain(..vanished);
        first += vanished;
        values.push((powers - terms.iter().sum::<f64>()) / size);
    }
    values[rank - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::num::{key::RngKey, sample};
    use crate::stats::adjust::Correction;

    /// The recursion with 80 digits, mpmath 1.4.1.
    #[test]
    fn critical_values_agree_with_mpmath() {
        for (rank, alpha, expected) in CRITICAL {
            let found = critical_value(rank, alpha);
            assert!((found / expected - 1.0).abs() < 1e-12, "{rank} {alpha} {found}");
        }
    }

    /// A level is searched only where it can be the smallest from its place on; the numbers are those of searching all.
    #[test]
    fn levels_that_are_not_searched_change_nothing() {
        let mut stream = RngKey::root(1991).stream();
        for power in [1, 3, 30] {
            let mut p: Vec<f64> = (0..60).map(|_| sample::unit(&mut stream).powi(power)).collect();
            p.sort_by(f64::total_cmp);
            let all: Vec<f64> =
                p.iter().enumerate().map(|(place, &p)| level_of(p, 60 - place)).collect();
            assert_eq!(rom(&p), crate::stats::adjust::steps::least_from_here(all), "{power}");
        }
    }

    /// Independent p-values of true hypotheses: the smallest adjusted one is uniform.
    #[test]
    fn the_family_wise_error_is_the_level() {
        let mut stream = RngKey::root(1990).stream();
        let draws = 20_000;
        let mut rejected = [0_u32; 2];
        let levels = [0.05, 0.3];
        for _ in 0..draws {
            let p = [0.0; 5].map(|_: f64| sample::unit(&mut stream));
            let adjusted = Correction::Rom.adjust(&p);
            let least = adjusted.into_iter().fold(1.0, f64::min);
            for (count, level) in rejected.iter_mut().zip(levels) {
                *count += u32::from(least <= level);
            }
        }
        for (count, level) in rejected.into_iter().zip(levels) {
            let rate = f64::from(count) / f64::from(draws);
            let error = (level * (1.0 - level) / f64::from(draws)).sqrt();
            assert!((rate - level).abs() < 4.0 * error, "{rate} {level}");
        }
    }

    const CRITICAL: [(usize, f64, f64); 10] = [
        (3, 0.05, 0.016875),
        (4, 0.05, 0.012713476562500001),
        (10, 0.05, 0.00511473611587466),
        (45, 0.05, 0.0011391868437457906),
        (190, 0.05, 0.0002699280773205398),
        (3, 0.5, 0.1875),
        (45, 0.9, 0.049711005794558095),
        (190, 0.99, 0.023160721698419366),
        (190, 1.0, 0.02737888054937936),
        (30, 1e-6, 3.3333349425297897e-08),
    ];
}
