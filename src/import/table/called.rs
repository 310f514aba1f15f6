//! What was measured is called, and whether less of it is better: by an option or by the file, else by the first cell or by the
//! name of the file. The name of a file is chosen freely, so what it says is noted, and values that contradict it are believed.

use std::path::Path;

use super::known::{self, known};
use super::long;
use super::metric_names;
use super::name_marks::{Turned, marked, spans};
use super::names::words;
use super::unlikely::CODES;
use super::wide;
use super::{Grid, TableOptions};
use crate::data::read::FORMATS;
use crate::data::read::forms::FORMS;
use crate::data::read::sheet::Sheet;
use crate::data::read::text::shown;
use crate::measure::Direction;

/// Shares whose median is above this are hardly times of parts of a second: those are of very different sizes.
const LARGE_SHARE: f64 = 0.25;

/// What a grid is called, and what had to be guessed for it.
pub struct Called {
    /// The name.
    pub metric: String,
    /// Whether a file or a user gave the name; else it is that of the file.
    pub named: bool,
    /// Whether the name may decide what the values mean.
    pub believed: bool,
    /// What was guessed.
    pub note: Option<String>,
    /// What was guessed and may well be wrong.
    pub caveat: Option<String>,
}

/// The name of what was measured. The file's own comes first: where it names metrics, the option has chosen among them.
pub fn called(sheet: &Sheet, grid: &Grid, options: &TableOptions) -> Called {
    let named = |metric: String, note: Option<String>| Called {
        metric,
        named: true,
        believed: true,
        note,
        caveat: None,
    };
    if let Some(metric) = grid.metric.clone().or_else(|| options.metrics.first().cloned()) {
        return named(metric, None);
    }
    let stem = stem(sheet.file);
    let decided = options.direction.or(grid.direction).is_some();
    if let Some(info) = known::score(&stem) {
        // Higher is what would be assumed anyway.
        let turned = info.direction == Direction::Lower && !decided;
        let note = turned.then(|| by_name("the name of the file", &stem));
        return named(stem, note);
    }
    // The cell above the datasets of a wide table is free, and many write there what the table shows.
    let corner = first_cell(sheet, grid).filter(|name| known(name).is_some()).cloned();
    let from = if corner.is_some() { "the first cell" } else { "the name of the file" };
    let metric = corner.or_else(|| turned(&stem)).or_else(|| metric_names::within(&stem));
    let free = || metric_names::is_cost(&stem) || holds_ranks(&stem);
    match metric {
        Some(metric) => {
            let note = match decided {
                true => {
                    format!("by {from} the metric is {}; --metric says another", shown(&metric))
                }
                false => by_name(from, &metric),
            };
            named(metric, Some(note))
        }
        None if !decided && free() => cost(stem, grid),
        None => Called { metric: stem, named: false, believed: true, note: None, caveat: None },
    }
}

/// The cell above the datasets of a wide table, unless it says that they are datasets or series.
pub fn first_cell<'s>(sheet: &'s Sheet, grid: &Grid) -> Option<&'s String> {
    let of_rows = |word: &String| long::DATASET.contains(&word.as_str()) || word == "series";
    let first = sheet.header.first().filter(|_| grid.layout == wide::LAYOUT.name);
    first.filter(|name| !words(name).iter().any(of_rows))
}

fn by_name(from: &str, metric: &str) -> String {
    let better = known(metric).map_or("higher", |info| info.direction.name());
    let metric = shown(metric);
    format!("by {from} the metric is {metric}, where {better} is better; --metric says another")
}

/// The metric that the name of a file ends with, where it was turned: `results_1-acc`, `results_neg nll`.
fn turned(stem: &str) -> Option<String> {
    let begins = spans(stem).into_iter().map(|(from, _)| from);
    let mut tails = begins.filter_map(|from| stem.get(from..));
    let is_turned = |tail: &&str| {
        let words = words(tail);
        let negated =
            words.first().is_some_and(|word| ["neg", "negative", "minus"].contains(&word.as_str()));
        (negated || marked(tail).turned != Turned::No) && known::score(tail).is_some()
    };
    tails.find(is_turned).map(str::to_owned)
}

/// A file that is called after a time, memory or ranks. Shares of one are none, and percentages may be none.
fn cost(stem: String, grid: &Grid) -> Called {
    let name = shown(&stem);
    let says = format!("the name of the file, {name}, is that of times, memory or ranks");
    let options = "--higher-is-better and --lower-is-better decide";
    let values: Vec<f64> = grid.means().map(|(value, ..)| value).collect();
    let within = |most: f64| {
        let mut real = values.iter().filter(|value| !CODES.contains(value));
        real.all(|value| (0.0..=most).contains(value))
    };
    let ranks = holds_ranks(&stem);
    let (believed, note, caveat) = if within(1.0) && (ranks || median(&values) >= LARGE_SHARE) {
        let caveat = format!(
            "{says}, but all values are between 0 and 1, as scores are: higher is taken for better; {options}"
        );
        (false, None, Some(caveat))
    } else if within(100.0) && !(ranks && values.iter().all(|value| *value >= 1.0)) {
        let caveat = format!(
            "{says}, so lower is taken for better, though the values may be shares or percentages; {options}"
        );
        (true, None, Some(caveat))
    } else {
        (true, Some(format!("{says}: lower is taken for better; {options}")), None)
    };
    Called { metric: stem, named: false, believed, note, caveat }
}

