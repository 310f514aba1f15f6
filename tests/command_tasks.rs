//! Programs in regression and on bags: what they are sent, what they may answer, and the two examples in Python. Programs for
//! classification are in `command.rs`.

use serde_json::Value;

use crate::support::{Dir, Said, project};

/// Predicts the mean of the training part, and keeps its files under the name of the seed.
const MEAN: &str = r#"
set -e
here=$PWD
cd "$1"
seed=$(sed -n 's/.*"seed": *\([0-9]*\).*/\1/p' task.json)
cp train.csv "$here/train-$seed.csv"; cp test.csv "$here/test-$seed.csv"; cp task.json "$here/task.json"
mean=$(sed 1d train.csv | awk -F , '{ sum += $NF } END { printf "%.17g", sum / NR }')
{ echo prediction; sed 1d test.csv | sed "s/.*/$mean/"; } > predictions.csv
"#;

/// The same as a worker, whose data are in one line.
const MEAN_WORKER: &str = r#"
echo '{"tribunal": 1}'
while read -r line; do
  case "$line" in
    *'"do":"data","task":"regression","targets":1,'*)
      rows=$(echo "$line" | sed 's/.*"test":{"rows":\([0-9]*\).*/\1/')
      mean=$(echo "$line" | sed 's/.*"y":\[\([-0-9.e,]*\)\].*/\1/' | tr , '\n' | awk '{ sum += $1 } END { printf "%.17g", sum / NR }') ;;
    *'"do":"fit"'*) echo '{}' ;;
    *'"do":"predict"'*)
      values=$(i=0; while [ $i -lt $rows ]; do printf '%s,' "$mean"; i=$((i+1)); done)
      echo '{"predictions":['"${values%,}"']}' ;;
  esac
done
"#;

/// The most frequent class of the bags, in the form of files.
const MAJORITY_OF_BAGS: &str = r#"
set -e
here=$PWD
cd "$1"
cp train.csv test.csv task.json "$here"
class=$(sed 1d train.csv | sed 's/,.*,/,/' | uniq | sed 's/.*,//' | sort | uniq -c | sort -k1,1nr -k2,2n | sed 's/.* //;1q')
{ echo label; sed 1d test.csv | sed 's/,.*//' | uniq | sed "s/.*/$class/"; } > predictions.csv
"#;

/// An experiment with one program on two folds.
struct Trial {
    dir: Dir,
}

impl Trial {
    fn new(dataset: &str, script: &str, keys: &str) -> Trial {
        let dir = Dir::new();
        dir.write("method.sh", script);
        dir.write(
            "x.toml",
            format!(
                r#"
[experiment]
name = "x"
seed = 3
[protocol]
outer = {{ folds = 2 }}
[[dataset]]
name = "{dataset}"
[[method]]
name = "mine"
kind = "command"
command = ["sh", "method.sh"]
{keys}
"#
            ),
        );
        Trial { dir }
    }

    /// Runs one trial at a time: programs copy their files to the same place, and `cp` fails where another one is creating it.
    fn run(&self) -> Said {
        self.dir.run(&["run", "x.toml", "-j", "1"])
    }

    /// A program that must succeed.
    fn done(dataset: &str, script: &str, keys: &str) -> Trial {
        let trial = Trial::new(dataset, script, keys);
        let said = trial.run();
        assert_eq!(said.code, 0, "{}\n{}", said.out, said.err);
        assert_eq!(trial.outcomes().len(), 2);
        trial
    }

    /// A program that must fail in all its trials, with this kind of failure and these words.
    fn fails(dataset: &str, script: &str, keys: &str, fault: &str, words: &str) {
        let trial = Trial::new(dataset, script, keys);
        let said = trial.run();
        assert_eq!(said.code, 3, "{script}\n{}\n{}", said.out, said.err);
        let outcomes = trial.outcomes();
        assert_eq!(outcomes.len(), 2, "{script}");
        for outcome in outcomes {
            let status = &outcome["status"];
            assert_eq!((&status["is"], &status["fault"]), (&"failed".into(), &fault.into()));
            let reason = status["reason"].as_str().unwrap_or("");
            assert!(reason.contains(words), "{script}: {reason}");
        }
    }

    /// The outcomes, as the journal has them.
    fn outcomes(&self) -> Vec<Value> {
        let journal = self.dir.read("results/x/journal.jsonl");
        let lines = journal
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line.get(line.find('{')?..)?).ok());
        let outcomes =
            lines.map(|line| if line["body"].is_object() { line["body"].clone() } else { line });
        outcomes.filter(|outcome| outcome["method"] == "mine").collect()
    }

    fn scores(&self, metric: &str) -> Vec<f64> {
        let scores = scores_of(&self.dir.read("results/x/outcomes.csv"), "mine", metric);
        scores.into_iter().map(|(_, score)| score).collect()
    }
}

