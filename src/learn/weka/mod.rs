//! Reference values of Weka for the tests of methods: the cases of a `tests/reference/weka_*.json` with the very rows
//! that Weka learned from and was asked about. `tests/reference/README.md` tells how they were made.

use std::path::Path;

use serde_json::Value;

use super::{
    ClassPredictions, Classify, FitContext, Labels, Method, NeverStop, Samples, Shared, Task, Truth,
};
use crate::data::catalog::Catalog;
use crate::data::load::load;
use crate::data::numbers::Numbers;
use crate::data::table::{MISSING, Values};
use crate::data::{Dataset, Features, Rows, prep};
use crate::num::key::RngKey;
use crate::params::{Domain, ParamInfo, Params, Value as Param};

/// A dataset as Weka saw it, split into the rows it learned from and those it was asked about.
pub struct Set {
    pub name: String,
    pub data: Dataset,
    pub train: Features,
    pub labels: Labels,
    pub test: Features,
    /// Weights of the training rows in weighted cases.
    pub weights: Vec<f64>,
}

/// One run of Weka; see the file for what it holds.
pub struct Case<'a> {
    pub set: &'a Set,
    pub json: &'a Value,
}

/// Calls with every case of a file of reference values.
pub fn each_case(text: &str, mut call: impl FnMut(&Case<'_>)) {
    let file: Value = serde_json::from_str(text).expect("JSON");
    let cases = file["cases"].as_array().expect("cases");
    let mut called = 0;
    for (name, about) in file["sets"].as_object().expect("sets") {
        let set = Set::read(name, about);
        for json in cases.iter().filter(|c| c["set"].as_str() == Some(name)) {
            call(&Case { set: &set, json });
            called += 1;
        }
    }
    assert!(called > 0 && called == cases.len(), "{called} of {} cases have a set", cases.len());
}

impl Set {
    fn read(name: &str, about: &Value) -> Set {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
        let catalog = Catalog::open(&folder).expect("the catalogue");
        let file = about["file"].as_str().expect("a file");
        let stem = file.split('.').next().unwrap_or(file);
        let mut source = catalog.source(catalog.find(stem).expect("in the catalogue"));
        let nominal = about["nominal"].as_array().expect("columns").iter();
        source.options.nominal.extend(nominal.map(|c| c.as_str().expect("a name").to_owned()));
        let mut data = load(&source).expect("a good file");
        if about["holes"] == true {
            make_holes(&mut data);
        }
        let (test, train): (Vec<usize>, Vec<usize>) = (0..data.rows).partition(|row| row % 3 == 0);
        let labels =
            Classify::truth(&data, &Classify::units(&data)).expect("classes").select(&train);
        let weight = |row: &usize| 1.0 + (row % 4) as f64 * 0.5;
        Set {
            name: name.to_owned(),
            labels,
            weights: train.iter().map(weight).collect(),
            train: prep::table(&data, &train),
            test: prep::table(&data, &test),
            data,
        }
    }
}

fn make_holes(data: &mut Dataset) {
    for (feature, column) in data.features.iter_mut().enumerate() {
        let hole = |row: usize| (row * 7 + feature * 13).is_multiple_of(11);
        match &mut column.values {
            Values::Numeric(numbers) => {
                let holed = (0..)
                    .zip(numbers.iter())
                    .map(|(row, value)| (row, if hole(row as usize) { f64::NAN } else { value }));
                *numbers = Numbers::from_entries(numbers.len(), holed);
            }
            Values::Nominal { codes, .. } => {
                let holed = codes.iter_mut().enumerate().filter(|(row, _)| hole(*row));
                holed.for_each(|(_, code)| *code = MISSING);
            }
        }
    }
}

impl Case<'_> {
    /// Where a difference was found.
    pub fn place(&self) -> String {
        let weighted = if self.is_weighted() { ", weighted" } else { "" };
        format!("{} with {}{weighted}", self.set.name, self.json["options"])
    }

    pub fn is_weighted(&self) -> bool {
        self.json["weighted"] == true
    }

    pub fn samples(&self) -> Samples<'_, Classify> {
        let x = Rows::of(&self.set.train).expect("a table");
        let samples = Samples::new(x, &self.set.labels).expect("samples");
        if self.is_weighted() {
            samples.weighted(&self.set.weights).expect("weights")
        } else {
            samples
        }
    }

    pub fn test(&self) -> Rows<'_> {
        Rows::of(&self.set.test).expect("a table")
    }

    /// The class Weka predicted for every test row: one character a row, in base 36.
    pub fn predicted(&self) -> Vec<u32> {
        let text = self.json["predicted"].as_str().expect("predictions");
        text.chars().map(|c| c.to_digit(36).expect("a class")).collect()
    }

    /// The class probabilities of the first test rows.
    pub fn probabilities(&self) -> Vec<Vec<f64>> {
        rows(&self.json["probabilities"])
    }

    /// A parameter Weka was given, in our words.
    pub fn param(&self, name: &str) -> &Value {
        &self.json["params"][name]
    }

    /// Fits a method with its defaults changed by `params` and predicts the test rows.
    pub fn predict(&self, method: &dyn Method<Classify>, params: &Params) -> ClassPredictions {
        let shared = Shared::nothing();
        let context = FitContext {
            key: RngKey::root(0),
            stop: &NeverStop,
            shared: &shared,
            memory: 1 << 28,
            place: None,
        };
        let model = method.fit(&self.samples(), params, &context).expect("a model");
        model.predict(self.test())
    }
}

/// A matrix, row by row.
pub fn rows(value: &Value) -> Vec<Vec<f64>> {
    let row = |row: &Value| row.as_array().expect("a row").iter().map(number).collect();
    value.as_array().expect("rows").iter().map(row).collect()
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// The defaults of a method with some parameters of a case, each under our name and as its domain wants it.
pub fn params(declared: &[ParamInfo], changes: &[(&str, &Value)]) -> Params {
    let mut all = ParamInfo::defaults(declared);
    for (name, value) in changes {
        let info = declared.iter().find(|p| p.name == *name).expect("a declared parameter");
        let value = match (value, info.domain) {
            (Value::Bool(flag), _) => Param::Flag(*flag),
            (Value::String(word), _) => Param::Text(word.clone().into()),
            (whole, Domain::Int { .. }) => Param::Int(whole.as_i64().expect("a whole number")),
            (real, _) => Param::Real(number(real)),
        };
        all = all.with(info.name, info.domain.accept(value).expect("in its domain"));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_are_those_of_the_file() {
        let text = include_str!("../../../tests/reference/weka_naive_bayes.json");
        each_case(text, |case| {
            assert_eq!(case.predicted().len(), case.test().len(), "{}", case.place());
            let holes = case.set.name.ends_with("-holes");
            assert_eq!(case.set.data.missing() > 0, holes || case.set.name == "cancer");
        });
    }
}
