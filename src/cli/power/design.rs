//! What an experiment can detect, from its outline: over datasets if there are enough for a verdict over them, else on each
//! dataset from its folds. `power` asks more of it, `plan` says one line.

use serde_json::{Value, json};

use super::family::ComparisonFamily;
use super::one_dataset::OneDataset;
use super::over_datasets::OverDatasets;
use crate::analysis::{AnalysisSettings, LEAST_DATASETS, POWER};
use crate::cli::exit::Refusal;
use crate::experiment::test_to_train;
use crate::plan::Outline;
use crate::stats::power::Resampling;

/// What the comparisons of an experiment rest on.
pub enum DesignPower {
    /// Datasets.
    Over(OverDatasets),
    /// The folds of each dataset, by name; `None` for one with a single test part.
    Each(Vec<(String, Option<OneDataset>)>),
    /// Nothing: there is one method.
    Nothing,
}

/// The comparisons that a spec asks for.
pub fn family_of(outline: &Outline<'_>, settings: &AnalysisSettings) -> ComparisonFamily {
    ComparisonFamily {
        methods: outline.experiment.methods.len(),
        with_control: settings.control.is_some(),
        alpha: settings.alpha,
        power: POWER,
    }
}

/// How a dataset is split; `None` if it has a single test part, or if it is not known how large its parts are.
pub fn resampling(outline: &Outline<'_>, dataset: usize) -> Option<Resampling> {
    let (folds, repeats) = (outline.folds(dataset, 0), outline.repeats(dataset));
    let ratio = test_to_train(folds, outline.experiment.protocol.test_share())?;
    let test_share = ratio / (1.0 + ratio);
    (outline.parts(dataset).len() >= 2).then_some(Resampling { folds, repeats, test_share })
}

impl DesignPower {
    /// What an experiment rests on.
    pub fn new(outline: &Outline<'_>, family: ComparisonFamily) -> DesignPower {
        let datasets = outline.datasets.len();
        if family.methods < 2 {
            return DesignPower::Nothing;
        }
        if datasets >= LEAST_DATASETS {
            let datasets = Some(datasets);
            return DesignPower::Over(OverDatasets { family, datasets, wanted: None });
        }
        let on = |dataset: usize| {
            let design = resampling(outline, dataset)?;
            Some(OneDataset { family, design, sd: None, wanted: None })
        };
        let name = |dataset: usize| outline.datasets[dataset].name.clone();
        DesignPower::Each((0..datasets).map(|dataset| (name(dataset), on(dataset))).collect())
    }

    /// What can be detected, one line for each design.
    pub fn lines(&self) -> Result<Vec<String>, Refusal> {
        match self {
            DesignPower::Nothing => Ok(vec!["there is one method: nothing is compared".to_owned()]),
            DesignPower::Over(over) => {
                let datasets = over.datasets.unwrap_or(0);
                let sentence = over.sentence(datasets, over.smallest(datasets));
                Ok(vec![format!("{sentence} ({})", over.family.words())])
            }
            DesignPower::Each(each) => {
                let mut lines = Vec::new();
                for (name, on) in each {
                    let line = match on {
                        Some(on) => format!("{} ({})", on.sentence()?, on.family.words()),
                        None => format!("{name}: {SINGLE_PART}"),
                    };
                    // Datasets that are split alike detect alike.
                    if !lines.contains(&line) {
                        lines.push(line);
                    }
                }
                Ok(lines)
            }
        }
    }

    /// The same for programs.
    pub fn json(&self) -> Result<Value, Refusal> {
        match self {
            DesignPower::Nothing => Ok(Value::Null),
            DesignPower::Over(over) => {
                let mut json =
                    over.summary(over.datasets.and_then(|datasets| over.smallest(datasets)));
                json.insert("comparisons".into(), over.family.json());
                Ok(Value::Object(json))
            }
            DesignPower::Each(each) => {
                let mut all = Vec::new();
                for (name, on) in each {
                    let Some(on) = on else { continue };
                    let mut json = on.summary()?;
                    json.insert("dataset".into(), json!(name));
                    json.insert("comparisons".into(), on.family.json());
                    all.push(Value::Object(json));
                }
                Ok(all.into())
            }
        }
    }
}

/// Said of a dataset on which nothing can be tested.
pub const SINGLE_PART: &str = "a single test part allows no test on one dataset";
