//! `tribunal analyze FILE...|FOLDER|RUN`.

use serde_json::{Value, json};

use std::path::{Path, PathBuf};

use super::arguments::{AnalyzeOptions, DataDir, VerdictFormat};
use super::context::{shell_word, threads};
use super::exit::{Exit, Refusal, print, say};
use super::report::open_first;
use super::run::{cannot_write, warn_of_damage};
use super::stored::{StoredRun, folder_of};
use crate::analysis::registry::{self, Test};
use crate::analysis::settings::{MISSING, Missing, STATISTIC, TIES, WILCOXON, ZEROS};
use crate::analysis::{AnalysisSettings, AnalysisSpec, Findings, Judged, use_threads};
use crate::choices::{Words, choice_of};
use crate::data::error::DataError;
use crate::files::shown_name;
use crate::import::run;
use crate::import::table::{self, ROWS, TableOptions};
use crate::learn::Registry;
use crate::measure::Direction;
use crate::metrics;
use crate::plan::Outline;
use crate::report::settings::ReportSettings;
use crate::report::{self, Contents, Origin};
use crate::stats::uncertainty::DrawTest;
use crate::store::History;
use crate::suggest;

pub fn analyze(options: &AnalyzeOptions) -> Result<Exit, Refusal> {
    let settings = settings(options)?;
    let direction = match (options.higher_is_better, options.lower_is_better) {
        (true, _) => Some(Direction::Higher),
        (_, true) => Some(Direction::Lower),
        _ => None,
    };
    let asked = TableOptions {
        metrics: options.metrics.clone(),
        direction,
        range: options.range,
        sd: options.sd.clone(),
        rows: options
            .fold_table
            .rows
            .as_deref()
            .map(|word| choice("--rows", ROWS, word))
            .transpose()?,
        dataset_column: options.fold_table.dataset_column.clone(),
        method_column: options.fold_table.method_column.clone(),
        fold_column: options.fold_table.fold_column.clone(),
        repeats: options.fold_table.repeats.map(usize::from),
        test_share: options.fold_table.test_share,
        form: options.fold_table.form.options()?,
    };
    use_threads(threads(options.jobs));
    if let Some(folder) = run_folder(&options.paths)? {
        return of_run(folder, options, settings);
    }
    let scores = table::read_all(&options.paths, &asked)
        .map_err(|error| for_import(error, &options.paths))?;
    let title = title(&options.paths);
    let mut caveats: Vec<String> = Vec::new();
    for caveat in scores.iter().flat_map(|file| &file.caveats) {
        if !caveats.contains(caveat) {
            caveats.push(caveat.clone());
        }
    }
    let findings = Findings::of_results(&title, scores, &settings)?;
    show(&findings, &caveats, options)
}

/// The error, or the way to `import` if that understands the files.
fn for_import(error: DataError, paths: &[PathBuf]) -> DataError {
    let format = |path: &PathBuf| match path.is_dir() {
        true if error.file == *path => run::format_below(path),
        // A file of the folder is to blame.
        true => run::format_of(&error.file),
        false => run::format_of(path),
    };
    let found = paths.iter().find_map(|path| Some((path, format(path)?)));
    let Some((file, format)) = found.filter(|(_, format)| !format.has_scores()) else {
        return error;
    };
    if let Some(refusal) = run::refusal(file) {
        return refusal;
    }
    let what = if file.is_dir() { "the folder holds files" } else { "this is a file" };
    let problem = format!("{what} of the format {}, not tables of scores", format.name());
    let words: Vec<String> =
        paths.iter().take(3).map(|path| shell_word(&path.to_string_lossy())).collect();
    let path = words.join(" ");
    let remedy = format!(
        "`tribunal import --name NAME {path}` makes a run of it, which `tribunal analyze results/NAME` judges"
    );
    DataError::file(file, problem, remedy)
}

/// The folder of the run that is meant; `None` where the paths are tables or folders of tables.
fn run_folder(paths: &[PathBuf]) -> Result<Option<&Path>, Refusal> {
    let is_run = |path: &&PathBuf| {
        let manifest = path.file_name().is_some_and(|name| name == "run.json");
        manifest || path.is_dir() && path.join("run.json").exists()
    };
    match (paths.iter().find(is_run), paths) {
        (Some(path), [_]) => Ok(folder_of(path)),
        (Some(path), _) => Err(Refusal::usage(format!(
            "{} is a run, and a run is judged by itself\nhelp: give the run alone, or only tables",
            path.display()
        ))),
        (None, _) => Ok(None),
    }
}

