//! The keys of a method that is a program (`kind = "command"`): its words, its files, its limits. Its parameters are its own
//! business, so any name is taken.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use toml::de::DeValue;

use super::environment::Environment;
use super::reader::{Reader, Report, wrong_type};
use crate::diagnostic::Diagnostic;
use crate::learn::command::{
    Exchange, Program, ProgramSettings, files_among, fingerprint, is_taken, missing_script,
    variable_of,
};
use crate::learn::{Input, Setting};
use crate::params::{Domain, ParamInfo, Params, Value};

/// The keys that only a program has.
pub const KEYS: &[&str] =
    &["command", "protocol", "sources", "env", "input", "memory-limit", "wall-limit"];

/// Whether programs take part in experiments of a setting. The protocol for programs has no word for streams yet.
pub fn takes_part(setting: Setting) -> bool {
    setting != Setting::Stream
}

/// Complains of the keys of a program where there is none.
pub fn refuse_keys(reader: &Reader<'_>, kind: &str, report: &Report) {
    for &key in KEYS {
        if let Some(item) = reader.item(key) {
            let message = format!("`{key}` says nothing to `{kind}`");
            let help = format!("remove it, or use kind = \"{}\"", Program::KIND);
            report.add(Diagnostic::new(message, item.span()).help(help));
        }
    }
}

/// The program of a method, from its own keys.
pub fn read_program(
    reader: &Reader<'_>,
    name: &str,
    environment: &Environment<'_>,
    report: &Report,
) -> Option<Program> {
    let command = read_words(reader, report);
    let sources = reader.words("sources").unwrap_or_default();
    let variables = read_variables(reader, report);
    let exchange = match reader.choice("protocol", Exchange::NAMES) {
        Some("worker") => Exchange::Worker,
        _ => Exchange::Files,
    };
    let input = match reader.choice("input", &[Input::Numbers.name(), Input::Table.name()]) {
        Some("table") => Input::Table,
        _ => Input::Numbers,
    };
    let memory = reader.whole("memory-limit", 16, 1 << 30).map(|megabytes| megabytes << 20);
    let wall_limit = reader.positive("wall-limit").unwrap_or(Program::WALL_LIMIT);
    // More is no limit any more, and no clock can be set to it.
    let wall_limit = wall_limit.min(1e9);
    let command = command?;
    let folder = environment.folder;
    let mut files = files_among(&command, folder);
    files.extend(sources.iter().map(|(word, _)| (*word).to_owned()));
    let stored = environment.stored.and_then(|stored| stored.fingerprints.get(name));
    let own_spec = environment.stored.is_some_and(|stored| stored.own_spec);
    // Looking at results needs no program.
    let gone = missing_script(&command, folder).is_some();
    let fingerprint = match stored.filter(|_| own_spec || gone) {
        Some(stored) => stored.clone(),
        None => {
            let mut settings: Vec<(&str, &str)> =
                command.iter().map(|word| ("command", word.as_str())).collect();
            settings.push(("protocol", exchange.name()));
            settings.push(("input", input.name()));
            for (name, value) in &variables {
                settings.extend([("env", name.as_str()), ("value", value.as_str())]);
            }
            match fingerprint(&settings, &files, folder) {
                Ok(fingerprint) => fingerprint,
                Err(_) if stored.is_some() => stored.cloned().unwrap_or_default(),
                Err(unreadable) => {
                    let span = sources.iter().find(|(word, _)| *word == unreadable.name);
                    let span = span.map_or(reader.span.clone(), |(_, span)| span.clone());
                    let message = format!(
                        "cannot read the source `{}`: {}",
                        unreadable.name, unreadable.error
                    );
                    let help =
                        "paths are relative to the folder of the spec; name files, not folders";
                    report.add(Diagnostic::new(message, span).help(help));
                    return None;
                }
            }
        }
    };
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    Some(Program::new(ProgramSettings {
        command,
        folder: folder.to_path_buf(),
        environment: variables,
        exchange,
        input,
        memory,
        wall_limit,
        fingerprint,
    }))
}

