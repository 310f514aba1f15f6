//! A JSON value as it stands in a file: numbers keep their digits, keys their order, and everything its line. serde_json gives no lines,
//! keeps one of two equal keys, and refuses Python's `NaN`.

use std::borrow::Cow;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Json<'t> {
    Null,
    Bool(bool),
    /// A number as it is written.
    Number(&'t str),
    Text(Cow<'t, str>),
    List(Vec<Item<'t>>),
    Object(Vec<Member<'t>>),
}

/// A value of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Item<'t> {
    pub line: usize,
    pub value: Json<'t>,
}

/// A named value of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Member<'t> {
    pub name: Cow<'t, str>,
    pub line: usize,
    pub value: Json<'t>,
}

impl<'t> Json<'t> {
    /// The value of a key.
    pub fn get(&self, name: &str) -> Option<&Json<'t>> {
        self.members().iter().find(|member| member.name == name).map(|member| &member.value)
    }

    /// The members of an object; none if it is something else.
    pub fn members(&self) -> &[Member<'t>] {
        match self {
            Json::Object(members) => members,
            _ => &[],
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is neither a list nor an object.
    pub fn is_single(&self) -> bool {
        !matches!(self, Json::List(_) | Json::Object(_))
    }

    /// A single value as the text of a cell. A list stays one, so that it is refused where a number is needed.
    pub fn cell(&self) -> String {
        match self {
            Json::Null => String::new(),
            Json::Bool(value) => value.to_string(),
            Json::Number(digits) => (*digits).to_owned(),
            Json::Text(text) => text.trim().to_owned(),
            Json::List(items) => format!("[list of {}]", items.len()),
            Json::Object(_) => "{object}".to_owned(),
        }
    }
}
