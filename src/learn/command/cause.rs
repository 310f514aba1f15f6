//! The cause of a failure in what a program wrote. The last line is rarely it: R ends with "Execution halted", LIBSVM with
//! the end of its usage, Java with a stack. Lines are chosen by their form, whatever the language; the whole text is in
//! the log.

use super::error_lines::{is_error, may_be_error};
use super::said::end_of;
use super::trace::{self, Trace};
use crate::escape::visible_line;

/// Bytes at the end of what a program wrote in which the cause is looked for.
const LOOKED_AT: usize = 1 << 16;

/// Characters of each of the two lines that are shown.
const MOST: usize = 240;

/// Folders in what a program writes, and what is written in their place: the same failure has the same words on every
/// machine.
#[derive(Debug, Default, Clone)]
pub struct Folders(Vec<(String, &'static str)>);

/// What stands for the private folder of a fit.
pub const FIT_FOLDER: &str = "FOLDER";

impl Folders {
    /// Those of a program that works in one folder and has a private one.
    pub fn new(own: &std::path::Path, private: &std::path::Path) -> Folders {
        let mut folders = vec![(private.display().to_string(), FIT_FOLDER)];
        // Languages print the name they were given, or the one behind links.
        for own in [own.canonicalize(), std::path::absolute(own)].into_iter().flatten() {
            let own = own.display().to_string();
            let own = own.trim_end_matches("/.").trim_end_matches('/');
            if !own.is_empty() {
                folders.push((format!("{own}/"), ""));
            }
        }
        Folders(folders)
    }

    fn shorten(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (long, short)| text.replace(long, short))
    }
}

/// The lines that say why a program failed, as one line; empty if it wrote nothing.
pub fn cause(said: &str, folders: &Folders) -> String {
    let text = folders.shorten(&without_colours(end_of(said, LOOKED_AT)));
    let lines = text.lines().map(last_written).map(without_group);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let mut found = errors(&lines);
    if found.is_empty() {
        let likely = lines.iter().filter(|line| may_be_error(line));
        found = likely.map(|line| line.trim().to_owned()).collect();
    }
    if found.is_empty() {
        found = without_usage(&lines);
    }
    // The first error is often the cause of those after it, and the last is what ended the program.
    let first = found.first().map(|text| short(text));
    let last = found.last().map(|text| short(text)).filter(|last| Some(last) != first.as_ref());
    let shown: Vec<String> = first.into_iter().chain(last).collect();
    shown.join(" | ")
}

/// Everything that has the form of an error, with its place if one is printed.
fn errors(lines: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(line) = lines.get(next) {
        let (text, place, after) = if let Some(trace) = Trace::python(lines, next) {
            (message(lines, trace.error), trace.place, trace.error + 1)
        } else if is_error(line) {
            (message(lines, next), trace::place_near(lines, next), next + 1)
        } else {
            next += 1;
            continue;
        };
        found.push(match place {
            Some(place) => format!("{} ({place})", text.trim_end_matches('.')),
            None => text,
        });
        next = after;
    }
    found
}

/// An error with the lines that continue it.
fn message(lines: &[&str], at: usize) -> String {
    let line = lines[at].trim();
    // Newer versions of Rust print the number of the thread, which differs from run to run.
    let mut text = match line.find("panicked at ") {
        Some(start) if line.starts_with("thread '") => line[start..].to_owned(),
        _ => line.to_owned(),
    };
    for next in lines.iter().skip(at + 1).take(2) {
        let unfinished = text.ends_with(':');
        let indented = next.starts_with([' ', '\t']) && !trace::is_frame(next);
        if !(unfinished || indented) || is_error(next) {
            break;
        }
        text.push(' ');
        text.push_str(next.trim());
    }
    text
}

/// All lines but the explanations of a usage, whose first line comes last: it may be printed before or after the message.
fn without_usage(lines: &[&str]) -> Vec<String> {
    let is_usage = |line: &&&str| line.trim_start().to_ascii_lowercase().starts_with("usage:");
    let usage = lines.iter().find(is_usage);
    let explains = |line: &str| line.starts_with(['-', ' ', '\t']) || line.ends_with(':');
    let other = |line: &&&str| usage.is_none() || !(is_usage(line) || explains(line));
    lines.iter().filter(other).chain(usage).map(|line| line.trim().to_owned()).collect()
}

/// What a line shows after carriage returns have drawn over it, as progress bars do.
fn last_written(line: &str) -> &str {
    line.trim_end().rsplit('\r').next().unwrap_or("")
}

/// A line without the frame that Python draws around the exceptions of a group: `  | `, and `  +-+--- 1 ---` between them.
fn without_group(line: &str) -> &str {
    let mut rest = line;
    while let Some(inside) = rest.trim_start().strip_prefix("| ") {
        rest = inside;
    }
    let bare = rest.trim_start().trim_end_matches(['|', ' ']);
    let rule =
        bare.starts_with("+-") && bare.chars().all(|c| "+- ".contains(c) || c.is_ascii_digit());
    if rule || bare.is_empty() { "" } else { rest.strip_prefix("  + ").unwrap_or(rest) }
}

/// The text without the commands that colour it.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let end = part.find(|c: char| c.is_ascii_alphabetic()).map_or(part.len(), |end| end + 1);
        plain.push_str(&part[end..]);
    }
    plain
}

fn short(text: &str) -> String {
    let line = visible_line(text);
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.into_owned(),
    }
}
