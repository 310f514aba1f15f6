//! `tribunal report SPEC|RUN`: tables, figures and the page again, from what is stored. Nothing runs, and the data need not
//! be there.

use std::path::{Path, PathBuf};

use super::arguments::{ReportOptions, SpecOptions};
use super::context::{check, parse_spec, read_spec, shell_word, threads, within};
use super::exit::{Exit, Refusal, say};
use super::run::cannot_write;
use crate::analysis::{Findings, use_threads};
use crate::plan::{DatasetFacts, Outline};
use crate::report::{self, Contents, Origin};
use crate::spec::Experiment;
use crate::spec::report::{FIGURES, FORMATS, LAYOUTS, Listed, ReportSettings, choice, word, words};
use crate::store::{History, Manifest, read_manifest};
use crate::suggest;

pub fn report(options: &ReportOptions) -> Result<Exit, Refusal> {
    let found = find(options)?;
    let outline = Outline::new(&found.experiment, found.datasets);
    let history = History::read(&found.results)?;
    use_threads(threads(options.jobs));
    let findings = Findings::of_run(&outline, &history, &found.results)?;
    if findings.summary.done == 0 {
        return Err(Refusal::usage(format!(
            "{} holds no finished trial of this experiment\nhelp: `tribunal why` tells what would run, `tribunal run` runs it",
            found.results.display()
        )));
    }
    let settings = settings(options, &found.experiment.report, &findings)?;
    let origin = Origin { commands: found.commands };
    let files = report::write_report(&findings, &settings, &origin, &found.reports)
        .map_err(|e| cannot_write(&found.reports, &e))?;
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
    experiment: Experiment,
    datasets: Vec<DatasetFacts>,
    results: PathBuf,
    reports: PathBuf,
    commands: Vec<String>,
}

fn find(options: &ReportOptions) -> Result<Found, Refusal> {
    let mut found = if options.run.is_dir() { of_folder(options)? } else { of_spec(options)? };
    found.experiment.seed = options.seed.unwrap_or(found.experiment.seed);
    found.experiment.analysis.settings.seed = found.experiment.seed;
    Ok(found)
}

/// A folder of results knows its spec.
fn of_folder(options: &ReportOptions) -> Result<Found, Refusal> {
    let results = options.run.clone();
    let Some(manifest) = read_manifest(&results)? else {
        return Err(Refusal::usage(format!(
            "{} has no run.json\nhelp: give the folder of a run, such as results/quickstart, or the spec",
            results.display()
        )));
    };
    let names: Vec<String> = manifest.datasets.iter().map(|d| d.name.clone()).collect();
    let file = results.join("run.json");
    let mut experiment = parse_spec(&file, &manifest.spec, &options.data, &names)?;
    experiment.seed = manifest.seed;
    let datasets = facts(&experiment, &manifest).unwrap_or_default();
    let reports = within(&options.output, "reports", &experiment.name);
    let commands = vec![format!("tribunal report {}", shell_word(&results.to_string_lossy()))];
    Ok(Found { experiment, datasets, results, reports, commands })
}

/// A spec is taken as it stands; what is known of its datasets comes from the run, else from the data themselves.
fn of_spec(options: &ReportOptions) -> Result<Found, Refusal> {
    let spec = SpecOptions {
        spec: options.run.clone(),
        datasets: Vec::new(),
        methods: Vec::new(),
        seed: options.seed,
        output: options.output.clone(),
        data: options.data.clone(),
    };
    let text = read_spec(&spec.spec)?;
    let name = experiment_name(&text);
    let folder = name.map(|name| within(&options.output, "results", &name));
    let manifest = folder.as_deref().map(read_manifest).transpose()?.flatten();
    if let Some(manifest) = manifest {
        let names: Vec<String> = manifest.datasets.iter().map(|d| d.name.clone()).collect();
        let experiment = parse_spec(&spec.spec, &text, &options.data, &names)?;
        if let Some(datasets) = facts(&experiment, &manifest) {
            let results = within(&options.output, "results", &experiment.name);
            let reports = within(&options.output, "reports", &experiment.name);
            let commands = spec.commands();
            return Ok(Found { experiment, datasets, results, reports, commands });
        }
    }
    let checked = check(&spec)?;
    let datasets = checked.plan()?.outline.datasets;
    let (results, reports, experiment) = (checked.results, checked.reports, checked.experiment);
    Ok(Found { experiment, datasets, results, reports, commands: spec.commands() })
}

/// The name in a spec that may have mistakes elsewhere.
fn experiment_name(text: &str) -> Option<String> {
    let document: toml::Table = text.parse().ok()?;
    let name = document.get("experiment")?.get("name")?.as_str()?;
    crate::spec::is_name(name).then(|| name.to_owned())
}

/// What a run knows of the datasets of an experiment; `None` if it does not know one of them.
fn facts(experiment: &Experiment, manifest: &Manifest) -> Option<Vec<DatasetFacts>> {
    let find = |name: &str| manifest.datasets.iter().find(|facts| facts.name == name).cloned();
    experiment.datasets.iter().map(|source| find(&source.name)).collect()
}

/// What the command line asks for, on top of the spec.
fn settings(
    options: &ReportOptions,
    spec: &ReportSettings,
    findings: &Findings,
) -> Result<ReportSettings, Refusal> {
    let mut settings = spec.clone();
    if !options.formats.is_empty() {
        settings.formats = chosen("--format", FORMATS, &options.formats)?;
    }
    if !options.layouts.is_empty() {
        settings.layouts = chosen("--layout", LAYOUTS, &options.layouts)?;
    }
    if options.only.is_empty() {
        return Ok(settings);
    }
    narrow(&mut settings, &options.only, findings)?;
    Ok(settings)
}

fn chosen<T: Copy + PartialEq>(
    option: &str,
    list: Listed<T>,
    names: &[String],
) -> Result<Vec<T>, Refusal> {
    let mut found: Vec<T> = Vec::new();
    for name in names {
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

/// Keeps the tables and figures that are named, by file or by kind.
fn narrow(
    settings: &mut ReportSettings,
    only: &[String],
    findings: &Findings,
) -> Result<(), Refusal> {
    let contents = Contents::new(findings, settings);
    let tables = contents.tables.iter().map(|t| (t.name.clone(), word(LAYOUTS, &t.layout)));
    let figures = contents.figures.iter().map(|f| (f.name.clone(), word(FIGURES, &f.figure)));
    let known: Vec<(String, &str)> = tables.chain(figures).collect();
    for name in only {
        if known.iter().all(|(file, kind)| file != name && kind != name) {
            let names: Vec<&str> = known.iter().map(|(file, _)| file.as_str()).collect();
            let all = format!("this report has {}", names.join(", "));
            let help = suggest::help(name, &names, &all);
            return Err(Refusal {
                exit: Exit::Nothing,
                text: format!("error: no table or figure is called `{name}`\nhelp: {help}"),
            });
        }
    }
    settings.only = only.to_vec();
    Ok(())
}
