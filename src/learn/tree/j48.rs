//! C4.5 decision trees, release 8, as Weka 3.6.14's J48 builds them.
//!
//! A node asks for the feature with the largest gain ratio among those whose gain is at least average. A threshold is a
//! value that occurs in training, the largest up to the middle between two neighbouring values at the node; its gain is
//! lessened by the bits that it takes to name it. A row whose value is missing goes down all branches in parts. A grown
//! tree is pruned by the errors that its leaves are expected to make with the given confidence; a subtree may be
//! replaced by a leaf or by its heaviest branch.
//!
//! Equal to Weka in every decision of the tests: leaves, size, thresholds, predictions. Not copied: Weka recurses
//! without end if two neighbouring values sum to more than a double can hold, and its probabilities do not sum to one
//! if a leaf weighs less than 1e-6.

use super::criterion::Pessimism;
use super::grow::grow;
use super::model::TreeModel;
use super::nodes::Tree;
use super::prune::prune;
use super::table::Table;
use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, FitResult, Input, Method,
    MethodInfo, Samples, groups_by, predict_in_blocks,
};
use crate::measure::MetricInfo;
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "j48",
    summary: "C4.5 decision tree as Weka's J48 builds it",
    reference: "J. R. Quinlan, C4.5: Programs for Machine Learning (1993); J. R. Quinlan, J. Artif. Intell. Res. 4 (1996) 77-90; M. Hall et al., SIGKDD Explorations 11 (2009) 10-18",
    params: &[
        ParamInfo {
            name: "pruned",
            about: "whether the tree is pruned",
            domain: Domain::Flag,
            default: Value::Flag(true),
        },
        ParamInfo {
            name: "confidence",
            about: "smaller prunes more; above 0.5 errors count as they were seen",
            domain: Domain::RealBetween(1e-6, 0.999_999),
            default: Value::Real(0.25),
        },
        ParamInfo {
            name: "min-leaf",
            about: "two branches of each node must weigh at least this",
            domain: Domain::Int { min: 1, max: 1_000_000_000 },
            default: Value::Int(2),
        },
        ParamInfo {
            name: "subtree-raising",
            about: "whether pruning may replace a node by its heaviest branch",
            domain: Domain::Flag,
            default: Value::Flag(true),
        },
    ],
    version: 1,
    facts: &[
        MetricInfo::fact("leaves", "leaves of the tree"),
        MetricInfo::fact("nodes", "nodes of the tree, leaves included"),
    ],
    input: Input::Table,
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct J48;

/// The tree before pruning.
pub(super) fn grown(
    table: &Table<'_>,
    params: &Params,
    context: &FitContext<'_>,
) -> Result<Tree, FitError> {
    grow(table, params.int("min-leaf") as f64, context)
}

/// The tree that the parameters ask for.
pub(super) fn pruned(
    mut tree: Tree,
    table: &Table<'_>,
    params: &Params,
    context: &FitContext<'_>,
) -> Result<Tree, FitError> {
    if params.flag("pruned") {
        let pessimism = Pessimism::new(params.real("confidence"));
        prune(&mut tree, table, pessimism, params.flag("subtree-raising"), context.stop)?;
    }
    Ok(tree)
}

impl Declared for J48 {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Method<Classify> for J48 {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let table = Table::new(train, context.stop)?;
        let tree = grown(&table, params, context)?;
        Ok(Box::new(TreeModel::new(&pruned(tree, &table, params, context)?)))
    }

    /// The tree is grown once for all ways to prune it.
    fn groups(&self, grid: &[Params]) -> Vec<Vec<usize>> {
        groups_by(grid, |params| params.int("min-leaf"))
    }

    fn try_group(
        &self,
        train: &Samples<'_, Classify>,
        test: Rows<'_>,
        group: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Result<ClassPredictions, FitError>),
    ) {
        let Some(first) = group.first() else { return };
        let table = Table::new(train, context.stop);
        let tree = table.as_ref().map_err(Clone::clone).and_then(|t| grown(t, first, context));
        for (position, params) in group.iter().enumerate() {
            let predictions = tree.clone().and_then(|tree| {
                let table = table.as_ref().map_err(Clone::clone)?;
                let model = TreeModel::new(&pruned(tree, table, params, context)?);
                predict_in_blocks(&model, test, context.stop)
            });
            each(position, predictions);
        }
    }
}
