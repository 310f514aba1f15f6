//! `tribunal power`: how many datasets or repeats a comparison needs, and the smallest difference that a design detects;
//! from numbers, or from a spec or a run. Here are the options and what is wrong with them.

mod design;
mod experiment;
mod family;
mod one_dataset;
mod over_datasets;
mod spread;

use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

pub use design::{DesignPower, family_of};

use self::family::ComparisonFamily;
use self::one_dataset::OneDataset;
use self::over_datasets::OverDatasets;
use super::arguments::{DataDir, share};
use super::exit::{Exit, Refusal, print};
use crate::analysis::POWER;
use crate::stats::power::{MOST, Resampling};

const QUESTIONS: &str = "Questions:\n  \
    tribunal power --methods 4 --datasets 12           what do 12 datasets detect?\n  \
    tribunal power --methods 4 --difference 1          datasets for a difference of 1 mean rank?\n  \
    tribunal power --effect 0.5                        datasets for two methods?\n  \
    tribunal power --folds 10 --repeats 3 --sd 0.02    what do the folds of one dataset detect?\n  \
    tribunal power --folds 10 --sd 0.02 --difference 0.02    how many repeats for 0.02?\n  \
    tribunal power SPEC                                what does this experiment detect?\n\n\
    docs/power.md explains the answers.";

/// More methods than anybody compares.
const MOST_METHODS: usize = 10_000;

