//! All pairs of methods at once: rows and columns from the best mean rank to the worst, a colour for who is better, strong
//! where the difference is significant, and wins, ties, losses and p as far as there is room.

use super::font::{self, Weight};
use super::ink::{ACCENT, CONTRAST, GRID, INK, Ink, PAPER};
use super::parts::{LABEL, MARGIN, NOTE, WIDTH};
use super::rank_line;
use super::scene::{Anchor, Frame, Run, Scene, Stroke, Text};
use super::{Sketch, Subject};
use crate::analysis::{Analysis, Deciding};

/// Size of wins, ties and losses.
const COUNTS: f64 = 9.5;
/// Size of p.
const SMALL: f64 = 8.5;
/// The smallest cell: names next to it and above it still have room.
const LEAST: f64 = 15.0;
/// Longer names are cut next to the matrix, and above it, where they run up.
const NAME_MOST: (f64, f64) = (260.0, 150.0);
/// Between names and matrix.
const ASIDE: f64 = 7.0;

/// What a cell says.
#[derive(Clone, PartialEq)]
struct Cell {
    /// Wins, ties and losses of the row.
    counts: String,
    p: String,
    /// Whether the row's mean rank is better (1), equal (0) or worse (-1).
    ahead: i32,
    differs: bool,
}

/// How much of a cell there is room for.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Shown {
    Nothing,
    P,
    All,
}

/// The figure.
pub fn draw(subject: &Subject<'_>) -> Result<Sketch, String> {
    let analysis = subject.analysis()?;
    let order = analysis.by_rank();
    let k = order.len();
    let cells: Vec<Vec<Option<Cell>>> =
        order.iter().map(|&a| order.iter().map(|&b| cell(analysis, a, b)).collect()).collect();
    let names: Vec<&str> = order.iter().map(|&m| analysis.name(m)).collect();
    let control = analysis.settings.control.as_ref().map(|_| analysis.control);
    let weight =
        |row: usize| if control == Some(order[row]) { Weight::Bold } else { Weight::Regular };
    let named = |row: usize, most: f64| font::shortened(names[row], LABEL, weight(row), most);
    let widest = |most: f64| {
        let widths = (0..k).map(|row| font::width(&named(row, most), LABEL, weight(row)));
        widths.fold(0.0, f64::max)
    };
    let (beside, above) = (widest(NAME_MOST.0), widest(NAME_MOST.1));
    let left = MARGIN + beside + ASIDE;
    let room = (WIDTH - left - MARGIN).max(340.0);
    let (shown, wide, high) = size(&cells, room);
    let top = MARGIN + above + ASIDE;
    let width = WIDTH.max(left + wide * k as f64 + MARGIN);
    let mut scene = Scene::new(width, top + high * k as f64);
    for (row, line) in cells.iter().enumerate() {
        let y = top + high * row as f64;
        let words = |text, at, anchor, run| Text {
            text,
            at,
            size: LABEL,
            ink: INK,
            anchor,
            weight: weight(row),
            run,
        };
        let at = (left - ASIDE, y + high / 2.0 + 0.35 * LABEL);
        scene.place(words(named(row, NAME_MOST.0), at, Anchor::End, Run::Across));
        let at = (left + wide * (row as f64 + 0.5) + 0.35 * LABEL, top - ASIDE);
        scene.place(words(named(row, NAME_MOST.1), at, Anchor::Start, Run::Up));
        for (column, cell) in line.iter().enumerate() {
            let x = left + wide * column as f64;
            let frame = Frame { left: x, top: y, right: x + wide, bottom: y + high };
            draw_cell(&mut scene, &frame, cell.as_ref(), shown);
        }
    }
    let equal = cells.iter().flatten().flatten().any(|cell| cell.ahead == 0);
    let y = draw_key(&mut scene, analysis, equal, top + high * k as f64 + 12.0);
    scene.height = y + MARGIN - 3.0;
    let caption = format!(
        "Every pair of {}: wins, ties and losses of the row against the column, coloured by who has the better mean rank and strong where the difference is significant.",
        rank_line::extent(analysis)
    );
    Ok(Sketch { scene, caption, notes: notes(analysis, shown) })
}

fn cell(analysis: &Analysis, row: usize, column: usize) -> Option<Cell> {
    let pair = analysis.pair(row, column).filter(|_| row != column)?;
    let counts = &pair.counts;
    let (wins, losses, difference) = if pair.a == row {
        (counts.wins, counts.losses, pair.rank_difference)
    } else {
        (counts.losses, counts.wins, -pair.rank_difference)
    };
    Some(Cell {
        counts: crate::report::table::counts(wins, counts.ties, losses),
        p: analysis.pair_p(pair).map(short_p).unwrap_or_default(),
        ahead: i32::from(difference > 0.0) - i32::from(difference < 0.0),
        differs: analysis.pair_differs(row, column),
    })
}

/// A p-value in few letters.
fn short_p(p: f64) -> String {
    match p {
        p if p.is_nan() => String::new(),
        p if p < 0.0005 => "< 0.001".to_owned(),
        p => format!("{p:.3}"),
    }
}

/// What cells show and how wide and high they are.
fn size(cells: &[Vec<Option<Cell>>], room: f64) -> (Shown, f64, f64) {
    let k = cells.len() as f64;
    let widest = |text: fn(&Cell) -> &str, size: f64| {
        let all = cells.iter().flatten().flatten();
        all.map(|cell| font::width(text(cell), size, Weight::Bold)).fold(0.0, f64::max)
    };
    let p = widest(|cell| &cell.p, SMALL) + 7.0;
    let all = (widest(|cell| &cell.counts, COUNTS) + 7.0).max(p);
    if all.max(34.0) * k <= room {
        (Shown::All, (room / k).min(all.max(104.0)), 34.0)
    } else if p.max(22.0) * k <= room {
        (Shown::P, (room / k).min(p.max(40.0)), 21.0)
    } else {
        let side = (room / k).clamp(LEAST, 22.0);
        (Shown::Nothing, side, side.min(18.0))
    }
}

