//! Missing results from the run to every output: a method that fails on one dataset and gives no probabilities, an imported
//! run with failures, and the policies that the command line chooses.

use serde_json::Value;

use tribunal::{Court, Options};

use crate::support::{Dir, project};

/// Knows the most frequent class; refuses to learn from fewer than five features, as iris has.
const MINE: &str = r#"
set -e
cd "$1"
head -1 train.csv | grep -q x5 || { echo "too few features" >&2; exit 1; }
class=$(sed 1d train.csv | sed 's/.*,//' | sort | uniq -c | sort -k1,1nr -k2,2n | sed 's/.* //;1q')
{ echo label; sed 1d test.csv | sed "s/.*/$class/"; } > predictions.csv
"#;

const SPEC: &str = r#"
[experiment]
name = "x"
seed = 3
[protocol]
outer = { folds = 2 }
inner = { folds = 2 }
[analysis]
metrics = ["accuracy", "auc"]
[[dataset]]
name = "iris"
[[dataset]]
name = "wine"
[[dataset]]
name = "glass"
[[dataset]]
name = "thyroid"
[[method]]
name = "kNN"
kind = "knn"
[[method]]
name = "prior"
kind = "majority"
"#;

const COMMAND: &str =
    "[[method]]\nname = \"mine\"\nkind = \"command\"\ncommand = [\"sh\", \"mine.sh\"]\n";

fn verdicts(dir: &Dir, run: &str) -> Vec<Value> {
    let text = dir.read(&format!("reports/{run}/verdict.json"));
    serde_json::from_str(&text).expect("a list of verdicts")
}

fn note(verdict: &Value, place: usize) -> &str {
    verdict["notes"][place].as_str().unwrap_or_else(|| panic!("no note {place}: {verdict}"))
}

