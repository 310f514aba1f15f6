//! Every argument of every verb, but for those of `work`, `power`, `adjust`, `init` and `completions`, which are in their files.
//! Help texts are the documentation, so they are written for someone who has nothing else.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::adjust::AdjustOptions;
use super::completions::CompletionOptions;
use super::file_options::FileOptions;
use super::fold_table::FoldTableOptions;
use super::init::InitOptions;
use super::power::PowerOptions;
use super::work::WorkOptions;

const CODES: &str = "Exit codes: 0 done, 1 the gate found a regression, 2 usage, spec or data error (nothing ran), \
                     3 finished with failed or missing trials, 4 no baseline or one that cannot be compared, 5 the gate \
                     could not decide, 6 nothing selected, 7 a stored result could not be reproduced, 70 internal error \
                     or a disk that cannot be used, 130 interrupted.";

const GATE: &str = "The table [gate] of the spec sets metrics, margins and levels; docs/ci.md explains them. The verdict is also \
                    written to reports/<experiment>/gate: verdict.json, junit.xml, summary.md.\n\n\
                    Exit codes: 0 passed (or saved), 1 regressed, 3 scores are missing, 4 no baseline or one that \
                    cannot be compared, 5 inconclusive; others as for every command.";

const AUDIT: &str = "docs/audit.md explains verdicts, conventions and claim files.\n\n\
                     Exit codes: 0 the audit was made, whatever it found; 2 a claim file is wrong; with --strict 3 if anything \
                     but matches (also under a convention) was found.";

/// A fair trial for machine-learning methods: from a TOML spec to stored, reproducible results.
#[derive(Parser)]
#[command(name = "tribunal", version, after_help = CODES, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// What to do.
#[derive(Subcommand)]
pub enum Verb {
    /// Run an experiment; what is stored already is not run again
    Run(RunOptions),
    /// Run one of several shares of an experiment; processes with other shares may work on it at the same time
    Work(WorkOptions),
    /// Show what an experiment takes: trials, fits, time, memory
    Plan(PlanOptions),
    /// Compute how many datasets or repeats a comparison needs, or the smallest difference a design can detect
    Power(PowerOptions),
    /// Show what would run, and why
    Why(WhyOptions),
    /// Fail if scores dropped against a stored baseline: the gate for CI
    #[command(mut_arg("spec", |spec| spec.help("The experiment's TOML file (SPEC), or the folder of a run, which is compared as it is stored")))]
    Check(CheckOptions),
    /// Run some stored trials again and compare; stores nothing
    Verify(VerifyRunOptions),
    /// Judge results from anywhere: ranks, tests, a verdict
    Analyze(Box<AnalyzeOptions>),
    /// Correct p-values for being many, with every correction there is
    Adjust(AdjustOptions),
    /// Make tables, figures and the page again from what is stored; runs nothing
    Report(ReportOptions),
    /// Turn predictions or scores made elsewhere into a run that can be reported, analysed and checked
    Import(ImportRunOptions),
    /// Recompute what papers state about their own tables
    Audit(AuditOptions),
    /// List methods, steps, datasets, metrics, tests, layouts or figures
    List(ListOptions),
    /// Look at, verify or import data
    Data(DataOptions),
    /// Check the statistics of this program against reference values
    Selftest(SelftestOptions),
    /// Write a commented spec that runs
    Init(InitOptions),
    /// Print a completion script for a shell
    Completions(CompletionOptions),
}

/// Which spec, and which part of it.
#[derive(Args)]
pub struct SpecOptions {
    /// The experiment's TOML file
    pub spec: PathBuf,
    /// Only this dataset (may be given several times)
    #[arg(short, long = "dataset", value_name = "NAME")]
    pub datasets: Vec<String>,
    /// Only this method (may be given several times)
    #[arg(short, long = "method", value_name = "NAME")]
    pub methods: Vec<String>,
    /// Use this seed instead of the spec's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: Option<u64>,
    /// The folder in which `results/` and `reports/` are kept
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub output: PathBuf,
    #[command(flatten)]
    pub data: DataDir,
}

/// Where the catalogue is.
#[derive(Args, Clone)]
pub struct DataDir {
    /// The data folder with its catalog.toml; or, without one, the folder with the files of the catalogue that do not ship
    /// [default: the variable TRIBUNAL_DATA, else `datasets` here or in a folder above the spec]
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
}

/// Arguments of `run`.
#[derive(Args)]
pub struct RunOptions {
    #[command(flatten)]
    pub spec: SpecOptions,
    #[command(flatten)]
    pub effort: Effort,
    /// Say what would run, and run nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print the tables as JSON
    #[arg(long)]
    pub json: bool,
}

