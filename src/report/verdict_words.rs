//! The verdict in a few sentences in the words of the field, made from the numbers they speak of.

use crate::analysis::registry::{mcnemar, sign};
use crate::analysis::{
    Analysis, DatasetVerdict, Deciding, GateTest, Headline, Judged, Panel, Results, Robustness,
};
use crate::measure::Direction;
use crate::words::{count, listed, p_is};

/// The conclusion over datasets.
pub fn sentence(analysis: &Analysis) -> String {
    sentence_on(&analysis.results.title, analysis)
}

/// The conclusion with the word for the metric that the reader knows: its title, or its id in files for programs.
pub fn sentence_on(metric: &str, analysis: &Analysis) -> String {
    let headline = &analysis.headline;
    let (n, k) = (analysis.results.datasets.len(), analysis.results.methods.len());
    if let Deciding::OnlyPair(_) = analysis.deciding_test() {
        return of_two(metric, analysis);
    }
    let gate = &analysis.omnibus.gate;
    let omnibus = format!("{}, {}", gate.test.title(), p_is(gate.p));
    if !headline.differ {
        return format!(
            "No significant difference between the {k} methods in {metric} over {n} datasets ({omnibus}; {} level).",
            percent(analysis.settings.alpha)
        );
    }
    let overall =
        format!("The {k} methods differ significantly in {metric} over {n} datasets ({omnibus}).");
    let about = analysis.name(headline.about);
    let named = analysis.settings.control.is_some();
    let how = format!("{}; {} level", adjusted(analysis), percent(analysis.settings.alpha));
    if !headline.any_pair {
        let none = if named {
            format!("No method is significantly different from the control {about} ({how}).")
        } else {
            format!("No single pair of methods is significantly different ({how}).")
        };
        return format!("{overall} {none}{}", leader(analysis));
    }
    let own = analysis.omnibus.mean_ranks[headline.about];
    let role = if named { "The control " } else { "" };
    let others = if headline.better_than.is_empty() && headline.worse_than.is_empty() {
        " Other pairs of methods are significantly different."
    } else {
        ""
    };
    let claims = claims(headline, &|method| analysis.name(method));
    format!(
        "{overall} {role}{about} (mean rank {own:.2}) {claims} ({how}).{others}{}",
        leader(analysis)
    )
}

/// Two methods: their own test, and the sign test next to it.
fn of_two(metric: &str, analysis: &Analysis) -> String {
    let (headline, gate) = (&analysis.headline, &analysis.omnibus.gate);
    let n = analysis.results.datasets.len();
    let other = analysis.name(1 - headline.about);
    let about = analysis.name(headline.about);
    let signs = analysis.pairwise.first().and_then(|pair| pair.found(&sign::TEST)?.p);
    // Where ranks decide, they are the signs already.
    let signs = signs.filter(|_| gate.test == GateTest::Wilcoxon);
    let signs = signs.map_or(String::new(), |p| format!("; sign test, {}", p_is(p)));
    let level = percent(analysis.settings.alpha);
    let tests = format!("{}, {}{signs}; {level} level", gate.test.title(), p_is(gate.p));
    if !headline.differ {
        return format!(
            "No significant difference between {about} and {other} in {metric} over {n} datasets ({tests})."
        );
    }
    let way = if headline.better_than.is_empty() { "worse" } else { "better" };
    format!("{about} is significantly {way} than {other} in {metric} over {n} datasets ({tests}).")
}

/// What is claimed of a method, as the rest of a sentence.
fn claims<'a>(headline: &Headline, name: &dyn Fn(usize) -> &'a str) -> String {
    let names = |methods: &[usize]| {
        let names: Vec<&str> = methods.iter().map(|&m| name(m)).collect();
        listed(&names)
    };
    let mut parts: Vec<String> = Vec::new();
    if !headline.better_than.is_empty() {
        parts.push(format!("is significantly better than {}", names(&headline.better_than)));
    }
    if !headline.worse_than.is_empty() {
        parts.push(format!("is significantly worse than {}", names(&headline.worse_than)));
    }
    if !headline.alike.is_empty() {
        let words = format!("not significantly different from {}", names(&headline.alike));
        parts.push(if parts.is_empty() { format!("is {words}") } else { words });
    }
    if !headline.untested.is_empty() {
        let words = format!(
            "could not be compared with {} (the test is undefined)",
            names(&headline.untested)
        );
        parts.push(words);
    }
    match &parts[..] {
        [first @ .., last] if !first.is_empty() => format!("{}, and {last}", first.join(", ")),
        _ => parts.concat(),
    }
}

/// The method with the best mean rank, where a control was named that is another.
fn leader(analysis: &Analysis) -> String {
    let headline = &analysis.headline;
    if analysis.settings.control.is_none() || headline.best == headline.about {
        return String::new();
    }
    let rank = analysis.omnibus.mean_ranks[headline.best];
    format!(" {} has the best mean rank ({rank:.2}).", analysis.name(headline.best))
}

