//! A verdict for a terminal: the conclusion first, then the numbers it rests on, each with a line that says how to read it.

mod aligned;
mod drawn;
mod on_dataset;
mod pairs;

use aligned::{aligned, heading, words};
pub use on_dataset::dataset_text;

use super::methods::paragraph;
use super::table::fold_test_words;
use super::verdict_words::{direction, percent, robustness, sentence};
use crate::analysis::registry::{corrections, effect, nemenyi};
use crate::analysis::{Analysis, Findings, GateTest, Judged, POWER, Results, Undone, by_reason};
use crate::words::{count, difference, listed, named_to, p_is, wrap};

/// All verdicts, one after the other; a refused one says why.
pub fn verdicts_text(findings: &Findings) -> String {
    let texts = findings.metrics().map(|(scores, judged)| judged_text(&scores.results, judged));
    let caveats = findings.summary.caveats.iter().map(|caveat| format!("CAUTION: {caveat}.\n"));
    caveats.chain([texts.collect::<Vec<_>>().join("\n\n")]).collect()
}

/// The verdict over datasets, or those on single datasets, or why there is none.
pub fn judged_text(results: &Results, judged: &Judged) -> String {
    let refusal = |refused: &crate::analysis::Refused| {
        format!("{}: no verdict: {refused}; {}\n", results.title, refused.remedy)
    };
    match &judged.over {
        Ok(analysis) => verdict_text(analysis),
        Err(refused) if judged.each.is_empty() => refusal(refused),
        Err(_) => {
            let each = judged.each.iter().map(|each| match each {
                Ok(verdict) => dataset_text(verdict),
                Err(refused) => refusal(refused),
            });
            each.collect::<Vec<_>>().join("\n\n")
        }
    }
}

/// The whole verdict over datasets.
pub fn verdict_text(analysis: &Analysis) -> String {
    let mut out = String::new();
    let (n, k) = (analysis.results.datasets.len(), analysis.results.methods.len());
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!(
        "{}: {} on {}, {}",
        analysis.results.title,
        count(k, "method", "methods"),
        count(n, "dataset", "datasets"),
        direction(&analysis.results)
    ));
    // A row that is no dataset is found by reading its name here.
    line(format!("datasets: {}", named_to(&analysis.results.datasets, 70)));
    analysis.notes.iter().for_each(|note| line(format!("note: {note}")));
    line(String::new());
    wrap(&sentence(analysis)).into_iter().for_each(&mut line);
    if let Some(found) = &analysis.robustness {
        wrap(&robustness(found)).into_iter().for_each(&mut line);
    }
    line(String::new());
    out.push_str(&ranks(analysis));
    out.push_str(&omnibus(analysis));
    out.push_str(&pairs::versus_control(analysis));
    out.push_str(&pairs::all_pairs(analysis));
    for sampled in &analysis.sampled {
        out.push_str(&drawn::uncertainty(analysis, sampled));
    }
    out.push_str(&fold_tests(analysis));
    out.push_str(&on_datasets(analysis));
    out.push_str(&not_done(&analysis.undone));
    out.push_str("\nMethods\n");
    for text in wrap(&paragraph(analysis)) {
        out.push_str(&format!("{text}\n"));
    }
    out
}

/// Tests that were asked for and not done.
fn not_done(undone: &[Undone]) -> String {
    if undone.is_empty() {
        return String::new();
    }
    let mut lines = String::new();
    for (tests, reason) in by_reason(undone) {
        let names: Vec<&str> = tests.iter().map(|test| test.name).collect();
        let words = wrap(&format!("{}: {reason}", listed(&names)));
        lines.extend(words.into_iter().map(|line| format!("  {line}\n")));
    }
    format!("\nAsked for, but not done\n{lines}")
}

fn ranks(analysis: &Analysis) -> String {
    let mut rows = vec![words(&["method", "mean rank"])];
    for method in analysis.by_rank() {
        let rank = analysis.omnibus.mean_ranks[method];
        rows.push(vec![analysis.name(method).to_owned(), format!("{rank:.3}")]);
    }
    if !analysis.results.mixes_units() {
        rows[0].push("mean score".to_owned());
        for (row, method) in rows[1..].iter_mut().zip(analysis.by_rank()) {
            let scores = analysis.results.cells.iter().filter_map(|row| row[method].as_ref());
            let values: Vec<f64> = scores.map(|score| score.mean).collect();
            row.push(difference(crate::num::math::mean(&values)));
        }
    }
    format!("Mean ranks (1 is best)\n{}", aligned(&rows))
}

