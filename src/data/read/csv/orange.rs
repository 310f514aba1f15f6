//! Headers of Orange. Its `.tab` files have two lines below the names, of types and of roles; other files of it have one line, in
//! which a name is preceded by both (`mS#patient`, `cD#class`). What is neither feature nor class is left out.

use super::sample::Sample;
use super::scan::Field;

/// What Orange says of the columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orange {
    /// How many lines below the names belong to the header.
    pub lines: usize,
    columns: Vec<Declared>,
}

/// What it says of one column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Declared {
    is_nominal: bool,
    role: Role,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Feature,
    Class,
    /// A meta attribute, a text, or one to be ignored.
    LeftOut,
}

/// The same by names.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Roles {
    /// Columns that are nominal whatever they look like.
    pub nominal: Vec<String>,
    /// The class, or the columns to predict.
    pub target: Vec<String>,
    /// Columns that are neither features nor targets.
    pub left_out: Vec<String>,
}

/// Finds a header of Orange above the records of a sample.
pub fn find(sample: &Sample) -> Option<Orange> {
    let [names, below @ ..] = sample.records.as_slice() else { return None };
    three_lines(names.len(), below).or_else(|| one_line(names))
}

fn three_lines(width: usize, below: &[Vec<Field>]) -> Option<Orange> {
    let [types, roles, rows @ ..] = below else { return None };
    if types.len() != width || roles.len() > width || rows.is_empty() {
        return None;
    }
    let occurs = |at: usize, text: &str| {
        rows.iter().filter_map(|row| row.get(at)).any(|field| field.text.trim() == text)
    };
    let mut columns = Vec::new();
    let (mut known, mut roles_given) = (0, 0);
    for (at, kind) in types.iter().enumerate() {
        let kind = kind.text.trim();
        let role = roles.get(at).map_or("", |field| field.text.trim());
        let column = rows.iter().filter_map(|row| row.get(at)).map(|field| field.text.trim());
        let is_type = type_of(kind);
        if is_type.is_none() && !kind.is_empty() && !lists_values(kind, column) {
            return None;
        }
        if !kind.is_empty() && occurs(at, kind) {
            return None;
        }
        known += usize::from(is_type.is_some());
        roles_given += usize::from(!role.is_empty());
        let role = match is_type {
            Some('s') if role.is_empty() => Role::LeftOut,
            _ => role_of(role)?,
        };
        let is_nominal = is_type.map_or(!kind.is_empty(), |kind| kind == 'd');
        columns.push(Declared { is_nominal, role });
    }
    // Most columns have no role, and most types are words; a row of data is otherwise.
    let is_header = 2 * known >= width && (roles_given < width || width < 3);
    is_header.then_some(Orange { lines: 2, columns })
}

fn type_of(word: &str) -> Option<char> {
    match word {
        "c" | "continuous" => Some('c'),
        "d" | "discrete" => Some('d'),
        "s" | "string" => Some('s'),
        "t" | "time" => Some('t'),
        _ => None,
    }
}

fn role_of(word: &str) -> Option<Role> {
    match word {
        "" => Some(Role::Feature),
        "class" | "c" => Some(Role::Class),
        "meta" | "m" | "ignore" | "i" | "weight" | "w" => Some(Role::LeftOut),
        // Attributes of a column, which are none of its role.
        other => other.contains('=').then_some(Role::Feature),
    }
}

/// Whether a type is the list of a column's values, between blanks.
fn lists_values<'a>(list: &str, column: impl Iterator<Item = &'a str>) -> bool {
    // A blank inside of a value follows a backslash.
    let inside = list.replace("\\ ", "\0");
    let values: Vec<String> = inside.split_whitespace().map(|v| v.replace('\0', " ")).collect();
    let mut known = column.filter(|cell| !matches!(*cell, "" | "?" | ".")).peekable();
    values.len() > 1
        && known.peek().is_some()
        && known.all(|cell| values.iter().any(|value| value == cell))
}

fn one_line(names: &[Field]) -> Option<Orange> {
    let mut columns = Vec::new();
    let mut found = 0;
    for name in names {
        let Some((prefix, rest)) = name.text.split_once('#') else {
            columns.push(Declared { is_nominal: false, role: Role::Feature });
            continue;
        };
        let mut letters = prefix.chars().peekable();
        let role = letters.next_if(char::is_ascii_lowercase);
        let role =
            role.map_or(Some(Role::Feature), |letter| role_of(letter.encode_utf8(&mut [0; 4])))?;
        let kind = letters.next();
        let is_known = kind.is_none_or(|kind| matches!(kind, 'C' | 'D' | 'S' | 'T'));
        if prefix.is_empty() || letters.next().is_some() || !is_known || rest.trim().is_empty() {
            return None;
        }
        found += 1;
        let role = if kind == Some('S') && role == Role::Feature { Role::LeftOut } else { role };
        columns.push(Declared { is_nominal: kind == Some('D'), role });
    }
    (found > 0).then_some(Orange { lines: 0, columns })
}

impl Orange {
    /// The roles of the columns with these names, from which prefixes are removed.
    pub fn roles(&self, names: &mut [String]) -> Roles {
        let mut roles = Roles::default();
        for (name, column) in names.iter_mut().zip(&self.columns) {
            if let Some((_, plain)) = name.split_once('#').filter(|_| self.lines == 0) {
                *name = plain.trim().to_owned();
            }
            if column.is_nominal {
                roles.nominal.push(name.clone());
            }
            match column.role {
                Role::Feature => {}
                Role::Class => roles.target.push(name.clone()),
                Role::LeftOut => roles.left_out.push(name.clone()),
            }
        }
        roles
    }

    /// What was found.
    pub fn note(&self, roles: &Roles) -> String {
        let place = if self.lines == 0 { "the first line" } else { "the lines below the names" };
        let mut note =
            format!("{place} are Orange's: types and roles of the columns are read from there");
        if self.lines == 0 {
            note = note.replace(" are Orange's", " is Orange's");
        }
        if !roles.left_out.is_empty() {
            let list = crate::data::read::text::listed(roles.left_out.iter().map(String::as_str));
            note.push_str(&format!("; {list} are no features by it and left out"));
        }
        note
    }
}
