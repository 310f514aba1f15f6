//! Protocol variants, selection, failures and what `why` says of changes.

use std::sync::atomic::AtomicBool;

use tribunal::data::dataset::Roles;
use tribunal::data::load::{Claims, Source, load};
use tribunal::data::prep::{Nominal, Recipe, Scale};
use tribunal::data::read::ReadOptions;
use tribunal::data::split::{Folds, Split};
use tribunal::data::{Dataset, TaskKind};
use tribunal::experiment::{MethodSpec, Scope, Search};
use tribunal::learn::{Classify, Registry, Setting, Task, Trained, Truth};
use tribunal::metrics;
use tribunal::num::key::RngKey;
use tribunal::params::{ParamInfo, Value};
use tribunal::plan::Loaded;
use tribunal::run::{Bench, Control, KeyedSplit, Preparation, Resources};

use crate::support::{Dir, SMALL};

fn spec(protocol: &str) -> String {
    SMALL.replace("[protocol]\n", &format!("[protocol]\n{protocol}\n"))
}

fn flat() -> String {
    spec("kind = \"flat\"").replace("inner = { folds = 2 }\n", "")
}

/// Columns of a CSV file without quotes, by name.
fn column(text: &str, name: &str) -> Vec<String> {
    let position = text.lines().next().and_then(|h| h.split(',').position(|c| c == name));
    let position = position.unwrap_or_else(|| panic!("no column {name}"));
    let cell = |line: &str| line.split(',').nth(position).unwrap_or_default().to_owned();
    text.lines().skip(1).map(cell).collect()
}

#[test]
fn unfair_protocols_are_labelled_in_every_output() {
    let leaking =
        spec("").replacen("[[dataset]]", "[[method]]\nkind = \"flda-all\"\n\n[[dataset]]", 1);
    let cases = [
        (flat(), "optimistic"),
        (spec("scale-scope = \"all\""), "before splitting"),
        (leaking, "flda-all leaks"),
    ];
    for (text, word) in cases {
        let dir = Dir::new();
        let third = "[[dataset]]\nname = \"glass\"\n[[method]]";
        dir.write("small.toml", text.replacen("[[method]]", third, 1));
        let said = dir.succeed(&["run", "small.toml"]);
        assert!(said.out.contains(word), "{}", said.out);
        for file in [
            "results/small/outcomes.csv",
            "results/small/timings.csv",
            "results/small/confusion.csv",
            "results/small/journal.jsonl",
            "results/small/predictions.jsonl",
            "results/small/run.json",
            "reports/small/summary.csv",
            "reports/small/summary.md",
        ] {
            assert!(dir.read(file).contains(word), "{file} is not labelled");
        }
        assert!(dir.succeed(&["plan", "small.toml"]).out.contains(word));
        assert!(dir.succeed(&["run", "small.toml", "--json"]).out.contains(word));
        assert!(dir.succeed(&["why", "small.toml"]).out.contains(word));
        let judged = dir.succeed(&["analyze", "results/small/outcomes.csv"]);
        assert!(judged.out.contains(word), "{}", judged.out);
    }
}

#[test]
fn a_flat_run_reports_the_point_that_is_best_on_the_test_folds() {
    // Every point alone, on the same folds: the flat run must report the best of their means.
    let mean = |dir: &Dir, name: &str| -> f64 {
        let text = dir.read(&format!("results/{name}/outcomes.csv"));
        let scores: Vec<f64> =
            column(&text, "accuracy").iter().map(|v| v.parse().expect("a number")).collect();
        scores.iter().sum::<f64>() / scores.len() as f64
    };
    let one = |name: &str, grid: &str| {
        format!(
            "[experiment]\nname = \"{name}\"\nseed = 3\n[protocol]\nkind = \"flat\"\n[[dataset]]\nname = \"glass\"\n\
             [[method]]\nname = \"m\"\nkind = \"knn\"\ngrid = {{ k = [{grid}] }}\n"
        )
    };
    let dir = Dir::new();
    let ks = ["1", "3", "9", "25"];
    let mut means = Vec::new();
    for k in ks {
        let name = format!("k{k}");
        dir.write(&format!("{name}.toml"), one(&name, k));
        dir.succeed(&["run", &format!("{name}.toml")]);
        means.push(mean(&dir, &name));
    }
    dir.write("all.toml", one("all", &ks.join(", ")));
    dir.succeed(&["run", "all.toml"]);
    let best = means.iter().copied().fold(0.0, f64::max);
    assert!((mean(&dir, "all") - best).abs() < 1e-12);
    let chosen = column(&dir.read("results/all/outcomes.csv"), "chosen");
    let k = ks[means.iter().position(|m| *m == best).expect("a best")];
    assert!(chosen.iter().all(|c| c.starts_with(&format!("k={k} "))), "{chosen:?}");
}

