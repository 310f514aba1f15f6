//! `tribunal data verify|import`, and how a file on the command line is read; `data info` is in `data_info.rs`.

use std::path::Path;

use serde_json::json;

use super::arguments::{DataOptions, DataVerb, ImportOptions, VerifyOptions};
use super::context::{catalog, count, data_folder};
use super::data_info;
use super::exit::{Exit, Refusal, print, say};
use super::file_options::FileOptions;
use crate::data::catalog::{CATALOG_FILE, Catalog};
use crate::data::dataset::Roles;
use crate::data::load::{Claims, MOST_BYTES, Source, load, sha256};
use crate::data::read::ReadOptions;
use crate::data::suspect;
use crate::data::{Dataset, TaskKind};
use crate::files;
use crate::files::io_reason;
use crate::store::{RealDisk, write_whole};
use crate::suggest;

pub fn data(options: &DataOptions) -> Result<Exit, Refusal> {
    match &options.verb {
        DataVerb::Info(options) => data_info::info(options),
        DataVerb::Verify(options) => verify(options),
        DataVerb::Import(options) => import(options),
    }
}

pub fn file_source(name: &str, file: &Path, options: &FileOptions) -> Result<Source, Refusal> {
    let known = |word: &String| {
        let names: Vec<&str> = TaskKind::ALL.iter().map(|t| t.name()).collect();
        TaskKind::from_name(word).ok_or_else(|| {
            Refusal::usage(format!("unknown task `{word}`; use one of {}", names.join(", ")))
        })
    };
    let task = options.task.as_ref().map(known).transpose()?;
    let unsaid = if options.bag.is_some() { TaskKind::MultiInstance } else { TaskKind::default() };
    Ok(Source {
        name: name.to_owned(),
        file: file.to_path_buf(),
        task: task.unwrap_or(unsaid),
        assumed: task.is_none(),
        format: options.format.clone(),
        options: ReadOptions {
            sniff: true,
            delimiter: options.delimiter,
            decimal: options.decimal,
            header: options.no_header.then_some(false).or(options.header.then_some(true)),
            missing: options.missing.clone(),
            missing_said: !options.missing.is_empty(),
            nominal: options.nominal.clone(),
            target: options.target.clone(),
            ..ReadOptions::default()
        },
        roles: Roles {
            ignore: options.ignore.clone(),
            bag: options.bag.clone(),
            ..Roles::default()
        },
        claims: Claims::default(),
        inside: None,
        ..Source::default()
    })
}

/// What was assumed while reading.
pub fn say_notes(dataset: &Dataset) {
    dataset.notes.iter().for_each(|note| say(&format!("note: {note}")));
}

pub fn unknown(catalog: &Catalog, name: &str) -> Refusal {
    let known: Vec<&str> = catalog.entries.iter().map(|e| e.name.as_str()).collect();
    let help = suggest::help(name, &known, "`tribunal list datasets` shows what there is");
    Refusal::usage(format!("no dataset or file `{name}`; {help}"))
}

fn verify(options: &VerifyOptions) -> Result<Exit, Refusal> {
    let catalog = catalog(&options.data, None)?;
    for name in &options.datasets {
        if catalog.find(name).is_none() {
            return Err(unknown(&catalog, name));
        }
    }
    let wanted =
        |name: &str| options.datasets.is_empty() || options.datasets.iter().any(|d| d == name);
    let mut checked: Vec<(&str, Option<String>)> = Vec::new();
    let mut absent: Vec<&str> = Vec::new();
    for entry in catalog.entries.iter().filter(|e| wanted(&e.name)) {
        // Nobody promised these; asked for by name, one that is not here is bad.
        if options.datasets.is_empty() && catalog.absence(entry).is_some() {
            absent.push(&entry.name);
            continue;
        }
        let result = load(&catalog.source(entry)).map_err(Refusal::from).and_then(|data| {
            let (found, claimed) = (data.missing(), entry.missing);
            let problem = format!("{}: {found} missing values, expected {claimed}", entry.name);
            if found == claimed { Ok(()) } else { Err(Refusal::usage(problem)) }
        });
        let problem = result.err().map(|refusal| refusal.text);
        if !options.json {
            let word = if problem.is_none() { "good" } else { "BAD" };
            print(&format!("{:22} {word}\n", entry.name));
            problem.iter().for_each(|text| say(text));
        }
        checked.push((&entry.name, problem));
    }
    let bad = checked.iter().filter(|(_, problem)| problem.is_some()).count();
    let good = checked.len() - bad;
    if options.json {
        let listed: Vec<_> = checked
            .iter()
            .map(|(name, problem)| json!({ "name": name, "problem": problem }))
            .collect();
        let all = json!({ "good": good, "bad": bad, "absent": absent, "datasets": listed });
        print(&format!("{}\n", serde_json::to_string_pretty(&all)?));
    } else {
        print(&format!("{good} good, {bad} bad\n"));
        if !absent.is_empty() {
            print(&format!("not here, because they do not ship: {}\n", absent.join(", ")));
        }
    }
    Ok(if bad == 0 { Exit::Done } else { Exit::Incomplete })
}

