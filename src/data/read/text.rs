//! What the text readers share: missing words, numbers, labels, the checks on asked-for columns and the way
//! text is quoted in errors. It knows no format.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use super::ReadOptions;
use super::signs::Signs;
use crate::data::error::DataError;
use crate::data::table::{MISSING, Values, label_order};
use crate::suggest::nearest;

/// The most cells of a table that a short file can ask for, as sparse formats can. As `f64` they fill 3.2 GB.
pub const MOST_CELLS: usize = 400_000_000;

/// A column costs memory even where it has few rows, so one line must not ask for billions of them.
pub const MOST_COLUMNS: usize = 1_000_000;

/// Refuses more columns than a table may have.
pub fn check_width(file: &Path, line: usize, columns: usize) -> Result<(), DataError> {
    if columns <= MOST_COLUMNS {
        return Ok(());
    }
    let problem = format!("more than {MOST_COLUMNS} columns");
    let remedy = "check that line ends and delimiter are what they should be; use fewer features";
    Err(DataError::line(file, line, problem, remedy))
}

/// A finite number, or nothing. Rust's own grammar would also take `inf` and `nan`.
pub fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|v| v.is_finite())
}

/// From here on not every whole number is kept.
pub const LONGEST_EXACT: f64 = 9_007_199_254_740_992.0;

/// What is said of whole numbers that lose their last digits.
pub fn long_note(name: &str, number: &str) -> String {
    format!(
        "column `{name}` holds whole numbers of which only 15 digits are kept, such as {}: if they identify rows, leave it out with `ignore`, or list it under `nominal`",
        shown(number)
    )
}

/// What is wrong with a text that stands where [`number`] expects one.
pub fn not_a_number(text: &str) -> String {
    if text.parse::<f64>().is_ok() {
        format!("{} is not a finite number", shown(text))
    } else {
        format!("text {} in a numeric column", shown(text))
    }
}

/// Whether a cell, already trimmed, means "missing" in every format or by the user's own words.
pub fn is_missing(cell: &str, options: &ReadOptions) -> bool {
    matches!(cell, "" | "?" | "<null>") || is_missing_word(cell, options)
}

/// Whether a cell is one of the user's own words for "missing". Numbers are compared by value: -999 means -999.0, too.
pub fn is_missing_word(cell: &str, options: &ReadOptions) -> bool {
    options.missing.iter().any(|word| is_same_word(word.trim(), cell))
}

fn is_same_word(word: &str, cell: &str) -> bool {
    if word == cell {
        return true;
    }
    // `00` and `0` may be different codes; `0.0` and `0` are the same number.
    let may_be = |text: &str| {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text).as_bytes();
        let begins = digits.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.');
        let is_padded = matches!(digits, [b'0', b'0'..=b'9', ..]);
        begins && !is_padded
    };
    may_be(cell) && may_be(word) && number(word).is_some_and(|value| number(cell) == Some(value))
}

/// Words that mean "missing" wherever they stand, unless the user lists others. They are what R, pandas, NumPy, SQL and
/// spreadsheets write; other spellings may be names.
const MISSING_WORDS: &[&str] =
    &["NA", "N/A", "<NA>", "#N/A", "nan", "NaN", "NAN", "-nan", "null", "NULL", "None", "NaT"];

/// Whether a word is one that programs write for "missing".
pub fn is_usual_missing(cell: &str) -> bool {
    MISSING_WORDS.contains(&cell)
}

/// Whether a word among numbers can only mean "missing"; among names it may be one.
pub fn is_missing_number(cell: &str) -> bool {
    let lower = cell.to_ascii_lowercase();
    is_usual_missing(cell)
        || matches!(
            lower.as_str(),
            "na" | "n/a" | "nan" | "null" | "none" | "nil" | "-" | "--" | "." | "n.a."
        )
}

/// What is said of a word that was taken for missing.
pub fn missing_note(word: &str, count: usize, places: &str) -> String {
    let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
    format!(
        "{} is taken for a missing value ({times}, in {places}); `missing` lists other words, `missing = []` none",
        shown(word)
    )
}

/// A number with a decimal comma, as text with a point; `None` if it is none.
pub fn with_point(text: &str) -> Option<String> {
    let comma = Signs { decimal: ',', thousands: None };
    let plain = comma.plain(text).filter(|_| text.contains(','))?.into_owned();
    number(&plain).map(|_| plain)
}

