//! Bags of rows as a column of a file names them. They are counted in the order in which they first occur, everywhere; every
//! row is in a bag, and a bag has one class. What is learned from a bag is not known here.

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
        let mut place_of = BTreeMap::new();
        let (mut of_row, mut names) = (Vec::new(), Vec::new());
        for (row, bag) in column.values.identities().into_iter().enumerate() {
            let place = *place_of.entry(bag).or_insert(names.len());
            if place == names.len() {
                names.push(match &column.values {
                    Values::Numeric(_) => f64::from_bits(bag).to_string(),
                    nominal => nominal.text(row).unwrap_or_default(),
                });
            }
            of_row.push(place);
        }
        BagNames { of_row, names }
    }
}

/// Refuses rows that are in no bag, and bags with two classes. `lines` are those of the rows in the file.
pub fn check(
    file: &Path,
    bags: &Column,
    classes: &Column,
    lines: &[usize],
) -> Result<(), DataError> {
    let line_of = |row: usize| lines.get(row).copied().unwrap_or(0);
    let blame = |row: usize, problem: String, remedy: &str| {
        Err(DataError::line(file, line_of(row), problem, remedy).in_column(&bags.name))
    };
    let hole = match &bags.values {
        Values::Numeric(values) => values.iter().position(f64::is_nan),
        Values::Nominal { codes, .. } => codes.iter().position(|&code| code == MISSING),
    };
    if let Some(row) = hole {
        return blame(row, "the row is in no bag".into(), "name its bag, or remove the row");
    }
    let class = classes.values.identities();
    let mut first_of: BTreeMap<u64, usize> = BTreeMap::new();
    for (row, bag) in bags.values.identities().into_iter().enumerate() {
        let first = *first_of.entry(bag).or_insert(row);
        if class[row] != class[first] {
            let text = |column: &Column, row: usize| column.values.text(row).unwrap_or_default();
            let problem = format!(
                "bag `{}` has two classes: `{}` in line {}, `{}` in line {}",
                text(bags, row),
                text(classes, first),
                line_of(first),
                text(classes, row),
                line_of(row)
            );
            return blame(row, problem, "give every row of a bag the bag's class");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::dataset::{Dataset, Roles, TaskKind};
    use crate::data::read::{self, ReadOptions};

    fn bags(text: &str) -> Result<Dataset, DataError> {
        let file = Path::new("t.csv");
        let options = ReadOptions {
            target: vec!["class".into()],
            target_is_nominal: true,
            ..ReadOptions::default()
        };
        let table = read::read(file, text.as_bytes(), read::format_of(file, None)?, &options)?;
        let roles = Roles { bag: Some("bag".into()), ..Roles::default() };
        Dataset::new("t", TaskKind::MultiInstance, file, table, &roles)
    }

    #[test]
    fn a_bag_with_two_classes_is_refused_with_both_lines() {
        for (first, second) in [("1", "2"), ("m-1", "m-2")] {
            let text =
                format!("bag,x,class\n{first},1,a\n{second},2,b\n{second},3,b\n{first},4,b\n");
            let error = bags(&text).unwrap_err();
            let expected = format!("bag `{first}` has two classes: `a` in line 2, `b` in line 5");
            assert_eq!((error.problem.as_str(), error.line), (expected.as_str(), Some(5)));
        }
    }

    #[test]
    fn a_row_without_a_bag_is_refused_with_its_line() {
        for name in ["1", "m"] {
            let error = bags(&format!("bag,x,class\n{name},1,a\n,2,b\n{name},3,a\n")).unwrap_err();
            assert_eq!((error.line, error.problem.as_str()), (Some(3), "the row is in no bag"));
        }
    }

    #[test]
    fn bags_of_one_row_are_bags() {
        let data = bags("bag,x,class\n1,1,a\n2,2,b\n").unwrap();
        assert_eq!((data.rows, data.features.len()), (2, 1));
    }
}
