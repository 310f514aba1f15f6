//! What methods are given: tables or numbers, nominal columns of catalogue datasets, drawn datasets, skipped trials, and
//! the method that leaks on purpose.

use std::collections::BTreeMap;

use crate::support::{Dir, project};

const HEAD: &str = "[experiment]\nname = \"t\"\nseed = 7\n";

#[test]
fn without_conversion_methods_are_skipped_where_they_cannot_read_the_data() {
    let dir = Dir::new();
    let methods = "[[method]]\nkind = \"logistic\"\n[[method]]\nkind = \"majority\"\n[[method]]\nkind = \"lda\"\n";
    let spec = |convert: &str| {
        format!(
            "{HEAD}[protocol]\nouter = {{ folds = 2 }}\n{convert}\n[[dataset]]\nname = \"iris\"\n[[dataset]]\nname = \"cancer\"\n\
             [[dataset]]\nname = \"titanic\"\nnominal = [\"pclass\", \"age\", \"sex\"]\n{methods}"
        )
    };
    dir.write("t.toml", spec("convert = false"));
    let planned = dir.succeed(&["plan", "t.toml", "--no-pilot"]).out;
    assert!(planned.contains("cancer: skipped, lda reads no missing values"), "{planned}");
    assert!(planned.contains("titanic: skipped, lda reads no nominal features"), "{planned}");
    assert!(!planned.contains("iris: skipped"), "{planned}");
    // Skipping is what was asked for, not a failure: the run is complete, and stays so.
    let said = dir.succeed(&["run", "t.toml"]);
    assert!(said.err.contains("lda on cancer: skipped"), "{}", said.err);
    let statuses = dir.read("results/t/outcomes.csv");
    // Two folds of two datasets for two methods; the majority class reads anything.
    assert_eq!(statuses.matches(",skipped,").count(), 2 * 2 * 2, "{statuses}");
    assert_eq!(statuses.matches(",done,").count(), 2 * (3 + 2), "{statuses}");
    assert!(dir.succeed(&["run", "t.toml"]).err.contains("nothing to run"));
    assert!(dir.read("reports/t/summary.md").contains("skipped"));
    // With conversion everything is tried, under other identities.
    dir.write("t.toml", spec(""));
    dir.succeed(&["run", "t.toml"]);
    assert_eq!(dir.read("results/t/outcomes.csv").matches(",done,").count(), 2 * 3 * 3);
}

#[test]
fn a_drawn_dataset_follows_the_seed_and_needs_no_file() {
    let dir = Dir::new();
    let draw = "[[dataset]]\nname = \"a\"\ngenerate = { rows = 30, features = 3, variance = 2 }\n\
                [[dataset]]\nname = \"b\"\ngenerate = { rows = 30, seed = 1 }\n[[method]]\nkind = \"lda\"\n";
    dir.write("t.toml", format!("{HEAD}{draw}"));
    let content = |seed: &str| -> Vec<String> {
        dir.succeed(&["run", "t.toml", "--seed", seed]);
        let run: serde_json::Value =
            serde_json::from_str(&dir.read("results/t/run.json")).expect("JSON");
        let sets = run["datasets"].as_array().expect("datasets");
        sets.iter().map(|d| d["content"].as_str().expect("a hash").to_owned()).collect()
    };
    let (one, other) = (content("1"), content("2"));
    assert_ne!(one[0], other[0]);
    assert_eq!(one[1], other[1], "an own seed stays");
    // Everything else that is said about a dataset is about files.
    for (wrong, word) in [
        ("generate = { rows = 30 }\npath = \"x.csv\"", "drawn"),
        ("generate = { rows = 1 }", "rows"),
        ("generate = { kind = \"moons\" }", "moons"),
        ("generate = { spread = 1.7e308 }", "too large"),
        ("generate = { rows = 1000000, features = 10000 }", "too many"),
    ] {
        dir.write(
            "w.toml",
            format!("{HEAD}[[dataset]]\nname = \"a\"\n{wrong}\n[[method]]\nkind = \"lda\"\n"),
        );
        let said = dir.run(&["plan", "w.toml", "--no-pilot"]);
        assert_eq!(said.code, 2, "{wrong}");
        assert!(said.err.contains(word), "{wrong}: {}", said.err);
    }
}

/// Suppharangsarn's FLDA2 is fitted on all rows, so that its accuracy over all folds is the share of rows that it gets
/// right: the published number can be had without knowing the thesis's folds. (With folds of unequal size the mean over
/// folds differs from the share; the sets below divide evenly, or differ by less than is printed.)
#[test]
fn the_leaking_discriminant_gives_the_published_numbers() {
    let table = "datasets/published/tables/suppharangsarn_5.4_accuracy_pct_mean.csv";
    let text = std::fs::read_to_string(project().join(table)).expect("the published table");
    let head: Vec<&str> = text.lines().next().expect("a head").split(',').collect();
    let column = head.iter().position(|c| c.contains("FLDA2")).expect("FLDA2");
    let published: BTreeMap<String, f64> = text
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect::<Vec<_>>())
        .map(|cells| (cells[0].to_lowercase(), cells[column].parse().expect("a number")))
        .collect();
    let sets = [
        ("diabetes", "diabetes"),
        ("flare-solar", "flare_solar"),
        ("heart", "heart"),
        ("iris", "iris"),
        ("satimage", "satimage"),
        ("segment", "segment"),
        ("splice", "splice"),
        ("titanic", "titanic"),
        ("vowel", "vowel"),
        ("wine", "wine"),
    ];
    let dir = Dir::new();
    let listed: String =
        sets.iter().map(|(_, ours)| format!("[[dataset]]\nname = \"{ours}\"\n")).collect();
    dir.write("t.toml", format!("{HEAD}{listed}[[method]]\nkind = \"flda-all\"\n"));
    dir.succeed(&["run", "t.toml"]);
    let mut counts: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for line in dir.read("results/t/confusion.csv").lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let count: f64 = cells[4].parse().expect("a count");
        let (right, all) = counts.entry(cells[0].to_owned()).or_default();
        *all += count;
        *right += if cells[2] == cells[3] { count } else { 0.0 };
    }
    for (theirs, ours) in sets {
        let (right, all) = counts[ours];
        let found = 100.0 * right / all;
        let printed = published[theirs];
        assert!((found - printed).abs() <= 0.0051, "{ours}: {found} against {printed}");
    }
}
