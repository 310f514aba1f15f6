//! The values of a trial's metrics by name. It is a sorted list and not a map of texts, because a large run holds hundreds
//! of thousands of them: names of known metrics are not copied.

use std::borrow::Cow;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::info;

/// Named values, in the order of names; a value is `None` where the metric is undefined.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Values(Vec<(Cow<'static, str>, Option<f64>)>);

impl Values {
    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.as_ref().cmp(name))
    }

    /// The value of a metric: `None` if it is not here, `Some(None)` if it is undefined.
    pub fn get(&self, name: &str) -> Option<&Option<f64>> {
        self.place(name).ok().map(|place| &self.0[place].1)
    }

    /// Whether a metric is here, defined or not.
    pub fn contains_key(&self, name: &str) -> bool {
        self.place(name).is_ok()
    }

    /// Sets the value of a metric.
    pub fn insert(&mut self, name: Cow<'static, str>, value: Option<f64>) {
        match self.place(&name) {
            Ok(place) => self.0[place].1 = value,
            Err(place) => self.0.insert(place, (name, value)),
        }
    }
}

impl FromIterator<(&'static str, Option<f64>)> for Values {
    fn from_iter<I: IntoIterator<Item = (&'static str, Option<f64>)>>(pairs: I) -> Values {
        let mut values = Values::default();
        pairs.into_iter().for_each(|(name, value)| values.insert(Cow::Borrowed(name), value));
        values.0.shrink_to_fit();
        values
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// A name, not copied where it is that of a known metric.
struct Name(Cow<'static, str>);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
        struct NameVisitor;
        impl Visitor<'_> for NameVisitor {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a metric")
            }

            fn visit_str<E>(self, text: &str) -> Result<Name, E> {
                let known = info(text).map(|metric| Cow::Borrowed(metric.name));
                Ok(Name(known.unwrap_or_else(|| Cow::Owned(text.to_owned()))))
            }
        }
        deserializer.deserialize_str(NameVisitor)
    }
}

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Values, D::Error> {
        struct ValuesVisitor;
        impl<'de> Visitor<'de> for ValuesVisitor {
            type Value = Values;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of metrics")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Values, A::Error> {
                let mut values = Values(Vec::with_capacity(super::CLASSIFICATION.len()));
                while let Some((name, value)) = map.next_entry::<Name, Option<f64>>()? {
                    values.insert(name.0, value);
                }
                values.0.shrink_to_fit();
                Ok(values)
            }
        }
        deserializer.deserialize_map(ValuesVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_sorted_by_name_whatever_they_come_in_and_survive_a_round_trip() {
        let text = r#"{"log_loss":null,"accuracy":0.5,"of a later version":1.0}"#;
        let values: Values = serde_json::from_str(text).unwrap();
        assert_eq!(values.get("accuracy"), Some(&Some(0.5)));
        assert_eq!((values.get("log_loss"), values.get("auc")), (Some(&None), None));
        assert!(values.contains_key("of a later version") && !values.contains_key("auc"));
        let sorted = r#"{"accuracy":0.5,"log_loss":null,"of a later version":1.0}"#;
        assert_eq!(serde_json::to_string(&values).unwrap(), sorted);
        assert!(matches!(values.0[0].0, Cow::Borrowed(_)), "a known name is not copied");
    }

    #[test]
    fn a_value_that_comes_twice_is_the_last_one() {
        let values: Values = [("auc", Some(0.1)), ("auc", None)].into_iter().collect();
        assert_eq!((values.get("auc"), values.0.len()), (Some(&None), 1));
    }
}
