//! Two methods at a time, for a terminal: rank differences with every correction, and one table for each test of two
//! methods.

use super::aligned::{PairRow, aligned, heading, test_table, words};
use crate::analysis::registry::{ALL, Correction, sign};
use crate::analysis::registry::{
    Families, Input, Run, Test, corrections, effect, finding, wilcoxon,
};
use crate::analysis::{Analysis, Effect, Pair, has_intervals, rope};
use crate::report::verdict_words::percent;
use crate::words::{difference, interval, p, wrap};

/// More pairs than this are left to the JSON.
const MOST_PAIRS: usize = 45;

/// The corrections that a table of a family shows: those asked for, and the one that decides.
fn shown(analysis: &Analysis, pairs: bool) -> Vec<(Test, &'static Correction)> {
    let settings = &analysis.settings;
    let named = settings.control.is_some();
    let own = if pairs { Families::Pairs } else { Families::Control };
    let decides = |test: Test| match pairs {
        true => *test == corrections::SHAFFER && !named,
        false => *test == corrections::HOLM && named,
    };
    let mut found = Vec::new();
    for &test in ALL {
        let Run::Correction(correction) = &test.run else { continue };
        let fits = correction.shown == own || correction.shown == Families::Both;
        if fits && (settings.asks(test) || decides(test)) && !undefined(analysis, test, pairs) {
            found.push((test, correction));
        }
    }
    found
}

fn undefined(analysis: &Analysis, test: Test, pairs: bool) -> bool {
    let family = if pairs { &analysis.pairwise } else { &analysis.versus_control };
    family.iter().all(|pair| pair.adjusted(test).is_none())
}

/// The control against every method.
pub fn versus_control(analysis: &Analysis) -> String {
    let control = analysis.name(analysis.control);
    let mut order: Vec<&Pair> = analysis.versus_control.iter().collect();
    order.sort_by(|a, b| a.p.total_cmp(&b.p));
    let mut out = String::new();
    if !analysis.omnibus.answers_the_only_pair() {
        let corrections = shown(analysis, false);
        let mut head = words(&["method", "rank difference", "z", "p"]);
        head.extend(corrections.iter().map(|(_, correction)| format!("p {}", correction.head)));
        let mut rows = vec![head];
        for pair in &order {
            let mut row = vec![
                analysis.name(pair.b).to_owned(),
                format!("{:+.3}", pair.rank_difference),
                format!("{:+.2}", pair.z),
                p(pair.p),
            ];
            row.extend(corrections.iter().map(|(test, _)| p_or_dash(pair.adjusted(test))));
            rows.push(row);
        }
        out = format!("\nAgainst the control {control}; positive differences favour {control}\n");
        if analysis.settings.control.is_none() {
            out.push_str("  (no control was named: this is the method with the best mean rank, chosen after the\n  results were known; rely on the table of all pairs)\n");
        }
        out.push_str(&aligned(&rows));
    }
    out.push_str(&effects(analysis, &order));
    let done = |test: &Test| {
        let only_pair = analysis.omnibus.answers_the_only_pair();
        let beside = only_pair && (**test == wilcoxon::TEST || **test == sign::TEST);
        beside || analysis.has_done(test)
    };
    for &test in ALL.iter().filter(|test| done(test)) {
        if matches!(test.run, Run::Pair(_) | Run::ResampledPair(_) | Run::Pairs(_)) {
            out.push_str(&of_test(analysis, test, &order));
        }
    }
    out
}

fn p_or_dash(value: Option<f64>) -> String {
    value.map_or("-".into(), p)
}

fn pair_name(analysis: &Analysis, pair: &Pair) -> String {
    format!("{} - {}", analysis.name(pair.a), analysis.name(pair.b))
}

/// A test of two methods: one row per pair.
fn of_test(analysis: &Analysis, test: Test, pairs: &[&Pair]) -> String {
    let all = analysis.settings.control.is_none();
    let mut rows = Vec::new();
    for pair in pairs {
        let Some(compared) = finding::find(&pair.tests, test) else { continue };
        let family = if all { analysis.pair(pair.a, pair.b) } else { Some(*pair) };
        let holm = family.and_then(|pair| pair.holm(test)).filter(|_| pairs.len() > 1);
        rows.push(PairRow { name: pair_name(analysis, pair), found: &compared.found, holm });
    }
    let title = heading(test);
    format!("\n{title}\n{}{}", test_table(&rows), reading(analysis, test))
}

