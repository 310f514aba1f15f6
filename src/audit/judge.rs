//! The judgement of printed numbers: our value first, then every way and every convention of printing that could have led to
//! what is printed. Numbers that were made together are judged together, because one cause must explain all of them. It
//! must not know how values are computed.

use super::printing::{PRINTINGS, is_empty_zero, is_slip};
use super::ways::{EXPLANATIONS, Topic, Way, explanation, is_fault};
use super::{Finding, Verdict};
use crate::published::Printed;

/// Most conventions that are combined; a fault counts besides.
const MOST_WAYS: usize = 3;

/// What a quantity may be under some ways: any of these ranges.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer(Vec<(f64, f64)>);

impl Answer {
    /// One value.
    pub fn exactly(value: f64) -> Answer {
        Answer(vec![(value, value)])
    }

    /// Anything between two values; the middle is shown.
    pub fn between(low: f64, high: f64) -> Answer {
        Answer(vec![(low, high)])
    }

    /// One of several values.
    pub fn one_of(values: impl IntoIterator<Item = f64>) -> Answer {
        Answer(values.into_iter().map(|value| (value, value)).collect())
    }

    fn value(&self) -> Option<f64> {
        self.0.first().map(|(low, high)| (low + high) / 2.0)
    }

    /// Whether the printed number is one of these, rounded.
    pub fn rounds_to(&self, printed: &Printed) -> bool {
        self.0.iter().any(|&(low, high)| printed.meets(low, high))
    }

    /// What is left of it beside a printed p: a printed zero says nothing of a p that is not near it.
    fn without_empty_zeros(mut self, printed: &Printed) -> Answer {
        self.0.retain(|(low, _)| !is_empty_zero(*low, printed));
        self
    }

    /// The values that are not ranges.
    fn points(&self) -> impl Iterator<Item = f64> {
        self.0.iter().filter(|(low, high)| low == high).map(|(low, _)| *low)
    }

    fn printing(&self, printed: &Printed) -> Option<&'static str> {
        let by = |value: f64| PRINTINGS.iter().find(|printing| (printing.prints)(value, printed));
        self.points().find_map(by).map(|printing| printing.name)
    }
}

/// What a quantity is under some ways; `None` where they do not apply.
type Ask<'a> = Box<dyn Fn(&[Way]) -> Option<Answer> + 'a>;

/// A quantity: its name, what is printed, and what it is under some ways.
pub struct Claim<'a> {
    /// What it is.
    pub quantity: String,
    /// What is printed.
    pub printed: &'a Printed,
    /// What it is.
    answer: Ask<'a>,
    /// Whether it is a p-value.
    is_p: bool,
    /// Why it cannot be computed, if it cannot.
    why_not: String,
}

impl<'a> Claim<'a> {
    /// A claim.
    pub fn new(
        quantity: impl Into<String>,
        printed: &'a Printed,
        answer: impl Fn(&[Way]) -> Option<Answer> + 'a,
    ) -> Claim<'a> {
        let why_not = "the printed cells do not determine it".to_owned();
        let (quantity, answer) = (quantity.into(), Box::new(answer));
        Claim { quantity, printed, answer, is_p: false, why_not }
    }

    /// A claim about a p-value.
    pub fn p(self) -> Claim<'a> {
        Claim { is_p: true, ..self }
    }

    /// With the reason for which it cannot be computed, if it cannot.
    pub fn or_why(self, why_not: impl Into<String>) -> Claim<'a> {
        Claim { why_not: why_not.into(), ..self }
    }

    /// What it is under some ways, as far as the printed number can be compared with that.
    fn under(&self, ways: &[Way]) -> Option<Answer> {
        let answer = (self.answer)(ways)?;
        Some(if self.is_p { answer.without_empty_zeros(self.printed) } else { answer })
    }

    /// A claim that only the textbook can explain.
    pub fn plain(quantity: impl Into<String>, printed: &'a Printed, value: f64) -> Claim<'a> {
        Claim::new(quantity, printed, move |ways| ways.is_empty().then(|| Answer::exactly(value)))
    }

    /// How well some ways explain it: not at all, with a convention of printing, plainly.
    fn fit(&self, ways: &[Way]) -> usize {
        match self.under(ways) {
            Some(answer) if answer.rounds_to(self.printed) => 2,
            Some(answer) if answer.printing(self.printed).is_some() => 1,
            _ => 0,
        }
    }
}

