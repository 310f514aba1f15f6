//! `tribunal analyze FILE`.

use super::arguments::{AnalyzeOptions, VerdictFormat};
use super::context::threads;
use super::exit::{Exit, Refusal, print};
use crate::analysis::import::{ImportOptions, import};
use crate::analysis::settings::{
    MISSING, Missing, STATISTIC, TIES, WILCOXON, Words, ZEROS, choice_of,
};
use crate::analysis::{Analysis, AnalysisSettings, Results, Test, use_threads};
use crate::measure::Direction;
use crate::report;
use crate::stats::uncertainty::DrawTest;
use crate::suggest;

pub fn analyze(options: &AnalyzeOptions) -> Result<Exit, Refusal> {
    let mut settings = settings(options)?;
    let direction = match (options.higher_is_better, options.lower_is_better) {
        (true, _) => Some(Direction::Higher),
        (_, true) => Some(Direction::Lower),
        _ => None,
    };
    let asked = ImportOptions {
        metric: options.metric.clone(),
        direction,
        range: options.range,
        sd: options.sd.clone(),
    };
    use_threads(threads(options.jobs));
    let imported = import(&options.file, &asked)?;
    let mut notes = imported.notes;
    if options.tests.iter().any(|word| word.trim_start_matches('+') == "all") {
        notes.extend(keep_feasible(&mut settings, &imported.results));
    }
    let mut analysis = Analysis::new(&imported.results, &settings)?;
    analysis.notes.extend(notes);
    match options.format {
        _ if options.json => print_json(&analysis)?,
        VerdictFormat::Json => print_json(&analysis)?,
        VerdictFormat::Text => print(&report::verdict_text(&analysis)),
        VerdictFormat::Bibtex => print(&format!("{}\n", report::bibtex(&analysis))),
    }
    Ok(Exit::Done)
}

/// Of all tests, those that the results have enough detail for; says what is left out.
fn keep_feasible(settings: &mut AnalysisSettings, results: &Results) -> Option<String> {
    let scores = || results.cells.iter().flatten().flatten();
    // What is dropped cannot stand in the way.
    let dropped = matches!(settings.missing, Missing::DropDataset | Missing::DropMethod);
    let whole = results.missing() == 0 || dropped;
    let spread = whole && scores().all(|score| score.sd.is_some());
    let folds = whole && scores().all(|score| score.folds.len() >= 2);
    settings.tests.retain(|test| match test {
        Test::MonteCarlo | Test::RankUncertainty => spread,
        Test::CvT => spread && (folds || settings.folds.is_some()),
        Test::McmcKde | Test::Bootstrap | Test::CorrectedT => folds,
        Test::FiveByTwo => folds && scores().all(|s| s.repeats == 5 && s.folds.len() == 10),
        Test::McNemar => false,
        _ => true,
    });
    match (whole, spread, folds) {
        (false, ..) => Some("tests with uncertainty left out: results are missing".into()),
        (_, false, _) => Some(
            "tests with uncertainty left out: no standard deviations (--sd) or folds are known"
                .into(),
        ),
        (.., false) => {
            Some("mcmc-kde, bootstrap and corrected-t left out: no folds are known".into())
        }
        _ => None,
    }
}

fn print_json(analysis: &Analysis) -> Result<(), Refusal> {
    print(&format!("{}\n", serde_json::to_string_pretty(&report::verdict_json(analysis))?));
    Ok(())
}

fn settings(options: &AnalyzeOptions) -> Result<AnalysisSettings, Refusal> {
    if options.rope.is_some_and(|rope| !(rope >= 0.0 && rope.is_finite())) {
        return Err(Refusal::usage("--rope must be zero or more"));
    }
    Ok(AnalysisSettings {
        control: options.control.clone(),
        alpha: options.alpha,
        tests: tests(&options.tests)?,
        ties: choice("--ties", TIES, &options.ties)?,
        zeros: choice("--zeros", ZEROS, &options.zeros)?,
        wilcoxon: choice("--wilcoxon", WILCOXON, &options.wilcoxon)?,
        missing: choice("--missing", MISSING, &options.missing)?,
        draws: options.draws as usize,
        draw_test: DrawTest {
            statistic: choice("--statistic", STATISTIC, &options.statistic)?,
            folded: !options.one_sided,
        },
        rope: options.rope,
        folds: options.folds.map(usize::from),
        seed: options.seed,
    })
}

fn choice<T: Copy>(option: &str, words: Words<T>, word: &str) -> Result<T, Refusal> {
    choice_of(words, word).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
        let help = suggest::help(word, &known, &format!("it takes {}", known.join(", ")));
        Refusal::usage(format!("{option} does not know `{word}`\nhelp: {help}"))
    })
}

/// The tests of some words; words that all begin with `+` are added to the usual ones.
fn tests(words: &[String]) -> Result<Vec<Test>, Refusal> {
    if words.is_empty() {
        return Ok(Test::DEFAULT.to_vec());
    }
    let adds = words.iter().all(|word| word.starts_with('+'));
    let mut chosen = if adds { Test::DEFAULT.to_vec() } else { Vec::new() };
    for word in words {
        let name = word.trim_start_matches('+');
        if name == "all" {
            return Ok(Test::ALL.iter().map(|(test, ..)| *test).collect());
        }
        let Some(test) = Test::from_name(name) else {
            let known = Test::names();
            let help = suggest::help(name, &known, "`tribunal list tests` lists them");
            return Err(Refusal::usage(format!("no test is called `{name}`\nhelp: {help}")));
        };
        if !chosen.contains(&test) {
            chosen.push(test);
        }
    }
    Ok(chosen)
}
