//! `tribunal report SPEC|RUN`: tables, figures and the page again, from what is stored. Nothing runs, and the data need not
//! be there.

use std::path::{Path, PathBuf};

use super::analyze::missing;
use super::arguments::{ReportOptions, SpecOptions};
use super::context::{check, parse_spec, read_spec, shell_word, threads, within};
use super::exit::{Exit, Refusal, say};
use super::run::{cannot_write, warn_of_damage};
use super::stored::{StoredRun, facts, folder_of, stored};
use crate::analysis::{Findings, use_threads};
use crate::choices::{Listed, choice, word, words};
use crate::data::folds::DeclaredFolds;
use crate::data::load;
use crate::experiment::Experiment;
use crate::plan::{DatasetFacts, Outline};
use crate::report::settings::{FIGURES, FORMATS, Figure, LAYOUTS, Layout, ReportSettings};
use crate::report::{self, Contents, Origin};
use crate::spec::{Spec, is_name};
use crate::store::{History, read_manifest};
use crate::suggest;

pub fn report(options: &ReportOptions) -> Result<Exit, Refusal> {
    let mut found = find(options)?;
    if let Some(policy) = missing(options.missing.as_deref())? {
        found.spec.analysis.settings.missing = policy;
    }
    let outline = Outline::new(&found.spec.experiment, found.datasets)?;
    let history = History::read(&found.results)?;
    warn_of_damage(&history, &found.results);
    use_threads(threads(options.jobs));
    let findings = Findings::of_run(&outline, &found.spec.analysis, &history, &found.results)?;
    if findings.summary.done == 0 && findings.summary.failed.is_empty() {
        let others = match history.known() {
            0 => String::new(),
            some => format!(
                "; its journal holds {some} outcomes, but none of the spec as it stands that has its predictions"
            ),
        };
        return Err(Refusal::usage(format!(
            "{} holds no finished trial of this experiment{others}\nhelp: `tribunal why` shows what would run, `tribunal run` runs it",
            found.results.display()
        )));
    }
    for line in report::unread(&findings) {
        say(&format!("warning: {line}"));
    }
    let settings = settings(options, &found.spec.report)?;
    let contents = Contents::new(&findings, &settings);
    check_names(&options.only, &contents)?;
    let origin = Origin { commands: found.commands, spec: Some(found.text) };
    let files = report::write_report(&findings, &settings, &contents, &origin, &found.reports)
        .map_err(|e| cannot_write(&found.reports, &e))?;
    if files.is_empty() {
        let text = "error: nothing was written: what was asked for does not exist in these formats\n\
                    help: figures are svg, png and tikz; tables are latex and csv";
        return Err(Refusal { exit: Exit::Nothing, text: text.to_owned() });
    }
    if !options.quiet {
        if findings.summary.done < findings.summary.planned {
            let (done, planned) = (findings.summary.done, findings.summary.planned);
            say(&format!(
                "note: {done} of {planned} trials have scores; the report names the holes"
            ));
        }
        say(&format!("report in {}", open_first(&found.reports, &files)));
    }
    Ok(Exit::Done)
}

/// The page of a report, or its folder if there is no page.
pub fn open_first(folder: &Path, files: &[PathBuf]) -> String {
    let page = Path::new("index.html");
    let place = if files.iter().any(|f| f == page) { folder.join(page) } else { folder.to_owned() };
    place.display().to_string()
}

/// A run to report on.
struct Found {
    spec: Spec,
    text: String,
    datasets: Vec<DatasetFacts>,
    results: PathBuf,
    reports: PathBuf,
    commands: Vec<String>,
}

fn find(options: &ReportOptions) -> Result<Found, Refusal> {
    let found = match folder_of(&options.run) {
        Some(folder) => of_folder(folder, options)?,
        None => of_spec(options)?,
    };
    let seed = options.seed.unwrap_or(found.spec.experiment.seed);
    Ok(Found { spec: found.spec.with_seed(seed), ..found })
}

/// A folder of results knows its spec.
fn of_folder(folder: &Path, options: &ReportOptions) -> Result<Found, Refusal> {
    let StoredRun { spec, text, datasets, results } = StoredRun::read(folder, &options.data)?;
    let reports = within(&options.output, "reports", &spec.experiment.name);
    let commands = vec![command(options)];
    Ok(Found { spec, text, datasets, results, reports, commands })
}

/// The command that makes this report again.
fn command(options: &ReportOptions) -> String {
    let mut words = vec!["tribunal report".to_owned(), shell_word(&options.run.to_string_lossy())];
    words.extend(options.seed.map(|seed| format!("--seed {seed}")));
    words.extend(options.missing.iter().map(|policy| format!("--missing {}", shell_word(policy))));
    for (flag, names) in
        [("--format", &options.formats), ("--layout", &options.layouts), ("--only", &options.only)]
    {
        if !names.is_empty() {
            words.push(format!("{flag} {}", shell_word(&names.join(","))));
        }
    }
    if options.no_figure_notes {
        words.push("--no-figure-notes".to_owned());
    }
    if options.output != Path::new(".") {
        words.push(format!("--output {}", shell_word(&options.output.to_string_lossy())));
    }
    words.join(" ")
}

