//! The house rules that a compiler does not check: which module may use which, which crates stay in which files, and how
//! long a file may be. They look at code alone: comments, texts and tests may name anything.

use std::path::{Path, PathBuf};

use crate::rust_code::{code, names, used_modules, without_tests};
use crate::support::project;

/// Modules in the order data flows; each may use those before it. `learn` and `metrics` are leaves but for `data`.
const FLOW: &[&str] = &[
    "escape",
    "choices",
    "files",
    "page",
    "suggest",
    "measure",
    "words",
    "num",
    "params",
    "stats",
    "diagnostic",
    "data",
    "published",
    "learn",
    "metrics",
    "experiment",
    "plan",
    "run",
    "store",
    "analysis",
    "report",
    "audit",
    "gate",
    "spec",
    "court",
    "import",
    "cli",
];

/// What the order allows and the design does not: these judge and write for themselves, from leaves alone.
const APART: &[(&str, &str)] =
    &[("audit", "analysis"), ("audit", "report"), ("gate", "analysis"), ("gate", "report")];

/// A file of `src`, as the rules see it.
struct Source {
    /// Its path inside `src`, with `/`.
    inside: String,
    text: String,
    /// Its code without comments, texts and tests; nothing for a file that is compiled for tests alone.
    code: String,
    only_tests: bool,
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}

fn sources() -> Vec<Source> {
    let root = project().join("src");
    let mut files = Vec::new();
    rust_files(&root, &mut files);
    files.sort();
    let (mut found, mut tests) = (Vec::new(), Vec::new());
    for file in files {
        let inside = file.strip_prefix(&root).expect("inside src").to_string_lossy();
        let inside = inside.replace('\\', "/");
        let text = std::fs::read_to_string(&file).expect("a file");
        let (code, modules) = without_tests(&code(&text));
        let folder = match inside.rsplit_once('/') {
            Some((folder, "mod.rs")) => format!("{folder}/"),
            _ if inside == "lib.rs" => String::new(),
            _ => format!("{}/", inside.trim_end_matches(".rs")),
        };
        tests.extend(modules.iter().map(|module| format!("{folder}{module}")));
        found.push(Source { inside, text, code, only_tests: false });
    }
    for source in &mut found {
        let is_inside = |test: &String| {
            let rest = source.inside.strip_prefix(test.as_str());
            rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
        };
        source.only_tests = tests.iter().any(is_inside);
        if source.only_tests {
            source.code.clear();
        }
    }
    found
}

#[test]
fn modules_use_only_what_stands_before_them() {
    let mut checked = 0;
    for source in sources() {
        let first = source.inside.split('/').next().expect("a part");
        let module = first.trim_end_matches(".rs");
        let Some(rank) = FLOW.iter().position(|m| *m == module) else {
            assert!(matches!(module, "lib" | "main"), "{module} is not in FLOW");
            continue;
        };
        for name in used_modules(&source.code) {
            let other = FLOW.iter().position(|m| *m == name);
            let other = other.unwrap_or_else(|| panic!("{} uses crate::{name}", source.inside));
            assert!(other <= rank, "{} uses {name}, which is after {module}", source.inside);
            let apart = APART.contains(&(module, name.as_str()));
            assert!(!apart, "{} uses {name}", source.inside);
            checked += 1;
        }
    }
    assert!(checked > 1000, "only {checked} uses found");
}

/// Files outside of the families of methods, the tasks themselves and the metrics that name a task or a type of one.
const NAME_A_TASK: usize = 6;

/// Everything else is written for any task: a second one must not walk through the house again.
#[test]
fn tasks_are_named_in_few_places() {
    let words =
        ["Classify", "Labels", "ClassPredictions", "Regress", "Targets", "ClassifyBags", "Bags"];
    // A setting and a word for examples have the name of a type.
    let types = |code: &str| code.replace("Setting::Bags", "").replace("Units::Bags", "");
    let is_home = |inside: &str| {
        inside.starts_with("metrics/")
            || inside.strip_prefix("learn/").is_some_and(|rest| rest.contains('/'))
    };
    let naming: Vec<String> = sources()
        .into_iter()
        .filter(|source| !source.only_tests && !is_home(&source.inside))
        .filter(|source| {
            let code = types(&source.code);
            let mut found = code.split(|c: char| !c.is_alphanumeric() && c != '_');
            found.any(|word| words.contains(&word))
        })
        .map(|source| source.inside)
        .collect();
    assert!(naming.len() <= NAME_A_TASK, "{} files name a task: {naming:?}", naming.len());
    assert!(naming.iter().any(|file| file == "learn/any.rs"), "the list is not what it was");
}

