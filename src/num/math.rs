//! Elementary functions through `libm`, so that a result has the same bits on every machine: the system's own
//! versions differ from each other in the last bit for about one argument in ten.

/// e to the x.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Natural logarithm.
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// Natural logarithm of 1 + x, accurate near zero.
pub fn ln_1p(x: f64) -> f64 {
    libm::log1p(x)
}

/// The error function.
pub fn erf(x: f64) -> f64 {
    libm::erf(x)
}

/// One minus the error function, accurate where that is tiny.
pub fn erfc(x: f64) -> f64 {
    libm::erfc(x)
}

/// The share of a standard normal distribution below z.
pub fn normal_below(z: f64) -> f64 {
    0.5 * erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// x to the y.
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// Sum of products, in index order, in four fixed lanes so that it vectorises and still gives the same bits at every
/// vector width. Both have the same length.
#[doc(hidden)]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    debug_assert_eq!(a.len(), b.len());
    let mut lanes = [0.0; 4];
    let (a4, a_rest) = a.as_chunks::<4>();
    let (b4, b_rest) = b.as_chunks::<4>();
    for (x, y) in a4.iter().zip(b4) {
        for lane in 0..4 {
            lanes[lane] += x[lane] * y[lane];
        }
    }
    let mut sum = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
    for (x, y) in a_rest.iter().zip(b_rest) {
        sum += x * y;
    }
    sum
}

/// `y += scale * x`.
#[doc(hidden)]
pub fn add_scaled(y: &mut [f64], scale: f64, x: &[f64]) {
    debug_assert_eq!(y.len(), x.len());
    for (y, x) in y.iter_mut().zip(x) {
        *y += scale * x;
    }
}

/// Mean in index order; NaN for no values.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Standard deviation with n - 1 in the denominator; `None` below two values.
pub fn sample_sd(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let mean = mean(values);
    let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dot_equals_the_plain_sum_on_whole_numbers() {
        for n in 0..11 {
            let a: Vec<f64> = (0..n).map(f64::from).collect();
            let expected: f64 = a.iter().map(|x| x * x).sum();
            assert!(dot(&a, &a) == expected, "{n}");
        }
    }

    #[test]
    fn spread_of_one_value_is_undefined() {
        assert_eq!(sample_sd(&[3.0]), None);
        assert_eq!(sample_sd(&[1.0, 3.0]), Some(2.0_f64.sqrt()));
    }
}