/// What a report on tables is called: like the file or the folder, or like the folder of several files.
fn title(paths: &[PathBuf]) -> String {
    let name =
        |path: &Path| shown_name(path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let found = match paths {
        [only] => name(only),
        [first, ..] => first.parent().and_then(name),
        [] => None,
    };
    found.unwrap_or_else(|| "results".to_owned())
}

/// The run in a folder, by its first metric or by those that are asked for. What is known of it and of no file counts too: its rows and its splits.
fn of_run(
    folder: &Path,
    options: &AnalyzeOptions,
    settings: AnalysisSettings,
) -> Result<Exit, Refusal> {
    if let Some(option) = of_files(options) {
        return Err(Refusal::usage(format!(
            "{option} says something about a file of results, which a run knows of itself\nhelp: leave it out"
        )));
    }
    let StoredRun { spec, datasets, results, .. } =
        StoredRun::read(folder, &DataDir { data_dir: None })?;
    let all = metrics::all(&Registry::standard());
    let mut chosen = Vec::new();
    for wanted in &options.metrics {
        let Some(metric) = all.iter().copied().find(|info| info.name == wanted) else {
            let known: Vec<&str> = all.iter().map(|info| info.name).collect();
            let help = suggest::help(wanted, &known, "`tribunal list metrics` lists them");
            return Err(Refusal::usage(format!("no metric is called `{wanted}`\nhelp: {help}")));
        };
        chosen.push(metric);
    }
    if chosen.is_empty() {
        chosen.push(spec.first_metric());
    }
    // The policy for missing results is a decision about this run, which its spec may have taken.
    let missing = missing(options.missing.as_deref())?.unwrap_or(spec.analysis.settings.missing);
    let settings = AnalysisSettings { missing, ..settings };
    let asked = AnalysisSpec { metrics: chosen, settings, ..spec.analysis };
    let history = History::read(&results)?;
    warn_of_damage(&history, &results);
    let outline = Outline::new(&spec.experiment, datasets)?;
    let findings = Findings::of_run(&outline, &asked, &history, &results)?;
    let refused = findings.verdicts.iter().find_map(Judged::refused);
    if let Some(refused) = refused.filter(|_| !findings.verdicts.iter().any(Judged::has_verdict)) {
        return Err(refused.clone().into());
    }
    let caveats = findings.summary.caveats.clone();
    show(&findings, &caveats, options)
}

/// An option that only a file of results needs.
fn of_files(options: &AnalyzeOptions) -> Option<&'static str> {
    match options {
        AnalyzeOptions { sd: Some(_), .. } => Some("--sd"),
        AnalyzeOptions { range: Some(_), .. } => Some("--range"),
        AnalyzeOptions { higher_is_better: true, .. } => Some("--higher-is-better"),
        AnalyzeOptions { lower_is_better: true, .. } => Some("--lower-is-better"),
        AnalyzeOptions { fold_table, .. } => fold_table.given(),
    }
}

/// Prints the verdict, and writes a report if one is asked for.
fn show(
    findings: &Findings,
    caveats: &[String],
    options: &AnalyzeOptions,
) -> Result<Exit, Refusal> {
    match options.format {
        _ if options.json => print_json(findings, caveats)?,
        VerdictFormat::Json => print_json(findings, caveats)?,
        VerdictFormat::Text => {
            caveats.iter().for_each(|caveat| print(&format!("CAUTION: {caveat}.\n")));
            let texts = findings
                .metrics()
                .map(|(scores, judged)| report::judged_text(&scores.results, judged));
            print(&texts.collect::<Vec<_>>().join("\n\n"));
        }
        VerdictFormat::Bibtex => {
            // Every metric is judged by the same tests.
            let judged = findings.verdicts.iter().find(|judged| judged.has_verdict());
            judged.iter().for_each(|judged| print(&format!("{}\n", report::bibtex(judged))));
        }
    }
    if let Some(folder) = &options.output {
        let origin = Origin { commands: vec![command()], spec: None };
        let figure_notes = !options.no_figure_notes;
        let settings = ReportSettings { figure_notes, ..ReportSettings::default() };
        let contents = Contents::new(findings, &settings);
        let files = report::write_report(findings, &settings, &contents, &origin, folder)
            .map_err(|e| cannot_write(folder, &e))?;
        say(&format!("report in {}", open_first(folder, &files)));
    }
    Ok(Exit::Done)
}

