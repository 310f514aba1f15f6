//! The methods paragraph: what was done, in the words of a paper, with the sources. It is made from the analysis itself, so
//! that it cannot say anything else than what was computed.

mod on_dataset;
mod sources;

pub use on_dataset::dataset_paragraph;
pub use sources::bibtex;

use super::missing_words;
use super::verdict_words::percent;
use crate::analysis::registry::drawn::{BOOTSTRAP, MCMC_KDE};
use crate::analysis::registry::{ALL, Run, Test, corrections, effect, nemenyi, wilcoxon};
use crate::analysis::settings::{AcrossMetrics, AnalysisSettings, STATISTIC};
use crate::analysis::{Analysis, GateTest, Pair, Undone, by_reason, has_intervals, rope};
use crate::choices::word_of;
use crate::measure::Direction;
use crate::stats::Ties;
use crate::stats::wilcoxon::Zeros;
use crate::words::{count, df, difference, listed, p_is, statistic};

/// What was done.
pub fn paragraph(analysis: &Analysis) -> String {
    paragraph_on(&analysis.results.title, analysis)
}

/// What was done, with the word for the metric that the reader knows: its title, or its id in files for programs.
pub fn paragraph_on(metric: &str, analysis: &Analysis) -> String {
    let settings = &analysis.settings;
    let (n, k) = (analysis.results.datasets.len(), analysis.results.methods.len());
    let asks = |test: Test| settings.asks(test);
    let mut text: Vec<String> = Vec::new();
    let best = match analysis.results.direction {
        Direction::Higher => "highest",
        Direction::Lower => "lowest",
    };
    let ties = match settings.ties {
        Ties::Decimal => "scores closer than 1e-9 were tied and shared their mean rank",
        Ties::Raw => "only scores equal in every bit were tied and shared their mean rank",
    };
    text.push(format!(
        "{k} methods were compared on {} by {metric}; on each dataset the method with the {best} score got rank 1, and {ties}.",
        count(n, "dataset", "datasets"),
    ));
    text.push(missing_words::sentences(analysis));
    text.push(level(settings));
    text.push(gate(analysis));
    if !analysis.omnibus.answers_the_only_pair() {
        text.extend(rank_differences(analysis));
    }
    if asks(&wilcoxon::TEST) || analysis.omnibus.answers_the_only_pair() {
        text.push(signed_ranks(analysis));
    }
    text.extend(drawn(analysis));
    text.push(further(analysis));
    text.extend(intervals(analysis));
    if !analysis.headline.differ && !analysis.omnibus.answers_the_only_pair() {
        text.push(
            "Because the test over all methods finds no significant difference, pairs are not interpreted."
                .into(),
        );
    }
    text.retain(|sentence| !sentence.is_empty());
    text.join(" ")
}

/// How pairs of methods were compared by their mean ranks.
fn rank_differences(analysis: &Analysis) -> Vec<String> {
    let (settings, omnibus) = (&analysis.settings, &analysis.omnibus);
    let control = analysis.name(analysis.control);
    let mut text = Vec::new();
    if settings.asks(&nemenyi::TEST) {
        text.push(format!(
            "All pairs were compared with Nemenyi's test (critical difference of mean ranks {:.4} at the {} level).",
            omnibus.nemenyi,
            percent(settings.alpha)
        ));
    }
    let named = settings.control.is_some();
    // Against a method that was chosen after the results were known the test would find too much.
    if settings.asks(&corrections::BONFERRONI_DUNN) && named {
        text.push(format!(
            "Methods were compared with the control {control} by the Bonferroni-Dunn test (critical difference {:.4}).",
            omnibus.bonferroni_dunn
        ));
    }
    text.push(format!(
        "Two-sided p-values of rank differences (normal approximation) were adjusted for {} by {}; the verdict rests on {}.",
        family(analysis),
        listed(&corrections_of(analysis)),
        if named { "Holm's procedure" } else { "Shaffer's" },
    ));
    text
}

