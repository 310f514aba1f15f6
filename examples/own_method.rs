//! A classifier of one's own, tried next to two that ship, on two datasets: `cargo run --release --example own_method`.
//!
//! The method is that of nearest shrunken centroids: every class has a centroid, each of its features is moved towards the
//! mean of all classes by a threshold, and those that arrive there no longer count. The threshold is chosen by
//! cross-validation inside each training part, as the spec says.

use std::collections::BTreeMap;
use std::fmt::Write;

use tribunal::{
    ClassPredictions, Classify, Court, Declared, Domain, FitContext, FitError, FitResult, Method,
    MethodInfo, MetricInfo, Model, ModelFacts, Options, ParamInfo, Params, Rows, Samples, Value,
    conformance, math,
};

pub struct ShrunkenCentroids;

static INFO: MethodInfo = MethodInfo {
    kind: "shrunken-centroids",
    summary: "the class whose centroid, shrunken towards the mean of all, is nearest",
    reference: "R. Tibshirani, T. Hastie, B. Narasimhan, G. Chu, Statistical Science 18, 2003, 104-117",
    params: &[ParamInfo {
        name: "threshold",
        about: "how far centroids are moved, in standard errors",
        domain: Domain::RealFrom(0.0),
        default: Value::Real(0.5),
    }],
    facts: &[MetricInfo::fact("active_features", "features that tell classes apart")
        .titled("active features")],
    ..MethodInfo::PLAIN
};

impl Declared for ShrunkenCentroids {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }
}

impl Method<Classify> for ShrunkenCentroids {
    fn fit(
        &self,
        train: &Samples<'_, Classify>,
        params: &Params,
        _: &FitContext<'_>,
    ) -> FitResult<Classify> {
        let threshold = params.try_real("threshold")?;
        let (x, y) = (train.x().to_dense(), train.y());
        let (n, width, counts) = (x.len() as f64, x.width(), y.counts());
        let spare = n - y.present().len() as f64;
        if spare < 1.0 {
            return Err(FitError::Unsuitable("no class has two rows".into()));
        }

        let mut overall = vec![0.0; width];
        let mut centroids = vec![vec![0.0; width]; counts.len()];
        for (row, &class) in x.iter().zip(y.ids()) {
            let class = class as usize;
            for (feature, value) in row.iter().enumerate() {
                overall[feature] += value / n;
                centroids[class][feature] += value / counts[class] as f64;
            }
        }
        // The spread of each feature within classes, and that of the middle one, which steadies small spreads.
        let mut scales = vec![0.0; width];
        for (row, &class) in x.iter().zip(y.ids()) {
            for (feature, value) in row.iter().enumerate() {
                scales[feature] += (value - centroids[class as usize][feature]).powi(2) / spare;
            }
        }
        scales.iter_mut().for_each(|scale| *scale = scale.sqrt());
        let mut sorted = scales.clone();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.get(width / 2).copied().unwrap_or(0.0);
        scales.iter_mut().for_each(|scale| *scale += middle);
        if scales.iter().any(|scale| !scale.is_finite()) {
            return Err(FitError::Unsuitable("the features are too large to be squared".into()));
        }

        let mut active = vec![false; width];
        for (centroid, &count) in centroids.iter_mut().zip(&counts).filter(|(_, count)| **count > 0)
        {
            let error = (1.0 / count as f64 - 1.0 / n).sqrt();
            for (feature, value) in centroid.iter_mut().enumerate() {
                let unit = error * scales[feature];
                let far = *value - overall[feature];
                let left = (far.abs() - threshold * unit).max(0.0);
                active[feature] |= left > 0.0;
                *value = overall[feature] + left.copysign(far);
            }
        }
        let log_prior = |&count: &usize| (count > 0).then(|| math::ln(count as f64 / n));
        let log_priors = counts.iter().map(log_prior).collect();
        Ok(Box::new(Centroids { centroids, scales, log_priors, active }))
    }
}

