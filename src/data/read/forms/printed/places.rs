//! Where the columns of a printed table begin and end: at characters that are blank in every line. Names may hold blanks, so that a
//! run of characters can be a part of a column; the header and the distances decide.

use std::ops::Range;

use super::super::numbers::looks_like_number;
use super::layout::Line;

/// Characters that no line leaves blank.
struct TakenRange {
    place: Range<usize>,
    /// Where the header has text.
    header: Option<Range<usize>>,
    /// Where the rows have text.
    cells: Option<Range<usize>>,
    /// Whether the rows have nothing but numbers and signs such as `±`.
    are_numbers: bool,
}

/// The columns of a header and its rows, in characters, or a word of the header that may belong to two of them.
pub fn columns(header: &str, rows: &[Line<'_>]) -> Result<Vec<Range<usize>>, String> {
    let runs = runs(header, rows);
    let mut columns: Vec<TakenRange> = Vec::new();
    // What belongs to the next column: where it begins, and where its header does.
    let mut before: Option<(usize, Option<usize>)> = None;
    for (at, run) in runs.iter().enumerate() {
        let next = runs.get(at + 1);
        let belongs = match (&run.header, &run.cells) {
            (Some(word), None) => word_belongs(columns.last(), word, &runs[at..], before.is_some())
                .ok_or_else(|| cells(header, std::slice::from_ref(word)).concat())?,
            (None, Some(_)) => part_belongs(columns.last().is_some(), &runs, at),
            _ => Belongs::Itself,
        };
        match (belongs, columns.last_mut()) {
            (Belongs::Before, Some(column)) => {
                column.place.end = run.place.end;
                if let (Some(own), Some(word)) = (&mut column.header, &run.header) {
                    own.end = word.end;
                }
            }
            (Belongs::After, _) if next.is_some() => {
                let word = run.header.as_ref().map(|word| word.start);
                let (start, first) = before.unwrap_or((run.place.start, word));
                before = Some((start, first.or(word)));
            }
            _ => {
                let (start, word) = before.take().unwrap_or((run.place.start, None));
                let header = run.header.clone();
                let header = header.map(|own| word.unwrap_or(own.start)..own.end);
                let place = start..run.place.end;
                columns.push(TakenRange {
                    place,
                    header,
                    cells: run.cells.clone(),
                    are_numbers: false,
                });
            }
        }
    }
    Ok(columns.into_iter().map(|column| column.place).collect())
}

/// Which column a run is a part of.
enum Belongs {
    Before,
    After,
    Itself,
}

/// The column of a word of the header above no cell; `None` where it may be one of two. One blank is inside of a name, and more of them
/// are between columns.
fn word_belongs(
    before: Option<&TakenRange>,
    word: &Range<usize>,
    from_here: &[TakenRange],
    continues: bool,
) -> Option<Belongs> {
    let before = before
        .filter(|column| !continues && ends_at(column.header.as_ref(), word.start.checked_sub(1)));
    match (before, named_next(word, from_here)) {
        (Some(_), None) => Some(Belongs::Before),
        (None, Some(_)) => Some(Belongs::After),
        (None, None) => Some(Belongs::Itself),
        (Some(before), Some(next)) => between(before, word, next),
    }
}

/// Which of two columns a word is a part of: that with which every name begins or ends where its cells do.
fn between(before: &TakenRange, word: &Range<usize>, next: &TakenRange) -> Option<Belongs> {
    let (left, right) = (before.header.clone()?, next.header.clone()?);
    let (own, others) = (before.cells.clone()?, next.cells.clone()?);
    let fits = |name: &Range<usize>, cells: &Range<usize>| {
        name.start == cells.start || name.end == cells.end
    };
    let as_before = fits(&(left.start..word.end), &own) && fits(&right, &others);
    let as_after = fits(&left, &own) && fits(&(word.start..right.end), &others);
    match (as_before, as_after) {
        (true, false) => Some(Belongs::Before),
        (false, true) => Some(Belongs::After),
        // Cells that end with the word before are aligned to the right, so that its name ends there, too.
        _ => match (own.end == left.end, others.start == right.start) {
            (true, false) => Some(Belongs::After),
            (false, true) => Some(Belongs::Before),
            _ => None,
        },
    }
}

fn ends_at(header: Option<&Range<usize>>, place: Option<usize>) -> bool {
    header.is_some_and(|header| Some(header.end) == place)
}

/// The first run with cells whose header follows a word with one blank between all words.
fn named_next<'r>(word: &Range<usize>, from_here: &'r [TakenRange]) -> Option<&'r TakenRange> {
    let mut end = word.end;
    for run in from_here.get(1..)? {
        let header = run.header.as_ref().filter(|header| header.start == end + 1)?;
        if run.cells.is_some() {
            return Some(run);
        }
        end = header.end;
    }
    None
}

