//! What a report is asked to hold: formats, layouts of tables, figures, and the few choices about their looks, each with the
//! word that specs and the command line use for it. How they are made is decided elsewhere in the report.

mod looks;

pub use looks::{BEST_RANK, BestRank, GROUPS, GroupTest, LONG_TABLE, LongTable};

use crate::choices::{Listed, choices};

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// One page to open first.
    Html,
    /// Fragments for a paper.
    Latex,
    /// Tables for a repository.
    Markdown,
    /// Tables for spreadsheets, scores at full precision.
    Csv,
    /// Everything for programs.
    Json,
    /// Verdicts for a terminal.
    Text,
    /// Figures that can be scaled.
    Svg,
    /// Figures as pictures.
    Png,
    /// Figures in the font of the document.
    Tikz,
}

/// Every format.
pub const FORMATS: Listed<Format> = &[
    ("html", Format::Html, "one page with everything, to open first"),
    ("latex", Format::Latex, "tables as booktabs fragments for a paper"),
    ("markdown", Format::Markdown, "tables for a repository or an issue"),
    ("csv", Format::Csv, "tables as printed, and scores at full precision"),
    ("json", Format::Json, "verdicts and tables for programs"),
    ("text", Format::Text, "verdicts for a terminal, sources as BibTeX"),
    ("svg", Format::Svg, "figures that can be scaled"),
    ("png", Format::Png, "figures as pictures, 240 dots per inch"),
    ("tikz", Format::Tikz, "diagrams of ranks in the font of the document"),
];

/// A layout of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layout {
    /// Datasets in rows, methods in columns, one table per metric.
    Scores,
    /// The same with every metric side by side.
    SideBySide,
    /// Scores with the marks of tests over folds.
    Marks,
    /// Every method against the control: one row per method.
    Control,
    /// The same with one column per method.
    ControlWide,
    /// Every pair of methods.
    Pairs,
    /// Medians of p over draws.
    MedianP,
    /// Mean ranks of every metric.
    MetaRanks,
    /// What is known of the datasets.
    Datasets,
    /// Published numbers next to ours.
    Reference,
}

/// Every layout.
pub const LAYOUTS: Listed<Layout> = &[
    (
        "scores",
        Layout::Scores,
        "datasets x methods, mean ± sd, averages, ranks, wins, adjusted p (Melki 2018, 5.5; Suppharangsarn 2010, 5.4)",
    ),
    (
        "side-by-side",
        Layout::SideBySide,
        "datasets x methods, means of all metrics side by side (Melki 2018, 5.3)",
    ),
    (
        "marks",
        Layout::Marks,
        "the control and the others with filled and open circles where folds differ (Shen 2013, 5.2)",
    ),
    (
        "control",
        Layout::Control,
        "one row per method against the control: signed ranks and p-values (Melki 2018, 3.4)",
    ),
    ("control-wide", Layout::ControlWide, "the same with one column per method (Melki 2018, 4.4)"),
    ("pairs", Layout::Pairs, "every pair of methods: rank difference and p-values"),
    (
        "median-p",
        Layout::MedianP,
        "every pair: median p of each way of drawing scores (Suppharangsarn 2010, 5.7)",
    ),
    (
        "meta-ranks",
        Layout::MetaRanks,
        "mean ranks of every metric, their mean and the meta-rank (Melki 2018, 4.14)",
    ),
    (
        "datasets",
        Layout::Datasets,
        "examples, features, classes and missing values of the datasets",
    ),
    (
        "reference",
        Layout::Reference,
        "a published table next to ours: published, measured, difference, ranks (`[reference]`)",
    ),
];

/// The layouts of a report where none were chosen; the others show the same numbers in another arrangement.
pub const USUAL_LAYOUTS: [Layout; 8] = [
    Layout::Scores,
    Layout::SideBySide,
    Layout::Control,
    Layout::Pairs,
    Layout::MedianP,
    Layout::MetaRanks,
    Layout::Datasets,
    Layout::Reference,
];

/// A figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    /// Mean ranks and groups of methods that are not significantly different.
    CriticalDifference,
    /// Mean ranks and the critical difference from the control.
    BonferroniDunn,
    /// Differences with intervals on one or two datasets.
    Differences,
    /// Two methods, one point per dataset.
    Scatter,
    /// Distributions of ln p over draws.
    LnP,
    /// Mean ranks with intervals over draws.
    RankIntervals,
    /// Box plots of scores over datasets.
    Boxes,
    /// Scores against the size of the data.
    ScoreBySize,
    /// Run time against the size of the data.
    TimeBySize,
    /// Scores of all methods on all datasets.
    HeatMap,
    /// All pairs: wins and p.
    PairMatrix,
    /// How fits came to their end.
    Curves,
    /// Published numbers against ours.
    Reference,
    /// Scores while a stream passes.
    StreamScore,
}

