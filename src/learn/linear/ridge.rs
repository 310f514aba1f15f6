//! Ridge regression: f(x) = b + <w, x> with the least sum of squared errors plus `ridge` |w|^2; the intercept b is not
//! penalised. Features and targets are centred, so that the intercept drops out, and the normal equations are solved by a
//! Cholesky factor: of one row and column per feature, or per example where there are fewer examples. One matrix serves
//! all penalties of a grid and all targets.

use crate::data::Rows;
use crate::learn::{
    Declared, FitContext, FitError, FitResult, Method, MethodInfo, Model, ModelFacts, Regress,
    Samples, Targets, go_on, predict_in_blocks,
};
use crate::num::linalg::{factor_positive, solve_factored};
use crate::num::math::{add_scaled, dot};
use crate::params::{Domain, ParamInfo, Params, Value};

static INFO: MethodInfo = MethodInfo {
    kind: "ridge",
    summary: "linear least squares with a ridge penalty",
    reference: "A. E. Hoerl and R. W. Kennard, Technometrics 12 (1970) 55-67",
    params: &[ParamInfo {
        name: "ridge",
        about: "weight of the penalty |w|^2 against the sum of squared errors; the intercept is not penalised",
        domain: Domain::RealAbove(0.0),
        default: Value::Real(1.0),
    }],
    version: 1,
    weights: true,
    ..MethodInfo::PLAIN
};

/// The method.
pub struct Ridge;

/// The normal equations but for the penalty.
struct Equations {
    /// Centred examples, row after row, each times the root of its weight.
    x: Vec<f64>,
    /// Centred targets, target after target, each times the root of its example's weight.
    y: Vec<Vec<f64>>,
    means: Vec<f64>,
    levels: Vec<f64>,
    /// Products of features with each other, or of examples where there are fewer; the lower triangle.
    products: Vec<f64>,
    by_example: bool,
}

struct RidgeModel {
    /// Target after target.
    weights: Vec<Vec<f64>>,
    /// What a row of zeros gets, by target.
    intercepts: Vec<f64>,
}

impl Equations {
    fn new(train: &Samples<'_, Regress>, context: &FitContext<'_>) -> Result<Equations, FitError> {
        let levels = train.means()?;
        let (rows, width) = (train.x().len(), train.x().width());
        let side = rows.min(width);
        let cells = side.saturating_mul(side).saturating_mul(2);
        // The centred rows and, where features are fewer, the same once more by feature.
        let copies = rows.saturating_mul(width).saturating_mul(if rows < width { 1 } else { 2 });
        let bytes = copies.saturating_add(cells).saturating_mul(8);
        context.room_for(bytes, "the products of all features")?;
        let weight = |row: usize| train.weight(row);
        let total: f64 = (0..rows).map(weight).sum();
        let dense = train.x().to_dense();
        let mut means = vec![0.0; width];
        for (row, values) in dense.iter().enumerate() {
            add_scaled(&mut means, weight(row) / total, values);
        }
        let mut x = Vec::with_capacity(rows * width);
        for (row, values) in dense.iter().enumerate() {
            let root = weight(row).sqrt();
            x.extend(values.iter().zip(&means).map(|(value, mean)| root * (value - mean)));
        }
        let centred = |target: usize| -> Vec<f64> {
            let values = train.y().column(target).enumerate();
            values.map(|(row, z)| weight(row).sqrt() * (z - levels[target])).collect()
        };
        let y = (0..levels.len()).map(centred).collect();
        let by_example = rows < width;
        let products = if by_example {
            products_of(&x, width, context)?
        } else {
            products_of(&transposed(&x, width), rows, context)?
        };
        Ok(Equations { x, y, means, levels, products, by_example })
    }

