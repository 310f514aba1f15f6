//! The engine that every kernel method runs on: it sorts examples by class, computes base values and kernels once for
//! all that can use them, hands binary problems to the method's solver, and puts the answers together.

use std::sync::Arc;

use super::columns::Columns;
use super::duel::{Duel, Layout};
use super::function::Kernel;
use super::gram::Matrix;
use super::kernels::{Kernels, check_norms, whole_fits};
use super::model::KernelModel;
use super::platt::{Sigmoid, calibrate};
use super::rows::{Cached, KernelRows, Whole};
use super::solver::{Solution, Solver};
use crate::data::Rows;
use crate::learn::{
    ClassPredictions, Classify, Declared, FitContext, FitError, FitResult, Method, MethodInfo,
    Samples, go_on, groups_by,
};
use crate::num::simd::{dot_mixed, wide};
use crate::params::Params;

/// A kernel method: a declaration and a solver.
pub struct KernelMachine {
    /// What it is.
    pub info: &'static MethodInfo,
    /// Its solver of binary problems.
    pub solver: &'static dyn Solver,
}

/// Everything that decides the kernel matrix and the duels, as text: points that agree in it share them.
fn sharing_key(params: &Params) -> String {
    let names = ["kernel", "gamma", "coef0", "degree", "multiclass"];
    let values = names.iter().filter_map(|name| params.get(name)).map(ToString::to_string);
    values.collect::<Vec<_>>().join(" ")
}

impl Declared for KernelMachine {
    fn info(&self) -> &'static MethodInfo {
        self.info
    }
}

impl Method<Classify> for KernelMachine {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let multiclass = params.text("multiclass");
        Layout::check_room(train.y(), multiclass, 1, TEST_ROWS, context)?;
        let layout = Layout::new(train.y(), multiclass);
        let kernel = Kernel::from_params(params);
        let columns = Columns::new(train.x(), &layout.order);
        check_norms(&columns)?;
        let gram = if whole_fits(columns.len(), context.memory) {
            let base = Matrix::square(kernel.base(), &columns);
            Gram::Whole(Arc::new(base.kernel(kernel, &columns.norms, &columns.norms)))
        } else {
            Gram::Rows
        };
        // Small problems are solved between two looks of a solver; the matrix may have taken long.
        go_on(context.stop)?;
        let solved = self.solve(train.x(), &[params], &layout, &gram, context)?;
        let solutions: Vec<Solution> = solved.solutions.into_iter().flatten().flatten().collect();
        let sigmoids = solved.sigmoids.into_iter().next().flatten();
        let evaluations = solved.evaluations;
        let model = KernelModel::new(train.x(), layout, kernel, &solutions, sigmoids, evaluations);
        Ok(Box::new(model))
    }

    fn groups(&self, grid: &[Params]) -> Vec<Vec<usize>> {
        groups_by(grid, sharing_key)
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
        let multiclass = first.text("multiclass");
        let room = Layout::check_room(train.y(), multiclass, group.len(), test.len(), context);
        if let Err(error) = room {
            return (0..group.len()).for_each(|position| each(position, Err(error.clone())));
        }
        let layout = Layout::new(train.y(), multiclass);
        match self.outputs(train, test, group, &layout, context) {
            Ok((outputs, sigmoids)) => {
                for (position, outputs) in outputs.iter().enumerate() {
                    let predictions = match &sigmoids[position] {
                        Some(sigmoids) => layout.estimate(outputs, sigmoids, test.len()),
                        None => layout.decide(outputs, test.len()),
                    };
                    each(position, Ok(predictions));
                }
            }
            Err(error) => (0..group.len()).for_each(|position| each(position, Err(error.clone()))),
        }
    }
}

/// Outputs by point, duel and row.
type Outputs = Vec<Vec<Vec<f64>>>;

/// The sigmoids of all duels, by point; none where a point asks for decisions.
type Sigmoids = Vec<Option<Vec<Sigmoid>>>;

/// Whether a point asks for probabilities; most methods have none to give.
fn wants_probabilities(params: &Params) -> bool {
    params.get("probabilities").is_some_and(|value| value.to_string() == "platt")
}

/// Where kernel rows come from.
enum Gram {
    /// The whole matrix, in sorted order.
    Whole(Arc<Matrix>),
    /// Rows are computed when they are needed.
    Rows,
}

/// All duels at some points.
struct Solved {
    /// By point and duel.
    solutions: Vec<Vec<Option<Solution>>>,
    sigmoids: Sigmoids,
    evaluations: usize,
}

/// Test rows whose kernels are computed together where there is no room for all.
const TEST_ROWS: usize = 256;

