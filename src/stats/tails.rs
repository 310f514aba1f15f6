//! Both tails of a null distribution at an observed statistic that is large where `a` is better,
//! and the normal approximation that the rank tests share. It must not know which test asks.

use crate::stats::distribution::normal_sf;

/// Probabilities, under the null hypothesis, of a statistic as small, and as large, as the observed
/// one. Both include the observed value itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tails {
    /// P(statistic <= observed).
    pub below: f64,
    /// P(statistic >= observed): the one-sided p of the alternative that `a` is better.
    pub above: f64,
}

impl Tails {
    /// Twice the smaller tail, at most one.
    pub fn two_sided(&self) -> f64 {
        (2.0 * self.below.min(self.above)).min(1.0)
    }

    /// The tails of the other sample: what is low for one is high for the other.
    pub fn swapped(self) -> Tails {
        Tails { below: self.above, above: self.below }
    }

    /// z and tails of a statistic that lies `deviation` from its mean and has this standard
    /// deviation. The continuity correction moves each tail outwards; z moves towards zero, and not
    /// beyond it.
    pub fn normal(deviation: f64, sd: f64, continuity: f64) -> (f64, Tails) {
        let z = ((deviation.abs() - continuity).max(0.0) / sd).copysign(deviation);
        let below = normal_sf((-deviation - continuity) / sd);
        let above = normal_sf((deviation - continuity) / sd);
        (z, Tails { below, above })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deviation_of_zero_is_no_evidence() {
        for continuity in [0.0, 0.5] {
            let (z, tails) = Tails::normal(0.0, 2.0, continuity);
            assert_eq!((z, tails.two_sided()), (0.0, 1.0));
        }
    }

    #[test]
    fn corrections_go_against_the_finding() {
        // scipy.stats.norm.sf(1.0), norm.sf(0.75).
        let (z, plain) = Tails::normal(-2.0, 2.0, 0.0);
        assert_eq!(z, -1.0);
        assert!((plain.two_sided() - 2.0 * 0.15865525393145707).abs() < 1e-15);
        let (z, corrected) = Tails::normal(-2.0, 2.0, 0.5);
        assert_eq!(z, -0.75);
        assert!((corrected.two_sided() - 2.0 * 0.2266273523768682).abs() < 1e-15);
        assert!((corrected.swapped().above - 0.2266273523768682).abs() < 1e-15);
    }
}
