//! Published beside measured as a user sees it: a table of their own and one that ships, in every format, again from the
//! store, without the table, and with every mistake that a spec can make.

use std::collections::BTreeMap;

use crate::support::{Dir, SMALL, project};

const FORMATS: [&str; 7] = [
    "summary.md",
    "reference.json",
    "tables.json",
    "tables/accuracy-reference.csv",
    "tables/accuracy-reference.tex",
    "figures/accuracy-reference.svg",
    "index.html",
];

/// A paper of our own making: names that differ, an empty cell, and a dataset that nobody has.
const PAPER: &str = "dataset,k-NN,Logit,Zen\nIris,95.3,80.0,1\nwine,96,,1\nabalone,50,50,1\n";
const REFERENCE: &str = "[reference]\nfile = \"paper.csv\"\ncite = \"Doe 2020, table 2, page 7\"\n\
                         methods = { kNN = \"k-NN\", logistic = \"Logit\" }\n";

fn report(dir: &Dir) -> BTreeMap<&'static str, String> {
    FORMATS.iter().map(|name| (*name, dir.read(&format!("reports/small/{name}")))).collect()
}

#[test]
fn a_table_of_the_users_own_stands_beside_the_scores_in_every_format() {
    let dir = Dir::new();
    dir.write("paper.csv", PAPER);
    dir.write("s.toml", SMALL);
    dir.succeed(&["run", "s.toml", "-q"]);
    let journal = dir.read("results/small/journal.jsonl");
    dir.write("s.toml", format!("{SMALL}{REFERENCE}"));
    // Nothing runs again: a reference is no part of any trial.
    let said = dir.succeed(&["run", "s.toml"]);
    assert!(said.err.contains("all stored, nothing to run"), "{}", said.err);
    assert_eq!(journal, dir.read("results/small/journal.jsonl"));
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for expected in [
        "accuracy in %, published (Doe 2020, table 2, page 7) beside measured",
        "published ours difference",
        "of 3 cells within two standard deviations of our folds",
        "inside the 95 % interval of our mean",
        "mean difference",
        "largest difference iris/logistic +",
        "same order of mean ranks: ",
        "Published, not run: abalone (not in the spec).",
        "Published methods that were not run: Zen.",
        "Methods that it does not have: majority.",
        "our kNN is k-NN in print, our logistic is Logit in print and our iris is Iris in print",
    ] {
        assert!(words.contains(expected), "{expected}:\n{}", said.out);
    }
    let files = report(&dir);
    for (name, text) in &files {
        assert!(text.contains("Doe 2020, table 2, page 7"), "{name} does not cite its source");
        assert!(!text.contains("NaN"), "{name}");
    }
    let csv = &files["tables/accuracy-reference.csv"];
    let head = "dataset,kNN: published,kNN: ours,kNN: ours sd,kNN: difference,logistic: published";
    assert!(csv.starts_with(head) && csv.contains("\niris,95.3,"), "{csv}");
    assert!(csv.contains("\nwithin two sd,") && csv.contains("\nmean rank,"), "{csv}");
    let tex = &files["tables/accuracy-reference.tex"];
    assert!(tex.contains("\\multicolumn{4}{c}{kNN}") && tex.contains("95.3"), "{tex}");
    let page = &files["index.html"];
    assert!(
        page.contains("<section id=\"reference\"") && page.contains("Published beside measured")
    );
    assert!(page.contains("href=\"#reference\"") && page.contains("figure-accuracy-reference"));
    assert!(files["summary.md"].contains("within two standard deviations of our folds"));
    let json: serde_json::Value = serde_json::from_str(&files["reference.json"]).expect("JSON");
    let own = &json[0];
    assert_eq!((own["table"].as_str(), own["unit"].as_str()), (Some("paper"), Some("percent")));
    assert_eq!(own["overall"]["cells"], 3);
    assert_eq!(own["not_run"][0]["dataset"], "abalone");
    let cell = &own["cells"][0];
    let number = |key: &str| cell[key].as_f64().unwrap_or_else(|| panic!("{key}: {cell}"));
    assert_eq!(
        (cell["dataset"].as_str(), cell["published"].as_str()),
        (Some("iris"), Some("95.3"))
    );
    assert!((number("mean") - 95.3 - number("difference")).abs() < 1e-9);
    assert_eq!(
        cell["within_two_sd"],
        (number("difference").abs() <= 2.0 * number("sd") + 0.05 + 1e-9)
    );
    // The same bytes again, from the spec and from the run alone.
    dir.succeed(&["report", "s.toml", "-q"]);
    assert!(files == report(&dir), "a report that is made again differs");
    let said = dir.succeed(&["run", "s.toml", "--json"]);
    assert!(said.out.contains("\"references\"") && said.out.contains("\"within_two_sd\""));
    // A part of it by its name.
    dir.succeed(&["report", "s.toml", "-q", "--only", "reference", "--format", "csv"]);
}