/// Whether the name of a file ends in a word for ranks.
fn holds_ranks(stem: &str) -> bool {
    matches!(metric_names::bare(stem).last().map(String::as_str), Some("rank" | "ranks"))
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

/// Whether the name of a file is that of a loss or of ranks: only its last word says what the file holds.
pub fn stem_looks_like_loss(stem: &str) -> bool {
    let words = metric_names::bare(stem);
    !words.iter().any(|word| word == "neg") && words.last().is_some_and(|word| is_less(word))
}

/// Whether a name is that of something one wants less of. `neg_` says that it was turned already.
pub fn looks_like_loss(name: &str) -> bool {
    let words = words(name);
    if words.iter().any(|word| word == "neg") {
        return false;
    }
    // The last word says what a thing is; before it, a metric says more than a word of times.
    let part = || metric_names::within(name).and_then(|part| metric_names::facts(&part));
    let any = || match part() {
        Some(facts) => facts.direction == Direction::Lower,
        None => words.iter().any(|word| is_less(word) || metric_names::is_cost(word)),
    };
    metric_names::is_cost(name) || words.last().is_some_and(|word| is_less(word)) || any()
}

/// Words of errors, losses, ranks and costs.
fn is_less(word: &str) -> bool {
    const WORDS: &[&str] = &["err", "rank", "ranks", "cost", "costs"];
    const ENDINGS: &[&str] = &["error", "errors", "loss", "losses", "mse", "mae", "entropy"];
    WORDS.contains(&word) || ENDINGS.iter().any(|ending| word.ends_with(ending))
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
    use super::super::interpret;
    use super::*;
    use crate::analysis::ScoreFile;

    fn of_file(name: &str, cells: [&str; 4]) -> ScoreFile {
        let [a, b, c, d] = cells;
        let text = format!("dataset,A,B\nx,{a},{b}\ny,{c},{d}\n");
        let sheet = Sheet::parse(Path::new(name), &text).unwrap();
        interpret(sheet, &TableOptions::default()).unwrap().remove(0)
    }

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
    fn the_name_of_a_file_does_not_make_times_of_shares() {
        let shares = ["0.81", "0.92", "0.73", "0.64"];
        for name in [
            "results_ms",
            "results_sec",
            "new_york_times",
            "uci_time",
            "results_runtime",
            "results_memory",
            "class_ranks",
            "memory",
        ] {
            let file = of_file(&format!("{name}.csv"), shares);
            assert_eq!(file.results.direction, Direction::Higher, "{name}");
            assert!(file.results.direction_assumed, "{name}");
            assert!(file.caveats.concat().contains("--lower-is-better"), "{name}");
        }
        for name in ["results_s", "results_time_series", "train_time_series", "rules", "depth"] {
            let file = of_file(&format!("{name}.csv"), shares);
            let found = (file.results.direction, file.results.direction_assumed);
            assert_eq!(found, (Direction::Higher, true), "{name}");
            assert!(file.caveats.is_empty(), "{name} {:?}", file.caveats);
        }
    }

    #[test]
    fn what_the_name_of_a_file_turns_is_said() {
        let seconds = ["12.5", "140", "3.25", "250"];
        let small = ["0.02", "0.4", "0.001", "0.03"];
        for (name, cells, caveat) in [
            ("runtime_s", seconds, false),
            ("runtime_s", ["12.5", "40", "3.25", "25"], true),
            ("train_time", small, true),
            ("error", small, false),
            ("rmse", seconds, false),
            ("hinge_loss", small, false),
            ("results_1-acc", small, false),
            ("1 - F1", small, false),
        ] {
            let file = of_file(&format!("{name}.csv"), cells);
            assert_eq!(file.results.direction, Direction::Lower, "{name}");
            let said = if caveat { &file.caveats } else { &file.notes };
            assert!(said.concat().contains("lower is"), "{name} {said:?}");
        }
    }

    #[test]
    fn a_first_cell_has_the_endings_of_losses_too() {
        use super::super::tests::plain;
        for (cell, direction) in [
            ("val_loss", Direction::Lower),
            ("Top-5 error", Direction::Lower),
            ("pinball loss", Direction::Lower),
            ("time series", Direction::Higher),
            ("error dataset", Direction::Higher),
            ("name", Direction::Higher),
        ] {
            let file = plain(&format!("{cell},a,b\nx,2.5,1.5\ny,3.5,2.25\nz,1.5,1.25\n"));
            assert_eq!(file.results.direction, direction, "{cell}");
            let says = file.results.direction_assumed || !file.notes.is_empty();
            assert!(says, "{cell}");
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
}