#[test]
fn a_failing_method_leaves_a_verdict_on_the_other_datasets() {
    let dir = Dir::new();
    dir.write("mine.sh", MINE);
    dir.write("x.toml", format!("{SPEC}{COMMAND}"));
    let said = dir.run(&["run", "x.toml"]);
    assert_eq!(said.code, 3, "{}\n{}", said.out, said.err);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for word in [
        "policy drop-dataset for missing results",
        "1 of 4 datasets was left out because results were missing: iris.",
        "Missing: mine on iris (0 of 2 trials done: it ended with exit code 1: too few features)",
        "mine on wine, glass and thyroid (mine gives no probabilities, so AUC is undefined; let mine give probabilities, or leave AUC out)",
        "1 of 3 methods was left out because it had no result on any dataset: mine.",
    ] {
        assert!(words.contains(word), "no {word:?} in {words}");
    }
    assert!(!words.contains("No verdict"), "{words}");
    let found = verdicts(&dir, "x");
    assert_eq!((&found[0]["n_datasets"], &found[0]["k"]), (&3.into(), &3.into()));
    let first = "1 of 4 datasets left out because results are missing: mine on iris (failed)";
    assert_eq!(note(&found[0], 0), first);
    assert!(note(&found[0], 1).contains("--missing drop-method"), "{}", note(&found[0], 1));
    assert_eq!(found[0]["missing"]["datasets_left_out"], serde_json::json!(["iris"]));
    assert_eq!(found[0]["settings"]["missing"], "drop-dataset");
    assert_eq!((&found[1]["n_datasets"], &found[1]["k"]), (&4.into(), &2.into()));
    assert_eq!(found[1]["missing"]["methods_left_out"], serde_json::json!(["mine"]));
    assert!(note(&found[1], 1).starts_with("mine gives no probabilities, so AUC is undefined"));
    for verdict in &found {
        let paragraph = verdict["methods_paragraph"].as_str().expect("a paragraph");
        assert!(paragraph.contains("left out because"), "{paragraph}");
    }
    let page = dir.read("reports/x/index.html");
    assert!(page.contains(first) && page.contains("so AUC is undefined"));

    // Filled results decide ranks; tables still show the hole.
    dir.succeed(&["report", "results/x", "-q", "--missing", "constant-predictor"]);
    let found = verdicts(&dir, "x");
    assert_eq!((&found[0]["n_datasets"], &found[0]["k"]), (&4.into(), &3.into()));
    assert_eq!(found[0]["missing"]["filled_with"], "prior");
    // On iris and everywhere else it is what the majority class is.
    let ranks = &found[0]["average_ranks"];
    assert_eq!((&ranks["mine"], &ranks["prior"]), (&2.5.into(), &2.5.into()));
    assert!(note(&found[0], 0).contains("take the score of prior on their dataset: mine on iris"));
    let csv = dir.read("reports/x/tables/accuracy-scores.csv");
    let iris = csv.lines().find(|line| line.starts_with("iris")).expect("a row");
    let hole = csv.lines().next().expect("a head").split(',').position(|c| c.starts_with("mine"));
    assert_eq!(iris.split(',').nth(hole.expect("a column")), Some(""), "{csv}");
    let page = dir.read("reports/x/index.html");
    assert!(page.contains("--missing constant-predictor"));
    assert!(page.contains("1 missing result was replaced by the score of prior"));

    // The spec chooses, and the command line chooses otherwise.
    dir.write(
        "x.toml",
        format!("{SPEC}{COMMAND}").replace("[analysis]", "[analysis]\nmissing = \"error\""),
    );
    dir.succeed(&["report", "x.toml", "-q"]);
    let found = verdicts(&dir, "x");
    let refused = found[0]["refused"].as_str().expect("a refusal");
    assert_eq!(refused, "missing results: mine on iris (failed)");
    let remedy = found[1]["remedy"].as_str().expect("a remedy");
    assert!(remedy.starts_with("let mine give probabilities, or leave AUC out"), "{remedy}");
    dir.succeed(&["report", "x.toml", "-q", "--missing", "drop-method"]);
    assert_eq!(verdicts(&dir, "x")[0]["k"], 2);
    let said = dir.run(&["report", "x.toml", "--missing", "drop-metod"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("--missing") && said.err.contains("drop-method"), "{}", said.err);
}

/// A run of its own keeps no predictions in memory, and knows what answers hold all the same. The remedy that it names works.
#[test]
fn decisions_are_no_probabilities() {
    let court = Court::new().data_folder(project().join("datasets"));
    let spec = SPEC.replace("\"auc\"", "\"log_loss\"");
    let svm = "[[method]]\nname = \"machine\"\nkind = \"svm\"\n";
    let text = |params: &str| format!("{spec}{svm}{params}");
    let verdict = |text: &str| {
        let run = court.read(text).expect("a spec").run(&Options::default()).expect("a run");
        run.json()
    };
    let without = verdict(&text(""));
    let why = "machine gives no probabilities, so log loss is undefined; set probabilities = \\\"platt\\\" in the parameters of machine, or leave log loss out";
    assert!(without.contains(why), "{without}");
    let with = verdict(&text("params = { probabilities = \"platt\" }\n"));
    assert!(!with.contains("gives no probabilities"), "{with}");
}

/// Results of the AutoML benchmark: three frameworks on five tasks, two folds; one failed on two tasks.
fn amlb() -> String {
    let mut text = "task,framework,constraint,fold,result,metric,info,acc\n".to_owned();
    for (t, task) in ["kc2", "car", "vehicle", "iris", "wine"].iter().enumerate() {
        for fold in 0..2 {
            for (framework, skill) in [("constantpredictor", 0.4), ("flaml", 0.8), ("tpot", 0.7)] {
                let score = skill + 0.02 * t as f64 + 0.01 * f64::from(fold);
                let failed = framework == "flaml" && t < 2 && fold == 1;
                text += &match failed {
                    true => format!("{task},{framework},1h8c,{fold},,acc,killed,\n"),
                    false => format!("{task},{framework},1h8c,{fold},{score},acc,,{score}\n"),
                };
            }
        }
    }
    text
}

#[test]
fn imported_failures_are_left_out_or_filled() {
    let dir = Dir::new();
    dir.write("results.csv", amlb());
    let said = dir.succeed(&["import", "--name", "r", "results.csv"]);
    assert!(said.err.contains("2 results are missing"), "{}", said.err);
    dir.succeed(&["report", "results/r", "-q"]);
    let found = &verdicts(&dir, "r")[0];
    assert_eq!((&found["n_datasets"], &found["k"]), (&3.into(), &3.into()));
    assert!(note(found, 0).ends_with("flaml on car (failed) and flaml on kc2 (failed)"));
    dir.succeed(&["report", "results/r", "-q", "--missing", "constant-predictor"]);
    let found = &verdicts(&dir, "r")[0];
    assert_eq!((&found["n_datasets"], &found["k"]), (&5.into(), &3.into()));
    assert_eq!(found["missing"]["filled_with"], "constantpredictor");
    // First on three datasets, shared second place on two.
    assert_eq!(found["average_ranks"]["flaml"], (3.0 + 2.0 * 2.5) / 5.0);
    assert!(found["bibtex"].as_str().is_some_and(|text| text.contains("gijsbers2024")));
    let page = dir.read("reports/r/index.html");
    assert!(page.contains("Gijsbers et al. 2024"));

    // The policy can be stored with the run; it wins over the settings, and the report wins over both.
    dir.write("s.toml", "[analysis]\nmissing = \"error\"  # strict\nalpha = 0.1\n");
    let import = ["import", "--name", "r", "results.csv", "--force", "-q", "--settings", "s.toml"];
    dir.succeed(&import);
    dir.succeed(&["report", "results/r", "-q"]);
    assert!(verdicts(&dir, "r")[0]["refused"].is_string());
    dir.succeed(&[&import[..], &["--missing", "worst-rank"]].concat());
    dir.succeed(&["report", "results/r", "-q"]);
    let found = &verdicts(&dir, "r")[0];
    assert_eq!(
        (&found["settings"]["missing"], &found["alpha"]),
        (&"worst-rank".into(), &0.1.into())
    );
    let said = dir.succeed(&["analyze", "results/r", "--json"]);
    let found: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(found["settings"]["missing"], "worst-rank", "the policy of the run");
    dir.succeed(&["report", "results/r", "-q", "--missing", "drop-method"]);
    assert_eq!(verdicts(&dir, "r")[0]["k"], 2);
    dir.write("s.toml", "[report]\nspread = false\n");
    dir.succeed(&[&import[..], &["--missing", "drop-method"]].concat());
    dir.succeed(&["report", "results/r", "-q"]);
    assert_eq!(verdicts(&dir, "r")[0]["k"], 2);
    let said = dir.run(&[&import[..], &["--missing", "none"]].concat());
    assert_eq!(said.code, 2);
    assert!(said.err.contains("--missing does not know `none`"), "{}", said.err);
}

#[test]
fn a_file_of_scores_with_a_constant_predictor() {
    let dir = Dir::new();
    let table = "dataset,a,b,Zero-R\nv,0.9,0.8,0.5\nw,0.9,,0.5\nx,0.8,0.9,0.5\ny,0.7,0.6,0.4\n";
    dir.write("t.csv", table);
    let json = |arguments: &[&str]| -> Value {
        let all = [&["analyze", "t.csv", "--json"], arguments].concat();
        serde_json::from_str(&dir.succeed(&all).out).expect("JSON")
    };
    assert_eq!(json(&[])["n_datasets"], 3);
    let found = json(&["--missing", "constant-predictor"]);
    assert_eq!(
        (&found["n_datasets"], &found["average_ranks"]["b"]),
        (&4.into(), &(7.5 / 4.0).into())
    );
    dir.write("t.csv", table.replace("Zero-R", "c"));
    let said = dir.run(&["analyze", "t.csv", "--missing", "constant-predictor"]);
    assert_eq!(said.code, 2, "{}", said.out);
    assert!(said.err.contains("kind = \"majority\""), "{}", said.err);
}
