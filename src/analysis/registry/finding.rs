//! What a statistical test found: its p, which method it favours, its numbers for programs and its words for tables.

use serde_json::{Map, Value, json};

use super::Test;
use crate::stats::StatsError;
use crate::stats::ttest::TTest;
use crate::words::{df, p, p_is, statistic};

/// A finding, or why there is none.
pub type Outcome = Result<Finding, StatsError>;

/// What a test found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Finding {
    /// The two-sided p; `None` for what is no test of a hypothesis.
    pub p: Option<f64>,
    /// Positive where the first-named method is better, negative where the other is, 0 where the test has no direction.
    pub favours: f64,
    /// The numbers by their keys in JSON.
    pub json: Map<String, Value>,
    /// What tables show: for two methods the head of a column and its text, for all methods the name of a row and its text.
    pub cells: Vec<(&'static str, String)>,
}

impl Finding {
    /// A test with a p.
    pub fn of(p: f64) -> Finding {
        Finding { p: Some(p), ..Finding::default() }.with("p", p)
    }

    /// Which method it favours.
    pub fn favouring(self, favours: f64) -> Finding {
        Finding { favours, ..self }
    }

    /// A number, a word or a list for programs. JSON has no infinity: it becomes null.
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Finding {
        self.json.insert(key.to_owned(), value.into());
        self
    }

    /// A cell for people.
    pub fn cell(mut self, head: &'static str, text: impl Into<String>) -> Finding {
        self.cells.push((head, text.into()));
        self
    }

    /// A number by its key in JSON.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.json.get(key)?.as_f64()
    }

    /// A word by its key in JSON.
    pub fn word(&self, key: &str) -> Option<&str> {
        self.json.get(key)?.as_str()
    }

    /// A t-test: its numbers, and t and p as cells.
    pub fn of_t(test: &TTest) -> Finding {
        Finding::of(test.p_two_sided)
            .favouring(test.difference)
            .with("t", test.t)
            .with("df", test.df)
            .with("difference", test.difference)
            .with("standard_error", test.standard_error)
            .cell("t", statistic(test.t))
            .cell("p", p(test.p_two_sided))
    }

    /// An F-test: its numbers, and one row for people.
    pub fn of_f(name: &'static str, f: f64, (df1, df2): (f64, f64), p: f64) -> Finding {
        Finding::of(p).with("f", f).with("df1", df1).with("df2", df2).f_row(name, f, (df1, df2), p)
    }

    /// A row of an F-test.
    pub fn f_row(self, name: &'static str, f: f64, (df1, df2): (f64, f64), p: f64) -> Finding {
        // Perfect agreement leaves no error to compare with: the approximation then promises far too much.
        let p = match f.is_finite() {
            true => p_is(p),
            false => "all datasets agree (the exact test has the p)".to_owned(),
        };
        self.cell(name, format!("F({}, {}) = {}, {p}", df(df1), df(df2), statistic(f)))
    }

    /// A row of a chi-square test.
    pub fn chi_square_row(self, name: &'static str, chi2: f64, freedom: f64, p: f64) -> Finding {
        let text = format!("chi-square({}) = {}, {}", df(freedom), statistic(chi2), p_is(p));
        self.cell(name, text)
    }
}

/// A test of two methods with its p corrected for the family.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// The test.
    pub test: Test,
    /// What it found.
    pub found: Outcome,
    /// Its p, corrected by Holm's procedure for the comparisons of the family; `None` for what has no p or is undefined.
    pub holm: Option<f64>,
}

/// The finding of a test among several.
pub fn find(tests: &[Compared], test: Test) -> Option<&Compared> {
    tests.iter().find(|compared| compared.test == test)
}

/// An outcome for programs.
pub fn outcome_json(found: &Outcome) -> Value {
    match found {
        Ok(found) => Value::Object(found.json.clone()),
        Err(error) => json!({ "undefined": error.to_string() }),
    }
}