/// The level, where it was lowered for several metrics.
fn level(settings: &AnalysisSettings) -> String {
    let way = match settings.across_metrics {
        AcrossMetrics::None => return String::new(),
        AcrossMetrics::Bonferroni => "Bonferroni's procedure",
        AcrossMetrics::Holm => "Holm's procedure over their tests of all methods",
    };
    format!("The level was lowered to {} for several metrics by {way}.", percent(settings.alpha))
}

/// The test that decides whether anything differs.
fn gate(analysis: &Analysis) -> String {
    let omnibus = &analysis.omnibus;
    let f = &omnibus.iman_davenport_tie_corrected;
    let exact = match omnibus.gate.test {
        GateTest::Wilcoxon => return String::new(),
        GateTest::ImanDavenport => String::new(),
        GateTest::FriedmanExact => format!(
            "; because there are {}, its exact distribution decides ({})",
            if omnibus.answers_the_only_pair() { "two methods" } else { "few datasets" },
            p_is(omnibus.gate.p)
        ),
    };
    format!(
        "Differences between the methods were tested with Friedman's test, corrected for ties \
         (chi-square = {}, {} df, {}), in the F form of Iman and Davenport (F({}, {}) = {}, {}){exact}.",
        statistic(omnibus.friedman_tie_corrected.statistic),
        df(omnibus.friedman_tie_corrected.df),
        p_is(omnibus.friedman_tie_corrected.p),
        df(f.df1),
        df(f.df2),
        statistic(f.statistic),
        p_is(f.p),
    )
}

/// Where the intervals of differences come from, if there are any: large tables have them against the control only, or none.
fn intervals(analysis: &Analysis) -> Option<String> {
    let found = analysis.versus_control.iter().find_map(Pair::interval)?;
    let which = if has_intervals(&analysis.pairwise) {
        String::new()
    } else {
        format!(" from the control {}", analysis.name(analysis.control))
    };
    Some(format!(
        "Intervals of mean and median differences{which} are bias-corrected and accelerated bootstrap intervals at {}, each from {} resamples of the datasets.",
        percent(1.0 - analysis.settings.alpha),
        found.resamples,
    ))
}

/// What p-values are adjusted for.
fn family(analysis: &Analysis) -> String {
    let k = analysis.results.methods.len();
    if analysis.settings.control.is_some() {
        let control = analysis.name(analysis.control);
        count(
            k - 1,
            &format!("comparison with the control {control}"),
            &format!("comparisons with the control {control}"),
        )
    } else {
        count(k * (k - 1) / 2, "pair", "pairs")
    }
}

/// Corrections that were asked for, and the one the verdict rests on.
fn corrections_of(analysis: &Analysis) -> Vec<&'static str> {
    let named = analysis.settings.control.is_some();
    let family = if named { &analysis.versus_control } else { &analysis.pairwise };
    let own_test = |test: Test| *test == nemenyi::TEST || *test == corrections::BONFERRONI_DUNN;
    let decides =
        |test: Test| test == if named { &corrections::HOLM } else { &corrections::SHAFFER };
    let shown = |test: &Test| {
        matches!(test.run, Run::Correction(_))
            && !own_test(test)
            && family.iter().any(|pair| pair.adjusted(test).is_some())
            && (decides(test) || analysis.settings.asks(test))
    };
    ALL.iter().filter(|test| shown(test)).map(|test| test.title).collect()
}

