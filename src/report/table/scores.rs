//! Datasets in rows and methods in columns: mean ± standard deviation, and below them averages, ranks, and the control
//! against each method.

use super::style::{Style, stress};
use super::{Cell, Column, Row, Table};
use crate::analysis::settings::{MISSING, word_of};
use crate::analysis::{Analysis, Findings, Mark, Refused, ScoreTable, Test};
use crate::measure::Direction;
use crate::report::number::{count, listed, p};
use crate::report::verdict_words::percent;
use crate::spec::report::{Layout, ReportSettings};

/// The scores of one metric.
pub fn score_table(
    findings: &Findings,
    scores: &ScoreTable,
    verdict: &Result<Analysis, Refused>,
    settings: &ReportSettings,
) -> Table {
    let style = Style::new(scores, settings);
    let results = &scores.results;
    let analysis = verdict.as_ref().ok();
    let mut rows = Vec::new();
    for (dataset, cells) in results.datasets.iter().zip(&results.cells) {
        let mut cells: Vec<Cell> = cells.iter().map(|c| style.score(c.as_ref())).collect();
        stress(&mut cells, results.direction);
        if let Some(analysis) = analysis {
            for (cell, method) in cells.iter_mut().zip(&results.methods) {
                cell.mark = mark(analysis, dataset, method);
            }
        }
        rows.push(Row { head: dataset.clone(), cells });
    }
    let head = std::iter::once(Column::names("dataset"));
    Table {
        layout: Layout::Scores,
        metric: Some(results.metric.clone()),
        name: format!("{}-scores", crate::report::file_name(&results.metric)),
        title: title(scores, &style),
        caption: caption(scores, settings),
        spans: Vec::new(),
        columns: head.chain(results.methods.iter().map(Column::numbers)).collect(),
        notes: notes(findings, scores, verdict, &rows),
        rows,
        footer: footer(scores, analysis, &style),
    }
}

/// The metric with its unit and direction.
pub fn title(scores: &ScoreTable, style: &Style) -> String {
    let better = scores.results.direction.name();
    format!("{}{} ({better} is better)", scores.results.metric, style.unit)
}

/// What a cell shows.
pub fn caption(scores: &ScoreTable, settings: &ReportSettings) -> String {
    let spread = scores.results.cells.iter().flatten().flatten().any(|score| score.sd.is_some());
    let folds = scores.folds.map(|folds| count(folds, "outer test fold", "outer test folds"));
    match (spread && settings.spread, folds) {
        (true, Some(folds)) => format!("Mean ± standard deviation over {folds}."),
        (true, None) => "Mean ± standard deviation, as given.".to_owned(),
        (false, Some(folds)) => format!("Mean over {folds}."),
        (false, None) => "Scores as given.".to_owned(),
    }
}

/// What a test over folds says of a method on a dataset; `None` for the control and where nothing was tested.
pub fn mark(analysis: &Analysis, dataset: &str, method: &str) -> Option<Mark> {
    let marks = analysis.marks.first()?;
    let dataset = analysis.results.datasets.iter().position(|d| d == dataset)?;
    let method = analysis.results.methods.iter().position(|m| m == method)?;
    (method != analysis.control).then(|| marks.cells[dataset][method])
}

fn footer(scores: &ScoreTable, analysis: Option<&Analysis>, style: &Style) -> Vec<Row> {
    let results = &scores.results;
    let mut footer = Vec::new();
    if results.datasets.len() > 1 && scores.complete > 0 {
        let averages = scores.averages.iter().map(|v| Cell::number(*v, |v| style.number(v)));
        let mut cells: Vec<Cell> = averages.collect();
        stress(&mut cells, results.direction);
        footer.push(Row { head: "average".into(), cells });
    }
    let place =
        |method: &String| analysis.and_then(|a| a.results.methods.iter().position(|m| m == method));
    let ranks: Vec<Option<f64>> = match analysis {
        Some(analysis) => {
            let rank = |method: &String| place(method).map(|m| analysis.omnibus.mean_ranks[m]);
            results.methods.iter().map(rank).collect()
        }
        None => scores.average_ranks.clone(),
    };
    if ranks.iter().any(Option::is_some) && results.datasets.len() > 1 && ranks.len() > 1 {
        let ranks = ranks.iter().map(|v| Cell::number(*v, |v| format!("{v:.2}")));
        let mut cells: Vec<Cell> = ranks.collect();
        stress(&mut cells, Direction::Lower);
        footer.push(Row { head: "average rank".into(), cells });
    }
    if let Some(analysis) = analysis {
        footer.extend(against_control(results.methods.iter().map(place).collect(), analysis));
    }
    footer
}

