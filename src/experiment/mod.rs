//! The experiment: what is tried, on what, and how it is judged, once every word of a spec is known to be good. Trials follow
//! from it alone. What the analysis, the report and the gate do with them is set where these are.

mod protocol;

pub use protocol::{
    Conditions, CrossValidation, Evaluate, ImportedParts, Prequential, Protocol, ProtocolKind,
    Scope, Search, Validation, test_to_train,
};

use serde::{Deserialize, Serialize};

use self::protocol::{caveats, caveats_of_method};
use crate::data::load::Source;
use crate::data::prep::{Recipe, Step};
use crate::learn::{AnyMethod, Input, Setting};
use crate::params::{ParamInfo, Params};

/// Everything that trials follow from.
#[derive(Clone)]
pub struct Experiment {
    /// Names the folders of results and reports.
    pub name: String,
    /// One line for people.
    pub description: Option<String>,
    /// The root of all randomness.
    pub seed: u64,
    /// What its methods are written for.
    pub setting: Setting,
    /// How methods are judged.
    pub protocol: Protocol,
    /// Under which conditions.
    pub conditions: Conditions,
    /// On what, at least one.
    pub datasets: Vec<Source>,
    /// Datasets of the spec that cannot be had here; they are left out and every output says so.
    pub absent: Vec<Absent>,
    /// Which, at least one.
    pub methods: Vec<MethodSpec>,
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
    /// The same experiment with another root of all randomness, that of drawn datasets included.
    pub fn with_seed(mut self, seed: u64) -> Experiment {
        self.seed = seed;
        for generator in self.datasets.iter_mut().filter_map(|source| source.generate.as_mut()) {
            generator.take_seed(seed);
        }
        self
    }

    /// How a dataset is prepared.
    pub fn recipe(&self, dataset: usize) -> Recipe {
        let recipe = self.conditions.recipe;
        let own = self.datasets.get(dataset).and_then(|source| source.scale);
        Recipe { scale: own.unwrap_or(recipe.scale), ..recipe }
    }

    /// What a reader of the results must be warned of; every output repeats it. Empty for a fair experiment.
    pub fn caveats(&self) -> Vec<String> {
        let of_methods = self.methods.iter().flat_map(caveats_of_method);
        caveats(&self.protocol, &self.conditions).into_iter().chain(of_methods).collect()
    }

    /// The same for the outcomes of one method.
    pub fn caveats_of(&self, method: &MethodSpec) -> Vec<String> {
        let general = caveats(&self.protocol, &self.conditions);
        general.into_iter().chain(caveats_of_method(method)).collect()
    }
}

/// A method of an experiment: a kind with a name, the points to try and what is done to the data before.
#[derive(Clone)]
pub struct MethodSpec {
    /// The name in tables.
    pub name: String,
    /// The method.
    pub method: AnyMethod,
    /// The points, in the order that breaks ties; at least one. A point has the parameters of the steps, too.
    pub grid: Vec<Params>,
    /// How the grid is searched.
    pub search: Search,
    /// What is done to the columns before a fit, in order.
    pub prepare: Vec<&'static dyn Step>,
    /// What these steps are fitted on.
    pub prepare_scope: Scope,
}

/// A part of a method with a version of its own: a step before it, or a method that it builds on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartVersion {
    /// The step, or the kind of the method.
    pub name: String,
    /// Its version.
    pub version: u32,
}

impl MethodSpec {
    /// The steps before a fit, in order.
    pub fn steps(&self) -> Vec<PartVersion> {
        let infos = self.prepare.iter().map(|step| step.info());
        infos
            .map(|info| PartVersion { name: info.name.to_owned(), version: info.version })
            .collect()
    }

    /// The methods it builds on, the outer one first, where its own version does not stand for them.
    pub fn bases(&self) -> Vec<PartVersion> {
        let bases = self.method.info().bases.iter();
        bases
            .map(|base| PartVersion { name: base.kind.to_owned(), version: base.version })
            .collect()
    }

    /// The parameters that the method and its steps declare.
    pub fn declared(&self) -> Vec<ParamInfo> {
        let steps = self.prepare.iter().flat_map(|step| step.info().params);
        self.method.info().params.iter().chain(steps).cloned().collect()
    }

    /// What a point is prepared as: what the method reads, or numbers, because steps work on numbers only.
    pub fn input(&self, point: &Params) -> Input {
        match self.prepare.is_empty() {
            true => self.method.input(point),
            false => Input::Numbers,
        }
    }
}