#[test]
fn a_shipped_table_is_found_by_its_name_and_times_have_a_ratio() {
    let dir = Dir::new();
    let more = "[analysis]\nmetrics = [\"accuracy\", \"select_time\"]\n[reference]\n\
                tables = [\"melki-5.5\", \"melki-5.3-accuracy\", \"melki-5.3-runtime\"]\n\
                metrics = { \"melki-5.3-runtime\" = \"select_time\" }\nmethods = { kNN = \"k-NN\" }\n";
    let ollawv = "[[method]]\nname = \"OLLAWV\"\nkind = \"ollawv\"\ngrid = { c = [1, 16] }\n";
    dir.write("s.toml", format!("{SMALL}{ollawv}{more}"));
    let said = dir.succeed(&["run", "s.toml"]);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for expected in [
        "melki-5.5 (Melki 2018, table 5.5, page 100): ",
        "of 6 cells within two standard deviations",
        "97.33 ± 1.49",
        "melki-5.3-runtime (Melki 2018, table 5.3, page 97): 2 pairs of times of two machines; ours over published is",
        "mean rank, all 23 published rows",
    ] {
        assert!(words.contains(expected), "{expected}:\n{}", said.out);
    }
    let table = |name: &str| dir.read(&format!("reports/small/tables/{name}.csv"));
    assert!(
        table("accuracy-reference").contains("\niris,97.33,1.49")
            || table("accuracy-reference").contains(",97.33,1.49,")
    );
    assert!(table("accuracy-reference-2").starts_with("dataset,OLLAWV: published,OLLAWV: ours"));
    let times = table("select_time-reference");
    assert!(times.contains("OLLAWV: ratio") && times.contains("geometric mean"), "{times}");
    assert!(!times.contains("within"), "{times}");
    // Without the folder of published tables the rest is made, and one line says what is missing.
    let mut command = dir.command(&["report", "results/small"]);
    let output = command.env("TRIBUNAL_DATA", dir.path("nowhere")).output().expect("started");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    assert!(told.contains("warning: the published table melki-5.5 cannot be shown: "), "{told}");
    let page = dir.read("reports/small/index.html");
    assert!(page.contains("the published table melki-5.5 cannot be shown"));
    assert!(!page.contains("<section id=\"reference\"") && page.contains("metric-accuracy"));
    assert!(dir.read("reports/small/reference.json").contains("\"unread\": "));
    // With it, the folder of the run is enough.
    let said = dir.succeed(&["report", "results/small"]);
    assert!(!said.err.contains("warning"), "{}", said.err);
    assert!(dir.read("reports/small/index.html").contains("<section id=\"reference\""));
}

#[test]
fn a_file_that_is_gone_costs_its_own_table_only() {
    let dir = Dir::new();
    dir.write("paper.csv", PAPER);
    dir.write("s.toml", format!("{SMALL}{REFERENCE}"));
    dir.succeed(&["run", "s.toml", "-q"]);
    std::fs::remove_file(dir.path("paper.csv")).expect("removed");
    for run in ["s.toml", "results/small"] {
        let said = dir.succeed(&["report", run]);
        let line = "warning: the published table paper cannot be shown: paper.csv cannot be used";
        assert!(said.err.contains(line), "{run}: {}", said.err);
        assert!(dir.path("reports/small/tables/accuracy-scores.tex").exists());
    }
    assert_eq!(dir.run(&["run", "s.toml"]).code, 2, "a run wants what its spec names");
}

#[test]
fn the_standard_deviations_and_the_unit_of_a_file() {
    let dir = Dir::new();
    dir.write("paper.csv", "dataset,kNN\niris,0.953\nwine,0.961\n");
    dir.write("sd.csv", "dataset,kNN\niris,0.021\nwine,0.017\n");
    let more = "[reference]\nfile = \"paper.csv\"\nsd = \"sd.csv\"\n";
    dir.write("s.toml", format!("{SMALL}{more}"));
    let said = dir.succeed(&["run", "s.toml"]);
    // Nothing is above one: they are shares, and ours are printed as such.
    assert!(said.out.contains("0.953 ± 0.021  0.9"), "{}", said.out);
    assert!(said.out.contains("accuracy, published (paper.csv) beside measured"), "{}", said.out);
}

