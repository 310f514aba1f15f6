//! How a printed table is laid out: which lines name its columns, and whether blanks or positions split them.

use std::ops::Range;
use std::path::Path;

use super::super::numbers::looks_like_number;
use super::super::{Delimiter, sniff};
use super::{AS_CSV, places};
use crate::data::read::text::shown;

/// How a printed table is laid out.
pub enum Layout<'t> {
    /// The header, the rows below it, and how both are split.
    Table(TableHead<'t>, Vec<Line<'t>>, SplitBy),
    /// Rows or columns were left out, as this line shows.
    Shortened(Line<'t>),
    /// This line may be one of two things, and what to do.
    Doubtful(Line<'t>, String, &'static str),
}

/// What names the columns.
#[derive(Clone, Copy)]
pub struct TableHead<'t> {
    pub line: Line<'t>,
    pub second: Second<'t>,
}

/// What the second line is.
#[derive(Clone, Copy, PartialEq)]
pub enum Second<'t> {
    /// A row.
    Row,
    /// The name of the first column.
    Index(&'t str),
    /// The types of a tibble.
    Types,
}

/// What separates the fields of a line.
pub enum SplitBy {
    /// Blanks, this number of fields.
    Blanks(usize),
    /// Their position, in characters.
    Position(Vec<Range<usize>>),
}

/// A line that is not blank, with its number.
pub type Line<'t> = (usize, &'t str);

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

pub fn tokens(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

pub fn layout(text: &str) -> Option<Layout<'_>> {
    let all: Vec<Line<'_>> = lines(text).collect();
    let (rules, body): (Vec<Line<'_>>, Vec<Line<'_>>) = all
        .iter()
        .filter(|(_, line)| !line.trim().starts_with('#'))
        .partition(|(_, line)| is_rule(line));
    let header = *body.first()?;
    // Any other delimiter in the header makes it another form.
    if body.len() < 3
        || outside_brackets(header.1).contains(['\t', ',', ';', '|', '&', '{', '<', '@'])
    {
        return None;
    }
    let is_cut = |line: &&Line<'_>| is_cut(line.1);
    // pandas adds `[8 rows x 9 columns]` below.
    let has_dots = |(_, line): &Line<'_>| {
        line.starts_with('[') || tokens(line).iter().any(|token| are_dots(token))
    };
    if let Some(line) =
        all.iter().find(is_cut).or(body.first().filter(|_| body.iter().all(has_dots)))
    {
        return Some(Layout::Shortened(*line));
    }
    if header.1.trim_end().ends_with('\\') {
        let problem = "the table was wrapped for the screen: further columns are below the rows";
        return Some(Layout::Doubtful(header, problem.to_owned(), AS_CSV));
    }
    if let Some((_, rule)) = rules.first() {
        return ruled(header, rule, &body);
    }
    let is_type = |token: &&str| token.starts_with('<') && token.ends_with('>');
    let second = *body.get(1)?;
    if tokens(second.1).iter().all(is_type) {
        let head = TableHead { line: header, second: Second::Types };
        return table(head, body.into_iter().skip(2).collect());
    }
    let is_named = |rows: &[Line<'_>]| names_index(header.1, second.1, rows);
    match is_named(body.get(2..)?) {
        Some(true) => {
            let head = TableHead { line: header, second: Second::Index(second.1.trim()) };
            table(head, body.into_iter().skip(2).collect())
        }
        Some(false) => {
            let head = TableHead { line: header, second: Second::Row };
            table(head, body.into_iter().skip(1).collect())
        }
        None => {
            let problem = format!(
                "{} alone on this line may name the first column, as pandas prints it, or be a row without a result",
                shown(second.1.trim())
            );
            let remedy = "write NA where a result is missing, or remove the line and put the name of the first column into the line above";
            Some(Layout::Doubtful(second, problem, remedy))
        }
    }
}

