//! The sigmoid kernel: K(x, y) = tanh(gamma <x, y> + coef0). It is not positive semidefinite for all parameters; solvers
//! treat a negative curvature as a very small one.

#[inline(always)]
pub fn apply(base: &[f32], gamma: f64, coef0: f64, out: &mut [f32]) {
    for (out, base) in out.iter_mut().zip(base) {
        *out = libm::tanh(gamma * f64::from(*base) + coef0) as f32;
    }
}