/// The command line as it was given, without the number of threads: a report does not depend on it.
fn command() -> String {
    let (mut words, mut skip) = (vec!["tribunal".to_owned()], false);
    for word in std::env::args().skip(1) {
        let is_jobs = word == "-j" || word == "--jobs";
        let holds_jobs = word.starts_with("--jobs=")
            || word.strip_prefix("-j").is_some_and(|n| n.parse::<u16>().is_ok());
        if !skip && !is_jobs && !holds_jobs {
            words.push(shell_word(&word));
        }
        skip = is_jobs;
    }
    words.join(" ")
}

/// One metric is an object, several are a list of them.
fn print_json(findings: &Findings, caveats: &[String]) -> Result<(), Refusal> {
    let mut verdicts: Vec<Value> = Vec::new();
    for (scores, judged) in findings.metrics() {
        let mut verdict = report::verdict_json(&scores.results, judged);
        if !caveats.is_empty() {
            verdict["caveats"] = json!(caveats);
        }
        verdicts.push(verdict);
    }
    let all = match <[Value; 1]>::try_from(verdicts) {
        Ok([only]) => only,
        Err(several) => Value::Array(several),
    };
    print(&format!("{}\n", serde_json::to_string_pretty(&all)?));
    Ok(())
}

fn settings(options: &AnalyzeOptions) -> Result<AnalysisSettings, Refusal> {
    if options.rope.is_some_and(|rope| !(rope >= 0.0 && rope.is_finite())) {
        return Err(Refusal::usage("--rope must be zero or more"));
    }
    Ok(AnalysisSettings {
        control: options.control.clone(),
        alpha: options.alpha,
        tests: tests(&options.tests)?,
        ties: choice("--ties", TIES, &options.ties)?,
        zeros: choice("--zeros", ZEROS, &options.zeros)?,
        wilcoxon: choice("--wilcoxon", WILCOXON, &options.wilcoxon)?,
        missing: missing(options.missing.as_deref())?.unwrap_or_default(),
        draws: options.draws as usize,
        draw_test: DrawTest {
            statistic: choice("--statistic", STATISTIC, &options.statistic)?,
            folded: !options.one_sided,
        },
        rope: options.rope,
        trend: trend(&options.trend),
        folds: options.folds.map(usize::from),
        seed: options.seed,
        ..AnalysisSettings::default()
    })
}

/// The methods of `--trend`: one per option where it is repeated, else separated by commas, of which quotes keep some.
fn trend(words: &[String]) -> Vec<String> {
    let [all] = words else { return words.to_vec() };
    let mut names = vec![String::new()];
    let mut quoted = false;
    for letter in all.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => names.push(String::new()),
            _ => names.last_mut().into_iter().for_each(|name| name.push(letter)),
        }
    }
    names.into_iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

/// The policy for missing results that the command line names, if it does.
pub fn missing(word: Option<&str>) -> Result<Option<Missing>, Refusal> {
    word.map(|word| choice("--missing", MISSING, word)).transpose()
}

pub fn choice<T: Copy>(option: &str, words: Words<T>, word: &str) -> Result<T, Refusal> {
    choice_of(words, word).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
        let help = suggest::help(word, &known, &format!("it takes {}", known.join(", ")));
        Refusal::usage(format!("{option} does not know `{word}`\nhelp: {help}"))
    })
}

/// The tests of some words; words that all begin with `+` are added to the usual ones.
fn tests(words: &[String]) -> Result<Vec<Test>, Refusal> {
    if words.is_empty() {
        return Ok(registry::DEFAULT.to_vec());
    }
    let adds = words.iter().all(|word| word.starts_with('+'));
    let mut chosen = if adds { registry::DEFAULT.to_vec() } else { Vec::new() };
    for word in words {
        let name = word.trim_start_matches('+');
        if name == "all" {
            return Ok(registry::ALL.to_vec());
        }
        let Some(test) = registry::test(name) else {
            let known = registry::names();
            let help = suggest::help(name, &known, "`tribunal list tests` lists them");
            return Err(Refusal::usage(format!("no test is called `{name}`\nhelp: {help}")));
        };
        if !chosen.contains(&test) {
            chosen.push(test);
        }
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_of_a_trend_may_hold_commas() {
        let of = |words: &[&str]| {
            trend(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(of(&["a,b, c"]), ["a", "b", "c"]);
        assert_eq!(of(&["\"k-NN, k=1\",svm"]), ["k-NN, k=1", "svm"]);
        assert_eq!(of(&["k-NN, k=1", "svm"]), ["k-NN, k=1", "svm"]);
        assert!(of(&[]).is_empty());
    }
}
