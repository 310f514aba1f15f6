//! Several files as one table: their rows one below the other, under the same columns; files of different metrics are a
//! table each. Lines are counted through all files while the table is read, and what is said of a line is led back to the
//! file and line that it is about.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::folds::columns;
use super::meaning::stem;
use super::measures::VALUE;
use super::{ScoreFile, TableLayout, TableOptions, finish, grids};
use super::{long, metric_names, structure, units, wide};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, number};
use crate::measure::{Direction, Unit};

mod counted;

use counted::Parts;

/// Reads several sheets as one table.
pub fn read_sheets(
    sheets: Vec<Sheet>,
    options: &TableOptions,
) -> Result<Vec<ScoreFile>, DataError> {
    let count = sheets.len();
    let first = sheets.first().map_or(Path::new(""), |sheet| sheet.file).to_path_buf();
    let name = PathBuf::from(match count {
        0 | 1 => first.display().to_string(),
        _ => format!("{} and {} more", first.display(), count - 1),
    });
    let mut parts = Parts::default();
    let scores = by_metric(&name, sheets, options, &mut parts)?;
    Ok(scores.into_iter().map(|file| parts.named(file)).collect())
}

/// Files of one metric; `None` where they name none.
struct Group<'a> {
    metric: Option<String>,
    sheets: Vec<Sheet<'a>>,
}

/// Reads the files, those of each metric as a table.
fn by_metric(
    name: &Path,
    sheets: Vec<Sheet>,
    options: &TableOptions,
    parts: &mut Parts,
) -> Result<Vec<ScoreFile>, DataError> {
    let mut groups = grouped(sheets, options);
    // A file without a metric may hold any of the others'.
    if groups.iter().filter(|group| group.metric.is_some()).count() < 2 {
        let sheets = groups.into_iter().flat_map(|group| group.sheets).collect();
        groups = vec![Group { metric: None, sheets }];
    }
    let several = groups.len() > 1;
    let names = groups.iter().filter_map(|group| group.metric.as_deref()).collect::<Vec<_>>();
    let names = listed(names.into_iter());
    if let Some(Group { sheets, .. }) = groups.iter().find(|g| several && g.metric.is_none()) {
        let file = sheets.first().map_or(name, |sheet| sheet.file);
        let problem =
            format!("the name of this file names no metric, and those of the others do: {names}");
        let remedy =
            "put the metric into its name or its first cell, or say --metric if all are of one";
        return Err(DataError::file(file, problem, remedy));
    }
    let mut all = Sheet::new(name, Vec::new(), 1, Vec::new());
    let mut found = Vec::new();
    for Group { metric, sheets } in groups {
        let Stacked { mut sheet, caveats } = stacked(name, sheets, options, parts)?;
        let mut own = grids(&mut sheet, options).map_err(|error| parts.located(error))?;
        if let Some(first) = own.first_mut() {
            first.caveats.extend(caveats);
        }
        for grid in &mut own {
            grid.metric = grid.metric.take().or_else(|| metric.clone());
        }
        found.extend(own);
        match several {
            true => {
                all.notes.append(&mut sheet.notes);
                all.directions.append(&mut sheet.directions);
            }
            false => all = sheet,
        }
    }
    if several {
        let note =
            format!("the files are of different metrics, by their names or first cells: {names}");
        all.notes.insert(0, note);
    }
    finish(&all, found, options).map_err(|error| parts.located(error))
}

/// The files by metric, whatever each calls it.
fn grouped<'a>(sheets: Vec<Sheet<'a>>, options: &TableOptions) -> Vec<Group<'a>> {
    let mut groups: Vec<Group> = Vec::new();
    for sheet in sheets {
        let metric = if options.metrics.is_empty() { metric(&sheet, options) } else { None };
        let same = |group: &&mut Group| match (&group.metric, &metric) {
            (Some(one), Some(other)) => is_same(one, other),
            (None, None) => true,
            _ => false,
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.sheets.push(sheet),
            None => groups.push(Group { metric, sheets: vec![sheet] }),
        }
    }
    groups
}

/// Whether two names are those of one metric: `acc_1` and `mean_accuracy` are, `f1` and `macro_f1` are not.
fn is_same(one: &str, other: &str) -> bool {
    let title = |name: &str| metric_names::facts(name)?.title;
    match (title(one), title(other)) {
        (Some(one), Some(other)) => one == other,
        _ => metric_names::bare(one) == metric_names::bare(other),
    }
}

/// The metric of a file in which no column says it: that of its first cell, else that in its name.
fn metric(sheet: &Sheet, options: &TableOptions) -> Option<String> {
    let layout = TableLayout::of(sheet, options);
    let wide = layout.name == wide::LAYOUT.name;
    let one_value = layout.name == long::LAYOUT.name
        && !sheet.columns_called(VALUE).is_empty()
        && sheet.columns_called(long::METRIC).is_empty();
    if !wide && !one_value {
        return None;
    }
    let corner = sheet.header.first().filter(|name| wide && metric_names::facts(name).is_some());
    let stem = stem(sheet.file);
    let known = || metric_names::facts(&stem).map(|_| stem.clone());
    corner.cloned().or_else(known).or_else(|| metric_names::within(&stem))
}

/// Sheets one below the other.
struct Stacked<'a> {
    sheet: Sheet<'a>,
    /// What a reader of single files must be warned of.
    caveats: Vec<String>,
}

