//! `[[method]]`: kinds looked up, parameters held against their declarations, grids spread out.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use toml::de::DeTable;

use super::environment::{Environment, Names};
use super::grid;
use super::keys::{self, Section};
use super::other_setting;
use super::read_command::{
    check_parameter_name, free_parameter, read_program, refuse_keys, takes_part,
};
use super::reader::{Reader, Report, unknown_word, wrong_type};
use crate::data::prep::{STEPS, Step, find_step};
use crate::diagnostic::Diagnostic;
use crate::experiment::MethodSpec;
use crate::experiment::{Scope, Search};
use crate::learn::command::Program;
use crate::learn::{AnyMethod, Entry, Imported, Registry, Setting};
use crate::params::{Lattice, ParamInfo, Params};

/// How methods are tried: what they must be written for, and how grids are searched unless a method says otherwise.
#[derive(Clone, Copy)]
pub struct Tried {
    /// The setting of the experiment.
    pub setting: Setting,
    /// The search of the protocol.
    pub search: Search,
}

/// Every method of a spec.
pub fn read_methods(
    root: &Reader<'_>,
    environment: &Environment<'_>,
    tried: Tried,
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
        let method = read_method(&reader, environment, tried, report);
        reader.finish();
        let Some(method) = method else { continue };
        names.take(&method.name, span.clone());
        if method.search == Search::Pattern && Lattice::new(&method.grid).is_none() {
            let message = format!(
                "the grid of `{}` is no single table, so a pattern search cannot walk it",
                method.name
            );
            let help = "write one table of parameters, or use search = \"grid\"";
            report.add(Diagnostic::new(message, span.clone()).help(help));
        }
        let same = |other: &&MethodSpec| is_same(other, &method);
        if let Some(other) = methods.iter().find(same).filter(|o| o.name != method.name) {
            let message = format!("`{}` and `{}` are the same method", other.name, method.name);
            let help = "a method that competes with itself distorts every rank; remove one of them";
            report.add(Diagnostic::new(message, span).help(help));
        }
        methods.push(method);
    }
    methods
}

/// Whether two methods give the same results: same kind, bases, steps, points and search.
fn is_same(a: &MethodSpec, b: &MethodSpec) -> bool {
    let made_of = |m: &MethodSpec| {
        let info = m.method.info();
        let steps: Vec<&str> = m.prepare.iter().map(|step| step.info().name).collect();
        // How nothing is searched does not matter.
        let search = (m.grid.len() > 1).then_some(m.search);
        (
            info.kind,
            info.bases,
            m.method.fingerprint().map(str::to_owned),
            steps,
            m.prepare_scope,
            search,
        )
    };
    made_of(a) == made_of(b) && a.grid == b.grid
}

fn read_method(
    reader: &Reader<'_>,
    environment: &Environment<'_>,
    tried: Tried,
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
    let search = match reader.choice("search", Search::NAMES) {
        Some("pattern") => Search::Pattern,
        Some(_) => Search::Grid,
        None => tried.search,
    };
    let prepare = read_steps(reader, tried.setting, report);
    let prepare_scope = match reader.choice("prepare-scope", Scope::NAMES) {
        Some("all") => Scope::All,
        _ => Scope::Train,
    };
    let (method, declared) = match kind {
        Imported::KIND => (read_imported(&name, span, environment, report)?, Declared::Free),
        Program::KIND if !takes_part(tried.setting) => {
            let message = "a program is tried on folds, and this experiment is a stream";
            let help = "remove the method, or use kind = \"nested\" in [protocol]";
            report.add(Diagnostic::new(message, span).help(help));
            return None;
        }
        Program::KIND => {
            if let Some(item) = reader.item("base") {
                let mistake = Diagnostic::new("a program builds on no other method", item.span());
                report.add(mistake.help("remove `base`"));
            }
            let program = read_program(reader, &name, environment, report);
            // Methods live as long as this process.
            let program = program.map(|program| AnyMethod::Program(Box::leak(Box::new(program))));
            let Some(program) = program else {
                read_grid(reader, kind, &Declared::Free, report);
                return None;
            };
            (program, Declared::Free)
        }
        _ => {
            let method = read_shipped(reader, (kind, span), environment.registry, tried, report)?;
            refuse_keys(reader, kind, report);
            let steps = prepare.iter().flat_map(|step| step.info().params);
            (method, Declared::By(method.info().params.iter().chain(steps).cloned().collect()))
        }
    };
    let grid = match method {
        AnyMethod::Imported(_) => vec![Params::default()],
        _ => read_grid(reader, kind, &declared, report),
    };
    Some(MethodSpec { name, method, grid, search, prepare, prepare_scope })
}

