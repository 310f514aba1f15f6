//! RIPPER, class after class from the rarest on: rules are added until the description gets too long, then each is
//! replaced or revised where that makes it shorter, and those that do not pay are deleted. What is left over goes to the
//! most frequent class. It follows Weka 3.6.14's `JRip` draw by draw, and knows nothing of parameters or of models.

use super::condition::{Rule, Worth};
use super::folds::{split, stratify};
use super::grow::Grower;
use super::length::{Counts, Listed, Measure};
use super::rowset::{Follower, RowSet, follow};
use super::table::Table;
use super::tally::{Tally, take};
use crate::learn::draws::Draws;
use crate::learn::tolerance::above;
use crate::learn::{FitError, Stop};

/// Bits by which a list of rules may be longer than the shortest so far.
const SURPLUS: f64 = 64.0;

/// How to learn.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Whether rules are pruned and optimised.
    pub pruned: bool,
    /// Parts of the rows, of which one is for pruning; at least two.
    pub folds: usize,
    /// Least weight of the class in what a rule covers while it grows.
    pub min_weight: f64,
    /// How often all rules of a class are optimised.
    pub optimisations: usize,
    /// Whether a rule that is wrong on half of what it covers is refused.
    pub check_error: bool,
}

/// A rule with what it says.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// When it speaks.
    pub rule: Rule,
    /// Position of its class in the order of classes.
    pub class: u32,
    /// Weight of the training rows that reached it and that it covers, in the order of classes.
    pub weights: Vec<f64>,
}

/// Learns rules for one class from the rows that rules before it left.
struct Ripper<'a> {
    table: &'a Table,
    classes: usize,
    settings: Settings,
    draws: &'a mut dyn Draws,
    grower: Grower<'a>,
}

/// What stays the same while the rules of one class are learned.
struct Aim {
    class: u32,
    measure: Measure,
    /// Bits to tell the class of all rows without rules.
    no_rules: f64,
}

/// The shortest length of a growing list, to know when to stop.
struct Length {
    now: f64,
    shortest: f64,
}

impl Length {
    fn add(&mut self, bits: f64) {
        self.now += bits;
        self.shortest = self.shortest.min(self.now);
    }

    fn too_long(&self) -> bool {
        // Also if the length is no number any more.
        self.now.is_nan() || self.now > self.shortest + SURPLUS
    }
}

/// A list of rules of which the last covers everything.
pub fn learn(
    table: &Table,
    classes: usize,
    settings: Settings,
    draws: &mut dyn Draws,
    stop: &dyn Stop,
) -> Result<Vec<Verdict>, FitError> {
    let mut rows: Vec<u32> = (0..table.len() as u32).collect();
    let weights = class_weights(table, &rows, classes);
    let grower = Grower::new(table, settings.min_weight, stop)?;
    let conditions = grower.conditions();
    let mut ripper = Ripper { table, classes, settings, draws, grower };
    let mut verdicts = Vec::new();
    for class in 0..classes.saturating_sub(1) {
        let left = class_weights(table, &rows, classes);
        if !above(weights[class], 0.0) || left[class] <= 0.0 {
            continue;
        }
        let measure = Measure {
            conditions,
            expected_wrong: weights[class] / weights[class..].iter().sum::<f64>(),
            check_error: settings.check_error,
        };
        let nothing =
            Counts { uncovered: left.iter().sum(), missed: left[class], ..Counts::default() };
        let no_rules = measure.errors(&nothing);
        let aim = Aim { class: class as u32, measure, no_rules };
        ripper.grower.aim(aim.class, &rows);
        let mut tally = ripper.build(&aim, &rows)?;
        if settings.pruned {
            for _ in 0..settings.optimisations {
                tally = ripper.optimise(&aim, &rows, tally.rules)?;
            }
        }
        if !tally.rules.is_empty() {
            rows = tally.rows;
            for rule in tally.rules {
                verdicts.push(verdict(table, rule, aim.class, classes, &mut rows));
            }
        }
    }
    let last = classes.saturating_sub(1) as u32;
    verdicts.push(verdict(table, Rule::default(), last, classes, &mut rows));
    Ok(verdicts)
}

/// What a rule says; rows it covers are taken away.
fn verdict(table: &Table, rule: Rule, class: u32, classes: usize, rows: &mut Vec<u32>) -> Verdict {
    let (covered, left): (Vec<u32>, Vec<u32>) =
        rows.iter().partition(|&&row| rule.covers(table, row));
    *rows = left;
    Verdict { rule, class, weights: class_weights(table, &covered, classes) }
}

fn class_weights(table: &Table, rows: &[u32], classes: usize) -> Vec<f64> {
    let mut weights = vec![0.0; classes];
    for &row in rows {
        weights[table.class(row) as usize] += table.weight(row);
    }
    weights
}

