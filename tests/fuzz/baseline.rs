//! The target that reads a baseline: it comes from version control, where merges and editors have had their way with it.

use std::path::Path;

use tribunal::gate::settings::{GateSettings, Guarded, Inconclusive, Level, Margin};
use tribunal::gate::{
    Snapshot, compare, junit, markdown, parse_baseline, read_baseline, text, verdict_json,
};
use tribunal::measure::MetricInfo;
use tribunal::metrics::classification;
use tribunal::stats::adjust::Correction;

pub const WORDS: &[&str] = &[
    "null",
    "[]",
    "{}",
    "1e999",
    "-1",
    "1e308",
    "\"accuracy\":null",
    "\"right\":\"30:ffffffff\"",
    "\"right\":\"0:\"",
    "\"repeat\":0,\"fold\":0",
    "\"folds\": 0",
    "\"folds\": 2",
    "\"splits\":[]",
    "\"trials\": []",
    "\"baseline\": 2",
    "\"direction\":\"lower\"",
];

fn settings() -> GateSettings {
    let info: &'static MetricInfo = &classification("accuracy").expect("a metric").info;
    let margin = Margin::Relative(0.02);
    GateSettings {
        metrics: vec![Guarded { info, margin, on: Default::default() }],
        alpha: 0.05,
        correction: Some(Correction::Holm),
        level: Level::Method,
        inconclusive: Inconclusive::Fail,
    }
}

/// What a check does with two runs, in every format.
fn judged(before: &Snapshot, now: &Snapshot) -> String {
    let verdict = compare("baseline.json", before, now, &settings());
    let xml = junit(&verdict);
    roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
    let words = [markdown(&verdict), text(&verdict, true, false)];
    assert!(words.iter().all(|words| !words.is_empty()));
    let json = verdict_json(&verdict, 0);
    assert_eq!(json["verdict"], verdict.overall.name());
    // JUnit and the verdict agree on whether the gate opens.
    assert_eq!(xml.contains("failures=\"0\" errors=\"0\""), verdict.opens(), "{xml}");
    verdict.overall.name().to_owned()
}

pub fn baseline(bytes: &[u8], _: &Path) -> Result<String, String> {
    let whole = crate::support::project().join("tests/fuzz/corpus/baseline/whole");
    let named = |mut run: Snapshot| {
        // As a run of an experiment would know itself.
        run.all.datasets = run.datasets.iter().map(|d| d.name.clone()).collect();
        run.all.methods = run.methods.iter().map(|m| m.name.clone()).collect();
        run
    };
    let whole = named(read_baseline(&whole).expect("the starting input"));
    let run = parse_baseline("baseline.json", bytes).map_err(|error| {
        let message = error.to_string();
        tribunal::escape::visible(&message).into_owned()
    })?;
    let run = named(run);
    Ok(format!("{} {} {}", judged(&run, &whole), judged(&whole, &run), judged(&run, &run)))
}
