//! What a method costs on a dataset, from a few fits on the first outer fold: the first, the middle and the last group of grid
//! points that the method tries together, because what they share is most of what they cost. An estimate is all it can be,
//! since grid points differ.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::control::Control;
use super::evaluate::{Bench, Resources};
use super::guard::guarded;
use crate::num::key::RngKey;
use crate::params::Params;
use crate::plan::{Loaded, Plan};
use crate::spec::MethodSpec;

/// CPU seconds that points tried together may take before the estimate becomes a lower bound.
const LIMIT: f64 = 5.0;

/// Seconds by the wall that it may take: a program may wait without using any of its time.
const WALL_LIMIT: Duration = Duration::from_secs(20);

/// What a pilot found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pilot {
    /// Mean CPU seconds of a fit with its predictions.
    pub seconds: f64,
    /// Whether a fit failed or was cut off, so that it may take longer.
    pub at_least: bool,
}

/// Tries a method of the plan on a dataset of it.
pub fn pilot(plan: &Plan<'_>, dataset: usize, method: usize, memory: usize) -> Pilot {
    if plan.experiment.methods[method].method.at_once().is_none() {
        return try_points(plan, dataset, method, memory, &AtomicBool::new(false));
    }
    let over = AtomicBool::new(false);
    let (done, waiting) = channel::<()>();
    std::thread::scope(|scope| {
        let over = &over;
        scope.spawn(move || {
            // Told, or left alone: both mean that nobody waits any more.
            if waiting.recv_timeout(WALL_LIMIT) == Err(RecvTimeoutError::Timeout) {
                over.store(true, Ordering::Relaxed);
            }
        });
        let found = try_points(plan, dataset, method, memory, over);
        drop(done);
        found
    })
}

fn try_points(
    plan: &Plan<'_>,
    dataset: usize,
    method: usize,
    memory: usize,
    over: &AtomicBool,
) -> Pilot {
    let Loaded { data, truth } = &plan.loaded[dataset];
    let protocol = &plan.experiment.protocol;
    let bench = Bench {
        data,
        truth,
        recipe: plan.experiment.recipe(dataset),
        scope: protocol.scale_scope,
        select: protocol.select,
        search: protocol.search,
    };
    let split = plan.outer_folds(dataset, 0).split(0);
    let method = &plan.experiment.methods[method];
    let resources = Resources::new(memory, 1);
    let (mut total, mut tried, mut at_least) = (0.0, 0, false);
    for points in groups_to_try(method) {
        let control = Control::new(over, Some(LIMIT));
        let key = RngKey::root(0);
        let took = match points.as_slice() {
            [point] => bench
                .test(method.method, point, &split, key, &control, &resources)
                .map(|tested| tested.train_took + tested.predict_took),
            several => bench
                .score_points(method.method, several, &split, key, &control, &resources)
                .map(|(_, took)| took),
        };
        tried += points.len();
        match took {
            Ok(took) => total += took as f64 / 1e9,
            Err(_) => {
                at_least = true;
                total += if control.out_of_time() { LIMIT } else { 0.0 };
            }
        }
    }
    Pilot { seconds: total / tried.max(1) as f64, at_least }
}

/// The first, the middle and the last of what the method tries together; a program is asked for one point at a time.
fn groups_to_try(method: &MethodSpec) -> Vec<Vec<Params>> {
    let alone = || (0..method.grid.len()).map(|point| vec![point]).collect();
    let groups: Vec<Vec<usize>> = match method.method.at_once() {
        Some(_) => alone(),
        // A method that cannot tell its groups tells so again when it is tried.
        None => guarded(|| method.method.groups(&method.grid)).unwrap_or_else(|_| alone()),
    };
    let Some(last) = groups.len().checked_sub(1) else { return Vec::new() };
    let mut chosen = vec![0, groups.len() / 2, last];
    chosen.dedup();
    let point = |&point: &usize| method.grid.get(point).cloned();
    chosen.iter().map(|&group| groups[group].iter().filter_map(point).collect()).collect()
}
