//! The methods paragraph: what was done, in the words of a paper, with the sources. It is made from the analysis itself, so
//! that it cannot say anything else than what was computed.

use super::missing_words;
use super::verdict_words::percent;
use crate::analysis::settings::STATISTIC;
use crate::analysis::{Analysis, FoldTest, Test, rope};
use crate::choices::word_of;
use crate::measure::Direction;
use crate::stats::wilcoxon::{Method, Zeros};
use crate::stats::{StatsError, Ties};
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
    text.push(gate(analysis));
    let omnibus = &analysis.omnibus;
    let control = analysis.name(analysis.control);
    if asks(Test::Nemenyi) {
        text.push(format!(
            "All pairs were compared with Nemenyi's test (critical difference of mean ranks {:.4} at the {} level).",
            omnibus.nemenyi,
            percent(settings.alpha)
        ));
    }
    let named = settings.control.is_some();
    let chosen = if named {
        ""
    } else {
        ", the method with the best mean rank, chosen after the results were known"
    };
    if asks(Test::BonferroniDunn) {
        text.push(format!(
            "Methods were compared with the control {control}{chosen}, by the Bonferroni-Dunn test (critical difference {:.4}).",
            omnibus.bonferroni_dunn
        ));
    }
    text.push(format!(
        "Two-sided p-values of rank differences (normal approximation) were corrected for {} by {}; the verdict rests on {}.",
        family(analysis),
        listed(&corrections(analysis)),
        if named { "Holm's procedure" } else { "Shaffer's" },
    ));
    if asks(Test::Wilcoxon) {
        text.push(signed_ranks(analysis));
    }
    text.extend(drawn(analysis));
    if asks(Test::BayesSignedRank) {
        let none = match rope(&analysis.results, settings) {
            0.0 => "only equal scores count as no difference".to_owned(),
            width => format!("differences within {} count as none", difference(width)),
        };
        text.push(format!(
            "Probabilities of practical differences are those of the Bayesian signed-rank test; {none}."
        ));
    }
    text.push(further(analysis));
    if asks(Test::Effect) && !analysis.results.mixes_units() {
        text.push(format!(
            "Intervals of mean and median differences are bias-corrected and accelerated bootstrap intervals at {}.",
            percent(1.0 - settings.alpha)
        ));
    }
    if !analysis.headline.differ {
        text.push(
            "Because the test over all methods finds no difference, pairs are not interpreted."
                .into(),
        );
    }
    text.retain(|sentence| !sentence.is_empty());
    text.join(" ")
}

