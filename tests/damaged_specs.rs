//! Damaged specs: each gets a message that names the line, quotes the text and says what to do, code 2, and no run.

use crate::support::Dir;

const HEAD: &str = "[experiment]\nname = \"e\"\nseed = 1\n";
const DATA: &str = "[[dataset]]\nname = \"iris\"\n";
const METHOD: &str = "[[method]]\nkind = \"knn\"\n";

fn whole(extra: &str) -> String {
    format!("{HEAD}{extra}{DATA}{METHOD}")
}

/// What is wrong with a spec, and the words its message must have.
fn cases() -> Vec<(&'static str, String, Vec<&'static str>)> {
    let protocol = |line: &str| whole(&format!("[protocol]\n{line}\n"));
    let method = |lines: &str| format!("{HEAD}{DATA}[[method]]\n{lines}\n");
    let dataset = |lines: &str| format!("{HEAD}[[dataset]]\n{lines}\n{METHOD}");
    vec![
        (
            "empty",
            String::new(),
            vec![
                "`[experiment]` is missing",
                "`[[dataset]]` is missing",
                "`[[method]]` is missing",
            ],
        ),
        ("syntax", whole("[protocol\n"), vec!["bad.toml:4:", "not valid TOML"]),
        (
            "unclosed text",
            whole("[protocol]\nscale = \"minmax\n"),
            vec!["bad.toml:5:", "not valid TOML"],
        ),
        (
            "key twice",
            format!("[experiment]\nname = \"e\"\nname = \"f\"\nseed = 1\n{DATA}{METHOD}"),
            vec!["bad.toml:3:", "duplicate key"],
        ),
        (
            "no name",
            format!("[experiment]\nseed = 1\n{DATA}{METHOD}"),
            vec!["`name` is missing in [experiment]"],
        ),
        (
            "no seed",
            format!("[experiment]\nname = \"e\"\n{DATA}{METHOD}"),
            vec!["`seed` is missing in [experiment]", "seed = 2018"],
        ),
        (
            "name is a path",
            whole("").replace("\"e\"", "\"../e\""),
            vec!["`../e` cannot name a folder", "bad.toml:2:8"],
        ),
        (
            "name is a number",
            whole("").replace("\"e\"", "5"),
            vec!["`name` must be text in quotes", "this is a whole number"],
        ),
        ("name is empty", whole("").replace("\"e\"", "\"\""), vec!["`name` is empty"]),
        (
            "seed is text",
            whole("").replace("seed = 1", "seed = \"1\""),
            vec!["`seed` must be a whole number"],
        ),
        (
            "seed is negative",
            whole("").replace("seed = 1", "seed = -1"),
            vec!["`seed` is out of range"],
        ),
        (
            "seed is a fraction",
            whole("").replace("seed = 1", "seed = 1.5"),
            vec!["`seed` must be a whole number"],
        ),
        (
            "unknown section",
            whole("[protocoll]\nscale = \"none\"\n"),
            vec!["unknown key `protocoll`", "did you mean `protocol`?"],
        ),
        (
            "unknown key",
            protocol("scaling = \"none\""),
            vec!["unknown key `scaling` in [protocol]", "bad.toml:5:1"],
        ),
        (
            "section of the wrong shape",
            format!("protocol = 3\n{}", whole("")),
            vec!["`protocol` must be a table"],
        ),
        (
            "unknown scale",
            protocol("scale = \"min-max\""),
            vec!["unknown `scale` `min-max`", "did you mean `minmax`?"],
        ),
        ("unknown kind of protocol", protocol("kind = \"nestd\""), vec!["did you mean `nested`?"]),
        (
            "unknown selection metric",
            protocol("select = \"acuracy\""),
            vec!["unknown `select` `acuracy`", "did you mean `accuracy`?"],
        ),
        (
            "selection by time",
            protocol("select = \"train_time\""),
            vec!["unknown `select` `train_time`", "use one of accuracy"],
        ),
        (
            "unknown search",
            protocol("search = \"random\""),
            vec!["unknown `search` `random`", "use one of grid, pattern"],
        ),
        (
            "one fold",
            protocol("outer = { folds = 1 }"),
            vec!["`folds` is out of range", "from 2 to"],
        ),
        (
            "folds as text",
            protocol("outer = { folds = \"five\" }"),
            vec!["`folds` must be a whole number"],
        ),
        ("no repeats", protocol("outer = { repeats = 0 }"), vec!["`repeats` is out of range"]),
        (
            "repeats of inner folds",
            protocol("inner = { repeats = 2 }"),
            vec!["unknown key `repeats` in inner = { ... }"],
        ),
        (
            "stratified as text",
            protocol("outer = { stratified = \"yes\" }"),
            vec!["`stratified` must be true or false"],
        ),
        (
            "inner folds of a flat protocol",
            protocol("kind = \"flat\"\ninner = { folds = 3 }"),
            vec!["a flat protocol has no inner folds"],
        ),
        ("no time", protocol("time-limit = 0"), vec!["`time-limit` must be above zero"]),
        ("unknown scope", protocol("scale-scope = \"test\""), vec!["unknown `scale-scope` `test`"]),
        (
            "unknown dataset",
            dataset("name = \"irish\""),
            vec!["unknown dataset `irish`", "did you mean `iris`?"],
        ),
        (
            "dataset of another task",
            whole("[[dataset]]\nname = \"autompg\"\n"),
            vec!["`iris` has classes, `autompg` has numbers to predict"],
        ),
        ("dataset twice", whole(DATA), vec!["two datasets are called `iris`"]),
        (
            "dataset without name or path",
            dataset("target = \"class\""),
            vec!["`name` is missing in [[dataset]]", "the `path` of a file"],
        ),
        (
            "file that is not there",
            dataset("path = \"nowhere.csv\""),
            vec!["no file `nowhere.csv`", "relative to the folder of the spec"],
        ),
        (
            "file keys for the catalogue",
            dataset("name = \"iris\"\ntarget = \"class\""),
            vec!["`target` describes a file, but `iris` comes from the catalogue"],
        ),
        (
            "long delimiter",
            dataset("path = \"bad.toml\"\ndelimiter = \";;\""),
            vec!["`delimiter` must be one character"],
        ),
        (
            "short checksum",
            dataset("path = \"bad.toml\"\nsha256 = \"abc\""),
            vec!["`sha256` must be 64 hexadecimal digits"],
        ),
        (
            "unknown format",
            dataset("path = \"bad.toml\"\nformat = \"xls\""),
            vec!["unknown `format` `xls`", "csv, arff, keel, libsvm"],
        ),
        (
            "list of numbers",
            dataset("path = \"bad.toml\"\nnominal = [1]"),
            vec!["an entry of `nominal` must be a word in quotes"],
        ),
        (
            "unknown method",
            method("kind = \"olawv\""),
            vec!["unknown method kind `olawv`", "did you mean `ollawv`?"],
        ),
        (
            "misspelt method",
            method("kind = \"logisitc\""),
            vec!["unknown method kind `logisitc`", "did you mean `logistic`?"],
        ),
        ("method without kind", method("name = \"x\""), vec!["`kind` is missing in [[method]]"]),
        (
            "method name twice",
            format!("{}[[method]]\nname = \"knn\"\nkind = \"majority\"\n", whole("")),
            vec!["two methods are called `knn`"],
        ),
        (
            "same method twice",
            format!(
                "{}[[method]]\nname = \"again\"\nkind = \"knn\"\nparams = {{ k = 5 }}\n",
                whole("")
            ),
            vec!["`knn` and `again` are the same method"],
        ),
        (
            "method name with a line break",
            method("kind = \"knn\"\nname = \"a\\nb\""),
            vec!["`a\\nb` cannot be the name of a method"],
        ),
        (
            "unknown parameter",
            method("kind = \"knn\"\nparams = { kk = 3 }"),
            vec!["unknown parameter of `knn` `kk`", "did you mean `k`?"],
        ),
        (
            "parameter of a method without any",
            method("kind = \"majority\"\nparams = { k = 3 }"),
            vec!["it has no parameters"],
        ),
        (
            "parameter out of range",
            method("kind = \"knn\"\nparams = { k = 0 }"),
            vec!["`k` must be a whole number from 1", "bad.toml:8:16"],
        ),
        (
            "fractional count",
            method("kind = \"knn\"\ngrid = { k = [1, 2.5] }"),
            vec!["`k` must be a whole number", "bad.toml:8:18"],
        ),
        (
            "ridge of zero",
            method("kind = \"logistic\"\nparams = { ridge = 0 }"),
            vec!["`ridge` must be a number > 0"],
        ),
        (
            "ridge that is not a number",
            method("kind = \"logistic\"\nparams = { ridge = nan }"),
            vec!["`ridge` must be a number > 0"],
        ),
        (
            "unknown choice",
            method("kind = \"knn\"\nparams = { weights = \"far\" }"),
            vec!["`weights` must be one of \"uniform\", \"distance\""],
        ),
        (
            "list among fixed parameters",
            method("kind = \"knn\"\nparams = { k = [1, 3] }"),
            vec!["parameter `k` must be a single value", "belong into `grid`"],
        ),
        (
            "single value in a grid",
            method("kind = \"knn\"\ngrid = { k = 3 }"),
            vec!["the grid of `k` must be a list or a range", "belongs into `params`"],
        ),
        (
            "empty grid",
            method("kind = \"knn\"\ngrid = { k = [] }"),
            vec!["`k` has no values to try"],
        ),
        ("value twice", method("kind = \"knn\"\ngrid = { k = [1, 1] }"), vec!["`k` tries 1 twice"]),
        (
            "fixed and in the grid",
            method("kind = \"knn\"\nparams = { k = 3 }\ngrid = { k = [1] }"),
            vec!["`k` is both fixed and in the grid"],
        ),
        (
            "unknown base",
            method("kind = \"bagging\"\nbase = \"naive-bayse\""),
            vec!["bad.toml:8:8", "unknown method kind `naive-bayse`", "naive-bayes"],
        ),
        (
            "base of a method that builds on nothing",
            method("kind = \"knn\"\nbase = \"lda\""),
            vec!["bad.toml:8:8", "`knn` builds on no other method", "remove `base`"],
        ),
        (
            "base without weights",
            method("kind = \"adaboost\"\nbase = \"lda\""),
            vec![
                "bad.toml:8:8",
                "`adaboost` cannot build on `lda`: it takes no weights of examples",
                "choose another `base`",
            ],
        ),
        (
            "parameter of the base without its prefix",
            method("kind = \"bagging\"\nbase = \"knn\"\nparams = { k = 3 }"),
            vec!["`k`", "base-k"],
        ),
        (
            "powers backwards",
            method("kind = \"logistic\"\ngrid = { ridge = { base = 10, from = 2, to = -2 } }"),
            vec!["the range of `ridge` cannot be used", "powers `{ base = 4"],
        ),
        (
            "logarithm of zero",
            method(
                "kind = \"logistic\"\ngrid = { ridge = { from = 0, to = 1, steps = 3, scale = \"log\" } }",
            ),
            vec!["the range of `ridge` cannot be used"],
        ),
        (
            "one step",
            method("kind = \"logistic\"\ngrid = { ridge = { from = 1, to = 2, steps = 1 } }"),
            vec!["the range of `ridge` cannot be used"],
        ),
        (
            "unknown key in a range",
            method(
                "kind = \"logistic\"\ngrid = { ridge = { base = 10, from = 0, to = 1, step = 2 } }",
            ),
            vec!["unknown key `step`"],
        ),
        (
            "range outside the domain",
            method("kind = \"logistic\"\ngrid = { ridge = { from = -1, to = 1, steps = 3 } }"),
            vec!["`ridge` must be a number > 0", "this range holds -1"],
        ),
        (
            "grid of millions",
            method(
                "kind = \"logistic\"\ngrid = { ridge = { from = 1, to = 2, steps = 1000 }, tolerance = { from = 1, to = 2, steps = 1000 } }",
            ),
            vec!["more than 100000 points"],
        ),
        (
            "unknown metric",
            whole("[analysis]\nmetrics = [\"acc\", \"kapa\"]\n"),
            vec!["unknown metric `acc`", "unknown metric `kapa`", "did you mean `kappa`?"],
        ),
        ("no metrics", whole("[analysis]\nmetrics = []\n"), vec!["`metrics` is empty"]),
        (
            "metric twice",
            whole("[analysis]\nmetrics = [\"auc\", \"auc\"]\n"),
            vec!["`auc` is listed twice"],
        ),
        (
            "too many folds for the data",
            protocol("outer = { folds = 200 }"),
            vec!["dataset `iris` has 150 rows, too few for 200 outer folds"],
        ),
    ]
}

