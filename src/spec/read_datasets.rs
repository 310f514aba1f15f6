//! The datasets of a spec: files with what is said about them, entries of the catalogue, and drawn ones.

use std::ops::Range;

use super::environment::{Environment, Names};
use super::keys::Section;
use super::read_file_dataset::{TASKS, owned_words, read_file_dataset};
use super::read_folds::OwnFolds;
use super::read_generate::{read_drawn_dataset, refuse_limit};
use super::reader::{Reader, Report};
use crate::data::TaskKind;
use crate::data::dataset::Roles;
use crate::data::load::Source;
use crate::data::prep::Scale;
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
    /// Whether each of them declares its folds.
    pub all_declare_folds: bool,
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
    let mut datasets = Datasets {
        present: Vec::new(),
        absent: Vec::new(),
        setting: Setting::Classification,
        all_declare_folds: !readers.is_empty(),
    };
    let mut first: Option<(String, Setting)> = None;
    let imported = root.item("import").is_some();
    for reader in readers {
        let mut place = read_place(&reader, environment, (streams, imported), report);
        if let Some(Place::Here(source)) = &mut place
            && has_unknown_task(&reader)
        {
            // The word is reported; what follows should not be judged by a guess of what it means.
            source.task = task_of_methods(root, environment);
        }
        let span = reader.item("name").map_or(reader.span.clone(), toml::Spanned::span);
        // Asked for whether the dataset is here or not: what is never asked for is an unknown key.
        let scale = reader.choice("scale", Scale::NAMES).and_then(Scale::from_name);
        if let Some(item) = reader.item("scale").filter(|_| streams) {
            let message = "streams are not scaled, so `scale` means nothing here";
            report.add(Diagnostic::new(message, item.span()).help("remove it"));
        }
        let own_folds = OwnFolds::read(&reader, streams, report);
        datasets.all_declare_folds &= own_folds.any();
        match place {
            Some(Place::Here(mut source)) => {
                names.take(&source.name, span.clone());
                let own = setting_of(&source, streams, span.clone(), report);
                let (name, setting) = first.get_or_insert((source.name.clone(), own));
                if *setting != own {
                    report.add(mixed(&source, own, (name, *setting), span));
                }
                own_folds.add_to(&mut source, environment, report);
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

/// Where a dataset comes from: a generator, a file of the user, or the catalogue.
fn read_place(
    reader: &Reader<'_>,
    environment: &Environment<'_>,
    (streams, imported): (bool, bool),
    report: &Report,
) -> Option<Place> {
    let here = |source: Source| Place::Here(Box::new(source));
    match reader.text("path") {
        _ if reader.item("generate").is_some() => {
            read_drawn_dataset(reader, streams, report).map(here)
        }
        Some((path, span)) => {
            refuse_limit(reader, report);
            Some(here(read_file_dataset(reader, path, span, environment, report)))
        }
        None if reader.item("path").is_some() => None,
        None => {
            refuse_limit(reader, report);
            read_catalog_dataset(reader, environment, imported, report)
        }
    }
}

/// Whether `task` is a word that means nothing.
fn has_unknown_task(reader: &Reader<'_>) -> bool {
    let word = reader.item("task").map(|item| item.get_ref().as_str());
    word.is_some_and(|word| word.is_none_or(|word| !TASKS.contains(&word)))
}

/// The task that the methods of a spec are for.
fn task_of_methods(root: &Reader<'_>, environment: &Environment<'_>) -> TaskKind {
    let methods = root.item("method").and_then(|item| item.get_ref().as_array());
    let kinds = methods
        .into_iter()
        .flat_map(|list| list.iter())
        .filter_map(|method| method.get_ref().as_table()?.get("kind")?.get_ref().as_str());
    let settings: Vec<Vec<Setting>> = kinds
        .map(|kind| environment.registry.settings_of(kind))
        .filter(|s| !s.is_empty())
        .collect();
    let all_for = |setting: Setting| settings.iter().all(|known| known.contains(&setting));
    let predicts_numbers = all_for(Setting::Regression) && !all_for(Setting::Classification);
    if predicts_numbers { TaskKind::Regression } else { TaskKind::Classification }
}

/// Two datasets that cannot be in one experiment.
fn mixed(source: &Source, own: Setting, first: (&str, Setting), span: Range<usize>) -> Diagnostic {
    let (name, setting) = first;
    let (own, other) = (own.holds_unlike(setting), setting.holds_unlike(own));
    let message = format!("`{}` has {own}, `{name}` has {other}", source.name);
    let is_own_file = source.inside.is_none() && source.generate.is_none();
    let task = if is_own_file { ", or set `task`" } else { "" };
    Diagnostic::new(message, span).help(format!("put them into two experiments{task}"))
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

pub fn read_classes(reader: &Reader<'_>, report: &Report) -> Vec<String> {
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

/// Keys that describe a file mean nothing for a dataset of the catalogue.
fn refuse_keys_of_files(reader: &Reader<'_>, name: &str, report: &Report) {
    for key in super::keys::of(Section::Dataset) {
        if matches!(
            key.name,
            "name" | "path" | "classes" | "nominal" | "scale" | "fold" | "folds-file" | "limit"
        ) {
            continue;
        }
        if let Some(item) = reader.item(key.name) {
            let message =
                format!("`{}` describes a file, but `{name}` comes from the catalogue", key.name);
            report.add(Diagnostic::new(message, item.span()).help("remove it, or give a `path`"));
        }
    }
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
    refuse_keys_of_files(reader, name, report);
    let found = environment.catalog.ok().and_then(|catalog| catalog.find(name));
    // Data that others had may share its name with anything.
    let other = imported || found.is_none();
    if let Some(absent) = environment.was_absent(name) {
        return Some(Place::Absent(absent));
    }
    if let Some(task) = environment.stored_task(name).filter(|_| other) {
        return Some(Place::Here(Box::new(Source {
            name: name.to_owned(),
            task,
            roles: Roles { classes, ..Roles::default() },
            ..Source::default()
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
