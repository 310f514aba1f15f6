//! Which columns of a long file hold scores of classes: those that are called `probability:CLASS` or `score:CLASS`, else those that end
//! in the names of the classes and hold shares that sum to one. Which of them a dataset has is decided by its rows: files of several datasets
//! have a column for every class of any of them.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::header_error;
use super::part::ClassScores;
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::{listed, number, shown};

/// Columns of class scores, each with its class.
#[derive(Debug, Default)]
pub struct ClassColumns {
    /// Whether they are probabilities.
    pub probabilities: bool,
    /// The columns with their classes.
    pub columns: Vec<(usize, String)>,
    /// What was guessed, and what is not read.
    pub notes: Vec<String>,
}

impl ClassColumns {
    /// The columns of a sheet. `read` are those with other meanings, `answers` those of the truth and the prediction.
    pub fn find(
        sheet: &Sheet<'_>,
        read: &[usize],
        answers: [usize; 2],
    ) -> Result<ClassColumns, DataError> {
        let mut found = called(sheet)?;
        let free = |column: &usize| {
            let taken = read.contains(column) || found.columns.iter().any(|own| own.0 == *column);
            !taken && !sheet.header[*column].is_empty()
        };
        let mut free: Vec<usize> = (0..sheet.header.len()).filter(free).collect();
        if found.columns.is_empty()
            && let Some(columns) = by_structure(sheet, &free, answers)
        {
            free.retain(|column| columns.iter().all(|own| own.0 != *column));
            let names = columns.iter().map(|own| sheet.header[own.0].as_str());
            found.notes.push(format!(
                "columns that end in the names of classes and sum to one are taken for their probabilities: {}",
                listed(names.collect::<Vec<_>>().into_iter())
            ));
            found = ClassColumns { probabilities: true, columns, ..found };
        }
        if !free.is_empty() {
            let names: Vec<&str> =
                free.iter().map(|&column| sheet.header[column].as_str()).collect();
            found.notes.push(format!("columns that are not read: {}", listed(names.into_iter())));
        }
        Ok(found)
    }

    /// No scores yet, of the classes in these columns.
    pub fn none_yet(&self, columns: &[usize]) -> ClassScores {
        let own = self.columns.iter().filter(|(column, _)| columns.contains(column));
        let classes = own.map(|(_, class)| class.clone()).collect();
        ClassScores { probabilities: self.probabilities, classes, values: Vec::new() }
    }

    /// The columns that hold anything, by what a row belongs to: the others are of classes that it lacks.
    pub fn filled<K: Ord>(
        &self,
        sheet: &Sheet<'_>,
        key: impl Fn(usize) -> K,
    ) -> BTreeMap<K, Vec<usize>> {
        let mut filled: BTreeMap<K, Vec<usize>> = BTreeMap::new();
        for (at, row) in sheet.rows.iter().enumerate() {
            let own = filled.entry(key(at)).or_default();
            for (column, _) in &self.columns {
                if !own.contains(column) && !is_empty(row, *column) {
                    own.push(*column);
                }
            }
        }
        filled.values_mut().for_each(|own| own.sort_unstable());
        filled
    }
}

fn is_empty(row: &Row, column: usize) -> bool {
    matches!(row.text(column), "" | "?")
}

/// The columns that say by their names what they are: of one kind, or none.
fn called(sheet: &Sheet<'_>) -> Result<ClassColumns, DataError> {
    let of = |prefix: &str| -> Vec<(usize, String)> {
        let columns = sheet.header.iter().enumerate();
        let class = |name: &str| Some(name.strip_prefix(prefix)?.trim().to_owned());
        columns.filter_map(|(column, name)| Some((column, class(name)?))).collect()
    };
    let (chances, scores) = (of("probability:"), of("score:"));
    if !chances.is_empty() && !scores.is_empty() {
        let problem = "there are columns of probabilities and of scores";
        return Err(header_error(sheet, problem, "keep the columns of one kind"));
    }
    let probabilities = !chances.is_empty();
    let columns = if probabilities { chances } else { scores };
    let mut seen = BTreeSet::new();
    let twice = columns.iter().find(|(_, class)| class.is_empty() || !seen.insert(class));
    if let Some((_, twice)) = twice {
        let problem = format!("two columns hold scores of the class {}", shown(twice));
        return Err(header_error(sheet, problem, "name the class of each column, each once"));
    }
    Ok(ClassColumns { probabilities, columns, notes: Vec::new() })
}

/// More different answers are no classes.
const MOST_CLASSES: usize = 1000;

