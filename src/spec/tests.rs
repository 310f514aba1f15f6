//! What good specs mean; what bad ones say is tested from the outside (tests/damaged_specs.rs).

use std::path::Path;

use super::*;
use crate::analysis::settings::AcrossMetrics;
use crate::data::prep::{Nominal, Scale};
use crate::data::{DataError, TaskKind};
use crate::experiment::{
    CrossValidation, Experiment, Protocol, ProtocolKind, Scope, Validation, test_to_train,
};
use crate::gate::settings::{Guarded, Inconclusive, Level};
use crate::learn::{Registry, Setting};
use crate::params::Params;
use crate::report::settings::{BestRank, Figure, Format, GroupTest, Layout, LongTable};
use crate::stats::adjust::Correction;

fn spec(text: &str) -> Spec {
    let registry = Registry::standard();
    let none = DataError::file(Path::new("datasets"), "no catalogue", "");
    // A dataset that is a file: this one will do, nothing reads it here.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
    let environment =
        Environment { registry: &registry, catalog: Err(&none), folder: &folder, stored: None };
    match parse(Path::new("t.toml"), text, &environment) {
        Ok(spec) => spec,
        Err(mistakes) => panic!("{}", mistakes.render(false)),
    }
}

fn points(method: &str) -> Vec<String> {
    let text = format!(
        "[experiment]\nname = \"t\"\nseed = 1\n[[dataset]]\npath = \"iris.csv\"\n[[method]]\n{method}\n"
    );
    // What these tests are about; a method may have further parameters.
    let told = |word: &&str| {
        let name = word.split('=').next().unwrap_or(word).trim_start_matches("base-");
        ["k", "weights", "ridge", "rounds", "sample"].contains(&name)
    };
    let point = |p: &Params| p.to_string().split(' ').filter(told).collect::<Vec<_>>().join(" ");
    spec(&text).experiment.methods[0].grid.iter().map(point).collect()
}

#[test]
fn defaults_are_the_documented_ones() {
    let spec = spec(
        "experiment = { name = \"t\", seed = 1 }\ndataset = [{ path = \"iris.csv\" }]\nmethod = [{ kind = \"knn\" }]",
    );
    let e = &spec.experiment;
    let five = Validation { folds: 5, stratified: true };
    let kind = ProtocolKind::Nested;
    let usual = CrossValidation { kind, outer: five, inner: five, repeats: 1 };
    assert_eq!(e.protocol, Protocol::CrossValidation(usual));
    let c = &e.conditions;
    assert_eq!((c.scale_scope, c.time_limit, c.select.name), (Scope::Train, None, "accuracy"));
    assert_eq!((c.recipe.scale, c.recipe.nominal), (Scale::MinMax, Nominal::OneHot));
    assert_eq!((e.datasets[0].name.as_str(), e.methods[0].name.as_str()), ("iris", "knn"));
    assert_eq!(spec.analysis.metrics.iter().map(|m| m.name).collect::<Vec<_>>(), ["accuracy"]);
    assert!(e.caveats().is_empty());
}

#[test]
fn grids_in_every_form() {
    assert_eq!(points("kind = \"knn\""), ["k=5 weights=uniform"]);
    assert_eq!(
        points("kind = \"knn\"\ngrid = { weights = [\"distance\", \"uniform\"], k = [3, 1] }"),
        [
            "k=3 weights=distance",
            "k=3 weights=uniform",
            "k=1 weights=distance",
            "k=1 weights=uniform"
        ],
    );
    let ridges = |range: &str| -> Vec<f64> {
        let shown = points(&format!("kind = \"logistic\"\ngrid = {{ ridge = {range} }}"));
        let ridge = |p: &String| p.split(' ').next()?.strip_prefix("ridge=")?.parse().ok();
        shown.iter().map(|p| ridge(p).expect("a ridge")).collect()
    };
    assert_eq!(ridges("{ base = 4, from = -2, to = 2 }"), [0.0625, 0.25, 1.0, 4.0, 16.0]);
    assert_eq!(ridges("{ from = 1, to = 2, steps = 3 }"), [1.0, 1.5, 2.0]);
    assert_eq!(ridges("{ from = 2, to = 1, steps = 2, scale = \"linear\" }"), [2.0, 1.0]);
    let log = ridges("{ from = 0.01, to = 1, steps = 3, scale = \"log\" }");
    assert_eq!((log[0], log[2]), (0.01, 1.0));
    assert!((log[1] - 0.1).abs() < 1e-15);
    assert_eq!(ridges("{ base = 2, from = 3, to = 3 }"), [8.0]);
}

