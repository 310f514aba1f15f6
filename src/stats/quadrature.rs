//! Gauss-Legendre quadrature of any order, on one interval or on equal panels. Nodes are the roots
//! of the Legendre polynomial found by Newton's method on its recurrence (DLMF 3.5.28, 18.9.1).
//! statrs 0.19.1 has no quadrature. It must not know what it integrates.

/// The nodes and weights of one order on [-1, 1].
#[derive(Debug, Clone)]
pub struct GaussLegendre {
    nodes_and_weights: Vec<(f64, f64)>,
}

impl GaussLegendre {
    /// The rule with `order` nodes; exact for polynomials of degree below twice that.
    pub fn new(order: u32) -> GaussLegendre {
        let n = f64::from(order);
        let node_and_weight = |i: u32| {
            let mut x = libm::cos(std::f64::consts::PI * (f64::from(i) + 0.75) / (n + 0.5));
            // From this start Newton's method needs at most five steps; the rest do not move x.
            for _ in 0..8 {
                let (value, slope) = legendre(order, x);
                x -= value / slope;
            }
            let (_, slope) = legendre(order, x);
            (x, 2.0 / ((1.0 - x * x) * slope * slope))
        };
        GaussLegendre { nodes_and_weights: (0..order).map(node_and_weight).collect() }
    }

    /// Its nodes on [-1, 1] with their weights.
    pub fn nodes_and_weights(&self) -> &[(f64, f64)] {
        &self.nodes_and_weights
    }

    /// The integral of `f` from `from` to `to`, in that many equal panels.
    pub fn integrate(&self, from: f64, to: f64, panels: u32, f: impl Fn(f64) -> f64) -> f64 {
        let half = (to - from) / f64::from(2 * panels);
        let panel = |i: u32| {
            let centre = from + half * f64::from(2 * i + 1);
            self.nodes_and_weights.iter().map(|(x, w)| w * f(centre + half * x)).sum::<f64>()
        };
        half * (0..panels).map(panel).sum::<f64>()
    }
}

/// The Legendre polynomial of that degree and its derivative, inside (-1, 1).
fn legendre(degree: u32, x: f64) -> (f64, f64) {
    let (mut before, mut value) = (1.0, x);
    for j in 2..=degree {
        let j = f64::from(j);
        (before, value) = (value, ((2.0 * j - 1.0) * x * value - (j - 1.0) * before) / j);
    }
    (value, f64::from(degree) * (x * value - before) / (x * x - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_exact_for_polynomials() {
        for order in 1..40 {
            let rule = GaussLegendre::new(order);
            for degree in 0..2 * order as i32 {
                let expected = if degree % 2 == 0 { 2.0 / f64::from(degree + 1) } else { 0.0 };
                let found = rule.integrate(-1.0, 1.0, 1, |x| x.powi(degree));
                assert!((found - expected).abs() < 2e-15, "{order} {degree} {found}");
            }
            let short = rule.integrate(-1.0, 1.0, 1, |x| x.powi(2 * order as i32));
            let whole = 2.0 / f64::from(2 * order + 1);
            assert!(order > 20 || (short - whole).abs() > 1e-14, "{order}");
        }
    }

    #[test]
    fn panels_add_up() {
        let rule = GaussLegendre::new(12);
        let found = rule.integrate(0.0, 3.0, 5, |x| 1.0 / (1.0 + x));
        assert!((found - libm::log(4.0)).abs() < 1e-15, "{found}");
        // One panel of this order is not enough, so the panels do matter.
        let single = rule.integrate(0.0, 3.0, 1, |x| 1.0 / (1.0 + x));
        assert!((single - libm::log(4.0)).abs() > 1e-14, "{single}");
    }
}