#[test]
fn every_damaged_spec_gets_a_message_to_act_on() {
    let dir = Dir::new();
    let cases = cases();
    assert!(cases.len() >= 60);
    for (what, text, words) in cases {
        dir.write("bad.toml", &text);
        let said = dir.run(&["run", "bad.toml"]);
        assert_eq!(said.code, 2, "{what}: code {}\n{}{}", said.code, said.out, said.err);
        for word in words {
            assert!(said.err.contains(word), "{what}: no `{word}` in\n{}", said.err);
        }
        let mistakes = said.err.lines().filter(|l| l.starts_with("error")).count();
        let remedies = said.err.matches("help: ").count();
        assert!(
            remedies >= mistakes,
            "{what}: {mistakes} mistakes, {remedies} remedies in\n{}",
            said.err
        );
        assert!(!said.err.contains("panicked"), "{what}:\n{}", said.err);
        assert!(!dir.path("results").exists(), "{what}: something was written");
    }
}

#[test]
fn all_mistakes_are_reported_at_once_in_file_order() {
    let dir = Dir::new();
    let text = "[experiment]\nname = \"a b\"\nseed = -3\n[protocol]\nscale = \"max\"\n[[dataset]]\nname = \"irs\"\n\
                [[method]]\nkind = \"kn\"\n[[method]]\nkind = \"knn\"\ngrid = { k = [0] }\n";
    dir.write("bad.toml", text);
    let said = dir.run(&["run", "bad.toml"]);
    let lines: Vec<&str> =
        said.err.lines().filter_map(|l| l.trim_start().strip_prefix("--> bad.toml:")).collect();
    assert_eq!(lines, ["2:8", "3:8", "5:9", "7:8", "9:8", "12:15"], "{}", said.err);
    assert!(said.err.contains("bad.toml: 6 mistakes, nothing was run"), "{}", said.err);
}

#[test]
fn a_spec_that_cannot_be_read_says_so() {
    let dir = Dir::new();
    let said = dir.run(&["run", "absent.toml"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("cannot read absent.toml: no such file"), "{}", said.err);
    dir.write("latin.toml", b"[experiment]\nname = \"\xe9\"\n");
    assert!(dir.run(&["run", "latin.toml"]).err.contains("not UTF-8"));
}