/// A piece of the file as errors quote it: between backticks, on one line, at most 40 characters.
pub fn shown(text: &str) -> String {
    format!("`{}`", short(text))
}

fn short(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String =
        text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.pop();
        short.push('…');
    }
    short
}

/// Names as errors list them: not more than a screen can hold.
pub fn listed<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    const MOST: usize = 20;
    let total = names.len();
    let list = names.take(MOST).map(short).collect::<Vec<_>>().join(", ");
    if total > MOST { format!("{list}, … ({total} in all)") } else { list }
}

/// The error for a row with the wrong number of fields.
pub fn ragged(file: &Path, line: usize, found: usize, expected: usize, remedy: &str) -> DataError {
    let s = if found == 1 { "" } else { "s" };
    DataError::line(file, line, format!("row has {found} field{s}, expected {expected}"), remedy)
}

/// Refuses a table that would be too large in memory.
pub fn check_size(file: &Path, rows: usize, columns: usize) -> Result<(), DataError> {
    let cells = rows.saturating_mul(columns);
    if cells <= MOST_CELLS {
        return Ok(());
    }
    let problem = format!(
        "{rows} rows of {columns} columns are {cells} cells, which do not fit (at most {MOST_CELLS})"
    );
    Err(DataError::file(file, problem, "use fewer rows or fewer features"))
}

/// The target columns: the asked-for ones, else `default`. Refuses options that name columns the file does not have.
pub fn choose_target(
    file: &Path,
    names: &[&str],
    options: &ReadOptions,
    default: Vec<String>,
) -> Result<Vec<String>, DataError> {
    for (option, asked) in [("nominal", &options.nominal), ("target", &options.target)] {
        if let Some(name) = asked.iter().find(|name| !names.contains(&name.as_str())) {
            let problem = format!("no column {}, which `{option}` names", shown(name));
            return Err(DataError::file(file, problem, did_you_mean(name, names)));
        }
    }
    let mut targets = options.target.iter();
    while let Some(name) = targets.next() {
        if !targets.as_slice().contains(name) {
            continue;
        }
        let problem = format!("`target` names the column {} twice", shown(name));
        return Err(DataError::file(file, problem, "name each target once"));
    }
    Ok(if options.target.is_empty() { default } else { options.target.clone() })
}

/// The remedy for a name that is not among the known ones.
pub fn did_you_mean(name: &str, known: &[&str]) -> String {
    let list = format!("the columns are {}", listed(known.iter().copied()));
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean {}? {list}", shown(&near)),
        None => list,
    }
}

/// Collects the labels of one nominal column; each distinct label is stored once, however many rows have it.
#[derive(Debug, Default)]
pub struct LevelPool<'a> {
    code_of: BTreeMap<Cow<'a, str>, u32>,
    distinct: Vec<Cow<'a, str>>,
    codes: Vec<u32>,
}

impl<'a> LevelPool<'a> {
    /// One number per row, from a rule that knows a number for every label; NaN where the value is missing.
    pub fn numbers(&self, rule: impl Fn(&str) -> Option<f64>) -> Option<Vec<f64>> {
        let values: Option<Vec<f64>> = self.distinct.iter().map(|label| rule(label)).collect();
        let values = values?;
        let value = |&code: &u32| values.get(code as usize).copied().unwrap_or(f64::NAN);
        Some(self.codes.iter().map(value).collect())
    }

    /// Adds the value of the next row; `None` is missing.
    pub fn push(&mut self, label: Option<Cow<'a, str>>) {
        let Some(label) = label else { return self.codes.push(MISSING) };
        let code = self.code_of.get(label.as_ref()).copied().unwrap_or_else(|| {
            // No file that fits in memory has four billion labels.
            let code = u32::try_from(self.distinct.len()).unwrap_or(MISSING);
            self.distinct.push(label.clone());
            self.code_of.insert(label, code);
            code
        });
        self.codes.push(code);
    }

