//! Parameter values: how they are printed, stored and read again. Which of them a parameter may have is its domain; a
//! value for every parameter of a method is an assignment.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::names::NameList;

/// One parameter value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A finite number.
    Real(f64),
    /// One of a declared set of words.
    Text(Cow<'static, str>),
    /// Yes or no.
    Flag(bool),
    /// Names in an order.
    List(NameList),
}

impl Value {
    /// Whether both are the same to the last bit; `==` holds for zeros of either sign.
    pub(super) fn is_exactly(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Real(a), Value::Real(b)) => a.to_bits() == b.to_bits(),
            _ => self == other,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(v) => write!(f, "{v}"),
            Value::Real(v) if v.abs() >= 1e6 || (*v != 0.0 && v.abs() < 1e-4) => write!(f, "{v:e}"),
            Value::Real(v) => write!(f, "{v}"),
            Value::Text(v) => f.write_str(v),
            Value::Flag(v) => write!(f, "{v}"),
            Value::List(v) => write!(f, "{v}"),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Int(v) => serializer.serialize_i64(*v),
            Value::Real(v) => serializer.serialize_f64(*v),
            Value::Text(v) => serializer.serialize_str(v),
            Value::Flag(v) => serializer.serialize_bool(*v),
            Value::List(v) => v.serialize(serializer),
        }
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a word, a truth value or a list of names")
    }

    fn visit_bool<E>(self, v: bool) -> Result<Value, E> {
        Ok(Value::Flag(v))
    }

    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        Ok(Value::Int(v))
    }

    fn visit_u64<E: de::Error>(self, v: u64) -> Result<Value, E> {
        i64::try_from(v).map(Value::Int).map_err(E::custom)
    }

    fn visit_f64<E>(self, v: f64) -> Result<Value, E> {
        Ok(Value::Real(v))
    }

    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(Value::Text(Cow::Owned(v.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut names = Vec::new();
        while let Some(name) = list.next_element()? {
            names.push(name);
        }
        Ok(Value::List(NameList::new(names)))
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_value() -> impl Strategy<Value = Value> {
        prop_oneof![
            any::<i64>().prop_map(Value::Int),
            prop::num::f64::NORMAL.prop_map(Value::Real),
            any::<String>().prop_map(|text| Value::Text(text.into())),
            any::<bool>().prop_map(Value::Flag),
            prop::collection::vec(any::<String>(), 0..4)
                .prop_map(|names| Value::List(NameList::new(names))),
        ]
    }

    proptest! {
        #[test]
        fn every_value_survives_a_journal(value in any_value()) {
            let json = serde_json::to_string(&value).unwrap();
            prop_assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), value);
        }
    }

    #[test]
    fn a_list_of_anything_but_names_is_refused() {
        for wrong in ["[1]", "[\"a\",true]", "[[\"a\"]]", "{}", "null"] {
            assert!(serde_json::from_str::<Value>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn extreme_numbers_are_printed_short() {
        assert_eq!(Value::Real(1e-9).to_string(), "1e-9");
        assert_eq!(Value::Real(0.0625).to_string(), "0.0625");
        assert_eq!(Value::Real(0.0).to_string(), "0");
        assert_eq!(Value::Real(1e7).to_string(), "1e7");
    }
}