/// A spec is taken as it stands; what is known of its datasets comes from the run, else from the data themselves.
fn of_spec(options: &ReportOptions) -> Result<Found, Refusal> {
    let asked = SpecOptions {
        spec: options.run.clone(),
        datasets: Vec::new(),
        methods: Vec::new(),
        seed: options.seed,
        output: options.output.clone(),
        data: options.data.clone(),
    };
    let commands = vec![asked.run_command(), command(options)];
    let text = read_spec(&asked.spec)?;
    let name = experiment_name(&text);
    let folder = name.map(|name| within(&options.output, "results", &name));
    let manifest = folder.as_deref().map(read_manifest).transpose()?.flatten();
    if let Some(manifest) = manifest {
        let spec = parse_spec(&asked.spec, &text, &options.data, Some(&stored(&manifest, false)))?;
        if let Some(datasets) = facts(&spec.experiment, &manifest) {
            warn_of_other_data(&spec.experiment, &datasets);
            let name = &spec.experiment.name;
            let results = within(&options.output, "results", name);
            let reports = within(&options.output, "reports", name);
            return Ok(Found { spec, text, datasets, results, reports, commands });
        }
    }
    let checked = check(&asked)?;
    let datasets = checked.plan()?.outline.datasets;
    let (results, reports, spec) = (checked.results, checked.reports, checked.case.spec);
    Ok(Found { spec, text, datasets, results, reports, commands })
}

/// Data that can be read and are not what the run had are worth a word: the report shows what is stored.
fn warn_of_other_data(experiment: &Experiment, stored: &[DatasetFacts]) {
    for (source, facts) in experiment.datasets.iter().zip(stored) {
        let Ok(data) = load::load(source) else { continue };
        let assignment = data.folds.as_ref().map(DeclaredFolds::hash);
        let changed = if data.hash != facts.content {
            "data"
        } else if assignment != facts.folds.as_ref().map(|folds| folds.assignment.clone()) {
            "declared folds"
        } else {
            continue;
        };
        say(&format!(
            "warning: the {changed} of `{}` changed since the run; the report shows the stored results (`tribunal why` says more)",
            facts.name
        ));
    }
}

/// The name in a spec that may have mistakes elsewhere.
fn experiment_name(text: &str) -> Option<String> {
    let document: toml::Table = text.parse().ok()?;
    let name = document.get("experiment")?.get("name")?.as_str()?;
    is_name(name).then(|| name.to_owned())
}

/// What the command line asks for, on top of the spec.
fn settings(options: &ReportOptions, spec: &ReportSettings) -> Result<ReportSettings, Refusal> {
    let mut settings = spec.clone();
    if !options.formats.is_empty() {
        settings.formats = chosen("--format", FORMATS, &options.formats)?;
    }
    if !options.layouts.is_empty() {
        let layouts = chosen("--layout", LAYOUTS, &options.layouts)?;
        // The page keeps its tables: it is only written again where its format is named.
        settings.documents = !options.formats.is_empty();
        if !settings.documents && options.only.is_empty() {
            settings.figures.clear();
        }
        let new = layouts.iter().filter(|layout| !settings.layouts.contains(layout));
        let new: Vec<Layout> = new.copied().collect();
        settings.layouts.extend(new);
        settings.files_of = Some(layouts);
    }
    settings.figure_notes &= !options.no_figure_notes;
    // What is named is wanted, whether the spec has it or not.
    for name in &options.only {
        let named = |word: &str| name == word || name.ends_with(&format!("-{word}"));
        let missing =
            |word: &&(&str, Layout, &str)| named(word.0) && !settings.layouts.contains(&word.1);
        let layouts: Vec<Layout> = LAYOUTS.iter().filter(missing).map(|(_, l, _)| *l).collect();
        settings.layouts.extend(layouts);
        let missing =
            |word: &&(&str, Figure, &str)| named(word.0) && !settings.figures.contains(&word.1);
        let figures: Vec<Figure> = FIGURES.iter().filter(missing).map(|(_, f, _)| *f).collect();
        settings.figures.extend(figures);
    }
    settings.narrowed =
        !(options.formats.is_empty() && options.layouts.is_empty() && options.only.is_empty());
    settings.only.clone_from(&options.only);
    Ok(settings)
}

fn chosen<T: Copy + PartialEq>(
    option: &str,
    list: Listed<T>,
    names: &[String],
) -> Result<Vec<T>, Refusal> {
    let mut found: Vec<T> = Vec::new();
    for name in names {
        let name = name.trim();
        let Some(one) = choice(list, name) else {
            let known = words(list);
            let help = suggest::help(name, &known, &format!("it takes {}", known.join(", ")));
            return Err(Refusal::usage(format!("{option} does not know `{name}`\nhelp: {help}")));
        };
        if !found.contains(&one) {
            found.push(one);
        }
    }
    Ok(found)
}

/// Refuses a name that is neither that of a file nor of a kind; says why where a table or figure could not be made.
fn check_names(only: &[String], contents: &Contents) -> Result<(), Refusal> {
    let tables = contents.tables.iter().map(|t| (t.name.as_str(), word(LAYOUTS, &t.layout)));
    let figures = contents.figures.iter().map(|f| (f.name.as_str(), word(FIGURES, &f.figure)));
    let known: Vec<(&str, &str)> = tables.chain(figures).collect();
    let tables = contents.tables_missing.iter().map(|t| (&t.name, &t.reason));
    let missing: Vec<(&String, &String)> =
        tables.chain(contents.figures_missing.iter().map(|f| (&f.name, &f.reason))).collect();
    for name in only {
        if known.iter().any(|(file, kind)| file == name || kind == name) {
            continue;
        }
        let nothing = |text: String| Err(Refusal { exit: Exit::Nothing, text });
        let same = |file: &str| file == name || file.ends_with(&format!("-{name}"));
        if let Some((file, reason)) = missing.iter().find(|(file, _)| same(file)) {
            return nothing(format!("error: there is no `{file}`: {reason}"));
        }
        let words: Vec<&str> = words(LAYOUTS).into_iter().chain(words(FIGURES)).collect();
        let help = suggest::help(
            name,
            &words,
            "`tribunal list layouts` and `tribunal list figures` list them",
        );
        return nothing(format!("error: no table or figure is called `{name}`\nhelp: {help}"));
    }
    Ok(())
}
