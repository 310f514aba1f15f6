//! What a spec says about a file: classes or numbers, rows or bags. Numbers are never silently taken for classes.

use crate::support::Dir;

fn spec(dataset: &str, methods: &str) -> String {
    format!(
        "[experiment]\nname = \"e\"\nseed = 1\n[protocol]\nouter = {{ folds = 3 }}\n[[dataset]]\n{dataset}\n{methods}"
    )
}

const KNN: &str = "[[method]]\nkind = \"knn\"\n[[method]]\nkind = \"majority\"\n";
/// A program, of any task; nothing is run here.
const ANY: &str = "[[method]]\nkind = \"command\"\ncommand = [\"python3\", \"m.py\"]\n";

/// Rows with a target made from the number of the row.
fn rows(count: usize, target: impl Fn(usize) -> String) -> String {
    let row = |i: usize| format!("{},{},{}\n", i % 5, i * i % 11, target(i));
    format!("x,y,price\n{}", (0..count).map(row).collect::<String>())
}

#[test]
fn many_numbers_ask_for_the_task() {
    let dir = Dir::new();
    dir.write("d.csv", rows(60, |i| (i % 30).to_string()));
    let words = "the target `price` has 30 different numbers";
    dir.write("e.toml", spec("path = \"d.csv\"", KNN));
    for verb in ["plan", "run"] {
        let said = dir.run(&[verb, "e.toml"]);
        assert_eq!(said.code, 2, "{}", said.err);
        assert!(said.err.contains(words), "{}", said.err);
        let remedy =
            "say `task = \"regression\"` (`--task regression` on the command line), or list it";
        assert!(said.err.contains(remedy), "{}", said.err);
    }
    // All ways to say what they are.
    for key in ["nominal = [\"price\"]", "task = \"classification\""] {
        dir.write("e.toml", spec(&format!("path = \"d.csv\"\n{key}"), KNN));
        let plan = dir.succeed(&["plan", "e.toml"]);
        assert!(!(plan.out + &plan.err).contains("taken for classes"), "{key}");
    }
    dir.write("m.py", "");
    dir.write("e.toml", spec("path = \"d.csv\"\ntask = \"regression\"", ANY));
    dir.succeed(&["plan", "e.toml"]);
}

#[test]
fn the_catalogue_takes_numbers_for_classes_only_if_told() {
    let dir = Dir::new();
    dir.write("many.csv", rows(60, |i| (i % 30).to_string()));
    dir.write("few.csv", rows(60, |i| (i % 3).to_string()));
    let import = |file: &str, more: &[&str]| {
        let words = [&["data", "import", file, "--data-dir", "own"], more].concat();
        dir.run(&words)
    };
    let refused = import("many.csv", &[]);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(refused.err.contains("--task regression"), "{}", refused.err);
    assert_eq!(import("many.csv", &["--task", "regression"]).code, 0);
    let few = import("few.csv", &[]);
    assert_eq!(few.code, 0, "{}", few.err);
    assert!((few.out + &few.err).contains("taken for classes"));
    let listing = dir.read("own/catalog.toml");
    assert_eq!(listing.matches("task = \"regression\"").count(), 1, "{listing}");
    assert_eq!(listing.matches("task = \"classification\"").count(), 1, "{listing}");
}

#[test]
fn few_whole_numbers_are_classes_with_a_note() {
    let dir = Dir::new();
    dir.write("d.csv", rows(60, |i| (i % 20).to_string()));
    dir.write("e.toml", spec("path = \"d.csv\"", KNN));
    let note = "d: the 20 different whole numbers of the target `price` are taken for classes";
    let plan = dir.succeed(&["plan", "e.toml"]);
    assert!((plan.out + &plan.err).contains(note));
    let json = dir.succeed(&["plan", "e.toml", "--json"]);
    assert!(json.out.contains("taken for classes"), "{}", json.out);
    dir.succeed(&["run", "e.toml"]);
    let assumed = dir.read("results/e/outcomes.csv");
    dir.write("e.toml", spec("path = \"d.csv\"\ntask = \"classification\"", KNN));
    dir.succeed(&["run", "e.toml"]);
    assert_eq!(dir.read("results/e/outcomes.csv"), assumed, "the word changes no identity");
    let broken = rows(60, |i| format!("{}.5", i % 3));
    dir.write("d.csv", broken);
    dir.write("e.toml", spec("path = \"d.csv\"", KNN));
    let said = dir.run(&["plan", "e.toml"]);
    assert!(said.err.contains("has 3 different numbers, not all of them whole"), "{}", said.err);
    dir.write("e.toml", spec("path = \"d.csv\"\nclasses = [\"0.5\", \"1.5\", \"2.5\"]", KNN));
    dir.succeed(&["plan", "e.toml"]);
}

