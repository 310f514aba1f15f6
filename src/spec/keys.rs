//! Every key a spec may hold, declared once. The check of a spec takes its suggestions from this list, and
//! `docs/spec.md` is generated from it, so neither can fall behind the other.

/// A table of the spec.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// `[experiment]`
    Experiment,
    /// `[protocol]`
    Protocol,
    /// `outer = { ... }`
    Outer,
    /// `inner = { ... }`
    Inner,
    /// `[[dataset]]`
    Dataset,
    /// `generate = { ... }`
    Generate,
    /// `[[method]]`
    Method,
    /// `[analysis]`
    Analysis,
    /// `[report]`
    Report,
    /// `[gate]`
    Gate,
    /// `[gate.datasets]`
    GateDatasets,
    /// `[import]`
    Import,
}

impl Section {
    /// Every section, in documentation order.
    pub const ALL: [Section; 12] = [
        Section::Experiment,
        Section::Protocol,
        Section::Outer,
        Section::Inner,
        Section::Dataset,
        Section::Generate,
        Section::Method,
        Section::Analysis,
        Section::Report,
        Section::Gate,
        Section::GateDatasets,
        Section::Import,
    ];

    /// How it is written.
    pub fn title(self) -> &'static str {
        match self {
            Section::Experiment => "[experiment]",
            Section::Protocol => "[protocol]",
            Section::Outer => "outer = { ... }",
            Section::Inner => "inner = { ... }",
            Section::Dataset => "[[dataset]]",
            Section::Generate => "generate = { ... }",
            Section::Method => "[[method]]",
            Section::Analysis => "[analysis]",
            Section::Report => "[report]",
            Section::Gate => "[gate]",
            Section::GateDatasets => "[gate.datasets]",
            Section::Import => "[import]",
        }
    }
}

/// One key.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// Where it stands.
    pub section: Section,
    /// The key.
    pub name: &'static str,
    /// What it takes.
    pub takes: &'static str,
    /// What holds without it; `required` where nothing does.
    pub default: &'static str,
    /// What it means.
    pub about: &'static str,
}

const fn key(
    section: Section,
    name: &'static str,
    takes: &'static str,
    default: &'static str,
    about: &'static str,
) -> Key {
    Key { section, name, takes, default, about }
}

