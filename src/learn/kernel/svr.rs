//! Support vector regression with a kernel: one machine per target (`tube.rs`), all of them on the same kernel values. In
//! a grid, points that differ in nothing but the penalty and the tube share these values.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::columns::Columns;
use super::function::{COEF0, DEGREE, GAMMA, KERNEL, Kernel};
use super::gram::Matrix;
use super::kernels::{Kernels, check_norms, whole_fits};
use super::model::worst_stop;
use super::rows::{Cached, KernelRows, Whole};
use super::solver::{FACTS, Solution, TOLERANCE};
use super::tube::Problem;
use crate::data::Rows;
use crate::learn::{
    Declared, FitContext, FitError, FitResult, Method, MethodInfo, Model, ModelFacts, Regress,
    Samples, Targets, groups_by, predict_in_blocks,
};
use crate::measure::{MetricInfo, Unit};
use crate::num::simd::{dot_mixed, wide};
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "svr",
    summary: "support vector regression with a kernel (SMO with second-order selection and shrinking)",
    reference: "A. J. Smola and B. Schölkopf, Statistics and Computing 14 (2004) 199-222; C.-C. Chang and C.-J. Lin, \
                LIBSVM, ACM TIST 2 (2011) 27",
    params: &[
        ParamInfo {
            name: "c",
            about: "penalty of errors outside the tube",
            domain: Domain::RealAbove(0.0),
            default: Value::Real(1.0),
        },
        KERNEL,
        GAMMA,
        COEF0,
        DEGREE,
        ParamInfo {
            name: "epsilon",
            about: "form epsilon: errors up to this cost nothing, in units of the target",
            domain: Domain::RealFrom(0.0),
            default: Value::Real(0.1),
        },
        ParamInfo {
            name: "nu",
            about: "form nu: largest share of the examples outside the tube, whose width is learned",
            domain: Domain::RealBetween(0.0, 1.0),
            default: Value::Real(0.5),
        },
        ParamInfo {
            name: "form",
            about: "whether the width of the tube is given (epsilon) or learned (nu)",
            domain: Domain::Choice(&["epsilon", "nu"]),
            default: Value::Text(Cow::Borrowed("epsilon")),
        },
        TOLERANCE,
    ],
    version: 1,
    facts: &[
        FACTS[0],
        FACTS[1],
        MetricInfo::fact("iterations", "steps of the solver, over all targets"),
        FACTS[3],
        MetricInfo::fact("tube", "half the width of the tube, mean over all targets")
            .titled("half width of the tube")
            .counted_in(Unit::Target),
    ],
    sparse: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct Svr;

/// The machines of all targets, one point of a grid.
struct Machines {
    solutions: Vec<Solution>,
    /// Half the width of each tube.
    tubes: Vec<f64>,
    evaluations: usize,
}

struct SvrModel {
    kernel: Kernel,
    /// The support vectors of all targets, once each.
    vectors: Columns,
    /// Target after target the coefficients of all vectors, and the bias.
    machines: Vec<(Vec<f64>, f64)>,
    facts: ModelFacts,
}

/// What decides the kernel matrix, as text.
fn sharing_key(params: &Params) -> String {
    let names = ["kernel", "gamma", "coef0", "degree"];
    let values = names.iter().filter_map(|name| params.get(name)).map(ToString::to_string);
    values.collect::<Vec<_>>().join(" ")
}

/// Solves the problems of all targets on the same kernel values.
fn solve(
    train: &Samples<'_, Regress>,
    params: &Params,
    context: &FitContext<'_>,
    rows: &mut dyn KernelRows,
) -> Result<Machines, FitError> {
    let problem = Problem::new(params)?;
    let width = train.y().width();
    let (mut solutions, mut tubes) = (Vec::with_capacity(width), Vec::with_capacity(width));
    for target in 0..width {
        context.go_on()?;
        let z: Vec<f64> = train.y().column(target).collect();
        let (solution, tube) = problem.solve(rows, &z, context.stop)?;
        solutions.push(solution);
        tubes.push(tube);
    }
    let finite = |s: &Solution| s.bias.is_finite() && s.coef.iter().all(|c| c.is_finite());
    if !solutions.iter().all(finite) {
        let reason = "the solver left the range of numbers; scale features and targets";
        return Err(FitError::Unsuitable(reason.into()));
    }
    Ok(Machines { solutions, tubes, evaluations: rows.evaluations() })
}

/// Predictions, row after row, from kernel values of rows with the vectors of the machines.
fn values<'m>(
    kernel: &Matrix,
    rows: usize,
    machines: impl Iterator<Item = (&'m [f64], f64)> + Clone,
) -> Vec<f64> {
    wide(
        #[inline(always)]
        || {
            let of_row = |row: usize| {
                let row = kernel.row(row);
                machines.clone().map(move |(coef, bias)| bias + dot_mixed(coef, row))
            };
            (0..rows).flat_map(of_row).collect()
        },
    )
}

