//! Which character separates the fields of a CSV file: a comma unless the content shows another one. A file that can be split
//! at commas is, unless another character splits every line and all commas are decimal ones.

use std::path::Path;

use super::sample::Sample;
use super::scan::{Dialect, Field, Separator};
use super::text;

/// What is tried, in the order that decides between equals.
const CANDIDATES: [Separator; 5] = [
    Separator::Char(','),
    Separator::Char(';'),
    Separator::Char('\t'),
    Separator::Char('|'),
    Separator::Blanks,
];

/// The sample split at the separator that fits best; `None` where the usual one meets damage and no other
/// fits: the reader then reports the damage.
pub fn choose<'a>(
    file: &'a Path,
    text: (&'a str, usize),
    usual: char,
    like: Dialect,
) -> Option<Sample<'a>> {
    let mut samples: Vec<Sample> = CANDIDATES
        .iter()
        .filter_map(|&separator| Sample::take(file, text, Dialect { separator, ..like }))
        .collect();
    let best = best(&samples, Separator::Char(usual))?;
    Some(samples.swap_remove(best))
}

fn best(samples: &[Sample], usual: Separator) -> Option<usize> {
    let place =
        |separator: Separator| samples.iter().position(|s| s.dialect.separator == separator);
    let default = place(usual);
    let by_commas = place(Separator::Char(','));
    if let Some(default) = default.filter(|&at| samples[at].is_even()) {
        let better = samples.iter().position(|other| replaces(other, &samples[default]));
        return Some(better.filter(|_| by_commas == Some(default)).unwrap_or(default));
    }
    let widest = |fits: &dyn Fn(&Sample) -> bool| {
        let fitting = samples.iter().enumerate().filter(|(_, sample)| fits(sample));
        // A first line that is as wide as the others needs no explanation, one without a name for the rows does. The first of
        // several: `max_by_key` would take the last.
        let rank = |sample: &Sample| (sample.is_whole(), sample.width);
        fitting.rev().max_by_key(|(_, sample)| rank(sample)).map(|(at, _)| at)
    };
    // Blanks between tabs are inside of fields, unless what they separate are numbers. A title has no tabs.
    let by_tabs = samples.iter().any(|sample| {
        let mut fields = sample.rest().iter().flatten();
        sample.dialect.separator == Separator::Char('\t')
            && sample.width > 1
            && sample.even == sample.rest().len().max(1)
            && !fields.any(|field| !field.quoted && holds_two_numbers(field))
    });
    let clean = |sample: &Sample| {
        sample.dialect.separator != Separator::Blanks || !by_tabs && has_no_others(sample)
    };
    widest(&|sample| sample.is_even() && clean(sample))
        .or(default.filter(|&at| samples[at].is_nearly_even()))
        .or_else(|| widest(&|sample| sample.is_nearly_even() && clean(sample)))
        .or(default)
}

/// Whether another separator is the true one although commas split the text evenly: it splits it as well, every line
/// split at commas has it inside of a field, and what commas are left are decimal ones.
fn replaces(other: &Sample, commas: &Sample) -> bool {
    let separator = other.dialect.separator;
    if separator == commas.dialect.separator || !other.is_even() {
        return false;
    }
    let holds = |field: &Field| match separator {
        Separator::Char(c) => field.text.contains(c),
        Separator::Blanks => holds_two_numbers(field),
    };
    let inside = |record: &Vec<Field>| record.iter().any(|f| !f.quoted && holds(f));
    let decimals = |record: &Vec<Field>| {
        let mut with_comma = record.iter().filter(|f| !f.quoted && f.text.contains(','));
        with_comma.all(|f| text::with_point(&f.text).is_some())
    };
    commas.rest().iter().all(inside) && other.rest().iter().all(decimals)
}

/// Whether a field begins with two numbers and a blank between them.
fn holds_two_numbers(field: &Field) -> bool {
    let parts = field.text.split_whitespace().take(2);
    parts.filter(|part| text::number(part).is_some()).count() == 2
}

/// Blanks separate only where no other candidate is inside of the fields: prose has both.
fn has_no_others(sample: &Sample) -> bool {
    let clean = |field: &Field| {
        field.quoted
            || !field.text.contains([',', ';', '|'])
            || text::with_point(&field.text).is_some()
    };
    sample.rest().iter().all(|record| record.iter().all(clean))
}
