//! What the names of rows say, together with where the rows stand: a mean is called so in any place, a quartile `Q1` only below
//! other rows. It looks at names and places; numbers decide later.

use super::super::metric_names::is_known;
use super::super::names::{self, is_summary};
use super::computed::LEAST_ROWS;
use crate::data::read::sheet::{Row, Sheet};

/// What a row is by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Called {
    /// Nothing says that it is no dataset.
    Dataset,
    /// A summary or a dataset: it stands at an end of the table.
    Perhaps,
    /// A summary of other rows.
    Summary,
}

/// What every row is called.
pub fn called(sheet: &Sheet, labels: &[usize]) -> Vec<Called> {
    let texts = |row: &Row| -> Vec<String> {
        labels.iter().map(|&column| row.text(column).to_owned()).collect()
    };
    let names: Vec<Vec<String>> = sheet.rows.iter().map(texts).collect();
    let questions = are_questions(&names);
    let is_metric = |texts: &&Vec<String>| texts.iter().any(|text| is_known(text));
    // Rows that are metrics have a caveat of their own.
    let metrics = 2 * names.iter().filter(is_metric).count() > names.len();
    let one = |texts: &Vec<String>| {
        // A row without a name is hardly a dataset.
        if texts.iter().all(String::is_empty) || texts.iter().any(|text| is_summary(text)) {
            return Called::Summary;
        }
        let may_be = |text: &String| {
            names::may_be_summary(text) && !(questions && number_behind_q(text).is_some())
        };
        if !metrics && texts.iter().any(may_be) { Called::Perhaps } else { Called::Dataset }
    };
    let mut called: Vec<Called> = names.iter().map(one).collect();
    // Between datasets a doubtful name is that of a dataset.
    let below = called.iter().rposition(|&one| one == Called::Dataset).map_or(0, |last| last + 1);
    for one in called.iter_mut().take(below).skip(1) {
        if *one == Called::Perhaps {
            *one = Called::Dataset;
        }
    }
    called
}

/// Whether `Q1` is the first of many questions and not a quartile of other rows.
fn are_questions(names: &[Vec<String>]) -> bool {
    let numbers = || names.iter().flatten().filter_map(|text| number_behind_q(text));
    let others = |texts: &&Vec<String>| {
        !texts.iter().any(|text| number_behind_q(text).is_some() || is_summary(text))
    };
    numbers().any(|number| number > 3) || names.iter().filter(others).count() < LEAST_ROWS
}

fn number_behind_q(text: &str) -> Option<u32> {
    text.trim().strip_prefix(['q', 'Q'])?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> Vec<Called> {
        let row = |(line, name): (usize, &&str)| Row { line, cells: vec![(*name).to_owned()] };
        let rows = (2..).zip(names).map(row).collect();
        let sheet = Sheet::new(std::path::Path::new("t.csv"), vec!["d".into()], 1, rows);
        called(&sheet, &[0])
    }

    #[test]
    fn a_doubtful_name_counts_below_datasets_only() {
        use Called::{Dataset, Perhaps, Summary};
        assert_eq!(of(&["x", "y", "mean-shift", "z"]), [Dataset; 4]);
        assert_eq!(of(&["x", "y", "IQR", "Mean"]), [Dataset, Dataset, Perhaps, Summary]);
        assert_eq!(of(&["x", "y", "Q1", "Median"]), [Dataset, Dataset, Perhaps, Summary]);
        assert_eq!(of(&["Q1", "Q2", "Q3", "Q4"]), [Dataset; 4]);
        assert_eq!(of(&["Q1", "Q2", "Q3"]), [Dataset; 3]);
        assert_eq!(of(&["x", "", "Median"]), [Dataset, Summary, Summary]);
    }
}
