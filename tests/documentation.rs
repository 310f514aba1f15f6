//! The documentation cannot fall behind the code: what can be generated is compared with what is written. To bring a
//! file up to date: `UPDATE_DOCS=1 cargo test --release documentation`.

use tribunal::learn::{Entry, Input, Registry};
use tribunal::metrics;
use tribunal::params::ParamInfo;
use tribunal::spec;

use crate::support::{Dir, project};

/// Compares (or replaces) the generated part of a file.
fn generated(file: &str, expected: &str) {
    generated_part(file, "generated", expected);
}

/// The same for a part with a name of its own.
fn generated_part(file: &str, part: &str, expected: &str) {
    let (begin, end) = (format!("<!-- {part}: begin -->\n"), format!("<!-- {part}: end -->"));
    let path = project().join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{file}: {e}"));
    let (head, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("{file} has no mark"));
    let (found, tail) = rest.split_once(&end).unwrap_or_else(|| panic!("{file} has no end mark"));
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{head}{begin}{expected}{end}{tail}")).expect("written");
    } else {
        assert!(
            found == expected,
            "{file} is out of date; run UPDATE_DOCS=1 cargo test --release documentation"
        );
    }
}

#[test]
fn the_spec_reference_lists_every_key() {
    generated("docs/spec.md", &spec::documentation());
}

#[test]
fn the_report_page_lists_every_layout_and_figure() {
    use tribunal::report::settings::{FIGURES, LAYOUTS};
    let row = |word: &str, about: &str| format!("| `{word}` | {about} |\n");
    let layouts: String = LAYOUTS.iter().map(|(word, _, about)| row(word, about)).collect();
    generated("docs/report.md", &format!("| layout | shows |\n|---|---|\n{layouts}"));
    let figures: String = FIGURES.iter().map(|(word, _, about)| row(word, about)).collect();
    let figures = format!("| figure | shows |\n|---|---|\n{figures}");
    generated_part("docs/report.md", "generated figures", &figures);
}

#[test]
fn the_audit_page_lists_every_verdict_convention_and_finding() {
    use tribunal::audit::{EXPLANATIONS, PRINTINGS, Verdict, audit_all, counts};
    let page = "docs/audit.md";
    let row = |cells: &[&str]| format!("| {} |\n", cells.join(" | "));
    let verdicts = Verdict::ALL.iter().map(|verdict| row(&[verdict.word(), verdict.about()]));
    let verdicts = format!("| verdict | meaning |\n|---|---|\n{}", verdicts.collect::<String>());
    generated_part(page, "generated verdicts", &verdicts);
    let explanations = |fault: bool| -> String {
        let those = EXPLANATIONS.iter().filter(|e| e.fault == fault);
        those.map(|e| row(&[e.name, e.about, e.example])).collect()
    };
    let printings = PRINTINGS.iter().map(|p| row(&[p.name, p.about, p.example]));
    let head = "| name | rule | example |\n|---|---|---|\n";
    let conventions = format!("{head}{}{}", explanations(false), printings.collect::<String>());
    generated_part(page, "generated conventions", &conventions);
    generated_part(page, "generated faults", &format!("{head}{}", explanations(true)));

    let audit = audit_all(&crate::published::library());
    let words: Vec<&str> = Verdict::ALL.iter().map(|verdict| verdict.word()).collect();
    let mut text = row(&[&["paper"], words.as_slice()].concat());
    text.push_str(&format!("|---|{}\n", "---:|".repeat(words.len())));
    for paper in &audit.papers {
        let counts: Vec<String> = counts(paper.findings()).iter().map(usize::to_string).collect();
        text.push_str(&format!("| {} | {} |\n", paper.key, counts.join(" | ")));
    }
    text.push_str("\n| table | misprints, contradictions and suspicious patterns |\n|---|---|\n");
    for table in audit.papers.iter().flat_map(|paper| &paper.tables) {
        let mut lines: Vec<(String, usize)> = Vec::new();
        for finding in &table.findings {
            if !matches!(
                finding.verdict,
                Verdict::Misprint | Verdict::Contradiction | Verdict::Suspicious
            ) {
                continue;
            }
            let what = match finding.causes.first() {
                Some(cause) if finding.verdict != Verdict::Misprint => (*cause).to_owned(),
                _ => format!(
                    "{}: printed {}, computed {}",
                    finding.quantity, finding.printed, finding.computed
                ),
            };
            match lines.iter_mut().find(|(line, _)| *line == what) {
                Some((_, count)) => *count += 1,
                None => lines.push((what, 1)),
            }
        }
        let lines = lines.iter().map(|(line, count)| match count {
            1 => line.clone(),
            count => format!("{line} ({count})"),
        });
        let lines: Vec<String> = lines.map(|line| line.replace('|', "\\|")).collect();
        if !lines.is_empty() {
            text.push_str(&format!("| `{}` | {} |\n", table.name, lines.join("; ")));
        }
    }
    generated_part(page, "generated findings", &text);
}