/// How to read the columns of a test.
fn reading(analysis: &Analysis, test: Test) -> String {
    let mut lines = Vec::new();
    if *test == wilcoxon::TEST {
        lines.push(
            "R+ is the rank sum of the datasets on which the first-named method is better"
                .to_owned(),
        );
    }
    if test.name.starts_with("bayes") && test.input == Input::Sizes {
        lines.push(match rope(&analysis.results, &analysis.settings) {
            0.0 => "equivalent means the same score; `rope` sets a width".to_owned(),
            width => format!("equivalent means a difference within {}", difference(width)),
        });
    }
    lines.iter().flat_map(|text| wrap(text)).map(|line| format!("  {line}\n")).collect()
}

/// How large differences are. Large tables have no intervals, and then no column for them.
fn effects(analysis: &Analysis, pairs: &[&Pair]) -> String {
    let settings = &analysis.settings;
    if !settings.asks(&effect::TEST) {
        return String::new();
    }
    let pooled = !analysis.results.mixes_units();
    let intervals = has_intervals(pairs.iter().copied());
    let mut head = words(&["pair", "win/tie/loss"]);
    if pooled {
        head.extend(words(&["mean difference"]));
        let level = percent(1.0 - settings.alpha);
        head.extend(intervals.then(|| format!("{level} interval")));
        head.extend(words(&["A12", "Cliff's delta"]));
    }
    let (mut rows, mut undefined) = (vec![head], String::new());
    for pair in pairs {
        let name = pair_name(analysis, pair);
        let c = pair.counts;
        let mut row = vec![name.clone(), format!("{}/{}/{}", c.wins, c.ties, c.losses)];
        match &pair.effect {
            Some(Ok(effect)) => row.extend(sizes(effect)),
            Some(Err(error)) => undefined.push_str(&format!("  {name}: {error}\n")),
            None => {}
        }
        rows.push(row);
    }
    let reading = if pooled {
        "  positive differences favour the first-named method; A12 is the probability that a random\n  score of the first-named method is better\n"
    } else {
        "  errors in units of the target are neither averaged nor pooled over datasets\n"
    };
    format!("\nEffect sizes\n{}{undefined}{reading}", aligned(&rows))
}

/// The cells of an effect.
fn sizes(effect: &Effect) -> Vec<String> {
    let mut cells = Vec::new();
    if let Some(mean) = &effect.mean {
        cells.push(difference(mean.estimate));
        cells.extend(mean.interval.map(|found| interval(found.bca.0, found.bca.1)));
    }
    cells.extend(effect.a12.map(|a12| format!("{a12:.3}")));
    cells.extend(effect.delta.as_ref().map(|delta| {
        let interval = delta.interval.map(|found| {
            let (low, high) = found.percentile;
            format!(" [{low:+.2}, {high:+.2}]")
        });
        format!("{:+.2}{}", delta.estimate, interval.unwrap_or_default())
    }));
    cells
}

/// Every pair by rank differences. Two methods need none: their own test decides.
pub fn all_pairs(analysis: &Analysis) -> String {
    let corrections = shown(analysis, true);
    if corrections.is_empty() || analysis.omnibus.answers_the_only_pair() {
        return String::new();
    }
    let mut pairs: Vec<&Pair> = analysis.pairwise.iter().collect();
    pairs.sort_by(|a, b| a.p.total_cmp(&b.p));
    let mut head = words(&["pair", "rank difference"]);
    head.extend(corrections.iter().map(|(_, correction)| format!("p {}", correction.head)));
    let mut rows = vec![head];
    for pair in pairs.iter().take(MOST_PAIRS) {
        // The better one first, as people say it.
        let turned = pair.rank_difference < 0.0;
        let (a, b) = if turned { (pair.b, pair.a) } else { (pair.a, pair.b) };
        let mut row = vec![
            format!("{} - {}", analysis.name(a), analysis.name(b)),
            format!("{:+.3}", pair.rank_difference.abs()),
        ];
        row.extend(corrections.iter().map(|(test, _)| p_or_dash(pair.adjusted(test))));
        rows.push(row);
    }
    let more = match pairs.len().saturating_sub(MOST_PAIRS) {
        0 => String::new(),
        more => format!("  ... {more} more pairs with larger p: see --format json\n"),
    };
    format!("\nAll pairs, the better one first, smallest p first\n{}{more}", aligned(&rows))
}
