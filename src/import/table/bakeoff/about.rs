//! What each file of one method is about: the method and the metric, from the name of the file or from the first cell.

use std::collections::BTreeSet;
use std::path::Path;

use super::super::meaning::stem;
use super::super::metric_names;
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::{listed, shown};
use crate::measure::Direction::{self, Higher, Lower};
use crate::suggest;

/// What the first cell is called where it does not name the method.
const CORNER: &[&str] =
    &["", "resamples", "resample", "folds", "fold", "testfolds", "testfold", "seeds", "runs"];

/// Endings of file names that name a metric, with the better direction: those that tsml-eval and aeon write.
const METRICS: &[(&str, Direction)] = &[
    ("accuracy", Higher),
    ("acc", Higher),
    ("balacc", Higher),
    ("auroc", Higher),
    ("logloss", Lower),
    ("sensitivity", Higher),
    ("specificity", Higher),
    ("f1", Higher),
    ("clacc", Higher),
    ("ri", Higher),
    ("ari", Higher),
    ("mi", Higher),
    ("ami", Higher),
    ("nmi", Higher),
    ("mse", Lower),
    ("rmse", Lower),
    ("mae", Lower),
    ("r2", Higher),
    ("mape", Lower),
    ("fittime", Lower),
    ("predicttime", Lower),
    ("memoryusage", Lower),
];

/// The ending of files that say what their rows are tested on, not by which metric.
const NO_METRIC: &str = "testfolds";

/// The first cell without its colon, in lower case.
pub fn corner(sheet: &Sheet) -> String {
    let first = sheet.header.first().map_or("", String::as_str);
    first.trim_end_matches(':').trim().to_lowercase()
}

/// Whether a first cell, in lower case, is a word for resamples.
pub fn is_corner(word: &str) -> bool {
    CORNER.contains(&word)
}

/// What a file is about.
#[derive(Debug)]
pub struct About {
    /// The method.
    pub method: String,
    /// The metric, where the name of the file has one.
    pub metric: Option<String>,
}

/// Whether the first cells name the methods: they differ between files, and none is a word for resamples or a metric.
pub fn named_inside(sheets: &[Sheet]) -> bool {
    let corners: BTreeSet<String> = sheets.iter().map(corner).collect();
    let other = |word: &String| is_corner(word) || direction(word).is_some();
    corners.len() > 1 && !corners.iter().any(other)
}

/// The method and the metric of every file: from its name, and the method from the first cell if that names methods.
pub fn about(sheets: &[Sheet]) -> Vec<About> {
    let stems: Vec<String> = sheets.iter().map(|sheet| stem(sheet.file)).collect();
    let ending = |stem: &str| stem.rsplit_once('_').map(|(_, end)| end.to_lowercase());
    let endings: BTreeSet<Option<String>> = stems.iter().map(|stem| ending(stem)).collect();
    let shared = sheets.len() > 1 && endings.len() == 1;
    let named_inside = named_inside(sheets);
    let of_file = |(sheet, stem): (&Sheet, &String)| {
        let (name, metric) = match stem.rsplit_once('_') {
            Some((name, end)) if end.eq_ignore_ascii_case(NO_METRIC) => (name, None),
            Some((name, end)) if direction(end).is_some() => (name, Some(end.to_lowercase())),
            Some((name, end)) if shared && metric_names::facts(end).is_some() => {
                (name, Some(end.to_owned()))
            }
            _ => (stem.as_str(), None),
        };
        let inside = sheet.header.first().map_or("", |cell| cell.trim_end_matches(':').trim());
        let method = if named_inside { inside } else { name };
        About { method: method.to_owned(), metric }
    };
    sheets.iter().zip(&stems).map(of_file).collect()
}

/// The better direction of a metric that is known by its ending.
pub fn direction(metric: &str) -> Option<Direction> {
    let known = METRICS.iter().find(|(name, _)| name.eq_ignore_ascii_case(metric));
    known.map(|(_, direction)| *direction)
}

/// The metrics to read: those that were asked for, else all that the files have. A name for files that name none is no choice.
pub fn choose(
    place: &Path,
    about: &[About],
    asked: &[String],
) -> Result<Vec<Option<String>>, DataError> {
    let known: BTreeSet<&Option<String>> = about.iter().map(|own| &own.metric).collect();
    if asked.is_empty() || known.len() == 1 && known.contains(&None) {
        return Ok(known.into_iter().cloned().collect());
    }
    let names: Vec<&str> =
        known.iter().map(|name| name.as_deref().unwrap_or("(not named)")).collect();
    let one = |asked: &String| {
        let same = |own: &&&Option<String>| {
            own.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(asked))
        };
        known.iter().find(same).map(|found| (**found).clone()).ok_or_else(|| {
            let list = format!("the metrics are {}", listed(names.iter().copied()));
            let problem = format!("no file has the metric {}", shown(asked));
            DataError::file(place, problem, suggest::help(asked, &names, &list))
        })
    };
    asked.iter().map(one).collect()
}
