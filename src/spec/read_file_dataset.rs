//! A dataset in a file of the user: where it is, how it is read, which columns play which part, and what is to be learned. The
//! file itself is read later.

use std::ops::Range;
use std::path::Path;

use super::environment::Environment;
use super::read_datasets::read_classes;
use super::reader::{Reader, Report};
use crate::data::TaskKind;
use crate::data::dataset::Roles;
use crate::data::load::{Claims, Source};
use crate::data::read::{FORMATS, ReadOptions};
use crate::diagnostic::Diagnostic;

pub fn owned_words(reader: &Reader<'_>, key: &'static str) -> Vec<String> {
    reader.words(key).unwrap_or_default().into_iter().map(|(word, _)| word.to_owned()).collect()
}

pub fn read_file_dataset(
    reader: &Reader<'_>,
    path: &str,
    span: Range<usize>,
    environment: &Environment<'_>,
    report: &Report,
) -> Source {
    let file = environment.folder.join(path);
    let stem = || {
        let name =
            Path::new(path).file_name().map_or(path.to_owned(), |n| n.to_string_lossy().into());
        name.split('.').next().unwrap_or(path).to_owned()
    };
    let name = reader.text("name").map_or_else(stem, |(name, _)| name.to_owned());
    if !file.is_file() && !environment.is_stored(&name) {
        let mistake = Diagnostic::new(format!("no file `{}`", file.display()), span);
        report.add(mistake.help("paths are relative to the folder of the spec"));
    }
    let delimiter = read_delimiter(reader, report);
    let sha256 = read_checksum(reader, report);
    let formats: Vec<&'static str> = FORMATS.iter().map(|f| f.name).collect();
    let classes = read_classes(reader, report);
    let said = read_task(reader, report);
    check_roles(reader, report);
    Source {
        name,
        file,
        task: said.unwrap_or_default(),
        assumed: reader.item("task").is_none(),
        format: reader.choice("format", &formats).map(str::to_owned),
        options: ReadOptions {
            sniff: true,
            delimiter,
            decimal: reader.choice("decimal", &[".", ","]).and_then(|mark| mark.chars().next()),
            header: reader.flag("header"),
            missing: owned_words(reader, "missing"),
            missing_said: reader.item("missing").is_some(),
            nominal: owned_words(reader, "nominal"),
            target: reader.text("target").map(|(t, _)| t.to_owned()).into_iter().collect(),
            ..ReadOptions::default()
        },
        roles: Roles {
            ignore: owned_words(reader, "ignore"),
            bag: reader.text("bag").map(|(column, _)| column.to_owned()),
            classes,
            ..Roles::default()
        },
        claims: Claims { sha256, ..Claims::default() },
        ..Source::default()
    }
}

/// The words of `task`.
pub const TASKS: &[&str] = &["classification", "regression"];

/// What is to be learned, as far as the spec says; bags have classes.
fn read_task(reader: &Reader<'_>, report: &Report) -> Option<TaskKind> {
    let task = reader.choice("task", TASKS).and_then(TaskKind::from_name);
    if task == Some(TaskKind::Regression) {
        // Read elsewhere, where values of another type are reported.
        let target = reader.item("target").and_then(|item| item.get_ref().as_str());
        let nominal = reader.item("nominal").and_then(|item| item.get_ref().as_array());
        let mut nominal = nominal.into_iter().flat_map(|list| list.iter());
        let listed = nominal.find(|item| target.is_some() && item.get_ref().as_str() == target);
        let item = |key: &'static str| reader.item(key).map(|item| (key, item.span()));
        if let Some((key, span)) = item("classes").or(item("bag")) {
            let message =
                format!("regression predicts a number per row, so `{key}` means nothing here");
            let help = "remove it, or use task = \"classification\"";
            report.add(Diagnostic::new(message, span).help(help));
        }
        if let (Some(item), Some(column)) = (listed, target) {
            let message =
                format!("`{column}` is listed under `nominal`, but regression predicts numbers");
            let help = "remove it from `nominal`, or use task = \"classification\"";
            report.add(Diagnostic::new(message, item.span()).help(help));
        }
    } else if reader.item("bag").is_some() {
        return Some(TaskKind::MultiInstance);
    }
    task
}

/// A column has one role.
fn check_roles(reader: &Reader<'_>, report: &Report) {
    let roles = ["target", "bag", "fold"];
    let named = roles.into_iter().filter_map(|role| {
        // Asked for as it is: a column of another type is reported where it is read.
        let item = reader.item(role)?;
        Some((role, item.get_ref().as_str()?, item.span()))
    });
    let named: Vec<(&str, &str, Range<usize>)> = named.collect();
    for (place, (role, column, span)) in named.iter().enumerate() {
        if let Some((other, _, _)) = named[..place].iter().find(|(_, other, _)| other == column) {
            let message = format!("`{column}` is both `{other}` and `{role}`");
            report.add(Diagnostic::new(message, span.clone()).help("give every column one role"));
        }
    }
    let ignored = reader.item("ignore").and_then(|item| item.get_ref().as_array());
    for item in ignored.into_iter().flat_map(|list| list.iter()) {
        let column = item.get_ref().as_str();
        let own = named.iter().find(|(role, name, _)| *role != "target" && Some(*name) == column);
        if let Some((role, column, _)) = own {
            let message = format!("`{column}` is both `{role}` and listed under `ignore`");
            let help = "remove it from `ignore`: it is no feature anyway";
            report.add(Diagnostic::new(message, item.span()).help(help));
        }
    }
}

fn read_delimiter(reader: &Reader<'_>, report: &Report) -> Option<char> {
    reader.text_raw("delimiter").and_then(|(text, span)| {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(c), None) if c != '"' && c != '\n' && c != '\r' => Some(c),
            _ => {
                let mistake = Diagnostic::new("`delimiter` must be one character", span);
                report.add(mistake.help("such as \",\", \";\" or \"\\t\""));
                None
            }
        }
    })
}

fn read_checksum(reader: &Reader<'_>, report: &Report) -> Option<String> {
    reader.text("sha256").and_then(|(text, span)| {
        let good = text.len() == 64 && text.chars().all(|c| c.is_ascii_hexdigit());
        if !good {
            let mistake = Diagnostic::new("`sha256` must be 64 hexadecimal digits", span);
            report.add(
                mistake.help("`sha256sum FILE` prints it; without the key nothing is verified"),
            );
        }
        good.then(|| text.to_owned())
    })
}
