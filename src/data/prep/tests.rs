use std::path::Path;

use super::*;
use crate::data::dataset::Roles;
use crate::data::read::{self, ReadOptions};
use crate::data::{Rows, TaskKind};

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

fn dense(prepared: &Prepared, data: &Dataset, rows: &[usize]) -> Array2<f64> {
    let features = prepared.apply(data, rows);
    let rows = Rows::of(&features).unwrap().to_dense();
    Array2::from_shape_fn((rows.len(), rows.width()), |(row, feature)| rows.row(row)[feature])
}

const MIXED: &str = "x,colour,class\n1,red,a\n3,blue,a\n,blue,b\n8,,b\n100,green,b\n";

#[test]
fn test_rows_never_move_what_was_fitted() {
    // Rows 0..4 are training: median of 1, 3, 8 is 3; levels blue and red; mode blue. Row 4 is a stranger.
    let data = dataset(MIXED);
    let prepared = Prepared::fit(&data, &[0, 1, 2, 3], recipe(Scale::MinMax, Nominal::OneHot));
    let train = dense(&prepared, &data, &[0, 1, 2, 3]);
    let expected = [
        [0.0, 0.0, 1.0],
        [2.0 / 7.0, 1.0, 0.0],
        [2.0 / 7.0, 1.0, 0.0], // median 3
        [1.0, 1.0, 0.0],       // mode blue
    ];
    for (row, expected) in train.outer_iter().zip(expected) {
        assert_eq!(row.as_slice().unwrap(), expected);
    }
    let test = dense(&prepared, &data, &[4]);
    assert_eq!(test.as_slice().unwrap(), [99.0 / 7.0, 0.0, 0.0]);
}

#[test]
fn ordinal_codes_count_the_levels_seen_and_scale_like_numbers() {
    let data = dataset(MIXED);
    let prepared = Prepared::fit(&data, &[0, 1, 2, 3], recipe(Scale::None, Nominal::Ordinal));
    // blue = 0, red = 1; green was not seen and counts as missing: blue.
    let all = dense(&prepared, &data, &[0, 1, 2, 3, 4]);
    assert_eq!(all.column(1).to_vec(), [1.0, 0.0, 0.0, 0.0, 0.0]);
}

#[test]
fn standard_scaling_has_mean_zero_and_unit_variance() {
    let data = dataset("x,class\n1,a\n2,a\n3,b\n4,b\n");
    let prepared = Prepared::fit(&data, &[0, 1, 2, 3], recipe(Scale::Standard, Nominal::OneHot));
    let x = dense(&prepared, &data, &[0, 1, 2, 3]);
    let squares: f64 = x.iter().map(|v| v * v).sum();
    assert!(x.sum().abs() < 1e-15);
    assert!((squares / 4.0 - 1.0).abs() < 1e-15);
}

#[test]
fn constant_and_empty_training_columns_become_zero() {
    let data = dataset("x,y,class\n5,,a\n5,,a\n7,2,b\n");
    for scale in [Scale::MinMax, Scale::Symmetric, Scale::Standard] {
        let prepared = Prepared::fit(&data, &[0, 1], recipe(scale, Nominal::OneHot));
        assert!(dense(&prepared, &data, &[0, 1, 2]).iter().all(|&v| v == 0.0));
    }
}

#[test]
fn huge_values_stay_finite() {
    let data = dataset("x,class\n-1.7e308,a\n1.7e308,b\n0,b\n");
    for scale in [Scale::MinMax, Scale::Symmetric, Scale::Standard, Scale::None] {
        let prepared = Prepared::fit(&data, &[0, 1, 2], recipe(scale, Nominal::OneHot));
        assert!(dense(&prepared, &data, &[0, 1, 2]).iter().all(|v| v.is_finite()), "{scale:?}");
    }
}

/// A table of words that most rows do not have: whatever the storage, the numbers are those of the plain formulas.
#[test]
fn sparse_columns_are_prepared_like_dense_ones() {
    let value = |row: usize, column: usize| match (row * 7 + column * 13) % 23 {
        0 => (row % 5) as f64 - 1.0,
        1 => 2.5,
        _ => 0.0,
    };
    let mut text = String::new();
    for row in 0..200 {
        text.push_str(if row % 3 == 0 { "1" } else { "2" });
        for column in 0..30 {
            if value(row, column) != 0.0 {
                text.push_str(&format!(" {}:{}", column + 1, value(row, column)));
            }
        }
        text.push('\n');
    }
    let file = Path::new("t.svm");
    let options = ReadOptions { target_is_nominal: true, ..ReadOptions::default() };
    let table = read::read(file, text.as_bytes(), read::format_of(file, None).unwrap(), &options);
    let data = Dataset::new("t", TaskKind::Classification, file, table.unwrap(), &Roles::default())
        .unwrap();
    let train: Vec<usize> = (0..150).collect();
    let test: Vec<usize> = (150..200).chain([3, 3]).collect();
    for scale in [Scale::None, Scale::MinMax, Scale::Symmetric, Scale::Standard] {
        let prepared = Prepared::fit(&data, &train, recipe(scale, Nominal::OneHot));
        // Columns with negative numbers, and all columns about their means, have no zeros left.
        assert_eq!(prepared.sparse, scale == Scale::None, "{scale:?}");
        let found = dense(&prepared, &data, &test);
        for column in 0..30 {
            let seen: Vec<f64> = train.iter().map(|&row| value(row, column)).collect();
            let (min, max) =
                seen.iter().fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(*v), h.max(*v)));
            let mean = seen.iter().sum::<f64>() / 150.0;
            let sd = (seen.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / 150.0).sqrt();
            for (position, &row) in test.iter().enumerate() {
                let v = value(row, column);
                let expected = match scale {
                    Scale::None => v,
                    Scale::MinMax => (v - min) / (max - min),
                    Scale::Symmetric => 2.0 * (v - min) / (max - min) - 1.0,
                    Scale::Standard => (v - mean) / sd,
                };
                assert!((found[(position, column)] - expected).abs() < 1e-12, "{scale:?}");
            }
        }
    }
}

#[test]
fn a_table_keeps_holes_levels_and_numbers_as_they_are() {
    let data = dataset(MIXED);
    let features = table(&data, &[4, 2, 3]);
    let rows = Rows::of(&features).unwrap();
    let kinds = [FeatureKind::Numeric, FeatureKind::Nominal { levels: 3 }];
    assert_eq!(rows.kinds(), kinds);
    // Levels in order: blue, green, red.
    let dense = rows.to_dense();
    assert_eq!(dense.row(0), [100.0, 1.0]);
    assert!(dense.row(1)[0].is_nan() && dense.row(1)[1] == 0.0);
    assert!(dense.row(2)[0] == 8.0 && dense.row(2)[1].is_nan());
}
