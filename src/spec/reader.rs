//! Reading a TOML document by hand: every access says what it expects, a mistake is recorded with its place, and
//! reading goes on, so that one look at the file finds all of them.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::keys::{self, Section};
use crate::diagnostic::Diagnostic;
use crate::params::Value;
use crate::suggest;

/// Collects mistakes.
#[derive(Default)]
pub struct Report(RefCell<Vec<Diagnostic>>);

impl Report {
    /// Records a mistake.
    pub fn add(&self, mistake: Diagnostic) {
        self.0.borrow_mut().push(mistake);
    }

    /// All mistakes, in file order.
    pub fn into_sorted(self) -> Vec<Diagnostic> {
        let mut mistakes = self.0.into_inner();
        mistakes.sort_by_key(|m| m.span.as_ref().map_or(usize::MAX, |s| s.start));
        mistakes
    }

    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }
}

/// A value with its place.
pub type Item<'a> = &'a Spanned<DeValue<'a>>;

/// A table that is being read; complains of keys that are never asked for when it is dropped by [`Reader::finish`].
pub struct Reader<'a> {
    table: &'a DeTable<'a>,
    /// The whole table in the text.
    pub span: Range<usize>,
    section: Option<Section>,
    report: &'a Report,
    asked: RefCell<BTreeSet<&'static str>>,
}