#[test]
fn every_mistake_has_a_line_and_a_remedy() {
    let dir = Dir::new();
    dir.write("paper.csv", PAPER);
    dir.write("other.csv", "dataset,a,b\nx,1,2\n");
    dir.write("signs.csv", "dataset,k-NN\niris,95.3%\n");
    let shown = project().join("datasets/published/tables/melki_5.5_accuracy_pct_mean.csv");
    assert!(shown.exists());
    for (lines, message, help) in [
        ("", "[reference] names no table", "melki-5.3-accuracy"),
        ("tables = []", "[reference] names no table", "melki-5.3-accuracy"),
        (
            "tabel = \"x\"\nfile = \"paper.csv\"",
            "unknown key `tabel` in [reference]",
            "did you mean `table`?",
        ),
        (
            "table = \"melki-5.3-acuracy\"",
            "no published table `melki-5.3-acuracy`",
            "did you mean `melki-5.3-accuracy`?",
        ),
        (
            "table = \"melki-5.5\"\ntables = [\"melki-5.5\"]",
            "`table` and `tables` are both there",
            "in `tables`",
        ),
        ("tables = [\"melki-5.5\", \"melki-5.5\"]", "`melki-5.5` is listed twice", "remove one"),
        (
            "table = \"melki-5.5\"\nmethods = { KNN = \"k-NN\" }",
            "unknown method `KNN`",
            "did you mean `kNN`?",
        ),
        (
            "table = \"melki-5.5\"\nmethods = { kNN = \"kNN\" }",
            "no published table has a method `kNN`",
            "did you mean `k-NN`?",
        ),
        (
            "table = \"melki-5.5\"\ndatasets = { irsi = \"iris\" }",
            "unknown dataset `irsi`",
            "did you mean `iris`?",
        ),
        (
            "table = \"melki-5.5\"\ndatasets = { iris = \"irsi\" }",
            "no published table has a dataset `irsi`",
            "did you mean `iris`?",
        ),
        (
            "table = \"melki-5.5\"\ndatasets = { iris = \"wine\", wine = \"wine\" }",
            "both stand for `wine`",
            "remove one",
        ),
        (
            "table = \"melki-5.5\"\nmethods = { kNN = 3 }",
            "`kNN` must be a name in quotes",
            "a name in quotes",
        ),
        (
            "table = \"melki-5.5\"\nmetrics = { \"melki-5.3\" = \"kappa\" }",
            "unknown table `melki-5.3`",
            "did you mean `melki-5.5`?",
        ),
        (
            "table = \"melki-5.5\"\nmetrics = { \"melki-5.5\" = \"kapa\" }",
            "unknown metric `kapa`",
            "did you mean `kappa`?",
        ),
        (
            "table = \"melki-5.5\"\nmetrics = { \"melki-5.5\" = \"kappa\" }",
            "shows `kappa`, which this experiment does not",
            "add \"kappa\" to `metrics` of [analysis]",
        ),
        (
            "table = \"bollipo-3.3-cpu\"",
            "nobody says which metric `bollipo-3.3-cpu` shows",
            "metrics = {",
        ),
        (
            "table = \"melki-5.3-runtime\"\nmetrics = { \"melki-5.3-runtime\" = \"accuracy\" }",
            "has the unit `seconds`, which `accuracy` has not",
            "metrics = {",
        ),
        (
            "table = \"melki-5.3-accuracy\"",
            "has no method of this experiment",
            "it has OLLAWV, NNISDA, MNSVM; where names differ write methods = { \"kNN\" = \"OLLAWV\" }",
        ),
        (
            "file = \"other.csv\"\nmethods = { kNN = \"a\" }",
            "`other` has no dataset of this experiment",
            "it has x",
        ),
        ("file = \"none.csv\"", "none.csv cannot be used", "a table is a CSV file"),
        (
            "file = \"signs.csv\"\nmethods = { kNN = \"k-NN\" }",
            "signs.csv cannot be used: `95.3%` (iris, k-NN) is no number such as 97.3",
            "a table is a CSV file",
        ),
        (
            "file = \"paper.csv\"\nunit = \"share\"\nmethods = { kNN = \"k-NN\" }",
            "which `accuracy` in the unit `share` cannot have",
            "check the number and `unit`",
        ),
        (
            "file = \"paper.csv\"\nsd = \"other.csv\"\nmethods = { kNN = \"k-NN\" }",
            "other.csv has other rows or columns than paper.csv",
            "stands where its number does",
        ),
        (
            "file = \"paper.csv\"\nunit = \"percents\"\nmethods = { kNN = \"k-NN\" }",
            "unknown `unit` `percents`",
            "did you mean `percent`?",
        ),
        (
            "table = \"melki-5.5\"\ncite = \"x\"",
            "`cite` describes `file`, which is not there",
            "remove the key",
        ),
    ] {
        dir.write("s.toml", format!("{SMALL}[reference]\n{lines}\n"));
        let said = dir.run(&["plan", "s.toml", "--no-pilot"]);
        assert_eq!(said.code, 2, "{lines}:\n{}", said.err);
        assert!(said.err.contains(message) && said.err.contains(help), "{lines}:\n{}", said.err);
        assert!(said.err.contains("s.toml:"), "{lines} has no place:\n{}", said.err);
    }
}

/// A name that is mapped for one table stands for itself in another that has it.
#[test]
fn two_tables_may_spell_a_method_differently() {
    let dir = Dir::new();
    dir.write("doe.csv", "dataset,kNN\niris,95.0\nwine,96.0\n");
    let tables = "[analysis]\nmetrics = [\"accuracy\"]\n[reference]\ntable = \"melki-5.5\"\nfile = \"doe.csv\"\n\
                  methods = { kNN = \"k-NN\" }\n";
    dir.write("s.toml", format!("{SMALL}{tables}"));
    dir.succeed(&["run", "s.toml", "-q"]);
    let json: serde_json::Value =
        serde_json::from_str(&dir.read("reports/small/reference.json")).expect("JSON");
    let names = |table: usize| json[table]["cells"][0]["published_method"].as_str();
    assert_eq!((names(0), names(1)), (Some("k-NN"), Some("kNN")));
}
