//! The numbers that stand literally in the tests of other programs: SciPy 1.17.1 (test_morestats.py, test_stats.py), scikit-posthocs
//! at e8f6195 (tests/test_posthocs.py) and mlxtend (test_mcnemar_test.py). Tolerances are half a unit of the last printed digit.

use tribunal::stats::conover_friedman::conover_friedman;
use tribunal::stats::friedman::{RankTable, friedman};
use tribunal::stats::mcnemar::mcnemar;
use tribunal::stats::posthoc::{RankComparison, all_pairs};
use tribunal::stats::rank::Ties;
use tribunal::stats::wilcoxon::{Method, Options, Zeros, signed_rank_test_of_differences};

fn near(ours: f64, theirs: f64, allowed: f64, what: &str) {
    assert!((ours - theirs).abs() <= allowed, "{what}: {ours} {theirs}");
}

fn wilcoxon(d: &[f64], zeros: Zeros, method: Method) -> (f64, f64) {
    let options = Options { zeros, method, ..Options::default() };
    let found = signed_rank_test_of_differences(d, &options).expect("a result");
    (found.r_plus.min(found.r_minus), found.p_two_sided)
}

#[test]
fn scipy_wilcoxon() {
    let counts = [1, 4, 16, 15, 8, 4, 5, 1, 2];
    let d: Vec<f64> = (-4..=4)
        .zip(counts)
        .flat_map(|(value, count)| std::iter::repeat_n(f64::from(value), count))
        .collect();
    for (zeros, sum, p) in [
        (Zeros::Pratt, 423.0, 0.003_172_456_800_676_257_6),
        (Zeros::Split, 441.0, 0.003_214_534_317_247_305_5),
        (Zeros::Drop, 327.0, 0.006_413_461_158_61),
    ] {
        let found = wilcoxon(&d, zeros, Method::Normal);
        near(found.0, sum, 0.0, "rank sum");
        near(found.1, p, 5e-15, "p");
    }
    let x = [120, 114, 181, 188, 180, 146, 121, 191, 132, 113, 127, 112];
    let y = [133, 143, 119, 189, 112, 199, 198, 113, 115, 121, 142, 187];
    let d: Vec<f64> = x.iter().zip(y).map(|(a, b)| f64::from(a - b)).collect();
    let found = wilcoxon(&d, Zeros::Drop, Method::Normal);
    near(found.0, 34.0, 0.0, "rank sum");
    near(found.1, 0.694_886_602_372_473_5, 1e-14, "p");
    let corrected = wilcoxon(&d, Zeros::Drop, Method::NormalCorrected).1;
    near(corrected, 0.724_081_660_915_389_5, 1e-14, "corrected p");
    // Computed with R, as SciPy's test says.
    let tied = [0.1; 10];
    near(wilcoxon(&tied, Zeros::Drop, Method::Normal).1, 0.001_565_402_258_002_551, 1e-16, "p");
    let corrected = wilcoxon(&tied, Zeros::Drop, Method::NormalCorrected).1;
    near(corrected, 0.001_904_195_043_004_39, 1e-16, "corrected p");
}

fn table(columns: &[&[f64]]) -> RankTable {
    let rows: Vec<Vec<f64>> = (0..columns[0].len())
        .map(|row| columns.iter().map(|column| column[row]).collect())
        .collect();
    RankTable::new(&rows, true, Ties::default()).expect("a table")
}

