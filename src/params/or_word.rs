//! Parameters that take a word in place of their usual value (`"sqrt"` in place of a number, `"random"` in place of a list
//! of names), and parameters that are lists of names: how a method asks for them. What they may be is their
//! [`Domain`](super::Domain).

use super::assignment::{Params, Undeclared};
use super::names::NameList;
use super::value::Value;

/// What a parameter is that may be a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrWord<'p, T> {
    /// Its usual value.
    Value(T),
    /// One of the words that it declares.
    Word(&'p str),
}

impl Params {
    fn or_word<'p, T>(
        &'p self,
        name: &str,
        usual: Result<T, Undeclared>,
        kind: &'static str,
    ) -> Result<OrWord<'p, T>, Undeclared> {
        match (usual, self.get(name)) {
            (Ok(value), _) => Ok(OrWord::Value(value)),
            (Err(_), Some(Value::Text(word))) => Ok(OrWord::Word(word)),
            (Err(_), _) => Err(Undeclared::new(name, kind)),
        }
    }

    /// A real parameter or a word, if it is declared as one of them.
    pub fn try_real_or_word(&self, name: &str) -> Result<OrWord<'_, f64>, Undeclared> {
        self.or_word(name, self.try_real(name), "a real number or a word")
    }

    /// A whole-number parameter or a word, if it is declared as one of them.
    pub fn try_int_or_word(&self, name: &str) -> Result<OrWord<'_, i64>, Undeclared> {
        self.or_word(name, self.try_int(name), "a whole number or a word")
    }

    /// A list of names, if it is declared as one.
    pub fn try_names(&self, name: &str) -> Result<&NameList, Undeclared> {
        match self.get(name) {
            Some(Value::List(names)) => Ok(names),
            _ => Err(Undeclared::new(name, "a list of names")),
        }
    }

    /// A list of names or a word, if it is declared as one of them.
    pub fn try_names_or_word(&self, name: &str) -> Result<OrWord<'_, &NameList>, Undeclared> {
        self.or_word(name, self.try_names(name), "a list of names or a word")
    }

    /// A real parameter or a word.
    ///
    /// # Panics
    /// As [`Params::real`].
    #[doc(hidden)]
    pub fn real_or_word(&self, name: &str) -> OrWord<'_, f64> {
        self.try_real_or_word(name).unwrap_or_else(|mistake| panic!("{mistake}"))
    }

    /// A whole-number parameter or a word.
    ///
    /// # Panics
    /// As [`Params::real`].
    #[doc(hidden)]
    pub fn int_or_word(&self, name: &str) -> OrWord<'_, i64> {
        self.try_int_or_word(name).unwrap_or_else(|mistake| panic!("{mistake}"))
    }

    /// A list of names.
    ///
    /// # Panics
    /// As [`Params::real`].
    #[doc(hidden)]
    pub fn names(&self, name: &str) -> &NameList {
        self.try_names(name).unwrap_or_else(|mistake| panic!("{mistake}"))
    }

    /// A list of names or a word.
    ///
    /// # Panics
    /// As [`Params::real`].
    #[doc(hidden)]
    pub fn names_or_word(&self, name: &str) -> OrWord<'_, &NameList> {
        self.try_names_or_word(name).unwrap_or_else(|mistake| panic!("{mistake}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_its_usual_value_or_a_word() {
        let names = NameList::declared(&["a", "b"]);
        let params = Params::new(vec![
            ("gamma".into(), Value::Real(0.5)),
            ("width".into(), Value::Text("1/d".into())),
            ("features".into(), Value::Int(3)),
            ("order".into(), Value::List(names.clone())),
        ]);
        assert_eq!(params.real_or_word("gamma"), OrWord::Value(0.5));
        assert_eq!(params.real_or_word("width"), OrWord::Word("1/d"));
        assert_eq!(params.int_or_word("features"), OrWord::Value(3));
        assert_eq!(params.int_or_word("width"), OrWord::Word("1/d"));
        assert_eq!(params.names_or_word("order"), OrWord::Value(&names));
        assert_eq!(params.names_or_word("width"), OrWord::Word("1/d"));
        assert_eq!(params.names("order"), &names);
    }

    #[test]
    fn asking_for_another_kind_is_an_error() {
        let params =
            Params::new(vec![("k".into(), Value::Int(3)), ("f".into(), Value::Flag(true))]);
        let wrong = params.try_real_or_word("k").unwrap_err();
        assert_eq!(wrong.to_string(), "parameter `k` is not declared as a real number or a word");
        assert!(params.try_int_or_word("f").is_err() && params.try_int_or_word("none").is_err());
        assert!(params.try_names("k").is_err() && params.try_names_or_word("k").is_err());
    }
}
