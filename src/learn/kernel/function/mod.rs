//! Kernel functions. Each is a function of the inner product of two examples and their squared norms, so that one
//! matrix of inner products (or squared distances) serves all parameters of a kernel.

pub mod linear;
pub mod polynomial;
pub mod rbf;
pub mod sigmoid;
pub mod tanimoto;

use crate::params::{Domain, ParamInfo, Params, Value};

/// What is computed once for all parameters of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// `|x - y|^2`
    SquaredDistance,
    /// `<x, y>`
    InnerProduct,
}

/// A kernel with its parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kernel {
    /// `<x, y>`
    Linear,
    /// `(gamma <x, y> + coef0)^degree`
    Polynomial {
        /// Factor of the inner product.
        gamma: f64,
        /// Added to it.
        coef0: f64,
        /// The power.
        degree: i32,
    },
    /// `exp(-gamma |x - y|^2)`
    Rbf {
        /// One over the squared width.
        gamma: f64,
    },
    /// `tanh(gamma <x, y> + coef0)`
    Sigmoid {
        /// Factor of the inner product.
        gamma: f64,
        /// Added to it.
        coef0: f64,
    },
    /// `<x, y> / (|x|^2 + |y|^2 - <x, y>)`
    Tanimoto,
}

/// Which kernel; kernel methods declare it after their own parameters.
pub const KERNEL: ParamInfo = ParamInfo {
    name: "kernel",
    about: "kernel function",
    domain: Domain::Choice(&["rbf", "linear", "polynomial", "sigmoid", "tanimoto"]),
    default: Value::Text(std::borrow::Cow::Borrowed("rbf")),
};

/// The scale of a kernel.
pub const GAMMA: ParamInfo = ParamInfo {
    name: "gamma",
    about: "rbf: exp(-gamma |x-y|^2); polynomial and sigmoid: factor of the inner product",
    domain: Domain::RealAbove(0.0),
    default: Value::Real(1.0),
};

/// The constant of a kernel.
pub const COEF0: ParamInfo = ParamInfo {
    name: "coef0",
    about: "polynomial and sigmoid: added to gamma times the inner product",
    domain: Domain::RealBetween(-1e6, 1e6),
    default: Value::Real(0.0),
};

/// The power of a kernel.
pub const DEGREE: ParamInfo = ParamInfo {
    name: "degree",
    about: "polynomial: the power",
    domain: Domain::Int { min: 1, max: 10 },
    default: Value::Int(3),
};

impl Kernel {
    /// From the parameters of a method that declares the four above.
    pub fn from_params(params: &Params) -> Kernel {
        let (gamma, coef0) = (params.real("gamma"), params.real("coef0"));
        match params.text("kernel") {
            "linear" => Kernel::Linear,
            "polynomial" => {
                Kernel::Polynomial { gamma, coef0, degree: params.int("degree") as i32 }
            }
            "sigmoid" => Kernel::Sigmoid { gamma, coef0 },
            "tanimoto" => Kernel::Tanimoto,
            _ => Kernel::Rbf { gamma },
        }
    }

    /// What it is computed from.
    pub fn base(&self) -> Base {
        match self {
            Kernel::Rbf { .. } => Base::SquaredDistance,
            _ => Base::InnerProduct,
        }
    }

    /// Turns base values of one example with others into kernel values; `own` and `norms` are squared norms.
    #[inline(always)]
    pub fn apply(&self, base: &[f32], own: f64, norms: &[f64], out: &mut [f32]) {
        match *self {
            Kernel::Linear => out.copy_from_slice(base),
            Kernel::Rbf { gamma } => rbf::apply(base, gamma, out),
            Kernel::Polynomial { gamma, coef0, degree } => {
                polynomial::apply(base, gamma, coef0, degree, out);
            }
            Kernel::Sigmoid { gamma, coef0 } => sigmoid::apply(base, gamma, coef0, out),
            Kernel::Tanimoto => tanimoto::apply(base, own, norms, out),
        }
    }

    /// The kernel of an example with itself, from its squared norm.
    pub fn own(&self, norm: f64) -> f32 {
        let base = match self.base() {
            Base::SquaredDistance => 0.0,
            Base::InnerProduct => norm as f32,
        };
        let mut out = [0.0];
        self.apply(&[base], norm, &[norm], &mut out);
        out[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(kernel: Kernel, x: &[f64], y: &[f64]) -> f64 {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let base = match kernel.base() {
            Base::InnerProduct => dot(x, y),
            Base::SquaredDistance => dot(x, x) + dot(y, y) - 2.0 * dot(x, y),
        };
        let mut out = [0.0];
        kernel.apply(&[base as f32], dot(x, x), &[dot(y, y)], &mut out);
        f64::from(out[0])
    }

    #[test]
    fn kernels_equal_their_formulas() {
        let (x, y) = ([1.0, 2.0, 0.0], [0.5, -1.0, 3.0]);
        // <x,y> = -1.5, |x|^2 = 5, |y|^2 = 10.25, |x-y|^2 = 18.25.
        let close = |kernel, expected: f64| {
            let found = value(kernel, &x, &y);
            assert!(
                (found - expected).abs() < 1e-6 * expected.abs().max(1e-3),
                "{kernel:?}: {found}"
            );
        };
        close(Kernel::Linear, -1.5);
        close(Kernel::Polynomial { gamma: 2.0, coef0: 1.0, degree: 3 }, -8.0);
        close(Kernel::Rbf { gamma: 0.1 }, libm::exp(-1.825));
        close(Kernel::Sigmoid { gamma: 0.5, coef0: 0.25 }, libm::tanh(-0.5));
        close(Kernel::Tanimoto, -1.5 / (5.0 + 10.25 + 1.5));
        assert_eq!(Kernel::Rbf { gamma: 3.0 }.own(7.0), 1.0);
        assert_eq!(Kernel::Tanimoto.own(7.0), 1.0);
        assert_eq!(Kernel::Linear.own(7.0), 7.0);
    }
}
