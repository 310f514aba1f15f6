//! Folds that datasets declare, from the spec to the gate: files, columns, different numbers per dataset, and what is refused.

use crate::support::{Dir, SMALL, project};

/// Rows `x,class,part` with classes that a line separates; `part` cycles through the given words.
fn table(rows: usize, parts: &[&str]) -> String {
    let row = |i: usize| {
        let class = if i.is_multiple_of(2) { "a" } else { "b" };
        format!("{},{},{class},{}\n", i % 7, i % 2 * 3 + i % 3, parts[i % parts.len()])
    };
    format!("x,y,class,part\n{}", (0..rows).map(row).collect::<String>())
}

/// A file of folds: row i is in fold i modulo `folds`.
fn folds(rows: usize, folds: usize) -> String {
    let line = |i: usize| format!("{i},{}\n", i % folds);
    format!("row,fold\n{}", (0..rows).map(line).collect::<String>())
}

const METHODS: &str = "[[method]]\nkind = \"knn\"\ngrid = { k = [1, 3] }\n[[method]]\nkind = \"majority\"\n\
    [[method]]\nkind = \"naive-bayes\"\n";

fn spec(protocol: &str, datasets: &str) -> String {
    format!("[experiment]\nname = \"e\"\nseed = 1\n[protocol]\n{protocol}\n{datasets}\n{METHODS}")
}

fn outcomes(dir: &Dir) -> Vec<Vec<String>> {
    let text = dir.read("results/e/outcomes.csv");
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// How many outcomes each dataset has.
fn counts(dir: &Dir) -> Vec<(String, usize)> {
    let all = outcomes(dir);
    let dataset = all[0].iter().position(|name| name == "dataset").expect("a column");
    let mut counts: Vec<(String, usize)> = Vec::new();
    for row in &all[1..] {
        match counts.iter_mut().find(|(name, _)| *name == row[dataset]) {
            Some((_, count)) => *count += 1,
            None => counts.push((row[dataset].clone(), 1)),
        }
    }
    counts
}

/// Nothing is undefined where a dataset has fewer folds than another, and no report may say so.
fn says_the_folds_of_every_dataset(dir: &Dir) {
    let caption = "Mean ± standard deviation over 1 to 4 outer test folds.";
    for file in ["summary.md", "index.html", "tables/accuracy-scores.tex"] {
        let text = dir.read(&format!("reports/e/{file}"));
        assert!(text.contains(caption) || text.contains(&caption.replace('±', "$\\pm$")), "{file}");
        assert!(!text.contains("Undefined on some folds"), "{file}");
    }
}

/// A file, a column, one split and drawn folds in one experiment, through run, report, gate and resuming.
#[test]
fn datasets_of_one_experiment_have_different_numbers_of_folds() {
    for kind in ["nested", "flat"] {
        let dir = Dir::new();
        dir.write("a.csv", table(40, &["0", "1", "2"]));
        dir.write("b.csv", table(41, &["train", "train", "test"]));
        dir.write("folds.csv", folds(150, 4));
        let datasets = "[[dataset]]\nname = \"iris\"\nfolds-file = \"folds.csv\"\n\
            [[dataset]]\npath = \"a.csv\"\ntarget = \"class\"\nfold = \"part\"\n\
            [[dataset]]\npath = \"b.csv\"\ntarget = \"class\"\nfold = \"part\"\n\
            [[dataset]]\nname = \"wine\"\n";
        let protocol = format!("kind = \"{kind}\"\nouter = {{ folds = 2 }}\n");
        dir.write("e.toml", spec(&protocol, datasets));
        let plan = dir.succeed(&["plan", "e.toml"]);
        assert!(plan.out.contains("30 trials"), "{}", plan.out);
        dir.succeed(&["run", "e.toml"]);
        let expected = [("a", 9), ("b", 3), ("iris", 12), ("wine", 6)];
        assert_eq!(counts(&dir), expected.map(|(name, count)| (name.to_owned(), count)));
        dir.succeed(&["report", "e.toml"]);
        says_the_folds_of_every_dataset(&dir);
        dir.succeed(&["check", "e.toml", "--save-baseline", "base.json"]);
        let base = dir.read("base.json");
        assert!(base.contains("\"folds\": 2,"), "{base}");
        for own in ["\"folds\":4}", "\"folds\":3}", "\"folds\":1}"] {
            assert_eq!(base.matches(own).count(), 1, "{own}");
        }
        let check = dir.run(&["check", "e.toml", "--baseline", "base.json"]);
        assert_eq!(check.code, 0, "{}{}", check.out, check.err);
        // Nothing runs again, and the data may go: facts are stored.
        let again = dir.succeed(&["run", "e.toml"]);
        assert!(again.err.contains("30 trials, all stored, nothing to run"), "{}", again.err);
        for file in ["a.csv", "b.csv", "folds.csv"] {
            std::fs::remove_file(dir.path(file)).expect("a file");
        }
        dir.succeed(&["report", "results/e"]);
    }
}

/// Today's baselines keep their bytes: a number of its own is written only where it differs.
#[test]
fn a_baseline_without_declared_folds_names_no_folds_of_datasets() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    dir.succeed(&["run", "small.toml"]);
    dir.succeed(&["check", "small.toml", "--save-baseline", "base.json"]);
    assert_eq!(dir.read("base.json").matches("\"folds\"").count(), 1);
}

