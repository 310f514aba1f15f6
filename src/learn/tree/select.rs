//! Which feature a node asks for: the one with the largest gain ratio among those whose gain is at least average. It
//! knows the rows of one node at a time.

use super::criterion::{Logs, gain, gain_ratio};
use super::nodes::{Test, TestKind};
use super::scan::{Around, Counted, Cut, Weighed, best_cut};
use super::table::{Entry, Table};
use crate::data::FeatureKind;
use crate::learn::tolerance::{above, at_least, equal};

/// How far below the average a gain may be, which is to forgive rounding.
const FORGIVEN: f64 = 1e-3;

/// The rows of a node as the choice of a split sees them.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// All of them, in any order.
    pub rows: &'a [u32],
    /// For every feature those whose value is known, ascending; nothing for nominal ones.
    pub sorted: &'a [Vec<Entry>],
    pub around: Around<'a>,
    /// Whether each weighs one; otherwise they weigh what [`Selector::weigh`] was told.
    pub plain: bool,
}

/// Chooses splits, keeping its memory from node to node.
pub struct Selector<'a> {
    table: &'a Table<'a>,
    logs: Logs,
    counted: Counted,
    weighed: Weighed,
    /// Class weights level by level.
    levels: Vec<f64>,
    /// Whether every feature has more levels than 3 in 10 rows; if so, all of them count in the average.
    many_levels: bool,
}

/// A split that a feature offers.
struct Offer {
    gain: f64,
    ratio: f64,
    cut: Option<Cut>,
}

impl<'a> Selector<'a> {
    pub fn new(table: &'a Table<'a>) -> Selector<'a> {
        let (rows, classes) = (table.rows(), table.classes);
        let many = |kind: &FeatureKind| !has_few_levels(*kind, rows);
        Selector {
            table,
            logs: Logs::new(rows),
            counted: Counted::new(classes),
            weighed: Weighed::new(rows, classes),
            levels: Vec::new(),
            many_levels: table.kinds.iter().all(many),
        }
    }

    /// Sets the weights of the rows of the next node.
    pub fn weigh(&mut self, rows: impl Iterator<Item = (u32, f64)>) {
        rows.for_each(|(row, weight)| self.weighed.weights[row as usize] = weight);
    }

    /// The best split of a node, if any is worth making.
    pub fn select(&mut self, view: View<'_>) -> Option<Test> {
        let kinds = &self.table.kinds;
        let offers: Vec<Option<Offer>> =
            (0..kinds.len()).map(|feature| self.offer(view, feature)).collect();
        let (mut sum, mut counted) = (0.0, 0_u32);
        for (offer, kind) in offers.iter().zip(kinds) {
            if let Some(offer) = offer
                && (self.many_levels || has_few_levels(*kind, self.table.rows()))
            {
                sum += offer.gain;
                counted += 1;
            }
        }
        if counted == 0 {
            return None;
        }
        let average = sum / f64::from(counted);
        let mut best = (None, 0.0);
        for (feature, offer) in offers.iter().enumerate() {
            if let Some(offer) = offer
                && offer.gain >= average - FORGIVEN
                && above(offer.ratio, best.1)
            {
                best = (Some((feature, offer.cut)), offer.ratio);
            }
        }
        let (feature, cut) = best.0.filter(|_| !equal(best.1, 0.0))?;
        let kind = match (cut, kinds[feature]) {
            (Some(cut), _) => TestKind::Threshold(self.table.threshold(feature, cut.low, cut.high)),
            (None, FeatureKind::Nominal { levels }) => TestKind::Levels(levels),
            (None, FeatureKind::Numeric) => return None,
        };
        Some(Test { feature, kind })
    }

    fn offer(&mut self, view: View<'_>, feature: usize) -> Option<Offer> {
        match self.table.kinds[feature] {
            FeatureKind::Numeric => self.numeric(view, feature),
            FeatureKind::Nominal { levels } => self.nominal(view, feature, levels),
        }
    }

    fn numeric(&mut self, view: View<'_>, feature: usize) -> Option<Offer> {
        let View { around, .. } = view;
        let (rows, of) = (&view.sorted[feature][..], (self.table, feature));
        let cut = if view.plain {
            best_cut(&mut self.counted, rows, of, around, &self.logs)?
        } else {
            best_cut(&mut self.weighed, rows, of, around, &self.logs)?
        };
        let known = cut.bags[0] + cut.bags[1];
        let ratio = gain_ratio(cut.gain, &cut.bags, known, around.total, &self.logs);
        Some(Offer { gain: cut.gain, ratio, cut: Some(cut) })
    }

    fn nominal(&mut self, view: View<'_>, feature: usize, levels: usize) -> Option<Offer> {
        let Selector { table, logs, weighed, levels: per_level, .. } = self;
        let (classes, column) = (table.classes, table.column(feature));
        // Level by level the classes, then the weights of the levels, then the classes over all levels.
        per_level.clear();
        per_level.resize(levels * classes + levels + classes, 0.0);
        let (per_level, sums) = per_level.split_at_mut(levels * classes);
        let (bags, per_class) = sums.split_at_mut(levels);
        for &row in view.rows {
            let value = column[row as usize];
            if !value.is_nan() {
                let weight = if view.plain { 1.0 } else { weighed.weights[row as usize] };
                let (level, class) = (value as usize, table.class[row as usize] as usize);
                per_level[level * classes + class] += weight;
                bags[level] += weight;
                per_class[class] += weight;
            }
        }
        if bags.iter().filter(|bag| at_least(**bag, view.around.least)).count() < 2 {
            return None;
        }
        let known: f64 = bags.iter().sum();
        let before = logs.entropy(per_class, known);
        let by_level = per_level.chunks_exact(classes).zip(&*bags);
        let after = by_level.map(|(per_class, bag)| logs.entropy(per_class, *bag)).sum();
        let gain = gain(before, after, known, view.around.total);
        let ratio = gain_ratio(gain, bags, known, view.around.total, logs);
        Some(Offer { gain, ratio, cut: None })
    }
}

fn has_few_levels(kind: FeatureKind, rows: usize) -> bool {
    match kind {
        FeatureKind::Numeric => true,
        FeatureKind::Nominal { levels } => above(0.3 * rows as f64, levels as f64),
    }
}
