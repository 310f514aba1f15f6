//! A checked experiment: what a spec means once every word of it is known to be good.

use serde::{Deserialize, Serialize};

use super::analysis::AnalysisSettings;
use super::gate::GateSettings;
use super::reference::ReferenceSpec;
use super::report::ReportSettings;
use crate::data::load::Source;
use crate::data::prep::Recipe;
use crate::learn::{Classify, Method};
use crate::measure::MetricInfo;
use crate::metrics::Metric;
use crate::params::Params;

/// Everything a spec asks for.
#[derive(Clone)]
pub struct Experiment {
    /// Names the folders of results and reports.
    pub name: String,
    /// One line for people.
    pub description: Option<String>,
    /// The root of all randomness.
    pub seed: u64,
    /// How methods are tried.
    pub protocol: Protocol,
    /// On what, at least one.
    pub datasets: Vec<Source>,
    /// Datasets of the spec that cannot be had here; they are left out and every output says so.
    pub absent: Vec<Absent>,
    /// Which, at least one.
    pub methods: Vec<MethodSpec>,
    /// What the tables show.
    pub analysis: AnalysisSpec,
    /// What the report holds.
    pub report: ReportSettings,
    /// Published tables that the scores are held against.
    pub reference: ReferenceSpec,
    /// What the gate guards.
    pub gate: GateSettings,
    /// Where the results come from, if they were made elsewhere; such an experiment cannot be run.
    pub import: Option<ImportSpec>,
}

/// A dataset that was asked for and left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absent {
    /// Its name.
    pub name: String,
    /// Why.
    pub reason: String,
}

impl Absent {
    /// What was left out, and why.
    pub fn words(&self) -> String {
        format!("{}: left out, {}", self.name, self.reason)
    }
}

/// Where imported results come from.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportSpec {
    /// What made them, in words.
    pub from: String,
}

impl Experiment {
    /// The same experiment with another root of all randomness, that of its analysis and of drawn datasets included.
    pub fn with_seed(mut self, seed: u64) -> Experiment {
        self.seed = seed;
        self.analysis.settings.seed = seed;
        for normals in self.datasets.iter_mut().filter_map(|source| source.generate.as_mut()) {
            normals.seed = normals.seed.under(seed);
        }
        self
    }

    /// How a dataset is prepared.
    pub fn recipe(&self, dataset: usize) -> Recipe {
        let recipe = self.protocol.recipe;
        let own = self.datasets.get(dataset).and_then(|source| source.scale);
        Recipe { scale: own.unwrap_or(recipe.scale), ..recipe }
    }

    /// What a reader of the results must be warned of; every output repeats it. Empty for a fair experiment.
    pub fn caveats(&self) -> Vec<String> {
        let leaks = self.methods.iter().filter_map(MethodSpec::caveat);
        self.protocol.caveats().into_iter().map(str::to_owned).chain(leaks).collect()
    }

    /// The same for the outcomes of one method.
    pub fn caveats_of(&self, method: &MethodSpec) -> Vec<String> {
        let caveats = self.protocol.caveats().into_iter().map(str::to_owned);
        caveats.chain(method.caveat()).collect()
    }
}

/// How methods are tried.
#[derive(Debug, Clone)]
pub struct Protocol {
    /// Where parameters are chosen.
    pub kind: ProtocolKind,
    /// The folds whose scores are reported.
    pub outer: Validation,
    /// How often the outer folds are drawn anew.
    pub repeats: usize,
    /// The folds that choose parameters.
    pub inner: Validation,
    /// Preprocessing, where a dataset says nothing else.
    pub recipe: Recipe,
    /// What preprocessing is fitted on.
    pub scale_scope: ScaleScope,
    /// Whether missing values are filled and nominal features encoded for methods that cannot read them; if not, such
    /// methods are skipped where it would be needed.
    pub convert: bool,
    /// The metric that chooses among grid points.
    pub select: &'static Metric<Classify>,
    /// How the grid is searched.
    pub search: Search,
    /// CPU seconds a trial may take.
    pub time_limit: Option<f64>,
    /// The share of the rows that a test part holds, where it is not that of one fold among all; only of imported results.
    pub test_share: Option<f64>,
}

/// Where parameters are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProtocolKind {
    /// On inner folds of each training part: the test part never touches tuning.
    Nested,
    /// On the very folds that are reported: optimistic.
    Flat,
}

impl ProtocolKind {
    /// The words of a spec.
    pub const NAMES: &'static [&'static str] = &["nested", "flat"];

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            ProtocolKind::Nested => "nested",
            ProtocolKind::Flat => "flat",
        }
    }
}

/// How a grid is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// Every point is tried.
    Grid,
    /// From the middle, in steps that are halved when no neighbour is better.
    Pattern,
}

impl Search {
    /// The words of a spec.
    pub const NAMES: &'static [&'static str] = &["grid", "pattern"];

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            Search::Grid => "grid",
            Search::Pattern => "pattern",
        }
    }
}

/// What preprocessing is fitted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScaleScope {
    /// The training part of each fold.
    Train,
    /// All rows, before splitting: leaks the ranges of the test part.
    All,
}

impl ScaleScope {
    /// The words of a spec.
    pub const NAMES: &'static [&'static str] = &["train", "all"];

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            ScaleScope::Train => "train",
            ScaleScope::All => "all",
        }
    }
}

/// A cross-validation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Validation {
    /// Number of folds; at least two, but of imported results.
    pub folds: usize,
    /// Whether folds keep the class shares.
    pub stratified: bool,
}

impl Protocol {
    /// Rows of a test part for each row of the training part beside it; `None` where that is not known.
    pub fn test_to_train(&self) -> Option<f64> {
        test_to_train(self.outer.folds, self.test_share)
    }

    fn caveats(&self) -> Vec<&'static str> {
        let mut caveats = Vec::new();
        if self.kind == ProtocolKind::Flat {
            caveats.push(
                "flat protocol: parameters were chosen on the test folds, scores are optimistic",
            );
        }
        if self.scale_scope == ScaleScope::All {
            caveats
                .push("preprocessing was fitted on all rows before splitting, test parts included");
        }
        caveats
    }
}

/// Rows of a test part for each row of the training part beside it: by the share of the test part if it is said, else
/// by the number of folds of a cross-validation. One part alone does not tell.
pub fn test_to_train(folds: usize, test_share: Option<f64>) -> Option<f64> {
    match test_share {
        Some(share) => Some(share / (1.0 - share)),
        None => (folds >= 2).then(|| 1.0 / (folds as f64 - 1.0)),
    }
}

/// A method of an experiment: a kind with a name and the points to try.
#[derive(Clone)]
pub struct MethodSpec {
    /// The name in tables.
    pub name: String,
    /// The method.
    pub method: &'static dyn Method<Classify>,
    /// The points, in the order that breaks ties; at least one.
    pub grid: Vec<Params>,
}

impl MethodSpec {
    fn caveat(&self) -> Option<String> {
        let leaks = self.method.info().leaks?;
        Some(format!("{} leaks: {leaks}", self.name))
    }
}

/// What the tables show.
#[derive(Debug, Clone)]
pub struct AnalysisSpec {
    /// One table and one verdict each.
    pub metrics: Vec<&'static MetricInfo>,
    /// How verdicts are found.
    pub settings: AnalysisSettings,
}
