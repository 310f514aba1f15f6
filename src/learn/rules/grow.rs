//! Growing a rule: condition after condition, each the one with the largest information gain of FOIL (J. R. Quinlan,
//! Machine Learning 5 (1990) 239-266), until all that is covered is of the class or nothing is gained.
//!
//! Rows are sorted by every numeric feature once for all rules of a class, and those that a condition leaves are
//! filtered out, so that no condition sorts anything.

use std::f64::consts::LOG2_E;

use super::condition::{Condition, Rule, Test};
use super::length::log2;
use super::table::{Table, sort_rows};
use crate::data::FeatureKind;
use crate::learn::tolerance::above;
use crate::learn::{FitError, Stop};

/// A rule is grown from filtered lists unless it has so many times fewer rows than these that sorting is faster.
const SORTS_FASTER: usize = 16;

/// Grows rules for one class after the other; keeps its memory between them.
pub struct Grower<'a> {
    table: &'a Table,
    stop: &'a dyn Stop,
    /// Least weight of the class in what a rule covers.
    min_weight: f64,
    /// Rows of the data that rules are learned from, sorted by each numeric feature; nothing for nominal ones.
    sorted: Vec<Vec<u32>>,
    /// The same for the rows that the rule being grown covers so far.
    covered: Vec<Vec<u32>>,
    /// What each row counts, for the class that rules are grown for.
    shares: Vec<Bag>,
    /// Whether a row is among those a rule is grown from.
    member: Vec<bool>,
    /// For each level of a nominal feature: weight, and weight of the class.
    levels: Vec<Bag>,
}

/// Weight of some rows, and weight of those of the class among them.
#[derive(Debug, Clone, Copy, Default)]
struct Bag {
    all: f64,
    positive: f64,
}

impl Bag {
    fn add(&mut self, other: Bag) {
        self.all += other.all;
        self.positive += other.positive;
    }

    fn remove(&mut self, other: Bag) {
        self.all -= other.all;
        self.positive -= other.positive;
    }

    /// Share of the class, drawn towards one.
    fn rate(&self) -> f64 {
        (self.positive + 1.0) / (self.all + 1.0)
    }
}

/// The best condition so far.
struct Search {
    /// Share of the class without it.
    rate: f64,
    log_rate: f64,
    gain: f64,
    found: Option<(Condition, Bag)>,
}

impl Search {
    fn new(rate: f64) -> Search {
        Search { rate, log_rate: log2(rate), gain: 0.0, found: None }
    }

    /// The gain of a condition with this bag, if it might be the best: ln x <= x - 1 says cheaply that most are not. The
    /// allowances are for rounding.
    fn gain(&self, bag: &Bag) -> f64 {
        let rate = bag.rate();
        let ratio = rate / self.rate - 1.0;
        let bound = bag.positive * (ratio * (LOG2_E * (1.0 + 1e-9)) + 1e-12);
        if bound <= self.gain {
            return f64::NEG_INFINITY;
        }
        bag.positive * (log2(rate) - self.log_rate)
    }

    fn offer(&mut self, gain: f64, bag: Bag, condition: impl FnOnce() -> Condition) {
        if gain > self.gain {
            self.gain = gain;
            self.found = Some((condition(), bag));
        }
    }
}

