//! What the numbers of a file mean: the metric's name, which way is better, and the values it can have. What nobody
//! said is found from the name and the values, and every guess that could turn a ranking round is noted.

use std::path::Path;

use super::metric_names::{self, MetricFacts};
use super::names::words;
use super::units::{self, Limit};
use super::unlikely;
use super::wide;
use super::{Grid, TableOptions};
use crate::data::error::DataError;
use crate::data::read::FORMATS;
use crate::data::read::forms::FORMS;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;
use crate::learn::Registry;
use crate::measure::{Direction, MetricInfo, Unit};
use crate::metrics;

/// What was measured.
pub struct Meaning {
    /// The name.
    pub metric: String,
    /// The name in sentences: that of our metric where the file has its id, else as the file spells it.
    pub title: String,
    /// Which way is better.
    pub direction: Direction,
    /// Whether nobody said so.
    pub assumed: bool,
    /// What it counts, if it is a metric of ours on our scale; else a plain number.
    pub unit: Unit,
    /// The smallest and the largest possible value.
    pub range: (f64, f64),
    /// What had to be guessed and may be wrong.
    pub notes: Vec<String>,
    /// What a reader must be warned of.
    pub caveats: Vec<String>,
}

const UNBOUNDED: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// What is known of a metric by its name.
struct Known {
    /// The name in sentences.
    title: Option<String>,
    direction: Direction,
    range: (f64, f64),
    unit: Unit,
    /// Whether its name says the opposite of what is known of it.
    contradicted: bool,
}

/// What a grid is called, and whether that had to be guessed.
struct Called {
    metric: String,
    /// Whether a file or a user gave the name; else it is that of the file.
    named: bool,
    note: Option<String>,
}

/// Finds the meaning of a grid: by option, else by the file, else by name and values.
pub fn find(sheet: &Sheet, grid: &Grid, options: &TableOptions) -> Result<Meaning, DataError> {
    let file = sheet.file;
    let Called { metric, named, note } = called(sheet, grid, options);
    let known = known(&metric);
    let said = options.direction.or(grid.direction).or(known.as_ref().map(|info| info.direction));
    let stem = stem(file);
    let suspect = [&metric, &stem].into_iter().find(|name| looks_like_loss(name));
    let suspect = suspect.filter(|_| said.is_none());
    let usual = if suspect.is_some() { Direction::Lower } else { Direction::Higher };
    let direction = said.unwrap_or(usual);
    let mut notes: Vec<String> = note.into_iter().collect();
    notes.extend(suspect.map(|name| {
        format!(
            "lower is taken for better, because {} looks like a loss or a time; --higher-is-better says otherwise",
            shown(name)
        )
    }));
    let mut caveats: Vec<String> = known
        .as_ref()
        .filter(|info| info.contradicted && options.direction.is_none())
        .map(|_| contradiction(&metric, direction))
        .into_iter()
        .collect();
    unlikely::refuse(sheet, grid, &metric, options)?;
    if let Some(limit) = limit(known.as_ref()).filter(|_| options.range.is_none()) {
        caveats.extend(units::check(sheet, grid, &metric, limit)?);
    }
    let (range, note) = match options.range {
        Some(range) => {
            check_range(file, grid, range)?;
            (range, None)
        }
        None => found_range(file, grid, &metric, known.as_ref(), options)?,
    };
    notes.extend(note);
    // Losses and times below 100 are common; percentages of them are not.
    let loss = known.is_none() && options.range.is_none() && direction == Direction::Lower;
    let range = if loss && range.1 > 1.0 { UNBOUNDED } else { range };
    // A metric that is only called after the file has no name that a sentence could use.
    let own = if named { metric.clone() } else { "score".to_owned() };
    let title = known.as_ref().and_then(|info| info.title.clone()).unwrap_or(own);
    let unit = known.filter(|info| info.range == range).map_or(Unit::Number, |info| info.unit);
    Ok(Meaning { metric, title, direction, assumed: said.is_none(), unit, range, notes, caveats })
}

