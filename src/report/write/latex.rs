//! A table as LaTeX: a booktabs fragment that a paper takes with `\input`. Means stand right and spreads left of one `±`, so
//! that both line up without further packages.

use crate::analysis::Mark;
use crate::escape::latex as escape;
use crate::report::settings::{LongTable, ReportSettings};
use crate::report::table::{Cell, Content, Row, Side, Stress, Table};
use crate::words::sentence_case;

/// More rows than this do not fit on a page.
const PAGE_ROWS: usize = 40;
/// Width of a line of an article in points, the narrowest that is usual.
const LINE: f64 = 345.0;
/// Sizes of letters with the points that a letter and the gap between columns take, from the largest to the smallest.
const SIZES: [(&str, f64, f64); 4] = [
    ("\\small", 4.7, 6.0),
    ("\\footnotesize\\setlength{\\tabcolsep}{3pt}", 4.2, 6.0),
    ("\\scriptsize\\setlength{\\tabcolsep}{2pt}", 3.7, 4.0),
    ("\\tiny\\setlength{\\tabcolsep}{1.5pt}", 3.1, 3.0),
];

/// The fragment.
pub fn table(table: &Table, settings: &ReportSettings) -> String {
    let writer = Writer::new(table, settings.siunitx);
    let long = match settings.long_table {
        // A table that runs over pages cannot be scaled down: one that is too wide at any size stays on one page.
        LongTable::Auto => {
            table.rows.len() + table.footer.len() > PAGE_ROWS && writer.size().is_some()
        }
        LongTable::Always => true,
        LongTable::Never => false,
    };
    let mut packages = vec!["booktabs", if long { "longtable" } else { "graphicx" }];
    if settings.siunitx {
        packages.push("siunitx");
    }
    let mut out = format!("% needs \\usepackage{{{}}}\n", packages.join(","));
    if settings.siunitx {
        out.push_str("% and \\sisetup{detect-all} for bold numbers\n");
    }
    let body = if long { writer.long() } else { writer.float() };
    if beyond_latin(&body) {
        out.push_str("% and lualatex or xelatex with a font that has the letters of its names\n");
    }
    out.push_str(&body);
    out
}

struct Writer<'a> {
    table: &'a Table,
    siunitx: bool,
    /// Which columns hold a mean and its spread.
    pairs: Vec<bool>,
}

impl<'a> Writer<'a> {
    fn new(table: &'a Table, siunitx: bool) -> Writer<'a> {
        let rows = || table.rows.iter().chain(&table.footer);
        let pairs = (0..table.columns.len() - 1)
            .map(|column| rows().any(|row| row.cells[column].has_spread()))
            .collect();
        Writer { table, siunitx, pairs }
    }

    /// The largest size at which the table is no wider than the line; `None` if there is none.
    fn size(&self) -> Option<&'static str> {
        let rows = || self.table.rows.iter().chain(&self.table.footer);
        let heads = rows().map(|row| row.head.chars().count()).max().unwrap_or(0);
        let column = |position: usize| {
            let own = self.table.columns[position + 1].head.chars().count();
            let cells = rows().map(|row| row.cells[position].plain().chars().count());
            cells.max().unwrap_or(0).max(own)
        };
        let letters = heads + (0..self.pairs.len()).map(column).sum::<usize>();
        let width = |letter: f64, gap: f64| letters as f64 * letter + self.pairs.len() as f64 * gap;
        SIZES.iter().find(|(_, letter, gap)| width(*letter, *gap) <= LINE).map(|(size, ..)| *size)
    }

    /// The columns, as LaTeX declares them.
    fn columns(&self) -> String {
        let mut out = String::from("l");
        for (column, pair) in self.table.columns[1..].iter().zip(&self.pairs) {
            out.push_str(match (pair, column.side) {
                (true, _) => "r@{\\,$\\pm$\\,}l",
                (false, Side::Left) => "l",
                (false, Side::Right) => "r",
            });
        }
        out
    }

    /// Number of columns as LaTeX counts them.
    fn count(&self) -> usize {
        1 + self.pairs.iter().map(|pair| 1 + usize::from(*pair)).sum::<usize>()
    }

    fn float(&self) -> String {
        let mut body =
            format!("\\begin{{tabular}}{{{}}}\n\\toprule\n{}", self.columns(), self.head());
        body.push_str(&self.body());
        body.push_str("\\bottomrule\n\\end{tabular}");
        let body = no_wider_than_the_line(&body);
        format!(
            "\\begin{{table}}[tbp]\n\\centering\n\\caption{{{}}}\n\\label{{tab:{}}}\n\\smallskip\n{body}\n{}\\end{{table}}\n",
            self.caption(),
            self.table.name,
            self.notes()
        )
    }

    fn long(&self) -> String {
        let (count, head) = (self.count(), self.head());
        let smallest = SIZES[SIZES.len() - 1].0;
        let size = self.size().unwrap_or(smallest);
        format!(
            "{{{size}\n\\begin{{longtable}}{{{}}}\n\\caption{{{}}}\\label{{tab:{}}}\\\\\n\\toprule\n{head}\\endfirsthead\n\
             \\multicolumn{{{count}}}{{l}}{{\\emph{{continued}}}}\\\\\n\\toprule\n{head}\\endhead\n\
             \\midrule\n\\multicolumn{{{count}}}{{r}}{{\\emph{{continued on the next page}}}}\\\\\n\\endfoot\n\\bottomrule\n\\endlastfoot\n\
             {}\\end{{longtable}}\n{}}}\n",
            self.columns(),
            self.caption(),
            self.table.name,
            self.body(),
            self.notes()
        )
    }

