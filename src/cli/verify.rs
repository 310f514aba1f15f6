//! `tribunal verify SPEC`: some stored trials are run again, and what they give now is compared with what is stored. Nothing
//! is written, so it may look at a run that is going on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use serde_json::json;

use super::arguments::VerifyRunOptions;
use super::context::{Checked, check, count, memory, threads};
use super::exit::{Exit, Refusal, print};
use super::progress::Progress;
use super::run::{leave_on_interrupt, warn_of_damage};
use crate::court::{Effort, Place, run_jobs};
use crate::num::{key::RngKey, sample};
use crate::plan::{Job, Plan, Trial, TrialId};
use crate::run::{Finished, Kept, Outcome};
use crate::store::{History, first_difference, read_curves, read_manifest};

/// What was found about one trial.
struct Compared<'p> {
    trial: &'p Trial,
    difference: Option<String>,
}

pub fn verify(options: &VerifyRunOptions) -> Result<Exit, Refusal> {
    let mut checked = check(&options.spec)?;
    // A limit of time is no part of a result, and this machine may be slower.
    checked.case.spec.experiment.conditions.time_limit = None;
    let plan = checked.plan()?;
    let history = History::read(&checked.results)?;
    warn_of_damage(&history, &checked.results);
    let done = |trial: &&Trial| history.outcome(&plan, trial).is_some_and(|o| o.is_done());
    let jobs = plan.jobs(&checked.selection);
    let stored: Vec<&TrialId> =
        jobs.iter().flat_map(|job| &job.trials).filter(done).map(|trial| &trial.id).collect();
    if stored.is_empty() {
        let folder = checked.results.display();
        let text = format!(
            "error: {folder} holds no finished trial to verify\nhelp: `tribunal why` shows what would run, `tribunal run` runs it"
        );
        return Err(Refusal { exit: Exit::Nothing, text });
    }
    let seed = options.sample_seed.unwrap_or(checked.spec.experiment.seed);
    let size = if options.all { u32::MAX } else { options.sample };
    let drawn = draw(&stored, size, seed);
    // The folds of a flat job can only be run together; then all of them are compared.
    let is_drawn = |job: &&Job| job.trials.iter().any(|trial| drawn.contains(&trial.id));
    let jobs: Vec<Job> = jobs.iter().filter(is_drawn).cloned().collect();
    let trials: Vec<&Trial> = jobs.iter().flat_map(|job| &job.trials).filter(done).collect();
    leave_on_interrupt();
    let threads = threads(options.jobs);
    let (again, never) = (Kept::default(), AtomicBool::new(false));
    let effort = Effort { threads, memory: memory(options.memory), interrupted: &never };
    let progress = Progress::new(options.json, false);
    progress.follow(&plan);
    let ran = run_jobs(&checked.case, &plan, &jobs, Place::Memory(&again), &effort, &progress);
    progress.finish();
    ran?;
    let again = again.into_trials();
    let vectors = read_manifest(&checked.results)?.map(|manifest| manifest.machine);
    let others = vectors.as_ref().map_or(vec!["unknown"], |machine| machine.other_vectors());
    let compared = compare(&plan, &checked, &history, &trials, &again, !others.is_empty())?;
    let sample = (!options.all).then_some(seed);
    if options.json {
        print_json(&plan, &compared, stored.len(), sample, &others)?;
    } else {
        print_text(&plan, &compared, stored.len(), sample, &others);
    }
    let equal = compared.iter().all(|c| c.difference.is_none());
    Ok(match (equal, history.damaged().is_empty()) {
        (false, _) => Exit::NotReproduced,
        // What cannot be read cannot be verified.
        (true, false) => Exit::Incomplete,
        (true, true) => Exit::Done,
    })
}

/// Some of the stored trials, the same for the same seed.
fn draw<'t>(stored: &[&'t TrialId], size: u32, seed: u64) -> BTreeSet<&'t TrialId> {
    let mut drawn = stored.to_vec();
    sample::shuffle(&mut RngKey::root(seed).child("verify", 0).stream(), &mut drawn);
    drawn.into_iter().take(size as usize).collect()
}

