//! Which methods a figure shows, in which order, and with which colour and marker. A method looks the same in every figure
//! of a report as long as there are few enough of them.

use super::Subject;
use super::parts::Key;

/// More methods than these cannot be distinguished in one plot of lines.
pub const MOST: usize = 12;

/// Methods of the table from the best mean rank to the worst, those that the verdict left out at the end; in the order
/// of the table where there is no verdict.
pub fn by_rank(subject: &Subject<'_>) -> Vec<usize> {
    let methods = &subject.scores.results.methods;
    let Ok(analysis) = &subject.judged.over else { return (0..methods.len()).collect() };
    let place = |m: &usize| methods.iter().position(|name| name == analysis.name(*m));
    let mut order: Vec<usize> = analysis.by_rank().iter().filter_map(place).collect();
    let rest: Vec<usize> = (0..methods.len()).filter(|m| !order.contains(m)).collect();
    order.extend(rest);
    order
}

/// What the order of [`by_rank`] is, in words.
pub fn order_note(subject: &Subject<'_>, where_best: &str) -> String {
    let all = subject.scores.results.methods.len();
    let ranked =
        subject.judged.over.as_ref().map_or(all, |analysis| analysis.results.methods.len());
    let rest = if ranked < all { "; methods without a rank last" } else { "" };
    format!("Methods by mean rank, {where_best}{rest}.")
}

/// A method of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Its position in the table of scores.
    pub method: usize,
    /// How it looks.
    pub key: Key,
}

/// The methods that have something to show, at most [`MOST`], and a note where some are left out.
pub fn series(subject: &Subject<'_>, has: impl Fn(usize) -> bool) -> (Vec<Series>, Option<String>) {
    let methods = &subject.scores.results.methods;
    let key = |method: usize, position: usize| Series {
        method,
        key: Key::of_series(&methods[method], position),
    };
    if methods.len() <= MOST {
        return ((0..methods.len()).filter(|m| has(*m)).map(|m| key(m, m)).collect(), None);
    }
    let wanted: Vec<usize> = by_rank(subject).into_iter().filter(|m| has(*m)).collect();
    let which =
        if subject.judged.over.is_ok() { "best by mean rank" } else { "first of the table" };
    let note = (wanted.len() > MOST)
        .then(|| format!("{MOST} of {} methods are drawn, the {which}.", wanted.len()));
    let drawn = wanted.into_iter().take(MOST).enumerate();
    (drawn.map(|(position, method)| key(method, position)).collect(), note)
}