/// Arguments of `power`.
#[derive(Args)]
#[command(after_help = QUESTIONS)]
pub struct PowerOptions {
    /// The experiment's TOML file or the folder of a run; stored results say how much differences vary
    #[arg(value_name = "SPEC|RUN", conflicts_with_all = ["methods", "datasets", "folds", "repeats", "test_share"])]
    pub run: Option<PathBuf>,
    /// Number of methods [default: 2]
    #[arg(long, value_name = "N")]
    pub methods: Option<usize>,
    /// Number of datasets
    #[arg(long, value_name = "N")]
    pub datasets: Option<usize>,
    /// The difference to detect: of mean ranks over datasets, or of mean scores on one dataset (with --folds)
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub difference: Option<f64>,
    /// The difference to detect between two methods over datasets: the mean difference divided by the standard deviation of
    /// the differences over datasets
    #[arg(long, value_name = "D", allow_negative_numbers = true, conflicts_with = "difference")]
    pub effect: Option<f64>,
    /// One dataset: folds of each repeat
    #[arg(long, value_name = "N")]
    pub folds: Option<usize>,
    /// One dataset: repeats [default: 1]
    #[arg(long, value_name = "N")]
    pub repeats: Option<usize>,
    /// One dataset: standard deviation of the differences between two methods over folds [default: answers are in such
    /// standard deviations]
    #[arg(long, value_name = "SD", allow_negative_numbers = true)]
    pub sd: Option<f64>,
    /// One dataset: the share of the rows that a test part holds, such as 0.3 [default: one fold of all]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub test_share: Option<f64>,
    /// Compare with a control only, not all pairs
    #[arg(long)]
    pub control: bool,
    /// The level of all comparisons together [default: 0.05, or that of the spec]
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    pub alpha: Option<f64>,
    /// The probability with which the difference must be found
    #[arg(long, value_name = "P", default_value_t = POWER, allow_negative_numbers = true)]
    pub power: f64,
    /// The folder in which `results/` is kept
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub output: PathBuf,
    #[command(flatten)]
    pub data: DataDir,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// An answer, for people or for programs.
enum PowerAnswer {
    Text(String),
    Json(Value),
}

pub fn power(options: &PowerOptions) -> Result<Exit, Refusal> {
    let answer = match &options.run {
        Some(run) => experiment::of_experiment(run, options)?,
        None => by_numbers(options)?,
    };
    match answer {
        PowerAnswer::Text(text) => print(&text),
        PowerAnswer::Json(json) => print(&format!("{}\n", serde_json::to_string_pretty(&json)?)),
    }
    Ok(Exit::Done)
}

/// The answer to a question that names no experiment.
fn by_numbers(options: &PowerOptions) -> Result<PowerAnswer, Refusal> {
    let one_dataset = options.folds.is_some()
        || options.repeats.is_some()
        || options.sd.is_some()
        || options.test_share.is_some();
    if one_dataset && options.datasets.is_some() {
        return Err(wrong(
            "--datasets asks about a comparison over datasets, --folds, --repeats, --sd and --test-share about one dataset",
            "leave one of them out",
        ));
    }
    let asks = [options.methods, options.datasets].iter().any(Option::is_some)
        || [options.difference, options.effect].iter().any(Option::is_some);
    if !one_dataset && !asks {
        return Err(wrong(
            "the question is missing",
            "give --methods and --datasets, --methods and --difference, --folds, or a spec (`tribunal power --help`)",
        ));
    }
    let family = family(options, options.methods.unwrap_or(2), options.alpha.unwrap_or(0.05))?;
    let (text, json) = if one_dataset {
        let on = on_folds(options, family)?;
        (on.text()?, on.json()?)
    } else {
        counted("--datasets", options.datasets, 1, MOST)?;
        let over =
            OverDatasets { family, datasets: options.datasets, wanted: wanted(options, family)? };
        let answer = over.answer()?;
        (answer.text(), answer.json())
    };
    Ok(if options.json {
        let mut json = json;
        json["comparisons"] = family.json();
        PowerAnswer::Json(json)
    } else {
        PowerAnswer::Text(format!("{}.\n{text}", family.words()))
    })
}

/// The comparisons that the options name.
fn family(options: &PowerOptions, methods: usize, alpha: f64) -> Result<ComparisonFamily, Refusal> {
    counted("--methods", Some(methods), 2, MOST_METHODS)?;
    if !(1e-6..=0.5).contains(&alpha) {
        return Err(wrong(
            &format!("--alpha {alpha} is no level of a test"),
            "give a level between 0.000001 and 0.5, such as 0.05",
        ));
    }
    let power = options.power;
    if !(power > alpha && power <= 0.999_999) {
        return Err(wrong(
            &format!("--power {power} must lie between the level {alpha} and 1"),
            "0.8 is usual, 0.9 is cautious",
        ));
    }
    Ok(ComparisonFamily { methods, with_control: options.control, alpha, power })
}

/// The comparison on one dataset that the options describe.
fn on_folds(options: &PowerOptions, family: ComparisonFamily) -> Result<OneDataset, Refusal> {
    let Some(folds) = options.folds else {
        return Err(wrong(
            "the number of folds is missing",
            "give --folds; for one part that is split off again and again --folds 1, --repeats and --test-share",
        ));
    };
    let repeats = options.repeats.unwrap_or(1);
    counted("--folds", Some(folds), 1, 10_000)?;
    counted("--repeats", Some(repeats), 1, 10_000)?;
    if folds == 1 && (options.test_share.is_none() || repeats == 1) {
        return Err(wrong(
            "a test needs two test parts or more, and the share of the rows that each holds",
            "give --folds 2 or more, or --repeats and --test-share with --folds 1",
        ));
    }
    check_spread(options)?;
    let test_share = options.test_share.unwrap_or(1.0 / folds as f64);
    let design = Resampling { folds, repeats, test_share };
    Ok(OneDataset { family, design, sd: options.sd, wanted: score_difference(options)? })
}

/// The difference to detect on one dataset.
fn score_difference(options: &PowerOptions) -> Result<Option<f64>, Refusal> {
    if options.effect.is_some() {
        return Err(wrong(
            "--effect is for two methods over datasets",
            "give --difference, which is in standard deviations of the fold differences without --sd",
        ));
    }
    positive("--difference", options.difference)
}

/// The difference to detect over datasets.
fn wanted(options: &PowerOptions, family: ComparisonFamily) -> Result<Option<f64>, Refusal> {
    let most = family.methods - 1;
    match (options.difference, options.effect) {
        (Some(_), _) if family.methods == 2 => Err(wrong(
            "two methods are compared by Wilcoxon's signed-rank test, not by mean ranks",
            "give --effect, the mean difference divided by the standard deviation of the differences over datasets; or \
             --methods, if there are more",
        )),
        (_, Some(_)) if family.methods > 2 => Err(wrong(
            &format!("--effect is for two methods, and there are {}", family.methods),
            &format!("give --difference, a difference of mean ranks of at most {most}"),
        )),
        (Some(difference), _) if difference > most as f64 => Err(wrong(
            &format!(
                "mean ranks of {} methods differ by at most {most}, not by {difference}",
                family.methods
            ),
            &format!("give a --difference of at most {most}"),
        )),
        (Some(difference), _) => positive("--difference", Some(difference)),
        (None, effect) => positive("--effect", effect),
    }
}

fn check_spread(options: &PowerOptions) -> Result<(), Refusal> {
    positive("--sd", options.sd).map(|_| ())
}

fn positive(option: &str, value: Option<f64>) -> Result<Option<f64>, Refusal> {
    match value {
        Some(value) if !(value > 0.0 && value.is_finite()) => {
            Err(wrong(&format!("{option} {value} is no size"), "give a number above 0"))
        }
        value => Ok(value),
    }
}

fn counted(option: &str, value: Option<usize>, least: usize, most: usize) -> Result<(), Refusal> {
    match value {
        Some(value) if !(least..=most).contains(&value) => Err(wrong(
            &format!("{option} {value} is out of range"),
            &format!("give a number from {least} to {most}"),
        )),
        _ => Ok(()),
    }
}

fn wrong(problem: &str, remedy: &str) -> Refusal {
    Refusal::usage(format!("{problem}\nhelp: {remedy}"))
}