/// Tests that need no more words than their names.
fn further(analysis: &Analysis) -> String {
    let own_words = |test: Test| {
        let usual = test.name == "friedman" || test.name == "iman-davenport";
        usual
            || *test == wilcoxon::TEST
            || *test == effect::TEST
            || matches!(test.run, Run::Correction(_) | Run::Draws)
    };
    let done = analysis.settings.tests.iter().filter(|test| analysis.has_done(test));
    let done = done.filter(|test| !own_words(test)).map(|test| {
        let where_ = if matches!(test.run, Run::OnDataset(_) | Run::AllOnDataset(_)) {
            " on each dataset"
        } else {
            ""
        };
        let width = match rope(&analysis.results, &analysis.settings) {
            width if test.name == "bayes" && width > 0.0 => {
                format!(" (differences within {} count as equivalent)", difference(width))
            }
            _ => String::new(),
        };
        format!("{}{where_}{width}", test.title)
    });
    let done: Vec<String> = done.collect();
    let left = left_out(&analysis.undone);
    let sentence = |head: &str, list: &[String]| match list {
        [] => String::new(),
        list => format!("{head}: {}.", list.join("; ")),
    };
    let words = [sentence("Also done", &done), sentence("Asked for, but not done", &left)];
    words.join(" ").trim().to_owned()
}

fn signed_ranks(analysis: &Analysis) -> String {
    let settings = &analysis.settings;
    let zeros = match settings.zeros {
        Zeros::Drop => "zero differences dropped",
        Zeros::Pratt => "zero differences ranked and then dropped (Pratt)",
        Zeros::Split => "the ranks of zero differences split between both sides",
        Zeros::Keel => "zero differences split as in KEEL, an odd one dropped",
    };
    let mut used: Vec<&str> = Vec::new();
    let pairs =
        if settings.control.is_some() { &analysis.versus_control } else { &analysis.pairwise };
    for found in pairs.iter().filter_map(|pair| pair.found(&wilcoxon::TEST)) {
        let words = match found.word("method") {
            Some("exact") => "its exact distribution given the ties",
            Some("exact-untied") => "its exact distribution without ties",
            Some("normal-corrected") => "the normal approximation with continuity correction",
            _ => "the normal approximation",
        };
        if !used.contains(&words) {
            used.push(words);
        }
    }
    let how = if used.is_empty() { "no pair, all being undefined".into() } else { listed(&used) };
    let test = format!("Wilcoxon's signed-rank test ({zeros}; two-sided p from {how})");
    if analysis.omnibus.answers_the_only_pair() {
        return match analysis.omnibus.gate.test {
            GateTest::Wilcoxon => {
                let p = p_is(analysis.omnibus.gate.p);
                format!(
                    "The two methods were compared with {test}: {p}; the sign test is reported next to it."
                )
            }
            _ => format!("They were also compared with {test}."),
        };
    }
    format!(
        "Pairs of methods were also compared with {test}, adjusted for {} by Holm's procedure.",
        family(analysis)
    )
}

fn drawn(analysis: &Analysis) -> Vec<String> {
    let settings = &analysis.settings;
    let mut text = Vec::new();
    for sampled in &analysis.sampled {
        let how = if *sampled.test == MCMC_KDE {
            "by Metropolis-Hastings from a Gaussian Parzen window over its fold scores (bandwidth by leave-one-out likelihood)"
        } else if *sampled.test == BOOTSTRAP {
            "from its fold scores"
        } else {
            "from a normal distribution with its mean and standard deviation over folds"
        };
        let (low, high) = analysis.results.range;
        let clipped = if low.is_finite() || high.is_finite() {
            ", clipped to the metric's range"
        } else {
            ""
        };
        let side = if settings.draw_test.folded {
            "the one-sided p of the favoured side, whichever it is"
        } else {
            "the one-sided p for the first-named method"
        };
        text.push(format!(
            "With {}, {} scores of each method on each dataset were drawn {how}{clipped}; each draw gives {side} ({}), and the median over draws is reported, \
             next to a calibrated p: the share of null simulations (signs of paired differences flipped) whose median is at most as large.",
            sampled.test.name,
            settings.draws,
            word_of(STATISTIC, &settings.draw_test.statistic),
        ));
    }
    text
}

/// Tests that were asked for and not done, those with the same reason together.
fn left_out(undone: &[Undone]) -> Vec<String> {
    let words = by_reason(undone).into_iter().map(|(tests, reason)| {
        let titles: Vec<&str> = tests.iter().map(|test| test.title).collect();
        format!("{} ({reason})", listed(&titles))
    });
    words.collect()
}