fn compare<'p>(
    plan: &'p Plan<'_>,
    checked: &Checked,
    history: &History,
    trials: &[&'p Trial],
    again: &BTreeMap<TrialId, Finished>,
    other_machine: bool,
) -> Result<Vec<Compared<'p>>, Refusal> {
    let mut predictions = BTreeMap::new();
    let wanted = |trial: &TrialId| again.contains_key(trial);
    history.read_predictions(&checked.results, wanted, |stored| {
        predictions.insert(stored.trial.clone(), stored);
    })?;
    let mut curves = read_curves(&checked.results, |trial| again.contains_key(trial))?;
    let mut compared = Vec::new();
    for &trial in trials {
        let (Some(outcome), Some(now)) = (history.outcome(plan, trial), again.get(&trial.id))
        else {
            continue;
        };
        let outcome = Outcome::clone(&outcome);
        let (predictions, curve) = (predictions.remove(&trial.id), curves.remove(&trial.id));
        let stored = Finished { outcome, predictions, curve };
        let rounding = other_machine && depends_on_processor(plan, trial);
        let difference = first_difference(&stored, now, rounding)?;
        compared.push(Compared { trial, difference });
    }
    Ok(compared)
}

fn depends_on_processor(plan: &Plan<'_>, trial: &Trial) -> bool {
    plan.experiment.methods[trial.method].method.info().by_processor
}

/// Methods that were compared with room for rounding.
fn rounded<'p>(plan: &'p Plan<'_>, compared: &[Compared<'_>], others: &[&str]) -> Vec<&'p str> {
    let mut names = Vec::new();
    for trial in compared.iter().map(|c| c.trial) {
        let name = plan.method_name(trial);
        if !others.is_empty() && depends_on_processor(plan, trial) && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn print_text(
    plan: &Plan<'_>,
    compared: &[Compared<'_>],
    stored: usize,
    sample: Option<u64>,
    others: &[&str],
) {
    // By dataset and method, in the order of the plan: how many were compared, and how many differ.
    let mut lines: Vec<((&str, &str), usize, usize)> = Vec::new();
    for Compared { trial, difference } in compared {
        let names = (plan.dataset_name(trial), plan.method_name(trial));
        let different = usize::from(difference.is_some());
        match lines.last_mut().filter(|line| line.0 == names) {
            Some(line) => *line = (names, line.1 + 1, line.2 + different),
            None => lines.push((names, 1, different)),
        }
    }
    let width = |name: fn(&(&str, &str)) -> usize, least: usize| {
        lines.iter().map(|(names, ..)| name(names)).max().unwrap_or(0).max(least)
    };
    let (wide_data, wide_method) =
        (width(|names| names.0.chars().count(), 7), width(|names| names.1.chars().count(), 6));
    print(&format!("{:wide_data$}  {:wide_method$}  trials  result\n", "dataset", "method"));
    for ((dataset, method), trials, different) in &lines {
        let result =
            if *different == 0 { "equal".into() } else { format!("{different} different") };
        print(&format!("{dataset:wide_data$}  {method:wide_method$}  {trials:>6}  {result}\n"));
    }
    for Compared { trial, difference } in compared {
        if let Some(difference) = difference {
            let (dataset, method) = (plan.dataset_name(trial), plan.method_name(trial));
            let place = plan.experiment.protocol.place(trial.repeat, trial.fold);
            let place = place.map_or(String::new(), |place| format!(", {place}"));
            let id = &trial.id;
            print(&format!("different: {dataset}, {method}{place} (trial {id}): {difference}\n"));
        }
    }
    let rounded = rounded(plan, compared, others);
    if !rounded.is_empty() {
        print(&format!(
            "note: {} compared to 1e-6, because last digits depend on the processor: vectors of the run {}\n",
            rounded.join(", "),
            others.join(", ")
        ));
    }
    let drawn = sample.map_or(String::new(), |seed| format!(", drawn with seed {seed}"));
    let (ran, of) = (compared.len(), count(stored, "stored trial"));
    let different = compared.iter().filter(|c| c.difference.is_some()).count();
    print(&match different {
        0 => format!("\n{ran} of {of}{drawn}, run again: all equal\n"),
        some => format!("\n{ran} of {of}{drawn}, run again: {some} different\n"),
    });
}

fn print_json(
    plan: &Plan<'_>,
    compared: &[Compared<'_>],
    stored: usize,
    sample: Option<u64>,
    others: &[&str],
) -> Result<(), Refusal> {
    let trials: Vec<_> = compared
        .iter()
        .map(|c| {
            json!({
                "trial": c.trial.id, "dataset": plan.dataset_name(c.trial), "method": plan.method_name(c.trial),
                "repeat": c.trial.repeat, "fold": c.trial.fold, "equal": c.difference.is_none(),
                "difference": c.difference,
            })
        })
        .collect();
    let all = json!({
        "stored": stored, "sample_seed": sample, "compared": compared.len(),
        "different": compared.iter().filter(|c| c.difference.is_some()).count(),
        "rounded": rounded(plan, compared, others), "other_vectors": others, "trials": trials,
    });
    print(&format!("{}\n", serde_json::to_string_pretty(&all)?));
    Ok(())
}