/// A CSV dataset of two noisy classes; test rows (every third) get other features and classes if `disturbed`.
fn dataset(dir: &Dir, disturbed: bool) -> Dataset {
    let mut text = String::from("x,y,class\n");
    for row in 0..90_u32 {
        let class = row % 2;
        let noise = f64::from(row * 7919 % 101) / 101.0;
        let (x, y) = (f64::from(class) + 1.3 * noise, f64::from(row * 104_729 % 97) / 97.0);
        let test = row % 3 == 0;
        if disturbed && test {
            text.push_str(&format!("{},{},{}\n", 1e6 * x, -5e5 * y, 1 - class));
        } else {
            text.push_str(&format!("{x},{y},{class}\n"));
        }
    }
    let file = dir.write("d.csv", text);
    load(&Source {
        name: "d".into(),
        file,
        task: TaskKind::Classification,
        format: None,
        options: ReadOptions::default(),
        roles: Roles::default(),
        claims: Claims::default(),
        inside: None,
        ..Source::default()
    })
    .expect("a good file")
}

#[test]
fn the_test_part_never_touches_nested_tuning() {
    let dir = Dir::new();
    let knn = Registry::standard().find("knn", Setting::Classification).expect("registered").method;
    let point = |k| ParamInfo::defaults(knn.info().params).with("k", Value::Int(k));
    let method = MethodSpec {
        name: "knn".into(),
        method: knn,
        grid: (1..=15).map(point).collect(),
        search: Search::Grid,
        prepare: Vec::new(),
        prepare_scope: Scope::Train,
    };
    let train: Vec<usize> = (0..90).filter(|row| row % 3 != 0).collect();
    let never = AtomicBool::new(false);
    let score = |disturbed: bool, scope: Scope| {
        let loaded = Loaded::new(dataset(&dir, disturbed), Setting::Classification).expect("fine");
        let truth = Classify::truth(&loaded.data, &loaded.units).expect("classes");
        let control = Control::new(&never, None);
        let bench = Bench::<Classify> {
            preparation: Preparation {
                loaded: &loaded,
                truth: &truth,
                recipe: Recipe { scale: Scale::MinMax, nominal: Nominal::OneHot },
                scope,
                method: &method,
            },
            contestant: Classify::contestant(knn).expect("a classifier"),
            select: metrics::classification("accuracy").expect("known"),
            control: &control,
            resources: &Resources::new(1 << 28, 1),
        };
        let classes = truth.select(&train).strata().expect("classes");
        let splits = Folds::new(&classes, 5, RngKey::root(1)).splits();
        let placed = |part: Vec<usize>| part.into_iter().map(|i| train[i]).collect();
        let splits: Vec<_> = splits
            .into_iter()
            .enumerate()
            .map(|(place, s)| KeyedSplit {
                place,
                split: Split { train: placed(s.train), test: placed(s.test) },
                key: RngKey::root(2),
            })
            .collect();
        let choice = bench.choose(&splits).unwrap_or_else(|e| panic!("{e:?}"));
        (choice.point, choice.score)
    };
    assert_eq!(score(false, Scope::Train), score(true, Scope::Train));
    // The leaking scope does notice, which proves that the disturbance is one.
    assert_ne!(score(false, Scope::All), score(true, Scope::All));
}

#[test]
fn why_names_what_changed() {
    let dir = Dir::new();
    dir.write("small.toml", SMALL);
    assert!(dir.succeed(&["why", "small.toml"]).out.contains("iris  kNN       3 trials: new"));
    dir.succeed(&["run", "small.toml"]);
    let changes = [
        (SMALL.replace("[1, 3, 5]", "[1, 3]"), "iris  kNN  3 trials: parameters changed", 6),
        (SMALL.replace("seed = 7", "seed = 8"), "seed changed from 7", 18),
        (SMALL.replace("folds = 2", "folds = 4"), "protocol changed", 12),
        (SMALL.replace("inner", "scale = \"none\"\ninner"), "protocol changed", 18),
        (
            SMALL.replace("\"majority\"", "\"naive-bayes\"\nname = \"majority\""),
            "method kind changed from majority",
            6,
        ),
        (SMALL.replace("name = \"wine\"", "name = \"glass\""), "glass", 9),
    ];
    for (text, reason, count) in changes {
        dir.write("small.toml", text);
        let said = dir.succeed(&["why", "small.toml"]);
        assert!(said.out.contains(reason), "{reason}:\n{}", said.out);
        assert!(said.out.contains(&format!("{count} of 18 trials would run")), "{}", said.out);
    }
    dir.write("small.toml", SMALL);
    let forced = dir.succeed(&["run", "small.toml", "--force", "--dry-run"]);
    assert!(forced.out.contains("18 of 18 trials would run"), "{}", forced.out);
}

