//! Nominal features as numbers, the way Weka's unsupervised filter NominalToBinary makes them: a feature of one or two
//! levels stays one column that holds the position of the level, a feature of more becomes one column a level, 1 for the
//! level a row has and 0 for the others. A missing value stays missing (NaN) in all columns of its feature. Pure
//! functions of kinds and rows; they know no method and learn nothing.

use crate::data::FeatureKind;

/// How many columns a feature becomes.
fn columns(kind: FeatureKind) -> usize {
    match kind {
        FeatureKind::Nominal { levels } if levels > 2 => levels,
        FeatureKind::Nominal { .. } | FeatureKind::Numeric => 1,
    }
}

/// How many columns features of these kinds become.
pub fn binary_width(kinds: &[FeatureKind]) -> usize {
    kinds.iter().map(|kind| columns(*kind)).sum()
}

/// One row of a table in `out`, which has [`binary_width`] places.
pub fn to_binary(kinds: &[FeatureKind], row: &[f64], out: &mut [f64]) {
    let mut rest = out;
    for (kind, &value) in kinds.iter().zip(row) {
        let (own, others) = rest.split_at_mut(columns(*kind));
        match own {
            [only] => *only = value,
            many if value.is_nan() => many.fill(value),
            many => {
                many.fill(0.0);
                // A level is a whole number below the number of columns.
                many[value as usize] = 1.0;
            }
        }
        rest = others;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_become_columns_where_there_are_more_than_two() {
        let nominal = |levels| FeatureKind::Nominal { levels };
        let kinds = [nominal(3), FeatureKind::Numeric, nominal(2), nominal(1), nominal(4)];
        assert_eq!((binary_width(&kinds), binary_width(&[])), (10, 0));
        let mut out = [9.0; 10];
        to_binary(&kinds, &[2.0, -3.5, 1.0, 0.0, 0.0], &mut out);
        assert_eq!(out, [0.0, 0.0, 1.0, -3.5, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        to_binary(&kinds, &[f64::NAN; 5], &mut out);
        assert!(out.iter().all(|v| v.is_nan()));
    }
}