/// How a run is carried out.
#[derive(Args)]
pub struct Effort {
    /// Number of threads [default: one a processor]; results do not depend on it
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Memory that fits may use together, in megabytes [default: half of the machine's or the container's]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    pub memory: Option<u32>,
    /// Run everything again, whatever is stored
    #[arg(long)]
    pub force: bool,
    /// Say less: no progress, no tables
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say more: a line for every trial
    #[arg(short, long)]
    pub verbose: bool,
}

/// Arguments of `check`.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("what").required(true), after_help = GATE)]
pub struct CheckOptions {
    #[command(flatten)]
    pub spec: SpecOptions,
    /// Hold the run against this baseline
    #[arg(long, value_name = "FILE", group = "what")]
    pub baseline: Option<PathBuf>,
    /// Store the run as a baseline in this file
    #[arg(long, value_name = "FILE", group = "what")]
    pub save_baseline: Option<PathBuf>,
    #[command(flatten)]
    pub effort: Effort,
    /// Print the verdict as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `plan`.
#[derive(Args)]
pub struct PlanOptions {
    #[command(flatten)]
    pub spec: SpecOptions,
    /// Number of threads to plan for [default: one a processor]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Count only; fit nothing to estimate times
    #[arg(long)]
    pub no_pilot: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `why`.
#[derive(Args)]
pub struct WhyOptions {
    #[command(flatten)]
    pub spec: SpecOptions,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `verify`.
#[derive(Args)]
pub struct VerifyRunOptions {
    #[command(flatten)]
    pub spec: SpecOptions,
    /// How many stored trials to run again, drawn at random
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub sample: u32,
    /// The seed of the sample [default: the experiment's]; the same seed draws the same trials
    #[arg(long, value_name = "N")]
    pub sample_seed: Option<u64>,
    /// Run all stored trials again
    #[arg(long, conflicts_with_all = ["sample", "sample_seed"])]
    pub all: bool,
    /// Number of threads [default: one a processor]; results do not depend on it
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Memory that fits may use for kernels, in megabytes [default: half of the machine's]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    pub memory: Option<u32>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What can be listed.
#[derive(Clone, Copy, ValueEnum)]
pub enum Listed {
    /// Method kinds with their parameters
    Methods,
    /// Steps of `prepare` with their parameters
    Steps,
    /// The catalogue
    Datasets,
    /// Metrics, timings and model facts
    Metrics,
    /// Tests of a verdict
    Tests,
    /// Layouts of tables
    Layouts,
    /// Figures of a report
    Figures,
}

/// How a verdict is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum VerdictFormat {
    /// For people
    Text,
    /// For programs
    Json,
    /// Sources of the methods
    Bibtex,
}

/// Arguments of `analyze`.
#[derive(Args)]
pub struct AnalyzeOptions {
    /// Results: wide (one row per dataset or fold, one column per method), long (one line per method, dataset and fold; scores in a
    /// column `value` or in columns named after metrics), or another layout of docs/tables.md; as CSV or another form, may be
    /// compressed with gzip; `-` reads standard input. Several files, or folders of files of one method each. Or the
    /// folder of a run
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Standard deviations over folds: a wide CSV with the same rows and columns
    #[arg(long, value_name = "FILE")]
    pub sd: Option<PathBuf>,
    /// The metric to judge, where a file has several (may be given several times) [default: every metric of a file, the first
    /// of a run]; the name of the metric, where a file has one without a name
    #[arg(long = "metric", value_name = "NAME")]
    pub metrics: Vec<String>,
    /// Larger values are better
    #[arg(long, conflicts_with = "lower_is_better")]
    pub higher_is_better: bool,
    /// Smaller values are better
    #[arg(long)]
    pub lower_is_better: bool,
    /// Smallest and largest possible value [default: 0,1 or 0,100 where all values lie in it]
    #[arg(long, value_name = "LOW,HIGH", value_parser = range, allow_hyphen_values = true)]
    pub range: Option<(f64, f64)>,
    #[command(flatten)]
    pub fold_table: FoldTableOptions,
    /// The method the others are compared with [default: the best mean rank]
    #[arg(long, value_name = "METHOD")]
    pub control: Option<String>,
    /// The level of all tests
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub alpha: f64,
    /// Tests, separated by commas, `all`, or `+NAME` to add to the usual ones (`tribunal list tests`)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub tests: Vec<String>,
    /// Which scores are equal: decimal (closer than 1e-9) or raw
    #[arg(long, value_name = "RULE", default_value = "decimal")]
    pub ties: String,
    /// Zero differences of the signed-rank test: drop, pratt, split or keel
    #[arg(long, value_name = "RULE", default_value = "drop")]
    pub zeros: String,
    /// The p of the signed-rank test: auto, exact, exact-untied, normal or normal-corrected
    #[arg(long, value_name = "HOW", default_value = "auto")]
    pub wilcoxon: String,
    /// Missing results: drop-dataset, drop-method, worst-rank, constant-predictor or error (docs/analysis.md) [default:
    /// drop-dataset; for a run that of its spec]
    #[arg(long, value_name = "POLICY")]
    pub missing: Option<String>,
    /// Draws of the tests that draw scores
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..=10_000_000))]
    pub draws: u32,
    /// The test of each draw: paired-z, t, wilcoxon or wilcoxon-exact
    #[arg(long, value_name = "NAME", default_value = "paired-z")]
    pub statistic: String,
    /// Each draw gives the one-sided p of the first-named method, not that of the favoured side
    #[arg(long)]
    pub one_sided: bool,
    /// Half the width of practical equivalence [default: a hundredth of the metric's range, 0 if that has no limits]
    #[arg(long, value_name = "WIDTH")]
    pub rope: Option<f64>,
    /// All methods in the order that was predicted before the results were seen, the best first, for page: separated by commas
    /// (a name with a comma in quotes), or one option per method
    #[arg(long, value_name = "METHODS")]
    pub trend: Vec<String>,
    /// Folds behind every mean and standard deviation, for cv-t
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..))]
    pub folds: Option<u16>,
    /// The seed of all draws
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads [default: one a processor]; results do not depend on it
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Write a report with tables, figures and a page into this folder
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Figures without the notes below them, which are in the captions anyway
    #[arg(long, requires = "output")]
    pub no_figure_notes: bool,
    /// How to print the verdict
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    pub format: VerdictFormat,
    /// Print JSON: the same as --format json
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `report`.
#[derive(Args)]
pub struct ReportOptions {
    /// The experiment's TOML file, or the folder of its results
    pub run: PathBuf,
    /// Only these formats, separated by commas: html, latex, markdown, csv, json, text, svg, png, tikz [default: the spec's]
    #[arg(long = "format", value_name = "NAMES", value_delimiter = ',')]
    pub formats: Vec<String>,
    /// Only files of tables of these layouts, separated by commas (`tribunal list layouts`); the page stays as it is
    #[arg(long = "layout", value_name = "NAMES", value_delimiter = ',')]
    pub layouts: Vec<String>,
    /// Only these tables and figures, by the names of their files or by layout or figure, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Figures without the notes below them, which are in the captions anyway
    #[arg(long)]
    pub no_figure_notes: bool,
    /// Missing results: drop-dataset, drop-method, worst-rank, constant-predictor or error (docs/analysis.md) [default: the
    /// spec's]
    #[arg(long, value_name = "POLICY")]
    pub missing: Option<String>,
    /// Use this seed instead of the spec's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: Option<u64>,
    /// The folder in which `results/` and `reports/` are kept
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub output: PathBuf,
    /// Number of threads [default: one a processor]; the report does not depend on it
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Say nothing
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub data: DataDir,
}