impl<'a> Ripper<'a> {
    /// Adds rules as long as they cover rows of the class and the list does not get too long.
    fn build(&mut self, aim: &Aim, rows: &[u32]) -> Result<Tally<'a>, FitError> {
        let mut length = Length { now: aim.no_rules, shortest: aim.no_rules };
        let mut rows = self.deal(rows);
        let mut tally = Tally::new(self.table, aim.class, rows.clone());
        loop {
            let rule = self.new_rule(aim, &rows)?;
            let counts = tally.push(rule);
            length.add(tally.cost_of_last(&aim.measure));
            if self.refuses(&counts, &length) {
                tally.pop();
                return Ok(tally);
            }
            if !above(counts.missed, 0.0) {
                return Ok(tally);
            }
            rows = self.deal(&tally.left);
        }
    }

    /// Lets every rule compete with a new one and a longer one, adds rules for what is missed, deletes what does not pay.
    fn optimise(
        &mut self,
        aim: &Aim,
        all: &[u32],
        mut rules: Vec<Rule>,
    ) -> Result<Tally<'a>, FitError> {
        let mut length = Length { now: aim.no_rules, shortest: aim.no_rules };
        let mut tally = Tally::new(self.table, aim.class, all.to_vec());
        let followers: Vec<Follower> =
            rules.iter().map(|rule| Follower::new(self.table, rule, all)).collect();
        let mut rows = all.to_vec();
        let mut position = 0;
        loop {
            rows = self.deal(&rows);
            let counts = if let Some(old) = rules.get(position) {
                if !rows.iter().any(|&row| old.covers(self.table, row)) {
                    tally.push(old.clone());
                    position += 1;
                    continue;
                }
                let after = &followers[position + 1..];
                let best = self.best_variant(aim, &rows, old, after, &tally.counts)?;
                rules[position] = best.clone();
                tally.push(best)
            } else {
                let rule = self.new_rule(aim, &rows)?;
                let counts = tally.push(rule.clone());
                length.add(tally.cost_of_last(&aim.measure));
                if self.refuses(&counts, &length) {
                    tally.pop();
                    break;
                }
                rules.push(rule);
                counts
            };
            position += 1;
            if !above(counts.missed, 0.0) {
                break;
            }
            rows.clone_from(&tally.left);
        }
        // No row of the class is left for further rules. The first of them is dropped and the others are kept until they
        // do not pay, as in Weka.
        for rule in rules.into_iter().skip(position + 1) {
            tally.push(rule);
        }
        Ok(tally.reduce(&aim.measure))
    }

    /// Rows in the order in which the first parts are for growing and the last for pruning.
    fn deal(&mut self, rows: &[u32]) -> Vec<u32> {
        if !self.settings.pruned {
            return rows.to_vec();
        }
        stratify(self.table, rows, self.classes, self.settings.folds, self.draws)
    }

    /// A rule from dealt rows.
    fn new_rule(&mut self, aim: &Aim, rows: &[u32]) -> Result<Rule, FitError> {
        let mut rule = Rule::default();
        if self.settings.pruned {
            let (growing, pruning) = split(rows, self.settings.folds);
            self.grower.grow(&mut rule, growing)?;
            rule.prune(self.table, aim.class, pruning, Worth::Precision);
        } else {
            self.grower.grow(&mut rule, rows)?;
        }
        Ok(rule)
    }

    /// Whether a rule ends the list instead of joining it.
    fn refuses(&self, rule: &Counts, length: &Length) -> bool {
        length.too_long()
            || !above(rule.right, 0.0)
            || (self.settings.check_error && rule.wrong / rule.covered >= 0.5)
    }

    /// The one that makes the list shortest: a rule, a new one in its place, or itself with other conditions behind its
    /// own.
    fn best_variant(
        &mut self,
        aim: &Aim,
        rows: &[u32],
        old: &Rule,
        after: &[Follower],
        before: &[Counts],
    ) -> Result<Rule, FitError> {
        let (table, class) = (self.table, aim.class);
        let (growing, pruning) = split(rows, self.settings.folds);
        // What later rules will cover does not count against this one.
        let free = |row: &u32| !after.iter().any(|rule| rule.cover.contains(*row));
        let pruning: Vec<u32> = pruning.iter().copied().filter(free).collect();

        let mut new = Rule::default();
        self.grower.grow(&mut new, growing)?;
        new.prune(table, class, &pruning, Worth::Accuracy);

        let mut revised = old.clone();
        let inside = growing.iter().copied().filter(|&row| old.covers(table, row));
        self.grower.grow(&mut revised, &inside.collect::<Vec<u32>>())?;
        revised.prune(table, class, &pruning, Worth::Accuracy);

        let all = RowSet::new(table, rows.iter().copied());
        let otherwise = follow(table, class, after, all);
        let cost = |rule: &Rule| {
            let mut left = rows.to_vec();
            let counts = take(table, class, rule, &mut left);
            let after = follow(table, class, after, RowSet::new(table, left));
            let rule = Listed { conditions: rule.conditions.len(), counts };
            aim.measure.relative(before, &rule, &after, &otherwise)
        };
        let (of_new, of_revised, of_old) = (cost(&new), cost(&revised), cost(old));
        Ok(if of_old <= of_revised && of_old <= of_new {
            old.clone()
        } else if of_revised <= of_new {
            revised
        } else {
            new
        })
    }
}