/// The scores of a method in a table of outcomes, each with its dataset and fold.
fn scores_of(table: &str, method: &str, metric: &str) -> Vec<(String, f64)> {
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<&str>>());
    let header = lines.next().unwrap();
    let place = |name: &str| header.iter().position(|own| *own == name).unwrap();
    let own = lines.filter(|row| row[place("method")] == method);
    let score = |row: Vec<&str>| {
        let value = row[place(metric)].parse().unwrap_or_else(|_| panic!("{row:?}"));
        (format!("{} {}", row[place("dataset")], row[place("fold")]), value)
    };
    own.map(score).collect()
}

/// The last column of a file.
fn last_column(text: &str) -> Vec<f64> {
    text.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse().unwrap()).collect()
}

#[test]
fn a_program_that_predicts_the_mean_scores_what_is_computed_by_hand() {
    let trial = Trial::done("autompg", MEAN, "");
    let files = std::fs::read_dir(trial.dir.path(".")).unwrap().flatten();
    let names = files.map(|file| file.file_name().into_string().unwrap());
    let trains: Vec<String> = names.filter(|name| name.starts_with("train-")).collect();
    let texts: Vec<String> = trains.iter().map(|name| trial.dir.read(name)).collect();
    let [a, b] = texts.as_slice() else { panic!("{trains:?}") };
    assert!(
        a.starts_with("x1,x2,x3,x4,x5,x6,x7,") && a.lines().next().unwrap().ends_with(",target")
    );
    // On two folds the training part of one is the test part of the other.
    let (a, b) = (last_column(a), last_column(b));
    let of = |train: &[f64], test: &[f64]| {
        let mean = train.iter().sum::<f64>() / train.len() as f64;
        let squares = test.iter().map(|y| (y - mean).powi(2)).sum::<f64>();
        (squares / test.len() as f64).sqrt()
    };
    let mut by_hand = [of(&a, &b), of(&b, &a)];
    by_hand.sort_by(f64::total_cmp);
    let mut scores = trial.scores("rmse");
    scores.sort_by(f64::total_cmp);
    assert!(
        scores.iter().zip(by_hand).all(|(x, y)| (x - y).abs() < 1e-12 * y),
        "{scores:?} {by_hand:?}"
    );
    let task: Value = serde_json::from_str(&trial.dir.read("task.json")).unwrap();
    assert_eq!((&task["task"], &task["targets"]), (&"regression".into(), &1.into()));
    assert_eq!((&task["tribunal"], task.get("classes")), (&1.into(), None));
    let test = trains[0].replace("train-", "test-");
    assert!(!trial.dir.read(&test).lines().next().unwrap().contains("target"));
    // A worker gives the same numbers, and nothing depends on the number of threads.
    let worker = Trial::done("autompg", MEAN_WORKER, "protocol = \"worker\"");
    assert_eq!(worker.scores("rmse"), trial.scores("rmse"));
    assert_eq!(worker.scores("mae"), trial.scores("mae"));
    worker.dir.succeed(&["verify", "x.toml", "--all"]);
}

