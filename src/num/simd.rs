//! Wide vectors where the machine has them. A closure is compiled for several instruction sets and the best one is chosen
//! at run time. Loops in it are written so that every result has the same bits at any width: element by element, or
//! summed in a fixed number of lanes; multiplications and additions are never fused.

/// Runs work with the widest vectors of this machine. What it calls must be `#[inline(always)]` to profit.
#[inline(always)]
pub fn wide<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}

/// The widest vectors of this machine, by the name of the level of its instruction set. What is computed here does not depend
/// on it; libraries that choose their loops by it may.
pub fn level() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        use std::is_x86_feature_detected as has;
        let v3 = has!("avx2") && has!("fma") && has!("bmi1") && has!("bmi2") && has!("f16c");
        let v4 = has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl");
        match (v3, v4) {
            (true, true) => "x86-64-v4",
            (true, false) => "x86-64-v3",
            (false, _) => "x86-64",
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    std::env::consts::ARCH
}

/// The lanes of every reduction.
const LANES: usize = 16;

/// e to the x for x <= 0, to 2e-7 relative; 0 below -87. Element by element, without a table or a branch.
#[inline(always)]
pub fn exp_negative(x: f32) -> f32 {
    const LOG2_E: f32 = std::f32::consts::LOG2_E;
    // ln 2 in two parts: the first has few digits, so that its multiples are exact.
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    // Adding and subtracting 1.5 * 2^23 rounds to the nearest whole number.
    const ROUND: f32 = 12_582_912.0;
    let clamped = x.max(-87.0);
    let shifted = clamped * LOG2_E + ROUND;
    let whole = shifted - ROUND;
    let r = (clamped - whole * LN2_HIGH) - whole * LN2_LOW;
    // Taylor's series: |r| <= ln 2 / 2, so the first term left out is below 1e-8.
    let mut p = 1.0 / 5040.0;
    p = p * r + 1.0 / 720.0;
    p = p * r + 1.0 / 120.0;
    p = p * r + 1.0 / 24.0;
    p = p * r + 1.0 / 6.0;
    p = p * r + 0.5;
    p = p * r + 1.0;
    p = p * r + 1.0;
    let exponent =
        (shifted.to_bits() as i32).wrapping_sub(ROUND.to_bits() as i32).wrapping_add(127);
    let power = f32::from_bits((exponent << 23) as u32);
    if x < -87.0 { 0.0 } else { p * power }
}

/// Sum of products of doubles and singles, in fixed lanes.
#[inline(always)]
pub fn dot_mixed(weights: &[f64], values: &[f32]) -> f64 {
    let mut lanes = [0.0_f64; LANES];
    let (w, w_rest) = weights.as_chunks::<LANES>();
    let (v, v_rest) = values.as_chunks::<LANES>();
    for (w, v) in w.iter().zip(v) {
        for lane in 0..LANES {
            lanes[lane] += w[lane] * f64::from(v[lane]);
        }
    }
    let mut sum = lanes.iter().sum();
    for (w, v) in w_rest.iter().zip(v_rest) {
        sum += w * f64::from(*v);
    }
    sum
}

/// The largest value and its first position; minus infinity for none.
#[inline(always)]
pub fn largest(values: &[f64]) -> (f64, usize) {
    let mut lanes = [f64::NEG_INFINITY; LANES];
    let (chunks, rest) = values.as_chunks::<LANES>();
    for chunk in chunks {
        for lane in 0..LANES {
            lanes[lane] = if chunk[lane] > lanes[lane] { chunk[lane] } else { lanes[lane] };
        }
    }
    let mut top = f64::NEG_INFINITY;
    for &value in lanes.iter().chain(rest) {
        top = if value > top { value } else { top };
    }
    // Chunk by chunk: a loop that may leave at every value has no vectors.
    let holds = |chunk: &[f64; LANES]| chunk.iter().fold(false, |any, &v| any | (v == top));
    let before = chunks.iter().position(holds).unwrap_or(chunks.len()) * LANES;
    let within = values[before..].iter().position(|&v| v == top);
    (top, within.map_or(0, |within| before + within))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_right_to_single_precision() {
        let mut worst = 0.0_f64;
        for step in 0..200_000 {
            let x = -87.0 * step as f32 / 200_000.0;
            let expected = libm::exp(f64::from(x));
            worst = worst.max((f64::from(exp_negative(x)) - expected).abs() / expected);
        }
        assert!(worst < 2e-7, "{worst}");
        assert_eq!(exp_negative(0.0), 1.0);
        assert_eq!(exp_negative(-1e30), 0.0);
    }

    #[test]
    fn wide_vectors_give_the_same_bits() {
        let weights: Vec<f64> = (0..103).map(|i| libm::sin(f64::from(i))).collect();
        let values: Vec<f32> = (0..103).map(|i| libm::cosf(i as f32)).collect();
        let narrow = dot_mixed(&weights, &values);
        assert_eq!(narrow.to_bits(), wide(|| dot_mixed(&weights, &values)).to_bits());
        let exps = |v: &[f32]| -> Vec<u32> {
            v.iter().map(|x| exp_negative(-x.abs()).to_bits()).collect()
        };
        assert_eq!(exps(&values), wide(|| exps(&values)));
        assert_eq!(largest(&weights), wide(|| largest(&weights)));
    }

    #[test]
    fn of_equal_values_the_first_is_the_largest() {
        assert_eq!(largest(&[1.0, 3.0, 3.0]), (3.0, 1));
        assert_eq!(largest(&[]), (f64::NEG_INFINITY, 0));
        for length in 1..70 {
            for at in 0..length {
                let twice = |i: usize| if i == at || i == at + 17 { 1.0 } else { -1.0 };
                let values: Vec<f64> = (0..length).map(twice).collect();
                assert_eq!(largest(&values), (1.0, at), "{length}");
            }
        }
    }
}
