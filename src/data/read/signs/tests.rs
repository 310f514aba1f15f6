use super::*;

fn decided(columns: &[&[&str]], asked: Option<char>) -> Result<(char, Option<char>), String> {
    let mut evidence = Evidence::default();
    for (column, numbers) in columns.iter().enumerate() {
        for (row, number) in numbers.iter().enumerate() {
            evidence.add(number, (row, column));
        }
        evidence.end_column();
    }
    let signs = evidence.decide(asked).map_err(|doubt| format!("{doubt:?}"))?;
    Ok((signs.decimal, signs.thousands))
}

#[test]
fn the_numbers_of_a_file_decide_together() {
    let german: &[&str] = &["1.250", "980", "12.400"];
    for (columns, expected) in [
        (&[&["0.95", "1"][..]][..], ('.', None)),
        (&[&["0,95", "1"]], (',', None)),
        (&[german, &["0,5"]], (',', Some('.'))),
        (&[&["1.234,5", "1.250"]], (',', Some('.'))),
        (&[&["1,250", "980"], &["0.5"]], ('.', Some(','))),
        (&[&["1,250.5", "1,250"]], ('.', Some(','))),
        // Decimals with three digits, as programs write them.
        (&[&["1.250", "980.000"]], ('.', None)),
        (&[&["1.25", "980"]], ('.', None)),
        (&[&["1.253", "980"]], ('.', None)),
        (&[&["95.120", "100"]], ('.', None)),
        (&[&["250.120", "300"]], ('.', None)),
        (&[&["1.253", "1980"]], ('.', None)),
        (&[&["1.250e3", "980"]], ('.', None)),
        (&[&["4,600E+00", "3,200E+00"]], (',', None)),
        (&[&["0.250", "980"]], ('.', None)),
    ] {
        assert_eq!(decided(columns, None), Ok(expected), "{columns:?}");
    }
    for (columns, word) in [
        (&[german][..], "Thousands((0, 0))"),
        (&[&["1,250", "980"][..]], "Open((0, 0))"),
        (&[&["1,250"], &["1.250"]], "Open((0, 0))"),
        (&[&["1.250", "1500", "1.300"]], "Thousands((0, 0))"),
        (&[&["1500", "1.250", "1.300"]], "Thousands((1, 0))"),
        (&[&["1500", "1.250"], &["0,5"]], "Mixed"),
        (&[&["1.250", "1500"], &["0,5"]], "Mixed"),
        (&[&["1.250e3", "980"], &["0,5"]], "Mixed"),
        (&[&["0,95"], &["0.93"]], "Mixed"),
        (&[&["0,95"], &["1.253", "2.111"]], "Mixed"),
    ] {
        let doubt = decided(columns, None).unwrap_err();
        assert!(doubt.contains(word), "{columns:?}: {doubt}");
    }
}

/// A column decides alike whatever the order of its rows.
#[test]
fn the_order_of_rows_decides_nothing() {
    let columns: [&[&str]; 4] = [
        &["1500", "1.250", "1.300", "12.400"],
        &["1.250", "980", "12.400", "0"],
        &["0.5", "1.250", "980", "2000"],
        &["1e-1", "1.250", "980", "-1.500"],
    ];
    let kind = |found: Result<(char, Option<char>), String>| match found {
        Ok(signs) => format!("{signs:?}"),
        Err(doubt) => doubt.split('(').next().unwrap_or_default().to_owned(),
    };
    for column in columns {
        for (others, asked) in
            [(&["0,5"][..], None), (&["0,5"], Some(',')), (&["7"], None), (&["7"], Some(','))]
        {
            let mut orders = column.to_vec();
            let mut found = Vec::new();
            for _ in 0..column.len() {
                for at in 1..column.len() {
                    orders.swap(at - 1, at);
                    found.push(kind(decided(&[&orders, others], asked)));
                }
            }
            found.dedup();
            assert_eq!(found.len(), 1, "{column:?} {others:?} {asked:?}: {found:?}");
        }
    }
}

/// Three decimals throughout, and a few numbers that have none: codes, or numbers that were written by hand.
#[test]
fn a_few_whole_numbers_do_not_make_thousands() {
    let many: Vec<String> = (0..60).map(|i| format!("{}.{:03}", 1 + i, 7 * i % 1000)).collect();
    let with = |more: &[&str]| {
        let mut column = Pointed::default();
        for number in many.iter().map(String::as_str).chain(more.iter().copied()) {
            column.add(number, 0);
        }
        matches!(column.points(), Points::DecimalMostly(..))
    };
    for more in [&["-999", "-999", "-999", "-999"][..], &["999", "999"], &["120", "150"], &["1500"]]
    {
        assert!(with(more), "{more:?}");
    }
    for more in [&["980"][..], &["120", "130", "140", "150"], &["1500", "1600", "1700"]] {
        assert!(!with(more), "{more:?}");
    }
}

#[test]
fn what_is_asked_for_holds_unless_a_number_contradicts_it() {
    assert_eq!(decided(&[&["1.250", "980"]], Some('.')), Ok(('.', None)));
    assert_eq!(decided(&[&["1.250", "980"]], Some(',')), Ok((',', Some('.'))));
    assert_eq!(decided(&[&["1,250"]], Some('.')), Ok(('.', Some(','))));
    for (number, asked) in [("0,95", '.'), ("1.234,5", '.'), ("0.95", ','), ("1,234.5", ',')] {
        let doubt = decided(&[&["1", number]], Some(asked)).unwrap_err();
        assert_eq!(doubt, "Contradicted((1, 0))", "{number}");
    }
}

#[test]
fn numbers_are_written_plainly_or_not_at_all() {
    let german = Signs { decimal: ',', thousands: Some('.') };
    let english = Signs { decimal: '.', thousands: Some(',') };
    for (signs, number, plain) in [
        (german, "-1.234,5e3", Some("-1234.5e3")),
        (german, "1.250", Some("1250")),
        (german, "1.25", None),
        (german, "0,95", Some("0.95")),
        (english, "1,234,567.8", Some("1234567.8")),
        (english, "12,34", None),
        (english, "1.2.3", None),
        (Signs::PLAIN, "1.5", Some("1.5")),
        (Signs::PLAIN, "1,5", None),
        (Signs { decimal: ',', thousands: None }, "1.5", None),
    ] {
        assert_eq!(signs.plain(number).as_deref(), plain, "{number}");
    }
}