#[test]
fn whole_numbers_of_a_range_survive_rounding() {
    let ks = |range: &str| points(&format!("kind = \"knn\"\ngrid = {{ k = {range} }}"));
    assert_eq!(ks("{ from = 1, to = 50, steps = 50 }").len(), 50);
    assert!(ks("{ from = 1, to = 1000, steps = 4, scale = \"log\" }")[1].starts_with("k=10 "));
}

#[test]
fn a_list_of_grids_tries_the_points_of_each_once() {
    let grid = "kind = \"knn\"\ngrid = [{ k = [1, 3] }, { k = [3], weights = [\"uniform\", \"distance\"] }]";
    assert_eq!(
        points(grid),
        ["k=1 weights=uniform", "k=3 weights=uniform", "k=3 weights=distance"]
    );
}

#[test]
fn fixed_parameters_hold_at_every_point() {
    let spec = "kind = \"knn\"\nparams = { weights = \"distance\" }\ngrid = { k = [1, 2] }";
    assert_eq!(points(spec), ["k=1 weights=distance", "k=2 weights=distance"]);
}

#[test]
fn parameters_of_a_base_are_fixed_and_tried_like_its_own() {
    let spec = "kind = \"bagging\"\nbase = \"knn\"\nparams = { base-weights = \"distance\", rounds = 5 }\n\
                grid = { base-k = [1, 3] }";
    assert_eq!(
        points(spec),
        [
            "rounds=5 sample=1 base-k=1 base-weights=distance",
            "rounds=5 sample=1 base-k=3 base-weights=distance",
        ]
    );
}

#[test]
fn a_method_over_another_base_is_another_method() {
    let text = "[experiment]\nname = \"t\"\nseed = 1\n[[dataset]]\npath = \"iris.csv\"\n\
                [[method]]\nkind = \"bagging\"\n[[method]]\nname = \"k\"\nkind = \"bagging\"\nbase = \"knn\"\n";
    let e = spec(text).experiment;
    let kinds: Vec<&str> = e.methods.iter().map(|m| m.method.info().kind).collect();
    assert_eq!(kinds, ["bagging", "bagging-over-knn"]);
    // Where no name is given, the kind is the name.
    assert_eq!((e.methods[0].name.as_str(), e.methods[1].name.as_str()), ("bagging", "k"));
}

