//! A table as HTML: sortable by a click on a column, with the exact number behind every printed one.

use crate::escape::html as escape;
use crate::report::table::{Cell, Content, Row, Side, Stress, Table, mark_sign};

/// From this number of columns on a table is set closer, so that more of them fit on a screen.
const MANY: usize = 9;

/// The table element.
pub fn table(table: &Table) -> String {
    let many = if table.columns.len() > MANY { " many" } else { "" };
    let mut out = format!("<table class=\"sortable{many}\">\n<thead>\n");
    if !table.spans.is_empty() {
        out.push_str("<tr class=\"spans\"><td></td>");
        for (title, count) in &table.spans {
            out.push_str(&format!(
                "<th colspan=\"{count}\" scope=\"colgroup\">{}</th>",
                escape(&title.shown)
            ));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("<tr>");
    for column in &table.columns {
        let class = if column.side == Side::Left { "name" } else { "number" };
        out.push_str(&format!(
            "<th scope=\"col\" class=\"{class}\"><button type=\"button\">{}</button></th>",
            escape(&column.head)
        ));
    }
    out.push_str("</tr>\n</thead>\n<tbody>\n");
    table.rows.iter().for_each(|row| out.push_str(&line(table, row)));
    out.push_str("</tbody>\n");
    if !table.footer.is_empty() {
        out.push_str("<tfoot>\n");
        table.footer.iter().for_each(|row| out.push_str(&line(table, row)));
        out.push_str("</tfoot>\n");
    }
    out.push_str("</table>\n");
    out
}

fn line(table: &Table, row: &Row) -> String {
    let mut out = format!("<tr><th scope=\"row\">{}</th>", escape(&row.head));
    for (cell, column) in row.cells.iter().zip(&table.columns[1..]) {
        out.push_str(&word(cell, column.side));
    }
    out.push_str("</tr>\n");
    out
}

fn word(cell: &Cell, side: Side) -> String {
    let (text, value) = match &cell.content {
        Content::Absent => ("<span title=\"missing\">–</span>".to_owned(), String::new()),
        Content::Blank => (String::new(), String::new()),
        Content::Word(word) => (escape(word), String::new()),
        Content::Number { text, spread, exact } => {
            let spread = spread.as_ref().map_or(String::new(), |sd| format!(" <i>± {sd}</i>"));
            // A number stays on one line, also `< 0.001` in a narrow column on paper.
            let text = escape(text).replace(' ', "\u{a0}");
            (format!("{text}{spread}"), format!(" data-value=\"{exact}\""))
        }
    };
    let mut classes = vec![if side == Side::Left { "name" } else { "number" }];
    match cell.stress {
        Stress::None => {}
        Stress::Best => classes.push("best"),
        Stress::Second => classes.push("second"),
    }
    let mark = mark_sign(cell.mark).map_or(String::new(), |sign| format!(" <sup>{sign}</sup>"));
    format!("<td class=\"{}\"{value}>{text}{mark}</td>", classes.join(" "))
}
