//! What a method costs on a dataset, from a few fits: the first, the middle and the last grid point on the first outer
//! fold. An estimate is all it can be, since grid points differ.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::control::Control;
use super::evaluate::{Bench, Resources};
use crate::num::key::RngKey;
use crate::plan::{Loaded, Plan};

/// CPU seconds a pilot fit may take before the estimate becomes a lower bound.
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
    let mut points = vec![0, method.grid.len() / 2, method.grid.len() - 1];
    points.dedup();
    let resources = Resources::new(memory, 1);
    let (mut total, mut at_least) = (0.0, false);
    for &point in &points {
        let control = Control::new(over, Some(LIMIT));
        let params = &method.grid[point];
        match bench.test(method.method, params, &split, RngKey::root(0), &control, &resources) {
            Ok(tested) => total += (tested.train_took + tested.predict_took) as f64 / 1e9,
            Err(_) => {
                at_least = true;
                total += if control.out_of_time() { LIMIT } else { 0.0 };
            }
        }
    }
    Pilot { seconds: total / points.len() as f64, at_least }
}
