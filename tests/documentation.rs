//! The documentation cannot fall behind the code: what can be generated is compared with what is written. To bring a
//! file up to date: `UPDATE_DOCS=1 cargo test --release documentation`.

use tribunal::data::prep::STEPS;
use tribunal::learn::{Entry, Input, MethodInfo, Registry, Setting};
use tribunal::measure::MetricInfo;
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
fn the_spec_page_lists_every_suspicion() {
    use tribunal::data::suspect::CHECKS;
    let mut text = String::from("| kind | weight | what is found |\n|---|---|---|\n");
    for check in CHECKS {
        let (kind, weight, about) = (check.kind, check.weight.name(), check.about);
        text.push_str(&format!("| `{kind}` | {weight} | {about} |\n"));
    }
    generated_part("docs/spec.md", "generated suspicions", &text);
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
fn the_analysis_page_lists_every_test() {
    use tribunal::analysis::registry::{ALL, DEFAULT};
    let mut text =
        String::from("| test | about | question | needs | assumes |\n|---|---|---|---|---|\n");
    for test in ALL {
        let usual = if DEFAULT.contains(test) { " \\*" } else { "" };
        let cells = [test.run.scope(), test.question, test.needs, test.assumes].join(" | ");
        text.push_str(&format!("| `{}`{usual} | {cells} |\n", test.name));
    }
    generated_part("docs/analysis.md", "generated tests", &text);
}

#[test]
fn the_page_of_tables_lists_every_layout_and_metric() {
    use tribunal::import::table::{LAYOUTS, METRIC_NAMES};
    let mut text = String::from("| layout | what it is | first line |\n|---|---|---|\n");
    for layout in LAYOUTS {
        let headers: Vec<String> = layout.headers.iter().map(|h| format!("`{h}`")).collect();
        let headers = headers.join("<br>");
        text.push_str(&format!(
            "| {} | {} | {headers} |
",
            layout.name, layout.about
        ));
    }
    generated_part("docs/tables.md", "generated layouts", &text);
    let mut text = String::from("| names | better | range |\n|---|---|---|\n");
    for entry in METRIC_NAMES {
        let names: Vec<String> = entry.names.iter().map(|name| format!("`{name}`")).collect();
        let (low, high) = entry.range;
        let words = MetricInfo::number("", "", "", entry.direction).in_range(low, high);
        text.push_str(&format!(
            "| {} | {} | {} |\n",
            names.join(", "),
            entry.direction.name(),
            words.range_words()
        ));
    }
    generated_part("docs/tables.md", "generated metrics", &text);
}

#[test]
fn the_analysis_page_lists_every_form_of_a_table() {
    use tribunal::data::read::forms::FORMS;
    let mut text = String::from("| form | endings | what | recognised by |\n|---|---|---|---|\n");
    for form in FORMS {
        let endings: Vec<String> = form.endings.iter().map(|end| format!("`.{end}`")).collect();
        let escaped = |text: &str| text.replace('|', "\\|");
        let (about, known_by) = (escaped(form.about), escaped(form.known_by));
        text.push_str(&format!(
            "| `{}` | {} | {about} | {known_by} |\n",
            form.name,
            endings.join(" ")
        ));
    }
    generated_part("docs/analysis.md", "generated forms", &text);
}

#[test]
fn the_page_on_p_values_lists_every_correction_and_its_example_is_what_is_printed() {
    use tribunal::stats::adjust::Correction;
    let page = "docs/adjust.md";
    let mut text = String::from(
        "| correction | about | controls | assumes | source |\n|---|---|---|---|---|\n",
    );
    for own in Correction::ALL {
        let cells = [own.title(), own.controls().words(), own.assumes(), own.source()].join(" | ");
        text.push_str(&format!("| `{}` | {cells} |\n", own.name()));
    }
    generated(page, &text);
    let words = "adjust A=0.01 B=0.04 C=0.03 --method bonferroni,holm,hochberg,fdr";
    let arguments: Vec<&str> = words.split(' ').collect();
    let printed = Dir::new().succeed(&arguments).out;
    let example = format!("```text\n$ tribunal {words}\n{printed}```\n");
    let shown = std::fs::read_to_string(project().join(page)).expect("a page");
    assert!(shown.contains(&example), "{page} shows another table than\n{example}");
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

/// What the page calls a setting.
fn words_of(setting: Setting) -> &'static str {
    match setting {
        Setting::Stream => "streams",
        other => other.name(),
    }
}

/// A kind that several settings have is named with the setting, so that every heading has a link of its own.
fn heading(info: &MethodInfo, setting: Setting) -> String {
    match setting {
        Setting::Classification => format!("### `{}`\n\n", info.kind),
        other => format!("### `{}` for {}\n\n", info.kind, words_of(other)),
    }
}

fn parameters(params: &[ParamInfo]) -> String {
    let row = |p: &ParamInfo| {
        let about = p.about.replace('|', "\\|");
        format!("| `{}` | {} | `{}` | {about} |\n", p.name, p.domain, p.default)
    };
    match params {
        [] => String::new(),
        all => format!(
            "| parameter | takes | default | meaning |\n|---|---|---|---|\n{}\n",
            all.iter().map(row).collect::<String>()
        ),
    }
}

fn methods_of(setting: Setting, registry: &Registry) -> String {
    let mut text = format!("## Methods for {}\n\n", words_of(setting));
    for Entry { method, over, needs_base } in registry.of(setting) {
        let info = method.info();
        text.push_str(&heading(info, setting));
        text.push_str(&format!(
            "{}. {}. Version {}.\n\n",
            info.summary, info.reference, info.version
        ));
        let mut traits = vec![match method.input(&ParamInfo::defaults(info.params)) {
            Input::Numbers => "reads numbers (filled, encoded and scaled as the protocol says)",
            Input::Table => "reads the table as it is: nominal features and missing values",
        }];
        traits.extend(info.weights.then_some("uses instance weights"));
        traits.extend(over.map(|_| match needs_base {
            true => "builds on the method that `base` names, which a spec must give",
            false => "builds on another method, which `base` may name",
        }));
        traits.extend(info.by_processor.then_some("may differ in its last digits by processor"));
        traits.extend(info.leaks.map(|_| "**leaks**"));
        text.push_str(&format!("It {}.\n\n", traits.join("; ")));
        text.push_str(&parameters(info.params));
    }
    text
}

fn steps() -> String {
    let mut text = String::from(
        "## Steps\n\nWhat `prepare` of a method may list ([spec.md](spec.md#preprocessing)).\n\n",
    );
    for info in STEPS.iter().map(|step| step.info()) {
        let needs = if info.needs_classes { " It needs a class for every row." } else { "" };
        text.push_str(&format!(
            "### `{}`\n\n{}. {}. Version {}.{needs}\n\n{}",
            info.name,
            info.summary,
            info.reference,
            info.version,
            parameters(info.params)
        ));
    }
    text
}

/// The metrics of every setting; a setting with the metrics of another one refers to it.
fn metrics_by_setting() -> String {
    let mut text = String::from("## Metrics\n\n");
    for (place, setting) in Setting::ALL.into_iter().enumerate() {
        text.push_str(&format!("### Metrics of {}\n\n", words_of(setting)));
        let names = |of: Setting| -> Vec<&str> { metrics::of(of).iter().map(|m| m.name).collect() };
        let same = Setting::ALL[..place].iter().find(|other| names(**other) == names(setting));
        if let Some(other) = same {
            text.push_str(&format!("Those of {}.\n\n", words_of(*other)));
            continue;
        }
        text.push_str("| name | title | better | range | meaning |\n|---|---|---|---|---|\n");
        for info in metrics::of(setting) {
            let MetricInfo { name, title, about, .. } = info;
            let (better, range) = (info.direction.name(), info.range_words());
            text.push_str(&format!("| `{name}` | {title} | {better} | {range} | {about} |\n"));
        }
        text.push('\n');
    }
    text
}

/// Times, and facts that models report, with the settings that have them.
fn times_and_facts(registry: &Registry) -> String {
    let mut text = String::from(
        "### Times and facts of models\n\n| name | title | better | range | in | meaning |\n|---|---|---|---|---|---|\n",
    );
    let has = |setting: Setting, name: &str| {
        metrics::measurable(setting, registry).iter().any(|info| info.name == name)
    };
    for info in metrics::all(registry).into_iter().filter(|i| metrics::info(i.name).is_none()) {
        let settings = Setting::ALL.into_iter().filter(|setting| has(*setting, info.name));
        let settings: Vec<&str> = settings.map(words_of).collect();
        let (better, range) = (info.direction.name(), info.range_words());
        let MetricInfo { name, title, about, .. } = info;
        let settings = settings.join(", ");
        text.push_str(&format!(
            "| `{name}` | {title} | {better} | {range} | {settings} | {about} |\n"
        ));
    }
    text.push('\n');
    text
}

#[test]
fn the_reference_lists_every_method_step_and_metric() {
    let registry = Registry::standard();
    let mut text = String::new();
    for setting in Setting::ALL {
        text.push_str(&methods_of(setting, &registry));
    }
    text.push_str(&steps());
    text.push_str(&metrics_by_setting());
    text.push_str(&times_and_facts(&registry));
    let mut headings: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    headings.sort_unstable();
    let twice = headings.windows(2).find(|pair| pair[0] == pair[1]);
    assert_eq!(twice, None, "every heading has a link of its own");
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