#[test]
fn every_documented_key_is_understood() {
    // A key that no reader asks for would be an unknown key, so this spec holds them all.
    let text = r#"
        [experiment]
        name = "t"
        description = "d"
        seed = 1
        [protocol]
        kind = "nested"
        outer = { folds = 3, repeats = 2, stratified = false }
        inner = { folds = 3, stratified = false }
        scale = "standard"
        scale-scope = "all"
        nominal = "ordinal"
        convert = false
        select = "auc"
        search = "grid"
        time-limit = 2.5
        [[dataset]]
        name = "x"
        path = "iris.csv"
        format = "csv"
        target = "class"
        task = "classification"
        fold = "part"
        classes = ["a", "b"]
        nominal = []
        ignore = []
        missing = ["NA"]
        delimiter = ";"
        decimal = ","
        header = true
        sha256 = "0000000000000000000000000000000000000000000000000000000000000000"
        [[dataset]]
        name = "drawn"
        generate = { kind = "normals", classes = 3, features = 4, rows = 20, variance = 2, spread = 1.3, seed = 5 }
        [[method]]
        name = "m"
        kind = "knn"
        params = {}
        grid = {}
        prepare = ["fisher"]
        prepare-scope = "train"
        [analysis]
        metrics = ["f1", "train_time", "iterations"]
        control = "m"
        alpha = 0.1
        tests = ["friedman", "monte-carlo"]
        ties = "raw"
        zeros = "pratt"
        wilcoxon = "normal"
        missing = "worst-rank"
        draws = 500
        statistic = "t"
        folded = false
        rope = 0.02
        trend = ["m", "n", "command"]
        across-metrics = "holm"
        [report]
        formats = ["html", "tikz"]
        layouts = ["marks"]
        figures = ["boxes"]
        decimals = 3
        spread = false
        siunitx = true
        long-table = "never"
        best-rank = "right"
        groups = "wilcoxon"
        figure-notes = false
        scatter = ["m", "n"]
        [reference]
        tables = []
        file = "published/tables/melki_5.3_accuracy_pct.csv"
        sd = "published/tables/melki_5.3_accuracy_pct.csv"
        metric = "f1"
        metrics = { "melki_5.3_accuracy_pct" = "train_time" }
        unit = "seconds"
        cite = "Melki 2018"
        methods = { m = "OLLAWV" }
        datasets = { x = "iris" }
        [gate]
        metrics = ["accuracy", "kappa"]
        margin = { accuracy = 0.02, kappa = "5%" }
        alpha = 0.01
        correction = "hommel"
        level = "dataset"
        inconclusive = "warn"
        datasets = { x = 0.1, drawn = { kappa = "10%" } }
        [[method]]
        name = "n"
        kind = "bagging"
        base = "knn"
        [[method]]
        kind = "command"
        command = ["sh", "method.sh"]
        protocol = "worker"
        sources = []
        env = { A = "1" }
        input = "table"
        memory-limit = 512
        wall-limit = 5
    "#;
    let spec = spec(text);
    let settings = &spec.analysis.settings;
    assert_eq!((settings.alpha, settings.draws, settings.seed), (0.1, 500, 1));
    assert_eq!((settings.rope, settings.draw_test.folded), (Some(0.02), false));
    assert_eq!(settings.trend, ["m", "n", "command"]);
    assert_eq!(settings.across_metrics, AcrossMetrics::Holm);
    assert_eq!(
        settings.tests.iter().map(|t| t.name).collect::<Vec<_>>(),
        ["friedman", "monte-carlo"]
    );
    let report = &spec.report;
    assert_eq!(report.formats, [Format::Html, Format::Tikz]);
    assert_eq!(
        (&report.layouts[..], &report.figures[..]),
        (&[Layout::Marks][..], &[Figure::Boxes][..])
    );
    assert_eq!((report.decimals, report.spread, report.siunitx), (Some(3), false, true));
    assert_eq!((report.long_table, report.best_rank), (LongTable::Never, BestRank::Right));
    assert_eq!((report.groups, report.figure_notes), (GroupTest::Wilcoxon, false));
    assert_eq!(report.scatter, Some(("m".into(), "n".into())));
    let [reference] = &spec.analysis.reference.tables[..] else { panic!("one table") };
    assert_eq!((reference.cite.as_str(), reference.metric.name), ("Melki 2018", "train_time"));
    assert_eq!(reference.methods[0].ours.as_deref(), Some("m"));
    assert_eq!(reference.datasets[0].ours.as_deref(), Some("x"));
    assert_eq!((reference.datasets[1].ours.as_deref(), reference.sds.len()), (None, 23));
    assert_eq!(spec.experiment.caveats().len(), 1);
    let [accuracy, kappa] = &spec.gate.metrics[..] else { panic!("two metrics") };
    let margins =
        |metric: &Guarded| ["x", "drawn", "z"].map(|dataset| metric.margin_on(dataset).to_string());
    assert_eq!(margins(accuracy), ["0.1", "0.02", "0.02"]);
    assert_eq!(margins(kappa), ["0.1", "10%", "5%"]);
    assert_eq!((spec.gate.alpha, spec.gate.correction), (0.01, Some(Correction::Hommel)));
    assert_eq!((spec.gate.level, spec.gate.inconclusive), (Level::Dataset, Inconclusive::Warn));
    // NAME stands for the name of a dataset; [import] is for runs that are stored.
    let asked = |key: &&Key| key.name != "NAME" && key.section != Section::Import;
    let others = r#"
        [experiment]
        name = "t"
        seed = 1
        [protocol]
        outer = { folds-file = "iris.csv" }
        [[dataset]]
        path = "iris.csv"
        bag = "molecule"
        [[method]]
        kind = "simple-mi"
        base = "majority"
    "#;
    assert_eq!(self::spec(others).experiment.setting, Setting::Bags);
    let stream = r#"
        [experiment]
        name = "t"
        seed = 1
        [protocol]
        kind = "prequential"
        evaluate = "test-then-train"
        chunk = 100
        window = 50
        repeats = 1
        [[dataset]]
        path = "iris.csv"
        [[dataset]]
        name = "drawn"
        limit = 1000
        generate = { kind = "sea", function = 2, balanced = true, noise-percent = 5, instance-seed = 3 }
        [[method]]
        kind = "majority"
    "#;
    assert_eq!(self::spec(stream).experiment.setting, Setting::Stream);
    for key in keys::all().filter(asked) {
        let is_there =
            [text, others, stream].iter().any(|text| text.contains(&format!("{} = ", key.name)));
        assert!(is_there, "{} is in none of the specs above", key.name);
    }
}