/// Sets of ways that are tried on a topic, in order: none, conventions, combinations of them, then each fault with them.
fn sets(topic: Topic) -> Vec<Vec<Way>> {
    let of = |fault: bool| -> Vec<Way> {
        let fitting = |e: &&super::ways::Explanation| e.fault == fault && e.topics.contains(&topic);
        EXPLANATIONS.iter().filter(fitting).map(|e| e.way).collect()
    };
    let (conventions, faults) = (of(false), of(true));
    let mut harmless: Vec<Vec<Way>> = vec![Vec::new()];
    for size in 1..=MOST_WAYS {
        let smaller: Vec<Vec<Way>> =
            harmless.iter().filter(|set| set.len() == size - 1).cloned().collect();
        for set in smaller {
            let from = set.last().and_then(|last| conventions.iter().position(|way| way == last));
            for way in conventions.iter().skip(from.map_or(0, |from| from + 1)) {
                let mut larger = set.clone();
                larger.push(*way);
                harmless.push(larger);
            }
        }
    }
    let mut all = harmless.clone();
    for fault in faults {
        for set in harmless.iter().filter(|set| set.len() < MOST_WAYS) {
            all.push(std::iter::once(fault).chain(set.iter().copied()).collect());
        }
    }
    all
}

/// Judges one number.
pub fn judge(table: &str, topic: Topic, claim: Claim<'_>) -> Finding {
    let mut found = judge_family(table, topic, vec![claim], None);
    found.pop().unwrap_or_else(|| Finding::new(table, "", Verdict::Match))
}

/// Judges numbers that were made together. The set of ways that explains most of them is taken for the cause; a number
/// that the textbook explains is right whatever the cause of the others is. A fault may be `established` by other numbers.
pub fn judge_family(
    table: &str,
    topic: Topic,
    claims: Vec<Claim<'_>>,
    established: Option<Way>,
) -> Vec<Finding> {
    let sets = sets(topic);
    let mut best: (usize, usize, &[Way]) = (0, 0, &[]);
    for ways in &sets {
        let fits: Vec<usize> = claims.iter().map(|claim| claim.fit(ways)).collect();
        let at_least = |least: usize| fits.iter().filter(|fit| **fit >= least).count();
        let (explained, plainly) = (at_least(1), at_least(2));
        if (explained, plainly) > (best.0, best.1) {
            best = (explained, plainly, ways);
        }
    }
    let family = Family { table, topic, sets: &sets, cause: best.2, established };
    claims.iter().map(|claim| family.one(claim)).collect()
}

/// Numbers that were made together, and what explains most of them.
struct Family<'a> {
    table: &'a str,
    topic: Topic,
    sets: &'a [Vec<Way>],
    cause: &'a [Way],
    established: Option<Way>,
}

