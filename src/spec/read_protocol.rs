//! Reads the table `[protocol]`. What holds without it depends on the setting of the experiment.

use super::keys::Section;
use super::other_setting;
use super::read_folds::{NamedFile, read_folds_file, refuse_drawn_folds};
use super::reader::{Reader, Report};
use crate::data::prep::{Nominal, Recipe, Scale};
use crate::diagnostic::Diagnostic;
use crate::experiment::{
    Conditions, CrossValidation, Evaluate, Prequential, Protocol, ProtocolKind, Scope, Search,
    Validation,
};
use crate::learn::{Registry, Setting};
use crate::metrics;

/// What `[protocol]` says.
pub struct ReadProtocol {
    /// How methods are judged.
    pub protocol: Protocol,
    /// Under which conditions.
    pub conditions: Conditions,
    /// How grids are searched, where a method says nothing else.
    pub search: Search,
    /// The file that declares the folds of all datasets that declare none.
    pub folds_file: Option<NamedFile>,
}

/// Whether the table asks for streams: datasets and methods are looked up accordingly.
pub fn is_prequential(reader: &Reader<'_>) -> bool {
    let kind = reader.item("kind").and_then(|item| item.get_ref().as_str());
    kind == Some(Protocol::PREQUENTIAL)
}

/// Reads the table; without it, what is usual in the setting.
pub fn read_protocol(
    reader: Option<Reader<'_>>,
    (registry, setting): (&Registry, Setting),
    all_declare_folds: bool,
    report: &Report,
) -> ReadProtocol {
    let mut folds_file = None;
    let scale = if setting == Setting::Stream { Scale::None } else { Scale::MinMax };
    let mut conditions = Conditions {
        recipe: Recipe { scale, nominal: Nominal::OneHot },
        scale_scope: Scope::Train,
        convert: true,
        select: metrics::of(setting)[0],
        time_limit: None,
    };
    let mut search = Search::Grid;
    let Some(reader) = reader else {
        let protocol = Protocol::CrossValidation(usual_folds(setting));
        return ReadProtocol { protocol, conditions, search, folds_file };
    };
    let kind = read_kind(&reader, report);
    let protocol = match kind {
        Some(Protocol::PREQUENTIAL) => {
            refuse(&reader, FOLD_KEYS, "a stream has no folds, and", report);
            Protocol::Prequential(read_stream(&reader, report))
        }
        _ => {
            refuse(&reader, STREAM_KEYS, "folds are no stream, so", report);
            let (folds, file) = read_folds(&reader, (kind, setting), all_declare_folds, report);
            folds_file = file;
            Protocol::CrossValidation(folds)
        }
    };
    if let Protocol::CrossValidation(_) = protocol {
        read_conditions(&reader, (registry, setting), &mut conditions, report);
        if reader.choice("search", Search::NAMES) == Some("pattern") {
            search = Search::Pattern;
        }
    }
    conditions.time_limit = reader.positive("time-limit");
    reader.finish();
    ReadProtocol { protocol, conditions, search, folds_file }
}

/// Keys that only folds can use.
const FOLD_KEYS: &[&str] =
    &["outer", "inner", "scale", "scale-scope", "nominal", "convert", "select", "search"];

/// Keys that only streams can use.
const STREAM_KEYS: &[&str] = &["evaluate", "chunk", "window", "repeats"];

fn refuse(reader: &Reader<'_>, keys: &[&'static str], why: &str, report: &Report) {
    for &key in keys {
        let Some(item) = reader.item(key) else { continue };
        let message = format!("{why} `{key}` means nothing here");
        let help = match key {
            "outer" => "remove it; `repeats` of a stream is a key of [protocol]".to_owned(),
            "repeats" => "write `outer = { repeats = ... }`".to_owned(),
            _ if STREAM_KEYS.contains(&key) => {
                "remove it, or use kind = \"prequential\"".to_owned()
            }
            _ => "remove it".to_owned(),
        };
        report.add(Diagnostic::new(message, item.span()).help(help));
    }
}