/// A cell's colour: who is better, and whether that is significant.
fn colour(ahead: i32, differs: bool) -> Ink {
    // Text on the strong ones is white and black: each is mixed so that it can be read.
    match ahead {
        1 => ACCENT.mixed(PAPER, if differs { 0.12 } else { 0.84 }),
        -1 => CONTRAST.mixed(PAPER, if differs { 0.35 } else { 0.84 }),
        _ => GRID.mixed(PAPER, 0.4),
    }
}

fn draw_cell(scene: &mut Scene, frame: &Frame, cell: Option<&Cell>, shown: Shown) {
    let (x, y) = ((frame.left + frame.right) / 2.0, (frame.top + frame.bottom) / 2.0);
    let fill = cell.map_or(GRID, |cell| colour(cell.ahead, cell.differs));
    scene.rect(*frame, fill);
    scene.outline(*frame, Stroke::new(PAPER, 1.2));
    let Some(cell) = cell else { return };
    let ink = fill.text_on();
    if cell.differs {
        mark(scene, frame, ink);
    }
    let weight = if cell.differs { Weight::Bold } else { Weight::Regular };
    let mut words = |text: &str, base: f64, size: f64| {
        let (at, text) = ((x, base), text.to_owned());
        let (anchor, run) = (Anchor::Middle, Run::Across);
        scene.place(Text { text, at, size, ink, anchor, weight, run });
    };
    match shown {
        Shown::Nothing => {}
        Shown::P => words(&cell.p, y + 0.36 * SMALL, SMALL),
        Shown::All if cell.counts.is_empty() => words(&cell.p, y + 0.36 * SMALL, SMALL),
        Shown::All => {
            words(&cell.counts, y - 2.5, COUNTS);
            words(&cell.p, y + 3.5 + font::ASCENT * SMALL, SMALL);
        }
    }
}

/// A corner that shows significance without colour.
fn mark(scene: &mut Scene, frame: &Frame, ink: Ink) {
    let (x, y) = (frame.right - 1.8, frame.top + 1.8);
    let side = (0.26 * frame.height()).clamp(3.2, 4.8);
    scene.area([(x - side, y), (x, y), (x, y + side)], ink);
}

/// Explains the colours; returns where it ends.
fn draw_key(scene: &mut Scene, analysis: &Analysis, equal: bool, top: f64) -> f64 {
    let alpha = rank_line::alpha(analysis);
    let entries = [
        (1, true, format!("row better, p \u{2264} {alpha}")),
        (-1, true, format!("row worse, p \u{2264} {alpha}")),
        (1, false, "row better, not significant".to_owned()),
        (-1, false, "row worse, not significant".to_owned()),
        (0, false, "equal mean ranks".to_owned()),
    ];
    let (mut x, mut y) = (MARGIN, top);
    for (ahead, differs, text) in entries.into_iter().filter(|(ahead, ..)| *ahead != 0 || equal) {
        let needed = 21.0 + font::width(&text, NOTE, Weight::Regular);
        if x + needed > scene.width - MARGIN {
            (x, y) = (MARGIN, y + 17.0);
        }
        let frame = Frame { left: x, top: y, right: x + 16.0, bottom: y + 12.0 };
        let fill = colour(ahead, differs);
        scene.rect(frame, fill);
        if differs {
            mark(scene, &frame, fill.text_on());
        }
        scene.text(text, (x + 21.0, y + 9.3), NOTE, INK, Anchor::Start);
        x += needed + 16.0;
    }
    y + 14.0
}

fn notes(analysis: &Analysis, shown: Shown) -> Vec<String> {
    let numbers = match shown {
        Shown::All => "Upper number: datasets won/tied/lost by the row; lower number: p",
        Shown::P => "Numbers: p",
        Shown::Nothing => "Colours follow p",
    };
    let test = match analysis.deciding_test() {
        Deciding::OnlyPair(test) => format!("of the {}", test.title()),
        _ => "of the rank difference with Shaffer's correction for all pairs".to_owned(),
    };
    let mut notes = vec![format!(
        "{numbers} {test}. Rows and columns run from the best mean rank to the worst."
    )];
    notes.extend(rank_line::about(analysis));
    if !analysis.headline.differ {
        notes.push("Therefore no pair is significantly different.".to_owned());
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture::MadeUp;

    /// What the row wins the column loses, and both say the same about significance.
    #[test]
    fn cells_across_the_diagonal_agree() {
        let findings = MadeUp::new(6, 25).findings();
        let analysis = findings.verdicts[0].over.as_ref().unwrap();
        let mut differing = 0;
        for a in 0..6 {
            assert!(cell(analysis, a, a).is_none());
            for b in 0..a {
                let (one, other) = (cell(analysis, a, b).unwrap(), cell(analysis, b, a).unwrap());
                assert_eq!((one.ahead, one.differs), (-other.ahead, other.differs));
                let turned: Vec<&str> = other.counts.rsplit('/').collect();
                assert_eq!(one.counts, turned.join("/"));
                assert_eq!(one.p, other.p);
                differing += usize::from(one.differs);
            }
        }
        assert!(differing > 0);
    }
}
