use std::collections::BTreeSet;

use super::*;
use crate::choices::choices;
use crate::report::fixture::MadeUp;
use crate::report::settings::{LAYOUTS, LongTable, ReportSettings};
use crate::report::table::{Content, Table, tables};

fn some_tables(letters: usize) -> Vec<Table> {
    let made = MadeUp { letters, metrics: vec!["accuracy", "kappa"], ..MadeUp::new(4, 6) };
    let settings = ReportSettings { layouts: choices(LAYOUTS), ..ReportSettings::default() };
    tables(&made.findings(), &settings).0
}

/// Every number that a cell prints, with its spread.
fn numbers(table: &Table) -> Vec<String> {
    let cells = table.rows.iter().chain(&table.footer).flat_map(|row| &row.cells);
    cells
        .flat_map(|cell| match &cell.content {
            Content::Number { text, spread, .. } => {
                std::iter::once(text.clone()).chain(spread.clone()).collect::<Vec<_>>()
            }
            _ => Vec::new(),
        })
        .collect()
}

#[test]
fn all_formats_show_the_same_numbers() {
    for table in some_tables(8) {
        let settings = ReportSettings::default();
        let texts = [
            ("latex", latex::table(&table, &settings)),
            ("markdown", markdown::table(&table)),
            ("html", html::table(&table)),
            ("csv", csv::table(&table)),
            ("text", text::table(&table, false)),
            ("json", json::table(&table).to_string()),
        ];
        for number in numbers(&table) {
            // LaTeX writes powers of ten as such.
            let tex = number.replace('e', "\\times10^{");
            for (format, text) in &texts {
                let found = text.contains(&number) || (*format == "latex" && text.contains(&tex));
                assert!(found, "{number} is not in the {format} of {}", table.name);
            }
        }
    }
}

/// Counts columns of every line of every tabular and checks that braces and environments are closed.
fn check_latex(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in text.split("\\begin{").skip(1) {
        open.push(part.split('}').next().unwrap());
    }
    for environment in &open {
        let (begins, ends) =
            (format!("\\begin{{{environment}}}"), format!("\\end{{{environment}}}"));
        assert_eq!(text.matches(&begins).count(), text.matches(&ends).count(), "{environment}");
    }
    let bare = text.replace("\\\\", "").replace("\\{", "").replace("\\}", "");
    assert_eq!(bare.matches('{').count(), bare.matches('}').count(), "{text}");
    let declared = ["\\begin{tabular}{", "\\begin{longtable}{"].map(|b| text.split_once(b));
    let declared = declared.into_iter().flatten().next().unwrap().1;
    let declared = declared.lines().next().unwrap().replace("@{\\,$\\pm$\\,}", "");
    let columns = declared.chars().filter(|c| matches!(c, 'l' | 'r')).count();
    for line in text.lines().filter(|line| line.ends_with("\\\\") && !line.contains("\\caption")) {
        let unescaped = line.replace("\\&", "");
        let spanned: usize = unescaped
            .split("\\multicolumn{")
            .skip(1)
            .map(|part| part.split('}').next().unwrap().parse::<usize>().unwrap() - 1)
            .sum();
        assert_eq!(unescaped.matches('&').count() + 1 + spanned, columns, "{line}");
    }
    for wrong in [" %", "_{", "#1"] {
        assert!(!text.lines().skip(2).any(|l| l.contains(wrong) && !l.contains("\\%")), "{wrong}");
    }
}

#[test]
fn latex_is_well_formed_in_every_variant() {
    for letters in [8, 40] {
        for table in some_tables(letters) {
            for siunitx in [false, true] {
                for long_table in [LongTable::Never, LongTable::Always] {
                    let settings =
                        ReportSettings { siunitx, long_table, ..ReportSettings::default() };
                    check_latex(&latex::table(&table, &settings));
                }
            }
        }
    }
}

#[test]
fn names_cannot_break_out_of_any_format() {
    let mut table = some_tables(8).swap_remove(0);
    let hostile = "</td><script>alert(1)</script>\" onload='x' & | \\ % $ # _ ^ ~ { } [x] *";
    table.rows[0].head = hostile.into();
    table.title = hostile.into();
    table.notes.push(hostile.into());
    let page = html::table(&table);
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;"));
    check_latex(&latex::table(&table, &ReportSettings::default()));
    let marked = markdown::table(&table);
    let row = marked.lines().find(|l| l.contains("alert")).unwrap();
    assert!(!row.contains("<script") || row.contains("\\<script"), "{row}");
    let columns = |line: &str| line.replace("\\|", "").matches('|').count();
    let widths: BTreeSet<usize> =
        marked.lines().filter(|l| l.starts_with('|')).map(columns).collect();
    assert_eq!(widths.len(), 1, "{marked}");
    let first = csv::table(&table).lines().nth(1).unwrap().to_owned();
    assert!(first.starts_with("\"</td><script>alert(1)</script>\"\" onload"), "{first}");
}

#[test]
fn latex_escapes_what_it_must() {
    let text = crate::escape::latex("50% of a_b & c$ {x} ~ ^ \\ <b> \"q\" [1]* -- α ± …");
    assert_eq!(
        text,
        "50\\% of a\\_b \\& c\\$ \\{x\\} \\textasciitilde{} \\textasciicircum{} \\textbackslash{} \
         \\textless{}b\\textgreater{} \\char34{}q\\char34{} {[}1{]}{*} -{}- $\\alpha$ $\\pm$ \\ldots{}"
    );
}

#[test]
fn a_terminal_without_colour_shows_stars_and_aligned_columns() {
    let table = &some_tables(8)[0];
    let plain = text::table(table, false);
    assert!(plain.contains('*') && plain.contains("* best, + second best"));
    let coloured = text::table(table, true);
    assert!(
        coloured.contains("\x1b[1m") && coloured.contains("\x1b[4m") && !coloured.contains('*')
    );
    let widths: BTreeSet<usize> =
        plain.lines().filter(|l| l.starts_with("---")).map(str::len).collect();
    assert_eq!(widths.len(), 1);
}

/// People read the title of a metric, programs its id.
#[test]
fn a_metric_has_its_title_for_people_and_its_id_for_programs() {
    let tables = some_tables(8);
    let named = |name: &str| tables.iter().find(|table| table.name == name).unwrap();
    let pairs = named("kappa-pairs");
    assert!(markdown::table(pairs).starts_with("## Cohen's kappa: all pairs"));
    assert!(latex::table(pairs, &ReportSettings::default()).contains("Cohen's kappa: all pairs"));
    assert_eq!(json::table(pairs)["title"], "kappa: all pairs of methods");
    let all = named("side-by-side");
    assert!(html::table(all).contains("Cohen&#39;s kappa (higher is better)"));
    assert!(text::table(all, false).contains("Cohen's kappa (higher is better)"));
    assert_eq!(json::table(all)["spans"][1]["title"], "kappa (higher is better)");
    assert!(csv::table(all).lines().next().unwrap().contains(",kappa (higher is better): "));
}
