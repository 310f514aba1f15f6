//! Scores and training times of every method against the number of examples of a dataset (models: Melki 2018, figures 5.6
//! and 5.7).

use super::axis::{Axis, Kind, WIDE};
use super::parts::{self, Axes, MARGIN, WIDTH};
use super::scene::{Frame, Point, Scene};
use super::series::{Series, series};
use super::{Sketch, Subject};
use crate::analysis::Record;
use crate::measure::Unit;
use crate::plan::DatasetFacts;
use crate::report::table::style::Style;

/// Scores against the number of examples.
pub fn draw_score(subject: &Subject<'_>) -> Result<Sketch, String> {
    let results = &subject.scores.results;
    if results.unit == Unit::Target {
        return Err(super::NO_COMMON_UNIT.to_owned());
    }
    let record = record(subject)?;
    let style = Style::new(subject.scores, subject.settings);
    let value = |dataset: usize, method: usize| {
        let row = results.datasets.iter().position(|d| *d == record.datasets[dataset].name)?;
        results.cells[row][method].as_ref().map(|score| style.scaled(score.mean))
    };
    let label = format!("{}{}", results.title, style.unit);
    let caption = format!("{label} of every method against the number of examples of a dataset.");
    plot(subject, record, &value, None, (&label, caption))
}

/// Training times against the number of examples.
pub fn draw_time(subject: &Subject<'_>) -> Result<Sketch, String> {
    let methods = &subject.scores.results.methods;
    let record = record(subject)?;
    let times = || record.train_time.iter().flatten().flatten().copied();
    if !times().any(|time| time > 0.0) {
        return Err("no training time is known".to_owned());
    }
    let (factor, unit) = if times().fold(0.0, f64::max) < 1.0 { (1e3, "ms") } else { (1.0, "s") };
    let value = |dataset: usize, method: usize| {
        let column = record.methods.iter().position(|m| m.name == methods[method])?;
        // A time below what the clock can measure has no place on a logarithmic axis.
        record.train_time[dataset][column].map(|t| factor * t).filter(|t| *t > 0.0)
    };
    let label = format!("CPU time of training in {unit}");
    let what = if record.streams { "learning from a stream" } else { "a final fit" };
    let caption = format!(
        "Mean CPU time of {what} of every method against the number of examples of a dataset."
    );
    plot(subject, record, &value, Some(Kind::Log), (&label, caption))
}

/// The record, if it has datasets of at least two sizes.
fn record<'a>(subject: &Subject<'a>) -> Result<&'a Record, String> {
    let record =
        subject.findings.record.as_ref().ok_or("the sizes of the datasets are not known")?;
    let sizes: Option<Vec<usize>> = record.datasets.iter().map(DatasetFacts::examples).collect();
    let mut sizes = sizes.ok_or("the sizes of the datasets are not known")?;
    sizes.sort_unstable();
    sizes.dedup();
    match sizes.len() {
        0 => Err("there are no datasets".to_owned()),
        1 => Err("all datasets have the same number of examples".to_owned()),
        _ => Ok(record),
    }
}

/// What a method has on a dataset of the record.
type Value<'a> = &'a dyn Fn(usize, usize) -> Option<f64>;

fn plot(
    subject: &Subject<'_>,
    record: &Record,
    value: Value<'_>,
    kind: Option<Kind>,
    (label, caption): (&str, String),
) -> Result<Sketch, String> {
    let order: Vec<usize> = (0..record.datasets.len()).collect();
    let finite = |d: usize, m: usize| value(d, m).filter(|v| v.is_finite());
    let (shown, note) = series(subject, |m| order.iter().any(|d| finite(*d, m).is_some()));
    let all = |s: &Series| order.iter().filter_map(|d| finite(*d, s.method)).collect::<Vec<f64>>();
    let values: Vec<f64> = shown.iter().flat_map(all).collect();
    if values.is_empty() {
        return Err("there is nothing to show on any dataset".to_owned());
    }
    let sizes: Vec<f64> =
        record.datasets.iter().map(|d| d.examples().unwrap_or(0).max(1) as f64).collect();
    let keys: Vec<parts::Key> = shown.iter().map(|s| s.key.clone()).collect();

    let kind = kind.unwrap_or_else(|| Kind::of(&values, WIDE));
    let up = Axis::near(kind, &values, (0.0, 1.0));
    let left = MARGIN + Axes::left_room(&up);
    let frame = Frame { left, top: MARGIN, right: WIDTH - MARGIN - 10.0, bottom: MARGIN + 320.0 };
    let up = up.moved((frame.bottom, frame.top));
    let across = Axis::around(Kind::Log, &sizes, (frame.left, frame.right));
    let legend_top = frame.bottom + Axes::BELOW + 8.0;
    let legend_bottom = legend_top + parts::legend_height(&keys, frame.width());
    let mut scene = Scene::new(WIDTH, legend_bottom + MARGIN);
    let across_label = "number of examples (logarithmic)";
    Axes { frame, across: &across, up: &up, across_label, up_label: label }.draw(&mut scene);
    for series in &shown {
        let place = |d: &usize| -> Option<Point> {
            Some((across.at(sizes[*d]), up.at(finite(*d, series.method)?)))
        };
        // Points only: datasets are unrelated, and a line between them would suggest a trend.
        for point in order.iter().filter_map(place) {
            parts::marker(&mut scene, series.key.shape, point, 3.4, series.key.ink);
        }
    }
    parts::legend(&mut scene, &keys, frame.left, legend_top, frame.width());
    Ok(Sketch { scene, caption, notes: note.into_iter().collect() })
}
