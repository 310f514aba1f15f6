//! `tribunal adjust`: p-values from anywhere, corrected for being many. Reading them is in `input`; the corrections are
//! those of `stats::adjust`, all of them unless the user names some.

mod columns;
mod input;
#[cfg(test)]
mod input_tests;
mod table;

use std::collections::BTreeSet;
use std::path::Path;

use clap::Args;

use self::input::Hypothesis;
use self::table::Adjusted;
use super::exit::{Exit, Refusal, print, say};
use crate::data::read::text::listed;
use crate::stats::adjust::Correction;
use crate::suggest;

/// Arguments of `adjust`.
#[derive(Args)]
#[command(after_help = about_corrections())]
pub struct AdjustOptions {
    /// P-values: numbers, NAME=P, files (one p-value per line, or CSV with names and p-values in columns), or `-` for
    /// standard input; together they are one family
    #[arg(value_name = "P|NAME=P|FILE|-", allow_negative_numbers = true)]
    pub values: Vec<String>,
    /// Adjusted p-values up to this level are marked
    #[arg(long, value_name = "P", default_value_t = 0.05, allow_negative_numbers = true)]
    pub alpha: f64,
    /// Only these corrections, separated by commas [default: all]
    #[arg(long = "method", value_name = "NAMES", value_delimiter = ',')]
    pub methods: Vec<String>,
    /// The column of the p-values, where a file has several columns of numbers
    #[arg(long, value_name = "NAME")]
    pub column: Option<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print CSV, with all digits
    #[arg(long)]
    pub csv: bool,
}

/// Other programs' names of corrections: those of statsmodels and R.
const ALIASES: &[(&str, Correction)] = &[
    ("fdr_bh", Correction::Fdr),
    ("bh", Correction::Fdr),
    ("benjamini-hochberg", Correction::Fdr),
    ("holm-sidak", Correction::Holland),
    ("simes-hochberg", Correction::Hochberg),
];

pub fn adjust(options: &AdjustOptions) -> Result<Exit, Refusal> {
    if !(options.alpha > 0.0 && options.alpha < 1.0) {
        return Err(Refusal::usage("--alpha must lie between 0 and 1, such as 0.05"));
    }
    let corrections = corrections(&options.methods)?;
    let mut family: Vec<Hypothesis> = Vec::new();
    let mut notes = Vec::new();
    for value in &options.values {
        let found = input::read(value, options.column.as_deref())?;
        notes.extend(found.notes);
        family.extend(found.hypotheses);
    }
    notes.extend(doubts(&family));
    notes.iter().for_each(|note| say(&format!("note: {note}")));
    check_count(family.len())?;
    for (place, hypothesis) in family.iter_mut().enumerate() {
        if hypothesis.name.is_empty() {
            hypothesis.name = (place + 1).to_string();
        }
    }
    let adjusted = Adjusted::new(family, &corrections, options.alpha);
    if options.json {
        let mut json = adjusted.json();
        if !notes.is_empty() {
            json["notes"] = serde_json::json!(notes);
        }
        print(&format!("{}\n", serde_json::to_string_pretty(&json)?));
    } else if options.csv {
        print(&adjusted.csv());
    } else {
        print(&adjusted.text());
    }
    Ok(Exit::Done)
}

/// What may be a mistake in a family: a name that comes twice, and zeros.
fn doubts(family: &[Hypothesis]) -> Vec<String> {
    let mut notes = Vec::new();
    let mut seen = BTreeSet::new();
    let named = || family.iter().map(|one| one.name.as_str()).filter(|name| !name.is_empty());
    let twice: BTreeSet<&str> = named().filter(|name| !seen.insert(*name)).collect();
    if !twice.is_empty() {
        notes.push(format!(
            "several p-values have the same name, and each counts: {}",
            listed(twice.into_iter().collect::<Vec<_>>().into_iter())
        ));
    }
    if family.iter().any(|one| one.p == 0.0) {
        notes.push(
            "a p-value of 0 is one that was rounded or is too small for a number here: it stays 0"
                .to_owned(),
        );
    }
    notes
}

/// More p-values than any family of comparisons has; Hommel's procedure takes time by the square of the count.
const MOST: usize = 20_000;

fn check_count(count: usize) -> Result<(), Refusal> {
    match count {
        0 => Err(Refusal::usage(
            "no p-values were given\nhelp: write them as in `tribunal adjust 0.01 0.04 0.03`, or name a file",
        )),
        1 => Err(Refusal::usage(
            "one p-value needs no correction\nhelp: give all p-values of the family, also those that are not significant",
        )),
        2..=MOST => Ok(()),
        _ => Err(Refusal::usage(format!(
            "{count} p-values are too many\nhelp: at most {MOST} are adjusted together"
        ))),
    }
}

fn corrections(names: &[String]) -> Result<Vec<Correction>, Refusal> {
    if names.is_empty() {
        return Ok(Correction::ALL.to_vec());
    }
    let mut found = Vec::new();
    for name in names {
        let lower = name.trim().to_ascii_lowercase();
        let alias = || ALIASES.iter().find(|(own, _)| *own == lower).map(|(_, known)| *known);
        let Some(correction) = Correction::named(&lower).or_else(alias) else {
            let known: Vec<&str> = Correction::ALL.into_iter().map(Correction::name).collect();
            let otherwise = format!("write one of {}", known.join(", "));
            let help = suggest::help(name, &known, &otherwise);
            return Err(Refusal::usage(format!("no correction is called `{name}`\nhelp: {help}")));
        };
        if !found.contains(&correction) {
            found.push(correction);
        }
    }
    Ok(found)
}

/// What each correction controls and assumes, for the help.
fn about_corrections() -> String {
    let mut text = String::from("Corrections, what each keeps below alpha, and what it assumes:\n");
    for correction in Correction::ALL {
        let (name, title) = (correction.name(), correction.title());
        let (controls, assumes) = (correction.controls().words(), correction.assumes());
        text.push_str(&format!("  {name:<11} {title}: {controls}; {assumes}\n"));
    }
    text.push_str(
        "\nThe family-wise error is the probability of at least one wrong rejection; the false discovery rate is the expected \
         share of wrong ones among all rejections. Shaffer's and Bergmann-Hommel's procedures need to know which methods each \
         p-value compares: `tribunal analyze`.\n\n\
         Examples:\n  \
         tribunal adjust 0.01 0.04 0.03\n  \
         tribunal adjust A=0.01 B=0.04 C=0.03 --method holm,fdr\n  \
         tribunal adjust pvalues.csv --column p --csv",
    );
    text
}

/// How a file is called in messages.
fn named(path: &Path) -> String {
    match path.to_str() {
        Some("-") => "standard input".into(),
        _ => path.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_every_correction() {
        let help = about_corrections();
        assert!(Correction::ALL.into_iter().all(|c| help.contains(c.title())), "{help}");
    }

    #[test]
    fn corrections_go_by_their_names_and_by_those_of_other_programs() {
        let of = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            corrections(&names)
        };
        assert_eq!(of(&[]).unwrap(), Correction::ALL);
        assert_eq!(of(&["Holm", "fdr_bh", "BH"]).unwrap(), [Correction::Holm, Correction::Fdr]);
        assert!(of(&["hlom"]).unwrap_err().text.contains("did you mean `holm`"));
    }
}
