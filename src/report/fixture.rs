//! Findings made up for tests of tables and figures: any number of methods and datasets, names of any length, with or
//! without folds, holes and ties. The same numbers every time.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::analysis::reference::{Joined, ReferenceTable};
use crate::analysis::registry::{self, drawn};
use crate::analysis::{
    AnalysisSettings, Findings, Judged, Known, MeanCurve, MethodFacts, Record, Reference, Results,
    Score, ScoreCurve, ScoreTable, Summary, Test, TrialRecord,
};
use crate::learn::Curve;
use crate::measure::{Direction, Pairs, Unit};
use crate::metrics;
use crate::num::math;
use crate::plan::DatasetFacts;
use crate::published::{Printed, PrintedUnit};

/// What the findings are like.
#[derive(Debug, Clone)]
pub struct MadeUp {
    pub methods: usize,
    pub datasets: usize,
    /// Letters of a name.
    pub letters: usize,
    /// Folds of a score; none: only means are known.
    pub folds: usize,
    /// Whether all methods are equally good but for chance.
    pub alike: bool,
    /// Cells without a score, `(dataset, method)`.
    pub holes: Vec<(usize, usize)>,
    pub settings: AnalysisSettings,
    /// Further names of metrics, with the same scores.
    pub metrics: Vec<&'static str>,
    /// Whether there is a record of a run.
    pub run: bool,
}

impl MadeUp {
    /// Where the trials of a method on a dataset are.
    fn place(&self, dataset: usize, method: usize) -> std::ops::Range<usize> {
        let each = self.folds.max(1);
        let first = (dataset * self.methods + method) * each;
        first..first + each
    }

    pub fn new(methods: usize, datasets: usize) -> MadeUp {
        let further: [Test; 2] = [&drawn::MONTE_CARLO, &drawn::RANK_UNCERTAINTY];
        let tests = registry::DEFAULT.iter().copied().chain(further);
        let settings =
            AnalysisSettings { tests: tests.collect(), draws: 200, ..AnalysisSettings::default() };
        MadeUp {
            methods,
            datasets,
            letters: 8,
            folds: 10,
            alike: false,
            holes: Vec::new(),
            settings,
            metrics: vec!["accuracy"],
            run: true,
        }
    }

    /// MadeUp once for all lengths of names, and renamed: tests of layouts try many.
    pub fn findings(&self) -> Findings {
        static KNOWN: Mutex<BTreeMap<String, Findings>> = Mutex::new(BTreeMap::new());
        let place = |name: &String| (0..self.methods).find(|&m| self.name("M", m) == *name);
        let short = MadeUp { letters: 0, ..self.clone() };
        let mut settings = self.settings.clone();
        settings.control = settings.control.map(|c| place(&c).map_or(c, |m| short.name("M", m)));
        let short = MadeUp { settings, ..short };
        let known = KNOWN.lock().unwrap().get(&format!("{short:?}")).cloned();
        let mut findings = known.unwrap_or_else(|| {
            let made = short.compute();
            KNOWN.lock().unwrap().insert(format!("{short:?}"), made.clone());
            made
        });
        // Policies for missing results leave some out: their own numbers say which are there.
        let renamed = |name: &mut String| {
            let number = name[1..].parse::<usize>().unwrap();
            *name = self.name(&name[..1], number);
        };
        let rename = |results: &mut Results| {
            results.methods.iter_mut().chain(&mut results.datasets).for_each(renamed);
        };
        findings.summary.tables.iter_mut().for_each(|table| rename(&mut table.results));
        for analysis in findings.verdicts.iter_mut().flat_map(|judged| &mut judged.over) {
            rename(&mut analysis.results);
            let handled = &mut analysis.handled;
            handled.methods.iter_mut().chain(&mut handled.datasets).for_each(renamed);
            handled.filled.iter_mut().flat_map(|(d, m)| [d, m]).for_each(renamed);
            analysis.settings.control.clone_from(&self.settings.control);
        }
        for verdict in findings.verdicts.iter_mut().flat_map(|judged| &mut judged.each).flatten() {
            rename(&mut verdict.results);
            verdict.settings.control.clone_from(&self.settings.control);
        }
        if let Some(ranks) = &mut findings.meta_ranks {
            ranks.methods = (0..self.methods).map(|m| self.name("M", m)).collect();
        }
        findings.record = self.run.then(|| self.record());
        findings.references = findings.summary.tables.iter().map(|t| self.reference(t)).collect();
        findings
    }

    /// What somebody might have published: scores that are a little off, of all datasets but one of ours, and of one more.
    fn reference(&self, scores: &ScoreTable) -> Reference {
        let results = &scores.results;
        let joined = |name: &String| Joined { published: name.clone(), ours: Some(name.clone()) };
        let mut datasets: Vec<Joined> = results.datasets.iter().map(joined).collect();
        datasets.last_mut().expect("a dataset").ours = None;
        let cell = |dataset: usize, method: usize| {
            let mean = results.cells[dataset][method].as_ref().map_or(0.5, |score| score.mean);
            let off = 0.05 * (self.chance([dataset, method, 99]) - 0.5);
            Printed::new(&format!("{:.1}", 100.0 * (mean + off).clamp(0.0, 1.0)))
        };
        let row = |dataset| (0..results.methods.len()).map(|m| cell(dataset, m)).collect();
        let table = ReferenceTable {
            name: "doe-2".into(),
            cite: "Doe 2020, table 2, page 7".into(),
            metric: metrics::info("accuracy").expect("accuracy"),
            unit: PrintedUnit::Percent,
            methods: results.methods.iter().map(joined).collect(),
            cells: (0..datasets.len()).map(row).collect(),
            datasets,
            sds: Vec::new(),
            ranks: Vec::new(),
        };
        let known = Known { alpha: 0.05, reason: &|_, _| "made up".to_owned(), absent: &[] };
        Reference::new(&table, scores, &known)
    }

