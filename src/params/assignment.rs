//! Full assignments: a value for every parameter of a method. An assignment keeps the order in which the method declares
//! its parameters, so that everything printed or hashed from it is the same every time.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::value::Value;

/// A parameter that a method asks for and does not declare, or not of that kind: a mistake in the method.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("parameter `{name}` is not declared as {kind}")]
pub struct Undeclared {
    /// The parameter.
    pub name: String,
    /// What it was taken for.
    pub kind: &'static str,
}

impl Undeclared {
    pub(super) fn new(name: &str, kind: &'static str) -> Undeclared {
        Undeclared { name: name.to_owned(), kind }
    }
}

/// A value for every parameter of a method, in declared order. A copy shares them: many trials choose the same.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Params(Arc<Vec<(Cow<'static, str>, Value)>>);

impl Params {
    /// From pairs in declared order.
    pub fn new(pairs: Vec<(Cow<'static, str>, Value)>) -> Params {
        Params(Arc::new(pairs))
    }

    /// All pairs, in declared order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), value))
    }

    /// The value of a parameter, if it is declared.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// The same assignment with one parameter changed; unknown names change nothing.
    pub fn with(mut self, name: &str, value: Value) -> Params {
        if let Some(pair) = Arc::make_mut(&mut self.0).iter_mut().find(|(n, _)| n == name) {
            pair.1 = value;
        }
        self
    }

    /// A real parameter, if it is declared as one.
    pub fn try_real(&self, name: &str) -> Result<f64, Undeclared> {
        match self.get(name) {
            Some(Value::Real(v)) => Ok(*v),
            _ => Err(Undeclared::new(name, "a real number")),
        }
    }

    /// A whole-number parameter, if it is declared as one.
    pub fn try_int(&self, name: &str) -> Result<i64, Undeclared> {
        match self.get(name) {
            Some(Value::Int(v)) => Ok(*v),
            _ => Err(Undeclared::new(name, "a whole number")),
        }
    }

    /// A word parameter, if it is declared as a choice.
    pub fn try_text(&self, name: &str) -> Result<&str, Undeclared> {
        match self.get(name) {
            Some(Value::Text(v)) => Ok(v),
            _ => Err(Undeclared::new(name, "a choice")),
        }
    }

    /// A yes-or-no parameter, if it is declared as one.
    pub fn try_flag(&self, name: &str) -> Result<bool, Undeclared> {
        match self.get(name) {
            Some(Value::Flag(v)) => Ok(*v),
            _ => Err(Undeclared::new(name, "a flag")),
        }
    }

    /// A real parameter, for methods whose declarations our tests hold against their code.
    ///
    /// # Panics
    /// If the method does not declare it as a real number: a mistake in the method, not in the user's file.
    #[doc(hidden)]
    pub fn real(&self, name: &str) -> f64 {
        self.try_real(name).unwrap_or_else(|mistake| panic!("{mistake}"))
    }

    /// A whole-number parameter.
    ///
    /// # Panics
    /// As [`Params::real`].
    #[doc(hidden)]
    pub fn int(&self, name: &str) -> i64 {
        self.try_int(name).unwrap_or_else(|mistake| panic!("{mistake}"))
    }

    /// A word parameter.
    ///
    /// # Panics
    /// As [`Params::real`].
    #[doc(hidden)]
    pub fn text(&self, name: &str) -> &str {
        self.try_text(name).unwrap_or_else(|mistake| panic!("{mistake}"))
    }

    /// A yes-or-no parameter.
    ///
    /// # Panics
    /// As [`Params::real`].
    #[doc(hidden)]
    pub fn flag(&self, name: &str) -> bool {
        self.try_flag(name).unwrap_or_else(|mistake| panic!("{mistake}"))
    }
}

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, (name, value)) in self.iter().enumerate() {
            let space = if position == 0 { "" } else { " " };
            write!(f, "{space}{name}={value}")?;
        }
        Ok(())
    }
}

impl Serialize for Params {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

struct ParamsVisitor;

impl<'de> Visitor<'de> for ParamsVisitor {
    type Value = Params;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map of parameters")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Params, A::Error> {
        let mut pairs = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            pairs.push((Cow::Owned(name), value));
        }
        pairs.shrink_to_fit();
        Ok(Params::new(pairs))
    }
}

impl<'de> Deserialize<'de> for Params {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Params, D::Error> {
        deserializer.deserialize_map(ParamsVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::NameList;

    #[test]
    fn json_round_trip_keeps_order_and_kinds() {
        let params = Params::new(vec![
            ("z".into(), Value::Int(3)),
            ("c".into(), Value::Real(4.0)),
            ("w".into(), Value::Text("uniform".into())),
            ("b".into(), Value::Flag(true)),
            ("o".into(), Value::List(NameList::declared(&["x", "y z"]))),
        ]);
        let json = serde_json::to_string(&params).unwrap();
        assert_eq!(json, r#"{"z":3,"c":4.0,"w":"uniform","b":true,"o":["x","y z"]}"#);
        assert_eq!(serde_json::from_str::<Params>(&json).unwrap(), params);
        assert_eq!(params.to_string(), "z=3 c=4 w=uniform b=true o=[x,\"y z\"]");
    }

    #[test]
    fn asking_for_what_is_not_declared_is_an_error() {
        let params = Params::new(vec![("k".into(), Value::Int(3)), ("c".into(), Value::Real(4.0))]);
        assert_eq!((params.try_int("k"), params.try_real("c")), (Ok(3), Ok(4.0)));
        let wrong = params.try_real("k").unwrap_err();
        assert_eq!(wrong.to_string(), "parameter `k` is not declared as a real number");
        assert!(params.try_text("word").is_err() && params.try_flag("k").is_err());
    }
}