impl KernelMachine {
    /// Solves every duel at all points in one go, so that the way from one point to the next is the same wherever the
    /// rows come from.
    fn solve(
        &self,
        x: Rows<'_>,
        group: &[&Params],
        layout: &Layout,
        gram: &Gram,
        context: &FitContext<'_>,
    ) -> Result<Solved, FitError> {
        let kernel = Kernel::from_params(group[0]);
        let unsure: Vec<usize> =
            (0..group.len()).filter(|&p| wants_probabilities(group[p])).collect();
        let mut solved = Solved {
            solutions: vec![vec![None; layout.duels.len()]; group.len()],
            sigmoids: group.iter().map(|p| wants_probabilities(p).then(Vec::new)).collect(),
            evaluations: 0,
        };
        for (number, &duel) in layout.duels.iter().enumerate() {
            let signs = layout.signs(duel);
            let mut work = |rows: &mut dyn KernelRows| {
                let mut each = |position: usize, solution: Solution| {
                    solved.solutions[position][number] = Some(solution);
                };
                self.solver.solve(rows, &signs, group, context, &mut each)?;
                solved.evaluations += rows.evaluations();
                let points: Vec<&Params> = unsure.iter().map(|&p| group[p]).collect();
                if !points.is_empty() {
                    let found = calibrate(self.solver, rows, &signs, &points, number, context)?;
                    for (&position, sigmoid) in unsure.iter().zip(found) {
                        solved.sigmoids[position].get_or_insert_default().push(sigmoid);
                    }
                }
                Ok::<(), FitError>(())
            };
            match gram {
                Gram::Whole(matrix) => {
                    let block = block_of(matrix, layout, duel);
                    work(&mut Whole::new(block.as_ref().unwrap_or(matrix)))?;
                }
                Gram::Rows => {
                    let own = layout.parts(duel).into_iter().flatten();
                    let own: Vec<usize> = own.map(|i| layout.order[i]).collect();
                    let columns = Columns::new(x, &own);
                    work(&mut Cached::new(&columns, kernel, context.memory))?;
                }
            }
        }
        Ok(solved)
    }

    /// Outputs of all duels on the test rows at all points.
    fn outputs(
        &self,
        train: &Samples<'_, Classify>,
        test: Rows<'_>,
        group: &[&Params],
        layout: &Layout,
        context: &FitContext<'_>,
    ) -> Result<(Outputs, Sigmoids), FitError> {
        let kernel = Kernel::from_params(group[0]);
        let mut outputs: Outputs = vec![vec![Vec::new(); layout.duels.len()]; group.len()];
        if whole_fits(layout.order.len().max(test.len()), context.memory) {
            let kernels = Kernels::new(train.x(), test, &layout.order, kernel, context)?;
            let gram = Gram::Whole(kernels.square);
            let solved = self.solve(train.x(), group, layout, &gram, context)?;
            extend(&mut outputs, &solved.solutions, layout, &kernels.cross);
            return Ok((outputs, solved.sigmoids));
        }
        let columns = Columns::new(train.x(), &layout.order);
        check_norms(&columns)?;
        let solved = self.solve(train.x(), group, layout, &Gram::Rows, context)?;
        for start in (0..test.len()).step_by(TEST_ROWS) {
            if context.stop.requested() {
                return Err(FitError::Stopped);
            }
            let rows = test.range(start..test.len().min(start + TEST_ROWS));
            let (base, norms) = Matrix::cross(kernel.base(), rows, &columns);
            let cross = base.kernel(kernel, &norms, &columns.norms);
            extend(&mut outputs, &solved.solutions, layout, &cross);
        }
        Ok((outputs, solved.sigmoids))
    }
}

/// Test rows that all points look at before the next ones: so many stay in the nearest cache with the weights of a point.
const ROWS_TOGETHER: usize = 8;

/// Adds the outputs for further test rows, whose kernels with the sorted examples are given. Kernel values are fetched from
/// memory once for all points, which takes longer than to multiply them.
fn extend(
    outputs: &mut Outputs,
    solutions: &[Vec<Option<Solution>>],
    layout: &Layout,
    cross: &Matrix,
) {
    let rows = cross.values.len() / cross.width.max(1);
    for (number, &duel) in layout.duels.iter().enumerate() {
        let mut points: Vec<(&mut [f64], &Solution)> = Vec::with_capacity(solutions.len());
        for (of_point, solutions) in outputs.iter_mut().zip(solutions) {
            let Some(solution) = &solutions[number] else { continue };
            let out = &mut of_point[number];
            let first = out.len();
            out.resize(first + rows, solution.bias);
            points.push((&mut out[first..], solution));
        }
        let parts = layout.parts(duel);
        wide(
            #[inline(always)]
            || {
                for first in (0..rows).step_by(ROWS_TOGETHER) {
                    let together = first..rows.min(first + ROWS_TOGETHER);
                    for (out, solution) in &mut points {
                        let mut start = 0;
                        for part in &parts {
                            let coef = &solution.coef[start..start + part.len()];
                            start += part.len();
                            for row in together.clone() {
                                out[row] += dot_mixed(coef, &cross.row(row)[part.clone()]);
                            }
                        }
                    }
                }
            },
        );
    }
}

/// The matrix of a duel that is not the whole one.
fn block_of(matrix: &Matrix, layout: &Layout, duel: Duel) -> Option<Matrix> {
    match duel {
        Duel::Pair(a, b) if layout.present.len() > 2 => {
            Some(matrix.block(layout.ranges[a].clone(), layout.ranges[b].clone()))
        }
        Duel::Pair(..) | Duel::Rest(_) => None,
    }
}
