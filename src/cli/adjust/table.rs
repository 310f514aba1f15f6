//! Adjusted p-values as a table for people, CSV and JSON.

use serde_json::{Value, json};

use super::input::Hypothesis;
use crate::escape;
use crate::stats::adjust::{Correction, ErrorRate};

/// A family of p-values with its corrections.
pub struct Adjusted {
    family: Vec<Hypothesis>,
    /// Every correction with its adjusted p-values, in the order of the family.
    columns: Vec<(Correction, Vec<f64>)>,
    alpha: f64,
}

impl Adjusted {
    /// Corrects a family.
    pub fn new(family: Vec<Hypothesis>, corrections: &[Correction], alpha: f64) -> Adjusted {
        let values: Vec<f64> = family.iter().map(|hypothesis| hypothesis.p).collect();
        let columns = corrections.iter().map(|&own| (own, own.adjust(&values))).collect();
        Adjusted { family, columns, alpha }
    }

    fn is_significant(&self, p: f64) -> bool {
        p <= self.alpha
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut rows = vec![self.header()];
        for (place, hypothesis) in self.family.iter().enumerate() {
            let mut row = vec![hypothesis.name.clone(), digits(hypothesis.p)];
            for (_, adjusted) in &self.columns {
                let p = adjusted[place];
                let mark = if self.is_significant(p) { "*" } else { " " };
                row.push(format!("{}{mark}", digits(p)));
            }
            rows.push(row);
        }
        let mut text = aligned(&rows);
        text.push_str(&format!(
            "\n* significant at {}: the adjusted p-value is not larger. {} p-values are one family.\n",
            self.alpha,
            self.family.len()
        ));
        for (rate, words) in [
            (ErrorRate::FamilyWise, "Keep the family-wise error below it"),
            (ErrorRate::FalseDiscovery, "Keep the false discovery rate below it"),
        ] {
            let names: Vec<&str> = self
                .columns
                .iter()
                .filter(|(own, _)| own.controls() == rate)
                .map(|(own, _)| own.name())
                .collect();
            if !names.is_empty() {
                text.push_str(&format!("{words}: {}.\n", names.join(", ")));
            }
        }
        text
    }

    fn header(&self) -> Vec<String> {
        let names = self.columns.iter().map(|(correction, _)| format!("{} ", correction.name()));
        ["name".to_owned(), "p".to_owned()].into_iter().chain(names).collect()
    }

    /// One line per p-value, with all digits.
    pub fn csv(&self) -> String {
        let header: Vec<String> = self.header().iter().map(|name| name.trim().to_owned()).collect();
        let mut text = format!("{}\n", header.join(","));
        for (place, hypothesis) in self.family.iter().enumerate() {
            let mut cells = vec![quoted(&escape::cell(&hypothesis.name)), plain(hypothesis.p)];
            cells.extend(self.columns.iter().map(|(_, adjusted)| plain(adjusted[place])));
            text.push_str(&format!("{}\n", cells.join(",")));
        }
        text
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let corrections = self.columns.iter().map(|(own, _)| {
            json!({
                "name": own.name(), "title": own.title(), "controls": own.controls().words(),
                "assumes": own.assumes(), "source": own.source(),
            })
        });
        let hypotheses = self.family.iter().enumerate().map(|(place, hypothesis)| {
            let adjusted: serde_json::Map<String, Value> = self
                .columns
                .iter()
                .map(|(own, adjusted)| (own.name().to_owned(), json!(adjusted[place])))
                .collect();
            let significant: Vec<&str> = self
                .columns
                .iter()
                .filter(|(_, adjusted)| self.is_significant(adjusted[place]))
                .map(|(own, _)| own.name())
                .collect();
            json!({ "name": hypothesis.name, "p": hypothesis.p, "adjusted": adjusted, "significant": significant })
        });
        json!({
            "alpha": self.alpha,
            "corrections": corrections.collect::<Vec<Value>>(),
            "hypotheses": hypotheses.collect::<Vec<Value>>(),
        })
    }
}

/// Enough digits to compare with a level, however small the number.
fn digits(p: f64) -> String {
    if p == 0.0 || p >= 0.001 { format!("{p:.4}") } else { format!("{p:.2e}") }
}

/// The shortest text of the number.
fn plain(p: f64) -> String {
    if p == 0.0 || p >= 1e-4 { format!("{p}") } else { format!("{p:e}") }
}

/// A cell of CSV.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Columns that stand under each other, the first to the left; names on one line.
fn aligned(rows: &[Vec<String>]) -> String {
    let shown = |cell: &String| escape::visible_line(cell).into_owned();
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(shown).collect()).collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        let line = cells.collect::<Vec<String>>().join("  ");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family() -> Adjusted {
        let of = |name: &str, p| Hypothesis { name: name.into(), p };
        let family = vec![of("A", 0.01), of("=B,1", 0.04), of("C", 1e-7)];
        Adjusted::new(family, &[Correction::Bonferroni, Correction::Fdr], 0.05)
    }

    #[test]
    fn the_table_is_aligned_and_marked() {
        let lines = "name         p  bonferroni       fdr\n\
                     A       0.0100     0.0300*   0.0150*\n\
                     =B,1    0.0400     0.1200    0.0400*\n\
                     C     1.00e-7   3.00e-7*  3.00e-7*\n";
        let text = family().text();
        let squeezed = |text: &str| -> Vec<String> {
            let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
            text.lines().take(4).map(words).collect()
        };
        assert_eq!(squeezed(&text), squeezed(lines), "{text}");
        assert!(text.contains("false discovery rate below it: fdr."), "{text}");
        let ends: Vec<usize> =
            text.lines().take(4).map(|line| line.trim_end_matches('*').chars().count()).collect();
        assert_eq!(ends[1], ends[3], "{text}");
    }

    #[test]
    fn csv_has_all_digits_and_names_that_no_spreadsheet_computes() {
        assert_eq!(
            family().csv(),
            "name,p,bonferroni,fdr\nA,0.01,0.03,0.015\n\"'=B,1\",0.04,0.12,0.04\nC,1e-7,3e-7,3e-7\n"
        );
    }

    #[test]
    fn json_names_what_is_significant() {
        let json = family().json();
        assert_eq!(json["hypotheses"][1]["significant"], json!(["fdr"]));
        assert_eq!(json["hypotheses"][0]["adjusted"]["bonferroni"], 0.03);
        assert_eq!(json["corrections"][1]["name"], "fdr");
    }
}
