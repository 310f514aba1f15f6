//! The Tanimoto kernel: K(x, y) = <x, y> / (|x|^2 + |y|^2 - <x, y>), for bits the number of common ones over the number
//! of ones in either (suppharangsarn, eq. 6.3). Two empty examples are equal: 1.

#[inline(always)]
pub fn apply(base: &[f32], own: f64, norms: &[f64], out: &mut [f32]) {
    for ((out, base), norm) in out.iter_mut().zip(base).zip(norms) {
        let inner = f64::from(*base);
        let either = own + norm - inner;
        *out = if either > 0.0 { (inner / either) as f32 } else { 1.0 };
    }
}
