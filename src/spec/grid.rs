//! Grids as a spec writes them: a list of values, powers of a base, or a range of steps.

use std::collections::BTreeSet;

use toml::de::DeValue;

use super::reader::{Item, Reader, Report, scalar, unknown_word, wrong_type};
use crate::diagnostic::Diagnostic;
use crate::num::math;
use crate::params::{Axis, NameList, ParamInfo, Params, Value, grid_points};

/// More points than anyone waits for; a typing mistake in a range should not fill the memory.
const MOST_POINTS: usize = 100_000;

/// Values in one range.
const MOST_STEPS: f64 = 1e4;

const FORMS: &str = "write a list `[1, 3, 5]`, powers `{ base = 4, from = -2, to = 5 }` or steps \
                     `{ from = 0.1, to = 10, steps = 5, scale = \"log\" }`";

/// Fixed parameters over the defaults.
pub fn fixed(
    kind: &str,
    declared: &[ParamInfo],
    table: Option<Reader<'_>>,
    report: &Report,
) -> Params {
    let mut params = ParamInfo::defaults(declared);
    for (name, span, item) in table.map(Reader::entries).unwrap_or_default() {
        let Some(info) = find(kind, declared, name, span, report) else { continue };
        let is_list = info.domain.takes_names() && value(item.get_ref()).is_some();
        if item.get_ref().is_table() || item.get_ref().is_array() && !is_list {
            let lists = if info.domain.takes_names() { " or a list of names" } else { "" };
            let expected = format!("a single value{lists}");
            let mistake = wrong_type(&format!("parameter `{name}`"), &expected, item);
            report.add(mistake.help("values to choose from belong into `grid`"));
        } else if let Some(value) = accept(info, item, report) {
            params = params.with(info.name, value);
        }
    }
    params
}

/// The points of one grid table over fixed parameters.
pub fn points(
    kind: &str,
    declared: &[ParamInfo],
    base: &Params,
    table: Reader<'_>,
    report: &Report,
) -> Vec<Params> {
    let span = table.span.clone();
    let mut axes: Vec<Axis> = Vec::new();
    for (name, key_span, item) in table.entries() {
        let Some(info) = find(kind, declared, name, key_span, report) else { continue };
        let values = axis(info, item, report);
        if !values.is_empty() {
            axes.push(Axis { name: info.name.to_owned(), values });
        }
    }
    let count = axes.iter().try_fold(1_usize, |n, axis| n.checked_mul(axis.values.len()));
    if count.is_none_or(|n| n > MOST_POINTS) {
        let message = format!("the grid has more than {MOST_POINTS} points");
        report.add(Diagnostic::new(message, span).help("try fewer values"));
        return vec![base.clone()];
    }
    grid_points(declared, base, &axes)
}

fn find<'p>(
    kind: &str,
    declared: &'p [ParamInfo],
    name: &str,
    span: std::ops::Range<usize>,
    report: &Report,
) -> Option<&'p ParamInfo> {
    let found = declared.iter().find(|p| p.name == name);
    if found.is_none() {
        let known: Vec<&str> = declared.iter().map(|p| p.name).collect();
        let what = format!("parameter of `{kind}`");
        let mistake = unknown_word(&what, name, span, &known);
        report.add(if known.is_empty() { mistake.help("it has no parameters") } else { mistake });
    }
    found
}

/// A parameter value: a scalar or a list of names.
fn value(written: &DeValue<'_>) -> Option<Value> {
    let DeValue::Array(list) = written else { return scalar(written) };
    let names = list.iter().map(|item| item.get_ref().as_str().map(str::to_owned));
    Some(Value::List(NameList::new(names.collect::<Option<_>>()?)))
}

fn accept(info: &ParamInfo, item: Item<'_>, report: &Report) -> Option<Value> {
    let accepted = value(item.get_ref()).and_then(|value| info.domain.accept(value));
    if accepted.is_none() {
        let message = format!("`{}` must be {}", info.name, info.domain);
        let lists =
            "; a list of names is [\"a\", \"b\"] in `params` and [[\"a\", \"b\"]] in `grid`";
        let lists = if info.domain.takes_names() { lists } else { "" };
        report.add(Diagnostic::new(message, item.span()).help(format!("{}{lists}", info.about)));
    }
    accepted
}

