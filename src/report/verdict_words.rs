//! The verdict in one sentence that a reader without statistics understands, made from the numbers it speaks of.

use crate::analysis::{Analysis, Panel, Refused};
use crate::measure::Direction;
use crate::words::{count, listed, p_is};

/// The conclusion.
pub fn sentence(analysis: &Analysis) -> String {
    sentence_on(&analysis.results.title, analysis)
}

/// The conclusion with the word for the metric that the reader knows: its title, or its id in files for programs.
pub fn sentence_on(metric: &str, analysis: &Analysis) -> String {
    let headline = &analysis.headline;
    let (n, k) = (analysis.results.datasets.len(), analysis.results.methods.len());
    let gate = &analysis.omnibus.gate;
    let test = if gate.exact { "exact Friedman test" } else { "Iman-Davenport" };
    let omnibus = format!("{test}, {}", p_is(gate.p));
    if !headline.differ {
        return format!(
            "No evidence that the {k} methods differ in {metric} over these {n} datasets ({omnibus})."
        );
    }
    let names = |methods: &[usize]| {
        let names: Vec<&str> = methods.iter().map(|&m| analysis.name(m)).collect();
        listed(&names)
    };
    let about = analysis.name(headline.about);
    let mut parts: Vec<String> = Vec::new();
    if !headline.better_than.is_empty() {
        parts.push(format!("is better than {}", names(&headline.better_than)));
    }
    if !headline.worse_than.is_empty() {
        parts.push(format!("is worse than {}", names(&headline.worse_than)));
    }
    if !headline.alike.is_empty() {
        parts.push(format!("cannot be told from {}", names(&headline.alike)));
    }
    let role = if analysis.settings.control.is_some() { "The control " } else { "" };
    let rank = analysis.omnibus.mean_ranks[headline.best];
    let leader = if analysis.settings.control.is_some() && headline.best != headline.about {
        format!(" {} has the best mean rank ({rank:.2}).", analysis.name(headline.best))
    } else {
        String::new()
    };
    let own = analysis.omnibus.mean_ranks[headline.about];
    format!(
        "The {k} methods differ in {metric} over {n} datasets ({omnibus}). {role}{about} (mean rank {own:.2}) {} at the {} level.{leader}",
        listed(&parts.iter().map(String::as_str).collect::<Vec<_>>()),
        percent(analysis.settings.alpha),
    )
}

/// The conclusion on a metric, or why there is none.
pub fn headline(metric: &str, verdict: &Result<Analysis, Refused>) -> String {
    match verdict {
        Ok(analysis) => sentence(analysis),
        Err(refused) => format!("No verdict on {metric}: {refused}; {}.", refused.remedy),
    }
}

/// Which way is better, and whether that was assumed.
pub fn direction(analysis: &Analysis) -> String {
    let way = match analysis.results.direction {
        Direction::Higher => "higher is better",
        Direction::Lower => "lower is better",
    };
    if analysis.results.direction_assumed {
        format!("{way} (assumed: nobody said so)")
    } else {
        way.to_owned()
    }
}

/// A level as people write it.
pub fn percent(alpha: f64) -> String {
    let shown = format!("{:.4}", 100.0 * alpha);
    format!("{} %", shown.trim_end_matches('0').trim_end_matches('.'))
}

/// How often the verdict holds without one of something.
pub fn panel(panel: &Panel, one: &str) -> String {
    if panel.analyses == 0 {
        return format!("cannot be tried without a {one}");
    }
    let holds = panel.analyses - panel.decisive.len();
    let hangs = if panel.decisive.is_empty() {
        String::new()
    } else {
        let names: Vec<&str> = panel.decisive.iter().take(8).map(String::as_str).collect();
        let more = panel.decisive.len().saturating_sub(8);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!(", but not without {}{more}", names.join(", "))
    };
    if holds == 0 {
        let analyses = count(panel.analyses, "analysis", "analyses");
        return format!("holds in none of {analyses} that leave out one {one}");
    }
    format!("holds in {holds} of {} analyses that leave out one {one}{hangs}", panel.analyses)
}