/// The tests over all methods. Two methods need none: their own test decides.
fn omnibus(analysis: &Analysis) -> String {
    let (omnibus, settings) = (&analysis.omnibus, &analysis.settings);
    let two = omnibus.answers_the_only_pair();
    let mut rows = Vec::new();
    let named = settings.asked_by_name();
    for (_, found) in analysis.overall.iter().filter(|(test, _)| !two || named.contains(test)) {
        let cells = found.iter().flat_map(|found| &found.cells);
        rows.extend(cells.map(|(name, text)| format!("  {name}: {text}\n")));
    }
    let gate = &omnibus.gate;
    let asked = analysis.overall.iter().any(|(test, _)| test.name == gate.test.key());
    if gate.test == GateTest::FriedmanExact && !rows.is_empty() && !asked {
        rows.push(format!("  Friedman, exact (decides): {}\n", p_is(gate.p)));
    }
    let mut out = String::new();
    if !rows.is_empty() {
        let level = settings.alpha;
        out.push_str(&format!(
            "\nDo the methods differ at all? (level {level})\n{}",
            rows.concat()
        ));
    }
    if two {
        let words = detectable(analysis);
        return if words.is_empty() {
            out
        } else {
            format!("{out}\n{}\n", wrap(&words).join("\n"))
        };
    }
    let mut critical = Vec::new();
    if settings.asks(&nemenyi::TEST) {
        critical.push(format!("{:.4} for any pair (Nemenyi)", omnibus.nemenyi));
    }
    if settings.asks(&corrections::BONFERRONI_DUNN) {
        critical
            .push(format!("{:.4} against a control (Bonferroni-Dunn)", omnibus.bonferroni_dunn));
    }
    if !critical.is_empty() {
        out.push_str(&format!(
            "\nCritical differences of mean ranks at the {} level\n  {}\n{}\n",
            percent(settings.alpha),
            critical.join("\n  "),
            detectable(analysis)
        ));
    }
    out
}

/// What these datasets can show at all.
pub fn detectable(analysis: &Analysis) -> String {
    let datasets = count(analysis.results.datasets.len(), "dataset", "datasets");
    if analysis.omnibus.answers_the_only_pair() {
        return match analysis.detectable_effect {
            _ if analysis.omnibus.gate.test != GateTest::Wilcoxon => String::new(),
            Some(effect) => format!(
                "With {datasets}, Wilcoxon's test finds a mean difference of {effect:.2} standard deviations of the differences with power {POWER}."
            ),
            None if !analysis.settings.asks(&effect::TEST) => String::new(),
            None => format!(
                "With {datasets}, Wilcoxon's test cannot find any difference at this level."
            ),
        };
    }
    let most = analysis.results.methods.len() as f64 - 1.0;
    if analysis.detectable > most {
        return format!(
            "With {datasets}, no difference of mean ranks is found with power {POWER}."
        );
    }
    format!(
        "With {datasets}, the smallest difference of mean ranks found with power {POWER} is {:.2} (level divided by the number of comparisons).",
        analysis.detectable
    )
}

/// Tests of all methods on each dataset.
fn on_datasets(analysis: &Analysis) -> String {
    let mut out = String::new();
    for (test, outcomes) in &analysis.on_datasets {
        let mut rows = String::new();
        for (dataset, outcome) in analysis.results.datasets.iter().zip(outcomes) {
            let cells = outcome.iter().flat_map(|found| &found.cells);
            cells.for_each(|(name, text)| rows.push_str(&format!("  {dataset}: {name}: {text}\n")));
        }
        if !rows.is_empty() {
            let level = "not adjusted for the number of datasets";
            out.push_str(&format!("\n{} on each dataset ({level})\n{rows}", heading(test)));
        }
    }
    out
}