    fn caption(&self) -> String {
        let title = escape(&sentence_case(&self.table.title.shown));
        // A sentence of its own, whatever it ends with.
        let stop = if title.ends_with('.') { "" } else { "." };
        format!("{title}{stop} {}", escape(&self.table.caption))
    }

    fn notes(&self) -> String {
        let notes: Vec<String> = self.table.remarks().iter().map(|note| escape(note)).collect();
        if notes.is_empty() {
            return String::new();
        }
        format!(
            "\\par\\smallskip\\noindent\n\\begin{{minipage}}{{\\linewidth}}\\footnotesize\n{}\n\\end{{minipage}}\n",
            notes.join("\\par\n")
        )
    }

    fn head(&self) -> String {
        let mut out = String::new();
        if !self.table.spans.is_empty() {
            let (mut line, mut rules, mut at, mut place) = (String::new(), String::new(), 0, 2);
            for (title, count) in &self.table.spans {
                let width: usize =
                    self.pairs[at..at + count].iter().map(|pair| 1 + usize::from(*pair)).sum();
                line.push_str(&format!(
                    " & \\multicolumn{{{width}}}{{c}}{{{}}}",
                    escape(&title.shown)
                ));
                rules.push_str(&format!("\\cmidrule(lr){{{place}-{}}}", place + width - 1));
                at += count;
                place += width;
            }
            out.push_str(&format!("{line} \\\\\n{rules}\n"));
        }
        let mut heads = vec![escape(&self.table.columns[0].head)];
        for (column, pair) in self.table.columns[1..].iter().zip(&self.pairs) {
            let head = escape(&column.head);
            heads.push(match (pair, column.side) {
                (true, _) => format!("\\multicolumn{{2}}{{c}}{{{head}}}"),
                (false, Side::Right) => format!("\\multicolumn{{1}}{{r}}{{{head}}}"),
                (false, Side::Left) => head,
            });
        }
        out.push_str(&format!("{} \\\\\n\\midrule\n", heads.join(" & ")));
        out
    }

    fn body(&self) -> String {
        let mut out = String::new();
        self.table.rows.iter().for_each(|row| out.push_str(&self.row(row)));
        if !self.table.footer.is_empty() {
            out.push_str("\\midrule\n");
            self.table.footer.iter().for_each(|row| out.push_str(&self.row(row)));
        }
        out
    }

    fn row(&self, row: &Row) -> String {
        let mut words = vec![escape(&row.head)];
        words.extend(row.cells.iter().zip(&self.pairs).map(|(cell, pair)| self.cell(cell, *pair)));
        format!("{} \\\\\n", words.join(" & "))
    }

    fn cell(&self, cell: &Cell, pair: bool) -> String {
        let sign = match cell.mark {
            Some(Mark::Worse) => "\\rlap{$^{\\circ}$}",
            Some(Mark::Better) => "\\rlap{$^{\\bullet}$}",
            _ => "",
        };
        let bold = |text: String| match cell.stress {
            Stress::Best => format!("\\textbf{{{text}}}"),
            _ => text,
        };
        let text = match &cell.content {
            Content::Absent => "--".to_owned(),
            Content::Blank => String::new(),
            Content::Word(word) => bold(escape(word)),
            Content::Number { text, spread, .. } => {
                let mean = match cell.stress {
                    Stress::Second => format!("\\underline{{{}}}", self.number(text)),
                    _ => bold(self.number(text)),
                };
                if let (Some(spread), true) = (spread, pair) {
                    return format!("{mean} & {}{sign}", bold(self.number(spread)));
                }
                mean
            }
        };
        if pair {
            format!("\\multicolumn{{2}}{{c}}{{{text}{sign}}}")
        } else {
            format!("{text}{sign}")
        }
    }

    /// A printed number.
    fn number(&self, text: &str) -> String {
        if let Some(rest) = text.strip_prefix("< 1e") {
            return format!("$<10^{{{rest}}}$");
        }
        if let Some(rest) = text.strip_prefix("< ").filter(|rest| rest.parse::<f64>().is_ok()) {
            return format!("$<{rest}$");
        }
        if text.parse::<f64>().is_err() {
            return escape(text);
        }
        if self.siunitx {
            // A sign before a positive number stays.
            let plus = if text.starts_with('+') { "[print-implicit-plus]" } else { "" };
            return format!("\\num{plus}{{{text}}}");
        }
        match text.split_once('e') {
            Some((mantissa, exponent)) => format!("${mantissa}\\times10^{{{exponent}}}$"),
            None if text.starts_with(['-', '+']) => format!("${text}$"),
            None => text.to_owned(),
        }
    }
}

/// Scales down what is wider than the line, and enlarges nothing; needs the package graphicx.
pub fn no_wider_than_the_line(body: &str) -> String {
    let width = "\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi";
    format!("\\resizebox{{{width}}}{{!}}{{%\n{body}}}")
}

/// Whether a text has characters that neither a command nor the usual Latin fonts have: a modern engine is needed for them.
fn beyond_latin(text: &str) -> bool {
    let known =
        |c: char| (c as u32) < 0x0180 || escape(&c.to_string()).starts_with(['$', '\\', '-']);
    !text.chars().all(known)
}
