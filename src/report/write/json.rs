//! A table as JSON: every cell as it is printed and with all its digits.

use serde_json::{Value, json};

use crate::analysis::Mark;
use crate::choices::word;
use crate::report::settings::LAYOUTS;
use crate::report::table::{Cell, Content, Row, Stress, Table};

/// The table.
pub fn table(table: &Table) -> Value {
    json!({
        "name": table.name,
        "layout": word(LAYOUTS, &table.layout),
        "title": table.title.stored,
        "caption": table.caption,
        "spans": table.spans.iter().map(|(title, columns)| json!({ "title": title.stored, "columns": columns })).collect::<Vec<_>>(),
        "columns": table.columns.iter().map(|column| &column.head).collect::<Vec<_>>(),
        "rows": table.rows.iter().map(row).collect::<Vec<_>>(),
        "footer": table.footer.iter().map(row).collect::<Vec<_>>(),
        "notes": table.notes,
        "source": table.source,
        "caveats": table.caveats,
    })
}

fn row(row: &Row) -> Value {
    json!({ "name": row.head, "cells": row.cells.iter().map(cell).collect::<Vec<_>>() })
}

fn cell(cell: &Cell) -> Value {
    let mut value = match &cell.content {
        Content::Absent | Content::Blank => return Value::Null,
        Content::Word(word) => json!({ "text": word }),
        Content::Number { text, spread: None, exact } => json!({ "text": text, "value": exact }),
        Content::Number { text, spread: Some(sd), exact } => {
            json!({ "text": text, "spread": sd, "value": exact })
        }
    };
    match cell.stress {
        Stress::None => {}
        Stress::Best => value["stress"] = json!("best"),
        Stress::Second => value["stress"] = json!("second"),
    }
    match cell.mark {
        Some(Mark::Worse) => value["mark"] = json!("worse"),
        Some(Mark::Better) => value["mark"] = json!("better"),
        Some(Mark::Alike) => value["mark"] = json!("alike"),
        Some(Mark::Undefined) | None => {}
    }
    value
}
