//! Corrections with a formula per place (single-step, step-down, step-up), and Hommel's. With
//! p(1) <= ... <= p(m): Bonferroni m p; Sidak 1 - (1-p)^m; Holm max over j <= i of (m-j+1) p(j);
//! Holland max over j <= i of 1 - (1-p(j))^(m-j+1); Finner max over j <= i of 1 - (1-p(j))^(m/j);
//! Hochberg min over j >= i of (m-j+1) p(j); false discovery rate min over j >= i of (m/j) p(j);
//! Li p / (p + 1 - p(m)). Holland, Finner and Li as in Garcia, Fernandez, Luengo and Herrera (2010,
//! *Information Sciences* 180:2044), section 5.2; Hommel's procedure (1988, *Biometrika* 75:383)
//! as computed by Wright (1992, *Biometrics* 48:1005). All expect rising p-values; values above 1
//! are for the caller to cap.

use crate::num::math::ln_1p;

/// m p.
pub fn bonferroni(sorted: &[f64]) -> Vec<f64> {
    let m = sorted.len() as f64;
    sorted.iter().map(|p| m * p).collect()
}

/// 1 - (1-p)^m.
pub fn sidak(sorted: &[f64]) -> Vec<f64> {
    let m = sorted.len() as f64;
    sorted.iter().map(|&p| at_least_one(p, m)).collect()
}

/// Step-down Bonferroni.
pub fn holm(sorted: &[f64]) -> Vec<f64> {
    running_max(places(sorted).map(|place| place.at_least_as_large * place.p))
}

/// Step-down Sidak. statsmodels: `holm-sidak`.
pub fn holland(sorted: &[f64]) -> Vec<f64> {
    running_max(places(sorted).map(|place| at_least_one(place.p, place.at_least_as_large)))
}

/// Step-down with exponents m/j.
pub fn finner(sorted: &[f64]) -> Vec<f64> {
    let m = sorted.len() as f64;
    running_max(places(sorted).map(|place| at_least_one(place.p, m / place.number)))
}

/// Step-up with Holm's factors. statsmodels: `simes-hochberg`.
pub fn hochberg(sorted: &[f64]) -> Vec<f64> {
    least_from_here(places(sorted).map(|place| place.at_least_as_large * place.p).collect())
}

/// Benjamini and Hochberg's step-up. statsmodels: `fdr_bh`.
pub fn fdr(sorted: &[f64]) -> Vec<f64> {
    let m = sorted.len() as f64;
    least_from_here(places(sorted).map(|place| m / place.number * place.p).collect())
}

/// Li's two steps as one quotient; zero stays zero.
pub fn li(sorted: &[f64]) -> Vec<f64> {
    let slack = sorted.last().map_or(0.0, |largest| 1.0 - largest);
    sorted.iter().map(|&p| if p > 0.0 { p / (p + slack) } else { 0.0 }).collect()
}

/// A hypothesis is rejected when Simes's test rejects every set that contains it. Of the sets of
/// one size, the hardest to reject holds the largest other p-values, so one set per size is enough.
pub fn hommel(sorted: &[f64]) -> Vec<f64> {
    let m = sorted.len();
    let mut adjusted = sorted.to_vec();
    for size in 2..=m {
        let s = size as f64;
        // Simes's p of the `size` largest without its smallest member.
        let largest = &sorted[m - size + 1..];
        let others = (2..=size).zip(largest).map(|(j, p)| s * p / j as f64);
        let others = others.fold(f64::INFINITY, f64::min);
        let member = others.min(s * sorted[m - size]);
        for (i, value) in adjusted.iter_mut().enumerate() {
            let of_this_size = if i <= m - size { others.min(s * sorted[i]) } else { member };
            *value = value.max(of_this_size);
        }
    }
    adjusted
}

/// A p-value and its place.
struct Place {
    p: f64,
    /// j, counted from 1.
    number: f64,
    /// m - j + 1: how many hypotheses have no smaller p-value.
    at_least_as_large: f64,
}

fn places(sorted: &[f64]) -> impl Iterator<Item = Place> {
    let m = sorted.len();
    sorted.iter().enumerate().map(move |(i, &p)| Place {
        p,
        number: (i + 1) as f64,
        at_least_as_large: (m - i) as f64,
    })
}

/// 1 - (1-p)^n without cancellation for small p.
fn at_least_one(p: f64, n: f64) -> f64 {
    -libm::expm1(n * ln_1p(-p))
}

/// The largest value so far, at each place.
pub fn running_max(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut largest = 0.0_f64;
    values
        .map(|value| {
            largest = largest.max(value);
            largest
        })
        .collect()
}

/// The smallest value from each place on.
pub fn least_from_here(mut values: Vec<f64>) -> Vec<f64> {
    let mut least = f64::INFINITY;
    for value in values.iter_mut().rev() {
        least = least.min(*value);
        *value = least;
    }
    values
}