    /// The model of a penalty.
    fn solve(&self, ridge: f64) -> Result<RidgeModel, FitError> {
        let side = if self.by_example { self.y[0].len() } else { self.means.len() };
        let mut factor = self.products.clone();
        (0..side).for_each(|i| factor[i * side + i] += ridge);
        let fine = factor_positive(&mut factor, side, 1e-14, 0.0);
        let weights: Vec<Vec<f64>> = self.y.iter().map(|y| self.weights(&factor, y)).collect();
        if !fine || !weights.iter().flatten().all(|w| w.is_finite()) {
            let reason = "the features are too large or too alike for this penalty; scale them, or choose a larger `ridge`";
            return Err(FitError::Unsuitable(reason.into()));
        }
        let intercept = |(level, w): (&f64, &Vec<f64>)| level - dot(w, &self.means);
        let intercepts = self.levels.iter().zip(&weights).map(intercept).collect();
        Ok(RidgeModel { weights, intercepts })
    }

    /// The weights of a target, from the factor of the matrix with its penalty.
    fn weights(&self, factor: &[f64], y: &[f64]) -> Vec<f64> {
        if self.by_example {
            let mut shares = y.to_vec();
            solve_factored(factor, &mut shares);
            return self.moments(&shares);
        }
        let mut weights = self.moments(y);
        solve_factored(factor, &mut weights);
        weights
    }

    /// The sum of all examples, each times its factor.
    fn moments(&self, factors: &[f64]) -> Vec<f64> {
        let width = self.means.len();
        let mut sums = vec![0.0; width];
        if width > 0 {
            let rows = self.x.chunks_exact(width).zip(factors);
            rows.for_each(|(row, factor)| add_scaled(&mut sums, *factor, row));
        }
        sums
    }
}

/// Products of all vectors of this length with each other, the lower triangle of a square matrix.
fn products_of(
    vectors: &[f64],
    length: usize,
    context: &FitContext<'_>,
) -> Result<Vec<f64>, FitError> {
    let vectors: Vec<&[f64]> = vectors.chunks_exact(length.max(1)).collect();
    let side = vectors.len();
    let mut products = vec![0.0; side * side];
    for (i, own) in vectors.iter().enumerate() {
        go_on(context.stop)?;
        for (product, other) in products[i * side..].iter_mut().zip(&vectors[..=i]) {
            *product = dot(own, other);
        }
    }
    Ok(products)
}

fn transposed(values: &[f64], width: usize) -> Vec<f64> {
    let column = |feature: usize| values.iter().skip(feature).step_by(width.max(1)).copied();
    (0..width).flat_map(column).collect()
}

impl Declared for Ridge {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Method<Regress> for Ridge {
    fn fit(
        &self,
        train: &Samples<'_, Regress>,
        params: &Params,
        context: &FitContext<'_>,
    ) -> FitResult<Regress> {
        Ok(Box::new(Equations::new(train, context)?.solve(params.try_real("ridge")?)?))
    }

    fn groups(&self, grid: &[Params]) -> Vec<Vec<usize>> {
        vec![(0..grid.len()).collect()]
    }

    fn try_group(
        &self,
        train: &Samples<'_, Regress>,
        test: Rows<'_>,
        group: &[&Params],
        context: &FitContext<'_>,
        each: &mut dyn FnMut(usize, Result<Targets, FitError>),
    ) {
        let equations = Equations::new(train, context);
        for (position, params) in group.iter().enumerate() {
            let answers = equations.as_ref().map_err(Clone::clone).and_then(|equations| {
                context.go_on()?;
                let model = equations.solve(params.try_real("ridge")?)?;
                predict_in_blocks(&model, test, context.stop)
            });
            each(position, answers);
        }
    }
}

impl Model<Regress> for RidgeModel {
    fn predict(&self, x: Rows<'_>) -> Targets {
        let targets = || self.weights.iter().zip(&self.intercepts);
        let mut values = Vec::with_capacity(x.len() * self.intercepts.len());
        for row in x.iter() {
            values.extend(targets().map(|(weights, intercept)| intercept + row.dot(weights)));
        }
        Targets::of_rows(values, self.intercepts.len())
    }

    fn bytes(&self) -> usize {
        let weights: usize = self.weights.iter().map(|w| size_of_val(&**w)).sum();
        size_of_val(&*self.weights) + weights + size_of_val(&*self.intercepts)
    }

    fn facts(&self) -> ModelFacts {
        ModelFacts::closed_form()
    }
}
