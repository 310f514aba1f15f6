//! What a user sees when a file of theirs is wrong: the file, the line, the text itself and a way out. Mistakes are
//! collected, so that one run reports all of them; only this module knows how they are drawn.

use std::ops::Range;
use std::path::PathBuf;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::escape::{same_length, visible, visible_line};

/// One mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, a lower-case fragment.
    pub message: String,
    /// The bytes of the file to underline.
    pub span: Option<Range<usize>>,
    /// A few words under the underlined text; may be empty.
    pub label: String,
    /// What to do; may be empty.
    pub help: String,
}

impl Diagnostic {
    /// A mistake at a place.
    pub fn new(message: impl Into<String>, span: Range<usize>) -> Diagnostic {
        Diagnostic {
            message: message.into(),
            span: Some(span),
            label: String::new(),
            help: String::new(),
        }
    }

    /// With a few words at the place.
    pub fn label(self, label: impl Into<String>) -> Diagnostic {
        Diagnostic { label: label.into(), ..self }
    }

    /// With a way out.
    pub fn help(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic { help: help.into(), ..self }
    }
}

/// Nobody reads more at once.
const MOST_SHOWN: usize = 20;

/// All mistakes of one file, with its text.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{} is not a valid experiment: {} mistake(s)", file.display(), mistakes.len())]
pub struct Mistakes {
    /// The file.
    pub file: PathBuf,
    /// Its text, for the drawing.
    pub text: String,
    /// What is wrong, in file order.
    pub mistakes: Vec<Diagnostic>,
}

impl Mistakes {
    /// The mistakes as a compiler would show them.
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        let path = visible_line(&self.file.display().to_string()).into_owned();
        // What is quoted of the file may hold anything.
        let text = same_length(&self.text);
        let first = self.mistakes.iter().take(MOST_SHOWN);
        let mut shown: Vec<String> =
            first.map(|m| render_one(&renderer, &path, &text, m)).collect();
        if self.mistakes.len() > MOST_SHOWN {
            shown.push(format!("... and {} more", self.mistakes.len() - MOST_SHOWN));
        }
        shown.join("\n\n")
    }
}

fn render_one(renderer: &Renderer, path: &str, text: &str, mistake: &Diagnostic) -> String {
    let (message, label, help) =
        (visible(&mistake.message), visible(&mistake.label), visible(&mistake.help));
    let title = Level::ERROR.primary_title(message.as_ref());
    let mut group = match &mistake.span {
        Some(span) => {
            let annotation = AnnotationKind::Primary.span(printable(text, span));
            let annotation = match label.as_ref() {
                "" => annotation,
                label => annotation.label(label),
            };
            title.element(Snippet::source(text).path(path).annotation(annotation))
        }
        None => title.element(annotate_snippets::Origin::path(path)),
    };
    if !help.is_empty() {
        group = group.element(Level::HELP.message(help.as_ref()));
    }
    let groups: [Group<'_>; 1] = [group];
    renderer.render(&groups)
}

/// A span that lies within the text on character boundaries, does not end in line breaks, and is not empty where there
/// is something to show.
fn printable(text: &str, span: &Range<usize>) -> Range<usize> {
    let floor =
        |at: usize| (0..=at.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    let (start, mut end) = (floor(span.start), floor(span.end));
    while end > start && text[start..end].ends_with(['\n', '\r']) {
        end -= 1;
    }
    start..end.max(start)
}
