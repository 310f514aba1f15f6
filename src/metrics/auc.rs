//! Area under the ROC curve. With two classes: the probability that a positive example gets a larger score than a
//! negative one, ties counting half. With more: the M of Hand and Till (Machine Learning 45, 2001, 171-186), the mean
//! over all pairs of classes of the two one-sided areas.

use super::Metric;
use crate::learn::{ClassPredictions, Classify, Labels};
use crate::measure::{Detail, Direction, MetricInfo};

pub const METRIC: Metric<Classify> = Metric {
    info: MetricInfo::number(
        "auc",
        "AUC",
        "area under the ROC curve; beyond two classes Hand and Till's average over pairs",
        Direction::Higher,
    )
    .in_range(0.0, 1.0)
    .needing(Detail::Scores),
    score,
};

fn score(truth: &Labels, predictions: &ClassPredictions) -> Option<f64> {
    let scores = predictions.scores.matrix()?;
    let rows: Vec<&[f64]> = scores.rows().collect();
    let of = |class: u32, column: usize| -> Vec<f64> {
        let members = truth.ids().iter().zip(&rows).filter(|(t, _)| **t == class);
        members.map(|(_, row)| row[column]).collect()
    };
    if truth.classes() == 2 {
        return area(&mut of(1, 1), &mut of(0, 1));
    }
    let present = truth.present();
    let mut areas = Vec::new();
    for (position, &a) in present.iter().enumerate() {
        for &b in &present[position + 1..] {
            let (i, j) = (a as usize, b as usize);
            let one_way = area(&mut of(a, i), &mut of(b, i))?;
            let other_way = area(&mut of(b, j), &mut of(a, j))?;
            areas.push((one_way + other_way) / 2.0);
        }
    }
    (!areas.is_empty()).then(|| areas.iter().sum::<f64>() / areas.len() as f64)
}

/// Probability that a positive score exceeds a negative one, ties half; `None` without both kinds.
fn area(positives: &mut [f64], negatives: &mut [f64]) -> Option<f64> {
    if positives.is_empty() || negatives.is_empty() {
        return None;
    }
    positives.sort_by(f64::total_cmp);
    negatives.sort_by(f64::total_cmp);
    // Counted in halves, in whole numbers: exact, whatever the order.
    let mut halves: u128 = 0;
    for &score in positives.iter() {
        let below = negatives.partition_point(|&n| n < score);
        let not_above = negatives.partition_point(|&n| n <= score);
        halves += (below + not_above) as u128;
    }
    Some(halves as f64 / (2.0 * positives.len() as f64 * negatives.len() as f64))
}