impl<'a> Grower<'a> {
    /// Over all rows.
    pub fn new(
        table: &'a Table,
        min_weight: f64,
        stop: &'a dyn Stop,
    ) -> Result<Grower<'a>, FitError> {
        let sorted = |(feature, kind): (usize, &FeatureKind)| match kind {
            _ if stop.requested() => Err(FitError::Stopped),
            FeatureKind::Numeric => Ok(table.sorted(feature)),
            FeatureKind::Nominal { .. } => Ok(Vec::new()),
        };
        let sorted: Result<Vec<Vec<u32>>, FitError> =
            table.kinds().iter().enumerate().map(sorted).collect();
        let sorted = sorted?;
        Ok(Grower {
            table,
            stop,
            min_weight,
            covered: vec![Vec::new(); sorted.len()],
            sorted,
            shares: vec![Bag::default(); table.len()],
            member: vec![false; table.len()],
            levels: Vec::new(),
        })
    }

    /// How many conditions there are: one for each level, two for each number that occurs.
    pub fn conditions(&self) -> f64 {
        let of = |(feature, kind): (usize, &FeatureKind)| match kind {
            FeatureKind::Nominal { levels } => *levels as f64,
            FeatureKind::Numeric => {
                let (rows, column) = (&self.sorted[feature], self.table.column(feature));
                let larger = |pair: &&[u32]| column[pair[1] as usize] > column[pair[0] as usize];
                let steps = rows.windows(2).filter(larger).count();
                2.0 * (steps + usize::from(!rows.is_empty())) as f64
            }
        };
        self.table.kinds().iter().enumerate().map(of).sum()
    }

    /// From now on rules are grown for this class and from these rows only, which are some of those before.
    pub fn aim(&mut self, class: u32, rows: &[u32]) {
        for &row in rows {
            let all = self.table.weight(row);
            let positive = if self.table.class(row) == class { all } else { 0.0 };
            self.shares[row as usize] = Bag { all, positive };
        }
        let member = &mut self.member;
        rows.iter().for_each(|&row| member[row as usize] = true);
        for list in &mut self.sorted {
            list.retain(|&row| member[row as usize]);
        }
        rows.iter().for_each(|&row| member[row as usize] = false);
    }

    /// Adds conditions to a rule; `rows` are those it covers already.
    pub fn grow(&mut self, rule: &mut Rule, rows: &[u32]) -> Result<(), FitError> {
        let all = self.sum(rows);
        if !above(all.all, 0.0) {
            return Ok(());
        }
        self.list(rows);
        let mut rows = rows.to_vec();
        let mut rate = all.rate();
        let mut used: Vec<usize> = rule.conditions.iter().map(|c| c.feature).collect();
        while !rows.is_empty() && above(1.0, rate) {
            if self.stop.requested() {
                return Err(FitError::Stopped);
            }
            let search = self.best(&rows, rate, &used);
            let Some((condition, bag)) = search.found else { break };
            if above(self.min_weight, bag.positive) {
                break;
            }
            used.push(condition.feature);
            rule.conditions.push(condition);
            rate = bag.rate();
            let column = self.table.column(condition.feature);
            let stays = |row: &u32| condition.admits(column[*row as usize]);
            rows.retain(stays);
            self.covered.iter_mut().for_each(|list| list.retain(stays));
        }
        Ok(())
    }

    /// Sorts the rows a rule is grown from, one way or the other with the same result.
    fn list(&mut self, rows: &[u32]) {
        let member = &mut self.member;
        rows.iter().for_each(|&row| member[row as usize] = true);
        for (feature, (list, sorted)) in self.covered.iter_mut().zip(&self.sorted).enumerate() {
            list.clear();
            if rows.len() * SORTS_FASTER < sorted.len() {
                let column = self.table.column(feature);
                list.extend(rows.iter().filter(|&&row| !column[row as usize].is_nan()));
                sort_rows(column, list);
            } else {
                list.extend(sorted.iter().filter(|&&row| member[row as usize]));
            }
        }
        rows.iter().for_each(|&row| member[row as usize] = false);
    }

    /// The condition with the largest gain; the first of several. A nominal feature is used once.
    fn best(&mut self, rows: &[u32], rate: f64, used: &[usize]) -> Search {
        let mut search = Search::new(rate);
        let all = self.sum(rows);
        for (feature, kind) in self.table.kinds().iter().enumerate() {
            match *kind {
                FeatureKind::Numeric if self.covered[feature].len() == rows.len() => {
                    self.try_cuts(feature, all, &mut search);
                }
                FeatureKind::Numeric => {
                    self.try_cuts(feature, self.sum(&self.covered[feature]), &mut search);
                }
                FeatureKind::Nominal { .. } if used.contains(&feature) => {}
                FeatureKind::Nominal { levels } => {
                    self.try_levels(feature, levels, rows, &mut search);
                }
            }
        }
        search
    }

    fn sum(&self, rows: &[u32]) -> Bag {
        let mut sum = Bag::default();
        rows.iter().for_each(|&row| sum.add(self.shares[row as usize]));
        sum
    }

    /// Every number that occurs, as the largest that passes and as the smallest; `known` are all rows with a number.
    fn try_cuts(&self, feature: usize, known: Bag, search: &mut Search) {
        let (list, column) = (&self.covered[feature], self.table.column(feature));
        let (mut below, mut above) = (Bag::default(), known);
        let mut next = 0;
        while next < list.len() {
            let value = column[list[next] as usize];
            let mut beyond = above;
            while next < list.len() && column[list[next] as usize] <= value {
                let share = self.shares[list[next] as usize];
                below.add(share);
                beyond.remove(share);
                next += 1;
            }
            let (low, high) = (search.gain(&below), search.gain(&above));
            if low > high {
                search.offer(low, below, || Condition { feature, test: Test::AtMost(value) });
            } else {
                search.offer(high, above, || Condition { feature, test: Test::AtLeast(value) });
            }
            above = beyond;
        }
    }

    fn try_levels(&mut self, feature: usize, levels: usize, rows: &[u32], search: &mut Search) {
        let column = self.table.column(feature);
        self.levels.clear();
        self.levels.resize(levels, Bag::default());
        for &row in rows {
            let value = column[row as usize];
            if !value.is_nan() {
                self.levels[value as usize].add(self.shares[row as usize]);
            }
        }
        for (level, bag) in self.levels.iter().enumerate() {
            let gain = search.gain(bag);
            search.offer(gain, *bag, || Condition { feature, test: Test::Is(level as f64) });
        }
    }
}
