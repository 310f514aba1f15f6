//! Names that give a mistake away: a row of averages among the datasets, and names that no table can show. It looks at names
//! only, never at values.

use std::path::Path;

use super::Grid;
use super::metric_names::is_cost;
use super::metric_names::kinds::{is_deviation, is_p_value};
use crate::data::error::DataError;
use crate::data::read::text::shown;

/// Words for what is computed from the other rows, alone or after one another ("Average rank", "W/T/L").
const SUMMARIES: &[&str] = &[
    "average",
    "averages",
    "avg",
    "ave",
    "mean",
    "means",
    "median",
    "rank",
    "ranks",
    "ranking",
    "overall",
    "total",
    "sum",
    "w",
    "t",
    "l",
    "d",
    "win",
    "wins",
    "tie",
    "ties",
    "draw",
    "draws",
    "loss",
    "losses",
    "gmean",
    "geomean",
    "best",
    "oracle",
    "subtotal",
    "min",
    "max",
    "minimum",
    "maximum",
    "p",
    "pvalue",
    "wilcoxon",
    "sem",
    "stderr",
    "variance",
    "improvement",
    "speedup",
    // German, French, Spanish, Italian, Portuguese.
    "mittelwert",
    "mittel",
    "durchschnitt",
    "moyenne",
    "médiane",
    "promedio",
    "mediana",
    "média",
    "ø",
];

/// Words that say what was summarised ("Mean accuracy") or how ("macro avg"); alone they may name a dataset.
const SUMMARISED: &[&str] = &[
    "accuracy",
    "acc",
    "error",
    "auc",
    "f1",
    "score",
    "scores",
    "friedman",
    "macro",
    "micro",
    "weighted",
    "geometric",
    "arithmetic",
    "harmonic",
    "geom",
    "dev",
    "deviation",
    "standard",
    "number",
    "of",
    "no",
    "all",
    "the",
    "value",
    "values",
    "err",
    "trimmed",
    "winsorized",
    "partial",
    "sample",
];

/// Words of computed numbers that also stand in names of datasets (`mean-shift`).
const MENTIONS: &[&str] = &[
    "mean",
    "average",
    "avg",
    "median",
    "mittelwert",
    "durchschnitt",
    "moyenne",
    "promedio",
    "wilcoxon",
    "friedman",
    "variance",
    "deviation",
    "quartile",
    "quantile",
    "percentile",
    "interquartile",
];
/// Whole names of computed numbers that datasets may have, too.
const SHORT: &[&str] = &["p", "cd", "se", "ci", "cv", "iqr", "mad", "var", "range", "q1", "q3"];

/// Signs for the mean, the standard deviation and a count.
const SIGNS: &[&str] = &["∅", "⌀", "μ", "µ", "σ", "x̄", "#"];

/// The words of a name, in lower case.
pub fn words(name: &str) -> Vec<String> {
    let pieces = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    pieces.map(str::to_lowercase).collect()
}

/// Whether a name is that of a summary of others.
pub fn is_summary(name: &str) -> bool {
    if SIGNS.contains(&name.trim().to_lowercase().as_str()) {
        return true;
    }
    let words = words(name);
    if is_p_value(&words) && words.concat() != "p" {
        return true;
    }
    let plain: Vec<&str> = words.iter().map(String::as_str).collect();
    if matches!(plain[..], ["standard", "deviation" | "error"] | ["std", "dev"]) {
        return true;
    }
    // A single letter is a dataset's name as likely as anything else; three of them are wins, ties and losses.
    // `D-W` is Office-31.
    let says_something = words.len() > 2 || words.iter().any(|word| word.len() > 1);
    let summary = |word: &String| SUMMARIES.contains(&word.as_str()) || is_deviation(word);
    says_something
        && words.iter().any(summary)
        && words.iter().all(|word| summary(word) || SUMMARISED.contains(&word.as_str()))
}

/// Whether a name may be that of a summary, and that of a dataset as well: only where it stands and its numbers decide.
pub fn may_be_summary(name: &str) -> bool {
    let words = words(name);
    // `mean-shift` is one word.
    let mentions = |word: &str| MENTIONS.contains(&word.to_lowercase().trim_end_matches('.'));
    SHORT.contains(&words.concat().as_str())
        || name.split(|c: char| c.is_whitespace() || "()[],;:".contains(c)).any(mentions)
        || is_cost(name)
}

/// Refuses a row that would be ranked as a dataset and is none.
pub fn refuse_summary(file: &Path, line: usize, name: &str) -> Result<(), DataError> {
    if !is_summary(name) {
        return Ok(());
    }
    let problem = format!("the row {} is a summary, and would count as a dataset", shown(name));
    let remedy = "remove the row; rename it if it is a dataset";
    Err(DataError::line(file, line, problem, remedy))
}

/// Refuses names that no table can show: a line break or another control character.
pub fn refuse_control(file: &Path, grid: &Grid) -> Result<(), DataError> {
    let unfit = |name: &&String| {
        name.chars().any(|c| c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}'))
    };
    let Some(name) = grid.methods.iter().chain(&grid.datasets).find(unfit) else { return Ok(()) };
    let problem = format!("the name `{}` holds a control character", name.escape_debug());
    Err(DataError::file(file, problem, "give it a name of one line of plain text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_known_by_name() {
        for name in [
            "Average",
            "MEAN",
            "Avg.",
            "Rank",
            "ranks",
            "Average rank",
            "avg_rank",
            "W/T/L",
            "Mean acc",
            "macro avg",
            "geometric mean",
            "Mittelwert",
            "Moyenne",
            "Ø",
            "∅",
            "AVG.",
            "#",
            "# wins",
            "Std. dev.",
            "Number of wins",
            "p-value",
            "p value",
            "p (Holm)",
            "Wilcoxon p",
            "Subtotal",
            "Max",
            "Improvement (of best)",
            "Std. err.",
            "standard error",
            "SEM",
            "trimmed mean",
        ] {
            assert!(is_summary(name), "{name}");
        }
        for name in ["p", "CD", "var", "IQR", "runtime", "Mean (binary)", "Wilcoxon vs svm", "Q1"] {
            assert!(may_be_summary(name) && !is_summary(name), "{name}");
        }
        for name in [
            "iris",
            "mean-shift",
            "t",
            "L",
            "german",
            "",
            "1",
            "accuracy",
            "ranking-svm data",
            "macro",
            "standard",
            "p53",
            "Q2",
            "D-W",
        ] {
            assert!(!may_be_summary(name), "{name}");
            assert!(!is_summary(name), "{name}");
        }
    }
}
