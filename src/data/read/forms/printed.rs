//! Tables as they are printed on a screen, with blanks between their columns: pandas' `to_string()` whose index has a name, tibbles, and
//! columns that keep their place in every line, so that names may hold blanks. What blanks alone split is delimited text and not read
//! here. A table that was shortened for the screen is refused, because the rest of it is not there.

mod layout;
mod places;

use std::path::Path;

use self::layout::{Layout, Second, SplitBy, TableHead, layout, tokens};
use super::{FormOptions, delimited};
use crate::data::error::DataError;
use crate::data::read::sheet::{Row, Sheet};
use crate::data::read::text::shown;

/// Lines that are looked at to recognise a form.
const LOOKED_AT: usize = 400;

const AS_CSV: &str = "write the table as CSV: with pandas `frame.to_csv(\"results.csv\")`, in R write.csv(frame, \"results.csv\")";

/// Whether a text is such a table.
pub fn recognised(text: &str) -> bool {
    let end = text.char_indices().filter(|(_, c)| *c == '\n').nth(LOOKED_AT).map(|(at, _)| at);
    layout(end.and_then(|end| text.get(..end)).unwrap_or(text)).is_some()
}

/// Reads such a table.
pub fn read<'a>(file: &'a Path, text: &str, options: &FormOptions) -> Result<Sheet<'a>, DataError> {
    if options.delimiter.is_some() {
        return delimited::read(file, text, options);
    }
    let (head, rows, split) = match layout(text) {
        None => {
            let problem = "the columns of this printed table do not keep their places in all lines";
            return Err(DataError::file(file, problem, AS_CSV));
        }
        Some(Layout::Shortened((line, text))) => {
            let problem = format!("the table was shortened for the screen: {}", shown(text.trim()));
            let remedy = AS_CSV.replacen("the table", "the whole table", 1);
            return Err(DataError::line(file, line, problem, remedy));
        }
        Some(Layout::Doubtful((line, _), problem, remedy)) => {
            return Err(DataError::line(file, line, problem, remedy));
        }
        Some(Layout::Table(head, rows, split)) => (head, rows, split),
    };
    let cells = |line: &str| match &split {
        SplitBy::Blanks(_) => tokens(line).into_iter().map(str::to_owned).collect(),
        SplitBy::Position(columns) => places::cells(line, columns),
    };
    let header = names(&head, &split, cells(head.line.1));
    let rows = rows.iter().map(|(at, line)| Row { line: *at, cells: cells(line) }).collect();
    let mut sheet = Sheet::new(file, header, head.line.0, rows);
    let notes = [
        match head.second {
            Second::Row => None,
            Second::Index(_) => {
                Some("a table as pandas prints it: the second line names the first column")
            }
            Second::Types => Some("a tibble as R prints it: the line of types is left out"),
        },
        matches!(split, SplitBy::Position(_))
            .then_some("a printed table: its columns are separated by their position in the lines"),
    ];
    sheet.notes.extend(notes.into_iter().flatten().map(str::to_owned));
    if sheet.rows.is_empty() {
        let remedy = "check that this is the right file";
        return Err(DataError::file(file, "no rows below the first line", remedy));
    }
    Ok(sheet)
}

