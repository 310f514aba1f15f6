//! `tribunal why SPEC`, and `run --dry-run`: one line for every group of trials that would run, with the reason.

use std::collections::BTreeMap;

use serde_json::json;

use super::arguments::WhyOptions;
use super::context::{check, count};
use super::exit::{Exit, Refusal, print};
use crate::court::due;
use crate::experiment::Absent;
use crate::plan::{Plan, Selection};
use crate::store::History;

pub fn why(options: &WhyOptions) -> Result<Exit, Refusal> {
    let checked = check(&options.spec)?;
    let plan = checked.plan()?;
    show(&plan, &checked.selection, &History::read(&checked.results)?, false, options.json)
}

struct Group {
    dataset: String,
    method: String,
    reason: String,
    trials: usize,
}

/// Prints what would run.
pub fn show(
    plan: &Plan<'_>,
    selection: &Selection,
    history: &History,
    force: bool,
    json: bool,
) -> Result<Exit, Refusal> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known: BTreeMap<(usize, usize, String), usize> = BTreeMap::new();
    for trial in due(plan, selection, history, force).iter().flat_map(|job| &job.trials) {
        let reason = match force {
            true if history.is_settled(trial) => "forced".to_owned(),
            _ => history.reason(plan, trial),
        };
        let place = *known.entry((trial.dataset, trial.method, reason)).or_insert_with_key(|key| {
            let dataset = plan.dataset_name(trial).to_owned();
            let method = plan.method_name(trial).to_owned();
            groups.push(Group { dataset, method, reason: key.2.clone(), trials: 0 });
            groups.len() - 1
        });
        groups[place].trials += 1;
    }
    let total: usize = groups.iter().map(|g| g.trials).sum();
    let all: usize = plan.jobs(selection).iter().map(|job| job.trials.len()).sum();
    if json {
        let listed: Vec<_> = groups
            .iter()
            .map(|g| json!({ "dataset": g.dataset, "method": g.method, "reason": g.reason, "trials": g.trials }))
            .collect();
        let shown = json!({ "trials": all, "to_run": total, "caveats": plan.experiment.caveats(), "absent": plan.experiment.absent, "groups": listed });
        print(&format!("{}\n", serde_json::to_string_pretty(&shown)?));
        return Ok(Exit::Done);
    }
    let width =
        |of: fn(&Group) -> &str| groups.iter().map(|g| of(g).chars().count()).max().unwrap_or(0);
    let (dataset_width, method_width) = (width(|g| &g.dataset), width(|g| &g.method));
    for Group { dataset, method, reason, trials } in &groups {
        let trials = count(*trials, "trial");
        print(&format!("{dataset:dataset_width$}  {method:method_width$}  {trials}: {reason}\n"));
    }
    let absent = plan.experiment.absent.iter().map(Absent::words);
    for note in plan.experiment.caveats().into_iter().chain(absent) {
        print(&format!("note: {note}\n"));
    }
    print(&match total {
        0 => format!("nothing would run: all {all} trials are stored\n"),
        some => format!("{some} of {} would run\n", count(all, "trial")),
    });
    Ok(Exit::Done)
}