/// The order is written where people read it; what they read is what is checked.
#[test]
fn the_documents_name_the_modules_in_this_order() {
    let words = |text: &str| -> Vec<String> {
        let word = |c: char| c.is_ascii_lowercase() || c == '_';
        text.split(|c| !word(c)).filter(|w| !w.is_empty()).map(str::to_owned).collect()
    };
    let between = |file: &str, begin: &str, end: &str| {
        let text = std::fs::read_to_string(project().join(file)).expect("a file");
        let from = text.split_once(begin).unwrap_or_else(|| panic!("{file} has no {begin:?}")).1;
        from.split_once(end).unwrap_or_else(|| panic!("{file} has no {end:?}")).0.to_owned()
    };
    let of_library = between("src/lib.rs", "uses only those before it:\n//!\n//! ```text\n", "```");
    assert_eq!(words(&of_library), FLOW, "src/lib.rs");
    let of_page = between("ARCHITECTURE.md", "uses only those before it:\n\n```text\n", "```");
    assert_eq!(words(&of_page), FLOW, "ARCHITECTURE.md");
    let main: Vec<String> = words(&between("CONTRIBUTING.md", "**Data flows one way**:", ";"));
    let places = main.iter().map(|name| FLOW.iter().position(|m| m == name));
    let places: Option<Vec<usize>> = places.collect();
    let places =
        places.unwrap_or_else(|| panic!("CONTRIBUTING.md names an unknown module: {main:?}"));
    assert!(places.len() > 5 && places.is_sorted(), "CONTRIBUTING.md has another order: {main:?}");
}

#[test]
fn crates_stay_behind_their_fences() {
    let fences: &[(&str, &[&str])] = &[
        ("polars", &["store/tables.rs"]),
        ("polars_arrow", &["data/read/parquet.rs", "data/read/parquet/"]),
        ("polars_parquet", &["data/read/parquet/"]),
        ("clap", &["cli/"]),
        ("indicatif", &["cli/progress.rs"]),
        ("annotate_snippets", &["diagnostic.rs"]),
        (
            "rayon",
            &[
                "run/",
                "analysis/threads.rs",
                "analysis/uncertain.rs",
                "report/folder.rs",
                "gate/simulate.rs",
                "audit/medians.rs",
            ],
        ),
        ("plotters", &["report/figures/draw.rs"]),
        ("plotters_backend", &["report/figures/draw.rs", "report/figures/tikz.rs"]),
        ("resvg", &["report/figures/png.rs"]),
        ("skrifa", &["report/figures/font.rs"]),
        ("faer", &["learn/gaussian_process/factor.rs"]),
        ("minijinja", &["page/mod.rs"]),
        ("blake3", &["num/hash.rs"]),
    ];
    let sources = sources();
    for (name, places) in fences {
        let allowed = |inside: &str| places.iter().any(|place| inside.starts_with(place));
        for source in sources.iter().filter(|source| names(&source.code, name)) {
            let inside = &source.inside;
            assert!(allowed(inside), "{inside} uses {name}, which belongs to {places:?}");
        }
        for place in *places {
            let used = |s: &Source| s.inside.starts_with(place) && names(&s.code, name);
            assert!(sources.iter().any(used), "{place} does not use {name}: move the fence");
        }
    }
}

#[test]
fn files_are_short_and_open_with_what_they_are_for() {
    for source in sources() {
        assert!(source.text.lines().count() <= 600, "{} is too long", source.inside);
        let opens = source.only_tests || source.text.starts_with("//! ");
        assert!(opens, "{} does not say what it is for", source.inside);
    }
}