struct Centroids {
    centroids: Vec<Vec<f64>>,
    scales: Vec<f64>,
    /// `None` for a class that training did not show.
    log_priors: Vec<Option<f64>>,
    active: Vec<bool>,
}

impl Centroids {
    /// Minus the squared distance, and what is known before anything is measured; huge ones are cut, not infinite.
    fn score(&self, row: &[f64], class: usize) -> f64 {
        let Some(log_prior) = self.log_priors[class] else { return f64::MIN };
        let mut squared = 0.0;
        for (feature, centre) in self.centroids[class].iter().enumerate() {
            if self.scales[feature] > 0.0 {
                squared += ((row[feature] - centre) / self.scales[feature]).powi(2);
            }
        }
        (2.0 * log_prior - squared).max(f64::MIN)
    }
}

impl Model<Classify> for Centroids {
    fn predict(&self, x: Rows<'_>) -> ClassPredictions {
        let (x, classes) = (x.to_dense(), self.centroids.len());
        let scores = x.iter().flat_map(|row| (0..classes).map(|class| self.score(row, class)));
        ClassPredictions::from_decisions(classes, scores.collect())
    }

    fn bytes(&self) -> usize {
        let numbers = (self.centroids.len() + 1) * self.scales.len() + 2 * self.log_priors.len();
        8 * numbers + self.active.len()
    }

    fn facts(&self) -> ModelFacts {
        let active = self.active.iter().filter(|active| **active).count();
        let numbers = BTreeMap::from([("active_features".to_owned(), active as f64)]);
        ModelFacts { numbers, ..ModelFacts::closed_form() }
    }
}

const SPEC: &str = r#"
[experiment]
name = "own-method"
seed = 2003

[protocol]
outer = { folds = 5 }
inner = { folds = 3 }
scale = "standard"

[[dataset]]
name = "iris"
[[dataset]]
name = "wine"

[[method]]
name = "shrunken"
kind = "shrunken-centroids"
grid = { threshold = [0.0, 0.5, 1.0, 2.0] }
[[method]]
name = "kNN"
kind = "knn"
grid = { k = [1, 3, 5] }
[[method]]
kind = "majority"

[analysis]
metrics = ["accuracy", "active_features"]
"#;

/// Runs the experiment and tells what it gave.
pub fn compare() -> Result<String, Box<dyn std::error::Error>> {
    let broken = conformance::check(&ShrunkenCentroids);
    if !broken.is_empty() {
        return Err(format!("the method breaks rules:\n{}", broken.join("\n")).into());
    }
    let run = Court::new().with(ShrunkenCentroids).read(SPEC)?.run(&Options::default())?;
    if !run.is_complete() {
        return Err(format!("trials failed:\n{}", run.failures().join("\n")).into());
    }

    let mut text = String::new();
    for metric in run.metrics() {
        writeln!(text, "{}", metric.name())?;
        for method in metric.methods() {
            write!(text, "  {method:10}")?;
            for dataset in metric.datasets() {
                match metric.score(dataset, method) {
                    Some(score) => write!(text, "  {dataset} {:.3}", score.mean)?,
                    None => write!(text, "  {dataset} -")?,
                }
            }
            writeln!(text)?;
        }
    }
    let accuracy = run.metric("accuracy").ok_or("accuracy was not measured")?;
    let ranking = accuracy.ranking();
    let best = ranking.first().map_or(f64::NAN, |(_, rank)| *rank);
    let winners: Vec<&str> =
        ranking.iter().filter(|(_, rank)| *rank == best).map(|(method, _)| *method).collect();
    writeln!(text, "best mean rank, {best:.2}: {}", winners.join(", "))?;
    match accuracy.verdict() {
        Ok(verdict) => writeln!(text, "{}", verdict.sentence)?,
        // Two datasets show how it works; they decide nothing.
        Err(refused) => writeln!(text, "no verdict: {refused}; {}", refused.remedy)?,
    }
    Ok(text)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", compare()?);
    Ok(())
}
