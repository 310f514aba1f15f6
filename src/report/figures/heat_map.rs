//! Scores of all methods on all datasets, coloured from the worst to the best of each dataset. Numbers are printed where
//! cells have room for them; names always are.

use super::font::{self, Weight};
use super::ink::{ACCENT, BAR, INK, Ink, PAPER, SOFT};
use super::parts::{MARGIN, NOTE, WIDTH};
use super::scene::{Anchor, Frame, Run, Scene, Stroke, Text};
use super::series;
use super::{Sketch, Subject};
use crate::analysis::{Results, Score};
use crate::report::table::style::{Style, stress};
use crate::report::table::{Content, Stress};

/// Room for names of datasets, and for names of methods that run up.
const NAMES: f64 = 160.0;
/// Letters below this size cannot be read on paper.
const SMALLEST: f64 = 7.0;
/// White between cells.
const GAP: f64 = 1.0;

/// Lays the figure out.
pub fn draw(subject: &Subject<'_>) -> Result<Sketch, String> {
    let results = &subject.scores.results;
    if results.cells.iter().flatten().flatten().all(|score| !score.mean.is_finite()) {
        return Err("there are no scores".to_owned());
    }
    let style = Style::new(subject.scores, subject.settings);
    let metric = format!("{}{}", results.title, style.unit);
    let order = series::by_rank(subject);
    let (rows, columns) = (results.datasets.len(), order.len());
    let line = (700.0 / rows as f64).clamp(11.0, 20.0);
    let size = NOTE.min(0.8 * line).max(SMALLEST);

    let short = |name: &str| font::shortened(name, size, Weight::Regular, NAMES);
    let wide = |name: &String| font::width(&short(name), size, Weight::Regular);
    let left = MARGIN + results.datasets.iter().map(wide).fold(0.0, f64::max) + 8.0;
    let cell = ((WIDTH - MARGIN - left) / columns as f64).clamp(13.0, 64.0);
    let head = heads(subject, &order, cell);
    let top = MARGIN + head.height + 6.0;
    let right = left + cell * columns as f64;
    let bottom = top + line * rows as f64;
    let width = (right + MARGIN).max(420.0);
    let printed = size_of_numbers(subject, &style, cell, size);
    let key = bottom + 10.0;
    let below = key + 16.0;
    let mut scene = Scene::new(width, below + MARGIN);

    head.draw(&mut scene, left, top - 6.0, cell);
    let grid = Grid { left, top, cell, line, size, printed, style: &style, order: &order };
    for (row, name) in results.datasets.iter().enumerate() {
        let base = top + line * row as f64 + 0.5 * (line - GAP) + 0.36 * size;
        scene.text(short(name), (left - 7.0, base), size, INK, Anchor::End);
        grid.draw_row(&mut scene, results, row);
    }
    colour_key(&mut scene, MARGIN, key);
    let caption = format!(
        "{metric} of every method on every dataset; each row is coloured from its worst score (faint) to its best (blue)."
    );
    Ok(Sketch { scene, caption, notes: notes(subject, printed.is_some()) })
}

/// Where cells are, and how they are filled.
struct Grid<'a> {
    left: f64,
    top: f64,
    cell: f64,
    line: f64,
    /// The size of names and of the dash of a cell without a score.
    size: f64,
    /// The size of numbers, where they fit.
    printed: Option<f64>,
    style: &'a Style,
    /// Methods by their columns.
    order: &'a [usize],
}

impl Grid<'_> {
    fn draw_row(&self, scene: &mut Scene, results: &Results, row: usize) {
        let (cells, y) = (&results.cells[row], self.top + self.line * row as f64);
        let mut words: Vec<_> = cells.iter().map(|c| self.style.score(c.as_ref())).collect();
        stress(&mut words, results.direction);
        for (column, &method) in self.order.iter().enumerate() {
            let x = self.left + self.cell * column as f64;
            let (right, bottom) = (x + self.cell - GAP, y + self.line - GAP);
            let frame = Frame { left: x, top: y, right, bottom };
            let Some(share) = share(cells, method, results.direction.sign()) else {
                missing(scene, frame, self.size);
                continue;
            };
            let fill = colour(share);
            scene.rect(frame, fill);
            let Some(size) = self.printed else { continue };
            let Content::Number { text, .. } = &words[method].content else { continue };
            let best = words[method].stress == Stress::Best;
            scene.place(Text {
                text: text.clone(),
                at: ((x + right) / 2.0, y + 0.5 * (self.line - GAP) + 0.36 * size),
                size,
                ink: text_on(fill),
                anchor: Anchor::Middle,
                weight: if best { Weight::Bold } else { Weight::Regular },
                run: Run::Across,
            });
        }
    }
}

