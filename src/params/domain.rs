//! Parameter declarations: what values a parameter takes, what it is when nobody says, and what it is for. Help texts,
//! the documentation, the check of a spec and the conformance suite all read these declarations.

use std::fmt;

use super::assignment::Params;
use super::value::Value;

/// The values a parameter may take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Domain {
    /// Whole numbers from `min` to `max`, both included.
    Int {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// Finite numbers above `above` (excluded).
    RealAbove(f64),
    /// Finite numbers from `min` on (included).
    RealFrom(f64),
    /// Numbers between two bounds, both included.
    RealBetween(f64, f64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A list of names: texts on one line, none twice.
    Names,
    /// Values of another domain, or one of these words: `OrWord(&Domain::RealAbove(0.0), &["1/d"])`.
    OrWord(&'static Domain, &'static [&'static str]),
    /// The same values, of a parameter that its kind did not have from the beginning. Where it has its default,
    /// identities leave it out, so that results stored before it existed are still found
    /// ([`ParamInfo::as_before`]). Always the outermost of combined domains.
    AddedLater(&'static Domain),
    /// Anything a spec can hold: a parameter that only a program understands.
    Any,
}

/// Words between quotes.
fn quoted(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("\"{w}\"")).collect();
    quoted.join(", ")
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Int { min, max: i64::MAX } => write!(f, "a whole number >= {min}"),
            Domain::Int { min, max } => write!(f, "a whole number from {min} to {max}"),
            Domain::RealAbove(bound) => write!(f, "a number > {bound}"),
            Domain::RealFrom(bound) => write!(f, "a number >= {bound}"),
            Domain::RealBetween(min, max) => write!(f, "a number from {min} to {max}"),
            Domain::Choice(words) => write!(f, "one of {}", quoted(words)),
            Domain::Flag => f.write_str("true or false"),
            Domain::Names => f.write_str("a list of names"),
            Domain::OrWord(usual, [word]) => write!(f, "{usual}, or \"{word}\""),
            Domain::OrWord(usual, words) => write!(f, "{usual}, or one of {}", quoted(words)),
            Domain::AddedLater(domain) => write!(f, "{domain}"),
            Domain::Any => {
                f.write_str("a finite number, a text on one line, a list of names, true or false")
            }
        }
    }
}

impl Domain {
    /// A number of a range, rounded where whole numbers are asked for and only rounding keeps it from being one.
    pub fn mend(&self, value: f64) -> f64 {
        let whole = value.round();
        let near = (value - whole).abs() <= 1e-9 * whole.abs().max(1.0);
        if near && matches!(self.usual(), Domain::Int { .. }) { whole } else { value }
    }

    /// The domain without the words that may take the place of its values.
    pub fn usual(&self) -> Domain {
        match *self {
            Domain::OrWord(domain, _) | Domain::AddedLater(domain) => domain.usual(),
            domain => domain,
        }
    }

    /// The words that it declares.
    pub fn words(&self) -> &'static [&'static str] {
        match *self {
            Domain::Choice(words) | Domain::OrWord(_, words) => words,
            Domain::AddedLater(domain) => domain.words(),
            _ => &[],
        }
    }

    /// Whether a list of names may be among its values.
    pub fn takes_names(&self) -> bool {
        matches!(self.usual(), Domain::Names | Domain::Any)
    }

    /// Whether domains are combined as they are meant to be: words with what is no word itself, and such that no word
    /// looks like a number or a list.
    pub fn is_sound(&self) -> bool {
        match *self {
            Domain::AddedLater(Domain::AddedLater(_)) => false,
            Domain::AddedLater(domain) => domain.is_sound(),
            Domain::OrWord(
                Domain::Choice(_) | Domain::OrWord(..) | Domain::AddedLater(_) | Domain::Any,
                _,
            ) => false,
            Domain::OrWord(_, words) => {
                let is_word = |w: &&str| w.parse::<f64>().is_err() && !w.starts_with('[');
                !words.is_empty() && words.iter().all(is_word)
            }
            _ => true,
        }
    }

    /// The value in the domain's own type (a whole number becomes a real one where reals are asked for, and the other
    /// way round where nothing is lost), or `None` if it lies outside.
    pub fn accept(&self, value: Value) -> Option<Value> {
        let real = |value: Value| match value {
            Value::Real(v) if v.is_finite() => Some(v),
            Value::Int(v) => Some(v as f64),
            _ => None,
        };
        match *self {
            Domain::Int { min, max } => {
                let v = match value {
                    Value::Int(v) => v,
                    // 2^53: beyond it not every whole number is an f64.
                    Value::Real(v) if v.fract() == 0.0 && v.abs() < 9.007_199_254_740_992e15 => {
                        v as i64
                    }
                    _ => return None,
                };
                (min..=max).contains(&v).then_some(Value::Int(v))
            }
            Domain::RealAbove(bound) => real(value).filter(|&v| v > bound).map(Value::Real),
            Domain::RealFrom(bound) => real(value).filter(|&v| v >= bound).map(Value::Real),
            Domain::RealBetween(min, max) => {
                real(value).filter(|v| (min..=max).contains(v)).map(Value::Real)
            }
            Domain::Choice(words) => match value {
                Value::Text(word) => {
                    words.iter().find(|w| **w == word).map(|w| Value::Text((*w).into()))
                }
                _ => None,
            },
            Domain::OrWord(_, words) if matches!(value, Value::Text(_)) => {
                Domain::Choice(words).accept(value)
            }
            Domain::OrWord(domain, _) | Domain::AddedLater(domain) => domain.accept(value),
            Domain::Names => {
                matches!(&value, Value::List(names) if names.is_proper()).then_some(value)
            }
            Domain::Flag => matches!(value, Value::Flag(_)).then_some(value),
            Domain::Any => match &value {
                Value::Text(text) if text.chars().any(char::is_control) => None,
                Value::List(names) if !names.is_proper() => None,
                _ => Some(value),
            },
        }
    }
}