    /// How many rows have each of the distinct labels.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.distinct.len()];
        for &code in &self.codes {
            if let Some(count) = counts.get_mut(code as usize) {
                *count += 1;
            }
        }
        counts
    }

    /// The distinct labels, in the order they came.
    pub fn distinct(&self) -> &[Cow<'a, str>] {
        &self.distinct
    }

    /// How many values are not missing.
    pub fn known(&self) -> usize {
        self.codes.iter().filter(|&&code| code != MISSING).count()
    }

    /// The column, with its levels in [`label_order`].
    pub fn into_values(self) -> Values {
        let mut levels: Vec<String> = self.distinct.into_iter().map(Cow::into_owned).collect();
        label_order(&mut levels);
        let mut rank = vec![MISSING; levels.len()];
        for (new, level) in (0..).zip(&levels) {
            let old = self.code_of.get(level.as_str()).map(|&old| old as usize);
            if let Some(slot) = old.and_then(|old| rank.get_mut(old)) {
                *slot = new;
            }
        }
        let codes =
            self.codes.iter().map(|&old| rank.get(old as usize).copied().unwrap_or(MISSING));
        Values::Nominal { codes: codes.collect(), levels }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_short_and_on_one_line() {
        assert_eq!(shown("abc"), "`abc`");
        assert_eq!(shown("a\nb"), "`a b`");
        assert_eq!(shown(&"é".repeat(40)), format!("`{}`", "é".repeat(40)));
        assert_eq!(shown(&"é".repeat(41)), format!("`{}…`", "é".repeat(39)));
    }

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(listed(["a", "b"].into_iter()), "a, b");
        assert!(listed(vec!["a"; 30].into_iter()).ends_with("a, … (30 in all)"));
    }

    #[test]
    fn only_finite_numbers_are_numbers() {
        for good in ["1", "+1", "-.5", "1e3", "5."] {
            assert!(number(good).is_some(), "{good}");
        }
        for bad in ["inf", "-infinity", "NaN", "1e999", "", "1,5", "0x1", "1 2"] {
            assert!(number(bad).is_none(), "{bad}");
        }
        assert_eq!(not_a_number("1e999"), "`1e999` is not a finite number");
        assert_eq!(not_a_number("abc"), "text `abc` in a numeric column");
    }

    #[test]
    fn missing_is_the_empty_field_or_a_missing_word() {
        let options = ReadOptions { missing: vec![" NA ".into()], ..ReadOptions::default() };
        for word in ["", "?", "<null>", "NA"] {
            assert!(is_missing(word, &options), "{word}");
        }
        assert!(!is_missing("na", &options));
        let options = ReadOptions { missing: vec!["-999".into(), "0".into()], ..options };
        for number in ["-999", "-999.0", "-9.99e2", "0.00"] {
            assert!(is_missing(number, &options), "{number}");
        }
        for other in ["999", "-999.5", "00", "x", "-999x", "."] {
            assert!(!is_missing(other, &options), "{other}");
        }
    }

    #[test]
    fn labels_get_codes_in_label_order() {
        let mut labels = LevelPool::default();
        for label in [Some("10"), None, Some("9"), Some("10")] {
            labels.push(label.map(Cow::Borrowed));
        }
        let Values::Nominal { levels, codes } = labels.into_values() else { panic!() };
        assert_eq!(levels, ["9", "10"]);
        assert_eq!(codes, [1, MISSING, 0, 1]);
    }

    #[test]
    fn options_may_only_name_columns_that_exist() {
        let file = Path::new("f");
        let names = ["age", "class"];
        let with = |target: &[&str], nominal: &[&str]| ReadOptions {
            target: target.iter().map(ToString::to_string).collect(),
            nominal: nominal.iter().map(ToString::to_string).collect(),
            ..ReadOptions::default()
        };
        let choose = |options| choose_target(file, &names, &options, vec!["class".into()]);
        assert_eq!(choose(with(&[], &[])).unwrap(), ["class"]);
        assert_eq!(choose(with(&["age"], &[])).unwrap(), ["age"]);
        let error = choose(with(&["clas"], &[])).unwrap_err();
        assert!(error.problem.contains("no column `clas`, which `target` names"), "{error}");
        assert_eq!(error.remedy, "did you mean `class`? the columns are age, class");
        let error = choose(with(&[], &["weight"])).unwrap_err();
        assert!(error.problem.contains("`nominal`"), "{error}");
        assert_eq!(error.remedy, "the columns are age, class");
        assert!(choose(with(&["age", "age"], &[])).unwrap_err().problem.contains("twice"));
    }

    #[test]
    fn a_table_that_does_not_fit_is_refused_with_its_size() {
        assert!(check_size(Path::new("f"), 20_000, 20_000).is_ok());
        let error = check_size(Path::new("f"), 20_001, 20_000).unwrap_err();
        assert!(error.problem.contains("400020000 cells"), "{error}");
        assert!(check_size(Path::new("f"), usize::MAX, 2).is_err());
    }
}