/// What p-values of pairs are adjusted for.
fn adjusted(analysis: &Analysis) -> &'static str {
    match analysis.deciding_test() {
        Deciding::Holm => "p adjusted for the comparisons with the control by Holm's procedure",
        _ => "p adjusted for all pairwise comparisons by Shaffer's procedure",
    }
}

/// The conclusion on one dataset.
pub fn dataset_sentence(verdict: &DatasetVerdict) -> String {
    let (headline, results) = (&verdict.headline, &verdict.results);
    let (k, metric) = (results.methods.len(), &results.title);
    let about = verdict.name(headline.about);
    let named = verdict.settings.control.is_some();
    // Predictions of one fitted model each say nothing about models from other training data.
    let fitted = *verdict.deciding == mcnemar::TEST;
    let own = if fitted { "; these fitted models" } else { "" };
    let dataset = format!("{}{own}", verdict.dataset());
    let test = verdict.deciding.title.trim_start_matches("the ");
    if k == 2 {
        let p = verdict.pairs.first().and_then(|pair| verdict.deciding_p(pair)).unwrap_or(1.0);
        let (other, how) = (verdict.name(1 - headline.about), format!("{test}, {}", p_is(p)));
        return match (headline.any_pair, headline.better_than.is_empty()) {
            (false, _) => format!(
                "On this dataset ({dataset}), no significant difference between {about} and {other} in {metric} ({how})."
            ),
            (true, empty) => {
                let way = if empty { "worse" } else { "better" };
                format!(
                    "On this dataset ({dataset}), {about} is significantly {way} than {other} in {metric} ({how})."
                )
            }
        };
    }
    let family =
        if named { "the comparisons with the control" } else { "all pairwise comparisons" };
    let how = format!(
        "{test}, p adjusted for {family} by Holm's procedure; {} level",
        percent(verdict.settings.alpha)
    );
    if !headline.any_pair {
        let none = if named {
            format!("no method is significantly different from the control {about} in {metric}")
        } else {
            format!("no two of the {k} methods are significantly different in {metric}")
        };
        return format!("On this dataset ({dataset}), {none} ({how}).");
    }
    let role = if named {
        format!("the control {about}")
    } else {
        format!("{about}, which has the best mean {metric},")
    };
    let others = if headline.better_than.is_empty() && headline.worse_than.is_empty() {
        " Other pairs of methods are significantly different."
    } else {
        ""
    };
    let claims = claims(headline, &|method| verdict.name(method));
    format!("On this dataset ({dataset}), {role} {claims} in {metric} ({how}).{others}")
}

/// The conclusion on a metric, or why there is none.
pub fn headline(metric: &str, judged: &Judged) -> String {
    match &judged.over {
        Ok(analysis) => sentence(analysis),
        Err(refused) if judged.each.is_empty() => {
            format!("No verdict on {metric}: {refused}; {}.", refused.remedy)
        }
        Err(over) => {
            let each = judged.each.iter().map(|each| match each {
                Ok(verdict) => dataset_sentence(verdict),
                Err(refused) => format!("No verdict on {metric}: {refused}; {}.", refused.remedy),
            });
            let only =
                if judged.each.len() > 1 { "each dataset alone" } else { "this dataset only" };
            let few = format!(
                "What is concluded holds for {only}. No verdict over datasets: {over}; {}.",
                over.remedy
            );
            let found = judged.has_verdict().then_some(few);
            each.chain(found).collect::<Vec<_>>().join(" ")
        }
    }
}

/// Which way is better, and whether that was assumed.
pub fn direction(results: &Results) -> String {
    let way = match results.direction {
        Direction::Higher => "higher is better",
        Direction::Lower => "lower is better",
    };
    if results.direction_assumed {
        format!("{way} (assumed: not specified)")
    } else {
        way.to_owned()
    }
}

/// A level as people write it.
pub fn percent(alpha: f64) -> String {
    let shown = format!("{:.4}", 100.0 * alpha);
    format!("{} %", shown.trim_end_matches('0').trim_end_matches('.'))
}

/// How far the verdict depends on single datasets and methods.
pub fn robustness(found: &Robustness) -> String {
    let panels = [(&found.datasets, "dataset"), (&found.methods, "method")];
    let words: Vec<String> = panels.iter().filter_map(|(found, one)| panel(found, one)).collect();
    words.join(" ")
}

/// How often the verdict holds without one of something; `None` where that cannot be tried.
fn panel(panel: &Panel, one: &str) -> Option<String> {
    if panel.analyses == 0 {
        return None;
    }
    let holds = panel.analyses - panel.decisive.len();
    let names: Vec<&str> = panel.decisive.iter().take(8).map(String::as_str).collect();
    let more = panel.decisive.len().saturating_sub(8);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let changes = match names.is_empty() {
        true => String::new(),
        false => format!("; it changes without {}{more}", names.join(", ")),
    };
    let analyses = count(panel.analyses, "analysis", "analyses");
    Some(format!(
        "Leaving out one {one}: the verdict is unchanged in {holds} of {analyses}{changes}."
    ))
}