impl SvrModel {
    fn new(x: Rows<'_>, kernel: Kernel, machines: &Machines) -> SvrModel {
        let solutions = &machines.solutions;
        let is_used = |&row: &usize| solutions.iter().any(|s| s.coef[row] != 0.0);
        let used: Vec<usize> = (0..x.len()).filter(is_used).collect();
        let iterations: usize = solutions.iter().map(|s| s.iterations).sum();
        let numbers = [
            ("support_vectors", used.len() as f64),
            ("support_vector_share", 100.0 * used.len() as f64 / x.len() as f64),
            ("iterations", iterations as f64),
            ("kernel_evaluations", machines.evaluations as f64),
            ("tube", machines.tubes.iter().sum::<f64>() / machines.tubes.len() as f64),
        ];
        let numbers: BTreeMap<String, f64> =
            numbers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let facts = ModelFacts { stop: worst_stop(solutions), numbers, curve: None };
        let kept = |s: &Solution| (used.iter().map(|&row| s.coef[row]).collect(), s.bias);
        let machines = solutions.iter().map(kept).collect();
        SvrModel { kernel, vectors: Columns::new(x, &used), machines, facts }
    }
}

impl Declared for Svr {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Svr {
    /// Tries points that share their kernel values, all of which fit into memory.
    fn try_shared(
        train: &Samples<'_, Regress>,
        test: Rows<'_>,
        group: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Result<Targets, FitError>),
    ) -> Result<(), FitError> {
        train.means()?;
        let order: Vec<usize> = (0..train.x().len()).collect();
        let kernel = Kernel::from_params(group[0]);
        let kernels = Kernels::new(train.x(), test, &order, kernel, context)?;
        for (position, params) in group.iter().enumerate() {
            let machines = solve(train, params, context, &mut Whole::new(&kernels.square));
            let answers = machines.map(|machines| {
                let of_target = machines.solutions.iter().map(|s| (&s.coef[..], s.bias));
                let values = values(&kernels.cross, test.len(), of_target);
                Targets::of_rows(values, train.y().width())
            });
            each(position, answers);
        }
        Ok(())
    }
}

impl Method<Regress> for Svr {
    fn fit(
        &self,
        train: &Samples<'_, Regress>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Regress> {
        // Not for the means: targets that cannot be computed with are refused here.
        train.means()?;
        let x = train.x();
        let kernel = Kernel::from_params(params);
        let order: Vec<usize> = (0..x.len()).collect();
        let columns = Columns::new(x, &order);
        check_norms(&columns)?;
        let machines = if whole_fits(x.len(), context.memory) {
            let base = Matrix::square(kernel.base(), &columns);
            let matrix = base.kernel(kernel, &columns.norms, &columns.norms);
            solve(train, params, context, &mut Whole::new(&matrix))?
        } else {
            solve(train, params, context, &mut Cached::new(&columns, kernel, context.memory))?
        };
        Ok(Box::new(SvrModel::new(x, kernel, &machines)))
    }

    fn groups(&self, grid: &[Params]) -> Vec<Vec<usize>> {
        groups_by(grid, sharing_key)
    }

    fn try_group(
        &self,
        train: &Samples<'_, Regress>,
        test: Rows<'_>,
        group: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Result<Targets, FitError>),
    ) {
        if !whole_fits(train.x().len().max(test.len()), context.memory) {
            for (position, params) in group.iter().enumerate() {
                let model = self.fit(train, params, context);
                each(
                    position,
                    model.and_then(|m| predict_in_blocks(m.as_ref(), test, context.stop)),
                );
            }
            return;
        }
        if let Err(error) = Svr::try_shared(train, test, group, context, each) {
            (0..group.len()).for_each(|position| each(position, Err(error.clone())));
        }
    }
}

impl Model<Regress> for SvrModel {
    fn predict(&self, x: Rows<'_>) -> Targets {
        let (base, norms) = Matrix::cross(self.kernel.base(), x, &self.vectors);
        let kernel = base.kernel(self.kernel, &norms, &self.vectors.norms);
        let machines = self.machines.iter().map(|(coef, bias)| (&coef[..], *bias));
        Targets::of_rows(values(&kernel, x.len(), machines), self.machines.len())
    }

    fn bytes(&self) -> usize {
        let coefs: usize = self.machines.iter().map(|(coef, _)| size_of_val(&**coef)).sum();
        self.vectors.held() + size_of_val(&*self.machines) + coefs
    }

    fn facts(&self) -> ModelFacts {
        self.facts.clone()
    }
}