    fn compute(&self) -> Findings {
        let table = |metric: &&'static str| {
            let folds = if self.folds > 0 { vec![self.folds; self.datasets] } else { Vec::new() };
            ScoreTable::new(self.results(metric), folds)
        };
        let tables: Vec<ScoreTable> = self.metrics.iter().map(table).collect();
        let verdicts =
            tables.iter().map(|table| Judged::new(&table.results, &self.settings)).collect();
        let meta_ranks = crate::analysis::meta_ranks(&tables);
        let summary = Summary::of_results("made up", tables);
        let record = self.run.then(|| self.record());
        Findings {
            summary,
            verdicts,
            meta_ranks,
            references: Vec::new(),
            references_unread: Vec::new(),
            record,
        }
    }

    /// A number from 0 to 1 that looks random, by a few multiplications.
    fn chance(&self, words: [usize; 3]) -> f64 {
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        for word in words {
            state ^= word as u64;
            state = state.wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(29);
            state ^= state >> 31;
        }
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn name(&self, what: &str, position: usize) -> String {
        let own = format!("{what}{position}");
        let filler = "abcdefghijklmnopqrstuvwxyzWMQ&<%_".chars().cycle().skip(position * 3);
        own.chars().chain(filler).take(self.letters.max(own.len())).collect()
    }

    pub fn results(&self, metric: &str) -> Results {
        let mut cells = Vec::new();
        for dataset in 0..self.datasets {
            let row = (0..self.methods).map(|method| {
                if self.holes.contains(&(dataset, method)) {
                    return None;
                }
                let skill = if self.alike { 0.0 } else { 0.02 * (self.methods - method) as f64 };
                let level = 0.55 + 0.3 * self.chance([dataset, 1000, 7]);
                let mean =
                    level + 0.25 * skill + 0.04 * self.chance([dataset, method, metric.len()]);
                let noise = |fold: usize| 0.05 * (self.chance([dataset, method, 10 + fold]) - 0.5);
                let folds: Vec<f64> = (0..self.folds).map(|f| (mean + noise(f)).min(1.0)).collect();
                if folds.is_empty() {
                    return Some(Score::new(mean.min(1.0), None));
                }
                let score = Score::new(math::mean(&folds), math::sample_sd(&folds));
                Some(Score { folds, ..score })
            });
            cells.push(row.collect());
        }
        Results {
            metric: metric.to_owned(),
            title: metrics::info(metric).map_or(metric, |info| info.title).to_owned(),
            direction: Direction::Higher,
            direction_assumed: false,
            unit: metrics::info(metric).map_or(Unit::Share, |info| info.unit),
            range: (0.0, 1.0),
            pairs: Pairs::Folds,
            holes: Default::default(),
            datasets: (0..self.datasets).map(|d| self.name("d", d)).collect(),
            methods: (0..self.methods).map(|m| self.name("M", m)).collect(),
            cells,
        }
    }

    fn record(&self) -> Record {
        let datasets = (0..self.datasets).map(|d| DatasetFacts {
            name: self.name("d", d),
            content: format!("{d:032x}"),
            rows: Some(40 + (4000.0 * self.chance([d, 3, 5])) as usize),
            features: Some(4 + d),
            classes: Some(2 + d % 4),
            missing: Some(d % 2),
            targets: None,
            bags: None,
            folds: None,
            remarks: Default::default(),
        });
        let methods = (0..self.methods).map(|m| MethodFacts {
            name: self.name("M", m),
            kind: "knn",
            version: 1,
            steps: Vec::new(),
            bases: Vec::new(),
            reference: "somewhere",
            points: 2,
            parameters: vec![("k".into(), "1, 3".into())],
        });
        let trials = (0..self.datasets).flat_map(|dataset| {
            (0..self.methods).flat_map(move |method| {
                (0..self.folds.max(1)).map(move |fold| TrialRecord {
                    dataset,
                    method,
                    repeat: 0,
                    fold,
                    outcome: None,
                })
            })
        });
        let time = |d: usize, m: usize| Some(0.001 * (1.0 + 50.0 * self.chance([d, m, 2])));
        let curve = |method: usize| MeanCurve {
            dataset: method % self.datasets.max(1),
            method,
            curve: Curve {
                step: "round".into(),
                value: "largest violation".into(),
                points: (1..30).map(|s| (f64::from(s), 1.0 / f64::from(s * s))).collect(),
            },
        };
        let score_curve = |method: usize| ScoreCurve {
            metric: self.metrics[0].to_owned(),
            mean: MeanCurve {
                dataset: method % self.datasets.max(1),
                method,
                curve: Curve {
                    step: "examples".into(),
                    value: "accuracy".into(),
                    points: (1..40).map(|s| (f64::from(s) * 1e3, f64::from(s % 7) / 7.0)).collect(),
                },
            },
        };
        Record {
            datasets: datasets.collect(),
            methods: methods.collect(),
            trials: trials.collect(),
            places: (0..self.datasets)
                .map(|d| (0..self.methods).map(|m| self.place(d, m)).collect())
                .collect(),
            streams: false,
            seed: 1,
            train_time: (0..self.datasets)
                .map(|d| (0..self.methods).map(|m| time(d, m)).collect())
                .collect(),
            curves: (0..self.methods).map(curve).collect(),
            score_curves: (0..self.methods).map(score_curve).collect(),
            manifest: None,
        }
    }
}
