//! Bags of rows as a column names them. Bags are counted in the order in which they first occur, everywhere. What is learned
//! from a bag is not known here.

use std::collections::BTreeMap;
use std::path::Path;

use super::error::DataError;
use super::table::{Column, MISSING, Values};

/// The bags of a dataset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BagNames {
    /// For each row the position of its bag.
    pub of_row: Vec<usize>,
    /// The name of each bag.
    pub names: Vec<String>,
}

impl BagNames {
    /// The bags that a column names.
    pub fn of(column: &Column) -> BagNames {
        let codes: Vec<u64> = match &column.values {
            Values::Nominal { codes, .. } => codes.iter().map(|&code| u64::from(code)).collect(),
            Values::Numeric(numbers) => numbers.iter().map(f64::to_bits).collect(),
        };
        let name = |code: u64| match &column.values {
            Values::Nominal { levels, .. } => {
                usize::try_from(code).ok().and_then(|code| levels.get(code)).cloned()
            }
            Values::Numeric(_) => Some(f64::from_bits(code).to_string()),
        };
        let mut place_of = BTreeMap::new();
        let (mut of_row, mut names) = (Vec::with_capacity(codes.len()), Vec::new());
        for code in codes {
            let place = *place_of.entry(code).or_insert(names.len());
            if place == names.len() {
                names.push(name(code).unwrap_or_default());
            }
            of_row.push(place);
        }
        BagNames { of_row, names }
    }
}

/// Refuses rows without a bag, and bags with two classes.
pub(super) fn check_bags(
    file: &Path,
    bags: &Column,
    target: &Column,
    lines: &[usize],
) -> Result<(), DataError> {
    let line_of = |row: usize| lines.get(row).copied().unwrap_or(0);
    let (Values::Nominal { codes, .. }, Values::Nominal { levels: classes, codes: class_of }) =
        (&bags.values, &target.values)
    else {
        return Ok(());
    };
    if let Some(row) = codes.iter().position(|&code| code == MISSING) {
        let remedy = "name the bag of every row";
        let error = DataError::line(file, line_of(row), "the row has no bag", remedy);
        return Err(error.in_column(&bags.name));
    }
    let BagNames { of_row, names } = BagNames::of(bags);
    let mut first: Vec<Option<usize>> = vec![None; names.len()];
    for (row, &bag) in of_row.iter().enumerate() {
        let seen = *first[bag].get_or_insert(row);
        if class_of[seen] != class_of[row] {
            let class = |row: usize| classes.get(class_of[row] as usize).map_or("", |c| c.as_str());
            let problem = format!(
                "the bag `{}` has two classes (lines {} and {}): {} and {}",
                names[bag],
                line_of(seen),
                line_of(row),
                class(seen),
                class(row)
            );
            let remedy = "give every row of a bag the bag's class";
            return Err(DataError::line(file, line_of(row), problem, remedy));
        }
    }
    Ok(())
}
