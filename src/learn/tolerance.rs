//! Comparisons that forgive rounding, as Weka 3.6.14 makes them: its trees, rules and boosting turn on them, so that ours
//! must too.

/// What differs by less is the same.
pub const SMALL: f64 = 1e-6;

/// a > b, clearly.
pub fn above(a: f64, b: f64) -> bool {
    a - b > SMALL
}

/// a <= b, or as good as.
pub fn at_most(a: f64, b: f64) -> bool {
    a - b < SMALL || a <= b
}

/// a >= b, or as good as.
pub fn at_least(a: f64, b: f64) -> bool {
    at_most(b, a)
}

/// a = b, or as good as.
pub fn equal(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() < SMALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_millionth_does_not_count_and_infinities_are_equal() {
        assert!(!above(1.0 + 5e-7, 1.0) && above(1.0 + 2e-6, 1.0));
        assert!(at_most(1.0 + 5e-7, 1.0) && !at_most(1.0 + 2e-6, 1.0));
        assert!(at_least(1.0, 1.0 + 5e-7) && !at_least(1.0, 1.0 + 2e-6));
        let top = f64::INFINITY;
        assert!(equal(top, top) && at_most(top, top) && at_least(top, top) && !above(top, top));
    }
}