/// The column of cells without a header: the nearer one. `0.95 ± 0.01` has its header to the right, names have theirs to the left.
fn part_belongs(has_before: bool, runs: &[TakenRange], at: usize) -> Belongs {
    let gap = |left: Option<&TakenRange>, right: Option<&TakenRange>| {
        left.zip(right).map(|(left, right)| right.place.start - left.place.end)
    };
    let before = at.checked_sub(1).and_then(|before| runs.get(before));
    let (left, right) = (gap(before, runs.get(at)), gap(runs.get(at), runs.get(at + 1)));
    let are_numbers = runs.get(at).is_some_and(|run| run.are_numbers);
    match (left, right) {
        (Some(left), Some(right)) if right < left || right == left && are_numbers => Belongs::After,
        (Some(_), _) if has_before => Belongs::Before,
        _ => Belongs::Itself,
    }
}

fn runs(header: &str, rows: &[Line<'_>]) -> Vec<TakenRange> {
    let lines = || std::iter::once(header).chain(rows.iter().map(|(_, line)| *line));
    let mut taken: Vec<bool> = Vec::new();
    for line in lines() {
        for (at, c) in line.chars().enumerate() {
            if at >= taken.len() {
                taken.resize(at + 1, false);
            }
            taken[at] |= !c.is_whitespace();
        }
    }
    let mut places: Vec<Range<usize>> = Vec::new();
    for (at, _) in taken.iter().enumerate().filter(|(_, taken)| **taken) {
        match places.last_mut() {
            Some(place) if place.end == at => place.end += 1,
            _ => places.push(at..at + 1),
        }
    }
    let own = extents(header, &places);
    let mut runs: Vec<TakenRange> = places
        .iter()
        .cloned()
        .zip(own)
        .map(|(place, header)| TakenRange { place, header, cells: None, are_numbers: true })
        .collect();
    for (_, line) in rows {
        let found = extents(line, &places).into_iter().zip(cells(line, &places));
        for (run, (extent, cell)) in runs.iter_mut().zip(found) {
            let Some(extent) = extent else { continue };
            run.are_numbers &=
                looks_like_number(&cell) || matches!(cell.as_str(), "±" | "+-" | "+/-");
            run.cells = Some(match &run.cells {
                Some(known) => known.start.min(extent.start)..known.end.max(extent.end),
                None => extent,
            });
        }
    }
    runs
}

/// Where a line has text inside of places.
fn extents(line: &str, places: &[Range<usize>]) -> Vec<Option<Range<usize>>> {
    let mut found: Vec<Option<Range<usize>>> = vec![None; places.len()];
    each(line, places, |place, at, c| {
        if c.is_whitespace() {
            return;
        }
        match found.get_mut(place) {
            Some(Some(extent)) => extent.end = at + 1,
            Some(none) => *none = Some(at..at + 1),
            None => {}
        }
    });
    found
}

/// What a line has in its columns.
pub fn cells(line: &str, columns: &[Range<usize>]) -> Vec<String> {
    let mut found = vec![String::new(); columns.len()];
    each(line, columns, |place, _, c| {
        if let Some(cell) = found.get_mut(place) {
            cell.push(c);
        }
    });
    found.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// Gives the characters of a line that are inside of places, with the number of the place, in one walk over the line.
fn each(line: &str, places: &[Range<usize>], mut give: impl FnMut(usize, usize, char)) {
    let mut place = 0;
    for (at, c) in line.chars().enumerate() {
        while places.get(place).is_some_and(|range| range.end <= at) {
            place += 1;
        }
        match places.get(place) {
            Some(range) if range.contains(&at) => give(place, at, c),
            Some(_) => {}
            None => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(text: &str) -> Result<Vec<String>, String> {
        let lines: Vec<Line<'_>> = (1..).zip(text.lines()).collect();
        let columns = columns(lines[0].1, &lines[1..])?;
        Ok(cells(lines[0].1, &columns))
    }

    #[test]
    fn words_of_the_header_are_names_of_columns() {
        for (text, expected) in [
            // Cells at the left end of a name, at the right end, and a name of three words.
            (
                "d      random forest   svm\nx y    0.950           0.96\nz      0.9             0.9\n",
                &["d", "random forest", "svm"][..],
            ),
            (
                "d      svm            random forest\nx y    0.95           0.96\n",
                &["d", "svm", "random forest"],
            ),
            ("d    random forest  svm\nx y           0.95  0.9\n", &["d", "random forest", "svm"]),
            (
                "d   svm k nearest ones rf\nx y 0.9            0.8 .7\n",
                &["d", "svm", "k nearest ones", "rf"],
            ),
            ("d   big k nearest svm\nx y 0.            0.9\n", &["d", "big k nearest", "svm"]),
            (
                "d   svm    random forest knn\nx y 0.8704 0.8825        0.9024\n",
                &["d", "svm", "random forest", "knn"],
            ),
            // A method without a result.
            ("d    knn   svm   rf\nx y  0.9         0.8\n", &["d", "knn", "svm", "rf"]),
            // Blanks at the same place of all names, and in all cells.
            ("d      A    B\nab cd  0.1  0.2\nef gh  0.3  0.4\n", &["d", "A", "B"]),
            (
                "d              rf          svm\nab c  0.91 ± 0.01  0.92 ± 0.02\n",
                &["d", "rf", "svm"],
            ),
            ("     A   B\nx y  1   2\n", &["", "A", "B"]),
        ] {
            assert_eq!(header(text).unwrap(), expected, "{text}");
        }
        assert_eq!(header("d   abc k abc\nx y 0.9   0.9\n"), Err("k".to_owned()));
    }
}
