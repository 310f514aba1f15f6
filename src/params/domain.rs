//! Parameter declarations: what values a parameter takes, what it is when nobody says, and what it is for. Help texts,
//! the documentation, the check of a spec and the conformance suite all read these declarations.

use std::fmt;

use super::value::{Params, Value};

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
    /// Anything a spec can hold: a parameter that only a program understands.
    Any,
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Int { min, max: i64::MAX } => write!(f, "a whole number >= {min}"),
            Domain::Int { min, max } => write!(f, "a whole number from {min} to {max}"),
            Domain::RealAbove(bound) => write!(f, "a number > {bound}"),
            Domain::RealFrom(bound) => write!(f, "a number >= {bound}"),
            Domain::RealBetween(min, max) => write!(f, "a number from {min} to {max}"),
            Domain::Choice(words) => {
                let quoted: Vec<String> = words.iter().map(|w| format!("\"{w}\"")).collect();
                write!(f, "one of {}", quoted.join(", "))
            }
            Domain::Flag => f.write_str("true or false"),
            Domain::Any => f.write_str("a finite number, a text on one line, true or false"),
        }
    }
}

impl Domain {
    /// A number of a range, rounded where whole numbers are asked for and only rounding keeps it from being one.
    pub fn mend(&self, value: f64) -> f64 {
        let whole = value.round();
        let near = (value - whole).abs() <= 1e-9 * whole.abs().max(1.0);
        if near && matches!(self, Domain::Int { .. }) { whole } else { value }
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
            Domain::Flag => matches!(value, Value::Flag(_)).then_some(value),
            Domain::Any => match &value {
                Value::Text(text) if text.chars().any(char::is_control) => None,
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
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
