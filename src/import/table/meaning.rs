//! What the numbers of a file mean: the metric's name, which way is better, and the values it can have. What nobody
//! said is found from the name and the values, and every guess that could turn a ranking round is noted.

use std::path::Path;

use super::called::{Called, called, first_cell, stem_looks_like_loss};
use super::known::{Known, is_any_error, known};
use super::metric_names::is_cost;
use super::structure::ranks;
use super::units::{self, Limit};
use super::{Grid, TableOptions, located, unlikely};
use crate::data::error::DataError;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;
use crate::measure::{Direction, Unit};

pub use super::called::{looks_like_loss, stem};

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

/// Finds the meaning of a grid: by option, else by the file, else by name and values.
pub fn find(sheet: &Sheet, grid: &Grid, options: &TableOptions) -> Result<Meaning, DataError> {
    let file = sheet.file;
    let called = called(sheet, grid, options);
    let metric = called.metric.clone();
    let known = known(&metric).filter(|_| called.named || called.believed && is_cost(&metric));
    let said = options.direction.or(grid.direction);
    // What is only called after a time may be something else.
    let assumed = said.is_none() && (known.is_none() || !called.named);
    let said = said.or(known.as_ref().map(|info| info.direction));
    let suspect = suspect(sheet, grid, &called).filter(|_| said.is_none());
    let usual = if suspect.is_some() { Direction::Lower } else { Direction::Higher };
    let direction = said.unwrap_or(usual);
    let mut notes: Vec<String> = called.note.iter().cloned().collect();
    notes.extend(suspect.map(|name| {
        format!(
            "lower is taken for better, because {} looks like a loss or a time; --higher-is-better says otherwise",
            shown(&name)
        )
    }));
    let contradicted = |info: &&Known| info.contradicted && options.direction.is_none();
    let contradicted = known.as_ref().filter(contradicted);
    let mut caveats: Vec<String> = called.caveat.iter().cloned().collect();
    caveats.extend(contradicted.map(|_| contradiction(&metric, direction)));
    unlikely::refuse(sheet, grid, &metric, known.as_ref(), options)?;
    // Ranks may be on both sides of one.
    if let Some(limit) = limit(known.as_ref(), &metric, grid)
        && options.range.is_none()
        && !ranks::are_held(grid)
    {
        caveats.extend(units::check(sheet, grid, &metric, limit)?);
    }
    let (range, note) = match options.range {
        Some(range) => {
            check_range(sheet, grid, range)?;
            (range, None)
        }
        None => found_range(file, grid, &metric, known.as_ref(), options)?,
    };
    notes.extend(note);
    // Losses and times below 100 are common; percentages of them are not.
    let loss = known.is_none() && options.range.is_none() && direction == Direction::Lower;
    let range = if loss && range.1 > 1.0 { UNBOUNDED } else { range };
    // A metric that is only called after the file has no name that a sentence could use.
    let own = if called.named || known.is_some() { metric.clone() } else { "score".to_owned() };
    // An error of any size is no error rate.
    let is_rate = range != UNBOUNDED || !is_any_error(&metric);
    let title = known.as_ref().filter(|_| is_rate).and_then(|info| info.title.clone());
    let title = title.unwrap_or(own);
    let unit = known.filter(|info| info.range == range).map_or(Unit::Number, |info| info.unit);
    Ok(Meaning { metric, title, direction, assumed, unit, range, notes, caveats })
}

/// The name that looks like a loss: that of the metric, else the first cell of a wide table, else that of the file.
fn suspect(sheet: &Sheet, grid: &Grid, called: &Called) -> Option<String> {
    if called.named {
        return Some(called.metric.clone()).filter(|metric| looks_like_loss(metric));
    }
    let corner = first_cell(sheet, grid).filter(|name| looks_like_loss(name)).cloned();
    let of_file =
        || Some(stem(sheet.file)).filter(|stem| called.believed && stem_looks_like_loss(stem));
    corner.or_else(of_file)
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
fn limit(known: Option<&Known>, metric: &str, grid: &Grid) -> Option<Limit> {
    match known {
        None => Some(Limit::Unknown),
        Some(_) if is_any_error(metric) && grid.means().any(|(value, ..)| value > 100.0) => None,
        Some(info) if info.range.1 == 1.0 => Some(Limit::One(info.direction)),
        Some(_) => None,
    }
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
        range if values.iter().all(|value| is_within(*value, range)) => range,
        _ => UNBOUNDED,
    }
}

/// The range of values that are shares of one or of hundred, else of any numbers.
fn share(values: &[f64]) -> (f64, f64) {
    let fits = |range: &(f64, f64)| values.iter().all(|value| is_within(*value, *range));
    [(0.0, 1.0), (0.0, 100.0)].into_iter().find(fits).unwrap_or(UNBOUNDED)
}

/// How far beyond an end of a range programs compute: sums of many terms end in 1.0000000000000002.
const COMPUTED: f64 = 1e-9;

/// Whether a value is possible, but for what is lost in computing.
pub fn is_within(value: f64, (low, high): (f64, f64)) -> bool {
    let width = high - low;
    let slack = COMPUTED * if width.is_finite() { width } else { 1.0 };
    (low - slack..=high + slack).contains(&value)
}

fn check_range(sheet: &Sheet, grid: &Grid, (low, high): (f64, f64)) -> Result<(), DataError> {
    // Written so that a NaN is refused too.
    let ordered = low < high;
    if !ordered {
        let problem = format!("a range from {low} to {high} is empty");
        return Err(DataError::file(sheet.file, problem, "say the smaller number first"));
    }
    for (row, cells) in grid.cells.iter().enumerate() {
        for (method, score) in cells.iter().enumerate() {
            let Some(value) = score.as_ref().map(|score| score.mean) else { continue };
            if !is_within(value, (low, high)) {
                let problem = format!("is outside the range from {low} to {high}");
                let remedy = "correct the value or the range";
                return Err(located::error(sheet, grid, (row, method), value, &problem, remedy));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{plain, refused};
    use super::*;

    #[test]
    fn values_a_rounding_error_beyond_the_end_are_scores() {
        for (metric, value) in
            [("f1", "1.0000000000000002"), ("accuracy", "-1.1e-16"), ("log loss", "-2.2e-16")]
        {
            let file = plain(&format!("{metric},a,b\nx,0.5,0.7\ny,{value},0.8\nz,0.6,0.9\n"));
            assert!(file.results.range.0 == 0.0 && file.caveats.is_empty(), "{metric}");
        }
        refused("f1,a,b\nx,0.5,0.7\ny,1.001,0.8\nz,0.6,0.9\n", Some(3), Some("a"), &["1.001"]);
    }

    #[test]
    fn an_error_of_any_kind_may_be_of_any_size() {
        let mut text = "dataset,method,test_error\n".to_owned();
        for (at, value) in ["0.55", "1.2", "3.9", "12313684239.4", "24.5", "0.2"].iter().enumerate()
        {
            text += &format!("n{at}x,A,{value}\nn{at}x,B,1.{at}\n");
        }
        let file = plain(&text);
        assert_eq!(file.results.direction, Direction::Lower);
        assert_eq!(file.results.title, "test_error");
        assert!(file.notes.concat().contains("neither between 0 and 1 nor in percent"));
        let rate = text.replace("test_error", "error_rate");
        refused(&rate, Some(8), Some("error_rate"), &["12313684239.4 of `A` on `n3x` is no score"]);
    }
}
