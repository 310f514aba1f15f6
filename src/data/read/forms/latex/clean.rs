//! The text of one cell of LaTeX: type faces, colours and mathematics are taken off, escapes become what they print. What is not
//! known stays as it is, so that a cell that is no number is refused as it was written.

/// Commands that print their argument.
const KEPT: &[&str] = &[
    "textbf",
    "textit",
    "emph",
    "underline",
    "mathbf",
    "mathit",
    "mathrm",
    "text",
    "textrm",
    "texttt",
    "textsc",
    "textsf",
    "boldsymbol",
    "bm",
    "uline",
    "num",
    "mbox",
    "ensuremath",
    "uuline",
    "hl",
    "textnormal",
    "makecell",
    "shortstack",
    "thead",
    "gls",
];
/// Commands that print nothing, with the number of their arguments.
const DROPPED: &[(&str, usize)] = &[
    ("cellcolor", 1),
    ("color", 1),
    ("rowcolor", 1),
    ("bfseries", 0),
    ("itshape", 0),
    ("bf", 0),
    ("it", 0),
    ("em", 0),
    ("tiny", 0),
    ("scriptsize", 0),
    ("footnotesize", 0),
    ("small", 0),
    ("normalsize", 0),
    ("centering", 0),
    ("hspace", 1),
    ("phantom", 1),
    ("label", 1),
    ("footnotemark", 0),
    ("left", 0),
    ("right", 0),
    ("quad", 0),
    ("displaystyle", 0),
    ("textcolor", 1),
    ("colorbox", 1),
    ("rotatebox", 1),
    ("raisebox", 1),
    ("scalebox", 1),
    ("resizebox", 2),
    ("adjustbox", 1),
    ("vspace", 1),
    ("cite", 1),
    ("citep", 1),
    ("citet", 1),
    ("citealp", 1),
    ("autocite", 1),
    ("parencite", 1),
    ("ref", 1),
    ("footnote", 1),
    ("tablefootnote", 1),
];
/// Commands that print one character.
const CHARACTERS: &[(&str, &str)] = &[
    ("pm", "±"),
    ("textpm", "±"),
    ("dagger", "†"),
    ("ddagger", "‡"),
    ("dag", "†"),
    ("ddag", "‡"),
    ("bullet", "●"),
    ("circ", "○"),
    ("ast", "*"),
    ("star", "*"),
    ("textasteriskcentered", "*"),
    ("uparrow", "↑"),
    ("downarrow", "↓"),
    ("textbackslash", "\\"),
    ("textemdash", "—"),
    ("textendash", "–"),
    ("infty", "inf"),
    ("S", "§"),
    ("P", "¶"),
];
/// Braces inside braces; more is no cell.
const DEEPEST: usize = 20;

/// Bytes of a cell; what is longer is no number and no name.
const LONGEST: usize = 1_000;