/// Every figure.
pub const FIGURES: Listed<Figure> = &[
    (
        "critical-difference",
        Figure::CriticalDifference,
        "mean ranks, and bars over methods that are not significantly different",
    ),
    (
        "bonferroni-dunn",
        Figure::BonferroniDunn,
        "mean ranks, and a grey bar from the control to the critical difference",
    ),
    (
        "differences",
        Figure::Differences,
        "one or two datasets: differences of pairs with intervals, filled where significant",
    ),
    ("scatter", Figure::Scatter, "two methods, one point per dataset with crosses of uncertainty"),
    ("ln-p", Figure::LnP, "distributions of ln p over draws, with their medians"),
    ("rank-intervals", Figure::RankIntervals, "mean ranks with intervals over draws"),
    ("boxes", Figure::Boxes, "scores of every method over datasets as box plots"),
    ("score-by-size", Figure::ScoreBySize, "scores against the number of examples"),
    ("time-by-size", Figure::TimeBySize, "training time against the number of examples"),
    ("heat-map", Figure::HeatMap, "scores of all methods on all datasets"),
    ("pair-matrix", Figure::PairMatrix, "all pairs of methods: wins, ties, losses and p"),
    ("curves", Figure::Curves, "how iterated fits converged, where methods report it"),
    (
        "reference",
        Figure::Reference,
        "published numbers against ours, one point per dataset and method",
    ),
    (
        "stream-score",
        Figure::StreamScore,
        "scores of every window while a stream passes; for streams only",
    ),
];

/// Everything that is decided about a report.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportSettings {
    /// Which files are written.
    pub formats: Vec<Format>,
    /// Which tables, as far as the findings have them.
    pub layouts: Vec<Layout>,
    /// Which figures, as far as the findings have them.
    pub figures: Vec<Figure>,
    /// Decimals of scores; by a rule where none are given.
    pub decimals: Option<usize>,
    /// Whether tables of scores show standard deviations.
    pub spread: bool,
    /// Whether LaTeX numbers are typeset by the package siunitx.
    pub siunitx: bool,
    /// Whether LaTeX tables may run over pages.
    pub long_table: LongTable,
    /// At which end rank 1 is.
    pub best_rank: BestRank,
    /// What the bars of the critical-difference diagram come from.
    pub groups: GroupTest,
    /// Whether files of figures have their notes below them; captions have them anyway.
    pub figure_notes: bool,
    /// The two methods of the scatter plot: across and up; the control and the best of the others where none are given.
    pub scatter: Option<(String, String)>,
    /// Only tables and figures of these names, of a file or of a kind; all if empty.
    pub only: Vec<String>,
    /// Files of tables of these layouts only, and none of figures; the page still shows every layout. `None` for all files.
    pub files_of: Option<Vec<Layout>>,
    /// Whether the page and the summaries are written, which are about all tables.
    pub documents: bool,
    /// Whether this is a part of a report: what an earlier one wrote into its folder stays.
    pub narrowed: bool,
}

impl ReportSettings {
    /// Whether files of tables of a layout are written.
    pub fn writes(&self, layout: Layout) -> bool {
        self.files_of.as_ref().is_none_or(|layouts| layouts.contains(&layout))
    }

    /// Whether the page and the summaries are written: single tables and figures leave them as they are.
    pub fn writes_documents(&self) -> bool {
        self.documents && self.only.is_empty()
    }

    /// Whether files of figures are written: those named, or all where no layout of tables was asked for.
    pub fn writes_figures(&self) -> bool {
        self.files_of.is_none() || !self.only.is_empty()
    }

    /// Whether a table or figure of a kind is wanted under the name of its file.
    pub fn wants(&self, file: &str, kind: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == file || name == kind)
    }
}

impl Default for ReportSettings {
    fn default() -> ReportSettings {
        ReportSettings {
            formats: choices(FORMATS),
            layouts: USUAL_LAYOUTS.to_vec(),
            figures: choices(FIGURES),
            decimals: None,
            spread: true,
            siunitx: false,
            long_table: LongTable::default(),
            best_rank: BestRank::default(),
            groups: GroupTest::default(),
            figure_notes: true,
            scatter: None,
            only: Vec::new(),
            files_of: None,
            documents: true,
            narrowed: false,
        }
    }
}
