//! The place of an error in a stack that a language prints: the frames above a Python exception, those below one of Java or
//! JavaScript. Of several frames the one in a file of the user's is taken; what libraries do inside helps less.

/// A Python exception.
pub struct Trace {
    /// The line of the exception.
    pub error: usize,
    /// The frame that is shown.
    pub place: Option<String>,
}

impl Trace {
    /// The trace that begins at a line, if one does.
    pub fn python(lines: &[&str], start: usize) -> Option<Trace> {
        let first = lines.get(start)?;
        if !first.trim_start().starts_with("Traceback (most recent call last)") {
            return None;
        }
        // Frames and their source are indented; the exception is not.
        let margin = indentation(first);
        let after = lines[start + 1..].iter().position(|line| indentation(line) <= margin)?;
        let error = start + 1 + after;
        Some(Trace { error, place: best(lines[start + 1..error].iter().filter_map(|l| file(l))) })
    }
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Whether a line belongs to a stack.
pub fn is_frame(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("at ")
        || line.starts_with("File \"")
        || line.starts_with("@ ")
        || line.starts_with('[')
        || line.starts_with('^')
}

/// The place of an error from the lines around it.
pub fn place_near(lines: &[&str], error: usize) -> Option<String> {
    // A syntax error of Python has its place just above, without a trace.
    let above = lines[error.saturating_sub(4)..error].iter().rev().find_map(|line| file(line));
    if let Some(above) = above {
        return Some(above.words());
    }
    let below = lines[error + 1..].iter().take_while(|line| line.starts_with([' ', '\t']));
    let frames = below.filter_map(|line| line.trim_start().strip_prefix("at "));
    let inside = ["java.", "javax.", "jdk.", "sun.", "System.", "scala."];
    let of_user = |frame: &&str| {
        !inside.iter().any(|package| frame.starts_with(package)) && !frame.contains("node:")
    };
    frames.clone().find(of_user).map(|frame| format!("at {frame}"))
}

/// A frame of Python.
struct Frame<'a> {
    file: &'a str,
    line: &'a str,
    function: Option<&'a str>,
}

impl Frame<'_> {
    fn words(&self) -> String {
        let file = self.file.rsplit('/').next().unwrap_or(self.file);
        let name = if self.is_own() { self.file } else { file };
        match self.function.filter(|function| *function != "<module>") {
            Some(function) => format!("{name} line {}, in {function}", self.line),
            None => format!("{name} line {}", self.line),
        }
    }

    /// Whether it is in the folder of the program, whose name was taken off.
    fn is_own(&self) -> bool {
        !self.file.starts_with(['/', '<'])
    }

    fn is_of_library(&self) -> bool {
        let inside = ["site-packages", "dist-packages", "/lib/python"];
        self.file.starts_with('<') || inside.iter().any(|part| self.file.contains(part))
    }
}

/// `File "method.py", line 12, in fit`.
fn file(line: &str) -> Option<Frame<'_>> {
    let (file, rest) = line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
    let (line, function) = match rest.split_once(", in ") {
        Some((line, function)) => (line, Some(function)),
        None => (rest, None),
    };
    line.bytes().all(|byte| byte.is_ascii_digit()).then_some(Frame { file, line, function })
}

/// The innermost frame of the user's.
fn best<'a>(frames: impl Iterator<Item = Frame<'a>>) -> Option<String> {
    let frames: Vec<Frame<'_>> = frames.collect();
    let own = frames.iter().rev().find(|frame| frame.is_own());
    let outside = || frames.iter().rev().find(|frame| !frame.is_of_library());
    own.or_else(outside).or(frames.last()).map(Frame::words)
}