/// A declared parameter.
#[derive(Debug, Clone)]
pub struct ParamInfo {
    /// The name in specs: lower case, words joined by `-`.
    pub name: &'static str,
    /// One line: what it does.
    pub about: &'static str,
    /// What it may be.
    pub domain: Domain,
    /// What it is when the spec says nothing.
    pub default: Value,
}

impl ParamInfo {
    /// The assignment with every parameter at its default.
    pub fn defaults(declared: &[ParamInfo]) -> Params {
        Params::new(declared.iter().map(|p| (p.name.into(), p.default.clone())).collect())
    }

    /// A point without the parameters that were added later and have their default: the point as a program without
    /// these parameters would have it.
    pub fn as_before(declared: &[ParamInfo], point: &Params) -> Params {
        let is_new = |name: &str, value: &Value| {
            let added = |p: &ParamInfo| matches!(p.domain, Domain::AddedLater(_)) && p.name == name;
            declared.iter().any(|p| added(p) && p.default.is_exactly(value))
        };
        if !point.iter().any(|(name, value)| is_new(name, value)) {
            return point.clone();
        }
        let old = point.iter().filter(|(name, value)| !is_new(name, value));
        Params::new(old.map(|(name, value)| (name.to_owned().into(), value.clone())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::NameList;

    #[test]
    fn numbers_are_brought_to_the_declared_type() {
        let positive = Domain::RealAbove(0.0);
        assert_eq!(positive.accept(Value::Int(4)), Some(Value::Real(4.0)));
        assert_eq!(positive.accept(Value::Real(0.0)), None);
        assert_eq!(positive.accept(Value::Real(f64::INFINITY)), None);
        let whole = Domain::Int { min: 1, max: 9 };
        assert_eq!(whole.accept(Value::Real(4.0)), Some(Value::Int(4)));
        assert_eq!(whole.accept(Value::Real(4.5)), None);
        assert_eq!(whole.accept(Value::Int(10)), None);
    }

    #[test]
    fn choices_are_exact_words() {
        let choice = Domain::Choice(&["uniform", "distance"]);
        assert!(choice.accept(Value::Text("distance".into())).is_some());
        assert!(choice.accept(Value::Text("Distance".into())).is_none());
        assert_eq!(choice.to_string(), "one of \"uniform\", \"distance\"");
    }

    const FEATURES: Domain =
        Domain::OrWord(&Domain::Int { min: 1, max: i64::MAX }, &["sqrt", "log2"]);
    const ORDER: Domain = Domain::OrWord(&Domain::Names, &["file", "random"]);

    #[test]
    fn a_word_may_take_the_place_of_a_number() {
        let gamma = Domain::OrWord(&Domain::RealAbove(0.0), &["1/d"]);
        assert_eq!(gamma.accept(Value::Int(4)), Some(Value::Real(4.0)));
        assert_eq!(FEATURES.accept(Value::Real(4.0)), Some(Value::Int(4)));
        assert_eq!(FEATURES.mend(7.999_999_999_999), 8.0);
        let word = Value::Text("sqrt".into());
        assert_eq!(FEATURES.accept(word.clone()), Some(word.clone()));
        for wrong in [Value::Int(0), Value::Text("3".into()), Value::Flag(true)] {
            assert_eq!(FEATURES.accept(wrong.clone()), None, "{wrong}");
        }
        assert_eq!(gamma.accept(word), None);
        assert_eq!(FEATURES.to_string(), "a whole number >= 1, or one of \"sqrt\", \"log2\"");
        assert_eq!(gamma.to_string(), "a number > 0, or \"1/d\"");
    }

    #[test]
    fn a_list_is_names_and_a_text_is_a_word() {
        let list = |names: &'static [&'static str]| Value::List(NameList::declared(names));
        let good = list(&["file", "other"]);
        for domain in [Domain::Names, ORDER, Domain::Any] {
            assert_eq!(domain.accept(good.clone()), Some(good.clone()), "{domain}");
            assert_eq!(domain.accept(list(&["a", "a"])), None, "{domain}");
            assert!(domain.takes_names());
        }
        assert!(ORDER.accept(Value::Text("file".into())).is_some());
        assert!(ORDER.accept(Value::Text("other".into())).is_none());
        assert!(Domain::Names.accept(Value::Text("file".into())).is_none());
        assert!(!FEATURES.takes_names() && FEATURES.accept(good).is_none());
        assert_eq!(ORDER.to_string(), "a list of names, or one of \"file\", \"random\"");
    }

    #[test]
    fn a_domain_added_later_takes_the_same_values() {
        let later = Domain::AddedLater(&FEATURES);
        assert_eq!(later.to_string(), FEATURES.to_string());
        assert_eq!(later.accept(Value::Real(2.0)), Some(Value::Int(2)));
        assert_eq!(later.mend(7.999_999_999_999), 8.0);
        assert_eq!((later.words(), later.usual()), (FEATURES.words(), FEATURES.usual()));
    }

    #[test]
    fn domains_are_combined_as_they_are_meant_to_be() {
        let later = Domain::AddedLater(&ORDER);
        assert!(later.is_sound() && FEATURES.is_sound() && Domain::Any.is_sound());
        for wrong in [
            Domain::OrWord(&ORDER, &["sqrt"]),
            Domain::OrWord(&Domain::AddedLater(&Domain::Names), &["sqrt"]),
            Domain::AddedLater(&Domain::OrWord(&Domain::Any, &["sqrt"])),
            Domain::AddedLater(&Domain::AddedLater(&Domain::Flag)),
            Domain::OrWord(&Domain::RealAbove(0.0), &["1"]),
            Domain::OrWord(&Domain::RealAbove(0.0), &[]),
        ] {
            assert!(!wrong.is_sound(), "{wrong:?}");
        }
    }

    #[test]
    fn a_point_as_before_has_no_added_parameter_at_its_default() {
        let of = |name, domain, default| ParamInfo { name, about: "", domain, default };
        let later = Domain::AddedLater(&Domain::RealFrom(0.0));
        let declared = [
            of("old", Domain::RealFrom(0.0), Value::Real(0.0)),
            of("new", later, Value::Real(0.0)),
        ];
        let point = ParamInfo::defaults(&declared);
        assert_eq!(ParamInfo::as_before(&declared, &point).to_string(), "old=0");
        // Minus zero equals zero, but what is computed from it may not.
        for other in [1.0, -0.0] {
            let point = point.clone().with("new", Value::Real(other));
            assert_eq!(ParamInfo::as_before(&declared, &point).iter().count(), 2);
        }
    }
}
