//! Numbers that stand for a missing value: -999, 9999, or -200 in several columns. They are at the end of the range, come many
//! times, and stand apart: far from all other numbers, the only negative one, or commoner than any other.

use std::collections::BTreeMap;

use super::{FEWEST_ROWS, Found};
use crate::data::dataset::Dataset;
use crate::data::numbers::Numbers;
use crate::data::read::text::{listed, number, shown};
use crate::data::table::{Column, Values};

/// Fewer other values could be a scale with a last step.
const FEWEST_OTHERS: usize = 10;

/// A share of the rows. Adult's capital gain is cut at 99999, which half a percent of its rows reach.
const SMALLEST_SHARE: f64 = 0.01;

/// More zeros are those who have none: two fifths of the logarithms of payments in R's `MedExp`.
const LARGEST_SHARE_OF_ZEROS: f64 = 0.33;

/// Columns in which a code stands apart.
struct Code<'d> {
    value: f64,
    columns: Vec<&'d str>,
    /// Rows of the column that has the most.
    times: usize,
    apart: &'static str,
    in_target: bool,
}

pub(super) fn find(data: &Dataset) -> Vec<Found> {
    let said = |code: &Code| code.value != 0.0 && (is_nines(code.value) || code.columns.len() > 1);
    let classes = data.targets.iter().filter_map(class);
    codes(data).filter(said).filter_map(|code| code.found()).chain(classes).collect()
}

/// Zeros alone. They may well be values: a mixture without one of its parts (the fly ash of UCI's concrete slump data).
pub(super) fn zeros(data: &Dataset) -> Vec<Found> {
    codes(data).filter(|code| code.value == 0.0).filter_map(|code| code.found()).collect()
}

/// All codes with their columns.
fn codes(data: &Dataset) -> impl Iterator<Item = Code<'_>> {
    let mut codes: BTreeMap<i64, Code> = BTreeMap::new();
    let targets = data.targets.iter().map(|column| (column, true));
    for (column, in_target) in data.features.iter().map(|c| (c, false)).chain(targets) {
        let Values::Numeric(values) = &column.values else { continue };
        let Some((value, times, apart)) = code(values) else { continue };
        if in_target && value == 0.0 {
            continue;
        }
        let code = codes.entry(value as i64).or_insert(Code {
            value,
            columns: Vec::new(),
            times,
            apart,
            in_target,
        });
        code.columns.push(&column.name);
        code.times = code.times.max(times);
        code.in_target |= in_target;
    }
    codes.into_values()
}

impl Code<'_> {
    fn found(&self) -> Option<Found> {
        let (first, others) = self.columns.split_first()?;
        let (value, times, apart) = (self.value, self.times, self.apart);
        let seen = if others.is_empty() {
            format!("{} is {value} in {times} rows, {apart}", shown(first))
        } else {
            let names = listed(self.columns.iter().copied());
            let all = self.columns.len();
            format!("{all} columns are {value} in up to {times} rows, {apart} ({names})")
        };
        let problem = format!("{seen}, which may mean a missing value");
        let target = if self.in_target { ", and remove the rows without a target" } else { "" };
        let remedy = match value {
            0.0 => {
                "leave these fields empty if so; `missing` would take the 0 of every column".into()
            }
            _ => format!("read it as missing with missing = [\"{value}\"]{target}"),
        };
        Some(Found { column: Some((*first).to_owned()), problem, remedy })
    }
}

/// A class such as -9 next to 0 and 1.
fn class(target: &Column) -> Option<Found> {
    let Values::Nominal { levels, codes } = &target.values else { return None };
    let numbers: Vec<f64> = levels.iter().map(|level| number(level)).collect::<Option<_>>()?;
    let place = numbers.iter().position(|&value| value < 0.0 && is_nines(value))?;
    let others = || numbers.iter().enumerate().filter(|(at, _)| *at != place);
    if others().count() < 2 || others().any(|(_, value)| *value < 0.0) {
        return None;
    }
    let times = codes.iter().filter(|&&code| code as usize == place).count();
    let (name, level) = (shown(&target.name), shown(levels.get(place)?));
    let problem = format!(
        "the class {level} of {name} is the only negative one, in {times} rows, and may mean a missing value"
    );
    let remedy = "remove these rows if their class is not known".to_owned();
    Some(Found { column: Some(target.name.clone()), problem, remedy })
}

/// The code, how often it comes, and how it stands apart.
fn code(values: &Numbers) -> Option<(f64, usize, &'static str)> {
    if values.len() < FEWEST_ROWS {
        return None;
    }
    // That of a sparse column one zero is enough: zeros that are left out are values.
    let zero = values.kept_rows().is_some_and(|rows| rows.len() < values.len());
    let known = || {
        let kept = values.kept().iter().copied().chain(zero.then_some(0.0));
        kept.filter(|v| !v.is_nan())
    };
    let (low, high) =
        (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
    // -1 is too often a number like others.
    let is_code = |value: &f64| is_nines(*value) || (*value <= -2.0 && value.fract() == 0.0);
    let mut candidates: Vec<f64> = [low, high].into_iter().filter(is_code).collect();
    candidates.sort_by_key(|&value| !is_nines(value));
    candidates.extend((low == 0.0 && !zero).then_some(0.0));
    let most_zeros = LARGEST_SHARE_OF_ZEROS * values.len() as f64;
    let enough = (SMALLEST_SHARE * values.len() as f64).max(3.0);
    candidates.into_iter().find_map(|candidate| {
        let times = known().filter(|&v| v == candidate).count();
        let others = || known().filter(|&v| v != candidate).collect();
        let is_state = candidate == 0.0 && times as f64 > most_zeros;
        let apart =
            (times as f64 >= enough && !is_state).then(|| apart(candidate, times, others()));
        apart.flatten().map(|apart| (candidate, times, apart))
    })
}

/// How a frequent number stands apart from the others.
fn apart(candidate: f64, times: usize, mut others: Vec<f64>) -> Option<&'static str> {
    others.sort_by(f64::total_cmp);
    let commonest = others.chunk_by(|a, b| a == b).map(<[f64]>::len).max().unwrap_or(0);
    others.dedup();
    let (first, last) = (*others.first()?, *others.last()?);
    let gap = if candidate < first { first - candidate } else { candidate - last };
    let range = last - first;
    let many = others.len() >= FEWEST_OTHERS;
    match () {
        // Nothing weighs or measures zero where everything else is much more. Counts and amounts begin near it.
        () if candidate == 0.0 => {
            (many && 2.0 * gap > range).then_some("far below all other values")
        }
        () if many && gap > range && candidate.abs() > 9.0 => Some("far from all other values"),
        () if candidate < 0.0 && first >= 0.0 && others.len() > 1 => {
            Some("the only negative value")
        }
        () if many && candidate >= 999.0 && times > commonest && 4.0 * gap > range => {
            Some("the commonest value and far from the others")
        }
        () => None,
    }
}

/// -9, or two nines or more of either sign, and nothing else.
fn is_nines(value: f64) -> bool {
    let digits = value.abs().to_string();
    (digits.len() >= 2 || value == -9.0) && digits.bytes().all(|b| b == b'9')
}
