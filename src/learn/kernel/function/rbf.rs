//! The Gaussian (radial basis function) kernel: K(x, y) = exp(-gamma |x - y|^2).

use crate::num::simd::exp_negative;

#[inline(always)]
pub fn apply(base: &[f32], gamma: f64, out: &mut [f32]) {
    let factor = -gamma as f32;
    for (out, base) in out.iter_mut().zip(base) {
        *out = exp_negative(factor * base);
    }
}