/// The test that decides whether anything differs.
fn gate(analysis: &Analysis) -> String {
    let omnibus = &analysis.omnibus;
    let f = &omnibus.iman_davenport_tie_corrected;
    let exact = if omnibus.gate.exact {
        format!(
            "; because there are few datasets or two methods, its exact distribution decides ({})",
            p_is(omnibus.gate.p)
        )
    } else {
        String::new()
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

/// What p-values are corrected for.
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
fn corrections(analysis: &Analysis) -> Vec<&'static str> {
    let named = analysis.settings.control.is_some();
    let all = [
        (Test::Holm, "Holm's procedure"),
        (Test::Hochberg, "Hochberg's procedure"),
        (Test::Hommel, "Hommel's procedure"),
        (Test::Finner, "Finner's procedure"),
        (Test::Li, "Li's procedure"),
        (Test::Shaffer, "Shaffer's static procedure"),
        (Test::BergmannHommel, "the procedure of Bergmann and Hommel"),
    ];
    let shown = |test: Test| match test {
        Test::Holm if named => true,
        Test::Shaffer => !named,
        Test::BergmannHommel => !named && analysis.settings.asks(test),
        Test::Li => named && analysis.settings.asks(test),
        _ => analysis.settings.asks(test),
    };
    all.into_iter().filter(|(test, _)| shown(*test)).map(|(_, words)| words).collect()
}

/// Tests that need no more words than their names.
fn further(analysis: &Analysis) -> String {
    let all = [
        (Test::FriedmanExact, "Friedman's test by its exact distribution"),
        (Test::Quade, "Quade's test"),
        (
            Test::Anova,
            "repeated-measures analysis of variance with Tukey's and Fisher's comparisons",
        ),
        (Test::Sign, "the sign test"),
        (Test::PairedT, "the paired t-test over datasets"),
        (Test::CorrectedT, "the corrected resampled t-test on each dataset"),
        (Test::CvT, "the t-test on means and standard deviations over folds on each dataset"),
        (Test::FiveByTwo, "the combined 5x2cv F-test on each dataset"),
        (Test::McNemar, "McNemar's exact test on each dataset"),
        (Test::RankUncertainty, "mean ranks over draws of all scores"),
        (Test::Robustness, "the same analysis without each dataset and without each method"),
    ];
    let asked = all.into_iter().filter(|(test, _)| analysis.settings.asks(*test));
    let (mut done, mut left): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
    for (test, words) in asked {
        match undone(analysis, test) {
            None => done.push(words),
            Some(reason) => left.push(format!("{words} ({reason})")),
        }
    }
    let sentence = |head: &str, list: String| {
        if list.is_empty() { String::new() } else { format!("{head}: {list}.") }
    };
    let done = sentence("Also done", done.join("; "));
    let left = sentence("Asked for, but not done", left.join("; "));
    format!("{done} {left}").trim().to_owned()
}

/// Why a test over folds could be done on no dataset, if it could on none.
pub fn undone(analysis: &Analysis, test: Test) -> Option<String> {
    let mut reason = None;
    for of_folds in &analysis.fold_tests {
        match problem(of_folds, test)? {
            Ok(()) => return None,
            Err(StatsError::Undefined { reason: why, .. }) => reason = Some((*why).to_owned()),
            Err(error) => reason = Some(error.to_string()),
        }
    }
    reason
}

/// What became of a test over the folds of a dataset; `None` if it was not asked for or is no such test.
fn problem(of_folds: &FoldTest, test: Test) -> Option<Result<(), &StatsError>> {
    fn of<T>(found: &Option<Result<T, StatsError>>) -> Option<Result<(), &StatsError>> {
        found.as_ref().map(|found| found.as_ref().map(|_| ()))
    }
    match test {
        Test::CorrectedT => of(&of_folds.corrected_t),
        Test::CvT => of(&of_folds.cv_t),
        Test::FiveByTwo => of(&of_folds.five_by_two),
        Test::McNemar => of(&of_folds.mcnemar),
        _ => None,
    }
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
    for found in pairs.iter().filter_map(|pair| pair.wilcoxon.as_ref().ok()) {
        let words = match found.method {
            Method::Exact => "its exact distribution given the ties",
            Method::ExactUntied => "its exact distribution without ties",
            Method::NormalCorrected => "the normal approximation with continuity correction",
            Method::Normal | Method::Auto => "the normal approximation",
        };
        if !used.contains(&words) {
            used.push(words);
        }
    }
    format!(
        "Pairs of methods were also compared with Wilcoxon's signed-rank test ({zeros}; two-sided p from {}), corrected for {} by Holm's procedure.",
        if used.is_empty() { "no pair, all being undefined".into() } else { listed(&used) },
        family(analysis)
    )
}

fn drawn(analysis: &Analysis) -> Vec<String> {
    let settings = &analysis.settings;
    let mut text = Vec::new();
    for sampled in &analysis.sampled {
        let how = match sampled.test {
            Test::McmcKde => {
                "by Metropolis-Hastings from a Gaussian Parzen window over its fold scores (bandwidth by leave-one-out likelihood)"
            }
            Test::Bootstrap => "from its fold scores",
            _ => "from a normal distribution with its mean and standard deviation over folds",
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
             beside a calibrated p: the share of null simulations (signs of paired differences flipped) whose median is at most as large.",
            sampled.test.name(),
            settings.draws,
            word_of(STATISTIC, &settings.draw_test.statistic),
        ));
    }
    text
}

/// A source: when it is needed, and its entry.
type Source = (&'static [Test], &'static str);

