//! Steps of `prepare`, from a spec to its outcomes: they are chosen with the rest of a grid, learn from training rows unless
//! the spec asks for a leak, and leave a program its own parameters.

use std::collections::BTreeSet;

use crate::support::{Dir, Said};

const HEAD: &str = "[experiment]\nname = \"t\"\nseed = 5\n";

/// Two classes in turn, and columns that know nothing of them; `signal` adds a first column that does.
fn noise(rows: usize, columns: usize, signal: bool) -> String {
    let mut state: u64 = 1;
    let mut draw = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1_u64 << 24) as f64
    };
    let mut text = if signal { "s,".to_owned() } else { String::new() };
    text.push_str(&(0..columns).map(|column| format!("x{column},")).collect::<String>());
    text.push_str("class\n");
    for row in 0..rows {
        let class = row % 2;
        if signal {
            text.push_str(&format!("{},", 10.0 * class as f64 + draw()));
        }
        text.push_str(&(0..columns).map(|_| format!("{},", draw())).collect::<String>());
        text.push_str(&format!("{}\n", ["a", "b"][class]));
    }
    text
}

/// Some columns of a table with a header; none of them, nor any before them, has a comma in its cells.
fn columns(table: &str, names: &[&str]) -> Vec<Vec<String>> {
    let header: Vec<&str> = table.lines().next().expect("a header").split(',').collect();
    let place = |name: &&str| header.iter().position(|h| h == name).expect("a column");
    let places: Vec<usize> = names.iter().map(place).collect();
    let cells = table.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>());
    cells.map(|row| places.iter().map(|&place| row[place].to_owned()).collect()).collect()
}

const CHOSEN: &str = r#"
[protocol]
outer = { folds = 3 }
inner = { folds = 2 }
[[dataset]]
name = "wine"
[[dataset]]
name = "one"
path = "one.csv"
[[method]]
name = "best"
kind = "knn"
prepare = ["fisher"]
grid = { fisher-features = [1, "sqrt"], k = [1, 5] }
"#;

fn chosen() -> Dir {
    let dir = Dir::new();
    dir.write("one.csv", noise(30, 8, true));
    dir.write("t.toml", format!("{HEAD}{CHOSEN}"));
    dir
}

#[test]
fn parameters_of_a_step_are_chosen_with_those_of_the_method() {
    let dir = chosen();
    dir.succeed(&["run", "t.toml", "-j", "1"]);
    let outcomes = dir.read("results/t/outcomes.csv");
    let rows = columns(&outcomes, &["dataset", "status", "chosen"]);
    assert_eq!(rows.len(), 2 * 3);
    for row in &rows {
        // One column says everything about `one`, and no single column does about `wine`.
        let features = if row[0] == "one" { "fisher-features=1" } else { "fisher-features=sqrt" };
        let words: Vec<&str> = row[2].split(' ').collect();
        assert!(row[1] == "done" && words.contains(&features), "{row:?}");
        assert!(words.contains(&"k=1") || words.contains(&"k=5"), "{row:?}");
    }
    // Nothing is run twice, and what is stored can be had again.
    let journal = dir.read("results/t/journal.jsonl");
    assert!(dir.succeed(&["run", "t.toml"]).err.contains("nothing to run"));
    assert_eq!(dir.read("results/t/journal.jsonl"), journal);
    dir.succeed(&["verify", "t.toml", "--all"]);
    // Two threads give the bytes of one.
    let other = chosen();
    other.succeed(&["run", "t.toml", "-j", "2"]);
    assert_eq!(other.read("results/t/outcomes.csv"), outcomes);
}

#[test]
fn selection_on_all_rows_is_a_leak_that_shows_and_is_labelled() {
    let dir = Dir::new();
    dir.write("noise.csv", noise(40, 1000, false));
    let method = |name: &str, more: &str| {
        format!(
            "[[method]]\nname = \"{name}\"\nkind = \"knn\"\nprepare = [\"fisher\"]\n\
             params = {{ fisher-features = 10 }}\n{more}\n"
        )
    };
    let (fair, leak) = (method("fair", ""), method("unfair", "prepare-scope = \"all\""));
    dir.write("t.toml", format!("{HEAD}[[dataset]]\npath = \"noise.csv\"\n{fair}{leak}"));
    let warning = "unfair: fisher fitted on all rows before splitting, test parts included";
    assert!(dir.succeed(&["plan", "t.toml", "--no-pilot"]).out.contains(warning));
    let said = dir.succeed(&["run", "t.toml"]);
    assert!(said.out.contains(warning), "{}", said.out);
    for file in ["results/t/run.json", "results/t/timings.csv", "results/t/confusion.csv"] {
        assert!(dir.read(file).contains(warning), "{file}");
    }
    for file in ["summary.md", "summary.csv", "tables/accuracy-scores.csv", "verdict.json"] {
        assert!(dir.read(&format!("reports/t/{file}")).contains(warning), "{file}");
    }
    let outcomes = dir.read("results/t/outcomes.csv");
    assert!(outcomes.lines().skip(1).all(|line| line.contains(warning)), "{outcomes}");
    let rows = columns(&outcomes, &["method", "accuracy"]);
    let mean = |method: &str| -> f64 {
        let own = rows.iter().filter(|row| row[0] == method);
        let scores: Vec<f64> = own.map(|row| row[1].parse().expect("a score")).collect();
        assert_eq!(scores.len(), 5);
        scores.iter().sum::<f64>() / 5.0
    };
    // Nothing can be learned from these data: the fair estimate says so, the leaking one does not.
    let (fair, leak) = (mean("fair"), mean("unfair"));
    assert!(fair < 0.65 && leak > 0.8, "fair {fair}, with the leak {leak}");
    // Only outcomes of the method that leaks carry the label.
    let journal = dir.read("results/t/journal.jsonl");
    let labelled: Vec<bool> = journal.lines().skip(1).map(|l| l.contains(warning)).collect();
    assert_eq!(labelled.iter().filter(|l| **l).count(), 5, "{labelled:?}");
}

