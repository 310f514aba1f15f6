//! `tribunal power SPEC|RUN`: the design comes from the spec, and how much differences vary from what is stored of it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::design::{DesignPower, SINGLE_PART, resampling};
use super::family::ComparisonFamily;
use super::one_dataset::OneDataset;
use super::over_datasets::OverDatasets;
use super::spread::{StoredSpread, typical};
use super::{PowerAnswer, PowerOptions, check_spread, family, score_difference, wanted, wrong};
use crate::cli::arguments::SpecOptions;
use crate::cli::context::check;
use crate::cli::exit::Refusal;
use crate::cli::run::warn_of_damage;
use crate::cli::stored::{StoredRun, folder_of};
use crate::plan::{DatasetFacts, Outline};
use crate::spec::Spec;
use crate::store::History;
use crate::words;

/// What an experiment detects.
pub fn of_experiment(run: &Path, options: &PowerOptions) -> Result<PowerAnswer, Refusal> {
    let (spec, datasets, results) = find(run, options)?;
    let outline = Outline::new(&spec.experiment, datasets)?;
    let settings = &spec.analysis.settings;
    let methods = spec.experiment.methods.len();
    if methods < 2 {
        return Err(wrong("the experiment has one method", "add a method to compare it with"));
    }
    check_spread(options)?;
    let mut family = family(options, methods, options.alpha.unwrap_or(settings.alpha))?;
    family.with_control |= settings.control.is_some();
    let history = History::read(&results)?;
    warn_of_damage(&history, &results);
    let metric = spec.first_metric();
    let stored =
        (history.known() > 0).then(|| StoredSpread::read(&outline, metric, &history)).flatten();
    let (text, mut json) = match DesignPower::new(&outline, family) {
        DesignPower::Over(over) => {
            let over = OverDatasets { wanted: wanted(options, family)?, ..over };
            over_datasets(&outline, over, options.sd, stored.as_ref())?
        }
        DesignPower::Each(each) => on_each(&each, options, stored.as_ref())?,
        DesignPower::Nothing => (String::new(), json!({})),
    };
    let name = &spec.experiment.name;
    if options.json {
        json["experiment"] = json!(name);
        json["comparisons"] = family.json();
        return Ok(PowerAnswer::Json(json));
    }
    Ok(PowerAnswer::Text(format!("{name}: {}.\n{text}", family.words())))
}

/// A spec with the facts of its datasets and the place of its results.
fn find(run: &Path, options: &PowerOptions) -> Result<(Spec, Vec<DatasetFacts>, PathBuf), Refusal> {
    if let Some(folder) = folder_of(run) {
        let StoredRun { spec, datasets, results, .. } = StoredRun::read(folder, &options.data)?;
        return Ok((spec, datasets, results));
    }
    let checked = check(&SpecOptions {
        spec: run.to_path_buf(),
        datasets: Vec::new(),
        methods: Vec::new(),
        seed: None,
        output: options.output.clone(),
        data: options.data.clone(),
    })?;
    let datasets = checked.plan()?.outline.datasets;
    Ok((checked.case.spec, datasets, checked.results))
}

/// The answer over datasets; if results are stored, also in units of the metric and for one dataset alone.
fn over_datasets(
    outline: &Outline<'_>,
    over: OverDatasets,
    sd: Option<f64>,
    stored: Option<&StoredSpread>,
) -> Result<(String, Value), Refusal> {
    let answer = over.answer()?;
    let (mut text, mut json) = (answer.text(), answer.json());
    let family = over.family;
    let pairs = "(median over pairs of methods)";
    if let Some(StoredSpread { metric, over_datasets: Some(sd), .. }) = stored {
        let pair = OverDatasets {
            family: ComparisonFamily { methods: 2, alpha: family.level(), ..family },
            ..over
        };
        let smallest = pair.smallest(outline.datasets.len()).map(|effect| effect * sd);
        text.push_str(&format!(
            "\nIn the stored results, differences in {metric} have a standard deviation of {} over datasets {pairs}. ",
            words::difference(*sd)
        ));
        text.push_str(&match smallest {
            Some(smallest) => format!(
                "Wilcoxon's test at the level of one comparison detects a mean difference of {}.\n",
                words::difference(smallest)
            ),
            None => {
                "Wilcoxon's test at the level of one comparison detects no difference.\n".to_owned()
            }
        });
        json["stored"] = json!({ "metric": metric, "sd_over_datasets": sd, "smallest_mean_difference": smallest });
    }
    let of_folds = stored.and_then(|s| typical(s.over_folds.iter().copied().flatten().collect()));
    if let (Some(sd), Some(design)) = (sd.or(of_folds), resampling(outline, 0)) {
        let on = OneDataset { family, design, sd: Some(sd), wanted: None };
        let whence = if of_folds == Some(sd) { " (median over pairs and datasets)" } else { "" };
        text.push_str(&format!(
            "\n{}; standard deviation of the fold differences {}{whence}.\n",
            on.sentence()?,
            words::difference(sd)
        ));
        json["on_one_dataset"] = Value::Object(on.summary()?);
    }
    Ok((text, json))
}

/// The answer for each of one or two datasets.
fn on_each(
    each: &[(String, Option<OneDataset>)],
    options: &PowerOptions,
    stored: Option<&StoredSpread>,
) -> Result<(String, Value), Refusal> {
    let wanted = score_difference(options)?;
    let (mut text, mut all) = (String::new(), Vec::new());
    for (place, (name, on)) in each.iter().enumerate() {
        let Some(on) = on else {
            text.push_str(&format!("\n{name}: {SINGLE_PART}.\n"));
            continue;
        };
        let found = stored.and_then(|s| Some((s.over_folds.get(place).copied()??, &s.metric)));
        let sd = options.sd.or(found.map(|(sd, _)| sd));
        let on = OneDataset { sd, wanted, ..*on };
        let whence = match found {
            Some((sd, metric)) if options.sd.is_none() => format!(
                ": the stored fold differences in {metric} have a standard deviation of {} (median over pairs of methods)",
                words::difference(sd)
            ),
            _ => String::new(),
        };
        text.push_str(&format!("\n{name}{whence}.\n{}", on.text()?));
        let mut json = on.json()?;
        json["dataset"] = json!(name);
        all.push(json);
    }
    Ok((text, json!({ "on_datasets": all })))
}
