//! Several metrics at once: each is judged at a lower level. By Bonferroni alpha holds for all metrics together, by Holm for
//! their tests over all methods.

use super::judged::Judged;
use super::results::Results;
use super::settings::{AcrossMetrics, AnalysisSettings};
use crate::stats::adjust::Correction;

/// Judges the results of several metrics.
pub fn judge_all(all: &[Results], settings: &AnalysisSettings) -> Vec<Judged> {
    let each: Vec<Judged> = all.iter().map(|results| Judged::new(results, settings)).collect();
    let count = each.iter().filter(|judged| judged.has_verdict()).count();
    if settings.across_metrics == AcrossMetrics::None || count < 2 {
        return each;
    }
    let factors = factors(&each, settings.across_metrics);
    let again = all.iter().zip(each).zip(factors).map(|((results, judged), factor)| match factor {
        Some(factor) => at_level(results, settings, settings.alpha / factor, count),
        None => judged,
    });
    again.collect()
}

/// By how much the level of each metric is lowered; `None` where there is no verdict. Verdicts on single datasets have no
/// test over all methods, so all of them share alpha equally.
fn factors(each: &[Judged], way: AcrossMetrics) -> Vec<Option<f64>> {
    let judged: Vec<&Judged> = each.iter().filter(|judged| judged.has_verdict()).collect();
    let m = judged.len() as f64;
    let p: Option<Vec<f64>> =
        judged.iter().map(|judged| Some(judged.over.as_ref().ok()?.omnibus.gate.p)).collect();
    let mut found = match (way, p) {
        (AcrossMetrics::Holm, Some(p)) => {
            let adjusted = Correction::Holm.adjust(&p);
            let factor = |(p, adjusted): (&f64, f64)| {
                if *p > 0.0 { (adjusted / p).clamp(1.0, m) } else { m }
            };
            p.iter().zip(adjusted).map(factor).collect()
        }
        _ => vec![m; judged.len()],
    }
    .into_iter();
    each.iter().map(|judged| judged.has_verdict().then(|| found.next()).flatten()).collect()
}

fn at_level(results: &Results, settings: &AnalysisSettings, alpha: f64, count: usize) -> Judged {
    let mut judged = Judged::new(results, &AnalysisSettings { alpha, ..settings.clone() });
    let way = match settings.across_metrics {
        AcrossMetrics::Holm => "Holm's procedure",
        _ => "Bonferroni's procedure",
    };
    let what = match settings.across_metrics {
        AcrossMetrics::Holm => "the tests over all methods of all metrics",
        _ => "all metrics",
    };
    let note = format!(
        "adjusted for {count} metrics by {way}: this metric is tested at the level {alpha:.4}, so that {} holds for {what} together",
        settings.alpha
    );
    judged.over.iter_mut().for_each(|analysis| analysis.notes.push(note.clone()));
    judged.each.iter_mut().flatten().for_each(|verdict| verdict.notes.push(note.clone()));
    judged
}

#[cfg(test)]
mod tests {
    use super::super::results::Score;
    use super::*;
    use crate::measure::{Direction, Pairs, Unit};

    /// Two methods on `n` datasets, always the same one ahead: Wilcoxon's p is 2 / 2^n.
    fn results(n: usize) -> Results {
        let score = |v: usize| Some(Score::new(v as f64, None));
        Results {
            metric: format!("m{n}"),
            title: format!("m{n}"),
            direction: Direction::Higher,
            direction_assumed: false,
            unit: Unit::Number,
            range: (0.0, f64::INFINITY),
            pairs: Pairs::Folds,
            datasets: (0..n).map(|d| format!("d{d}")).collect(),
            holes: Default::default(),
            methods: vec!["a".into(), "b".into()],
            cells: (0..n).map(|d| vec![score(2 * d + 2), score(d)]).collect(),
        }
    }

    #[test]
    fn levels_are_those_of_the_procedures() {
        // p = 0.0156, 0.03125 and 0.0625.
        let all = [results(7), results(6), results(5)];
        let judge = |across_metrics| {
            let settings = AnalysisSettings { across_metrics, ..AnalysisSettings::default() };
            let each = judge_all(&all, &settings);
            let one = |judged: &Judged| {
                let analysis = judged.over.as_ref().unwrap();
                (analysis.headline.differ, (0.05 / analysis.settings.alpha * 1e6).round() / 1e6)
            };
            each.iter().map(one).collect::<Vec<_>>()
        };
        assert_eq!(judge(AcrossMetrics::None), [(true, 1.0), (true, 1.0), (false, 1.0)]);
        assert_eq!(judge(AcrossMetrics::Bonferroni), [(true, 3.0), (false, 3.0), (false, 3.0)]);
        // Holm: 3 p = 0.047, then 2 p = 0.0625, then at least that.
        assert_eq!(judge(AcrossMetrics::Holm), [(true, 3.0), (false, 2.0), (false, 1.0)]);
        let settings =
            AnalysisSettings { across_metrics: AcrossMetrics::Holm, ..AnalysisSettings::default() };
        let notes = judge_all(&all, &settings)[0].over.as_ref().unwrap().notes.concat();
        assert!(notes.contains("adjusted for 3 metrics by Holm's procedure"), "{notes}");
    }
}