#[test]
fn another_number_of_folds_is_not_compared() {
    let dir = Dir::new();
    let datasets =
        "[[dataset]]\nname = \"iris\"\nfolds-file = \"folds.csv\"\n[[dataset]]\nname = \"wine\"\n";
    dir.write("e.toml", spec("outer = { folds = 2 }", datasets));
    dir.write("folds.csv", folds(150, 3));
    dir.succeed(&["run", "e.toml"]);
    dir.succeed(&["check", "e.toml", "--save-baseline", "base.json"]);
    dir.write("folds.csv", folds(150, 5));
    let report = dir.run(&["report", "e.toml"]);
    assert!(report.err.contains("the declared folds of `iris` changed"), "{}", report.err);
    dir.succeed(&["run", "e.toml"]);
    let check = dir.run(&["check", "e.toml", "--baseline", "base.json"]);
    let words = "other splits: `iris` has 3 folds in the baseline, 5 in the run";
    assert!((check.out + &check.err).contains(words));
}

/// The content is what is learned from, so the same folds from a column, a file or another file are the same trials.
#[test]
fn the_same_assignment_is_the_same_trial_wherever_it_comes_from() {
    let dir = Dir::new();
    dir.write("d.csv", table(30, &["0", "1", "2"]));
    let without: String = table(30, &["0"])
        .lines()
        .map(|line| format!("{}\n", line.rsplit_once(',').expect("a column").0))
        .collect();
    dir.write("plain.csv", without);
    dir.write("one.csv", folds(30, 3));
    let reversed: Vec<String> = (0..30).rev().map(|i| format!("x,{i},{},d", 1 + i % 3)).collect();
    dir.write("two.csv", format!("note,row,outer,dataset\n{}\n", reversed.join("\n")));
    let mut found = Vec::new();
    for dataset in [
        "path = \"d.csv\"\ntarget = \"class\"\nfold = \"part\"",
        "name = \"d\"\npath = \"plain.csv\"\nfolds-file = \"one.csv\"",
        "name = \"d\"\npath = \"plain.csv\"\nfolds-file = \"two.csv\"",
    ] {
        dir.write("e.toml", spec("", &format!("[[dataset]]\n{dataset}\n")));
        dir.succeed(&["run", "e.toml"]);
        found.push(dir.read("results/e/outcomes.csv"));
    }
    assert!(found.iter().all(|outcomes| *outcomes == found[0]));
    let journal = dir.read("results/e/journal.jsonl");
    assert_eq!(crate::support::journal_ids(&journal).len(), 9, "each trial ran once");
    // Two folds of other rows are other trials.
    dir.write("one.csv", folds(30, 2));
    dir.write(
        "e.toml",
        spec("", "[[dataset]]\nname = \"d\"\npath = \"plain.csv\"\nfolds-file = \"one.csv\"\n"),
    );
    dir.succeed(&["run", "e.toml"]);
    assert_ne!(dir.read("results/e/outcomes.csv"), found[0]);
}

#[test]
fn one_file_may_serve_all_datasets_and_notes_are_shown() {
    let dir = Dir::new();
    let lines = |name: &str, rows: usize, folds: usize| -> String {
        (0..rows).map(|i| format!("{name},{i},{},z\n", 1 + i % folds)).collect()
    };
    let text = format!("dataset,row,fold,why\n{}{}", lines("iris", 150, 3), lines("wine", 178, 4));
    dir.write("all.csv", text);
    let datasets = "[[dataset]]\nname = \"iris\"\n[[dataset]]\nname = \"wine\"\n";
    dir.write("e.toml", spec("outer = { folds-file = \"all.csv\" }", datasets));
    let plan = dir.succeed(&["plan", "e.toml"]);
    let said = plan.out + &plan.err;
    assert!(said.contains("iris: its folds are numbered from 1"), "{said}");
    assert!(said.contains("wine: columns of all.csv that are no folds are ignored: why"), "{said}");
    dir.succeed(&["run", "e.toml"]);
    assert_eq!(counts(&dir), [("iris".to_owned(), 9), ("wine".to_owned(), 12)]);
}

