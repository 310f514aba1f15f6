//! Datasets in rows and methods in columns: mean ± standard deviation, and below them averages, ranks, and the control
//! against each method.

use super::score_marks::{mark, mark_note, verdict_mark, verdict_mark_note};
use super::style::{Style, stress};
use super::{Cell, Column, Heading, Row, Stress, Table};
use crate::analysis::settings::MISSING;
use crate::analysis::{Analysis, Deciding, Findings, GateTest, Judged, ScoreTable};
use crate::choices::word_of;
use crate::measure::Direction;
use crate::report::missing_words;
use crate::report::settings::{Layout, ReportSettings};
use crate::stats::TIE;
use crate::words::{count, listed, p, range};

/// The scores of one metric.
pub fn score_table(
    findings: &Findings,
    scores: &ScoreTable,
    judged: &Judged,
    settings: &ReportSettings,
) -> Table {
    let style = Style::new(scores, settings);
    let results = &scores.results;
    let analysis = judged.over.as_ref().ok();
    let mut rows = Vec::new();
    for (dataset, cells) in results.datasets.iter().zip(&results.cells) {
        let mut cells: Vec<Cell> = cells.iter().map(|c| style.score(c.as_ref())).collect();
        stress(&mut cells, results.direction);
        for (cell, method) in cells.iter_mut().zip(&results.methods) {
            cell.mark = match analysis {
                Some(analysis) => mark(analysis, dataset, method),
                None => verdict_mark(judged, dataset, method),
            };
        }
        rows.push(Row { head: dataset.clone(), cells });
    }
    let head = std::iter::once(Column::names("dataset"));
    Table {
        layout: Layout::Scores,
        source: None,
        caveats: Vec::new(),
        metric: Some(results.metric.clone()),
        name: format!("{}-scores", crate::files::name_for(&results.metric)),
        title: title(scores, &style),
        caption: caption(scores, settings),
        spans: Vec::new(),
        columns: head.chain(results.methods.iter().map(Column::numbers)).collect(),
        notes: notes(findings, scores, judged, &rows),
        rows,
        footer: footer(scores, analysis, &style),
    }
}

/// The metric with its unit and direction.
pub fn title(scores: &ScoreTable, style: &Style) -> Heading {
    let (better, unit) = (scores.results.direction.name(), style.unit);
    Heading::of_metric(&scores.results, |metric| format!("{metric}{unit} ({better} is better)"))
}

/// What a cell shows.
pub fn caption(scores: &ScoreTable, settings: &ReportSettings) -> String {
    let spread = scores.results.cells.iter().flatten().flatten().any(|score| score.sd.is_some());
    let folds = planned_folds(scores).or_else(|| given_folds(scores));
    let one_each = !scores.folds.is_empty() && scores.folds.iter().all(|folds| *folds == 1);
    match (spread && settings.spread, folds) {
        (true, Some(folds)) => format!("Mean ± standard deviation over {folds}."),
        (true, None) => "Mean ± standard deviation, as given.".to_owned(),
        (false, _) if one_each => "One score per dataset and method.".to_owned(),
        (false, Some(folds)) => format!("Mean over {folds}."),
        (false, None) => "Scores as given.".to_owned(),
    }
}

/// Whether every repeat has one test part: then they are no folds.
fn is_resampled(scores: &ScoreTable) -> bool {
    let mut cells = scores.results.cells.iter().flatten().flatten().peekable();
    cells.peek().is_some()
        && cells.all(|score| score.repeats > 1 && score.folds.len() <= score.repeats)
}

/// The folds that were planned.
fn planned_folds(scores: &ScoreTable) -> Option<String> {
    let (least, most) = ends(scores.folds.iter().copied())?;
    Some(match is_resampled(scores) {
        true => range(least, most, "resample", "resamples"),
        false => range(least, most, "outer test fold", "outer test folds"),
    })
}

/// The folds behind scores from elsewhere, where they were given.
fn given_folds(scores: &ScoreTable) -> Option<String> {
    let cells = scores.results.cells.iter().flatten().flatten();
    let (least, most) = ends(cells.map(|score| score.folds.len()))?;
    (least > 1).then(|| range(least, most, "fold", "folds"))
}

/// The smallest and the largest number.
pub fn ends(counts: impl Iterator<Item = usize> + Clone) -> Option<(usize, usize)> {
    Some((counts.clone().min()?, counts.max()?))
}

fn footer(scores: &ScoreTable, analysis: Option<&Analysis>, style: &Style) -> Vec<Row> {
    let results = &scores.results;
    let mut footer = Vec::new();
    let averaged = scores.averages.iter().any(Option::is_some);
    if results.datasets.len() > 1 && scores.complete > 0 && averaged {
        let averages = scores.averages.iter().map(|v| Cell::number(*v, |v| style.average(v)));
        let mut cells: Vec<Cell> = averages.collect();
        stress(&mut cells, results.direction);
        footer.push(Row { head: "average".into(), cells });
    }
    let place =
        |method: &String| analysis.and_then(|a| a.results.methods.iter().position(|m| m == method));
    let ranks = &scores.average_ranks;
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
            Cell::word(super::counts(c.wins, c.ties, c.losses))
        })
    };
    vec![
        row(format!("{control} wins/ties/losses"), &counts),
        row(format!("p against {control}, {}", correction(analysis)), &|method| {
            Cell::number(analysis.deciding_p(method), p)
        }),
    ]
}

