//! `tribunal import --name NAME PATH...`.

use std::path::Path;

use super::analyze::{choice, missing};
use super::arguments::ImportRunOptions;
use super::context::{count, read_spec, shell_word, within};
use super::exit::{Exit, Refusal, WRITABLE, say};
use crate::data::read::forms::{DECIMALS, DELIMITERS};
use crate::import::run::{self, Asked, Format, NotWritten, Size, Spec, TASKS};
use crate::spec::{NAME_RULE, is_name};
use crate::suggest;

pub fn import(options: &ImportRunOptions) -> Result<Exit, Refusal> {
    if !is_name(&options.name) {
        let name = options.name.escape_debug();
        return Err(Refusal::usage(format!("`{name}` cannot name a folder\nhelp: {NAME_RULE}")));
    }
    let asked = Asked {
        format: options.format.as_deref().map(format).transpose()?,
        method: options.method.as_deref(),
        dataset: options.dataset.as_deref(),
        test_share: options.test_share,
        task: options.task.as_deref().map(|word| choice("--task", TASKS, word)).transpose()?,
        delimiter: options
            .delimiter
            .as_deref()
            .map(|word| choice("--delimiter", DELIMITERS, word))
            .transpose()?,
        decimal: options
            .decimal
            .as_deref()
            .map(|word| choice("--decimal", DECIMALS, word))
            .transpose()?,
    };
    let settings = options.settings.as_deref();
    let text = settings.map(read_spec).transpose()?;
    missing(options.missing.as_deref())?;
    let spec = Spec {
        name: &options.name,
        settings: settings.zip(text.as_deref()),
        missing: options.missing.as_deref(),
    };
    let found = run::read(&options.paths, &asked)?;
    check_share(&found.size(), options.test_share)?;
    let failed = found.size().failed;
    let said = describe(&found.size(), found.from);
    let notes = found.notes().to_vec();
    let format = found.format.name();
    let folder = within(&options.output, "results", &options.name);
    run::write(found, &spec, &folder, options.force)?;
    if options.quiet {
        return Ok(Exit::Done);
    }
    say(&format!("{said} (format {format})"));
    notes.iter().for_each(|note| say(&format!("note: {note}")));
    if failed > 0 && options.missing.is_none() {
        let what = "the report leaves out datasets on which results are missing";
        say(&format!(
            "note: {failed} results are missing; {what}, unless --missing chooses otherwise"
        ));
    }
    let place = shell_word(&folder.to_string_lossy());
    say(&format!("run in {place}; next: tribunal report {place}"));
    Ok(Exit::Done)
}

fn format(word: &str) -> Result<Format, Refusal> {
    let found = Format::ALL.iter().find(|(_, name)| *name == word);
    found.map(|(format, _)| *format).ok_or_else(|| {
        let known: Vec<&str> = Format::ALL.iter().map(|(_, name)| *name).collect();
        let help = suggest::help(word, &known, &format!("it takes {}", known.join(", ")));
        Refusal::usage(format!("--format does not know `{word}`\nhelp: {help}"))
    })
}

/// What was found, in a sentence.
fn describe(size: &Size, from: &str) -> String {
    let parts = match (size.repeats, size.folds) {
        (1, folds) => count(folds, "fold"),
        (repeats, 1) => count(repeats, "resample"),
        (repeats, folds) => format!("{} of {}", count(repeats, "repeat"), count(folds, "fold")),
    };
    let kinds = [
        (size.predicted, "with predictions"),
        (size.scored, "with scores alone"),
        (size.failed, "failed"),
    ];
    let kinds: Vec<String> =
        kinds.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    format!(
        "imported from {from}: {} on {}, {parts}: {}",
        count(size.methods, "method"),
        count(size.datasets, "dataset"),
        kinds.join(", ")
    )
}

/// Folds of one repeat share no row: none can hold more than its part of them.
fn check_share(size: &Size, share: Option<f64>) -> Result<(), Refusal> {
    let Some(share) = share.filter(|_| size.folds > 1) else { return Ok(()) };
    let most = 1.0 / size.folds as f64;
    // As far as people write out a third.
    if share <= (most * 1000.0).ceil() / 1000.0 {
        return Ok(());
    }
    let folds = size.folds;
    Err(Refusal::usage(format!(
        "--test-share {share} is impossible: {folds} folds of one repeat share no row, so that each holds {most:.4} of the rows at most\nhelp: leave it out if there were {folds} folds, or give resamples the fold 0 and a `repeat` each"
    )))
}

impl From<NotWritten> for Refusal {
    fn from(refused: NotWritten) -> Refusal {
        match refused {
            NotWritten::Settings(mistakes) => mistakes.into(),
            NotWritten::Data(error) => error.into(),
            NotWritten::Taken(text) => Refusal::usage(text),
            NotWritten::Store(error) => error.into(),
            NotWritten::Tables(error) => error.into(),
            NotWritten::Disk { .. } => Refusal::internal(format!("{refused}\nhelp: {WRITABLE}")),
        }
    }
}

/// Refuses to run what was imported, or a folder in place of a spec; nothing to say of any other path.
pub fn refuse_folder(path: &Path) -> Result<(), Refusal> {
    let Some(folder) = super::stored::folder_of(path) else { return Ok(()) };
    let shown = shell_word(&folder.to_string_lossy());
    let imported = crate::store::read_manifest(folder)
        .ok()
        .flatten()
        .is_some_and(|manifest| manifest.methods.iter().all(|m| m.kind == "imported"));
    Err(Refusal::usage(if imported {
        format!(
            "{shown} holds results that were imported, so there is nothing to run\nhelp: `tribunal report {shown}`, `tribunal analyze {shown}` and `tribunal check {shown}` look at them"
        )
    } else {
        format!(
            "{shown} is a folder, and an experiment's TOML file is needed\nhelp: give the spec; `tribunal report {shown}` looks at a run"
        )
    }))
}