/// Arguments of `import`.
#[derive(Args)]
pub struct ImportRunOptions {
    /// Files, or folders to search: AutoML Benchmark results and predictions, tsml result files, long CSV, Weka Experimenter
    /// results, predictions of OpenML runs, result files of KEEL (docs/import.md); `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The name of the run: letters, digits, `-`, `_`, `.`
    #[arg(long, value_name = "NAME")]
    pub name: String,
    /// amlb, tsml, long, weka, openml or keel [default: by content]
    #[arg(long, value_name = "NAME")]
    pub format: Option<String>,
    /// The method, where the files do not tell
    #[arg(long, value_name = "NAME")]
    pub method: Option<String>,
    /// The dataset, where the files do not tell
    #[arg(long, value_name = "NAME")]
    pub dataset: Option<String>,
    /// classification or regression, where the files leave it open [default: by content]
    #[arg(long, value_name = "TASK")]
    pub task: Option<String>,
    /// What separates the fields of CSV files: comma, semicolon, tab, pipe or blanks [default: what splits the lines most
    /// consistently]
    #[arg(long, value_name = "WORD")]
    pub delimiter: Option<String>,
    /// What precedes decimals in CSV files: point or comma [default: by all numbers of the file]
    #[arg(long, value_name = "WORD")]
    pub decimal: Option<String>,
    /// The share of the rows that a test part holds, such as 0.3 [default: one fold among all; not known for resamples]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub test_share: Option<f64>,
    /// A TOML file with tables [analysis], [report] and [gate], as in a spec
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// Missing results: drop-dataset, drop-method, worst-rank, constant-predictor or error (docs/analysis.md), for every
    /// report on the run that names no other policy [default: that of --settings, else drop-dataset]
    #[arg(long, value_name = "POLICY")]
    pub missing: Option<String>,
    /// The folder in which `results/` is kept
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub output: PathBuf,
    /// Replace an earlier import of that name
    #[arg(long)]
    pub force: bool,
    /// Say nothing
    #[arg(short, long)]
    pub quiet: bool,
}

