//! Declarations in the head of ARFF and KEEL files: `@attribute name type`. What the other keywords mean is the
//! readers' own affair.

use std::collections::BTreeSet;
use std::path::Path;

use super::super::dates::read_pattern;
use super::super::text::{check_width, shown};
use super::scan::Cursor;
use crate::data::error::DataError;

/// What an attribute was declared to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// `numeric`, `real` or `integer`.
    Numeric,
    /// One of these values; at least one, none twice.
    Nominal(Vec<String>),
    /// `string`: any text.
    Text,
    /// `date`, written as a pattern of Java's `SimpleDateFormat` says.
    Date(String),
}

/// A declared attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
}

/// The attributes declared so far.
#[derive(Debug, Default)]
pub struct Head {
    /// In declared order.
    pub attributes: Vec<Attribute>,
    /// What the `@relation` line says.
    pub relation: String,
    names: BTreeSet<String>,
}

/// Splits a line like `@Attribute x real` into the keyword in lower case and the rest.
pub fn keyword(line: &str) -> Option<(String, &str)> {
    let line = line.strip_prefix('@')?;
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some((word.to_ascii_lowercase(), rest))
}

/// The error for a line that has no place in the head of a file; `known` says what has.
pub fn misplaced(file: &Path, line: usize, content: &str, known: &str) -> DataError {
    let problem = format!("{} is no declaration", shown(content));
    let remedy = format!("before the data only {known} may stand; check that the format is right");
    DataError::line(file, line, problem, remedy)
}

impl Head {
    /// Adds the attribute that an `@attribute` line declares.
    pub fn declare(
        &mut self,
        file: &Path,
        line: usize,
        declaration: &str,
    ) -> Result<(), DataError> {
        let mut cursor = Cursor::new(file, line, declaration);
        // KEEL files in the wild leave out the blank before the values: `class{a,b}`.
        let name = cursor.value(|c| c.is_whitespace() || c == '{')?.text.into_owned();
        if name.is_empty() {
            return Err(cursor.error("an attribute has no name", "write `@attribute name type`"));
        }
        if !self.names.insert(name.clone()) {
            let problem = format!("two attributes have the name {}", shown(&name));
            return Err(cursor.error(problem, "rename one of them").in_column(name));
        }
        let kind = kind(&mut cursor).map_err(|error| error.in_column(&name))?;
        self.attributes.push(Attribute { name, kind });
        check_width(file, line, self.attributes.len())?;
        Ok(())
    }

    /// Refuses a file that goes on to its data without having declared any.
    pub fn check(&self, file: &Path, data: Option<usize>) -> Result<(), DataError> {
        match data {
            None => Err(DataError::file(file, "no @data line", "check that the file is complete")),
            Some(line) if self.attributes.is_empty() => {
                let remedy = "declare every column with `@attribute name type`";
                Err(DataError::line(file, line, "no @attribute line before @data", remedy))
            }
            Some(_) => Ok(()),
        }
    }

    /// The names, in declared order.
    pub fn names(&self) -> Vec<&str> {
        self.attributes.iter().map(|a| a.name.as_str()).collect()
    }
}

fn kind(cursor: &mut Cursor) -> Result<Kind, DataError> {
    if cursor.take('{') {
        return values(cursor);
    }
    let word = cursor.value(|c| c.is_whitespace() || c == '[')?.text;
    let kind = match word.to_ascii_lowercase().as_str() {
        "numeric" | "real" | "integer" => {
            range(cursor)?;
            Kind::Numeric
        }
        "string" => Kind::Text,
        "date" => date(cursor)?,
        "relational" => {
            let problem = "bags in `relational` attributes are not supported";
            let remedy = "convert the file to a table with one instance a row and a bag column";
            return Err(cursor.error(problem, remedy));
        }
        "" => {
            let remedy = "write numeric, string or the values as {a, b} after the name";
            return Err(cursor.error("the attribute has no type", remedy));
        }
        _ => {
            let problem = format!("{} is no attribute type", shown(&word));
            let remedy =
                "use numeric, real, integer, string or {a, b}; quote a name that contains blanks";
            return Err(cursor.error(problem, remedy));
        }
    };
    nothing_more(cursor)?;
    Ok(kind)
}

/// The pattern after `date`, which is that of ISO 8601 if there is none.
fn date(cursor: &mut Cursor) -> Result<Kind, DataError> {
    let pattern = cursor.value(|_| false)?.text.into_owned();
    let pattern = if pattern.is_empty() { "yyyy-MM-dd'T'HH:mm:ss".to_owned() } else { pattern };
    if let Err(letter) = read_pattern("", &pattern) {
        let problem =
            format!("the letter {letter:?} of the date pattern {} is not known", shown(&pattern));
        let remedy = "use the letters y, M, d, H, m, s and S, or declare the attribute as string";
        return Err(cursor.error(problem, remedy));
    }
    Ok(Kind::Date(pattern))
}

