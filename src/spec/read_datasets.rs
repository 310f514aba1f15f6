//! The datasets of a spec: files with what is said about them, entries of the catalogue, and drawn ones.

use std::ops::Range;
use std::path::Path;

use super::environment::{Environment, Names};
use super::keys::Section;
use super::read_generate::{read_drawn_dataset, refuse_limit};
use super::reader::{Reader, Report};
use crate::data::TaskKind;
use crate::data::dataset::Roles;
use crate::data::load::{Claims, Source};
use crate::data::prep::Scale;
use crate::data::read::{FORMATS, ReadOptions};
use crate::diagnostic::Diagnostic;
use crate::experiment::Absent;
use crate::learn::Setting;
use crate::suggest;

/// The datasets of a spec.
pub struct Datasets {
    /// Those that can be had.
    pub present: Vec<Source>,
    /// Those of the catalogue whose files do not ship and are not here.
    pub absent: Vec<Absent>,
    /// What they are all about.
    pub setting: Setting,
}

/// Where a dataset of the catalogue is.
enum Place {
    Here(Box<Source>),
    Absent(Absent),
}

pub fn read_datasets(
    root: &Reader<'_>,
    environment: &Environment<'_>,
    streams: bool,
    report: &Report,
) -> Datasets {
    let readers = root.tables("dataset", Section::Dataset);
    if readers.is_empty() && root.is_absent_or_empty("dataset") {
        root.absent("[[dataset]]", "add `[[dataset]]` with `name = \"iris\"` or a `path`");
    }
    let mut names = Names::new("dataset", report);
    let mut datasets =
        Datasets { present: Vec::new(), absent: Vec::new(), setting: Setting::Classification };
    let mut first: Option<(String, Setting)> = None;
    let imported = root.item("import").is_some();
    for reader in readers {
        let here = |source: Source| Place::Here(Box::new(source));
        let place = match reader.text("path") {
            _ if reader.item("generate").is_some() => {
                read_drawn_dataset(&reader, streams, report).map(here)
            }
            Some((path, span)) => {
                refuse_limit(&reader, report);
                Some(here(read_file_dataset(&reader, path, span, environment, report)))
            }
            None if reader.item("path").is_some() => None,
            None => {
                refuse_limit(&reader, report);
                read_catalog_dataset(&reader, environment, imported, report)
            }
        };
        let span = reader.item("name").map_or(reader.span.clone(), toml::Spanned::span);
        // Asked for whether the dataset is here or not: what is never asked for is an unknown key.
        let scale = reader.choice("scale", Scale::NAMES).and_then(Scale::from_name);
        if let Some(item) = reader.item("scale").filter(|_| streams) {
            let message = "streams are not scaled, so `scale` means nothing here";
            report.add(Diagnostic::new(message, item.span()).help("remove it"));
        }
        match place {
            Some(Place::Here(source)) => {
                names.take(&source.name, span.clone());
                let own = setting_of(&source, streams, span.clone(), report);
                let (name, setting) = first.get_or_insert((source.name.clone(), own));
                if *setting != own {
                    let message = format!(
                        "`{}` has {}, `{name}` has {}",
                        source.name,
                        own.holds(),
                        setting.holds()
                    );
                    let help = "put them into two experiments";
                    report.add(Diagnostic::new(message, span).help(help));
                }
                datasets.present.push(Source { scale, ..*source });
            }
            Some(Place::Absent(absent)) => {
                names.take(&absent.name, span);
                datasets.absent.push(absent);
            }
            None => {}
        }
        reader.finish();
    }
    if let Some((_, setting)) = first {
        datasets.setting = setting;
    } else if streams {
        datasets.setting = Setting::Stream;
    }
    if let (Some(first), []) = (datasets.absent.first(), datasets.present.as_slice())
        && report.is_empty()
    {
        let message = format!("no dataset can be had; of `{}`, {}", first.name, first.reason);
        let help = "`tribunal list datasets` shows which of them ship";
        report.add(Diagnostic::new(message, root.span.clone()).help(help));
    }
    datasets
}

/// What a dataset is about, judged on folds or as a stream.
fn setting_of(source: &Source, streams: bool, span: Range<usize>, report: &Report) -> Setting {
    let setting = Setting::of_folds(source.task);
    if !streams {
        return setting;
    }
    if setting != Setting::Classification {
        let message =
            format!("`{}` has {}, and streams have classes", source.name, setting.holds());
        let help = "choose a dataset with classes of rows, or another protocol";
        report.add(Diagnostic::new(message, span).help(help));
    }
    Setting::Stream
}

fn owned_words(reader: &Reader<'_>, key: &'static str) -> Vec<String> {
    reader.words(key).unwrap_or_default().into_iter().map(|(word, _)| word.to_owned()).collect()
}