/// A share of the rows, more than none and less than all.
pub fn share(text: &str) -> Result<f64, String> {
    let found = text.parse::<f64>().ok().filter(|share| *share > 0.0 && *share < 1.0);
    found.ok_or_else(|| "write a number between 0 and 1, such as 0.3".into())
}

/// Arguments of `selftest`.
#[derive(Args)]
pub struct SelftestOptions {
    /// Simulate the gate instead: how often it errs, by size of the data and true drop
    #[arg(long)]
    pub gate: bool,
    /// How often each setting of the gate is simulated
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "gate", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub times: u32,
    /// The seed of the simulation
    #[arg(long, value_name = "N", default_value_t = 1, requires = "gate")]
    pub seed: u64,
    /// Print every comparison
    #[arg(short, long)]
    pub verbose: bool,
}

fn range(text: &str) -> Result<(f64, f64), String> {
    let number =
        |part: &str| part.trim().parse::<f64>().map_err(|_| format!("`{part}` is not a number"));
    let (low, high) = text.split_once(',').ok_or("write it as LOW,HIGH, such as 0,100")?;
    let (low, high) = (number(low)?, number(high)?);
    if low < high {
        Ok((low, high))
    } else {
        Err("the first number must be the smaller one".into())
    }
}

/// Arguments of `audit`.
#[derive(Args)]
#[command(after_help = AUDIT)]
pub struct AuditOptions {
    /// `all`, a paper (melki), a table (melki-5.3-accuracy) or a claim file of your own; without it, what there is
    #[arg(value_name = "WHAT")]
    pub what: Option<String>,
    /// List papers and tables, and audit nothing
    #[arg(long)]
    pub list: bool,
    /// How to print it [default: text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<AuditFormat>,
    /// Write index.html, audit.md and audit.json into this folder, and print nothing unless --format is given
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Leave with code 3 if anything but matches was found
    #[arg(long)]
    pub strict: bool,
    /// Print nothing
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub data: DataDir,
}

/// How an audit is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AuditFormat {
    /// A summary a table, and what is no plain match
    Text,
    /// The same as Markdown
    Markdown,
    /// One page
    Html,
    /// Everything, for programs
    Json,
}

/// Arguments of `list`.
#[derive(Args)]
pub struct ListOptions {
    /// What to list
    pub what: Listed,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub data: DataDir,
}

/// Arguments of `data`.
#[derive(Args)]
pub struct DataOptions {
    /// What to do
    #[command(subcommand)]
    pub verb: DataVerb,
}

/// What to do with data.
#[derive(Subcommand)]
pub enum DataVerb {
    /// Describe a dataset of the catalogue or a file
    Info(InfoOptions),
    /// Check files of the catalogue against their checksums and facts
    Verify(VerifyOptions),
    /// Copy a file into the data folder and add it to the catalogue
    Import(ImportOptions),
}

/// Arguments of `data info`.
#[derive(Args)]
pub struct InfoOptions {
    /// A catalogue name or a file
    pub dataset: String,
    #[command(flatten)]
    pub file: FileOptions,
    #[command(flatten)]
    pub data: DataDir,
    /// List all columns and everything that may mislead, however many there are
    #[arg(long)]
    pub all: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `data verify`.
#[derive(Args)]
pub struct VerifyOptions {
    /// Catalogue names [default: all]
    pub datasets: Vec<String>,
    #[command(flatten)]
    pub data: DataDir,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `data import`.
#[derive(Args)]
pub struct ImportOptions {
    /// The file
    pub file: PathBuf,
    /// The name in the catalogue [default: the file's name without ending]
    #[arg(long)]
    pub name: Option<String>,
    #[command(flatten)]
    pub options: FileOptions,
    /// Where the data comes from
    #[arg(long, default_value = "not stated")]
    pub source: String,
    /// Its licence
    #[arg(long, default_value = "not stated")]
    pub licence: String,
    #[command(flatten)]
    pub data: DataDir,
}