/// What a cell prints.
pub fn clean(cell: &str) -> String {
    if cell.len() > LONGEST {
        return cell.trim().to_owned();
    }
    let mut text = String::with_capacity(cell.len());
    print(cell, &mut text, 0);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn print(cell: &str, out: &mut String, depth: usize) {
    let mut rest = cell;
    while let Some(c) = rest.chars().next() {
        match c {
            '\\' => rest = command(rest, out, depth),
            '$' => rest = &rest[1..],
            '~' => {
                out.push(' ');
                rest = &rest[1..];
            }
            '{' => match group(rest, '{', '}').filter(|_| depth < DEEPEST) {
                Some((inside, after)) => {
                    print(inside, out, depth + 1);
                    rest = after;
                }
                None => {
                    out.push('{');
                    rest = &rest[1..];
                }
            },
            // `0.95_{\pm 0.01}`: how a number is set says nothing of it.
            '_' if rest.starts_with("_{\\pm") => {
                out.push(' ');
                rest = &rest[1..];
            }
            _ => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
}

/// Prints what a command prints; the text behind it.
fn command<'t>(text: &'t str, out: &mut String, depth: usize) -> &'t str {
    let rest = &text[1..];
    let Some(first) = rest.chars().next() else {
        out.push('\\');
        return rest;
    };
    if !first.is_ascii_alphabetic() {
        let after = &rest[first.len_utf8()..];
        match first {
            '%' | '_' | '&' | '#' | '$' | '{' | '}' => out.push(first),
            ',' | ';' | ':' | ' ' | '!' | '/' | '(' | ')' | '[' | ']' => out.push(' '),
            other => out.extend(['\\', other]),
        }
        return after;
    }
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (name, after) = rest.split_at(end);
    if name == "multicolumn" {
        let argument = |text: &'t str| group(text.trim_start(), '{', '}');
        let content = argument(after)
            .and_then(|(_, rest)| argument(rest))
            .and_then(|(_, rest)| argument(rest));
        if let Some((inside, after)) = content.filter(|_| depth < DEEPEST) {
            print(inside, out, depth + 1);
            return after;
        }
    }
    if let Some((_, character)) = CHARACTERS.iter().find(|(known, _)| *known == name) {
        out.push_str(character);
        return after;
    }
    // As in mathematics: a rank or a footnote is no further digit.
    if name == "textsuperscript" {
        out.push('^');
        return options_off(after);
    }
    // The argument is printed where its braces are met.
    if KEPT.contains(&name) && options_off(after).starts_with('{') {
        return options_off(after);
    }
    if let Some((_, arguments)) = DROPPED.iter().find(|(known, _)| *known == name) {
        // Behind a switch such as `\bf`, brackets after a blank are text.
        let mut after = match arguments {
            0 => group(after, '[', ']').map_or(after, |(_, rest)| rest),
            _ => options_off(after),
        };
        for _ in 0..*arguments {
            after = group(after.trim_start(), '{', '}').map_or(after, |(_, rest)| rest);
        }
        return after;
    }
    out.push('\\');
    out.push_str(name);
    after
}

/// The text behind the star and the options of a command.
fn options_off(text: &str) -> &str {
    let mut rest = text.strip_prefix('*').unwrap_or(text).trim_start();
    while let Some((_, after)) = group(rest, '[', ']') {
        rest = after.trim_start();
    }
    rest
}

/// The inside of a pair of brackets that a text begins with, and what follows.
pub fn group(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    let inside = text.strip_prefix(open)?;
    let (mut depth, mut escaped) = (0_usize, false);
    for (at, c) in inside.char_indices() {
        if !escaped && c == open {
            depth += 1;
        } else if !escaped && c == close {
            if depth == 0 {
                return Some((&inside[..at], &inside[at + c.len_utf8()..]));
            }
            depth -= 1;
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_print_what_they_hold() {
        for (cell, expected) in [
            ("\\textbf{0.95}", "0.95"),
            ("{\\bf 0.95}", "0.95"),
            ("$\\mathbf{0.95} \\pm 0.01$", "0.95 ± 0.01"),
            ("$0.95_{\\pm 0.01}$", "0.95 ± 0.01"),
            ("\\cellcolor[gray]{0.9}0.5", "0.5"),
            ("\\cellcolor{gray!25}\\underline{0.5}", "0.5"),
            ("92.8\\,\\%", "92.8 %"),
            ("k\\_nn~(k=1)", "k_nn (k=1)"),
            ("0{,}95", "0,95"),
            ("$0.95^{\\dagger}$", "0.95^†"),
            ("0.95\\textsuperscript{2}", "0.95^2"),
            ("0.95\\textsuperscript{\\dagger}", "0.95^†"),
            ("\\textcolor{red}{68.2}", "68.2"),
            ("\\textcolor[HTML]{FF0000}{\\textbf{68.2}}", "68.2"),
            ("knn~\\cite{x2001}", "knn"),
            ("knn \\citep[see][p. 3]{x2001}", "knn"),
            ("\\rotatebox[origin=c]{90}{random forest}", "random forest"),
            ("\\makecell[c]{SVM}", "SVM"),
            ("\\bf [a]", "[a]"),
            ("68.2\\footnotemark[1]", "68.2"),
            ("\\unknown{x}", "\\unknownx"),
            ("a \\", "a \\"),
            ("{{{", "{{{"),
        ] {
            assert_eq!(clean(cell), expected, "{cell}");
        }
        let deep = "{".repeat(400) + "x" + &"}".repeat(400);
        assert!(clean(&deep).contains('x'));
    }
}
