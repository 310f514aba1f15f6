//! The folder of a report: every table, figure and page that was asked for, each in its own file. Nothing in it has a time
//! of day, so that two reports of the same findings are the same bytes.

use std::collections::BTreeSet;
use std::io;
use std::path::{Component, Path, PathBuf};

use rayon::prelude::*;

use super::figures::{self, Drawing, NotDrawn};
use super::page::{self, Origin};
use super::settings::{Format, ReportSettings};
use super::table::{self, NotMade, Table};
use super::{
    bibtex, data_json, markdown, references_json, scores_csv, summary_json, verdicts_json,
    verdicts_text, write,
};
use crate::analysis::Findings;
use crate::files;
use crate::store::{remove_stale_partials, replace_file};

/// What a report holds, laid out once for all formats.
pub struct Contents {
    /// The tables.
    pub tables: Vec<Table>,
    /// Tables that the findings have nothing for.
    pub tables_missing: Vec<NotMade>,
    /// The figures.
    pub figures: Vec<Drawing>,
    /// Figures that the findings have nothing for.
    pub figures_missing: Vec<NotDrawn>,
}

impl Contents {
    /// Lays everything out.
    pub fn new(findings: &Findings, settings: &ReportSettings) -> Contents {
        let (tables, tables_missing) = table::tables(findings, settings);
        let (figures, figures_missing) = figures::draw_all(findings, settings);
        Contents { tables, tables_missing, figures, figures_missing }
    }
}

/// Writes a report and returns its files, relative to the folder, by name, the page last. A whole report removes what
/// an earlier one wrote and it does not have; a part of one (`narrowed`) leaves it.
pub fn write_report(
    findings: &Findings,
    settings: &ReportSettings,
    contents: &Contents,
    origin: &Origin,
    folder: &Path,
) -> io::Result<Vec<PathBuf>> {
    let mut files = table_files(findings, settings, contents)?;
    if settings.writes_figures() {
        files.extend(figure_files(settings, &contents.figures)?);
    }
    files.sort();
    if settings.formats.contains(&Format::Html) && settings.writes_documents() {
        let written = files.iter().map(|(name, _)| name.clone());
        let kept = settings.narrowed.then(|| listed(folder)).into_iter().flatten();
        let kept = kept.filter(|name| name.as_path() != Path::new(PAGE));
        let names: BTreeSet<PathBuf> = written.chain(kept).collect();
        let names: Vec<String> = names.iter().map(|name| name.display().to_string()).collect();
        let page = page::page(findings, settings, contents, origin, &names);
        let page = page.map_err(io::Error::other)?;
        files.push((PAGE.into(), page.into_bytes()));
    }
    std::fs::create_dir_all(folder)?;
    remove_stale_partials(folder);
    for inside in ["tables", "figures"] {
        if files.iter().any(|(name, _)| name.starts_with(inside)) {
            files::own_folder(&folder.join(inside))?;
            remove_stale_partials(&folder.join(inside));
        }
    }
    for (name, bytes) in &files {
        replace_file(&folder.join(name), bytes)?;
    }
    let names: Vec<PathBuf> = files.into_iter().map(|(name, _)| name).collect();
    keep_list(folder, &names, settings.narrowed)?;
    Ok(names)
}

/// The page.
const PAGE: &str = "index.html";

/// The names of all files that reports wrote into a folder, one per line.
const LIST: &str = ".files";

/// What earlier reports wrote into a folder.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let list = files::read_text(&folder.join(LIST)).unwrap_or_default();
    // Nothing outside the folder is ever ours.
    let inside =
        |name: &PathBuf| name.components().all(|part| matches!(part, Component::Normal(_)));
    list.lines().map(PathBuf::from).filter(inside).collect()
}

/// Brings the list up to date and, unless the report was narrowed down, removes what is on it and was not written now:
/// a table of a metric that is gone would be taken for a result.
fn keep_list(folder: &Path, written: &[PathBuf], narrowed: bool) -> io::Result<()> {
    let mut names: BTreeSet<PathBuf> = written.iter().cloned().collect();
    for name in listed(folder).into_iter().filter(|name| !written.contains(name)) {
        if narrowed {
            names.insert(name);
        } else {
            let _ = std::fs::remove_file(folder.join(name));
        }
    }
    let text: String = names.iter().map(|name| format!("{}\n", name.display())).collect();
    replace_file(&folder.join(LIST), text.as_bytes())
}

/// A file: its name relative to the folder, and what it holds.
type File = (PathBuf, Vec<u8>);

fn table_files(
    findings: &Findings,
    settings: &ReportSettings,
    contents: &Contents,
) -> io::Result<Vec<File>> {
    let asks = |format: Format| settings.formats.contains(&format);
    let mut files: Vec<File> = Vec::new();
    let mut add = |name: String, text: String| files.push((name.into(), text.into_bytes()));
    for table in contents.tables.iter().filter(|table| settings.writes(table.layout)) {
        if asks(Format::Latex) {
            add(format!("tables/{}.tex", table.name), write::latex::table(table, settings));
        }
        if asks(Format::Csv) {
            add(format!("tables/{}.csv", table.name), write::csv::table(table));
        }
    }
    if !settings.writes_documents() {
        // Only single tables were asked for, not the documents about all of them.
        return Ok(files);
    }
    if asks(Format::Markdown) {
        add("summary.md".into(), markdown(findings, &contents.tables));
    }
    if asks(Format::Csv) {
        add("summary.csv".into(), scores_csv(&findings.summary));
    }
    if asks(Format::Json) {
        let pretty = |value: &serde_json::Value| serde_json::to_string_pretty(value);
        add("verdict.json".into(), format!("{}\n", pretty(&verdicts_json(findings))?));
        let mut all = summary_json(&findings.summary);
        all["data"] = data_json(findings);
        all["layouts"] = contents.tables.iter().map(write::json::table).collect();
        add("tables.json".into(), format!("{}\n", pretty(&all)?));
        if let Some(references) = references_json(findings) {
            add("reference.json".into(), format!("{}\n", pretty(&references)?));
        }
    }
    if asks(Format::Text) {
        add("verdict.txt".into(), verdicts_text(findings));
        let first = findings.verdicts.iter().find(|judged| judged.has_verdict());
        let sources = first.map_or(String::new(), |judged| format!("{}\n", bibtex(judged)));
        add("references.bib".into(), sources);
    }
    Ok(files)
}

fn figure_files(settings: &ReportSettings, figures: &[Drawing]) -> io::Result<Vec<File>> {
    let asks = |format: Format| settings.formats.contains(&format);
    let of_one = |figure: &Drawing| -> io::Result<Vec<File>> {
        let mut files: Vec<File> = Vec::new();
        let name = |ending: &str| PathBuf::from(format!("figures/{}.{ending}", figure.name));
        if asks(Format::Svg) || asks(Format::Png) {
            files.push((name("txt"), format!("{}\n", figure.full_caption()).into_bytes()));
            let svg = figures::svg(&figure.with_notes(settings));
            if asks(Format::Png) {
                let picture = figures::png(&svg).map_err(io::Error::other)?;
                files.push((name("png"), picture));
            }
            if asks(Format::Svg) {
                files.push((name("svg"), svg.into_bytes()));
            }
        }
        if asks(Format::Tikz) && figure.has_tikz() {
            files.push((name("tex"), figures::tikz(figure).into_bytes()));
        }
        Ok(files)
    };
    let all: io::Result<Vec<Vec<File>>> = figures.par_iter().map(of_one).collect();
    Ok(all?.into_iter().flatten().collect())
}