/// Wins, ties and losses of the control, and the p that decides, for columns that stand for methods of the analysis.
pub fn against_control(columns: Vec<Option<usize>>, analysis: &Analysis) -> Vec<Row> {
    let control = analysis.name(analysis.control);
    let row = |head: String, cell: &dyn Fn(usize) -> Cell| {
        let cells = columns.iter().map(|method| match method {
            Some(method) if *method == analysis.control => Cell::blank(),
            Some(method) => cell(*method),
            None => Cell::number(None, p),
        });
        Row { head, cells: cells.collect() }
    };
    let counts = |method: usize| {
        let pair = analysis.versus_control.iter().find(|pair| pair.b == method);
        pair.map_or_else(Cell::blank, |pair| {
            let c = pair.counts;
            Cell::word(format!("{}/{}/{}", c.wins, c.ties, c.losses))
        })
    };
    vec![
        row(format!("{control} wins/ties/losses"), &counts),
        row(format!("p against {control}, {}", correction(analysis)), &|method| {
            Cell::number(analysis.deciding_p(method), p)
        }),
    ]
}

/// The correction that the verdict rests on.
pub fn correction(analysis: &Analysis) -> &'static str {
    if analysis.settings.control.is_some() { "Holm" } else { "Shaffer" }
}

/// The words for a test over folds.
pub fn fold_test_words(test: Test) -> &'static str {
    match test {
        Test::CorrectedT => "corrected resampled t-test over folds",
        Test::CvT => "t-test on means and standard deviations over folds",
        Test::FiveByTwo => "combined F of 5x2 cross-validation",
        _ => "McNemar's exact test",
    }
}

/// How to read the circles of a table.
pub fn mark_note(analysis: &Analysis) -> Option<String> {
    let marks = analysis.marks.first()?;
    let control = analysis.name(analysis.control);
    Some(format!(
        "○ worse than {control} on that dataset, ● better ({}, {} level, each dataset by itself).",
        fold_test_words(marks.test),
        percent(analysis.settings.alpha),
    ))
}

fn notes(
    findings: &Findings,
    scores: &ScoreTable,
    verdict: &Result<Analysis, Refused>,
    rows: &[Row],
) -> Vec<String> {
    let mut notes = Vec::new();
    let marked = rows.iter().flat_map(|row| &row.cells).any(|c| super::mark_sign(c.mark).is_some());
    match verdict {
        Ok(analysis) => {
            notes.extend(mark_note(analysis).filter(|_| marked));
            if analysis.settings.control.is_none() {
                let best = analysis.name(analysis.control);
                notes.push(format!(
                    "Nobody named a control: {best} has the best mean rank, and its p-values are corrected for all pairs."
                ));
            }
            if analysis.missing {
                let policy = word_of(MISSING, &analysis.settings.missing);
                notes.push(format!("Policy for missing results: {policy}."));
            }
        }
        Err(refused) => notes.push(format!("No verdict: {}.", refused.problem)),
    }
    notes.extend(holes(findings, scores));
    notes.extend(short_datasets(scores));
    notes.extend(findings.summary.caveats.iter().map(|caveat| format!("Caution: {caveat}.")));
    notes
}

/// More holes than this are counted, not named.
const NAMED_HOLES: usize = 12;

/// Names the missing cells, with the reason where a trial of theirs failed.
pub fn holes(findings: &Findings, scores: &ScoreTable) -> Option<String> {
    let holes = scores.holes();
    if holes.is_empty() {
        return None;
    }
    let results = &scores.results;
    let name = |&(dataset, method): &(usize, usize)| {
        let place = format!("{} on {}", results.methods[method], results.datasets[dataset]);
        let trials = findings.record.as_ref().map(|record| record.trials_of(dataset, method));
        let Some(trials) = trials else { return place };
        let done =
            trials.iter().filter(|t| t.outcome.as_ref().is_some_and(|o| o.is_done())).count();
        if done == trials.len() {
            return format!("{place} (undefined)");
        }
        let reason = trials.iter().find_map(|t| t.outcome.as_ref()?.status.reason());
        let reason = reason.unwrap_or_else(|| "not run yet".to_owned());
        format!("{place} ({done} of {} trials done: {reason})", trials.len())
    };
    let named: Vec<String> = holes.iter().take(NAMED_HOLES).map(name).collect();
    let more = match holes.len().saturating_sub(NAMED_HOLES) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let averages = match (scores.complete, results.datasets.len()) {
        (0, _) => String::new(),
        (some, all) => {
            format!(
                ". Averages are over the {some} of {all} datasets on which every method has a score"
            )
        }
    };
    Some(format!("Missing: {}{more}{averages}.", named.join("; ")))
}

/// Names datasets on which the metric is undefined in some folds.
fn short_datasets(scores: &ScoreTable) -> Option<String> {
    let planned = scores.folds?;
    let rows = scores.results.datasets.iter().zip(&scores.results.cells);
    let short: Vec<String> = rows
        .filter_map(|(name, cells)| {
            let folds = cells.iter().flatten().map(|score| score.folds.len()).min()?;
            (folds < planned).then(|| format!("{name} ({folds} of {planned})"))
        })
        .collect();
    let names: Vec<&str> = short.iter().map(String::as_str).collect();
    (!short.is_empty())
        .then(|| format!("Undefined on some folds, which do not count there: {}.", listed(&names)))
}