#[test]
fn imported_results_have_a_table_of_their_own_that_no_experiment_to_run_may_have() {
    let text = r#"
        [experiment]
        name = "e"
        seed = 1
        [import]
        from = "elsewhere"
        repeats = 30
        folds = 1
        test-share = 0.25
        [[dataset]]
        name = "theirs"
        [[method]]
        name = "m"
        kind = "imported"
    "#;
    let registry = Registry::standard();
    let none = DataError::file(Path::new("c"), "no catalogue", "");
    let fingerprints = [("m".to_owned(), "f".to_owned())].into_iter().collect();
    let stored = Stored {
        datasets: [("theirs".to_owned(), TaskKind::Classification)].into_iter().collect(),
        absent: Vec::new(),
        fingerprints,
        own_spec: true,
    };
    let read = |text: &str, stored: Option<&Stored>| {
        let environment =
            Environment { registry: &registry, catalog: Err(&none), folder: Path::new(""), stored };
        parse(Path::new("run.json"), text, &environment).map(|spec| spec.experiment)
    };
    let e = read(text, Some(&stored)).unwrap();
    assert_eq!(e.import.as_ref().map(|import| import.from.as_str()), Some("elsewhere"));
    assert_eq!((e.protocol.repeats(), e.protocol.folds()), (30, 1));
    let ratio_of = |e: &Experiment| test_to_train(e.protocol.folds(), e.protocol.test_share());
    let ratio = ratio_of(&e).unwrap();
    assert!((ratio - 1.0 / 3.0).abs() < 1e-15, "{ratio}");
    let unsaid = read(&text.replace("test-share = 0.25", ""), Some(&stored)).unwrap();
    assert_eq!(ratio_of(&unsaid), None);
    let folds = text.replace("test-share = 0.25", "").replace("folds = 1", "folds = 5");
    assert_eq!(ratio_of(&read(&folds, Some(&stored)).unwrap()), Some(0.25));
    let refused = read(text, None).err().unwrap();
    assert!(
        refused.mistakes.iter().any(|m| m.message.contains("cannot be run")),
        "{:?}",
        refused.mistakes
    );
    for wrong in ["test-share = 1.0", "test-share = 0", "folds = 0"] {
        let text = text.replace("test-share = 0.25", wrong);
        let text =
            if wrong.starts_with("folds") { text.replacen("folds = 1", "", 1) } else { text };
        assert!(read(&text, Some(&stored)).is_err(), "{wrong}");
    }
}

#[test]
fn the_word_all_stands_for_every_test() {
    let text = "[experiment]\nname = \"t\"\nseed = 1\n[analysis]\ntests = [\"all\"]\n\
                [[dataset]]\npath = \"iris.csv\"\n[[method]]\nkind = \"knn\"\n";
    let all = crate::analysis::registry::ALL.len();
    assert_eq!(spec(text).analysis.settings.tests.len(), all);
}