fn fold_tests(analysis: &Analysis) -> String {
    if analysis.fold_tests.is_empty() {
        return String::new();
    }
    let control = analysis.name(analysis.control);
    let mut out = String::new();
    for marks in analysis.marks.iter().filter(|marks| !marks.is_undefined()) {
        let mut rows = vec![words(&["method", "wins", "no difference", "losses", "undefined"])];
        for method in (0..analysis.results.methods.len()).filter(|&m| m != analysis.control) {
            let c = marks.counts(method);
            let mut row = vec![analysis.name(method).to_owned()];
            row.extend([c.wins, c.ties, c.losses, c.undefined].iter().map(ToString::to_string));
            rows.push(row);
        }
        out.push_str(&format!(
            "\nDataset by dataset: {control} against each method, {}, at the {} level\n{}  (not adjusted for the number of datasets; --format json has every test)\n",
            fold_test_words(marks.test),
            percent(analysis.settings.alpha),
            aligned(&rows)
        ));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::MadeUp;

    /// RMSE in litres on one dataset and in metres on the next: neither has a mean over both.
    #[test]
    fn errors_in_units_of_the_target_are_not_averaged() {
        let of = |metric: &'static str| {
            let made = MadeUp { metrics: vec![metric], ..MadeUp::new(3, 8) };
            verdicts_text(&made.findings())
        };
        let (shares, errors) = (of("accuracy"), of("rmse"));
        for words in ["mean score", "mean difference", "Cliff's delta"] {
            assert!(shares.contains(words), "{shares}");
            assert!(!errors.contains(words), "{errors}");
        }
        let effects =
            |text: &str| text.lines().any(|l| l.contains("win/tie/loss") && l.contains("A12"));
        assert!(effects(&shares) && !effects(&errors), "{errors}");
        assert!(errors.contains("mean rank") && errors.contains("win/tie/loss"), "{errors}");
        let intervals = "Intervals of mean and median differences";
        let said =
            |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").contains(intervals);
        assert!(said(&shares) && !said(&errors), "{errors}");
    }

    /// 12 methods on 3,100 datasets are beyond the budget of resampling: nothing speaks of intervals, and numbers that need
    /// none are there. Small tables name their resamples.
    #[test]
    fn tables_without_intervals_claim_none() {
        let of = |methods: usize, datasets: usize| {
            let made =
                MadeUp { folds: 0, settings: Default::default(), ..MadeUp::new(methods, datasets) };
            let findings = made.findings();
            let analysis = findings.analyses().next().expect("a verdict");
            let judged = &findings.verdicts[0];
            let json = crate::report::verdict_json(&analysis.results, judged);
            (verdicts_text(&findings), crate::report::methods::paragraph(analysis), json)
        };
        let (text, paragraph, json) = of(12, 3_100);
        assert!(!paragraph.contains("bootstrap"), "{paragraph}");
        let head = text.lines().find(|line| line.contains("mean difference")).expect("a head");
        assert!(head.contains("A12") && !head.contains("interval"), "{head}");
        let (_, rows) = text.split_once(head).expect("rows");
        // The pair, wins, and three numbers.
        let first = rows.lines().nth(1).expect("a row").split_whitespace();
        assert!(first.rev().take(3).all(|word| word.parse::<f64>().is_ok()), "{rows}");
        let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("no intervals, because there are 12 methods and 3100 datasets"));
        assert!(
            said.contains(
                "3100 datasets are more than it is usually done for; `--tests robustness`"
            )
        );
        assert!(!said.contains("minutes"), "{said}");
        let effect = &json["pairwise"][0]["effect"];
        for size in ["mean_difference", "median_difference", "cliffs_delta_interval"] {
            assert!(effect[size]["estimate"].is_f64() && effect[size]["low"].is_null(), "{effect}");
        }
        assert!(effect["a12"].is_f64() && effect["akinshin_gamma"].is_null(), "{effect}");

        let (text, paragraph, _) = of(3, 8);
        assert!(paragraph.contains("at 95 %, each from 10000 resamples"), "{paragraph}");
        assert!(text.contains("95 % interval"), "{text}");
        // More than 100 pairs: the control only.
        let (_, paragraph, json) = of(16, 6);
        assert!(paragraph.contains("differences from the control M"), "{paragraph}");
        let (pair, control) =
            (&json["pairwise"][0]["effect"], &json["versus_control"][0]["effect"]);
        assert!(pair["mean_difference"]["low"].is_null(), "{pair}");
        assert!(control["mean_difference"]["low"].is_f64(), "{control}");
    }
}
