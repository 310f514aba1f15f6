//! Corrections against statsmodels, mpmath and the closure principle, and what must hold for all.

use super::*;
use proptest::prelude::*;

const P: [f64; 9] = [0.01, 0.013, 0.014, 0.19, 0.35, 0.5, 0.63, 0.67, 0.75];
const TEN: [f64; 10] = [1e-12, 3e-7, 0.0001, 0.004, 0.011, 0.0125, 0.02, 0.4, 0.999, 1.0];
const SHUFFLED: [f64; 5] = [0.04, 0.001, 0.04, 0.2, 0.009];

fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (f, e) in found.iter().zip(expected) {
        assert!((f - e).abs() <= 1e-13, "{found:?} {expected:?}");
    }
}

/// statsmodels 0.15.0: multipletests(P, method=...)[1]; simes-hochberg is Hochberg's procedure.
#[test]
fn agrees_with_statsmodels() {
    close(
        &Correction::Bonferroni.adjust(&P),
        &[0.09, 0.11699999999999999, 0.126, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
    );
    close(&Correction::Holm.adjust(&P), &[0.09, 0.104, 0.104, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
    close(
        &Correction::Hochberg.adjust(&P),
        &[0.09, 0.098, 0.098, 0.75, 0.75, 0.75, 0.75, 0.75, 0.75],
    );
    close(
        &Correction::Hommel.adjust(&P),
        &[0.07, 0.091, 0.098, 0.75, 0.75, 0.75, 0.75, 0.75, 0.75],
    );
    close(&Correction::Holm.adjust(&SHUFFLED), &[0.12, 0.005, 0.12, 0.2, 0.036]);
    close(&Correction::Hochberg.adjust(&SHUFFLED), &[0.08, 0.005, 0.08, 0.2, 0.036]);
    close(&Correction::Hommel.adjust(&SHUFFLED), &[0.08, 0.005, 0.08, 0.2, 0.036]);
}

/// statsmodels 0.15.0: multipletests(..., method=...)[1] with sidak, holm-sidak and fdr_bh.
#[test]
fn sidak_holland_and_fdr_agree_with_statsmodels() {
    for (correction, of_p, of_shuffled, of_ten) in STATSMODELS {
        close(&correction.adjust(&P), &of_p);
        close(&correction.adjust(&SHUFFLED), &of_shuffled);
        close(&correction.adjust(&TEN), &of_ten);
    }
}

/// The recursion solved for the level by bisection with 80 digits, mpmath 1.4.1.
#[test]
fn rom_agrees_with_mpmath() {
    close(
        &Correction::Rom.adjust(&P),
        &[
            0.08653520722386705,
            0.09408564693540508,
            0.09408564693540508,
            0.75,
            0.75,
            0.75,
            0.75,
            0.75,
            0.75,
        ],
    );
    close(
        &Correction::Rom.adjust(&SHUFFLED),
        &[0.08, 0.004990633538703383, 0.08, 0.2, 0.03557080480357496],
    );
    close(
        &Correction::Rom.adjust(&TEN),
        &[
            9.999999999955555e-12,
            2.6999968106271623e-06,
            0.0007997257669115289,
            0.02767538717550848,
            0.06105202241413584,
            0.06105202241413584,
            0.07789994584910424,
            0.9664793948382652,
            1.0,
            1.0,
        ],
    );
}

#[test]
fn entries_describe_their_corrections() {
    for (place, correction) in Correction::ALL.into_iter().enumerate() {
        assert_eq!(ENTRIES[place].correction, correction);
        assert_eq!(correction.entry().correction, correction);
        assert_eq!(Correction::named(correction.name()), Some(correction));
        for text in [correction.title(), correction.assumes(), correction.source()] {
            assert!(!text.is_empty() && !text.ends_with('.'), "{text}");
        }
        let weaker = correction.controls() == ErrorRate::FalseDiscovery;
        assert_eq!(weaker, correction == Correction::Fdr);
        assert_eq!(weaker, correction.controls().words().contains("not the family-wise"));
    }
    assert_eq!(Correction::named("Holm"), None);
}

/// Finner's and Li's formulas in numpy, written from Garcia et al. (2010), 5.2.
#[test]
fn finner_and_li() {
    close(
        &Correction::Finner.adjust(&SHUFFLED),
        &[
            0.06577377347992575,
            0.004990009995000988,
            0.06577377347992575,
            0.19999999999999996,
            0.022348353069483684,
        ],
    );
    close(
        &Correction::Li.adjust(&SHUFFLED),
        &[
            0.047619047619047616,
            0.001248439450686642,
            0.047619047619047616,
            0.2,
            0.011124845488257108,
        ],
    );
    assert_eq!(Correction::Li.adjust(&[0.0, 1.0, 0.5]), [0.0, 1.0, 1.0]);
    assert_eq!(Correction::Finner.adjust(&[0.0, 1.0]), [0.0, 1.0]);
}

/// The closure principle: the largest p of any set of hypotheses that contains this one.
fn closed(p: &[f64], local: impl Fn(&mut Vec<f64>) -> f64) -> Vec<f64> {
    let sets = 1..1_usize << p.len();
    let member = |set: usize, i: usize| set >> i & 1 == 1;
    let values: Vec<(usize, f64)> = sets
        .map(|set| {
            let mut inside = (0..p.len()).filter(|&i| member(set, i)).map(|i| p[i]).collect();
            (set, local(&mut inside))
        })
        .collect();
    let of = |i| values.iter().filter(|v| member(v.0, i)).map(|v| v.1).fold(0.0, f64::max);
    (0..p.len()).map(|i| f64::min(of(i), 1.0)).collect()
}

proptest! {
    #[test]
    fn holm_and_hommel_are_closed_tests(
        p in prop::collection::vec(prop::sample::select(vec![0.0, 0.001, 0.01, 0.011, 0.02,
            0.03, 0.05, 0.051, 0.2, 0.4, 0.7, 0.95, 1.0]), 1..8),
    ) {
        let least = |p: &[f64]| p.iter().copied().fold(1.0, f64::min);
        close(&Correction::Holm.adjust(&p), &closed(&p, |set| set.len() as f64 * least(set)));
        let simes = |set: &mut Vec<f64>| {
            set.sort_by(f64::total_cmp);
            let m = set.len() as f64;
            let terms = set.iter().enumerate().map(|(j, p)| m * p / (j as f64 + 1.0));
            terms.fold(1.0, f64::min)
        };
        close(&Correction::Hommel.adjust(&p), &closed(&p, simes));
    }

    #[test]
    fn monotone_capped_and_ordered_by_power(p in prop::collection::vec(0.0_f64..=1.0, 1..40)) {
        let all: Vec<Vec<f64>> = Correction::ALL.iter().map(|c| c.adjust(&p)).collect();
        for adjusted in &all {
            for i in 0..p.len() {
                prop_assert!(adjusted[i] <= 1.0 && adjusted[i] >= p[i] * (1.0 - 1e-12));
                for j in 0..p.len() {
                    prop_assert!(p[i] > p[j] || adjusted[i] <= adjusted[j]);
                }
            }
        }
        let at = |c: Correction| &all[Correction::ALL.iter().position(|&x| x == c).unwrap()];
        // Each rejects whatever the one before it does.
        for chain in [
            &[Correction::Bonferroni, Correction::Holm, Correction::Hochberg, Correction::Hommel][..],
            &[Correction::Bonferroni, Correction::Sidak, Correction::Holland],
            &[Correction::Holm, Correction::Holland],
            &[Correction::Sidak, Correction::Finner],
            &[Correction::Hochberg, Correction::Rom],
            &[Correction::Hommel, Correction::Fdr],
        ] {
            for pair in chain.windows(2) {
                for (weaker, stronger) in at(pair[0]).iter().zip(at(pair[1])) {
                    prop_assert!(*stronger <= weaker * (1.0 + 1e-12), "{:?}", pair);
                }
            }
        }
    }

    #[test]
    fn the_order_given_does_not_matter(
        p in prop::collection::vec(0.0_f64..=1.0, 1..20), turn in 0_usize..20,
    ) {
        let turn = turn % p.len();
        let mut turned = p.clone();
        turned.rotate_left(turn);
        for correction in Correction::ALL {
            let mut expected = correction.adjust(&p);
            expected.rotate_left(turn);
            prop_assert_eq!(correction.adjust(&turned), expected);
        }
    }
}

#[test]
fn small_families() {
    for correction in Correction::ALL {
        assert!(correction.adjust(&[]).is_empty());
        assert!((correction.adjust(&[0.03])[0] - 0.03).abs() < 1e-15, "{correction:?}");
    }
}

#[test]
fn extreme_p_values() {
    for correction in Correction::ALL {
        assert_eq!(correction.adjust(&[0.0; 4]), [0.0; 4], "{correction:?}");
        assert_eq!(correction.adjust(&[1.0; 4]), [1.0; 4], "{correction:?}");
        assert!(correction.adjust(&[1e-300, 0.5, 0.6])[0] <= 4e-300, "{correction:?}");
    }
}

type OfThreeFamilies = (Correction, [f64; 9], [f64; 5], [f64; 10]);

const STATSMODELS: [OfThreeFamilies; 3] = [
    (
        Correction::Sidak,
        [
            0.0864827525163591,
            0.11109699569371766,
            0.1191697227211246,
            0.8499053647030009,
            0.9792880871621094,
            0.998046875,
            0.9998700382602049,
            0.999953588515598,
            0.9999961853027344,
        ],
        [0.18462730240000003, 0.004990009995001, 0.18462730240000003, 0.67232, 0.044197257254049],
        [
            9.999999999954999e-12,
            2.99999595000324e-06,
            0.0009995501199790025,
            0.0392876264971898,
            0.10471168560515302,
            0.11819807415578076,
            0.1829271931124531,
            0.9939533824,
            1.0,
            1.0,
        ],
    ),
    (
        Correction::Holland,
        [
            0.0864827525163591,
            0.09938905338775852,
            0.09938905338775852,
            0.717570463519,
            0.8839709375,
            0.9375,
            0.9493469999999999,
            0.9493469999999999,
            0.9493469999999999,
        ],
        [0.115264, 0.004990009995001, 0.115264, 0.2, 0.035516909439],
        [
            9.999999999954999e-12,
            2.699996760002268e-06,
            0.0007997200559930007,
            0.027666231061475345,
            0.06421140134953444,
            0.06421140134953444,
            0.07763184,
            0.784,
            0.999999,
            1.0,
        ],
    ),
    (
        Correction::Fdr,
        [0.042, 0.042, 0.042, 0.42750000000000005, 0.6299999999999999, 0.75, 0.75, 0.75, 0.75],
        [0.049999999999999996, 0.005, 0.049999999999999996, 0.2, 0.022499999999999996],
        [
            1e-11,
            1.4999999999999998e-06,
            0.0003333333333333334,
            0.01,
            0.020833333333333336,
            0.020833333333333336,
            0.028571428571428574,
            0.5,
            1.0,
            1.0,
        ],
    ),
];
