//! A list of rules for one class with what each of them does to the rows that those before it left.

use super::condition::Rule;
use super::length::{Counts, Listed, Measure};
use super::table::Table;

/// Rules in the order in which they are asked.
pub struct Tally<'a> {
    table: &'a Table,
    class: u32,
    /// What the first rule is asked about.
    pub rows: Vec<u32>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// What each of them does.
    pub counts: Vec<Counts>,
    /// What the last rule was asked about.
    asked: Vec<u32>,
    /// What no rule covers.
    pub left: Vec<u32>,
}

impl<'a> Tally<'a> {
    /// No rules yet.
    pub fn new(table: &'a Table, class: u32, rows: Vec<u32>) -> Tally<'a> {
        let left = rows.clone();
        Tally { table, class, rows, rules: Vec::new(), counts: Vec::new(), asked: Vec::new(), left }
    }

    /// One more rule, and what it does.
    pub fn push(&mut self, rule: Rule) -> Counts {
        self.asked.clone_from(&self.left);
        let counts = take(self.table, self.class, &rule, &mut self.left);
        self.rules.push(rule);
        self.counts.push(counts);
        counts
    }

    /// Takes back the rule that was added just before.
    pub fn pop(&mut self) {
        self.rules.pop();
        self.counts.pop();
        std::mem::swap(&mut self.left, &mut self.asked);
    }

    /// By how many bits the last rule makes the list longer.
    pub fn cost_of_last(&self, measure: &Measure) -> f64 {
        let (Some(rule), Some((counts, before))) = (self.rules.last(), self.counts.split_last())
        else {
            return 0.0;
        };
        let rule = Listed { conditions: rule.conditions.len(), counts: *counts };
        measure.relative(before, &rule, &[], &[])
    }

    /// Deletes rules that do not pay, from the last to the first, each judged as if it were the last.
    pub fn reduce(self, measure: &Measure) -> Tally<'a> {
        let mut list = Counts::of_list(&self.counts);
        let mut kept: Vec<Rule> = Vec::new();
        for (rule, counts) in self.rules.into_iter().zip(self.counts).rev() {
            let sized = Listed { conditions: rule.conditions.len(), counts };
            if measure.saving(&mut list, &sized).is_none() {
                kept.push(rule);
            }
        }
        let mut reduced = Tally::new(self.table, self.class, self.rows);
        for rule in kept.into_iter().rev() {
            reduced.push(rule);
        }
        reduced
    }
}

/// What a rule does to rows; those it does not cover stay.
pub fn take(table: &Table, class: u32, rule: &Rule, rows: &mut Vec<u32>) -> Counts {
    let mut counts = Counts::default();
    rows.retain(|&row| {
        let (weight, positive) = (table.weight(row), table.class(row) == class);
        let covered = rule.covers(table, row);
        match (covered, positive) {
            (true, true) => counts.right += weight,
            (true, false) => counts.wrong += weight,
            (false, true) => counts.missed += weight,
            (false, false) => {}
        }
        *(if covered { &mut counts.covered } else { &mut counts.uncovered }) += weight;
        !covered
    });
    counts
}
