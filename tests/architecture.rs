//! The house rules that a compiler does not check: which module may use which, and how long a file may be.

use std::path::{Path, PathBuf};

use crate::support::project;

/// Modules in the order data flows; each may use those before it. `learn` and `metrics` are leaves but for `data`.
const FLOW: &[&str] = &[
    "escape",
    "files",
    "suggest",
    "measure",
    "num",
    "params",
    "stats",
    "data",
    "diagnostic",
    "published",
    "learn",
    "metrics",
    "spec",
    "plan",
    "run",
    "store",
    "analysis",
    "report",
    "audit",
    "gate",
    "court",
    "import",
    "cli",
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Files that are compiled for tests alone.
fn is_test(file: &Path) -> bool {
    file.file_stem()
        .is_some_and(|stem| stem.to_string_lossy().starts_with("tests") || stem == "fixture")
}

#[test]
fn modules_use_only_what_stands_before_them() {
    let root = project().join("src");
    let mut checked = 0;
    for file in sources(&root) {
        let inside = file.strip_prefix(&root).expect("inside src");
        let first = inside.components().next().expect("a part").as_os_str().to_string_lossy();
        let module = first.trim_end_matches(".rs").to_owned();
        let Some(rank) = FLOW.iter().position(|m| *m == module) else {
            assert!(matches!(module.as_str(), "lib" | "main"), "{module} is not in FLOW");
            continue;
        };
        let text = std::fs::read_to_string(&file).expect("a file");
        // Tests may look anywhere; modules of them are files of their own.
        let lines: Vec<&str> = text.lines().collect();
        let declares = |line: &str| line.starts_with("mod ") && line.ends_with(';');
        let begins_one = |i: usize| {
            lines[i] == "#[cfg(test)]" && lines.get(i + 1).is_some_and(|next| declares(next))
        };
        let belongs = |&i: &usize| begins_one(i) || (i > 0 && begins_one(i - 1));
        let kept = (0..lines.len()).filter(|i| !belongs(i));
        let text: String = kept.map(|i| format!("{}\n", lines[i])).collect();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let is_test = is_test(&file);
        for used in code.split("crate::").skip(1).filter(|_| !is_test) {
            let name: String =
                used.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let Some(other) = FLOW.iter().position(|m| *m == name) else { continue };
            assert!(other <= rank, "{} uses {name}, which stands after {module}", inside.display());
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} uses found");
}

#[test]
fn crates_stay_behind_their_fences() {
    let fences: &[(&str, &[&str])] = &[
        ("polars", &["store/tables.rs"]),
        ("clap", &["cli/"]),
        ("indicatif", &["cli/progress.rs"]),
        ("annotate_snippets", &["diagnostic.rs"]),
        (
            "rayon",
            &[
                "run/",
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
        ("minijinja", &["report/page/mod.rs", "audit/page.rs"]),
    ];
    let root = project().join("src");
    for file in sources(&root) {
        let inside = file.strip_prefix(&root).expect("inside src").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).expect("a file");
        for (name, places) in fences {
            let used = text.contains(&format!("use {name}::"))
                || text.contains(&format!("{name}::prelude"));
            let allowed = places.iter().any(|p| inside.starts_with(p));
            assert!(!used || allowed, "{inside} uses {name}, which belongs to {places:?}");
        }
    }
}

#[test]
fn files_are_short_and_open_with_what_they_are_for() {
    for file in sources(&project().join("src")) {
        let text = std::fs::read_to_string(&file).expect("a file");
        assert!(text.lines().count() <= 600, "{} is too long", file.display());
        assert!(
            is_test(&file) || text.starts_with("//! "),
            "{} does not say what it is for",
            file.display()
        );
    }
}
