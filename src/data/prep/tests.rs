use std::path::Path;

use super::*;
use crate::data::TaskKind;
use crate::data::dataset::Roles;
use crate::data::read::{self, ReadOptions};

fn dataset(text: &str) -> Dataset {
    let file = Path::new("t.csv");
    let options = ReadOptions { target_is_nominal: true, ..ReadOptions::default() };
    let format = read::format_of(file, None).unwrap();
    let table = read::read(file, text.as_bytes(), format, &options).unwrap();
    Dataset::new("t", TaskKind::Classification, file, table, &Roles::default()).unwrap()
}

fn recipe(scale: Scale, nominal: Nominal) -> Recipe {
    Recipe { scale, nominal }
}

const MIXED: &str = "x,colour,class\n1,red,a\n3,blue,a\n,blue,b\n8,,b\n100,green,b\n";

#[test]
fn test_rows_never_move_what_was_fitted() {
    // Rows 0..4 are training: median of 1, 3, 8 is 3; levels blue and red; mode blue. Row 4 is a stranger.
    let data = dataset(MIXED);
    let prepared = Prepared::fit(&data, &[0, 1, 2, 3], recipe(Scale::MinMax, Nominal::OneHot));
    let train = prepared.apply(&data, &[0, 1, 2, 3]);
    let expected = [
        [0.0, 0.0, 1.0],
        [2.0 / 7.0, 1.0, 0.0],
        [2.0 / 7.0, 1.0, 0.0], // median 3
        [1.0, 1.0, 0.0],       // mode blue
    ];
    for (row, expected) in train.outer_iter().zip(expected) {
        assert_eq!(row.as_slice().unwrap(), expected);
    }
    let test = prepared.apply(&data, &[4]);
    assert_eq!(test.as_slice().unwrap(), [99.0 / 7.0, 0.0, 0.0]);
}

#[test]
fn ordinal_codes_count_the_levels_seen_and_scale_like_numbers() {
    let data = dataset(MIXED);
    let prepared = Prepared::fit(&data, &[0, 1, 2, 3], recipe(Scale::None, Nominal::Ordinal));
    // blue = 0, red = 1; green was not seen and counts as missing: blue.
    let all = prepared.apply(&data, &[0, 1, 2, 3, 4]);
    assert_eq!(all.column(1).to_vec(), [1.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn standard_scaling_has_mean_zero_and_unit_variance() {
    let data = dataset("x,class\n1,a\n2,a\n3,b\n4,b\n");
    let prepared = Prepared::fit(&data, &[0, 1, 2, 3], recipe(Scale::Standard, Nominal::OneHot));
    let x = prepared.apply(&data, &[0, 1, 2, 3]);
    let squares: f64 = x.iter().map(|v| v * v).sum();
    assert!(x.sum().abs() < 1e-15);
    assert!((squares / 4.0 - 1.0).abs() < 1e-15);
}

#[test]
fn constant_and_empty_training_columns_become_zero() {
    let data = dataset("x,y,class\n5,,a\n5,,a\n7,2,b\n");
    for scale in [Scale::MinMax, Scale::Standard] {
        let prepared = Prepared::fit(&data, &[0, 1], recipe(scale, Nominal::OneHot));
        assert!(prepared.apply(&data, &[0, 1, 2]).iter().all(|&v| v == 0.0));
    }
}

#[test]
fn huge_values_stay_finite() {
    let data = dataset("x,class\n-1.7e308,a\n1.7e308,b\n0,b\n");
    for scale in [Scale::MinMax, Scale::Standard, Scale::None] {
        let prepared = Prepared::fit(&data, &[0, 1, 2], recipe(scale, Nominal::OneHot));
        assert!(prepared.apply(&data, &[0, 1, 2]).iter().all(|v| v.is_finite()), "{scale:?}");
    }
}
