//! Columns that say how runs ended: what they empty, what they only point out, and remarks that say nothing.

use super::super::tests::{means, plain, with};
use super::*;

fn table(header: &str, ends: [&str; 6]) -> String {
    let names = ["x,a", "x,b", "y,a", "y,b", "z,a", "z,b"];
    let row = |(name, end): (&str, &str)| format!("{name},{end},0.5\n");
    format!(
        "dataset,method,{header},accuracy\n{}",
        names.into_iter().zip(ends).map(row).collect::<String>()
    )
}

#[test]
fn scores_of_failed_runs_are_missing() {
    for (header, bad, good) in [
        ("status", "failed", "ok"),
        ("Status", "Timed out", "success"),
        ("status", "TIMEOUT", "done"),
        ("error", "MemoryError: ...", ""),
        ("exception", "ValueError", "None"),
        ("error", "ValueError: bad input", "no error"),
        ("failed", "True", "False"),
        ("success", "0", "1"),
        ("success", "0.0", "1.0"),
        ("exit_status", "1", "0"),
        ("exit code", "137", "0"),
        ("killed", "True", "False"),
        ("valid", "False", "True"),
        ("state", "crashed", "finished without errors"),
    ] {
        let file = plain(&table(header, [good, good, good, bad, good, good]));
        assert_eq!(means(&file.results)[1], [Some(0.5), None], "{header}");
        let note = file.notes.concat();
        assert!(note.contains("(line 5)") && note.contains(header), "{note}");
        let cause = file.results.holes.causes.get(&(1, 1)).copied();
        assert!(cause.is_some(), "{header}");
        let timed = bad.to_lowercase().starts_with("time");
        assert_eq!(cause == Some(Cause::TimedOut), timed, "{header} {cause:?}");
    }
}

#[test]
fn what_is_read_of_failed_runs_is_missing_whatever_it_is() {
    for (metric, also) in [("quality", ""), ("fit_time", ""), ("accuracy", ",fit_time")] {
        let text = table("status", ["ok", "ok", "ok", "failed", "ok", "ok"]);
        let value = if also.is_empty() { "0.5" } else { "0.5,0.001" };
        let text = text.replace("accuracy", &format!("{metric}{also}"));
        let text = text.replace(",0.5\n", &format!(",{value}\n"));
        let options = TableOptions { metrics: vec![metric.into()], ..TableOptions::default() };
        for options in [TableOptions::default(), options] {
            let found = with(&text, &options).unwrap();
            assert_eq!(means(&found.results)[1], [Some(0.5), None], "{metric}{also}");
        }
        if !also.is_empty() {
            let options =
                TableOptions { metrics: vec!["fit_time".into()], ..TableOptions::default() };
            let found = with(&text, &options).unwrap();
            assert_eq!(means(&found.results)[1], [Some(0.001), None]);
        }
    }
}

#[test]
fn remarks_about_runs_that_ended_well_say_nothing() {
    for (header, remark) in [
        ("note", "missing values imputed"),
        ("note", "with skip connections"),
        ("comment", "no errors but lost two hours waiting"),
        ("state", "South Korea"),
        ("status", "finished without errors"),
        ("status", "ok and not cancelled"),
        ("error", "no error"),
        ("error", "none found with 0 errors"),
    ] {
        let file = plain(&table(header, [remark; 6]));
        assert!(means(&file.results).iter().flatten().all(Option::is_some), "{remark}");
        assert!(file.caveats.is_empty(), "{remark} {:?}", file.caveats);
    }
}

#[test]
fn a_remark_that_begins_with_an_error_holds_where_the_score_is_no_result() {
    let killed = "NoResultError: killed";
    let text = table("info", ["", "", "", killed, "", ""]);
    let file = plain(&text);
    assert!(means(&file.results).iter().flatten().all(Option::is_some));
    assert!(file.caveats.concat().contains(killed), "{:?}", file.caveats);
    for code in ["0", "-1", "0.0"] {
        let file = plain(&text.replace(&format!("{killed},0.5"), &format!("{killed},{code}")));
        assert_eq!(means(&file.results)[1], [Some(0.5), None], "{code}");
    }
}

#[test]
fn numbers_and_empty_flags_of_unknown_meaning_have_a_caveat() {
    for (header, cells, said) in [
        ("status", ["0", "0", "0", "1", "0", "0"], "0, 1"),
        ("ok", ["yes", "yes", "", "yes", "yes", "yes"], "says nothing"),
    ] {
        let file = plain(&table(header, cells));
        assert!(means(&file.results).iter().flatten().all(Option::is_some), "{header}");
        assert!(file.caveats.concat().contains(said), "{:?}", file.caveats);
    }
    let same = plain(&table("status", ["0"; 6]));
    assert!(same.caveats.is_empty(), "{:?}", same.caveats);
}

#[test]
fn other_words_and_columns_say_nothing_or_are_pointed_out() {
    let file = plain(&table("status", ["new", "old", "new", "new", "new", "new"]));
    assert!(means(&file.results).iter().flatten().all(Option::is_some));
    assert!(file.caveats.concat().contains("new, old"), "{:?}", file.caveats);
    for (header, word) in [("info", "seed 3"), ("status", "Completed"), ("comment", "nice")] {
        let file = plain(&table(header, [word; 6]));
        assert!(means(&file.results).iter().flatten().all(Option::is_some), "{header}");
        assert!(file.caveats.is_empty(), "{header} {:?}", file.caveats);
    }
    // Errors are scores.
    let rates = "dataset,method,error\nx,a,0.1\nx,b,0.2\ny,a,0.3\ny,b,0.4\n";
    assert_eq!(means(&plain(rates).results), [[Some(0.1), Some(0.2)], [Some(0.3), Some(0.4)]]);
}

#[test]
fn a_column_of_two_words_that_goes_with_zeros_has_a_caveat() {
    let text = table("erfolgreich", ["ja", "ja", "ja", "nein", "ja", "ja"]);
    let file = plain(&text.replace("nein,0.5", "nein,0"));
    assert!(
        file.caveats.concat().contains("`nein` in the column `erfolgreich`"),
        "{:?}",
        file.caveats
    );
    assert!(plain(&text).caveats.is_empty());
}
