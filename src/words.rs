//! How numbers, counts, lists and paragraphs are written, once for all outputs. Nothing here knows what a number means, and
//! no format's own marks are here.

use crate::measure::Unit;

/// A p-value as papers print it; p-values below 0.001 are printed alike.
pub fn p(value: f64) -> String {
    match value {
        v if v.is_nan() => "undefined".into(),
        v if v >= 0.9995 => "1.000".into(),
        v if v >= 0.1 => format!("{v:.3}"),
        v if v >= 0.001 => format!("{v:.4}"),
        _ => "< 0.001".into(),
    }
}

/// The same as a statement: `p = 0.012`, `p < 0.001`.
pub fn p_is(value: f64) -> String {
    match value {
        v if v < 0.001 => format!("p {}", p(v)),
        v => format!("p = {}", p(v)),
    }
}

/// A p-value with three significant digits however small it is, never "0.000": for medians over draws, which are no
/// ordinary p-values.
pub fn small_p(value: f64) -> String {
    match value {
        v if v >= 0.001 || v.is_nan() => p(v),
        v if v > 0.0 => format!("{v:.2e}"),
        _ => "< 1e-300".into(),
    }
}

/// A statistic: four significant digits or so.
pub fn statistic(value: f64) -> String {
    match value.abs() {
        _ if value.is_infinite() => "infinite".into(),
        v if v >= 1e6 => format!("{value:.3e}"),
        v if v >= 1000.0 => format!("{value:.0}"),
        v if v >= 100.0 => format!("{value:.1}"),
        v if v >= 10.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// A difference of scores: enough digits for its size.
pub fn difference(value: f64) -> String {
    match value.abs() {
        v if v.is_nan() => "-".into(),
        0.0 => "0".into(),
        v if v >= 1e6 => format!("{value:.2e}"),
        v if v >= 100.0 => format!("{value:.1}"),
        v if v >= 1.0 => format!("{value:.2}"),
        v if v >= 0.001 => format!("{value:.4}"),
        _ => format!("{value:.1e}"),
    }
}

/// An interval of differences: both ends with as many decimals as the larger one needs.
pub fn interval(low: f64, high: f64) -> String {
    let size = low.abs().max(high.abs());
    let decimals = match size {
        v if (100.0..1e6).contains(&v) => 1,
        v if (1.0..100.0).contains(&v) => 2,
        v if (0.001..1.0).contains(&v) => 4,
        _ => return format!("[{}, {}]", difference(low), difference(high)),
    };
    format!("[{low:.decimals$}, {high:.decimals$}]")
}

/// A score with its unit, alone in a sentence or a cell.
pub fn score(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Share => format!("{:.2} %", 100.0 * value),
        Unit::Percent => format!("{value:.2} %"),
        Unit::Seconds => format!("{} s", difference(value)),
        Unit::Number | Unit::Count | Unit::Target => difference(value),
    }
}

/// Degrees of freedom: whole numbers without a point.
pub fn df(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// Names as people list them: a, b and c.
pub fn listed(names: &[&str]) -> String {
    match names {
        [] => "none".into(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The first of some names, and how many more there are: `a, b and 3 more`.
pub fn some_of(names: &[String], most: usize) -> String {
    let shown: Vec<&str> = names.iter().take(most).map(String::as_str).collect();
    match names.len() - shown.len() {
        0 => listed(&shown),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Words as a sentence begins: the first letter large.
pub fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A number of things.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Numbers of things from the smallest to the largest: `1 to 4 folds`, or `4 folds` where they are equal.
pub fn range(least: usize, most: usize, one: &str, many: &str) -> String {
    if least == most { count(most, one, many) } else { format!("{least} to {most} {many}") }
}

/// Lines of at most 100 characters.
pub fn wrap(text: &str) -> Vec<String> {
    wrap_to(text, 100)
}

/// Names on one line of at most a number of characters: all of them, or the first ones and the last one.
pub fn named_to(names: &[String], width: usize) -> String {
    let length = |text: &str| text.chars().count();
    let all = names.join(", ");
    let [first, .., last] = names else { return all };
    if length(&all) <= width || names.len() == 2 {
        return all;
    }
    let mut shown = first.clone();
    for name in &names[1..names.len() - 1] {
        if length(&shown) + length(name) + length(last) + length(", , ..., ") > width {
            break;
        }
        shown.push_str(", ");
        shown.push_str(name);
    }
    format!("{shown}, ..., {last}")
}

/// Lines of at most a number of characters.
pub fn wrap_to(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let used = lines[last].chars().count();
        if used > 0 && used + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            let gap = if used > 0 { " " } else { "" };
            lines[last].push_str(&format!("{gap}{word}"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_names_end_with_the_last() {
        let names: Vec<String> = (1..=30).map(|i| format!("set{i}")).collect();
        assert_eq!(named_to(&names[..3], 80), "set1, set2, set3");
        assert_eq!(named_to(&names, 30), "set1, set2, set3, ..., set30");
        assert_eq!(named_to(&names[..1], 2), "set1");
        assert_eq!(named_to(&names[..2], 2), "set1, set2");
        assert_eq!(named_to(&[], 2), "");
    }

    #[test]
    fn no_p_is_printed_as_zero_or_more_than_one() {
        let values = [0.0, 1e-12, 0.00042, 0.0054, 0.05, 0.9999, 1.0];
        assert_eq!(
            values.map(p),
            ["< 0.001", "< 0.001", "< 0.001", "0.0054", "0.0500", "1.000", "1.000"]
        );
        assert_eq!(
            values.map(small_p),
            ["< 1e-300", "1.00e-12", "4.20e-4", "0.0054", "0.0500", "1.000", "1.000"]
        );
        assert_eq!(
            [0.0009, 0.001, f64::NAN].map(p_is),
            ["p < 0.001", "p = 0.0010", "p = undefined"]
        );
    }

    #[test]
    fn scores_have_the_unit_that_they_are_read_in() {
        assert_eq!(score(Unit::Share, 0.95333), "95.33 %");
        assert_eq!(score(Unit::Percent, 40.0), "40.00 %");
        assert_eq!(score(Unit::Seconds, 0.25), "0.2500 s");
        assert_eq!(score(Unit::Number, -12.5), "-12.50");
        assert_eq!(score(Unit::Count, 1234.0), "1234.0");
    }

    #[test]
    fn both_ends_of_an_interval_have_the_same_decimals() {
        assert_eq!(interval(-0.4793, 41.56), "[-0.48, 41.56]");
        assert_eq!(interval(0.0012345, 0.5), "[0.0012, 0.5000]");
        assert_eq!(interval(-0.0001, 0.0002), "[-1.0e-4, 2.0e-4]");
        assert_eq!(interval(f64::NEG_INFINITY, 1.0), "[-inf, 1.00]");
    }

    #[test]
    fn lists_read_like_sentences() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(count(1, "dataset", "datasets"), "1 dataset");
    }
}
