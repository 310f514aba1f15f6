//! A verdict for a terminal: the conclusion first, then the numbers it rests on, each with a line that says how to read it.

use super::methods::{paragraph, undone};
use super::table::fold_test_words;
use super::verdict_words::{direction, panel, percent, sentence};
use crate::analysis::{Analysis, Findings, POWER, Pair, Sampled, Test, rope};
use crate::stats::StatsError;
use crate::words::{count, df, difference, p, p_is, statistic, wrap};

/// All verdicts, one after the other; a refused one says why.
pub fn verdicts_text(findings: &Findings) -> String {
    let texts = findings.metrics().map(|(scores, verdict)| match verdict {
        Ok(analysis) => verdict_text(analysis),
        Err(refused) => {
            let metric = &scores.results.title;
            format!("{metric}: no verdict: {refused}; {}\n", refused.remedy)
        }
    });
    let caveats = findings.summary.caveats.iter().map(|caveat| format!("CAUTION: {caveat}.\n"));
    caveats.chain([texts.collect::<Vec<_>>().join("\n\n")]).collect()
}

/// The whole verdict.
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
        direction(analysis)
    ));
    analysis.notes.iter().for_each(|note| line(format!("note: {note}")));
    line(String::new());
    wrap(&sentence(analysis)).into_iter().for_each(&mut line);
    if let Some(robustness) = &analysis.robustness {
        let words = format!(
            "Robustness: the same verdict {}, and it {}.",
            panel(&robustness.datasets, "dataset"),
            panel(&robustness.methods, "method")
        );
        wrap(&words).into_iter().for_each(&mut line);
    }
    line(String::new());
    out.push_str(&ranks(analysis));
    out.push_str(&omnibus(analysis));
    out.push_str(&versus_control(analysis));
    out.push_str(&all_pairs(analysis));
    for sampled in &analysis.sampled {
        out.push_str(&uncertainty(analysis, sampled));
    }
    out.push_str(&fold_tests(analysis));
    out.push_str("\nMethods\n");
    for text in wrap(&paragraph(analysis)) {
        out.push_str(&format!("{text}\n"));
    }
    out
}

/// Columns aligned: the first to the left, the others to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut text = String::new();
        for (column, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[column].saturating_sub(cell.chars().count()));
            if column == 0 {
                text.push_str(&format!("  {cell}{pad}"));
            } else {
                text.push_str(&format!("  {pad}{cell}"));
            }
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    out
}