#[test]
fn a_nominal_target_of_arff_and_keel_needs_no_task() {
    let dir = Dir::new();
    let levels: Vec<String> = (0..25).map(|n| n.to_string()).collect();
    let data: String = (0..75).map(|i| format!("{},{}\n", i % 4, i % 25)).collect();
    let arff = |kind: &str| {
        format!("@relation r\n@attribute x numeric\n@attribute c {kind}\n@data\n{data}")
    };
    let declared = format!("{{{}}}", levels.join(","));
    for (file, text, good) in [
        ("d.arff", arff(&declared), true),
        ("d.arff", arff("numeric"), false),
        ("d.arff", arff("string"), true),
        ("d.dat", arff(&declared), true),
        ("d.dat", arff("integer"), false),
        (
            "d.svm",
            data.lines()
                .map(|l| {
                    let (x, c) = l.split_once(',').expect("two");
                    format!("{c} 1:{x}\n")
                })
                .collect(),
            false,
        ),
    ] {
        dir.write(file, text);
        dir.write("e.toml", spec(&format!("path = \"{file}\""), KNN));
        let said = dir.run(&["plan", "e.toml"]);
        assert_eq!(said.code == 0, good, "{file}: {}", said.err);
        assert_eq!(said.err.contains("has 25 different numbers"), !good, "{file}: {}", said.err);
    }
}

#[test]
fn regression_reads_numbers_and_refuses_holes() {
    let dir = Dir::new();
    let target = |i: usize| if i == 7 { String::new() } else { format!("{}.25", i) };
    dir.write("d.csv", rows(30, target));
    dir.write("text.csv", rows(30, |i| format!("p{i}")));
    dir.write("m.py", "");
    for (dataset, words) in [
        (
            "path = \"d.csv\"\ntask = \"regression\"",
            "d.csv:9, column `price`: the target is missing",
        ),
        (
            "path = \"text.csv\"\ntask = \"regression\"",
            "the target of a regression dataset must be numeric",
        ),
        ("path = \"d.csv\"\ntask = \"regresion\"", "did you mean `regression`?"),
        (
            "path = \"d.csv\"\ntask = \"regression\"\nclasses = [\"1\"]",
            "`classes` means nothing here",
        ),
        ("path = \"d.csv\"\ntask = \"regression\"\nbag = \"x\"", "`bag` means nothing here"),
        (
            "path = \"d.csv\"\ntask = \"regression\"\ntarget = \"price\"\nnominal = [\"price\"]",
            "listed under `nominal`",
        ),
        ("name = \"iris\"\ntask = \"regression\"", "`task` describes a file"),
        ("path = \"d.csv\"\ntask = \"regression\"\ntargets = [\"price\"]", "unknown key `targets`"),
    ] {
        dir.write("e.toml", spec(dataset, ANY));
        let said = dir.run(&["plan", "e.toml"]);
        assert_eq!(said.code, 2, "{dataset}: {}{}", said.out, said.err);
        assert!(said.err.contains(words), "{dataset}: {}", said.err);
        assert!(said.err.contains("help: "), "{dataset}: {}", said.err);
    }
}

#[test]
fn a_column_of_bags_makes_bags() {
    let dir = Dir::new();
    let row = |i: usize| {
        format!(
            "m{},{},{},{}\n",
            i / 3,
            i % 5,
            i % 7,
            if (i / 3).is_multiple_of(2) { "yes" } else { "no" }
        )
    };
    let text = format!("molecule,x,y,class\n{}", (0..60).map(row).collect::<String>());
    dir.write("d.csv", &text);
    let methods = "[[method]]\nkind = \"simple-mi\"\nbase = \"majority\"\n";
    dir.write("e.toml", spec("path = \"d.csv\"\nbag = \"molecule\"", methods));
    dir.succeed(&["run", "e.toml"]);
    let manifest = dir.read("results/e/run.json");
    assert!(manifest.contains("\"bags\": 20") || manifest.contains("\"bags\":20"), "{manifest}");
    dir.write("two.csv", text.replacen("m0,1,1,yes", "m0,1,1,no", 1));
    dir.write("hole.csv", text.replacen("m0,1,1,yes", ",1,1,yes", 1));
    for (dataset, words) in [
        (
            "path = \"two.csv\"\nbag = \"molecule\"",
            "two.csv:3, column `molecule`: bag `m0` has two classes: `yes` in line 2, `no` in line 3",
        ),
        (
            "path = \"hole.csv\"\nbag = \"molecule\"",
            "hole.csv:3, column `molecule`: the row is in no bag",
        ),
        ("path = \"d.csv\"\nbag = \"class\"", "`class` is both `bag` and the target"),
        (
            "path = \"d.csv\"\nbag = \"class\"\ntarget = \"class\"",
            "`class` is both `target` and `bag`",
        ),
        (
            "path = \"d.csv\"\nbag = \"molecule\"\nignore = [\"molecule\"]",
            "`molecule` is both `bag` and listed under `ignore`",
        ),
        ("path = \"d.csv\"\nbag = \"molecul\"", "did you mean `molecule`?"),
        ("name = \"iris\"\nbag = \"class\"", "`bag` describes a file"),
    ] {
        dir.write("e.toml", spec(dataset, methods));
        let said = dir.run(&["plan", "e.toml"]);
        assert_eq!(said.code, 2, "{dataset}: {}{}", said.out, said.err);
        assert!(said.err.contains(words) && said.err.contains("help: "), "{dataset}: {}", said.err);
    }
}
