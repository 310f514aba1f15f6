//! Tables as they are printed on a screen, with blanks between their columns: pandas' `to_string()` whose index has a name, tibbles, and
//! columns that keep their place in every line, so that names may hold blanks. What blanks alone split is delimited text and not read
//! here. A table that was shortened for the screen is refused, because the rest of its rows is not there.

use std::path::Path;

use super::numbers::looks_like_number;
use super::{Delimiter, FormOptions, delimited, sniff};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::shown;

/// Lines that are looked at to recognise a form.
const LOOKED_AT: usize = 400;

/// A line that is not blank, with its number.
type Line<'t> = (usize, &'t str);

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

fn tokens(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// How a printed table is laid out.
enum Layout<'t> {
    /// The header, the name of the index, and rows with a field for each.
    Index(Vec<Line<'t>>),
    /// The header, types, and numbered rows.
    Tibble(Vec<Line<'t>>),
    /// Where every column begins and ends, in characters.
    Places(Vec<Line<'t>>, Vec<(usize, usize)>),
    /// Rows were left out, as this line says.
    Shortened(Line<'t>),
}

/// Whether a text is such a table.
pub fn recognised(text: &str) -> bool {
    let end = text.char_indices().filter(|(_, c)| *c == '\n').nth(LOOKED_AT).map(|(at, _)| at);
    layout(end.and_then(|end| text.get(..end)).unwrap_or(text)).is_some()
}

/// Reads such a table.
pub fn read<'a>(file: &'a Path, text: &str, options: &FormOptions) -> Result<Sheet<'a>, DataError> {
    if options.delimiter.is_some() {
        return delimited::read(file, text, options);
    }
    let Some(layout) = layout(text) else {
        let problem = "the columns of this printed table do not keep their places in all lines";
        let remedy = "write the table as CSV: with pandas `frame.to_csv(\"results.csv\")`, in R write.csv(frame, \"results.csv\")";
        return Err(DataError::file(file, problem, remedy));
    };
    let (mut sheet, note) = match layout {
        Layout::Shortened((line, text)) => {
            let problem = format!("the table was shortened for the screen: {}", shown(text.trim()));
            let remedy = "write the whole table: with pandas `frame.to_csv(\"results.csv\")`, in R write.csv(frame, \"results.csv\")";
            return Err(DataError::line(file, line, problem, remedy));
        }
        Layout::Index(lines) => (
            of_fields(file, index_header(&lines), lines.get(2..).unwrap_or(&[]), &lines),
            "a table as pandas prints it: the second line names the first column",
        ),
        Layout::Tibble(lines) => (
            of_fields(file, tibble_header(&lines), lines.get(2..).unwrap_or(&[]), &lines),
            "a tibble as R prints it: the line of types is left out",
        ),
        Layout::Places(lines, places) => (
            of_places(file, &lines, &places),
            "a printed table: its columns are told apart by their places in the lines",
        ),
    };
    sheet.notes.push(note.to_owned());
    if sheet.rows.is_empty() {
        let remedy = "check that this is the right file";
        return Err(DataError::file(file, "no rows below the first line", remedy));
    }
    Ok(sheet)
}

fn layout(text: &str) -> Option<Layout<'_>> {
    let all: Vec<Line<'_>> = lines(text).collect();
    let is_tibble = all.first().is_some_and(|(_, line)| line.trim().starts_with("# A tibble"));
    let body: Vec<Line<'_>> =
        all.iter().copied().filter(|(_, line)| !line.trim().starts_with('#')).collect();
    let (_, header) = *body.first()?;
    // Any other delimiter in the header makes it another form.
    let delimiters = ['\t', ',', ';', '|', '&', '{', '<', '@'];
    if body.len() < 3 || outside_brackets(header).contains(delimiters) {
        return None;
    }
    if let Some(line) = all.iter().find(|(_, line)| is_cut(line)) {
        return Some(Layout::Shortened(*line));
    }
    let widths: Vec<usize> = body.iter().skip(2).map(|(_, line)| tokens(line).len()).collect();
    let width = *widths.first()?;
    let second = tokens(body.get(1)?.1);
    let even = widths.iter().all(|own| *own == width) && width > 2;
    let above = tokens(header).len();
    let is_type = |token: &&str| token.starts_with('<') && token.ends_with('>');
    if even && above + 1 == width && second.len() == above && second.iter().all(is_type) {
        return Some(Layout::Tibble(body));
    }
    let last = body
        .iter()
        .skip(2)
        .all(|(_, line)| tokens(line).last().is_some_and(|t| looks_like_number(t)));
    let names = second.len() == 1 && !looks_like_number(second.first()?);
    if even && names && last && (above == width || above + 1 == width) && !is_tibble {
        return Some(Layout::Index(body));
    }
    by_places(body)
}

/// A line without what it has in brackets: the bars of R's `Pr(>|t|)` separate nothing.
fn outside_brackets(line: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::new();
    for c in line.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

/// Whether a line says that others were left out.
fn is_cut(line: &str) -> bool {
    let line = line.trim();
    let dots = |token: &str| token.len() > 1 && token.chars().all(|c| matches!(c, '.' | '…'));
    let comment = line.strip_prefix('#').map(str::trim_start);
    let more = |text: &str| text.contains("more row") || text.contains("more variable");
    tokens(line).iter().all(|token| dots(token))
        || comment.is_some_and(more)
        || line.contains("reached getOption(\"max.print\")")
}

fn index_header(lines: &[Line<'_>]) -> Vec<String> {
    let names = lines.first().map_or_else(Vec::new, |(_, line)| tokens(line));
    let width = lines.get(2).map_or(0, |(_, line)| tokens(line).len());
    let index = lines.get(1).map_or("", |(_, line)| line.trim());
    // Where pandas' columns have a name of their own, it precedes theirs.
    let names = names.iter().skip((names.len() + 1).saturating_sub(width));
    std::iter::once(index).chain(names.copied()).map(str::to_owned).collect()
}

fn tibble_header(lines: &[Line<'_>]) -> Vec<String> {
    let names = lines.first().map_or_else(Vec::new, |(_, line)| tokens(line));
    std::iter::once("").chain(names).map(str::to_owned).collect()
}

/// Rows whose fields are between blanks.
fn of_fields<'a>(
    file: &'a Path,
    header: Vec<String>,
    rows: &[Line<'_>],
    lines: &[Line<'_>],
) -> Sheet<'a> {
    let cells = |line: &str| tokens(line).into_iter().map(str::to_owned).collect();
    let rows = rows.iter().map(|(at, line)| Row { line: *at, cells: cells(line) });
    Sheet::new(file, header, lines.first().map_or(1, |(at, _)| *at), rows.collect())
}

/// Columns that keep their place: only where blanks between fields do not tell.
fn by_places(lines: Vec<Line<'_>>) -> Option<Layout<'_>> {
    let joined: Vec<&str> = lines.iter().map(|(_, line)| *line).collect();
    let blanks = sniff::split(Path::new(""), &joined.join("\n"), Delimiter::Blanks);
    let splits = blanks.rows.is_some_and(|rows| rows == blanks.header || rows == blanks.header + 1);
    if splits || joined.iter().any(|line| outside_brackets(line).contains(['\t', '|', '"'])) {
        return None;
    }
    let places = places(&lines);
    let numbers = lines.iter().skip(1).all(|(_, line)| {
        places.last().is_some_and(|place| {
            let cell = cut(line, *place);
            cell.is_empty() || looks_like_number(&cell)
        })
    });
    (places.len() > 2 && numbers).then_some(Layout::Places(lines, places))
}

/// Where no line has a character, a column ends.
fn places(lines: &[Line<'_>]) -> Vec<(usize, usize)> {
    let mut taken: Vec<bool> = Vec::new();
    for (_, line) in lines {
        for (at, c) in line.chars().enumerate() {
            if at >= taken.len() {
                taken.resize(at + 1, false);
            }
            taken[at] |= !c.is_whitespace();
        }
    }
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (at, _) in taken.iter().enumerate().filter(|(_, taken)| **taken) {
        match found.last_mut() {
            Some((_, end)) if *end == at => *end += 1,
            _ => found.push((at, at + 1)),
        }
    }
    joined(found, lines)
}

/// Blanks that all names have at the same place end no column: what has no header belongs to what precedes it, and what has a header
/// only to what follows.
fn joined(places: Vec<(usize, usize)>, lines: &[Line<'_>]) -> Vec<(usize, usize)> {
    let header = |place| lines.first().is_some_and(|(_, line)| !cut(line, place).is_empty());
    let filled = |place| lines.iter().skip(1).any(|(_, line)| !cut(line, place).is_empty());
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut only_header = false;
    for place in places {
        match found.last_mut() {
            Some(last) if only_header || !header(place) => last.1 = place.1,
            _ => found.push(place),
        }
        only_header = found.last().is_some_and(|place| !filled(*place));
    }
    found
}

/// What stands between two places of a line.
fn cut(line: &str, (from, to): (usize, usize)) -> String {
    let text: String = line.chars().skip(from).take(to - from).collect();
    text.trim().to_owned()
}

fn of_places<'a>(file: &'a Path, lines: &[Line<'_>], places: &[(usize, usize)]) -> Sheet<'a> {
    let cells = |line: &str| places.iter().map(|place| cut(line, *place)).collect::<Vec<_>>();
    let header = lines.first().map_or_else(Vec::new, |(_, line)| cells(line));
    let rows = lines.iter().skip(1).map(|(at, line)| Row { line: *at, cells: cells(line) });
    Sheet::new(file, header, lines.first().map_or(1, |(at, _)| *at), rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(text: &str) -> Sheet<'static> {
        assert!(recognised(text), "{text}");
        read(Path::new("f"), text, &FormOptions::default()).unwrap()
    }

    #[test]
    fn printed_tables_are_read() {
        let named = "method   forest     svm\ndataset                \nglass    0.7909  0.7828\nheart    0.8254     NaN\n";
        let plain = "         forest     svm\ndataset                \nglass    0.7909  0.7828\nheart    0.8254  0.7028\n";
        for text in [named, plain] {
            let found = sheet(text);
            assert_eq!(found.header, ["dataset", "forest", "svm"]);
            assert_eq!((found.rows[0].line, found.rows[1].text(0)), (3, "heart"));
        }
        let tibble = "# A tibble: 2 × 3\n  dataset method accuracy\n  <chr>   <chr>     <dbl>\n1 iris    svm       0.75 \n2 iris    knn       0.5  \n";
        let found = sheet(tibble);
        assert_eq!(found.header, ["", "dataset", "method", "accuracy"]);
        assert_eq!(found.rows[1].cells, ["2", "iris", "knn", "0.5"]);
        let names = "dataset        random forest   svm\nbreast cancer          0.950  0.96\niris                   0.900  0.91\nwine quality           0.800      \n";
        let found = sheet(names);
        assert_eq!(found.header, ["dataset", "random forest", "svm"]);
        assert_eq!(found.rows[0].cells, ["breast cancer", "0.950", "0.96"]);
        assert_eq!(found.rows[2].cells, ["wine quality", "0.800", ""]);
    }

    #[test]
    fn coefficients_as_r_prints_them_are_read() {
        let text = "               Estimate Std. Error   t value     Pr(>|t|)\n(Intercept) 37.22727012 1.59878754 23.284689 2.565459e-20\nwt          -3.87783074 0.63273349 -6.128695 1.119647e-06\nhp          -0.03177295 0.00902971 -3.518712 1.451229e-03\n";
        let found = sheet(text);
        assert_eq!(found.header, ["", "Estimate", "Std. Error", "t value", "Pr(>|t|)"]);
        assert_eq!((found.rows[2].text(0), found.rows[2].text(4)), ("hp", "1.451229e-03"));
    }

    #[test]
    fn what_was_shortened_is_refused() {
        for text in [
            "  dataset method  accuracy\n0 iris svm 0.75\n.. ... ... ...\n74 sonar knn 0.5\n\n[75 rows x 3 columns]\n",
            "# A tibble: 15 × 3\n  dataset method accuracy\n  <chr> <chr> <dbl>\n1 iris svm 0.75\n# ℹ 14 more rows\n",
        ] {
            assert!(recognised(text));
            let error = read(Path::new("f"), text, &FormOptions::default()).unwrap_err();
            assert!(error.problem.contains("shortened") && error.line.is_some(), "{error}");
        }
    }

    #[test]
    fn what_other_forms_read_is_left_to_them() {
        for text in [
            "d A B\nx 1 2\ny 3 4\n",
            "A B\nx 1 2\ny 3 4\n",
            "dataset,A,B\nx,1,2\n\n...\n",
            "d\tA B\tC\nx y\t1\t2\nz\t1\t2\n",
            "some words\nmore words in a line\nnone\n",
            "1 2\n",
            "",
        ] {
            assert!(!recognised(text), "{text}");
        }
    }
}