#[test]
fn scipy_friedman() {
    let demsar = table(&[
        &[
            0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661, 0.583, 0.775, 1.0, 0.94, 0.619, 0.972,
            0.957,
        ],
        &[
            0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668, 0.583, 0.838, 1.0, 0.962, 0.666,
            0.981, 0.978,
        ],
        &[
            0.771, 0.590, 0.968, 0.654, 0.886, 0.916, 0.609, 0.563, 0.866, 1.0, 0.965, 0.614,
            0.9751, 0.946,
        ],
        &[
            0.798, 0.569, 0.967, 0.657, 0.898, 0.931, 0.685, 0.625, 0.875, 1.0, 0.962, 0.669,
            0.975, 0.970,
        ],
    ]);
    let health = table(&[
        &[4.0, 3.0, 5.0, 3.0, 5.0, 3.0, 2.0, 5.0, 4.0, 4.0, 4.0, 3.0],
        &[2.0, 2.0, 1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 2.0, 1.0, 1.0, 3.0],
        &[2.0, 4.0, 3.0, 3.0, 4.0, 3.0, 3.0, 4.0, 4.0, 1.0, 2.0, 1.0],
        &[3.0, 5.0, 4.0, 3.0, 4.0, 4.0, 3.0, 3.0, 3.0, 4.0, 4.0, 4.0],
    ]);
    let zar = table(&[
        &[7.0, 9.9, 8.5, 5.1, 10.3],
        &[5.3, 5.7, 4.7, 3.5, 7.7],
        &[4.9, 7.6, 5.5, 2.8, 8.4],
        &[8.8, 8.9, 8.1, 3.3, 9.1],
    ]);
    for (table, chi2, p) in [
        (demsar, 10.228_346_456_692_9, 0.016_721_580_328_441_4),
        (health, 18.942_857_142_857_1, 0.000_280_938_375_189_499),
        (zar, 10.68, 0.013_588_272_958_217_6),
    ] {
        let found = friedman(&table).tie_corrected.expect("some order");
        near(found.statistic, chi2, 1e-13, "chi-square");
        near(found.p, p, 1e-15, "p");
    }
}

/// `df_bn` of scikit-posthocs: three blocks of seven treatments.
const BLOCKS: [[f64; 7]; 3] = [
    [4.0, 3.0, 4.0, 4.0, 5.0, 6.0, 3.0],
    [1.0, 2.0, 3.0, 5.0, 6.0, 7.0, 7.0],
    [1.0, 2.0, 6.0, 4.0, 1.0, 5.0, 1.0],
];

/// Below the diagonal, row by row.
const NEMENYI: [f64; 21] = [
    0.9999999, 0.8414506, 0.8833015, 0.9177741, 0.9449086, 0.9999962, 0.9177741, 0.9449086,
    0.9999962, 1.0000000, 0.2147827, 0.2597539, 0.9449086, 0.8833015, 0.8833015, 0.9976902,
    0.9991770, 0.9888953, 0.9976902, 0.9976902, 0.5511935,
];
const SIEGEL: [f64; 21] = [
    0.92471904, 0.18587673, 0.2193026, 0.25683926, 0.2986177, 0.8501067, 0.25683926, 0.2986177,
    0.8501067, 1.0, 0.01816302, 0.0233422, 0.2986177, 0.2193026, 0.2193026, 0.57075039, 0.6366016,
    0.4496918, 0.5707504, 0.5707504, 0.07260094,
];
const CONOVER: [f64; 21] = [
    0.9147508, 0.1518030, 0.18071036, 0.2140927, 0.25232845, 0.8305955, 0.2140927, 0.25232845,
    0.8305955, 1.0, 0.0181602, 0.02222747, 0.2523284, 0.1807104, 0.1807104, 0.5242303, 0.59465124,
    0.3989535, 0.5242303, 0.5242303, 0.05991984,
];

#[test]
fn scikit_posthocs_after_friedman() {
    let rows: Vec<Vec<f64>> = BLOCKS.iter().map(|row| row.to_vec()).collect();
    let table = RankTable::new(&rows, true, Ties::default()).expect("a table");
    let ranks = table.mean_ranks();
    let comparison = RankComparison::new(7, 3).expect("a comparison");
    let conover = conover_friedman(&table).expect("pairs");
    for (place, pair) in all_pairs(7).into_iter().enumerate() {
        let (first, second) = pair;
        let below = second * (second - 1) / 2 + first;
        let difference = ranks[first] - ranks[second];
        near(comparison.nemenyi_p(difference), NEMENYI[below], 1e-7, "Nemenyi");
        near(comparison.p(difference), SIEGEL[below], 1e-7, "Siegel");
        assert_eq!(conover[place].pair, pair);
        near(conover[place].p, CONOVER[below], 1e-7, "Conover");
    }
}

#[test]
fn mlxtend_mcnemar() {
    let found = mcnemar(121, 59).expect("a result");
    near(found.chi2_corrected, 20.672_222_222_222_22, 1e-13, "corrected");
    near(found.p_chi2_corrected, 5.450_094_825_427_117e-6, 1e-18, "corrected p");
    near(found.chi2, 21.355_555_555_555_554, 1e-13, "chi-square");
    near(found.p_chi2, 3.815_135_865_112_594e-6, 1e-18, "p");
    near(found.p_exact, 4.434_449_263_755_51e-6, 1e-18, "exact p");
}
