//! What the numbers of a file mean: the metric's name, which way is better, and the values it can have. What nobody
//! said is found from the name and the values, and every guess that could turn a ranking round is noted.

use std::path::Path;

use super::names::words;
use super::{Grid, TableOptions};
use crate::data::error::DataError;
use crate::data::read::FORMATS;
use crate::data::read::forms::FORMS;
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
}

const UNBOUNDED: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// Finds the meaning of a grid: by option, else by the file, else by name and values.
pub fn find(file: &Path, grid: &Grid, options: &TableOptions) -> Result<Meaning, DataError> {
    let stem = stem(file);
    // The file's own spelling comes first: where the file names metrics, the option has chosen among them.
    let metric =
        grid.metric.clone().or_else(|| options.metric.clone()).unwrap_or_else(|| stem.clone());
    let known = known(&metric);
    let said = options.direction.or(grid.direction).or(known.map(|info| info.direction));
    let direction = said.unwrap_or(Direction::Higher);
    let mut notes = Vec::new();
    let suspect = [&metric, &stem].into_iter().find(|name| looks_like_loss(name));
    let suspect = suspect.filter(|_| said.is_none());
    if let Some(name) = suspect {
        notes.push(format!(
            "higher is taken for better, but {} looks like lower is better; say --lower-is-better if so",
            shown(name)
        ));
    }
    let values: Vec<f64> = grid.means().map(|(value, _, _)| value).collect();
    let range = match (options.range, known) {
        (Some(range), _) => {
            check_range(file, grid, range)?;
            range
        }
        (None, Some(info)) => {
            let range = range_of(info, &values);
            if info.unit == Unit::Share && range == UNBOUNDED {
                notes.push(format!(
                    "{} is a share, but some values are neither between 0 and 1 nor in percent",
                    shown(&metric)
                ));
            }
            range
        }
        (None, None) => {
            let found = share(&values);
            // Losses and times below 100 are common; percentages of them are not.
            let may_be_percent = direction == Direction::Higher && suspect.is_none();
            if found.1 > 1.0 && !may_be_percent { UNBOUNDED } else { found }
        }
    };
    let ours = known.filter(|info| info.name == metric);
    // A metric that is only called after the file has no name that a sentence could use.
    let named = grid.metric.is_some() || options.metric.is_some();
    let own = if named { metric.clone() } else { "score".to_owned() };
    let title = ours.map_or(own, |info| info.title.to_owned());
    let unit = ours.filter(|info| info.range == range).map_or(Unit::Number, |info| info.unit);
    Ok(Meaning { metric, title, direction, assumed: said.is_none(), unit, range, notes })
}

/// Whether a name is that of something one wants less of. `neg_` says that it was turned already.
pub fn looks_like_loss(name: &str) -> bool {
    const WORDS: &[&str] = &["err", "seconds", "sec", "cpu", "rank", "ranks", "cost", "costs"];
    const ENDINGS: &[&str] =
        &["error", "errors", "loss", "losses", "mse", "mae", "time", "times", "entropy"];
    let words = words(name);
    let is = |word: &String, known: &[&str]| known.contains(&word.as_str());
    let seconds = words.len() > 1 && words.last().is_some_and(|word| word == "s");
    let less =
        |word: &String| is(word, WORDS) || ENDINGS.iter().any(|ending| word.ends_with(ending));
    !words.iter().any(|word| is(word, &["neg"])) && (seconds || words.iter().any(less))
}

/// What is known of a metric of that name.
fn known(metric: &str) -> Option<&'static MetricInfo> {
    let plain = metric.trim().to_lowercase().replace([' ', '-'], "_");
    metrics::all(&Registry::standard()).into_iter().find(|info| info.name == plain)
}

/// The range of a metric of ours; a share may be written in percent, and values outside say that it is another metric.
fn range_of(info: &MetricInfo, values: &[f64]) -> (f64, f64) {
    match info.range {
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
        assert_eq!(known("Balanced Accuracy").map(|info| info.name), Some("balanced_accuracy"));
        assert_eq!(known("log-loss").map(|info| info.direction), Some(Direction::Lower));
        assert!(known("accuracy_pct").is_none());
    }
}