/// The word for the protocol. A word that is reserved is refused by itself, and no typo is taken for it.
fn read_kind(reader: &Reader<'_>, report: &Report) -> Option<&'static str> {
    let is_reserved = |word: Option<&str>| word == Some(Protocol::LEARNING_CURVE);
    match reader.item("kind").filter(|item| is_reserved(item.get_ref().as_str())) {
        None => reader.choice("kind", Protocol::NAMES),
        Some(item) => {
            let problem = "learning curves are not available in this version";
            let help = format!("use one of {}", Protocol::NAMES.join(", "));
            report.add(Diagnostic::new(problem, item.span()).help(help));
            None
        }
    }
}

fn usual_folds(setting: Setting) -> CrossValidation {
    let usual = Validation { folds: 5, stratified: setting.has_classes() };
    CrossValidation { kind: ProtocolKind::Nested, outer: usual, repeats: 1, inner: usual }
}

fn read_folds(
    reader: &Reader<'_>,
    (kind, setting): (Option<&str>, Setting),
    all_declare_folds: bool,
    report: &Report,
) -> (CrossValidation, Option<NamedFile>) {
    let mut folds = usual_folds(setting);
    let mut file = None;
    if kind == Some("flat") {
        folds.kind = ProtocolKind::Flat;
    }
    if let Some(outer) = reader.table("outer", Some(Section::Outer)) {
        refuse_drawn_folds(&outer, all_declare_folds, report);
        file = read_folds_file(&outer);
        folds.repeats = outer.whole("repeats", 1, 10_000).unwrap_or(1) as usize;
        folds.outer = read_validation(outer, folds.outer, setting, report);
    }
    if let Some(inner) = reader.table("inner", Some(Section::Inner)) {
        if folds.kind == ProtocolKind::Flat {
            let mistake = Diagnostic::new("a flat protocol has no inner folds", inner.span.clone());
            report.add(mistake.help("remove `inner`, or use kind = \"nested\""));
        }
        folds.inner = read_validation(inner, folds.inner, setting, report);
    }
    (folds, file)
}

fn read_validation(
    reader: Reader<'_>,
    usual: Validation,
    setting: Setting,
    report: &Report,
) -> Validation {
    let folds = reader.whole("folds", 2, 10_000).map_or(usual.folds, |f| f as usize);
    let stratified = reader.flag("stratified").unwrap_or(usual.stratified);
    if stratified && !setting.has_classes() {
        let span = reader.item("stratified").map_or(reader.span.clone(), toml::Spanned::span);
        let mistake =
            Diagnostic::new("numbers have no classes whose shares folds could keep", span);
        report.add(mistake.help("remove `stratified`"));
    }
    reader.finish();
    Validation { folds, stratified }
}

fn read_conditions(
    reader: &Reader<'_>,
    (registry, setting): (&Registry, Setting),
    conditions: &mut Conditions,
    report: &Report,
) {
    if let Some(scale) = reader.choice("scale", Scale::NAMES).and_then(Scale::from_name) {
        conditions.recipe.scale = scale;
    }
    if reader.choice("scale-scope", Scope::NAMES) == Some("all") {
        conditions.scale_scope = Scope::All;
    }
    if reader.choice("nominal", Nominal::NAMES) == Some("ordinal") {
        conditions.recipe.nominal = Nominal::Ordinal;
    }
    conditions.convert = reader.flag("convert").unwrap_or(true);
    let selectable = metrics::of(setting);
    let names: Vec<&'static str> = selectable.iter().map(|info| info.name).collect();
    let Some((word, span)) = reader.text("select") else { return };
    match selectable.into_iter().find(|info| info.name == word) {
        Some(info) => conditions.select = info,
        None => {
            report.add(other_setting::metric("`select`", (word, span), (registry, setting), &names))
        }
    }
}

fn read_stream(reader: &Reader<'_>, report: &Report) -> Prequential {
    let evaluate = match reader.choice("evaluate", Evaluate::NAMES) {
        Some("test-then-train") => Evaluate::TestThenTrain,
        _ => Evaluate::Chunks,
    };
    let whole = |key: &'static str, most: u64| reader.whole(key, 1, most).map(|n| n as usize);
    let chunk = whole("chunk", 1_000_000_000).unwrap_or(Prequential::USUAL_CHUNK);
    let repeats = whole("repeats", 10_000).unwrap_or(1);
    if let Some(item) = reader.item("repeats").filter(|_| repeats > 1) {
        let message = "every repeat would be the same: a stream is drawn once, and no method for streams uses random numbers";
        report.add(Diagnostic::new(message, item.span()).help("remove `repeats`"));
    }
    Prequential {
        evaluate,
        chunk,
        window: whole("window", 1_000_000_000).unwrap_or(chunk),
        repeats,
    }
}
