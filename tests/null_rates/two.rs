//! Two methods on several datasets: Wilcoxon's signed-rank test decides alone. Under its null hypothesis differences are
//! symmetric about 0, whatever their distribution.

use rand_chacha::ChaCha8Rng;
use tribunal::analysis::Analysis;
use tribunal::analysis::settings::AnalysisSettings;
use tribunal::num::math::ln;
use tribunal::num::sample::{normal, unit};

use super::{assert_holds, mean_score, print_row, results, shares, tables};

/// Datasets, and the tables that the test can afford: the exact distribution of 150 signed ranks takes milliseconds.
const SIZES: [(usize, u64); 7] =
    [(5, 1000), (6, 1000), (8, 1000), (12, 1000), (20, 1000), (50, 200), (150, 30)];

type Draw = fn(&mut ChaCha8Rng) -> f64;

fn laplace(rng: &mut ChaCha8Rng) -> f64 {
    let size = -ln(1.0 - unit(rng));
    if unit(rng) < 0.5 { size } else { -size }
}

/// Student's t with three degrees of freedom: no fourth moment.
fn heavy_tailed(rng: &mut ChaCha8Rng) -> f64 {
    let squares: f64 = (0..3).map(|_| normal(rng)).map(|x| x * x).sum();
    normal(rng) / (squares / 3.0).sqrt()
}

/// Whether a difference is claimed in a table of two methods whose differences are drawn about `ahead`. A table of equal
/// scores is refused, which claims nothing.
fn claims(rng: &mut ChaCha8Rng, n: usize, draw: Draw, rounded: bool, ahead: f64) -> bool {
    let mut rows = Vec::new();
    for _ in 0..n {
        let (dataset, half) = (0.8 + 0.05 * normal(rng), 0.01 * (ahead + draw(rng)));
        rows.push(vec![mean_score(dataset + half, rounded), mean_score(dataset - half, rounded)]);
    }
    let settings = AnalysisSettings { tests: Vec::new(), ..AnalysisSettings::default() };
    Analysis::new(&results(rows), &settings).is_ok_and(|found| found.headline.any_pair)
}

#[test]
fn symmetric_differences() {
    println!("| datasets | normal | rounded | Laplace | rounded | t3 | rounded |");
    for (n, affordable) in SIZES {
        let look = |rng: &mut ChaCha8Rng| {
            let mut found = [false; 6];
            for (d, draw) in [normal as Draw, laplace, heavy_tailed].into_iter().enumerate() {
                found[2 * d] = claims(rng, n, draw, false, 0.0);
                found[2 * d + 1] = claims(rng, n, draw, true, 0.0);
            }
            found
        };
        let rates = shares(&format!("two on {n}"), tables(affordable), look);
        print_row(&n.to_string(), &rates);
        assert_holds(&format!("two methods on {n}"), tables(affordable), &rates);
    }
}

/// How often a mean difference of half or of one standard deviation of the differences is found.
#[test]
fn a_difference_is_found() {
    println!("| datasets | 0.5 sd | 1 sd |");
    for (n, affordable) in SIZES {
        let look = |rng: &mut ChaCha8Rng| {
            [claims(rng, n, normal, false, 0.5), claims(rng, n, normal, false, 1.0)]
        };
        let rates = shares(&format!("power of two on {n}"), tables(affordable.min(1000)), look);
        print_row(&n.to_string(), &rates);
        assert!(rates[1] >= rates[0], "{n}: {rates:?}");
    }
}
