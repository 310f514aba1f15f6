//! The polynomial kernel: K(x, y) = (gamma <x, y> + coef0)^degree.

use crate::learn::kernel::columns::single;

#[inline(always)]
pub fn apply(base: &[f32], gamma: f64, coef0: f64, degree: i32, out: &mut [f32]) {
    for (out, base) in out.iter_mut().zip(base) {
        let inner = gamma * f64::from(*base) + coef0;
        let mut power = 1.0;
        for _ in 0..degree {
            power *= inner;
        }
        *out = single(power);
    }
}
