//! A verdict for a terminal: the sentence that matters, the comparisons that changed, and what to do about them.

use super::settings::{Inconclusive, Level};
use super::verdict::{Comparison, Finding, Overall, Verdict};
use crate::measure::{MetricInfo, Unit};
use crate::words;

/// The verdict; comparisons with identical predictions only if `all` are wanted.
pub fn text(verdict: &Verdict, all: bool, colour: bool) -> String {
    let loud = |words: &str| words.replacen("nothing was run", "NOTHING WAS RUN", 1);
    let stale = verdict.stale_words().map(|words| format!("{}\n", loud(words)));
    let mut out = format!("{}{}\n", stale.unwrap_or_default(), headline(verdict, colour));
    let shown: Vec<&Comparison> =
        verdict.comparisons.iter().filter(|c| all || !c.identical).collect();
    if !shown.is_empty() {
        out.push('\n');
        let mut rows = vec![HEADS.map(str::to_owned)];
        rows.extend(shown.iter().map(|c| cells(c)));
        out.push_str(&aligned(&rows, colour));
    }
    let explained: Vec<&&Comparison> = shown.iter().filter(|c| needs_words(c)).collect();
    if !explained.is_empty() {
        out.push('\n');
    }
    for comparison in explained {
        out.push_str(&format!("{}: {}\n", place(comparison), explain(comparison)));
    }
    for note in &verdict.notes {
        out.push_str(&format!("note: {note}\n"));
    }
    for caveat in &verdict.caveats {
        out.push_str(&format!("caution: {caveat}\n"));
    }
    out
}

/// Whether a comparison needs more words than its row: it closes the gate, or would.
pub fn needs_words(c: &Comparison) -> bool {
    c.finding > Finding::Inconclusive || (c.demanded && c.finding == Finding::Inconclusive)
}

/// The columns of every table of comparisons.
pub const HEADS: [&str; 8] =
    ["method", "dataset", "metric", "baseline", "now", "drop", "margin", "verdict"];

/// The cells of a comparison.
pub fn cells(c: &Comparison) -> [String; 8] {
    let known = |value: f64, show: &dyn Fn(f64) -> String| {
        if value.is_finite() { show(value) } else { "-".to_owned() }
    };
    let score = |value: f64| known(value, &|v| words::score(c.metric.unit, v));
    let drop = match c.drop {
        _ if c.identical => "identical".to_owned(),
        Some(drop) => {
            let bound = shown_drop(c.metric, c.upper);
            format!("{} (< {bound})", shown_drop(c.metric, drop.estimate))
        }
        None => "-".to_owned(),
    };
    let improved = c.improved && c.finding == Finding::Pass;
    let verdict = if improved { "improved" } else { c.finding.name() };
    [
        c.method.clone(),
        c.dataset.clone().unwrap_or_else(|| "(mean)".to_owned()),
        c.metric.title.to_owned(),
        score(c.before),
        score(c.now),
        drop,
        known(c.margin, &|v| shown_drop(c.metric, v)),
        verdict.to_owned(),
    ]
}

/// The verdict in a sentence.
pub fn sentence(verdict: &Verdict) -> String {
    let of = |finding| verdict.count(finding);
    let all = verdict.comparisons.len();
    let comparisons = words::count(all, "comparison", "comparisons");
    match verdict.overall {
        Overall::Incomparable => format!("cannot be compared with {}", verdict.baseline),
        Overall::Found(Finding::Regressed) => {
            format!("{} of {comparisons} are worse by more than the margin", of(Finding::Regressed))
        }
        Overall::Found(Finding::Incomplete) => {
            format!(
                "{} of {comparisons} cannot be made: scores are missing",
                of(Finding::Incomplete)
            )
        }
        Overall::Found(Finding::Inconclusive) => {
            let open = verdict.comparisons.iter().filter(|c| needs_words(c)).count();
            let demanded = verdict.comparisons.iter().filter(|c| c.demanded).count();
            let word = match verdict.inconclusive {
                Inconclusive::Fail => "",
                Inconclusive::Warn => " (only a warning)",
            };
            format!("{open} of {demanded} comparisons that must pass decide nothing{word}")
        }
        Overall::Found(Finding::Pass) => {
            let same = verdict.comparisons.iter().filter(|c| c.identical).count();
            let better = verdict.comparisons.iter().filter(|c| c.improved).count();
            let what = what_is_same(verdict.comparisons.iter().filter(|c| c.identical));
            let same = if same == all { "all".to_owned() } else { same.to_string() };
            let has_means = verdict.comparisons.iter().any(|c| c.dataset.is_none());
            let level = match verdict.level {
                Level::Dataset => " on any dataset",
                Level::Method if has_means => " in the mean over datasets",
                Level::Method => "",
            };
            let better = if better > 0 { format!(", {better} improved") } else { String::new() };
            format!(
                "no drop beyond the margin{level}; {comparisons}, {same} with identical {what}{better}"
            )
        }
    }
}