/// Two regions far apart, one per outer fold. In each, eight places have two rows each, and the class changes from place to
/// place.
fn twins() -> String {
    let row = |i: usize| {
        let (region, place) = (i % 2, i / 4);
        format!("{},{}\n", 1000 * region + place, if place % 2 == 0 { "a" } else { "b" })
    };
    format!("x,class\n{}", (0..32).map(row).collect::<String>())
}

/// Inner folds that part the two rows of a place, so that the nearest row is always right; or that keep them together with
/// those of the next place, so that the two nearest are always wrong and the next four right.
fn inner_of_twins(parted: bool) -> String {
    let line = |i: usize| {
        let fold = if parted { i / 2 % 2 } else { i / 8 % 2 };
        let inner = |outer: usize| if i % 2 == outer { String::new() } else { fold.to_string() };
        format!("{i},{},{},{}\n", i % 2, inner(0), inner(1))
    };
    let lines: String = (0..32).map(line).collect();
    format!("row,outer,inner_of_outer0,inner_of_outer1\n{lines}")
}

#[test]
fn declared_inner_folds_choose_parameters() {
    let dir = Dir::new();
    dir.write("d.csv", twins());
    let dataset = "[[dataset]]\npath = \"d.csv\"\nfolds-file = \"f.csv\"\n";
    dir.write("e.toml", spec("", dataset).replace("[1, 3]", "[1, 5]"));
    for (parted, k, trials) in [(true, "k=1", 6), (false, "k=5", 12)] {
        dir.write("f.csv", inner_of_twins(parted));
        let plan = dir.succeed(&["plan", "e.toml"]);
        assert!((plan.out + &plan.err).contains("d: its inner folds are declared, too"));
        dir.succeed(&["run", "e.toml"]);
        // Other inner folds are other trials, and they choose.
        let ids = crate::support::journal_ids(&dir.read("results/e/journal.jsonl"));
        assert_eq!(ids.len(), trials);
        let all = outcomes(&dir);
        let place = all[0].iter().position(|name| name == "chosen").expect("a column");
        let words = all.iter().filter_map(|row| row[place].split(' ').next());
        let chosen: Vec<&str> = words.filter(|word| word.starts_with("k=")).collect();
        assert_eq!(chosen, [k, k]);
    }
    let summary = dir.read("reports/e/summary.md");
    let words = "declared outer folds; parameters chosen by accuracy on declared inner folds;";
    assert!(summary.contains(words), "{summary}");
}

#[test]
fn a_report_says_the_repeats_of_declared_folds() {
    let dir = Dir::new();
    dir.write("d.csv", twins());
    let line = |i: usize| format!("{},{},{}\n", i % 32, 1 + i / 32, (i + i / 32) % 2);
    dir.write("f.csv", format!("row,repeat,fold\n{}", (0..96).map(line).collect::<String>()));
    dir.write("e.toml", spec("", "[[dataset]]\npath = \"d.csv\"\nfolds-file = \"f.csv\"\n"));
    let said = dir.succeed(&["run", "e.toml"]);
    assert!(said.err.contains("d: its repeats are numbered from 1"), "{}", said.err);
    let words = "declared outer folds, 3 repeats; parameters chosen by accuracy on 5 inner folds;";
    let summary = dir.read("reports/e/summary.md");
    assert!(summary.contains(words), "{summary}");
}

#[test]
fn bags_of_the_catalogue_take_a_file_of_bags() {
    let dir = Dir::new();
    let text = std::fs::read_to_string(project().join("datasets/musk1.csv")).expect("a file");
    let mut bags: Vec<&str> = Vec::new();
    for bag in text.lines().skip(1).filter_map(|line| line.split(',').next()) {
        if !bags.contains(&bag) {
            bags.push(bag);
        }
    }
    let lines = bags.iter().enumerate();
    let lines: String = lines.map(|(i, bag)| format!("musk1,{i},{bag},4,{}\n", i % 3)).collect();
    dir.write("f.csv", format!("dataset,index,bag,instances,fold\n{lines}"));
    let spec = "[experiment]\nname = \"e\"\nseed = 1\n[[dataset]]\nname = \"musk1\"\nfolds-file = \"f.csv\"\n\
        [[method]]\nkind = \"simple-mi\"\nbase = \"majority\"\n[[method]]\nkind = \"simple-mi\"\nname = \"j48\"\n";
    dir.write("e.toml", spec);
    dir.succeed(&["run", "e.toml"]);
    assert_eq!(counts(&dir), [("musk1".to_owned(), 6)]);
    // Bags are what a baseline counts.
    dir.succeed(&["check", "e.toml", "--save-baseline", "base.json"]);
    let check = dir.run(&["check", "e.toml", "--baseline", "base.json"]);
    assert_eq!(check.code, 0, "{}{}", check.out, check.err);
}

