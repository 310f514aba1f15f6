//! Figures inside the page: the same SVG as in the files, with colours that follow the reader's colour scheme, no canvas of
//! its own, and a size that the page's style sheet can scale. The file that the page offers for saving is not made from it.

use std::collections::BTreeSet;

use super::ink::{Ink, PAPER};

/// An SVG file as an element of the page. Each colour is a variable whose default is the colour itself.
pub fn inline(svg: &str, width: f64) -> String {
    let mut out = String::with_capacity(svg.len() * 5 / 4);
    for (position, line) in svg.lines().enumerate() {
        match position {
            0 => out.push_str(&line.replacen("<svg ", &format!("<svg style=\"--w:{width}\" "), 1)),
            // The canvas: the page has its own paper.
            1 if line.starts_with("<rect x=\"0\" y=\"0\"") => continue,
            _ => replace_colours(line, &mut out),
        }
        out.push('\n');
    }
    out
}

/// What begins a colour in the files, and how long a colour is. Words have no quotation marks: they are escaped.
const BEGIN: &str = "=\"#";
const DIGITS: usize = 6;

/// The part before the first colour, the colour, and the rest.
fn next_colour(text: &str) -> Option<(&str, &str, &str)> {
    let at = text.find(BEGIN)? + BEGIN.len();
    let (before, rest) = text.split_at_checked(at)?;
    let (colour, rest) = rest.split_at_checked(DIGITS)?;
    rest.starts_with('"').then_some((before, colour, rest))
}

fn replace_colours(line: &str, out: &mut String) {
    let mut rest = line;
    while let Some((before, colour, after)) = next_colour(rest) {
        out.push_str(before.trim_end_matches('#'));
        out.push_str(&format!("var(--f{colour},#{colour})"));
        rest = after;
    }
    out.push_str(rest);
}

/// The colours of SVG files in a dark scheme, as declarations of the variables of [`inline`].
pub fn dark_colours<'a>(svgs: impl Iterator<Item = &'a str>) -> String {
    let mut found = BTreeSet::new();
    for svg in svgs {
        let mut rest = svg;
        while let Some((_, colour, after)) = next_colour(rest) {
            found.insert(colour);
            rest = after;
        }
    }
    let declared = |colour: &str| {
        let ink = Ink::from_hex(colour)?;
        let dark = if ink == PAPER { "var(--card)".to_owned() } else { ink.in_the_dark().hex() };
        Some(format!("--f{colour}:{dark};"))
    };
    found.into_iter().filter_map(declared).collect()
}

#[cfg(test)]
mod tests {
    use super::super::ink::{ACCENT, INK};
    use super::super::scene::{Anchor, Scene, Stroke};
    use super::super::svg;
    use super::*;

    #[test]
    fn colours_become_variables_and_the_canvas_goes() {
        let mut scene = Scene::new(101.0, 40.0);
        scene.line([(0.0, 0.0), (10.0, 10.0)], Stroke::new(ACCENT, 1.0));
        scene.text("a=\"#123456\"", (10.0, 30.0), 9.0, INK, Anchor::Start);
        let file = svg(&scene);
        assert!(file.contains("fill=\"#FFFFFF\"") && file.contains("stroke=\"#0072B2\""));
        let inside = inline(&file, scene.width);
        assert!(inside.starts_with("<svg style=\"--w:101\" width=\"102\""), "{inside}");
        assert!(!inside.contains("#FFFFFF") && !inside.contains("=\"#"), "{inside}");
        assert!(inside.contains("stroke=\"var(--f0072B2,#0072B2)\""), "{inside}");
        // A name that looks like a colour stays a name.
        assert!(inside.contains("a=&quot;#123456&quot;"), "{inside}");
        let dark = dark_colours([file.as_str()].into_iter());
        assert!(dark.contains("--fFFFFFF:var(--card);") && dark.contains("--f1A1A1A:#"), "{dark}");
    }
}