fn axis(info: &ParamInfo, item: Item<'_>, report: &Report) -> Vec<Value> {
    let values: Vec<(Value, Item<'_>)> = match item.get_ref() {
        DeValue::Array(list) => {
            let accepted = list.iter().filter_map(|i| Some((accept(info, i, report)?, i)));
            let values: Vec<_> = accepted.collect();
            if list.is_empty() {
                let message = format!("`{}` has no values to try", info.name);
                report.add(Diagnostic::new(message, item.span()).help(FORMS));
            }
            values
        }
        DeValue::Table(table) => {
            let reader = Reader::new(table, item.span(), None, report);
            let spread = if table.contains_key("base") { powers(reader) } else { steps(reader) };
            let numbers = match spread {
                Ok(numbers) => numbers,
                Err(problem) => {
                    let message = format!("the range of `{}` cannot be used: {problem}", info.name);
                    report.add(Diagnostic::new(message, item.span()).help(FORMS));
                    return Vec::new();
                }
            };
            let mut values = Vec::new();
            for number in numbers {
                match info.domain.accept(Value::Real(info.domain.mend(number))) {
                    Some(value) => values.push((value, item)),
                    None => {
                        let message = format!("`{}` must be {}", info.name, info.domain);
                        let label = format!("this range holds {number}");
                        let mistake = Diagnostic::new(message, item.span()).label(label);
                        report.add(mistake.help("choose a range inside that"));
                        return Vec::new();
                    }
                }
            }
            values
        }
        _ => {
            let what = format!("the grid of `{}`", info.name);
            let mistake = wrong_type(&what, "a list or a range", item);
            report.add(mistake.help(format!("a fixed value belongs into `params`; {FORMS}")));
            return Vec::new();
        }
    };
    let mut seen = BTreeSet::new();
    if let Some((value, item)) = values.iter().find(|(value, _)| !seen.insert(value.to_string())) {
        let message = format!("`{}` tries {value} twice", info.name);
        report.add(Diagnostic::new(message, item.span()).help("remove one of them"));
    }
    values.into_iter().map(|(value, _)| value).collect()
}

fn number(reader: &Reader<'_>, key: &'static str) -> Result<f64, String> {
    match reader.item(key).map(|item| scalar(item.get_ref())) {
        None => Err(format!("`{key}` is missing")),
        Some(Some(Value::Int(v))) => Ok(v as f64),
        Some(Some(Value::Real(v))) => Ok(v),
        Some(_) => Err(format!("`{key}` must be a finite number")),
    }
}

/// `{ base, from, to }`: base^from, base^(from+1), ..., base^to.
fn powers(reader: Reader<'_>) -> Result<Vec<f64>, String> {
    let (base, from, to) =
        (number(&reader, "base"), number(&reader, "from"), number(&reader, "to"));
    reader.finish();
    let (base, from, to) = (base?, from?, to?);
    if base <= 0.0 {
        return Err("`base` must be above zero".into());
    }
    if from.fract() != 0.0 || to.fract() != 0.0 {
        return Err("`from` and `to` are exponents and must be whole numbers".into());
    }
    if from > to {
        return Err(format!("`from` ({from}) is above `to` ({to})"));
    }
    if to - from >= MOST_STEPS {
        return Err(format!("it has more than {MOST_STEPS} values"));
    }
    Ok((0..=(to - from) as i64).map(|i| math::pow(base, from + i as f64)).collect())
}

/// `{ from, to, steps, scale }`: `steps` values from `from` to `to`, both included.
fn steps(reader: Reader<'_>) -> Result<Vec<f64>, String> {
    let (from, to, steps) =
        (number(&reader, "from"), number(&reader, "to"), number(&reader, "steps"));
    let scale = match reader.item("scale") {
        None => Some("linear"),
        Some(_) => reader.choice("scale", &["linear", "log"]),
    };
    reader.finish();
    let (from, to, steps) = (from?, to?, steps?);
    if steps.fract() != 0.0 || !(2.0..=MOST_STEPS).contains(&steps) {
        return Err(format!("`steps` must be a whole number from 2 to {MOST_STEPS}"));
    }
    let last = steps as usize - 1;
    let share = |i: usize| i as f64 / last as f64;
    let inner: Box<dyn Fn(usize) -> f64> = match scale {
        Some("log") if from > 0.0 && to > 0.0 => {
            Box::new(|i| from * math::pow(to / from, share(i)))
        }
        Some("log") => return Err("a log scale needs `from` and `to` above zero".into()),
        _ => Box::new(|i| from + (to - from) * share(i)),
    };
    // The ends exactly as written.
    Ok((0..=last)
        .map(|i| {
            if i == 0 {
                from
            } else if i == last {
                to
            } else {
                inner(i)
            }
        })
        .collect())
}
