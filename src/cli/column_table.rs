//! The table of columns that `tribunal data info` prints: name, type, missing share, distinct values, range or first levels, and a
//! mark where something may mislead. It fits a terminal of 80 columns.

use serde_json::json;

use crate::data::Dataset;
use crate::data::dataset::LeftOut;
use crate::data::suspect::{Suspicion, Weight};
use crate::data::table::{Column, MISSING, Values};
use crate::params::Value;

/// Columns that are listed unless all are wanted.
const MOST_LINES: usize = 50;

/// What a terminal holds.
pub const WIDTH: usize = 80;

/// Levels that JSON lists.
const MOST_LEVELS: usize = 20;

/// One column of a dataset.
pub struct Line {
    name: String,
    role: &'static str,
    kind: &'static str,
    rows: usize,
    missing: usize,
    distinct: usize,
    range: Option<(f64, f64)>,
    levels: Vec<String>,
    suspicions: Vec<(String, Weight)>,
}

/// All columns: features, targets, and what is neither.
pub fn lines(dataset: &Dataset, found: &[Suspicion]) -> Vec<Line> {
    let parts = [
        ("feature", dataset.features.as_slice()),
        ("target", dataset.targets.as_slice()),
        ("bag", dataset.bags.as_slice()),
    ];
    let mut lines = Vec::new();
    for (role, columns) in parts {
        lines.extend(columns.iter().map(|column| Line::of_column(column, role)));
    }
    lines.extend(dataset.left_out.iter().map(|column| Line::of_left_out(column, dataset.rows)));
    for line in &mut lines {
        let own = found.iter().filter(|suspicion| suspicion.column.as_ref() == Some(&line.name));
        line.suspicions = own.map(|own| (own.kind.clone(), own.weight)).collect();
    }
    lines
}

impl Line {
    fn of_column(column: &Column, role: &'static str) -> Line {
        let (kind, distinct, range, levels) = match &column.values {
            Values::Numeric(values) => {
                let zero = values.kept_rows().is_some_and(|rows| rows.len() < values.len());
                let kept = values.kept().iter().copied().chain(zero.then_some(0.0));
                let mut known: Vec<f64> = kept.filter(|v| !v.is_nan()).map(|v| v + 0.0).collect();
                known.sort_by(f64::total_cmp);
                known.dedup();
                let range = known.first().copied().zip(known.last().copied());
                ("numeric", known.len(), range, Vec::new())
            }
            Values::Nominal { levels, codes } => {
                let mut used: Vec<u32> = codes.iter().copied().filter(|&c| c != MISSING).collect();
                used.sort_unstable();
                used.dedup();
                let levels = levels.iter().take(MOST_LEVELS).cloned().collect();
                ("nominal", used.len(), None, levels)
            }
        };
        let (name, rows, missing) =
            (column.name.clone(), column.values.len(), column.values.missing());
        Line { name, role, kind, rows, missing, distinct, range, levels, suspicions: Vec::new() }
    }

    fn of_left_out(column: &LeftOut, rows: usize) -> Line {
        Line {
            name: column.name.clone(),
            role: column.role,
            kind: "text",
            rows,
            missing: column.missing,
            distinct: column.different,
            range: None,
            levels: column.first.clone(),
            suspicions: Vec::new(),
        }
    }

    /// The same for programs.
    pub fn json(&self) -> serde_json::Value {
        let suspicions: Vec<&String> = self.suspicions.iter().map(|(kind, _)| kind).collect();
        json!({
            "name": self.name, "role": self.role, "kind": self.kind, "missing": self.missing,
            "missing_share": self.share(), "distinct": self.distinct,
            "min": self.range.map(|(min, _)| min), "max": self.range.map(|(_, max)| max),
            "first_levels": self.levels, "suspicions": suspicions,
        })
    }

    fn share(&self) -> f64 {
        if self.rows == 0 { 0.0 } else { self.missing as f64 / self.rows as f64 }
    }

    fn mark(&self) -> &'static str {
        let of = |weight| self.suspicions.iter().any(|(_, own)| *own == weight);
        match () {
            () if of(Weight::Warning) => "!",
            () if of(Weight::Note) => "i",
            () => "",
        }
    }

    /// Features have a type, all others a role.
    fn type_word(&self) -> &'static str {
        match (self.role, self.kind) {
            ("feature", kind) => kind,
            ("target", "nominal") => "class",
            (role, _) => role,
        }
    }

    fn values(&self) -> String {
        let short = |v: f64| Value::Real(v).to_string();
        match self.range {
            Some((min, max)) if min == max => short(min),
            Some((min, max)) => format!("{} to {}", short(min), short(max)),
            None if self.distinct > self.levels.len() => format!("{}, …", self.levels.join(", ")),
            None => self.levels.join(", "),
        }
    }

    fn missing_words(&self) -> String {
        match 100.0 * self.share() {
            0.0 => "-".to_owned(),
            share if share < 0.1 => "< 0.1 %".to_owned(),
            share => format!("{share:.1} %"),
        }
    }
}

/// The table; of many columns the first, and those that are no features.
pub fn table(lines: &[Line], all: bool) -> String {
    let is_shown = |(place, line): &(usize, &Line)| {
        all || lines.len() <= MOST_LINES || *place < MOST_LINES || line.role != "feature"
    };
    let shown: Vec<&Line> =
        lines.iter().enumerate().filter(is_shown).map(|(_, line)| line).collect();
    let longest = shown.iter().map(|line| line.name.chars().count()).max().unwrap_or(0);
    let wide = longest.clamp(6, 24);
    // Mark, type, missing and distinct with their gaps take 33 characters.
    let left = WIDTH - 33 - wide;
    let head = ["", "column", "type", "missing", "distinct", "values"];
    let mut text = row(wide, head);
    text.push_str(&format!("{}\n", "-".repeat(WIDTH)));
    for line in &shown {
        let (name, values) = (cut(&line.name, wide), cut(&line.values(), left));
        let (missing, distinct) = (line.missing_words(), line.distinct.to_string());
        let cells = [line.mark(), &name, line.type_word(), &missing, &distinct, &values];
        text.push_str(&row(wide, cells));
    }
    if shown.len() < lines.len() {
        let more = lines.len() - shown.len();
        text.push_str(&format!("… and {more} more columns; --all lists them, --json, too\n"));
    }
    if shown.iter().any(|line| !line.mark().is_empty()) {
        text.push_str("! may mislead, i worth knowing; see below\n");
    }
    text
}

fn row(wide: usize, cells: [&str; 6]) -> String {
    let [mark, name, kind, missing, distinct, values] = cells;
    let line = format!("{mark:1} {name:wide$}  {kind:7}  {missing:>7}  {distinct:>8}  {values}");
    format!("{}\n", line.trim_end())
}

/// The most characters of a line.
fn cut(text: &str, width: usize) -> String {
    let mut line: String =
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(width).collect();
    if text.chars().nth(width).is_some() {
        line.pop();
        line.push('…');
    }
    line
}