#[test]
fn bad_numbers_are_failures_of_their_kind() {
    let every = |header: &str, line: &str| {
        format!(
            "cd \"$1\"; {{ echo {header}; sed 1d test.csv | sed 's/.*/{line}/'; }} > predictions.csv"
        )
    };
    let few = "cd \"$1\"; printf 'prediction\\n1\\n' > predictions.csv";
    let worker = |answer: &str| {
        MEAN_WORKER
            .replace(r#"echo '{"predictions":['"${values%,}"']}'"#, &format!("echo '{answer}'"))
    };
    let not_finite = "row 1: the prediction is not a finite number";
    for (script, fault, words) in [
        (every("prediction", "nan"), "not-a-number", not_finite),
        (every("prediction", "1e999"), "not-a-number", not_finite),
        (
            every("prediction", "many"),
            "not-a-number",
            "row 1: the prediction is `many`, not a number",
        ),
        (every("prediction", "1,2"), "malformed", "line 2: 2 fields, and the first line has 1"),
        (every("prediction1,prediction2", "1,2"), "malformed", "first line must be `prediction`"),
        (every("label", "1"), "malformed", "begins with `label`"),
        (few.to_owned(), "wrong-length", "gave 1 predictions for"),
        (
            "echo this program does classification only >&2; exit 2".to_owned(),
            "crashed",
            "classification only",
        ),
    ] {
        Trial::fails("autompg", &script, "", fault, words);
    }
    for (answer, fault, words) in [
        (r#"{"predictions": [1, 2]}"#, "wrong-length", "gave 2 predictions for"),
        (r#"{"predictions": [NaN]}"#, "not-a-number", "NaN or Infinity"),
        (r#"{"predictions": "AAAAAAAA8D8="}"#, "wrong-length", "it gave 1 numbers for"),
        (r#"{"predictions": "many"}"#, "malformed", "must be a list of numbers"),
        (r#"{"labels": [1, 2]}"#, "malformed", "without `predictions`"),
        (r#"{"error": "I do not know the task regression"}"#, "refused", "do not know the task"),
    ] {
        Trial::fails("autompg", &worker(answer), "protocol = \"worker\"", fault, words);
    }
}

#[test]
fn a_program_answers_a_class_per_bag() {
    for input in ["numbers", "table"] {
        let trial = Trial::done("musk1", MAJORITY_OF_BAGS, &format!("input = \"{input}\""));
        let task: Value = serde_json::from_str(&trial.dir.read("task.json")).unwrap();
        assert_eq!((&task["task"], &task["classes"]), (&"multi-instance".into(), &2.into()));
        let (train, test) = (trial.dir.read("train.csv"), trial.dir.read("test.csv"));
        assert!(train.starts_with("bag,x1,x2,") && test.starts_with("bag,x1,x2,"));
        assert!(train.lines().next().unwrap().ends_with(",x166,label"));
        for (part, text) in [("train", &train), ("test", &test)] {
            assert_eq!(task["rows"][part], text.lines().count() as u64 - 1);
            let bags: Vec<u64> = text
                .lines()
                .skip(1)
                .map(|l| l.split(',').next().unwrap().parse().unwrap())
                .collect();
            assert!(bags.is_sorted() && bags[0] == 0);
            assert_eq!(task["bags"][part], bags.last().unwrap() + 1);
        }
        // 47 of 92 bags are musk; every fold has at least as many of them as of the others, or one fewer.
        let right = trial.scores("accuracy");
        assert!(right.iter().all(|share| (0.45..0.55).contains(share)), "{right:?}");
    }
    let per_row = "cd \"$1\"; { echo label; sed 1d test.csv | sed 's/.*/0/'; } > predictions.csv";
    Trial::fails("musk1", per_row, "", "wrong-length", "for 46 bags");
    let unknown = MAJORITY_OF_BAGS.replace("s/.*/$class/", "s/.*/7/");
    Trial::fails("musk1", &unknown, "", "unknown-label", "bag 0: there is no class `7`");
}

#[test]
fn programs_are_refused_for_streams() {
    let trial = Trial::new("iris", MEAN, "");
    let spec = trial.dir.read("x.toml");
    let spec = spec.replace("outer = { folds = 2 }", "kind = \"prequential\"");
    trial.dir.write("x.toml", spec);
    let said = trial.dir.run(&["run", "x.toml"]);
    assert_eq!(said.code, 2, "{}", said.err);
    assert!(
        said.err.contains("a program is tried on folds, and this experiment is a stream"),
        "{}",
        said.err
    );
    assert!(said.err.contains("kind = \"nested\""), "{}", said.err);
}

/// The outcomes of an example; `None` if there is no Python.
fn run_example(name: &str) -> Option<String> {
    let python = std::process::Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no python3");
        return None;
    }
    let dir = Dir::new();
    let spec = project().join(format!("examples/{name}/compare.toml"));
    dir.succeed(&["run", &spec.to_string_lossy()]);
    Some(dir.read(&format!("results/{name}/outcomes.csv")))
}

#[test]
fn the_example_of_regression_is_least_squares() {
    let Some(table) = run_example("regression") else { return };
    let explained = scores_of(&table, "least squares (Python)", "r2");
    assert_eq!(explained.len(), 10);
    for (place, r2) in explained {
        // Published fits of a linear function to these cars explain four fifths of the variance.
        assert!(!place.starts_with("autompg") || (0.75..0.88).contains(&r2), "{place}: {r2}");
    }
    // A penalty above everything leaves the mean of the training part, which explains nothing of the test part.
    assert!(
        scores_of(&table, "mean (Python)", "r2").iter().all(|(_, r2)| *r2 <= 1e-9 && *r2 > -1.0)
    );
}

#[test]
fn the_example_of_bags_equals_the_method_that_ships() {
    let Some(table) = run_example("bags") else { return };
    for metric in ["accuracy", "auc"] {
        let python = scores_of(&table, "nearest means (Python)", metric);
        assert_eq!(python.len(), 5);
        assert_eq!(python, scores_of(&table, "nearest means (ours)", metric), "{metric}");
    }
}
