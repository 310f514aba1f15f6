//! Classes with too few members: one class for almost every row, which is no classification, and classes with one member.

use super::names::is_almost_unique;
use super::{Found, quoted};
use crate::data::dataset::{Dataset, TaskKind};
use crate::data::read::text::shown;
use crate::words::count;

pub(super) fn many(data: &Dataset) -> Vec<Found> {
    let Some((levels, codes)) = data.classes() else { return Vec::new() };
    let Some(target) = data.targets.first().map(|column| &column.name) else { return Vec::new() };
    if !is_almost_unique(levels.len(), codes.len()) {
        return Vec::new();
    }
    let (name, classes, rows) = (shown(target), levels.len(), codes.len());
    let problem = format!("the target {name} has {classes} classes in {rows} rows");
    let remedy =
        "name another column with `target`; numbers are predicted with task = \"regression\"";
    vec![Found { column: Some(target.clone()), problem, remedy: remedy.to_owned() }]
}

pub(super) fn single(data: &Dataset) -> Vec<Found> {
    let Some((levels, codes)) = data.classes() else { return Vec::new() };
    if data.task == TaskKind::MultiInstance {
        return Vec::new(); // Its examples are bags, not rows.
    }
    let mut members = vec![0_usize; levels.len()];
    for &code in codes {
        if let Some(number) = members.get_mut(code as usize) {
            *number += 1;
        }
    }
    let lonely = levels.iter().zip(members).filter(|(_, members)| *members == 1);
    let lonely: Vec<&String> = lonely.map(|(level, _)| level).collect();
    if lonely.is_empty() {
        return Vec::new();
    }
    let column = data.targets.first().map(|column| column.name.clone());
    let what = count(lonely.len(), "class has", "classes have");
    let problem = format!("{what} one member: {}", quoted(lonely.iter().take(5).copied()));
    let remedy =
        "it cannot be both learned and tested; remove such rows, or join classes".to_owned();
    vec![Found { column, problem, remedy }]
}
