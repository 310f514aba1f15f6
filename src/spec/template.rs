//! The commented spec that `tribunal init` writes. It runs as it is.

/// A small dataset for a folder that has no catalogue: Fisher's iris measurements.
pub const TEMPLATE_DATA: &str = include_str!("../../datasets/iris.csv");

/// A method in Python to start from: nearest centroid, in both forms of the protocol.
pub const PYTHON_METHOD: &str = include_str!("template.py");

/// A spec with one more method, which is a program.
pub fn with_program(spec: &str, script: &str) -> String {
    let method = format!(
        r#"[[method]]
name = "mine"
kind = "command"           # a program of any language; docs/command.md describes what it is asked
command = ["python3", "{script}"]   # started in this folder; edit the file and its trials run again
protocol = "worker"        # stays and is asked many times; "files" starts it anew for every fit
grid = {{ shrink = [0.0, 0.25, 0.5] }}

"#
    );
    match spec.find("[[method]]") {
        Some(first) => format!("{}{method}{}", &spec[..first], &spec[first..]),
        None => format!("{spec}{method}"),
    }
}

/// A spec called `name`; `data` is the TOML of its dataset table.
pub fn template(name: &str, data: &str) -> String {
    format!(
        r#"# An experiment: which methods are tried, on which datasets, and how.
# `tribunal plan` shows what it costs, `tribunal run` runs it; docs/spec.md explains every key.

[experiment]
name = "{name}"            # results go to results/{name}, tables to reports/{name}
seed = 2018                # the same seed gives the same results, to the last byte

[protocol]
outer = {{ folds = 5, repeats = 1, stratified = true }}   # the folds whose scores are reported
inner = {{ folds = 5 }}      # the folds, inside each training part, that choose parameters
scale = "minmax"           # none, minmax or standard; fitted on each training part
select = "accuracy"        # the metric that chooses among grid points

[[dataset]]
{data}
# More datasets: repeat [[dataset]], with the name of a catalogue dataset (tribunal list datasets)
# or with the path of a CSV, ARFF, KEEL or LIBSVM file.

[[method]]
name = "kNN"
kind = "knn"               # tribunal list methods
grid = {{ k = [1, 3, 5, 7] }}

[[method]]
name = "naive Bayes"
kind = "naive-bayes"

[[method]]
name = "logistic"
kind = "logistic"
grid = {{ ridge = {{ base = 10, from = -3, to = 1 }} }}    # 0.001, 0.01, ..., 10

[[method]]
name = "majority"
kind = "majority"          # what every method must beat

[analysis]
metrics = ["accuracy", "kappa"]                          # tribunal list metrics
"#
    )
}