/// The test or correction that the verdict rests on.
pub fn correction(analysis: &Analysis) -> &'static str {
    match analysis.deciding_test() {
        Deciding::OnlyPair(GateTest::Wilcoxon) => "Wilcoxon",
        Deciding::OnlyPair(_) => "exact Friedman",
        Deciding::Holm => "Holm",
        Deciding::Shaffer => "Shaffer",
    }
}

fn notes(findings: &Findings, scores: &ScoreTable, judged: &Judged, rows: &[Row]) -> Vec<String> {
    let mut notes = Vec::new();
    let marked = rows.iter().flat_map(|row| &row.cells).any(|c| super::mark_sign(c.mark).is_some());
    match &judged.over {
        Ok(analysis) => {
            notes.extend(mark_note(analysis).filter(|_| marked));
            notes.extend(super::control::nothing_differs(analysis));
            if analysis.deciding_test() == Deciding::Shaffer {
                let best = analysis.name(analysis.control);
                notes.push(format!(
                    "No control was named: {best} has the best mean rank, and its p-values are adjusted for all pairs."
                ));
            }
            if analysis.missing {
                let policy = word_of(MISSING, &analysis.settings.missing);
                let done = missing_words::sentences(analysis);
                notes
                    .push(format!("Ranks and tests (policy {policy} for missing results): {done}"));
            }
        }
        Err(_) if judged.has_verdict() => {
            notes.extend(verdict_mark_note(judged).filter(|_| marked));
        }
        Err(refused) => notes.push(format!("No verdict: {}.", refused.problem)),
    }
    notes.extend(printed_alike(scores, rows));
    notes.extend(holes(findings, scores));
    notes.extend(short_datasets(scores));
    notes
}

/// Says so where scores that are printed alike are not equal: ranks use all digits.
fn printed_alike(scores: &ScoreTable, rows: &[Row]) -> Option<String> {
    let hidden = rows.iter().zip(&scores.results.cells).any(|(row, cells)| {
        let best = row.cells.iter().zip(cells).filter(|(cell, _)| cell.stress == Stress::Best);
        let means: Vec<f64> = best.filter_map(|(_, score)| Some(score.as_ref()?.mean)).collect();
        means.iter().any(|mean| (mean - means[0]).abs() > TIE)
    });
    hidden.then(|| {
        "Some scores that are printed alike differ behind the last decimal; ranks use all digits.".to_owned()
    })
}

/// More methods with their reasons than this are counted, not named.
const NAMED_HOLES: usize = 12;

/// Names the missing cells, with the reason where a trial of theirs failed.
pub fn holes(findings: &Findings, scores: &ScoreTable) -> Option<String> {
    let holes = scores.holes();
    if holes.is_empty() {
        return None;
    }
    let results = &scores.results;
    let reason = |dataset, method| Some(findings.record.as_ref()?.reason(results, dataset, method));
    // Datasets of one method and one reason are named together.
    let mut groups: Vec<(usize, Option<String>, Vec<&str>)> = Vec::new();
    for &(dataset, method) in &holes {
        let reason = reason(dataset, method);
        let name = results.datasets[dataset].as_str();
        match groups.iter_mut().find(|(m, r, _)| *m == method && *r == reason) {
            Some((.., datasets)) => datasets.push(name),
            None => groups.push((method, reason, vec![name])),
        }
    }
    let words = |(method, reason, datasets): &(usize, Option<String>, Vec<&str>)| {
        let reason = reason.as_ref().map_or(String::new(), |reason| format!(" ({reason})"));
        format!("{} on {}{reason}", results.methods[*method], listed(datasets))
    };
    let named: Vec<String> = groups.iter().take(NAMED_HOLES).map(words).collect();
    let more = match groups.len().saturating_sub(NAMED_HOLES) {
        0 => String::new(),
        more => format!("; and {}", count(more, "more such group", "more such groups")),
    };
    let averages = match (scores.complete, results.datasets.len()) {
        (0, _) => String::new(),
        (some, all) => {
            format!(
                ". Averages of scores are over the {some} of {all} datasets on which every method has one"
            )
        }
    };
    Some(format!("Missing: {}{more}{averages}.", named.join("; ")))
}

/// Names datasets on which the metric is undefined in some folds.
pub fn short_datasets(scores: &ScoreTable) -> Option<String> {
    let rows = scores.results.datasets.iter().zip(&scores.results.cells).zip(&scores.folds);
    let short: Vec<String> = rows
        .filter_map(|((name, cells), &planned)| {
            let folds = cells.iter().flatten().map(|score| score.folds.len()).min()?;
            (folds < planned).then(|| format!("{name} ({folds} of {planned})"))
        })
        .collect();
    let names: Vec<&str> = short.iter().map(String::as_str).collect();
    (!short.is_empty())
        .then(|| format!("Undefined on some folds, which do not count there: {}.", listed(&names)))
}
