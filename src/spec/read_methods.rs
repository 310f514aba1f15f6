//! `[[method]]`: kinds looked up, parameters held against their declarations, grids spread out.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use toml::de::DeTable;

use super::environment::{Environment, Names};
use super::experiment::MethodSpec;
use super::grid;
use super::keys::{self, Section};
use super::read_command::{check_parameter_name, free_parameter, read_program, refuse_keys};
use super::reader::{Reader, Report, unknown_word, wrong_type};
use crate::diagnostic::Diagnostic;
use crate::learn::command::Program;
use crate::learn::{Classify, Imported, Method, Registry};
use crate::params::{Lattice, ParamInfo, Params};

/// Every method of a spec.
pub fn read_methods(
    root: &Reader<'_>,
    environment: &Environment<'_>,
    walks: bool,
    report: &Report,
) -> Vec<MethodSpec> {
    let readers = root.tables("method", Section::Method);
    if readers.is_empty() && root.is_absent_or_empty("method") {
        root.absent("[[method]]", "add `[[method]]` with `kind = \"knn\"`");
    }
    let mut names = Names::new("method", report);
    let mut methods: Vec<MethodSpec> = Vec::new();
    for reader in readers {
        let span = reader.item("name").map_or(reader.span.clone(), toml::Spanned::span);
        let method = read_method(&reader, environment, report);
        reader.finish();
        let Some(method) = method else { continue };
        names.take(&method.name, span.clone());
        if walks && Lattice::new(&method.grid).is_none() {
            let message = format!(
                "the grid of `{}` is no single table, so a pattern search cannot walk it",
                method.name
            );
            let help = "write one table of parameters, or use search = \"grid\"";
            report.add(Diagnostic::new(message, span.clone()).help(help));
        }
        let same = |other: &&MethodSpec| {
            other.method.info().kind == method.method.info().kind
                && other.method.fingerprint() == method.method.fingerprint()
                && other.grid == method.grid
        };
        if let Some(other) = methods.iter().find(same).filter(|o| o.name != method.name) {
            let message = format!("`{}` and `{}` are the same method", other.name, method.name);
            let help = "a method that competes with itself distorts every rank; remove one of them";
            report.add(Diagnostic::new(message, span).help(help));
        }
        methods.push(method);
    }
    methods
}

fn read_method(
    reader: &Reader<'_>,
    environment: &Environment<'_>,
    report: &Report,
) -> Option<MethodSpec> {
    // Which keys a method has depends on its kind, and an unknown kind is one mistake, not many.
    for key in keys::of(Section::Method) {
        reader.item(key.name);
    }
    let name = reader.text("name").map(|(name, _)| name.to_owned());
    if reader.item("kind").is_none() {
        reader.absent("kind", "`tribunal list methods` shows the kinds");
    }
    let (kind, span) = reader.text("kind")?;
    let name = name.unwrap_or_else(|| kind.to_owned());
    match kind {
        Imported::KIND => read_imported(name, span, environment, report),
        Program::KIND => {
            if let Some((_, span)) = reader.text("base") {
                let mistake = Diagnostic::new("a program builds on no other method", span);
                report.add(mistake.help("remove `base`"));
            }
            let grid = read_grid(reader, kind, Declared::Free, report);
            let program = read_program(reader, &name, environment, report)?;
            // Methods live as long as this process.
            let method: &'static dyn Method<Classify> = Box::leak(Box::new(program));
            Some(MethodSpec { name, method, grid })
        }
        _ => read_shipped(reader, name, (kind, span), environment.registry, report),
    }
}

/// A method of which a run has results, and nothing else.
fn read_imported(
    name: String,
    span: Range<usize>,
    environment: &Environment<'_>,
    report: &Report,
) -> Option<MethodSpec> {
    let Some(fingerprint) = environment.stored.and_then(|stored| stored.fingerprints.get(&name))
    else {
        let message = format!("the results of `{name}` were imported, so it cannot be run");
        let help = "give the folder of the run instead of a spec: `tribunal report results/NAME`";
        report.add(Diagnostic::new(message, span).help(help));
        return None;
    };
    let method = Imported { fingerprint: fingerprint.clone() };
    // Methods live as long as the program.
    let method: &'static dyn Method<Classify> = Box::leak(Box::new(method));
    Some(MethodSpec { name, method, grid: vec![Params::default()] })
}

fn read_shipped(
    reader: &Reader<'_>,
    name: String,
    (kind, span): (&str, Range<usize>),
    registry: &Registry,
    report: &Report,
) -> Option<MethodSpec> {
    let find = |kind: &str, span: Range<usize>| {
        let found = registry.classifier(kind);
        if found.is_none() {
            let shipped = registry.classifiers().iter().map(|m| m.info().kind);
            let known: Vec<&str> = shipped.chain([Program::KIND]).collect();
            report.add(unknown_word("method kind", kind, span, &known));
        }
        found
    };
    let base = reader.text("base");
    let mut method = find(kind, span)?;
    if let Some((base, span)) = base {
        method = match method.over(find(base, span.clone())?) {
            Some(Ok(method)) => method,
            Some(Err(reason)) => {
                let message = format!("`{kind}` cannot build on `{base}`: {reason}");
                report.add(Diagnostic::new(message, span).help("choose another `base`"));
                return None;
            }
            None => {
                let message = format!("`{kind}` builds on no other method");
                report.add(Diagnostic::new(message, span).help("remove `base`"));
                return None;
            }
        };
    }
    refuse_keys(reader, kind, report);
    let grid = read_grid(reader, kind, Declared::By(method.info().params), report);
    Some(MethodSpec { name, method, grid })
}

/// Which parameters a method has.
#[derive(Clone, Copy)]
enum Declared {
    /// Those that it declares.
    By(&'static [ParamInfo]),
    /// Whatever the spec names: a program knows best.
    Free,
}

impl Declared {
    /// The parameters of a table.
    fn of(self, table: Option<&DeTable<'_>>, report: &Report) -> Cow<'static, [ParamInfo]> {
        match self {
            Declared::By(declared) => Cow::Borrowed(declared),
            Declared::Free => {
                let keys = table.into_iter().flat_map(|table| table.keys());
                let named = keys.map(|key| {
                    check_parameter_name(key.get_ref(), key.span(), report);
                    free_parameter(key.get_ref())
                });
                Cow::Owned(named.collect())
            }
        }
    }

    /// Fixed parameters with room for those of a table.
    fn room_for(self, fixed: &Params, table: &[ParamInfo]) -> Params {
        match self {
            Declared::By(_) => fixed.clone(),
            Declared::Free => {
                let own = fixed.iter().map(|(name, value)| (name.to_owned().into(), value.clone()));
                let fixed_too = |info: &&ParamInfo| fixed.get(info.name).is_none();
                let new = table.iter().filter(fixed_too);
                let new = new.map(|info| (info.name.into(), info.default.clone()));
                Params::new(own.chain(new).collect())
            }
        }
    }
}

/// The points to try: `params` and `grid` of a method.
fn read_grid(reader: &Reader<'_>, kind: &str, declared: Declared, report: &Report) -> Vec<Params> {
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