/// The range by the metric and its values, and what is odd about it.
fn found_range(
    file: &Path,
    grid: &Grid,
    metric: &str,
    known: Option<&Known>,
    options: &TableOptions,
) -> Result<((f64, f64), Option<String>), DataError> {
    let values: Vec<f64> = grid.means().map(|(value, _, _)| value).collect();
    let Some(info) = known else { return Ok((share(&values), None)) };
    let range = range_of(info.range, &values);
    refuse_negated(file, metric, info, &values, options)?;
    let note = if range != UNBOUNDED || info.range == UNBOUNDED {
        None
    } else if info.unit == Unit::Share {
        Some(format!(
            "{} is a share, but some values are neither between 0 and 1 nor in percent",
            shown(metric)
        ))
    } else {
        let (low, high) = info.range;
        Some(format!(
            "some values are outside the range of {} ({low} to {high}): it may be another metric, or scaled",
            shown(metric)
        ))
    };
    Ok((range, note))
}

/// What is said where a name contradicts what is known of its metric.
fn contradiction(metric: &str, direction: Direction) -> String {
    format!(
        "{} says that {} is better, which is not so for this metric: the name is followed; --higher-is-better and --lower-is-better decide",
        shown(metric),
        direction.name()
    )
}

/// What is known of the size of the values; `None` where values of any size are usual.
fn limit(known: Option<&Known>) -> Option<Limit> {
    match known {
        None => Some(Limit::Unknown),
        Some(info) if info.range.1 == 1.0 => Some(Limit::One(info.direction)),
        Some(_) => None,
    }
}

/// The name of what was measured. The file's own comes first: where it names metrics, the option has chosen among them.
fn called(sheet: &Sheet, grid: &Grid, options: &TableOptions) -> Called {
    let given = grid.metric.clone().or_else(|| options.metrics.first().cloned());
    if let Some(metric) = given {
        return Called { metric, named: true, note: None };
    }
    let stem = stem(sheet.file);
    if known(&stem).is_some() {
        return Called { metric: stem, named: true, note: None };
    }
    // The cell above the datasets of a wide table is free, and many write there what the table shows.
    let corner = sheet.header.first().filter(|_| grid.layout == wide::LAYOUT.name);
    let corner = corner.filter(|name| known(name).is_some()).cloned();
    let from = if corner.is_some() { "the first cell" } else { "the name of the file" };
    match corner.or_else(|| metric_names::within(&stem)) {
        Some(metric) => {
            let better = known(&metric).map_or("higher", |info| info.direction.name());
            let note = format!(
                "by {from} the metric is {}, where {better} is better; --metric says another",
                shown(&metric)
            );
            Called { metric, named: true, note: Some(note) }
        }
        None => Called { metric: stem, named: false, note: None },
    }
}

/// Whether a name is that of something one wants less of. `neg_` says that it was turned already.
pub fn looks_like_loss(name: &str) -> bool {
    const WORDS: &[&str] = &["err", "rank", "ranks", "cost", "costs"];
    const ENDINGS: &[&str] = &["error", "errors", "loss", "losses", "mse", "mae", "entropy"];
    let words = words(name);
    let is = |word: &String, known: &[&str]| known.contains(&word.as_str());
    let seconds = words.len() > 1 && words.last().is_some_and(|word| word == "s");
    let less = |word: &String| {
        let ends = ENDINGS.iter().any(|ending| word.ends_with(ending));
        ends || is(word, WORDS) || metric_names::kinds::is_cost_word(word)
    };
    // The last word says what a thing is; before it, a metric says more than a word of times.
    let last = seconds || words.last().is_some_and(less);
    let part = || metric_names::within(name).and_then(|part| metric_names::facts(&part));
    let any = || match part() {
        Some(facts) => facts.direction == Direction::Lower,
        None => words.iter().any(less),
    };
    !words.iter().any(|word| is(word, &["neg"])) && (last || any())
}

/// What is known of a metric of that name: one of ours, one that other programs have, or a time.
fn known(metric: &str) -> Option<Known> {
    let plain = metric.trim().to_lowercase().replace([' ', '-'], "_");
    let ours = metrics::all(&Registry::standard()).into_iter().find(|info| info.name == plain);
    if let Some(info) = ours {
        let title = (info.name == metric).then(|| info.title.to_owned());
        let MetricInfo { direction, range, unit, .. } = *info;
        return Some(Known { title, direction, range, unit, contradicted: false });
    }
    if let Some(facts) = metric_names::facts(metric) {
        let MetricFacts { title, direction, range, unit, contradicted } = facts;
        return Some(Known { title, direction, range, unit, contradicted });
    }
    let cost = metric_names::is_cost(metric);
    cost.then_some(Known {
        title: None,
        direction: Direction::Lower,
        range: (0.0, f64::INFINITY),
        unit: Unit::Number,
        contradicted: false,
    })
}

