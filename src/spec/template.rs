//! The commented spec that `tribunal init` writes. It runs as it is.

/// Four small datasets that ship (the UCI Machine Learning Repository, CC BY 4.0), with their files for a folder that has
/// no catalogue. A verdict over datasets needs three; four methods run on these in a second or two.
pub const TEMPLATE_DATA: [(&str, &str); 4] = [
    ("iris", include_str!("../../datasets/iris.csv")),
    ("wine", include_str!("../../datasets/wine.csv")),
    ("glass", include_str!("../../datasets/glass.csv")),
    ("heart", include_str!("../../datasets/heart.csv")),
];

/// A method of the user's own to start from.
pub struct MethodTemplate {
    /// The program that runs it.
    pub interpreter: &'static str,
    /// How its file ends.
    pub ending: &'static str,
    /// What it holds: the nearest centroid.
    pub text: &'static str,
    /// How Tribunal speaks with it, and why.
    protocol: &'static str,
}

/// In Python, for both forms of the protocol.
pub const PYTHON_METHOD: MethodTemplate = MethodTemplate {
    interpreter: "python3",
    ending: "py",
    text: include_str!("template.py"),
    protocol: r#""worker"        # stays and is asked many times; "files" starts it anew for every fit"#,
};

/// In shell and awk.
pub const SHELL_METHOD: MethodTemplate = MethodTemplate {
    interpreter: "sh",
    ending: "sh",
    text: include_str!("template.sh"),
    protocol: r#""files"         # started for every fit, with its parameters in files and variables"#,
};

/// A spec with one more method, which is a program.
pub fn with_program(spec: &str, script: &str, template: &MethodTemplate) -> String {
    let MethodTemplate { interpreter, protocol, .. } = template;
    let method = format!(
        r#"[[method]]
name = "mine"
kind = "command"           # a program of any language; docs/command.md describes what it is asked
command = ["{interpreter}", "{script}"]   # started in this folder; edit the file and its trials run again
protocol = {protocol}
grid = {{ shrink = [0.0, 0.25, 0.5] }}

"#
    );
    match spec.find("[[method]]") {
        Some(first) => format!("{}{method}{}", &spec[..first], &spec[first..]),
        None => format!("{spec}{method}"),
    }
}

/// Where a spec of the template finds its datasets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TemplateSource {
    /// By name, in the catalogue.
    Catalog,
    /// As CSV files in the folder `data` next to the spec.
    Files,
}

/// The dataset tables of a spec.
fn datasets(source: TemplateSource) -> String {
    let table = |(name, _): &(&str, &str)| match source {
        TemplateSource::Catalog => format!("[[dataset]]\nname = \"{name}\"\n\n"),
        TemplateSource::Files => format!(
            "[[dataset]]\npath = \"data/{name}.csv\"\ntarget = \"class\"\ntask = \"classification\"\n\n"
        ),
    };
    TEMPLATE_DATA.iter().map(table).collect()
}

/// A spec called `name` on the datasets of [`TEMPLATE_DATA`].
pub fn template(name: &str, source: TemplateSource) -> String {
    let shipped = match source {
        TemplateSource::Catalog => {
            "Datasets that ship; `tribunal list datasets` lists all of them."
        }
        TemplateSource::Files => "Four small datasets, in the folder `data` next to this file.",
    };
    let datasets = datasets(source);
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

# {shipped}
# A verdict over datasets needs three or more.

{datasets}# Your own data: a CSV, ARFF, KEEL or LIBSVM file. Remove the `#` and change path and target.
# [[dataset]]
# path = "data/mine.csv"     # relative to this file
# target = "class"           # the column to predict

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