/// `prepare`: known steps, each at most once.
fn read_steps(reader: &Reader<'_>, setting: Setting, report: &Report) -> Vec<&'static dyn Step> {
    let mut steps: Vec<&'static dyn Step> = Vec::new();
    for (word, span) in reader.words("prepare").unwrap_or_default() {
        let Some(step) = find_step(word) else {
            let known: Vec<&str> = STEPS.iter().map(|step| step.info().name).collect();
            report.add(unknown_word("step", word, span, &known));
            continue;
        };
        if steps.iter().any(|known| known.info().name == word) {
            let mistake = Diagnostic::new(format!("step `{word}` is listed twice"), span);
            report.add(mistake.help("remove one of them"));
        } else if setting == Setting::Stream {
            let mistake =
                Diagnostic::new("steps prepare the columns of folds, not of streams", span);
            report.add(mistake.help("remove `prepare`"));
        } else if step.info().needs_classes && setting != Setting::Classification {
            let why = if setting == Setting::Bags { ", and these rows belong to bags" } else { "" };
            let message = format!("`{word}` needs a class for every row{why}");
            report.add(Diagnostic::new(message, span).help("remove it from `prepare`"));
        } else {
            steps.push(step);
        }
    }
    steps
}

/// A method of which a run has results, and nothing else.
fn read_imported(
    name: &str,
    span: Range<usize>,
    environment: &Environment<'_>,
    report: &Report,
) -> Option<AnyMethod> {
    let Some(fingerprint) = environment.stored.and_then(|stored| stored.fingerprints.get(name))
    else {
        let message = format!("the results of `{name}` were imported, so it cannot be run");
        let help = "give the folder of the run instead of a spec: `tribunal report results/NAME`";
        report.add(Diagnostic::new(message, span).help(help));
        return None;
    };
    let method = Imported { fingerprint: fingerprint.clone() };
    // Methods live as long as the program.
    Some(AnyMethod::Imported(Box::leak(Box::new(method))))
}

/// A kind of the registry, over the bases that are named.
fn read_shipped(
    reader: &Reader<'_>,
    (kind, span): (&str, Range<usize>),
    registry: &Registry,
    tried: Tried,
    report: &Report,
) -> Option<AnyMethod> {
    let Some(entry) = registry.find(kind, tried.setting) else {
        report.add(other_setting::kind(kind, span, registry, tried.setting));
        return None;
    };
    let bases = match reader.item("base") {
        None => Vec::new(),
        Some(item) if item.get_ref().is_array() => reader.words("base")?,
        Some(_) => vec![reader.text("base")?],
    };
    if bases.is_empty() {
        if entry.needs_base {
            let message = format!("`{kind}` needs a `base` here");
            let help = "name the method it builds on, such as base = [\"simple-mi\", \"j48\"]";
            report.add(Diagnostic::new(message, span).help(help));
            return None;
        }
        return Some(entry.method);
    }
    // From outside in: each is looked up in the setting that the one before it asks for.
    let mut chain: Vec<(&Entry, &str, Range<usize>)> = vec![(entry, kind, span)];
    for (word, span) in bases {
        let (outer, outer_kind, _) = chain.last()?;
        let Some(over) = outer.over else {
            let message = format!("`{outer_kind}` builds on no other method");
            let help = match chain.len() {
                1 => "remove `base`".to_owned(),
                _ => format!("end the list with `{outer_kind}`"),
            };
            report.add(Diagnostic::new(message, span).help(help));
            return None;
        };
        let asked = over.base_setting();
        let Some(found) = registry.find(word, asked) else {
            report.add(other_setting::base(outer_kind, word, span, registry, asked));
            return None;
        };
        chain.push((found, word, span));
    }
    let (inner, mut inner_kind, mut inner_span) = chain.pop()?;
    let mut method = inner.method;
    while let Some((outer, outer_kind, outer_span)) = chain.pop() {
        method = match outer.over.map(|over| over.over(method)) {
            Some(Ok(whole)) => whole,
            Some(Err(reason)) => {
                let message = format!("`{outer_kind}` cannot build on `{inner_kind}`: {reason}");
                report.add(Diagnostic::new(message, inner_span).help("choose another `base`"));
                return None;
            }
            None => return None,
        };
        (inner_kind, inner_span) = (outer_kind, outer_span);
    }
    Some(method)
}

/// Which parameters a method has.
enum Declared {
    /// Those that it and its steps declare.
    By(Vec<ParamInfo>),
    /// Whatever the spec names: a program knows best.
    Free,
}

impl Declared {
    /// The parameters of a table.
    fn of(&self, table: Option<&DeTable<'_>>, report: &Report) -> Cow<'_, [ParamInfo]> {
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
    fn room_for(&self, fixed: &Params, table: &[ParamInfo]) -> Params {
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
fn read_grid(reader: &Reader<'_>, kind: &str, declared: &Declared, report: &Report) -> Vec<Params> {
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