/// Where a score stands between the worst (0) and the best (1) of its row.
fn share(cells: &[Option<Score>], method: usize, sign: f64) -> Option<f64> {
    let value = |cell: &Option<Score>| {
        cell.as_ref().map(|score| sign * score.mean).filter(|mean| mean.is_finite())
    };
    let own = value(&cells[method])?;
    let worst = cells.iter().filter_map(value).fold(f64::INFINITY, f64::min);
    let best = cells.iter().filter_map(value).fold(f64::NEG_INFINITY, f64::max);
    Some(if best > worst { (own - worst) / (best - worst) } else { 1.0 })
}

fn colour(share: f64) -> Ink {
    PAPER.mixed(ACCENT, 0.06 + 0.94 * share)
}

/// White letters on the darkest cells only: dark ones can be read on more of the blues between.
fn text_on(fill: Ink) -> Ink {
    if fill.lightness() > 0.46 { INK } else { PAPER }
}

/// A cell without a score.
fn missing(scene: &mut Scene, frame: Frame, size: f64) {
    let edge = Stroke::new(BAR, 0.8);
    let Frame { left, top, right, bottom } = frame;
    scene.outline(
        Frame { left: left + 0.5, top: top + 0.5, right: right - 0.5, bottom: bottom - 0.5 },
        edge,
    );
    let at = ((left + right) / 2.0, (top + bottom) / 2.0 + 0.36 * size);
    scene.text("\u{2013}", at, size, SOFT, Anchor::Middle);
}

/// The size at which every number fits into its cell, if there is one that can be read.
fn size_of_numbers(subject: &Subject<'_>, style: &Style, cell: f64, most: f64) -> Option<f64> {
    let scores = subject.scores.results.cells.iter().flatten().flatten();
    let texts = scores.filter(|s| s.mean.is_finite()).map(|score| style.number(score.mean));
    let widest = texts.map(|text| font::width(&text, 1.0, Weight::Bold)).fold(0.1, f64::max);
    let size = ((cell - GAP - 3.0) / widest).min(most).min(NOTE);
    (size >= SMALLEST).then_some(size)
}

/// Names of methods above their columns.
struct Heads {
    names: Vec<String>,
    size: f64,
    run: Run,
    height: f64,
}

/// Names run across where all fit above their columns, up otherwise.
fn heads(subject: &Subject<'_>, order: &[usize], cell: f64) -> Heads {
    let methods = &subject.scores.results.methods;
    let names = || order.iter().map(|&m| &methods[m]);
    let width = |name: &str| font::width(name, NOTE, Weight::Regular);
    if names().all(|name| width(name) <= cell - 5.0) {
        let names = names().cloned().collect();
        return Heads { names, size: NOTE, run: Run::Across, height: NOTE };
    }
    let names: Vec<String> =
        names().map(|name| font::shortened(name, NOTE, Weight::Regular, NAMES)).collect();
    let height = names.iter().map(|name| width(name)).fold(0.0, f64::max);
    Heads { names, size: NOTE, run: Run::Up, height }
}

impl Heads {
    fn draw(&self, scene: &mut Scene, left: f64, bottom: f64, cell: f64) {
        for (column, name) in self.names.iter().enumerate() {
            let middle = left + cell * column as f64 + (cell - GAP) / 2.0;
            let (at, anchor) = match self.run {
                Run::Across => ((middle, bottom - 1.0), Anchor::Middle),
                Run::Up => ((middle + 0.36 * self.size, bottom), Anchor::Start),
            };
            scene.place(Text {
                text: name.clone(),
                at,
                size: self.size,
                ink: INK,
                anchor,
                weight: Weight::Regular,
                run: self.run,
            });
        }
    }
}

/// What colours mean.
fn colour_key(scene: &mut Scene, left: f64, top: f64) {
    let base = top + 11.0;
    let worst = "worst of the dataset";
    scene.text(worst, (left, base), NOTE, SOFT, Anchor::Start);
    let start = left + font::width(worst, NOTE, Weight::Regular) + 8.0;
    let (steps, step) = (24, 5.0);
    let stop = start + step * f64::from(steps);
    for position in 0..steps {
        // Each step lies over the rest of the one before, so that no light comes through between them.
        let x = start + step * f64::from(position);
        let fill = colour((f64::from(position) + 0.5) / f64::from(steps));
        scene.rect(Frame { left: x, top, right: stop, bottom: top + 14.0 }, fill);
    }
    scene.text("best", (stop + 8.0, base), NOTE, SOFT, Anchor::Start);
}

fn notes(subject: &Subject<'_>, printed: bool) -> Vec<String> {
    let results = &subject.scores.results;
    let mut words = vec![format!(
        "Colour: linear from the worst score of a dataset to its best ({} is better){}.",
        results.direction.name(),
        if printed { "; bold: the best as printed" } else { "" }
    )];
    if results.missing() > 0 {
        words.push("\u{2013}: no score.".to_owned());
    }
    if subject.judged.over.is_ok() {
        words.push(series::order_note(subject, "the best at the left"));
    }
    vec![words.join(" ")]
}
