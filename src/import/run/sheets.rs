//! Files that are imported, as sheets: delimited text, JSON and Parquet. Their delimiter and decimal mark are what the user says, else what is found, and
//! numbers with decimal commas become plain ones. Columns with any text stay as they are, because they may name classes.

use std::path::Path;

use super::Asked;
use super::cells::{read_text, read_typed};
use crate::data::error::DataError;
use crate::data::read::forms::{FormOptions, delimited, numbers};
use crate::data::read::sheet::{Row, Sheet};

/// Reads a file; JSON and Parquet have neither delimiters nor decimal marks.
pub fn read<'f>(file: &'f Path, asked: &Asked<'_>) -> Result<Sheet<'f>, DataError> {
    if let Some(sheet) = read_typed(file)? {
        return Ok(sheet);
    }
    parse(file, &read_text(file)?, asked)
}

/// The sheet of a text.
pub fn parse<'f>(file: &'f Path, text: &str, asked: &Asked<'_>) -> Result<Sheet<'f>, DataError> {
    let form = FormOptions { form: None, delimiter: asked.delimiter, decimal: asked.decimal };
    let mut sheet = delimited::read(file, text, &form)?;
    plain_numbers(&mut sheet, &form)?;
    Ok(sheet)
}

/// Whether a cell is a number that may have commas, or says nothing.
fn fits(cell: &str) -> bool {
    let sign = |byte: u8| matches!(byte, b'0'..=b'9' | b'.' | b',' | b'+' | b'-' | b'e' | b'E');
    let number = cell.bytes().all(sign) && cell.bytes().any(|byte| byte.is_ascii_digit());
    number || numbers::is_no_result(cell)
}

/// Turns decimal commas into points, where there are any.
fn plain_numbers(sheet: &mut Sheet<'_>, form: &FormOptions) -> Result<(), DataError> {
    let cells = |column: usize| sheet.rows.iter().map(move |row| row.text(column));
    let fitting = |column: &usize| cells(*column).all(fits);
    let columns: Vec<usize> = (0..sheet.header.len()).filter(fitting).collect();
    let has_comma = |column: &usize| cells(*column).any(|cell| cell.contains(','));
    if form.decimal.is_none() && !columns.iter().any(has_comma) {
        return Ok(());
    }
    let pick = |texts: &[String]| columns.iter().map(|&c| texts[c].clone()).collect::<Vec<_>>();
    let rows = sheet.rows.iter().map(|row| Row { line: row.line, cells: pick(&row.cells) });
    let rows = rows.collect();
    let mut part = Sheet::new(sheet.file, pick(&sheet.header), sheet.header_line, rows);
    numbers::settle(&mut part, form.decimal)?;
    for (row, plain) in sheet.rows.iter_mut().zip(part.rows) {
        for (&column, cell) in columns.iter().zip(plain.cells) {
            row.cells[column] = cell;
        }
    }
    sheet.notes.extend(part.notes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::read::forms::Decimal;

    fn of(text: &str, decimal: Option<Decimal>) -> Result<Sheet<'static>, DataError> {
        parse(Path::new("f"), text, &Asked { decimal, ..Asked::default() })
    }

    #[test]
    fn decimal_commas_are_read_and_classes_are_left_alone() {
        let text = "fold;truth;prediction;probability:a\n0;a,b;x;0,25\n1;1,5;a;0,5\n";
        let found = of(text, None).unwrap();
        assert_eq!(found.rows[1].cells, ["1", "1,5", "a", "0.5"]);
        assert!(found.notes.iter().any(|note| note.contains("comma")), "{:?}", found.notes);
        let plain = of("fold,truth,value\n0,1,0.25\n", None).unwrap();
        assert!(plain.notes.is_empty() && plain.rows[0].text(2) == "0.25");
        // One number may be a thousand or one and a bit.
        let open = "fold;value\n0;1,234\n1;2,345\n";
        assert!(of(open, None).is_err());
        assert_eq!(of(open, Some(Decimal::Comma)).unwrap().rows[0].text(1), "1.234");
        assert!(of("fold;value\n0;0,25\n", Some(Decimal::Point)).is_err());
    }
}
