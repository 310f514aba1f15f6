//! `[[method]]`: what a method is, how its grid is searched and what is done to the data before. Kinds that ship are looked up
//! in `read_shipped.rs`, programs are read in `read_command.rs`, and the points to try in `read_points.rs`.

use std::ops::Range;

use super::environment::{Environment, Names};
use super::keys::{self, Section};
use super::read_command::{check_variables, read_program, refuse_keys, takes_part};
use super::read_points::{Declared, read_points};
use super::read_shipped::read_shipped;
use super::reader::{Reader, Report, unknown_word};
use crate::data::prep::{STEPS, Step, find_step};
use crate::diagnostic::Diagnostic;
use crate::experiment::MethodSpec;
use crate::experiment::{Scope, Search};
use crate::learn::command::{Exchange, Program};
use crate::learn::{AnyMethod, Imported, Setting};
use crate::params::{Lattice, Params};

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
    refuse_idle_keys(reader, tried.setting, &prepare, report);
    let prepare_scope = match reader.choice("prepare-scope", Scope::NAMES) {
        Some("all") => Scope::All,
        _ => Scope::Train,
    };
    let steps = prepare.iter().flat_map(|step| step.info().params).cloned().collect();
    let (method, declared) = match kind {
        Imported::KIND => {
            let method = read_imported(&name, span, environment, report)?;
            let grid = vec![Params::default()];
            return Some(MethodSpec { name, method, grid, search, prepare, prepare_scope });
        }
        Program::KIND if !takes_part(tried.setting) => {
            let message = "a program is tried on folds, and this experiment is a stream";
            let help = "remove the method, or use kind = \"nested\" in [protocol]";
            report.add(Diagnostic::new(message, span).help(help));
            return None;
        }
        Program::KIND => {
            (read_own_program(reader, &name, environment, report), Declared::Free(steps))
        }
        _ => {
            let method = read_shipped(reader, (kind, span), environment.registry, tried, report)?;
            refuse_keys(reader, kind, report);
            let own = method.info().params.iter().cloned();
            (Some(method), Declared::By(own.chain(steps).collect()))
        }
    };
    // Parameters of a program that cannot be used have mistakes worth reporting, too.
    let grid = read_points(reader, kind, &declared, report);
    if let (Declared::Free(steps), Some(AnyMethod::Program(program))) = (&declared, &method)
        && program.settings.exchange == Exchange::Files
    {
        check_variables(reader, &grid, steps, report);
    }
    refuse_points_of_streams(reader, grid.len(), tried.setting, report);
    Some(MethodSpec { name, method: method?, grid, search, prepare, prepare_scope })
}

/// Keys that would change nothing: a search where nothing is searched, a scope of no steps.
fn refuse_idle_keys(
    reader: &Reader<'_>,
    setting: Setting,
    prepare: &[&'static dyn Step],
    report: &Report,
) {
    if let Some(item) = reader.item("search").filter(|_| setting == Setting::Stream) {
        let message = "streams choose no parameters, so `search` means nothing here";
        report.add(Diagnostic::new(message, item.span()).help("remove it"));
    }
    // A step that is refused is one mistake, not two.
    let asked = reader.item("prepare").and_then(|item| item.get_ref().as_array());
    let none = prepare.is_empty() && asked.is_none_or(|steps| steps.is_empty());
    if let Some(item) = reader.item("prepare-scope").filter(|_| none) {
        let message =
            "`prepare-scope` says where the steps of `prepare` are fitted, and there are none";
        report.add(Diagnostic::new(message, item.span()).help("remove it, or add `prepare`"));
    }
}

/// A stream passes once, so there is nothing to choose a point on.
fn refuse_points_of_streams(reader: &Reader<'_>, points: usize, setting: Setting, report: &Report) {
    if let Some(item) = reader.item("grid").filter(|_| setting == Setting::Stream && points > 1) {
        let message = format!("streams choose no parameters, and `grid` has {points} points");
        let help = "list one method per point, with `params`";
        report.add(Diagnostic::new(message, item.span()).help(help));
    }
}

/// A method that is a program of the user's.
fn read_own_program(
    reader: &Reader<'_>,
    name: &str,
    environment: &Environment<'_>,
    report: &Report,
) -> Option<AnyMethod> {
    if let Some(item) = reader.item("base") {
        let mistake = Diagnostic::new("a program builds on no other method", item.span());
        report.add(mistake.help("remove `base`"));
    }
    let program = read_program(reader, name, environment, report)?;
    // Methods live as long as this process.
    Some(AnyMethod::Program(Box::leak(Box::new(program))))
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