/// Writes its parameters and the names of its columns to the file `$SEEN`, one line per fit, and answers the first class.
const PROGRAM: &str = r#"
set -e
echo "$(tr -d ' \n' < "$1/params.json") $(sed 1q "$1/train.csv")" >> "$SEEN"
{ echo label; sed 1d "$1/test.csv" | sed 's/.*/0/'; } > "$1/predictions.csv"
"#;

/// A run of the program with these keys, and the different lines that it wrote.
fn program(keys: &str) -> (Dir, Said, BTreeSet<String>) {
    let dir = Dir::new();
    dir.write("method.sh", PROGRAM);
    let seen = dir.write("seen.txt", "");
    let spec = format!(
        "{HEAD}[protocol]\nouter = {{ folds = 2 }}\ninner = {{ folds = 2 }}\n[[dataset]]\nname = \"wine\"\n\
         [[method]]\nname = \"mine\"\nkind = \"command\"\ncommand = [\"sh\", \"method.sh\"]\n\
         env = {{ SEEN = '{}' }}\nprepare = [\"fisher\"]\n{keys}\n",
        seen.display()
    );
    dir.write("t.toml", spec);
    let said = dir.run(&["run", "t.toml"]);
    let lines = dir.read("seen.txt").lines().map(|line| line.replace(' ', "")).collect();
    (dir, said, lines)
}

#[test]
fn a_program_gets_its_own_parameters_and_the_columns_of_its_steps() {
    let grid = "grid = { C = [1, 10, 100] }";
    let (dir, said, seen) = program(&format!("params = {{ fisher-features = 2 }}\n{grid}"));
    assert_eq!(said.code, 0, "{}", said.err);
    let expected = ["{\"C\":1}x1,x2,label", "{\"C\":10}x1,x2,label", "{\"C\":100}x1,x2,label"];
    assert_eq!(seen, expected.map(str::to_owned).into());
    let chosen = columns(&dir.read("results/t/outcomes.csv"), &["chosen"]).concat();
    assert_eq!(chosen, ["C=1 fisher-features=2"; 2]);
    // The step has its default, and its values may be in the grid.
    let names = |count: usize| -> String { (1..=count).map(|c| format!("x{c},")).collect() };
    let (_, said, seen) = program("params = { word = \"w\" }");
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(seen, [format!("{{\"word\":\"w\"}}{}label", names(10))].into());
    let (_, said, seen) = program("grid = { fisher-features = [1, \"sqrt\"] }");
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(seen, [1, 4].map(|count| format!("{{}}{}label", names(count))).into());
}

#[test]
fn values_that_a_step_does_not_take_are_refused_in_the_spec_of_a_program_too() {
    for (keys, line) in [
        ("params = { C = 1, fisher-features = 0 }", 15),
        ("grid = { C = [1],\n fisher-features = [3, \"root\"] }", 16),
    ] {
        let (_, said, seen) = program(keys);
        assert!(said.code == 2 && seen.is_empty(), "{}", said.out);
        let place = format!("t.toml:{line}:");
        let message = "`fisher-features` must be a whole number >= 1, or \"sqrt\"";
        assert!(said.err.contains(&place) && said.err.contains(message), "{}", said.err);
    }
}

#[test]
fn nothing_is_converted_for_a_step_if_the_protocol_forbids_it() {
    let dir = Dir::new();
    let tree = "[[method]]\nname = \"tree\"\nkind = \"j48\"\n";
    let stepped = "[[method]]\nname = \"stepped\"\nkind = \"j48\"\nprepare = [\"fisher\"]\n";
    let protocol = "[protocol]\nconvert = false\nouter = { folds = 2 }\n";
    let data = "[[dataset]]\nname = \"cancer\"\n[[dataset]]\nname = \"iris\"\n";
    dir.write("t.toml", format!("{HEAD}{protocol}{data}{tree}{stepped}"));
    let reason = "cancer: skipped, the steps of stepped read no missing values";
    let planned = dir.succeed(&["plan", "t.toml", "--no-pilot"]).out;
    assert!(planned.contains(reason), "{planned}");
    dir.succeed(&["run", "t.toml"]);
    let rows = columns(&dir.read("results/t/outcomes.csv"), &["dataset", "method", "status"]);
    assert_eq!(rows.len(), 2 * 2 * 2);
    for row in rows {
        let skipped = row[0] == "cancer" && row[1] == "stepped";
        assert_eq!(row[2], if skipped { "skipped" } else { "done" }, "{row:?}");
    }
}