fn import(options: &ImportOptions) -> Result<Exit, Refusal> {
    let file = options.file.as_path();
    let file_name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = file_name.split('.').next().unwrap_or_default().to_owned();
    let name = options.name.clone().unwrap_or(stem);
    let plain = |c: char| !c.is_control() && c != '"' && c != '\\';
    if name.is_empty()
        || name.trim() != name
        || name.chars().count() > 100
        || !name.chars().all(plain)
    {
        let help = "give one of up to 100 plain characters with --name";
        return Err(Refusal::usage(format!(
            "`{}` cannot name a dataset; {help}",
            name.escape_debug()
        )));
    }
    if file_name == CATALOG_FILE {
        return Err(Refusal::usage(format!(
            "a data file cannot be called {CATALOG_FILE}; rename it"
        )));
    }
    let source = file_source(&name, file, &options.options)?;
    let dataset = load(&source)?;
    say_notes(&dataset);
    for suspicion in suspect::warnings(&dataset) {
        say(&format!("warning: {}", suspicion.words()));
    }
    let folder = data_folder(&options.data, None);
    let listing = folder.join(CATALOG_FILE);
    let failed = |e: std::io::Error| {
        Refusal::usage(format!("cannot write to {}: {}", folder.display(), io_reason(&e)))
    };
    let old = if listing.is_file() {
        let catalog = Catalog::open(&folder)?;
        if catalog.find(&name).is_some() {
            let help = "choose another one with --name";
            return Err(Refusal::usage(format!(
                "the catalogue has a dataset `{name}` already; {help}"
            )));
        }
        files::read_text(&listing).map_err(failed)?
    } else {
        "format = 1\n".to_owned()
    };
    let target = folder.join(&file_name);
    let bytes = files::read(file, MOST_BYTES).map_err(failed)?;
    let same_place =
        target.canonicalize().ok().is_some_and(|t| file.canonicalize().ok() == Some(t));
    if target.exists() && !same_place {
        let target = target.display();
        return Err(Refusal::usage(format!("{target} exists; rename the file you import")));
    }
    std::fs::create_dir_all(&folder).map_err(failed)?;
    if !same_place {
        write_whole(&RealDisk, &target, &bytes).map_err(failed)?;
    }
    let entry = catalog_entry(&name, &file_name, &sha256(&bytes), &dataset, options)?;
    let gap = if old.ends_with("\n\n") { "" } else { "\n" };
    write_whole(&RealDisk, &listing, format!("{old}{gap}{entry}").as_bytes()).map_err(failed)?;
    let (rows, features) = (count(dataset.rows, "row"), count(dataset.features.len(), "feature"));
    say(&format!(
        "imported `{name}`: {rows}, {features}; use it with `name = \"{name}\"` in a spec"
    ));
    Ok(Exit::Done)
}

fn catalog_entry(
    name: &str,
    file: &str,
    sha256: &str,
    dataset: &Dataset,
    options: &ImportOptions,
) -> Result<String, Refusal> {
    let quote = |text: &str| toml::Value::from(text).to_string();
    let list = |words: &[String]| toml::Value::from(words.to_vec()).to_string();
    let targets: Vec<String> = dataset.targets.iter().map(|c| c.name.clone()).collect();
    let file_options = &options.options;
    let flag = |is_set: bool| if is_set { "true" } else { "false" }.to_owned();
    let mut lines = vec![
        ("name", quote(name)),
        ("file", quote(file)),
        ("task", quote(dataset.task.name())),
        ("targets", list(&targets)),
    ];
    let bag = file_options.bag.as_deref();
    let optional = [("bag", bag), ("format", file_options.format.as_deref())];
    lines.extend(optional.iter().filter_map(|(key, value)| Some((*key, quote((*value)?)))));
    for (key, words) in [
        ("nominal", &file_options.nominal),
        ("ignore", &file_options.ignore),
        ("missing_words", &file_options.missing),
    ] {
        if !words.is_empty() {
            lines.push((key, list(words)));
        }
    }
    if let Some(delimiter) = file_options.delimiter {
        lines.push(("delimiter", quote(&delimiter.to_string())));
    }
    if let Some(decimal) = file_options.decimal {
        lines.push(("decimal", quote(&decimal.to_string())));
    }
    if file_options.no_header || file_options.header {
        lines.push(("header", flag(file_options.header)));
    }
    // What was found once is found again; a file without findings is read by the defaults.
    if !dataset.notes.is_empty() {
        lines.push(("sniff", flag(true)));
    }
    lines.push(("rows", dataset.rows.to_string()));
    lines.push(("features", dataset.features.len().to_string()));
    if let Some((levels, _)) = dataset.classes() {
        lines.push(("classes", levels.len().to_string()));
    }
    if dataset.missing() > 0 {
        lines.push(("missing", dataset.missing().to_string()));
    }
    lines.push(("sha256", quote(sha256)));
    lines.push(("source", quote(&options.source)));
    lines.push(("licence", quote(&options.licence)));
    let body: String = lines.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
    Ok(format!("[[dataset]]\n{body}"))
}