fn read_file_dataset(
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
    let delimiter = reader.text_raw("delimiter").and_then(|(text, span)| {
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(c), None) if c != '"' && c != '\n' && c != '\r' => Some(c),
            _ => {
                let mistake = Diagnostic::new("`delimiter` must be one character", span);
                report.add(mistake.help("such as \",\", \";\" or \"\\t\""));
                None
            }
        }
    });
    let sha256 = reader.text("sha256").and_then(|(text, span)| {
        let good = text.len() == 64 && text.chars().all(|c| c.is_ascii_hexdigit());
        if !good {
            let mistake = Diagnostic::new("`sha256` must be 64 hexadecimal digits", span);
            report.add(
                mistake.help("`sha256sum FILE` prints it; without the key nothing is verified"),
            );
        }
        good.then(|| text.to_owned())
    });
    let formats: Vec<&'static str> = FORMATS.iter().map(|f| f.name).collect();
    Source {
        name,
        file,
        task: TaskKind::Classification,
        format: reader.choice("format", &formats).map(str::to_owned),
        options: ReadOptions {
            delimiter,
            header: reader.flag("header"),
            missing: owned_words(reader, "missing"),
            nominal: owned_words(reader, "nominal"),
            target: reader.text("target").map(|(t, _)| t.to_owned()).into_iter().collect(),
            ..ReadOptions::default()
        },
        roles: Roles {
            ignore: owned_words(reader, "ignore"),
            bag: None,
            classes: read_classes(reader, report),
        },
        claims: Claims { sha256, ..Claims::default() },
        inside: None,
        generate: None,
        scale: None,
    }
}

fn read_classes(reader: &Reader<'_>, report: &Report) -> Vec<String> {
    let mut classes: Vec<String> = Vec::new();
    for (word, span) in reader.words("classes").unwrap_or_default() {
        if classes.iter().any(|c| c == word) {
            let mistake = Diagnostic::new(format!("class `{word}` is listed twice"), span);
            report.add(mistake.help("remove one of them"));
        } else {
            classes.push(word.to_owned());
        }
    }
    classes
}

fn read_catalog_dataset(
    reader: &Reader<'_>,
    environment: &Environment<'_>,
    imported: bool,
    report: &Report,
) -> Option<Place> {
    if reader.item("name").is_none() {
        let help = "give the `name` of a catalogue dataset, or the `path` of a file";
        reader.absent("name", help);
    }
    let (name, span) = reader.text("name")?;
    let classes = read_classes(reader, report);
    for key in super::keys::of(Section::Dataset) {
        if matches!(key.name, "name" | "path" | "classes" | "nominal" | "scale" | "limit") {
            continue;
        }
        if let Some(item) = reader.item(key.name) {
            let message =
                format!("`{}` describes a file, but `{name}` comes from the catalogue", key.name);
            report.add(Diagnostic::new(message, item.span()).help("remove it, or give a `path`"));
        }
    }
    let found = environment.catalog.ok().and_then(|catalog| catalog.find(name));
    // Data that others had may share its name with anything.
    let other = imported || found.is_none();
    if let Some(absent) = environment.was_absent(name) {
        return Some(Place::Absent(absent));
    }
    if other && environment.is_stored(name) {
        return Some(Place::Here(Box::new(Source {
            name: name.to_owned(),
            file: Path::new("").to_path_buf(),
            task: TaskKind::Classification,
            format: None,
            options: ReadOptions::default(),
            roles: Roles { classes, ..Roles::default() },
            claims: Claims::default(),
            inside: None,
            generate: None,
            scale: None,
        })));
    }
    let catalog = match environment.catalog {
        Ok(catalog) => catalog,
        Err(error) => {
            let message = format!("`{name}` cannot be looked up: {error}");
            report.add(Diagnostic::new(message, span).help(error.remedy.as_str()));
            return None;
        }
    };
    let Some(entry) = catalog.find(name) else {
        let known: Vec<&str> = catalog.entries.iter().map(|e| e.name.as_str()).collect();
        let all = "`tribunal list datasets` shows what there is; `path` names a file of your own";
        let help = suggest::help(name, &known, all);
        report.add(Diagnostic::new(format!("unknown dataset `{name}`"), span).help(help));
        return None;
    };
    if entry.task() == TaskKind::MultiTarget {
        let message = format!("`{name}` has several targets");
        let help = "choose a dataset with one target";
        report.add(Diagnostic::new(message, span).help(help));
        return None;
    }
    let nominal = owned_words(reader, "nominal");
    if let Some(reason) = catalog.absence(entry).filter(|_| !environment.is_stored(name)) {
        return Some(Place::Absent(Absent { name: name.to_owned(), reason }));
    }
    let mut source = catalog.source(entry);
    source.roles.classes = classes;
    source.options.nominal.extend(nominal);
    Some(Place::Here(Box::new(source)))
}