/// All keys, in documentation order.
pub const KEYS: &[Key] = &[
    key(
        Section::Experiment,
        "name",
        "letters, digits, `-`, `_`, `.`",
        "required",
        "names the folders `results/<name>` and `reports/<name>`",
    ),
    key(
        Section::Experiment,
        "description",
        "text",
        "none",
        "one line for people; it changes no result",
    ),
    key(
        Section::Experiment,
        "seed",
        "whole number >= 0",
        "required",
        "the root of all randomness: splits and stochastic methods",
    ),
    key(
        Section::Protocol,
        "kind",
        "`\"nested\"`, `\"flat\"`",
        "`\"nested\"`",
        "`nested`: parameters are chosen on inner folds of each training part. `flat`: single-level cross-validation whose best grid point is reported; optimistic, and every output says so",
    ),
    key(
        Section::Protocol,
        "outer",
        "table, below",
        "see below",
        "the folds whose scores are reported",
    ),
    key(
        Section::Protocol,
        "inner",
        "table, below",
        "see below",
        "the folds that choose parameters (`nested` only)",
    ),
    key(
        Section::Protocol,
        "scale",
        "`\"none\"`, `\"minmax\"`, `\"standard\"`",
        "`\"minmax\"`",
        "scaling of numeric features",
    ),
    key(
        Section::Protocol,
        "scale-scope",
        "`\"train\"`, `\"all\"`",
        "`\"train\"`",
        "what preprocessing (imputation, encoding, scaling) is fitted on. `all` uses every row before splitting, which leaks; every output says so",
    ),
    key(
        Section::Protocol,
        "nominal",
        "`\"one-hot\"`, `\"ordinal\"`",
        "`\"one-hot\"`",
        "how nominal features become numbers",
    ),
    key(
        Section::Protocol,
        "convert",
        "`true`, `false`",
        "`true`",
        "whether missing values are filled and nominal features encoded for methods that cannot read them; with `false` such methods are skipped on datasets that need it, and the plan says so",
    ),
    key(
        Section::Protocol,
        "select",
        "metric",
        "`\"accuracy\"`",
        "the metric that chooses among grid points (`tribunal list metrics`; not a timing or a fact)",
    ),
    key(
        Section::Protocol,
        "search",
        "`\"grid\"`, `\"pattern\"`",
        "`\"grid\"`",
        "how the grid is searched: `grid` tries every point; `pattern` walks from the middle, see \"Pattern search\"",
    ),
    key(
        Section::Protocol,
        "time-limit",
        "seconds > 0",
        "none",
        "CPU seconds a trial may take, model selection included, before it counts as timed out",
    ),
    key(Section::Outer, "folds", "whole number >= 2", "5", "number of folds"),
    key(Section::Outer, "repeats", "whole number >= 1", "1", "how often the folds are drawn anew"),
    key(
        Section::Outer,
        "stratified",
        "`true`, `false`",
        "`true`",
        "whether folds keep the class shares",
    ),
    key(Section::Inner, "folds", "whole number >= 2", "5", "number of folds"),
    key(
        Section::Inner,
        "stratified",
        "`true`, `false`",
        "`true`",
        "whether folds keep the class shares",
    ),
    key(
        Section::Dataset,
        "name",
        "text",
        "the file's name without ending",
        "a dataset of the catalogue (`tribunal list datasets`), or the name of the file given by `path`",
    ),
    key(
        Section::Dataset,
        "path",
        "file",
        "none: from the catalogue",
        "a data file, relative to the spec; may be gzipped",
    ),
    key(
        Section::Dataset,
        "format",
        "`\"csv\"`, `\"arff\"`, `\"keel\"`, `\"libsvm\"`",
        "by the file's ending",
        "the format of the file",
    ),
    key(
        Section::Dataset,
        "target",
        "column",
        "what the format declares, else the last column",
        "the column that holds the class",
    ),
    key(
        Section::Dataset,
        "classes",
        "list of words",
        "those that occur",
        "the classes that may occur, in this order; any other is an error. Of two classes the second is the positive one",
    ),
    key(
        Section::Dataset,
        "nominal",
        "list of columns",
        "columns of text",
        "columns that are nominal although they look numeric (also for datasets of the catalogue)",
    ),
    key(Section::Dataset, "ignore", "list of columns", "none", "columns to leave out"),
    key(
        Section::Dataset,
        "missing",
        "list of words",
        "none",
        "words that mean \"missing\", beside the empty field and `?`",
    ),
    key(
        Section::Dataset,
        "delimiter",
        "one character",
        "`\",\"` (tab for `.tsv`)",
        "field separator of a CSV file",
    ),
    key(
        Section::Dataset,
        "header",
        "`true`, `false`",
        "`true`",
        "whether a CSV file's first line names the columns",
    ),
    key(
        Section::Dataset,
        "sha256",
        "64 hexadecimal digits",
        "not verified",
        "checksum of the file, verified before every run",
    ),
    key(
        Section::Dataset,
        "generate",
        "table",
        "none: it is read",
        "draws the dataset instead of reading it; takes the place of `path`",
    ),
    key(
        Section::Generate,
        "kind",
        "`\"normals\"`",
        "`\"normals\"`",
        "normal clouds with one spherical covariance, their means drawn too: the best border between two is linear",
    ),
    key(Section::Generate, "classes", "2 to 1,000", "`2`", "how many classes"),
    key(Section::Generate, "features", "1 to 10,000", "`2`", "how many features"),
    key(Section::Generate, "rows", "2 to 1,000,000", "`100`", "rows of each class"),
    key(
        Section::Generate,
        "variance",
        "number > 0",
        "`1`",
        "the variance of every feature within a class",
    ),
    key(
        Section::Generate,
        "spread",
        "number > 0",
        "`1`",
        "standard deviation of the normal that every coordinate of a class mean is drawn from",
    ),
    key(
        Section::Generate,
        "seed",
        "whole number",
        "the experiment's",
        "what the rows are drawn with, beside the dataset's name, which is required",
    ),
    key(Section::Method, "name", "text", "the kind", "the name in tables"),
    key(
        Section::Method,
        "kind",
        "method kind",
        "required",
        "which method (`tribunal list methods`)",
    ),
    key(
        Section::Method,
        "base",
        "method kind",
        "the method's own",
        "the method it builds on (`adaboost`, `bagging`); the base's parameters are named `base-...`",
    ),
    key(
        Section::Method,
        "params",
        "table",
        "the method's defaults",
        "fixed parameters: `{ weights = \"distance\" }`",
    ),
    key(
        Section::Method,
        "grid",
        "table, or list of tables",
        "one point",
        "parameters to try, see \"Grids\"; a list of tables tries the points of each",
    ),
    key(
        Section::Method,
        "command",
        "list of words",
        "required for a program",
        "the program and its arguments, started in the folder of the spec: `[\"python3\", \"my_method.py\"]` (docs/command.md)",
    ),
    key(
        Section::Method,
        "protocol",
        "`files` or `worker`",
        "`files`",
        "how a program is asked: started for every fit, or asked many times in lines of JSON",
    ),
    key(
        Section::Method,
        "sources",
        "list of paths",
        "files among the words of `command`",
        "further files that a program is made of: a change in one of them makes its trials run again",
    ),
    key(
        Section::Method,
        "env",
        "table",
        "none",
        "environment variables of a program: `{ OMP_NUM_THREADS = \"2\" }`",
    ),
    key(
        Section::Method,
        "input",
        "`numbers` or `table`",
        "`numbers`",
        "what a program gets: finite numbers, filled, encoded and scaled as `[protocol]` says, or the table as it is",
    ),
    key(
        Section::Method,
        "memory-limit",
        "whole number",
        "what `--memory` grants a fit, at least 2048",
        "MiB of memory a program may take",
    ),
    key(
        Section::Method,
        "wall-limit",
        "number",
        "600",
        "seconds by the wall within which a program must have answered a fit",
    ),
    key(
        Section::Analysis,
        "metrics",
        "list of metrics",
        "`[\"accuracy\"]`",
        "what tables and verdicts are about: metrics, timings and model facts (`tribunal list metrics`)",
    ),
    key(
        Section::Analysis,
        "control",
        "a method's name",
        "the best mean rank, said to be chosen afterwards",
        "the method the others are compared with",
    ),
    key(
        Section::Analysis,
        "alpha",
        "number from 0.000001 to 0.5",
        "`0.05`",
        "the level of all tests",
    ),
    key(
        Section::Analysis,
        "tests",
        "list of tests",
        "`friedman`, `iman-davenport`, `nemenyi`, `bonferroni-dunn`, `holm`, `shaffer`, `wilcoxon`, `effect`, `robustness`",
        "what the verdict shows (`tribunal list tests`)",
    ),
    key(
        Section::Analysis,
        "ties",
        "`decimal`, `raw`",
        "`decimal`",
        "which scores are equal: closer than 1e-9, or equal in every bit",
    ),
    key(
        Section::Analysis,
        "zeros",
        "`drop`, `pratt`, `split`, `keel`",
        "`drop`",
        "what the signed-rank test does with zero differences",
    ),
    key(
        Section::Analysis,
        "wilcoxon",
        "`auto`, `exact`, `exact-untied`, `normal`, `normal-corrected`",
        "`auto`",
        "where the p of the signed-rank test comes from",
    ),
    key(
        Section::Analysis,
        "missing",
        "`error`, `drop-dataset`, `drop-method`, `worst-rank`",
        "`error`",
        "what happens to datasets on which a method has no result",
    ),
    key(
        Section::Analysis,
        "draws",
        "whole number",
        "`10000`",
        "draws of the tests that draw scores",
    ),
    key(
        Section::Analysis,
        "statistic",
        "`paired-z`, `t`, `wilcoxon`, `wilcoxon-exact`",
        "`paired-z`",
        "the test of each draw",
    ),
    key(
        Section::Analysis,
        "folded",
        "`true`, `false`",
        "`true`",
        "whether a draw gives the p of the favoured side (as published) or of the first-named method",
    ),
    key(
        Section::Analysis,
        "rope",
        "positive number",
        "a hundredth of the metric's range",
        "half the width of practical equivalence, for `bayes`",
    ),
    key(
        Section::Report,
        "formats",
        "list of `html`, `latex`, `markdown`, `csv`, `json`, `text`, `svg`, `png`, `tikz`",
        "all",
        "which files are written",
    ),
    key(
        Section::Report,
        "layouts",
        "list of layouts",
        "all but `marks` and `control-wide`",
        "which tables, see [report.md](report.md)",
    ),
    key(
        Section::Report,
        "figures",
        "list of figures",
        "all that the results have something for",
        "which figures, see [report.md](report.md)",
    ),
    key(
        Section::Report,
        "decimals",
        "whole number up to 12",
        "by rule, see [report.md](report.md)",
        "decimals of scores",
    ),
    key(
        Section::Report,
        "spread",
        "`true`, `false`",
        "`true`",
        "whether tables of scores show standard deviations",
    ),
    key(
        Section::Report,
        "siunitx",
        "`true`, `false`",
        "`false`",
        "whether numbers in LaTeX are typeset by the package siunitx",
    ),
    key(
        Section::Report,
        "long-table",
        "`auto`, `always`, `never`",
        "`auto`",
        "whether tables in LaTeX may run over pages; `auto`: those with more than forty rows",
    ),
    key(
        Section::Report,
        "best-rank",
        "`left`, `right`",
        "`left`",
        "where rank 1 stands in diagrams of ranks",
    ),
    key(
        Section::Report,
        "groups",
        "`nemenyi`, `shaffer`, `wilcoxon`",
        "`nemenyi`",
        "which test joins methods in the critical-difference diagram",
    ),
    key(
        Section::Report,
        "scatter",
        "list of two methods",
        "the control and the best of the others",
        "the methods of the scatter plot: across and up",
    ),
    key(
        Section::Gate,
        "metrics",
        "list of metrics",
        "the first score of `[analysis] metrics` with a limited range",
        "what `tribunal check` guards, see [ci.md](ci.md)",
    ),
    key(
        Section::Gate,
        "margin",
        "number, share such as `\"2%\"`, or a table of them by metric",
        "a hundredth of the metric's range",
        "how far a score may drop: in its own unit, or as a share of the baseline's mean; times only as a share of at least 50%",
    ),
    key(Section::Gate, "alpha", "0.000001 to 0.5", "`0.05`", "the level of all tests of the gate"),
    key(
        Section::Gate,
        "correction",
        "`holm`, `hochberg`, `hommel`, `bonferroni`, `none`",
        "`holm`",
        "how regressions are corrected for the number of comparisons",
    ),
    key(
        Section::Gate,
        "level",
        "`dataset`, `method`",
        "`method`",
        "what must pass: every method in its mean over datasets, or on every single dataset; a regression on one dataset closes the gate either way",
    ),
    key(
        Section::Gate,
        "inconclusive",
        "`fail`, `warn`",
        "`fail`",
        "whether a comparison that decides nothing closes the gate (exit code 5) or is only told",
    ),
    key(Section::Gate, "datasets", "table, below", "none", "other margins on some datasets"),
    key(
        Section::GateDatasets,
        "NAME",
        "number, share, or a table of them by metric",
        "`margin`",
        "how far scores may drop on the dataset NAME",
    ),
    key(
        Section::Import,
        "from",
        "text",
        "required",
        "what made the results. `tribunal import` writes this table into the spec that an imported run keeps, see [import.md](import.md); an experiment to run has none",
    ),
    key(
        Section::Import,
        "repeats",
        "whole number >= 1",
        "1",
        "repeats of cross-validation, or resamples",
    ),
    key(
        Section::Import,
        "folds",
        "whole number >= 1",
        "1",
        "test parts of a repeat; one for resamples",
    ),
    key(
        Section::Import,
        "test-share",
        "number between 0 and 1",
        "not known, or that of one fold among all",
        "the share of the rows that a test part holds",
    ),
];

/// The keys of a section.
pub fn of(section: Section) -> impl Iterator<Item = &'static Key> {
    KEYS.iter().filter(move |k| k.section == section)
}

/// The reference of all keys, as Markdown.
pub fn documentation() -> String {
    let mut text = String::new();
    for section in Section::ALL {
        text.push_str(&format!("### `{}`\n\n", section.title()));
        text.push_str("| key | takes | default | meaning |\n|---|---|---|---|\n");
        for key in of(section) {
            let Key { name, takes, default, about, .. } = key;
            text.push_str(&format!("| `{name}` | {takes} | {default} | {about} |\n"));
        }
        text.push('\n');
    }
    text
}
