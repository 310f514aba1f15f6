//! A feature with one value. It costs time and teaches nothing, but it misleads no method.

use super::Found;
use crate::data::dataset::Dataset;
use crate::data::read::text::shown;
use crate::data::table::{Column, MISSING, Values};

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    let constant = data.features.iter().filter(|column| data.rows > 1 && is_constant(column));
    let found = constant.map(|column| {
        Found::to_ignore(&column.name, format!("{} has one value only", shown(&column.name)))
    });
    found.collect()
}

fn is_constant(column: &Column) -> bool {
    match &column.values {
        Values::Numeric(values) => {
            let mut known = values.iter().filter(|v| !v.is_nan());
            let first = known.next();
            known.all(|v| Some(v) == first)
        }
        Values::Nominal { codes, .. } => {
            let mut known = codes.iter().filter(|&&code| code != MISSING);
            let first = known.next();
            known.all(|code| Some(code) == first)
        }
    }
}