impl<'a> Reader<'a> {
    /// A reader for a table; `section` is `None` for the document itself.
    pub fn new(
        table: &'a DeTable<'a>,
        span: Range<usize>,
        section: Option<Section>,
        report: &'a Report,
    ) -> Reader<'a> {
        Reader { table, span, section, report, asked: RefCell::default() }
    }

    /// The item under a key.
    pub fn item(&self, key: &'static str) -> Option<Item<'a>> {
        self.asked.borrow_mut().insert(key);
        self.table.get(key)
    }

    /// Whether there is nothing under a key: no item, or an empty list.
    pub fn is_absent_or_empty(&self, key: &'static str) -> bool {
        self.item(key).is_none_or(|item| item.get_ref().as_array().is_some_and(|a| a.is_empty()))
    }

    /// Complains of unknown keys.
    pub fn finish(self) {
        let asked = self.asked.borrow();
        for (key, _) in self.table.iter() {
            let name: &str = key.get_ref();
            if asked.contains(name) {
                continue;
            }
            let place = self.section.map_or_else(String::new, |s| format!(" in {}", s.title()));
            let known: Vec<&str> = match self.section {
                Some(section) => keys::of(section).map(|k| k.name).collect(),
                None => asked.iter().copied().collect(),
            };
            let help =
                suggest::help(name, &known, &format!("the keys{place} are {}", known.join(", ")));
            let message = format!("unknown key `{name}`{place}");
            self.report.add(Diagnostic::new(message, key.span()).help(help));
        }
    }

    /// Complains that a required key is absent.
    pub fn absent(&self, key: &str, help: &str) {
        let place = self.section.map_or("the spec", Section::title);
        let message = format!("`{key}` is missing in {place}");
        self.report.add(Diagnostic::new(message, self.span.clone()).help(help));
    }

    fn typed<V>(
        &self,
        key: &'static str,
        expected: &str,
        convert: impl Fn(&'a DeValue<'a>) -> Option<V>,
    ) -> Option<(V, Range<usize>)> {
        let item = self.item(key)?;
        match convert(item.get_ref()) {
            Some(value) => Some((value, item.span())),
            None => {
                self.report.add(wrong_type(&format!("`{key}`"), expected, item));
                None
            }
        }
    }

    /// Any text.
    pub fn text_raw(&self, key: &'static str) -> Option<(&'a str, Range<usize>)> {
        self.typed(key, "text in quotes", DeValue::as_str)
    }

    /// Text that is not empty.
    pub fn text(&self, key: &'static str) -> Option<(&'a str, Range<usize>)> {
        let (text, span) = self.text_raw(key)?;
        if text.trim().is_empty() {
            let mistake = Diagnostic::new(format!("`{key}` is empty"), span);
            self.report.add(mistake.help("write something, or remove the key"));
            return None;
        }
        Some((text, span))
    }

    /// One of a few words.
    pub fn choice(&self, key: &'static str, words: &[&'static str]) -> Option<&'static str> {
        let (text, span) = self.typed(key, "a word in quotes", DeValue::as_str)?;
        let found = words.iter().copied().find(|w| *w == text);
        if found.is_none() {
            self.report.add(unknown_word(&format!("`{key}`"), text, span, words));
        }
        found
    }

    /// `true` or `false`.
    pub fn flag(&self, key: &'static str) -> Option<bool> {
        self.typed(key, "true or false", DeValue::as_bool).map(|(flag, _)| flag)
    }

    /// A whole number of at least `min` and at most `max`.
    pub fn whole(&self, key: &'static str, min: u64, max: u64) -> Option<u64> {
        if let Some(mistake) = self.item(key).and_then(|item| too_large(&format!("`{key}`"), item))
        {
            self.report.add(mistake.help(format!("use a whole number from {min} to {max}")));
            return None;
        }
        let expected = format!("a whole number of at least {min}");
        let (value, span) = self.typed(key, &expected, |v| match scalar(v) {
            Some(Value::Int(v)) => Some(v),
            _ => None,
        })?;
        let found = u64::try_from(value).ok().filter(|v| (min..=max).contains(v));
        if found.is_none() {
            let message = format!("`{key}` is out of range");
            let help = format!("use a whole number from {min} to {max}");
            self.report.add(Diagnostic::new(message, span).help(help));
        }
        found
    }

    /// A finite number above zero.
    pub fn positive(&self, key: &'static str) -> Option<f64> {
        let (value, span) = self.typed(key, "a number", |v| match scalar(v) {
            Some(Value::Int(v)) => Some(v as f64),
            Some(Value::Real(v)) => Some(v),
            _ => None,
        })?;
        if value > 0.0 && value.is_finite() {
            return Some(value);
        }
        let mistake = Diagnostic::new(format!("`{key}` must be above zero"), span);
        self.report.add(mistake.help("write a number such as 60, or remove the key"));
        None
    }

    /// A list of words, each with its place.
    pub fn words(&self, key: &'static str) -> Option<Vec<(&'a str, Range<usize>)>> {
        let (list, _) =
            self.typed(key, "a list of words, like [\"a\", \"b\"]", DeValue::as_array)?;
        let mut words = Vec::new();
        for item in list.iter() {
            match item.get_ref().as_str() {
                Some(word) => words.push((word, item.span())),
                None => self.report.add(wrong_type(
                    &format!("an entry of `{key}`"),
                    "a word in quotes",
                    item,
                )),
            }
        }
        Some(words)
    }

    /// A table within this one.
    pub fn table(&self, key: &'static str, section: Option<Section>) -> Option<Reader<'a>> {
        let (table, span) = self.typed(key, "a table", DeValue::as_table)?;
        Some(Reader::new(table, span, section, self.report))
    }

    /// A list of tables (`[[key]]`).
    pub fn tables(&self, key: &'static str, section: Section) -> Vec<Reader<'a>> {
        let Some((list, _)) =
            self.typed(key, &format!("{} tables", section.title()), DeValue::as_array)
        else {
            return Vec::new();
        };
        let mut readers = Vec::new();
        for item in list.iter() {
            match item.get_ref().as_table() {
                Some(table) => {
                    readers.push(Reader::new(table, item.span(), Some(section), self.report));
                }
                None => {
                    self.report.add(wrong_type(&format!("an entry of `{key}`"), "a table", item))
                }
            }
        }
        readers
    }

    /// The keys and values of a table whose keys are not known beforehand.
    pub fn entries(self) -> Vec<(&'a str, Range<usize>, Item<'a>)> {
        self.table.iter().map(|(key, item)| (key.get_ref().as_ref(), key.span(), item)).collect()
    }
}

/// "X must be Y, found Z".
pub fn wrong_type(what: &str, expected: &str, item: Item<'_>) -> Diagnostic {
    if let Some(mistake) = too_large(what, item) {
        return mistake.help(format!("use a whole number up to {}", i64::MAX));
    }
    let found = match item.get_ref() {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a truth value",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    Diagnostic::new(format!("{what} must be {expected}"), item.span())
        .label(format!("this is {found}"))
        .help(format!("write {expected}"))
}

/// A whole number that no setting can take.
fn too_large(what: &str, item: Item<'_>) -> Option<Diagnostic> {
    let is_whole = matches!(item.get_ref(), DeValue::Integer(_));
    let fits = scalar(item.get_ref()).is_some();
    (is_whole && !fits).then(|| Diagnostic::new(format!("{what} is out of range"), item.span()))
}

/// "unknown X, did you mean Y?"
pub fn unknown_word(what: &str, word: &str, span: Range<usize>, known: &[&str]) -> Diagnostic {
    let help = suggest::help(word, known, &format!("use one of {}", known.join(", ")));
    Diagnostic::new(format!("unknown {what} `{word}`"), span).help(help)
}

/// A parameter value; `None` for lists, tables, dates and numbers that do not fit.
pub fn scalar(value: &DeValue<'_>) -> Option<Value> {
    match value {
        DeValue::String(text) => Some(Value::Text(text.to_string().into())),
        DeValue::Boolean(flag) => Some(Value::Flag(*flag)),
        DeValue::Integer(number) => {
            let digits: String = number.as_str().chars().filter(|c| *c != '_').collect();
            i64::from_str_radix(&digits, number.radix()).ok().map(Value::Int)
        }
        DeValue::Float(number) => {
            let digits: String = number.as_str().chars().filter(|c| *c != '_').collect();
            digits.parse::<f64>().ok().filter(|v| v.is_finite()).map(Value::Real)
        }
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}
