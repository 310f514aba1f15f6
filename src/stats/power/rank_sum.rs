//! The distribution of the signed-rank sum of independent normal differences with mean d standard
//! deviations, by recursion over their number. Let G_m(x, w) be the probability that the ranks of
//! the negative ones among m differences sum to w, given that all lie in [-x, x]. The largest has
//! rank m and absolute value y with density m F(y)^(m-1) f(y) / F(x)^m, F and f belonging to
//! |difference|, and is negative with probability n(y), so G_m(x, w) is the mean over y of
//! (1 - n(y)) G_(m-1)(y, w) + n(y) G_(m-1)(y, w - m). As a mean of probabilities this stays stable
//! for any m. The functions are kept at Chebyshev nodes of panels of x, between which they are
//! polynomials. It must not know any test.

use std::f64::consts::PI;

use crate::num::math::{add_scaled, exp};
use crate::stats::distribution::normal_cdf;
use crate::stats::quadrature::GaussLegendre;

/// Nodes per panel, and the widest panel: together good to 1e-12.
const NODES: usize = 12;
const PANEL: f64 = 0.75;
/// Order of the means over y: F^(m-1) is a polynomial of degree 49 or so in the first panel.
const ORDER: u32 = 32;
/// Beyond this many standard deviations from the mean there are no differences, up to 1e-16.
const REACH: f64 = 8.3;

/// P(the ranks of the negative differences sum to `limit` or less).
pub fn small_negative_sum(differences: usize, limit: usize, effect: f64) -> f64 {
    let mut panels = panels(effect);
    let sums = limit + 1;
    // G_(m-1) and G_m, one row of sums per node; without differences the sum is zero.
    let mut fewer = vec![0.0; panels.len() * NODES * sums];
    fewer.iter_mut().step_by(sums).for_each(|mass| *mass = 1.0);
    let mut more = fewer.clone();
    let mut given_largest = vec![0.0; NODES * sums];
    let (mut edge, mut next_edge) = (vec![0.0; sums], vec![0.0; sums]);
    for m in 1..=differences {
        edge.fill(0.0);
        let chunks = fewer.chunks(NODES * sums).zip(more.chunks_mut(NODES * sums));
        for (panel, (fewer, more)) in panels.iter_mut().zip(chunks) {
            let rows = given_largest.chunks_mut(sums).zip(fewer.chunks(sums));
            for ((row, fewer), negative) in rows.zip(panel.negative) {
                row.fill(0.0);
                add_scaled(row, 1.0 - negative, fewer);
                if let Some(beyond) = sums.checked_sub(m) {
                    add_scaled(&mut row[m..], negative, &fewer[..beyond]);
                }
            }
            let results = more.chunks_mut(sums).chain([&mut next_edge[..]]);
            for (result, end) in results.zip(&mut panel.ends) {
                let (below, weights) = end.next_weights(m);
                result.fill(0.0);
                add_scaled(result, below, &edge);
                for (weight, row) in weights.iter().zip(given_largest.chunks(sums)) {
                    add_scaled(result, *weight, row);
                }
            }
            std::mem::swap(&mut edge, &mut next_edge);
        }
        std::mem::swap(&mut fewer, &mut more);
    }
    edge.iter().sum()
}

/// One panel of x.
struct Panel {
    /// At each node, the probability that a difference of that size is negative.
    negative: [f64; NODES],
    /// The nodes, and the upper end of the panel, as ends of intervals.
    ends: Vec<End>,
}

/// How G_m at one end x follows from the nodes of its panel and from the lower end of the panel.
struct End {
    /// F(lower end) / F(x), and its power m.
    lower_share: f64,
    lower_power: f64,
    points: Vec<Point>,
}

/// A point y between the lower end of the panel and x.
struct Point {
    /// F(y) / F(x), and its power m - 1.
    share: f64,
    power: f64,
    /// Weight of y times the value at y of each node's polynomial.
    weights: [f64; NODES],
}

impl End {
    /// The weight of the lower end and of the nodes for m differences; called for m = 1, 2, ...
    fn next_weights(&mut self, m: usize) -> (f64, [f64; NODES]) {
        self.lower_power *= self.lower_share;
        let mut weights = [0.0; NODES];
        for point in &mut self.points {
            add_scaled(&mut weights, m as f64 * point.power, &point.weights);
            point.power *= point.share;
        }
        (self.lower_power, weights)
    }
}

fn panels(effect: f64) -> Vec<Panel> {
    let reach = effect.abs() + REACH;
    let count = (reach / PANEL).ceil() as usize;
    let width = reach / count as f64;
    let rule = GaussLegendre::new(ORDER);
    (0..count).map(|i| panel(effect, width * i as f64, width, &rule)).collect()
}

fn panel(effect: f64, from: f64, width: f64, rule: &GaussLegendre) -> Panel {
    let density = |x: f64| exp(-0.5 * x * x) / (2.0 * PI).sqrt();
    // P(|difference| <= x); as a difference of two upper tails it would cancel near zero.
    let within = |x: f64| (normal_cdf(x - effect) - normal_cdf(-x - effect)).max(0.0);
    let place =
        |i: usize| from + width / 2.0 * (1.0 - libm::cos(PI * (i as f64 + 0.5) / NODES as f64));
    let nodes: [f64; NODES] = std::array::from_fn(place);
    // The polynomial that is one at node j and zero at the others.
    let through = |j: usize, x: f64| -> f64 {
        let others = (0..NODES).filter(|&i| i != j);
        others.map(|i| (x - nodes[i]) / (nodes[j] - nodes[i])).product()
    };
    let end = |x: f64| {
        let half = (x - from) / 2.0;
        let all = within(x);
        let point = |&(node, weight): &(f64, f64)| {
            let y = from + half * (1.0 + node);
            let mass = half * weight * (density(y - effect) + density(y + effect)) / all;
            let weights = std::array::from_fn(|j| mass * through(j, y));
            Point { share: within(y) / all, power: 1.0, weights }
        };
        let points = rule.nodes_and_weights().iter().map(point).collect();
        End { lower_share: within(from) / all, lower_power: 1.0, points }
    };
    let negative = nodes.map(|x| 1.0 / (1.0 + exp(2.0 * x * effect)));
    let ends = nodes.iter().copied().chain([from + width]).map(end).collect();
    Panel { negative, ends }
}
