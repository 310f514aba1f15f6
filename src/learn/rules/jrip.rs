//! RIPPER: a list of rules, of which the first that covers an example tells its class. It is the `JRip` of Weka 3.6.14,
//! which is Cohen's method with the class probabilities of each rule beside it.
//!
//! Classes are taken from the rarest to the most frequent, which gets no rules but what is left over; equally frequent
//! ones come in random order. A missing value meets no condition. Probabilities are shares of the weight of the training
//! rows that a rule covers and that no rule before it covers; a rule without such rows is sure of its class.
//!
//! Given the same random numbers, rules are those of Weka; ours come from the key of the fit. Other differences: rows
//! that weigh nothing are left out, and what makes Weka fail does not (a length that is no number, see `length`; a
//! rule that covers no training row). Weights are taken as they are: `min-weight` and the lengths are in their units.

use super::condition::Rule;
use super::folds::class_order;
use super::ripper::{Settings, Verdict, learn};
use super::table::Table;
use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitResult, Input, Method, MethodInfo, Model,
    ModelFacts, Samples,
};
use crate::measure::MetricInfo;
use crate::params::{Domain, ParamInfo, Params, Value};

pub(super) static INFO: MethodInfo = MethodInfo {
    kind: "jrip",
    summary: "RIPPER: a list of rules, grown, pruned and optimised by description length",
    reference: "W. W. Cohen, ICML (1995) 115-123",
    params: &[
        ParamInfo {
            name: "pruned",
            about: "whether rules are pruned and optimised",
            domain: Domain::Flag,
            default: Value::Flag(true),
        },
        ParamInfo {
            name: "folds",
            about: "parts into which rows are dealt; one is for pruning, the others to grow rules from",
            domain: Domain::Int { min: 2, max: 1_000_000 },
            default: Value::Int(3),
        },
        ParamInfo {
            name: "min-weight",
            about: "least weight of the rows of its class that a growing rule covers",
            domain: Domain::RealFrom(0.0),
            default: Value::Real(2.0),
        },
        ParamInfo {
            name: "optimisations",
            about: "how often all rules of a class are replaced or revised where that is shorter",
            domain: Domain::Int { min: 0, max: 1000 },
            default: Value::Int(2),
        },
        ParamInfo {
            name: "check-error-rate",
            about: "whether rules that are wrong on half of what they cover are refused",
            domain: Domain::Flag,
            default: Value::Flag(true),
        },
    ],
    version: 1,
    facts: &[
        MetricInfo::fact("rules", "rules, with the last one that covers everything"),
        MetricInfo::fact("conditions", "conditions of all rules"),
    ],
    input: Input::Table,
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct Jrip;

pub(super) struct JripModel {
    classes: usize,
    /// With the probabilities of classes; the last rule covers everything.
    rules: Vec<(Rule, Vec<f64>)>,
}

impl Declared for Jrip {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Method<Classify> for Jrip {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let mut draws = context.key.child("class order", 0).stream();
        let order = class_order(&train.class_weights(), &mut draws);
        let table = Table::new(train, &order);
        let mut draws = context.key.child("folds", 0).stream();
        let verdicts = learn(&table, order.len(), settings(params), &mut draws, context.stop)?;
        Ok(Box::new(JripModel::new(verdicts, &order)))
    }
}

/// The parameters as the learner takes them.
pub(super) fn settings(params: &Params) -> Settings {
    let whole = |name: &str| usize::try_from(params.int(name)).unwrap_or(0);
    Settings {
        pruned: params.flag("pruned"),
        folds: whole("folds"),
        min_weight: params.real("min-weight"),
        optimisations: whole("optimisations"),
        check_error: params.flag("check-error-rate"),
    }
}

/// What a rule says of the classes, by their own numbers.
fn probabilities(verdict: &Verdict, order: &[usize]) -> Vec<f64> {
    let total: f64 = verdict.weights.iter().sum();
    let mut probabilities = vec![0.0; order.len()];
    for (position, &class) in order.iter().enumerate() {
        probabilities[class] = if total > 0.0 {
            verdict.weights[position] / total
        } else {
            f64::from(position == verdict.class as usize)
        };
    }
    probabilities
}

impl JripModel {
    /// The rules, whose classes are positions in `order`.
    pub(super) fn new(verdicts: Vec<Verdict>, order: &[usize]) -> JripModel {
        let said = |verdict: Verdict| {
            let probabilities = probabilities(&verdict, order);
            (verdict.rule, probabilities)
        };
        JripModel { classes: order.len(), rules: verdicts.into_iter().map(said).collect() }
    }
}

impl Model<Classify> for JripModel {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let mut values = Vec::with_capacity(x.len() * self.classes);
        for row in x.to_dense().iter() {
            let first = self.rules.iter().find(|(rule, _)| rule.covers_values(row));
            values.extend(first.iter().flat_map(|(_, probabilities)| probabilities));
        }
        ClassPredictions::from_probabilities(self.classes, values)
    }

    fn bytes(&self) -> usize {
        let of = |(rule, shares): &(Rule, Vec<f64>)| {
            size_of_val(&*rule.conditions) + size_of_val(&**shares)
        };
        size_of_val(&*self.rules) + self.rules.iter().map(of).sum::<usize>()
    }

    fn facts(&self) -> ModelFacts {
        let mut facts = ModelFacts::closed_form();
        let conditions: usize = self.rules.iter().map(|(rule, _)| rule.conditions.len()).sum();
        facts.numbers.insert("rules".into(), self.rules.len() as f64);
        facts.numbers.insert("conditions".into(), conditions as f64);
        facts
    }
}
