//! Fragments and diagrams in a real document, where a TeX is installed; elsewhere the test says that it was skipped, and
//! the grammar alone is checked (beside the writer).

use std::process::{Command, Stdio};

use crate::support::{Dir, project};

/// Compiles a document in a folder and returns its log.
fn compile(dir: &Dir, name: &str, text: &str) -> String {
    dir.write(&format!("{name}.tex"), text);
    let output = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", name])
        .current_dir(dir.path(""))
        .stdin(Stdio::null())
        .output()
        .expect("pdflatex starts");
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{name}.tex does not compile:\n{log}");
    log
}

fn has_tex(packages: &[&str]) -> bool {
    let found = |name: &str| {
        let asked = Command::new("kpsewhich").arg(name).output();
        asked.is_ok_and(|output| output.status.success())
    };
    packages.iter().all(|name| found(&format!("{name}.sty")))
}

#[test]
fn fragments_compile_in_a_document() {
    if !has_tex(&["booktabs", "longtable", "graphicx", "tikz"]) {
        println!(
            "skipped: no pdflatex with booktabs, longtable, graphicx and tikz (Debian's texlive-pictures)"
        );
        return;
    }
    let dir = Dir::new();
    let hostile = "dataset,<script>,\"a_b & 50% $x$ #1 ^~{}\\\",\"[c] -- *\",\"\"\"q\"\" | 'r'\"";
    let rows = "\"[d_1] & <b>\",0.5,0.6,0.7,0.8\n*50% $,0.6,0.5,0.8,0.7\nα²,0.6,0.7,0.5,0.9\n|pipe|,0.1,0.2,0.3,0.4\n";
    dir.write("hostile.csv", format!("{hostile}\n{rows}"));
    dir.succeed(&["analyze", "hostile.csv", "-o", "hostile"]);
    let spec = project().join("experiments/quickstart.toml").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(&spec).expect("a spec");
    let report = "[report]\nformats = [\"latex\", \"tikz\"]\nlayouts = [\"scores\", \"side-by-side\", \"marks\", \"control\", \"control-wide\", \"pairs\", \"median-p\", \"meta-ranks\", \"datasets\"]\n";
    let asks = "tests = [\"friedman\", \"nemenyi\", \"holm\", \"wilcoxon\", \"monte-carlo\"]\ndraws = 100\n";
    dir.write("s.toml", format!("{text}{asks}{report}"));
    dir.succeed(&["run", "s.toml", "-q"]);
    let mut body = String::new();
    for folder in [
        "hostile/tables",
        "hostile/figures",
        "reports/quickstart/tables",
        "reports/quickstart/figures",
    ] {
        let mut names: Vec<String> = std::fs::read_dir(dir.path(folder))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".tex"))
            .collect();
        names.sort();
        assert!(names.len() >= 2, "{folder} has {names:?}");
        names.iter().for_each(|name| {
            body.push_str(&format!("\\noindent\\input{{{folder}/{name}}}\n\\clearpage\n"))
        });
    }
    let document = |packages: &str, body: &str| {
        format!(
            "\\documentclass{{article}}\n\\usepackage{{{packages}}}\n\\begin{{document}}\n{body}\\end{{document}}\n"
        )
    };
    let log = compile(&dir, "plain", &document("booktabs,longtable,graphicx,tikz", &body));
    assert!(!log.contains("Overfull \\hbox"), "a table or figure is wider than the line:\n{log}");
    if !has_tex(&["siunitx"]) {
        println!("skipped: siunitx is not installed (Debian's texlive-science)");
        return;
    }
    let settings = "siunitx = true\nlong-table = \"always\"\n";
    dir.write("s.toml", format!("{text}{asks}{report}{settings}"));
    dir.succeed(&["report", "s.toml"]);
    let body = "\\sisetup{detect-all}\n\\input{reports/quickstart/tables/accuracy-scores}\n\\input{reports/quickstart/tables/accuracy-control}\n";
    compile(&dir, "long", &document("booktabs,longtable,siunitx", body));
    compile(&dir, "long", &document("booktabs,longtable,siunitx", body));
}