/// Columns whose names are one beginning and a class, for every class of the truth, and whose values sum to one in every row.
fn by_structure(
    sheet: &Sheet<'_>,
    free: &[usize],
    [truth, label]: [usize; 2],
) -> Option<Vec<(usize, String)>> {
    let texts = |column: usize| sheet.rows.iter().map(move |row| row.text(column));
    let truth: BTreeSet<&str> = texts(truth).filter(|text| !text.is_empty()).collect();
    let known: BTreeSet<&str> = truth.iter().copied().chain(texts(label)).collect();
    if truth.len() < 2 || known.len() > MOST_CLASSES {
        return None;
    }
    let mut groups: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for &column in free {
        let name = sheet.header[column].as_str();
        for class in known.iter().filter(|class| !class.is_empty()) {
            if let Some(start) = name.strip_suffix(class) {
                groups.entry(start).or_default().insert(class, column);
            }
        }
    }
    let complete = |own: &BTreeMap<&str, usize>| truth.iter().all(|class| own.contains_key(class));
    let mut groups = groups.into_iter().filter(|(_, own)| complete(own));
    let ((start, own), None) = (groups.next()?, groups.next()) else { return None };
    // Classes that occur in no row have the same beginning.
    let more =
        free.iter().filter(|column| !start.is_empty() && !own.values().any(|c| c == *column));
    let more = more.filter_map(|&column| Some((column, sheet.header[column].strip_prefix(start)?)));
    let mut all: Vec<(usize, String)> =
        more.map(|(column, class)| (column, class.to_owned())).collect();
    all.extend(own.into_iter().map(|(class, column)| (column, class.to_owned())));
    all.retain(|(_, class)| !class.is_empty());
    all.sort_unstable();
    sum_to_one(sheet, &all).then_some(all)
}

/// As far as printed shares miss one.
const ROUNDED: f64 = 0.02;

/// Whether the values of some columns are shares of one in every row that has any.
fn sum_to_one(sheet: &Sheet<'_>, columns: &[(usize, String)]) -> bool {
    let shares = |row: &Row| -> Option<bool> {
        let filled = columns.iter().filter(|(column, _)| !is_empty(row, *column));
        let values: Option<Vec<f64>> =
            filled.map(|(column, _)| number(row.text(*column))).collect();
        let values = values?;
        let inside = values.iter().all(|value| (0.0..=1.0).contains(value));
        Some(values.is_empty() || inside && (values.iter().sum::<f64>() - 1.0).abs() <= ROUNDED)
    };
    let some = |row: &Row| columns.iter().any(|(column, _)| !is_empty(row, *column));
    sheet.rows.iter().any(some) && sheet.rows.iter().all(|row| shares(row) == Some(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn found(text: &str) -> ClassColumns {
        let sheet = Sheet::parse(Path::new("f"), text).unwrap();
        ClassColumns::find(&sheet, &[0, 1], [0, 1]).unwrap()
    }

    fn classes(found: &ClassColumns) -> Vec<&str> {
        found.columns.iter().map(|(_, class)| class.as_str()).collect()
    }

    #[test]
    fn shares_of_classes_are_found_whatever_they_are_called() {
        for start in ["p:", "p_", "proba_", "probability.", "P(Y=", ""] {
            let text =
                format!("truth,prediction,{start}no,{start}yes\nno,no,0.7,0.3\nyes,no,0.6,0.4\n");
            let own = found(&text);
            assert_eq!(classes(&own), ["no", "yes"], "{start}");
            assert!(own.probabilities && own.notes.len() == 1, "{:?}", own.notes);
        }
        // A class that does not occur, a class at the end of another one, and a column that is none.
        let text = "truth,prediction,seed,p_1,p_11,p_2\n1,1,7,0.5,0.3,0.2\n11,1,7,1,0,\n";
        let own = found(text);
        assert_eq!(classes(&own), ["1", "11", "2"]);
        assert!(own.notes[1].ends_with("not read: seed"), "{:?}", own.notes);
    }

    #[test]
    fn other_columns_are_named_and_not_read() {
        for text in [
            "truth,prediction,d_no,d_yes\nno,no,0.7,0.5\nyes,no,0.6,0.4\n",
            "truth,prediction,d_no,d_yes\nno,no,-1,2\nyes,no,0.6,0.4\n",
            "truth,prediction,d_no\nno,no,0.5\nyes,no,0.5\n",
            "truth,prediction,d_no,d_yes\nno,no,,\nyes,no,,\n",
        ] {
            let own = found(text);
            assert!(own.columns.is_empty() && own.notes[0].contains("not read: d_no"), "{text}");
        }
    }

    #[test]
    fn a_column_without_a_value_is_of_another_dataset() {
        let text = "truth,prediction,probability:a,probability:b,probability:c\na,a,0.5,0.5,\nc,c,,0.1,0.9\n";
        let sheet = Sheet::parse(Path::new("f"), text).unwrap();
        let own = ClassColumns::find(&sheet, &[0, 1], [0, 1]).unwrap();
        let filled = own.filled(&sheet, |at| at);
        assert_eq!((filled[&0].as_slice(), filled[&1].as_slice()), (&[2, 3][..], &[3, 4][..]));
        assert_eq!(own.none_yet(&filled[&1]).classes, ["b", "c"]);
    }
}