#[test]
fn changed_data_is_noticed() {
    let dir = Dir::new();
    let spec = "[experiment]\nname = \"own\"\nseed = 1\n[[dataset]]\npath = \"own.csv\"\n[[method]]\nkind = \"knn\"\n";
    dir.write("own.toml", spec);
    let rows: String =
        (0..20).map(|i| format!("{i},{}\n", if i < 10 { "a" } else { "b" })).collect();
    dir.write("own.csv", format!("x,class\n{rows}"));
    dir.succeed(&["run", "own.toml"]);
    dir.write("own.csv", format!("x,class\n{}", rows.replace("19,b", "18.5,b")));
    let said = dir.succeed(&["why", "own.toml"]);
    assert!(said.out.contains("5 trials: data changed"), "{}", said.out);
}

#[test]
fn a_time_limit_is_an_outcome_and_not_the_end() {
    let dir = Dir::new();
    let text = spec("time-limit = 1e-7");
    dir.write("small.toml", &text);
    let said = dir.run(&["run", "small.toml"]);
    assert_eq!(said.code, 3, "{}", said.err);
    assert!(said.err.contains("took longer than 0.0000001 CPU seconds"), "{}", said.err);
    assert!(dir.read("results/small/outcomes.csv").contains(",timed-out,"));
    // Without the limit only what failed runs again, and all is well.
    dir.write("small.toml", text.replace("time-limit = 1e-7", ""));
    assert!(dir.succeed(&["why", "small.toml"]).out.contains("failed before: took longer"));
    dir.succeed(&["run", "small.toml"]);
}

#[test]
fn single_points_are_not_tuned_and_equal_points_go_to_the_first() {
    let dir = Dir::new();
    // On two clouds far apart every k is perfect, so the first of the list must be chosen.
    let rows: String =
        (0..40).map(|i| format!("{},{}\n", if i < 20 { i } else { 1000 + i }, i / 20)).collect();
    dir.write("far.csv", format!("x,class\n{rows}"));
    let spec = "[experiment]\nname = \"far\"\nseed = 1\n[[dataset]]\npath = \"far.csv\"\n\
        [[method]]\nkind = \"knn\"\ngrid = { k = [5, 1, 3] }\n[[method]]\nkind = \"naive-bayes\"\n";
    dir.write("far.toml", spec);
    dir.succeed(&["run", "far.toml"]);
    let text = dir.read("results/far/outcomes.csv");
    let knn: Vec<String> =
        column(&text, "chosen").into_iter().filter(|c| c.starts_with("k=")).collect();
    assert_eq!(knn.len(), 5);
    assert!(knn.iter().all(|chosen| chosen.starts_with("k=5 ")), "{knn:?}");
    let plan = dir.succeed(&["plan", "far.toml"]);
    assert!(plan.out.contains("10 trials (10 stored), 0 fits to do"), "{}", plan.out);
}

#[test]
fn a_pattern_search_tries_a_part_and_finds_a_good_point() {
    let dir = Dir::new();
    let spec = |name: &str, search: &str| {
        format!(
            "[experiment]\nname = \"{name}\"\nseed = 3\n[protocol]\nsearch = \"{search}\"\n[[dataset]]\nname = \"sonar\"\n\
             [[method]]\nname = \"m\"\nkind = \"svm\"\ngrid = {{ c = {{ base = 4, from = -2, to = 5 }}, \
             gamma = {{ base = 4, from = -5, to = 2 }} }}\n"
        )
    };
    let mean = |name: &str| -> f64 {
        dir.write(&format!("{name}.toml"), spec(name, name));
        dir.succeed(&["run", &format!("{name}.toml")]);
        let scores = column(&dir.read(&format!("results/{name}/outcomes.csv")), "accuracy");
        scores.iter().map(|v| v.parse::<f64>().expect("a number")).sum::<f64>() / 5.0
    };
    let (pattern, grid) = (mean("pattern"), mean("grid"));
    assert!(pattern > grid - 0.04, "{pattern} against {grid}");
    let inner = |name: &str| -> Vec<f64> {
        let journal = dir.read(&format!("results/{name}/journal.jsonl"));
        let mut scores: Vec<(u64, f64)> = Vec::new();
        for line in journal.lines().skip(1) {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let body = &line["body"];
            scores.push((
                body["fold"].as_u64().expect("a fold"),
                body["inner_score"].as_f64().expect("a score"),
            ));
        }
        scores.sort_by_key(|(fold, _)| *fold);
        scores.into_iter().map(|(_, score)| score).collect()
    };
    // On the same inner folds no walk can beat trying everything.
    assert!(inner("pattern").iter().zip(inner("grid")).all(|(walked, all)| *walked <= all + 1e-12));
}
