//! A plotters backend that writes TikZ, so that a figure in a paper has the paper's own letters. It needs the package
//! `tikz` and nothing else.

use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontStyle, FontTransform,
};

use super::draw::{SCALE, SIZE, TOP};
use crate::escape;
use crate::report::write::latex;

/// A picture that is being drawn.
pub struct Tikz {
    size: (u32, u32),
    lines: Vec<String>,
}

/// A point of a printer in units of the canvas, 1/96 inch.
const POINT: f64 = 72.27 / 96.0;

impl Tikz {
    /// An empty picture.
    pub fn new(size: (u32, u32)) -> Tikz {
        Tikz { size, lines: Vec::new() }
    }

    /// The whole float. The picture is at least as large as its canvas, more where the letters of the document are wider.
    pub fn finish(self, caption: &str, name: &str) -> String {
        let (width, height) = (length(self.size.0 as i32), length(self.size.1 as i32));
        let picture = format!(
            "\\begin{{tikzpicture}}[x=1pt, y=-1pt]\n\\path (0,0) rectangle ({width},{height});\n\
             {}\\end{{tikzpicture}}",
            self.lines.concat()
        );
        format!(
            "% needs \\usepackage{{tikz}}\n\\begin{{figure}}[tbp]\n\\centering\n{}\n\\caption{{{}}}\n\\label{{fig:{name}}}\n\\end{{figure}}\n",
            latex::no_wider_than_the_line(&picture),
            escape::latex_with_math(caption),
        )
    }

    fn add(&mut self, line: String) {
        self.lines.push(format!("{line}\n"));
    }
}

/// Never fails.
type Drawn = Result<(), DrawingErrorKind<std::io::Error>>;

fn length(units: i32) -> String {
    let text = format!("{:.2}", f64::from(units) / SCALE * POINT);
    let trimmed = text.trim_end_matches('0').trim_end_matches('.');
    if trimmed == "-0" { "0".to_owned() } else { trimmed.to_owned() }
}

fn place(point: BackendCoord) -> String {
    format!("({},{})", length(point.0), length(point.1))
}

fn colour(color: BackendColor) -> String {
    let (r, g, b) = color.rgb;
    format!("{{rgb,255:red,{r};green,{g};blue,{b}}}")
}

fn path(points: impl IntoIterator<Item = BackendCoord>) -> String {
    points.into_iter().map(place).collect::<Vec<_>>().join(" -- ")
}

impl DrawingBackend for Tikz {
    type ErrorType = std::io::Error;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.add(format!("\\fill[{}] {} circle (0.1pt);", fill(color), place(point)));
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        points: I,
        style: &S,
    ) -> Drawn {
        let (color, width) = (colour(style.color()), length(style.stroke_width() as i32));
        self.add(format!("\\draw[draw={color}, line width={width}pt] {};", path(points)));
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        filled: bool,
    ) -> Drawn {
        let corners = [from, (to.0, from.1), to, (from.0, to.1), from];
        // The paper is the document's own.
        let canvas = from == (0, 0) && to == (self.size.0 as i32, self.size.1 as i32);
        match filled {
            true if canvas => Ok(()),
            true => self.fill_polygon(corners, style),
            false => self.draw_path(corners, style),
        }
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        self.add(format!("\\fill[{}] {} -- cycle;", fill(style.color()), path(corners)));
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        filled: bool,
    ) -> Drawn {
        let looks = if filled {
            fill(style.color())
        } else {
            let width = length(style.stroke_width() as i32);
            format!("draw={}, line width={width}pt", colour(style.color()))
        };
        self.add(format!(
            "\\path[{looks}] {} circle ({}pt);",
            place(centre),
            length(radius as i32)
        ));
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        // The text hangs from its top; its base line is what letters of any font share.
        let size = style.size() / SIZE;
        let drop = (TOP * size).round() as i32;
        let (at, turn) = match style.transform() {
            FontTransform::Rotate270 => ((at.0 + drop, at.1), ", rotate=90"),
            _ => ((at.0, at.1 + drop), ""),
        };
        let anchor = match style.anchor().h_pos {
            HPos::Left => "base west",
            HPos::Center => "base",
            HPos::Right => "base east",
        };
        let bold = if matches!(style.style(), FontStyle::Bold) { "\\bfseries " } else { "" };
        let points = size / SCALE * POINT;
        self.add(format!(
            "\\node[anchor={anchor}, inner sep=0pt, outer sep=0pt{turn}, text={}, \
             font=\\fontsize{{{points:.1}}}{{{:.1}}}\\selectfont] at {} {{{bold}{}}};",
            colour(style.color()),
            1.2 * points,
            place(at),
            escape::latex_with_math(text),
        ));
        Ok(())
    }
}

fn fill(color: BackendColor) -> String {
    format!("fill={}", colour(color))
}