#[test]
fn the_reference_lists_every_method_and_metric() {
    let mut text = String::from("## Methods\n\n");
    for Entry { method, .. } in Registry::standard().entries() {
        let info = method.info();
        text.push_str(&format!(
            "### `{}`\n\n{}. {}. Version {}.\n\n",
            info.kind, info.summary, info.reference, info.version
        ));
        let reads = method.input(&ParamInfo::defaults(info.params));
        let mut traits = vec![match reads {
            Input::Numbers => "reads numbers (filled, encoded and scaled as the protocol says)",
            Input::Table => "reads the table as it is: nominal features and missing values",
        }];
        traits.extend(info.weights.then_some("heeds instance weights"));
        traits.extend(info.by_processor.then_some("may differ in its last digits by processor"));
        traits.extend(info.leaks.map(|_| "**leaks**"));
        text.push_str(&format!("It {}.\n\n", traits.join("; ")));
        if !info.params.is_empty() {
            text.push_str("| parameter | takes | default | meaning |\n|---|---|---|---|\n");
            for p in info.params {
                text.push_str(&format!(
                    "| `{}` | {} | `{}` | {} |\n",
                    p.name,
                    p.domain,
                    p.default,
                    p.about.replace('|', "\\|")
                ));
            }
            text.push('\n');
        }
    }
    text.push_str(
        "## Metrics\n\n| name | title | better | range | meaning |\n|---|---|---|---|---|\n",
    );
    for info in metrics::all(&Registry::standard()) {
        let (better, range) = (info.direction.name(), info.range_words());
        let (name, title, about) = (info.name, info.title, info.about);
        text.push_str(&format!("| `{name}` | {title} | {better} | {range} | {about} |\n"));
    }
    text.push('\n');
    generated("docs/reference.md", &text);
}

#[test]
fn every_spec_in_the_documentation_and_in_experiments_is_valid() {
    let dir = Dir::new();
    let mut checked = 0;
    for file in ["README.md", "docs/spec.md", "docs/report.md", "docs/adding-a-method.md"] {
        let text = std::fs::read_to_string(project().join(file)).expect("a file");
        for block in text.split("```toml\n").skip(1) {
            let block = block.split("```").next().expect("an end");
            if block.contains("[experiment]") {
                dir.write(
                    "mine.csv",
                    "x,class\n1,a\n2,b\n3,a\n4,b\n5,a\n6,b\n7,a\n8,b\n9,a\n10,b\n",
                );
                dir.write("block.toml", block.replace("data/mine.csv", "mine.csv"));
                let said = dir.run(&["plan", "block.toml", "--no-pilot"]);
                assert_eq!(said.code, 0, "{file}:\n{}", said.err);
                checked += 1;
            }
        }
    }
    for entry in std::fs::read_dir(project().join("experiments")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "toml") {
            let said = dir.run(&["plan", &path.to_string_lossy(), "--no-pilot"]);
            assert_eq!(said.code, 0, "{}:\n{}", path.display(), said.err);
            checked += 1;
        }
    }
    assert!(checked >= 3, "only {checked} specs found");
}

#[test]
fn the_readme_shows_what_the_quickstart_prints() {
    let dir = Dir::new();
    let spec = project().join("experiments/quickstart.toml");
    let said = dir.succeed(&["run", &spec.to_string_lossy()]);
    let printed = said.out.trim();
    let path = project().join("README.md");
    let text = std::fs::read_to_string(&path).expect("the README");
    let (head, rest) = text.split_once("```text\n").expect("a block");
    let (shown, tail) = rest.split_once("\n```").expect("an end");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{head}```text\n{printed}\n```{tail}")).expect("written");
    } else {
        assert!(
            shown == printed,
            "the README shows other tables than the quickstart prints:\n{printed}"
        );
    }
}
