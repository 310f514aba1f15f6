//! Scaling of numeric columns. A column that is constant in training says nothing, so it becomes 0 everywhere.

/// How numeric columns are scaled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Left as they are.
    None,
    /// Training minimum to 0, training maximum to 1; test values may fall outside.
    MinMax,
    /// Training minimum to -1, training maximum to 1; test values may fall outside.
    Symmetric,
    /// Training mean to 0, training standard deviation (n in the denominator) to 1.
    Standard,
}

/// A fitted scale: `(x - shift) / range`, or 0 where the range is 0. Kept in halves, so that the difference of two
/// numbers near the ends of f64 does not overflow; halving changes no other result.
#[derive(Debug, Clone, Copy)]
pub struct Fitted {
    half_shift: f64,
    half_range: f64,
}

impl Scale {
    /// The words of a spec.
    pub const NAMES: &'static [&'static str] = &["none", "minmax", "symmetric", "standard"];

    /// The scale that a word of a spec means.
    pub fn from_name(name: &str) -> Option<Scale> {
        let all = [Scale::None, Scale::MinMax, Scale::Symmetric, Scale::Standard];
        all.into_iter().find(|scale| scale.name() == name)
    }

    /// The word in specs.
    pub fn name(self) -> &'static str {
        match self {
            Scale::None => "none",
            Scale::MinMax => "minmax",
            Scale::Symmetric => "symmetric",
            Scale::Standard => "standard",
        }
    }

    /// Learns shift and range from training values and so many zeros beside them.
    pub fn fit(self, values: &[f64], zeros: usize) -> Fitted {
        let unscaled = Fitted { half_shift: 0.0, half_range: 0.5 };
        let n = (values.len() + zeros) as f64;
        if n == 0.0 {
            return unscaled;
        }
        let zero = (zeros > 0).then_some(0.0);
        let with_zero = || values.iter().copied().chain(zero);
        match self {
            Scale::None => unscaled,
            Scale::MinMax | Scale::Symmetric => {
                let min = with_zero().fold(f64::INFINITY, f64::min);
                let max = with_zero().fold(f64::NEG_INFINITY, f64::max);
                let half_range = max / 2.0 - min / 2.0;
                match self {
                    // The middle to 0, and half of the way to either end to 1.
                    Scale::Symmetric => Fitted {
                        half_shift: min / 2.0 + half_range / 2.0,
                        half_range: half_range / 2.0,
                    },
                    _ => Fitted { half_shift: min / 2.0, half_range },
                }
            }
            Scale::Standard => {
                // Divided before summing: values near the largest f64 must not overflow.
                let mean: f64 = values.iter().map(|v| v / n).sum();
                let constant = values.iter().chain(&zero).is_sorted_by(|a, b| a == b);
                let squares: f64 = values.iter().map(|v| (v - mean) * (v - mean) / n).sum();
                let sd = (squares + zeros as f64 / n * mean * mean).sqrt();
                Fitted { half_shift: mean / 2.0, half_range: if constant { 0.0 } else { sd / 2.0 } }
            }
        }
    }
}

impl Fitted {
    /// The scaled value; always finite for a finite one.
    pub fn apply(&self, value: f64) -> f64 {
        let scaled = (value / 2.0 - self.half_shift) / self.half_range;
        if scaled.is_finite() { scaled } else { 0.0 }
    }
}