/// The sheets one below the other.
fn stacked<'a>(
    name: &'a Path,
    sheets: Vec<Sheet>,
    options: &TableOptions,
    parts: &mut Parts,
) -> Result<Stacked<'a>, DataError> {
    refuse_units(&sheets, options)?;
    let several = sheets.len() > 1;
    let how = format!("{} files are read as one table, one below the other", sheets.len());
    let mut notes: Vec<String> = several.then_some(how).into_iter().chain(notes(&sheets)).collect();
    let (mut caveats, mut plain) = (Vec::new(), Vec::new());
    for mut sheet in sheets {
        // What was computed stands at the end of its own file.
        if several && TableLayout::of(&sheet, options).name == wide::LAYOUT.name {
            let file = sheet.file.display().to_string();
            let found = structure::without_computed(sheet, options)?;
            notes.extend(found.notes.into_iter().map(|note| format!("{file}: {note}")));
            caveats.extend(found.caveats.into_iter().map(|note| format!("{file}: {note}")));
            sheet = found.sheet;
        }
        plain.push(sheet);
    }
    refuse_other_columns(&plain)?;
    let mut whole = Sheet::new(name, Vec::new(), 1, Vec::new());
    if let Some(first) = plain.first() {
        whole.header.clone_from(&first.header);
        whole.header_line = first.header_line;
    }
    for sheet in plain {
        let order = order(&whole.header, &sheet);
        let offset = parts.add(&sheet);
        for mut row in sheet.rows {
            row.line += offset;
            if let Some(order) = &order {
                row.cells = order.iter().map(|&column| row.text(column).to_owned()).collect();
            }
            whole.rows.push(row);
        }
        whole.directions.extend(sheet.directions);
    }
    parts.said.extend(notes.iter().chain(&caveats).cloned());
    whole.notes = notes;
    Ok(Stacked { sheet: whole, caveats })
}

/// Refuses files of which some are in percent and others between 0 and 1. Errors in units of a target may be of any size.
fn refuse_units(sheets: &[Sheet], options: &TableOptions) -> Result<(), DataError> {
    let unit = |metric: &String| metric_names::facts(metric).is_some_and(|f| f.unit != Unit::Share);
    let other = options.range.is_some()
        || options.direction == Some(Direction::Lower)
        || options.metrics.iter().any(unit);
    if other {
        return Ok(());
    }
    let groups = sheets.iter().filter(|sheet| !metric(sheet, options).as_ref().is_some_and(unit));
    let values = |sheet: &Sheet| {
        let scores = (1..sheet.header.len()).filter(|&column| columns::has_scores(sheet, column));
        let of = |column: usize| sheet.rows.iter().filter_map(move |row| number(row.text(column)));
        scores.flat_map(of).collect()
    };
    let found = units::mixed(groups.map(|sheet| (sheet.file, values(sheet))));
    let Some((percent, share)) = found else { return Ok(()) };
    let problem = format!(
        "the scores are between 2 and 100, and those in {} between 0 and 1: the files hold different metrics, or one of them percentages",
        share.display()
    );
    let remedy = "judge the files one at a time, write all in the same unit, or name their one metric with --metric, such as rmse";
    Err(DataError::file(percent, problem, remedy))
}

/// Refuses files whose columns are not those of the first, and names all of them.
fn refuse_other_columns(sheets: &[Sheet]) -> Result<(), DataError> {
    const MOST: usize = 10;
    let Some(first) = sheets.first() else { return Ok(()) };
    let names: BTreeSet<&String> = first.header.iter().collect();
    let mut odd: Vec<(&Sheet, String)> = Vec::new();
    for sheet in sheets {
        let own: BTreeSet<&String> = sheet.header.iter().collect();
        let twice = own.len() != sheet.header.len() || names.len() != first.header.len();
        if sheet.header == first.header || names == own && !twice {
            continue;
        }
        let differing: Vec<&str> = names.symmetric_difference(&own).map(|n| n.as_str()).collect();
        odd.push((sheet, listed(differing.into_iter())));
    }
    let Some((sheet, differing)) = odd.first() else { return Ok(()) };
    let others = odd.iter().skip(1).take(MOST);
    let others: Vec<String> =
        others.map(|(sheet, names)| format!("{} ({names})", sheet.file.display())).collect();
    let more = odd.len().saturating_sub(MOST + 1);
    let also = match (others.is_empty(), more) {
        (true, _) => String::new(),
        (false, 0) => format!("; so do {}", others.join(", ")),
        (false, _) => format!("; so do {} and {more} more", others.join(", ")),
    };
    let problem = format!(
        "files are put one below the other and need the same columns, and this one differs from {} in {differing}{also}",
        first.file.display()
    );
    let remedy = "give tables with the same columns, or judge one file at a time";
    Err(DataError::line(sheet.file, sheet.header_line, problem, remedy))
}

/// Where each column of the first file is in another; `None` where it is the same place.
fn order(header: &[String], sheet: &Sheet) -> Option<Vec<usize>> {
    let place = |name: &String| sheet.header.iter().position(|own| own == name).unwrap_or(0);
    (sheet.header != header).then(|| header.iter().map(place).collect())
}

/// What the files say: once if all say it, else with the file, for the first few.
pub fn notes(sheets: &[Sheet]) -> Vec<String> {
    const MOST: usize = 6;
    let everywhere = |note: &String| sheets.iter().all(|sheet| sheet.notes.contains(note));
    let mut notes = Vec::new();
    let mut single = Vec::new();
    for sheet in sheets {
        for note in &sheet.notes {
            if !everywhere(note) {
                single.push(format!("{}: {note}", sheet.file.display()));
            } else if !notes.contains(note) {
                notes.push(note.clone());
            }
        }
    }
    let more = single.len().saturating_sub(MOST);
    notes.extend(single.into_iter().take(MOST));
    notes.extend((more > 0).then(|| format!("{more} further notes on single files are not shown")));
    notes
}

#[cfg(test)]
mod tests;