#[test]
fn what_a_spec_cannot_mean_is_refused_with_its_line() {
    let dir = Dir::new();
    dir.write("d.csv", table(30, &["0", "1"]));
    dir.write("f.csv", folds(30, 2));
    let own = "[[dataset]]\npath = \"d.csv\"\ntarget = \"class\"\nfold = \"part\"\n";
    let iris = "[[dataset]]\nname = \"iris\"\n";
    let file = "outer = { folds-file = \"f.csv\"";
    for (protocol, datasets, words) in [
        (format!("{file}, folds = 5 }}"), iris.to_owned(), "`folds` is given by the file"),
        (format!("{file}, repeats = 2 }}"), iris.to_owned(), "`repeats` is given by the file"),
        (
            format!("{file}, stratified = true }}"),
            iris.to_owned(),
            "`stratified` is given by the file",
        ),
        (format!("{file} }}"), own.to_owned(), "every dataset declares folds of its own"),
        ("outer = { folds = 5 }".into(), own.to_owned(), "`folds` is given by the datasets"),
        ("outer = { folds-file = \"no.csv\" }".into(), iris.to_owned(), "no.csv"),
        (String::new(), format!("{iris}folds-file = \"no.csv\"\n"), "no.csv"),
        (
            String::new(),
            format!("{own}folds-file = \"f.csv\"\n"),
            "`fold` and `folds-file` both declare folds",
        ),
        (String::new(), own.replace("\"class\"", "\"part\""), "`part` is both `target` and `fold`"),
        (String::new(), format!("{own}bag = \"part\"\n"), "`part` is both `bag` and `fold`"),
        (
            String::new(),
            format!("{own}ignore = [\"part\"]\n"),
            "`part` is both `fold` and listed under `ignore`",
        ),
        ("kind = \"prequential\"".into(), own.to_owned(), "a stream has no folds"),
        (
            "kind = \"prequential\"\nouter = { folds-file = \"f.csv\" }".into(),
            iris.to_owned(),
            "a stream has no folds",
        ),
    ] {
        dir.write("e.toml", spec(&protocol, &datasets));
        let said = dir.run(&["plan", "e.toml"]);
        assert_eq!(said.code, 2, "{words}: {}{}", said.out, said.err);
        assert!(said.err.contains(words), "{words}: {}", said.err);
        assert!(
            said.err.contains("help: ") && said.err.contains("e.toml:"),
            "{words}: {}",
            said.err
        );
    }
}

#[test]
fn what_a_file_or_column_cannot_mean_is_refused_with_file_and_line() {
    let dir = Dir::new();
    dir.write("d.csv", table(30, &["0", "1"]));
    dir.write("gap.csv", table(30, &["0", "2"]));
    dir.write("short.csv", folds(29, 2));
    dir.write("long.csv", folds(31, 2));
    let file = |name: &str| format!("[[dataset]]\npath = \"d.csv\"\nfolds-file = \"{name}\"\n");
    let last = "[[dataset]]\npath = \"d.csv\"\nfold = \"part\"\n".to_owned();
    for (datasets, words) in [
        (file("short.csv"), "short.csv: no fold for row 29 of `d`"),
        (file("long.csv"), "long.csv:32, column `row`: row 30 is not in `d`"),
        (
            last.replace("d.csv", "gap.csv").replace("fold =", "target = \"class\"\nfold ="),
            "is in fold 1",
        ),
        (last.replace("\"part\"", "\"partt\""), "no column `partt`"),
        (last, "`part` is both `fold` and the target"),
        (
            "[[dataset]]\nname = \"iris\"\nfold = \"class\"\n".into(),
            "`class` is both `fold` and the target",
        ),
        ("[[dataset]]\nname = \"iris\"\nfold = \"sepal_length\"\n".into(), "iris.csv"),
    ] {
        dir.write("e.toml", spec("", &datasets));
        let said = dir.run(&["plan", "e.toml"]);
        assert_eq!(said.code, 2, "{words}: {}{}", said.out, said.err);
        assert!(said.err.contains(words) && said.err.contains("help: "), "{words}: {}", said.err);
    }
}