/// The names of the columns, from the fields of the header.
fn names(head: &TableHead, split: &SplitBy, mut fields: Vec<String>) -> Vec<String> {
    let is_short = matches!(split, SplitBy::Blanks(width) if fields.len() < *width);
    if is_short {
        fields.insert(0, String::new());
    }
    match (head.second, fields.first_mut()) {
        // Where pandas' columns have a name of their own, it precedes theirs.
        (Second::Index(name), Some(first)) => name.clone_into(first),
        // R puts names with blanks between backticks.
        (Second::Types, _) => {
            fields.iter_mut().for_each(|name| *name = name.trim_matches('`').to_owned());
        }
        _ => {}
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(text: &str) -> Sheet<'static> {
        assert!(recognised(text), "{text}");
        read(Path::new("f"), text, &FormOptions::default()).unwrap()
    }

    #[test]
    fn printed_tables_are_read() {
        let named = "method   forest     svm\ndataset                \nglass    0.7909  0.7828\nheart    0.8254     NaN\n";
        let plain = "         forest     svm\ndataset                \nglass    0.7909  0.7828\nheart    0.8254  0.7028\n";
        for text in [named, plain] {
            let found = sheet(text);
            assert_eq!(found.header, ["dataset", "forest", "svm"]);
            assert_eq!((found.rows[0].line, found.rows[1].text(0)), (3, "heart"));
        }
        let tibble = "# A tibble: 2 × 3\n  dataset method accuracy\n  <chr>   <chr>     <dbl>\n1 iris    svm       0.75 \n2 iris    knn       0.5  \n";
        let found = sheet(tibble);
        assert_eq!(found.header, ["", "dataset", "method", "accuracy"]);
        assert_eq!(found.rows[1].cells, ["2", "iris", "knn", "0.5"]);
        let names = "dataset        random forest   svm\nbreast cancer          0.950  0.96\niris                   0.900  0.91\nwine quality           0.800      \n";
        let found = sheet(names);
        assert_eq!(found.header, ["dataset", "random forest", "svm"]);
        assert_eq!(found.rows[0].cells, ["breast cancer", "0.950", "0.96"]);
        assert_eq!(found.rows[2].cells, ["wine quality", "0.800", ""]);
        let quoted = "# A tibble: 2 × 3\n  dataset       `random forest`   svm\n  <chr>                   <dbl> <dbl>\n1 breast cancer            0.91  0.92\n2 iris                     0.71 NA   \n";
        let found = sheet(quoted);
        assert_eq!(found.header, ["", "dataset", "random forest", "svm"]);
        assert_eq!(found.rows[1].cells, ["2", "iris", "0.71", "NA"]);
        let close = "# A tibble: 2 × 4\n  dataset   svm `naive bayes` `k nn`\n  <chr>   <dbl>         <dbl>  <dbl>\n1 iris     0.87          0.88   0.90\n2 wine red 0.77          0.84   0.80\n";
        assert_eq!(sheet(close).header, ["", "dataset", "svm", "naive bayes", "k nn"]);
    }

    #[test]
    fn a_header_that_begins_with_blanks_and_a_drawn_line_are_followed() {
        let left = "         svm     random forest  knn   \niris     0.8704  0.8825         0.9024\nwine     0.7712  0.8494         0.8026\n";
        let found = sheet(left);
        assert_eq!(found.header, ["", "svm", "random forest", "knn"]);
        assert_eq!(found.rows[1].cells, ["wine", "0.7712", "0.8494", "0.8026"]);
        for line in ["-", "="] {
            let rule = format!("{}  {}  {}\n", line.repeat(9), line.repeat(6), line.repeat(6));
            let text = format!(
                "dataset       k n      rf\n{rule}iris       0.8704  0.8825\nwine               0.8494\n"
            );
            for text in [text.clone(), format!("{rule}{text}{rule}")] {
                let found = sheet(&text);
                assert_eq!(found.header, ["dataset", "k n", "rf"]);
                assert_eq!(found.rows[1].cells, ["wine", "", "0.8494"]);
            }
        }
    }

    #[test]
    fn the_name_of_an_index_is_no_row() {
        let blanks = " ".repeat(31);
        for text in [
            // As pandas prints it, with and without a name of the columns, and after an editor removed blanks at the ends of lines.
            format!("               random forest   svm\ndataset     {blanks}\nbreast cancer           0.91  0.92\niris                    0.81  0.82\n"),
            "method         random forest   svm\ndataset                           \nbreast cancer           0.91  0.92\niris                    0.81  0.82\n".to_owned(),
            "method         random forest   svm\ndataset\nbreast cancer           0.91  0.92\niris                    0.81  0.82\n".to_owned(),
        ] {
            let found = sheet(&text);
            assert_eq!(found.header, ["dataset", "random forest", "svm"], "{text}");
            assert_eq!(found.rows.len(), 2);
            assert_eq!(found.rows[0].cells, ["breast cancer", "0.91", "0.92"]);
        }
        // A row without results.
        let row = sheet(
            "dataset   knn  svm  rf\niris\nwine      0.9  0.8  0.7\nglass     0.8  0.7  0.6\n",
        );
        assert_eq!(row.header, ["dataset", "knn", "svm", "rf"]);
        assert_eq!(row.rows[0].cells, ["iris", "", "", ""]);
        for doubtful in [
            "dataset  knn  svm\niris\nwine     0.9  0.8\nglass    0.8  0.7\n",
            "dataset  random forest  svm\niris\nwine 2             0.9  0.8\nglass              0.8  0.7\n",
        ] {
            assert!(recognised(doubtful));
            let error = read(Path::new("f"), doubtful, &FormOptions::default()).unwrap_err();
            assert_eq!(error.line, Some(2), "{error}");
            assert!(error.problem.contains("`iris` alone"), "{error}");
        }
    }

    #[test]
    fn coefficients_as_r_prints_them_are_read() {
        let text = "               Estimate Std. Error   t value     Pr(>|t|)\n(Intercept) 37.22727012 1.59878754 23.284689 2.565459e-20\nwt          -3.87783074 0.63273349 -6.128695 1.119647e-06\nhp          -0.03177295 0.00902971 -3.518712 1.451229e-03\n";
        let found = sheet(text);
        assert_eq!(found.header, ["", "Estimate", "Std. Error", "t value", "Pr(>|t|)"]);
        assert_eq!((found.rows[2].text(0), found.rows[2].text(4)), ("hp", "1.451229e-03"));
    }

    #[test]
    fn what_was_shortened_is_refused() {
        for text in [
            "  dataset method  accuracy\n0 iris svm 0.75\n.. ... ... ...\n74 sonar knn 0.5\n\n[75 rows x 3 columns]\n",
            "  dataset  knn  ...  tree  bayes\n0    iris  0.9  ...  0.94   0.95\n1    wine  0.8  ...  0.80   0.80\n",
            "         knn   svm  ...  tree  bayes\ndataset             ...             \niris     0.9  0.91  ...  0.94   0.95\n",
            "      a  ...    b\nx  0.90  ...  0.8\ny  0.80  ...  0.7\n\n[2 rows x 9 columns]\n",
            "# A tibble: 15 × 3\n  dataset method accuracy\n  <chr> <chr> <dbl>\n1 iris svm 0.75\n# ℹ 14 more rows\n",
        ] {
            assert!(recognised(text));
            let error = read(Path::new("f"), text, &FormOptions::default()).unwrap_err();
            assert!(error.problem.contains("shortened") && error.line.is_some(), "{error}");
        }
        let wrapped =
            "      a    b  \\\nx  0.9  0.8   \ny  0.8  0.7   \n\n     c  \nx  0.5  \ny  0.4  \n";
        assert!(recognised(wrapped));
        let error = read(Path::new("f"), wrapped, &FormOptions::default()).unwrap_err();
        assert!(error.problem.contains("wrapped"), "{error}");
    }

    #[test]
    fn what_other_forms_read_is_left_to_them() {
        for text in [
            "d A B\nx 1 2\ny 3 4\n",
            "A B\nx 1 2\ny 3 4\n",
            "dataset,A,B\nx,1,2\n\n...\n",
            "d\tA B\tC\nx y\t1\t2\nz\t1\t2\n",
            "some words\nmore words in a line\nnone\n",
            "1 2\n",
            "",
        ] {
            assert!(!recognised(text), "{text}");
        }
    }
}
