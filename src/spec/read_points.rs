//! The points that are tried of a method: its `params` and `grid`, held against the parameters that the method and its steps
//! declare. A program declares none of its own, so any name is taken there.

use std::borrow::Cow;
use std::collections::BTreeSet;

use toml::de::DeTable;

use super::grid;
use super::read_command::{check_parameter_name, free_parameter};
use super::reader::{Reader, Report, wrong_type};
use crate::diagnostic::Diagnostic;
use crate::params::{ParamInfo, Params};

/// Which parameters a method has.
pub enum Declared {
    /// Those that it and its steps declare.
    By(Vec<ParamInfo>),
    /// Those that its steps declare, and whatever else the spec names: a program knows best.
    Free(Vec<ParamInfo>),
}

impl Declared {
    /// The parameters of a table.
    fn of(&self, table: Option<&DeTable<'_>>, report: &Report) -> Cow<'_, [ParamInfo]> {
        match self {
            Declared::By(declared) => Cow::Borrowed(declared),
            Declared::Free(steps) => {
                let keys = table.into_iter().flat_map(|table| table.keys());
                let own = keys.filter(|key| steps.iter().all(|step| step.name != key.get_ref()));
                let own = own.map(|key| {
                    check_parameter_name(key.get_ref(), key.span(), report);
                    free_parameter(key.get_ref())
                });
                // Steps come last, as those of a method that ships.
                Cow::Owned(own.chain(steps.iter().cloned()).collect())
            }
        }
    }

    /// Fixed parameters with room for those of a table.
    fn room_for(&self, fixed: &Params, table: &[ParamInfo]) -> Params {
        match self {
            Declared::By(_) => fixed.clone(),
            Declared::Free(steps) => {
                let is_step = |name: &str| steps.iter().any(|step| step.name == name);
                let fixed_of = |of_step: bool| {
                    let some = fixed.iter().filter(move |(name, _)| is_step(name) == of_step);
                    some.map(|(name, value)| (name.to_owned().into(), value.clone()))
                };
                let new = table.iter().filter(|info| fixed.get(info.name).is_none());
                let new = new.map(|info| (info.name.into(), info.default.clone()));
                Params::new(fixed_of(false).chain(new).chain(fixed_of(true)).collect())
            }
        }
    }
}

/// The points to try: `params` and `grid` of a method.
pub fn read_points(
    reader: &Reader<'_>,
    kind: &str,
    declared: &Declared,
    report: &Report,
) -> Vec<Params> {
    let params = reader.item("params").and_then(|_| reader.table("params", None));
    let grid_item = reader.item("grid");
    let fixed_table = reader.item("params").and_then(|i| i.get_ref().as_table());
    let fixed_names: Vec<String> = fixed_table
        .map_or_else(Vec::new, |table| table.keys().map(|k| k.get_ref().to_string()).collect());
    let fixed = grid::fixed(kind, &declared.of(fixed_table, report), params, report);
    let mut points = Vec::new();
    let mut seen = BTreeSet::new();
    let tables: Vec<_> = match grid_item.map(|i| (i, i.get_ref())) {
        None => Vec::new(),
        Some((item, toml::de::DeValue::Array(list))) if list.is_empty() => {
            let mistake = Diagnostic::new("`grid` is empty", item.span());
            report.add(mistake.help("name parameters to try, or remove the key"));
            Vec::new()
        }
        Some((_, toml::de::DeValue::Array(list))) => list.iter().collect(),
        Some((item, _)) => vec![item],
    };
    for item in tables {
        let Some(table) = item.get_ref().as_table() else {
            let mistake = wrong_type("`grid`", "a table of parameters", item);
            report.add(mistake.help("such as `grid = { k = [1, 3, 5] }`"));
            continue;
        };
        for (key, _) in table.iter().filter(|(k, _)| fixed_names.iter().any(|f| f == k.get_ref())) {
            let message = format!("`{}` is both fixed and in the grid", key.get_ref());
            report.add(Diagnostic::new(message, key.span()).help("remove it from one of them"));
        }
        let of_table = declared.of(Some(table), report);
        let base = declared.room_for(&fixed, &of_table);
        let table = Reader::new(table, item.span(), None, report);
        let new = grid::points(kind, &of_table, &base, table, report);
        points.extend(new.into_iter().filter(|point| seen.insert(point.to_string())));
    }
    if points.is_empty() {
        points.push(fixed);
    }
    points
}