/// Refuses losses that are all negative: someone turned them, so that the worst method would win.
fn refuse_negated(
    file: &Path,
    metric: &str,
    info: &Known,
    values: &[f64],
    options: &TableOptions,
) -> Result<(), DataError> {
    let turned = |low: f64, high: f64| match info.direction {
        Direction::Lower => low >= 0.0 && values.iter().all(|&value| value < 0.0),
        Direction::Higher => high <= 0.0 && values.iter().all(|&value| value > 0.0),
    };
    if options.direction.is_some() || !turned(info.range.0, info.range.1) {
        return Ok(());
    }
    let (sign, better) = match info.direction {
        Direction::Lower => ("negative", "higher"),
        Direction::Higher => ("positive", "lower"),
    };
    let problem = format!(
        "every value is {sign}, which {} cannot be: its sign seems to be turned",
        shown(metric)
    );
    let remedy = format!(
        "say --{better}-is-better if so, or --{}-is-better if the values are right",
        info.direction.name()
    );
    Err(DataError::file(file, problem, remedy))
}

/// The range of a known metric; a share may be written in percent, and values outside say that it is another metric.
fn range_of(range: (f64, f64), values: &[f64]) -> (f64, f64) {
    match range {
        (0.0, 1.0) => share(values),
        (low, high) if values.iter().all(|v| (low..=high).contains(v)) => (low, high),
        _ => UNBOUNDED,
    }
}

/// The range of values that are shares of one or of hundred, else of any numbers.
fn share(values: &[f64]) -> (f64, f64) {
    let within = |most: f64| values.iter().all(|v| (0.0..=most).contains(v));
    if within(1.0) {
        (0.0, 1.0)
    } else if within(100.0) {
        (0.0, 100.0)
    } else {
        UNBOUNDED
    }
}

fn check_range(file: &Path, grid: &Grid, (low, high): (f64, f64)) -> Result<(), DataError> {
    // Written so that a NaN is refused too.
    let ordered = low < high;
    if !ordered {
        let problem = format!("a range from {low} to {high} is empty");
        return Err(DataError::file(file, problem, "say the smaller number first"));
    }
    match grid.means().find(|(value, _, _)| !(low..=high).contains(value)) {
        Some((value, dataset, method)) => {
            let problem =
                format!("{value} on {} is outside the range from {low} to {high}", shown(dataset));
            let remedy = "correct the value or the range";
            Err(DataError::file(file, problem, remedy).in_column(method))
        }
        None => Ok(()),
    }
}

/// The file's name without its endings. Only known ones are cut off: `table_5.2` has none.
pub fn stem(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let endings = || FORMATS.iter().map(|f| f.endings).chain(FORMS.iter().map(|f| f.endings));
    let is_ending = |ending: &str| endings().flatten().any(|e| e.eq_ignore_ascii_case(ending));
    match name.rsplit_once('.') {
        Some((stem, ending)) if is_ending(ending) && !stem.is_empty() => stem.to_owned(),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_known_by_name() {
        for name in
            ["error", "test_err", "LogLoss", "armse", "cpu_s", "melki_4.14_ranks", "run-time"]
        {
            assert!(looks_like_loss(name), "{name}");
        }
        for name in ["accuracy", "sentiment", "auc", "neg_logloss", "s", "frank", "ferret", "f1"] {
            assert!(!looks_like_loss(name), "{name}");
        }
    }

    #[test]
    fn only_known_endings_are_cut_off() {
        for (name, expected) in [
            ("a/t_5.2.csv.gz", "t_5.2"),
            ("t_5.2", "t_5.2"),
            ("x.TSV", "x"),
            ("x.parquet", "x"),
            (".csv", ".csv"),
            ("", ""),
        ] {
            assert_eq!(stem(Path::new(name)), expected);
        }
    }

    #[test]
    fn metrics_of_our_own_are_known_however_they_are_written() {
        assert_eq!(known("Balanced Accuracy").map(|info| info.unit), Some(Unit::Share));
        assert_eq!(known("log-loss").map(|info| info.direction), Some(Direction::Lower));
        assert_eq!(known("f1_macro").and_then(|info| info.title).as_deref(), Some("macro F1"));
        assert_eq!(known("cpu_s").map(|info| info.direction), Some(Direction::Lower));
        assert!(known("quality").is_none());
    }
}