/// What is the same where comparisons are identical: of results that were imported, scores may be all that is known.
fn what_is_same<'c>(identical: impl Iterator<Item = &'c Comparison>) -> &'static str {
    let kinds: Vec<bool> = identical.map(|c| c.scores_only).collect();
    match (kinds.contains(&true), kinds.contains(&false)) {
        (true, true) => "predictions or scores",
        (true, false) => "scores",
        (false, _) => "predictions",
    }
}

fn headline(verdict: &Verdict, colour: bool) -> String {
    let word = verdict.overall.name();
    let word = match (colour, verdict.opens()) {
        (false, _) => word.to_uppercase(),
        (true, true) => format!("\x1b[1;32m{}\x1b[0m", word.to_uppercase()),
        (true, false) => format!("\x1b[1;31m{}\x1b[0m", word.to_uppercase()),
    };
    format!("{word}  {}: {}", verdict.experiment, sentence(verdict))
}

/// Which score of which method on which dataset.
pub fn place(c: &Comparison) -> String {
    let dataset = c.dataset.as_ref();
    let place =
        dataset.map_or_else(|| "in the mean over datasets".to_owned(), |d| format!("on {d}"));
    format!("{} {place}, {}", c.method, c.metric.title)
}

/// What a comparison shows, and what would show more.
pub fn explain(c: &Comparison) -> String {
    let drop = |value: f64| shown_drop(c.metric, value);
    let remark = c.remark.as_ref().map(|remark| format!(" ({remark})")).unwrap_or_default();
    let estimate = c.drop.map_or(f64::NAN, |d| d.estimate);
    match c.finding {
        Finding::Pass if c.identical => format!("identical {}", what_is_same([c].into_iter())),
        Finding::Pass => format!(
            "{} from {} to {}; a drop of {} or more is excluded, {} is allowed{remark}",
            if c.improved { "improved" } else { "went" },
            words::score(c.metric.unit, c.before),
            words::score(c.metric.unit, c.now),
            drop(c.upper),
            drop(c.margin),
        ),
        Finding::Regressed => format!(
            "worse by {}, from {} to {}, more than the margin of {} ({}){remark}",
            drop(estimate),
            words::score(c.metric.unit, c.before),
            words::score(c.metric.unit, c.now),
            drop(c.margin),
            words::p_is(c.p_adjusted),
        ),
        Finding::Incomplete => {
            c.remark.clone().unwrap_or_else(|| "some trials have no scores".to_owned())
        }
        Finding::Inconclusive if c.drop.is_none() => {
            c.remark.clone().unwrap_or_else(|| "there is nothing to compare".to_owned())
        }
        Finding::Inconclusive => {
            let way_out = match c.repeats_to_decide {
                Some(repeats) => format!("{repeats} repeats in baseline and run would decide"),
                None => format!(
                    "no number of repeats would decide; a margin above {} would pass",
                    drop(c.upper)
                ),
            };
            format!(
                "{} was seen, a drop of up to {} is possible, {} is allowed; the smallest drop that this data \
                 could show is {}; {way_out}{remark}",
                seen(c.metric, estimate),
                drop(c.upper),
                drop(c.margin),
                drop(c.detectable),
            )
        }
    }
}

/// A drop in words; what rose is not called a negative drop.
fn seen(metric: &MetricInfo, drop: f64) -> String {
    if drop < 0.0 {
        format!("a gain of {}", shown_drop(metric, -drop))
    } else {
        format!("a drop of {}", shown_drop(metric, drop))
    }
}

fn shown_drop(metric: &MetricInfo, value: f64) -> String {
    match metric.unit {
        // Adding zero turns what rounding leaves of a negative nothing into nothing.
        Unit::Share => format!("{:.2}", (1e4 * value).round() / 100.0 + 0.0),
        _ => words::difference(value),
    }
}

fn aligned(rows: &[[String; 8]], colour: bool) -> String {
    let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..8).map(width).collect();
    let mut out = String::new();
    for (position, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, (text, width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            // Numbers to the right, names to the left.
            let padded = match (3..=6).contains(&column) {
                true => format!("{text:>width$}"),
                false => format!("{text:<width$}"),
            };
            line.push_str(&format!("{gap}{padded}"));
        }
        let line = line.trim_end();
        let bad = colour && position > 0 && ["regressed", "incomplete"].contains(&row[7].as_str());
        out.push_str(&if bad { format!("\x1b[31m{line}\x1b[0m\n") } else { format!("{line}\n") });
        if position == 0 {
            let rule = widths.iter().sum::<usize>() + 2 * (widths.len() - 1);
            out.push_str(&format!("{}\n", "-".repeat(rule)));
        }
    }
    out
}
