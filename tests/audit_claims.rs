//! Claim files that nobody shipped: no statement may vanish, no file may bring the audit down or buy a verdict, and tables
//! are joined by names.

use tribunal::audit::{Audit, Finding, Verdict, audit_all, audit_paper};
use tribunal::published::{Library, LibraryError};

use crate::support::{Dir, project};

const HEAD: &str = "format = 1\n[paper]\nkey = \"k\"\nauthor = \"K\"\ntitle = \"T\"\nyear = 2020\nkind = \"article\"\n";

/// A table of a claim file: its name, its CSV, and more lines.
type Part<'a> = (&'a str, &'a str, &'a str);

fn library(parts: &[Part<'_>], more: &str) -> Result<Library, LibraryError> {
    let dir = Dir::new();
    let mut text = HEAD.to_owned();
    for (name, csv, lines) in parts {
        dir.write(&format!("{name}.csv"), csv);
        text.push_str(&format!(
            "[[table]]\nname = \"{name}\"\nnumber = \"1\"\ncsv = \"{name}.csv\"\n{lines}\n"
        ));
    }
    dir.write("sd.csv", "d,A,B\nx,1,1\ny,1,1\nz,1,1\n");
    dir.write("k.toml", format!("{text}{more}"));
    Library::read(&[dir.path("k.toml")])
}

fn audit(parts: &[Part<'_>], more: &str) -> Audit {
    audit_all(&library(parts, more).unwrap_or_else(|error| match error {
        LibraryError::Mistaken(mistakes) => panic!("{}", mistakes.render(false)),
        other => panic!("{other}"),
    }))
}

fn refused(parts: &[Part<'_>], more: &str, words: &str) {
    match library(parts, more) {
        Err(LibraryError::Mistaken(mistakes)) => {
            let told = mistakes.render(false);
            assert!(told.contains(words) && told.contains("k.toml:"), "{words}: {told}");
        }
        other => panic!("not refused, {words}: {other:?}"),
    }
}

fn find<'a>(audit: &'a Audit, quantity: &str) -> &'a Finding {
    let all = || audit.findings().map(|f| f.quantity.as_str()).collect::<Vec<_>>().join("\n");
    let found = audit.findings().find(|finding| finding.quantity == quantity);
    found.unwrap_or_else(|| panic!("no {quantity} in\n{}", all()))
}

const SCORES: &str = "d,A,B,C\nx,0.91,0.82,0.73\ny,0.95,0.86,0.71\nz,0.97,0.85,0.76\nu,0.93,0.84,0.87\nv,0.92,0.81,0.78\n";
const SIDES: &str = "better = \"higher\"\ncontrol = \"A\"\n";
const EVERYTHING: &str = r#"
[table.claims]
average = { A = "0.94", B = "0.84", C = "0.77" }
rank = { A = "1.0", B = "2.2", C = "2.8" }
omnibus = { chi2 = "8.4", F = "21.0", df1 = 2, df2 = 8, p = "0.001", F_crit = "4.46", significant = true }
critical_difference = { test = "nemenyi", alpha = "0.05", q = "2.34", value = "1.48", control_rank_plus = "2.48", beyond = 1 }
rank_difference = [{ a = "A", b = "B", value = "1.2" }]
rank_z = [{ a = "A", b = "B", z = "1.9", p = "0.06" }]
bonferroni_level = "0.025"
nemenyi_p = { B = "0.14", C = "0.01" }
holm_p = { B = "0.06", C = "0.01" }
wilcoxon = { B = { r_plus = "15", r_minus = "0", p = "0.06" } }
pairs = [{ a = "A", b = "C", abs_z = "2.02", p = "0.06", decision = "keep" }]
best = [{ methods = ["A"], datasets = 5 }]
rejected = [{ by = "holm", alpha = "0.05", count = 1 }]
wilcoxon_below = [{ level = "0.10" }]
within = [{ method = "A", above = "0", most = "1" }]
negative = ["B"]
"#;

#[test]
fn audit_a_blank_cell_makes_no_statement_vanish() {
    let lines = format!("{SIDES}{EVERYTHING}");
    let whole = audit(&[("t", SCORES, &lines)], "");
    let number = whole.findings().count();
    assert_eq!(number, 36, "{whole:?}");
    assert_eq!(whole.findings().filter(|f| f.verdict == Verdict::NotRecomputable).count(), 0);
    let gap = audit(&[("t", &SCORES.replace("0.86", ""), &lines)], "");
    assert_eq!(gap.findings().count(), number, "{gap:?}");
    assert!(!gap.is_clean());
    for finding in gap.findings().filter(|f| f.verdict == Verdict::NotRecomputable) {
        assert_eq!(finding.note, "the cell y, B is no number", "{finding:?}");
    }
    for (quantity, verdict) in [
        ("average A", Verdict::Match),
        ("average B", Verdict::NotRecomputable),
        ("rank A", Verdict::NotRecomputable),
        ("decision, A against C", Verdict::NotRecomputable),
        ("what the text says of the omnibus test", Verdict::NotRecomputable),
        ("critical difference", Verdict::Match),
        ("range of A", Verdict::Match),
        ("B has negative cells", Verdict::NotRecomputable),
    ] {
        assert_eq!(find(&gap, quantity).verdict, verdict, "{quantity}");
    }
}

#[test]
fn audit_a_worked_example_says_what_it_lacks() {
    let lines = "[table.claims]\nexample = { test = \"paired-t\", alpha = \"0.05\", values = { t = \"1.0\" } }\n";
    let gap = audit(&[("t", "d,A,B\nx,1,2\ny,3,\nz,2,1\n", lines)], "");
    assert_eq!(find(&gap, "t").note, "the cell y, B is no number");
}

#[test]
fn audit_directions_and_controls_are_demanded() {
    let claims = EVERYTHING.lines().filter(|line| line.contains(" = "));
    for line in claims {
        let name = line.split(' ').next().expect("a name");
        let lines = |sides: &str| format!("{sides}\n[table.claims]\n{line}\n");
        let unsided = ["average", "bonferroni_level", "within", "negative"].contains(&name);
        if !unsided {
            refused(&[("t", SCORES, &lines("control = \"A\""))], "", "`better` is missing");
        }
        let controlled = ["nemenyi_p", "holm_p", "wilcoxon", "rejected", "wilcoxon_below"];
        if controlled.contains(&name) || name == "critical_difference" {
            let lines = lines("better = \"higher\"");
            refused(&[("t", SCORES, &lines)], "", "`control` is missing");
        }
    }
    let pairs = "[table.claims]\npairs = [{ a = \"A\", b = \"B\", monte_carlo = \"0.1\" }]\n";
    refused(&[("t", SCORES, &format!("{SIDES}{pairs}"))], "", "`sampling` is missing");
    let spread = "[table.claims]\naverage_sd = { A = \"0.1\" }\n";
    refused(&[("t", SCORES, spread)], "", "`sd` is missing");
    // What needs no direction is judged without one.
    let bare = "[table.claims]\nbonferroni_level = \"0.025\"\naverage = { A = \"0.94\" }\n";
    let verdicts: Vec<Verdict> =
        audit(&[("t", SCORES, bare)], "").findings().map(|f| f.verdict).collect();
    assert_eq!(verdicts, [Verdict::Match; 2]);
    let matrix = "d,a,b\nx,9,1\ny,2,8\n";
    let rate = "[table.claims]\nconfusion = { positive = \"x\", right = { y = \"b\" }, rate = { x = \"90\" } }\n";
    refused(&[("t", matrix, rate)], "", "`confusion.right` does not name `x`");
}

#[test]
fn audit_levels_are_levels() {
    for line in [
        "alpha = \"5\"",
        "alpha = \"0\"",
        "omnibus = { F = \"3\", alpha = \"1\" }",
        "wilcoxon_below = [{ level = \"-0.05\" }]",
    ] {
        let lines = format!("{SIDES}[table.claims]\n{line}\n");
        refused(&[("t", SCORES, &lines)], "", "is no level of a test");
    }
    // Holm's thresholds, decisions and the level of each comparison are those of the stated level.
    let lines = format!(
        "{SIDES}[table.claims]\nalpha = \"0.10\"\nbonferroni_level = \"0.050\"\nholm_p = {{ B = \"0.100\", C = \"0.050\" }}\npairs = [{{ a = \"A\", b = \"B\", decision = \"reject\" }}]\n"
    );
    let found = audit(&[("t", SCORES, &lines)], "");
    assert_eq!(find(&found, "level of each comparison").verdict, Verdict::Match);
    assert_eq!(find(&found, "Holm p B").causes, ["a threshold printed as Holm's p"]);
    assert_eq!(find(&found, "decision, A against B").verdict, Verdict::Match, "p = 0.0625");
    let fisher = "[table.claims]\nsummaries = { a = \"A\", b = \"B\", alpha = \"0.05\", fisher_significant = true }\n";
    let found = audit(&[("t", SCORES, fisher)], "");
    let fisher = find(&found, "Fisher's combination finds a difference");
    assert_eq!(fisher.verdict, Verdict::NotRecomputable);
    assert!(fisher.note.contains("no p is printed"), "{}", fisher.note);
}

#[test]
fn audit_a_post_hoc_test_is_due_at_the_stated_level() {
    // The omnibus test has p = 0.07 or so.
    let scores = "d,A,B,C\nx,3,2,1\ny,3,2,1\nz,3,1,2\nu,1,3,2\nv,3,2,1\n";
    let due = |alpha: &str| {
        let lines = format!(
            "{SIDES}[table.claims]\nomnibus = {{ df1 = 2{alpha} }}\nholm_p = {{ B = \"0.1\" }}\n"
        );
        let found = audit(&[("t", scores, &lines)], "");
        found.findings().any(|finding| finding.quantity == "a post-hoc test was due")
    };
    assert!(due("") && !due(", alpha = \"0.50\""));
}

#[test]
fn audit_a_printed_zero() {
    let same = "d,A,B\nx,0.9,0.8\ny,0.8,0.9\nz,0.7,0.6\nu,0.5,0.6\n";
    let lines = format!("{SIDES}[table.claims]\nwilcoxon = {{ B = {{ p = \"0\" }} }}\n");
    let found = audit(&[("t", same, &lines)], "");
    let p = find(&found, "Wilcoxon p B");
    assert_eq!((p.verdict, p.causes.len()), (Verdict::Contradiction, 0), "{p:?}");
    let small = "d,A,B\nx,0.001,0.8\ny,0.001,0.9\n";
    let found = audit(&[("t", small, "[table.claims]\naverage = { A = \"0.00\" }\n")], "");
    assert_eq!(find(&found, "average A").verdict, Verdict::Match);
}

const ACCURACY: &str = "d,A,B\nx,90.0,80.0\ny,85.0,75.0\n";

#[test]
fn audit_checks_of_a_column_are_not_lost() {
    let parts = [("k-1", "d,A,B\nr,1.0,2.0\n", ""), ("k-2", SCORES, "better = \"higher\"\n")];
    let check = "[[check]]\nkind = \"ranks-of-tables\"\ntable = \"k-1:A\"\nrows = [\"k-2\"]\n";
    let found = audit(&parts, check);
    assert_eq!(find(&found, "rank A of k-2").verdict, Verdict::Match);
    assert_eq!(found.findings().count(), 1);
    // A check that cannot be made is told, also where only its table is asked for.
    let tally = "[[check]]\nkind = \"tally\"\na = \"k-2:A\"\nb = \"k-2:B\"\nfolds = 10\nalpha = \"0.05\"\nwin = 1\nloss = 1\ntie = 1\n";
    let read = library(&parts, tally).expect("a library");
    let (paper, _) = read.find("k-2").expect("a table");
    let alone = audit_paper(&read, paper, Some("k-2"));
    let told: Vec<&Finding> = alone.findings().collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(
        (told[0].quantity.as_str(), told[0].verdict, told[0].note.as_str()),
        ("the check `tally`", Verdict::NotRecomputable, "k-2 lacks a standard deviation")
    );
}

#[test]
fn audit_what_is_said_of_another_paper_is_not_lost() {
    let dir = Dir::new();
    dir.write("t.csv", ACCURACY);
    for (key, same) in [
        ("one", ""),
        (
            "two",
            "[[same]]\na = \"one-1:A\"\nb = \"two-1:A\"\nwhat = \"A\"\n[[same]]\na = \"one-1:A\"\nb = \"one-1:B\"\nwhat = \"B\"\n",
        ),
    ] {
        let head = HEAD.replace("\"k\"", &format!("\"{key}\""));
        let table = format!("[[table]]\nname = \"{key}-1\"\nnumber = \"1\"\ncsv = \"t.csv\"\n");
        dir.write(&format!("{key}.toml"), format!("{head}{table}{same}"));
    }
    let read = Library::read(&[dir.path("one.toml"), dir.path("two.toml")]).expect("a library");
    let found = audit_all(&read);
    let tables: Vec<(&str, usize)> = found.papers[1]
        .tables
        .iter()
        .map(|table| (table.name.as_str(), table.findings.len()))
        .collect();
    // One is printed in this paper, too; the other is about two cells that only another paper has.
    assert_eq!(tables, [("two-1", 1), ("two", 2)], "{found:?}");
}

#[test]
fn audit_tables_are_joined_by_names() {
    // Reductions of a table with fewer rows, in another order.
    let whole = "d,all\nx,100\ny,200\nz,400\n";
    let part = "d,some\nz,100\nx,50\n";
    let check = "[[check]]\nkind = \"reduction\"\ntables = [\"k-1\", \"k-2\"]\nwhole = \"all\"\nprinted_in = \"the text\"\naverage = { some = \"62.5\" }\ncells = [{ dataset = \"z\", method = \"some\", value = \"75\" }, { dataset = \"y\", method = \"some\", value = \"75\" }]\n";
    let found = audit(&[("k-1", whole, ""), ("k-2", part, "")], check);
    assert_eq!(find(&found, "average reduction of some, the text").verdict, Verdict::Match);
    assert_eq!(find(&found, "reduction of some on z, the text").verdict, Verdict::Match);
    let missing = find(&found, "reduction of some on y, the text");
    assert_eq!(
        (missing.verdict, missing.note.as_str()),
        (Verdict::NotRecomputable, "k-2 has no row y")
    );
    // Rates in another order of rows and columns.
    let sensitivity = "d,B,A\ny,75.0,85.0\nx,80.0,90.0\n";
    let check = "[[check]]\nkind = \"weighted-rate\"\naccuracy = \"k-1\"\nsensitivity = \"k-2\"\nspecificity = \"k-3\"\npositives = 3\nnegatives = 5\n";
    let parts = [("k-1", ACCURACY, ""), ("k-2", sensitivity, ""), ("k-3", ACCURACY, "")];
    let verdicts: Vec<Verdict> = audit(&parts, check).findings().map(|f| f.verdict).collect();
    assert_eq!(verdicts, [Verdict::Match; 4], "and nobody said that they are whole cases");
    let loo = format!("{check}leave_one_out = true\n");
    let found = audit(&parts, &loo);
    let whole = find(&found, "rates that are whole numbers of cases");
    assert_eq!(whole.verdict, Verdict::Contradiction);
    // One row of each, by name.
    let rows = check.replace("k-1", "k-1:A@x").replace("k-2", "k-2:A@x").replace("k-3", "k-3:A@y");
    let found = audit(&parts, &rows);
    let one = find(&found, "accuracy x, A, from both rates");
    assert_eq!((one.verdict, one.computed.as_str()), (Verdict::Contradiction, "86.88"), "{one:?}");
    // A column that the other table lacks is told, cell by cell.
    let parts =
        [("k-1", ACCURACY, ""), ("k-2", "d,A\nx,90.0\ny,85.0\n", ""), ("k-3", ACCURACY, "")];
    let found = audit(&parts, check);
    let lost = find(&found, "accuracy x, B, from both rates");
    assert_eq!(lost.note, "k-2 has no column B");
    assert_eq!(found.findings().count(), 4);
}

#[test]
fn audit_five_rates_are_joined_by_names() {
    // One method, 8 of 10 and 15 of 20 right.
    let one = |value: &str| format!("d,A,B\nx,{value},{value}\ny,0.5000,0.5000\n");
    let turned = |value: &str| format!("d,B,A\ny,0.5000,0.5000\nx,{value},{value}\n");
    let check = "[[check]]\nkind = \"one-confusion-matrix\"\naccuracy = \"k-1:A@x\"\nkappa = \"k-2:A@x\"\nauc = \"k-3:A@x\"\nprecision = \"k-4:A@x\"\nrecall = \"k-5:A@x\"\npositives = \"k-6:p\"\nnegatives = \"k-6:n\"\n";
    let tables = [
        ("k-1", one("0.7667"), ""),
        ("k-2", turned("0.5116"), ""),
        ("k-3", turned("0.7750"), ""),
        ("k-4", turned("0.6154"), ""),
        ("k-5", turned("0.8000"), ""),
        ("k-6", "d,p,n\nx,10,20\ny,1,1\n".to_owned(), ""),
    ];
    let parts: Vec<Part<'_>> = tables.iter().map(|(n, csv, l)| (*n, csv.as_str(), *l)).collect();
    let found = audit(&parts, check);
    let seen = find(&found, "cells that some whole confusion matrix gives");
    assert_eq!(
        (seen.verdict, seen.printed.as_str(), seen.computed.as_str()),
        (Verdict::Match, "1 cells", "1 of them"),
        "{seen:?}"
    );
    let mut parts = parts;
    parts[1].1 = "d,B\nx,0.5\n";
    let lost = audit(&parts, &check.replace("k-2:A@x", "k-2").replace("k-1:A@x", "k-1"));
    let seen = find(&lost, "cells that some whole confusion matrix gives");
    assert!(seen.note.contains("k-2 has no"), "{seen:?}");
    assert_eq!(seen.verdict, Verdict::NotRecomputable);
}

#[test]
fn audit_honest_means_are_no_contradiction() {
    // Means of three targets whose errors are equal: the mean square is the squared mean root.
    let squares = "d,A,B\nx,4.00,9.00\n";
    let roots = "d,A,B\nx,2.00,3.00\n";
    let check = "[[check]]\nkind = \"mean-of-squares\"\nsquares = \"k-1\"\nroots = \"k-2\"\ntargets = \"k-3:targets\"\n";
    let parts = [("k-1", squares, ""), ("k-2", roots, ""), ("k-3", "d,targets\nx,3\n", "")];
    let verdicts: Vec<Verdict> = audit(&parts, check).findings().map(|f| f.verdict).collect();
    assert_eq!(verdicts, [Verdict::Match]);
}

#[test]
fn audit_a_tally_knows_what_is_better() {
    let check = "[[check]]\nkind = \"tally\"\na = \"k-1:A\"\nb = \"k-1:B\"\nfolds = 10\nalpha = \"0.05\"\nwin = 3\nloss = 0\ntie = 0\n";
    let scores = "d,A,B\nx,10,50\ny,10,50\nz,10,50\n";
    let of = |better: &str| {
        let lines = format!("better = \"{better}\"\nsd = \"sd.csv\"\n");
        audit(&[("k-1", scores, &lines)], check).is_clean()
    };
    assert!(of("lower") && !of("higher"));
}

#[test]
fn audit_hidden_digits_only_break_ties() {
    let lines = |digit: &str| format!("{SIDES}hidden_digits = [{digit}]\n");
    for (digit, words) in [
        ("{ dataset = \"x\", smaller = \"A\", larger = \"B\" }", "do not tie on x"),
        ("{ dataset = \"x\", larger = \"C\" }", "ties with one in another row"),
        ("{ dataset = \"u\", smaller = \"A\", larger = \"B\", size = 60000 }", "would change"),
    ] {
        let scores = SCORES.replace("u,0.93,0.84", "u,0.93,0.93").replace("0.73", "0.11");
        refused(&[("t", &scores, &lines(digit))], "", words);
    }
    let tied = SCORES.replace("u,0.93,0.84", "u,0.93,0.93");
    let digit = lines("{ dataset = \"u\", smaller = \"A\", larger = \"B\", size = 100 }");
    assert!(library(&[("t", &tied, &digit)], "").is_ok());
}

#[test]
fn audit_what_the_file_allows_is_told() {
    let off = "d,A,B\nx,90.1,80.0\ny,85.0,75.0\n";
    let check = "[[check]]\nkind = \"weighted-rate\"\naccuracy = \"k-1\"\nsensitivity = \"k-2\"\nspecificity = \"k-2\"\npositives = 3\nnegatives = 5\nallowed = \"0.25\"\n";
    let found = audit(&[("k-1", &off.replace("90.1", "90.2"), ""), ("k-2", ACCURACY, "")], check);
    let allowed = find(&found, "accuracy x, A, from both rates");
    assert_eq!(allowed.verdict, Verdict::Convention);
    assert!(allowed.explanation().contains("allows 0.25 points"), "{allowed:?}");
}

#[test]
fn audit_marks_and_rows_are_checked() {
    let scores = "d,A,B\nx,10,50\ny,10,50\nz,10,50\n";
    for (marks, words) in [
        ("d,B\nx,wins\n", "did you mean `win`?"),
        ("d,C\nx,win\n", "has a column `C`"),
        ("d,B\nw,win\n", "has a row `w`"),
    ] {
        let lines = format!(
            "{SIDES}sd = \"sd.csv\"\n[table.claims]\nmarks = {{ csv = \"m.csv\", folds = 10, alpha = \"0.05\" }}\n"
        );
        refused(&[("m", marks, ""), ("t", scores, &lines)], "", words);
    }
    let check =
        "[[check]]\nkind = \"ranks-of-tables\"\ntable = \"k-1\"\nrows = [\"k-2\", \"k-2\"]\n";
    let parts = [("k-1", "d,A,B\nr,1.0,2.0\n", ""), ("k-2", SCORES, "better = \"higher\"\n")];
    refused(&parts, check, "`rows` names 2 tables and `k-1` has 1 rows");
}

#[test]
fn audit_short_columns_may_be_equal() {
    let equal = |csv: &str| {
        let found = audit(&[("t", csv, "better = \"higher\"\n")], "");
        found.findings().any(|finding| finding.verdict == Verdict::Suspicious)
    };
    assert!(!equal("d,A,B\nx,1,1\n") && !equal("d,A,B\nx,0.5,0.5\ny,0.5,0.5\nz,1,1\n"));
    assert!(equal("d,A,B\nx,0.512,0.512\ny,0.578,0.578\nz,0.123,0.123\n"));
}

#[test]
fn audit_a_bootstrap_of_the_named_test_is_not_called_another() {
    let scores = "d,A,B\nx,90,80\ny,85,84\nz,70,68\n";
    let lines = |p: &str| {
        format!(
            "better = \"higher\"\nsd = \"sd.csv\"\n[table.claims]\nsampling = {{ called = \"paired-z\", draws = 10000, most = \"100\" }}\npairs = [{{ a = \"A\", b = \"B\", bootstrap = \"{p}\" }}]\n"
        )
    };
    let first = audit(&[("t", scores, &lines("0.9"))], "");
    let far = find(&first, "bootstrap median p, A against B");
    assert!(far.note.ends_with("another median"), "{far:?}");
    let near = far.computed.trim_start_matches("about ").to_owned();
    let second = audit(&[("t", scores, &lines(&near))], "");
    let near = find(&second, "bootstrap median p, A against B");
    assert_eq!(near.verdict, Verdict::NotRecomputable);
    assert!(near.note.ends_with("nearly that median"), "{near:?}");
}

#[test]
fn audit_large_tables_are_audited_and_larger_ones_refused() {
    let mut csv = "d,A,B,C\n".to_owned();
    for row in 0..5_000 {
        csv.push_str(&format!(
            "r{row},0.{:04},0.{:04},0.{:04}\n",
            row,
            row + 1,
            (7 * row) % 10_000
        ));
    }
    let lines = "better = \"higher\"\n[table.claims]\naverage = { A = \"0.9\", B = \"0.9\", C = \"0.9\" }\nrank = { A = \"2.0\" }\n";
    assert_eq!(audit(&[("t", &csv, lines)], "").findings().count(), 4);
    csv.extend((0..2_000).map(|row| format!("s{row},1,2,3\n")));
    refused(&[("t", &csv, lines)], "", "a table may have 20000 cells");
    let wide: String = (0..300).map(|column| format!(",m{column}")).collect();
    refused(&[("t", &format!("d{wide}\n"), lines)], "", "it has 300 columns");
}

#[test]
fn audit_the_example_without_its_direction_fails() {
    let dir = Dir::new();
    dir.write("t.csv", SCORES.replace("0.86", ""));
    let table = "[[table]]\nname = \"t\"\nnumber = \"1\"\ncsv = \"t.csv\"\n";
    dir.write("k.toml", format!("{HEAD}{table}{SIDES}{EVERYTHING}"));
    assert_eq!(dir.run(&["audit", "k.toml", "--strict", "-q"]).code, 3);
    dir.write("k.toml", format!("{HEAD}{table}{EVERYTHING}"));
    assert_eq!(dir.run(&["audit", "k.toml", "--strict", "-q"]).code, 2);
    dir.write("k.toml", format!("{HEAD}{table}"));
    assert!(dir.succeed(&["audit", "k.toml"]).out.contains("no statements"));
}

/// Names of fields and words of choices in the reader's sources, as a claim file writes them.
fn keys_of(source: &str) -> Vec<String> {
    let mut keys = Vec::new();
    for line in source.lines() {
        let line = line.trim();
        let field = line.strip_prefix("pub ").unwrap_or(line).split_once(": ");
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        match field {
            Some((name, kind)) if name.chars().all(plain) && kind.ends_with(',') => {
                keys.push(name.to_owned());
            }
            _ => {
                let variant = line.trim_end_matches([',', '{', ' ']);
                let is_variant = variant.starts_with(|c: char| c.is_ascii_uppercase())
                    && variant != line
                    && variant.chars().all(|c| c.is_ascii_alphanumeric());
                if is_variant {
                    let mut word = String::new();
                    for c in variant.chars() {
                        if c.is_ascii_uppercase() && !word.is_empty() {
                            word.push('-');
                        }
                        word.push(c.to_ascii_lowercase());
                    }
                    keys.push(word);
                }
            }
        }
    }
    keys
}

#[test]
fn audit_every_key_of_a_claim_file_is_documented() {
    let read = |path: &str| std::fs::read_to_string(project().join(path)).expect("a source");
    let between = |text: &str, from: &str, to: &str| -> String {
        let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("no {from}"));
        rest.split(to).next().expect("a part").to_owned()
    };
    let mut keys = keys_of(&between(&read("src/published/claims.rs"), "use super", "impl Claims"));
    for (path, from, to) in [
        ("src/published/claims.rs", "impl Claims", "#[cfg(test)]"),
        ("src/published/checks.rs", "pub enum Check", "impl Check"),
        ("src/published/checks.rs", "pub struct CellClaim", "#[cfg(test)]"),
        ("src/published/read.rs", "struct PaperFile", "/// Reads the text"),
        ("src/published/mod.rs", "pub enum PrintedUnit", "impl HiddenDigit"),
    ] {
        keys.extend(keys_of(&between(&read(path), from, to)));
    }
    keys.sort();
    keys.dedup();
    for word in ["leave_one_out", "f_score_in", "weighted-rate", "z_not_significant", "size"] {
        assert!(keys.iter().any(|key| key == word), "{word} is not among the keys: {keys:?}");
    }
    let page = between(&read("docs/audit.md"), "## Claim files", "### A complete example");
    let spans = page.split('`').skip(1).step_by(2);
    let words: std::collections::BTreeSet<&str> = spans
        .flat_map(|span| span.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-'))
        .collect();
    let missing: Vec<&String> = keys.iter().filter(|key| !words.contains(key.as_str())).collect();
    assert!(missing.is_empty(), "docs/audit.md does not say what these keys are: {missing:?}");
}

/// Two rows, all tied: mean ranks move by quarters, and 1.37 is none of them.
#[test]
fn audit_ranks_between_two_that_breaking_ties_allows_are_wrong() {
    let tied = "d,A,B\nx,1,1\ny,2,2\n";
    let rank = |rank: &str| {
        let lines = format!("better = \"higher\"\n[table.claims]\nrank = {{ A = \"{rank}\" }}\n");
        find(&audit(&[("t", tied, &lines)], ""), "rank A").verdict
    };
    assert_eq!(rank("1.50"), Verdict::Match);
    assert_eq!(rank("1.25"), Verdict::Convention);
    assert_eq!(rank("1.00"), Verdict::Convention);
    assert_ne!(rank("1.37"), Verdict::Convention);
}