const SOURCES: &[Source] = &[
    (
        &[],
        "@article{demsar2006,\n  author = {Dem{\\v s}ar, Janez},\n  title = {Statistical comparisons of classifiers over multiple data sets},\n  journal = {Journal of Machine Learning Research}, volume = {7}, pages = {1--30}, year = {2006}}",
    ),
    (
        &[Test::Friedman, Test::FriedmanExact],
        "@article{friedman1937,\n  author = {Friedman, Milton},\n  title = {The use of ranks to avoid the assumption of normality implicit in the analysis of variance},\n  journal = {Journal of the American Statistical Association}, volume = {32}, pages = {675--701}, year = {1937}}",
    ),
    (
        &[Test::ImanDavenport],
        "@article{imandavenport1980,\n  author = {Iman, Ronald L. and Davenport, James M.},\n  title = {Approximations of the critical region of the {Friedman} statistic},\n  journal = {Communications in Statistics}, volume = {9}, number = {6}, pages = {571--595}, year = {1980}}",
    ),
    (
        &[Test::Quade],
        "@article{quade1979,\n  author = {Quade, Dana},\n  title = {Using weighted rankings in the analysis of complete blocks with additive block effects},\n  journal = {Journal of the American Statistical Association}, volume = {74}, pages = {680--683}, year = {1979}}",
    ),
    (
        &[Test::Nemenyi],
        "@phdthesis{nemenyi1963,\n  author = {Nemenyi, Peter},\n  title = {Distribution-free multiple comparisons}, school = {Princeton University}, year = {1963}}",
    ),
    (
        &[Test::BonferroniDunn],
        "@article{dunn1961,\n  author = {Dunn, Olive Jean},\n  title = {Multiple comparisons among means},\n  journal = {Journal of the American Statistical Association}, volume = {56}, pages = {52--64}, year = {1961}}",
    ),
    (
        &[Test::Holm],
        "@article{holm1979,\n  author = {Holm, Sture},\n  title = {A simple sequentially rejective multiple test procedure},\n  journal = {Scandinavian Journal of Statistics}, volume = {6}, pages = {65--70}, year = {1979}}",
    ),
    (
        &[Test::Hochberg],
        "@article{hochberg1988,\n  author = {Hochberg, Yosef},\n  title = {A sharper {Bonferroni} procedure for multiple tests of significance},\n  journal = {Biometrika}, volume = {75}, pages = {800--802}, year = {1988}}",
    ),
    (
        &[Test::Hommel],
        "@article{hommel1988,\n  author = {Hommel, Gerhard},\n  title = {A stagewise rejective multiple test procedure based on a modified {Bonferroni} test},\n  journal = {Biometrika}, volume = {75}, pages = {383--386}, year = {1988}}",
    ),
    (
        &[Test::Finner],
        "@article{finner1993,\n  author = {Finner, Helmut},\n  title = {On a monotonicity problem in step-down multiple test procedures},\n  journal = {Journal of the American Statistical Association}, volume = {88}, pages = {920--923}, year = {1993}}",
    ),
    (
        &[Test::Li],
        "@article{li2008,\n  author = {Li, Jianjun},\n  title = {A two-step rejection procedure for testing multiple hypotheses},\n  journal = {Journal of Statistical Planning and Inference}, volume = {138}, pages = {1521--1527}, year = {2008}}",
    ),
    (
        &[Test::Shaffer],
        "@article{shaffer1986,\n  author = {Shaffer, Juliet Popper},\n  title = {Modified sequentially rejective multiple test procedures},\n  journal = {Journal of the American Statistical Association}, volume = {81}, pages = {826--831}, year = {1986}}",
    ),
    (
        &[Test::BergmannHommel],
        "@incollection{bergmannhommel1988,\n  author = {Bergmann, Bruno and Hommel, Gerhard},\n  title = {Improvements of general multiple test procedures for redundant systems of hypotheses},\n  booktitle = {Multiple Hypotheses Testing}, pages = {100--115}, publisher = {Springer}, year = {1988}}",
    ),
    (
        &[Test::Wilcoxon],
        "@article{wilcoxon1945,\n  author = {Wilcoxon, Frank},\n  title = {Individual comparisons by ranking methods},\n  journal = {Biometrics Bulletin}, volume = {1}, pages = {80--83}, year = {1945}}",
    ),
    (
        &[Test::CorrectedT],
        "@article{nadeaubengio2003,\n  author = {Nadeau, Claude and Bengio, Yoshua},\n  title = {Inference for the generalization error},\n  journal = {Machine Learning}, volume = {52}, pages = {239--281}, year = {2003}}",
    ),
    (
        &[Test::MonteCarlo, Test::McmcKde, Test::Bootstrap, Test::RankUncertainty],
        "@phdthesis{suppharangsarn2010,\n  author = {Suppharangsarn, Somjet},\n  title = {Comparison and performance enhancement of modern pattern classifiers},\n  school = {University of Southampton}, year = {2010}}",
    ),
    (
        &[Test::BayesSignedRank],
        "@article{benavoli2017,\n  author = {Benavoli, Alessio and Corani, Giorgio and Dem{\\v s}ar, Janez and Zaffalon, Marco},\n  title = {Time for a change: a tutorial for comparing multiple classifiers through {Bayesian} analysis},\n  journal = {Journal of Machine Learning Research}, volume = {18}, number = {77}, pages = {1--36}, year = {2017}}",
    ),
    (
        &[Test::Effect],
        "@article{efron1987,\n  author = {Efron, Bradley},\n  title = {Better bootstrap confidence intervals},\n  journal = {Journal of the American Statistical Association}, volume = {82}, pages = {171--185}, year = {1987}}",
    ),
];

/// The sources of what was done, as BibTeX.
pub fn bibtex(analysis: &Analysis) -> String {
    let used = SOURCES.iter().filter(|(tests, _)| {
        tests.is_empty() || tests.iter().any(|test| analysis.settings.asks(*test))
    });
    let filled = analysis.handled.constant.as_ref().map(|_| missing_words::AUTOML_BENCHMARK);
    used.map(|(_, entry)| *entry).chain(filled).collect::<Vec<_>>().join("\n\n")
}