/// Whether the second line names the first column, as pandas prints the name of an index: it has nothing else. Where the line above has a
/// name for that column, too (pandas' name of the columns), it may be a row without results: pandas fills its lines with blanks
/// up to the same length and aligns numbers to the right. `None` if nothing decides.
fn names_index(header: &str, second: &str, rows: &[Line<'_>]) -> Option<bool> {
    let widths: Vec<usize> = rows.iter().map(|(_, line)| tokens(line).len()).collect();
    let width = widths.first().copied().unwrap_or(0);
    let above = tokens(header).len();
    let is_even = widths.iter().all(|own| *own == width) && width > 2;
    let has_name = if is_even && tokens(second).len() == 1 && (above == width || above + 1 == width)
    {
        above == width
    } else {
        let Ok(columns) = places::columns(header, rows) else { return Some(false) };
        let Some(next) = columns.get(1) else { return Some(false) };
        if second.trim_end().chars().count() > next.start {
            return Some(false);
        }
        places::cells(header, &columns).first().is_some_and(|name| !name.is_empty())
    };
    if looks_like_number(second.trim()) || !rows.iter().all(|(_, line)| ends_in_number(line)) {
        return Some(false);
    }
    let length = |line: &str| line.chars().count();
    if !has_name || (second.ends_with(' ') && length(second) == length(header)) {
        return Some(true);
    }
    let end = |line: &str| line.trim_end().chars().count();
    let to_the_right = rows.iter().all(|(_, line)| end(line) == end(header));
    let is_data = header.trim_start().to_lowercase().starts_with("data");
    if to_the_right && is_data { None } else { Some(to_the_right) }
}

/// Whether a line is drawn below a header, such as `-------  ----`.
fn is_rule(line: &str) -> bool {
    let marks = line.trim();
    marks.len() > 2 && marks.chars().all(|c| matches!(c, '-' | '=' | ' ')) && {
        let first = marks.chars().next();
        marks.chars().all(|c| c == ' ' || Some(c) == first)
    }
}

/// A table with a line below its header that is broken where its columns end, as Python's tabulate prints it.
fn ruled<'t>(header: Line<'t>, rule: &str, body: &[Line<'t>]) -> Option<Layout<'t>> {
    let mut columns: Vec<Range<usize>> = Vec::new();
    for (at, c) in rule.chars().enumerate() {
        match columns.last_mut() {
            _ if c == ' ' => {}
            Some(column) if column.end == at => column.end += 1,
            _ => columns.push(at..at + 1),
        }
    }
    let text = |line: &str| line.chars().filter(|c| !c.is_whitespace()).count();
    let inside = |line: &str| {
        let cells = places::cells(line, &columns);
        cells.iter().map(|cell| text(cell)).sum::<usize>() == text(line)
    };
    let fits = columns.len() > 1 && body.iter().all(|(_, line)| inside(line));
    let head = TableHead { line: header, second: Second::Row };
    let rows = body.get(1..)?.to_vec();
    fits.then_some(Layout::Table(head, rows, SplitBy::Position(columns)))
}

fn ends_in_number(line: &str) -> bool {
    tokens(line).last().is_some_and(|token| looks_like_number(token))
}

/// The table below a header, if blanks or positions split it: positions only where blanks do not.
fn table<'t>(head: TableHead<'t>, rows: Vec<Line<'t>>) -> Option<Layout<'t>> {
    let header = head.line.1;
    let widths: Vec<usize> = rows.iter().map(|(_, line)| tokens(line).len()).collect();
    let width = *widths.first()?;
    let above = tokens(header).len();
    let is_even = widths.iter().all(|own| *own == width) && width > 2;
    let is_printed = head.second != Second::Row;
    let fits = match head.second {
        Second::Types => above + 1 == width,
        _ => above == width || above + 1 == width,
    };
    if is_printed && is_even && fits {
        return Some(Layout::Table(head, rows, SplitBy::Blanks(width)));
    }
    let lines = || std::iter::once(header).chain(rows.iter().map(|(_, line)| *line));
    if lines().any(|line| outside_brackets(line).contains(['\t', '|', '"'])) {
        return None;
    }
    let columns = places::columns(&quoted_filled(header), &rows);
    if !is_printed {
        let text: Vec<&str> = lines().collect();
        let blanks = sniff::split(Path::new(""), &text.join("\n"), Delimiter::Blanks);
        // A header that begins with blanks has no name for the first column: by blanks, the second name would be the first.
        let is_nameless = columns.as_ref().is_ok_and(|columns| {
            places::cells(header, columns).first().is_some_and(String::is_empty)
        });
        let (names, fields) = (blanks.header, blanks.rows.unwrap_or(0));
        // `GPT 4` and `SQuAD 2.0` have one blank, and two or more are between columns.
        let apart = |line: &str| line.split("  ").filter(|part| !part.trim().is_empty()).count();
        let are_apart = columns.as_ref().is_ok_and(|columns| {
            columns.len() > 2
                && columns.len() < names
                && lines().all(|line| apart(line) == columns.len())
        });
        if !are_apart && (fields == names + 1 || (fields == names && !is_nameless)) {
            return None;
        }
    }
    let columns = match columns {
        Ok(columns) => columns,
        Err(word) => {
            let problem =
                format!("{} may belong to the column before it or after it", shown(&word));
            let remedy =
                "put more than one blank between the names of columns, or write the table as CSV";
            return Some(Layout::Doubtful(head.line, problem, remedy));
        }
    };
    let ends_in_numbers = rows.iter().all(|(_, line)| {
        let cell = places::cells(line, &columns).pop().unwrap_or_default();
        cell.is_empty() || looks_like_number(&cell)
    });
    let is_table = columns.len() > 2 && ends_in_numbers;
    is_table.then_some(Layout::Table(head, rows, SplitBy::Position(columns)))
}

/// A header whose names between backticks have no blanks, so that each is one word.
fn quoted_filled(header: &str) -> String {
    let mut is_quoted = false;
    let fill = |c: char| {
        is_quoted ^= c == '`';
        if is_quoted && c == ' ' { '`' } else { c }
    };
    header.chars().map(fill).collect()
}

fn are_dots(token: &str) -> bool {
    let dots = token.chars().all(|c| matches!(c, '.' | '…'));
    dots && (token.len() > 1)
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
    let comment = line.strip_prefix('#').map(str::trim_start);
    let more = |text: &str| text.contains("more row") || text.contains("more variable");
    tokens(line).iter().all(|token| are_dots(token))
        || comment.is_some_and(more)
        || line.contains("reached getOption(\"max.print\")")
}