impl Family<'_> {
    fn one(&self, claim: &Claim<'_>) -> Finding {
        let Claim { quantity, printed, answer, why_not, .. } = claim;
        let cannot = |reason: &str| {
            Finding::new(self.table, quantity, Verdict::NotRecomputable)
                .printed(printed.text())
                .because(reason)
        };
        let Some(textbook) = answer(&[]) else { return cannot(why_not) };
        let Some(value) = textbook.value().filter(|value| !value.is_nan()) else {
            return cannot("it is not defined for these cells");
        };
        let finding = |verdict| {
            Finding::new(self.table, quantity, verdict)
                .printed(printed.text())
                .computed(finer(printed, value))
        };
        if claim.under(&[]).is_some_and(|answer| answer.rounds_to(printed)) {
            return finding(Verdict::Match);
        }
        let changes = |way: Way| answer(&[way]).is_some_and(|answer| answer != textbook);
        let faulty = self.cause.iter().copied().find(|way| is_fault(*way));
        // A fault that changes this number is its cause even where a convention would do as well.
        let fault = faulty.filter(|fault| changes(*fault) && claim.fit(self.cause) > 0);
        let fault = fault.or(self.established.filter(|way| changes(*way)));
        let with = |wanted: Option<Way>| -> Option<(&[Way], Option<&'static str>)> {
            let right = |set: &&Vec<Way>| match wanted {
                Some(fault) => set.contains(&fault),
                None => !set.iter().any(|way| is_fault(*way)),
            };
            self.explained(claim, self.sets.iter().filter(right).collect())
        };
        let found = fault.and_then(|fault| with(Some(fault)));
        if let Some((set, printing)) = found {
            return finding(Verdict::Contradiction).by(set, printing);
        }
        if let Some((set, printing)) = with(None) {
            return finding(Verdict::Convention).by(set, printing);
        }
        if let Some((set, printing)) = self.explained(claim, self.sets.iter().collect()) {
            return finding(Verdict::Contradiction).by(set, printing);
        }
        // A count has too few digits to tell a slip from another count.
        for set in [self.cause, &[]].into_iter().filter(|_| self.topic != Topic::Count) {
            let slipped = answer(set).and_then(|a| a.points().find(|v| is_slip(*v, printed)));
            if let Some(right) = slipped {
                let right = printed.like(right);
                let note = match set.iter().copied().find(|way| is_fault(*way)) {
                    // Put right, it would still not be what it is called.
                    Some(_) => format!(
                        "that would be {right}; the textbook's value is {}",
                        finer(printed, value)
                    ),
                    None => String::new(),
                };
                return finding(Verdict::Misprint).computed(right).by(set, None).because(note);
            }
        }
        finding(Verdict::Contradiction)
    }

    /// The set of ways that explains a number best: parts of the cause of the family before others, few before many, and a
    /// number that is plainly rounded before one that needs a convention of printing as well.
    fn explained<'s>(
        &self,
        claim: &Claim<'_>,
        mut sets: Vec<&'s Vec<Way>>,
    ) -> Option<(&'s [Way], Option<&'static str>)> {
        let foreign = |set: &Vec<Way>| !set.iter().all(|way| self.cause.contains(way));
        sets.sort_by_key(|set| (foreign(set), set.len()));
        let (own, others): (Vec<&Vec<Way>>, Vec<&Vec<Way>>) =
            sets.into_iter().partition(|set| !foreign(set));
        for group in [own, others] {
            for wanted in [2, 1] {
                if let Some(set) = group.iter().find(|set| claim.fit(set) == wanted) {
                    let printing = claim.under(set).and_then(|a| a.printing(claim.printed));
                    return Some((set, printing.filter(|_| wanted == 1)));
                }
            }
        }
        None
    }
}

/// A value with one digit more than the printed one.
fn finer(printed: &Printed, value: f64) -> String {
    let text = printed.text();
    if value.fract() == 0.0 && !text.contains(['.', 'e', 'E']) {
        return format!("{value}");
    }
    let longer = match text.split_once(['e', 'E']) {
        Some((mantissa, power)) if mantissa.contains('.') => format!("{mantissa}0e{power}"),
        Some((mantissa, power)) => format!("{mantissa}.0e{power}"),
        None if text.contains('.') => format!("{text}0"),
        None => format!("{text}.0"),
    };
    let like = Printed::new(&longer).map(|finer| finer.like(value));
    match like {
        // A small p beside a printed zero.
        Some(text) if value != 0.0 && text.parse() == Ok(0.0) => format!("{value:.1e}"),
        Some(text) => text,
        None => value.to_string(),
    }
}

impl Finding {
    /// Whether a way is one of its causes.
    pub fn is_by(&self, way: Way) -> bool {
        explanation(way).is_some_and(|explanation| self.causes.contains(&explanation.name))
    }

    /// With the ways that explain it.
    pub fn by(mut self, ways: &[Way], printing: Option<&'static str>) -> Finding {
        let names = ways.iter().filter_map(|way| explanation(*way)).map(|e| e.name);
        self.causes = names.chain(printing).collect();
        self
    }
}
