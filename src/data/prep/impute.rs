//! What a missing value becomes: the median of a numeric feature, the most frequent level of a nominal one, both of
//! the training rows.

/// The median; the mean of the middle two for an even number; 0 for a feature with no value in training.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[middle],
        // Halved before adding: the sum of two huge numbers would overflow.
        _ => sorted[middle - 1] / 2.0 + sorted[middle] / 2.0,
    }
}

/// The most frequent level; the first of several equally frequent ones.
pub fn mode(counts: &[usize]) -> u32 {
    let most = counts.iter().copied().max().unwrap_or(0);
    counts.iter().position(|&c| c == most).unwrap_or(0) as u32
}