/// Steps over the range `[lowest, highest]` of KEEL. It is not kept: files are cut into folds with the ranges of the
/// whole, and some have values beyond them.
fn range(cursor: &mut Cursor) -> Result<(), DataError> {
    if cursor.take('[') {
        cursor.value(|c| c == ']')?;
        if !cursor.take(']') {
            return Err(
                cursor.error("the range has no closing `]`", "write it as [lowest, highest]")
            );
        }
    }
    Ok(())
}

fn values(cursor: &mut Cursor) -> Result<Kind, DataError> {
    let mut values: Vec<String> = Vec::new();
    let mut seen = BTreeSet::new();
    loop {
        let cell = cursor.value(|c| c == ',' || c == '}')?;
        let closes = cursor.take('}');
        if !closes && !cursor.take(',') {
            let remedy =
                "write the values as {a, b}, on one line, and quote those with blanks or commas";
            return Err(cursor.error("the declared values have no closing `}`", remedy));
        }
        if cell.text.is_empty() && !cell.quoted {
            let remedy = "remove the extra comma, or write the values as {a, b}";
            return Err(cursor.error("an empty value is declared", remedy));
        }
        if !seen.insert(cell.text.clone()) {
            let problem = format!("the value {} is declared twice", shown(&cell.text));
            return Err(cursor.error(problem, "declare each value once"));
        }
        values.push(cell.text.into_owned());
        if closes {
            nothing_more(cursor)?;
            return Ok(Kind::Nominal(values));
        }
    }
}

fn nothing_more(cursor: &Cursor) -> Result<(), DataError> {
    if cursor.is_done() {
        return Ok(());
    }
    let problem = format!("text {} after the attribute's type", shown(cursor.rest()));
    Err(cursor.error(problem, "remove it; quote a name that contains blanks"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declare(text: &str) -> Result<Attribute, DataError> {
        let mut head = Head::default();
        head.declare(Path::new("f"), 7, text)?;
        Ok(head.attributes.remove(0))
    }

    fn nominal(values: &[&str]) -> Kind {
        Kind::Nominal(values.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn every_way_to_write_an_attribute_is_understood() {
        for (text, name, kind) in [
            ("x numeric", "x", Kind::Numeric),
            (" x\tREAL ", "x", Kind::Numeric),
            ("x integer [1, 10]", "x", Kind::Numeric),
            ("x real[0.0,1.0]", "x", Kind::Numeric),
            ("'a b' String", "a b", Kind::Text),
            ("x {a, 'b c', \"d,}\"}", "x", nominal(&["a", "b c", "d,}"])),
            ("x{1,2}", "x", nominal(&["1", "2"])),
            ("'x'{ a b ,''}", "x", nominal(&["a b", ""])),
            ("x DATE \"yyyy-MM-dd\"", "x", Kind::Date("yyyy-MM-dd".into())),
            ("x date", "x", Kind::Date("yyyy-MM-dd'T'HH:mm:ss".into())),
        ] {
            assert_eq!(declare(text).unwrap(), Attribute { name: name.into(), kind }, "{text}");
        }
    }

    #[test]
    fn damaged_attributes_are_refused() {
        for (text, column, problem, remedy) in [
            ("", None, "no name", "@attribute name type"),
            ("'x", None, "never closed", "close"),
            ("x", Some("x"), "no type", "{a, b}"),
            ("x crap", Some("x"), "`crap` is no attribute type", "quote a name"),
            ("x DATE 'h:mm a'", Some("x"), "the letter 'h' of the date pattern", "as string"),
            ("x relational", Some("x"), "bags in `relational`", "bag column"),
            ("x real [0, 1", Some("x"), "no closing `]`", "[lowest, highest]"),
            ("x real 5", Some("x"), "text `5` after the attribute's type", "remove"),
            ("x {a, b", Some("x"), "no closing `}`", "on one line"),
            ("x {a, b} c", Some("x"), "text `c` after", "remove"),
            ("x {a,,b}", Some("x"), "an empty value", "comma"),
            ("x {}", Some("x"), "an empty value", "{a, b}"),
            ("x {a,b,a}", Some("x"), "`a` is declared twice", "once"),
        ] {
            let error = declare(text).unwrap_err();
            assert_eq!((error.line, error.column.as_deref()), (Some(7), column), "{text}");
            assert!(error.problem.contains(problem), "{error}");
            assert!(error.remedy.contains(remedy), "{}", error.remedy);
        }
    }
}