fn read_words(reader: &Reader<'_>, report: &Report) -> Option<Vec<String>> {
    if reader.item("command").is_none() {
        let help =
            "name the program and its arguments: `command = [\"python3\", \"my_method.py\"]`";
        reader.absent("command", help);
        return None;
    }
    let words = reader.words("command")?;
    let strange = words.iter().find(|(word, _)| word.contains('\0'));
    let first_is_empty = words.first().is_none_or(|(word, _)| word.trim().is_empty());
    if first_is_empty || strange.is_some() {
        let span = strange.or(words.first()).map_or(reader.span.clone(), |(_, span)| span.clone());
        let mistake = Diagnostic::new("`command` does not name a program", span);
        report.add(mistake.help("write it like [\"python3\", \"my_method.py\"]"));
        return None;
    }
    Some(words.into_iter().map(|(word, _)| word.to_owned()).collect())
}

fn read_variables(reader: &Reader<'_>, report: &Report) -> Vec<(String, String)> {
    let Some(table) = reader.item("env").and_then(|_| reader.table("env", None)) else {
        return Vec::new();
    };
    let mut variables = Vec::new();
    for (name, span, item) in table.entries() {
        if name.is_empty() || name.contains(['=', '\0']) {
            let mistake = Diagnostic::new(format!("`{name}` cannot name a variable"), span);
            report.add(mistake.help("use letters, digits and `_`"));
            continue;
        }
        if is_taken(name) {
            let message = format!("the variable {name} is set by Tribunal for every fit");
            let help = "choose another name; parameters belong to `params` and `grid`";
            report.add(Diagnostic::new(message, span).help(help));
            continue;
        }
        match item.get_ref() {
            DeValue::String(text) if !text.contains('\0') => {
                variables.push((name.to_owned(), text.to_string()));
            }
            _ => report.add(wrong_type(&format!("the variable `{name}`"), "text in quotes", item)),
        }
    }
    variables.sort();
    variables
}

/// Complains of parameters that would share a variable: a program that is started for every fit finds each in its
/// environment. Variables of the steps are not sent.
pub fn check_variables(
    reader: &Reader<'_>,
    points: &[Params],
    steps: &[ParamInfo],
    report: &Report,
) {
    let span =
        reader.item("grid").or(reader.item("params")).map_or(reader.span.clone(), |i| i.span());
    let mut reported = BTreeSet::new();
    for point in points {
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        let sent = point.iter().map(|(name, _)| name);
        for name in sent.filter(|name| steps.iter().all(|step| step.name != *name)) {
            let variable = variable_of(name);
            let Some(other) = seen.insert(variable.clone(), name) else { continue };
            if reported.insert(variable.clone()) {
                let message =
                    format!("`{other}` and `{name}` would both be the variable {variable}");
                let help = "give one of them another name; letters of both cases count as the same, \
                            and `_` replaces all but letters and digits";
                report.add(Diagnostic::new(message, span.clone()).help(help));
            }
        }
    }
}

/// A parameter that only the program understands.
pub fn free_parameter(name: &str) -> ParamInfo {
    // Declarations live as long as the program.
    ParamInfo {
        name: Box::leak(name.to_owned().into_boxed_str()),
        about: "write a number, a text, a list of names, true or false",
        domain: Domain::Any,
        default: Value::Flag(false),
    }
}

/// Complains of a name that a program could not be told.
pub fn check_parameter_name(name: &str, span: std::ops::Range<usize>, report: &Report) {
    let fits = !name.is_empty() && name.len() <= 100 && !name.chars().any(char::is_control);
    if !fits || name.contains(['=', ' ']) {
        let mistake = Diagnostic::new(format!("`{name}` cannot name a parameter"), span);
        report.add(mistake.help("use up to 100 characters without spaces and `=`"));
    }
}