fn words(cells: &[&str]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
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

fn omnibus(analysis: &Analysis) -> String {
    let (omnibus, settings) = (&analysis.omnibus, &analysis.settings);
    let mut rows = Vec::new();
    if settings.asks(Test::Friedman) {
        for (name, test) in [
            ("Friedman", &omnibus.friedman),
            ("Friedman, tie-corrected", &omnibus.friedman_tie_corrected),
        ] {
            let value = format!("chi-square {}", statistic(test.statistic));
            rows.push(vec![name.into(), value, format!("{} df", df(test.df)), p_is(test.p)]);
        }
    }
    let f = |name: &str, test: &crate::stats::friedman::FTest| {
        vec![
            name.to_owned(),
            format!("F {}", statistic(test.statistic)),
            format!("{}, {} df", df(test.df1), df(test.df2)),
            p_is(test.p),
        ]
    };
    if settings.asks(Test::ImanDavenport) {
        rows.push(f("Iman-Davenport", &omnibus.iman_davenport));
        rows.push(f("Iman-Davenport, tie-corrected", &omnibus.iman_davenport_tie_corrected));
    }
    let undefined = |name: &str, error: &StatsError| vec![name.to_owned(), error.to_string()];
    match &omnibus.exact_p {
        Some(Ok(exact)) => {
            rows.push(vec!["Friedman, exact".into(), String::new(), String::new(), p_is(*exact)])
        }
        Some(Err(error)) => rows.push(undefined("Friedman, exact", error)),
        None => {}
    }
    match &omnibus.quade {
        Some(Ok(test)) => rows.push(f("Quade", test)),
        Some(Err(error)) => rows.push(undefined("Quade", error)),
        None => {}
    }
    match &omnibus.anova {
        Some(Ok(found)) => {
            let a = &found.anova;
            rows.push(vec![
                "repeated-measures ANOVA".into(),
                format!("F {}", statistic(a.f)),
                format!("{}, {} df", df(a.df_between), df(a.df_error)),
                p_is(a.p),
            ]);
        }
        Some(Err(error)) => rows.push(undefined("repeated-measures ANOVA", error)),
        None => {}
    }
    let level = percent(settings.alpha);
    let mut out = if rows.is_empty() {
        String::new()
    } else {
        format!(
            "\nDo the methods differ at all? (p <= {} says yes)\n{}",
            settings.alpha,
            aligned(&rows)
        )
    };
    let mut critical = Vec::new();
    if settings.asks(Test::Nemenyi) {
        critical.push(format!("{:.4} for any pair (Nemenyi)", omnibus.nemenyi));
    }
    if settings.asks(Test::BonferroniDunn) {
        critical
            .push(format!("{:.4} against a control (Bonferroni-Dunn)", omnibus.bonferroni_dunn));
    }
    if !critical.is_empty() {
        out.push_str(&format!(
            "\nMean ranks differ at the {level} level if they are farther apart than\n  {}\n{}\n",
            critical.join(
                "
  "
            ),
            detectable(analysis)
        ));
    }
    out
}

/// What so many datasets can show at all.
fn detectable(analysis: &Analysis) -> String {
    let datasets = count(analysis.results.datasets.len(), "dataset", "datasets");
    let most = analysis.results.methods.len() as f64 - 1.0;
    if analysis.detectable > most {
        return format!(
            "With {datasets} no comparison finds a true difference with probability {POWER}."
        );
    }
    format!(
        "With {datasets} a single comparison finds a true difference of {:.2} ranks with probability {POWER}.",
        analysis.detectable
    )
}

/// A column of p-values: its head and where its numbers are.
type Correction = (&'static str, fn(&Pair) -> f64);

/// The corrections that a table shows: those asked for.
fn corrections(analysis: &Analysis, pairs: bool) -> Vec<Correction> {
    let all: [(Test, Correction); 6] = [
        (Test::BonferroniDunn, ("Bonferroni", |p| p.adjusted.bonferroni)),
        (Test::Holm, ("Holm", |p| p.adjusted.holm)),
        (Test::Hochberg, ("Hochberg", |p| p.adjusted.hochberg)),
        (Test::Hommel, ("Hommel", |p| p.adjusted.hommel)),
        (Test::Finner, ("Finner", |p| p.adjusted.finner)),
        (Test::Li, ("Li", |p| p.adjusted.li)),
    ];
    let mut found: Vec<Correction> = all
        .into_iter()
        .filter(|(test, _)| {
            // Li's correction needs the largest p to be small, which that of all pairs never is.
            let control_only = matches!(test, Test::BonferroniDunn | Test::Li);
            let decides = *test == Test::Holm && !pairs && analysis.settings.control.is_some();
            decides || (analysis.settings.asks(*test) && !(pairs && control_only))
        })
        .map(|(_, correction)| correction)
        .collect();
    if pairs {
        if analysis.settings.asks(Test::Nemenyi) {
            found.insert(0, ("Nemenyi", |p| p.nemenyi_p));
        }
        if analysis.settings.asks(Test::Shaffer) || analysis.settings.control.is_none() {
            found.push(("Shaffer", |p| p.adjusted.shaffer.unwrap_or(f64::NAN)));
        }
        if analysis.pairwise.iter().any(|p| p.adjusted.bergmann_hommel.is_some()) {
            found.push(("Bergmann", |p| p.adjusted.bergmann_hommel.unwrap_or(f64::NAN)));
        }
    }
    found
}

fn versus_control(analysis: &Analysis) -> String {
    let control = analysis.name(analysis.control);
    let corrections = corrections(analysis, false);
    let mut head = words(&["method", "rank difference", "z", "p"]);
    head.extend(corrections.iter().map(|(name, _)| format!("p {name}")));
    let mut order: Vec<&Pair> = analysis.versus_control.iter().collect();
    order.sort_by(|a, b| a.p.total_cmp(&b.p));
    let mut rows = vec![head];
    for pair in &order {
        let mut row = vec![
            analysis.name(pair.b).to_owned(),
            format!("{:+.3}", pair.rank_difference),
            format!("{:+.2}", pair.z),
            p(pair.p),
        ];
        row.extend(corrections.iter().map(|(_, of)| p(of(pair))));
        rows.push(row);
    }
    let mut out =
        format!("\nAgainst the control {control}; positive differences favour {control}\n");
    if analysis.settings.control.is_none() {
        out.push_str(
            "  (nobody named a control: this is the best mean rank, and the table of all pairs is the one to trust)\n",
        );
    }
    out.push_str(&aligned(&rows));
    out.push_str(&two_samples(analysis, &order));
    out
}

/// Signed ranks, signs, t and effects of some pairs.
fn two_samples(analysis: &Analysis, pairs: &[&Pair]) -> String {
    let settings = &analysis.settings;
    let mut head = words(&["pair"]);
    let (signed, effect) = (settings.asks(Test::Wilcoxon), settings.asks(Test::Effect));
    let (sign, t) = (settings.asks(Test::Sign), settings.asks(Test::PairedT));
    let bayes = settings.asks(Test::BayesSignedRank);
    if signed {
        head.extend(words(&["n", "R+", "R-", "p Wilcoxon", "Holm's"]));
    }
    if sign {
        head.extend(words(&["p sign"]));
    }
    if t {
        head.extend(words(&["t", "p t"]));
    }
    let pooled = !analysis.results.mixes_units();
    if effect {
        head.extend(words(&["win/tie/loss"]));
        head.extend(words(if pooled { &["mean difference", "interval", "A12"] } else { &[] }));
    }
    if bayes {
        head.extend(words(&["P better", "P equal", "P worse"]));
    }
    if head.len() == 1 {
        return String::new();
    }
    let mut rows = vec![head];
    let mut undefined: Vec<String> = Vec::new();
    for pair in pairs {
        let name = format!("{} - {}", analysis.name(pair.a), analysis.name(pair.b));
        let mut row = vec![name.clone()];
        let mut hole = |cells: usize, error: &StatsError, row: &mut Vec<String>| {
            row.extend(std::iter::repeat_n("-".to_owned(), cells));
            undefined.push(format!("  {name}: {error}\n"));
        };
        if signed {
            match &pair.wilcoxon {
                Ok(w) => row.extend([
                    w.n.to_string(),
                    w.r_plus.to_string(),
                    w.r_minus.to_string(),
                    p(w.p_two_sided),
                    p(analysis.deciding_signed_rank_p(pair.b).unwrap_or(1.0)),
                ]),
                Err(error) => hole(5, error, &mut row),
            }
        }
        match &pair.sign {
            Some(Ok(sign)) => row.push(p(sign.p_two_sided)),
            Some(Err(error)) => hole(1, error, &mut row),
            None => {}
        }
        match &pair.t {
            Some(Ok(t)) => row.extend([statistic(t.t), p(t.p_two_sided)]),
            Some(Err(error)) => hole(2, error, &mut row),
            None => {}
        }
        match &pair.effect {
            Some(Ok(e)) => {
                let counts = pair.counts;
                row.push(format!("{}/{}/{}", counts.wins, counts.ties, counts.losses));
                if let Some(mean) = &e.mean {
                    row.push(difference(mean.estimate));
                    let (low, high) = (difference(mean.bca.0), difference(mean.bca.1));
                    row.push(format!("[{low}, {high}]"));
                }
                row.extend(e.a12.map(|a12| format!("{a12:.3}")));
            }
            Some(Err(error)) => hole(if pooled { 4 } else { 1 }, error, &mut row),
            None => {}
        }
        match &pair.bayes {
            Some(Ok(b)) => row.extend(
                [b.probabilities.a_better, b.probabilities.equivalent, b.probabilities.b_better]
                    .map(|v| format!("{v:.3}")),
            ),
            Some(Err(error)) => hole(3, error, &mut row),
            None => {}
        }
        rows.push(row);
    }
    let mut reading =
        vec!["positive differences favour the first-named, whichever way is better".to_owned()];
    if signed {
        reading.push(
            "R+ is the rank sum where the first-named is better; Holm's is the corrected p"
                .to_owned(),
        );
    }
    if effect && !pooled {
        reading.push(
            "errors in units of the target are neither averaged nor pooled over datasets"
                .to_owned(),
        );
    } else if effect {
        reading.push(format!(
            "the interval is that of the mean difference at {}; A12 is the probability that a random score of the first-named is better",
            percent(1.0 - settings.alpha)
        ));
    }
    if bayes {
        reading.push(match rope(&analysis.results, settings) {
            0.0 => "equal means the same score; `rope` sets a width of practical equivalence"
                .to_owned(),
            width => format!("equal means within {}", difference(width)),
        });
    }
    let reading: String =
        reading.iter().flat_map(|text| wrap(text)).map(|line| format!("  {line}\n")).collect();
    format!("\nTwo methods at a time\n{}{}{reading}", aligned(&rows), undefined.concat())
}

/// More pairs than this are left to the JSON.
const MOST_PAIRS: usize = 45;

fn all_pairs(analysis: &Analysis) -> String {
    let corrections = corrections(analysis, true);
    if corrections.is_empty() {
        return String::new();
    }
    let mut pairs: Vec<&Pair> = analysis.pairwise.iter().collect();
    pairs.sort_by(|a, b| a.p.total_cmp(&b.p));
    let mut head = words(&["pair", "rank difference"]);
    head.extend(corrections.iter().map(|(name, _)| format!("p {name}")));
    let mut rows = vec![head];
    for pair in pairs.iter().take(MOST_PAIRS) {
        // The better one first, as people say it.
        let turned = pair.rank_difference < 0.0;
        let (a, b) = if turned { (pair.b, pair.a) } else { (pair.a, pair.b) };
        let mut row = vec![
            format!("{} - {}", analysis.name(a), analysis.name(b)),
            format!("{:+.3}", pair.rank_difference.abs()),
        ];
        row.extend(corrections.iter().map(|(_, of)| p(of(pair))));
        rows.push(row);
    }
    let more = match pairs.len().saturating_sub(MOST_PAIRS) {
        0 => String::new(),
        more => format!("  ... {more} more pairs with larger p: see --format json\n"),
    };
    format!("\nAll pairs, the better one first, smallest p first\n{}{more}", aligned(&rows))
}

fn uncertainty(analysis: &Analysis, sampled: &Sampled) -> String {
    let settings = &analysis.settings;
    let mut rows = vec![words(&["pair", "median p", "quartiles", "below alpha", "calibrated p"])];
    for (a, b, found) in &sampled.pairs {
        let s = &found.summary;
        rows.push(vec![
            format!("{} - {}", analysis.name(*a), analysis.name(*b)),
            p(s.median),
            format!("{} to {}", p(s.lower_quartile), p(s.upper_quartile)),
            format!("{:.0} %", 100.0 * s.share_below_alpha),
            found.calibrated.as_ref().map_or("-".into(), |c| p(c.p)),
        ]);
    }
    let mut out = format!(
        "\nWith the uncertainty of every score ({}, {} draws)\n{}",
        sampled.test.name(),
        settings.draws,
        aligned(&rows)
    );
    if settings.draw_test.folded {
        out.push_str(
            "  The median p is folded (the favoured side, whichever it is): two equal methods have a median of about\n  0.25, so do not read it as an ordinary p. The calibrated p can be read so: for equal methods it is at most\n  alpha in about a share alpha of all experiments (docs/analysis.md says when not).\n",
        );
    }
    if let Some(c) = &sampled.chains {
        out.push_str(&format!(
            "  {} chains of {} draws after {} thrown away; median acceptance {:.0} % (smallest {:.0} %), effective draws {:.0} (smallest {:.0}); {} without spread.\n",
            c.count, settings.draws, c.burn_in, 100.0 * c.acceptance.0, 100.0 * c.acceptance.1, c.effective.0, c.effective.1, c.still
        ));
    }
    if settings.asks(Test::RankUncertainty) {
        let level = percent(1.0 - settings.alpha);
        let mut rows = vec![vec![
            "method".into(),
            "mean rank".into(),
            format!("{level} interval"),
            "P best".into(),
        ]];
        for method in analysis.by_rank() {
            let r = &sampled.ranks.methods[method];
            rows.push(vec![
                analysis.name(method).to_owned(),
                format!("{:.2}", r.mean),
                format!("{:.2} to {:.2}", r.low, r.high),
                format!("{:.3}", r.best),
            ]);
        }
        out.push_str(&format!(
            "\nMean ranks over the same draws (each with the spread of a single fold, so closer together than above)\n{}",
            aligned(&rows)
        ));
    }
    out
}

fn fold_tests(analysis: &Analysis) -> String {
    if analysis.fold_tests.is_empty() {
        return String::new();
    }
    let control = analysis.name(analysis.control);
    let mut out = String::new();
    for marks in &analysis.marks {
        let mut rows = vec![words(&["method", "wins", "no difference", "losses", "undefined"])];
        for method in (0..analysis.results.methods.len()).filter(|&m| m != analysis.control) {
            let c = marks.counts(method);
            let mut row = vec![analysis.name(method).to_owned()];
            row.extend([c.wins, c.ties, c.losses, c.undefined].iter().map(ToString::to_string));
            rows.push(row);
        }
        let undone = undone(analysis, marks.test);
        let undone = undone.map_or_else(String::new, |reason| format!("  (not done: {reason})\n"));
        out.push_str(&format!(
            "\nDataset by dataset: {control} against each method, {}, at the {} level\n{}  (uncorrected for the number of datasets; --format json has every test)\n{undone}",
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
        for words in ["mean score", "mean difference", "the interval is that of"] {
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
}
